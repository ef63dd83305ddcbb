/// @file test_ompl_planner.c
/// One planner: its parameters, what ends a solve, and what is refused before it begins.
#define _POSIX_C_SOURCE 200809L // nanosleep
#include "ompl_tools.h"

#include <pthread.h>

EP_TEST(robust_ompl_unknown_planners_list_the_known)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_planner* planner = (ep_ompl_planner*)&made;
  expect_refused(ep_ompl_planner_create(made.information, "RRTconnect", &planner, &error),
                 "unknown planner 'RRTconnect'; known: RRT RRTConnect");
  ck_assert_ptr_null(planner);
  for (int32_t i = 0; i < ep_ompl_planner_name_count(); ++i)
  {
    ck_assert_ptr_nonnull(strstr(error.message, ep_ompl_planner_name_at(i)));
  }
  expect_refused(ep_ompl_planner_create(made.information, "", &planner, &error), "''");
  expect_refused(ep_ompl_planner_create(made.information, NULL, &planner, &error), "NULL");
  ck_assert_int_eq(ep_ompl_planner_create(made.information, "no such", &planner, NULL),
                   EP_SHIM_REFUSED);
  end_trial(&made);
}

EP_TEST(works_ompl_parameters_are_set_and_read)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_planner* planner = make_planner(&made, "RRTstar");
  ck_assert_int_gt(ep_ompl_planner_parameter_count(planner), 5);
  ck_assert_ptr_null(ep_ompl_planner_parameter_name(planner, -1));
  int has_range = 0;
  for (int32_t i = 0; i < ep_ompl_planner_parameter_count(planner); ++i)
  {
    has_range |= strcmp(ep_ompl_planner_parameter_name(planner, i), "range") == 0;
  }
  ck_assert(has_range);
  static const char* const values[][2] = {
      {"range", "0.125"}, {"goal_bias", "0.5"}, {"delay_collision_checking", "1"}};
  for (size_t i = 0; i < COUNT(values); ++i)
  {
    char text[40];
    expect_ok(ep_ompl_planner_set_parameter(planner, values[i][0], values[i][1], &error));
    expect_ok(ep_ompl_planner_get_parameter(planner, values[i][0], text, sizeof text, &error));
    ck_assert_double_eq(atof(text), atof(values[i][1]));
  }
  expect_ok(ep_ompl_planner_set_parameter(planner, "tree_pruning", "true", &error));
  char text[40];
  expect_ok(ep_ompl_planner_get_parameter(planner, "tree_pruning", text, sizeof text, &error));
  ck_assert_str_eq(text, "1");
  ep_ompl_planner_destroy(planner);
  end_trial(&made);
}

/// The range is what RRT really steps by, after a new problem too.
EP_TEST(works_ompl_parameters_have_an_effect)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_planner* planner = make_planner(&made, "RRT");
  expect_ok(ep_ompl_planner_set_parameter(planner, "range", "0.03", &error));
  for (int i = 0; i < 2; ++i)
  {
    ep_ompl_limits limits = ep_ompl_limits_default();
    limits.seconds = 10.0;
    ep_ompl_outcome outcome;
    expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
    ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
    ep_ompl_path* path = NULL;
    expect_ok(ep_ompl_path_of_problem(made.problem, &path, &error));
    double states[2000];
    const int32_t count = ep_ompl_path_count(path);
    ck_assert_int_le(count, 1000);
    ep_ompl_path_states(path, states);
    for (int32_t k = 0; k + 1 < count; ++k)
    {
      const double* q = states + 2 * k;
      ck_assert(hypot(q[2] - q[0], q[3] - q[1]) <= 0.03 + 1e-12);
    }
    ep_ompl_path_destroy(path);
    expect_ok(ep_ompl_problem_set_goal(made.problem, made.goal, 1, &error));
    expect_ok(ep_ompl_planner_set_problem(planner, made.problem, &error));
  }
  ep_ompl_planner_destroy(planner);
  end_trial(&made);
}

