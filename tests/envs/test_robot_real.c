/// @file test_robot_real.c
/// Real machines of the shared data: they load, and stand together as their makers meant.
///
/// DAE needs the mesh helper: beside the test program, or named by EDGEPROOF_MESH_HELPER.
#define _XOPEN_SOURCE 700 // robot_tools.h
#include "robot_tools.h"

#define LINK_MAX_HERE 64

/// A loaded machine at the configuration nearest to 0 within its limits.
typedef struct stand
{
  ep_robot* robot;
  ep_report* report;
  int32_t link_count;
  ep_frame frames[LINK_MAX_HERE];
  ep_box own[LINK_MAX_HERE];   ///< of each link's geometry in its own frame
  ep_box world[LINK_MAX_HERE]; ///< and in the world
  bool solid[LINK_MAX_HERE];   ///< has geometry
  int64_t triangles;
} stand;

// --- Boxes ---

static ep_box no_box(void)
{
  const double inf = (double)INFINITY;
  return (ep_box){{inf, inf, inf}, {-inf, -inf, -inf}};
}

static void box_add(ep_box* box, const double p[3])
{
  for (int k = 0; k < 3; ++k)
  {
    box->lo[k] = fmin(box->lo[k], p[k]);
    box->hi[k] = fmax(box->hi[k], p[k]);
  }
}

static double box_distance(const ep_box* box, const double p[3])
{
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const double out = fmax(0.0, fmax(box->lo[k] - p[k], p[k] - box->hi[k]));
    sum += out * out;
  }
  return sqrt(sum);
}

static double box_gap(const ep_box* a, const ep_box* b)
{
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const double out = fmax(0.0, fmax(b->lo[k] - a->hi[k], a->lo[k] - b->hi[k]));
    sum += out * out;
  }
  return sqrt(sum);
}

static void out_of_frame(const ep_frame* frame, const double p[3], double q[3])
{
  for (int i = 0; i < 3; ++i)
  {
    q[i] = frame->position[i];
    for (int k = 0; k < 3; ++k)
    {
      q[i] += frame->rotation[i][k] * p[k];
    }
  }
}

static void into_frame(const ep_frame* frame, const double p[3], double q[3])
{
  for (int i = 0; i < 3; ++i)
  {
    q[i] = 0.0;
    for (int k = 0; k < 3; ++k)
    {
      q[i] += frame->rotation[k][i] * (p[k] - frame->position[k]);
    }
  }
}

/// v + 2 w (u x v) + 2 u x (u x v), for the unit quaternion (u, w); then the position.
static void place(const ep_pose* pose, const double v[3], double p[3])
{
  const double* u = pose->rotation;
  const double t[3] = {2.0 * (u[1] * v[2] - u[2] * v[1]), 2.0 * (u[2] * v[0] - u[0] * v[2]),
                       2.0 * (u[0] * v[1] - u[1] * v[0])};
  p[0] = pose->position[0] + v[0] + u[3] * t[0] + u[1] * t[2] - u[2] * t[1];
  p[1] = pose->position[1] + v[1] + u[3] * t[1] + u[2] * t[0] - u[0] * t[2];
  p[2] = pose->position[2] + v[2] + u[3] * t[2] + u[0] * t[1] - u[1] * t[0];
}

static void add_point(stand* s, int32_t link, const ep_geometry_desc* g, const double v[3])
{
  const double scaled[3] = {v[0] * g->scale[0], v[1] * g->scale[1], v[2] * g->scale[2]};
  double own[3];
  double world[3];
  place(&g->pose, scaled, own);
  out_of_frame(&s->frames[link], own, world);
  box_add(&s->own[link], own);
  box_add(&s->world[link], world);
  s->solid[link] = true;
}

/// Half the extent of a primitive along each axis.
static void half_of(const ep_geometry_desc* g, double half[3])
{
  const bool is_box = g->type == EP_SHAPE_BOX;
  half[0] = is_box ? g->size[0] / 2 : g->size[0];
  half[1] = is_box ? g->size[1] / 2 : g->size[0];
  half[2] = is_box ? g->size[2] / 2 : g->type == EP_SHAPE_SPHERE ? g->size[0] : g->size[1] / 2;
}

