/// @file test_num_interval.c
/// Outward rounding and interval arithmetic against Arb.
#include "ep_test.h"
#include "num_interval.h"
#include "num_trig.h"

#include <arb.h>
#include <stdio.h>

#define BITS   200
#define TRIALS 100000

/// A double of any sign and any magnitude: zero, subnormal, ordinary, huge.
static double any_double(ep_rng* rng)
{
  const double sign = ep_rng_int(rng, 0, 1) == 0 ? 1.0 : -1.0;
  switch (ep_rng_int(rng, 0, 9))
  {
  case 0:
    return 0.0;
  case 1:
    return sign * (double)ep_rng_int(rng, 1, 1000) * 0x1p-1074;
  case 2:
    return sign * ep_rng_log_uniform(rng, 0x1p-1060, 0x1p-1000);
  case 3:
    return sign * ep_rng_log_uniform(rng, 0x1p1000, DBL_MAX);
  case 4:
    return sign * (double)ep_rng_int(rng, 0, 100);
  case 5:
    return sign * ep_rng_log_uniform(rng, 1e-300, 1e300);
  default:
    return sign * ep_rng_log_uniform(rng, 1e-6, 1e6);
  }
}

/// Sometimes a point, sometimes a thin interval, sometimes any two ends.
static ep_interval any_interval(ep_rng* rng)
{
  const double a = any_double(rng);
  const int64_t kind = ep_rng_int(rng, 0, 5);
  double b = a;
  if (kind == 1)
  {
    b = nextafter(a, ep_rng_int(rng, 0, 1) == 0 ? DBL_MAX : -DBL_MAX);
  }
  else if (kind == 2)
  {
    b = a * (1.0 + ep_rng_uniform(rng, 0.0, 0.5));
  }
  else if (kind > 2)
  {
    b = any_double(rng);
  }
  b = fmax(-DBL_MAX, fmin(DBL_MAX, b));
  return ep_interval_make(fmin(a, b), fmax(a, b));
}

/// One of the ends, or between them.
static double any_point(ep_rng* rng, ep_interval a)
{
  const int64_t kind = ep_rng_int(rng, 0, 4);
  if (kind <= 1)
  {
    return kind == 0 ? a.lo : a.hi;
  }
  if (kind == 2 && ep_interval_has(a, 0.0))
  {
    return 0.0;
  }
  return ep_rng_uniform(rng, a.lo, a.hi);
}

static bool holds(ep_interval a, const arb_t exact)
{
  arb_t end;
  arb_init(end);
  arb_set_d(end, a.lo);
  bool inside = a.lo <= a.hi && arb_is_finite(exact) && !arb_lt(exact, end);
  arb_set_d(end, a.hi);
  inside = inside && !arb_gt(exact, end);
  arb_clear(end);
  return inside;
}

typedef enum operation
{
  ADD,
  SUB,
  MUL,
  SCALE,
  SQUARE,
  DIV,
  SQRT,
  SINE,
  COSINE
} operation;

static void check_operation(operation op, uint64_t salt)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + salt);
  arb_t x, y, z;
  arb_init(x);
  arb_init(y);
  arb_init(z);
  for (int64_t i = 0, n = ep_test_trials(TRIALS); i < n; ++i)
  {
    ep_interval a = any_interval(&rng);
    ep_interval b = any_interval(&rng);
    if (op == SCALE)
    {
      b = ep_interval_point(b.lo);
    }
    else if (op == SQRT)
    {
      a = a.hi < 0.0 ? ep_interval_neg(a) : ep_interval_make(fmax(a.lo, 0.0), a.hi);
    }
    else if (op == DIV && ep_interval_has(b, 0.0))
    {
      const double far = ep_interval_magnitude(b) > 0.0 ? ep_interval_magnitude(b) : 1.0;
      b = ep_interval_make(fmax(0x1p-1074, ep_rng_uniform(&rng, far * 0.5, far)), far);
      b = ep_rng_int(&rng, 0, 1) == 0 ? b : ep_interval_neg(b);
    }
    else if ((op == SINE || op == COSINE) && ep_rng_int(&rng, 0, 9) > 0)
    {
      double start = ep_rng_uniform(&rng, -EP_TRIG_MAX, EP_TRIG_MAX);
      if (ep_rng_int(&rng, 0, 1) == 0)
      {
        start = (double)ep_rng_int(&rng, -40000, 40000) * (0.5 * EP_PI);
        start += ep_rng_uniform(&rng, -1.0, 1.0) * ep_rng_log_uniform(&rng, 1e-12, 1.0);
      }
      a = ep_interval_make(start, start + ep_rng_log_uniform(&rng, 1e-12, 8.0));
    }
    const double p = any_point(&rng, a);
    const double q = any_point(&rng, b);
    arb_set_d(x, p);
    arb_set_d(y, q);
    ep_interval r = ep_interval_whole();
    bool possible = true;
    switch (op)
    {
    case ADD:
      r = ep_interval_add(a, b);
      arb_add(z, x, y, BITS);
      break;
    case SUB:
      r = ep_interval_sub(a, b);
      arb_sub(z, x, y, BITS);
      break;
    case MUL:
      r = ep_interval_mul(a, b);
      arb_mul(z, x, y, BITS);
      break;
    case SCALE:
      r = ep_interval_scale(a, b.lo);
      arb_mul(z, x, y, BITS);
      break;
    case SQUARE:
      r = ep_interval_square(a);
      arb_mul(z, x, x, BITS);
      ck_assert(r.lo >= 0.0);
      break;
    case DIV:
      possible = ep_interval_div(a, b, &r);
      arb_div(z, x, y, BITS);
      break;
    case SQRT:
      possible = ep_interval_sqrt(a, &r);
      arb_sqrt(z, x, BITS);
      break;
    case SINE:
      r = ep_interval_sin(a);
      arb_sin(z, x, BITS + (fabs(p) > EP_TRIG_MAX ? 1100 : 0));
      break;
    case COSINE:
      r = ep_interval_cos(a);
      arb_cos(z, x, BITS + (fabs(p) > EP_TRIG_MAX ? 1100 : 0));
      break;
    }
    ck_assert_msg(possible && holds(r, z), "trial %lld: [%a,%a] op [%a,%a] at %a, %a gives [%a,%a]",
                  (long long)i, a.lo, a.hi, b.lo, b.hi, p, q, r.lo, r.hi);
  }
  arb_clear(x);
  arb_clear(y);
  arb_clear(z);
  flint_cleanup();
}

