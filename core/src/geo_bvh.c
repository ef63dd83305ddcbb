/// @file geo_bvh.c
/// Boxes of triangles, rounded outwards; then nodes from the top down, leaves last.
#include "geo_bvh.h"
#include "base_arena.h"
#include "base_status.h"
#include "geo_bvh_clip.h"
#include "geo_bvh_tree.h"

/// Coordinates about the origin, and radii, beyond this are refused: far above EP_LENGTH_MAX, far
/// below where a surface overflows.
#define COORDINATE_MAX 0x1p40
/// Indices of nodes and leaves are 32 bits.
#define TRIANGLES_MAX (INT32_MAX / 2)

/// @name Boxes of triangles
/// @{

/// The error of a computed difference: a - b == difference + error, exactly.
/// Source    Knuth's two-sum; additions do not underflow.
static inline double difference_error(double a, double b, double difference)
{
  const double virtual_b = a - difference;
  const double virtual_a = difference + virtual_b;
  return (a - virtual_a) + (virtual_b - b);
}

/// Claim     result <= a - origin - radius, exactly; the largest such float if the radius is 0.
/// Needs     finite numbers within COORDINATE_MAX, radius >= 0.
/// Why       proofs.md B1: for a float f and d = fl(x), f < d implies f <= x.
/// Rounding  the radius: both differences down by ep_down(). To float: to nearest, then one float
///           down where that went above, or where it is the double whose own error is negative.
static float float_below(double a, double origin, double radius)
{
  double d = a - origin;
  double error = difference_error(a, origin, d);
  if (radius > 0.0)
  {
    d = ep_down(ep_down(d) - radius);
    error = 0.0;
  }
  const float f = (float)d;
  const bool above = (double)f > d || ((double)f == d && error < 0.0);
  return above ? nextafterf(f, -INFINITY) : f;
}

/// Claim     result >= a - origin + radius, exactly.
/// Why       the mirror image.
static float float_above(double a, double origin, double radius)
{
  return 0.0f - float_below(-a, -origin, radius); // 0 - x is never -0
}

static void get_corners(const ep_soup* soup, int32_t triangle, double corners[3][3])
{
  for (int c = 0; c < 3; ++c)
  {
    ep_vec_copy(corners[c], ep_soup_vertex(soup, triangle, c));
  }
}

/// Whether the triangle's numbers are within the limits; NaN is not.
static bool is_usable(const ep_soup* soup, int32_t triangle, const double origin[3])
{
  bool usable = soup->radii[triangle] >= 0.0 && soup->radii[triangle] <= COORDINATE_MAX;
  for (int corner = 0; corner < 3; ++corner)
  {
    const double* v = ep_soup_vertex(soup, triangle, corner);
    for (int k = 0; k < 3; ++k)
    {
      usable &= fabs(v[k]) <= COORDINATE_MAX && fabs(v[k] - origin[k]) <= COORDINATE_MAX;
    }
  }
  return usable;
}

/// Makes the ref of a piece of a triangle and enlarges the tree's box by it.
static void set_box(ep_bvh* bvh, ep_bvh_ref* ref, const ep_box* box, double radius)
{
  for (int k = 0; k < 3; ++k)
  {
    ref->lo[k] = float_below(box->lo[k], bvh->origin[k], radius);
    ref->hi[k] = float_above(box->hi[k], bvh->origin[k], radius);
    const double lo = radius > 0.0 ? ep_down(box->lo[k] - radius) : box->lo[k];
    const double hi = radius > 0.0 ? ep_up(box->hi[k] + radius) : box->hi[k];
    bvh->lo[k] = ep_min(bvh->lo[k], lo);
    bvh->hi[k] = ep_max(bvh->hi[k], hi);
  }
}

/// @}

/// What is only needed while building.
typedef struct builder
{
  const ep_soup* const* soups;
  const int32_t* bodies;
  int32_t soup_count;
  int32_t triangle_count;
  int32_t ref_max; ///< what there is room for
  double* airs;    ///< one a triangle
  int32_t* slots;  ///< one a triangle: its place in the tree, or -1
  int32_t* starts; ///< one a soup: its first triangle among all
  ep_bvh_ref* refs;
  int32_t ref_count;
  ep_bvh_twig* twigs;
  int32_t* leaf_twigs;
} builder;

