/// @file oracle_internal.h
/// What the sources of the oracle share. Every joint, whatever its type, becomes
///
///   x_parent = start + t * velocity + (fixed + turning_c * cos(a) + turning_s * sin(a)) * x_link,
///   a = phase + t * rate
///
/// with constant matrices: Rodrigues' formula for axes, and for slerp the same in quaternions.
#ifndef EP_TEST_ORACLE_INTERNAL_H
#define EP_TEST_ORACLE_INTERNAL_H

#include "oracle.h"

/// The balls of one joint. Nothing but balls: they are made and cleared as one array.
typedef struct ep_oracle_balls
{
  arb_struct multiplier; // of the whole chain of followed joints, exact
  arb_struct offset;
  arb_struct origin[9]; // rotation of the joint's frame in its parent
  arb_struct base[3];   // and its position
  arb_struct slide[9];  // row k: where the k-th length moves the link, in the parent's frame
  // What the evaluation reads, rounded to its precision:
  arb_struct fixed[9];
  arb_struct turning[18]; // pairs: factors of cos and sin
  arb_struct phase;
  arb_struct rate;
  arb_struct start[3];
  arb_struct velocity[3];
} ep_oracle_balls;

typedef struct ep_oracle_link
{
  int32_t parent;
  int32_t source; // the link whose values move this joint: itself unless it follows another
  int32_t config_start;
  ep_joint_type joint;
  bool turns;
  bool linear; // angles run straight
  ep_oracle_balls b;
} ep_oracle_link;

/// Temporaries of the evaluation. Nothing but balls.
typedef struct ep_oracle_scratch
{
  arb_struct time;
  arb_struct angle;
  arb_struct cs[8]; // pairs: cos and sin, coefficients 0 to 3
  arb_struct matrix[9];
  arb_struct shift[3];
  arb_struct jet_matrix[36]; // entry by entry, four coefficients each
  arb_struct jet[12];        // coordinate by coordinate
  arb_struct jet_next[12];
} ep_oracle_scratch;

struct ep_oracle
{
  int32_t count;
  int32_t config_size;
  slong bits; // of the evaluation
  slong work; // of the preparation
  bool ambiguous;
  int32_t* order; // parents before children
  int32_t* chain; // room for one walk to the root
  ep_oracle_link* links;
  ep_oracle_frame* frames;
  ep_oracle_scratch scratch;
};

/// c = a * b for 3x3 matrices; c is neither a nor b.
void ep_oracle_matrix_product(arb_ptr c, arb_srcptr a, arb_srcptr b, slong bits);

/// The symmetric bilinear form of two quaternions (x y z w) that is the rotation matrix, times the
/// squared length, when both are the same.
void ep_oracle_quaternion_matrix(arb_ptr m, arb_srcptr a, arb_srcptr b, slong bits);

/// Balls that hold exactly these doubles.
void ep_oracle_set_doubles(arb_ptr v, const double* values, int32_t count);

#endif
