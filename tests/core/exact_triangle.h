/// @file exact_triangle.h
/// Distances of triangles in exact rational arithmetic, for test_geo_distance.c. Coordinates become
/// integers by a common power of two; every pair of features is looked at, nothing is rounded.
#ifndef EP_TEST_EXACT_TRIANGLE_H
#define EP_TEST_EXACT_TRIANGLE_H

#include <flint/fmpz.h>
#include <math.h>
#include <stdbool.h>

typedef fmpz vector[3];

/// Integers for one distance. Triangles in units of 2^-shift m.
typedef struct exact
{
  vector p[2][3];
  vector e, f, n, w, v;
  fmpz_t k[6];
  fmpz_t num, den; ///< the square of the distance, in units, is num / den
  slong shift;
} exact;

static void each_integer(exact* x, void (*act)(fmpz_t))
{
  vector* vectors[] = {&x->e, &x->f, &x->n, &x->w, &x->v};
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 6; ++k)
    {
      act(&x->p[k / 3][k % 3][i]);
    }
    for (int k = 0; k < 5; ++k)
    {
      act(&(*vectors[k])[i]);
    }
    act(x->k[i]);
    act(x->k[i + 3]);
  }
  act(x->num);
  act(x->den);
}

static void exact_init(exact* x)
{
  each_integer(x, fmpz_init);
}

static void exact_clear(exact* x)
{
  each_integer(x, fmpz_clear);
  flint_cleanup();
}

/// out = value 2^shift, which is an integer.
static void set_scaled(fmpz_t out, double value, slong shift)
{
  int power;
  fmpz_set_d(out, ldexp(frexp(value, &power), 53));
  const slong up = shift + power - 53;
  if (up >= 0)
  {
    fmpz_mul_2exp(out, out, (ulong)up);
  }
  else
  {
    fmpz_tdiv_q_2exp(out, out, (ulong)-up);
  }
}

static void exact_set(exact* x, const double a[3][3], const double b[3][3])
{
  x->shift = 0;
  for (int k = 0; k < 18; ++k)
  {
    int power;
    const double value = k < 9 ? a[k / 3][k % 3] : b[(k - 9) / 3][k % 3];
    frexp(value, &power);
    x->shift = value != 0.0 && 53 - power > x->shift ? 53 - power : x->shift;
  }
  for (int k = 0; k < 9; ++k)
  {
    set_scaled(&x->p[0][k / 3][k % 3], a[k / 3][k % 3], x->shift);
    set_scaled(&x->p[1][k / 3][k % 3], b[k / 3][k % 3], x->shift);
  }
}

static void sub(vector out, const vector a, const vector b)
{
  for (int i = 0; i < 3; ++i)
  {
    fmpz_sub(&out[i], &a[i], &b[i]);
  }
}

static void dot(fmpz_t out, const vector a, const vector b)
{
  fmpz_mul(out, &a[0], &b[0]);
  fmpz_addmul(out, &a[1], &b[1]);
  fmpz_addmul(out, &a[2], &b[2]);
}

static void cross(vector out, const vector a, const vector b)
{
  for (int i = 0; i < 3; ++i)
  {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    fmpz_mul(&out[i], &a[j], &b[k]);
    fmpz_submul(&out[i], &a[k], &b[j]);
  }
}

/// The square of the distance is not above num / den.
static void offer(exact* x, const fmpz_t num, const fmpz_t den)
{
  fmpz_t here, there;
  fmpz_init(here);
  fmpz_init(there);
  fmpz_mul(here, num, x->den);
  fmpz_mul(there, x->num, den);
  if (fmpz_cmp(here, there) < 0)
  {
    fmpz_set(x->num, num);
    fmpz_set(x->den, den);
  }
  fmpz_clear(here);
  fmpz_clear(there);
}

static void corner_corner(exact* x, const vector c, const vector p)
{
  fmpz_one(x->k[1]);
  sub(x->w, c, p);
  dot(x->k[0], x->w, x->w);
  offer(x, x->k[0], x->k[1]);
}

