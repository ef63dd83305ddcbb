/// @file test_ompl_information.c
/// Validators of the caller's: both forms of the question, by OMPL's contract, from any thread.
#include "ompl_tools.h"

#include <pthread.h>
#include <time.h>

static double seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// Answers as it is told, and remembers what it was asked.
typedef struct puppet
{
  int answer;
  double t;
  double state[2];
  int write_state;
  double a[2];
  double b[2];
  int asked_first;
  int asked_prefix;
} puppet;

static int puppet_state(const double* q, void* user)
{
  puppet* self = user;
  memcpy(self->a, q, sizeof self->a);
  return self->answer;
}

static int puppet_motion(const double* a, const double* b, void* user)
{
  puppet* self = user;
  memcpy(self->a, a, sizeof self->a);
  memcpy(self->b, b, sizeof self->b);
  self->asked_first++;
  return self->answer;
}

static int puppet_prefix(const double* a, const double* b, double* t, double* state, void* user)
{
  puppet* self = user;
  puppet_motion(a, b, user);
  self->asked_first--;
  self->asked_prefix++;
  *t = self->t;
  if (self->write_state)
  {
    memcpy(state, self->state, sizeof self->state);
  }
  return self->answer;
}

static ep_ompl_information* make_puppet(ep_ompl_space* space, puppet* self, int has_prefix)
{
  ep_ompl_validator validator = ep_ompl_validator_default();
  validator.user = self;
  validator.state_valid = puppet_state;
  validator.motion_valid = puppet_motion;
  validator.motion_prefix = has_prefix ? puppet_prefix : NULL;
  ep_ompl_information* information = NULL;
  expect_ok(ep_ompl_information_create(space, &validator, &information, &error));
  ck_assert_int_eq(ep_ompl_information_size(information), 2);
  return information;
}

static const double from[2] = {0.1, 0.2};
static const double to[2] = {0.5, 0.6};

EP_TEST(works_ompl_validators_are_asked_with_flat_states)
{
  ep_ompl_space* space = make_vector("plane", 2, zeros, ones);
  puppet self = {.answer = 1};
  ep_ompl_information* information = make_puppet(space, &self, 1);
  ep_ompl_space_destroy(space); // the information keeps what it needs
  int valid = 0;
  expect_ok(ep_ompl_state_valid(information, to, &valid, &error));
  ck_assert(valid == 1 && memcmp(self.a, to, sizeof to) == 0);
  expect_ok(ep_ompl_motion_valid(information, from, to, &valid, &error));
  ck_assert(valid == 1 && self.asked_first == 1 && self.asked_prefix == 0);
  ck_assert(memcmp(self.a, from, sizeof from) == 0 && memcmp(self.b, to, sizeof to) == 0);
  const double bad[2] = {NAN, 0.0};
  expect_refused(ep_ompl_motion_valid(information, from, bad, &valid, &error), "the second state");
  ck_assert_int_eq(valid, 0);
  expect_refused(ep_ompl_state_valid(information, bad, &valid, &error), "value 0");
  ck_assert_int_eq(self.asked_first, 1);
  ep_ompl_information_destroy(information);
}

/// An answer that is neither 0 nor 1, such as an error code, is no permission.
EP_TEST(sound_ompl_only_one_means_valid)
{
  ep_ompl_space* space = make_vector("plane", 2, zeros, ones);
  static const int answers[] = {0, -1, 2, 1 << 30, 256};
  for (size_t i = 0; i < COUNT(answers); ++i)
  {
    puppet self = {.answer = answers[i]};
    ep_ompl_information* information = make_puppet(space, &self, 1);
    int valid = 1;
    double t = 0.0;
    expect_ok(ep_ompl_state_valid(information, to, &valid, &error));
    ck_assert_int_eq(valid, 0);
    expect_ok(ep_ompl_motion_valid(information, from, to, &valid, &error));
    ck_assert_int_eq(valid, 0);
    expect_ok(ep_ompl_motion_prefix(information, from, to, &valid, &t, NULL, &error));
    ck_assert_int_eq(valid, 0);
    ep_ompl_information_destroy(information);
  }
  ep_ompl_space_destroy(space);
}

