/// @file test_scene.c
/// Scenes that load: what they have afterwards.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "scene_tools.h"

#ifndef EP_SOURCE_ROOT
#define EP_SOURCE_ROOT "."
#endif

#define CRANE "robots:\n  - {name: crane, urdf: crane.urdf}\n"

/// Everything that the format has, once.
static const char whole_scene[] =
    "name: yard\n"
    "clearance: 0.05\n"
    "tolerance: 0.002\n"
    "check_adjacent: false\n"
    "robots:\n"
    "  - name: crane\n"
    "    urdf: crane.urdf\n"
    "    srdf: crane.srdf\n"
    "    base: {xyz: [1, 2, 0], rpy: [0, 0, 0.5]}\n"
    "    geometry: collision\n"
    "    bounds: {slew: [-2, 2], crane/run: [1, 8]}\n"
    "    default: {hoist: 1.5}\n"
    "    ropes:\n"
    "      - {name: rope, from: {link: trolley, xyz: [0, 0, -0.1]}, to: {link: crane/hook},\n"
    "         radius: 0.02}\n"
    "obstacles:\n"
    "  - {name: block, mesh: cube.obj, xyz: [30, 0, 0], rpy: [0, 0, 1], scale: [1, -2, 3]}\n"
    "  - {name: again, mesh: ./cube.obj, matrix: [1, 0, 0, 40, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, "
    "1]}\n"
    "  - {name: line, capsule: {radius: 0.02, length: 40}, xyz: [0, -30, 9],\n"
    "     rpy: [0, 1.5708, 0], clearance: 3.0}\n"
    "  - {name: slab, box: [10, 10, 0.3], xyz: [50, 0, 3]}\n"
    "  - {name: ball, sphere: {radius: 1}, xyz: [60, 0, 0]}\n"
    "  - {name: tank, cylinder: {radius: 2, length: 6}, xyz: [70, 0, 0]}\n"
    "  - {name: heap, cone: {radius: 2, length: 3}, xyz: [80, 0, 0]}\n"
    "  - {name: weight, box: [0.5, 0.5, 0.5], xyz: [5, 5, 0.5], movable: true}\n"
    "allowed:\n"
    "  - [crane/mast, slab]\n"
    "  - [\"jib\", \"b*\"]\n"
    "clearances:\n"
    "  - {pair: [hook, slab], clearance: 0.5}\n"
    "queries:\n"
    "  - name: lift\n"
    "    start: {slew: 0.0, run: 4}\n"
    "    goal: {slew: 1, crane/run: 5, hoist: 3}\n"
    "    attach:\n"
    "      - {object: weight, link: hook, touch: [trolley, slab]}\n"
    "  - {name: back, start: end-of lift, goal: {slew: 0, run: 4, hoist: 2}}\n"
    "planner: {name: RRTConnect, time: 20, seed: 1}\n";

static const char crane_srdf[] =
    "<robot name='crane'><disable_collisions link1='mast' link2='hook' reason='Never'/></robot>";

static ep_scene* load_whole(void)
{
  write_text("crane.srdf", crane_srdf);
  return load_text(whole_scene);
}

