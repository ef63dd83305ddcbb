/// @file ompl_information.cpp
#include "ompl_handles.hpp"

#include <ompl/base/DiscreteMotionValidator.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace ob = ompl::base;
using ep_shim::fenced;
using ep_shim::refusal;

namespace
{

using layout_ptr = std::shared_ptr<const ep_shim::state_layout>;

class table_states : public ob::StateValidityChecker
{
public:
  table_states(ob::SpaceInformation* information, layout_ptr layout, const ep_ompl_validator& table)
      : ob::StateValidityChecker(information), layout_(std::move(layout)), table_(table)
  {
  }
  bool isValid(const ob::State* state) const override
  {
    double values[EP_OMPL_SIZE_MAX];
    layout_->read(state, values);
    return table_.state_valid(values, table_.user) == 1;
  }
  double clearance(const ob::State* state) const override
  {
    if (table_.state_clearance == nullptr)
    {
      return 0.0;
    }
    double values[EP_OMPL_SIZE_MAX];
    layout_->read(state, values);
    return table_.state_clearance(values, table_.user);
  }

private:
  layout_ptr layout_;
  ep_ompl_validator table_;
};

/// OMPL's counters are plain integers, which lose counts under threads.
class counting_validator : public ob::MotionValidator
{
public:
  using ob::MotionValidator::MotionValidator;

  ep_shim::motion_counts counts() const
  {
    return {__atomic_load_n(&valid_, __ATOMIC_RELAXED),
            __atomic_load_n(&invalid_, __ATOMIC_RELAXED)};
  }
  double seconds() const
  {
    return 1e-9 * static_cast<double>(__atomic_load_n(&nanoseconds_, __ATOMIC_RELAXED));
  }
  void reset()
  {
    __atomic_store_n(&nanoseconds_, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&valid_, 0U, __ATOMIC_RELAXED);
    __atomic_store_n(&invalid_, 0U, __ATOMIC_RELAXED);
  }

protected:
  /// Asks, and counts how it came out and how long it took.
  template <typename Question> bool counted(const Question& ask) const
  {
    const auto begin = std::chrono::steady_clock::now();
    const bool is_valid = ask();
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
    __atomic_fetch_add(is_valid ? &valid_ : &invalid_, 1U, __ATOMIC_RELAXED);
    __atomic_fetch_add(&nanoseconds_, static_cast<std::int64_t>(time.count()), __ATOMIC_RELAXED);
    return is_valid;
  }

private:
  mutable std::int64_t nanoseconds_ = 0;
};

class table_motions : public counting_validator
{
public:
  table_motions(ob::SpaceInformation* information, layout_ptr layout,
                const ep_ompl_validator& table)
      : counting_validator(information), layout_(std::move(layout)), table_(table)
  {
  }

  bool checkMotion(const ob::State* from, const ob::State* to) const override
  {
    double a[EP_OMPL_SIZE_MAX];
    double b[EP_OMPL_SIZE_MAX];
    layout_->read(from, a);
    layout_->read(to, b);
    return counted([&] { return table_.motion_valid(a, b, table_.user) == 1; });
  }

  /// last.first may be `to`, and is in some planners.
  bool checkMotion(const ob::State* from, const ob::State* to,
                   std::pair<ob::State*, double>& last) const override
  {
    double a[EP_OMPL_SIZE_MAX];
    double b[EP_OMPL_SIZE_MAX];
    double end[EP_OMPL_SIZE_MAX];
    layout_->read(from, a);
    layout_->read(to, b);
    double t = 0.0;
    std::fill_n(end, layout_->size(), NAN);
    const bool is_valid = counted(
        [&]
        {
          return table_.motion_prefix == nullptr
                     ? table_.motion_valid(a, b, table_.user) == 1
                     : table_.motion_prefix(a, b, &t, end, table_.user) == 1;
        });
    if (!is_valid)
    {
      last.second = t > 0.0 && t < 1.0 ? t : 0.0;
      write_last(from, to, a, end, last);
    }
    return is_valid;
  }

private:
  void write_last(const ob::State* from, const ob::State* to, const double* a, const double* end,
                  std::pair<ob::State*, double>& last) const
  {
    if (last.first == nullptr)
    {
      return;
    }
    if (last.second == 0.0)
    {
      layout_->write(a, last.first);
    }
    else if (layout_->is_usable(end))
    {
      layout_->write(end, last.first);
    }
    else
    {
      si_->getStateSpace()->interpolate(from, to, last.second, last.first);
    }
  }

