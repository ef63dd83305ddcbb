/// @file bench_motion.c
/// What motion bounds cost on excavator7, beside what they aim at, and how tight they are.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "excavator.h"

#define EDGES   64   ///< different edges, each in a workspace of its own
#define BATCH   2048 ///< calls between two looks at the clock
#define REPEATS 101  ///< batches; the median counts
#define PERCENT 10.0

/// Everything a measured call needs, ready before the clock starts.
typedef struct bench
{
  ep_rig rig;
  ep_edge* edges[EDGES];
  double q0[EDGES][EP_RIG_VALUES_MAX];
  double q1[EDGES][EP_RIG_VALUES_MAX];
  double t[BATCH]; ///< in [0, 1/2)
  ep_oriented_box corners[EP_RIG_LINKS_MAX];
  double sum; ///< of results; printed, so that none is optimised away
  int failures;
} bench;

/// The i-th call of a batch.
typedef void (*bench_call)(bench* b, int i);

/// 100 additions, each of which waits for the last: how fast the processor runs just now.
static void call_clock(bench* b, int i)
{
  double sum = b->t[i];
  for (int k = 0; k < 100; ++k)
  {
    sum += b->t[0];
  }
  b->sum += sum;
}

static void call_frames(bench* b, int i)
{
  ep_frame frames[EP_RIG_LINKS_MAX];
  b->failures += ep_edge_frames(b->edges[i % EDGES], b->t[i], frames) != EP_OK;
  b->sum += frames[b->rig.link_count - 1].position[0];
}

static void call_forward(bench* b, int i)
{
  ep_frame frames[EP_RIG_LINKS_MAX];
  b->failures += ep_machine_forward(b->rig.machine, b->q0[i % EDGES], frames, NULL) != EP_OK;
  b->sum += frames[b->rig.link_count - 1].position[0];
}

static void call_set(bench* b, int i)
{
  const int k = i % EDGES;
  b->failures += ep_edge_set(b->edges[k], b->q0[k], b->q1[k], NULL) != EP_OK;
}

static void call_bounds(bench* b, int i)
{
  ep_link_bound bounds[EP_RIG_LINKS_MAX];
  b->failures += ep_edge_bounds(b->edges[i % EDGES], bounds) != EP_OK;
  b->sum += bounds[b->rig.link_count - 1].offset[1];
}

static void taylor(bench* b, int i, int32_t order)
{
  ep_edge* edge = b->edges[i % EDGES];
  b->failures += ep_edge_taylor(edge, b->t[i], b->t[i] + 0.5, order) != EP_OK;
}

static void boxes(bench* b, int i)
{
  for (int32_t link = 0; link < b->rig.link_count; ++link)
  {
    ep_box box;
    b->failures += ep_edge_link_box(b->edges[i % EDGES], link, &b->corners[link], &box) != EP_OK;
    b->sum += box.hi[0];
  }
}

static void call_taylor(bench* b, int i)
{
  taylor(b, i, EP_TAYLOR_RIGID);
  boxes(b, i);
}

static void call_taylor_chain(bench* b, int i)
{
  taylor(b, i, EP_TAYLOR_RIGID);
}

static void call_paper(bench* b, int i)
{
  taylor(b, i, 3);
  boxes(b, i);
}

static void call_interval(bench* b, int i)
{
  taylor(b, i, 0);
  boxes(b, i);
}

static void call_swept(bench* b, int i)
{
  const int32_t last = b->rig.link_count - 1;
  ep_swept_box swept;
  b->failures += ep_edge_swept_box(b->edges[i % EDGES], last, &b->rig.boxes[last], b->t[i],
                                   b->t[i] + 0.5, &swept) != EP_OK;
  b->sum += swept.end.hi[0];
}

