/// @file site_ground.c
/// The ground with the pit and its ramp, the haul road, heaps and rocks.
#include "site_parts.h"
#include "site_shape.h"

#include <math.h>
#include <stdlib.h>

static double least(double a, double b)
{
  return a < b ? a : b;
}

static double most(double a, double b)
{
  return a > b ? a : b;
}

/// @name Heights
/// @{

/// Numbers in [0,1) that belong to the points of a grid.
static double noise_at(int64_t i, int64_t j)
{
  gen_random random = gen_random_new((uint64_t)(i * 7919 + j * 104729 + 1000003));
  return gen_random_in(&random, 0.0, 1.0);
}

/// Smooth noise in [0,1) with hills of this size.
static double noise(double x, double y, double size)
{
  const double u = x / size, v = y / size;
  const double i = floor(u), j = floor(v);
  const double a = (u - i) * (u - i) * (3.0 - 2.0 * (u - i));
  const double b = (v - j) * (v - j) * (3.0 - 2.0 * (v - j));
  const int64_t m = (int64_t)i, n = (int64_t)j;
  const double low = noise_at(m, n) + a * (noise_at(m + 1, n) - noise_at(m, n));
  const double high = noise_at(m, n + 1) + a * (noise_at(m + 1, n + 1) - noise_at(m, n + 1));
  return low + b * (high - low);
}

/// How far a point is inside the pit's rim; negative outside.
static double inside_pit(double x, double y)
{
  return least(least(x - SITE_PIT_X0, SITE_PIT_X1 - x), least(y - SITE_PIT_Y0, SITE_PIT_Y1 - y));
}

/// Walls at about 60 degrees, with a bench halfway down.
static double pit_height(double x, double y)
{
  const double in = inside_pit(x, y);
  if (in <= 0.0)
  {
    return 0.0;
  }
  const double wall = in < 1.6 ? -1.4 * in : in < 2.4 ? -2.24 : -2.24 - 1.4 * (in - 2.4);
  const double bumps = in < 1.0 ? 0.0 : 0.35 * (noise(x, y, 1.7) - 0.5);
  return most(wall + bumps, -SITE_PIT_DEPTH - 0.12 * noise(x, y, 2.3));
}

static double ramp_height(double y)
{
  const double k = (y - SITE_RAMP_Y0) / (SITE_RAMP_Y1 - SITE_RAMP_Y0);
  return -SITE_PIT_DEPTH * most(0.0, least(1.0, k));
}

/// Soil that was pushed up along the edge of the site, behind the fence.
static double bank_height(double x, double y)
{
  const double out = most(fabs(x) - SITE_FENCE_X - 0.5, y - SITE_FENCE_Y - 0.5);
  return out <= 0.0 ? 0.0 : least(1.0, out / 2.0) * (0.4 + 1.8 * noise(x, y, 6.0));
}

double site_height(double x, double y)
{
  const double beside = most(0.0, most(SITE_RAMP_X0 - x, x - SITE_RAMP_X1));
  const double ramp = ramp_height(y);
  const double end = most(0.0, y - SITE_RAMP_Y1);
  const double cut = ramp < 0.0 && y < SITE_RAMP_Y1 ? least(0.0, ramp + 1.5 * beside) : 0.0;
  const double fill = ramp - 1.5 * most(beside, end);
  return least(cut, most(pit_height(x, y), fill)) + bank_height(x, y);
}

/// @}

gen_mesh site_terrain(void)
{
  const int32_t columns = (int32_t)(2.0 * SITE_X / SITE_CELL + 0.5) + 1;
  const int32_t rows = (int32_t)(2.0 * SITE_Y / SITE_CELL + 0.5) + 1;
  double* heights = malloc((size_t)columns * (size_t)rows * sizeof *heights);
  if (heights == NULL)
  {
    gen_give_up("no memory for the terrain");
  }
  for (int32_t i = 0; i < columns * rows; ++i)
  {
    heights[i] =
        site_height(-SITE_X + SITE_CELL * (i % columns), -SITE_Y + SITE_CELL * (i / columns));
  }
  gen_mesh mesh = gen_mesh_new();
  gen_ground(&mesh, gen_v(-SITE_X, -SITE_Y, -SITE_PIT_DEPTH - 1.5), gen_v(SITE_X, SITE_Y, 0.0),
             columns, rows, heights);
  free(heights);
  return mesh;
}

/// @name The haul road: a layer of gravel, 30 mm above the ground
/// @{

#define ROAD_STATIONS_MAX 128
#define ROAD_OUTLINE      6

typedef struct road
{
  gen_vec points[ROAD_STATIONS_MAX * ROAD_OUTLINE];
  int32_t stations;
} road;

static void add_station(road* r, double x, double y, double heading, double width)
{
  static const double across[ROAD_OUTLINE] = {-0.5, -0.44, 0.44, 0.5, 0.5, -0.5};
  static const double up[ROAD_OUTLINE] = {-0.02, 0.03, 0.03, -0.02, -0.3, -0.3};
  if (r->stations == ROAD_STATIONS_MAX)
  {
    gen_give_up("the road is too long");
  }
  // Seen by one who looks back, the left side of the road is on the right.
  gen_vec* at = r->points + ROAD_OUTLINE * r->stations++;
  for (int i = 0; i < ROAD_OUTLINE; ++i)
  {
    const double side = width * across[ROAD_OUTLINE - 1 - i];
    at[i] = gen_v(x - sin(heading) * side, y + cos(heading) * side, up[ROAD_OUTLINE - 1 - i]);
    at[i].z += ramp_height(y);
  }
}

