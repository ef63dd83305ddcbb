/// @file fcl_scene_tools.h
/// A query of a scene as Edgeproof has it and as FCL has it, side by side.
#ifndef EP_TEST_FCL_SCENE_TOOLS_H
#define EP_TEST_FCL_SCENE_TOOLS_H

#include "ep_test.h"

#include "edgeproof/envs/edges.h"
#include "edgeproof/plugin/fcl_world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define VALUES_MAX 32

/// What two ways of computing a distance may differ by: FCL iterates to 1e-6 where a shape takes
/// part, and round shapes exceed themselves by a quarter of the tolerance in core.
#define DISTANCE_SLACK 5e-6

typedef struct sides
{
  ep_scene* scene;
  int32_t query;
  ep_world* world;
  ep_checker* checker;
  ep_fcl_world* fcl_world;
  ep_fcl_checker* fcl;
} sides;

#define MUST(call)                                                                                 \
  do                                                                                               \
  {                                                                                                \
    ep_error must_error = {.status = EP_OK};                                                       \
    ep_error* error = &must_error;                                                                 \
    ck_assert_msg((call) == EP_OK, "%s: %s", #call, must_error.message);                           \
  } while (0)

/// The scene belongs to the caller.
static inline sides sides_open(ep_scene* scene, int32_t query)
{
  sides s = {.scene = scene, .query = query};
  MUST(ep_scene_make_world(scene, query, &s.world, error));
  MUST(ep_scene_make_checker(scene, query, s.world, &s.checker, error));
  MUST(ep_fcl_world_create(scene, query, s.world, &s.fcl_world, error));
  MUST(ep_fcl_checker_create(s.fcl_world, &s.fcl, error));
  ck_assert_int_le(ep_scene_config_size(scene), VALUES_MAX);
  return s;
}

static inline void sides_close(sides* s)
{
  ep_fcl_checker_destroy(s->fcl);
  ep_fcl_world_destroy(s->fcl_world);
  ep_checker_destroy(s->checker);
  ep_world_destroy(s->world);
}

/// A query of a generated scene, with the edges that come with it.
static inline sides sides_load(const char* folder, const char* name, const char* query,
                               ep_edges* edges)
{
  char path[600];
  ep_scene* scene = NULL;
  snprintf(path, sizeof path, "%s/%s.yaml", folder, name);
  MUST(ep_scene_load(path, NULL, &scene, error));
  snprintf(path, sizeof path, "%s/%s-%s.edges", folder, name, query);
  MUST(ep_edges_load(path, scene, edges, error));
  return sides_open(scene, ep_scene_find_query(scene, query));
}

static inline void sides_unload(sides* s, ep_edges* edges)
{
  sides_close(s);
  ep_edges_clear(edges);
  ep_scene_destroy(s->scene);
}

static inline ep_result edgeproof_state(const sides* s, const double* q)
{
  ep_result result;
  MUST(ep_check_state(s->checker, q, NULL, &result, error));
  return result;
}

static inline ep_result edgeproof_edge(const sides* s, const double* q0, const double* q1)
{
  ep_result result;
  MUST(ep_check_edge(s->checker, q0, q1, NULL, &result, error));
  return result;
}

static inline ep_fcl_gap fcl_gap(const sides* s, const double* q, double cap)
{
  ep_fcl_gap gap;
  MUST(ep_fcl_state_gap(s->fcl, q, cap, &gap, error));
  return gap;
}

/// "a and b", for messages; overwritten by the next call but one.
static inline const char* pair_text(const sides* s, const int32_t body[2])
{
  static char text[2][300];
  static int next;
  char* t = text[next++ % 2];
  if (body[0] == EP_NO_BODY || body[1] == EP_NO_BODY)
  {
    return "nobody";
  }
  snprintf(t, sizeof text[0], "%.120s and %.120s", ep_world_body_name(s->world, body[0]),
           ep_world_body_name(s->world, body[1]));
  return t;
}

/// A random number within the bounds of a value; within 5 of 0 where there are none.
static inline double random_value(const ep_scene* scene, int32_t value, ep_rng* rng)
{
  double lower;
  double upper;
  ep_scene_value_bounds(scene, value, &lower, &upper);
  return ep_rng_uniform(rng, isfinite(lower) ? lower : -5.0, isfinite(upper) ? upper : 5.0);
}

static inline void random_config(const ep_scene* scene, ep_rng* rng, double* q)
{
  for (int32_t i = 0; i < ep_scene_config_size(scene); ++i)
  {
    q[i] = random_value(scene, i, rng);
  }
}

/// A configuration near one on an edge: where machines work, and things are close.
static inline void config_near(const ep_scene* scene, const double* q0, const double* q1,
                               double spread, ep_rng* rng, double* q)
{
  const double t = ep_rng_uniform(rng, 0.0, 1.0);
  for (int32_t i = 0; i < ep_scene_config_size(scene); ++i)
  {
    double lower;
    double upper;
    ep_scene_value_bounds(scene, i, &lower, &upper);
    const double range = isfinite(upper - lower) ? upper - lower : 10.0;
    q[i] = q0[i] + t * (q1[i] - q0[i]) + spread * range * ep_rng_normal(rng);
    q[i] = fmin(fmax(q[i], lower), upper);
  }
}

#endif
