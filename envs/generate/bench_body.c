/// @file bench_body.c
#include "bench_body.h"

#define X                                                                                          \
  {                                                                                                \
    1, 0, 0                                                                                        \
  }
#define Y                                                                                          \
  {                                                                                                \
    0, 1, 0                                                                                        \
  }
#define Z                                                                                          \
  {                                                                                                \
    0, 0, 1                                                                                        \
  }

const body_joint bench_body_joints[BODY_JOINT_COUNT] = {
    {"spine_yaw", "pelvis", "waist_1", {0, 0, BODY_WAIST}, Z, -0.9, 0.9, false, false, true},
    {"spine_roll", "waist_1", "waist_2", {0, 0, 0}, X, -0.7, 0.7, false, false, true},
    {"spine_pitch", "waist_2", "chest", {0, 0, 0}, Y, -0.5, 1.6, false, false, false},
    {"neck_yaw", "chest", "neck_1", {0, 0, BODY_NECK}, Z, -1.3, 1.3, false, false, true},
    {"neck_roll", "neck_1", "neck_2", {0, 0, 0}, X, -0.6, 0.6, false, false, true},
    {"neck_pitch", "neck_2", "head", {0, 0, 0}, Y, -0.8, 0.9, false, false, false},
    {"shoulder_pitch",
     "chest",
     "shoulder_1",
     {0, BODY_SHOULDER_Y, BODY_SHOULDER},
     Y,
     -3.2,
     1.2,
     true,
     true,
     true},
    {"shoulder_roll", "shoulder_1", "shoulder_2", {0, 0, 0}, X, -0.9, 3.1, true, false, true},
    {"shoulder_yaw", "shoulder_2", "upper_arm", {0, 0, 0}, Z, -1.6, 1.6, true, false, false},
    {"elbow", "upper_arm", "forearm", {0, 0, -BODY_UPPER_ARM}, Y, -2.5, 0.0, true, false, false},
    {"wrist_turn", "forearm", "wrist_1", {0, 0, -BODY_FOREARM}, Z, -1.6, 1.6, true, false, true},
    {"wrist_bend", "wrist_1", "hand", {0, 0, 0}, X, -1.4, 1.4, true, false, false},
    {"hip_yaw",
     "pelvis",
     "hip_1",
     {0, BODY_HIP_SIDE, -BODY_HIP_DOWN},
     Z,
     -1.2,
     1.2,
     true,
     true,
     true},
    {"hip_roll", "hip_1", "hip_2", {0, 0, 0}, X, -0.8, 1.2, true, false, true},
    {"hip_pitch", "hip_2", "thigh", {0, 0, 0}, Y, -2.4, 1.0, true, false, false},
    {"knee", "thigh", "shin", {0, 0, -BODY_THIGH}, Y, 0.0, 2.6, true, false, false},
    {"ankle_pitch", "shin", "ankle_1", {0, 0, -BODY_SHIN}, Y, -1.2, 1.2, true, false, true},
    {"ankle_roll", "ankle_1", "foot", {0, 0, 0}, X, -0.7, 0.7, true, false, false}};
