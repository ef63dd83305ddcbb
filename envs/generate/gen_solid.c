/// @file gen_solid.c
/// The solids of gen_mesh.h.
#include "gen_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void gen_box(gen_mesh* mesh, gen_vec lo, gen_vec hi)
{
  const gen_vec middle = gen_between(lo, hi, 0.5);
  gen_beam(mesh, gen_v(lo.x, middle.y, middle.z), gen_v(hi.x, middle.y, middle.z), gen_v(0, 0, 1),
           hi.y - lo.y, hi.z - lo.z);
}

void gen_beam(gen_mesh* mesh, gen_vec a, gen_vec b, gen_vec up, double width, double height)
{
  const gen_vec along = gen_unit(gen_sub(b, a));
  const gen_vec side = gen_times(gen_unit(gen_cross(up, along)), 0.5 * width);
  const gen_vec rise = gen_times(gen_unit(gen_cross(along, side)), 0.5 * height);
  int32_t v[8];
  for (int i = 0; i < 8; ++i)
  {
    const gen_vec end = (i & 4) != 0 ? b : a;
    const gen_vec across = gen_times(side, (i & 1) != 0 ? 1.0 : -1.0);
    v[i] = gen_vertex(mesh, gen_add(end, gen_add(across, gen_times(rise, (i & 2) ? 1.0 : -1.0))));
  }
  gen_quad(mesh, v[0], v[2], v[3], v[1]);
  gen_quad(mesh, v[4], v[5], v[7], v[6]);
  gen_quad(mesh, v[0], v[1], v[5], v[4]);
  gen_quad(mesh, v[2], v[6], v[7], v[3]);
  gen_quad(mesh, v[0], v[4], v[6], v[2]);
  gen_quad(mesh, v[1], v[3], v[7], v[5]);
}

/// @name Rings of vertices
/// @{

/// Two directions across an axis, so that (u, v, axis) is right-handed.
static void across(gen_vec axis, gen_vec* u, gen_vec* v)
{
  const gen_vec other = fabs(axis.z) < 0.9 ? gen_v(0, 0, 1) : gen_v(1, 0, 0);
  *u = gen_unit(gen_cross(other, axis));
  *v = gen_unit(gen_cross(axis, *u));
}

/// The index of the first of `sides` vertices about the axis.
static int32_t ring(gen_mesh* mesh, gen_vec center, gen_vec u, gen_vec v, double radius,
                    int32_t sides)
{
  const int32_t first = mesh->vertex_count;
  for (int32_t i = 0; i < sides; ++i)
  {
    const double angle = 2.0 * GEN_PI * i / sides;
    gen_vertex(mesh, gen_add(center, gen_add(gen_times(u, radius * cos(angle)),
                                             gen_times(v, radius * sin(angle)))));
  }
  return first;
}

/// The wall between two rings; seen from outside if `to` is further along the axis.
static void wall(gen_mesh* mesh, int32_t from, int32_t to, int32_t sides)
{
  for (int32_t i = 0; i < sides; ++i)
  {
    const int32_t j = (i + 1) % sides;
    gen_quad(mesh, from + i, from + j, to + j, to + i);
  }
}

/// Closes a ring; seen from the axis' end if `up`.
static void cap(gen_mesh* mesh, int32_t first, int32_t sides, bool up)
{
  for (int32_t i = 1; i + 1 < sides; ++i)
  {
    gen_triangle(mesh, first, first + (up ? i : i + 1), first + (up ? i + 1 : i));
  }
}

/// @}

void gen_frustum(gen_mesh* mesh, gen_vec a, double radius_a, gen_vec b, double radius_b,
                 int32_t sides)
{
  gen_vec u, v;
  across(gen_unit(gen_sub(b, a)), &u, &v);
  const int32_t from = ring(mesh, a, u, v, radius_a, sides);
  const int32_t to = ring(mesh, b, u, v, radius_b, sides);
  wall(mesh, from, to, sides);
  cap(mesh, from, sides, false);
  cap(mesh, to, sides, true);
}

void gen_tube(gen_mesh* mesh, gen_vec a, gen_vec b, double radius, int32_t sides)
{
  gen_frustum(mesh, a, radius, b, radius, sides);
}

void gen_pipe(gen_mesh* mesh, gen_vec a, gen_vec b, double outer, double inner, int32_t sides)
{
  gen_vec u, v;
  across(gen_unit(gen_sub(b, a)), &u, &v);
  const int32_t out_a = ring(mesh, a, u, v, outer, sides);
  const int32_t out_b = ring(mesh, b, u, v, outer, sides);
  const int32_t in_a = ring(mesh, a, u, v, inner, sides);
  const int32_t in_b = ring(mesh, b, u, v, inner, sides);
  wall(mesh, out_a, out_b, sides);
  wall(mesh, out_b, in_b, sides);
  wall(mesh, in_b, in_a, sides);
  wall(mesh, in_a, out_a, sides);
}

