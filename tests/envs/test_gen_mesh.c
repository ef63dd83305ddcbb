/// @file test_gen_mesh.c
/// The solids that machines and sites are built from.
#include "ep_test.h"

#include "gen_mesh.h"

#include <math.h>
#include <stdlib.h>

/// How often the directed edge from a to b occurs.
static int32_t edges_between(const gen_mesh* m, int32_t a, int32_t b)
{
  int32_t count = 0;
  for (int32_t i = 0; i < m->triangle_count; ++i)
  {
    const int32_t* t = m->triangles + 3 * i;
    for (int k = 0; k < 3; ++k)
    {
      count += t[k] == a && t[(k + 1) % 3] == b;
    }
  }
  return count;
}

static bool is_closed(const gen_mesh* m)
{
  for (int32_t i = 0; i < m->triangle_count; ++i)
  {
    const int32_t* t = m->triangles + 3 * i;
    for (int k = 0; k < 3; ++k)
    {
      if (edges_between(m, t[k], t[(k + 1) % 3]) != 1 ||
          edges_between(m, t[(k + 1) % 3], t[k]) != 1)
      {
        return false;
      }
    }
  }
  return m->triangle_count > 0;
}

static gen_vec vertex(const gen_mesh* m, int32_t i)
{
  return gen_v(m->vertices[3 * i], m->vertices[3 * i + 1], m->vertices[3 * i + 2]);
}

/// Positive if triangles are seen counter-clockwise from outside.
static double volume(const gen_mesh* m)
{
  double sum = 0.0;
  for (int32_t i = 0; i < m->triangle_count; ++i)
  {
    const int32_t* t = m->triangles + 3 * i;
    sum += gen_dot(vertex(m, t[0]), gen_cross(vertex(m, t[1]), vertex(m, t[2]))) / 6.0;
  }
  return sum;
}

/// Area of a regular polygon in a circle of radius 1.
static double polygon_area(int32_t sides)
{
  return 0.5 * sides * sin(2.0 * GEN_PI / sides);
}

static void expect_solid(gen_mesh* m, const char* what, double size, int32_t triangles)
{
  ck_assert_msg(is_closed(m), "%s: not closed", what);
  ck_assert_msg(fabs(volume(m) - size) < 1e-9 * (1.0 + size), "%s: volume %g, not %g", what,
                volume(m), size);
  ck_assert_msg(m->triangle_count == triangles, "%s: %d triangles, not %d", what,
                (int)m->triangle_count, (int)triangles);
  const gen_place at = m->at;
  gen_mesh_free(m);
  m->at = at;
}

static void all_solids(gen_mesh* m, double scale)
{
  gen_box(m, gen_v(1, 2, 3), gen_v(2, 4, 6));
  expect_solid(m, "box", 6 * scale, 12);
  gen_beam(m, gen_v(0, 0, 0), gen_v(0, 0, 5), gen_v(1, 0, 0), 0.5, 0.2);
  expect_solid(m, "beam", 0.5 * scale, 12);
  gen_tube(m, gen_v(1, 1, 1), gen_v(1, 4, 5), 0.5, 7);
  expect_solid(m, "tube", 5 * 0.25 * polygon_area(7) * scale, 4 * 7 - 4);
  gen_frustum(m, gen_v(0, 0, 0), 2, gen_v(3, 0, 0), 1, 9);
  expect_solid(m, "frustum", (4 + 2 + 1) * polygon_area(9) * scale, 4 * 9 - 4);
  gen_pipe(m, gen_v(0, 0, 0), gen_v(0, 2, 0), 1, 0.5, 12);
  expect_solid(m, "pipe", 2 * 0.75 * polygon_area(12) * scale, 8 * 12);
  const double concave[] = {0, 0, 4, 0, 4, 4, 2, 1, 0, 4};
  gen_plate(m, concave, 5, 1, 3);
  expect_solid(m, "plate", 2 * 10 * scale, 4 * 5 - 4);
  const double reversed[] = {0, 4, 2, 1, 4, 4, 4, 0, 0, 0};
  gen_plate(m, reversed, 5, 3, 1);
  expect_solid(m, "plate the other way round", 2 * 10 * scale, 4 * 5 - 4);
  const double repeated[] = {0, 0, 4, 0, 4, 1e-15, 4, 4, 2, 1, 0, 4, 0, 0};
  gen_plate(m, repeated, 7, 1, 3);
  expect_solid(m, "plate with repeated corners", 2 * 10 * scale, 4 * 5 - 4);
  const double tyre[] = {1, -1, 2, -1, 2, 1, 1, 1, 1, -1};
  gen_turned(m, tyre, 5, 10);
  expect_solid(m, "tyre", 2 * 3 * polygon_area(10) * scale, 4 * 2 * 10);
  const double capped[] = {1, 0, 1, 2};
  gen_turned(m, capped, 2, 10);
  expect_solid(m, "turned", 2 * polygon_area(10) * scale, 4 * 10 - 4);
  const double heights[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  gen_ground(m, gen_v(0, 0, -1), gen_v(3, 2, 0), 4, 3, heights);
  expect_solid(m, "ground", 12 * scale, 2 * 6 + 3 * 10);
}

EP_TEST(works_solids_are_closed_and_as_large_as_they_should)
{
  gen_mesh m = gen_mesh_new();
  all_solids(&m, 1.0);
  m.at = gen_place_times(gen_place_at(gen_v(3, -1, 2)),
                         gen_place_times(gen_place_turn('y', 0.7), gen_place_scale(-1, 2, 1)));
  all_solids(&m, 2.0);
  gen_mesh_free(&m);
}

EP_TEST(works_balls_and_bars_are_closed)
{
  gen_mesh m = gen_mesh_new();
  gen_ball(&m, gen_v(1, 2, 3), 2.0, 24, 12);
  ck_assert(is_closed(&m));
  ck_assert_int_eq(m.triangle_count, 2 * 24 * 11);
  ck_assert(volume(&m) > 0.9 * 4.0 / 3.0 * GEN_PI * 8.0 && volume(&m) < 4.0 / 3.0 * GEN_PI * 8.0);
  gen_mesh_free(&m);
  const gen_vec points[] = {{0, 0, 0}, {0, 0, 2}, {1, 0, 3}, {1, 2, 3}};
  gen_bar(&m, points, 4, 0.1, 8);
  ck_assert(is_closed(&m));
  ck_assert_int_eq(m.triangle_count, 2 * 8 * 3 + 2 * 6);
  const double length = 2.0 + sqrt(2.0) + 2.0;
  ck_assert(fabs(volume(&m) / (length * 0.01 * polygon_area(8)) - 1.0) < 1e-9);
  gen_mesh_free(&m);
}
