/// @file any_pose.h
/// Poses as the wide kernels want them, and what they make of points.
#ifndef EP_TEST_ANY_POSE_H
#define EP_TEST_ANY_POSE_H

#include "cull_kernel.h"
#include "ep_test.h"
#include "num_rotation.h"

/// A rotation up to rounding, and a position.
static void any_pose(ep_rng* rng, ep_pose_f* pose)
{
  double u[4], r[3][3];
  for (int k = 0; k < 4; ++k)
  {
    u[k] = ep_rng_uniform(rng, -1.0, 1.0) + (k == 3 ? 1e-3 : 0.0);
  }
  ep_quaternion_normalize(u, u);
  ep_quaternion_matrix(r, u);
  for (int k = 0; k < 3; ++k)
  {
    for (int i = 0; i < 3; ++i)
    {
      pose->rotation[i][k] = (float)r[i][k];
    }
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
