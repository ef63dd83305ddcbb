/// @file machine_mobile_crane_carrier.c
/// What stands still: chassis, wheels, the driver's cab, outriggers that are out and down.
#include "machine_mobile_crane.h"

#include <math.h>

#define HALF_WIDTH 1.36
#define DECK       1.38 ///< height of the deck's top

static const double axles[4] = {5.05, 3.40, -1.05, -2.70};

static void wheels(parts_link* link)
{
  for (int i = 0; i < 4; ++i)
  {
    for (int side = -1; side <= 1; side += 2)
    {
      parts_wheel(link, gen_v(axles[i], 1.14 * side, 0.62), 0.62, 0.42, side);
    }
    gen_tube(&link->dark, gen_v(axles[i], -1.0, 0.62), gen_v(axles[i], 1.0, 0.62), 0.09, 10);
  }
}

static void chassis(parts_link* link)
{
  gen_box(&link->dark, gen_v(-4.3, -0.5, 0.70), gen_v(6.9, 0.5, 1.25));
  parts_block(&link->paint, gen_v(-4.45, -HALF_WIDTH, 1.24), gen_v(4.55, HALF_WIDTH, DECK), 0.03);
  gen_box(&link->paint, gen_v(-4.44, -HALF_WIDTH + 0.03, 0.95),
          gen_v(-4.30, HALF_WIDTH - 0.03, 1.3));
  for (int side = -1; side <= 1; side += 2)
  {
    const double in = 0.62 * side, out = (HALF_WIDTH - 0.02) * side;
    parts_block(&link->paint, gen_v(0.1, fmin(in, out), 0.55), gen_v(2.1, fmax(in, out), 1.23),
                0.04);
    gen_tube(&link->steel, gen_v(-0.2, 1.05 * side, 0.85), gen_v(-0.2, 0.6 * side, 0.85), 0.2, 14);
    gen_box(&link->dark, gen_v(-4.47, side * 1.1 - 0.16, 1.02),
            gen_v(-4.43, side * 1.1 + 0.16, 1.16));
  }
  // The engine's cover behind the cab, with its exhaust.
  parts_block(&link->paint, gen_v(2.75, -HALF_WIDTH + 0.05, DECK - 0.01),
              gen_v(4.35, HALF_WIDTH - 0.05, 1.92), 0.07);
  for (int i = 0; i < 6; ++i)
  {
    gen_box(&link->dark, gen_v(2.95 + 0.2 * i, -0.9, 1.915), gen_v(3.05 + 0.2 * i, 0.9, 1.935));
  }
  gen_tube(&link->dark, gen_v(4.45, -1.15, 1.3), gen_v(4.45, -1.15, 2.3), 0.08, 12);
}

static void cab(parts_link* link)
{
  const double outline[] = {4.72, 1.10, 6.35, 0.62, 7.05, 0.62, 7.12, 1.35,
                            6.86, 2.36, 6.70, 2.48, 4.85, 2.48, 4.72, 2.36};
  parts_cabin(link, outline, 8, -HALF_WIDTH + 0.06, HALF_WIDTH - 0.06, 1.45);
  gen_box(&link->dark, gen_v(6.95, -1.2, 0.50), gen_v(7.16, 1.2, 0.85));
  gen_box(&link->dark, gen_v(7.06, -0.7, 1.05), gen_v(7.16, 0.7, 1.30));
  for (int side = -1; side <= 1; side += 2)
  {
    gen_box(&link->steel, gen_v(7.0, side * 0.98 - 0.16, 0.90),
            gen_v(7.17, side * 0.98 + 0.16, 1.08));
    gen_box(&link->dark, gen_v(6.75, side * 1.5 - 0.1, 1.75), gen_v(6.82, side * 1.5 + 0.1, 2.2));
    gen_beam(&link->dark, gen_v(6.74, side * 1.25, 2.15), gen_v(6.78, side * 1.5, 2.1),
             gen_v(0, 0, 1), 0.04, 0.04);
    gen_beam(&link->dark, gen_v(5.75, side * 1.33, 1.4), gen_v(5.75, side * 1.33, 2.4),
             gen_v(0, 1, 0), 0.07, 0.05);
  }
}

/// A beam to each side with a jack at its end, on a pad.
static void outriggers(parts_link* link, double x)
{
  gen_box(&link->dark, gen_v(x - 0.28, -1.3, 0.72), gen_v(x + 0.28, 1.3, 1.2));
  for (int side = -1; side <= 1; side += 2)
  {
    const double y = 3.05 * side;
    gen_beam(&link->paint, gen_v(x, 0.9 * side, 0.96), gen_v(x, y, 0.96), gen_v(0, 0, 1), 0.30,
             0.36);
    gen_tube(&link->paint, gen_v(x, y, 0.55), gen_v(x, y, 1.45), 0.14, 16);
    gen_tube(&link->steel, gen_v(x, y, 0.08), gen_v(x, y, 0.57), 0.085, 14);
    gen_frustum(&link->dark, gen_v(x, y, 0), 0.36, gen_v(x, y, 0.12), 0.28, 18);
  }
}

void mobile_carrier(parts_link* link)
{
  chassis(link);
  wheels(link);
  cab(link);
  outriggers(link, 2.42);
  outriggers(link, -3.85);
}
