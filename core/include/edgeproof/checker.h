/// @file checker.h
/// The checker: is a configuration, or the whole motion between two, free?
///
/// - **EP_FREE** is a proof: for every t in [0,1] and every checked pair the distance exceeds the
///   demanded clearance; rounding, the conversion of the input and the curvature of the motion are
///   included. No closed body is inside another.
/// - **EP_COLLIDING** comes with a witness: a time, a pair, triangles and points no farther apart
///   than clearance + tolerance (plus what bound.h calls the slack of the motion, where that
///   counts: a long arm on a ball joint that turns by less than 1e-4 rad). In which of three ways
///   they meet is in ep_contact::kind.
/// - **EP_UNDECIDED** (zero) means: no answer. A budget was used up, the caller cancelled, or it
///   cannot be told whether something is inside of something. Treat it as not free. A
///   floating-point environment that is not the one the proofs need is an error, and leaves this
///   verdict too.
///
/// The verdict depends on the world, the two configurations and the clearances only: not on the
/// order of work, the mode, the number of threads, the processor's vector width or what was asked
/// before; on the method only between clearance and clearance + tolerance. An edge and its reverse
/// get the same verdict, and a state the same as the edge that rests there. Only a budget or a
/// cancellation can turn a verdict into EP_UNDECIDED.
///
/// A checker is a workspace: one thread at a time, as many checkers of one world as there are
/// threads. It grows while it meets its first edges and then allocates no more.
#ifndef EDGEPROOF_CHECKER_H
#define EDGEPROOF_CHECKER_H

#include "edgeproof/verdict.h"
#include "edgeproof/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_checker ep_checker;

  EP_API ep_status ep_checker_create(const ep_world* world, ep_checker** checker, ep_error* error);

  /// Takes NULL.
  EP_API void ep_checker_destroy(ep_checker* checker);

  /// Hangs a payload on a link, at a pose in the link's frame, for this checker; it moves with the
  /// link and may touch it. Again, to move it; link_body = EP_NO_BODY takes it off.
  EP_API ep_status ep_checker_attach(ep_checker* checker, int32_t payload, int32_t link_body,
                                     const ep_pose* pose, ep_error* error);

  /// One configuration. options may be NULL.
  EP_API ep_status ep_check_state(ep_checker* checker, const double* q,
                                  const ep_check_options* options, ep_result* result,
                                  ep_error* error);

  /// The whole motion from q0 to q1. options may be NULL.
  EP_API ep_status ep_check_edge(ep_checker* checker, const double* q0, const double* q1,
                                 const ep_check_options* options, ep_result* result,
                                 ep_error* error);

  /// The configuration at time t of the motion that ep_check_edge() checks: of every machine what
  /// ep_edge_config() says, ep_world_config_size() values.
  EP_API ep_status ep_checker_interpolate(ep_checker* checker, const double* q0, const double* q1,
                                          double t, double* q, ep_error* error);

/// More threads than this a batch does not use.
#define EP_BATCH_THREADS_MAX 64

  /// Many edges: q0 and q1 hold edge_count configurations each, results as many entries. One thread
  /// for each checker, all of one world; the calling thread is one of them. The verdicts are those
  /// of ep_check_edge(), whatever the number of threads. The first error ends the batch; the
  /// message names the edge.
  EP_API ep_status ep_check_edges(ep_checker* const* checkers, int32_t checker_count,
                                  const double* q0, const double* q1, int32_t edge_count,
                                  const ep_check_options* options, ep_result* results,
                                  ep_error* error);

  typedef struct ep_clearance
  {
    double lower;       ///< proved: no checked pair ever gets closer
    double upper;       ///< a pair gets this close, see contact; or the limit
    bool touches;       ///< not even a clearance of 0 could be proved; lower is 0 then
    ep_contact contact; ///< the nearest found; kind EP_CONTACT_NONE beyond the limit
    int32_t questions;  ///< how many checks it took
  } ep_clearance;

  /// The distance to the nearest checked thing, at a configuration and along a whole edge: lower
  /// and upper differ by about twice the tolerance, unless a budget was used up. Nothing is looked
  /// for beyond `limit` metres.
  EP_API ep_status ep_state_clearance(ep_checker* checker, const double* q, double limit,
                                      ep_clearance* clearance, ep_error* error);
  EP_API ep_status ep_edge_clearance(ep_checker* checker, const double* q0, const double* q1,
                                     double limit, ep_clearance* clearance, ep_error* error);

  /// All contacts at one time of an edge, most useful at the time of contact: every pair of
  /// triangles that is no farther apart than clearance + tolerance, each once, by body and
  /// triangle. Their number is in *count; the first `capacity` of them are written. (CATCH calls
  /// this the contact manifold.)
  EP_API ep_status ep_edge_contacts(ep_checker* checker, const double* q0, const double* q1,
                                    double t, ep_contact* contacts, int32_t capacity,
                                    int32_t* count, ep_error* error);

  /// Which checked pairs of links, or of a link and an obstacle, intersect in every one of the
  /// given configurations: a machine whose mesh runs into itself at a joint, tracks that stand in
  /// the ground. Candidates for ep_world_allow(). Give it some hundred random configurations.
  /// (Pairs that merely never met in samples are never proposed: that would cut a hole into the
  /// proof.) Calls back for each, and gives their number in *count. `report` may be NULL.
  EP_API ep_status ep_checker_propose_allowed(ep_checker* checker, const double* states,
                                              int32_t state_count,
                                              void (*report)(int32_t a, int32_t b, void* user),
                                              void* user, int32_t* count, ep_error* error);

  /// Pairs that overlap and never move relative to each other (an obstacle and a link that stands
  /// still, links joined by fixed joints) are not checked. This finds them: calls back for each
  /// (the first body is a link), and gives their number in *count. `report` may be NULL.
  EP_API ep_status ep_checker_resting_overlaps(ep_checker* checker,
                                               void (*report)(int32_t a, int32_t b, void* user),
                                               void* user, int32_t* count, ep_error* error);

#ifdef __cplusplus
}
#endif

#endif
