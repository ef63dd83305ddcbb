/// @file bench_peers.h
/// The columns of edgeproof bench peers, and the places where they are measured.
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "bench.h"

#include "bench_sets.h"

/// Columns, in this order in every table.
typedef enum bench_peer
{
  PEER_BOOLEAN = 0,
  PEER_CONTACT,
  PEER_CATCH,
  PEER_FRACTION,
  PEER_METRES,
  PEER_BISECTION,
  PEER_EXPERT,
  PEER_CONTINUOUS,
  PEER_BULLET,
  PEER_MEASURED,              ///< so many are measured edge by edge, side by side
  PEER_ALONE = PEER_MEASURED, ///< PEER_BOOLEAN once more, with nobody in between
  PEER_FRACTION_ALONE,        ///< and so on
  PEER_EXPERT_ALONE,
  PEER_COUNT
} bench_peer;

extern const char* const bench_peer_names[PEER_COUNT];

typedef struct bench_place
{
  const char* name;
  const char* scene;
  bool counts; ///< among the goals
  bool quick;  ///< the ones that --quick looks at; its goals are about them
} bench_place;

#define BENCH_PLACES 4
extern const bench_place bench_places[BENCH_PLACES];

/// What building took, a place.
typedef struct bench_build
{
  double ours; ///< seconds of the thread
  double fcl;
  double bytes_a_triangle;
} bench_build;

/// The name of a set in the rows.
void bench_peer_set(char* text, size_t size, const bench_place* place, const bench_kind* kind);

/// Time and mistakes of one method on the edges of a set with one label.
typedef struct bench_peer_cell
{
  bench_summary time;
  bench_tally tally;
} bench_peer_cell;

/// How many of a set's edges a method was measured on.
int32_t bench_peer_edges(const bench_rows* rows, int32_t set, int32_t method);

/// Of the first so many edges of a set, those with that label.
bench_peer_cell bench_peer_cell_of(const bench_rows* rows, int32_t set, int32_t method,
                                   int32_t label, int32_t edges);

/// @name The report, once everything is measured
/// @{
void bench_peers_print(const bench* b, bench_rows* rows);
void bench_peers_print_goals(const bench* b, bench_rows* rows,
                             const bench_build builds[BENCH_PLACES]);
ep_status bench_peers_draw(const bench* b, bench_rows* rows, ep_error* error);
/// What stands at the top of everything, and on the project's first page.
void bench_peers_print_headline(const bench* b, bench_rows* rows);
ep_status bench_peers_draw_headline(const bench* b, bench_rows* rows, ep_error* error);
/// Whether a place is among the goals; in --quick those are about another one.
bool bench_place_counts(const bench* b, int place);
/// @}

#endif
