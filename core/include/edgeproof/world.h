/// @file world.h
/// Worlds: static obstacles, machines with geometry on their links, ropes, payloads; which pairs
/// may touch, and what distance is demanded of the others.
///
/// Build it with the add and set calls, freeze it, then share it: after ep_world_freeze() it is
/// read-only, and any number of checkers on any number of threads may use it. Every call that
/// refuses something says what and why, and leaves the world as it was.
///
/// **Names.** Obstacles, ropes and payloads have the name they are given, a link is called
/// "machine/link". Patterns are matched against whole names: * stands for any characters, ? for
/// one.
///
/// **Configuration of a world.** The configurations of its machines, one after the other, in the
/// order in which they were added.
#ifndef EDGEPROOF_WORLD_H
#define EDGEPROOF_WORLD_H

#include "edgeproof/geometry.h"
#include "edgeproof/machine.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_world ep_world;

/// No such body.
#define EP_NO_BODY (-1)

  typedef struct ep_world_desc
  {
    uint32_t struct_size; ///< set by ep_world_default()
    double tolerance; ///< metres; false alarms only within this above the clearance; default 1e-3
    double clearance; ///< metres demanded of every checked pair; default 0
    ep_allocator allocator;
  } ep_world_desc;

  EP_API ep_world_desc ep_world_default(void);

  EP_API ep_status ep_world_create(const ep_world_desc* desc, ep_world** world, ep_error* error);

  /// Takes NULL. Every checker of the world must be gone before.
  EP_API void ep_world_destroy(ep_world* world);

  /// @name Bodies
  /// Each call gives the new body's index in *body (may be NULL).
  /// @{

  /// A static obstacle of one or more shapes.
  EP_API ep_status ep_world_add_obstacle(ep_world* world, const char* name,
                                         const ep_geometry_desc* shapes, int32_t shape_count,
                                         int32_t* body, ep_error* error);

  /// A machine, which must outlive the world. Gives the machine's index. Its links are bodies from
  /// now on, in the machine's order, the first one being *first_body.
  EP_API ep_status ep_world_add_machine(ep_world* world, const char* name,
                                        const ep_machine* machine, int32_t* index,
                                        int32_t* first_body, ep_error* error);

  /// A shape on a link: its pose or matrix places it in the link's frame. Links may have any
  /// number.
  EP_API ep_status ep_world_add_link_shape(ep_world* world, int32_t machine, int32_t link,
                                           const ep_geometry_desc* shape, ep_error* error);

  /// A taut rope: the segment between a point of one link and a point of another (of any machines),
  /// thickened by a radius. It changes its length as they move. May touch the two links; ropes that
  /// end at the same link are adjacent.
  EP_API ep_status ep_world_add_rope(ep_world* world, const char* name, const int32_t link_body[2],
                                     const double point[2][3], double radius, int32_t* body,
                                     ep_error* error);

  /// Something that can be attached to a link later, by one checker and not another
  /// (ep_checker_attach()). Until then it is not there.
  EP_API ep_status ep_world_add_payload(ep_world* world, const char* name,
                                        const ep_geometry_desc* shapes, int32_t shape_count,
                                        int32_t* body, ep_error* error);

  /// @}
  /// @name Pairs
  /// @{

  /// Pairs whose names match the two patterns, either way round, are not checked.
  EP_API ep_status ep_world_allow(ep_world* world, const char* a, const char* b, ep_error* error);

  /// Adjacent links are allowed by default; false checks them too. Adjacent are parent and child
  /// after links joined by fixed joints are merged and links without a shape are skipped.
  EP_API ep_status ep_world_allow_adjacent(ep_world* world, bool allow);

  /// Demands at least this clearance of every pair that a matching body is part of. Of all demands
  /// on a pair the largest counts.
  EP_API ep_status ep_world_set_clearance(ep_world* world, const char* pattern, double clearance,
                                          ep_error* error);

  /// Demands exactly this clearance of matching pairs, instead of everything else; the last call
  /// that matches a pair counts, an earlier ep_world_allow() included.
  EP_API ep_status ep_world_set_pair_clearance(ep_world* world, const char* a, const char* b,
                                               double clearance, ep_error* error);

  /// @}

  /// Builds the trees and the list of pairs. Refuses a tolerance that is too small for the rounding
  /// of doubles in a world of this size, with both numbers. (Float rounding only costs time:
  /// ep_world_info::rounding.)
  EP_API ep_status ep_world_freeze(ep_world* world, ep_error* error);

  /// @name What a frozen world knows
  /// @{

  EP_API int32_t ep_world_config_size(const ep_world* world);
  EP_API int32_t ep_world_body_count(const ep_world* world);
  /// NULL if there is no such body.
  EP_API const char* ep_world_body_name(const ep_world* world, int32_t body);
  /// EP_NO_BODY if there is none with this name.
  EP_API int32_t ep_world_find_body(const ep_world* world, const char* name);

  typedef struct ep_world_info
  {
    int64_t obstacle_triangles;
    int64_t link_triangles;
    int64_t bytes;          ///< all memory of the frozen world
    int32_t obstacle_pairs; ///< moving bodies that are checked against the obstacles
    int32_t body_pairs;     ///< pairs of moving bodies that are checked
    double tolerance;       ///< metres, of ep_world_desc
    double rounding;        ///< metres: what float arithmetic may be off by in this world
    double center[3];       ///< where the world was re-centred
    double radius;          ///< of everything, about the centre
  } ep_world_info;

  EP_API ep_status ep_world_get_info(const ep_world* world, ep_world_info* info);

  /// One number for all that decides verdicts: every triangle and joint, which pairs are checked
  /// and what is demanded of them, the tolerance; not names, limits or payloads' places. The same
  /// for worlds that were built in the same way by this version; worlds that differ have the same
  /// number with a probability of about 2^-64. Against accidents, not against malice.
  /// EP_ERROR_MISUSE if the world is not frozen.
  EP_API ep_status ep_world_hash(const ep_world* world, uint64_t* hash);

  typedef enum ep_body_kind
  {
    EP_BODY_OBSTACLE = 0,
    EP_BODY_LINK,
    EP_BODY_ROPE,
    EP_BODY_PAYLOAD
  } ep_body_kind;

  typedef struct ep_body_info
  {
    ep_body_kind kind;
    const char* name;       ///< belongs to the world
    int32_t machine;        ///< of a link; -1 for others
    int32_t link;           ///< of a link; EP_NO_LINK for others
    int32_t parts;          ///< connected ones
    int32_t closed_parts;   ///< those that have an inside; spheres and capsules count
    int64_t triangles;      ///< 0 for a rope, and for a link without a shape
    int64_t open_triangles; ///< those that are not part of a closed one
    ep_box box;             ///< in the link's frame, of an obstacle in the world; up to rounding
  } ep_body_info;

  /// EP_ERROR_MISUSE if there is no such body or the world is not frozen.
  EP_API ep_status ep_world_get_body(const ep_world* world, int32_t body, ep_body_info* info);

  /// Whether two bodies are checked against each other, and if so the clearance that is demanded of
  /// them, else 0. The same whichever comes first. Two obstacles are never checked, nor is a body
  /// with itself. A payload may touch the link that a checker hangs it on, whatever this says.
  /// EP_ERROR_MISUSE if a body does not exist or the world is not frozen.
  EP_API ep_status ep_world_get_pair(const ep_world* world, int32_t a, int32_t b, bool* checked,
                                     double* clearance);

  /// @}

#ifdef __cplusplus
}
#endif

#endif
