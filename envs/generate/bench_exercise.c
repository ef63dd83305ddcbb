/// @file bench_exercise.c
/// Motions of mannequins by key frames: gymnastics, and a boxing match.
#include "bench_body.h"
#include "bench_mannequin.h"
#include "bench_shape.h"

#include <math.h>

#define ABOVE 0.010 ///< m between soles and ground

#define LEFT(part)       POSE_LEFT_ARM + ARM_##part
#define RIGHT(part)      POSE_RIGHT_ARM + ARM_##part
#define LEFT_SOLE(part)  POSE_LEFT_FOOT + FOOT_##part
#define RIGHT_SOLE(part) POSE_RIGHT_FOOT + FOOT_##part

typedef struct key
{
  int32_t frames; ///< that it takes to get there
  bench_pose pose;
} key;

static void stand_above(bench_pose* pose)
{
  pose->v[POSE_Z] += ABOVE - 0.012; // knees not quite straight
  pose->v[LEFT_SOLE(Z)] += ABOVE + bench_mannequin_tiptoe(pose->v[LEFT_SOLE(PITCH)]);
  pose->v[RIGHT_SOLE(Z)] += ABOVE + bench_mannequin_tiptoe(pose->v[RIGHT_SOLE(PITCH)]);
}

/// The pose in a frame of a list of keys; the last one is held.
static bench_pose pose_at(const key* keys, int32_t n, int32_t frame)
{
  int32_t i = 1;
  while (i < n && frame > keys[i].frames)
  {
    frame -= keys[i++].frames;
  }
  if (i == n)
  {
    return keys[n - 1].pose;
  }
  return bench_pose_between(&keys[i - 1].pose, &keys[i].pose,
                            bench_ease((double)frame / keys[i].frames));
}

static int32_t all_frames(const key* keys, int32_t n)
{
  int32_t sum = 0;
  for (int32_t i = 1; i < n; ++i)
  {
    sum += keys[i].frames;
  }
  return sum;
}

/// @name Gymnastics
/// @{

#define ARMS_DOWN                                                                                  \
  [LEFT(ROLL)] = 0.16, [LEFT(ELBOW)] = -0.12, [RIGHT(ROLL)] = 0.16, [RIGHT(ELBOW)] = -0.12

/// The hand goes down beside its own foot; with a reach of 1 it ends in it.
static const bench_pose hand_beside = {{[POSE_X] = -0.13,
                                        [POSE_Z] = -0.16,
                                        [POSE_PITCH] = 1.05,
                                        [POSE_SPINE_PITCH] = 0.85,
                                        [POSE_NECK_PITCH] = -0.4,
                                        [LEFT(PITCH)] = 0.9,
                                        [LEFT(ROLL)] = 0.5,
                                        [LEFT(ELBOW)] = -0.2,
                                        [RIGHT(PITCH)] = -1.75,
                                        [RIGHT(ROLL)] = 0.42,
                                        [RIGHT(ELBOW)] = -0.10}};
static const bench_pose hand_on_foot = {{[POSE_X] = -0.13,
                                         [POSE_Z] = -0.20,
                                         [POSE_PITCH] = 1.05,
                                         [POSE_SPINE_PITCH] = 0.95,
                                         [POSE_NECK_PITCH] = -0.4,
                                         [LEFT(PITCH)] = 0.9,
                                         [LEFT(ROLL)] = 0.5,
                                         [LEFT(ELBOW)] = -0.2,
                                         [RIGHT(PITCH)] = -1.75,
                                         [RIGHT(ROLL)] = -0.12,
                                         [RIGHT(ELBOW)] = -0.10}};

