/// @file test_checker_inside.c
/// Motions that lie wholly inside of something: what counts as inside, of whom, and what does not.
/// Beyond what test_checker_solids.c has.
#include "scene.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/// A slide along x with a cube of 0.2 m.
static void probe(scene* s)
{
  const ep_link_desc link = scene_link("probe", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(s, "m", &link, 1);
  scene_shape(s, 0, 0, scene_box(0.2, 0.2, 0.2, 0, 0, 0));
}

static void allow(scene* s, const char* a, const char* b)
{
  ep_error error;
  ck_assert_msg(ep_world_allow(s->world, a, b, &error) == EP_OK, "%s", error.message);
}

static void attach(scene* s, int32_t payload, int32_t machine, int32_t link, double z)
{
  ep_pose pose = ep_pose_identity();
  pose.position[2] = z;
  ep_error error;
  ck_assert_msg(
      ep_checker_attach(s->checker, payload, s->first_body[machine] + link, &pose, &error) == EP_OK,
      "%s", error.message);
}

/// Contained all the way: from t = 0, at distance 0, and nothing before it is free. At the ends
/// too.
static void expect_contained(scene* s, const double* q0, const double* q1, const char* a,
                             const char* b)
{
  scene_expect_kind(s, q0, q1, EP_CONTACT_CONTAINMENT, a, b);
  for (int back = 0; back < 2; ++back)
  {
    const ep_result r = scene_check(s, back == 0 ? q0 : q1, back == 0 ? q1 : q0,
                                    EP_MODE_TIME_OF_CONTACT, EP_ORDER_AUTOMATIC);
    ck_assert(r.contact.t == 0.0 && r.t_free == 0.0);
    ck_assert(r.contact.distance == 0.0);
    const ep_result state = scene_state(s, back == 0 ? q0 : q1);
    ck_assert_int_eq(state.verdict, EP_COLLIDING);
    ck_assert_int_eq(state.contact.kind, EP_CONTACT_CONTAINMENT);
  }
}

// --- Solids in solids ---

/// A box of 6 m around one of 3 m: inside of both, between the two, and outside. As two obstacles,
/// as two shapes of one, and as one mesh whose inner box is turned inside out: parts do not cancel.
EP_TEST(sound_nested_solids)
{
  double corners[48];
  int32_t triangles[72];
  scene_box_corners(6, 6, 6, corners);
  scene_box_corners(3, 3, 3, corners + 24);
  for (int i = 0; i < 36; ++i)
  {
    triangles[i] = scene_box_triangles[i];
    triangles[36 + i] = 8 + scene_box_triangles[i / 3 * 3 + 2 - i % 3];
  }
  const ep_geometry_desc boxes[2] = {scene_box(6, 6, 6, 0, 0, 0), scene_box(3, 3, 3, 0, 0, 0)};
  for (int kind = 0; kind < 3; ++kind)
  {
    scene s = scene_begin(0.0);
    probe(&s);
    ck_assert(kind != 1 || ep_world_add_obstacle(s.world, "outer", boxes, 2, NULL, NULL) == EP_OK);
    if (kind == 0)
    {
      scene_obstacle(&s, "outer", boxes[0]);
      scene_obstacle(&s, "inner", boxes[1]);
      allow(&s, "inner", "m/probe");
    }
    if (kind == 2)
    {
      scene_obstacle(&s, "outer", scene_mesh(corners, 16, triangles, 24));
    }
    scene_freeze(&s);
    const double q[6] = {-1.0, 1.2, 1.8, 2.7, 3.3, 9.0};
    expect_contained(&s, &q[0], &q[1], "m/probe", "outer");
    expect_contained(&s, &q[2], &q[3], "m/probe", "outer");
    scene_expect_free(&s, &q[4], &q[5]);
    scene_end(&s);
  }
}

/// Only the inner of two hulls is checked: it is not hidden by the outer one, which is allowed.
EP_TEST(sound_allowed_hull_hides_no_other)
{
  scene s = scene_begin(0.0);
  probe(&s);
  scene_obstacle(&s, "outer", scene_box(6, 6, 6, 0, 0, 0));
  scene_obstacle(&s, "inner", scene_box(3, 3, 3, 0, 0, 0));
  allow(&s, "outer", "m/*");
  scene_freeze(&s);
  const double q[4] = {-1.0, 1.2, 1.8, 2.7};
  expect_contained(&s, &q[0], &q[1], "m/probe", "inner");
  scene_expect_free(&s, &q[2], &q[3]);
  scene_end(&s);
}

/// Inside of what it may touch: nothing is reported. An obstacle, a link, a machine, adjacent
/// links.
EP_TEST(works_allowed_containment_is_not_reported)
{
  for (int kind = 0; kind < 8; ++kind)
  {
    const bool allowed = kind % 2 == 0;
    scene s = scene_begin(0.0);
    ep_link_desc links[2] = {scene_link("hull", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                             scene_link("core", 0, EP_JOINT_REVOLUTE, 0, 0, 1)};
    const double q0[2] = {0, 0}, q1[2] = {0.1, 0.5};
    const char* inner = "m/core";
    const char* outer = kind < 2 ? "m/hull" : kind < 4 ? "n/hull" : "tank";
    if (kind < 2) // adjacent links
    {
      scene_machine(&s, "m", links, 2);
      scene_shape(&s, 0, 0, scene_box(3, 3, 3, 0, 0, 0));
      scene_shape(&s, 0, 1, scene_box(1, 0.2, 0.2, 0, 0, 0));
      ck_assert(ep_world_allow_adjacent(s.world, allowed) == EP_OK);
    }
    else
    {
      links[1].parent = EP_NO_LINK;
      scene_machine(&s, "m", &links[1], 1);
      scene_machine(&s, "n", &links[0], 1);
      scene_shape(&s, 0, 0,
                  kind < 6 ? scene_box(1, 0.2, 0.2, 0, 0, 0) : scene_box(4, 4, 4, 0, 0, 0));
      scene_shape(&s, 1, 0, kind < 4 ? scene_box(3, 3, 3, 0, 0, 0) : scene_ball(0.1, 0, 0, 9));
    }
    if (kind >= 4) // a tank around the machine, or in it
    {
      scene_obstacle(&s, "tank", kind < 6 ? scene_box(3, 3, 3, 0, 0, 0) : scene_ball(0.1, 1, 1, 1));
      scene_obstacle(&s, "far", scene_box(1, 1, 1, 30, 0, 0)); // of which all are checked
    }
    if (allowed && kind >= 2)
    {
      allow(&s, outer, inner);
    }
    scene_freeze(&s);
    if (allowed)
    {
      scene_expect_free(&s, q0, q1);
    }
    else
    {
      expect_contained(&s, q0, q1, inner, outer);
    }
    scene_end(&s);
  }
}

/// Bolted inside of a hull, and standing inside of a socket: they never move against each other.
static scene resting_inside(void)
{
  scene s = scene_begin(0.0);
  const ep_link_desc links[4] = {scene_link("foot", EP_NO_LINK, EP_JOINT_FIXED, 0, 0, 1),
                                 scene_link("hull", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                 scene_link("core", 1, EP_JOINT_FIXED, 0, 0, 1),
                                 scene_link("arm", 1, EP_JOINT_REVOLUTE, 0, 0, 1)};
  scene_machine(&s, "m", links, 4);
  scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 0.2, 0, 0, -20));
  scene_shape(&s, 0, 1, scene_box(3, 3, 3, 0, 0, 0));
  scene_shape(&s, 0, 2, scene_box(1, 1, 1, 0, 0, 0));
  scene_shape(&s, 0, 3, scene_box(1, 1, 1, 4, 0, 0));
  scene_obstacle(&s, "socket", scene_box(3, 3, 3, 0, 0, -20));
  scene_freeze(&s);
  return s;
}

EP_TEST(works_resting_containment_is_not_a_collision)
{
  scene s = resting_inside();
  const double q0[2] = {0, 0}, q1[2] = {5, 1};
  scene_expect_free(&s, q0, q1);
  scene_end(&s);
}

/// Instead it is one of the overlaps that rest.
EP_TEST(works_resting_containment_is_listed)
{
  scene s = resting_inside();
  int32_t count = 0;
  ck_assert(ep_checker_resting_overlaps(s.checker, NULL, NULL, &count, NULL) == EP_OK);
  ck_assert_msg(count == 2, "%d, but foot and socket, hull and core are two", (int)count);
  scene_end(&s);
}

// --- What closes and what does not ---

/// Twelve triangles in two shapes, or without one, or with a hole of a triangle: no inside.
EP_TEST(works_open_boxes_have_no_inside)
{
  double corners[24];
  scene_box_corners(4, 4, 4, corners);
  for (int kind = 0; kind < 4; ++kind)
  {
    scene s = scene_begin(0.0);
    probe(&s);
    const ep_geometry_desc parts[2] = {scene_mesh(corners, 8, scene_box_triangles, 6),
                                       scene_mesh(corners, 8, scene_box_triangles + 18, 6)};
    const ep_geometry_desc holed = scene_mesh(corners, 8, scene_box_triangles, 11);
    const ep_geometry_desc whole = scene_mesh(corners, 8, scene_box_triangles, 12);
    ck_assert(ep_world_add_obstacle(s.world, "box",
                                    kind == 0   ? parts
                                    : kind == 1 ? parts + 1
                                    : kind == 2 ? &holed
                                                : &whole,
                                    kind == 0 ? 2 : 1, NULL, NULL) == EP_OK);
    scene_freeze(&s);
    const double q0 = -1.0, q1 = 1.0;
    if (kind < 3)
    {
      scene_expect_free(&s, &q0, &q1);
    }
    else
    {
      expect_contained(&s, &q0, &q1, "m/probe", "box");
    }
    scene_end(&s);
  }
}

/// Every vertex its own: an STL file. And one whose corners are off by a rounding, which stays
/// open.
EP_TEST(sound_triangle_soups_close_by_equal_vertices)
{
  double corners[24], vertices[108];
  int32_t triangles[36];
  scene_box_corners(4, 4, 4, corners);
  for (int i = 0; i < 108; ++i)
  {
    vertices[i] = corners[3 * scene_box_triangles[i / 3] + i % 3];
    triangles[i / 3] = i / 3;
  }
  for (int off = 0; off < 2; ++off)
  {
    scene s = scene_begin(0.0);
    probe(&s);
    vertices[7] = off == 0 ? vertices[7] : nextafter(vertices[7], 0.0);
    scene_obstacle(&s, "box", scene_mesh(vertices, 36, triangles, 12));
    scene_freeze(&s);
    const double q0 = -1.0, q1 = 1.0;
    if (off == 1)
    {
      scene_expect_free(&s, &q0, &q1);
    }
    else
    {
      expect_contained(&s, &q0, &q1, "m/probe", "box");
    }
    scene_end(&s);
  }
}

/// A pit in terrain: in the box around the ground, between its walls, and yet outside.
EP_TEST(tight_pit_in_terrain_is_outside)
{
  double heights[81];
  for (int i = 0; i < 81; ++i)
  {
    const int x = i % 9, y = i / 9;
    heights[i] = x >= 2 && x <= 6 && y >= 2 && y <= 6 ? -3.0 : 2.0;
  }
  scene s = scene_begin(0.0);
  probe(&s);
  ep_geometry_desc ground = ep_geometry_default();
  ground.type = EP_SHAPE_HEIGHTFIELD;
  ground.heights = heights;
  ground.columns = ground.rows = 9;
  ground.spacing[0] = ground.spacing[1] = 1.0;
  ground.depth = 2.0;
  ground.pose.position[0] = ground.pose.position[1] = -4.0;
  scene_obstacle(&s, "ground", ground);
  scene_freeze(&s);
  const double q[2] = {-1.8, 1.8};
  scene_expect_free(&s, &q[0], &q[1]);
  scene_end(&s);
  s = scene_begin(0.0); // the same, all of it 4 m deeper: in the ground below the pit
  probe(&s);
  ground.pose.position[2] = 4.0;
  scene_obstacle(&s, "ground", ground);
  scene_freeze(&s);
  expect_contained(&s, &q[0], &q[1], "m/probe", "ground");
  scene_end(&s);
}

// --- Who is inside of whom ---

/// A ball with a thing in it: its radius is all it has.
EP_TEST(sound_thing_inside_a_ball)
{
  for (int turned = 0; turned < 2; ++turned)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc link = scene_link("probe", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
    scene_machine(&s, "m", &link, 1);
    const ep_geometry_desc small = scene_box(0.01, 0.01, 0.01, 0, 0, 0);
    const ep_geometry_desc ball = scene_ball(5, 0, 1, 0);
    scene_shape(&s, 0, 0, turned == 0 ? small : ball);
    scene_obstacle(&s, "thing", turned == 0 ? ball : small);
    scene_freeze(&s);
    const double q0 = -1.0, q1 = 1.0;
    const ep_result r = scene_check(&s, &q0, &q1, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC);
    ck_assert_int_eq(r.verdict, EP_COLLIDING);
    scene_expect_kind(&s, &q0, &q1, r.contact.kind, "m/probe", "thing");
    scene_end(&s);
  }
}

/// One box of a hundred is inside the tank; the others stand around it.
EP_TEST(sound_one_island_of_many_is_inside)
{
  for (int turned = 0; turned < 2; ++turned)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc link = scene_link("probe", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
    scene_machine(&s, "m", &link, 1);
    ep_geometry_desc crowd[100];
    for (int i = 0; i < 100; ++i)
    {
      const double angle = 2.0 * PI * i / 99.0;
      crowd[i] = i == 57 ? scene_box(0.1, 0.1, 0.1, 0.3, 0.2, -0.1)
                         : scene_box(0.1, 0.1, 0.1, 6 * cos(angle), 6 * sin(angle), 0.3 * (i % 7));
    }
    for (int i = 0; turned == 0 && i < 100; ++i)
    {
      scene_shape(&s, 0, 0, crowd[i]);
    }
    if (turned == 0)
    {
      scene_obstacle(&s, "other", scene_box(3, 3, 3, 0, 0, 0));
    }
    else
    {
      scene_shape(&s, 0, 0, scene_box(3, 3, 3, 0, 0, 0));
      ck_assert(ep_world_add_obstacle(s.world, "other", crowd, 100, NULL, NULL) == EP_OK);
    }
    scene_freeze(&s);
    const double q[4] = {-0.2, 0.5, 12.0, 15.0};
    expect_contained(&s, &q[0], &q[1], "m/probe", "other");
    scene_expect_free(&s, &q[2], &q[3]);
    scene_end(&s);
  }
}

/// An arm that folds and turns inside a tank; its base stands outside, under the open sky.
EP_TEST(sound_arm_turns_inside_a_tank)
{
  scene s = scene_begin(0.0);
  ep_link_desc links[3] = {scene_link("base", EP_NO_LINK, EP_JOINT_FIXED, 0, 0, 1),
                           scene_link("upper", 0, EP_JOINT_CONTINUOUS, 0, 0, 1),
                           scene_link("lower", 1, EP_JOINT_REVOLUTE, 0, 1, 0)};
  links[2].origin.position[0] = 1.0;
  scene_machine(&s, "m", links, 3);
  scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 0.2, 0, 0, 9));
  scene_shape(&s, 0, 2, scene_box(1, 0.1, 0.1, 0.5, 0, 0));
  scene_obstacle(&s, "tank", scene_box(5, 5, 5, 0, 0, 0));
  scene_freeze(&s);
  const double q0[2] = {3.0, -1.0}, q1[2] = {-2.5, 1.5};
  expect_contained(&s, q0, q1, "m/lower", "tank");
  scene_end(&s);
}

