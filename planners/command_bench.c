/// @file command_bench.c
/// edgeproof bench: measures, and writes a report with rows and plots.
#define _POSIX_C_SOURCE 200809L // mkdir, sysconf
#include "program.h"

#include "bench.h"
#include "bench_guard.h"
#include "bench_page.h"
#include "bench_plot.h"
#include "interrupt.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct bench_part
{
  const char* name;
  ep_status (*run)(bench* b, ep_error* error);
  const char* what;
  bool is_silent; ///< without a page, and not among all
} bench_part;

static const bench_part parts[] = {
    {"peers", bench_peers, "others on the same edges: FCL, Bullet, OMPL's discrete order", false},
    {"scale", bench_scale, "how time grows with triangles, links, motion, threads", false},
    {"paper", bench_paper, "the tables of CATCH and ARTICULATE", false},
    {"ablate", bench_ablate, "what each part of both methods is worth", false},
    {"plan", bench_plan, "planners of OMPL, certified and not", false},
    {"labels", bench_labels, "only what is true of the edges of peers; kept, so done once", true},
};

#define PART_COUNT ((int)(sizeof parts / sizeof parts[0]))

static void add_options(arguments* all, bench_options* o)
{
  const argument own[] = {
      {"--out", ARGUMENT_TEXT, &o->out, "FOLDER", "where the report goes; default docs/bench", NULL,
       0},
      {"--scenes", ARGUMENT_TEXT, &o->scenes, "FOLDER",
       "the generated scenes; default build/release/envs", NULL, 0},
      {"--data", ARGUMENT_TEXT, &o->data, "FOLDER",
       "plan: what is not part of the project; default ../shared/data", NULL, 0},
      {"--quick", ARGUMENT_FLAG, &o->quick, NULL, "a little of everything: to see that it works",
       NULL, 0},
      {"--sweeps", ARGUMENT_NUMBER, &o->sweeps, "N", "how often everything is measured; default 3",
       NULL, 1},
      {"--edges", ARGUMENT_NUMBER, &o->edges, "N", "of a set that is drawn; default 400", NULL, 1},
      {"--seconds", ARGUMENT_NUMBER, &o->seconds, "N",
       "a slow method gets no more edges of a set after so long; default 6", NULL, 1},
      {"--seeds", ARGUMENT_NUMBER, &o->seeds, "N", "plan: runs of each planner; default 20", NULL,
       1},
      {"--threads", ARGUMENT_NUMBER, &o->threads, "N", "scale: the most; default all", NULL, 1},
      {"--stored", ARGUMENT_TEXT, &o->stored, "FILE",
       "guard: the stored counts; default tests/bench/guard.csv", NULL, 0},
      {"--update", ARGUMENT_FLAG, &o->update, NULL, "guard: store what is counted", NULL, 0},
      {"--quiet", ARGUMENT_FLAG, &o->quiet, NULL, "no progress", NULL, 0},
  };
  arguments_add(all, own, (int32_t)(sizeof own / sizeof own[0]));
}

/// The list of parts in the help is the one above.
static void describe(char* about, size_t size)
{
  int used = snprintf(about, size,
                      "Measures Edgeproof and others on the same edges, and writes a report.\n\n"
                      "  all      peers, scale, paper, ablate and plan: about 45 minutes\n");
  for (int i = 0; i < PART_COUNT && used > 0 && (size_t)used < size; ++i)
  {
    used +=
        snprintf(about + used, size - (size_t)used, "  %-8s %s\n", parts[i].name, parts[i].what);
  }
  if (used > 0 && (size_t)used < size)
  {
    snprintf(about + used, size - (size_t)used,
             "  guard    instructions of a fixed small set against the stored ones\n\n"
             "Each part writes FOLDER/PART.md when it is done, with rows in FOLDER/*.csv and\n"
             "plots in FOLDER/*.svg; FOLDER/README.md joins the summaries of those there are.\n\n"
             "Exit status: 0; 1 if the guard found growth; 2 on an error; 130 after Ctrl-C.\n");
  }
}

/// Makes a folder and those above it.
static ep_status make_folder(const char* path, ep_error* error)
{
  char text[1024];
  snprintf(text, sizeof text, "%s", path);
  for (char* at = text + 1;; ++at)
  {
    if (*at != '/' && *at != 0)
    {
      continue;
    }
    const char end = *at;
    *at = 0;
    if (mkdir(text, 0777) != 0 && errno != EEXIST)
    {
      return bench_refuse(error, EP_ERROR_INPUT, "%.300s: no such folder can be made: %s", text,
                          strerror(errno));
    }
    *at = end;
    if (end == 0)
    {
      return EP_OK;
    }
  }
}

