/// @file machine_dump_truck.c
/// A three-axle truck with a body that tips to the rear.
#include "generate.h"
#include "machine_parts.h"

#include <math.h>

#define HINGE_X    (-3.35)
#define HINGE_Z    1.12
#define CAB_HALF   1.20
#define WHEEL      0.52 ///< radius
#define FRONT_AXLE 2.55
#define TIP_UPPER  0.87
#define BODY_HALF  1.15 ///< inside
#define BODY_FRONT 5.00 ///< inside, from the hinge
#define BODY_FLOOR 0.30
#define BODY_RIM   1.48
#define BODY_REAR  (-0.17)
#define BODY_WALL  0.07

static void axle(parts_link* link, double x, bool twin)
{
  gen_tube(&link->dark, gen_v(x, -0.85, WHEEL), gen_v(x, 0.85, WHEEL), 0.09, 10);
  gen_ball(&link->dark, gen_v(x, 0, WHEEL), 0.2, 10, 6);
  for (int side = -1; side <= 1; side += 2)
  {
    parts_wheel(link, gen_v(x, 1.07 * side, WHEEL), WHEEL, 0.29, side);
    if (twin)
    {
      parts_pin(&link->dark, x, WHEEL, WHEEL - 0.003, 0.74 * side - 0.14, 0.74 * side + 0.14, 18);
    }
  }
}

static void chassis(parts_link* link)
{
  for (int side = -1; side <= 1; side += 2)
  {
    gen_beam(&link->dark, gen_v(-3.75, 0.42 * side, 0.90), gen_v(3.7, 0.42 * side, 0.90),
             gen_v(0, 0, 1), 0.10, 0.28);
    gen_box(&link->dark, gen_v(-3.45, 0.95 * side - 0.28, 1.075),
            gen_v(-0.68, 0.95 * side + 0.28, 1.11));
    gen_beam(&link->dark, gen_v(-3.2, 0.36 * side, 0.93), gen_v(HINGE_X, 0.36 * side, HINGE_Z),
             gen_v(0, 1, 0), 0.24, 0.05);
  }
  for (int i = 0; i < 6; ++i)
  {
    gen_box(&link->dark, gen_v(-3.7 + 1.38 * i, -0.41, 0.80), gen_v(-3.58 + 1.38 * i, 0.41, 0.99));
  }
  gen_box(&link->dark, gen_v(-3.85, -1.15, 0.55), gen_v(-3.74, 1.15, 0.72));
  for (int side = -1; side <= 1; side += 2)
  {
    gen_beam(&link->dark, gen_v(-3.79, 0.42 * side, 0.65), gen_v(-3.70, 0.42 * side, 0.9),
             gen_v(0, 1, 0), 0.08, 0.08);
    gen_box(&link->steel, gen_v(-3.87, side * 0.95 - 0.13, 0.58),
            gen_v(-3.845, side * 0.95 + 0.13, 0.69));
  }
  parts_pin(&link->steel, HINGE_X, HINGE_Z, 0.05, -0.5, 0.5, 14);
  gen_tube(&link->steel, gen_v(-0.15, -0.88, 0.72), gen_v(1.15, -0.88, 0.72), 0.28, 18);
  parts_block(&link->dark, gen_v(0.1, 0.6, 0.48), gen_v(1.2, 1.15, 0.98), 0.04);
  gen_tube(&link->dark, gen_v(1.9, 0.95, 0.8), gen_v(1.9, 0.95, 2.9), 0.08, 12);
}

static void cab(parts_link* link)
{
  const double outline[] = {2.02, 1.07, 3.80, 1.07, 3.88, 1.55, 3.74,
                            2.72, 3.58, 2.90, 2.12, 2.90, 2.02, 2.78};
  parts_cabin(link, outline, 7, -CAB_HALF, CAB_HALF, 1.72);
  parts_block(&link->paint, gen_v(3.22, -CAB_HALF - 0.02, 0.42), gen_v(3.95, CAB_HALF + 0.02, 1.06),
              0.06);
  gen_box(&link->dark, gen_v(3.80, -0.85, 1.12), gen_v(3.90, 0.85, 1.58));
  for (int i = 0; i < 5; ++i)
  {
    gen_box(&link->paint, gen_v(3.88, -0.8, 1.15 + 0.085 * i), gen_v(3.92, 0.8, 1.19 + 0.085 * i));
  }
  for (int side = -1; side <= 1; side += 2)
  {
    const double y = side * CAB_HALF;
    gen_box(&link->steel, gen_v(3.90, side * 0.92 - 0.18, 0.66),
            gen_v(3.965, side * 0.92 + 0.18, 0.84));
    // The cab's rear third has no window; the door ends before it.
    gen_box(&link->paint, gen_v(2.04, fmin(y, y + 0.03 * side), 1.6),
            gen_v(2.45, fmax(y, y + 0.03 * side), 2.86));
    gen_beam(&link->dark, gen_v(2.48, y + 0.02 * side, 1.1), gen_v(2.48, y + 0.02 * side, 2.85),
             gen_v(0, 1, 0), 0.05, 0.04);
    gen_box(&link->dark, gen_v(3.62, side * 1.42 - 0.1, 1.85),
            gen_v(3.70, side * 1.42 + 0.1, 2.40));
    gen_beam(&link->dark, gen_v(3.66, y, 2.45), gen_v(3.66, side * 1.44, 2.38), gen_v(0, 0, 1),
             0.04, 0.04);
    gen_box(&link->dark, gen_v(3.24, y - 0.12, 0.58), gen_v(3.55, y + 0.06, 0.62));
  }
}

