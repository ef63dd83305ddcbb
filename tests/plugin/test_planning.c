/// @file test_planning.c
/// Planning in a scene from C: spaces, and plans whose every motion is proved.
#define _XOPEN_SOURCE 700
#include "planning_tools.h"

#include <math.h>
#include <stdatomic.h>

/// Both methods prove every motion of the path, which goes from start to goal.
static void expect_proved(ep_planning* planning, const ep_scene* scene, const char* query)
{
  const int32_t size = ep_scene_config_size(scene);
  const int32_t count = ep_planning_path_count(planning);
  ck_assert_int_ge(count, 2);
  const ep_scene_query* q = ep_scene_get_query(scene, ep_scene_find_query(scene, query));
  const double* path = ep_planning_path(planning);
  for (int32_t k = 0; k < size; ++k)
  {
    ck_assert(fabs(path[k] - q->start[k]) < 1e-12);
    ck_assert(fabs(path[(count - 1) * size + k] - q->goal[k]) < 1e-12);
  }
  for (int method = 0; method < 2; ++method)
  {
    ep_path_certificate c;
    ep_error error;
    must(ep_planning_certify(planning, (ep_method)method, method == 1, &c, &error), &error);
    ck_assert_msg(c.verdict == EP_FREE, "method %d: motion %d of %d is %s", method, (int)c.worst,
                  (int)c.motions, ep_verdict_text(c.result.verdict));
    ck_assert_int_eq(c.motions, count - 1);
    ck_assert_int_eq(c.motions_free, c.motions);
    ck_assert(method == 0 || (c.clearance > 0.0 && c.narrowest >= 0));
  }
}

// --- Spaces ---

EP_TEST(works_planning_space_of_the_crane)
{
  ep_scene* scene = load(EP_SCENES "/tower-crane.yaml", false);
  ep_planning* planning = plan_of(scene, "lift", NULL);
  ck_assert_int_eq(ep_planning_part_count(planning), 3);
  ep_planning_part part;
  for (int32_t i = 0; i < 3; ++i)
  {
    ck_assert_int_eq(ep_planning_get_part(planning, i, &part), EP_OK);
    ck_assert_int_eq(part.value_count, 1);
    if (strcmp(part.name, "crane/slew") == 0)
    {
      // The jib is about 50 m long.
      ck_assert_msg(part.weight > 20.0 && part.weight < 100.0, "%g", part.weight);
    }
    else
    {
      ck_assert_int_eq(part.kind, EP_OMPL_REAL_VECTOR);
      ck_assert(part.weight == 1.0);
    }
  }
  ck_assert_int_eq(ep_planning_get_part(planning, 3, &part), EP_ERROR_MISUSE);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
}

#define ARM_SCENE(bounds)                                                                          \
  "name: arm\nrobots:\n  - {name: arm, urdf: arm.urdf" bounds "}\n"                                \
  "obstacles:\n  - {name: post, box: [0.1, 0.1, 1], xyz: [0, 1, 0]}\n"

static ep_ompl_kind kind_of_arm(const char* text, bool linear)
{
  ep_scene* scene = write_scene(arm_urdf, text, linear);
  ep_planning* planning = plan_of(scene, NULL, NULL);
  ep_planning_part part;
  ck_assert_int_eq(ep_planning_part_count(planning), 1);
  ck_assert_int_eq(ep_planning_get_part(planning, 0, &part), EP_OK);
  ck_assert_str_eq(part.name, "arm/turn");
  ck_assert(part.weight > 1.49 && part.weight < 1.51);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
  folder_remove();
  return part.kind;
}

EP_TEST(works_planning_angles_wrap_unless_bounds_or_scene_say_otherwise)
{
  ck_assert_int_eq(kind_of_arm(ARM_SCENE(""), false), EP_OMPL_SO2);
  ck_assert_int_eq(kind_of_arm(ARM_SCENE(", bounds: {turn: [-3.2, 3.2]}"), false), EP_OMPL_SO2);
  ck_assert_int_eq(kind_of_arm(ARM_SCENE(", bounds: {turn: [-2, 2]}"), false), EP_OMPL_REAL_VECTOR);
  ck_assert_int_eq(kind_of_arm(ARM_SCENE(", bounds: {turn: [-3.2, 3.2]}"), true),
                   EP_OMPL_REAL_VECTOR);
}

