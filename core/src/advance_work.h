/// @file advance_work.h
/// The workspace of one check: the tracks, the stack of what is still to be shown, and what was
/// found.
#ifndef EP_ADVANCE_WORK_H
#define EP_ADVANCE_WORK_H

#include "cull_kernel.h"
#include "cull_track.h"
#include "geo_distance.h"
#include "edgeproof/effort.h"

/// Something still to be shown: that parts of the moving body keep their distance from parts of the
/// resting tree over a span.
typedef struct ep_item
{
  int32_t span;
  int32_t moving;  ///< a node, or EP_ITEM_WHOLE; a leaf, 0 for a rope
  int32_t resting; ///< a node; a leaf
  uint8_t kind;
  uint8_t lanes;  ///< of nodes: which children of the moving one
  uint8_t mask;   ///< and which of the resting one
  uint64_t pairs; ///< of leaves: a bit for each pair, eight for each moving triangle
} ep_item;

#define EP_ITEM_NODES  0 ///< children of a node against children of a node
#define EP_ITEM_LEAVES 1 ///< a leaf against a leaf

/// All of the moving body: one child.
#define EP_ITEM_WHOLE (-1)

/// All pairs of two leaves.
#define EP_ALL_PAIRS UINT64_MAX

/// A contact as the traversal finds it.
typedef struct ep_hit
{
  bool found;
  bool contained; ///< one is inside the other, at the point of `closest`
  int32_t track;
  int32_t moving; ///< the body that moves
  double t;       ///< as the caller counts it, see ep_work::flipped
  int32_t moment;
  int32_t triangle; ///< of the moving body
  int32_t body;     ///< that rests
  int32_t resting_triangle;
  ep_closest closest; ///< in the track's frame
  double radii;       ///< sum of both triangles' radii
  double clearance;
} ep_hit;

/// Eight resting triangles.
typedef struct ep_bench
{
  ep_bvh_octet octet;
  double clearance[EP_BVH_WIDTH]; ///< negative: not checked
  float threshold[EP_BVH_WIDTH];  ///< clearance and radius
  float most;                     ///< of them
  uint32_t mask;                  ///< those that are there and checked
} ep_bench;

/// The leaves that were looked at last. What comes next on the stack is often about the same ones:
/// the other half of a span, the next part of the moving body. So they are kept as long as nothing
/// changes of what is demanded: ep_forget_leaves().
typedef struct ep_last_leaves
{
  int32_t track; ///< of `bench`, or -1: nothing is kept
  int32_t resting;
  int32_t body; ///< of `octet`, or -1
  int32_t moving;
  ep_bench bench;
  ep_bvh_octet octet;
} ep_last_leaves;

/// What only EP_METHOD_CATCH needs (advance_catch.h).
struct ep_catch_space;

typedef struct ep_work
{
  const ep_world* world;
  const ep_kernels* widest;  ///< that can run here
  const ep_kernels* kernels; ///< for this edge
  ep_timeline line;
  int32_t* busy; ///< the tracks that this check has to look at, in the order of work
  int32_t busy_count;
  ep_item* stack;
  int32_t stack_count;
  int32_t stack_capacity;
  ep_item* deferred; ///< what a first, short look left, track by track
  int32_t deferred_count;
  int32_t deferred_capacity;
  int32_t* deferred_begin; ///< one a busy track, and one more
  ep_hit* found;           ///< contacts that were collected
  int32_t found_count;
  int32_t found_capacity;
  struct ep_catch_space* catch_space; ///< made when first asked for, or NULL
  ep_last_leaves last;

  /// @name Of the check under way
  /// @{
  const ep_check_options* options;
  ep_statistics statistics;
  bool collects; ///< samples note all contacts in `found` and end at none
  double band;   ///< added to all clearances
  double asked;  ///< a clearance that is asked about instead of those demanded, or negative
  bool flipped;  ///< the edge is worked on backwards: the caller's t is 1 - t
  bool earliest; ///< the caller's first contact, not just any
  bool stopped;  ///< budget, cancellation or memory: no verdict
  bool out_of_memory;
  bool is_unclear; ///< whether something is inside could not be told: no verdict without a hit
  ep_hit hit;
  double t_limit; ///< nothing from here on matters: a contact is known there
  double t_free;  ///< begin of the earliest span that could not be shown free
  /// @}
} ep_work;

/// How the traversal of a track ended.
typedef enum ep_progress
{
  EP_PROGRESS_DONE,      ///< all shown, or the stack is empty
  EP_PROGRESS_HIT,       ///< a contact, and that is enough
  EP_PROGRESS_UNFINISHED ///< the allowance is used up, or stopped
} ep_progress;

/// Works on the stack, at most `allowance` items.
ep_progress ep_traverse(ep_work* work, int32_t track, int64_t allowance);

