/// @file test_bench_stats.c
/// The statistics of the benchmarks, on values whose answers are known otherwise.
#define _POSIX_C_SOURCE 200809L // mkstemp, setenv
#include "bench_counts.h"
#include "bench_plot.h"
#include "bench_process.h"
#include "bench_rows.h"
#include "ep_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NEAR(a, b) ck_assert_msg(fabs((a) - (b)) < 1e-9, "%.17g is not %.17g", (a), (b))

/// 1, 2, ... count in a random order.
static void shuffle(double* values, int32_t count, ep_rng* rng)
{
  for (int32_t i = 0; i < count; ++i)
  {
    const int32_t at = (int32_t)ep_rng_int(rng, 0, i);
    values[i] = values[at];
    values[at] = i + 1;
  }
}

EP_TEST(works_bench_summary_of_known_values)
{
  double values[1000];
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int32_t count = 1; count <= 1000; ++count)
  {
    shuffle(values, count, &rng);
    const bench_summary s = bench_summarize(values, count);
    ck_assert_int_eq(s.count, count);
    NEAR(s.mean, 0.5 * (count + 1));
    NEAR(s.median, 0.5 * (count + 1));
    NEAR(s.total, 0.5 * count * (count + 1.0));
    NEAR(s.worst, (double)count);
    NEAR(s.p99, ceil(0.99 * count - 1e-9));
    const double top = ceil(count / 20.0 - 1e-9);
    NEAR(s.tail * s.total, 0.5 * top * (2.0 * count + 1.0 - top));
  }
  const bench_summary none = bench_summarize(values, 0);
  ck_assert(none.count == 0 && none.total == 0.0 && isnan(none.mean) && isnan(none.median) &&
            isnan(none.p99) && isnan(none.worst) && isnan(none.tail));
}

EP_TEST(works_bench_fit_finds_the_power)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t trial = 0, n = ep_test_trials(1000); trial < n; ++trial)
  {
    const double slope = ep_rng_uniform(&rng, -3.0, 3.0),
                 factor = ep_rng_uniform(&rng, 0.01, 100.0);
    double x[20], y[20];
    for (int i = 0; i < 20; ++i)
    {
      x[i] = pow(10.0, ep_rng_uniform(&rng, -3.0, 7.0));
      y[i] = factor * pow(x[i], slope);
    }
    // What has no logarithm does not count.
    x[7] = 0.0;
    y[8] = -1.0;
    y[9] = (double)INFINITY;
    y[10] = (double)NAN;
    const bench_fit fit = bench_fit_power(x, y, 20);
    ck_assert_double_eq_tol(fit.slope, slope, 1e-9);
    ck_assert_double_eq_tol(fit.at_1 / factor, 1.0, 1e-8);
  }
}

/// Three points of which one is off: the slope by the normal equations, by hand.
EP_TEST(works_bench_fit_of_points_that_are_off)
{
  const double x[3] = {1.0, 10.0, 100.0}, y[3] = {1.0, 100.0, 100.0};
  const bench_fit fit = bench_fit_power(x, y, 3);
  NEAR(fit.slope, 1.0);
  NEAR(log10(fit.at_1), 1.0 / 3.0);
  const double same[2] = {5.0, 5.0};
  ck_assert(isnan(bench_fit_power(same, y, 2).slope));
  ck_assert(isnan(bench_fit_power(x, y, 1).slope));
}

static void add(bench_rows* rows, const char* set, const char* method, int32_t edge, int32_t sweep,
                ep_edge_label label, ep_verdict verdict, double us)
{
  const bench_row row = {.set = bench_rows_name(rows, set),
                         .method = bench_rows_name(rows, method),
                         .edge = edge,
                         .sweep = sweep,
                         .label = label,
                         .verdict = verdict,
                         .microseconds = us,
                         .work = {.pairs = 10, .items = 1}};
  bench_rows_add(rows, &row);
}

