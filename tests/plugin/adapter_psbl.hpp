/// @file adapter_psbl.hpp
/// pSBL on the table of adapter_yard.hpp, with a projection.
#ifndef ADAPTER_PSBL_HPP
#define ADAPTER_PSBL_HPP

#include <ompl/base/ProjectionEvaluator.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/planners/sbl/pSBL.h>

/// OMPL's own identity projection aborts in two dimensions.
class Plane : public ompl::base::ProjectionEvaluator
{
public:
  explicit Plane(const ompl::base::StateSpacePtr& space) : ompl::base::ProjectionEvaluator(space)
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
  void project(const ompl::base::State* state,
               Eigen::Ref<Eigen::VectorXd> projection) const override
  {
    const auto* point = state->as<ompl::base::RealVectorStateSpace::StateType>();
    projection[0] = point->values[0];
    projection[1] = point->values[1];
  }
};

inline std::shared_ptr<ompl::geometric::pSBL>
make_psbl(const ompl::base::SpaceInformationPtr& information)
{
  const auto planner = std::make_shared<ompl::geometric::pSBL>(information);
  const auto plane = std::make_shared<Plane>(information->getStateSpace());
  plane->setup();
  planner->setProjectionEvaluator(plane);
  planner->setThreadCount(3);
  return planner;
}

#endif