static void expect_refused(const char* urdf, const char* text, bool linear, const char* word,
                           const char* hint)
{
  ep_scene* scene = write_scene(urdf, text, linear);
  ep_planning* planning = (ep_planning*)&scene;
  ep_error error;
  ck_assert_int_eq(ep_planning_create(scene, EP_SCENE_NONE, NULL, &planning, &error),
                   EP_ERROR_INPUT);
  ck_assert(planning == NULL);
  ck_assert_msg(strstr(error.message, word) != NULL && strstr(error.message, hint) != NULL, "%s",
                error.message);
  ep_scene_destroy(scene);
  folder_remove();
}

EP_TEST(robust_planning_refuses_what_cannot_be_sampled)
{
  expect_refused(arm_urdf, ARM_SCENE(""), true, "arm/turn", "bounds: {turn: [lower, upper]}");
  expect_refused(arm_urdf, ARM_SCENE(", bounds: {turn: [1, 1]}"), false, "scene.yaml",
                 "nothing can move");
}

EP_TEST(works_planning_keeps_constants_out)
{
  ep_scene* scene = write_scene(cart_urdf,
                                "name: cart\nrobots:\n"
                                "  - {name: cart, urdf: cart.urdf, bounds: {x: [1.5, 1.5]}}\n",
                                false);
  ep_planning* planning = plan_of(scene, NULL, NULL);
  ck_assert_int_eq(ep_planning_part_count(planning), 1);
  ck_assert_int_eq(ep_ompl_space_size(ep_planning_space(planning)), 1);
  const double q[2] = {1.5, -0.25};
  double state[1];
  double back[2];
  ep_planning_to_state(planning, q, state);
  ck_assert(state[0] == -0.25);
  ep_planning_to_config(planning, state, back);
  ck_assert(back[0] == 1.5 && back[1] == -0.25);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
  folder_remove();
}

// --- A motion of an angle with bounds that goes the long way round ---

EP_TEST(sound_planning_proves_the_way_that_ompl_goes)
{
  // From -2.5 to 2.5 the short way is over pi, where nothing stands; OMPL's RealVector goes over 0,
  // past the post at pi/2.
  ep_scene* scene = write_scene(arm_urdf, ARM_SCENE(", bounds: {turn: [-2.6, 2.6]}"), false);
  ep_planning* planning = plan_of(scene, NULL, NULL);
  const double low = -2.5;
  const double high = 2.5;
  ck_assert_int_eq(ep_validator_motion(ep_planning_validator(planning), &low, &high, NULL, NULL),
                   EP_FREE);
  int valid = 1;
  ck_assert_int_eq(
      ep_ompl_motion_valid(ep_planning_information(planning), &low, &high, &valid, NULL),
      EP_SHIM_OK);
  ck_assert_int_eq(valid, 0);
  double t = 2.0;
  double state;
  ck_assert_int_eq(ep_ompl_motion_prefix(ep_planning_information(planning), &low, &high, &valid, &t,
                                         &state, NULL),
                   EP_SHIM_OK);
  // The beam's near side, 0.05 off its middle, meets the post's corner (0.05, 0.95).
  const double corner = atan2(0.95, 0.05) - asin(0.05 / hypot(0.05, 0.95));
  const double met = (corner - low) / (high - low);
  ck_assert_int_eq(valid, 0);
  ck_assert_msg(t > 0.5 && t < met && t > met - 0.05, "%g of %g", t, met);
  ck_assert(fabs(state - (low + t * (high - low))) < 1e-12);
  // Half as far is free, and is found to be.
  const double before = 1.3;
  ck_assert_int_eq(
      ep_ompl_motion_valid(ep_planning_information(planning), &low, &before, &valid, NULL),
      EP_SHIM_OK);
  ck_assert_int_eq(valid, 1);
  // A path over more than half a turn has a state in the middle.
  ep_error error;
  must(ep_planning_set_start(planning, &low, &error), &error);
  must(ep_planning_set_goals(planning, &before, 1, &error), &error);
  choose(planning, "RRTConnect");
  ck_assert_int_eq(solve(planning, NULL).status, EP_OMPL_EXACT);
  must(ep_planning_simplify(planning, 0.2, &error), &error);
  const double* path = ep_planning_path(planning);
  for (int32_t i = 1; i < ep_planning_path_count(planning); ++i)
  {
    ck_assert(fabs(path[i] - path[i - 1]) <= 3.14159265);
  }
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
  folder_remove();
}

