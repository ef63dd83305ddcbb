/// @file soak_scene.h
/// A scene's query as the second judge sees it: geometry, poses and demands are read from the
/// scene and worked out anew, by what scene.md and world.h say.
#ifndef SOAK_SCENE_H
#define SOAK_SCENE_H

#include "scene_internal.h"
#include "soak_judge.h"

/// Fills a zeroed judge. `world` names the bodies. What it cannot do ends the program with a
/// message.
void soak_scene_make(soak_judge* judge, const ep_scene* scene, int32_t query,
                     const ep_world* world);

#endif
