/// @file bench_record.h
/// Edges as a lazy planner asks for them: what a validator is really given.
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

#include "bench_scene.h"

/// The planner. The paper's MPK is a lazy bidirectional one (SBL) too.
#define BENCH_RECORD_PLANNER "SBL"

/// Solves the scene's query with seeds 1, 2, ... until `limit` motions were asked about, or no more
/// come. The caller clears the edges.
ep_status bench_record_edges(const bench* b, const bench_scene* scene, int32_t limit,
                             ep_edges* edges, ep_error* error);

#endif
