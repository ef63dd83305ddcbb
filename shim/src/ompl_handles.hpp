/// @file ompl_handles.hpp
/// What stands behind the handles that C holds.
#ifndef EP_SHIM_OMPL_HANDLES_HPP
#define EP_SHIM_OMPL_HANDLES_HPP

#include "edgeproof/shim/no_simd.hpp"
#include "edgeproof/shim/ompl_access.hpp"

#include "fence.hpp"
#include "ompl_layout.hpp"
#include "ompl_watch.hpp"

#include <ompl/base/ProblemDefinition.h>

#include <map>
#include <memory>

struct ep_ompl_space
{
  ep_ompl_kind kind;
  ompl::base::StateSpacePtr space;
  std::shared_ptr<const ep_shim::state_layout> layout;
  std::string name;
  std::string signature;
};

struct ep_ompl_information
{
  ompl::base::SpaceInformationPtr information;
  std::shared_ptr<const ep_shim::state_layout> layout;
  std::string signature; ///< of the space
};

struct ep_ompl_problem
{
  ep_ompl_information of;
  ompl::base::ProblemDefinitionPtr definition;
};

struct ep_ompl_planner
{
  ep_ompl_information of;
  std::string name;
  ompl::base::PlannerPtr planner;
  std::map<std::string, std::string> chosen;           ///< parameters that were set
  std::vector<std::string> parameters;                 ///< names
  ompl::base::OptimizationObjectivePtr used_objective; ///< by the planner since its set-up
  bool is_broken = false; ///< an exception left the planner's structures unfinished
  ep_shim::solve_watch watch;
};

namespace ep_shim
{

/// A state of its own, freed at the end of its scope.
class own_state
{
public:
  explicit own_state(const ep_ompl_information& of) : of_(of), state_(of.information->allocState())
  {
  }
  own_state(const ep_ompl_information& of, const double* values) : own_state(of)
  {
    of.layout->write(values, state_);
  }
  own_state(const own_state&) = delete;
  own_state& operator=(const own_state&) = delete;
  ~own_state()
  {
    of_.information->freeState(state_);
  }
  ompl::base::State* get() const
  {
    return state_;
  }

private:
  const ep_ompl_information& of_;
  ompl::base::State* state_;
};

/// Motions that were asked for so far, valid and not.
struct motion_counts
{
  std::uint32_t valid;
  std::uint32_t invalid;
};
motion_counts counts_of(const ompl::base::SpaceInformation& information);

/// Of a number of OMPL's PlannerStatus.
ep_ompl_status status_of(int status);

/// Sends OMPL's messages where ep_ompl_log() says; the first call of the process does it.
void own_the_log();

/// Throws unless somebody says which states and motions are valid.
void require_validators(const ep_ompl_information& of);

/// Throws unless the state may be handed in and is within the bounds.
void require_within_bounds(const ep_ompl_information& of, const double* values, const char* what);

} // namespace ep_shim

#endif
