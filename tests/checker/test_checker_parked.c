/// @file test_checker_parked.c
/// What does not move is shown to be free once. Every answer of a checker with a history must be
/// that of a checker without one, and the judge's.
#include "history_tools.h"

#include <math.h>

// --- Random sites ---

static site the_site;
static double at[BRUTE_CONFIG_MAX], q0[BRUTE_CONFIG_MAX], q1[BRUTE_CONFIG_MAX];

/// Lets most joints of both ends stand where they stand in `at`.
static void park(ep_rng* rng, bool most)
{
  int32_t start = 0;
  for (int32_t i = 0; i < the_site.machine_count; ++i)
  {
    const bool all = ep_rng_int(rng, 0, 2) > 0;
    for (int32_t link = 0; link < ep_machine_link_count(the_site.machines[i]); ++link)
    {
      ep_link_info info;
      ck_assert_int_eq(ep_machine_link(the_site.machines[i], link, &info), EP_OK);
      if (info.config_size > 0 && (all || (most && ep_rng_int(rng, 0, 2) > 0)))
      {
        const size_t first = (size_t)(start + info.config_start);
        const size_t bytes = (size_t)info.config_size * sizeof(double);
        memcpy(q0 + first, at + first, bytes);
        memcpy(q1 + first, at + first, bytes);
      }
    }
    start += ep_machine_config_size(the_site.machines[i]);
  }
}

/// The next question, about something like the one before: q0, q1. Returns what it is.
static int next_question(ep_rng* rng)
{
  const size_t bytes = (size_t)the_site.config_size * sizeof(double);
  const int kind = (int)ep_rng_int(rng, 0, 7);
  const int64_t which = ep_rng_int(rng, 0, the_site.config_size - 1);
  if (kind <= 1) // what stands in `at`, as a state
  {
    memcpy(q0, at, bytes);
    memcpy(q1, at, bytes);
  }
  else if (kind == 2) // the last edge backwards
  {
    double swap[BRUTE_CONFIG_MAX];
    memcpy(swap, q0, bytes);
    memcpy(q0, q1, bytes);
    memcpy(q1, swap, bytes);
  }
  else if (kind == 3) // a hair off
  {
    at[which] = nextafter(at[which], 1e3);
    memcpy(q0, at, bytes);
    memcpy(q1, at, bytes);
  }
  else if (kind == 4) // a little off
  {
    at[which] += ep_rng_log_uniform(rng, 1e-9, 0.3);
    memcpy(q0, at, bytes);
    memcpy(q1, at, bytes);
  }
  else if (kind == 5) // the joint moves there and further on
  {
    memcpy(q0, at, bytes);
    memcpy(q1, at, bytes);
    q1[which] += ep_rng_log_uniform(rng, 1e-3, 0.5);
  }
  else // most stand, the others move far
  {
    site_edge(&the_site, rng, q0, q1);
    park(rng, kind == 6);
  }
  return kind;
}

static ep_check_options any_options(ep_rng* rng)
{
  static const double margins[6] = {0.0, 0.0, 0.0, 0.05, 0.3, 1.0};
  ep_check_options options = ep_check_default();
  options.margin = margins[ep_rng_int(rng, 0, 5)];
  options.order = (ep_order)ep_rng_int(rng, 0, 2);
  options.mode = ep_rng_int(rng, 0, 3) == 0 ? EP_MODE_TIME_OF_CONTACT : EP_MODE_BOOLEAN;
  options.method = ep_rng_int(rng, 0, 7) == 0 ? EP_METHOD_CATCH : EP_METHOD_SPACETIME;
  return options;
}

/// How far anything is, along the edge: what is proved with a history is not above what is
/// witnessed without one.
static void compare_clearance(void)
{
  ep_checker* other = fresh(the_site.world);
  ep_clearance a, b;
  ck_assert_int_eq(ep_edge_clearance(the_site.checker, q0, q1, 1.5, &a, NULL), EP_OK);
  ck_assert_int_eq(ep_edge_clearance(other, q0, q1, 1.5, &b, NULL), EP_OK);
  ck_assert_msg(a.lower <= b.upper && b.lower <= a.upper && a.touches == b.touches,
                "%g to %g, but %g to %g without a history", a.lower, a.upper, b.lower, b.upper);
  ep_checker_destroy(other);
}

