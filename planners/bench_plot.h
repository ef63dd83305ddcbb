/// @file bench_plot.h
/// Plots as SVG, drawn by gnuplot, which is started without a shell and fed by a pipe.
#ifndef BENCH_PLOT_H
#define BENCH_PLOT_H

#include "edgeproof/base.h"

#include <stdbool.h>

#define BENCH_SERIES_MAX 12
#define BENCH_POINTS_MAX 64

typedef struct bench_series
{
  const char* name;
  double x[BENCH_POINTS_MAX];
  double y[BENCH_POINTS_MAX];
  int32_t count;
  double fit_slope; ///< a line a x^b is drawn beside the points where this is not NaN
  double fit_at_1;
} bench_series;

/// Lines with points. Where `bars`, each series is one bar at each of the places that `ticks`
/// names.
typedef struct bench_plot
{
  const char* title;
  const char* x_label;
  const char* y_label;
  bool log_x;
  bool log_y;
  bool show_values;         ///< bars: what they stand for, above them
  double y_line;            ///< bars: where a line is drawn across; 0: none
  double y_from;            ///< where the axis begins; 0: below the least value
  const char* const* ticks; ///< bars: what stands below them
  int32_t tick_count;       ///< 0: lines
  bench_series series[BENCH_SERIES_MAX];
  int32_t series_count;
} bench_plot;

/// Adds a series, which the caller fills. Beyond BENCH_SERIES_MAX the last one is used again.
bench_series* bench_plot_add(bench_plot* plot, const char* name);
/// Adds a point; beyond BENCH_POINTS_MAX it is dropped, as is one that is not finite.
void bench_series_add(bench_series* series, double x, double y);

/// Writes the plot to `path`, whole or not at all. If gnuplot cannot be started or fails, the
/// message says so and names the package.
ep_status bench_plot_draw(const bench_plot* plot, const char* path, ep_error* error);

/// EP_OK if gnuplot can be started; else the message that bench_plot_draw() would give.
ep_status bench_plot_look(ep_error* error);

/// "gnuplot 5.4 patchlevel 4", or what is wrong with it.
void bench_plot_version(char* text, size_t size);

#endif