EP_TEST(works_a_scene_has_what_its_file_says)
{
  folder_begin();
  ep_scene* scene = load_whole();
  ck_assert_str_eq(ep_scene_name(scene), "yard");
  ck_assert_str_eq(ep_scene_path(scene), in_folder("scene.yaml"));
  ck_assert(ep_scene_clearance(scene) == 0.05);
  ck_assert(ep_scene_tolerance(scene) == 0.002);
  ck_assert_int_eq(ep_scene_robot_count(scene), 1);
  ck_assert_str_eq(ep_scene_robot_name(scene, 0), "crane");
  ck_assert_ptr_nonnull(ep_scene_robot(scene, 0));
  ck_assert_str_eq(ep_machine_name(ep_robot_machine(ep_scene_robot(scene, 0))), "crane");
  ck_assert_int_eq(ep_robot_disabled_count(ep_scene_robot(scene, 0)), 1);
  const ep_scene_planner planner = ep_scene_get_planner(scene);
  ck_assert_str_eq(planner.name, "RRTConnect");
  ck_assert(planner.time == 20.0);
  ck_assert_int_eq(planner.seed, 1);
  ck_assert_int_eq(ep_report_warning_count(ep_scene_report(scene)), 0);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_what_is_not_there_is_said_to_be_none)
{
  folder_begin();
  ep_scene* scene = load_text(CRANE);
  ck_assert_str_eq(ep_scene_name(scene), "scene");
  ck_assert(ep_scene_clearance(scene) == 0.0);
  ck_assert(ep_scene_tolerance(scene) == 0.001);
  ck_assert_str_eq(ep_scene_get_planner(scene).name, "");
  ck_assert(isnan(ep_scene_get_planner(scene).time));
  ck_assert_int_eq(ep_scene_get_planner(scene).seed, 0);
  ck_assert_int_eq(ep_scene_object_count(scene), 0);
  ck_assert_int_eq(ep_scene_query_count(scene), 0);
  for (int32_t i = -1; i <= 1; i += 2)
  {
    ck_assert_ptr_null(ep_scene_robot(scene, i));
    ck_assert_ptr_null(ep_scene_robot_name(scene, i));
  }
  ck_assert_ptr_null(ep_scene_get_object(scene, 0));
  ck_assert_ptr_null(ep_scene_get_query(scene, -1));
  ck_assert_ptr_null(ep_scene_value_name(scene, 3));
  ck_assert_int_eq(ep_scene_find_query(scene, "x"), EP_SCENE_NONE);
  ck_assert_int_eq(ep_scene_find_value(scene, "x"), EP_SCENE_NONE);
  double lower, upper;
  ep_scene_value_bounds(scene, 99, &lower, &upper);
  ck_assert(isinf(lower) && isinf(upper));
  ep_scene_destroy(scene);
  ep_scene_destroy(NULL);
  folder_end();
}

