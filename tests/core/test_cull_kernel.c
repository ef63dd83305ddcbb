/// @file test_cull_kernel.c
/// The wide kernels, every table of them: boxes against the same in integers, triangles against
/// distances at single moments, and one table against another.
#include "any_triangle.h"
#include "cull_kernel.h"
#include "ep_test.h"
#include "geo_distance.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/// One of 2^-24: what floats round by.
#define FLOAT_UNIT 0x1p-24

/// The lane of the moving side; what is in the others must not matter.
#define LANE 5

static uint32_t lane_bit(int lane)
{
  return 1U << lane;
}

// --- Boxes that move along coordinates ---

/// Boxes of integers, so that it is exact when they meet. All within 2^24: floats hold them, though
/// not all their differences.
typedef struct box_trial
{
  int64_t lo[2][3]; ///< of the moving box at the begin and at the end
  int64_t hi[2][3];
  int64_t node_lo[8][3];
  int64_t node_hi[8][3];
  double unit; ///< metres, a power of two
} box_trial;

/// The moving box is nowhere more than a million wide, its places at p/q of the way are integers,
/// and of each lane some sides touch it there or are off by a few units.
static void any_boxes(ep_rng* rng, box_trial* t)
{
  const int64_t q = ep_rng_int(rng, 2, 1000);
  const int64_t p = ep_rng_int(rng, 0, q);
  const int64_t way = (int64_t)ep_rng_log_uniform(rng, 1.0, 0x1p23) / q;
  t->unit = ldexp(1.0, (int)ep_rng_int(rng, -40, 10));
  for (int k = 0; k < 3; ++k)
  {
    const int64_t low = ep_rng_int(rng, -way, way);
    const int64_t high = maybe(rng, 2) ? low : ep_rng_int(rng, -way, way);
    const int64_t wide = ep_rng_int(rng, 0, 500000) + (high < low ? (low - high) * q : 0);
    t->lo[0][k] = ep_rng_int(rng, -0x600000, 0x600000);
    t->hi[0][k] = t->lo[0][k] + wide;
    t->lo[1][k] = t->lo[0][k] + q * low;
    t->hi[1][k] = t->hi[0][k] + q * high;
    const int64_t lo = t->lo[0][k] + p * low;
    const int64_t hi = t->hi[0][k] + p * high;
    for (int lane = 0; lane < 8; ++lane)
    {
      const int64_t off = maybe(rng, 2) ? 0 : ep_rng_int(rng, -20, 20) * ep_rng_int(rng, 1, 5000);
      const int64_t size = (int64_t)ep_rng_log_uniform(rng, 1.0, 4e6) - 1;
      const bool below = maybe(rng, 2);
      t->node_lo[lane][k] = below ? lo - size + off : hi + off;
      t->node_hi[lane][k] = t->node_lo[lane][k] + size;
    }
  }
}

static void set_boxes(const box_trial* t, ep_box_sweeps* sweep, ep_bvh_node* node)
{
  memset(sweep, 0x7e, sizeof *sweep); // large numbers
  for (int k = 0; k < 3; ++k)
  {
    for (int end = 0; end < 2; ++end)
    {
      sweep->lo[end][k][LANE] = (float)((double)t->lo[end][k] * t->unit);
      sweep->hi[end][k][LANE] = (float)((double)t->hi[end][k] * t->unit);
    }
    for (int lane = 0; lane < 8; ++lane)
    {
      node->lo[k][lane] = (float)((double)t->node_lo[lane][k] * t->unit);
      node->hi[k][lane] = (float)((double)t->node_hi[lane][k] * t->unit);
      node->child[lane] = lane;
    }
  }
}

/// When boxes meet: from enter to leave, as fractions. Never, if one of them says so.
typedef struct meeting
{
  int64_t enter[2];
  int64_t leave[2];
  bool never;
} meeting;

static bool is_less(const int64_t a[2], const int64_t b[2])
{
  return a[0] * b[1] < b[0] * a[1];
}