void gen_bar(gen_mesh* mesh, const gen_vec* points, int32_t n, double radius, int32_t sides)
{
  if (n < 2)
  {
    gen_give_up("a bar needs two points, not %d", (int)n);
  }
  gen_vec along = gen_unit(gen_sub(points[1], points[0]));
  gen_vec u, v;
  across(along, &u, &v);
  const int32_t first = ring(mesh, points[0], u, v, radius, sides);
  int32_t last = first;
  for (int32_t i = 1; i < n; ++i)
  {
    // Each ring stands in the plane that halves the bend, seen along the piece before it.
    const gen_vec next = i + 1 < n ? gen_unit(gen_sub(points[i + 1], points[i])) : along;
    const gen_vec plane = gen_unit(gen_add(along, next));
    const double slope = gen_dot(plane, along);
    const gen_vec slid_u = gen_sub(u, gen_times(along, gen_dot(u, plane) / slope));
    const gen_vec slid_v = gen_sub(v, gen_times(along, gen_dot(v, plane) / slope));
    const int32_t here = ring(mesh, points[i], slid_u, slid_v, radius, sides);
    wall(mesh, last, here, sides);
    last = here;
    // Carried over the bend by the turn that takes one piece's direction to the next one's.
    const double share = gen_dot(u, next) / (1.0 + gen_dot(along, next));
    u = gen_sub(u, gen_times(gen_add(along, next), share));
    v = gen_cross(next, u);
    along = next;
  }
  cap(mesh, first, sides, false);
  cap(mesh, last, sides, true);
}

void gen_ball(gen_mesh* mesh, gen_vec center, double radius, int32_t sides, int32_t rings)
{
  double* rz = malloc(2 * ((size_t)rings + 1) * sizeof *rz);
  if (rz == NULL)
  {
    gen_give_up("no memory for a ball");
  }
  for (int32_t i = 0; i <= rings; ++i)
  {
    const double angle = GEN_PI * i / rings;
    rz[2 * i] = i == 0 || i == rings ? 0.0 : radius * sin(angle);
    rz[2 * i + 1] = -radius * cos(angle);
  }
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, gen_place_at(center));
  gen_turned(mesh, rz, rings + 1, sides);
  mesh->at = before;
  free(rz);
}

static int32_t turned_ring(gen_mesh* mesh, double radius, double z, int32_t sides)
{
  return ring(mesh, gen_v(0, 0, z), gen_v(1, 0, 0), gen_v(0, 1, 0), radius, sides);
}

static void fan(gen_mesh* mesh, int32_t tip, int32_t first, int32_t sides, bool up)
{
  for (int32_t i = 0; i < sides; ++i)
  {
    const int32_t j = (i + 1) % sides;
    gen_triangle(mesh, tip, first + (up ? i : j), first + (up ? j : i));
  }
}

void gen_turned(gen_mesh* mesh, const double* rz, int32_t n, int32_t sides)
{
  const bool is_ring = rz[0] == rz[2 * n - 2] && rz[1] == rz[2 * n - 1];
  int32_t first = -1;
  int32_t last = -1;
  int32_t tip = -1;
  for (int32_t i = 0; i < n; ++i)
  {
    const double radius = rz[2 * i];
    const double z = rz[2 * i + 1];
    if (radius == 0.0)
    {
      const int32_t point = gen_vertex(mesh, gen_v(0, 0, z));
      if (last >= 0)
      {
        fan(mesh, point, last, sides, true);
      }
      tip = point;
      first = first < 0 ? 0 : first;
      last = -1;
      continue;
    }
    const int32_t here = is_ring && i + 1 == n ? first : turned_ring(mesh, radius, z, sides);
    if (tip >= 0)
    {
      fan(mesh, tip, here, sides, false);
    }
    else if (last >= 0)
    {
      wall(mesh, last, here, sides);
    }
    else if (!is_ring)
    {
      cap(mesh, here, sides, false);
    }
    first = first < 0 ? here : first;
    tip = -1;
    last = here;
  }
  if (!is_ring && last >= 0)
  {
    cap(mesh, last, sides, true);
  }
}

/// @name Plates
/// @{

static double corner(const double* xz, int32_t a, int32_t b, int32_t c)
{
  return (xz[2 * b] - xz[2 * a]) * (xz[2 * c + 1] - xz[2 * a + 1]) -
         (xz[2 * b + 1] - xz[2 * a + 1]) * (xz[2 * c] - xz[2 * a]);
}

/// Whether the corner at `at` of the polygon that is left can be cut off.
static bool is_ear(const double* xz, const int32_t* left, int32_t n, int32_t at)
{
  const int32_t a = left[(at + n - 1) % n], b = left[at], c = left[(at + 1) % n];
  if (corner(xz, a, b, c) <= 0.0)
  {
    return false;
  }
  for (int32_t i = 0; i < n; ++i)
  {
    const int32_t p = left[i];
    if (p != a && p != b && p != c && corner(xz, a, b, p) >= 0.0 && corner(xz, b, c, p) >= 0.0 &&
        corner(xz, c, a, p) >= 0.0)
    {
      return false;
    }
  }
  return true;
}

