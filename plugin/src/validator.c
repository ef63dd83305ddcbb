/// @file validator.c
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "edgeproof/plugin/validator.h"

#include "plugin_error.h"
#include "validator_pool.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct ep_validator
{
  ep_checker_pool pool;
  ep_check_options check; ///< its mode is set by each question
  double tolerance;
  double distance_limit;
  pthread_mutex_t lock;           ///< of what follows; errors and clearing only
  int64_t cleared[EP_COUNT_SIZE]; ///< the counters when statistics were last cleared
  ep_error first_error;
};

/// One question, while it is answered.
typedef struct question
{
  ep_validator* validator;
  ep_pool_slot* slot;
  struct timespec start;
  ep_status status;
  ep_error error;
} question;

ep_validator_options ep_validator_default(void)
{
  return (ep_validator_options){.struct_size = sizeof(ep_validator_options),
                                .check = ep_check_default(),
                                .distance_limit = 10.0};
}

ep_status ep_validator_create(const ep_world* world, const ep_validator_options* options,
                              ep_validator** validator, ep_error* error)
{
  const ep_validator_options usual = ep_validator_default();
  const ep_validator_options* chosen = options == NULL ? &usual : options;
  if (world == NULL || validator == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE, "ep_validator_create: a null pointer was passed");
  }
  *validator = NULL;
  if (chosen->struct_size != sizeof(ep_validator_options) ||
      chosen->check.struct_size != sizeof(ep_check_options))
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_validator_create: struct_size is %u, not %u, or that of the check "
                          "is wrong: start from ep_validator_default()",
                          (unsigned)chosen->struct_size, (unsigned)sizeof(ep_validator_options));
  }
  if (!(chosen->distance_limit > 0.0 && chosen->distance_limit <= EP_LENGTH_MAX))
  {
    return ep_plugin_fail(error, EP_ERROR_INPUT, "validator: distance_limit %g is not a length",
                          chosen->distance_limit);
  }
  ep_validator* made = calloc(1, sizeof *made);
  if (made == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "validator: out of memory");
  }
  const ep_status status = ep_checker_pool_begin(&made->pool, world, chosen, error);
  if (status != EP_OK)
  {
    free(made);
    return status;
  }
  made->check = chosen->check;
  ep_world_info info = {.tolerance = 0.0};
  (void)ep_world_get_info(world, &info);
  made->tolerance = info.tolerance;
  made->distance_limit = chosen->distance_limit;
  pthread_mutex_init(&made->lock, NULL);
  *validator = made;
  return ep_plugin_ok(error);
}

void ep_validator_destroy(ep_validator* validator)
{
  if (validator == NULL)
  {
    return;
  }
  ep_checker_pool_end(&validator->pool);
  pthread_mutex_destroy(&validator->lock);
  free(validator);
}

const ep_world* ep_validator_world(const ep_validator* validator)
{
  return validator == NULL ? NULL : validator->pool.world;
}

void ep_validator_set_cancel(ep_validator* validator, int (*cancel)(void* user), void* user)
{
  if (validator != NULL)
  {
    validator->check.cancel = cancel;
    validator->check.cancel_user = user;
  }
}

/// @name Asking
/// @{

static ep_check_options options_of(const ep_validator* validator, ep_mode mode)
{
  ep_check_options options = validator->check;
  options.mode = mode;
  return options;
}

static void note_error(ep_validator* validator, const ep_error* error)
{
  pthread_mutex_lock(&validator->lock);
  if (validator->first_error.status == EP_OK)
  {
    validator->first_error = *error;
  }
  pthread_mutex_unlock(&validator->lock);
}

/// Takes a checker. False where there is none: then the question is over.
static bool begin(question* q, ep_validator* validator, const char* call, ep_error* error)
{
  q->validator = validator;
  q->slot = NULL;
  q->status = EP_OK;
  if (validator == NULL)
  {
    (void)ep_plugin_fail(error, EP_ERROR_MISUSE, "%s: a null pointer was passed", call);
    return false;
  }
  clock_gettime(CLOCK_MONOTONIC, &q->start);
  q->slot = ep_checker_pool_take(&validator->pool, &q->error);
  if (q->slot == NULL)
  {
    note_error(validator, &q->error);
    (void)ep_plugin_fail(error, q->error.status, "%s", q->error.message);
    return false;
  }
  return true;
}

/// Gives the checker back, and what went wrong to whom it concerns. `clock` is the counter of the
/// time it took, or negative.
static void end(question* q, int clock, ep_error* error)
{
  if (clock >= 0)
  {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    ep_pool_slot_add(q->slot, clock,
                     (int64_t)(now.tv_sec - q->start.tv_sec) * 1000000000 +
                         (now.tv_nsec - q->start.tv_nsec));
  }
  if (q->status != EP_OK)
  {
    ep_pool_slot_add(q->slot, EP_COUNT_ERRORS, 1);
    note_error(q->validator, &q->error);
  }
  ep_checker_pool_give(q->slot);
  if (q->status != EP_OK)
  {
    (void)ep_plugin_fail(error, q->status, "%s", q->error.message);
  }
  else
  {
    (void)ep_plugin_ok(error);
  }
}

