/// @file test_loadable.c
/// The shared object as a program loads it that knows nothing of us but table.h.
#define _XOPEN_SOURCE 700
#include "edgeproof/plugin/table.h"
#include "ep_test.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "folder_tools.h"

static const char arm[] =
    "<robot name=\"arm\"><link name=\"base\"><collision><geometry><box size=\"0.2 0.2 0.2\"/>"
    "</geometry></collision></link><link name=\"beam\"><collision><origin xyz=\"0.8 0 0\"/>"
    "<geometry><box size=\"1.4 0.1 0.1\"/></geometry></collision></link>"
    "<joint name=\"turn\" type=\"continuous\"><parent link=\"base\"/><child link=\"beam\"/>"
    "<axis xyz=\"0 0 1\"/></joint></robot>\n";

static const char yard[] =
    "name: yard\n"
    "robots:\n  - {name: arm, urdf: arm.urdf, default: {turn: 0.25}}\n"
    "obstacles:\n"
    "  - {name: wall, box: [0.2, 0.2, 2], xyz: [1.4, 0, 0]}\n"
    "  - {name: crate, box: [0.2, 0.2, 0.2], xyz: [0, 1.8, 0], movable: true}\n"
    "queries:\n"
    "  - {name: carry, start: {turn: 1.5708}, goal: {turn: 0.6},\n"
    "     attach: [{object: crate, link: beam, xyz: [1.4, 0, 0], rpy: [0, 0, 0]}]}\n";

/// A folder with the scene, and the table.
typedef struct bench
{
  char path[1024];
  const ep_plugin_table_v1* ep;
} bench;

static const ep_plugin_table_v1* load(uint32_t version)
{
  void* library = dlopen(EP_LOADABLE, RTLD_NOW | RTLD_LOCAL);
  ck_assert_msg(library != NULL, "%s", dlerror());
  void* symbol = dlsym(library, "ep_plugin_table");
  ck_assert_msg(symbol != NULL, "%s", dlerror());
  ep_plugin_table_function get;
  memcpy(&get, &symbol, sizeof get);
  return get(version);
}

static bench begin(void)
{
  bench b;
  b.ep = load(EP_PLUGIN_VERSION);
  ck_assert(b.ep != NULL);
  (void)folder_make();
  (void)write_text("arm.urdf", arm);
  (void)snprintf(b.path, sizeof b.path, "%s", write_text("yard.yaml", yard));
  return b;
}

static ep_plugin_scene open_yard(const bench* b, const char* query)
{
  ep_plugin_scene scene = 0;
  char message[512];
  const ep_plugin_status status = b->ep->open(b->path, query, NULL, &scene);
  (void)b->ep->last_error(0, message, sizeof message);
  ck_assert_msg(status == EP_PLUGIN_OK, "%s", message);
  ck_assert(scene != 0);
  return scene;
}

/// Of this thread's last call.
static void expect_error(const bench* b, ep_plugin_status status, const char* text)
{
  char message[512];
  ck_assert_int_eq(b->ep->last_error(0, message, sizeof message), status);
  ck_assert_msg(strstr(message, text) != NULL, "'%s' is not in '%s'", text, message);
}

EP_TEST(works_loadable_has_versions)
{
  const ep_plugin_table_v1* ep = load(1);
  ck_assert(ep != NULL);
  ck_assert_uint_eq(ep->struct_size, sizeof *ep);
  ck_assert_uint_eq(ep->version, 1);
  ck_assert_msg(strncmp(ep->text, "edgeproof 0.", 12) == 0, "%s", ep->text);
  ck_assert(load(0) == NULL && load(2) == NULL && load(UINT32_MAX) == NULL);
  void* library = dlopen(EP_LOADABLE, RTLD_NOW | RTLD_LOCAL);
  ck_assert(library != NULL && dlsym(library, "ep_check_edge") == NULL);
}

