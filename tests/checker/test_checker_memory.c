/// @file test_checker_memory.c
/// Memory: none is asked for once a checker has met its edges; when there is none, the call says
/// so, nothing is lost, and the same call works later.
#include "scene.h"
#include "yard.h"

#include <stdlib.h>
#include <string.h>

#define VALUES 4
#define EDGES  300

// --- Memory that is counted, and fails ---

typedef struct meter
{
  int64_t calls;
  int64_t fail_at;   ///< the call that fails, from 1; 0: none
  bool fails_onward; ///< and all after it
  int64_t live;
} meter;

static void* take(size_t bytes, void* user)
{
  meter* m = user;
  ++m->calls;
  if (m->fail_at > 0 && (m->calls == m->fail_at || (m->fails_onward && m->calls > m->fail_at)))
  {
    return NULL;
  }
  ++m->live;
  return malloc(bytes);
}

static void give(void* block, void* user)
{
  meter* m = user;
  ck_assert(block != NULL);
  --m->live;
  free(block);
}

// --- An arm among things, in steps that may each run out of memory ---

typedef struct build
{
  meter memory;
  ep_machine* machine;
  ep_world* world;
  ep_checker* checker;
  int32_t load;
  ep_yard yard;
  double q[EDGES][2][VALUES];
  ep_verdict verdicts[EDGES]; ///< EP_UNDECIDED: not known yet
} build;

static ep_allocator hooks(build* b)
{
  return (ep_allocator){take, give, &b->memory};
}

static ep_status make_machine(build* b, ep_error* error)
{
  ep_link_desc links[4] = {scene_link("base", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1),
                           scene_link("boom", 0, EP_JOINT_REVOLUTE, 0, 1, 0),
                           scene_link("stick", 1, EP_JOINT_REVOLUTE, 0, 1, 0),
                           scene_link("tip", 2, EP_JOINT_PRISMATIC, 1, 0, 0)};
  links[1].origin.position[2] = 1.0;
  links[2].origin.position[0] = links[3].origin.position[0] = 5.0;
  ep_machine_desc desc = ep_machine_default();
  desc.links = links;
  desc.link_count = 4;
  desc.allocator = hooks(b);
  return ep_machine_create(&desc, &b->machine, error);
}

static ep_status add_body(build* b, int which, ep_error* error)
{
  const ep_geometry_desc shapes[4] = {ep_yard_shape(&b->yard), scene_box(5, 0.4, 0.4, 2.5, 0, 0),
                                      scene_ball(0.3, 0, 0, 0.2),
                                      scene_box(0.5, 0.5, 0.5, 0, 0, 0)};
  const int32_t ends[2] = {1, 3};
  const double points[2][3] = {{0, 0, 0.5}, {0, 0, 0.4}};
  switch (which)
  {
  case 0:
    return ep_world_add_machine(b->world, "arm", b->machine, NULL, NULL, error);
  case 1:
  case 2:
    return ep_world_add_link_shape(b->world, 0, which, &shapes[1], error);
  case 3:
    return ep_world_add_link_shape(b->world, 0, 3, &shapes[2], error);
  case 4:
    return ep_world_add_obstacle(b->world, "yard", shapes, 1, NULL, error);
  case 5:
    return ep_world_add_payload(b->world, "load", &shapes[3], 1, &b->load, error);
  case 6:
    return ep_world_add_rope(b->world, "rope", ends, points, 0.01, NULL, error);
  case 7:
    return ep_world_allow(b->world, "rope", "*", error);
  case 8:
    return ep_world_set_clearance(b->world, "load", 0.05, error);
  default:
    return ep_world_set_pair_clearance(b->world, "arm/tip", "yard", 0.01, error);
  }
}

static ep_status make_world(build* b, ep_error* error)
{
  ep_world_desc desc = ep_world_default();
  desc.allocator = hooks(b);
  return ep_world_create(&desc, &b->world, error);
}

