/// @file program.c
#define _POSIX_C_SOURCE 200809L // clock_gettime, isatty
#include "program.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double seconds_of(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double program_now(void)
{
  return seconds_of(CLOCK_MONOTONIC);
}

double program_thread_seconds(void)
{
  return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double program_process_seconds(void)
{
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

int program_fail(const char* command, const ep_error* error)
{
  fprintf(stderr, "edgeproof %s: %s\n", command, error->message);
  return PROGRAM_ERROR;
}

void scene_arguments_fill(argument rows[SCENE_ARGUMENT_COUNT], scene_arguments* values)
{
  static const char* const curves[] = {"short", "linear", NULL};
  rows[0] = (argument){.name = "--strict",
                       .kind = ARGUMENT_FLAG,
                       .value = &values->strict,
                       .help = "warnings are errors"};
  rows[1] = (argument){.name = "--quiet",
                       .kind = ARGUMENT_FLAG,
                       .value = &values->quiet,
                       .help = "no progress and no remarks"};
  rows[2] = (argument){.name = "--interpolate",
                       .kind = ARGUMENT_CHOICE,
                       .value = &values->interpolate,
                       .hint = "short|linear",
                       .help = "continuous joints take the short arc, or the numbers as they are",
                       .choices = curves};
  rows[3] = (argument){.name = "--package",
                       .kind = ARGUMENT_LIST,
                       .value = &values->packages,
                       .hint = "FOLDER",
                       .help = "where package:// looks first; may be given several times"};
}

/// One line that is overwritten, so that long loads are seen to go on.
static void show_progress(const char* file, void* user)
{
  (void)user;
  fprintf(stderr, "\r\033[Kreading %s", file);
}

static void print_report(const ep_report* report, bool quiet)
{
  for (int32_t i = 0; i < ep_report_line_count(report); ++i)
  {
    bool is_warning;
    const char* line = ep_report_line(report, i, &is_warning);
    if (is_warning || !quiet)
    {
      fprintf(stderr, "%s%s\n", is_warning ? "warning: " : "note: ", line);
    }
  }
}

ep_scene* program_load(const char* command, const char* path, const scene_arguments* values)
{
  const bool shows = !values->quiet && isatty(STDERR_FILENO) != 0;
  ep_scene_options options = ep_scene_options_default();
  options.strict = values->strict;
  options.linear = values->interpolate == 1;
  options.packages = values->packages.items;
  options.package_count = values->packages.count;
  options.progress = shows ? show_progress : NULL;
  ep_scene* scene;
  ep_error error;
  const ep_status status = ep_scene_load(path, &options, &scene, &error);
  if (shows)
  {
    fputs("\r\033[K", stderr);
  }
  if (status != EP_OK)
  {
    program_fail(command, &error);
    return NULL;
  }
  print_report(ep_scene_report(scene), values->quiet);
  return scene;
}
