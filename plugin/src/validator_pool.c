/// @file validator_pool.c
#define _POSIX_C_SOURCE 200809L
#include "validator_pool.h"

#include "plugin_error.h"

#include <stdlib.h>
#include <string.h>

/// Numbers threads in the order in which they first ask, so that those that ask at the same time
/// begin at different slots, and each finds the checker that is warm in its cache. Which slot a
/// thread gets never changes an answer.
static atomic_uint threads_seen;
static _Thread_local unsigned thread_number;

static unsigned number_of_thread(void)
{
  if (thread_number == 0)
  {
    thread_number = atomic_fetch_add_explicit(&threads_seen, 1, memory_order_relaxed) + 1;
  }
  return thread_number;
}

static ep_status make_plain(const ep_world* world, ep_checker** checker, void* user,
                            ep_error* error)
{
  (void)user;
  return ep_checker_create(world, checker, error);
}

/// The next slot, with a checker, already taken. The caller holds the lock, or is alone.
static ep_pool_slot* add_slot(ep_checker_pool* pool, ep_error* error)
{
  const int made = atomic_load_explicit(&pool->made, memory_order_relaxed);
  if (made == EP_VALIDATOR_THREADS_MAX)
  {
    (void)ep_plugin_fail(error, EP_ERROR_MISUSE, "validator: more than %d threads ask at once",
                         EP_VALIDATOR_THREADS_MAX);
    return NULL;
  }
  ep_pool_slot* slot = &pool->slots[made];
  const size_t values = (size_t)ep_world_config_size(pool->world);
  double* room = calloc(values + 1, sizeof *room);
  if (room == NULL || pool->make(pool->world, &slot->checker, pool->make_user, error) != EP_OK)
  {
    if (room == NULL)
    {
      (void)ep_plugin_fail(error, EP_ERROR_MEMORY, "validator: out of memory");
    }
    free(room);
    return NULL;
  }
  slot->room = room;
  atomic_store_explicit(&slot->busy, 1, memory_order_relaxed);
  atomic_store_explicit(&pool->made, made + 1, memory_order_release);
  return slot;
}

ep_status ep_checker_pool_begin(ep_checker_pool* pool, const ep_world* world,
                                const ep_validator_options* options, ep_error* error)
{
  pool->world = world;
  pool->make = options->make == NULL ? make_plain : options->make;
  pool->make_user = options->make_user;
  const size_t bytes = EP_VALIDATOR_THREADS_MAX * sizeof(ep_pool_slot);
  pool->slots = aligned_alloc(EP_POOL_LINE, bytes);
  if (pool->slots == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "validator: out of memory");
  }
  memset(pool->slots, 0, bytes);
  pthread_mutex_init(&pool->lock, NULL);
  ep_error inner = {.status = EP_ERROR_MISUSE};
  ep_pool_slot* first = add_slot(pool, &inner);
  if (first == NULL)
  {
    ep_checker_pool_end(pool);
    return ep_plugin_fail(error, inner.status, "%s", inner.message);
  }
  ep_checker_pool_give(first);
  return EP_OK;
}

void ep_checker_pool_end(ep_checker_pool* pool)
{
  for (int i = 0; i < atomic_load(&pool->made); ++i)
  {
    ep_checker_destroy(pool->slots[i].checker);
    free(pool->slots[i].room);
  }
  free(pool->slots);
  pthread_mutex_destroy(&pool->lock);
}

/// A slot that is idle, or NULL.
static ep_pool_slot* find_idle(ep_checker_pool* pool)
{
  const unsigned made = (unsigned)atomic_load_explicit(&pool->made, memory_order_acquire);
  const unsigned begin = number_of_thread() % made;
  for (unsigned i = 0; i < made; ++i)
  {
    const unsigned at = begin + i < made ? begin + i : begin + i - made;
    ep_pool_slot* slot = &pool->slots[at];
    // Looking first leaves the line of a busy slot where it is.
    if (atomic_load_explicit(&slot->busy, memory_order_relaxed) == 0 &&
        atomic_exchange_explicit(&slot->busy, 1, memory_order_acquire) == 0)
    {
      return slot;
    }
  }
  return NULL;
}

ep_pool_slot* ep_checker_pool_take(ep_checker_pool* pool, ep_error* error)
{
  ep_pool_slot* slot = find_idle(pool);
  if (slot != NULL)
  {
    return slot;
  }
  pthread_mutex_lock(&pool->lock);
  slot = find_idle(pool); // one may have come back while we waited
  if (slot == NULL)
  {
    slot = add_slot(pool, error);
  }
  pthread_mutex_unlock(&pool->lock);
  return slot;
}

void ep_checker_pool_give(ep_pool_slot* slot)
{
  atomic_store_explicit(&slot->busy, 0, memory_order_release);
}

void ep_pool_slot_add(ep_pool_slot* slot, int count, int64_t amount)
{
  // Nobody else writes, so nothing can come between reading and writing.
  const int64_t before = atomic_load_explicit(&slot->counts[count], memory_order_relaxed);
  atomic_store_explicit(&slot->counts[count], before + amount, memory_order_relaxed);
}

void ep_checker_pool_sum(const ep_checker_pool* pool, int64_t* sums)
{
  memset(sums, 0, EP_COUNT_SIZE * sizeof *sums);
  const int made = atomic_load_explicit(&pool->made, memory_order_acquire);
  for (int i = 0; i < made; ++i)
  {
    for (int k = 0; k < EP_COUNT_SIZE; ++k)
    {
      sums[k] += atomic_load_explicit(&pool->slots[i].counts[k], memory_order_relaxed);
    }
  }
}