EP_TEST(works_loadable_tells_what_is_in_a_scene)
{
  bench b = begin();
  const ep_plugin_scene scene = open_yard(&b, "carry");
  ep_plugin_scene_info info;
  ck_assert_int_eq(b.ep->describe(scene, &info), EP_PLUGIN_OK);
  ck_assert_str_eq(info.name, "yard");
  ck_assert_int_eq(info.value_count, 1);
  ck_assert_int_eq(info.joint_count, 1);
  ck_assert_int_eq(info.query_count, 1);
  ck_assert_int_eq(info.query, 0);
  ck_assert_int_eq(info.obstacle_triangles, 12); // the crate hangs on the beam
  ck_assert(info.tolerance == 1e-3 && info.clearance == 0.0 && info.bytes > 0);
  ep_plugin_joint joint;
  ck_assert_int_eq(b.ep->get_joint(scene, 0, &joint), EP_PLUGIN_OK);
  ck_assert_str_eq(joint.name, "arm/turn");
  ck_assert_int_eq(joint.kind, EP_PLUGIN_CONTINUOUS);
  ck_assert(joint.value_start == 0 && joint.value_count == 1 && joint.linear == 0);
  ep_plugin_value value;
  ck_assert_int_eq(b.ep->get_value(scene, 0, &value), EP_PLUGIN_OK);
  ck_assert_str_eq(value.name, "arm/turn");
  ck_assert(value.has_default == 1 && value.number == 0.25 && value.joint == 0);
  ck_assert(isinf(value.lower) && isinf(value.upper));
  ck_assert_int_eq(b.ep->find_value(scene, "turn"), 0);
  ck_assert_int_eq(b.ep->find_value(scene, "arm/turn"), 0);
  ck_assert_int_eq(b.ep->find_value(scene, "turns"), -1);
  ep_plugin_query query;
  ck_assert_int_eq(b.ep->get_query(scene, 0, &query), EP_PLUGIN_OK);
  ck_assert_str_eq(query.name, "carry");
  ck_assert(query.start[0] == 1.5708 && query.goal[0] == 0.6 && query.attachment_count == 1);
  ck_assert_int_eq(query.after, -1);
  int bodies = 0;
  while (b.ep->body_name(scene, bodies) != NULL)
  {
    ++bodies;
  }
  ck_assert_int_eq(bodies, info.body_count);
  ck_assert_int_eq(b.ep->within_bounds(scene, query.start), EP_PLUGIN_OK);
  double q[1];
  ck_assert_int_eq(b.ep->interpolate(scene, query.start, query.goal, 0.5, q), EP_PLUGIN_OK);
  ck_assert(fabs(q[0] - 0.5 * (1.5708 + 0.6)) < 1e-15);
  ck_assert_int_eq(b.ep->close(scene), EP_PLUGIN_OK);
  folder_remove();
}

/// The beam's near side, 0.05 from its middle, meets the wall's corner (1.3, 0.1).
static double first_contact(double q0, double q1)
{
  const double met = atan2(0.1, 1.3) + asin(0.05 / hypot(1.3, 0.1));
  return (q0 - met) / (q0 - q1);
}

EP_TEST(works_loadable_checks_edges)
{
  bench b = begin();
  const ep_plugin_scene scene = open_yard(&b, NULL);
  const double q[4] = {0.5, 1.5, 0.5, -0.5};
  ep_plugin_answer answer;
  ck_assert_int_eq(b.ep->check_state(scene, &q[0], &answer), EP_PLUGIN_FREE);
  ck_assert_int_eq(b.ep->check_edge(scene, &q[0], &q[1], &answer), EP_PLUGIN_FREE);
  ck_assert(answer.t_free == 1.0 && answer.t_last == 1.0 && answer.contact == 0);
  ck_assert_str_eq(answer.name[0], "");
  ck_assert_int_eq(b.ep->check_edge(scene, &q[2], &q[3], NULL), EP_PLUGIN_COLLIDING);
  double last[1];
  ck_assert_int_eq(b.ep->check_edge_first(scene, &q[2], &q[3], &answer, last), EP_PLUGIN_COLLIDING);
  const double met = first_contact(0.5, -0.5);
  ck_assert_str_eq(answer.name[0], "arm/beam");
  ck_assert_str_eq(answer.name[1], "wall");
  ck_assert(answer.contact >= EP_PLUGIN_INTERSECT && answer.contact <= EP_PLUGIN_BAND);
  ck_assert(answer.distance <= 1e-3 && fabs(answer.t_contact - met) < 2e-3);
  ck_assert(hypot(answer.point[1][0] - 1.3, answer.point[1][1] - 0.1) < 2e-3);
  ck_assert(answer.t_last > 0.0 && answer.t_last < answer.t_free && answer.t_free <= met);
  ck_assert_int_eq(b.ep->check_edge(scene, &q[2], last, NULL), EP_PLUGIN_FREE);
  double clearance;
  ck_assert_int_eq(b.ep->state_clearance(scene, last, &clearance), EP_PLUGIN_OK);
  ck_assert(clearance > 1e-3 && clearance < 0.1);
  ck_assert_int_eq(b.ep->edge_clearance(scene, &q[2], &q[3], &clearance), EP_PLUGIN_OK);
  ck_assert(clearance == 0.0);
  ep_plugin_statistics statistics;
  ck_assert_int_eq(b.ep->get_statistics(scene, &statistics), EP_PLUGIN_OK);
  ck_assert_int_eq(statistics.states, 1);
  ck_assert_int_eq(statistics.motions, 4);
  ck_assert_int_eq(statistics.motions_colliding, 2);
  ck_assert_int_eq(statistics.clearances, 2);
  ck_assert_int_gt(statistics.items, 0);
  ck_assert_int_eq(b.ep->clear_statistics(scene), EP_PLUGIN_OK);
  ck_assert_int_eq(b.ep->get_statistics(scene, &statistics), EP_PLUGIN_OK);
  ck_assert_int_eq(statistics.motions, 0);
  const double low = 0.13;
  ck_assert_int_eq(b.ep->check_edge(scene, &q[1], &low, NULL), EP_PLUGIN_FREE);
  ck_assert_int_eq(b.ep->close(scene), EP_PLUGIN_OK);
  // With the crate on the beam a motion that is free without it ends at the wall.
  const ep_plugin_scene carry = open_yard(&b, "carry");
  ck_assert_int_eq(b.ep->check_edge(carry, &q[1], &q[0], NULL), EP_PLUGIN_FREE);
  ck_assert_int_eq(b.ep->check_edge(carry, &q[1], &low, &answer), EP_PLUGIN_COLLIDING);
  ck_assert_int_eq(b.ep->close(carry), EP_PLUGIN_OK);
  folder_remove();
}

