/// @file ompl_access.hpp
/// For C++ that uses a C handle together with OMPL itself, such as the motion validator of plugin.
/// Not for C. Exceptions may come out.
#ifndef EDGEPROOF_SHIM_OMPL_ACCESS_HPP
#define EDGEPROOF_SHIM_OMPL_ACCESS_HPP

#include "edgeproof/shim/ompl_planner.h"

#include <ompl/base/Planner.h>
#include <ompl/base/SpaceInformation.h>

namespace ep_shim
{

/// What stands behind a handle; lives on when the handle is gone.
ompl::base::StateSpacePtr space_of(const ep_ompl_space* space);
ompl::base::SpaceInformationPtr information_of(const ep_ompl_information* information);
ompl::base::ProblemDefinitionPtr problem_of(const ep_ompl_problem* problem);
ompl::base::PlannerPtr planner_of(const ep_ompl_planner* planner);

/// Puts validators into a handle; a null pointer leaves the one that is there. Before the first
/// planner is made from it.
void set_validators(ep_ompl_information* information,
                    const ompl::base::StateValidityCheckerPtr& states,
                    const ompl::base::MotionValidatorPtr& motions);

/// A state as ompl_space.h lays it out: ep_ompl_space_size() doubles. No allocation; any thread.
void state_to_values(const ep_ompl_information* information, const ompl::base::State* state,
                     double* values);
void state_from_values(const ep_ompl_information* information, const double* values,
                       ompl::base::State* state);

} // namespace ep_shim

#endif
