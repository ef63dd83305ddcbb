/// @file joints.h
/// The joints of a scene that have values: what a planner's state space is made of.
#ifndef EP_PLUGIN_JOINTS_H
#define EP_PLUGIN_JOINTS_H

#include "edgeproof/envs/scene.h"

typedef struct ep_scene_joint
{
  char* name; ///< "crane/slew"
  ep_joint_type type;
  int32_t robot;
  int32_t link;        ///< of the robot's machine, carried by this joint
  int32_t value_start; ///< of its values in the scene's configuration
  int32_t value_count;
  bool linear; ///< an angle that could wrap runs straight
} ep_scene_joint;

typedef struct ep_scene_joints
{
  ep_scene_joint* list; ///< in the order of their values, which leaves none out
  int32_t count;
} ep_scene_joints;

/// On failure nothing is left to clear.
ep_status ep_scene_joints_list(const ep_scene* scene, ep_scene_joints* joints, ep_error* error);
void ep_scene_joints_clear(ep_scene_joints* joints);

#endif