/// Narrows to where f0 + s (f1 - f0) <= 0.
static void narrow(meeting* m, int64_t f0, int64_t f1)
{
  const int64_t s[2] = {f0 > f1 ? f0 : -f0, f0 > f1 ? f0 - f1 : f1 - f0};
  m->never = m->never || (f0 > 0 && f1 > 0);
  if (f0 > 0 && f1 <= 0 && is_less(m->enter, s))
  {
    memcpy(m->enter, s, sizeof s);
  }
  if (f1 > 0 && f0 <= 0 && is_less(s, m->leave))
  {
    memcpy(m->leave, s, sizeof s);
  }
}

static meeting meeting_of(const box_trial* t, int lane)
{
  meeting m = {{0, 1}, {1, 1}, false};
  for (int k = 0; k < 3; ++k)
  {
    narrow(&m, t->lo[0][k] - t->node_hi[lane][k], t->lo[1][k] - t->node_hi[lane][k]);
    narrow(&m, t->node_lo[lane][k] - t->hi[0][k], t->node_lo[lane][k] - t->hi[1][k]);
  }
  return m;
}

/// Whoever meets at any time is kept, also where two boxes touch with a corner at one moment.
EP_TEST(sound_kernel_boxes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 11);
  int64_t meet = 0, touch = 0;
  for (int64_t i = 0, n = ep_test_trials(200000); i < n; ++i)
  {
    box_trial t;
    ep_box_sweeps sweep;
    ep_bvh_node node;
    any_boxes(&rng, &t);
    set_boxes(&t, &sweep, &node);
    for (int32_t table = 0; ep_kernels_at(table) != NULL; ++table)
    {
      const uint32_t kept = ep_kernels_at(table)->boxes(&sweep, LANE, &node);
      ck_assert_uint_eq(kept & ~0xffU, 0);
      for (int lane = 0; lane < 8; ++lane)
      {
        const meeting m = meeting_of(&t, lane);
        const bool meets = !m.never && !is_less(m.leave, m.enter);
        meet += meets;
        touch += meets && !is_less(m.enter, m.leave);
        ck_assert_msg(!meets || (kept & lane_bit(lane)) != 0,
                      "%s, trial %lld, lane %d: they meet from %lld/%lld to %lld/%lld",
                      ep_kernels_at(table)->name, (long long)i, lane, (long long)m.enter[0],
                      (long long)m.enter[1], (long long)m.leave[0], (long long)m.leave[1]);
      }
    }
  }
  printf("boxes: %lld meet, %lld of them for a moment\n", (long long)meet, (long long)touch);
  ck_assert_int_gt(touch, meet / 100);
}

/// Whoever would have to enter later than it leaves, by more than rounding, is not kept.
EP_TEST(tight_kernel_boxes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 12);
  for (int64_t i = 0, n = ep_test_trials(100000); i < n; ++i)
  {
    box_trial t;
    ep_box_sweeps sweep;
    ep_bvh_node node;
    any_boxes(&rng, &t);
    set_boxes(&t, &sweep, &node);
    const uint32_t kept = ep_kernels_best()->boxes(&sweep, LANE, &node);
    for (int lane = 0; lane < 8; ++lane)
    {
      const meeting m = meeting_of(&t, lane);
      const double enter = (double)m.enter[0] / (double)m.enter[1];
      const double leave = (double)m.leave[0] / (double)m.leave[1];
      ck_assert_msg((!m.never && enter - leave < 0x1p-18) || (kept & lane_bit(lane)) == 0,
                    "trial %lld, lane %d: kept, enters at %g, leaves at %g", (long long)i, lane,
                    enter, leave);
    }
  }
}

/// What is not there is never kept, wherever the moving box is.
EP_TEST(sound_kernels_drop_missing_children)
{
  ep_bvh_node node;
  ep_box_sweeps sweep;
  ep_axis_sweeps axes = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int k = 0; k < 3; ++k)
  {
    for (int lane = 0; lane < 8; ++lane)
    {
      node.lo[k][lane] = lane % 2 == 0 ? FLT_MAX : -1.0f;
      node.hi[k][lane] = lane % 2 == 0 ? -FLT_MAX : 1.0f;
      node.child[lane] = lane % 2 == 0 ? EP_BVH_NONE : lane;
    }
    sweep.lo[0][k][LANE] = axes.lo[k][LANE] = -1e9f;
    sweep.lo[1][k][LANE] = -1.0f;
    sweep.hi[0][k][LANE] = axes.hi[k][LANE] = 1e9f;
    sweep.hi[1][k][LANE] = 1.0f;
  }
  for (int32_t table = 0; ep_kernels_at(table) != NULL; ++table)
  {
    ck_assert_uint_eq(ep_kernels_at(table)->boxes(&sweep, LANE, &node), 0xaaU);
    ck_assert_uint_eq(ep_kernels_at(table)->axes(&axes, LANE, &node) & 0xaaU, 0xaaU);
  }
}