EP_TEST(works_bench_rows_are_filtered_and_counted)
{
  bench_rows rows = {0};
  for (int32_t sweep = 0; sweep < 2; ++sweep)
  {
    add(&rows, "a", "us", 0, sweep, EP_LABEL_FREE, EP_FREE, 1.0);
    add(&rows, "a", "us", 1, sweep, EP_LABEL_COLLIDING, EP_COLLIDING, 3.0);
    add(&rows, "a", "they", 0, sweep, EP_LABEL_FREE, EP_COLLIDING, 10.0);
    add(&rows, "a", "they", 1, sweep, EP_LABEL_COLLIDING, EP_FREE, 30.0);
    add(&rows, "b", "they", 0, sweep, EP_LABEL_FREE, EP_UNDECIDED, 100.0);
  }
  const int32_t a = bench_rows_name(&rows, "a"), they = bench_rows_name(&rows, "they");
  bench_filter filter = {a, they, BENCH_ANY, BENCH_ANY};
  bench_tally tally = bench_rows_tally(&rows, &filter);
  ck_assert(tally.rows == 4 && tally.edges == 2 && tally.missed == 1 && tally.false_hits == 1 &&
            tally.undecided == 0 && tally.work.pairs == 20 && tally.work.items == 2);
  NEAR(bench_rows_time(&rows, &filter).mean, 20.0);
  filter.edges = 1;
  NEAR(bench_rows_time(&rows, &filter).total, 20.0);
  filter = (bench_filter){BENCH_ANY, they, EP_LABEL_FREE, BENCH_ANY};
  NEAR(bench_rows_time(&rows, &filter).mean, 55.0);
  tally = bench_rows_tally(&rows, &filter);
  ck_assert(tally.undecided == 1 && tally.missed == 0 && tally.false_hits == 1);
  filter = (bench_filter){a, bench_rows_name(&rows, "us"), BENCH_ANY, BENCH_ANY};
  tally = bench_rows_tally(&rows, &filter);
  ck_assert(tally.missed == 0 && tally.false_hits == 0);
  ck_assert(isnan(bench_rows_time(&rows, &(bench_filter){99, 99, 0, 0}).mean));
  bench_rows_clear(&rows);
}

/// @name Counts
/// @{

/// Writes a file beside the test and returns its name.
static const char* write_file(const char* text)
{
  static char path[] = "/tmp/edgeproof-test-XXXXXX";
  memcpy(path + sizeof path - 7, "XXXXXX", 6);
  const int file = mkstemp(path);
  ck_assert_int_ge(file, 0);
  ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
  close(file);
  return path;
}

EP_TEST(works_bench_counts_of_callgrind)
{
  const char* path = write_file("version: 1\npositions: line\nevents: Ir\n\nfl=a.c\nfn=first\n"
                                "12 100\n13 20\ncfn=second\ncalls=3 40\n14 5000\n15 1\n\n"
                                "fn=second\n40 4000\n\nfn=first\n+1 9\ntotals: 4130\n");
  ep_error error;
  bench_counts counts = {.compiler = "gcc 1"}, again = {0};
  ck_assert_msg(bench_counts_read_callgrind(&counts, path, "work", &error) == EP_OK, "%s",
                error.message);
  ck_assert_int_eq(bench_counts_find(&counts, "work", "first"), 130);
  ck_assert_int_eq(bench_counts_find(&counts, "work", "second"), 4000);
  ck_assert_int_eq(bench_counts_find(&counts, "work", ""), 4130);
  ck_assert_int_eq(bench_counts_find(&counts, "play", ""), 0);
  ck_assert_int_eq(bench_counts_store(&counts, path, &error), EP_OK);
  ck_assert_int_eq(bench_counts_load(&again, path, &error), EP_OK);
  ck_assert_str_eq(again.compiler, "gcc 1");
  ck_assert_int_eq(bench_counts_find(&again, "work", ""), 4130);
  ck_assert_int_eq(bench_counts_find(&again, "work", "first"), 130);
  bench_counts_row(&counts, "work", "first")->instructions += 50;
  bench_counts_row(&counts, "work", "third")->instructions += 40;
  bench_counts_row(&counts, "work", "")->instructions += 90;
  int64_t by;
  ck_assert_str_eq(bench_counts_grown(&again, &counts, "work", &by), "first");
  ck_assert_int_eq(by, 50);
  bench_counts_clear(&counts);
  bench_counts_clear(&again);
  remove(path);
}

