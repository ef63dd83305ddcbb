/// @file machine_excavator_upper.c
/// The structure that slews: platform, counterweight, engine housing, tanks, cabin, boom brackets.
#include "machine_excavator.h"

#include <math.h>

#define TAIL_RADIUS 2.75
#define HALF_WIDTH  1.34
#define DECK        0.22 ///< height of the platform's top

static void platform(parts_link* link)
{
  gen_tube(&link->dark, gen_v(0, 0, -0.04), gen_v(0, 0, 0.09), 0.64, 32);
  const double deck[] = {-2.05, -1.30, 0.55, -1.30, 1.30, -1.24, 1.30, -0.56, 0.95,  -0.5,
                         0.95,  0.5,   1.30, 0.52,  1.45, 1.25,  0.3,  1.30,  -2.05, 1.30};
  parts_slab(&link->dark, deck, 10, 0.06, DECK - 0.02);
  gen_beam(&link->dark, gen_v(-2.0, 0.33, 0.03), gen_v(0.9, 0.33, 0.03), gen_v(0, 0, 1), 0.10,
           0.12);
  gen_beam(&link->dark, gen_v(-2.0, -0.33, 0.03), gen_v(0.9, -0.33, 0.03), gen_v(0, 0, 1), 0.10,
           0.12);
}

/// Layers of an outline whose back is an arc about the swing axis.
static void counterweight(gen_mesh* mesh)
{
  enum
  {
    ARC = 14,
    LAYERS = 5
  };
  const double height[LAYERS] = {0.06, 0.16, 0.86, 1.04, 1.12};
  const double shrink[LAYERS] = {0.12, 0.0, 0.0, 0.07, 0.20};
  gen_vec corners[LAYERS * ARC];
  for (int k = 0; k < LAYERS; ++k)
  {
    const double radius = TAIL_RADIUS - shrink[k];
    const double half = asin((HALF_WIDTH - 0.6 * shrink[k]) / radius);
    gen_vec* at = corners + k * ARC;
    for (int i = 0; i < ARC; ++i)
    {
      const double angle = GEN_PI - half + 2.0 * half * i / (ARC - 1);
      at[i] = gen_v(radius * cos(angle), radius * sin(angle), height[k]);
    }
    // The front is flat: two of the arc's corners are moved to it.
    at[0].x = at[ARC - 1].x = -2.06;
  }
  parts_loft(mesh, corners, LAYERS, ARC);
}

/// Slats of a ventilation grille on a side wall, from x0 to x1, one above the other.
static void louvres(gen_mesh* mesh, double x0, double x1, double y, int32_t count)
{
  for (int32_t i = 0; i < count; ++i)
  {
    const double z = 0.45 + 0.075 * i;
    gen_beam(mesh, gen_v(x0, y, z), gen_v(x1, y, z), gen_v(0, y > 0 ? 0.5 : -0.5, 1), 0.035, 0.02);
  }
}

static void housing(parts_link* link)
{
  parts_block(&link->paint, gen_v(-2.05, -HALF_WIDTH + 0.01, DECK),
              gen_v(-0.78, HALF_WIDTH - 0.01, 1.10), 0.06);
  parts_block(&link->paint, gen_v(-1.85, -0.85, 1.05), gen_v(-0.95, 0.75, 1.27), 0.06);
  gen_box(&link->dark, gen_v(-1.75, -0.7, 1.268), gen_v(-1.4, 0.6, 1.285));
  gen_tube(&link->dark, gen_v(-1.5, -0.98, 1.08), gen_v(-1.5, -0.98, 1.42), 0.055, 12);
  gen_tube(&link->dark, gen_v(-1.5, -0.98, 1.41), gen_v(-1.58, -0.98, 1.55), 0.05, 12);
  gen_tube(&link->dark, gen_v(-0.98, 1.02, 1.09), gen_v(-0.98, 1.02, 1.22), 0.1, 14);
  for (int side = -1; side <= 1; side += 2)
  {
    const double y = side * (HALF_WIDTH - 0.005);
    louvres(&link->dark, -1.95, -1.5, y, 7);
    louvres(&link->dark, -1.35, -0.9, y, 7);
    gen_box(&link->dark, gen_v(-1.44, fmin(y, y + 0.02 * side), 0.6),
            gen_v(-1.40, fmax(y, y + 0.02 * side), 0.72));
  }
}

/// Tanks on the right, the toolbox before them with its steps, and the box behind the cabin.
static void tanks(parts_link* link)
{
  parts_block(&link->paint, gen_v(-0.77, -HALF_WIDTH + 0.012, DECK), gen_v(-0.10, -0.48, 1.08),
              0.04);
  parts_block(&link->paint, gen_v(-0.09, -HALF_WIDTH + 0.014, DECK), gen_v(0.50, -0.5, 1.02), 0.04);
  parts_block(&link->paint, gen_v(0.51, -HALF_WIDTH + 0.04, DECK), gen_v(0.90, -0.52, 0.74), 0.03);
  parts_block(&link->paint, gen_v(0.91, -HALF_WIDTH + 0.10, DECK), gen_v(1.28, -0.54, 0.46), 0.03);
  gen_tube(&link->dark, gen_v(0.2, -0.9, 1.01), gen_v(0.2, -0.9, 1.07), 0.07, 12);
  gen_tube(&link->dark, gen_v(-0.45, -0.9, 1.07), gen_v(-0.45, -0.9, 1.12), 0.09, 12);
  for (int i = 0; i < 3; ++i)
  {
    const double x = 0.62 + 0.1 * i;
    gen_box(&link->dark, gen_v(x, -1.1, 0.735), gen_v(x + 0.04, -0.7, 0.75));
    gen_box(&link->dark, gen_v(x + 0.37, -1.1, 0.455), gen_v(x + 0.41, -0.7, 0.47));
  }
  parts_block(&link->paint, gen_v(-0.77, 0.46, DECK), gen_v(-0.42, HALF_WIDTH - 0.012, 1.06), 0.04);
  louvres(&link->dark, -0.72, -0.47, HALF_WIDTH - 0.012, 6);
}

