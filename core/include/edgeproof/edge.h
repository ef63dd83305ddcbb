/// @file edge.h
/// Edges: the motion of a machine between two configurations.
///
/// The curve q(t), t in [0,1], is the one OMPL's StateSpace::interpolate draws:
///
/// - revolute, prismatic, x, y, z: straight, q(t) = q0 + t (q1 - q0);
/// - continuous, and the yaw of a planar joint: both ends are reduced to [-pi, pi] first (values
///   already there are kept as they are); the motion is straight where |q1 - q0| <= pi, as computed
///   in double precision, and takes the other way round otherwise (straight, as they are, where
///   ep_link_desc::linear says so);
/// - ball and floating joints: both quaternions normalised, q1 negated where the dot product of the
///   two as given (summed in the order x y z w in double precision) is negative, then the great arc
///   at constant angular velocity (slerp);
/// - mimic joints follow the curve of the joint they follow.
///
/// OMPL does not move a rotation whose total is below about 9e-5 rad. For such edges every bound
/// here covers our curve and the one that stands still at either end.
///
/// An edge is a workspace for one thread: made once for a machine, set again and again without
/// allocating.
#ifndef EDGEPROOF_EDGE_H
#define EDGEPROOF_EDGE_H

#include "edgeproof/machine.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_edge ep_edge;

  /// Makes an edge of this machine, at first the one that rests at the configuration of zeros (and
  /// identity rotations). The machine must outlive it. The caller destroys.
  EP_API ep_status ep_edge_create(const ep_machine* machine, ep_edge** edge, ep_error* error);

  /// Takes NULL.
  EP_API void ep_edge_destroy(ep_edge* edge);

  EP_API const ep_machine* ep_edge_machine(const ep_edge* edge);

  /// Sets the motion from q0 to q1, both copied. Refuses what ep_machine_check_config() refuses,
  /// and a floating-point environment in which the proofs do not hold; on failure the edge is left
  /// as it was.
  EP_API ep_status ep_edge_set(ep_edge* edge, const double* q0, const double* q1, ep_error* error);

  /// The same curve backwards: afterwards q(t) is what q(1-t) was.
  EP_API void ep_edge_reverse(ep_edge* edge);

  /// The configuration at time t, up to rounding. Angles that wrap are reported in [-pi, pi],
  /// quaternions with length 1. At t = 0 and t = 1 an end comes back exactly as given, except where
  /// it had to be reduced or normalised.
  EP_API ep_status ep_edge_config(const ep_edge* edge, double t, double* q);

  /// The frame of every link at time t: ep_machine_link_count() frames. A point at distance r from
  /// the link's origin is within ep_node_spread_up(bound, r) of where it belongs (bound.h).
  EP_API ep_status ep_edge_frames(ep_edge* edge, double t, ep_frame* frames);

#ifdef __cplusplus
}
#endif

#endif
