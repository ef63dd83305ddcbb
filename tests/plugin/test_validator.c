/// @file test_validator.c
/// The validator: answers of the checker, from any thread; the moment to go on from; what is
/// counted.
#include "edgeproof/plugin/validator.h"
#include "ep_test.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validator_yard.h"

#define EDGES   400
#define THREADS 6

// --- Memory that is counted (the linker turns all calls to these) ---

static atomic_llong allocations;

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* block, size_t size);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* block, size_t size);

void* __wrap_malloc(size_t size)
{
  atomic_fetch_add(&allocations, 1);
  return __real_malloc(size);
}

void* __wrap_calloc(size_t count, size_t size)
{
  atomic_fetch_add(&allocations, 1);
  return __real_calloc(count, size);
}

void* __wrap_realloc(void* block, size_t size)
{
  atomic_fetch_add(&allocations, 1);
  return __real_realloc(block, size);
}

// --- A yard with a validator ---

typedef struct bench
{
  scene yard;
  ep_validator* validator;
  double q[EDGES][2][YARD_VALUES];
  ep_verdict verdicts[EDGES]; ///< of the motions, by the yard's own checker
} bench;

static bench* bench_make(double clearance, const ep_validator_options* options)
{
  bench* b = calloc(1, sizeof *b);
  ck_assert(b != NULL);
  b->yard = yard_make(clearance);
  ep_error error;
  ck_assert_msg(ep_validator_create(b->yard.world, options, &b->validator, &error) == EP_OK, "%s",
                error.message);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int free_ones = 0;
  for (int i = 0; i < EDGES; ++i)
  {
    yard_random(&rng, b->q[i][0]);
    yard_random(&rng, b->q[i][1]);
    b->verdicts[i] =
        scene_check(&b->yard, b->q[i][0], b->q[i][1], EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC).verdict;
    free_ones += b->verdicts[i] == EP_FREE ? 1 : 0;
  }
  ck_assert_int_gt(free_ones, EDGES / 10);
  ck_assert_int_lt(free_ones, EDGES - EDGES / 10);
  return b;
}

static void bench_end(bench* b)
{
  ep_validator_destroy(b->validator);
  scene_end(&b->yard);
  free(b);
}

static ep_validator_statistics statistics_of(const bench* b)
{
  ep_validator_statistics s;
  ep_validator_get_statistics(b->validator, &s);
  return s;
}

static void expect_no_error(const bench* b)
{
  ep_error error;
  ck_assert_msg(ep_validator_last_error(b->validator, &error) == EP_OK, "%s", error.message);
  ck_assert_str_eq(error.message, "");
}

// --- Answers ---

EP_TEST(same_validator_as_checker)
{
  bench* b = bench_make(0.05, NULL);
  int64_t free_states = 0;
  for (int i = 0; i < EDGES; ++i)
  {
    ep_result result;
    ck_assert_int_eq(ep_validator_motion(b->validator, b->q[i][0], b->q[i][1], &result, NULL),
                     b->verdicts[i]);
    ck_assert_int_eq(result.verdict, b->verdicts[i]);
    const ep_verdict state = scene_state(&b->yard, b->q[i][0]).verdict;
    ck_assert_int_eq(ep_validator_state(b->validator, b->q[i][0], &result, NULL), state);
    free_states += state == EP_FREE ? 1 : 0;
    ep_prefix prefix;
    ck_assert_int_eq(
        ep_validator_prefix(b->validator, b->q[i][0], b->q[i][1], NULL, NULL, &prefix, NULL, NULL),
        b->verdicts[i]);
  }
  const ep_validator_statistics s = statistics_of(b);
  ck_assert_int_eq(s.states, EDGES);
  ck_assert_int_eq(s.states_free, free_states);
  ck_assert_int_eq(s.states_undecided + s.motions_undecided + s.errors, 0);
  ck_assert_int_eq(s.motions, 2 * EDGES);
  ck_assert_int_eq(s.motions_free + s.motions_colliding, 2 * EDGES);
  ck_assert_int_gt(s.work.items, EDGES);
  ck_assert(s.state_seconds > 0.0 && s.motion_seconds > 0.0);
  ck_assert_int_eq(s.checkers, 1);
  expect_no_error(b);
  bench_end(b);
}