static ep_status check_one(build* b, int i, ep_mode mode, ep_error* error)
{
  ep_check_options options = ep_check_default();
  ep_result result = {.verdict = EP_FREE};
  options.mode = mode;
  const ep_status status =
      ep_check_edge(b->checker, b->q[i][0], b->q[i][1], &options, &result, error);
  ck_assert(status == EP_OK || result.verdict == EP_UNDECIDED);
  ck_assert(status != EP_OK || result.verdict != EP_UNDECIDED);
  ck_assert_msg(status != EP_OK || b->verdicts[i] == EP_UNDECIDED ||
                    b->verdicts[i] == result.verdict,
                "edge %d: %s, and before %s", i, ep_verdict_text(result.verdict),
                ep_verdict_text(b->verdicts[i]));
  b->verdicts[i] = status == EP_OK ? result.verdict : b->verdicts[i];
  return status;
}

static ep_status ask_others(build* b, int which, ep_error* error)
{
  const ep_pose pose = ep_pose_identity();
  ep_clearance clearance;
  ep_result result;
  int32_t count;
  switch (which)
  {
  case 0:
    return ep_checker_attach(b->checker, b->load, 3, &pose, error);
  case 1:
    return ep_edge_clearance(b->checker, b->q[0][0], b->q[0][1], 1.0, &clearance, error);
  case 2:
    return ep_check_state(b->checker, b->q[1][0], NULL, &result, error);
  case 3:
    return ep_check_edges(&b->checker, 1, b->q[0][0], b->q[0][0], 1, NULL, &result, error);
  default:
    return ep_checker_resting_overlaps(b->checker, NULL, NULL, &count, error);
  }
}

#define STEPS_WORLD  13 ///< with freezing
#define STEPS_OTHERS 5
#define STEPS_EDGES  16
#define STEPS        (STEPS_WORLD + 1 + STEPS_OTHERS + STEPS_EDGES)

/// The steps in their order: machine, world, bodies, freezing, checker, questions.
static ep_status step(build* b, int i, ep_error* error)
{
  if (i < 2)
  {
    return i == 0 ? make_machine(b, error) : make_world(b, error);
  }
  if (i < STEPS_WORLD)
  {
    return i == STEPS_WORLD - 1 ? ep_world_freeze(b->world, error) : add_body(b, i - 2, error);
  }
  if (i == STEPS_WORLD)
  {
    return ep_checker_create(b->world, &b->checker, error);
  }
  if (i < STEPS_WORLD + 1 + STEPS_OTHERS)
  {
    return ask_others(b, i - STEPS_WORLD - 1, error);
  }
  const int edge = i - (STEPS_WORLD + 1 + STEPS_OTHERS);
  return check_one(b, edge / 2, edge % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT, error);
}

static void begin(build* b, int32_t triangles)
{
  ep_rng rng;
  memset(b, 0, sizeof *b);
  b->yard = ep_yard_make(triangles, 5);
  ep_rng_init(&rng, 11);
  for (int i = 0; i < EDGES * VALUES; ++i)
  {
    const double least[VALUES] = {-3.0, -1.2, 0.0, 0.0}, most[VALUES] = {3.0, 0.3, 2.2, 1.5};
    const int k = i % VALUES;
    b->q[i / VALUES][0][k] = ep_rng_uniform(&rng, least[k], most[k]);
    b->q[i / VALUES][1][k] = ep_rng_uniform(&rng, least[k], most[k]);
  }
}

static void end(build* b)
{
  ep_checker_destroy(b->checker);
  ep_world_destroy(b->world);
  ep_machine_destroy(b->machine);
  b->checker = NULL;
  b->world = NULL;
  b->machine = NULL;
  ck_assert_msg(b->memory.live == 0, "%d blocks are lost", (int)b->memory.live);
}

// --- None left ---