static void add_shape(stand* s, const ep_robot_shape* shape)
{
  const ep_geometry_desc* g = &shape->geometry;
  s->triangles += g->triangle_count;
  for (int32_t i = 0; i < g->vertex_count; ++i)
  {
    add_point(s, shape->link, g, g->vertices + 3 * i);
  }
  double half[3];
  half_of(g, half);
  for (int corner = 0; g->type != EP_SHAPE_MESH && corner < 8; ++corner)
  {
    const double v[3] = {corner & 1 ? half[0] : -half[0], corner & 2 ? half[1] : -half[1],
                         corner & 4 ? half[2] : -half[2]};
    add_point(s, shape->link, g, v);
  }
}

// --- Standing ---

static stand stand_up(const char* urdf, const char* srdf, ep_robot_geometry geometry)
{
  stand s = {.report = ep_report_create()};
  ep_robot_options options = ep_robot_options_default();
  options.srdf = srdf;
  options.geometry = geometry;
  s.robot = load_robot(urdf, &options, s.report);
  const ep_machine* machine = ep_robot_machine(s.robot);
  s.link_count = ep_machine_link_count(machine);
  ck_assert_int_le(s.link_count, LINK_MAX_HERE);
  double q[LINK_MAX_HERE] = {0};
  for (int32_t i = 0; i < s.link_count; ++i)
  {
    s.own[i] = s.world[i] = no_box();
    ep_link_info info;
    ck_assert_int_eq(ep_machine_link(machine, i, &info), EP_OK);
    if (info.config_size == 1)
    {
      q[info.config_start] = fmin(fmax(0.0, info.lower[0]), info.upper[0]);
    }
  }
  ep_error error;
  ck_assert_msg(ep_machine_check_limits(machine, q, &error) == EP_OK, "%s", error.message);
  ck_assert_int_eq(ep_machine_forward(machine, q, s.frames, &error), EP_OK);
  for (int32_t i = 0; i < ep_robot_shape_count(s.robot); ++i)
  {
    add_shape(&s, ep_robot_get_shape(s.robot, i));
  }
  return s;
}

static void sit_down(stand* s)
{
  ep_robot_destroy(s->robot);
  ep_report_destroy(s->report);
}

/// How far the joint's place is from the link's geometry, both in the link's frame. What slides may
/// be anywhere along its axis.
static double joint_to_link(const ep_box* box, const ep_link_info* info)
{
  double least = box_distance(box, (double[3]){0, 0, 0});
  for (int i = -300; info->joint == EP_JOINT_PRISMATIC && i <= 300; ++i)
  {
    const double at = i * 0.01;
    least = fmin(least, box_distance(box, (double[3]){at * info->axis[0], at * info->axis[1],
                                                      at * info->axis[2]}));
  }
  return least;
}

static double lowest(const stand* s)
{
  double z = (double)INFINITY;
  for (int32_t i = 0; i < s->link_count; ++i)
  {
    z = fmin(z, s->world[i].lo[2]);
  }
  return z;
}

/// The largest distance between a moving joint and the geometry of the two links that it joins, and
/// the largest gap between those (between their boxes); both where there is geometry.
static void expect_assembled(const stand* s, double reach, double gap)
{
  double farthest = 0.0;
  double widest = 0.0;
  int joints = 0;
  for (int32_t i = 0; i < s->link_count; ++i)
  {
    ep_link_info info;
    ck_assert_int_eq(ep_machine_link(ep_robot_machine(s->robot), i, &info), EP_OK);
    if (info.parent == EP_NO_LINK)
    {
      continue;
    }
    const bool moves = info.joint != EP_JOINT_FIXED;
    double place_in_parent[3];
    into_frame(&s->frames[info.parent], s->frames[i].position, place_in_parent);
    if (moves && s->solid[i])
    {
      farthest = fmax(farthest, joint_to_link(&s->own[i], &info));
    }
    if (moves && s->solid[info.parent])
    {
      farthest = fmax(farthest, box_distance(&s->own[info.parent], place_in_parent));
    }
    if (s->solid[i] && s->solid[info.parent])
    {
      widest = fmax(widest, box_gap(&s->world[i], &s->world[info.parent]));
      ++joints;
    }
  }
  printf("  %s: %d joints between solid links, %.4f m from them at most, gaps up to %.4f m, %lld "
         "triangles, from z = %.4f\n",
         ep_machine_name(ep_robot_machine(s->robot)), joints, farthest, widest,
         (long long)s->triangles, lowest(s));
  ck_assert_int_gt(joints, 0);
  ck_assert_double_le(farthest, reach);
  ck_assert_double_le(widest, gap);
}

