/// @file robot_urdf.c
#include "robot_urdf.h"

#include "io_file.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Refuses with "path: joint 'j': ... (line n)". A macro, so that the compiler checks the format.
#define REFUSE(path, joint, error, format, ...)                                                    \
  ep_envs_fail(error, EP_ERROR_INPUT, "%s: joint '%s': " format " (line %d)", path, (joint)->name, \
               __VA_ARGS__, (int)(joint)->line)

// --- Order ---

static int compare_names(const void* a, const void* b)
{
  const ep_urdf_joint* const* x = a;
  const ep_urdf_joint* const* y = b;
  return strcmp((*x)->name, (*y)->name);
}

/// Lists of children as chains: per link its first joint, per joint the next one of the same
/// parent, last name first.
typedef struct chains
{
  int32_t* first;
  int32_t* next;
} chains;

static void chain_up(const ep_urdf* urdf, const ep_urdf_joint** sorted, chains* c)
{
  for (int32_t i = 0; i < urdf->joint_count; ++i)
  {
    sorted[i] = &urdf->joints[i];
  }
  qsort(sorted, (size_t)urdf->joint_count, sizeof *sorted, compare_names);
  for (int32_t i = 0; i < urdf->link_count; ++i)
  {
    c->first[i] = -1;
  }
  for (int32_t i = 0; i < urdf->joint_count; ++i)
  {
    const int32_t joint = (int32_t)(sorted[i] - urdf->joints);
    c->next[joint] = c->first[sorted[i]->parent];
    c->first[sorted[i]->parent] = joint;
  }
}

/// What is pushed last, the first name, comes off first.
static void walk(const ep_urdf* urdf, const chains* c, int32_t* stack, ep_robot_tree* tree)
{
  int32_t waiting = 0;
  int32_t done = 0;
  stack[waiting++] = urdf->root;
  while (waiting > 0)
  {
    const int32_t link = stack[--waiting];
    tree->from[done] = link;
    tree->to[link] = done++;
    for (int32_t joint = c->first[link]; joint >= 0; joint = c->next[joint])
    {
      stack[waiting++] = urdf->joints[joint].child;
    }
  }
}

static bool order_links(const ep_urdf* urdf, ep_robot_tree* tree)
{
  const size_t count = (size_t)urdf->link_count;
  const ep_urdf_joint** sorted = malloc(count * sizeof *sorted);
  int32_t* room = malloc(3 * count * sizeof *room);
  const bool enough = sorted != NULL && room != NULL;
  if (enough)
  {
    chains c = {room, room + count};
    chain_up(urdf, sorted, &c);
    walk(urdf, &c, room + 2 * count, tree);
  }
  free(sorted);
  free(room);
  return enough;
}

// --- Values ---

static bool has_axis(const ep_urdf_joint* joint)
{
  return joint->type != EP_URDF_FIXED && joint->type != EP_URDF_FLOATING;
}

/// The joint follows itself, directly or through others.
static ep_status check_mimic(const char* path, const ep_urdf* urdf, const ep_urdf_joint* joint,
                             ep_error* error)
{
  if (joint->mimic >= 0 && &urdf->joints[joint->mimic] == joint)
  {
    return REFUSE(path, joint, error, "mimic: follows '%s', which is itself", joint->name);
  }
  int32_t steps = 0;
  for (const ep_urdf_joint* at = joint; at->mimic >= 0; at = &urdf->joints[at->mimic])
  {
    if (++steps > urdf->joint_count)
    {
      return REFUSE(path, joint, error, "mimic: the joints it follows go in a circle through '%s'",
                    at->name);
    }
  }
  return EP_OK;
}

static ep_status check_joint(const char* path, const ep_urdf* urdf, const ep_urdf_joint* joint,
                             ep_error* error)
{
  const double* a = joint->axis;
  if (has_axis(joint) && a[0] == 0.0 && a[1] == 0.0 && a[2] == 0.0)
  {
    return REFUSE(path, joint, error, "axis %g %g %g has no direction", a[0], a[1], a[2]);
  }
  if (!(joint->lower <= joint->upper))
  {
    return REFUSE(path, joint, error, "limit: lower %g is above upper %g", joint->lower,
                  joint->upper);
  }
  return check_mimic(path, urdf, joint, error);
}

// --- Links ---

static ep_pose pose_from(const ep_urdf_pose* from)
{
  ep_pose pose;
  memcpy(pose.position, from->position, sizeof pose.position);
  memcpy(pose.rotation, from->rotation, sizeof pose.rotation);
  return pose;
}

static ep_joint_type type_from(ep_urdf_joint_type type)
{
  static const ep_joint_type types[] = {
      [EP_URDF_FIXED] = EP_JOINT_FIXED,           [EP_URDF_REVOLUTE] = EP_JOINT_REVOLUTE,
      [EP_URDF_CONTINUOUS] = EP_JOINT_CONTINUOUS, [EP_URDF_PRISMATIC] = EP_JOINT_PRISMATIC,
      [EP_URDF_PLANAR] = EP_JOINT_PLANAR,         [EP_URDF_FLOATING] = EP_JOINT_FLOATING};
  return types[type];
}

