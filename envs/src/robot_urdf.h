/// @file robot_urdf.h
/// From the flat URDF to the links of a machine: their order, and whether the values make sense.
#ifndef EP_ROBOT_URDF_H
#define EP_ROBOT_URDF_H

#include "edgeproof/envs/report.h"
#include "edgeproof/machine.h"
#include "edgeproof/shim/urdf.h"

/// The links in the machine's order: depth first from the root, children by the name of their
/// joint. Borrows the URDF.
typedef struct ep_robot_tree
{
  const ep_urdf* urdf;
  int32_t* from;       ///< per link of the machine: the link of the URDF
  int32_t* to;         ///< per link of the URDF: the link of the machine
  ep_link_desc* links; ///< per link of the machine
} ep_robot_tree;

/// `path` begins the messages. A fixed joint that should follow another does not move: that it does
/// not is remarked in the report, which may be NULL. On failure the tree is zeroed.
ep_status ep_robot_tree_make(const char* path, const ep_urdf* urdf, const ep_pose* base,
                             ep_report* report, ep_robot_tree* tree, ep_error* error);
/// Takes a zeroed tree.
void ep_robot_tree_clear(ep_robot_tree* tree);

/// The joint that carries a link of the machine, or NULL for the root.
const ep_urdf_joint* ep_robot_tree_joint(const ep_robot_tree* tree, int32_t link);

/// ep_machine_create(), whose message then begins with the path and the joint that is meant.
ep_status ep_robot_tree_machine(const char* path, const ep_robot_tree* tree, const char* name,
                                ep_machine** machine, ep_error* error);

#endif
