/// @file test_motion_bound.c
/// Closed-form derivatives, slack, swept boxes and the recursive bound against the exact curve.
#include "trial.h"

#include <math.h>

/// Computed frames are where the slack says.
EP_TEST(sound_frames_are_within_their_slack)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 3);
  ep_random_options options = ep_random_options_default();
  options.depth_max = 20;
  static ep_trial trial;
  static ep_frame frames[EP_RANDOM_LINKS_MAX];
  static ep_link_bound bounds[EP_RANDOM_LINKS_MAX];
  arb_ptr world = _arb_vec_init(3);
  for (int64_t i = 0, n = ep_test_trials(20000); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
    const double t = ep_trial_time(&rng, 0.0, 1.0);
    ck_assert(ep_edge_frames(trial.edge, t, frames) == EP_OK);
    ck_assert(ep_edge_bounds(trial.edge, bounds) == EP_OK);
    if (ep_rng_int(&rng, 0, 3) == 0)
    {
      ep_oracle_stand_still(trial.oracle, 9e-5, (int)ep_rng_int(&rng, 0, 1));
    }
    const int32_t link = (int32_t)ep_rng_int(&rng, 0, trial.raw.count - 1);
    double point[3];
    ep_rng_unit_vector(&rng, point);
    const double r = ep_rng_log_uniform(&rng, 1e-3, 10.0);
    double computed[3];
    for (int k = 0; k < 3; ++k)
    {
      point[k] *= r;
    }
    for (int k = 0; k < 3; ++k)
    {
      const ep_frame* f = &frames[link];
      computed[k] = f->position[k] + f->rotation[k][0] * point[0] + f->rotation[k][1] * point[1] +
                    f->rotation[k][2] * point[2];
    }
    ep_oracle_apply(ep_oracle_link_frame(trial.oracle, link, t), point, EP_ORACLE_BITS, world);
    const double off = ep_oracle_distance_up(world, computed);
    // The last product and sum above round too.
    const double here = 1e-15 * (fabs(computed[0]) + fabs(computed[1]) + fabs(computed[2]) + r);
    const double allowed = ep_node_spread_up(&bounds[link], r * (1 + 1e-12)) + here;
    ck_assert_msg(off <= allowed, "trial %d: off by %g, allowed %g", (int)i, off, allowed);
    ep_trial_end(&trial);
  }
  _arb_vec_clear(world, 3);
  ep_oracle_cleanup();
}

static bool chain_has_parallel(const ep_machine* machine, int32_t link)
{
  ep_link_info info;
  for (; link != EP_NO_LINK; link = info.parent)
  {
    ck_assert(ep_machine_link(machine, link, &info) == EP_OK);
    if (info.parallel != 0)
    {
      return true;
    }
  }
  return false;
}

/// Derivatives of order 1 to 3; chains without parallel groups, where the smooth curve is the exact
/// one up to rounding (groups: see the next test).
EP_TEST(sound_derivatives_are_below_their_bounds)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 4);
  ep_random_options options = ep_random_options_default();
  options.depth_max = 20;
  static ep_trial trial;
  static ep_link_bound bounds[EP_RANDOM_LINKS_MAX];
  arb_ptr d = _arb_vec_init(12);
  for (int64_t i = 0, n = ep_test_trials(10000); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
    ck_assert(ep_edge_bounds(trial.edge, bounds) == EP_OK);
    const int32_t link = (int32_t)ep_rng_int(&rng, 0, trial.raw.count - 1);
    if (!chain_has_parallel(trial.machine, link))
    {
      const ep_box box = ep_trial_box(&rng);
      ep_node_radii radii;
      double point[3];
      ck_assert(ep_machine_node_radii(trial.machine, link, &box, &radii) == EP_OK);
      ep_trial_point(&rng, &box, point);
      const double t = ep_trial_time(&rng, 0.0, 1.0);
      ep_oracle_derivatives(trial.oracle, link, t, point, d);
      const double speed = ep_edge_motion_bound_up(trial.edge, link, radii.all, NULL);
      ck_assert_msg(ep_oracle_norm_le(d + 3, speed + 1e-12), "trial %d: recursive bound", (int)i);
      for (int order = 1; order <= 3; ++order)
      {
        const double bound = ep_node_derivative_up(&bounds[link], &radii, order);
        ck_assert_msg(ep_oracle_norm_le(d + 3 * order, bound + 1e-12),
                      "trial %d: order %d: %g above %g", (int)i, order,
                      ep_oracle_norm_up(d + 3 * order), bound);
      }
    }
    ep_trial_end(&trial);
  }
  _arb_vec_clear(d, 12);
  ep_oracle_cleanup();
}

