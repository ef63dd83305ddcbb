/// @file failing_new.cpp
/// operator new that fails when it is told to, for C programs that test what becomes of bad_alloc.
#include "failing_new.h"

#include <cstdlib>
#include <new>

static thread_local long left = -1;

void failing_new_after(long count)
{
  left = count;
}

long failing_new_left(void)
{
  return left;
}

void* operator new(std::size_t size)
{
  if (left == 0)
  {
    throw std::bad_alloc();
  }
  left -= left > 0;
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

#ifdef __SANITIZE_ADDRESS__
/// What the libraries lose when an allocation fails is theirs.
extern "C" const char* __lsan_default_suppressions(void)
{
  return "leak:libompl\nleak:ompl::\n";
}
#endif
