/// @file world_world.h
/// The world as core sees it.
#ifndef EP_WORLD_WORLD_H
#define EP_WORLD_WORLD_H

#include "geo_inside.h"
#include "model_machine.h"
#include "edgeproof/world.h"

typedef struct ep_body
{
  ep_body_kind kind;
  char* name;
  ep_soup soup;          ///< in the body's frame; the world for an obstacle; empty for a rope
  ep_bvh bvh;            ///< of a link or payload, about the body's origin
  ep_child_radii* radii; ///< one a node of bvh

  /// @name What may be inside of something, and what something may be inside of (world_inside.c)
  /// @{
  int32_t* islands; ///< a triangle of each connected part; its first corner speaks for the part
  int32_t island_count;
  int32_t* solid_of;   ///< of each triangle: its solid, or EP_NO_SOLID; NULL if there are no solids
  ep_outside* outside; ///< the map of each solid, their bits behind them; NULL if none has one
  size_t outside_bytes;
  ep_bvh points; ///< of a link or payload: those corners; a leaf's `triangle` is the island
  ep_bvh boxes;  ///< of a link or payload: the boxes of its solids; `triangle` is the solid
  /// @}

  double reach; ///< distance of its farthest point from the body's origin, rounded up

  int32_t machine; ///< of a link
  int32_t link;

  int32_t end_body[2]; ///< of a rope: the two links
  double end_point[2][3];
  double rope_radius;

  double clearance; ///< the largest demanded by a pattern, or 0
} ep_body;

typedef struct ep_world_machine
{
  const ep_machine* machine;
  char* name;
  int32_t config_start;
  int32_t first_body;
} ep_world_machine;

/// A rule on pairs of names, or on single ones where b is NULL.
typedef struct ep_rule
{
  char* a;
  char* b;
  double clearance; ///< negative: the pair is allowed to touch
} ep_rule;

/// Two moving bodies that are checked. The second one's frame is the one it happens in.
typedef struct ep_body_pair
{
  int32_t moving;
  int32_t fixed;
  double clearance;
} ep_body_pair;

/// Obstacles that are asked about together: of all of them every body demands the same, so that a
/// large clearance from one obstacle does not slow down the look at others, and what is not checked
/// is not looked at (world_groups.c).
typedef struct ep_group
{
  ep_bvh scene;  ///< their triangles, about the world's centre
  ep_box box;    ///< around all of them, about the centre too, rounded outwards
  ep_bvh points; ///< as ep_body::points, of all of them
  ep_bvh boxes;  ///< as ep_body::boxes
} ep_group;

struct ep_world
{
  ep_allocator allocator;
  double tolerance;
  double clearance;
  bool adjacent_allowed;
  bool frozen;

  ep_body* bodies;
  int32_t body_count;
  int32_t body_capacity;
  ep_world_machine* machines;
  int32_t machine_count;
  int32_t machine_capacity;
  ep_rule* rules; ///< in the order given
  int32_t rule_count;
  int32_t rule_capacity;
  int32_t config_size;

  /// @name Filled by freezing
  /// @{
  ep_group* groups; ///< of obstacles
  int32_t group_count;
  int32_t* group_of; ///< one a body: the group of an obstacle, -1 for others
  double center[3];
  double radius;      ///< of everything that can be anywhere, about the centre
  double float_error; ///< metres, see ep_world_info::rounding
  int32_t* rows;      ///< one a body: its row in clearances, or -1 for obstacles
  int32_t row_count;
  double* clearances;      ///< demanded of row and body: negative where the pair is not checked
  double* group_clearance; ///< of row and group: the largest demanded; negative: none is checked
  ep_body_pair* pairs;
  int32_t pair_count;
  int64_t bytes;
  /// @}
};

/// What is demanded of a pair, or a negative number if it is not checked.
/// Needs a body a that can move.
static inline double ep_world_pair_clearance(const ep_world* world, int32_t a, int32_t b)
{
  return world->clearances[(size_t)world->rows[a] * (size_t)world->body_count + (size_t)b];
}

/// Memory through the world's hooks. The block is zeroed.
void* ep_world_allocate(ep_world* world, size_t count, size_t size);

/// What is demanded of a row and the obstacles of a group, at most; negative: none is checked.
static inline double ep_world_group_clearance(const ep_world* world, int32_t row, int32_t group)
{
  return world->group_clearance[(size_t)row * (size_t)world->group_count + (size_t)group];
}

/// Fills rows, clearances and pairs (world_pairs.c).
ep_status ep_world_list_pairs(ep_world* world, ep_error* error);

/// More groups than this there are not: each costs every moving body a look.
#define EP_GROUP_MAX 16

/// Fills groups, without their trees, group_of and group_clearance (world_groups.c). Needs the
/// pairs.
ep_status ep_world_list_groups(ep_world* world, ep_error* error);
void ep_world_clear_groups(ep_world* world);

/// The obstacles of a group, in `bodies`, which has room for all; their number.
int32_t ep_world_group_members(const ep_world* world, int32_t group, int32_t* bodies);

/// Fills what is needed to tell what is inside of what (world_inside.c). Needs solids, the centre
/// and the groups. What a failed call has made is taken back by the one below and
/// ep_world_clear_groups().
ep_status ep_world_build_inside(ep_world* world, ep_error* error);
void ep_body_clear_inside(ep_world* world, ep_body* body);

/// Bytes of all that.
size_t ep_world_inside_bytes(const ep_world* world);

/// The topmost link that this one is rigidly joined to, through fixed joints.
int32_t ep_link_group(const ep_machine* machine, int32_t link);

/// Whether a link never moves in the world. Needs a body of kind link.
bool ep_body_is_grounded(const ep_world* world, const ep_body* body);

/// Whether two links never move relative to each other. Needs bodies of kind link.
bool ep_bodies_rest(const ep_world* world, const ep_body* a, const ep_body* b);

#endif
