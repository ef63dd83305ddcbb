/// @file memory_tools.h
/// Calls whose memory runs out, wherever in them that happens.
#ifndef EP_TEST_MEMORY_TOOLS_H
#define EP_TEST_MEMORY_TOOLS_H

#include "ep_test.h"

#include "failing_new.h"

#include "edgeproof/shim/status.h"

/// One call, into which failures are put. It must leave nothing behind when it fails.
typedef ep_shim_result (*call)(void* user, ep_shim_error* told);

/// Lets the call fail at its first allocation, its second, and so on (further apart later on) until
/// it gets through. Returns how often it failed.
static inline int expect_memory_results(call one, void* user)
{
  int failures = 0;
  for (long count = 0; count < 10000000; count += 1 + count / 16)
  {
    ep_shim_error told;
    failing_new_after(count);
    const ep_shim_result result = one(user, &told);
    failing_new_after(-1);
    ck_assert_int_eq(result, told.result);
    if (result == EP_SHIM_OK)
    {
      return failures;
    }
    ck_assert_msg(result == EP_SHIM_MEMORY, "allocation %ld: %d %s", count, (int)result,
                  told.message);
    ck_assert_str_eq(told.message, "no memory");
    failures++;
  }
  ck_abort_msg("never got through");
}

#endif
