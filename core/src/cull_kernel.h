/// @file cull_kernel.h
/// The wide kernels: a moving box against eight boxes, a moving triangle against eight triangles.
///
/// Written once (cull_kernel_body.h) and built once for every instruction set; the table to use is
/// chosen when a checker is made. All of them do the same operations in the same order, so their
/// answers are equal bit by bit.
#ifndef EP_CULL_KERNEL_H
#define EP_CULL_KERNEL_H

#include "geo_bvh.h"

/// A box that moves linearly from its place at the begin to that at the end, already inflated.
typedef struct ep_box_sweep
{
  float lo[2][3];
  float hi[2][3];
} ep_box_sweep;

/// The range of all places of a moving box along three directions, those of its own edges at the
/// begin; already inflated.
typedef struct ep_axis_sweep
{
  float axis[3][3]; ///< unit up to rounding
  float lo[3];
  float hi[3];
} ep_axis_sweep;

/// A triangle whose corners move linearly.
typedef struct ep_triangle_sweep
{
  float vertex[2][3][3];         ///< begin and end; corner; coordinate
  float threshold[EP_BVH_WIDTH]; ///< what distance is to be shown, a lane; all errors but those of
                                 ///< the kernel's own arithmetic included
} ep_triangle_sweep;

typedef struct ep_kernels
{
  const char* name;

  /// Claim     a lane that is not in the result is disjoint from the moving box for s in [0,1].
  /// Needs     finite boxes; NaN reads "not disjoint".
  /// Rounding  the places of both boxes as given; crossing times by 2^-20, outwards (proofs.md F2).
  uint32_t (*boxes)(const ep_box_sweep* sweep, const ep_bvh_node* node);

  /// Claim     a lane that is not in the result is beyond the moving box along a direction.
  /// Needs     finite boxes; NaN reads "not beyond".
  /// Rounding  of the projections is in the ranges (proofs.md F1).
  uint32_t (*axes)(const ep_axis_sweep* sweep, const ep_bvh_node* node);

  /// Claim     for a lane of `mask` that is not in the result, the moving triangle is farther than
  ///           the lane's threshold from the leaf's triangle at every s in [0,1].
  /// Why       there is a direction n such that all corners at both ends project beyond all corners
  ///           of the other, on the same side, by more than threshold |n|; in between, corners move
  ///           linearly, so they do there. Any n will do (proofs.md F3).
  /// Rounding  2^-18 of the largest coordinate difference is added to the threshold.
  uint32_t (*triangles)(const ep_triangle_sweep* sweep, const ep_bvh_octet* leaf, uint32_t mask);
} ep_kernels;

/// The best for this processor.
const ep_kernels* ep_kernels_best(void);

/// All that can run here, from the portable one up; NULL beyond the last.
const ep_kernels* ep_kernels_at(int32_t index);

#endif