EP_TEST(sound_interval_add)
{
  check_operation(ADD, 1);
}

EP_TEST(sound_interval_sub)
{
  check_operation(SUB, 2);
}

EP_TEST(sound_interval_mul)
{
  check_operation(MUL, 3);
}

EP_TEST(sound_interval_scale)
{
  check_operation(SCALE, 4);
}

EP_TEST(sound_interval_square)
{
  check_operation(SQUARE, 5);
}

EP_TEST(sound_interval_div)
{
  check_operation(DIV, 6);
}

EP_TEST(sound_interval_sqrt)
{
  check_operation(SQRT, 7);
}

EP_TEST(sound_interval_sin)
{
  check_operation(SINE, 8);
}

EP_TEST(sound_interval_cos)
{
  check_operation(COSINE, 9);
}

/// Down and up of one rounded operation enclose the exact result, and reach the neighbours.
EP_TEST(sound_down_and_up)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 10);
  arb_t x, y, z;
  arb_init(x);
  arb_init(y);
  arb_init(z);
  for (int64_t i = 0, n = ep_test_trials(TRIALS); i < n; ++i)
  {
    const double p = any_double(&rng);
    const double q = any_double(&rng);
    arb_set_d(x, p);
    arb_set_d(y, q);
    double r = 0.0;
    switch (ep_rng_int(&rng, 0, 3))
    {
    case 0:
      r = p + q;
      arb_add(z, x, y, BITS);
      break;
    case 1:
      r = p * q;
      arb_mul(z, x, y, BITS);
      break;
    case 2:
      r = q != 0.0 ? p / q : p;
      if (q != 0.0)
      {
        arb_div(z, x, y, BITS);
      }
      else
      {
        arb_set(z, x);
      }
      break;
    default:
      r = sqrt(fabs(p));
      arb_abs(z, x);
      arb_sqrt(z, z, BITS);
      break;
    }
    const ep_interval both = {ep_down(r), ep_up(r)};
    ck_assert_msg(holds(both, z), "trial %lld: %a, %a: %a in [%a,%a]", (long long)i, p, q, r,
                  both.lo, both.hi);
    ck_assert(both.lo <= nextafter(r, -EP_INFINITY) && both.hi >= nextafter(r, EP_INFINITY));
  }
  ck_assert(ep_down((double)NAN) == -EP_INFINITY && ep_up((double)NAN) == EP_INFINITY);
  ck_assert(ep_down(EP_INFINITY) == -EP_INFINITY && ep_up(-EP_INFINITY) == EP_INFINITY);
  arb_clear(x);
  arb_clear(y);
  arb_clear(z);
  flint_cleanup();
}

