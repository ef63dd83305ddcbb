/// @file geo_soup.c
/// Placing shapes and adding them to a soup; meshes.
#include "geo_soup.h"
#include "base_arena.h"
#include "geo_shape.h"
#include "num_rotation.h"

#include <string.h>

ep_geometry_desc ep_geometry_default(void)
{
  return (ep_geometry_desc){
      .struct_size = sizeof(ep_geometry_desc),
      .type = EP_SHAPE_MESH,
      .pose = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}},
      .scale = {1.0, 1.0, 1.0},
  };
}

ep_soup ep_soup_make(ep_allocator allocator)
{
  return (ep_soup){.allocator = allocator};
}

static void drop_solids(ep_soup* soup)
{
  ep_block_release(&soup->allocator, soup->solids);
  ep_block_release(&soup->allocator, soup->solid_triangles);
  soup->solids = NULL;
  soup->solid_triangles = NULL;
  soup->solid_count = 0;
}

static void release_shapes(const ep_soup* soup)
{
  ep_block_release(&soup->allocator, soup->vertices);
  ep_block_release(&soup->allocator, soup->triangles);
  ep_block_release(&soup->allocator, soup->radii);
  ep_block_release(&soup->allocator, soup->shape_starts);
}

void ep_soup_clear(ep_soup* soup)
{
  drop_solids(soup);
  release_shapes(soup);
  *soup = ep_soup_make(soup->allocator);
}

/// @name Growing
/// @{

/// At least `needed`, and half as much again as there was; needed <= EP_SOUP_MAX.
static int32_t larger(int32_t capacity, int32_t needed)
{
  const int32_t grown = capacity + capacity / 2;
  return needed <= capacity ? capacity : (grown > needed ? grown : needed);
}

static void copy(void* to, const void* from, int32_t count, size_t size)
{
  if (count > 0)
  {
    memcpy(to, from, (size_t)count * size);
  }
}

/// Moves everything to new blocks of the capacities in `grown`; false if there is no memory, and
/// then nothing has changed.
static bool move_to(ep_soup* soup, ep_soup grown)
{
  const size_t vertices = (size_t)grown.vertex_capacity;
  const size_t triangles = (size_t)grown.triangle_capacity;
  const size_t shapes = (size_t)grown.shape_capacity;
  grown.vertices = ep_block_allocate(&soup->allocator, vertices * 3 * sizeof(double));
  grown.triangles = ep_block_allocate(&soup->allocator, triangles * 3 * sizeof(int32_t));
  grown.radii = ep_block_allocate(&soup->allocator, triangles * sizeof(double));
  grown.shape_starts = ep_block_allocate(&soup->allocator, shapes * sizeof(int32_t));
  if (grown.vertices == NULL || grown.triangles == NULL || grown.radii == NULL ||
      grown.shape_starts == NULL)
  {
    release_shapes(&grown);
    return false;
  }
  copy(grown.vertices, soup->vertices, soup->vertex_count, 3 * sizeof(double));
  copy(grown.triangles, soup->triangles, soup->triangle_count, 3 * sizeof(int32_t));
  copy(grown.radii, soup->radii, soup->triangle_count, sizeof(double));
  copy(grown.shape_starts, soup->shape_starts, soup->shape_count, sizeof(int32_t));
  release_shapes(soup);
  *soup = grown;
  return true;
}

ep_status ep_new_shape_reserve(ep_new_shape* s, int64_t vertices, int64_t triangles)
{
  ep_soup* soup = s->soup;
  if (vertices > EP_SOUP_MAX - soup->vertex_count || triangles > EP_SOUP_MAX - soup->triangle_count)
  {
    return EP_REFUSE(s, "%s: %lld more vertices and %lld more triangles, a body has at most %d",
                     ep_shape_type_text(s->desc->type), (long long)vertices, (long long)triangles,
                     EP_SOUP_MAX);
  }
  ep_soup grown = *soup;
  grown.vertex_capacity = larger(soup->vertex_capacity, soup->vertex_count + (int32_t)vertices);
  grown.triangle_capacity =
      larger(soup->triangle_capacity, soup->triangle_count + (int32_t)triangles);
  grown.shape_capacity = larger(soup->shape_capacity, soup->shape_count + 1);
  const bool enough = grown.vertex_capacity == soup->vertex_capacity &&
                      grown.triangle_capacity == soup->triangle_capacity &&
                      grown.shape_capacity == soup->shape_capacity;
  if (!enough && !move_to(soup, grown))
  {
    return ep_fail(s->error, EP_ERROR_MEMORY, "%s: no memory for %lld more triangles", s->name,
                   (long long)triangles);
  }
  return EP_OK;
}