EP_TEST(robust_ompl_parameters_of_wrong_name_or_value)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_planner* planner = make_planner(&made, "RRT");
  expect_refused(ep_ompl_planner_set_parameter(planner, "rnge", "1", &error),
                 "RRT has no parameter 'rnge'; it has: goal_bias");
  ck_assert_ptr_nonnull(strstr(error.message, "range"));
  char text[8] = "before";
  expect_refused(ep_ompl_planner_get_parameter(planner, NULL, text, sizeof text, &error), "''");
  ck_assert_str_eq(text, "");
  static const char* const wrong[] = {"",    "1.5x",  "0,5", "-1", "nan",    "inf",
                                      "one", "1e999", " 1",  "1 ", "0.1 0.2"};
  for (size_t i = 0; i < COUNT(wrong); ++i)
  {
    expect_refused(ep_ompl_planner_set_parameter(planner, "range", wrong[i], &error), "'range'");
  }
  expect_refused(ep_ompl_planner_set_parameter(planner, "range", NULL, &error), "'range'");
  expect_refused(ep_ompl_planner_set_parameter(planner, "goal_bias", "1.5", &error), "[0, 1]");
  expect_refused(ep_ompl_planner_set_parameter(planner, "range", "true", &error), "not a number");
  expect_refused(ep_ompl_planner_set_parameter(planner, "intermediate_states", "yes", &error),
                 "not true or false");
  expect_refused(ep_ompl_planner_set_parameter(planner, "intermediate_states", "2", &error),
                 "'intermediate_states'");
  ep_ompl_planner_destroy(planner);

  planner = make_planner(&made, "PRM");
  expect_refused(ep_ompl_planner_set_parameter(planner, "max_nearest_neighbors", "0.5", &error),
                 "max_nearest_neighbors");
  expect_refused(
      ep_ompl_planner_set_parameter(planner, "max_nearest_neighbors", "5000000000", &error),
      "max_nearest_neighbors");
  ep_ompl_planner_destroy(planner);
  planner = make_planner(&made, "pRRT");
  expect_refused(ep_ompl_planner_set_parameter(planner, "thread_count", "0", &error), "[1, 256]");
  expect_refused(ep_ompl_planner_set_parameter(planner, "thread_count", "false", &error),
                 "not a number");
  ep_ompl_planner_destroy(planner);
  end_trial(&made);
}

/// Values that OMPL takes, and by which it would end the process or never end.
EP_TEST(robust_ompl_parameters_that_would_end_the_process)
{
  trial made;
  make_flat_trial(&made);
  static const char* const wrong[][4] = {
      {"FMT", "radius_multiplier", "0.1", "[0.9, 100]"},
      {"BFMT", "radius_multiplier", "0.1", "[0.9, 100]"},
      {"FMT", "num_samples", "1", "[10, 1e+08]"},
      {"KPIECE1", "min_valid_path_fraction", "0", "[1e-06, 1]"},
      {"KPIECE1", "failed_expansion_score_factor", "1.5", "[1e-06, 1]"},
      {"RRTConnect", "range", "1e-9", "0 or at least 0.000141421"}};
  for (size_t i = 0; i < COUNT(wrong); ++i)
  {
    ep_ompl_planner* planner = make_planner(&made, wrong[i][0]);
    expect_refused(ep_ompl_planner_set_parameter(planner, wrong[i][1], wrong[i][2], &error),
                   wrong[i][3]);
    ep_ompl_planner_destroy(planner);
  }
  // One by one each would do.
  static const char* const together[][4] = {
      {"RRTstar", "ordered_sampling", "true", "needs informed_sampling or sample_rejection"},
      {"SPARS", "dense_delta_fraction", "0.5", "0.5 is not below sparse_delta_fraction 0.25"},
      {"SPARStwo", "sparse_delta_fraction", "1e-4", "is not below sparse_delta_fraction 0.0001"}};
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = 0.1;
  ep_ompl_outcome outcome;
  for (size_t i = 0; i < COUNT(together); ++i)
  {
    ep_ompl_planner* planner = make_planner(&made, together[i][0]);
    expect_ok(ep_ompl_planner_set_parameter(planner, together[i][1], together[i][2], &error));
    expect_refused(ep_ompl_planner_solve(planner, &limits, &outcome, &error), together[i][3]);
    ck_assert_int_eq(outcome.status, EP_OMPL_UNKNOWN);
    if (i == 0)
    {
      expect_ok(ep_ompl_planner_set_parameter(planner, "informed_sampling", "true", &error));
      expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
    }
    ep_ompl_planner_destroy(planner);
  }
  end_trial(&made);
}

