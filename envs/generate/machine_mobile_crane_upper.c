/// @file machine_mobile_crane_upper.c
/// What slews: the frame that carries the boom, cabin, winch and counterweight; the telescopic
/// boom, its head and its cylinders.
#include "machine_mobile_crane.h"

#include <math.h>

#define BARREL_LENGTH 2.55
#define ROD_LENGTH    2.20

/// Two side plates from the slewing ring up to the boom's pin, with a floor between them.
static void frame(parts_link* link)
{
  gen_tube(&link->dark, gen_v(0, 0, -0.15), gen_v(0, 0, 0.06), 0.85, 28);
  const double floor[] = {-3.1, -0.85, 0.75, -0.85, 0.95, -0.6, 0.95, 0.6, 0.75, 0.85, -3.1, 0.85};
  parts_slab(&link->paint, floor, 6, 0.0, 0.12);
  const double plate[] = {-3.0, 0.1,   0.85, 0.1,  0.72, 0.32,  0.30, 0.42, -0.55, 0.75, -1.35,
                          1.85, -1.55, 1.97, -1.9, 1.97, -2.08, 1.82, -2.5, 0.9,   -3.0, 0.7};
  gen_plate(&link->paint, plate, 11, 0.62, 0.69);
  gen_plate(&link->paint, plate, 11, -0.69, -0.62);
  parts_pin(&link->steel, MOBILE_BOOM_X, MOBILE_BOOM_Z, 0.1, -0.76, 0.76, 18);
  const double x = MOBILE_BOOM_X + MOBILE_LUFF_ARM * cos(MOBILE_LUFF_DOWN);
  const double z = MOBILE_BOOM_Z - MOBILE_LUFF_ARM * sin(MOBILE_LUFF_DOWN);
  parts_pin(&link->steel, x, z, 0.07, -0.74, 0.74, 16);
}

static void winch(parts_link* link)
{
  parts_pin(&link->dark, -2.45, 1.05, 0.32, -0.5, 0.5, 24);
  parts_pin(&link->steel, -2.45, 1.05, 0.42, 0.5, 0.56, 24);
  parts_pin(&link->steel, -2.45, 1.05, 0.42, -0.56, -0.5, 24);
}

static void counterweight(parts_link* link)
{
  parts_block(&link->dark, gen_v(-4.05, -1.30, 0.02), gen_v(-3.05, 1.30, 0.50), 0.05);
  parts_block(&link->dark, gen_v(-4.0, -1.28, 0.51), gen_v(-3.06, 1.28, 1.00), 0.05);
  parts_block(&link->paint, gen_v(-3.95, -1.25, 1.01), gen_v(-3.07, 1.25, 1.25), 0.04);
  for (int side = -1; side <= 1; side += 2)
  {
    const double in = 0.72 * side, out = 1.28 * side;
    parts_block(&link->paint, gen_v(-3.0, fmin(in, out), 0.05), gen_v(-1.2, fmax(in, out), 0.95),
                0.05);
    for (int i = 0; i < 6; ++i)
    {
      const double z = 0.25 + 0.09 * i;
      gen_beam(&link->dark, gen_v(-2.7, 1.285 * side, z), gen_v(-1.5, 1.285 * side, z),
               gen_v(0, 0, 1), 0.02, 0.04);
    }
  }
}

static void cabin(parts_link* link)
{
  const double outline[] = {-0.45, 0.02, 1.15, 0.02, 1.42,  0.30, 1.48,  0.75,
                            1.12,  1.60, 0.98, 1.70, -0.35, 1.70, -0.45, 1.60};
  parts_cabin(link, outline, 8, 0.76, 1.58, 0.32);
  gen_beam(&link->dark, gen_v(0.2, 1.59, 0.06), gen_v(0.2, 1.59, 1.66), gen_v(0, 1, 0), 0.06, 0.04);
  gen_box(&link->paint, gen_v(-0.43, 0.77, 0.3), gen_v(0.18, 1.595, 0.75));
}

void mobile_upper(parts_link* link)
{
  frame(link);
  winch(link);
  counterweight(link);
  cabin(link);
}

/// @name Telescopic sections
/// @{

enum
{
  SECTION_CORNERS = 10
};

typedef struct section
{
  double half_width;
  double low, high; ///< of its outside
} section;

/// Flat on top, round below.
static int32_t section_ring(gen_mesh* mesh, section s, double wall, double x)
{
  const double w = s.half_width - wall, low = s.low + wall, high = s.high - wall;
  const double yz[SECTION_CORNERS][2] = {
      {-0.35 * w, low}, {0.35 * w, low},       {0.8 * w, low + 0.10}, {w, low + 0.28},
      {w, high - 0.06}, {w - 0.06, high},      {-w + 0.06, high},     {-w, high - 0.06},
      {-w, low + 0.28}, {-0.8 * w, low + 0.10}};
  const int32_t first = mesh->vertex_count;
  for (int i = 0; i < SECTION_CORNERS; ++i)
  {
    gen_vertex(mesh, gen_v(x, yz[i][0], yz[i][1]));
  }
  return first;
}

