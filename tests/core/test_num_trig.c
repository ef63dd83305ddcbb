/// @file test_num_trig.c
/// Sine, cosine and the reduction of angles against Arb.
#include "ep_test.h"
#include "num_trig.h"

#include <arb.h>
#include <stdio.h>

#define BITS 200

/// Uniform, of any magnitude, or next to a multiple of pi/2; at most `limit`.
static double any_angle(ep_rng* rng, double limit)
{
  const double sign = ep_rng_int(rng, 0, 1) == 0 ? 1.0 : -1.0;
  double x = ep_rng_uniform(rng, -limit, limit);
  switch (ep_rng_int(rng, 0, 4))
  {
  case 0:
    x = sign * ep_rng_log_uniform(rng, 1e-300, limit);
    break;
  case 1:
    x = sign * ep_rng_log_uniform(rng, 1e-9, limit);
    break;
  case 2: // the few doubles next to a multiple
    x = (double)ep_rng_int(rng, -41721, 41721) * (0.5 * EP_PI);
    for (int64_t k = ep_rng_int(rng, 0, 4); k > 0; --k)
    {
      x = nextafter(x, sign * 1e9);
    }
    break;
  case 3: // or of pi/4, where the reduction changes its mind
    x = (double)ep_rng_int(rng, -83443, 83443) * (0.25 * EP_PI);
    x += sign * ep_rng_log_uniform(rng, 1e-17, 1e-2);
    break;
  default:
    break;
  }
  return fmax(-limit, fmin(limit, x));
}

/// An upper bound on |exact - found|.
static double distance(const arb_t exact, double found, arb_t scratch)
{
  arb_set_d(scratch, found);
  arb_sub(scratch, exact, scratch, BITS);
  arf_t bound;
  arf_init(bound);
  arb_get_abs_ubound_arf(bound, scratch, BITS);
  const double result = arf_get_d(bound, ARF_RND_UP);
  arf_clear(bound);
  return result;
}

EP_TEST(sound_sincos_error)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  arb_t x, s, c, scratch;
  arb_init(x);
  arb_init(s);
  arb_init(c);
  arb_init(scratch);
  double worst = 0.0;
  double worst_at = 0.0;
  const double ends[] = {0.0, -0.0, EP_TRIG_MAX, -EP_TRIG_MAX, 0x1p-1074, DBL_MIN, EP_PI};
  const int64_t special = (int64_t)(sizeof ends / sizeof ends[0]);
  for (int64_t i = 0, n = special + ep_test_trials(200000); i < n; ++i)
  {
    const double angle = i < special ? ends[i] : any_angle(&rng, EP_TRIG_MAX);
    double sine, cosine;
    ep_sincos(angle, &sine, &cosine);
    arb_set_d(x, angle);
    arb_sin_cos(s, c, x, BITS);
    const double error = fmax(distance(s, sine, scratch), distance(c, cosine, scratch));
    ck_assert_msg(error <= EP_TRIG_ERROR, "at %a: error %g > %g", angle, error, EP_TRIG_ERROR);
    if (error > worst)
    {
      worst = error;
      worst_at = angle;
    }
  }
  printf("sincos: worst error %g = %.3f EP_TRIG_ERROR, at %a\n", worst, worst / EP_TRIG_ERROR,
         worst_at);
  arb_clear(x);
  arb_clear(s);
  arb_clear(c);
  arb_clear(scratch);
  flint_cleanup();
}

/// The reduced angle plus a whole number of turns is the angle, up to error_up.
EP_TEST(sound_reduce_angle)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 1);
  arb_t x, turn, m, scratch;
  arb_init(x);
  arb_init(turn);
  arb_init(m);
  arb_init(scratch);
  fmpz_t whole;
  fmpz_init(whole);
  double worst = 0.0;
  double largest = 0.0;
  const double ends[] = {EP_TRIG_MAX, -EP_TRIG_MAX, 2.0 * EP_PI, -2.0 * EP_PI, 3.0 * EP_PI};
  const int64_t special = (int64_t)(sizeof ends / sizeof ends[0]);
  for (int64_t i = 0, n = special + ep_test_trials(200000); i < n; ++i)
  {
    const double angle = i < special ? ends[i] : any_angle(&rng, EP_TRIG_MAX);
    const ep_reduced_angle r = ep_reduce_angle(angle);
    ck_assert_msg(fabs(r.angle) <= EP_PI, "%a becomes %a", angle, r.angle);
    arb_const_pi(turn, BITS);
    arb_mul_2exp_si(turn, turn, 1);
    arb_set_d(x, angle);
    arb_set_d(scratch, r.angle);
    arb_sub(x, x, scratch, BITS);
    arb_div(m, x, turn, BITS);
    arf_get_fmpz(whole, arb_midref(m), ARF_RND_NEAR);
    arb_mul_fmpz(m, turn, whole, BITS);
    arb_sub(x, x, m, BITS);
    const double off = fmpz_is_zero(whole) ? fabs(angle - r.angle) : distance(x, 0.0, scratch);
    ck_assert_msg(off <= r.error_up, "%a becomes %a: off by %g > %g", angle, r.angle, off,
                  r.error_up);
    worst = fmax(worst, r.error_up > 0.0 ? off / r.error_up : 0.0);
    largest = fmax(largest, r.error_up);
  }
  printf("reduce_angle: worst %.3f of error_up, largest error_up %g\n", worst, largest);
  fmpz_clear(whole);
  arb_clear(x);
  arb_clear(turn);
  arb_clear(m);
  arb_clear(scratch);
  flint_cleanup();
}

EP_TEST(same_reduce_angle_leaves_small_angles)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 2);
  const double ends[] = {0.0, EP_PI, -EP_PI, 0x1p-1074, -0x1p-1074};
  const int64_t special = (int64_t)(sizeof ends / sizeof ends[0]);
  for (int64_t i = 0, n = special + ep_test_trials(200000); i < n; ++i)
  {
    const double angle = i < special ? ends[i] : any_angle(&rng, EP_PI);
    const ep_reduced_angle r = ep_reduce_angle(angle);
    ck_assert_msg(r.angle == angle && r.error_up == 0.0, "%a becomes %a", angle, r.angle);
  }
}
