/// @file test_motion_edge.c
/// The curve q(t) by hand-computed values, reversal, setting again, and standing still.
#include "trial.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct single
{
  ep_machine* machine;
  ep_edge* edge;
} single;

static single single_make(const ep_link_desc* links, int32_t count)
{
  single s;
  ep_error error;
  ep_machine_desc desc = ep_machine_default();
  desc.links = links;
  desc.link_count = count;
  ck_assert_msg(ep_machine_create(&desc, &s.machine, &error) == EP_OK, "%s", error.message);
  ck_assert(ep_edge_create(s.machine, &s.edge, NULL) == EP_OK);
  return s;
}

static ep_link_desc about_z(const char* name, ep_joint_type joint)
{
  ep_link_desc link = ep_link_default();
  link.name = name;
  link.joint = joint;
  link.axis[0] = 0.0;
  link.axis[2] = 1.0;
  return link;
}

static single single_joint(ep_joint_type joint)
{
  const ep_link_desc link = about_z("body", joint);
  return single_make(&link, 1);
}

static void single_end(const single* s)
{
  ep_edge_destroy(s->edge);
  ep_machine_destroy(s->machine);
}

static double scalar_at(const single* s, double q0, double q1, double t)
{
  double q;
  ck_assert(ep_edge_set(s->edge, &q0, &q1, NULL) == EP_OK);
  ck_assert(ep_edge_config(s->edge, t, &q) == EP_OK);
  return q;
}

/// The frame's rotation is the one about z by `angle`.
static void expect_turn(const ep_frame* frame, double angle)
{
  ck_assert_double_eq_tol(frame->rotation[0][0], cos(angle), 1e-12);
  ck_assert_double_eq_tol(frame->rotation[0][1], -sin(angle), 1e-12);
  ck_assert_double_eq_tol(frame->rotation[1][0], sin(angle), 1e-12);
  ck_assert_double_eq_tol(frame->rotation[1][1], cos(angle), 1e-12);
  ck_assert_double_eq_tol(frame->rotation[2][2], 1.0, 1e-12);
}

EP_TEST(works_revolute_and_prismatic_move_straight)
{
  const single turn = single_joint(EP_JOINT_REVOLUTE), slide = single_joint(EP_JOINT_PRISMATIC);
  ep_frame frame;
  ck_assert_double_eq_tol(scalar_at(&turn, 0.0, 10.0, 0.25), 2.5, 1e-12);
  ck_assert_double_eq_tol(scalar_at(&turn, 0.0, 10.0, 0.5), 5.0, 1e-12);
  ck_assert(ep_edge_frames(turn.edge, 0.5, &frame) == EP_OK);
  expect_turn(&frame, 5.0);
  ck_assert_double_eq_tol(scalar_at(&turn, 3.0, -3.0, 0.5), 0.0, 1e-12);
  ck_assert_double_eq_tol(scalar_at(&slide, -1.0, 7.0, 0.75), 5.0, 1e-12);
  ck_assert(ep_edge_frames(slide.edge, 0.75, &frame) == EP_OK);
  ck_assert_double_eq_tol(frame.position[2], 5.0, 1e-12);
  expect_turn(&frame, 0.0);
  single_end(&turn);
  single_end(&slide);
}

EP_TEST(works_continuous_takes_the_short_arc)
{
  const single s = single_joint(EP_JOINT_CONTINUOUS);
  ep_frame frame;
  ck_assert_double_eq_tol(fabs(scalar_at(&s, 3.0, -3.0, 0.5)), PI, 1e-12);
  ck_assert_double_eq_tol(scalar_at(&s, 3.0, -3.0, 0.25), 3.0 + 0.25 * (2 * PI - 6), 1e-12);
  ck_assert_double_eq_tol(scalar_at(&s, 3.0, -3.0, 0.75), -3.0 - 0.25 * (2 * PI - 6), 1e-12);
  ck_assert(ep_edge_frames(s.edge, 0.25, &frame) == EP_OK);
  expect_turn(&frame, 3.0 + 0.25 * (2 * PI - 6));
  ck_assert_double_eq_tol(scalar_at(&s, -1.0, 1.0, 0.25), -0.5, 1e-12);
  single_end(&s);
}

