/// @file command_plan.c
/// edgeproof plan: finds paths, and proves them.
#define _POSIX_C_SOURCE 200809L // open_memstream
#include "program.h"

#include "interrupt.h"
#include "output.h"
#include "plan_children.h"
#include "plan_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct command_arguments
{
  scene_arguments scene;
  plan_arguments plan;
  const char* validator;
  const char* roadmap;
  const char* out;
  const char* log;
  bool json;
  int64_t threads;
  double patience;
} command_arguments;

/// All runs. Their plans are shown in the order of their seeds.
typedef struct work
{
  const command_arguments* arguments;
  plan_worlds* worlds;
  plan_request request;
  int32_t* queries;
  int32_t query_count;
  output log;
  plan_children children;
  progress bar;
  plan* waiting; ///< ring of plans that wait for one before them
  int64_t shown; ///< plans that were shown
  plan best;     ///< of those
  json* told;    ///< --json: the list of runs, which is shown at the end; or NULL
} work;

static const command_text text = {
    .name = "plan",
    .usage = "SCENE [OPTION...]",
    .about =
        "Plans the queries of a scene one after the other, as a job: what a query attaches moves\n"
        "with the machine, and stays where it is left. Simplifies each path, proves it again with\n"
        "the second method, and proves how far it keeps away from everything. With several runs,\n"
        "the best plan is written. Ctrl-C ends with what there is. A planner that crashes ends "
        "its\n"
        "run, and not the program.\n\n"
        "The table has the edges that the planner asked about, and how many a second; `path`, the\n"
        "edges of the path; its length in metres, where an angle counts with the reach of what it\n"
        "turns; and the clearance that is proved along it.\n\n"
        "Exit status: 0 with a solution that is proved free, 1 without, 2 on an error, 130 after\n"
        "Ctrl-C.\n",
    .examples =
        "  edgeproof plan tower-crane.yaml --planner RRTConnect --time 20 --out plan.json\n",
    .operand = "SCENE"};

/// How good a plan is: certified before solved before the rest, then by length.
static bool is_better(const plan* a, const plan* b)
{
  const int rank_a = plan_is_certified(a) + plan_is_solved(a);
  const int rank_b = plan_is_certified(b) + plan_is_solved(b);
  double length_a = 0.0, length_b = 0.0;
  for (int32_t i = 0; i < a->leg_count; ++i)
  {
    length_a += a->legs[i].length;
    length_b += b->legs[i].length;
  }
  return rank_a != rank_b ? rank_a > rank_b : rank_a > 0 && length_a < length_b;
}

/// Whether runs go on side by side: then one bar counts them, in place of one for each run's time.
static bool is_parallel(const work* w)
{
  return w->children.most > 1 && w->arguments->plan.runs > 1;
}

/// Shows the plans whose turn it is; the best one stays.
static void show(work* w)
{
  FILE* out = strcmp(w->arguments->out, "-") == 0 ? stderr : stdout;
  for (plan* next = &w->waiting[w->shown % PLAN_CHILDREN_MAX]; next->legs != NULL;
       next = &w->waiting[w->shown % PLAN_CHILDREN_MAX])
  {
    progress_end(&w->bar);
    if (w->told != NULL)
    {
      plan_write_summary(w->told, next);
    }
    else
    {
      plan_print(next, out);
      fflush(out);
    }
    const bool takes = w->shown == 0 || is_better(next, &w->best);
    plan rest = takes ? w->best : *next;
    w->best = takes ? *next : w->best;
    plan_clear(&rest);
    *next = (plan){.scene = NULL};
    ++w->shown;
  }
}

static ep_status take_one(work* w, ep_error* error)
{
  plan_outcome outcome;
  const ep_status status = plan_children_wait(&w->children, &outcome, error);
  if (status == EP_OK)
  {
    w->waiting[outcome.number % PLAN_CHILDREN_MAX] = outcome.plan;
    show(w);
  }
  return status;
}

/// Whether another run may begin: there is room, and a place in the ring for its plan.
static bool has_room(const work* w, int64_t number)
{
  return !plan_children_is_full(&w->children) && number < w->shown + PLAN_CHILDREN_MAX;
}

static ep_status run_all(work* w, ep_error* error)
{
  const int64_t runs = w->arguments->plan.runs;
  plan waiting[PLAN_CHILDREN_MAX] = {{.scene = NULL}};
  w->waiting = waiting;
  w->request.quiet = w->arguments->scene.quiet || is_parallel(w);
  w->bar = progress_begin("runs", runs, w->arguments->scene.quiet);
  w->children.bar = is_parallel(w) ? &w->bar : NULL;
  ep_status status = EP_OK;
  for (int64_t i = 0; status == EP_OK && i < runs && (i == 0 || !interrupt_asked()); ++i)
  {
    status = plan_children_start(&w->children, w->worlds, &w->request, w->queries, w->query_count,
                                 w->log.file, i, error);
    ++w->request.seed;
    while (status == EP_OK && w->children.count > 0 && !has_room(w, i + 1))
    {
      status = take_one(w, error);
    }
  }
  while (status == EP_OK && w->children.count > 0)
  {
    status = take_one(w, error);
  }
  plan_children_end(&w->children);
  progress_end(&w->bar);
  for (int32_t i = 0; i < PLAN_CHILDREN_MAX; ++i)
  {
    plan_clear(&waiting[i]);
  }
  return status;
}

static ep_status open_log(const char* path, output* log, ep_error* error)
{
  *log = (output){.file = NULL};
  return path == NULL ? EP_OK : output_open(log, path, error);
}

