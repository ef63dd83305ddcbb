/// @file test_checker_edge_cases.c
/// Cases at the edge of what each step has to notice. Each was made because a wrong step went
/// unnoticed without it (docs/mutants.md).
#include "checker_checker.h"
#include "scene.h"

#include <math.h>

// --- What a track adds is kept by every step ---

/// A box slides over another one, 5 mm above it; or a rope does.
static scene passing(bool is_rope)
{
  scene s = scene_begin(0.0);
  ep_link_desc links[2] = {scene_link("slide", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                           scene_link("end", 0, EP_JOINT_FIXED, 0, 0, 1)};
  links[1].origin.position[1] = 1.0;
  scene_machine(&s, "m", links, 2);
  if (is_rope)
  {
    ep_error error;
    const int32_t ends[2] = {s.first_body[0], s.first_body[0] + 1};
    const double points[2][3] = {{0, 0, 0.1}, {0, 0, 0.1}};
    ck_assert(ep_world_add_rope(s.world, "rope", ends, points, 0.1, NULL, &error) == EP_OK);
  }
  else
  {
    scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 0.2, 0, 0, 0.1));
  }
  scene_obstacle(&s, "block", scene_box(1, 3, 1, 0, 0, -0.505));
  scene_freeze(&s);
  return s;
}

/// Whether the traversal meets anything, with so much more slack in all tracks.
static bool meets_with_slack(scene* s, double slack)
{
  const double q0 = -3.0, q1 = 3.1;
  ep_error error;
  const ep_check_options options = ep_check_default();
  ep_work* work = &s->checker->work;
  work->asked = -1.0;
  ck_assert(ep_checker_prepare(s->checker, &q0, &q1, &options, &error) == EP_OK);
  for (int32_t i = 0; i < work->line.track_count; ++i)
  {
    ep_track* track = &work->line.tracks[i];
    track->slack += slack;
    track->margin += (float)(slack * 1.000001);
    work->stack_count = 0;
    if (track->active && ep_push_track(work, i, 0))
    {
      (void)ep_traverse(work, i, INT64_MAX);
      ck_assert(!work->stopped);
    }
  }
  return work->hit.found;
}

/// Slack that exceeds the distance leaves nothing proved: neither by boxes nor by triangles in
/// single precision, nor in double.
EP_TEST(sound_every_step_keeps_the_slack)
{
  for (int kind = 0; kind < 2; ++kind)
  {
    scene s = passing(kind == 1);
    ck_assert(!meets_with_slack(&s, 0.0));
    ck_assert(!meets_with_slack(&s, 0.003));
    ck_assert(meets_with_slack(&s, 0.006));
    scene_end(&s);
  }
}

// --- Rules ---

/// Of several rules for one body the largest counts, in any order; ? stands for one character.
EP_TEST(sound_largest_clearance_of_a_body)
{
  const char* const patterns[4][2] = {
      {"wal?", "*"}, {"*", "wal?"}, {"m/?ox", "w*"}, {"w*l", "m/b*"}};
  const double below = 1.0, above = 0.3; // how near the box gets to the wall
  for (int i = 0; i < 4; ++i)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc link = scene_link("box", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 0.2, -0.1, 0, 0));
    scene_obstacle(&s, "wall", scene_box(1, 3, 3, 3.5, 0, 0));
    ep_error error;
    for (int k = 0; k < 2; ++k)
    {
      const double clearance = (i % 2 == 0) == (k == 0) ? 0.5 : 0.1;
      ck_assert_msg(ep_world_set_clearance(s.world, patterns[i][k], clearance, &error) == EP_OK,
                    "%s", error.message);
    }
    scene_freeze(&s);
    const double q[3] = {0.0, 3.0 - below, 3.0 - above};
    ck_assert_int_eq(scene_check(&s, &q[0], &q[1], EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC).verdict,
                     EP_FREE);
    ck_assert_int_eq(scene_check(&s, &q[0], &q[2], EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC).verdict,
                     EP_COLLIDING);
    scene_end(&s);
  }
}

// --- The paper's method ---

static ep_result catch_edge(scene* s, const double* q0, const double* q1, ep_mode mode)
{
  ep_check_options options = ep_check_default();
  ep_result result;
  ep_error error;
  options.method = EP_METHOD_CATCH;
  options.mode = mode;
  ck_assert_msg(ep_check_edge(s->checker, q0, q1, &options, &result, &error) == EP_OK, "%s",
                error.message);
  return result;
}

/// A contact at t, when the distance shrinks by `speed` in a unit of t.
static void expect_catch(scene* s, const double* q0, const double* q1, double t, double speed)
{
  const ep_result any = catch_edge(s, q0, q1, EP_MODE_BOOLEAN);
  const ep_result first = catch_edge(s, q0, q1, EP_MODE_TIME_OF_CONTACT);
  ck_assert_int_eq(any.verdict, EP_COLLIDING);
  ck_assert_int_eq(first.verdict, EP_COLLIDING);
  ck_assert_msg(fabs(first.contact.t - t) * speed <= 2.0 * SCENE_TOLERANCE,
                "contact at %.9g, not at %.9g", first.contact.t, t);
  ck_assert_msg(first.t_free <= t + 1e-9, "free up to %.9g, contact at %.9g", first.t_free, t);
}

/// Straight at it: the lower bound on the time of contact is that time.
EP_TEST(sound_catch_late_contact)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("box", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 0.2, -0.1, 0, 0));
  scene_obstacle(&s, "wall", scene_box(1, 3, 3, 9.5, 0, 0));
  scene_freeze(&s);
  const double q0 = 0.0, q1 = 10.0;
  expect_catch(&s, &q0, &q1, 0.9, 10.0);
  expect_catch(&s, &q1, &q0, 0.0, 10.0);
  scene_end(&s);
}