// --- Directions ---

/// Three unit vectors across each other, up to rounding to float.
static void any_axes(ep_rng* rng, float axis[3][3])
{
  double a[3], b[3], c[3];
  ep_rng_unit_vector(rng, a);
  do
  {
    ep_rng_unit_vector(rng, c);
    ep_vec_cross(b, a, c);
  } while (ep_vec_length(b) < 0.1);
  const double length = ep_vec_length(b);
  for (int k = 0; k < 3; ++k)
  {
    b[k] /= length;
  }
  ep_vec_cross(c, a, b);
  for (int k = 0; k < 3; ++k)
  {
    axis[0][k] = (float)(maybe(rng, 8) ? (k == 0) : a[k]);
    axis[1][k] = (float)b[k];
    axis[2][k] = (float)c[k];
  }
}

static double along(const float axis[3], const double p[3])
{
  return (double)axis[0] * p[0] + (double)axis[1] * p[1] + (double)axis[2] * p[2];
}

/// A box with a corner at p, or with p on a face, an edge or inside.
static void any_box_at(ep_rng* rng, const double p[3], double size, ep_bvh_node* node, int lane)
{
  for (int k = 0; k < 3; ++k)
  {
    const double wide = maybe(rng, 4) ? 0.0 : size * ep_rng_log_uniform(rng, 1e-4, 1.0);
    const double below = maybe(rng, 3) ? 0.5 * wide : (maybe(rng, 2) ? wide : 0.0);
    node->lo[k][lane] = nextafterf((float)(p[k] - below), -INFINITY);
    node->hi[k][lane] = nextafterf((float)(p[k] - below + wide), INFINITY);
    node->child[lane] = lane;
  }
}

/// Points in the ranges, and the ranges are no wider than 40 units of rounding beyond them: what
/// ep_track::margin adds for projections (proofs.md F1).
EP_TEST(sound_kernel_axes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 13);
  for (int64_t i = 0, n = ep_test_trials(200000); i < n; ++i)
  {
    const double size = ep_rng_log_uniform(&rng, 1e-3, 1e4);
    ep_axis_sweeps sweep = {.axis = {{0}}};
    ep_bvh_node node;
    any_axes(&rng, sweep.axis);
    double p[3];
    any_point(&rng, 0.5 * size, p);
    for (int lane = 0; lane < 8; ++lane)
    {
      any_box_at(&rng, p, 0.5 * size, &node, lane);
    }
    for (int k = 0; k < 3; ++k)
    {
      const double margin = 40.0 * FLOAT_UNIT * size;
      const double at = along(sweep.axis[k], p);
      const double wide = size * ep_rng_uniform(&rng, 0.0, 1.0);
      const bool above = maybe(&rng, 2);
      sweep.lo[k][LANE] = (float)(at - (above ? 0.0 : wide) - margin);
      sweep.hi[k][LANE] = (float)(at + (above ? wide : 0.0) + margin);
    }
    for (int32_t table = 0; ep_kernels_at(table) != NULL; ++table)
    {
      ck_assert_msg(ep_kernels_at(table)->axes(&sweep, LANE, &node) == 0xffU,
                    "%s, trial %lld: not all of eight boxes with a common point are kept",
                    ep_kernels_at(table)->name, (long long)i);
    }
  }
}

