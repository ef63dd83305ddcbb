/// @file joints.c
#include "joints.h"

#include "plugin_error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char* join_name(const char* robot, const char* joint)
{
  const size_t size = strlen(robot) + strlen(joint) + 2;
  char* name = malloc(size);
  if (name != NULL)
  {
    snprintf(name, size, "%s/%s", robot, joint);
  }
  return name;
}

/// The joints of one robot, whose values begin at `start`. False if there is no memory.
static bool add_robot(const ep_scene* scene, int32_t robot, int32_t start, ep_scene_joints* joints)
{
  const ep_robot* it = ep_scene_robot(scene, robot);
  const ep_machine* machine = ep_robot_machine(it);
  for (int32_t link = 0; link < ep_machine_link_count(machine); ++link)
  {
    ep_link_info info;
    if (ep_machine_link(machine, link, &info) != EP_OK || info.config_size == 0)
    {
      continue;
    }
    ep_scene_joint* joint = &joints->list[joints->count];
    *joint = (ep_scene_joint){
        .name = join_name(ep_scene_robot_name(scene, robot), ep_robot_joint_name(it, link)),
        .type = info.joint,
        .robot = robot,
        .link = link,
        .value_start = start + info.config_start,
        .value_count = info.config_size,
        .linear = info.linear};
    if (joint->name == NULL)
    {
      return false;
    }
    ++joints->count;
  }
  return true;
}

ep_status ep_scene_joints_list(const ep_scene* scene, ep_scene_joints* joints, ep_error* error)
{
  // A joint has at least one value.
  const size_t most = (size_t)ep_scene_config_size(scene) + 1;
  *joints = (ep_scene_joints){.list = calloc(most, sizeof *joints->list)};
  bool done = joints->list != NULL;
  int32_t start = 0;
  for (int32_t robot = 0; done && robot < ep_scene_robot_count(scene); ++robot)
  {
    done = add_robot(scene, robot, start, joints);
    start += ep_machine_config_size(ep_robot_machine(ep_scene_robot(scene, robot)));
  }
  if (!done)
  {
    ep_scene_joints_clear(joints);
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "%s: no memory", ep_scene_path(scene));
  }
  return ep_plugin_ok(error);
}

void ep_scene_joints_clear(ep_scene_joints* joints)
{
  for (int32_t i = 0; joints->list != NULL && i < joints->count; ++i)
  {
    free(joints->list[i].name);
  }
  free(joints->list);
  *joints = (ep_scene_joints){.list = NULL};
}
