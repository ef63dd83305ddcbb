/// @file ompl_space.cpp
#include "ompl_handles.hpp"

#include <ompl/base/ProjectionEvaluator.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>

#include <cmath>
#include <cstdio>
#include <set>

namespace ob = ompl::base;
using ep_shim::fenced;
using ep_shim::refusal;

namespace
{

/// Some of a state's values. OMPL's own projections abort in two dimensions (an assertion of
/// Eigen), and compounds have none.
class value_projection : public ob::ProjectionEvaluator
{
public:
  value_projection(const ob::StateSpacePtr& space,
                   std::shared_ptr<const ep_shim::state_layout> layout,
                   std::vector<unsigned> values)
      : ob::ProjectionEvaluator(space), layout_(std::move(layout)), values_(std::move(values))
  {
    constexpr double cells = 20.0; // as many as OMPL's own projections have
    std::vector<double> sizes;
    for (const unsigned value : values_)
    {
      const double range = layout_->range(value);
      sizes.push_back(range > 0.0 ? range / cells : 1.0);
    }
    setCellSizes(sizes);
  }
  unsigned int getDimension() const override
  {
    return static_cast<unsigned>(values_.size());
  }
  void project(const ob::State* state, Eigen::Ref<Eigen::VectorXd> projection) const override
  {
    for (std::size_t i = 0; i < values_.size(); ++i)
    {
      projection(static_cast<Eigen::Index>(i)) = layout_->value(state, values_[i]);
    }
  }

private:
  std::shared_ptr<const ep_shim::state_layout> layout_;
  std::vector<unsigned> values_;
};

ob::RealVectorBounds bounds_of(const ep_ompl_space_config& config, std::int32_t count)
{
  if (config.bound_count != count)
  {
    throw refusal("bound_count is " + std::to_string(config.bound_count) + ", not " +
                  std::to_string(count));
  }
  ob::RealVectorBounds bounds(static_cast<unsigned>(count));
  if (config.lower == nullptr || config.upper == nullptr)
  {
    throw refusal("no bounds: lower or upper is NULL");
  }
  bool any = false;
  for (std::int32_t i = 0; i < count; ++i)
  {
    const double lower = config.lower[i];
    const double upper = config.upper[i];
    if (!std::isfinite(lower) || !std::isfinite(upper) || !(lower <= upper) ||
        !std::isfinite(upper - lower))
    {
      throw refusal("bounds of value " + std::to_string(i) + ": " + ep_shim::number_text(lower) +
                    " to " + ep_shim::number_text(upper) + " is no finite interval");
    }
    any = any || lower < upper;
    bounds.low[static_cast<unsigned>(i)] = lower;
    bounds.high[static_cast<unsigned>(i)] = upper;
  }
  if (!any)
  {
    throw refusal("bounds: no value can change");
  }
  return bounds;
}

ob::StateSpacePtr make_real_vector(const ep_ompl_space_config& config)
{
  if (config.bound_count < 1 || config.bound_count > EP_OMPL_SIZE_MAX)
  {
    throw refusal("bound_count is " + std::to_string(config.bound_count) + ", not 1 to " +
                  std::to_string(EP_OMPL_SIZE_MAX));
  }
  const auto space =
      std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned>(config.bound_count));
  space->setBounds(bounds_of(config, config.bound_count));
  return space;
}

template <class Space>
ob::StateSpacePtr make_rigid(const ep_ompl_space_config& config, std::int32_t count)
{
  const auto space = std::make_shared<Space>();
  space->setBounds(bounds_of(config, count));
  return space;
}

template <class Space> ob::StateSpacePtr make_rotation(const ep_ompl_space_config& config)
{
  if (config.bound_count != 0)
  {
    throw refusal("bound_count is " + std::to_string(config.bound_count) +
                  ", but rotations have no bounds");
  }
  return std::make_shared<Space>();
}

ob::StateSpacePtr make_compound(const ep_ompl_space_config& config)
{
  if (config.part_count < 1 || config.parts == nullptr)
  {
    throw refusal("a compound needs parts, and part_count is " + std::to_string(config.part_count));
  }
  const auto space = std::make_shared<ob::CompoundStateSpace>();
  std::set<std::string> names;
  for (std::int32_t i = 0; i < config.part_count; ++i)
  {
    if (config.parts[i] == nullptr)
    {
      throw refusal("part " + std::to_string(i) + " is NULL");
    }
    const ep_ompl_space& part = *config.parts[i];
    const double weight = config.weights != nullptr ? config.weights[i] : 1.0;
    if (!(weight > 0.0) || !std::isfinite(weight))
    {
      throw refusal("part " + ep_shim::shown(part.name) + ": weight " +
                    ep_shim::number_text(weight) + " is not above 0");
    }
    if (!names.insert(part.name).second)
    {
      throw refusal("two parts have the name " + ep_shim::shown(part.name));
    }
    space->addSubspace(part.space, weight);
  }
  space->lock();
  return space;
}