/// A lane whose corners are all beyond a range, by more than rounding, is not kept; any other one
/// is.
EP_TEST(tight_kernel_axes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 14);
  int64_t dropped = 0;
  for (int64_t i = 0, n = ep_test_trials(50000); i < n; ++i)
  {
    ep_axis_sweeps sweep = {.axis = {{0}}};
    ep_bvh_node node;
    any_axes(&rng, sweep.axis);
    for (int lane = 0; lane < 8; ++lane)
    {
      double p[3];
      any_point(&rng, 1.0, p);
      any_box_at(&rng, p, 0.5, &node, lane);
    }
    for (int k = 0; k < 3; ++k)
    {
      sweep.lo[k][LANE] = (float)ep_rng_uniform(&rng, -1.5, 0.5);
      sweep.hi[k][LANE] = sweep.lo[k][LANE] + (float)ep_rng_uniform(&rng, 0.0, 1.0);
    }
    const uint32_t kept = ep_kernels_best()->axes(&sweep, LANE, &node);
    for (int lane = 0; lane < 8; ++lane)
    {
      double beyond = -1.0; // by how much, along the best direction
      for (int k = 0; k < 3; ++k)
      {
        double lo = DBL_MAX, hi = -DBL_MAX;
        for (int corner = 0; corner < 8; ++corner)
        {
          double p[3];
          for (int x = 0; x < 3; ++x)
          {
            p[x] = (double)((corner >> x & 1) != 0 ? node.hi[x][lane] : node.lo[x][lane]);
          }
          lo = fmin(lo, along(sweep.axis[k], p));
          hi = fmax(hi, along(sweep.axis[k], p));
        }
        beyond = fmax(beyond, fmax(lo - (double)sweep.hi[k][LANE], (double)sweep.lo[k][LANE] - hi));
      }
      const bool is_kept = (kept & lane_bit(lane)) != 0;
      ck_assert_msg(fabs(beyond) < 0x1p-18 || is_kept == (beyond < 0.0),
                    "trial %lld, lane %d: %s, beyond by %g", (long long)i, lane,
                    is_kept ? "kept" : "dropped", beyond);
      dropped += is_kept ? 0 : 1;
    }
  }
  ck_assert_int_gt(dropped, 0);
}

// --- Triangles ---

typedef struct triangle_trial
{
  ep_triangle_sweeps sweep;
  float threshold[8];
  ep_bvh_octet octet;
  double upper[8]; ///< of the distance at some moment: there is no more between them
} triangle_trial;

/// The moving triangle at s, in double.
static void place_at(const ep_triangle_sweeps* sweep, double s, double out[3][3])
{
  for (int i = 0; i < 9; ++i)
  {
    const double a = (double)sweep->vertex[0][i / 3][i % 3][LANE];
    const double b = (double)sweep->vertex[1][i / 3][i % 3][LANE];
    out[i / 3][i % 3] = a * (1.0 - s) + b * s;
  }
}

/// The box around all places.
static void set_extent(ep_triangle_sweeps* sweep)
{
  for (int k = 0; k < 3; ++k)
  {
    float lo = sweep->vertex[0][0][k][LANE], hi = lo;
    for (int i = 1; i < 6; ++i)
    {
      lo = fminf(lo, sweep->vertex[i / 3][i % 3][k][LANE]);
      hi = fmaxf(hi, sweep->vertex[i / 3][i % 3][k][LANE]);
    }
    sweep->lo[k][LANE] = lo;
    sweep->hi[k][LANE] = hi;
  }
}

static void corners_of_lane(const ep_bvh_octet* octet, int lane, double out[3][3])
{
  for (int i = 0; i < 9; ++i)
  {
    out[i / 3][i % 3] = (double)octet->vertex[i / 3][i % 3][lane];
  }
}

/// How the corners of the moving triangle get to where they are at the moment s and on: not at all,
/// together, or each one by itself.
static void any_way(ep_rng* rng, const double at[3][3], double s, ep_triangle_sweeps* sweep)
{
  const int64_t kind = ep_rng_int(rng, 0, 2);
  const double far = ep_rng_log_uniform(rng, 1e-3, 10.0);
  double way[3];
  any_point(rng, kind == 0 ? 0.0 : far, way);
  for (int c = 0; c < 3; ++c)
  {
    if (kind == 2)
    {
      any_point(rng, far, way);
    }
    for (int k = 0; k < 3; ++k)
    {
      sweep->vertex[0][c][k][LANE] = (float)(at[c][k] - s * way[k]);
      sweep->vertex[1][c][k][LANE] = (float)(at[c][k] + (1.0 - s) * way[k]);
    }
  }
}