/// |p(t1) - p(t0)| and |p0 - 2 p + p1| on the exact curve, parallel groups and their tilt included,
/// and the recursive bound projected on a random n.
EP_TEST(sound_differences_are_below_derivative_bounds)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 5);
  ep_random_options options = ep_random_options_default();
  options.depth_max = 12;
  options.axes = EP_RANDOM_AXIS_ALIGNED | EP_RANDOM_AXIS_PARALLEL;
  static ep_trial trial;
  static ep_link_bound bounds[EP_RANDOM_LINKS_MAX];
  arb_ptr p = _arb_vec_init(9);
  arb_t dot, part;
  arb_init(dot);
  arb_init(part);
  for (int64_t i = 0, n = ep_test_trials(10000); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
    ck_assert(ep_edge_bounds(trial.edge, bounds) == EP_OK);
    const int32_t link = (int32_t)ep_rng_int(&rng, 0, trial.raw.count - 1);
    const ep_box box = ep_trial_box(&rng);
    ep_node_radii radii;
    double point[3];
    ck_assert(ep_machine_node_radii(trial.machine, link, &box, &radii) == EP_OK);
    ep_trial_point(&rng, &box, point);
    const double h = ldexp(1.0, -(int)ep_rng_int(&rng, 0, 7));
    const double t0 = ep_rng_int(&rng, 0, 1) == 0 ? 0.0 : 1.0 - h;
    for (int k = 0; k < 3; ++k)
    {
      ep_oracle_apply(ep_oracle_link_frame(trial.oracle, link, t0 + 0.5 * h * k), point,
                      EP_ORACLE_BITS, p + 3 * k);
    }
    const double slack = ep_node_slack_up(&bounds[link], radii.all);
    const double first = ep_node_derivative_up(&bounds[link], &radii, 1) * h + 2.0 * slack;
    const double second = ep_node_derivative_up(&bounds[link], &radii, 2) * h * h / 4 + 4.0 * slack;
    ck_assert_msg(ep_oracle_distance_le(p, p + 6, first), "trial %d: first", (int)i);
    double normal[3];
    ep_rng_unit_vector(&rng, normal);
    const double along = ep_edge_motion_bound_up(trial.edge, link, radii.all, normal) * h;
    arb_zero(dot);
    for (int k = 0; k < 3; ++k)
    {
      arb_sub(part, p + 6 + k, p + k, EP_ORACLE_BITS);
      arb_t c;
      arb_init(c);
      arb_set_d(c, normal[k]);
      arb_addmul(dot, part, c, EP_ORACLE_BITS);
      arb_clear(c);
    }
    ck_assert_msg(fabs(arf_get_d(arb_midref(dot), ARF_RND_NEAR)) <= along + 2.0 * slack + 1e-14,
                  "trial %d: along n", (int)i);
    for (int k = 0; k < 3; ++k)
    {
      arb_add(p + k, p + k, p + 6 + k, EP_ORACLE_BITS);
      arb_submul_ui(p + k, p + 3 + k, 2, EP_ORACLE_BITS);
    }
    ck_assert_msg(ep_oracle_norm_le(p, second), "trial %d: second", (int)i);
    ep_trial_end(&trial);
  }
  arb_clear(dot);
  arb_clear(part);
  _arb_vec_clear(p, 9);
  ep_oracle_cleanup();
}