EP_TEST(tight_validator_clearance)
{
  scene yard = yard_make(0.0);
  ep_validator_options options = ep_validator_default();
  options.distance_limit = 0.5;
  ep_validator* validator;
  ck_assert_int_eq(ep_validator_create(yard.world, &options, &validator, NULL), EP_OK);
  // The posts are far from there.
  const double near[2] = {YARD_WALL - YARD_RADIUS - 0.25, -2.4};
  const double found = ep_validator_clearance(validator, near, NULL);
  ck_assert_msg(found <= 0.25 && found >= 0.25 - 3 * SCENE_TOLERANCE, "%g", found);
  const double far[2] = {-9, 9};
  ck_assert(ep_validator_clearance(validator, far, NULL) == 0.5);
  const double in[2] = {YARD_WALL, 0};
  ck_assert(ep_validator_clearance(validator, in, NULL) == 0.0);
  ep_validator_destroy(validator);
  scene_end(&yard);
}

// --- The moment to go on from ---

/// What the header says of t_last, for one motion.
static void expect_prefix(bench* b, const double* q0, const double* q1, const ep_prefix* p,
                          const double* q_last)
{
  if (p->result.verdict == EP_FREE)
  {
    ck_assert(p->t_free == 1.0 && p->t_last == 1.0 && memcmp(q_last, q1, 2 * sizeof *q1) == 0);
    return;
  }
  ck_assert(p->t_last >= 0.0 && p->t_last < 1.0 && p->t_last <= p->t_free);
  ck_assert(p->t_free <= p->result.contact.t);
  if (p->t_last == 0.0)
  {
    ck_assert(memcmp(q_last, q0, 2 * sizeof *q0) == 0);
    return;
  }
  ep_check_options options = ep_check_default();
  ep_result result;
  options.method = EP_METHOD_CATCH;
  options.margin = SCENE_TOLERANCE;
  ck_assert_int_eq(ep_check_state(b->yard.checker, q_last, &options, &result, NULL), EP_OK);
  ck_assert_int_eq(result.verdict, EP_FREE);
  ck_assert_int_eq(ep_validator_motion(b->validator, q0, q_last, NULL, NULL), EP_FREE);
  options.margin = 0.0;
  ck_assert_int_eq(ep_check_edge(b->yard.checker, q0, q_last, &options, &result, NULL), EP_OK);
  ck_assert_int_eq(result.verdict, EP_FREE);
}

EP_TEST(sound_last_valid_is_free_and_reached_freely)
{
  bench* b = bench_make(0.05, NULL);
  int from_free = 0;
  int gone_on = 0;
  for (int i = 0; i < EDGES; ++i)
  {
    ep_prefix p;
    double q_last[YARD_VALUES];
    const double* q0 = b->q[i][0];
    const double* q1 = b->q[i][1];
    const ep_verdict verdict =
        ep_validator_prefix(b->validator, q0, q1, NULL, NULL, &p, q_last, NULL);
    expect_prefix(b, q0, q1, &p, q_last);
    // A start in the open leaves a moment to go on from.
    const bool open = ep_validator_clearance(b->validator, q0, NULL) > 0.05 + 0.02;
    from_free += verdict == EP_COLLIDING && open ? 1 : 0;
    gone_on += verdict == EP_COLLIDING && open && p.t_last > 0.5 * p.t_free ? 1 : 0;
  }
  ck_assert_int_gt(from_free, 20);
  ck_assert_msg(gone_on == from_free, "%d of %d", gone_on, from_free);
  expect_no_error(b);
  bench_end(b);
}