/// A floating hull around a post, 100 km from the origin.
EP_TEST(sound_hull_turns_around_a_post_far_away)
{
  scene s = scene_begin(0.0);
  ep_link_desc link = scene_link("hull", EP_NO_LINK, EP_JOINT_FLOATING, 0, 0, 1);
  link.origin.position[0] = 1e5;
  link.origin.position[1] = -7e4;
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(4, 4, 4, 0, 0, 0));
  scene_obstacle(&s, "post", scene_box(0.1, 0.1, 1, 1e5 + 0.3, -7e4, 0));
  scene_obstacle(&s, "far", scene_box(1, 1, 1, 1e5, -7e4, 30));
  scene_freeze(&s);
  const double q0[7] = {0, 0, 0, 0, 0, 0, 1}, q1[7] = {0.4, -0.3, 0.2, 0.5, 0.5, -0.5, 0.5};
  expect_contained(&s, q0, q1, "m/hull", "post");
  const double out0[7] = {8, 0, 0, 0, 0, 0, 1}, out1[7] = {4, 4, 0, 0.5, 0.5, -0.5, 0.5};
  scene_expect_free(&s, out0, out1);
  scene_end(&s);
}

/// It begins inside and goes out, or comes in from outside: contained from the start, or a contact
/// with the wall on the way.
EP_TEST(sound_leaving_a_solid_collides_from_the_start)
{
  scene s = scene_begin(0.0);
  probe(&s);
  scene_obstacle(&s, "tank", scene_box(4, 4, 4, 0, 0, 0));
  scene_freeze(&s);
  const double in = 0.0, out = 10.0;
  const ep_result leaving = scene_check(&s, &in, &out, EP_MODE_TIME_OF_CONTACT, EP_ORDER_AUTOMATIC);
  ck_assert_int_eq(leaving.verdict, EP_COLLIDING);
  ck_assert_int_eq(leaving.contact.kind, EP_CONTACT_CONTAINMENT);
  ck_assert(leaving.contact.t == 0.0 && leaving.t_free == 0.0);
  const ep_result coming = scene_check(&s, &out, &in, EP_MODE_TIME_OF_CONTACT, EP_ORDER_AUTOMATIC);
  ck_assert_int_eq(coming.verdict, EP_COLLIDING);
  ck_assert_int_ne(coming.contact.kind, EP_CONTACT_CONTAINMENT);
  ck_assert_double_eq_tol(coming.contact.t, (10.0 - 2.1) / 10.0, 3e-4);
  ck_assert(coming.t_free > 0.78 && coming.t_free <= 0.79);
  scene_end(&s);
}

