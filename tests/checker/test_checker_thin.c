/// @file test_checker_thin.c
/// Thin things at speed: wires of 1 mm, reinforcement, fences. Checking a hundred states along the
/// motion sees none of them; each test shows that first. And gaps between them that are wide
/// enough.
#include "scene.h"

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

static double from, to;

static double at(double t)
{
  return from + t * (to - from);
}

/// A thin plate, `width` across, on a slide along x.
static void plate(scene* s, double thickness, double width)
{
  const ep_link_desc link = scene_link("plate", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(s, "m", &link, 1);
  scene_shape(s, 0, 0, scene_box(thickness, width, width, 0, 0, 0));
}

/// Free at every hundredth, and yet a contact.
static void expect_missed_by_samples(scene* s, scene_gap gap, const char* a, const char* b)
{
  scene_expect_samples_free(s, &from, &to, 1, 100);
  const scene_contact contact = scene_first(gap, s->clearance, a, b);
  scene_expect_contact(s, &from, &to, &contact);
}

static double wire_gap(double t)
{
  return 7.3 - 0.0005 - 0.025 - at(t);
}

/// Once as a box of 1 mm, once as a mesh of its twelve slivers, once as a single triangle.
EP_TEST(sound_wire_of_one_millimetre)
{
  double corners[24];
  scene_box_corners(1e-3, 1e-3, 10, corners);
  const double sliver[9] = {-0.0005, 0, -5, -0.0005, 0, 5, 0.0005, 0, 5};
  const int32_t triangle[3] = {0, 1, 2};
  for (int kind = 0; kind < 3; ++kind)
  {
    scene s = scene_begin(0.0);
    plate(&s, 0.05, 0.4);
    ep_geometry_desc wire = scene_mesh(corners, 8, scene_box_triangles, 12);
    wire = kind == 0 ? scene_box(1e-3, 1e-3, 10, 0, 0, 0) : wire;
    wire = kind == 2 ? scene_mesh(sliver, 3, triangle, 1) : wire;
    wire.pose.position[0] = 7.3;
    scene_obstacle(&s, "wire", wire);
    scene_freeze(&s);
    from = 0.0;
    to = 20.0;
    expect_missed_by_samples(&s, wire_gap, "m/plate", "wire");
    scene_end(&s);
  }
}

/// A mesh whose only triangle is a segment, or a point: no width at all.
EP_TEST(sound_degenerate_triangles_are_there)
{
  const double corners[9] = {7.3, -1, 0.05, 7.3, 1, 0.05, 7.3, 0.1, 0.05};
  const int32_t segments[6] = {0, 1, 2, 0, 1, 1};
  const int32_t point[3] = {2, 2, 2};
  for (int kind = 0; kind < 3; ++kind)
  {
    scene s = scene_begin(0.0);
    plate(&s, 0.051, 0.4); // half of it is the half in wire_gap() and 0.5 mm
    scene_obstacle(&s, "thing", scene_mesh(corners, 3, kind == 2 ? point : segments + 3 * kind, 1));
    scene_freeze(&s);
    from = 0.0;
    to = 20.0;
    expect_missed_by_samples(&s, wire_gap, "m/plate", "thing");
    scene_end(&s);
  }
}

// --- Reinforcement: bars of 12 mm, 15 cm apart, in the plane x = 5.05 ---

#define BARS 9

static void rebar(scene* s)
{
  ep_geometry_desc bars[2 * BARS];
  for (int i = 0; i < 2 * BARS; ++i)
  {
    const double across = 0.15 * (i % BARS - BARS / 2);
    ep_geometry_desc* bar = &bars[i];
    *bar = ep_geometry_default();
    bar->type = EP_SHAPE_CYLINDER;
    bar->size[0] = 0.006;
    bar->size[1] = 1.5;
    const double place[3] = {5.05, i < BARS ? across : 0.0, i < BARS ? 0.0 : across};
    const double turn[3] = {i < BARS ? 0.0 : 0.5 * PI, 0, 0};
    bar->pose = ep_pose_from_rpy(place, turn);
  }
  ep_error error;
  ck_assert_msg(ep_world_add_obstacle(s->world, "rebar", bars, 2 * BARS, NULL, &error) == EP_OK,
                "%s", error.message);
}

static double rebar_gap(double t)
{
  return 5.05 - 0.006 - 0.01 - at(t);
}

EP_TEST(sound_plate_through_reinforcement)
{
  scene s = scene_begin(0.0);
  plate(&s, 0.02, 0.3);
  rebar(&s);
  scene_freeze(&s);
  from = 0.0;
  to = 10.0;
  expect_missed_by_samples(&s, rebar_gap, "m/plate", "rebar");
  scene_end(&s);
}

/// A ball of 3 cm through the middle of a cell.
static double cell_gap(double t)
{
  return hypot(5.05 - at(t), 0.075) - 0.006 - 0.03;
}

EP_TEST(tight_ball_through_a_cell_of_reinforcement)
{
  const double clearances[3] = {0.0, 0.03, 0.05};
  for (int i = 0; i < 3; ++i)
  {
    scene s = scene_begin(clearances[i]);
    const ep_link_desc link = scene_link("ball", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_ball(0.03, 0, 0.075, 0.075));
    rebar(&s);
    scene_freeze(&s);
    from = 0.0;
    to = 10.0;
    if (i < 2)
    {
      scene_expect_free(&s, &from, &to);
    }
    else
    {
      const scene_contact contact = scene_first(cell_gap, clearances[i], "m/ball", "rebar");
      scene_expect_contact(&s, &from, &to, &contact);
    }
    scene_end(&s);
  }
}

// --- A fence of flat ribbons, 2 mm wide, both ways askew, in the plane x = 3.07 ---

#define RIBBONS 40

static double ribbon_corners[12 * 2 * RIBBONS];
static int32_t ribbon_triangles[6 * 2 * RIBBONS];

static ep_geometry_desc fence(void)
{
  for (int i = 0; i < 2 * RIBBONS; ++i)
  {
    const double y = 0.2 * (i % RIBBONS - RIBBONS / 2);
    const double lean = i < RIBBONS ? 1.0 : -1.0;
    const double half = 0.001 * sqrt(2.0); // of the width along y
    const double corners[4][3] = {{3.07, y - lean - half, -1},
                                  {3.07, y - lean + half, -1},
                                  {3.07, y + lean + half, 1},
                                  {3.07, y + lean - half, 1}};
    const int32_t around[6] = {0, 1, 2, 0, 2, 3};
    for (int k = 0; k < 12; ++k)
    {
      ribbon_corners[12 * i + k] = corners[k / 3][k % 3];
    }
    for (int k = 0; k < 6; ++k)
    {
      ribbon_triangles[6 * i + k] = 4 * i + around[k];
    }
  }
  return scene_mesh(ribbon_corners, 8 * RIBBONS, ribbon_triangles, 4 * RIBBONS);
}

static double fence_gap(double t)
{
  return 3.07 - 0.01 - at(t);
}

EP_TEST(sound_plate_through_a_wire_fence)
{
  scene s = scene_begin(0.0);
  plate(&s, 0.02, 0.3);
  scene_obstacle(&s, "fence", fence());
  scene_freeze(&s);
  from = 0.0;
  to = 20.0;
  expect_missed_by_samples(&s, fence_gap, "m/plate", "fence");
  scene_end(&s);
}

// --- A rod of 1 mm spins past a wire of 1 mm, 2 m out ---

static double spin_gap(double t)
{
  return 2.0 * sin(1.003 - at(t)) - 0.001;
}

EP_TEST(sound_rod_spins_into_a_wire)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("rod", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  ep_geometry_desc rod = ep_geometry_default();
  rod.type = EP_SHAPE_CAPSULE;
  rod.size[0] = 0.0005;
  rod.size[1] = 3.0;
  rod.pose = ep_pose_from_rpy((const double[3]){1.5, 0, 0}, (const double[3]){0, 0.5 * PI, 0});
  scene_shape(&s, 0, 0, rod);
  ep_geometry_desc wire = rod;
  wire.pose = ep_pose_identity();
  wire.pose.position[0] = 2.0 * cos(1.003);
  wire.pose.position[1] = 2.0 * sin(1.003);
  scene_obstacle(&s, "wire", wire);
  scene_freeze(&s);
  from = 0.1;
  to = 4.0;
  expect_missed_by_samples(&s, spin_gap, "m/rod", "wire");
  scene_end(&s);
}

// --- Two rods of two machines fly through each other ---

static double flying_gap(double t)
{
  return 10.03 - 20.0 * t - 0.002;
}

EP_TEST(sound_two_rods_fly_through_each_other)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("rod", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "left", &link, 1);
  scene_machine(&s, "right", &link, 1);
  scene_shape(&s, 0, 0, scene_box(0.002, 2, 0.002, 0, 0, 0));
  scene_shape(&s, 1, 0, scene_box(0.002, 0.002, 2, 0, 0, 0));
  scene_obstacle(&s, "far", scene_ball(1, 0, 0, 30));
  scene_freeze(&s);
  const double q0[2] = {0, 10.03}, q1[2] = {10, 0.03};
  scene_expect_samples_free(&s, q0, q1, 2, 100);
  const scene_contact contact = scene_first(flying_gap, 0.0, "left/rod", "right/rod");
  scene_expect_contact(&s, q0, q1, &contact);
  scene_end(&s);
}

