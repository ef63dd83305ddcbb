/// @file bench_peers_report.c
/// Tables, goals and plot of edgeproof bench peers.
#include "bench_peers.h"

#include "bench_plot.h"

#include <math.h>

/// Time and mistakes of one method on the edges of a set with one label.
typedef struct peer_cell
{
  bench_summary time;
  bench_tally tally;
} peer_cell;

/// How many of a set's edges a method was measured on.
static int32_t edges_of(const bench_rows* rows, int32_t set, int32_t method)
{
  const bench_filter filter = {set, method, BENCH_ANY, BENCH_ANY};
  return bench_rows_tally(rows, &filter).edges;
}

static peer_cell cell_of(const bench_rows* rows, int32_t set, int32_t method, int32_t label,
                         int32_t edges)
{
  const bench_filter filter = {set, method, label, edges};
  return (peer_cell){bench_rows_time(rows, &filter), bench_rows_tally(rows, &filter)};
}

/// @name One table a place
/// @{

static void add_row(table* t, const bench_rows* rows, int32_t set, int32_t own, int32_t method,
                    const char* set_name, const char* name)
{
  const int32_t edges = edges_of(rows, set, method);
  const peer_cell free = cell_of(rows, set, method, EP_LABEL_FREE, edges);
  const peer_cell hits = cell_of(rows, set, method, EP_LABEL_COLLIDING, edges);
  table_add(t, "%s", set_name);
  table_add(t, "%s", name);
  const bench_tally* tallies[2] = {&free.tally, &hits.tally};
  const bench_summary* times[2] = {&free.time, &hits.time};
  for (int k = 0; k < 2; ++k)
  {
    const int32_t label = k == 0 ? EP_LABEL_FREE : EP_LABEL_COLLIDING;
    const peer_cell ours = cell_of(rows, set, own, label, edges);
    bench_summary_cells(t, times[k], tallies[k]->edges);
    bench_cell(t, times[k]->mean / ours.time.mean, 1);
  }
  table_add(t, "%d", (int)hits.tally.missed);
  table_add(t, "%d", (int)free.tally.false_hits);
  table_add(t, "%d", (int)(free.tally.undecided + hits.tally.undecided));
}

static bool is_measured(const bench_rows* rows, int32_t set)
{
  const bench_filter filter = {set, BENCH_ANY, BENCH_ANY, BENCH_ANY};
  return bench_rows_tally(rows, &filter).rows > 0;
}

void bench_peers_print(const bench* b, bench_rows* rows)
{
  fputs("![Mean time of a free edge](peers_free.svg)\n\n", b->report);
  for (int p = 0; p < BENCH_PLACES; ++p)
  {
    table t = table_begin("set|column|>free|>mean us|>median|>p99|>times ours|>colliding|>mean us"
                          "|>median|>p99|>times ours|>missed|>false alarms|>undecided");
    for (int k = 0; k < BENCH_KINDS; ++k)
    {
      char name[64];
      bench_peer_set(name, sizeof name, &bench_places[p], &bench_kinds[k]);
      const int32_t set = bench_rows_name(rows, name);
      for (int m = 0; m < PEER_COUNT && is_measured(rows, set); ++m)
      {
        const char* self = bench_peer_names[m < PEER_MEASURED ? PEER_BOOLEAN : PEER_ALONE];
        add_row(&t, rows, set, bench_rows_name(rows, self),
                bench_rows_name(rows, bench_peer_names[m]), bench_kinds[k].name,
                bench_peer_names[m]);
      }
    }
    if (t.row_count == t.column_count)
    {
      table_drop(&t); // a place that this run left out
      continue;
    }
    fprintf(b->report, "### Peers: %s\n\n", bench_places[p].name);
    table_end_markdown(&t, b->report);
  }
}

/// @}
/// @name Goals
/// @{

bool bench_place_counts(const bench* b, int place)
{
  return b->options->quick ? bench_places[place].quick : bench_places[place].counts;
}

/// Over the sets that count, on the edges that a peer was measured on: its total time and ours.
typedef struct duel
{
  double peer;
  double ours;
  int32_t edges;
  int32_t missed; ///< by us
} duel;

