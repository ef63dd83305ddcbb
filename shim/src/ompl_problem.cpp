/// @file ompl_problem.cpp
#include "ompl_handles.hpp"

#include <ompl/base/goals/GoalState.h>
#include <ompl/base/goals/GoalStates.h>
#include <ompl/base/objectives/MaximizeMinClearanceObjective.h>
#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/base/objectives/StateCostIntegralObjective.h>
#include <ompl/base/samplers/informed/RejectionInfSampler.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

namespace ob = ompl::base;
using ep_shim::fenced;
using ep_shim::own_state;
using ep_shim::refusal;

namespace
{

/// OMPL's direct sampler of better states serves some spaces only, and throws in others: in CForest
/// from a thread, which ends the process.
///
/// AIT* would have it try 2^32 times for a sample that can make the path better, and asks whether
/// to stop only then: for ever, once the path is as straight as can be. Whoever gets one that
/// cannot make it better bears it.
template <class Objective> class with_any_sampler : public Objective
{
  static constexpr unsigned int samples_max = 1000;

public:
  using Objective::Objective;
  ob::InformedSamplerPtr allocInformedStateSampler(const ob::ProblemDefinitionPtr& problem,
                                                   unsigned int calls_max) const override
  {
    return std::make_shared<ob::RejectionInfSampler>(problem, std::min(calls_max, samples_max));
  }
};

using length_objective = with_any_sampler<ob::PathLengthOptimizationObjective>;
using clearance_objective = with_any_sampler<ob::MaximizeMinClearanceObjective>;

class table_cost : public with_any_sampler<ob::StateCostIntegralObjective>
{
public:
  table_cost(const ep_ompl_information& of, const ep_ompl_objective& table)
      : with_any_sampler(of.information, true), layout_(of.layout), table_(table)
  {
  }
  ob::Cost stateCost(const ob::State* state) const override
  {
    double values[EP_OMPL_SIZE_MAX];
    layout_->read(state, values);
    return ob::Cost(table_.state_cost(values, table_.user));
  }

private:
  std::shared_ptr<const ep_shim::state_layout> layout_;
  ep_ompl_objective table_;
};

/// OMPL's takes the states in turn with a plain counter; pRRT asks from several threads.
class turn_states : public ob::GoalStates
{
public:
  using ob::GoalStates::GoalStates;
  void sampleGoal(ob::State* state) const override
  {
    const std::lock_guard<std::mutex> hold(mutex_);
    ob::GoalStates::sampleGoal(state);
  }

private:
  mutable std::mutex mutex_;
};

/// OMPL asks for distances below the threshold; ours are of the goal up to and with it.
double just_above(double threshold)
{
  return std::nextafter(threshold, std::numeric_limits<double>::infinity());
}

class region_goal : public ob::GoalSampleableRegion
{
public:
  region_goal(const ep_ompl_information& of, const double* center, double tolerance)
      : ob::GoalSampleableRegion(of.information), of_(of), center_(of_, center),
        sampler_(of.information->allocStateSampler())
  {
    setThreshold(just_above(tolerance));
  }
  double distanceGoal(const ob::State* state) const override
  {
    return si_->distance(state, center_.get());
  }
  /// A compound's sampler takes the tolerance for each part, so a sample may lie too far.
  void sampleGoal(ob::State* state) const override
  {
    const std::lock_guard<std::mutex> hold(mutex_);
    sampler_->sampleUniformNear(state, center_.get(), threshold_);
    const double distance = distanceGoal(state);
    if (distance > threshold_)
    {
      si_->getStateSpace()->interpolate(center_.get(), state, 0.999 * threshold_ / distance, state);
    }
    if (!(distanceGoal(state) <= threshold_))
    {
      si_->copyState(state, center_.get());
    }
  }
  unsigned int maxSampleCount() const override
  {
    return EP_OMPL_GOAL_SAMPLES_MAX;
  }

private:
  ep_ompl_information of_;
  own_state center_;
  ob::StateSamplerPtr sampler_;
  mutable std::mutex mutex_;
};

class table_goal : public ob::GoalSampleableRegion
{
public:
  table_goal(const ep_ompl_information& of, const ep_ompl_goal& table)
      : ob::GoalSampleableRegion(of.information), layout_(of.layout), table_(table),
        first_(layout_->size(), NAN)
  {
    setThreshold(just_above(table.threshold));
    table_.sample(first_.data(), table_.user);
    layout_->require_usable(first_.data(), "the goal's sample");
    if (!(distance_of(first_.data()) < threshold_))
    {
      throw refusal("the goal's sample is not of the goal: its distance is " +
                    ep_shim::number_text(distance_of(first_.data())));
    }
  }
  double distanceGoal(const ob::State* state) const override
  {
    double values[EP_OMPL_SIZE_MAX];
    layout_->read(state, values);
    return distance_of(values);
  }
  void sampleGoal(ob::State* state) const override
  {
    double values[EP_OMPL_SIZE_MAX];
    std::fill_n(values, layout_->size(), NAN);
    table_.sample(values, table_.user);
    layout_->write(layout_->is_usable(values) ? values : first_.data(), state);
  }
  unsigned int maxSampleCount() const override
  {
    return EP_OMPL_GOAL_SAMPLES_MAX;
  }

private:
  double distance_of(const double* values) const
  {
    const double distance = table_.distance(values, table_.user);
    return distance >= 0.0 ? distance : std::numeric_limits<double>::infinity();
  }