// --- Plans ---

/// The crane's lift by one planner, a fixed seed, and the path proved before and after it is made
/// shorter.
static void lift(const char* planner, double most)
{
  ep_scene* scene = load(EP_SCENES "/tower-crane.yaml", false);
  ep_planning_options options = ep_planning_default();
  options.seed = 1;
  ep_planning* planning = plan_of(scene, "lift", &options);
  choose(planning, planner);
  const ep_ompl_limits limits = seconds(most);
  const ep_ompl_outcome outcome = solve(planning, &limits);
  ck_assert_msg(outcome.status == EP_OMPL_EXACT, "%s: %s after %g s", planner,
                ep_ompl_status_text(outcome.status), outcome.seconds);
  expect_proved(planning, scene, "lift");
  const double before = ep_planning_path_length(planning);
  ep_error error;
  must(ep_planning_simplify(planning, 0.3, &error), &error);
  ck_assert(ep_planning_path_length(planning) <= before * (1.0 + 1e-9));
  expect_proved(planning, scene, "lift");
  ep_validator_statistics s;
  ep_validator_get_statistics(ep_planning_validator(planning), &s);
  ck_assert_int_gt(s.motions_free, 0);
  ck_assert_int_gt(s.states, 0);
  ck_assert_int_eq(s.errors, 0);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
}

EP_TEST(works_planning_lifts_with_rrtconnect)
{
  lift("RRTConnect", 20.0);
}

EP_TEST(works_planning_lifts_with_prm)
{
  lift("PRM", 2.0);
}

EP_TEST(same_planning_with_the_same_seed)
{
  double lengths[2];
  for (int i = 0; i < 2; ++i)
  {
    ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
    ep_planning_options options = ep_planning_default();
    options.seed = 5;
    ep_planning* planning = plan_of(scene, "cross", &options);
    choose(planning, "RRT");
    ep_ompl_limits limits = seconds(INFINITY);
    limits.iterations = 20000;
    ck_assert_int_eq(solve(planning, &limits).status, EP_OMPL_EXACT);
    lengths[i] = ep_planning_path_length(planning);
    ep_planning_destroy(planning);
    ep_scene_destroy(scene);
    folder_remove();
  }
  ck_assert_msg(lengths[0] == lengths[1] && lengths[0] > 4.0, "%.17g %.17g", lengths[0],
                lengths[1]);
}

/// A fence of 4 mm between start and goal, and steps of `step`.
static ep_path_certificate cross_discretely(double step, int32_t* count)
{
  ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
  ep_planning_options options = ep_planning_default();
  options.kind = EP_PLANNING_DISCRETE;
  options.step = step;
  options.seed = 3;
  ep_planning* planning = plan_of(scene, "cross", &options);
  choose(planning, "RRTConnect");
  ck_assert_int_eq(solve(planning, NULL).status, EP_OMPL_EXACT);
  ep_path_certificate c;
  ep_error error;
  must(ep_planning_certify(planning, EP_METHOD_SPACETIME, true, &c, &error), &error);
  *count = ep_planning_path_count(planning);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
  folder_remove();
  return c;
}

EP_TEST(sound_planning_tells_what_a_discrete_path_ran_through)
{
  int32_t count;
  const ep_path_certificate coarse = cross_discretely(0.9, &count);
  ck_assert_int_eq(coarse.verdict, EP_COLLIDING);
  ck_assert_int_eq(coarse.motions, count - 1);
  ck_assert(coarse.worst >= 0 && coarse.worst < coarse.motions && coarse.clearance == 0.0);
  ck_assert(coarse.result.contact.t >= coarse.result.t_free);
  const ep_path_certificate fine = cross_discretely(0.01, &count);
  ck_assert_int_eq(fine.verdict, EP_FREE);
  ck_assert(fine.clearance > 0.0);
}

