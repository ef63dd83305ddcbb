/// @file planning_space.c
#include "planning_space.h"

#include "plugin_error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/// Angles farther apart than this are asked about in halves: less than pi, so that our curve and
/// OMPL's cannot be told apart by a rounding there.
#define SPLIT_FROM 3.0

/// A space that is being made.
typedef struct maker
{
  const ep_scene* scene;
  ep_planning_layout* layout;
  double resolution;
  ep_ompl_space** spaces; ///< of the parts
  ep_error* error;
} maker;

ep_status ep_planning_shim_status(ep_shim_result result, const ep_shim_error* from, ep_error* error)
{
  return result == EP_SHIM_OK
             ? EP_OK
             : ep_plugin_fail(error, result == EP_SHIM_MEMORY ? EP_ERROR_MEMORY : EP_ERROR_INPUT,
                              "%.500s", from->message);
}

/// @name Parts
/// @{

static ep_status refuse_unbounded(const maker* m, const ep_scene_joint* joint, int32_t value)
{
  const char* name = ep_scene_value_name(m->scene, value);
  const size_t prefix = strlen(ep_scene_robot_name(m->scene, joint->robot)) + 1;
  return ep_plugin_fail(m->error, EP_ERROR_INPUT,
                        "%.120s: value '%.120s' has no bounds on both sides, so no planner can "
                        "choose one: add to robot '%.100s'  bounds: {%.100s: [lower, upper]}",
                        ep_scene_path(m->scene), name, ep_scene_robot_name(m->scene, joint->robot),
                        name + prefix);
}

/// Adds a part over `count` values of the configuration, each of which is in `values`.
static ep_status add_part(maker* m, const ep_scene_joint* joint, const char* suffix,
                          ep_ompl_kind kind, double weight, const ep_planning_value* values,
                          int32_t count)
{
  ep_planning_layout* layout = m->layout;
  ep_planning_space_part* part = &layout->parts[layout->part_count];
  const size_t size = strlen(joint->name) + strlen(suffix) + 1;
  *part = (ep_planning_space_part){.name = malloc(size),
                                   .value_start = layout->size,
                                   .robot = joint->robot,
                                   .link = joint->link};
  if (part->name == NULL)
  {
    return ep_plugin_fail(m->error, EP_ERROR_MEMORY, "planning: out of memory");
  }
  snprintf(part->name, size, "%s%s", joint->name, suffix);
  part->part = (ep_planning_part){part->name, kind, count, weight};
  double lower[3] = {0.0, 0.0, 0.0};
  double upper[3] = {0.0, 0.0, 0.0};
  for (int32_t k = 0; k < count; ++k)
  {
    layout->values[layout->size + k] = values[k];
    layout->bends = layout->bends || values[k].bends;
    lower[k < 3 ? k : 2] = values[k].lower;
    upper[k < 3 ? k : 2] = values[k].upper;
  }
  ep_ompl_space_config config = ep_ompl_space_default(kind);
  config.name = part->name;
  config.resolution = m->resolution;
  config.bound_count = kind == EP_OMPL_REAL_VECTOR ? count : 0;
  config.lower = lower;
  config.upper = upper;
  ep_shim_error inner;
  const ep_shim_result result =
      ep_ompl_space_create(&config, &m->spaces[layout->part_count], &inner);
  ++layout->part_count;
  layout->size += count;
  return ep_planning_shim_status(result, &inner, m->error);
}

/// Straight values of a joint, from `start` on: those that have a choice.
static ep_status add_straight(maker* m, const ep_scene_joint* joint, const char* suffix,
                              int32_t start, int32_t count, double weight, bool bends)
{
  ep_planning_value free_ones[3];
  int32_t found = 0;
  for (int32_t k = 0; k < count; ++k)
  {
    ep_planning_value value = {.config = start + k, .bends = bends};
    ep_scene_value_bounds(m->scene, start + k, &value.lower, &value.upper);
    if (!isfinite(value.lower) || !isfinite(value.upper))
    {
      return refuse_unbounded(m, joint, start + k);
    }
    if (value.lower == value.upper)
    {
      m->layout->constants[start + k] = value.lower;
    }
    else
    {
      free_ones[found++] = value;
    }
  }
  return found == 0 ? EP_OK
                    : add_part(m, joint, suffix, EP_OMPL_REAL_VECTOR, weight, free_ones, found);
}

