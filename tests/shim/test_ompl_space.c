/// @file test_ompl_space.c
/// Spaces of OMPL from C: how states are laid out, and which are refused.
#define _POSIX_C_SOURCE 200809L // dup, fileno
#include "ompl_tools.h"

#include "edgeproof/shim/ompl_process.h"

#include <unistd.h>

static ep_ompl_space* make_kind(ep_ompl_kind kind, const char* name, int32_t bound_count)
{
  static const double lower[4] = {-1.0, -2.0, -3.0, -4.0};
  static const double upper[4] = {2.0, 3.0, 4.0, 5.0};
  ep_ompl_space_config config = ep_ompl_space_default(kind);
  config.name = name;
  config.bound_count = bound_count;
  config.lower = lower;
  config.upper = upper;
  ep_ompl_space* space = NULL;
  expect_ok(ep_ompl_space_create(&config, &space, &error));
  return space;
}

static ep_ompl_space* make_pair(const char* name, ep_ompl_space* a, ep_ompl_space* b,
                                const double* weights)
{
  ep_ompl_space* const parts[2] = {a, b};
  ep_ompl_space_config config = ep_ompl_space_default(EP_OMPL_COMPOUND);
  config.name = name;
  config.part_count = 2;
  config.parts = parts;
  config.weights = weights;
  ep_ompl_space* space = NULL;
  expect_ok(ep_ompl_space_create(&config, &space, &error));
  return space;
}

static double distance_of(const ep_ompl_space* space, const double* a, const double* b)
{
  double distance = NAN;
  expect_ok(ep_ompl_space_distance(space, a, b, &distance, &error));
  return distance;
}

EP_TEST(works_ompl_spaces_have_their_sizes)
{
  static const struct
  {
    ep_ompl_kind kind;
    int32_t bounds, size, dimension;
  } cases[] = {{EP_OMPL_REAL_VECTOR, 4, 4, 4},
               {EP_OMPL_SO2, 0, 1, 1},
               {EP_OMPL_SO3, 0, 4, 3},
               {EP_OMPL_SE2, 2, 3, 3},
               {EP_OMPL_SE3, 3, 7, 6}};
  for (size_t i = 0; i < COUNT(cases); ++i)
  {
    ep_ompl_space* space = make_kind(cases[i].kind, "s", cases[i].bounds);
    ck_assert_int_eq(ep_ompl_space_kind(space), cases[i].kind);
    ck_assert_str_eq(ep_ompl_space_name(space), "s");
    ck_assert_int_eq(ep_ompl_space_size(space), cases[i].size);
    ck_assert_int_eq(ep_ompl_space_dimension(space), cases[i].dimension);
    ck_assert(ep_ompl_space_extent(space) > 0.0);
    double q[7];
    for (int k = 0; k < 50; ++k)
    {
      expect_ok(ep_ompl_space_sample(space, q, &error));
      ck_assert_int_eq(ep_ompl_space_satisfies_bounds(space, q), 1);
    }
    ep_ompl_space_destroy(space);
  }
  ep_ompl_space_destroy(NULL);
}

/// SE3, then SE2, then a vector: each value is where the header says, seen through interpolation.
EP_TEST(works_ompl_states_are_flat_and_in_order)
{
  ep_ompl_space* se3 = make_kind(EP_OMPL_SE3, "body", 3);
  ep_ompl_space* se2 = make_kind(EP_OMPL_SE2, "base", 2);
  ep_ompl_space* inner = make_pair("inner", se3, se2, NULL);
  ep_ompl_space* arm = make_kind(EP_OMPL_REAL_VECTOR, "arm", 4);
  ep_ompl_space* space = make_pair("all", inner, arm, NULL);
  ep_ompl_space_destroy(se3);
  ep_ompl_space_destroy(se2);
  ep_ompl_space_destroy(inner);
  ep_ompl_space_destroy(arm);
  ck_assert_int_eq(ep_ompl_space_size(space), 7 + 3 + 4);
  const double c = cos(PI / 4.0);
  const double a[14] = {0, 0, 0, 0, 0, 0, 1, 0, 0, 3.0, 0, 0, 0, 0};
  const double b[14] = {1, 2, 3, 0, 0, c, c, -1, -2, -3.0, 1, 2, 3, 4};
  double q[14];
  expect_ok(ep_ompl_space_interpolate(space, a, b, 0.5, q, &error));
  const double expected[14] = {0.5,  1,    1.5, 0,   0, sin(PI / 8.0), cos(PI / 8.0),
                               -0.5, -1.0, -PI, 0.5, 1, 1.5,           2};
  q[9] = -fabs(q[9]); // pi or -pi, one angle
  for (int i = 0; i < 14; ++i)
  {
    ck_assert_msg(fabs(q[i] - expected[i]) < 1e-12, "value %d: %g", i, q[i]);
  }
  expect_ok(ep_ompl_space_interpolate(space, a, b, 1.0, q, &error));
  ck_assert(memcmp(q, b, sizeof q) == 0);
  ep_ompl_space_destroy(space);
}

