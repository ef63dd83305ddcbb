/// @file ompl_scene.cpp
/// Spaces and Validations from scene files.
#include "edgeproof/shim/no_simd.hpp"

#include "edgeproof/ompl.hpp"

extern "C"
{
#include "joints.h"
}

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>

#include <cmath>

namespace ob = ompl::base;

namespace edgeproof
{

struct Scene::Inside
{
  Inside(const std::string& path, const std::string& name);

  const ep_scene_query& ends() const;

  std::unique_ptr<ep_scene, void (*)(ep_scene*)> scene{nullptr, ep_scene_destroy};
  int32_t query = EP_SCENE_NONE;
  std::unique_ptr<ep_world, void (*)(ep_world*)> world{nullptr, ep_world_destroy};
};

Scene::Inside::Inside(const std::string& path, const std::string& name)
{
  ep_error error;
  ep_scene* loaded = nullptr;
  if (ep_scene_load(path.c_str(), nullptr, &loaded, &error) != EP_OK)
  {
    throw Error("edgeproof: " + std::string(error.message));
  }
  scene.reset(loaded);
  const bool first = name.empty() && ep_scene_query_count(loaded) > 0;
  query = first ? 0 : ep_scene_find_query(loaded, name.c_str());
  if (query == EP_SCENE_NONE && !name.empty())
  {
    throw Error("edgeproof: " + path + ": there is no query '" + name + "'");
  }
  ep_world* made = nullptr;
  if (ep_scene_make_world(loaded, query, &made, &error) != EP_OK)
  {
    throw Error("edgeproof: " + std::string(error.message));
  }
  world.reset(made);
}

const ep_scene_query& Scene::Inside::ends() const
{
  if (query == EP_SCENE_NONE)
  {
    throw Error("edgeproof: " + std::string(ep_scene_path(scene.get())) + ": there is no query");
  }
  return *ep_scene_get_query(scene.get(), query);
}

Scene::Scene(const std::string& path, const std::string& query)
    : inside_(std::make_shared<Inside>(path, query))
{
}

Scene::~Scene() = default;

namespace
{

constexpr double pi = 3.14159265358979323846;

/// The bounds of some values that follow each other. A planner can only sample between finite ones.
ob::RealVectorBounds bounds_of(const ep_scene* scene, int32_t first, unsigned int count)
{
  ob::RealVectorBounds bounds(count);
  for (unsigned int k = 0; k < count; ++k)
  {
    const int32_t value = first + static_cast<int32_t>(k);
    ep_scene_value_bounds(scene, value, &bounds.low[k], &bounds.high[k]);
    if (!std::isfinite(bounds.low[k]) || !std::isfinite(bounds.high[k]))
    {
      throw Error("edgeproof: " + std::string(ep_scene_path(scene)) + ": '" +
                  ep_scene_value_name(scene, value) +
                  "' has no bounds, so no state can be sampled: give it some under 'bounds'");
    }
  }
  return bounds;
}

ob::StateSpacePtr real_space(const ep_scene* scene, int32_t first, unsigned int count)
{
  auto space = std::make_shared<ob::RealVectorStateSpace>(count);
  space->setBounds(bounds_of(scene, first, count));
  for (unsigned int k = 0; k < count; ++k)
  {
    space->setDimensionName(k, ep_scene_value_name(scene, first + static_cast<int32_t>(k)));
  }
  return space;
}

/// Whether an angle that wraps has bounds. Between bounds in [-pi, pi] that are no more than half a
/// turn apart the short way never leaves them, and is straight: then a real vector is the same. Any
/// others the short way could leave.
bool is_bounded(const ep_scene* scene, int32_t value)
{
  double lower;
  double upper;
  ep_scene_value_bounds(scene, value, &lower, &upper);
  if (upper - lower >= 2.0 * pi)
  {
    return false;
  }
  if (!(lower >= -pi && upper <= pi && upper - lower <= pi))
  {
    throw Error("edgeproof: " + std::string(ep_scene_path(scene)) + ": '" +
                ep_scene_value_name(scene, value) +
                "' turns the short way round, which leaves its bounds: they must lie in [-pi, pi] "
                "and be at most pi apart, or a whole turn");
  }
  return true;
}

ob::StateSpacePtr planar_space(const ep_scene* scene, int32_t first)
{
  if (!is_bounded(scene, first + 2))
  {
    auto space = std::make_shared<ob::SE2StateSpace>();
    space->setBounds(bounds_of(scene, first, 2));
    return space;
  }
  return real_space(scene, first, 3);
}

ob::StateSpacePtr joint_space(const ep_scene* scene, ep_joint_type joint, int32_t first)
{
  switch (joint)
  {
  case EP_JOINT_CONTINUOUS:
    if (is_bounded(scene, first))
    {
      return real_space(scene, first, 1);
    }
    return std::make_shared<ob::SO2StateSpace>();
  case EP_JOINT_PLANAR:
    return planar_space(scene, first);
  case EP_JOINT_BALL:
    return std::make_shared<ob::SO3StateSpace>();
  case EP_JOINT_FLOATING:
  {
    auto space = std::make_shared<ob::SE3StateSpace>();
    space->setBounds(bounds_of(scene, first, 3));
    return space;
  }
  default:
    return real_space(scene, first, 1);
  }
}

/// The joints of a scene that have values.
class Joints
{
public:
  explicit Joints(const ep_scene* scene)
  {
    ep_error error;
    if (ep_scene_joints_list(scene, &joints_, &error) != EP_OK)
    {
      throw Error("edgeproof: " + std::string(error.message));
    }
  }
  ~Joints()
  {
    ep_scene_joints_clear(&joints_);
  }
  Joints(const Joints&) = delete;
  Joints& operator=(const Joints&) = delete;
  const ep_scene_joint* begin() const
  {
    return joints_.list;
  }
  const ep_scene_joint* end() const
  {
    return joints_.list + joints_.count;
  }

private:
  ep_scene_joints joints_{};
};

/// Angles that wrap may be given with full turns on top; states of OMPL's spaces have none.
void drop_turns(const ep_scene_joint& joint, double* q)
{
  const bool planar = joint.type == EP_JOINT_PLANAR;
  double* angle = q + joint.value_start + (planar ? 2 : 0);
  if ((planar || joint.type == EP_JOINT_CONTINUOUS) && std::fabs(*angle) > pi)
  {
    *angle = std::fmax(-pi, std::fmin(pi, std::remainder(*angle, 2.0 * pi)));
  }
}

void copy_configuration(const ep_scene* scene, const ob::StateSpacePtr& space, const double* q,
                        ob::State* state)
{
  std::vector<double> values(q, q + ep_scene_config_size(scene));
  if (space->getValueLocations().empty())
  {
    space->computeLocations();
  }
  if (space->getValueLocations().size() != values.size())
  {
    throw Error("edgeproof: state space '" + space->getName() + "' was not made from this scene");
  }
  for (const ep_scene_joint& joint : Joints(scene))
  {
    drop_turns(joint, values.data());
  }
  space->copyFromReals(state, values);
}

} // namespace

ob::StateSpacePtr Scene::makeSpace() const
{
  const ep_scene* scene = inside_->scene.get();
  auto compound = std::make_shared<ob::CompoundStateSpace>();
  for (const ep_scene_joint& joint : Joints(scene))
  {
    const ob::StateSpacePtr space = joint_space(scene, joint.type, joint.value_start);
    space->setName(joint.name);
    compound->addSubspace(space, 1.0);
  }
  compound->setName(ep_scene_name(scene));
  compound->lock();
  compound->computeLocations();
  return compound;
}

void Scene::copyStart(const ob::StateSpacePtr& space, ob::State* state) const
{
  copy_configuration(inside_->scene.get(), space, inside_->ends().start, state);
}

void Scene::copyGoal(const ob::StateSpacePtr& space, ob::State* state) const
{
  copy_configuration(inside_->scene.get(), space, inside_->ends().goal, state);
}

const ep_scene* Scene::scene() const
{
  return inside_->scene.get();
}

const ep_world* Scene::world() const
{
  return inside_->world.get();
}

int32_t Scene::query() const
{
  return inside_->query;
}

std::shared_ptr<Validation> Scene::validate(const ob::StateSpacePtr& space, const Mapping& mapping,
                                            const Options& options) const
{
  if (options.validator.make != nullptr)
  {
    throw Error("edgeproof: a scene makes its checkers itself");
  }
  /// A Validation, and after it in time what it asks.
  struct Kept
  {
    std::shared_ptr<Inside> scene;
    std::unique_ptr<Validation> validation;
  };
  Options with = options;
  with.validator.make_user = inside_.get();
  with.validator.make = [](const ep_world* world, ep_checker** checker, void* user, ep_error* error)
  {
    const auto* inside = static_cast<const Inside*>(user);
    return ep_scene_make_checker(inside->scene.get(), inside->query, world, checker, error);
  };
  std::vector<const ep_machine*> machines;
  for (int32_t robot = 0; robot < ep_scene_robot_count(inside_->scene.get()); ++robot)
  {
    machines.push_back(ep_robot_machine(ep_scene_robot(inside_->scene.get(), robot)));
  }
  auto kept = std::make_shared<Kept>();
  kept->scene = inside_;
  kept->validation =
      std::make_unique<Validation>(space, inside_->world.get(), machines, mapping, with);
  return {kept, kept->validation.get()};
}

std::shared_ptr<Validation> Validation::fromScene(const ob::StateSpacePtr& space,
                                                  const std::string& path, const std::string& query,
                                                  const Mapping& mapping, const Options& options)
{
  return Scene(path, query).validate(space, mapping, options);
}

} // namespace edgeproof
