/// @file plan_request.h
/// What is asked of a planner: by options, by a scene's `planner:`, or by a job file.
#ifndef PLAN_REQUEST_H
#define PLAN_REQUEST_H

#include "arguments.h"
#include "plan.h"

typedef struct plan_request
{
  const char* planner;
  const char* validator;         ///< as written: "certified", "discrete", "discrete:0.1"
  const char* const* parameters; ///< "name=value"
  int32_t parameter_count;
  double seconds;      ///< for each query
  int64_t seed;        ///< of the process's random numbers, 1 to 2^32 - 1
  int64_t runs;        ///< with seeds one after the other; 0 is 1
  bool linear;         ///< how the scene was loaded
  bool discrete;       ///< filled by plan_request_check(), as is step
  double step;         ///< metres between samples; 0: OMPL's own
  const char* roadmap; ///< loaded if the file is there, saved at the end; or NULL
  bool quiet;
  /// Called when a query is done with, solved or not. May be NULL.
  void (*leg_done)(int32_t number, const plan_leg* leg, void* user);
  void* user;
} plan_request;

/// Whether a planner of this name can hand on what it found, and begin with it.
bool plan_request_keeps_roadmap(const char* planner);

/// Whether planner (NULL is the scene's), validator, parameters, seed and roadmap are such, and go
/// together; fills what is read from them.
ep_status plan_request_check(plan_request* request, ep_error* error);

/// Options that `plan` and `compare` have. Times, seeds and names that are not given are those of
/// the scene, or RRTConnect, 10 s, seed 1.
typedef struct plan_arguments
{
  argument_list queries;
  argument_list parameters;
  const char* planner; ///< NULL: not given
  double time;         ///< 0: not given
  int64_t seed;        ///< 0: not given
  int64_t runs;
} plan_arguments;

void plan_arguments_add(arguments* all, plan_arguments* values);

/// The request that they make for a scene.
plan_request plan_arguments_request(const plan_arguments* values, const ep_scene* scene,
                                    const char* validator, bool linear);

/// The queries that they name, or all of the scene, in its order. The caller frees *queries. False,
/// with a message, if there are none.
bool plan_arguments_queries(const char* command, const plan_arguments* values,
                            const ep_scene* scene, int32_t** queries, int32_t* count);

#endif
