/// @file bench_own.c
#include "bench_own.h"

void bench_own_take(bench_own* own, ep_checker* checker, ep_method method, ep_mode mode,
                    uint32_t switches)
{
  *own = (bench_own){.checker = checker, .options = ep_check_default()};
  own->options.method = method;
  own->options.mode = mode;
  *(method == EP_METHOD_CATCH ? &own->options.catch_switches : &own->options.spacetime_switches) =
      switches;
}

ep_status bench_own_begin(bench_own* own, const ep_world* world, ep_method method, ep_mode mode,
                          uint32_t switches, ep_error* error)
{
  ep_checker* checker;
  *own = (bench_own){0};
  const ep_status status = ep_checker_create(world, &checker, error);
  if (status == EP_OK)
  {
    bench_own_take(own, checker, method, mode, switches);
  }
  return status;
}

void bench_own_end(bench_own* own)
{
  ep_checker_destroy(own->checker);
  *own = (bench_own){0};
}

static ep_status check(void* self, const double* q0, const double* q1, bench_answer* answer,
                       ep_error* error)
{
  const bench_own* own = self;
  ep_result result;
  const ep_status status = ep_check_edge(own->checker, q0, q1, &own->options, &result, error);
  answer->verdict = result.verdict;
  answer->work = result.statistics;
  return status;
}

bench_method bench_own_method(bench_own* own, const char* name)
{
  return (bench_method){.name = name, .check = check, .self = own};
}
