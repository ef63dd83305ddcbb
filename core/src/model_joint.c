/// @file model_joint.c
/// Facts about joint types, and poses as users write them.
#include "model_machine.h"
#include "num_trig.h"

const char* ep_joint_type_text(ep_joint_type type)
{
  switch (type)
  {
  case EP_JOINT_FIXED:
    return "fixed";
  case EP_JOINT_REVOLUTE:
    return "revolute";
  case EP_JOINT_CONTINUOUS:
    return "continuous";
  case EP_JOINT_PRISMATIC:
    return "prismatic";
  case EP_JOINT_PLANAR:
    return "planar";
  case EP_JOINT_FLOATING:
    return "floating";
  case EP_JOINT_BALL:
    return "ball";
  }
  return "unknown";
}

int32_t ep_joint_type_config_size(ep_joint_type type)
{
  switch (type)
  {
  case EP_JOINT_REVOLUTE:
  case EP_JOINT_CONTINUOUS:
  case EP_JOINT_PRISMATIC:
    return 1;
  case EP_JOINT_PLANAR:
    return 3;
  case EP_JOINT_FLOATING:
    return 7;
  case EP_JOINT_BALL:
    return 4;
  case EP_JOINT_FIXED:
    return 0;
  }
  return 0;
}

ep_pose ep_pose_identity(void)
{
  return (ep_pose){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
}

/// Claim     every component of the quaternion is within 2^-49 of the exact one.
/// Why       products of three sines and cosines, each within EP_TRIG_ERROR = 2^-51 and at most 1
/// in
///           magnitude; a sum of two such products: the two factors' squares sum to at most 1, so
///           3 * sqrt(2) * 2^-51 + roundings < 2^-48.9; halved angles are exact.
ep_pose ep_pose_from_rpy(const double xyz[3], const double rpy[3])
{
  double s[3];
  double c[3];
  for (int k = 0; k < 3; ++k)
  {
    ep_sincos(0.5 * rpy[k], &s[k], &c[k]);
  }
  ep_pose pose;
  ep_vec_copy(pose.position, xyz);
  pose.rotation[0] = s[0] * c[1] * c[2] - c[0] * s[1] * s[2];
  pose.rotation[1] = c[0] * s[1] * c[2] + s[0] * c[1] * s[2];
  pose.rotation[2] = c[0] * c[1] * s[2] - s[0] * s[1] * c[2];
  pose.rotation[3] = c[0] * c[1] * c[2] + s[0] * s[1] * s[2];
  return pose;
}
