/// @file planning.c
#include "edgeproof/plugin/planning.h"

#include "planning_internal.h"
#include "plugin_error.h"

#include "edgeproof/shim/ompl_process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ep_planning_options ep_planning_default(void)
{
  return (ep_planning_options){.struct_size = sizeof(ep_planning_options),
                               .resolution = 0.01,
                               .check = ep_check_default(),
                               .distance_limit = ep_validator_default().distance_limit};
}

/// @name Making one
/// @{

static ep_status check_options(const ep_planning_options* o, ep_error* error)
{
  if (o->struct_size != sizeof *o)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_create: struct_size is %u, not %u: start from "
                          "ep_planning_default()",
                          (unsigned)o->struct_size, (unsigned)sizeof *o);
  }
  if ((unsigned)o->kind > EP_PLANNING_DISCRETE || !(o->step >= 0.0 && o->step <= EP_LENGTH_MAX) ||
      !(o->resolution >= 1e-9 && o->resolution <= 0.999))
  {
    return ep_plugin_fail(error, EP_ERROR_INPUT,
                          "planning: kind %d, step %g or resolution %g cannot be", (int)o->kind,
                          o->step, o->resolution);
  }
  return EP_OK;
}

static ep_status make_checker(const ep_world* world, ep_checker** checker, void* user,
                              ep_error* error)
{
  const ep_planning* p = user;
  return ep_scene_make_checker(p->scene, p->query, world, checker, error);
}

static ep_status make_validator(ep_planning* p, ep_error* error)
{
  p->world = p->options.world;
  if (p->world == NULL)
  {
    const ep_status status = ep_scene_make_world(p->scene, p->query, &p->own_world, error);
    if (status != EP_OK)
    {
      return status;
    }
    p->world = p->own_world;
  }
  ep_validator_options options = ep_validator_default();
  options.check = p->options.check;
  options.check.cancel = NULL;
  options.distance_limit = p->options.distance_limit;
  options.make = make_checker;
  options.make_user = p;
  return ep_validator_create(p->world, &options, &p->validator, error);
}

static ep_status set_seed(const ep_planning* p, ep_error* error)
{
  ep_shim_error inner;
  return p->options.seed == 0
             ? EP_OK
             : ep_planning_shim_status(ep_ompl_seed(p->options.seed, &inner), &inner, error);
}

static ep_status make_problem(ep_planning* p, ep_error* error)
{
  const ep_ompl_validator table = ep_planning_validator_table(p);
  ep_shim_error inner;
  ep_shim_result result =
      ep_ompl_information_create(p->layout.space, &table, &p->information, &inner);
  if (result == EP_SHIM_OK)
  {
    result = ep_ompl_problem_create(p->information, &p->problem, &inner);
  }
  if (result != EP_SHIM_OK || p->query == EP_SCENE_NONE)
  {
    return ep_planning_shim_status(result, &inner, error);
  }
  const ep_scene_query* query = ep_scene_get_query(p->scene, p->query);
  const ep_status status = ep_planning_set_start(p, query->start, error);
  return status != EP_OK ? status : ep_planning_set_goals(p, query->goal, 1, error);
}

ep_status ep_planning_create(const ep_scene* scene, int32_t query,
                             const ep_planning_options* options, ep_planning** planning,
                             ep_error* error)
{
  if (planning != NULL)
  {
    *planning = NULL;
  }
  if (scene == NULL || planning == NULL || query < EP_SCENE_NONE ||
      query >= ep_scene_query_count(scene))
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_create: a null pointer was passed, or query %d is not there",
                          (int)query);
  }
  const ep_planning_options usual = ep_planning_default();
  const ep_planning_options* chosen = options == NULL ? &usual : options;
  ep_status status = check_options(chosen, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_planning* made = calloc(1, sizeof *made);
  if (made == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "planning: out of memory");
  }
  made->scene = scene;
  made->query = query;
  made->options = *chosen;
  status = make_validator(made, error);
  status = status != EP_OK ? status : set_seed(made, error);
  status = status != EP_OK ? status
                           : ep_planning_layout_make(scene, made->world, chosen->resolution,
                                                     &made->layout, error);
  status = status != EP_OK ? status : make_problem(made, error);
  if (status != EP_OK)
  {
    ep_planning_destroy(made);
    return status;
  }
  *planning = made;
  return ep_plugin_ok(error);
}

void ep_planning_destroy(ep_planning* planning)
{
  if (planning == NULL)
  {
    return;
  }
  ep_planning_drop_path(planning);
  ep_ompl_planner_destroy(planning->planner);
  ep_ompl_problem_destroy(planning->problem);
  ep_ompl_information_destroy(planning->information);
  ep_planning_layout_clear(&planning->layout);
  ep_validator_destroy(planning->validator);
  ep_world_destroy(planning->own_world);
  free(planning);
}

