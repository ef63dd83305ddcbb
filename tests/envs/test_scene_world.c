/// @file test_scene_world.c
/// Worlds made from scenes answer as a person who looks at the scene would: what is in the way is
/// hit, what is carried moves along, what was put down stands there.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "scene_tools.h"

#define CRANE "robots:\n  - {name: crane, urdf: crane.urdf}\n"

static const double sweep_low[2][3] = {{-1.0, 5.0, 2.0}, {1.0, 5.0, 2.0}};
static const double sweep_high[2][3] = {{-1.0, 5.0, 0.5}, {1.0, 5.0, 0.5}};

/// The verdict on the hook's swing at the height of 2 m, for a scene with some more lines.
static void expect_swing(const char* more, const char* hits)
{
  char text[2048];
  snprintf(text, sizeof text, CRANE "%s", more);
  ep_scene* scene = load_text(text);
  bench b = bench_open(scene, EP_SCENE_NONE);
  if (hits == NULL)
  {
    expect_free(&b, sweep_low[0], sweep_low[1]);
  }
  else
  {
    expect_hit(&b, sweep_low[0], sweep_low[1], "crane/hook", hits);
  }
  bench_close(&b);
  ep_scene_destroy(scene);
}

EP_TEST(works_what_is_in_the_way_is_hit)
{
  folder_begin();
  ep_scene* scene = load_text(CRANE "obstacles:\n  - {name: wall, box: [0.5, 0.5, 0.5], "
                                    "xyz: [5, 0, 2]}\n");
  bench b = bench_open(scene, EP_SCENE_NONE);
  expect_hit(&b, sweep_low[0], sweep_low[1], "crane/hook", "wall");
  expect_free(&b, sweep_high[0], sweep_high[1]);
  bench_close(&b);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_every_shape_is_where_it_should_be)
{
  // Each just reaches the hook's way, 2 m high and 5 m from the mast, or just does not.
  static const struct
  {
    const char* text;
    const char* hits;
  } shapes[] = {
      {"box: [0.2, 0.2, 1], xyz: [5, 0, 1.45]", "a"},
      {"box: [0.2, 0.2, 1], xyz: [5, 0, 1.35]", NULL},
      {"sphere: {radius: 0.5}, xyz: [5, 0, 1.45]", "a"},
      {"sphere: {radius: 0.5}, xyz: [5, 0, 1.35]", NULL},
      {"cylinder: {radius: 0.2, length: 1}, xyz: [5, 0, 1.45]", "a"},
      {"cylinder: {radius: 0.2, length: 1}, xyz: [5, 0, 1.35]", NULL},
      {"capsule: {radius: 0.2, length: 1}, xyz: [5, 0, 1.25]", "a"},
      {"capsule: {radius: 0.2, length: 1}, xyz: [5, 0, 1.15]", NULL},
      {"cone: {radius: 0.2, length: 1}, xyz: [5, 0, 1.45]", "a"},
      {"cone: {radius: 0.2, length: 1}, xyz: [5, 0, 1.35]", NULL},
      {"mesh: cube.obj, xyz: [5, 0, 1.45]", "a"},
      {"mesh: cube.obj, xyz: [5, 0, 1.35]", NULL},
      {"mesh: cube.obj, xyz: [5, 0, 1.35], scale: [1, 1, -1.2]", "a"},
      {"mesh: cube.obj, matrix: [1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1.2, 1.35, 0, 0, 0, 1]", "a"},
      {"cylinder: {radius: 0.1, length: 6}, xyz: [5, 0, 1.85], rpy: [1.5708, 0, 0]", "a"},
      {"cylinder: {radius: 0.1, length: 6}, xyz: [5, 0, 1.75], rpy: [1.5708, 0, 0]", NULL},
  };
  folder_begin();
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i)
  {
    char text[256];
    snprintf(text, sizeof text, "obstacles:\n  - {name: a, %s}\n", shapes[i].text);
    expect_swing(text, shapes[i].hits);
  }
  folder_end();
}

/// The wall ends half a metre below the hook.
#define WALL "obstacles:\n  - {name: wall, box: [0.5, 0.5, 0.5], xyz: [5, 0, 1.15]"

EP_TEST(works_clearances_of_scene_object_and_pair)
{
  folder_begin();
  expect_swing(WALL "}\n", NULL);
  expect_swing("clearance: 0.4\n" WALL "}\n", NULL);
  expect_swing("clearance: 0.6\n" WALL "}\n", "wall");
  expect_swing(WALL ", clearance: 0.4}\n", NULL);
  expect_swing(WALL ", clearance: 0.6}\n", "wall");
  expect_swing("clearance: 0.6\n" WALL ", clearance: 0.1}\n", "wall"); // the larger one counts
  expect_swing(WALL "}\nclearances: [{pair: [hook, wall], clearance: 0.6}]\n", "wall");
  expect_swing(WALL "}\nclearances: [{pair: [wall, crane/hook], clearance: 0.4}]\n", NULL);
  // A pair's own clearance counts alone, the last one of several.
  expect_swing("clearance: 0.2\n" WALL ", clearance: 0.6}\n"
               "clearances: [{pair: [hook, wall], clearance: 0.1}]\n",
               NULL);
  expect_swing(WALL "}\nclearances: [{pair: [hook, wall], clearance: 0.1},\n"
                    "  {pair: [\"*\", \"w?ll\"], clearance: 0.6}]\n",
               "wall");
  folder_end();
}