/// The data's README counts in thousands.
static void expect_thousands(const stand* s, int64_t thousands)
{
  ck_assert_int_eq((s->triangles + 500) / 1000, thousands);
}

// --- Excavators ---

EP_TEST(works_real_zx200)
{
  const char* urdf = shared_file("zx200_excavator/zx200.urdf");
  const char* srdf = shared_file("zx200_excavator/moveit/zx200.srdf");
  if (urdf == NULL || srdf == NULL)
  {
    return;
  }
  stand s = stand_up(urdf, srdf, EP_ROBOT_COLLISION);
  ck_assert_int_eq(s.link_count, 7);
  ck_assert_int_eq(ep_machine_config_size(ep_robot_machine(s.robot)), 5);
  ck_assert_int_eq(ep_robot_disabled_count(s.robot), 5 * 4 / 2); // every pair of solid links
  ck_assert_int_eq(count_warnings(s.report, "not checked: bucket_end_link"), 1);
  ck_assert_int_eq(ep_report_warning_count(s.report), 1);
  expect_thousands(&s, 32);
  expect_assembled(&s, 0.01, 0.01);
  ck_assert_double_eq_tol(lowest(&s), 0.0, 0.02);
  // What stands on the ground are the tracks.
  ck_assert_double_eq_tol(s.world[link_named(s.robot, "track_link")].lo[2], 0.0, 0.02);
  ck_assert_double_gt(s.world[link_named(s.robot, "body_link")].lo[2], 0.5);
  sit_down(&s);
}

EP_TEST(works_real_zx120_with_mimics)
{
  const char* urdf = shared_file("zx120_closed_link/zx120.urdf");
  if (urdf == NULL)
  {
    return;
  }
  stand s = stand_up(urdf, NULL, EP_ROBOT_COLLISION);
  ck_assert_int_eq(s.link_count, 14);
  ck_assert_int_eq(ep_machine_config_size(ep_robot_machine(s.robot)), 4); // all else follows
  ck_assert_int_eq(ep_report_warning_count(s.report), 0);
  const ep_link_info rod = info_of(s.robot, "link7");
  ck_assert_int_eq(rod.mimic_of, link_named(s.robot, "link3"));
  ck_assert(rod.mimic_multiplier == -0.319672131148);
  expect_thousands(&s, 34);
  expect_assembled(&s, 0.15, 0.001); // the swing joint is drawn 12 cm above the undercarriage
  ck_assert_double_eq_tol(lowest(&s), 0.0, 0.02);
  sit_down(&s);
}

EP_TEST(robust_real_zx120_unity_is_refused)
{
  const char* urdf = shared_file("zx120_closed_link/zx120-unity.urdf");
  if (urdf != NULL)
  {
    expect_refused(urdf, NULL,
                   "zx120-unity.urdf: joint 'bucket_rod_joint': child link 'link11' does not "
                   "exist (line 472)");
  }
}

// --- Crane ---

EP_TEST(works_real_loader_crane)
{
  static const char* const names[] = {"ntnu_loader_crane/crane.urdf",
                                      "ntnu_loader_crane/crane_with_pendulum.urdf"};
  for (int pendulum = 0; pendulum < 2; ++pendulum)
  {
    const char* urdf = shared_file(names[pendulum]);
    if (urdf == NULL)
    {
      return;
    }
    stand s = stand_up(urdf, NULL, EP_ROBOT_COLLISION);
    ck_assert_int_eq(s.link_count, pendulum ? 18 : 13);
    ck_assert_int_eq(ep_machine_config_size(ep_robot_machine(s.robot)), pendulum ? 11 : 9);
    ck_assert_int_eq(ep_report_warning_count(s.report), 1);
    ck_assert_int_eq(count_warnings(s.report, "has no collision geometry"), 1);
    expect_thousands(&s, 146);
    expect_assembled(&s, 0.002, 0.002);
    // Its foot is on the ground; the load hangs 1.15 m below the tip.
    const double foot = s.world[link_named(s.robot, "link1")].lo[2];
    ck_assert_double_eq_tol(foot, 0.0, 0.01);
    if (pendulum)
    {
      const double tip = s.frames[link_named(s.robot, "tip_link")].position[2];
      const double load = s.world[link_named(s.robot, "pendulum_payload")].lo[2];
      ck_assert_double_eq_tol(tip - load, 1.15, 1e-9);
    }
    sit_down(&s);
  }
}

