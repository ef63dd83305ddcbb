/// @file robot.h
/// Machines from URDF and SRDF files, with the meshes they name.
///
/// The robot is loaded whole or not at all; what urdfdom would drop silently is an error here. Each
/// URDF link becomes a link of an ep_machine, hung on its parent by the URDF joint that carries it.
/// The order is that of the tree, not of the file: depth first from the root, the children of a
/// link by the name of their joint. So is the order of values in a configuration.
///
/// The root link hangs on the world by a fixed joint, at the `base` pose.
///
/// Limits are those of <limit>; those of <safety_controller> are not looked at. Files of more than
/// 16 MiB, without their meshes, are refused.
///
/// A mesh is named by package://NAME/rest, file:///path, or a path, absolute or beside the URDF. A
/// package is looked for in the folders given, in those of ROS_PACKAGE_PATH, and in the folders
/// from the URDF's own upward: as NAME/rest, or as rest where the folder itself is the package, by
/// its name or its package.xml. It must not lead out of the package by "..". %20 and the like are
/// decoded in the two URL forms.
///
/// A fixed joint with a <mimic> does not move. An element of the SRDF that names a link which does
/// not exist is passed over with a warning: that leaves more to be checked, never less.
#ifndef EDGEPROOF_ENVS_ROBOT_H
#define EDGEPROOF_ENVS_ROBOT_H

#include "edgeproof/envs/mesh.h"
#include "edgeproof/envs/report.h"
#include "edgeproof/geometry.h"
#include "edgeproof/machine.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_robot ep_robot;

  typedef enum ep_robot_geometry
  {
    EP_ROBOT_COLLISION = 0, ///< and visual, with a warning, where the whole URDF has no collision
    EP_ROBOT_VISUAL
  } ep_robot_geometry;

  typedef struct ep_robot_options
  {
    uint32_t struct_size; ///< set by ep_robot_options_default()
    const char* name;     ///< of the machine; NULL: the name in the URDF
    const char* srdf;     ///< path, or NULL
    ep_robot_geometry geometry;
    bool linear; ///< continuous joints and yaws take the numbers as they are (ep_link_desc::linear)
    ep_pose base;
    const char* const* packages; ///< folders that hold ROS packages, tried first for package://
    int32_t package_count;
    ep_mesh_options mesh;
  } ep_robot_options;

  EP_API ep_robot_options ep_robot_options_default(void);

  /// Reads the URDF at `path`, the SRDF, and every mesh. options and report may be NULL. On failure
  /// *robot is NULL. The caller destroys.
  EP_API ep_status ep_robot_load(const char* path, const ep_robot_options* options,
                                 ep_report* report, ep_robot** robot, ep_error* error);
  /// Takes NULL. Worlds that use its machine must be gone before.
  EP_API void ep_robot_destroy(ep_robot* robot);

  EP_API const ep_machine* ep_robot_machine(const ep_robot* robot);

  /// The name of the URDF joint that carries a link of the machine; "" for the root. NULL if there
  /// is no such link.
  EP_API const char* ep_robot_joint_name(const ep_robot* robot, int32_t link);
  /// The link carried by the joint of this name, or EP_NO_LINK.
  EP_API int32_t ep_robot_find_joint(const ep_robot* robot, const char* joint);

  /// One geometry of a link. Arrays and strings belong to the robot.
  typedef struct ep_robot_shape
  {
    int32_t link;
    ep_geometry_desc geometry; ///< as ep_world_add_link_shape() takes it
    const char* file;          ///< of a mesh, as resolved; NULL for a primitive
    const ep_mesh* mesh;       ///< NULL for a primitive
  } ep_robot_shape;

  EP_API int32_t ep_robot_shape_count(const ep_robot* robot);
  EP_API const ep_robot_shape* ep_robot_get_shape(const ep_robot* robot, int32_t shape);

  /// A pair of links that the SRDF disables: by <disable_collisions>, or by
  /// <disable_default_collisions> of one of them unless <enable_collisions> names the pair. Each
  /// pair once, the lower link first.
  typedef struct ep_robot_pair
  {
    int32_t link[2];
    const char* reason; ///< as in the SRDF, "" if there is none
  } ep_robot_pair;

  EP_API int32_t ep_robot_disabled_count(const ep_robot* robot);
  EP_API const ep_robot_pair* ep_robot_disabled(const ep_robot* robot, int32_t pair);

#ifdef __cplusplus
}
#endif

#endif