// --- Gaps ---

/// A plate edge-on between two wires, 5 mm from each: free. With a clearance of 1 cm it is not.
EP_TEST(tight_plate_between_two_wires)
{
  for (int i = 0; i < 2; ++i)
  {
    scene s = scene_begin(i == 0 ? 0.0 : 0.01);
    const ep_link_desc link = scene_link("plate", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_box(0.5, 0.02, 0.5, 0, 0, 0));
    scene_obstacle(&s, "wire 1", scene_box(1e-3, 1e-3, 10, 7.3, 0.0155, 0));
    scene_obstacle(&s, "wire 2", scene_box(1e-3, 1e-3, 10, 7.3, -0.0155, 0));
    scene_freeze(&s);
    from = 0.0;
    to = 20.0;
    if (i == 0)
    {
      scene_expect_free(&s, &from, &to);
    }
    else
    {
      const ep_result r = scene_check(&s, &from, &to, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC);
      ck_assert_int_eq(r.verdict, EP_COLLIDING);
      ck_assert(r.contact.distance <= 0.011 + 1e-9 && r.contact.distance > 0.004);
    }
    scene_end(&s);
  }
}

/// A bar that turns past a wire at 3 mm from its tip.
EP_TEST(tight_bar_turns_past_a_wire)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("bar", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(3, 0.02, 0.02, 1.5, 0, 0));
  const double out = hypot(3.0, 0.01) + 0.003;
  ep_geometry_desc wire = ep_geometry_default();
  wire.type = EP_SHAPE_CAPSULE;
  wire.size[0] = 0.0005;
  wire.size[1] = 5.0;
  wire.pose.position[0] = (out + 0.0005) * cos(0.7);
  wire.pose.position[1] = (out + 0.0005) * sin(0.7);
  scene_obstacle(&s, "wire", wire);
  scene_freeze(&s);
  from = -2.0;
  to = 2.5;
  scene_expect_free(&s, &from, &to);
  scene_end(&s);
}

