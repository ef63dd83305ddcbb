/// @file bench_measure.h
/// The loop that measures: everybody on every edge, one after the other, in one process, the same
/// number of sweeps for all. Who comes when is shuffled for each edge.
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "bench.h"

/// More methods a job may not have.
#define BENCH_METHODS_MAX 16

/// What a method says of an edge.
typedef struct bench_answer
{
  ep_verdict verdict;
  ep_statistics work; ///< zero unless it counts
} bench_answer;

/// Somebody who checks edges.
typedef struct bench_method
{
  const char* name;
  ep_status (*check)(void* self, const double* q0, const double* q1, bench_answer* answer,
                     ep_error* error);
  void* self;
  double seconds;     ///< after so long it gets no more edges; 0: no limit
  int32_t edge_limit; ///< nor after so many; 0: no limit; negative: none at all
  bool is_cold;       ///< too slow to be warmed up
  int32_t done;       ///< set by bench_measure(): it was measured on the first so many
} bench_method;

typedef struct bench_job
{
  const char* set;
  const ep_edges* edges;
  bench_method* methods;
  int32_t method_count;
  int32_t sweeps;
} bench_job;

/// Adds a row for every edge, method and sweep, labelled as the edge is; an edge without a label
/// gets the verdict of the first method. Times are those of the thread's processor. A method that
/// was stopped is measured on the same first edges in all sweeps.
ep_status bench_measure(const bench* b, const bench_job* job, bench_rows* rows, ep_error* error);

#endif