/// @}
/// @name What it is made of
/// @{

const ep_world* ep_planning_world(const ep_planning* planning)
{
  return planning == NULL ? NULL : planning->world;
}

ep_validator* ep_planning_validator(const ep_planning* planning)
{
  return planning == NULL ? NULL : planning->validator;
}

const ep_ompl_space* ep_planning_space(const ep_planning* planning)
{
  return planning == NULL ? NULL : planning->layout.space;
}

const ep_ompl_information* ep_planning_information(const ep_planning* planning)
{
  return planning == NULL ? NULL : planning->information;
}

ep_ompl_problem* ep_planning_problem(const ep_planning* planning)
{
  return planning == NULL ? NULL : planning->problem;
}

ep_ompl_planner* ep_planning_planner(const ep_planning* planning)
{
  return planning == NULL ? NULL : planning->planner;
}

int32_t ep_planning_part_count(const ep_planning* planning)
{
  return planning == NULL ? 0 : planning->layout.part_count;
}

ep_status ep_planning_get_part(const ep_planning* planning, int32_t part, ep_planning_part* out)
{
  if (planning == NULL || out == NULL || part < 0 || part >= planning->layout.part_count)
  {
    return EP_ERROR_MISUSE;
  }
  *out = planning->layout.parts[part].part;
  return EP_OK;
}

void ep_planning_to_state(const ep_planning* planning, const double* q, double* state)
{
  if (planning != NULL && q != NULL && state != NULL)
  {
    ep_planning_layout_state(&planning->layout, q, state);
  }
}

void ep_planning_to_config(const ep_planning* planning, const double* state, double* q)
{
  if (planning != NULL && q != NULL && state != NULL)
  {
    ep_planning_layout_config(&planning->layout, state, q);
  }
}

ep_status ep_planning_write_run(const ep_planning* planning, ep_ompl_properties* properties,
                                ep_error* error)
{
  if (planning == NULL || properties == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_write_run: a null pointer was passed");
  }
  ep_validator_statistics statistics;
  ep_validator_get_statistics(planning->validator, &statistics);
  char value[32];
  const char* name = NULL;
  for (int32_t i = 0; (name = ep_validator_property(&statistics, i, value, sizeof value)) != NULL;
       ++i)
  {
    ep_shim_error inner;
    const ep_shim_result result = ep_ompl_properties_set(properties, name, value, &inner);
    if (result != EP_SHIM_OK)
    {
      return ep_planning_shim_status(result, &inner, error);
    }
  }
  return ep_plugin_ok(error);
}

/// @}
/// @name Start and goal
/// @{

/// For another start or goal the planner forgets what it knew of the old ones.
static ep_status forget_query(ep_planning* p, ep_error* error)
{
  ep_planning_drop_path(p);
  ep_shim_error inner;
  return p->planner == NULL ? ep_plugin_ok(error)
                            : ep_planning_shim_status(
                                  ep_ompl_planner_clear_query(p->planner, &inner), &inner, error);
}

ep_status ep_planning_set_start(ep_planning* planning, const double* q, ep_error* error)
{
  if (planning == NULL || q == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_set_start: a null pointer was passed");
  }
  const ep_status status = ep_scene_check_bounds(planning->scene, q, error);
  if (status != EP_OK)
  {
    return status;
  }
  double state[EP_OMPL_SIZE_MAX];
  ep_planning_layout_state(&planning->layout, q, state);
  ep_shim_error inner;
  ep_ompl_problem_clear_starts(planning->problem);
  const ep_shim_result result = ep_ompl_problem_add_start(planning->problem, state, &inner);
  return result != EP_SHIM_OK ? ep_planning_shim_status(result, &inner, error)
                              : forget_query(planning, error);
}

ep_status ep_planning_set_goals(ep_planning* planning, const double* q, int32_t count,
                                ep_error* error)
{
  if (planning == NULL || q == NULL || count < 1)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_set_goals: a null pointer was passed, or %d goals",
                          (int)count);
  }
  const size_t size = (size_t)planning->layout.size;
  double* states = calloc((size_t)count * size, sizeof *states);
  ep_status status =
      states == NULL ? ep_plugin_fail(error, EP_ERROR_MEMORY, "planning: out of memory") : EP_OK;
  for (int32_t i = 0; i < count && status == EP_OK; ++i)
  {
    const double* goal = q + (size_t)i * (size_t)planning->layout.config_size;
    status = ep_scene_check_bounds(planning->scene, goal, error);
    ep_planning_layout_state(&planning->layout, goal, states + (size_t)i * size);
  }
  if (status == EP_OK)
  {
    ep_shim_error inner;
    status = ep_planning_shim_status(
        ep_ompl_problem_set_goal(planning->problem, states, count, &inner), &inner, error);
  }
  free(states);
  return status != EP_OK ? status : forget_query(planning, error);
}

/// @}
