/// @file bench_mountain.c
/// A rocky mountain as a grid of heights.
#include "bench_train.h"

#include <math.h>

#define PEAK  8.0 ///< m
#define FLOOR (-2.0)

/// A number in [0,1) for a point of a lattice.
static double lattice(int32_t x, int32_t y, int32_t octave)
{
  gen_random random =
      gen_random_new(((uint64_t)(uint32_t)x << 32 | (uint32_t)y) * 31u + (uint64_t)octave * 7919u);
  gen_random_in(&random, 0.0, 1.0);
  return gen_random_in(&random, 0.0, 1.0);
}

/// Smooth noise in [0,1), one bump a unit.
static double noise(double x, double y, int32_t octave)
{
  const double fx = floor(x), fy = floor(y);
  const int32_t i = (int32_t)fx, j = (int32_t)fy;
  const double u = bench_ease(x - fx), v = bench_ease(y - fy);
  const double below = lattice(i, j, octave) * (1.0 - u) + lattice(i + 1, j, octave) * u;
  const double above = lattice(i, j + 1, octave) * (1.0 - u) + lattice(i + 1, j + 1, octave) * u;
  return below * (1.0 - v) + above * v;
}

static double rock(double x, double y)
{
  // Ridges: noise folded at its middle. Finer ones stand on the coarse ones.
  double sum = 0.0, weight = 1.0, size = 6.0;
  for (int32_t octave = 0; octave < 4; ++octave)
  {
    const double n = 1.0 - fabs(2.0 * noise(x / size + 40.0, y / size + 40.0, octave) - 1.0);
    sum += weight * n * n;
    weight *= 0.42;
    size *= 0.5;
  }
  return sum / 1.7;
}

static double height_at(double x, double y)
{
  const double r = hypot(x, 0.85 * y) / MOUNTAIN_HALF;
  const double cone = exp(-4.2 * r * r);
  const double ridge = rock(x, y);
  return PEAK * cone * (0.55 + 0.45 * ridge) + 1.2 * ridge * (1.0 - cone);
}

void bench_mountain_rise(bench_mountain* mountain)
{
  for (int32_t i = 0; i < MOUNTAIN_COLUMNS * MOUNTAIN_ROWS; ++i)
  {
    const double u = (double)(i % MOUNTAIN_COLUMNS) / (MOUNTAIN_COLUMNS - 1);
    const double v = (double)(i / MOUNTAIN_COLUMNS) / (MOUNTAIN_ROWS - 1);
    mountain->height[i] =
        height_at(MOUNTAIN_HALF * (2.0 * u - 1.0), MOUNTAIN_HALF * (2.0 * v - 1.0));
  }
}

double bench_mountain_height(double x, double y, const void* mountain)
{
  const bench_mountain* m = mountain;
  const double u = (x / MOUNTAIN_HALF + 1.0) * 0.5 * (MOUNTAIN_COLUMNS - 1);
  const double v = (y / MOUNTAIN_HALF + 1.0) * 0.5 * (MOUNTAIN_ROWS - 1);
  const double su = fmin(fmax(u, 0.0), MOUNTAIN_COLUMNS - 1.001);
  const double sv = fmin(fmax(v, 0.0), MOUNTAIN_ROWS - 1.001);
  const int32_t i = (int32_t)su, j = (int32_t)sv;
  const double a = su - i, b = sv - j;
  const double* h = m->height + j * MOUNTAIN_COLUMNS + i;
  const double far = h[MOUNTAIN_COLUMNS + 1];
  // The cell's diagonal runs from its first corner to the opposite one.
  return a > b ? h[0] + a * (h[1] - h[0]) + b * (far - h[1])
               : h[0] + b * (h[MOUNTAIN_COLUMNS] - h[0]) + a * (far - h[MOUNTAIN_COLUMNS]);
}

gen_mesh bench_mountain_shape(const bench_mountain* mountain)
{
  gen_mesh mesh = gen_mesh_new();
  gen_ground(&mesh, gen_v(-MOUNTAIN_HALF, -MOUNTAIN_HALF, FLOOR),
             gen_v(MOUNTAIN_HALF, MOUNTAIN_HALF, PEAK), MOUNTAIN_COLUMNS, MOUNTAIN_ROWS,
             mountain->height);
  return mesh;
}
