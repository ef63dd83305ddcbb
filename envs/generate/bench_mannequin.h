/// @file bench_mannequin.h
/// A mannequin, 1.8 m tall: 15 links with geometry, 30 revolute joints, a floating base.
///
/// x is forward, y to the left, z up. Shoulders, hips, neck and waist are three revolute joints
/// each, one after the other, with links without geometry between them.
#ifndef BENCH_MANNEQUIN_H
#define BENCH_MANNEQUIN_H

#include "bench_motion.h"

/// Writes mannequin.urdf and mannequin.srdf.
void bench_write_mannequin(const char* folder);

/// @name Poses
/// What an animator sets: where the pelvis and the feet are, and the angles of everything above.
/// The legs follow. Lengths are relative to standing at the origin, angles to hanging straight
/// down; for the right side as seen in a mirror: roll is outwards on both sides.
/// @{
typedef enum bench_pose_value
{
  POSE_X, ///< of the pelvis
  POSE_Y,
  POSE_Z,
  POSE_YAW,
  POSE_ROLL,
  POSE_PITCH, ///< forward
  POSE_SPINE_YAW,
  POSE_SPINE_ROLL,
  POSE_SPINE_PITCH,
  POSE_NECK_YAW,
  POSE_NECK_ROLL,
  POSE_NECK_PITCH,
  POSE_LEFT_ARM, ///< pitch (negative: raised forward), roll, yaw, elbow, wrist turn, wrist bend
  POSE_RIGHT_ARM = POSE_LEFT_ARM + 6,
  POSE_LEFT_FOOT = POSE_RIGHT_ARM + 6, ///< x, y, z of the ball of the foot, yaw, pitch
  POSE_RIGHT_FOOT = POSE_LEFT_FOOT + 5,
  POSE_SIZE = POSE_RIGHT_FOOT + 5
} bench_pose_value;

/// Of an arm, behind POSE_LEFT_ARM or POSE_RIGHT_ARM.
enum
{
  ARM_PITCH,
  ARM_ROLL,
  ARM_YAW,
  ARM_ELBOW,
  ARM_TURN,
  ARM_BEND
};

/// Of a foot, behind POSE_LEFT_FOOT or POSE_RIGHT_FOOT.
enum
{
  FOOT_X,
  FOOT_Y,
  FOOT_Z,
  FOOT_YAW,
  FOOT_PITCH
};

typedef struct bench_pose
{
  double v[POSE_SIZE];
} bench_pose;

/// Between two poses, value by value.
bench_pose bench_pose_between(const bench_pose* a, const bench_pose* b, double s);
/// The pose, moved and turned about z, feet and all.
bench_pose bench_pose_moved(const bench_pose* pose, double x, double y, double yaw);
/// @}

/// @name Configurations
/// @{
#define BENCH_MANNEQUIN_VALUES 37

/// Their names, each with this in front: "" or "red/".
void bench_mannequin_names(const char* prefix, bench_name names[BENCH_MANNEQUIN_VALUES]);

/// The configuration of a pose. A pose that a leg is too short for ends the program.
void bench_mannequin_solve(const bench_pose* pose, double q[BENCH_MANNEQUIN_VALUES]);

/// How much higher the ball of a foot must be when the foot is pitched, for its toes and heel to
/// stay as high as the sole of a flat one.
double bench_mannequin_tiptoe(double pitch);
/// @}

/// @name Motions (bench_walk.c, bench_exercise.c)
/// @{

/// A walk along corners of a line, rounded; one row a frame. xy holds x y of each corner.
void bench_walk(bench_motion* motion, const double* xy, int32_t n);

/// Gymnastics on the spot at (x, y): arms up, squats, side bends, a hand down to a foot. `reach` is
/// how far the hand goes: 1 touches the foot, less stops short of it.
void bench_exercise(bench_motion* motion, double x, double y, double reach);

/// Two mannequins, at -1/2 and +1/2 of their distance on x, facing each other: they box, and each
/// gets out of the way of the other, if `dodge`.
void bench_box(bench_motion* motion, double distance, bool dodge);
/// @}

/// @name The chessboard (bench_chess.c)
/// @{

/// Writes board and chessmen, and prints their entries of `obstacles:`.
void bench_write_chess(const char* folder, FILE* scene);
/// @}

#endif