/// Eight triangles next to where a moving one is at some moment: near faces, edges and corners, at
/// any distance; all of it small, or far from the origin.
static void any_sweep(ep_rng* rng, triangle_trial* t)
{
  trial first;
  any_pair(rng, &first);
  const double s = maybe(rng, 3) ? (double)ep_rng_int(rng, 0, 1) : ep_rng_uniform(rng, 0.0, 1.0);
  memset(&t->sweep, 0, sizeof t->sweep);
  any_way(rng, (const double(*)[3])first.t[0], s, &t->sweep);
  set_extent(&t->sweep);
  double at[3][3];
  place_at(&t->sweep, s, at);
  for (int lane = 0; lane < 8; ++lane)
  {
    trial other;
    any_pair(rng, &other);
    double b[3][3];
    memcpy(b, lane == 0 ? first.t[1] : other.t[1], sizeof b);
    if (lane > 0)
    {
      const double gap = any_gap(rng, first.size) * (maybe(rng, 2) ? 1.0 : 0.1);
      next_to(rng, (const double(*)[3])at, b, gap);
    }
    for (int i = 0; i < 9; ++i)
    {
      t->octet.vertex[i / 3][i % 3][lane] = (float)b[i / 3][i % 3];
    }
    corners_of_lane(&t->octet, lane, b);
    t->upper[lane] = EP_INFINITY;
    for (int k = 0; k < 3; ++k)
    {
      ep_closest c;
      place_at(&t->sweep, k == 0 ? s : k - 1, at);
      ep_triangle_closest((const double(*)[3])at, (const double(*)[3])b, &c);
      t->upper[lane] = fmin(t->upper[lane], c.upper);
    }
    place_at(&t->sweep, s, at);
  }
}

/// Not below x.
static float float_up(double x)
{
  const float f = (float)x;
  return (double)f < x ? nextafterf(f, INFINITY) : f;
}

/// Boxes first, then directions, as the traversal does it. Lane 0 has the same box, the others are
/// far away.
static uint32_t kept_lanes(const ep_kernels* kernels, const triangle_trial* t, uint32_t mask)
{
  ep_triangle_sweeps sweep = t->sweep;
  uint64_t pairs = 0;
  for (int lane = 0; lane < EP_BVH_WIDTH; ++lane)
  {
    const bool same = lane == 0 || lane == LANE;
    pairs |= (uint64_t)mask << (lane * EP_BVH_WIDTH);
    sweep.inflation[lane] = same ? sweep.inflation[LANE] : 0.0f;
    for (int k = 0; k < 3; ++k)
    {
      sweep.lo[k][lane] = same ? sweep.lo[k][LANE] : 1e12f;
      sweep.hi[k][lane] = same ? sweep.hi[k][LANE] : 1e12f;
    }
  }
  const uint64_t near = kernels->near(&sweep, &t->octet, t->threshold, pairs);
  const uint32_t left = (uint32_t)(near >> (LANE * EP_BVH_WIDTH)) & 0xffU;
  const uint64_t both = (uint64_t)left << (LANE * EP_BVH_WIDTH) | left;
  ck_assert_msg(near == both, "%s: the same triangle in two lanes differs, or a far one is kept",
                kernels->name);
  return kernels->triangles(&sweep, LANE, &t->octet, t->threshold, left);
}

/// Two triangles that come as near as the threshold at some moment are kept.
EP_TEST(sound_kernel_triangles)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 15);
  for (int64_t i = 0, n = ep_test_trials(100000); i < n; ++i)
  {
    triangle_trial t;
    any_sweep(&rng, &t);
    for (int lane = 0; lane < 8; ++lane)
    {
      t.sweep.inflation[LANE] = (float)t.upper[0];
      t.threshold[lane] = float_up(t.upper[lane] - t.upper[0] * (1.0 - 0x1p-22)); // the sum rounds
    }
    for (int32_t table = 0; ep_kernels_at(table) != NULL; ++table)
    {
      const uint32_t mask = (uint32_t)ep_rng_int(&rng, 1, 255);
      const uint32_t kept = kept_lanes(ep_kernels_at(table), &t, mask);
      ck_assert_msg(kept == mask, "%s, trial %lld: %02x of %02x are kept",
                    ep_kernels_at(table)->name, (long long)i, kept, mask);
    }
  }
}

