/// @file bench_sets.h
/// Sets of edges on which everybody is measured: random ones of a scene, from a state that is free,
/// the same ones every time.
#ifndef BENCH_SETS_H
#define BENCH_SETS_H

#include "edgeproof/envs/edges.h"

/// How the edges of a set are drawn.
typedef struct bench_kind
{
  const char* name;
  double part; ///< each value changes by up to this part of its range; 1: to anywhere
  double near; ///< the start is within so many metres of something; 0: anywhere
} bench_kind;

/// short, medium, near and long.
#define BENCH_KINDS 4
extern const bench_kind bench_kinds[BENCH_KINDS];

/// Fills `edges`, without labels, with `count` edges of a kind: starts are free states within the
/// scene's bounds, uniformly; where part is 1, ends are uniform states too, free or not. Values
/// without bounds on both sides are an error. The caller clears the edges.
ep_status bench_draw_edges(const ep_scene* scene, ep_checker* checker, const bench_kind* kind,
                           int32_t count, uint64_t seed, ep_edges* edges, ep_error* error);

#endif
