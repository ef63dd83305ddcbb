/// @file test_checker_edge_cases.c
/// Cases at the edge of what each step has to notice. Each was made because a wrong step went
/// unnoticed without it (docs/mutants.md).
#include "checker_checker.h"
#include "scene.h"

#include <math.h>

#define PI 3.14159265358979323846

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
  ep_check_options options = ep_check_default();
  options.method = EP_METHOD_CATCH; // of which all tracks are set
  ep_work* work = &s->checker->work;
  work->asked = -1.0;
  ck_assert(ep_checker_prepare(s->checker, &q0, &q1, &options, &error) == EP_OK);
  for (int32_t i = 0; i < work->line.track_count; ++i)
  {
    ep_track* track = &work->line.tracks[i];
    track->slack += slack;
    track->margin += (float)(slack * 1.000001);
    work->stack_count = 0;
    if (track->busy && ep_push_track(work, i, 0))
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

/// The same on a rail that runs askew: boxes meet long before the cubes do, hulls do not.
EP_TEST(sound_catch_two_askew_bodies_meet_late)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("car", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 1, 0);
  for (int i = 0; i < 2; ++i)
  {
    scene_machine(&s, i == 0 ? "left" : "right", &link, 1);
    ep_geometry_desc car = scene_box(0.02, 4, 4, 0, 0, 0);
    car.pose.rotation[2] = sin(PI / 8.0);
    car.pose.rotation[3] = cos(PI / 8.0);
    scene_shape(&s, i, 0, car);
  }
  scene_freeze(&s);
  const double q0[2] = {0.0, 2.02}, q1[2] = {2.1, -0.1};
  expect_catch(&s, q0, q1, 2.0 / 4.22, 4.22);
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

// --- Arcs ---
// Something small runs along an arc of 10 m about z, of 1 rad, from -0.5 to 0.5: it deviates by
// 1.2 m from its chord. So what is hit between its ends is missed by whoever forgets that.

#define ARC_RADIUS 10.0
#define TIP        0.005 // half of its size

typedef enum tip_kind
{
  TIP_LINK,
  TIP_PAYLOAD,
  TIP_ROPE,
  TIP_KINDS
} tip_kind;

static const char* const tip_names[TIP_KINDS] = {"m/arm", "load", "rope"};

static scene arc(tip_kind kind, double clearance)
{
  scene s = scene_begin(clearance);
  const ep_link_desc links[2] = {scene_link("arm", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1),
                                 scene_link("end", 0, EP_JOINT_FIXED, 0, 0, 1)};
  scene_machine(&s, "m", links, 2);
  if (kind == TIP_LINK)
  {
    scene_shape(&s, 0, 0, scene_box(2 * TIP, 2 * TIP, 2 * TIP, ARC_RADIUS, 0, 0));
  }
  if (kind == TIP_PAYLOAD)
  {
    scene_payload(&s, "load", scene_box(2 * TIP, 2 * TIP, 2 * TIP, 0, 0, 0));
  }
  if (kind == TIP_ROPE)
  {
    ep_error error;
    const int32_t ends[2] = {s.first_body[0], s.first_body[0] + 1};
    const double points[2][3] = {{ARC_RADIUS, 0, -0.1}, {ARC_RADIUS, 0, 0.1}};
    ck_assert(ep_world_add_rope(s.world, "rope", ends, points, TIP, NULL, &error) == EP_OK);
  }
  return s;
}

static void freeze_arc(scene* s, tip_kind kind)
{
  scene_freeze(s);
  if (kind == TIP_PAYLOAD)
  {
    ep_error error;
    const ep_pose pose = {{ARC_RADIUS, 0, 0}, {0, 0, 0, 1}};
    const int32_t load = ep_world_find_body(s->world, "load");
    ck_assert(ep_checker_attach(s->checker, load, s->first_body[0], &pose, &error) == EP_OK);
  }
}

/// A large wall, `depth` too near, which the arc reaches about the time t.
static ep_geometry_desc wall_across(double t, double clearance, double depth)
{
  const double angle = t - 0.5;
  const double at = ARC_RADIUS + TIP + clearance - depth + 0.5;
  ep_geometry_desc wall = scene_box(1, 100, 100, at * cos(angle), at * sin(angle), 0);
  wall.pose.rotation[2] = sin(0.5 * angle);
  wall.pose.rotation[3] = cos(0.5 * angle);
  return wall;
}

/// Neither at the ends nor at a quarter of the way. With a large clearance all of it is looked at
/// in double precision as well.
EP_TEST(sound_arcs_bulge_into_a_wall)
{
  const double times[6][2] = {{0.15, 0.03},   {0.125, 0.01},    {0.625, 0.01},
                              {0.1875, 0.01}, {0.15625, 0.003}, {0.87, 0.03}};
  const double q0 = -0.5, q1 = 0.5;
  for (int i = 0; i < 12 * TIP_KINDS; ++i)
  {
    const tip_kind kind = (tip_kind)(i / 12);
    const double clearance = i / 6 % 2 == 0 ? 0.0 : 9.8;
    scene s = arc(kind, clearance);
    scene_obstacle(&s, "wall", wall_across(times[i % 6][0], clearance, times[i % 6][1]));
    freeze_arc(&s, kind);
    scene_expect_samples_free(&s, &q0, &q1, 1, 4);
    scene_expect_kind(&s, &q0, &q1, EP_CONTACT_NONE, tip_names[kind], "wall");
    scene_end(&s);
  }
}

/// A corner of a large sheet lies before the end of the arc, as far away from the middle of the way
/// as no point of the chord is.
EP_TEST(sound_arcs_reach_their_ends)
{
  const double clearance = 9.8;
  const double q0 = -0.5, q1 = 0.5;
  const double chord = ARC_RADIUS * sin(0.5);           // half of it
  const double reach = 2.0 * ARC_RADIUS * sin(0.25);    // from the middle of the arc to its end
  const double far = clearance + 0.5 * (chord + reach); // from there to the sheet
  const double way[2] = {cos(0.5 * PI + 0.25), sin(0.5 * PI + 0.25)};
  const double sheet[9] = {ARC_RADIUS + far * way[0],           far * way[1],           0.0,
                           ARC_RADIUS + (far + 100.0) * way[0], (far + 100.0) * way[1], 50.0,
                           ARC_RADIUS + (far + 100.0) * way[0], (far + 100.0) * way[1], -50.0};
  const int32_t triangle[3] = {0, 1, 2};
  for (int i = 0; i < TIP_KINDS; ++i)
  {
    scene s = arc((tip_kind)i, clearance);
    scene_obstacle(&s, "sheet", scene_mesh(sheet, 3, triangle, 1));
    freeze_arc(&s, (tip_kind)i);
    scene_expect_kind(&s, &q0, &q1, EP_CONTACT_NONE, tip_names[i], "sheet");
    scene_end(&s);
  }
}

/// A tip that is a part of something larger, and a ball that is in the way between the ends of a
/// short arc: there boxes alone decide.
EP_TEST(sound_parts_bulge_into_a_ball)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("arm", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 0.2, 0, 0, 0));
  scene_shape(&s, 0, 0, scene_box(2 * TIP, 2 * TIP, 2 * TIP, ARC_RADIUS, 0, 0));
  const double at = ARC_RADIUS + 0.01, angle = -0.025;
  scene_obstacle(&s, "ball", scene_ball(0.01, at * cos(angle), at * sin(angle), 0));
  scene_freeze(&s);
  const double q0 = -0.1, q1 = 0.1;
  scene_expect_samples_free(&s, &q0, &q1, 1, 4);
  scene_expect_kind(&s, &q0, &q1, EP_CONTACT_NONE, "m/arm", "ball");
  scene_end(&s);
}

