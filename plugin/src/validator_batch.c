/// @file validator_batch.c
/// Many motions on many threads: the checkers are the pool's, the threads are core's.
#define _POSIX_C_SOURCE 200809L // sysconf
#include "validator_question.h"

#include "plugin_error.h"

#include <string.h>
#include <unistd.h>

static int32_t usable_threads(int32_t asked, int32_t count)
{
  const long processors = asked > 0 ? asked : sysconf(_SC_NPROCESSORS_ONLN);
  const int32_t most = count < EP_BATCH_THREADS_MAX ? count : EP_BATCH_THREADS_MAX;
  const int32_t wanted = processors < most ? (int32_t)processors : most;
  return wanted < 1 ? 1 : wanted;
}

/// Every thread's time counts; they all work until the last motions.
static void note(ep_question* asked, int32_t threads, const ep_result* results, int32_t count)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double seconds = (double)(now.tv_sec - asked->start.tv_sec) +
                         1e-9 * (double)(now.tv_nsec - asked->start.tv_nsec);
  ep_pool_slot_add(asked->slot, EP_COUNT_MOTION_NANOSECONDS, (int64_t)(1e9 * seconds * threads));
  for (int32_t i = 0; i < count; ++i)
  {
    ep_question_count_motion(asked->slot, results[i].verdict);
    ep_question_count_work(asked->slot, &results[i].statistics);
  }
}

ep_status ep_validator_motions(ep_validator* validator, const double* q0, const double* q1,
                               int32_t count, int32_t threads, ep_result* results, ep_error* error)
{
  if (results == NULL || count < 0 || threads < 0)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_validator_motions: a null pointer, %d motions or %d threads",
                          (int)count, (int)threads);
  }
  memset(results, 0, (size_t)count * sizeof *results);
  ep_question asked;
  if (!ep_question_begin(&asked, validator, "ep_validator_motions", error))
  {
    return asked.status;
  }
  ep_pool_slot* slots[EP_BATCH_THREADS_MAX] = {asked.slot};
  ep_checker* checkers[EP_BATCH_THREADS_MAX] = {asked.slot->checker};
  const int32_t wanted = usable_threads(threads, count);
  int32_t had = 1;
  // Fewer checkers than wanted do it too.
  while (had < wanted && (slots[had] = ep_checker_pool_take(&validator->pool, NULL)) != NULL)
  {
    checkers[had] = slots[had]->checker;
    ++had;
  }
  const ep_check_options options = ep_question_options(validator, EP_MODE_BOOLEAN);
  asked.status = ep_check_edges(checkers, had, q0, q1, count, &options, results, &asked.error);
  note(&asked, had, results, count);
  for (int32_t i = 1; i < had; ++i)
  {
    ep_checker_pool_give(slots[i]);
  }
  ep_question_end(&asked, -1, error);
  return asked.status;
}