EP_TEST(works_ompl_prefixes_keep_the_contract)
{
  ep_ompl_space* space = make_vector("plane", 2, zeros, ones);
  static const struct
  {
    double t;
    int write_state;
    double state[2];
    double expected_t;
    double expected[2];
  } cases[] = {
      {0.5, 1, {0.31, 0.41}, 0.5, {0.31, 0.41}}, // the state that was written
      {0.5, 0, {0, 0}, 0.5, {0.3, 0.4}},         // interpolated
      {0.5, 1, {NAN, 0.4}, 0.5, {0.3, 0.4}},     // no state
      {0.0, 1, {0.31, 0.41}, 0.0, {0.1, 0.2}},   // at 0 it is the first
      {1.0, 1, {0.5, 0.6}, 0.0, {0.1, 0.2}},     // 1 is not allowed
      {-0.5, 0, {0, 0}, 0.0, {0.1, 0.2}},        {7.0, 0, {0, 0}, 0.0, {0.1, 0.2}},
      {NAN, 0, {0, 0}, 0.0, {0.1, 0.2}},
  };
  for (size_t i = 0; i < COUNT(cases); ++i)
  {
    puppet self = {.t = cases[i].t, .write_state = cases[i].write_state};
    memcpy(self.state, cases[i].state, sizeof self.state);
    ep_ompl_information* information = make_puppet(space, &self, 1);
    for (int alias = 0; alias < 3; ++alias)
    {
      double b[2] = {to[0], to[1]};
      double other[2] = {9.0, 9.0};
      double* state = alias == 0 ? NULL : alias == 1 ? other : b;
      double t = 9.0;
      int valid = 1;
      expect_ok(ep_ompl_motion_prefix(information, from, b, &valid, &t, state, &error));
      ck_assert_int_eq(valid, 0);
      ck_assert_double_eq(t, cases[i].expected_t);
      for (int k = 0; k < 2 && state != NULL; ++k)
      {
        ck_assert_double_eq_tol(state[k], cases[i].expected[k], 1e-15);
      }
    }
    ep_ompl_information_destroy(information);
  }
  ep_ompl_space_destroy(space);
}

EP_TEST(works_ompl_valid_prefixes_change_nothing)
{
  ep_ompl_space* space = make_vector("plane", 2, zeros, ones);
  puppet self = {.answer = 1, .t = 0.25, .write_state = 1, .state = {0.3, 0.3}};
  for (int has_prefix = 0; has_prefix < 2; ++has_prefix)
  {
    ep_ompl_information* information = make_puppet(space, &self, has_prefix);
    double t = 9.0;
    double state[2] = {8.0, 7.0};
    int valid = 0;
    self.answer = 1;
    expect_ok(ep_ompl_motion_prefix(information, from, to, &valid, &t, state, &error));
    ck_assert(valid == 1 && t == 9.0 && state[0] == 8.0 && state[1] == 7.0);
    self.answer = 0;
    expect_ok(ep_ompl_motion_prefix(information, from, to, &valid, &t, state, &error));
    ck_assert(valid == 0 && t == (has_prefix ? 0.25 : 0.0));
    ck_assert(state[0] == (has_prefix ? 0.3 : 0.1));
    ep_ompl_information_destroy(information);
  }
  ep_ompl_space_destroy(space);
}

/// OMPL's discrete validator in steps of 0.005: it sees the wall, and a sliver between two steps
/// not.
static int sliver(const double* q, void* user)
{
  const double* at = user;
  return !(q[0] >= at[0] && q[0] <= at[1]);
}

EP_TEST(works_ompl_discrete_validator_can_stay)
{
  ep_ompl_space* space = make_vector("plane", 2, zeros, ones);
  static double walls[2][2] = {{0.3, 0.4}, {0.30002, 0.30003}};
  for (int i = 0; i < 2; ++i)
  {
    ep_ompl_validator validator = ep_ompl_validator_default();
    validator.user = walls[i];
    validator.state_valid = sliver;
    ep_ompl_information* information = NULL;
    expect_ok(ep_ompl_information_create(space, &validator, &information, &error));
    int valid = -1;
    double t = 9.0;
    double state[2] = {9.0, 9.0};
    expect_ok(ep_ompl_motion_prefix(information, from, to, &valid, &t, state, &error));
    ck_assert_int_eq(valid, i);
    if (i == 0)
    {
      ck_assert(t > 0.45 && t < 0.5);
      ck_assert_double_eq_tol(state[0], 0.1 + 0.4 * t, 1e-12);
    }
    uint32_t counts[2];
    ep_ompl_motion_counts(information, &counts[0], &counts[1]);
    ck_assert(counts[0] == (uint32_t)i && counts[1] == 1 - (uint32_t)i);
    ep_ompl_information_destroy(information);
  }
  ep_ompl_space_destroy(space);
}

