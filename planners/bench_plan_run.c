/// @file bench_plan_run.c
/// One run of a planner, in a process of its own.
#define _POSIX_C_SOURCE 200809L // fork, pipe
#include "bench_plan.h"

#include "program.h"

#include "edgeproof/plugin/planning.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

static ep_status run_here(const bench_scene* scene, double seconds, bench_run* run, ep_error* error)
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

/// What a child tells.
typedef struct told
{
  ep_status status;
  ep_error error;
  bench_run run; ///< its texts are those of the parent: a child has the same memory
} told;

/// Never returns.
static void be_child(int to, const bench_scene* scene, double seconds, const bench_run* run)
{
  told t;
  memset(&t, 0, sizeof t);
  t.run = *run;
  t.status = run_here(scene, seconds, &t.run, &t.error);
  const ssize_t written = write(to, &t, sizeof t); // no more than a pipe takes at once
  _exit(written == (ssize_t)sizeof t ? 0 : 1);
}

/// All that a child tells, or less if it dies before.
static size_t listen(int from, told* t)
{
  size_t used = 0;
  while (used < sizeof *t)
  {
    const ssize_t got = read(from, (char*)t + used, sizeof *t - used);
    if (got > 0)
    {
      used += (size_t)got;
    }
    else if (got == 0 || errno != EINTR)
    {
      break;
    }
  }
  return used;
}

ep_status bench_plan_once(const bench_scene* scene, double seconds, bench_run* run, ep_error* error)
{
  int ends[2];
  const double start = program_now();
  if (pipe(ends) != 0)
  {
    return bench_refuse(error, EP_ERROR_MEMORY, "%s: no pipe: %s", run->planner, strerror(errno));
  }
  const pid_t child = fork();
  if (child == 0)
  {
    close(ends[0]);
    be_child(ends[1], scene, seconds, run);
  }
  close(ends[1]);
  told t;
  const size_t heard = child > 0 ? listen(ends[0], &t) : 0;
  close(ends[0]);
  if (child < 0)
  {
    return bench_refuse(error, EP_ERROR_MEMORY, "%s: no process: %s", run->planner,
                        strerror(errno));
  }
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
  {
  }
  if (heard < sizeof t)
  {
    run->crashed = true;
    run->seconds = program_now() - start;
    return EP_OK;
  }
  *run = t.run;
  *error = t.error;
  return t.status;
}