EP_TEST(works_half_a_turn_goes_straight)
{
  const single s = single_joint(EP_JOINT_CONTINUOUS);
  ep_frame frame;
  ck_assert_double_eq_tol(scalar_at(&s, -PI / 2, PI / 2, 0.5), 0.0, 1e-12);
  ck_assert(ep_edge_frames(s.edge, 0.5, &frame) == EP_OK);
  expect_turn(&frame, 0.0);
  ck_assert_double_eq_tol(scalar_at(&s, PI / 2, -PI / 2, 0.25), PI / 4, 1e-12);
  ck_assert_double_eq_tol(scalar_at(&s, -PI, 0.0, 0.5), -PI / 2, 1e-12);
  ck_assert_double_eq_tol(scalar_at(&s, 0.0, PI, 0.5), PI / 2, 1e-12);
  // A hair more than half a turn goes the other way round.
  const double more = PI / 2 + 4e-16;
  ck_assert(more + PI / 2 > PI);
  ck_assert_double_eq_tol(fabs(scalar_at(&s, -PI / 2, more, 0.5)), PI, 1e-12);
  // A whole turn apart is the same place.
  ck_assert_double_eq_tol(fabs(scalar_at(&s, -PI, PI, 0.5)), PI, 1e-12);
  single_end(&s);
}

EP_TEST(works_angles_beyond_pi_are_reduced)
{
  const single s = single_joint(EP_JOINT_CONTINUOUS);
  ep_frame frame;
  ck_assert_double_eq_tol(scalar_at(&s, 7.0, 7.5, 0.5), 7.25 - 2 * PI, 1e-12);
  ck_assert_double_eq_tol(scalar_at(&s, 7.0, 7.5, 0.0), 7.0 - 2 * PI, 1e-12);
  ck_assert_double_eq_tol(scalar_at(&s, 4.0, -3.0, 0.5), (4.0 - 2 * PI - 3.0) / 2, 1e-12);
  ck_assert(scalar_at(&s, 4.0, -3.0, 1.0) == -3.0);
  // 0 and 100 revolutions on, plus one radian.
  ck_assert_double_eq_tol(scalar_at(&s, 0.0, 200 * PI + 1.0, 0.5), 0.5, 1e-10);
  ck_assert(ep_edge_frames(s.edge, 1.0, &frame) == EP_OK);
  ck_assert_double_eq_tol(frame.rotation[1][0], sin(1.0), 1e-10);
  single_end(&s);
}

EP_TEST(works_linear_angles_take_the_numbers_as_they_are)
{
  ep_link_desc links[2] = {about_z("wheel", EP_JOINT_CONTINUOUS), about_z("car", EP_JOINT_PLANAR)};
  links[0].linear = links[1].linear = true;
  const single s = single_make(links, 2);
  const double q0[4] = {3.0, 0.0, 0.0, -7.0}, q1[4] = {-3.0, 1.0, 0.0, 9.0};
  double q[4];
  ep_frame frames[2];
  ck_assert(ep_edge_set(s.edge, q0, q1, NULL) == EP_OK);
  ck_assert(ep_edge_config(s.edge, 0.75, q) == EP_OK);
  ck_assert_double_eq_tol(q[0], -1.5, 1e-12);
  ck_assert_double_eq_tol(q[3], 5.0, 1e-12);
  ck_assert(ep_edge_frames(s.edge, 0.75, frames) == EP_OK);
  expect_turn(&frames[0], -1.5);
  expect_turn(&frames[1], 5.0);
  ck_assert(ep_edge_config(s.edge, 1.0, q) == EP_OK && q[3] == 9.0);
  single_end(&s);
}

EP_TEST(works_planar_slides_straight_and_turns_the_short_way)
{
  const single s = single_joint(EP_JOINT_PLANAR);
  const double q0[3] = {1, 2, 3}, q1[3] = {3, -2, -3};
  double q[3];
  ep_frame frame;
  ck_assert(ep_edge_set(s.edge, q0, q1, NULL) == EP_OK);
  ck_assert(ep_edge_config(s.edge, 0.25, q) == EP_OK);
  const double yaw = 3.0 + 0.25 * (2 * PI - 6);
  ck_assert_double_eq_tol(q[0], 1.5, 1e-12);
  ck_assert_double_eq_tol(q[1], 1.0, 1e-12);
  ck_assert_double_eq_tol(q[2], yaw, 1e-12);
  ck_assert(ep_edge_frames(s.edge, 0.25, &frame) == EP_OK);
  ck_assert_double_eq_tol(frame.position[0], 1.5, 1e-12);
  ck_assert_double_eq_tol(frame.position[1], 1.0, 1e-12);
  expect_turn(&frame, yaw);
  single_end(&s);
}

