/// @file bench_peers_headline.c
/// The table and the plot at the top of the report.
#include "bench_peers.h"

#include "bench_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// One row of the table.
typedef struct headline_row
{
  bench_peer peer;
  const char* name;
  const char* answer; ///< what its "free" means
  const char* tick;   ///< below its bars; NULL: not drawn
} headline_row;

static const headline_row headline_rows[] = {
    {PEER_BOOLEAN, "**Edgeproof**", "proof", "Edgeproof"},
    {PEER_FRACTION, "OMPL's discrete validator, 1 % (its default), with FCL", "samples",
     "OMPL 1 %"},
    {PEER_METRES, "the same, every 5 mm of motion", "samples", "OMPL 5 mm"},
    {PEER_EXPERT, "certified on FCL, by an expert: capped distances",
     "proof, if FCL's distances are", "FCL, expert"},
    {PEER_BISECTION, "certified on FCL, textbook: full distances", "proof, if FCL's distances are",
     "FCL, textbook"},
    {PEER_BULLET, "Bullet, sweeps of the links' hulls", "neither, and hulls", "Bullet"},
    {PEER_ALONE, "**Edgeproof**, alone", "proof", NULL},
    {PEER_FRACTION_ALONE, "OMPL's discrete validator, 1 %, alone", "samples", NULL},
    {PEER_EXPERT_ALONE, "certified on FCL, by an expert, alone", "proof, if FCL's distances are",
     NULL},
};

#define ROW_COUNT ((int)(sizeof headline_rows / sizeof headline_rows[0]))

/// Times of a column over the sets of one place.
typedef struct headline_sum
{
  double total; ///< microseconds for all edges of those sets with a label
  double edges;
} headline_sum;

/// A column that ran out of time in a set counts there with the mean of the edges that it got. Not
/// a number where it got none.
static void add_place(bench_rows* rows, int place, bench_peer peer, int32_t label,
                      headline_sum* sum)
{
  for (int k = 0; k < BENCH_KINDS; ++k)
  {
    char name[64];
    bench_peer_set(name, sizeof name, &bench_places[place], &bench_kinds[k]);
    bench_filter filter = {bench_rows_name(rows, name),
                           bench_rows_name(rows, bench_peer_names[PEER_BOOLEAN]), label, BENCH_ANY};
    const double edges = bench_rows_tally(rows, &filter).edges;
    filter.method = bench_rows_name(rows, bench_peer_names[peer]);
    sum->total += edges > 0.0 ? edges * bench_rows_time(rows, &filter).mean : 0.0;
    sum->edges += edges;
  }
}

static headline_sum sum_of(const bench* b, bench_rows* rows, bench_peer peer, int32_t label)
{
  headline_sum sum = {0};
  for (int p = 0; p < BENCH_PLACES; ++p)
  {
    if (bench_place_counts(b, p))
    {
      add_place(rows, p, peer, label, &sum);
    }
  }
  return sum;
}

/// Over the sets of all places that count.
static bench_tally tally_of(const bench* b, bench_rows* rows, bench_peer peer, int32_t label)
{
  bench_tally all = {0};
  for (int i = 0; i < BENCH_PLACES * BENCH_KINDS; ++i)
  {
    char name[64];
    bench_peer_set(name, sizeof name, &bench_places[i / BENCH_KINDS],
                   &bench_kinds[i % BENCH_KINDS]);
    const bench_filter filter = {bench_rows_name(rows, name),
                                 bench_rows_name(rows, bench_peer_names[peer]), label, BENCH_ANY};
    if (bench_place_counts(b, i / BENCH_KINDS))
    {
      const bench_tally t = bench_rows_tally(rows, &filter);
      all.edges += t.edges;
      all.missed += t.missed;
      all.false_hits += t.false_hits;
    }
  }
  return all;
}