/// The pieces of the builder's one block; run once to measure and once to hand out.
static void lay_out(ep_arena* arena, builder* b)
{
  const size_t count = (size_t)b->triangle_count;
  b->airs = ep_arena_take(arena, count, sizeof(double));
  b->slots = ep_arena_take(arena, count, sizeof(int32_t));
  b->starts = ep_arena_take(arena, (size_t)b->soup_count, sizeof(int32_t));
  b->refs = ep_arena_take(arena, (size_t)b->ref_max, sizeof(ep_bvh_ref));
  b->twigs = ep_arena_take(arena, ep_bvh_twigs_max((size_t)b->ref_max), sizeof(ep_bvh_twig));
  b->leaf_twigs = ep_arena_take(arena, ep_bvh_leaves_max((size_t)b->ref_max), sizeof(int32_t));
}

/// Checks all triangles and measures the air around them.
static ep_status look_at_triangles(const ep_bvh* bvh, builder* b, ep_error* error)
{
  int32_t at = 0;
  for (int32_t s = 0; s < b->soup_count; ++s)
  {
    b->starts[s] = at;
    for (int32_t t = 0; t < b->soups[s]->triangle_count; ++t, ++at)
    {
      if (!is_usable(b->soups[s], t, bvh->origin))
      {
        return ep_fail(error, EP_ERROR_INPUT,
                       "tree of boxes: triangle %d of soup %d is not finite, or far too large", t,
                       s);
      }
      double corners[3][3];
      get_corners(b->soups[s], t, corners);
      b->airs[at] = ep_bvh_air((const double(*)[3])corners);
      b->slots[at] = -1;
    }
  }
  return EP_OK;
}

static void add_refs(ep_bvh* bvh, builder* b)
{
  const double scale = ep_bvh_scale(b->airs, b->triangle_count, b->ref_max - b->triangle_count);
  b->ref_count = 0;
  for (int32_t s = 0; s < b->soup_count; ++s)
  {
    for (int32_t t = 0; t < b->soups[s]->triangle_count; ++t)
    {
      const int32_t pieces = ep_bvh_pieces(b->airs[b->starts[s] + t], scale);
      double corners[3][3];
      get_corners(b->soups[s], t, corners);
      for (int32_t i = 0; i < pieces; ++i)
      {
        const ep_box box = ep_bvh_piece((const double(*)[3])corners, i, pieces);
        EP_ASSERT(b->ref_count < b->ref_max);
        ep_bvh_ref* ref = &b->refs[b->ref_count++];
        ref->soup = s;
        ref->triangle = t;
        set_box(bvh, ref, &box, b->soups[s]->radii[t]);
      }
    }
  }
}

/// @name Leaves
/// @{

/// Claim     each coordinate x is off by at most 2^-24 |x| + 2^-150.
/// Rounding  twice to nearest: proofs.md B2.
static void set_triangle(ep_bvh_triangle* out, const ep_soup* soup, int32_t triangle,
                         const double origin[3])
{
  for (int corner = 0; corner < 3; ++corner)
  {
    const double* v = ep_soup_vertex(soup, triangle, corner);
    for (int k = 0; k < 3; ++k)
    {
      out->vertex[corner][k] = (float)(v[k] - origin[k]);
    }
  }
  out->radius_up = float_above(soup->radii[triangle], 0.0, 0.0);
  out->triangle = triangle;
}

/// The place of a ref's triangle among those of the tree; made when first met, so that those of a
/// leaf are neighbours.
static int32_t slot_of(ep_bvh* bvh, builder* b, const ep_bvh_ref* ref)
{
  int32_t* slot = &b->slots[b->starts[ref->soup] + ref->triangle];
  if (*slot < 0)
  {
    *slot = bvh->triangle_count++;
    set_triangle(&bvh->triangles[*slot], b->soups[ref->soup], ref->triangle, bvh->origin);
    bvh->triangles[*slot].body = b->bodies[ref->soup];
  }
  return *slot;
}

/// Pieces of one triangle that meet in a leaf count once.
static void make_leaf(ep_bvh* bvh, builder* b, const ep_bvh_twig* twig, ep_bvh_leaf* leaf)
{
  leaf->count = 0;
  for (int32_t i = 0; i < twig->count; ++i)
  {
    const int32_t slot = slot_of(bvh, b, &b->refs[twig->first + i]);
    bool is_there = false;
    for (int32_t k = 0; k < leaf->count; ++k)
    {
      is_there |= leaf->slot[k] == slot;
    }
    if (!is_there)
    {
      leaf->slot[leaf->count++] = slot;
    }
  }
  for (int32_t k = leaf->count; k < EP_BVH_WIDTH; ++k)
  {
    leaf->slot[k] = leaf->slot[0];
  }
}

void ep_bvh_gather(const ep_bvh* bvh, const ep_bvh_leaf* leaf, ep_bvh_octet* octet)
{
  for (int lane = 0; lane < EP_BVH_WIDTH; ++lane)
  {
    const ep_bvh_triangle* t = ep_bvh_at(bvh, leaf, lane);
    for (int i = 0; i < 9; ++i)
    {
      octet->vertex[i / 3][i % 3][lane] = t->vertex[i / 3][i % 3];
    }
    octet->radius_up[lane] = t->radius_up;
    octet->body[lane] = t->body;
    octet->triangle[lane] = t->triangle;
  }
}

