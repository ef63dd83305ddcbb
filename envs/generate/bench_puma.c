/// @file bench_puma.c
/// The Puma 560: its measures, links and joints.
#include "bench_puma.h"

#include <math.h>

#define DEGREES(x) ((x)*GEN_PI / 180.0)

/// @name Measures of the real arm, in metres
/// @{
#define SHOULDER 0.672  ///< of the shoulder's axis above the floor
#define D2       0.2435 ///< from the waist's axis sideways to the upper arm
#define A2       0.4318 ///< from shoulder to elbow
#define D3       0.0934 ///< from the upper arm back to the forearm
#define A3       0.0203 ///< from the elbow's axis back to the forearm's
#define D4       0.4331 ///< from elbow to wrist
#define FLANGE   0.0558 ///< from the wrist to the flange
/// @}

const double bench_puma_limits[PUMA_JOINTS][2] = {
    {DEGREES(-160), DEGREES(160)}, {DEGREES(-225), DEGREES(45)},  {DEGREES(-45), DEGREES(225)},
    {DEGREES(-110), DEGREES(170)}, {DEGREES(-100), DEGREES(100)}, {DEGREES(-266), DEGREES(266)}};

static const gen_vec white = {0.86, 0.87, 0.84};
static const gen_vec dark = {0.28, 0.30, 0.33};

/// @name Shapes
/// @{

static void pedestal(gen_mesh* mesh)
{
  gen_box(mesh, gen_v(-0.17, -0.17, 0.0), gen_v(0.17, 0.17, 0.02));
  gen_tube(mesh, gen_v(0, 0, 0.015), gen_v(0, 0, 0.52), 0.095, 20);
  gen_tube(mesh, gen_v(0, 0, 0.505), gen_v(0, 0, 0.545), 0.115, 20);
}

static void shoulder(gen_mesh* mesh)
{
  gen_tube(mesh, gen_v(0, 0, -0.122), gen_v(0, 0, -0.03), 0.100, 20);
  gen_tube(mesh, gen_v(0, -0.105, 0), gen_v(0, 0.162, 0), 0.095, 20);
}

/// A flat arm from the origin to (length, 0): rounded at both ends, in the plane of x and z.
static void flat_arm(gen_mesh* mesh, double length, double radius_a, double radius_b,
                     const double y[2])
{
  double xz[64];
  const int each = 9;
  // The straight sides touch both circles.
  const double lean = asin((radius_a - radius_b) / length);
  for (int i = 0; i < 2 * each; ++i)
  {
    const bool far = i >= each;
    const double begin = far ? lean - 0.5 * GEN_PI : 0.5 * GEN_PI - lean;
    const double sweep = far ? GEN_PI - 2.0 * lean : GEN_PI + 2.0 * lean;
    const double angle = begin + sweep * (i % each) / (each - 1);
    const double r = far ? radius_b : radius_a;
    xz[2 * i] = (far ? length : 0.0) + r * cos(angle);
    xz[2 * i + 1] = r * sin(angle);
  }
  gen_plate(mesh, xz, 2 * each, y[0], y[1]);
}

static void upper_arm(gen_mesh* mesh)
{
  const double y[2] = {-0.072, 0.040};
  flat_arm(mesh, A2, 0.120, 0.075, y);
  gen_tube(mesh, gen_v(0, 0.035, 0), gen_v(0, 0.058, 0), 0.070, 14);
}

static void forearm(gen_mesh* mesh)
{
  // Seen from the side: the motors' end below the elbow, thinner towards the wrist.
  static const double xz[] = {-0.085, -0.150, 0.020, -0.150, 0.055, -0.060, 0.055, 0.060,  0.022,
                              0.200,  0.018,  0.355, -0.058, 0.355, -0.062, 0.200, -0.090, 0.060};
  gen_plate(mesh, xz, BENCH_COUNT(xz) / 2, -0.044, 0.044);
  gen_tube(mesh, gen_v(0, -0.062, 0), gen_v(0, 0.018, 0), 0.060, 16);
}

static void wrist_roll(gen_mesh* mesh)
{
  gen_tube(mesh, gen_v(0, 0, -0.085), gen_v(0, 0, -0.040), 0.033, 16);
  gen_box(mesh, gen_v(-0.018, -0.040, -0.055), gen_v(0.018, -0.030, 0.018));
  gen_box(mesh, gen_v(-0.018, 0.030, -0.055), gen_v(0.018, 0.040, 0.018));
}

static void wrist_bend(gen_mesh* mesh)
{
  gen_tube(mesh, gen_v(0, -0.028, 0), gen_v(0, 0.028, 0), 0.028, 16);
  gen_tube(mesh, gen_v(0, 0, 0.010), gen_v(0, 0, 0.042), 0.022, 10);
}

static void hand(gen_mesh* mesh)
{
  gen_tube(mesh, gen_v(0, 0, 0.044), gen_v(0, 0, FLANGE), 0.030, 14);
  gen_box(mesh, gen_v(-0.022, -0.050, FLANGE - 0.001), gen_v(0.022, 0.050, 0.085));
  gen_box(mesh, gen_v(-0.012, -0.048, 0.084), gen_v(0.012, -0.034, 0.150));
  gen_box(mesh, gen_v(-0.012, 0.034, 0.084), gen_v(0.012, 0.048, 0.150));
}

/// @}

typedef struct puma_link
{
  const char* name;
  void (*shape)(gen_mesh* mesh);
  const gen_vec* colour;
  gen_vec at; ///< its joint, in the frame of the link before
  gen_vec axis;
} puma_link;

static const puma_link links[] = {{"pedestal", pedestal, &dark, {0, 0, 0}, {0, 0, 0}},
                                  {"shoulder", shoulder, &white, {0, 0, SHOULDER}, {0, 0, 1}},
                                  {"upper_arm", upper_arm, &white, {0, D2, 0}, {0, 1, 0}},
                                  {"forearm", forearm, &white, {A2, -D3, 0}, {0, 1, 0}},
                                  {"wrist_roll", wrist_roll, &dark, {-A3, 0, D4}, {0, 0, 1}},
                                  {"wrist_bend", wrist_bend, &dark, {0, 0, 0}, {0, 1, 0}},
                                  {"hand", hand, &dark, {0, 0, 0}, {0, 0, 1}}};

void bench_write_puma(const char* folder)
{
  gen_robot robot = gen_robot_begin(folder, "puma");
  for (int32_t i = 0; i < BENCH_COUNT(links); ++i)
  {
    gen_mesh mesh = gen_mesh_new();
    links[i].shape(&mesh);
    gen_robot_link(&robot, links[i].name, &mesh, *links[i].colour);
    gen_mesh_free(&mesh);
    if (i > 0)
    {
      char joint[16];
      snprintf(joint, sizeof joint, "joint_%d", (int)i);
      gen_robot_joint(&robot, &(gen_joint){.name = joint,
                                           .type = "revolute",
                                           .parent = links[i - 1].name,
                                           .child = links[i].name,
                                           .xyz = links[i].at,
                                           .axis = links[i].axis,
                                           .lower = bench_puma_limits[i - 1][0],
                                           .upper = bench_puma_limits[i - 1][1]});
    }
  }
  gen_robot_end(&robot);
}
