/// @file test_ompl_benchmark.c
/// OMPL's Benchmark from C.
#define _POSIX_C_SOURCE 200809L // mkdtemp, dup
#include "ompl_tools.h"

#include "edgeproof/shim/ompl_benchmark.h"

#include <unistd.h>

typedef struct events
{
  const trial* of;
  int before;
  int after;
  uint32_t motions;
} events;

static void before_run(const char* planner, void* user)
{
  events* self = user;
  self->before += strcmp(planner, "RRT") == 0 || strcmp(planner, "RRTConnect") == 0;
  ep_ompl_motion_counts_reset(self->of->information);
}

static void after_run(const char* planner, ep_ompl_properties* properties, void* user)
{
  events* self = user;
  uint32_t valid = 0;
  uint32_t invalid = 0;
  (void)planner;
  ep_ompl_motion_counts(self->of->information, &valid, &invalid);
  self->motions = valid + invalid;
  self->after++;
  char text[20];
  snprintf(text, sizeof text, "%u", valid + invalid);
  expect_ok(ep_ompl_properties_set(properties, "edges checked INTEGER", text, &error));
  expect_refused(ep_ompl_properties_set(properties, "edges", text, &error), "'edges'");
  expect_refused(ep_ompl_properties_set(properties, "edges INTEGER", "1; 2", &error), "semicolon");
}

/// Runs with stdout in a file, which must stay empty.
static void run_silently(ep_ompl_benchmark* benchmark)
{
  ep_shim_error mine; // the events use the other one
  fflush(stdout);
  FILE* out = tmpfile();
  ck_assert_ptr_nonnull(out);
  const int kept = dup(1);
  dup2(fileno(out), 1);
  const ep_shim_result result = ep_ompl_benchmark_run(benchmark, &mine);
  fflush(stdout);
  dup2(kept, 1);
  close(kept);
  fseek(out, 0, SEEK_END);
  const long written = ftell(out);
  fclose(out);
  ck_assert_msg(result == EP_SHIM_OK, "%s", mine.message);
  ck_assert_int_eq(written, 0);
}

static void expect_log(const char* file)
{
  FILE* stream = fopen(file, "r");
  ck_assert_ptr_nonnull(stream);
  static char text[100000];
  text[fread(text, 1, sizeof text - 1, stream)] = '\0';
  fclose(stream);
  ck_assert_ptr_nonnull(strstr(text, "Experiment small"));
  ck_assert_ptr_nonnull(strstr(text, "edges checked INTEGER"));
  ck_assert_ptr_nonnull(strstr(text, "3 runs per planner"));
}

EP_TEST(works_ompl_benchmark_runs_and_logs)
{
  trial made;
  make_flat_trial(&made);
  char folder[] = "/tmp/ep_benchmark_XXXXXX";
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0); // OMPL likes to write where it stands
  events all = {&made, 0, 0, 0};
  ep_ompl_benchmark_config config = ep_ompl_benchmark_default();
  config.name = "small";
  config.seconds = 5.0;
  config.runs = 3;
  config.user = &all;
  config.before = before_run;
  config.after = after_run;
  ep_ompl_benchmark* benchmark = NULL;
  expect_ok(ep_ompl_benchmark_create(made.problem, &config, &benchmark, &error));
  expect_refused(ep_ompl_benchmark_run(benchmark, &error), "no planner");
  ep_ompl_planner* planners[2] = {make_planner(&made, "RRT"), make_planner(&made, "RRTConnect")};
  for (int i = 0; i < 2; ++i)
  {
    expect_ok(ep_ompl_benchmark_add(benchmark, planners[i], &error));
  }
  ep_ompl_run run;
  expect_refused(ep_ompl_benchmark_result(benchmark, 0, 0, &run, &error), "has not run");
  expect_refused(ep_ompl_benchmark_save(benchmark, "x.log", &error), "has not run");
  run_silently(benchmark);
  ck_assert(all.before == 6 && all.after == 6);
  for (int32_t i = 0; i < 6; ++i)
  {
    expect_ok(ep_ompl_benchmark_result(benchmark, i / 3, i % 3, &run, &error));
    ck_assert_int_eq(run.status, EP_OMPL_EXACT);
    ck_assert_int_eq(run.solved, 1);
    ck_assert(run.seconds >= 0.0 && run.seconds < 6.0 && run.length > 0.8);
    ck_assert_int_gt(
        atoi(ep_ompl_benchmark_property(benchmark, i / 3, i % 3, "edges checked INTEGER")), 0);
  }
  ck_assert_int_eq(atoi(ep_ompl_benchmark_property(benchmark, 1, 2, "edges checked INTEGER")),
                   (int)all.motions);
  ck_assert_ptr_null(ep_ompl_benchmark_property(benchmark, 1, 2, "no such REAL"));
  ck_assert_ptr_null(ep_ompl_benchmark_property(benchmark, 2, 0, "time REAL"));
  expect_refused(ep_ompl_benchmark_result(benchmark, 2, 0, &run, &error), "no planner 2");
  expect_refused(ep_ompl_benchmark_result(benchmark, 0, 3, &run, &error), "no run 3");
  expect_ok(ep_ompl_benchmark_save(benchmark, "x.log", &error));
  expect_log("x.log");
  expect_refused(ep_ompl_benchmark_save(benchmark, "/nonexistent/x.log", &error),
                 "'/nonexistent/x.log'");
  ep_ompl_benchmark_destroy(benchmark);
  ep_ompl_planner_destroy(planners[0]);
  ep_ompl_planner_destroy(planners[1]);
  ck_assert_int_eq(unlink("x.log"), 0);
  ck_assert_int_eq(chdir("/"), 0);
  ck_assert_int_eq(rmdir(folder), 0); // nothing else was written
  end_trial(&made);
}

EP_TEST(robust_ompl_bad_benchmarks_are_refused)
{
  trial made;
  make_flat_trial(&made);
  ep_ompl_benchmark* benchmark = NULL;
  ep_ompl_benchmark_config config = ep_ompl_benchmark_default();
  config.seconds = NAN;
  expect_refused(ep_ompl_benchmark_create(made.problem, &config, &benchmark, &error), "nan");
  config = ep_ompl_benchmark_default();
  config.runs = 0;
  expect_refused(ep_ompl_benchmark_create(made.problem, &config, &benchmark, &error), "0 runs");
  config.struct_size = 1;
  expect_refused(ep_ompl_benchmark_create(made.problem, &config, &benchmark, &error),
                 "struct_size");
  ep_ompl_problem_clear_starts(made.problem);
  expect_refused(ep_ompl_benchmark_create(made.problem, NULL, &benchmark, &error), "no start");
  ck_assert_ptr_null(benchmark);
  end_trial(&made);
}
