/// @file bench_chess.c
/// A chessboard with squares of one metre, and 16 chessmen on it.
#include "bench_mannequin.h"
#include "bench_shape.h"

#include <math.h>
#include <string.h>

#define SIDES 50

/// @name Chessmen, standing on z = 0
/// @{

static gen_mesh pawn(void)
{
  static const double rz[] = {0.300, 0.000, 0.330, 0.030, 0.330, 0.090, 0.290, 0.130, 0.280, 0.150,
                              0.295, 0.170, 0.270, 0.200, 0.190, 0.260, 0.140, 0.350, 0.115, 0.450,
                              0.110, 0.540, 0.130, 0.570, 0.200, 0.585, 0.200, 0.610, 0.120, 0.630,
                              0.175, 0.690, 0.190, 0.760, 0.170, 0.840, 0.110, 0.905, 0.000, 0.930};
  gen_mesh mesh = gen_mesh_new();
  bench_turned(&mesh, rz, BENCH_POINTS(rz), 3, SIDES);
  return mesh;
}

static gen_mesh rook(void)
{
  static const double rz[] = {0.320, 0.000, 0.355, 0.030, 0.355, 0.100, 0.310, 0.145, 0.300,
                              0.165, 0.315, 0.190, 0.290, 0.220, 0.225, 0.290, 0.190, 0.420,
                              0.180, 0.600, 0.190, 0.720, 0.260, 0.770, 0.265, 0.800, 0.245,
                              0.820, 0.250, 0.960, 0.245, 0.965, 0.180, 0.965, 0.170, 0.955,
                              0.170, 0.860, 0.160, 0.850, 0.000, 0.850};
  gen_mesh mesh = gen_mesh_new();
  bench_turned(&mesh, rz, BENCH_POINTS(rz), 2, SIDES);
  for (int i = 0; i < 6; ++i)
  {
    const double r[2] = {0.175, 0.247}, z[2] = {0.95, 1.06};
    const double a[2] = {GEN_PI / 3.0 * i + 0.17, GEN_PI / 3.0 * i + 0.88};
    bench_sector(&mesh, r, a, z, 12);
  }
  return mesh;
}

/// Presses a slanting groove into a mitre: vertices near a plane, on one side, go inwards.
static void cut_groove(gen_mesh* mesh)
{
  const gen_vec across = gen_unit(gen_v(-0.75, 0.0, 0.66));
  const gen_vec through = gen_v(0.10, 0.0, 1.09);
  for (int32_t i = 0; i < mesh->vertex_count; ++i)
  {
    double* v = mesh->vertices + 3 * i;
    const double off = gen_dot(gen_sub(gen_v(v[0], v[1], v[2]), through), across);
    if (v[0] > 0.02 && v[2] > 0.92 && v[2] < 1.24 && fabs(off) < 0.024)
    {
      v[0] *= 0.62;
      v[1] *= 0.62;
    }
  }
}

static gen_mesh bishop(void)
{
  static const double rz[] = {0.320, 0.000, 0.350, 0.030, 0.350, 0.095, 0.305, 0.140, 0.295, 0.160,
                              0.310, 0.185, 0.285, 0.215, 0.195, 0.290, 0.145, 0.420, 0.115, 0.600,
                              0.105, 0.760, 0.125, 0.800, 0.205, 0.818, 0.205, 0.842, 0.130, 0.860,
                              0.150, 0.900, 0.185, 0.970, 0.190, 1.030, 0.170, 1.110, 0.120, 1.200,
                              0.060, 1.260, 0.045, 1.280, 0.060, 1.310, 0.055, 1.340, 0.000, 1.365};
  gen_mesh mesh = gen_mesh_new();
  bench_turned(&mesh, rz, BENCH_POINTS(rz), 3, SIDES);
  cut_groove(&mesh);
  return mesh;
}

static gen_mesh queen(void)
{
  static const double rz[] = {0.340, 0.000, 0.370, 0.035, 0.370, 0.110, 0.320, 0.155, 0.310, 0.180,
                              0.325, 0.205, 0.300, 0.240, 0.205, 0.320, 0.155, 0.480, 0.125, 0.700,
                              0.115, 0.900, 0.135, 0.940, 0.215, 0.960, 0.215, 0.985, 0.150, 1.005,
                              0.165, 1.120, 0.205, 1.270, 0.240, 1.370, 0.235, 1.385, 0.195, 1.375,
                              0.150, 1.380, 0.080, 1.430, 0.000, 1.445};
  gen_mesh mesh = gen_mesh_new();
  bench_turned(&mesh, rz, BENCH_POINTS(rz), 2, SIDES);
  for (int i = 0; i < 10; ++i)
  {
    const double angle = 2.0 * GEN_PI * (i + 0.31) / 10;
    gen_ball(&mesh, gen_v(0.222 * cos(angle), 0.222 * sin(angle), 1.398), 0.038, 12, 8);
  }
  gen_ball(&mesh, gen_v(0.0, 0.0, 1.475), 0.052, 16, 10);
  return mesh;
}

