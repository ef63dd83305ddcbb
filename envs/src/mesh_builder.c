/// @file mesh_builder.c
#include "mesh_builder.h"

#include "io_file.h"
#include "mesh_polygon.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ep_mesh_builder ep_mesh_builder_make(const char* path, ep_error* error)
{
  return (ep_mesh_builder){.path = path, .error = error, .highest = -1};
}

void ep_mesh_builder_clear(ep_mesh_builder* b)
{
  free(b->vertices);
  free(b->corners);
  free(b->sizes);
  *b = ep_mesh_builder_make(b->path, b->error);
}

ep_status ep_mesh_builder_fail(ep_mesh_builder* b, ep_status status, const char* format, ...)
{
  char message[EP_ERROR_MESSAGE_SIZE];
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  return b->unit == NULL ? ep_envs_fail(b->error, status, "%s: %s", b->path, message)
                         : ep_envs_fail(b->error, status, "%s: %s %lld: %s", b->path, b->unit,
                                        (long long)b->number, message);
}

/// @name Growing
/// @{

/// The block with room for at least `needed` items, or NULL: then the old one is still there.
static void* grown(void* block, int64_t* capacity, int64_t needed, size_t size)
{
  const int64_t half_more = *capacity + *capacity / 2 + 64;
  const int64_t next = half_more > needed ? half_more : needed;
  void* larger = realloc(block, (size_t)next * size);
  *capacity = larger == NULL ? *capacity : next;
  return larger;
}

static ep_status no_memory(ep_mesh_builder* b)
{
  return ep_mesh_builder_fail(b, EP_ERROR_MEMORY, "no memory for %lld vertices, %lld corners",
                              (long long)b->vertex_count, (long long)b->corner_count);
}

static ep_status grow_vertices(ep_mesh_builder* b, int64_t needed)
{
  int64_t capacity = b->vertex_capacity;
  if (needed > EP_MESH_COUNT_MAX)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "more than %d vertices", EP_MESH_COUNT_MAX);
  }
  double* vertices = grown(b->vertices, &capacity, needed, 3 * sizeof(double));
  if (vertices == NULL)
  {
    return no_memory(b);
  }
  b->vertices = vertices;
  b->vertex_capacity = (int32_t)capacity;
  return EP_OK;
}

static ep_status grow_polygons(ep_mesh_builder* b, int64_t needed)
{
  int64_t capacity = b->polygon_capacity;
  if (needed > EP_MESH_COUNT_MAX)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "more than %d polygons", EP_MESH_COUNT_MAX);
  }
  int32_t* sizes = grown(b->sizes, &capacity, needed, sizeof(int32_t));
  if (sizes == NULL)
  {
    return no_memory(b);
  }
  b->sizes = sizes;
  b->polygon_capacity = (int32_t)capacity;
  return EP_OK;
}

static ep_status grow_corners(ep_mesh_builder* b, int64_t needed)
{
  int32_t* corners = grown(b->corners, &b->corner_capacity, needed, sizeof(int32_t));
  if (corners == NULL)
  {
    return no_memory(b);
  }
  b->corners = corners;
  return EP_OK;
}

ep_status ep_mesh_builder_reserve(ep_mesh_builder* b, int64_t vertices, int64_t polygons,
                                  int64_t corners)
{
  ep_status status = EP_OK;
  if (vertices > b->vertex_capacity)
  {
    status = grow_vertices(b, vertices);
  }
  if (status == EP_OK && polygons > b->polygon_capacity)
  {
    status = grow_polygons(b, polygons);
  }
  if (status == EP_OK && corners > b->corner_capacity)
  {
    status = grow_corners(b, corners);
  }
  return status;
}

/// @}
/// @name Filling
/// @{

static ep_status refuse_coordinate(ep_mesh_builder* b, const double xyz[3])
{
  for (int i = 0; i < 3; ++i)
  {
    if (!isfinite(xyz[i]))
    {
      return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "%c = %g is not finite", "xyz"[i], xyz[i]);
    }
  }
  int i = 0;
  while (i < 2 && fabs(xyz[i]) <= EP_LENGTH_MAX)
  {
    ++i;
  }
  return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "%c = %.10g is beyond %.0f m", "xyz"[i], xyz[i],
                              EP_LENGTH_MAX);
}

ep_status ep_mesh_builder_vertex(ep_mesh_builder* b, double x, double y, double z)
{
  if (!(fabs(x) <= EP_LENGTH_MAX && fabs(y) <= EP_LENGTH_MAX && fabs(z) <= EP_LENGTH_MAX))
  {
    return refuse_coordinate(b, (const double[3]){x, y, z});
  }
  if (b->vertex_count == b->vertex_capacity)
  {
    const ep_status status = grow_vertices(b, (int64_t)b->vertex_count + 1);
    if (status != EP_OK)
    {
      return status;
    }
  }
  double* to = b->vertices + 3 * (size_t)b->vertex_count++;
  to[0] = x + 0.0; // -0 becomes 0
  to[1] = y + 0.0;
  to[2] = z + 0.0;
  return EP_OK;
}

