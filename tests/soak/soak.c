/// @file soak.c
/// A long test: very many edges, each asked about in several ways, judged by the second method and
/// by brute force. See README.md. Ends with status 1 if anything is wrong.
#define _GNU_SOURCE // MAP_ANONYMOUS
#include "soak_case.h"
#include "soak_draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORKERS_MAX 64

// All queries of all generated scenes, and random worlds in between.
static const char* const ids[] = {"scenes/excavator.yaml#drive",
                                  "random",
                                  "scenes/tower-crane.yaml#lift",
                                  "random",
                                  "scenes/two-cranes.yaml#swap",
                                  "random",
                                  "scenes/mobile-crane.yaml#place",
                                  "puma/room.yaml",
                                  "scenes/excavator.yaml#load",
                                  "random",
                                  "scenes/tower-crane.yaml#lower",
                                  "mannequin/chess.yaml",
                                  "scenes/two-cranes.yaml#return",
                                  "random",
                                  "scenes/mobile-crane.yaml#back",
                                  "trains/four.yaml",
                                  "scenes/excavator.yaml#reach",
                                  "puma/pipes.yaml",
                                  "mannequin/two.yaml",
                                  "trains/mountain.yaml"};
#define IDS ((int64_t)(sizeof ids / sizeof ids[0]))

// A random world is small and soon known: so many edges, then the next.
#define RANDOM_BLOCK 100

typedef struct options
{
  const char* folder;
  const char* only; // ids that contain this
  int64_t edges;    // in all
  int64_t block;    // in one scene, before the next
  double block_seconds;
  double seconds;
  int64_t workers;
  uint64_t seed;
  soak_share share;
  int replay; // argument where it begins, or 0
} options;

