/// @file num_interval.h
/// Intervals of reals with double ends. Every operation encloses: if x is in a and y in b, then
/// x op y is in the result, rounding included. An end may be infinite; the whole line is the answer
/// where nothing better is known. Never empty, never NaN.
#ifndef EP_NUM_INTERVAL_H
#define EP_NUM_INTERVAL_H

#include "num_round.h"

typedef struct ep_interval
{
  double lo;
  double hi;
} ep_interval;

static inline ep_interval ep_interval_make(double lo, double hi)
{
  EP_ASSERT(lo <= hi);
  return (ep_interval){lo, hi};
}

static inline ep_interval ep_interval_point(double x)
{
  return ep_interval_make(x, x);
}

static inline ep_interval ep_interval_whole(void)
{
  return (ep_interval){-EP_INFINITY, EP_INFINITY};
}

static inline bool ep_interval_has(ep_interval a, double x)
{
  return a.lo <= x && x <= a.hi;
}

static inline ep_interval ep_interval_hull(ep_interval a, ep_interval b)
{
  return (ep_interval){ep_min(a.lo, b.lo), ep_max(a.hi, b.hi)};
}

/// The largest magnitude in a. Exact.
static inline double ep_interval_magnitude(ep_interval a)
{
  return ep_max(fabs(a.lo), fabs(a.hi));
}

static inline ep_interval ep_interval_neg(ep_interval a)
{
  return (ep_interval){-a.hi, -a.lo};
}

static inline ep_interval ep_interval_add(ep_interval a, ep_interval b)
{
  return (ep_interval){ep_down(a.lo + b.lo), ep_up(a.hi + b.hi)};
}

static inline ep_interval ep_interval_sub(ep_interval a, ep_interval b)
{
  return (ep_interval){ep_down(a.lo - b.hi), ep_up(a.hi - b.lo)};
}

ep_interval ep_interval_mul(ep_interval a, ep_interval b);

static inline ep_interval ep_interval_scale(ep_interval a, double k)
{
  return ep_interval_mul(a, ep_interval_point(k));
}

/// {x*x : x in a}: never negative, unlike a product of a with itself.
ep_interval ep_interval_square(ep_interval a);

/// False, and the whole line, if b holds zero.
bool ep_interval_div(ep_interval a, ep_interval b, ep_interval* quotient);

/// False, and the whole line, if a holds a negative number.
bool ep_interval_sqrt(ep_interval a, ep_interval* root);

/// Ranges of sine and cosine. Ends beyond EP_TRIG_MAX give [-1, 1].
ep_interval ep_interval_sin(ep_interval a);
ep_interval ep_interval_cos(ep_interval a);

#endif
