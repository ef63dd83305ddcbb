/// @file test_cull_place.c
/// Where the wide kernels put eight parts of a body over a span: against points placed in double.
#include "any_pose.h"
#include "ep_test.h"
#include "num_vec.h"

#include <math.h>

/// What places are off by, as a part of the largest coordinate: proofs.md F1.
#define PLACE_ERROR (40.0 * 0x1p-24)

static void any_motion(ep_rng* rng, ep_span_motion* m)
{
  any_pose(rng, &m->pose[0]);
  any_pose(rng, &m->pose[1]);
  if (ep_rng_int(rng, 1, 3) == 1)
  {
    m->pose[1] = m->pose[0];
  }
  for (int k = 0; k < 3; ++k)
  {
    m->curve[k] = (float)ep_rng_uniform(rng, 0.0, 2.0);
  }
  m->shift = ep_rng_int(rng, 1, 2) == 1 ? 0.0f : (float)ep_rng_uniform(rng, 0.0, 2.0);
  m->bend = (float)(0.125 * ep_rng_log_uniform(rng, 1e-6, 1.0));
  m->margin = (float)ep_rng_uniform(rng, 1e-3, 2e-3);
  m->clearance = ep_rng_int(rng, 1, 2) == 1 ? 0.0f : (float)ep_rng_uniform(rng, 0.0, 3.0);
  m->radius_error = (float)ep_rng_uniform(rng, 0.0, 1e-6);
}

/// The curve term of points within these radii.
static double curve_of(const ep_span_motion* m, double perp, double par)
{
  return (double)m->bend * ((double)m->curve[0] + (double)m->curve[1] * (perp + (double)m->shift) +
                            (double)m->curve[2] * par);
}

typedef struct box_trial
{
  ep_span_motion motion;
  ep_bvh_node node;
  ep_child_radii radii;
} box_trial;

static void any_boxes(ep_rng* rng, box_trial* t)
{
  any_motion(rng, &t->motion);
  for (int lane = 0; lane < 8; ++lane)
  {
    for (int k = 0; k < 3; ++k)
    {
      t->node.lo[k][lane] = (float)ep_rng_uniform(rng, -5.0, 5.0);
      t->node.hi[k][lane] = t->node.lo[k][lane] + (float)ep_rng_log_uniform(rng, 1e-3, 5.0);
    }
    t->radii.perp[lane] = (float)ep_rng_uniform(rng, 0.0, 10.0);
    t->radii.par[lane] = (float)ep_rng_uniform(rng, 0.0, 10.0);
  }
}

/// A corner of a lane's box.
static void corner_of(const ep_bvh_node* node, int lane, int corner, double p[3])
{
  for (int k = 0; k < 3; ++k)
  {
    p[k] = (double)((corner >> k & 1) != 0 ? node->hi[k][lane] : node->lo[k][lane]);
  }
}

/// Corners at both ends are in the boxes and in the ranges, deeper by all that is to be kept; at
/// what is claimed to be its farthest the part gets no farther.
EP_TEST(sound_places_of_boxes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 31);
  const double error = PLACE_ERROR * 60.0;
  for (int64_t i = 0, n = ep_test_trials(4000); i < n; ++i)
  {
    box_trial t;
    ep_box_sweeps boxes;
    ep_axis_sweeps axes;
    any_boxes(&rng, &t);
    const ep_kernels* kernels = ep_kernels_at(i % 2 == 0 || ep_kernels_at(1) == NULL ? 0 : 1);
    kernels->place_boxes(&t.motion, &t.node, &t.radii, &boxes);
    kernels->place_axes(&t.motion, &boxes, &axes);
    bool good = true;
    for (int k = 0; k < 8 * 8; ++k)
    {
      const int lane = k / 8;
      const double keep =
          (double)t.motion.margin + (double)t.motion.clearance +
          curve_of(&t.motion, (double)t.radii.perp[lane], (double)t.radii.par[lane]);
      double p[3], at[2][3];
      corner_of(&t.node, lane, k % 8, p);
      for (int end = 0; end < 2; ++end)
      {
        placed(&t.motion.pose[end], p, at[end]);
        for (int x = 0; x < 3; ++x)
        {
          double along = 0.0;
          for (int y = 0; y < 3; ++y)
          {
            good = good && axes.axis[x][y] == t.motion.pose[0].rotation[y][x];
            along += (double)axes.axis[x][y] * at[end][y];
          }
          const double twice = keep + (double)t.motion.margin;
          good = good && at[end][x] - keep >= (double)boxes.lo[end][x][lane] - error &&
                 at[end][x] + keep <= (double)boxes.hi[end][x][lane] + error &&
                 along - twice >= (double)axes.lo[x][lane] - 2.0 * error &&
                 along + twice <= (double)axes.hi[x][lane] + 2.0 * error;
        }
      }
    }
    ck_assert_msg(good, "%s, trial %lld: a corner is outside", kernels->name, (long long)i);
  }
}

