/// @file scene_tools.h
/// What the tests of scenes share: a folder with small machines in it, scenes from text, and
/// demands on what loading and checking them says.
///
/// A source that includes this defines _XOPEN_SOURCE 700 first, for mkdtemp and nftw.
#ifndef EP_TEST_SCENE_TOOLS_H
#define EP_TEST_SCENE_TOOLS_H

#include "folder_tools.h"

#include "edgeproof/envs/scene.h"

#include <math.h>

/// @name Machines and meshes
/// @{

#define LIMITS(lower, upper)                                                                       \
  "<limit lower='" #lower "' upper='" #upper "' effort='1' velocity='1'/>"

/// A crane: mast 4 m high, jib along x from 0 to 10 m at z = 4, trolley under it, hook that hangs
/// `hoist` below the trolley. Nothing touches but neighbours.
static const char crane_urdf[] =
    "<robot name='crane'>"
    "<link name='mast'><collision><origin xyz='0 0 2'/><geometry><box size='0.4 0.4 3.9'/>"
    "</geometry></collision></link>"
    "<joint name='slew' type='revolute'><parent link='mast'/><child link='jib'/>"
    "<origin xyz='0 0 4'/><axis xyz='0 0 1'/>" LIMITS(
        -3,
        3) "</joint>"
           "<link name='jib'><collision><origin xyz='5 0 0.1'/><geometry><box size='10 0.2 0.2'/>"
           "</geometry></collision></link>"
           "<joint name='run' type='prismatic'><parent link='jib'/><child link='trolley'/>"
           "<axis xyz='1 0 0'/>" LIMITS(
               1, 9) "</joint>"
                     "<link name='trolley'><collision><origin xyz='0 0 -0.1'/><geometry><box "
                     "size='0.4 0.4 0.2'/>"
                     "</geometry></collision></link>"
                     "<joint name='hoist' type='prismatic'><parent link='trolley'/><child "
                     "link='hook'/>"
                     "<axis xyz='0 0 -1'/>" LIMITS(
                         0.5, 3.8) "</joint>"
                                   "<link name='hook'><collision><geometry><sphere "
                                   "radius='0.1'/></geometry></collision></link>"
                                   "</robot>";

/// A needle 0.5 m long that points down at its link's origin and goes anywhere, without turning.
static const char needle_urdf[] =
    "<robot name='needle'><link name='root'/>"
    "<joint name='x' type='prismatic'><parent link='root'/><child link='a'/>"
    "<axis xyz='1 0 0'/>" LIMITS(
        -2000,
        2000) "</joint><link name='a'/>"
              "<joint name='y' type='prismatic'><parent link='a'/><child link='b'/>"
              "<axis xyz='0 1 0'/>" LIMITS(
                  -2000,
                  2000) "</joint><link name='b'/>"
                        "<joint name='z' type='prismatic'><parent link='b'/><child link='tip'/>"
                        "<axis xyz='0 0 1'/>" LIMITS(
                            -2000, 2000) "</joint>"
                                         "<link name='tip'><collision><origin xyz='0 0 "
                                         "0.25'/><geometry><box size='0.002 0.002 0.5'/>"
                                         "</geometry></collision></link></robot>";

/// A box that floats, and a smaller one in front of it that turns with a continuous joint, beside a
/// third one that follows it.
static const char flyer_urdf[] =
    "<robot name='flyer'><link name='ground'/>"
    "<joint name='base' type='floating'><parent link='ground'/><child link='body'/></joint>"
    "<link name='body'><collision><geometry><box size='1 1 1'/></geometry></collision></link>"
    "<joint name='nose' type='continuous'><parent link='body'/><child link='tip'/>"
    "<origin xyz='1 0 0'/><axis xyz='1 0 0'/></joint>"
    "<link name='tip'><collision><geometry><box size='0.2 0.4 0.2'/></geometry></collision></link>"
    "<joint name='tail' type='revolute'><parent link='body'/><child link='fin'/>"
    "<origin xyz='-1 0 0'/><axis xyz='1 0 0'/>" LIMITS(
        -1,
        1) "</joint>"
           "<link name='fin'/>"
           "<joint name='flap' type='revolute'><parent link='fin'/><child link='end'/>"
           "<origin xyz='-1 0 0'/><axis xyz='1 0 0'/><mimic joint='tail' multiplier='2'/>" LIMITS(
               -1,
               1) "</joint>"
                  "<link name='end'/>"
                  "<joint name='tag' type='fixed'><parent link='end'/><child link='sign'/></joint>"
                  "<link name='sign'/></robot>";

/// A box that drives about on the ground.
static const char rover_urdf[] =
    "<robot name='rover'><link name='ground'/>"
    "<joint name='base' type='planar'><parent link='ground'/><child link='body'/>"
    "<axis xyz='0 0 1'/></joint>"
    "<link name='body'><collision><origin xyz='0 0 0.6'/><geometry><box size='1 1 1'/></geometry>"
    "</collision></link></robot>";

/// A closed cube with sides of 1 m about the origin, which has one triangle twice and a line.
static const char cube_obj[] = "v -.5 -.5 -.5\nv .5 -.5 -.5\nv .5 .5 -.5\nv -.5 .5 -.5\n"
                               "v -.5 -.5 .5\nv .5 -.5 .5\nv .5 .5 .5\nv -.5 .5 .5\n"
                               "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

