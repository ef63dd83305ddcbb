/// @file machine_loads.c
/// What is lifted. Each stands on z = 0 in the middle, and is hung up at the middle of its top.
#include "generate.h"
#include "machine_parts.h"

#include <math.h>

/// A loop of round bar across x that sticks out of what it is cast in.
static void eye(gen_mesh* mesh, gen_vec foot, double half, double height, double radius)
{
  enum
  {
    POINTS = 9
  };
  gen_vec points[POINTS];
  for (int i = 0; i < POINTS; ++i)
  {
    const double angle = GEN_PI * (1.0 - (double)i / (POINTS - 1));
    const double rise = i == 0 || i == POINTS - 1 ? 0.0 : 0.35 + 0.65 * sin(angle);
    points[i] = gen_add(foot, gen_v(half * cos(angle), 0, height * rise));
  }
  gen_bar(mesh, points, POINTS, radius, 8);
}

/// A block of concrete that narrows upwards, with an eye: 1.0 x 1.0 x 0.8 and the eye up to 1.0.
static void write_weight(const char* folder)
{
  gen_mesh mesh = gen_mesh_new();
  const double half[4] = {0.46, 0.50, 0.45, 0.41}, height[4] = {0, 0.04, 0.76, 0.80};
  gen_vec corners[4 * 8];
  for (int k = 0; k < 4; ++k)
  {
    for (int i = 0; i < 8; ++i)
    {
      // A square with its corners cut: 45 degrees apart, a little off the diagonals.
      const double angle = GEN_PI * (0.25 * (i / 2 * 2 + 1) + (i % 2 ? 0.03 : -0.03));
      const double reach = half[k] / fmax(fabs(cos(angle)), fabs(sin(angle)));
      corners[8 * k + i] = gen_v(reach * cos(angle), reach * sin(angle), height[k]);
    }
  }
  parts_loft(&mesh, corners, 4, 8);
  eye(&mesh, gen_v(0, 0, 0.74), 0.13, 0.235, 0.025);
  gen_write_mesh(folder, "loads/weight.obj", &mesh);
  gen_mesh_free(&mesh);
}

/// Seven pipes of 6 m, one in the middle of six, held by two bands.
static void write_pipes(const char* folder)
{
  gen_mesh mesh = gen_mesh_new();
  const double outer = 0.15, pitch = 0.302, band = 0.489;
  const double middle = band * sin(GEN_PI / 3); // the bundle lies on its bands
  for (int i = 0; i < 7; ++i)
  {
    const double angle = GEN_PI / 3 * i, away = i < 6 ? pitch : 0.0;
    const double y = away * cos(angle), z = middle + away * sin(angle);
    gen_pipe(&mesh, gen_v(-3.0, y, z), gen_v(3.0, y, z), outer, outer - 0.012, 20);
  }
  for (int side = -1; side <= 1; side += 2)
  {
    gen_pipe(&mesh, gen_v(1.8 * side - 0.04, 0, middle), gen_v(1.8 * side + 0.04, 0, middle), band,
             band - 0.01, 6);
  }
  gen_write_mesh(folder, "loads/pipes.obj", &mesh);
  gen_mesh_free(&mesh);
}

/// A wall of concrete with a window, standing in the plane of x and z, with two eyes.
static void write_panel(const char* folder)
{
  gen_mesh mesh = gen_mesh_new();
  const parts_rectangle wall = {-2.0, 0.0, 2.0, 2.6}, window = {-0.3, 0.9, 1.1, 2.1};
  parts_frame(&mesh, wall, window, -0.09, 0.09);
  eye(&mesh, gen_v(-1.1, 0, 2.55), 0.1, 0.22, 0.016);
  eye(&mesh, gen_v(1.1, 0, 2.55), 0.1, 0.22, 0.016);
  gen_write_mesh(folder, "loads/panel.obj", &mesh);
  gen_mesh_free(&mesh);
}

/// A lump of rock: a ball of few corners, each pulled in or out.
static void rock(gen_mesh* mesh, gen_random* random, gen_vec center, double radius)
{
  gen_mesh lump = gen_mesh_new();
  gen_ball(&lump, gen_v(0, 0, 0), radius, 7, 5);
  for (int32_t i = 0; i < 3 * lump.vertex_count; i += 3)
  {
    const double pull = gen_random_in(random, 0.75, 1.15);
    for (int k = 0; k < 3; ++k)
    {
      lump.vertices[i + k] *= pull;
    }
  }
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(gen_place_at(center), gen_place_scale(1, 0.85, 0.7));
  gen_append(mesh, &lump);
  mesh->at = before;
  gen_mesh_free(&lump);
}

/// An open skip with slanting ends: 3.2 x 1.7 x 1.2, filled with rocks up to 1.35, with four lugs.
static void write_skip(const char* folder)
{
  gen_mesh mesh = gen_mesh_new();
  const double shell[] = {-1.0,  0.0,  1.0,    0.0,  1.6,   1.2, 1.54, 1.2,
                          0.965, 0.05, -0.965, 0.05, -1.54, 1.2, -1.6, 1.2};
  gen_plate(&mesh, shell, 8, -0.8, 0.8);
  const double side_plate[] = {-1.01, 0.001, 1.01, 0.001, 1.605, 1.195, -1.605, 1.195};
  for (int side = -1; side <= 1; side += 2)
  {
    gen_plate(&mesh, side_plate, 4, 0.78 * side, 0.82 * side);
    gen_beam(&mesh, gen_v(-1.6, 0.83 * side, 1.15), gen_v(1.6, 0.83 * side, 1.15), gen_v(0, 0, 1),
             0.04, 0.07);
    for (int i = -1; i <= 1; i += 2)
    {
      gen_tube(&mesh, gen_v(0.8 * i, 0.80 * side, 0.85), gen_v(0.8 * i, 0.85 * side, 0.85), 0.05,
               8);
      gen_beam(&mesh, gen_v(0.45 * i, 0.835 * side, 0.03), gen_v(0.45 * i, 0.835 * side, 1.14),
               gen_v(0, 1, 0), 0.08, 0.03);
    }
  }
  gen_random random = gen_random_new(7);
  for (int i = 0; i < 24; ++i)
  {
    const double x = -1.1 + 0.44 * (i % 6), y = -0.54 + 0.36 * (i / 6);
    const double edge = fmax(fabs(x) / 1.1, fabs(y) / 0.54);
    rock(&mesh, &random,
         gen_v(x + gen_random_in(&random, -0.06, 0.06), y + gen_random_in(&random, -0.03, 0.03),
               1.16 - 0.17 * edge),
         gen_random_in(&random, 0.22, 0.28) * (edge > 0.9 ? 0.75 : 1.0));
  }
  gen_write_mesh(folder, "loads/skip.obj", &mesh);
  gen_mesh_free(&mesh);
}

void generate_loads(const char* folder)
{
  write_weight(folder);
  write_pipes(folder);
  write_panel(folder);
  write_skip(folder);
}
