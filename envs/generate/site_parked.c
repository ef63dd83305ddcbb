/// @file site_parked.c
/// What is parked or set up: a van, a roller, a silo, skips, toilets, lights, cones.
#include "site_parts.h"
#include "site_shape.h"

#include <stddef.h>

/// Wheels with their axes along y.
static void add_wheel(gen_mesh* mesh, double x, double y, double radius, double width)
{
  const double rz[] = {0.55 * radius, -0.5 * width, 0.93 * radius, -0.5 * width,  radius,
                       -0.3 * width,  radius,       0.3 * width,   0.93 * radius, 0.5 * width,
                       0.55 * radius, 0.5 * width,  0.5 * radius,  0.3 * width};
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, gen_place_times(gen_place_at(gen_v(x, y, radius)),
                                                     gen_place_turn('x', 0.5 * GEN_PI)));
  gen_turned(mesh, rz, 7, 24);
  mesh->at = before;
}

static void add_wheels(gen_mesh* mesh, double x0, double x1, double y, double radius)
{
  for (int side = -1; side <= 1; side += 2)
  {
    add_wheel(mesh, x0, side * y, radius, 0.24);
    add_wheel(mesh, x1, side * y, radius, 0.24);
  }
}

/// A van that looks along x, centred, 5.6 m long.
static void add_van(gen_mesh* mesh)
{
  static const double body[] = {-2.8, 0.45, 1.45, 0.3, 2.75, 0.35, 2.8,  0.8,  2.65,  1.1,
                                1.75, 1.27, 1.1,  2.3, 0.9,  2.42, -2.6, 2.45, -2.75, 2.3};
  gen_plate(mesh, body, 10, -0.96, 0.96);
  static const double screen[] = {1.72, 1.38, 1.2, 2.2, 1.23, 2.24, 1.78, 1.38};
  gen_plate(mesh, screen, 4, -0.85, 0.85);
  for (int side = -1; side <= 1; side += 2)
  {
    const double y = 0.955 * side;
    static const double window[] = {0.45, 1.4, 1.55, 1.4, 1.05, 2.15, 0.45, 2.15};
    gen_plate(mesh, window, 4, y, y + 0.02 * side);
    gen_box(mesh, gen_v(1.3, side * 1.05 - 0.1, 1.35), gen_v(1.4, side * 1.05 + 0.1, 1.65));
    gen_box(mesh, gen_v(2.6, side * 0.75 - 0.15, 0.75), gen_v(2.81, side * 0.75 + 0.15, 0.98));
  }
  gen_box(mesh, gen_v(2.6, -0.93, 0.32), gen_v(2.9, 0.93, 0.6));
  gen_box(mesh, gen_v(-2.9, -0.93, 0.4), gen_v(-2.7, 0.93, 0.6));
  add_wheels(mesh, -1.8, 1.75, 0.86, 0.36);
}

/// A roller with two drums.
static void add_roller(gen_mesh* mesh)
{
  for (int end = -1; end <= 1; end += 2)
  {
    gen_tube(mesh, gen_v(1.3 * end, -0.85, 0.6), gen_v(1.3 * end, 0.85, 0.6), 0.6, 36);
    for (int side = -1; side <= 1; side += 2)
    {
      gen_beam(mesh, gen_v(1.3 * end, 0.92 * side, 0.6), gen_v(0.5 * end, 0.92 * side, 1.1),
               gen_v(0, 1, 0), 0.25, 0.1);
    }
  }
  static const double body[] = {-1.9, 1.28, -1.8, 1.7, -0.6, 1.75, -0.5, 1.25,
                                0.6,  1.25, 0.7,  1.9, 1.8,  1.8,  2.0,  1.3,
                                1.0,  1.22, 0.6,  0.6, -0.6, 0.6,  -1.0, 1.22};
  gen_plate(mesh, body, 12, -0.8, 0.8);
  gen_box(mesh, gen_v(-0.45, -0.3, 1.2), gen_v(0.05, 0.3, 1.7));
  gen_box(mesh, gen_v(-0.55, -0.3, 1.6), gen_v(-0.42, 0.3, 2.2));
  for (int i = 0; i < 4; ++i)
  {
    const double x = i % 2 == 0 ? -0.7 : 0.75, y = i < 2 ? -0.7 : 0.7;
    site_rod(mesh, gen_v(x, y, 1.6), gen_v(x, y, 2.75), 0.035);
  }
  gen_box(mesh, gen_v(-0.9, -0.85, 2.72), gen_v(0.95, 0.85, 2.8));
}