static void describe_joint(const ep_robot_tree* tree, const ep_urdf_joint* joint,
                           ep_link_desc* link)
{
  link->parent = tree->to[joint->parent];
  link->origin = pose_from(&joint->origin);
  link->joint = type_from(joint->type);
  if (has_axis(joint))
  {
    memcpy(link->axis, joint->axis, sizeof link->axis);
  }
  if (joint->type == EP_URDF_REVOLUTE || joint->type == EP_URDF_PRISMATIC)
  {
    link->lower[0] = joint->lower;
    link->upper[0] = joint->upper;
  }
  if (joint->mimic >= 0 && joint->type != EP_URDF_FIXED)
  {
    link->mimic_of = tree->to[tree->urdf->joints[joint->mimic].child];
    link->mimic_multiplier = joint->mimic_multiplier;
    link->mimic_offset = joint->mimic_offset;
  }
}

static void describe_links(const ep_pose* base, ep_robot_tree* tree)
{
  for (int32_t i = 0; i < tree->urdf->link_count; ++i)
  {
    ep_link_desc* link = &tree->links[i];
    *link = ep_link_default();
    link->name = tree->urdf->links[tree->from[i]].name;
    link->origin = *base;
    const ep_urdf_joint* joint = ep_robot_tree_joint(tree, i);
    if (joint != NULL)
    {
      describe_joint(tree, joint, link);
    }
  }
}

static void remark_fixed(const char* path, const ep_urdf* urdf, ep_report* report)
{
  for (int32_t i = 0; i < urdf->joint_count; ++i)
  {
    const ep_urdf_joint* joint = &urdf->joints[i];
    if (joint->type == EP_URDF_FIXED && joint->mimic >= 0)
    {
      ep_report_remark(report, "%s: joint '%s': is fixed and does not follow '%s' (line %d)", path,
                       joint->name, urdf->joints[joint->mimic].name, (int)joint->line);
    }
  }
}

ep_status ep_robot_tree_make(const char* path, const ep_urdf* urdf, const ep_pose* base,
                             ep_report* report, ep_robot_tree* tree, ep_error* error)
{
  *tree = (ep_robot_tree){0};
  for (int32_t i = 0; i < urdf->joint_count; ++i)
  {
    const ep_status status = check_joint(path, urdf, &urdf->joints[i], error);
    if (status != EP_OK)
    {
      return status;
    }
  }
  const size_t count = (size_t)urdf->link_count;
  tree->urdf = urdf;
  tree->from = malloc(count * sizeof *tree->from);
  tree->to = malloc(count * sizeof *tree->to);
  tree->links = malloc(count * sizeof *tree->links);
  if (tree->from == NULL || tree->to == NULL || tree->links == NULL || !order_links(urdf, tree))
  {
    ep_robot_tree_clear(tree);
    return ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory for %zu links", path, count);
  }
  describe_links(base, tree);
  remark_fixed(path, urdf, report);
  return ep_envs_ok(error);
}

void ep_robot_tree_clear(ep_robot_tree* tree)
{
  free(tree->from);
  free(tree->to);
  free(tree->links);
  *tree = (ep_robot_tree){0};
}

const ep_urdf_joint* ep_robot_tree_joint(const ep_robot_tree* tree, int32_t link)
{
  const int32_t joint = tree->urdf->links[tree->from[link]].joint;
  return joint < 0 ? NULL : &tree->urdf->joints[joint];
}

// --- Machine ---

/// The joint of the link that core's message names, or NULL.
static const ep_urdf_joint* joint_meant(const ep_robot_tree* tree, const char* message)
{
  for (int32_t i = 0; i < tree->urdf->link_count; ++i)
  {
    char mark[EP_ERROR_MESSAGE_SIZE];
    snprintf(mark, sizeof mark, ": link '%s': ", tree->links[i].name);
    if (strstr(message, mark) != NULL)
    {
      return ep_robot_tree_joint(tree, i);
    }
  }
  return NULL;
}

ep_status ep_robot_tree_machine(const char* path, const ep_robot_tree* tree, const char* name,
                                ep_machine** machine, ep_error* error)
{
  ep_machine_desc desc = ep_machine_default();
  desc.name = name;
  desc.links = tree->links;
  desc.link_count = tree->urdf->link_count;
  ep_error cause;
  const ep_status status = ep_machine_create(&desc, machine, &cause);
  if (status == EP_OK)
  {
    return ep_envs_ok(error);
  }
  const ep_urdf_joint* joint = joint_meant(tree, cause.message);
  return joint == NULL ? ep_envs_fail(error, status, "%s: %s", path, cause.message)
                       : ep_envs_fail(error, status, "%s: joint '%s': %s (line %d)", path,
                                      joint->name, cause.message, (int)joint->line);
}
