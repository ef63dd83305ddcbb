/// @file fcl_world_state.c
/// One configuration, and what all questions about edges ask of one moment.
#include "fcl_world_parts.h"

static ep_status refuse_call(ep_error* error, const char* call)
{
  return ep_plugin_fail(error, EP_ERROR_MISUSE, "%s: a null pointer or a number out of range",
                        call);
}

/// @name Pairs as placed
/// @{

// fmax() is a call; this is one instruction.
static inline double larger(double a, double b)
{
  return a > b ? a : b;
}

static inline double box_distance_squared(const ep_box* a, const ep_box* b)
{
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const double gap = larger(larger(a->lo[k] - b->hi[k], b->lo[k] - a->hi[k]), 0.0);
    sum += gap * gap;
  }
  return sum;
}

double ep_fcl_box_gap(const ep_fcl_checker* checker, int32_t pair)
{
  const ep_fcl_object_pair* p = &checker->world->pairs[pair];
  return sqrt(box_distance_squared(&checker->boxes[p->object[0]], &checker->boxes[p->object[1]])) -
         p->clearance;
}

bool ep_fcl_boxes_are_near(const ep_fcl_checker* checker, int32_t pair, double most)
{
  const ep_fcl_object_pair* p = &checker->world->pairs[pair];
  const double reach = most + p->clearance;
  return reach >= 0.0 && box_distance_squared(&checker->boxes[p->object[0]],
                                              &checker->boxes[p->object[1]]) <= reach * reach;
}

static ep_status name_pair(const ep_fcl_checker* c, int32_t pair, const ep_shim_error* refused,
                           ep_error* error)
{
  const int32_t* object = c->world->pairs[pair].object;
  return ep_plugin_fail(error, refused->result == EP_SHIM_MEMORY ? EP_ERROR_MEMORY : EP_ERROR_INPUT,
                        "%.60s and %.60s: %.300s",
                        ep_world_body_name(c->world->world, c->world->objects[object[0]].body),
                        ep_world_body_name(c->world->world, c->world->objects[object[1]].body),
                        refused->message);
}

ep_status ep_fcl_pair_gap(ep_fcl_checker* checker, int32_t pair, double cap,
                          ep_fcl_nearest* nearest, double* gap, ep_error* error)
{
  const ep_fcl_object_pair* p = &checker->world->pairs[pair];
  *gap = cap;
  if (!(cap + p->clearance > 0.0))
  {
    // A distance is not below 0.
    nearest->found = false;
    return EP_OK;
  }
  ++checker->narrow;
  ep_shim_error refused;
  if (ep_fcl_distance(&checker->placed[p->object[0]], &checker->placed[p->object[1]],
                      cap + p->clearance, nearest, &refused) != EP_SHIM_OK)
  {
    return name_pair(checker, pair, &refused, error);
  }
  *gap = nearest->found ? nearest->distance - p->clearance : cap;
  return EP_OK;
}

/// Whether the pair is no farther apart than its clearance. Without one, FCL need not measure.
static ep_status touches(ep_fcl_checker* c, int32_t pair, bool* collides, ep_error* error)
{
  const ep_fcl_object_pair* p = &c->world->pairs[pair];
  ep_shim_error refused;
  if (p->clearance == 0.0)
  {
    ++c->narrow;
    return ep_fcl_collide(&c->placed[p->object[0]], &c->placed[p->object[1]], collides, &refused) ==
                   EP_SHIM_OK
               ? EP_OK
               : name_pair(c, pair, &refused, error);
  }
  // What is exactly as far apart as demanded collides.
  const double least = nextafter(p->clearance, HUGE_VAL) - p->clearance;
  ep_fcl_nearest nearest;
  double gap;
  const ep_status status = ep_fcl_pair_gap(c, pair, least, &nearest, &gap, error);
  *collides = status == EP_OK && nearest.found;
  return status;
}

ep_status ep_fcl_find_collision(ep_fcl_checker* checker, int32_t* pair, ep_error* error)
{
  *pair = -1;
  for (int32_t i = 0; i < checker->world->pair_count; ++i)
  {
    if (!ep_fcl_boxes_are_near(checker, i, 0.0))
    {
      continue;
    }
    bool collides = false;
    const ep_status status = touches(checker, i, &collides, error);
    if (status != EP_OK || collides)
    {
      *pair = status == EP_OK ? i : -1;
      return status;
    }
  }
  return EP_OK;
}

