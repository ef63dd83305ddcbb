/// @file bench_body.h
/// The mannequin's measures and joints, for its shapes and for its motions.
#ifndef BENCH_BODY_H
#define BENCH_BODY_H

#include "gen_mesh.h"

/// @name Metres
/// @{
#define BODY_PELVIS     0.980 ///< above the soles, standing
#define BODY_HIP_DOWN   0.050 ///< below the pelvis' origin
#define BODY_HIP_SIDE   0.095
#define BODY_THIGH      0.430
#define BODY_SHIN       0.420
#define BODY_ANKLE      0.080 ///< above the sole
#define BODY_FOOT_BALL  0.130 ///< from the ankle forward to where it rolls off
#define BODY_FOOT_TOE   0.195
#define BODY_FOOT_HEEL  0.080
#define BODY_WAIST      0.120 ///< above the pelvis' origin
#define BODY_NECK       0.420 ///< above the waist
#define BODY_SHOULDER   0.320 ///< above the waist
#define BODY_SHOULDER_Y 0.215
#define BODY_UPPER_ARM  0.290
#define BODY_FOREARM    0.255
/// @}

/// One revolute joint; those of the left side are given; the right side's are their mirror images,
/// with axes as they are and limits turned round for roll and yaw.
typedef struct body_joint
{
  const char* name;
  const char* parent;
  const char* child;
  gen_vec at;
  gen_vec axis;
  double lower;
  double upper;
  bool paired;     ///< left and right
  bool from_trunk; ///< its parent is not paired
  bool bare;       ///< its child has no geometry
} body_joint;

#define BODY_TRUNK_JOINTS 6  ///< spine and neck
#define BODY_LIMB_JOINTS  6  ///< of an arm, and of a leg
#define BODY_JOINT_COUNT  18 ///< trunk, arm, leg

extern const body_joint bench_body_joints[BODY_JOINT_COUNT];

#endif