void ep_new_shape_vertex(ep_new_shape* s, double x, double y, double z)
{
  const ep_soup* soup = s->soup;
  const ep_placement* p = &s->placement;
  EP_ASSERT(s->vertex_count < soup->vertex_capacity - soup->vertex_count);
  double* to = soup->vertices + 3 * ((size_t)soup->vertex_count + (size_t)s->vertex_count);
  for (int i = 0; i < 3; ++i)
  {
    const double* row = p->linear[i];
    to[i] = row[0] * x + row[1] * y + row[2] * z + p->shift[i];
  }
  ++s->vertex_count;
}

void ep_new_shape_triangle(ep_new_shape* s, int32_t a, int32_t b, int32_t c)
{
  const ep_soup* soup = s->soup;
  EP_ASSERT(s->triangle_count < soup->triangle_capacity - soup->triangle_count);
  const size_t at = (size_t)soup->triangle_count + (size_t)s->triangle_count;
  soup->triangles[3 * at] = soup->vertex_count + a;
  soup->triangles[3 * at + 1] = soup->vertex_count + b;
  soup->triangles[3 * at + 2] = soup->vertex_count + c;
  soup->radii[at] = s->radius;
  ++s->triangle_count;
}

/// @}
/// @name Placement
/// @{

/// Is the determinant 0, as far as doubles tell? Columns are brought to like lengths before.
static bool is_singular(const ep_placement* p)
{
  double column[3][3];
  for (int k = 0; k < 3; ++k)
  {
    int exponent;
    const double entries[3] = {p->linear[0][k], p->linear[1][k], p->linear[2][k]};
    (void)frexp(ep_max(ep_max(fabs(entries[0]), fabs(entries[1])), fabs(entries[2])), &exponent);
    for (int i = 0; i < 3; ++i)
    {
      column[k][i] = ldexp(entries[i], -exponent);
    }
  }
  double normal[3];
  ep_vec_cross(normal, column[0], column[1]);
  return ep_vec_dot(normal, column[2]) == 0.0;
}

static ep_status place_by_matrix(ep_new_shape* s)
{
  const double* m = s->desc->matrix;
  for (int k = 0; k < 16; ++k)
  {
    if (!(fabs(m[k]) <= EP_LENGTH_MAX))
    {
      return EP_REFUSE(s, "matrix row %d, column %d: %g is not within %g", k / 4, k % 4, m[k],
                       EP_LENGTH_MAX);
    }
  }
  if (m[12] != 0.0 || m[13] != 0.0 || m[14] != 0.0 || m[15] != 1.0)
  {
    return EP_REFUSE(s, "the last row of the matrix is %g %g %g %g, not 0 0 0 1", m[12], m[13],
                     m[14], m[15]);
  }
  ep_placement* p = &s->placement;
  for (int i = 0; i < 3; ++i)
  {
    ep_vec_copy(p->linear[i], m + 4 * (ptrdiff_t)i);
    p->shift[i] = m[4 * i + 3];
  }
  if (s->desc->type != EP_SHAPE_MESH && is_singular(p))
  {
    return EP_REFUSE(s, "the matrix has determinant 0, it would flatten a %s",
                     ep_shape_type_text(s->desc->type));
  }
  return EP_OK;
}

static ep_status check_pose(const ep_new_shape* s)
{
  const double* p = s->desc->pose.position;
  const double* q = s->desc->pose.rotation;
  const double* k = s->desc->scale;
  for (int i = 0; i < 3; ++i)
  {
    if (!(fabs(p[i]) <= EP_LENGTH_MAX))
    {
      return EP_REFUSE(s, "position %g %g %g is not within %g m", p[0], p[1], p[2], EP_LENGTH_MAX);
    }
    if (!(fabs(k[i]) <= EP_LENGTH_MAX) || k[i] == 0.0)
    {
      return EP_REFUSE(s, "scale %g %g %g: none may be 0 or beyond %g", k[0], k[1], k[2],
                       EP_LENGTH_MAX);
    }
  }
  const bool finite =
      ep_is_finite(q[0]) && ep_is_finite(q[1]) && ep_is_finite(q[2]) && ep_is_finite(q[3]);
  if (!finite || (q[0] == 0.0 && q[1] == 0.0 && q[2] == 0.0 && q[3] == 0.0))
  {
    return EP_REFUSE(s, "quaternion %g %g %g %g has no direction", q[0], q[1], q[2], q[3]);
  }
  return EP_OK;
}

