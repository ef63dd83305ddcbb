/// @file bench_paper_tables.c
/// Tables 1 and 2 of CATCH.
#include "bench_paper.h"

#include "bench_plot.h"
#include "bench_record.h"

#include <math.h>

/// Motions of a planner that a construction row is measured on.
#define RECORDED 600

/// One row of the paper's tables.
typedef struct paper_row
{
  const char* name;
  const char* scene;
  const char* query;    ///< construction: whose load hangs, and between whose ends is planned
  const char* files[2]; ///< motions; none: edges recorded from a lazy planner
  double times[4];      ///< milliseconds: average, free, colliding, worst
  double pairs[3];      ///< before, after spatial, after temporal culling; 0: not printed
} paper_row;

static const paper_row paper_rows[] = {
    {"Walk",
     "mannequin/chess.yaml",
     NULL,
     {"mannequin/walk.path", "mannequin/walk_into.path"},
     {1.22, 0.67, 3.63, 7.64},
     {229, 8.4, 0.11}},
    {"Exercise",
     "mannequin/chess.yaml",
     NULL,
     {"mannequin/exercise.path", NULL},
     {0.38, 0.28, 1.69, 4.54},
     {81, 3.0, 0.086}},
    {"Excavator, Fig. 9(b)",
     "scenes/excavator.yaml",
     "drive",
     {NULL, NULL},
     {780, 150, 820, 3400},
     {0, 0, 0}},
    {"Excavator, Fig. 9(c)",
     "scenes/excavator.yaml",
     "load",
     {NULL, NULL},
     {100, 75, 120, 980},
     {0, 0, 0}},
    {"Tower crane, Fig. 10(b)",
     "scenes/tower-crane.yaml",
     "lift",
     {NULL, NULL},
     {5.66, 1.32, 11.1, 134},
     {0, 0, 0}},
    {"Tower crane, Fig. 10(c)",
     "scenes/tower-crane.yaml",
     "lower",
     {NULL, NULL},
     {15.1, 2.90, 27.3, 211},
     {0, 0, 0}},
    {"Four trains",
     "trains/four.yaml",
     NULL,
     {"trains/wind.path", "trains/crash.path"},
     {535, 454, 2600, 4300},
     {179574, 34.5, 3.3}},
    {"Falling train",
     "trains/mountain.yaml",
     NULL,
     {"trains/fall.path", "trains/impact.path"},
     {274, 259, 294, 1300},
     {137, 18.2, 11.3}},
};

#define ROW_COUNT ((int)(sizeof paper_rows / sizeof paper_rows[0]))

static bool is_planned(const paper_row* row)
{
  return row->files[0] == NULL;
}

static ep_status read_edges(const bench* b, const paper_row* row, const bench_scene* scene,
                            ep_edges* edges, ep_error* error)
{
  if (is_planned(row))
  {
    return bench_record_edges(b, scene, bench_pick(b, RECORDED, 6), edges, error);
  }
  *edges = (ep_edges){0};
  ep_status status = EP_OK;
  for (int i = 0; i < 2 && row->files[i] != NULL && status == EP_OK; ++i)
  {
    status = bench_scene_edges(b, scene, row->files[i], bench_pick(b, 1000, 6), edges, error);
  }
  return status;
}

static ep_status measure_row(const bench* b, const paper_row* row, bench_rows* rows,
                             ep_error* error)
{
  bench_scene scene;
  ep_edges edges = {0};
  bench_own own[2] = {0};
  const ep_mode mode = is_planned(row) ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
  ep_status status = bench_scene_load(b, row->scene, row->query, &scene, error);
  status = status == EP_OK ? read_edges(b, row, &scene, &edges, error) : status;
  status = status == EP_OK ? bench_scene_own(&scene, EP_METHOD_SPACETIME, mode, 0, &own[0], error)
                           : status;
  status =
      status == EP_OK ? bench_scene_own(&scene, EP_METHOD_CATCH, mode, 0, &own[1], error) : status;
  if (status == EP_OK)
  {
    bench_method methods[2] = {bench_own_method(&own[0], "spacetime"),
                               bench_own_method(&own[1], "catch")};
    methods[1].seconds = bench_paper_patience(b);
    const bench_job job = {row->name, &edges, methods, 2, (int32_t)b->options->sweeps};
    status = bench_measure(b, &job, rows, error);
  }
  bench_next(b);
  bench_own_end(&own[0]);
  bench_own_end(&own[1]);
  ep_edges_clear(&edges);
  bench_scene_clear(&scene);
  return status;
}

