/// @file history_tools.h
/// What the tests of history share: a checker that was asked before, and one that was not.
#ifndef EP_TEST_HISTORY_TOOLS_H
#define EP_TEST_HISTORY_TOOLS_H

#include "scene.h"
#include "site.h"

#include <stdio.h>
#include <string.h>

static inline ep_result ask(ep_checker* checker, const double* q0, const double* q1,
                            const ep_check_options* options)
{
  ep_result result;
  ep_error error;
  memset(&result, 0x55, sizeof result);
  ck_assert_msg(ep_check_edge(checker, q0, q1, options, &result, &error) == EP_OK, "%s",
                error.message);
  ck_assert_int_ne(result.verdict, EP_UNDECIDED);
  return result;
}

/// The machines' edges of a site, which its judge looks along.
static inline void set_edges(site* s, const double* q0, const double* q1)
{
  ep_error error;
  for (int32_t i = 0, start = 0; i < s->machine_count; ++i)
  {
    ck_assert_msg(ep_edge_set(s->edges[i], q0 + start, q1 + start, &error) == EP_OK, "%s",
                  error.message);
    start += ep_machine_config_size(s->machines[i]);
  }
}

static inline ep_checker* fresh(const ep_world* world)
{
  ep_checker* checker = NULL;
  ck_assert_int_eq(ep_checker_create(world, &checker, NULL), EP_OK);
  return checker;
}

/// The answer of the old checker, once a new one has given the same.
static inline ep_verdict ask_both(ep_checker* old, const ep_world* world, const double* q0,
                                  const double* q1, const ep_check_options* options)
{
  ep_checker* other = fresh(world);
  const ep_result a = ask(old, q0, q1, options);
  const ep_result b = ask(other, q0, q1, options);
  ck_assert_msg(a.verdict == b.verdict, "%s, but %s without a history; margin %g, method %d",
                ep_verdict_text(a.verdict), ep_verdict_text(b.verdict), options->margin,
                (int)options->method);
  ep_checker_destroy(other);
  return a.verdict;
}

#endif
