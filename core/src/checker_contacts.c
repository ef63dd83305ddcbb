/// @file checker_contacts.c
/// All contacts of one moment, not just the first that was found.
#include "checker_checker.h"
#include "base_status.h"
#include "verdict_contact.h"

#include <stdlib.h>

/// Samples all tracks at the moment; what they meet is in work->found.
static void collect(ep_checker* checker, int32_t moment)
{
  ep_work* work = &checker->work;
  work->collects = true;
  work->found_count = 0;
  for (int32_t i = 0; i < work->busy_count && !work->stopped; ++i)
  {
    work->stack_count = 0;
    (void)ep_sample(work, work->busy[i], moment);
  }
  work->collects = false;
}

/// By bodies and triangles; so those found twice are neighbours.
static int by_place(const void* a, const void* b)
{
  const ep_hit* x = a;
  const ep_hit* y = b;
  const int32_t keys[4][2] = {{x->moving, y->moving},
                              {x->body, y->body},
                              {x->triangle, y->triangle},
                              {x->resting_triangle, y->resting_triangle}};
  for (int i = 0; i < 4; ++i)
  {
    if (keys[i][0] != keys[i][1])
    {
      return keys[i][0] < keys[i][1] ? -1 : 1;
    }
  }
  return 0;
}

/// Drops what is there twice: a triangle may be in several leaves.
static int32_t drop_twins(ep_hit* hits, int32_t count)
{
  int32_t kept = 0;
  for (int32_t i = 0; i < count; ++i)
  {
    if (kept == 0 || by_place(&hits[kept - 1], &hits[i]) != 0)
    {
      hits[kept++] = hits[i];
    }
  }
  return kept;
}

static ep_status check_call(const ep_checker* checker, const double* q0, const double* q1, double t,
                            const ep_contact* contacts, int32_t capacity, const int32_t* count,
                            ep_error* error)
{
  if (checker == NULL || count == NULL || (contacts == NULL && capacity > 0) ||
      ((q0 == NULL || q1 == NULL) && checker->world->config_size > 0))
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_edge_contacts: a null pointer was passed");
  }
  if (!(t >= 0.0 && t <= 1.0) || capacity < 0)
  {
    return ep_fail(error, EP_ERROR_INPUT,
                   "ep_edge_contacts: t = %g is not in [0,1], or capacity %d is negative", t,
                   (int)capacity);
  }
  return EP_OK;
}

/// The moment that the caller calls t; -1 if there is no memory.
static int32_t moment_at(ep_work* work, double t)
{
  const int32_t moment = ep_timeline_scratch(&work->line, work->flipped ? 1.0 - t : t);
  work->stopped = work->out_of_memory = moment < 0;
  return moment;
}

ep_status ep_edge_contacts(ep_checker* checker, const double* q0, const double* q1, double t,
                           ep_contact* contacts, int32_t capacity, int32_t* count, ep_error* error)
{
  ep_status status = check_call(checker, q0, q1, t, contacts, capacity, count, error);
  if (status != EP_OK)
  {
    return status;
  }
  const ep_check_options options = ep_check_default();
  ep_work* work = &checker->work;
  *count = 0;
  work->asked = -1.0;
  work->band = checker->world->tolerance;
  status = ep_checker_prepare(checker, q0, q1, &options, error);
  if (status == EP_OK)
  {
    const int32_t moment = moment_at(work, t);
    if (!work->stopped)
    {
      collect(checker, moment);
    }
  }
  work->band = 0.0;
  if (status != EP_OK)
  {
    return status;
  }
  if (work->stopped)
  {
    return work->out_of_memory
               ? ep_fail(error, EP_ERROR_MEMORY, "checker: out of memory")
               : ep_fail(error, EP_ERROR_UNSUPPORTED, "ep_edge_contacts: too many contacts");
  }
  if (work->found_count > 0)
  {
    qsort(work->found, (size_t)work->found_count, sizeof(ep_hit), by_place);
  }
  *count = drop_twins(work->found, work->found_count);
  for (int32_t i = 0; i < *count && i < capacity; ++i)
  {
    ep_contact_from_hit(work, &work->found[i], &contacts[i]);
  }
  return ep_succeed(error);
}