  layout_ptr layout_;
  ep_ompl_validator table_;
};

/// OMPL's own, one for each question since it counts without atomics.
class discrete_motions : public counting_validator
{
public:
  using counting_validator::counting_validator;

  bool checkMotion(const ob::State* from, const ob::State* to) const override
  {
    return counted([&] { return ob::DiscreteMotionValidator(si_).checkMotion(from, to); });
  }
  bool checkMotion(const ob::State* from, const ob::State* to,
                   std::pair<ob::State*, double>& last) const override
  {
    return counted([&] { return ob::DiscreteMotionValidator(si_).checkMotion(from, to, last); });
  }
};

void put_table(ep_ompl_information& handle, const ep_ompl_validator& table)
{
  if (table.state_valid == nullptr)
  {
    throw refusal("the validator has no state_valid");
  }
  if (table.motion_valid == nullptr && table.motion_prefix != nullptr)
  {
    throw refusal("the validator has motion_prefix, but no motion_valid");
  }
  ob::SpaceInformation* information = handle.information.get();
  handle.information->setStateValidityChecker(
      std::make_shared<table_states>(information, handle.layout, table));
  if (table.motion_valid != nullptr)
  {
    handle.information->setMotionValidator(
        std::make_shared<table_motions>(information, handle.layout, table));
  }
}

/// The two states of a question, looked at before they are OMPL's.
struct asked_motion
{
  asked_motion(const ep_ompl_information& of, const double* first, const double* second)
      : from((require(of, first, second), of), first), to(of, second)
  {
  }
  ep_shim::own_state from;
  ep_shim::own_state to;

private:
  static void require(const ep_ompl_information& of, const double* first, const double* second)
  {
    ep_shim::require_validators(of);
    of.layout->require_usable(first, "the first state");
    of.layout->require_usable(second, "the second state");
  }
};

} // namespace

namespace ep_shim
{

ob::SpaceInformationPtr information_of(const ep_ompl_information* information)
{
  return information->information;
}

void set_validators(ep_ompl_information* information, const ob::StateValidityCheckerPtr& states,
                    const ob::MotionValidatorPtr& motions)
{
  if (states)
  {
    information->information->setStateValidityChecker(states);
  }
  if (motions)
  {
    information->information->setMotionValidator(motions);
  }
}

void state_to_values(const ep_ompl_information* information, const ob::State* state, double* values)
{
  information->layout->read(state, values);
}

void state_from_values(const ep_ompl_information* information, const double* values,
                       ob::State* state)
{
  information->layout->write(values, state);
}

motion_counts counts_of(const ob::SpaceInformation& information)
{
  const ob::MotionValidator& validator = *information.getMotionValidator();
  if (const auto* ours = dynamic_cast<const counting_validator*>(&validator))
  {
    return ours->counts();
  }
  return {validator.getValidMotionCount(), validator.getInvalidMotionCount()};
}

void require_validators(const ep_ompl_information& of)
{
  if (!of.information->getStateValidityChecker())
  {
    throw refusal("nobody says which states are valid: the information has no validator");
  }
}

void require_within_bounds(const ep_ompl_information& of, const double* values, const char* what)
{
  of.layout->require_usable(values, what);
  if (!of.information->satisfiesBounds(own_state(of, values).get()))
  {
    throw refusal(std::string(what) + " is not within the bounds of " +
                  shown(of.information->getStateSpace()->getName()));
  }
}

} // namespace ep_shim

