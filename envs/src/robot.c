/// @file robot.c
#include "edgeproof/envs/robot.h"

#include "io_file.h"
#include "robot_shapes.h"
#include "robot_srdf.h"
#include "robot_urdf.h"

#include <stdlib.h>
#include <string.h>

/// Larger URDF and SRDF files are refused: as a tree in memory they take twenty times the room.
#define ROBOT_FILE_MAX (INT64_C(16) << 20)

/// The texts stay for the names they own.
struct ep_robot
{
  ep_urdf* urdf;
  ep_srdf* srdf; ///< NULL if there is none
  ep_robot_tree tree;
  ep_machine* machine;
  ep_robot_shapes shapes;
  ep_robot_pairs pairs;
};

ep_robot_options ep_robot_options_default(void)
{
  return (ep_robot_options){.struct_size = sizeof(ep_robot_options),
                            .base = ep_pose_identity(),
                            .mesh = ep_mesh_options_default()};
}

// --- Files ---

static ep_status read_text(const char* path, ep_text* text, ep_error* error)
{
  const ep_status status = ep_file_read(path, ROBOT_FILE_MAX, text, error);
  size_t bad = 0;
  if (status == EP_OK && !ep_text_is_utf8(text->bytes, text->size, &bad))
  {
    const bool zero = text->bytes[bad] == 0;
    free(text->bytes);
    *text = (ep_text){NULL, 0};
    return ep_envs_fail(error, EP_ERROR_INPUT, "%s: byte %zu %s", path, bad,
                        zero ? "is zero: this is not a text" : "is not UTF-8");
  }
  return status;
}

static ep_status take_result(const char* path, ep_shim_result result, const char* message,
                             ep_error* error)
{
  return result == EP_SHIM_OK
             ? ep_envs_ok(error)
             : ep_envs_fail(error, result == EP_SHIM_MEMORY ? EP_ERROR_MEMORY : EP_ERROR_INPUT,
                            "%s: %s", path, message);
}

static ep_status read_urdf(const char* path, ep_urdf** urdf, ep_error* error)
{
  ep_text text;
  const ep_status status = read_text(path, &text, error);
  if (status != EP_OK)
  {
    return status;
  }
  char message[EP_ERROR_MESSAGE_SIZE];
  const ep_shim_result result = ep_urdf_read(text.bytes, text.size, urdf, message, sizeof message);
  free(text.bytes);
  return take_result(path, result, message, error);
}

static ep_status read_srdf(const char* path, ep_srdf** srdf, ep_error* error)
{
  ep_text text;
  const ep_status status = read_text(path, &text, error);
  if (status != EP_OK)
  {
    return status;
  }
  char message[EP_ERROR_MESSAGE_SIZE];
  const ep_shim_result result = ep_srdf_read(text.bytes, text.size, srdf, message, sizeof message);
  free(text.bytes);
  return take_result(path, result, message, error);
}

// --- Loading ---

static ep_status check_options(const ep_robot_options* options, ep_error* error)
{
  if (options->struct_size != sizeof(ep_robot_options))
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE,
                        "struct_size is %u, not %u: start from ep_robot_options_default()",
                        (unsigned)options->struct_size, (unsigned)sizeof(ep_robot_options));
  }
  if (options->geometry != EP_ROBOT_COLLISION && options->geometry != EP_ROBOT_VISUAL)
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE, "geometry %d does not exist",
                        (int)options->geometry);
  }
  if (options->package_count < 0 || (options->package_count > 0 && options->packages == NULL))
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE, "%d package folders, but no list of them",
                        (int)options->package_count);
  }
  return EP_OK;
}

static ep_status load_srdf(ep_robot* robot, const char* path, ep_report* report, ep_error* error)
{
  if (path == NULL)
  {
    return ep_envs_ok(error);
  }
  const ep_status status = read_srdf(path, &robot->srdf, error);
  return status != EP_OK
             ? status
             : ep_robot_pairs_make(path, robot->srdf, &robot->tree, report, &robot->pairs, error);
}

