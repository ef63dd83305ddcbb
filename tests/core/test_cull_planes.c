/// @file test_cull_planes.c
/// Moving boxes against the planes of eight triangles: against points of the boxes in double, and
/// resting boxes that stand askew.
#include "any_pose.h"
#include "geo_distance.h"
#include "num_vec.h"

#include <math.h>
#include <string.h>

#define FLOAT_UNIT 0x1p-24

static bool maybe(ep_rng* rng, int64_t one_of)
{
  return ep_rng_int(rng, 1, one_of) == 1;
}

typedef struct planes_trial
{
  ep_span_motion motion;
  ep_box_sweeps boxes;
  ep_bvh_octet leaf;
  float threshold[8];
  double size; ///< of everything, coordinates included
} planes_trial;

/// Boxes that turn any way and get some way. Without `kept` only projections round: there is no
/// inflation.
static void any_sweeps(ep_rng* rng, bool kept, planes_trial* t)
{
  const double scale = ep_rng_log_uniform(rng, 1e-2, 1e4);
  const double away = maybe(rng, 2) ? 0.0 : scale * ep_rng_log_uniform(rng, 1.0, 1e3);
  const double way = maybe(rng, 3) ? 0.0 : scale * ep_rng_log_uniform(rng, 1e-3, 1.0);
  memset(t, 0, sizeof *t);
  any_pose(rng, &t->motion.pose[0]);
  any_pose(rng, &t->motion.pose[1]);
  t->motion.margin = kept ? (float)(scale * ep_rng_uniform(rng, 1e-3, 2e-3)) : 0.0f;
  t->motion.clearance = kept ? (float)(scale * ep_rng_uniform(rng, 0.0, 1.0)) : 0.0f;
  for (int lane = 0; lane < 8; ++lane)
  {
    const double curve = kept ? scale * ep_rng_uniform(rng, 0.0, 0.1) : 0.0;
    t->boxes.inflation[lane] = (float)curve + t->motion.margin + t->motion.clearance;
    for (int k = 0; k < 3; ++k)
    {
      const double begin = away + ep_rng_uniform(rng, -scale, scale);
      t->boxes.half[k][lane] = (float)(scale * ep_rng_log_uniform(rng, 1e-4, 1.0));
      t->boxes.center[0][k][lane] = (float)begin;
      t->boxes.center[1][k][lane] = (float)(begin + ep_rng_uniform(rng, -way, way));
    }
  }
  t->size = 4.0 * (scale + away);
}

/// A corner of a lane's box, on its chord at s.
static void corner_at(const planes_trial* t, int lane, int corner, double s, double out[3])
{
  for (int i = 0; i < 3; ++i)
  {
    double at[2];
    for (int end = 0; end < 2; ++end)
    {
      at[end] = (double)t->boxes.center[end][i][lane];
      for (int k = 0; k < 3; ++k)
      {
        const double half = (double)t->boxes.half[k][lane];
        at[end] += (double)t->motion.pose[end].rotation[i][k] * (corner >> k & 1 ? half : -half);
      }
    }
    out[i] = at[0] * (1.0 - s) + at[1] * s;
  }
}

/// Some direction, often one of the body's own or a coordinate's.
static void any_direction(ep_rng* rng, const planes_trial* t, double n[3])
{
  ep_rng_unit_vector(rng, n);
  const int64_t kind = ep_rng_int(rng, 0, 6);
  const int axis = (int)ep_rng_int(rng, 0, 2);
  for (int k = 0; k < 3 && kind < 3; ++k)
  {
    n[k] = kind == 2
               ? (double)(k == axis)
               : (double)t->motion.pose[kind].rotation[k][axis] * (maybe(rng, 2) ? 1.0 : -1.0);
  }
}

/// The corner that is farthest along n at s.
static void farthest_corner(const planes_trial* t, int lane, const double n[3], double s,
                            double out[3])
{
  double best = -EP_INFINITY;
  for (int corner = 0; corner < 8; ++corner)
  {
    double p[3];
    corner_at(t, lane, corner, s, p);
    if (ep_vec_dot(p, n) > best)
    {
      best = ep_vec_dot(p, n);
      ep_vec_copy(out, p);
    }
  }
}