EP_TEST(works_values_have_names_bounds_and_defaults)
{
  folder_begin();
  ep_scene* scene = load_whole();
  static const char* const names[] = {"crane/slew", "crane/run", "crane/hoist"};
  static const double bounds[][2] = {{-2.0, 2.0}, {1.0, 8.0}, {0.5, 3.8}};
  ck_assert_int_eq(ep_scene_config_size(scene), 3);
  for (int32_t i = 0; i < 3; ++i)
  {
    ck_assert_str_eq(ep_scene_value_name(scene, i), names[i]);
    ck_assert_int_eq(ep_scene_find_value(scene, names[i]), i);
    ck_assert_int_eq(ep_scene_find_value(scene, names[i] + strlen("crane/")), i);
    double lower, upper, number;
    ep_scene_value_bounds(scene, i, &lower, &upper);
    ck_assert(lower == bounds[i][0] && upper == bounds[i][1]);
    ck_assert_int_eq(ep_scene_value_default(scene, i, &number), i == 2);
    ck_assert(i != 2 || number == 1.5);
  }
  ep_error error;
  ck_assert_int_eq(ep_scene_check_bounds(scene, (double[]){2.0, 1.0, 0.5}, &error), EP_OK);
  ck_assert_int_eq(ep_scene_check_bounds(scene, (double[]){2.5, 1.0, 0.5}, &error), EP_ERROR_INPUT);
  ck_assert_str_eq(error.message, "value 'crane/slew': 2.5 is outside its limits -2 to 2");
  ck_assert_int_eq(ep_scene_check_bounds(scene, (double[]){0.0, (double)NAN, 0.5}, &error),
                   EP_ERROR_INPUT);
  ck_assert_int_eq(ep_scene_check_bounds(scene, NULL, &error), EP_ERROR_MISUSE);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_joints_with_several_values)
{
  folder_begin();
  ep_scene* scene = load_text("robots:\n"
                              "  - name: a\n"
                              "    urdf: flyer.urdf\n"
                              "    bounds: {base.x: [-20, 20], nose: [-1, 1]}\n"
                              "    default: {base.qx: 0, base.qy: 3, base.qz: 0, base.qw: 4, "
                              "tail: 0.25}\n"
                              "  - {name: b, urdf: rover.urdf, bounds: {base.yaw: [3, 4]}}\n"
                              "queries:\n"
                              "  - name: go\n"
                              "    start: {a/base.x: 1, a/base.y: 2, a/base.z: 3, a/nose: 7,\n"
                              "      b/base.x: 4, b/base.y: 5, b/base.yaw: -3}\n"
                              "    goal: {a/base.x: 1, a/base.y: 2, a/base.z: 3, a/nose: 0,\n"
                              "      a/base.qx: 0, a/base.qy: 0, a/base.qz: 2, a/base.qw: 0,\n"
                              "      b/base.x: 4, b/base.y: 5, b/base.yaw: 3.5}\n");
  static const char* const names[] = {"a/base.x",  "a/base.y",  "a/base.z",  "a/base.qx",
                                      "a/base.qy", "a/base.qz", "a/base.qw", "a/nose",
                                      "a/tail",    "b/base.x",  "b/base.y",  "b/base.yaw"};
  ck_assert_int_eq(ep_scene_config_size(scene), 12);
  for (int32_t i = 0; i < 12; ++i)
  {
    ck_assert_str_eq(ep_scene_value_name(scene, i), names[i]);
    ck_assert_int_eq(ep_scene_find_value(scene, names[i]), i);
  }
  ck_assert_int_eq(ep_scene_find_value(scene, "nose"), EP_SCENE_NONE); // there are two robots
  static const double start[] = {1, 2, 3, 0, 0.6, 0, 0.8, 7, 0.25, 4, 5, -3};
  static const double goal[] = {1, 2, 3, 0, 0, 1, 0, 0, 0.25, 4, 5, 3.5};
  const ep_scene_query* query = ep_scene_get_query(scene, 0);
  for (int32_t i = 0; i < 12; ++i)
  {
    ck_assert_double_eq_tol(query->start[i], start[i], 1e-15);
    ck_assert_double_eq_tol(query->goal[i], goal[i], 1e-15);
  }
  // 7 is 0.717 after a turn, and -3 is 3.28.
  ep_error error;
  double q[12];
  memcpy(q, start, sizeof q);
  ck_assert_int_eq(ep_scene_check_bounds(scene, q, &error), EP_OK);
  q[7] = 2.0;
  ck_assert_int_eq(ep_scene_check_bounds(scene, q, &error), EP_ERROR_INPUT);
  ck_assert_str_eq(error.message, "value 'a/nose': 2 is outside its limits -1 to 1");
  q[7] = 0.0;
  q[8] = 0.75; // the joint that follows would be at 1.5
  ck_assert_int_eq(ep_scene_check_bounds(scene, q, &error), EP_ERROR_INPUT);
  ck_assert_msg(strstr(error.message, "'end'") != NULL, "%s", error.message);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_a_rotation_that_nobody_mentions_is_none)
{
  folder_begin();
  ep_scene* scene =
      load_text("robots:\n  - {name: a, urdf: flyer.urdf, default: {nose: 0, tail: 0}}\n"
                "queries:\n  - {name: go, start: {base.x: 0, base.y: 0, base.z: 0},\n"
                "     goal: {base.x: 1, base.y: 0, base.z: 0}}\n");
  const double* start = ep_scene_get_query(scene, 0)->start;
  for (int32_t i = 3; i < 7; ++i)
  {
    double number = 7.0;
    ck_assert(ep_scene_value_default(scene, i, &number));
    ck_assert(number == (i == 6 ? 1.0 : 0.0));
    ck_assert(start[i] == number);
  }
  double number;
  ck_assert(!ep_scene_value_default(scene, 0, &number));
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_linear_angles_are_not_compared_modulo_a_turn)
{
  static const char text[] =
      "robots:\n  - {name: a, urdf: rover.urdf, bounds: {base.yaw: [-1, 1]}}\n";
  folder_begin();
  ep_scene_options options = ep_scene_options_default();
  ep_error error;
  const double q[3] = {0.0, 0.0, 6.5};
  ep_scene* scene = load_with(text, &options);
  ck_assert_int_eq(ep_scene_check_bounds(scene, q, &error), EP_OK);
  ep_scene_destroy(scene);
  options.linear = true;
  scene = load_with(text, &options);
  ck_assert_int_eq(ep_scene_check_bounds(scene, q, &error), EP_ERROR_INPUT);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_objects_are_where_the_file_puts_them)
{
  folder_begin();
  ep_scene* scene = load_whole();
  static const char* const names[] = {"block", "again", "line", "slab",
                                      "ball",  "tank",  "heap", "weight"};
  static const ep_shape_type types[] = {EP_SHAPE_MESH, EP_SHAPE_MESH,   EP_SHAPE_CAPSULE,
                                        EP_SHAPE_BOX,  EP_SHAPE_SPHERE, EP_SHAPE_CYLINDER,
                                        EP_SHAPE_CONE, EP_SHAPE_BOX};
  static const int32_t lines[] = {17, 18, 19, 21, 22, 23, 24, 25};
  ck_assert_int_eq(ep_scene_object_count(scene), 8);
  for (int32_t i = 0; i < 8; ++i)
  {
    const ep_scene_object* object = ep_scene_get_object(scene, i);
    ck_assert_str_eq(object->name, names[i]);
    ck_assert_int_eq(object->geometry.type, types[i]);
    ck_assert_int_eq(object->line, lines[i]);
    ck_assert_int_eq(object->movable, i == 7);
    ck_assert(object->clearance == (i == 2 ? 3.0 : 0.0));
    ck_assert_int_eq(object->mesh != NULL, i < 2);
    ck_assert_int_eq(object->file != NULL, i < 2);
  }
  const ep_scene_object* block = ep_scene_get_object(scene, 0);
  ck_assert_str_eq(block->file, in_folder("cube.obj"));
  ck_assert_int_eq(block->geometry.triangle_count, 12);
  ck_assert(block->mesh->closed);
  ck_assert(block->geometry.scale[1] == -2.0);
  ck_assert_double_eq_tol(block->geometry.pose.rotation[2], sin(0.5), 1e-15);
  ck_assert_ptr_nonnull(ep_scene_get_object(scene, 1)->geometry.matrix);
  ck_assert(ep_scene_get_object(scene, 2)->geometry.size[0] == 0.02);
  ck_assert(ep_scene_get_object(scene, 2)->geometry.size[1] == 40.0);
  ck_assert(ep_scene_get_object(scene, 3)->geometry.size[2] == 0.3);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_queries_know_start_goal_and_what_they_carry)
{
  folder_begin();
  ep_scene* scene = load_whole();
  ck_assert_int_eq(ep_scene_query_count(scene), 2);
  const ep_scene_query* lift = ep_scene_get_query(scene, 0);
  const ep_scene_query* back = ep_scene_get_query(scene, 1);
  ck_assert_str_eq(lift->name, "lift");
  ck_assert_int_eq(lift->line, 32);
  ck_assert_int_eq(lift->after, EP_SCENE_NONE);
  ck_assert(lift->start[0] == 0.0 && lift->start[1] == 4.0 && lift->start[2] == 1.5);
  ck_assert(lift->goal[0] == 1.0 && lift->goal[1] == 5.0 && lift->goal[2] == 3.0);
  ck_assert_int_eq(ep_scene_find_query(scene, "back"), 1);
  ck_assert_int_eq(back->after, 0);
  ck_assert_int_eq(memcmp(back->start, lift->goal, 3 * sizeof(double)), 0);
  ck_assert_int_eq(back->attachment_count, 0);
  ck_assert_int_eq(lift->attachment_count, 1);
  const ep_scene_attachment* a = lift->attachments;
  ck_assert_int_eq(a->object, 7);
  ck_assert_int_eq(a->robot, 0);
  ck_assert_int_eq(a->link,
                   ep_machine_find_link(ep_robot_machine(ep_scene_robot(scene, 0)), "hook"));
  ck_assert_int_eq(a->touch_count, 2);
  ck_assert_str_eq(a->touch[0], "crane/trolley"); // no obstacle is called trolley
  ck_assert_str_eq(a->touch[1], "slab");
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_the_report_says_what_was_dropped)
{
  folder_begin();
  char text[1024];
  snprintf(text, sizeof text, "%s%s", cube_obj, "f 1 2 6\nl 1 2\nf 1 1 2\n");
  write_text("bad.obj", text);
  static const char scene_text[] = CRANE "obstacles:\n"
                                         "  - {name: one, mesh: bad.obj, xyz: [50, 0, 0]}\n"
                                         "  - {name: two, mesh: bad.obj, xyz: [50, 9, 0]}\n"
                                         "allowed:\n  - [one, jip]\n  - [\"j*\", \"t?o\"]\n";
  ep_scene* scene = load_text(scene_text);
  // The second obstacle shares the first one's mesh: nothing is said, or loaded, twice.
  ck_assert_ptr_eq(ep_scene_get_object(scene, 0)->mesh, ep_scene_get_object(scene, 1)->mesh);
  ck_assert_int_eq(count_lines(scene, true, "obstacle 'one'"), 2);
  ck_assert_int_eq(count_lines(scene, true, "1 lines"), 1);
  ck_assert_int_eq(count_lines(scene, false, "degenerate triangles"), 1);
  ck_assert_int_eq(count_lines(scene, true,
                               "scene.yaml:7:11: allowed: item 1: item 2: 'jip' matches "
                               "no link, rope or obstacle"),
                   1);
  ck_assert_int_eq(ep_report_warning_count(ep_scene_report(scene)), 3);
  ep_scene_destroy(scene);
  ep_scene_options options = ep_scene_options_default();
  options.strict = true;
  expect_refused_with(scene_text, &options, "(and 2 more warnings)");
  folder_end();
}

