/// @file bench.h
/// What the benchmarks share: options, where results go, and the list of them.
#ifndef BENCH_H
#define BENCH_H

#include "bench_rows.h"

#include "table.h"

#include <stdio.h>

typedef struct bench_options
{
  const char* out;    ///< folder of the report
  const char* scenes; ///< folder of the generated scenes
  const char* data;   ///< folder of the shared data, which need not be there
  const char* stored; ///< guard: the file with the stored counts
  bool quick;         ///< a few edges of everything: to see that it works, not to measure
  bool quiet;
  bool update;     ///< guard: store what was counted
  int64_t sweeps;  ///< how often everything is measured
  int64_t edges;   ///< of a random set
  int64_t seeds;   ///< plan: runs of each planner
  int64_t seconds; ///< a slow method gets no more edges of a set after so long
  int64_t threads; ///< scale: the most
} bench_options;

/// How far a part is, to tell what time it still needs.
typedef struct bench_pace
{
  double begin; ///< program_now()
  double told;  ///< when something was shown
  int32_t steps;
  int32_t step; ///< the one that is being worked at
} bench_pace;

/// A part that is being measured. Its rows are in OUT/NAME.csv, its plots in OUT/NAME_*.svg.
typedef struct bench
{
  const bench_options* options;
  FILE* report;  ///< Markdown: everything
  FILE* summary; ///< Markdown: what stands at the begin of the part's page, and in the whole report
  bench_pace* pace;
} bench;

/// @name The parts. Each writes its section, its rows and its plots.
/// @{
ep_status bench_peers(bench* b, ep_error* error);
ep_status bench_scale(bench* b, ep_error* error);
ep_status bench_paper(bench* b, ep_error* error);
ep_status bench_plan(bench* b, ep_error* error);
ep_status bench_ablate(bench* b, ep_error* error);
/// Only the labels that bench_peers() needs, which are kept: no time is measured.
ep_status bench_labels(bench* b, ep_error* error);
/// @}

/// In --quick the one, else the other.
int32_t bench_pick(const bench* b, int32_t full, int32_t quick);

/// OUT/name, valid until the next call but three.
const char* bench_path(const bench* b, const char* name);

/// Writes OUT/name.csv.
ep_status bench_save_rows(const bench* b, bench_rows* rows, const char* name, ep_error* error);

/// Writes a file a set, OUT/name_SET.csv, with a line an edge (bench_rows_wide_csv()).
ep_status bench_save_sets(const bench* b, bench_rows* rows, const char* name, ep_error* error);

/// A part has so many steps, which take about equally long; bench_next() ends one.
void bench_begin(const bench* b, int32_t steps);
void bench_next(const bench* b);

/// What is being done, `share` of this step, and what time the part still needs: on a terminal one
/// line that is overwritten, elsewhere a line now and then. Text NULL wipes it.
void bench_progress(const bench* b, const char* text, double share);

/// EP_OK, or an error once Ctrl-C was pressed. Asked between edges and between runs.
ep_status bench_go_on(ep_error* error);

/// Adds a row to a table "goal|>wanted|>measured|which is|on": met, or by how much it is missed.
void bench_goal(table* t, const char* what, double wanted, double measured, bool at_most,
                const char* on);

/// Adds a cell with that many digits behind the point, or a dash for what is not a number.
void bench_cell(table* t, double value, int digits);

/// The headings of what bench_summary_cells() adds.
#define BENCH_SUMMARY_HEADING "|>mean us|>median|>p99|>total ms"

/// Adds the number of edges, then mean, median, p99, and the total of one sweep.
void bench_summary_cells(table* t, const bench_summary* s, int64_t count);

/// Fills an error: status and a message as printf makes it. Returns the status.
ep_status bench_refuse(ep_error* error, ep_status status, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
