/// @file plan_run.h
/// Runs a planner on the queries of a job, one after the other, and proves what comes out.
#ifndef PLAN_RUN_H
#define PLAN_RUN_H

#include "plan_request.h"
#include "plan_worlds.h"

#include <stdio.h>

/// Plans, simplifies and certifies each query in turn; a query without a solution ends the job, the
/// rest is not tried. Every query has a world of its own: what it attaches is attached, and what
/// one before it released stands where it was released. A planner that keeps a roadmap keeps it
/// from query to query; where the world differs, every state and edge of it is asked about again.
///
/// `worlds` are those of the scene, and hold what the run needs. The strings of the request are
/// borrowed as long as the plan lives. OMPL's messages go to `log`, which may be NULL. Ctrl-C ends
/// it with what there is. On failure, an unknown planner say, there is nothing to clear. Not from
/// two threads at once, for OMPL has one random seed.
///
/// OMPL's planners abort and crash now and then; plan_children.h runs them where that does no harm.
ep_status plan_run(plan_worlds* worlds, const plan_request* request, const int32_t* queries,
                   int32_t query_count, FILE* log, plan* result, ep_error* error);

/// The plan that a run begins with: what was asked, and no query tried. plan_clear() frees it.
ep_status plan_run_prepare(const ep_scene* scene, const plan_request* request,
                           const int32_t* queries, int32_t query_count, plan* result,
                           ep_error* error);

/// The most that certifying looks for clearance, in metres.
#define PLAN_CLEARANCE_MAX 10.0

#endif
