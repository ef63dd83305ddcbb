/// @file validator_prefix.c
/// How far a motion is free, and the moment to go on from.
#include "validator_question.h"

#include <string.h>

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
static bool may_go_on(ep_question* asked, const motion* m, const double* q)
{
  ep_checker* checker = asked->slot->checker;
  ep_check_options options = ep_question_options(asked->validator, EP_MODE_BOOLEAN);
  const double margin = options.margin;
  options.margin = margin + asked->validator->tolerance;
  ep_result result;
  if (ep_check_state(checker, q, &options, &result, NULL) != EP_OK || result.verdict != EP_FREE)
  {
    return false;
  }
  options.margin = margin;
  const ep_status status = ep_check_edge(checker, m->q0, q, &options, &result, NULL);
  ep_question_count_work(asked->slot, &result.statistics);
  return status == EP_OK && result.verdict == EP_FREE;
}

/// t_last, and the configuration there.
static double find_last(ep_question* asked, const motion* m, double t_free, double* q)
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
  ep_question asked;
  if (ep_question_begin(&asked, validator, "ep_validator_prefix", error))
  {
    const motion m = {q0, q1, state_at, user};
    const ep_check_options options = ep_question_options(validator, EP_MODE_TIME_OF_CONTACT);
    asked.status = ep_check_edge(asked.slot->checker, q0, q1, &options, &own.result, &asked.error);
    if (asked.status != EP_OK)
    {
      own.result = (ep_result){.verdict = EP_UNDECIDED};
    }
    ep_question_count_motion(asked.slot, own.result.verdict);
    ep_question_count_work(asked.slot, &own.result.statistics);
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
    ep_question_end(&asked, EP_COUNT_MOTION_NANOSECONDS, error);
  }
  else if (validator != NULL && q_last != NULL && q0 != NULL)
  {
    memmove(q_last, q0, (size_t)ep_world_config_size(validator->pool.world) * sizeof *q0);
  }
  if (prefix != NULL)
  {
    *prefix = own;
  }
  return own.result.verdict;
}
