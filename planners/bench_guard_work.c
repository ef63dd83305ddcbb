/// @file bench_guard_work.c
/// What the guard counts.
#include "bench_guard.h"

#include "bench_chain.h"
#include "bench_own.h"
#include "program.h"

/// Everything is small: callgrind takes fifty times as long as the processor.
#define TRIANGLES 4000
#define LINKS     6
#define PART      0.1
#define EDGES     60

/// One piece of work. callgrind counts what is done below this function, and writes a file whenever
/// it returns; so its name must survive.
void bench_guard_work(const bench_method* method, const ep_edges* edges, ep_status* status,
                      ep_error* error);

__attribute__((noinline)) void bench_guard_work(const bench_method* method, const ep_edges* edges,
                                                ep_status* status, ep_error* error)
{
  bench_answer answer;
  for (int32_t i = 0; i < edges->count && *status == EP_OK; ++i)
  {
    const size_t at = (size_t)i * (size_t)edges->config_size;
    *status = method->check(method->self, edges->q0 + at, edges->q1 + at, &answer, error);
  }
}

/// Building is work too: as a method that has no use for an edge.
static ep_status build(void* self, const double* q0, const double* q1, bench_answer* answer,
                       ep_error* error)
{
  (void)self;
  (void)q0;
  (void)q1;
  (void)answer;
  bench_chain chain;
  const ep_status status = bench_chain_make(TRIANGLES, LINKS, &chain, error);
  if (status == EP_OK)
  {
    bench_chain_clear(&chain);
  }
  return status;
}

/// The order is that of the names in bench_guard.c.
static ep_status work_on(const bench_chain* chain, const ep_edges* edges, ep_error* error)
{
  static const struct
  {
    ep_method method;
    ep_mode mode;
    uint32_t switches;
  } works[] = {{EP_METHOD_SPACETIME, EP_MODE_BOOLEAN, EP_SPACETIME_NARROW},
               {EP_METHOD_SPACETIME, EP_MODE_BOOLEAN, 0},
               {EP_METHOD_SPACETIME, EP_MODE_TIME_OF_CONTACT, EP_SPACETIME_NARROW},
               {EP_METHOD_CATCH, EP_MODE_BOOLEAN, 0}};
  ep_status status = EP_OK;
  for (size_t i = 0; i < sizeof works / sizeof works[0] && status == EP_OK; ++i)
  {
    bench_own own;
    status = bench_own_begin(&own, chain->world, works[i].method, works[i].mode, works[i].switches,
                             error);
    const bench_method method = bench_own_method(&own, "guarded");
    if (status == EP_OK)
    {
      bench_guard_work(&method, edges, &status, error);
    }
    bench_own_end(&own);
  }
  return status;
}

int bench_guard_work_all(void)
{
  bench_chain chain = {0};
  ep_edges edges = {0};
  ep_error error;
  ep_status status = bench_chain_make(TRIANGLES, LINKS, &chain, &error);
  status = status == EP_OK ? bench_chain_draw(&chain, PART, EDGES, 29, &edges, &error) : status;
  status = status == EP_OK ? work_on(&chain, &edges, &error) : status;
  if (status == EP_OK)
  {
    const bench_method method = {.name = "build", .check = build};
    const ep_edges once = {.count = 1};
    bench_guard_work(&method, &once, &status, &error);
  }
  ep_edges_clear(&edges);
  bench_chain_clear(&chain);
  return status == EP_OK ? PROGRAM_GOOD : program_fail("bench", &error);
}
