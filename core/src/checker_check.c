/// @file checker_check.c
/// The public entry: set the edge, run, report.
#include "checker_checker.h"
#include "base_status.h"
#include "cull_region.h"
#include "verdict_contact.h"

#include <string.h>

const char* ep_verdict_text(ep_verdict verdict)
{
  switch (verdict)
  {
  case EP_FREE:
    return "free";
  case EP_COLLIDING:
    return "colliding";
  case EP_UNDECIDED:
    break;
  }
  return "undecided";
}

ep_check_options ep_check_default(void)
{
  return (ep_check_options){.struct_size = sizeof(ep_check_options), .item_budget = 20000000};
}

/// @name Setting up
/// @{

/// Whether a comes after b, number by number.
static bool comes_after(const double* a, const double* b, int32_t count)
{
  for (int32_t i = 0; i < count; ++i)
  {
    if (a[i] != b[i])
    {
      return a[i] > b[i];
    }
  }
  return false;
}

static ep_status set_edge(ep_checker* checker, const double* q0, const double* q1, ep_error* error)
{
  const ep_world* world = checker->world;
  ep_timeline* line = &checker->work.line;
  for (int32_t m = 0; m < world->machine_count; ++m)
  {
    const int32_t start = world->machines[m].config_start;
    const ep_status status = ep_edge_set(line->edges[m], q0 + start, q1 + start, error);
    if (status != EP_OK)
    {
      return status;
    }
    ep_edge_bounds(line->edges[m], line->edges[m]->bounds);
  }
  return EP_OK;
}

/// Where every body can be during the edge.
static void set_homes(ep_timeline* line)
{
  for (int32_t i = 0; i < line->world->row_count; ++i)
  {
    ep_track* home = &line->tracks[i];
    if (home->active)
    {
      ep_track_set_bounds(line, home);
      ep_region_set(line, home);
    }
  }
}

/// Lists the tracks that are not known to be free from where their bodies can be, and sets what
/// those need. CATCH wants all of them: it has a way of its own to sort them out.
static void set_tracks(ep_checker* checker)
{
  ep_work* work = &checker->work;
  work->busy_count = 0;
  for (int32_t i = 0; i < checker->order_count; ++i)
  {
    ep_track* track = &work->line.tracks[checker->order[i]];
    track->clearance = (work->asked >= 0.0 ? work->asked : track->demanded) + work->band;
    track->busy = track->active && (work->options->method == EP_METHOD_CATCH ||
                                    (!ep_region_is_apart(&work->line, track) &&
                                     !ep_checker_knows_parked(checker, checker->order[i])));
    if (track->busy)
    {
      ep_track_turn(&work->line, track);
      ep_track_set_bounds(&work->line, track);
      work->busy[work->busy_count++] = checker->order[i];
    }
  }
}

ep_status ep_checker_prepare(ep_checker* checker, const double* q0, const double* q1,
                             const ep_check_options* options, ep_error* error)
{
  ep_work* work = &checker->work;
  const bool flipped = comes_after(q0, q1, checker->world->config_size);
  const ep_status status = set_edge(checker, flipped ? q1 : q0, flipped ? q0 : q1, error);
  if (status != EP_OK)
  {
    return status;
  }
  work->options = options;
  work->kernels =
      (options->spacetime_switches & EP_SPACETIME_NARROW) != 0 ? ep_kernels_at(0) : work->widest;
  work->statistics = (ep_statistics){0};
  work->flipped = flipped;
  work->earliest = options->mode == EP_MODE_TIME_OF_CONTACT;
  work->stopped = work->out_of_memory = work->is_unclear = false;
  work->hit = (ep_hit){.found = false};
  work->t_limit = 2.0;
  work->t_free = 2.0;
  work->stack_count = 0;
  ep_forget_leaves(work);
  if (!ep_timeline_begin(&work->line))
  {
    return ep_fail(error, EP_ERROR_MEMORY, "checker: out of memory");
  }
  set_homes(&work->line);
  set_tracks(checker);
  return EP_OK;
}