/// An open box of plates with ribs outside. Plates run into each other at the corners.
static void build_body(parts_link* link)
{
  const double out = BODY_HALF + BODY_WALL;
  gen_box(&link->paint, gen_v(BODY_REAR - 0.02, -out + 0.01, BODY_FLOOR - 0.1),
          gen_v(BODY_FRONT + 0.03, out - 0.01, BODY_FLOOR));
  gen_box(&link->paint, gen_v(BODY_FRONT, -out + 0.005, BODY_FLOOR - 0.09),
          gen_v(BODY_FRONT + 0.09, out - 0.005, BODY_RIM + 0.42));
  gen_box(&link->paint, gen_v(BODY_REAR - 0.08, -out + 0.015, BODY_FLOOR - 0.08),
          gen_v(BODY_REAR, out - 0.015, BODY_RIM - 0.03));
  gen_box(&link->paint, gen_v(BODY_FRONT + 0.05, -0.95, BODY_RIM + 0.36),
          gen_v(BODY_FRONT + 0.45, 0.95, BODY_RIM + 0.425));
  for (int side = -1; side <= 1; side += 2)
  {
    const double in = BODY_HALF * side;
    gen_box(&link->paint, gen_v(BODY_REAR - 0.05, fmin(in, out * side), BODY_FLOOR - 0.12),
            gen_v(BODY_FRONT + 0.06, fmax(in, out * side), BODY_RIM));
    gen_beam(&link->paint, gen_v(BODY_REAR - 0.07, (out + 0.015) * side, BODY_RIM - 0.04),
             gen_v(BODY_FRONT + 0.08, (out + 0.015) * side, BODY_RIM - 0.04), gen_v(0, 0, 1), 0.10,
             0.11);
    for (int i = 0; i < 7; ++i)
    {
      const double x = 0.05 + 0.78 * i;
      gen_beam(&link->paint, gen_v(x, out * side, BODY_FLOOR - 0.11),
               gen_v(x, (out + 0.005) * side, BODY_RIM - 0.06), gen_v(0, 1, 0), 0.12, 0.09);
    }
    gen_beam(&link->dark, gen_v(-0.1, 0.42 * side, 0.105), gen_v(BODY_FRONT, 0.42 * side, 0.105),
             gen_v(0, 0, 1), 0.12, 0.21);
    parts_pin(&link->steel, 0, 0, 0.09, 0.42 * side - 0.05, 0.42 * side + 0.05, 14);
    parts_pin(&link->steel, BODY_REAR - 0.04, BODY_RIM - 0.02, 0.05, out * side - 0.1,
              out * side + 0.1, 12);
  }
  for (int i = 0; i < 3; ++i)
  {
    const double y = 0.72 * (i - 1);
    gen_box(&link->paint, gen_v(BODY_REAR - 0.13, y - 0.06, BODY_FLOOR - 0.05),
            gen_v(BODY_REAR - 0.07, y + 0.06, BODY_RIM - 0.08));
  }
}

void generate_dump_truck(const char* folder)
{
  char machines[1024];
  snprintf(machines, sizeof machines, "%s/machines", folder);
  gen_robot robot = gen_robot_begin(machines, "dump_truck");
  gen_robot_link(&robot, "ground", NULL, gen_v(0, 0, 0));
  parts_link link = parts_link_new();
  axle(&link, FRONT_AXLE, false);
  axle(&link, -1.38, true);
  axle(&link, -2.72, true);
  chassis(&link);
  cab(&link);
  parts_link_write(&robot, "carrier", &link, gen_v(0.85, 0.33, 0.10));
  build_body(&link);
  parts_link_write(&robot, "body", &link, gen_v(0.42, 0.45, 0.48));
  gen_robot_joint(&robot, &(gen_joint){.name = "base",
                                       .type = "planar",
                                       .parent = "ground",
                                       .child = "carrier",
                                       .axis = {0, 0, 1}});
  gen_robot_joint(&robot, &(gen_joint){.name = "tip",
                                       .type = "revolute",
                                       .parent = "carrier",
                                       .child = "body",
                                       .xyz = {HINGE_X, 0, HINGE_Z},
                                       .axis = {0, -1, 0},
                                       .upper = TIP_UPPER});
  gen_robot_end(&robot);
}
