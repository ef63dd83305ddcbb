/// @file test_edges.c
/// Edges and paths from text files.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "scene_tools.h"

#include "edgeproof/envs/edges.h"

#define CRANE "robots:\n  - {name: crane, urdf: crane.urdf, default: {hoist: 1.5}}\n"
#define FLYER "robots:\n  - {name: fly, urdf: flyer.urdf, default: {nose: 0.5, tail: 0}}\n"

static ep_edges load_edges(const ep_scene* scene, const char* text)
{
  ep_edges edges;
  ep_error error;
  ck_assert_msg(ep_edges_load(write_text("edges.txt", text), scene, &edges, &error) == EP_OK, "%s",
                error.message);
  ck_assert_str_eq(error.message, "");
  ck_assert_int_eq(edges.config_size, ep_scene_config_size(scene));
  return edges;
}

static void expect_edges_refused(const ep_scene* scene, const char* text, const char* words)
{
  ep_edges edges = {.count = 7};
  ep_error error;
  const char* path = write_text("edges.txt", text);
  ck_assert_int_eq(ep_edges_load(path, scene, &edges, &error), EP_ERROR_INPUT);
  ck_assert_int_eq(edges.count, 0);
  ck_assert_ptr_null(edges.q0);
  const size_t length = strlen(path);
  ck_assert_msg(strncmp(error.message, path, length) == 0, "%s", error.message);
  ck_assert_msg(strncmp(error.message + length, words, strlen(words)) == 0, "'%s' is not in '%s'",
                words, error.message);
}

static void expect_config(const double* q, const double* wanted, int32_t count)
{
  for (int32_t i = 0; i < count; ++i)
  {
    ck_assert_msg(q[i] == wanted[i], "value %d is %g, not %g", i, q[i], wanted[i]);
  }
}

EP_TEST(works_edges_with_labels_in_any_writing)
{
  folder_begin();
  ep_scene* scene = load_text(CRANE);
  ep_edges e = load_edges(scene, "\n  \n#joints: run,crane/slew\r\n# a remark\r\n"
                                 "1 0.5 2 0.25 free\r\n\n"
                                 "  3,-1e-3 , 4\t,1,colliding  \n"
                                 "5 0 6 1");
  ck_assert_int_eq(e.count, 3);
  ck_assert(!e.is_path);
  ck_assert(e.has_labels);
  expect_config(e.q0, (double[]){0.5, 1, 1.5, -1e-3, 3, 1.5, 0, 5, 1.5}, 9);
  expect_config(e.q1, (double[]){0.25, 2, 1.5, 1, 4, 1.5, 1, 6, 1.5}, 9);
  ck_assert_int_eq(e.labels[0], EP_LABEL_FREE);
  ck_assert_int_eq(e.labels[1], EP_LABEL_COLLIDING);
  ck_assert_int_eq(e.labels[2], EP_LABEL_NONE);
  ck_assert(e.lines[0] == 5 && e.lines[1] == 7 && e.lines[2] == 8);
  ep_edges_clear(&e);
  ck_assert_ptr_null(e.q0);
  ep_edges_clear(NULL);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_a_path_has_an_edge_between_neighbours)
{
  folder_begin();
  ep_scene* scene = load_text(CRANE);
  ep_edges e = load_edges(scene, "# joints: slew run hoist\n0 1 2\n# x\n0.5 2 3\n1 3 1\n");
  ck_assert_int_eq(e.count, 2);
  ck_assert(e.is_path);
  ck_assert(!e.has_labels);
  expect_config(e.q0, (double[]){0, 1, 2, 0.5, 2, 3}, 6);
  expect_config(e.q1, (double[]){0.5, 2, 3, 1, 3, 1}, 6);
  ck_assert(e.lines[0] == 2 && e.lines[1] == 4);
  ep_edges_clear(&e);
  ep_scene_destroy(scene);
  folder_end();
}

/// As another program's CSV has them.
EP_TEST(works_names_may_stand_alone)
{
  folder_begin();
  ep_scene* scene = load_text(CRANE);
  ep_edges e = load_edges(scene, "run,slew,hoist\n1,0,2\n2,0.5,3\n");
  ck_assert_int_eq(e.count, 1);
  expect_config(e.q0, (double[]){0, 1, 2}, 3);
  expect_config(e.q1, (double[]){0.5, 2, 3}, 3);
  ep_edges_clear(&e);
  ep_scene_destroy(scene);
  folder_end();
}

/// Whether this text is the same edge as in works_names_may_stand_alone.
static void expect_plain_path(const ep_scene* scene, const char* text)
{
  ep_edges e = load_edges(scene, text);
  ck_assert_int_eq(e.count, 1);
  ck_assert(e.is_path);
  expect_config(e.q0, (double[]){0, 1, 2}, 3);
  expect_config(e.q1, (double[]){0.5, 2, 3}, 3);
  ep_edges_clear(&e);
}