/// The polygon's triangles, for both faces. `left` lists its corners counter-clockwise in x, z.
static void faces(gen_mesh* mesh, const double* xz, int32_t* left, int32_t n, int32_t first)
{
  while (n > 2)
  {
    int32_t at = 0;
    while (at < n && !is_ear(xz, left, n, at))
    {
      ++at;
    }
    if (at == n)
    {
      gen_give_up("a plate's outline crosses itself");
    }
    const int32_t a = left[(at + n - 1) % n], b = left[at], c = left[(at + 1) % n];
    // x to the right and z up is seen from the side of negative y.
    gen_triangle(mesh, first + 2 * a, first + 2 * b, first + 2 * c);
    gen_triangle(mesh, first + 2 * a + 1, first + 2 * c + 1, first + 2 * b + 1);
    memmove(left + at, left + at + 1, (size_t)(n - at - 1) * sizeof *left);
    --n;
  }
}

/// Copies the corners of an outline that are not where the one before is, up to rounding: others
/// would make triangles without area. Their number.
static int32_t own_corners(const double* xz, int32_t n, double* own)
{
  int32_t count = 0;
  for (int32_t i = 0; i < n; ++i)
  {
    const double* at = xz + 2 * i;
    const double* before = xz + 2 * ((i + n - 1) % n);
    if (hypot(at[0] - before[0], at[1] - before[1]) > 1e-9)
    {
      memcpy(own + 2 * count++, at, 2 * sizeof *own);
    }
  }
  return count;
}

void gen_plate(gen_mesh* mesh, const double* xz, int32_t n, double y0, double y1)
{
  double* own = malloc(2 * (size_t)n * sizeof *own);
  int32_t* left = malloc((size_t)n * sizeof *left);
  int32_t* order = malloc((size_t)n * sizeof *order);
  if (own == NULL || left == NULL || order == NULL)
  {
    gen_give_up("no memory for a plate");
  }
  n = own_corners(xz, n, own);
  double area = 0.0;
  for (int32_t i = 0; i < n; ++i)
  {
    area += corner(own, 0, i, (i + 1) % n);
  }
  const int32_t first = mesh->vertex_count;
  for (int32_t i = 0; i < n; ++i)
  {
    gen_vertex(mesh, gen_v(own[2 * i], y0 < y1 ? y0 : y1, own[2 * i + 1]));
    gen_vertex(mesh, gen_v(own[2 * i], y0 < y1 ? y1 : y0, own[2 * i + 1]));
    order[i] = left[i] = area > 0.0 ? i : n - 1 - i;
  }
  faces(mesh, own, left, n, first);
  for (int32_t i = 0; i < n; ++i)
  {
    const int32_t a = first + 2 * order[i], b = first + 2 * order[(i + 1) % n];
    gen_quad(mesh, a, a + 1, b + 1, b);
  }
  free(own);
  free(left);
  free(order);
}

/// @}

/// The i-th grid index along the rim, counter-clockwise seen from above.
static int32_t rim(int32_t i, int32_t columns, int32_t rows)
{
  const int32_t c = columns - 1, r = rows - 1;
  if (i < c)
  {
    return i;
  }
  if (i < c + r)
  {
    return (i - c) * columns + c;
  }
  if (i < 2 * c + r)
  {
    return r * columns + (2 * c + r - i);
  }
  return (2 * c + 2 * r - i) * columns;
}

void gen_ground(gen_mesh* mesh, gen_vec lo, gen_vec hi, int32_t columns, int32_t rows,
                const double* heights)
{
  const int32_t top = mesh->vertex_count;
  for (int32_t i = 0; i < columns * rows; ++i)
  {
    const double x = lo.x + (hi.x - lo.x) * (i % columns) / (columns - 1);
    const double y = lo.y + (hi.y - lo.y) * (i / columns) / (rows - 1);
    gen_vertex(mesh, gen_v(x, y, heights[i]));
  }
  for (int32_t i = 0; i < columns * (rows - 1); ++i)
  {
    if ((i + 1) % columns != 0)
    {
      gen_quad(mesh, top + i, top + i + 1, top + i + columns + 1, top + i + columns);
    }
  }
  const int32_t around = 2 * (columns + rows) - 4;
  const int32_t floor = mesh->vertex_count;
  for (int32_t i = 0; i < around; ++i)
  {
    const int32_t at = rim(i, columns, rows);
    const double x = lo.x + (hi.x - lo.x) * (at % columns) / (columns - 1);
    const double y = lo.y + (hi.y - lo.y) * (at / columns) / (rows - 1);
    gen_vertex(mesh, gen_v(x, y, lo.z));
  }
  const int32_t middle = gen_vertex(mesh, gen_v(0.5 * (lo.x + hi.x), 0.5 * (lo.y + hi.y), lo.z));
  for (int32_t i = 0; i < around; ++i)
  {
    const int32_t j = (i + 1) % around;
    gen_quad(mesh, floor + i, floor + j, top + rim(j, columns, rows), top + rim(i, columns, rows));
    gen_triangle(mesh, middle, floor + j, floor + i);
  }
}