/// Sets the edge of a ball joint and expects the turn by `angle` about z at t, of either sign.
static void expect_slerp(const single* s, const double q0[4], const double q1[4], double t,
                         double angle)
{
  double q[4];
  ep_frame frame;
  ck_assert(ep_edge_set(s->edge, q0, q1, NULL) == EP_OK);
  ck_assert(ep_edge_config(s->edge, t, q) == EP_OK);
  const double sign = q[3] * cos(angle / 2) + q[2] * sin(angle / 2) < 0 ? -1.0 : 1.0;
  ck_assert_double_eq_tol(q[0], 0.0, 1e-12);
  ck_assert_double_eq_tol(q[1], 0.0, 1e-12);
  ck_assert_double_eq_tol(q[2], sign * sin(angle / 2), 1e-12);
  ck_assert_double_eq_tol(q[3], sign * cos(angle / 2), 1e-12);
  ck_assert(ep_edge_frames(s->edge, t, &frame) == EP_OK);
  expect_turn(&frame, angle);
}

EP_TEST(works_slerp)
{
  const single s = single_joint(EP_JOINT_BALL);
  const double half = sqrt(0.5);
  const double rest[4] = {0, 0, 0, 1}, quarter[4] = {0, 0, half, half};
  const double minus[4] = {0, 0, -half, -half}, turn[4] = {0, 0, 1, 0};
  const double far300[4] = {0, 0, 0.5, -sqrt(0.75)};
  const double longer[4] = {0, 0, 0, 2}, longest[4] = {0, 0, 3, 3};
  expect_slerp(&s, rest, quarter, 0.5, PI / 4);
  expect_slerp(&s, rest, quarter, 0.25, PI / 8);
  expect_slerp(&s, rest, minus, 0.5, PI / 4);
  expect_slerp(&s, minus, rest, 0.75, PI / 8);
  // 300 degrees forwards is 60 degrees backwards.
  expect_slerp(&s, rest, far300, 0.5, -PI / 6);
  // A dot product of zero: not negated, half a turn forwards.
  expect_slerp(&s, rest, turn, 0.5, PI / 2);
  expect_slerp(&s, longer, longest, 0.5, PI / 4);
  expect_slerp(&s, longer, longest, 1.0, PI / 2);
  single_end(&s);
}

EP_TEST(works_floating_moves_straight_and_slerps)
{
  const single s = single_joint(EP_JOINT_FLOATING);
  const double half = sqrt(0.5);
  const double q0[7] = {1, 2, 3, 0, 0, 0, 1}, q1[7] = {-1, 4, 3.5, 0, 0, -half, -half};
  double q[7];
  ep_frame frame;
  ck_assert(ep_edge_set(s.edge, q0, q1, NULL) == EP_OK);
  ck_assert(ep_edge_config(s.edge, 0.5, q) == EP_OK);
  ck_assert(ep_edge_frames(s.edge, 0.5, &frame) == EP_OK);
  const double middle[3] = {0, 3, 3.25};
  for (int k = 0; k < 3; ++k)
  {
    ck_assert_double_eq_tol(q[k], middle[k], 1e-12);
    ck_assert_double_eq_tol(frame.position[k], middle[k], 1e-12);
  }
  ck_assert_double_eq_tol(fabs(q[5]), sin(PI / 8), 1e-12);
  ck_assert_double_eq_tol(fabs(q[6]), cos(PI / 8), 1e-12);
  expect_turn(&frame, PI / 4);
  single_end(&s);
}

EP_TEST(works_mimic_joints_follow)
{
  ep_link_desc links[4] = {about_z("lead", EP_JOINT_REVOLUTE), about_z("back", EP_JOINT_REVOLUTE),
                           about_z("wheel", EP_JOINT_CONTINUOUS),
                           about_z("geared", EP_JOINT_CONTINUOUS)};
  links[1].mimic_of = 0;
  links[1].mimic_multiplier = -2.0;
  links[1].mimic_offset = 0.5;
  links[3].mimic_of = 2;
  links[3].mimic_multiplier = 3.0;
  links[3].mimic_offset = -0.25;
  const single s = single_make(links, 4);
  ck_assert_int_eq(ep_machine_config_size(s.machine), 2);
  const double q0[2] = {1, 3}, q1[2] = {9, -3};
  ep_frame frames[4];
  ck_assert(ep_edge_set(s.edge, q0, q1, NULL) == EP_OK);
  ck_assert(ep_edge_frames(s.edge, 0.25, frames) == EP_OK);
  const double wheel = 3.0 + 0.25 * (2 * PI - 6);
  expect_turn(&frames[0], 3.0);
  expect_turn(&frames[1], -5.5);
  expect_turn(&frames[2], wheel);
  expect_turn(&frames[3], 3.0 * wheel - 0.25);
  single_end(&s);
}

