/// @file test_machines_poses.c
/// Our own machines do not collide with themselves where they work, and do where they fold up.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "machine_tools.h"

#include "edgeproof/checker.h"

enum
{
  EXCAVATOR,
  TOWER_CRANE,
  MOBILE_CRANE,
  DUMP_TRUCK
};

/// A machine alone in a world.
typedef struct machine_world
{
  ep_robot* robot;
  ep_world* world;
  ep_checker* checker;
} machine_world;

static void must(ep_status status, const ep_error* error)
{
  ck_assert_msg(status == EP_OK, "%s", error->message);
}

/// `keep`: the number of a disabled pair that is checked all the same, or -1.
static machine_world world_of(int kind, int32_t keep)
{
  machine_world w = {.robot = machine_load(&machine_kinds[kind])};
  ep_error error;
  const ep_world_desc desc = ep_world_default();
  must(ep_world_create(&desc, &w.world, &error), &error);
  int32_t index, first;
  must(ep_world_add_machine(w.world, "m", ep_robot_machine(w.robot), &index, &first, &error),
       &error);
  for (int32_t i = 0; i < ep_robot_shape_count(w.robot); ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(w.robot, i);
    must(ep_world_add_link_shape(w.world, index, shape->link, &shape->geometry, &error), &error);
  }
  const char* ropes[][2] = {[TOWER_CRANE] = {"trolley", "hook"}, [MOBILE_CRANE] = {"head", "hook"}};
  if (kind == TOWER_CRANE || kind == MOBILE_CRANE)
  {
    const int32_t ends[2] = {first + link_named(w.robot, ropes[kind][0]),
                             first + link_named(w.robot, ropes[kind][1])};
    const double points[2][3] = {{kind == MOBILE_CRANE ? 0.32 : 0.0, 0, 0}, {0, 0, 1.2}};
    must(ep_world_add_rope(w.world, "rope", ends, points, 0.02, NULL, &error), &error);
  }
  for (int32_t i = 0; i < ep_robot_disabled_count(w.robot); ++i)
  {
    char a[64], b[64];
    const ep_robot_pair* pair = ep_robot_disabled(w.robot, i);
    ep_link_info info[2];
    ep_machine_link(ep_robot_machine(w.robot), pair->link[0], &info[0]);
    ep_machine_link(ep_robot_machine(w.robot), pair->link[1], &info[1]);
    snprintf(a, sizeof a, "m/%s", info[0].name);
    snprintf(b, sizeof b, "m/%s", info[1].name);
    ck_assert_msg(strlen(pair->reason) > 0, "%s and %s are disabled without a reason", a, b);
    if (i != keep)
    {
      must(ep_world_allow(w.world, a, b, &error), &error);
    }
  }
  must(ep_world_freeze(w.world, &error), &error);
  must(ep_checker_create(w.world, &w.checker, &error), &error);
  return w;
}

static void world_end(machine_world* w)
{
  ep_checker_destroy(w->checker);
  ep_world_destroy(w->world);
  ep_robot_destroy(w->robot);
}

/// A configuration in the order of the table that names the joints.
typedef struct pose
{
  const char* name;
  double values[5];
} pose;

static const char* const joints[][5] = {
    [EXCAVATOR] = {"swing", "boom", "stick", "bucket"},
    [TOWER_CRANE] = {"slew", "trolley", "hoist"},
    [MOBILE_CRANE] = {"slew", "luff", "tele1", "tele2", "hoist"},
    [DUMP_TRUCK] = {"tip"},
};

static void set_pose(const machine_world* w, int kind, const pose* p, double* q)
{
  memset(q, 0, MACHINE_VALUES_MAX * sizeof *q);
  for (int i = 0; i < 5 && joints[kind][i] != NULL; ++i)
  {
    machine_set(w->robot, q, joints[kind][i], 0, p->values[i]);
  }
  ep_error error;
  must(ep_machine_check_limits(ep_robot_machine(w->robot), q, &error), &error);
}

