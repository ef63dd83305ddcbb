/// @file ompl_path.cpp
#include "edgeproof/shim/ompl_path.h"

#include "ompl_handles.hpp"

#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/PathSimplifier.h>

#include <chrono>
#include <cmath>

namespace ob = ompl::base;
namespace og = ompl::geometric;
using ep_shim::fenced;
using ep_shim::refusal;

struct ep_ompl_path
{
  ep_ompl_information of;
  og::PathGeometric path;
  ob::OptimizationObjectivePtr objective; ///< null: length
  ob::GoalPtr goal;                       ///< or null
};

namespace
{

void require_seconds(double seconds)
{
  if (!(seconds > 0.0))
  {
    throw refusal("the limit of " + ep_shim::number_text(seconds) + " seconds is not above 0");
  }
}

std::unique_ptr<ep_ompl_path> path_of_states(const ep_ompl_information& of, const double* states,
                                             std::int32_t count)
{
  if (count < 1)
  {
    throw refusal("a path of " + std::to_string(count) + " states");
  }
  auto made = std::make_unique<ep_ompl_path>(
      ep_ompl_path{of, og::PathGeometric(of.information), nullptr, nullptr});
  for (std::int32_t i = 0; i < count; ++i)
  {
    const double* values = states + static_cast<std::size_t>(i) * of.layout->size();
    of.layout->require_usable(values, ("state " + std::to_string(i)).c_str());
    made->path.append(ep_shim::own_state(of, values).get());
  }
  return made;
}

void check(const ep_ompl_path& path, ep_ompl_path_report& report)
{
  ep_shim::require_validators(path.of);
  const ob::SpaceInformation& of = *path.of.information;
  const auto count = static_cast<std::int32_t>(path.path.getStateCount());
  const auto state = [&](std::int32_t i) { return path.path.getState(static_cast<unsigned>(i)); };
  for (std::int32_t i = 0; i < count; ++i)
  {
    if (report.bad_state < 0 && !(of.satisfiesBounds(state(i)) && of.isValid(state(i))))
    {
      report.bad_state = i;
    }
  }
  for (std::int32_t i = 0; i + 1 < count; ++i)
  {
    report.motions++;
    if (!of.checkMotion(state(i), state(i + 1)) && report.bad_motion < 0)
    {
      report.bad_motion = i;
    }
  }
  report.valid = report.bad_state < 0 && report.bad_motion < 0;
}

} // namespace

ep_shim_result ep_ompl_path_of_problem(const ep_ompl_problem* problem, ep_ompl_path** path,
                                       ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{path, "path"}});
                  *path = nullptr;
                  ep_shim::require({{problem, "problem"}});
                  const ob::PathPtr found = problem->definition->getSolutionPath();
                  if (!found)
                  {
                    throw refusal("the problem has no path");
                  }
                  *path = new ep_ompl_path{problem->of,
                                           og::PathGeometric(*found->as<og::PathGeometric>()),
                                           problem->definition->getOptimizationObjective(),
                                           problem->definition->getGoal()};
                });
}

ep_shim_result ep_ompl_path_create(const ep_ompl_information* information, const double* states,
                                   std::int32_t count, ep_ompl_path** path, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{path, "path"}});
                  *path = nullptr;
                  ep_shim::require({{information, "information"}, {states, "states"}});
                  *path = path_of_states(*information, states, count).release();
                });
}

void ep_ompl_path_destroy(ep_ompl_path* path)
{
  delete path;
}

std::int32_t ep_ompl_path_count(const ep_ompl_path* path)
{
  return path != nullptr ? static_cast<std::int32_t>(path->path.getStateCount()) : 0;
}

double ep_ompl_path_length(const ep_ompl_path* path)
{
  return path != nullptr ? path->path.length() : 0.0;
}

double ep_ompl_path_cost(const ep_ompl_path* path)
{
  if (path == nullptr)
  {
    return 0.0;
  }
  return path->objective ? path->path.cost(path->objective).value() : path->path.length();
}

void ep_ompl_path_states(const ep_ompl_path* path, double* states)
{
  if (path == nullptr || states == nullptr)
  {
    return;
  }
  const ep_shim::state_layout& layout = *path->of.layout;
  for (unsigned i = 0; i < path->path.getStateCount(); ++i)
  {
    layout.read(path->path.getState(i), states + i * layout.size());
  }
}

ep_shim_result ep_ompl_path_interpolate(ep_ompl_path* path, std::int32_t count,
                                        ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{path, "path"}});

                  if (count < 0)
                  {
                    throw refusal("a path of " + std::to_string(count) + " states");
                  }
                  if (count == 0)
                  {
                    path->path.interpolate();
                  }
                  else
                  {
                    path->path.interpolate(static_cast<unsigned>(count));
                  }
                });
}

ep_shim_result ep_ompl_path_simplify(ep_ompl_path* path, double seconds, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{path, "path"}});

                  require_seconds(seconds);
                  ep_shim::require_validators(path->of);
                  og::PathSimplifier simplifier(path->of.information, path->goal, path->objective);
                  og::PathGeometric changed = path->path;
                  simplifier.simplify(changed, seconds);
                  path->path = changed;
                });
}

ep_shim_result ep_ompl_path_smooth(ep_ompl_path* path, double seconds, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{path, "path"}});

                  require_seconds(seconds);
                  ep_shim::require_validators(path->of);
                  constexpr int rounds_max = 5;
                  using clock = std::chrono::steady_clock;
                  const auto begin = clock::now();
                  og::PathSimplifier simplifier(path->of.information);
                  og::PathGeometric changed = path->path;
                  for (int i = 0; i < rounds_max; ++i)
                  {
                    if (std::chrono::duration<double>(clock::now() - begin).count() >= seconds)
                    {
                      break;
                    }
                    simplifier.smoothBSpline(changed, 1);
                  }
                  path->path = changed;
                });
}

ep_shim_result ep_ompl_path_check(const ep_ompl_path* path, ep_ompl_path_report* report,
                                  ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{report, "report"}});
                  *report = ep_ompl_path_report{0, -1, -1, 0};
                  ep_shim::require({{path, "path"}});
                  check(*path, *report);
                });
}