EP_TEST(robust_bench_counts_without_counts)
{
  ep_error error;
  bench_counts counts = {0};
  ck_assert_int_ne(bench_counts_load(&counts, "/nowhere/guard.csv", &error), EP_OK);
  ck_assert_ptr_nonnull(strstr(error.message, "/nowhere/guard.csv"));
  const char* path = write_file("fn=first\nbut no numbers\n");
  ck_assert_int_ne(bench_counts_read_callgrind(&counts, path, "work", &error), EP_OK);
  ck_assert_ptr_nonnull(strstr(error.message, path));
  ck_assert_int_ne(bench_counts_load(&counts, path, &error), EP_OK);
  ck_assert_ptr_nonnull(strstr(error.message, ":1:"));
  bench_counts_clear(&counts);
  remove(path);
}

/// @}
/// @name Other programs
/// @{

#define LONG_TEXT 1000000

EP_TEST(robust_bench_process_tells_what_went_wrong)
{
  char missing[] = "edgeproof-no-such-program", sh[] = "sh", option[] = "-c",
       fails[] = "echo it is broken >&2; exit 3", copies[] = "cat", says[] = "printf %s \"$EXTRA\"";
  char out[64];
  ep_error error;
  char* const none[] = {missing, NULL};
  ck_assert_int_ne(bench_process_run(none, NULL, NULL, NULL, 0, &error), EP_OK);
  ck_assert_ptr_nonnull(strstr(error.message, missing));
  char* const broken[] = {sh, option, fails, NULL};
  ck_assert_int_ne(bench_process_run(broken, NULL, "not read", NULL, 0, &error), EP_OK);
  ck_assert_ptr_nonnull(strstr(error.message, "it is broken"));
  // More than a pipe holds goes in and comes back; what does not fit is dropped.
  char* text = malloc(LONG_TEXT + 1);
  ck_assert_ptr_nonnull(text);
  memset(text, 'x', LONG_TEXT);
  text[LONG_TEXT] = 0;
  char* const copy[] = {copies, NULL};
  ck_assert_int_eq(bench_process_run(copy, NULL, text, out, sizeof out, &error), EP_OK);
  ck_assert_uint_eq(strlen(out), sizeof out - 1);
  char* back = malloc(LONG_TEXT + 1);
  ck_assert_int_eq(bench_process_run(copy, NULL, text, back, LONG_TEXT + 1, &error), EP_OK);
  ck_assert_str_eq(back, text);
  free(text);
  free(back);
  char* const extra[] = {sh, option, says, NULL};
  ck_assert_int_eq(bench_process_run(extra, "EXTRA=more", NULL, out, sizeof out, &error), EP_OK);
  ck_assert_str_eq(out, "more");
}

EP_TEST(robust_bench_plot_without_gnuplot)
{
  ep_error error;
  bench_plot plot = {.title = "none", .x_label = "x", .y_label = "y"};
  bench_series_add(bench_plot_add(&plot, "s"), 1.0, 1.0);
  ck_assert_int_eq(setenv("PATH", "/nowhere", 1), 0);
  ck_assert_int_ne(bench_plot_draw(&plot, "/tmp/never.svg", &error), EP_OK);
  ck_assert_ptr_nonnull(strstr(error.message, "gnuplot-nox"));
  char version[128];
  bench_plot_version(version, sizeof version);
  ck_assert_ptr_nonnull(strstr(version, "gnuplot"));
}

/// @}