/// Each step leaves in the robot what must be freed. The meshes, which take longest, come last.
static ep_status load(const char* path, const ep_robot_options* options, ep_report* report,
                      ep_robot* robot, ep_error* error)
{
  ep_status status = read_urdf(path, &robot->urdf, error);
  if (status != EP_OK)
  {
    return status;
  }
  for (int32_t i = 0; i < robot->urdf->warning_count; ++i)
  {
    ep_report_warn(report, "%s: %s", path, robot->urdf->warnings[i]);
  }
  status = ep_robot_tree_make(path, robot->urdf, &options->base, report, &robot->tree, error);
  for (int32_t i = 0; status == EP_OK && i < robot->urdf->link_count; ++i)
  {
    robot->tree.links[i].linear = options->linear;
  }
  if (status == EP_OK)
  {
    const char* name = options->name != NULL ? options->name : robot->urdf->name;
    status = ep_robot_tree_machine(path, &robot->tree, name, &robot->machine, error);
  }
  if (status == EP_OK)
  {
    status = load_srdf(robot, options->srdf, report, error);
  }
  return status != EP_OK
             ? status
             : ep_robot_shapes_load(path, &robot->tree, options, report, &robot->shapes, error);
}

ep_status ep_robot_load(const char* path, const ep_robot_options* options, ep_report* report,
                        ep_robot** robot, ep_error* error)
{
  if (robot == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE, "no place for the robot");
  }
  *robot = NULL;
  if (path == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE, "no path of a URDF");
  }
  const ep_robot_options usual = ep_robot_options_default();
  const ep_robot_options* used = options != NULL ? options : &usual;
  ep_status status = check_options(used, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_robot* made = calloc(1, sizeof *made);
  if (made == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory", path);
  }
  status = load(path, used, report, made, error);
  if (status != EP_OK)
  {
    ep_robot_destroy(made);
    return status;
  }
  *robot = made;
  return ep_envs_ok(error);
}

void ep_robot_destroy(ep_robot* robot)
{
  if (robot == NULL)
  {
    return;
  }
  ep_robot_pairs_clear(&robot->pairs);
  ep_robot_shapes_clear(&robot->shapes);
  ep_machine_destroy(robot->machine);
  ep_robot_tree_clear(&robot->tree);
  ep_srdf_destroy(robot->srdf);
  ep_urdf_destroy(robot->urdf);
  free(robot);
}

// --- Asking ---

const ep_machine* ep_robot_machine(const ep_robot* robot)
{
  return robot->machine;
}

const char* ep_robot_joint_name(const ep_robot* robot, int32_t link)
{
  if (link < 0 || link >= robot->urdf->link_count)
  {
    return NULL;
  }
  const ep_urdf_joint* joint = ep_robot_tree_joint(&robot->tree, link);
  return joint == NULL ? "" : joint->name;
}

int32_t ep_robot_find_joint(const ep_robot* robot, const char* joint)
{
  for (int32_t i = 0; i < robot->urdf->joint_count; ++i)
  {
    if (strcmp(robot->urdf->joints[i].name, joint) == 0)
    {
      return robot->tree.to[robot->urdf->joints[i].child];
    }
  }
  return EP_NO_LINK;
}

int32_t ep_robot_shape_count(const ep_robot* robot)
{
  return robot->shapes.count;
}

const ep_robot_shape* ep_robot_get_shape(const ep_robot* robot, int32_t shape)
{
  return shape < 0 || shape >= robot->shapes.count ? NULL : &robot->shapes.shapes[shape];
}

int32_t ep_robot_disabled_count(const ep_robot* robot)
{
  return robot->pairs.count;
}

const ep_robot_pair* ep_robot_disabled(const ep_robot* robot, int32_t pair)
{
  return pair < 0 || pair >= robot->pairs.count ? NULL : &robot->pairs.pairs[pair];
}
