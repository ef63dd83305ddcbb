/// @file base_fp.h
/// The floating-point arithmetic that the proofs assume, checked when compiling.
/// Every source of core includes this, directly or through another header.
#ifndef EP_BASE_FP_H
#define EP_BASE_FP_H

#include <assert.h>
#include <float.h>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||     \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Edgeproof's proofs need IEEE arithmetic: do not compile it with -ffast-math or its parts"
#endif
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0
#error "Edgeproof's proofs need every operation rounded to its own type (SSE2, not x87)"
#endif
#if DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024
#error "Edgeproof's proofs need IEEE binary64 doubles"
#endif

/// The inequality of a claim, checked where asserts are on.
#define EP_ASSERT(condition) assert(condition)

/// Unit roundoff: a rounded sum, difference, product, quotient or square root r of the exact x
/// has |r - x| <= EP_U |r| + EP_TINY, overflow excepted.
#define EP_U 0x1p-53
/// At least every error that underflow can make in one operation; normal, so that adding it costs
/// no subnormal arithmetic.
#define EP_TINY DBL_MIN

#endif
