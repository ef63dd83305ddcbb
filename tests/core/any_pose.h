/// @file any_pose.h
/// Poses as the wide kernels want them, and what they make of points.
#ifndef EP_TEST_ANY_POSE_H
#define EP_TEST_ANY_POSE_H

#include "cull_kernel.h"
#include "ep_test.h"
#include "num_vec.h"

/// A rotation up to rounding, and a position.
static void any_pose(ep_rng* rng, ep_pose_f* pose)
{
  double a[3], b[3], c[3];
  ep_rng_unit_vector(rng, a);
  do
  {
    ep_rng_unit_vector(rng, c);
    ep_vec_cross(b, a, c);
  } while (ep_vec_length(b) < 0.1);
  const double length = ep_vec_length(b);
  for (int k = 0; k < 3; ++k)
  {
    b[k] /= length;
  }
  ep_vec_cross(c, a, b);
  for (int k = 0; k < 3; ++k)
  {
    pose->rotation[0][k] = (float)a[k];
    pose->rotation[1][k] = (float)b[k];
    pose->rotation[2][k] = (float)c[k];
    pose->position[k] = (float)ep_rng_uniform(rng, -30.0, 30.0);
  }
}

/// What a pose makes of a point, in double.
static void placed(const ep_pose_f* pose, const double p[3], double out[3])
{
  for (int i = 0; i < 3; ++i)
  {
    const float* r = pose->rotation[i];
    out[i] =
        (double)pose->position[i] + (double)r[0] * p[0] + (double)r[1] * p[1] + (double)r[2] * p[2];
  }
}

#endif
