/// @file test_adapter_spaces.cpp
/// Which state spaces are accepted, and that every other curve and mapping is refused by name.
#include "adapter_yard.hpp"

#include "edgeproof/envs/scene.h"

#include <ompl/base/ConstrainedSpaceInformation.h>
#include <ompl/base/Constraint.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>
#include <ompl/base/spaces/constraint/ProjectedStateSpace.h>

#include <cmath>
#include <cstdio>

#include "ep_test.h"

namespace ob = ompl::base;
using edgeproof::Source;

namespace
{

const std::vector<YardBox> no_boxes = {{{50.0, 0.0, 0.0}, {1.0, 1.0, 1.0}}};

std::vector<YardJoint> one_joint(ep_joint_type type)
{
  return {{type, {0, 0, 1}, 1.0}};
}

/// A slide, an arm that turns for ever, one that turns between limits.
std::vector<YardJoint> mixed_joints()
{
  return {{EP_JOINT_PRISMATIC, {1, 0, 0}, 0.5, -2.0, 2.0},
          {EP_JOINT_CONTINUOUS, {0, 0, 1}, 1.0},
          {EP_JOINT_REVOLUTE, {0, 0, 1}, 1.0, -3.1, 3.1}};
}

ob::StateSpacePtr compound(const std::vector<ob::StateSpacePtr>& parts)
{
  auto space = std::make_shared<ob::CompoundStateSpace>();
  for (const auto& part : parts)
  {
    space->addSubspace(part, 1.0);
  }
  return space;
}

ob::StateSpacePtr planar_space(const std::shared_ptr<ob::SE2StateSpace>& space)
{
  ob::RealVectorBounds bounds(2);
  bounds.setLow(-5.0);
  bounds.setHigh(5.0);
  space->setBounds(bounds);
  space->setName("lorry");
  return space;
}

ob::StateSpacePtr free_space()
{
  auto space = std::make_shared<ob::SE3StateSpace>();
  ob::RealVectorBounds bounds(3);
  bounds.setLow(-5.0);
  bounds.setHigh(5.0);
  space->setBounds(bounds);
  return space;
}

void expect_accepted(const char* what, const Yard& yard, const ob::StateSpacePtr& space,
                     const edgeproof::Mapping& mapping = {})
{
  try
  {
    const double deviation = yard.validate(space, mapping)->deviation();
    std::printf("%s: accepted, off by %.2g m\n", what, deviation);
    ck_assert_msg(deviation < 1e-7, "%s: off by %g m", what, deviation);
  }
  catch (const edgeproof::Error& error)
  {
    ck_abort_msg("%s: %s", what, error.what());
  }
}

/// The message must hold every word.
void expect_refused(const char* what, const Yard& yard, const ob::StateSpacePtr& space,
                    const std::vector<std::string>& words, const edgeproof::Mapping& mapping = {})
{
  try
  {
    yard.validate(space, mapping);
  }
  catch (const ompl::Exception& error)
  {
    std::printf("%s: %s\n", what, error.what());
    for (const std::string& word : words)
    {
      ck_assert_msg(std::string(error.what()).find(word) != std::string::npos,
                    "%s: no '%s' in '%s'", what, word.c_str(), error.what());
    }
    return;
  }
  ck_abort_msg("%s: was not refused", what);
}

class Wrapped : public ob::WrapperStateSpace
{
public:
  using ob::WrapperStateSpace::WrapperStateSpace;
};

class Circle : public ob::Constraint
{
public:
  Circle() : ob::Constraint(3, 1)
  {
  }
  void function(const Eigen::Ref<const Eigen::VectorXd>& x,
                Eigen::Ref<Eigen::VectorXd> out) const override
  {
    out[0] = x[0] * x[0] + x[1] * x[1] - 1.0;
  }
};

} // namespace

EP_TEST(works_spaces_that_draw_our_curve_are_accepted)
{
  seed_ompl();
  const Yard mixed(mixed_joints(), no_boxes);
  const auto parts = []
  {
    return std::vector<ob::StateSpacePtr>{
        real_space(1, -2.0, 2.0), std::make_shared<ob::SO2StateSpace>(), real_space(1, -3.0, 3.0)};
  };
  expect_accepted("a component for each joint", mixed, compound(parts()));
  expect_accepted("other order", mixed, compound({parts()[1], real_space(2, -2.0, 2.0)}),
                  {Source::at(1), Source::at(0), Source::at(2)});
  expect_accepted("constants, scale, offset", mixed, compound({parts()[1], parts()[2]}),
                  {Source::at(1, 0.5, 0.1), Source::at(0, -1.0), Source::constant(0.3)});
  const Yard table(table_joints(), coarse_walls());
  expect_accepted("a real vector", table, table_space());
  const Yard lorry(one_joint(EP_JOINT_PLANAR), no_boxes);
  expect_accepted("SE2", lorry, planar_space(std::make_shared<ob::SE2StateSpace>()));
  const Yard body(one_joint(EP_JOINT_FLOATING), no_boxes);
  expect_accepted("SE3", body, free_space());
  const Yard ball(one_joint(EP_JOINT_BALL), no_boxes);
  expect_accepted("SO3", ball, std::make_shared<ob::SO3StateSpace>());
  expect_accepted("SE3 that is wrapped", body, std::make_shared<Wrapped>(free_space()));
  std::vector<YardJoint> straight = one_joint(EP_JOINT_CONTINUOUS);
  straight[0].linear = true;
  expect_accepted("an angle declared straight", Yard(straight, no_boxes), real_space(1, -9.0, 9.0));
}

