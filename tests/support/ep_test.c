#include "ep_test.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_SEED    UINT64_C(20260101)
#define TIMEOUT_SECONDS 600.0

static ep_test_entry* first_entry;
static ep_test_entry** last_link = &first_entry;

void ep_test_register(ep_test_entry* entry)
{
  *last_link = entry;
  last_link = &entry->next;
}

/// A value that cannot be read must not silently become another run than the one asked for.
static void refuse_environment(const char* name, const char* text)
{
  fprintf(stderr, "%s='%s' is not a usable number\n", name, text);
  exit(EXIT_FAILURE);
}

uint64_t ep_test_seed(void)
{
  const char* text = getenv("EP_TEST_SEED");
  if (text == NULL || *text == '\0')
    return DEFAULT_SEED;
  char* end = NULL;
  const int base = strncmp(text, "0x", 2) == 0 ? 16 : 10;
  const unsigned long long seed = strtoull(text, &end, base);
  if (*end != '\0' || *text == '-')
    refuse_environment("EP_TEST_SEED", text);
  return seed;
}

double ep_test_multiplier(void)
{
  const char* text = getenv("EP_TEST_MULTIPLIER");
  if (text == NULL || *text == '\0')
    return 1.0;
  char* end = NULL;
  const double multiplier = strtod(text, &end);
  if (*end != '\0' || !(multiplier > 0.0 && multiplier <= 1e9))
    refuse_environment("EP_TEST_MULTIPLIER", text);
  return multiplier;
}

int64_t ep_test_trials(int64_t base)
{
  const double trials = (double)base * ep_test_multiplier();
  if (trials < 1.0)
    return 1;
  return trials < 0x1p62 ? (int64_t)trials : INT64_C(1) << 62;
}

static uint64_t splitmix64(uint64_t* state)
{
  *state += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t z = *state;
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

void ep_rng_init(ep_rng* rng, uint64_t seed)
{
  for (int i = 0; i < 4; i++)
    rng->state[i] = splitmix64(&seed);
}

static uint64_t rotate_left(uint64_t x, int bits)
{
  return (x << bits) | (x >> (64 - bits));
}

uint64_t ep_rng_u64(ep_rng* rng)
{
  uint64_t* s = rng->state;
  const uint64_t result = rotate_left(s[1] * 5, 7) * 9;
  const uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate_left(s[3], 45);
  return result;
}

/// Evenly in [0, 1), 53 random bits.
static double unit(ep_rng* rng)
{
  return (double)(ep_rng_u64(rng) >> 11) * 0x1p-53;
}

double ep_rng_uniform(ep_rng* rng, double lo, double hi)
{
  const double u = unit(rng);
  // The weighted form does not overflow where hi - lo would; rounding may leave [lo, hi].
  return fmin(hi, fmax(lo, lo * (1.0 - u) + hi * u));
}

int64_t ep_rng_int(ep_rng* rng, int64_t lo, int64_t hi)
{
  const uint64_t span = (uint64_t)hi - (uint64_t)lo + 1;
  if (span == 0)
    return (int64_t)ep_rng_u64(rng);
  // Numbers below 2^64 mod span would make small results more frequent.
  const uint64_t uneven = (0 - span) % span;
  uint64_t r = ep_rng_u64(rng);
  while (r < uneven)
    r = ep_rng_u64(rng);
  return (int64_t)((uint64_t)lo + r % span);
}

double ep_rng_normal(ep_rng* rng)
{
  // The polar method of Marsaglia; the second number is not kept, so the state is the four words.
  for (;;)
  {
    const double x = 2.0 * unit(rng) - 1.0;
    const double y = 2.0 * unit(rng) - 1.0;
    const double s = x * x + y * y;
    if (s > 0.0 && s < 1.0)
      return x * sqrt(-2.0 * log(s) / s);
  }
}

void ep_rng_unit_vector(ep_rng* rng, double v[3])
{
  for (;;)
  {
    double s = 0.0;
    for (int i = 0; i < 3; i++)
    {
      v[i] = 2.0 * unit(rng) - 1.0;
      s += v[i] * v[i];
    }
    if (s > 1e-4 && s <= 1.0)
    {
      for (int i = 0; i < 3; i++)
        v[i] /= sqrt(s);
      return;
    }
  }
}

double ep_rng_log_uniform(ep_rng* rng, double lo, double hi)
{
  return fmin(hi, fmax(lo, exp(ep_rng_uniform(rng, log(lo), log(hi)))));
}

static const char* file_name(const char* path)
{
  const char* slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static Suite* build_suite(const char* name)
{
  Suite* suite = suite_create(name);
  for (const ep_test_entry* entry = first_entry; entry != NULL; entry = entry->next)
  {
    TCase* tcase = tcase_create(entry->test->name);
    tcase_set_timeout(tcase, TIMEOUT_SECONDS * fmax(1.0, ep_test_multiplier()));
    tcase_add_test(tcase, entry->test);
    suite_add_tcase(suite, tcase);
  }
  return suite;
}

int main(int argc, char** argv)
{
  const char* name = argc > 0 ? file_name(argv[0]) : "tests";
  printf("%s: EP_TEST_SEED=%" PRIu64 " EP_TEST_MULTIPLIER=%g\n", name, ep_test_seed(),
         ep_test_multiplier());
  fflush(stdout);

  SRunner* runner = srunner_create(build_suite(name));
  srunner_run_all(runner, CK_ENV);
  const int run = srunner_ntests_run(runner);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  if (run == 0)
    fprintf(stderr, "%s: no test matches\n", name);
  return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
