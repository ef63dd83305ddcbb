/// @file test_checker_tight.c
/// False alarms: whatever stays farther away than the clearance and one and a half tolerances must
/// be called free. The judge measures how near each random edge gets; then clearances just below
/// and just above that are asked for.
#include "checker_checker.h"
#include "site.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAMPLES 300
#define EDGES   10  // of each site
#define CAP     0.6 // metres: nearest distances above it are not measured

static site the_site;
static double q0[BRUTE_CONFIG_MAX], q1[BRUTE_CONFIG_MAX];

/// The least distance of all checked pairs at t of the edge set last, or the cap.
static double distance_at(double t, double cap)
{
  double q[BRUTE_CONFIG_MAX];
  for (int32_t m = 0, at = 0; m < the_site.machine_count; ++m)
  {
    ck_assert(ep_edge_config(the_site.edges[m], t, q + at) == EP_OK);
    at += ep_machine_config_size(the_site.machines[m]);
  }
  brute_pose(&the_site.judge, q);
  return brute_margin(&the_site.judge, cap, false, NULL);
}

/// By thirds, between two moments.
static double least_between(double lo, double hi, double cap)
{
  double least = cap;
  for (int i = 0; i < 60; ++i)
  {
    const double x = lo + (hi - lo) / 3.0;
    const double y = hi - (hi - lo) / 3.0;
    const double at_x = distance_at(x, cap);
    const double at_y = distance_at(y, cap);
    *(at_x < at_y ? &hi : &lo) = at_x < at_y ? y : x;
    least = fmin(least, fmin(at_x, at_y));
  }
  return least;
}

/// How near anything gets along the edge: dense samples, refined around all that are nearly least.
static double nearest(void)
{
  static double sampled[SAMPLES + 1];
  double best = CAP;
  for (int i = 0; i <= SAMPLES && best > 0.0; ++i)
  {
    sampled[i] = distance_at((double)i / SAMPLES, CAP);
    best = fmin(best, sampled[i]);
  }
  const double first = best;
  for (int i = 0; i <= SAMPLES && best > 0.0 && best < CAP; ++i)
  {
    const int before = i > 0 ? i - 1 : 0;
    const int after = i < SAMPLES ? i + 1 : SAMPLES;
    const double step = fmax(sampled[before], sampled[after]) - sampled[i];
    if (sampled[i] <= sampled[before] && sampled[i] <= sampled[after] && sampled[i] - step <= first)
    {
      best = fmin(best, least_between((double)before / SAMPLES, (double)after / SAMPLES, CAP));
    }
  }
  return best;
}

/// Verdict with one clearance for all pairs.
static ep_result ask(double clearance, ep_mode mode)
{
  ep_check_options options = ep_check_default();
  options.mode = mode;
  ep_result result;
  ep_error error;
  ck_assert_msg(ep_checker_ask(the_site.checker, q0, q1, clearance, &options, &result, &error) ==
                    EP_OK,
                "%s", error.message);
  ck_assert_int_ne(result.verdict, EP_UNDECIDED);
  return result;
}

/// OMPL does not make rotations below about 9e-5 rad, and bounds cover both motions (edge.h): such
/// edges are wider than the judge's.
static bool hardly_turns(void)
{
  bool hardly = false;
  for (int32_t m = 0, at = 0; m < the_site.machine_count; ++m)
  {
    for (int32_t i = 0; i < ep_machine_link_count(the_site.machines[m]); ++i)
    {
      ep_link_info info;
      ck_assert(ep_machine_link(the_site.machines[m], i, &info) == EP_OK);
      const bool slerps = info.joint == EP_JOINT_BALL || info.joint == EP_JOINT_FLOATING;
      const double* a = q0 + at + info.config_start + info.config_size - 4;
      const double* b = q1 + at + info.config_start + info.config_size - 4;
      double ab = 0.0, aa = 0.0, bb = 0.0;
      for (int k = 0; slerps && k < 4; ++k)
      {
        ab += a[k] * b[k];
        aa += a[k] * a[k];
        bb += b[k] * b[k];
      }
      hardly = hardly || (slerps && fabs(ab) > (1.0 - 1e-7) * sqrt(aa * bb));
    }
    at += ep_machine_config_size(the_site.machines[m]);
  }
  return hardly;
}

static void next_edge(int64_t trial, ep_rng* rng)
{
  if (trial % EDGES == 0)
  {
    if (trial > 0)
    {
      site_end(&the_site);
    }
    site_make(&the_site, rng);
    memset(the_site.judge.clearance, 0, sizeof the_site.judge.clearance);
  }
  site_edge(&the_site, rng, q0, q1);
}