/// Where the foot is inside the edge p0 p1.
static void corner_edge(exact* x, const vector c, const vector p0, const vector p1)
{
  sub(x->w, c, p0);
  sub(x->e, p1, p0);
  dot(x->k[0], x->w, x->e);
  dot(x->k[1], x->e, x->e);
  if (fmpz_sgn(x->k[0]) > 0 && fmpz_cmp(x->k[0], x->k[1]) < 0)
  {
    cross(x->n, x->w, x->e);
    dot(x->k[0], x->n, x->n);
    offer(x, x->k[0], x->k[1]);
  }
}

static bool within(const fmpz_t lo, const fmpz_t v, const fmpz_t hi)
{
  return fmpz_cmp(lo, v) <= 0 && fmpz_cmp(v, hi) <= 0;
}

/// Where the lines are not parallel and their nearest points are on the edges.
static void edge_edge(exact* x, const vector p0, const vector p1, const vector q0, const vector q1)
{
  sub(x->e, p1, p0);
  sub(x->f, q1, q0);
  sub(x->w, q0, p0);
  cross(x->n, x->e, x->f);
  dot(x->k[1], x->n, x->n);
  cross(x->v, x->w, x->f);
  dot(x->k[2], x->v, x->n);
  cross(x->v, x->w, x->e);
  dot(x->k[3], x->v, x->n);
  fmpz_zero(x->k[4]);
  if (!fmpz_is_zero(x->k[1]) && within(x->k[4], x->k[2], x->k[1]) &&
      within(x->k[4], x->k[3], x->k[1]))
  {
    dot(x->k[0], x->w, x->n);
    fmpz_mul(x->k[0], x->k[0], x->k[0]);
    offer(x, x->k[0], x->k[1]);
  }
}

/// e, f: edges of p from its first corner, n their cross product, k[1] = n.n.
static void set_face(exact* x, vector p[3])
{
  sub(x->e, p[1], p[0]);
  sub(x->f, p[2], p[0]);
  cross(x->n, x->e, x->f);
  dot(x->k[1], x->n, x->n);
}

/// Whether p0 + w / scale, moved along n, is in the face.
static bool above_face(exact* x, const fmpz_t scale)
{
  const int sign = fmpz_sgn(scale);
  cross(x->v, x->w, x->f);
  dot(x->k[2], x->v, x->n);
  cross(x->v, x->e, x->w);
  dot(x->k[3], x->v, x->n);
  fmpz_add(x->k[4], x->k[2], x->k[3]);
  fmpz_mul(x->k[5], x->k[1], scale);
  fmpz_sub(x->k[4], x->k[5], x->k[4]);
  return !fmpz_is_zero(x->k[1]) && sign * fmpz_sgn(x->k[2]) >= 0 && sign * fmpz_sgn(x->k[3]) >= 0 &&
         sign * fmpz_sgn(x->k[4]) >= 0;
}

static void corner_face(exact* x, const vector c, vector p[3])
{
  set_face(x, p);
  sub(x->w, c, p[0]);
  fmpz_one(x->k[0]);
  if (above_face(x, x->k[0]))
  {
    dot(x->k[0], x->w, x->n);
    fmpz_mul(x->k[0], x->k[0], x->k[0]);
    offer(x, x->k[0], x->k[1]);
  }
}

/// Where the edge c0 c1 runs through the face, not in its plane.
static void edge_face(exact* x, const vector c0, const vector c1, vector p[3])
{
  fmpz_t s0, s1;
  fmpz_init(s0);
  fmpz_init(s1);
  set_face(x, p);
  sub(x->w, c0, p[0]);
  sub(x->v, c1, p[0]);
  dot(s0, x->w, x->n);
  dot(s1, x->v, x->n);
  if (fmpz_sgn(s0) * fmpz_sgn(s1) <= 0 && !fmpz_equal(s0, s1))
  {
    for (int i = 0; i < 3; ++i)
    {
      fmpz_mul(&x->w[i], &x->w[i], s1);
      fmpz_submul(&x->w[i], &x->v[i], s0);
    }
    fmpz_sub(s1, s1, s0);
    if (above_face(x, s1))
    {
      fmpz_zero(x->num);
    }
  }
  fmpz_clear(s0);
  fmpz_clear(s1);
}

