/// @file bench_plan.c
/// edgeproof bench plan: what planners make of it.
#define _POSIX_C_SOURCE 200809L // mkdtemp
#include "bench_plan.h"

#include "bench_mbm.h"
#include "bench_plot.h"
#include "csv.h"
#include "output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// A run is given up after so long.
#define RUN_SECONDS 1.5

static const char* const planner_names[] = {"PRM", "RRTConnect", "SBL", "LazyPRM", "BITstar"};
#define PLANNER_COUNT ((int)(sizeof planner_names / sizeof planner_names[0]))

typedef struct plan_problem
{
  const char* name;
  const char* scene;
  const char* query;
} plan_problem;

static const plan_problem problems[] = {
    {"tower crane, lift", "scenes/tower-crane.yaml", "lift"},
    {"tower crane, lower", "scenes/tower-crane.yaml", "lower"},
    {"excavator, reach", "scenes/excavator.yaml", "reach"},
    {"excavator, load", "scenes/excavator.yaml", "load"},
    {"excavator, drive", "scenes/excavator.yaml", "drive"},
    {"mobile crane, place", "scenes/mobile-crane.yaml", "place"},
};

#define PROBLEM_COUNT ((int)(sizeof problems / sizeof problems[0]))

static const char* const arms[] = {"panda", "ur5"};
static const char* const arm_problems[] = {"MotionBenchMaker, panda", "MotionBenchMaker, ur5"};
#define ARM_COUNT 2

/// Nothing found is remembered as well.
static ep_status add_run(bench_runs* all, const bench_run* run, ep_error* error)
{
  if (all->count == all->room)
  {
    const int32_t room = 2 * all->room + 64;
    bench_run* runs = realloc(all->runs, (size_t)room * sizeof *runs);
    if (runs == NULL)
    {
      return bench_refuse(error, EP_ERROR_MEMORY, "no memory for runs");
    }
    all->runs = runs;
    all->room = room;
  }
  all->runs[all->count++] = *run;
  return EP_OK;
}

/// Both kinds take turns, seed by seed.
static ep_status run_problem(const bench* b, const char* name, const bench_scene* scene,
                             int32_t seeds, bench_runs* all, ep_error* error)
{
  const double seconds = b->options->quick ? 0.3 : RUN_SECONDS;
  ep_status status = EP_OK;
  for (int p = 0; p < PLANNER_COUNT; ++p)
  {
    for (int32_t i = 0; i < 2 * seeds && status == EP_OK; ++i)
    {
      bench_run run = {.problem = name,
                       .planner = planner_names[p],
                       .certified = i % 2 == 0,
                       .seed = (uint32_t)(i / 2) + 1};
      char text[128];
      snprintf(text, sizeof text, "%.60s, %s", name, run.planner);
      bench_progress(b, text, (p + (double)i / (2 * seeds)) / PLANNER_COUNT);
      status = bench_go_on(error);
      status = status == EP_OK ? bench_plan_once(scene, seconds, &run, error) : status;
      status = status == EP_OK ? add_run(all, &run, error) : status;
    }
  }
  bench_progress(b, NULL, 0.0);
  bench_next(b);
  return status;
}

static ep_status run_scenes(const bench* b, bench_runs* all, ep_error* error)
{
  ep_status status = EP_OK;
  for (int i = 0; i < bench_pick(b, PROBLEM_COUNT, 1) && status == EP_OK; ++i)
  {
    bench_scene scene;
    status = bench_scene_load(b, problems[i].scene, problems[i].query, &scene, error);
    if (status == EP_OK)
    {
      status = run_problem(b, problems[i].name, &scene, (int32_t)b->options->seeds, all, error);
      bench_scene_clear(&scene);
    }
  }
  return status;
}

static ep_status run_arm(const bench* b, int arm, const char* folder, bench_runs* all,
                         ep_error* error)
{
  int32_t count;
  ep_status status =
      bench_mbm_write(b->options->data, arms[arm], folder, bench_pick(b, 1000, 1), &count, error);
  for (int32_t i = 0; i < count; ++i)
  {
    char file[64];
    bench_scene scene;
    bench_options options = *b->options;
    options.scenes = folder;
    const bench there = {.options = &options, .pace = b->pace};
    snprintf(file, sizeof file, "%d.yaml", (int)i);
    status = status == EP_OK ? bench_scene_load(&there, file, "plan", &scene, error) : status;
    if (status == EP_OK)
    {
      status = run_problem(b, arm_problems[arm], &scene, (int32_t)b->options->seeds, all, error);
      bench_scene_clear(&scene);
    }
    char path[600];
    snprintf(path, sizeof path, "%.500s/%s", folder, file);
    remove(path);
  }
  return status;
}

