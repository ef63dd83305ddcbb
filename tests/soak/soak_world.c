/// @file soak_world.c
#include "soak_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool complain(const char* id, const ep_error* error)
{
  fprintf(stderr, "soak: %s: %s\n", id, error->message);
  return false;
}

static bool open_scene(soak_world* w, const char* folder)
{
  char path[1024];
  const char* query = strchr(w->id, '#');
  ep_error error;
  snprintf(path, sizeof path, "%s/%.*s", folder,
           query == NULL ? (int)strlen(w->id) : (int)(query - w->id), w->id);
  if (ep_scene_load(path, NULL, &w->scene, &error) != EP_OK)
  {
    return complain(w->id, &error);
  }
  w->query = query == NULL ? EP_SCENE_NONE : ep_scene_find_query(w->scene, query + 1);
  if (ep_scene_make_world(w->scene, w->query, &w->world, &error) != EP_OK ||
      ep_scene_make_checker(w->scene, w->query, w->world, &w->checker, &error) != EP_OK)
  {
    return complain(w->id, &error);
  }
  w->tolerance = ep_scene_tolerance(w->scene);
  w->judge = calloc(1, sizeof *w->judge);
  soak_scene_make(w->judge, w->scene, w->query, w->world);
  return true;
}

static bool open_random(soak_world* w)
{
  ep_rng rng;
  ep_rng_init(&rng, strtoull(strchr(w->id, '#') + 1, NULL, 0));
  w->site = calloc(1, sizeof *w->site);
  site_make(w->site, &rng);
  w->world = w->site->world;
  w->checker = w->site->checker;
  w->tolerance = w->site->tolerance;
  return true;
}

bool soak_world_open(soak_world* w, const char* folder, const char* id)
{
  memset(w, 0, sizeof *w);
  snprintf(w->id, sizeof w->id, "%s", id);
  const bool good = strncmp(id, "random#", 7) == 0 ? open_random(w) : open_scene(w, folder);
  w->config_size = good ? ep_world_config_size(w->world) : 0;
  if (!good)
  {
    soak_world_close(w);
  }
  return good;
}

void soak_world_close(soak_world* w)
{
  if (w->site != NULL)
  {
    site_end(w->site);
    free(w->site);
  }
  else
  {
    ep_checker_destroy(w->checker);
    ep_world_destroy(w->world);
  }
  if (w->judge != NULL)
  {
    soak_judge_clear(w->judge);
    free(w->judge);
  }
  ep_scene_destroy(w->scene);
  memset(w, 0, sizeof *w);
}

// --- Judging ---

static void set_site_edges(soak_world* w, const double* q0, const double* q1)
{
  for (int32_t m = 0, at = 0; m < w->site->machine_count; ++m)
  {
    if (ep_edge_set(w->site->edges[m], q0 + at, q1 + at, NULL) != EP_OK)
    {
      abort();
    }
    at += ep_machine_config_size(w->site->machines[m]);
  }
}

soak_find soak_world_look(soak_world* w, const double* q0, const double* q1, double t_end,
                          int32_t looks)
{
  if (w->site == NULL)
  {
    soak_judge_set(w->judge, q0, q1);
    return soak_judge_edge(w->judge, t_end, looks);
  }
  brute_hit hit = {.margin = 1e30};
  set_site_edges(w, q0, q1);
  (void)site_judge_edge(w->site, t_end, looks, &hit);
  return (soak_find){hit.margin, hit.t, {hit.body[0], hit.body[1]}, looks};
}

double soak_world_distance(soak_world* w, const double* q0, const double* q1, double t,
                           const int32_t body[2], double cap)
{
  if (w->site == NULL)
  {
    soak_judge_set(w->judge, q0, q1);
    return soak_judge_distance(w->judge, t, body, cap);
  }
  set_site_edges(w, q0, q1);
  return fmin(cap, brute_distance_at(&w->site->judge, w->site->edges, t, body[0], body[1]));
}

static int32_t index_of(const soak_judge* judge, int32_t body)
{
  int32_t i = judge->body_count - 1;
  while (i >= 0 && judge->bodies[i].body != body)
  {
    --i;
  }
  return i;
}

// Of a body against the layer that holds another one.
static double demand_of_rest(const soak_judge* judge, int32_t moving, int32_t resting)
{
  for (int32_t i = 0; i < judge->layer_count; ++i)
  {
    for (int32_t k = 0; k < judge->layers[i].count; ++k)
    {
      if (judge->layers[i].owner[k] == resting)
      {
        return judge->demand[moving][i];
      }
    }
  }
  return -1.0;
}

bool soak_world_demand(const soak_world* w, const int32_t body[2], double* demand)
{
  if (w->site != NULL)
  {
    *demand = w->site->judge.clearance[body[0]][body[1]];
    return w->site->judge.checked[body[0]][body[1]];
  }
  const int32_t a = index_of(w->judge, body[0]), b = index_of(w->judge, body[1]);
  *demand = a >= 0 && b >= 0 ? w->judge->pair[a][b]
            : a >= 0         ? demand_of_rest(w->judge, a, body[1])
                             : -1.0;
  return *demand >= 0.0;
}

double soak_world_depth(const soak_world* w, const int32_t body[2])
{
  double depth = 0.0;
  for (int i = 0; i < 2 && w->judge != NULL; ++i)
  {
    const int32_t at = index_of(w->judge, body[i]);
    depth += at >= 0 ? w->judge->bodies[at].depth : 2e-3; // of round things of up to a metre
  }
  return depth;
}

/// The angle between two quaternions that are nearly the same.
static double small_angle(const double* a, const double* b)
{
  double same = 0.0, other = 0.0;
  for (int k = 0; k < 4; ++k)
  {
    same += (a[k] - b[k]) * (a[k] - b[k]);
    other += (a[k] + b[k]) * (a[k] + b[k]);
  }
  return 2.0 * sqrt(fmin(same, other));
}

/// The sum of angles below 1e-4 of a machine's ball and floating joints.
static double still_angles(const ep_machine* machine, const double* q0, const double* q1)
{
  double sum = 0.0;
  for (int32_t i = 0; i < ep_machine_link_count(machine); ++i)
  {
    ep_link_info info;
    if (ep_machine_link(machine, i, &info) == EP_OK && info.mimic_of == EP_NO_LINK &&
        (info.joint == EP_JOINT_BALL || info.joint == EP_JOINT_FLOATING))
    {
      const int32_t turn = info.config_start + info.config_size - 4;
      const double angle = small_angle(q0 + turn, q1 + turn);
      sum += angle < 1e-4 ? angle : 0.0;
    }
  }
  return sum;
}

double soak_world_still(const soak_world* w, const double* q0, const double* q1)
{
  const ep_machine* const* machines =
      w->site != NULL ? (const ep_machine* const*)w->site->machines : w->judge->machines;
  const int32_t count = w->site != NULL ? w->site->machine_count : w->judge->machine_count;
  double angles = 0.0;
  int32_t start = 0;
  for (int32_t m = 0; m < count; ++m)
  {
    angles += still_angles(machines[m], q0 + start, q1 + start);
    start += ep_machine_config_size(machines[m]);
  }
  ep_world_info info;
  return ep_world_get_info(w->world, &info) == EP_OK ? angles * 4.0 * info.radius : 0.0;
}
