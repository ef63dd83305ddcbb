/// @file num_interval.c
#include "num_interval.h"
#include "num_trig.h"

ep_interval ep_interval_mul(ep_interval a, ep_interval b)
{
  const double p = a.lo * b.lo;
  const double q = a.lo * b.hi;
  const double r = a.hi * b.lo;
  const double s = a.hi * b.hi;
  if (!ep_is_finite(p + q + r + s)) // an overflow, or zero times infinity
  {
    return ep_interval_whole();
  }
  return (ep_interval){ep_down(ep_min(ep_min(p, q), ep_min(r, s))),
                       ep_up(ep_max(ep_max(p, q), ep_max(r, s)))};
}

ep_interval ep_interval_square(ep_interval a)
{
  const double far = ep_interval_magnitude(a);
  const double near = ep_interval_has(a, 0.0) ? 0.0 : ep_min(fabs(a.lo), fabs(a.hi));
  return (ep_interval){ep_max(0.0, ep_down(near * near)), ep_up(far * far)};
}

bool ep_interval_div(ep_interval a, ep_interval b, ep_interval* quotient)
{
  *quotient = ep_interval_whole();
  if (ep_interval_has(b, 0.0))
  {
    return false;
  }
  const double p = a.lo / b.lo;
  const double q = a.lo / b.hi;
  const double r = a.hi / b.lo;
  const double s = a.hi / b.hi;
  if (ep_is_finite(p + q + r + s))
  {
    *quotient = (ep_interval){ep_down(ep_min(ep_min(p, q), ep_min(r, s))),
                              ep_up(ep_max(ep_max(p, q), ep_max(r, s)))};
  }
  return true;
}

bool ep_interval_sqrt(ep_interval a, ep_interval* root)
{
  *root = ep_interval_whole();
  if (!(a.lo >= 0.0))
  {
    return false;
  }
  *root = (ep_interval){ep_max(0.0, ep_down(sqrt(a.lo))), ep_up(sqrt(a.hi))};
  return true;
}

/// Whether first + 2 pi k, for an integer k, lies in [lo, hi] or within 1e-9 of it: "yes" is the
/// safe answer, and costs at most 1 - cos(1e-9).
/// Needs |lo|, |hi| <= EP_TRIG_MAX: then the roundings here are below 1e-10.
static bool holds_turn_of(double first, double lo, double hi)
{
  const double turn = 2.0 * EP_PI;
  const double k = ceil((lo - first - 1e-9) / turn);
  return first + k * turn <= hi + 1e-9;
}

/// The range of a function with period 2 pi, maximum 1 at `top` and minimum -1 at top + pi, from
/// its computed values at the two ends of a.
static ep_interval wave_range(ep_interval a, double at_lo, double at_hi, double top)
{
  const double lo = ep_min(at_lo, at_hi) - 2.0 * EP_TRIG_ERROR;
  const double hi = ep_max(at_lo, at_hi) + 2.0 * EP_TRIG_ERROR;
  const bool has_top = holds_turn_of(top, a.lo, a.hi);
  const bool has_bottom = holds_turn_of(top + EP_PI, a.lo, a.hi);
  return (ep_interval){has_bottom ? -1.0 : ep_max(-1.0, lo), has_top ? 1.0 : ep_min(1.0, hi)};
}

static bool trig_applies(ep_interval a)
{
  return ep_interval_magnitude(a) <= EP_TRIG_MAX && a.hi - a.lo < 2.0 * EP_PI;
}

ep_interval ep_interval_sin(ep_interval a)
{
  if (!trig_applies(a))
  {
    return (ep_interval){-1.0, 1.0};
  }
  double at_lo;
  double at_hi;
  double unused;
  ep_sincos(a.lo, &at_lo, &unused);
  ep_sincos(a.hi, &at_hi, &unused);
  return wave_range(a, at_lo, at_hi, 0.5 * EP_PI);
}

ep_interval ep_interval_cos(ep_interval a)
{
  if (!trig_applies(a))
  {
    return (ep_interval){-1.0, 1.0};
  }
  double at_lo;
  double at_hi;
  double unused;
  ep_sincos(a.lo, &unused, &at_lo);
  ep_sincos(a.hi, &unused, &at_hi);
  return wave_range(a, at_lo, at_hi, 0.0);
}
