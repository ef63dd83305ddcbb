/// @file test_ompl_roadmap.c
/// Roadmaps: saved, loaded whole or not at all, certified again, and planned with once more.
#define _POSIX_C_SOURCE 200809L // mkdtemp
#include "roadmap_tools.h"

static ep_ompl_planner* solved(const trial* of, const char* name)
{
  ep_ompl_planner* planner = make_planner(of, name);
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = strcmp(name, "RRT") == 0 ? 5.0 : 1.0; // those of roadmaps take all of it
  ep_ompl_outcome outcome;
  expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
  ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
  return planner;
}

static ep_ompl_roadmap* roadmap_of(const trial* of, const char* name)
{
  ep_ompl_planner* planner = solved(of, name);
  ep_ompl_roadmap* roadmap = NULL;
  expect_ok(ep_ompl_roadmap_of_planner(planner, &roadmap, &error));
  ep_ompl_planner_destroy(planner);
  return roadmap;
}

/// A lazy planner takes out what it finds in collision.
static void expect_grown(const char* name, const ep_ompl_roadmap* before,
                         const ep_ompl_roadmap* after)
{
  const int32_t least = strncmp(name, "Lazy", 4) == 0 ? 3 : ep_ompl_roadmap_vertex_count(before);
  ck_assert_int_ge(ep_ompl_roadmap_vertex_count(after), least);
}

EP_TEST(works_ompl_roadmaps_are_flat_arrays)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_roadmap* roadmap = roadmap_of(&made, "PRM");
  const int32_t vertex_count = ep_ompl_roadmap_vertex_count(roadmap);
  const int32_t edge_count = ep_ompl_roadmap_edge_count(roadmap);
  ck_assert(vertex_count > 2 && edge_count > 1);
  const double* vertices = ep_ompl_roadmap_vertices(roadmap);
  int starts = 0;
  int goals = 0;
  for (int32_t i = 0; i < vertex_count; ++i)
  {
    const uint8_t flags = ep_ompl_roadmap_flags(roadmap)[i];
    starts += flags == EP_OMPL_VERTEX_START && memcmp(vertices + 2 * i, made.start, 16) == 0;
    goals += flags == EP_OMPL_VERTEX_GOAL && memcmp(vertices + 2 * i, made.goal, 16) == 0;
  }
  ck_assert(starts == 1 && goals == 1);
  const int32_t stride = edge_count / 40 + 1; // a roadmap can have thousands
  for (int32_t i = 0; i < edge_count; i += stride)
  {
    const ep_ompl_roadmap_edge edge = ep_ompl_roadmap_edges(roadmap)[i];
    const double* a = vertices + 2 * edge.from;
    const double* b = vertices + 2 * edge.to;
    ck_assert_double_eq_tol(edge.cost, hypot(b[0] - a[0], b[1] - a[1]), 1e-12);
    ck_assert(edge.both_ways == 1 && edge.from < edge.to);
    const double states[4] = {a[0], a[1], b[0], b[1]};
    expect_free_path(&made, states, 2);
  }
  ep_ompl_roadmap_destroy(roadmap);
  roadmap = roadmap_of(&made, "RRT");
  ck_assert_int_eq(ep_ompl_roadmap_edges(roadmap)[0].both_ways, 0);
  ck_assert_int_eq(ep_ompl_roadmap_edge_count(roadmap), ep_ompl_roadmap_vertex_count(roadmap) - 1);
  ep_ompl_roadmap_destroy(roadmap);
  end_trial(&made);
}

/// The roadmap of another process would be of the same space, made anew; the next query starts
/// elsewhere.
EP_TEST(works_ompl_roadmaps_are_saved_loaded_and_reused)
{
  static const char* const names[] = {"PRM", "PRMstar", "LazyPRM", "LazyPRMstar"};
  make_folder();
  for (size_t i = 0; i < COUNT(names); ++i)
  {
    trial made;
    make_turning_trial(&made);
    ep_ompl_roadmap* roadmap = roadmap_of(&made, names[i]);
    expect_ok(ep_ompl_roadmap_save(roadmap, file, 0x1234, &error));
    trial next;
    make_turning_trial(&next);
    ep_ompl_roadmap* loaded = NULL;
    ep_ompl_roadmap_report report = {9, 9, 9};
    expect_ok(ep_ompl_roadmap_load(next.information, file, 0x1234, 0, &loaded, &report, &error));
    expect_same(roadmap, loaded, 3);
    ck_assert(report.certified_again == 0 && report.vertices_dropped == 0 &&
              report.edges_dropped == 0);
    ep_ompl_planner* planner = NULL;
    expect_ok(
        ep_ompl_planner_create_from_roadmap(next.information, names[i], loaded, &planner, &error));
    const double goal[3] = {0.7, 0.7, 0.15};
    next.goal = goal;
    expect_ok(ep_ompl_problem_set_goal(next.problem, goal, 1, &error));
    expect_ok(ep_ompl_planner_set_problem(planner, next.problem, &error));
    ep_ompl_limits limits = ep_ompl_limits_default();
    limits.seconds = i % 2 ? 0.2 : 1.0;
    ep_ompl_outcome outcome;
    expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
    ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
    expect_good_path(&next, 1);
    ep_ompl_roadmap* grown = NULL;
    expect_ok(ep_ompl_roadmap_of_planner(planner, &grown, &error));
    expect_grown(names[i], loaded, grown);
    ep_ompl_roadmap_destroy(grown);
    ep_ompl_planner_destroy(planner);
    ep_ompl_roadmap_destroy(loaded);
    ep_ompl_roadmap_destroy(roadmap);
    end_trial(&next);
    end_trial(&made);
  }
  remove_folder();
}

