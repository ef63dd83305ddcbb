/// @file command_plan.c
/// edgeproof plan: finds paths, and proves them.
#include "program.h"

#include "interrupt.h"
#include "output.h"
#include "plan_print.h"
#include "plan_run.h"

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
} command_arguments;

static const command_text text = {
    .name = "plan",
    .usage = "SCENE [OPTION...]",
    .about =
        "Plans the queries of a scene one after the other, as a job: what a query attaches moves\n"
        "with the machine, and stays where it is left. Simplifies each path, proves it again with\n"
        "the second method, and proves how far it keeps away from everything. With several runs,\n"
        "the best plan is written. Ctrl-C ends with what there is.\n\n"
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

/// All runs; the best plan stays.
static ep_status run_all(plan_worlds* worlds, const command_arguments* a, plan_request* request,
                         const int32_t* queries, int32_t count, FILE* log, plan* best,
                         ep_error* error)
{
  FILE* out = strcmp(a->out, "-") == 0 ? stderr : stdout;
  ep_status status = EP_OK;
  for (int64_t i = 0; status == EP_OK && i < a->plan.runs && (i == 0 || !interrupt_asked()); ++i)
  {
    plan next;
    status = plan_run(worlds, request, queries, count, log, &next, error);
    if (status != EP_OK)
    {
      break;
    }
    plan_print(&next, out);
    fflush(out);
    const bool takes = i == 0 || is_better(&next, best);
    plan_clear(takes ? best : &next);
    *best = takes ? next : *best;
    ++request->seed;
  }
  return status;
}

static ep_status open_log(const char* path, output* log, ep_error* error)
{
  *log = (output){.file = NULL};
  return path == NULL ? EP_OK : output_open(log, path, error);
}

static ep_status run_and_write(plan_worlds* worlds, const command_arguments* a,
                               plan_request* request, const int32_t* queries, int32_t count,
                               plan* best, ep_error* error)
{
  output log;
  ep_status status = open_log(a->log, &log, error);
  if (status != EP_OK)
  {
    return status;
  }
  status = run_all(worlds, a, request, queries, count, log.file, best, error);
  ep_error log_error;
  const ep_status log_status = log.file != NULL ? output_close(&log, &log_error) : EP_OK;
  status = status != EP_OK || best->legs == NULL ? status : plan_write(best, a->out, error);
  if (status == EP_OK && log_status != EP_OK)
  {
    *error = log_error;
    return log_status;
  }
  if (status == EP_OK && !a->scene.quiet && strcmp(a->out, "-") != 0)
  {
    printf("plan: %s\n", a->out);
  }
  return status;
}

static int plan_scene(const ep_scene* scene, const command_arguments* a)
{
  plan_request request =
      plan_arguments_request(&a->plan, scene, a->validator, a->scene.interpolate == 1);
  request.roadmap = a->roadmap;
  request.quiet = a->scene.quiet;
  ep_error error;
  int32_t* queries;
  int32_t count;
  if (plan_request_check(&request, &error) != EP_OK)
  {
    return program_fail("plan", &error);
  }
  if (!plan_arguments_queries("plan", &a->plan, scene, &queries, &count))
  {
    return PROGRAM_ERROR;
  }
  plan best = {.scene = NULL};
  plan_worlds worlds;
  int result;
  if (plan_worlds_make(&worlds, scene, &error) != EP_OK ||
      run_and_write(&worlds, a, &request, queries, count, &best, &error) != EP_OK)
  {
    result = program_fail("plan", &error);
  }
  else if (interrupt_asked())
  {
    fputs("edgeproof plan: interrupted\n", stderr);
    result = PROGRAM_INTERRUPTED;
  }
  else
  {
    result = plan_is_certified(&best) ? PROGRAM_GOOD : PROGRAM_BAD;
  }
  plan_clear(&best);
  plan_worlds_clear(&worlds);
  free(queries);
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
  };
  arguments_add(&all, own, (int32_t)(sizeof own / sizeof own[0]));
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
