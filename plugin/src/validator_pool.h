/// @file validator_pool.h
/// Checkers for whoever asks: each in a slot of its own, with counters of its own, on cache lines
/// of its own.
#ifndef EP_VALIDATOR_POOL_H
#define EP_VALIDATOR_POOL_H

#include "edgeproof/plugin/validator.h"

#include <pthread.h>
#include <stdatomic.h>

/// What a slot counts. The counters of ep_statistics follow, in their order.
typedef enum ep_count
{
  EP_COUNT_STATES = 0,
  EP_COUNT_STATES_FREE,
  EP_COUNT_STATES_UNDECIDED,
  EP_COUNT_MOTIONS,
  EP_COUNT_MOTIONS_FREE,
  EP_COUNT_MOTIONS_COLLIDING,
  EP_COUNT_MOTIONS_UNDECIDED,
  EP_COUNT_CLEARANCES,
  EP_COUNT_ERRORS,
  EP_COUNT_STATE_NANOSECONDS,
  EP_COUNT_MOTION_NANOSECONDS,
  EP_COUNT_WORK
} ep_count;

#define EP_COUNT_WORK_SIZE ((int)(sizeof(ep_statistics) / sizeof(int64_t)))
#define EP_COUNT_SIZE      (EP_COUNT_WORK + EP_COUNT_WORK_SIZE)

/// Twice the cache line of today's processors, which fetch them in pairs.
#define EP_POOL_LINE 128

/// Who holds a slot is the only one to use its checker and to write its counters; anybody may read
/// those.
typedef struct ep_pool_slot
{
  _Alignas(EP_POOL_LINE) atomic_int busy;
  ep_checker* checker;
  double* room; ///< for a configuration
  atomic_int_least64_t counts[EP_COUNT_SIZE];
} ep_pool_slot;

typedef struct ep_checker_pool
{
  const ep_world* world;
  ep_status (*make)(const ep_world* world, ep_checker** checker, void* user, ep_error* error);
  void* make_user;
  atomic_int made;     ///< slots 0 to made - 1 have a checker
  ep_pool_slot* slots; ///< EP_VALIDATOR_THREADS_MAX
  pthread_mutex_t lock;
} ep_checker_pool;

/// Sets up the pool with its first checker. On failure nothing is left behind.
ep_status ep_checker_pool_begin(ep_checker_pool* pool, const ep_world* world,
                                const ep_validator_options* options, ep_error* error);
/// Every slot must have been given back.
void ep_checker_pool_end(ep_checker_pool* pool);

/// A slot for this thread until it gives it back; NULL with an error where there is none.
ep_pool_slot* ep_checker_pool_take(ep_checker_pool* pool, ep_error* error);
void ep_checker_pool_give(ep_pool_slot* slot);

/// Adds to a counter of a slot that this thread holds.
void ep_pool_slot_add(ep_pool_slot* slot, int count, int64_t amount);

/// The sums of all slots' counters. EP_COUNT_SIZE numbers.
void ep_checker_pool_sum(const ep_checker_pool* pool, int64_t* sums);

#endif
