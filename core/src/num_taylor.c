/// @file num_taylor.c
#include "num_taylor.h"
#include "num_trig.h"

static const ep_taylor zero_model;

static ep_taylor whole_model(void)
{
  ep_taylor a = zero_model;
  a.lo = -EP_INFINITY;
  a.hi = EP_INFINITY;
  return a;
}

/// Claim     [t0,t1] is inside [mid - half, mid + half].
ep_domain ep_domain_make(double t0, double t1, int order)
{
  EP_ASSERT(t0 <= t1 && order >= 0 && order < EP_TAYLOR_TERMS);
  const double mid = 0.5 * t0 + 0.5 * t1;
  const double half = ep_max(0.0, ep_max(ep_up(t1 - mid), ep_up(mid - t0)));
  return (ep_domain){mid, t0 == t1 ? 0.0 : half, order};
}

ep_taylor ep_taylor_constant(double value, int order)
{
  ep_taylor a = zero_model;
  if (order == 0)
  {
    a.lo = a.hi = value;
  }
  else
  {
    a.c[0] = value;
  }
  return a;
}

/// For order > 0 the middle goes into the polynomial, so that products keep their sign information
/// there; one rounding of the middle and one of each end.
ep_taylor ep_taylor_from_interval(ep_interval range, int order)
{
  ep_taylor a = zero_model;
  const double middle = 0.5 * range.lo + 0.5 * range.hi;
  if (order == 0 || !ep_is_finite(middle))
  {
    a.lo = range.lo;
    a.hi = range.hi;
    return a;
  }
  a.c[0] = middle;
  a.lo = ep_down(range.lo - middle);
  a.hi = ep_up(range.hi - middle);
  return a;
}

ep_taylor ep_taylor_affine(ep_domain domain, double value_at_mid, double slope, double error_up)
{
  ep_taylor a = zero_model;
  const double swing = slope * domain.half;
  const double error = error_up + (fabs(swing) * 0x1p-51 + EP_TINY);
  if (domain.order == 0)
  {
    const double reach = ep_up(fabs(swing) + error);
    a.lo = ep_down(value_at_mid - reach);
    a.hi = ep_up(value_at_mid + reach);
    return a;
  }
  a.c[0] = value_at_mid;
  a.c[1] = swing;
  ep_taylor_widen(&a, error);
  return a;
}

/// Moves terms above the order into the remainder: x^3 = 3/4 x + T3/4, x^2 = 1/2 + T2/2.
/// Rounding  4 u of the coefficients and the remainder; 2^-50 is added.
static ep_taylor truncated(ep_taylor a, int order)
{
  double left = 0.0;
  const double error = ep_taylor_magnitude(&a) * 0x1p-50 + EP_TINY;
  if (order < 3)
  {
    a.c[1] += 0.75 * a.c[3];
    left += 0.25 * fabs(a.c[3]);
    a.c[3] = 0.0;
  }
  if (order < 2)
  {
    a.c[0] += 0.5 * a.c[2];
    left += 0.5 * fabs(a.c[2]);
    a.c[2] = 0.0;
  }
  ep_taylor_widen(&a, left + error);
  return a;
}

/// Beyond this half-sweep in radians the remainder of order 3 exceeds what the range alone knows.
#define SWEEP_MAX 3.0

/// cos(w x) and sin(w x) as even and odd cubics in x: Chebyshev series (coefficients are Bessel
/// functions J_n(w)) cut after T3, themselves by their series in z = (w/2)^2.
typedef struct wave
{
  double even[2]; ///< of 1 and x^2
  double odd[2];  ///< of x and x^3
  double even_left;
  double odd_left;
} wave;

