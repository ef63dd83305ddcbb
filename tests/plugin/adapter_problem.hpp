/// @file adapter_problem.hpp
/// A problem for planners on the table of adapter_yard.hpp.
#ifndef ADAPTER_PROBLEM_HPP
#define ADAPTER_PROBLEM_HPP

#include "adapter_yard.hpp"

#include <ompl/base/Planner.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/geometric/PathGeometric.h>

/// A table with walls, a problem from one corner to the other.
struct Problem
{
  explicit Problem(const std::vector<YardBox>& boxes);

  const ompl::geometric::PathGeometric& path() const;

  Yard yard;
  std::shared_ptr<edgeproof::Validation> validation;
  ompl::base::SpaceInformationPtr si;
  ompl::base::ProblemDefinitionPtr definition;
};

/// Every edge of a path, by a checker that the planner has not seen.
void certify(const char* what, const Problem& problem, const ompl::geometric::PathGeometric& path);

/// Solves, certifies, and compares the counters.
void solve(const char* what, Problem& problem, const ompl::base::PlannerPtr& planner,
           double seconds);

#endif
