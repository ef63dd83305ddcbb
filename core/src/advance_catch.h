/// @file advance_catch.h
/// EP_METHOD_CATCH: the paper's method, step by step (CATCH Sec. 5 to 7). Taylor boxes and a tree
/// over the links leave some pairs; each gets a lower bound on its time of contact, from convex
/// hulls where two bodies move; pairs are sorted by it and advanced one after the other.
///
/// Time is cut into *cells*, for each pair of its own length: a power of two, so short that no
/// point moves by more than an eighth of the tolerance between a cell's middle and its ends. A
/// step of advancement either proves everything up to the end of the present cell or beyond, or
/// the cell is looked at from its middle: if something is closer there than the clearance and what
/// can happen within the cell, that is a contact. So every step gains a cell, and the verdict is a
/// matter of the middles of cells: advancement demands so much more than a cell does that no
/// middle it passes could have been a contact. Therefore neither switches, nor the mode, nor the
/// order of pairs, nor the direction of time change it (proofs.md K1 to K5).
#ifndef EP_ADVANCE_CATCH_H
#define EP_ADVANCE_CATCH_H

#include "advance_work.h"
#include "cull_link_tree.h"

/// A track, as a pair of the paper: a moving body, and a group of obstacles or another body.
typedef struct ep_catch_pair
{
  int32_t track;
  double speed_up;  ///< of any of its points, m per unit of t; 0 where nothing moves
  double cell;      ///< length of its cells
  double near_up;   ///< m: at a cell's middle, a distance up to clearance + this is a contact
  double apart_up;  ///< m: advancement proves distances of more than clearance + this
  double from;      ///< the caller's time before which nothing happens, a multiple of EP_CATCH_TICK
  int32_t triangle; ///< the last witness; -1: none
  int32_t resting_body;
  int32_t resting_triangle;
  bool meets_group; ///< boxes around the body's motion and an obstacle of the group come too close
} ep_catch_pair;

/// Times are multiples of this: sums and differences of them are exact, and so is 1 - t.
#define EP_CATCH_TICK 0x1p-48

/// Two parts of trees, and what is known of them.
typedef struct ep_catch_item
{
  int32_t moving;  ///< node * 8 + child, or EP_ITEM_WHOLE
  int32_t resting; ///< the same
  double value;    ///< as ep_catch_query::best, not above any of what is inside
} ep_catch_item;

/// What only this method needs. It grows to what the largest edge takes.
typedef struct ep_catch_space
{
  ep_catch_pair* pairs;
  int32_t pair_count;
  int32_t pair_capacity;
  ep_catch_item* items;
  int32_t item_count;
  int32_t item_capacity;
  ep_link_tree tree;
  int32_t* leaf_of; ///< one a body: its leaf in the tree, or -1
  int32_t leaf_capacity;
  struct ep_catch_leaf* leaves;
  int32_t leaves_capacity;
  uint8_t* meets; ///< leaves x leaves: their boxes come too close
  int32_t meets_capacity;
} ep_catch_space;

/// Runs the method on the edge that is set: fills work->hit, t_free and the counters. Containment
/// is the caller's.
void ep_catch(ep_work* work);

/// Gives back the space. Takes a work that has none.
void ep_catch_release(ep_work* work);

/// @name Its parts
/// @{

/// Takes away pairs whose bodies' Taylor boxes are far enough from each other (CATCH Sec. 5).
void ep_catch_cull(ep_work* work, ep_catch_space* space);

/// Sets ep_catch_pair::from: a lower bound on the time of contact (CATCH Sec. 7.2).
void ep_catch_bound(ep_work* work, ep_catch_space* space, ep_catch_pair* pair);

/// Lower bound on the distance of the convex hulls of a pair of moving bodies, radii included,
/// where computed frames put them; negative or 0 if nothing was shown.
double ep_catch_hull_gap(const ep_work* work, const ep_catch_pair* pair, int32_t moment);

/// Conservative advancement of a pair (CATCH Alg. 1, lines 10 to 20). True if a contact was found.
bool ep_catch_advance(ep_work* work, ep_catch_space* space, ep_catch_pair* pair);

/// The scratch moment set to a time as the caller counts it; -1, and stopped, if there is no
/// memory.
int32_t ep_catch_moment(ep_work* work, double time);

/// Whether a switch of ep_check_options::catch_switches is on.
static inline bool ep_catch_is_off(const ep_work* work, uint32_t part)
{
  return (work->options->catch_switches & part) != 0;
}

