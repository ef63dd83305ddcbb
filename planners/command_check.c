/// @file command_check.c
/// edgeproof check: proves edges of a scene free, or shows where they collide.
#include "program.h"

#include "check_input.h"
#include "edge_results.h"
#include "file_names.h"
#include "interrupt.h"
#include "output.h"
#include "witness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct check_arguments
{
  scene_arguments scene;
  check_input input;
  bool ignore_limits;
  bool json;
  const char* csv;
  const char* witness;
  int method;
  int mode;
  int order;
  int64_t threads;
  int64_t budget;
} check_arguments;

static const command_text text = {
    .name = "check",
    .usage = "[SCENE] --edges FILE | --path FILE | --plan FILE | --query NAME [OPTION...]",
    .about = "Proves each edge free for the whole motion, or shows where it collides. Without one "
             "of\n--edges, --path and --plan, the straight edge from start to goal of --query is "
             "checked.\nA plan names its scene; the others need SCENE. A plan whose paths do not "
             "lead from "
             "the\nstarts of their queries to the goals is warned of; --strict refuses it.\n\n"
             "Exit status: 0 if every edge is free, 1 if any is not, 2 on an error, 130 after "
             "Ctrl-C.\n",
    .examples = "  edgeproof check tower-crane.yaml --path moveit.csv --query lift --csv "
                "results.csv\n",
    .operand = "SCENE"};

static void fill(arguments* all, check_arguments* a)
{
  static const char* const methods[] = {"spacetime", "catch", NULL};
  static const char* const modes[] = {"boolean", "toc", "contact", NULL};
  static const char* const orders[] = {"automatic", "certify", "samples", NULL};
  const argument own[] = {
      {"--edges", ARGUMENT_TEXT, &a->input.edges, "FILE", "edges to check; or a path", NULL, 0},
      {"--path", ARGUMENT_TEXT, &a->input.path, "FILE", "a path to check: one configuration a line",
       NULL, 0},
      {"--plan", ARGUMENT_TEXT, &a->input.plan_path, "FILE",
       "the paths of a plan.json; with --query, that of one query", NULL, 0},
      {"--query", ARGUMENT_TEXT, &a->input.query, "NAME", "with the objects attached of this query",
       NULL, 0},
      {"--csv", ARGUMENT_TEXT, &a->csv, "FILE", "all results as CSV; - is the standard output",
       NULL, 0},
      {"--json", ARGUMENT_FLAG, &a->json, NULL, "results as JSON on the standard output", NULL, 0},
      {"--witness", ARGUMENT_TEXT, &a->witness, "FILE",
       "an OBJ of the first edge that collides: machine at the contact,\nwhat it meets, and the "
       "triangles that touch",
       NULL, 0},
      {"--method", ARGUMENT_CHOICE, &a->method, "spacetime|catch", "default spacetime", methods, 0},
      {"--mode", ARGUMENT_CHOICE, &a->mode, "boolean|toc",
       "any contact, or the first one (time of contact); default boolean", modes, 0},
      {"--order", ARGUMENT_CHOICE, &a->order, "automatic|certify|samples",
       "what is tried first; changes no verdict", orders, 0},
      {"--budget", ARGUMENT_NUMBER, &a->budget, "N", "steps before an edge is left undecided", NULL,
       1},
      {"--ignore-limits", ARGUMENT_FLAG, &a->ignore_limits, NULL,
       "check edges that leave the joints' limits too", NULL, 0},
  };
  arguments_add(all, own, (int32_t)(sizeof own / sizeof own[0]));
  threads_argument_add(all, &a->threads);
  scene_arguments_add(all, &a->scene);
}

/// *seconds is the time of the checks alone.
static ep_status check_all(edge_run* runs, int32_t count, const check_arguments* a, double* seconds,
                           ep_error* error)
{
  ep_status status = EP_OK;
  *seconds = 0.0;
  for (int32_t i = 0; status == EP_OK && i < count && !interrupt_asked(); ++i)
  {
    edge_run* run = &runs[i];
    run->options = ep_check_default();
    run->options.method = (ep_method)a->method;
    run->options.mode = a->mode == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
    run->options.order = (ep_order)a->order;
    run->options.item_budget = a->budget;
    run->ignore_limits = a->ignore_limits;
    run->quiet = a->scene.quiet;
    run->thread_count = (int32_t)a->threads;
    status = edge_run_prepare(run, error);
    const double start = program_now();
    status = status != EP_OK ? status : edge_run_all(run, error);
    *seconds += program_now() - start;
  }
  return status;
}

static ep_status write_witness(const edge_results* results, const check_arguments* a,
                               ep_error* error)
{
  for (int32_t i = 0; i < results->count; ++i)
  {
    for (int32_t k = 0; k < results->runs[i].edges.count; ++k)
    {
      if (results->runs[i].outcomes[k].verdict == EP_COLLIDING)
      {
        return witness_write(&results->runs[i], k, a->witness, error);
      }
    }
  }
  if (!a->scene.quiet)
  {
    fprintf(stderr, "note: no edge collides; %s is not written\n", a->witness);
  }
  return EP_OK;
}

