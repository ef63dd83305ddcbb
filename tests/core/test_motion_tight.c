/// @file test_motion_tight.c
/// Boxes of links are not only right but small: on the named machines of excavator.h, beside what
/// dense sampling sees.
#include "ep_test.h"
#include "excavator.h"

#define POSES 2000
#define EDGES 200

static ep_rig_tightness measured(ep_rig rig, double percent, int32_t pieces)
{
  ck_assert(rig.machine != NULL);
  const ep_rig_tightness r =
      ep_rig_measure(&rig, percent, (int32_t)ep_test_trials(EDGES), POSES, pieces, ep_test_seed());
  ep_rig_destroy(&rig);
  ck_assert_msg(r.least >= 1.0 - 1e-9, "a box is smaller than what was seen: %.12g", r.least);
  return r;
}

/// The bucket of excavator7: 7 values, 10 percent of the range of each.
EP_TEST(tight_taylor_box_of_depth_7_at_10_percent)
{
  const ep_rig_tightness r = measured(ep_excavator_machine(), 10.0, 1);
  ck_assert_msg(r.taylor >= 1.0 && r.taylor <= 1.13, "order 3: mean ratio %.4f", r.taylor);
  ck_assert_msg(r.rigid >= 1.0 && r.rigid <= 1.02, "rigid: mean ratio %.4f", r.rigid);
}

/// Where a remainder an entry explodes, a remainder a row does not.
EP_TEST(tight_rigid_boxes_of_wide_motions)
{
  const ep_rig_tightness quarter = measured(ep_excavator_machine(), 25.0, 1);
  const ep_rig_tightness half = measured(ep_excavator_machine(), 50.0, 1);
  ck_assert_msg(quarter.rigid <= 1.25, "25 %%: mean ratio %.4f", quarter.rigid);
  ck_assert_msg(half.rigid <= 3.0, "50 %%: mean ratio %.4f", half.rigid);
  ck_assert_msg(half.rigid < half.taylor, "%.4f, order 3 has %.4f", half.rigid, half.taylor);
}

EP_TEST(tight_taylor_beats_interval_at_10_percent)
{
  const ep_rig_tightness excavator = measured(ep_excavator_machine(), 10.0, 1);
  const ep_rig_tightness chain = measured(ep_chain_machine(7), 10.0, 1);
  ck_assert_msg(excavator.interval >= 2.0 * excavator.taylor, "excavator7: %.4f and %.4f",
                excavator.interval, excavator.taylor);
  ck_assert_msg(chain.interval >= 2.0 * chain.taylor, "chain7: %.4f and %.4f", chain.interval,
                chain.taylor);
}

EP_TEST(tight_swept_boxes_converge)
{
  const ep_rig_tightness one = measured(ep_excavator_machine(), 10.0, 1);
  const ep_rig_tightness many = measured(ep_excavator_machine(), 10.0, 64);
  ck_assert_msg(many.chord < 1.002, "mean ratio %.4f with h = 1/64", many.chord);
  ck_assert_msg(many.chord < one.chord, "%.4f, and %.4f with h = 1", many.chord, one.chord);
}
