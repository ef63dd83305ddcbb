/// @file test_checker_solids.c
/// What has an inside, shapes other than boxes and balls, shapes that are scaled, mirrored or
/// placed by a matrix, and a scene far from the origin.
#include "scene.h"

#include <math.h>
#include <string.h>

static double from, to;

static double at(double t)
{
  return from + t * (to - from);
}

/// A slide of one link along an axis, without a shape.
static void slide(scene* s, double x, double y, double z)
{
  const ep_link_desc link = scene_link("probe", EP_NO_LINK, EP_JOINT_PRISMATIC, x, y, z);
  scene_machine(s, "m", &link, 1);
}

static void expect(scene* s, scene_gap gap, const char* obstacle)
{
  const scene_contact contact = scene_first(gap, s->clearance, "m/probe", obstacle);
  scene_expect_contact(s, &from, &to, &contact);
}

// --- Inside and outside ---

/// A cube of 0.5 m goes to and fro inside a box of 4 m and never meets its walls.
EP_TEST(sound_machine_inside_a_closed_box)
{
  double corners[24];
  scene_box_corners(4, 4, 4, corners);
  for (int kind = 0; kind < 3; ++kind)
  {
    scene s = scene_begin(0.0);
    slide(&s, 1, 0, 0);
    scene_shape(&s, 0, 0, scene_box(0.5, 0.5, 0.5, 0, 0, 0));
    // As a primitive, as a closed mesh, and as a mesh without one of its sides.
    const ep_geometry_desc mesh = scene_mesh(corners, 8, scene_box_triangles, kind == 1 ? 12 : 10);
    scene_obstacle(&s, "hull", kind == 0 ? scene_box(4, 4, 4, 0, 0, 0) : mesh);
    scene_freeze(&s);
    from = -1.0;
    to = 1.0;
    if (kind < 2)
    {
      scene_expect_kind(&s, &from, &to, EP_CONTACT_CONTAINMENT, "m/probe", "hull");
      const ep_result state = scene_state(&s, &from);
      ck_assert_int_eq(state.verdict, EP_COLLIDING);
      ck_assert_int_eq(state.contact.kind, EP_CONTACT_CONTAINMENT);
    }
    else
    {
      scene_expect_free(&s, &from, &to);
    }
    const double out0 = 3.0, out1 = 9.0;
    scene_expect_free(&s, &out0, &out1);
    scene_end(&s);
  }
}

/// The link is a closed box of 3 m, the obstacle a closed cube, an open triangle or a wire.
EP_TEST(sound_obstacle_inside_a_hollow_link)
{
  double corners[24];
  scene_box_corners(3, 3, 3, corners);
  const double thing[9] = {0.1, 0, 0, 0, 0.2, 0, 0, 0, 0.3};
  const int32_t triangle[3] = {0, 1, 2};
  for (int kind = 0; kind < 3; ++kind)
  {
    scene s = scene_begin(0.0);
    slide(&s, 0, 1, 0);
    scene_shape(&s, 0, 0, scene_mesh(corners, 8, scene_box_triangles, 12));
    ep_geometry_desc obstacle =
        kind == 0 ? scene_box(0.2, 0.2, 0.2, 0.3, 0.1, 0) : scene_mesh(thing, 3, triangle, 1);
    obstacle = kind == 2 ? scene_box(1e-3, 1e-3, 0.5, 0, 0, 0) : obstacle;
    scene_obstacle(&s, "thing", obstacle);
    scene_freeze(&s);
    from = -0.5;
    to = 0.5;
    scene_expect_kind(&s, &from, &to, EP_CONTACT_CONTAINMENT, "m/probe", "thing");
    const double out0 = 2.0, out1 = 4.0;
    scene_expect_free(&s, &out0, &out1);
    scene_end(&s);
  }
}

/// One obstacle of two parts: the first is far away, the second inside the link. And the same the
/// other way round: the link has a part outside of the hull and another one in it.
EP_TEST(sound_every_part_is_tested_for_being_inside)
{
  for (int turned = 0; turned < 2; ++turned)
  {
    scene s = scene_begin(0.0);
    slide(&s, 0, 1, 0);
    const ep_geometry_desc big = scene_box(3, 3, 3, 0, 0, 0);
    const ep_geometry_desc parts[2] = {scene_box(0.2, 0.2, 0.2, 30, 0, 0),
                                       scene_box(0.2, 0.2, 0.2, 0.3, 0.1, 0)};
    ep_error error;
    if (turned == 0)
    {
      scene_shape(&s, 0, 0, big);
      ck_assert(ep_world_add_obstacle(s.world, "thing", parts, 2, NULL, &error) == EP_OK);
    }
    else
    {
      scene_shape(&s, 0, 0, parts[0]);
      scene_shape(&s, 0, 0, parts[1]);
      scene_obstacle(&s, "thing", big);
    }
    scene_freeze(&s);
    from = -0.5;
    to = 0.5;
    scene_expect_kind(&s, &from, &to, EP_CONTACT_CONTAINMENT, "m/probe", "thing");
    scene_end(&s);
  }
}

