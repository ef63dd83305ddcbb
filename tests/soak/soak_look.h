/// @file soak_look.h
/// One look of the second judge: a body and what rests, or two bodies, at one moment.
#ifndef SOAK_LOOK_H
#define SOAK_LOOK_H

#include "soak_judge.h"

/// Where all links are.
typedef struct soak_moment
{
  ep_frame frames[SOAK_SLOTS_MAX];
} soak_moment;

typedef struct soak_look
{
  soak_judge* judge;
  soak_body* a;
  soak_body* b; ///< NULL: what rests
  int32_t index[2];
  ep_frame frame[2]; ///< of both, the second one as seen from the first
  double least;      ///< of what was not measured: nothing there is below
  double best;       ///< measured, or where measuring ends
  int32_t hit;       ///< the body of the world that `best` was measured to, or -1
} soak_look;

/// Of the edge that the judge's machines are set to.
void soak_moment_set(soak_judge* judge, double t, soak_moment* m);

/// Puts the bodies of a look where they are at a moment.
void soak_look_place(soak_look* l, const soak_moment* m);

/// A lower bound on the margin at a moment; exact where it is below `reach`, and `hit` says so.
double soak_look_at(soak_look* l, const soak_moment* m, double reach);

/// The distance below `cap` of a placed body to the triangles of one that rests, or `cap`.
double soak_look_rest(soak_look* l, int32_t owner, double cap);

#endif
