/// @file fcl_world_motion.c
/// How fast two objects can come closer on an edge: core's closed-form bounds.
#include "fcl_world_parts.h"

/// What a bound says of the points within the radii; computed frames are within the slack at both
/// ends of an interval.
static ep_fcl_approach approach_of(const ep_link_bound* bound, const ep_node_radii* radii)
{
  return (ep_fcl_approach){ep_node_derivative_up(bound, radii, 1),
                           2.0 * ep_node_spread_up(bound, radii->all)};
}

static ep_fcl_approach larger(ep_fcl_approach a, ep_fcl_approach b)
{
  return (ep_fcl_approach){fmax(a.speed, b.speed), fmax(a.slack, b.slack)};
}

/// A link as seen from another one, or from the world where machine is below 0.
static ep_link_bound link_bound(const ep_fcl_checker* c, int32_t from_machine, int32_t from_link,
                                int32_t machine, int32_t link)
{
  ep_link_bound bound = c->bounds[c->world->machines[machine].first_frame + link];
  if (from_machine >= 0)
  {
    // The bounds of all edges have been computed: nothing can be refused.
    (void)ep_edge_relative_bound(c->edges[from_machine], from_link, c->edges[machine], link,
                                 &bound);
  }
  return bound;
}

/// Any point of an object, as seen from a link, or from the world where machine is below 0. A point
/// of a rope moves no faster than the faster one of its ends.
static ep_fcl_approach seen_from(const ep_fcl_checker* c, int32_t machine, int32_t link,
                                 const ep_fcl_object* object)
{
  if (object->carrier == EP_FCL_ON_LINK)
  {
    const ep_link_bound bound = link_bound(c, machine, link, object->machine, object->link);
    return approach_of(&bound, &object->radii);
  }
  ep_fcl_approach most = {0.0, 0.0};
  for (int i = 0; i < 2 && object->carrier == EP_FCL_ROPE; ++i)
  {
    const ep_fcl_anchor* end = &object->end[i];
    const double r = hypot(hypot(end->point[0], end->point[1]), end->point[2]) * (1.0 + 1e-15);
    const ep_node_radii radii = {r, 0.0, r};
    const ep_link_bound bound = link_bound(c, machine, link, end->machine, end->link);
    most = larger(most, approach_of(&bound, &radii));
  }
  return most;
}

ep_fcl_approach ep_fcl_object_approach(const ep_fcl_checker* checker, int32_t object)
{
  return seen_from(checker, -1, EP_NO_LINK, &checker->world->objects[object]);
}

/// What carries both does not count, except between two ropes.
static ep_fcl_approach approach_of_pair(const ep_fcl_checker* c, const ep_fcl_object* a,
                                        const ep_fcl_object* b)
{
  if (b->carrier == EP_FCL_RESTS)
  {
    return seen_from(c, -1, EP_NO_LINK, a);
  }
  if (a->carrier == EP_FCL_ROPE && b->carrier == EP_FCL_ROPE)
  {
    const ep_fcl_approach x = seen_from(c, -1, EP_NO_LINK, a);
    const ep_fcl_approach y = seen_from(c, -1, EP_NO_LINK, b);
    return (ep_fcl_approach){x.speed + y.speed, x.slack + y.slack};
  }
  if (a->carrier == EP_FCL_ROPE)
  {
    return seen_from(c, b->machine, b->link, a);
  }
  const ep_fcl_approach x = seen_from(c, a->machine, a->link, b);
  if (b->carrier == EP_FCL_ROPE)
  {
    return x;
  }
  const ep_fcl_approach y = seen_from(c, b->machine, b->link, a);
  return x.speed < y.speed ? x : y;
}

ep_status ep_fcl_set_approaches(ep_fcl_checker* checker, ep_error* error)
{
  const ep_fcl_world* world = checker->world;
  for (int32_t i = 0; i < world->machine_count; ++i)
  {
    const ep_status status =
        ep_edge_bounds(checker->edges[i], checker->bounds + world->machines[i].first_frame);
    if (status != EP_OK)
    {
      return ep_plugin_fail(error, status, "an edge in FCL: no bounds");
    }
  }
  for (int32_t i = 0; i < world->pair_count; ++i)
  {
    const int32_t* pair = world->pairs[i].object;
    // All pairs with what rests ask the same of an object, one after the other.
    const bool again = i > 0 && world->pairs[i - 1].object[0] == pair[0] &&
                       world->objects[pair[1]].carrier == EP_FCL_RESTS &&
                       world->objects[world->pairs[i - 1].object[1]].carrier == EP_FCL_RESTS;
    checker->approaches[i] =
        again ? checker->approaches[i - 1]
              : approach_of_pair(checker, &world->objects[pair[0]], &world->objects[pair[1]]);
  }
  return EP_OK;
}