ob::StateSpacePtr make_space(const ep_ompl_space_config& config)
{
  switch (config.kind)
  {
  case EP_OMPL_REAL_VECTOR:
    return make_real_vector(config);
  case EP_OMPL_SO2:
    return make_rotation<ob::SO2StateSpace>(config);
  case EP_OMPL_SO3:
    return make_rotation<ob::SO3StateSpace>(config);
  case EP_OMPL_SE2:
    return make_rigid<ob::SE2StateSpace>(config, 2);
  case EP_OMPL_SE3:
    return make_rigid<ob::SE3StateSpace>(config, 3);
  case EP_OMPL_COMPOUND:
    return make_compound(config);
  }
  throw refusal("no kind of space is " + std::to_string(config.kind));
}

/// Exact, and the same in every locale.
std::string exact_text(double value)
{
  std::uint64_t bits;
  static_assert(sizeof bits == sizeof value, "a double has 64 bits");
  std::copy_n(reinterpret_cast<const char*>(&value), sizeof bits, reinterpret_cast<char*>(&bits));
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(bits));
  return text;
}

/// Names that OMPL made up are left out: they count what the process has made before.
std::string signature_of(const ep_ompl_space_config& config)
{
  static const char* const kinds[] = {"reals", "so2", "so3", "se2", "se3", "compound"};
  std::string text = kinds[config.kind];
  text += "'" + std::string(config.name != nullptr ? config.name : "") + "'(";
  for (std::int32_t i = 0; i < config.bound_count; ++i)
  {
    text += exact_text(config.lower[i]) + ":" + exact_text(config.upper[i]) + ",";
  }
  for (std::int32_t i = 0; config.kind == EP_OMPL_COMPOUND && i < config.part_count; ++i)
  {
    text += exact_text(config.weights != nullptr ? config.weights[i] : 1.0) + "*" +
            config.parts[i]->signature + ",";
  }
  return text + ")";
}

void register_projection(ep_ompl_space& space, std::vector<unsigned> values)
{
  const auto projection =
      std::make_shared<value_projection>(space.space, space.layout, std::move(values));
  space.space->registerDefaultProjection(projection);
  projection->setup();
}

std::unique_ptr<ep_ompl_space> make(const ep_ompl_space_config& config)
{
  if (!(config.resolution >= 1e-9 && config.resolution <= 0.999))
  {
    throw refusal("resolution " + ep_shim::number_text(config.resolution) +
                  " is not in [1e-9, 0.999]");
  }
  if (config.name != nullptr && config.name[0] == '\0')
  {
    throw refusal("the name is empty");
  }
  ep_shim::own_the_log();
  auto space = std::make_unique<ep_ompl_space>();
  space->kind = config.kind;
  space->space = make_space(config);
  if (config.name != nullptr)
  {
    space->space->setName(config.name);
  }
  space->name = space->space->getName();
  space->space->setLongestValidSegmentFraction(config.resolution);
  space->space->setup();
  space->layout = std::make_shared<ep_shim::state_layout>(*space->space);
  if (space->layout->size() > EP_OMPL_SIZE_MAX)
  {
    throw refusal("a state has " + std::to_string(space->layout->size()) + " values, more than " +
                  std::to_string(EP_OMPL_SIZE_MAX));
  }
  space->signature = signature_of(config);
  std::vector<unsigned> first;
  for (unsigned i = 0; i < 3 && i < space->layout->size(); ++i)
  {
    first.push_back(i);
  }
  register_projection(*space, std::move(first));
  return space;
}

/// The space's own functions want a SpaceInformation only to make states.
class scratch_state
{
public:
  explicit scratch_state(const ep_ompl_space* of) : space_(*of->space), state_(space_.allocState())
  {
  }
  scratch_state(const ep_ompl_space* of, const double* values) : scratch_state(of)
  {
    of->layout->write(values, state_);
  }
  scratch_state(const scratch_state&) = delete;
  scratch_state& operator=(const scratch_state&) = delete;
  ~scratch_state()
  {
    space_.freeState(state_);
  }
  operator ob::State*() const
  {
    return state_;
  }

private:
  const ob::StateSpace& space_;
  ob::State* state_;
};

} // namespace

ob::StateSpacePtr ep_shim::space_of(const ep_ompl_space* space)
{
  return space->space;
}

ep_ompl_space_config ep_ompl_space_default(ep_ompl_kind kind)
{
  ep_ompl_space_config config{};
  config.struct_size = sizeof config;
  config.kind = kind;
  config.resolution = 0.01;
  return config;
}