ep_status ep_mesh_builder_corner(ep_mesh_builder* b, int64_t vertex)
{
  if (vertex < 0 || vertex >= EP_MESH_COUNT_MAX)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "vertex %lld does not exist",
                                (long long)vertex + b->index_base);
  }
  if (vertex > b->highest)
  {
    b->highest = vertex;
    b->highest_unit = b->unit;
    b->highest_number = b->number;
  }
  if (b->corner_count == b->corner_capacity)
  {
    const ep_status status = grow_corners(b, b->corner_count + 1);
    if (status != EP_OK)
    {
      return status;
    }
  }
  b->corners[b->corner_count++] = (int32_t)vertex;
  return EP_OK;
}

static ep_status keep_polygon(ep_mesh_builder* b)
{
  const int64_t size = b->corner_count - b->polygon_start;
  if (size > EP_MESH_COUNT_MAX)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "a polygon of %lld corners", (long long)size);
  }
  if (b->polygon_count == b->polygon_capacity)
  {
    const ep_status status = grow_polygons(b, (int64_t)b->polygon_count + 1);
    if (status != EP_OK)
    {
      return status;
    }
  }
  b->sizes[b->polygon_count++] = (int32_t)size;
  b->polygon_start = b->corner_count;
  return EP_OK;
}

void ep_mesh_builder_end_lines(ep_mesh_builder* b)
{
  const int64_t size = b->corner_count - b->polygon_start;
  b->counts.lines += size > 1 ? size - 1 : 0;
  b->corner_count = b->polygon_start;
}

void ep_mesh_builder_end_points(ep_mesh_builder* b)
{
  b->counts.points += b->corner_count - b->polygon_start;
  b->corner_count = b->polygon_start;
}

ep_status ep_mesh_builder_end_polygon(ep_mesh_builder* b)
{
  const int64_t size = b->corner_count - b->polygon_start;
  if (size >= 3)
  {
    ++b->counts.file_polygons;
    return keep_polygon(b);
  }
  if (size == 2)
  {
    ep_mesh_builder_end_lines(b);
  }
  ep_mesh_builder_end_points(b);
  return EP_OK;
}

ep_status ep_mesh_builder_strip_triangle(ep_mesh_builder* b, const int64_t corners[3])
{
  for (int i = 0; i < 3; ++i)
  {
    const ep_status status = ep_mesh_builder_corner(b, corners[i]);
    if (status != EP_OK)
    {
      return status;
    }
  }
  return keep_polygon(b);
}

/// @}
/// @name Finishing
/// @{

static ep_status cut_polygons(ep_mesh_builder* b, int32_t* triangles)
{
  ep_polygon_cutter cutter = ep_polygon_cutter_make(b->vertices);
  ep_status status = EP_OK;
  const int32_t* corners = b->corners;
  int32_t polygon = 0;
  for (; polygon < b->polygon_count && status == EP_OK; ++polygon)
  {
    const int32_t size = b->sizes[polygon];
    status = ep_polygon_cut(&cutter, corners, size, triangles);
    corners += size;
    triangles += 3 * ((size_t)size - 2);
  }
  ep_polygon_cutter_clear(&cutter);
  b->unit = "polygon";
  b->number = polygon;
  return status == EP_OK             ? EP_OK
         : status == EP_ERROR_MEMORY ? no_memory(b)
                                     : ep_mesh_builder_fail(b, status,
                                                            "its %d corners and those before it "
                                                            "take too long to cut into triangles",
                                                            b->sizes[polygon - 1]);
}

/// The triangles of all polygons, in their order; the builder's corners are given up.
static ep_status make_triangles(ep_mesh_builder* b, int32_t** triangles, int32_t* count)
{
  const int64_t total = b->corner_count - 2 * (int64_t)b->polygon_count;
  *triangles = NULL;
  *count = (int32_t)total;
  if (total > EP_MESH_COUNT_MAX)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "more than %d triangles", EP_MESH_COUNT_MAX);
  }
  if (total == b->polygon_count) // triangles they all are
  {
    *triangles = b->corners;
    b->corners = NULL;
    return EP_OK;
  }
  *triangles = malloc((size_t)total * 3 * sizeof(int32_t));
  const ep_status status = *triangles == NULL ? no_memory(b) : cut_polygons(b, *triangles);
  if (status != EP_OK)
  {
    free(*triangles);
  }
  return status;
}

ep_status ep_mesh_builder_finish(ep_mesh_builder* b, ep_mesh* mesh)
{
  if (b->highest >= b->vertex_count)
  {
    b->unit = b->highest_unit;
    b->number = b->highest_number;
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "vertex %lld does not exist, there are %d",
                                (long long)b->highest + b->index_base, b->vertex_count);
  }
  b->unit = NULL;
  if (b->polygon_count == 0)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "has no triangles");
  }
  int32_t* triangles = NULL;
  int32_t count = 0;
  const ep_status status = make_triangles(b, &triangles, &count);
  if (status != EP_OK)
  {
    return status;
  }
  b->unit = NULL;
  b->counts.file_vertices = b->vertex_count;
  return ep_mesh_weld(b, triangles, count, mesh);
}

/// @}
