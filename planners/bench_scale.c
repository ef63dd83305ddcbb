/// @file bench_scale.c
/// edgeproof bench scale: how time grows with the triangles around, with the links, with the length
/// of the motion, and with threads.
#include "bench_chain.h"
#include "bench_own.h"
#include "bench_plot.h"
#include "program.h"

#include <math.h>
#include <stdlib.h>

#define USUAL_TRIANGLES 256000
#define USUAL_LINKS     6
#define USUAL_PART      0.1

#define MEMORY_TRIANGLES 16000
#define MEMORY_EDGES     200

typedef enum scale_axis
{
  BY_TRIANGLES,
  BY_LINKS,
  BY_PART
} scale_axis;

/// One way to grow.
typedef struct scale
{
  scale_axis axis;
  const char* name;  ///< of the sets and the plot
  const char* title; ///< of the section
  const char* label; ///< of the column and the axis
  double values[12];
  int32_t count;
  int32_t quick; ///< so many of them in --quick
} scale;

static const scale scales[] = {
    {BY_TRIANGLES,
     "triangles",
     "Triangles around",
     "triangles",
     {1e3, 4e3, 16e3, 64e3, 256e3, 1e6, 4e6},
     7,
     2},
    {BY_LINKS, "links", "Links", "links", {2, 4, 6, 10, 16, 25, 40}, 7, 2},
    {BY_PART,
     "motion",
     "Length of the motion",
     "% of the joints' range",
     {0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100},
     10,
     2},
};

/// What one point of a curve is measured on.
typedef struct scale_point
{
  bench_chain chain;
  ep_world_info info;
  ep_edges edges;
} scale_point;

static ep_status make_point(const bench* b, const scale* s, double value, scale_point* point,
                            ep_error* error)
{
  const int64_t triangles =
      s->axis == BY_TRIANGLES ? (int64_t)value : bench_pick(b, USUAL_TRIANGLES, 4000);
  const int32_t links = s->axis == BY_LINKS ? (int32_t)value : USUAL_LINKS;
  const double part = s->axis == BY_PART ? 0.01 * value : USUAL_PART;
  *point = (scale_point){0};
  ep_status status = bench_chain_make(triangles, links, &point->chain, error);
  if (status == EP_OK)
  {
    (void)ep_world_get_info(point->chain.world, &point->info);
    status =
        bench_chain_draw(&point->chain, part, (int32_t)b->options->edges, 17, &point->edges, error);
  }
  return status;
}

static void clear_point(scale_point* point)
{
  ep_edges_clear(&point->edges);
  bench_chain_clear(&point->chain);
}

static ep_status measure_point(const bench* b, const char* set, const scale_point* point,
                               bench_rows* rows, ep_error* error)
{
  bench_own own;
  ep_status status =
      bench_own_begin(&own, point->chain.world, EP_METHOD_SPACETIME, EP_MODE_BOOLEAN, 0, error);
  if (status != EP_OK)
  {
    return status;
  }
  bench_method method = bench_own_method(&own, "spacetime");
  const bench_job job = {set, &point->edges, &method, 1, (int32_t)b->options->sweeps};
  status = bench_measure(b, &job, rows, error);
  bench_own_end(&own);
  return status;
}

static void add_cells(table* t, const bench_rows* rows, int32_t set, ep_edge_label label,
                      bench_series* series, double value)
{
  const bench_filter filter = {set, BENCH_ANY, (int32_t)label, BENCH_ANY};
  const bench_summary s = bench_rows_time(rows, &filter);
  const bench_tally tally = bench_rows_tally(rows, &filter);
  bench_summary_cells(t, &s, tally.edges);
  bench_series_add(series, value, s.mean);
}

static void fit(bench_series* series)
{
  const bench_fit fitted = bench_fit_power(series->x, series->y, series->count);
  series->fit_slope = fitted.slope;
  series->fit_at_1 = fitted.at_1;
}

/// The goal of an axis, and for links, which have none, what was found.
static void add_growth(const scale* s, const bench_series* free_edges, table* goals)
{
  const int32_t last = free_edges->count - 1;
  if (last < 1)
  {
    return;
  }
  const double* x = free_edges->x;
  char on[96];
  snprintf(on, sizeof on, "free edges, %g to %g", x[0], x[last]);
  if (s->axis == BY_TRIANGLES)
  {
    bench_goal(goals, "time from the fewest to the most triangles around, as their logarithm grows",
               log(x[last]) / log(x[0]), free_edges->y[last] / free_edges->y[0], true, on);
  }
  else if (s->axis == BY_PART)
  {
    bench_goal(goals, "power of the motion's length that time grows with", 1.0,
               free_edges->fit_slope, true, on);
  }
  else
  {
    table_add(goals, "power of the number of links that time grows with");
    table_add(goals, "-");
    bench_cell(goals, free_edges->fit_slope, 2);
    table_add(goals, "no goal");
    table_add(goals, "%s", on);
  }
}

