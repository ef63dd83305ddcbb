/// @file scene_motion.c
/// Objects that queries carry about: where they are picked up, and where they are left.
#include "scene_internal.h"

#include "io_file.h"

#include <stdlib.h>
#include <string.h>

/// The last query before this one that carried the object says where it is.
ep_pose ep_scene_object_pose(const ep_scene* scene, int32_t object, int32_t query)
{
  const ep_scene_query_entry* queries = scene->queries;
  int32_t at = query == EP_SCENE_NONE ? EP_SCENE_NONE : queries[query].query.after;
  for (; at != EP_SCENE_NONE; at = queries[at].query.after)
  {
    const ep_scene_query* q = &queries[at].query;
    for (int32_t i = 0; i < q->attachment_count; ++i)
    {
      if (q->attachments[i].object == object)
      {
        return queries[at].released[i];
      }
    }
  }
  return scene->objects[object].pose;
}

ep_status ep_scene_link_pose(const ep_scene* scene, int32_t robot, int32_t link, const double* q,
                             ep_pose* pose, ep_error* error)
{
  const ep_scene_robot_entry* entry = &scene->robots[robot];
  const ep_machine* machine = ep_robot_machine(entry->robot);
  ep_frame* frames = malloc((size_t)ep_machine_link_count(machine) * sizeof *frames);
  if (frames == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory", scene->path);
  }
  const ep_status status = ep_machine_forward(machine, q + entry->value_start, frames, error);
  if (status == EP_OK)
  {
    *pose = ep_scene_frame_pose(&frames[link]);
  }
  free(frames);
  return status;
}

ep_geometry_desc ep_scene_geometry_at(const ep_scene_entry* entry, const ep_pose* pose,
                                      double matrix[16])
{
  ep_geometry_desc geometry = entry->object.geometry;
  if (geometry.matrix == NULL)
  {
    geometry.pose = *pose;
    return geometry;
  }
  memset(matrix, 0, 16 * sizeof(double));
  matrix[15] = 1.0;
  for (int column = 0; column < 3; ++column)
  {
    const double* m = entry->matrix + column;
    const double v[3] = {m[0], m[4], m[8]};
    double turned[3];
    ep_scene_pose_turn(pose, v, turned);
    for (int row = 0; row < 3; ++row)
    {
      matrix[4 * row + column] = turned[row];
      matrix[4 * row + 3] = pose->position[row];
    }
  }
  geometry.matrix = matrix;
  return geometry;
}
