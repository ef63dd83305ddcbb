/// @file test_checker_limits.c
/// Payloads; states and edges that rest; budgets, cancelling and floating-point environments that
/// end without an answer; and what must cost almost nothing.
#include "scene.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

static double from, to;

static double at(double t)
{
  return from + t * (to - from);
}

// --- A slide above the ground, a link of 1 m, and a beam of 2 m to hang on it ---

static double bare_gap(double t)
{
  return at(t) - 0.5;
}

static double across_gap(double t)
{
  return at(t) - 0.6; // lying: its middle is 0.5 m below the link's
}

static double upright_gap(double t)
{
  return at(t) - 1.5; // standing: 1 m longer downwards
}

static scene crane_with_beam(int32_t* beam)
{
  scene s = scene_begin(0.0);
  const ep_link_desc links[2] = {scene_link("mast", EP_NO_LINK, EP_JOINT_FIXED, 0, 0, 1),
                                 scene_link("hook", 0, EP_JOINT_PRISMATIC, 0, 0, 1)};
  scene_machine(&s, "m", links, 2);
  scene_shape(&s, 0, 0, scene_box(0.2, 0.2, 10, 1.5, 0, 5.5));
  scene_shape(&s, 0, 1, scene_box(1, 1, 1, 0, 0, 0));
  *beam = scene_payload(&s, "beam", scene_box(2, 0.2, 0.2, 0, 0, 0));
  scene_obstacle(&s, "ground", scene_box(20, 20, 1, 0, 0, -0.5));
  scene_freeze(&s);
  from = 5.0;
  to = 0.1;
  return s;
}

static void hang(scene* s, int32_t beam, double z, double pitch)
{
  const double place[3] = {0, 0, z}, turn[3] = {0, pitch, 0};
  const ep_pose pose = ep_pose_from_rpy(place, turn);
  ep_error error;
  ck_assert_msg(ep_checker_attach(s->checker, beam, s->first_body[0] + 1, &pose, &error) == EP_OK,
                "%s", error.message);
}

static void expect_fall(scene* s, scene_gap gap, const char* who)
{
  const scene_contact contact = scene_first(gap, 0.0, who, "ground");
  scene_expect_contact(s, &from, &to, &contact);
}

/// Not there until attached, then moved, then taken off; another checker never has it.
EP_TEST(sound_payload_comes_and_goes)
{
  int32_t beam;
  scene s = crane_with_beam(&beam);
  ep_checker* other;
  ck_assert(ep_checker_create(s.world, &other, NULL) == EP_OK);
  expect_fall(&s, bare_gap, "m/hook");
  hang(&s, beam, -0.5, 0.0);
  expect_fall(&s, across_gap, "beam");
  hang(&s, beam, -0.5, 0.5 * PI);
  expect_fall(&s, upright_gap, "beam");
  ep_checker* mine = s.checker;
  s.checker = other;
  expect_fall(&s, bare_gap, "m/hook");
  s.checker = mine;
  ck_assert(ep_checker_attach(mine, beam, EP_NO_BODY, NULL, NULL) == EP_OK);
  expect_fall(&s, bare_gap, "m/hook");
  hang(&s, beam, -0.5, 0.0);
  expect_fall(&s, across_gap, "beam");
  ep_checker_destroy(other);
  scene_end(&s);
}

/// It may touch the link it hangs on, but not what carries that one.
EP_TEST(sound_payload_meets_the_machine_itself)
{
  int32_t beam;
  scene s = crane_with_beam(&beam);
  const double high = 5.0, higher = 6.0;
  hang(&s, beam, 0.0, 0.0);
  scene_expect_free(&s, &high, &higher);
  const ep_pose pose = {{0.6, 0, 0}, {0, 0, 0, 1}};
  ck_assert(ep_checker_attach(s.checker, beam, s.first_body[0] + 1, &pose, NULL) == EP_OK);
  scene_expect_kind(&s, &high, &higher, EP_CONTACT_NONE, "beam", "m/mast");
  scene_end(&s);
}

/// Inside of an obstacle without touching it.
EP_TEST(sound_payload_is_tested_for_being_inside)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("hook", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(0.1, 0.1, 0.1, 0, 0, 10));
  const int32_t load = scene_payload(&s, "load", scene_box(0.5, 0.5, 0.5, 0, 0, 0));
  scene_obstacle(&s, "tank", scene_box(5, 5, 5, 0, 0, 0));
  scene_freeze(&s);
  const double q0 = -1.0, q1 = 1.0;
  scene_expect_free(&s, &q0, &q1);
  const ep_pose pose = ep_pose_identity();
  ck_assert(ep_checker_attach(s.checker, load, s.first_body[0], &pose, NULL) == EP_OK);
  scene_expect_kind(&s, &q0, &q1, EP_CONTACT_CONTAINMENT, "load", "tank");
  scene_end(&s);
}

