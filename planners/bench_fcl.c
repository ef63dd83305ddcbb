/// @file bench_fcl.c
#include "bench_fcl.h"

ep_status bench_fcl_begin(bench_fcl* fcl, const ep_fcl_world* world, bench_fcl_kind kind,
                          double parameter, ep_error* error)
{
  *fcl = (bench_fcl){.kind = kind, .parameter = parameter};
  return ep_fcl_checker_create(world, &fcl->checker, error);
}

void bench_fcl_end(bench_fcl* fcl)
{
  ep_fcl_checker_destroy(fcl->checker);
  *fcl = (bench_fcl){.checker = NULL};
}

/// Finding how many steps it takes belongs to the method, as in OMPL.
static ep_status check_steps(const bench_fcl* fcl, const double* q0, const double* q1,
                             ep_fcl_edge_result* result, ep_error* error)
{
  int32_t steps = 1;
  ep_status status = EP_OK;
  if (fcl->parameter > 0.0)
  {
    status =
        fcl->kind == BENCH_FCL_FRACTION
            ? ep_fcl_edge_steps_of_fraction(fcl->checker, q0, q1, fcl->parameter, &steps, error)
            : ep_fcl_edge_steps_of_motion(fcl->checker, q0, q1, fcl->parameter, &steps, error);
  }
  if (status != EP_OK)
  {
    return status;
  }
  return fcl->kind == BENCH_FCL_CONTINUOUS
             ? ep_fcl_check_edge_continuous_uncertified(fcl->checker, q0, q1, steps, result, error)
             : ep_fcl_check_edge_sampled(fcl->checker, q0, q1, steps, result, error);
}

static ep_status check(void* self, const double* q0, const double* q1, bench_answer* answer,
                       ep_error* error)
{
  const bench_fcl* fcl = self;
  ep_fcl_edge_result result = {0};
  ep_status status;
  if (fcl->kind == BENCH_FCL_BISECTION)
  {
    status = ep_fcl_check_edge_bisection(fcl->checker, q0, q1, NULL, &result, error);
  }
  else if (fcl->kind == BENCH_FCL_EXPERT)
  {
    status = ep_fcl_check_edge_expert(fcl->checker, q0, q1, NULL, &result, error);
  }
  else
  {
    status = check_steps(fcl, q0, q1, &result, error);
  }
  answer->verdict = !result.decided ? EP_UNDECIDED : result.collides ? EP_COLLIDING : EP_FREE;
  answer->work.samples = result.states;
  answer->work.items = result.narrow;
  return status;
}

bench_method bench_fcl_method(bench_fcl* fcl, const char* name)
{
  return (bench_method){.name = name, .check = check, .self = fcl};
}