/// A silo for dry mortar on four legs.
static void add_silo(gen_mesh* mesh)
{
  static const double rz[] = {0.15, 0.9,  0.2,  1.1,  1.2, 3.0,  1.25, 3.1, 1.25,
                              6.0,  1.15, 6.25, 0.35, 6.6, 0.35, 6.8,  0.0, 6.85};
  gen_turned(mesh, rz, 9, 36);
  for (int i = 0; i < 4; ++i)
  {
    const double x = i % 2 == 0 ? -1.0 : 1.0, y = i < 2 ? -1.0 : 1.0;
    gen_box(mesh, gen_v(x - 0.07, y - 0.07, 0.0), gen_v(x + 0.07, y + 0.07, 4.2));
    gen_box(mesh, gen_v(x - 0.2, y - 0.2, -0.01), gen_v(x + 0.2, y + 0.2, 0.02));
    const double u = i == 0 || i == 3 ? x : -x, v = i == 0 || i == 3 ? -y : y;
    site_rod(mesh, gen_v(x, y, 0.3), gen_v(u, v, 2.6), 0.03);
  }
  site_rod(mesh, gen_v(1.3, 0.2, 0.5), gen_v(1.3, 0.2, 6.4), 0.03);
  site_rod(mesh, gen_v(1.3, -0.2, 0.5), gen_v(1.3, -0.2, 6.4), 0.03);
  for (int rung = 0; rung < 18; ++rung)
  {
    const double z = 0.7 + 0.32 * rung;
    site_rod(mesh, gen_v(1.3, -0.21, z), gen_v(1.3, 0.21, z), 0.015);
  }
}

/// A skip, open at the top: a hollow with sloping ends.
static void add_skip(gen_mesh* mesh)
{
  static const double side[] = {-1.4, 0.1, 1.4, 0.1, 2.1, 1.5, -2.1, 1.5};
  static const double floor[] = {-2.1, 1.45, -1.4, 0.05, 1.4,   0.05, 2.1,   1.45,
                                 2.02, 1.49, 1.35, 0.15, -1.35, 0.15, -2.02, 1.49};
  gen_plate(mesh, floor, 8, -0.9, 0.9);
  gen_plate(mesh, side, 4, -0.93, -0.87);
  gen_plate(mesh, side, 4, 0.87, 0.93);
  for (int i = 0; i < 4; ++i)
  {
    const double x = -1.2 + 0.8 * i;
    gen_box(mesh, gen_v(x - 0.04, -0.98, 0.12), gen_v(x + 0.04, 0.98, 0.16));
    gen_box(mesh, gen_v(x - 0.04, -0.98, 0.15), gen_v(x + 0.04, -0.92, 1.45));
    gen_box(mesh, gen_v(x - 0.04, 0.92, 0.15), gen_v(x + 0.04, 0.98, 1.45));
  }
}