/// Two small boxes 10 m apart slide past two rows of balls, of which they meet one; the other one
/// is in the corner of their way, 4 mm off. Parts of one node and children of another wait for
/// shorter spans together.
EP_TEST(sound_parts_that_are_split_together)
{
  for (int side = 0; side < 2; ++side)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc link = scene_link("pair", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
    scene_machine(&s, "m", &link, 1);
    for (int i = 0; i < 2; ++i)
    {
      const double x = i == 0 ? -5.0 : 5.0, off = i == side ? 0.0 : 0.037;
      scene_shape(&s, 0, 0, scene_box(0.04, 0.04, 0.04, x, 0, 0));
      for (int k = 0; k < 8; ++k)
      {
        char name[16];
        snprintf(name, sizeof name, "ball %d %d", i, k);
        scene_obstacle(&s, name, scene_ball(0.02, x + off, off, -0.1 - 0.001 * k));
      }
    }
    scene_freeze(&s);
    from = -0.5;
    to = 0.5;
    scene_expect_samples_free(&s, &from, &to, 1, 4);
    for (int order = EP_ORDER_AUTOMATIC; order <= EP_ORDER_SAMPLES_FIRST; ++order)
    {
      ck_assert_int_eq(scene_check(&s, &from, &to, EP_MODE_BOOLEAN, (ep_order)order).verdict,
                       EP_COLLIDING);
    }
    scene_end(&s);
  }
}

/// Eight balls in a row, a leaf, are moved so that one of them meets one of eight others across.
EP_TEST(sound_every_pair_of_two_leaves)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("row", EP_NO_LINK, EP_JOINT_FLOATING, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  for (int i = 0; i < 8; ++i)
  {
    char name[16];
    snprintf(name, sizeof name, "ball %d", i);
    scene_shape(&s, 0, 0, scene_ball(0.1, i, 0, 0));
    scene_obstacle(&s, name, scene_ball(0.1, 0, i, 0));
  }
  scene_freeze(&s);
  for (int i = 0; i < 64; ++i)
  {
    const double q[7] = {-(i % 8), i / 8 + 0.1, 0, 0, 0, 0, 1};
    ck_assert_int_eq(scene_state(&s, q).verdict, EP_COLLIDING);
  }
  scene_end(&s);
}
