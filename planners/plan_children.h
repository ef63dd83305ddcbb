/// @file plan_children.h
/// Planning runs in processes of their own. A planner of OMPL that crashes, or that does not come
/// back, ends its run and nothing else; and several runs go on side by side, though OMPL has one
/// random seed for a whole process. A run finds the same path here as it does alone: worlds are
/// made before the process is forked, and the seed is set in it.
#ifndef PLAN_CHILDREN_H
#define PLAN_CHILDREN_H

#include "plan_run.h"
#include "progress.h"

#define PLAN_CHILDREN_MAX 64

/// One run that is going on.
typedef struct plan_child
{
  long process;
  int from; ///< the end of a pipe; what was read of it comes next
  char* bytes;
  size_t count, room;
  plan plan;      ///< of which no query is tried
  int64_t number; ///< the caller's
  double begin;
  double seconds_max;
  bool told;  ///< of Ctrl-C; from then on there are only seconds left
  bool ended; ///< by us, for it took too long
} plan_child;

/// Runs that are going on. Zeroed, but for what the caller sets.
typedef struct plan_children
{
  int32_t most;    ///< at once, at least 1
  double patience; ///< seconds: how much longer than its queries' time limits a run may take
  progress* bar;   ///< shown while waiting, or NULL
  int64_t done;    ///< for the bar: runs that came to their end
  plan_child all[PLAN_CHILDREN_MAX];
  int32_t count;
} plan_children;

/// How one run came out.
typedef struct plan_outcome
{
  plan plan;        ///< the caller clears it
  int64_t number;   ///< as given at its start
  bool interrupted; ///< by Ctrl-C: it may not be all there is
} plan_outcome;

/// Rows of --threads and --patience.
void plan_children_add_arguments(arguments* all, int64_t* threads, double* patience);

/// Whether no further run may begin before one of those that go on is waited for.
bool plan_children_is_full(const plan_children* c);

/// Begins a run, as plan_run() says, and returns. No other thread may be there. `log`, which may be
/// NULL, also gets what the planner prints itself, and is the caller's; so are the strings of the
/// request, as long as the plan lives. On failure nothing runs.
ep_status plan_children_start(plan_children* c, plan_worlds* worlds, const plan_request* request,
                              const int32_t* queries, int32_t query_count, FILE* log,
                              int64_t number, ep_error* error);

/// Waits for one of those that go on; there must be one. Ctrl-C is passed on to all. A run that
/// crashed or was ended is a plan whose first query without an answer says so. A failure that is
/// not the planner's, such as an unknown parameter, is that of this call: then *outcome has its
/// number, and no plan.
ep_status plan_children_wait(plan_children* c, plan_outcome* outcome, ep_error* error);

/// Ends all that go on.
void plan_children_end(plan_children* c);

#endif
