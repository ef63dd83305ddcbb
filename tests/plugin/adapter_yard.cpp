/// @file adapter_yard.cpp
#include "adapter_yard.hpp"

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <algorithm>

#include "ep_test.h"

namespace ob = ompl::base;

namespace
{

void must(ep_status status, const ep_error& error)
{
  ck_assert_msg(status == EP_OK, "%s", error.message);
}

ep_machine* make_machine(const std::vector<YardJoint>& joints)
{
  std::vector<std::string> names;
  std::vector<ep_link_desc> links;
  for (std::size_t i = 0; i < joints.size(); ++i)
  {
    names.push_back("link" + std::to_string(i));
  }
  for (std::size_t i = 0; i < joints.size(); ++i)
  {
    ep_link_desc link = ep_link_default();
    link.name = names[i].c_str();
    link.parent = i == 0 ? EP_NO_LINK : static_cast<int32_t>(i) - 1;
    link.joint = joints[i].type;
    link.linear = joints[i].linear;
    std::copy_n(joints[i].axis, 3, link.axis);
    link.lower[0] = joints[i].lower;
    link.upper[0] = joints[i].upper;
    if (i > 0)
    {
      link.origin.position[0] = joints[i - 1].reach;
    }
    links.push_back(link);
  }
  ep_machine_desc desc = ep_machine_default();
  desc.links = links.data();
  desc.link_count = static_cast<int32_t>(links.size());
  ep_machine* machine = nullptr;
  ep_error error;
  must(ep_machine_create(&desc, &machine, &error), error);
  return machine;
}

void add_bar(ep_world* world, int32_t link, const YardJoint& joint)
{
  const bool free_body = joint.type == EP_JOINT_BALL || joint.type == EP_JOINT_FLOATING;
  const bool slides = joint.type == EP_JOINT_PRISMATIC;
  ep_geometry_desc bar = ep_geometry_default();
  bar.type = EP_SHAPE_BOX;
  bar.size[0] = joint.reach;
  bar.size[1] = bar.size[2] = slides ? joint.reach : 0.1 * joint.reach;
  bar.pose.position[0] = free_body || slides ? 0.0 : 0.5 * joint.reach;
  ep_error error;
  must(ep_world_add_link_shape(world, 0, link, &bar, &error), error);
}

} // namespace

Yard::Yard(const std::vector<YardJoint>& joints, const std::vector<YardBox>& boxes,
           double clearance)
{
  ep_error error;
  ep_world_desc desc = ep_world_default();
  desc.clearance = clearance;
  machine_.reset(make_machine(joints));
  ep_world* world = nullptr;
  must(ep_world_create(&desc, &world, &error), error);
  world_.reset(world);
  must(ep_world_add_machine(world, "machine", machine_.get(), nullptr, nullptr, &error), error);
  for (std::size_t i = 0; i < joints.size(); ++i)
  {
    if (joints[i].reach > 0.0)
    {
      add_bar(world, static_cast<int32_t>(i), joints[i]);
    }
  }
  for (std::size_t i = 0; i < boxes.size(); ++i)
  {
    ep_geometry_desc box = ep_geometry_default();
    box.type = EP_SHAPE_BOX;
    std::copy_n(boxes[i].size, 3, box.size);
    std::copy_n(boxes[i].center, 3, box.pose.position);
    must(
        ep_world_add_obstacle(world, ("box" + std::to_string(i)).c_str(), &box, 1, nullptr, &error),
        error);
  }
  must(ep_world_freeze(world, &error), error);
}

std::vector<YardJoint> table_joints()
{
  return {{EP_JOINT_PRISMATIC, {1, 0, 0}, 0.0, -5.0, 5.0},
          {EP_JOINT_PRISMATIC, {0, 1, 0}, 2.0 * table_half, -5.0, 5.0}};
}

ob::StateSpacePtr real_space(unsigned int dimensions, double lower, double upper)
{
  auto space = std::make_shared<ob::RealVectorStateSpace>(dimensions);
  space->setBounds(lower, upper);
  return space;
}

ob::StateSpacePtr table_space()
{
  return real_space(2, -5.0, 5.0);
}

std::vector<YardBox> coarse_walls()
{
  return {{{-2.0, -1.5, 0.0}, {1.0, 7.0, 1.0}}, {{2.0, 1.5, 0.0}, {1.0, 7.0, 1.0}}};
}

std::vector<YardBox> thin_fences()
{
  std::vector<YardBox> fences = coarse_walls();
  for (YardBox& fence : fences)
  {
    fence.size[0] = 1e-3;
  }
  return fences;
}

void seed_ompl()
{
  // A second seed in a process takes effect too, but OMPL says that it does not.
  ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
  ompl::RNG::setSeed(static_cast<std::uint_fast32_t>(ep_test_seed() % 0x7fffffff + 1));
  ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
}

ob::SpaceInformationPtr plug_in(const edgeproof::ValidationPtr& validation)
{
  auto si = std::make_shared<ob::SpaceInformation>(validation->space());
  si->setStateValidityChecker(std::make_shared<edgeproof::StateValidityChecker>(si, validation));
  si->setMotionValidator(std::make_shared<edgeproof::MotionValidator>(si, validation));
  si->setup();
  return si;
}
