/// @file fcl_world_sampled.c
/// An edge at equally spaced moments.
#include "fcl_world_parts.h"

/// A ring of stretches that is never full: it grows before.
typedef struct queue
{
  ep_fcl_checker* checker;
  int32_t first;
  int32_t count;
} queue;

static bool queue_put(queue* q, int32_t first, int32_t last)
{
  ep_fcl_checker* c = q->checker;
  if (first > last)
  {
    return true;
  }
  if (q->count == c->stretch_capacity)
  {
    const int32_t capacity = 2 * c->stretch_capacity + 64;
    ep_fcl_stretch* grown = malloc((size_t)capacity * sizeof *grown);
    if (grown == NULL)
    {
      return false;
    }
    for (int32_t i = 0; i < q->count; ++i)
    {
      grown[i] = c->stretches[(q->first + i) % c->stretch_capacity];
    }
    free(c->stretches);
    c->stretches = grown;
    c->stretch_capacity = capacity;
    q->first = 0;
  }
  c->stretches[(q->first + q->count++) % c->stretch_capacity] = (ep_fcl_stretch){first, last};
  return true;
}

static ep_fcl_stretch queue_take(queue* q)
{
  const ep_fcl_stretch taken = q->checker->stretches[q->first];
  q->first = (q->first + 1) % q->checker->stretch_capacity;
  --q->count;
  return taken;
}

/// Moments 1 to steps - 1, the middle of what was not looked at first.
static ep_status look_between(ep_fcl_checker* c, int32_t steps, ep_fcl_edge_result* result,
                              ep_error* error)
{
  queue q = {c, 0, 0};
  bool room = queue_put(&q, 1, steps - 1);
  while (room && q.count > 0)
  {
    const ep_fcl_stretch stretch = queue_take(&q);
    const int32_t middle = stretch.first + (stretch.last - stretch.first) / 2;
    const ep_status status = ep_fcl_look(c, (double)middle / steps, result, error);
    if (status != EP_OK || result->collides)
    {
      return status;
    }
    room = queue_put(&q, stretch.first, middle - 1) && queue_put(&q, middle + 1, stretch.last);
  }
  return room ? EP_OK
              : ep_plugin_fail(error, EP_ERROR_MEMORY, "an edge in FCL: no room for %d samples",
                               (int)steps);
}

ep_status ep_fcl_check_edge_sampled(ep_fcl_checker* checker, const double* q0, const double* q1,
                                    int32_t steps, ep_fcl_edge_result* result, ep_error* error)
{
  ep_status status = ep_fcl_begin_edge(checker, q0, q1, result, error);
  if (status == EP_OK && steps < 1)
  {
    status = ep_plugin_fail(error, EP_ERROR_MISUSE, "an edge in FCL: %d steps", (int)steps);
  }
  status = status != EP_OK ? status : ep_fcl_look(checker, 1.0, result, error);
  if (status == EP_OK && !result->collides)
  {
    status = look_between(checker, steps, result, error);
  }
  if (status != EP_OK)
  {
    return status;
  }
  result->decided = true;
  result->narrow = checker->narrow;
  return ep_plugin_ok(error);
}