// --- Arms ---

/// The position of a link seen from another, all joints at 0.
static void expect_at_zero(const ep_robot* robot, const char* from, const char* to,
                           const double position[3])
{
  const double q[LINK_MAX_HERE] = {0};
  ep_frame frames[LINK_MAX_HERE];
  ck_assert_int_le(ep_machine_link_count(ep_robot_machine(robot)), LINK_MAX_HERE);
  ck_assert_int_eq(ep_machine_forward(ep_robot_machine(robot), q, frames, NULL), EP_OK);
  double seen[3];
  into_frame(&frames[link_named(robot, from)], frames[link_named(robot, to)].position, seen);
  for (int k = 0; k < 3; ++k)
  {
    ck_assert_double_eq_tol(seen[k], position[k], 1e-5); // right angles with 9 digits, and sums
  }
}

/// Sums of the maker's Denavit-Hartenberg lengths: a2 + a3, d4 + d6, d1 - d5.
EP_TEST(works_real_ur5)
{
  const char* urdf = shared_file("mbm/ur5/ur5.urdf");
  const char* srdf = shared_file("mbm/ur5/ur5.srdf");
  if (urdf == NULL || srdf == NULL)
  {
    return;
  }
  for (int visual = 0; visual < 2; ++visual)
  {
    stand s = stand_up(urdf, srdf, visual ? EP_ROBOT_VISUAL : EP_ROBOT_COLLISION);
    ck_assert_int_eq(s.link_count, 22);
    ck_assert_int_eq(ep_machine_config_size(ep_robot_machine(s.robot)), 6);
    ck_assert_int_gt(ep_robot_disabled_count(s.robot), 0);
    ck_assert_int_eq(ep_report_warning_count(s.report), visual);
    expect_assembled(&s, 0.08, 0.02);
    expect_at_zero(s.robot, "base_link", "tool0",
                   (double[3]){0.425 + 0.39225, 0.10915 + 0.0823, 0.089159 - 0.09465});
    ck_assert_double_eq_tol(s.world[link_named(s.robot, "base_link")].lo[2], 0.9144, 0.005);
    sit_down(&s);
  }
}

/// Sums of the maker's lengths: d1 + d3 + d5 less the flange, and a7.
EP_TEST(works_real_panda)
{
  const char* urdf = shared_file("mbm/panda/panda.urdf");
  const char* srdf = shared_file("mbm/panda/panda.srdf");
  if (urdf == NULL || srdf == NULL)
  {
    return;
  }
  stand s = stand_up(urdf, srdf, EP_ROBOT_COLLISION);
  ck_assert_int_eq(s.link_count, 13);
  ck_assert_int_eq(ep_machine_config_size(ep_robot_machine(s.robot)), 7);
  ck_assert_int_eq(ep_robot_disabled_count(s.robot), 34); // <disable_collisions> in the file
  expect_assembled(&s, 0.27, 0.01); // a link's joint may lie ahead of its own shell
  expect_at_zero(s.robot, "panda_link0", "panda_link8",
                 (double[3]){0.088, 0.0, 0.333 + 0.316 + 0.384 - 0.107});
  ck_assert_double_eq_tol(lowest(&s), 0.0, 0.001);
  sit_down(&s);
}

/// The same machines made of spheres and primitives.
EP_TEST(works_real_spherized_arms)
{
  static const char* const names[] = {"mbm/ur5/ur5_spherized.urdf",
                                      "mbm/panda/panda_spherized.urdf"};
  for (int i = 0; i < 2; ++i)
  {
    const char* urdf = shared_file(names[i]);
    if (urdf == NULL)
    {
      return;
    }
    stand s = stand_up(urdf, NULL, EP_ROBOT_COLLISION);
    ck_assert_int_eq(s.triangles, 0);
    ck_assert_int_gt(ep_robot_shape_count(s.robot), s.link_count); // several on a link
    expect_assembled(&s, 0.27, 0.05);
    sit_down(&s);
  }
}
