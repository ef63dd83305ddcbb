/// @file planning_tools.h
/// What the tests of planning share: scenes, plannings of their queries, and calls that must work.
#ifndef EP_TEST_PLANNING_TOOLS_H
#define EP_TEST_PLANNING_TOOLS_H

#include "edgeproof/plugin/planning.h"
#include "ep_test.h"

#include <stdio.h>
#include <string.h>

#include "planning_yard.h"

static inline void must(ep_status status, const ep_error* error)
{
  ck_assert_msg(status == EP_OK, "%s", error->message);
}

static inline ep_scene* load(const char* path, bool linear)
{
  ep_scene* scene;
  ep_error error;
  ep_scene_options options = ep_scene_options_default();
  options.linear = linear;
  must(ep_scene_load(path, &options, &scene, &error), &error);
  return scene;
}

/// A scene in a folder that the caller removes.
static inline ep_scene* write_scene(const char* urdf, const char* text, bool linear)
{
  (void)folder_make();
  (void)write_text(urdf == cart_urdf ? "cart.urdf" : "arm.urdf", urdf);
  return load(write_text("scene.yaml", text), linear);
}

static inline ep_planning* plan_of(const ep_scene* scene, const char* query,
                                   const ep_planning_options* options)
{
  ep_planning* planning;
  ep_error error;
  const int32_t index = query == NULL ? EP_SCENE_NONE : ep_scene_find_query(scene, query);
  ck_assert(query == NULL || index != EP_SCENE_NONE);
  must(ep_planning_create(scene, index, options, &planning, &error), &error);
  return planning;
}

static inline ep_ompl_outcome solve(ep_planning* planning, const ep_ompl_limits* limits)
{
  ep_ompl_outcome outcome;
  ep_error error;
  must(ep_planning_solve(planning, limits, &outcome, &error), &error);
  return outcome;
}

static inline void choose(ep_planning* planning, const char* planner)
{
  ep_error error;
  must(ep_planning_set_planner(planning, planner, &error), &error);
}

static inline ep_ompl_limits seconds(double most)
{
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = most;
  return limits;
}

#endif
