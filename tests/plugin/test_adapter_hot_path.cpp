/// @file test_adapter_hot_path.cpp
/// What a question does once each thread has had its turn: it takes no lock and allocates nothing.
/// Locks are counted in the place of the C library's, memory in those of the C library and of C++;
/// so there is no such test under a sanitizer, which wants these places itself.
#include "adapter_yard.hpp"

#include <ompl/base/ScopedState.h>

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>

#include "ep_test.h"

namespace ob = ompl::base;

namespace
{

thread_local bool watched = false; ///< what this thread does now is counted
std::atomic<int64_t> locks{0};
std::atomic<int64_t> allocations{0};

void* counted(void* block)
{
  allocations += watched ? 1 : 0;
  return block;
}

} // namespace

extern "C"
{
  void* __real_malloc(std::size_t size);
  void* __real_calloc(std::size_t count, std::size_t size);
  void* __real_realloc(void* block, std::size_t size);
  void* __wrap_malloc(std::size_t size);
  void* __wrap_calloc(std::size_t count, std::size_t size);
  void* __wrap_realloc(void* block, std::size_t size);

  void* __wrap_malloc(std::size_t size)
  {
    return counted(__real_malloc(size));
  }
  void* __wrap_calloc(std::size_t count, std::size_t size)
  {
    return counted(__real_calloc(count, size));
  }
  void* __wrap_realloc(void* block, std::size_t size)
  {
    return counted(__real_realloc(block, size));
  }

  /// The shared libraries find this one before the C library's.
  int pthread_mutex_lock(pthread_mutex_t* mutex)
  {
    using Lock = int (*)(pthread_mutex_t*);
    static std::atomic<Lock> next{nullptr};
    Lock lock = next.load();
    if (lock == nullptr)
    {
      lock = reinterpret_cast<Lock>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
      next.store(lock);
    }
    locks += watched ? 1 : 0;
    return lock(mutex);
  }
}

void* operator new(std::size_t size)
{
  void* block = std::malloc(size > 0 ? size : 1);
  if (block == nullptr)
  {
    throw std::bad_alloc();
  }
  return block;
}

void operator delete(void* block) noexcept
{
  std::free(block);
}

void operator delete(void* block, std::size_t) noexcept
{
  std::free(block);
}

namespace
{

constexpr int thread_count = 3;
constexpr int edge_count = 200;

/// Motions on the table, and what answers about them.
struct Questions
{
  explicit Questions(const ob::SpaceInformationPtr& of) : si(of)
  {
    const auto sampler = si->allocStateSampler();
    for (int i = 0; i < 2 * edge_count; ++i)
    {
      states.emplace_back(si);
      sampler->sampleUniform(states.back().get());
    }
  }

  /// Every kind of question about each of them. Gives a sum of the answers.
  double ask(ob::State* scratch) const
  {
    double sum = 0.0;
    for (int i = 0; i < edge_count; ++i)
    {
      const ob::State* s1 = states[static_cast<std::size_t>(2 * i)].get();
      const ob::State* s2 = states[static_cast<std::size_t>(2 * i + 1)].get();
      std::pair<ob::State*, double> last(scratch, 0.0);
      sum += si->isValid(s1) + si->checkMotion(s1, s2) + si->checkMotion(s1, s2, last);
      sum += si->getStateValidityChecker()->clearance(s2);
    }
    return sum;
  }

  ob::SpaceInformationPtr si;
  std::vector<ob::ScopedState<>> states;
};

/// Threads that ask everything, first with a condition that holds each of them up in its first
/// check until all are in one, so that there is a checker for each; then watched.
void ask_on_threads(const Questions& questions, const edgeproof::Validation& validation)
{
  std::atomic<int> arrived{0};
  std::atomic<int> warm{0};
  const ob::PlannerTerminationCondition together(
      [&]
      {
        thread_local bool has_been_here = false;
        arrived += has_been_here ? 0 : 1;
        has_been_here = true;
        while (arrived < thread_count)
        {
          std::this_thread::yield();
        }
        return false;
      });
  validation.setTermination(together);
  const auto run = [&]
  {
    ob::ScopedState<> scratch(questions.si);
    const double first = questions.ask(scratch.get());
    ++warm;
    while (warm < thread_count)
    {
      std::this_thread::yield();
    }
    watched = true;
    const double second = questions.ask(scratch.get());
    watched = false;
    ck_assert(first > 0.0 && first == second);
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < thread_count; ++i)
  {
    threads.emplace_back(run);
  }
  for (std::thread& thread : threads)
  {
    thread.join();
  }
  validation.clearTermination();
}

} // namespace

EP_TEST(works_adapter_without_locks_and_memory)
{
  seed_ompl();
  const Yard yard(table_joints(), thin_fences());
  const auto validation = yard.validate(table_space());
  const Questions questions(plug_in(validation));
  ask_on_threads(questions, *validation);
  std::printf("%lld locks, %lld allocations\n", (long long)locks, (long long)allocations);
  ck_assert_int_eq(validation->statistics().checkers, thread_count);
  ck_assert_int_eq(locks, 0);
  ck_assert_int_eq(allocations, 0);
  // The counting itself is seen: making a checker does both.
  watched = true;
  const auto another = yard.validate(table_space());
  another->setTermination(ob::plannerNonTerminatingCondition());
  watched = false;
  ck_assert(locks > 0 && allocations > 0);
}
