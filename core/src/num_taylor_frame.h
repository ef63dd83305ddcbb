/// @file num_taylor_frame.h
/// Taylor vectors, matrices and rigid frames (CATCH Sec. 5.2): rigid motions over a time interval,
/// every entry a Taylor model. A motion is in a frame if each of its twelve functions is in the
/// corresponding model; every operation keeps that true.
///
/// A kinematic chain is built from the world outwards with shift, turn_fixed and turn. They do what
/// ep_taylor_frame_mul() does with the joint's own frame, in a fraction of the products; the tests
/// compare the two.
#ifndef EP_NUM_TAYLOR_FRAME_H
#define EP_NUM_TAYLOR_FRAME_H

#include "num_taylor.h"
#include "edgeproof/base.h"

typedef struct ep_taylor_frame
{
  ep_taylor rotation[3][3];
  ep_taylor position[3];
} ep_taylor_frame;

/// The frame that rests at the origin.
void ep_taylor_frame_identity(ep_taylor_frame* frame, int order);

/// out = a * b, any two frames; out may be neither.
void ep_taylor_frame_mul(ep_taylor_frame* out, const ep_taylor_frame* a, const ep_taylor_frame* b,
                         int order);

/// out = frame applied to the point, which stands for any within error_up of it in each coordinate.
void ep_taylor_frame_apply(ep_taylor out[3], const ep_taylor_frame* frame, const double point[3],
                           double error_up);

/// frame = frame * Translate(offset): a constant offset, known up to error_up in each coordinate.
void ep_taylor_frame_shift(ep_taylor_frame* frame, const double offset[3], double error_up);

/// The same for an offset that changes with time.
void ep_taylor_frame_shift_by(ep_taylor_frame* frame, const ep_taylor offset[3], int order);

/// frame = frame * Rotate(matrix): a constant matrix, known up to error_up in each entry.
void ep_taylor_frame_turn_fixed(ep_taylor_frame* frame, const double matrix[3][3], double error_up);

/// frame = frame * Rotate(angle about the coordinate axis 0, 1 or 2).
void ep_taylor_frame_turn_about(ep_taylor_frame* frame, int coordinate, const ep_taylor* sine,
                                const ep_taylor* cosine, int order);

/// frame = frame * Rotate(angle about axis): a unit vector known up to error_up in each coordinate.
void ep_taylor_frame_turn(ep_taylor_frame* frame, const double axis[3], double error_up,
                          const ep_taylor* sine, const ep_taylor* cosine, int order);

/// Claim  every point of the box, carried by any motion in the frame, is in the result at every t
/// of
///        the domain. Infinite where a model is not finite.
void ep_taylor_frame_box(const ep_taylor_frame* frame, const ep_oriented_box* box, ep_box* world);

#endif
