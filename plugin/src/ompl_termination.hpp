/// @file ompl_termination.hpp
/// The condition that checks look at now and then, put in and taken out while they do.
#ifndef EDGEPROOF_OMPL_TERMINATION_HPP
#define EDGEPROOF_OMPL_TERMINATION_HPP

#include <ompl/base/PlannerTerminationCondition.h>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace edgeproof
{

/// Whoever looks takes no lock: it stands in a stripe while it looks, and what was taken out is
/// destroyed once nobody is seen in any.
///
/// Who stands in a stripe before the pointer changes is seen by the one who changed it, and who
/// comes after that sees the new pointer: all of it is sequentially consistent.
class Termination
{
public:
  using Condition = ompl::base::PlannerTerminationCondition;

  Termination() = default;
  Termination(const Termination&) = delete;
  Termination& operator=(const Termination&) = delete;
  ~Termination()
  {
    delete current_.load();
  }

  /// Null: no condition. Any thread, also the one that looks.
  void set(std::unique_ptr<const Condition> condition)
  {
    std::vector<std::unique_ptr<const Condition>> over; // outlives the lock: they are the caller's
    const std::lock_guard<std::mutex> hold(setting_);
    retired_.reserve(retired_.size() + 1); // nothing fails once the pointer has changed
    retired_.emplace_back(current_.exchange(condition.release()));
    if (nobodyLooks())
    {
      over.swap(retired_);
    }
  }

  /// Whether there is a condition and it holds; one that throws does.
  bool holds() const
  {
    if (current_.load(std::memory_order_relaxed) == nullptr)
    {
      return false;
    }
    const Standing here(
        stripes_[std::hash<std::thread::id>()(std::this_thread::get_id()) % stripes_.size()]);
    const Condition* condition = current_.load();
    try
    {
      return condition != nullptr && (*condition)();
    }
    catch (...)
    {
      return true;
    }
  }

private:
  /// On a line of its own, so that threads seldom wait for each other's.
  struct alignas(128) Stripe
  {
    std::atomic<int> looking{0};
  };

  class Standing
  {
  public:
    explicit Standing(Stripe& stripe) : stripe_(stripe)
    {
      stripe_.looking.fetch_add(1);
    }
    ~Standing()
    {
      stripe_.looking.fetch_sub(1);
    }
    Standing(const Standing&) = delete;
    Standing& operator=(const Standing&) = delete;

  private:
    Stripe& stripe_;
  };

  bool nobodyLooks() const
  {
    for (const Stripe& stripe : stripes_)
    {
      if (stripe.looking.load() != 0)
      {
        return false;
      }
    }
    return true;
  }

  std::atomic<const Condition*> current_{nullptr};
  mutable std::array<Stripe, 16> stripes_;
  std::mutex setting_;
  std::vector<std::unique_ptr<const Condition>> retired_; ///< whom somebody may still look at
};

} // namespace edgeproof

#endif
