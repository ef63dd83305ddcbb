/// @file test_ompl_problem.c
/// Goals and objectives of the caller's, and what is done to a path.
#include "ompl_tools.h"

static ep_ompl_outcome solve(const trial* of, const char* name, double seconds)
{
  ep_ompl_planner* planner = make_planner(of, name);
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = seconds;
  ep_ompl_outcome outcome;
  expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  ep_ompl_planner_destroy(planner);
  return outcome;
}

static void last_state(const trial* of, double* q)
{
  ep_ompl_path* path = NULL;
  expect_ok(ep_ompl_path_of_problem(of->problem, &path, &error));
  const int32_t count = ep_ompl_path_count(path);
  double* states = malloc((size_t)count * (size_t)of->size * sizeof *states);
  ck_assert_ptr_nonnull(states);
  ep_ompl_path_states(path, states);
  memcpy(q, states + (ptrdiff_t)(count - 1) * of->size, (size_t)of->size * sizeof *q);
  free(states);
  ep_ompl_path_destroy(path);
}

/// One is in the wall; the others can be reached.
EP_TEST(works_ompl_several_goals)
{
  static const double goals[6] = {0.5, 0.3, 0.9, 0.9, 0.9, 0.1};
  static const char* const names[] = {"RRTConnect", "RRT", "PRM", "KPIECE1", "pRRT", "BITstar"};
  for (size_t i = 0; i < COUNT(names); ++i)
  {
    trial made;
    make_flat_trial(&made);
    expect_ok(ep_ompl_problem_set_goal(made.problem, goals, 3, &error));
    ck_assert_int_eq(solve(&made, names[i], i == 5 ? 0.2 : 5.0).status, EP_OMPL_EXACT);
    double q[2];
    last_state(&made, q);
    ck_assert(q[0] == 0.9 && (q[1] == 0.9 || q[1] == 0.1));
    expect_good_path(&made, 0);
    end_trial(&made);
  }
}

/// A goal of the caller's: the strip x >= 0.95. Every fourth sample is no state.
typedef struct strip
{
  atomic_int samples;
} strip;

static double strip_distance(const double* q, void* user)
{
  (void)user;
  return fmax(0.0, 0.95 - q[0]);
}

static void strip_sample(double* q, void* user)
{
  const int n = atomic_fetch_add(&((strip*)user)->samples, 1);
  q[0] = n % 4 == 3 ? (double)NAN : 0.96 + 0.03 * (n % 2);
  q[1] = 0.1 * (n % 10);
}

EP_TEST(works_ompl_goals_are_sampled)
{
  static const char* const names[] = {"RRTConnect", "RRT", "PRM", "SBL", "CForest"};
  for (size_t i = 0; i < COUNT(names); ++i)
  {
    trial made;
    make_flat_trial(&made);
    strip samples = {0};
    ep_ompl_goal goal = ep_ompl_goal_default();
    goal.distance = strip_distance;
    goal.sample = strip_sample;
    goal.user = &samples;
    expect_ok(ep_ompl_problem_set_goal_sampled(made.problem, &goal, &error));
    ep_ompl_objective objective = ep_ompl_objective_default();
    objective.satisfied = 10.0; // any path ends CForest
    expect_ok(ep_ompl_problem_set_objective(made.problem, &objective, &error));
    const ep_ompl_outcome outcome = solve(&made, names[i], 10.0);
    ck_assert_msg(outcome.status == EP_OMPL_EXACT, "%s: %s, %g s, distance %g", names[i],
                  ep_ompl_status_text(outcome.status), outcome.seconds, outcome.distance);
    double q[2];
    last_state(&made, q);
    ck_assert(q[0] >= 0.95 - 1e-9);
    ck_assert_int_ge(samples.samples, 1);
    end_trial(&made);
  }
}

static double never(const double* q, void* user)
{
  (void)q;
  (void)user;
  return NAN;
}

static void no_state(double* q, void* user)
{
  (void)user;
  q[0] = q[1] = NAN;
}

EP_TEST(robust_ompl_bad_ends_are_refused)
{
  trial made;
  make_flat_trial(&made);
  static const double bad[][2] = {{NAN, 0.5}, {0.5, INFINITY}, {1.5, 0.5}, {0.5, -0.1}};
  for (size_t i = 0; i < COUNT(bad); ++i)
  {
    expect_refused(ep_ompl_problem_add_start(made.problem, bad[i], &error), "the start");
    expect_refused(ep_ompl_problem_set_goal(made.problem, bad[i], 1, &error), "goal 0");
    expect_refused(ep_ompl_problem_set_goal_region(made.problem, bad[i], 0.1, &error), "the goal");
  }
  expect_refused(ep_ompl_problem_set_goal(made.problem, made.goal, 0, &error), "0 states");
  static const double tolerances[] = {0.0, -1.0, NAN, INFINITY};
  for (size_t i = 0; i < COUNT(tolerances); ++i)
  {
    expect_refused(ep_ompl_problem_set_goal_region(made.problem, made.goal, tolerances[i], &error),
                   "tolerance");
  }
  ep_ompl_goal goal = ep_ompl_goal_default();
  expect_refused(ep_ompl_problem_set_goal_sampled(made.problem, &goal, &error), "distance");
  strip samples = {0};
  goal.user = &samples;
  goal.distance = never;
  goal.sample = strip_sample;
  expect_refused(ep_ompl_problem_set_goal_sampled(made.problem, &goal, &error), "inf");
  goal.distance = strip_distance;
  goal.sample = no_state;
  expect_refused(ep_ompl_problem_set_goal_sampled(made.problem, &goal, &error), "sample");
  ck_assert_int_eq(solve(&made, "RRTConnect", 5.0).status, EP_OMPL_EXACT); // the old goal stands
  expect_good_path(&made, 1);
  end_trial(&made);
}

