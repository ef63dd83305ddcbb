/// @file num_vec.h
/// Vectors and 3x3 matrices of doubles, row by row. Plain arithmetic, no claims.
#ifndef EP_NUM_VEC_H
#define EP_NUM_VEC_H

#include "num_round.h"

static inline void ep_vec_copy(double out[3], const double a[3])
{
  out[0] = a[0];
  out[1] = a[1];
  out[2] = a[2];
}

static inline double ep_vec_dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void ep_vec_cross(double out[3], const double a[3], const double b[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double ep_vec_length(const double a[3])
{
  return sqrt(ep_vec_dot(a, a));
}

static inline bool ep_vec_is_finite(const double a[3])
{
  return ep_is_finite(a[0]) && ep_is_finite(a[1]) && ep_is_finite(a[2]);
}

/// out = a + k b
static inline void ep_vec_madd(double out[3], const double a[3], double k, const double b[3])
{
  out[0] = a[0] + k * b[0];
  out[1] = a[1] + k * b[1];
  out[2] = a[2] + k * b[2];
}

/// out = m v
static inline void ep_mat_apply(double out[3], const double m[3][3], const double v[3])
{
  const double x = ep_vec_dot(m[0], v);
  const double y = ep_vec_dot(m[1], v);
  const double z = ep_vec_dot(m[2], v);
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

/// out = m^T v
static inline void ep_mat_apply_transposed(double out[3], const double m[3][3], const double v[3])
{
  for (int k = 0; k < 3; ++k)
  {
    out[k] = m[0][k] * v[0] + m[1][k] * v[1] + m[2][k] * v[2];
  }
}

/// out = a b; out may not be a or b.
static inline void ep_mat_mul(double out[3][3], const double a[3][3], const double b[3][3])
{
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      out[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
    }
  }
}

#endif
