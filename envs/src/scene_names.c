/// @file scene_names.c
/// What the names and patterns of a scene stand for.
#include "scene_internal.h"

#include <stdio.h>
#include <string.h>

int32_t ep_scene_find_object(const ep_scene* scene, const char* name)
{
  for (int32_t i = 0; i < scene->object_count; ++i)
  {
    if (strcmp(scene->objects[i].object.name, name) == 0)
    {
      return i;
    }
  }
  return EP_SCENE_NONE;
}

static const ep_machine* machine_of(const ep_scene* scene, int32_t robot)
{
  return ep_robot_machine(scene->robots[robot].robot);
}

/// What follows "robot/" in a name; NULL where it begins otherwise.
static const char* without_prefix(const ep_scene* scene, int32_t robot, const char* name)
{
  const char* prefix = scene->robots[robot].name;
  const size_t length = strlen(prefix);
  return strncmp(name, prefix, length) == 0 && name[length] == '/' ? name + length + 1 : NULL;
}

bool ep_scene_find_link(const ep_scene* scene, int32_t scope, const char* name, int32_t* robot,
                        int32_t* link)
{
  for (int32_t i = 0; i < scene->robot_count; ++i)
  {
    const char* rest = without_prefix(scene, i, name);
    const int32_t found =
        rest == NULL ? EP_NO_LINK : ep_machine_find_link(machine_of(scene, i), rest);
    if (found != EP_NO_LINK)
    {
      *robot = i;
      *link = found;
      return true;
    }
  }
  const int32_t own = scope != EP_SCENE_NONE ? scope : (scene->robot_count == 1 ? 0 : scope);
  if (own == EP_SCENE_NONE)
  {
    return false;
  }
  *robot = own;
  *link = ep_machine_find_link(machine_of(scene, own), name);
  return *link != EP_NO_LINK;
}

/// Goes back to the last star and lets it stand for one character more, whenever it is stuck.
bool ep_scene_matches(const char* pattern, const char* name)
{
  const char* behind_star = NULL;
  const char* covered = NULL; ///< what the star stands for ends here
  for (;;)
  {
    if (*pattern == '*')
    {
      behind_star = ++pattern;
      covered = name;
    }
    else if (*name == '\0')
    {
      return *pattern == '\0';
    }
    else if (*pattern == '?' || *pattern == *name)
    {
      ++pattern;
      ++name;
    }
    else if (behind_star == NULL)
    {
      return false;
    }
    else
    {
      pattern = behind_star;
      name = ++covered;
    }
  }
}

/// A link is called "robot/link".
static bool matches_links(const ep_scene* scene, int32_t robot, const char* pattern)
{
  const ep_machine* machine = machine_of(scene, robot);
  for (int32_t i = 0; i < ep_machine_link_count(machine); ++i)
  {
    char name[1024];
    ep_link_info info;
    if (ep_machine_link(machine, i, &info) == EP_OK)
    {
      snprintf(name, sizeof name, "%s/%s", scene->robots[robot].name, info.name);
      if (ep_scene_matches(pattern, name))
      {
        return true;
      }
    }
  }
  return false;
}

static bool matches_something(const ep_scene* scene, const char* pattern)
{
  bool found = false;
  for (int32_t i = 0; i < scene->object_count && !found; ++i)
  {
    found = ep_scene_matches(pattern, scene->objects[i].object.name);
  }
  for (int32_t i = 0; i < scene->rope_count && !found; ++i)
  {
    found = ep_scene_matches(pattern, scene->ropes[i].name);
  }
  for (int32_t i = 0; i < scene->robot_count && !found; ++i)
  {
    found = matches_links(scene, i, pattern);
  }
  return found;
}

ep_status ep_scene_read_pattern(ep_scene_loader* l, const ep_yaml_subject* s,
                                const ep_yaml_node* node, const char** pattern)
{
  ep_scene* scene = l->scene;
  const char* text = NULL;
  const ep_status status = ep_yaml_text(s, node, &text);
  if (status != EP_OK)
  {
    return status;
  }
  if (strlen(text) > EP_SCENE_PATTERN_MAX)
  {
    return ep_yaml_fail(s, node, "'%.60s...' has more than %d bytes", text, EP_SCENE_PATTERN_MAX);
  }
  char* plain = ep_pool_string(&scene->pool, text);
  char* prefixed = ep_pool_print(&scene->pool, "%s/%s", scene->robots[0].name, text);
  if (plain == NULL || prefixed == NULL)
  {
    return ep_yaml_no_memory(s);
  }
  const bool found = matches_something(scene, plain);
  const bool found_prefixed =
      !found && scene->robot_count == 1 && matches_something(scene, prefixed);
  if (!found && !found_prefixed)
  {
    ep_scene_warn(l, s, node, "'%.60s' matches no link, rope or obstacle", text);
  }
  *pattern = found_prefixed ? prefixed : plain;
  return EP_OK;
}
