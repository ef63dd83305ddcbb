/// @file test_fcl_world_small.c
/// Small scenes in FCL: every shape, a rope, a load, a heightfield; clearances; what is refused.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "fcl_scene_tools.h"
#include "scene_tools.h"

/// The crane with a rope, among one of each shape; `grow` deforms those that FCL then has not.
static const char yard[] =
    "robots:\n  - {name: crane, urdf: crane.urdf,\n     ropes: [{name: rope, from: {link: trolley, "
    "xyz: [0, 0, -0.2]},\n       to: {link: crane/hook, xyz: [0, 0, 0.1]}, radius: 0}]}\n"
    "obstacles:\n"
    "  - {name: box, box: [1, 1, 1], xyz: [6, 0, 0.7], rpy: [0.3, 0.2, 0.1]}\n"
    "  - {name: ball, sphere: {radius: 0.7}, xyz: [0, 6, 0.7], clearance: 0.3}\n"
    "  - {name: egg, sphere: {radius: 0.7}, xyz: [3, 4, 0.7], scale: [1, 1.4, 0.6]}\n"
    "  - {name: can, cylinder: {radius: 0.5, length: 1}, xyz: [-4, 4, 0.6], scale: [1.2, 1.2, "
    "0.9]}\n"
    "  - {name: tub, cylinder: {radius: 0.5, length: 1}, xyz: [-6, 0, 0.6], scale: [1.2, 0.8, 1]}\n"
    "  - {name: pill, capsule: {radius: 0.3, length: 1}, xyz: [-4, -4, 1], rpy: [1, 0, 0]}\n"
    "  - {name: heap, cone: {radius: 0.8, length: 1.2}, xyz: [0, -6, 0.8]}\n"
    "  - {name: cube, mesh: cube.obj, xyz: [4, -4, 0.8], rpy: [0.5, 0, 0.4], scale: [1, 2, 0.5]}\n"
    "  - {name: ground, heightfield: {file: dem.asc, depth: 1}, xyz: [-10, -10, -1]}\n"
    "  - {name: load, box: [0.3, 0.3, 0.3], xyz: [5, 5, 5], movable: true}\n"
    "queries:\n"
    "  - {name: q, start: {slew: 0, run: 5, hoist: 1}, goal: {slew: 1, run: 5, hoist: 1},\n"
    "     attach: [{object: load, link: hook, xyz: [0, 0, -0.3]}]}\n";

static sides open_yard(void)
{
  folder_begin();
  write_text("dem.asc",
             "ncols 5\nnrows 5\nxllcorner 0\nyllcorner 0\ncellsize 5\n"
             "0.1 0.2 0 0.1 0\n0 0.3 0.1 0 0\n0.2 0 0 0 0.1\n0 0 0.4 0 0\n0 0.1 0 0 0\n");
  return sides_open(load_text(yard), 0);
}

static void close_yard(sides* s)
{
  sides_close(s);
  ep_scene_destroy(s->scene);
  folder_end();
}

/// Shapes that FCL has not are made of flats that lie inside of them, up to this deep: the egg.
#define FLATS 3e-3

EP_TEST(sound_small_scenes_agree_with_fcl)
{
  sides s = open_yard();
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int64_t collide = 0;
  const int64_t n = ep_test_trials(3000);
  for (int64_t i = 0; i < n; ++i)
  {
    double q[VALUES_MAX];
    random_config(s.scene, &rng, q);
    const ep_result result = edgeproof_state(&s, q);
    const ep_fcl_gap gap = fcl_gap(&s, q, 1.0);
    bool collides = false;
    MUST(ep_fcl_check_state(s.fcl, q, &collides, error));
    const bool hits = result.verdict == EP_COLLIDING;
    collide += hits;
    ck_assert_msg(hits || (gap.gap > -DISTANCE_SLACK && (!collides || gap.gap < DISTANCE_SLACK)),
                  "free, but FCL has %s at %g", pair_text(&s, gap.body), gap.gap);
    ck_assert_msg(!hits || result.contact.kind == EP_CONTACT_CONTAINMENT ||
                      gap.gap <= ep_scene_tolerance(s.scene) + FLATS,
                  "%s collide, but FCL has a gap of %g", pair_text(&s, result.contact.body),
                  gap.gap);
    ck_assert(collides == (gap.gap <= 0.0) || fabs(gap.gap) < DISTANCE_SLACK);
    // Capped, the same or nothing.
    const double cap = 0.5 * gap.gap + 0.1;
    const ep_fcl_gap capped = fcl_gap(&s, q, cap);
    ck_assert(gap.gap < cap ? fabs(capped.gap - gap.gap) < DISTANCE_SLACK
                            : capped.gap == cap && capped.body[0] == EP_NO_BODY);
  }
  ck_assert(n < 100 || (collide > n / 50 && collide < n));
  close_yard(&s);
}