EP_TEST(works_ompl_weights_count_in_distances)
{
  ep_ompl_space* angle = make_kind(EP_OMPL_SO2, "angle", 0);
  ep_ompl_space* line = make_kind(EP_OMPL_REAL_VECTOR, "line", 1);
  static const double weights[2] = {0.5, 3.0};
  ep_ompl_space* space = make_pair("both", angle, line, weights);
  const double a[2] = {3.0, 0.0};
  const double b[2] = {-3.0, 1.5};
  ck_assert_double_eq_tol(distance_of(space, a, b), 0.5 * (2.0 * PI - 6.0) + 3.0 * 1.5, 1e-12);
  ck_assert_double_eq_tol(distance_of(angle, a, b), 2.0 * PI - 6.0, 1e-12);
  ep_ompl_space_destroy(space);
  ep_ompl_space_destroy(line);
  ep_ompl_space_destroy(angle);
}

/// What OMPL would end the process on.
EP_TEST(robust_ompl_unusable_states_are_refused)
{
  ep_ompl_space* space = make_kind(EP_OMPL_SE3, "body", 3);
  ep_ompl_space* angle = make_kind(EP_OMPL_SO2, "angle", 0);
  const double good[7] = {0, 0, 0, 0, 0, 0, 1};
  double distance = 0.0;
  double bad[7];
  for (int i = 0; i < 7; ++i)
  {
    memcpy(bad, good, sizeof bad);
    bad[i] = i % 2 ? NAN : INFINITY;
    expect_refused(ep_ompl_space_distance(space, good, bad, &distance, &error),
                   "the second state: value");
    ck_assert(isnan(distance));
    ck_assert_int_eq(ep_ompl_space_satisfies_bounds(space, bad), 0);
    expect_refused(ep_ompl_space_enforce_bounds(space, bad, &error), "value");
  }
  memcpy(bad, good, sizeof bad);
  bad[6] = 1.1;
  expect_refused(ep_ompl_space_distance(space, bad, good, &distance, &error),
                 "the first state: value 3");
  expect_ok(ep_ompl_space_enforce_bounds(space, bad, &error));
  ck_assert_double_eq(bad[6], 1.0);
  static const double angles[] = {PI, -PI - 1e-9, 100.0, NAN};
  const double zero = 0.0;
  for (size_t i = 0; i < COUNT(angles); ++i)
  {
    double q = angles[i];
    expect_refused(ep_ompl_space_interpolate(angle, &zero, &q, 0.5, &q, &error), "'angle'");
  }
  double q = 100.0;
  expect_ok(ep_ompl_space_enforce_bounds(angle, &q, &error));
  ck_assert_double_eq_tol(q, 100.0 - 32.0 * PI, 1e-12);
  expect_refused(ep_ompl_space_interpolate(angle, &zero, &zero, 1.5, &q, &error), "t = 1.5");
  expect_refused(ep_ompl_space_interpolate(angle, &zero, &zero, NAN, &q, &error), "t = nan");
  const double outside[7] = {2.1, 0, 0, 0, 0, 0, 1};
  ck_assert_int_eq(ep_ompl_space_satisfies_bounds(space, outside), 0);
  ck_assert_int_eq(ep_ompl_space_satisfies_bounds(space, good), 1);
  ep_ompl_space_destroy(angle);
  ep_ompl_space_destroy(space);
}