/// A hollow piece of boom from x0 to x1, open at both ends: 80 triangles.
static void hollow(gen_mesh* mesh, section s, double wall, double x0, double x1)
{
  const int32_t rings[4] = {section_ring(mesh, s, 0.0, x0), section_ring(mesh, s, 0.0, x1),
                            section_ring(mesh, s, wall, x1), section_ring(mesh, s, wall, x0)};
  for (int k = 0; k < 4; ++k)
  {
    const int32_t from = rings[k], to = rings[(k + 1) % 4];
    for (int32_t i = 0; i < SECTION_CORNERS; ++i)
    {
      const int32_t j = (i + 1) % SECTION_CORNERS;
      gen_quad(mesh, from + i, from + j, to + j, to + i);
    }
  }
}

static const section sections[3] = {{0.36, 0.0, 0.9}, {0.32, 0.05, 0.85}, {0.28, 0.10, 0.80}};

/// A section with the collar at its mouth.
static void section_with_collar(gen_mesh* mesh, int i, double x0, double x1)
{
  hollow(mesh, sections[i], 0.025, x0, x1);
  const section collar = {sections[i].half_width + 0.05, sections[i].low - 0.05,
                          sections[i].high + 0.05};
  hollow(mesh, collar, 0.06, x1 - 0.35, x1 - 0.02);
}

void mobile_boom(parts_link* link)
{
  section_with_collar(&link->paint, 0, -0.45, 11.2);
  const double foot[] = {-0.5,  0.5, -0.22, -0.12, 0.0,  -0.2, 0.22,
                         -0.12, 1.6, 0.25,  1.7,   0.75, -0.5, 0.8};
  for (int side = -1; side <= 1; side += 2)
  {
    gen_plate(&link->paint, foot, 7, 0.365 * side, 0.42 * side);
  }
  const double x = MOBILE_LUFF_ARM * cos(MOBILE_LUFF_UP), z = MOBILE_LUFF_ARM * sin(MOBILE_LUFF_UP);
  for (int side = -1; side <= 1; side += 2)
  {
    const double lug[] = {x - 0.9, 0.12, x + 0.9, 0.12, x + 0.3, z + 0.2, x - 0.3, z + 0.2};
    gen_plate(&link->paint, lug, 4, 0.355 * side, 0.385 * side);
    parts_pin(&link->steel, x, z, 0.07, 0.33 * side, 0.62 * side, 16);
  }
}

void mobile_tele1(parts_link* link)
{
  section_with_collar(&link->paint, 1, 0.6, 11.45);
}

void mobile_tele2(parts_link* link)
{
  hollow(&link->paint, sections[2], 0.025, 1.2, 11.62);
  const double cheek[] = {11.2,  0.12, 11.5,  -0.02, 11.72, -0.17, 11.86, -0.17, 11.98, -0.06,
                          11.98, 0.08, 11.75, 0.55,  11.6,  0.85,  11.45, 0.92,  11.2,  0.75};
  gen_plate(&link->paint, cheek, 10, 0.20, 0.25);
  gen_plate(&link->paint, cheek, 10, -0.25, -0.20);
  parts_pin(&link->steel, MOBILE_HEAD_X, 0, 0.05, -0.3, 0.3, 14);
  parts_pin(&link->dark, 11.55, 0.8, 0.18, -0.08, 0.08, 20);
}

void mobile_head(parts_link* link)
{
  for (int i = -1; i <= 1; i += 2)
  {
    parts_pin(&link->dark, 0, 0, 0.30, 0.085 * i - 0.06, 0.085 * i + 0.06, 24);
  }
}

/// @}
/// @name Luffing cylinders: x from the pin along the cylinder
/// @{

void mobile_luff_barrel(parts_link* link)
{
  for (int side = -1; side <= 1; side += 2)
  {
    const double y = MOBILE_LUFF_SIDE * side;
    parts_pin(&link->paint, 0, 0, 0.13, y - 0.1, y + 0.1, 16);
    gen_tube(&link->paint, gen_v(0.05, y, 0), gen_v(BARREL_LENGTH, y, 0), 0.1, 18);
    gen_tube(&link->dark, gen_v(BARREL_LENGTH - 0.1, y, 0), gen_v(BARREL_LENGTH + 0.01, y, 0),
             0.115, 18);
  }
}

void mobile_luff_rod(parts_link* link)
{
  for (int side = -1; side <= 1; side += 2)
  {
    const double y = MOBILE_LUFF_SIDE * side;
    parts_pin(&link->paint, 0, 0, 0.12, y - 0.09, y + 0.09, 16);
    gen_tube(&link->steel, gen_v(0.04, y, 0), gen_v(ROD_LENGTH, y, 0), 0.065, 16);
  }
}

/// @}
