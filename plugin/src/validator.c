/// @file validator.c
#include "edgeproof/plugin/validator.h"

#include "plugin_error.h"
#include "validator_question.h"

#include <stdlib.h>
#include <string.h>

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

ep_verdict ep_validator_state(ep_validator* validator, const double* q, ep_result* result,
                              ep_error* error)
{
  ep_result own = {.verdict = EP_UNDECIDED};
  ep_question asked;
  if (ep_question_begin(&asked, validator, "ep_validator_state", error))
  {
    const ep_check_options options = ep_question_options(validator, EP_MODE_BOOLEAN);
    asked.status = ep_check_state(asked.slot->checker, q, &options, &own, &asked.error);
    own.verdict = asked.status == EP_OK ? own.verdict : EP_UNDECIDED;
    ep_pool_slot_add(asked.slot, EP_COUNT_STATES, 1);
    if (own.verdict != EP_COLLIDING)
    {
      ep_pool_slot_add(
          asked.slot, own.verdict == EP_FREE ? EP_COUNT_STATES_FREE : EP_COUNT_STATES_UNDECIDED, 1);
    }
    ep_question_end(&asked, EP_COUNT_STATE_NANOSECONDS, error);
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
  ep_question asked;
  if (ep_question_begin(&asked, validator, "ep_validator_motion", error))
  {
    const ep_check_options options = ep_question_options(validator, EP_MODE_BOOLEAN);
    asked.status = ep_check_edge(asked.slot->checker, q0, q1, &options, &own, &asked.error);
    own.verdict = asked.status == EP_OK ? own.verdict : EP_UNDECIDED;
    ep_question_count_motion(asked.slot, own.verdict);
    ep_question_count_work(asked.slot, &own.statistics);
    ep_question_end(&asked, EP_COUNT_MOTION_NANOSECONDS, error);
  }
  if (result != NULL)
  {
    *result = own;
  }
  return own.verdict;
}

double ep_validator_motion_clearance(ep_validator* validator, const double* q0, const double* q1,
                                     ep_error* error)
{
  ep_question asked;
  if (!ep_question_begin(&asked, validator, "ep_validator_motion_clearance", error))
  {
    return 0.0;
  }
  ep_clearance found = {.lower = 0.0};
  asked.status = ep_edge_clearance(asked.slot->checker, q0, q1, validator->distance_limit, &found,
                                   &asked.error);
  ep_pool_slot_add(asked.slot, EP_COUNT_CLEARANCES, 1);
  ep_question_end(&asked, -1, error);
  return asked.status == EP_OK ? found.lower : 0.0;
}

double ep_validator_clearance(ep_validator* validator, const double* q, ep_error* error)
{
  return ep_validator_motion_clearance(validator, q, q, error);
}

ep_status ep_validator_interpolate(ep_validator* validator, const double* q0, const double* q1,
                                   double t, double* q, ep_error* error)
{
  ep_question asked;
  if (!ep_question_begin(&asked, validator, "ep_validator_interpolate", error))
  {
    return asked.status;
  }
  asked.status = ep_checker_interpolate(asked.slot->checker, q0, q1, t, q, &asked.error);
  ep_question_end(&asked, -1, error);
  return asked.status;
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