// --- States ---

/// Two joints among a few boxes: about half of the states collide.
static scene small_arm(double clearance)
{
  scene s = scene_begin(clearance);
  ep_link_desc links[2] = {scene_link("upper", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1),
                           scene_link("lower", 0, EP_JOINT_REVOLUTE, 0, 1, 0)};
  links[1].origin.position[0] = 1.0;
  scene_machine(&s, "m", links, 2);
  scene_shape(&s, 0, 0, scene_box(1, 0.1, 0.1, 0.5, 0, 0));
  scene_shape(&s, 0, 1, scene_box(1, 0.1, 0.1, 0.5, 0, 0));
  scene_obstacle(&s, "pole", scene_box(0.2, 0.2, 3, 1.4, 0.2, 0));
  scene_obstacle(&s, "ball", scene_ball(0.5, -0.8, 1.2, 0.4));
  scene_obstacle(&s, "shelf", scene_box(0.8, 0.8, 0.05, 0.2, -1.5, 0.5));
  scene_freeze(&s);
  return s;
}

EP_TEST(same_state_is_the_edge_that_rests)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 110);
  const double clearances[3] = {0.0, 0.01, 0.1};
  int free_count = 0, hit_count = 0;
  for (int i = 0; i < 3; ++i)
  {
    scene s = small_arm(clearances[i]);
    for (int64_t j = 0, n = ep_test_trials(400); j < n; ++j)
    {
      const double q[2] = {ep_rng_uniform(&rng, -PI, PI), ep_rng_uniform(&rng, -2, 2)};
      const ep_verdict state = scene_state(&s, q).verdict;
      for (int k = 0; k < 6; ++k)
      {
        const ep_mode mode = k % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
        const ep_result r = scene_check(&s, q, q, mode, (ep_order)(k / 2));
        ck_assert_msg(r.verdict == state, "%.17g %.17g: %s and %s", q[0], q[1],
                      ep_verdict_text(r.verdict), ep_verdict_text(state));
      }
      *(state == EP_FREE ? &free_count : &hit_count) += 1;
    }
    scene_end(&s);
  }
  ck_assert_msg(ep_test_multiplier() < 1.0 || (free_count > 50 && hit_count > 50),
                "%d free, %d hit", free_count, hit_count);
}

/// What was asked before does not matter: the same questions in another order, on a fresh checker.
EP_TEST(same_answers_whatever_was_asked_before)
{
  enum
  {
    EDGES = 100
  };
  static double q[EDGES][2][2];
  static ep_verdict first[EDGES];
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 111);
  scene s = small_arm(0.01);
  for (int i = 0; i < EDGES; ++i)
  {
    for (int k = 0; k < 4; ++k)
    {
      q[i][k / 2][k % 2] = ep_rng_uniform(&rng, -PI, PI);
    }
    first[i] = scene_check(&s, q[i][0], q[i][1], EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC).verdict;
    ck_assert_int_ne(first[i], EP_UNDECIDED);
  }
  ep_checker* used = s.checker;
  ck_assert(ep_checker_create(s.world, &s.checker, NULL) == EP_OK);
  for (int i = EDGES - 1; i >= 0; --i)
  {
    ck_assert_int_eq(scene_check(&s, q[i][0], q[i][1], EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC).verdict,
                     first[i]);
  }
  ep_checker_destroy(used);
  scene_end(&s);
}

// --- No answer ---

/// A plate slides 20 m between two rows of wires, 2 cm from each: free, but not at once.
static scene alley(void)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("plate", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(0.5, 0.02, 0.5, 0, 0, 0));
  ep_geometry_desc wires[200];
  for (int i = 0; i < 200; ++i)
  {
    wires[i] = scene_box(2e-3, 2e-3, 3, 0.2 * (i / 2), i % 2 == 0 ? 0.031 : -0.031, 0);
  }
  ck_assert(ep_world_add_obstacle(s.world, "wires", wires, 200, NULL, NULL) == EP_OK);
  scene_freeze(&s);
  from = 0.0;
  to = 20.0;
  return s;
}

