/// @file geo_bvh_clip.h
/// Cuts the boxes of long triangles that lie askew: such a box is nearly all air, and a tree of
/// them sends every query everywhere. Scaffolding, rebar and wire are made of them.
///
/// A triangle that is cut into n pieces becomes n refs of the tree, each with the box of its piece;
/// the leaf that holds a ref holds the whole triangle. So what a tree finds stays right, some of it
/// is found more than once.
#ifndef EP_GEO_BVH_CLIP_H
#define EP_GEO_BVH_CLIP_H

#include "num_vec.h"
#include "edgeproof/base.h"

/// More pieces than this no triangle is cut into.
#define EP_BVH_PIECES_MAX 64

/// How much air a triangle's box holds: half the surface of the box less that of the triangle, in
/// square metres; never negative.
double ep_bvh_air(const double corners[3][3]);

/// Into how many pieces to cut a triangle whose box holds so much air: the square root of the air,
/// times `scale`, at least 1. (For a given number of pieces in all, that makes the sum of the
/// pieces' surfaces least: a box of n pieces has 1/n of the air.)
static inline int32_t ep_bvh_pieces(double air, double scale)
{
  const double pieces = scale * sqrt(air);
  return pieces >= EP_BVH_PIECES_MAX ? EP_BVH_PIECES_MAX : (pieces > 1.0 ? (int32_t)pieces : 1);
}

/// The scale at which cutting all triangles adds at most `extra` pieces.
double ep_bvh_scale(const double* airs, int32_t count, int64_t extra);

/// Claim  the part of the triangle between the fractions i/n and (i+1)/n of its box's longest edge
///        is in the result.
ep_box ep_bvh_piece(const double corners[3][3], int32_t i, int32_t n);

#endif