static double now_ns(void)
{
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static int compare(const void* a, const void* b)
{
  const double x = *(const double*)a;
  const double y = *(const double*)b;
  return (x > y) - (x < y);
}

static void measure(bench* b, const char* what, bench_call call, double aim)
{
  double ns[REPEATS];
  for (int repeat = -3; repeat < REPEATS; ++repeat) // the first three warm up
  {
    const double start = now_ns();
    for (int i = 0; i < BATCH; ++i)
    {
      call(b, i);
    }
    ns[repeat < 0 ? 0 : repeat] = (now_ns() - start) / BATCH;
  }
  qsort(ns, REPEATS, sizeof ns[0], compare);
  const double median = ns[REPEATS / 2];
  printf("  %-44s %8.1f  [%.1f .. %.1f]", what, median, ns[REPEATS / 10],
         ns[REPEATS - 1 - REPEATS / 10]);
  if (aim > 0.0)
  {
    printf("  aim %.0f: %s", aim, median <= aim ? "met" : "MISSED");
  }
  printf("\n");
}

static int prepare(bench* b)
{
  uint64_t state = 1;
  b->rig = ep_excavator_machine();
  int good = b->rig.machine != NULL;
  for (int k = 0; good && k < EDGES; ++k)
  {
    ep_rig_edge(&b->rig, PERCENT, &state, b->q0[k], b->q1[k]);
    good = ep_edge_create(b->rig.machine, &b->edges[k], NULL) == EP_OK &&
           ep_edge_set(b->edges[k], b->q0[k], b->q1[k], NULL) == EP_OK;
  }
  for (int i = 0; i < BATCH; ++i)
  {
    b->t[i] = 0.5 * ep_rig_random(&state);
  }
  for (int32_t link = 0; link < b->rig.link_count; ++link)
  {
    b->corners[link] = ep_oriented_box_from(&b->rig.boxes[link]);
  }
  return good;
}

static void print_speed(bench* b)
{
  printf("excavator7, edges of %.0f %%: ns a call, median [10 %% .. 90 %%] of %d x %d calls\n",
         PERCENT, REPEATS, BATCH);
  measure(b, "100 dependent additions, to compare runs", call_clock, 0.0);
  measure(b, "ep_edge_frames (FK)", call_frames, 150.0);
  measure(b, "ep_machine_forward", call_forward, 0.0);
  measure(b, "ep_edge_set", call_set, 0.0);
  measure(b, "ep_edge_bounds (closed form)", call_bounds, 300.0);
  measure(b, "ep_edge_taylor (rigid)", call_taylor_chain, 0.0);
  measure(b, "ep_edge_taylor (rigid) + 5 ep_edge_link_box", call_taylor, 2500.0);
  measure(b, "ep_edge_taylor order 3 + 5 ep_edge_link_box", call_paper, 0.0);
  measure(b, "ep_edge_taylor order 0 + 5 ep_edge_link_box", call_interval, 0.0);
  measure(b, "ep_edge_swept_box", call_swept, 0.0);
  measure(b, "100 dependent additions, once more", call_clock, 0.0);
  printf("  (sum of results %.17g)\n", b->sum);
}

static int print_tightness(void)
{
  ep_rig rigs[4] = {ep_chain_machine(3), ep_chain_machine(5), ep_chain_machine(7),
                    ep_excavator_machine()};
  const double percents[4] = {2.0, 10.0, 25.0, 50.0};
  int good = 1;
  printf("\nvolume of the last link's box over the whole edge / volume seen by 2000 poses,\n"
         "mean of 200 edges\n");
  printf("  %-11s %7s %10s %10s %12s %12s %12s %10s\n", "machine", "motion", "rigid", "(worst)",
         "Taylor 3", "interval", "chord", "least");
  for (int m = 0; m < 4; ++m)
  {
    for (int p = 0; p < 4; ++p)
    {
      const ep_rig_tightness r = ep_rig_measure(&rigs[m], percents[p], 200, 2000, 1, 1);
      printf("  %-11s %5.0f %% %10.4f %10.4f %12.4f %12.4f %12.4f %10.6f\n", rigs[m].name,
             percents[p], r.rigid, r.rigid_worst, r.taylor, r.interval, r.chord, r.least);
      good = good && r.least >= 1.0 - 1e-9;
    }
    ep_rig_destroy(&rigs[m]);
  }
  return good;
}

int main(void)
{
  static bench b;
  int good = prepare(&b);
  if (good)
  {
    print_speed(&b);
    good = print_tightness() && b.failures == 0;
  }
  for (int k = 0; k < EDGES; ++k)
  {
    ep_edge_destroy(b.edges[k]);
  }
  ep_rig_destroy(&b.rig);
  if (!good)
  {
    fprintf(stderr, "bench_motion: a call failed, or a box is too small\n");
  }
  return good ? 0 : 1;
}
