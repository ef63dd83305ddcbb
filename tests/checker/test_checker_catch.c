/// @file test_checker_catch.c
/// The paper's method against the space-time traversal, and both against the judge. The two share
/// trees, poses and distances of triangles; what they do with them is different, so each is asked
/// to find what the other one missed. They may differ only where something is within the tolerance.
#include "site.h"
#include "catch_tools.h"

#include <stdio.h>
#include <string.h>

#define EDGES 20 // of each site

static site the_site;
static double q0[BRUTE_CONFIG_MAX], q1[BRUTE_CONFIG_MAX];

static void next_edge(int64_t trial, ep_rng* rng)
{
  if (trial % EDGES == 0)
  {
    if (trial > 0)
    {
      site_end(&the_site);
    }
    site_make(&the_site, rng);
  }
  site_edge(&the_site, rng, q0, q1);
}

// --- Random sites ---

EP_TEST(sound_catch_agrees_with_spacetime)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 130);
  tally sum = {0, 0, 0};
  for (int64_t i = 0, n = ep_test_trials(600); i < n; ++i)
  {
    next_edge(i, &rng);
    const bool back = ep_rng_int(&rng, 0, 1) == 1;
    const ep_mode mode = any_mode(&rng);
    const ep_result spacetime = by_spacetime(the_site.checker, q0, q1, EP_MODE_BOOLEAN);
    const ep_result paper = by_catch(the_site.checker, back ? q1 : q0, back ? q0 : q1, mode,
                                     i % 2 == 0 ? PAPER : any_switches(&rng));
    expect_agreement(&spacetime, &paper, i, &sum);
  }
  site_end(&the_site);
  print_tally("edges", &sum);
}

EP_TEST(sound_catch_against_the_judge)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 131);
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    next_edge(i, &rng);
    const ep_result r = by_catch(the_site.checker, q0, q1, any_mode(&rng), any_switches(&rng));
    const double until = r.verdict == EP_FREE ? 1.0 : r.t_free * (1.0 - 1e-9);
    brute_hit hit;
    const bool collides = until > 0.0 && site_judge_edge(&the_site, until, 300, &hit);
    ck_assert_msg(!collides, "trial %d: free until %.9g, but '%s' and '%s' are %g apart at %.9g%s",
                  (int)i, until, the_site.names[hit.body[0]], the_site.names[hit.body[1]],
                  hit.distance, hit.t, hit.inside ? " (inside)" : "");
  }
  site_end(&the_site);
}

EP_TEST(sound_catch_agrees_on_states)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 132);
  tally sum = {0, 0, 0};
  for (int64_t i = 0, n = ep_test_trials(2000); i < n; ++i)
  {
    if (i % EDGES == 0)
    {
      next_edge(i, &rng);
    }
    site_config(&the_site, &rng, q0);
    const ep_result spacetime = by_spacetime(the_site.checker, q0, q0, EP_MODE_BOOLEAN);
    const ep_result paper = by_catch(the_site.checker, q0, q0, any_mode(&rng), any_switches(&rng));
    expect_agreement(&spacetime, &paper, i, &sum);
    ck_assert(paper.verdict == EP_FREE || paper.contact.t == 0.0);
  }
  site_end(&the_site);
  print_tally("states", &sum);
}

/// Not even within the tolerance: the middles of cells decide, whatever the way to them.
EP_TEST(same_catch_verdict_for_all_switches_modes_and_directions)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 133);
  for (int64_t i = 0, n = ep_test_trials(150); i < n; ++i)
  {
    next_edge(i, &rng);
    const ep_result first = by_catch(the_site.checker, q0, q1, EP_MODE_TIME_OF_CONTACT, PAPER);
    for (int k = 0; k < 10; ++k)
    {
      const ep_mode mode = k % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
      const uint32_t switches = k < 7 ? 1u << k : any_switches(&rng);
      const bool back = k > 7;
      const ep_result r =
          by_catch(the_site.checker, back ? q1 : q0, back ? q0 : q1, mode, switches);
      ck_assert_msg(r.verdict == first.verdict,
                    "trial %d: %s, but %s in mode %d with switches %u %s", (int)i,
                    ep_verdict_text(first.verdict), ep_verdict_text(r.verdict), (int)mode,
                    (unsigned)switches, back ? "backwards" : "forwards");
      if (mode == EP_MODE_TIME_OF_CONTACT && !back && first.verdict == EP_COLLIDING)
      {
        ck_assert_msg(r.contact.t == first.contact.t && r.t_free == first.t_free,
                      "trial %d: contact at %.17g, free until %.17g, but %.17g and %.17g with %u",
                      (int)i, first.contact.t, first.t_free, r.contact.t, r.t_free,
                      (unsigned)switches);
      }
    }
    ck_assert(first.verdict == EP_COLLIDING ||
              by_catch(the_site.checker, q1, q1, EP_MODE_BOOLEAN, PAPER).verdict == EP_FREE);
  }
  site_end(&the_site);
}