static ep_status run_arms(const bench* b, bench_runs* all, ep_error* error)
{
  char folder[] = "/tmp/edgeproof-plan-XXXXXX";
  if (mkdtemp(folder) == NULL)
  {
    return bench_refuse(error, EP_ERROR_INPUT, "%s: no such folder can be made", folder);
  }
  ep_status status = EP_OK;
  for (int i = 0; i < ARM_COUNT && status == EP_OK; ++i)
  {
    status = run_arm(b, i, folder, all, error);
  }
  rmdir(folder);
  return status;
}

/// @name Report
/// @{

static ep_status save(const bench* b, const bench_runs* all, ep_error* error)
{
  output file;
  const ep_status status = output_open(&file, bench_path(b, "plan.csv"), error);
  if (status != EP_OK)
  {
    return status;
  }
  fputs("problem,planner,kind,seed,crashed,solved,seconds,validation_seconds,motions,states,"
        "proof\n",
        file.file);
  for (int32_t i = 0; i < all->count; ++i)
  {
    const bench_run* r = &all->runs[i];
    csv_field(file.file, r->problem);
    fprintf(file.file, ",%s,%s,%u,%d,%d,%.6f,%.6f,%lld,%d,%s\n", r->planner,
            r->certified ? "certified" : "discrete", (unsigned)r->seed, r->crashed ? 1 : 0,
            r->solved ? 1 : 0, r->seconds, r->validation, (long long)r->motions, (int)r->states,
            r->solved ? ep_verdict_text(r->proof) : "");
  }
  return output_close(&file, error);
}

/// All runs of a planner on a problem with one kind of validator.
typedef struct plan_sum
{
  int32_t runs;
  int32_t crashed; ///< not in the times below
  int32_t solved;
  int32_t proved;
  int32_t refuted;
  bench_summary seconds; ///< of those that solved
  double all_seconds;
  double validation;
  double motions;
} plan_sum;

/// `problem` NULL: of all problems.
static plan_sum sum_up(const bench_runs* all, const char* problem, const char* planner,
                       bool certified)
{
  plan_sum s = {0};
  double* seconds = malloc(((size_t)all->count + 1) * sizeof *seconds);
  for (int32_t i = 0; i < all->count && seconds != NULL; ++i)
  {
    const bench_run* r = &all->runs[i];
    if ((problem != NULL && strcmp(r->problem, problem) != 0) || strcmp(r->planner, planner) != 0 ||
        r->certified != certified)
    {
      continue;
    }
    ++s.runs;
    if (r->crashed)
    {
      ++s.crashed;
      continue;
    }
    s.all_seconds += r->seconds;
    s.validation += r->validation;
    s.motions += (double)r->motions;
    if (r->solved)
    {
      seconds[s.solved++] = r->seconds;
      s.proved += r->proof == EP_FREE;
      s.refuted += r->proof == EP_COLLIDING;
    }
  }
  s.seconds = bench_summarize(seconds, seconds == NULL ? 0 : s.solved);
  free(seconds);
  return s;
}

/// What both tables tell of runs.
#define SUM_HEADING                                                                                \
  "|planner|validator|>solved|>ms to a path, mean|>median|>motions a second|>% of time in checks"  \
  "|>paths proved|>refuted|>crashed"

static void add_sum(table* t, const bench_runs* all, const char* problem, int k)
{
  const plan_sum s = sum_up(all, problem, planner_names[k / 2], k % 2 == 0);
  table_add(t, "%s", problem == NULL ? "all" : problem);
  table_add(t, "%s", planner_names[k / 2]);
  table_add(t, "%s", k % 2 == 0 ? "certified" : "discrete");
  table_add(t, "%d of %d", (int)s.solved, (int)s.runs);
  bench_cell(t, 1e3 * s.seconds.mean, 1);
  bench_cell(t, 1e3 * s.seconds.median, 1);
  bench_cell(t, s.motions / s.all_seconds, 0);
  bench_cell(t, 100.0 * s.validation / s.all_seconds, 0);
  table_add(t, "%d", (int)s.proved);
  table_add(t, "%d", (int)s.refuted);
  table_add(t, "%d", (int)s.crashed);
}

static void print_summary(const bench* b, const bench_runs* all)
{
  fprintf(
      b->summary,
      "## In planners\n\nOMPL's planners with every motion proved (*certified*) and with OMPL's "
      "own discrete validator at 1 %% (*discrete*), %d seeds a problem, over all problems; "
      "wall-clock time to the first path. A path is *refuted* if a collision is shown on it.\n\n",
      (int)b->options->seeds);
  table t = table_begin("problems" SUM_HEADING);
  for (int k = 0; k < 2 * PLANNER_COUNT; ++k)
  {
    add_sum(&t, all, NULL, k);
  }
  table_end_markdown(&t, b->summary);
  fputs("![Mean time of a run, certified and discrete](plan_kinds.svg)\n\n", b->summary);
}