EP_TEST(works_ends_come_back_exactly)
{
  const ep_link_desc links[5] = {about_z("r", EP_JOINT_REVOLUTE), about_z("c", EP_JOINT_CONTINUOUS),
                                 about_z("s", EP_JOINT_PRISMATIC), about_z("p", EP_JOINT_PLANAR),
                                 about_z("f", EP_JOINT_FLOATING)};
  const single s = single_make(links, 5);
  const double q0[13] = {0.1, 3.1, 0.7, 1e-17, 5.3, -3.1, 0.1, 1e6, -0.3, 0, 0, 0, 1};
  const double q1[13] = {-7.7, -3.1, 1e5, 0.1, 0.2, 3.14, 0.3, 0.1, -1e-9, 1, 0, 0, 0};
  double q[13];
  ck_assert_int_eq(ep_machine_config_size(s.machine), 13);
  ck_assert(ep_edge_set(s.edge, q0, q1, NULL) == EP_OK);
  ck_assert(ep_edge_config(s.edge, 0.0, q) == EP_OK);
  for (int k = 0; k < 13; ++k)
  {
    ck_assert_msg(q[k] == q0[k], "value %d at 0: %.17g, given %.17g", k, q[k], q0[k]);
  }
  ck_assert(ep_edge_config(s.edge, 1.0, q) == EP_OK);
  for (int k = 0; k < 13; ++k)
  {
    ck_assert_msg(q[k] == q1[k], "value %d at 1: %.17g, given %.17g", k, q[k], q1[k]);
  }
  single_end(&s);
}

