/// @file bench_pipes.c
/// Pipes around a Puma: runs with bends, flanges, valves and gauges on a rack.
#include "bench_puma.h"

#include <math.h>

#define SIDES   27
#define RUN_MAX 8

/// One pipe: its corners, its radius, and where it has what.
typedef struct run
{
  const char* group; ///< the obstacle it belongs to
  double radius;
  int32_t count;
  gen_vec corners[RUN_MAX];
} run;

static const run runs[] = {
    // In front: headers across, one above the other.
    {"headers",
     0.060,
     4,
     {{0.72, -1.60, 0.00}, {0.72, -1.60, 0.34}, {0.72, 1.60, 0.34}, {0.72, 1.60, 0.00}}},
    {"headers",
     0.060,
     4,
     {{0.88, -1.60, 0.00}, {0.88, -1.60, 1.32}, {0.88, 1.45, 1.32}, {0.88, 1.45, 1.90}}},
    {"headers",
     0.045,
     4,
     {{0.60, -1.42, 0.00}, {0.60, -1.42, 1.55}, {0.60, 1.42, 1.55}, {0.60, 1.42, 0.00}}},
    // Upright between them, leaving windows.
    {"risers",
     0.040,
     4,
     {{0.58, -0.62, 0.00}, {0.58, -0.62, 1.05}, {1.20, -0.62, 1.05}, {1.20, -0.62, 1.90}}},
    {"risers",
     0.040,
     4,
     {{0.58, -0.28, 0.00}, {0.58, -0.28, 0.62}, {1.20, -0.28, 0.62}, {1.20, -0.28, 1.90}}},
    {"risers",
     0.040,
     4,
     {{0.58, 0.30, 0.00}, {0.58, 0.30, 1.12}, {1.20, 0.30, 1.12}, {1.20, 0.30, 1.90}}},
    {"risers",
     0.040,
     4,
     {{0.58, 0.66, 0.00}, {0.58, 0.66, 0.70}, {1.20, 0.66, 0.70}, {1.20, 0.66, 1.90}}},
    {"risers",
     0.032,
     4,
     {{1.04, 0.02, 0.00}, {1.04, 0.02, 0.92}, {1.04, 0.86, 0.92}, {1.04, 0.86, 1.90}}},
    {"risers",
     0.032,
     4,
     {{1.04, -0.46, 0.00}, {1.04, -0.46, 0.80}, {1.04, -1.00, 0.80}, {1.04, -1.00, 1.90}}},
    // At the left: along x, with drops.
    {"left",
     0.055,
     4,
     {{-1.30, 0.75, 0.45}, {0.55, 0.75, 0.45}, {0.55, 0.75, 1.70}, {-1.30, 0.75, 1.70}}},
    {"left",
     0.040,
     6,
     {{-1.30, 0.61, 0.95},
      {-0.35, 0.61, 0.95},
      {-0.35, 0.61, 0.55},
      {0.28, 0.61, 0.55},
      {0.28, 0.61, 1.30},
      {-1.30, 0.61, 1.30}}},
    {"left",
     0.030,
     4,
     {{0.42, 0.57, 0.00}, {0.42, 0.57, 1.05}, {0.10, 0.57, 1.05}, {0.10, 0.57, 0.00}}},
    {"left",
     0.030,
     4,
     {{-0.60, 0.53, 0.00}, {-0.60, 0.53, 1.42}, {-0.90, 0.53, 1.42}, {-0.90, 0.53, 0.00}}},
    // At the right.
    {"right",
     0.055,
     4,
     {{-1.30, -0.82, 0.55}, {0.50, -0.82, 0.55}, {0.50, -0.82, 1.75}, {-1.30, -0.82, 1.75}}},
    {"right",
     0.035,
     6,
     {{-1.30, -0.64, 1.10},
      {-0.30, -0.64, 1.10},
      {-0.30, -0.64, 0.70},
      {0.30, -0.64, 0.70},
      {0.30, -0.64, 0.00},
      {0.60, -0.64, 0.00}}},
    {"right",
     0.030,
     4,
     {{-0.10, -0.58, 0.00}, {-0.10, -0.58, 0.95}, {-0.62, -0.58, 0.95}, {-0.62, -0.58, 0.00}}},
    // Overhead, from the front to the back.
    {"overhead",
     0.050,
     4,
     {{-1.30, -0.35, 1.95}, {0.95, -0.35, 1.95}, {0.95, -0.35, 1.70}, {1.60, -0.35, 1.70}}},
    {"overhead",
     0.050,
     4,
     {{-1.30, 0.20, 1.80}, {0.62, 0.20, 1.80}, {0.62, 0.20, 1.42}, {1.60, 0.20, 1.42}}},
    {"overhead",
     0.035,
     6,
     {{-1.30, 0.45, 1.62},
      {-0.20, 0.45, 1.62},
      {-0.20, -0.60, 1.62},
      {0.56, -0.60, 1.62},
      {0.56, -0.60, 1.30},
      {1.60, -0.60, 1.30}}}};

static const char* const groups[] = {"headers", "risers", "left", "right", "overhead"};

/// Flanges, valves and gauges: on which run, on which of its straight pieces, how far along.
typedef struct fitting
{
  int32_t run;
  int32_t piece;
  double share;
  char kind; ///< f, v, g
  double turned;
} fitting;

