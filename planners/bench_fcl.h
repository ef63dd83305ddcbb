/// @file bench_fcl.h
/// What people use today, on FCL, among the methods that are measured.
#ifndef BENCH_FCL_H
#define BENCH_FCL_H

#include "bench_scene.h"

#include "edgeproof/plugin/fcl_world.h"

typedef enum bench_fcl_kind
{
  BENCH_FCL_FRACTION,  ///< OMPL's discrete validator at `parameter` of the space's extent
  BENCH_FCL_METRES,    ///< the same with no point moving more than `parameter` metres
  BENCH_FCL_BISECTION, ///< adaptive bisection with full distances
  BENCH_FCL_EXPERT,    ///< coarse samples, then capped distances on pieces of 0.2 m
  BENCH_FCL_CONTINUOUS ///< continuousCollide, on pieces of `parameter` metres of motion; 0: whole
} bench_fcl_kind;

typedef struct bench_fcl
{
  bench_fcl_kind kind;
  double parameter;
  ep_fcl_checker* checker;
} bench_fcl;

ep_status bench_fcl_begin(bench_fcl* fcl, const ep_fcl_world* world, bench_fcl_kind kind,
                          double parameter, ep_error* error);
void bench_fcl_end(bench_fcl* fcl);
bench_method bench_fcl_method(bench_fcl* fcl, const char* name);

#endif
