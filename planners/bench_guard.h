/// @file bench_guard.h
/// edgeproof bench guard: how many instructions a fixed small set of checks takes, against what is
/// stored. Times of a busy machine tell nothing about 5 %; counts do.
#ifndef BENCH_GUARD_H
#define BENCH_GUARD_H

#include "bench.h"

/// The exit status of a guard that cannot tell: another compiler than that of the stored counts, or
/// no valgrind. ctest shows the test as skipped.
#define BENCH_GUARD_SKIPPED 77

/// Counts, by callgrind, and compares with options->stored, or stores. Prints what it finds.
/// Returns an exit status: PROGRAM_BAD if a count is more than 5 % above the stored one.
int bench_guard(const bench_options* options);

/// What is counted, run by valgrind in a process of its own. Returns an exit status.
int bench_guard_work_all(void);

#endif
