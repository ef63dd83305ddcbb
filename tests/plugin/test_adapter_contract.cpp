/// @file test_adapter_contract.cpp
/// Both forms of checkMotion() against OMPL's contract, OMPL's own validator, an exact answer and
/// FCL.
#include "adapter_yard.hpp"

#include <fcl/narrowphase/distance.h>

#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/SE3StateSpace.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ep_test.h"

namespace ob = ompl::base;

namespace
{

constexpr double tolerance = 1e-3;

/// Whether the segment between two points of the plane meets a box's outline, moved outwards.
bool segment_meets(const double* a, const double* b, const YardBox& box, double outwards)
{
  double first = 0.0;
  double last = 1.0;
  for (int k = 0; k < 2; ++k)
  {
    const double half = 0.5 * box.size[k] + table_half + outwards;
    const double lo = box.center[k] - half;
    const double hi = box.center[k] + half;
    const double d = b[k] - a[k];
    if (d == 0.0)
    {
      if (a[k] < lo || a[k] > hi)
      {
        return false;
      }
      continue;
    }
    first = std::max(first, std::min((lo - a[k]) / d, (hi - a[k]) / d));
    last = std::min(last, std::max((lo - a[k]) / d, (hi - a[k]) / d));
  }
  return first <= last;
}

bool segment_meets_any(const double* a, const double* b, const std::vector<YardBox>& boxes,
                       double outwards)
{
  return std::any_of(boxes.begin(), boxes.end(),
                     [&](const YardBox& box) { return segment_meets(a, b, box, outwards); });
}

/// Random edges of the table among boxes, asked of everybody. The first state is always free, as
/// planners promise.
struct Poll
{
  int64_t edges = 0;
  int64_t colliding = 0; ///< exactly
  int64_t ours_missed = 0;
  int64_t ours_false = 0; ///< alarms although nothing is nearer than the tolerance
  int64_t discrete_missed = 0;
  int64_t discrete_deep = 0; ///< missed although the middle of an obstacle is crossed
};

Poll poll(const std::vector<YardBox>& boxes, uint64_t salt)
{
  const Yard yard(table_joints(), boxes);
  const auto si = plug_in(yard.validate(table_space()));
  const ob::DiscreteMotionValidator discrete(si);
  ob::ScopedState<> s1(si);
  ob::ScopedState<> s2(si);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + salt);
  Poll found;
  for (int64_t i = 0, n = ep_test_trials(3000); i < n; ++i)
  {
    double q[4];
    for (double& value : q)
    {
      value = ep_rng_uniform(&rng, -5.0, 5.0);
    }
    std::copy_n(q, 2, &s1[0]);
    std::copy_n(q + 2, 2, &s2[0]);
    if (!si->isValid(s1.get()))
    {
      continue;
    }
    const bool hits = segment_meets_any(q, q + 2, boxes, -1e-12);
    const bool near = segment_meets_any(q, q + 2, boxes, tolerance + 1e-6);
    const bool deep = segment_meets_any(q, q + 2, boxes, -0.2);
    const bool ours = si->checkMotion(s1.get(), s2.get());
    const bool theirs = discrete.checkMotion(s1.get(), s2.get());
    ck_assert_msg(si->getMotionValidator()->checkMotion(s2.get(), s1.get()) == ours,
                  "an edge and its reverse differ");
    ++found.edges;
    found.colliding += hits;
    found.ours_missed += hits && ours;
    found.ours_false += !near && !ours;
    found.discrete_missed += hits && theirs;
    found.discrete_deep += deep && theirs;
  }
  return found;
}

/// What the second form of checkMotion() left behind.
struct Outcome
{
  bool valid;
  double second;
  std::vector<double> state;
};

Outcome second_form(const ob::SpaceInformationPtr& si, const ob::State* s1, const ob::State* s2,
                    ob::State* first)
{
  std::pair<ob::State*, double> last(first, -7.0);
  Outcome outcome{si->checkMotion(s1, s2, last), last.second, {}};
  ck_assert_msg(last.first == first, "the pointer was changed");
  if (first != nullptr)
  {
    si->getStateSpace()->copyToReals(outcome.state, first);
  }
  return outcome;
}