/// One mesh of two cubes that overlap: a probe in their common part is inside of both.
EP_TEST(sound_overlapping_solids_do_not_cancel)
{
  double corners[48];
  int32_t triangles[72];
  scene_box_corners(4, 4, 4, corners);
  memcpy(corners + 24, corners, 24 * sizeof *corners);
  for (int i = 0; i < 8; ++i)
  {
    corners[24 + 3 * i] += 1.0;
    corners[24 + 3 * i + 1] += 0.5;
    corners[24 + 3 * i + 2] += 0.25;
  }
  for (int i = 0; i < 36; ++i)
  {
    triangles[i] = scene_box_triangles[i];
    triangles[36 + i] = scene_box_triangles[i] + 8;
  }
  scene s = scene_begin(0.0);
  slide(&s, 1, 0, 0);
  scene_shape(&s, 0, 0, scene_ball(0.1, 0, 0, 0));
  scene_obstacle(&s, "two", scene_mesh(corners, 16, triangles, 24));
  scene_freeze(&s);
  from = 0.2;
  to = 1.0;
  scene_expect_kind(&s, &from, &to, EP_CONTACT_CONTAINMENT, "m/probe", "two");
  scene_end(&s);
}

/// A link in a link, and a machine in a machine.
EP_TEST(sound_moving_things_inside_of_each_other)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("body", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "inner", &link, 1);
  scene_machine(&s, "outer", &link, 1);
  scene_shape(&s, 0, 0, scene_box(0.5, 0.5, 0.5, 0, 0, 0));
  scene_shape(&s, 1, 0, scene_box(3, 3, 3, 0, 0, 0));
  scene_freeze(&s);
  scene_expect_kind(&s, (const double[2]){0, 0.1}, (const double[2]){5, 5.1},
                    EP_CONTACT_CONTAINMENT, "inner/body", "outer/body");
  scene_expect_free(&s, (const double[2]){0, 2}, (const double[2]){5, 7});
  scene_end(&s);
}

// --- Terrain: 9 by 9 samples, 1 m apart, on the plane z = 1 + x / 4, solid down to z = -2 ---

static double heights[81];

static ep_geometry_desc terrain(void)
{
  for (int i = 0; i < 81; ++i)
  {
    heights[i] = 1.0 + 0.25 * (i % 9);
  }
  ep_geometry_desc field = ep_geometry_default();
  field.type = EP_SHAPE_HEIGHTFIELD;
  field.heights = heights;
  field.columns = field.rows = 9;
  field.spacing[0] = field.spacing[1] = 1.0;
  field.depth = 3.0;
  field.pose.position[1] = -4.0;
  return field;
}

/// A ball of 0.25 m at x = 4 over the slope.
static double slope_gap(double t)
{
  return (at(t) - 2.0) / sqrt(1.0 + 0.25 * 0.25) - 0.25;
}

EP_TEST(sound_ball_falls_on_terrain)
{
  const double clearances[3] = {0.0, 0.01, 0.5};
  for (int i = 0; i < 3; ++i)
  {
    scene s = scene_begin(clearances[i]);
    slide(&s, 0, 0, 1);
    scene_shape(&s, 0, 0, scene_ball(0.25, 4, 0.3, 0));
    scene_obstacle(&s, "ground", terrain());
    scene_freeze(&s);
    from = 6.0;
    to = 1.9;
    expect(&s, slope_gap, "ground");
    scene_end(&s);
  }
}

static double side_gap(double t)
{
  return -0.1 - at(t);
}

/// From the side, half way down; wholly inside; wholly below the floor.
EP_TEST(sound_terrain_is_solid_down_to_its_depth)
{
  scene s = scene_begin(0.0);
  slide(&s, 1, 0, 0);
  scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 0.2, 0, 0, 0));
  scene_obstacle(&s, "ground", terrain());
  scene_freeze(&s);
  from = -3.0;
  to = 2.0;
  expect(&s, side_gap, "ground");
  from = 2.0;
  to = 5.0;
  scene_expect_kind(&s, &from, &to, EP_CONTACT_CONTAINMENT, "m/probe", "ground");
  scene_end(&s);
  s = scene_begin(0.0);
  slide(&s, 1, 0, 0);
  scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 0.2, 0, 0, -2.2));
  scene_obstacle(&s, "ground", terrain());
  scene_freeze(&s);
  from = -3.0;
  to = 12.0;
  scene_expect_free(&s, &from, &to);
  scene_end(&s);
}

