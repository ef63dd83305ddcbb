/// @file test_checker_scenes.c
/// Motions whose time of contact is known from a formula: the gap between the two shapes at time t.
/// Each is asked for in both modes, in all orders of work and backwards (scene.h).
#include "scene.h"

#include <math.h>

#define PI 3.14159265358979323846

/// Moves of one joint value over the edge; the gaps below read them.
static double from, to;

static double at(double t)
{
  return from + t * (to - from);
}

static void expect(scene* s, scene_gap gap, const char* a, const char* b)
{
  const scene_contact contact = scene_first(gap, s->clearance, a, b);
  scene_expect_contact(s, &from, &to, &contact);
}

static const double clearances[4] = {0.0, 0.01, 0.5, 3.0};

// --- A box falls on a plane ---

static double falling_gap(double t)
{
  return at(t) - 0.5;
}

static void falling_box(scene* s)
{
  const ep_link_desc link = scene_link("box", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
  scene_machine(s, "m", &link, 1);
  scene_shape(s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  from = 5.0;
  to = 0.1;
}

EP_TEST(sound_box_falls_on_solid_ground)
{
  for (int i = 0; i < 4; ++i)
  {
    scene s = scene_begin(clearances[i]);
    falling_box(&s);
    scene_obstacle(&s, "ground", scene_box(20, 20, 1, 0, 0, -0.5));
    scene_freeze(&s);
    expect(&s, falling_gap, "m/box", "ground");
    scene_end(&s);
  }
}

/// The ground is two triangles without an inside.
EP_TEST(sound_box_falls_on_an_open_plane)
{
  const double corners[12] = {-10, -10, 0, 10, -10, 0, 10, 10, 0, -10, 10, 0};
  const int32_t triangles[6] = {0, 1, 2, 0, 2, 3};
  for (int i = 0; i < 4; ++i)
  {
    scene s = scene_begin(clearances[i]);
    falling_box(&s);
    scene_obstacle(&s, "ground", scene_mesh(corners, 4, triangles, 2));
    scene_freeze(&s);
    expect(&s, falling_gap, "m/box", "ground");
    scene_end(&s);
  }
}

/// Stops above the clearance by twice the tolerance: free. By nothing: colliding at the very end.
EP_TEST(sound_box_stops_just_above_the_ground)
{
  for (int i = 0; i < 4; ++i)
  {
    scene s = scene_begin(clearances[i]);
    falling_box(&s);
    scene_obstacle(&s, "ground", scene_box(20, 20, 1, 0, 0, -0.5));
    scene_freeze(&s);
    to = 0.5 + clearances[i] + 2.0 * SCENE_TOLERANCE;
    scene_expect_free(&s, &from, &to);
    to = 0.5 + clearances[i] - 1e-5;
    expect(&s, falling_gap, "m/box", "ground");
    scene_end(&s);
  }
}

// --- A bar turns into a ball: 3 m out, at 1 rad; radius 0.5; half the bar's width is 0.1 ---

static double bar_gap(double t)
{
  return 3.0 * sin(1.0 - at(t)) - 0.6;
}

EP_TEST(sound_bar_turns_into_a_ball)
{
  for (int i = 0; i < 3; ++i)
  {
    scene s = scene_begin(clearances[i]);
    const ep_link_desc link = scene_link("bar", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_box(4, 0.2, 0.2, 2, 0, 0));
    scene_obstacle(&s, "ball", scene_ball(0.5, 3 * cos(1.0), 3 * sin(1.0), 0));
    scene_freeze(&s);
    from = -0.5;
    to = 1.0;
    expect(&s, bar_gap, "m/bar", "ball");
    scene_end(&s);
  }
}

/// The same bar on a joint that wraps: from 3 rad to -2.2 it crosses pi.
static double wrapped_gap(double t)
{
  return 3.0 * sin(2.0 * PI - 2.6 - at(t)) - 0.6;
}

EP_TEST(sound_bar_turns_across_pi_into_a_ball)
{
  for (int i = 0; i < 3; ++i)
  {
    scene s = scene_begin(clearances[i]);
    const ep_link_desc link = scene_link("bar", EP_NO_LINK, EP_JOINT_CONTINUOUS, 0, 0, 1);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_box(4, 0.2, 0.2, 2, 0, 0));
    scene_obstacle(&s, "ball", scene_ball(0.5, 3 * cos(2.6), -3 * sin(2.6), 0));
    scene_freeze(&s);
    from = 3.0;
    to = 2.0 * PI - 2.2;
    const scene_contact contact = scene_first(wrapped_gap, clearances[i], "m/bar", "ball");
    const double q0 = 3.0, q1 = -2.2;
    scene_expect_contact(&s, &q0, &q1, &contact);
    scene_end(&s);
  }
}

// --- A ball slides askew into a wall at x = 3 ---

static double slide_gap(double t)
{
  return 3.0 - 0.25 - at(t) / sqrt(2.0);
}

EP_TEST(sound_ball_slides_into_a_wall)
{
  const double corners[12] = {3, -20, -5, 3, 20, -5, 3, 20, 5, 3, -20, 5};
  const int32_t triangles[6] = {0, 1, 2, 0, 2, 3};
  for (int i = 0; i < 3; ++i)
  {
    scene s = scene_begin(clearances[i]);
    const ep_link_desc link = scene_link("ball", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 1, 0);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_ball(0.25, 0, 0, 0));
    scene_obstacle(&s, "wall", scene_mesh(corners, 4, triangles, 2));
    scene_freeze(&s);
    from = -2.0;
    to = 4.0;
    expect(&s, slide_gap, "m/ball", "wall");
    scene_end(&s);
  }
}

