/// @file test_adapter_psbl_race.cpp
/// Validators with a race in them, for ThreadSanitizer only: it must report the race although
/// psbl_tsan.supp hides pSBL's own. ctest passes these when the report is there.
#include "adapter_problem.hpp"
#include "adapter_psbl.hpp"

#include "ep_test.h"

namespace ob = ompl::base;

namespace
{

class RacyMotions : public edgeproof::MotionValidator
{
public:
  using edgeproof::MotionValidator::checkMotion;
  using edgeproof::MotionValidator::MotionValidator;
  bool checkMotion(const ob::State* s1, const ob::State* s2) const override
  {
    ++asked_;
    return edgeproof::MotionValidator::checkMotion(s1, s2);
  }

private:
  mutable long asked_ = 0;
};

class RacyStates : public edgeproof::StateValidityChecker
{
public:
  using edgeproof::StateValidityChecker::isValid;
  using edgeproof::StateValidityChecker::StateValidityChecker;
  bool isValid(const ob::State* state) const override
  {
    ++asked_;
    return edgeproof::StateValidityChecker::isValid(state);
  }

private:
  mutable long asked_ = 0;
};

} // namespace

EP_TEST(sound_races_of_motion_validators_are_reported_under_psbl)
{
  seed_ompl();
  Problem problem(thin_fences());
  problem.si->setMotionValidator(std::make_shared<RacyMotions>(problem.si, problem.validation));
  problem.si->setup();
  solve("pSBL", problem, make_psbl(problem.si), 20.0);
}

EP_TEST(sound_races_of_state_checkers_are_reported_under_psbl)
{
  seed_ompl();
  Problem problem(thin_fences());
  problem.si->setStateValidityChecker(std::make_shared<RacyStates>(problem.si, problem.validation));
  problem.si->setup();
  solve("pSBL", problem, make_psbl(problem.si), 20.0);
}
