/// @file heightfield_mesh.c
/// Grids with holes as one closed surface.
#include "heightfield.h"

#include "io_file.h"

#include <math.h>
#include <stdlib.h>

/// The mesh that is being made. Every vertex of the ground has one on the floor right behind it.
typedef struct maker
{
  const ep_heightfield* field;
  ep_mesh* mesh;
  int32_t* vertex_of; ///< of a sample: its first vertex
  double floor;
} maker;

static size_t sample_at(const ep_heightfield* f, int32_t column, int32_t row)
{
  return (size_t)row * (size_t)f->columns + (size_t)column;
}

/// Whether the cell with this first sample is there and has four heights.
static bool is_solid(const ep_heightfield* f, int32_t column, int32_t row)
{
  if (column < 0 || row < 0 || column >= f->columns - 1 || row >= f->rows - 1)
  {
    return false;
  }
  const double* low = f->heights + sample_at(f, column, row);
  const double* high = f->heights + sample_at(f, column, row + 1);
  return !isnan(low[0]) && !isnan(low[1]) && !isnan(high[0]) && !isnan(high[1]);
}

/// How many vertices the ground has at a sample: 2 where two cells have only this corner in common.
static int32_t vertices_at(const ep_heightfield* f, int32_t column, int32_t row)
{
  const bool south_west = is_solid(f, column - 1, row - 1);
  const bool south_east = is_solid(f, column, row - 1);
  const bool north_west = is_solid(f, column - 1, row);
  const bool north_east = is_solid(f, column, row);
  const int32_t count = south_west + south_east + north_west + north_east;
  const bool crosswise = count == 2 && south_west == north_east;
  return crosswise ? 2 : count > 0;
}

/// The four samples of a cell, counterclockwise from above, from its first one on.
static void corner_of(int32_t column, int32_t row, int k, int32_t at[2])
{
  at[0] = column + (k == 1 || k == 2);
  at[1] = row + (k >= 2);
}

/// The vertex that a cell has at a corner. Of two, the second belongs to the northern cell.
static int32_t vertex_at(const maker* m, int32_t column, int32_t row, int k)
{
  int32_t at[2];
  corner_of(column, row, k, at);
  const bool second = k < 2 && vertices_at(m->field, at[0], at[1]) == 2;
  return m->vertex_of[sample_at(m->field, at[0], at[1])] + (second ? 2 : 0);
}

/// Whether the ground ends at the side of a cell that begins at corner k.
static bool ends_at(const ep_heightfield* f, int32_t column, int32_t row, int k)
{
  static const int32_t beyond[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  return !is_solid(f, column + beyond[k][0], row + beyond[k][1]);
}

static void add_vertices(maker* m, int32_t column, int32_t row)
{
  const ep_heightfield* f = m->field;
  const size_t sample = sample_at(f, column, row);
  m->vertex_of[sample] = m->mesh->vertex_count;
  for (int32_t i = 2 * vertices_at(f, column, row); i > 0; --i)
  {
    double* v = m->mesh->vertices + 3 * (size_t)m->mesh->vertex_count++;
    v[0] = column * f->spacing;
    v[1] = row * f->spacing;
    v[2] = i % 2 == 0 ? f->heights[sample] : m->floor;
  }
}

static void add_triangle(maker* m, int32_t a, int32_t b, int32_t c)
{
  int32_t* t = m->mesh->triangles + 3 * (size_t)m->mesh->triangle_count++;
  t[0] = a;
  t[1] = b;
  t[2] = c;
}

static void add_cell(maker* m, int32_t column, int32_t row)
{
  int32_t v[4];
  for (int k = 0; k < 4; ++k)
  {
    v[k] = vertex_at(m, column, row, k);
  }
  add_triangle(m, v[0], v[1], v[2]);
  add_triangle(m, v[0], v[2], v[3]);
  add_triangle(m, v[0] + 1, v[2] + 1, v[1] + 1);
  add_triangle(m, v[0] + 1, v[3] + 1, v[2] + 1);
  for (int k = 0; k < 4; ++k)
  {
    const int32_t here = v[k];
    const int32_t next = v[(k + 1) % 4];
    if (ends_at(m->field, column, row, k))
    {
      add_triangle(m, here + 1, next + 1, next);
      add_triangle(m, here + 1, next, here);
    }
  }
}

/// Counts vertices and triangles, and finds the lowest height of a solid cell.
static void measure(const ep_heightfield* f, int64_t* vertices, int64_t* triangles, double* lowest)
{
  *vertices = 0;
  *triangles = 0;
  *lowest = (double)INFINITY;
  for (int32_t row = 0; row < f->rows; ++row)
  {
    for (int32_t column = 0; column < f->columns; ++column)
    {
      const int32_t count = vertices_at(f, column, row);
      *vertices += 2 * (int64_t)count;
      *lowest = count > 0 ? fmin(*lowest, f->heights[sample_at(f, column, row)]) : *lowest;
      for (int k = 0; k < 4 && is_solid(f, column, row); ++k)
      {
        *triangles += ends_at(f, column, row, k) ? 3 : 1;
      }
    }
  }
}

static void set_box(ep_mesh* mesh)
{
  for (int k = 0; k < 3; ++k)
  {
    mesh->box.lo[k] = (double)INFINITY;
    mesh->box.hi[k] = -(double)INFINITY;
  }
  for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i)
  {
    mesh->box.lo[i % 3] = fmin(mesh->box.lo[i % 3], mesh->vertices[i]);
    mesh->box.hi[i % 3] = fmax(mesh->box.hi[i % 3], mesh->vertices[i]);
  }
}

static void fill(maker* m)
{
  const ep_heightfield* f = m->field;
  for (int32_t row = 0; row < f->rows; ++row)
  {
    for (int32_t column = 0; column < f->columns; ++column)
    {
      add_vertices(m, column, row);
    }
  }
  for (int32_t row = 0; row + 1 < f->rows; ++row)
  {
    for (int32_t column = 0; column + 1 < f->columns; ++column)
    {
      if (is_solid(f, column, row))
      {
        add_cell(m, column, row);
      }
    }
  }
  set_box(m->mesh);
  m->mesh->closed = true;
}

ep_status ep_heightfield_mesh(const ep_heightfield* field, double depth, const char* path,
                              ep_mesh* mesh, ep_error* error)
{
  *mesh = (ep_mesh){.vertices = NULL};
  maker m = {.field = field, .mesh = mesh};
  int64_t vertices;
  int64_t triangles;
  double lowest;
  measure(field, &vertices, &triangles, &lowest);
  if (triangles == 0)
  {
    return ep_envs_fail(error, EP_ERROR_INPUT, "%s: no cell has four heights, all are holes", path);
  }
  m.floor = lowest - depth;
  m.vertex_of = malloc((size_t)field->columns * (size_t)field->rows * sizeof(int32_t));
  mesh->vertices = malloc(3 * (size_t)vertices * sizeof(double));
  mesh->triangles = malloc(3 * (size_t)triangles * sizeof(int32_t));
  if (m.vertex_of == NULL || mesh->vertices == NULL || mesh->triangles == NULL)
  {
    free(m.vertex_of);
    ep_mesh_clear(mesh);
    return ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory for %lld triangles", path,
                        (long long)triangles);
  }
  fill(&m);
  free(m.vertex_of);
  return ep_envs_ok(error);
}
