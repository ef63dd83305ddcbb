/// @file machine_excavator_tracks.c
/// Two tracks of shoes on chains round a sprocket and an idler, on frames joined by a centre piece.
#include "machine_excavator.h"

#include <math.h>

#define GAUGE        2.38 ///< metres between the middles of the tracks
#define SHOE_WIDTH   0.60
#define AXLE_X       1.64 ///< of the idler in front, of the sprocket behind
#define AXLE_Z       0.46
#define CHAIN_RADIUS 0.355 ///< of the chain's middle where it goes round
#define SHOE_COUNT   46
/// Outwards from the chain's middle: where the shoe's plate begins. The grousers end at 0.46.
#define SHOE_OFFSET 0.05

/// A point of the chain's middle line, at a share of its length.
static gen_vec chain_point(double share)
{
  const double arc = GEN_PI * CHAIN_RADIUS, straight = 2.0 * AXLE_X;
  double s = (share - floor(share)) * 2.0 * (arc + straight);
  // The half that starts on top of the sprocket and runs forward; the other is it turned round.
  const double sign = s < arc + straight ? 1.0 : -1.0;
  s -= s < arc + straight ? 0.0 : arc + straight;
  const double angle = s < straight ? 0.0 : (s - straight) / CHAIN_RADIUS;
  const double x = (s < straight ? s : straight) - AXLE_X + CHAIN_RADIUS * sin(angle);
  return gen_v(sign * x, 0, AXLE_Z + sign * CHAIN_RADIUS * cos(angle));
}

/// Between two pins of the chain: x along it, z outwards.
static gen_place shoe_place(int i)
{
  const gen_vec a = chain_point((double)i / SHOE_COUNT);
  const gen_vec b = chain_point((i + 1.0) / SHOE_COUNT);
  return gen_place_times(gen_place_at(gen_between(a, b, 0.5)),
                         gen_place_turn('y', atan2(a.z - b.z, b.x - a.x)));
}

/// One shoe with three grousers, and the two chain links that it is bolted to.
static void shoe(parts_link* link)
{
  const double h = 0.105 - SHOE_OFFSET;
  const double profile[] = {-0.091, 0,     0.091,  0,     0.093,  0.02, 0.085,  h,   0.069,  h,
                            0.061,  0.022, 0.014,  0.022, 0.008,  h,    -0.008, h,   -0.014, 0.022,
                            -0.061, 0.022, -0.069, h,     -0.085, h,    -0.093, 0.02};
  const gen_place at = link->paint.at;
  link->paint.at = gen_place_times(at, gen_place_at(gen_v(0, 0, SHOE_OFFSET)));
  gen_plate(&link->paint, profile, 14, -0.5 * SHOE_WIDTH, 0.5 * SHOE_WIDTH);
  link->paint.at = at;
  gen_box(&link->dark, gen_v(-0.10, -0.10, -0.04), gen_v(0.10, -0.065, SHOE_OFFSET - 0.001));
  gen_box(&link->dark, gen_v(-0.10, 0.065, -0.04), gen_v(0.10, 0.10, SHOE_OFFSET - 0.001));
}

static void sprocket(parts_link* link)
{
  enum
  {
    TEETH = 21
  };
  double xz[2 * 4 * TEETH];
  for (int i = 0; i < 4 * TEETH; ++i)
  {
    const double angle = 2.0 * GEN_PI * i / (4 * TEETH);
    const double radius = CHAIN_RADIUS + (i % 4 < 2 ? 0.0 : -0.055);
    xz[2 * i] = radius * cos(angle) - AXLE_X;
    xz[2 * i + 1] = radius * sin(angle) + AXLE_Z;
  }
  gen_plate(&link->dark, xz, 4 * TEETH, -0.035, 0.035);
  parts_pin(&link->paint, -AXLE_X, AXLE_Z, 0.25, -0.16, 0.14, 24);
  parts_pin(&link->paint, -AXLE_X, AXLE_Z, 0.19, 0.13, 0.25, 24);
  for (int i = 0; i < 8; ++i)
  {
    const double angle = 2.0 * GEN_PI * i / 8;
    parts_pin(&link->dark, -AXLE_X + 0.22 * cos(angle), AXLE_Z + 0.22 * sin(angle), 0.018, 0.13,
              0.155, 6);
  }
}