EP_TEST(works_strict_refuses_the_first_warning_only_where_there_is_one)
{
  folder_begin();
  ep_scene_options options = ep_scene_options_default();
  options.strict = true;
  write_text("crane.srdf", crane_srdf);
  ep_scene_destroy(load_with(whole_scene, &options));
  expect_refused_with(CRANE "obstacles:\n  - {name: slab, box: [1, 1, 1], movable: true}\n"
                            "queries:\n  - name: lift\n"
                            "    start: {slew: 0, run: 4, hoist: 1}\n"
                            "    goal: {slew: 1, run: 4, hoist: 1}\n"
                            "    attach: [{object: slab, link: hook, touch: [slap]}]\n",
                      &options,
                      ":9:49: query 'lift': attach: item 1: touch: item 1: 'slap' matches no link");
  expect_refused_with(CRANE "clearances: [{pair: [hook, \"x*\"], clearance: 1}]\n", &options,
                      ":3:28: clearances: item 1: pair: item 2: 'x*' matches no link");
  folder_end();
}

static void note_file(const char* file, void* user)
{
  char* all = user;
  const char* slash = strrchr(file, '/');
  strcat(all, slash + 1);
  strcat(all, " ");
}

EP_TEST(works_progress_is_told_before_each_file)
{
  folder_begin();
  char all[256] = "";
  ep_scene_options options = ep_scene_options_default();
  options.progress = note_file;
  options.progress_user = all;
  write_text("crane.srdf", crane_srdf);
  ep_scene_destroy(load_with(whole_scene, &options));
  ck_assert_str_eq(all, "scene.yaml crane.urdf cube.obj cube.obj ");
  folder_end();
}