// --- Whatever comes first ---

/// Obstacles and machines with smaller numbers than the rope's own links.
EP_TEST(sound_ropes_meet_what_was_added_before)
{
  for (int i = 0; i < 2; ++i)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc post = scene_link("post", EP_NO_LINK, EP_JOINT_FIXED, 0, 0, 1);
    const ep_link_desc links[2] = {scene_link("trolley", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                   scene_link("hook", 0, EP_JOINT_FIXED, 0, 0, 1)};
    const ep_geometry_desc block = scene_box(0.1, 0.1, 3, 1, 0, 0);
    if (i == 0)
    {
      scene_obstacle(&s, "block", block);
    }
    else
    {
      scene_machine(&s, "block", &post, 1);
      scene_shape(&s, 0, 0, block);
    }
    const int32_t m = scene_machine(&s, "m", links, 2);
    ep_error error;
    const int32_t ends[2] = {s.first_body[m], s.first_body[m] + 1};
    const double points[2][3] = {{0, 0, 0}, {0, 0, 1}};
    ck_assert(ep_world_add_rope(s.world, "rope", ends, points, 0.01, NULL, &error) == EP_OK);
    scene_freeze(&s);
    const double q0 = 0.0, q1 = 3.1;
    scene_expect_kind(&s, &q0, &q1, EP_CONTACT_NONE, "rope", i == 0 ? "block" : "block/post");
    scene_end(&s);
  }
}