static void count_work(ep_pool_slot* slot, const ep_statistics* work)
{
  _Static_assert(sizeof *work == EP_COUNT_WORK_SIZE * sizeof(int64_t), "only int64_t in it");
  int64_t numbers[EP_COUNT_WORK_SIZE];
  memcpy(numbers, work, sizeof numbers);
  for (int i = 0; i < EP_COUNT_WORK_SIZE; ++i)
  {
    if (numbers[i] != 0)
    {
      ep_pool_slot_add(slot, EP_COUNT_WORK + i, numbers[i]);
    }
  }
}

static void count_motion(ep_pool_slot* slot, ep_verdict verdict)
{
  ep_pool_slot_add(slot, EP_COUNT_MOTIONS, 1);
  ep_pool_slot_add(slot,
                   verdict == EP_FREE        ? EP_COUNT_MOTIONS_FREE
                   : verdict == EP_COLLIDING ? EP_COUNT_MOTIONS_COLLIDING
                                             : EP_COUNT_MOTIONS_UNDECIDED,
                   1);
}

ep_verdict ep_validator_state(ep_validator* validator, const double* q, ep_result* result,
                              ep_error* error)
{
  ep_result own = {.verdict = EP_UNDECIDED};
  question asked;
  if (begin(&asked, validator, "ep_validator_state", error))
  {
    const ep_check_options options = options_of(validator, EP_MODE_BOOLEAN);
    asked.status = ep_check_state(asked.slot->checker, q, &options, &own, &asked.error);
    own.verdict = asked.status == EP_OK ? own.verdict : EP_UNDECIDED;
    ep_pool_slot_add(asked.slot, EP_COUNT_STATES, 1);
    if (own.verdict != EP_COLLIDING)
    {
      ep_pool_slot_add(
          asked.slot, own.verdict == EP_FREE ? EP_COUNT_STATES_FREE : EP_COUNT_STATES_UNDECIDED, 1);
    }
    end(&asked, EP_COUNT_STATE_NANOSECONDS, error);
  }
  if (result != NULL)
  {
    *result = own;
  }
  return own.verdict;
}

ep_verdict ep_validator_motion(ep_validator* validator, const double* q0, const double* q1,
                               ep_result* result, ep_error* error)
{
  ep_result own = {.verdict = EP_UNDECIDED};
  question asked;
  if (begin(&asked, validator, "ep_validator_motion", error))
  {
    const ep_check_options options = options_of(validator, EP_MODE_BOOLEAN);
    asked.status = ep_check_edge(asked.slot->checker, q0, q1, &options, &own, &asked.error);
    own.verdict = asked.status == EP_OK ? own.verdict : EP_UNDECIDED;
    count_motion(asked.slot, own.verdict);
    count_work(asked.slot, &own.statistics);
    end(&asked, EP_COUNT_MOTION_NANOSECONDS, error);
  }
  if (result != NULL)
  {
    *result = own;
  }
  return own.verdict;
}

double ep_validator_clearance(ep_validator* validator, const double* q, ep_error* error)
{
  question asked;
  if (!begin(&asked, validator, "ep_validator_clearance", error))
  {
    return 0.0;
  }
  ep_clearance found = {.lower = 0.0};
  asked.status =
      ep_state_clearance(asked.slot->checker, q, validator->distance_limit, &found, &asked.error);
  ep_pool_slot_add(asked.slot, EP_COUNT_CLEARANCES, 1);
  end(&asked, -1, error);
  return asked.status == EP_OK ? found.lower : 0.0;
}

/// @}
/// @name The moment to go on from
/// @{

/// A motion and how its states are had.
typedef struct motion
{
  const double* q0;
  const double* q1;
  void (*state_at)(double t, double* q, void* user); ///< NULL: our own curve
  void* user;
} motion;

/// Whether a planner may go on from the state q of a motion: it is free with more than the
/// tolerance to spare, and the way there is free.
static bool may_go_on(question* asked, const motion* m, const double* q)
{
  ep_checker* checker = asked->slot->checker;
  ep_check_options options = options_of(asked->validator, EP_MODE_BOOLEAN);
  const double margin = options.margin;
  options.margin = margin + asked->validator->tolerance;
  ep_result result;
  if (ep_check_state(checker, q, &options, &result, NULL) != EP_OK || result.verdict != EP_FREE)
  {
    return false;
  }
  options.margin = margin;
  const ep_status status = ep_check_edge(checker, m->q0, q, &options, &result, NULL);
  count_work(asked->slot, &result.statistics);
  return status == EP_OK && result.verdict == EP_FREE;
}