/// Counts an item of work; budget and cancellation: true if the work has to stop.
bool ep_must_stop(ep_work* work);

/// Puts the whole of a track over a span on the stack.
bool ep_push_track(ep_work* work, int32_t track, int32_t span);

/// Puts an item on the stack; false, and stopped, if there is no memory.
bool ep_push(ep_work* work, ep_item item);

/// Whether the body of a track meets anything at one moment: a contact no farther than the
/// clearance. True if so, with the contact in work->hit. Needs an empty stack.
bool ep_sample(ep_work* work, int32_t track, int32_t moment);

/// The tree that rests in a track.
static inline const ep_bvh* ep_resting_tree(const ep_work* work, const ep_track* track)
{
  return track->fixed == EP_NO_BODY ? &work->world->groups[track->group].scene
                                    : &work->world->bodies[track->fixed].bvh;
}

/// How far points of a rope deviate from their chords over a span of length h: their second
/// derivative times h^2/8, rounded up.
static inline float ep_rope_curve_up(const ep_track* track, float h)
{
  return track->curve[0] * (h * h * 0.125f) * (1.0f + 0x1p-20f);
}

/// How the body of a track, not a rope, moves over a span.
void ep_span_motion_of(ep_work* work, int32_t track, int32_t span, ep_span_motion* motion);

/// Both halves of an item's span; the caller's earlier one is worked on first.
void ep_split_time(ep_work* work, ep_item item);

/// Works on an item of leaves. True if a contact ends the work.
bool ep_take_triangles(ep_work* work, int32_t track, const ep_item* item);

/// What is demanded of the moving body and a resting one; negative: not checked.
double ep_lane_clearance(const ep_work* work, const ep_track* track, int32_t body);

/// The triangles of a leaf of the resting tree, and what is demanded of them; until the next call.
const ep_bench* ep_bench_of(ep_work* work, int32_t track, int32_t leaf);

/// Needed wherever a track becomes another one, or demands change.
static inline void ep_forget_leaves(ep_work* work)
{
  work->last.track = -1;
  work->last.body = -1;
}

/// When a span begins, as the caller counts time.
static inline double ep_span_begin(const ep_work* work, int32_t span)
{
  const ep_span* s = &work->line.spans[span];
  return work->flipped ? 1.0 - work->line.moments[s->end].t : work->line.moments[s->begin].t;
}

/// One triangle of the moving body against one of the resting tree over a span: certified, a
/// contact, or to be split. `begin == end` moments (a sample) are never split.
typedef enum ep_pair_answer
{
  EP_PAIR_FREE,
  EP_PAIR_CONTACT,
  EP_PAIR_SPLIT
} ep_pair_answer;

typedef struct ep_pair_query
{
  int32_t track;
  int32_t span;
  int32_t triangle;
  int32_t body;
  int32_t resting_triangle;
  double curve_up; ///< A h^2/8 of the moving triangle's corners
  double clearance;
} ep_pair_query;

ep_pair_answer ep_pair_over_span(ep_work* work, const ep_pair_query* query);
bool ep_pair_at_moment(ep_work* work, const ep_pair_query* query, int32_t moment);

typedef double ep_corners[3][3];

/// Two triangles whose corners move, each along a curve near its chord, and what is to be shown.
typedef struct ep_pair_motion
{
  ep_corners a[3]; ///< at the begin, the middle and the end
  ep_corners b[3];
  double curve_up; ///< how far corners deviate from their chords, those of a and b added up
  double need;     ///< the distance that is to be exceeded
  double meeting;  ///< a distance up to this in the middle is a contact
} ep_pair_motion;

typedef struct ep_pair_view
{
  ep_closest closest; ///< in the middle
  double wander;      ///< by how much the distance can differ from that
  bool meets;
  bool free;
} ep_pair_view;

/// Claim     free: the distance exceeds `need` all the time.
/// Why       by distance: no corner, so no point, gets farther than `wander` from its place in the
///           middle. By direction: at both ends the corners of a project beyond those of b, on the
///           same side, by more than they deviate from their chords; chords are linear, so it holds
///           in between. proofs.md P1, P2.
/// Rounding  lower bounds down, everything that is subtracted from them up.
ep_pair_view ep_pair_look(const ep_pair_motion* motion);

/// Corners of a resting triangle in the track's frame.
void ep_pair_rest(const ep_work* work, const ep_track* track, int32_t body, int32_t triangle,
                  ep_corners out);

/// Both triangles' radii.
double ep_pair_radii(const ep_work* work, const ep_track* track, const ep_pair_query* query);

/// Notes a contact at a moment, unless one is known that is not later.
void ep_pair_record(ep_work* work, const ep_pair_query* query, int32_t moment,
                    const ep_closest* closest);

#endif