/// A wheel about y with a profile of radius and distance from its middle.
static void turned_wheel(gen_mesh* mesh, double x, double z, const double* rz, int32_t n,
                         int32_t sides)
{
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(
      before, gen_place_times(gen_place_at(gen_v(x, 0, z)), gen_place_turn('x', -GEN_PI / 2)));
  gen_turned(mesh, rz, n, sides);
  mesh->at = before;
}

static void wheels(parts_link* link)
{
  const double r = CHAIN_RADIUS - 0.045;
  const double idler[] = {0.10, -0.12, r - 0.03, -0.10, r - 0.03, -0.055, r,    -0.05,
                          r,    0.05,  r - 0.03, 0.055, r - 0.03, 0.10,   0.10, 0.12};
  turned_wheel(&link->dark, AXLE_X, AXLE_Z, idler, 8, 24);
  const double low = AXLE_Z - CHAIN_RADIUS + 0.045;
  const double roller[] = {0.06, -0.19, 0.12, -0.165, 0.10, -0.11,
                           0.10, 0.11,  0.12, 0.165,  0.06, 0.19};
  for (int i = 0; i < 8; ++i)
  {
    turned_wheel(&link->dark, -1.225 + 0.35 * i, low + 0.10, roller, 6, 10);
  }
  const double carrier[] = {0.04, -0.16, 0.075, -0.15, 0.075, 0.15, 0.04, 0.16};
  turned_wheel(&link->dark, -0.75, AXLE_Z + r - 0.075, carrier, 4, 14);
  turned_wheel(&link->dark, 0.75, AXLE_Z + r - 0.075, carrier, 4, 14);
}

static void side_frame(parts_link* link)
{
  const double frame[] = {-1.35, 0.36, -1.2, 0.24, 1.15,  0.24, 1.3,   0.36,
                          1.3,   0.56, 1.05, 0.64, -1.15, 0.64, -1.35, 0.56};
  gen_plate(&link->paint, frame, 8, -0.145, 0.145);
  const double yoke[] = {1.22, 0.38, 1.7, 0.40, 1.75, 0.46, 1.7, 0.52, 1.22, 0.54};
  gen_plate(&link->paint, yoke, 5, 0.15, 0.18);
  gen_plate(&link->paint, yoke, 5, -0.18, -0.15);
  const double motor[] = {-1.32, 0.35, -1.66, 0.33, -1.7, 0.46, -1.66, 0.59, -1.32, 0.57};
  gen_plate(&link->paint, motor, 5, -0.14, -0.05);
  for (int i = -1; i <= 1; i += 2)
  {
    gen_box(&link->paint, gen_v(0.75 * i - 0.06, -0.06, 0.62), gen_v(0.75 * i + 0.06, 0.06, 0.75));
  }
  gen_box(&link->dark, gen_v(-0.35, 0.14, 0.50), gen_v(0.35, 0.27, 0.53));
}

/// One track; its outer side is that of positive y.
static void track(parts_link* link)
{
  const gen_place before = link->paint.at;
  for (int i = 0; i < SHOE_COUNT; ++i)
  {
    parts_link_place(link, gen_place_times(before, shoe_place(i)));
    shoe(link);
  }
  parts_link_place(link, before);
  sprocket(link);
  wheels(link);
  side_frame(link);
}

/// What joins the tracks and carries the bearing: a drum with four legs.
static void centre(parts_link* link)
{
  gen_frustum(&link->paint, gen_v(0, 0, 0.42), 0.62, gen_v(0, 0, 0.86), 0.72, 24);
  gen_tube(&link->dark, gen_v(0, 0, 0.861), gen_v(0, 0, 0.95), 0.70, 32);
  for (int i = 0; i < 4; ++i)
  {
    const double sx = i & 1 ? 1.0 : -1.0, sy = i & 2 ? 1.0 : -1.0;
    const gen_vec in = gen_v(0.3 * sx, 0.35 * sy, 0.62), out = gen_v(0.75 * sx, 1.15 * sy, 0.5);
    gen_beam(&link->paint, in, out, gen_v(0, 0, 1), 0.42, 0.26);
  }
  gen_box(&link->paint, gen_v(-0.5, -0.45, 0.44), gen_v(0.5, 0.45, 0.80));
}

void excavator_tracks(parts_link* link)
{
  for (int side = -1; side <= 1; side += 2)
  {
    parts_link_place(link, gen_place_times(gen_place_at(gen_v(0, 0.5 * GAUGE * side, 0)),
                                           gen_place_scale(1, side, 1)));
    track(link);
  }
  parts_link_place(link, gen_place_none());
  centre(link);
}