/// The verdict turns from free to colliding within one and a half tolerances of the true distance.
EP_TEST(tight_random_edges_turn_free_within_the_tolerance)
{
  static const double beyond[5] = {1.5001, 1.6, 2.0, 5.0, 20.0}; // tolerances below the distance
  static const double within[4] = {0.05, 0.25, 0.5, 0.95};
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 140);
  int edges = 0, overlooked = 0, band = 0, asked_band = 0, freed = 0;
  for (int64_t i = 0, n = ep_test_trials(150); i < n; ++i)
  {
    next_edge(i, &rng);
    const double d = hardly_turns() ? 0.0 : nearest();
    const double tolerance = the_site.tolerance;
    if (d <= 0.0 || d >= CAP)
    {
      continue;
    }
    ++edges;
    bool is_overlooked = false;
    for (int k = 0; k < 5; ++k)
    {
      const double clearance = d - beyond[k] * tolerance;
      if (clearance < 0.0)
      {
        continue;
      }
      const ep_result r = ask(clearance, (ep_mode)(k % 2));
      ++freed;
      if (r.verdict == EP_COLLIDING)
      {
        // Samples may overlook a short passage, or something inside: the witness shows it, or lies.
        const ep_contact* c = &r.contact;
        const double shown =
            brute_distance_at(&the_site.judge, the_site.edges, c->t, c->body[0], c->body[1]);
        ck_assert_msg(shown <= clearance + tolerance + 1e-9,
                      "trial %d: %g apart, %g demanded, tolerance %g: colliding, kind %d, %g apart",
                      (int)i, d, clearance, tolerance, (int)c->kind, shown);
        is_overlooked = true;
      }
    }
    overlooked += is_overlooked;
    if (is_overlooked)
    {
      continue;
    }
    for (int k = 0; k < 4; ++k)
    {
      const double clearance = d - within[k] * tolerance;
      if (clearance >= 0.0)
      {
        ++asked_band;
        band += ask(clearance, EP_MODE_BOOLEAN).verdict == EP_COLLIDING;
      }
    }
    for (int mode = EP_MODE_BOOLEAN; mode <= EP_MODE_TIME_OF_CONTACT; ++mode)
    {
      ck_assert_msg(ask(d + 1e-9, (ep_mode)mode).verdict == EP_COLLIDING,
                    "trial %d: free with a clearance of %.9g, but %.9g apart", (int)i, d + 1e-9, d);
    }
  }
  site_end(&the_site);
  printf(
      "  %d edges (%d overlooked by the judge), %d questions beyond the band, no false alarm; in "
      "the band %d of %d collide\n",
      edges, overlooked, freed, band, asked_band);
  ck_assert_msg(edges < 30 || 10 * overlooked < edges, "%d of %d edges overlooked by the judge",
                overlooked, edges);
  ck_assert_msg(ep_test_multiplier() < 1.0 || edges > 15, "%d edges", edges);
}

/// Edges that the judge never sees within the demanded clearance and one and a half tolerances, of
/// any pair, are free.
EP_TEST(tight_random_edges_beyond_the_band_are_free)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 141);
  int clear_count = 0, near = 0, band = 0;
  for (int64_t i = 0, n = ep_test_trials(400); i < n; ++i)
  {
    if (i % EDGES == 0)
    {
      if (i > 0)
      {
        site_end(&the_site);
      }
      site_make(&the_site, &rng);
      for (int32_t a = 0; a < the_site.judge.body_count; ++a)
      {
        for (int32_t b = 0; b < the_site.judge.body_count; ++b)
        {
          the_site.judge.clearance[a][b] += 1.5 * the_site.tolerance;
        }
      }
    }
    site_edge(&the_site, &rng, q0, q1);
    brute_hit hit;
    const bool is_near = site_judge_edge(&the_site, 1.0, 400, &hit);
    const ep_result r = ask(-1.0, (ep_mode)(i % 2));
    near += is_near;
    clear_count += !is_near;
    band += r.verdict == EP_COLLIDING && r.contact.kind == EP_CONTACT_BAND;
    if (!is_near && r.verdict == EP_COLLIDING && !hardly_turns())
    {
      const ep_contact* c = &r.contact;
      const double d =
          brute_distance_at(&the_site.judge, the_site.edges, c->t, c->body[0], c->body[1]);
      // Dense samples may overlook a distance that the witness shows.
      ck_assert_msg(d <= c->clearance + the_site.tolerance + 1e-9,
                    "trial %d: colliding, but %g apart, %g demanded, tolerance %g", (int)i, d,
                    c->clearance, the_site.tolerance);
      printf("  trial %d: overlooked by the judge, %g apart, %g demanded\n", (int)i, d,
             c->clearance);
    }
  }
  site_end(&the_site);
  printf("  %d edges beyond the band, %d near or colliding, %d verdicts of the band\n", clear_count,
         near, band);
}