  std::shared_ptr<const ep_shim::state_layout> layout_;
  ep_ompl_goal table_;
  std::vector<double> first_;
};

ob::GoalPtr goal_of_states(const ep_ompl_information& of, const double* states, std::int32_t count)
{
  if (count < 1)
  {
    throw refusal("a goal of " + std::to_string(count) + " states");
  }
  for (std::int32_t i = 0; i < count; ++i)
  {
    const std::string what = "goal " + std::to_string(i);
    ep_shim::require_within_bounds(of, states + static_cast<std::size_t>(i) * of.layout->size(),
                                   what.c_str());
  }
  if (count == 1)
  {
    const auto goal = std::make_shared<ob::GoalState>(of.information);
    goal->setState(own_state(of, states).get());
    return goal;
  }
  const auto goal = std::make_shared<turn_states>(of.information);
  for (std::int32_t i = 0; i < count; ++i)
  {
    goal->addState(own_state(of, states + static_cast<std::size_t>(i) * of.layout->size()).get());
  }
  return goal;
}

ob::OptimizationObjectivePtr make_objective(const ep_ompl_information& of,
                                            const ep_ompl_objective& wanted)
{
  switch (wanted.kind)
  {
  case EP_OMPL_PATH_LENGTH:
  {
    const auto objective = std::make_shared<length_objective>(of.information);
    objective->setCostToGoHeuristic(&ob::goalRegionCostToGo);
    return objective;
  }
  case EP_OMPL_CLEARANCE:
    return std::make_shared<clearance_objective>(of.information);
  case EP_OMPL_STATE_COST:
    if (wanted.state_cost == nullptr)
    {
      throw refusal("the objective has no state_cost");
    }
    return std::make_shared<table_cost>(of, wanted);
  }
  throw refusal("no kind of objective is " + std::to_string(wanted.kind));
}

void replace_goal(ep_ompl_problem* problem, const ob::GoalPtr& goal)
{
  problem->definition->clearSolutionPaths();
  problem->definition->setGoal(goal);
}

} // namespace

ob::ProblemDefinitionPtr ep_shim::problem_of(const ep_ompl_problem* problem)
{
  return problem->definition;
}

ep_shim_result ep_ompl_problem_create(const ep_ompl_information* information,
                                      ep_ompl_problem** problem, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{problem, "problem"}});
                  *problem = nullptr;
                  ep_shim::require({{information, "information"}});
                  auto made = std::make_unique<ep_ompl_problem>();
                  made->of = *information;
                  made->definition =
                      std::make_shared<ob::ProblemDefinition>(information->information);
                  made->definition->setOptimizationObjective(
                      make_objective(*information, ep_ompl_objective_default()));
                  *problem = made.release();
                });
}

void ep_ompl_problem_destroy(ep_ompl_problem* problem)
{
  delete problem;
}

ep_shim_result ep_ompl_problem_add_start(ep_ompl_problem* problem, const double* state,
                                         ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{problem, "problem"}, {state, "state"}});

                  ep_shim::require_within_bounds(problem->of, state, "the start");
                  problem->definition->clearSolutionPaths();
                  problem->definition->addStartState(own_state(problem->of, state).get());
                });
}

void ep_ompl_problem_clear_starts(ep_ompl_problem* problem)
{
  if (problem != nullptr)
  {
    problem->definition->clearSolutionPaths();
    problem->definition->clearStartStates();
  }
}

ep_shim_result ep_ompl_problem_set_goal(ep_ompl_problem* problem, const double* states,
                                        std::int32_t count, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{problem, "problem"}, {states, "states"}});
                  replace_goal(problem, goal_of_states(problem->of, states, count));
                });
}

ep_shim_result ep_ompl_problem_set_goal_region(ep_ompl_problem* problem, const double* center,
                                               double tolerance, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{problem, "problem"}, {center, "center"}});

                  ep_shim::require_within_bounds(problem->of, center, "the goal");
                  if (!(tolerance > 0.0) || !std::isfinite(tolerance))
                  {
                    throw refusal("the goal's tolerance " + ep_shim::number_text(tolerance) +
                                  " is not above 0");
                  }
                  replace_goal(problem,
                               std::make_shared<region_goal>(problem->of, center, tolerance));
                });
}

ep_ompl_goal ep_ompl_goal_default(void)
{
  ep_ompl_goal goal{};
  goal.struct_size = sizeof goal;
  return goal;
}

ep_shim_result ep_ompl_problem_set_goal_sampled(ep_ompl_problem* problem, const ep_ompl_goal* goal,
                                                ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{problem, "problem"}});

                  const ep_ompl_goal table = ep_shim::config_or(goal, ep_ompl_goal_default());
                  if (table.distance == nullptr || table.sample == nullptr)
                  {
                    throw refusal("the goal needs distance and sample");
                  }
                  if (!(table.threshold >= 0.0) || !std::isfinite(table.threshold))
                  {
                    throw refusal("the goal's threshold " + ep_shim::number_text(table.threshold) +
                                  " is not at least 0");
                  }
                  replace_goal(problem, std::make_shared<table_goal>(problem->of, table));
                });
}

ep_ompl_objective ep_ompl_objective_default(void)
{
  ep_ompl_objective objective{};
  objective.struct_size = sizeof objective;
  objective.kind = EP_OMPL_PATH_LENGTH;
  objective.satisfied = NAN;
  return objective;
}

ep_shim_result ep_ompl_problem_set_objective(ep_ompl_problem* problem,
                                             const ep_ompl_objective* objective,
                                             ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{problem, "problem"}});

                  const ep_ompl_objective wanted =
                      ep_shim::config_or(objective, ep_ompl_objective_default());
                  const auto made = make_objective(problem->of, wanted);
                  if (!std::isnan(wanted.satisfied))
                  {
                    made->setCostThreshold(ob::Cost(wanted.satisfied));
                  }
                  problem->definition->clearSolutionPaths();
                  problem->definition->setOptimizationObjective(made);
                });
}