EP_TEST(robust_times_outside_the_edge_are_misuse)
{
  const single s = single_joint(EP_JOINT_REVOLUTE);
  const double bad[6] = {-DBL_MIN,          -1.0,       1.0 + DBL_EPSILON, (double)INFINITY,
                         -(double)INFINITY, (double)NAN};
  const ep_box box = {{0, 0, 0}, {1, 1, 1}};
  double q;
  ep_frame frame;
  ep_swept_box swept;
  for (int i = 0; i < 6; ++i)
  {
    ck_assert_int_eq(ep_edge_config(s.edge, bad[i], &q), EP_ERROR_MISUSE);
    ck_assert_int_eq(ep_edge_frames(s.edge, bad[i], &frame), EP_ERROR_MISUSE);
    ck_assert_int_eq(ep_edge_taylor(s.edge, 0.0, bad[i], 3), EP_ERROR_MISUSE);
    ck_assert_int_eq(ep_edge_taylor(s.edge, bad[i], 1.0, 3), EP_ERROR_MISUSE);
    ck_assert_int_eq(ep_edge_swept_box(s.edge, 0, &box, bad[i], 1.0, &swept), EP_ERROR_MISUSE);
    ck_assert_int_eq(ep_edge_swept_box(s.edge, 0, &box, 0.0, bad[i], &swept), EP_ERROR_MISUSE);
  }
  ck_assert_int_eq(ep_edge_config(s.edge, 0.5, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_edge_frames(s.edge, 0.5, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_edge_config(NULL, 0.5, &q), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_edge_frames(NULL, 0.5, &frame), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_edge_config(s.edge, -0.0, &q), EP_OK);
  single_end(&s);
}

/// All that can be seen of an edge, for comparing bit by bit.
typedef struct view
{
  ep_frame frames[5][EP_RANDOM_LINKS_MAX];
  ep_link_bound bounds[EP_RANDOM_LINKS_MAX];
  ep_box boxes[EP_RANDOM_LINKS_MAX];
  double q[5][EP_RANDOM_CONFIG_MAX];
} view;

static void look(ep_edge* edge, view* v)
{
  memset(v, 0, sizeof *v);
  const ep_box unit = {{-0.5, -0.25, 0.0}, {0.5, 0.75, 1.0}};
  const ep_oriented_box box = ep_oriented_box_from(&unit);
  for (int i = 0; i < 5; ++i)
  {
    ck_assert(ep_edge_frames(edge, 0.25 * i, v->frames[i]) == EP_OK);
    ck_assert(ep_edge_config(edge, 0.25 * i, v->q[i]) == EP_OK);
  }
  ck_assert(ep_edge_bounds(edge, v->bounds) == EP_OK);
  ck_assert(ep_edge_taylor(edge, 0.25, 0.75, 3) == EP_OK);
  for (int32_t link = 0; link < ep_machine_link_count(ep_edge_machine(edge)); ++link)
  {
    ck_assert(ep_edge_link_box(edge, link, &box, &v->boxes[link]) == EP_OK);
  }
}

EP_TEST(robust_failed_set_leaves_the_edge_as_it_was)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 20);
  const ep_random_options options = ep_random_options_default();
  static ep_trial trial;
  static view before, after;
  static double bad[EP_RANDOM_CONFIG_MAX];
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, 1.0);
    if (trial.raw.config_size > 0)
    {
      look(trial.edge, &before);
      memcpy(bad, trial.q0, sizeof bad);
      const int64_t at = ep_rng_int(&rng, 0, trial.raw.config_size - 1);
      bad[at] = ep_rng_int(&rng, 0, 1) == 0 ? (double)NAN : (double)INFINITY;
      ep_error error = {EP_OK, ""};
      ck_assert_int_eq(ep_edge_set(trial.edge, bad, trial.q1, &error), EP_ERROR_INPUT);
      ck_assert(error.status == EP_ERROR_INPUT && error.message[0] != '\0');
      ck_assert_int_eq(ep_edge_set(trial.edge, trial.q1, bad, &error), EP_ERROR_INPUT);
      ck_assert_int_eq(ep_edge_set(trial.edge, NULL, trial.q1, NULL), EP_ERROR_MISUSE);
      ck_assert_int_eq(ep_edge_set(trial.edge, trial.q1, NULL, NULL), EP_ERROR_MISUSE);
      look(trial.edge, &after);
      ck_assert_msg(memcmp(&before, &after, sizeof before) == 0, "trial %d", (int)i);
    }
    ep_trial_end(&trial);
  }
  ck_assert_int_eq(ep_edge_set(NULL, bad, bad, NULL), EP_ERROR_MISUSE);
  ep_oracle_cleanup();
}

/// Setting or reversing discards Taylor boxes.
EP_TEST(robust_taylor_boxes_do_not_outlive_the_edge)
{
  const single s = single_joint(EP_JOINT_REVOLUTE);
  const ep_box unit = {{0, 0, 0}, {1, 1, 1}};
  const ep_oriented_box box = ep_oriented_box_from(&unit);
  ep_box world;
  ck_assert_int_eq(ep_edge_link_box(s.edge, 0, &box, &world), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_edge_taylor(s.edge, 0.0, 1.0, 3), EP_OK);
  ck_assert_int_eq(ep_edge_link_box(s.edge, 0, &box, &world), EP_OK);
  ep_edge_reverse(s.edge);
  ck_assert_int_eq(ep_edge_link_box(s.edge, 0, &box, &world), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_edge_taylor(s.edge, 0.0, 1.0, 3), EP_OK);
  ck_assert_int_eq(ep_edge_set(s.edge, &(double){0.0}, &(double){1.0}, NULL), EP_OK);
  ck_assert_int_eq(ep_edge_link_box(s.edge, 0, &box, &world), EP_ERROR_MISUSE);
  single_end(&s);
}

EP_TEST(same_edge_set_again_is_bit_identical)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 21);
  const ep_random_options options = ep_random_options_default();
  static ep_trial trial;
  static view first, again;
  static double other0[EP_RANDOM_CONFIG_MAX], other1[EP_RANDOM_CONFIG_MAX];
  for (int64_t i = 0, n = ep_test_trials(500); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
    look(trial.edge, &first);
    ck_assert(ep_edge_set(trial.edge, trial.q0, trial.q1, NULL) == EP_OK);
    look(trial.edge, &again);
    ck_assert_msg(memcmp(&first, &again, sizeof first) == 0, "trial %d: twice", (int)i);
    ep_random_edge(&trial.raw, &rng, 1.0, other0, other1);
    ck_assert(ep_edge_set(trial.edge, other0, other1, NULL) == EP_OK);
    look(trial.edge, &again);
    ck_assert(ep_edge_set(trial.edge, trial.q0, trial.q1, NULL) == EP_OK);
    look(trial.edge, &again);
    ck_assert_msg(memcmp(&first, &again, sizeof first) == 0, "trial %d: after another", (int)i);
    ep_trial_end(&trial);
  }
  ep_oracle_cleanup();
}

