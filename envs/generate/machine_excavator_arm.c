/// @file machine_excavator_arm.c
/// Boom and stick with their hydraulic cylinders.
#include "machine_excavator.h"

#include <math.h>

/// A point of the plane x, z turned the way the arm's joints turn: positive raises.
static gen_vec raised(gen_vec v, double angle)
{
  return gen_v(v.x * cos(angle) - v.z * sin(angle), v.y, v.x * sin(angle) + v.z * cos(angle));
}

/// @name Boom
/// @{

#define BOOM_HALF_WIDTH 0.23

/// The middle line: a curve that is straight at both ends and has its knee in between.
static gen_vec boom_middle(double t)
{
  const double weight = 2.2;
  const gen_vec knee = gen_v(2.35, 0, 1.15);
  const double a = (1 - t) * (1 - t), b = 2 * weight * t * (1 - t), c = t * t;
  return gen_times(gen_add(gen_times(knee, b), gen_times(gen_v(EXCAVATOR_BOOM_LENGTH, 0, 0), c)),
                   1.0 / (a + b + c));
}

/// A point of the boom's side view: `up` is 1 at the upper edge, -1 at the lower, and `extra`
/// metres beyond.
static gen_vec boom_edge(double t, double up, double extra)
{
  const gen_vec along = gen_unit(gen_sub(boom_middle(t + 1e-4), boom_middle(t - 1e-4)));
  const double half = 0.165 + 0.98 * t * (1 - t);
  const double away = up * half + extra;
  return gen_add(boom_middle(t), gen_v(-along.z * away, 0, along.x * away));
}

/// A bar of rectangular section along the boom, between two edges.
static void boom_strip(gen_mesh* mesh, const double up[2], const double extra[2], double half_width)
{
  enum
  {
    STATIONS = 16
  };
  gen_vec corners[4 * STATIONS];
  for (int i = 0; i < STATIONS; ++i)
  {
    const double t = 0.06 + 0.84 * i / (STATIONS - 1);
    const gen_vec low = boom_edge(t, up[0], extra[0]), high = boom_edge(t, up[1], extra[1]);
    corners[4 * i] = gen_v(low.x, -half_width, low.z);
    corners[4 * i + 1] = gen_v(low.x, half_width, low.z);
    corners[4 * i + 2] = gen_v(high.x, half_width, high.z);
    corners[4 * i + 3] = gen_v(high.x, -half_width, high.z);
  }
  parts_loft(mesh, corners, STATIONS, 4);
}

/// The outline of an end piece: an arc about the pin, then the boom's edges from t0 to t1.
static int32_t boom_end(double* xz, double pin_x, double t0, double t1, double radius)
{
  const int arc = 9;
  const double start = pin_x > 0 ? -GEN_PI / 2 - 0.25 : GEN_PI / 2 + 0.45;
  int32_t n = 0;
  for (int i = 0; i <= arc; ++i, ++n)
  {
    const double angle = start + GEN_PI * i / arc;
    xz[2 * n] = pin_x + radius * cos(angle);
    xz[2 * n + 1] = radius * sin(angle);
  }
  const double first = pin_x > 0 ? 1.0 : -1.0;
  const double t[4] = {t0, t1, t1, t0}, up[4] = {first, first, -first, -first};
  for (int i = 0; i < 4; ++i, ++n)
  {
    const gen_vec p = boom_edge(t[i], 0.96 * up[i], 0.0);
    xz[2 * n] = p.x;
    xz[2 * n + 1] = p.z;
  }
  return n;
}

static void boom_ends(parts_link* link)
{
  double xz[2 * 16];
  const int32_t foot = boom_end(xz, 0.0, 0.10, 0.16, 0.18);
  gen_plate(&link->paint, xz, foot, -0.25, 0.25);
  const int32_t tip = boom_end(xz, EXCAVATOR_BOOM_LENGTH, 0.90, 0.84, 0.19);
  for (int side = -1; side <= 1; side += 2)
  {
    gen_plate(&link->paint, xz, tip, side * 0.185, side * 0.255);
    parts_pin(&link->steel, EXCAVATOR_BOOM_LENGTH, 0, 0.12, side * 0.25, side * 0.285, 18);
  }
  parts_pin(&link->steel, EXCAVATOR_BOOM_LENGTH, 0, 0.06, -0.31, 0.31, 18);
}

