/// @file bench_chain.h
/// A world of any size, to measure how time grows: a chain of links on a foot, among posts on wavy
/// ground. The shapes stay the same, only finer, as the number of triangles grows.
#ifndef BENCH_CHAIN_H
#define BENCH_CHAIN_H

#include "edgeproof/checker.h"
#include "edgeproof/envs/edges.h"

#include <stdatomic.h>

/// Must stay where it was made.
typedef struct bench_chain
{
  ep_machine* machine;
  ep_world* world;
  double range;             ///< each joint goes from minus to plus so far, radians
  int32_t links;            ///< that move
  double seconds;           ///< wall-clock time of ep_world_freeze()
  atomic_llong allocations; ///< blocks that core took for it, and for all checkers of it
} bench_chain;

/// About `triangles` triangles of obstacles (at least 1000), `links` moving links of together 8 m.
/// Zeroed on failure.
ep_status bench_chain_make(int64_t triangles, int32_t links, bench_chain* chain, ep_error* error);
void bench_chain_clear(bench_chain* chain);

/// Edges from free states; each joint changes by up to `part` of its range either way. The caller
/// clears them.
ep_status bench_chain_draw(const bench_chain* chain, double part, int32_t count, uint64_t seed,
                           ep_edges* edges, ep_error* error);

#endif
