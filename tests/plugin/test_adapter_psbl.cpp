/// @file test_adapter_psbl.cpp
/// pSBL with our validator, in a process of its own: OMPL's pSBL has data races and lock faults of
/// its own, which psbl_tsan.supp names by function.
#include "adapter_problem.hpp"

#include <ompl/base/ProjectionEvaluator.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/planners/sbl/pSBL.h>

#include "ep_test.h"

namespace ob = ompl::base;

namespace
{

/// OMPL's own identity projection aborts in two dimensions.
class Plane : public ob::ProjectionEvaluator
{
public:
  explicit Plane(const ob::StateSpacePtr& space) : ob::ProjectionEvaluator(space)
  {
  }
  unsigned int getDimension() const override
  {
    return 2;
  }
  void defaultCellSizes() override
  {
    cellSizes_ = {0.5, 0.5};
  }
  void project(const ob::State* state, Eigen::Ref<Eigen::VectorXd> projection) const override
  {
    const auto* point = state->as<ob::RealVectorStateSpace::StateType>();
    projection[0] = point->values[0];
    projection[1] = point->values[1];
  }
};

} // namespace

EP_TEST(works_psbl_of_threads_finds_certified_paths)
{
  seed_ompl();
  Problem problem(thin_fences());
  const auto planner = std::make_shared<ompl::geometric::pSBL>(problem.si);
  const auto plane = std::make_shared<Plane>(problem.si->getStateSpace());
  plane->setup();
  planner->setProjectionEvaluator(plane);
  planner->setThreadCount(3);
  solve("pSBL", problem, planner, 20.0);
}
