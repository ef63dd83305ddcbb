/// @file test_checker_turned.c
/// Of two machines the one rests from which the other bends less, on every edge anew: against the
/// judge, the other method, and a checker that was not asked before.
#include "history_tools.h"

/// A long arm whose tip is beside a small one: far from its own joint, near to the other's. One has
/// a box more: of bodies that are alike, that one rests.
static scene make_arms(double apart, int32_t more)
{
  scene s = scene_begin(0.0);
  ep_link_desc arm = scene_link("arm", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  scene_machine(&s, "a", &arm, 1);
  scene_shape(&s, 0, 0, scene_box(1, 1, 1, 40, 0, 0));
  arm.origin.position[0] = 40.0;
  arm.origin.position[1] = apart;
  scene_machine(&s, "b", &arm, 1);
  scene_shape(&s, 1, 0, scene_box(1, 1, 1, 1, 0, 0));
  scene_shape(&s, more, 0, scene_box(0.1, 0.1, 0.1, more == 0 ? 40 : 1, 0, 0));
  scene_freeze(&s);
  return s;
}

/// Both machines move, or one of them, far from its joint or near: against the other method, and
/// against a sampled motion of both.
EP_TEST(sound_either_machine_may_rest)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 404);
  int counts[2] = {0, 0};
  scene s[2] = {make_arms(2.0, 0), make_arms(2.0, 1)};
  for (int64_t i = 0, n = ep_test_trials(400); i < n; ++i)
  {
    double a[2], b[2];
    for (int k = 0; k < 2; ++k)
    {
      const double size = k == 0 ? 0.05 : 3.0;
      a[k] = ep_rng_uniform(&rng, -size, size);
      b[k] = i % 3 == k ? a[k] : ep_rng_uniform(&rng, -size, size);
    }
    ep_check_options options = ep_check_default();
    const ep_verdict verdict = ask_both(s[i % 2].checker, s[i % 2].world, a, b, &options);
    options.method = EP_METHOD_CATCH;
    const ep_verdict other = ask(s[i % 2].checker, a, b, &options).verdict;
    ck_assert_msg(verdict == other, "trial %d: %s, %s by the other method", (int)i,
                  ep_verdict_text(verdict), ep_verdict_text(other));
    if (verdict == EP_FREE)
    {
      scene_expect_samples_free(&s[i % 2], a, b, 2, 100);
    }
    ++counts[verdict == EP_FREE];
  }
  ck_assert_msg(counts[0] > 3 && counts[1] > 3, "%d colliding, %d free", counts[0], counts[1]);
  scene_end(&s[0]);
  scene_end(&s[1]);
}

static site the_site;
static double q0[BRUTE_CONFIG_MAX], q1[BRUTE_CONFIG_MAX];

/// Random sites of two machines, one of them parked or none, against the judge and the other
/// method.
EP_TEST(sound_two_machines_against_the_judge)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 405);
  int counts[2] = {0, 0};
  for (int64_t i = 0, n = ep_test_trials(100); i < n; ++i)
  {
    site_make(&the_site, &rng);
    for (int edge = 0; edge < 12 && the_site.machine_count == 2; ++edge)
    {
      const int32_t first = ep_machine_config_size(the_site.machines[0]);
      site_edge(&the_site, &rng, q0, q1);
      const int32_t from = edge % 3 == 0 ? 0 : edge % 3 == 1 ? first : the_site.config_size;
      const int32_t to = edge % 3 == 0 ? first : the_site.config_size;
      memcpy(q1 + from, q0 + from, (size_t)(to - from) * sizeof(double));
      set_edges(&the_site, q0, q1);
      ep_check_options options = ep_check_default();
      const ep_verdict verdict = ask_both(the_site.checker, the_site.world, q0, q1, &options);
      brute_hit hit;
      ck_assert_msg(verdict != EP_FREE || !site_judge_edge(&the_site, 1.0, 300, &hit),
                    "free, but '%s' and '%s' meet at t = %.9g", the_site.names[hit.body[0]],
                    the_site.names[hit.body[1]], hit.t);
      options.method = EP_METHOD_CATCH;
      ck_assert_int_eq(ask(the_site.checker, q0, q1, &options).verdict, verdict);
      ++counts[verdict == EP_FREE];
    }
    site_end(&the_site);
  }
  ck_assert_msg(counts[0] > 0 && counts[1] > 0, "%d colliding, %d free", counts[0], counts[1]);
}

/// A machine parked far from its joint costs no more than one whose joint is beside: the other one
/// is seen from it as it is seen from the ground.
EP_TEST(tight_parked_machine_rests)
{
  for (int32_t more = 0; more < 2; ++more)
  {
    scene s = make_arms(2.3, more);
    ep_check_options options = ep_check_default();
    options.order = EP_ORDER_CERTIFY_FIRST;
    const double a[2] = {0.0, -1.2};
    const double b[2] = {0.0, 1.2};
    const ep_result result = ask(s.checker, a, b, &options);
    printf("  %lld items\n", (long long)result.statistics.items);
    ck_assert_int_eq(result.verdict, EP_FREE);
    ck_assert_int_le(result.statistics.items, 8);
    scene_end(&s);
  }
}

/// Nothing of one edge is left for the next: the same work, whatever was asked before.
EP_TEST(same_work_whatever_was_asked_before)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 406);
  scene s = make_arms(2.0, 0);
  for (int64_t i = 0, n = ep_test_trials(200); i < n; ++i)
  {
    double a[2], b[2];
    for (int k = 0; k < 2; ++k)
    {
      const double size = k == 0 ? 0.05 : 3.0;
      a[k] = ep_rng_uniform(&rng, -size, size);
      b[k] = i % 3 == k ? a[k] : ep_rng_uniform(&rng, -size, size);
    }
    ep_check_options options = ep_check_default();
    options.order = EP_ORDER_CERTIFY_FIRST;
    ep_checker* other = fresh(s.world);
    const ep_result x = ask(s.checker, a, b, &options);
    const ep_result y = ask(other, a, b, &options);
    ck_assert(memcmp(&x, &y, sizeof x) == 0);
    ep_checker_destroy(other);
  }
  scene_end(&s);
}