/// t_last, and the configuration there.
static double find_last(question* asked, const motion* m, double t_free, double* q)
{
  for (double step = 0x1p-10; step < 1.0; step *= 4.0)
  {
    const double t = t_free * (1.0 - step);
    if (!(t > 0.0 && t < 1.0))
    {
      break;
    }
    if (m->state_at != NULL)
    {
      m->state_at(t, q, m->user);
    }
    else if (ep_checker_interpolate(asked->slot->checker, m->q0, m->q1, t, q, NULL) != EP_OK)
    {
      break;
    }
    if (may_go_on(asked, m, q))
    {
      return t;
    }
  }
  return 0.0;
}

ep_verdict ep_validator_prefix(ep_validator* validator, const double* q0, const double* q1,
                               void (*state_at)(double t, double* q, void* user), void* user,
                               ep_prefix* prefix, double* q_last, ep_error* error)
{
  ep_prefix own = {.t_free = 0.0};
  question asked;
  if (begin(&asked, validator, "ep_validator_prefix", error))
  {
    const motion m = {q0, q1, state_at, user};
    const ep_check_options options = options_of(validator, EP_MODE_TIME_OF_CONTACT);
    asked.status = ep_check_edge(asked.slot->checker, q0, q1, &options, &own.result, &asked.error);
    if (asked.status != EP_OK)
    {
      own.result = (ep_result){.verdict = EP_UNDECIDED};
    }
    count_motion(asked.slot, own.result.verdict);
    count_work(asked.slot, &own.result.statistics);
    own.t_free = own.result.t_free;
    own.t_last = own.result.verdict == EP_FREE ? 1.0 : 0.0;
    double* q = asked.slot->room;
    if (own.result.verdict == EP_COLLIDING)
    {
      own.t_last = find_last(&asked, &m, own.t_free, q);
    }
    const double* last = own.t_last == 0.0 ? q0 : own.t_last == 1.0 ? q1 : q;
    if (q_last != NULL && last != NULL)
    {
      memmove(q_last, last, (size_t)ep_world_config_size(validator->pool.world) * sizeof *q);
    }
    end(&asked, EP_COUNT_MOTION_NANOSECONDS, error);
  }
  if (prefix != NULL)
  {
    *prefix = own;
  }
  return own.result.verdict;
}

/// @}
/// @name What was asked
/// @{

void ep_validator_get_statistics(const ep_validator* validator, ep_validator_statistics* statistics)
{
  if (validator == NULL || statistics == NULL)
  {
    return;
  }
  int64_t sums[EP_COUNT_SIZE];
  ep_validator* locked = (ep_validator*)(uintptr_t)validator; // for its lock only
  pthread_mutex_lock(&locked->lock);
  ep_checker_pool_sum(&validator->pool, sums);
  for (int i = 0; i < EP_COUNT_SIZE; ++i)
  {
    sums[i] -= validator->cleared[i];
  }
  pthread_mutex_unlock(&locked->lock);
  *statistics =
      (ep_validator_statistics){.states = sums[EP_COUNT_STATES],
                                .states_free = sums[EP_COUNT_STATES_FREE],
                                .states_undecided = sums[EP_COUNT_STATES_UNDECIDED],
                                .motions = sums[EP_COUNT_MOTIONS],
                                .motions_free = sums[EP_COUNT_MOTIONS_FREE],
                                .motions_colliding = sums[EP_COUNT_MOTIONS_COLLIDING],
                                .motions_undecided = sums[EP_COUNT_MOTIONS_UNDECIDED],
                                .clearances = sums[EP_COUNT_CLEARANCES],
                                .errors = sums[EP_COUNT_ERRORS],
                                .state_seconds = 1e-9 * (double)sums[EP_COUNT_STATE_NANOSECONDS],
                                .motion_seconds = 1e-9 * (double)sums[EP_COUNT_MOTION_NANOSECONDS],
                                .checkers = atomic_load(&validator->pool.made)};
  memcpy(&statistics->work, sums + EP_COUNT_WORK, sizeof statistics->work);
}

void ep_validator_clear_statistics(ep_validator* validator)
{
  if (validator == NULL)
  {
    return;
  }
  pthread_mutex_lock(&validator->lock);
  ep_checker_pool_sum(&validator->pool, validator->cleared);
  validator->first_error = (ep_error){.status = EP_OK};
  pthread_mutex_unlock(&validator->lock);
}

ep_status ep_validator_last_error(const ep_validator* validator, ep_error* error)
{
  if (validator == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_validator_last_error: a null pointer was passed");
  }
  ep_validator* locked = (ep_validator*)(uintptr_t)validator; // for its lock only
  pthread_mutex_lock(&locked->lock);
  const ep_status status =
      ep_plugin_fail(error, validator->first_error.status, "%s", validator->first_error.message);
  pthread_mutex_unlock(&locked->lock);
  return status;
}

/// @}