/// Measures a part, and writes its page and the one with all summaries.
static ep_status run_part(const bench_options* options, const bench_part* part, ep_error* error)
{
  const double start = program_now();
  bench_page page;
  ep_status status = bench_page_begin(&page, options, error);
  if (status != EP_OK)
  {
    return status;
  }
  status = part->run(&page.b, error);
  const double seconds = program_now() - start;
  if (status == EP_OK && !part->is_silent)
  {
    const char* names[PART_COUNT];
    int32_t count = 0;
    for (int i = 0; i < PART_COUNT; ++i)
    {
      names[count] = parts[i].name;
      count += parts[i].is_silent ? 0 : 1;
    }
    status = bench_page_save(&page, part->name, seconds, error);
    status = status == EP_OK ? bench_page_join(options, names, count, error) : status;
  }
  if (status == EP_OK && !options->quiet)
  {
    fprintf(stderr, "bench %s: %.0f s\n", part->name, seconds);
  }
  bench_page_drop(&page);
  return status;
}

/// What would be missed only after a long time.
static ep_status look_ahead(const bench_options* options, const char* name, ep_error* error)
{
  char path[1100];
  snprintf(path, sizeof path, "%s/scenes/tower-crane.yaml", options->scenes);
  if (strcmp(name, "scale") != 0 && access(path, R_OK) != 0)
  {
    return bench_refuse(error, EP_ERROR_INPUT,
                        "%.300s: not there; building the project writes the scenes "
                        "(cmake --build --preset release), `--scenes` says where they are",
                        path);
  }
  if (strcmp(name, "labels") != 0)
  {
    const ep_status status = bench_plot_look(error);
    if (status != EP_OK)
    {
      return status;
    }
  }
  return make_folder(options->out, error);
}

static int run_parts(const bench_options* options, const char* name)
{
  ep_error error;
  ep_status status = look_ahead(options, name, &error);
  for (int i = 0; i < PART_COUNT && status == EP_OK; ++i)
  {
    const bool all = strcmp(name, "all") == 0 && !parts[i].is_silent;
    if (all || strcmp(parts[i].name, name) == 0)
    {
      status = run_part(options, &parts[i], &error);
    }
  }
  if (status == EP_OK)
  {
    return PROGRAM_GOOD;
  }
  (void)program_fail("bench", &error);
  return interrupt_asked() ? PROGRAM_INTERRUPTED : PROGRAM_ERROR;
}

static bool is_part(const char* name)
{
  bool known = strcmp(name, "all") == 0 || strcmp(name, "guard") == 0;
  for (int i = 0; i < PART_COUNT; ++i)
  {
    known = known || strcmp(name, parts[i].name) == 0;
  }
  return known;
}

/// What --quick takes less of, unless it is given.
static void set_defaults(bench_options* o)
{
  const bool quick = o->quick;
  o->sweeps = o->sweeps > 0 ? o->sweeps : quick ? 1 : 3;
  o->edges = o->edges > 0 ? o->edges : quick ? 12 : 400;
  o->seconds = o->seconds > 0 ? o->seconds : quick ? 1 : 6;
  o->seeds = o->seeds > 0 ? o->seeds : quick ? 1 : 20;
}

int command_bench(int argc, char** argv)
{
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  bench_options options = {.out = "docs/bench",
                           .scenes = "build/release/envs",
                           .data = "../shared/data",
                           .stored = "tests/bench/guard.csv",
                           .threads = processors > 0 ? processors : 1};
  if (argc == 1 && strcmp(argv[0], "guard-work") == 0)
  {
    return bench_guard_work_all(); // started by the guard itself
  }
  static char about[2048];
  describe(about, sizeof about);
  const command_text text = {.name = "bench",
                             .usage = "PART [OPTION...]",
                             .about = about,
                             .examples = "  edgeproof bench peers --quick --out /tmp/bench\n",
                             .operand = "PART"};
  arguments all = {.command = &text};
  add_options(&all, &options);
  const char* part;
  const int status = arguments_read(&all, argc, argv, &part, 1, 1);
  if (status != ARGUMENTS_GO_ON)
  {
    return status;
  }
  if (!is_part(part))
  {
    fprintf(stderr, "edgeproof bench: there is no part '%s'; see edgeproof bench --help\n", part);
    return PROGRAM_ERROR;
  }
  set_defaults(&options);
  interrupt_watch();
  return strcmp(part, "guard") == 0 ? bench_guard(&options) : run_parts(&options, part);
}