static int never(const double* q, void* user)
{
  ++*(int*)user;
  return q[0] < 0.0 ? 1 : 0;
}

EP_TEST(works_planning_with_a_state_check_of_the_callers)
{
  ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
  int calls = 0;
  ep_planning_options options = ep_planning_default();
  options.kind = EP_PLANNING_DISCRETE;
  options.state_valid = never;
  options.state_user = &calls;
  ep_planning* planning = plan_of(scene, "cross", &options);
  choose(planning, "RRT");
  const ep_ompl_limits limits = seconds(0.2);
  ck_assert_int_ne(solve(planning, &limits).status, EP_OMPL_EXACT); // the goal is not valid
  ck_assert_int_gt(calls, 0);
  ep_validator_statistics s;
  ep_validator_get_statistics(ep_planning_validator(planning), &s);
  ck_assert_int_eq(s.states + s.motions, 0);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
  folder_remove();
}

EP_TEST(works_planning_says_what_is_in_the_way)
{
  ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
  ep_planning* planning = plan_of(scene, "stuck", NULL);
  choose(planning, "RRTConnect");
  const ep_ompl_limits limits = seconds(0.5);
  ck_assert_int_eq(solve(planning, &limits).status, EP_OMPL_INVALID_START);
  ck_assert_int_eq(ep_planning_path_count(planning), 0);
  ck_assert(ep_planning_path(planning) == NULL);
  char text[256];
  const ep_scene_query* q = ep_scene_get_query(scene, 1);
  ck_assert_int_eq(ep_planning_why_invalid(planning, q->start, text, sizeof text), EP_COLLIDING);
  ck_assert_msg(strstr(text, "cart/ball and fence: intersect") != NULL, "%s", text);
  ck_assert_int_eq(ep_planning_why_invalid(planning, q->goal, text, sizeof text), EP_FREE);
  ck_assert_str_eq(text, "");
  const double outside[2] = {-4, 0};
  ck_assert_int_eq(ep_planning_why_invalid(planning, outside, text, sizeof text), EP_UNDECIDED);
  ck_assert_msg(strstr(text, "cart/x") != NULL, "%s", text);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
  folder_remove();
}

static int stop_soon(void* user)
{
  return atomic_fetch_add((atomic_int*)user, 1) > 20 ? 1 : 0;
}

EP_TEST(works_planning_can_be_stopped)
{
  ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
  ep_planning* planning = plan_of(scene, "cross", NULL);
  choose(planning, "RRTstar"); // would use all its time
  atomic_int asked = 0;
  ep_ompl_limits limits = seconds(60.0);
  limits.stop = stop_soon;
  limits.user = &asked;
  ep_ompl_outcome outcome = solve(planning, &limits);
  ck_assert_int_eq(outcome.ended_by, EP_OMPL_END_STOP);
  ck_assert(outcome.seconds < 30.0);
  // And before it begins.
  ep_planning_cancel(planning);
  limits.stop = NULL;
  outcome = solve(planning, &limits);
  ck_assert_int_eq(outcome.ended_by, EP_OMPL_END_CANCEL);
  ck_assert(outcome.seconds < 30.0);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
  folder_remove();
}

static int count_calls(void* user)
{
  atomic_fetch_add((atomic_int*)user, 1);
  return 0;
}

/// Beyond the planner our checks ask too, so that one that takes long ends when the solve shall.
EP_TEST(works_planning_stop_reaches_the_checks)
{
  ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
  ep_planning* planning = plan_of(scene, "cross", NULL);
  choose(planning, "RRTConnect");
  atomic_int asked = 0;
  ep_ompl_limits limits = seconds(20.0);
  limits.stop = count_calls;
  limits.user = &asked;
  const ep_ompl_outcome outcome = solve(planning, &limits);
  ck_assert_int_eq(outcome.status, EP_OMPL_EXACT);
  ck_assert_msg(asked > outcome.iterations, "%d asked, %lld times by the planner", asked,
                (long long)outcome.iterations);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
  folder_remove();
}

