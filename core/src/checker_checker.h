/// @file checker_checker.h
#ifndef EP_CHECKER_CHECKER_H
#define EP_CHECKER_CHECKER_H

#include "advance_work.h"
#include "edgeproof/checker.h"

/// A payload on a link.
typedef struct ep_attachment
{
  int32_t link_body; ///< EP_NO_BODY: it hangs nowhere
  ep_frame local;
} ep_attachment;

/// A track in which nothing moved when an edge was last shown free. As long as nothing of this
/// changes, it need not be shown again: a parked machine costs next to nothing.
typedef struct ep_parked
{
  bool shown;
  bool of_all;      ///< the clearance was asked about: it was shown of every obstacle
  ep_frame pose[2]; ///< at both ends
  double clearance; ///< what was shown, and how wrong the poses were taken to be
  double slack;
  double size;
} ep_parked;

struct ep_checker
{
  const ep_world* world;
  ep_work work;
  ep_attachment* attachments; ///< one a body; used for payloads
  ep_parked* parked;          ///< one a track
  int32_t* order;             ///< tracks in the order in which they are worked on, but homes
  int32_t order_count;
  double recent_hits; ///< part of recent edges that collided
};

/// Claim     true: everything this track would be asked was shown of exactly this before.
/// Needs     the track's home set, and its clearance.
bool ep_checker_knows_parked(const ep_checker* checker, int32_t track);

/// After an edge that is free: notes the tracks in which nothing moved.
void ep_checker_note_parked(ep_checker* checker);

/// Where a track's bodies hang now. The last track is a spare one, for questions outside of checks.
void ep_checker_refresh_track(ep_checker* checker, ep_track* track);

/// Sets the edge from q0 to q1 and all that a check starts with.
ep_status ep_checker_prepare(ep_checker* checker, const double* q0, const double* q1,
                             const ep_check_options* options, ep_error* error);

/// Whether two bodies meet at the begin of the prepared edge, whatever rules say; the second may be
/// an obstacle.
bool ep_checker_overlap(ep_checker* checker, int32_t a, int32_t b);

/// Does the work of a prepared check; what it found is in checker->work.
void ep_checker_run(ep_checker* checker);

/// ep_check_edge(), with `asked` instead of all demanded clearances where it is not negative.
ep_status ep_checker_ask(ep_checker* checker, const double* q0, const double* q1, double asked,
                         const ep_check_options* options, ep_result* result, ep_error* error);

#endif
