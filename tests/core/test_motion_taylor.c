/// @file test_motion_taylor.c
/// Taylor frames and boxes of links against the exact curve.
#include "trial.h"
#include "motion_edge.h"

static void polynomial_at(arb_t p, const ep_taylor* a, double x)
{
  arb_t c;
  arb_init(c);
  arb_zero(p);
  for (int k = 3; k >= 0; --k)
  {
    arb_set_d(c, x);
    arb_mul(p, p, c, 200);
    arb_set_d(c, a->c[k]);
    arb_add(p, p, c, 200);
  }
  arb_clear(c);
}

static bool model_holds(const ep_taylor* a, const arb_t f, double x)
{
  arb_t p, rest;
  arb_init(p);
  arb_init(rest);
  polynomial_at(p, a, x);
  arb_sub(rest, f, p, 200);
  arb_set_d(p, a->lo);
  bool inside = !arb_lt(rest, p);
  arb_set_d(p, a->hi);
  inside = inside && !arb_gt(rest, p);
  arb_clear(p);
  arb_clear(rest);
  return inside;
}

/// Entries 0 to 8 of the rotation, 9 to 11 of the position.
static ep_taylor model_of(const ep_edge* edge, int32_t link, int order, int k)
{
  if (order == EP_TAYLOR_RIGID)
  {
    return ep_rigid_entry(&edge->rigid[link], k < 9 ? k / 3 : k - 9, k < 9 ? k % 3 : 3);
  }
  const ep_taylor_frame* frame = &edge->taylor[link];
  return k < 9 ? frame->rotation[k / 3][k % 3] : frame->position[k - 9];
}

/// The length of the vector of a row's three errors is within turn_rest: more than each entry is.
static bool row_holds(const ep_rigid* frame, const ep_oracle_frame* exact, int row, double x)
{
  arb_t sum, p, c;
  arb_init(sum);
  arb_init(p);
  arb_init(c);
  double rest = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const ep_taylor model = ep_rigid_entry(frame, row, k);
    polynomial_at(p, &model, x);
    arb_sub(p, p, &exact->rotation[3 * row + k], 200);
    arb_addmul(sum, p, p, 200);
    rest = model.hi;
  }
  arb_set_d(c, rest);
  arb_mul(c, c, c, 200);
  const bool inside = !arb_gt(sum, c);
  arb_clear(sum);
  arb_clear(p);
  arb_clear(c);
  return inside;
}

/// Every entry of every frame is in its model at a random t; x is exact only where mid and half are
/// dyadic, so t is built from x.
EP_TEST(sound_taylor_frames_hold_the_exact_motion)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 1);
  ep_random_options options = ep_random_options_default();
  options.depth_max = 20;
  static ep_trial trial;
  for (int64_t i = 0, n = ep_test_trials(4000); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
    const double half = ldexp(1.0, -(int)ep_rng_int(&rng, 1, 8));
    const double mid = half + ldexp((double)ep_rng_int(&rng, 0, 256), -8) * (1.0 - 2.0 * half);
    const int order = (int)ep_rng_int(&rng, 0, EP_TAYLOR_RIGID);
    ck_assert(ep_edge_taylor(trial.edge, mid - half, mid + half, order) == EP_OK);
    const double x = ldexp((double)ep_rng_int(&rng, -1024, 1024), -10);
    const ep_oracle_frame* exact = ep_oracle_frames(trial.oracle, mid + half * x);
    for (int32_t link = 0; link < trial.raw.count; ++link)
    {
      for (int k = 0; k < 12; ++k)
      {
        const ep_taylor model = model_of(trial.edge, link, order, k);
        const arb_struct* value = k < 9 ? &exact[link].rotation[k] : &exact[link].position[k - 9];
        ck_assert_msg(model_holds(&model, value, x), "trial %d link %d entry %d order %d", (int)i,
                      (int)link, k, order);
      }
      for (int row = 0; order == EP_TAYLOR_RIGID && row < 3; ++row)
      {
        ck_assert_msg(row_holds(&trial.edge->rigid[link], &exact[link], row, x),
                      "trial %d link %d row %d", (int)i, (int)link, row);
      }
    }
    ep_trial_end(&trial);
  }
  ep_oracle_cleanup();
}

/// 10^5 trials: boxes of links over intervals, any order, against the exact place of a point.
EP_TEST(sound_link_boxes_hold_every_point)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 2);
  ep_random_options options = ep_random_options_default();
  options.depth_max = 20;
  static ep_trial trial;
  arb_ptr world = _arb_vec_init(3);
  for (int64_t i = 0, n = ep_test_trials(100000); i < n; i += 20)
  {
    ep_trial_begin(&trial, &options, &rng);
    for (int k = 0; k < 20; ++k)
    {
      double t0, t1;
      ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
      ep_trial_interval(&rng, &t0, &t1);
      const int32_t order = (int32_t)ep_rng_int(&rng, 0, EP_TAYLOR_RIGID);
      ck_assert(ep_edge_taylor(trial.edge, t0, t1, order) == EP_OK);
      const int32_t link = (int32_t)ep_rng_int(&rng, 0, trial.raw.count - 1);
      const ep_box box = ep_trial_box(&rng);
      const ep_oriented_box oriented = ep_oriented_box_from(&box);
      ep_box found;
      ck_assert(ep_edge_link_box(trial.edge, link, &oriented, &found) == EP_OK);
      const double t = ep_trial_time(&rng, t0, t1);
      const ep_oracle_frame* frame = ep_oracle_link_frame(trial.oracle, link, t);
      double point[3];
      ep_trial_point(&rng, &box, point);
      ep_oracle_apply(frame, point, EP_ORACLE_BITS, world);
      ck_assert_msg(ep_oracle_in_box(world, found.lo, found.hi), "trial %d+%d escapes", (int)i, k);
    }
    ep_trial_end(&trial);
  }
  _arb_vec_clear(world, 3);
  ep_oracle_cleanup();
}

EP_TEST(robust_taylor_refuses_bad_intervals)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  ep_random_options options = ep_random_options_default();
  static ep_trial trial;
  ep_trial_begin(&trial, &options, &rng);
  ep_oriented_box box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  ep_box world;
  ck_assert(ep_edge_link_box(trial.edge, 0, &box, &world) == EP_ERROR_MISUSE);
  ck_assert(ep_edge_taylor(trial.edge, 0.5, 0.4, 3) == EP_ERROR_MISUSE);
  ck_assert(ep_edge_taylor(trial.edge, -0.1, 0.4, 3) == EP_ERROR_MISUSE);
  ck_assert(ep_edge_taylor(trial.edge, 0.0, (double)NAN, 3) == EP_ERROR_MISUSE);
  ck_assert(ep_edge_taylor(trial.edge, 0.0, 1.0, EP_TAYLOR_RIGID + 1) == EP_ERROR_MISUSE);
  ck_assert(ep_edge_taylor(trial.edge, 0.0, 1.0, 3) == EP_OK);
  ck_assert(ep_edge_link_box(trial.edge, 0, &box, &world) == EP_OK);
  ep_edge_reverse(trial.edge);
  ck_assert(ep_edge_link_box(trial.edge, 0, &box, &world) == EP_ERROR_MISUSE);
  ep_trial_end(&trial);
}
