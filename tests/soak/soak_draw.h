/// @file soak_draw.h
/// Which edges are looked at: short ones, long ones, ones that pass a triangle of the site, ones
/// that leave a query's start or goal; and between one that was found free and one that was found
/// colliding, ever closer halves, which end with edges that graze.
#ifndef SOAK_DRAW_H
#define SOAK_DRAW_H

#include "soak_world.h"

typedef struct soak_draw
{
  soak_world* world;
  ep_rng* rng;
  double lower[SOAK_VALUES_MAX]; ///< of a scene
  double upper[SOAK_VALUES_MAX];
  double edge[2][2][SOAK_VALUES_MAX]; ///< one that is free, one that collides: their ends
  bool has[2];
  double last[2][SOAK_VALUES_MAX]; ///< drawn last
  int32_t halves;                  ///< left
  int32_t shifts;                  ///< left, until another verdict must be found
} soak_draw;

void soak_draw_begin(soak_draw* d, soak_world* w, ep_rng* rng);

/// The next edge.
void soak_draw_edge(soak_draw* d, double* q0, double* q1);

/// What was found about it.
void soak_draw_note(soak_draw* d, ep_verdict verdict);

#endif