/// Of plain triangles that are apart by a twentieth of their size few are kept: those whose nearest
/// points are two corners, with no face or edge between them that says so.
EP_TEST(tight_kernel_triangles)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 16);
  int64_t apart = 0, kept = 0;
  for (int64_t i = 0, n = ep_test_trials(20000); i < n; ++i)
  {
    triangle_trial t;
    memset(&t, 0, sizeof t);
    const double small = ep_rng_log_uniform(&rng, 1e-4, 1.0);
    double way[3], at[3][3];
    any_point(&rng, maybe(&rng, 2) ? 0.0 : small, way);
    for (int k = 0; k < 9; ++k)
    {
      const double x = ep_rng_uniform(&rng, -small, small);
      t.sweep.vertex[0][k / 3][k % 3][LANE] = (float)x;
      t.sweep.vertex[1][k / 3][k % 3][LANE] = (float)(x + way[k % 3]);
    }
    for (int k = 0; k < 72; ++k)
    {
      t.octet.vertex[k / 24][k / 8 % 3][k % 8] = (float)ep_rng_uniform(&rng, -small, small);
    }
    set_extent(&t.sweep);
    uint32_t mask = 0;
    for (int lane = 0; lane < 8; ++lane)
    {
      double b[3][3], least = EP_INFINITY;
      corners_of_lane(&t.octet, lane, b);
      for (int k = 0; k <= 8; ++k)
      {
        ep_closest c;
        place_at(&t.sweep, 0.125 * k, at);
        ep_triangle_closest((const double(*)[3])at, (const double(*)[3])b, &c);
        least = fmin(least, c.lower);
      }
      t.threshold[lane] = (float)(0.5 * least);
      mask |= least > 0.05 * small ? lane_bit(lane) : 0;
    }
    apart += __builtin_popcount(mask);
    kept += __builtin_popcount(kept_lanes(ep_kernels_best(), &t, mask));
  }
  printf("triangles: %lld of %lld that are apart are kept\n", (long long)kept, (long long)apart);
  ck_assert_int_gt(apart, 0);
  ck_assert_msg(kept * 100 <= 4 * apart, "%lld of %lld kept", (long long)kept, (long long)apart);
}

/// A needle slides over a plane that lies askew, where only directions help: what the kernel
/// demands beyond the threshold is 2^-18 of the coordinates, a little more than 2^-16 here.
EP_TEST(tight_kernel_triangle_margin)
{
  const float plane[3][3] = {{-3, -3, 3}, {3, -3, -3}, {0, 3, 0}};
  const float away = (1.0f + 0x1p-14f) * 0.70710678f; // of (1, 0, 1)
  const float needle[3][3] = {{away, 0, away}, {2.1f, 0, 2}, {2, 0.1f, 2}};
  ep_triangle_sweeps sweep = {.inflation = {0}};
  float threshold[8];
  ep_bvh_octet octet;
  for (int k = 0; k < 72; ++k)
  {
    octet.vertex[k / 24][k / 8 % 3][k % 8] = plane[k / 24][k / 8 % 3];
  }
  for (int k = 0; k < 18; ++k)
  {
    const float along[3] = {0.5f, 0.5f, -0.5f}; // in the plane
    sweep.vertex[k / 9][k / 3 % 3][k % 3][LANE] =
        needle[k / 3 % 3][k % 3] + (k < 9 ? 0.0f : along[k % 3]);
  }
  for (int lane = 0; lane < 8; ++lane)
  {
    threshold[lane] = lane < 4 ? 1.0f : 1.0f + 0x1p-14f;
  }
  set_extent(&sweep);
  ck_assert_uint_eq(ep_kernels_best()->triangles(&sweep, LANE, &octet, threshold, 0xffU), 0xf0U);
}

// --- One table against another ---

