/// @file command_check.c
/// edgeproof check: proves edges of a scene free, or shows where they collide.
#define _POSIX_C_SOURCE 200809L // isatty, sysconf
#include "program.h"

#include "edge_results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct check_arguments
{
  scene_arguments scene;
  bool help;
  bool ignore_limits;
  const char* edges;
  const char* csv;
  const char* query;
  int method;
  int mode;
  int order;
  int64_t threads;
  int64_t budget;
} check_arguments;

#define CHECK_ARGUMENT_COUNT (SCENE_ARGUMENT_COUNT + 10)

static void fill(argument rows[CHECK_ARGUMENT_COUNT], check_arguments* a)
{
  static const char* const methods[] = {"spacetime", "catch", NULL};
  static const char* const modes[] = {"boolean", "contact", NULL};
  static const char* const orders[] = {"automatic", "certify", "samples", NULL};
  const argument own[] = {
      {"--edges", ARGUMENT_TEXT, &a->edges, "FILE", "edges or a path to check; needed", NULL, 0},
      {"--query", ARGUMENT_TEXT, &a->query, "NAME", "with the objects attached of this query", NULL,
       0},
      {"--csv", ARGUMENT_TEXT, &a->csv, "FILE", "all results as CSV; - is the standard output",
       NULL, 0},
      {"--method", ARGUMENT_CHOICE, &a->method, "spacetime|catch", "default spacetime", methods, 0},
      {"--mode", ARGUMENT_CHOICE, &a->mode, "boolean|contact",
       "any contact, or the first one; default boolean", modes, 0},
      {"--order", ARGUMENT_CHOICE, &a->order, "automatic|certify|samples",
       "what is tried first; changes no verdict", orders, 0},
      {"--threads", ARGUMENT_NUMBER, &a->threads, "N", "default: one for each processor", NULL, 1},
      {"--budget", ARGUMENT_NUMBER, &a->budget, "N", "steps before an edge is left undecided", NULL,
       1},
      {"--ignore-limits", ARGUMENT_FLAG, &a->ignore_limits, NULL,
       "check edges that leave the joints' limits too", NULL, 0},
      {"--help", ARGUMENT_FLAG, &a->help, NULL, "this text", NULL, 0},
  };
  memcpy(rows, own, sizeof own);
  scene_arguments_fill(rows + sizeof own / sizeof own[0], &a->scene);
}

static int print_help(const argument* rows)
{
  fputs("usage: edgeproof check SCENE --edges FILE [OPTION...]\n\n"
        "Exit status: 0 if every edge is free, 1 if any is not, 2 on an error.\n\n",
        stdout);
  arguments_help(rows, CHECK_ARGUMENT_COUNT);
  return PROGRAM_GOOD;
}

static int find_query(const ep_scene* scene, const char* name, int32_t* query)
{
  *query = EP_SCENE_NONE;
  if (name == NULL)
  {
    return PROGRAM_GOOD;
  }
  *query = ep_scene_find_query(scene, name);
  if (*query != EP_SCENE_NONE)
  {
    return PROGRAM_GOOD;
  }
  fprintf(stderr, "edgeproof check: %s has no query '%s'; it has:", ep_scene_path(scene), name);
  for (int32_t i = 0; i < ep_scene_query_count(scene); ++i)
  {
    fprintf(stderr, " %s", ep_scene_get_query(scene, i)->name);
  }
  fputc('\n', stderr);
  return PROGRAM_ERROR;
}

/// Checks, prints, writes. Everything that can be refused has been.
static int run_and_tell(edge_run* run, const check_arguments* a)
{
  ep_error error;
  const double start = program_now();
  if (edge_run_all(run, &error) != EP_OK)
  {
    return program_fail("check", &error);
  }
  const double seconds = program_now() - start;
  if (a->csv != NULL && edge_results_csv(run, a->csv, &error) != EP_OK)
  {
    return program_fail("check", &error);
  }
  FILE* out = a->csv != NULL && strcmp(a->csv, "-") == 0 ? stderr : stdout;
  if (!a->scene.quiet || out == stdout)
  {
    fprintf(out, "%s: %d edges in %.3f s on %d thread%s\n", ep_scene_name(run->scene),
            (int)run->edges->count, seconds, (int)run->thread_count,
            run->thread_count == 1 ? "" : "s");
    edge_results_print(run, out);
  }
  return edge_results_all_free(run) ? PROGRAM_GOOD : PROGRAM_BAD;
}

static int check_edges(const ep_scene* scene, int32_t query, const ep_edges* edges,
                       const check_arguments* a)
{
  ep_error error;
  ep_world* world;
  if (ep_scene_make_world(scene, query, &world, &error) != EP_OK)
  {
    return program_fail("check", &error);
  }
  edge_run run = {.scene = scene,
                  .world = world,
                  .query = query,
                  .edges = edges,
                  .options = ep_check_default(),
                  .ignore_limits = a->ignore_limits,
                  .thread_count = (int32_t)a->threads,
                  .shows_progress = !a->scene.quiet && isatty(STDERR_FILENO) != 0,
                  .outcomes = calloc((size_t)edges->count + 1, sizeof(edge_outcome))};
  run.options.method = (ep_method)a->method;
  run.options.mode = (ep_mode)a->mode;
  run.options.order = (ep_order)a->order;
  run.options.item_budget = a->budget;
  int status = PROGRAM_ERROR;
  if (run.outcomes == NULL)
  {
    fprintf(stderr, "edgeproof check: no memory for %d results\n", (int)edges->count);
  }
  else
  {
    status = run_and_tell(&run, a);
  }
  free(run.outcomes);
  ep_world_destroy(world);
  return status;
}

static int check_scene(const char* path, const check_arguments* a)
{
  ep_scene* scene = program_load("check", path, &a->scene);
  if (scene == NULL)
  {
    return PROGRAM_ERROR;
  }
  int32_t query;
  ep_edges edges;
  ep_error error;
  int status = find_query(scene, a->query, &query);
  if (status == PROGRAM_GOOD)
  {
    if (ep_edges_load(a->edges, scene, &edges, &error) == EP_OK)
    {
      status = check_edges(scene, query, &edges, a);
      ep_edges_clear(&edges);
    }
    else
    {
      status = program_fail("check", &error);
    }
  }
  ep_scene_destroy(scene);
  return status;
}

int command_check(int argc, char** argv)
{
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  check_arguments a = {.threads = processors > 0 ? processors : 1,
                       .budget = ep_check_default().item_budget};
  argument rows[CHECK_ARGUMENT_COUNT];
  fill(rows, &a);
  for (int i = 0; i < argc; ++i)
  {
    if (strcmp(argv[i], "--help") == 0)
    {
      return print_help(rows);
    }
  }
  const char* path;
  if (!arguments_read("check", rows, CHECK_ARGUMENT_COUNT, argc, argv, &path, 1))
  {
    return PROGRAM_ERROR;
  }
  if (a.edges == NULL)
  {
    fputs("edgeproof check: --edges FILE is missing; see edgeproof check --help\n", stderr);
    return PROGRAM_ERROR;
  }
  a.threads = a.threads < EP_BATCH_THREADS_MAX ? a.threads : EP_BATCH_THREADS_MAX;
  return check_scene(path, &a);
}
