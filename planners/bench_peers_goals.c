/// @file bench_peers_goals.c
/// What was set ourselves beside what was measured, and where our own time goes.
#include "bench_peers.h"

#include "bench_host.h"

#include <math.h>

/// Over the sets that count, on the edges that a peer was measured on: its total time and ours.
typedef struct duel
{
  double peer;
  double ours;
  int32_t edges;
  int32_t missed; ///< by us
} duel;

bool bench_place_counts(const bench* b, int place)
{
  return b->options->quick ? bench_places[place].quick : bench_places[place].counts;
}

/// The set's number in the rows, by its number among all: places times kinds.
static int32_t set_of(bench_rows* rows, int which)
{
  char name[64];
  bench_peer_set(name, sizeof name, &bench_places[which / BENCH_KINDS],
                 &bench_kinds[which % BENCH_KINDS]);
  return bench_rows_name(rows, name);
}

static bench_peer self_of(bench_peer peer)
{
  return peer < PEER_MEASURED ? PEER_BOOLEAN : PEER_ALONE;
}

static bool is_measured(const bench_peer_cell* cell)
{
  return cell->tally.edges > 0;
}

/// Adds one set.
static void fight_on(bench_rows* rows, int which, bench_peer peer, int32_t label, duel* d)
{
  const int32_t set = set_of(rows, which);
  const int32_t own = bench_rows_name(rows, bench_peer_names[self_of(peer)]);
  const int32_t other = bench_rows_name(rows, bench_peer_names[peer]);
  const int32_t edges = bench_peer_edges(rows, set, other);
  const bench_peer_cell theirs = bench_peer_cell_of(rows, set, other, label, edges);
  const bench_peer_cell ours = bench_peer_cell_of(rows, set, own, label, edges);
  d->peer += theirs.time.total;
  d->ours += ours.time.total;
  d->edges += theirs.tally.edges;
  d->missed += ours.tally.missed;
}