EP_TEST(same_reverse_is_the_edge_set_the_other_way)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 22);
  const ep_random_options options = ep_random_options_default();
  static ep_trial trial;
  static view first, there, back, set;
  for (int64_t i = 0, n = ep_test_trials(500); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
    look(trial.edge, &first);
    ep_edge_reverse(trial.edge);
    look(trial.edge, &there);
    ep_edge_reverse(trial.edge);
    look(trial.edge, &back);
    ck_assert(ep_edge_set(trial.edge, trial.q1, trial.q0, NULL) == EP_OK);
    look(trial.edge, &set);
    ck_assert_msg(memcmp(&first, &back, sizeof first) == 0, "trial %d: twice", (int)i);
    ck_assert_msg(memcmp(&there, &set, sizeof set) == 0, "trial %d: q1 to q0", (int)i);
    ep_trial_end(&trial);
  }
  ep_oracle_cleanup();
}

static void place(const ep_frame* f, const double p[3], double world[3])
{
  for (int k = 0; k < 3; ++k)
  {
    world[k] = f->position[k] + f->rotation[k][0] * p[0] + f->rotation[k][1] * p[1] +
               f->rotation[k][2] * p[2];
  }
}

static double distance(const double a[3], const double b[3])
{
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static double size_of(const double p[3])
{
  return fabs(p[0]) + fabs(p[1]) + fabs(p[2]);
}

/// q(t) of the reversed edge is q(1-t): both frames are where their slacks say.
EP_TEST(sound_reverse_runs_the_same_curve)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 23);
  const ep_random_options options = ep_random_options_default();
  static ep_trial trial;
  static ep_frame there[EP_RANDOM_LINKS_MAX], back[EP_RANDOM_LINKS_MAX];
  static ep_link_bound bound0[EP_RANDOM_LINKS_MAX], bound1[EP_RANDOM_LINKS_MAX];
  for (int64_t i = 0, n = ep_test_trials(5000); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
    const double t = (double)ep_rng_int(&rng, 0, 64) / 64.0;
    ck_assert(ep_edge_frames(trial.edge, t, there) == EP_OK);
    ck_assert(ep_edge_bounds(trial.edge, bound0) == EP_OK);
    ep_edge_reverse(trial.edge);
    ck_assert(ep_edge_frames(trial.edge, 1.0 - t, back) == EP_OK);
    ck_assert(ep_edge_bounds(trial.edge, bound1) == EP_OK);
    for (int32_t link = 0; link < trial.raw.count; ++link)
    {
      double p[3], a[3], b[3];
      ep_rng_unit_vector(&rng, p);
      place(&there[link], p, a);
      place(&back[link], p, b);
      const double r = 1.0 + 1e-12;
      const double allowed = ep_node_slack_up(&bound0[link], r) +
                             ep_node_slack_up(&bound1[link], r) +
                             2e-15 * (size_of(a) + size_of(b) + 3.0);
      ck_assert_msg(distance(a, b) <= allowed, "trial %d link %d: %g above %g", (int)i, (int)link,
                    distance(a, b), allowed);
    }
    ep_trial_end(&trial);
  }
  ep_oracle_cleanup();
}