// --- What ends a solve ---

static int after_some(void* user)
{
  return ++*(int*)user > 5;
}

EP_TEST(works_ompl_limits_end_a_solve)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_planner* planner = make_planner(&made, "RRTstar");
  ep_ompl_outcome outcome;
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = 0.05;
  expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  ck_assert_int_eq(outcome.ended_by, EP_OMPL_END_SECONDS);
  ck_assert(outcome.seconds >= 0.05 && outcome.motions > 0);

  limits = ep_ompl_limits_default();
  limits.seconds = INFINITY;
  limits.iterations = 100;
  expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  ck_assert_int_eq(outcome.ended_by, EP_OMPL_END_ITERATIONS);
  ck_assert_int_ge(outcome.iterations, 101);
  ck_assert_int_lt(outcome.iterations, 110);

  limits.iterations = 0;
  limits.motions = 200;
  const long long before = made.asked.motions;
  expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  ck_assert_int_eq(outcome.ended_by, EP_OMPL_END_MOTIONS);
  ck_assert_int_ge(outcome.motions, 200);
  ck_assert_int_eq(outcome.motions, made.asked.motions - before);

  int count = 0;
  limits.motions = 0;
  limits.stop = after_some;
  limits.user = &count;
  expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  ck_assert_int_eq(outcome.ended_by, EP_OMPL_END_STOP);
  ck_assert_int_eq(count, 6);
  ep_ompl_planner_destroy(planner);
  end_trial(&made);
}

static void* cancel_later(void* user)
{
  const struct timespec pause = {0, 50000000};
  nanosleep(&pause, NULL);
  ep_ompl_planner_cancel(user);
  return NULL;
}

EP_TEST(works_ompl_cancel_ends_this_or_the_next_solve)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_planner* planner = make_planner(&made, "PRMstar");
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = INFINITY;
  ep_ompl_outcome outcome;
  pthread_t thread;
  ck_assert_int_eq(pthread_create(&thread, NULL, cancel_later, planner), 0);
  expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  ck_assert_int_eq(outcome.ended_by, EP_OMPL_END_CANCEL);
  ck_assert(outcome.seconds >= 0.03);
  ck_assert_int_eq(pthread_join(thread, NULL), 0);

  expect_ok(ep_ompl_planner_clear(planner, &error));
  ck_assert_int_eq(ep_ompl_planner_is_stopping(planner), 0);
  ep_ompl_planner_cancel(planner);
  expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  ck_assert_int_eq(outcome.ended_by, EP_OMPL_END_CANCEL);

  limits.seconds = 0.02; // and only the next one
  expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  ck_assert_int_eq(outcome.ended_by, EP_OMPL_END_SECONDS);
  ep_ompl_planner_destroy(planner);
  end_trial(&made);
}

/// A validator that never answers until the planner is told to stop.
typedef struct slow
{
  ep_ompl_planner* planner;
  int stopped;
} slow;

static int any_state(const double* q, void* user)
{
  (void)q;
  (void)user;
  return 1;
}

