/// @file bench_room_parts.c
/// What a machine room is made of. Parts stand on z = 0 about the z axis, unless they are pipework.
#include "bench_puma.h"

#include <math.h>

/// @name Pipework, of radius 1
/// @{

static void pipe(gen_mesh* mesh)
{
  gen_tube(mesh, gen_v(0, 0, 0), gen_v(0, 0, 1), 1.0, 16);
}

static void bend(gen_mesh* mesh)
{
  gen_vec line[7];
  for (int i = 0; i < BENCH_COUNT(line); ++i)
  {
    const double angle = 0.5 * GEN_PI * i / (BENCH_COUNT(line) - 1);
    line[i] = gen_v(2.0 * (1.0 - cos(angle)), 0.0, 2.0 * sin(angle));
  }
  gen_bar(mesh, line, BENCH_COUNT(line), 1.0, 16);
}

static void flange(gen_mesh* mesh)
{
  bench_flange(mesh, 1.0, 14, 4);
}

static void clamp(gen_mesh* mesh)
{
  bench_ring(mesh, &(bench_torus){gen_v(0, 0, 0), 'z', 1.10, 0.14, 12, 4});
  gen_beam(mesh, gen_v(1.15, 0, 0), gen_v(6.0, 0, 0), gen_v(0, 0, 1), 0.25, 0.5);
  gen_beam(mesh, gen_v(5.9, 0, 0), gen_v(6.1, 0, 0), gen_v(0, 0, 1), 2.0, 2.0);
}

static void valve(gen_mesh* mesh)
{
  bench_valve(mesh, 1.0, 12);
}

static void gauge(gen_mesh* mesh)
{
  bench_gauge(mesh, 0.05);
}

/// @}
/// @name Machines
/// @{

/// A body turned about y, its middle at (x, z).
static void turned_along_y(gen_mesh* mesh, const double* rz, int32_t n, double x, double z)
{
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, bench_along('y', gen_v(x, 0.0, z)));
  gen_turned(mesh, rz, n, 18);
  mesh->at = before;
}

static void motor(gen_mesh* mesh)
{
  static const double body[] = {0.03, -0.24, 0.10, -0.24, 0.13, -0.21,
                                0.13, 0.19,  0.10, 0.22,  0.03, 0.22};
  static const double shaft[] = {0.02, 0.20, 0.02, 0.32};
  static const double hood[] = {0.11, -0.33, 0.138, -0.31, 0.138, -0.22, 0.11, -0.215};
  turned_along_y(mesh, body, BENCH_POINTS(body), 0.0, 0.20);
  turned_along_y(mesh, shaft, BENCH_POINTS(shaft), 0.0, 0.20);
  turned_along_y(mesh, hood, BENCH_POINTS(hood), 0.0, 0.20);
  for (int i = 0; i < 12; ++i)
  {
    // Cooling fins, but none below.
    const double angle = GEN_PI * (i - 1.5) / 9.0;
    const gen_vec out = gen_v(cos(angle), 0.0, sin(angle));
    const gen_vec a = gen_add(gen_v(0, -0.18, 0.20), gen_times(out, 0.138));
    gen_beam(mesh, a, gen_add(a, gen_v(0, 0.35, 0)), out, 0.008, 0.03);
  }
  gen_box(mesh, gen_v(-0.12, -0.16, 0.0), gen_v(0.12, 0.16, 0.10));
  gen_box(mesh, gen_v(0.11, -0.07, 0.20), gen_v(0.20, 0.07, 0.30));
}

static void pump(gen_mesh* mesh)
{
  static const double volute[] = {0.05, -0.09, 0.16, -0.085, 0.20,  -0.05, 0.21,
                                  0.0,  0.20,  0.05, 0.16,   0.085, 0.05,  0.09};
  static const double inlet[] = {0.07, 0.06, 0.07, 0.17, 0.12, 0.175, 0.12, 0.20, 0.05, 0.205};
  static const double seal[] = {0.06, -0.24, 0.08, -0.20, 0.08, -0.08};
  turned_along_y(mesh, volute, BENCH_POINTS(volute), 0.0, 0.24);
  turned_along_y(mesh, inlet, BENCH_POINTS(inlet), 0.0, 0.24);
  turned_along_y(mesh, seal, BENCH_POINTS(seal), 0.0, 0.24);
  const gen_place before = mesh->at;
  gen_tube(mesh, gen_v(0.13, 0, 0.25), gen_v(0.13, 0, 0.50), 0.06, 16);
  mesh->at = gen_place_times(before, gen_place_at(gen_v(0.13, 0.0, 0.52)));
  bench_flange(mesh, 0.06, 16, 6);
  mesh->at = before;
  gen_box(mesh, gen_v(-0.16, -0.12, 0.0), gen_v(0.16, 0.12, 0.06));
}

