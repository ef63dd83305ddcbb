/// @file geo_bvh.h
/// Trees of boxes, eight to a node, over the triangles of one or many soups. Single precision,
/// about an origin of its own; every box holds its triangles with their radii, rounding included.
#ifndef EP_GEO_BVH_H
#define EP_GEO_BVH_H

#include "geo_soup.h"

#define EP_BVH_WIDTH 8

/// Boxes of eight children, struct of arrays. A child that is not there has lo = FLT_MAX, hi =
/// -FLT_MAX, which no test passes.
typedef struct ep_bvh_node
{
  float lo[3][EP_BVH_WIDTH];
  float hi[3][EP_BVH_WIDTH];
  int32_t child[EP_BVH_WIDTH]; ///< >= 0: a node; < 0: leaf ~child; EP_BVH_NONE: nothing
} ep_bvh_node;

#define EP_BVH_NONE INT32_MAX

/// How far the points of a tree's child are from the link's turn axis, along it, and from the
/// link's origin, rounded up. For payloads, whose axis is not known, perp is the distance from the
/// origin and par is 0.
typedef struct ep_child_radii
{
  float perp[EP_BVH_WIDTH];
  float par[EP_BVH_WIDTH];
} ep_child_radii;

/// A triangle of a soup. Stored once, however many leaves it is in.
typedef struct ep_bvh_triangle
{
  float vertex[3][3]; ///< corner, coordinate; about the tree's origin
  float radius_up;
  int32_t body;     ///< which soup
  int32_t triangle; ///< of that soup
} ep_bvh_triangle;

/// Up to eight triangles. Lanes beyond `count` repeat the first one.
typedef struct ep_bvh_leaf
{
  int32_t slot[EP_BVH_WIDTH]; ///< of ep_bvh::triangles
  int32_t count;
} ep_bvh_leaf;

/// The triangles of a leaf as the kernels want them.
typedef struct ep_bvh_octet
{
  float vertex[3][3][EP_BVH_WIDTH]; ///< corner, coordinate, lane
  float radius_up[EP_BVH_WIDTH];
  int32_t body[EP_BVH_WIDTH];
  int32_t triangle[EP_BVH_WIDTH];
} ep_bvh_octet;

typedef struct ep_bvh
{
  ep_allocator allocator;
  ep_bvh_node* nodes; ///< the first is the root; NULL if there is no triangle
  int32_t node_count;
  ep_bvh_leaf* leaves;
  int32_t leaf_count;
  ep_bvh_triangle* triangles;
  int32_t triangle_count;
  double origin[3];
  double lo[3]; ///< of everything, radii included, in double, not about the origin
  double hi[3];
} ep_bvh;

/// Builds a tree over all triangles of the soups (bodies[i] is what ep_bvh_triangle::body says of
/// those of soups[i]) about the given origin. Binned surface-area heuristic; the same input gives
/// the same tree. Boxes of long triangles that lie askew are cut into pieces (geo_bvh_clip.h), at
/// most `cut` times as many as there are triangles: such a triangle is in several leaves, whole in
/// each.
///
/// Claim  every point of every triangle, thickened by its radius, minus the origin, is in the boxes
///        of all ancestors of one of the leaves that hold the triangle; its vertices are within
///        2^-24 of the largest coordinate magnitude of that (coordinates about the origin) of the
///        exact ones.
ep_status ep_bvh_build(ep_bvh* bvh, const ep_soup* const* soups, const int32_t* bodies,
                       int32_t soup_count, const double origin[3], double cut,
                       ep_allocator allocator, ep_error* error);

/// The triangle in a lane of a leaf.
static inline const ep_bvh_triangle* ep_bvh_at(const ep_bvh* bvh, const ep_bvh_leaf* leaf, int lane)
{
  return &bvh->triangles[leaf->slot[lane]];
}

/// Collects the triangles of a leaf.
void ep_bvh_gather(const ep_bvh* bvh, const ep_bvh_leaf* leaf, ep_bvh_octet* octet);

/// Makes room for the nodes, leaves and triangles of a tree that is to be filled by hand; false if
/// there is no memory.
bool ep_bvh_allocate(ep_bvh* bvh, int32_t nodes, int32_t leaves, int32_t triangles);

/// Takes a zeroed one too.
void ep_bvh_clear(ep_bvh* bvh);

/// Bytes of all its memory.
size_t ep_bvh_bytes(const ep_bvh* bvh);

#endif