EP_TEST(sound_config_and_forward_agree_with_frames)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 24);
  const ep_random_options options = ep_random_options_default();
  static ep_trial trial;
  static ep_frame frames[EP_RANDOM_LINKS_MAX], forward[EP_RANDOM_LINKS_MAX];
  static double q[EP_RANDOM_CONFIG_MAX];
  for (int64_t i = 0, n = ep_test_trials(5000); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
    const double t = ep_trial_time(&rng, 0.0, 1.0);
    ep_error error;
    ck_assert(ep_edge_frames(trial.edge, t, frames) == EP_OK);
    ck_assert(ep_edge_config(trial.edge, t, q) == EP_OK);
    ck_assert_msg(ep_machine_forward(trial.machine, q, forward, &error) == EP_OK, "trial %d: %s",
                  (int)i, error.message);
    for (int32_t link = 0; link < trial.raw.count; ++link)
    {
      // The reach: every offset and joint travel between the link and the world.
      double reach = 1.0;
      for (int32_t at = link; at != EP_NO_LINK; at = trial.raw.links[at].parent)
      {
        ep_link_info info;
        ck_assert(ep_machine_link(trial.machine, at, &info) == EP_OK);
        reach += size_of(trial.raw.links[at].origin.position);
        if (info.mimic_of != EP_NO_LINK)
        {
          ep_link_info source;
          ck_assert(ep_machine_link(trial.machine, info.mimic_of, &source) == EP_OK);
          reach +=
              fabs(info.mimic_multiplier * q[source.config_start]) + fabs(info.mimic_offset) + 1.0;
        }
        for (int32_t k = 0; k < info.config_size; ++k)
        {
          reach += fabs(q[info.config_start + k]);
        }
      }
      double p[3], a[3], b[3];
      ep_rng_unit_vector(&rng, p);
      place(&frames[link], p, a);
      place(&forward[link], p, b);
      ck_assert_msg(distance(a, b) <= 1e-9 * (1.0 + reach), "trial %d link %d: %g apart, reach %g",
                    (int)i, (int)link, distance(a, b), reach);
    }
    ep_trial_end(&trial);
  }
  ep_oracle_cleanup();
}

/// OMPL leaves small rotations where they are, at either end: all boxes cover that too.
EP_TEST(sound_boxes_hold_rotations_that_stand_still)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 25);
  ep_random_options options = ep_random_options_default();
  options.joints = EP_RANDOM_JOINT(EP_JOINT_BALL) | EP_RANDOM_JOINT(EP_JOINT_FLOATING) |
                   EP_RANDOM_JOINT(EP_JOINT_REVOLUTE);
  static ep_trial trial;
  arb_ptr world = _arb_vec_init(3);
  for (int64_t i = 0, n = ep_test_trials(5000); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-5, 1.0));
    ep_trial_turn_a_little(&trial, &rng);
    ck_assert(ep_edge_taylor(trial.edge, 0.0, 1.0, 3) == EP_OK);
    const int standing = (int)ep_rng_int(&rng, 0, 1);
    ep_oracle_stand_still(trial.oracle, 9e-5, standing);
    const int32_t link = (int32_t)ep_rng_int(&rng, 0, trial.raw.count - 1);
    const ep_box box = ep_trial_box(&rng);
    const ep_oriented_box oriented = ep_oriented_box_from(&box);
    ep_box held;
    ep_swept_box swept;
    ck_assert(ep_edge_link_box(trial.edge, link, &oriented, &held) == EP_OK);
    ck_assert(ep_edge_swept_box(trial.edge, link, &box, 0.0, 1.0, &swept) == EP_OK);
    for (int times = 0; times < 3; ++times)
    {
      const double t = times < 2 ? (double)times : ep_rng_uniform(&rng, 0.0, 1.0);
      double point[3], lo[3], hi[3];
      ep_trial_point(&rng, &box, point);
      ep_oracle_apply(ep_oracle_link_frame(trial.oracle, link, t), point, EP_ORACLE_BITS, world);
      ck_assert_msg(ep_oracle_in_box(world, held.lo, held.hi), "trial %d: Taylor, end %d, t %g",
                    (int)i, standing, t);
      for (int k = 0; k < 3; ++k)
      {
        // The test's own sums round: a part in 10^15 of the sizes.
        const double size = 1e-15 * (fabs(swept.begin.lo[k]) + fabs(swept.end.lo[k]) +
                                     fabs(swept.begin.hi[k]) + fabs(swept.end.hi[k]));
        lo[k] = swept.begin.lo[k] + t * (swept.end.lo[k] - swept.begin.lo[k]) - size;
        hi[k] = swept.begin.hi[k] + t * (swept.end.hi[k] - swept.begin.hi[k]) + size;
      }
      ck_assert_msg(ep_oracle_in_box(world, lo, hi), "trial %d: swept, end %d, t %g", (int)i,
                    standing, t);
    }
    ep_trial_end(&trial);
  }
  _arb_vec_clear(world, 3);
  ep_oracle_cleanup();
}