ep_shim_result ep_ompl_space_create(const ep_ompl_space_config* config, ep_ompl_space** space,
                                    ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{space, "space"}});
                  *space = nullptr;
                  if (config == nullptr)
                  {
                    throw refusal("no config");
                  }
                  *space = make(ep_shim::config_or(config, *config)).release();
                });
}

void ep_ompl_space_destroy(ep_ompl_space* space)
{
  delete space;
}

ep_ompl_kind ep_ompl_space_kind(const ep_ompl_space* space)
{
  return space != nullptr ? space->kind : EP_OMPL_REAL_VECTOR;
}

const char* ep_ompl_space_name(const ep_ompl_space* space)
{
  return space != nullptr ? space->name.c_str() : nullptr;
}

std::int32_t ep_ompl_space_size(const ep_ompl_space* space)
{
  return space != nullptr ? static_cast<std::int32_t>(space->layout->size()) : 0;
}

std::int32_t ep_ompl_space_dimension(const ep_ompl_space* space)
{
  return space != nullptr ? static_cast<std::int32_t>(space->space->getDimension()) : 0;
}

double ep_ompl_space_extent(const ep_ompl_space* space)
{
  return space != nullptr ? space->space->getMaximumExtent() : 0.0;
}

const char* ep_ompl_space_signature(const ep_ompl_space* space)
{
  return space != nullptr ? space->signature.c_str() : nullptr;
}

ep_shim_result ep_ompl_space_set_projection(ep_ompl_space* space, const std::int32_t* values,
                                            std::int32_t count, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{space, "space"}, {values, "values"}});

                  if (count < 1 || count > 3)
                  {
                    throw refusal("a projection of " + std::to_string(count) +
                                  " values: 1 to 3 are possible");
                  }
                  std::vector<unsigned> chosen;
                  for (std::int32_t i = 0; i < count; ++i)
                  {
                    const auto value = static_cast<unsigned>(values[i]);
                    if (values[i] < 0 || value >= space->layout->size() ||
                        std::count(chosen.begin(), chosen.end(), value) != 0)
                    {
                      throw refusal("a projection onto value " + std::to_string(values[i]) +
                                    ": there is none, or it is there twice");
                    }
                    chosen.push_back(value);
                  }
                  register_projection(*space, std::move(chosen));
                });
}

ep_shim_result ep_ompl_space_distance(const ep_ompl_space* space, const double* a, const double* b,
                                      double* distance, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{distance, "distance"}});
                  *distance = NAN;
                  ep_shim::require({{space, "space"}, {a, "a"}, {b, "b"}});
                  space->layout->require_usable(a, "the first state");
                  space->layout->require_usable(b, "the second state");
                  *distance =
                      space->space->distance(scratch_state(space, a), scratch_state(space, b));
                });
}

ep_shim_result ep_ompl_space_interpolate(const ep_ompl_space* space, const double* a,
                                         const double* b, double t, double* state,
                                         ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{space, "space"}, {a, "a"}, {b, "b"}, {state, "state"}});

                  space->layout->require_usable(a, "the first state");
                  space->layout->require_usable(b, "the second state");
                  if (!(t >= 0.0 && t <= 1.0))
                  {
                    throw refusal("t = " + ep_shim::number_text(t) + " is not in [0, 1]");
                  }
                  const scratch_state between(space);
                  space->space->interpolate(scratch_state(space, a), scratch_state(space, b), t,
                                            between);
                  space->layout->read(between, state);
                });
}

ep_shim_result ep_ompl_space_sample(const ep_ompl_space* space, double* state, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{space, "space"}, {state, "state"}});

                  const scratch_state sample(space);
                  space->space->allocStateSampler()->sampleUniform(sample);
                  space->layout->read(sample, state);
                });
}

int ep_ompl_space_satisfies_bounds(const ep_ompl_space* space, const double* state)
{
  int within = 0;
  const ep_shim_result result =
      fenced(static_cast<ep_shim_error*>(nullptr),
             [&]
             {
               ep_shim::require({{space, "space"}, {state, "state"}});
               within = space->layout->is_usable(state) &&
                        space->space->satisfiesBounds(scratch_state(space, state));
             });
  return result == EP_SHIM_OK ? within : 0;
}

ep_shim_result ep_ompl_space_enforce_bounds(const ep_ompl_space* space, double* state,
                                            ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{space, "space"}, {state, "state"}});

                  space->layout->require_finite(state, "the state");
                  const scratch_state bounded(space, state);
                  space->space->enforceBounds(bounded);
                  space->layout->read(bounded, state);
                  space->layout->require_usable(state, "the state within its bounds");
                });
}