/// A contact without doubt is never before the other's proven prefix ends; and mostly the two
/// brackets overlap up to a few tolerances of motion.
EP_TEST(tight_catch_times_of_contact)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 134);
  int hits = 0, apart = 0;
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    next_edge(i, &rng);
    const ep_result a = by_spacetime(the_site.checker, q0, q1, EP_MODE_TIME_OF_CONTACT);
    const ep_result b = by_catch(the_site.checker, q0, q1, EP_MODE_TIME_OF_CONTACT,
                                 any_switches(&rng) & ~EP_CATCH_NO_TEMPORAL);
    if (a.verdict != EP_COLLIDING || b.verdict != EP_COLLIDING)
    {
      continue;
    }
    ck_assert(b.t_free >= 0.0 && b.t_free <= b.contact.t && b.contact.t <= 1.0);
    ck_assert_msg(!is_sure(&a) || a.contact.t >= b.t_free,
                  "trial %d: free until %.9g by catch, but kind %d at %.9g", (int)i, b.t_free,
                  (int)a.contact.kind, a.contact.t);
    ck_assert_msg(!is_sure(&b) || b.contact.t >= a.t_free,
                  "trial %d: free until %.9g by space-time, but kind %d at %.9g", (int)i, a.t_free,
                  (int)b.contact.kind, b.contact.t);
    const brute_world* judge = &the_site.judge;
    const double d = brute_distance_at(&the_site.judge, the_site.edges, b.contact.t,
                                       b.contact.body[0], b.contact.body[1]);
    ck_assert_msg(b.contact.kind == EP_CONTACT_CONTAINMENT ||
                      d <= judge->clearance[b.contact.body[0]][b.contact.body[1]] +
                               the_site.tolerance + 1e-3,
                  "trial %d: a contact of bodies that are %g apart", (int)i, d);
    ++hits;
    apart += b.contact.t < a.t_free - 0.002 || a.contact.t < b.t_free - 0.002;
  }
  site_end(&the_site);
  printf("times of contact: %d, %d farther apart than 0.002\n", hits, apart);
  ck_assert_msg(hits < 50 || 20 * apart < hits, "%d of %d times of contact differ", apart, hits);
}

// --- What it costs, and what ends it ---

/// The budget ends without an answer, or the answer is right.
EP_TEST(sound_catch_budget_ends_undecided)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 136);
  for (int64_t i = 0, n = ep_test_trials(60); i < n; ++i)
  {
    next_edge(i, &rng);
    const ep_result full = by_catch(the_site.checker, q0, q1, EP_MODE_BOOLEAN, PAPER);
    for (int64_t budget = 0; budget < full.statistics.items; budget = 2 * budget + 1)
    {
      ep_check_options options = ep_check_default();
      options.method = EP_METHOD_CATCH;
      options.item_budget = budget;
      const ep_verdict verdict = ask(the_site.checker, q0, q1, &options).verdict;
      ck_assert(verdict == EP_UNDECIDED || verdict == full.verdict);
      ck_assert(full.verdict == EP_COLLIDING || verdict == EP_UNDECIDED);
    }
  }
  site_end(&the_site);
}

static int always(void* user)
{
  ++*(int*)user;
  return 1;
}

EP_TEST(sound_catch_cancelling_ends_undecided)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 137);
  for (int64_t i = 0, n = ep_test_trials(40); i < n; ++i)
  {
    next_edge(i, &rng);
    int count = 0;
    ep_check_options options = ep_check_default();
    options.method = EP_METHOD_CATCH;
    options.cancel = always;
    options.cancel_user = &count;
    ck_assert_int_eq(ask(the_site.checker, q0, q1, &options).verdict, EP_UNDECIDED);
    ck_assert_int_eq(count, 1);
  }
  site_end(&the_site);
}

/// Each part that is switched off leaves more work.
EP_TEST(tight_catch_parts_save_work)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 138);
  int64_t pairs = 0, spatial = 0, temporal = 0, all = 0, nodes = 0, cold = 0;
  for (int64_t i = 0, n = ep_test_trials(100); i < n; ++i)
  {
    next_edge(i, &rng);
    const ep_mode mode = EP_MODE_TIME_OF_CONTACT;
    const ep_statistics full = by_catch(the_site.checker, q0, q1, mode, PAPER).statistics;
    const ep_statistics flat =
        by_catch(the_site.checker, q0, q1, mode, EP_CATCH_NO_LINK_TREE).statistics;
    const ep_statistics none =
        by_catch(the_site.checker, q0, q1, mode, EP_CATCH_NO_TAYLOR).statistics;
    const ep_statistics late =
        by_catch(the_site.checker, q0, q1, mode, EP_CATCH_NO_TEMPORAL).statistics;
    const ep_statistics lost =
        by_catch(the_site.checker, q0, q1, mode, EP_CATCH_NO_COHERENCE).statistics;
    ck_assert(flat.pairs_after_spatial == full.pairs_after_spatial);
    ck_assert(none.pairs_after_spatial == none.pairs && none.pairs == full.pairs);
    ck_assert(late.pairs_after_temporal >= full.pairs_after_temporal);
    pairs += full.pairs;
    spatial += full.pairs_after_spatial;
    temporal += full.pairs_after_temporal;
    all += late.pairs_after_temporal;
    nodes += full.distance_nodes;
    cold += lost.distance_nodes;
  }
  site_end(&the_site);
  printf("pairs %lld, after boxes %lld, after times %lld (%lld without culling); nodes %lld, "
         "without coherence %lld\n",
         (long long)pairs, (long long)spatial, (long long)temporal, (long long)all,
         (long long)nodes, (long long)cold);
  ck_assert(pairs < 1000 || (spatial < pairs && temporal < spatial && nodes <= cold));
}