/// Claim     |cos(w x) - even[0] - even[1] x^2| <= even_left, |sin(w x) - odd[0] x - odd[1] x^3| <=
///           odd_left for |x| <= 1, up to rounding of 2^-48.
/// Needs     0 <= w <= SWEEP_MAX.
/// Why       cos(w x) = J0 - 2 J2 T2 + 2 J4 T4 ..., 0 < J_n(w) <= (w/2)^n / n!; the power series of
///           the coefficients alternate and fall, so the first dropped terms bound them. proofs.md
///           T4 adds them up.
static wave wave_of(double w)
{
  const double z = 0.25 * w * w;
  const double z2 = z * z;
  const double even_tail = 1.0 - z * (1.0 / 3) + z2 * (1.0 / 24 - z * (1.0 / 360));
  const double odd_tail = 1.0 - z * 0.25 + z2 * (1.0 / 40 - z * (1.0 / 720));
  return (wave){
      {1.0 - z2 * (1.0 / 12 - z * (1.0 / 72) + z2 * (1.0 / 960)), -2.0 * z * even_tail},
      {w * (1.0 - z2 * (1.0 / 24 - z * (1.0 / 180) + z2 * (1.0 / 2880))),
       w * z * odd_tail * (-2.0 / 3)},
      z2 * (1.0 / 12) * (1.0 + z * 0.04 + z * z2 * (1.0 / 300)),
      w * z2 * (1.0 / 120) * (1.0 + z * (2.0 / 75) + z * z2 * (1.0 / 180)),
  };
}

/// One of sine and cosine: value f and derivative g at the middle. f(theta) = f cos y + g sin y.
static ep_taylor wave_model(const wave* w, double f, double g, int order, double error_up)
{
  const double left = fabs(f) * w->even_left + fabs(g) * w->odd_left + error_up;
  const ep_taylor a = {{f * w->even[0], g * w->odd[0], f * w->even[1], g * w->odd[1]}, -left, left};
  return order == 3 ? a : truncated(a, order);
}

/// The model where the angle sweeps too far for a polynomial, and that of order 0.
static void wide_sincos(ep_domain domain, double middle, double reach, ep_taylor* sine,
                        ep_taylor* cosine)
{
  const ep_interval range = ep_is_finite(middle) && ep_is_finite(reach)
                                ? (ep_interval){ep_down(middle - reach), ep_up(middle + reach)}
                                : ep_interval_whole();
  *sine = ep_taylor_from_interval(ep_interval_sin(range), domain.order);
  *cosine = ep_taylor_from_interval(ep_interval_cos(range), domain.order);
}

/// Claim     sin(theta(t)) is in *sine and cos(theta(t)) in *cosine for every t of the domain.
/// Why       an angle off by e moves both by at most e: e holds error_up and the rounding of the
///           middle and of w. Computed sine and cosine, off by EP_TRIG_ERROR, enter the
///           coefficients, of sum below 8. proofs.md T4.
/// Rounding  coefficients and what is left below 2^-47; with the above, 2^-46 covers all but the
///           middle.
/// Source    CATCH Sec. 5.1, which cuts Taylor's series instead of Chebyshev's.
void ep_taylor_sincos(ep_domain domain, ep_angle angle, ep_taylor* sine, ep_taylor* cosine)
{
  const double travel = angle.rate * domain.mid;
  const double middle = angle.start + travel;
  const double off = (fabs(angle.start) + fabs(travel)) * 0x1p-51 + angle.error_up + EP_TINY;
  const double w = ep_up(fabs(angle.rate) * domain.half);
  if (domain.order == 0 || !(w <= SWEEP_MAX && fabs(middle) <= EP_TRIG_MAX))
  {
    wide_sincos(domain, middle, ep_up_sum(w + off), sine, cosine);
    return;
  }
  double s;
  double c;
  ep_sincos(middle, &s, &c);
  const double error = ep_up_sum(off + 0x1p-46);
  const double sign = angle.rate < 0.0 ? -1.0 : 1.0;
  const wave shape = wave_of(w);
  *sine = wave_model(&shape, s, sign * c, domain.order, error);
  *cosine = wave_model(&shape, c, -sign * s, domain.order, error);
}