static void skid(gen_mesh* mesh)
{
  for (int side = -1; side <= 1; side += 2)
  {
    gen_box(mesh, gen_v(0.24 * side - 0.04, -0.85, 0.0), gen_v(0.24 * side + 0.04, 0.85, 0.10));
  }
  gen_box(mesh, gen_v(-0.27, -0.86, 0.098), gen_v(0.27, 0.86, 0.12));
  for (int i = 0; i < 4; ++i)
  {
    gen_beam(mesh, gen_v(-0.26, -0.72 + 0.48 * i, 0.05), gen_v(0.26, -0.72 + 0.48 * i, 0.05),
             gen_v(0, 0, 1), 0.06, 0.07);
  }
}

static void tank(gen_mesh* mesh)
{
  static const double rz[] = {0.00, 0.26, 0.20, 0.28, 0.36, 0.34, 0.43, 0.44, 0.45, 0.56,
                              0.45, 1.75, 0.43, 1.87, 0.36, 1.97, 0.20, 2.03, 0.00, 2.05};
  bench_turned(mesh, rz, BENCH_POINTS(rz), 1, 24);
  for (int i = 0; i < 4; ++i)
  {
    const double angle = 0.5 * GEN_PI * i + 0.3;
    const double x = 0.34 * cos(angle), y = 0.34 * sin(angle);
    gen_tube(mesh, gen_v(x, y, 0.0), gen_v(x, y, 0.45), 0.04, 8);
  }
  bench_ring(mesh, &(bench_torus){gen_v(0, 0, 0.80), 'z', 0.45, 0.02, 24, 4});
  bench_ring(mesh, &(bench_torus){gen_v(0, 0, 1.50), 'z', 0.45, 0.02, 24, 4});
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, bench_along('x', gen_v(0.50, 0.0, 1.15)));
  bench_flange(mesh, 0.12, 16, 8);
  mesh->at = before;
  gen_tube(mesh, gen_v(0.40, 0, 1.15), gen_v(0.49, 0, 1.15), 0.12, 16);
}

static void exchanger(gen_mesh* mesh)
{
  static const double shell[] = {0.10, -1.02, 0.20, -0.98,  0.24, -0.88, 0.24, -0.72, 0.30, -0.715,
                                 0.30, -0.66, 0.24, -0.655, 0.24, 0.655, 0.30, 0.66,  0.30, 0.715,
                                 0.24, 0.72,  0.24, 0.88,   0.20, 0.98,  0.10, 1.02};
  turned_along_y(mesh, shell, BENCH_POINTS(shell), 0.0, 0.62);
  for (int i = 0; i < 2; ++i)
  {
    const double y = i == 0 ? -0.42 : 0.42;
    gen_box(mesh, gen_v(-0.20, y - 0.04, 0.0), gen_v(0.20, y + 0.04, 0.50));
    gen_tube(mesh, gen_v(0, y, 0.75), gen_v(0, y, 1.00), 0.07, 14);
    const gen_place before = mesh->at;
    mesh->at = gen_place_times(before, gen_place_at(gen_v(0.0, y, 1.02)));
    bench_flange(mesh, 0.07, 14, 6);
    mesh->at = before;
  }
}

static void fan(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.30, -0.20, 0.0), gen_v(0.30, 0.20, 0.05));
  gen_box(mesh, gen_v(-0.28, -0.18, 0.045), gen_v(0.28, 0.18, 0.10));
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, bench_along('y', gen_v(0.0, 0.0, 0.42)));
  gen_pipe(mesh, gen_v(0, 0, -0.16), gen_v(0, 0, 0.16), 0.34, 0.32, 24);
  gen_tube(mesh, gen_v(0, 0, -0.12), gen_v(0, 0, 0.12), 0.08, 14);
  mesh->at = before;
  for (int i = 0; i < 7; ++i)
  {
    const double angle = 2.0 * GEN_PI * i / 7;
    const gen_vec out = gen_v(cos(angle), 0.0, sin(angle));
    gen_beam(mesh, gen_add(gen_v(0, 0, 0.42), gen_times(out, 0.07)),
             gen_add(gen_v(0, 0.03, 0.42), gen_times(out, 0.31)), gen_v(0.2, 1, 0.2), 0.12, 0.012);
  }
}

