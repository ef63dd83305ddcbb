/// @file scene_values.c
/// The values of a configuration: their names, bounds and defaults.
#include "scene_internal.h"

#include "io_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double two_pi = 6.283185307179586;

/// What follows the joint's name: "" where a joint has one value. Never NULL.
static const char* component_name(ep_joint_type joint, int32_t k)
{
  static const char* const planar[] = {".x", ".y", ".yaw"};
  static const char* const floating[] = {".x", ".y", ".z", ".qx", ".qy", ".qz", ".qw"};
  switch (joint)
  {
  case EP_JOINT_PLANAR:
    return planar[k];
  case EP_JOINT_FLOATING:
    return floating[k];
  case EP_JOINT_BALL:
    return floating[3 + k];
  default:
    return "";
  }
}

/// Everything but the name and the default, which a rotation has from the start.
static ep_scene_value describe(const ep_link_info* info, int32_t robot, int32_t link, int32_t k)
{
  const int32_t rotation = info->joint == EP_JOINT_FLOATING ? 3 : 0;
  const bool has_rotation = info->joint == EP_JOINT_FLOATING || info->joint == EP_JOINT_BALL;
  const bool in_rotation = has_rotation && k >= rotation;
  return (ep_scene_value){.robot = robot,
                          .link = link,
                          .quaternion = in_rotation ? k - rotation : EP_SCENE_NONE,
                          .wraps = info->joint == EP_JOINT_CONTINUOUS ||
                                   (info->joint == EP_JOINT_PLANAR && k == 2),
                          .lower = in_rotation ? -(double)INFINITY : info->lower[k],
                          .upper = in_rotation ? (double)INFINITY : info->upper[k],
                          .has_default = in_rotation,
                          .number = in_rotation && k - rotation == 3 ? 1.0 : 0.0};
}

static ep_status add_values(ep_scene_loader* l, const ep_yaml_subject* s, int32_t robot)
{
  ep_scene* scene = l->scene;
  ep_scene_robot_entry* entry = &scene->robots[robot];
  const ep_machine* machine = ep_robot_machine(entry->robot);
  for (int32_t link = 0; link < ep_machine_link_count(machine); ++link)
  {
    ep_link_info info = {.name = ""};
    (void)ep_machine_link(machine, link, &info);
    for (int32_t k = 0; k < info.config_size; ++k)
    {
      ep_scene_value value = describe(&info, robot, link, k);
      value.wraps = value.wraps && !scene->linear;
      value.name =
          ep_pool_print(&scene->pool, "%s/%s%s", entry->name,
                        ep_robot_joint_name(entry->robot, link), component_name(info.joint, k));
      if (value.name == NULL)
      {
        return ep_yaml_no_memory(s);
      }
      scene->values[entry->value_start + info.config_start + k] = value;
    }
  }
  return EP_OK;
}

static int compare_names(const void* a, const void* b)
{
  return strcmp(*(const char* const*)a, *(const char* const*)b);
}

/// A joint called "base.x" beside a planar one called "base" leaves no way to tell them apart.
static ep_status check_repeated(const ep_yaml_subject* s, const ep_scene* scene)
{
  const char** names = malloc(((size_t)scene->value_count + 1) * sizeof *names);
  if (names == NULL)
  {
    return ep_yaml_no_memory(s);
  }
  for (int32_t i = 0; i < scene->value_count; ++i)
  {
    names[i] = scene->values[i].name;
  }
  qsort(names, (size_t)scene->value_count, sizeof *names, compare_names);
  ep_status status = EP_OK;
  for (int32_t i = 1; i < scene->value_count && status == EP_OK; ++i)
  {
    if (strcmp(names[i], names[i - 1]) == 0)
    {
      status = ep_yaml_fail(s, s->node, "two values are called '%.100s'", names[i]);
    }
  }
  free(names);
  return status;
}

ep_status ep_scene_list_values(ep_scene_loader* l, const ep_yaml_node* robots)
{
  ep_scene* scene = l->scene;
  const ep_yaml_subject s = {scene->path, NULL, robots, l->error};
  scene->value_count = 0;
  for (int32_t i = 0; i < scene->robot_count; ++i)
  {
    scene->robots[i].value_start = scene->value_count;
    scene->value_count += ep_machine_config_size(ep_robot_machine(scene->robots[i].robot));
  }
  scene->values = ep_pool_take(&scene->pool, (size_t)scene->value_count, sizeof(ep_scene_value));
  ep_status status = scene->values == NULL ? ep_yaml_no_memory(&s) : EP_OK;
  for (int32_t i = 0; i < scene->robot_count && status == EP_OK; ++i)
  {
    status = add_values(l, &s, i);
  }
  return status != EP_OK ? status : check_repeated(&s, scene);
}