static void add_toilet(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.55, -0.55, 0.0), gen_v(0.55, 0.55, 0.12));
  gen_box(mesh, gen_v(-0.5, -0.5, 0.1), gen_v(0.5, 0.5, 2.1));
  gen_box(mesh, gen_v(-0.4, -0.53, 0.14), gen_v(0.4, -0.48, 2.0));
  gen_box(mesh, gen_v(0.25, -0.57, 1.0), gen_v(0.33, -0.52, 1.1));
  gen_frustum(mesh, gen_v(0, 0, 2.08), 0.76, gen_v(0, 0, 2.3), 0.5, 12);
  site_rod(mesh, gen_v(0.3, 0.3, 2.0), gen_v(0.3, 0.3, 2.5), 0.05);
}

/// A generator on wheels that carries lights on a mast.
static void add_light(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.9, -0.5, 0.4), gen_v(0.9, 0.5, 1.4));
  add_wheels(mesh, -0.01, 0.01, 0.6, 0.32);
  site_rod(mesh, gen_v(0.7, 0, 0.6), gen_v(2.0, 0, 0.5), 0.04);
  gen_tube(mesh, gen_v(0, 0, 1.3), gen_v(0, 0, 4.0), 0.06, 10);
  gen_tube(mesh, gen_v(0, 0, 3.9), gen_v(0, 0, 6.5), 0.045, 10);
  site_rod(mesh, gen_v(0, -0.9, 6.45), gen_v(0, 0.9, 6.45), 0.03);
  for (int i = 0; i < 4; ++i)
  {
    const double y = -0.78 + 0.52 * i;
    gen_beam(mesh, gen_v(0.05, y, 6.45), gen_v(0.25, y, 6.35), gen_v(0, 0, 1), 0.42, 0.34);
  }
}

static void add_cone(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.19, -0.19, 0.0), gen_v(0.19, 0.19, 0.03));
  gen_frustum(mesh, gen_v(0, 0, 0.02), 0.14, gen_v(0, 0, 0.72), 0.03, 14);
}

/// A barrier of concrete, 2 m along x.
static void add_barrier(gen_mesh* mesh)
{
  static const double outline[] = {-0.3, 0.0, 0.3,   0.0, 0.3,   0.08, 0.14, 0.3,
                                   0.09, 0.8, -0.09, 0.8, -0.14, 0.3,  -0.3, 0.08};
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, gen_place_turn('z', 0.5 * GEN_PI));
  gen_plate(mesh, outline, 8, -1.0, 1.0);
  mesh->at = before;
}

typedef struct parked
{
  void (*add)(gen_mesh* mesh);
  double x, y, yaw;
} parked;

gen_mesh site_parked(void)
{
  static const parked things[] = {{add_van, -46.0, -33.0, 1.45},  {add_van, -36.0, -20.0, -1.6},
                                  {add_roller, 48.5, -33.5, 0.3}, {add_silo, -45.0, 7.5, 0.2},
                                  {add_skip, -47.5, 1.0, 1.6},    {add_skip, -30.0, 34.5, 0.1},
                                  {add_toilet, -54.5, -1.0, 1.6}, {add_toilet, -54.5, 0.4, 1.57},
                                  {add_toilet, -54.5, 1.8, 1.6},  {add_light, 13.5, 8.0, 0.8},
                                  {add_light, -46.0, 26.0, -0.5}};
  gen_mesh mesh = gen_mesh_new();
  for (size_t i = 0; i < sizeof things / sizeof things[0]; ++i)
  {
    mesh.at = site_place(things[i].x, things[i].y, 0.0, things[i].yaw);
    things[i].add(&mesh);
  }
  for (int i = 0; i < 10; ++i)
  {
    mesh.at = site_place(i < 5 ? 3.9 : 12.1, -44.0 + 3.0 * (i % 5), 0.01, 0.3 * i);
    add_cone(&mesh);
  }
  // Barriers before the edge of the pit.
  for (int i = 0; i < 11; ++i)
  {
    mesh.at = site_place(28.5 + 2.04 * i, SITE_PIT_Y0 - 1.6, 0.0, 0.02 * (i % 2));
    add_barrier(&mesh);
  }
  mesh.at = gen_place_none();
  return mesh;
}