/// Claim     a vertex placed by the result is within 2^-46 of the exact one, in each coordinate and
///           relative to the largest number that occurs (geo_soup.h).
/// Why       an entry of the rotation is off by 2^-48 (num_rotation.h), three of them meet:
///           3 * 2^-48; at most 6 roundings of at most 4 terms: 24 * 2^-53.
static ep_status place_by_pose(ep_new_shape* s)
{
  const ep_status status = check_pose(s);
  if (status != EP_OK)
  {
    return status;
  }
  ep_placement* p = &s->placement;
  double unit[4];
  ep_quaternion_normalize(unit, s->desc->pose.rotation);
  ep_quaternion_matrix(p->linear, unit);
  for (int k = 0; k < 9; ++k)
  {
    p->linear[k / 3][k % 3] *= s->desc->scale[k % 3];
  }
  ep_vec_copy(p->shift, s->desc->pose.position);
  return EP_OK;
}

/// Claim     see ep_stretch, for the exact placement.
/// Needs     entries within 2^20.
/// Why       |A x|^2 = x.Gx with G = A^T A, which lies between the least and the greatest
///           eigenvalue of G. By Gershgorin each eigenvalue is as near to a diagonal entry as the
///           other magnitudes of that row add up to; and the greatest is not above the trace.
/// Rounding  entries of G are off by 3 u of the largest diagonal entry, a row by 18 u: 2^-48 = 32 u
///           is added. A itself is off by 3.1 * 2^-48 of its longest column where it comes from a
///           quaternion, roots by 2 u: 2^-45 is added.
/// Source    OPCODE takes the lengths of the columns, which is right only for scaled rotations.
ep_stretch ep_placement_stretch(const ep_placement* placement, int count)
{
  double columns[3][3];
  for (int k = 0; k < 9; ++k)
  {
    columns[k % 3][k / 3] = placement->linear[k / 3][k % 3];
  }
  double most = 0.0;
  double least = EP_INFINITY;
  double trace = 0.0;
  for (int i = 0; i < count; ++i)
  {
    double others = 0.0;
    for (int k = 0; k < count; ++k)
    {
      others += k == i ? 0.0 : fabs(ep_vec_dot(columns[i], columns[k]));
    }
    const double own = ep_vec_dot(columns[i], columns[i]);
    most = ep_max(most, own + others);
    least = ep_min(least, own - others);
    trace += own;
  }
  const double error = trace * 0x1p-48 + 16.0 * EP_TINY;
  const double most_up = sqrt(ep_min(most, trace) + error) * (1.0 + 0x1p-45);
  const double root = sqrt(ep_max(0.0, least - error));
  return (ep_stretch){ep_max(0.0, root - most_up * 0x1p-45), most_up};
}

/// @}
/// @name Meshes
/// @{

static ep_status check_mesh(const ep_new_shape* s)
{
  const ep_geometry_desc* d = s->desc;
  if (d->vertex_count < 1 || d->triangle_count < 1)
  {
    return EP_REFUSE(s, "mesh of %d vertices and %d triangles, there must be some of both",
                     (int)d->vertex_count, (int)d->triangle_count);
  }
  if (d->vertices == NULL || d->triangles == NULL)
  {
    return ep_fail(s->error, EP_ERROR_MISUSE, "%s: mesh: no array of %s", s->name,
                   d->vertices == NULL ? "vertices" : "triangles");
  }
  for (int32_t i = 0; i < d->vertex_count; ++i)
  {
    const double* v = d->vertices + 3 * (size_t)i;
    if (!ep_vec_is_finite(v))
    {
      return EP_REFUSE(s, "vertex %d: %g %g %g is not finite", (int)i, v[0], v[1], v[2]);
    }
  }
  for (int32_t i = 0; i < d->triangle_count; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      const int32_t v = d->triangles[3 * (size_t)i + (size_t)k];
      if (v < 0 || v >= d->vertex_count)
      {
        return EP_REFUSE(s, "triangle %d: vertex %d does not exist, there are %d", (int)i, (int)v,
                         (int)d->vertex_count);
      }
    }
  }
  return EP_OK;
}

