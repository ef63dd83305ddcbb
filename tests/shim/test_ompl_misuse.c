/// @file test_ompl_misuse.c
/// A caller who passes null pointers: every call bears them, and says which one it was.
#include "ompl_tools.h"

#include "edgeproof/shim/ompl_benchmark.h"
#include "edgeproof/shim/ompl_roadmap.h"

/// Out-parameters that must come back NULL.
static void* const stale = &error;

EP_TEST(robust_ompl_spaces_bear_null)
{
  trial made;
  make_flat_trial(&made);
  double q[2] = {0.1, 0.2};
  double number = 1.0;
  const int32_t values[1] = {0};
  ep_ompl_space* space = stale;
  const ep_ompl_space_config config = ep_ompl_space_default(EP_OMPL_SO2);
  expect_refused(ep_ompl_space_create(NULL, &space, &error), "no config");
  ck_assert_ptr_null(space);
  expect_refused(ep_ompl_space_create(&config, NULL, &error), "space is NULL");
  ck_assert_int_eq(ep_ompl_space_create(&config, NULL, NULL), EP_SHIM_REFUSED);
  expect_refused(ep_ompl_space_set_projection(NULL, values, 1, &error), "space is NULL");
  expect_refused(ep_ompl_space_set_projection(made.space, NULL, 1, &error), "values is NULL");
  expect_refused(ep_ompl_space_distance(made.space, q, NULL, &number, &error), "b is NULL");
  ck_assert(isnan(number));
  expect_refused(ep_ompl_space_distance(made.space, q, q, NULL, &error), "distance is NULL");
  expect_refused(ep_ompl_space_interpolate(made.space, NULL, q, 0.5, q, &error), "a is NULL");
  expect_refused(ep_ompl_space_interpolate(NULL, q, q, 0.5, q, &error), "space is NULL");
  expect_refused(ep_ompl_space_sample(made.space, NULL, &error), "state is NULL");
  expect_refused(ep_ompl_space_enforce_bounds(NULL, q, &error), "space is NULL");
  ck_assert_int_eq(ep_ompl_space_satisfies_bounds(made.space, NULL), 0);
  ck_assert_int_eq(ep_ompl_space_satisfies_bounds(NULL, q), 0);
  ck_assert(ep_ompl_space_size(NULL) == 0 && ep_ompl_space_dimension(NULL) == 0);
  ck_assert(ep_ompl_space_extent(NULL) == 0.0 && ep_ompl_space_kind(NULL) == 0);
  ck_assert_ptr_null(ep_ompl_space_name(NULL));
  ck_assert_ptr_null(ep_ompl_space_signature(NULL));
  ep_ompl_space_destroy(NULL);
  end_trial(&made);
}

EP_TEST(robust_ompl_informations_bear_null)
{
  trial made;
  make_flat_trial(&made);
  const double q[2] = {0.1, 0.2};
  int valid = 1;
  double t = 0.5;
  ep_ompl_information* information = stale;
  expect_refused(ep_ompl_information_create(NULL, NULL, &information, &error), "space is NULL");
  ck_assert_ptr_null(information);
  expect_refused(ep_ompl_information_create(made.space, NULL, NULL, &error), "information is NULL");
  expect_refused(ep_ompl_state_valid(made.information, NULL, &valid, &error), "state is NULL");
  ck_assert_int_eq(valid, 0);
  expect_refused(ep_ompl_state_valid(made.information, q, NULL, &error), "valid is NULL");
  valid = 1;
  expect_refused(ep_ompl_motion_valid(NULL, q, q, &valid, &error), "information is NULL");
  ck_assert_int_eq(valid, 0);
  expect_refused(ep_ompl_motion_valid(made.information, q, NULL, &valid, &error), "to is NULL");
  expect_refused(ep_ompl_motion_prefix(made.information, NULL, q, &valid, &t, NULL, &error),
                 "from is NULL");
  expect_refused(ep_ompl_motion_prefix(made.information, q, q, &valid, NULL, NULL, &error),
                 "t is NULL");
  uint32_t counts[2] = {7, 7};
  ep_ompl_motion_counts(NULL, &counts[0], &counts[1]);
  ck_assert(counts[0] == 0 && counts[1] == 0);
  ep_ompl_motion_counts(made.information, NULL, NULL);
  ep_ompl_motion_counts_reset(NULL);
  ck_assert(ep_ompl_motion_seconds(NULL) == 0.0);
  ck_assert_int_eq(ep_ompl_information_size(NULL), 0);
  ep_ompl_information_destroy(NULL);
  end_trial(&made);
}

