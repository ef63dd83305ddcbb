/// @file machine_parts_group.c
/// Cylinders, wheels, cabins and hook blocks of machine_parts.h.
#include "machine_parts.h"

#include <math.h>

void parts_cylinder(parts_link* link, gen_vec a, gen_vec b, double radius, double share)
{
  enum
  {
    SIDES = 16
  };
  const gen_vec along = gen_unit(gen_sub(b, a));
  const gen_vec neck = gen_between(a, b, share);
  const double eye = radius * 1.25;
  const double half = radius * 1.1;
  gen_tube(&link->paint, gen_v(a.x, a.y - half, a.z), gen_v(a.x, a.y + half, a.z), eye, SIDES);
  gen_tube(&link->paint, gen_add(a, gen_times(along, 0.6 * eye)), neck, radius, SIDES);
  gen_tube(&link->dark, gen_sub(neck, gen_times(along, 0.7 * radius)),
           gen_add(neck, gen_times(along, 0.2 * radius)), 1.12 * radius, SIDES);
  gen_tube(&link->steel, gen_sub(neck, gen_times(along, 0.5 * radius)),
           gen_sub(b, gen_times(along, 0.5 * eye)), 0.6 * radius, SIDES);
  gen_tube(&link->steel, gen_v(b.x, b.y - half, b.z), gen_v(b.x, b.y + half, b.z), eye, SIDES);
  // The pipe that feeds the rod's side runs along the barrel.
  const gen_vec over = gen_times(gen_cross(gen_v(0, 1, 0), along), -1.25 * radius);
  gen_tube(&link->dark, gen_add(gen_between(a, neck, 0.15), over),
           gen_add(gen_between(a, neck, 0.95), over), 0.18 * radius, 6);
}

void parts_wheel(parts_link* link, gen_vec center, double radius, double width, int outside)
{
  enum
  {
    SIDES = 20
  };
  const double inner = 0.58 * radius, half = 0.5 * width;
  const double tyre[] = {inner,       -half,  0.93 * radius, -half,         radius,
                         -0.7 * half, radius, 0.7 * half,    0.93 * radius, half,
                         inner,       half,   inner,         -half};
  const double rim[] = {inner + 0.003, -0.8 * half,  inner + 0.003, 0.85 * half, 0.86 * inner,
                        0.85 * half,   0.72 * inner, 0.3 * half,    0.4 * inner, 0.3 * half,
                        0.34 * inner,  0.9 * half,   0.2 * inner,   0.98 * half};
  const gen_place before = link->dark.at;
  gen_place at = gen_place_times(before, gen_place_at(center));
  at = gen_place_times(at, gen_place_turn('x', -GEN_PI / 2));
  at = gen_place_times(at, gen_place_scale(1, 1, outside > 0 ? 1 : -1));
  link->dark.at = link->steel.at = at;
  gen_turned(&link->dark, tyre, 7, SIDES);
  gen_turned(&link->steel, rim, 7, SIDES);
  link->dark.at = link->steel.at = before;
}

/// @name Cabins
/// @{

enum
{
  CABIN_CORNERS_MAX = 16
};

/// The part of a convex outline on one side of a height: above it if `above`. Its corners.
static int32_t clip(const double* xz, int32_t n, double height, bool above, double* out)
{
  const double sign = above ? 1.0 : -1.0;
  int32_t count = 0;
  for (int32_t i = 0; i < n; ++i)
  {
    const double* a = xz + 2 * i;
    const double* b = xz + 2 * ((i + 1) % n);
    const double da = sign * (a[1] - height), db = sign * (b[1] - height);
    if (da >= 0.0)
    {
      out[2 * count] = a[0];
      out[2 * count + 1] = a[1];
      ++count;
    }
    if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0))
    {
      out[2 * count] = a[0] + (b[0] - a[0]) * da / (da - db);
      out[2 * count + 1] = height;
      ++count;
    }
  }
  return count;
}

