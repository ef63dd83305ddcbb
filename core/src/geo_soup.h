/// @file geo_soup.h
/// The triangles of one body: all its shapes, placed in the body's frame.
///
/// Every triangle is thickened by a radius: the body is the union of all triangles, each with a
/// ball of its radius around every point, and of the insides of its solids. Spheres and capsules
/// are triangles that degenerate to a point or a segment.
#ifndef EP_GEO_SOUP_H
#define EP_GEO_SOUP_H

#include "num_vec.h"
#include "edgeproof/geometry.h"

/// A connected part of a shape without a border: every edge of it belongs to an even number of its
/// triangles, so "inside" is decided by counting crossings. None of its triangles has a radius.
typedef struct ep_solid
{
  double lo[3];
  double hi[3];
  int32_t first_triangle; ///< of solid_triangles
  int32_t triangle_count;
} ep_solid;

/// Most vertices and most triangles of one soup: three times as many can still be counted.
#define EP_SOUP_MAX ((int32_t)1 << 29)

typedef struct ep_soup
{
  ep_allocator allocator;
  double* vertices; ///< x y z of each
  int32_t vertex_count;
  int32_t vertex_capacity;
  int32_t* triangles; ///< three vertex indices each
  double* radii;      ///< one a triangle
  int32_t triangle_count;
  int32_t triangle_capacity;
  int32_t* shape_starts; ///< the first vertex of each shape, in the order they were added
  int32_t shape_count;
  int32_t shape_capacity;

  /// @name Filled by ep_soup_find_solids(), emptied when a shape is added
  /// @{
  ep_solid* solids;
  int32_t solid_count;
  int32_t* solid_triangles; ///< triangle indices, those of one solid together
  /// @}
} ep_soup;

/// An empty soup. allocator as in base.h.
ep_soup ep_soup_make(ep_allocator allocator);

/// Takes an empty one too.
void ep_soup_clear(ep_soup* soup);

/// Adds a shape. The body's name is for messages: "obstacle 'wall': vertex 7: 1 nan 2 is not
/// finite". On failure the soup is as it was.
///
/// Claim  the placed shape is inside the added triangles with their radii and the insides of their
///        solids, and nothing added is farther than EP_SHAPE_EXCESS * tolerance outside of it: both
///        up to 2^-46, in each coordinate, of the largest number that occurs on the way (a scaled
///        coordinate, its product with a matrix entry, the position, the result).
ep_status ep_soup_add(ep_soup* soup, const ep_geometry_desc* shape, double tolerance,
                      const char* name, ep_error* error);

/// Finds the closed parts of every shape, each triangle in one of them at most. Vertices that are
/// equal in all three coordinates count as one; triangles without three different vertices are left
/// out, and so are those that hang on a closed part by an edge. Different shapes never make a solid
/// together. On failure the solids are as they were.
///
/// Claim  every edge of a solid belongs to an even number of its triangles; without the solids'
///        triangles no edge-connected part of a shape is closed.
ep_status ep_soup_find_solids(ep_soup* soup, ep_error* error);

static inline const double* ep_soup_vertex(const ep_soup* soup, int32_t triangle, int corner)
{
  return soup->vertices + 3 * (size_t)soup->triangles[3 * (size_t)triangle + (size_t)corner];
}

#endif