/// Two walls, the first one thin: with any budget nothing is called free that is not.
EP_TEST(sound_budget_ends_leave_no_free_part)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("box", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 0.2, -0.1, 0, 0));
  scene_obstacle(&s, "thin", scene_box(0.01, 3, 3, 1.305, 0, 0));
  scene_obstacle(&s, "thick", scene_box(3, 3, 3, 6.5, 0, 0));
  scene_freeze(&s);
  const double q0 = 0.0, q1 = 10.0;
  int undecided = 0, colliding = 0;
  for (int64_t budget = 1; budget < 3000; budget += 1 + budget / 50)
  {
    for (int method = 0; method < 2; ++method)
    {
      ep_check_options options = ep_check_default();
      ep_result r;
      ep_error error;
      options.method = (ep_method)method;
      options.mode = EP_MODE_TIME_OF_CONTACT;
      options.item_budget = budget;
      ck_assert(ep_check_edge(s.checker, &q0, &q1, &options, &r, &error) == EP_OK);
      ck_assert_msg(r.verdict != EP_FREE && r.t_free <= 0.13 + 1e-9, "budget %d: %s, free up to %g",
                    (int)budget, ep_verdict_text(r.verdict), r.t_free);
      undecided += r.verdict == EP_UNDECIDED;
      colliding += r.verdict == EP_COLLIDING;
    }
  }
  ck_assert(undecided > 0 && colliding > 0);
  scene_end(&s);
}

/// A box moves in a tank and touches nothing; and a hull around a post.
EP_TEST(sound_catch_inside_of_each_other)
{
  for (int i = 0; i < 2; ++i)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc link = scene_link("box", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, i == 0 ? scene_box(1, 1, 1, 0, 0, 0) : scene_box(9, 9, 9, 0, 0, 0));
    scene_obstacle(&s, "thing", i == 0 ? scene_box(9, 9, 9, 0, 0, 0) : scene_box(1, 1, 1, 0, 0, 0));
    scene_freeze(&s);
    const double q0 = -1.0, q1 = 1.0;
    for (int mode = 0; mode < 2; ++mode)
    {
      const ep_result r = catch_edge(&s, &q0, &q1, (ep_mode)mode);
      ck_assert_int_eq(r.verdict, EP_COLLIDING);
      ck_assert_int_eq(r.contact.kind, EP_CONTACT_CONTAINMENT);
      ck_assert(r.t_free == 0.0);
    }
    scene_end(&s);
  }
}

// --- A nanometre ---

/// One of twenty triangles is in a tank, its corner less than a nanometre from the wall; as a float
/// that corner is outside.
EP_TEST(sound_island_next_to_the_wall_inside)
{
  double vertices[180];
  int32_t triangles[60];
  for (int i = 0; i < 60; ++i)
  {
    const double x = i < 3 ? 0.1 : 5.0 + 0.1 * i;
    vertices[3 * i] = i % 3 == 0 ? x : x - 0.05;
    vertices[3 * i + 1] = i % 3 == 1 ? 0.01 : 0.0;
    vertices[3 * i + 2] = i % 3 == 2 ? 0.01 : 0.0;
    triangles[i] = i;
  }
  for (int side = 0; side < 2; ++side) // of the tank, to the right or to the left
  {
    scene s = scene_begin(0.0);
    const ep_link_desc link = scene_link("dust", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
    scene_machine(&s, "m", &link, 1);
    const double sign = side == 0 ? 1.0 : -1.0;
    for (int i = 0; i < 60; ++i)
    {
      vertices[3 * i] = sign * fabs(vertices[3 * i]);
    }
    scene_shape(&s, 0, 0, scene_mesh(vertices, 60, triangles, 20));
    scene_obstacle(&s, "tank", scene_box(2, 2, 2, sign * (0.1 + 7e-10 - 1.0), 0, 0));
    scene_freeze(&s);
    const double q = 0.0;
    const ep_result r = scene_state(&s, &q);
    ck_assert_int_eq(r.verdict, EP_COLLIDING);
    ck_assert_int_eq(r.contact.kind, EP_CONTACT_CONTAINMENT);
    scene_end(&s);
  }
}

/// The nearest end of an edge that is still free, to the last bit, is free as a state.
EP_TEST(sound_free_edges_have_free_ends)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 95);
  for (int64_t n = ep_test_trials(20); n > 0; --n)
  {
    scene s = scene_begin(ep_rng_int(&rng, 0, 1) == 0 ? 0.0 : 0.3);
    const ep_link_desc link = scene_link("cube", EP_NO_LINK, EP_JOINT_PRISMATIC,
                                         ep_rng_uniform(&rng, -0.3, 0.3), 0.1, 1.0);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
    scene_obstacle(&s, "ground", scene_box(50, 50, 1, 0, 0, -0.5));
    scene_freeze(&s);
    const double from = 5.0 + ep_rng_uniform(&rng, 0.0, 3.0);
    double hit = 0.0;
    double free_end = from;
    while (free_end - hit > 1e-14)
    {
      const double middle = 0.5 * (free_end + hit);
      const ep_result r = scene_check(&s, &from, &middle, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC);
      *(r.verdict == EP_FREE ? &free_end : &hit) = middle;
    }
    ck_assert(free_end < 2.0);
    ck_assert_int_eq(scene_state(&s, &free_end).verdict, EP_FREE);
    ck_assert_int_eq(
        scene_check(&s, &free_end, &from, EP_MODE_TIME_OF_CONTACT, EP_ORDER_AUTOMATIC).verdict,
        EP_FREE);
    scene_end(&s);
  }
}
