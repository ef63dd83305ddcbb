/// @file test_planning_benchmark.c
/// OMPL's Benchmark of a scene's query from C, with our statistics among its run properties.
#define _XOPEN_SOURCE 700
#include "planning_tools.h"

#include <stdlib.h>

/// What a benchmark's events need.
typedef struct measured
{
  ep_planning* planning;
  int64_t motions; ///< of all runs
} measured;

static void before_run(const char* planner, void* user)
{
  (void)planner;
  ep_validator_clear_statistics(ep_planning_validator(((measured*)user)->planning));
}

static void after_run(const char* planner, ep_ompl_properties* properties, void* user)
{
  (void)planner;
  measured* self = user;
  ep_error error;
  must(ep_planning_write_run(self->planning, properties, &error), &error);
  ep_validator_statistics s;
  ep_validator_get_statistics(ep_planning_validator(self->planning), &s);
  self->motions += s.motions;
}

static long long count_of(const ep_ompl_benchmark* benchmark, int32_t run, const char* name)
{
  const char* text = ep_ompl_benchmark_property(benchmark, 0, run, name);
  ck_assert_msg(text != NULL, "no %s", name);
  return atoll(text);
}

EP_TEST(works_planning_benchmark_has_our_run_properties)
{
  ep_scene* scene = write_scene(cart_urdf, CART_SCENE, false);
  measured all = {plan_of(scene, "cross", NULL), 0};
  choose(all.planning, "RRTConnect");
  ep_ompl_benchmark_config config = ep_ompl_benchmark_default();
  config.runs = 2;
  config.seconds = 20.0;
  config.user = &all;
  config.before = before_run;
  config.after = after_run;
  ep_ompl_benchmark* benchmark;
  ep_shim_error e;
  const ep_ompl_problem* problem = ep_planning_problem(all.planning);
  ck_assert_msg(ep_ompl_benchmark_create(problem, &config, &benchmark, &e) == 0, "%s", e.message);
  ep_ompl_planner* planner = ep_planning_planner(all.planning);
  ck_assert_msg(ep_ompl_benchmark_add(benchmark, planner, &e) == 0, "%s", e.message);
  ck_assert_msg(ep_ompl_benchmark_run(benchmark, &e) == 0, "%s", e.message);
  long long motions = 0;
  for (int32_t run = 0; run < 2; ++run)
  {
    const long long edges = count_of(benchmark, run, "edges checked INTEGER");
    ck_assert(edges > 0 && edges == count_of(benchmark, run, "edges free INTEGER") +
                                        count_of(benchmark, run, "edges colliding INTEGER"));
    ck_assert(count_of(benchmark, run, "edge work items INTEGER") > 0);
    const char* seconds = ep_ompl_benchmark_property(benchmark, 0, run, "edge check time REAL");
    ck_assert(seconds != NULL && atof(seconds) > 0.0);
    motions += edges;
  }
  ck_assert_int_eq(motions, all.motions);
  const char* file = in_folder("runs.log");
  ck_assert_msg(ep_ompl_benchmark_save(benchmark, file, &e) == 0, "%s", e.message);
  static char text[65536];
  FILE* log = fopen(file, "r");
  ck_assert_ptr_nonnull(log);
  text[fread(text, 1, sizeof text - 1, log)] = '\0';
  fclose(log);
  for (int32_t i = 0; ep_validator_property(NULL, i, NULL, 0) != NULL; ++i)
  {
    ck_assert_ptr_nonnull(strstr(text, ep_validator_property(NULL, i, NULL, 0)));
  }
  ep_ompl_benchmark_destroy(benchmark);
  ep_planning_destroy(all.planning);
  ep_scene_destroy(scene);
  folder_remove();
}
