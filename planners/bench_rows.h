/// @file bench_rows.h
/// Raw results: one row for each edge, method and sweep; as CSV, and summed up.
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "bench_stats.h"

#include "edgeproof/checker.h"
#include "edgeproof/envs/edges.h"

typedef struct bench_row
{
  int32_t set;    ///< bench_rows_name()
  int32_t method; ///< bench_rows_name()
  int32_t edge;
  int32_t sweep;
  ep_edge_label label; ///< what is true, as far as it is known
  ep_verdict verdict;  ///< what the method says
  double microseconds;
  ep_statistics work; ///< all zero for a method that does not count
} bench_row;

typedef struct bench_rows
{
  bench_row* rows;
  int64_t count;
  int64_t room;
  char** names;
  int32_t name_count;
} bench_rows;

/// The number of the name of a set or a method, the same for the same text. No memory ends the
/// program, here and below: a benchmark has nothing to lose.
int32_t bench_rows_name(bench_rows* rows, const char* name);
void bench_rows_add(bench_rows* rows, const bench_row* row);
void bench_rows_clear(bench_rows* rows);

#define BENCH_ANY (-1)

/// Which rows.
typedef struct bench_filter
{
  int32_t set;    ///< or BENCH_ANY
  int32_t method; ///< or BENCH_ANY
  int32_t label;  ///< ep_edge_label or BENCH_ANY
  int32_t edges;  ///< the first so many of the set, or BENCH_ANY
} bench_filter;

/// Microseconds of a check, every row a value.
bench_summary bench_rows_time(const bench_rows* rows, const bench_filter* filter);

typedef struct bench_tally
{
  int64_t rows;
  int32_t edges;      ///< of the first sweep, as all below
  int32_t missed;     ///< said free, labelled colliding
  int32_t false_hits; ///< said colliding, labelled free
  int32_t undecided;
  ep_statistics work; ///< the sum over the first sweep
} bench_tally;

bench_tally bench_rows_tally(const bench_rows* rows, const bench_filter* filter);

/// Whether there are rows of a set.
bool bench_rows_has_set(const bench_rows* rows, int32_t set);

/// Writes all rows: set,edge,label,method,verdict,items,pairs,pairs_after_spatial,
/// pairs_after_temporal,microseconds; the last is a number for each sweep, with spaces between.
/// Sorts the rows. The file is there complete or not at all.
ep_status bench_rows_csv(bench_rows* rows, const char* path, ep_error* error);

/// Writes those of a set, a line an edge: edge,label, and for each method of the set, in the order
/// of their numbers, what it said in the first sweep, the items it counted, and the microseconds of
/// each sweep, with spaces between; nothing where it was not asked.
ep_status bench_rows_wide_csv(bench_rows* rows, int32_t set, const char* path, ep_error* error);

#endif
