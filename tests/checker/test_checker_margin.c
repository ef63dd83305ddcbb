/// @file test_checker_margin.c
/// How much there is to spare, where a motion is at a time, and the hash of a world.
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// What is demanded of the ball and the plate, in the worlds below.
#define DEMANDED 0.2

/// A ball of radius 0.1 that slides along x and turns; a plate at x = 0 and a far one of which
/// more is demanded.
static scene make(double ball, double plate, double demanded)
{
  scene s = scene_begin(0.0);
  ep_link_desc links[2] = {scene_link("slide", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                           scene_link("turn", 0, EP_JOINT_CONTINUOUS, 0, 0, 1)};
  const int32_t m = scene_machine(&s, "m", links, 2);
  scene_shape(&s, m, 1, scene_ball(ball, 0, 0, 0));
  scene_obstacle(&s, "plate", scene_box(plate, 4, 4, -0.5 * plate, 0, 0));
  scene_obstacle(&s, "far", scene_box(0.1, 4, 4, 30.05, 0, 0));
  ck_assert_int_eq(ep_world_set_clearance(s.world, "plate", demanded, NULL), EP_OK);
  ck_assert_int_eq(ep_world_set_clearance(s.world, "far", 3.0, NULL), EP_OK);
  scene_freeze(&s);
  return s;
}

static void expect(scene* s, double x, double margin, ep_verdict verdict)
{
  const double q[2] = {x, 0.0};
  const double away[2] = {x + 1.0, 1.0};
  for (int method = 0; method < 2; ++method)
  {
    for (int mode = 0; mode < 2; ++mode)
    {
      ep_check_options options = ep_check_default();
      options.method = (ep_method)method;
      options.mode = (ep_mode)mode;
      options.margin = margin;
      ep_result result;
      ck_assert_int_eq(ep_check_state(s->checker, q, &options, &result, NULL), EP_OK);
      ck_assert_msg(result.verdict == verdict, "at %g with %g to spare: %s", x, margin,
                    ep_verdict_text(result.verdict));
      ck_assert_int_eq(ep_check_edge(s->checker, away, q, &options, &result, NULL), EP_OK);
      ck_assert_int_eq(result.verdict, verdict);
      ck_assert(verdict == EP_FREE || fabs(result.contact.clearance - DEMANDED) < 1e-12);
    }
  }
}

EP_TEST(sound_margin_is_kept)
{
  scene s = make(0.1, 0.1, DEMANDED);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(50); i < n; ++i)
  {
    const double margin = ep_rng_log_uniform(&rng, 1e-4, 5.0);
    const double at = 0.1 + DEMANDED + margin; // its surface is at the clearance and the margin
    expect(&s, at - 1e-6, margin, EP_COLLIDING);
    expect(&s, at - 0.9 * margin, margin, EP_COLLIDING);
    if (margin > 2.0 * SCENE_TOLERANCE)
    {
      expect(&s, at - 1e-6, 0.0, EP_FREE);
    }
  }
  // And none is left behind for those who ask without.
  expect(&s, 0.1 + DEMANDED + 2 * SCENE_TOLERANCE, 0.0, EP_FREE);
  ep_check_options options = ep_check_default();
  options.margin = 5.0;
  const double q[2] = {1.0, 0.0};
  ep_result result;
  int32_t count = -1;
  ck_assert_int_eq(ep_check_state(s.checker, q, &options, &result, NULL), EP_OK);
  ck_assert_int_eq(result.verdict, EP_COLLIDING);
  ck_assert_int_eq(ep_checker_propose_allowed(s.checker, q, 1, NULL, NULL, &count, NULL), EP_OK);
  ck_assert_int_eq(count, 0);
  scene_end(&s);
}

EP_TEST(tight_margin_costs_no_more)
{
  scene s = make(0.1, 0.1, DEMANDED);
  for (double margin = 1e-3; margin < 5.0; margin *= 1.7)
  {
    expect(&s, 0.1 + DEMANDED + margin + 1.01 * SCENE_TOLERANCE, margin, EP_FREE);
  }
  // Of the far plate the margin is demanded beyond its own 3 m.
  expect(&s, 30.0 - 0.1 - 3.0 - 0.5 - 1.0 - 1e-2, 0.5, EP_FREE);
  scene_end(&s);
}

EP_TEST(robust_margin_must_be_a_length)
{
  scene s = make(0.1, 0.1, DEMANDED);
  const double q[2] = {1.0, 0.0};
  const double bad[4] = {-1e-9, NAN, INFINITY, 2.0 * EP_LENGTH_MAX};
  for (int i = 0; i < 4; ++i)
  {
    ep_check_options options = ep_check_default();
    options.margin = bad[i];
    ep_result result;
    ep_error error;
    ck_assert_int_eq(ep_check_state(s.checker, q, &options, &result, &error), EP_ERROR_INPUT);
    ck_assert_int_eq(result.verdict, EP_UNDECIDED);
    ck_assert_msg(strstr(error.message, "margin") != NULL, "%s", error.message);
  }
  scene_end(&s);
}

