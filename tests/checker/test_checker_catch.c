/// @file test_checker_catch.c
/// The paper's method against the space-time traversal, and both against the judge. The two share
/// trees, poses and distances of triangles; what they do with them is different, so each is asked
/// to find what the other one missed. They may differ only where something is within the tolerance.
#include "scene.h"
#include "site.h"
#include "yard.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI       3.14159265358979323846
#define EDGES    20 // of each site
#define SWITCHES 128
#define PAPER    0u // everything switched on

/// How often the methods differed, each time within the tolerance.
typedef struct tally
{
  int free_count;
  int hit_count;
  int doubtful;
} tally;

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

static ep_result ask(ep_checker* checker, const double* a, const double* b,
                     const ep_check_options* options)
{
  ep_result result;
  ep_error error;
  memset(&result, 0x55, sizeof result);
  const ep_status status = ep_check_edge(checker, a, b, options, &result, &error);
  ck_assert_msg(status == EP_OK, "%s", error.message);
  return result;
}

static ep_result by_spacetime(ep_checker* checker, const double* a, const double* b, ep_mode mode)
{
  ep_check_options options = ep_check_default();
  options.mode = mode;
  const ep_result r = ask(checker, a, b, &options);
  ck_assert_int_ne(r.verdict, EP_UNDECIDED);
  return r;
}

/// The counters follow from each other.
static void expect_good_counters(const ep_statistics* s)
{
  ck_assert(s->pairs >= s->pairs_after_spatial);
  ck_assert(s->pairs_after_spatial >= s->pairs_after_temporal);
  ck_assert(s->pairs_after_temporal >= 0);
  ck_assert(s->advancement_steps >= s->pairs_after_temporal);
  ck_assert(s->items >= s->distance_nodes);
}

static ep_result by_catch(ep_checker* checker, const double* a, const double* b, ep_mode mode,
                          uint32_t switches)
{
  ep_check_options options = ep_check_default();
  options.method = EP_METHOD_CATCH;
  options.mode = mode;
  options.catch_switches = switches;
  const ep_result r = ask(checker, a, b, &options);
  ck_assert_msg(r.verdict != EP_UNDECIDED, "undecided after %lld items",
                (long long)r.statistics.items);
  expect_good_counters(&r.statistics);
  return r;
}

static uint32_t any_switches(ep_rng* rng)
{
  return (uint32_t)ep_rng_int(rng, 0, SWITCHES - 1);
}

static ep_mode any_mode(ep_rng* rng)
{
  return ep_rng_int(rng, 0, 1) == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
}

static bool is_sure(const ep_result* r)
{
  return r->verdict == EP_COLLIDING && r->contact.kind != EP_CONTACT_BAND;
}

/// One says free: then the other may at most see something within the tolerance.
static void expect_agreement(const ep_result* spacetime, const ep_result* paper, int64_t trial,
                             tally* sum)
{
  ck_assert_msg(!(paper->verdict == EP_FREE && is_sure(spacetime)),
                "trial %d: free by catch, but kind %d at t = %.9g, bodies %d and %d, %g apart",
                (int)trial, (int)spacetime->contact.kind, spacetime->contact.t,
                (int)spacetime->contact.body[0], (int)spacetime->contact.body[1],
                spacetime->contact.distance);
  ck_assert_msg(!(spacetime->verdict == EP_FREE && is_sure(paper)),
                "trial %d: free by space-time, but kind %d at t = %.9g, bodies %d and %d, %g apart",
                (int)trial, (int)paper->contact.kind, paper->contact.t, (int)paper->contact.body[0],
                (int)paper->contact.body[1], paper->contact.distance);
  *(paper->verdict == EP_FREE ? &sum->free_count : &sum->hit_count) += 1;
  sum->doubtful += paper->verdict != spacetime->verdict;
}