static ep_status tell(const edge_results* results, const check_arguments* a, ep_error* error)
{
  ep_status status = EP_OK;
  if (a->witness != NULL)
  {
    status = write_witness(results, a, error);
  }
  if (status == EP_OK && a->csv != NULL)
  {
    status = edge_results_csv(results, a->csv, error);
  }
  if (status != EP_OK)
  {
    return status;
  }
  const bool csv_on_stdout = a->csv != NULL && strcmp(a->csv, "-") == 0;
  if (a->json)
  {
    edge_results_json(results, stdout);
  }
  else if (!csv_on_stdout || !a->scene.quiet)
  {
    edge_results_print(results, csv_on_stdout ? stderr : stdout);
  }
  return EP_OK;
}

static int check_runs(edge_run* runs, int32_t count, const check_arguments* a)
{
  ep_error error;
  double seconds;
  ep_status status = check_all(runs, count, a, &seconds, &error);
  if (status == EP_OK && interrupt_asked())
  {
    fputs("edgeproof check: interrupted; nothing is written\n", stderr);
    return PROGRAM_INTERRUPTED;
  }
  const edge_results results = {runs, count, seconds};
  status = status != EP_OK ? status : tell(&results, a, &error);
  if (status != EP_OK)
  {
    return program_fail("check", &error);
  }
  return edge_results_all_free(&results) ? PROGRAM_GOOD : PROGRAM_BAD;
}

static int check_scene(const char* path, const check_arguments* a)
{
  ep_scene* scene = program_load("check", path, &a->scene);
  if (scene == NULL)
  {
    return PROGRAM_ERROR;
  }
  const int32_t most = check_input_most(&a->input);
  edge_run* runs = calloc((size_t)most, sizeof *runs);
  int32_t count = 0;
  int status = PROGRAM_ERROR;
  if (runs == NULL)
  {
    program_no_memory("check");
  }
  else if (check_input_read(&a->input, scene, runs, &count))
  {
    status = check_runs(runs, count, a);
  }
  for (int32_t i = 0; runs != NULL && i < most; ++i)
  {
    edge_run_clear(&runs[i]);
  }
  free(runs);
  ep_scene_destroy(scene);
  return status;
}

/// Whether the options go together. Output files are tried before the work, not after it.
static bool check_arguments_agree(const char* path, const check_arguments* a)
{
  const check_input* i = &a->input;
  const int files = (i->edges != NULL) + (i->path != NULL) + (i->plan_path != NULL);
  const char* complaint = NULL;
  if (files > 1)
  {
    complaint = "only one of --edges, --path and --plan can be checked at a time";
  }
  else if (files == 0 && i->query == NULL)
  {
    complaint = "--edges FILE is missing, or --path, --plan or --query";
  }
  else if (path == NULL && i->plan_path == NULL)
  {
    complaint = "SCENE: is missing";
  }
  else if (a->json && a->csv != NULL && strcmp(a->csv, "-") == 0)
  {
    complaint = "--json and --csv - both want the standard output";
  }
  if (complaint != NULL)
  {
    fprintf(stderr, "edgeproof check: %s; see edgeproof check --help\n", complaint);
    return false;
  }
  const char* const inputs[] = {path, i->edges, i->path, i->plan_path};
  const char* const outputs[] = {a->csv, a->witness};
  if (!file_names_apart("check", inputs, 4, outputs, 2))
  {
    return false;
  }
  ep_error error;
  if (output_probe(a->csv, &error) != EP_OK || output_probe(a->witness, &error) != EP_OK)
  {
    program_fail("check", &error);
    return false;
  }
  return true;
}

/// What the plan says counts where the command line says nothing.
static bool open_plan(const char* path, check_arguments* a)
{
  ep_error error;
  if (plan_source_open(a->input.plan_path, &a->input.plan, &error) != EP_OK)
  {
    program_fail("check", &error);
    return false;
  }
  const char* const scene = plan_source_scene(a->input.plan);
  const char* const outputs[] = {a->csv, a->witness};
  if (path == NULL && !file_names_apart("check", &scene, 1, outputs, 2))
  {
    return false;
  }
  a->scene.clearance =
      a->scene.clearance >= 0.0 ? a->scene.clearance : plan_source_clearance(a->input.plan);
  a->scene.interpolate =
      a->scene.interpolate == 0 && plan_source_is_linear(a->input.plan) ? 1 : a->scene.interpolate;
  return true;
}

int command_check(int argc, char** argv)
{
  check_arguments a = {.budget = ep_check_default().item_budget};
  arguments all = {.command = &text};
  fill(&all, &a);
  const char* path;
  const int status = arguments_read(&all, argc, argv, &path, 0, 1);
  if (status != ARGUMENTS_GO_ON)
  {
    return status;
  }
  int result = PROGRAM_ERROR;
  if (check_arguments_agree(path, &a) && (a.input.plan_path == NULL || open_plan(path, &a)))
  {
    interrupt_watch();
    a.input.strict = a.scene.strict;
    a.threads = a.threads < EP_BATCH_THREADS_MAX ? a.threads : EP_BATCH_THREADS_MAX;
    result = check_scene(path != NULL ? path : plan_source_scene(a.input.plan), &a);
  }
  plan_source_close(a.input.plan);
  return result;
}
