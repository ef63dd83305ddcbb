/// @file num_round.h
/// Outward rounding and the few scalar helpers everybody needs.
#ifndef EP_NUM_ROUND_H
#define EP_NUM_ROUND_H

#include "base_fp.h"

#include <math.h>
#include <stdbool.h>

#define EP_INFINITY ((double)INFINITY)
#define EP_PI       0x1.921fb54442d18p1 ///< the double below pi; pi - EP_PI = 1.2246...e-16

/// Smaller and larger of two numbers; neither may be NaN. One instruction each.
static inline double ep_min(double a, double b)
{
  return a < b ? a : b;
}
static inline double ep_max(double a, double b)
{
  return a > b ? a : b;
}

static inline bool ep_is_finite(double x)
{
  return fabs(x) <= DBL_MAX;
}

/// Claim     x_down <= x and x <= x_up, where r is x rounded to nearest.
/// Needs     r is the result of one rounded operation, or anything: NaN and infinity give infinity.
/// Why       |r| 2^-52 >= ulp(r), so r - |r| 2^-52 <= the next double below r, before and (rounding
///           is monotone) after rounding; x is not below that one. proofs.md N1.
/// Rounding  down leans down, up leans up; EP_TINY covers subnormal r.
static inline double ep_down(double r)
{
  return ep_is_finite(r) ? r - (fabs(r) * 0x1p-52 + EP_TINY) : -EP_INFINITY;
}
static inline double ep_up(double r)
{
  return ep_is_finite(r) ? r + (fabs(r) * 0x1p-52 + EP_TINY) : EP_INFINITY;
}

/// Claim     x <= result for a non-negative x that was computed as r by at most 2000 operations
///           among +, *, max, sqrt on non-negative numbers (sqrt counts once; no subtraction).
/// Why       each such step multiplies the relative error by at most (1 + 2^-53): after 2000 it is
///           below 2^-42 (proofs.md N2).
/// Rounding  leans up.
static inline double ep_up_sum(double r)
{
  return ep_is_finite(r) ? r * (1.0 + 0x1p-41) + EP_TINY : EP_INFINITY;
}

#endif
