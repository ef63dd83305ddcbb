/// @file bench_plan_run.c
/// One run of a planner.
#include "bench_plan.h"

#include "edgeproof/plugin/planning.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/// Planners that optimise go on after their first path; here they shall not. OMPL tells the cost of
/// the best path, from a thread of its own.
typedef struct watch
{
  atomic_bool has_path;
} watch;

static void look(const ep_ompl_progress* progress, void* user)
{
  watch* w = user;
  if (isfinite(progress->best_cost))
  {
    atomic_store(&w->has_path, true);
  }
}

static int is_enough(void* user)
{
  watch* w = user;
  return atomic_load(&w->has_path) ? 1 : 0;
}

static ep_status solve(ep_planning* planning, double seconds, bench_run* run, ep_error* error)
{
  watch w;
  atomic_init(&w.has_path, false);
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = seconds;
  limits.user = &w;
  limits.stop = is_enough;
  limits.progress = look;
  limits.progress_seconds = 0.005;
  ep_validator_clear_statistics(ep_planning_validator(planning));
  ep_ompl_outcome outcome;
  const ep_status status = ep_planning_solve(planning, &limits, &outcome, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_validator_statistics asked;
  ep_validator_get_statistics(ep_planning_validator(planning), &asked);
  run->solved = outcome.status == EP_OMPL_EXACT;
  run->seconds = outcome.seconds;
  run->motions = outcome.motions;
  run->validation = asked.state_seconds + asked.motion_seconds;
  return EP_OK;
}

ep_status bench_plan_once(const bench_scene* scene, double seconds, bench_run* run, ep_error* error)
{
  ep_planning* planning;
  ep_planning_options options = ep_planning_default();
  options.kind = run->certified ? EP_PLANNING_CERTIFIED : EP_PLANNING_DISCRETE;
  options.seed = run->seed;
  options.world = scene->world;
  ep_status status = ep_planning_create(scene->scene, scene->query, &options, &planning, error);
  if (status != EP_OK)
  {
    return status;
  }
  status = ep_planning_set_planner(planning, run->planner, error);
  status = status == EP_OK ? solve(planning, seconds, run, error) : status;
  if (status == EP_OK && run->solved)
  {
    ep_path_certificate certificate;
    status = ep_planning_certify(planning, EP_METHOD_SPACETIME, false, &certificate, error);
    run->proof = certificate.verdict;
    run->states = ep_planning_path_count(planning);
  }
  ep_planning_destroy(planning);
  return status;
}