EP_TEST(works_values_are_found_by_name)
{
  seed_ompl();
  const Yard mixed(mixed_joints(), no_boxes);
  auto lengths = std::make_shared<ob::RealVectorStateSpace>(2);
  lengths->setBounds(-2.0, 2.0);
  lengths->setDimensionName(0, "elbow");
  lengths->setDimensionName(1, "rail");
  auto turn = std::make_shared<ob::SO2StateSpace>();
  turn->setName("slew");
  const auto space = compound({lengths, turn});
  const auto validation =
      mixed.validate(space, {Source::named("rail"), Source::named("slew"), Source::named("elbow")});
  ob::ScopedState<> state(space);
  state[0] = 0.25;
  state[1] = -1.5;
  state[2] = 3.0;
  double q[3];
  ck_assert(validation->configuration(state.get(), q));
  ck_assert(q[0] == -1.5 && q[1] == 3.0 && q[2] == 0.25);
  expect_refused("an unknown name", mixed, space, {"value 0", "'rial'"},
                 {Source::named("rial"), Source::named("slew"), Source::named("elbow")});
  lengths->setName("lengths");
  const auto renamed = compound({lengths, turn});
  expect_refused("the name of two values", mixed, renamed, {"value 2", "'lengths'", "several"},
                 {Source::named("rail"), Source::named("slew"), Source::named("lengths")});
  expect_refused("a dimension is said", mixed, renamed, {"component 'lengths/elbow' of"},
                 {Source::named("elbow", 90.0), Source::named("slew"), Source::named("rail")});
}

EP_TEST(works_spaces_are_made_from_scenes)
{
  seed_ompl();
  const edgeproof::Scene scene(EP_TEST_SCENES "/tower-crane.yaml", "lift");
  const ob::StateSpacePtr space = scene.makeSpace();
  const auto validation = scene.validate(space);
  std::printf("%s: off by %.2g m\n", space->getName().c_str(), validation->deviation());
  ck_assert(validation->deviation() < 1e-9);
  const auto size = static_cast<std::size_t>(ep_scene_config_size(scene.scene()));
  ck_assert(size > 0 && validation->configurationSize() == size);
  const auto* compound = space->as<ob::CompoundStateSpace>();
  ck_assert(compound->getSubspace(0)->getName() == ep_scene_value_name(scene.scene(), 0));
  const ep_scene_query* query = ep_scene_get_query(scene.scene(), scene.query());
  ob::ScopedState<> end(space);
  std::vector<double> q(size);
  for (const double* wanted : {query->start, query->goal})
  {
    wanted == query->start ? scene.copyStart(space, end.get()) : scene.copyGoal(space, end.get());
    ck_assert(validation->configuration(end.get(), q.data()));
    for (std::size_t i = 0; i < size; ++i)
    {
      ck_assert(std::fabs(std::remainder(q[i] - wanted[i], 6.283185307179586)) < 1e-12);
    }
    ck_assert(space->satisfiesBounds(end.get()));
    ck_assert(validation->state(end.get()) == EP_FREE);
  }
  try
  {
    const edgeproof::Scene other(EP_TEST_SCENES "/tower-crane.yaml", "no such query");
    ck_abort_msg("an unknown query was found");
  }
  catch (const edgeproof::Error& error)
  {
    ck_assert(std::string(error.what()).find("'no such query'") != std::string::npos);
  }
}

