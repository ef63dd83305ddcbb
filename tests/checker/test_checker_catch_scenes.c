/// @file test_checker_catch_scenes.c
/// The paper's method in small worlds: ropes, payloads, pairs of machines, and motions whose bounds
/// are exact, so that a bound that is too low by a little lets something through.
#include "scene.h"
#include "catch_tools.h"
#include "yard.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

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

/// Two ropes that cross each other's way: one along y, one along z, both slide along x.
EP_TEST(sound_catch_ropes_run_into_each_other)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 142);
  for (int64_t i = 0, n = ep_test_trials(200); i < n; ++i)
  {
    scene s = scene_begin(i % 2 == 0 ? 0.0 : 0.2);
    ep_error error;
    for (int m = 0; m < 2; ++m)
    {
      ep_link_desc links[2] = {scene_link("near", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                               scene_link("far", 0, EP_JOINT_FIXED, 1, 0, 0)};
      links[0].origin.position[1] = m;
      links[0].origin.position[2] = -m;
      links[1].origin.position[1 + m] = 2.0;
      scene_machine(&s, m == 0 ? "m" : "n", links, 2);
      const int32_t ends[2] = {s.first_body[m], s.first_body[m] + 1};
      const double points[2][3] = {{0, 0, 0}, {0, 0, 0}};
      ck_assert_msg(
          ep_world_add_rope(s.world, m == 0 ? "r" : "s", ends, points, 0.05, NULL, &error) == EP_OK,
          "%s", error.message);
    }
    scene_freeze(&s);
    const double gap = ep_rng_uniform(&rng, -0.3, 0.3); // at the end, in x, between their middles
    const double a[2] = {ep_rng_uniform(&rng, -5.0, -1.0), ep_rng_uniform(&rng, 1.0, 5.0)};
    const double b[2] = {0.0, gap};
    const double need = 0.1 + s.clearance;
    const ep_result r = by_catch(s.checker, a, b, any_mode(&rng), any_switches(&rng));
    ck_assert_msg(gap > need ? r.verdict == EP_FREE || gap < need + SCENE_TOLERANCE
                             : r.verdict == EP_COLLIDING,
                  "trial %d: %s at %g", (int)i, ep_verdict_text(r.verdict), gap);
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

#define SLIDERS 6

/// Six cubes in a row; in each motion one of them comes from aside into another one. Whichever of
/// the two the tree over the links names first, the pair is looked at.
EP_TEST(sound_catch_finds_every_pair_of_a_row)
{
  static const char* const names[SLIDERS] = {"a", "b", "c", "d", "e", "f"};
  static const double places[2][SLIDERS] = {{0, 1, 2, 3, 4, 5}, {5, 2, 0, 4, 1, 3}};
  for (int row = 0; row < 2; ++row)
  {
    scene s = scene_begin(0.0);
    ep_link_desc links[SLIDERS];
    for (int m = 0; m < SLIDERS; ++m)
    {
      links[m] = scene_link(names[m], EP_NO_LINK, EP_JOINT_PLANAR, 0, 0, 1);
    }
    scene_machine(&s, "row", links, SLIDERS);
    for (int m = 0; m < SLIDERS; ++m)
    {
      scene_shape(&s, 0, m, scene_box(1, 1, 1, 0, 0, 0));
    }
    scene_freeze(&s);
    for (int pair = 0; pair < SLIDERS * SLIDERS; ++pair)
    {
      const int mover = pair / SLIDERS, met = pair % SLIDERS;
      double q0[3 * SLIDERS] = {0}, q1[3 * SLIDERS] = {0};
      for (int m = 0; m < SLIDERS; ++m)
      {
        q0[3 * m] = q1[3 * m] = 3.0 * places[row][m];
      }
      q0[3 * mover + 1] = q1[3 * mover + 1] = 8.0;
      if (mover != met)
      {
        q1[3 * mover] = q1[3 * met];
        q1[3 * mover + 1] = 0.5;
        q0[3 * mover] = q1[3 * met];
      }
      const ep_verdict verdict = by_catch(s.checker, q0, q1, EP_MODE_BOOLEAN, PAPER).verdict;
      ck_assert_msg(verdict == (mover == met ? EP_FREE : EP_COLLIDING), "%s to %s: %s",
                    names[mover], names[met], ep_verdict_text(verdict));
    }
    scene_end(&s);
  }
}

// --- Memory ---

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
