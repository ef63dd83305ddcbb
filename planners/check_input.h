/// @file check_input.h
/// Where the edges of `edgeproof check` come from: a file of edges, a path, a plan, or the start
/// and goal of a query.
#ifndef CHECK_INPUT_H
#define CHECK_INPUT_H

#include "edge_run.h"
#include "plan_read.h"

typedef struct check_input
{
  const char* edges; ///< NULL but for one of the three, or for none of them
  const char* path;
  const char* plan_path;
  const char* query;
  plan_source* plan; ///< of plan_path, opened by the caller
  bool strict;       ///< a plan without a path from start to goal for each query is an error
} check_input;

/// Fills scene, query and edges of runs, which hold at least check_input_most() of them; *count is
/// their number. On failure prints why and returns false; what is filled is to be cleared all the
/// same.
bool check_input_read(const check_input* input, const ep_scene* scene, edge_run* runs,
                      int32_t* count);

/// The most runs that there can be.
int32_t check_input_most(const check_input* input);

#endif