// --- Objectives ---

static double dear_below(const double* q, void* user)
{
  (void)user;
  return q[1] < 0.5 ? 50.0 : 1.0;
}

EP_TEST(works_ompl_objectives)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_objective objective = ep_ompl_objective_default();
  objective.satisfied = 10.0; // any path is good enough
  expect_ok(ep_ompl_problem_set_objective(made.problem, &objective, &error));
  ep_ompl_outcome outcome = solve(&made, "RRTstar", 20.0);
  ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
  ck_assert_int_eq(outcome.ended_by, EP_OMPL_END_PLANNER);

  objective = ep_ompl_objective_default();
  objective.kind = EP_OMPL_STATE_COST;
  expect_refused(ep_ompl_problem_set_objective(made.problem, &objective, &error), "state_cost");
  objective.state_cost = dear_below;
  expect_ok(ep_ompl_problem_set_objective(made.problem, &objective, &error));
  outcome = solve(&made, "RRTstar", 0.3);
  ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
  const double length = expect_good_path(&made, 1);
  ck_assert_msg(outcome.cost > 2.0 * length, "cost %g, length %g", outcome.cost, length);

  objective.kind = EP_OMPL_CLEARANCE;
  expect_ok(ep_ompl_problem_set_objective(made.problem, &objective, &error));
  outcome = solve(&made, "RRTstar", 0.3);
  ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
  ck_assert_double_eq_tol(outcome.cost, 0.01, 1e-9); // in the gap
  objective.kind = (ep_ompl_objective_kind)9;
  expect_refused(ep_ompl_problem_set_objective(made.problem, &objective, &error), "9");
  end_trial(&made);
}

// --- Paths ---

static void expect_whole(const ep_ompl_path* path)
{
  ep_ompl_path_report report;
  expect_ok(ep_ompl_path_check(path, &report, &error));
  ck_assert_msg(report.valid == 1, "state %d, motion %d", report.bad_state, report.bad_motion);
}

EP_TEST(works_ompl_paths_are_simplified_and_smoothed)
{
  trial made;
  make_flat_trial(&made);
  ck_assert_int_eq(solve(&made, "RRT", 5.0).status, EP_OMPL_EXACT);
  ep_ompl_path* path = NULL;
  expect_ok(ep_ompl_path_of_problem(made.problem, &path, &error));
  const double found = ep_ompl_path_length(path);
  expect_ok(ep_ompl_path_interpolate(path, 200, &error));
  ck_assert_int_eq(ep_ompl_path_count(path), 200);
  ck_assert_double_eq_tol(ep_ompl_path_length(path), found, 1e-9);
  expect_ok(ep_ompl_path_simplify(path, 0.5, &error));
  ck_assert_int_lt(ep_ompl_path_count(path), 200);
  ck_assert(ep_ompl_path_length(path) <= found + 1e-9);
  expect_whole(path);
  const int32_t count = ep_ompl_path_count(path);
  expect_ok(ep_ompl_path_smooth(path, 0.5, &error));
  ck_assert_int_gt(ep_ompl_path_count(path), count);
  expect_whole(path);
  expect_ok(ep_ompl_path_interpolate(path, 0, &error));
  ck_assert_int_ge(ep_ompl_path_count(path), 150);
  double* states = malloc((size_t)ep_ompl_path_count(path) * 2 * sizeof *states);
  ck_assert_ptr_nonnull(states);
  ep_ompl_path_states(path, states);
  expect_free_path(&made, states, ep_ompl_path_count(path));
  ck_assert(memcmp(states, made.start, 2 * sizeof *states) == 0);
  free(states);
  expect_refused(ep_ompl_path_simplify(path, 0.0, &error), "0 seconds");
  expect_refused(ep_ompl_path_smooth(path, NAN, &error), "nan seconds");
  expect_refused(ep_ompl_path_interpolate(path, -1, &error), "-1 states");
  ep_ompl_path_destroy(path);
  end_trial(&made);
}

/// The check names the first state and the first motion that are wrong.
EP_TEST(sound_ompl_bad_paths_are_found)
{
  trial made;
  make_flat_trial(&made);
  static const double states[] = {0.1, 0.2, 0.2, 0.3, 0.9, 0.3, 0.5, 0.1, 0.9, 0.9};
  ep_ompl_path* path = NULL;
  ep_ompl_path_report report;
  expect_ok(ep_ompl_path_create(made.information, states, 5, &path, &error));
  ck_assert_double_eq(ep_ompl_path_cost(path), ep_ompl_path_length(path));
  expect_ok(ep_ompl_path_check(path, &report, &error));
  ck_assert_int_eq(report.valid, 0);
  ck_assert_int_eq(report.bad_state, 3);
  ck_assert_int_eq(report.bad_motion, 1);
  ck_assert_int_eq(report.motions, 4);
  ep_ompl_path_destroy(path);
  expect_refused(ep_ompl_path_create(made.information, states, 0, &path, &error), "0 states");
  ck_assert_ptr_null(path);
  static const double nan_states[] = {0.1, 0.1, 0.2, NAN};
  expect_refused(ep_ompl_path_create(made.information, nan_states, 2, &path, &error), "state 1");
  expect_refused(ep_ompl_path_of_problem(made.problem, &path, &error), "no path");
  static const double outside[] = {0.1, 0.1, 0.2, 1.2};
  expect_ok(ep_ompl_path_create(made.information, outside, 2, &path, &error));
  expect_ok(ep_ompl_path_check(path, &report, &error));
  ck_assert(report.valid == 0 && report.bad_state == 1);
  ep_ompl_path_destroy(path);
  end_trial(&made);
}
