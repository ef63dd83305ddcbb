/// @file edge_results.h
/// What a run of edges found, as CSV and for people.
#ifndef EDGE_RESULTS_H
#define EDGE_RESULTS_H

#include "edge_run.h"

#include <stdio.h>

/// Writes one line an edge: edge,verdict,t_free,t_contact,pair_a,pair_b,microseconds. "-" is the
/// standard output; a file is there complete or not at all.
ep_status edge_results_csv(const edge_run* run, const char* path, ep_error* error);

/// Counts and times by verdict, the first edges that are not free, and how labels agree.
void edge_results_print(const edge_run* run, FILE* out);

/// Whether every edge is free.
bool edge_results_all_free(const edge_run* run);

#endif
