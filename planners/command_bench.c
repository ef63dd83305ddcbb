/// @file command_bench.c
/// edgeproof bench: measures, and writes a report with rows and plots.
#define _POSIX_C_SOURCE 200809L // mkdir, sysconf
#include "program.h"

#include "bench.h"
#include "bench_guard.h"
#include "bench_host.h"
#include "whole_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct bench_part
{
  const char* name;
  ep_status (*run)(bench* b, ep_error* error);
  const char* what;
} bench_part;

static const bench_part parts[] = {
    {"peers", bench_peers, "others on the same edges: FCL, Bullet, OMPL's discrete order"},
    {"paper", bench_paper, "the tables of CATCH and ARTICULATE"},
    {"plan", bench_plan, "planners of OMPL, certified and not"},
    {"ablate", bench_ablate, "what each part of both methods is worth"},
    {"scale", bench_scale, "how time grows with triangles, links, motion, threads"},
};

#define PART_COUNT ((int)(sizeof parts / sizeof parts[0]))

#define BENCH_ARGUMENT_COUNT 13

static void fill(argument rows[BENCH_ARGUMENT_COUNT], bench_options* o, bool* help)
{
  const argument own[BENCH_ARGUMENT_COUNT] = {
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
       "a slow method gets no more edges of a set after so long; default 20", NULL, 1},
      {"--seeds", ARGUMENT_NUMBER, &o->seeds, "N", "plan: runs of each planner; default 20", NULL,
       1},
      {"--threads", ARGUMENT_NUMBER, &o->threads, "N", "scale: the most; default all", NULL, 1},
      {"--stored", ARGUMENT_TEXT, &o->stored, "FILE",
       "guard: the stored counts; default tests/bench/guard.csv", NULL, 0},
      {"--update", ARGUMENT_FLAG, &o->update, NULL, "guard: store what is counted", NULL, 0},
      {"--quiet", ARGUMENT_FLAG, &o->quiet, NULL, "no progress", NULL, 0},
      {"--help", ARGUMENT_FLAG, help, NULL, "this text", NULL, 0},
  };
  memcpy(rows, own, sizeof own);
}

static int print_help(const argument* rows)
{
  fputs("usage: edgeproof bench PART [OPTION...]\n\n"
        "  all      all of them but guard, as one report: FOLDER/README.md\n",
        stdout);
  for (int i = 0; i < PART_COUNT; ++i)
  {
    printf("  %-8s %s\n", parts[i].name, parts[i].what);
  }
  fputs(
      "\nA part alone writes FOLDER/PART.md. Rows are in FOLDER/*.csv, plots in FOLDER/*.svg.\n\n",
      stdout);
  arguments_help(rows, BENCH_ARGUMENT_COUNT);
  return PROGRAM_GOOD;
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

static void print_head(const bench* b)
{
  fputs("# Benchmarks\n\nWritten by `edgeproof bench`; all figures of one part come from one "
        "process and one run. Times are those of the thread's processor, in microseconds unless "
        "said otherwise.",
        b->report);
  if (b->options->quick)
  {
    fputs(" **This is a quick run: it shows that everything works, and its figures mean "
          "nothing.**",
          b->report);
  }
  fputs("\n\n", b->report);
  bench_host_print(b->report);
}

static ep_status run_parts(bench* b, const char* name, ep_error* error)
{
  const bool all = strcmp(name, "all") == 0;
  ep_status status = EP_OK;
  for (int i = 0; i < PART_COUNT && status == EP_OK; ++i)
  {
    if (all || strcmp(parts[i].name, name) == 0)
    {
      const double start = program_now();
      status = parts[i].run(b, error);
      if (!b->options->quiet)
      {
        fprintf(stderr, "bench %s: %.0f s\n", parts[i].name, program_now() - start);
      }
    }
  }
  return status;
}

static int write_report(const bench_options* options, const char* name)
{
  ep_error error;
  whole_file file;
  bench b = {.options = options};
  char page[64];
  snprintf(page, sizeof page, "%s.md", strcmp(name, "all") == 0 ? "README" : name);
  char path[1100];
  snprintf(path, sizeof path, "%s/%s", options->out, page);
  ep_status status = make_folder(options->out, &error);
  status = status == EP_OK ? whole_file_begin(&file, path, &error) : status;
  if (status != EP_OK)
  {
    return program_fail("bench", &error);
  }
  b.report = file.out;
  print_head(&b);
  status = run_parts(&b, name, &error);
  if (status == EP_OK)
  {
    status = whole_file_end(&file, &error);
  }
  else
  {
    whole_file_drop(&file);
  }
  if (status != EP_OK)
  {
    return program_fail("bench", &error);
  }
  if (!options->quiet)
  {
    fprintf(stderr, "bench: wrote %s\n", path);
  }
  return PROGRAM_GOOD;
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
  o->seconds = o->seconds > 0 ? o->seconds : quick ? 1 : 20;
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
  bool help = false;
  argument rows[BENCH_ARGUMENT_COUNT];
  fill(rows, &options, &help);
  const bool has_part = argc > 0 && argv[0][0] != '-';
  for (int i = 0; i < argc; ++i)
  {
    if (strcmp(argv[i], "--help") == 0)
    {
      return print_help(rows);
    }
  }
  if (has_part && strcmp(argv[0], "guard-work") == 0)
  {
    return bench_guard_work_all(); // started by the guard itself
  }
  if (!has_part || !is_part(argv[0]))
  {
    fprintf(stderr, "edgeproof bench: %s%s%s; see edgeproof bench --help\n",
            has_part ? "there is no part '" : "which part? PART is missing",
            has_part ? argv[0] : "", has_part ? "'" : "");
    return PROGRAM_ERROR;
  }
  if (!arguments_read("bench", rows, BENCH_ARGUMENT_COUNT, argc - 1, argv + 1, NULL, 0))
  {
    return PROGRAM_ERROR;
  }
  set_defaults(&options);
  return strcmp(argv[0], "guard") == 0 ? bench_guard(&options) : write_report(&options, argv[0]);
}
