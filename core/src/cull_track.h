/// @file cull_track.h
/// Tracks: a moving body seen from the frame of something that rests, at the moments an edge needs.
///
/// The time of an edge is a binary tree of spans, filled as the traversal splits them and shared by
/// all bodies: the frames of a moment are computed once. A track turns them into single-precision
/// poses of one body in one frame: of the world, about its centre, or of another link. So
/// everything that is checked, links of one machine against each other included, is a moving body
/// against a resting tree.
#ifndef EP_CULL_TRACK_H
#define EP_CULL_TRACK_H

#include "cull_kernel.h"
#include "motion_edge.h"
#include "world_world.h"

/// Rounding of everything computed in double, as a part of the track's largest coordinate: poses,
/// corners, distances (proofs.md P1).
#define EP_EXACT_ERROR 0x1p-38

typedef struct ep_moment
{
  double t;
} ep_moment;

/// An interval of time; its ends are moments.
typedef struct ep_span
{
  int32_t begin;
  int32_t end;
  int32_t middle;   ///< a moment, or -1 while nobody has asked
  int32_t child[2]; ///< spans, or -1
  int32_t depth;
} ep_span;

/// A point fixed to a link.
typedef struct ep_anchor
{
  int32_t slot; ///< of its link among those of all machines
  double point[3];
} ep_anchor;

/// The first tracks are *homes*: one a body that can move, seen from the world, with nothing that
/// rests. They know where the body can be (cull_region.h) and are the leads of its tracks against
/// groups of obstacles. The home of a body is the track of its row.
typedef struct ep_track
{
  /// @name What decides whether anything else is looked at, in the first 64 bytes
  /// @{
  int32_t body;  ///< that moves
  int32_t fixed; ///< the link or payload body in whose frame it is seen, or EP_NO_BODY: the world
  int32_t group; ///< of obstacles that rest, where fixed is EP_NO_BODY; -1 of a home
  int32_t lead;  ///< of a track against a group: the body's home, whose poses and bounds it shares
  double demanded;  ///< the largest clearance demanded of anything in this track
  double clearance; ///< what is to be shown on this edge: what is demanded, or what is asked about
  int32_t only;     ///< EP_NO_BODY, or the one resting body that counts, whatever rules say
  int32_t slot;     ///< of the moving body's link; -1 for a rope
  bool active;      ///< false: a payload that hangs nowhere, or the spare track
  bool is_home;
  bool is_rope_pair; ///< the other one is a rope too; both are seen from the world
  bool turned;       ///< body and fixed have changed places for this edge: ep_track_turn()
  bool moves;        ///< false: nothing moves in this track on this edge
  bool busy;         ///< in ep_work::busy; its bounds are set
  /// @}

  int32_t fixed_slot;          ///< of the link in whose frame, or -1
  ep_anchor end[2];            ///< of a rope
  ep_anchor other[2];          ///< of a rope pair: the other one's ends
  const ep_frame* local;       ///< of a payload on its link, or NULL
  const ep_frame* fixed_local; ///< as local

  /// @name Set for each edge
  /// @{
  ep_link_bound bound; ///< of a lead; of a rope: of any point of it, relative to the other one
  double shift;        ///< added to radii: where a payload hangs
  double slack;        ///< metres, of any point of the body: between computed, smooth and exact
  double farthest;     ///< largest coordinate of anything in this track
  double size;         ///< the same and the clearance
  float curve[3];      ///< second derivative: constant, per r_perp, per r_par; rounded up
  float speed[3];      ///< first derivative
  float margin;        ///< float rounding + slack, rounded up
  ep_box region;       ///< of a home: where the body can be, about the world's centre
  /// @}
} ep_track;

typedef struct ep_timeline
{
  const ep_world* world;
  ep_edge** edges; ///< one a machine
  int32_t* slots;  ///< first slot of each machine
  int32_t slot_count;
  ep_track* tracks;
  int32_t track_count;

  ep_moment* moments;
  ep_frame* frames;  ///< slot_count a moment
  ep_pose_f* poses;  ///< track_count a moment, by ep_track::lead
  uint8_t* has_pose; ///< the same
  int32_t moment_count;
  int32_t moment_capacity;
  ep_span* spans;
  int32_t span_count;
  int32_t span_capacity;
  int32_t scratch;       ///< a moment that is used again and again, or -1
  int64_t* pose_counter; ///< counts forward kinematics
} ep_timeline;

/// Starts an edge: the first span is the whole of it. False if there is no memory.
bool ep_timeline_begin(ep_timeline* line);

/// The moment in the middle of a span; -1 if there is no memory. Spans and moments may move.
int32_t ep_timeline_middle(ep_timeline* line, int32_t span);

/// Half of a span; -1 if there is no memory.
int32_t ep_timeline_child(ep_timeline* line, int32_t span, int which);

/// A span of length zero, for samples; -1 if there is no memory.
int32_t ep_timeline_point(ep_timeline* line, int32_t moment);

/// A moment at any time in [0,1], outside of the tree of spans; -1 if there is no memory. The next
/// call changes it to another time, unless it is kept. Moments may move.
int32_t ep_timeline_scratch(ep_timeline* line, double t);

/// The scratch moment stays what it is; the next call makes another one.
static inline void ep_timeline_keep(ep_timeline* line)
{
  line->scratch = -1;
}

/// The machine that a slot's link belongs to.
int32_t ep_timeline_machine(const ep_timeline* line, int32_t slot);

/// Length of a span, exactly: times are dyadic.
static inline double ep_timeline_length(const ep_timeline* line, int32_t span)
{
  return line->moments[line->spans[span].end].t - line->moments[line->spans[span].begin].t;
}

/// The world frame of a slot at a moment.
static inline const ep_frame* ep_timeline_frame(const ep_timeline* line, int32_t moment,
                                                int32_t slot)
{
  return &line->frames[(size_t)moment * (size_t)line->slot_count + (size_t)slot];
}

/// The pose of a track at a moment, single precision. Not for ropes.
const ep_pose_f* ep_timeline_pose(ep_timeline* line, int32_t moment, int32_t track);

/// The same in double: points of the body become points of the track's frame. For a rope the
/// position is its first end and the first column of the rotation the second end.
void ep_timeline_exact_pose(const ep_timeline* line, int32_t moment, const ep_track* track,
                            ep_frame* pose);

/// The ends of a rope at a moment, in the track's frame.
void ep_timeline_rope(const ep_timeline* line, int32_t moment, const ep_track* track,
                      const ep_anchor anchors[2], double ends[2][3]);

/// Where the track's frame stands in the world.
void ep_timeline_base(const ep_timeline* line, int32_t moment, const ep_track* track,
                      ep_frame* base);

/// Of two links of different machines, lets that one rest from which the other is seen to bend less
/// on this edge: a parked machine rests, however far away the joints of the other one are. Depends
/// on the edge alone. Needs ep_edge_bounds() of all edges.
void ep_track_turn(const ep_timeline* line, ep_track* track);

/// Fills what a track needs to know of the edge. Needs ep_edge_bounds() of all edges, and its lead
/// filled.
void ep_track_set_bounds(ep_timeline* line, ep_track* track);

/// Grows a block to hold `count` elements; false if there is no memory. Old content is kept.
bool ep_grow(const ep_allocator* allocator, void** block, int32_t* capacity, int32_t count,
             size_t size);

#endif
