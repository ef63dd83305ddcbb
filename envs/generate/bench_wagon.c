/// @file bench_wagon.c
/// The shapes of locomotive and wagons. Solids that belong together overlap a little or keep a gap;
/// no two share an edge.
#include "bench_shape.h"
#include "bench_train.h"

#define RAIL  (-TRAIN_COUPLING)
#define FRONT (-0.09) ///< x of the body's ends
#define REAR  (-1.11)
#define SIDE  0.19 ///< half the width

/// A profile across the wagon, in y and z, drawn out from x0 to x1.
static void profile(gen_mesh* mesh, const double* yz, int32_t n, double x0, double x1)
{
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, gen_place_turn('z', 0.5 * GEN_PI));
  gen_plate(mesh, yz, n, -x0, -x1);
  mesh->at = before;
}

/// @name What all wagons have
/// @{

static void wheel(gen_mesh* mesh, double x, double y, double radius, int32_t sides)
{
  // From the inside, where the flange is, outwards.
  const double rz[] = {0.40 * radius, -0.016, radius + 0.014, -0.016, radius + 0.014, -0.008,
                       radius,        -0.004, 0.96 * radius,  0.016,  0.40 * radius,  0.012};
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, bench_along('y', gen_v(x, y, RAIL + radius)));
  if (y < 0.0)
  {
    mesh->at = gen_place_times(mesh->at, gen_place_scale(1.0, 1.0, -1.0));
  }
  gen_turned(mesh, rz, BENCH_POINTS(rz), sides);
  mesh->at = before;
}

static void wheelset(gen_mesh* mesh, double x, double radius, int32_t sides)
{
  wheel(mesh, x, 0.14, radius, sides);
  wheel(mesh, x, -0.14, radius, sides);
  gen_tube(mesh, gen_v(x, -0.168, RAIL + radius), gen_v(x, 0.168, RAIL + radius), 0.016, 6);
}

static void bogie(gen_mesh* mesh, double x)
{
  static const double cheek[] = {-0.16,  -0.070, -0.13,  -0.045, -0.05,  -0.045, -0.04,
                                 -0.030, 0.04,   -0.030, 0.05,   -0.045, 0.13,   -0.045,
                                 0.16,   -0.070, 0.16,   -0.105, 0.10,   -0.110, 0.05,
                                 -0.095, -0.05,  -0.095, -0.10,  -0.110, -0.16,  -0.105};
  wheelset(mesh, x - 0.115, 0.075, 11);
  wheelset(mesh, x + 0.115, 0.075, 11);
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, gen_place_at(gen_v(x, 0.0, 0.0)));
  gen_plate(mesh, cheek, BENCH_POINTS(cheek), 0.158, 0.176);
  gen_plate(mesh, cheek, BENCH_POINTS(cheek), -0.176, -0.158);
  mesh->at = before;
  gen_box(mesh, gen_v(x - 0.035, -0.16, -0.075), gen_v(x + 0.035, 0.16, -0.035));
}

static void buffers(gen_mesh* mesh, double x, double out)
{
  for (int side = -1; side <= 1; side += 2)
  {
    const double y = 0.11 * side;
    gen_tube(mesh, gen_v(x - 0.02 * out, y, -0.005), gen_v(x + 0.045 * out, y, -0.005), 0.014, 8);
    gen_tube(mesh, gen_v(x + 0.035 * out, y, -0.005), gen_v(x + 0.052 * out, y, -0.005), 0.028, 8);
  }
}

static void underframe(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(REAR, -0.17, -0.032), gen_v(FRONT, 0.17, 0.012));
  gen_beam(mesh, gen_v(FRONT - 0.02, 0, 0), gen_v(-0.012, 0, 0), gen_v(0, 0, 1), 0.030, 0.024);
  gen_beam(mesh, gen_v(REAR + 0.02, 0, 0), gen_v(-TRAIN_PITCH + 0.012, 0, 0), gen_v(0, 0, 1), 0.031,
           0.025);
  gen_ball(mesh, gen_v(0, 0, 0), 0.024, 8, 4);
  buffers(mesh, FRONT, 1.0);
  buffers(mesh, REAR, -1.0);
}

static void rolling(gen_mesh* mesh)
{
  underframe(mesh);
  bogie(mesh, -0.32);
  bogie(mesh, -0.88);
}

