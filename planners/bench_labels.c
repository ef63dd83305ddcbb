/// @file bench_labels.c
#define _POSIX_C_SOURCE 200809L // getline
#include "bench_labels.h"

#include "bench_lines.h"
#include "output.h"

#include <stdlib.h>
#include <string.h>

/// Spans of steps that are still to be looked at: an interval is halved, so no deeper than this.
#define SPANS_MAX 64

/// @name The key: everything that a label depends on
/// @{

static uint64_t add_bytes(uint64_t hash, const void* bytes, size_t size)
{
  const unsigned char* at = bytes;
  for (size_t i = 0; i < size; ++i)
  {
    hash = (hash ^ at[i]) * 0x100000001b3ULL;
  }
  return hash;
}

static uint64_t key_of(const bench_scene* scene, double metres, const ep_edges* edges)
{
  uint64_t hash = 0xcbf29ce484222325ULL;
  const size_t values = (size_t)edges->count * (size_t)edges->config_size;
  hash = add_bytes(hash, &metres, sizeof metres);
  hash = add_bytes(hash, edges->q0, values * sizeof(double));
  hash = add_bytes(hash, edges->q1, values * sizeof(double));
  const int32_t bodies = ep_world_body_count(scene->world);
  for (int32_t i = 0; i < bodies; ++i)
  {
    ep_body_info info;
    (void)ep_world_get_body(scene->world, i, &info);
    hash = add_bytes(hash, info.name, strlen(info.name));
    hash = add_bytes(hash, &info.triangles, sizeof info.triangles);
    hash = add_bytes(hash, &info.box, sizeof info.box);
    for (int32_t k = 0; k < i; ++k)
    {
      bool checked = false;
      double clearance = 0.0;
      (void)ep_world_get_pair(scene->world, k, i, &checked, &clearance);
      hash = add_bytes(hash, &checked, sizeof checked);
      hash = add_bytes(hash, &clearance, sizeof clearance);
    }
  }
  return hash;
}

/// @}
/// @name The judge
/// @{

typedef struct judge
{
  ep_fcl_checker* checker;
  double metres;
  double* q;
  bench_lines lines;
} judge;

/// Both bodies of a pair may move, each by `metres` a step: a gap g is used up after g / (2 metres)
/// steps at the soonest. Looks at the middle of a span; what the gap there does not cover is
/// looked at next.
static ep_status judge_span(const judge* j, int32_t steps, bool* collides, ep_error* error)
{
  int32_t spans[SPANS_MAX][2] = {{0, steps}};
  int32_t count = 1;
  while (count > 0 && !*collides)
  {
    const int32_t first = spans[count - 1][0], last = spans[count - 1][1];
    const int32_t middle = first + (last - first) / 2;
    const int32_t reach = last - middle > middle - first ? last - middle : middle - first;
    ep_fcl_gap gap;
    ep_status status = bench_lines_config(&j->lines, (double)middle / steps, j->q);
    // A gap that covers the span is as good as any larger one.
    const double enough = 2.0 * j->metres * (reach + 1);
    status = status == EP_OK ? ep_fcl_state_gap(j->checker, j->q, enough, &gap, error) : status;
    if (status != EP_OK)
    {
      return status;
    }
    *collides = gap.gap <= 0.0;
    const int32_t clear = (int32_t)(gap.gap / (2.0 * j->metres));
    --count;
    if (middle - clear > first)
    {
      spans[count][0] = first;
      spans[count++][1] = middle - clear - 1;
    }
    if (middle + clear < last)
    {
      spans[count][0] = middle + clear + 1;
      spans[count++][1] = last;
    }
  }
  return EP_OK;
}

