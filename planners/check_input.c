/// @file check_input.c
#include "check_input.h"

#include "program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Values of a path that differ by less are the same, in radians or metres.
#define SAME 1e-6

int32_t check_input_most(const check_input* input)
{
  return input->plan != NULL ? plan_source_count(input->plan) + 1 : 1;
}

static bool read_file(const char* path, bool must_be_path, const ep_scene* scene, edge_run* run)
{
  ep_error error;
  if (ep_edges_load(path, scene, &run->edges, &error) != EP_OK)
  {
    program_fail("check", &error);
    return false;
  }
  if (must_be_path && !run->edges.is_path)
  {
    fprintf(stderr,
            "edgeproof check: %s: is no path: its lines have two configurations; use --edges\n",
            path);
    return false;
  }
  return true;
}

/// The straight edge of a query.
static bool read_query(const ep_scene* scene, edge_run* run)
{
  const ep_scene_query* q = ep_scene_get_query(scene, run->query);
  const size_t size = (size_t)ep_scene_config_size(scene);
  run->edges = (ep_edges){.count = 1,
                          .config_size = (int32_t)size,
                          .q0 = malloc((size + 1) * sizeof(double)),
                          .q1 = malloc((size + 1) * sizeof(double)),
                          .labels = calloc(1, sizeof(ep_edge_label)),
                          .lines = calloc(1, sizeof(int32_t))};
  const ep_edges* e = &run->edges;
  if (e->q0 == NULL || e->q1 == NULL || e->labels == NULL || e->lines == NULL)
  {
    program_no_memory("check");
    return false;
  }
  memcpy(e->q0, q->start, size * sizeof(double));
  memcpy(e->q1, q->goal, size * sizeof(double));
  e->lines[0] = q->line;
  return true;
}

/// Two values that mean the same: angles may differ by turns, quaternions by their sign.
static bool is_same(const char* name, double a, double b)
{
  static const double turn = 6.283185307179586;
  const char* dot = strrchr(name, '.');
  const bool is_quaternion = dot != NULL && dot[1] == 'q';
  return fabs(remainder(a - b, turn)) < SAME || (is_quaternion && fabs(a + b) < SAME);
}

/// Whether a path has this end of its query. If not, says so: a query that was changed after it was
/// planned, say, or a path that does not reach its goal.
static bool has_end(const check_input* input, const edge_run* run, const double* has,
                    const double* wants, const char* what)
{
  for (int32_t i = 0; i < run->edges.config_size; ++i)
  {
    const char* name = ep_scene_value_name(run->scene, i);
    if (!is_same(name, has[i], wants[i]))
    {
      fprintf(stderr, "warning: %s: the path of %s does not %s: %s is %g there, not %g\n",
              input->plan_path, ep_scene_get_query(run->scene, run->query)->name, what, name,
              has[i], wants[i]);
      return false;
    }
  }
  return true;
}

/// Edges may be free, and the plan not what it says it is; that is told.
static bool is_whole(const check_input* input, const edge_run* run)
{
  const ep_scene_query* q = ep_scene_get_query(run->scene, run->query);
  const ep_edges* e = &run->edges;
  if (e->count == 0)
  {
    fprintf(stderr, "warning: %s: query %s has no path, and nothing of it is checked\n",
            input->plan_path, q->name);
    return false;
  }
  const double* last = e->q1 + (size_t)(e->count - 1) * (size_t)e->config_size;
  const bool begins = has_end(input, run, e->q0, q->start, "begin at its start");
  return has_end(input, run, last, q->goal, "end at its goal") && begins;
}

/// The paths of a plan, or only that of one query.
static bool read_plan(const check_input* input, const ep_scene* scene, int32_t only, edge_run* runs,
                      int32_t* count)
{
  bool whole = true;
  for (int32_t i = 0; i < plan_source_count(input->plan); ++i)
  {
    edge_run* run = &runs[*count];
    ep_error error;
    *run = (edge_run){.scene = scene};
    if (plan_source_edges(input->plan, i, scene, &run->query, &run->edges, &error) != EP_OK)
    {
      program_fail("check", &error);
      return false;
    }
    if (only != EP_SCENE_NONE && only != run->query)
    {
      ep_edges_clear(&run->edges);
      continue;
    }
    whole = is_whole(input, run) && whole;
    if (run->edges.count > 0)
    {
      ++*count;
    }
    else
    {
      ep_edges_clear(&run->edges);
    }
  }
  if (*count == 0)
  {
    fprintf(stderr, "edgeproof check: %s: has no path%s%s\n", input->plan_path,
            input->query == NULL ? "" : " of query ", input->query == NULL ? "" : input->query);
  }
  return *count > 0 && (whole || !input->strict);
}

bool check_input_read(const check_input* input, const ep_scene* scene, edge_run* runs,
                      int32_t* count)
{
  *count = 0;
  int32_t query;
  if (!program_find_query("check", scene, input->query, &query))
  {
    return false;
  }
  if (input->plan != NULL)
  {
    return read_plan(input, scene, query, runs, count);
  }
  runs[0] = (edge_run){.scene = scene, .query = query};
  *count = 1;
  if (input->edges != NULL || input->path != NULL)
  {
    return read_file(input->edges != NULL ? input->edges : input->path, input->path != NULL, scene,
                     &runs[0]);
  }
  return read_query(scene, &runs[0]);
}