/// Up to 2000 sums, products, maxima and roots of non-negative numbers.
EP_TEST(sound_up_sum)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 11);
  arb_t exact, y;
  arb_init(exact);
  arb_init(y);
  for (int64_t i = 0, n = ep_test_trials(TRIALS); i < n; ++i)
  {
    double r = ep_rng_log_uniform(&rng, 1e-8, 1e8);
    arb_set_d(exact, r);
    const int steps = (int)ep_rng_log_uniform(&rng, 1.0, 2000.0);
    const int64_t favourite = ep_rng_int(&rng, 0, 2);
    for (int k = 0; k < steps; ++k)
    {
      const double v = favourite == 1 ? ep_rng_uniform(&rng, 0.9, 1.1) : ep_rng_uniform(&rng, 0, r);
      const int64_t draw = ep_rng_int(&rng, 0, 15);
      arb_set_d(y, v);
      if (draw == 0 || r > 1e100)
      {
        r = sqrt(r);
        arb_sqrt(exact, exact, BITS);
      }
      else if (draw == 1)
      {
        r = ep_max(r, v);
        arb_max(exact, exact, y, BITS);
      }
      else if (favourite == 1)
      {
        r *= v;
        arb_mul(exact, exact, y, BITS);
      }
      else
      {
        r += v;
        arb_add(exact, exact, y, BITS);
      }
    }
    const ep_interval found = {0.0, ep_up_sum(r)};
    ck_assert_msg(holds(found, exact), "trial %lld: %d steps, %a", (long long)i, steps, r);
  }
  ck_assert(ep_up_sum((double)NAN) == EP_INFINITY && ep_up_sum(0.0) > 0.0);
  arb_clear(exact);
  arb_clear(y);
  flint_cleanup();
}

/// How many ulps of `nearest` the end `found` is away from it; the last subnormals do not count.
static double ulps(double found, double nearest)
{
  const double ulp = nextafter(fabs(nearest), EP_INFINITY) - fabs(nearest);
  return fmax(0.0, fabs(found - nearest) - 2.0 * EP_TINY) / ulp;
}

/// The nearest doubles of the exact hull's ends are known: 3.5 ulp from them is 4 from the exact.
EP_TEST(tight_interval_add_and_mul)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 12);
  double worst = 0.0;
  for (int64_t i = 0, n = ep_test_trials(TRIALS); i < n; ++i)
  {
    double e[4];
    for (int k = 0; k < 4; ++k)
    {
      e[k] = ep_rng_log_uniform(&rng, 1e-100, 1e100) * (ep_rng_int(&rng, 0, 1) == 0 ? 1.0 : -1.0);
    }
    const ep_interval a = {fmin(e[0], e[1]), fmax(e[0], e[1])};
    const ep_interval b = {fmin(e[2], e[3]), fmax(e[2], e[3])};
    const ep_interval sum = ep_interval_add(a, b);
    const ep_interval product = ep_interval_mul(a, b);
    worst = fmax(worst, ulps(sum.lo, a.lo + b.lo));
    worst = fmax(worst, ulps(sum.hi, a.hi + b.hi));
    const double lo = fmin(fmin(a.lo * b.lo, a.lo * b.hi), fmin(a.hi * b.lo, a.hi * b.hi));
    const double hi = fmax(fmax(a.lo * b.lo, a.lo * b.hi), fmax(a.hi * b.lo, a.hi * b.hi));
    worst = fmax(worst, fmax(ulps(product.lo, lo), ulps(product.hi, hi)));
    ck_assert_msg(worst <= 3.5, "trial %lld: %g ulp", (long long)i, worst);
  }
  printf("add, mul: ends at most %g ulp beyond the nearest double\n", worst);
}

/// The exact range of sine (quarter 1) or cosine (quarter 0) over [lo,hi], to about 1e-15: of the
/// ends, and of the multiples of pi/2 inside, which Arb counts.
static ep_interval exact_wave_range(ep_interval a, int quarter, arb_t lo, arb_t hi)
{
  double at[2];
  for (int k = 0; k < 2; ++k)
  {
    arb_set_d(lo, k == 0 ? a.lo : a.hi);
    if (quarter == 1)
    {
      arb_sin(hi, lo, BITS);
    }
    else
    {
      arb_cos(hi, lo, BITS);
    }
    at[k] = arf_get_d(arb_midref(hi), ARF_RND_NEAR);
  }
  ep_interval range = {fmin(at[0], at[1]), fmax(at[0], at[1])};
  fmpz_t first, last;
  fmpz_init(first);
  fmpz_init(last);
  for (int bottom = 0; bottom < 2; ++bottom)
  {
    // (t - quarter pi/2 - bottom pi) / 2 pi is a whole number k for some t in a
    for (int k = 0; k < 2; ++k)
    {
      arb_const_pi(hi, BITS);
      arb_set_d(lo, k == 0 ? a.lo : a.hi);
      arb_div(lo, lo, hi, BITS);
      arb_set_d(hi, 0.5 * quarter + bottom);
      arb_sub(lo, lo, hi, BITS);
      arb_mul_2exp_si(lo, lo, -1);
      if (k == 0)
      {
        arf_get_fmpz(first, arb_midref(lo), ARF_RND_CEIL);
      }
      else
      {
        arf_get_fmpz(last, arb_midref(lo), ARF_RND_FLOOR);
      }
    }
    if (fmpz_cmp(first, last) <= 0)
    {
      range.lo = bottom == 1 ? -1.0 : range.lo;
      range.hi = bottom == 0 ? 1.0 : range.hi;
    }
  }
  fmpz_clear(first);
  fmpz_clear(last);
  return range;
}