/// Kept in the planner: the next query finds its way with no or few new motions.
EP_TEST(works_ompl_planners_keep_their_roadmap)
{
  static const char* const names[] = {"PRM", "LazyPRM"};
  for (size_t i = 0; i < COUNT(names); ++i)
  {
    trial made;
    make_flat_trial(&made);
    ep_ompl_planner* planner = solved(&made, names[i]);
    ep_ompl_roadmap* before = NULL;
    expect_ok(ep_ompl_roadmap_of_planner(planner, &before, &error));
    expect_ok(ep_ompl_planner_clear_query(planner, &error));
    const double goal[2] = {0.8, 0.5};
    made.goal = goal;
    expect_ok(ep_ompl_problem_set_goal(made.problem, goal, 1, &error));
    ep_ompl_outcome outcome;
    ep_ompl_limits limits = ep_ompl_limits_default();
    limits.seconds = 1.0;
    expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
    ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
    expect_good_path(&made, 1);
    ep_ompl_roadmap* after = NULL;
    expect_ok(ep_ompl_roadmap_of_planner(planner, &after, &error));
    expect_grown(names[i], before, after);
    ep_ompl_roadmap_destroy(after);
    ep_ompl_roadmap_destroy(before);
    ep_ompl_planner_destroy(planner);
    end_trial(&made);
  }
}

// --- What nobody has asked about ---

EP_TEST(robust_ompl_foreign_roadmaps_are_refused)
{
  trial made;
  trial other;
  make_flat_trial(&made);
  make_turning_trial(&other);
  make_folder();
  ep_ompl_roadmap* roadmap = make_line(made.space);
  expect_ok(ep_ompl_roadmap_save(roadmap, file, 1, &error));
  expect_load_refused(&made, 2, "its hash 1 is not 2");
  expect_load_refused(&other, 1, "another space");
  ep_ompl_planner* planner = NULL;
  expect_refused(
      ep_ompl_planner_create_from_roadmap(other.information, "PRM", roadmap, &planner, &error),
      "another space");
  expect_refused(
      ep_ompl_planner_create_from_roadmap(made.information, "RRT", roadmap, &planner, &error),
      "these can: PRM");
  ck_assert_ptr_null(planner);
  expect_refused(ep_ompl_roadmap_save(roadmap, "/nonexistent/map", 1, &error),
                 "'/nonexistent/map'");
  expect_refused(ep_ompl_roadmap_save(roadmap, folder, 1, &error), folder);
  ep_ompl_roadmap_destroy(roadmap);
  static const double vertices[] = {0.1, 0.2, 0.4, NAN};
  static const ep_ompl_roadmap_edge edges[] = {{0, 1, 0.3, 1, 0}, {0, 2, 1, 0, 0}};
  expect_refused(ep_ompl_roadmap_create(made.space, vertices, 2, edges, 1, &roadmap, &error),
                 "vertex 1");
  expect_refused(ep_ompl_roadmap_create(made.space, made.start, 1, edges, 1, &roadmap, &error),
                 "edge 0 joins 0 and 1");
  ck_assert_ptr_null(roadmap);
  remove_folder();
  end_trial(&other);
  end_trial(&made);
}

/// Another hash: what the validator does not say is valid is dropped.
EP_TEST(sound_ompl_roadmaps_are_certified_again)
{
  trial made;
  make_flat_trial(&made);
  make_folder();
  ep_ompl_roadmap* roadmap = make_line(made.space);
  expect_ok(ep_ompl_roadmap_save(roadmap, file, 1, &error));
  ep_ompl_roadmap* loaded = NULL;
  ep_ompl_roadmap_report report;
  expect_ok(ep_ompl_roadmap_load(made.information, file, 2, 1, &loaded, &report, &error));
  ck_assert_int_eq(report.certified_again, 1);
  ck_assert_int_eq(report.vertices_dropped, 1); // 3 stands in the wall
  ck_assert_int_eq(report.edges_dropped, 2);    // 1-2 passes it, 2-3 ends in it
  ck_assert_int_eq(ep_ompl_roadmap_vertex_count(loaded), 5);
  ck_assert_int_eq(ep_ompl_roadmap_edge_count(loaded), 3);
  const ep_ompl_roadmap_edge last = ep_ompl_roadmap_edges(loaded)[2];
  ck_assert(last.from == 3 && last.to == 4); // were 4 and 5
  ck_assert(ep_ompl_roadmap_vertices(loaded)[2 * 3 + 1] == 0.78);
  ep_ompl_roadmap_destroy(loaded);
  const long long asked_before = made.asked.motions;
  expect_ok(ep_ompl_roadmap_load(made.information, file, 1, 1, &loaded, &report, &error));
  ck_assert_int_eq(report.certified_again, 0); // the same hash: not asked
  ck_assert_int_eq(made.asked.motions, asked_before);
  ep_ompl_roadmap_destroy(loaded);
  ep_ompl_roadmap_destroy(roadmap);
  remove_folder();
  end_trial(&made);
}

