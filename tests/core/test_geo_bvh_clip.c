/// @file test_geo_bvh_clip.c
/// Trees whose long triangles are cut into pieces: no point of a triangle gets lost between them.
#include "bvh_tools.h"
#include "geo_bvh_clip.h"

#include <string.h>

static const double cuts[4] = {0.3, 1.0, 3.0, 20.0};

/// A triangle as scaffolding has them: long, thin, askew; some of them points, segments, or flat
/// along an axis.
static void random_triangle(ep_rng* rng, double corners[3][3])
{
  const int flat = (int)ep_rng_int(rng, -3, 2);
  const double length = ep_rng_log_uniform(rng, 1e-6, 1e3);
  const double width = length * ep_rng_log_uniform(rng, 1e-9, 1.0);
  const double away = ep_rng_int(rng, 0, 3) == 0 ? 1e4 : 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const double along = k == flat ? 0.0 : length * ep_rng_uniform(rng, -1.0, 1.0);
    const double across = k == flat ? 0.0 : width * ep_rng_uniform(rng, -1.0, 1.0);
    corners[0][k] = away + length * ep_rng_uniform(rng, -1.0, 1.0) * (k == flat ? 0.0 : 1.0);
    corners[1][k] = corners[0][k] + along;
    corners[2][k] = corners[1][k] + (ep_rng_int(rng, 0, 9) == 0 ? 0.0 : across);
  }
}

/// A point of the triangle, corners and edges often.
static void random_point(ep_rng* rng, const double corners[3][3], double p[3])
{
  double u = ep_rng_uniform(rng, 0.0, 1.0);
  double v = ep_rng_uniform(rng, 0.0, 1.0);
  u = ep_rng_int(rng, 0, 4) == 0 ? (double)ep_rng_int(rng, 0, 1) : u;
  v = ep_rng_int(rng, 0, 4) == 0 ? (double)ep_rng_int(rng, 0, 1) : v;
  for (int k = 0; k < 3; ++k)
  {
    const double q = corners[1][k] + v * (corners[2][k] - corners[1][k]);
    p[k] = corners[0][k] + u * (q - corners[0][k]);
  }
}

static bool is_in_box(const ep_box* box, const double p[3], double off)
{
  bool in = true;
  for (int k = 0; k < 3; ++k)
  {
    in = in && p[k] >= box->lo[k] - off && p[k] <= box->hi[k] + off;
  }
  return in;
}

/// The point is computed, so it may be off by some roundings of a corner's coordinates.
EP_TEST(sound_pieces_hold_the_triangle)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 40);
  for (int64_t n = ep_test_trials(20000); n > 0; --n)
  {
    double corners[3][3];
    double p[3];
    random_triangle(&rng, corners);
    const int32_t pieces = (int32_t)ep_rng_int(&rng, 1, EP_BVH_PIECES_MAX);
    for (int i = 0; i < 20; ++i)
    {
      random_point(&rng, (const double(*)[3])corners, p);
      const double off = 8.0 * 0x1p-53 * ep_max(fabs(p[0]), ep_max(fabs(p[1]), fabs(p[2])));
      bool found = false;
      for (int32_t k = 0; k < pieces && !found; ++k)
      {
        const ep_box box = ep_bvh_piece((const double(*)[3])corners, k, pieces);
        found = is_in_box(&box, p, off);
      }
      ck_assert_msg(found, "%.17g %.17g %.17g is in none of %d pieces", p[0], p[1], p[2], pieces);
    }
  }
}

/// Whether a leaf that holds the triangle has the box p +- radius in all boxes above it.
static bool is_held(const ep_bvh* bvh, int32_t index, const double p[3], double radius, double off,
                    int32_t triangle)
{
  const ep_bvh_node* node = &bvh->nodes[index];
  bool held = false;
  for (int lane = 0; lane < EP_BVH_WIDTH && !held; ++lane)
  {
    bool in = node->child[lane] != EP_BVH_NONE;
    for (int k = 0; k < 3 && in; ++k)
    {
      const double x = p[k] - bvh->origin[k];
      in = x - radius >= (double)node->lo[k][lane] - off &&
           x + radius <= (double)node->hi[k][lane] + off;
    }
    if (in && node->child[lane] >= 0)
    {
      held = is_held(bvh, node->child[lane], p, radius, off, triangle);
    }
    else if (in)
    {
      const ep_bvh_leaf* leaf = &bvh->leaves[~node->child[lane]];
      for (int i = 0; i < leaf->count; ++i)
      {
        held = held || ep_bvh_at(bvh, leaf, i)->triangle == triangle;
      }
    }
  }
  return held;
}