EP_TEST(sound_history_of_parked_bodies_does_not_matter)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 400);
  int counts[2] = {0, 0};
  for (int64_t trial = 0, n = ep_test_trials(60); trial < n; ++trial)
  {
    site_make(&the_site, &rng);
    site_edge(&the_site, &rng, at, q1);
    memcpy(q0, at, sizeof at);
    for (int i = 0; i < 30 && the_site.config_size > 0; ++i)
    {
      (void)next_question(&rng);
      const ep_check_options options = any_options(&rng);
      const ep_verdict verdict = ask_both(the_site.checker, the_site.world, q0, q1, &options);
      ++counts[verdict == EP_FREE];
      brute_hit hit;
      set_edges(&the_site, q0, q1);
      ck_assert_msg(verdict != EP_FREE || i % 3 > 0 || !site_judge_edge(&the_site, 1.0, 100, &hit),
                    "free, but '%s' and '%s' meet at t = %.9g", the_site.names[hit.body[0]],
                    the_site.names[hit.body[1]], hit.t);
      if (i % 10 == 9)
      {
        compare_clearance();
      }
    }
    site_end(&the_site);
  }
  ck_assert_msg(counts[0] > 5 && counts[1] > 5, "%d colliding, %d free", counts[0], counts[1]);
}

// --- Demands that differ ---

#define POSTS 40

/// Posts around a parked ball, each with a demand of its own, so many that those of one size share
/// a group: what was shown of it was less than its largest demand.
EP_TEST(sound_parked_body_and_clearances_that_are_asked_about)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 401);
  for (int64_t trial = 0, n = ep_test_trials(60); trial < n; ++trial)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc link = scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, scene_ball(0.1, 0, 0, 0));
    double least = 1e9;
    for (int i = 0; i < POSTS; ++i)
    {
      char name[24];
      double place[3];
      ep_rng_unit_vector(&rng, place);
      const double distance = ep_rng_log_uniform(&rng, 0.2, 1.5);
      snprintf(name, sizeof name, "post %d.", i);
      scene_obstacle(&s, name,
                     scene_ball(0.1, (distance + 0.2) * place[0], (distance + 0.2) * place[1],
                                (distance + 0.2) * place[2]));
      ck_assert_int_eq(ep_world_set_pair_clearance(s.world, name, "m/cart",
                                                   distance * ep_rng_uniform(&rng, 0.1, 0.95),
                                                   NULL),
                       EP_OK);
      least = fmin(least, distance);
    }
    scene_freeze(&s);
    const double zero = 0.0;
    for (int i = 0; i < 3; ++i)
    {
      ep_check_options options = ep_check_default();
      options.margin = i == 1 ? 0.005 : 0.0;
      (void)ask_both(s.checker, s.world, &zero, &zero, &options);
      ep_clearance clearance;
      const double limit = ep_rng_log_uniform(&rng, 0.1, 1.0);
      ck_assert_int_eq(ep_state_clearance(s.checker, &zero, limit, &clearance, NULL), EP_OK);
      ck_assert_msg(clearance.lower <= least + 1e-9,
                    "%g is said to be proved, but a post is %g away", clearance.lower, least);
    }
    scene_end(&s);
  }
}

// --- Payloads ---

