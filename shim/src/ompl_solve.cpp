/// @file ompl_solve.cpp
#include "ompl_handles.hpp"
#include "ompl_names.hpp"
#include "ompl_parameters.hpp"

#include <ompl/base/goals/GoalState.h>
#include <ompl/base/goals/GoalStates.h>
#include <ompl/geometric/PathGeometric.h>

#include <cmath>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

namespace ob = ompl::base;
using ep_shim::fenced;
using ep_shim::refusal;

namespace
{

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

ep_ompl_limits checked(const ep_ompl_limits* given)
{
  const ep_ompl_limits limits = ep_shim::config_or(given, ep_ompl_limits_default());
  if (!(limits.seconds > 0.0))
  {
    throw refusal("the limit of " + ep_shim::number_text(limits.seconds) +
                  " seconds is not above 0");
  }
  if (limits.iterations < 0 || limits.motions < 0)
  {
    throw refusal("a limit below 0: " +
                  std::to_string(limits.iterations < 0 ? limits.iterations : limits.motions));
  }
  if (limits.progress != nullptr &&
      !(limits.progress_seconds > 0.0 && limits.progress_seconds <= 1e6))
  {
    throw refusal("progress every " + ep_shim::number_text(limits.progress_seconds) +
                  " seconds is not possible");
  }
  return limits;
}

bool any_start_is_valid(const ob::ProblemDefinition& problem, const ob::SpaceInformation& of)
{
  for (unsigned i = 0; i < problem.getStartStateCount(); ++i)
  {
    if (of.isValid(problem.getStartState(i)))
    {
      return true;
    }
  }
  return false;
}

/// False only if the goal is a list of states and none is valid: planners would wait for another
/// until the time is over.
bool goal_is_possible(const ob::ProblemDefinition& problem, const ob::SpaceInformation& of)
{
  const ob::Goal* goal = problem.getGoal().get();
  if (const auto* one = dynamic_cast<const ob::GoalState*>(goal))
  {
    return of.isValid(one->getState());
  }
  const auto* several = dynamic_cast<const ob::GoalStates*>(goal);
  if (several == nullptr)
  {
    return true;
  }
  for (unsigned i = 0; i < several->getStateCount(); ++i)
  {
    if (of.isValid(several->getState(i)))
    {
      return true;
    }
  }
  return false;
}

/// Where a start is in the goal the best path is to stay, and is put in the problem: AIT* would
/// look for it for ever, TRRT and CForest do not see it.
bool can_stay(ob::ProblemDefinition& problem, const ob::SpaceInformationPtr& of,
              const std::string& planner)
{
  for (unsigned i = 0; i < problem.getStartStateCount(); ++i)
  {
    const ob::State* start = problem.getStartState(i);
    if (of->isValid(start) && problem.getGoal()->isSatisfied(start))
    {
      problem.addSolutionPath(std::make_shared<ompl::geometric::PathGeometric>(of, start, start),
                              false, 0.0, planner);
      return true;
    }
  }
  return false;
}

/// Calls the caller's progress function now and then, from a thread of its own.
class progress_caller
{
public:
  progress_caller(const ep_ompl_planner& planner, const ep_ompl_limits& limits)
      : watch_(planner.watch), limits_(limits)
  {
    if (limits.progress == nullptr)
    {
      return;
    }
    for (const auto& [name, read] : planner.planner->getPlannerProgressProperties())
    {
      if (name == "best cost REAL" || name == "best cost DOUBLE") // the latter by BIT* and its kin
      {
        cost_ = read;
      }
      else if (name == "milestone count INTEGER")
      {
        states_ = read;
      }
    }
    thread_ = std::thread([this] { run(); });
  }
  progress_caller(const progress_caller&) = delete;
  progress_caller& operator=(const progress_caller&) = delete;
  ~progress_caller()
  {
    if (!thread_.joinable())
    {
      return;
    }
    {
      const std::lock_guard<std::mutex> hold(mutex_);
      done_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

private:
  static double read(const ob::Planner::PlannerProgressProperty& property)
  {
    try
    {
      const double value = property ? std::stod(property()) : not_known;
      return std::isfinite(value) ? value : not_known;
    }
    catch (...)
    {
      return not_known; // a number that cannot be read, or no memory for its text: not known
    }
  }

  void run()
  {
    const auto pause = std::chrono::duration<double>(limits_.progress_seconds);
    std::unique_lock<std::mutex> hold(mutex_);
    while (!wake_.wait_for(hold, pause, [this] { return done_; }))
    {
      const double states = read(states_);
      const ep_ompl_progress progress = {
          watch_.seconds(), watch_.iterations(), watch_.motions(), read(cost_),
          std::isnan(states) ? -1 : static_cast<std::int64_t>(states)};
      limits_.progress(&progress, limits_.user);
    }
  }

  const ep_shim::solve_watch& watch_;
  const ep_ompl_limits& limits_;
  ob::Planner::PlannerProgressProperty cost_;
  ob::Planner::PlannerProgressProperty states_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

/// begin() and end() of a watch, whatever happens between.
class watched
{
public:
  watched(ep_ompl_planner& planner, const ep_ompl_limits& limits) : watch_(planner.watch)
  {
    watch_.begin(limits, planner.of.information.get());
  }
  watched(const watched&) = delete;
  watched& operator=(const watched&) = delete;
  ~watched()
  {
    watch_.end();
  }

private:
  ep_shim::solve_watch& watch_;
};

/// What would throw, or end the process, in the midst of it.
void require_solvable(const ep_ompl_planner& handle)
{
  ep_shim::require_validators(handle.of);
  const ob::ProblemDefinitionPtr& problem = handle.planner->getProblemDefinition();
  if (!problem)
  {
    throw refusal(handle.name + " has no problem to solve");
  }
  if (problem->getStartStateCount() == 0)
  {
    throw refusal("the problem has no start");
  }
  if (!problem->getGoal())
  {
    throw refusal("the problem has no goal");
  }
  if (handle.used_objective && handle.used_objective != problem->getOptimizationObjective())
  {
    throw refusal("the problem's objective changed after " + handle.name +
                  " began with it: set the problem again");
  }
  ep_shim::require_parameters_together(handle);
}

ep_ompl_status run(ep_ompl_planner& handle, const ep_ompl_limits& limits)
{
  ob::Planner& planner = *handle.planner;
  ob::ProblemDefinition& problem = *planner.getProblemDefinition();
  const ep_shim::planner_kind& kind = ep_shim::planner_kind_of(handle.name.c_str());
  if (!any_start_is_valid(problem, *handle.of.information))
  {
    return EP_OMPL_INVALID_START;
  }
  if (!goal_is_possible(problem, *handle.of.information))
  {
    return EP_OMPL_INVALID_GOAL;
  }
  if (!kind.keeps_roadmap && can_stay(problem, handle.of.information, handle.name))
  {
    return EP_OMPL_EXACT;
  }
  ep_shim::work_on work(handle);
  if (!planner.isSetup())
  {
    planner.setup();
  }
  if (handle.used_objective && kind.cannot_go_on)
  {
    planner.clear();
  }
  handle.used_objective = problem.getOptimizationObjective();
  const progress_caller progress(handle, limits);
  ep_shim::solve_watch& watch = handle.watch;
  const ob::PlannerStatus status =
      planner.solve(ob::PlannerTerminationCondition([&watch] { return watch.ask(); }));
  work.done();
  return ep_shim::status_of(static_cast<ob::PlannerStatus::StatusType>(status));
}

void solve(ep_ompl_planner& handle, const ep_ompl_limits* given, ep_ompl_outcome& outcome)
{
  const ep_ompl_limits limits = checked(given);
  require_solvable(handle);
  ep_shim::revive(handle);
  const watched scope(handle, limits);
  const ep_ompl_status status = run(handle, limits);
  outcome.seconds = handle.watch.seconds();
  outcome.iterations = handle.watch.iterations();
  outcome.motions = handle.watch.motions();
  outcome.ended_by = handle.watch.ended_by();
  const ob::ProblemDefinition& problem = *handle.planner->getProblemDefinition();
  if (const ob::PathPtr path = problem.getSolutionPath())
  {
    outcome.cost = path->cost(problem.getOptimizationObjective()).value();
    outcome.distance = problem.hasApproximateSolution() ? problem.getSolutionDifference() : 0.0;
  }
  outcome.status = status; // last: what fails before is no answer
}

} // namespace

ep_ompl_status ep_shim::status_of(int status)
{
  switch (status)
  {
  case ob::PlannerStatus::INVALID_START:
    return EP_OMPL_INVALID_START;
  case ob::PlannerStatus::INVALID_GOAL:
    return EP_OMPL_INVALID_GOAL;
  case ob::PlannerStatus::UNRECOGNIZED_GOAL_TYPE:
    return EP_OMPL_UNRECOGNIZED_GOAL;
  case ob::PlannerStatus::TIMEOUT:
    return EP_OMPL_TIMEOUT;
  case ob::PlannerStatus::APPROXIMATE_SOLUTION:
    return EP_OMPL_APPROXIMATE;
  case ob::PlannerStatus::EXACT_SOLUTION:
    return EP_OMPL_EXACT;
  case ob::PlannerStatus::CRASH:
    return EP_OMPL_CRASH;
  case ob::PlannerStatus::ABORT:
    return EP_OMPL_ABORT;
  default:
    return EP_OMPL_UNKNOWN;
  }
}

const char* ep_ompl_status_text(ep_ompl_status status)
{
  switch (status)
  {
  case EP_OMPL_UNKNOWN:
    return "unknown";
  case EP_OMPL_INVALID_START:
    return "invalid start";
  case EP_OMPL_INVALID_GOAL:
    return "invalid goal";
  case EP_OMPL_UNRECOGNIZED_GOAL:
    return "unrecognized goal";
  case EP_OMPL_TIMEOUT:
    return "timeout";
  case EP_OMPL_CRASH:
    return "crash";
  case EP_OMPL_ABORT:
    return "abort";
  case EP_OMPL_APPROXIMATE:
    return "approximate";
  case EP_OMPL_EXACT:
    return "exact";
  }
  return "no status";
}

ep_ompl_limits ep_ompl_limits_default(void)
{
  ep_ompl_limits limits{};
  limits.struct_size = sizeof limits;
  limits.seconds = 1.0;
  limits.progress_seconds = 0.1;
  return limits;
}

ep_shim_result ep_ompl_planner_solve(ep_ompl_planner* planner, const ep_ompl_limits* limits,
                                     ep_ompl_outcome* outcome, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{outcome, "outcome"}});
                  *outcome = ep_ompl_outcome{};
                  outcome->cost = not_known;
                  outcome->distance = not_known;
                  ep_shim::require({{planner, "planner"}});
                  solve(*planner, limits, *outcome);
                });
}