/// 1.23, 12.3, 123, 1230: three digits that count, and no power of ten.
static void add_short(table* t, double value)
{
  bench_cell(t, value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

static void add_row(const bench* b, table* t, bench_rows* rows, const headline_row* row)
{
  const bench_peer self = row->peer < PEER_MEASURED ? PEER_BOOLEAN : PEER_ALONE;
  table_add(t, "%s", row->name);
  table_add(t, "%s", row->answer);
  for (int p = 0; p < BENCH_PLACES; ++p)
  {
    if (bench_place_counts(b, p))
    {
      headline_sum sum = {0};
      add_place(rows, p, row->peer, EP_LABEL_FREE, &sum);
      add_short(t, sum.total / sum.edges);
    }
  }
  for (int32_t label = EP_LABEL_FREE; label <= EP_LABEL_COLLIDING; ++label)
  {
    const headline_sum theirs = sum_of(b, rows, row->peer, label);
    const headline_sum ours = sum_of(b, rows, self, label);
    if (label == EP_LABEL_COLLIDING)
    {
      add_short(t, theirs.total / theirs.edges);
    }
    add_short(t, theirs.total / ours.total);
  }
  const bench_tally hits = tally_of(b, rows, row->peer, EP_LABEL_COLLIDING);
  const bench_tally clear = tally_of(b, rows, row->peer, EP_LABEL_FREE);
  table_add(t, "%d of %d", (int)hits.missed, (int)hits.edges);
  table_add(t, "%d of %d", (int)clear.false_hits, (int)clear.edges);
}

static void print_table(const bench* b, bench_rows* rows)
{
  char heading[512] = "who checks|what its free means";
  for (int p = 0; p < BENCH_PLACES; ++p)
  {
    if (bench_place_counts(b, p))
    {
      const size_t used = strlen(heading);
      snprintf(heading + used, sizeof heading - used, "|>%s: us a free edge", bench_places[p].name);
    }
  }
  const size_t used = strlen(heading);
  snprintf(heading + used, sizeof heading - used,
           "|>times ours|>us a colliding edge|>times ours|>collisions missed"
           "|>false alarms");
  table t = table_begin(heading);
  for (int i = 0; i < ROW_COUNT; ++i)
  {
    add_row(b, &t, rows, &headline_rows[i]);
  }
  table_end_markdown(&t, b->summary);
}

/// How many times as long as ours a column takes for a free edge.
static double times_ours(const bench* b, bench_rows* rows, bench_peer peer, bench_peer self)
{
  return sum_of(b, rows, peer, EP_LABEL_FREE).total / sum_of(b, rows, self, EP_LABEL_FREE).total;
}

/// The table in a sentence.
static void print_words(const bench* b, bench_rows* rows)
{
  const headline_sum beside = sum_of(b, rows, PEER_BOOLEAN, EP_LABEL_FREE);
  const headline_sum alone = sum_of(b, rows, PEER_ALONE, EP_LABEL_FREE);
  const bench_tally hits = tally_of(b, rows, PEER_FRACTION, EP_LABEL_COLLIDING);
  const bench_tally ours = tally_of(b, rows, PEER_BOOLEAN, EP_LABEL_COLLIDING);
  fprintf(b->summary,
          "So the proof that an edge is free takes %.1f us beside the others and %.1f us alone. "
          "Samples as OMPL takes them by default, which prove nothing, take %.1f and %.1f times as "
          "long; they missed %d of %d collisions, Edgeproof %d of %d. The quickest proof that we "
          "could build on FCL takes %.0f and %.0f times as long.\n\n",
          beside.total / beside.edges, alone.total / alone.edges,
          times_ours(b, rows, PEER_FRACTION, PEER_BOOLEAN),
          times_ours(b, rows, PEER_FRACTION_ALONE, PEER_ALONE), (int)hits.missed, (int)hits.edges,
          (int)ours.missed, (int)ours.edges, times_ours(b, rows, PEER_EXPERT, PEER_BOOLEAN),
          times_ours(b, rows, PEER_EXPERT_ALONE, PEER_ALONE));
}

void bench_peers_print_headline(const bench* b, bench_rows* rows)
{
  const headline_sum free_sum = sum_of(b, rows, PEER_BOOLEAN, EP_LABEL_FREE);
  const headline_sum hit_sum = sum_of(b, rows, PEER_BOOLEAN, EP_LABEL_COLLIDING);
  fprintf(
      b->summary,
      "## Against others\n\n<!-- headline -->\n"
      "Microseconds of one thread for an edge of a planner, self-collision included, on a building "
      "site of 391,000 triangles: the mean over %.0f free and %.0f colliding random edges, short, "
      "medium, long and near to something. All check the same edges in one run, edge by edge in "
      "turn. *Alone* are three of them once more, one after the other, with the caches to "
      "themselves, as in a planner. A collision is missed if it is called free, and shown by "
      "samples every 1 mm (2 mm for long edges).\n\n",
      free_sum.edges, hit_sum.edges);
  print_table(b, rows);
  fputs("![Mean time of a free edge, on a logarithmic scale](headline.svg)\n"
        "<!-- /headline -->\n\n",
        b->summary);
  print_words(b, rows);
  fprintf(
      b->summary,
      "A column that needed more than %d s for a set stands for the first edges of it: how many it "
      "got is what its mistakes are counted in. The samples are FCL's. A *false alarm* is a "
      "collision "
      "that they do not show; Edgeproof's can only be where less than its tolerance of 1 mm is "
      "left, or between two samples.\n\n",
      (int)b->options->seconds);
}

ep_status bench_peers_draw_headline(const bench* b, bench_rows* rows, ep_error* error)
{
  const char* ticks[ROW_COUNT];
  bench_plot plot = {.title = "Mean time of a free edge, microseconds",
                     .x_label = "",
                     .y_label = "",
                     .log_y = true,
                     .show_values = true,
                     .y_from = 1.0,
                     .ticks = ticks};
  for (int i = 0; i < ROW_COUNT && headline_rows[i].tick != NULL; ++i)
  {
    ticks[plot.tick_count++] = headline_rows[i].tick;
  }
  for (int p = 0; p < BENCH_PLACES; ++p)
  {
    if (!bench_place_counts(b, p))
    {
      continue;
    }
    bench_series* series = bench_plot_add(&plot, bench_places[p].name);
    for (int i = 0; i < plot.tick_count; ++i)
    {
      headline_sum sum = {0};
      add_place(rows, p, headline_rows[i].peer, EP_LABEL_FREE, &sum);
      bench_series_add(series, i, sum.total / sum.edges);
    }
  }
  return bench_plot_draw(&plot, bench_path(b, "headline.svg"), error);
}
