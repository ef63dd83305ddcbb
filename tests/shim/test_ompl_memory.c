/// @file test_ompl_memory.c
/// Memory that runs out in the middle of a call is a result, wherever it happens.
#include "ompl_tools.h"

#include "memory_tools.h"

#include "edgeproof/shim/ompl_roadmap.h"

static ep_shim_result make_space(void* user, ep_shim_error* told)
{
  (void)user;
  ep_ompl_space_config config = ep_ompl_space_default(EP_OMPL_SE3);
  config.name = "a name that is too long to be kept within a string itself";
  config.bound_count = 3;
  config.lower = zeros;
  config.upper = ones;
  ep_ompl_space* space = NULL;
  const ep_shim_result result = ep_ompl_space_create(&config, &space, told);
  ck_assert((space != NULL) == (result == EP_SHIM_OK));
  ep_ompl_space_destroy(space);
  return result;
}

static ep_shim_result make_information(void* user, ep_shim_error* told)
{
  const trial* of = user;
  ep_ompl_validator validator = ep_ompl_validator_default();
  validator.state_valid = flat_state;
  validator.motion_valid = flat_motion;
  ep_ompl_information* information = NULL;
  const ep_shim_result result =
      ep_ompl_information_create(of->space, &validator, &information, told);
  ep_ompl_information_destroy(information);
  return result;
}

static ep_shim_result make_problem(void* user, ep_shim_error* told)
{
  const trial* of = user;
  ep_ompl_problem* problem = NULL;
  ep_shim_result result = ep_ompl_problem_create(of->information, &problem, told);
  if (result == EP_SHIM_OK)
  {
    result = ep_ompl_problem_set_goal_region(problem, of->goal, 0.1, told);
  }
  ep_ompl_problem_destroy(problem);
  return result;
}

static ep_shim_result make_a_planner(void* user, ep_shim_error* told)
{
  const trial* of = user;
  ep_ompl_planner* planner = NULL;
  const ep_shim_result result = ep_ompl_planner_create(of->information, "RRTstar", &planner, told);
  ep_ompl_planner_destroy(planner);
  return result;
}

EP_TEST(robust_ompl_no_memory_while_making_things)
{
  trial made;
  make_flat_trial(&made);
  ck_assert_int_gt(expect_memory_results(make_space, NULL), 5);
  ck_assert_int_gt(expect_memory_results(make_information, &made), 2);
  ck_assert_int_gt(expect_memory_results(make_problem, &made), 2);
  ck_assert_int_gt(expect_memory_results(make_a_planner, &made), 5);
  end_trial(&made);
}

static ep_shim_result solve_once(void* user, ep_shim_error* told)
{
  ep_shim_result result = ep_ompl_planner_clear(user, told);
  if (result == EP_SHIM_OK)
  {
    ep_ompl_limits limits = ep_ompl_limits_default();
    limits.seconds = 10.0;
    ep_ompl_outcome outcome;
    result = ep_ompl_planner_solve(user, &limits, &outcome, told);
    ck_assert(outcome.status == (result == EP_SHIM_OK ? EP_OMPL_EXACT : EP_OMPL_UNKNOWN));
  }
  return result;
}

/// Once it is set up: a failure within OMPL's set-up damages a table of its own (SelfConfig).
EP_TEST(robust_ompl_no_memory_while_solving)
{
  trial made;
  make_flat_trial(&made);
  static const char* const names[] = {"RRT", "RRTConnect", "EST"};
  for (size_t i = 0; i < COUNT(names); ++i)
  {
    ep_ompl_planner* planner = make_planner(&made, names[i]);
    ep_ompl_outcome outcome;
    expect_ok(ep_ompl_planner_solve(planner, NULL, &outcome, &error));
    const int failures = expect_memory_results(solve_once, planner);
    ck_assert_msg(failures > 10, "%s: %d failures", names[i], failures);
    expect_good_path(&made, 1);
    ep_ompl_planner_destroy(planner);
  }
  end_trial(&made);
}

static ep_shim_result use_roadmap(void* user, ep_shim_error* told)
{
  ep_ompl_roadmap* roadmap = NULL;
  const ep_shim_result result = ep_ompl_roadmap_of_planner(user, &roadmap, told);
  ck_assert((roadmap != NULL) == (result == EP_SHIM_OK));
  ep_ompl_roadmap_destroy(roadmap);
  return result;
}

EP_TEST(robust_ompl_no_memory_while_copying_a_roadmap)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_planner* planner = make_planner(&made, "PRM");
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.motions = 3000;
  ep_ompl_outcome outcome;
  expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  ck_assert_int_gt(expect_memory_results(use_roadmap, planner), 20);
  ep_ompl_planner_destroy(planner);
  end_trial(&made);
}
