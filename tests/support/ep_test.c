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