/// A triangle at a point, of any size: around it in the plane across n, or with one corner there
/// and the others beyond; degenerate ones too.
static void set_triangle(ep_rng* rng, planes_trial* t, int lane, const double at[3],
                         const double n[3])
{
  const double size = t->size * ep_rng_log_uniform(rng, maybe(rng, 4) ? 1e-16 : 1e-5, 1.0);
  const int64_t shape = ep_rng_int(rng, 0, 9);
  const int tip = shape > 1 && shape < 5 ? (int)ep_rng_int(rng, 0, 2) : -1;
  double corner[3][3];
  for (int c = 0; c < 3; ++c)
  {
    double u[3], v[3];
    ep_rng_unit_vector(rng, u);
    ep_vec_cross(v, n, u);
    const double far = size * ep_rng_log_uniform(rng, 1e-3, 1.0);
    for (int k = 0; k < 3; ++k)
    {
      const double beyond = tip < 0 ? 0.0 : far * n[k];
      corner[c][k] =
          c == tip || (c == 0 && tip < 0 && maybe(rng, 2)) ? at[k] : at[k] + far * v[k] + beyond;
    }
  }
  for (int k = 0; k < 3; ++k)
  {
    corner[2][k] = shape == 0   ? corner[0][k]
                   : shape == 1 ? 2.0 * corner[1][k] - corner[0][k]
                                : corner[2][k];
    for (int c = 0; c < 3; ++c)
    {
      t->leaf.vertex[c][k][lane] = (float)corner[c][k];
    }
  }
}

/// The distance of a point from a lane's triangle, no less.
static double distance_up(const planes_trial* t, int lane, const double p[3])
{
  double point[3][3], b[3][3];
  ep_closest c;
  for (int i = 0; i < 9; ++i)
  {
    point[i / 3][i % 3] = p[i % 3];
    b[i / 3][i % 3] = (double)t->leaf.vertex[i / 3][i % 3][lane];
  }
  ep_triangle_closest((const double(*)[3])point, (const double(*)[3])b, &c);
  return c.upper;
}

/// Eight triangles, to each of which one of the boxes comes near at some moment: thresholds are
/// such that, with what the box may deviate, it is just not beyond. True if they are all positive.
static bool any_leaf(ep_rng* rng, bool kept, int lane, planes_trial* t)
{
  const double inflation = (double)t->boxes.inflation[lane] - (double)t->motion.clearance;
  const double error = kept ? 60.0 * FLOAT_UNIT * t->size : 0.0;
  const double deviates = inflation + (double)t->motion.margin - error;
  const double threshold =
      maybe(rng, 4) && !kept ? 0.0 : 0.1 * t->size * ep_rng_log_uniform(rng, 1e-6, 1.0);
  double n[3];
  any_direction(rng, t, n);
  bool good = true;
  for (int i = 0; i < 8; ++i)
  {
    const double s = maybe(rng, 2) ? (double)ep_rng_int(rng, 0, 1) : ep_rng_uniform(rng, 0.0, 1.0);
    double p[3], at[3];
    if (maybe(rng, 4))
    {
      any_direction(rng, t, n);
    }
    farthest_corner(t, lane, n, s, p);
    ep_vec_madd(at, p, threshold + fmax(deviates, 0.0), n);
    set_triangle(rng, t, i, at, n);
    const double need = distance_up(t, i, p) - fmax(deviates, 0.0);
    t->threshold[i] = nextafterf((float)need, INFINITY);
    good = good && need >= 0.0;
  }
  return good;
}

