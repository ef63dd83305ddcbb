/// @file checker_batch.c
/// Many edges on many threads, each with a checker of its own.
#include "checker_checker.h"
#include "base_status.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/// What all threads share.
typedef struct batch
{
  const double* q0;
  const double* q1;
  int32_t edge_count;
  int32_t config_size;
  const ep_check_options* options;
  ep_result* results;
  atomic_int next;
  atomic_bool failed;
} batch;

typedef struct worker
{
  batch* shared;
  ep_checker* checker;
  int32_t edge; ///< at work on, or failed at
  ep_error error;
  ep_status status;
  pthread_t thread;
} worker;

/// Edges are taken one by one: their costs differ by a factor of a thousand.
static void* work_on(void* argument)
{
  worker* w = argument;
  batch* b = w->shared;
  while (w->status == EP_OK && !atomic_load(&b->failed))
  {
    const int32_t edge = atomic_fetch_add(&b->next, 1);
    if (edge >= b->edge_count)
    {
      break;
    }
    w->edge = edge;
    const size_t at = (size_t)edge * (size_t)b->config_size;
    w->status =
        ep_check_edge(w->checker, b->q0 + at, b->q1 + at, b->options, &b->results[edge], &w->error);
    if (w->status != EP_OK)
    {
      atomic_store(&b->failed, true);
    }
  }
  return NULL;
}

static ep_status check_arguments(ep_checker* const* checkers, int32_t checker_count, const batch* b,
                                 ep_error* error)
{
  bool good = checkers != NULL && checker_count >= 1 && b->q0 != NULL && b->q1 != NULL &&
              b->results != NULL && b->edge_count >= 0;
  for (int32_t i = 0; good && i < checker_count; ++i)
  {
    good = checkers[i] != NULL && checkers[i]->world == checkers[0]->world;
    for (int32_t k = 0; good && k < i; ++k)
    {
      good = checkers[i] != checkers[k];
    }
  }
  return good ? EP_OK
              : ep_fail(error, EP_ERROR_MISUSE,
                        "ep_check_edges: needs different checkers of one world, and arrays");
}

ep_status ep_check_edges(ep_checker* const* checkers, int32_t checker_count, const double* q0,
                         const double* q1, int32_t edge_count, const ep_check_options* options,
                         ep_result* results, ep_error* error)
{
  batch b = {.q0 = q0, .q1 = q1, .edge_count = edge_count, .options = options, .results = results};
  ep_status status = check_arguments(checkers, checker_count, &b, error);
  if (status != EP_OK)
  {
    return status;
  }
  b.config_size = checkers[0]->world->config_size;
  memset(results, 0, (size_t)edge_count * sizeof *results);
  worker workers[EP_BATCH_THREADS_MAX];
  const int32_t most = checker_count < EP_BATCH_THREADS_MAX ? checker_count : EP_BATCH_THREADS_MAX;
  int32_t started = 1;
  for (int32_t i = 0; i < most; ++i)
  {
    workers[i] = (worker){.shared = &b, .checker = checkers[i], .status = EP_OK};
  }
  // A thread that cannot be had is done without: the others take its edges.
  while (started < most &&
         pthread_create(&workers[started].thread, NULL, work_on, &workers[started]) == 0)
  {
    ++started;
  }
  work_on(&workers[0]);
  for (int32_t i = 1; i < started; ++i)
  {
    (void)pthread_join(workers[i].thread, NULL);
  }
  for (int32_t i = 0; i < started && status == EP_OK; ++i)
  {
    status = workers[i].status;
    if (status != EP_OK)
    {
      return ep_fail(error, status, "edge %d of the batch: %s", (int)workers[i].edge,
                     workers[i].error.message);
    }
  }
  return ep_succeed(error);
}
