/// @file plan_run.c
#include "plan_run.h"

#include "interrupt.h"
#include "program.h"
#include "progress.h"

#include "edgeproof/plugin/planning.h"
#include "edgeproof/shim/ompl_process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Seconds after which simplifying begins nothing new, at most, and as a part of the time limit.
#define SIMPLIFY_SECONDS 1.0
#define SIMPLIFY_PART    0.2

/// A job that is going on.
typedef struct job
{
  const ep_scene* scene;
  plan_worlds* worlds;
  const plan_request* request;
  ep_planning* before; ///< of the query before, whose roadmap may go on
  ep_planning* now;
  ep_error* error;
} job;

/// @name One query
/// @{

/// What OMPL says in a thread of its own while it solves.
static void show(const ep_ompl_progress* at, void* user)
{
  progress* bar = user;
  char remark[96];
  const bool is_late = 1e3 * at->seconds > (double)bar->total + 2e3;
  snprintf(remark, sizeof remark, "%s%lld edges, %.0f/s",
           is_late ? "the planner does not end, " : "", (long long)at->motions,
           (double)at->motions / fmax(at->seconds, 1e-3));
  progress_show(bar, (int64_t)(1e3 * fmin(at->seconds, 1e-3 * (double)bar->total)), remark);
}

/// Whether both ends of a query are valid for its planner.
static bool has_valid_ends(const job* j, int32_t query, ep_planning* planning)
{
  const ep_scene_query* q = ep_scene_get_query(j->scene, query);
  char why[8];
  return ep_planning_why_invalid(planning, q->start, why, sizeof why) == EP_FREE &&
         ep_planning_why_invalid(planning, q->goal, why, sizeof why) == EP_FREE;
}

/// Motions keep one tolerance more than is demanded, so that both methods prove them: in the band
/// above the demand they may differ. Where an end of the query is within that band, they do not.
static ep_status make_planning(const job* j, int32_t query, ep_planning** planning)
{
  ep_planning_options options = ep_planning_default();
  options.kind = j->request->discrete ? EP_PLANNING_DISCRETE : EP_PLANNING_CERTIFIED;
  options.step = j->request->step;
  options.seed = (uint32_t)j->request->seed;
  options.distance_limit = PLAN_CLEARANCE_MAX;
  options.check.margin = j->request->discrete ? 0.0 : ep_scene_tolerance(j->scene);
  ep_status status = plan_worlds_get(j->worlds, query, &options.world, j->error);
  status =
      status != EP_OK ? status : ep_planning_create(j->scene, query, &options, planning, j->error);
  if (status != EP_OK || options.check.margin == 0.0 || has_valid_ends(j, query, *planning))
  {
    return status;
  }
  ep_planning_destroy(*planning);
  options.check.margin = 0.0;
  return ep_planning_create(j->scene, query, &options, planning, j->error);
}

/// Whether the planner of a planning can hand on what it found.
static bool keeps_roadmap(const ep_planning* planning)
{
  const ep_ompl_planner* planner = planning == NULL ? NULL : ep_planning_planner(planning);
  return planner != NULL && plan_request_keeps_roadmap(ep_ompl_planner_name(planner));
}

/// PRM and LazyPRM would go on looking for shorter paths until their time is over: here the first
/// path ends them, as it ends RRT. Planners with a star keep OMPL's way.
static ep_status end_with_first_path(const job* j)
{
  const char* name = ep_ompl_planner_name(ep_planning_planner(j->now));
  if (strcmp(name, "PRM") != 0 && strcmp(name, "LazyPRM") != 0)
  {
    return EP_OK;
  }
  ep_ompl_objective objective = ep_ompl_objective_default();
  objective.satisfied = (double)INFINITY;
  ep_shim_error inner;
  return ep_ompl_problem_set_objective(ep_planning_problem(j->now), &objective, &inner) ==
                 EP_SHIM_OK
             ? EP_OK
             : program_error(j->error, EP_ERROR_INPUT, "%.480s", inner.message);
}

/// The number of states that a planner begins with.
static int64_t roadmap_size(const ep_planning* planning)
{
  ep_ompl_roadmap* roadmap;
  int64_t count = 0;
  if (ep_ompl_roadmap_of_planner(ep_planning_planner(planning), &roadmap, NULL) == EP_SHIM_OK)
  {
    count = ep_ompl_roadmap_vertex_count(roadmap);
    ep_ompl_roadmap_destroy(roadmap);
  }
  return count;
}

