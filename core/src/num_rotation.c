/// @file num_rotation.c
#include "num_rotation.h"

/// A power of two that brings the largest of the magnitudes to [0.5, 1).
static double scale_of(const double* v, int count)
{
  double largest = 0.0;
  for (int k = 0; k < count; ++k)
  {
    largest = ep_max(largest, fabs(v[k]));
  }
  int exponent;
  (void)frexp(largest, &exponent);
  return ldexp(1.0, exponent > 1000 ? -1000 : (exponent < -1000 ? 1000 : -exponent));
}

static void normalize(double* out, const double* v, int count)
{
  const double scale = scale_of(v, count);
  double sum = 0.0;
  for (int k = 0; k < count; ++k)
  {
    out[k] = v[k] * scale;
    sum += out[k] * out[k];
  }
  const double length = sqrt(sum);
  for (int k = 0; k < count; ++k)
  {
    out[k] /= length;
  }
}

void ep_quaternion_normalize(double out[4], const double q[4])
{
  normalize(out, q, 4);
}

void ep_vec_unit(double out[3], const double v[3])
{
  normalize(out, v, 3);
}

void ep_quaternion_matrix(double out[3][3], const double unit[4])
{
  const double x = unit[0], y = unit[1], z = unit[2], w = unit[3];
  out[0][0] = 1.0 - 2.0 * (y * y + z * z);
  out[0][1] = 2.0 * (x * y - w * z);
  out[0][2] = 2.0 * (x * z + w * y);
  out[1][0] = 2.0 * (x * y + w * z);
  out[1][1] = 1.0 - 2.0 * (x * x + z * z);
  out[1][2] = 2.0 * (y * z - w * x);
  out[2][0] = 2.0 * (x * z - w * y);
  out[2][1] = 2.0 * (y * z + w * x);
  out[2][2] = 1.0 - 2.0 * (x * x + y * y);
}

void ep_quaternion_between(double out[4], const double a[4], const double b[4])
{
  const double ax = -a[0], ay = -a[1], az = -a[2], aw = a[3];
  out[0] = aw * b[0] + ax * b[3] + ay * b[2] - az * b[1];
  out[1] = aw * b[1] - ax * b[2] + ay * b[3] + az * b[0];
  out[2] = aw * b[2] + ax * b[1] - ay * b[0] + az * b[3];
  out[3] = aw * b[3] - ax * b[0] - ay * b[1] - az * b[2];
}