/// What LazyPRM keeps has mostly not been asked about; PRM would take it as valid.
EP_TEST(sound_ompl_lazy_roadmaps_are_not_taken_as_valid)
{
  trial made;
  make_flat_trial(&made);
  make_folder();
  ep_ompl_roadmap* lazy = roadmap_of(&made, "LazyPRM");
  int32_t wrong = 0;
  for (int32_t i = 0; i < ep_ompl_roadmap_edge_count(lazy); ++i)
  {
    const ep_ompl_roadmap_edge edge = ep_ompl_roadmap_edges(lazy)[i];
    const double* v = ep_ompl_roadmap_vertices(lazy);
    wrong += flat_hit(v + 2 * edge.from, v + 2 * edge.to) <= 1.0;
  }
  ck_assert_int_gt(wrong, 0);
  ck_assert_int_eq(ep_ompl_roadmap_is_certified(lazy), 0);
  expect_ok(ep_ompl_roadmap_save(lazy, file, 1, &error));
  ep_ompl_roadmap* loaded = NULL;
  expect_ok(ep_ompl_roadmap_load(made.information, file, 1, 0, &loaded, NULL, &error));
  ck_assert_int_eq(ep_ompl_roadmap_is_certified(loaded), 0);
  ep_ompl_planner* planner = NULL;
  static const char* const trusting[] = {"PRM", "PRMstar", "PRM*"};
  for (size_t i = 0; i < COUNT(trusting); ++i)
  {
    ck_assert_int_eq(ep_ompl_planner_asks_about_roadmap(trusting[i]), 0);
    expect_refused(ep_ompl_planner_create_from_roadmap(made.information, trusting[i], loaded,
                                                       &planner, &error),
                   "not certified");
    ck_assert_ptr_null(planner);
  }
  ck_assert_int_eq(ep_ompl_planner_asks_about_roadmap("LazyPRM"), 1);
  ck_assert_int_eq(ep_ompl_planner_asks_about_roadmap("RRT"), 0);
  ck_assert_int_eq(ep_ompl_planner_asks_about_roadmap(NULL), 0);
  expect_ok(
      ep_ompl_planner_create_from_roadmap(made.information, "LazyPRM", loaded, &planner, &error));
  ep_ompl_planner_destroy(planner);

  ep_ompl_roadmap* certified = NULL;
  ep_ompl_roadmap_report report;
  expect_ok(ep_ompl_roadmap_certify(made.information, loaded, &certified, &report, &error));
  ck_assert(report.certified_again == 1 && report.edges_dropped >= wrong);
  ck_assert_int_eq(ep_ompl_roadmap_is_certified(certified), 1);
  for (int32_t i = 0; i < ep_ompl_roadmap_edge_count(certified); ++i)
  {
    const ep_ompl_roadmap_edge edge = ep_ompl_roadmap_edges(certified)[i];
    const double* v = ep_ompl_roadmap_vertices(certified);
    ck_assert(flat_hit(v + 2 * edge.from, v + 2 * edge.to) > 1.0);
  }
  expect_ok(
      ep_ompl_planner_create_from_roadmap(made.information, "PRM", certified, &planner, &error));
  expect_ok(ep_ompl_planner_set_problem(planner, made.problem, &error));
  ep_ompl_outcome outcome;
  expect_ok(ep_ompl_planner_solve(planner, NULL, &outcome, &error));
  ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
  expect_good_path(&made, 1);
  ep_ompl_planner_destroy(planner);
  // A certified one stays one in a file.
  expect_ok(ep_ompl_roadmap_save(certified, file, 1, &error));
  ep_ompl_roadmap_destroy(loaded);
  expect_ok(ep_ompl_roadmap_load(made.information, file, 1, 0, &loaded, NULL, &error));
  ck_assert_int_eq(ep_ompl_roadmap_is_certified(loaded), 1);
  ep_ompl_roadmap_destroy(loaded);
  ep_ompl_roadmap_destroy(certified);
  ep_ompl_roadmap_destroy(lazy);
  remove_folder();
  end_trial(&made);
}
