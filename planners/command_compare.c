/// @file command_compare.c
/// edgeproof compare: the same planning runs with proofs and with samples.
#include "program.h"

#include "comparison.h"
#include "interrupt.h"
#include "output.h"
#include "plan_csv.h"
#include "plan_children.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct compare_arguments
{
  scene_arguments scene;
  plan_arguments plan;
  argument_list validators;
  const char* csv;
  bool json;
  int64_t threads;
  double patience;
} compare_arguments;

/// All runs of all sides.
typedef struct work
{
  plan_worlds* worlds;
  plan_request* requests;
  comparison_side* sides;
  int32_t side_count;
  const int32_t* queries;
  int32_t query_count;
  plan_children children;
} work;

static const command_text text = {
    .name = "compare",
    .usage = "SCENE [OPTION...]",
    .about =
        "Runs the same planning with several validators, by default OMPL's discrete one and\n"
        "proofs, and compares: how many runs are solved, in what time, edges a second, and how\n"
        "many of the paths that were called free really are. Each path is proved afterwards by\n"
        "both methods, whoever found it.\n\n"
        "Exit status: 0; 1 if no run was solved; 2 on an error, 130 after Ctrl-C.\n",
    .examples = "  edgeproof compare tower-crane.yaml --query lift --runs 5 --time 10\n",
    .operand = "SCENE"};

static const char* const default_validators[] = {"discrete", "certified"};

/// Waits for one of those that go on; its plan goes to its side.
static ep_status take_one(work* w, ep_error* error)
{
  plan_outcome outcome;
  const ep_status status = plan_children_wait(&w->children, &outcome, error);
  comparison_side* side = &w->sides[outcome.number];
  if (status == EP_OK && !outcome.interrupted)
  {
    side->plans[side->count++] = outcome.plan;
  }
  else
  {
    plan_clear(&outcome.plan);
  }
  return status;
}

static int by_seed(const void* a, const void* b)
{
  const plan* p = a;
  const plan* q = b;
  return (p->seed > q->seed) - (p->seed < q->seed);
}

/// In turn, so that a busy machine slows all of them alike.
static ep_status run_all(work* w, const compare_arguments* a, ep_error* error)
{
  ep_status status = EP_OK;
  progress bar = progress_begin("runs", a->plan.runs * w->side_count, a->scene.quiet);
  w->children = (plan_children){
      .most = (int32_t)(a->threads < PLAN_CHILDREN_MAX ? a->threads : PLAN_CHILDREN_MAX),
      .patience = a->patience,
      .bar = &bar};
  for (int64_t run = 0; status == EP_OK && run < a->plan.runs && !interrupt_asked(); ++run)
  {
    for (int32_t i = 0; status == EP_OK && i < w->side_count && !interrupt_asked(); ++i)
    {
      status = plan_children_start(&w->children, w->worlds, &w->requests[i], w->queries,
                                   w->query_count, NULL, i, error);
      ++w->requests[i].seed;
      while (status == EP_OK && plan_children_is_full(&w->children))
      {
        status = take_one(w, error);
      }
    }
  }
  while (status == EP_OK && w->children.count > 0)
  {
    status = take_one(w, error);
  }
  plan_children_end(&w->children);
  progress_end(&bar);
  for (int32_t i = 0; i < w->side_count; ++i)
  {
    qsort(w->sides[i].plans, (size_t)w->sides[i].count, sizeof(plan), by_seed);
  }
  return status;
}

static ep_status write_csv(const comparison_side* sides, int32_t count, const char* path,
                           ep_error* error)
{
  output out;
  const ep_status status = output_open(&out, path, error);
  if (status != EP_OK)
  {
    return status;
  }
  plan_csv_head(out.file);
  for (int32_t i = 0; i < count; ++i)
  {
    for (int32_t k = 0; k < sides[i].count; ++k)
    {
      plan_csv_rows(&sides[i].plans[k], out.file);
    }
  }
  return output_close(&out, error);
}

static bool is_stdout(const char* path)
{
  return path != NULL && strcmp(path, "-") == 0;
}