/// The contract for one pair of states; whether a prefix longer than 0 was proved.
bool keeps_contract(const ob::SpaceInformationPtr& si, const ob::State* s1, const ob::State* s2)
{
  ob::ScopedState<> last(si);
  ob::ScopedState<> expected(si);
  si->copyState(last.get(), s2);
  const Outcome plain = second_form(si, s1, s2, last.get());
  ck_assert(plain.valid == si->checkMotion(s1, s2));
  const Outcome without = second_form(si, s1, s2, nullptr);
  ck_assert(without.valid == plain.valid && without.second == plain.second);
  for (const ob::State* end : {s1, s2})
  {
    ob::ScopedState<> alias(si->getStateSpace(), end);
    const Outcome aliased = end == s1 ? second_form(si, alias.get(), s2, alias.get())
                                      : second_form(si, s1, alias.get(), alias.get());
    ck_assert(aliased.valid == plain.valid && aliased.second == plain.second);
    ck_assert(plain.valid || aliased.state == plain.state);
  }
  if (plain.valid)
  {
    ck_assert_msg(plain.second == -7.0, "lastValid.second was touched");
    ck_assert_msg(si->equalStates(last.get(), s2), "lastValid.first was touched");
    return false;
  }
  ck_assert_msg(plain.second >= 0.0 && plain.second < 1.0, "lastValid.second = %g", plain.second);
  si->getStateSpace()->interpolate(s1, s2, plain.second, expected.get());
  std::vector<double> reals;
  si->getStateSpace()->copyToReals(reals, plain.second == 0.0 ? s1 : expected.get());
  ck_assert_msg(reals == plain.state, "lastValid.first is not the state at lastValid.second");
  if (si->isValid(s1))
  {
    ck_assert_msg(si->isValid(last.get()), "the last valid state is not valid");
    ck_assert_msg(si->checkMotion(s1, last.get()), "the motion to it is not");
  }
  return plain.second > 0.0;
}

const YardJoint bar = {EP_JOINT_FLOATING, {1, 0, 0}, 1.0};

ob::StateSpacePtr free_space()
{
  auto space = std::make_shared<ob::SE3StateSpace>();
  ob::RealVectorBounds bounds(3);
  bounds.setLow(-2.0);
  bounds.setHigh(2.0);
  space->setBounds(bounds);
  return space;
}

const std::vector<YardBox>& pillars()
{
  static const std::vector<YardBox> boxes = {{{0.0, 0.0, 0.0}, {0.3, 0.3, 4.0}},
                                             {{1.2, -0.8, 0.0}, {1.5, 0.2, 0.2}}};
  return boxes;
}

/// FCL's distance of the bar to the nearest pillar; 0 or less where they meet.
double fcl_distance(const double* q)
{
  fcl::Transform3d at = fcl::Transform3d::Identity();
  at.linear() = fcl::Quaterniond(q[6], q[3], q[4], q[5]).toRotationMatrix();
  at.translation() = fcl::Vector3d(q[0], q[1], q[2]);
  const fcl::Boxd body(bar.reach, 0.1 * bar.reach, 0.1 * bar.reach);
  double nearest = 1e9;
  for (const YardBox& box : pillars())
  {
    fcl::Transform3d there = fcl::Transform3d::Identity();
    there.translation() = fcl::Vector3d(box.center[0], box.center[1], box.center[2]);
    const fcl::Boxd pillar(box.size[0], box.size[1], box.size[2]);
    const fcl::DistanceRequestd request(false, false, 0.0, 0.0, 1e-9);
    fcl::DistanceResultd result;
    nearest = std::min(nearest, fcl::distance(&body, at, &pillar, there, request, result));
  }
  return nearest;
}

} // namespace

EP_TEST(works_validator_agrees_with_the_discrete_one_on_coarse_obstacles)
{
  seed_ompl();
  const Poll found = poll(coarse_walls(), 1);
  std::printf("coarse walls: %lld edges, %lld collide; missed: ours %lld, OMPL's %lld "
              "(%lld of them through the middle); false alarms of ours %lld\n",
              (long long)found.edges, (long long)found.colliding, (long long)found.ours_missed,
              (long long)found.discrete_missed, (long long)found.discrete_deep,
              (long long)found.ours_false);
  ck_assert(found.colliding > found.edges / 10 && found.colliding < found.edges);
  ck_assert(found.ours_missed == 0 && found.ours_false == 0);
  // What it missed are corners that it cut.
  ck_assert(found.discrete_deep == 0 && found.discrete_missed < found.colliding / 20);
}

EP_TEST(sound_thin_fences_are_seen_that_samples_miss)
{
  seed_ompl();
  const Poll found = poll(thin_fences(), 2);
  std::printf("fences of 1 mm: %lld edges, %lld collide; missed: ours %lld, OMPL's %lld; "
              "false alarms of ours %lld\n",
              (long long)found.edges, (long long)found.colliding, (long long)found.ours_missed,
              (long long)found.discrete_missed, (long long)found.ours_false);
  ck_assert(found.ours_missed == 0 && found.ours_false == 0);
  ck_assert(found.discrete_missed > found.colliding / 4);
}