EP_TEST(works_checker_interpolates)
{
  scene s = make(0.1, 0.1, DEMANDED);
  const double q0[2] = {1.0, 3.0};
  const double q1[2] = {2.0, -3.0};
  double q[2];
  ck_assert_int_eq(ep_checker_interpolate(s.checker, q0, q1, 0.25, q, NULL), EP_OK);
  ck_assert(fabs(q[0] - 1.25) < 1e-15);
  const double turned = 3.0 + 0.25 * (2.0 * acos(-1.0) - 6.0); // the short way, over pi
  ck_assert(fabs(q[1] - turned) < 1e-14);
  ck_assert_int_eq(ep_checker_interpolate(s.checker, q0, q1, 0.0, q, NULL), EP_OK);
  ck_assert(memcmp(q, q0, sizeof q) == 0);
  ck_assert_int_eq(ep_checker_interpolate(s.checker, q0, q1, 1.0, q, NULL), EP_OK);
  ck_assert(memcmp(q, q1, sizeof q) == 0);
  ck_assert_int_eq(ep_checker_interpolate(s.checker, q0, q1, 1.5, q, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_checker_interpolate(s.checker, q0, NULL, 0.5, q, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_checker_interpolate(NULL, q0, q1, 0.5, q, NULL), EP_ERROR_MISUSE);
  scene_end(&s);
}

static uint64_t hash_of(scene s)
{
  uint64_t hash = 0;
  ck_assert_int_eq(ep_world_hash(s.world, &hash), EP_OK);
  scene_end(&s);
  return hash;
}

EP_TEST(same_world_same_hash)
{
  const uint64_t hash = hash_of(make(0.1, 0.1, DEMANDED));
  ck_assert(hash == hash_of(make(0.1, 0.1, DEMANDED)));
  // A hair of a body, of an obstacle, of a demand: another world.
  ck_assert(hash != hash_of(make(0.1 + 0x1p-55, 0.1, DEMANDED)));
  ck_assert(hash != hash_of(make(0.1, 0.1 + 0x1p-50, DEMANDED)));
  ck_assert(hash != hash_of(make(0.1, 0.1, DEMANDED + 0x1p-54)));
  scene loose = scene_begin(0.0);
  ck_assert_int_eq(ep_world_hash(loose.world, &(uint64_t){0}), EP_ERROR_MISUSE); // not frozen
  scene_end(&loose);
}

#define VARIANTS 11

/// Worlds that differ in one thing each: none like another.
static uint64_t variant(int which)
{
  scene s = scene_begin(which == 1 ? 0.01 : 0.0);
  ep_link_desc links[2] = {scene_link("slide", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                           scene_link("turn", 0, EP_JOINT_CONTINUOUS, 0, 0, which == 2 ? -1 : 1)};
  links[1].linear = which == 3;
  links[1].origin.position[1] = which == 4 ? 0.5 : 0.0;
  links[1].joint = which == 5 ? EP_JOINT_REVOLUTE : EP_JOINT_CONTINUOUS;
  links[1].parent = which == 6 ? EP_NO_LINK : 0;
  const int32_t m = scene_machine(&s, "m", links, 2);
  scene_shape(&s, m, 1, scene_box(0.2, which == 10 ? 0.2 + 0x1p-54 : 0.2, 0.2, 0, 0, 0));
  scene_shape(&s, m, 0, scene_box(0.2, 0.2, 0.2, 0, 0, 2));
  if (which == 7)
  {
    const double ends[2][3] = {{0, 0, 0}, {0, 0, 0}};
    const int32_t bodies[2] = {0, 1};
    ck_assert_int_eq(ep_world_add_rope(s.world, "rope", bodies, ends, 0.01, NULL, NULL), EP_OK);
  }
  scene_obstacle(&s, "plate", scene_box(0.1, 4, 4, 9, 0, 0));
  if (which == 8)
  {
    ck_assert_int_eq(ep_world_allow(s.world, "m/slide", "plate", NULL), EP_OK);
  }
  if (which == 9)
  {
    scene_payload(&s, "load", scene_ball(0.1, 0, 0, 0));
  }
  scene_freeze(&s);
  return hash_of(s);
}

EP_TEST(sound_hash_tells_worlds_apart)
{
  uint64_t hashes[VARIANTS];
  for (int i = 0; i < VARIANTS; ++i)
  {
    hashes[i] = variant(i);
    for (int k = 0; k < i; ++k)
    {
      ck_assert_msg(hashes[i] != hashes[k], "variants %d and %d", i, k);
    }
  }
}