/// A cart with a mast, a payload, a wall beside: where the payload hangs decides, and nothing
/// moves.
EP_TEST(sound_payload_of_a_parked_machine)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 402);
  scene s = scene_begin(0.0);
  const ep_link_desc links[2] = {scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                 scene_link("mast", 0, EP_JOINT_REVOLUTE, 0, 0, 1)};
  scene_machine(&s, "m", links, 2);
  scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  scene_shape(&s, 0, 1, scene_box(0.1, 0.1, 2.0, 0, 0, 2));
  const int32_t load = scene_payload(&s, "load", scene_box(0.4, 0.4, 0.4, 0, 0, 0));
  scene_obstacle(&s, "wall", scene_box(0.2, 20, 20, 3.1, 0, 0));
  scene_obstacle(&s, "pole", scene_box(0.1, 0.1, 20, 1.0, 1.5, 0));
  scene_freeze(&s);
  const double q[2] = {0.0, 0.0};
  int counts[2] = {0, 0};
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    ep_pose pose = ep_pose_identity();
    const int64_t how = ep_rng_int(&rng, 0, 3);
    pose.position[0] = how == 1 ? 2.0 : ep_rng_uniform(&rng, 1.0, 3.4); // nearer and farther
    pose.position[2] = 2.0;
    const int32_t host = s.first_body[0] + (int32_t)ep_rng_int(&rng, 0, 1);
    ck_assert_int_eq(ep_checker_attach(s.checker, load, how == 0 ? EP_NO_BODY : host, &pose, NULL),
                     EP_OK);
    const double reach = pose.position[0] + 0.2;
    if (how > 0 && fabs(reach - 3.0) < 2.0 * SCENE_TOLERANCE)
    {
      continue;
    }
    const bool hits = how > 0 && reach > 3.0;
    const ep_result result = scene_check(&s, q, q, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC);
    ck_assert_msg(result.verdict == (hits ? EP_COLLIDING : EP_FREE), "%s with the load at %g",
                  ep_verdict_text(result.verdict), how == 0 ? -1.0 : reach);
    ++counts[hits];
  }
  ck_assert(counts[0] > 2 && counts[1] > 2);
  scene_end(&s);
}

// --- Poses ---

/// A pose that was free says nothing about another: the cart moves on by less and less, to where it
/// touches.
EP_TEST(sound_parked_elsewhere_is_another_question)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  scene_obstacle(&s, "wall", scene_box(1, 1, 1, 2.0, 0, 0));
  scene_freeze(&s);
  double gap = 1.0;
  for (int i = 0; gap > 3.0 * SCENE_TOLERANCE; ++i)
  {
    const double q = 1.0 - gap;
    const double there = 1.0 + 1e-12;
    ck_assert_int_eq(scene_state(&s, &q).verdict, EP_FREE);
    ck_assert_int_eq(scene_state(&s, &q).verdict, EP_FREE);
    ck_assert_int_eq(scene_state(&s, &there).verdict, EP_COLLIDING);
    ck_assert_int_eq(scene_check(&s, &q, &there, EP_MODE_BOOLEAN, (ep_order)(i % 3)).verdict,
                     EP_COLLIDING);
    ck_assert_int_eq(scene_check(&s, &there, &q, EP_MODE_BOOLEAN, (ep_order)(i % 3)).verdict,
                     EP_COLLIDING);
    ep_check_options options = ep_check_default();
    options.margin = 0.9 * gap;
    ck_assert_int_eq(ask_both(s.checker, s.world, &q, &q, &options), EP_FREE);
    options.margin = 1.1 * gap;
    ck_assert_int_eq(ask_both(s.checker, s.world, &q, &q, &options), EP_COLLIDING);
    gap *= 0.7;
  }
  scene_end(&s);
}

/// The same about x: only a part of the pose changes.
EP_TEST(sound_parked_turned_is_another_question)
{
  scene s = scene_begin(0.0);
  const ep_link_desc arm = scene_link("arm", EP_NO_LINK, EP_JOINT_REVOLUTE, 1, 0, 0);
  scene_machine(&s, "m", &arm, 1);
  scene_shape(&s, 0, 0, scene_box(0.5, 0.5, 0.5, 0, 2, 0));
  scene_obstacle(&s, "pole", scene_box(0.2, 0.2, 0.2, 0, 0, 2));
  scene_obstacle(&s, "post",
                 scene_box(0.2, 0.2, 0.2, 0.5, -3.5, -3.5)); // the box around both is wide
  scene_freeze(&s);
  const ep_check_options options = ep_check_default();
  const double along[3] = {2.6, 0.5 * acos(-1.0), 3.0}; // slacks grow with angles
  for (int i = 0; i < 9; ++i)
  {
    ck_assert_int_eq(ask_both(s.checker, s.world, &along[i % 3], &along[i % 3], &options),
                     i % 3 == 1 ? EP_COLLIDING : EP_FREE);
  }
  scene_end(&s);
}