static ep_status check_call(const ep_checker* checker, const double* q0, const double* q1,
                            const ep_check_options* options, const ep_result* result,
                            ep_error* error)
{
  if (checker == NULL || result == NULL ||
      ((q0 == NULL || q1 == NULL) && checker->world->config_size > 0))
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_check_edge: a null pointer was passed");
  }
  if (options->struct_size != sizeof(ep_check_options))
  {
    return ep_fail(error, EP_ERROR_MISUSE,
                   "ep_check_edge: struct_size is %u, not %u: start from ep_check_default()",
                   (unsigned)options->struct_size, (unsigned)sizeof(ep_check_options));
  }
  if ((unsigned)options->method > EP_METHOD_CATCH ||
      (unsigned)options->mode > EP_MODE_TIME_OF_CONTACT ||
      (unsigned)options->order > EP_ORDER_SAMPLES_FIRST)
  {
    return ep_fail(error, EP_ERROR_INPUT,
                   "ep_check_edge: method %d, mode %d or order %d is not one of those there are",
                   (int)options->method, (int)options->mode, (int)options->order);
  }
  if (!(options->margin >= 0.0 && options->margin <= EP_LENGTH_MAX))
  {
    return ep_fail(error, EP_ERROR_INPUT, "ep_check_edge: margin %g is not a length",
                   options->margin);
  }
  const ep_status status = ep_fp_environment_check();
  return status == EP_OK ? EP_OK
                         : ep_fail(error, status,
                                   "ep_check_edge: this thread flushes subnormal numbers or does "
                                   "not round to nearest: no proof is possible");
}

/// @}

static void report(ep_checker* checker, ep_result* result)
{
  ep_work* work = &checker->work;
  result->statistics = work->statistics;
  const bool ended = !work->stopped && !work->is_unclear;
  result->verdict = ended ? EP_FREE : EP_UNDECIDED;
  result->t_free = result->verdict == EP_FREE ? 1.0 : 0.0;
  if (work->hit.found)
  {
    result->verdict = EP_COLLIDING;
    ep_contact_from_hit(work, &work->hit, &result->contact);
    result->t_free = work->earliest && ended ? ep_min(work->t_free, work->hit.t) : 0.0;
  }
  if (result->verdict == EP_FREE && work->options->method == EP_METHOD_SPACETIME)
  {
    ep_checker_note_parked(checker);
  }
  const double hit = result->verdict == EP_COLLIDING ? 1.0 : 0.0;
  if (work->asked < 0.0) // questions about other clearances say nothing about edges
  {
    checker->recent_hits += (hit - checker->recent_hits) * 0.05;
  }
}

ep_status ep_check_edge(ep_checker* checker, const double* q0, const double* q1,
                        const ep_check_options* options, ep_result* result, ep_error* error)
{
  return ep_checker_ask(checker, q0, q1, -1.0, options, result, error);
}

ep_status ep_checker_ask(ep_checker* checker, const double* q0, const double* q1, double asked,
                         const ep_check_options* options, ep_result* result, ep_error* error)
{
  const ep_check_options usual = ep_check_default();
  const ep_check_options* chosen = options == NULL ? &usual : options;
  if (result != NULL)
  {
    memset(result, 0, sizeof *result);
  }
  ep_status status = check_call(checker, q0, q1, chosen, result, error);
  if (status != EP_OK)
  {
    return status;
  }
  checker->work.asked = asked;
  checker->work.band = chosen->margin;
  status = ep_checker_prepare(checker, q0, q1, chosen, error);
  if (status == EP_OK)
  {
    ep_checker_run(checker);
  }
  checker->work.band = 0.0;
  if (status != EP_OK)
  {
    return status;
  }
  if (checker->work.out_of_memory)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "checker: out of memory");
  }
  report(checker, result);
  return ep_succeed(error);
}

ep_status ep_check_state(ep_checker* checker, const double* q, const ep_check_options* options,
                         ep_result* result, ep_error* error)
{
  return ep_check_edge(checker, q, q, options, result, error);
}

ep_status ep_checker_interpolate(ep_checker* checker, const double* q0, const double* q1, double t,
                                 double* q, ep_error* error)
{
  if (checker == NULL ||
      ((q0 == NULL || q1 == NULL || q == NULL) && checker->world->config_size > 0) ||
      !(t >= 0.0 && t <= 1.0))
  {
    return ep_fail(error, EP_ERROR_MISUSE,
                   "ep_checker_interpolate: a null pointer was passed, or time %g is not in [0,1]",
                   t);
  }
  ep_status status = set_edge(checker, q0, q1, error);
  const ep_world* world = checker->world;
  for (int32_t m = 0; m < world->machine_count && status == EP_OK; ++m)
  {
    status = ep_edge_config(checker->work.line.edges[m], t, q + world->machines[m].config_start);
  }
  return status == EP_OK ? ep_succeed(error) : status;
}