EP_TEST(works_paths_are_relative_to_the_scene)
{
  folder_begin();
  ck_assert_int_eq(mkdir(in_folder("sub"), 0777), 0);
  const char* path = write_text("sub/deep.yaml", "robots:\n  - {name: crane, urdf: ../crane.urdf}\n"
                                                 "obstacles:\n  - {name: a, mesh: ../cube.obj, "
                                                 "xyz: [20, 0, 0]}\n");
  ep_scene* scene;
  ep_error error;
  ck_assert_msg(ep_scene_load(path, NULL, &scene, &error) == EP_OK, "%s", error.message);
  ck_assert_str_eq(ep_scene_name(scene), "deep");
  ck_assert_str_eq(ep_scene_get_object(scene, 0)->file, in_folder("sub/../cube.obj"));
  ep_scene_destroy(scene);
  char text[1024];
  snprintf(text, sizeof text, "robots:\n  - {name: crane, urdf: %s}\n", in_folder("crane.urdf"));
  ep_scene_destroy(load_text(text));
  folder_end();
}

EP_TEST(robust_misuse_is_a_status)
{
  folder_begin();
  ep_scene* scene = (ep_scene*)(void*)test_folder;
  ep_error error;
  ck_assert_int_eq(ep_scene_load(NULL, NULL, &scene, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_scene_load("x", NULL, NULL, &error), EP_ERROR_MISUSE);
  ep_scene_options options = ep_scene_options_default();
  options.struct_size = 3;
  ck_assert_int_eq(ep_scene_load("x", &options, &scene, &error), EP_ERROR_MISUSE);
  ck_assert_ptr_null(scene);
  ck_assert_int_eq(ep_scene_load(in_folder("none.yaml"), NULL, &scene, NULL), EP_ERROR_INPUT);
  folder_end();
}

/// The example in the documentation loads without a warning, and its queries are free.
EP_TEST(works_the_example_of_the_documentation)
{
  folder_begin();
  FILE* file = fopen(EP_SOURCE_ROOT "/docs/scene.md", "rb");
  ck_assert_ptr_nonnull(file);
  char text[16384];
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  char* begin = strstr(text, "```yaml\n");
  ck_assert_ptr_nonnull(begin);
  begin += strlen("```yaml\n");
  char* end = strstr(begin, "```");
  ck_assert_ptr_nonnull(end);
  *end = '\0';
  write_text("dem.asc", "ncols 3\nnrows 3\nxllcenter 0\nyllcenter 0\ncellsize 10\n"
                        "1 1 1\n1 0.5 1\n1 1 -9999\n");
  ep_scene_options options = ep_scene_options_default();
  options.strict = true;
  ep_scene* scene = load_with(begin, &options);
  expect_query_free(scene, "lift");
  expect_query_free(scene, "back");
  ep_scene_destroy(scene);
  folder_end();
}

/// Cut at every length: refused, or a smaller scene that is whole in itself.
EP_TEST(robust_a_scene_cut_anywhere)
{
  folder_begin();
  write_text("crane.srdf", crane_srdf);
  const size_t size = strlen(whole_scene);
  int good = 0;
  int bad = 0;
  for (size_t length = 0; length <= size; ++length)
  {
    ep_scene* scene = (ep_scene*)(void*)test_folder;
    ep_error error;
    const char* path = write_bytes("scene.yaml", whole_scene, length);
    const ep_status status = ep_scene_load(path, NULL, &scene, &error);
    ck_assert_int_eq(status, error.status);
    ck_assert_int_eq(status == EP_OK, scene != NULL);
    ck_assert_int_eq(status == EP_OK, error.message[0] == '\0');
    good += status == EP_OK;
    bad += status == EP_ERROR_INPUT;
    ck_assert(status == EP_OK || status == EP_ERROR_INPUT);
    ep_scene_destroy(scene);
  }
  printf("  cut scenes: %d load, %d are refused\n", good, bad);
  ck_assert_int_gt(good, 50);
  ck_assert_int_gt(bad, 1000);
  folder_end();
}

EP_TEST(robust_a_scene_with_changed_bytes)
{
  folder_begin();
  write_text("crane.srdf", crane_srdf);
  const size_t size = strlen(whole_scene);
  char changed[sizeof whole_scene];
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int good = 0;
  for (int64_t i = 0, n = ep_test_trials(1000); i < n; ++i)
  {
    memcpy(changed, whole_scene, size);
    for (int64_t k = ep_rng_int(&rng, 1, 3); k > 0; --k)
    {
      const bool printable = ep_rng_int(&rng, 0, 3) > 0;
      changed[ep_rng_int(&rng, 0, (int64_t)size - 1)] =
          (char)(printable ? ep_rng_int(&rng, 32, 126) : ep_rng_int(&rng, 0, 255));
    }
    ep_scene* scene;
    ep_error error;
    const ep_status status =
        ep_scene_load(write_bytes("scene.yaml", changed, size), NULL, &scene, &error);
    // A changed ending of a file's name asks for a format that there is none of.
    ck_assert_msg(status == EP_OK || status == EP_ERROR_INPUT || status == EP_ERROR_UNSUPPORTED,
                  "%d: %s", (int)status, error.message);
    ck_assert_int_eq(status == EP_OK, scene != NULL);
    good += status == EP_OK;
    ep_scene_destroy(scene);
  }
  ck_assert_int_gt(good, 0);
  folder_end();
}