static duel fight(const bench* b, bench_rows* rows, bench_peer peer, int32_t label)
{
  duel d = {0};
  const bench_peer self = peer < PEER_MEASURED ? PEER_BOOLEAN : PEER_ALONE;
  const int32_t own = bench_rows_name(rows, bench_peer_names[self]);
  const int32_t other = bench_rows_name(rows, bench_peer_names[peer]);
  for (int p = 0; p < BENCH_PLACES; ++p)
  {
    const bool counts = bench_place_counts(b, p);
    for (int k = 0; k < BENCH_KINDS && counts; ++k)
    {
      char name[64];
      bench_peer_set(name, sizeof name, &bench_places[p], &bench_kinds[k]);
      const int32_t set = bench_rows_name(rows, name);
      const int32_t edges = edges_of(rows, set, other);
      const peer_cell theirs = cell_of(rows, set, other, label, edges);
      const peer_cell ours = cell_of(rows, set, own, label, edges);
      d.peer += theirs.time.total;
      d.ours += ours.time.total;
      d.edges += theirs.tally.edges;
      d.missed += ours.tally.missed;
    }
  }
  return d;
}

static void add_duel(const bench* b, table* t, bench_rows* rows, bench_peer peer, int32_t label,
                     double wanted)
{
  const duel d = fight(b, rows, peer, label);
  char what[128], on[64];
  snprintf(what, sizeof what, "%s edges: times as fast as '%s'",
           label == EP_LABEL_FREE ? "free" : "colliding", bench_peer_names[peer]);
  snprintf(on, sizeof on, "total of %d edges", (int)d.edges);
  bench_goal(t, what, wanted, d.peer / d.ours, false, on);
}

/// The median of a short free edge, everybody alone.
static void add_floor(const bench* b, table* t, bench_rows* rows)
{
  for (int p = 0; p < BENCH_PLACES; ++p)
  {
    if (bench_place_counts(b, p))
    {
      char name[64], on[96];
      bench_peer_set(name, sizeof name, &bench_places[p], &bench_kinds[0]);
      const peer_cell cell =
          cell_of(rows, bench_rows_name(rows, name),
                  bench_rows_name(rows, bench_peer_names[PEER_ALONE]), EP_LABEL_FREE, BENCH_ANY);
      snprintf(on, sizeof on, "%s, %d free edges, alone", name, (int)cell.tally.edges);
      bench_goal(t, "median of a short free edge, microseconds", 0.8, cell.time.median, true, on);
    }
  }
}

static void add_build(table* t, const bench_build builds[BENCH_PLACES])
{
  const bench_build* build = &builds[0];
  while (build + 1 < builds + BENCH_PLACES && build->fcl <= 0.0)
  {
    ++build; // a place that this run left out
  }
  bench_goal(t, "bytes a triangle", 120.0, build->bytes_a_triangle, true,
             bench_places[build - builds].name);
  bench_goal(t, "building, as a part of FCL's trees of OBBRSS", 1.0, build->ours / build->fcl, true,
             bench_places[build - builds].name);
}

void bench_peers_print_goals(const bench* b, bench_rows* rows,
                             const bench_build builds[BENCH_PLACES])
{
  fputs("### Goals\n\nWhat we set ourselves: total time over the sets short, medium, near and long "
        "of excavator and tower crane, one thread, the default configuration; first side by side, "
        "then each alone. "
        "Building is thread time, from loaded files to a frozen world, and to FCL's trees.\n\n",
        b->summary);
  table t = table_begin("goal|>wanted|>measured|which is|on");
  static const bench_peer experts[2] = {PEER_EXPERT, PEER_EXPERT_ALONE};
  static const bench_peer discrete[2] = {PEER_FRACTION, PEER_FRACTION_ALONE};
  for (int i = 0; i < 2; ++i)
  {
    add_duel(b, &t, rows, experts[i], EP_LABEL_FREE, 100.0);
    add_duel(b, &t, rows, discrete[i], EP_LABEL_FREE, 10.0);
    add_duel(b, &t, rows, experts[i], EP_LABEL_COLLIDING, 10.0);
    add_duel(b, &t, rows, discrete[i], EP_LABEL_COLLIDING, 10.0);
  }
  const duel all = fight(b, rows, PEER_BOOLEAN, EP_LABEL_COLLIDING);
  char on[64];
  snprintf(on, sizeof on, "%d colliding edges", (int)all.edges);
  bench_goal(&t, "collisions missed", 0.0, all.missed, true, on);
  add_floor(b, &t, rows);
  add_build(&t, builds);
  table_end_markdown(&t, b->summary);
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
      bench_series_add(series, i, cell_of(rows, set, method, EP_LABEL_FREE, BENCH_ANY).time.mean);
    }
  }
  return bench_plot_draw(&plot, bench_path(b, "peers_free.svg"), error);
}
