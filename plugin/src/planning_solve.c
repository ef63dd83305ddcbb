/// @file planning_solve.c
/// Planners: chosen, set, run.
#include "planning_internal.h"
#include "plugin_error.h"

#include "edgeproof/shim/ompl_process.h"

#include <stdio.h>
#include <string.h>

ep_status ep_planning_use(ep_planning* planning, ep_ompl_planner* planner, ep_error* error)
{
  ep_planning_drop_path(planning);
  ep_ompl_planner_destroy(planning->planner);
  planning->planner = planner;
  ep_shim_error inner;
  return ep_planning_shim_status(ep_ompl_planner_set_problem(planner, planning->problem, &inner),
                                 &inner, error);
}

ep_status ep_planning_set_planner(ep_planning* planning, const char* name, ep_error* error)
{
  if (planning == NULL || name == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_set_planner: a null pointer was passed");
  }
  ep_shim_error inner;
  ep_shim_result result =
      planning->options.seed == 0 ? EP_SHIM_OK : ep_ompl_seed(planning->options.seed, &inner);
  ep_ompl_planner* planner = NULL;
  if (result == EP_SHIM_OK)
  {
    result = ep_ompl_planner_create(planning->information, name, &planner, &inner);
  }
  const ep_status status = result != EP_SHIM_OK ? ep_planning_shim_status(result, &inner, error)
                                                : ep_planning_use(planning, planner, error);
  return status != EP_OK ? status : ep_plugin_ok(error);
}

ep_status ep_planning_set_parameter(ep_planning* planning, const char* name, const char* value,
                                    ep_error* error)
{
  if (planning == NULL || name == NULL || value == NULL || planning->planner == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_set_parameter: a null pointer was passed, or there is no "
                          "planner yet");
  }
  ep_shim_error inner;
  const ep_status status = ep_planning_shim_status(
      ep_ompl_planner_set_parameter(planning->planner, name, value, &inner), &inner, error);
  return status != EP_OK ? status : ep_plugin_ok(error);
}

/// Ends our checks when OMPL's solve shall end.
static int is_stopping(void* planner)
{
  return ep_ompl_planner_is_stopping(planner);
}

ep_status ep_planning_solve(ep_planning* planning, const ep_ompl_limits* limits,
                            ep_ompl_outcome* outcome, ep_error* error)
{
  if (planning == NULL || outcome == NULL || planning->planner == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_solve: a null pointer was passed, or there is no planner "
                          "yet");
  }
  ep_planning_drop_path(planning);
  ep_validator_set_cancel(planning->validator, is_stopping, planning->planner);
  ep_shim_error inner;
  const ep_shim_result result = ep_ompl_planner_solve(planning->planner, limits, outcome, &inner);
  ep_validator_set_cancel(planning->validator, NULL, NULL);
  if (result != EP_SHIM_OK)
  {
    return ep_planning_shim_status(result, &inner, error);
  }
  if (outcome->status != EP_OMPL_EXACT && outcome->status != EP_OMPL_APPROXIMATE)
  {
    return ep_plugin_ok(error);
  }
  const ep_shim_result found = ep_ompl_path_of_problem(planning->problem, &planning->path, &inner);
  return found != EP_SHIM_OK ? ep_planning_shim_status(found, &inner, error)
                             : ep_planning_keep_path(planning, error);
}

void ep_planning_cancel(ep_planning* planning)
{
  if (planning != NULL && planning->planner != NULL)
  {
    ep_ompl_planner_cancel(planning->planner);
  }
}

/// How the two bodies of a contact meet.
static void describe(const ep_planning* p, const ep_contact* c, char* text, size_t size)
{
  const char* a = ep_world_body_name(p->world, c->body[0]);
  const char* b = ep_world_body_name(p->world, c->body[1]);
  a = a == NULL ? "?" : a;
  b = b == NULL ? "?" : b;
  const double* at = c->point[0];
  switch (c->kind)
  {
  case EP_CONTACT_CLEARANCE:
  case EP_CONTACT_BAND:
    snprintf(text, size, "%s and %s: closer than %g m (%.4g m) at %.3f %.3f %.3f", a, b,
             c->clearance + (c->kind == EP_CONTACT_BAND ? ep_scene_tolerance(p->scene) : 0.0),
             c->distance, at[0], at[1], at[2]);
    break;
  case EP_CONTACT_CONTAINMENT:
    snprintf(text, size, "%s and %s: one is inside the other at %.3f %.3f %.3f", a, b, at[0], at[1],
             at[2]);
    break;
  default:
    snprintf(text, size, "%s and %s: intersect at %.3f %.3f %.3f", a, b, at[0], at[1], at[2]);
    break;
  }
}

ep_verdict ep_planning_why_invalid(ep_planning* planning, const double* q, char* text, size_t size)
{
  char none[1];
  char* out = text == NULL || size == 0 ? none : text;
  const size_t room = text == NULL || size == 0 ? sizeof none : size;
  out[0] = 0;
  if (planning == NULL || q == NULL)
  {
    snprintf(out, room, "ep_planning_why_invalid: a null pointer was passed");
    return EP_UNDECIDED;
  }
  ep_error error;
  if (ep_scene_check_bounds(planning->scene, q, &error) != EP_OK)
  {
    snprintf(out, room, "%s", error.message);
    return EP_UNDECIDED;
  }
  ep_result result;
  const ep_verdict verdict = ep_validator_state(planning->validator, q, &result, &error);
  if (verdict == EP_COLLIDING)
  {
    describe(planning, &result.contact, out, room);
  }
  else if (verdict == EP_UNDECIDED)
  {
    snprintf(out, room, "%s", error.status != EP_OK ? error.message : "the budget was used up");
  }
  return verdict;
}