/// Any float: of any magnitude, often a small integer, sometimes no number at all.
static float any_float(ep_rng* rng)
{
  const float odd[6] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, FLT_MIN / 4};
  switch (ep_rng_int(rng, 0, 20))
  {
  case 0:
    return odd[ep_rng_int(rng, 0, 5)];
  case 1:
    return (float)(sign_of(rng) * ep_rng_log_uniform(rng, 1e-44, 1e38));
  case 2:
    return 0.0f * (float)sign_of(rng);
  default:
    return (float)ep_rng_int(rng, -4, 4) * 0.37f;
  }
}

static void any_floats(ep_rng* rng, float* out, int count)
{
  for (int k = 0; k < count; ++k)
  {
    out[k] = any_float(rng);
  }
}

/// Everything of sweeps, as floats.
static void any_box_sweeps(ep_rng* rng, ep_box_sweeps* sweeps)
{
  any_floats(rng, &sweeps->lo[0][0][0], (int)(sizeof *sweeps / sizeof(float)));
}

/// Whatever the numbers are.
EP_TEST(same_masks_with_every_kernel)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 17);
  for (int64_t i = 0, n = ep_test_trials(50000); i < n; ++i)
  {
    ep_bvh_node node;
    ep_box_sweeps boxes;
    ep_axis_sweeps axes;
    triangle_trial t;
    memset(&node, 0, sizeof node);
    any_floats(&rng, &node.lo[0][0], 48);
    any_box_sweeps(&rng, &boxes);
    any_floats(&rng, &axes.axis[0][0], (int)(sizeof axes / sizeof(float)));
    any_floats(&rng, &t.sweep.vertex[0][0][0][0], (int)(sizeof t.sweep / sizeof(float)));
    any_floats(&rng, t.threshold, 8);
    any_floats(&rng, &t.octet.vertex[0][0][0], 72);
    if (maybe(&rng, 2))
    {
      any_sweep(&rng, &t);
      any_floats(&rng, t.threshold, 8);
    }
    const ep_kernels* plain = ep_kernels_at(0);
    for (int32_t table = 1; ep_kernels_at(table) != NULL; ++table)
    {
      const ep_kernels* other = ep_kernels_at(table);
      const uint32_t mask = (uint32_t)ep_rng_int(&rng, 0, 255);
      const float sizes[2] = {plain->largest(&node, mask), other->largest(&node, mask)};
      ck_assert_mem_eq(&sizes[0], &sizes[1], sizeof sizes[0]);
      ck_assert_uint_eq(plain->boxes(&boxes, LANE, &node), other->boxes(&boxes, LANE, &node));
      ck_assert_uint_eq(plain->axes(&axes, LANE, &node), other->axes(&axes, LANE, &node));
      ck_assert_uint_eq(plain->triangles(&t.sweep, LANE, &t.octet, t.threshold, 0xffU),
                        other->triangles(&t.sweep, LANE, &t.octet, t.threshold, 0xffU));
      ck_assert_uint_eq(plain->near(&t.sweep, &t.octet, t.threshold, UINT64_MAX),
                        other->near(&t.sweep, &t.octet, t.threshold, UINT64_MAX));
    }
  }
}

/// What is no number separates nothing.
EP_TEST(sound_kernels_keep_what_is_no_number)
{
  ep_bvh_node node;
  ep_box_sweeps boxes;
  ep_axis_sweeps axes;
  ep_triangle_sweeps sweep;
  float threshold[8];
  ep_bvh_octet octet;
  memset(&node, 0, sizeof node);
  memset(&octet, 0, sizeof octet);
  memset(&boxes, 0xff, sizeof boxes); // a float of ones is none
  memset(&axes, 0xff, sizeof axes);
  memset(&sweep, 0xff, sizeof sweep);
  memset(threshold, 0xff, sizeof threshold);
  for (int32_t table = 0; ep_kernels_at(table) != NULL; ++table)
  {
    ck_assert_uint_eq(ep_kernels_at(table)->boxes(&boxes, LANE, &node), 0xffU);
    ck_assert_uint_eq(ep_kernels_at(table)->axes(&axes, LANE, &node), 0xffU);
    ck_assert_uint_eq(ep_kernels_at(table)->triangles(&sweep, LANE, &octet, threshold, 0x5aU),
                      0x5aU);
  }
}