static double highest(const double* xz, int32_t n)
{
  double top = xz[1];
  for (int32_t i = 1; i < n; ++i)
  {
    top = fmax(top, xz[2 * i + 1]);
  }
  return top;
}

static void cabin_pillars(gen_mesh* mesh, const double* xz, int32_t n, double y0, double y1)
{
  const double bar = 0.07;
  for (int32_t i = 0; i < n; ++i)
  {
    const double* a = xz + 2 * i;
    const double* b = xz + 2 * ((i + 1) % n);
    gen_beam(mesh, gen_v(a[0], y0, a[1]), gen_v(b[0], y0, b[1]), gen_v(0, 1, 0), bar, bar);
    gen_beam(mesh, gen_v(a[0], y1, a[1]), gen_v(b[0], y1, b[1]), gen_v(0, 1, 0), bar, bar);
    gen_beam(mesh, gen_v(a[0], y0, a[1]), gen_v(a[0], y1, a[1]), gen_v(0, 0, 1), 0.9 * bar,
             0.9 * bar);
  }
}

void parts_cabin(parts_link* link, const double* xz, int32_t n, double y0, double y1, double sill)
{
  double part[4 * CABIN_CORNERS_MAX];
  if (n > CABIN_CORNERS_MAX)
  {
    gen_give_up("a cabin with %d corners has too many", (int)n);
  }
  gen_plate(&link->glass, part, clip(xz, n, sill - 0.01, true, part), y0, y1);
  cabin_pillars(&link->dark, xz, n, y0, y1);
  gen_plate(&link->paint, part, clip(xz, n, sill, false, part), y0 - 0.02, y1 + 0.02);
  // The roof lies on the bars.
  const double roof = highest(xz, n) - 0.09;
  const int32_t corners = clip(xz, n, roof, true, part);
  for (int32_t i = 0; i < corners; ++i)
  {
    part[2 * i + 1] += 0.05;
  }
  gen_plate(&link->paint, part, corners, y0 - 0.05, y1 + 0.05);
}

/// @}
/// @name Hook blocks
/// @{

/// The hook as a bent bar in the plane of x and z: from its tip round the bowl to the shank.
static void hook(gen_mesh* mesh, int32_t sides)
{
  enum
  {
    MOST = 12
  };
  const int32_t steps = sides < 6 ? 4 : 9;
  gen_vec points[MOST];
  for (int32_t i = 0; i <= steps; ++i)
  {
    const double angle = GEN_PI * (1.0 + 1.3 * i / steps);
    points[i] = gen_v(0.15 * cos(angle), 0, 0.10 + 0.15 * sin(angle));
  }
  points[steps + 1] = gen_v(0, 0, 0.36);
  points[steps + 2] = gen_v(0, 0, 0.55);
  gen_bar(mesh, points, steps + 3, 0.05, sides);
}

void parts_hook_block(parts_link* link, int32_t sides)
{
  hook(&link->steel, sides);
  const double cheek[] = {-0.12,          0.5,   0.12,           0.5,  0.3, 0.72, 0.3, 1.0, 0.14,
                          PARTS_HOOK_TOP, -0.14, PARTS_HOOK_TOP, -0.3, 1.0, -0.3, 0.72};
  if (sides < 6)
  {
    gen_plate(&link->paint, cheek, 8, -0.14, 0.14);
    return;
  }
  gen_plate(&link->paint, cheek, 8, -0.21, -0.16);
  gen_plate(&link->paint, cheek, 8, 0.16, 0.21);
  gen_box(&link->paint, gen_v(-0.11, -0.159, 0.505), gen_v(0.11, 0.159, 0.6));
  for (int i = -1; i <= 1; i += 2)
  {
    parts_pin(&link->dark, 0, 0.86, 0.27, 0.08 * i - 0.06, 0.08 * i + 0.06, 2 * sides);
  }
  parts_pin(&link->steel, 0, 0.86, 0.08, -0.25, 0.25, sides);
  parts_pin(&link->steel, 0, 0.55, 0.06, -0.24, 0.24, sides);
}

/// @}