EP_TEST(sound_last_valid_keeps_the_contract_on_a_table)
{
  seed_ompl();
  const Yard yard(table_joints(), thin_fences());
  const auto si = plug_in(yard.validate(table_space()));
  const auto sampler = si->allocStateSampler();
  ob::ScopedState<> s1(si);
  ob::ScopedState<> s2(si);
  int64_t prefixes = 0;
  for (int64_t i = 0, n = ep_test_trials(1000); i < n; ++i)
  {
    sampler->sampleUniform(s1.get());
    sampler->sampleUniform(s2.get());
    prefixes += keeps_contract(si, s1.get(), s2.get());
  }
  std::printf("%lld motions with a last valid state beyond the first\n", (long long)prefixes);
  ck_assert(prefixes > ep_test_trials(1000) / 10);
}

EP_TEST(sound_last_valid_keeps_the_contract_of_a_free_body)
{
  seed_ompl();
  const Yard yard({bar}, pillars(), 0.05);
  const auto validation = yard.validate(free_space());
  const auto si = plug_in(validation);
  const auto sampler = si->allocStateSampler();
  ob::ScopedState<> s1(si);
  ob::ScopedState<> s2(si);
  ob::ScopedState<> contact(si);
  int64_t contacts = 0;
  int64_t prefixes = 0;
  double farthest = 0.0;
  for (int64_t i = 0, n = ep_test_trials(600); i < n; ++i)
  {
    sampler->sampleUniform(s1.get());
    sampler->sampleUniform(s2.get());
    if (!si->isValid(s1.get()))
    {
      continue;
    }
    prefixes += keeps_contract(si, s1.get(), s2.get());
    ep_prefix prefix;
    if (validation->prefix(s1.get(), s2.get(), &prefix, nullptr) != EP_COLLIDING)
    {
      continue;
    }
    double q[7];
    si->getStateSpace()->interpolate(s1.get(), s2.get(), prefix.result.contact.t, contact.get());
    validation->configuration(contact.get(), q);
    farthest = std::max(farthest, fcl_distance(q));
    ++contacts;
    si->getStateSpace()->interpolate(s1.get(), s2.get(), prefix.t_last, contact.get());
    validation->configuration(contact.get(), q);
    ck_assert_msg(prefix.t_last == 0.0 || fcl_distance(q) > 0.05 + tolerance - 1e-6,
                  "at the last valid state FCL measures %g m", fcl_distance(q));
  }
  std::printf("%lld contacts, FCL measures %.6f m at most there; %lld prefixes\n",
              (long long)contacts, farthest, (long long)prefixes);
  ck_assert(contacts > 20 && prefixes > contacts / 2);
  ck_assert_msg(farthest <= 0.05 + tolerance + 1e-6, "FCL: %g m at a contact", farthest);
}

EP_TEST(sound_clearance_of_states_is_a_lower_bound)
{
  seed_ompl();
  const Yard yard({bar}, pillars());
  const auto validation = yard.validate(free_space());
  const auto si = plug_in(validation);
  const auto sampler = si->allocStateSampler();
  const auto& checker = *si->getStateValidityChecker();
  ck_assert(checker.getSpecs().clearanceComputationType ==
            ob::StateValidityCheckerSpecs::BOUNDED_APPROXIMATE);
  ck_assert(!checker.getSpecs().hasValidDirectionComputation);
  ob::ScopedState<> state(si);
  int64_t positive = 0;
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    sampler->sampleUniform(state.get());
    double q[7];
    validation->configuration(state.get(), q);
    double distance = -1.0;
    const bool valid = checker.isValid(state.get(), distance);
    ck_assert(distance == checker.clearance(state.get()) && valid == checker.isValid(state.get()));
    const double measured = fcl_distance(q);
    ck_assert_msg(distance >= 0.0 && distance <= std::max(0.0, measured) + 1e-6,
                  "clearance %g, FCL measures %g", distance, measured);
    ck_assert_msg(!valid || distance > std::max(0.0, measured) - 5.0 * tolerance,
                  "clearance %g, FCL measures %g", distance, measured);
    positive += distance > 0.0;
  }
  ck_assert(positive > ep_test_trials(300) / 4);
  // A state outside of the space's bounds is not valid, however free.
  ob::ScopedState<ob::SE3StateSpace> outside(si);
  outside->setXYZ(0.0, 0.0, 9.0);
  outside->rotation().setIdentity();
  ck_assert(validation->state(outside.get()) == EP_FREE && !si->isValid(outside.get()));
}