static ep_status judge_all(const bench* b, const char* set, const judge* j, ep_edges* edges,
                           ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < edges->count && status == EP_OK; ++i)
  {
    const size_t at = (size_t)i * (size_t)edges->config_size;
    int32_t steps = 1;
    bool collides = false;
    char text[128];
    snprintf(text, sizeof text, "labels of %.80s", set);
    bench_progress(b, text, (double)i / edges->count);
    status = bench_go_on(error);
    status = status == EP_OK ? ep_fcl_edge_steps_of_motion(j->checker, edges->q0 + at,
                                                           edges->q1 + at, j->metres, &steps, error)
                             : status;
    status = status == EP_OK ? bench_lines_set(&j->lines, edges->q0 + at, edges->q1 + at, error)
                             : status;
    status = status == EP_OK ? judge_span(j, steps, &collides, error) : status;
    edges->labels[i] = collides ? EP_LABEL_COLLIDING : EP_LABEL_FREE;
  }
  bench_progress(b, NULL, 0.0);
  return status;
}

static ep_status sample(const bench* b, const char* set, const bench_scene* scene,
                        const ep_fcl_world* fcl, double metres, ep_edges* edges, ep_error* error)
{
  judge j = {.metres = metres, .q = calloc((size_t)edges->config_size + 1, sizeof(double))};
  ep_status status = j.q != NULL ? ep_fcl_checker_create(fcl, &j.checker, error)
                                 : bench_refuse(error, EP_ERROR_MEMORY, "no memory for labels");
  status = status == EP_OK ? bench_lines_make(scene->scene, &j.lines, error) : status;
  status = status == EP_OK ? judge_all(b, set, &j, edges, error) : status;
  bench_lines_clear(&j.lines);
  ep_fcl_checker_destroy(j.checker);
  free(j.q);
  return status;
}

/// @}
/// @name The file: key,labels; a letter an edge
/// @{

static bool take_labels(const char* letters, ep_edges* edges)
{
  bool good = strlen(letters) == (size_t)edges->count;
  for (int32_t i = 0; i < edges->count && good; ++i)
  {
    good = letters[i] == 'f' || letters[i] == 'c';
    edges->labels[i] = letters[i] == 'f' ? EP_LABEL_FREE : EP_LABEL_COLLIDING;
  }
  return good;
}

/// Copies a kept file, or looks for a key in it: whichever of `to` and `edges` is not NULL.
static bool read_kept(const char* path, uint64_t key, ep_edges* edges, FILE* to)
{
  char* line = NULL;
  size_t room = 0;
  bool found = false;
  FILE* file = fopen(path, "r");
  while (file != NULL && getline(&line, &room, file) > 0)
  {
    char* comma = strchr(line, ',');
    if (to != NULL)
    {
      fputs(line, to);
    }
    else if (comma != NULL && !found && strtoull(line, NULL, 16) == key)
    {
      comma[1 + strcspn(comma + 1, "\n")] = 0;
      found = take_labels(comma + 1, edges);
    }
  }
  if (file != NULL)
  {
    fclose(file);
  }
  free(line);
  return found;
}

static ep_status keep(const char* path, uint64_t key, const ep_edges* edges, ep_error* error)
{
  output file;
  const ep_status status = output_open(&file, path, error);
  if (status != EP_OK)
  {
    return status;
  }
  (void)read_kept(path, key, NULL, file.file);
  fprintf(file.file, "%016llx,", (unsigned long long)key);
  for (int32_t i = 0; i < edges->count; ++i)
  {
    fputc(edges->labels[i] == EP_LABEL_FREE ? 'f' : 'c', file.file);
  }
  fputc('\n', file.file);
  return output_close(&file, error);
}

/// @}

ep_status bench_label_edges(const bench* b, const char* set, const bench_scene* scene,
                            const ep_fcl_world* fcl, double metres, ep_edges* edges,
                            ep_error* error)
{
  const uint64_t key = key_of(scene, metres, edges);
  const char* path = bench_path(b, "labels.csv");
  ep_status status = EP_OK;
  if (!read_kept(path, key, edges, NULL))
  {
    status = sample(b, set, scene, fcl, metres, edges, error);
    status = status == EP_OK ? keep(path, key, edges, error) : status;
  }
  edges->has_labels = status == EP_OK;
  return status;
}
