/// @file bench_mbm.c
#define _POSIX_C_SOURCE 200809L // getline, realpath, strtok_r
#define _XOPEN_SOURCE   700
#include "bench_mbm.h"

#include "output.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define JOINTS_MAX 16

/// What is being written.
typedef struct writing
{
  char arm[PATH_MAX]; ///< folder of the robot
  const char* robot;
  const char* folder;
  char names[JOINTS_MAX][64];
  int32_t joint_count;
  char start[1024]; ///< of the current problem, as YAML
  char goal[1024];
  output file; ///< its file is NULL between problems
  char path[PATH_MAX + 32];
  int32_t obstacles;
  int32_t seen;
  int32_t written;
} writing;

/// "{joint: value, ...}" of the numbers that follow.
static void print_values(const writing* w, char** rest, char* text, size_t size)
{
  size_t used = 0;
  for (int32_t i = 0; i < w->joint_count; ++i)
  {
    const char* word = strtok_r(NULL, " \n", rest);
    const int n = snprintf(text + used, size - used, "%s%s: %s", i > 0 ? ", " : "", w->names[i],
                           word == NULL ? "0" : word);
    used += n > 0 && (size_t)n < size - used ? (size_t)n : 0;
  }
}

/// A pose as the scene's matrix: position, quaternion x y z w.
static void print_matrix(const double* p, FILE* out)
{
  const double x = p[3], y = p[4], z = p[5], w = p[6];
  const double s = 2.0 / (x * x + y * y + z * z + w * w);
  fprintf(out,
          "matrix: [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g, "
          "%.17g, 0, 0, 0, 1]",
          1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w), p[0],
          s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w), p[1],
          s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y), p[2]);
}

static void print_obstacle(writing* w, const char* kind, char** rest)
{
  double n[10] = {0};
  const char* name = strtok_r(NULL, " \n", rest);
  for (int i = 0; i < 10; ++i)
  {
    const char* word = strtok_r(NULL, " \n", rest);
    n[i] = word == NULL ? 0.0 : strtod(word, NULL);
  }
  FILE* out = w->file.file;
  fprintf(out, "  - {name: '%d %s', ", (int)w->obstacles++, name == NULL ? "" : name);
  const bool is_box = strcmp(kind, "box") == 0, is_cylinder = strcmp(kind, "cylinder") == 0;
  if (is_box)
  {
    fprintf(out, "box: [%.17g, %.17g, %.17g], ", n[0], n[1], n[2]);
  }
  else if (is_cylinder)
  {
    fprintf(out, "cylinder: {length: %.17g, radius: %.17g}, ", n[0], n[1]);
  }
  else
  {
    fprintf(out, "sphere: {radius: %.17g}, ", n[0]);
  }
  print_matrix(n + (is_box ? 3 : is_cylinder ? 2 : 1), out);
  fputs("}\n", out);
}

static ep_status end_problem(writing* w, ep_error* error)
{
  if (w->file.file == NULL)
  {
    return EP_OK;
  }
  fprintf(w->file.file, "queries:\n  - {name: plan, start: {%s}, goal: {%s}}\n", w->start, w->goal);
  ++w->written;
  return output_close(&w->file, error);
}

static ep_status begin_problem(writing* w, char** rest, ep_error* error)
{
  snprintf(w->path, sizeof w->path, "%s/%d.yaml", w->folder, (int)w->written);
  const ep_status status = output_open(&w->file, w->path, error);
  if (status == EP_OK)
  {
    const char* name = strtok_r(NULL, " \n", rest);
    const char* number = strtok_r(NULL, " \n", rest);
    w->obstacles = 0;
    fprintf(w->file.file,
            "name: %s_%s\nrobots:\n  - {name: arm, urdf: %s/%s.urdf, srdf: %s/%s.srdf}\n"
            "obstacles:\n",
            name == NULL ? "" : name, number == NULL ? "" : number, w->arm, w->robot, w->arm,
            w->robot);
  }
  return status;
}

static ep_status take_line(writing* w, char* line, int32_t limit, ep_error* error)
{
  char* rest;
  const char* word = strtok_r(line, " \n", &rest);
  ep_status status = EP_OK;
  if (word == NULL || word[0] == '#')
  {
    return EP_OK;
  }
  if (strcmp(word, "joints") == 0)
  {
    const char* name;
    while (w->joint_count < JOINTS_MAX && (name = strtok_r(NULL, " \n", &rest)) != NULL)
    {
      snprintf(w->names[w->joint_count++], sizeof w->names[0], "%.60s", name);
    }
  }
  else if (strcmp(word, "problem") == 0)
  {
    status = end_problem(w, error);
    if (status == EP_OK && w->seen++ % BENCH_MBM_STEP == 0 && w->written < limit)
    {
      status = begin_problem(w, &rest, error);
    }
  }
  else if (strcmp(word, "start") == 0 || strcmp(word, "goal") == 0)
  {
    char* text = word[0] == 's' ? w->start : w->goal;
    print_values(w, &rest, text, sizeof w->start);
  }
  else if (w->file.file != NULL)
  {
    print_obstacle(w, word, &rest);
  }
  return status;
}

ep_status bench_mbm_write(const char* data, const char* robot, const char* folder, int32_t limit,
                          int32_t* count, ep_error* error)
{
  writing w = {.robot = robot, .folder = folder};
  char path[PATH_MAX];
  *count = 0;
  snprintf(path, sizeof path, "%.3000s/mbm/%s", data, robot);
  if (realpath(path, w.arm) == NULL)
  {
    return EP_OK;
  }
  snprintf(path, sizeof path, "%.3000s/problems.txt", w.arm);
  FILE* file = fopen(path, "r");
  if (file == NULL)
  {
    return EP_OK;
  }
  char* line = NULL;
  size_t room = 0;
  ep_status status = EP_OK;
  while (status == EP_OK && getline(&line, &room, file) > 0)
  {
    status = take_line(&w, line, limit, error);
  }
  status = status == EP_OK ? end_problem(&w, error) : status;
  output_abandon(&w.file);
  free(line);
  fclose(file);
  *count = w.written;
  return status;
}