/// Boxes are no larger than they have to be, and what decides about splits is what it is called.
EP_TEST(tight_places_of_boxes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 32);
  const double error = PLACE_ERROR * 60.0;
  for (int64_t i = 0, n = ep_test_trials(2000); i < n; ++i)
  {
    box_trial t;
    ep_box_sweeps boxes;
    any_boxes(&rng, &t);
    ep_kernels_best()->place_boxes(&t.motion, &t.node, &t.radii, &boxes);
    for (int lane = 0; lane < 8; ++lane)
    {
      const double curve =
          curve_of(&t.motion, (double)t.radii.perp[lane], (double)t.radii.par[lane]);
      const double keep = (double)t.motion.margin + (double)t.motion.clearance + curve;
      double lo[2][3], hi[2][3], moved = 0.0, size = 0.0;
      for (int k = 0; k < 2 * 3 * 8; ++k)
      {
        const int end = k / 24, x = k / 8 % 3, corner = k % 8;
        double p[3], at[3];
        corner_of(&t.node, lane, corner, p);
        placed(&t.motion.pose[end], p, at);
        lo[end][x] = corner == 0 ? at[x] : fmin(lo[end][x], at[x]);
        hi[end][x] = corner == 0 ? at[x] : fmax(hi[end][x], at[x]);
      }
      for (int x = 0; x < 3; ++x)
      {
        for (int end = 0; end < 2; ++end)
        {
          ck_assert(fabs((double)boxes.lo[end][x][lane] - (lo[end][x] - keep)) < error);
          ck_assert(fabs((double)boxes.hi[end][x][lane] - (hi[end][x] + keep)) < error);
        }
        moved = fmax(moved, fmax(fabs(lo[1][x] - lo[0][x]), fabs(hi[1][x] - hi[0][x])));
        size = fmax(size, (double)(t.node.hi[x][lane] - t.node.lo[x][lane]));
      }
      ck_assert(fabs((double)boxes.sweeps[lane] -
                     ((double)EP_SWEEP_MOVED * moved + (double)EP_SWEEP_CURVE * curve)) < error);
      ck_assert(fabs((double)boxes.size[lane] - size) < error);
    }
  }
}

/// Corners are where they are, within the box around both ends; the inflation holds the curve of
/// the farthest corner, the radius and the margin.
EP_TEST(sound_places_of_triangles)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 33);
  const double error = PLACE_ERROR * 60.0;
  for (int64_t i = 0, n = ep_test_trials(4000); i < n; ++i)
  {
    ep_span_motion m;
    ep_bvh_octet own;
    ep_triangle_sweeps out;
    any_motion(&rng, &m);
    for (int lane = 0; lane < 8; ++lane)
    {
      own.radius_up[lane] =
          ep_rng_int(&rng, 1, 2) == 1 ? 0.0f : (float)ep_rng_uniform(&rng, 0.0, 1.0);
      for (int k = 0; k < 9; ++k)
      {
        own.vertex[k / 3][k % 3][lane] = (float)ep_rng_uniform(&rng, -5.0, 5.0);
      }
    }
    const ep_kernels* kernels = ep_kernels_at(i % 2 == 0 || ep_kernels_at(1) == NULL ? 0 : 1);
    kernels->place_triangles(&m, &own, &out);
    for (int lane = 0; lane < 8; ++lane)
    {
      double farthest = 0.0, way = 0.0, at[2][3];
      for (int c = 0; c < 3; ++c)
      {
        double p[3];
        for (int k = 0; k < 3; ++k)
        {
          p[k] = (double)own.vertex[c][k][lane];
        }
        farthest = fmax(farthest, ep_vec_length(p));
        placed(&m.pose[0], p, at[0]);
        placed(&m.pose[1], p, at[1]);
        for (int k = 0; k < 6; ++k)
        {
          const float x = out.vertex[k / 3][c][k % 3][lane];
          ck_assert(fabs((double)x - at[k / 3][k % 3]) < error);
          ck_assert(x >= out.lo[k % 3][lane] && x <= out.hi[k % 3][lane]);
        }
        for (int k = 0; k < 3; ++k)
        {
          way = fmax(way, fabs(at[1][k] - at[0][k]));
        }
      }
      const double curve = curve_of(&m, farthest, 0.0);
      ck_assert((double)out.curve[lane] >= curve);
      ck_assert((double)out.curve[lane] <= curve * (1.0 + 0x1p-12) + 1e-5);
      ck_assert((double)out.inflation[lane] >=
                (double)out.curve[lane] + (double)own.radius_up[lane] + (double)m.margin - 1e-6);
      ck_assert(fabs((double)out.way[lane] - way) < error);
    }
  }
}

/// The longest edge among the children that count, and of no other.
EP_TEST(tight_largest_child)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 34);
  for (int i = 0; i < 2000; ++i)
  {
    box_trial t;
    any_boxes(&rng, &t);
    const uint32_t mask = (uint32_t)ep_rng_int(&rng, 0, 255);
    float most = 0.0f;
    for (int k = 0; k < 24; ++k)
    {
      const float edge = t.node.hi[k / 8][k % 8] - t.node.lo[k / 8][k % 8];
      most = (mask >> (k % 8) & 1U) != 0 ? fmaxf(most, edge) : most;
    }
    ck_assert(ep_kernels_best()->largest(&t.node, mask) == most);
  }
}