EP_TEST(works_allowed_pairs_are_not_checked)
{
  folder_begin();
  expect_swing(WALL ", clearance: 0.6}\nallowed: [[hook, wall]]\n", NULL);
  expect_swing(WALL ", clearance: 0.6}\nallowed: [[\"w*\", \"crane/h???\"]]\n", NULL);
  expect_swing(WALL ", clearance: 0.6}\nallowed: [[jib, wall]]\n", "wall");
  // A clearance says that a pair is checked after all.
  expect_swing(WALL "}\nallowed: [[\"*\", wall]]\n"
                    "clearances: [{pair: [hook, wall], clearance: 0.6}]\n",
               "wall");
  folder_end();
}

/// An obstacle whose name the pattern has comes before a link of the only robot.
EP_TEST(works_the_full_name_is_tried_first)
{
  folder_begin();
  expect_swing(WALL ", clearance: 0.6}\n  - {name: hook, sphere: {radius: 0.1}, xyz: [0, 0, 20]}\n"
                    "allowed: [[hook, wall]]\n",
               "wall");
  folder_end();
}

EP_TEST(works_adjacent_links_are_checked_where_asked)
{
  folder_begin();
  ep_scene* scene = load_text(CRANE "check_adjacent: true\n");
  bench b = bench_open(scene, EP_SCENE_NONE);
  expect_hit(&b, sweep_low[0], sweep_low[1], "crane/jib", "crane/trolley");
  bench_close(&b);
  ep_scene_destroy(scene);
  folder_end();
}

#define ROPE                                                                                       \
  "robots:\n  - {name: crane, urdf: crane.urdf,\n     ropes: [{name: rope, from: {link: trolley, " \
  "xyz: [0, 0, -0.2]},\n       to: {link: crane/hook, xyz: [0, 0, 0.1]}, radius: 0.02}]}\n"
#define BAR "obstacles:\n  - {name: bar, box: [0.1, 0.1, 0.1], xyz: [5, 0, 3]}\n"

EP_TEST(works_a_rope_is_hit_between_its_ends)
{
  folder_begin();
  expect_swing(BAR, NULL);
  static const char* const more[3] = {"", "allowed: [[rope, bar]]\n",
                                      "allowed: [[\"crane/r*\", bar]]\n"};
  for (int i = 0; i < 3; ++i)
  {
    char text[1024];
    snprintf(text, sizeof text, ROPE BAR "%s", more[i]);
    ep_scene* scene = load_text(text);
    ck_assert_int_eq(ep_report_warning_count(ep_scene_report(scene)), 0);
    bench b = bench_open(scene, EP_SCENE_NONE);
    if (i == 0)
    {
      expect_hit(&b, sweep_low[0], sweep_low[1], "crane/rope", "bar");
    }
    else
    {
      expect_free(&b, sweep_low[0], sweep_low[1]);
    }
    expect_free(&b, sweep_high[0], sweep_high[1]); // pulled in, it ends above the bar
    bench_close(&b);
    ep_scene_destroy(scene);
  }
  folder_end();
}

EP_TEST(works_an_srdf_disables_pairs)
{
  folder_begin();
  write_text("knot.urdf",
             "<robot name='knot'>"
             "<link name='a'><collision><geometry><box size='1 1 1'/></geometry></collision></link>"
             "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"
             "<origin xyz='0 0 2'/><axis xyz='0 0 1'/>" LIMITS(
                 -1, 1) "</joint>"
                        "<link name='b'><collision><geometry><sphere "
                        "radius='0.1'/></geometry></collision></link>"
                        "<joint name='k' type='revolute'><parent link='b'/><child link='c'/>"
                        "<origin xyz='0 0 -2'/><axis xyz='0 0 1'/>" LIMITS(
                            -1, 1) "</joint>"
                                   "<link name='c'><collision><geometry><box size='2 0.1 "
                                   "0.1'/></geometry></collision>"
                                   "</link></robot>");
  write_text("knot.srdf", "<robot name='knot'>"
                          "<disable_collisions link1='c' link2='a' reason='Always'/></robot>");
  const double q0[2] = {0.0, 0.0};
  const double q1[2] = {0.5, 0.5};
  ep_scene* scene = load_text("robots: [{name: k, urdf: knot.urdf}]\n");
  bench b = bench_open(scene, EP_SCENE_NONE);
  expect_hit(&b, q0, q1, "k/a", "k/c");
  bench_close(&b);
  ep_scene_destroy(scene);
  scene = load_text("robots: [{name: k, urdf: knot.urdf, srdf: knot.srdf}]\n");
  b = bench_open(scene, EP_SCENE_NONE);
  expect_free(&b, q0, q1);
  bench_close(&b);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_two_robots_in_one_world)
{
  folder_begin();
  ep_scene* scene = load_text("robots:\n  - {name: a, urdf: crane.urdf}\n"
                              "  - {name: b, urdf: crane.urdf, base: {xyz: [12, 0, 0]}}\n");
  bench b = bench_open(scene, EP_SCENE_NONE);
  const double away[6] = {0.2, 1.0, 2.0, 1.5, 1.0, 2.0};
  const double across[6] = {0.2, 1.0, 2.0, 3.0, 1.0, 2.0};
  const double a_away[6] = {1.5, 1.0, 2.0, 3.0, 1.0, 2.0};
  const double both_away[6] = {1.5, 1.0, 2.0, 1.5, 1.0, 2.0};
  expect_hit(&b, away, across, "a/jib", "b/jib");
  expect_free(&b, away, both_away);
  expect_free(&b, both_away, a_away);
  bench_close(&b);
  ep_scene_destroy(scene);
  folder_end();
}

