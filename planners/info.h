/// @file info.h
/// What `edgeproof info` tells.
#ifndef INFO_H
#define INFO_H

#include "edgeproof/envs/scene.h"

/// Everything about a scene and the world made of it, which took so many seconds, on the standard
/// output.
ep_status info_print(const ep_scene* scene, const ep_world* world, double seconds, ep_error* error);
/// The same as one JSON object.
ep_status info_json(const ep_scene* scene, const ep_world* world, double seconds, ep_error* error);

/// Why the start or the goal of a query is not free: pair, point, and how far it is from free; or
/// how near the nearest thing is.
ep_status info_query(const ep_scene* scene, int32_t query, bool as_json, bool* is_free,
                     ep_error* error);

/// The most memory this program has used, in MB, or 0 where the system does not tell.
double info_most_memory(void);

/// Pairs of links and ropes with geometry, checked or not.
int32_t info_moving_pairs(const ep_world* world);

#endif
