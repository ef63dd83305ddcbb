/// @file validator_question.c
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "validator_question.h"

#include "plugin_error.h"

#include <string.h>

ep_check_options ep_question_options(const ep_validator* validator, ep_mode mode)
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

bool ep_question_begin(ep_question* q, ep_validator* validator, const char* call, ep_error* error)
{
  q->validator = validator;
  q->slot = NULL;
  q->status = EP_OK;
  if (validator == NULL)
  {
    q->status = ep_plugin_fail(error, EP_ERROR_MISUSE, "%s: a null pointer was passed", call);
    return false;
  }
  clock_gettime(CLOCK_MONOTONIC, &q->start);
  q->slot = ep_checker_pool_take(&validator->pool, &q->error);
  if (q->slot == NULL)
  {
    note_error(validator, &q->error);
    q->status = ep_plugin_fail(error, q->error.status, "%s", q->error.message);
    return false;
  }
  return true;
}

void ep_question_end(ep_question* q, int clock, ep_error* error)
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

void ep_question_count_work(ep_pool_slot* slot, const ep_statistics* work)
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

void ep_question_count_motion(ep_pool_slot* slot, ep_verdict verdict)
{
  ep_pool_slot_add(slot, EP_COUNT_MOTIONS, 1);
  ep_pool_slot_add(slot,
                   verdict == EP_FREE        ? EP_COUNT_MOTIONS_FREE
                   : verdict == EP_COLLIDING ? EP_COUNT_MOTIONS_COLLIDING
                                             : EP_COUNT_MOTIONS_UNDECIDED,
                   1);
}