static int tell(const comparison_side* sides, int32_t count, const compare_arguments* a)
{
  ep_error error;
  bool any_solved = false;
  for (int32_t i = 0; i < count; ++i)
  {
    for (int32_t k = 0; k < sides[i].count; ++k)
    {
      any_solved = any_solved || plan_is_solved(&sides[i].plans[k]);
    }
  }
  for (int32_t i = 0; i < count; ++i)
  {
    if (sides[i].count == 0)
    {
      return PROGRAM_INTERRUPTED; // there is nothing to compare yet
    }
  }
  if (a->json)
  {
    comparison_json(sides, count, stdout);
  }
  else if (!is_stdout(a->csv) || !a->scene.quiet)
  {
    comparison_print(sides, count, is_stdout(a->csv) ? stderr : stdout);
  }
  if (a->csv != NULL && write_csv(sides, count, a->csv, &error) != EP_OK)
  {
    return program_fail("compare", &error);
  }
  return any_solved ? PROGRAM_GOOD : PROGRAM_BAD;
}

static int compare(const ep_scene* scene, const compare_arguments* a, plan_request* requests,
                   comparison_side* sides, int32_t count)
{
  ep_error error;
  int32_t* queries;
  int32_t query_count;
  if (a->json && is_stdout(a->csv))
  {
    fputs("edgeproof compare: --json and --csv - both want the standard output; see edgeproof "
          "compare --help\n",
          stderr);
    return PROGRAM_ERROR;
  }
  if (!plan_arguments_queries("compare", &a->plan, scene, &queries, &query_count))
  {
    return PROGRAM_ERROR;
  }
  plan_worlds worlds;
  ep_status status = plan_worlds_make(&worlds, scene, &error);
  if (status == EP_OK)
  {
    work w = {.worlds = &worlds,
              .requests = requests,
              .sides = sides,
              .side_count = count,
              .queries = queries,
              .query_count = query_count};
    status = run_all(&w, a, &error);
    plan_worlds_clear(&worlds);
  }
  free(queries);
  const int result = status == EP_OK ? tell(sides, count, a) : program_fail("compare", &error);
  if (status == EP_OK && interrupt_asked())
  {
    fputs("edgeproof compare: interrupted\n", stderr);
    return PROGRAM_INTERRUPTED;
  }
  return result;
}

static int compare_scene(const ep_scene* scene, const compare_arguments* a)
{
  const bool own = a->validators.count == 0;
  const int32_t count = own ? 2 : a->validators.count;
  const char* const* names = own ? default_validators : a->validators.items;
  plan_request requests[ARGUMENT_LIST_MAX];
  comparison_side sides[ARGUMENT_LIST_MAX] = {{.count = 0}};
  int result = PROGRAM_GOOD;
  for (int32_t i = 0; i < count && result == PROGRAM_GOOD; ++i)
  {
    ep_error error;
    requests[i] = plan_arguments_request(&a->plan, scene, names[i], a->scene.interpolate == 1);
    requests[i].quiet = true;
    if (plan_request_check(&requests[i], &error) != EP_OK)
    {
      result = program_fail("compare", &error);
      continue;
    }
    sides[i] = (comparison_side){.validator = names[i],
                                 .plans = calloc((size_t)a->plan.runs + 1, sizeof(plan))};
    result = sides[i].plans == NULL ? program_no_memory("compare") : PROGRAM_GOOD;
  }
  result = result != PROGRAM_GOOD ? result : compare(scene, a, requests, sides, count);
  for (int32_t i = 0; i < count; ++i)
  {
    for (int32_t k = 0; k < sides[i].count; ++k)
    {
      plan_clear(&sides[i].plans[k]);
    }
    free(sides[i].plans);
  }
  return result;
}

int command_compare(int argc, char** argv)
{
  compare_arguments a = {.json = false};
  arguments all = {.command = &text};
  plan_arguments_add(&all, &a.plan);
  a.plan.runs = 5;
  const argument own[] = {
      {"--validator", ARGUMENT_LIST, &a.validators, "certified|discrete[:M]",
       "which ones; may be given several times; default: discrete and\ncertified; M is the step in "
       "metres, OMPL's own without it",
       NULL, 0},
      {"--csv", ARGUMENT_TEXT, &a.csv, "FILE", "all runs as CSV", NULL, 0},
      {"--json", ARGUMENT_FLAG, &a.json, NULL, "JSON instead of tables", NULL, 0},
  };
  arguments_add(&all, own, (int32_t)(sizeof own / sizeof own[0]));
  plan_children_add_arguments(&all, &a.threads, &a.patience);
  scene_arguments_add(&all, &a.scene);
  const char** const outputs[] = {&a.csv};
  ep_scene* scene;
  interrupt_watch();
  const int status = program_begin(&all, argc, argv, &a.scene, outputs, 1, &scene);
  if (status != ARGUMENTS_GO_ON)
  {
    return status;
  }
  const int result = compare_scene(scene, &a);
  ep_scene_destroy(scene);
  return result;
}
