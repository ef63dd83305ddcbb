/// @file cull_kernel.h
/// The wide kernels: eight parts of a moving body at once, one of them against eight boxes or eight
/// triangles, a moving triangle against eight triangles.
///
/// Written once (cull_kernel_body.h, cull_kernel_place.h, cull_kernel_planes.h) and built once for
/// every instruction set; the table to use is chosen when a checker is made. All of them do the
/// same operations in the same order, so their answers are equal bit by bit.
#ifndef EP_CULL_KERNEL_H
#define EP_CULL_KERNEL_H

#include "geo_bvh.h"

/// A pose as the kernels want it.
typedef struct ep_pose_f
{
  float rotation[3][3];
  float position[3];
} ep_pose_f;

/// How a body moves over a span.
typedef struct ep_span_motion
{
  ep_pose_f pose[2];  ///< at the begin and at the end
  float curve[3];     ///< second derivative: constant, per r_perp, per r_par; rounded up
  float shift;        ///< added to r_perp
  float bend;         ///< h^2/8: what of the second derivative points deviate from their chords by
  float margin;       ///< of rounding and slack: ep_track::margin
  float clearance;    ///< to be kept, rounded up
  float radius_error; ///< of radii that are computed from corners
} ep_span_motion;

/// What ep_box_sweeps::sweeps counts of the way that a box moves and of its curve. A straight way
/// is followed exactly, so it matters less than what the box is inflated by. Measured: 1 and 2 cost
/// a twelfth more where something is near (docs/figures.md).
#define EP_SWEEP_MOVED 0.8f
#define EP_SWEEP_CURVE 6.0f

/// Boxes that move linearly, each from its place at the begin to that at the end, inflated.
typedef struct ep_box_sweeps
{
  float lo[2][3][EP_BVH_WIDTH];
  float hi[2][3][EP_BVH_WIDTH];
  float center[2][3][EP_BVH_WIDTH];
  float half[3][EP_BVH_WIDTH]; ///< in the body's frame, not inflated
  float inflation[EP_BVH_WIDTH];
  float sweeps[EP_BVH_WIDTH]; ///< how far it gets, its corners and its curve weighed
  float size[EP_BVH_WIDTH];   ///< its longest edge in the body's frame
} ep_box_sweeps;

/// The range of all places of moving boxes along three directions, those of the body's axes at the
/// begin; inflated.
typedef struct ep_axis_sweeps
{
  float axis[3][3]; ///< unit up to rounding
  float lo[3][EP_BVH_WIDTH];
  float hi[3][EP_BVH_WIDTH];
} ep_axis_sweeps;

/// Triangles whose corners move linearly.
typedef struct ep_triangle_sweeps
{
  float vertex[2][3][3][EP_BVH_WIDTH]; ///< begin and end; corner; coordinate; lane
  float lo[3][EP_BVH_WIDTH];           ///< of all its places
  float hi[3][EP_BVH_WIDTH];
  float curve[EP_BVH_WIDTH];     ///< how far it deviates from its chord
  float inflation[EP_BVH_WIDTH]; ///< what it adds to a threshold
  float way[EP_BVH_WIDTH];       ///< the longest of a corner along a coordinate
} ep_triangle_sweeps;

