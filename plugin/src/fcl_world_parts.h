/// @file fcl_world_parts.h
/// The same scene in FCL, as its own sources see it.
#ifndef EP_FCL_WORLD_PARTS_H
#define EP_FCL_WORLD_PARTS_H

#include "edgeproof/bound.h"
#include "edgeproof/plugin/fcl_world.h"
#include "edgeproof/shim/fcl.h"
#include "plugin_error.h"

#include <math.h>
#include <stdlib.h>

/// What carries an object.
typedef enum ep_fcl_carrier
{
  EP_FCL_RESTS = 0, ///< nothing
  EP_FCL_ON_LINK,
  EP_FCL_ROPE ///< two points of links
} ep_fcl_carrier;

/// A point fixed to a link.
typedef struct ep_fcl_anchor
{
  int32_t machine;
  int32_t link;
  double point[3];
} ep_fcl_anchor;

/// One geometry of a body, as FCL has it.
typedef struct ep_fcl_object
{
  int32_t body; ///< of the ep_world
  ep_fcl_carrier carrier;
  ep_fcl_geometry* geometry; ///< NULL for a rope: each checker has its own
  ep_fcl_transform local;    ///< in the link's frame; in the world where it rests
  ep_box box;                ///< in the frame of `local`; of what rests, in the world
  int32_t machine;
  int32_t link;
  ep_node_radii radii; ///< of the box in the link's frame
  ep_fcl_anchor end[2];
  double radius; ///< of a rope
} ep_fcl_object;

/// Two objects that are checked. The first one moves.
typedef struct ep_fcl_object_pair
{
  int32_t object[2];
  double clearance;
} ep_fcl_object_pair;

typedef struct ep_fcl_machine
{
  const ep_machine* machine;
  int32_t config_start;
  int32_t first_body;
  int32_t first_frame; ///< of its links in a checker's frames
} ep_fcl_machine;

struct ep_fcl_world
{
  const ep_scene* scene;
  const ep_world* world;
  ep_fcl_machine* machines;
  int32_t machine_count;
  int32_t link_count; ///< of all machines
  ep_fcl_object* objects;
  int32_t object_count;
  int32_t object_capacity;
  ep_fcl_object_pair* pairs;
  int32_t pair_count;
  ep_fcl_world_info info;
};

/// How fast a pair can come closer on the edge that is set: in dt no more than
/// speed * dt + slack.
typedef struct ep_fcl_approach
{
  double speed;
  double slack;
} ep_fcl_approach;

/// A pair that an interval of the edge still has to answer for.
typedef struct ep_fcl_open
{
  int32_t pair;
  double gap[2]; ///< of bisection: at the interval's ends
  double middle; ///< of bisection: in its middle
} ep_fcl_open;

/// A stretch of samples that has not been looked at.
typedef struct ep_fcl_stretch
{
  int32_t first;
  int32_t last;
} ep_fcl_stretch;

/// A pair with a bound below its gap.
typedef struct ep_fcl_candidate
{
  double gap;
  int32_t pair;
} ep_fcl_candidate;

struct ep_fcl_checker
{
  const ep_fcl_world* world;
  ep_edge** edges;  ///< one a machine
  ep_frame* frames; ///< of all links of all machines
  ep_link_bound* bounds;

  /// @name One an object
  /// @{
  ep_fcl_transform* places;
  ep_box* boxes; ///< in the world
  ep_fcl_placed* placed;
  ep_fcl_geometry** ropes; ///< NULL where the object is none
  /// @}

  ep_fcl_approach* approaches;  ///< one a pair
  ep_fcl_candidate* candidates; ///< room for all pairs
  ep_fcl_open* open;            ///< a stack
  int32_t open_count;
  int32_t open_capacity;
  ep_fcl_stretch* stretches; ///< a ring
  int32_t stretch_capacity;
  int64_t narrow; ///< questions put to FCL since it was set to 0
};

