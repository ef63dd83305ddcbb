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

struct ep_checker
{
  const ep_world* world;
  ep_work work;
  ep_attachment* attachments; ///< one a body; used for payloads
  int32_t* order;             ///< tracks in the order in which they are worked on, but homes
  int32_t order_count;
  double recent_hits; ///< part of recent edges that collided
};

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
