/// @file bench_own.h
/// Edgeproof among the methods that are measured.
#ifndef BENCH_OWN_H
#define BENCH_OWN_H

#include "bench_measure.h"

/// A checker of its own for each, so that none learns from what another was asked.
typedef struct bench_own
{
  ep_checker* checker;
  ep_check_options options;
} bench_own;

/// With the usual options but method, mode and switches of that method.
ep_status bench_own_begin(bench_own* own, const ep_world* world, ep_method method, ep_mode mode,
                          uint32_t switches, ep_error* error);
/// The same around a checker, which it takes over.
void bench_own_take(bench_own* own, ep_checker* checker, ep_method method, ep_mode mode,
                    uint32_t switches);
void bench_own_end(bench_own* own);

bench_method bench_own_method(bench_own* own, const char* name);

#endif
