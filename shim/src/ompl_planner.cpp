/// @file ompl_planner.cpp
#include "ompl_handles.hpp"
#include "ompl_names.hpp"
#include "ompl_parameters.hpp"

#include <ompl/util/Console.h>

#include <limits>

using ep_shim::fenced;
using ep_shim::refusal;

ompl::base::PlannerPtr ep_shim::planner_of(const ep_ompl_planner* planner)
{
  return planner->planner;
}

void ep_shim::adopt(ep_ompl_planner& handle, const ompl::base::PlannerPtr& planner)
{
  handle.planner = planner;
  handle.parameters.clear();
  planner->params().getParamNames(handle.parameters);
}

/// A planner without a roadmap keeps the objective and the goal of its set-up, so a new problem
/// gets a new planner of the same parameters.
static void renew(ep_ompl_planner& handle)
{
  const ompl::base::PlannerPtr fresh =
      ep_shim::planner_kind_of(handle.name.c_str()).make(handle.of.information);
  for (const auto& [name, value] : handle.chosen)
  {
    fresh->params().setParam(name, value);
  }
  ep_shim::adopt(handle, fresh);
}

void ep_shim::revive(ep_ompl_planner& handle)
{
  if (!handle.is_broken)
  {
    return;
  }
  const ompl::base::ProblemDefinitionPtr problem = handle.planner->getProblemDefinition();
  renew(handle);
  if (problem)
  {
    handle.planner->setProblemDefinition(problem);
  }
  handle.used_objective.reset();
  handle.is_broken = false;
}

/// In one dimension all ways round are of one length but for rounding, and BIT* loses its tree.
static void require_fit(const ep_shim::planner_kind& kind, const ep_ompl_information& of)
{
  const std::string name = kind.name;
  if ((name == "BITstar" || name == "ABITstar") && of.information->getStateDimension() == 1)
  {
    throw refusal(name + " would end the process in a space of one dimension");
  }
}

ep_shim_result ep_ompl_planner_create(const ep_ompl_information* information, const char* name,
                                      ep_ompl_planner** planner, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{planner, "planner"}});
                  *planner = nullptr;
                  ep_shim::require({{information, "information"}});
                  const ep_shim::planner_kind& kind = ep_shim::planner_kind_of(name);
                  require_fit(kind, *information);
                  auto made = std::make_unique<ep_ompl_planner>();
                  made->of = *information;
                  made->name = kind.name;
                  ep_shim::adopt(*made, kind.make(information->information));
                  *planner = made.release();
                });
}

void ep_ompl_planner_destroy(ep_ompl_planner* planner)
{
  delete planner;
}

const char* ep_ompl_planner_name(const ep_ompl_planner* planner)
{
  return planner != nullptr ? planner->name.c_str() : nullptr;
}

std::int32_t ep_ompl_planner_parameter_count(const ep_ompl_planner* planner)
{
  return planner != nullptr ? static_cast<std::int32_t>(planner->parameters.size()) : 0;
}

const char* ep_ompl_planner_parameter_name(const ep_ompl_planner* planner, std::int32_t i)
{
  return i >= 0 && i < ep_ompl_planner_parameter_count(planner)
             ? planner->parameters[static_cast<std::size_t>(i)].c_str()
             : nullptr;
}

ep_shim_result ep_ompl_planner_get_parameter(const ep_ompl_planner* planner, const char* name,
                                             char* value, std::size_t size, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{value, "value"}});
                  ep_shim::write_message("", value, size);
                  ep_shim::require({{planner, "planner"}});
                  ep_shim::require_parameter(*planner, name);
                  std::string text;
                  planner->planner->params().getParam(name, text);
                  ep_shim::write_message(text.c_str(), value, size);
                });
}

ep_shim_result ep_ompl_planner_set_parameter(ep_ompl_planner* planner, const char* name,
                                             const char* value, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{planner, "planner"}});

                  ep_shim::require_parameter(*planner, name);
                  const std::string text = ep_shim::parameter_text(*planner, name, value);
                  if (!planner->planner->params().setParam(name, text))
                  {
                    throw refusal("parameter " + ep_shim::shown(name) + " of " + planner->name +
                                  " cannot be " + ep_shim::shown(value));
                  }
                  planner->chosen[name] = text;
                });
}

ep_shim_result ep_ompl_planner_set_problem(ep_ompl_planner* planner, const ep_ompl_problem* problem,
                                           ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{planner, "planner"}, {problem, "problem"}});

                  if (problem->of.information != planner->of.information)
                  {
                    throw refusal("the problem and the planner " + planner->name +
                                  " are of different informations");
                  }
                  ep_shim::revive(*planner);
                  const bool was_set_up = planner->planner->isSetup();
                  const bool keeps_roadmap =
                      ep_shim::planner_kind_of(planner->name.c_str()).keeps_roadmap;
                  if (was_set_up && !keeps_roadmap)
                  {
                    renew(*planner);
                  }
                  planner->planner->setProblemDefinition(problem->definition);
                  if (was_set_up && keeps_roadmap)
                  {
                    planner->planner->setup();
                    planner->used_objective = problem->definition->getOptimizationObjective();
                  }
                });
}

ep_shim_result ep_ompl_planner_clear(ep_ompl_planner* planner, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{planner, "planner"}});

                  ep_shim::revive(*planner);
                  ep_shim::work_on work(*planner);
                  if (planner->planner->isSetup()) // else there is nothing, and AIT* crashes
                  {
                    planner->planner->clear();
                  }
                  work.done();
                });
}

ep_shim_result ep_ompl_planner_clear_query(ep_ompl_planner* planner, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{planner, "planner"}});

                  ep_shim::revive(*planner);
                  ep_shim::work_on work(*planner);
                  if (planner->planner->isSetup())
                  {
                    planner->planner->clearQuery();
                  }
                  work.done();
                });
}

void ep_ompl_planner_cancel(ep_ompl_planner* planner)
{
  if (planner != nullptr)
  {
    planner->watch.cancel();
  }
}

int ep_ompl_planner_is_stopping(ep_ompl_planner* planner)
{
  return planner != nullptr && planner->watch.is_solving() && planner->watch.is_over();
}
