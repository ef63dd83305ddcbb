/// @file any_triangle.h
/// Pairs of triangles of all kinds, for test_geo_distance.c: degenerate, touching, nearly parallel,
/// coplanar, intersecting, of different sizes, far from the origin.
#ifndef EP_TEST_ANY_TRIANGLE_H
#define EP_TEST_ANY_TRIANGLE_H

#include "ep_test.h"
#include "num_vec.h"

#include <string.h>

typedef struct trial
{
  double t[2][3][3];
  double size; ///< largest difference of two coordinates
  double far;  ///< largest coordinate or difference
} trial;

static double sign_of(ep_rng* rng)
{
  return ep_rng_int(rng, 0, 1) == 0 ? 1.0 : -1.0;
}

static bool maybe(ep_rng* rng, int64_t one_of)
{
  return ep_rng_int(rng, 1, one_of) == 1;
}

static void any_point(ep_rng* rng, double size, double p[3])
{
  for (int i = 0; i < 3; ++i)
  {
    p[i] = ep_rng_uniform(rng, -size, size);
  }
}

/// Any shape: plain, a sliver, a needle, on a line, a segment, a point.
static void any_triangle(ep_rng* rng, double size, double p[3][3])
{
  for (int i = 0; i < 3; ++i)
  {
    any_point(rng, size, p[i]);
  }
  const int64_t kind = ep_rng_int(rng, 0, 9);
  const double k = ep_rng_uniform(rng, -1.0, 2.0);
  const double off = kind <= 1 ? size * ep_rng_log_uniform(rng, 1e-20, 1.0) : 0.0;
  double jitter[3];
  any_point(rng, off, jitter);
  for (int i = 0; i < 3 && kind <= 4; ++i)
  {
    const double towards = kind % 2 == 0 ? p[0][i] + k * (p[1][i] - p[0][i]) : p[0][i];
    p[2][i] = towards + jitter[i];
    p[1][i] = kind == 4 ? p[0][i] : p[1][i];
    p[2][i] = kind == 4 ? p[0][i] : p[2][i];
  }
}

/// Any point of a triangle: a corner, on an edge, inside. Of a grid now and then.
static void any_spot(ep_rng* rng, const double p[3][3], double spot[3])
{
  double s = ep_rng_uniform(rng, 0.0, 1.0), t = ep_rng_uniform(rng, 0.0, 1.0 - s);
  if (maybe(rng, 2))
  {
    s = 0.25 * (double)ep_rng_int(rng, 0, 4);
    t = 0.0;
  }
  const int64_t i = ep_rng_int(rng, 0, 2);
  for (int k = 0; k < 3; ++k)
  {
    spot[k] = p[i][k] + s * (p[(i + 1) % 3][k] - p[i][k]) + t * (p[(i + 2) % 3][k] - p[i][k]);
  }
}

/// A length next to contact, of any magnitude, of any sign, often zero.
static double any_gap(ep_rng* rng, double size)
{
  return maybe(rng, 4) ? 0.0 : sign_of(rng) * size * ep_rng_log_uniform(rng, 1e-17, 1.0);
}

/// Unit normal of the plane of two directions, or any unit vector.
static void any_normal(ep_rng* rng, const double p[3][3], const double q[3][3], double n[3])
{
  const bool edges = maybe(rng, 2);
  double e[3], f[3];
  ep_vec_madd(e, p[1], -1.0, p[0]);
  ep_vec_madd(f, edges ? q[1] : p[2], -1.0, edges ? q[0] : p[0]);
  ep_vec_cross(n, e, f);
  const double length = ep_vec_length(n);
  if (length > 0.0 && !maybe(rng, 4))
  {
    n[0] /= length, n[1] /= length, n[2] /= length;
    return;
  }
  ep_rng_unit_vector(rng, n);
}

/// b such that a point of it is `gap` beside a point of a.
static void next_to(ep_rng* rng, const double a[3][3], double b[3][3], double gap)
{
  double x[3], y[3], n[3];
  any_spot(rng, a, x);
  any_spot(rng, (const double(*)[3])b, y);
  any_normal(rng, a, (const double(*)[3])b, n);
  for (int k = 0; k < 9; ++k)
  {
    b[k / 3][k % 3] += (x[k % 3] - y[k % 3]) + gap * n[k % 3];
  }
}

