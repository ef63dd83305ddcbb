/// @file bench_sets_speed.c
/// What the edges of a scene cost: the sets of planners/bench_sets.h, every edge timed by itself,
/// in thread CPU time, less what asking the clock costs; the median of all sweeps is the edge's
/// time. Between edges the caches can be emptied, as a planner's other work would.
///
///   bench_sets_speed [--edges N] [--sweeps N] [--untimed] [--seed N] [--set NAME] [--cold]
///   SCENE...
///
/// With --untimed the clock is not asked: for callgrind and perf.
#define _POSIX_C_SOURCE 200809L

#include "bench_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct settings
{
  int32_t edges;
  int32_t sweeps;
  uint64_t seed;
  const char* set; ///< NULL: all
  bool cold;
  bool untimed;
} settings;

static void fail(const ep_error* error)
{
  fprintf(stderr, "bench_sets_speed: %s\n", error->message);
  exit(1);
}

static double now(void)
{
  struct timespec t;
  (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int by_value(const void* a, const void* b)
{
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(double* values, int32_t count)
{
  qsort(values, (size_t)count, sizeof(double), by_value);
  return values[count / 2];
}

/// Microseconds between two questions of the clock.
static double clock_cost(void)
{
  double costs[1001];
  for (int i = 0; i < 1001; ++i)
  {
    const double start = now();
    costs[i] = now() - start;
  }
  return median(costs, 1001);
}

/// Reads and writes more than the caches near a core hold.
static void empty_caches(void)
{
  static unsigned char block[8 << 20];
  for (size_t i = 0; i < sizeof block; i += 64)
  {
    ++block[i];
  }
}

/// What one edge took and found.
typedef struct outcome
{
  double us;
  ep_verdict verdict;
  ep_statistics work;
} outcome;

static void check(ep_checker* checker, const ep_edges* edges, int32_t i, ep_result* result)
{
  const size_t at = (size_t)i * (size_t)edges->config_size;
  ep_error error;
  if (ep_check_edge(checker, edges->q0 + at, edges->q1 + at, NULL, result, &error) != EP_OK)
  {
    fail(&error);
  }
}

/// Sweep by sweep, so that an edge finds the caches as its neighbours leave them.
static void time_edges(ep_checker* checker, const ep_edges* edges, const settings* s, outcome* out)
{
  const double cost = clock_cost();
  const size_t count = (size_t)edges->count;
  double* us = calloc(count * (size_t)(s->sweeps + 1), sizeof(double));
  if (us == NULL)
  {
    exit(1);
  }
  for (int32_t sweep = -1; sweep < s->sweeps; ++sweep) // the first one fills caches and memory
  {
    for (int32_t i = 0; i < edges->count; ++i)
    {
      if (s->cold)
      {
        empty_caches();
      }
      ep_result result;
      const double start = s->untimed ? 0.0 : now();
      check(checker, edges, i, &result);
      if (sweep >= 0 && !s->untimed)
      {
        us[(size_t)i * (size_t)s->sweeps + (size_t)sweep] = now() - start - cost;
      }
      out[i].verdict = result.verdict;
      out[i].work = result.statistics;
    }
  }
  for (int32_t i = 0; i < edges->count && s->sweeps > 0; ++i)
  {
    out[i].us = median(us + (size_t)i * (size_t)s->sweeps, s->sweeps);
  }
  free(us);
}

static void print(const char* set, ep_verdict verdict, const outcome* out, int32_t count)
{
  double* us = calloc((size_t)count + 1, sizeof(double));
  double sum = 0.0;
  double items = 0.0, triangles = 0.0, distances = 0.0, poses = 0.0;
  int32_t n = 0;
  for (int32_t i = 0; i < count && us != NULL; ++i)
  {
    if (out[i].verdict == verdict)
    {
      us[n++] = out[i].us;
      sum += out[i].us;
      items += (double)out[i].work.items;
      triangles += (double)out[i].work.triangle_tests;
      distances += (double)out[i].work.distances;
      poses += (double)out[i].work.poses;
    }
  }
  if (n > 0)
  {
    const double middle = median(us, n);
    printf("  %-7s %-10s %5d  mean %8.2f  median %8.2f  p99 %8.1f us;  %.0f items, %.0f triangles, "
           "%.1f distances, %.1f poses\n",
           set, ep_verdict_text(verdict), (int)n, sum / n, middle, us[n * 99 / 100], items / n,
           triangles / n, distances / n, poses / n);
  }
  free(us);
}

static void run_set(const ep_scene* scene, ep_checker* checker, const bench_kind* kind,
                    const settings* s)
{
  ep_edges edges;
  ep_error error;
  if (bench_draw_edges(scene, checker, kind, s->edges, s->seed, &edges, &error) != EP_OK)
  {
    fail(&error);
  }
  outcome* out = calloc((size_t)edges.count + 1, sizeof(outcome));
  if (out == NULL)
  {
    exit(1);
  }
  time_edges(checker, &edges, s, out);
  for (int verdict = EP_UNDECIDED; verdict <= EP_COLLIDING; ++verdict)
  {
    print(kind->name, (ep_verdict)verdict, out, edges.count);
  }
  fflush(stdout);
  free(out);
  ep_edges_clear(&edges);
}

static void run_scene(const char* path, const settings* s)
{
  ep_error error;
  ep_scene* scene;
  ep_world* world;
  ep_checker* checker;
  if (ep_scene_load(path, NULL, &scene, &error) != EP_OK ||
      ep_scene_make_world(scene, EP_SCENE_NONE, &world, &error) != EP_OK ||
      ep_scene_make_checker(scene, EP_SCENE_NONE, world, &checker, &error) != EP_OK)
  {
    fail(&error);
  }
  printf("%s: %d edges a set, seed %llu, %d sweeps%s\n", ep_scene_name(scene), (int)s->edges,
         (unsigned long long)s->seed, (int)s->sweeps, s->cold ? ", cold" : "");
  for (int i = 0; i < BENCH_KINDS; ++i)
  {
    if (s->set == NULL || strcmp(s->set, bench_kinds[i].name) == 0)
    {
      run_set(scene, checker, &bench_kinds[i], s);
    }
  }
  ep_checker_destroy(checker);
  ep_world_destroy(world);
  ep_scene_destroy(scene);
}

int main(int argc, char** argv)
{
  settings s = {.edges = 400, .sweeps = 5, .seed = 1};
  for (int i = 1; i < argc; ++i)
  {
    const bool more = i + 1 < argc;
    if (strcmp(argv[i], "--cold") == 0)
    {
      s.cold = true;
    }
    else if (strcmp(argv[i], "--untimed") == 0)
    {
      s.untimed = true;
    }
    else if (strcmp(argv[i], "--edges") == 0 && more)
    {
      s.edges = atoi(argv[++i]);
    }
    else if (strcmp(argv[i], "--sweeps") == 0 && more)
    {
      s.sweeps = atoi(argv[++i]);
    }
    else if (strcmp(argv[i], "--seed") == 0 && more)
    {
      s.seed = strtoull(argv[++i], NULL, 10);
    }
    else if (strcmp(argv[i], "--set") == 0 && more)
    {
      s.set = argv[++i];
    }
    else
    {
      run_scene(argv[i], &s);
    }
  }
  return 0;
}