/// From 3 to -3 it is 0.28 rad the short way, through the back, and 6 rad by the numbers.
EP_TEST(works_continuous_joints_take_the_short_way_unless_asked)
{
  folder_begin();
  write_text("arm.urdf",
             "<robot name='arm'><link name='root'/>"
             "<joint name='j' type='continuous'><parent link='root'/><child link='arm'/>"
             "<axis xyz='0 0 1'/></joint>"
             "<link name='arm'><collision><origin xyz='1 0 0'/><geometry><box size='2 0.2 0.2'/>"
             "</geometry></collision></link></robot>");
  static const char text[] =
      "robots: [{name: a, urdf: arm.urdf}]\n"
      "obstacles:\n  - {name: front, box: [0.2, 0.2, 0.2], xyz: [1.5, 0, 0]}\n"
      "  - {name: back, box: [0.1, 0.1, 0.1], xyz: [-1.5, 0, 0]}\n";
  const double q0[1] = {3.0};
  const double q1[1] = {-3.0};
  for (int linear = 0; linear < 2; ++linear)
  {
    ep_scene_options options = ep_scene_options_default();
    options.linear = linear != 0;
    ep_scene* scene = load_with(text, &options);
    bench b = bench_open(scene, EP_SCENE_NONE);
    expect_hit(&b, q0, q1, "a/arm", linear != 0 ? "front" : "back");
    bench_close(&b);
    ep_scene_destroy(scene);
  }
  folder_end();
}

EP_TEST(robust_worlds_of_others_are_refused)
{
  folder_begin();
  ep_scene* scene = load_text(
      CRANE "obstacles:\n  - {name: load, box: [1, 1, 1], xyz: [9, 9, 9], movable: true}\n"
            "queries:\n  - {name: carry, start: {slew: 0, run: 5, hoist: 2},\n"
            "     goal: {slew: 1, run: 5, hoist: 2}, attach: [{object: load, link: hook}]}\n");
  ep_scene* other = load_text("robots: [{name: n, urdf: needle.urdf}]\n");
  ep_world* world = (ep_world*)(void*)test_folder;
  ep_checker* checker = (ep_checker*)(void*)test_folder;
  ep_error error;
  ck_assert_int_eq(ep_scene_make_world(scene, 1, &world, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_scene_make_world(NULL, 0, &world, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_scene_make_world(scene, 0, NULL, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_scene_make_world(other, EP_SCENE_NONE, &world, &error), EP_OK);
  ck_assert_int_eq(ep_scene_make_checker(scene, 0, world, &checker, &error), EP_ERROR_MISUSE);
  ck_assert_ptr_null(checker);
  ck_assert_msg(strstr(error.message, "the world has no 'load'") != NULL, "%s", error.message);
  ep_world_destroy(world);
  ck_assert_int_eq(ep_scene_make_world(scene, EP_SCENE_NONE, &world, &error), EP_OK);
  ck_assert_int_ne(ep_scene_make_checker(scene, 0, world, &checker, &error), EP_OK);
  ck_assert_ptr_null(checker);
  ck_assert_msg(strstr(error.message, "is not a payload") != NULL, "%s", error.message);
  ck_assert_int_eq(ep_scene_make_checker(scene, EP_SCENE_NONE, world, &checker, NULL), EP_OK);
  ep_checker_destroy(checker);
  ep_world_destroy(world);
  ep_scene_destroy(other);
  ep_scene_destroy(scene);
  folder_end();
}

/// What core refuses only when a world is frozen comes back with the scene's name.
EP_TEST(robust_a_tolerance_too_small_for_the_world)
{
  folder_begin();
  ep_scene* scene = load_text("tolerance: 1e-13\n" CRANE);
  ep_world* world = (ep_world*)(void*)test_folder;
  ep_error error;
  ck_assert_int_eq(ep_scene_make_world(scene, EP_SCENE_NONE, &world, &error), EP_ERROR_INPUT);
  ck_assert_ptr_null(world);
  ck_assert_msg(strncmp(error.message, ep_scene_path(scene), strlen(ep_scene_path(scene))) == 0,
                "%s", error.message);
  ck_assert_msg(strstr(error.message, "tolerance") != NULL, "%s", error.message);
  ep_scene_destroy(scene);
  folder_end();
}