static void print_tally(const char* what, const tally* sum)
{
  const int total = sum->free_count + sum->hit_count;
  printf("%s: %d free, %d colliding; %d differ within the tolerance\n", what, sum->free_count,
         sum->hit_count, sum->doubtful);
  ck_assert_msg(total < 300 || (10 * sum->free_count > total && 10 * sum->hit_count > total),
                "%d free, %d colliding", sum->free_count, sum->hit_count);
  ck_assert_msg(total < 100 || 10 * sum->doubtful < total, "%d of %d differ", sum->doubtful, total);
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

// --- Ropes, payloads and pairs of machines ---

/// Two cranes that can reach each other, a rope between the jib and the hook of the first, a load
/// on the second, a few boxes.
typedef struct yard_scene
{
  scene s;
  int32_t load;
} yard_scene;

static int32_t add_crane(scene* s, const char* name, double x)
{
  ep_link_desc links[3] = {scene_link("mast", EP_NO_LINK, EP_JOINT_FIXED, 0, 0, 1),
                           scene_link("jib", 0, EP_JOINT_REVOLUTE, 0, 0, 1),
                           scene_link("hook", 1, EP_JOINT_PRISMATIC, 0, 0, 1)};
  links[0].origin.position[0] = x;
  links[1].origin.position[2] = 6.0;
  links[2].origin.position[0] = 3.5;
  for (int i = 1; i < 3; ++i)
  {
    links[i].lower[0] = i == 1 ? -2.0 * PI : -5.0;
    links[i].upper[0] = i == 1 ? 2.0 * PI : -0.5;
  }
  const int32_t m = scene_machine(s, name, links, 3);
  scene_shape(s, m, 0, scene_box(0.4, 0.4, 5.5, 0, 0, 2.75));
  scene_shape(s, m, 1, scene_box(4.5, 0.3, 0.3, 1.75, 0, 0));
  scene_shape(s, m, 2, scene_ball(0.25, 0, 0, 0));
  return m;
}

static yard_scene two_cranes(ep_rng* rng, double clearance)
{
  yard_scene y = {.s = scene_begin(0.0)};
  scene* s = &y.s;
  add_crane(s, "a", -2.5);
  add_crane(s, "b", 2.5 + ep_rng_uniform(rng, 0.0, 2.0));
  const int32_t ends[2] = {s->first_body[0] + 1, s->first_body[0] + 2};
  const double points[2][3] = {{3.5, 0, -0.2}, {0, 0, 0.2}};
  ep_error error;
  int32_t rope;
  ck_assert_msg(ep_world_add_rope(s->world, "rope", ends, points, 0.02, &rope, &error) == EP_OK,
                "%s", error.message);
  y.load = scene_payload(s, "load", scene_box(1.2, 0.4, 0.4, 0, 0, -0.6));
  for (int i = 0; i < 5; ++i)
  {
    char name[20];
    snprintf(name, sizeof name, "box %d", i);
    const double angle = ep_rng_uniform(rng, 0.0, 2.0 * PI), far = ep_rng_uniform(rng, 2.0, 7.0);
    scene_obstacle(s, name,
                   scene_box(ep_rng_uniform(rng, 0.2, 1.5), 0.3, ep_rng_uniform(rng, 0.3, 4.0),
                             far * cos(angle), far * sin(angle), ep_rng_uniform(rng, 0.0, 4.0)));
  }
  ck_assert(ep_world_set_pair_clearance(s->world, "*", "box ?", clearance, NULL) == EP_OK);
  ck_assert(ep_world_set_pair_clearance(s->world, "a/*", "b/*", 0.5 * clearance, NULL) == EP_OK);
  scene_freeze(s);
  return y;
}

EP_TEST(sound_catch_agrees_on_ropes_payloads_and_pairs_of_machines)
{
  static const double clearances[6] = {0.0, 0.0, 0.05, 0.3, 1.0, 3.0};
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 135);
  tally sum = {0, 0, 0};
  int bodies = 0;
  for (int64_t i = 0, n = ep_test_trials(60); i < n; ++i)
  {
    yard_scene y = two_cranes(&rng, clearances[i % 6]);
    const double place[3] = {0.0, 0.0, -0.3}, turn[3] = {0.0, 0.0, ep_rng_uniform(&rng, -PI, PI)};
    const ep_pose pose = ep_pose_from_rpy(place, turn);
    ck_assert(ep_checker_attach(y.s.checker, y.load, y.s.first_body[1] + 2, &pose, NULL) == EP_OK);
    for (int k = 0; k < 12; ++k)
    {
      double a[4], b[4];
      const double scale = ep_rng_log_uniform(&rng, 0.02, 1.0);
      for (int j = 0; j < 4; ++j)
      {
        a[j] = j % 2 == 0 ? ep_rng_uniform(&rng, -PI, PI) : ep_rng_uniform(&rng, -5.0, -0.5);
        const double goal =
            j % 2 == 0 ? ep_rng_uniform(&rng, -PI, PI) : ep_rng_uniform(&rng, -5.0, -0.5);
        b[j] = k == 0 ? a[j] : a[j] + scale * (goal - a[j]);
      }
      const ep_result r = by_spacetime(y.s.checker, a, b, EP_MODE_BOOLEAN);
      const ep_result c = by_catch(y.s.checker, a, b, any_mode(&rng), any_switches(&rng));
      const ep_result d = by_catch(y.s.checker, b, a, any_mode(&rng), any_switches(&rng));
      expect_agreement(&r, &c, i, &sum);
      ck_assert_int_eq(c.verdict, d.verdict);
      bodies |= c.verdict == EP_COLLIDING && c.contact.body[0] == y.load ? 1 : 0;
      bodies |= c.verdict == EP_COLLIDING && c.contact.body[0] == y.load - 1 ? 2 : 0;
    }
    scene_end(&y.s);
  }
  print_tally("cranes", &sum);
  ck_assert_msg(ep_test_multiplier() < 1.0 || bodies == 3, "load or rope never hit: %d", bodies);
}