#define BATCH 9000 // more than are kept at once

EP_TEST(same_loadable_batch_as_one_by_one)
{
  bench b = begin();
  const ep_plugin_scene scene = open_yard(&b, NULL);
  static double q[2][BATCH];
  static ep_plugin_verdict verdicts[BATCH];
  static ep_plugin_answer answers[BATCH];
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int i = 0; i < BATCH; ++i)
  {
    q[0][i] = ep_rng_uniform(&rng, -3, 3);
    q[1][i] = ep_rng_uniform(&rng, -3, 3);
  }
  for (int threads = 0; threads < 4; ++threads)
  {
    memset(verdicts, 0, sizeof verdicts);
    ck_assert_int_eq(b.ep->check_edges(scene, q[0], q[1], BATCH, threads, verdicts, answers),
                     EP_PLUGIN_OK);
    for (int i = 0; i < BATCH; i += 7)
    {
      ck_assert_int_eq(verdicts[i], b.ep->check_edge(scene, &q[0][i], &q[1][i], NULL));
      ck_assert_int_eq(answers[i].verdict, verdicts[i]);
    }
  }
  // One that cannot be asked: its place is named, and no verdict invented.
  q[1][BATCH - 5] = NAN;
  ck_assert_int_eq(b.ep->check_edges(scene, q[0], q[1], BATCH, 2, verdicts, NULL), EP_PLUGIN_INPUT);
  expect_error(&b, EP_PLUGIN_INPUT, "counted from edge 8192: edge 803 of the batch");
  ck_assert_int_eq(verdicts[BATCH - 5], EP_PLUGIN_UNDECIDED);
  ck_assert_int_eq(b.ep->close(scene), EP_PLUGIN_OK);
  folder_remove();
}

static int stop(void* user)
{
  ++*(int*)user;
  return 1;
}