/// The boom cylinders at both sides, the stick's cylinder on top.
static void boom_cylinders(parts_link* link)
{
  const gen_vec lug = boom_middle(0.36);
  const gen_vec foot = raised(gen_v(0.62, 0, -0.36), -EXCAVATOR_WORK_BOOM);
  for (int side = -1; side <= 1; side += 2)
  {
    parts_cylinder(link, gen_v(foot.x, 0.40 * side, foot.z), gen_v(lug.x, 0.40 * side, lug.z), 0.08,
                   0.66);
  }
  parts_pin(&link->steel, lug.x, lug.z, 0.06, -0.5, 0.5, 16);
  parts_pin(&link->paint, lug.x, lug.z, 0.13, -0.31, 0.31, 16);

  const gen_vec hinge = boom_edge(0.50, 1.0, 0.17);
  const gen_vec tail =
      gen_add(gen_v(EXCAVATOR_BOOM_LENGTH, 0, 0),
              raised(gen_v(EXCAVATOR_TAIL_X, 0, EXCAVATOR_TAIL_Z), EXCAVATOR_WORK_STICK));
  parts_cylinder(link, hinge, tail, 0.085, 0.62);
  const gen_vec a = boom_edge(0.40, 1.0, -0.02), b = boom_edge(0.56, 1.0, -0.02);
  const double ear[] = {a.x,
                        a.z,
                        b.x,
                        b.z,
                        hinge.x + 0.09,
                        hinge.z + 0.03,
                        hinge.x + 0.02,
                        hinge.z + 0.1,
                        hinge.x - 0.07,
                        hinge.z + 0.07};
  gen_plate(&link->paint, ear, 5, 0.11, 0.15);
  gen_plate(&link->paint, ear, 5, -0.15, -0.11);
}

static void boom_hoses(gen_mesh* mesh)
{
  for (int k = 0; k < 2; ++k)
  {
    gen_vec points[10];
    for (int i = 0; i < 10; ++i)
    {
      points[i] = boom_edge(0.1 + 0.085 * i, 1.0, 0.05);
      points[i].y = k == 0 ? 0.19 : -0.19;
    }
    gen_bar(mesh, points, 10, 0.022, 6);
  }
}

void excavator_boom(parts_link* link)
{
  boom_strip(&link->paint, (double[]){-1, 1}, (double[]){0, 0}, BOOM_HALF_WIDTH - 0.02);
  boom_strip(&link->paint, (double[]){1, 1}, (double[]){-0.005, 0.02}, BOOM_HALF_WIDTH);
  boom_strip(&link->paint, (double[]){-1, -1}, (double[]){-0.02, 0.005}, BOOM_HALF_WIDTH);
  boom_ends(link);
  boom_cylinders(link);
  boom_hoses(&link->dark);
}

/// @}
/// @name Stick
/// @{

#define STICK_HALF_WIDTH 0.155