/// The caller's time from which on nothing of a pair matters: the end, or the best contact so far.
static inline double ep_catch_end(const ep_work* work)
{
  const bool culls = work->earliest && !ep_catch_is_off(work, EP_CATCH_NO_TEMPORAL);
  return culls ? ep_min(1.0, work->t_limit) : 1.0;
}

/// @}
/// @name Distance queries
/// @{

/// What a query asks for.
typedef enum ep_catch_aim
{
  EP_CATCH_TIME,     ///< for how long everything stays apart
  EP_CATCH_BOX_TIME, ///< the same from boxes alone: less
  EP_CATCH_CONTACT   ///< whether something is near
} ep_catch_aim;

/// A query: the least value over all pairs of triangles. Of EP_CATCH_TIME and EP_CATCH_BOX_TIME the
/// value of a pair is (distance - clearance - radii - apart_up) / speed, a time; of
/// EP_CATCH_CONTACT distance - clearance - radii - near_up, in metres.
typedef struct ep_catch_query
{
  ep_work* work;
  ep_catch_space* space;
  const ep_catch_pair* pair;
  const ep_track* track;
  const ep_bvh* moving; ///< NULL for a rope
  const ep_bvh* resting;
  ep_frame pose[2];    ///< from the body's frame to the track's, and back; for a rope, of its box
  ep_frame ends;       ///< as ep_timeline_exact_pose() gives it
  double rope_half[3]; ///< of a rope's box
  double error;        ///< rounding of all of this
  double reserve_up;   ///< apart_up or near_up
  int32_t moment;
  ep_catch_aim aim;
  bool is_directed; ///< speeds along the direction of two parts or triangles may be used
  double enough;    ///< a value below it ends the query
  double best;      ///< least value so far; at first: values from it on do not matter
  bool is_done;
  bool has_found;
  ep_pair_query found; ///< the pair of the least value
  ep_closest closest;
  double along[3];       ///< direction of that pair, where other pairs may be apart too
  double along_speed_up; ///< of any point of the body along it
} ep_catch_query;

/// Claim     afterwards no pair has a value below query->best, unless a value below `enough` was
///           found or work->stopped is set. EP_CATCH_CONTACT ends at a pair that is in contact
///           without doubt.
/// Needs     best and enough set.
void ep_catch_search(ep_catch_query* query);

/// Sets a query up; best and enough are the caller's.
ep_catch_query ep_catch_query_make(ep_work* work, ep_catch_space* space, const ep_catch_pair* pair,
                                   int32_t moment, ep_catch_aim aim);

/// Lower bounds on the distances of one box, fixed in a frame, from the eight boxes of a node, up
/// to the query's error. `pose` takes points of the box's frame to the node's. Lanes without a
/// child get infinity.
void ep_catch_box_distances(const double center[3], const double half[3], const ep_frame* pose,
                            const ep_bvh_node* node, double distance[EP_BVH_WIDTH]);

/// Claim     no point of the moving body within `radius` of its link's origin is faster along n, in
///           the world, at any t.
/// Needs     is_directed: a link or payload seen in the world, where n stays where it is.
/// Why       proofs.md R1. n speaks for one convex thing against another: two boxes, or two
///           triangles.
/// Source    CATCH Eq. 10; there n speaks for a whole link.
double ep_catch_speed_along_up(const ep_catch_query* query, double radius, const double n[3]);

/// All triangles of two leaves.
void ep_catch_take_leaves(ep_catch_query* query, const ep_catch_item* item);

/// Two ropes, which are one pair of triangles.
void ep_catch_take_ropes(ep_catch_query* query);

/// The pair of triangles that was the nearest last time; then the query has a good bound from the
/// start.
void ep_catch_take_witness(ep_catch_query* query);

/// Claim     the value, as above, of anything at least this far apart and not faster than that is
///           not below the result.
/// Rounding  down. Times are cut at 4, beyond every edge, and below 0 at -1.
static inline double ep_catch_value(const ep_catch_query* query, double distance, double need_up,
                                    double speed_up)
{
  const double margin = ep_down(distance - need_up);
  if (query->aim == EP_CATCH_CONTACT)
  {
    return margin;
  }
  if (!(margin > 0.0))
  {
    return -1.0;
  }
  return margin >= 4.0 * speed_up ? 4.0 : ep_down(margin / speed_up);
}

/// @}

#endif