/// Once around, back to a pose that is the same to the last bit: what is there at both ends is not
/// all there is. The pole is on the other side.
EP_TEST(sound_once_around_is_not_parked)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 407);
  scene s = scene_begin(0.0);
  const ep_link_desc arm = scene_link("arm", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  scene_machine(&s, "m", &arm, 1);
  scene_shape(&s, 0, 0, scene_box(0.5, 0.5, 0.5, 2, 0, 0));
  scene_obstacle(&s, "pole", scene_box(0.2, 0.2, 4.0, 0, -2.0, 0));
  scene_obstacle(&s, "post", scene_box(0.2, 0.2, 4.0, 3.5, 3.5, 0)); // the box around both is wide
  scene_obstacle(&s, "mast", scene_box(0.2, 0.2, 4.0, -3.5, 3.5, 0));
  scene_freeze(&s);
  int same = 0;
  for (int64_t i = 0, n = ep_test_trials(20000); i < n || same == 0; ++i)
  {
    const double q0_only = ep_rng_uniform(&rng, 0.3, 2.5);
    const double around = q0_only + 2.0 * acos(-1.0);
    ep_frame a, b;
    ck_assert_int_eq(ep_machine_forward(s.machines[0], &q0_only, &a, NULL), EP_OK);
    ck_assert_int_eq(ep_machine_forward(s.machines[0], &around, &b, NULL), EP_OK);
    if (memcmp(&a, &b, sizeof a) != 0)
    {
      continue;
    }
    ++same;
    const ep_check_options options = ep_check_default();
    ck_assert_int_eq(ask(s.checker, &q0_only, &q0_only, &options).verdict, EP_FREE);
    ck_assert_int_eq(ask(s.checker, &q0_only, &q0_only, &options).statistics.items, 0);
    ck_assert_int_eq(ask_both(s.checker, s.world, &q0_only, &around, &options), EP_COLLIDING);
  }
  printf("  %d of them are the same\n", same);
  scene_end(&s);
}

// --- Leaves that are kept ---

/// A small triangle beside a large one that lies askew: boxes tell nothing apart, only the
/// triangles' leaves do.
static scene make_askew(double offset)
{
  static double large[9], small[9];
  static const int32_t triangle[3] = {0, 1, 2};
  for (int i = 0; i < 9; ++i)
  {
    large[i] = i % 4 == 0 ? 4.0 : -2.0; // about the origin, in the plane x + y + z = 0
    small[i] = 0.05 * large[i] + offset / sqrt(3.0);
  }
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_mesh(small, 3, triangle, 1));
  scene_obstacle(&s, "plate", scene_mesh(large, 3, triangle, 1));
  scene_freeze(&s);
  return s;
}

/// One leaf, one question after the other, each with a demand of its own.
EP_TEST(sound_leaves_are_not_kept_between_questions)
{
  scene s = make_askew(0.5);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 403);
  for (int64_t i = 0, n = ep_test_trials(100); i < n; ++i)
  {
    const double q = 0.0;
    const double next = ep_rng_uniform(&rng, 0.01, 0.1); // the gap grows
    ep_check_options options = ep_check_default();
    options.margin = i % 2 == 0 ? 0.0 : ep_rng_uniform(&rng, 0.51, 2.0);
    const ep_result result = ask(s.checker, &q, &next, &options);
    ck_assert_msg(result.verdict == (i % 2 == 0 ? EP_FREE : EP_COLLIDING), "%s with margin %g",
                  ep_verdict_text(result.verdict), options.margin);
  }
  scene_end(&s);
}

static int32_t seen[16];
static int32_t seen_count;

static void see(int32_t a, int32_t b, void* user)
{
  (void)a;
  (void)user;
  ck_assert_int_lt(seen_count, 16);
  seen[seen_count++] = b;
}

