/// @file test_ompl_planners.c
/// Every planner solves two small problems, whatever kind of goal it is given.
#include "ompl_tools.h"

/// They use all the time they have.
static double time_for(const char* name)
{
  static const char* const optimising[] = {"RRTstar", "InformedRRTstar", "PRMstar", "LazyPRMstar",
                                           "BITstar", "ABITstar",        "AITstar", "CForest",
                                           "SPARS",   "SPARStwo"};
  for (size_t i = 0; i < COUNT(optimising); ++i)
  {
    if (strcmp(name, optimising[i]) == 0)
    {
      return 0.25;
    }
  }
  return 5.0;
}

/// An optimising planner may need more than its first slice of time on a slow machine.
static ep_ompl_outcome solve(const trial* of, const char* name)
{
  ep_ompl_planner* planner = make_planner(of, name);
  ep_ompl_outcome outcome = {0};
  for (int i = 0; i < 40 && outcome.status != EP_OMPL_EXACT; ++i)
  {
    ep_ompl_limits limits = ep_ompl_limits_default();
    limits.seconds = time_for(name);
    expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  }
  ck_assert_msg(outcome.status == EP_OMPL_EXACT, "%s: %s after %g s", name,
                ep_ompl_status_text(outcome.status), outcome.seconds);
  ck_assert_double_eq(outcome.distance, 0.0);
  ck_assert(outcome.cost > 0.0 && outcome.iterations > 0);
  ep_ompl_planner_destroy(planner);
  return outcome;
}

static void expect_solves(const char* name, void (*make)(trial*))
{
  printf("%s\n", name);
  fflush(stdout);
  trial made;
  make(&made);
  const ep_ompl_outcome outcome = solve(&made, name);
  const double length = expect_good_path(&made, 1);
  ck_assert_double_eq_tol(outcome.cost, length, 1e-9);
  end_trial(&made);
}

/// Names in [from, to) but pSBL, which has races of its own: it gets processes of its own.
static void expect_all_solve(int32_t from, int32_t to, void (*make)(trial*))
{
  for (int32_t i = from; i < to; ++i)
  {
    const char* name = ep_ompl_planner_name_at(i);
    if (strcmp(name, "pSBL") != 0)
    {
      expect_solves(name, make);
    }
  }
}

EP_TEST(works_ompl_planners_solve_in_a_plane)
{
  ck_assert_int_eq(ep_ompl_planner_name_count(), 29);
  expect_all_solve(0, 29, make_flat_trial);
}

EP_TEST(works_ompl_planners_solve_in_a_compound)
{
  expect_all_solve(0, 29, make_turning_trial);
}

EP_TEST(works_ompl_psbl_solves_in_a_plane)
{
  expect_solves("pSBL", make_flat_trial);
}

EP_TEST(works_ompl_psbl_solves_in_a_compound)
{
  expect_solves("pSBL", make_turning_trial);
}

/// Planners refuse OMPL's own regions, throw, or end the process.
EP_TEST(works_ompl_planners_reach_a_region)
{
  for (int32_t i = 0; i < ep_ompl_planner_name_count(); ++i)
  {
    const char* name = ep_ompl_planner_name_at(i);
    if (strcmp(name, "pSBL") == 0)
    {
      continue;
    }
    printf("%s\n", name);
    fflush(stdout);
    trial made;
    make_turning_trial(&made);
    expect_ok(ep_ompl_problem_set_goal_region(made.problem, made.goal, 0.1, &error));
    const ep_ompl_outcome outcome = solve(&made, name);
    ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
    expect_good_path(&made, 0);
    ep_ompl_path* path = NULL;
    expect_ok(ep_ompl_path_of_problem(made.problem, &path, &error));
    double* states = malloc((size_t)ep_ompl_path_count(path) * 3 * sizeof *states);
    ck_assert_ptr_nonnull(states);
    ep_ompl_path_states(path, states);
    double distance = NAN;
    expect_ok(ep_ompl_space_distance(made.space,
                                     states + (ptrdiff_t)(ep_ompl_path_count(path) - 1) * 3,
                                     made.goal, &distance, &error));
    ck_assert_msg(distance <= 0.1 + 1e-9, "%s ends %g from the goal", name, distance);
    free(states);
    ep_ompl_path_destroy(path);
    end_trial(&made);
  }
}