static void expect_free(machine_world* w, int kind, const pose* from, const pose* to)
{
  double q0[MACHINE_VALUES_MAX], q1[MACHINE_VALUES_MAX];
  set_pose(w, kind, from, q0);
  set_pose(w, kind, to, q1);
  ep_result result;
  ep_error error;
  must(ep_check_edge(w->checker, q0, q1, NULL, &result, &error), &error);
  const bool touches = result.verdict == EP_COLLIDING;
  ck_assert_msg(result.verdict == EP_FREE, "%s, %s to %s: %s, %s and %s at %g",
                machine_kinds[kind].name, from->name, to->name, ep_verdict_text(result.verdict),
                touches ? ep_world_body_name(w->world, result.contact.body[0]) : "",
                touches ? ep_world_body_name(w->world, result.contact.body[1]) : "",
                result.contact.t);
}

static bool collides(machine_world* w, int kind, const pose* p, const char* a, const char* b)
{
  double q[MACHINE_VALUES_MAX];
  set_pose(w, kind, p, q);
  ep_result result;
  ep_error error;
  must(ep_check_state(w->checker, q, NULL, &result, &error), &error);
  if (result.verdict != EP_COLLIDING)
  {
    return false;
  }
  const char* names[2] = {ep_world_body_name(w->world, result.contact.body[0]),
                          ep_world_body_name(w->world, result.contact.body[1])};
  return (strcmp(names[0], a) == 0 && strcmp(names[1], b) == 0) ||
         (strcmp(names[0], b) == 0 && strcmp(names[1], a) == 0);
}

/// Every pose, and the motions from each to the next.
static void expect_all_free(int kind, const pose* poses, int count)
{
  folder_make();
  machine_world w = world_of(kind, -1);
  for (int i = 0; i < count; ++i)
  {
    expect_free(&w, kind, &poses[i], &poses[i]);
    expect_free(&w, kind, &poses[i], &poses[(i + 1) % count]);
  }
  world_end(&w);
  folder_remove();
}

/// @name Excavator
/// @{

EP_TEST(works_excavator_is_free_where_it_works)
{
  const pose poses[] = {
      {"work", {0.0, 0.55, -1.75, -0.90}},      {"carry", {0.0, 0.60, -2.20, -1.60}},
      {"reach", {0.8, 0.10, -0.60, -0.20}},     {"dig", {1.57, -0.30, -1.30, -1.00}},
      {"deep", {1.57, -0.75, -0.90, -0.30}},    {"out", {1.57, 0.20, -1.30, -1.60}},
      {"dump high", {-1.5, 1.00, -1.10, 0.30}}, {"high", {-0.7, 1.10, -0.50, 0.55}}};
  expect_all_free(EXCAVATOR, poses, (int)(sizeof poses / sizeof poses[0]));
}

/// Around the whole circle, the counterweight and the boom over the tracks.
EP_TEST(works_excavator_swings_freely)
{
  folder_make();
  machine_world w = world_of(EXCAVATOR, -1);
  for (int i = 0; i < 6; ++i)
  {
    const pose a = {"work", {1.05 * i, 0.55, -1.75, -0.90}};
    const pose b = {"work, turned", {1.05 * (i + 1), 0.55, -1.75, -0.90}};
    expect_free(&w, EXCAVATOR, &a, &b);
  }
  world_end(&w);
  folder_remove();
}

/// Within its limits it can reach its own tracks.
EP_TEST(works_excavator_hits_its_tracks)
{
  const struct
  {
    pose at;
    const char* link;
  } folded[] = {{{"bucket drawn in over a track", {0.6, 0.0, -2.60, -0.50}}, "m/bucket"},
                {{"boom lowered on a corner", {0.7, -0.78, -0.90, -0.30}}, "m/boom"}};
  folder_make();
  machine_world w = world_of(EXCAVATOR, -1);
  for (size_t i = 0; i < sizeof folded / sizeof folded[0]; ++i)
  {
    ck_assert_msg(collides(&w, EXCAVATOR, &folded[i].at, folded[i].link, "m/tracks"),
                  "%s: not seen", folded[i].at.name);
  }
  world_end(&w);
  folder_remove();
}