static gen_mesh king(void)
{
  static const double rz[] = {0.350, 0.000, 0.380, 0.035, 0.380, 0.115, 0.330, 0.160, 0.320,
                              0.185, 0.335, 0.210, 0.310, 0.245, 0.215, 0.330, 0.165, 0.500,
                              0.135, 0.740, 0.125, 0.960, 0.145, 1.000, 0.225, 1.020, 0.225,
                              1.045, 0.160, 1.065, 0.170, 1.180, 0.205, 1.330, 0.225, 1.400,
                              0.215, 1.420, 0.150, 1.450, 0.060, 1.490, 0.000, 1.500};
  gen_mesh mesh = gen_mesh_new();
  bench_turned(&mesh, rz, BENCH_POINTS(rz), 3, SIDES);
  // The cross: each arm wider outside.
  const double cross[] = {-0.020, 1.480, 0.020,  1.480, 0.016,  1.560, 0.065,  1.548,
                          0.065,  1.622, 0.016,  1.610, 0.030,  1.680, -0.030, 1.680,
                          -0.016, 1.610, -0.065, 1.622, -0.065, 1.548, -0.016, 1.560};
  gen_plate(&mesh, cross, BENCH_POINTS(cross), -0.022, 0.022);
  return mesh;
}

/// A section of the knight's neck and head: middle x z, the way it faces, half depth, half width.
typedef struct horse_cut
{
  double x, z, slope, deep, wide;
} horse_cut;

static void horse_body(gen_mesh* mesh, const horse_cut* cuts, int32_t n, bench_skin skin)
{
  bench_section sections[32];
  for (int32_t i = 0; i < n; ++i)
  {
    const horse_cut c = cuts[i];
    // Along the body: x cos, z sin of the slope; u lies across it, v to the left.
    const gen_vec across = gen_v(sin(c.slope), 0.0, -cos(c.slope));
    sections[i] =
        (bench_section){gen_v(c.x, 0.0, c.z), gen_times(across, c.deep), gen_v(0.0, c.wide, 0.0)};
  }
  bench_loft(mesh, sections, n, skin);
}

static gen_mesh knight(void)
{
  static const double foot[] = {0.330, 0.000, 0.360, 0.030, 0.360, 0.100, 0.315,
                                0.145, 0.305, 0.165, 0.320, 0.190, 0.295, 0.220,
                                0.240, 0.250, 0.180, 0.270, 0.000, 0.280};
  static const horse_cut neck[] = {
      {0.000, 0.220, 1.57, 0.150, 0.130},  {0.000, 0.270, 1.57, 0.220, 0.185},
      {-0.020, 0.360, 1.60, 0.225, 0.175}, {-0.035, 0.500, 1.55, 0.200, 0.145},
      {-0.030, 0.650, 1.45, 0.180, 0.125}, {-0.005, 0.790, 1.25, 0.170, 0.115},
      {0.035, 0.900, 0.80, 0.165, 0.110},  {0.095, 0.955, 0.25, 0.145, 0.105},
      {0.165, 0.945, -0.35, 0.125, 0.098}, {0.235, 0.895, -0.65, 0.100, 0.085},
      {0.300, 0.835, -0.75, 0.080, 0.072}, {0.350, 0.785, -0.75, 0.082, 0.072},
      {0.385, 0.750, -0.75, 0.066, 0.058}, {0.400, 0.735, -0.75, 0.030, 0.028}};
  static const bench_slice ear[] = {{1.020, 0.020, 0.060, 0.022, 0.026},
                                    {1.050, 0.012, 0.064, 0.034, 0.024},
                                    {1.110, 0.012, 0.066, 0.022, 0.014},
                                    {1.160, 0.022, 0.066, 0.006, 0.005}};
  static const double mane[] = {
      -0.200, 0.420, -0.262, 0.520, -0.215, 0.560, -0.255, 0.660, -0.200, 0.700, -0.230, 0.800,
      -0.165, 0.830, -0.170, 0.930, -0.100, 0.935, -0.070, 1.030, -0.010, 1.010, 0.030,  1.090,
      0.060,  1.030, 0.010,  0.940, -0.100, 0.860, -0.150, 0.700, -0.150, 0.500};
  gen_mesh mesh = gen_mesh_new();
  bench_turned(&mesh, foot, BENCH_POINTS(foot), 2, SIDES);
  horse_body(&mesh, neck, BENCH_COUNT(neck), (bench_skin){5, 44, 2.2});
  bench_limb(&mesh, ear, BENCH_COUNT(ear), (bench_skin){3, 12, 2.0});
  gen_plate(&mesh, mane, BENCH_POINTS(mane), -0.022, 0.022);
  gen_ball(&mesh, gen_v(0.150, 0.083, 0.985), 0.024, 12, 8);
  gen_ball(&mesh, gen_v(0.150, -0.083, 0.985), 0.024, 12, 8);
  mesh.at = gen_place_scale(1.0, -1.0, 1.0);
  bench_limb(&mesh, ear, BENCH_COUNT(ear), (bench_skin){3, 12, 2.0});
  return mesh;
}

