/// @file test_planning_roadmap.c
/// Roadmaps of a scene: kept in files, handed on, and never taken for more than was proved.
#define _XOPEN_SOURCE 700
#include "planning_tools.h"

#include <sys/stat.h>
#include <unistd.h>

EP_TEST(works_planning_roadmap_is_saved_loaded_and_used)
{
  ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
  ep_planning_options options = ep_planning_default();
  options.seed = 7;
  ep_planning* first = plan_of(scene, "cross", &options);
  choose(first, "PRM");
  ep_ompl_limits limits = seconds(0.5);
  ck_assert_int_eq(solve(first, &limits).status, EP_OMPL_EXACT);
  const char* file = in_folder("map.roadmap");
  ep_error error;
  must(ep_planning_save_roadmap(first, file, &error), &error);

  // Another planning of the same query begins with it; nothing is asked again.
  ep_planning* second = plan_of(scene, "cross", &options);
  ck_assert(ep_planning_hash(first) == ep_planning_hash(second));
  ep_ompl_roadmap_report report;
  must(ep_planning_load_roadmap(second, "PRM", file, false, &report, &error), &error);
  ck_assert_int_eq(report.certified_again, 0);
  ep_validator_statistics before;
  ep_validator_get_statistics(ep_planning_validator(second), &before);
  ck_assert_int_eq(before.motions, 0);
  const double start[2] = {-2.5, 0.5};
  must(ep_planning_set_start(second, start, &error), &error);
  ck_assert_int_eq(solve(second, &limits).status, EP_OMPL_EXACT);
  const double* path = ep_planning_path(second);
  ck_assert(path[0] == start[0] && path[1] == start[1]);
  ep_path_certificate c;
  must(ep_planning_certify(second, EP_METHOD_CATCH, false, &c, &error), &error);
  ck_assert_int_eq(c.verdict, EP_FREE);
  ep_planning_destroy(second);

  // A validator that proves nothing is another matter.
  options.kind = EP_PLANNING_DISCRETE;
  ep_planning* discrete = plan_of(scene, "cross", &options);
  ck_assert(ep_planning_hash(first) != ep_planning_hash(discrete));
  ck_assert_int_ne(ep_planning_load_roadmap(discrete, "PRM", file, false, NULL, &error), EP_OK);
  ep_planning_destroy(discrete);
  ep_planning_destroy(first);
  ep_scene_destroy(scene);
  folder_remove();
}

/// A gate across the gap of the fence.
#define GATE_SCENE                                                                                 \
  "name: cart\nrobots:\n  - {name: cart, urdf: cart.urdf}\n"                                       \
  "obstacles:\n"                                                                                   \
  "  - {name: fence, box: [0.004, 4.8, 1], xyz: [0, -0.8, 0]}\n"                                   \
  "  - {name: gate, box: [0.004, 0.6, 1], xyz: [0, 1.9, 0]}\n"                                     \
  "queries:\n"                                                                                     \
  "  - {name: cross, start: {x: -2, y: -1}, goal: {x: 2, y: -1}}\n"

EP_TEST(sound_planning_roadmap_of_another_world_is_asked_again)
{
  ep_scene* open = write_scene(cart_urdf, CART_SCENE, false);
  ep_planning_options options = ep_planning_default();
  options.seed = 7;
  ep_planning* first = plan_of(open, "cross", &options);
  choose(first, "PRM");
  const ep_ompl_limits limits = seconds(0.5);
  ck_assert_int_eq(solve(first, &limits).status, EP_OMPL_EXACT);
  ep_error error;
  const char* file = in_folder("map.roadmap");
  must(ep_planning_save_roadmap(first, file, &error), &error);

  ep_scene* gated = load(write_text("gate.yaml", GATE_SCENE), false);
  ep_planning* second = plan_of(gated, "cross", &options);
  ck_assert(ep_planning_hash(first) != ep_planning_hash(second));
  ck_assert_int_ne(ep_planning_load_roadmap(second, "PRM", file, false, NULL, &error), EP_OK);
  ep_ompl_roadmap_report reports[2];
  must(ep_planning_load_roadmap(second, "PRM", file, true, &reports[0], &error), &error);
  // From memory the same is found, and what is kept is free here.
  ep_planning* third = plan_of(gated, "cross", &options);
  must(ep_planning_take_roadmap(third, "PRM", first, &reports[1], &error), &error);
  for (int i = 0; i < 2; ++i)
  {
    ck_assert_int_eq(reports[i].certified_again, 1);
    ck_assert_int_gt(reports[i].edges_dropped, 0);
  }
  ck_assert_int_eq(reports[0].edges_dropped, reports[1].edges_dropped);
  ck_assert_int_eq(reports[0].vertices_dropped, reports[1].vertices_dropped);
  ep_ompl_roadmap* kept;
  ck_assert_int_eq(ep_ompl_roadmap_of_planner(ep_planning_planner(third), &kept, NULL), EP_SHIM_OK);
  const double* v = ep_ompl_roadmap_vertices(kept);
  ck_assert_int_gt(ep_ompl_roadmap_edge_count(kept), 0);
  for (int32_t i = 0; i < ep_ompl_roadmap_edge_count(kept); ++i)
  {
    const ep_ompl_roadmap_edge edge = ep_ompl_roadmap_edges(kept)[i];
    ck_assert_int_eq(ep_validator_motion(ep_planning_validator(third), v + 2 * edge.from,
                                         v + 2 * edge.to, NULL, NULL),
                     EP_FREE);
  }
  ep_ompl_roadmap_destroy(kept);
  ep_planning_destroy(third);
  ep_planning_destroy(second);
  ep_planning_destroy(first);
  ep_scene_destroy(gated);
  ep_scene_destroy(open);
  folder_remove();
}

