/// @file bench_sets.c
#include "bench_sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const bench_kind bench_kinds[BENCH_KINDS] = {
    {"short", 0.02, 0.0}, {"medium", 0.10, 0.0}, {"near", 0.10, 0.15}, {"long", 1.0, 0.0}};

/// States that are tried for one start before the scene is given up.
#define TRIES_MAX 1000000

#define PI 3.14159265358979323846

typedef struct drawer
{
  const ep_scene* scene;
  ep_checker* checker;
  const bench_kind* kind;
  int32_t size;
  double* lower;
  double* upper;
  uint64_t state; ///< of the generator
} drawer;

/// Evenly in [0,1): splitmix64.
static double next_random(drawer* d)
{
  d->state += 0x9e3779b97f4a7c15ULL;
  uint64_t z = d->state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static ep_status refuse(ep_error* error, ep_status status, const char* what, const char* name,
                        const char* text)
{
  if (error != NULL)
  {
    error->status = status;
    snprintf(error->message, sizeof error->message, "%s '%s': %s", what, name, text);
  }
  return status;
}

/// Angles without limits go once around.
static void bound_arcs(drawer* d)
{
  int32_t first = 0;
  for (int32_t robot = 0; robot < ep_scene_robot_count(d->scene); ++robot)
  {
    const ep_machine* machine = ep_robot_machine(ep_scene_robot(d->scene, robot));
    for (int32_t link = 0; link < ep_machine_link_count(machine); ++link)
    {
      ep_link_info info;
      if (ep_machine_link(machine, link, &info) == EP_OK && info.joint == EP_JOINT_CONTINUOUS &&
          info.config_size > 0)
      {
        d->lower[first + info.config_start] = fmax(d->lower[first + info.config_start], -PI);
        d->upper[first + info.config_start] = fmin(d->upper[first + info.config_start], PI);
      }
    }
    first += ep_machine_config_size(machine);
  }
}

static ep_status read_bounds(drawer* d, ep_error* error)
{
  for (int32_t i = 0; i < d->size; ++i)
  {
    ep_scene_value_bounds(d->scene, i, &d->lower[i], &d->upper[i]);
  }
  bound_arcs(d);
  for (int32_t i = 0; i < d->size; ++i)
  {
    if (!isfinite(d->lower[i]) || !isfinite(d->upper[i]))
    {
      return refuse(error, EP_ERROR_INPUT, "value", ep_scene_value_name(d->scene, i),
                    "no bounds, so edges cannot be drawn");
    }
  }
  return EP_OK;
}

static void draw_state(drawer* d, double* q)
{
  for (int32_t i = 0; i < d->size; ++i)
  {
    q[i] = d->lower[i] + (d->upper[i] - d->lower[i]) * next_random(d);
  }
}

/// Whether a state is free, and near enough to something.
static ep_status is_start(drawer* d, const double* q, bool* good, ep_error* error)
{
  ep_result result;
  ep_status status = ep_check_state(d->checker, q, NULL, &result, error);
  *good = status == EP_OK && result.verdict == EP_FREE;
  if (*good && d->kind->near > 0.0)
  {
    ep_clearance clearance;
    status = ep_state_clearance(d->checker, q, d->kind->near, &clearance, error);
    *good = status == EP_OK && clearance.contact.kind != EP_CONTACT_NONE;
  }
  return status;
}

static ep_status draw_start(drawer* d, double* q, ep_error* error)
{
  for (int64_t i = 0; i < TRIES_MAX; ++i)
  {
    bool good;
    draw_state(d, q);
    const ep_status status = is_start(d, q, &good, error);
    if (status != EP_OK || good)
    {
      return status;
    }
  }
  return refuse(error, EP_ERROR_INPUT, "scene", ep_scene_name(d->scene),
                "no free state was found to start from");
}

static void draw_end(drawer* d, const double* q0, double* q1)
{
  if (d->kind->part >= 1.0)
  {
    draw_state(d, q1);
    return;
  }
  for (int32_t i = 0; i < d->size; ++i)
  {
    const double way = d->kind->part * (d->upper[i] - d->lower[i]);
    q1[i] = fmin(fmax(q0[i] + way * (2.0 * next_random(d) - 1.0), d->lower[i]), d->upper[i]);
  }
}

static bool make_room(drawer* d, int32_t count, ep_edges* edges)
{
  const size_t values = (size_t)count * (size_t)d->size;
  d->lower = calloc((size_t)d->size + 1, sizeof(double));
  d->upper = calloc((size_t)d->size + 1, sizeof(double));
  *edges = (ep_edges){.count = count, .config_size = d->size};
  edges->q0 = calloc(values + 1, sizeof(double));
  edges->q1 = calloc(values + 1, sizeof(double));
  edges->labels = calloc((size_t)count + 1, sizeof(ep_edge_label));
  edges->lines = calloc((size_t)count + 1, sizeof(int32_t));
  return d->lower != NULL && d->upper != NULL && edges->q0 != NULL && edges->q1 != NULL &&
         edges->labels != NULL && edges->lines != NULL;
}

ep_status bench_draw_edges(const ep_scene* scene, ep_checker* checker, const bench_kind* kind,
                           int32_t count, uint64_t seed, ep_edges* edges, ep_error* error)
{
  drawer d = {.scene = scene,
              .checker = checker,
              .kind = kind,
              .size = ep_scene_config_size(scene),
              .state = seed};
  ep_status status = make_room(&d, count, edges) ? read_bounds(&d, error)
                                                 : refuse(error, EP_ERROR_MEMORY, "scene",
                                                          ep_scene_name(scene), "out of memory");
  for (int32_t i = 0; status == EP_OK && i < count; ++i)
  {
    double* q0 = edges->q0 + (size_t)i * (size_t)d.size;
    status = draw_start(&d, q0, error);
    draw_end(&d, q0, edges->q1 + (size_t)i * (size_t)d.size);
    edges->lines[i] = i + 1;
  }
  free(d.lower);
  free(d.upper);
  if (status != EP_OK)
  {
    ep_edges_clear(edges);
  }
  return status;
}