/// @}
/// @name The board
/// @{

static void write_and_free(const char* folder, const char* file, gen_mesh mesh)
{
  gen_write_mesh(folder, file, &mesh);
  gen_mesh_free(&mesh);
}

/// Squares of one colour, let 2 mm apart from their neighbours; their tops are z = 0.
static gen_mesh squares(int colour)
{
  gen_mesh mesh = gen_mesh_new();
  for (int i = 0; i < 64; ++i)
  {
    const double x = i % 8 - 4, y = i / 8 - 4;
    if ((i % 8 + i / 8) % 2 == colour)
    {
      gen_box(&mesh, gen_v(x + 0.001, y + 0.001, -0.05), gen_v(x + 0.999, y + 0.999, 0.0));
    }
  }
  return mesh;
}

static gen_mesh frame(void)
{
  gen_mesh mesh = gen_mesh_new();
  gen_box(&mesh, gen_v(-4.40, -4.40, -0.20), gen_v(4.40, 4.40, -0.06));
  gen_box(&mesh, gen_v(-4.40, -4.40, -0.059), gen_v(4.40, -4.01, 0.02));
  gen_box(&mesh, gen_v(-4.40, 4.01, -0.059), gen_v(4.40, 4.40, 0.02));
  gen_box(&mesh, gen_v(-4.40, -4.009, -0.059), gen_v(-4.01, 4.009, 0.02));
  gen_box(&mesh, gen_v(4.01, -4.009, -0.059), gen_v(4.40, 4.009, 0.02));
  return mesh;
}

typedef struct chessman
{
  const char* name;
  const char* mesh;
  int file;
  int rank;
  double yaw;
} chessman;

static const chessman men[] = {
    {"white_king", "king", 4, 0, 0.3},      {"white_queen", "queen", 3, 1, 0.0},
    {"white_rook", "rook", 0, 0, 0.1},      {"white_bishop", "bishop", 2, 3, 1.2},
    {"white_knight", "knight", 5, 2, 1.9},  {"white_pawn_1", "pawn", 1, 2, 0.0},
    {"white_pawn_2", "pawn", 3, 3, 0.0},    {"white_pawn_3", "pawn", 6, 1, 0.0},
    {"black_king", "king", 4, 7, 0.2},      {"black_queen", "queen", 5, 5, 0.0},
    {"black_rook", "rook", 7, 7, 0.3},      {"black_bishop", "bishop", 1, 5, -1.0},
    {"black_knight", "knight", 2, 6, -1.2}, {"black_pawn_1", "pawn", 3, 5, 0.0},
    {"black_pawn_2", "pawn", 6, 6, 0.0},    {"black_pawn_3", "pawn", 7, 4, 0.0}};

/// @}

void bench_write_chess(const char* folder, FILE* scene)
{
  write_and_free(folder, "meshes/board_dark.ply", squares(0));
  write_and_free(folder, "meshes/board_light.ply", squares(1));
  write_and_free(folder, "meshes/board_frame.ply", frame());
  write_and_free(folder, "meshes/pawn.ply", pawn());
  write_and_free(folder, "meshes/rook.ply", rook());
  write_and_free(folder, "meshes/knight.ply", knight());
  write_and_free(folder, "meshes/bishop.ply", bishop());
  write_and_free(folder, "meshes/queen.ply", queen());
  write_and_free(folder, "meshes/king.ply", king());
  fputs("  - {name: board_dark, mesh: meshes/board_dark.ply}\n"
        "  - {name: board_light, mesh: meshes/board_light.ply}\n"
        "  - {name: board_frame, mesh: meshes/board_frame.ply}\n",
        scene);
  for (int32_t i = 0; i < BENCH_COUNT(men); ++i)
  {
    fprintf(scene, "  - {name: %s, mesh: meshes/%s.ply, xyz: [%g, %g, 0], rpy: [0, 0, %g]}\n",
            men[i].name, men[i].mesh, men[i].file - 3.5, men[i].rank - 3.5, men[i].yaw);
  }
}
