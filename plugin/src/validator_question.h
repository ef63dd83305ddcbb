/// @file validator_question.h
/// A question to a validator, from taking a checker to giving it back.
#ifndef EP_VALIDATOR_QUESTION_H
#define EP_VALIDATOR_QUESTION_H

#include "validator_pool.h"

#include <stdbool.h>
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
typedef struct ep_question
{
  ep_validator* validator;
  ep_pool_slot* slot;
  struct timespec start;
  ep_status status;
  ep_error error;
} ep_question;

/// Takes a checker. False where there is none: then the question is over, and the error said.
bool ep_question_begin(ep_question* q, ep_validator* validator, const char* call, ep_error* error);

/// Gives the checker back, and what went wrong to whom it concerns. `clock` is the counter of the
/// time it took, or negative.
void ep_question_end(ep_question* q, int clock, ep_error* error);

/// How the validator's checkers work in this mode.
ep_check_options ep_question_options(const ep_validator* validator, ep_mode mode);

/// Adds up what a check did, and what a motion's verdict was.
void ep_question_count_work(ep_pool_slot* slot, const ep_statistics* work);
void ep_question_count_motion(ep_pool_slot* slot, ep_verdict verdict);

#endif