/// A box that comes as near to a triangle as the threshold, at a moment, with all it may deviate
/// by, is kept; whatever the triangle's shape, and however far from the origin.
EP_TEST(sound_kernel_planes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 41);
  for (int64_t i = 0, n = ep_test_trials(60000); i < n; ++i)
  {
    const bool kept = maybe(&rng, 2);
    const int lane = (int)ep_rng_int(&rng, 0, 7);
    planes_trial t;
    any_sweeps(&rng, kept, &t);
    if (!any_leaf(&rng, kept, lane, &t))
    {
      continue;
    }
    for (int32_t table = 0; ep_kernels_at(table) != NULL; ++table)
    {
      const ep_kernels* kernels = ep_kernels_at(table);
      const uint32_t moving = 1U << lane | (uint32_t)ep_rng_int(&rng, 0, 255);
      for (int k = 0; k < 8; ++k)
      {
        const uint32_t mask = 1U << k | (maybe(&rng, 2) ? 0U : (uint32_t)ep_rng_int(&rng, 0, 255));
        float threshold[8] = {0.0f}; // of the others: planes of those that are farther may be tried
        memcpy(threshold, t.threshold, maybe(&rng, 2) ? sizeof threshold : 0);
        threshold[k] = t.threshold[k];
        const uint32_t left =
            kernels->planes(&t.motion, &t.boxes, moving, &t.leaf, threshold, mask);
        ck_assert_msg((left >> lane & 1U) == 1U && (left & ~moving) == 0,
                      "%s, trial %lld, triangle %d: box %d of %02x is near, %02x are left",
                      kernels->name, (long long)i, k, lane, moving, left);
      }
    }
  }
}

/// A triangle so small that the square of its normal underflows says nothing: a box 1 m away from
/// it is kept where 1.5 m are demanded.
EP_TEST(sound_kernel_planes_of_tiny_triangles)
{
  for (float size = 1.0f; size > 1e-25f; size *= 0.3f)
  {
    planes_trial t;
    memset(&t, 0, sizeof t);
    for (int lane = 0; lane < 8; ++lane)
    {
      t.leaf.vertex[1][1][lane] = t.leaf.vertex[2][2][lane] = size;
      t.threshold[lane] = 1.5f;
      for (int k = 0; k < 3; ++k)
      {
        t.boxes.half[k][lane] = 1.0f;
        t.motion.pose[0].rotation[k][k] = t.motion.pose[1].rotation[k][k] = 1.0f;
      }
      t.boxes.center[0][0][lane] = t.boxes.center[1][0][lane] = lane % 2 == 0 ? 2.0f : -2.0f;
    }
    for (int32_t table = 0; ep_kernels_at(table) != NULL; ++table)
    {
      ck_assert_uint_eq(
          ep_kernels_at(table)->planes(&t.motion, &t.boxes, 0xffU, &t.leaf, t.threshold, 0xffU),
          0xffU);
    }
  }
}

/// The leaf is the eight triangles of four faces of a resting box.
static void set_resting_box(planes_trial* t, const ep_pose_f* pose, const double half[3],
                            bool flipped)
{
  for (int i = 0; i < 8; ++i)
  {
    const int face = i / 2, x = face % 3, y = (x + 1) % 3, z = (x + 2) % 3;
    for (int c = 0; c < 3; ++c)
    {
      const int turn = (c + (i % 2 == 0 ? 0 : 2)) % 4;
      double p[3], at[3];
      p[x] = face < 3 ? half[x] : -half[x];
      p[y] = turn == 0 || turn == 3 ? -half[y] : half[y];
      p[z] = turn < 2 ? -half[z] : half[z];
      placed(pose, p, at);
      for (int k = 0; k < 3; ++k)
      {
        t->leaf.vertex[flipped ? 2 - c : c][k][i] = (float)at[k];
      }
    }
  }
}

