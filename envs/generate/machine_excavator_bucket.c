/// @file machine_excavator_bucket.c
/// The bucket: x from the pin to the tip of the teeth, open towards negative z.
#include "machine_excavator.h"

#include <math.h>

#define HALF_WIDTH 0.575

enum
{
  SHELL_POINTS = 19
};

/// The outer line of the shell, from the cutting edge round the back to the top.
static void shell_point(int i, double* x, double* z)
{
  const double line[7][2] = {{1.27, 0.03}, {1.17, 0.36}, {0.98, 0.76}, {0.58, 0.98},
                             {0.20, 0.86}, {0.06, 0.50}, {0.12, 0.12}};
  // A Catmull-Rom curve through the points above.
  const double at = 6.0 * i / (SHELL_POINTS - 1);
  const int k = at < 6.0 ? (int)at : 5;
  const double t = at - k;
  double p[2];
  for (int d = 0; d < 2; ++d)
  {
    const double a = line[k > 0 ? k - 1 : 0][d], b = line[k][d], c = line[k + 1][d];
    const double e = line[k < 5 ? k + 2 : 6][d];
    p[d] = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - e + t * (3 * (b - c) + e - a)));
  }
  *x = p[0];
  *z = p[1];
}

/// The shell's line moved inwards by a distance.
static void shell_line(double inwards, double* xz)
{
  for (int i = 0; i < SHELL_POINTS; ++i)
  {
    double x0, z0, x1, z1, x, z;
    shell_point(i > 0 ? i - 1 : 0, &x0, &z0);
    shell_point(i < SHELL_POINTS - 1 ? i + 1 : i, &x1, &z1);
    shell_point(i, &x, &z);
    const double length = hypot(x1 - x0, z1 - z0);
    // The line is walked with the inside on its left.
    xz[2 * i] = x - inwards * (z1 - z0) / length;
    xz[2 * i + 1] = z + inwards * (x1 - x0) / length;
  }
}

static void shell(parts_link* link)
{
  double xz[4 * SHELL_POINTS], inner[2 * SHELL_POINTS];
  shell_line(0.0, xz);
  shell_line(0.03, inner);
  for (int i = 0; i < SHELL_POINTS; ++i)
  {
    xz[2 * (SHELL_POINTS + i)] = inner[2 * (SHELL_POINTS - 1 - i)];
    xz[2 * (SHELL_POINTS + i) + 1] = inner[2 * (SHELL_POINTS - 1 - i) + 1];
  }
  gen_plate(&link->paint, xz, 2 * SHELL_POINTS, -HALF_WIDTH, HALF_WIDTH);
}

/// Side plates a little larger than the shell, thicker along the edge that cuts.
static void sides(parts_link* link)
{
  double xz[2 * SHELL_POINTS];
  shell_line(-0.012, xz);
  for (int side = -1; side <= 1; side += 2)
  {
    gen_plate(&link->paint, xz, SHELL_POINTS, side * (HALF_WIDTH - 0.03),
              side * (HALF_WIDTH + 0.012));
    const double edge[] = {1.30, 0.0, 1.26, 0.14, 0.85, 0.13, 0.40, 0.15, 0.36, 0.06, 0.80, 0.025};
    gen_plate(&link->paint, edge, 6, side * (HALF_WIDTH - 0.035), side * (HALF_WIDTH + 0.035));
    const double cutter[] = {1.22, -0.04, 1.26, 0.18, 1.02, 0.20, 0.92, 0.08};
    gen_plate(&link->steel, cutter, 4, side * (HALF_WIDTH + 0.036), side * (HALF_WIDTH + 0.06));
  }
}

/// A tooth on its adapter: a wedge that ends at the tip.
static void tooth(parts_link* link, double y)
{
  const double adapter[] = {1.12, 0.22, 1.15, 0.14,  1.28, -0.015,
                            1.36, 0.0,  1.34, 0.075, 1.2,  0.30};
  gen_plate(&link->paint, adapter, 6, y - 0.045, y + 0.045);
  const double x[3] = {1.30, 1.38, EXCAVATOR_BUCKET_LENGTH}, low[3] = {-0.03, -0.02, -0.008};
  const double high[3] = {0.10, 0.06, 0.008}, half[3] = {0.06, 0.055, 0.04};
  gen_vec corners[12];
  for (int k = 0; k < 3; ++k)
  {
    corners[4 * k] = gen_v(x[k], y - half[k], low[k]);
    corners[4 * k + 1] = gen_v(x[k], y + half[k], low[k]);
    corners[4 * k + 2] = gen_v(x[k], y + half[k], high[k]);
    corners[4 * k + 3] = gen_v(x[k], y - half[k], high[k]);
  }
  parts_loft(&link->steel, corners, 3, 4);
}

/// Two ears that take the stick between them, with the pins.
static void ears(parts_link* link)
{
  const double ear[] = {-0.13, 0.02, -0.09, -0.09, 0.02, -0.13, 0.14,  -0.06, 0.24,  0.1,
                        0.2,   0.62, 0.1,   0.72,  0.02, 0.56,  -0.09, 0.46,  -0.10, 0.37};
  for (int side = -1; side <= 1; side += 2)
  {
    gen_plate(&link->paint, ear, 10, side * 0.185, side * 0.235);
    parts_pin(&link->steel, 0, 0, 0.11, side * 0.23, side * 0.26, 18);
    parts_pin(&link->steel, EXCAVATOR_ROCKER_X, EXCAVATOR_ROCKER_Z, 0.09, side * 0.23, side * 0.26,
              18);
  }
  parts_pin(&link->steel, 0, 0, 0.05, -0.28, 0.28, 18);
  parts_pin(&link->steel, EXCAVATOR_ROCKER_X, EXCAVATOR_ROCKER_Z, 0.045, -0.28, 0.28, 18);
}

/// Strips along the shell that wear off first.
static void wear_strips(parts_link* link)
{
  double outer[2 * SHELL_POINTS], inner[2 * SHELL_POINTS], xz[4 * SHELL_POINTS];
  shell_line(-0.02, outer);
  shell_line(0.01, inner);
  const int from = 2, count = 11;
  for (int i = 0; i < count; ++i)
  {
    for (int d = 0; d < 2; ++d)
    {
      xz[2 * i + d] = outer[2 * (from + i) + d];
      xz[2 * (2 * count - 1 - i) + d] = inner[2 * (from + i) + d];
    }
  }
  for (int i = -1; i <= 1; ++i)
  {
    gen_plate(&link->paint, xz, 2 * count, 0.38 * i - 0.04, 0.38 * i + 0.04);
  }
}

void excavator_bucket(parts_link* link)
{
  shell(link);
  sides(link);
  wear_strips(link);
  for (int i = -2; i <= 2; ++i)
  {
    tooth(link, 0.262 * i);
  }
  ears(link);
}
