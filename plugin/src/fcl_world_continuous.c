/// @file fcl_world_continuous.c
/// FCL's own continuousCollide over an edge. Uncertified.
#include "fcl_world_parts.h"
#include "edgeproof/shim/fcl_motion.h"

/// The pairs whose boxes do not free the piece from its middle, where everything is placed.
static int32_t list_near(ep_fcl_checker* c, double length)
{
  int32_t count = 0;
  for (int32_t i = 0; i < c->world->pair_count; ++i)
  {
    const double moves = 0.5 * c->approaches[i].speed * length + c->approaches[i].slack;
    if (ep_fcl_boxes_are_near(c, i, moves))
    {
      c->candidates[count++] = (ep_fcl_candidate){0.0, i};
    }
  }
  return count;
}

/// Ends at the first pair found. Everything is placed at the piece's end; `begin` says where it
/// was. Ropes have the length they have at the end.
static ep_status ask_pairs(ep_fcl_checker* c, int32_t count, const ep_fcl_transform* begin,
                           int32_t* hit, double* time, ep_error* error)
{
  *hit = -1;
  *time = 1.0;
  for (int32_t i = 0; i < count; ++i)
  {
    const int32_t* object = c->world->pairs[c->candidates[i].pair].object;
    const ep_fcl_moving moving[2] = {
        {c->placed[object[0]].geometry, &begin[object[0]], &c->places[object[0]]},
        {c->placed[object[1]].geometry, &begin[object[1]], &c->places[object[1]]}};
    ep_shim_error refused;
    bool collides = false;
    double t = 1.0;
    ++c->narrow;
    if (ep_fcl_continuous_uncertified(&moving[0], &moving[1], NULL, &collides, &t, &refused) !=
        EP_SHIM_OK)
    {
      return ep_fcl_refused(&refused, "continuousCollide", error);
    }
    if (collides)
    {
      *hit = c->candidates[i].pair;
      *time = t;
      return EP_OK;
    }
  }
  return EP_OK;
}

/// One piece after the other; `begin` is room for all places.
static ep_status walk(ep_fcl_checker* c, int32_t pieces, ep_fcl_transform* begin,
                      ep_fcl_edge_result* result, ep_error* error)
{
  ep_status status = ep_fcl_place_at_time(c, 0.0, error);
  for (int32_t piece = 0; piece < pieces && status == EP_OK && !result->collides; ++piece)
  {
    const double t0 = (double)piece / pieces;
    const double t1 = (double)(piece + 1) / pieces;
    for (int32_t i = 0; i < c->world->object_count; ++i)
    {
      begin[i] = c->places[i];
    }
    result->states += 2;
    status = ep_fcl_place_at_time(c, 0.5 * (t0 + t1), error);
    const int32_t count = status == EP_OK ? list_near(c, t1 - t0) : 0;
    status = status != EP_OK ? status : ep_fcl_place_at_time(c, t1, error);
    int32_t hit = -1;
    double time = 1.0;
    status = status != EP_OK ? status : ask_pairs(c, count, begin, &hit, &time, error);
    if (hit >= 0)
    {
      ep_fcl_report(c, result, hit, t0 + time * (t1 - t0));
    }
  }
  return status;
}

ep_status ep_fcl_check_edge_continuous_uncertified(ep_fcl_checker* checker, const double* q0,
                                                   const double* q1, int32_t pieces,
                                                   ep_fcl_edge_result* result, ep_error* error)
{
  ep_status status = ep_fcl_begin_edge(checker, q0, q1, result, error);
  if (status == EP_OK && pieces < 1)
  {
    status = ep_plugin_fail(error, EP_ERROR_MISUSE, "an edge in FCL: %d pieces", (int)pieces);
  }
  status = status != EP_OK ? status : ep_fcl_set_approaches(checker, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_fcl_transform* begin =
      malloc(((size_t)checker->world->object_count + 1) * sizeof(ep_fcl_transform));
  if (begin == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "an edge in FCL: out of memory");
  }
  status = walk(checker, pieces, begin, result, error);
  free(begin);
  if (status != EP_OK)
  {
    *result = (ep_fcl_edge_result){.t = -1.0, .body = {EP_NO_BODY, EP_NO_BODY}};
    return status;
  }
  result->decided = true;
  result->narrow = checker->narrow;
  return ep_plugin_ok(error);
}