/// Every point of a node is in the linearly moving box.
EP_TEST(sound_swept_boxes_hold_every_point)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 6);
  ep_random_options options = ep_random_options_default();
  options.depth_max = 20;
  static ep_trial trial;
  arb_ptr world = _arb_vec_init(3);
  for (int64_t i = 0, n = ep_test_trials(30000); i < n; ++i)
  {
    if (i % 10 == 0)
    {
      ep_trial_begin(&trial, &options, &rng);
    }
    double t0, t1;
    ep_trial_edge(&trial, &rng, ep_rng_log_uniform(&rng, 1e-3, 1.0));
    ep_trial_interval(&rng, &t0, &t1);
    const int32_t link = (int32_t)ep_rng_int(&rng, 0, trial.raw.count - 1);
    const ep_box box = ep_trial_box(&rng);
    ep_swept_box swept;
    ck_assert(ep_edge_swept_box(trial.edge, link, &box, t0, t1, &swept) == EP_OK);
    const double t = ep_trial_time(&rng, t0, t1);
    const double s = t1 > t0 ? (t - t0) / (t1 - t0) : 0.0;
    double point[3];
    ep_trial_point(&rng, &box, point);
    ep_oracle_apply(ep_oracle_link_frame(trial.oracle, link, t), point, EP_ORACLE_BITS, world);
    double lo[3], hi[3];
    for (int k = 0; k < 3; ++k)
    {
      // The test's own s and sums round: a part in 10^15 of the sizes.
      const double size = 1e-15 * (fabs(swept.begin.lo[k]) + fabs(swept.end.lo[k]) +
                                   fabs(swept.begin.hi[k]) + fabs(swept.end.hi[k]));
      lo[k] = swept.begin.lo[k] + s * (swept.end.lo[k] - swept.begin.lo[k]) - size;
      hi[k] = swept.begin.hi[k] + s * (swept.end.hi[k] - swept.begin.hi[k]) + size;
    }
    ck_assert_msg(ep_oracle_in_box(world, lo, hi), "trial %d escapes", (int)i);
    if (i % 10 == 9 || i + 1 == n)
    {
      ep_trial_end(&trial);
    }
  }
  _arb_vec_clear(world, 3);
  ep_oracle_cleanup();
}

/// FIELD's counter-example: one body of two balls, sliding along y at 2 m a unit of t. Ball 1 is
/// 0.5 m from an obstacle along x, ball 2 is 1 m from one along y and touches it at t = 0.5.
EP_TEST(sound_direction_of_one_pair_does_not_speak_for_the_body)
{
  ep_link_desc body = ep_link_default();
  body.name = "two balls";
  body.joint = EP_JOINT_PRISMATIC;
  body.axis[0] = 0.0;
  body.axis[1] = 1.0;
  ep_machine_desc desc = ep_machine_default();
  desc.links = &body;
  desc.link_count = 1;
  ep_machine* machine;
  ep_edge* edge;
  ck_assert(ep_machine_create(&desc, &machine, NULL) == EP_OK);
  ck_assert(ep_edge_create(machine, &edge, NULL) == EP_OK);
  const double q0 = 0.0, q1 = 2.0;
  ck_assert(ep_edge_set(edge, &q0, &q1, NULL) == EP_OK);
  const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
  const double gap1 = 0.5, gap2 = 1.0;
  // The closest pair is ball 1's, direction x. Its bound is right for ball 1: it never arrives.
  ck_assert(gap1 > ep_edge_motion_bound_up(edge, 0, 3.0, x));
  // Used for the whole body it would call the motion free; per pair, or by magnitude, it does not.
  ck_assert(gap2 / ep_edge_motion_bound_up(edge, 0, 3.0, y) <= 0.5);
  ck_assert(gap2 / ep_edge_motion_bound_up(edge, 0, 3.0, NULL) <= 0.5);
  ck_assert(gap2 / ep_edge_motion_bound_up(edge, 0, 3.0, y) > 0.499);
  ep_edge_destroy(edge);
  ep_machine_destroy(machine);
}