static ep_status add_mesh(ep_new_shape* s)
{
  const ep_geometry_desc* d = s->desc;
  ep_status status = check_mesh(s);
  status = status != EP_OK ? status : ep_new_shape_reserve(s, d->vertex_count, d->triangle_count);
  if (status != EP_OK)
  {
    return status;
  }
  for (int32_t i = 0; i < d->vertex_count; ++i)
  {
    const double* v = d->vertices + 3 * (size_t)i;
    ep_new_shape_vertex(s, v[0], v[1], v[2]);
  }
  for (int32_t i = 0; i < d->triangle_count; ++i)
  {
    const int32_t* t = d->triangles + 3 * (size_t)i;
    ep_new_shape_triangle(s, t[0], t[1], t[2]);
  }
  return EP_OK;
}

/// @}
/// @name Adding
/// @{

static ep_status check_desc(const ep_new_shape* s, double tolerance)
{
  if (s->desc == NULL)
  {
    return ep_fail(s->error, EP_ERROR_MISUSE, "%s: no shape", s->name);
  }
  if (s->desc->struct_size != sizeof(ep_geometry_desc))
  {
    return ep_fail(s->error, EP_ERROR_MISUSE,
                   "%s: struct_size is %u, not %u: start from ep_geometry_default()", s->name,
                   (unsigned)s->desc->struct_size, (unsigned)sizeof(ep_geometry_desc));
  }
  if ((int)s->desc->type < (int)EP_SHAPE_MESH || (int)s->desc->type > (int)EP_SHAPE_HEIGHTFIELD)
  {
    return EP_REFUSE(s, "shape type %d does not exist", (int)s->desc->type);
  }
  if (!(tolerance > 0.0) || !ep_is_finite(tolerance))
  {
    return EP_REFUSE(s, "tolerance %g must be finite and more than 0", tolerance);
  }
  return EP_OK;
}

static ep_status build(ep_new_shape* s)
{
  const ep_status status = s->desc->matrix != NULL ? place_by_matrix(s) : place_by_pose(s);
  if (status != EP_OK)
  {
    return status;
  }
  switch (s->desc->type)
  {
  case EP_SHAPE_MESH:
    return add_mesh(s);
  case EP_SHAPE_HEIGHTFIELD:
    return ep_new_shape_heightfield(s);
  default:
    return ep_new_shape_primitive(s);
  }
}

/// Everything that was added is within EP_LENGTH_MAX, its radius included.
static ep_status check_reach(const ep_new_shape* s)
{
  const double* v = s->soup->vertices + 3 * (size_t)s->soup->vertex_count;
  for (int32_t i = 0; i < s->vertex_count; ++i, v += 3)
  {
    const double farthest = ep_max(ep_max(fabs(v[0]), fabs(v[1])), fabs(v[2]));
    if (ep_vec_is_finite(v) && farthest + s->radius <= EP_LENGTH_MAX)
    {
      continue;
    }
    if (s->desc->type == EP_SHAPE_MESH)
    {
      return EP_REFUSE(s, "vertex %d: it is placed at %g %g %g, which is not within %g m", (int)i,
                       v[0], v[1], v[2], EP_LENGTH_MAX);
    }
    return EP_REFUSE(s, "%s: it reaches %g m about %g %g %g, which is not within %g m",
                     ep_shape_type_text(s->desc->type), s->radius, v[0], v[1], v[2], EP_LENGTH_MAX);
  }
  return EP_OK;
}

ep_status ep_soup_add(ep_soup* soup, const ep_geometry_desc* shape, double tolerance,
                      const char* name, ep_error* error)
{
  ep_new_shape s = {.soup = soup,
                    .desc = shape,
                    .name = name,
                    .error = error,
                    .excess = EP_SHAPE_EXCESS * tolerance};
  ep_status status = check_desc(&s, tolerance);
  status = status != EP_OK ? status : build(&s);
  status = status != EP_OK ? status : check_reach(&s);
  if (status != EP_OK)
  {
    return status;
  }
  drop_solids(soup);
  soup->shape_starts[soup->shape_count++] = soup->vertex_count;
  soup->vertex_count += s.vertex_count;
  soup->triangle_count += s.triangle_count;
  return ep_succeed(error);
}

/// @}