/// Upright ribs on both sides.
static void ribs(gen_mesh* mesh, int n, double z0, double z1)
{
  for (int i = 0; i < n; ++i)
  {
    const double x = FRONT - 0.03 + (REAR - FRONT + 0.06) * i / (n - 1);
    for (int side = -1; side <= 1; side += 2)
    {
      gen_box(mesh, gen_v(x - 0.008, side * (SIDE - 0.004) - 0.009, z0),
              gen_v(x + 0.008, side * (SIDE - 0.004) + 0.009, z1));
    }
  }
}

/// A ladder at (x, y), rungs along x.
static void ladder(gen_mesh* mesh, double x, double y, double z0, double z1)
{
  gen_tube(mesh, gen_v(x - 0.03, y, z0), gen_v(x - 0.03, y, z1), 0.005, 6);
  gen_tube(mesh, gen_v(x + 0.03, y, z0), gen_v(x + 0.03, y, z1), 0.005, 6);
  for (int i = 1; i <= 5; ++i)
  {
    const double z = z0 + (z1 - z0) * i / 6;
    gen_tube(mesh, gen_v(x - 0.031, y, z), gen_v(x + 0.031, y, z), 0.004, 5);
  }
}

/// A curved roof from x0 to x1, over a body as high as z.
static void roof(gen_mesh* mesh, double x0, double x1, double z, double rise)
{
  double yz[36];
  for (int i = 0; i < 18; ++i)
  {
    const double s = i < 9 ? i / 4.0 - 1.0 : 1.0 - (i - 9) / 4.0;
    yz[2 * i] = s * (SIDE + 0.015);
    yz[2 * i + 1] = z + rise * (1.0 - s * s) + (i < 9 ? 0.0 : 0.014);
  }
  profile(mesh, yz, 18, x0, x1);
}

/// @}
/// @name Wagons
/// @{

static void box_car(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(REAR, -SIDE, 0.006), gen_v(FRONT, SIDE, 0.372));
  roof(mesh, REAR - 0.02, FRONT + 0.02, 0.360, 0.05);
  ribs(mesh, 7, 0.012, 0.350);
  for (int side = -1; side <= 1; side += 2)
  {
    gen_box(mesh, gen_v(-0.73, side * SIDE - 0.014, 0.03),
            gen_v(-0.47, side * SIDE + 0.014, 0.335));
    gen_beam(mesh, gen_v(-0.92, side * SIDE, 0.345), gen_v(-0.45, side * SIDE, 0.345),
             gen_v(0, 0, 1), 0.036, 0.014);
    gen_tube(mesh, gen_v(-0.49, side * (SIDE + 0.02), 0.12),
             gen_v(-0.49, side * (SIDE + 0.02), 0.22), 0.006, 6);
  }
  gen_box(mesh, gen_v(REAR - 0.01, -0.05, 0.425), gen_v(FRONT + 0.01, 0.05, 0.434));
  ladder(mesh, FRONT - 0.06, SIDE + 0.016, 0.0, 0.36);
}

static void tank_car(gen_mesh* mesh)
{
  static const double tank[] = {0.000, -0.500, 0.080, -0.492, 0.140, -0.465, 0.165, -0.425,
                                0.168, -0.300, 0.168, 0.000,  0.168, 0.300,  0.165, 0.425,
                                0.140, 0.465,  0.080, 0.492,  0.000, 0.500};
  static const double dome[] = {0.075, 0.150, 0.075, 0.215, 0.066,
                                0.232, 0.030, 0.240, 0.000, 0.242};
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, bench_along('x', gen_v(-0.60, 0.0, 0.205)));
  gen_turned(mesh, tank, BENCH_POINTS(tank), 20);
  mesh->at = gen_place_times(before, gen_place_at(gen_v(-0.60, 0.0, 0.205)));
  gen_turned(mesh, dome, BENCH_POINTS(dome), 14);
  mesh->at = before;
  for (int i = 0; i < 3; ++i)
  {
    const double x = -0.90 + 0.30 * i;
    bench_ring(mesh, &(bench_torus){gen_v(x, 0, 0.205), 'x', 0.168, 0.008, 16, 3});
    gen_box(mesh, gen_v(x - 0.03, -0.11, 0.004), gen_v(x + 0.03, 0.11, 0.07));
  }
  ladder(mesh, -0.60, SIDE - 0.012, 0.0, 0.34);
}

