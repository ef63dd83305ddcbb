/// @file ompl_watch.cpp
#include "ompl_handles.hpp"

namespace ep_shim
{

void solve_watch::begin(const ep_ompl_limits& limits,
                        const ompl::base::SpaceInformation* information)
{
  limits_ = limits;
  information_ = information;
  motions_before_ = 0;
  motions_before_ = static_cast<std::uint32_t>(motions());
  start_ = clock::now();
  iterations_ = 0;
  ended_ = EP_OMPL_END_PLANNER;
  solving_.store(true, std::memory_order_release);
}

void solve_watch::end()
{
  solving_ = false;
  cancelled_ = false;
}

void solve_watch::cancel()
{
  cancelled_ = true;
}

bool solve_watch::is_solving() const
{
  return solving_.load(std::memory_order_acquire);
}

ep_ompl_end solve_watch::reason() const
{
  if (cancelled_)
  {
    return EP_OMPL_END_CANCEL;
  }
  if (seconds() >= limits_.seconds)
  {
    return EP_OMPL_END_SECONDS;
  }
  if (limits_.iterations > 0 && iterations_ > limits_.iterations)
  {
    return EP_OMPL_END_ITERATIONS;
  }
  if (limits_.motions > 0 && motions() >= limits_.motions)
  {
    return EP_OMPL_END_MOTIONS;
  }
  if (limits_.stop != nullptr && limits_.stop(limits_.user) != 0)
  {
    return EP_OMPL_END_STOP;
  }
  return EP_OMPL_END_PLANNER;
}

bool solve_watch::is_over()
{
  if (ended_ != EP_OMPL_END_PLANNER)
  {
    return true;
  }
  const ep_ompl_end why = reason();
  if (why == EP_OMPL_END_PLANNER)
  {
    return false;
  }
  ep_ompl_end none = EP_OMPL_END_PLANNER;
  ended_.compare_exchange_strong(none, why); // the first reason stays
  return true;
}

bool solve_watch::ask()
{
  ++iterations_;
  return is_over();
}

double solve_watch::seconds() const
{
  return std::chrono::duration<double>(clock::now() - start_).count();
}

std::int64_t solve_watch::iterations() const
{
  return iterations_;
}

std::int64_t solve_watch::motions() const
{
  const motion_counts counts = counts_of(*information_);
  return counts.valid + counts.invalid - motions_before_; // modulo 2^32, as the counters
}

ep_ompl_end solve_watch::ended_by() const
{
  return ended_;
}

} // namespace ep_shim