/// LazyPRM keeps motions that it has not asked about; PRM would take them as proved.
EP_TEST(sound_planning_lazy_roadmap_is_asked_about_before_prm_has_it)
{
  ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
  ep_planning_options options = ep_planning_default();
  options.seed = 7;
  ep_planning* lazy = plan_of(scene, "cross", &options);
  choose(lazy, "LazyPRM");
  const ep_ompl_limits limits = seconds(0.5);
  ck_assert_int_eq(solve(lazy, &limits).status, EP_OMPL_EXACT);
  ep_error error;
  const char* file = in_folder("map.roadmap");
  must(ep_planning_save_roadmap(lazy, file, &error), &error);

  ep_planning* plannings[2] = {plan_of(scene, "cross", &options),
                               plan_of(scene, "cross", &options)};
  ep_ompl_roadmap_report reports[2];
  ck_assert_int_eq(ep_planning_load_roadmap(plannings[0], "PRM", file, false, &reports[0], &error),
                   EP_ERROR_INPUT);
  ck_assert_msg(strstr(error.message, "not certified") != NULL, "%s", error.message);
  must(ep_planning_load_roadmap(plannings[0], "LazyPRM", file, false, &reports[0], &error), &error);
  ck_assert_int_eq(reports[0].certified_again, 0);
  must(ep_planning_load_roadmap(plannings[0], "PRM", file, true, &reports[0], &error), &error);
  must(ep_planning_take_roadmap(plannings[1], "PRM", lazy, &reports[1], &error), &error);
  for (int i = 0; i < 2; ++i)
  {
    ck_assert_int_eq(reports[i].certified_again, 1);
    ck_assert_int_gt(reports[i].edges_dropped, 0);
    ck_assert_int_eq(solve(plannings[i], &limits).status, EP_OMPL_EXACT);
    ep_path_certificate c;
    must(ep_planning_certify(plannings[i], EP_METHOD_CATCH, false, &c, &error), &error);
    ck_assert_int_eq(c.verdict, EP_FREE);
    ep_planning_destroy(plannings[i]);
  }
  ep_planning_destroy(lazy);
  ep_scene_destroy(scene);
  folder_remove();
}

/// A device is written, never replaced; a link stays; what fails leaves the old file and no other.
EP_TEST(robust_planning_roadmap_into_what_is_no_file)
{
  ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
  ep_planning* planning = plan_of(scene, "cross", NULL);
  choose(planning, "PRM");
  const ep_ompl_limits limits = seconds(0.2);
  ck_assert_int_eq(solve(planning, &limits).status, EP_OMPL_EXACT);
  ep_error error;
  struct stat about;
  must(ep_planning_save_roadmap(planning, "/dev/null", &error), &error);
  ck_assert(lstat("/dev/null", &about) == 0 && S_ISCHR(about.st_mode));
  ck_assert_int_eq(ep_planning_save_roadmap(planning, "/dev/full", &error), EP_ERROR_INPUT);
  ck_assert_msg(strstr(error.message, "'/dev/full': cannot be written: No space") != NULL, "%s",
                error.message);
  ck_assert(lstat("/dev/full", &about) == 0 && S_ISCHR(about.st_mode));
  ck_assert_int_eq(ep_planning_load_roadmap(planning, "PRM", "/dev/null", true, NULL, &error),
                   EP_ERROR_INPUT);
  ck_assert_msg(strstr(error.message, "not a file") != NULL, "%s", error.message);
  char link[256];
  snprintf(link, sizeof link, "%s", in_folder("link"));
  const char* file = write_text("map.roadmap", "no roadmap yet");
  ck_assert_int_eq(symlink("map.roadmap", link), 0);
  must(ep_planning_save_roadmap(planning, link, &error), &error);
  ck_assert(lstat(link, &about) == 0 && S_ISLNK(about.st_mode));
  must(ep_planning_load_roadmap(planning, "PRM", file, false, NULL, &error), &error);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
  folder_remove();
}
