/// @file bench_peers_report.c
/// Tables and plot of edgeproof bench peers.
#include "bench_peers.h"

#include "bench_plot.h"

#include <math.h>

int32_t bench_peer_edges(const bench_rows* rows, int32_t set, int32_t method)
{
  const bench_filter filter = {set, method, BENCH_ANY, BENCH_ANY};
  return bench_rows_tally(rows, &filter).edges;
}

bench_peer_cell bench_peer_cell_of(const bench_rows* rows, int32_t set, int32_t method,
                                   int32_t label, int32_t edges)
{
  const bench_filter filter = {set, method, label, edges};
  return (bench_peer_cell){bench_rows_time(rows, &filter), bench_rows_tally(rows, &filter)};
}

/// @name One table a place
/// @{

static void add_row(table* t, bench_rows* rows, int32_t set, const char* set_name, int peer,
                    int32_t label)
{
  const char* self = bench_peer_names[peer < PEER_MEASURED ? PEER_BOOLEAN : PEER_ALONE];
  const int32_t method = bench_rows_name(rows, bench_peer_names[peer]);
  const int32_t edges = bench_peer_edges(rows, set, method);
  const bench_peer_cell cell = bench_peer_cell_of(rows, set, method, label, edges);
  const bench_peer_cell ours =
      bench_peer_cell_of(rows, set, bench_rows_name(rows, self), label, edges);
  table_add(t, "%s", set_name);
  table_add(t, "%s", bench_peer_names[peer]);
  bench_summary_cells(t, &cell.time, cell.tally.edges);
  bench_cell(t, cell.time.mean / ours.time.mean, 1);
  table_add(t, "%d", (int)(label == EP_LABEL_FREE ? cell.tally.false_hits : cell.tally.missed));
  table_add(t, "%d", (int)cell.tally.undecided);
}

/// The sets of a place, edges of one kind.
static void print_place(const bench* b, bench_rows* rows, int place, int32_t label)
{
  table t = table_begin(label == EP_LABEL_FREE ? "set|free edges|>edges" BENCH_SUMMARY_HEADING
                                                 "|>times ours|>false alarms|>undecided"
                                               : "set|colliding edges|>edges" BENCH_SUMMARY_HEADING
                                                 "|>times ours|>missed|>undecided");
  for (int k = 0; k < BENCH_KINDS; ++k)
  {
    char name[64];
    bench_peer_set(name, sizeof name, &bench_places[place], &bench_kinds[k]);
    const int32_t set = bench_rows_name(rows, name);
    for (int m = 0; m < PEER_COUNT; ++m)
    {
      add_row(&t, rows, set, bench_kinds[k].name, m, label);
    }
  }
  table_end_markdown(&t, b->report);
}

void bench_peers_print(const bench* b, bench_rows* rows)
{
  fputs("![Mean time of a free edge](peers_free.svg)\n\n", b->report);
  for (int p = 0; p < BENCH_PLACES; ++p)
  {
    char name[64];
    bench_peer_set(name, sizeof name, &bench_places[p], &bench_kinds[0]);
    if (bench_rows_has_set(rows, bench_rows_name(rows, name))) // else this run left it out
    {
      fprintf(b->report, "### Peers: %s\n\n", bench_places[p].name);
      print_place(b, rows, p, EP_LABEL_FREE);
      print_place(b, rows, p, EP_LABEL_COLLIDING);
    }
  }
}

/// @}

ep_status bench_peers_draw(const bench* b, bench_rows* rows, ep_error* error)
{
  static const bench_peer shown[] = {PEER_BOOLEAN,   PEER_FRACTION, PEER_METRES,
                                     PEER_BISECTION, PEER_EXPERT,   PEER_BULLET};
  static char names[BENCH_PLACES * BENCH_KINDS][64];
  const char* ticks[BENCH_PLACES * BENCH_KINDS];
  bench_plot plot = {.title = "Mean time of a free edge",
                     .x_label = "",
                     .y_label = "microseconds",
                     .log_y = true,
                     .ticks = ticks,
                     .tick_count = BENCH_PLACES * BENCH_KINDS};
  for (size_t m = 0; m < sizeof shown / sizeof shown[0]; ++m)
  {
    bench_series* series = bench_plot_add(&plot, bench_peer_names[shown[m]]);
    for (int i = 0; i < plot.tick_count; ++i)
    {
      bench_peer_set(names[i], sizeof names[i], &bench_places[i / BENCH_KINDS],
                     &bench_kinds[i % BENCH_KINDS]);
      ticks[i] = names[i];
      const int32_t set = bench_rows_name(rows, names[i]);
      const int32_t method = bench_rows_name(rows, series->name);
      bench_series_add(series, i,
                       bench_peer_cell_of(rows, set, method, EP_LABEL_FREE, BENCH_ANY).time.mean);
    }
  }
  return bench_plot_draw(&plot, bench_path(b, "peers_free.svg"), error);
}
