/// @file test_adapter_planners.cpp
/// OMPL's planners with our validator, on one thread and on several; every edge of what they find
/// is certified once more by a checker of the test's own.
#include "adapter_problem.hpp"

#include <ompl/base/ScopedState.h>
#include <ompl/base/objectives/MaximizeMinClearanceObjective.h>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/cforest/CForest.h>
#include <ompl/geometric/planners/prm/PRM.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/geometric/planners/rrt/pRRT.h>
#include <ompl/tools/benchmark/Benchmark.h>

#include <atomic>
#include <cstdio>
#include <thread>

#include "ep_test.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

EP_TEST(works_rrtconnect_and_prm_find_certified_paths)
{
  seed_ompl();
  for (const auto& boxes : {coarse_walls(), thin_fences()})
  {
    Problem connect(boxes);
    solve("RRTConnect", connect, std::make_shared<og::RRTConnect>(connect.si), 20.0);
    Problem roadmap(boxes);
    solve("PRM", roadmap, std::make_shared<og::PRM>(roadmap.si), 20.0);
  }
}

EP_TEST(works_prrt_of_threads_finds_certified_paths)
{
  seed_ompl();
  Problem problem(thin_fences());
  const auto planner = std::make_shared<og::pRRT>(problem.si);
  planner->setThreadCount(4);
  solve("pRRT", problem, planner, 20.0);
}

EP_TEST(works_cforest_of_threads_finds_certified_paths)
{
  seed_ompl();
  Problem problem(thin_fences());
  const auto planner = std::make_shared<og::CForest>(problem.si);
  planner->setNumThreads(4);
  solve("CForest", problem, planner, 1.0);
}

EP_TEST(works_counters_are_right_under_threads)
{
  seed_ompl();
  Problem problem(thin_fences());
  const int64_t each = ep_test_trials(5000);
  std::atomic<int64_t> valid{0};
  const auto ask = [&](uint64_t seed)
  {
    ep_rng rng;
    ep_rng_init(&rng, seed);
    ob::ScopedState<> s1(problem.si);
    ob::ScopedState<> s2(problem.si);
    for (int64_t i = 0; i < each; ++i)
    {
      for (unsigned int k = 0; k < 2; ++k)
      {
        s1[k] = ep_rng_uniform(&rng, -5.0, 5.0);
        s2[k] = ep_rng_uniform(&rng, -5.0, 5.0);
      }
      std::pair<ob::State*, double> last(s2.get(), 0.0);
      valid += i % 4 == 0 ? problem.si->checkMotion(s1.get(), s2.get(), last)
                          : problem.si->checkMotion(s1.get(), s2.get());
      problem.si->isValid(s1.get());
    }
  };
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < 4; ++t)
  {
    threads.emplace_back(ask, ep_test_seed() + t);
  }
  for (std::thread& thread : threads)
  {
    thread.join();
  }
  const auto& validator = *problem.si->getMotionValidator();
  const ep_validator_statistics s = problem.validation->statistics();
  ck_assert(validator.getValidMotionCount() == valid && s.motions_free == valid);
  ck_assert(validator.getCheckedMotionCount() == 4 * each && s.motions == 4 * each);
  ck_assert(s.states == 4 * each);
}

EP_TEST(sound_simplified_paths_are_certified_again)
{
  seed_ompl();
  Problem problem(thin_fences());
  solve("RRTConnect", problem, std::make_shared<og::RRTConnect>(problem.si), 20.0);
  og::PathGeometric path = problem.path();
  const double before = path.length();
  og::PathSimplifier simplifier(problem.si);
  simplifier.simplifyMax(path);
  certify("simplified", problem, path);
  simplifier.smoothBSpline(path);
  certify("smoothed", problem, path);
  path.interpolate(50);
  certify("interpolated", problem, path);
  std::printf("length %.2f, simplified and smoothed %.2f\n", before, path.length());
  ck_assert(path.length() <= before);
}

EP_TEST(works_termination_ends_a_check)
{
  seed_ompl();
  // So many plates so close that a motion along them takes many steps of work; the last one is on
  // the other side, so that where they are says nothing.
  std::vector<YardBox> plates;
  for (int i = 0; i < 400; ++i)
  {
    plates.push_back({{-4.0 + 0.02 * i, 0.5 * (i % 2) - 0.25, 0.0}, {0.01, 0.4, 1.0}});
  }
  plates.push_back({{0.0, 2.0, 0.0}, {0.01, 0.4, 1.0}});
  Problem problem(plates);
  ob::ScopedState<> s1(problem.si);
  ob::ScopedState<> s2(problem.si);
  s1[0] = -4.5;
  s2[0] = 4.5;
  s1[1] = s2[1] = 0.4755;
  ck_assert(problem.validation->motion(s1.get(), s2.get()) == EP_FREE);
  const auto* validator =
      static_cast<const edgeproof::MotionValidator*>(problem.si->getMotionValidator().get());
  validator->setTermination(ob::plannerAlwaysTerminatingCondition());
  ck_assert(problem.validation->motion(s1.get(), s2.get()) == EP_UNDECIDED);
  ck_assert(!problem.si->checkMotion(s1.get(), s2.get()));
  std::pair<ob::State*, double> last(s2.get(), -1.0);
  ck_assert(!problem.si->checkMotion(s1.get(), s2.get(), last));
  ck_assert(last.second == 0.0 && problem.si->equalStates(s1.get(), s2.get()));
  s2[0] = 4.5;
  validator->setTermination(ob::plannerNonTerminatingCondition());
  ck_assert(problem.si->checkMotion(s1.get(), s2.get()));
  validator->setTermination(ob::PlannerTerminationCondition([]() -> bool { throw 1; }));
  ck_assert(!problem.si->checkMotion(s1.get(), s2.get()));
  validator->clearTermination();
  ck_assert(problem.si->checkMotion(s1.get(), s2.get()));
  ck_assert(problem.validation->lastError() == "");
}

