/// @file soak_judge.h
/// The second judge, for worlds that are too large for brute.h: the same distances of triangles,
/// at many moments, with a grid over what rests and balls over what moves. It looks where and when
/// something is near, the more closely the nearer.
///
/// As the first judge's, its findings are witnesses: a margin of 0 or less is a collision at that
/// moment, by forward kinematics and triangles alone. That it finds none proves nothing.
#ifndef SOAK_JUDGE_H
#define SOAK_JUDGE_H

#include "soak_body.h"
#include "soak_grid.h"

#define SOAK_MACHINES_MAX 4
#define SOAK_BODIES_MAX   160 // that move
#define SOAK_LAYERS_MAX   24
#define SOAK_VALUES_MAX   512
#define SOAK_SLOTS_MAX    512

typedef struct soak_judge
{
  const ep_machine* machines[SOAK_MACHINES_MAX]; ///< borrowed
  ep_edge* edges[SOAK_MACHINES_MAX];
  int32_t slots[SOAK_MACHINES_MAX]; ///< first of each machine's links among all
  int32_t machine_count;
  soak_body bodies[SOAK_BODIES_MAX];
  int32_t body_count;
  double pair[SOAK_BODIES_MAX][SOAK_BODIES_MAX]; ///< what is demanded; below 0: not checked
  soak_grid layers[SOAK_LAYERS_MAX];             ///< of what rests
  int32_t layer_count;
  double demand[SOAK_BODIES_MAX][SOAK_LAYERS_MAX]; ///< as pair
  double tolerance;
  int32_t near[SOAK_BODIES_MAX][SOAK_BODIES_MAX][2]; ///< triangles of two bodies that were nearest
} soak_judge;

/// What was found.
typedef struct soak_find
{
  double margin; ///< distance less what is demanded; large if nothing was near
  double t;
  int32_t body[2]; ///< in the world; the second one may rest
  int32_t looks;   ///< how often a body or a pair was looked at
} soak_find;

/// Puts machines' edges to the motion from q0 to q1.
void soak_judge_set(soak_judge* judge, const double* q0, const double* q1);

/// The least margin seen on [0, t_end] of the motion set last, with at most `looks` looks at each
/// body and each pair. Ends at the first margin of 0 or less.
soak_find soak_judge_edge(soak_judge* judge, double t_end, int32_t looks);

/// The distance at time t of two bodies of the world below `cap`, or `cap`.
double soak_judge_distance(soak_judge* judge, double t, const int32_t body[2], double cap);

void soak_judge_clear(soak_judge* judge);

#endif
