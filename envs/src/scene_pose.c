/// @file scene_pose.c
/// Rigid poses: one after the other, and one as seen from another.
#include "scene_internal.h"

#include <math.h>

bool ep_scene_normalize(double q[4])
{
  double largest = 0.0;
  for (int k = 0; k < 4; ++k)
  {
    largest = fmax(largest, fabs(q[k]));
  }
  // As short as this, core calls a quaternion zero.
  if (!(largest >= 0x1p-100) || !isfinite(largest))
  {
    return false;
  }
  double sum = 0.0;
  for (int k = 0; k < 4; ++k)
  {
    sum += (q[k] / largest) * (q[k] / largest);
  }
  const double length = sqrt(sum);
  for (int k = 0; k < 4; ++k)
  {
    q[k] = q[k] / largest / length;
  }
  return true;
}

/// out = a * b: first b, then a.
static void multiply(double out[4], const double a[4], const double b[4])
{
  out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  out[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
  out[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
  out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/// Turns a vector by a quaternion of any length but zero: v + 2 w (u x v) + 2 u x (u x v), divided
/// by the square of its length where that is not 1.
static void turn(double out[3], const double q[4], const double v[3])
{
  const double scale = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double c[3] = {q[1] * v[2] - q[2] * v[1], q[2] * v[0] - q[0] * v[2],
                       q[0] * v[1] - q[1] * v[0]};
  const double d[3] = {q[1] * c[2] - q[2] * c[1], q[2] * c[0] - q[0] * c[2],
                       q[0] * c[1] - q[1] * c[0]};
  for (int k = 0; k < 3; ++k)
  {
    out[k] = v[k] + scale * (q[3] * c[k] + d[k]);
  }
}

void ep_scene_pose_turn(const ep_pose* pose, const double v[3], double out[3])
{
  turn(out, pose->rotation, v);
}

void ep_scene_pose_apply(const ep_pose* pose, const double v[3], double out[3])
{
  turn(out, pose->rotation, v);
  for (int k = 0; k < 3; ++k)
  {
    out[k] += pose->position[k];
  }
}

ep_pose ep_scene_pose_times(const ep_pose* outer, const ep_pose* inner)
{
  ep_pose product;
  multiply(product.rotation, outer->rotation, inner->rotation);
  ep_scene_normalize(product.rotation);
  ep_scene_pose_apply(outer, inner->position, product.position);
  return product;
}

ep_pose ep_scene_pose_seen_from(const ep_pose* base, const ep_pose* pose)
{
  const double back[4] = {-base->rotation[0], -base->rotation[1], -base->rotation[2],
                          base->rotation[3]};
  const double way[3] = {pose->position[0] - base->position[0],
                         pose->position[1] - base->position[1],
                         pose->position[2] - base->position[2]};
  ep_pose seen;
  multiply(seen.rotation, back, pose->rotation);
  ep_scene_normalize(seen.rotation);
  turn(seen.position, back, way);
  return seen;
}

/// The quaternion of a rotation matrix. Of the four ways to write it, the one whose square root is
/// of the largest number loses nothing.
ep_pose ep_scene_frame_pose(const ep_frame* frame)
{
  const double(*m)[3] = frame->rotation;
  const double diagonal[4] = {m[0][0], m[1][1], m[2][2], m[0][0] + m[1][1] + m[2][2]};
  int best = 3;
  for (int k = 0; k < 3; ++k)
  {
    best = diagonal[k] > diagonal[best] ? k : best;
  }
  ep_pose pose = {{frame->position[0], frame->position[1], frame->position[2]}, {0.0}};
  double* q = pose.rotation;
  if (best == 3)
  {
    q[0] = m[2][1] - m[1][2];
    q[1] = m[0][2] - m[2][0];
    q[2] = m[1][0] - m[0][1];
    q[3] = 1.0 + diagonal[3];
  }
  else
  {
    const int i = best;
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    q[i] = 1.0 + m[i][i] - m[j][j] - m[k][k];
    q[j] = m[i][j] + m[j][i];
    q[k] = m[i][k] + m[k][i];
    q[3] = m[k][j] - m[j][k];
  }
  ep_scene_normalize(q);
  return pose;
}
