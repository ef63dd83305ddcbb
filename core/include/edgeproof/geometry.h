/// @file geometry.h
/// Shapes: what links and obstacles are made of.
///
/// A shape is described in its own frame, then placed by a scale and a pose, or by any affine
/// matrix. All of it is applied once, when the shape is added to a world.
///
/// Inside, everything is triangles, each thickened by a radius: a sphere is one point with a
/// radius, a capsule a segment with one. Where a shape cannot be said that way (cylinders, cones,
/// and round shapes under a non-uniform scale) it is enclosed by a polyhedron that exceeds it by at
/// most EP_SHAPE_EXCESS of the world's tolerance, and never cuts it.
///
/// Primitives and heightfields are solid. A mesh is solid where its triangles close: what is inside
/// a closed part of it touches it. Shapes close by themselves or not at all, never together.
#ifndef EDGEPROOF_GEOMETRY_H
#define EDGEPROOF_GEOMETRY_H

#include "edgeproof/base.h"

#ifdef __cplusplus
extern "C"
{
#endif

/// How far the polyhedron around a round shape may exceed it, as a part of the tolerance.
#define EP_SHAPE_EXCESS 0.25

  typedef enum ep_shape_type
  {
    EP_SHAPE_MESH = 0,   ///< triangles: any soup, open or closed, degenerate triangles included
    EP_SHAPE_BOX,        ///< size = edge lengths x y z, about the origin
    EP_SHAPE_SPHERE,     ///< size[0] = radius, about the origin
    EP_SHAPE_CYLINDER,   ///< size[0] = radius, size[1] = length, along z, about the origin
    EP_SHAPE_CAPSULE,    ///< size[0] = radius, size[1] = length of the straight part, along z
    EP_SHAPE_CONE,       ///< size[0] = radius of the base, size[1] = height; base at z = -height/2
    EP_SHAPE_HEIGHTFIELD ///< a grid of heights, solid from the surface down to `depth` below the
                         ///< lowest one, with side walls and a floor; each cell is two triangles,
                         ///< split from its first sample (lowest column and row) to the opposite
  } ep_shape_type;

  /// The name used in messages, such as "cylinder". Never NULL.
  EP_API const char* ep_shape_type_text(ep_shape_type type);

  /// One shape. Start from ep_geometry_default(). All arrays are borrowed for the call that takes
  /// the description, and copied.
  typedef struct ep_geometry_desc
  {
    uint32_t struct_size; ///< set by ep_geometry_default()
    ep_shape_type type;   ///< default: a mesh, without triangles
    double size[3];       ///< metres, see ep_shape_type; all that the type uses must be > 0

    const double* vertices; ///< mesh: x y z of each
    int32_t vertex_count;
    const int32_t* triangles; ///< mesh: three vertex indices each
    int32_t triangle_count;

    const double* heights; ///< heightfield: rows * columns, row by row; x grows with the column
    int32_t columns;       ///< at least 2
    int32_t rows;          ///< at least 2
    double spacing[2];     ///< metres between columns, between rows; the first sample is at (0,0)
    double depth;          ///< metres of solid below the lowest height; > 0

    ep_pose pose;         ///< default: none
    double scale[3];      ///< applied before the pose; negative mirrors; not 0; default 1 1 1
    const double* matrix; ///< 16 numbers, row by row, last row 0 0 0 1; replaces pose and scale;
                          ///< determinant 0 is for meshes only
  } ep_geometry_desc;

  EP_API ep_geometry_desc ep_geometry_default(void);

#ifdef __cplusplus
}
#endif

#endif