/// Two machines on one rail.
static scene rail(const ep_geometry_desc* left, int32_t left_count, ep_geometry_desc right)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("car", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  for (int i = 0; i < 2; ++i)
  {
    scene_machine(&s, i == 0 ? "left" : "right", &link, 1);
  }
  for (int32_t i = 0; i < left_count; ++i)
  {
    scene_shape(&s, 0, 0, left[i]);
  }
  scene_shape(&s, 1, 0, right);
  scene_freeze(&s);
  return s;
}

/// Both move; the hulls' advancement must count both.
EP_TEST(sound_catch_two_bodies_meet_late)
{
  const ep_geometry_desc car = scene_box(1, 1, 1, -0.5, 0, 0);
  scene s = rail(&car, 1, scene_box(0.01, 1, 1, 0.005, 0, 0));
  const double q0[2] = {0.0, 10.0}, q1[2] = {5.5, 4.5};
  expect_catch(&s, q0, q1, 10.0 / 11.0, 11.0);
  const double by0[2] = {0.0, 10.0}, by1[2] = {30.0, -30.0}; // through each other
  expect_catch(&s, by0, by1, 1.0 / 7.0, 70.0);
  scene_end(&s);
}

/// A long bar, and smaller things behind its tip that are nearer to the middle of all.
EP_TEST(sound_catch_outlier_of_a_hull)
{
  ep_geometry_desc parts[9] = {scene_box(10, 0.01, 0.01, -5, 0, 0)};
  for (int i = 1; i < 9; ++i)
  {
    parts[i] = scene_box(0.1, 0.1, 0.1, -1.0 - 0.3 * i, 0.2 * i - 0.9, 0.3);
  }
  for (int i = 0; i < 2; ++i)
  {
    scene s = rail(parts, 9, scene_box(0.2, 1, 1, 0.1, 0, 0));
    const double q0[2] = {0.0, i == 0 ? 4.0 : 10.0}, q1[2] = {i == 0 ? 4.5 : 0.0, -0.5};
    expect_catch(&s, q0, q1, i == 0 ? 4.0 / 9.0 : 10.0 / 10.5, i == 0 ? 9.0 : 10.5);
    scene_end(&s);
  }
}

/// An arm of many boxes turns; what is at its tip is much faster than the rest. Built from the hub
/// outwards and inwards, to either side, turning either way.
EP_TEST(sound_catch_tip_of_a_long_arm)
{
  for (int i = 0; i < 8; ++i)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc link = scene_link("arm", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
    scene_machine(&s, "m", &link, 1);
    const double side = i % 2 == 0 ? 1.0 : -1.0;
    for (int k = 0; k < 24; ++k)
    {
      const double x = side * (i / 2 % 2 == 0 ? 0.5 + 0.5 * k : 12.0 - 0.5 * k);
      scene_shape(&s, 0, 0, scene_box(0.4, 0.02, 0.02, x, 0, 0));
    }
    const double angle = i / 4 == 0 ? 1.0 : -1.0;
    scene_obstacle(&s, "ball",
                   scene_ball(0.1, side * 12.0 * cos(angle), side * 12.0 * sin(angle), 0));
    scene_freeze(&s);
    const double q0 = 0.0, q1 = 2.0 * angle;
    const double gap = asin((0.1 + 0.01) / 12.0); // the face of the arm comes within the radius
    expect_catch(&s, &q0, &q1, (1.0 - gap) / 2.0, 24.0);
    scene_end(&s);
  }
}

/// The radius of a rope, on every side of it.
EP_TEST(sound_catch_rope_by_its_radius)
{
  for (int i = 0; i < 6; ++i)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc links[2] = {scene_link("trolley", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 1, 0),
                                   scene_link("hook", 0, EP_JOINT_PRISMATIC, 1, 1, 0)};
    scene_machine(&s, "m", links, 2);
    ep_error error;
    const int32_t ends[2] = {s.first_body[0], s.first_body[0] + 1};
    const double points[2][3] = {{0, 0, 0}, {0, 0, -2}};
    ck_assert(ep_world_add_rope(s.world, "rope", ends, points, 0.1, NULL, &error) == EP_OK);
    double at[3] = {0, 0, -1};
    const double far = i % 2 == 0 ? 0.55 : -0.55;
    at[i / 2] = i / 2 == 2 ? -1.0 + (i % 2 == 0 ? 1.55 : -1.55) : far;
    scene_obstacle(&s, "block", scene_box(1, 1, 1, at[0], at[1], at[2]));
    scene_freeze(&s);
    const double q[2][2] = {{0, 0}, {1e-4, -1e-4}};
    ck_assert_int_eq(catch_edge(&s, q[0], q[1], EP_MODE_BOOLEAN).verdict, EP_COLLIDING);
    scene_end(&s);
  }
}

/// 200 m at 1.5 mm above the ground.
EP_TEST(tight_catch_fast_and_close)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("plate", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(1, 1, 0.1, 0, 0, 0.05 + 1.5 * SCENE_TOLERANCE));
  scene_obstacle(&s, "ground", scene_box(300, 3, 1, 0, 0, -0.5));
  scene_freeze(&s);
  const double q0 = -100.0, q1 = 100.0;
  ck_assert_int_eq(catch_edge(&s, &q0, &q1, EP_MODE_BOOLEAN).verdict, EP_FREE);
  scene_end(&s);
}