// --- Payloads and ropes ---

/// A hollow payload around a post, around a link of another machine, around another payload, and
/// inside of one.
EP_TEST(sound_payloads_inside_and_around)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("hook", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "m", &link, 1);
  scene_machine(&s, "n", &link, 1);
  scene_shape(&s, 0, 0, scene_ball(0.1, 0, 0, 20));
  scene_shape(&s, 1, 0, scene_box(0.2, 0.2, 0.2, 0, 10, 0));
  const int32_t crate = scene_payload(&s, "crate", scene_box(3, 3, 3, 0, 0, 0));
  const int32_t stone = scene_payload(&s, "stone", scene_box(0.2, 0.2, 0.2, 0, 0, 0));
  scene_obstacle(&s, "post", scene_box(0.1, 0.1, 1, 5, 0, 0));
  scene_freeze(&s);
  const double away0[2] = {0, 0}, away1[2] = {1, 1};
  scene_expect_free(&s, away0, away1); // nothing hangs anywhere
  attach(&s, crate, 0, 0, 0.0);
  scene_expect_free(&s, away0, away1);
  const double at0[2] = {5, 0}, at1[2] = {5.5, 1};
  expect_contained(&s, at0, at1, "crate", "post");
  ep_pose pose = ep_pose_identity();
  pose.position[1] = 10.0;
  ck_assert(ep_checker_attach(s.checker, crate, s.first_body[0], &pose, NULL) == EP_OK);
  const double near0[2] = {0, 0.2}, near1[2] = {3, 3.1};
  expect_contained(&s, near0, near1, "crate", "n/hook");
  attach(&s, crate, 0, 0, 0.0);
  attach(&s, stone, 1, 0, 0.0);
  expect_contained(&s, near0, near1, "crate", "stone");
  attach(&s, stone, 1, 0, 5.0);
  scene_expect_free(&s, near0, near1);
  attach(&s, stone, 0, 0, 0.0); // both on one link: they never move against each other
  scene_expect_free(&s, away0, away1);
  scene_end(&s);
}

