/// @file fcl_motion.h
/// FCL's continuousCollide. **Uncertified**: "does not collide" from it is no evidence.
///
/// Measured with FCL 0.7.0 as Debian ships it: conservative advancement misses 39 to 50 % of the
/// colliding motions of two meshes and 78 % of those of a mesh and a shape; the naive method looks
/// at a few moments only. It is here to be compared with, and for nothing else.
#ifndef EDGEPROOF_SHIM_FCL_MOTION_H
#define EDGEPROOF_SHIM_FCL_MOTION_H

#include "edgeproof/shim/fcl.h"

#ifdef __cplusplus
extern "C"
{
#endif

  /// A geometry that moves from one place to another: its origin on a straight line, turning about
  /// one axis at a constant rate, the short way round. NULL is where it was made.
  typedef struct ep_fcl_moving
  {
    const ep_fcl_geometry* geometry;
    const ep_fcl_transform* begin;
    const ep_fcl_transform* end;
  } ep_fcl_moving;

  typedef enum ep_fcl_motion_method EP_SHIM_ANY_INT
  {
    EP_FCL_ADVANCEMENT = 0, ///< conservative advancement
    EP_FCL_NAIVE            ///< `iterations` equally spaced moments, the ends included
  } ep_fcl_motion_method;

  typedef struct ep_fcl_motion_options
  {
    ep_fcl_motion_method method;
    int32_t iterations;    ///< at least 2; FCL's default is 10
    double time_tolerance; ///< in (0,1]; FCL's default is 1e-4; no more than 1/this iterations
  } ep_fcl_motion_options;

  /// Conservative advancement with FCL's defaults.
  ep_fcl_motion_options ep_fcl_motion_options_default(void);

  /// Whether FCL sees the two collide, and if so when, in [0,1]. `options` may be NULL. Refused:
  /// pairs that FCL cannot do; for conservative advancement halfspaces and octrees are among them.
  ep_shim_result ep_fcl_continuous_uncertified(const ep_fcl_moving* a, const ep_fcl_moving* b,
                                               const ep_fcl_motion_options* options, bool* collides,
                                               double* time, ep_shim_error* error);

#ifdef __cplusplus
}
#endif

#endif