static ep_status finish(const bench* b, const scale* s, table* t, bench_plot* plot, table* goals,
                        ep_error* error)
{
  char file[64];
  snprintf(file, sizeof file, "scale_%s.svg", s->name);
  fprintf(b->report, "### %s\n\n", s->title);
  table_end_markdown(t, b->report);
  fit(&plot->series[0]);
  fit(&plot->series[1]);
  add_growth(s, &plot->series[0], goals);
  fputs("Fitted to all points, time grows", b->report);
  for (int i = 0; i < 2; ++i)
  {
    if (isfinite(plot->series[i].fit_slope))
    {
      fprintf(b->report, "%s like the power %.2f for %s edges", i > 0 ? "," : "",
              plot->series[i].fit_slope, plot->series[i].name);
    }
  }
  fprintf(b->report, ".\n\n![%s](%s)\n\n", s->title, file);
  return bench_plot_draw(plot, bench_path(b, file), error);
}

static ep_status run_scale(const bench* b, const scale* s, bench_rows* rows, table* goals,
                           ep_error* error)
{
  char heading[256];
  snprintf(heading, sizeof heading,
           ">%s|>build s|>bytes a triangle|>free" BENCH_SUMMARY_HEADING
           "|>colliding" BENCH_SUMMARY_HEADING,
           s->label);
  table t = table_begin(heading);
  bench_plot plot = {.title = s->title,
                     .x_label = s->label,
                     .y_label = "mean microseconds an edge",
                     .log_x = true,
                     .log_y = true};
  bench_series* free_series = bench_plot_add(&plot, "free");
  bench_series* hit_series = bench_plot_add(&plot, "colliding");
  ep_status status = EP_OK;
  for (int32_t i = 0; i < bench_pick(b, s->count, s->quick) && status == EP_OK; ++i)
  {
    scale_point point;
    char set[64];
    snprintf(set, sizeof set, "%s=%g", s->name, s->values[i]);
    status = make_point(b, s, s->values[i], &point, error);
    status = status == EP_OK ? measure_point(b, set, &point, rows, error) : status;
    if (status == EP_OK)
    {
      const double all = (double)(point.info.obstacle_triangles + point.info.link_triangles);
      const double x =
          s->axis == BY_TRIANGLES ? (double)point.info.obstacle_triangles : s->values[i];
      table_add(&t, "%g", x);
      table_add(&t, "%.2f", point.chain.seconds);
      table_add(&t, "%.0f", (double)point.info.bytes / all);
      const int32_t name = bench_rows_name(rows, set);
      add_cells(&t, rows, name, EP_LABEL_FREE, free_series, x);
      add_cells(&t, rows, name, EP_LABEL_COLLIDING, hit_series, x);
    }
    clear_point(&point);
    bench_next(b);
  }
  return status == EP_OK ? finish(b, s, &t, &plot, goals, error) : status;
}

/// @name Threads
/// @{

#define TURNS 31

typedef struct crew
{
  ep_checker* checkers[EP_BATCH_THREADS_MAX];
  int32_t count;
  ep_result* results;
} crew;

/// What one batch took.
typedef struct batch_time
{
  double wall;
  double processor; ///< of all threads together
} batch_time;

static batch_time run_batch(const crew* c, int32_t threads, const ep_edges* edges,
                            ep_status* status, ep_error* error)
{
  const batch_time start = {program_now(), program_process_seconds()};
  *status = ep_check_edges(c->checkers, threads, edges->q0, edges->q1, edges->count, NULL,
                           c->results, error);
  return (batch_time){program_now() - start.wall, program_process_seconds() - start.processor};
}