int32_t ep_scene_lookup_value(const ep_scene* scene, int32_t scope, const char* name)
{
  const int32_t own = scope != EP_SCENE_NONE ? scope : (scene->robot_count == 1 ? 0 : scope);
  int32_t bare = EP_SCENE_NONE;
  for (int32_t i = 0; i < scene->value_count; ++i)
  {
    const ep_scene_value* value = &scene->values[i];
    if (scope != EP_SCENE_NONE && value->robot != scope)
    {
      continue;
    }
    if (strcmp(value->name, name) == 0)
    {
      return i;
    }
    if (value->robot == own && strcmp(value->name + strlen(scene->robots[own].name) + 1, name) == 0)
    {
      bare = i;
    }
  }
  return bare;
}

/// An angle that wraps is within its bounds if one of its turns is.
bool ep_scene_is_within(const ep_scene_value* value, double number)
{
  if ((number >= value->lower && number <= value->upper) || !value->wraps)
  {
    return number >= value->lower && number <= value->upper;
  }
  if (!isfinite(value->lower) || !isfinite(value->upper))
  {
    return true;
  }
  return number + two_pi * ceil((value->lower - number) / two_pi) <= value->upper;
}

const char* ep_scene_number_text(double number, char room[32])
{
  for (int precision = 6; precision <= 17; ++precision)
  {
    snprintf(room, 32, "%.*g", precision, number);
    if (strtod(room, NULL) == number)
    {
      break;
    }
  }
  return room;
}

/// @name For everybody
/// @{

int32_t ep_scene_config_size(const ep_scene* scene)
{
  return scene->value_count;
}

static bool has_value(const ep_scene* scene, int32_t value)
{
  return value >= 0 && value < scene->value_count;
}

const char* ep_scene_value_name(const ep_scene* scene, int32_t value)
{
  return has_value(scene, value) ? scene->values[value].name : NULL;
}

int32_t ep_scene_find_value(const ep_scene* scene, const char* name)
{
  return ep_scene_lookup_value(scene, EP_SCENE_NONE, name);
}

void ep_scene_value_bounds(const ep_scene* scene, int32_t value, double* lower, double* upper)
{
  *lower = has_value(scene, value) ? scene->values[value].lower : -(double)INFINITY;
  *upper = has_value(scene, value) ? scene->values[value].upper : (double)INFINITY;
}

bool ep_scene_value_default(const ep_scene* scene, int32_t value, double* number)
{
  const bool there = has_value(scene, value) && scene->values[value].has_default;
  if (there)
  {
    *number = scene->values[value].number;
  }
  return there;
}

static ep_status check_values(const ep_scene* scene, const double* q, ep_error* error)
{
  for (int32_t i = 0; i < scene->value_count; ++i)
  {
    const ep_scene_value* value = &scene->values[i];
    if (!ep_scene_is_within(value, q[i]))
    {
      char a[32], b[32], c[32];
      return ep_envs_fail(error, EP_ERROR_INPUT, "value '%s': %s is outside its limits %s to %s",
                          value->name, ep_scene_number_text(q[i], a),
                          ep_scene_number_text(value->lower, b),
                          ep_scene_number_text(value->upper, c));
    }
  }
  return EP_OK;
}

ep_status ep_scene_check_bounds(const ep_scene* scene, const double* q, ep_error* error)
{
  if (scene == NULL || (q == NULL && scene->value_count > 0))
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE, "ep_scene_check_bounds: a null pointer was passed");
  }
  ep_status status = EP_OK;
  for (int32_t i = 0; i < scene->robot_count && status == EP_OK; ++i)
  {
    status = ep_machine_check_config(ep_robot_machine(scene->robots[i].robot),
                                     q + scene->robots[i].value_start, error);
  }
  status = status != EP_OK ? status : check_values(scene, q, error);
  // Joints that follow another have limits of their own, which only the machine knows.
  for (int32_t i = 0; i < scene->robot_count && status == EP_OK; ++i)
  {
    status = ep_machine_check_limits(ep_robot_machine(scene->robots[i].robot),
                                     q + scene->robots[i].value_start, error);
  }
  return status != EP_OK ? status : ep_envs_ok(error);
}

/// @}