static const key gymnastics[] = {
    {0, {{ARMS_DOWN}}},
    {24,
     {{[LEFT(ROLL)] = 1.55, [RIGHT(ROLL)] = 1.55, [LEFT(ELBOW)] = -0.05, [RIGHT(ELBOW)] = -0.05}}},
    {24,
     {{[LEFT(ROLL)] = 2.85,
       [RIGHT(ROLL)] = 2.85,
       [LEFT(ELBOW)] = -0.10,
       [RIGHT(ELBOW)] = -0.10,
       [POSE_NECK_PITCH] = -0.3,
       [POSE_SPINE_PITCH] = -0.1}}},
    {30, {{ARMS_DOWN}}},
    {30,
     {{[POSE_X] = -0.14,
       [POSE_Z] = -0.36,
       [POSE_PITCH] = 0.35,
       [POSE_SPINE_PITCH] = 0.30,
       [POSE_NECK_PITCH] = -0.45,
       [LEFT(PITCH)] = -1.9,
       [LEFT(ROLL)] = 0.10,
       [RIGHT(PITCH)] = -1.9,
       [RIGHT(ROLL)] = 0.10,
       [LEFT(ELBOW)] = -0.1,
       [RIGHT(ELBOW)] = -0.1}}},
    {30, {{ARMS_DOWN}}},
    {26,
     {{[POSE_Y] = 0.03,
       [POSE_SPINE_ROLL] = -0.45,
       [POSE_NECK_ROLL] = -0.2,
       [LEFT(ROLL)] = 0.42,
       [LEFT(ELBOW)] = -0.3,
       [RIGHT(ROLL)] = 2.75,
       [RIGHT(ELBOW)] = -0.5}}},
    {36,
     {{[POSE_Y] = -0.03,
       [POSE_SPINE_ROLL] = 0.45,
       [POSE_NECK_ROLL] = 0.2,
       [RIGHT(ROLL)] = 0.42,
       [RIGHT(ELBOW)] = -0.3,
       [LEFT(ROLL)] = 2.75,
       [LEFT(ELBOW)] = -0.5}}},
    {26, {{ARMS_DOWN}}},
    {36, {{0}}}, // the hand goes down here
    {36, {{ARMS_DOWN}}},
    {30,
     {{[POSE_Y] = -0.06,
       [POSE_ROLL] = -0.05,
       [POSE_SPINE_YAW] = -0.25,
       [LEFT(PITCH)] = 0.5,
       [LEFT(ROLL)] = 0.25,
       [LEFT(ELBOW)] = -0.8,
       [RIGHT(PITCH)] = -0.9,
       [RIGHT(ROLL)] = 0.25,
       [RIGHT(ELBOW)] = -1.2,
       [LEFT_SOLE(X)] = 0.26,
       [LEFT_SOLE(Z)] = 0.42,
       [LEFT_SOLE(PITCH)] = 0.25}}},
    {30, {{ARMS_DOWN}}}};

#define HAND_DOWN 9

void bench_exercise(bench_motion* motion, double x, double y, double reach)
{
  key keys[BENCH_COUNT(gymnastics)];
  for (int32_t i = 0; i < BENCH_COUNT(gymnastics); ++i)
  {
    keys[i] = gymnastics[i];
    if (i == HAND_DOWN)
    {
      keys[i].pose = bench_pose_between(&hand_beside, &hand_on_foot, reach);
    }
    stand_above(&keys[i].pose);
  }
  for (int32_t frame = 0; frame <= all_frames(keys, BENCH_COUNT(keys)); ++frame)
  {
    const bench_pose pose = pose_at(keys, BENCH_COUNT(keys), frame);
    const bench_pose there = bench_pose_moved(&pose, x, y, 0.4);
    bench_mannequin_solve(&there, bench_motion_add(motion));
  }
}

/// @}
/// @name Boxing
/// @{

/// A boxer's feet, and his fists in front of his face.
#define FEET                                                                                       \
  [LEFT_SOLE(X)] = 0.14, [RIGHT_SOLE(X)] = -0.18, [RIGHT_SOLE(PITCH)] = 0.3,                       \
  [LEFT_SOLE(Y)] = 0.02, [RIGHT_SOLE(Y)] = -0.04
#define LEFT_FIST                                                                                  \
  [LEFT(PITCH)] = -0.50, [LEFT(ROLL)] = 0.15, [LEFT(YAW)] = -0.25, [LEFT(ELBOW)] = -2.3
#define RIGHT_FIST                                                                                 \
  [RIGHT(PITCH)] = -0.40, [RIGHT(ROLL)] = 0.15, [RIGHT(YAW)] = -0.25, [RIGHT(ELBOW)] = -2.3