/// What a condition holds on to is let go of.
EP_TEST(works_termination_is_forgotten)
{
  seed_ompl();
  const Problem problem(thin_fences());
  const auto held = std::make_shared<int>(0);
  const auto condition = [&]
  { return ob::PlannerTerminationCondition([held] { return ++*held < 0; }); };
  for (int i = 0; i < 3; ++i)
  {
    problem.validation->setTermination(condition());
    ck_assert_int_eq(held.use_count(), 2);
  }
  problem.validation->clearTermination();
  ck_assert_int_eq(held.use_count(), 1);
  // One that puts in another while it is asked.
  problem.validation->setTermination(ob::PlannerTerminationCondition(
      [&, held]
      {
        problem.validation->setTermination(condition());
        return *held > 0;
      }));
  ob::ScopedState<> s1(problem.si);
  ob::ScopedState<> s2(problem.si);
  s1[0] = s1[1] = s2[1] = -4.0;
  s2[0] = 4.0;
  // Both ask on their way to the fence, the second one the condition that the first one put in.
  ck_assert(!problem.si->checkMotion(s1.get(), s2.get()));
  ck_assert(!problem.si->checkMotion(s1.get(), s2.get()));
  ck_assert_int_gt(*held, 0);
  problem.validation->clearTermination();
  ck_assert_int_eq(held.use_count(), 1);
}

EP_TEST(robust_termination_changes_while_threads_ask)
{
  seed_ompl();
  Problem problem(thin_fences());
  const auto planner = std::make_shared<og::pRRT>(problem.si);
  planner->setThreadCount(3);
  planner->setProblemDefinition(problem.definition);
  planner->setup();
  std::atomic<bool> over{false};
  std::thread meddler(
      [&]
      {
        while (!over)
        {
          problem.validation->setTermination(ob::plannerNonTerminatingCondition());
          problem.validation->clearTermination();
        }
      });
  planner->ob::Planner::solve(1.0);
  over = true;
  meddler.join();
  if (problem.definition->hasExactSolution())
  {
    certify("pRRT", problem, problem.path());
  }
}

EP_TEST(works_benchmark_has_our_run_properties)
{
  seed_ompl();
  const Yard yard(table_joints(), coarse_walls());
  const auto validation = yard.validate(table_space());
  og::SimpleSetup setup(plug_in(validation));
  ob::ScopedState<> start(setup.getStateSpace());
  ob::ScopedState<> goal(setup.getStateSpace());
  start[0] = start[1] = -4.0;
  goal[0] = goal[1] = 4.0;
  setup.setStartAndGoalStates(start, goal);
  ompl::tools::Benchmark benchmark(setup, "plates");
  benchmark.addPlanner(std::make_shared<og::RRTConnect>(setup.getSpaceInformation()));
  benchmark.setPreRunEvent([&](const ob::PlannerPtr&) { validation->clearStatistics(); });
  benchmark.setPostRunEvent([&](const ob::PlannerPtr&, ompl::tools::Benchmark::RunProperties& run)
                            { validation->writeRun(run); });
  ompl::tools::Benchmark::Request request;
  request.maxTime = 20.0;
  request.maxMem = 4000.0;
  request.runCount = 2;
  request.displayProgress = false;
  request.simplify = false;
  request.saveConsoleOutput = false;
  benchmark.benchmark(request);
  const auto& runs = benchmark.getRecordedExperimentData().planners.at(0).runs;
  ck_assert(runs.size() == 2);
  for (const auto& run : runs)
  {
    const long long edges = std::stoll(run.at("edges checked INTEGER"));
    ck_assert(edges > 0);
    ck_assert(edges == std::stoll(run.at("edges free INTEGER")) +
                           std::stoll(run.at("edges colliding INTEGER")));
    ck_assert(run.at("edges undecided INTEGER") == "0");
    ck_assert(std::stod(run.at("edge check time REAL")) > 0.0);
    ck_assert(std::stoll(run.at("edge work items INTEGER")) > 0);
  }
}

EP_TEST(works_clearance_serves_an_objective_of_ompl)
{
  seed_ompl();
  Problem problem(coarse_walls());
  const auto objective = std::make_shared<ob::MaximizeMinClearanceObjective>(problem.si);
  solve("RRTConnect", problem, std::make_shared<og::RRTConnect>(problem.si), 20.0);
  const double clearance = problem.path().cost(objective).value();
  std::printf("smallest clearance on the path: %.3f m\n", clearance);
  ck_assert(clearance > 0.0 && clearance < 2.0);
  ob::ScopedState<> between(problem.si);
  between[0] = 0.0;
  between[1] = -1.0;
  const double in_the_middle = objective->stateCost(between.get()).value();
  ck_assert_msg(in_the_middle > 1.45 && in_the_middle <= 1.48, "%g", in_the_middle);
}

EP_TEST(robust_validators_of_another_space_are_refused)
{
  seed_ompl();
  const Problem problem(coarse_walls());
  const auto other = std::make_shared<ob::SpaceInformation>(table_space());
  try
  {
    edgeproof::MotionValidator validator(other, problem.validation);
    ck_abort_msg("a Validation of another space was taken");
  }
  catch (const edgeproof::Error& error)
  {
    ck_assert(std::string(error.what()).find("was made for") != std::string::npos);
  }
  try
  {
    edgeproof::StateValidityChecker checker(problem.si, nullptr);
    ck_abort_msg("no Validation was taken");
  }
  catch (const edgeproof::Error&)
  {
  }
}