EP_TEST(tight_last_valid_ends_just_before_the_wall)
{
  bench* b = bench_make(0.25, NULL);
  // Past the posts along y = -2.4; from the wall on, the other way round.
  const double q0[2] = {0.9, -2.45};
  const double q1[2] = {1.6, -2.45};
  const double met = (YARD_WALL - YARD_RADIUS - 0.25 - q0[0]) / (q1[0] - q0[0]);
  ep_prefix p;
  double q_last[2];
  ck_assert_int_eq(ep_validator_prefix(b->validator, q0, q1, NULL, NULL, &p, q_last, NULL),
                   EP_COLLIDING);
  ck_assert(p.t_last < met && p.t_last > met - 0.02 && p.t_free <= met);
  ck_assert(fabs(q_last[0] - (q0[0] + p.t_last * (q1[0] - q0[0]))) < 1e-12 && q_last[1] == q0[1]);
  ck_assert_int_eq(ep_validator_prefix(b->validator, q1, q0, NULL, NULL, &p, q_last, NULL),
                   EP_COLLIDING);
  ck_assert(p.t_free == 0.0 && p.t_last == 0.0 && q_last[0] == q1[0] && q_last[1] == q1[1]);
  bench_end(b);
}

/// A planner whose interpolation is off by a hair.
typedef struct planner
{
  const double* q0;
  const double* q1;
  int calls;
  double shift;
} planner;

static void state_at(double t, double* q, void* user)
{
  planner* p = user;
  ++p->calls;
  for (int k = 0; k < YARD_VALUES; ++k)
  {
    q[k] = p->q0[k] + t * (p->q1[k] - p->q0[k]) + p->shift;
  }
}

EP_TEST(works_last_valid_is_the_state_of_the_planner)
{
  bench* b = bench_make(0.05, NULL);
  const double q0[2] = {0.9, -2.45};
  const double q1[2] = {1.6, -2.45};
  planner user = {q0, q1, 0, 1e-9};
  ep_prefix p;
  double q_last[2];
  double expected[2];
  ck_assert_int_eq(ep_validator_prefix(b->validator, q0, q1, state_at, &user, &p, q_last, NULL),
                   EP_COLLIDING);
  ck_assert_int_gt(user.calls, 0);
  ck_assert(p.t_last > 0.0);
  state_at(p.t_last, expected, &user);
  ck_assert(memcmp(q_last, expected, sizeof q_last) == 0);
  // One that leads into the wall is never gone on from.
  user.shift = YARD_WALL - q0[0];
  ck_assert_int_eq(ep_validator_prefix(b->validator, q0, q1, state_at, &user, &p, q_last, NULL),
                   EP_COLLIDING);
  ck_assert(p.t_last == 0.0 && q_last[0] == q0[0]);
  // Nor one behind the wall, which is free, but not the way there.
  user.shift = 4.0;
  const double behind[2] = {q0[0] + 4.0, q0[1] + 4.0};
  ck_assert_int_eq(ep_validator_state(b->validator, behind, NULL, NULL), EP_FREE);
  ck_assert_int_eq(ep_validator_prefix(b->validator, q0, q1, state_at, &user, &p, q_last, NULL),
                   EP_COLLIDING);
  ck_assert(p.t_last == 0.0 && q_last[0] == q0[0]);
  bench_end(b);
}

// --- Threads ---

typedef struct asker
{
  bench* b;
  int first;
  int wrong;
  pthread_t thread;
} asker;