/// Where a shape goes: x becomes linear * x + shift.
typedef struct ep_fcl_placement
{
  double linear[3][3];
  double shift[3];
} ep_fcl_placement;

ep_fcl_placement ep_fcl_placement_of(const ep_geometry_desc* shape);

/// What FCL has of its own for a shape, and where in the frame the shape was described in; NULL
/// where it has nothing. `box` is that of its points in the frame of *local. `name` is for
/// messages.
ep_status ep_fcl_shape_make(const ep_geometry_desc* shape, const char* name,
                            ep_fcl_geometry** geometry, ep_fcl_transform* local, ep_box* box,
                            ep_error* error);

/// Triangles of shapes, placed. Starts zeroed.
typedef struct ep_fcl_soup
{
  double* vertices;
  int32_t vertex_count;
  int32_t* triangles;
  int32_t triangle_count;
  int32_t base; ///< the first vertex of the shape that is being added
} ep_fcl_soup;

ep_status ep_fcl_soup_add(ep_fcl_soup* soup, const ep_geometry_desc* shape, const char* name,
                          ep_error* error);
/// A tree over the triangles, and the box around them.
ep_status ep_fcl_soup_make(const ep_fcl_soup* soup, const char* name, ep_fcl_geometry** geometry,
                           ep_box* box, ep_fcl_world_info* info, ep_error* error);
void ep_fcl_soup_clear(ep_fcl_soup* soup);

/// A shim's refusal as one of core's kind, with the name before it.
ep_status ep_fcl_refused(const ep_shim_error* from, const char* name, ep_error* error);

/// first * second.
ep_fcl_transform ep_fcl_transform_times(const ep_fcl_transform* first,
                                        const ep_fcl_transform* second);

/// The box around a box that was moved.
ep_box ep_fcl_box_moved(const ep_box* box, const ep_fcl_transform* by);

/// Puts everything where it is at a configuration.
ep_status ep_fcl_place_at_config(ep_fcl_checker* checker, const double* q, ep_error* error);
/// The same at time t of the edge that is set.
ep_status ep_fcl_place_at_time(ep_fcl_checker* checker, double t, ep_error* error);

/// Sets the edge.
ep_status ep_fcl_set_edge(ep_fcl_checker* checker, const double* q0, const double* q1,
                          ep_error* error);
/// Fills `approaches` for the edge that is set.
ep_status ep_fcl_set_approaches(ep_fcl_checker* checker, ep_error* error);
/// How fast any point of an object moves in the world on the edge that is set, at most. Needs
/// `bounds`.
ep_fcl_approach ep_fcl_object_approach(const ep_fcl_checker* checker, int32_t object);

/// A bound below the gap of a pair as placed: that of its boxes.
double ep_fcl_box_gap(const ep_fcl_checker* checker, int32_t pair);
/// Whether that is at most `most`, which is quicker to say.
bool ep_fcl_boxes_are_near(const ep_fcl_checker* checker, int32_t pair, double most);

/// The gap of a pair as placed, or anything that is not below `cap` if it is not below that.
ep_status ep_fcl_pair_gap(ep_fcl_checker* checker, int32_t pair, double cap,
                          ep_fcl_nearest* nearest, double* gap, ep_error* error);

/// The first pair found, as placed, that is no farther apart than its clearance; -1 if there is
/// none.
ep_status ep_fcl_find_collision(ep_fcl_checker* checker, int32_t* pair, ep_error* error);

/// Fills in a collision.
void ep_fcl_report(const ep_fcl_checker* checker, ep_fcl_edge_result* result, int32_t pair,
                   double t);

/// Looks at one moment of the edge; result->collides says what came of it.
ep_status ep_fcl_look(ep_fcl_checker* checker, double t, ep_fcl_edge_result* result,
                      ep_error* error);

/// EP_OK if what every question about an edge needs is there; then *result is as it begins.
ep_status ep_fcl_begin_edge(ep_fcl_checker* checker, const double* q0, const double* q1,
                            ep_fcl_edge_result* result, ep_error* error);

#endif