/// One and several take turns: the clock of a machine changes while one measures.
static ep_status measure_threads(const bench* b, const crew* c, const ep_edges* edges, table* t,
                                 bench_series* series, ep_error* error)
{
  const int32_t turns = bench_pick(b, TURNS, 3);
  ep_status status = EP_OK;
  for (int32_t threads = 1; threads <= c->count && status == EP_OK; ++threads)
  {
    double ratios[TURNS] = {0}, rates[TURNS] = {0}, costs[TURNS] = {0};
    for (int32_t i = 0; i < turns && status == EP_OK; ++i)
    {
      bench_progress(b, "threads", (double)i / turns);
      status = bench_go_on(error);
      if (status != EP_OK)
      {
        break;
      }
      const batch_time one = run_batch(c, 1, edges, &status, error);
      const batch_time many = status == EP_OK ? run_batch(c, threads, edges, &status, error) : one;
      ratios[i] = one.wall / many.wall;
      rates[i] = edges->count / many.wall;
      costs[i] = many.processor / one.processor;
    }
    const bench_summary ratio = bench_summarize(ratios, turns);
    table_add(t, "%d", (int)threads);
    table_add(t, "%.2f", ratio.median);
    table_add(t, "%.2f to %.2f", ratios[turns / 10], ratios[turns - 1 - turns / 10]);
    table_add(t, "%.0f", bench_summarize(rates, turns).median);
    table_add(t, "%.2f", bench_summarize(costs, turns).median);
    bench_series_add(series, threads, ratio.median);
  }
  bench_progress(b, NULL, 0.0);
  return status;
}

static ep_status make_crew(const bench* b, const bench_chain* chain, int32_t edges, crew* c,
                           ep_error* error)
{
  const int64_t most = b->options->threads;
  *c = (crew){.results = calloc((size_t)edges + 1, sizeof(ep_result))};
  ep_status status =
      c->results != NULL ? EP_OK : bench_refuse(error, EP_ERROR_MEMORY, "no memory for results");
  for (; status == EP_OK && c->count < most && c->count < EP_BATCH_THREADS_MAX; ++c->count)
  {
    status = ep_checker_create(chain->world, &c->checkers[c->count], error);
  }
  return status;
}

static void clear_crew(crew* c)
{
  for (int32_t i = 0; i < c->count; ++i)
  {
    ep_checker_destroy(c->checkers[i]);
  }
  free(c->results);
}

/// A bar for each number of threads; the fitted slope goes into the report.
static ep_status draw_threads(const bench* b, const bench_series* measured, ep_error* error)
{
  static char names[BENCH_POINTS_MAX][16];
  const char* ticks[BENCH_POINTS_MAX];
  bench_plot plot = {.title = "Batches on several threads: times as fast as on one",
                     .x_label = "threads",
                     .y_label = "",
                     .show_values = true,
                     .ticks = ticks,
                     .tick_count = measured->count};
  bench_series* series = bench_plot_add(&plot, "median of the turns");
  for (int32_t i = 0; i < measured->count; ++i)
  {
    snprintf(names[i], sizeof names[i], "%g", measured->x[i]);
    ticks[i] = names[i];
    bench_series_add(series, i, measured->y[i]);
  }
  const bench_fit fitted = bench_fit_power(measured->x, measured->y, measured->count);
  if (isfinite(fitted.slope))
  {
    fprintf(b->report, "Fitted to all points, it grows like the power %.2f of their number.\n\n",
            fitted.slope);
  }
  fputs("![Threads](scale_threads.svg)\n\n", b->report);
  return bench_plot_draw(&plot, bench_path(b, "scale_threads.svg"), error);
}

static ep_status run_threads(const bench* b, table* goals, ep_error* error)
{
  bench_chain chain;
  ep_edges edges = {0};
  crew c = {0};
  bench_series series = {.count = 0};
  ep_status status =
      bench_chain_make(bench_pick(b, USUAL_TRIANGLES, 4000), USUAL_LINKS, &chain, error);
  const int32_t count = bench_pick(b, 20000, 200);
  status =
      status == EP_OK ? bench_chain_draw(&chain, USUAL_PART, count, 19, &edges, error) : status;
  status = status == EP_OK ? make_crew(b, &chain, edges.count, &c, error) : status;
  table t = table_begin(">threads|>times one thread|without the outer tenths|>edges a second|"
                        ">processor time, times one thread");
  status = status == EP_OK ? measure_threads(b, &c, &edges, &t, &series, error) : status;
  fprintf(b->report,
          "### Threads\n\nBatches of %d edges on one thread and on several take turns; wall-clock "
          "time, the median of %d ratios. Other programs on the machine take their share of that; "
          "they do "
          "not change the processor time of a batch, which says how much threads disturb each "
          "other.\n\n",
          (int)count, (int)bench_pick(b, TURNS, 3));
  table_end_markdown(&t, b->report);
  if (series.count > 1)
  {
    char on[64];
    snprintf(on, sizeof on, "batches of %d edges", (int)count);
    bench_goal(goals, "two threads, times as fast as one", 1.8, series.y[1], false, on);
  }
  clear_crew(&c);
  ep_edges_clear(&edges);
  bench_chain_clear(&chain);
  return status == EP_OK ? draw_threads(b, &series, error) : status;
}