static void coal_car(gen_mesh* mesh)
{
  static const double trough[] = {-0.19, 0.30,  -0.19, 0.06,  -0.13,  0.005, 0.13,   0.005,
                                  0.19,  0.06,  0.19,  0.30,  0.172,  0.30,  0.172,  0.07,
                                  0.12,  0.025, -0.12, 0.025, -0.172, 0.07,  -0.172, 0.30};
  profile(mesh, trough, BENCH_POINTS(trough), REAR, FRONT);
  gen_box(mesh, gen_v(REAR - 0.006, -0.188, 0.02), gen_v(REAR + 0.014, 0.188, 0.302));
  gen_box(mesh, gen_v(FRONT - 0.014, -0.188, 0.02), gen_v(FRONT + 0.006, 0.188, 0.302));
  ribs(mesh, 6, 0.055, 0.29);
  for (int side = -1; side <= 1; side += 2)
  {
    gen_beam(mesh, gen_v(REAR - 0.008, side * 0.184, 0.306),
             gen_v(FRONT + 0.008, side * 0.184, 0.306), gen_v(0, 0, 1), 0.034, 0.02);
  }
  // The load, lumpy.
  gen_random random = gen_random_new(5);
  for (int i = 0; i < 14; ++i)
  {
    const double x = -0.18 - 0.14 * (i / 2), y = i % 2 == 0 ? -0.07 : 0.07;
    gen_ball(mesh,
             gen_v(x + gen_random_in(&random, -0.02, 0.02), y + gen_random_in(&random, -0.02, 0.02),
                   0.25),
             gen_random_in(&random, 0.07, 0.09), 7, 4);
  }
}

static void log_car(gen_mesh* mesh)
{
  static const double rows[][2] = {{-0.125, 0.075}, {-0.002, 0.075}, {0.122, 0.076},
                                   {-0.064, 0.182}, {0.060, 0.183},  {-0.001, 0.289}};
  gen_box(mesh, gen_v(REAR, -SIDE, 0.008), gen_v(FRONT, SIDE, 0.026));
  for (int i = 0; i < BENCH_COUNT(rows); ++i)
  {
    gen_frustum(mesh, gen_v(REAR + 0.02 + 0.01 * i, rows[i][0], rows[i][1] + 0.014), 0.060,
                gen_v(FRONT - 0.03 + 0.006 * i, rows[i][0], rows[i][1] + 0.014), 0.054, 14);
  }
  for (int i = 0; i < 8; ++i)
  {
    const double x = -0.20 - 0.266 * (i / 2), y = i % 2 == 0 ? 0.196 : -0.196;
    gen_box(mesh, gen_v(x - 0.011, y - 0.009, -0.02), gen_v(x + 0.011, y + 0.009, 0.33));
  }
  for (int i = 0; i < 2; ++i)
  {
    const double x = -0.333 - 0.532 * i;
    const gen_vec chain[] = {{x, 0.186, 0.02},  {x, 0.186, 0.12},  {x, 0.05, 0.368},
                             {x, -0.05, 0.368}, {x, -0.186, 0.12}, {x, -0.186, 0.02}};
    gen_bar(mesh, chain, BENCH_COUNT(chain), 0.006, 6);
  }
}

static void coach(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(REAR - 0.02, -SIDE + 0.012, 0.005), gen_v(FRONT + 0.02, SIDE - 0.012, 0.365));
  roof(mesh, REAR - 0.04, FRONT + 0.04, 0.352, 0.06);
  gen_box(mesh, gen_v(REAR + 0.05, -0.07, 0.40), gen_v(FRONT - 0.05, 0.07, 0.452));
  for (int side = -1; side <= 1; side += 2)
  {
    const double y = side * (SIDE - 0.006);
    gen_box(mesh, gen_v(REAR - 0.018, y - 0.012, 0.02), gen_v(FRONT + 0.018, y + 0.012, 0.19));
    gen_box(mesh, gen_v(REAR - 0.018, y - 0.012, 0.30), gen_v(FRONT + 0.018, y + 0.012, 0.345));
    for (int i = 0; i < 10; ++i)
    {
      const double x = REAR - 0.017 + (FRONT - REAR - 0.004) * i / 9.0;
      gen_box(mesh, gen_v(x, y - 0.011, 0.185), gen_v(x + 0.036, y + 0.011, 0.305));
    }
    gen_beam(mesh, gen_v(-0.98, side * 0.165, -0.09), gen_v(-1.08, side * 0.165, -0.09),
             gen_v(0, 0, 1), 0.05, 0.012);
  }
}