static void stick_body(parts_link* link)
{
  const double web[] = {-0.86, 0.20,  -0.80, 0.13,  -0.30, -0.18,  -0.06, -0.24, 0.30,  -0.25,
                        0.80,  -0.21, 2.70,  -0.13, 2.84,  -0.125, 2.97,  -0.12, 3.04,  -0.05,
                        3.05,  0.04,  3.0,   0.11,  2.90,  0.145,  2.70,  0.16,  0.95,  0.36,
                        0.55,  0.40,  0.20,  0.40,  -0.55, 0.38,   -0.78, 0.36,  -0.86, 0.30};
  gen_plate(&link->paint, web, 20, -STICK_HALF_WIDTH, STICK_HALF_WIDTH);
  const double upper[] = {2.6, 0.165, 2.6, 0.19, 0.95, 0.383, 0.55, 0.424,
                          0.0, 0.424, 0.0, 0.39, 0.55, 0.39,  0.95, 0.35};
  const double lower[] = {0.35, -0.24,  0.80, -0.20,  2.6,  -0.13,
                          2.6,  -0.155, 0.80, -0.232, 0.35, -0.272};
  gen_plate(&link->paint, upper, 8, -0.18, 0.18);
  gen_plate(&link->paint, lower, 6, -0.18, 0.18);
  parts_pin(&link->paint, 0, 0, 0.17, -0.18, 0.18, 20);
  parts_pin(&link->paint, EXCAVATOR_STICK_LENGTH, 0, 0.13, -0.175, 0.175, 20);
  for (int side = -1; side <= 1; side += 2)
  {
    const double ear[] = {-0.88, 0.22, -0.78, 0.12, -0.45, 0.1,
                          -0.4,  0.36, -0.76, 0.37, -0.87, 0.30};
    gen_plate(&link->paint, ear, 6, side * 0.14, side * 0.19);
  }
  parts_pin(&link->steel, EXCAVATOR_TAIL_X, EXCAVATOR_TAIL_Z, 0.055, -0.23, 0.23, 16);
}

/// Where two bars that start at a and b meet, on the side of larger z.
static gen_vec meeting(gen_vec a, double from_a, gen_vec b, double from_b)
{
  const gen_vec ab = gen_sub(b, a);
  const double d = gen_length(ab);
  const double along = (d * d + from_a * from_a - from_b * from_b) / (2.0 * d);
  const double beside = sqrt(from_a * from_a - along * along);
  const gen_vec u = gen_unit(ab);
  return gen_add(a, gen_v(u.x * along - u.z * beside, 0, u.z * along + u.x * beside));
}

/// A flat bar with round ends between two points of the plane x, z.
static void flat_link(gen_mesh* mesh, gen_vec a, gen_vec b, double radius, double y0, double y1)
{
  enum
  {
    HALF = 7
  };
  const gen_vec u = gen_unit(gen_sub(b, a));
  const double tilt = atan2(u.z, u.x);
  double xz[4 * HALF];
  for (int i = 0; i < 2 * HALF; ++i)
  {
    const double angle = tilt + GEN_PI * ((i % HALF) / (HALF - 1.0) + (i < HALF ? 0.5 : 1.5));
    const gen_vec end = i < HALF ? a : b;
    xz[2 * i] = end.x + radius * cos(angle);
    xz[2 * i + 1] = end.z + radius * sin(angle);
  }
  gen_plate(mesh, xz, 2 * HALF, y0, y1);
}

/// The bucket's cylinder and the two pairs of bars through which it turns the bucket.
static void bucket_linkage(parts_link* link)
{
  const gen_vec pivot = gen_v(2.45, 0, 0.02);
  const gen_vec rocker =
      gen_add(gen_v(EXCAVATOR_STICK_LENGTH, 0, 0),
              raised(gen_v(EXCAVATOR_ROCKER_X, 0, EXCAVATOR_ROCKER_Z), EXCAVATOR_WORK_BUCKET));
  const gen_vec knee = meeting(pivot, 0.62, rocker, 0.60);
  for (int side = -1; side <= 1; side += 2)
  {
    flat_link(&link->paint, pivot, knee, 0.08, side * 0.19, side * 0.235);
  }
  flat_link(&link->paint, knee, rocker, 0.10, -0.165, 0.165);
  parts_pin(&link->steel, pivot.x, pivot.z, 0.05, -0.26, 0.26, 16);
  parts_pin(&link->steel, knee.x, knee.z, 0.05, -0.26, 0.26, 16);
  const gen_vec hinge = gen_v(0.42, 0, 0.58);
  parts_cylinder(link, hinge, knee, 0.075, 0.62);
  const double ear[] = {0.15, 0.38, 0.72, 0.36, 0.50, 0.62, 0.42, 0.67, 0.34, 0.62};
  gen_plate(&link->paint, ear, 5, 0.1, 0.14);
  gen_plate(&link->paint, ear, 5, -0.14, -0.1);
}

void excavator_stick(parts_link* link)
{
  stick_body(link);
  bucket_linkage(link);
}

/// @}