// --- A plate falls on round shapes, and comes from the side ---

static double top, side;

static double plate_above_gap(double t)
{
  return at(t) - top;
}

static double plate_beside_gap(double t)
{
  return at(t) - side;
}

static ep_geometry_desc round_shape(ep_shape_type type, double radius, double length)
{
  ep_geometry_desc shape = ep_geometry_default();
  shape.type = type;
  shape.size[0] = radius;
  shape.size[1] = length;
  return shape;
}

static void plate_on(ep_geometry_desc shape, bool above)
{
  scene s = scene_begin(0.0);
  slide(&s, above ? 0 : 1, 0, above ? 1 : 0);
  scene_shape(&s, 0, 0, above ? scene_box(4, 4, 0.2, 0, 0, 0.1) : scene_box(0.2, 4, 4, 0.1, 0, 0));
  scene_obstacle(&s, "shape", shape);
  scene_freeze(&s);
  from = 6.0;
  to = (above ? top : side) - 0.1;
  expect(&s, above ? plate_above_gap : plate_beside_gap, "shape");
  to = (above ? top : side) + 2.0 * SCENE_TOLERANCE;
  scene_expect_free(&s, &from, &to);
  scene_end(&s);
}

static void plates_on(ep_geometry_desc shape, double shape_top, double shape_side)
{
  top = shape_top;
  side = shape_side;
  plate_on(shape, true);
  plate_on(shape, false);
}

EP_TEST(sound_plates_meet_round_shapes)
{
  plates_on(round_shape(EP_SHAPE_SPHERE, 0.75, 0), 0.75, 0.75);
  plates_on(round_shape(EP_SHAPE_CYLINDER, 0.75, 3.0), 1.5, 0.75);
  plates_on(round_shape(EP_SHAPE_CAPSULE, 0.75, 3.0), 2.25, 0.75);
  plates_on(round_shape(EP_SHAPE_CONE, 0.75, 3.0), 1.5, 0.75);
}

