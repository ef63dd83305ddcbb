/// @file yard.c
#include "yard.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI    3.14159265358979323846
#define SIDES 8

static void* grown(void* block, int32_t* capacity, int32_t count, size_t size)
{
  if (count <= *capacity)
  {
    return block;
  }
  *capacity = 2 * count;
  void* more = realloc(block, (size_t)*capacity * size);
  if (more == NULL)
  {
    abort();
  }
  return more;
}

static int32_t vertex(ep_yard* yard, double x, double y, double z)
{
  yard->vertices =
      grown(yard->vertices, &yard->vertex_capacity, yard->vertex_count + 1, 3 * sizeof(double));
  double* v = yard->vertices + 3 * (size_t)yard->vertex_count;
  v[0] = x;
  v[1] = y;
  v[2] = z;
  return yard->vertex_count++;
}

static void triangle(ep_yard* yard, int32_t a, int32_t b, int32_t c)
{
  yard->triangles = grown(yard->triangles, &yard->triangle_capacity, yard->triangle_count + 1,
                          3 * sizeof(int32_t));
  int32_t* t = yard->triangles + 3 * (size_t)yard->triangle_count++;
  t[0] = a;
  t[1] = b;
  t[2] = c;
}

static double within(uint64_t* state, double lo, double hi)
{
  return lo + (hi - lo) * ep_rig_random(state);
}

/// A closed prism of SIDES sides along a segment.
static void tube(ep_yard* yard, const double a[3], const double b[3], double radius)
{
  double d[3], u[3], v[3];
  double length = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    d[k] = b[k] - a[k];
    length += d[k] * d[k];
  }
  length = sqrt(length);
  for (int k = 0; k < 3; ++k)
  {
    d[k] /= length;
  }
  const double up[3] = {fabs(d[2]) < 0.9 ? 0.0 : 1.0, 0.0, fabs(d[2]) < 0.9 ? 1.0 : 0.0};
  u[0] = d[1] * up[2] - d[2] * up[1];
  u[1] = d[2] * up[0] - d[0] * up[2];
  u[2] = d[0] * up[1] - d[1] * up[0];
  const double n = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  for (int k = 0; k < 3; ++k)
  {
    u[k] /= n;
  }
  v[0] = d[1] * u[2] - d[2] * u[1];
  v[1] = d[2] * u[0] - d[0] * u[2];
  v[2] = d[0] * u[1] - d[1] * u[0];
  const int32_t first = yard->vertex_count;
  for (int i = 0; i < 2 * SIDES; ++i)
  {
    const double c = radius * cos(2.0 * PI * (i / 2) / SIDES);
    const double s = radius * sin(2.0 * PI * (i / 2) / SIDES);
    const double* p = i % 2 == 0 ? a : b;
    vertex(yard, p[0] + c * u[0] + s * v[0], p[1] + c * u[1] + s * v[1],
           p[2] + c * u[2] + s * v[2]);
  }
  for (int i = 0; i < SIDES; ++i)
  {
    const int32_t j = first + 2 * i;
    const int32_t k = first + 2 * ((i + 1) % SIDES);
    triangle(yard, j, k, j + 1);
    triangle(yard, k, k + 1, j + 1);
    if (i > 1) // the two ends, as fans
    {
      triangle(yard, first, j, j - 2);
      triangle(yard, first + 1, j - 1, j + 1);
    }
  }
}

/// A bay of scaffolding: posts, ledgers, braces.
static void scaffold(ep_yard* yard, double x, double y, double turn, int levels)
{
  const double w = 1.1, l = 2.5, h = 2.0;
  double corner[4][2];
  for (int i = 0; i < 4; ++i)
  {
    const double px = (i % 2 == 0 ? 0.0 : l), py = (i / 2 == 0 ? 0.0 : w);
    corner[i][0] = x + cos(turn) * px - sin(turn) * py;
    corner[i][1] = y + sin(turn) * px + cos(turn) * py;
  }
  for (int i = 0; i < 4; ++i)
  {
    const double a[3] = {corner[i][0], corner[i][1], 0.0};
    const double b[3] = {corner[i][0], corner[i][1], h * levels};
    tube(yard, a, b, 0.024);
  }
  static const int ledger[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {0, 1}};
  for (int level = 1; level <= levels; ++level)
  {
    for (int i = 0; i < 5; ++i)
    {
      const double* p = corner[ledger[i][0]];
      const double* q = corner[ledger[i][1]];
      const double a[3] = {p[0], p[1], h * level - (i == 4 ? h : 0.0)};
      const double b[3] = {q[0], q[1], h * level};
      tube(yard, a, b, 0.024);
    }
  }
}