static int slow_motion(const double* a, const double* b, void* user)
{
  (void)a;
  (void)b;
  slow* self = user;
  while (!ep_ompl_planner_is_stopping(self->planner))
  {
  }
  self->stopped++;
  return 0;
}

EP_TEST(works_ompl_validators_learn_of_the_end)
{
  trial made;
  make_flat_trial(&made);
  slow self = {NULL, 0};
  ep_ompl_validator validator = ep_ompl_validator_default();
  validator.state_valid = any_state;
  validator.motion_valid = slow_motion;
  validator.user = &self;
  ep_ompl_information* information = NULL;
  expect_ok(ep_ompl_information_create(made.space, &validator, &information, &error));
  ep_ompl_problem* problem = NULL;
  expect_ok(ep_ompl_problem_create(information, &problem, &error));
  expect_ok(ep_ompl_problem_add_start(problem, made.start, &error));
  expect_ok(ep_ompl_problem_set_goal(problem, made.goal, 1, &error));
  expect_ok(ep_ompl_planner_create(information, "RRT", &self.planner, &error));
  expect_ok(ep_ompl_planner_set_problem(self.planner, problem, &error));
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = 0.05;
  ep_ompl_outcome outcome;
  expect_ok(ep_ompl_planner_solve(self.planner, &limits, &outcome, &error));
  ck_assert_int_eq(outcome.status, EP_OMPL_TIMEOUT);
  ck_assert_int_eq(self.stopped, 1);
  ck_assert(isnan(outcome.cost) && isnan(outcome.distance));
  ep_ompl_planner_destroy(self.planner);
  ep_ompl_problem_destroy(problem);
  ep_ompl_information_destroy(information);
  end_trial(&made);
}

typedef struct heard
{
  int calls;
  double seconds;
  double cost;
  int64_t states;
} heard;

static void hear(const ep_ompl_progress* progress, void* user)
{
  heard* self = user;
  self->calls++;
  ck_assert(progress->seconds > self->seconds);
  self->seconds = progress->seconds;
  self->cost = progress->best_cost;
  self->states = progress->states;
}

EP_TEST(works_ompl_progress_is_told)
{
  trial made;
  make_flat_trial(&made);
  static const char* const names[] = {"RRTstar", "PRMstar"};
  for (int i = 0; i < 2; ++i)
  {
    ep_ompl_planner* planner = make_planner(&made, names[i]);
    heard all = {0};
    ep_ompl_limits limits = ep_ompl_limits_default();
    limits.seconds = 0.3;
    limits.progress = hear;
    limits.progress_seconds = 0.02;
    limits.user = &all;
    ep_ompl_outcome outcome;
    expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
    ck_assert_int_ge(all.calls, 2);
    ck_assert_msg(isnan(all.cost) || all.cost >= outcome.cost - 1e-6, "%s: %.17g before %.17g",
                  names[i], all.cost, outcome.cost);
    ck_assert(i != 0 || all.cost > 0.0);
    ck_assert(i == 0 ? all.states == -1 : all.states > 2);
    ep_ompl_planner_destroy(planner);
    expect_ok(ep_ompl_problem_set_goal(made.problem, made.goal, 1, &error));
  }
  end_trial(&made);
}

// --- Outcomes and refusals ---