/// Makes the folder, with all machines in it.
static inline void folder_begin(void)
{
  folder_make();
  write_text("crane.urdf", crane_urdf);
  write_text("needle.urdf", needle_urdf);
  write_text("flyer.urdf", flyer_urdf);
  write_text("rover.urdf", rover_urdf);
  write_text("cube.obj", cube_obj);
}

static inline void folder_end(void)
{
  folder_remove();
}

/// @}
/// @name Loading
/// @{

/// Loads, or fails the test with the message.
static inline ep_scene* load_with(const char* text, const ep_scene_options* options)
{
  ep_scene* scene = NULL;
  ep_error error;
  const char* path = write_text("scene.yaml", text);
  ck_assert_msg(ep_scene_load(path, options, &scene, &error) == EP_OK, "%s", error.message);
  ck_assert_ptr_nonnull(scene);
  ck_assert_str_eq(error.message, "");
  return scene;
}

static inline ep_scene* load_text(const char* text)
{
  return load_with(text, NULL);
}

/// Must be refused as bad input; the message begins with the file and has these words.
static inline void expect_refused_with(const char* text, const ep_scene_options* options,
                                       const char* words)
{
  ep_scene* scene = (ep_scene*)(void*)test_folder; // must be overwritten
  ep_error error;
  const char* path = write_text("scene.yaml", text);
  const ep_status status = ep_scene_load(path, options, &scene, &error);
  ck_assert_msg(status == EP_ERROR_INPUT, "expected '%s', but status %d: %s\n%s", words,
                (int)status, error.message, text);
  ck_assert_ptr_null(scene);
  ck_assert_msg(strstr(error.message, words) != NULL, "'%s' is not in '%s'", words, error.message);
  ck_assert_msg(strncmp(error.message, path, strlen(path)) == 0, "'%s' does not begin with '%s'",
                error.message, path);
}

static inline void expect_refused(const char* text, const char* words)
{
  expect_refused_with(text, NULL, words);
}

/// The number of lines of the report with these words.
static inline int count_lines(const ep_scene* scene, bool warnings, const char* words)
{
  const ep_report* report = ep_scene_report(scene);
  int count = 0;
  for (int32_t i = 0; i < ep_report_line_count(report); ++i)
  {
    bool is_warning = false;
    const char* line = ep_report_line(report, i, &is_warning);
    count += is_warning == warnings && strstr(line, words) != NULL;
  }
  return count;
}

/// @}
/// @name Checking
/// @{

/// A query's world with its checker.
typedef struct bench
{
  const ep_scene* scene;
  ep_world* world;
  ep_checker* checker;
} bench;

static inline bench bench_open(const ep_scene* scene, int32_t query)
{
  bench b = {.scene = scene};
  ep_error error;
  ck_assert_msg(ep_scene_make_world(scene, query, &b.world, &error) == EP_OK, "%s", error.message);
  ck_assert_int_eq(ep_world_config_size(b.world), ep_scene_config_size(scene));
  ck_assert_msg(ep_scene_make_checker(scene, query, b.world, &b.checker, &error) == EP_OK, "%s",
                error.message);
  return b;
}

static inline void bench_close(bench* b)
{
  ep_checker_destroy(b->checker);
  ep_world_destroy(b->world);
}

/// The verdict on the straight motion between two configurations; the two names where it collides.
static inline ep_verdict judge(const bench* b, const double* q0, const double* q1,
                               const char* names[2])
{
  ep_result result;
  ep_error error;
  ck_assert_msg(ep_check_edge(b->checker, q0, q1, NULL, &result, &error) == EP_OK, "%s",
                error.message);
  for (int i = 0; i < 2; ++i)
  {
    names[i] =
        result.verdict == EP_COLLIDING ? ep_world_body_name(b->world, result.contact.body[i]) : "";
  }
  return result.verdict;
}

static inline void expect_free(const bench* b, const double* q0, const double* q1)
{
  const char* names[2];
  const ep_verdict verdict = judge(b, q0, q1, names);
  ck_assert_msg(verdict == EP_FREE, "%s: %s and %s", ep_verdict_text(verdict), names[0], names[1]);
}

/// The two names, in either order.
static inline void expect_hit(const bench* b, const double* q0, const double* q1, const char* one,
                              const char* other)
{
  const char* names[2];
  const ep_verdict verdict = judge(b, q0, q1, names);
  const bool right = (strcmp(names[0], one) == 0 && strcmp(names[1], other) == 0) ||
                     (strcmp(names[1], one) == 0 && strcmp(names[0], other) == 0);
  ck_assert_msg(verdict == EP_COLLIDING && right, "%s: '%s' and '%s', not '%s' and '%s'",
                ep_verdict_text(verdict), names[0], names[1], one, other);
}

/// The motion of a query from start to goal.
static inline void expect_query_free(const ep_scene* scene, const char* name)
{
  const int32_t query = ep_scene_find_query(scene, name);
  ck_assert_int_ne(query, EP_SCENE_NONE);
  bench b = bench_open(scene, query);
  expect_free(&b, ep_scene_get_query(scene, query)->start, ep_scene_get_query(scene, query)->goal);
  bench_close(&b);
}

static inline void expect_query_hit(const ep_scene* scene, const char* name, const char* one,
                                    const char* other)
{
  const int32_t query = ep_scene_find_query(scene, name);
  ck_assert_int_ne(query, EP_SCENE_NONE);
  bench b = bench_open(scene, query);
  expect_hit(&b, ep_scene_get_query(scene, query)->start, ep_scene_get_query(scene, query)->goal,
             one, other);
  bench_close(&b);
}

/// @}

#endif
