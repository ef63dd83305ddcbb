/// @file edge_results.h
/// What runs of edges found, as CSV, as JSON and for people. Edges count through all runs.
#ifndef EDGE_RESULTS_H
#define EDGE_RESULTS_H

#include "edge_run.h"

#include <stdio.h>

/// The runs of one command, all of one scene, and what they took together.
typedef struct edge_results
{
  const edge_run* runs;
  int32_t count;
  double seconds;
} edge_results;

/// Writes one line an edge: edge,verdict,t_free,t_contact,pair_a,pair_b,microseconds. "-" is the
/// standard output; a file is there complete or not at all.
ep_status edge_results_csv(const edge_results* results, const char* path, ep_error* error);

/// One object with counts and a list of all edges.
void edge_results_json(const edge_results* results, FILE* out);

/// Counts and times by verdict, the first edges that are not free, and how labels agree.
void edge_results_print(const edge_results* results, FILE* out);

/// Whether every edge is free.
bool edge_results_all_free(const edge_results* results);

/// How verdicts agree with labels.
typedef struct edge_labels
{
  int32_t agree;
  int32_t missed; ///< free, though labelled colliding
  int32_t alarms; ///< colliding, though labelled free
  int32_t undecided;
  int32_t unlabelled;
  bool any; ///< labels at all
} edge_labels;

edge_labels edge_results_labels(const edge_results* results);

/// How many edges have this verdict.
int32_t edge_results_count(const edge_results* results, ep_verdict verdict);

#endif