static duel fight(const bench* b, bench_rows* rows, bench_peer peer, int32_t label)
{
  duel d = {0};
  for (int i = 0; i < BENCH_PLACES * BENCH_KINDS; ++i)
  {
    if (bench_place_counts(b, i / BENCH_KINDS))
    {
      fight_on(rows, i, peer, label, &d);
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

/// The median of a short free edge, everybody alone. A clock is read for each edge, which takes
/// about as long: both are told.
static void add_floor(const bench* b, table* t, bench_rows* rows, double clock)
{
  for (int p = 0; p < BENCH_PLACES; ++p)
  {
    if (bench_place_counts(b, p))
    {
      char on[128];
      const bench_peer_cell cell = bench_peer_cell_of(
          rows, set_of(rows, p * BENCH_KINDS), bench_rows_name(rows, bench_peer_names[PEER_ALONE]),
          EP_LABEL_FREE, BENCH_ANY);
      snprintf(on, sizeof on, "%s, %d free edges, alone; %.2f of it is reading the clock",
               bench_places[p].name, (int)cell.tally.edges, clock);
      bench_goal(t, "median of a short free edge, microseconds", 0.8, cell.time.median, true, on);
    }
  }
}

static void add_builds(const bench* b, table* t, const bench_build builds[BENCH_PLACES])
{
  for (int p = 0; p < BENCH_PLACES; ++p)
  {
    if (bench_place_counts(b, p))
    {
      char on[128];
      snprintf(on, sizeof on, "%s: %.2f s, FCL %.2f s", bench_places[p].name, builds[p].ours,
               builds[p].fcl);
      bench_goal(t, "bytes a triangle", 120.0, builds[p].bytes_a_triangle, true,
                 bench_places[p].name);
      bench_goal(t, "building, as a part of FCL's trees of OBBRSS", 1.0,
                 builds[p].ours / builds[p].fcl, true, on);
    }
  }
}

static void print_table(const bench* b, bench_rows* rows, const bench_build builds[BENCH_PLACES],
                        double clock)
{
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
  bench_goal(&t, "collisions missed in a million edges", 0.0, (double)NAN, true,
             "`make soak`, an hour or two; what it found: docs/figures.md");
  add_floor(b, &t, rows, clock);
  add_builds(b, &t, builds);
  table_end_markdown(&t, b->summary);
}

/// @name Where the time goes
/// @{

/// A row for a set and label: what it is of our time, how much of it the slowest edges take, and
/// how many times as long others take.
static void add_share(table* t, bench_rows* rows, int which, int32_t label, double all)
{
  static const bench_peer others[2] = {PEER_EXPERT_ALONE, PEER_FRACTION_ALONE};
  char name[64];
  const int32_t set = set_of(rows, which);
  const bench_peer_cell ours = bench_peer_cell_of(
      rows, set, bench_rows_name(rows, bench_peer_names[PEER_ALONE]), label, BENCH_ANY);
  if (!is_measured(&ours))
  {
    return;
  }
  bench_peer_set(name, sizeof name, &bench_places[which / BENCH_KINDS],
                 &bench_kinds[which % BENCH_KINDS]);
  table_add(t, "%s, %s", name, label == EP_LABEL_FREE ? "free" : "colliding");
  table_add(t, "%d", (int)ours.tally.edges);
  bench_cell(t, ours.time.mean, 2);
  bench_cell(t, ours.time.median, 2);
  bench_cell(t, 100.0 * ours.time.total / all, 0);
  bench_cell(t, 100.0 * ours.time.tail, 0);
  for (int k = 0; k < 2; ++k)
  {
    duel d = {0};
    fight_on(rows, which, others[k], label, &d);
    bench_cell(t, d.peer / d.ours, 1);
  }
}

/// Why a goal is met or not: it is about totals, so what counts is where most of our time goes.
static void print_shares(const bench* b, bench_rows* rows)
{
  fputs("Those goals are about totals, so they are decided where most of our time goes. Everybody "
        "alone: what share of our time over these sets a set has, how much of that its slowest "
        "twentieth of edges takes, and how many times as long the two others take.\n\n",
        b->summary);
  table t = table_begin("set|>edges|>our mean us|>median us|>% of our time|>% of it in the slowest "
                        "twentieth|>expert, times ours|>1 %, times ours");
  for (int32_t label = EP_LABEL_FREE; label <= EP_LABEL_COLLIDING; ++label)
  {
    const duel all = fight(b, rows, PEER_FRACTION_ALONE, label);
    for (int i = 0; i < BENCH_PLACES * BENCH_KINDS; ++i)
    {
      if (bench_place_counts(b, i / BENCH_KINDS))
      {
        add_share(&t, rows, i, label, all.ours);
      }
    }
  }
  table_end_markdown(&t, b->summary);
}

/// What the goals were set against: milliseconds for a free edge, measured before there was a
/// checker, on another site with an excavator and a tower crane, and an expert's checker of that
/// time.
typedef struct start
{
  int place;
  int kind;
  double expert;
  double discrete;
} start;

static const start starts[] = {{0, 0, 0.98, 0.137}, {0, 1, 2.7, 0.447},  {0, 2, 5.7, 0.365},
                               {0, 3, 5.4, 1.04},   {1, 0, 0.17, 0.017}, {1, 2, 1.9, 0.067},
                               {1, 3, 0.91, 0.083}};

static void print_starts(const bench* b, bench_rows* rows)
{
  static const bench_peer others[2] = {PEER_EXPERT_ALONE, PEER_FRACTION_ALONE};
  fputs("Goals that are ratios move with those they are measured against. When they were set, an "
        "expert's checker and OMPL's validator with FCL were measured on another site; "
        "milliseconds for a free edge then, and here:\n\n",
        b->summary);
  table t = table_begin("set|>expert then|>here, alone|>OMPL, 1 %, then|>here, alone");
  for (size_t i = 0; i < sizeof starts / sizeof starts[0]; ++i)
  {
    char name[64];
    bench_peer_set(name, sizeof name, &bench_places[starts[i].place], &bench_kinds[starts[i].kind]);
    table_add(&t, "%s", name);
    for (int k = 0; k < 2; ++k)
    {
      const bench_peer_cell cell = bench_peer_cell_of(
          rows, bench_rows_name(rows, name), bench_rows_name(rows, bench_peer_names[others[k]]),
          EP_LABEL_FREE, BENCH_ANY);
      table_add(&t, "%g", k == 0 ? starts[i].expert : starts[i].discrete);
      bench_cell(&t, 1e-3 * cell.time.mean, 3);
    }
  }
  table_end_markdown(&t, b->summary);
}

/// @}

void bench_peers_print_goals(const bench* b, bench_rows* rows,
                             const bench_build builds[BENCH_PLACES])
{
  fputs("### Goals\n\nWhat we set ourselves: total time over the sets short, medium, near and long "
        "of excavator and tower crane, one thread, the default configuration; first side by side, "
        "then each alone. Building is thread time, from loaded files to a frozen world, and to "
        "FCL's trees. Growth, threads and memory taken while checking: *How it grows*, "
        "[scale.md](scale.md).\n\n",
        b->summary);
  print_table(b, rows, builds, bench_host_timer());
  print_shares(b, rows);
  print_starts(b, rows);
}