/// A link that never moves among obstacles that share a leaf: each is asked about by itself.
EP_TEST(sound_leaves_are_not_kept_between_overlaps)
{
  scene s = scene_begin(0.0);
  const ep_link_desc links[2] = {scene_link("foot", EP_NO_LINK, EP_JOINT_FIXED, 0, 0, 1),
                                 scene_link("arm", 0, EP_JOINT_REVOLUTE, 0, 0, 1)};
  scene_machine(&s, "m", links, 2);
  static const int32_t triangle[3] = {0, 1, 2};
  static double v[8][9];
  for (int i = 0; i < 8; ++i) // every other one cuts the foot
  {
    const double z = i % 2 == 0 ? 0.4 + 0.01 * i : 0.6;
    const double corners[9] = {-1, -1, z, 1, -1, z, 0, 2, i % 2 == 0 ? z : 0.55};
    memcpy(v[i], corners, sizeof corners);
  }
  scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  int32_t obstacles[8];
  for (int i = 0; i < 8; ++i)
  {
    char name[16];
    snprintf(name, sizeof name, "plate %d.", i);
    obstacles[i] = scene_obstacle(&s, name, scene_mesh(v[i], 3, triangle, 1));
  }
  scene_freeze(&s);
  for (int again = 0; again < 2; ++again)
  {
    int32_t count = -1;
    seen_count = 0;
    ck_assert_int_eq(ep_checker_resting_overlaps(s.checker, see, NULL, &count, NULL), EP_OK);
    ck_assert_int_eq(count, 4);
    ck_assert_int_eq(seen_count, 4);
    for (int i = 0; i < 4; ++i)
    {
      ck_assert_int_eq(seen[i], obstacles[2 * i]);
    }
  }
  scene_end(&s);
}

// --- Cost ---

/// The second time nothing is left to be shown of what stands still; of what moves, all of it.
EP_TEST(tight_parked_machine_is_shown_once)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "a", &link, 1);
  scene_shape(&s, 0, 0, scene_ball(0.5, 0, 0, 0));
  const ep_link_desc arm = scene_link("arm", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  scene_machine(&s, "b", &arm, 1);
  scene_shape(&s, 1, 0, scene_ball(0.5, 0, 3, 0));
  for (int i = 0; i < 12; ++i)
  {
    char name[24];
    snprintf(name, sizeof name, "post %d.", i);
    scene_obstacle(&s, name, scene_ball(0.3, cos(i), sin(i) + (i % 2) * 3.0, i % 3 == 0 ? 1 : -1));
  }
  scene_freeze(&s);
  const double a[2] = {0.0, -0.01};
  const double b[2] = {0.0, 0.01};
  ep_check_options options = ep_check_default();
  options.order = EP_ORDER_CERTIFY_FIRST;
  const ep_result first = ask(s.checker, a, b, &options);
  const ep_result second = ask(s.checker, a, b, &options);
  const ep_result back = ask(s.checker, b, a, &options);
  ck_assert_int_eq(first.verdict, EP_FREE);
  ck_assert_int_eq(second.verdict, EP_FREE);
  ck_assert_int_lt(second.statistics.items, first.statistics.items);
  ck_assert_int_gt(second.statistics.items, 0);
  ck_assert_int_eq(back.statistics.items, second.statistics.items);
  const ep_result state = ask(s.checker, b, b, &options);
  const ep_result again = ask(s.checker, b, b, &options);
  ck_assert_int_gt(state.statistics.items, 0);
  ck_assert_int_lt(again.statistics.items, state.statistics.items);
  scene_end(&s);
}

/// A slider that rests anywhere rests: its rate is 0, not what its value is rounded by.
EP_TEST(tight_parked_slider_is_shown_once)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "a", &link, 1);
  scene_shape(&s, 0, 0, scene_ball(0.5, 0, 0, 0));
  scene_obstacle(&s, "post", scene_ball(0.3, 7.1, 1.0, 0));
  scene_obstacle(&s, "other", scene_ball(0.3, 7.1, -1.0, 0));
  scene_freeze(&s);
  const double q[1] = {7.1};
  const ep_result first = ask(s.checker, q, q, NULL);
  const ep_result second = ask(s.checker, q, q, NULL);
  ck_assert_int_eq(first.verdict, EP_FREE);
  ck_assert_int_eq(second.verdict, EP_FREE);
  ck_assert_int_gt(first.statistics.items, 0);
  ck_assert_int_eq(second.statistics.items, 0);
  scene_end(&s);
}
