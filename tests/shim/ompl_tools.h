/// @file ompl_tools.h
/// What the tests of the OMPL shim share: two small problems with a wall that has a gap, and
/// handles for them.
///
/// `flat` is a point in the unit square. `turning` is a rod's angle and its middle, in the same
/// square: it must lie across the gap to pass. Weights 0.3 and 1.
#ifndef EP_TEST_OMPL_TOOLS_H
#define EP_TEST_OMPL_TOOLS_H

#include "ep_test.h"

#include "edgeproof/shim/ompl_path.h"
#include "edgeproof/shim/ompl_planner.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define PI          3.14159265358979323846

static ep_shim_error error;

static inline void expect_ok_at(ep_shim_result result, int line)
{
  ck_assert_msg(result == EP_SHIM_OK, "line %d: result %d: %s", line, (int)result, error.message);
  ck_assert_int_eq(error.result, EP_SHIM_OK);
  ck_assert_str_eq(error.message, "");
}
#define expect_ok(call) expect_ok_at(call, __LINE__)

static inline void expect_refused_at(ep_shim_result result, const char* words, int line)
{
  ck_assert_msg(result == EP_SHIM_REFUSED && error.result == EP_SHIM_REFUSED,
                "line %d: result %d instead of a refusal with '%s'", line, (int)result, words);
  ck_assert_msg(strstr(error.message, words) != NULL, "line %d: '%s' is not in '%s'", line, words,
                error.message);
}
#define expect_refused(call, words) expect_refused_at(call, words, __LINE__)

/// The wall stands at 0.45 < x < 0.55, but for 0.7 < y < 0.85. `shrink` makes it thinner.
static inline int point_is_free(double x, double y, double shrink)
{
  return !(x >= 0.45 + shrink && x <= 0.55 - shrink && (y <= 0.7 - shrink || y >= 0.85 + shrink));
}

typedef struct asked
{
  atomic_llong states;
  atomic_llong motions;
} asked;

static inline int flat_state_is_free(const double* q, double shrink)
{
  return point_is_free(q[0], q[1], shrink);
}

static inline int turning_state_is_free(const double* q, double shrink)
{
  for (int i = -2; i <= 2; ++i)
  {
    const double s = 0.06 * i;
    if (!point_is_free(q[1] + s * cos(q[0]), q[2] + s * sin(q[0]), shrink))
    {
      return 0;
    }
  }
  return 1;
}

static inline int flat_state(const double* q, void* user)
{
  atomic_fetch_add(&((asked*)user)->states, 1);
  return flat_state_is_free(q, 0.0);
}

static inline int turning_state(const double* q, void* user)
{
  atomic_fetch_add(&((asked*)user)->states, 1);
  return turning_state_is_free(q, 0.0);
}

static inline double flat_clearance(const double* q, void* user)
{
  (void)user;
  return fmax(0.0, fabs(q[0] - 0.5) - 0.05) + 0.01;
}

/// When a motion first meets the wall, 2 if never: exact up to rounding, so that parts of a free
/// motion are free.
static inline double flat_hit(const double* a, const double* b)
{
  const double dx = b[0] - a[0];
  const double dy = b[1] - a[1];
  double begin = 0.0;
  double end = 1.0;
  if (dx != 0.0)
  {
    const double s = (0.45 - a[0]) / dx;
    const double e = (0.55 - a[0]) / dx;
    begin = fmax(begin, fmin(s, e));
    end = fmin(end, fmax(s, e));
  }
  else if (a[0] < 0.45 || a[0] > 0.55)
  {
    return 2.0;
  }
  if (begin > end)
  {
    return 2.0;
  }
  const double y = a[1] + begin * dy;
  if (y <= 0.7 || y >= 0.85)
  {
    return begin;
  }
  const double leaves = dy == 0.0 ? 2.0 : ((dy > 0.0 ? 0.85 : 0.7) - a[1]) / dy;
  return leaves <= end ? leaves : 2.0;
}

/// *t is a little before the wall.
static inline int flat_prefix(const double* a, const double* b, double* t, double* q, void* user)
{
  atomic_fetch_add(&((asked*)user)->motions, 1);
  const double hit = flat_hit(a, b);
  if (hit > 1.0)
  {
    return 1;
  }
  *t = 0.99 * hit;
  q[0] = a[0] + *t * (b[0] - a[0]);
  q[1] = a[1] + *t * (b[1] - a[1]);
  return 0;
}

static inline int flat_motion(const double* a, const double* b, void* user)
{
  double t;
  double q[2];
  return flat_prefix(a, b, &t, q, user);
}

typedef struct trial
{
  asked asked;
  int32_t size;
  ep_ompl_space* space;
  ep_ompl_information* information;
  ep_ompl_problem* problem;
  const double* start;
  const double* goal;
  int (*is_free)(const double* q, double shrink);
  int is_exact; ///< 1: part of a valid motion is valid; OMPL's own validator looks in other steps
} trial;

static inline ep_ompl_space* make_vector(const char* name, int32_t count, const double* lower,
                                         const double* upper)
{
  ep_ompl_space_config config = ep_ompl_space_default(EP_OMPL_REAL_VECTOR);
  config.name = name;
  config.bound_count = count;
  config.lower = lower;
  config.upper = upper;
  config.resolution = 0.005;
  ep_ompl_space* space = NULL;
  expect_ok(ep_ompl_space_create(&config, &space, &error));
  return space;
}

