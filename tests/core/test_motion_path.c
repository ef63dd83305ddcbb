/// @file test_motion_path.c
/// One link seen from another: what ep_edge_path_bound() says, against the exact curve.
#include "trial.h"

#include "motion_edge.h"

#include <math.h>

/// The point of one frame in the coordinates of the other, exactly.
static void exact_view(const ep_oracle_frame* from, const ep_oracle_frame* to, const double p[3],
                       arb_ptr seen)
{
  arb_ptr world = _arb_vec_init(3);
  ep_oracle_apply(to, p, EP_ORACLE_BITS, world);
  for (int k = 0; k < 3; ++k)
  {
    arb_sub(world + k, world + k, &from->position[k], EP_ORACLE_BITS);
  }
  for (int k = 0; k < 3; ++k)
  {
    arb_zero(seen + k);
    for (int j = 0; j < 3; ++j)
    {
      arb_addmul(seen + k, &from->rotation[3 * j + k], world + j, EP_ORACLE_BITS);
    }
  }
  _arb_vec_clear(world, 3);
}

/// A computed frame, as exact as its doubles are: the comparison below rounds nothing itself, so
/// that it sees whether the rounding of frames is in the bound.
static void frame_set(ep_oracle_frame* out, const ep_frame* frame)
{
  for (int k = 0; k < 3; ++k)
  {
    arb_set_d(&out->position[k], frame->position[k]);
    for (int j = 0; j < 3; ++j)
    {
      arb_set_d(&out->rotation[3 * k + j], frame->rotation[k][j]);
    }
  }
}

static void frame_init(ep_oracle_frame* frame)
{
  for (int k = 0; k < 9; ++k)
  {
    arb_init(&frame->rotation[k]);
  }
  for (int k = 0; k < 3; ++k)
  {
    arb_init(&frame->position[k]);
  }
}

static void frame_clear(ep_oracle_frame* frame)
{
  for (int k = 0; k < 9; ++k)
  {
    arb_clear(&frame->rotation[k]);
  }
  for (int k = 0; k < 3; ++k)
  {
    arb_clear(&frame->position[k]);
  }
}

/// Computed frames of two links say where one is, seen from the other, up to the spread; joints
/// that stand still, on the way between them or above both, included.
EP_TEST(sound_links_see_each_other_within_their_spread)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 31);
  ep_random_options options = ep_random_options_default();
  static ep_trial trial;
  static ep_frame frames[EP_RANDOM_LINKS_MAX];
  static ep_link_bound bounds[EP_RANDOM_LINKS_MAX];
  arb_ptr exact = _arb_vec_init(3);
  arb_ptr computed = _arb_vec_init(3);
  ep_oracle_frame here[2];
  frame_init(&here[0]);
  frame_init(&here[1]);
  for (int64_t i = 0, n = ep_test_trials(20000); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
    if (ep_rng_int(&rng, 0, 3) != 0)
    {
      ep_trial_turn_a_little(&trial, &rng);
      ep_oracle_stand_still(trial.oracle, 9e-5, (int)ep_rng_int(&rng, 0, 1));
    }
    const double t = ep_trial_time(&rng, 0.0, 1.0);
    ck_assert(ep_edge_frames(trial.edge, t, frames) == EP_OK);
    ck_assert(ep_edge_bounds(trial.edge, bounds) == EP_OK);
    const int32_t from = (int32_t)ep_rng_int(&rng, 0, trial.raw.count - 1);
    const int32_t to = (int32_t)ep_rng_int(&rng, 0, trial.raw.count - 1);
    const double r = ep_rng_log_uniform(&rng, 1e-3, 10.0);
    double point[3];
    ep_rng_unit_vector(&rng, point);
    ep_vec_madd(point, (const double[3]){0.0, 0.0, 0.0}, r, point);
    const ep_oracle_frame* all = ep_oracle_frames(trial.oracle, t);
    exact_view(&all[from], &all[to], point, exact);
    frame_set(&here[0], &frames[from]);
    frame_set(&here[1], &frames[to]);
    exact_view(&here[0], &here[1], point, computed);
    ep_link_bound bound;
    ck_assert(ep_edge_relative_bound(trial.edge, from, trial.edge, to, &bound) == EP_OK);
    const double allowed = ep_node_spread_up(&bound, r * (1 + 1e-12));
    ck_assert_msg(ep_oracle_distance_le(exact, computed, allowed),
                  "trial %d: %d from %d, %g allowed", (int)i, (int)to, (int)from, allowed);
    ep_trial_end(&trial);
  }
  frame_clear(&here[0]);
  frame_clear(&here[1]);
  _arb_vec_clear(exact, 3);
  _arb_vec_clear(computed, 3);
  ep_oracle_cleanup();
}

/// A ball joint at the world, 20 m of arm, and two links on it: both swing, but not against each
/// other. The chain is ball, then fixed, then two revolute ones.
EP_TEST(tight_what_carries_both_links_does_not_count)
{
  ep_link_desc links[4];
  const char* names[4] = {"ball", "arm", "left", "right"};
  for (int i = 0; i < 4; ++i)
  {
    links[i] = ep_link_default();
    links[i].name = names[i];
    links[i].parent = i == 0 ? EP_NO_LINK : i == 1 ? 0 : 1;
    links[i].joint = i == 0 ? EP_JOINT_BALL : i == 1 ? EP_JOINT_FIXED : EP_JOINT_REVOLUTE;
  }
  links[1].origin.position[0] = 20.0;
  ep_machine_desc desc = ep_machine_default();
  desc.links = links;
  desc.link_count = 4;
  ep_machine* machine;
  ep_edge* edge;
  ck_assert(ep_machine_create(&desc, &machine, NULL) == EP_OK);
  ck_assert(ep_edge_create(machine, &edge, NULL) == EP_OK);
  const double q0[6] = {0, 0, 0, 1, 0, 0};
  const double q1[6] = {0, 0, 4e-5, 1, 0.5, -0.5};
  ep_link_bound bounds[4], path;
  ck_assert(ep_edge_set(edge, q0, q1, NULL) == EP_OK);
  ck_assert(ep_edge_bounds(edge, bounds) == EP_OK);
  ck_assert(ep_edge_relative_bound(edge, 2, edge, 3, &path) == EP_OK);
  const double swing = 20.0 * 8e-5;
  ck_assert(ep_node_slack_up(&bounds[2], 1.0) >= swing);
  ck_assert_msg(ep_node_spread_up(&path, 1.0) < 1e-9, "%g", ep_node_spread_up(&path, 1.0));
  // Only the real curve stands still: the swing counts once.
  ck_assert(ep_node_spread_up(&bounds[2], 0.0) >= swing);
  ck_assert_msg(ep_node_spread_up(&bounds[2], 0.0) <= 1.03 * swing, "%g",
                ep_node_spread_up(&bounds[2], 0.0));
  ck_assert(ep_edge_relative_bound(edge, 2, edge, 4, &path) == EP_ERROR_MISUSE);
  ck_assert(ep_edge_relative_bound(edge, -1, edge, 3, &path) == EP_ERROR_MISUSE);
  ck_assert(ep_edge_relative_bound(NULL, 2, edge, 3, &path) == EP_ERROR_MISUSE);
  ck_assert(ep_edge_relative_bound(edge, 2, edge, 3, NULL) == EP_ERROR_MISUSE);
  // Bounds of a motion that is no longer set are not used.
  ep_edge_reverse(edge);
  ck_assert(ep_edge_relative_bound(edge, 2, edge, 3, &path) == EP_ERROR_MISUSE);
  ep_edge_destroy(edge);
  ep_machine_destroy(machine);
}