/// @}
/// @name Furniture
/// @{

static void cabinet(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.25, -0.40, 0.0), gen_v(0.25, 0.40, 0.08));
  gen_box(mesh, gen_v(-0.24, -0.39, 0.078), gen_v(0.24, 0.39, 2.00));
  for (int i = 0; i < 2; ++i)
  {
    const double y = i == 0 ? -0.385 : 0.005;
    gen_box(mesh, gen_v(0.239, y, 0.10), gen_v(0.258, y + 0.38, 1.98));
    gen_box(mesh, gen_v(0.257, i == 0 ? -0.05 : 0.03, 0.95),
            gen_v(0.285, i == 0 ? -0.03 : 0.05, 1.15));
    for (int k = 0; k < 5; ++k)
    {
      gen_box(mesh, gen_v(0.257, y + 0.06, 1.60 + 0.05 * k),
              gen_v(0.264, y + 0.32, 1.62 + 0.05 * k));
    }
  }
}

static void panel(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.10, -0.25, 1.10), gen_v(0.10, 0.25, 1.75));
  gen_box(mesh, gen_v(0.099, -0.23, 1.12), gen_v(0.112, 0.23, 1.73));
  for (int i = 0; i < 9; ++i)
  {
    const double y = 0.13 * (i % 3 - 1), z = 1.28 + 0.14 * (i / 3);
    gen_tube(mesh, gen_v(0.110, y, z), gen_v(0.135, y, z), 0.025, 8);
  }
  gen_box(mesh, gen_v(-0.02, -0.05, 0.0), gen_v(0.02, 0.05, 1.11));
}

static void drum(gen_mesh* mesh)
{
  static const double rz[] = {0.27,  0.00,  0.29, 0.01,  0.285, 0.03,  0.285, 0.28,  0.30,
                              0.295, 0.285, 0.31, 0.285, 0.57,  0.30,  0.585, 0.285, 0.60,
                              0.285, 0.85,  0.29, 0.87,  0.27,  0.875, 0.26,  0.86};
  gen_turned(mesh, rz, BENCH_POINTS(rz), 16);
}

static void extinguisher(gen_mesh* mesh)
{
  static const double rz[] = {0.07, 0.0,  0.075, 0.02, 0.075, 0.40,
                              0.06, 0.45, 0.025, 0.48, 0.025, 0.53};
  gen_turned(mesh, rz, BENCH_POINTS(rz), 12);
  const gen_vec hose[] = {{0.02, 0, 0.50}, {0.12, 0, 0.50}, {0.12, 0, 0.15}};
  bench_bent_bar(mesh, hose, 3, (bench_bend){0.012, 0.05, 4, 6});
  gen_beam(mesh, gen_v(-0.09, 0, 0.56), gen_v(0.05, 0, 0.54), gen_v(0, 0, 1), 0.02, 0.015);
}

static void crate(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.28, -0.18, 0.02), gen_v(0.28, 0.18, 0.34));
  for (int i = 0; i < 3; ++i)
  {
    const double z = 0.03 + 0.12 * i;
    gen_box(mesh, gen_v(-0.29, -0.195, z), gen_v(0.29, -0.175, z + 0.07));
    gen_box(mesh, gen_v(-0.29, 0.175, z), gen_v(0.29, 0.195, z + 0.07));
  }
}

/// @}
/// @name Structure
/// @{

/// An I-section, one metre long along z.
static void beam(gen_mesh* mesh)
{
  static const double xz[] = {-0.06, -0.06, 0.06,   -0.06, 0.06,   -0.05, 0.005, -0.05,
                              0.005, 0.05,  0.06,   0.05,  0.06,   0.06,  -0.06, 0.06,
                              -0.06, 0.05,  -0.005, 0.05,  -0.005, -0.05, -0.06, -0.05};
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, gen_place_turn('x', 0.5 * GEN_PI));
  gen_plate(mesh, xz, BENCH_POINTS(xz), 0.0, 1.0);
  mesh->at = before;
}