/// A problem with nothing in the way, where no path can be better than the first one: they must see
/// the end of their time all the same. Cleared before they begin, and asked once more.
static void expect_ends(const char* name, const double* goal)
{
  trial made;
  make_flat_trial(&made);
  expect_ok(ep_ompl_problem_set_goal(made.problem, goal, 1, &error));
  ep_ompl_planner* planner = make_planner(&made, name);
  expect_ok(ep_ompl_planner_clear(planner, &error));
  expect_ok(ep_ompl_planner_clear_query(planner, &error));
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = 0.1;
  ep_ompl_outcome outcome = {0};
  double seconds = 0.0;
  for (int i = 0; i < 20 && outcome.status != EP_OMPL_EXACT; ++i)
  {
    expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
    seconds = fmax(seconds, outcome.seconds);
  }
  ck_assert_msg(outcome.status == EP_OMPL_EXACT, "%s: %s", name,
                ep_ompl_status_text(outcome.status));
  ck_assert_msg(seconds < 10.0, "%s: %g s", name, seconds);
  ep_ompl_path* path = NULL;
  expect_ok(ep_ompl_path_of_problem(made.problem, &path, &error));
  double states[2000];
  const int32_t count = ep_ompl_path_count(path);
  ck_assert_int_ge(count, 2);
  ck_assert_int_le(count, 1000);
  ep_ompl_path_states(path, states);
  ck_assert(states[0] == made.start[0] && states[1] == made.start[1]);
  ck_assert(states[2 * count - 2] == goal[0] && states[2 * count - 1] == goal[1]);
  ep_ompl_path_destroy(path);
  ep_ompl_planner_destroy(planner);
  end_trial(&made);
}

EP_TEST(works_ompl_planners_end_where_nothing_is_in_the_way)
{
  static const double beside[2] = {0.3, 0.25};
  static const double same[2] = {0.1, 0.2};
  for (int32_t i = 0; i < ep_ompl_planner_name_count(); ++i)
  {
    const char* name = ep_ompl_planner_name_at(i);
    if (strcmp(name, "pSBL") != 0)
    {
      printf("%s\n", name);
      fflush(stdout);
      expect_ends(name, beside);
      expect_ends(name, same);
    }
  }
}

EP_TEST(robust_ompl_planners_that_bear_no_single_dimension)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_space_config config = ep_ompl_space_default(EP_OMPL_SO2);
  ep_ompl_space* circle = NULL;
  expect_ok(ep_ompl_space_create(&config, &circle, &error));
  ep_ompl_information* information = NULL;
  expect_ok(ep_ompl_information_create(circle, NULL, &information, &error));
  static const char* const names[] = {"BIT*", "ABITstar"};
  for (size_t i = 0; i < COUNT(names); ++i)
  {
    ep_ompl_planner* planner = NULL;
    expect_refused(ep_ompl_planner_create(information, names[i], &planner, &error),
                   "a space of one dimension");
    ck_assert_ptr_null(planner);
  }
  ep_ompl_information_destroy(information);
  ep_ompl_space_destroy(circle);
  end_trial(&made);
}

EP_TEST(works_ompl_planner_names_have_other_spellings)
{
  trial made;
  make_flat_trial(&made);
  static const char* const pairs[][2] = {{"RRT*", "RRTstar"},   {"InformedRRT*", "InformedRRTstar"},
                                         {"PRM*", "PRMstar"},   {"BIT*", "BITstar"},
                                         {"ABIT*", "ABITstar"}, {"AIT*", "AITstar"},
                                         {"KPIECE", "KPIECE1"}, {"LazyPRM*", "LazyPRMstar"},
                                         {"SPARS2", "SPARStwo"}};
  for (size_t i = 0; i < COUNT(pairs); ++i)
  {
    ep_ompl_planner* planner = make_planner(&made, pairs[i][0]);
    ck_assert_str_eq(ep_ompl_planner_name(planner), pairs[i][1]);
    ep_ompl_planner_destroy(planner);
  }
  ck_assert_ptr_null(ep_ompl_planner_name_at(-1));
  ck_assert_ptr_null(ep_ompl_planner_name_at(29));
  ck_assert_str_eq(ep_ompl_planner_name_find("RRT*"), "RRTstar");
  ck_assert_str_eq(ep_ompl_planner_name_find("PDST"), "PDST");
  ck_assert_ptr_null(ep_ompl_planner_name_find("PDST*"));
  ck_assert_ptr_null(ep_ompl_planner_name_find("*"));
  ck_assert_ptr_null(ep_ompl_planner_name_find(NULL));
  end_trial(&made);
}
