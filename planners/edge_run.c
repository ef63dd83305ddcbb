/// @file edge_run.c
#define _POSIX_C_SOURCE 200809L // clock_gettime for pthread_cond_timedwait
#include "edge_run.h"

#include "interrupt.h"
#include "program.h"
#include "progress.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/// What all threads share.
typedef struct pool
{
  edge_run* run;
  atomic_int next;
  atomic_int finished;
  atomic_bool failed;
  pthread_mutex_t lock; ///< of `working` and `error`
  pthread_cond_t idle;  ///< nobody works any more
  int32_t working;
  ep_error error;
} pool;

static ep_status check_one(const edge_run* run, ep_checker* checker, int32_t edge, ep_error* error)
{
  const size_t at = (size_t)edge * (size_t)run->edges.config_size;
  const double* q0 = run->edges.q0 + at;
  const double* q1 = run->edges.q1 + at;
  edge_outcome* out = &run->outcomes[edge];
  *out = (edge_outcome){.verdict = EP_UNDECIDED};
  if (!run->ignore_limits && (ep_scene_check_bounds(run->scene, q0, NULL) != EP_OK ||
                              ep_scene_check_bounds(run->scene, q1, NULL) != EP_OK))
  {
    out->outside = true;
    return EP_OK;
  }
  ep_result result;
  const double start = program_thread_seconds();
  const ep_status status = ep_check_edge(checker, q0, q1, &run->options, &result, error);
  out->microseconds = 1e6 * (program_thread_seconds() - start);
  out->verdict = status == EP_OK ? result.verdict : EP_UNDECIDED;
  out->contact = result.contact;
  out->t_free = out->verdict == EP_FREE ? 1.0 : result.t_free;
  return status;
}

static void fail(pool* p, const ep_error* error, int32_t edge)
{
  pthread_mutex_lock(&p->lock);
  if (!atomic_exchange(&p->failed, true))
  {
    p->error = *error;
    if (edge >= 0)
    {
      snprintf(p->error.message, sizeof p->error.message, "line %d: %.480s",
               (int)p->run->edges.lines[edge], error->message);
    }
  }
  pthread_mutex_unlock(&p->lock);
}

static void work(pool* p)
{
  ep_error error;
  ep_checker* checker;
  if (ep_scene_make_checker(p->run->scene, p->run->query, p->run->world, &checker, &error) != EP_OK)
  {
    fail(p, &error, -1);
    return;
  }
  while (!atomic_load(&p->failed) && !interrupt_asked())
  {
    const int32_t edge = atomic_fetch_add(&p->next, 1);
    if (edge >= p->run->edges.count)
    {
      break;
    }
    if (check_one(p->run, checker, edge, &error) != EP_OK)
    {
      fail(p, &error, edge);
    }
    atomic_fetch_add(&p->finished, 1);
  }
  ep_checker_destroy(checker);
}

static void* work_as_thread(void* shared)
{
  pool* p = shared;
  work(p);
  pthread_mutex_lock(&p->lock);
  --p->working;
  pthread_cond_signal(&p->idle);
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

/// Waits until nobody works any more, and shows how far they are.
static void wait_for_all(pool* p)
{
  progress bar = progress_begin("edges", p->run->edges.count, p->run->quiet);
  pthread_mutex_lock(&p->lock);
  while (p->working > 0)
  {
    progress_show(&bar, atomic_load(&p->finished), NULL);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_cond_timedwait(&p->idle, &p->lock, &until);
  }
  pthread_mutex_unlock(&p->lock);
  progress_end(&bar);
}

ep_status edge_run_all(edge_run* run, ep_error* error)
{
  pool p = {.run = run, .lock = PTHREAD_MUTEX_INITIALIZER, .idle = PTHREAD_COND_INITIALIZER};
  pthread_t threads[EP_BATCH_THREADS_MAX];
  int32_t started = 0;
  const int32_t most =
      run->thread_count < EP_BATCH_THREADS_MAX ? run->thread_count : EP_BATCH_THREADS_MAX;
  for (; started < most; ++started)
  {
    pthread_mutex_lock(&p.lock);
    ++p.working;
    pthread_mutex_unlock(&p.lock);
    if (pthread_create(&threads[started], NULL, work_as_thread, &p) != 0)
    {
      // Threads that cannot be had are done without.
      pthread_mutex_lock(&p.lock);
      --p.working;
      pthread_mutex_unlock(&p.lock);
      break;
    }
  }
  if (started == 0)
  {
    work(&p);
  }
  wait_for_all(&p);
  for (int32_t i = 0; i < started; ++i)
  {
    (void)pthread_join(threads[i], NULL);
  }
  pthread_cond_destroy(&p.idle);
  pthread_mutex_destroy(&p.lock);
  if (atomic_load(&p.failed))
  {
    *error = p.error;
    return p.error.status;
  }
  return EP_OK;
}

ep_status edge_run_prepare(edge_run* run, ep_error* error)
{
  run->options.cancel = interrupt_cancel;
  run->outcomes = calloc((size_t)run->edges.count + 1, sizeof(edge_outcome));
  ep_status status = run->outcomes != NULL
                         ? EP_OK
                         : program_error(error, EP_ERROR_MEMORY, "no memory for %d results",
                                         (int)run->edges.count);
  if (status == EP_OK)
  {
    status = ep_scene_make_world(run->scene, run->query, &run->world, error);
  }
  if (status != EP_OK)
  {
    free(run->outcomes);
    run->outcomes = NULL;
  }
  return status;
}

void edge_run_clear(edge_run* run)
{
  free(run->outcomes);
  ep_world_destroy(run->world);
  ep_edges_clear(&run->edges);
  *run = (edge_run){.query = EP_SCENE_NONE};
}
