/// @file ompl_validator.cpp
/// OMPL's two interfaces on top of a Validation.
#include "edgeproof/shim/no_simd.hpp"

#include "edgeproof/ompl.hpp"

namespace ob = ompl::base;

namespace edgeproof
{
namespace
{

ValidationPtr checked(const ob::SpaceInformationPtr& si, ValidationPtr validation)
{
  if (validation == nullptr)
  {
    throw Error("edgeproof: there is no Validation");
  }
  if (si == nullptr || si->getStateSpace() != validation->space())
  {
    throw Error("edgeproof: the Validation was made for the state space '" +
                validation->space()->getName() + "', not for that of this SpaceInformation");
  }
  return validation;
}

} // namespace

MotionValidator::MotionValidator(const ob::SpaceInformationPtr& si, ValidationPtr validation)
    : ob::MotionValidator(si), validation_(checked(si, std::move(validation)))
{
}

/// OMPL's counters are plain integers behind a contract that several threads may ask.
bool MotionValidator::counted(bool valid) const
{
  __atomic_fetch_add(valid ? &valid_ : &invalid_, 1U, __ATOMIC_RELAXED);
  return valid;
}

bool MotionValidator::checkMotion(const ob::State* s1, const ob::State* s2) const
{
  return counted(validation_->motion(s1, s2) == EP_FREE);
}

bool MotionValidator::checkMotion(const ob::State* s1, const ob::State* s2,
                                  std::pair<ob::State*, double>& lastValid) const
{
  ep_prefix prefix;
  const bool valid = validation_->prefix(s1, s2, &prefix, lastValid.first) == EP_FREE;
  if (!valid)
  {
    lastValid.second = prefix.t_last;
  }
  return counted(valid);
}

const Validation& MotionValidator::validation() const
{
  return *validation_;
}

void MotionValidator::setTermination(const ob::PlannerTerminationCondition& condition) const
{
  validation_->setTermination(condition);
}

void MotionValidator::clearTermination() const
{
  validation_->clearTermination();
}

StateValidityChecker::StateValidityChecker(const ob::SpaceInformationPtr& si,
                                           ValidationPtr validation)
    : ob::StateValidityChecker(si), validation_(checked(si, std::move(validation)))
{
  specs_.clearanceComputationType = ob::StateValidityCheckerSpecs::BOUNDED_APPROXIMATE;
  specs_.hasValidDirectionComputation = false;
}

bool StateValidityChecker::isValid(const ob::State* state) const
{
  return si_->satisfiesBounds(state) && validation_->state(state) == EP_FREE;
}

double StateValidityChecker::clearance(const ob::State* state) const
{
  return validation_->clearance(state);
}

const Validation& StateValidityChecker::validation() const
{
  return *validation_;
}

} // namespace edgeproof
