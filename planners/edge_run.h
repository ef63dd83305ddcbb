/// @file edge_run.h
/// Checks all edges of a list on some threads, each with a checker of its own, and measures them.
#ifndef EDGE_RUN_H
#define EDGE_RUN_H

#include "edgeproof/envs/edges.h"

/// What came out of one edge.
typedef struct edge_outcome
{
  ep_verdict verdict;
  double t_free; ///< of time-of-contact mode; 1 for a free edge
  ep_contact contact;
  double microseconds; ///< processor time of the check alone
  bool outside;        ///< of the limits: not checked
} edge_outcome;

typedef struct edge_run
{
  const ep_scene* scene;
  ep_world* world; ///< of the query
  int32_t query;   ///< or EP_SCENE_NONE
  ep_edges edges;
  ep_check_options options;
  bool ignore_limits;
  bool quiet;             ///< no progress
  int32_t thread_count;   ///< at least 1
  edge_outcome* outcomes; ///< one an edge, filled by edge_run_all()
} edge_run;

/// Makes the world and the room for outcomes. On failure nothing is left to clear but run->edges.
ep_status edge_run_prepare(edge_run* run, ep_error* error);

/// The first edge that cannot be checked at all ends the run, with its line in the message. Ctrl-C
/// ends it too: then interrupt_asked() says so, and the edges that were not reached are undecided.
ep_status edge_run_all(edge_run* run, ep_error* error);

/// Frees everything, the edges too. Takes a zeroed one.
void edge_run_clear(edge_run* run);

#endif