static void* ask_all(void* argument)
{
  asker* a = argument;
  for (int k = 0; k < EDGES; ++k)
  {
    const int i = (a->first + k) % EDGES;
    const double* q0 = a->b->q[i][0];
    const double* q1 = a->b->q[i][1];
    const ep_verdict verdict =
        k % 3 == 0 ? ep_validator_prefix(a->b->validator, q0, q1, NULL, NULL, NULL, NULL, NULL)
                   : ep_validator_motion(a->b->validator, q0, q1, NULL, NULL);
    a->wrong += verdict != a->b->verdicts[i] ? 1 : 0;
    a->wrong += ep_validator_state(a->b->validator, q0, NULL, NULL) == EP_UNDECIDED ? 1 : 0;
    if (k % 100 == 0)
    {
      ep_validator_statistics s; // may be read at any time
      ep_validator_get_statistics(a->b->validator, &s);
      a->wrong += s.motions < k ? 1 : 0;
    }
  }
  return NULL;
}

EP_TEST(same_validator_on_many_threads)
{
  bench* b = bench_make(0.05, NULL);
  asker askers[THREADS];
  for (int i = 0; i < THREADS; ++i)
  {
    askers[i] = (asker){.b = b, .first = i * EDGES / THREADS};
    ck_assert_int_eq(pthread_create(&askers[i].thread, NULL, ask_all, &askers[i]), 0);
  }
  for (int i = 0; i < THREADS; ++i)
  {
    pthread_join(askers[i].thread, NULL);
    ck_assert_int_eq(askers[i].wrong, 0);
  }
  const ep_validator_statistics s = statistics_of(b);
  ck_assert_int_eq(s.motions, THREADS * EDGES);
  ck_assert_int_eq(s.states, THREADS * EDGES);
  ck_assert_int_eq(s.motions_free + s.motions_colliding, s.motions);
  ck_assert_int_le(s.checkers, THREADS);
  ep_validator_clear_statistics(b->validator);
  const ep_validator_statistics none = statistics_of(b);
  ck_assert_int_eq(none.motions + none.states + none.work.items + none.work.box_tests, 0);
  ck_assert(none.motion_seconds == 0.0 && none.state_seconds == 0.0);
  ck_assert_int_eq(none.checkers, s.checkers);
  bench_end(b);
}

EP_TEST(same_validator_batch_on_any_threads)
{
  bench* b = bench_make(0.05, NULL);
  static double q[2][EDGES][YARD_VALUES];
  static ep_result results[EDGES];
  for (int i = 0; i < EDGES; ++i)
  {
    memcpy(q[0][i], b->q[i][0], sizeof q[0][i]);
    memcpy(q[1][i], b->q[i][1], sizeof q[1][i]);
  }
  for (int threads = 0; threads <= THREADS; ++threads)
  {
    ep_error error;
    ck_assert_msg(ep_validator_motions(b->validator, &q[0][0][0], &q[1][0][0], EDGES, threads,
                                       results, &error) == EP_OK,
                  "%s", error.message);
    for (int i = 0; i < EDGES; ++i)
    {
      ck_assert_int_eq(results[i].verdict, b->verdicts[i]);
    }
  }
  const ep_validator_statistics s = statistics_of(b);
  ck_assert_int_eq(s.motions, (THREADS + 1) * EDGES);
  ck_assert_int_eq(s.motions_free + s.motions_colliding, s.motions);
  ck_assert_int_le(s.checkers, EP_BATCH_THREADS_MAX);
  ck_assert_int_eq(ep_validator_motions(b->validator, &q[0][0][0], NULL, 1, 1, results, NULL),
                   EP_ERROR_MISUSE);
  ck_assert_int_eq(results[0].verdict, EP_UNDECIDED);
  ck_assert_int_eq(
      ep_validator_motions(b->validator, &q[0][0][0], &q[1][0][0], 0, 1, results, NULL), EP_OK);
  bench_end(b);
}

EP_TEST(works_validator_without_allocating)
{
  bench* b = bench_make(0.05, NULL);
  asker a = {.b = b};
  long long during = 0;
  ck_assert_int_gt(atomic_load(&allocations), 0); // they are counted
  for (int round = 0; round < 3; ++round)
  {
    const long long before = atomic_load(&allocations);
    ask_all(&a);
    for (int i = 0; i < EDGES; ++i)
    {
      (void)ep_validator_clearance(b->validator, b->q[i][0], NULL);
    }
    during = atomic_load(&allocations) - before;
  }
  ck_assert_msg(during == 0, "%lld allocations", during);
  bench_end(b);
}

