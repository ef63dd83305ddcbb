/// @file ompl_watch.hpp
/// What ends a solve: limits, the caller's stop function, cancel.
#ifndef EP_SHIM_OMPL_WATCH_HPP
#define EP_SHIM_OMPL_WATCH_HPP

#include "edgeproof/shim/ompl_planner.h"

#include <ompl/base/SpaceInformation.h>

#include <atomic>
#include <chrono>

namespace ep_shim
{

/// One for each planner. begin() and end() by the thread that solves, all else by any thread.
class solve_watch
{
public:
  void begin(const ep_ompl_limits& limits, const ompl::base::SpaceInformation* information);
  /// Forgets a cancel.
  void end();
  void cancel();

  /// The planner asks whether to stop.
  bool ask();
  /// The same for others: it does not count.
  bool is_over();

  /// True from begin() to end().
  bool is_solving() const;

  double seconds() const;
  std::int64_t iterations() const;
  std::int64_t motions() const;
  ep_ompl_end ended_by() const;

private:
  ep_ompl_end reason() const;

  using clock = std::chrono::steady_clock;
  ep_ompl_limits limits_{};
  const ompl::base::SpaceInformation* information_ = nullptr;
  std::uint32_t motions_before_ = 0;
  clock::time_point start_;
  std::atomic<bool> solving_{false};
  std::atomic<bool> cancelled_{false};
  std::atomic<std::int64_t> iterations_{0};
  std::atomic<ep_ompl_end> ended_{EP_OMPL_END_PLANNER}; ///< stays once it is set
};

} // namespace ep_shim

#endif
