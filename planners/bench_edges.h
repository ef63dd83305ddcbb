/// @file bench_edges.h
/// Lists of edges that are put together here.
#ifndef BENCH_EDGES_H
#define BENCH_EDGES_H

#include "edgeproof/envs/edges.h"

/// Room for `more` edges of edges->config_size values, which must be set; zeroed before the first.
/// False without memory; then the caller clears what there is.
bool bench_edges_grow(ep_edges* edges, int32_t more);

/// Adds an edge without a label; there must be room.
void bench_edges_add(ep_edges* edges, const double* q0, const double* q1);

#endif