/// Stretched and mirrored, by a scale or by a matrix that says the same.
EP_TEST(sound_plates_meet_stretched_shapes)
{
  const double matrix[16] = {2, 0, 0, 0, 0, -0.5, 0, 0, 0, 0, -3, 0, 0, 0, 0, 1};
  const struct
  {
    ep_shape_type type;
    double shape_top;
    double shape_side;
  } cases[] = {{EP_SHAPE_SPHERE, 1.5, 1.0},
               {EP_SHAPE_CYLINDER, 1.5, 1.0},
               {EP_SHAPE_CAPSULE, 3.0, 1.0},
               {EP_SHAPE_CONE, 1.5, 1.0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
  {
    ep_geometry_desc shape = round_shape(cases[i].type, 0.5, 1.0);
    for (int k = 0; k < 3; ++k)
    {
      shape.scale[k] = matrix[5 * k];
    }
    plates_on(shape, cases[i].shape_top, cases[i].shape_side);
    shape = round_shape(cases[i].type, 0.5, 1.0);
    shape.matrix = matrix;
    plates_on(shape, cases[i].shape_top, cases[i].shape_side);
  }
}

// --- A ramp, z = x / 2 over 0 < x < 2, mirrored and stretched ---

static double ramp_slope, ramp_height;

static double ramp_gap(double t)
{
  return (at(t) - ramp_height) / sqrt(1.0 + ramp_slope * ramp_slope) - 0.2;
}

/// A ball comes down at x = -1.5 and at x = 1.5: only one of them meets the ramp.
static void ball_on_ramp(const double scale[3], const double* matrix, bool mirrored)
{
  const double corners[18] = {0, -1, 0, 2, -1, 0, 2, -1, 1, 0, 1, 0, 2, 1, 0, 2, 1, 1};
  const int32_t triangles[24] = {0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1,
                                 1, 4, 5, 1, 5, 2, 0, 2, 5, 0, 5, 3};
  for (int where = -1; where <= 1; where += 2)
  {
    scene s = scene_begin(0.0);
    slide(&s, 0, 0, 1);
    scene_shape(&s, 0, 0, scene_ball(0.2, 1.5 * where, 0, 0));
    ep_geometry_desc ramp = scene_mesh(corners, 6, triangles, 8);
    memcpy(ramp.scale, scale, sizeof ramp.scale);
    ramp.matrix = matrix;
    scene_obstacle(&s, "ramp", ramp);
    scene_freeze(&s);
    from = 8.0;
    to = 0.3;
    ramp_slope = 0.5 * scale[2] / fabs(scale[0]);
    ramp_height = 1.5 * ramp_slope;
    if ((where < 0) == mirrored)
    {
      expect(&s, ramp_gap, "ramp");
    }
    else
    {
      scene_expect_free(&s, &from, &to);
    }
    scene_end(&s);
  }
}

EP_TEST(sound_mirrored_and_stretched_meshes)
{
  const double scales[5][3] = {{1, 1, 1}, {-1, 1, 1}, {-1, -1, 1}, {2, 0.5, 3}, {-2, 1, 3}};
  for (int i = 0; i < 5; ++i)
  {
    const double* c = scales[i];
    const double matrix[16] = {c[0], 0, 0, 0, 0, c[1], 0, 0, 0, 0, c[2], 0, 0, 0, 0, 1};
    ball_on_ramp(c, NULL, c[0] < 0);
    ball_on_ramp(c, matrix, c[0] < 0);
  }
}

/// A matrix that shears: the ramp of x / 2 is lifted by x / 4, to a slope of 3 / 4.
EP_TEST(sound_sheared_mesh)
{
  const double matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0.25, 0, 1, 0, 0, 0, 0, 1};
  const double as_scale[3] = {1, 1, 1.5};
  ball_on_ramp(as_scale, matrix, false);
}

// --- Far away ---

static double falling_gap(double t)
{
  return at(t) - 0.5;
}

/// 100 km from the origin in two directions: the base, the ground and a thin post.
EP_TEST(sound_scene_far_from_the_origin)
{
  const double clearances[2] = {0.0, 0.01};
  for (int i = 0; i < 2; ++i)
  {
    scene s = scene_begin(clearances[i]);
    ep_link_desc link = scene_link("probe", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
    link.origin.position[0] = 1e5;
    link.origin.position[1] = -1e5;
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
    scene_obstacle(&s, "ground", scene_box(20, 20, 1, 1e5, -1e5, -0.5));
    scene_obstacle(&s, "post", scene_box(0.01, 0.01, 10, 1e5 + 0.53, -1e5, 5));
    scene_freeze(&s);
    from = 5.0;
    to = 0.1;
    expect(&s, falling_gap, "ground");
    to = 0.6;
    scene_expect_free(&s, &from, &to);
    scene_end(&s);
  }
}

/// An obstacle of a closed box, a loose triangle and a capsule, which is a segment with a radius.
EP_TEST(works_bodies_say_what_they_are)
{
  ep_world* world;
  ep_error error;
  ck_assert(ep_world_create(NULL, &world, &error) == EP_ERROR_MISUSE);
  const ep_world_desc desc = ep_world_default();
  ck_assert(ep_world_create(&desc, &world, &error) == EP_OK);
  const double corners[9] = {10, 0, 0, 11, 0, 0, 10, 1, 0};
  const int32_t loose[3] = {0, 1, 2};
  ep_geometry_desc shapes[3] = {ep_geometry_default(), ep_geometry_default(),
                                ep_geometry_default()};
  shapes[0].type = EP_SHAPE_BOX;
  shapes[0].size[0] = shapes[0].size[1] = shapes[0].size[2] = 2.0;
  shapes[1].vertices = corners;
  shapes[1].vertex_count = 3;
  shapes[1].triangles = loose;
  shapes[1].triangle_count = 1;
  shapes[2].type = EP_SHAPE_CAPSULE;
  shapes[2].size[0] = 0.5;
  shapes[2].size[1] = 3.0;
  shapes[2].pose.position[0] = 20.0;
  int32_t body;
  ck_assert(ep_world_add_obstacle(world, "things", shapes, 3, &body, &error) == EP_OK);
  ep_body_info info;
  ck_assert_int_eq(ep_world_get_body(world, body, &info), EP_ERROR_MISUSE);
  ck_assert(ep_world_freeze(world, &error) == EP_OK);
  ck_assert_int_eq(ep_world_get_body(world, body, &info), EP_OK);
  ck_assert_int_eq(info.kind, EP_BODY_OBSTACLE);
  ck_assert_str_eq(info.name, "things");
  ck_assert_int_eq(info.triangles, 12 + 1 + 1);
  ck_assert_int_eq(info.open_triangles, 1);
  ck_assert_int_eq(info.parts, 3);
  ck_assert_int_eq(info.closed_parts, 2);
  const double lo[3] = {-1, -1, -2}, hi[3] = {20.5, 1, 2};
  for (int k = 0; k < 3; ++k)
  {
    ck_assert_double_eq_tol(info.box.lo[k], lo[k], 1e-12);
    ck_assert_double_eq_tol(info.box.hi[k], hi[k], 1e-12);
  }
  ck_assert_int_eq(ep_world_get_body(world, -1, &info), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_world_get_body(world, 1, &info), EP_ERROR_MISUSE);
  ep_world_destroy(world);
}