EP_TEST(robust_ompl_invalid_ends_are_outcomes)
{
  trial made;
  make_flat_trial(&made);
  static const double in_wall[2] = {0.5, 0.1};
  ep_ompl_outcome outcome;
  for (int32_t i = 0; i < ep_ompl_planner_name_count(); ++i)
  {
    expect_ok(ep_ompl_problem_set_goal(made.problem, in_wall, 1, &error));
    ep_ompl_planner* planner = make_planner(&made, ep_ompl_planner_name_at(i));
    expect_ok(ep_ompl_planner_solve(planner, NULL, &outcome, &error));
    ck_assert_int_eq(outcome.status, EP_OMPL_INVALID_GOAL);
    expect_ok(ep_ompl_problem_set_goal(made.problem, made.goal, 1, &error));
    ep_ompl_problem_clear_starts(made.problem);
    expect_ok(ep_ompl_problem_add_start(made.problem, in_wall, &error));
    expect_ok(ep_ompl_planner_solve(planner, NULL, &outcome, &error));
    ck_assert_int_eq(outcome.status, EP_OMPL_INVALID_START);
    ep_ompl_problem_clear_starts(made.problem);
    expect_ok(ep_ompl_problem_add_start(made.problem, made.start, &error));
    ep_ompl_planner_destroy(planner);
  }
  ck_assert_int_eq(EP_OMPL_UNKNOWN, 0);
  ck_assert_str_eq(ep_ompl_status_text(EP_OMPL_INVALID_GOAL), "invalid goal");
  ck_assert_str_eq(ep_ompl_status_text((ep_ompl_status)99), "no status");
  end_trial(&made);
}

EP_TEST(robust_ompl_incomplete_problems_are_refused)
{
  trial made;
  trial other;
  make_flat_trial(&made);
  make_flat_trial(&other);
  ep_ompl_outcome outcome;
  ep_ompl_planner* planner = NULL;
  expect_ok(ep_ompl_planner_create(made.information, "RRT", &planner, &error));
  expect_refused(ep_ompl_planner_solve(planner, NULL, &outcome, &error), "RRT has no problem");
  ck_assert_int_eq(outcome.status, EP_OMPL_UNKNOWN);
  expect_refused(ep_ompl_planner_set_problem(planner, other.problem, &error),
                 "of different informations");
  ep_ompl_problem* empty = NULL;
  expect_ok(ep_ompl_problem_create(made.information, &empty, &error));
  expect_ok(ep_ompl_planner_set_problem(planner, empty, &error));
  expect_refused(ep_ompl_planner_solve(planner, NULL, &outcome, &error), "no start");
  expect_ok(ep_ompl_problem_add_start(empty, made.start, &error));
  expect_refused(ep_ompl_planner_solve(planner, NULL, &outcome, &error), "no goal");
  expect_ok(ep_ompl_problem_set_goal(empty, made.goal, 1, &error));
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = NAN;
  expect_refused(ep_ompl_planner_solve(planner, &limits, &outcome, &error), "nan seconds");
  limits = ep_ompl_limits_default();
  limits.iterations = -3;
  expect_refused(ep_ompl_planner_solve(planner, &limits, &outcome, &error), "-3");
  limits.struct_size = 8;
  expect_refused(ep_ompl_planner_solve(planner, &limits, &outcome, &error), "struct_size");

  expect_ok(ep_ompl_planner_solve(planner, NULL, &outcome, &error));
  ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
  expect_ok(ep_ompl_problem_set_objective(empty, NULL, &error));
  expect_refused(ep_ompl_planner_solve(planner, NULL, &outcome, &error), "objective changed");
  ep_ompl_planner_destroy(planner);

  ep_ompl_information* blind = NULL;
  expect_ok(ep_ompl_information_create(made.space, NULL, &blind, &error));
  ep_ompl_problem* of_blind = NULL;
  expect_ok(ep_ompl_problem_create(blind, &of_blind, &error));
  expect_ok(ep_ompl_problem_add_start(of_blind, made.start, &error));
  expect_ok(ep_ompl_problem_set_goal(of_blind, made.goal, 1, &error));
  expect_ok(ep_ompl_planner_create(blind, "RRT", &planner, &error));
  expect_ok(ep_ompl_planner_set_problem(planner, of_blind, &error));
  expect_refused(ep_ompl_planner_solve(planner, NULL, &outcome, &error), "no validator");
  ep_ompl_planner_destroy(planner);
  ep_ompl_problem_destroy(of_blind);
  ep_ompl_information_destroy(blind);
  ep_ompl_problem_destroy(empty);
  end_trial(&other);
  end_trial(&made);
}