/// Every allocation fails once: that call says so and works when it is made again, and everything
/// after it. Then the same again, with no memory from there on: all that was made can be destroyed.
EP_TEST(robust_every_allocation_fails_once)
{
  static build b;
  static ep_verdict expected[EDGES];
  begin(&b, 300);
  int64_t failures = 0;
  bool ended = false;
  for (int64_t fail = 0; !ended; ++fail) // at 0 nothing fails
  {
    memset(b.verdicts, 0, sizeof b.verdicts);
    if (fail > 0)
    {
      memcpy(b.verdicts, expected, sizeof expected);
    }
    b.memory = (meter){.fail_at = fail};
    bool failed = false;
    for (int i = 0; i < STEPS; ++i)
    {
      ep_error error = {EP_OK, ""};
      ep_status status = step(&b, i, &error);
      if (status != EP_OK)
      {
        ck_assert_msg(status == EP_ERROR_MEMORY && error.status == status &&
                          error.message[0] != '\0' && !failed,
                      "allocation %d, step %d: %s: %s", (int)fail, i, ep_status_text(status),
                      error.message);
        failed = true;
        status = step(&b, i, &error);
        ck_assert_msg(status == EP_OK, "allocation %d, step %d again: %s", (int)fail, i,
                      error.message);
      }
    }
    ck_assert_msg(failed || fail == 0 || b.memory.calls < fail,
                  "allocation %d failed and no call said so", (int)fail);
    end(&b);
    memcpy(expected, b.verdicts, sizeof expected);
    ended = fail > 0 && !failed;
    failures += failed;
  }
  ck_assert_int_gt(failures, 50);
  for (int64_t fail = 1; fail <= failures; fail += 3)
  {
    b.memory = (meter){.fail_at = fail, .fails_onward = true};
    ep_status status = EP_OK;
    for (int i = 0; status == EP_OK && i < STEPS; ++i)
    {
      status = step(&b, i, NULL);
    }
    ck_assert_int_eq(status, EP_ERROR_MEMORY);
    end(&b);
  }
  ep_yard_clear(&b.yard);
}

// --- None needed ---

/// All edges once, in both modes; then again, and again backwards: not one allocation.
EP_TEST(robust_no_allocation_after_the_first_edges)
{
  static build b;
  begin(&b, 20000);
  ep_error error;
  for (int i = 0; i < STEPS; ++i)
  {
    ck_assert_msg(step(&b, i, &error) == EP_OK, "%s", error.message);
  }
  int hits = 0;
  for (int pass = 0; pass < 3; ++pass)
  {
    const int64_t before = b.memory.calls;
    for (int i = 0; i < 2 * EDGES; ++i)
    {
      const int edge = pass == 2 ? EDGES - 1 - i / 2 : i / 2;
      const ep_mode mode = i % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
      ck_assert_msg(check_one(&b, edge, mode, &error) == EP_OK, "%s", error.message);
      hits += pass == 0 && i % 2 == 0 && b.verdicts[edge] == EP_COLLIDING;
    }
    ck_assert_msg(pass == 0 || b.memory.calls == before, "pass %d: %d allocations", pass,
                  (int)(b.memory.calls - before));
  }
  ck_assert_msg(hits > EDGES / 10 && hits < EDGES * 9 / 10, "%d of %d collide", hits, EDGES);
  end(&b);
  ep_yard_clear(&b.yard);
}

/// States, clearances and other modes of work stay within what was taken for them once.
EP_TEST(robust_no_allocation_for_states_and_attachments)
{
  static build b;
  begin(&b, 5000);
  ep_error error;
  for (int i = 0; i < STEPS; ++i)
  {
    ck_assert_msg(step(&b, i, &error) == EP_OK, "%s", error.message);
  }
  for (int pass = 0; pass < 2; ++pass)
  {
    const int64_t before = b.memory.calls;
    for (int i = 0; i < 4 * EDGES; ++i)
    {
      if (i % 4 != 3)
      {
        ck_assert(ask_others(&b, i % 4, &error) == EP_OK);
      }
      ep_check_options options = ep_check_default();
      options.order = (ep_order)(i % 3);
      ep_result result;
      ck_assert(ep_check_state(b.checker, b.q[i / 4][0], &options, &result, &error) == EP_OK);
    }
    ck_assert_msg(pass == 0 || b.memory.calls == before, "%d allocations",
                  (int)(b.memory.calls - before));
  }
  end(&b);
  ep_yard_clear(&b.yard);
}