EP_TEST(sound_small_edges_agree_with_fcl)
{
  sides s = open_yard();
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int64_t collide = 0;
  const int64_t n = ep_test_trials(200);
  for (int64_t i = 0; i < n; ++i)
  {
    double q[2][VALUES_MAX];
    random_config(s.scene, &rng, q[0]);
    config_near(s.scene, q[0], q[0], 0.1, &rng, q[1]);
    const ep_result proof = edgeproof_edge(&s, q[0], q[1]);
    ep_fcl_edge_result found[4];
    int32_t steps = 0;
    MUST(ep_fcl_edge_steps_of_fraction(s.fcl, q[0], q[1], 0.01, &steps, error));
    ck_assert_int_ge(steps, 1);
    MUST(ep_fcl_edge_steps_of_motion(s.fcl, q[0], q[1], 0.05, &steps, error));
    MUST(ep_fcl_check_edge_sampled(s.fcl, q[0], q[1], steps, &found[0], error));
    ck_assert(found[0].collides || found[0].states == steps);
    MUST(ep_fcl_check_edge_bisection(s.fcl, q[0], q[1], NULL, &found[1], error));
    MUST(ep_fcl_check_edge_expert(s.fcl, q[0], q[1], NULL, &found[2], error));
    MUST(ep_fcl_check_edge_continuous_uncertified(s.fcl, q[0], q[1], 4, &found[3], error));
    collide += proof.verdict == EP_COLLIDING;
    for (int w = 0; w < 3; ++w)
    {
      ck_assert(found[w].decided);
      // Bisection and the expert stop at the tolerance: what is free by less may differ.
      ck_assert_msg(proof.verdict != EP_FREE || !found[w].collides || w > 0,
                    "free, but sampled %s collide", pair_text(&s, found[w].body));
    }
    ck_assert_msg(!found[0].collides || found[1].collides, "bisection misses a sample");
    ck_assert_msg(!found[0].collides || found[2].collides, "the expert misses a sample");
    ck_assert_int_eq(found[1].collides, found[2].collides);
  }
  ck_assert(n < 100 || (collide > 0 && collide < n));
  close_yard(&s);
}

EP_TEST(robust_fcl_worlds_refuse)
{
  sides s = open_yard();
  const int32_t size = ep_scene_config_size(s.scene);
  double q[VALUES_MAX] = {0.0};
  ep_error error;
  ep_fcl_world* world = (ep_fcl_world*)(void*)q; // must be overwritten
  ck_assert_int_gt(size, 0);
  ck_assert_int_eq(ep_fcl_world_create(NULL, 0, s.world, &world, &error), EP_ERROR_MISUSE);
  ck_assert_ptr_null(world);
  ck_assert_int_eq(ep_fcl_world_create(s.scene, 5, s.world, &world, &error), EP_ERROR_MISUSE);
  ck_assert_ptr_nonnull(strstr(error.message, "no query 5"));
  ep_world_desc desc = ep_world_default();
  ep_world* other;
  ck_assert_int_eq(ep_world_create(&desc, &other, &error), EP_OK);
  ck_assert_int_eq(ep_fcl_world_create(s.scene, 0, other, &world, &error), EP_ERROR_MISUSE);
  ep_world_destroy(other);
  ck_assert_int_eq(ep_fcl_checker_create(NULL, NULL, &error), EP_ERROR_MISUSE);
  bool collides;
  ep_fcl_gap gap;
  ep_fcl_edge_result result;
  int32_t steps;
  ck_assert_int_eq(ep_fcl_check_state(s.fcl, NULL, &collides, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_fcl_state_gap(s.fcl, q, (double)NAN, &gap, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_fcl_check_edge_sampled(s.fcl, q, q, 0, &result, &error), EP_ERROR_MISUSE);
  ck_assert(!result.decided);
  ep_fcl_adaptive_options options = ep_fcl_adaptive_default();
  options.tolerance = 0.0;
  ck_assert_int_eq(ep_fcl_check_edge_expert(s.fcl, q, q, &options, &result, &error),
                   EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_fcl_edge_steps_of_motion(s.fcl, q, q, 0.0, &steps, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_fcl_check_edge_continuous_uncertified(s.fcl, q, q, 0, &result, &error),
                   EP_ERROR_MISUSE);
  // One question is not enough.
  options = ep_fcl_adaptive_default();
  options.narrow_most = 1;
  const ep_scene_query* query = ep_scene_get_query(s.scene, 0);
  ck_assert_int_eq(
      ep_fcl_check_edge_bisection(s.fcl, query->start, query->goal, &options, &result, &error),
      EP_OK);
  ck_assert(!result.decided && !result.collides);
  q[0] = (double)NAN;
  ck_assert_int_eq(ep_fcl_check_state(s.fcl, q, &collides, &error), EP_ERROR_INPUT);
  ck_assert_int_eq(ep_fcl_check_edge_expert(s.fcl, q, q, NULL, &result, &error), EP_ERROR_INPUT);
  ck_assert(!result.decided && !result.collides);
  ep_fcl_checker_destroy(NULL);
  ep_fcl_world_destroy(NULL);
  close_yard(&s);
}
