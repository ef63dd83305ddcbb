/// @file soak_shape.c
#include "soak_shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDES 64 // of a circle
#define RINGS 32 // of a ball, from pole to pole

static const double PI = 3.14159265358979323846;

typedef struct builder
{
  const ep_geometry_desc* shape;
  brute_triangle* triangles;
  int32_t count;
  int32_t capacity;
} builder;

// First the scale, then the pose; or the matrix alone.
static void place(const ep_geometry_desc* shape, const double from[3], double to[3])
{
  double v[3];
  for (int k = 0; k < 3; ++k)
  {
    const double* row = shape->matrix + (size_t)(4 * k);
    v[k] = shape->matrix == NULL ? from[k] * shape->scale[k]
                                 : row[0] * from[0] + row[1] * from[1] + row[2] * from[2] + row[3];
  }
  memcpy(to, v, sizeof v);
  if (shape->matrix != NULL)
  {
    return;
  }
  const double* q = shape->pose.rotation; // v + 2 w (u x v) + 2 u x (u x v), over |q|^2
  const double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const double c[3] = {q[1] * v[2] - q[2] * v[1], q[2] * v[0] - q[0] * v[2],
                       q[0] * v[1] - q[1] * v[0]};
  const double d[3] = {q[1] * c[2] - q[2] * c[1], q[2] * c[0] - q[0] * c[2],
                       q[0] * c[1] - q[1] * c[0]};
  for (int k = 0; k < 3; ++k)
  {
    to[k] = v[k] + 2.0 * (q[3] * c[k] + d[k]) / n + shape->pose.position[k];
  }
}

static void add(builder* b, const double p[3], const double q[3], const double r[3])
{
  if (b->count == b->capacity)
  {
    b->capacity = 2 * b->capacity + 16;
    b->triangles = realloc(b->triangles, (size_t)b->capacity * sizeof *b->triangles);
    if (b->triangles == NULL)
    {
      abort();
    }
  }
  brute_triangle* t = &b->triangles[b->count++];
  t->radius = 0.0;
  place(b->shape, p, t->v[0]);
  place(b->shape, q, t->v[1]);
  place(b->shape, r, t->v[2]);
}

static void add_mesh(builder* b)
{
  const ep_geometry_desc* s = b->shape;
  for (int32_t i = 0; i < s->triangle_count; ++i)
  {
    const int32_t* at = s->triangles + 3 * (size_t)i;
    add(b, s->vertices + 3 * (size_t)at[0], s->vertices + 3 * (size_t)at[1],
        s->vertices + 3 * (size_t)at[2]);
  }
}

static void add_box(builder* b)
{
  for (int side = 0; side < 6; ++side)
  {
    double corner[4][3];
    for (int i = 0; i < 4; ++i)
    {
      const double sign[3] = {(side & 1) != 0 ? 0.5 : -0.5, (i & 1) != 0 ? 0.5 : -0.5,
                              (i & 2) != 0 ? 0.5 : -0.5};
      for (int k = 0; k < 3; ++k)
      {
        const int axis = (side / 2 + k) % 3;
        corner[i][axis] = sign[k] * b->shape->size[axis];
      }
    }
    add(b, corner[0], corner[1], corner[2]);
    add(b, corner[1], corner[2], corner[3]);
  }
}

// A point of a round shape's outline, `part` of the way from one end to the other.
static void outline(const ep_geometry_desc* s, double part, double* radius, double* z)
{
  const double half = 0.5 * s->size[1];
  const double angle = PI * (part - 0.5);
  const double pole = part < 0.5 ? -half : half;
  switch (s->type)
  {
  case EP_SHAPE_SPHERE:
  case EP_SHAPE_CAPSULE:
    *radius = s->size[0] * fabs(cos(angle));
    *z = s->size[0] * sin(angle) + (s->type == EP_SHAPE_CAPSULE ? pole : 0.0);
    return;
  case EP_SHAPE_CYLINDER:
    *radius = part <= 0.0 || part >= 1.0 ? 0.0 : s->size[0];
    *z = pole;
    return;
  default: // a cone
    *radius = part <= 0.0 || part >= 1.0 ? 0.0 : s->size[0];
    *z = part >= 1.0 ? half : -half;
    return;
  }
}

static void add_ring(builder* b, double from, double to)
{
  double r[2], z[2];
  outline(b->shape, from, &r[0], &z[0]);
  outline(b->shape, to, &r[1], &z[1]);
  for (int i = 0; i < SIDES; ++i)
  {
    double p[2][2][3];
    for (int side = 0; side < 2; ++side)
    {
      for (int end = 0; end < 2; ++end)
      {
        const double angle = 2.0 * PI * (i + side) / SIDES;
        p[side][end][0] = r[end] * cos(angle);
        p[side][end][1] = r[end] * sin(angle);
        p[side][end][2] = z[end];
      }
    }
    add(b, p[0][0], p[0][1], p[1][0]);
    add(b, p[0][1], p[1][0], p[1][1]);
  }
}

static void add_round(builder* b)
{
  const bool is_ball = b->shape->type == EP_SHAPE_SPHERE || b->shape->type == EP_SHAPE_CAPSULE;
  const int rings = is_ball ? RINGS : 3;
  for (int i = 0; i < rings; ++i)
  {
    add_ring(b, (double)i / rings, (double)(i + 1) / rings);
  }
  if (b->shape->type == EP_SHAPE_CAPSULE) // its middle ring joins the two halves
  {
    add_ring(b, 0.5 - 1e-9, 0.5);
  }
}

brute_triangle* soak_shape_triangles(const ep_geometry_desc* shape, int32_t* count)
{
  builder b = {.shape = shape};
  *count = 0;
  switch (shape->type)
  {
  case EP_SHAPE_HEIGHTFIELD:
    return NULL;
  case EP_SHAPE_MESH:
    add_mesh(&b);
    break;
  case EP_SHAPE_BOX:
    add_box(&b);
    break;
  default:
    add_round(&b);
    break;
  }
  *count = b.count;
  return b.triangles;
}

double soak_shape_depth(const ep_geometry_desc* shape)
{
  if (shape->type == EP_SHAPE_MESH || shape->type == EP_SHAPE_BOX)
  {
    return 0.0;
  }
  const double stretch =
      fmax(fabs(shape->scale[0]), fmax(fabs(shape->scale[1]), fabs(shape->scale[2])));
  return shape->size[0] * stretch * 2.0 * (1.0 - cos(PI / SIDES));
}