/// @}
/// @name Cranes
/// @{

EP_TEST(works_tower_crane_is_free_where_it_works)
{
  const pose poses[] = {{"near, high", {0.0, 4.0, 2.0}},
                        {"near, low", {1.0, 4.0, 41.5}},
                        {"far, low", {2.5, 52.0, 41.5}},
                        {"far, high", {-2.0, 52.0, 2.0}},
                        {"middle", {-1.0, 25.0, 20.0}}};
  expect_all_free(TOWER_CRANE, poses, (int)(sizeof poses / sizeof poses[0]));
}

EP_TEST(works_mobile_crane_is_free_where_it_works)
{
  const pose poses[] = {{"packed", {0.0, 0.0, 0.0, 0.0, 1.8}},
                        {"lift", {0.5, 0.75, 3.0, 2.5, 7.0}},
                        {"steep", {2.0, 1.40, 8.5, 8.5, 25.0}},
                        {"steep, hook up", {3.0, 1.40, 8.5, 8.5, 1.8}},
                        {"steep and short", {-2.5, 1.40, 0.0, 0.0, 1.8}},
                        {"flat and long", {-1.5, 0.15, 8.5, 8.5, 4.0}}};
  expect_all_free(MOBILE_CRANE, poses, (int)(sizeof poses / sizeof poses[0]));
}

/// The hook, lowered beside a steep boom over the front, meets the carrier.
EP_TEST(works_mobile_crane_hits_itself_with_its_hook)
{
  folder_make();
  machine_world w = world_of(MOBILE_CRANE, -1);
  const pose low = {"hook on the cab", {0.0, 0.90, 0.0, 0.0, 10.5}};
  ck_assert(collides(&w, MOBILE_CRANE, &low, "m/hook", "m/carrier"));
  world_end(&w);
  folder_remove();
}

/// Each pair that the SRDF disables meets in this pose, but for the sections, which are hollow.
EP_TEST(works_mobile_crane_disables_only_what_touches)
{
  const pose packed = {"packed", {0.0, 0.0, 0.0, 0.0, 1.8}};
  folder_make();
  machine_world w = world_of(MOBILE_CRANE, -1);
  const int32_t count = ep_robot_disabled_count(w.robot);
  ck_assert_int_eq(count, 4);
  world_end(&w);
  int touching = 0;
  for (int32_t i = 0; i < count; ++i)
  {
    w = world_of(MOBILE_CRANE, i);
    const ep_robot_pair* pair = ep_robot_disabled(w.robot, i);
    ep_link_info info[2];
    ep_machine_link(ep_robot_machine(w.robot), pair->link[0], &info[0]);
    ep_machine_link(ep_robot_machine(w.robot), pair->link[1], &info[1]);
    char a[64], b[64];
    snprintf(a, sizeof a, "m/%s", info[0].name);
    snprintf(b, sizeof b, "m/%s", info[1].name);
    const bool sections = strcmp(a, "m/tele2") == 0 || strcmp(b, "m/tele2") == 0;
    ck_assert_msg(collides(&w, MOBILE_CRANE, &packed, a, b) == !sections, "%s and %s", a, b);
    touching += !sections;
    world_end(&w);
  }
  ck_assert_int_eq(touching, 3);
  folder_remove();
}

/// @}

/// Its two links are adjacent: what can be checked is that nothing else is there to collide.
EP_TEST(works_other_machines_disable_nothing)
{
  folder_make();
  const int kinds[3] = {EXCAVATOR, TOWER_CRANE, DUMP_TRUCK};
  for (int i = 0; i < 3; ++i)
  {
    ep_robot* robot = machine_load(&machine_kinds[kinds[i]]);
    ck_assert_int_eq(ep_robot_disabled_count(robot), 0);
    ep_robot_destroy(robot);
  }
  folder_remove();
}
