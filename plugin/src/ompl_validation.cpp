/// @file ompl_validation.cpp
#include "ompl_curve.hpp"
#include "ompl_reader.hpp"
#include "ompl_termination.hpp"
#include "ompl_workspace.hpp"

namespace ob = ompl::base;

namespace edgeproof
{
namespace
{

using ValidatorPtr = std::unique_ptr<ep_validator, void (*)(ep_validator*)>;

ValidatorPtr make_validator(const ep_world* world, const ep_validator_options& options)
{
  ep_error error;
  ep_validator* made = nullptr;
  if (ep_validator_create(world, &options, &made, &error) != EP_OK)
  {
    throw Error("edgeproof: " + std::string(error.message));
  }
  return {made, ep_validator_destroy};
}

const std::vector<const ep_machine*>& of_world(const std::vector<const ep_machine*>& machines,
                                               const ep_world* world)
{
  if (world == nullptr)
  {
    throw Error("edgeproof: there is no world");
  }
  return machines;
}

/// OMPL fills in what can be asked of a space only here, and throws where bounds are missing.
ob::StateSpacePtr set_up(ob::StateSpacePtr space)
{
  if (space == nullptr)
  {
    throw Error("edgeproof: there is no state space");
  }
  space->setup();
  space->computeLocations();
  return space;
}

} // namespace

struct Validation::Inside
{
  Inside(ob::StateSpacePtr with, const ep_world* world,
         const std::vector<const ep_machine*>& machines, const Mapping& mapping,
         const Options& options)
      : space(set_up(std::move(with))), reader(*space, of_world(machines, world), mapping),
        pool(space, reader.size()), validator(make_validator(world, options.validator))
  {
    if (reader.size() != static_cast<std::size_t>(ep_world_config_size(world)))
    {
      throw Error("edgeproof: the machines have " + std::to_string(reader.size()) +
                  " values, the world has " + std::to_string(ep_world_config_size(world)) +
                  ": give all its machines, in the order in which they were added");
    }
    deviation = compareCurves(*space, reader, world, options);
    other_cancel = options.validator.check.cancel;
    other_user = options.validator.check.cancel_user;
    ep_validator_set_cancel(validator.get(), cancel, this);
  }

  /// Either the condition or what the options brought.
  static int cancel(void* user)
  {
    auto* self = static_cast<Inside*>(user);
    if (self->other_cancel != nullptr && self->other_cancel(self->other_user) != 0)
    {
      return 1;
    }
    return self->termination.holds() ? 1 : 0;
  }

  bool read(const ob::State* state, double* q)
  {
    if (reader.read(state, q))
    {
      return true;
    }
    unreadable.fetch_add(1, std::memory_order_relaxed);
    return false;
  }