/// Average, free, colliding and worst of a method on the first edges of a set, in milliseconds.
static void times_of(bench_rows* rows, const char* set, const char* method, int32_t edges,
                     double times[4])
{
  bench_filter filter = {bench_rows_name(rows, set), bench_rows_name(rows, method), BENCH_ANY,
                         edges};
  const bench_summary all = bench_rows_time(rows, &filter);
  times[0] = 1e-3 * all.mean;
  times[3] = 1e-3 * all.worst;
  filter.label = EP_LABEL_FREE;
  times[1] = 1e-3 * bench_rows_time(rows, &filter).mean;
  filter.label = EP_LABEL_COLLIDING;
  times[2] = 1e-3 * bench_rows_time(rows, &filter).mean;
}

static int32_t edges_of(bench_rows* rows, const char* set, const char* method, int32_t label)
{
  const bench_filter filter = {bench_rows_name(rows, set), bench_rows_name(rows, method), label,
                               BENCH_ANY};
  return bench_rows_tally(rows, &filter).edges;
}

static void add_time(table* t, double milliseconds)
{
  if (isfinite(milliseconds))
  {
    table_add(t, milliseconds < 999.5 ? "%.3g" : "%.0f", milliseconds);
  }
  else
  {
    table_add(t, "-");
  }
}

static void print_times(const bench* b, bench_rows* rows)
{
  table t = table_begin("benchmark|>paper: all|>free|>colliding|>worst|>catch: all|>free|>colliding"
                        "|>worst|>edges|>spacetime: all|>free|>colliding|>worst|>edges"
                        "|>colliding");
  for (int i = 0; i < ROW_COUNT; ++i)
  {
    const paper_row* row = &paper_rows[i];
    double times[2][4];
    times_of(rows, row->name, "catch", BENCH_ANY, times[0]);
    times_of(rows, row->name, "spacetime", BENCH_ANY, times[1]);
    table_add(&t, "%s", row->name);
    for (int k = 0; k < 4; ++k)
    {
      add_time(&t, row->times[k]);
    }
    for (int k = 0; k < 8; ++k)
    {
      add_time(&t, times[k / 4][k % 4]);
      if (k % 4 == 3)
      {
        const char* method = k / 4 == 0 ? "catch" : "spacetime";
        table_add(&t, "%d", (int)edges_of(rows, row->name, method, BENCH_ANY));
      }
    }
    table_add(&t, "%d", (int)edges_of(rows, row->name, "spacetime", EP_LABEL_COLLIDING));
  }
  table_end_markdown(&t, b->report);
}

static void print_summary(const bench* b, bench_rows* rows)
{
  fputs(
      "## The papers' benchmarks\n\nCATCH's Table 1, mean milliseconds of all queries: what the "
      "paper printed in 2007 (Pentium 4, its own models), and on models of ours with the same "
      "counts the paper's method (*catch*) and the default one (*spacetime*). Where catch ran out "
      "of time, both columns are of the first edges, those that it got.\n\n",
      b->summary);
  table t = table_begin("benchmark|>paper|>catch|>spacetime|>catch, times spacetime|>edges|>of");
  for (int i = 0; i < ROW_COUNT; ++i)
  {
    const char* name = paper_rows[i].name;
    const int32_t edges = edges_of(rows, name, "catch", BENCH_ANY);
    double times[2][4];
    times_of(rows, name, "catch", edges, times[0]);
    times_of(rows, name, "spacetime", edges, times[1]);
    table_add(&t, "%s", name);
    add_time(&t, paper_rows[i].times[0]);
    add_time(&t, times[0][0]);
    add_time(&t, times[1][0]);
    add_time(&t, times[0][0] / times[1][0]);
    table_add(&t, "%d", (int)edges);
    table_add(&t, "%d", (int)edges_of(rows, name, "spacetime", BENCH_ANY));
  }
  table_end_markdown(&t, b->summary);
}