/// What spreadsheets and recorders make of a CSV: a mark in front, line ends with two bytes, blanks
/// at the end, names in quotation marks, a column of times.
EP_TEST(works_paths_of_other_programs)
{
  folder_begin();
  ep_scene* scene = load_text(CRANE);
  expect_plain_path(scene, "\xef\xbb\xbfrun,slew,hoist\r\n1,0,2\r\n2,0.5,3\r\n");
  expect_plain_path(scene, "\xef\xbb\xbf# joints: run slew hoist\n1,0,2 \t\n2,0.5,3\n\n \n");
  expect_plain_path(scene, "\"run\",\"crane/slew\",\"hoist\"\n\"1\",0,2\n2,0.5,3");
  expect_plain_path(scene, "\"run\" \"slew\"  , \"hoist\"\n1 0 2\n2 0.5 3\n");
  expect_plain_path(scene, "time,run,slew,hoist\n0.0,1,0,2\n0.1,2,0.5,3\n");
  expect_plain_path(scene, "run,slew,time_from_start,hoist\n1,0,1e9,2\n2,0.5,1e10,3\n");
  expect_plain_path(scene, "# joints: t run slew hoist\n0 1 0 2\n0 2 0.5 3\n");
  ep_scene_destroy(scene);
  folder_end();
}