/// The own link's term is there: a point 1 m from the only, turning, joint.
EP_TEST(sound_recursive_bound_has_the_links_own_term)
{
  ep_link_desc arm = ep_link_default();
  arm.name = "arm";
  arm.joint = EP_JOINT_REVOLUTE;
  ep_machine_desc desc = ep_machine_default();
  desc.links = &arm;
  desc.link_count = 1;
  ep_machine* machine;
  ep_edge* edge;
  ck_assert(ep_machine_create(&desc, &machine, NULL) == EP_OK);
  ck_assert(ep_edge_create(machine, &edge, NULL) == EP_OK);
  const double q0 = 0.0, q1 = 1.5;
  ck_assert(ep_edge_set(edge, &q0, &q1, NULL) == EP_OK);
  const double along_axis[3] = {2, 0, 0};
  ck_assert(ep_edge_motion_bound_up(edge, 0, 1.0, NULL) >= 1.5);
  ck_assert(ep_edge_motion_bound_up(edge, 0, 1.0, NULL) < 1.5 + 1e-9);
  ck_assert(ep_edge_motion_bound_up(edge, 0, 1.0, along_axis) < 1e-9);
  ck_assert(ep_edge_motion_bound_up(edge, 1, 1.0, NULL) == (double)INFINITY);
  ck_assert(ep_edge_motion_bound_up(edge, 0, -1.0, NULL) == (double)INFINITY);
  const double zero[3] = {0, 0, 0};
  ck_assert(ep_edge_motion_bound_up(edge, 0, 1.0, zero) == (double)INFINITY);
  ep_edge_destroy(edge);
  ep_machine_destroy(machine);
}

/// Parallel axes that turn against each other cancel; a base that turns and a house that turns
/// back.
EP_TEST(tight_parallel_axes_use_the_signed_sum)
{
  ep_link_desc links[2] = {ep_link_default(), ep_link_default()};
  for (int i = 0; i < 2; ++i)
  {
    links[i].name = i == 0 ? "base" : "house";
    links[i].joint = EP_JOINT_REVOLUTE;
    links[i].parent = i == 0 ? EP_NO_LINK : 0;
    links[i].axis[0] = 0.0;
    links[i].axis[2] = i == 0 ? 1.0 : -2.0;
  }
  ep_machine_desc desc = ep_machine_default();
  desc.links = links;
  desc.link_count = 2;
  ep_machine* machine;
  ep_edge* edge;
  ck_assert(ep_machine_create(&desc, &machine, NULL) == EP_OK);
  ck_assert(ep_edge_create(machine, &edge, NULL) == EP_OK);
  const double q0[2] = {0, 0}, q1[2] = {1.0, 1.0};
  ck_assert(ep_edge_set(edge, q0, q1, NULL) == EP_OK);
  ep_link_bound bounds[2];
  ck_assert(ep_edge_bounds(edge, bounds) == EP_OK);
  ck_assert(bounds[0].rate >= 1.0 && bounds[0].rate < 1.0 + 1e-9);
  ck_assert(bounds[1].rate < 1e-9);
  ck_assert(bounds[1].slack_per_radius < 1e-10);
  ep_link_info info;
  ck_assert(ep_machine_link(machine, 1, &info) == EP_OK);
  ck_assert_int_eq(info.parallel, -1);
  ep_edge_destroy(edge);
  ep_machine_destroy(machine);
}

/// A machine of a few links with its edge from q0 to q1.
typedef struct small_rig
{
  ep_machine* machine;
  ep_edge* edge;
} small_rig;

static small_rig small_rig_make(const ep_link_desc* links, int32_t count, const double* q0,
                                const double* q1)
{
  small_rig rig;
  ep_machine_desc desc = ep_machine_default();
  desc.links = links;
  desc.link_count = count;
  ck_assert(ep_machine_create(&desc, &rig.machine, NULL) == EP_OK);
  ck_assert(ep_edge_create(rig.machine, &rig.edge, NULL) == EP_OK);
  ck_assert(ep_edge_set(rig.edge, q0, q1, NULL) == EP_OK);
  return rig;
}

static void small_rig_destroy(small_rig* rig)
{
  ep_edge_destroy(rig->edge);
  ep_machine_destroy(rig->machine);
}

static ep_link_desc link_about(const char* name, int32_t parent, ep_joint_type joint, double x,
                               double y, double z)
{
  ep_link_desc link = ep_link_default();
  link.name = name;
  link.parent = parent;
  link.joint = joint;
  link.axis[0] = x;
  link.axis[1] = y;
  link.axis[2] = z;
  return link;
}