static void caboose(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(REAR + 0.12, -SIDE, 0.008), gen_v(FRONT - 0.12, SIDE, 0.332));
  roof(mesh, REAR - 0.01, FRONT + 0.01, 0.320, 0.04);
  gen_box(mesh, gen_v(-0.76, -0.145, 0.33), gen_v(-0.44, 0.145, 0.440));
  gen_box(mesh, gen_v(-0.79, -0.170, 0.438), gen_v(-0.41, 0.170, 0.455));
  gen_box(mesh, gen_v(REAR - 0.01, -SIDE + 0.01, 0.005), gen_v(FRONT + 0.01, SIDE - 0.01, 0.022));
  gen_tube(mesh, gen_v(-0.30, 0.08, 0.33), gen_v(-0.30, 0.08, 0.47), 0.02, 10);
  gen_frustum(mesh, gen_v(-0.30, 0.08, 0.465), 0.034, gen_v(-0.30, 0.08, 0.485), 0.012, 10);
  for (int end = 0; end < 2; ++end)
  {
    const double x = end == 0 ? FRONT - 0.003 : REAR + 0.003;
    const gen_vec rail[] = {
        {x, -0.165, 0.015}, {x, -0.165, 0.13}, {x, 0.165, 0.13}, {x, 0.165, 0.015}};
    bench_bent_bar(mesh, rail, 4, (bench_bend){0.006, 0.02, 3, 6});
    for (int i = 0; i < 5; ++i)
    {
      const double y = -0.11 + 0.055 * i;
      gen_tube(mesh, gen_v(x, y, 0.016), gen_v(x, y, 0.131), 0.004, 5);
    }
    for (int side = -1; side <= 1; side += 2)
    {
      gen_tube(mesh, gen_v(x, side * 0.180, 0.015), gen_v(x, side * 0.180, 0.325), 0.006, 6);
    }
  }
  for (int side = -1; side <= 1; side += 2)
  {
    for (int i = 0; i < 3; ++i)
    {
      const double x = -0.84 + 0.21 * i;
      gen_box(mesh, gen_v(x, side * SIDE - 0.012, 0.15),
              gen_v(x + 0.10, side * SIDE + 0.012, 0.27));
    }
  }
}

/// @}
/// @name The locomotive and its tender
/// @{

static void tender(gen_mesh* mesh)
{
  static const double tank[] = {-0.185, 0.01,  0.185,  0.01,  0.185,  0.26,  0.168,
                                0.285,  0.168, 0.24,   0.10,  0.20,   -0.10, 0.20,
                                -0.168, 0.24,  -0.168, 0.285, -0.185, 0.26};
  profile(mesh, tank, BENCH_POINTS(tank), REAR, FRONT);
  gen_box(mesh, gen_v(REAR + 0.004, -0.17, 0.15), gen_v(REAR + 0.22, 0.17, 0.27));
  gen_random random = gen_random_new(11);
  for (int i = 0; i < 12; ++i)
  {
    const double x = -0.20 - 0.11 * (i / 2), y = i % 2 == 0 ? -0.065 : 0.065;
    gen_ball(mesh, gen_v(x, y + gen_random_in(&random, -0.02, 0.02), 0.23),
             gen_random_in(&random, 0.06, 0.08), 7, 4);
  }
  gen_tube(mesh, gen_v(REAR + 0.11, 0, 0.26), gen_v(REAR + 0.11, 0, 0.292), 0.045, 14);
  ladder(mesh, REAR - 0.012, 0.14, 0.0, 0.26);
  ribs(mesh, 5, 0.02, 0.245);
}

/// A body of the locomotive turned about an upright axis at x.
static void upright(gen_mesh* mesh, const double* rz, int32_t n, double x)
{
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, gen_place_at(gen_v(x, 0.0, 0.0)));
  gen_turned(mesh, rz, n, 12);
  mesh->at = before;
}

