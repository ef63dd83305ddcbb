/// @file scene_read_values.c
/// Mappings from the names of values to numbers: bounds, defaults, configurations.
#include "scene_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// @name Names that are none
/// @{

/// The joint that a name without component means, where it has no value of that name.
static bool find_joint(const ep_scene* scene, int32_t scope, const char* name, ep_link_info* info)
{
  for (int32_t i = 0; i < scene->robot_count; ++i)
  {
    const ep_scene_robot_entry* robot = &scene->robots[i];
    const size_t length = strlen(robot->name);
    const bool prefixed = strncmp(name, robot->name, length) == 0 && name[length] == '/';
    int32_t link = EP_NO_LINK;
    if (scope == EP_SCENE_NONE || scope == i)
    {
      link = prefixed ? ep_robot_find_joint(robot->robot, name + length + 1) : EP_NO_LINK;
      const bool bare = link == EP_NO_LINK && (scope == i || scene->robot_count == 1);
      link = bare ? ep_robot_find_joint(robot->robot, name) : link;
    }
    if (link != EP_NO_LINK)
    {
      return ep_machine_link(ep_robot_machine(robot->robot), link, info) == EP_OK;
    }
  }
  return false;
}

/// The first names of values, as many as fit.
static void list_names(const ep_scene* scene, int32_t scope, char* out, size_t size)
{
  size_t at = 0;
  out[0] = '\0';
  for (int32_t i = 0; i < scene->value_count; ++i)
  {
    const ep_scene_value* value = &scene->values[i];
    const bool bare = scope != EP_SCENE_NONE || scene->robot_count == 1;
    const char* name = value->name + (bare ? strlen(scene->robots[value->robot].name) + 1 : 0);
    if (scope != EP_SCENE_NONE && value->robot != scope)
    {
      continue;
    }
    if (strlen(name) + 8 > size - at)
    {
      snprintf(out + at, size - at, " ...");
      return;
    }
    at += (size_t)snprintf(out + at, size - at, at == 0 ? "%s" : " %s", name);
  }
}

static ep_status unknown_value(const ep_scene_loader* l, const ep_yaml_subject* s, int32_t scope,
                               const ep_yaml_node* node)
{
  ep_link_info info = {.name = ""};
  char names[200];
  if (!find_joint(l->scene, scope, node->key, &info))
  {
    list_names(l->scene, scope, names, sizeof names);
    return ep_yaml_fail_key(s, node, "there is no joint '%.60s'; values are: %s", node->key, names);
  }
  if (info.config_size > 0)
  {
    return ep_yaml_fail_key(s, node,
                            "joint '%.60s' is %s, its %d values are written one by one, as in "
                            "'%.60s.%s'",
                            node->key, ep_joint_type_text(info.joint), (int)info.config_size,
                            node->key, info.joint == EP_JOINT_BALL ? "qx" : "x");
  }
  return ep_yaml_fail_key(s, node, "joint '%.60s' %s", node->key,
                          info.joint == EP_JOINT_FIXED
                              ? "is fixed and has no value"
                              : "follows another one and has no value of its own");
}

/// The value that a key names.
static ep_status find_value(const ep_scene_loader* l, const ep_yaml_subject* s, int32_t scope,
                            const ep_yaml_node* node, int32_t* value)
{
  *value = ep_scene_lookup_value(l->scene, scope, node->key);
  return *value != EP_SCENE_NONE ? EP_OK : unknown_value(l, s, scope, node);
}

/// @}
/// @name Bounds
/// @{

static ep_status narrow(const ep_yaml_subject* s, const ep_yaml_node* node, ep_scene_value* value)
{
  double range[2] = {0.0, 0.0};
  if (value->quaternion != EP_SCENE_NONE)
  {
    return ep_yaml_fail(s, node, "a rotation has no bounds");
  }
  const ep_status status = ep_yaml_numbers(s, node, 2, range);
  if (status != EP_OK)
  {
    return status;
  }
  char a[32], b[32], c[32], d[32];
  if (range[0] > range[1])
  {
    return ep_yaml_fail(s, node, "%s to %s: the lower bound is above the upper one",
                        ep_scene_number_text(range[0], a), ep_scene_number_text(range[1], b));
  }
  if (range[0] < value->lower || range[1] > value->upper)
  {
    return ep_yaml_fail(s, node, "%s to %s is wider than the joint's limits %s to %s",
                        ep_scene_number_text(range[0], a), ep_scene_number_text(range[1], b),
                        ep_scene_number_text(value->lower, c),
                        ep_scene_number_text(value->upper, d));
  }
  value->lower = range[0];
  value->upper = range[1];
  return EP_OK;
}

ep_status ep_scene_read_bounds(ep_scene_loader* l, const ep_yaml_subject* s, int32_t robot)
{
  const ep_yaml_node* node = ep_yaml_get(s->node, "bounds");
  ep_status status = ep_yaml_check_mapping(s, node);
  if (status != EP_OK || node == NULL)
  {
    return status;
  }
  for (const ep_yaml_node* child = node->first; child != NULL && status == EP_OK;
       child = child->next)
  {
    int32_t value;
    status = find_value(l, s, robot, child, &value);
    status = status != EP_OK ? status : narrow(s, child, &l->scene->values[value]);
  }
  return status;
}

/// @}
/// @name Numbers
/// @{

/// What a mapping gives: the nodes of the values that it names.
typedef struct given
{
  const ep_yaml_node** nodes; ///< one a value; NULL where it is not named
  double* q;
} given;

