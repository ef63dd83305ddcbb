/// @file soak_shape.h
/// A shape's description as triangles for a judge, made without core: what is round is cut into
/// facets that lie *inside* of it, so that whatever is found too close to them is too close.
#ifndef SOAK_SHAPE_H
#define SOAK_SHAPE_H

#include "brute.h"
#include "edgeproof/geometry.h"

/// The placed triangles; their number in *count. Heightfields are refused: NULL. The caller frees.
brute_triangle* soak_shape_triangles(const ep_geometry_desc* shape, int32_t* count);

/// How far the facets of a shape may lie below its surface, metres.
double soak_shape_depth(const ep_geometry_desc* shape);

#endif