/// @}

/// @name Memory while checking
/// @{

static ep_status ask_all(const bench_method* method, const ep_edges* edges, ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < edges->count && status == EP_OK; ++i)
  {
    const size_t at = (size_t)i * (size_t)edges->config_size;
    bench_answer answer;
    status = method->check(method->self, edges->q0 + at, edges->q1 + at, &answer, error);
  }
  return status;
}

/// Blocks that core takes for edges it was asked about before; in *warm those of the first time.
static ep_status count_blocks(const bench_chain* chain, const ep_edges* edges, long long* warm,
                              long long* later, ep_error* error)
{
  static const struct
  {
    ep_method method;
    ep_mode mode;
  } ways[] = {{EP_METHOD_SPACETIME, EP_MODE_BOOLEAN},
              {EP_METHOD_SPACETIME, EP_MODE_TIME_OF_CONTACT},
              {EP_METHOD_CATCH, EP_MODE_BOOLEAN}};
  ep_status status = EP_OK;
  *warm = *later = 0;
  for (size_t i = 0; i < sizeof ways / sizeof ways[0] && status == EP_OK; ++i)
  {
    bench_own own;
    status = bench_own_begin(&own, chain->world, ways[i].method, ways[i].mode, 0, error);
    const bench_method method = bench_own_method(&own, "counted");
    const long long before = atomic_load(&chain->allocations);
    status = status == EP_OK ? ask_all(&method, edges, error) : status;
    const long long between = atomic_load(&chain->allocations);
    status = status == EP_OK ? ask_all(&method, edges, error) : status;
    *warm += between - before;
    *later += atomic_load(&chain->allocations) - between;
    bench_own_end(&own);
  }
  return status;
}

static ep_status run_memory(const bench* b, table* goals, ep_error* error)
{
  bench_chain chain;
  ep_edges edges = {0};
  long long warm = 0, later = 0;
  ep_status status =
      bench_chain_make(bench_pick(b, MEMORY_TRIANGLES, 4000), USUAL_LINKS, &chain, error);
  status = status == EP_OK ? bench_chain_draw(&chain, USUAL_PART, bench_pick(b, MEMORY_EDGES, 20),
                                              21, &edges, error)
                           : status;
  status = status == EP_OK ? count_blocks(&chain, &edges, &warm, &later, error) : status;
  if (status == EP_OK)
  {
    char on[128];
    snprintf(on, sizeof on, "%d edges, three ways, asked before (the first time: %lld)",
             (int)edges.count, warm);
    bench_goal(goals, "blocks of memory taken while checking, after warm-up", 0.0, (double)later,
               true, on);
  }
  ep_edges_clear(&edges);
  bench_chain_clear(&chain);
  return status;
}

/// @}

ep_status bench_scale(bench* b, ep_error* error)
{
  fprintf(b->report,
          "## Scale\n\nA chain of links on a foot, 8 m long, among posts on wavy ground: the same "
          "shapes, only finer, as triangles grow in number. %d links, %d triangles and motions of "
          "%g %% of each joint's range unless one of them varies; %d edges from free states a "
          "point, %d sweeps, boolean mode, self-collision included. Rows: scale.csv.\n\n",
          USUAL_LINKS, (int)bench_pick(b, USUAL_TRIANGLES, 4000), 100.0 * USUAL_PART,
          (int)b->options->edges, (int)b->options->sweeps);
  bench_rows rows = {0};
  ep_status status = EP_OK;
  table goals = table_begin("goal|>wanted|>measured|which is|on");
  int32_t steps = 1;
  for (size_t i = 0; i < sizeof scales / sizeof scales[0]; ++i)
  {
    steps += bench_pick(b, scales[i].count, scales[i].quick);
  }
  bench_begin(b, steps);
  for (size_t i = 0; i < sizeof scales / sizeof scales[0] && status == EP_OK; ++i)
  {
    status = run_scale(b, &scales[i], &rows, &goals, error);
  }
  status = status == EP_OK ? run_threads(b, &goals, error) : status;
  status = status == EP_OK ? run_memory(b, &goals, error) : status;
  fputs(
      "## How it grows\n\nA chain of links among posts on rough ground, made larger in one way at "
      "a time; what was wanted of it. And what memory core takes while it checks.\n\n",
      b->summary);
  table_end_markdown(&goals, b->summary);
  status = status == EP_OK ? bench_save_rows(b, &rows, "scale", error) : status;
  bench_rows_clear(&rows);
  return status;
}
