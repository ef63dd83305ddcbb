/// @file ompl_names.hpp
/// The planners by name.
#ifndef EP_SHIM_OMPL_NAMES_HPP
#define EP_SHIM_OMPL_NAMES_HPP

#include "edgeproof/shim/no_simd.hpp"

#include <ompl/base/Planner.h>
#include <ompl/base/PlannerData.h>

#include <string>

namespace ep_shim
{

struct planner_kind
{
  const char* name;
  const char* other_name; ///< or NULL
  bool keeps_roadmap;
  bool knows_edges;        ///< whatever its roadmap holds has been found valid
  bool asks_about_roadmap; ///< takes nothing of the one that it begins with as valid
  bool cannot_go_on;       ///< a second solve without a clear would end the process
  ompl::base::PlannerPtr (*make)(const ompl::base::SpaceInformationPtr& information);
  /// NULL if it cannot begin with a roadmap.
  ompl::base::PlannerPtr (*make_from)(const ompl::base::PlannerData& roadmap);
};

/// Throws a refusal that lists the known names.
const planner_kind& planner_kind_of(const char* name);

} // namespace ep_shim

#endif