static double wall(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// --- Work ---

typedef struct worker
{
  const options* o;
  int64_t index;
  int64_t edges; // to do
  double end;    // by the clock
  ep_rng rng;
  soak_tally* tally; // IDS of them
} worker;

static void run_world(worker* w, const char* id, soak_tally* tally, int64_t most, double seconds)
{
  static soak_world world;
  static soak_draw draw;
  double q0[SOAK_VALUES_MAX], q1[SOAK_VALUES_MAX];
  if (!soak_world_open(&world, w->o->folder, id))
  {
    ++tally->faults[SOAK_ERROR];
    return;
  }
  const double end = wall() + seconds < w->end ? wall() + seconds : w->end;
  soak_draw_begin(&draw, &world, &w->rng);
  for (int64_t i = 0; i < most && w->edges > 0 && wall() < end; ++i)
  {
    soak_draw_edge(&draw, q0, q1);
    soak_draw_note(&draw, soak_case_run(&world, q0, q1, tally->edges, &w->o->share, tally));
    --w->edges;
  }
  soak_world_close(&world);
}

static void run_random(worker* w, soak_tally* tally)
{
  const double end = wall() + w->o->block_seconds;
  for (int64_t i = 0; i < w->o->block && w->edges > 0 && wall() < w->end && wall() < end;
       i += RANDOM_BLOCK)
  {
    char id[64];
    snprintf(id, sizeof id, "random#%llu", (unsigned long long)ep_rng_u64(&w->rng));
    run_world(w, id, tally, RANDOM_BLOCK, w->o->block_seconds);
  }
}

static worker* the_worker;

static void run_all_worlds(int loop_index)
{
  (void)loop_index;
  worker* w = the_worker;
  ep_rng_init(&w->rng, w->o->seed + (uint64_t)w->index);
  for (int64_t i = w->index; w->edges > 0 && wall() < w->end; ++i)
  {
    const char* id = ids[i % IDS];
    if (w->o->only != NULL && strstr(id, w->o->only) == NULL)
    {
      continue;
    }
    if (strcmp(id, "random") == 0)
    {
      run_random(w, &w->tally[i % IDS]);
    }
    else
    {
      run_world(w, id, &w->tally[i % IDS], w->o->block, w->o->block_seconds);
    }
  }
}

// As a test of Check, since the random worlds demand what they need by its means.
static int in_check(TFun work)
{
  const TTest test = {"soak", work, __FILE__, __LINE__};
  Suite* suite = suite_create("soak");
  TCase* tcase = tcase_create("soak");
  tcase_set_timeout(tcase, 0.0);
  tcase_add_test(tcase, &test);
  suite_add_tcase(suite, tcase);
  SRunner* runner = srunner_create(suite);
  srunner_set_fork_status(runner, CK_NOFORK);
  srunner_run_all(runner, CK_SILENT);
  const int failed = srunner_ntests_failed(runner);
  if (failed > 0)
  {
    TestResult** results = srunner_failures(runner);
    printf("%s\n", tr_msg(results[0]));
    free(results);
  }
  srunner_free(runner);
  return failed;
}

static int run_worker(worker* w)
{
  the_worker = w;
  return in_check(run_all_worlds);
}

// --- Report ---

static void add_up(soak_tally* sum, const soak_tally* more)
{
  sum->edges += more->edges;
  sum->free += more->free;
  sum->colliding += more->colliding;
  sum->band += more->band;
  sum->inside += more->inside;
  sum->judged += more->judged;
  sum->judged_free += more->judged_free;
  sum->near += more->near;
  sum->grazing += more->grazing;
  sum->looks += more->looks;
  sum->tried += more->tried;
  sum->seen += more->seen;
  sum->catch_edges += more->catch_edges;
  sum->catch_band += more->catch_band;
  sum->witnesses += more->witnesses;
  for (int i = 0; i < SOAK_FAULTS; ++i)
  {
    sum->faults[i] += more->faults[i];
  }
  sum->core_seconds += more->core_seconds;
  sum->catch_seconds += more->catch_seconds;
  sum->judge_seconds += more->judge_seconds;
}

static int64_t fault_count(const soak_tally* t)
{
  int64_t count = 0;
  for (int i = 0; i < SOAK_FAULTS; ++i)
  {
    count += t->faults[i];
  }
  return count;
}

static void print_row(const char* name, const soak_tally* t)
{
  printf("%-30s %9lld %9lld %9lld %9lld %8lld %8lld %8lld %7lld %7lld %9lld %7lld\n", name,
         (long long)t->edges, (long long)t->free, (long long)t->colliding, (long long)t->judged,
         (long long)t->judged_free, (long long)t->near, (long long)t->grazing,
         (long long)t->catch_edges, (long long)t->catch_band, (long long)t->witnesses,
         (long long)fault_count(t));
}

static int report(const soak_tally* tallies, double seconds)
{
  soak_tally sum = {0};
  printf("%-30s %9s %9s %9s %9s %8s %8s %8s %7s %7s %9s %7s\n", "world", "edges", "free",
         "colliding", "judged", "of free", "<10 mm", "grazing", "CATCH", "in band", "witnesses",
         "faults");
  for (int64_t i = 0; i < IDS; ++i)
  {
    soak_tally all = {0};
    bool again = false;
    for (int64_t k = 0; k < IDS; ++k)
    {
      again = again || (k < i && strcmp(ids[k], ids[i]) == 0);
      if (strcmp(ids[k], ids[i]) == 0)
      {
        add_up(&all, &tallies[k]);
      }
    }
    if (!again && all.edges + fault_count(&all) > 0)
    {
      print_row(ids[i], &all);
      add_up(&sum, &all);
    }
  }
  print_row("all", &sum);
  printf("%.0f s; of CPU: core %.0f s, CATCH %.0f s, judges %.0f s, %lld looks\n", seconds,
         sum.core_seconds, sum.catch_seconds, sum.judge_seconds, (long long)sum.looks);
  printf("witnesses in the band %lld, of containment %lld\n", (long long)sum.band,
         (long long)sum.inside);
  printf("of %lld edges that collide beyond the band the judges see %lld\n", (long long)sum.tried,
         (long long)sum.seen);
  for (int i = 0; i < SOAK_FAULTS; ++i)
  {
    printf("%s: %lld\n", soak_fault_names[i], (long long)sum.faults[i]);
  }
  return fault_count(&sum) == 0 && sum.edges > 0 ? 0 : 1;
}

// --- The program ---

static void print_help(void)
{
  printf("soak FOLDER [options]: FOLDER holds the generated scenes (build/release/envs)\n"
         "  --edges N       edges in all (1000000)\n"
         "  --minutes M     or until so many minutes are over (no limit)\n"
         "  --threads N     processes (1)\n"
         "  --seed S        other edges (1)\n"
         "  --only TEXT     only worlds whose name contains this\n"
         "  --block N       edges in one world before the next (20000)\n"
         "  --block-seconds S   or so many seconds (120)\n"
         "  --judge N       the judge looks along every Nth edge (1; 0 never)\n"
         "  --looks N       and so often, at most, at each body and each pair (200)\n"
         "  --catch N       CATCH is asked about every Nth edge (50; 0 never)\n"
         "  --witness N     witnesses of every Nth edge are measured (20; 0 never)\n"
         "  --replay WORLD Q0... Q1...   one edge, as printed with a fault\n");
}

static bool read_option(options* o, const char* name, const char* value)
{
  const struct
  {
    const char* name;
    int64_t* number;
  } numbers[] = {{"--edges", &o->edges},       {"--threads", &o->workers},
                 {"--block", &o->block},       {"--judge", &o->share.judge},
                 {"--catch", &o->share.catch}, {"--witness", &o->share.witness}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i)
  {
    if (strcmp(name, numbers[i].name) == 0)
    {
      *numbers[i].number = strtoll(value, NULL, 0);
      return true;
    }
  }
  if (strcmp(name, "--seed") == 0)
  {
    o->seed = strtoull(value, NULL, 0);
  }
  else if (strcmp(name, "--minutes") == 0)
  {
    o->seconds = 60.0 * strtod(value, NULL);
  }
  else if (strcmp(name, "--block-seconds") == 0)
  {
    o->block_seconds = strtod(value, NULL);
  }
  else if (strcmp(name, "--looks") == 0)
  {
    o->share.looks = (int32_t)strtol(value, NULL, 0);
  }
  else if (strcmp(name, "--only") == 0)
  {
    o->only = value;
  }
  else
  {
    return false;
  }
  return true;
}

static bool read_options(options* o, int count, char** arguments)
{
  if (count < 2 || arguments[1][0] == '-')
  {
    return false;
  }
  o->folder = arguments[1];
  for (int i = 2; i < count; i += 2)
  {
    if (strcmp(arguments[i], "--replay") == 0)
    {
      o->replay = i + 1;
      return i + 1 < count;
    }
    if (i + 1 == count || !read_option(o, arguments[i], arguments[i + 1]))
    {
      return false;
    }
  }
  bool known = o->only == NULL;
  for (int64_t i = 0; i < IDS; ++i)
  {
    known = known || strstr(ids[i], o->only) != NULL;
  }
  return known && o->workers >= 1 && o->workers <= WORKERS_MAX;
}

typedef struct replayed
{
  const options* o;
  int count;
  char** arguments;
  int status; // of the program
} replayed;

static replayed the_replay;

static void replay_edge(int loop_index)
{
  (void)loop_index;
  static soak_world world;
  replayed* r = &the_replay;
  char** arguments = r->arguments + r->o->replay;
  soak_tally tally = {0};
  const soak_share all = {1, 1, 1, r->o->share.looks};
  double q[2][SOAK_VALUES_MAX];
  r->status = 2;
  if (!soak_world_open(&world, r->o->folder, arguments[0]))
  {
    return;
  }
  if (r->count - r->o->replay - 1 != 2 * world.config_size)
  {
    fprintf(stderr, "soak: an edge of %s has %d numbers\n", world.id, (int)(2 * world.config_size));
    return;
  }
  for (int32_t i = 0; i < 2 * world.config_size; ++i)
  {
    q[i / world.config_size][i % world.config_size] = strtod(arguments[1 + i], NULL);
  }
  printf("verdict %s\n", ep_verdict_text(soak_case_run(&world, q[0], q[1], 0, &all, &tally)));
  soak_world_close(&world);
  print_row(arguments[0], &tally);
  r->status = fault_count(&tally) == 0 ? 0 : 1;
}

static int replay(const options* o, int count, char** arguments)
{
  the_replay = (replayed){o, count, arguments, 2};
  return in_check(replay_edge) == 0 ? the_replay.status : 2;
}

static int run(const options* o)
{
  const size_t bytes = (size_t)(o->workers * IDS) * sizeof(soak_tally);
  soak_tally* tallies =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (tallies == MAP_FAILED)
  {
    return 2;
  }
  const double begin = wall();
  pid_t workers[WORKERS_MAX];
  bool good = true;
  printf("seed %llu, %lld edges, %lld processes\n", (unsigned long long)o->seed,
         (long long)o->edges, (long long)o->workers);
  fflush(stdout);
  for (int64_t i = 0; i < o->workers; ++i)
  {
    workers[i] = fork();
    if (workers[i] == 0)
    {
      worker w = {.o = o, .index = i, .end = begin + o->seconds, .tally = tallies + i * IDS};
      w.edges = o->edges / o->workers + (i < o->edges % o->workers ? 1 : 0);
      exit(run_worker(&w));
    }
  }
  for (int64_t i = 0; i < o->workers; ++i)
  {
    int status = 1;
    good = workers[i] > 0 && waitpid(workers[i], &status, 0) > 0 && status == 0 && good;
  }
  for (int64_t i = 1; i < o->workers; ++i)
  {
    for (int64_t k = 0; k < IDS; ++k)
    {
      add_up(&tallies[k], &tallies[i * IDS + k]);
    }
  }
  const int status = report(tallies, wall() - begin);
  if (!good)
  {
    printf("a process ended early\n");
  }
  return good ? status : 2;
}

int main(int count, char** arguments)
{
  options o = {.edges = 1000000,
               .block = 20000,
               .block_seconds = 120.0,
               .seconds = 1e9,
               .workers = 1,
               .seed = 1,
               .share = {.judge = 1, .catch = 50, .witness = 20, .looks = 200}};
  if (!read_options(&o, count, arguments))
  {
    print_help();
    return count == 2 && strcmp(arguments[1], "--help") == 0 ? 0 : 2;
  }
  return o.replay > 0 ? replay(&o, count, arguments) : run(&o);
}