typedef struct ep_kernels
{
  const char* name;

  /// Claim     every point of the box of a lane, at every t of the span, deviates by less than the
  ///           inflation from the box that moves linearly; inflation included, so it is in it.
  /// Needs     radii that hold the lane's points.
  /// Why       proofs.md F1, F2.
  /// Rounding  of places and sums is in the margin; the curve up.
  void (*place_boxes)(const ep_span_motion* motion, const ep_bvh_node* node,
                      const ep_child_radii* radii, ep_box_sweeps* sweeps);

  /// The same boxes along the body's axes at the begin: there their own half-widths, at the end
  /// those of the turned boxes.
  /// Rounding  projections round once more, by as much as places did: the margin is added again.
  void (*place_axes)(const ep_span_motion* motion, const ep_box_sweeps* boxes,
                     ep_axis_sweeps* sweeps);

  /// Claim     corners of the eight triangles move along their chords up to `inflation`, their
  ///           radii included.
  /// Why       proofs.md F1, F3. A triangle's radius for the bound is the largest distance of its
  ///           corners from the link's origin.
  void (*place_triangles)(const ep_span_motion* motion, const ep_bvh_octet* own,
                          ep_triangle_sweeps* sweeps);

  /// Claim     a lane of the node that is not in the result is disjoint from the moving box for s
  ///           in [0,1].
  /// Needs     finite boxes; NaN reads "not disjoint".
  /// Rounding  the places of both boxes as given; crossing times by 2^-20, outwards (proofs.md F2).
  uint32_t (*boxes)(const ep_box_sweeps* sweeps, int lane, const ep_bvh_node* node);

  /// Claim     a lane of the node that is not in the result is beyond the moving box along a
  ///           direction.
  /// Needs     finite boxes; NaN reads "not beyond".
  /// Rounding  of the projections is in the ranges (proofs.md F1).
  uint32_t (*axes)(const ep_axis_sweeps* sweeps, int lane, const ep_bvh_node* node);

  /// The longest edge among the boxes of some children.
  float (*largest)(const ep_bvh_node* node, uint32_t mask);

  /// Claim     a pair of `pairs` (a bit each, eight for each moving triangle) that is not in the
  ///           result keeps more than the lane's threshold and the triangle's inflation.
  /// Why       the boxes around all places of both are farther apart.
  /// Rounding  gaps are differences of two floats, their squares and sums: 2^-20 holds all of it. A
  ///           gap whose square underflows proves nothing.
  uint64_t (*near)(const ep_triangle_sweeps* sweeps, const ep_bvh_octet* leaf,
                   const float threshold[EP_BVH_WIDTH], uint64_t pairs);

  /// Claim     for a lane of `mask` that is not in the result, the moving triangle is farther than
  ///           the lane's threshold and the triangle's inflation from the leaf's triangle at every
  ///           s in [0,1].
  /// Why       there is a direction n such that all corners at both ends project beyond all corners
  ///           of the other, on the same side, by more than that times |n|; in between, corners
  ///           move linearly, so they do there. Any n will do (proofs.md F3).
  /// Rounding  2^-18 of the largest coordinate difference is added to the threshold.
  uint32_t (*triangles)(const ep_triangle_sweeps* sweeps, int lane, const ep_bvh_octet* leaf,
                        const float threshold[EP_BVH_WIDTH], uint32_t mask);

  /// Claim     for a lane of `moving` that is not in the result, at every t of the span every point
  ///           of the box of that lane is farther than its threshold from each triangle of `mask`.
  /// Needs     boxes of place_boxes() and the same motion; motion->clearance is in their inflation
  ///           and does not count: thresholds do. NaN reads "not farther".
  /// Why       for each of these triangles there is a direction n, its own normal or that of
  /// another
  ///           one of the leaf, along which the box at both ends is beyond its corners, on the same
  ///           side, by more than the threshold and the inflation times |n|; points move along
  ///           chords up to the inflation. Any n will do (proofs.md F3a).
  /// Rounding  the margin is added again, for places and projections; 2^-18 of the largest
  ///           coordinate difference and half-width too. A degenerate triangle has no direction.
  uint32_t (*planes)(const ep_span_motion* motion, const ep_box_sweeps* boxes, uint32_t moving,
                     const ep_bvh_octet* leaf, const float threshold[EP_BVH_WIDTH], uint32_t mask);
} ep_kernels;

/// The best for this processor.
const ep_kernels* ep_kernels_best(void);

/// All that can run here, from the portable one up; NULL beyond the last.
const ep_kernels* ep_kernels_at(int32_t index);

#endif
