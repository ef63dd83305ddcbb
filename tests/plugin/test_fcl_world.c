/// @file test_fcl_world.c
/// The same scene in FCL against Edgeproof: states and edges on the construction site.
#define _POSIX_C_SOURCE 200809L
#include "fcl_scene_tools.h"

/// What the two said of states.
typedef struct tally
{
  int64_t states;
  int64_t collide;
  int64_t inside; ///< of those, the ones only Edgeproof can know
} tally;

/// Two ways to look at one configuration. A proof of FREE must not meet FCL's contact, and FCL must
/// measure what Edgeproof's witness says.
static void compare_state(const sides* s, const double* q, tally* t)
{
  const ep_result result = edgeproof_state(s, q);
  const double band = ep_scene_tolerance(s->scene) + DISTANCE_SLACK;
  const ep_fcl_gap gap = fcl_gap(s, q, 1.0);
  bool collides = false;
  MUST(ep_fcl_check_state(s->fcl, q, &collides, error));
  ++t->states;
  ck_assert_int_ne(result.verdict, EP_UNDECIDED);
  if (result.verdict == EP_FREE)
  {
    ck_assert_msg(gap.gap > -DISTANCE_SLACK, "free, but FCL finds %s %g m too close",
                  pair_text(s, gap.body), -gap.gap);
    ck_assert_msg(!collides || gap.gap < DISTANCE_SLACK, "free, but FCL lets %s collide",
                  pair_text(s, gap.body));
    return;
  }
  ++t->collide;
  const bool inside = result.contact.kind == EP_CONTACT_CONTAINMENT;
  if (inside && gap.gap > band)
  {
    ++t->inside;
    return;
  }
  ck_assert_msg(gap.gap <= band, "%s collide, but FCL finds %s with a gap of %g",
                pair_text(s, result.contact.body), pair_text(s, gap.body), gap.gap);
  ck_assert_msg(collides || gap.gap > -DISTANCE_SLACK, "FCL contradicts itself about %s: %g",
                pair_text(s, gap.body), gap.gap);
}

static void compare_scene(const char* name, const char* query, int64_t count)
{
  ep_edges edges;
  sides s = sides_load(EP_TEST_SCENES, name, query, &edges);
  ep_scene* scene = s.scene;
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  tally t = {0, 0, 0};
  for (int64_t i = 0, n = ep_test_trials(count); i < n; ++i)
  {
    double q[VALUES_MAX];
    const size_t edge = (size_t)ep_rng_int(&rng, 0, edges.count - 1) * (size_t)edges.config_size;
    if (i % 4 == 0)
    {
      random_config(scene, &rng, q);
    }
    else
    {
      config_near(scene, edges.q0 + edge, edges.q1 + edge, 0.01 * (double)(i % 4), &rng, q);
    }
    compare_state(&s, q, &t);
  }
  printf("%s %s: %lld states, %lld collide, %lld of them by being inside only\n", name, query,
         (long long)t.states, (long long)t.collide, (long long)t.inside);
  // Without both kinds nothing was compared; a few states, with a small multiplier, may be of one.
  ck_assert(t.states < 100 || (t.collide > t.states / 20 && t.collide < t.states));
  sides_unload(&s, &edges);
}

EP_TEST(sound_states_of_the_tower_crane_agree_with_fcl)
{
  compare_scene("tower-crane", "lower", 500);
}

EP_TEST(sound_states_of_the_excavator_agree_with_fcl)
{
  compare_scene("excavator", "load", 250);
}

EP_TEST(sound_states_of_two_cranes_agree_with_fcl)
{
  compare_scene("two-cranes", "swap", 150);
}