EP_TEST(sound_spaces_of_other_curves_are_refused)
{
  seed_ompl();
  const Yard lorry(one_joint(EP_JOINT_PLANAR), no_boxes);
  expect_refused("Dubins", lorry, planar_space(std::make_shared<ob::DubinsStateSpace>()),
                 {"link0", "lorry", "does not follow", " m"});
  expect_refused("Reeds-Shepp", lorry, planar_space(std::make_shared<ob::ReedsSheppStateSpace>()),
                 {"link0", "lorry", "does not follow"});

  const Yard rider({{EP_JOINT_PLANAR, {0, 0, 1}, 1.0}, {EP_JOINT_BALL, {0, 0, 1}, 1.0}}, no_boxes);
  const auto riding = compound({planar_space(std::make_shared<ob::DubinsStateSpace>()),
                                std::make_shared<ob::SO3StateSpace>()});
  expect_refused("Dubins within a compound", rider, riding,
                 {"component 'lorry/", "does not follow"});

  const Yard slew(one_joint(EP_JOINT_CONTINUOUS), no_boxes);
  auto numbers = real_space(1, -3.0, 3.0);
  numbers->setName("numbers");
  expect_refused("an angle that wraps as a number", slew, numbers,
                 {"component 'numbers'", "does not follow", " rad"});
  const Yard boom(one_joint(EP_JOINT_REVOLUTE), no_boxes);
  expect_refused("an angle with limits on a circle", boom, std::make_shared<ob::SO2StateSpace>(),
                 {"component 'SO2", "does not follow", " rad"});

  const std::vector<YardJoint> gantry = {{EP_JOINT_PRISMATIC, {1, 0, 0}},
                                         {EP_JOINT_PRISMATIC, {0, 1, 0}},
                                         {EP_JOINT_PRISMATIC, {0, 0, 1}, 0.2}};
  auto constrained = std::make_shared<ob::ProjectedStateSpace>(real_space(3, -2.0, 2.0),
                                                               std::make_shared<Circle>());
  auto information = std::make_shared<ob::ConstrainedSpaceInformation>(constrained);
  constrained->setName("circle");
  expect_refused("on a circle", Yard(gantry, no_boxes), constrained, {"circle", "does not follow"});
}

EP_TEST(sound_wrong_mappings_are_refused)
{
  seed_ompl();
  const Yard mixed(mixed_joints(), no_boxes);
  const auto space = []
  {
    return compound({real_space(1, -2.0, 2.0), std::make_shared<ob::SO2StateSpace>(),
                     real_space(1, -3.0, 3.0)});
  };
  expect_refused("the circle for the slide", mixed, space(), {"link", "state space 'Compound"},
                 {Source::at(1), Source::at(0), Source::at(2)});
  expect_refused("the elbow for the slide: beyond its limits", mixed, space(),
                 {"limits [-2, 2]", "value 0", "Options::limits"},
                 {Source::at(2), Source::at(1), Source::at(0)});
  expect_refused("an index too large", mixed, space(), {"index 3", "3 values"},
                 {Source::at(0), Source::at(1), Source::at(3)});
  expect_refused("too few values", mixed, real_space(2, -1.0, 1.0), {"3 values", "Mapping"});
  expect_refused("a scale on what wraps", mixed, space(), {"value 1", "it wraps"},
                 {Source::at(0), Source::at(1, 2.0), Source::at(2)});
  expect_refused("an offset on what wraps", mixed, space(), {"value 1", "it wraps"},
                 {Source::at(0), Source::at(1, 1.0, 0.5), Source::at(2)});
  expect_refused("a scale of zero", mixed, space(), {"value 0", "scale"},
                 {Source::at(0, 0.0), Source::at(1), Source::at(2)});
  const Yard ball(one_joint(EP_JOINT_BALL), no_boxes);
  expect_refused("w first", ball, std::make_shared<ob::SO3StateSpace>(), {"SO3", "x y z w"},
                 {Source::at(3), Source::at(0), Source::at(1), Source::at(2)});
  expect_refused("no bounds", Yard(table_joints(), no_boxes),
                 std::make_shared<ob::RealVectorStateSpace>(2), {"ounds"});
  try
  {
    const edgeproof::Validation nothing(table_space(), nullptr, {});
    ck_abort_msg("no world was taken");
  }
  catch (const edgeproof::Error& error)
  {
    ck_assert_str_eq(error.what(), "edgeproof: there is no world");
  }
}

EP_TEST(sound_states_that_are_no_configuration_are_not_free)
{
  seed_ompl();
  const Yard slew(one_joint(EP_JOINT_CONTINUOUS), no_boxes);
  const auto circle = std::make_shared<ob::SO2StateSpace>();
  const auto turns = slew.validate(circle);
  ob::ScopedState<> a(circle);
  ob::ScopedState<> b(circle);
  a[0] = 0.0;
  b[0] = 1.0;
  ck_assert(turns->motion(a.get(), b.get()) == EP_FREE);
  ck_assert(turns->lastError() == "");
  // OMPL takes the long way from 0 to 11: the difference is only reduced once.
  b[0] = 11.0;
  ck_assert(turns->motion(a.get(), b.get()) == EP_UNDECIDED);
  ck_assert(turns->state(b.get()) == EP_UNDECIDED);
  ck_assert(turns->clearance(b.get()) == 0.0);
  ck_assert(turns->lastError().find("3 states") != std::string::npos);
  ck_assert(turns->lastError().find("no configurations") != std::string::npos);
  b[0] = std::nan("");
  ck_assert(turns->motion(a.get(), b.get()) == EP_UNDECIDED);

  const Yard ball(one_joint(EP_JOINT_BALL), no_boxes);
  const auto sphere = std::make_shared<ob::SO3StateSpace>();
  const auto rolls = ball.validate(sphere);
  ob::ScopedState<ob::SO3StateSpace> u(sphere);
  u->setIdentity();
  ck_assert(rolls->state(u.get()) == EP_FREE);
  u->w = 1.001;
  ck_assert(rolls->state(u.get()) == EP_UNDECIDED);
}