static ep_status choose_planner(const job* j, plan_leg* leg)
{
  const plan_request* r = j->request;
  const bool has_file = r->roadmap != NULL && access(r->roadmap, F_OK) == 0;
  ep_ompl_roadmap_report report;
  ep_status status;
  if (keeps_roadmap(j->before))
  {
    status = ep_planning_take_roadmap(j->now, r->planner, j->before, &report, j->error);
    leg->roadmap_states = status == EP_OK ? roadmap_size(j->now) : 0;
  }
  else if (has_file)
  {
    status = ep_planning_load_roadmap(j->now, r->planner, r->roadmap, true, &report, j->error);
    leg->roadmap_states = status == EP_OK ? roadmap_size(j->now) : 0;
    leg->roadmap_again = status == EP_OK && report.certified_again;
    leg->roadmap_dropped = leg->roadmap_again ? report.edges_dropped : 0;
  }
  else
  {
    status = ep_planning_set_planner(j->now, r->planner, j->error);
  }
  for (int32_t i = 0; status == EP_OK && i < r->parameter_count; ++i)
  {
    const char* equals = strchr(r->parameters[i], '=');
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(equals - r->parameters[i]), r->parameters[i]);
    status = ep_planning_set_parameter(j->now, name, equals + 1, j->error);
  }
  return status != EP_OK ? status : end_with_first_path(j);
}

/// Whether both ends are valid; says why not.
static bool look_at_ends(const job* j, plan_leg* leg)
{
  const ep_scene_query* q = ep_scene_get_query(j->scene, leg->query);
  if (ep_planning_why_invalid(j->now, q->start, leg->remark, sizeof leg->remark) != EP_FREE)
  {
    leg->status = PLAN_INVALID_START;
    return false;
  }
  if (ep_planning_why_invalid(j->now, q->goal, leg->remark, sizeof leg->remark) != EP_FREE)
  {
    leg->status = PLAN_INVALID_GOAL;
    return false;
  }
  leg->remark[0] = 0;
  return true;
}

static plan_status status_of(const ep_ompl_outcome* outcome)
{
  switch (outcome->status)
  {
  case EP_OMPL_EXACT:
    return PLAN_SOLVED;
  case EP_OMPL_INVALID_START:
    return PLAN_INVALID_START;
  case EP_OMPL_INVALID_GOAL:
    return PLAN_INVALID_GOAL;
  case EP_OMPL_APPROXIMATE:
  case EP_OMPL_TIMEOUT:
    return interrupt_asked()                        ? PLAN_INTERRUPTED
           : outcome->status == EP_OMPL_APPROXIMATE ? PLAN_APPROXIMATE
                                                    : PLAN_NO_SOLUTION;
  case EP_OMPL_UNKNOWN:
  case EP_OMPL_UNRECOGNIZED_GOAL:
  case EP_OMPL_CRASH:
  case EP_OMPL_ABORT:
  default:
    return PLAN_FAILED;
  }
}

static ep_status solve(const job* j, plan_leg* leg)
{
  const double most = fmin(j->request->seconds, 1e12);
  progress bar = progress_begin("s", (int64_t)ceil(1e3 * most), j->request->quiet);
  bar.is_clock = true;
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = j->request->seconds;
  limits.stop = interrupt_cancel;
  limits.progress = show;
  limits.user = &bar;
  ep_ompl_outcome outcome;
  const ep_status status = ep_planning_solve(j->now, &limits, &outcome, j->error);
  progress_end(&bar);
  if (status != EP_OK)
  {
    return status;
  }
  uint32_t valid, invalid;
  ep_ompl_motion_counts(ep_planning_information(j->now), &valid, &invalid);
  ep_validator_statistics statistics;
  ep_validator_get_statistics(ep_planning_validator(j->now), &statistics);
  leg->status = status_of(&outcome);
  leg->distance = outcome.distance;
  leg->seconds_solve = outcome.seconds;
  leg->motions = (int64_t)valid + invalid;
  leg->motions_free = valid;
  leg->states = statistics.states;
  leg->motion_seconds = ep_ompl_motion_seconds(ep_planning_information(j->now));
  return EP_OK;
}

