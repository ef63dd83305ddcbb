/// @file bench_plan.h
/// One run of a planner, and what it took.
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "bench_scene.h"

typedef struct bench_run
{
  const char* problem;
  const char* planner;
  bool certified; ///< motions are proved; else OMPL's discrete validator with our states
  uint32_t seed;
  bool crashed; ///< the planner took its process down with it; nothing else is known
  bool solved;
  double seconds;    ///< to the first solution, or until it gave up
  double validation; ///< seconds of it in our checks
  int64_t motions;   ///< asked about
  int32_t states;    ///< of the path
  ep_verdict proof;  ///< of the path, by EP_METHOD_SPACETIME, from nothing
} bench_run;

typedef struct bench_runs
{
  bench_run* runs;
  int32_t count;
  int32_t room;
} bench_runs;

/// Solves the scene's query once and fills what is measured. At most `seconds`. A process of its
/// own does it: planners of OMPL have bugs that end a process (BIT* now and then loses its goal
/// when it has found it), and a report of hours must not end with one of its runs.
ep_status bench_plan_once(const bench_scene* scene, double seconds, bench_run* run,
                          ep_error* error);

#endif