/// One metre along y.
static void tray(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.150, 0.0, 0.0), gen_v(-0.144, 1.0, 0.06));
  gen_box(mesh, gen_v(0.144, 0.0, 0.0), gen_v(0.150, 1.0, 0.06));
  for (int i = 0; i < 4; ++i)
  {
    gen_beam(mesh, gen_v(-0.145, 0.125 + 0.25 * i, 0.008), gen_v(0.145, 0.125 + 0.25 * i, 0.008),
             gen_v(0, 0, 1), 0.02, 0.006);
  }
  for (int i = 0; i < 3; ++i)
  {
    const double x = -0.09 + 0.07 * i;
    gen_tube(mesh, gen_v(x, -0.01 * i, 0.035), gen_v(x, 1.0 - 0.01 * i, 0.035), 0.020 - 0.003 * i,
             8);
  }
}

/// A square metre of walkway, its top at z = 0, from (0, 0) to (1, 1).
static void grating(gen_mesh* mesh)
{
  for (int i = 0; i < 16; ++i)
  {
    const double x = 0.01 + 0.98 * i / 15;
    gen_box(mesh, gen_v(x - 0.004, 0.0, -0.04), gen_v(x + 0.004, 1.0, 0.0));
  }
  for (int i = 0; i < 5; ++i)
  {
    gen_tube(mesh, gen_v(0.005, 0.1 + 0.2 * i, -0.012), gen_v(0.995, 0.1 + 0.2 * i, -0.012), 0.005,
             5);
  }
}

/// One metre of handrail along y.
static void rail(gen_mesh* mesh)
{
  gen_tube(mesh, gen_v(0, 0.05, 0), gen_v(0, 0.05, 1.05), 0.021, 8);
  gen_tube(mesh, gen_v(0, 0.0, 1.05), gen_v(0, 1.0, 1.05), 0.0205, 8);
  gen_tube(mesh, gen_v(0, 0.0, 0.55), gen_v(0, 1.0, 0.55), 0.015, 8);
  gen_box(mesh, gen_v(-0.003, 0.0, 0.0), gen_v(0.003, 1.0, 0.10));
}

static void rungs(gen_mesh* mesh)
{
  gen_tube(mesh, gen_v(0, -0.22, 0), gen_v(0, -0.22, 2.60), 0.02, 8);
  gen_tube(mesh, gen_v(0, 0.22, 0), gen_v(0, 0.22, 2.60), 0.02, 8);
  for (int i = 0; i < 9; ++i)
  {
    gen_tube(mesh, gen_v(0, -0.225, 0.25 + 0.27 * i), gen_v(0, 0.225, 0.25 + 0.27 * i), 0.012, 6);
  }
}

/// One metre of duct along y.
static void duct(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.25, 0.03, -0.18), gen_v(0.25, 0.97, 0.18));
  gen_box(mesh, gen_v(-0.28, 0.0, -0.21), gen_v(0.28, 0.035, 0.21));
  gen_box(mesh, gen_v(-0.28, 0.965, -0.21), gen_v(0.28, 1.0, 0.21));
  for (int i = 0; i < 2; ++i)
  {
    gen_box(mesh, gen_v(-0.256, 0.34 + 0.32 * i, -0.186), gen_v(0.256, 0.36 + 0.32 * i, 0.186));
  }
}

static void lamp(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.09, -0.60, -0.03), gen_v(0.09, 0.60, 0.03));
  gen_tube(mesh, gen_v(-0.04, -0.57, -0.045), gen_v(-0.04, 0.57, -0.045), 0.018, 8);
  gen_tube(mesh, gen_v(0.04, -0.57, -0.045), gen_v(0.04, 0.57, -0.045), 0.018, 8);
}

/// A square metre of wall or floor, 0.1 thick below z = 0, from (0, 0) to (1, 1).
static void slab(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(0, 0, -0.1), gen_v(1, 1, 0));
}

/// @}

const bench_part bench_parts[] = {{"pipe", pipe},
                                  {"bend", bend},
                                  {"flange", flange},
                                  {"clamp", clamp},
                                  {"valve", valve},
                                  {"gauge", gauge},
                                  {"motor", motor},
                                  {"pump", pump},
                                  {"skid", skid},
                                  {"tank", tank},
                                  {"exchanger", exchanger},
                                  {"fan", fan},
                                  {"cabinet", cabinet},
                                  {"panel", panel},
                                  {"drum", drum},
                                  {"extinguisher", extinguisher},
                                  {"crate", crate},
                                  {"beam", beam},
                                  {"tray", tray},
                                  {"grating", grating},
                                  {"rail", rail},
                                  {"rungs", rungs},
                                  {"duct", duct},
                                  {"lamp", lamp},
                                  {"slab", slab}};

const int32_t bench_part_count = BENCH_COUNT(bench_parts);