/// Simplifies if there is a path to the goal, and copies the path there is. A path of one state, of
/// a start that is the goal, becomes an edge that rests.
static ep_status take_path(const job* j, plan_leg* leg)
{
  ep_status status = EP_OK;
  const double start = program_now();
  if (leg->status == PLAN_SOLVED && !interrupt_asked())
  {
    const double part = SIMPLIFY_PART * j->request->seconds;
    status =
        ep_planning_simplify(j->now, part < SIMPLIFY_SECONDS ? part : SIMPLIFY_SECONDS, j->error);
  }
  leg->seconds_simplify = program_now() - start;
  const int32_t count = ep_planning_path_count(j->now);
  if (status != EP_OK || count < 1)
  {
    return status;
  }
  const size_t bytes = (size_t)count * (size_t)ep_scene_config_size(j->scene) * sizeof *leg->rows;
  leg->rows = malloc(2 * bytes);
  if (leg->rows == NULL)
  {
    return program_error(j->error, EP_ERROR_MEMORY, "no memory for a path");
  }
  memcpy(leg->rows, ep_planning_path(j->now), bytes);
  memcpy((char*)leg->rows + bytes, ep_planning_path(j->now), bytes);
  leg->row_count = count > 1 ? count : 2;
  leg->length = ep_planning_path_length(j->now);
  return EP_OK;
}

static ep_status run_leg(job* j, plan_leg* leg)
{
  ep_status status = make_planning(j, leg->query, &j->now);
  status = status != EP_OK ? status : choose_planner(j, leg);
  if (status != EP_OK || !look_at_ends(j, leg))
  {
    return status;
  }
  status = solve(j, leg);
  status = status != EP_OK ? status : take_path(j, leg);
  if (status == EP_OK && leg->row_count > 1)
  {
    status = plan_certify(j->scene, leg, ep_planning_world(j->now), PLAN_CLEARANCE_MAX, j->error);
  }
  return status;
}

/// @}
/// @name All queries
/// @{

static ep_status run_legs(job* j, plan* result)
{
  ep_status status = EP_OK;
  bool goes_on = true;
  for (int32_t i = 0; status == EP_OK && goes_on && i < result->leg_count; ++i)
  {
    ep_planning_destroy(j->before);
    j->before = j->now;
    j->now = NULL;
    status = run_leg(j, &result->legs[i]);
    if (status == EP_OK && j->request->leg_done != NULL)
    {
      j->request->leg_done(i, &result->legs[i], j->request->user);
    }
    goes_on = result->legs[i].status == PLAN_SOLVED && !interrupt_asked();
  }
  const char* file = j->request->roadmap;
  return status != EP_OK || file == NULL ? status
                                         : ep_planning_save_roadmap(j->now, file, j->error);
}

static void log_line(ep_ompl_log_level level, const char* text, void* user)
{
  static const char* const names[] = {"debug", "info", "warning", "error", ""};
  fprintf(user, "%s: %s\n", names[level], text);
  fflush(user); // the last words of a planner that crashes
}

ep_status plan_run_prepare(const ep_scene* scene, const plan_request* request,
                           const int32_t* queries, int32_t query_count, plan* result,
                           ep_error* error)
{
  *result = (plan){.scene = scene,
                   .planner = request->planner,
                   .validator = request->validator,
                   .parameters = request->parameters,
                   .parameter_count = request->parameter_count,
                   .seed = request->seed,
                   .time_limit = request->seconds,
                   .linear = request->linear,
                   .legs = calloc((size_t)query_count + 1, sizeof *result->legs),
                   .leg_count = query_count};
  if (result->legs == NULL)
  {
    return program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  for (int32_t i = 0; i < query_count; ++i)
  {
    result->legs[i].query = queries[i];
    result->legs[i].distance = (double)NAN;
  }
  return EP_OK;
}

ep_status plan_run(plan_worlds* worlds, const plan_request* request, const int32_t* queries,
                   int32_t query_count, FILE* log, plan* result, ep_error* error)
{
  ep_status status = plan_run_prepare(worlds->scene, request, queries, query_count, result, error);
  if (status != EP_OK)
  {
    return status;
  }
  job j = {.scene = worlds->scene, .worlds = worlds, .request = request, .error = error};
  ep_ompl_log(EP_OMPL_LOG_DEBUG, log == NULL ? NULL : log_line, log);
  status = run_legs(&j, result);
  ep_ompl_log(EP_OMPL_LOG_NONE, NULL, NULL);
  ep_planning_destroy(j.before);
  ep_planning_destroy(j.now);
  if (status != EP_OK)
  {
    plan_clear(result);
  }
  return status;
}

/// @}
