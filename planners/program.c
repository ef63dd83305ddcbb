/// @file program.c
#define _POSIX_C_SOURCE 200809L // clock_gettime, isatty, sysconf
#include "program.h"

#include "file_names.h"
#include "output.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
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
  fprintf(stderr, "edgeproof %s: ", command);
  for (const char* c = error->message; *c != 0; ++c)
  {
    // What stood in a file shall not move somebody's cursor.
    fputc((unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c, stderr);
  }
  fputc('\n', stderr);
  return PROGRAM_ERROR;
}

int program_no_memory(const char* command)
{
  fprintf(stderr, "edgeproof %s: no memory\n", command);
  return PROGRAM_ERROR;
}

ep_status program_error(ep_error* error, ep_status status, const char* format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(error->message, sizeof error->message, format, list);
  va_end(list);
  error->status = status;
  return status;
}

const char* program_contact_text(ep_contact_kind kind)
{
  static const char* const texts[] = {"no contact", "intersect", "closer than the clearance",
                                      "within the tolerance", "one inside the other"};
  return texts[kind];
}

void scene_arguments_add(arguments* all, scene_arguments* values)
{
  static const char* const curves[] = {"shortest", "linear", "short", NULL};
  values->clearance = -1.0;
  const argument rows[] = {
      {"--clearance", ARGUMENT_LENGTH, &values->clearance, "M",
       "demanded distance of all pairs, in metres, in place of the\nscene's `clearance`", NULL, 0},
      {"--interpolate", ARGUMENT_CHOICE, &values->interpolate, "shortest|linear",
       "continuous joints take the short arc, or the numbers as they are", curves, 0},
      {"--package", ARGUMENT_LIST, &values->packages, "FOLDER",
       "where package:// looks first; may be given several times", NULL, 0},
      {"--strict", ARGUMENT_FLAG, &values->strict, NULL, "warnings are errors", NULL, 0},
      {"--quiet", ARGUMENT_FLAG, &values->quiet, NULL, "no progress and no remarks", NULL, 0},
  };
  arguments_add(all, rows, (int32_t)(sizeof rows / sizeof rows[0]));
}

void threads_argument_add(arguments* all, int64_t* threads)
{
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  *threads = processors < 1                      ? 1
             : processors < EP_BATCH_THREADS_MAX ? processors
                                                 : EP_BATCH_THREADS_MAX;
  const argument row = {
      "--threads", ARGUMENT_NUMBER, threads, "N", "default: one for each processor", NULL, 1};
  arguments_add(all, &row, 1);
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

/// A URDF in the place of a scene is a mistake that everybody makes once.
static bool is_urdf(const char* path)
{
  const size_t length = strlen(path);
  return length > 5 && strcmp(path + length - 5, ".urdf") == 0;
}

ep_scene* program_load(const char* command, const char* path, const scene_arguments* values)
{
  if (is_urdf(path))
  {
    fprintf(stderr,
            "edgeproof %s: %s is a URDF, and a scene is needed: a YAML file with\n"
            "  robots:\n    - {name: robot, urdf: %s}\n",
            command, path, path);
    return NULL;
  }
  const bool shows = !values->quiet && isatty(STDERR_FILENO) != 0;
  ep_scene_options options = ep_scene_options_default();
  options.strict = values->strict;
  options.linear = values->interpolate == 1;
  options.clearance = values->clearance;
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

int program_begin(const arguments* all, int argc, char** argv, const scene_arguments* values,
                  const char** const* outputs, int32_t output_count, ep_scene** scene)
{
  const char* path;
  const int status = arguments_read(all, argc, argv, &path, 1, 1);
  if (status != ARGUMENTS_GO_ON)
  {
    return status;
  }
  const char* command = all->command->name;
  const char* names[PROGRAM_OUTPUTS_MAX] = {NULL};
  assert(output_count <= PROGRAM_OUTPUTS_MAX);
  for (int32_t i = 0; i < output_count; ++i)
  {
    names[i] = *outputs[i];
  }
  if (!file_names_apart(command, &path, 1, names, output_count))
  {
    return PROGRAM_ERROR;
  }
  for (int32_t i = 0; i < output_count; ++i)
  {
    ep_error error;
    if (output_probe(names[i], &error) != EP_OK)
    {
      return program_fail(command, &error);
    }
  }
  *scene = program_load(command, path, values);
  return *scene != NULL ? ARGUMENTS_GO_ON : PROGRAM_ERROR;
}

ep_status program_make_checker(const ep_scene* scene, int32_t query, ep_world** world,
                               ep_checker** checker, ep_error* error)
{
  *world = NULL;
  *checker = NULL;
  const ep_status status = ep_scene_make_world(scene, query, world, error);
  return status != EP_OK ? status : ep_scene_make_checker(scene, query, *world, checker, error);
}

bool program_find_query(const char* command, const ep_scene* scene, const char* name,
                        int32_t* query)
{
  *query = EP_SCENE_NONE;
  if (name == NULL)
  {
    return true;
  }
  *query = ep_scene_find_query(scene, name);
  if (*query != EP_SCENE_NONE)
  {
    return true;
  }
  fprintf(stderr, "edgeproof %s: %s has no query '%s'; it has:", command, ep_scene_path(scene),
          name);
  for (int32_t i = 0; i < ep_scene_query_count(scene); ++i)
  {
    fprintf(stderr, " %s", ep_scene_get_query(scene, i)->name);
  }
  fputs(ep_scene_query_count(scene) == 0 ? " none\n" : "\n", stderr);
  return false;
}
