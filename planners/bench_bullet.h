/// @file bench_bullet.h
/// Sweeps of link hulls by Bullet, among the methods that are measured.
///
/// The hull of all vertices of each link is swept between poses of pieces of the edge, in each of
/// which no point moves farther than BENCH_BULLET_PIECE; the obstacles' triangles stand. A demanded
/// clearance is a margin around the hull. Links are not checked against links, ropes not at all,
/// and of obstacles only meshes and boxes.
#ifndef BENCH_BULLET_H
#define BENCH_BULLET_H

#include "bench_scene.h"

#include "edgeproof/plugin/fcl_world.h"

#define BENCH_BULLET_PIECE 0.5 ///< metres

typedef struct bench_bullet bench_bullet;

/// `fcl` is asked how many pieces an edge has. Both must outlive it.
ep_status bench_bullet_create(const bench_scene* scene, const ep_fcl_world* fcl,
                              bench_bullet** bullet, ep_error* error);
/// Takes NULL.
void bench_bullet_destroy(bench_bullet* bullet);
bench_method bench_bullet_method(bench_bullet* bullet, const char* name);

#endif