EP_TEST(robust_ompl_incomplete_validators_are_refused)
{
  ep_ompl_space* space = make_vector("plane", 2, zeros, ones);
  ep_ompl_information* information = (ep_ompl_information*)space;
  ep_ompl_validator validator = ep_ompl_validator_default();
  expect_refused(ep_ompl_information_create(space, &validator, &information, &error),
                 "no state_valid");
  ck_assert_ptr_null(information);
  validator.state_valid = puppet_state;
  validator.motion_prefix = puppet_prefix;
  expect_refused(ep_ompl_information_create(space, &validator, &information, &error),
                 "no motion_valid");
  validator.struct_size--;
  expect_refused(ep_ompl_information_create(space, &validator, &information, &error),
                 "struct_size");
  expect_ok(ep_ompl_information_create(space, NULL, &information, &error));
  int valid = 1;
  expect_refused(ep_ompl_state_valid(information, from, &valid, &error), "no validator");
  ck_assert_int_eq(valid, 0);
  ep_ompl_information_destroy(information);
  ep_ompl_space_destroy(space);
}

// --- Threads ---

enum
{
  THREADS = 4,
  QUESTIONS = 5000
};

static atomic_int asked_so_far;

static int every_third(const double* a, const double* b, void* user)
{
  (void)a;
  (void)user;
  return atomic_fetch_add(&asked_so_far, 1) % 3 != 0 && b != NULL;
}

static void* ask_often(void* user)
{
  for (int i = 0; i < QUESTIONS; ++i)
  {
    int valid;
    double t;
    ep_shim_error mine;
    if (i % 2)
    {
      ep_ompl_motion_valid(user, from, to, &valid, &mine);
    }
    else
    {
      ep_ompl_motion_prefix(user, from, to, &valid, &t, NULL, &mine);
    }
  }
  return NULL;
}

/// OMPL's own counters lose some.
EP_TEST(works_ompl_counts_are_exact_under_threads)
{
  ep_ompl_space* space = make_vector("plane", 2, zeros, ones);
  for (int discrete = 0; discrete < 2; ++discrete)
  {
    static double nowhere[2] = {3.0, 4.0};
    asked_so_far = 0;
    ep_ompl_validator validator = ep_ompl_validator_default();
    validator.user = nowhere;
    validator.state_valid = sliver;
    validator.motion_valid = discrete ? NULL : every_third;
    ep_ompl_information* information = NULL;
    expect_ok(ep_ompl_information_create(space, &validator, &information, &error));
    const double begin = seconds_now();
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; ++i)
    {
      ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_often, information), 0);
    }
    for (int i = 0; i < THREADS; ++i)
    {
      ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    }
    uint32_t valid = 0;
    uint32_t invalid = 0;
    ep_ompl_motion_counts(information, &valid, &invalid);
    ck_assert_int_eq(valid + invalid, THREADS * QUESTIONS);
    ck_assert_int_eq(invalid, discrete ? 0 : (THREADS * QUESTIONS + 2) / 3);
    // Somebody's time for each question, and no more than all threads had.
    ck_assert_double_gt(ep_ompl_motion_seconds(information), 1e-9 * THREADS * QUESTIONS);
    ck_assert_double_le(ep_ompl_motion_seconds(information), THREADS * (seconds_now() - begin));
    ep_ompl_motion_counts_reset(information);
    ep_ompl_motion_counts(information, &valid, &invalid);
    ck_assert(valid == 0 && invalid == 0 && ep_ompl_motion_seconds(information) == 0.0);
    ep_ompl_information_destroy(information);
  }
  ep_ompl_space_destroy(space);
}
