/// @file test_num_rigid.c
/// The steps of rigid frames one at a time, against plain arithmetic; whole chains are compared
/// with the oracle in test_motion_taylor.c.
#include "ep_test.h"
#include "num_rigid.h"

#include <stdio.h>
#include <string.h>

/// What the tests' own arithmetic rounds.
#define OWN_ERROR 1e-12

static double poly(const ep_taylor* a, double x)
{
  return a->c[0] + x * (a->c[1] + x * (a->c[2] + x * a->c[3]));
}

/// How far row i is from its polynomials at x, as a length.
static double row_error(const ep_rigid* frame, const double exact[3][3], int i, double x)
{
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const ep_taylor entry = ep_rigid_entry(frame, i, k);
    const double e = exact[i][k] - poly(&entry, x);
    sum += e * e;
  }
  return sqrt(sum);
}

static void turn_z(double m[3][3], double angle)
{
  const double z[3][3] = {
      {cos(angle), -sin(angle), 0.0}, {sin(angle), cos(angle), 0.0}, {0.0, 0.0, 1.0}};
  memcpy(m, z, sizeof z);
}

/// A base that turns about z and a slide on it, over a half-sweep of up to 3 rad, on a grid of x.
EP_TEST(sound_turned_slides_are_within_their_rests)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 1);
  double closest = 0.0;
  for (int64_t n = ep_test_trials(3000); n > 0; --n)
  {
    const ep_domain domain = {0.0, 1.0, 3};
    const ep_angle angle = {ep_rng_uniform(&rng, -3.0, 3.0), ep_rng_uniform(&rng, -3.0, 3.0), 0.0};
    double middle[3], swing[3];
    for (int k = 0; k < 3; ++k)
    {
      middle[k] = ep_rng_uniform(&rng, -5.0, 5.0);
      swing[k] = ep_rng_int(&rng, 0, 1) == 0 ? middle[k] : ep_rng_uniform(&rng, -5.0, 5.0);
    }
    ep_taylor sine, cosine;
    ep_rigid frame;
    ep_taylor_sincos(domain, angle, &sine, &cosine);
    ep_rigid_identity(&frame);
    ep_rigid_turn_about(&frame, 2, &sine, &cosine);
    ep_rigid_shift_by(&frame, middle, swing, 0.0);
    for (int step = -8; step <= 8; ++step)
    {
      const double x = step / 8.0;
      double exact[3][3];
      turn_z(exact, angle.start + angle.rate * x);
      for (int i = 0; i < 3; ++i)
      {
        const ep_taylor p = ep_rigid_entry(&frame, i, 3);
        double at = 0.0;
        for (int k = 0; k < 3; ++k)
        {
          at += exact[i][k] * (middle[k] + x * swing[k]);
        }
        const double off = fabs(at - poly(&p, x));
        ck_assert_msg(off <= p.hi + OWN_ERROR, "row %d at %g: off by %g, rest %g", i, x, off, p.hi);
        closest = fmax(closest, p.hi > 1e-3 ? off / p.hi : 0.0);
        const double turn = ep_rigid_entry(&frame, i, 0).hi;
        ck_assert(row_error(&frame, (const double(*)[3])exact, i, x) <= turn + OWN_ERROR);
      }
    }
  }
  printf("turned slides: errors reach %.3f of their rests\n", closest);
}

/// A slide that is long where the turn is known worst: the rest must use its larger end.
EP_TEST(sound_rest_of_a_slide_uses_its_larger_end)
{
  const ep_domain domain = {0.0, 1.0, 3};
  const double middle[3] = {5.0, 0.0, 0.0}, swing[3] = {5.0, 0.0, 0.0};
  ep_taylor sine, cosine;
  ep_rigid frame;
  ep_taylor_sincos(domain, (ep_angle){0.0, 2.5, 0.0}, &sine, &cosine);
  ep_rigid_identity(&frame);
  ep_rigid_turn_about(&frame, 2, &sine, &cosine);
  const double rest = ep_rigid_entry(&frame, 0, 0).hi;
  ep_rigid_shift_by(&frame, middle, swing, 0.0);
  ck_assert(ep_rigid_entry(&frame, 0, 3).hi >= 10.0 * rest);
}

