/// @file geo_shape.h
/// A shape on its way into a soup: what the kinds of shapes share.
#ifndef EP_GEO_SHAPE_H
#define EP_GEO_SHAPE_H

#include "base_status.h"
#include "geo_soup.h"

/// Where a shape goes: x becomes linear * x + shift.
typedef struct ep_placement
{
  double linear[3][3];
  double shift[3];
} ep_placement;

/// least_down <= |linear * x| <= most_up for every vector x of length 1.
typedef struct ep_stretch
{
  double least_down;
  double most_up;
} ep_stretch;

/// How much a placement stretches vectors along its first `count` axes, 2 or 3.
ep_stretch ep_placement_stretch(const ep_placement* placement, int count);

/// What is written counts as part of the soup only after the last check.
typedef struct ep_new_shape
{
  ep_soup* soup;
  const ep_geometry_desc* desc;
  const char* name; ///< of the body
  ep_error* error;
  ep_placement placement;
  double excess; ///< metres by which the triangles may stand out of the shape
  double radius; ///< that all its triangles get
  int32_t vertex_count;
  int32_t triangle_count;
} ep_new_shape;

/// Refuses with "obstacle 'o': ...". A macro, so that the compiler checks the format.
#define EP_REFUSE(s, format, ...)                                                                  \
  ep_fail((s)->error, EP_ERROR_INPUT, "%s: " format, (s)->name, __VA_ARGS__)

/// Room for so many vertices and triangles, all that the shape will have.
ep_status ep_new_shape_reserve(ep_new_shape* s, int64_t vertices, int64_t triangles);

/// Adds a vertex, given in the shape's own frame.
void ep_new_shape_vertex(ep_new_shape* s, double x, double y, double z);

/// Adds a triangle. Indices count from the shape's first vertex.
void ep_new_shape_triangle(ep_new_shape* s, int32_t a, int32_t b, int32_t c);

/// Everything but meshes and heightfields.
ep_status ep_new_shape_primitive(ep_new_shape* s);

ep_status ep_new_shape_heightfield(ep_new_shape* s);

#endif