  ob::StateSpacePtr space;
  Reader reader;
  WorkspacePool pool;
  ValidatorPtr validator;
  Termination termination;
  double deviation = 0.0;
  int (*other_cancel)(void*) = nullptr;
  void* other_user = nullptr;
  std::atomic<int64_t> unreadable{0}; ///< states that are no configuration
};

Validation::Validation(ob::StateSpacePtr space, const ep_world* world,
                       const std::vector<const ep_machine*>& machines, const Mapping& mapping,
                       const Options& options)
    : inside_(std::make_unique<Inside>(std::move(space), world, machines, mapping, options))
{
}

Validation::~Validation() = default;

const ob::StateSpacePtr& Validation::space() const
{
  return inside_->space;
}

ep_validator* Validation::validator() const
{
  return inside_->validator.get();
}

std::size_t Validation::configurationSize() const
{
  return inside_->reader.size();
}

bool Validation::configuration(const ob::State* state, double* q) const
{
  return inside_->reader.read(state, q);
}

ep_verdict Validation::state(const ob::State* state, ep_result* result) const
{
  const WorkspacePool::Loan work(inside_->pool);
  if (!inside_->read(state, work->q0.data()))
  {
    return EP_UNDECIDED;
  }
  return ep_validator_state(inside_->validator.get(), work->q0.data(), result, nullptr);
}

ep_verdict Validation::motion(const ob::State* s1, const ob::State* s2, ep_result* result) const
{
  const WorkspacePool::Loan work(inside_->pool);
  if (!inside_->read(s1, work->q0.data()) || !inside_->read(s2, work->q1.data()))
  {
    return EP_UNDECIDED;
  }
  return ep_validator_motion(inside_->validator.get(), work->q0.data(), work->q1.data(), result,
                             nullptr);
}

namespace
{

/// What ep_validator_prefix() asks for configurations of OMPL's own states.
struct Interpolation
{
  const Reader* reader;
  const Workspace* work;
  const ob::State* s1;
  const ob::State* s2;
};

void state_at(double t, double* q, void* user)
{
  const auto* in = static_cast<const Interpolation*>(user);
  in->work->space->interpolate(in->s1, in->s2, t, in->work->state);
  in->reader->readUnchecked(in->work->state, q);
}

} // namespace

ep_verdict Validation::prefix(const ob::State* s1, const ob::State* s2, ep_prefix* prefix,
                              ob::State* last) const
{
  *prefix = ep_prefix{};
  const WorkspacePool::Loan work(inside_->pool);
  ep_verdict verdict = EP_UNDECIDED;
  if (inside_->read(s1, work->q0.data()) && inside_->read(s2, work->q1.data()))
  {
    Interpolation in = {&inside_->reader, work.operator->(), s1, s2};
    verdict = ep_validator_prefix(inside_->validator.get(), work->q0.data(), work->q1.data(),
                                  state_at, &in, prefix, nullptr, nullptr);
  }
  if (verdict == EP_FREE)
  {
    return verdict;
  }
  if (!(prefix->t_last > 0.0 && prefix->t_last < 1.0))
  {
    prefix->t_last = 0.0;
  }
  if (last != nullptr && prefix->t_last > 0.0)
  {
    // By way of our own state: `last` may be one of the ends.
    inside_->space->interpolate(s1, s2, prefix->t_last, work->state);
    inside_->space->copyState(last, work->state);
  }
  else if (last != nullptr && last != s1)
  {
    inside_->space->copyState(last, s1);
  }
  return verdict;
}

double Validation::clearance(const ob::State* state) const
{
  const WorkspacePool::Loan work(inside_->pool);
  if (!inside_->read(state, work->q0.data()))
  {
    return 0.0;
  }
  return ep_validator_clearance(inside_->validator.get(), work->q0.data(), nullptr);
}

void Validation::setTermination(const ob::PlannerTerminationCondition& condition) const
{
  inside_->termination.set(std::make_unique<const ob::PlannerTerminationCondition>(condition));
}

void Validation::clearTermination() const
{
  inside_->termination.set(nullptr);
}

double Validation::deviation() const
{
  return inside_->deviation;
}

ep_validator_statistics Validation::statistics() const
{
  ep_validator_statistics statistics;
  ep_validator_get_statistics(inside_->validator.get(), &statistics);
  return statistics;
}

void Validation::clearStatistics() const
{
  ep_validator_clear_statistics(inside_->validator.get());
  inside_->unreadable.store(0, std::memory_order_relaxed);
}

void Validation::writeRun(std::map<std::string, std::string>& run) const
{
  const ep_validator_statistics s = statistics();
  char value[32];
  for (int32_t i = 0; const char* name = ep_validator_property(&s, i, value, sizeof value); ++i)
  {
    run[name] = value;
  }
}

std::string Validation::lastError() const
{
  ep_error error;
  ep_validator_last_error(inside_->validator.get(), &error);
  const int64_t unreadable = inside_->unreadable.load(std::memory_order_relaxed);
  if (error.message[0] != 0 || unreadable == 0)
  {
    return error.message;
  }
  return std::to_string(unreadable) + " states of space '" + inside_->space->getName() +
         "' were no configurations: an angle that wraps outside of [-pi, pi], or a quaternion "
         "whose "
         "length is not 1";
}

} // namespace edgeproof
