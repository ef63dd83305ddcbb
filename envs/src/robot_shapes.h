/// @file robot_shapes.h
/// The geometries of a robot's links: primitives, and meshes from their files.
#ifndef EP_ROBOT_SHAPES_H
#define EP_ROBOT_SHAPES_H

#include "robot_urdf.h"

#include "edgeproof/envs/robot.h"

typedef struct ep_robot_shapes
{
  ep_robot_shape* shapes; ///< in the order of links, then of the file
  int32_t count;
  ep_mesh* meshes; ///< each file once
  char** files;    ///< of each mesh
  int32_t mesh_count;
} ep_robot_shapes;

/// Loads what options->geometry asks for. Warns once if there is no collision geometry and visual
/// is used instead, and once, with their names, of links that have only the kind that is not used.
/// On failure the shapes are zeroed.
ep_status ep_robot_shapes_load(const char* path, const ep_robot_tree* tree,
                               const ep_robot_options* options, ep_report* report,
                               ep_robot_shapes* shapes, ep_error* error);
/// Takes zeroed shapes.
void ep_robot_shapes_clear(ep_robot_shapes* shapes);

#endif