/// @}
/// @name Configurations
/// @{

ep_status ep_fcl_check_state(ep_fcl_checker* checker, const double* q, bool* collides,
                             ep_error* error)
{
  if (checker == NULL || q == NULL || collides == NULL)
  {
    return refuse_call(error, "ep_fcl_check_state");
  }
  int32_t pair = -1;
  ep_status status = ep_fcl_place_at_config(checker, q, error);
  status = status != EP_OK ? status : ep_fcl_find_collision(checker, &pair, error);
  if (status == EP_OK)
  {
    *collides = pair >= 0;
  }
  return status != EP_OK ? status : ep_plugin_ok(error);
}

static int by_gap(const void* a, const void* b)
{
  const double x = ((const ep_fcl_candidate*)a)->gap;
  const double y = ((const ep_fcl_candidate*)b)->gap;
  return (x > y) - (x < y);
}

/// The nearest boxes first, until no box is nearer than the best answer.
static ep_status nearest_pair(ep_fcl_checker* c, ep_fcl_gap* best, ep_error* error)
{
  int32_t count = 0;
  for (int32_t i = 0; i < c->world->pair_count; ++i)
  {
    const double gap = ep_fcl_box_gap(c, i);
    if (gap < best->gap)
    {
      c->candidates[count++] = (ep_fcl_candidate){gap, i};
    }
  }
  qsort(c->candidates, (size_t)count, sizeof *c->candidates, by_gap);
  for (int32_t i = 0; i < count && c->candidates[i].gap < best->gap; ++i)
  {
    ep_fcl_nearest nearest;
    double gap;
    const ep_status status =
        ep_fcl_pair_gap(c, c->candidates[i].pair, best->gap, &nearest, &gap, error);
    if (status != EP_OK)
    {
      return status;
    }
    if (nearest.found)
    {
      const int32_t* object = c->world->pairs[c->candidates[i].pair].object;
      best->gap = gap;
      for (int k = 0; k < 2; ++k)
      {
        best->body[k] = c->world->objects[object[k]].body;
        best->point[k][0] = nearest.point[k][0];
        best->point[k][1] = nearest.point[k][1];
        best->point[k][2] = nearest.point[k][2];
      }
    }
  }
  return EP_OK;
}

ep_status ep_fcl_state_gap(ep_fcl_checker* checker, const double* q, double cap, ep_fcl_gap* gap,
                           ep_error* error)
{
  if (checker == NULL || q == NULL || gap == NULL || isnan(cap))
  {
    return refuse_call(error, "ep_fcl_state_gap");
  }
  ep_fcl_gap best = {.gap = cap, .body = {EP_NO_BODY, EP_NO_BODY}};
  ep_status status = ep_fcl_place_at_config(checker, q, error);
  status = status != EP_OK ? status : nearest_pair(checker, &best, error);
  if (status == EP_OK)
  {
    *gap = best;
  }
  return status != EP_OK ? status : ep_plugin_ok(error);
}

/// @}
/// @name Moments of an edge
/// @{

void ep_fcl_report(const ep_fcl_checker* checker, ep_fcl_edge_result* result, int32_t pair,
                   double t)
{
  const int32_t* object = checker->world->pairs[pair].object;
  result->collides = true;
  result->t = t;
  result->body[0] = checker->world->objects[object[0]].body;
  result->body[1] = checker->world->objects[object[1]].body;
}

ep_status ep_fcl_look(ep_fcl_checker* checker, double t, ep_fcl_edge_result* result,
                      ep_error* error)
{
  int32_t pair = -1;
  ++result->states;
  ep_status status = ep_fcl_place_at_time(checker, t, error);
  status = status != EP_OK ? status : ep_fcl_find_collision(checker, &pair, error);
  if (pair >= 0)
  {
    ep_fcl_report(checker, result, pair, t);
  }
  return status;
}

ep_status ep_fcl_begin_edge(ep_fcl_checker* checker, const double* q0, const double* q1,
                            ep_fcl_edge_result* result, ep_error* error)
{
  if (checker == NULL || q0 == NULL || q1 == NULL || result == NULL)
  {
    return refuse_call(error, "an edge in FCL");
  }
  *result = (ep_fcl_edge_result){.decided = false, .t = -1.0, .body = {EP_NO_BODY, EP_NO_BODY}};
  checker->narrow = 0;
  return ep_fcl_set_edge(checker, q0, q1, error);
}

/// @}