/// b in a plane parallel to a's, or one of its edges nearly along one of a's.
static void alongside(ep_rng* rng, const double a[3][3], double b[3][3], double gap)
{
  double n[3], tilt[3];
  any_normal(rng, a, a, n);
  const int count = (int)ep_rng_int(rng, 2, 3);
  const bool grid = maybe(rng, 3);
  const double reach = ep_rng_log_uniform(rng, 1e-6, 10.0);
  for (int i = 0; i < count; ++i)
  {
    double s = ep_rng_uniform(rng, -reach, reach);
    double t = count == 2 && maybe(rng, 2) ? 0.0 : ep_rng_uniform(rng, -reach, reach);
    s = grid ? 0.25 * (double)ep_rng_int(rng, -4, 8) : s;
    t = grid ? 0.25 * (double)ep_rng_int(rng, -4, 8) : t;
    any_point(rng, any_gap(rng, 1e-3 * fabs(gap)), tilt);
    for (int k = 0; k < 3; ++k)
    {
      b[i][k] = a[0][k] + s * (a[1][k] - a[0][k]) + t * (a[2][k] - a[0][k]) + gap * n[k] + tilt[k];
    }
  }
}

/// An edge of b across an edge of a, `gap` above it, at an angle of any magnitude; the third
/// corners away from each other, by any length.
static void across(ep_rng* rng, double a[3][3], double b[3][3], double gap)
{
  const double size = fabs(a[0][0] - a[1][0]);
  const double turn = maybe(rng, 8) ? 0.0 : ep_rng_log_uniform(rng, 1e-18, 1.0);
  double u[3], v[3], n[3];
  ep_rng_unit_vector(rng, u);
  any_normal(rng, (const double(*)[3])a, (const double(*)[3])b, v);
  ep_vec_cross(n, u, v);
  const double ends[4] = {ep_rng_uniform(rng, -size, 0.1 * size), ep_rng_uniform(rng, 0.0, size),
                          ep_rng_uniform(rng, -size, 0.1 * size), ep_rng_uniform(rng, 0.0, size)};
  const double away = size * ep_rng_log_uniform(rng, 1e-18, 1.0);
  for (int k = 0; k < 3; ++k)
  {
    const double w = u[k] + turn * v[k];
    a[0][k] = ends[0] * u[k];
    a[1][k] = ends[1] * u[k];
    a[2][k] = ep_rng_uniform(rng, -0.1, 1.1) * a[1][k] - away * n[k];
    b[0][k] = ends[2] * w + fabs(gap) * n[k];
    b[1][k] = ends[3] * w + fabs(gap) * n[k];
    b[2][k] = b[0][k] + away * n[k] + ep_rng_uniform(rng, -1.0, 1.0) * away * v[k];
  }
}

static void measure(trial* t)
{
  t->size = t->far = 0.0;
  const double* all = &t->t[0][0][0];
  for (int i = 0; i < 18; ++i)
  {
    t->far = fmax(t->far, fabs(all[i]));
    for (int k = i % 3; k < i; k += 3)
    {
      t->size = fmax(t->size, fabs(all[i] - all[k]));
    }
  }
  t->far = fmax(t->far, t->size);
}

static void any_pair(ep_rng* rng, trial* t)
{
  const double(*a)[3] = (const double(*)[3])t->t[0];
  const double size = ep_rng_log_uniform(rng, 1e-9, 1e3);
  const double other = maybe(rng, 3) ? ep_rng_log_uniform(rng, 1e-9, 1e3) : size;
  const double gap = any_gap(rng, maybe(rng, 2) ? size : 10.0 * size);
  any_triangle(rng, size, t->t[0]);
  any_triangle(rng, other, t->t[1]);
  switch (ep_rng_int(rng, 0, 6))
  {
  case 0: // anywhere
    break;
  case 1: // common corners
    memcpy(t->t[1], t->t[0], (size_t)ep_rng_int(rng, 1, 3) * sizeof t->t[1][0]);
    break;
  case 2: // small integers
    for (int k = 0; k < 18; ++k)
    {
      t->t[k / 9][k % 9 / 3][k % 3] = (double)ep_rng_int(rng, -2, 2);
    }
    break;
  case 3:
    alongside(rng, a, t->t[1], gap);
    break;
  case 4:
    across(rng, t->t[0], t->t[1], gap);
    break;
  default:
    next_to(rng, a, t->t[1], gap);
    break;
  }
  double far[3];
  any_point(rng, maybe(rng, 3) ? ep_rng_log_uniform(rng, 1e5, 1.9e6) : 0.0, far);
  for (int k = 0; k < 18; ++k)
  {
    t->t[k / 9][k % 9 / 3][k % 3] += far[k % 3];
  }
  measure(t);
}

#endif