static void expect_config_refused(const ep_ompl_space_config* config, const char* words)
{
  ep_ompl_space* space = (ep_ompl_space*)&error;
  expect_refused(ep_ompl_space_create(config, &space, &error), words);
  ck_assert_ptr_null(space);
}

EP_TEST(robust_ompl_bad_spaces_are_refused)
{
  static const double bad_bounds[][2] = {{NAN, 1}, {0, NAN},   {-INFINITY, 1}, {0, INFINITY},
                                         {1, 0},   {0.5, 0.5}, {-1e308, 1e308}};
  ep_ompl_space_config config;
  for (size_t i = 0; i < COUNT(bad_bounds); ++i)
  {
    config = ep_ompl_space_default(EP_OMPL_REAL_VECTOR);
    config.bound_count = 1;
    config.lower = &bad_bounds[i][0];
    config.upper = &bad_bounds[i][1];
    expect_config_refused(&config, "bounds");
  }
  static const int32_t counts[] = {0, -1, EP_OMPL_SIZE_MAX + 1};
  for (size_t i = 0; i < COUNT(counts); ++i)
  {
    config.bound_count = counts[i];
    expect_config_refused(&config, "bound_count");
  }
  config.bound_count = 1;
  config.lower = NULL;
  expect_config_refused(&config, "NULL");
  config = ep_ompl_space_default(EP_OMPL_SE2);
  config.bound_count = 3;
  expect_config_refused(&config, "bound_count is 3, not 2");
  config = ep_ompl_space_default(EP_OMPL_SO2);
  config.resolution = 0.0;
  expect_config_refused(&config, "resolution 0");
  config.resolution = 1.0;
  expect_config_refused(&config, "resolution 1 is not in [1e-9, 0.999]");
  config.resolution = NAN;
  expect_config_refused(&config, "resolution nan");
  config = ep_ompl_space_default(EP_OMPL_SO2);
  config.name = "";
  expect_config_refused(&config, "name is empty");
  config = ep_ompl_space_default((ep_ompl_kind)17);
  expect_config_refused(&config, "17");
  config.struct_size = 0;
  expect_config_refused(&config, "struct_size");
  expect_config_refused(NULL, "no config");
}

EP_TEST(robust_ompl_bad_compounds_are_refused)
{
  ep_ompl_space* a = make_kind(EP_OMPL_SO2, "a", 0);
  ep_ompl_space* const twice[2] = {a, a};
  ep_ompl_space* const missing[2] = {a, NULL};
  ep_ompl_space_config config = ep_ompl_space_default(EP_OMPL_COMPOUND);
  expect_config_refused(&config, "needs parts");
  config.part_count = 2;
  config.parts = twice;
  expect_config_refused(&config, "two parts have the name 'a'");
  config.parts = missing;
  expect_config_refused(&config, "part 1 is NULL");
  static const double weights[] = {0.0, -1.0, NAN, INFINITY};
  for (size_t i = 0; i < COUNT(weights); ++i)
  {
    config.part_count = 1;
    config.weights = &weights[i];
    expect_config_refused(&config, "part 'a': weight");
  }
  static const int32_t wrong[][2] = {{0, 0}, {1, 0}, {-1, 0}};
  ck_assert_int_eq(ep_ompl_space_set_projection(a, wrong[0], 1, &error), EP_SHIM_OK);
  expect_refused(ep_ompl_space_set_projection(a, wrong[0], 2, &error), "twice");
  expect_refused(ep_ompl_space_set_projection(a, wrong[1], 1, &error), "value 1");
  expect_refused(ep_ompl_space_set_projection(a, wrong[2], 1, &error), "value -1");
  expect_refused(ep_ompl_space_set_projection(a, wrong[0], 0, &error), "0 values");
  ep_ompl_space_destroy(a);
}

