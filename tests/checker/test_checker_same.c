/// @file test_checker_same.c
/// The same answers for any number of threads, instruction set, order of questions and of work. A
/// hash of all answers is printed; EP_TEST_SAME_HASH, if set, is what another build printed.
#include "checker_checker.h"
#include "ep_test.h"
#include "yard.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EDGES   2000
#define VALUES  16
#define THREADS 8

/// An excavator in a yard, and edges of all lengths, half of them from a free state.
typedef struct setting
{
  ep_rig rig;
  ep_world* world;
  ep_checker* checkers[THREADS];
  int32_t size;
  int32_t edge_count;
  double q0[EDGES * VALUES];
  double q1[EDGES * VALUES];
} setting;

static setting the;

static void must(ep_status status, const ep_error* error)
{
  ck_assert_msg(status == EP_OK, "%s", error->message);
}

static void make_world(void)
{
  ep_error error;
  ep_world_desc desc = ep_world_default();
  int32_t machine;
  must(ep_world_create(&desc, &the.world, &error), &error);
  ep_yard yard = ep_yard_make(12000, 3);
  ep_geometry_desc shape = ep_yard_shape(&yard);
  must(ep_world_add_obstacle(the.world, "yard", &shape, 1, NULL, &error), &error);
  ep_yard_clear(&yard);
  must(ep_world_add_machine(the.world, "exc", the.rig.machine, &machine, NULL, &error), &error);
  for (int32_t i = 0; i < the.rig.link_count; ++i)
  {
    ep_yard mesh = ep_yard_box(&the.rig.boxes[i], 4);
    shape = ep_yard_shape(&mesh);
    must(ep_world_add_link_shape(the.world, machine, i, &shape, &error), &error);
    ep_yard_clear(&mesh);
  }
  // A real house has a gap where the boom passes; these boxes have none.
  must(ep_world_allow(the.world, "exc/house", "exc/stick", &error), &error);
  must(ep_world_allow(the.world, "exc/tracks", "exc/boom", &error), &error);
  must(ep_world_freeze(the.world, &error), &error);
}

static void make_edges(void)
{
  const double lengths[4] = {2.0, 10.0, 30.0, 50.0};
  uint64_t state = 17;
  ep_result result;
  for (int32_t i = 0; i < the.edge_count; ++i)
  {
    double* q0 = the.q0 + (ptrdiff_t)i * the.size;
    double* q1 = the.q1 + (ptrdiff_t)i * the.size;
    for (int tries = 0; tries < (i % 2 == 0 ? 1 : 20); ++tries)
    {
      ep_rig_edge(&the.rig, lengths[i % 4], &state, q0, q1);
      ck_assert(ep_check_state(the.checkers[0], q0, NULL, &result, NULL) == EP_OK);
      if (result.verdict == EP_FREE)
      {
        break;
      }
    }
  }
}

static void begin(void)
{
  ep_error error;
  memset(&the, 0, sizeof the);
  the.rig = ep_excavator_machine();
  make_world();
  the.size = ep_world_config_size(the.world);
  ck_assert_int_le(the.size, VALUES);
  for (int i = 0; i < THREADS; ++i)
  {
    must(ep_checker_create(the.world, &the.checkers[i], &error), &error);
  }
  const int64_t wanted = ep_test_trials(EDGES);
  the.edge_count = (int32_t)(wanted > EDGES ? EDGES : wanted);
  make_edges();
}

static void end(void)
{
  for (int i = 0; i < THREADS; ++i)
  {
    ep_checker_destroy(the.checkers[i]);
  }
  ep_world_destroy(the.world);
  ep_rig_destroy(&the.rig);
}

// --- Hashes ---

static uint64_t mix(uint64_t hash, const void* bytes, size_t size)
{
  const unsigned char* at = bytes;
  for (size_t i = 0; i < size; ++i)
  {
    hash = (hash ^ at[i]) * 0x100000001b3U; // FNV-1a
  }
  return hash;
}

/// What is asked of an edge, besides its verdict.
typedef enum detail
{
  VERDICT,
  WITNESS ///< bodies, triangles, times, distance
} detail;

static uint64_t add_result(uint64_t hash, const ep_result* r, detail what)
{
  hash = mix(hash, &r->verdict, sizeof r->verdict);
  if (what == WITNESS && r->verdict == EP_COLLIDING)
  {
    hash = mix(hash, &r->contact.kind, sizeof r->contact.kind);
    hash = mix(hash, r->contact.body, sizeof r->contact.body);
    hash = mix(hash, r->contact.triangle, sizeof r->contact.triangle);
    hash = mix(hash, &r->contact.t, sizeof r->contact.t);
    hash = mix(hash, &r->contact.distance, sizeof r->contact.distance);
    hash = mix(hash, &r->t_free, sizeof r->t_free);
  }
  return hash;
}

static ep_check_options with(ep_mode mode, ep_order order)
{
  ep_check_options options = ep_check_default();
  options.mode = mode;
  options.order = order;
  return options;
}

static ep_result results[EDGES];

static uint64_t hash_results(detail what)
{
  uint64_t hash = 0xcbf29ce484222325U;
  for (int32_t i = 0; i < the.edge_count; ++i)
  {
    ck_assert_int_ne(results[i].verdict, EP_UNDECIDED);
    hash = add_result(hash, &results[i], what);
  }
  return hash;
}

/// All edges as a batch; `turned`: from their ends to their begins.
static uint64_t hash_batch(int32_t threads, const ep_check_options* options, bool turned,
                           detail what)
{
  ep_error error;
  memset(results, 0x55, sizeof results);
  must(ep_check_edges(the.checkers, threads, turned ? the.q1 : the.q0, turned ? the.q0 : the.q1,
                      the.edge_count, options, results, &error),
       &error);
  return hash_results(what);
}

