/// @file bench_scene.h
/// A generated scene with its world, its edges and its checkers.
#ifndef BENCH_SCENE_H
#define BENCH_SCENE_H

#include "bench_own.h"

typedef struct bench_scene
{
  ep_scene* scene;
  ep_world* world;
  int32_t query; ///< or EP_SCENE_NONE
} bench_scene;

/// Loads SCENES/file. `query` may be NULL. Zeroed on failure.
ep_status bench_scene_load(const bench* b, const char* file, const char* query, bench_scene* scene,
                           ep_error* error);
/// The same with a world in which robots are not checked against themselves or each other: what
/// the scene says of pairs and clearances is not looked at, nor is any query.
ep_status bench_scene_load_outer(const bench* b, const char* file, bench_scene* scene,
                                 ep_error* error);
void bench_scene_clear(bench_scene* scene);

/// A measured method that is ours, with what the query attaches attached.
ep_status bench_scene_own(const bench_scene* scene, ep_method method, ep_mode mode,
                          uint32_t switches, bench_own* own, ep_error* error);

/// Adds the edges of SCENES/file to `edges`, which is zeroed before the first, at most `limit` of
/// them, evenly chosen. Labels are dropped: times are sorted by what was found.
ep_status bench_scene_edges(const bench* b, const bench_scene* scene, const char* file,
                            int32_t limit, ep_edges* edges, ep_error* error);

#endif
