/// @file brute_triangle.c
/// Distances of triangles: every way in which two of them can be nearest is tried. Each candidate
/// is the distance of two points that do lie on the triangles, so the least of them is never too
/// small.
#include "brute.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void subtract(const double a[3], const double b[3], double c[3])
{
  for (int k = 0; k < 3; ++k)
  {
    c[k] = a[k] - b[k];
  }
}

static void cross(const double a[3], const double b[3], double c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static double distance(const double a[3], const double b[3])
{
  double d[3];
  subtract(a, b, d);
  return sqrt(dot(d, d));
}

static double smaller(double a, double b)
{
  return a < b ? a : b;
}

static double larger(double a, double b)
{
  return a > b ? a : b;
}

// The part in [0,1] of the way from a to b where p is nearest.
static double nearest_part(const double p[3], const double a[3], const double b[3])
{
  double ab[3], ap[3];
  subtract(b, a, ab);
  subtract(p, a, ap);
  const double length2 = dot(ab, ab);
  const double s = length2 > 0.0 ? dot(ap, ab) / length2 : 0.0;
  return smaller(1.0, larger(0.0, s));
}

static void between(const double a[3], const double b[3], double s, double p[3])
{
  for (int k = 0; k < 3; ++k)
  {
    p[k] = (1.0 - s) * a[k] + s * b[k];
  }
}

static double point_segment(const double p[3], const double a[3], const double b[3])
{
  double foot[3];
  between(a, b, nearest_part(p, a, b), foot);
  return distance(p, foot);
}

// Of two segments, the feet of the common normal of their lines, drawn into the segments. Where the
// nearest points are ends this may be too far; the ends are tried elsewhere.
static double inner_distance(const double a0[3], const double a1[3], const double b0[3],
                             const double b1[3])
{
  double u[3], v[3], w[3], n[3], vn[3], on_a[3], on_b[3];
  subtract(a1, a0, u);
  subtract(b1, b0, v);
  subtract(b0, a0, w);
  cross(u, v, n);
  const double n2 = dot(n, n);
  if (!(n2 > 0.0))
  {
    return (double)INFINITY;
  }
  cross(v, n, vn);
  between(a0, a1, smaller(1.0, larger(0.0, dot(w, vn) / n2)), on_a);
  between(b0, b1, nearest_part(on_a, b0, b1), on_b);
  between(a0, a1, nearest_part(on_b, a0, a1), on_a);
  return distance(on_a, on_b);
}

static double border_distance(const double p[3], const double v[3][3])
{
  const double best = smaller(point_segment(p, v[0], v[1]), point_segment(p, v[1], v[2]));
  return smaller(best, point_segment(p, v[2], v[0]));
}

double brute_point_triangle(const double p[3], const double v[3][3])
{
  double best = border_distance(p, v);
  // Inside: the foot of the perpendicular as a weighted mean of the corners, if no weight is
  // negative. Such a mean is a point of the triangle, however the weights are rounded.
  double ab[3], ac[3], ap[3], n[3], part[3], foot[3];
  subtract(v[1], v[0], ab);
  subtract(v[2], v[0], ac);
  subtract(p, v[0], ap);
  cross(ab, ac, n);
  const double n2 = dot(n, n);
  if (n2 > 0.0)
  {
    cross(ap, ac, part);
    const double at_b = dot(part, n) / n2;
    cross(ab, ap, part);
    const double at_c = dot(part, n) / n2;
    if (at_b >= 0.0 && at_c >= 0.0 && at_b + at_c <= 1.0)
    {
      for (int k = 0; k < 3; ++k)
      {
        foot[k] = (1.0 - at_b - at_c) * v[0][k] + at_b * v[1][k] + at_c * v[2][k];
      }
      best = smaller(best, distance(p, foot));
    }
  }
  return best;
}

// Where the segment from p to q passes through the plane of v, how far is that from the triangle?
// Infinite where it does not pass through.
static double passing_distance(const double p[3], const double q[3], const double v[3][3])
{
  double ab[3], ac[3], n[3], from_p[3], from_q[3], x[3];
  subtract(v[1], v[0], ab);
  subtract(v[2], v[0], ac);
  cross(ab, ac, n);
  subtract(p, v[0], from_p);
  subtract(q, v[0], from_q);
  const double above_p = dot(n, from_p);
  const double above_q = dot(n, from_q);
  if (above_p == above_q || (above_p > 0.0) == (above_q > 0.0))
  {
    return (double)INFINITY;
  }
  between(p, q, smaller(1.0, larger(0.0, above_p / (above_p - above_q))), x);
  return brute_point_triangle(x, v);
}

static double largest_coordinate(const brute_triangle* a)
{
  double m = 0.0;
  for (int i = 0; i < 9; ++i)
  {
    m = larger(m, fabs(a->v[i / 3][i % 3]));
  }
  return m;
}

double brute_triangle_distance(const brute_triangle* a, const brute_triangle* b)
{
  double best = (double)INFINITY;
  for (int i = 0; i < 3; ++i)
  {
    const double* a0 = a->v[i];
    const double* a1 = a->v[(i + 1) % 3];
    const double* b0 = b->v[i];
    const double* b1 = b->v[(i + 1) % 3];
    best = smaller(best, smaller(brute_point_triangle(a0, b->v), brute_point_triangle(b0, a->v)));
    best = smaller(best, smaller(passing_distance(a0, a1, b->v), passing_distance(b0, b1, a->v)));
    for (int j = 0; j < 3; ++j)
    {
      best = smaller(best, inner_distance(a0, a1, b->v[j], b->v[(j + 1) % 3]));
    }
  }
  const double size = larger(largest_coordinate(a), largest_coordinate(b));
  best = best <= larger(BRUTE_TOUCH, 1e-15 * size) ? 0.0 : best;
  return larger(0.0, best - a->radius - b->radius);
}

// How far all of b is on one side of a's plane; 0 if it is not.
static double plane_gap(const double a[3][3], const double b[3][3])
{
  double ab[3], ac[3], n[3], to[3];
  subtract(a[1], a[0], ab);
  subtract(a[2], a[0], ac);
  cross(ab, ac, n);
  double lo = (double)INFINITY;
  double hi = -(double)INFINITY;
  for (int i = 0; i < 3; ++i)
  {
    subtract(b[i], a[0], to);
    const double side = dot(n, to);
    lo = smaller(lo, side);
    hi = larger(hi, side);
  }
  const double n2 = dot(n, n);
  return n2 > 0.0 ? larger(0.0, larger(lo, -hi)) / sqrt(n2) : 0.0;
}

double brute_triangle_gap(const brute_triangle* a, const brute_triangle* b)
{
  return larger(plane_gap(a->v, b->v), plane_gap(b->v, a->v)) - a->radius - b->radius;
}

double brute_winding(const double p[3], const brute_triangle* surface, int32_t count)
{
  double angle = 0.0;
  for (int32_t i = 0; i < count; ++i)
  {
    // The solid angle of a triangle: Van Oosterom and Strackee, 1983.
    double r[3][3], n[3], length[3];
    for (int k = 0; k < 3; ++k)
    {
      subtract(surface[i].v[k], p, r[k]);
      length[k] = sqrt(dot(r[k], r[k]));
    }
    cross(r[1], r[2], n);
    const double below = length[0] * length[1] * length[2] + dot(r[0], r[1]) * length[2] +
                         dot(r[1], r[2]) * length[0] + dot(r[2], r[0]) * length[1];
    angle += 2.0 * atan2(dot(r[0], n), below);
  }
  return angle / (4.0 * PI);
}
