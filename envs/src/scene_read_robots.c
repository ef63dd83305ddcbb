/// @file scene_read_robots.c
/// The robots of a scene: their files, where they stand, bounds, defaults and ropes.
#include "scene_internal.h"

#include <string.h>

/// @name Files
/// @{

static ep_status read_options(ep_scene_loader* l, const ep_yaml_subject* s,
                              ep_robot_options* options)
{
  static const char* const base_keys[] = {"xyz", "rpy", NULL};
  const ep_yaml_node* base = ep_yaml_get(s->node, "base");
  const ep_yaml_node* geometry = ep_yaml_get(s->node, "geometry");
  const char* kind = "collision";
  options->packages = l->options->packages;
  options->package_count = l->options->package_count;
  options->mesh = l->options->mesh;
  options->linear = l->options->linear;
  options->linear = l->options->linear;
  ep_status status = ep_yaml_check_keys(s, base, base_keys);
  status = status != EP_OK ? status : ep_scene_read_pose(s, base, &options->base);
  status = status != EP_OK ? status : ep_yaml_text(s, geometry, &kind);
  if (status == EP_OK && strcmp(kind, "collision") != 0 && strcmp(kind, "visual") != 0)
  {
    return ep_yaml_fail(s, geometry, "'%.60s' is neither collision nor visual", kind);
  }
  options->geometry = strcmp(kind, "visual") == 0 ? EP_ROBOT_VISUAL : EP_ROBOT_COLLISION;
  return status;
}

static ep_status load_robot(ep_scene_loader* l, const ep_yaml_subject* s,
                            ep_scene_robot_entry* entry)
{
  ep_robot_options options = ep_robot_options_default();
  const ep_yaml_node* urdf = NULL;
  const char* path = NULL;
  options.name = entry->name;
  ep_status status = ep_yaml_need(s, s->node, "urdf", &urdf);
  status = status != EP_OK ? status : ep_scene_read_path(l, s, urdf, &path);
  status = status != EP_OK ? status
                           : ep_scene_read_path(l, s, ep_yaml_get(s->node, "srdf"), &options.srdf);
  status = status != EP_OK ? status : read_options(l, s, &options);
  if (status != EP_OK)
  {
    return status;
  }
  ep_error inner;
  ep_scene_progress(l, path);
  status = ep_robot_load(path, &options, l->scene->report, &entry->robot, &inner);
  return status == EP_OK ? EP_OK : ep_yaml_pass_on(s, urdf, &inner);
}

/// Names of links become patterns of rules, where * and ? would mean others too.
static ep_status check_links(const ep_yaml_subject* s, const ep_scene_robot_entry* entry)
{
  const ep_machine* machine = ep_robot_machine(entry->robot);
  for (int32_t i = 0; i < ep_machine_link_count(machine); ++i)
  {
    ep_link_info info = {.name = ""};
    (void)ep_machine_link(machine, i, &info);
    if (strpbrk(info.name, "*?") != NULL || strlen(info.name) > EP_SCENE_NAME_MAX)
    {
      return ep_yaml_fail(s, ep_yaml_get(s->node, "urdf"),
                          "link '%.60s': a name may not have * or ?, nor more than %d bytes",
                          info.name, EP_SCENE_NAME_MAX);
    }
  }
  return EP_OK;
}

static ep_status read_robot(ep_scene_loader* l, const ep_yaml_node* node,
                            ep_scene_robot_entry* entry)
{
  static const char* const known[] = {"name",   "urdf",    "srdf",  "base", "geometry",
                                      "bounds", "default", "ropes", NULL};
  const ep_yaml_subject s = ep_scene_subject(l, node, "robot");
  ep_status status = ep_yaml_check_keys(&s, node, known);
  status = status != EP_OK ? status : ep_scene_read_name(l, &s, &entry->name);
  for (int32_t i = 0; i < l->scene->robot_count && status == EP_OK; ++i)
  {
    if (strcmp(l->scene->robots[i].name, entry->name) == 0)
    {
      status = ep_yaml_fail(&s, ep_yaml_get(node, "name"), "another robot has this name");
    }
  }
  status = status != EP_OK ? status : load_robot(l, &s, entry);
  return status != EP_OK ? status : check_links(&s, entry);
}

/// @}
/// @name Ropes
/// @{

static ep_status read_end(ep_scene_loader* l, const ep_yaml_subject* s, int32_t robot,
                          const char* key, ep_scene_rope* rope)
{
  static const char* const known[] = {"link", "xyz", NULL};
  const int end = strcmp(key, "to") == 0;
  const ep_yaml_node* node = NULL;
  const ep_yaml_node* link = NULL;
  const char* name = NULL;
  ep_status status = ep_yaml_need(s, s->node, key, &node);
  status = status != EP_OK ? status : ep_yaml_check_keys(s, node, known);
  status = status != EP_OK ? status : ep_yaml_need(s, node, "link", &link);
  status = status != EP_OK ? status : ep_yaml_text(s, link, &name);
  status =
      status != EP_OK ? status : ep_yaml_numbers(s, ep_yaml_get(node, "xyz"), 3, rope->point[end]);
  if (status == EP_OK &&
      !ep_scene_find_link(l->scene, robot, name, &rope->robot[end], &rope->link[end]))
  {
    return ep_yaml_fail(s, link, "there is no link '%.60s'", name);
  }
  for (int k = 0; k < 3 && status == EP_OK; ++k)
  {
    if (!(rope->point[end][k] >= -EP_LENGTH_MAX && rope->point[end][k] <= EP_LENGTH_MAX))
    {
      status = ep_yaml_fail(s, ep_yaml_get(node, "xyz"), "%g is not within %g m",
                            rope->point[end][k], EP_LENGTH_MAX);
    }
  }
  return status;
}