/// Both ends of a rope are in a tank that its links may touch: only the rope is inside.
EP_TEST(sound_rope_inside_a_tank)
{
  for (int kind = 0; kind < 4; ++kind)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc links[2] = {scene_link("a", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                   scene_link("b", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1)};
    scene_machine(&s, "m", links, 2);
    scene_shape(&s, 0, 0, scene_box(0.1, 0.1, 0.1, 0, 0, 0));
    const int32_t ends[2] = {s.first_body[0], s.first_body[0] + 1};
    const double points[2][3] = {{0, 0, 0}, {0.3, 0, 0}};
    ck_assert(ep_world_add_rope(s.world, "rope", ends, points, kind % 2 == 0 ? 0.01 : 0.0, NULL,
                                NULL) == EP_OK);
    scene_obstacle(&s, "tank", scene_box(8, 8, 8, 0, 0, 0));
    scene_obstacle(&s, "far", scene_box(1, 1, 1, 50, 0, 0));
    allow(&s, "m/*", "tank");
    if (kind >= 2)
    {
      allow(&s, "rope", "tank");
    }
    scene_freeze(&s);
    const double q0[2] = {-1, -1}, q1[2] = {1, -3};
    if (kind < 2)
    {
      expect_contained(&s, q0, q1, "rope", "tank");
    }
    else
    {
      scene_expect_free(&s, q0, q1);
    }
    scene_end(&s);
  }
}