// --- A floating bar, 2 m by 0.1, makes a quarter turn beside a wall at y = 0.8 ---

static double floating_gap(double t)
{
  const double angle = 0.5 * PI * t;
  return 0.8 - sin(angle) - 0.05 * cos(angle);
}

EP_TEST(sound_floating_bar_turns_into_a_wall)
{
  for (int i = 0; i < 3; ++i)
  {
    scene s = scene_begin(clearances[i]);
    const ep_link_desc link = scene_link("bar", EP_NO_LINK, EP_JOINT_FLOATING, 0, 0, 1);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_box(2, 0.1, 0.1, 0, 0, 0));
    scene_obstacle(&s, "wall", scene_box(6, 1, 6, 0, 1.3, 0));
    scene_freeze(&s);
    const scene_contact contact = scene_first(floating_gap, clearances[i], "m/bar", "wall");
    // It slides along the wall meanwhile. The other sign is the same rotation, any length will do.
    const double c = cos(0.25 * PI);
    const double q0[7] = {-0.5, 0, 0.3, 0, 0, 0, 1};
    const double q1[7] = {0.5, 0, -0.3, 0, 0, -3 * c, -3 * c};
    scene_expect_contact(&s, q0, q1, &contact);
    scene_end(&s);
  }
}

// --- Two machines, 3 m apart, turn their bars of 2 m towards each other: always parallel ---

static double two_bars_gap(double t)
{
  return 3.0 * sin(at(t)) - 0.1;
}

