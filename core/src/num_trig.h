/// @file num_trig.h
/// Sine and cosine with a proved error, the same on every machine.
///
/// The C library's are as good and a little slower, but nobody promises their error, and it changes
/// with library and processor. This one is a page of arithmetic that docs/proofs.md follows line by
/// line.
#ifndef EP_NUM_TRIG_H
#define EP_NUM_TRIG_H

#include "num_round.h"

#include <stdint.h>
#include <string.h>

/// No computed sine or cosine is farther than this from the exact one of the same double.
#define EP_TRIG_ERROR 0x1p-51
/// The largest argument for which that is proved.
#define EP_TRIG_MAX 65536.0

/// One of two doubles, without a branch: b where pick is all ones, a where it is zero; `flip` is
/// xored into the sign bit.
static inline double ep_pick(double a, double b, uint64_t pick, uint64_t flip)
{
  uint64_t bits_a;
  uint64_t bits_b;
  memcpy(&bits_a, &a, sizeof a);
  memcpy(&bits_b, &b, sizeof b);
  const uint64_t bits = ((bits_a & ~pick) | (bits_b & pick)) ^ flip;
  double result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

/// Claim     |*sine - sin(x)| <= EP_TRIG_ERROR, |*cosine - cos(x)| <= EP_TRIG_ERROR.
/// Needs     |x| <= EP_TRIG_MAX; round to nearest.
/// Why       x is reduced by a multiple k of pi/2 held in three parts, of which k times the first
///           two is exact (33 + 16 bits); then Taylor polynomials on [-pi/4, pi/4], whose first
///           dropped terms are below 2^-58. proofs.md N3 adds up the roundings: 7 * 2^-54 at most.
/// Rounding  to nearest throughout, no direction.
/// Source    Cody and Waite's reduction; coefficients are 1/n! rounded.
static inline void ep_sincos(double x, double* sine, double* cosine)
{
  const double shift = 0x1.8p52; // adding it leaves the nearest integer in the low bits
  const double shifted = x * 0x1.45f306dc9c883p-1 + shift;
  const double k = shifted - shift;
  double r = x - k * 0x1.921fb544p0;
  r -= k * 0x1.0b4611a6p-34;
  r -= k * 0x1.3198a2e037073p-69;
  const double z = r * r;
  double s_tail = 1.0 / 355687428096000 * z - 1.0 / 1307674368000;
  s_tail = s_tail * z + 1.0 / 6227020800;
  s_tail = s_tail * z - 1.0 / 39916800;
  s_tail = s_tail * z + 1.0 / 362880;
  s_tail = s_tail * z - 1.0 / 5040;
  s_tail = s_tail * z + 1.0 / 120;
  s_tail = s_tail * z - 1.0 / 6;
  double c_tail = 1.0 / 20922789888000 * z - 1.0 / 87178291200;
  c_tail = c_tail * z + 1.0 / 479001600;
  c_tail = c_tail * z - 1.0 / 3628800;
  c_tail = c_tail * z + 1.0 / 40320;
  c_tail = c_tail * z - 1.0 / 720;
  c_tail = c_tail * z + 1.0 / 24;
  const double s = r + r * z * s_tail;
  const double c = (1.0 - 0.5 * z) + z * z * c_tail;
  uint64_t bits;
  memcpy(&bits, &shifted, sizeof bits);
  const uint64_t odd = (uint64_t)0 - (bits & 1U);
  *sine = ep_pick(s, c, odd, (bits & 2U) << 62);
  *cosine = ep_pick(c, s, odd, ((bits + 1U) & 2U) << 62);
}

/// An angle reduced to [-pi, pi], and how far the result can be from the exact one plus a whole
/// number of turns. Angles already there come back as they are, with error 0.
typedef struct ep_reduced_angle
{
  double angle;
  double error_up;
} ep_reduced_angle;

/// Needs |angle| <= EP_TRIG_MAX.
ep_reduced_angle ep_reduce_angle(double angle);

#endif