static void exact_distance(exact* x, const double a[3][3], const double b[3][3])
{
  exact_set(x, a, b);
  sub(x->w, x->p[0][0], x->p[1][0]);
  dot(x->num, x->w, x->w);
  fmpz_one(x->den);
  for (int i = 0; i < 3; ++i)
  {
    for (int s = 0; s < 2; ++s)
    {
      corner_face(x, x->p[s][i], x->p[1 - s]);
      edge_face(x, x->p[s][i], x->p[s][(i + 1) % 3], x->p[1 - s]);
      for (int j = 0; j < 3; ++j)
      {
        corner_edge(x, x->p[s][i], x->p[1 - s][j], x->p[1 - s][(j + 1) % 3]);
      }
    }
    for (int j = 0; j < 3; ++j)
    {
      corner_corner(x, x->p[0][i], x->p[1][j]);
      edge_edge(x, x->p[0][i], x->p[0][(i + 1) % 3], x->p[1][j], x->p[1][(j + 1) % 3]);
    }
  }
}

static bool exact_meet(const exact* x)
{
  return fmpz_is_zero(x->num);
}

/// Sign of value - distance; value is not negative.
static int compare_distance(exact* x, double value)
{
  int power;
  fmpz_set_d(x->k[2], ldexp(frexp(value, &power), 53));
  fmpz_mul(x->k[2], x->k[2], x->k[2]);
  fmpz_mul(x->k[2], x->k[2], x->den);
  fmpz_set(x->k[3], x->num);
  const slong up = 2 * (x->shift + power - 53);
  fmpz_mul_2exp(x->k[2], x->k[2], (ulong)(up > 0 ? up : 0));
  fmpz_mul_2exp(x->k[3], x->k[3], (ulong)(up < 0 ? -up : 0));
  return fmpz_cmp(x->k[2], x->k[3]);
}

/// The distance, rounded.
static double rounded_distance(const exact* x)
{
  slong num_power, den_power;
  const double num = fmpz_get_d_2exp(&num_power, x->num);
  const double den = fmpz_get_d_2exp(&den_power, x->den);
  const slong power = num_power - den_power;
  const slong odd = power & 1;
  return ldexp(sqrt(ldexp(num / den, (int)odd)), (int)((power - odd) / 2 - x->shift));
}

/// k[0] = min n.a - max n.b, in units of n and of length, and k[1] = n.n.
static void exact_gap(exact* x, const double a[3][3], const double b[3][3], const double n[3])
{
  exact_set(x, a, b);
  for (int i = 0; i < 3; ++i)
  {
    set_scaled(&x->n[i], n[i], 1127);
  }
  dot(x->k[1], x->n, x->n);
  for (int i = 0; i < 9; ++i)
  {
    sub(x->w, x->p[0][i / 3], x->p[1][i % 3]);
    dot(x->k[2], x->w, x->n);
    if (i == 0 || fmpz_cmp(x->k[2], x->k[0]) < 0)
    {
      fmpz_set(x->k[0], x->k[2]);
    }
  }
}

/// Sign of value - k[0] / |n|.
static int compare_gap(exact* x, double value)
{
  const int sign = (value > 0.0) - (value < 0.0);
  if (sign != fmpz_sgn(x->k[0]))
  {
    return sign > fmpz_sgn(x->k[0]) ? 1 : -1;
  }
  fmpz_mul(x->num, x->k[0], x->k[0]);
  fmpz_set(x->den, x->k[1]);
  return sign * compare_distance(x, fabs(value));
}

#endif
