/// @file num_taylor.h
/// Taylor models: a polynomial of order 0 to 3 in time plus an interval that holds whatever the
/// polynomial does not (CATCH Sec. 5.1, after Berz and Hofstaetter).
///
/// A model lives on a domain: the interval [t0,t1] with its midpoint and half-width. The polynomial
/// is written in the normalised time x = (t - mid) / half, which runs over [-1,1]; so a sum of
/// magnitudes of coefficients bounds the polynomial, and no power of the width appears anywhere.
/// Models of one computation share one domain; nobody stores it.
///
/// "f is in the model" means: f(t) - P(x(t)) is in [lo,hi] for every t of the domain. Every
/// operation keeps that true: if f is in a and g in b then f op g is in the result. All rounding
/// goes into [lo,hi].
///
/// Order 0 is plain interval arithmetic: the polynomial is zero and [lo,hi] is the range. (A
/// constant polynomial with a remainder would be midpoint-radius arithmetic, which is wider.)
#ifndef EP_NUM_TAYLOR_H
#define EP_NUM_TAYLOR_H

#include "num_interval.h"

/// Coefficients of a model: those above its order are zero.
#define EP_TAYLOR_TERMS 4

typedef struct ep_taylor
{
  double c[EP_TAYLOR_TERMS]; ///< of 1, x, x^2, x^3
  double lo;                 ///< the remainder
  double hi;
} ep_taylor;

typedef struct ep_domain
{
  double mid;
  double half; ///< rounded up: the domain holds [t0,t1] and may be larger by a rounding
  int order;
} ep_domain;

/// Needs finite t0 <= t1 and an order from 0 to 3.
ep_domain ep_domain_make(double t0, double t1, int order);

/// An angle that runs at constant rate: theta(t) = start + rate * t, known up to `error_up`.
typedef struct ep_angle
{
  double start;
  double rate;
  double error_up;
} ep_angle;

/// @name Making models
/// @{
ep_taylor ep_taylor_constant(double value, int order);

/// A function of which only the range is known.
ep_taylor ep_taylor_from_interval(ep_interval range, int order);

/// value_at_mid is the (rounded) value at the domain's midpoint, slope the rate in t; error_up
/// bounds how far that straight line is from the function anywhere in the domain.
ep_taylor ep_taylor_affine(ep_domain domain, double value_at_mid, double slope, double error_up);

/// Sine and cosine of an angle. Where the angle sweeps more than about two radians to either side,
/// the polynomial would be worse than the plain range, and the range is used.
void ep_taylor_sincos(ep_domain domain, ep_angle angle, ep_taylor* sine, ep_taylor* cosine);
/// @}

/// @name Arithmetic
/// @{
ep_taylor ep_taylor_neg(ep_taylor a);
ep_taylor ep_taylor_add(ep_taylor a, ep_taylor b);
ep_taylor ep_taylor_sub(ep_taylor a, ep_taylor b);
/// k stands for any number within k_error_up of it.
ep_taylor ep_taylor_scale(ep_taylor a, double k, double k_error_up);
ep_taylor ep_taylor_mul(ep_taylor a, ep_taylor b, int order);
/// False, and the whole line, where the range of b holds zero.
bool ep_taylor_div(ep_taylor a, ep_taylor b, int order, ep_taylor* quotient);
/// False, and the whole line, where the range of a holds a negative number.
bool ep_taylor_sqrt(ep_taylor a, int order, ep_taylor* root);
/// @}

/// The range of the model over its domain: of the polynomial exactly (up to rounding outwards),
/// plus the remainder.
ep_interval ep_taylor_range(const ep_taylor* a);

/// @name Kernels, inlined into the frames
/// @{

/// Magnitude of the remainder, and of everything but the constant term.
static inline double ep_taylor_rest(const ep_taylor* a)
{
  return ep_max(fabs(a->lo), fabs(a->hi));
}
static inline double ep_taylor_wave(const ep_taylor* a)
{
  return fabs(a->c[1]) + fabs(a->c[2]) + fabs(a->c[3]);
}

/// An upper bound on |f| up to a relative rounding of 2^-50, which every user's error term covers.
static inline double ep_taylor_magnitude(const ep_taylor* a)
{
  return fabs(a->c[0]) + ep_taylor_wave(a) + ep_taylor_rest(a);
}

/// Widens the remainder by error_up on both sides. The two roundings are below u times the larger
/// magnitude: callers' errors have room for them.
static inline void ep_taylor_widen(ep_taylor* a, double error_up)
{
  a->lo -= error_up;
  a->hi += error_up;
}

/// Claim     f g is in the result for f in a, g in b, order 3.
/// Needs     both of order <= 3 on one domain, not of order 0.
/// Why       the product's terms up to x^3 are kept; x^4 and x^6 lie in [0,1] and x^5 in [-1,1], so
///           terms above go to the remainder with their signs; P_a R_b <= a0 R_b + wave(a) |R_b|.
/// Rounding  fewer than 24 roundings, each below u M with M = |a| |b|: 2^-47 M covers them and the
///           two of widening (proofs.md T2).
/// Source    CATCH Sec. 5.1; the paper leaves the remainder of a product open.
static inline ep_taylor ep_taylor_mul3(const ep_taylor* a, const ep_taylor* b)
{
  const double a0 = a->c[0], a1 = a->c[1], a2 = a->c[2], a3 = a->c[3];
  const double b0 = b->c[0], b1 = b->c[1], b2 = b->c[2], b3 = b->c[3];
  const double x4 = a1 * b3 + a2 * b2 + a3 * b1;
  const double x5 = fabs(a2 * b3 + a3 * b2);
  const double x6 = a3 * b3;
  const double wave_a = ep_taylor_wave(a), wave_b = ep_taylor_wave(b);
  const double rest_a = ep_taylor_rest(a), rest_b = ep_taylor_rest(b);
  const double cross = wave_a * rest_b + wave_b * rest_a + rest_a * rest_b + x5;
  const double magnitude = (fabs(a0) + wave_a + rest_a) * (fabs(b0) + wave_b + rest_b);
  const double error = cross + (magnitude * 0x1p-47 + EP_TINY);
  const double p = a0 * b->lo, q = a0 * b->hi;
  const double r = b0 * a->lo, s = b0 * a->hi;
  return (ep_taylor){
      {a0 * b0, a0 * b1 + a1 * b0, a0 * b2 + a1 * b1 + a2 * b0,
       a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0},
      ep_min(p, q) + ep_min(r, s) + ep_min(x4, 0.0) + ep_min(x6, 0.0) - error,
      ep_max(p, q) + ep_max(r, s) + ep_max(x4, 0.0) + ep_max(x6, 0.0) + error,
  };
}

/// @}

#endif
