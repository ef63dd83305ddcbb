/// @file planning_path.c
/// The path that was found: its configurations, made shorter, proved once more.
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "planning_internal.h"
#include "plugin_error.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/// @name Keeping it
/// @{

void ep_planning_drop_path(ep_planning* planning)
{
  ep_ompl_path_destroy(planning->path);
  free(planning->path_configs);
  planning->path = NULL;
  planning->path_configs = NULL;
  planning->path_count = 0;
}

/// Writes the configurations of `count` states, one more between two halves of a motion. Gives
/// their number.
static int32_t to_configs(const ep_planning* p, const double* states, int32_t count, double* out)
{
  const size_t size = (size_t)p->layout.size;
  const size_t config_size = (size_t)p->layout.config_size;
  int32_t written = 0;
  for (int32_t i = 0; i < count; ++i)
  {
    const double* state = states + (size_t)i * size;
    double middle[EP_OMPL_SIZE_MAX];
    if (i > 0 && ep_planning_layout_splits(&p->layout, state - size, state) &&
        ep_ompl_space_interpolate(p->layout.space, state - size, state, 0.5, middle, NULL) ==
            EP_SHIM_OK)
    {
      ep_planning_layout_config(&p->layout, middle, out + (size_t)written * config_size);
      ++written;
    }
    ep_planning_layout_config(&p->layout, state, out + (size_t)written * config_size);
    ++written;
  }
  return written;
}

ep_status ep_planning_keep_path(ep_planning* planning, ep_error* error)
{
  const int32_t count = ep_ompl_path_count(planning->path);
  const size_t room = 2 * (size_t)count + 1;
  double* states = calloc(room * (size_t)planning->layout.size, sizeof *states);
  double* configs = calloc(room * (size_t)planning->layout.config_size, sizeof *configs);
  free(planning->path_configs);
  planning->path_configs = configs;
  planning->path_count = 0;
  if (states == NULL || configs == NULL)
  {
    free(states);
    ep_planning_drop_path(planning);
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "planning: out of memory");
  }
  ep_ompl_path_states(planning->path, states);
  planning->path_count = to_configs(planning, states, count, configs);
  free(states);
  return ep_plugin_ok(error);
}

int32_t ep_planning_path_count(const ep_planning* planning)
{
  return planning == NULL ? 0 : planning->path_count;
}

double ep_planning_path_length(const ep_planning* planning)
{
  return planning == NULL || planning->path == NULL ? 0.0 : ep_ompl_path_length(planning->path);
}

const double* ep_planning_path(const ep_planning* planning)
{
  return planning == NULL ? NULL : planning->path_configs;
}

ep_status ep_planning_simplify(ep_planning* planning, double seconds, ep_error* error)
{
  if (planning == NULL || planning->path == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE, "ep_planning_simplify: there is no path");
  }
  ep_shim_error inner;
  const ep_shim_result result = ep_ompl_path_simplify(planning->path, seconds, &inner);
  // Whatever it did before it failed is in the path.
  const ep_status kept = ep_planning_keep_path(planning, error);
  return result != EP_SHIM_OK ? ep_planning_shim_status(result, &inner, error) : kept;
}

/// @}
/// @name Proving it
/// @{

/// One certificate in the making.
typedef struct proof
{
  ep_checker* checker;
  ep_check_options options;
  double limit; ///< of the clearance; what was found so far
  ep_path_certificate* out;
} proof;

static ep_status prove_motion(proof* p, const double* q0, const double* q1, int32_t motion,
                              bool with_clearance, ep_error* error)
{
  ep_result result;
  ep_status status = ep_check_edge(p->checker, q0, q1, &p->options, &result, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_path_certificate* out = p->out;
  if (result.verdict != EP_FREE)
  {
    if (out->worst < 0 || (out->result.verdict == EP_UNDECIDED && result.verdict == EP_COLLIDING))
    {
      out->worst = motion;
      out->result = result;
    }
    p->limit = 0.0;
    out->clearance = 0.0;
    out->narrowest = motion;
    return EP_OK;
  }
  ++out->motions_free;
  // Only a narrower place than the narrowest so far is looked for, and is not even there mostly.
  if (with_clearance && p->limit > 0.0)
  {
    ep_clearance clearance;
    status = ep_edge_clearance(p->checker, q0, q1, p->limit, &clearance, error);
    if (status == EP_OK && clearance.lower < p->limit)
    {
      p->limit = clearance.lower;
      out->clearance = clearance.lower;
      out->narrowest = motion;
    }
  }
  return status;
}

/// All motions; a single state is the motion that rests there.
static ep_status prove_all(proof* p, const ep_planning* planning, const double* path, int32_t count,
                           bool with_clearance, ep_error* error)
{
  const size_t size = (size_t)planning->layout.config_size;
  p->out->motions = count == 1 ? 1 : count - 1;
  p->out->clearance = with_clearance ? p->limit : 0.0;
  for (int32_t i = 0; i < p->out->motions; ++i)
  {
    const double* q0 = path + (size_t)i * size;
    const ep_status status =
        prove_motion(p, q0, count == 1 ? q0 : q0 + size, i, with_clearance, error);
    if (status != EP_OK)
    {
      return status;
    }
  }
  ep_path_certificate* out = p->out;
  out->clearance = with_clearance ? out->clearance : 0.0;
  out->narrowest = with_clearance ? out->narrowest : -1;
  out->verdict = out->motions_free == out->motions ? EP_FREE : out->result.verdict;
  return EP_OK;
}

ep_status ep_planning_certify_path(ep_planning* planning, const double* path, int32_t count,
                                   ep_method method, bool with_clearance,
                                   ep_path_certificate* certificate, ep_error* error)
{
  if (planning == NULL || path == NULL || count < 1 || certificate == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_certify: there is no path, or a null pointer was passed");
  }
  *certificate = (ep_path_certificate){.verdict = EP_UNDECIDED, .worst = -1, .narrowest = -1};
  struct timespec start;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  proof p = {.options = planning->options.check,
             .limit = planning->options.distance_limit,
             .out = certificate};
  p.options.method = method;
  p.options.mode = EP_MODE_TIME_OF_CONTACT; // says where a path that is not free ends
  p.options.cancel = NULL;
  ep_status status =
      ep_scene_make_checker(planning->scene, planning->query, planning->world, &p.checker, error);
  status = status != EP_OK ? status : prove_all(&p, planning, path, count, with_clearance, error);
  ep_checker_destroy(p.checker);
  if (status != EP_OK)
  {
    certificate->verdict = EP_UNDECIDED;
    return status;
  }
  clock_gettime(CLOCK_MONOTONIC, &now);
  certificate->seconds =
      (double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec);
  return ep_plugin_ok(error);
}

ep_status ep_planning_certify(ep_planning* planning, ep_method method, bool with_clearance,
                              ep_path_certificate* certificate, ep_error* error)
{
  return ep_planning_certify_path(planning, planning == NULL ? NULL : planning->path_configs,
                                  planning == NULL ? 0 : planning->path_count, method,
                                  with_clearance, certificate, error);
}

/// @}