/// Two processes must agree, so a name that OMPL made up is not in it.
EP_TEST(same_ompl_signatures_tell_spaces_apart)
{
  ep_ompl_space* a = make_vector(NULL, 2, zeros, ones);
  ep_ompl_space* b = make_vector(NULL, 2, zeros, ones);
  const double almost[2] = {1.0, nextafter(1.0, 2.0)};
  ep_ompl_space* c = make_vector(NULL, 2, zeros, almost);
  ep_ompl_space* d = make_vector("d", 2, zeros, ones);
  ck_assert_str_ne(ep_ompl_space_name(a), ep_ompl_space_name(b));
  ck_assert_str_eq(ep_ompl_space_signature(a), ep_ompl_space_signature(b));
  ck_assert_str_ne(ep_ompl_space_signature(a), ep_ompl_space_signature(c));
  ck_assert_str_ne(ep_ompl_space_signature(a), ep_ompl_space_signature(d));
  static const double weights[2] = {1.0, 2.0};
  ep_ompl_space* e = make_pair("p", c, d, NULL);
  ep_ompl_space* f = make_pair("p", c, d, weights);
  ck_assert_str_ne(ep_ompl_space_signature(e), ep_ompl_space_signature(f));
  ep_ompl_space* const all[] = {a, b, c, d, e, f};
  for (size_t i = 0; i < COUNT(all); ++i)
  {
    ep_ompl_space_destroy(all[i]);
  }
}

// --- The process ---

EP_TEST(same_ompl_seed_same_path)
{
  double lengths[3];
  static const uint32_t seeds[3] = {7, 8, 7};
  for (int i = 0; i < 3; ++i)
  {
    expect_ok(ep_ompl_seed(seeds[i], &error));
    trial made;
    make_flat_trial(&made);
    ep_ompl_planner* planner = make_planner(&made, "RRTConnect");
    ep_ompl_limits limits = ep_ompl_limits_default();
    limits.seconds = INFINITY;
    ep_ompl_outcome outcome;
    expect_ok(ep_ompl_planner_solve(planner, &limits, &outcome, &error));
    lengths[i] = expect_good_path(&made, 1);
    ep_ompl_planner_destroy(planner);
    end_trial(&made);
  }
  ck_assert(lengths[0] == lengths[2]);
  ck_assert(lengths[0] != lengths[1]);
  expect_refused(ep_ompl_seed(0, &error), "seed 0");
}

typedef struct lines
{
  int count;
  int errors;
} lines;

static void count_lines(ep_ompl_log_level level, const char* text, void* user)
{
  lines* all = user;
  all->count++;
  all->errors += level == EP_OMPL_LOG_ERROR;
  ck_assert_ptr_nonnull(text);
}

/// Whatever is written to stdout and stderr lands in a file, which must stay empty.
EP_TEST(robust_ompl_messages_go_to_the_callback_only)
{
  fflush(stdout);
  fflush(stderr);
  FILE* out = tmpfile();
  ck_assert_ptr_nonnull(out);
  const int kept_out = dup(1);
  const int kept_err = dup(2);
  dup2(fileno(out), 1);
  dup2(fileno(out), 2);

  lines all = {0, 0};
  trial made;
  make_flat_trial(&made);
  ep_ompl_planner* planner = make_planner(&made, "BITstar");
  ep_ompl_outcome outcome;
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = 0.05;
  const ep_shim_result silent = ep_ompl_planner_solve(planner, &limits, &outcome, &error);
  ep_ompl_log(EP_OMPL_LOG_DEBUG, count_lines, &all);
  ep_ompl_planner_clear(planner, NULL);
  const ep_shim_result loud = ep_ompl_planner_solve(planner, &limits, &outcome, &error);
  const ep_shim_result seeded = ep_ompl_seed(3, &error);
  const int heard = all.count;
  ep_ompl_log(EP_OMPL_LOG_NONE, count_lines, &all);
  ep_ompl_planner_clear(planner, NULL);
  const ep_shim_result silent_again = ep_ompl_planner_solve(planner, &limits, &outcome, &error);

  fflush(stdout);
  dup2(kept_out, 1);
  dup2(kept_err, 2);
  fseek(out, 0, SEEK_END);
  ck_assert_int_eq(ftell(out), 0);
  ck_assert(silent == EP_SHIM_OK && loud == EP_SHIM_OK && silent_again == EP_SHIM_OK);
  ck_assert_int_eq(seeded, EP_SHIM_OK);
  ck_assert_int_gt(heard, 0);
  ck_assert_int_eq(all.count, heard);
  ck_assert_int_eq(all.errors, 0); // not even that the seed comes too late
  fclose(out);
  ep_ompl_planner_destroy(planner);
  end_trial(&made);
}