/// An angle that may wrap.
static ep_status add_turning(maker* m, const ep_scene_joint* joint, const char* suffix,
                             int32_t value, double weight)
{
  double lower;
  double upper;
  ep_scene_value_bounds(m->scene, value, &lower, &upper);
  const bool narrow = isfinite(lower) && isfinite(upper) && upper - lower < 2.0 * pi;
  if (joint->linear || narrow)
  {
    return add_straight(m, joint, suffix, value, 1, weight, !joint->linear);
  }
  const ep_planning_value turning = {.config = value, .wraps = true};
  return add_part(m, joint, suffix, EP_OMPL_SO2, weight, &turning, 1);
}

/// A rotation. OMPL's distance of two is half the angle between them.
static ep_status add_rotation(maker* m, const ep_scene_joint* joint, const char* suffix,
                              int32_t start, double reach)
{
  ep_planning_value values[4];
  for (int32_t k = 0; k < 4; ++k)
  {
    values[k] = (ep_planning_value){.config = start + k};
  }
  return add_part(m, joint, suffix, EP_OMPL_SO3, 2.0 * reach, values, 4);
}

static ep_status add_joint(maker* m, const ep_scene_joint* joint, double reach)
{
  const int32_t start = joint->value_start;
  ep_status status = EP_OK;
  switch (joint->type)
  {
  case EP_JOINT_REVOLUTE:
  case EP_JOINT_PRISMATIC:
    return add_straight(m, joint, "", start, 1, reach, false);
  case EP_JOINT_CONTINUOUS:
    return add_turning(m, joint, "", start, reach);
  case EP_JOINT_PLANAR:
    status = add_straight(m, joint, ".xy", start, 2, 1.0, false);
    return status != EP_OK ? status : add_turning(m, joint, ".yaw", start + 2, reach);
  case EP_JOINT_FLOATING:
    status = add_straight(m, joint, ".xyz", start, 3, 1.0, false);
    return status != EP_OK ? status : add_rotation(m, joint, ".rotation", start + 3, reach);
  case EP_JOINT_BALL:
    return add_rotation(m, joint, "", start, reach);
  case EP_JOINT_FIXED:
    break;
  }
  return EP_OK;
}

/// @}
/// @name The whole
/// @{

static ep_status join_parts(maker* m)
{
  ep_planning_layout* layout = m->layout;
  if (layout->part_count == 0)
  {
    return ep_plugin_fail(m->error, EP_ERROR_INPUT,
                          "%.400s: nothing can move: no joint has a choice",
                          ep_scene_path(m->scene));
  }
  double* weights = calloc((size_t)layout->part_count, sizeof *weights);
  if (weights == NULL)
  {
    return ep_plugin_fail(m->error, EP_ERROR_MEMORY, "planning: out of memory");
  }
  for (int32_t i = 0; i < layout->part_count; ++i)
  {
    weights[i] = layout->parts[i].part.weight;
  }
  ep_ompl_space_config config = ep_ompl_space_default(EP_OMPL_COMPOUND);
  config.name = ep_scene_name(m->scene);
  config.resolution = m->resolution;
  config.part_count = layout->part_count;
  config.parts = m->spaces;
  config.weights = weights;
  ep_shim_error inner;
  const ep_shim_result result = ep_ompl_space_create(&config, &layout->space, &inner);
  free(weights);
  return ep_planning_shim_status(result, &inner, m->error);
}