static ep_soup long_soup(int32_t count, ep_rng* rng)
{
  ep_soup soup = soup_of(count);
  for (int32_t t = 0; t < count; ++t)
  {
    double corners[3][3];
    random_triangle(rng, corners);
    memcpy(soup.vertices + 9 * (size_t)t, corners, sizeof corners);
    soup.radii[t] = ep_rng_int(rng, 0, 3) == 0 ? ep_rng_log_uniform(rng, 1e-4, 10.0) : 0.0;
  }
  return soup;
}

static int64_t refs_of(const ep_bvh* bvh)
{
  int64_t refs = 0;
  for (int32_t i = 0; i < bvh->leaf_count; ++i)
  {
    refs += bvh->leaves[i].count;
  }
  return refs;
}

EP_TEST(sound_cut_trees_hold_every_point)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 41);
  const double origin[3] = {3.0, -2.0, 0.5};
  const int32_t body = 2;
  for (int64_t n = ep_test_trials(40); n > 0; --n)
  {
    const int32_t count = (int32_t)ep_rng_int(&rng, 1, 600);
    const ep_soup soup = long_soup(count, &rng);
    const ep_soup* const pointer = &soup;
    const double cut = cuts[n % 4];
    ep_bvh bvh;
    REQUIRE(ep_bvh_build(&bvh, &pointer, &body, 1, origin, cut, (ep_allocator){0}, NULL) == EP_OK);
    ck_assert_int_eq(bvh.triangle_count, count);
    ck_assert(refs_of(&bvh) >= count && (double)refs_of(&bvh) <= count * (1.0 + cut));
    for (int32_t t = 0; t < count; ++t)
    {
      double p[3];
      const double(*corners)[3] = (const double(*)[3])(soup.vertices + 9 * (size_t)t);
      random_point(&rng, corners, p);
      const double size = ep_max(fabs(p[0]), ep_max(fabs(p[1]), fabs(p[2]))) + soup.radii[t] + 3.0;
      ck_assert_msg(is_held(&bvh, 0, p, soup.radii[t], 16.0 * 0x1p-53 * size, t),
                    "%.17g %.17g %.17g of triangle %d is not held", p[0], p[1], p[2], t);
    }
    ep_bvh_clear(&bvh);
    ep_soup own = soup;
    free_soup(&own);
  }
}

/// What cutting is for: a box of n pieces is nearly 1/n of the whole.
EP_TEST(tight_pieces_have_less_air)
{
  const double corners[3][3] = {{0.0, 0.0, 0.0}, {10.0, 10.0, 10.0}, {10.0, 10.0, 10.01}};
  double volume = 0.0;
  for (int32_t i = 0; i < 10; ++i)
  {
    const ep_box box = ep_bvh_piece(corners, i, 10);
    volume += (box.hi[0] - box.lo[0]) * (box.hi[1] - box.lo[1]) * (box.hi[2] - box.lo[2]);
  }
  ck_assert(volume < 1.05 * 10.0);
  ck_assert_int_eq(ep_bvh_pieces(ep_bvh_air(corners), 0.0), 1);
  const double airs[3] = {100.0, 1.0, 0.0};
  const double scale = ep_bvh_scale(airs, 3, 9);
  ck_assert_int_eq(ep_bvh_pieces(100.0, scale), 10);
  ck_assert_int_eq(ep_bvh_pieces(1.0, scale), 1);
  ck_assert_int_eq(ep_bvh_pieces(0.0, scale), 1);
}

/// Triangles that are all cut fill the room that was asked for, not more.
EP_TEST(tight_cuts_are_used)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 42);
  const double origin[3] = {0.0, 0.0, 0.0};
  const int32_t body = 0;
  ep_soup soup = long_soup(5000, &rng);
  const ep_soup* const pointer = &soup;
  ep_bvh bvh;
  REQUIRE(ep_bvh_build(&bvh, &pointer, &body, 1, origin, 1.0, (ep_allocator){0}, NULL) == EP_OK);
  ck_assert(refs_of(&bvh) > 6500);
  ep_bvh_clear(&bvh);
  free_soup(&soup);
}