/// A hollow link of another machine around a rope.
EP_TEST(sound_rope_inside_a_moving_hull)
{
  scene s = scene_begin(0.0);
  const ep_link_desc links[2] = {scene_link("a", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                 scene_link("b", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1)};
  scene_machine(&s, "m", links, 2);
  const int32_t ends[2] = {s.first_body[0], s.first_body[0] + 1};
  const double points[2][3] = {{0, 0, 0}, {0.3, 0, 0}};
  ck_assert(ep_world_add_rope(s.world, "rope", ends, points, 0.01, NULL, NULL) == EP_OK);
  scene_machine(&s, "n", links, 1);
  scene_shape(&s, 1, 0, scene_box(8, 8, 8, 10, 0, 0));
  scene_freeze(&s);
  const double q0[3] = {-1, -1, -10}, q1[3] = {1, -3, -9.5};
  expect_contained(&s, q0, q1, "rope", "n/a");
  const double out0[3] = {-1, -1, 10}, out1[3] = {1, -3, 5};
  scene_expect_free(&s, out0, out1);
  scene_end(&s);
}

// --- Clearances ---

/// Inside, far from the walls or within the clearance of one: never free. ep_edge_clearance()
/// knows.
EP_TEST(sound_containment_with_clearances)
{
  const double clearances[4] = {0.0, 0.05, 0.5, 3.0};
  for (int i = 0; i < 4; ++i)
  {
    scene s = scene_begin(clearances[i]);
    probe(&s);
    scene_obstacle(&s, "tank", scene_box(4, 4, 4, 0, 0, 0));
    scene_freeze(&s);
    const double q0 = -0.5, q1 = 0.9;
    if (clearances[i] < 0.6)
    {
      expect_contained(&s, &q0, &q1, "m/probe", "tank");
    }
    ep_clearance c = {.lower = 1.0};
    ck_assert(ep_edge_clearance(s.checker, &q0, &q1, 10.0, &c, NULL) == EP_OK);
    ck_assert(c.touches && c.lower == 0.0 && c.upper == 0.0);
    ck_assert(ep_state_clearance(s.checker, &q0, 0.1, &c, NULL) == EP_OK);
    ck_assert(c.touches && c.lower == 0.0 && c.upper == 0.0);
    for (int mode = EP_MODE_BOOLEAN; mode <= EP_MODE_TIME_OF_CONTACT; ++mode)
    {
      const ep_result r = scene_check(&s, &q0, &q1, (ep_mode)mode, EP_ORDER_AUTOMATIC);
      ck_assert_int_eq(r.verdict, EP_COLLIDING);
      ck_assert(r.contact.clearance == clearances[i]);
    }
    scene_end(&s);
  }
}
