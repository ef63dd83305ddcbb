/// @file num_rotation.h
/// Quaternions (x y z w) and rotation matrices.
#ifndef EP_NUM_ROTATION_H
#define EP_NUM_ROTATION_H

#include "num_vec.h"

/// Claim     every component of the result is within 2^-51 of the exact unit quaternion.
/// Needs     finite, not all zero.
/// Why       scaled by a power of two near its largest component, nothing over- or underflows that
///           matters; sum of squares, square root, quotient: 4 u.
void ep_quaternion_normalize(double out[4], const double q[4]);

/// The rotation matrix of a unit quaternion. With the above, every entry and the angle between
/// exact and computed rotation are within 2^-48 (proofs.md M1).
void ep_quaternion_matrix(double out[3][3], const double unit[4]);

/// out = conjugate(a) * b
void ep_quaternion_between(double out[4], const double a[4], const double b[4]);

/// Claim     the result is within EP_AXIS_ERROR = 2^-50 of v/|v|: any entry, and as an angle.
/// Needs     finite, not all zero.
void ep_vec_unit(double out[3], const double v[3]);

#endif