EP_TEST(tight_interval_sin_and_cos)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 13);
  arb_t x, y;
  arb_init(x);
  arb_init(y);
  double worst = 0.0;
  for (int64_t i = 0, n = ep_test_trials(TRIALS); i < n; ++i)
  {
    double start = ep_rng_uniform(&rng, -1.0, 1.0) * ep_rng_log_uniform(&rng, 1e-3, 65000.0);
    if (ep_rng_int(&rng, 0, 1) == 0)
    {
      start = (double)ep_rng_int(&rng, -40000, 40000) * (0.5 * EP_PI);
      start += ep_rng_uniform(&rng, -1.0, 1.0) * ep_rng_log_uniform(&rng, 1e-12, 1.0);
    }
    const ep_interval a = {start, start + ep_rng_log_uniform(&rng, 1e-12, 8.0)};
    for (int quarter = 0; quarter < 2; ++quarter)
    {
      const ep_interval r = quarter == 1 ? ep_interval_sin(a) : ep_interval_cos(a);
      const ep_interval exact = exact_wave_range(a, quarter, x, y);
      const double excess = fmax(exact.lo - r.lo, r.hi - exact.hi);
      worst = fmax(worst, excess);
      ck_assert_msg(excess <= 0.5e-8 && r.lo <= exact.lo + 1e-15 && r.hi >= exact.hi - 1e-15,
                    "trial %lld: quarter %d [%a,%a] gives [%a,%a], not [%a,%a]", (long long)i,
                    quarter, a.lo, a.hi, r.lo, r.hi, exact.lo, exact.hi);
    }
  }
  printf("sin, cos: ends at most %g beyond the exact range\n", worst);
  arb_clear(x);
  arb_clear(y);
  flint_cleanup();
}

static bool is_whole(ep_interval a)
{
  return a.lo == -EP_INFINITY && a.hi == EP_INFINITY;
}

EP_TEST(robust_impossible_gives_the_whole_line)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 14);
  for (int64_t i = 0, n = ep_test_trials(TRIALS); i < n; ++i)
  {
    const ep_interval a = any_interval(&rng);
    const double p = fabs(any_double(&rng));
    const double q = fabs(any_double(&rng));
    const ep_interval zero = {ep_rng_int(&rng, 0, 3) == 0 ? -0.0 : -p,
                              ep_rng_int(&rng, 0, 3) == 0 ? 0.0 : q};
    ep_interval r = {1.0, 2.0};
    ck_assert(!ep_interval_div(a, zero, &r) && is_whole(r));
    const ep_interval negative = {-p - 0x1p-1074, q};
    r = (ep_interval){1.0, 2.0};
    ck_assert(!ep_interval_sqrt(negative, &r) && is_whole(r));
  }
}

/// Every pair of special ends: results are never NaN, never empty.
EP_TEST(robust_infinite_ends_give_no_nan)
{
  const double ends[] = {-EP_INFINITY, -DBL_MAX,  -1.0, -0x1p-1074, -0.0,
                         0.0,          0x1p-1074, 1.0,  DBL_MAX,    EP_INFINITY};
  const int count = (int)(sizeof ends / sizeof ends[0]);
  for (int code = 0; code < count * count * count * count; ++code)
  {
    const int i = code % count, j = code / count % count;
    const int k = code / count / count % count, l = code / count / count / count;
    if (i > j || k > l)
    {
      continue;
    }
    const ep_interval a = {ends[i], ends[j]};
    const ep_interval b = {ends[k], ends[l]};
    ep_interval r[9];
    r[0] = ep_interval_add(a, b);
    r[1] = ep_interval_sub(a, b);
    r[2] = ep_interval_mul(a, b);
    r[3] = ep_interval_square(a);
    (void)ep_interval_div(a, b, &r[4]);
    (void)ep_interval_sqrt(a, &r[5]);
    r[6] = ep_interval_sin(a);
    r[7] = ep_interval_cos(a);
    r[8] = ep_interval_scale(a, b.lo);
    for (int op = 0; op < 9; ++op)
    {
      ck_assert_msg(r[op].lo <= r[op].hi, "operation %d of [%g,%g], [%g,%g] gives [%g,%g]", op,
                    a.lo, a.hi, b.lo, b.hi, r[op].lo, r[op].hi);
    }
  }
}