static ep_status add_joints(maker* m, const ep_world* world, const ep_scene_joints* joints)
{
  double* reach = calloc((size_t)joints->count + 1, sizeof *reach);
  // No joint has more than two parts.
  const size_t parts = 2 * (size_t)joints->count + 1;
  const size_t values = (size_t)m->layout->config_size + 1;
  m->spaces = calloc(parts, sizeof(ep_ompl_space*));
  m->layout->parts = calloc(parts, sizeof *m->layout->parts);
  m->layout->values = calloc(values, sizeof *m->layout->values);
  m->layout->constants = calloc(values, sizeof *m->layout->constants);
  ep_status status = EP_OK;
  if (reach == NULL || m->spaces == NULL || m->layout->parts == NULL || m->layout->values == NULL ||
      m->layout->constants == NULL)
  {
    status = ep_plugin_fail(m->error, EP_ERROR_MEMORY, "planning: out of memory");
  }
  status = status != EP_OK ? status : ep_planning_reach(m->scene, world, joints, reach, m->error);
  for (int32_t i = 0; i < joints->count && status == EP_OK; ++i)
  {
    status = add_joint(m, &joints->list[i], reach[i]);
  }
  status = status != EP_OK ? status : join_parts(m);
  for (int32_t i = 0; m->spaces != NULL && i < m->layout->part_count; ++i)
  {
    ep_ompl_space_destroy(m->spaces[i]); // the compound keeps its share
  }
  free(m->spaces);
  free(reach);
  return status;
}

ep_status ep_planning_layout_make(const ep_scene* scene, const ep_world* world, double resolution,
                                  ep_planning_layout* layout, ep_error* error)
{
  *layout = (ep_planning_layout){.config_size = ep_scene_config_size(scene)};
  maker m = {.scene = scene, .layout = layout, .resolution = resolution, .error = error};
  if (layout->config_size > EP_OMPL_SIZE_MAX)
  {
    return ep_plugin_fail(error, EP_ERROR_UNSUPPORTED, "%.400s: %d values are more than %d",
                          ep_scene_path(scene), (int)layout->config_size, EP_OMPL_SIZE_MAX);
  }
  ep_scene_joints joints;
  ep_status status = ep_scene_joints_list(scene, &joints, error);
  if (status == EP_OK)
  {
    status = add_joints(&m, world, &joints);
    ep_scene_joints_clear(&joints);
  }
  if (status != EP_OK)
  {
    ep_planning_layout_clear(layout);
  }
  return status;
}

void ep_planning_layout_clear(ep_planning_layout* layout)
{
  ep_ompl_space_destroy(layout->space);
  for (int32_t i = 0; layout->parts != NULL && i < layout->part_count; ++i)
  {
    free(layout->parts[i].name);
  }
  free(layout->parts);
  free(layout->values);
  free(layout->constants);
  *layout = (ep_planning_layout){.space = NULL};
}

/// @}
/// @name From one to the other
/// @{

/// The same angle in [-pi, pi).
static double wrap(double angle)
{
  const double wrapped = remainder(angle, 2.0 * pi);
  return wrapped >= pi ? -pi : wrapped;
}

/// The turn of an angle that is within bounds, if there is one.
static double turn_into(double angle, double lower, double upper)
{
  if (angle >= lower && angle <= upper)
  {
    return angle;
  }
  const double turned = angle + 2.0 * pi * ceil((lower - angle) / (2.0 * pi));
  return fmin(fmax(turned, lower), upper);
}

void ep_planning_layout_state(const ep_planning_layout* layout, const double* q, double* state)
{
  for (int32_t i = 0; i < layout->size; ++i)
  {
    const ep_planning_value* value = &layout->values[i];
    const double number = q[value->config];
    state[i] = value->wraps   ? wrap(number)
               : value->bends ? turn_into(number, value->lower, value->upper)
                              : number;
  }
}

void ep_planning_layout_config(const ep_planning_layout* layout, const double* state, double* q)
{
  memcpy(q, layout->constants, (size_t)layout->config_size * sizeof *q);
  for (int32_t i = 0; i < layout->size; ++i)
  {
    q[layout->values[i].config] = state[i];
  }
}

bool ep_planning_layout_splits(const ep_planning_layout* layout, const double* from,
                               const double* to)
{
  for (int32_t i = 0; layout->bends && i < layout->size; ++i)
  {
    if (layout->values[i].bends && fabs(to[i] - from[i]) > SPLIT_FROM)
    {
      return true;
    }
  }
  return false;
}

/// @}