static ep_verdict with_options(scene* s, const ep_check_options* options)
{
  ep_result result;
  memset(&result, 0x55, sizeof result);
  ck_assert(ep_check_edge(s->checker, &from, &to, options, &result, NULL) == EP_OK);
  return result.verdict;
}

/// One item: no answer. More and more: no answer until there is the right one.
EP_TEST(sound_budget_ends_undecided)
{
  scene s = alley();
  scene_expect_free(&s, &from, &to);
  for (int i = 0; i < 6; ++i)
  {
    ep_check_options options = ep_check_default();
    options.mode = i % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
    options.order = (ep_order)(i / 2);
    options.item_budget = 1;
    ck_assert_int_eq(with_options(&s, &options), EP_UNDECIDED);
    ep_verdict last = EP_UNDECIDED;
    for (int64_t budget = 2; budget < INT64_C(40000000); budget *= 3)
    {
      options.item_budget = budget;
      const ep_verdict verdict = with_options(&s, &options);
      ck_assert(verdict == EP_FREE || (verdict == EP_UNDECIDED && last == EP_UNDECIDED));
      last = verdict;
    }
    ck_assert_int_eq(last, EP_FREE);
  }
  scene_end(&s);
}

/// On an edge that collides a budget may end it before the contact is found, never as free.
EP_TEST(sound_budget_never_makes_an_edge_free)
{
  scene s = small_arm(0.0);
  const double q0[2] = {-2.0, -1.0}, q1[2] = {2.5, 1.0};
  ck_assert_int_eq(scene_check(&s, q0, q1, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC).verdict,
                   EP_COLLIDING);
  for (int64_t budget = 1; budget < 100000; budget = budget < 50 ? budget + 1 : 2 * budget)
  {
    for (int i = 0; i < 6; ++i)
    {
      ep_check_options options = ep_check_default();
      options.mode = i % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
      options.order = (ep_order)(i / 2);
      options.item_budget = budget;
      ep_result result = {.verdict = EP_FREE};
      ck_assert(ep_check_edge(s.checker, q0, q1, &options, &result, NULL) == EP_OK);
      ck_assert_int_ne(result.verdict, EP_FREE);
      ck_assert(ep_check_state(s.checker, q0, &options, &result, NULL) == EP_OK);
    }
  }
  scene_end(&s);
}

typedef struct asked
{
  int count;
  int limit; ///< says stop from this call on; 0: never
} asked;

static int stop_after(void* user)
{
  asked* a = user;
  return ++a->count >= a->limit && a->limit > 0;
}

EP_TEST(sound_cancelling_ends_undecided)
{
  scene s = alley();
  for (int mode = EP_MODE_BOOLEAN; mode <= EP_MODE_TIME_OF_CONTACT; ++mode)
  {
    asked a = {0, 1};
    ep_check_options options = ep_check_default();
    options.mode = (ep_mode)mode;
    options.cancel = stop_after;
    options.cancel_user = &a;
    ck_assert_int_eq(with_options(&s, &options), EP_UNDECIDED);
    ck_assert_int_eq(a.count, 1);
    a = (asked){0, 0};
    ck_assert_int_eq(with_options(&s, &options), EP_FREE);
    ck_assert_int_ge(a.count, 1);
  }
  scene_end(&s);
}

/// Rounding upwards, nothing is proved: no answer, and the next call is fine again.
EP_TEST(sound_other_rounding_modes_end_undecided)
{
  scene s = alley();
  const int modes[3] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int i = 0; i < 3; ++i)
  {
    ep_result edge = {.verdict = EP_FREE}, state = {.verdict = EP_FREE};
    ep_error error = {EP_OK, ""};
    ck_assert_int_eq(fesetround(modes[i]), 0);
    const ep_status edge_status = ep_check_edge(s.checker, &from, &to, NULL, &edge, &error);
    const ep_status state_status = ep_check_state(s.checker, &from, NULL, &state, NULL);
    fesetround(FE_TONEAREST);
    ck_assert_int_eq(edge_status, EP_ERROR_FP_ENVIRONMENT);
    ck_assert_int_eq(state_status, EP_ERROR_FP_ENVIRONMENT);
    ck_assert_int_eq(error.status, EP_ERROR_FP_ENVIRONMENT);
    ck_assert_int_eq(edge.verdict, EP_UNDECIDED);
    ck_assert_int_eq(state.verdict, EP_UNDECIDED);
    scene_expect_free(&s, &from, &to);
  }
  scene_end(&s);
}

// --- Cheap ---

