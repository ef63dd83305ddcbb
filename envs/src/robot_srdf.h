/// @file robot_srdf.h
/// Which pairs of links an SRDF takes out of the checks.
#ifndef EP_ROBOT_SRDF_H
#define EP_ROBOT_SRDF_H

#include "robot_urdf.h"

#include "edgeproof/envs/robot.h"
#include "edgeproof/shim/srdf.h"

typedef struct ep_robot_pairs
{
  ep_robot_pair* pairs; ///< each once, the lower link first, in order
  int32_t count;
} ep_robot_pairs;

/// As MoveIt does, whatever the order in the file: a pair is disabled if <disable_collisions> names
/// it, or if <disable_default_collisions> names one of its links and <enable_collisions> does not
/// name the pair. An element with a link that does not exist is passed over with a warning: that
/// leaves more to be checked, never less. `path` is the SRDF's. Borrows the reasons. On failure the
/// pairs are zeroed.
ep_status ep_robot_pairs_make(const char* path, const ep_srdf* srdf, const ep_robot_tree* tree,
                              ep_report* report, ep_robot_pairs* pairs, ep_error* error);
/// Takes zeroed pairs.
void ep_robot_pairs_clear(ep_robot_pairs* pairs);

#endif
