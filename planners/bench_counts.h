/// @file bench_counts.h
/// Counts of instructions, function by function: from callgrind's files, and as the guard stores
/// them.
#ifndef BENCH_COUNTS_H
#define BENCH_COUNTS_H

#include "edgeproof/base.h"

#include <stdio.h>

typedef struct bench_count
{
  char work[48];     ///< what was done
  char function[96]; ///< "" for all of it
  int64_t instructions;
} bench_count;

typedef struct bench_counts
{
  char compiler[96]; ///< whose code was counted
  bench_count* rows;
  int32_t count;
  int32_t room;
} bench_counts;

void bench_counts_clear(bench_counts* counts);

/// The row, made with 0 instructions if there is none; NULL without memory.
bench_count* bench_counts_row(bench_counts* counts, const char* work, const char* function);
/// 0 if there is none.
int64_t bench_counts_find(const bench_counts* counts, const char* work, const char* function);

/// Adds what a file of callgrind says to the rows of `work`: one a function, what it does itself,
/// and one for all together. Needs a file written without compressed names.
ep_status bench_counts_read_callgrind(bench_counts* counts, const char* path, const char* work,
                                      ep_error* error);

/// Of each work all together, and the functions that do at least a hundredth of it.
ep_status bench_counts_store(const bench_counts* counts, const char* path, ep_error* error);
ep_status bench_counts_load(bench_counts* counts, const char* path, ep_error* error);

/// The function of a work whose count grew most since `before`, "" if none grew.
const char* bench_counts_grown(const bench_counts* before, const bench_counts* now,
                               const char* work, int64_t* by);

#endif