/// @}

/// The tree's own block: nodes first. Run once to measure and once to hand out.
static void lay_out_tree(ep_arena* arena, ep_bvh* bvh, int32_t triangles)
{
  bvh->nodes = ep_arena_take(arena, (size_t)bvh->node_count, sizeof(ep_bvh_node));
  bvh->leaves = ep_arena_take(arena, (size_t)bvh->leaf_count, sizeof(ep_bvh_leaf));
  bvh->triangles = ep_arena_take(arena, (size_t)triangles, sizeof(ep_bvh_triangle));
}

static ep_status out_of_memory(ep_error* error)
{
  return ep_fail(error, EP_ERROR_MEMORY, "tree of boxes: out of memory");
}

bool ep_bvh_allocate(ep_bvh* bvh, int32_t nodes, int32_t leaves, int32_t triangles)
{
  ep_arena arena = {NULL, 0};
  bvh->node_count = nodes;
  bvh->leaf_count = leaves;
  lay_out_tree(&arena, bvh, triangles);
  arena = (ep_arena){ep_block_allocate(&bvh->allocator, arena.used), 0};
  if (arena.base == NULL)
  {
    return false;
  }
  lay_out_tree(&arena, bvh, triangles);
  return true;
}

static ep_status build_from(ep_bvh* bvh, builder* b, ep_error* error)
{
  const ep_status status = look_at_triangles(bvh, b, error);
  if (status != EP_OK)
  {
    return status;
  }
  add_refs(bvh, b);
  ep_bvh_weigh(b->twigs, ep_bvh_grow(b->twigs, b->refs, b->ref_count));
  const ep_bvh_counts counts = ep_bvh_cut(b->twigs, NULL, b->leaf_twigs);
  if (!ep_bvh_allocate(bvh, counts.nodes, counts.leaves, b->triangle_count))
  {
    return out_of_memory(error);
  }
  ep_bvh_cut(b->twigs, bvh->nodes, b->leaf_twigs);
  for (int32_t i = 0; i < bvh->leaf_count; ++i)
  {
    make_leaf(bvh, b, &b->twigs[b->leaf_twigs[i]], &bvh->leaves[i]);
  }
  EP_ASSERT(bvh->triangle_count == b->triangle_count);
  return ep_succeed(error);
}

ep_status ep_bvh_build(ep_bvh* bvh, const ep_soup* const* soups, const int32_t* bodies,
                       int32_t soup_count, const double origin[3], double cut,
                       ep_allocator allocator, ep_error* error)
{
  *bvh = (ep_bvh){.allocator = allocator,
                  .origin = {origin[0], origin[1], origin[2]},
                  .lo = {DBL_MAX, DBL_MAX, DBL_MAX},
                  .hi = {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
  int64_t count = 0;
  for (int32_t s = 0; s < soup_count; ++s)
  {
    count += soups[s]->triangle_count;
  }
  if (count == 0)
  {
    return ep_succeed(error);
  }
  const double refs = (double)count * (1.0 + cut);
  if (refs > TRIANGLES_MAX)
  {
    *bvh = (ep_bvh){0};
    return ep_fail(error, EP_ERROR_UNSUPPORTED, "tree of boxes: %lld triangles are too many",
                   (long long)count);
  }
  builder b = {.soups = soups,
               .bodies = bodies,
               .soup_count = soup_count,
               .triangle_count = (int32_t)count,
               .ref_max = (int32_t)refs};
  ep_arena arena = {NULL, 0};
  lay_out(&arena, &b);
  arena = (ep_arena){ep_block_allocate(&allocator, arena.used), 0};
  ep_status status = arena.base == NULL ? out_of_memory(error) : EP_OK;
  if (status == EP_OK)
  {
    lay_out(&arena, &b);
    status = build_from(bvh, &b, error);
  }
  ep_block_release(&allocator, arena.base);
  if (status != EP_OK)
  {
    *bvh = (ep_bvh){0};
  }
  return status;
}

void ep_bvh_clear(ep_bvh* bvh)
{
  ep_block_release(&bvh->allocator, bvh->nodes);
  *bvh = (ep_bvh){0};
}

size_t ep_bvh_bytes(const ep_bvh* bvh)
{
  ep_arena arena = {NULL, 0};
  ep_bvh measured = *bvh;
  lay_out_tree(&arena, &measured, bvh->triangle_count);
  return bvh->nodes == NULL ? 0 : arena.used;
}
