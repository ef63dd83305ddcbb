/// @file command_bench.c
/// edgeproof bench: measures, and writes a report with rows and plots.
#define _POSIX_C_SOURCE 200809L // mkdir, sysconf
#include "program.h"

#include "bench.h"
#include "bench_guard.h"
#include "bench_host.h"
#include "output.h"

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
       "a slow method gets no more edges of a set after so long; default 20", NULL, 1},
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
                      "  all      all of them but guard, as one report: FOLDER/README.md\n");
  for (int i = 0; i < PART_COUNT && used > 0 && (size_t)used < size; ++i)
  {
    used +=
        snprintf(about + used, size - (size_t)used, "  %-8s %s\n", parts[i].name, parts[i].what);
  }
  if (used > 0 && (size_t)used < size)
  {
    snprintf(about + used, size - (size_t)used,
             "  guard    instructions of a fixed small set against the stored ones\n\n"
             "A part alone writes FOLDER/PART.md. Rows are in FOLDER/*.csv, plots in "
             "FOLDER/*.svg.\n\n"
             "Exit status: 0; 1 if the guard found growth; 2 on an error.\n");
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
  output file;
  bench b = {.options = options};
  char page[64];
  snprintf(page, sizeof page, "%s.md", strcmp(name, "all") == 0 ? "README" : name);
  char path[1100];
  snprintf(path, sizeof path, "%s/%s", options->out, page);
  ep_status status = make_folder(options->out, &error);
  status = status == EP_OK ? output_open(&file, path, &error) : status;
  if (status != EP_OK)
  {
    return program_fail("bench", &error);
  }
  b.report = file.file;
  print_head(&b);
  status = run_parts(&b, name, &error);
  if (status == EP_OK)
  {
    status = output_close(&file, &error);
  }
  else
  {
    output_abandon(&file);
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
  return strcmp(part, "guard") == 0 ? bench_guard(&options) : write_report(&options, part);
}