ep_taylor ep_taylor_neg(ep_taylor a)
{
  return (ep_taylor){{-a.c[0], -a.c[1], -a.c[2], -a.c[3]}, -a.hi, -a.lo};
}

/// Claim     f + g is in the result.
/// Rounding  four coefficients, an end and its widening: 3 u of the magnitudes; 4 u = 2^-51 is
/// added.
ep_taylor ep_taylor_add(ep_taylor a, ep_taylor b)
{
  const double error = (ep_taylor_magnitude(&a) + ep_taylor_magnitude(&b)) * 0x1p-50 + EP_TINY;
  ep_taylor sum;
  for (int k = 0; k < EP_TAYLOR_TERMS; ++k)
  {
    sum.c[k] = a.c[k] + b.c[k];
  }
  sum.lo = a.lo + b.lo - error;
  sum.hi = a.hi + b.hi + error;
  return sum;
}

ep_taylor ep_taylor_sub(ep_taylor a, ep_taylor b)
{
  return ep_taylor_add(a, ep_taylor_neg(b));
}

/// Claim     k' f is in the result for every k' within k_error_up of k.
/// Rounding  a coefficient u, an end 2 u of |k| times the magnitude; 2^-50 is added.
ep_taylor ep_taylor_scale(ep_taylor a, double k, double k_error_up)
{
  const double error =
      ep_taylor_magnitude(&a) * (fabs(k) * 0x1p-50 + k_error_up * (1.0 + 0x1p-40)) + EP_TINY;
  ep_taylor product;
  for (int i = 0; i < EP_TAYLOR_TERMS; ++i)
  {
    product.c[i] = k * a.c[i];
  }
  const double p = k * a.lo;
  const double q = k * a.hi;
  product.lo = ep_min(p, q) - error;
  product.hi = ep_max(p, q) + error;
  return product;
}

ep_taylor ep_taylor_mul(ep_taylor a, ep_taylor b, int order)
{
  if (order == 0)
  {
    const ep_interval product =
        ep_interval_mul((ep_interval){a.lo, a.hi}, (ep_interval){b.lo, b.hi});
    return ep_taylor_from_interval(product, 0);
  }
  const ep_taylor product = ep_taylor_mul3(&a, &b);
  return order == 3 ? product : truncated(product, order);
}

/// Claim     P(x) + r is in the result for x in [-1,1] and r in [lo,hi].
/// Rounding  2^-47 of the magnitudes for each end's cubic, and for adding the remainder; outwards.
ep_interval ep_taylor_range(const ep_taylor* a)
{
  const double minus[EP_TAYLOR_TERMS] = {-a->c[0], -a->c[1], -a->c[2], -a->c[3]};
  const double error = ep_taylor_magnitude(a) * 0x1p-46 + 1e-150;
  const double lo = -ep_cubic_max(minus) + a->lo - error;
  const double hi = ep_cubic_max(a->c) + a->hi + error;
  return lo <= hi ? (ep_interval){lo, hi} : ep_interval_whole();
}

/// (a - m) / m for a constant m near the middle of a's range, and its range.
static ep_taylor relative_to(ep_taylor a, double m, int order, ep_interval* range)
{
  const double inverse = 1.0 / m;
  const ep_taylor shifted = ep_taylor_sub(a, ep_taylor_constant(m, order));
  const ep_taylor u = ep_taylor_scale(shifted, inverse, fabs(inverse) * 0x1p-52);
  *range = ep_taylor_range(&u);
  return u;
}

/// s[0] + u (s[1] + u (s[2] + u s[3])), as far as the order goes.
static ep_taylor series(ep_taylor u, const double s[EP_TAYLOR_TERMS], int order)
{
  ep_taylor sum = ep_taylor_constant(s[order], order);
  for (int k = order - 1; k >= 0; --k)
  {
    sum = ep_taylor_add(ep_taylor_mul(sum, u, order), ep_taylor_constant(s[k], order));
  }
  return sum;
}

