/// @file bench_record.c
#include "bench_record.h"

#include "bench_edges.h"

#include "edgeproof/plugin/planning.h"

/// A solve is given up after so long, and the whole after so many.
#define SOLVE_SECONDS 10.0
#define SOLVES_MAX    200

typedef struct recording
{
  ep_edges* edges;
  int32_t limit;
} recording;

static void note(const double* q0, const double* q1, ep_verdict verdict, void* user)
{
  const recording* r = user;
  (void)verdict;
  if (r->edges->count < r->limit)
  {
    bench_edges_add(r->edges, q0, q1);
  }
}

/// Once, with a seed: SBL asks from the calling thread only, so nothing is locked.
static ep_status solve(const bench_scene* scene, uint32_t seed, recording* r, ep_error* error)
{
  ep_planning* planning;
  ep_planning_options options = ep_planning_default();
  options.seed = seed;
  options.world = scene->world;
  options.motion_asked = note;
  options.asked_user = r;
  ep_status status = ep_planning_create(scene->scene, scene->query, &options, &planning, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = SOLVE_SECONDS;
  limits.motions = r->limit - r->edges->count;
  ep_ompl_outcome outcome;
  status = ep_planning_set_planner(planning, BENCH_RECORD_PLANNER, error);
  status = status == EP_OK ? ep_planning_solve(planning, &limits, &outcome, error) : status;
  ep_planning_destroy(planning);
  return status;
}

ep_status bench_record_edges(const bench* b, const bench_scene* scene, int32_t limit,
                             ep_edges* edges, ep_error* error)
{
  *edges = (ep_edges){.config_size = ep_scene_config_size(scene->scene)};
  recording r = {edges, limit};
  ep_status status = bench_edges_grow(edges, limit)
                         ? EP_OK
                         : bench_refuse(error, EP_ERROR_MEMORY, "no memory for edges");
  for (uint32_t seed = 1; seed <= SOLVES_MAX && edges->count < limit && status == EP_OK; ++seed)
  {
    const int32_t before = edges->count;
    bench_progress(b, "recording what a planner asks", (double)before / limit);
    status = bench_go_on(error);
    status = status == EP_OK ? solve(scene, seed, &r, error) : status;
    if (status == EP_OK && edges->count == before)
    {
      status = bench_refuse(error, EP_ERROR_INPUT, "%s: %s asked about no motion",
                            ep_scene_name(scene->scene), BENCH_RECORD_PLANNER);
    }
  }
  bench_progress(b, NULL, 0.0);
  return status;
}
