/// @file soup_tools.h
/// What the tests of soups share: exact placements in long double, random ones, counting crossings.
#ifndef EP_TEST_SOUP_TOOLS_H
#define EP_TEST_SOUP_TOOLS_H

#include "ep_test.h"
#include "geo_soup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// @name Shapes to start from
/// @{

static inline ep_geometry_desc shape(ep_shape_type type, double a, double b, double c)
{
  ep_geometry_desc d = ep_geometry_default();
  d.type = type;
  d.size[0] = a;
  d.size[1] = b;
  d.size[2] = c;
  return d;
}

static const double cube_vertices[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0,
                                         0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
static const int32_t cube_triangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

static inline ep_geometry_desc cube(void)
{
  ep_geometry_desc d = ep_geometry_default();
  d.vertices = cube_vertices;
  d.vertex_count = 8;
  d.triangles = cube_triangles;
  d.triangle_count = 12;
  return d;
}

static const double hill[12] = {0.5, 1.0, 0.25, 2.0, 1.5, -1.0, 0.0, 0.75, 0.125, 1.0, 0.5, 0.25};

static inline ep_geometry_desc heightfield(void)
{
  ep_geometry_desc d = ep_geometry_default();
  d.type = EP_SHAPE_HEIGHTFIELD;
  d.heights = hill;
  d.columns = 4;
  d.rows = 3;
  d.spacing[0] = 0.5;
  d.spacing[1] = 2.0;
  d.depth = 0.75;
  return d;
}

static const ep_shape_type primitives[5] = {EP_SHAPE_BOX, EP_SHAPE_SPHERE, EP_SHAPE_CYLINDER,
                                            EP_SHAPE_CAPSULE, EP_SHAPE_CONE};

/// @}
/// @name Exact placements
/// @{

/// A placement as the description says it, 11 bits more precise than a soup's.
typedef struct truth
{
  long double a[3][3];
  long double t[3];
} truth;

static inline long double dot(const long double a[3], const long double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross(long double out[3], const long double a[3], const long double b[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline truth truth_of_pose(const ep_geometry_desc* d)
{
  truth e;
  long double q[4];
  long double length = 0.0L;
  for (int k = 0; k < 4; ++k)
  {
    length += (long double)d->pose.rotation[k] * d->pose.rotation[k];
  }
  for (int k = 0; k < 4; ++k)
  {
    q[k] = d->pose.rotation[k] / sqrtl(length);
  }
  for (int i = 0; i < 3; ++i)
  {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    e.t[i] = d->pose.position[i];
    e.a[i][i] = (1.0L - 2.0L * (q[j] * q[j] + q[k] * q[k])) * d->scale[i];
    e.a[i][j] = 2.0L * (q[i] * q[j] - q[3] * q[k]) * d->scale[j];
    e.a[i][k] = 2.0L * (q[i] * q[k] + q[3] * q[j]) * d->scale[k];
  }
  return e;
}

static inline truth truth_of(const ep_geometry_desc* d)
{
  if (d->matrix == NULL)
  {
    return truth_of_pose(d);
  }
  truth e;
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      e.a[i][k] = d->matrix[4 * i + k];
    }
    e.t[i] = d->matrix[4 * i + 3];
  }
  return e;
}

static inline void place(const truth* e, const long double x[3], long double out[3])
{
  for (int i = 0; i < 3; ++i)
  {
    out[i] = dot(e->a[i], x) + e->t[i];
  }
}

/// The determinant, and the inverse times it.
static inline long double adjugate(const truth* e, long double inverse[3][3])
{
  long double columns[3][3];
  for (int k = 0; k < 9; ++k)
  {
    columns[k % 3][k / 3] = e->a[k / 3][k % 3];
  }
  for (int i = 0; i < 3; ++i)
  {
    cross(inverse[i], columns[(i + 1) % 3], columns[(i + 2) % 3]);
  }
  return dot(inverse[0], columns[0]);
}

/// The greatest stretch of a placement, from below: power iteration.
static inline long double stretch_of(const truth* e)
{
  long double x[3] = {0.57L, 0.61L, 0.55L};
  long double stretch = 0.0L;
  for (int i = 0; i < 2000; ++i)
  {
    long double y[3];
    for (int k = 0; k < 3; ++k)
    {
      y[k] = dot(e->a[k], x);
    }
    stretch = sqrtl(dot(y, y) / dot(x, x));
    for (int k = 0; k < 3; ++k)
    {
      x[k] = (e->a[0][k] * y[0] + e->a[1][k] * y[1] + e->a[2][k] * y[2]) / (stretch * stretch);
    }
  }
  return stretch;
}

/// @}
/// @name Random placements
/// @{

typedef enum placing
{
  BY_UNIFORM_SCALE,  ///< pose and scale, of any signs
  BY_UNIFORM_MATRIX, ///< the same as a matrix
  BY_SCALE,          ///< three scales
  BY_MATRIX,         ///< any
  PLACINGS
} placing;

/// Stretches by factors between about 0.1 and 10. `matrix` holds 16 numbers.
static inline void place_randomly(ep_rng* rng, placing how, ep_geometry_desc* d, double* matrix)
{
  const double scale = ep_rng_log_uniform(rng, 0.1, 10.0);
  for (int k = 0; k < 3; ++k)
  {
    const double sign = ep_rng_int(rng, 0, 1) != 0 ? 1.0 : -1.0;
    d->scale[k] = sign * (how == BY_SCALE ? ep_rng_log_uniform(rng, 0.1, 10.0) : scale);
    d->pose.position[k] = ep_rng_uniform(rng, -50.0, 50.0);
  }
  for (int k = 0; k < 4; ++k)
  {
    d->pose.rotation[k] = ep_rng_normal(rng);
  }
  if (how == BY_UNIFORM_SCALE || how == BY_SCALE)
  {
    return;
  }
  const truth e = truth_of_pose(d);
  for (int k = 0; k < 12; ++k)
  {
    matrix[k] = (double)(k % 4 == 3 ? e.t[k / 4] : e.a[k / 4][k % 4]);
    matrix[k] += how == BY_MATRIX && k % 4 != 3 ? ep_rng_normal(rng) * scale * 0.2 : 0.0;
  }
  memcpy(matrix + 12, (const double[4]){0.0, 0.0, 0.0, 1.0}, 4 * sizeof(double));
  d->matrix = matrix;
}

/// @}
/// @name Soups
/// @{

static inline void corner_of(const ep_soup* soup, int32_t triangle, int corner, long double out[3])
{
  for (int k = 0; k < 3; ++k)
  {
    out[k] = ep_soup_vertex(soup, triangle, corner)[k];
  }
}

static inline void add_shape(ep_soup* soup, const ep_geometry_desc* d, double tolerance)
{
  ep_error error;
  ck_assert_msg(ep_soup_add(soup, d, tolerance, "obstacle 'o'", &error) == EP_OK, "%s",
                error.message);
  ck_assert(error.status == EP_OK && error.message[0] == '\0');
}

static inline ep_soup soup_of(const ep_geometry_desc* d, double tolerance)
{
  ep_soup soup = ep_soup_make((ep_allocator){NULL, NULL, NULL});
  ep_error error;
  add_shape(&soup, d, tolerance);
  ck_assert(ep_soup_find_solids(&soup, &error) == EP_OK && error.status == EP_OK);
  return soup;
}

/// Volume times the sign of the orientation, if it has one.
static inline long double volume_of(const ep_soup* soup, const ep_solid* solid)
{
  long double sum = 0.0L;
  for (int32_t i = 0; i < solid->triangle_count; ++i)
  {
    long double v[3][3];
    long double n[3];
    for (int k = 0; k < 3; ++k)
    {
      corner_of(soup, soup->solid_triangles[solid->first_triangle + i], k, v[k]);
    }
    cross(n, v[0], v[1]);
    sum += dot(n, v[2]) / 6.0L;
  }
  return sum;
}

/// Does the ray from p meet the triangle? Rays through edges do not occur for random directions.
static inline bool ray_meets(const ep_soup* soup, int32_t t, const double p[3], const double d[3])
{
  long double v[3][3];
  long double side[3];
  const long double ray[3] = {d[0], d[1], d[2]};
  for (int k = 0; k < 3; ++k)
  {
    corner_of(soup, t, k, v[k]);
    for (int i = 0; i < 3; ++i)
    {
      v[k][i] -= p[i];
    }
  }
  long double volume = 0.0L;
  for (int k = 0; k < 3; ++k)
  {
    long double n[3];
    cross(n, v[k], v[(k + 1) % 3]);
    side[k] = dot(n, ray);
    volume += k == 0 ? dot(n, v[2]) : 0.0L;
  }
  const bool same = (side[0] > 0.0L) == (side[1] > 0.0L) && (side[1] > 0.0L) == (side[2] > 0.0L);
  return same && (side[0] > 0.0L) == (volume > 0.0L);
}

static inline bool is_in_solid(const ep_soup* soup, const ep_solid* solid, const double p[3],
                               const double d[3])
{
  bool inside = false;
  for (int32_t i = 0; i < solid->triangle_count; ++i)
  {
    inside ^= ray_meets(soup, soup->solid_triangles[solid->first_triangle + i], p, d);
  }
  return inside;
}

/// Is the point inside any of the soup's solids?
static inline bool is_inside(const ep_soup* soup, const double p[3], ep_rng* rng)
{
  double d[3];
  ep_rng_unit_vector(rng, d);
  bool inside = false;
  for (int32_t i = 0; i < soup->solid_count; ++i)
  {
    inside = inside || is_in_solid(soup, &soup->solids[i], p, d);
  }
  return inside;
}

/// @}
/// @name Memory that fails
/// @{

typedef struct counter
{
  int calls;
  int fail_at; ///< the call that returns NULL, from 1; never if 0
  int live;
} counter;

static inline void* counted_take(size_t bytes, void* user)
{
  counter* c = user;
  if (++c->calls == c->fail_at)
  {
    return NULL;
  }
  ++c->live;
  return malloc(bytes);
}

static inline void counted_give(void* block, void* user)
{
  counter* c = user;
  ck_assert(block != NULL);
  --c->live;
  free(block);
}

static inline ep_allocator counting(counter* c)
{
  return (ep_allocator){counted_take, counted_give, c};
}

/// @}

#endif