static const bench_pose guard = {{FEET, LEFT_FIST,
                                  RIGHT_FIST, [POSE_Z] = -0.10, [POSE_SPINE_YAW] = -0.2,
                                  [POSE_SPINE_PITCH] = 0.15, [POSE_NECK_YAW] = 0.2}};
static const bench_pose jab = {
    {FEET, RIGHT_FIST, [POSE_X] = 0.06, [POSE_Z] = -0.10, [POSE_SPINE_YAW] = -0.55,
     [POSE_SPINE_PITCH] = 0.2, [POSE_NECK_YAW] = 0.5, [LEFT(PITCH)] = -1.72, [LEFT(ROLL)] = -0.30,
     [LEFT(ELBOW)] = -0.08}};
static const bench_pose cross = {
    {FEET, LEFT_FIST, [POSE_X] = 0.08, [POSE_Z] = -0.10, [POSE_YAW] = 0.25, [POSE_SPINE_YAW] = 0.60,
     [POSE_SPINE_PITCH] = 0.2, [POSE_NECK_YAW] = -0.7, [RIGHT(PITCH)] = -1.72,
     [RIGHT(ROLL)] = -0.45, [RIGHT(ELBOW)] = -0.08}};
static const bench_pose slip = {
    {FEET, LEFT_FIST,
     RIGHT_FIST, [POSE_X] = -0.10, [POSE_Y] = -0.10, [POSE_Z] = -0.16, [POSE_SPINE_YAW] = -0.2,
     [POSE_SPINE_ROLL] = -0.55, [POSE_SPINE_PITCH] = -0.10, [POSE_NECK_YAW] = 0.2}};
static const bench_pose duck = {
    {FEET, LEFT_FIST, RIGHT_FIST, [POSE_X] = -0.20, [POSE_Z] = -0.43, [POSE_PITCH] = 0.25,
     [POSE_SPINE_YAW] = -0.2, [POSE_SPINE_PITCH] = 0.25, [POSE_NECK_YAW] = 0.2}};

typedef struct exchange
{
  int32_t frames;
  const bench_pose* a;
  const bench_pose* b; ///< what b does to get out of the way, or while a does
} exchange;

static const exchange match[] = {{0, &guard, &guard}, {8, &guard, &slip},  {12, &jab, &slip},
                                 {12, &guard, &slip}, {8, &guard, &guard}, {8, &duck, &guard},
                                 {12, &duck, &cross}, {12, &duck, &guard}, {8, &guard, &guard},
                                 {8, &guard, &duck},  {12, &cross, &duck}, {12, &guard, &duck},
                                 {8, &guard, &guard}, {8, &slip, &guard},  {12, &slip, &jab},
                                 {12, &slip, &guard}, {8, &guard, &guard}};

/// Somebody who is hit: stays in guard.
static const bench_pose* moved_if(const bench_pose* pose, bool dodge)
{
  return dodge || (pose != &slip && pose != &duck) ? pose : &guard;
}

void bench_box(bench_motion* motion, double distance, bool dodge)
{
  key a[BENCH_COUNT(match)], b[BENCH_COUNT(match)];
  for (int32_t i = 0; i < BENCH_COUNT(match); ++i)
  {
    a[i] = (key){match[i].frames, *moved_if(match[i].a, dodge)};
    b[i] = (key){match[i].frames, *moved_if(match[i].b, dodge)};
    stand_above(&a[i].pose);
    stand_above(&b[i].pose);
  }
  for (int32_t frame = 0; frame <= all_frames(a, BENCH_COUNT(a)); ++frame)
  {
    const bench_pose at_a = pose_at(a, BENCH_COUNT(a), frame),
                     at_b = pose_at(b, BENCH_COUNT(b), frame);
    const bench_pose there_a = bench_pose_moved(&at_a, -0.5 * distance, 0.0, 0.0);
    const bench_pose there_b = bench_pose_moved(&at_b, 0.5 * distance, 0.0, GEN_PI);
    double* q = bench_motion_add(motion);
    bench_mannequin_solve(&there_a, q);
    bench_mannequin_solve(&there_b, q + BENCH_MANNEQUIN_VALUES);
  }
}

/// @}
