/// @file site_shape.c
#include "site_shape.h"

#include <math.h>
#include <stdlib.h>

gen_place site_place(double x, double y, double z, double yaw)
{
  return gen_place_times(gen_place_at(gen_v(x, y, z)), gen_place_turn('z', yaw));
}

void site_block(gen_mesh* mesh, gen_vec corner, gen_vec size)
{
  gen_box(mesh, corner, gen_add(corner, size));
}

void site_rod(gen_mesh* mesh, gen_vec a, gen_vec b, double radius)
{
  gen_tube(mesh, a, b, radius, 6);
}

void site_lump(gen_mesh* mesh, gen_random* random, gen_vec center, gen_vec size, double rough,
               int32_t sides)
{
  gen_mesh ball = gen_mesh_new();
  ball.at = gen_place_times(site_place(center.x, center.y, center.z, gen_random_in(random, 0, 6)),
                            gen_place_scale(size.x, size.y, size.z));
  gen_mesh round = gen_mesh_new();
  gen_ball(&round, gen_v(0, 0, 0), 1.0, sides, sides / 2);
  for (int32_t i = 0; i < round.vertex_count; ++i)
  {
    const double k = 1.0 - gen_random_in(random, 0.0, rough);
    for (int c = 0; c < 3; ++c)
    {
      round.vertices[3 * i + c] *= k;
    }
  }
  gen_append(&ball, &round);
  gen_append(mesh, &ball);
  gen_mesh_free(&round);
  gen_mesh_free(&ball);
}

void site_heap(gen_mesh* mesh, gen_random* random, gen_vec center, gen_vec size, int32_t sides)
{
  // A cone whose tip is rounded and whose foot is below the ground.
  static const double rz[] = {1.08, -0.1, 1.0,  0.0,  0.86, 0.14, 0.72, 0.3, 0.56,
                              0.48, 0.4,  0.66, 0.26, 0.81, 0.13, 0.92, 0.0, 0.97};
  gen_mesh cone = gen_mesh_new();
  gen_turned(&cone, rz, 9, sides);
  for (int32_t i = 0; i < cone.vertex_count; ++i)
  {
    double* v = cone.vertices + 3 * i;
    const double k = v[2] > 0.0 ? gen_random_in(random, 0.93, 1.05) : 1.0;
    v[0] = center.x + size.x * v[0] * k;
    v[1] = center.y + size.y * v[1] * k;
    v[2] = center.z + size.z * v[2] * k;
  }
  gen_append(mesh, &cone);
  gen_mesh_free(&cone);
}

void site_sheet(gen_mesh* mesh, gen_vec a, gen_vec b, double height, int32_t waves)
{
  const double length = gen_length(gen_sub(b, a));
  const int32_t half = 4 * waves;
  double* xz = malloc(4 * (size_t)half * sizeof *xz);
  if (xz == NULL)
  {
    gen_give_up("no memory for a sheet");
  }
  // A trapezoid wave 36 mm deep of a sheet 20 mm thick, its other side run backwards.
  static const double at[] = {0.0, 0.25, 0.5, 0.75};
  static const double depth[] = {0.0, 0.0, 0.036, 0.036};
  for (int32_t i = 0; i < half; ++i)
  {
    const double x = length * (i / 4 + at[i % 4] * (i / 4 + 1 < waves ? 1.0 : 4.0 / 3.0)) / waves;
    xz[2 * i] = x;
    xz[2 * i + 1] = depth[i % 4];
    xz[4 * half - 2 * i - 2] = x;
    xz[4 * half - 2 * i - 1] = depth[i % 4] + 0.02;
  }
  const gen_place before = mesh->at;
  // The outline's z becomes sideways, its thickness upwards.
  const gen_place stand = gen_place_times(site_place(a.x, a.y, a.z, atan2(b.y - a.y, b.x - a.x)),
                                          gen_place_turn('x', 0.5 * GEN_PI));
  mesh->at = gen_place_times(before, gen_place_times(stand, gen_place_scale(1.0, 1.0, -1.0)));
  gen_plate(mesh, xz, 2 * half, 0.0, height);
  mesh->at = before;
  free(xz);
}

void site_sweep(gen_mesh* mesh, const gen_vec* points, int32_t n, int32_t stations)
{
  const int32_t first = mesh->vertex_count;
  for (int32_t i = 0; i < n * stations; ++i)
  {
    gen_vertex(mesh, points[i]);
  }
  for (int32_t s = 0; s + 1 < stations; ++s)
  {
    for (int32_t i = 0; i < n; ++i)
    {
      const int32_t a = first + s * n + i, b = first + s * n + (i + 1) % n;
      gen_quad(mesh, a, b, b + n, a + n);
    }
  }
  const int32_t last = first + (stations - 1) * n;
  for (int32_t i = 1; i + 1 < n; ++i)
  {
    gen_triangle(mesh, first, first + i + 1, first + i);
    gen_triangle(mesh, last, last + i, last + i + 1);
  }
}