static double power_up(double base, int exponent)
{
  double product = 1.0;
  for (int k = 0; k < exponent; ++k)
  {
    product = ep_up(product * base);
  }
  return product;
}

/// How far below 1 the relative argument may go before the plain range is the better answer.
#define SERIES_MIN (-0.75)

/// Claim     1/f is in *inverse.
/// Why       1/(1+u) = 1 - u + u^2 - u^3 ... + (-u)^(n+1) / (1+u), exactly.
static bool model_inverse(ep_taylor b, int order, ep_taylor* inverse)
{
  const ep_interval range = ep_taylor_range(&b);
  ep_interval plain;
  const bool possible = ep_interval_div(ep_interval_point(1.0), range, &plain);
  *inverse = ep_taylor_from_interval(plain, order);
  const double m = 0.5 * range.lo + 0.5 * range.hi;
  if (!possible || order == 0 || !ep_is_finite(1.0 / m))
  {
    return possible;
  }
  ep_interval u_range;
  const ep_taylor u = relative_to(b, m, order, &u_range);
  if (!(u_range.lo > SERIES_MIN && ep_is_finite(u_range.hi)))
  {
    return true;
  }
  static const double s[EP_TAYLOR_TERMS] = {1.0, -1.0, 1.0, -1.0};
  ep_taylor sum = series(u, s, order);
  const double u_power = power_up(ep_interval_magnitude(u_range), order + 1);
  ep_taylor_widen(&sum, ep_up_sum(u_power / ep_down(1.0 + u_range.lo)));
  *inverse = ep_taylor_scale(sum, 1.0 / m, fabs(1.0 / m) * 0x1p-52);
  return true;
}

bool ep_taylor_div(ep_taylor a, ep_taylor b, int order, ep_taylor* quotient)
{
  ep_taylor inverse;
  if (!model_inverse(b, order, &inverse))
  {
    *quotient = whole_model();
    return false;
  }
  *quotient = ep_taylor_mul(a, inverse, order);
  return true;
}

/// Claim     sqrt(f) is in *root.
/// Why       Lagrange's remainder of sqrt(1+u) after order n: |binomial(1/2,n+1)| |u|^(n+1)
///           (1+v)^(-n-1/2) for a v between 0 and u: largest at the smallest v.
bool ep_taylor_sqrt(ep_taylor a, int order, ep_taylor* root)
{
  const ep_interval range = ep_taylor_range(&a);
  ep_interval plain;
  const bool possible = ep_interval_sqrt(range, &plain);
  *root = possible ? ep_taylor_from_interval(plain, order) : whole_model();
  const double m = 0.5 * range.lo + 0.5 * range.hi;
  if (!possible || order == 0 || !(m > 0.0) || !ep_is_finite(1.0 / m))
  {
    return possible;
  }
  ep_interval u_range;
  const ep_taylor u = relative_to(a, m, order, &u_range);
  if (!(u_range.lo > SERIES_MIN && ep_is_finite(u_range.hi)))
  {
    return true;
  }
  static const double s[EP_TAYLOR_TERMS] = {1.0, 1.0 / 2, -1.0 / 8, 1.0 / 16};
  static const double next[EP_TAYLOR_TERMS] = {1.0 / 2, 1.0 / 8, 1.0 / 16, 5.0 / 128};
  ep_taylor sum = series(u, s, order);
  const double steep = ep_up(1.0 / ep_down(1.0 + ep_min(0.0, u_range.lo)));
  const double tail = next[order] * power_up(ep_interval_magnitude(u_range), order + 1) *
                      power_up(steep, order) * ep_up(sqrt(steep));
  ep_taylor_widen(&sum, ep_up_sum(tail));
  const double scale = sqrt(m);
  *root = ep_taylor_scale(sum, scale, scale * 0x1p-52);
  return true;
}
