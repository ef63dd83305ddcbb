/// @file bullet.h
/// Bullet from C: convex hulls swept from one pose to another among meshes that stand.
///
/// What game engines, and planners such as Tesseract, use for continuous collision. It is here to
/// be compared with. Nothing here is a proof: Bullet computes in floats, iterates to a tolerance, a
/// hull is more than the link inside it, and between the two poses it draws its own curve, straight
/// and turning at a constant rate.
///
/// Metres. Every call returns EP_SHIM_OK, or says in *error, which may be NULL, what it refuses.
/// Other pointers must not be NULL.
///
/// Threads: a world is one thread's at a time. Nothing is global.
#ifndef EDGEPROOF_SHIM_BULLET_H
#define EDGEPROOF_SHIM_BULLET_H

#include "edgeproof/shim/status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_bullet_world ep_bullet_world;

  /// A rotation row by row, and where the origin goes.
  typedef struct ep_bullet_pose
  {
    double rotation[9];
    double position[3];
  } ep_bullet_pose;

  /// The caller destroys.
  ep_shim_result ep_bullet_create(ep_bullet_world** world, ep_shim_error* error);
  /// Takes NULL.
  void ep_bullet_destroy(ep_bullet_world* world);

  /// Adds a mesh that stands, in the world's coordinates; the first one is number 0. Arrays are
  /// copied. Refused: an index out of range, nothing at all, a number that is not finite.
  ep_shim_result ep_bullet_add_mesh(ep_bullet_world* world, const double* vertices,
                                    int32_t vertex_count, const int32_t* triangles,
                                    int32_t triangle_count, ep_shim_error* error);

  /// Adds a hull: the convex hull of these points, in the frame of what carries it. The first one
  /// is number 0.
  ep_shim_result ep_bullet_add_hull(ep_bullet_world* world, const double* points,
                                    int32_t point_count, ep_shim_error* error);

  /// Sweeps a hull, grown by `margin` metres, from one pose to another, by convexSweepTest, past
  /// the meshes m for which wanted[m] is true. *hit: whether it meets one.
  ep_shim_result ep_bullet_sweep(ep_bullet_world* world, int32_t hull, const ep_bullet_pose* from,
                                 const ep_bullet_pose* to, double margin, const bool* wanted,
                                 bool* hit, ep_shim_error* error);

  /// Of the headers, such as "3.24".
  const char* ep_bullet_version(void);

#ifdef __cplusplus
}
#endif

#endif
