/// @file planning_reach.c
/// How far joints reach: what makes angles and lengths comparable. Nothing is proved with it.
#include "planning_space.h"

#include "plugin_error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Configurations that are looked at.
#define POSES 32

/// Less than this does not count: a joint that turns nothing about itself still has a direction.
#define REACH_LEAST 0.01

/// A number in [0, 1) that looks random: always the same for the same i and k.
static double spread(uint32_t i, uint32_t k)
{
  uint32_t h = i * 0x9e3779b9U + k * 0x85ebca6bU + 0x27d4eb2fU;
  h = (h ^ (h >> 15)) * 0x2c1b3c6dU;
  h = (h ^ (h >> 12)) * 0x297a2d39U;
  return (double)(h ^ (h >> 15)) * 0x1p-32;
}

/// A configuration of one machine within its limits; rotations do not turn.
static void pose_at(const ep_machine* machine, uint32_t i, double* q)
{
  for (int32_t link = 0; link < ep_machine_link_count(machine); ++link)
  {
    ep_link_info info;
    (void)ep_machine_link(machine, link, &info);
    const int32_t rotation = info.joint == EP_JOINT_BALL ? 0 : 3;
    for (int32_t k = 0; k < info.config_size; ++k)
    {
      const bool bounded = k < 3 && isfinite(info.lower[k]) && isfinite(info.upper[k]);
      const double part = spread(i, (uint32_t)(info.config_start + k));
      const bool is_angle = info.joint == EP_JOINT_CONTINUOUS || info.joint == EP_JOINT_REVOLUTE ||
                            (info.joint == EP_JOINT_PLANAR && k == 2);
      q[info.config_start + k] = bounded    ? info.lower[k] + part * (info.upper[k] - info.lower[k])
                                 : is_angle ? 6.28 * part - 3.14
                                            : 0.0;
    }
    if (info.joint == EP_JOINT_BALL || info.joint == EP_JOINT_FLOATING)
    {
      const double none[4] = {0.0, 0.0, 0.0, 1.0};
      memcpy(q + info.config_start + rotation, none, sizeof none);
    }
  }
}

static bool carries(const ep_machine* machine, int32_t joint_link, int32_t link)
{
  ep_link_info info;
  while (link != joint_link && link != EP_NO_LINK && ep_machine_link(machine, link, &info) == EP_OK)
  {
    link = info.parent;
  }
  return link == joint_link;
}

static void corner_of(const ep_box* box, int corner, const ep_frame* frame, double out[3])
{
  for (int k = 0; k < 3; ++k)
  {
    out[k] = frame->position[k];
    for (int i = 0; i < 3; ++i)
    {
      out[k] += frame->rotation[k][i] * ((corner >> i & 1) != 0 ? box->hi[i] : box->lo[i]);
    }
  }
}

/// The distance of a point from a joint's axis; from its centre where it has none.
static double distance_from(const ep_link_info* info, const ep_frame* frame, const double p[3])
{
  double along = 0.0;
  double square = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    double axis = 0.0;
    for (int i = 0; i < 3; ++i)
    {
      axis += frame->rotation[k][i] * info->axis[i];
    }
    const double d = p[k] - frame->position[k];
    along += d * axis;
    square += d * d;
  }
  const bool any = info->joint == EP_JOINT_BALL || info->joint == EP_JOINT_FLOATING;
  return sqrt(fmax(0.0, any ? square : square - along * along));
}

/// Raises the reach of one joint by what a body that it carries shows in one pose.
static void look(const ep_world* world, const ep_machine* machine, const ep_scene_joint* joint,
                 int32_t first_body, const ep_frame* frames, double* reach)
{
  ep_link_info info;
  (void)ep_machine_link(machine, joint->link, &info);
  for (int32_t link = 0; link < ep_machine_link_count(machine); ++link)
  {
    ep_body_info body;
    if (!carries(machine, joint->link, link) ||
        ep_world_get_body(world, first_body + link, &body) != EP_OK)
    {
      continue;
    }
    for (int corner = 0; corner < 8; ++corner)
    {
      double p[3];
      corner_of(&body.box, corner, &frames[link], p);
      *reach = fmax(*reach, distance_from(&info, &frames[joint->link], p));
    }
  }
}

static ep_status look_at_robot(const ep_scene* scene, const ep_world* world, int32_t robot,
                               int32_t first_body, const ep_scene_joints* joints, double* reach,
                               ep_error* error)
{
  const ep_machine* machine = ep_robot_machine(ep_scene_robot(scene, robot));
  const size_t links = (size_t)ep_machine_link_count(machine);
  double* q = calloc((size_t)ep_machine_config_size(machine) + 1, sizeof *q);
  ep_frame* frames = calloc(links + 1, sizeof *frames);
  ep_status status = q == NULL || frames == NULL
                         ? ep_plugin_fail(error, EP_ERROR_MEMORY, "planning: out of memory")
                         : EP_OK;
  for (uint32_t i = 0; i < POSES && status == EP_OK; ++i)
  {
    pose_at(machine, i, q);
    status = ep_machine_forward(machine, q, frames, error);
    for (int32_t j = 0; j < joints->count && status == EP_OK; ++j)
    {
      if (joints->list[j].robot == robot && joints->list[j].type != EP_JOINT_PRISMATIC)
      {
        look(world, machine, &joints->list[j], first_body, frames, &reach[j]);
      }
    }
  }
  free(q);
  free(frames);
  return status;
}

ep_status ep_planning_reach(const ep_scene* scene, const ep_world* world,
                            const ep_scene_joints* joints, double* reach, ep_error* error)
{
  for (int32_t j = 0; j < joints->count; ++j)
  {
    reach[j] = joints->list[j].type == EP_JOINT_PRISMATIC ? 1.0 : REACH_LEAST;
  }
  ep_status status = EP_OK;
  int32_t first_body = 0; // links come first, robot after robot
  for (int32_t robot = 0; robot < ep_scene_robot_count(scene) && status == EP_OK; ++robot)
  {
    status = look_at_robot(scene, world, robot, first_body, joints, reach, error);
    first_body += ep_machine_link_count(ep_robot_machine(ep_scene_robot(scene, robot)));
  }
  return status;
}
