/// @file mesh_polygon.h
/// Cutting polygons into triangles.
///
/// A polygon with n corners becomes n - 2 triangles with corners of the polygon and no others.
/// Their union is the polygon if it is flat and does not cross itself. Any other is covered at
/// least: all points around which its outline winds, seen along the axis that its normal is closest
/// to, and the outline itself.
#ifndef EP_MESH_POLYGON_H
#define EP_MESH_POLYGON_H

#include "edgeproof/base.h"

/// Workspace for many polygons over the same vertices.
typedef struct ep_polygon_cutter
{
  const double* vertices; ///< borrowed
  int64_t effort_left;    ///< steps before it gives up, of all polygons together
  int32_t capacity;
  double* points; ///< u v of each corner
  int32_t* next;  ///< the corner after, among those not yet cut off
  int32_t* previous;
} ep_polygon_cutter;

ep_polygon_cutter ep_polygon_cutter_make(const double* vertices);
void ep_polygon_cutter_clear(ep_polygon_cutter* cutter);

/// Writes 3 * (count - 2) vertex indices; count >= 3. EP_ERROR_MEMORY, or EP_ERROR_UNSUPPORTED if
/// the effort is used up: corner by corner, a crooked polygon takes the square of its corners.
ep_status ep_polygon_cut(ep_polygon_cutter* cutter, const int32_t* corners, int32_t count,
                         int32_t* triangles);

#endif