/// A matrix, an offset and an axis that are not quite what was said.
EP_TEST(sound_stated_errors_are_in_the_rests)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 2);
  for (int64_t n = ep_test_trials(2000); n > 0; --n)
  {
    const double error = ep_rng_log_uniform(&rng, 1e-9, 1e-3);
    double exact[3][3], said[3][3], offset[3], said_offset[3];
    turn_z(exact, ep_rng_uniform(&rng, -3.0, 3.0));
    for (int k = 0; k < 9; ++k)
    {
      said[k / 3][k % 3] = exact[k / 3][k % 3] + (ep_rng_int(&rng, 0, 1) == 0 ? error : -error);
    }
    for (int k = 0; k < 3; ++k)
    {
      offset[k] = ep_rng_uniform(&rng, -1.0, 1.0);
      said_offset[k] = offset[k] + (ep_rng_int(&rng, 0, 1) == 0 ? error : -error);
    }
    ep_rigid frame;
    ep_rigid_identity(&frame);
    ep_rigid_turn_fixed(&frame, (const double(*)[3])said, error);
    ep_rigid_shift(&frame, said_offset, error);
    for (int i = 0; i < 3; ++i)
    {
      const ep_taylor p = ep_rigid_entry(&frame, i, 3);
      const double at = exact[i][0] * offset[0] + exact[i][1] * offset[1] + exact[i][2] * offset[2];
      ck_assert(row_error(&frame, (const double(*)[3])exact, i, 0.0) <=
                ep_rigid_entry(&frame, i, 0).hi + 1e-14);
      ck_assert(fabs(at - p.c[0]) <= p.hi + 1e-14);
    }
  }
}

/// exact = rows of m turned about the unit axis a by the angle.
static void turn_axis(double exact[3][3], const double a[3], double angle)
{
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      const int l = 3 - i - k;
      const double cross = i == k ? 0.0 : ((i + 1) % 3 == k ? -a[l] : a[l]);
      exact[i][k] =
          cos(angle) * ((i == k ? 1.0 : 0.0) - a[i] * a[k]) + sin(angle) * cross + a[i] * a[k];
    }
  }
}

EP_TEST(sound_axes_that_are_off_are_in_the_rests)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 3);
  for (int64_t n = ep_test_trials(2000); n > 0; --n)
  {
    const double error = ep_rng_log_uniform(&rng, 1e-9, 1e-3);
    const ep_angle angle = {ep_rng_uniform(&rng, -3.0, 3.0), ep_rng_log_uniform(&rng, 1e-6, 3.0),
                            0.0};
    double axis[3], said[3], exact[3][3];
    ep_rng_unit_vector(&rng, axis);
    for (int k = 0; k < 3; ++k)
    {
      said[k] = axis[k] + (ep_rng_int(&rng, 0, 1) == 0 ? error : -error);
    }
    ep_taylor sine, cosine;
    ep_rigid frame;
    ep_taylor_sincos((ep_domain){0.0, 1.0, 3}, angle, &sine, &cosine);
    ep_rigid_identity(&frame);
    ep_rigid_turn(&frame, said, error, &sine, &cosine);
    for (int step = -4; step <= 4; ++step)
    {
      turn_axis(exact, axis, angle.start + angle.rate * step / 4.0);
      for (int i = 0; i < 3; ++i)
      {
        ck_assert(row_error(&frame, (const double(*)[3])exact, i, step / 4.0) <=
                  ep_rigid_entry(&frame, i, 0).hi + OWN_ERROR);
      }
    }
  }
}

/// Twenty turns by angles known up to 1e-6 add twenty errors; they do not double them each time.
EP_TEST(tight_rests_add_up_and_do_not_multiply)
{
  const ep_domain domain = {0.0, 1.0, 3};
  ep_taylor sine, cosine;
  ep_rigid frame;
  ep_taylor_sincos(domain, (ep_angle){0.3, 0.0, 1e-6}, &sine, &cosine);
  ep_rigid_identity(&frame);
  ep_rigid_turn_about(&frame, 2, &sine, &cosine);
  const double once = ep_rigid_entry(&frame, 0, 0).hi;
  for (int k = 1; k < 20; ++k)
  {
    ep_rigid_turn_about(&frame, k % 3, &sine, &cosine);
  }
  const double all = ep_rigid_entry(&frame, 0, 0).hi;
  ck_assert_msg(once < 2e-6 && all < 21.0 * once, "%g, then %g", once, all);
}