/// A base drives 20 m and turns while its folded arm rests 2 mm above it: what moves both does not
/// count. Among obstacles that are far away.
EP_TEST(tight_driving_with_resting_links_costs_little)
{
  scene s = scene_begin(0.0);
  ep_link_desc links[3] = {scene_link("base", EP_NO_LINK, EP_JOINT_PLANAR, 0, 0, 1),
                           scene_link("boom", 0, EP_JOINT_REVOLUTE, 0, 1, 0),
                           scene_link("stick", 1, EP_JOINT_REVOLUTE, 0, 1, 0)};
  links[1].origin.position[2] = 0.5;
  links[2].origin.position[0] = 1.0;
  scene_machine(&s, "m", links, 3);
  scene_shape(&s, 0, 0, scene_box(4, 2, 0.5, 0, 0, 0));
  scene_shape(&s, 0, 1, scene_box(1, 0.1, 0.1, 0.5, 0, 0));
  scene_shape(&s, 0, 2, scene_box(2, 0.3, 0.496, -1, 0, 0)); // from 0.252 up, the base ends at 0.25
  scene_obstacle(&s, "ground", scene_box(100, 100, 1, 0, 0, -3));
  scene_freeze(&s);
  const double q0[5] = {0, 0, 0, 0, 0}, q1[5] = {20, 5, 1.5, 0, 0};
  scene_expect_free(&s, q0, q1);
  for (int mode = EP_MODE_BOOLEAN; mode <= EP_MODE_TIME_OF_CONTACT; ++mode)
  {
    const ep_result r = scene_check(&s, q0, q1, (ep_mode)mode, EP_ORDER_CERTIFY_FIRST);
    ck_assert_msg(r.statistics.items < 2000, "%lld items", (long long)r.statistics.items);
  }
  scene_end(&s);
}

#define RINGS 64 // of a ball that is a mesh

/// A ball of many small triangles, 1 m across, on a slide.
static void add_fine_ball(scene* s)
{
  static double corners[3 * RINGS * (RINGS + 1)];
  static int32_t triangles[6 * RINGS * RINGS];
  for (int i = 0; i < RINGS * (RINGS + 1); ++i)
  {
    const double up = PI * (i / RINGS) / RINGS, around = 2.0 * PI * (i % RINGS) / RINGS;
    corners[3 * i] = 0.5 * sin(up) * cos(around);
    corners[3 * i + 1] = 0.5 * sin(up) * sin(around);
    corners[3 * i + 2] = 0.5 * cos(up);
  }
  for (int i = 0; i < RINGS * RINGS; ++i)
  {
    const int next = i - i % RINGS + (i + 1) % RINGS;
    const int32_t two[6] = {i, next, i + RINGS, next, next + RINGS, i + RINGS};
    memcpy(&triangles[6 * i], two, sizeof two);
  }
  const ep_link_desc link = scene_link("ball", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
  scene_machine(s, "m", &link, 1);
  scene_shape(s, 0, 0, scene_mesh(corners, RINGS * (RINGS + 1), triangles, 2 * RINGS * RINGS));
}

/// A ball of 8192 triangles passes an askew box, of twelve large ones, 3 cm away: the box around
/// each of those holds all of the ball, their planes are far from most of it.
EP_TEST(tight_fine_ball_near_a_wall_that_stands_askew)
{
  scene s = scene_begin(0.0);
  add_fine_ball(&s);
  ep_geometry_desc wall = scene_box(0.2, 6, 6, 0, 0, 0);
  const double turn[3] = {0.3, 0.5, 0.7};
  const double none[3] = {0, 0, 0};
  wall.pose = ep_pose_from_rpy(none, turn);
  double normal[3]; // the box's x
  const double away = 0.1 + 0.5 + 0.03;
  normal[0] = cos(0.5) * cos(0.7), normal[1] = cos(0.5) * sin(0.7), normal[2] = -sin(0.5);
  for (int k = 0; k < 3; ++k)
  {
    wall.pose.position[k] = -away * normal[k];
  }
  scene_obstacle(&s, "wall", wall);
  scene_freeze(&s);
  const double q0 = 0.0, q1 = -0.02;
  const ep_result r = scene_check(&s, &q0, &q1, EP_MODE_BOOLEAN, EP_ORDER_CERTIFY_FIRST);
  ck_assert_int_eq(r.verdict, EP_FREE);
  ck_assert_msg(r.statistics.triangle_tests < 10000, "%lld triangle tests, %lld items",
                (long long)r.statistics.triangle_tests, (long long)r.statistics.items);
  scene_end(&s);
}