static void boiler(gen_mesh* mesh)
{
  static const double shell[] = {0.000, -0.330, 0.142, -0.330, 0.142, 0.190, 0.152, 0.192, 0.152,
                                 0.325, 0.146,  0.340, 0.060,  0.346, 0.050, 0.360, 0.000, 0.364};
  static const double chimney[] = {0.050, 0.300, 0.042, 0.360, 0.040, 0.420, 0.068, 0.478,
                                   0.068, 0.492, 0.050, 0.496, 0.045, 0.480, 0.000, 0.478};
  static const double dome[] = {0.072, 0.300, 0.066, 0.362, 0.056,
                                0.394, 0.030, 0.412, 0.000, 0.416};
  static const double sand[] = {0.056, 0.300, 0.054, 0.352, 0.040, 0.378, 0.000, 0.388};
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, bench_along('x', gen_v(-0.45, 0.0, 0.205)));
  gen_turned(mesh, shell, BENCH_POINTS(shell), 20);
  mesh->at = before;
  upright(mesh, chimney, BENCH_POINTS(chimney), -0.195);
  upright(mesh, sand, BENCH_POINTS(sand), -0.375);
  upright(mesh, dome, BENCH_POINTS(dome), -0.560);
  for (int i = 0; i < 3; ++i)
  {
    bench_ring(mesh, &(bench_torus){gen_v(-0.30 - 0.17 * i, 0, 0.205), 'x', 0.142, 0.006, 16, 3});
  }
  gen_tube(mesh, gen_v(-0.11, 0, 0.385), gen_v(-0.055, 0, 0.385), 0.034, 12);
  gen_box(mesh, gen_v(-0.105, -0.018, 0.33), gen_v(-0.075, 0.018, 0.36));
}

static void cab(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.80, -0.182, 0.010), gen_v(-0.78, 0.182, 0.405));
  for (int side = -1; side <= 1; side += 2)
  {
    const double y = side * 0.186;
    gen_box(mesh, gen_v(-1.06, y - 0.008, 0.008), gen_v(-0.781, y + 0.008, 0.21));
    gen_box(mesh, gen_v(-0.83, y - 0.007, 0.205), gen_v(-0.782, y + 0.007, 0.400));
    gen_box(mesh, gen_v(-0.95, y - 0.007, 0.205), gen_v(-0.925, y + 0.007, 0.400));
    gen_tube(mesh, gen_v(-1.06, y, 0.205), gen_v(-1.06, y, 0.400), 0.007, 6);
    gen_box(mesh, gen_v(-0.76, y - 0.012, 0.06), gen_v(-0.16, y + 0.012, 0.076));
  }
  roof(mesh, -1.10, -0.74, 0.390, 0.05);
}

static void running_gear(gen_mesh* mesh)
{
  for (int i = 0; i < 3; ++i)
  {
    wheelset(mesh, -0.44 - 0.235 * i, 0.105, 16);
  }
  wheelset(mesh, -0.20, 0.062, 14);
  for (int side = -1; side <= 1; side += 2)
  {
    const double y = side * 0.172;
    gen_beam(mesh, gen_v(-0.93, y, -0.095), gen_v(-0.42, y, -0.095), gen_v(0, 0, 1), 0.012, 0.024);
    gen_beam(mesh, gen_v(-0.675, side * 0.184, -0.09), gen_v(-0.27, side * 0.184, -0.04),
             gen_v(0, 0, 1), 0.010, 0.018);
    gen_tube(mesh, gen_v(-0.30, side * 0.165, -0.035), gen_v(-0.13, side * 0.165, -0.035), 0.042,
             14);
  }
}

static void locomotive(gen_mesh* mesh)
{
  underframe(mesh);
  boiler(mesh);
  cab(mesh);
  running_gear(mesh);
  // The cow catcher: bars from the beam in front down to a point.
  for (int i = -3; i <= 3; ++i)
  {
    const double y = 0.05 * i;
    gen_beam(mesh, gen_v(-0.08, y, -0.03),
             gen_v(0.02 - 0.02 * (i < 0 ? -i : i), 0.9 * y, RAIL + 0.025), gen_v(1, 0, 0), 0.014,
             0.012);
  }
  gen_beam(mesh, gen_v(-0.085, -0.17, -0.02), gen_v(-0.085, 0.17, -0.02), gen_v(0, 0, 1), 0.03,
           0.05);
}

/// @}

gen_mesh bench_wagon_shape(bench_wagon kind)
{
  static void (*const bodies[])(gen_mesh*) = {
      [WAGON_LOCOMOTIVE] = locomotive, [WAGON_TENDER] = tender,  [WAGON_BOX] = box_car,
      [WAGON_TANK] = tank_car,         [WAGON_COAL] = coal_car,  [WAGON_LOGS] = log_car,
      [WAGON_COACH] = coach,           [WAGON_CABOOSE] = caboose};
  gen_mesh mesh = gen_mesh_new();
  if (kind != WAGON_LOCOMOTIVE)
  {
    rolling(&mesh);
  }
  bodies[kind](&mesh);
  return mesh;
}