EP_TEST(robust_loadable_bears_bad_arguments)
{
  bench b = begin();
  const ep_plugin_table_v1* ep = b.ep;
  ep_plugin_scene scene = 77;
  ck_assert_int_eq(ep->open("/nowhere/yard.yaml", NULL, NULL, &scene), EP_PLUGIN_INPUT);
  ck_assert(scene == 0);
  expect_error(&b, EP_PLUGIN_INPUT, "/nowhere/yard.yaml");
  ck_assert_int_eq(ep->open(b.path, "swing", NULL, &scene), EP_PLUGIN_INPUT);
  expect_error(&b, EP_PLUGIN_INPUT, "no query 'swing'");
  ck_assert_int_eq(ep->open(NULL, NULL, NULL, &scene), EP_PLUGIN_MISUSE);
  ck_assert_int_eq(ep->open(b.path, NULL, NULL, NULL), EP_PLUGIN_MISUSE);
  ep_plugin_options options = {.struct_size = 5};
  ck_assert_int_eq(ep->open(b.path, NULL, &options, &scene), EP_PLUGIN_MISUSE);
  ep->default_options(&options);
  ep->default_options(NULL);
  options.distance_limit = -2.0;
  ck_assert_int_eq(ep->open(b.path, NULL, &options, &scene), EP_PLUGIN_INPUT);
  ck_assert_int_eq(ep->close(0), EP_PLUGIN_OK);

  scene = open_yard(&b, NULL);
  const double q[2] = {0.5, NAN};
  ep_plugin_answer answer;
  ck_assert_int_eq(ep->check_state(scene, NULL, &answer), EP_PLUGIN_UNDECIDED);
  ck_assert_int_eq(ep->check_state(scene, &q[1], &answer), EP_PLUGIN_UNDECIDED);
  ck_assert_int_eq(answer.verdict, EP_PLUGIN_UNDECIDED);
  expect_error(&b, EP_PLUGIN_INPUT, "nan");
  char message[8];
  ck_assert_int_eq(ep->last_error(scene, message, sizeof message), EP_PLUGIN_INPUT);
  ck_assert_uint_eq(strlen(message), 7);
  ck_assert_int_eq(ep->check_edge(scene, q, NULL, NULL), EP_PLUGIN_UNDECIDED);
  ck_assert_int_eq(ep->check_edge_first(scene, NULL, q, NULL, NULL), EP_PLUGIN_UNDECIDED);
  ck_assert_int_eq(ep->check_edges(scene, q, NULL, 1, 1, NULL, NULL), EP_PLUGIN_MISUSE);
  ck_assert_int_eq(ep->check_edges(scene, q, q, -1, 1, NULL, NULL), EP_PLUGIN_MISUSE);
  ck_assert_int_eq(ep->check_edges(scene, q, q, 0, 1, NULL, NULL), EP_PLUGIN_OK);
  ck_assert_int_eq(ep->describe(scene, NULL), EP_PLUGIN_MISUSE);
  ep_plugin_value value;
  ck_assert_int_eq(ep->get_value(scene, 1, &value), EP_PLUGIN_MISUSE);
  ck_assert_int_eq(ep->get_value(scene, -1, &value), EP_PLUGIN_MISUSE);
  ck_assert(ep->body_name(scene, 99) == NULL && ep->report_line(scene, 99) == NULL);
  ck_assert_int_eq(ep->find_value(scene, NULL), -1);
  ck_assert_int_eq(ep->state_clearance(scene, q, NULL), EP_PLUGIN_MISUSE);
  ck_assert_int_eq(ep->state_clearance(scene, NULL, &value.lower), EP_PLUGIN_MISUSE);
  ck_assert_int_eq(ep->interpolate(scene, q, q, 1.5, &value.lower), EP_PLUGIN_MISUSE);
  ck_assert_int_eq(ep->get_statistics(scene, NULL), EP_PLUGIN_MISUSE);
  // Nothing is amiss in general.
  ck_assert_int_eq(ep->check_state(scene, q, &answer), EP_PLUGIN_FREE);
  expect_error(&b, EP_PLUGIN_OK, "");

  ck_assert_int_eq(ep->close(scene), EP_PLUGIN_OK);
  ck_assert_int_eq(ep->close(scene), EP_PLUGIN_MISUSE);
  const ep_plugin_scene again = open_yard(&b, NULL);
  ck_assert(again != scene);
  const ep_plugin_scene closed[3] = {scene, 5, UINT64_MAX};
  for (int i = 0; i < 3; ++i)
  {
    int calls = 0;
    ep_plugin_scene_info info;
    ck_assert_int_eq(ep->check_state(closed[i], q, &answer), EP_PLUGIN_UNDECIDED);
    expect_error(&b, EP_PLUGIN_MISUSE, "no scene is open");
    ck_assert_int_eq(ep->check_edges(closed[i], q, q, 1, 1, NULL, NULL), EP_PLUGIN_MISUSE);
    ck_assert_int_eq(ep->describe(closed[i], &info), EP_PLUGIN_MISUSE);
    ck_assert_int_eq(ep->set_cancel(closed[i], stop, &calls), EP_PLUGIN_MISUSE);
    ck_assert_int_eq(ep->clear_statistics(closed[i]), EP_PLUGIN_MISUSE);
    ck_assert(ep->body_name(closed[i], 0) == NULL);
    ck_assert_int_eq(ep->last_error(closed[i], NULL, 0), EP_PLUGIN_MISUSE);
  }
  ck_assert_int_eq(ep->close(again), EP_PLUGIN_OK);
  folder_remove();
}