static ep_status read_number(const ep_yaml_subject* s, const ep_yaml_node* node,
                             const ep_scene_value* value, double* number)
{
  const ep_status status = ep_yaml_number(s, node, number);
  if (status != EP_OK || ep_scene_is_within(value, *number))
  {
    return status;
  }
  char a[32], b[32];
  return ep_yaml_fail(s, node, "%s is outside its limits %s to %s", node->text,
                      ep_scene_number_text(value->lower, a), ep_scene_number_text(value->upper, b));
}

/// A rotation is given by all four components or by none; at `first` are qx and those behind it.
static ep_status read_rotation(const ep_yaml_subject* s, const ep_yaml_node* node,
                               const ep_scene* scene, const given* g, int32_t first)
{
  const ep_yaml_node* const* nodes = (const ep_yaml_node* const*)g->nodes + first;
  int32_t count = 0;
  const ep_yaml_node* any = node;
  for (int32_t k = 0; k < 4; ++k)
  {
    count += nodes[k] != NULL;
    any = nodes[k] != NULL ? nodes[k] : any;
  }
  const char* name = scene->values[first].name;
  const int length = (int)strlen(name) - 3; // without ".qx"
  if (count != 0 && count != 4)
  {
    return ep_yaml_fail(s, node, "rotation of '%.*s': %d of qx qy qz qw, all four are needed",
                        length, name, (int)count);
  }
  if (count == 4 && !ep_scene_normalize(g->q + first))
  {
    return ep_yaml_fail(s, any, "quaternion of '%.*s' has length zero", length, name);
  }
  return EP_OK;
}

/// Reads a mapping; values that it does not name stay as they are.
static ep_status read_given(ep_scene_loader* l, const ep_yaml_subject* s, int32_t scope,
                            const ep_yaml_node* node, const given* g)
{
  const ep_scene* scene = l->scene;
  ep_status status = ep_yaml_check_mapping(s, node);
  if (status != EP_OK)
  {
    return status;
  }
  for (const ep_yaml_node* child = node->first; child != NULL && status == EP_OK;
       child = child->next)
  {
    int32_t value;
    status = find_value(l, s, scope, child, &value);
    if (status == EP_OK && g->nodes[value] != NULL)
    {
      // "slew" and "crane/slew" are different keys of one value.
      status = ep_yaml_fail_key(s, child, "'%.60s' was given before, as '%.60s'", child->key,
                                g->nodes[value]->key);
    }
    if (status == EP_OK)
    {
      g->nodes[value] = child;
      status = read_number(s, child, &scene->values[value], &g->q[value]);
    }
  }
  for (int32_t i = 0; i < scene->value_count && status == EP_OK; ++i)
  {
    if (scene->values[i].quaternion == 0)
    {
      status = read_rotation(s, node, scene, g, i);
    }
  }
  return status;
}

ep_status ep_scene_read_default(ep_scene_loader* l, const ep_yaml_subject* s, int32_t robot)
{
  ep_scene* scene = l->scene;
  const ep_yaml_node* node = ep_yaml_get(s->node, "default");
  if (node == NULL)
  {
    return EP_OK;
  }
  const size_t count = (size_t)scene->value_count + 1;
  const given g = {calloc(count, sizeof *g.nodes), calloc(count, sizeof(double))};
  ep_status status =
      g.nodes == NULL || g.q == NULL ? ep_yaml_no_memory(s) : read_given(l, s, robot, node, &g);
  for (int32_t i = 0; i < scene->value_count && status == EP_OK; ++i)
  {
    if (g.nodes[i] != NULL)
    {
      scene->values[i].has_default = true;
      scene->values[i].number = g.q[i];
    }
  }
  free(g.nodes);
  free(g.q);
  return status;
}

/// @}
/// @name Configurations
/// @{

/// Fills in the defaults; names the values that have none and were not given.
static ep_status fill_in(const ep_scene* scene, const ep_yaml_subject* s, const ep_yaml_node* node,
                         const given* g)
{
  char names[200] = "";
  size_t at = 0;
  int32_t missing = 0;
  for (int32_t i = 0; i < scene->value_count; ++i)
  {
    const ep_scene_value* value = &scene->values[i];
    if (g->nodes[i] != NULL)
    {
      continue;
    }
    g->q[i] = value->number;
    if (!value->has_default)
    {
      const int length = snprintf(names + at, sizeof names - at, " %s", value->name);
      at = at + (size_t)length < sizeof names ? at + (size_t)length : sizeof names - 1;
      ++missing;
    }
  }
  return missing == 0 ? EP_OK
                      : ep_yaml_fail(s, node, "%d value%s neither given nor in a default:%s",
                                     (int)missing, missing == 1 ? " is" : "s are", names);
}

/// What only the machines know: limits of joints that follow others, and how large numbers may be.
static ep_status check_machines(const ep_scene* scene, const ep_yaml_subject* s,
                                const ep_yaml_node* node, const double* q)
{
  ep_error inner;
  const ep_status status = ep_scene_check_bounds(scene, q, &inner);
  return status == EP_OK ? EP_OK : ep_yaml_pass_on(s, node, &inner);
}

ep_status ep_scene_read_config(ep_scene_loader* l, const ep_yaml_subject* s,
                               const ep_yaml_node* node, double* q)
{
  const ep_scene* scene = l->scene;
  const given g = {calloc((size_t)scene->value_count + 1, sizeof *g.nodes), q};
  if (g.nodes == NULL)
  {
    return ep_yaml_no_memory(s);
  }
  ep_status status = read_given(l, s, EP_SCENE_NONE, node, &g);
  status = status != EP_OK ? status : fill_in(scene, s, node, &g);
  status = status != EP_OK ? status : check_machines(scene, s, node, q);
  free(g.nodes);
  return status;
}

/// @}
