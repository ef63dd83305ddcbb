/// @file catch_tools.h
/// Asking either method, with any switches, in any mode.
#ifndef EP_TEST_CATCH_TOOLS_H
#define EP_TEST_CATCH_TOOLS_H

#include "edgeproof/checker.h"
#include "ep_test.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define SWITCHES 256 // combinations of them
#define PAPER    0u  // everything switched on

static inline ep_result ask(ep_checker* checker, const double* a, const double* b,
                            const ep_check_options* options)
{
  ep_result result;
  ep_error error;
  memset(&result, 0x55, sizeof result);
  const ep_status status = ep_check_edge(checker, a, b, options, &result, &error);
  ck_assert_msg(status == EP_OK, "%s", error.message);
  return result;
}

static inline ep_result by_spacetime(ep_checker* checker, const double* a, const double* b,
                                     ep_mode mode)
{
  ep_check_options options = ep_check_default();
  options.mode = mode;
  const ep_result r = ask(checker, a, b, &options);
  ck_assert_int_ne(r.verdict, EP_UNDECIDED);
  return r;
}

/// The counters follow from each other.
static inline void expect_good_counters(const ep_statistics* s)
{
  ck_assert(s->pairs >= s->pairs_after_spatial);
  ck_assert(s->pairs_after_spatial >= s->pairs_after_temporal);
  ck_assert(s->pairs_after_temporal >= 0);
  ck_assert(s->advancement_steps >= s->pairs_after_temporal);
  ck_assert(s->items >= s->distance_nodes);
}

static inline ep_result by_catch(ep_checker* checker, const double* a, const double* b,
                                 ep_mode mode, uint32_t switches)
{
  ep_check_options options = ep_check_default();
  options.method = EP_METHOD_CATCH;
  options.mode = mode;
  options.catch_switches = switches;
  const ep_result r = ask(checker, a, b, &options);
  ck_assert_msg(r.verdict != EP_UNDECIDED, "undecided after %lld items",
                (long long)r.statistics.items);
  expect_good_counters(&r.statistics);
  return r;
}

static inline uint32_t any_switches(ep_rng* rng)
{
  return (uint32_t)ep_rng_int(rng, 0, SWITCHES - 1);
}

static inline ep_mode any_mode(ep_rng* rng)
{
  return ep_rng_int(rng, 0, 1) == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
}

/// How often the methods differed, each time within the tolerance.
typedef struct tally
{
  int free_count;
  int hit_count;
  int doubtful;
} tally;

static inline bool is_sure(const ep_result* r)
{
  return r->verdict == EP_COLLIDING && r->contact.kind != EP_CONTACT_BAND;
}

/// One says free: then the other may at most see something within the tolerance.
static inline void expect_agreement(const ep_result* spacetime, const ep_result* paper,
                                    int64_t trial, tally* sum)
{
  ck_assert_msg(!(paper->verdict == EP_FREE && is_sure(spacetime)),
                "trial %d: free by catch, but kind %d at t = %.9g, bodies %d and %d, %g apart",
                (int)trial, (int)spacetime->contact.kind, spacetime->contact.t,
                (int)spacetime->contact.body[0], (int)spacetime->contact.body[1],
                spacetime->contact.distance);
  ck_assert_msg(!(spacetime->verdict == EP_FREE && is_sure(paper)),
                "trial %d: free by space-time, but kind %d at t = %.9g, bodies %d and %d, %g apart",
                (int)trial, (int)paper->contact.kind, paper->contact.t, (int)paper->contact.body[0],
                (int)paper->contact.body[1], paper->contact.distance);
  *(paper->verdict == EP_FREE ? &sum->free_count : &sum->hit_count) += 1;
  sum->doubtful += paper->verdict != spacetime->verdict;
}

static inline void print_tally(const char* what, const tally* sum)
{
  const int total = sum->free_count + sum->hit_count;
  printf("%s: %d free, %d colliding; %d differ within the tolerance\n", what, sum->free_count,
         sum->hit_count, sum->doubtful);
  ck_assert_msg(total < 300 || (10 * sum->free_count > total && 10 * sum->hit_count > total),
                "%d free, %d colliding", sum->free_count, sum->hit_count);
  ck_assert_msg(total < 100 || 10 * sum->doubtful < total, "%d of %d differ", sum->doubtful, total);
}

#endif