/// Limits are judged when an edge is checked, not when it is read.
EP_TEST(works_numbers_are_taken_as_they_are)
{
  folder_begin();
  ep_scene* scene = load_text(FLYER);
  ep_edges e = load_edges(scene, "# joints: base.x base.y base.z base.qx base.qy base.qz base.qw\n"
                                 "1 2 3 0 0 2 0   4 5 6 0 3 0 4\n");
  ck_assert_int_eq(e.count, 1);
  expect_config(e.q0, (double[]){1, 2, 3, 0, 0, 2, 0, 0.5, 0}, 9);
  expect_config(e.q1, (double[]){4, 5, 6, 0, 3, 0, 4, 0.5, 0}, 9);
  ep_edges_clear(&e);
  e = load_edges(scene, "# joints: base.x base.y base.z tail\n1 2 3 -99 4 5 6 99\n");
  expect_config(e.q0, (double[]){1, 2, 3, 0, 0, 0, 1, 0.5, -99}, 9);
  ep_edges_clear(&e);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_many_edges)
{
  folder_begin();
  ep_scene* scene = load_text(CRANE);
  const int count = 20000;
  char* text = malloc((size_t)count * 48 + 64);
  char* at = text + sprintf(text, "# joints: slew run\n");
  for (int i = 0; i < count; ++i)
  {
    at += sprintf(at, "%d 1 %d 2\n", i % 3, i % 5);
  }
  ep_edges e = load_edges(scene, text);
  free(text);
  ck_assert_int_eq(e.count, count);
  for (int i = 0; i < count; ++i)
  {
    ck_assert(e.q0[3 * i] == i % 3 && e.q1[3 * i] == i % 5 && e.lines[i] == i + 2);
  }
  ep_edges_clear(&e);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(robust_bad_edges_are_refused)
{
  static const char* const bad[][2] = {
      {"", ": there are no edges"},
      {"# joints: slew run\n", ": there are no edges"},
      {"# joints: slew run\n# 0 1 0 1\n", ": there are no edges"},
      {"# joints: slew run\n0 1\n", ": a path needs two configurations at least"},
      {"0 1 0 1\n", ":1: the first line must name the values"},
      {"# slew run\n0 1 0 1\n", ":1: the first line must name the values"},
      {"joints: slew run\n0 1 0 1\n", ":1: the scene has no value 'joints:'"},
      {", joints: slew run\n0 1 0 1\n", ":1: a comma without a value on both sides"},
      {"#\n0 1 0 1\n", ":1: the first line must name the values"},
      {"# joints:\n0 1 0 1\n", ":1: no values are named"},
      {"# joints: slew rum\n", ":1: the scene has no value 'rum'"},
      {"# joints: slew crane/slew run\n", ":1: 'crane/slew' is named twice"},
      {"# joints: slew\n0 1\n", ":1: value 'crane/run' is not named and has no default"},
      {"# joints: slew,,run\n", ":1: a comma without a value on both sides"},
      {"# joints: slew run\n0 1 0\n", ":2: 3 values: an edge has 4, a configuration of a path 2"},
      {"# joints: slew run\n0 1 0 1 2\n", ":2: more than the 4 values of an edge"},
      {"# joints: slew run\n0 1 0 1\n0 1\n", ":3: 2 values, the lines before have 4"},
      {"# joints: slew run\n0 1\n0 1 0 1\n", ":3: 4 values, the lines before have 2"},
      {"# joints: slew run\nfree\n", ":2: 0 values: an edge has 4"},
      {"# joints: slew run\n0 1 free\n", ":2: a configuration of a path has no label"},
      {"# joints: slew run\n0 1 0 1 Free\n",
       ":2: 'Free' is neither a number nor free or colliding"},
      {"# joints: slew run\n0 1 0 1 free colliding\n", ":2: 'colliding' follows the label"},
      {"# joints: slew run\n0 1 free 0 1\n", ":2: '0' follows the label"},
      {"# joints: slew run\n0 1 0 1,\n", ":2: a comma without a value on both sides"},
      {"# joints: slew run\n,0 1 0 1\n", ":2: a comma without a value on both sides"},
      {"# joints: slew run\n0 1,,0 1\n", ":2: a comma without a value on both sides"},
      {"# joints: slew run\n0 1 0 nan\n", ":2: 'nan' is neither a number"},
      {"# joints: slew run\n0 1 0 1e999\n", ":2: '1e999' is neither a number"},
      {"# joints: slew run\n0 1 0 0x10\n", ":2: '0x10' is neither a number"},
      {"# joints: slew run\n0 1 0 1.5abc\n", ":2: '1.5abc' is neither a number"},
      {"slew;run\n0;1\n", ":1: columns are separated by commas or blanks, not by ';'"},
      {"\"slew,run\n0,1\n", ":1: a quotation mark without its other one"},
      {"slew,\"\",run\n0,1\n", ":1: nothing between quotation marks"},
      {"slew,\"run\"\n0,\"\"\n", ":2: nothing between quotation marks"},
      {"time,time,slew,run\n", ":1: 'time' is named twice"},
      {"time,slew,t,run\n", ":1: 't' is named twice"},
      {"time\n0\n1\n", ":1: no values are named"},
      {"time,slew,run\n0,1,2,3,4,5\n", ":2: 6 values: a configuration of a path has 3"},
      {"time,slew,run\n0,1,2\n1,2\n", ":3: 2 values, the lines before have 3"},
      {"time,slew,run\nnow,1,2\n", ":2: 'now' is neither a number"},
      {"index,slew,run\n0,1,2\n", ":1: the scene has no value 'index'"},
      {"# joints: slew run\n0 1 0 1;\n", ":2: '1;' is neither a number"},
      {"# joints: slew run\n0 1 0 2e6\n", ":2: machine 'crane': joint of 'trolley': value 2e+06"},
  };
  folder_begin();
  ep_scene* scene = load_text(CRANE);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
  {
    expect_edges_refused(scene, bad[i][0], bad[i][1]);
  }
  ep_edges edges;
  ep_error error;
  ck_assert_int_eq(ep_edges_load(in_folder("none.txt"), scene, &edges, &error), EP_ERROR_INPUT);
  ck_assert_int_eq(ep_edges_load(test_folder, scene, &edges, &error), EP_ERROR_INPUT);
  ck_assert_int_eq(ep_edges_load(NULL, scene, &edges, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_edges_load("x", NULL, &edges, &error), EP_ERROR_MISUSE);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(robust_rotations_are_whole)
{
  folder_begin();
  ep_scene* scene = load_text(FLYER);
  expect_edges_refused(
      scene, "# joints: base.x base.y base.z base.qx base.qw\n",
      ":1: rotation of 'fly/base': all four of qx qy qz qw must be named, or none");
  expect_edges_refused(scene,
                       "# joints: base.x base.y base.z base.qx base.qy base.qz base.qw\n"
                       "0 0 0 0 0 0 1 0 0 0 0 0 0 0\n",
                       ":2: machine 'fly': joint of 'body': quaternion 0 0 0 0 has no direction");
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(robust_edges_cut_anywhere_or_changed)
{
  static const char text[] = "# joints: slew run\n0 1 0.5 1 free\n0.25,2,1,3,colliding\n";
  folder_begin();
  ep_scene* scene = load_text(CRANE);
  ep_edges e;
  ep_error error;
  for (size_t length = 0; length <= strlen(text); ++length)
  {
    const ep_status status =
        ep_edges_load(write_bytes("edges.txt", text, length), scene, &e, &error);
    ck_assert_int_eq(status == EP_OK, e.count > 0);
    ep_edges_clear(&e);
  }
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(2000); i < n; ++i)
  {
    char changed[sizeof text];
    memcpy(changed, text, sizeof text);
    changed[ep_rng_int(&rng, 0, (int64_t)strlen(text) - 1)] = (char)ep_rng_int(&rng, 0, 255);
    const char* path = write_bytes("edges.txt", changed, strlen(text));
    const ep_status status = ep_edges_load(path, scene, &e, &error);
    ck_assert_int_eq(status == EP_OK, e.count > 0);
    ep_edges_clear(&e);
  }
  ep_scene_destroy(scene);
  folder_end();
}