ep_ompl_validator ep_ompl_validator_default(void)
{
  ep_ompl_validator validator{};
  validator.struct_size = sizeof validator;
  return validator;
}

ep_shim_result ep_ompl_information_create(const ep_ompl_space* space,
                                          const ep_ompl_validator* validator,
                                          ep_ompl_information** information, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{information, "information"}});
                  *information = nullptr;
                  ep_shim::require({{space, "space"}});
                  auto made = std::make_unique<ep_ompl_information>();
                  made->information = std::make_shared<ob::SpaceInformation>(space->space);
                  made->layout = space->layout;
                  made->signature = space->signature;
                  made->information->setMotionValidator(
                      std::make_shared<discrete_motions>(made->information));
                  if (validator != nullptr)
                  {
                    put_table(*made, ep_shim::config_or(validator, *validator));
                  }
                  *information = made.release();
                });
}

void ep_ompl_information_destroy(ep_ompl_information* information)
{
  delete information;
}

std::int32_t ep_ompl_information_size(const ep_ompl_information* information)
{
  return information != nullptr ? static_cast<std::int32_t>(information->layout->size()) : 0;
}

ep_shim_result ep_ompl_state_valid(const ep_ompl_information* information, const double* state,
                                   int* valid, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{valid, "valid"}});
                  *valid = 0;
                  ep_shim::require({{information, "information"}, {state, "state"}});
                  ep_shim::require_validators(*information);
                  information->layout->require_usable(state, "the state");
                  const ep_shim::own_state asked(*information, state);
                  *valid = information->information->isValid(asked.get());
                });
}

ep_shim_result ep_ompl_motion_valid(const ep_ompl_information* information, const double* from,
                                    const double* to, int* valid, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{valid, "valid"}});
                  *valid = 0;
                  ep_shim::require({{information, "information"}, {from, "from"}, {to, "to"}});
                  const asked_motion asked(*information, from, to);
                  *valid = information->information->checkMotion(asked.from.get(), asked.to.get());
                });
}

ep_shim_result ep_ompl_motion_prefix(const ep_ompl_information* information, const double* from,
                                     const double* to, int* valid, double* t, double* state,
                                     ep_shim_error* error)
{
  return fenced(
      error,
      [&]
      {
        ep_shim::require({{valid, "valid"}});
        *valid = 0;
        ep_shim::require({{information, "information"}, {from, "from"}, {to, "to"}, {t, "t"}});
        const asked_motion asked(*information, from, to);
        const ep_shim::own_state last(*information, from);
        std::pair<ob::State*, double> end(state != nullptr ? last.get() : nullptr, 0.0);
        *valid = information->information->checkMotion(asked.from.get(), asked.to.get(), end);
        if (*valid == 0)
        {
          *t = end.second;
          if (state != nullptr)
          {
            information->layout->read(last.get(), state);
          }
        }
      });
}

void ep_ompl_motion_counts(const ep_ompl_information* information, std::uint32_t* valid,
                           std::uint32_t* invalid)
{
  const ep_shim::motion_counts counts = information != nullptr
                                            ? ep_shim::counts_of(*information->information)
                                            : ep_shim::motion_counts{0, 0};
  if (valid != nullptr)
  {
    *valid = counts.valid;
  }
  if (invalid != nullptr)
  {
    *invalid = counts.invalid;
  }
}

double ep_ompl_motion_seconds(const ep_ompl_information* information)
{
  if (information == nullptr)
  {
    return 0.0;
  }
  const ob::MotionValidator& validator = *information->information->getMotionValidator();
  const auto* ours = dynamic_cast<const counting_validator*>(&validator);
  return ours != nullptr ? ours->seconds() : 0.0;
}

void ep_ompl_motion_counts_reset(ep_ompl_information* information)
{
  if (information == nullptr)
  {
    return;
  }
  ob::MotionValidator& validator = *information->information->getMotionValidator();
  if (auto* ours = dynamic_cast<counting_validator*>(&validator))
  {
    ours->reset();
  }
  else
  {
    validator.resetMotionCounter();
  }
}
