/// @file model_kinematics.h
/// One joint's step of forward kinematics: from the parent's frame to the link's.
#ifndef EP_MODEL_KINEMATICS_H
#define EP_MODEL_KINEMATICS_H

#include "model_machine.h"

/// What a ball or floating joint does: first this rotation, then the angle about this unit axis.
typedef struct ep_ball
{
  double rotation[3][3];
  double axis[3];
} ep_ball;

/// What a joint does at one moment.
typedef struct ep_joint_pose
{
  const double* offset; ///< position of the link in the parent's frame
  double sine;          ///< of the angle about the joint's (or the ball's) axis
  double cosine;
  const ep_ball* ball; ///< for EP_TURN_BALL
} ep_joint_pose;

/// Rows r of the matrix become c (r - (r.a) a) + s (r x a) + (r.a) a: matrix * Rotate(a, angle).
static inline void ep_turn_rows(double m[3][3], const double a[3], double s, double c)
{
  for (int i = 0; i < 3; ++i)
  {
    const double along = ep_vec_dot(m[i], a);
    double cross[3];
    ep_vec_cross(cross, m[i], a);
    for (int k = 0; k < 3; ++k)
    {
      const double par = along * a[k];
      m[i][k] = c * (m[i][k] - par) + s * cross[k] + par;
    }
  }
}

/// The same about coordinate axis 0, 1 or 2.
static inline void ep_turn_columns(double m[3][3], int coordinate, double s, double c)
{
  const int j = (coordinate + 1) % 3;
  const int k = (coordinate + 2) % 3;
  for (int i = 0; i < 3; ++i)
  {
    const double x = m[i][j];
    const double y = m[i][k];
    m[i][j] = c * x + s * y;
    m[i][k] = c * y - s * x;
  }
}

/// m = m * the rotation of the joint.
static inline void ep_joint_turn(const ep_joint* joint, const ep_joint_pose* pose, double m[3][3])
{
  switch (joint->turn)
  {
  case EP_TURN_NONE:
    break;
  case EP_TURN_COORDINATE:
    ep_turn_columns(m, joint->coordinate, joint->turn_sign * pose->sine, pose->cosine);
    break;
  case EP_TURN_AXIS:
    ep_turn_rows(m, joint->axis, pose->sine, pose->cosine);
    break;
  case EP_TURN_BALL:
  {
    double turned[3][3];
    ep_mat_mul(turned, (const double(*)[3])m, (const double(*)[3])pose->ball->rotation);
    for (int i = 0; i < 3; ++i)
    {
      ep_vec_copy(m[i], turned[i]);
    }
    ep_turn_rows(m, pose->ball->axis, pose->sine, pose->cosine);
    break;
  }
  }
}

/// parent is NULL for a root.
static inline void ep_kinematics_step(const ep_joint* joint, const ep_joint_pose* pose,
                                      const ep_frame* parent, ep_frame* frame)
{
  if (parent == NULL)
  {
    ep_vec_copy(frame->position, pose->offset);
    for (int i = 0; i < 3; ++i)
    {
      ep_vec_copy(frame->rotation[i], joint->origin_rotation[i]);
    }
  }
  else
  {
    for (int i = 0; i < 3; ++i)
    {
      frame->position[i] = parent->position[i] + ep_vec_dot(parent->rotation[i], pose->offset);
    }
    if (joint->origin_turns)
    {
      ep_mat_mul(frame->rotation, parent->rotation, joint->origin_rotation);
    }
    else
    {
      for (int i = 0; i < 3; ++i)
      {
        ep_vec_copy(frame->rotation[i], parent->rotation[i]);
      }
    }
  }
  ep_joint_turn(joint, pose, frame->rotation);
}

/// Where the joint's link stands in its parent's frame, given the joint's values in a configuration
/// (for a prismatic joint the one value it has, mimic or not).
static inline void ep_joint_offset(const ep_joint* joint, const double* values, double offset[3])
{
  ep_vec_copy(offset, joint->origin_position);
  for (int k = 0; k < joint->slide_count; ++k)
  {
    ep_vec_madd(offset, offset, values[k], joint->slide[k]);
  }
}

#endif
