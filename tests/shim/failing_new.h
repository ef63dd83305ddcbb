/// @file failing_new.h
/// Makes operator new fail, in the thread that asks.
#ifndef EP_TEST_FAILING_NEW_H
#define EP_TEST_FAILING_NEW_H

#ifdef __cplusplus
extern "C"
{
#endif

  /// The next `count` allocations succeed, all after them fail. -1: none fails.
  void failing_new_after(long count);
  /// How many may still succeed.
  long failing_new_left(void);

#ifdef __cplusplus
}
#endif

#endif
