/// @file bvh_tools.h
/// What the tests of trees need: exact sums, soups of many kinds, and a walk through a tree that
/// compares it with what it was made of.
#ifndef EP_TEST_BVH_TOOLS_H
#define EP_TEST_BVH_TOOLS_H

#include "ep_test.h"
#include "geo_bvh.h"
#include "geo_bvh_tree.h"

#include <stdlib.h>

/// As ck_assert, which writes to a file every time: too slow for millions of checks.
#define REQUIRE(condition)                                                                         \
  do                                                                                               \
  {                                                                                                \
    if (!(condition))                                                                              \
    {                                                                                              \
      ck_abort_msg("not so: %s", #condition);                                                      \
    }                                                                                              \
  } while (0)

/// @name Exact sums
/// @{

/// The sign of a sum of up to eight doubles, without any rounding: the terms are added one by one
/// to a list of numbers that do not overlap (Shewchuk 1997, figure 7). Nothing may overflow.
static inline int sign_of_sum(const double* terms, int count)
{
  double parts[8] = {0.0};
  for (int i = 0; i < count; ++i)
  {
    double carry = terms[i];
    for (int k = 0; k < i; ++k)
    {
      const double sum = carry + parts[k];
      const double virtual = sum - carry;
      parts[k] = (carry - (sum - virtual)) + (parts[k] - virtual);
      carry = sum;
    }
    parts[i] = carry;
  }
  for (int k = count - 1; k >= 0; --k)
  {
    if (parts[k] != 0.0)
    {
      return parts[k] > 0.0 ? 1 : -1;
    }
  }
  return 0;
}

/// Whether a <= v - origin + radius, exactly; a negative radius takes away.
static inline bool is_below(double a, double v, double origin, double radius)
{
  const double terms[4] = {v, -origin, radius, -a};
  return sign_of_sum(terms, 4) >= 0;
}

static inline bool is_above(double a, double v, double origin, double radius)
{
  return is_below(-a, -v, -origin, -radius);
}

/// @}
/// @name Soups
/// @{

typedef enum kind
{
  SMALL_ONES, ///< evenly spread
  NEEDLES,    ///< long and thin
  CLUSTERS,
  FLOOR,  ///< in the plane z = 0
  LINE,   ///< all vertices on a straight line
  EQUAL,  ///< one triangle, again and again
  POINT,  ///< all vertices are one point
  STAR,   ///< needles with one middle
  SCALES, ///< each pair half the size of the one before, down to subnormal numbers
  MIXED,  ///< small ones, a few as large as the world, and outliers
  THICK,  ///< small ones with radii of all sizes
  KINDS
} kind;

static inline ep_soup soup_of(int32_t triangles)
{
  const size_t count = (size_t)triangles;
  ep_soup soup = {.vertex_count = 3 * triangles, .triangle_count = triangles};
  soup.vertices = calloc(9 * count + 1, sizeof(double));
  soup.triangles = calloc(3 * count + 1, sizeof(int32_t));
  soup.radii = calloc(count + 1, sizeof(double));
  for (int32_t i = 0; i < 3 * triangles; ++i)
  {
    soup.triangles[i] = i;
  }
  return soup;
}

static inline void free_soup(ep_soup* soup)
{
  free(soup->vertices);
  free(soup->triangles);
  free(soup->radii);
}

/// Adds a triangle of a given size around a given point.
static inline void put(double v[9], ep_rng* rng, const double at[3], double size)
{
  for (int i = 0; i < 9; ++i)
  {
    v[i] = at[i % 3] + size * ep_rng_uniform(rng, -1.0, 1.0);
  }
}

static inline void put_needle(double v[9], ep_rng* rng, const double at[3], double length)
{
  double d[3];
  ep_rng_unit_vector(rng, d);
  for (int k = 0; k < 3; ++k)
  {
    v[k] = at[k] - length * d[k];
    v[3 + k] = at[k] + length * d[k];
    v[6 + k] = at[k] + 0.001 * d[(k + 1) % 3];
  }
}

static inline void put_kind(kind what, double v[9], double* radius, ep_rng* rng, int32_t index)
{
  double at[3];
  for (int k = 0; k < 3; ++k)
  {
    at[k] = ep_rng_uniform(rng, -10.0, 10.0);
  }
  const double zero[3] = {0.0, 0.0, 0.0};
  const double corner[3] = {(index / 50) % 7, (index / 50) % 5, (index / 50) % 3};
  switch (what)
  {
  case NEEDLES:
    put_needle(v, rng, at, ep_rng_log_uniform(rng, 0.01, 5.0));
    break;
  case CLUSTERS:
    put(v, rng, corner, 0.1);
    break;
  case STAR:
    put_needle(v, rng, zero, 5.0);
    v[6] = v[7] = v[8] = 0.0;
    break;
  case SCALES:
    put(v, rng, zero, ldexp(1.0, 20 - index / 2 % 160));
    break;
  case MIXED:
    put(v, rng, at, index % 37 == 0 ? 10.0 : 0.1);
    v[0] += index % 97 == 0 ? 1e5 : 0.0;
    break;
  default:
    put(v, rng, at, 0.1);
    break;
  }
  for (int i = 0; i < 9; ++i)
  {
    v[i] = what == POINT ? 0.7 : v[i];
    v[i] = what == EQUAL ? 0.1 * i - 0.3 : v[i];
    v[i] = what == LINE && i % 3 != 1 ? 0.25 : v[i];
    v[i] = what == FLOOR && i % 3 == 2 ? 0.0 : v[i];
  }
  *radius = what == THICK && index % 3 != 0 ? ep_rng_log_uniform(rng, 1e-9, 10.0) : 0.0;
}

static inline ep_soup random_soup(kind what, int32_t count, ep_rng* rng)
{
  ep_soup soup = soup_of(count);
  for (int32_t i = 0; i < count; ++i)
  {
    put_kind(what, &soup.vertices[9 * (size_t)i], &soup.radii[i], rng, i);
  }
  return soup;
}

static inline void move_soup(ep_soup* soup, const double offset[3])
{
  for (int32_t i = 0; i < 3 * soup->vertex_count; ++i)
  {
    soup->vertices[i] += offset[i % 3];
  }
}

/// The tree of one soup, of body 5.
static inline ep_bvh tree_of(const ep_soup* soup, const double origin[3])
{
  const int32_t body = 5;
  ep_bvh bvh;
  REQUIRE(ep_bvh_build(&bvh, &soup, &body, 1, origin, 0.0, (ep_allocator){0}, NULL) == EP_OK);
  return bvh;
}

static const double no_offset[3] = {0.0, 0.0, 0.0};

/// @}
/// @name Checks
/// @{

/// A tree, what it was made of, and where a walk through it is.
typedef struct walk
{
  const ep_bvh* bvh;
  const ep_soup* const* soups;
  const int32_t* bodies;
  int32_t soup_count;
  const ep_bvh_node* above[EP_BVH_LEVELS_MAX + 1]; ///< from the root down
  int lane[EP_BVH_LEVELS_MAX + 1];
  int level;
  int deepest;
  int32_t nodes;
  int32_t leaves;
  int32_t** found; ///< how often each triangle of each soup was found
} walk;

static inline int soup_of_body(const walk* w, int32_t body)
{
  int s = 0;
  while (s < w->soup_count && w->bodies[s] != body)
  {
    ++s;
  }
  REQUIRE(s < w->soup_count);
  return s;
}

/// The thickened triangle is in the box above it at every level, and in the tree's.
static inline void check_boxes(const walk* w, const ep_soup* soup, int32_t triangle)
{
  const double radius = soup->radii[triangle];
  for (int i = 0; i < 9; ++i)
  {
    const int k = i % 3;
    const double v = ep_soup_vertex(soup, triangle, i / 3)[k];
    for (int level = 0; level <= w->level; ++level)
    {
      const double lo = (double)w->above[level]->lo[k][w->lane[level]];
      const double hi = (double)w->above[level]->hi[k][w->lane[level]];
      if (!is_below(lo, v, w->bvh->origin[k], -radius) ||
          !is_above(hi, v, w->bvh->origin[k], radius))
      {
        ck_abort_msg("triangle %d: %.17g +- %g is not in %.9g %.9g at level %d", triangle, v,
                     radius, lo, hi, level);
      }
    }
    REQUIRE(is_below(w->bvh->lo[k], v, 0.0, -radius) && is_above(w->bvh->hi[k], v, 0.0, radius));
  }
}

/// |f - x| <= 2^-24 |x| + 2^-150 for x = v - origin, exactly.
static inline bool is_near(double f, double v, double origin)
{
  const double difference[2] = {v, -origin};
  const double sign = sign_of_sum(difference, 2) >= 0 ? 0x1p-24 : -0x1p-24;
  const double over[6] = {f, -v, origin, -sign * v, sign * origin, -0x1p-150};
  const double under[6] = {-f, v, -origin, -sign * v, sign * origin, -0x1p-150};
  return sign_of_sum(over, 6) <= 0 && sign_of_sum(under, 6) <= 0;
}

static inline void check_lane(const walk* w, const ep_bvh_triangle* at)
{
  const ep_soup* soup = w->soups[soup_of_body(w, at->body)];
  const int32_t triangle = at->triangle;
  REQUIRE(triangle >= 0 && triangle < soup->triangle_count);
  for (int i = 0; i < 9; ++i)
  {
    const double f = (double)at->vertex[i / 3][i % 3];
    const double v = ep_soup_vertex(soup, triangle, i / 3)[i % 3];
    if (!is_near(f, v, w->bvh->origin[i % 3]))
    {
      ck_abort_msg("%.9g is not near %.17g - %.17g", f, v, w->bvh->origin[i % 3]);
    }
  }
  REQUIRE((double)at->radius_up >= soup->radii[triangle]);
  REQUIRE((double)at->radius_up <= soup->radii[triangle] * (1.0 + 0x1p-23) + 0x1p-149);
}

static inline void check_leaf(walk* w, const ep_bvh_leaf* leaf)
{
  REQUIRE(leaf->count >= 1 && leaf->count <= EP_BVH_WIDTH);
  w->leaves += 1;
  for (int lane = 0; lane < EP_BVH_WIDTH; ++lane)
  {
    const ep_bvh_triangle* at = ep_bvh_at(w->bvh, leaf, lane);
    check_lane(w, at);
    if (lane < leaf->count)
    {
      const int s = soup_of_body(w, at->body);
      w->found[s][at->triangle] += 1;
      check_boxes(w, w->soups[s], at->triangle);
    }
    else
    {
      REQUIRE(leaf->slot[lane] == leaf->slot[0]);
    }
  }
}

static inline void check_node(walk* w, const ep_bvh_node* node)
{
  REQUIRE(w->level < EP_BVH_LEVELS_MAX);
  w->deepest = w->level > w->deepest ? w->level : w->deepest;
  w->above[w->level] = node;
  w->nodes += 1;
  bool ended = false;
  for (int lane = 0; lane < EP_BVH_WIDTH; ++lane)
  {
    const int32_t child = node->child[lane];
    REQUIRE(!ended || child == EP_BVH_NONE); // those that are there come first
    ended = child == EP_BVH_NONE;
    w->lane[w->level] = lane;
    if (ended)
    {
      for (int k = 0; k < 3; ++k)
      {
        REQUIRE(node->lo[k][lane] == FLT_MAX && node->hi[k][lane] == -FLT_MAX);
      }
    }
    else if (child < 0)
    {
      REQUIRE(~child < w->bvh->leaf_count);
      check_leaf(w, &w->bvh->leaves[~child]);
    }
    else
    {
      REQUIRE(child<w->bvh->node_count&& & w->bvh->nodes[child]> node);
      w->level += 1;
      check_node(w, &w->bvh->nodes[child]);
      w->level -= 1;
    }
  }
}

/// Everything that geo_bvh.h promises of a tree. Returns its levels below the root.
static inline int check_tree(const ep_bvh* bvh, const ep_soup* const* soups, const int32_t* bodies,
                             int32_t soup_count)
{
  walk w = {.bvh = bvh, .soups = soups, .bodies = bodies, .soup_count = soup_count};
  w.found = calloc((size_t)soup_count, sizeof(int32_t*));
  for (int32_t s = 0; s < soup_count; ++s)
  {
    w.found[s] = calloc((size_t)soups[s]->triangle_count + 1, sizeof(int32_t));
  }
  check_node(&w, bvh->nodes);
  REQUIRE(w.nodes == bvh->node_count && w.leaves == bvh->leaf_count);
  for (int32_t s = 0; s < soup_count; ++s)
  {
    for (int32_t t = 0; t < soups[s]->triangle_count; ++t)
    {
      if (w.found[s][t] != 1)
      {
        ck_abort_msg("triangle %d is found %d times", t, w.found[s][t]);
      }
    }
    free(w.found[s]);
  }
  free(w.found);
  return w.deepest;
}

static inline int check_soup_about(const ep_soup* soup, const double origin[3])
{
  const int32_t body = 5;
  ep_bvh bvh = tree_of(soup, origin);
  const int levels = check_tree(&bvh, &soup, &body, 1);
  ep_bvh_clear(&bvh);
  return levels;
}

/// @}

#endif