/// A slide that grows while its base turns: the offset counts with its larger end.
EP_TEST(sound_growing_slides_count_with_their_larger_end)
{
  const ep_link_desc links[2] = {link_about("base", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1),
                                 link_about("slide", 0, EP_JOINT_PRISMATIC, 1, 0, 0)};
  const double q0[2] = {0.0, 0.1}, q1[2] = {3.0, 2.0};
  small_rig rig = small_rig_make(links, 2, q0, q1);
  ep_link_bound bounds[2];
  ck_assert(ep_edge_bounds(rig.edge, bounds) == EP_OK);
  const ep_node_radii none = {0.0, 0.0, 0.0};
  // At t = 1: 3 rad times 2 m across, 1.9 m along; second derivative 3^2 * 2 and 2 * 3 * 1.9.
  ck_assert(ep_node_derivative_up(&bounds[1], &none, 1) >= hypot(6.0, 1.9));
  ck_assert(ep_node_derivative_up(&bounds[1], &none, 2) >= hypot(18.0, 11.4));
  ck_assert(ep_edge_motion_bound_up(rig.edge, 1, 0.0, NULL) >= hypot(6.0, 1.9));
  small_rig_destroy(&rig);
}

/// Only the first turning joint's axis stays where it is: a bar that turns about x hangs on a base
/// that turns x to y. Along n = x it moves 2.8 m a unit of t near the end, the base alone 1.6.
EP_TEST(sound_axes_that_turn_are_not_projected)
{
  const ep_link_desc links[2] = {link_about("base", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1),
                                 link_about("bar", 0, EP_JOINT_REVOLUTE, 1, 0, 0)};
  const double q0[2] = {0.0, 0.0}, q1[2] = {0.5 * 3.14159265358979, 3.0};
  small_rig rig = small_rig_make(links, 2, q0, q1);
  ep_frame a[2], b[2];
  ck_assert(ep_edge_frames(rig.edge, 0.9, a) == EP_OK && ep_edge_frames(rig.edge, 1.0, b) == EP_OK);
  const double moved = fabs(b[1].rotation[0][2] - a[1].rotation[0][2]); // of the point (0,0,1)
  const double n[3] = {1, 0, 0};
  ck_assert(moved > 0.25);
  ck_assert_msg(moved <= 0.1 * ep_edge_motion_bound_up(rig.edge, 1, 1.0, n), "%g", moved);
  small_rig_destroy(&rig);
}

/// Axes that count as parallel and are not: turned against each other they leave a motion of the
/// size of the tilt, and the slack has to hold it.
EP_TEST(sound_tilt_of_parallel_axes_is_in_the_slack)
{
  const double tilt = 0.9 * EP_PARALLEL_TILT_MAX;
  const ep_link_desc links[2] = {
      link_about("base", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1),
      link_about("house", 0, EP_JOINT_REVOLUTE, sin(tilt), 0, -cos(tilt))};
  const double q0[2] = {0.0, 0.0}, q1[2] = {3.0, 3.0};
  small_rig rig = small_rig_make(links, 2, q0, q1);
  ep_link_bound bounds[2];
  ep_frame a[2], b[2];
  const double r = 10.0;
  ck_assert(ep_edge_bounds(rig.edge, bounds) == EP_OK);
  ck_assert(ep_edge_frames(rig.edge, 0.0, a) == EP_OK && ep_edge_frames(rig.edge, 1.0, b) == EP_OK);
  const ep_node_radii radii = {r, r, r};
  const double allowed =
      ep_node_derivative_up(&bounds[1], &radii, 1) + 2.0 * ep_node_slack_up(&bounds[1], r);
  for (int k = 0; k < 3; ++k) // the points r along each axis of the link
  {
    double moved = 0.0;
    for (int i = 0; i < 3; ++i)
    {
      const double d = r * (b[1].rotation[i][k] - a[1].rotation[i][k]);
      moved += d * d;
    }
    ck_assert_msg(sqrt(moved) <= allowed, "%g above %g", sqrt(moved), allowed);
    ck_assert(k == 1 || sqrt(moved) > 1e-6);
  }
  small_rig_destroy(&rig);
}