// --- No answer ---

static int cancel(void* user)
{
  return ++*(int*)user;
}

EP_TEST(robust_validator_says_no_more_than_it_knows)
{
  bench* b = bench_make(0.05, NULL);
  const double* q0 = b->q[0][0];
  const double bad[2] = {NAN, 0};
  ep_error error;
  ep_prefix p;
  double q_last[2] = {7, 7};
  ck_assert_int_eq(ep_validator_state(b->validator, bad, NULL, &error), EP_UNDECIDED);
  ck_assert_int_eq(error.status, EP_ERROR_INPUT);
  ck_assert_int_eq(ep_validator_motion(b->validator, q0, NULL, NULL, &error), EP_UNDECIDED);
  ck_assert_int_eq(error.status, EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_validator_prefix(b->validator, q0, bad, NULL, NULL, &p, q_last, &error),
                   EP_UNDECIDED);
  ck_assert_int_eq(error.status, EP_ERROR_INPUT);
  ck_assert(p.t_last == 0.0 && p.t_free == 0.0 && q_last[0] == q0[0] && q_last[1] == q0[1]);
  ck_assert(ep_validator_clearance(b->validator, bad, &error) == 0.0);
  ck_assert_int_eq(error.status, EP_ERROR_INPUT);
  const ep_validator_statistics s = statistics_of(b);
  ck_assert_int_eq(s.errors, 4);
  ck_assert_int_eq(s.states_undecided, 1);
  ck_assert_int_eq(s.motions_undecided, 2);
  // The first one is kept until it is cleared.
  ck_assert_int_eq(ep_validator_last_error(b->validator, &error), EP_ERROR_INPUT);
  ck_assert_msg(strstr(error.message, "nan") != NULL, "%s", error.message);
  ep_validator_clear_statistics(b->validator);
  expect_no_error(b);
  ck_assert_int_eq(ep_validator_state(NULL, q0, NULL, &error), EP_UNDECIDED);
  ck_assert_int_eq(ep_validator_motion(NULL, q0, q0, NULL, NULL), EP_UNDECIDED);
  ck_assert_int_eq(ep_validator_prefix(NULL, q0, q0, NULL, NULL, &p, NULL, NULL), EP_UNDECIDED);
  ck_assert(ep_validator_clearance(NULL, q0, NULL) == 0.0);
  ck_assert_int_eq(error.status, EP_ERROR_MISUSE);
  bench_end(b);
}

EP_TEST(robust_validator_undecided_when_cancelled)
{
  ep_validator_options options = ep_validator_default();
  options.check.item_budget = 1;
  bench* b = bench_make(0.05, &options);
  int undecided = 0;
  for (int i = 0; i < EDGES; ++i)
  {
    undecided +=
        ep_validator_motion(b->validator, b->q[i][0], b->q[i][1], NULL, NULL) == EP_UNDECIDED;
  }
  ck_assert_int_gt(undecided, EDGES / 2);
  ck_assert_int_eq(statistics_of(b).motions_undecided, undecided);
  expect_no_error(b); // that is no error
  ep_validator_destroy(b->validator);
  options = ep_validator_default();
  options.check.method = EP_METHOD_CATCH;
  ck_assert_int_eq(ep_validator_create(b->yard.world, &options, &b->validator, NULL), EP_OK);
  int calls = 0;
  ep_validator_set_cancel(b->validator, cancel, &calls);
  int answers = 0;
  for (int i = 0; i < EDGES; ++i)
  {
    answers +=
        ep_validator_motion(b->validator, b->q[i][0], b->q[i][1], NULL, NULL) != EP_UNDECIDED;
  }
  ck_assert_int_gt(calls, 0);
  ck_assert_int_lt(answers, EDGES);
  ep_validator_set_cancel(b->validator, NULL, NULL);
  ck_assert_int_eq(ep_validator_motion(b->validator, b->q[0][0], b->q[0][1], NULL, NULL),
                   b->verdicts[0]);
  bench_end(b);
}