/// A rope is called "robot/rope", as a link is.
static ep_status name_rope(ep_scene_loader* l, const ep_yaml_subject* s, int32_t robot,
                           const char* name, ep_scene_rope* rope)
{
  ep_scene* scene = l->scene;
  rope->name = ep_pool_print(&scene->pool, "%s/%s", scene->robots[robot].name, name);
  if (rope->name == NULL)
  {
    return ep_yaml_no_memory(s);
  }
  bool taken =
      ep_machine_find_link(ep_robot_machine(scene->robots[robot].robot), name) != EP_NO_LINK;
  for (int32_t i = 0; i < scene->rope_count; ++i)
  {
    taken = taken || strcmp(scene->ropes[i].name, rope->name) == 0;
  }
  return taken ? ep_yaml_fail(s, ep_yaml_get(s->node, "name"),
                              "there is a link or rope of this name already")
               : EP_OK;
}

static ep_status read_rope(ep_scene_loader* l, const ep_yaml_node* node, int32_t robot,
                           ep_scene_rope* rope)
{
  static const char* const known[] = {"name", "from", "to", "radius", NULL};
  const ep_yaml_subject s = ep_scene_subject(l, node, "rope");
  const ep_yaml_node* radius = NULL;
  const char* name = NULL;
  ep_status status = ep_yaml_check_keys(&s, node, known);
  status = status != EP_OK ? status : ep_scene_read_name(l, &s, &name);
  status = status != EP_OK ? status : name_rope(l, &s, robot, name, rope);
  status = status != EP_OK ? status : read_end(l, &s, robot, "from", rope);
  status = status != EP_OK ? status : read_end(l, &s, robot, "to", rope);
  status = status != EP_OK ? status : ep_yaml_need(&s, node, "radius", &radius);
  status = status != EP_OK ? status : ep_yaml_number(&s, radius, &rope->radius);
  if (status == EP_OK && !(rope->radius >= 0.0 && rope->radius <= EP_LENGTH_MAX))
  {
    return ep_yaml_fail(&s, radius, "%s is not a length", radius->text);
  }
  return status;
}

static ep_status read_ropes(ep_scene_loader* l, const ep_yaml_subject* s, int32_t robot)
{
  ep_scene* scene = l->scene;
  const ep_yaml_node* list = ep_yaml_get(s->node, "ropes");
  ep_status status = ep_yaml_check_list(s, list);
  if (status != EP_OK || list == NULL)
  {
    return status;
  }
  for (const ep_yaml_node* item = list->first; item != NULL && status == EP_OK; item = item->next)
  {
    status = read_rope(l, item, robot, &scene->ropes[scene->rope_count]);
    scene->rope_count += status == EP_OK;
  }
  return status;
}

/// Room for the ropes of all robots.
static ep_status reserve_ropes(ep_scene_loader* l, const ep_yaml_node* robots)
{
  const ep_yaml_subject s = {l->scene->path, NULL, NULL, l->error};
  int32_t count = 0;
  for (const ep_yaml_node* item = robots->first; item != NULL; item = item->next)
  {
    const ep_yaml_node* list = ep_yaml_get(item, "ropes");
    count += list == NULL ? 0 : list->count;
  }
  if (count > EP_SCENE_OBJECTS_MAX)
  {
    return ep_yaml_fail(&s, robots, "%d ropes, at most %d are allowed", (int)count,
                        EP_SCENE_OBJECTS_MAX);
  }
  l->scene->ropes = ep_pool_take(&l->scene->pool, (size_t)count, sizeof(ep_scene_rope));
  return l->scene->ropes == NULL ? ep_yaml_no_memory(&s) : EP_OK;
}

/// @}

/// What can be read once all machines are known.
static ep_status read_rest(ep_scene_loader* l, const ep_yaml_node* robots)
{
  ep_status status = ep_scene_list_values(l, robots);
  status = status != EP_OK ? status : reserve_ropes(l, robots);
  for (const ep_yaml_node* item = robots->first; item != NULL && status == EP_OK; item = item->next)
  {
    const ep_yaml_subject s = ep_scene_subject(l, item, "robot");
    status = ep_scene_read_bounds(l, &s, item->index);
    status = status != EP_OK ? status : ep_scene_read_default(l, &s, item->index);
    status = status != EP_OK ? status : read_ropes(l, &s, item->index);
  }
  return status;
}

ep_status ep_scene_read_robots(ep_scene_loader* l, const ep_yaml_node* node)
{
  ep_scene* scene = l->scene;
  const ep_yaml_subject s = {scene->path, NULL, NULL, l->error};
  int32_t count;
  ep_status status = ep_scene_check_list(l, node, EP_SCENE_ROBOTS_MAX, &count);
  if (status == EP_OK && count == 0)
  {
    return ep_yaml_fail(&s, node, "at least one robot is needed");
  }
  if (status == EP_OK)
  {
    scene->robots = ep_pool_take(&scene->pool, (size_t)count, sizeof(ep_scene_robot_entry));
    status = scene->robots == NULL ? ep_yaml_no_memory(&s) : EP_OK;
  }
  for (const ep_yaml_node* item = status == EP_OK ? node->first : NULL;
       item != NULL && status == EP_OK; item = item->next)
  {
    ep_scene_robot_entry* entry = &scene->robots[scene->robot_count];
    status = read_robot(l, item, entry);
    if (status == EP_OK)
    {
      ++scene->robot_count;
    }
    else
    {
      ep_robot_destroy(entry->robot);
    }
  }
  return status != EP_OK ? status : read_rest(l, node);
}
