/// @file adapter_yard.hpp
/// Small worlds for tests of the OMPL adapter: one machine of a few joints, boxes around it.
/// Check takes the word `fail` for itself, so whoever includes this includes ep_test.h as the last.
#ifndef ADAPTER_YARD_HPP
#define ADAPTER_YARD_HPP

#include "edgeproof/ompl.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

/// A box obstacle: centre and edge lengths.
struct YardBox
{
  double center[3];
  double size[3];
};

/// A joint of the machine; each hangs on the one before it. `reach` is the length of a bar along x
/// on its link, 0 for none; a ball or floating joint carries it from -reach/2 to reach/2.
struct YardJoint
{
  ep_joint_type type;
  double axis[3];
  double reach = 0.0;
  double lower = -INFINITY;
  double upper = INFINITY;
  bool linear = false;
};

/// A frozen world of one machine, and the machine. A failure to build it fails the test.
class Yard
{
public:
  Yard(const std::vector<YardJoint>& joints, const std::vector<YardBox>& boxes,
       double clearance = 0.0);

  const ep_world* world() const
  {
    return world_.get();
  }
  std::vector<const ep_machine*> machines() const
  {
    return {machine_.get()};
  }
  std::shared_ptr<edgeproof::Validation> validate(const ompl::base::StateSpacePtr& space,
                                                  const edgeproof::Mapping& mapping = {},
                                                  const edgeproof::Options& options = {}) const
  {
    return std::make_shared<edgeproof::Validation>(space, world(), machines(), mapping, options);
  }

private:
  std::unique_ptr<ep_machine, void (*)(ep_machine*)> machine_{nullptr, ep_machine_destroy};
  std::unique_ptr<ep_world, void (*)(ep_world*)> world_{nullptr, ep_world_destroy};
};

/// Two slides along x and y that carry a box with edges of 0.04 m, in [-5, 5] x [-5, 5].
constexpr double table_half = 0.02;
std::vector<YardJoint> table_joints();
/// The space of the two slides.
ompl::base::StateSpacePtr table_space();
/// Walls of 1 m, and the same places with plates of 1 mm.
std::vector<YardBox> coarse_walls();
std::vector<YardBox> thin_fences();

/// A real vector space with these bounds in every dimension.
ompl::base::StateSpacePtr real_space(unsigned int dimensions, double lower, double upper);

/// Seeds OMPL's generators by EP_TEST_SEED; before anything else of OMPL is made.
void seed_ompl();

/// A SpaceInformation with both validators, set up.
ompl::base::SpaceInformationPtr plug_in(const edgeproof::ValidationPtr& validation);

#endif
