/// @file ep_test.h
/// Tests on top of Check: one macro to write a test, seeds and effort from the environment, and a
/// small random generator that gives the same numbers everywhere.
///
///   EP_TEST(sound_add_encloses)
///   {
///     ep_rng rng;
///     ep_rng_init(&rng, ep_test_seed());
///     for (int64_t i = 0, n = ep_test_trials(1000); i < n; i++)
///       ck_assert(...);
///   }
///
/// The first word of the name is its label: sound, tight, robust, same or works. EP_TEST stands at
/// the start of its line, for CMake reads the names from the source; each becomes a ctest of its
/// own. Environment: EP_TEST_SEED, EP_TEST_MULTIPLIER, and Check's CK_RUN_CASE, CK_FORK.
#ifndef EP_TEST_H
#define EP_TEST_H

#include <check.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

  /// What EP_TEST registers: one test, and the one registered after it.
  typedef struct ep_test_entry
  {
    const TTest* test;
    struct ep_test_entry* next;
  } ep_test_entry;

  /// Called before main() by what EP_TEST defines.
  void ep_test_register(ep_test_entry* entry);

/// Defines a test and registers it; the body follows in braces.
#define EP_TEST(name)                                                                              \
  static void name##_fn(int loop_index);                                                           \
  static const TTest name##_ttest = {#name, name##_fn, __FILE__, __LINE__};                        \
  static ep_test_entry name##_entry = {&name##_ttest, 0};                                          \
  __attribute__((constructor)) static void name##_register(void)                                   \
  {                                                                                                \
    ep_test_register(&name##_entry);                                                               \
  }                                                                                                \
  static void name##_fn(int loop_index __attribute__((unused)))

  /// EP_TEST_SEED as a decimal or 0x number, or a fixed default. main() prints it.
  uint64_t ep_test_seed(void);

  /// EP_TEST_MULTIPLIER, default 1: how much more, or less, effort than in a usual run.
  double ep_test_multiplier(void);

  /// base times the multiplier, at least 1.
  int64_t ep_test_trials(int64_t base);

  /// xoshiro256**, seeded through splitmix64. By value: one per test or per trial.
  typedef struct ep_rng
  {
    uint64_t state[4];
  } ep_rng;

  void ep_rng_init(ep_rng* rng, uint64_t seed);
  uint64_t ep_rng_u64(ep_rng* rng);

  /// Evenly in [lo, hi]. Finite bounds, lo <= hi.
  double ep_rng_uniform(ep_rng* rng, double lo, double hi);

  /// Evenly among lo, lo+1, ..., hi.
  int64_t ep_rng_int(ep_rng* rng, int64_t lo, int64_t hi);

  /// Mean 0, standard deviation 1.
  double ep_rng_normal(ep_rng* rng);

  /// Evenly on the unit sphere, of length 1 up to rounding.
  void ep_rng_unit_vector(ep_rng* rng, double v[3]);

  /// Every magnitude between lo and hi equally often. 0 < lo <= hi.
  double ep_rng_log_uniform(ep_rng* rng, double lo, double hi);

#ifdef __cplusplus
}
#endif

#endif