EP_TEST(robust_planning_bears_null)
{
  ep_error error;
  const double q[2] = {0, 0};
  double out[2] = {7, 7};
  ck_assert(ep_planning_world(NULL) == NULL && ep_planning_validator(NULL) == NULL);
  ck_assert(ep_planning_space(NULL) == NULL && ep_planning_information(NULL) == NULL);
  ck_assert(ep_planning_problem(NULL) == NULL && ep_planning_planner(NULL) == NULL);
  ck_assert(ep_planning_part_count(NULL) == 0 && ep_planning_hash(NULL) == 0);
  ck_assert(ep_planning_path_count(NULL) == 0 && ep_planning_path_length(NULL) == 0.0);
  ck_assert_ptr_null(ep_planning_path(NULL));
  ep_planning_to_state(NULL, q, out);
  ep_planning_to_config(NULL, q, out);
  ck_assert(out[0] == 7 && out[1] == 7);
  ck_assert_int_eq(ep_planning_write_run(NULL, NULL, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_get_part(NULL, 0, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_set_start(NULL, q, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_set_goals(NULL, q, 1, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_set_planner(NULL, "RRT", &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_solve(NULL, NULL, NULL, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_save_roadmap(NULL, "map", &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_load_roadmap(NULL, "PRM", "map", false, NULL, &error),
                   EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_take_roadmap(NULL, "PRM", NULL, NULL, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_why_invalid(NULL, q, NULL, 0), EP_UNDECIDED);
  ep_planning* planning = (ep_planning*)&error; // must be overwritten
  ck_assert_int_eq(ep_planning_create(NULL, 0, NULL, &planning, &error), EP_ERROR_MISUSE);
  ck_assert_ptr_null(planning);
}

EP_TEST(robust_planning_bears_bad_arguments)
{
  ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
  ep_planning* planning = NULL;
  ep_error error;
  ck_assert_int_eq(ep_planning_create(NULL, 0, NULL, &planning, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_create(scene, 9, NULL, &planning, &error), EP_ERROR_MISUSE);
  ep_planning_options options = ep_planning_default();
  options.struct_size = 1;
  ck_assert_int_eq(ep_planning_create(scene, 0, &options, &planning, &error), EP_ERROR_MISUSE);
  options = ep_planning_default();
  options.step = -1.0;
  ck_assert_int_eq(ep_planning_create(scene, 0, &options, &planning, &error), EP_ERROR_INPUT);
  planning = plan_of(scene, "cross", NULL);
  ep_ompl_outcome outcome;
  ck_assert_int_eq(ep_planning_solve(planning, NULL, &outcome, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_simplify(planning, 1.0, &error), EP_ERROR_MISUSE);
  ep_path_certificate c;
  ck_assert_int_eq(ep_planning_certify(planning, EP_METHOD_CATCH, false, &c, &error),
                   EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_set_planner(planning, "RTT", &error), EP_ERROR_INPUT);
  ck_assert_msg(strstr(error.message, "RRTConnect") != NULL, "%s", error.message);
  choose(planning, "RRT");
  ck_assert_int_eq(ep_planning_set_parameter(planning, "rang", "1", &error), EP_ERROR_INPUT);
  ck_assert_msg(strstr(error.message, "range") != NULL, "%s", error.message);
  must(ep_planning_set_parameter(planning, "range", "0.5", &error), &error);
  const double outside[2] = {0, 5};
  ck_assert_int_eq(ep_planning_set_start(planning, outside, &error), EP_ERROR_INPUT);
  ck_assert_msg(strstr(error.message, "cart/y") != NULL, "%s", error.message);
  ck_assert_int_eq(ep_planning_set_goals(planning, outside, 1, &error), EP_ERROR_INPUT);
  ck_assert_int_eq(ep_planning_set_goals(planning, outside, 0, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_planning_save_roadmap(planning, "/nowhere/map", &error), EP_ERROR_INPUT);
  ep_planning_cancel(NULL);
  ep_planning_destroy(NULL);
  ep_planning_destroy(planning);
  ep_scene_destroy(scene);
  folder_remove();
}
