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

/// Whatever is thrown while a planner works leaves its structures unfinished, and its destructor
/// would end the process: then it is never destroyed, and a new one takes its place.
class work_on
{
public:
  explicit work_on(ep_ompl_planner& handle)
      : handle_(handle), kept_(std::make_unique<ompl::base::PlannerPtr>(handle.planner))
  {
    handle_.is_broken = true;
  }
  work_on(const work_on&) = delete;
  work_on& operator=(const work_on&) = delete;
  ~work_on()
  {
    if (handle_.is_broken)
    {
      static_cast<void>(kept_.release());
    }
  }
  void done()
  {
    handle_.is_broken = false;
  }

private:
  ep_ompl_planner& handle_;
  std::unique_ptr<ompl::base::PlannerPtr> kept_;
};

/// Throws a refusal that lists the known ones unless the planner has this parameter.
void require_parameter(const ep_ompl_planner& planner, const char* name);

/// The value of a parameter that is there, as OMPL reads it. Throws unless it is a number >= 0, or
/// true or false for what is one of these, and none that would end the process.
std::string parameter_text(const ep_ompl_planner& planner, const char* name, const char* value);

/// Throws where each parameter would do, but OMPL ends the process with all of them together.
void require_parameters_together(const ep_ompl_planner& planner);

} // namespace ep_shim

#endif