static const fitting fittings[] = {
    {0, 1, 0.15, 'f', 0},      {0, 1, 0.50, 'f', 0},     {0, 1, 0.85, 'f', 0},
    {1, 1, 0.20, 'f', 0},      {1, 1, 0.78, 'f', 0},     {2, 1, 0.12, 'f', 0},
    {2, 1, 0.62, 'f', 0},      {3, 0, 0.50, 'v', 3.1},   {4, 0, 0.45, 'f', 0},
    {5, 0, 0.40, 'v', 2.8},    {6, 0, 0.55, 'f', 0},     {7, 0, 0.60, 'f', 0},
    {8, 0, 0.55, 'f', 0},      {9, 0, 0.30, 'f', 0},     {9, 0, 0.70, 'v', 1.57},
    {9, 2, 0.50, 'f', 0},      {10, 0, 0.60, 'v', 1.57}, {10, 4, 0.40, 'f', 0},
    {11, 0, 0.50, 'f', 0},     {12, 0, 0.45, 'f', 0},    {13, 0, 0.25, 'f', 0},
    {13, 0, 0.65, 'v', -1.57}, {13, 2, 0.55, 'f', 0},    {14, 0, 0.45, 'f', 0},
    {15, 0, 0.55, 'f', 0},     {16, 0, 0.25, 'f', 0},    {16, 0, 0.75, 'f', 0},
    {17, 0, 0.40, 'f', 0},     {18, 0, 0.50, 'f', 0},    {0, 1, 0.34, 'g', 0},
    {1, 1, 0.50, 'g', 0},      {13, 0, 0.45, 'g', 0}};

/// The place whose z runs along a straight piece, at a share of it.
static gen_place along(const run* r, int32_t piece, double share)
{
  const gen_vec a = r->corners[piece], b = r->corners[piece + 1];
  const gen_vec way = gen_sub(b, a);
  const char axis = fabs(way.x) > 0.5 * gen_length(way)   ? 'x'
                    : fabs(way.y) > 0.5 * gen_length(way) ? 'y'
                                                          : 'z';
  return bench_along(axis, gen_between(a, b, share));
}

static void add_fitting(gen_mesh* mesh, const fitting* f)
{
  const run* r = &runs[f->run];
  mesh->at = gen_place_times(along(r, f->piece, f->share), gen_place_turn('z', f->turned));
  if (f->kind == 'f')
  {
    bench_flange(mesh, r->radius, SIDES, 8);
  }
  else if (f->kind == 'v')
  {
    bench_valve(mesh, r->radius, SIDES);
  }
  else
  {
    const gen_vec on = gen_between(r->corners[f->piece], r->corners[f->piece + 1], f->share);
    mesh->at = gen_place_times(gen_place_at(gen_add(on, gen_v(0, 0, 0.8 * r->radius))),
                               gen_place_turn('z', GEN_PI));
    bench_gauge(mesh, 0.05);
  }
  mesh->at = gen_place_none();
}

/// The rack that all of it hangs on.
static void rack(gen_mesh* mesh)
{
  for (int i = 0; i < 6; ++i)
  {
    const double x = i < 3 ? 1.62 : -1.36, y = 1.30 * (i % 3 - 1);
    gen_box(mesh, gen_v(x - 0.05, y - 0.05, 0.0), gen_v(x + 0.05, y - 0.038, 2.05));
    gen_box(mesh, gen_v(x - 0.05, y + 0.038, 0.0), gen_v(x + 0.05, y + 0.05, 2.05));
    gen_box(mesh, gen_v(x - 0.006, y - 0.039, 0.0), gen_v(x + 0.006, y + 0.039, 2.05));
  }
  for (int i = 0; i < 2; ++i)
  {
    const double x = i == 0 ? 1.62 : -1.36;
    gen_beam(mesh, gen_v(x, -1.40, 2.09), gen_v(x, 1.40, 2.09), gen_v(0, 0, 1), 0.08, 0.10);
  }
  for (int i = 0; i < 3; ++i)
  {
    const double y = 1.30 * (i - 1);
    gen_beam(mesh, gen_v(-1.45, y, 2.17), gen_v(1.70, y, 2.17), gen_v(0, 0, 1), 0.07, 0.08);
  }
}

static void write_group(const char* folder, const char* group, FILE* scene)
{
  gen_mesh mesh = gen_mesh_new();
  for (int32_t i = 0; i < BENCH_COUNT(runs); ++i)
  {
    if (runs[i].group == group)
    {
      bench_bent_bar(&mesh, runs[i].corners, runs[i].count,
                     (bench_bend){runs[i].radius, 2.2 * runs[i].radius, 7, SIDES});
    }
  }
  for (int32_t i = 0; i < BENCH_COUNT(fittings); ++i)
  {
    if (runs[fittings[i].run].group == group)
    {
      add_fitting(&mesh, &fittings[i]);
    }
  }
  char file[64];
  snprintf(file, sizeof file, "meshes/pipes_%s.ply", group);
  gen_write_mesh(folder, file, &mesh);
  gen_mesh_free(&mesh);
  fprintf(scene, "  - {name: pipes_%s, mesh: %s}\n", group, file);
}

void bench_write_pipes(const char* folder, FILE* scene)
{
  for (int32_t i = 0; i < BENCH_COUNT(groups); ++i)
  {
    write_group(folder, groups[i], scene);
  }
  gen_mesh mesh = gen_mesh_new();
  rack(&mesh);
  gen_write_mesh(folder, "meshes/rack.ply", &mesh);
  gen_mesh_free(&mesh);
  fputs("  - {name: rack, mesh: meshes/rack.ply}\n"
        "  - {name: floor, box: [4, 4, 0.1], xyz: [0, 0, -0.05]}\n",
        scene);
}
