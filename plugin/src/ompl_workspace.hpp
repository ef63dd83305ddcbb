/// @file ompl_workspace.hpp
/// What one question needs while it is asked, lent without a lock.
#ifndef EDGEPROOF_OMPL_WORKSPACE_HPP
#define EDGEPROOF_OMPL_WORKSPACE_HPP

#include <ompl/base/StateSpace.h>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace edgeproof
{

/// Two configurations, and a state of the space.
struct Workspace
{
  Workspace(const ompl::base::StateSpacePtr& of, std::size_t size)
      : space(of), state(of->allocState()), q0(size), q1(size)
  {
  }
  ~Workspace()
  {
    space->freeState(state);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  ompl::base::StateSpacePtr space;
  ompl::base::State* state;
  std::vector<double> q0;
  std::vector<double> q1;
};

/// Keeps the workspaces that nobody uses. One is made when none is found, and stays if there is
/// room, so that as many questions at once as there were before allocate nothing.
class WorkspacePool
{
public:
  WorkspacePool(ompl::base::StateSpacePtr space, std::size_t size)
      : space_(std::move(space)), size_(size)
  {
    for (auto& slot : slots_)
    {
      slot.store(nullptr, std::memory_order_relaxed);
    }
  }
  ~WorkspacePool()
  {
    for (auto& slot : slots_)
    {
      delete slot.load(std::memory_order_acquire);
    }
  }
  WorkspacePool(const WorkspacePool&) = delete;
  WorkspacePool& operator=(const WorkspacePool&) = delete;

  /// A workspace of the pool, until the end of its life.
  class Loan
  {
  public:
    explicit Loan(WorkspacePool& pool) : pool_(pool), workspace_(pool.take())
    {
    }
    ~Loan()
    {
      pool_.give(std::move(workspace_));
    }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    Workspace* operator->() const
    {
      return workspace_.get();
    }

  private:
    WorkspacePool& pool_;
    std::unique_ptr<Workspace> workspace_;
  };

private:
  static constexpr std::size_t slot_count = 64;

  /// Threads begin to look at different places, so that they seldom meet.
  static std::size_t first()
  {
    return std::hash<std::thread::id>()(std::this_thread::get_id()) % slot_count;
  }

  std::unique_ptr<Workspace> take()
  {
    for (std::size_t i = 0, at = first(); i < slot_count; ++i, at = (at + 1) % slot_count)
    {
      if (slots_[at].load(std::memory_order_relaxed) != nullptr)
      {
        Workspace* found = slots_[at].exchange(nullptr, std::memory_order_acquire);
        if (found != nullptr)
        {
          return std::unique_ptr<Workspace>(found);
        }
      }
    }
    return std::make_unique<Workspace>(space_, size_);
  }

  void give(std::unique_ptr<Workspace> workspace)
  {
    for (std::size_t i = 0, at = first(); i < slot_count; ++i, at = (at + 1) % slot_count)
    {
      Workspace* none = nullptr;
      if (slots_[at].compare_exchange_strong(none, workspace.get(), std::memory_order_release,
                                             std::memory_order_relaxed))
      {
        workspace.release();
        return;
      }
    }
  }

  ompl::base::StateSpacePtr space_;
  std::size_t size_;
  std::array<std::atomic<Workspace*>, slot_count> slots_;
};

} // namespace edgeproof

#endif
