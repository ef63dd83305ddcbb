/// @file geo_bvh_split.h
/// Splits a range of boxes in two, for ep_bvh_build(). What it decides makes a tree fast or slow,
/// never right or wrong: boxes are copied and compared here, not computed.
#ifndef EP_GEO_BVH_SPLIT_H
#define EP_GEO_BVH_SPLIT_H

#include "num_round.h"

#include <stdint.h>

/// Ranges of up to this many become leaves.
#define EP_BVH_LEAF_MAX 8
/// No side of a split is smaller, so that leaves are at least half full.
#define EP_BVH_SIDE_MIN 4

/// x y z, and a fourth that is 0.
typedef float ep_quad __attribute__((vector_size(16)));

/// The box of one thickened triangle, about the tree's origin, and where the triangle comes from.
typedef struct ep_bvh_ref
{
  float lo[3];
  int32_t soup;
  float hi[3];
  int32_t triangle;
} ep_bvh_ref;

/// Neighbours in the array of all refs.
typedef struct ep_bvh_range
{
  ep_quad lo; ///< of their boxes
  ep_quad hi;
  ep_quad middle_lo; ///< of their middles; a middle is lo + hi of a box, so all is twice as large
  ep_quad middle_hi;
  int32_t first;
  int32_t count;
} ep_bvh_range;

/// What a box costs: half the surface of the box grown by `margin`, the size of what is looked for.
/// Without a margin all boxes on a straight line would cost nothing, and so the same.
static inline float ep_bvh_cost(ep_quad lo, ep_quad hi, float margin)
{
  const float x = hi[0] - lo[0] + margin;
  const float y = hi[1] - lo[1] + margin;
  const float z = hi[2] - lo[2] + margin;
  return x * y + y * z + z * x;
}

/// The range of `count` refs at `first`, with its bounds.
ep_bvh_range ep_bvh_range_of(const ep_bvh_ref* refs, int32_t first, int32_t count);

/// How often a range must be halved until it fits in a leaf.
int32_t ep_bvh_halvings(int32_t count);

/// Reorders the refs of a range and cuts it in two, each with at least EP_BVH_SIDE_MIN refs: where
/// the surface-area heuristic says, or in halves if `halve`. The same refs in the same order are
/// cut in the same way.
///
/// Claim  neither side needs more halvings than the range; one fewer if `halve`.
/// Needs  more than EP_BVH_LEAF_MAX refs; coordinates within 2^41, so that no cost overflows.
void ep_bvh_split(ep_bvh_ref* refs, const ep_bvh_range* range, float margin, bool halve,
                  ep_bvh_range sides[2]);

#endif