EP_TEST(sound_two_machines_turn_into_each_other)
{
  for (int i = 0; i < 3; ++i)
  {
    scene s = scene_begin(clearances[i]);
    ep_link_desc link = scene_link("bar", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
    scene_machine(&s, "left", &link, 1);
    link.origin = ep_pose_from_rpy((const double[3]){3, 0, 0}, (const double[3]){0, 0, PI});
    scene_machine(&s, "right", &link, 1);
    scene_shape(&s, 0, 0, scene_box(2, 0.1, 0.1, 1, 0, 0));
    scene_shape(&s, 1, 0, scene_box(2, 0.1, 0.1, 1, 0, 0));
    scene_obstacle(&s, "far", scene_ball(1, 0, 0, 20));
    scene_freeze(&s);
    ck_assert_int_eq(ep_world_config_size(s.world), 2);
    from = 1.0;
    to = -0.2;
    const scene_contact contact = scene_first(two_bars_gap, clearances[i], "left/bar", "right/bar");
    scene_expect_contact(&s, (const double[2]){from, from}, (const double[2]){to, to}, &contact);
    // One at a time, the other out of the way.
    scene_expect_free(&s, (const double[2]){1.0, -1.5}, (const double[2]){2.5, -1.5});
    scene_end(&s);
  }
}

// --- An arm folds on itself: forearm of 1.5 m, its elbow 0.5 m above the base's middle line ---

static double folding_gap(double t)
{
  const double below = at(t) - 0.5 * PI; // beyond lying parallel to the base
  if (below < 0.0)
  {
    return 0.3;
  }
  return 0.4 - 1.5 * sin(below) - 0.1 * cos(below);
}

static void folding_arm(scene* s)
{
  ep_link_desc links[3] = {scene_link("base", EP_NO_LINK, EP_JOINT_PLANAR, 0, 0, 1),
                           scene_link("elbow", 0, EP_JOINT_REVOLUTE, 0, 0, 1),
                           scene_link("forearm", 1, EP_JOINT_REVOLUTE, 0, 0, 1)};
  links[1].origin.position[0] = 2.0;
  links[2].origin.position[0] = 0.5;
  scene_machine(s, "arm", links, 3);
  scene_shape(s, 0, 0, scene_box(2, 0.2, 0.2, 1, 0, 0));
  scene_shape(s, 0, 1, scene_box(0.5, 0.1, 0.1, 0.25, 0, 0));
  scene_shape(s, 0, 2, scene_box(1.5, 0.2, 0.2, 0.75, 0, 0));
}

/// At rest, and while the base drives and turns: what moves both does not count.
EP_TEST(sound_folding_arm_meets_itself)
{
  const double some[3] = {0.0, 0.01, 0.1};
  for (int i = 0; i < 6; ++i)
  {
    scene s = scene_begin(some[i % 3]);
    folding_arm(&s);
    scene_obstacle(&s, "far", scene_ball(1, 0, 0, 40));
    scene_freeze(&s);
    from = 0.0;
    to = 2.5;
    const scene_contact contact = scene_first(folding_gap, some[i % 3], "arm/base", "arm/forearm");
    const double drive = i < 3 ? 0.0 : 1.0;
    const double q0[5] = {0, 0, 0, 0.5 * PI, from};
    const double q1[5] = {8 * drive, -3 * drive, 2 * drive, 0.5 * PI, to};
    scene_expect_contact(&s, q0, q1, &contact);
    const double open[5] = {8 * drive, -3 * drive, 2 * drive, 0.5 * PI, 1.5};
    scene_expect_free(&s, q0, open);
    scene_end(&s);
  }
}

// --- A follower slides twice as far, the other way, and meets a wall at x = -4 ---

static double mimic_gap(double t)
{
  return 4.0 - 0.25 + (-2.0 * at(t) + 1.0);
}

EP_TEST(sound_mimic_joint_meets_a_wall)
{
  for (int i = 0; i < 3; ++i)
  {
    scene s = scene_begin(clearances[i]);
    ep_link_desc links[2] = {scene_link("lead", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1),
                             scene_link("follow", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0)};
    links[0].origin.position[1] = 10.0;
    links[1].mimic_of = 0;
    links[1].mimic_multiplier = -2.0;
    links[1].mimic_offset = 1.0;
    scene_machine(&s, "m", links, 2);
    scene_shape(&s, 0, 0, scene_box(0.5, 0.5, 0.5, 0, 0, 0));
    scene_shape(&s, 0, 1, scene_box(0.5, 0.5, 0.5, 0, 0, 0));
    scene_obstacle(&s, "wall", scene_box(1, 10, 10, -4.5, 0, 0));
    scene_freeze(&s);
    ck_assert_int_eq(ep_world_config_size(s.world), 1);
    from = 0.0;
    to = 2.5;
    expect(&s, mimic_gap, "m/follow", "wall");
    scene_end(&s);
  }
}

// --- A base of 2 m by 1 drives towards a wall at x = 10 and turns on its way ---

static double driving_gap(double t)
{
  return 10.0 - (9.5 * t + cos(0.5 * t) + 0.5 * sin(0.5 * t));
}

EP_TEST(sound_planar_base_drives_into_a_wall)
{
  for (int i = 0; i < 4; ++i)
  {
    scene s = scene_begin(clearances[i]);
    const ep_link_desc link = scene_link("tracks", EP_NO_LINK, EP_JOINT_PLANAR, 0, 0, 1);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_box(2, 1, 1, 0, 0, 0));
    scene_obstacle(&s, "wall", scene_box(1, 40, 4, 10.5, 0, 0));
    scene_freeze(&s);
    const scene_contact contact = scene_first(driving_gap, clearances[i], "m/tracks", "wall");
    const double q0[3] = {0, 0, 0}, q1[3] = {9.5, 2, 0.5};
    scene_expect_contact(&s, q0, q1, &contact);
    scene_end(&s);
  }
}

// --- A rope from a tower, 10 m high, to a hook that slides away; a ball of 0.5 m half way up ---

static double rope_gap(double t)
{
  const double x = at(t);
  return (20.0 - 5.0 * x) / sqrt(x * x + 100.0) - 0.5 - 0.02;
}