static const double zeros[3] = {0.0, 0.0, 0.0};
static const double ones[3] = {1.0, 1.0, 1.0};

static inline ep_ompl_space* make_turning(void)
{
  ep_ompl_space_config config = ep_ompl_space_default(EP_OMPL_SO2);
  config.name = "angle";
  ep_ompl_space* parts[2] = {NULL, make_vector("middle", 2, zeros, ones)};
  expect_ok(ep_ompl_space_create(&config, &parts[0], &error));
  static const double weights[2] = {0.3, 1.0};
  config = ep_ompl_space_default(EP_OMPL_COMPOUND);
  config.name = "rod";
  config.part_count = 2;
  config.parts = parts;
  config.weights = weights;
  config.resolution = 0.005;
  ep_ompl_space* space = NULL;
  expect_ok(ep_ompl_space_create(&config, &space, &error));
  ep_ompl_space_destroy(parts[0]);
  ep_ompl_space_destroy(parts[1]);
  return space;
}

static inline void finish_trial(trial* made, const ep_ompl_validator* validator)
{
  made->size = ep_ompl_space_size(made->space);
  expect_ok(ep_ompl_information_create(made->space, validator, &made->information, &error));
  expect_ok(ep_ompl_problem_create(made->information, &made->problem, &error));
  expect_ok(ep_ompl_problem_add_start(made->problem, made->start, &error));
  expect_ok(ep_ompl_problem_set_goal(made->problem, made->goal, 1, &error));
}

static inline void make_flat_trial(trial* made)
{
  static const double start[2] = {0.1, 0.2};
  static const double goal[2] = {0.9, 0.2};
  *made = (trial){.start = start, .goal = goal, .is_free = flat_state_is_free, .is_exact = 1};
  made->space = make_vector("plane", 2, zeros, ones);
  ep_ompl_validator validator = ep_ompl_validator_default();
  validator.user = &made->asked;
  validator.state_valid = flat_state;
  validator.state_clearance = flat_clearance;
  validator.motion_valid = flat_motion;
  validator.motion_prefix = flat_prefix;
  finish_trial(made, &validator);
}

/// With OMPL's discrete validator.
static inline void make_turning_trial(trial* made)
{
  static const double start[3] = {1.5, 0.2, 0.3};
  static const double goal[3] = {-1.5, 0.8, 0.4};
  *made = (trial){.start = start, .goal = goal, .is_free = turning_state_is_free};
  made->space = make_turning();
  ep_ompl_validator validator = ep_ompl_validator_default();
  validator.user = &made->asked;
  validator.state_valid = turning_state;
  finish_trial(made, &validator);
}

static inline void end_trial(trial* made)
{
  ep_ompl_problem_destroy(made->problem);
  ep_ompl_information_destroy(made->information);
  ep_ompl_space_destroy(made->space);
}

/// Looks at the path ourselves, in small steps, with a wall that is a little thinner than the one
/// it was found with: that one was looked at in other steps.
static inline void expect_free_path(const trial* of, const double* states, int32_t count)
{
  double q[8];
  for (int32_t i = 0; i + 1 < count; ++i)
  {
    const double* a = states + (ptrdiff_t)i * of->size;
    for (int k = 0; k <= 200; ++k)
    {
      expect_ok(ep_ompl_space_interpolate(of->space, a, a + of->size, k / 200.0, q, &error));
      ck_assert_msg(of->is_free(q, 0.012), "motion %d at %g is in the wall", (int)i, k / 200.0);
    }
  }
}

/// The problem's path, checked; `ends` says whether it must end in the trial's goal. Returns its
/// length.
static inline double expect_good_path(const trial* of, int ends)
{
  ep_ompl_path* path = NULL;
  expect_ok(ep_ompl_path_of_problem(of->problem, &path, &error));
  const int32_t count = ep_ompl_path_count(path);
  ck_assert_int_ge(count, 2);
  double* states = malloc((size_t)count * (size_t)of->size * sizeof *states);
  ck_assert_ptr_nonnull(states);
  ep_ompl_path_states(path, states);
  expect_free_path(of, states, count);
  double distance = NAN;
  expect_ok(ep_ompl_space_distance(of->space, states, of->start, &distance, &error));
  ck_assert(distance < 1e-9);
  const double* last = states + (ptrdiff_t)(count - 1) * of->size;
  expect_ok(ep_ompl_space_distance(of->space, last, of->goal, &distance, &error));
  ck_assert_msg(!ends || distance < 1e-9, "the path ends %g from the goal", distance);
  ep_ompl_path_report report;
  expect_ok(ep_ompl_path_check(path, &report, &error));
  ck_assert_int_eq(report.valid, report.bad_state == -1 && report.bad_motion == -1);
  ck_assert_msg(report.valid == 1 || of->is_exact == 0, "state %d, motion %d", report.bad_state,
                report.bad_motion);
  ck_assert_int_eq(report.motions, count - 1);
  const double length = ep_ompl_path_length(path);
  free(states);
  ep_ompl_path_destroy(path);
  return length;
}

static inline ep_ompl_planner* make_planner(const trial* of, const char* name)
{
  ep_ompl_planner* planner = NULL;
  expect_ok(ep_ompl_planner_create(of->information, name, &planner, &error));
  expect_ok(ep_ompl_planner_set_problem(planner, of->problem, &error));
  return planner;
}

#endif