EP_TEST(robust_ompl_problems_and_paths_bear_null)
{
  trial made;
  make_flat_trial(&made);
  const double q[2] = {0.1, 0.2};
  ep_ompl_problem* problem = stale;
  expect_refused(ep_ompl_problem_create(NULL, &problem, &error), "information is NULL");
  ck_assert_ptr_null(problem);
  expect_refused(ep_ompl_problem_create(made.information, NULL, &error), "problem is NULL");
  expect_refused(ep_ompl_problem_add_start(NULL, q, &error), "problem is NULL");
  expect_refused(ep_ompl_problem_add_start(made.problem, NULL, &error), "state is NULL");
  expect_refused(ep_ompl_problem_set_goal(made.problem, NULL, 1, &error), "states is NULL");
  expect_refused(ep_ompl_problem_set_goal_region(made.problem, NULL, 1.0, &error),
                 "center is NULL");
  expect_refused(ep_ompl_problem_set_goal_sampled(NULL, NULL, &error), "problem is NULL");
  expect_refused(ep_ompl_problem_set_goal_sampled(made.problem, NULL, &error), "distance and");
  expect_refused(ep_ompl_problem_set_objective(NULL, NULL, &error), "problem is NULL");
  ep_ompl_problem_clear_starts(NULL);
  ep_ompl_problem_destroy(NULL);

  ep_ompl_path* path = stale;
  ep_ompl_path_report report;
  expect_refused(ep_ompl_path_of_problem(NULL, &path, &error), "problem is NULL");
  ck_assert_ptr_null(path);
  expect_refused(ep_ompl_path_of_problem(made.problem, NULL, &error), "path is NULL");
  expect_refused(ep_ompl_path_create(made.information, NULL, 1, &path, &error), "states is NULL");
  expect_refused(ep_ompl_path_interpolate(NULL, 9, &error), "path is NULL");
  expect_refused(ep_ompl_path_simplify(NULL, 1.0, &error), "path is NULL");
  expect_refused(ep_ompl_path_smooth(NULL, 1.0, &error), "path is NULL");
  expect_refused(ep_ompl_path_check(NULL, &report, &error), "path is NULL");
  ck_assert_int_eq(report.valid, 0);
  ck_assert(ep_ompl_path_count(NULL) == 0 && ep_ompl_path_length(NULL) == 0.0);
  ck_assert(ep_ompl_path_cost(NULL) == 0.0);
  ep_ompl_path_states(NULL, NULL);
  ep_ompl_path_destroy(NULL);
  end_trial(&made);
}

EP_TEST(robust_ompl_planners_bear_null)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_planner* planner = stale;
  ep_ompl_outcome outcome = {.status = EP_OMPL_EXACT};
  char text[8];
  expect_refused(ep_ompl_planner_create(NULL, "RRT", &planner, &error), "information is NULL");
  ck_assert_ptr_null(planner);
  expect_refused(ep_ompl_planner_create(made.information, "RRT", NULL, &error), "planner is NULL");
  expect_refused(ep_ompl_planner_set_parameter(NULL, "range", "1", &error), "planner is NULL");
  expect_refused(ep_ompl_planner_get_parameter(NULL, "range", text, sizeof text, &error),
                 "planner is NULL");
  expect_refused(ep_ompl_planner_set_problem(NULL, made.problem, &error), "planner is NULL");
  expect_refused(ep_ompl_planner_solve(NULL, NULL, &outcome, &error), "planner is NULL");
  ck_assert_int_eq(outcome.status, EP_OMPL_UNKNOWN);
  expect_refused(ep_ompl_planner_clear(NULL, &error), "planner is NULL");
  expect_refused(ep_ompl_planner_clear_query(NULL, &error), "planner is NULL");
  planner = make_planner(&made, "RRT");
  expect_refused(ep_ompl_planner_set_problem(planner, NULL, &error), "problem is NULL");
  expect_refused(ep_ompl_planner_solve(planner, NULL, NULL, &error), "outcome is NULL");
  expect_refused(ep_ompl_planner_get_parameter(planner, "range", NULL, 8, &error), "value is NULL");
  expect_ok(ep_ompl_planner_solve(planner, NULL, &outcome, &error)); // none of it did harm
  ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
  ep_ompl_planner_destroy(planner);
  ep_ompl_planner_destroy(NULL);
  ep_ompl_planner_cancel(NULL);
  ck_assert_int_eq(ep_ompl_planner_is_stopping(NULL), 0);
  ck_assert_int_eq(ep_ompl_planner_parameter_count(NULL), 0);
  ck_assert_ptr_null(ep_ompl_planner_parameter_name(NULL, 0));
  ck_assert_ptr_null(ep_ompl_planner_name(NULL));
  end_trial(&made);
}