EP_TEST(sound_rope_is_drawn_into_a_ball)
{
  for (int i = 0; i < 3; ++i)
  {
    scene s = scene_begin(clearances[i]);
    ep_link_desc links[2] = {scene_link("tower", EP_NO_LINK, EP_JOINT_FIXED, 0, 0, 1),
                             scene_link("hook", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0)};
    links[0].origin.position[2] = 10.0;
    scene_machine(&s, "crane", links, 2);
    scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 0.2, 0, 0, 0.5));
    scene_shape(&s, 0, 1, scene_box(0.2, 0.2, 0.2, 0, 0, -0.1));
    const int32_t ends[2] = {s.first_body[0], s.first_body[0] + 1};
    const double points[2][3] = {{0, 0, 0}, {0, 0, 0}};
    ck_assert(ep_world_add_rope(s.world, "rope", ends, points, 0.02, NULL, NULL) == EP_OK);
    scene_obstacle(&s, "ball", scene_ball(0.5, 2, 0, 5));
    scene_freeze(&s);
    from = -4.0;
    to = 5.0;
    expect(&s, rope_gap, "rope", "ball");
    to = -2.0;
    scene_expect_free(&s, &from, &to);
    scene_end(&s);
  }
}

// --- What the witness says ---

/// A tip above a face, and two edges across each other, 1 cm apart when they are near enough.
EP_TEST(works_contacts_name_features_and_points)
{
  const double tip[12] = {0, 0, 0, 1, 0, 1, -1, 1, 1, -1, -1, 1};
  const int32_t faces[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
  scene s = scene_begin(0.01);
  const ep_link_desc link = scene_link("tip", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_mesh(tip, 4, faces, 4));
  scene_obstacle(&s, "ground", scene_box(7, 9, 1, 0.5, 0.25, -0.5));
  scene_freeze(&s);
  from = 2.0;
  to = 0.005;
  const ep_result r = scene_check(&s, &from, &to, EP_MODE_TIME_OF_CONTACT, EP_ORDER_AUTOMATIC);
  ck_assert_int_eq(r.verdict, EP_COLLIDING);
  ck_assert_int_eq(r.contact.body[0], s.first_body[0]);
  ck_assert_int_eq(r.contact.feature[0], EP_FEATURE_VERTEX);
  ck_assert(r.contact.feature[1] != EP_FEATURE_VERTEX);
  ck_assert(r.contact.triangle[0] >= 0 && r.contact.triangle[0] < 3);
  for (int k = 0; k < 3; ++k)
  {
    ck_assert_double_eq_tol(r.contact.point[0][k], k < 2 ? 0.0 : at(r.contact.t), 1e-6);
    ck_assert_double_eq_tol(r.contact.point[1][k], 0.0, 1e-6);
    ck_assert_double_eq_tol(r.contact.normal[k], k < 2 ? 0.0 : 1.0, 1e-4);
  }
  ck_assert_double_eq_tol(r.contact.distance, at(r.contact.t), 1e-6);
  scene_end(&s);
}

/// A roof's ridge along x comes down on a roof's ridge along y.
EP_TEST(works_contacts_name_two_edges)
{
  const double low[12] = {0, -2, 0, 0, 2, 0, 1, 0, -1, -1, 0, -1};
  const double high[12] = {-2, 0, 0, 2, 0, 0, 0, 1, 1, 0, -1, 1};
  const int32_t faces[6] = {0, 1, 2, 0, 3, 1};
  scene s = scene_begin(0.01);
  const ep_link_desc link = scene_link("ridge", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_mesh(high, 4, faces, 2));
  scene_obstacle(&s, "roof", scene_mesh(low, 4, faces, 2));
  scene_freeze(&s);
  from = 2.0;
  to = 0.005;
  const ep_result r = scene_check(&s, &from, &to, EP_MODE_TIME_OF_CONTACT, EP_ORDER_AUTOMATIC);
  ck_assert_int_eq(r.verdict, EP_COLLIDING);
  ck_assert_int_eq(r.contact.feature[0], EP_FEATURE_EDGE);
  ck_assert_int_eq(r.contact.feature[1], EP_FEATURE_EDGE);
  ck_assert_double_eq_tol(r.contact.distance, at(r.contact.t), 1e-6);
  ck_assert_double_eq_tol(r.contact.normal[2], 1.0, 1e-4);
  scene_end(&s);
}
