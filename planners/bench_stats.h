/// @file bench_stats.h
/// The statistics of the benchmarks. Nothing here leaves out a value.
#ifndef BENCH_STATS_H
#define BENCH_STATS_H

#include <stdint.h>

/// All of them NaN, but count and total 0, where there are no values.
typedef struct bench_summary
{
  int64_t count;
  double mean;
  double median; ///< of an even number: the mean of the two in the middle
  double p99;    ///< the least value that at least 99 % of all do not exceed
  double worst;
  double total;
  double tail; ///< the share that the largest twentieth has of the total
} bench_summary;

/// Sorts `values`.
bench_summary bench_summarize(double* values, int64_t count);

typedef struct bench_fit
{
  double slope; ///< b of y = a x^b; NaN where there are not two different x
  double at_1;  ///< a
} bench_fit;

/// The straight line through (log x, log y) with the least squares. Points of which x or y is not
/// positive and finite are left out.
bench_fit bench_fit_power(const double* x, const double* y, int32_t count);

#endif
