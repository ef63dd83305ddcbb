/// @file mesh_builder.h
/// Where the readers of all formats put vertices and polygons. Everything is checked here: that
/// coordinates are finite and within EP_LENGTH_MAX, that corners name vertices, that counts fit.
///
/// A polygon may name vertices that come later; whether they came is known at the end. A reader
/// stops at the first call that is not EP_OK: error is written then.
#ifndef EP_MESH_BUILDER_H
#define EP_MESH_BUILDER_H

#include "edgeproof/envs/mesh.h"

/// The most vertices, polygons or triangles of one file: what core takes, and three times as many
/// fit an int32_t.
#define EP_MESH_COUNT_MAX ((int32_t)1 << 29)

typedef struct ep_mesh_builder
{
  const char* path; ///< borrowed, for messages
  ep_error* error;  ///< borrowed, may be NULL
  const char* unit; ///< what `number` counts, such as "line"; NULL: nothing
  int64_t number;   ///< where the reader is
  int index_base;   ///< the first vertex is number 0 or number 1, in messages

  double* vertices;
  int32_t vertex_count;
  int32_t vertex_capacity;
  int32_t* corners; ///< of all polygons, one after the other; also those of an unfinished one
  int64_t corner_count;
  int64_t corner_capacity;
  int32_t* sizes; ///< corners of each polygon
  int32_t polygon_count;
  int32_t polygon_capacity;
  int64_t polygon_start;    ///< the first corner of an unfinished one
  int64_t highest;          ///< the largest vertex index so far, -1 at first
  const char* highest_unit; ///< and where it was
  int64_t highest_number;
  ep_mesh_counts counts;
} ep_mesh_builder;

ep_mesh_builder ep_mesh_builder_make(const char* path, ep_error* error);

/// Frees all that the builder has.
void ep_mesh_builder_clear(ep_mesh_builder* b);

/// Writes "path: unit number: message" and returns the status.
ep_status ep_mesh_builder_fail(ep_mesh_builder* b, ep_status status, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

/// Makes room at once. Only for counts that the file has been checked to hold.
ep_status ep_mesh_builder_reserve(ep_mesh_builder* b, int64_t vertices, int64_t polygons,
                                  int64_t corners);

ep_status ep_mesh_builder_vertex(ep_mesh_builder* b, double x, double y, double z);

/// One more corner of the polygon that is under way; the first vertex of the file is 0.
ep_status ep_mesh_builder_corner(ep_mesh_builder* b, int64_t vertex);

/// Ends a polygon. One with two corners is counted as a line, one with one as a point.
ep_status ep_mesh_builder_end_polygon(ep_mesh_builder* b);

/// A triangle of a strip: not counted as a polygon of the file.
ep_status ep_mesh_builder_strip_triangle(ep_mesh_builder* b, const int64_t corners[3]);

/// Counts the corners under way as a chain of lines or as points, and forgets them.
void ep_mesh_builder_end_lines(ep_mesh_builder* b);
void ep_mesh_builder_end_points(ep_mesh_builder* b);

/// Checks what could not be checked before and makes the mesh. The builder is still to be cleared;
/// on failure *mesh is untouched.
ep_status ep_mesh_builder_finish(ep_mesh_builder* b, ep_mesh* mesh);

/// The step of finishing that welds, drops and counts: takes the vertices from the builder and
/// consumes the triangles, on failure too. In mesh_weld.c.
ep_status ep_mesh_weld(ep_mesh_builder* b, int32_t* triangles, int32_t triangle_count,
                       ep_mesh* mesh);

#endif
