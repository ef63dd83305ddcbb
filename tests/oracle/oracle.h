/// @file oracle.h
/// A second, independent meaning of an edge, in Arb's ball arithmetic: what core is tested against.
///
/// The oracle shares the public headers with core and not one line of its code. It takes the raw
/// link descriptions and two configurations and encloses the exact curve of edge.h: every number it
/// returns is a ball that holds the true real number. At the default precision the balls are
/// narrower than 1e-30 m, so that "certainly outside" means outside.
///
/// Vectors of balls are plain Arb vectors: a point is an arb_ptr to three balls, made for example
/// with _arb_vec_init(3). An oracle is a workspace for one thread; evaluating at up to 128 bits
/// allocates nothing.
#ifndef EP_TEST_ORACLE_H
#define EP_TEST_ORACLE_H

#include <stdbool.h>
#include <stdint.h>
#include <arb.h>

#include "edgeproof/bound.h"

/// Bits of precision where nothing else is asked for: two limbs, which Arb keeps without malloc.
#define EP_ORACLE_BITS 128

typedef struct ep_oracle ep_oracle;

/// v_world = rotation * v_link + position; rotation row by row.
typedef struct ep_oracle_frame
{
  arb_struct rotation[9];
  arb_struct position[3];
} ep_oracle_frame;

/// The edge from q0 to q1 of the machine these links describe. Links and configurations are copied.
/// `bits` is 0 for EP_ORACLE_BITS. NULL if the links are not a forest or a chain of mimic joints
/// does not end; other errors in a description are core's to find. The caller destroys.
ep_oracle* ep_oracle_create(const ep_link_desc* links, int32_t count, const double* q0,
                            const double* q1, slong bits);

/// Another edge of the same machine.
void ep_oracle_set_edge(ep_oracle* oracle, const double* q0, const double* q1);

/// Takes NULL.
void ep_oracle_destroy(ep_oracle* oracle);

/// Gives back what Arb and FLINT cached in this thread; call it last, for leak checkers.
void ep_oracle_cleanup(void);

/// The length of a configuration, as this oracle counts it.
int32_t ep_oracle_config_size(const ep_oracle* oracle);

/// Whether the edge is one on which two honest readers of edge.h may disagree: an angle that had to
/// be reduced ends up within 1e-9 of half a turn from the other end, so that rounding decides which
/// way round it goes; or two quaternions are exactly opposite after the sign decision (their dot
/// product underflowed). Tests leave such edges out.
bool ep_oracle_is_ambiguous(const ep_oracle* oracle);

/// OMPL does not move small rotations. Makes every ball and floating joint that turns by less than
/// `angle` rad over the edge stand at its end 0 or 1 (positions go on moving), until the edge is
/// set again.
void ep_oracle_stand_still(ep_oracle* oracle, double angle, int end);

/// The frames of all links at t, in the order of the links. They live in the oracle until the next
/// evaluation.
const ep_oracle_frame* ep_oracle_frames(ep_oracle* oracle, double t);
const ep_oracle_frame* ep_oracle_frames_arb(ep_oracle* oracle, const arb_t t);

/// The frame of one link at t; only the links that carry it are evaluated.
const ep_oracle_frame* ep_oracle_link_frame(ep_oracle* oracle, int32_t link, double t);
const ep_oracle_frame* ep_oracle_link_frame_arb(ep_oracle* oracle, int32_t link, const arb_t t);

/// Where a frame puts a point of its link.
void ep_oracle_apply(const ep_oracle_frame* frame, const double local[3], slong bits,
                     arb_ptr world);

/// World position of a point of a link at t and its derivatives by t of order 1, 2 and 3, by
/// truncated power series: derivatives + 3 n is the vector of order n, twelve balls in all.
void ep_oracle_derivatives(ep_oracle* oracle, int32_t link, double t, const double local[3],
                           arb_ptr derivatives);

/// @name Comparisons. "False" is certain: an escape, whatever the width of the balls; "true" means
/// only that none was found. A bound that is NaN and a ball that is not finite never pass.
/// @{

/// Not certainly outside the closed box.
bool ep_oracle_in_box(arb_srcptr p, const double lo[3], const double hi[3]);

/// |v| not certainly greater than `bound`.
bool ep_oracle_norm_le(arb_srcptr v, double bound);

/// |p - q| not certainly greater than `bound`; p and q are balls.
bool ep_oracle_distance_le(arb_srcptr p, arb_srcptr q, double bound);

/// Upper bounds on |v|, on |p - q| and on the largest radius of the balls of p.
double ep_oracle_norm_up(arb_srcptr v);
double ep_oracle_distance_up(arb_srcptr p, const double q[3]);
double ep_oracle_radius_up(arb_srcptr p);

/// The doubles nearest to the middles.
void ep_oracle_to_doubles(arb_srcptr p, double out[3]);

/// @}

#endif
