/// @file soak_case.h
/// One edge: everything that core can be asked about it, a judge, and what does not fit together.
#ifndef SOAK_CASE_H
#define SOAK_CASE_H

#include "soak_world.h"

/// What can be wrong. Each is printed with all that is needed to see it again.
typedef enum soak_fault
{
  SOAK_MISSED,    ///< FREE, and a judge has a collision
  SOAK_PREFIX,    ///< a judge has a collision before t_free
  SOAK_ORDER,     ///< t_free is after the time of contact
  SOAK_REVERSE,   ///< the reverse edge has another verdict
  SOAK_MODE,      ///< the two modes differ
  SOAK_METHOD,    ///< the two methods differ, and not in the band
  SOAK_WITNESS,   ///< a witness that is farther apart than may be
  SOAK_UNCHECKED, ///< a witness of a pair that is not to be checked
  SOAK_DEMAND,    ///< a witness with another clearance than is demanded
  SOAK_UNDECIDED, ///< no answer
  SOAK_ERROR,     ///< a call failed
  SOAK_FAULTS
} soak_fault;

extern const char* const soak_fault_names[SOAK_FAULTS];

/// What a run counts. Plain numbers, so that processes can share it.
typedef struct soak_tally
{
  int64_t edges;
  int64_t free;
  int64_t colliding;
  int64_t band;        ///< witnesses between clearance and clearance + tolerance
  int64_t inside;      ///< witnesses of containment
  int64_t judged;      ///< edges that a judge looked along
  int64_t judged_free; ///< of those, free
  int64_t near;        ///< free, and a judge saw less than a centimetre beyond the demand
  int64_t grazing;     ///< free, less than two tolerances
  int64_t looks;
  int64_t tried; ///< edges that collide by more than the band, along which a judge looked
  int64_t seen;  ///< of those, the ones where it found that
  int64_t catch_edges;
  int64_t catch_band; ///< where the methods differ, in the band
  int64_t witnesses;  ///< measured
  int64_t faults[SOAK_FAULTS];
  double core_seconds;
  double catch_seconds;
  double judge_seconds;
} soak_tally;

/// Of how many edges one is looked at: 1 all, 0 none.
typedef struct soak_share
{
  int64_t judge;
  int64_t catch;
  int64_t witness;
  int32_t looks; ///< at each body and each pair, at most
} soak_share;

/// Asks everything about an edge; `number` decides the shares. The verdict of the first question.
ep_verdict soak_case_run(soak_world* w, const double* q0, const double* q1, int64_t number,
                         const soak_share* share, soak_tally* tally);

/// Prints an edge as `soak --replay` takes it.
void soak_case_print(const soak_world* w, const double* q0, const double* q1);

#endif