static bool is_run(const bench_runs* all, const char* problem)
{
  return sum_up(all, problem, planner_names[0], true).runs > 0;
}

static void print_problem(const bench_runs* all, const char* problem, table* t)
{
  for (int k = 0; k < 2 * PLANNER_COUNT && is_run(all, problem); ++k)
  {
    add_sum(t, all, problem, k);
  }
}

static void print_runs(const bench* b, const bench_runs* all)
{
  fprintf(
      b->report,
      "## Planning\n\nOMPL's planners on the queries of docs/scenes.md, %d seeds, and on every "
      "%dth problem of MotionBenchMaker for two arms, where those are beside the project. A "
      "run ends with the first path or after %.1f s. *certified*: every motion proved; "
      "*discrete*: OMPL's own validator at 1 %%, with our states. Wall-clock time. Every path "
      "is then proved or refuted from nothing: *refuted* are paths with a witness of a "
      "collision. A run has a process of its own, for OMPL's BIT* now and then takes its process "
      "down (a known bug): *crashed*, in no time here. Rows: plan.csv.\n\n",
      (int)b->options->seeds, BENCH_MBM_STEP, RUN_SECONDS);
  if (!is_run(all, arm_problems[0]) && !is_run(all, arm_problems[1]))
  {
    fputs("**Without MotionBenchMaker**: its problems were not found (`--data`).\n\n", b->report);
  }
  fputs("### Queries\n\n", b->report);
  table t = table_begin("problem" SUM_HEADING);
  for (int i = 0; i < PROBLEM_COUNT; ++i)
  {
    print_problem(all, problems[i].name, &t);
  }
  for (int i = 0; i < ARM_COUNT; ++i)
  {
    print_problem(all, arm_problems[i], &t);
  }
  table_end_markdown(&t, b->report);
  fputs("![Time to a path](plan_times.svg)\n\n", b->report);
}

static ep_status draw(const bench* b, const bench_runs* all, ep_error* error)
{
  const char* ticks[PROBLEM_COUNT + ARM_COUNT];
  bench_plot plot = {.title = "Time to a path, certified, mean of the runs that found one",
                     .x_label = "",
                     .y_label = "milliseconds",
                     .log_y = true,
                     .ticks = ticks,
                     .tick_count = PROBLEM_COUNT + ARM_COUNT};
  for (int i = 0; i < plot.tick_count; ++i)
  {
    ticks[i] = i < PROBLEM_COUNT ? problems[i].name : arm_problems[i - PROBLEM_COUNT];
  }
  for (int k = 0; k < PLANNER_COUNT; ++k)
  {
    bench_series* series = bench_plot_add(&plot, planner_names[k]);
    for (int i = 0; i < plot.tick_count; ++i)
    {
      bench_series_add(series, i, 1e3 * sum_up(all, ticks[i], planner_names[k], true).seconds.mean);
    }
  }
  return bench_plot_draw(&plot, bench_path(b, "plan_times.svg"), error);
}

/// @}

/// Both kinds side by side: a run that found nothing counts with all its time.
static ep_status draw_kinds(const bench* b, const bench_runs* all, ep_error* error)
{
  bench_plot plot = {.title = "Mean time of a run, with and without a path, milliseconds",
                     .x_label = "",
                     .y_label = "",
                     .show_values = true,
                     .ticks = planner_names,
                     .tick_count = PLANNER_COUNT};
  for (int kind = 0; kind < 2; ++kind)
  {
    bench_series* series = bench_plot_add(&plot, kind == 0 ? "certified" : "discrete");
    for (int k = 0; k < PLANNER_COUNT; ++k)
    {
      const plan_sum s = sum_up(all, NULL, planner_names[k], kind == 0);
      bench_series_add(series, k, 1e3 * s.all_seconds / (s.runs - s.crashed));
    }
  }
  return bench_plot_draw(&plot, bench_path(b, "plan_kinds.svg"), error);
}

ep_status bench_plan(bench* b, ep_error* error)
{
  bench_runs all = {0};
  bench_begin(b, bench_pick(b, PROBLEM_COUNT, 1) +
                     bench_pick(b, ARM_COUNT * BENCH_MBM_PROBLEMS, ARM_COUNT));
  ep_status status = run_scenes(b, &all, error);
  status = status == EP_OK ? run_arms(b, &all, error) : status;
  if (status == EP_OK)
  {
    print_summary(b, &all);
    print_runs(b, &all);
    status = draw(b, &all, error);
    status = status == EP_OK ? draw_kinds(b, &all, error) : status;
  }
  status = status == EP_OK ? save(b, &all, error) : status;
  free(all.runs);
  return status;
}
