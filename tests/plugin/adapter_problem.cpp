/// @file adapter_problem.cpp
#include "adapter_problem.hpp"

#include <ompl/base/ScopedState.h>

#include <cstdio>

#include "ep_test.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

Problem::Problem(const std::vector<YardBox>& boxes)
    : yard(table_joints(), boxes), validation(yard.validate(table_space())),
      si(plug_in(validation)), definition(std::make_shared<ob::ProblemDefinition>(si))
{
  ob::ScopedState<> start(si);
  ob::ScopedState<> goal(si);
  start[0] = start[1] = -4.0;
  goal[0] = goal[1] = 4.0;
  definition->setStartAndGoalStates(start, goal);
}

const og::PathGeometric& Problem::path() const
{
  return *definition->getSolutionPath()->as<og::PathGeometric>();
}

void certify(const char* what, const Problem& problem, const og::PathGeometric& path)
{
  ep_error error;
  ep_checker* made = nullptr;
  ck_assert(ep_checker_create(problem.yard.world(), &made, &error) == EP_OK);
  const std::unique_ptr<ep_checker, void (*)(ep_checker*)> checker(made, ep_checker_destroy);
  ck_assert_msg(path.getStateCount() >= 2, "%s: %zu states", what, path.getStateCount());
  for (std::size_t i = 1; i < path.getStateCount(); ++i)
  {
    double q[2][2];
    ck_assert(problem.validation->configuration(path.getState(static_cast<unsigned>(i - 1)), q[0]));
    ck_assert(problem.validation->configuration(path.getState(static_cast<unsigned>(i)), q[1]));
    ep_result result;
    ck_assert(ep_check_edge(checker.get(), q[0], q[1], nullptr, &result, &error) == EP_OK);
    ck_assert_msg(result.verdict == EP_FREE, "%s: edge %zu is %s", what, i,
                  ep_verdict_text(result.verdict));
  }
}

void solve(const char* what, Problem& problem, const ob::PlannerPtr& planner, double seconds)
{
  problem.validation->clearStatistics();
  problem.si->getMotionValidator()->resetMotionCounter();
  planner->setProblemDefinition(problem.definition);
  planner->setup();
  const ob::PlannerStatus status = planner->ob::Planner::solve(seconds);
  ck_assert_msg(status == ob::PlannerStatus::EXACT_SOLUTION, "%s: %s", what,
                status.asString().c_str());
  certify(what, problem, problem.path());
  const ep_validator_statistics s = problem.validation->statistics();
  std::printf("%s: %zu states, %lld edges checked (%lld free, %lld colliding, %lld undecided) by "
              "up to %d threads\n",
              what, problem.path().getStateCount(), (long long)s.motions, (long long)s.motions_free,
              (long long)s.motions_colliding, (long long)s.motions_undecided, s.checkers);
  ck_assert(s.motions > 0 && s.motions_undecided == 0);
  ck_assert(problem.si->getMotionValidator()->getValidMotionCount() == s.motions_free);
  ck_assert(problem.si->getMotionValidator()->getInvalidMotionCount() == s.motions_colliding);
  ck_assert(problem.validation->lastError() == "");
}