static void rails(gen_mesh* mesh)
{
  const gen_vec right[] = {{1.2, -1.2, 0.44},  {1.2, -1.2, 1.0},   {1.1, -1.2, 1.12},
                           {0.7, -1.2, 1.36},  {-0.5, -1.2, 1.40}, {-0.66, -1.2, 1.3},
                           {-0.66, -1.2, 1.05}};
  gen_bar(mesh, right, 7, 0.02, 8);
  const gen_vec post[] = {{0.4, -1.2, 0.99}, {0.4, -1.2, 1.37}};
  gen_bar(mesh, post, 2, 0.018, 8);
  for (int i = 0; i < 2; ++i)
  {
    const double y = i == 0 ? -1.22 : 1.22;
    const gen_vec rear[] = {{-2.0, y, 1.06}, {-2.0, y, 1.30},  {-1.92, y, 1.38},
                            {-1.0, y, 1.38}, {-0.92, y, 1.30}, {-0.92, y, 1.06}};
    gen_bar(mesh, rear, 6, 0.018, 8);
  }
  const gen_vec cab[] = {
      {0.62, 1.41, 0.3}, {0.62, 1.46, 0.36}, {0.62, 1.46, 1.2}, {0.62, 1.40, 1.28}};
  gen_bar(mesh, cab, 4, 0.016, 8);
}

static void cabin(parts_link* link)
{
  const double outline[] = {-0.38, 0.20, 1.22, 0.20, 1.42,  0.42, 1.44,  0.80,
                            1.10,  1.84, 0.95, 1.93, -0.25, 1.93, -0.38, 1.80};
  parts_cabin(link, outline, 8, 0.54, HALF_WIDTH, 0.42);
  // The door's edges, the quarter panel behind it, a line below the windows.
  gen_beam(&link->dark, gen_v(0.30, HALF_WIDTH + 0.01, 0.24), gen_v(0.30, HALF_WIDTH + 0.01, 1.9),
           gen_v(0, 1, 0), 0.06, 0.03);
  gen_box(&link->paint, gen_v(-0.36, 0.53, 0.4), gen_v(0.28, HALF_WIDTH + 0.015, 0.98));
  gen_box(&link->paint, gen_v(0.33, HALF_WIDTH - 0.03, 0.4), gen_v(1.16, HALF_WIDTH + 0.012, 0.86));
  gen_box(&link->dark, gen_v(0.36, HALF_WIDTH + 0.011, 0.78), gen_v(0.48, HALF_WIDTH + 0.04, 0.82));
  // Lamps and wiper, mirrors on their stays, the step.
  for (int i = 0; i < 2; ++i)
  {
    const double y = 0.68 + 0.5 * i;
    gen_box(&link->steel, gen_v(0.93, y - 0.06, 1.955), gen_v(1.03, y + 0.06, 2.05));
  }
  gen_beam(&link->dark, gen_v(1.33, 0.8, 1.22), gen_v(1.16, 1.1, 1.74), gen_v(1, 0, 0), 0.02, 0.03);
  gen_box(&link->dark, gen_v(1.20, 1.43, 1.25), gen_v(1.24, 1.60, 1.55));
  gen_beam(&link->dark, gen_v(1.20, 1.34, 1.5), gen_v(1.22, 1.46, 1.5), gen_v(0, 0, 1), 0.02, 0.02);
  gen_box(&link->dark, gen_v(0.45, HALF_WIDTH - 0.1, 0.02), gen_v(1.05, HALF_WIDTH + 0.08, 0.05));
}

/// Two plates that hold the boom's foot, and the pins of the boom cylinders.
static void brackets(parts_link* link)
{
  const double plate[] = {-0.75, 0.15, 0.93, 0.15, 0.93,  0.46, 0.72,  0.66, 0.40,  0.86,
                          0.33,  1.02, 0.15, 1.12, -0.03, 1.04, -0.30, 0.70, -0.75, 0.50};
  gen_plate(&link->paint, plate, 10, 0.27, 0.315);
  gen_plate(&link->paint, plate, 10, -0.315, -0.27);
  parts_pin(&link->steel, EXCAVATOR_BOOM_FOOT_X, EXCAVATOR_BOOM_FOOT_Z, 0.075, -0.36, 0.36, 20);
  parts_pin(&link->steel, EXCAVATOR_BOOM_FOOT_X, EXCAVATOR_BOOM_FOOT_Z, 0.13, 0.31, 0.345, 20);
  parts_pin(&link->steel, EXCAVATOR_BOOM_FOOT_X, EXCAVATOR_BOOM_FOOT_Z, 0.13, -0.345, -0.31, 20);
}

void excavator_upper(parts_link* link)
{
  platform(link);
  counterweight(&link->paint);
  housing(link);
  tanks(link);
  rails(&link->dark);
  cabin(link);
  brackets(link);
}
