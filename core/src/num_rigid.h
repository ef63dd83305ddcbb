/// @file num_rigid.h
/// Rigid motions over a time interval: cubic polynomials for all twelve entries of a frame, and a
/// remainder for each row of the rotation as a whole.
///
/// This is what the paper's Taylor frames (num_taylor_frame.h) become once it is used that a
/// rotation is a rotation. There every entry has a remainder of its own; each joint mixes two of
/// them, so they grow by a factor of up to two a joint, and by 2^n along a chain. Here the three
/// errors of a row are one vector, of which the length is bounded: turning it does not make it
/// longer, so a joint only adds to it. A row has length 1, so the bound never has to exceed 1.
///
/// A motion R(t), p(t) is in the model if, with x as in num_taylor.h, at every t of the domain
///
///   |row i of R(t) - row i of the polynomials at x| <= turn_rest[i],
///   |p_i(t) - polynomial at x| <= rest[i].
///
/// Every operation keeps that true. All rows do the same arithmetic, so two of them share a vector:
/// rows x and y are the first half of a frame, z and a row of zeros the second.
#ifndef EP_NUM_RIGID_H
#define EP_NUM_RIGID_H

#include "num_taylor.h"
#include "edgeproof/base.h"

/// A number for each of two rows.
typedef double ep_lanes __attribute__((vector_size(16)));

typedef struct ep_rigid_half
{
  ep_lanes column[3][EP_TAYLOR_TERMS]; ///< of the rotation
  ep_lanes position[EP_TAYLOR_TERMS];
  ep_lanes turn_rest;
  ep_lanes rest;
} ep_rigid_half;

typedef struct ep_rigid
{
  ep_rigid_half half[2];
} ep_rigid;

/// The frame that rests at the origin.
void ep_rigid_identity(ep_rigid* frame);

/// frame = frame * Translate(offset): a constant offset, known up to error_up in each coordinate.
void ep_rigid_shift(ep_rigid* frame, const double offset[3], double error_up);

/// The same for the offset middle + x swing.
void ep_rigid_shift_by(ep_rigid* frame, const double middle[3], const double swing[3],
                       double error_up);

/// frame = frame * Rotate(matrix): an orthogonal matrix, known up to error_up in each entry.
void ep_rigid_turn_fixed(ep_rigid* frame, const double matrix[3][3], double error_up);

/// frame = frame * Rotate(angle about the coordinate axis 0, 1 or 2), the angle given by models of
/// its sine and cosine.
void ep_rigid_turn_about(ep_rigid* frame, int coordinate, const ep_taylor* sine,
                         const ep_taylor* cosine);

/// frame = frame * Rotate(angle about axis): a unit vector known up to error_up in each coordinate.
void ep_rigid_turn(ep_rigid* frame, const double axis[3], double error_up, const ep_taylor* sine,
                   const ep_taylor* cosine);

/// Claim  every point of the box, carried by any motion in the model, is in the result at every t
///        of the domain.
void ep_rigid_box(const ep_rigid* frame, const ep_oriented_box* box, ep_box* world);

/// The model of one entry: of the rotation, and with column 3 of the position.
ep_taylor ep_rigid_entry(const ep_rigid* frame, int row, int column);

#endif