/// Whatever is beyond one face of a box that stands askew, at both ends, by more than is demanded
/// and 2^-15 of the size, is dropped, though most faces' own planes pass through it. Triangles that
/// are not asked about do not matter.
EP_TEST(tight_kernel_planes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 42);
  for (int64_t i = 0, n = ep_test_trials(20000); i < n; ++i)
  {
    planes_trial t;
    any_sweeps(&rng, true, &t);
    ep_pose_f pose;
    any_pose(&rng, &pose);
    const int lane = (int)ep_rng_int(&rng, 0, 7), face = (int)ep_rng_int(&rng, 0, 2);
    double half[3], normal[3], top = -EP_INFINITY;
    for (int k = 0; k < 3; ++k)
    {
      half[k] = t.size * ep_rng_uniform(&rng, 0.1, 1.0);
      normal[k] = -(double)pose.rotation[k][face];
      pose.position[k] = 0.0f;
    }
    for (int k = 0; k < 8; ++k)
    {
      t.threshold[k] = (float)(t.size * ep_rng_uniform(&rng, 0.0, 0.1));
    }
    for (int end = 0; end < 2; ++end)
    {
      double p[3];
      farthest_corner(&t, lane, normal, end, p);
      top = fmax(top, ep_vec_dot(p, normal));
    }
    const double need = 0.1 * t.size + (double)(t.boxes.inflation[lane] - t.motion.clearance) +
                        (double)t.motion.margin + 0x1p-15 * t.size;
    const double aside = ep_rng_uniform(&rng, -0.5, 0.5) * half[(face + 1) % 3];
    for (int k = 0; k < 3; ++k) // the face's plane is where the box ends, and a little farther
    {
      pose.position[k] = (float)((top + need + half[face]) * normal[k] +
                                 aside * (double)pose.rotation[k][(face + 1) % 3]);
    }
    set_resting_box(&t, &pose, half, maybe(&rng, 2));
    uint32_t mask = 0xff;
    if (maybe(&rng, 4))
    {
      const int odd = (int)ep_rng_int(&rng, 0, 7);
      t.threshold[odd] = 1e9f;
      mask &= ~(1U << odd);
    }
    const uint32_t left =
        ep_kernels_best()->planes(&t.motion, &t.boxes, 1U << lane, &t.leaf, t.threshold, mask);
    ck_assert_msg(left == 0, "trial %lld: box %d beyond face %d of a box is kept", (long long)i,
                  lane, face);
  }
}

/// Without triangles that count nothing is near.
EP_TEST(tight_kernel_planes_of_no_triangle)
{
  planes_trial t;
  memset(&t, 0, sizeof t);
  for (int32_t table = 0; ep_kernels_at(table) != NULL; ++table)
  {
    const ep_kernels* k = ep_kernels_at(table);
    ck_assert_uint_eq(k->planes(&t.motion, &t.boxes, 0xffU, &t.leaf, t.threshold, 0), 0U);
    ck_assert_uint_eq(k->planes(&t.motion, &t.boxes, 0xffU, &t.leaf, t.threshold, 1), 0xffU);
  }
}

/// What is no number, or overflows, separates nothing.
EP_TEST(sound_kernel_planes_keep_what_is_no_number)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 43);
  for (int kind = 0; kind < 3; ++kind)
  {
    planes_trial t;
    any_sweeps(&rng, true, &t);
    memset(kind == 0 ? (void*)&t.motion : (kind == 1 ? (void*)&t.boxes : (void*)t.leaf.vertex),
           0xff, kind == 0 ? sizeof t.motion : (kind == 1 ? sizeof t.boxes : sizeof t.leaf.vertex));
    for (int32_t table = 0; ep_kernels_at(table) != NULL; ++table)
    {
      ck_assert_uint_eq(
          ep_kernels_at(table)->planes(&t.motion, &t.boxes, 0xa5U, &t.leaf, t.threshold, 0xffU),
          0xa5U);
    }
  }
}

/// Whatever the boxes and triangles are, and numbers that are none among them.
EP_TEST(same_planes_with_every_kernel)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 44);
  int64_t dropped = 0;
  for (int64_t i = 0, n = ep_test_trials(20000); i < n; ++i)
  {
    planes_trial t;
    any_sweeps(&rng, maybe(&rng, 2), &t);
    (void)any_leaf(&rng, false, 3, &t);
    float* odd[3] = {&t.boxes.center[0][0][0], &t.leaf.vertex[0][0][0], t.threshold};
    if (maybe(&rng, 3))
    {
      const float values[4] = {NAN, INFINITY, 1e30f, 1e-40f};
      odd[ep_rng_int(&rng, 0, 2)][ep_rng_int(&rng, 0, 7)] = values[ep_rng_int(&rng, 0, 3)];
    }
    const uint32_t mask = (uint32_t)ep_rng_int(&rng, 1, 255);
    const uint32_t first =
        ep_kernels_at(0)->planes(&t.motion, &t.boxes, 0xffU, &t.leaf, t.threshold, mask);
    dropped += 8 - __builtin_popcount(first);
    for (int32_t table = 1; ep_kernels_at(table) != NULL; ++table)
    {
      ck_assert_uint_eq(first, ep_kernels_at(table)->planes(&t.motion, &t.boxes, 0xffU, &t.leaf,
                                                            t.threshold, mask));
    }
  }
  ck_assert_int_gt(dropped, 0);
}
