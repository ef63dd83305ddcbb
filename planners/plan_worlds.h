/// @file plan_worlds.h
/// The worlds of a scene's queries, each made when it is first asked for, and kept: for many runs.
#ifndef PLAN_WORLDS_H
#define PLAN_WORLDS_H

#include "edgeproof/envs/scene.h"

typedef struct plan_worlds
{
  const ep_scene* scene;
  ep_world** worlds; ///< one a query, NULL until it is made
} plan_worlds;

/// On failure there is nothing to clear. The scene must outlive it.
ep_status plan_worlds_make(plan_worlds* w, const ep_scene* scene, ep_error* error);
/// Takes a zeroed one.
void plan_worlds_clear(plan_worlds* w);

/// The frozen world of a query. It belongs to the worlds.
ep_status plan_worlds_get(plan_worlds* w, int32_t query, const ep_world** world, ep_error* error);

#endif
