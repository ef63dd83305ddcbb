/// @file bench_checker.c
/// The edge checker on a generated site: microseconds for free and colliding edges, the work behind
/// them, build time and memory, and what a second thread is worth. Each set of edges is made first
/// and then checked in one go, edge by edge.
#define _POSIX_C_SOURCE 200809L

#include "yard.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EDGES       2000
#define CATCH_EDGES 100 ///< it takes its time

static double now(void)
{
  struct timespec t;
  (void)clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void* a, const void* b)
{
  const double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

typedef struct tally
{
  double us[EDGES];
  int count;
  ep_statistics work;
} tally;

static void add(tally* t, double us, const ep_statistics* work)
{
  t->us[t->count++] = us;
  t->work.items += work->items;
  t->work.triangle_tests += work->triangle_tests;
  t->work.distances += work->distances;
  t->work.poses += work->poses;
  t->work.pairs += work->pairs;
  t->work.pairs_after_spatial += work->pairs_after_spatial;
  t->work.pairs_after_temporal += work->pairs_after_temporal;
  t->work.advancement_steps += work->advancement_steps;
  t->work.distance_nodes += work->distance_nodes;
}

static void print(const char* what, tally* t)
{
  if (t->count == 0)
  {
    printf("    %-10s none\n", what);
    return;
  }
  qsort(t->us, (size_t)t->count, sizeof(double), by_value);
  double sum = 0.0;
  for (int i = 0; i < t->count; ++i)
  {
    sum += t->us[i];
  }
  const double n = t->count;
  printf(
      "    %-10s %5d  mean %8.1f  median %7.1f  p99 %8.1f  worst %9.1f us;  an edge: %.0f items, "
      "%.0f triangle tests, %.1f distances, %.1f poses\n",
      what, t->count, sum / n, t->us[t->count / 2], t->us[t->count * 99 / 100], t->us[t->count - 1],
      (double)t->work.items / n, (double)t->work.triangle_tests / n, (double)t->work.distances / n,
      (double)t->work.poses / n);
  if (t->work.pairs > 0)
  {
    printf(
        "               pairs %.1f, after boxes %.2f, after times %.2f; %.1f steps, %.0f nodes\n",
        (double)t->work.pairs / n, (double)t->work.pairs_after_spatial / n,
        (double)t->work.pairs_after_temporal / n, (double)t->work.advancement_steps / n,
        (double)t->work.distance_nodes / n);
  }
}

static void fail(const ep_error* error)
{
  fprintf(stderr, "bench_checker: %s\n", error->message);
  exit(1);
}

static ep_world* make_world(const ep_rig* rig, int32_t triangles)
{
  ep_error error;
  ep_world_desc desc = ep_world_default();
  ep_world* world;
  int32_t machine;
  ep_yard yard = ep_yard_make(triangles, 7);
  ep_geometry_desc shape = ep_yard_shape(&yard);
  if (ep_world_create(&desc, &world, &error) != EP_OK ||
      ep_world_add_obstacle(world, "site", &shape, 1, NULL, &error) != EP_OK ||
      ep_world_add_machine(world, "exc", rig->machine, &machine, NULL, &error) != EP_OK)
  {
    fail(&error);
  }
  ep_yard_clear(&yard);
  for (int32_t link = 0; link < rig->link_count; ++link)
  {
    ep_yard mesh = ep_yard_box(&rig->boxes[link], 20);
    shape = ep_yard_shape(&mesh);
    if (ep_world_add_link_shape(world, machine, link, &shape, &error) != EP_OK)
    {
      fail(&error);
    }
    ep_yard_clear(&mesh);
  }
  // A real house has a gap where the boom passes; these boxes have none.
  if (ep_world_allow(world, "exc/house", "exc/stick", &error) != EP_OK ||
      ep_world_allow(world, "exc/tracks", "exc/boom", &error) != EP_OK)
  {
    fail(&error);
  }
  const double start = now();
  if (ep_world_freeze(world, &error) != EP_OK)
  {
    fail(&error);
  }
  const double seconds = now() - start;
  ep_world_info info;
  (void)ep_world_get_info(world, &info);
  const double count = (double)(info.obstacle_triangles + info.link_triangles);
  printf("site of %lld triangles, machine of %lld: frozen in %.0f ms, %.1f bytes a triangle, float "
         "rounding %.3f mm, %d + %d pairs\n",
         (long long)info.obstacle_triangles, (long long)info.link_triangles, 1e3 * seconds,
         (double)info.bytes / count, 1e3 * info.rounding, info.obstacle_pairs, info.body_pairs);
  return world;
}

/// A state in which the machine is free, near the yard's middle or anywhere.
static void free_state(ep_checker* checker, const ep_rig* rig, uint64_t* state, double* q)
{
  ep_result result;
  do
  {
    for (int32_t i = 0; i < rig->value_count; ++i)
    {
      q[i] = rig->lower[i] + (rig->upper[i] - rig->lower[i]) * ep_rig_random(state);
    }
    if (ep_check_state(checker, q, NULL, &result, NULL) != EP_OK)
    {
      exit(1);
    }
  } while (result.verdict != EP_FREE);
}

typedef struct edge_set
{
  const char* name;
  double percent; ///< of each joint's range; 100: anywhere
  double q0[EDGES * EP_RIG_VALUES_MAX];
  double q1[EDGES * EP_RIG_VALUES_MAX];
} edge_set;

/// From a free state to anywhere near it, or anywhere.
static void make_edges(ep_checker* checker, const ep_rig* rig, edge_set* set)
{
  uint64_t state = 11;
  const int32_t size = rig->value_count;
  for (int i = 0; i < EDGES; ++i)
  {
    double* q0 = set->q0 + (ptrdiff_t)i * size;
    double* q1 = set->q1 + (ptrdiff_t)i * size;
    free_state(checker, rig, &state, q0);
    for (int32_t k = 0; k < size; ++k)
    {
      const double range = rig->upper[k] - rig->lower[k];
      const double wanted = set->percent < 100.0 ? q0[k] + 0.01 * set->percent * range *
                                                               (2.0 * ep_rig_random(&state) - 1.0)
                                                 : rig->lower[k] + range * ep_rig_random(&state);
      q1[k] = fmin(fmax(wanted, rig->lower[k]), rig->upper[k]);
    }
  }
}

/// The first `count` edges of a set.
static void run(ep_checker* checker, const ep_rig* rig, const edge_set* set, int count,
                const ep_check_options* options)
{
  static tally free_edges, hits;
  memset(&free_edges, 0, sizeof free_edges);
  memset(&hits, 0, sizeof hits);
  int undecided = 0;
  for (int i = 0; i < count; ++i)
  {
    const ptrdiff_t at = (ptrdiff_t)i * rig->value_count;
    ep_result result;
    const double start = now();
    const ep_status status =
        ep_check_edge(checker, set->q0 + at, set->q1 + at, options, &result, NULL);
    const double us = 1e6 * (now() - start);
    undecided += status != EP_OK || result.verdict == EP_UNDECIDED;
    add(result.verdict == EP_FREE ? &free_edges : &hits, us, &result.statistics);
  }
  printf("  %s%s\n", set->name, undecided > 0 ? " (UNDECIDED edges!)" : "");
  print("free", &free_edges);
  print("colliding", &hits);
}

/// Batches on one to THREADS_MAX threads, the best of three.
#define THREADS_MAX 4
#define TURNS       31 ///< of one batch on one thread and one on more
static double batch_seconds(ep_checker* const* checkers, int threads, const edge_set* set)
{
  static ep_result results[EDGES];
  ep_error error;
  const double start = now();
  if (ep_check_edges(checkers, threads, set->q0, set->q1, EDGES, NULL, results, &error) != EP_OK)
  {
    fail(&error);
  }
  return now() - start;
}

/// One batch takes some 20 ms: so short a time says little on a machine that does other things too.
/// So one and more threads take turns, and the median of many ratios counts.
static void run_threads(const ep_world* world, const edge_set* set)
{
  ep_checker* checkers[THREADS_MAX];
  ep_error error;
  for (int i = 0; i < THREADS_MAX; ++i)
  {
    if (ep_checker_create(world, &checkers[i], &error) != EP_OK)
    {
      fail(&error);
    }
  }
  printf("  threads, %s:", set->name);
  for (int threads = 2; threads <= THREADS_MAX; threads *= 2)
  {
    double ratio[TURNS];
    for (int i = 0; i < TURNS; ++i)
    {
      const double one = batch_seconds(checkers, 1, set);
      ratio[i] = one / batch_seconds(checkers, threads, set);
    }
    qsort(ratio, TURNS, sizeof ratio[0], by_value);
    printf("  %d: %.2f x (%.2f to %.2f)", threads, ratio[TURNS / 2], ratio[TURNS / 10],
           ratio[TURNS - 1 - TURNS / 10]);
  }
  printf("\n");
  for (int i = 0; i < THREADS_MAX; ++i)
  {
    ep_checker_destroy(checkers[i]);
  }
}

int main(int argc, char** argv)
{
  const int32_t triangles = argc > 1 ? atoi(argv[1]) : 400000;
  ep_rig rig = ep_excavator_machine();
  ep_world* world = make_world(&rig, triangles);
  ep_checker* checker;
  ep_error error;
  if (ep_checker_create(world, &checker, &error) != EP_OK)
  {
    fail(&error);
  }
  static edge_set sets[3] = {
      {.name = "short (2 %)", .percent = 2.0},
      {.name = "medium (10 %)", .percent = 10.0},
      {.name = "long (uniform)", .percent = 100.0},
  };
  ep_check_options options = ep_check_default();
  for (int i = 0; i < 3; ++i)
  {
    make_edges(checker, &rig, &sets[i]);
    run(checker, &rig, &sets[i], EDGES, &options);
  }
  options.mode = EP_MODE_TIME_OF_CONTACT;
  printf("time of contact\n");
  run(checker, &rig, &sets[1], EDGES, &options);
  run_threads(world, &sets[1]);
  printf("catch\n");
  options.mode = EP_MODE_BOOLEAN;
  options.method = EP_METHOD_CATCH;
  for (int i = 0; i < 3; ++i)
  {
    run(checker, &rig, &sets[i], CATCH_EDGES, &options);
  }
  ep_checker_destroy(checker);
  ep_world_destroy(world);
  ep_rig_destroy(&rig);
  return 0;
}
