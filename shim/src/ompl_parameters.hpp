/// @file ompl_parameters.hpp
/// Parameters of planners, as text, and putting a planner of OMPL's into a handle.
#ifndef EP_SHIM_OMPL_PARAMETERS_HPP
#define EP_SHIM_OMPL_PARAMETERS_HPP

#include "ompl_handles.hpp"

namespace ep_shim
{

/// Puts the planner and the names of its parameters into the handle.
void adopt(ep_ompl_planner& handle, const ompl::base::PlannerPtr& planner);

/// Puts a new planner of the same parameters and problem in the place of a broken one.
void revive(ep_ompl_planner& handle);

/// Throws a refusal that lists the known ones unless the planner has this parameter.
void require_parameter(const ep_ompl_planner& planner, const char* name);

/// The value as OMPL reads it. Throws unless it is a number >= 0, true or false, and one that does
/// not end the process.
std::string parameter_text(const char* name, const char* value);

} // namespace ep_shim

#endif