EP_TEST(same_answers_on_any_number_of_threads)
{
  begin();
  for (int mode = EP_MODE_BOOLEAN; mode <= EP_MODE_TIME_OF_CONTACT; ++mode)
  {
    const ep_check_options options = with((ep_mode)mode, EP_ORDER_CERTIFY_FIRST);
    const uint64_t one = hash_batch(1, &options, false, WITNESS);
    int hits = 0;
    for (int32_t i = 0; i < the.edge_count; ++i)
    {
      hits += results[i].verdict == EP_COLLIDING;
    }
    printf("  mode %d: hash %016" PRIx64 " of %d edges, %d of them collide\n", mode, one,
           (int)the.edge_count, hits);
    ck_assert(the.edge_count < 100 ||
              (10 * hits > the.edge_count && 10 * hits < 9 * the.edge_count));
    for (int32_t threads = 2; threads <= THREADS; ++threads)
    {
      ck_assert_msg(hash_batch(threads, &options, false, WITNESS) == one, "mode %d, %d threads",
                    mode, (int)threads);
    }
    const char* other = getenv("EP_TEST_SAME_HASH");
    ck_assert_msg(mode != EP_MODE_BOOLEAN || other == NULL || strtoull(other, NULL, 16) == one,
                  "another build has %s", other);
  }
  end();
}

EP_TEST(same_answers_with_every_kernel)
{
  begin();
  int32_t count = 0;
  for (int mode = EP_MODE_BOOLEAN; mode <= EP_MODE_TIME_OF_CONTACT; ++mode)
  {
    const ep_check_options options = with((ep_mode)mode, EP_ORDER_CERTIFY_FIRST);
    const uint64_t best = hash_batch(1, &options, false, WITNESS);
    for (count = 0; ep_kernels_at(count) != NULL; ++count)
    {
      the.checkers[0]->work.widest = ep_kernels_at(count);
      ck_assert_msg(hash_batch(1, &options, false, WITNESS) == best, "mode %d, %s", mode,
                    ep_kernels_at(count)->name);
    }
  }
  printf("  %d kernels\n", (int)count);
  ck_assert_int_ge(count, 1);
  end();
}

/// What can be switched off is worth time only; and each does switch something off.
EP_TEST(same_answers_with_parts_switched_off)
{
  static const uint32_t switches[] = {EP_SPACETIME_NO_SAMPLES, EP_SPACETIME_NO_LOOK,
                                      EP_SPACETIME_NARROW, 7};
  begin();
  ep_check_options options = with(EP_MODE_BOOLEAN, EP_ORDER_CERTIFY_FIRST);
  const uint64_t usual = hash_batch(1, &options, false, VERDICT);
  ck_assert_ptr_eq(the.checkers[0]->work.kernels, ep_kernels_best());
  for (int k = 0; k < 4; ++k)
  {
    options.spacetime_switches = switches[k];
    ck_assert_msg(hash_batch(1, &options, false, VERDICT) == usual, "switches %u",
                  (unsigned)switches[k]);
    const bool narrow = (switches[k] & EP_SPACETIME_NARROW) != 0;
    ck_assert_ptr_eq(the.checkers[0]->work.kernels, narrow ? ep_kernels_at(0) : ep_kernels_best());
    for (int32_t i = 0; i < the.edge_count; ++i)
    {
      ck_assert((switches[k] & EP_SPACETIME_NO_SAMPLES) == 0 || results[i].statistics.samples == 0);
    }
  }
  end();
}

/// Asked in another order, by checkers that have met other edges, one at a time.
EP_TEST(same_answers_in_any_order_of_questions)
{
  static int32_t order[EDGES];
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  begin();
  for (int k = 0; k < 4; ++k)
  {
    const ep_check_options options = with(k % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT,
                                          k < 2 ? EP_ORDER_CERTIFY_FIRST : EP_ORDER_AUTOMATIC);
    // What AUTOMATIC has learnt may find another witness, never another verdict.
    const detail what = k < 2 ? WITNESS : VERDICT;
    const uint64_t straight = hash_batch(1, &options, false, what);
    for (int32_t i = 0; i < the.edge_count; ++i)
    {
      const int32_t at = (int32_t)ep_rng_int(&rng, 0, i);
      order[i] = order[at];
      order[at] = i;
    }
    memset(results, 0x55, sizeof results);
    for (int32_t i = 0; i < the.edge_count; ++i)
    {
      ep_error error;
      const ptrdiff_t at = (ptrdiff_t)order[i] * the.size;
      must(ep_check_edge(the.checkers[1 + i % 3], the.q0 + at, the.q1 + at, &options,
                         &results[order[i]], &error),
           &error);
    }
    ck_assert_msg(hash_results(what) == straight, "shuffle %d", k);
  }
  end();
}

/// Verdicts, whatever is tried first, in either mode and direction.
EP_TEST(same_verdicts_in_any_order_of_work)
{
  begin();
  uint64_t first = 0;
  for (int k = 0; k < 12; ++k)
  {
    const ep_check_options options = with((ep_mode)(k % 2), (ep_order)(k / 2 % 3));
    const uint64_t hash = hash_batch(2, &options, k >= 6, VERDICT);
    first = k == 0 ? hash : first;
    ck_assert_msg(hash == first, "mode %d, order %d, %s", k % 2, k / 2 % 3,
                  k < 6 ? "forwards" : "backwards");
  }
  end();
}