/// Asks from within a question: each takes a checker of its own.
typedef struct descent
{
  ep_validator* validator;
  int depth;
  int deepest;
  const char* reason; ///< why the deepest is refused
  int refused;
} descent;

static void descend(double t, double* q, void* user)
{
  (void)t;
  descent* d = user;
  const double q0[2] = {0.9, -2.45};
  const double q1[2] = {1.6, -2.45};
  q[0] = q0[0];
  q[1] = q0[1];
  if (++d->depth <= d->deepest)
  {
    ep_error error;
    const ep_verdict verdict =
        ep_validator_prefix(d->validator, q0, q1, descend, d, NULL, NULL, &error);
    if (verdict == EP_UNDECIDED)
    {
      ++d->refused;
      ck_assert_msg(strstr(error.message, d->reason) != NULL, "%s", error.message);
    }
  }
}

EP_TEST(robust_validator_refuses_too_many_at_once)
{
  bench* b = bench_make(0.0, NULL);
  descent d = {
      .validator = b->validator, .deepest = EP_VALIDATOR_THREADS_MAX + 1, .reason = "256 threads"};
  double q[2];
  descend(0.0, q, &d);
  ck_assert_int_eq(d.refused, 1);
  ck_assert_int_eq(statistics_of(b).checkers, EP_VALIDATOR_THREADS_MAX);
  ep_error error;
  ck_assert_int_eq(ep_validator_last_error(b->validator, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_validator_motion(b->validator, b->q[0][0], b->q[0][1], NULL, NULL),
                   b->verdicts[0]);
  bench_end(b);
}

static ep_status make_twice(const ep_world* world, ep_checker** checker, void* user,
                            ep_error* error)
{
  int* left = user;
  if (--*left < 0)
  {
    snprintf(error->message, sizeof error->message, "no more of them");
    error->status = EP_ERROR_UNSUPPORTED;
    return EP_ERROR_UNSUPPORTED;
  }
  return ep_checker_create(world, checker, error);
}

EP_TEST(robust_validator_whose_checkers_cannot_be_made)
{
  scene yard = yard_make(0.0);
  ep_validator_options options = ep_validator_default();
  int left = 0;
  options.make = make_twice;
  options.make_user = &left;
  ep_validator* validator = (ep_validator*)&left;
  ep_error error;
  ck_assert_int_eq(ep_validator_create(yard.world, &options, &validator, &error),
                   EP_ERROR_UNSUPPORTED);
  ck_assert(validator == NULL);
  ck_assert_str_eq(error.message, "no more of them");
  left = 2;
  ck_assert_int_eq(ep_validator_create(yard.world, &options, &validator, &error), EP_OK);
  descent d = {.validator = validator, .depth = 1, .deepest = 3, .reason = "no more of them"};
  const double q0[2] = {0.9, -2.45};
  const double q1[2] = {1.6, -2.45};
  ck_assert_int_eq(ep_validator_prefix(validator, q0, q1, descend, &d, NULL, NULL, &error),
                   EP_COLLIDING);
  ck_assert_int_eq(d.refused, 1);
  ep_validator_destroy(validator);
  ep_validator_destroy(NULL);
  options = ep_validator_default();
  options.struct_size = 3;
  ck_assert_int_eq(ep_validator_create(yard.world, &options, &validator, &error), EP_ERROR_MISUSE);
  options = ep_validator_default();
  options.distance_limit = -1.0;
  ck_assert_int_eq(ep_validator_create(yard.world, &options, &validator, &error), EP_ERROR_INPUT);
  ck_assert_int_eq(ep_validator_create(NULL, NULL, &validator, &error), EP_ERROR_MISUSE);
  scene_end(&yard);
}