static void print_pairs(const bench* b, bench_rows* rows)
{
  table t = table_begin("benchmark|>paper: before|>after spatial|>after temporal|>catch: before"
                        "|>after spatial|>after temporal|>edges|>spacetime: items");
  for (int i = 0; i < ROW_COUNT; ++i)
  {
    const paper_row* row = &paper_rows[i];
    const bench_filter filter = {bench_rows_name(rows, row->name), bench_rows_name(rows, "catch"),
                                 BENCH_ANY, BENCH_ANY};
    const bench_tally tally = bench_rows_tally(rows, &filter);
    const double n = tally.edges > 0 ? tally.edges : (double)NAN;
    const double ours[3] = {(double)tally.work.pairs / n,
                            (double)tally.work.pairs_after_spatial / n,
                            (double)tally.work.pairs_after_temporal / n};
    table_add(&t, "%s", row->name);
    for (int k = 0; k < 6; ++k)
    {
      add_time(&t, k >= 3 ? ours[k - 3] : row->pairs[0] > 0.0 ? row->pairs[k] : (double)NAN);
    }
    table_add(&t, "%d", (int)tally.edges);
    const bench_filter all = {filter.set, bench_rows_name(rows, "spacetime"), BENCH_ANY, BENCH_ANY};
    const bench_tally items = bench_rows_tally(rows, &all);
    bench_cell(&t, (double)items.work.items / items.edges, 0);
  }
  table_end_markdown(&t, b->report);
}

static ep_status draw_times(const bench* b, bench_rows* rows, ep_error* error)
{
  static const char* ticks[ROW_COUNT];
  bench_plot plot = {.title = "CATCH, Table 1: mean of all queries",
                     .x_label = "",
                     .y_label = "milliseconds",
                     .log_y = true,
                     .ticks = ticks,
                     .tick_count = ROW_COUNT};
  bench_series* series[3] = {bench_plot_add(&plot, "paper, Pentium 4"),
                             bench_plot_add(&plot, "catch"), bench_plot_add(&plot, "spacetime")};
  for (int i = 0; i < ROW_COUNT; ++i)
  {
    double times[4];
    ticks[i] = paper_rows[i].name;
    bench_series_add(series[0], i, paper_rows[i].times[0]);
    times_of(rows, ticks[i], "catch", BENCH_ANY, times);
    bench_series_add(series[1], i, times[0]);
    times_of(rows, ticks[i], "spacetime", BENCH_ANY, times);
    bench_series_add(series[2], i, times[0]);
  }
  return bench_plot_draw(&plot, bench_path(b, "paper_times.svg"), error);
}

ep_status bench_paper_tables(const bench* b, bench_rows* rows, ep_error* error)
{
  ep_status status = EP_OK;
  for (int i = 0; i < ROW_COUNT && status == EP_OK; ++i)
  {
    status = measure_row(b, &paper_rows[i], rows, error);
  }
  if (status != EP_OK)
  {
    return status;
  }
  fputs("### CATCH, Table 1\n\nMilliseconds a query. Excavator and tower crane in boolean mode, on "
        "edges that a lazy planner (SBL) asked for, as in the paper; the others in time-of-contact "
        "mode, "
        "a query a frame. Where catch took too long (five times --seconds), it was measured on the "
        "first edges of the row only.\n\n",
        b->report);
  print_times(b, rows);
  print_summary(b, rows);
  fputs("![Mean of all queries](paper_times.svg)\n\n### CATCH, Table 2\n\nPairs of a query on "
        "average. Ours are pairs of links, and a pair for each link and group of obstacles with "
        "the same demand; the paper counts pieces of the environment one by one, and its 179,574 "
        "are not pairs of links. *spacetime* has no such stages: its items are nodes of two trees "
        "over "
        "an interval of time, and what it asks of triangles.\n\n",
        b->report);
  print_pairs(b, rows);
  return draw_times(b, rows, error);
}
