/// @file bench_stats.c
#include "bench_stats.h"

#include <math.h>
#include <stdlib.h>

static int by_size(const void* a, const void* b)
{
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

bench_summary bench_summarize(double* values, int64_t count)
{
  bench_summary s = {.mean = NAN, .median = NAN, .p99 = NAN, .worst = NAN, .tail = NAN};
  if (count <= 0)
  {
    return s;
  }
  qsort(values, (size_t)count, sizeof *values, by_size);
  double tail = 0.0;
  for (int64_t i = 0; i < count; ++i)
  {
    s.total += values[i];
    tail += i >= count - (count + 19) / 20 ? values[i] : 0.0;
  }
  s.count = count;
  s.mean = s.total / (double)count;
  s.median = 0.5 * (values[(count - 1) / 2] + values[count / 2]);
  s.p99 = values[(99 * count + 99) / 100 - 1];
  s.worst = values[count - 1];
  s.tail = tail / s.total;
  return s;
}

bench_fit bench_fit_power(const double* x, const double* y, int32_t count)
{
  double n = 0.0, mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0;
  for (int32_t i = 0; i < count; ++i)
  {
    if (x[i] > 0.0 && y[i] > 0.0 && isfinite(x[i]) && isfinite(y[i]))
    {
      n += 1.0;
      // Welford's sums: nothing large is subtracted from something large.
      const double dx = log(x[i]) - mean_x;
      mean_x += dx / n;
      mean_y += (log(y[i]) - mean_y) / n;
      xx += dx * (log(x[i]) - mean_x);
      xy += dx * (log(y[i]) - mean_y);
    }
  }
  const double slope = xx > 0.0 ? xy / xx : (double)NAN;
  return (bench_fit){.slope = slope, .at_1 = exp(mean_y - slope * mean_x)};
}