EP_TEST(robust_ompl_roadmaps_bear_null)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_roadmap* roadmap = stale;
  ep_ompl_planner* planner = stale;
  expect_refused(ep_ompl_roadmap_of_planner(NULL, &roadmap, &error), "planner is NULL");
  ck_assert_ptr_null(roadmap);
  expect_refused(ep_ompl_roadmap_create(made.space, NULL, 1, NULL, 0, &roadmap, &error),
                 "vertices is NULL");
  expect_refused(ep_ompl_roadmap_create(made.space, made.start, 1, NULL, 1, &roadmap, &error),
                 "edges is NULL");
  expect_refused(ep_ompl_roadmap_save(NULL, "map", 1, &error), "roadmap is NULL");
  roadmap = stale;
  expect_refused(ep_ompl_roadmap_load(made.information, NULL, 1, 0, &roadmap, NULL, &error),
                 "file is NULL");
  ck_assert_ptr_null(roadmap);
  expect_refused(ep_ompl_roadmap_certify(made.information, NULL, &roadmap, NULL, &error),
                 "roadmap is NULL");
  expect_refused(
      ep_ompl_planner_create_from_roadmap(made.information, "PRM", NULL, &planner, &error),
      "roadmap is NULL");
  ck_assert_ptr_null(planner);
  // One with nothing in it is one.
  expect_ok(ep_ompl_roadmap_create(made.space, NULL, 0, NULL, 0, &roadmap, &error));
  expect_refused(ep_ompl_roadmap_save(roadmap, NULL, 1, &error), "file is NULL");
  expect_refused(ep_ompl_roadmap_save(roadmap, "", 1, &error), "cannot be written");
  expect_ok(
      ep_ompl_planner_create_from_roadmap(made.information, "LazyPRM", roadmap, &planner, &error));
  ep_ompl_planner_destroy(planner);
  ep_ompl_roadmap_destroy(roadmap);
  ck_assert(ep_ompl_roadmap_vertex_count(NULL) == 0 && ep_ompl_roadmap_edge_count(NULL) == 0);
  ck_assert_ptr_null(ep_ompl_roadmap_vertices(NULL));
  ck_assert_ptr_null(ep_ompl_roadmap_flags(NULL));
  ck_assert_ptr_null(ep_ompl_roadmap_edges(NULL));
  ck_assert_int_eq(ep_ompl_roadmap_is_certified(NULL), 0);
  ep_ompl_roadmap_destroy(NULL);
  end_trial(&made);
}

EP_TEST(robust_ompl_benchmarks_bear_null)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_benchmark* benchmark = stale;
  ep_ompl_run run = {.solved = 1};
  expect_refused(ep_ompl_benchmark_create(NULL, NULL, &benchmark, &error), "problem is NULL");
  ck_assert_ptr_null(benchmark);
  expect_refused(ep_ompl_benchmark_create(made.problem, NULL, NULL, &error), "benchmark is NULL");
  expect_refused(ep_ompl_benchmark_run(NULL, &error), "benchmark is NULL");
  expect_refused(ep_ompl_benchmark_save(NULL, "x.log", &error), "benchmark is NULL");
  expect_refused(ep_ompl_benchmark_result(NULL, 0, 0, &run, &error), "benchmark is NULL");
  ck_assert_int_eq(run.solved, 0);
  ck_assert_ptr_null(ep_ompl_benchmark_property(NULL, 0, 0, "time REAL"));
  expect_refused(ep_ompl_properties_set(NULL, "a REAL", "1", &error), "properties is NULL");
  expect_ok(ep_ompl_benchmark_create(made.problem, NULL, &benchmark, &error));
  expect_refused(ep_ompl_benchmark_add(benchmark, NULL, &error), "planner is NULL");
  ck_assert_ptr_null(ep_ompl_benchmark_property(benchmark, 0, 0, NULL));
  ep_ompl_benchmark_destroy(benchmark);
  ep_ompl_benchmark_destroy(NULL);
  end_trial(&made);
}
