/// @file plan.h
/// A plan: for each query of a job the path that was found, and what was proved of it.
#ifndef PLAN_H
#define PLAN_H

#include "json.h"

#include "edgeproof/envs/scene.h"

/// What plan.json says of itself.
#define PLAN_FORMAT  "edgeproof plan"
#define PLAN_VERSION 1

typedef enum plan_status
{
  PLAN_NOT_TRIED = 0, ///< a query before it was not solved
  PLAN_SOLVED,
  PLAN_APPROXIMATE, ///< a path that does not reach the goal
  PLAN_NO_SOLUTION,
  PLAN_INVALID_START,
  PLAN_INVALID_GOAL,
  PLAN_INTERRUPTED, ///< by Ctrl-C, before there was a path
  PLAN_FAILED,      ///< the planner ended with an error
  PLAN_CRASHED,     ///< the planner ended the process it ran in; the remark says how
  PLAN_HUNG         ///< the process was ended, for there was no answer long after the time limit
} plan_status;

/// "solved", "approximate" and so on. Never NULL.
const char* plan_status_text(plan_status status);

/// What is known of one edge of a path.
typedef struct plan_edge
{
  ep_verdict verdict;   ///< free only if both methods say so
  ep_contact contact;   ///< of a colliding one
  char* pair[2];        ///< its bodies' names
  double clearance;     ///< proved: nothing gets nearer
  double clearance_max; ///< something gets as near as this, or it is where the search ended
} plan_edge;

/// One query of a job.
typedef struct plan_leg
{
  int32_t query;
  plan_status status;
  double* rows; ///< row_count configurations of the scene
  int32_t row_count;
  plan_edge* edges; ///< row_count - 1, or NULL while they are not certified
  double length;    ///< in the space's distance
  double distance;  ///< from the end of an approximate path to the goal; NaN if unknown
  double seconds_solve;
  double seconds_simplify;
  double seconds_certify;
  int64_t motions;         ///< edges that the planner asked about
  int64_t motions_free;    ///< of them
  int64_t states;          ///< states that it asked about
  double motion_seconds;   ///< by the clock, in edges, whoever answered; all threads added up
  int64_t roadmap_states;  ///< kept from the query before, or loaded; 0 without a roadmap
  bool roadmap_again;      ///< loaded, and all of it asked again: it was made for other things
  int32_t roadmap_dropped; ///< edges that were dropped then
  char remark[200];        ///< why it failed, or ""
} plan_leg;

/// A plan of one run of a planner.
typedef struct plan
{
  const ep_scene* scene;
  const char* planner;
  const char* validator;         ///< "certified", "discrete" or "discrete:0.1"
  const char* const* parameters; ///< "name=value"
  int32_t parameter_count;
  int64_t seed;
  double time_limit; ///< seconds for each query
  bool linear;
  plan_leg* legs;
  int32_t leg_count;
} plan;

/// Frees the legs. Takes a zeroed one.
void plan_clear(plan* p);
/// Frees what a leg points to.
void plan_leg_clear(const plan_leg* leg);

/// Whether every leg is solved and every edge of it proved free.
bool plan_is_certified(const plan* p);
/// Whether a path to the goal is there, and proved free.
bool plan_leg_is_certified(const plan_leg* leg);
/// Whether every leg has a path to its goal.
bool plan_is_solved(const plan* p);
/// The smallest clearance that was proved along a path; 0 where something is not proved.
double plan_leg_clearance(const plan_leg* leg);
/// Why the process of a planner came to a bad end, as crash or hung; NULL if it did not.
const char* plan_leg_crash(const plan_leg* leg);
/// That of the first leg that has one, or NULL.
const char* plan_crash(const plan* p);
/// The first edge that is not free, or -1.
int32_t plan_leg_bad_edge(const plan_leg* leg);

/// Asks both methods about every edge of the leg's path, in a world of its query, and how far it
/// keeps away, up to `limit` metres.
ep_status plan_certify(const ep_scene* scene, plan_leg* leg, const ep_world* world, double limit,
                       ep_error* error);

/// Writes plan.json; the scene's path in it is seen from the file. "-" is the standard output.
ep_status plan_write(const plan* p, const char* path, ep_error* error);

/// An object that tells of a plan, without its paths.
void plan_write_summary(json* j, const plan* p);

#endif