/// All runs; with --json what they came to is kept back until they are over, and shown whole.
static ep_status run_and_tell(work* w, ep_error* error)
{
  const command_arguments* a = w->arguments;
  if (!a->json)
  {
    return run_all(w, error);
  }
  char* bytes = NULL;
  size_t size = 0;
  FILE* memory = open_memstream(&bytes, &size);
  if (memory == NULL)
  {
    return program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  json j = json_begin(memory);
  json_open(&j, NULL, '{');
  json_text(&j, "scene", ep_scene_name(w->worlds->scene));
  json_text(&j, "plan", a->out);
  json_open(&j, "runs", '[');
  w->told = &j;
  ep_status status = run_all(w, error);
  w->told = NULL;
  json_close(&j, ']');
  json_close(&j, '}');
  json_end(&j);
  if (fclose(memory) != 0 && status == EP_OK)
  {
    status = program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  fwrite(bytes, 1, status == EP_OK ? size : 0, stdout);
  free(bytes);
  return status;
}

static ep_status run_and_write(work* w, ep_error* error)
{
  const command_arguments* a = w->arguments;
  ep_status status = open_log(a->log, &w->log, error);
  if (status != EP_OK)
  {
    return status;
  }
  status = run_and_tell(w, error);
  if (status != EP_OK)
  {
    output_abandon(&w->log); // it ends in the middle
    return status;
  }
  ep_error log_error;
  const ep_status log_status = w->log.file != NULL ? output_close(&w->log, &log_error) : EP_OK;
  status = w->best.legs == NULL ? EP_OK : plan_write(&w->best, a->out, error);
  if (status == EP_OK && log_status != EP_OK)
  {
    *error = log_error;
    return log_status;
  }
  if (status == EP_OK && !a->scene.quiet && !a->json && strcmp(a->out, "-") != 0)
  {
    printf("plan: %s\n", a->out);
  }
  return status;
}

static int finish(const work* w, ep_status status, const ep_error* error)
{
  if (status != EP_OK)
  {
    return program_fail("plan", error);
  }
  if (interrupt_asked())
  {
    fputs("edgeproof plan: interrupted\n", stderr);
    return PROGRAM_INTERRUPTED;
  }
  return plan_is_certified(&w->best) ? PROGRAM_GOOD : PROGRAM_BAD;
}

static int plan_scene(const ep_scene* scene, const command_arguments* a)
{
  plan_worlds worlds;
  work w = {
      .arguments = a,
      .worlds = &worlds,
      .request = plan_arguments_request(&a->plan, scene, a->validator, a->scene.interpolate == 1),
      .children = {.most =
                       (int32_t)(a->threads < PLAN_CHILDREN_MAX ? a->threads : PLAN_CHILDREN_MAX),
                   .patience = a->patience}};
  w.request.roadmap = a->roadmap;
  ep_error error;
  if (a->roadmap != NULL && a->threads > 1)
  {
    fputs("edgeproof plan: --roadmap and --threads: each run begins with the roadmap of the one "
          "before it; leave out one of them\n",
          stderr);
    return PROGRAM_ERROR;
  }
  if (a->json && strcmp(a->out, "-") == 0)
  {
    fputs("edgeproof plan: --json and --out - both want the standard output; see edgeproof plan "
          "--help\n",
          stderr);
    return PROGRAM_ERROR;
  }
  if (plan_request_check(&w.request, &error) != EP_OK)
  {
    return program_fail("plan", &error);
  }
  if (!plan_arguments_queries("plan", &a->plan, scene, &w.queries, &w.query_count))
  {
    return PROGRAM_ERROR;
  }
  ep_status status = plan_worlds_make(&worlds, scene, &error);
  if (status == EP_OK)
  {
    status = run_and_write(&w, &error);
    plan_worlds_clear(&worlds);
  }
  const int result = finish(&w, status, &error);
  plan_clear(&w.best);
  free(w.queries);
  return result;
}

int command_plan(int argc, char** argv)
{
  command_arguments a = {.validator = "certified", .out = "plan.json"};
  arguments all = {.command = &text};
  plan_arguments_add(&all, &a.plan);
  const argument own[] = {
      {"--validator", ARGUMENT_TEXT, &a.validator, "certified|discrete[:M]",
       "who answers for edges while planning: proofs, the default, or samples,\nin steps of so "
       "many "
       "metres",
       NULL, 0},
      {"--roadmap", ARGUMENT_TEXT, &a.roadmap, "FILE",
       "of PRM and its like: begin with this one if it is there, and save it", NULL, 0},
      {"--out", ARGUMENT_TEXT, &a.out, "FILE",
       "the plan; default plan.json; - is the standard "
       "output",
       NULL, 0},
      {"--log", ARGUMENT_TEXT, &a.log, "FILE", "what OMPL has to say", NULL, 0},
      {"--json", ARGUMENT_FLAG, &a.json, NULL, "JSON instead of tables", NULL, 0},
  };
  arguments_add(&all, own, (int32_t)(sizeof own / sizeof own[0]));
  plan_children_add_arguments(&all, &a.threads, &a.patience);
  scene_arguments_add(&all, &a.scene);
  const char** const outputs[] = {&a.out, &a.log, &a.roadmap};
  ep_scene* scene;
  interrupt_watch();
  const int status = program_begin(&all, argc, argv, &a.scene, outputs, 3, &scene);
  if (status != ARGUMENTS_GO_ON)
  {
    return status;
  }
  const int result = plan_scene(scene, &a);
  ep_scene_destroy(scene);
  return result;
}
