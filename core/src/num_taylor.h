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

/// Sine and cosine of an angle. Where the angle sweeps more than three radians to either side, the
/// polynomial would be worse than the plain range, and the range is used.
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

/// What a product of two cubics has above x^3, folded back into a cubic: Chebyshev's polynomials
/// T4 = 8 x^4 - 8 x^2 + 1, T5 = 16 x^5 - 20 x^3 + 5 x, T6 = 32 x^6 - 48 x^4 + 18 x^2 - 1 lie in
/// [-1,1], so x^4 = x^2 - 1/8 + T4/8 and so on: four to sixteen times less is left than from a cut.
/// All factors here are exact (proofs.md T2).
#define EP_FOLD_4_INTO_0 (-0.125)
#define EP_FOLD_6_INTO_0 (-0.15625)
#define EP_FOLD_5_INTO_1 (-0.3125)
#define EP_FOLD_6_INTO_2 0.9375
#define EP_FOLD_5_INTO_3 1.25
#define EP_LEFT_OF_4     0.125  ///< of T4
#define EP_LEFT_OF_6     0.1875 ///< of T4; and EP_LEFT_TOP_6 of T6
#define EP_LEFT_TOP_6    0.03125
#define EP_LEFT_OF_5     0.0625

/// Claim     f g is in the result for f in a, g in b, order 3.
/// Needs     both of order <= 3 on one domain, not of order 0.
/// Why       the product's terms up to x^3 are kept, those above folded; P_a R_b <= a0 R_b +
///           wave(a) |R_b|.
/// Rounding  fewer than 60 roundings, each below u M with M = |a| |b|: 2^-46 M covers them and the
///           two of widening (proofs.md T2).
/// Source    CATCH Sec. 5.1; the paper leaves the remainder of a product open.
static inline ep_taylor ep_taylor_mul3(const ep_taylor* a, const ep_taylor* b)
{
  const double a0 = a->c[0], a1 = a->c[1], a2 = a->c[2], a3 = a->c[3];
  const double b0 = b->c[0], b1 = b->c[1], b2 = b->c[2], b3 = b->c[3];
  const double x4 = a1 * b3 + a2 * b2 + a3 * b1;
  const double x5 = a2 * b3 + a3 * b2;
  const double x6 = a3 * b3;
  const double left = fabs(EP_LEFT_OF_4 * x4 + EP_LEFT_OF_6 * x6) + EP_LEFT_OF_5 * fabs(x5) +
                      EP_LEFT_TOP_6 * fabs(x6);
  const double wave_a = ep_taylor_wave(a), wave_b = ep_taylor_wave(b);
  const double rest_a = ep_taylor_rest(a), rest_b = ep_taylor_rest(b);
  const double cross = wave_a * rest_b + wave_b * rest_a + rest_a * rest_b + left;
  const double magnitude = (fabs(a0) + wave_a + rest_a) * (fabs(b0) + wave_b + rest_b);
  const double error = cross + (magnitude * 0x1p-46 + EP_TINY);
  const double p = a0 * b->lo, q = a0 * b->hi;
  const double r = b0 * a->lo, s = b0 * a->hi;
  return (ep_taylor){
      {a0 * b0 + (EP_FOLD_4_INTO_0 * x4 + EP_FOLD_6_INTO_0 * x6),
       a0 * b1 + a1 * b0 + EP_FOLD_5_INTO_1 * x5,
       a0 * b2 + a1 * b1 + a2 * b0 + (x4 + EP_FOLD_6_INTO_2 * x6),
       a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + EP_FOLD_5_INTO_3 * x5},
      ep_min(p, q) + ep_min(r, s) - error,
      ep_max(p, q) + ep_max(r, s) + error,
  };
}

/// Claim     P(x) <= result + 2^-47 sum|c| + 1e-150 for x in [-1,1]; equality up to that for one x.
/// Why       a cubic is greatest at an end or where P' = 0 and P'' <= 0, which is at one of the two
///           roots. That root, computed, is up to a relative 4 u exact for coefficients off by a
///           relative 4 u, and at a root of the derivative the first of these does not matter
///           (proofs.md T5).
/// Rounding  to nearest; the claim has room for it.
static inline double ep_cubic_max(const double c[EP_TAYLOR_TERMS])
{
  const double ends = c[0] + c[2] + fabs(c[1] + c[3]);
  const double c3 = 3.0 * c[3];
  const double discriminant = c[2] * c[2] - c3 * c[1]; // of c3 x^2 + 2 c2 x + c1
  if (fabs(c[1]) >= 2.0 * fabs(c[2]) + fabs(c3) || discriminant < 0.0)
  {
    return ends;
  }
  const double root = sqrt(discriminant);
  const double x = c[2] > 0.0 ? -(c[2] + root) / c3 : c[1] / (root - c[2]);
  if (!(fabs(x) < 1.0)) // true for the NaN and infinity of a vanishing divisor
  {
    return ends;
  }
  return ep_max(ends, c[0] + x * (c[1] + x * (c[2] + x * c[3])));
}

/// @}

#endif