static void straight(road* r, gen_vec a, gen_vec b, int32_t pieces)
{
  const double heading = atan2(b.y - a.y, b.x - a.x);
  for (int32_t i = 0; i <= pieces; ++i)
  {
    const gen_vec p = gen_between(a, b, (double)i / pieces);
    add_station(r, p.x, p.y, heading, 5.6);
  }
}

/// From one heading to another about a centre; counter-clockwise if `to` is greater.
static void curve(road* r, gen_vec center, double radius, double from, double to)
{
  const double side = to > from ? -0.5 * GEN_PI : 0.5 * GEN_PI;
  for (int i = 1; i < 12; ++i)
  {
    const double heading = from + (to - from) * i / 12.0;
    add_station(r, center.x + radius * cos(heading + side), center.y + radius * sin(heading + side),
                heading, 5.6);
  }
}

static void finish(road* r, gen_mesh* mesh)
{
  site_sweep(mesh, r->points, ROAD_OUTLINE, r->stations);
  r->stations = 0;
}

gen_mesh site_road(void)
{
  gen_mesh mesh = gen_mesh_new();
  road r = {.stations = 0};
  // From the gate, a bend to the right, a bend to the left, down the ramp.
  straight(&r, gen_v(8, -49.5, 0), gen_v(8, -18.8, 0), 16);
  curve(&r, gen_v(15.2, -18.8, 0), 7.2, 0.5 * GEN_PI, 0.0);
  curve(&r, gen_v(15.2, -4.4, 0), 7.2, 0.0, 0.5 * GEN_PI);
  straight(&r, gen_v(22.4, SITE_RAMP_Y0, 0), gen_v(22.4, SITE_RAMP_Y1, 0), 13);
  finish(&r, &mesh);
  // To the building, and on to the cabins.
  straight(&r, gen_v(8.01, -24, 0), gen_v(8.01, -12, 0), 6);
  curve(&r, gen_v(2.01, -12, 0), 6.0, 0.5 * GEN_PI, GEN_PI);
  straight(&r, gen_v(2, -6, 0), gen_v(-36, -6, 0), 20);
  curve(&r, gen_v(-36, -12, 0), 6.0, GEN_PI, 1.5 * GEN_PI);
  straight(&r, gen_v(-42, -12, 0), gen_v(-42, -30, 0), 8);
  finish(&r, &mesh);
  return mesh;
}

/// @}
/// @name Loose things
/// @{

gen_mesh site_heaps(void)
{
  static const struct
  {
    double x, y, size, height;
  } heaps[] = {{52, -28, 4.4, 2.9}, {51, -19, 3.8, 2.4}, {46.5, -24, 3.0, 1.8}, {8, 42, 3.4, 2.2},
               {1, 43, 2.8, 1.7},   {-6, 42, 2.4, 1.4},  {-51, 40, 4.0, 2.4}};
  gen_mesh mesh = gen_mesh_new();
  gen_random random = gen_random_new(41);
  for (size_t i = 0; i < sizeof heaps / sizeof heaps[0]; ++i)
  {
    const double size = heaps[i].size;
    site_heap(&mesh, &random, gen_v(heaps[i].x, heaps[i].y, 0.0),
              gen_v(size, size * gen_random_in(&random, 0.85, 1.1), heaps[i].height), 40);
  }
  return mesh;
}

static void add_rock(gen_mesh* mesh, gen_random* random, double x, double y, double size)
{
  const gen_vec half =
      gen_v(size, size * gen_random_in(random, 0.7, 1.0), size * gen_random_in(random, 0.55, 0.85));
  const double z = site_height(x, y) + 0.6 * half.z;
  site_lump(mesh, random, gen_v(x, y, z), half, 0.28, size > 0.5 ? 14 : 10);
}

gen_mesh site_rocks(void)
{
  gen_mesh mesh = gen_mesh_new();
  gen_random random = gen_random_new(42);
  // Rubble along the eastern edge of the yard, and on the floor of the pit.
  for (int i = 0; i < 70; ++i)
  {
    const double x = gen_random_in(&random, 50.0, 55.5);
    const double y = gen_random_in(&random, -14.0, 4.0);
    add_rock(&mesh, &random, x, y, gen_random_in(&random, 0.15, 0.9));
  }
  for (int i = 0; i < 40; ++i)
  {
    const double x = gen_random_in(&random, SITE_PIT_X1 - 9.0, SITE_PIT_X1 - 4.5);
    const double y = gen_random_in(&random, SITE_PIT_Y0 + 5.0, SITE_PIT_Y1 - 4.5);
    add_rock(&mesh, &random, x, y, gen_random_in(&random, 0.12, 0.6));
  }
  // Boulders that mark the corner of the road.
  static const double boulders[][3] = {{26.5, -6.5, 0.8}, {27.2, -4.6, 0.6}, {17.3, -5.0, 0.7},
                                       {16.6, -3.4, 0.5}, {27.4, -2.6, 0.5}, {16.9, -1.4, 0.6}};
  for (size_t i = 0; i < sizeof boulders / sizeof boulders[0]; ++i)
  {
    add_rock(&mesh, &random, boulders[i][0], boulders[i][1], boulders[i][2]);
  }
  return mesh;
}

/// @}
