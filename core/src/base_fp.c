/// @file base_fp.c
#include "base_fp.h"
#include "edgeproof/base.h"

#include <stdbool.h>

#if defined(__SSE2__)

#include <xmmintrin.h>

/// Bits of MXCSR: subnormal inputs read as zero (6), rounding mode (13, 14), results flushed (15).
#define MXCSR_FORBIDDEN 0xE040U

static bool environment_is_default(void)
{
  return (_mm_getcsr() & MXCSR_FORBIDDEN) == 0;
}

#else

/// Asks the arithmetic itself: 1 + u ties to even, 1 - u/2 too, and halving the smallest normal
/// number and doubling it again loses nothing.
static bool environment_is_default(void)
{
  const volatile double one = 1.0;
  const volatile double u = EP_U;
  const volatile double smallest = DBL_MIN;
  const volatile double half = smallest * 0.5;
  const bool rounds_to_nearest =
      one + u == one && one + 3.0 * u == one + 4.0 * u && -one - u == -one && one - 0.5 * u == one;
  return rounds_to_nearest && half != 0.0 && half * 2.0 == smallest;
}

#endif

ep_status ep_fp_environment_check(void)
{
  return environment_is_default() ? EP_OK : EP_ERROR_FP_ENVIRONMENT;
}