/// A cube stops above the ground: free where it stays out of the tolerance, and not below it.
EP_TEST(tight_catch_stops_above_the_ground)
{
  static const double clearances[4] = {0.0, 0.01, 0.5, 3.0};
  for (int i = 0; i < 4; ++i)
  {
    scene s = scene_begin(clearances[i]);
    const ep_link_desc link = scene_link("box", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
    scene_obstacle(&s, "ground", scene_box(20, 20, 1, 0, 0, -0.5));
    scene_freeze(&s);
    const double high = 9.0, touch = 0.5 + clearances[i];
    const double above = touch + SCENE_TOLERANCE, at = touch, below = touch - 0.01;
    for (uint32_t switches = 0; switches < SWITCHES; ++switches)
    {
      const ep_mode mode = switches % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
      ck_assert_int_eq(by_catch(s.checker, &high, &above, mode, switches).verdict, EP_FREE);
      ck_assert_int_eq(by_catch(s.checker, &high, &at, mode, switches).verdict, EP_COLLIDING);
      const ep_result r = by_catch(s.checker, &high, &below, EP_MODE_TIME_OF_CONTACT, switches);
      const double t = (high - touch) / (high - below);
      ck_assert_int_eq(r.verdict, EP_COLLIDING);
      ck_assert_msg(r.t_free <= t && r.t_free >= t - SCENE_TOLERANCE / (high - below),
                    "free until %.9g, contact at %.9g", r.t_free, t);
      ck_assert(r.contact.t >= r.t_free && r.contact.t <= t + SCENE_TOLERANCE / (high - below));
    }
    scene_end(&s);
  }
}

// --- Motions whose bounds are exact: nothing may be left out ---

/// How the bar and the ball are made.
typedef enum bar_kind
{
  BAR_AND_OBSTACLE,
  BAR_AND_LINK, ///< of another machine, which does not move
  BAR_IS_PAYLOAD
} bar_kind;

/// A bar of 5 m that turns about z, finely cut, and a small ball at (r, 0).
static scene bar_and_ball(double r, bar_kind kind)
{
  scene s = scene_begin(0.0);
  const ep_link_desc turn = scene_link("bar", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  const ep_link_desc slide = scene_link("ball", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  const double shift = kind == BAR_IS_PAYLOAD ? 2.5 : 0.0; // about its own middle
  const ep_box box = {{-shift, -0.05, -0.05}, {5.0 - shift, 0.05, 0.05}};
  ep_yard mesh = ep_yard_box(&box, 6);
  int32_t load = EP_NO_BODY;
  scene_machine(&s, "m", &turn, 1);
  if (kind == BAR_IS_PAYLOAD)
  {
    load = scene_payload(&s, "load", ep_yard_shape(&mesh));
  }
  else
  {
    scene_shape(&s, 0, 0, ep_yard_shape(&mesh));
  }
  ep_yard_clear(&mesh);
  if (kind == BAR_AND_LINK)
  {
    scene_machine(&s, "other", &slide, 1);
    scene_shape(&s, 1, 0, scene_ball(0.05, r, 0, 0));
  }
  else
  {
    scene_obstacle(&s, "ball", scene_ball(0.05, r, 0, 0));
  }
  scene_freeze(&s);
  const ep_pose pose = {{shift, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
  ck_assert(load == EP_NO_BODY ||
            ep_checker_attach(s.checker, load, s.first_body[0], &pose, NULL) == EP_OK);
  return s;
}

EP_TEST(sound_catch_bar_turns_into_a_ball)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 139);
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    const double r = ep_rng_uniform(&rng, 0.5, 4.9);
    scene s = bar_and_ball(r, (bar_kind)(i % 3));
    const double touch = asin(0.1 / r); // the ball's middle is then 0.1 m beside the bar's
    const double before = touch + ep_rng_log_uniform(&rng, 1e-3, 2.8);
    const double after = ep_rng_uniform(&rng, -0.9, 0.9) * touch;
    const double a[2] = {before, 0.0}, b[2] = {after, 0.0};
    const double t = (before - touch) / (before - after);
    const double band = SCENE_TOLERANCE / ((before - after) * r * cos(touch));
    const ep_result hit = by_catch(s.checker, a, b, EP_MODE_TIME_OF_CONTACT, any_switches(&rng));
    ck_assert_int_eq(hit.verdict, EP_COLLIDING);
    ck_assert_msg(hit.t_free <= t + 1e-9 && hit.contact.t <= t + band && hit.t_free >= t - band,
                  "trial %d: contact at %.9g, but free until %.9g and found at %.9g", (int)i, t,
                  hit.t_free, hit.contact.t);
    ck_assert_int_eq(by_catch(s.checker, b, a, any_mode(&rng), any_switches(&rng)).verdict,
                     EP_COLLIDING);
    scene_end(&s);
  }
}

/// Two cubes pass each other at a distance; the clearance is 1 m and nothing else is near.
EP_TEST(sound_catch_cubes_pass_each_other)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 140);
  for (int64_t i = 0, n = ep_test_trials(200); i < n; ++i)
  {
    const double gap = ep_rng_uniform(&rng, 0.8, 1.2);
    scene s = scene_begin(1.0);
    ep_link_desc links[2] = {scene_link("a", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                             scene_link("b", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0)};
    links[1].origin.position[1] = 1.0 + gap;
    for (int m = 0; m < 2; ++m)
    {
      scene_machine(&s, m == 0 ? "m" : "n", &links[m], 1);
      scene_shape(&s, m, 0, scene_box(1, 1, 1, 0, 0, 0));
    }
    scene_freeze(&s);
    const double a[2] = {-10.0, ep_rng_uniform(&rng, 3.0, 10.0)};
    const double b[2] = {ep_rng_uniform(&rng, 3.0, 10.0), -10.0};
    const ep_verdict verdict =
        by_catch(s.checker, a, b, any_mode(&rng), any_switches(&rng)).verdict;
    ck_assert_msg(gap > 1.0 ? verdict == EP_FREE || gap < 1.0 + SCENE_TOLERANCE
                            : verdict == EP_COLLIDING,
                  "trial %d: %s at %.9g m", (int)i, ep_verdict_text(verdict), gap);
    scene_end(&s);
  }
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
  ck_assert(pairs < 100 || (spatial < pairs && temporal < spatial && nodes <= cold));
}

/// Allocations, counted.
static void* count_allocate(size_t bytes, void* user)
{
  ++*(int64_t*)user;
  return malloc(bytes);
}

static void count_release(void* block, void* user)
{
  (void)user;
  free(block);
}

EP_TEST(robust_catch_allocates_nothing_after_its_first_edges)
{
  int64_t count = 0;
  ep_world_desc desc = ep_world_default();
  desc.allocator = (ep_allocator){count_allocate, count_release, &count};
  scene s = {.world = NULL};
  ck_assert(ep_world_create(&desc, &s.world, NULL) == EP_OK);
  add_crane(&s, "a", -2.5);
  add_crane(&s, "b", 2.5);
  scene_obstacle(&s, "box", scene_box(2, 2, 4, 0, 4, 2));
  scene_freeze(&s);
  ep_rng rng;
  int64_t warm = 0;
  for (int round = 0; round < 2; ++round)
  {
    ep_rng_init(&rng, ep_test_seed() + 141);
    for (int i = 0; i < 100; ++i)
    {
      double q[2][4];
      for (int k = 0; k < 8; ++k)
      {
        q[k / 4][k % 4] =
            k % 2 == 0 ? ep_rng_uniform(&rng, -PI, PI) : ep_rng_uniform(&rng, -5.0, -0.5);
      }
      (void)by_catch(s.checker, q[0], q[1], any_mode(&rng), any_switches(&rng));
    }
    warm = round == 0 ? count : warm;
  }
  ck_assert_int_eq(count, warm);
  scene_end(&s);
}