/// A mat of rebar, 12 mm, 0.2 m apart.
static void rebar(ep_yard* yard, double x, double y, double z, double turn, int bars)
{
  const double l = 0.2 * bars;
  for (int i = 0; i < 2 * bars; ++i)
  {
    const double s = 0.2 * (i / 2);
    const double p[2][2] = {{i % 2 == 0 ? s : 0.0, i % 2 == 0 ? 0.0 : s},
                            {i % 2 == 0 ? s : l, i % 2 == 0 ? l : s}};
    double end[2][3];
    for (int e = 0; e < 2; ++e)
    {
      end[e][0] = x + cos(turn) * p[e][0] - sin(turn) * p[e][1];
      end[e][1] = y + sin(turn) * p[e][0] + cos(turn) * p[e][1];
      end[e][2] = z + (i % 2) * 0.012;
    }
    tube(yard, end[0], end[1], 0.006);
  }
}

/// A wire fence, 3 mm wires.
static void fence(ep_yard* yard, double x, double y, double turn, int wires)
{
  const double l = 3.5, h = 2.0;
  for (int i = 0; i <= wires; ++i)
  {
    const double s = l * i / wires;
    const double a[3] = {x + cos(turn) * s, y + sin(turn) * s, 0.0};
    const double b[3] = {a[0], a[1], h};
    tube(yard, a, b, 0.0015);
  }
  for (int i = 0; i <= wires / 2; ++i)
  {
    const double z = 2.0 * h * i / wires;
    const double a[3] = {x, y, z};
    const double b[3] = {x + cos(turn) * l, y + sin(turn) * l, z};
    tube(yard, a, b, 0.0015);
  }
}

static void ground(ep_yard* yard, int32_t cells, uint64_t* state)
{
  const int32_t first = yard->vertex_count;
  const double step = 80.0 / cells;
  for (int32_t i = 0; i <= cells; ++i)
  {
    for (int32_t k = 0; k <= cells; ++k)
    {
      vertex(yard, -40.0 + step * k, -40.0 + step * i, -0.3 - within(state, 0.0, 0.15));
    }
  }
  for (int32_t i = 0; i < cells; ++i)
  {
    for (int32_t k = 0; k < cells; ++k)
    {
      const int32_t a = first + i * (cells + 1) + k;
      triangle(yard, a, a + 1, a + cells + 1);
      triangle(yard, a + 1, a + cells + 2, a + cells + 1);
    }
  }
}

static void place(uint64_t* state, double* x, double* y)
{
  do
  {
    *x = within(state, -38.0, 38.0);
    *y = within(state, -38.0, 38.0);
  } while (sqrt(*x * *x + *y * *y) < 9.0);
}

ep_yard ep_yard_make(int32_t triangles, uint64_t seed)
{
  ep_yard yard = {0};
  uint64_t state = seed;
  ground(&yard, (int32_t)sqrt(triangles / 16.0), &state);
  while (yard.triangle_count < triangles)
  {
    double x, y;
    place(&state, &x, &y);
    const double turn = within(&state, 0.0, 2.0 * PI);
    switch ((int)within(&state, 0.0, 4.0))
    {
    case 0:
      scaffold(&yard, x, y, turn, 1 + (int)within(&state, 0.0, 5.0));
      break;
    case 1:
      rebar(&yard, x, y, within(&state, 0.0, 1.5), turn, 10 + (int)within(&state, 0.0, 15.0));
      break;
    case 2:
      fence(&yard, x, y, turn, 24);
      break;
    default:
    {
      const double a[3] = {x, y, 0.0};
      const double b[3] = {x + within(&state, -1.0, 1.0), y + within(&state, -1.0, 1.0),
                           within(&state, 1.0, 9.0)};
      tube(&yard, a, b, within(&state, 0.05, 0.3));
      break;
    }
    }
  }
  return yard;
}

ep_yard ep_yard_box(const ep_box* box, int32_t cells)
{
  ep_yard yard = {0};
  for (int face = 0; face < 6; ++face)
  {
    const int axis = face / 2;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const int32_t first = yard.vertex_count;
    for (int32_t i = 0; i <= cells; ++i)
    {
      for (int32_t k = 0; k <= cells; ++k)
      {
        double p[3];
        p[axis] = face % 2 == 0 ? box->lo[axis] : box->hi[axis];
        p[u] = i == cells ? box->hi[u] : box->lo[u] + (box->hi[u] - box->lo[u]) * i / cells;
        p[v] = k == cells ? box->hi[v] : box->lo[v] + (box->hi[v] - box->lo[v]) * k / cells;
        vertex(&yard, p[0], p[1], p[2]);
      }
    }
    for (int32_t i = 0; i < cells * cells; ++i)
    {
      const int32_t a = first + (i / cells) * (cells + 1) + i % cells;
      triangle(&yard, a, a + 1, a + cells + 1);
      triangle(&yard, a + 1, a + cells + 2, a + cells + 1);
    }
  }
  return yard;
}

void ep_yard_clear(ep_yard* yard)
{
  free(yard->vertices);
  free(yard->triangles);
  memset(yard, 0, sizeof *yard);
}

ep_geometry_desc ep_yard_shape(const ep_yard* yard)
{
  ep_geometry_desc shape = ep_geometry_default();
  shape.vertices = yard->vertices;
  shape.vertex_count = yard->vertex_count;
  shape.triangles = yard->triangles;
  shape.triangle_count = yard->triangle_count;
  return shape;
}
