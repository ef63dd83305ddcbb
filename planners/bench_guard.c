/// @file bench_guard.c
#define _POSIX_C_SOURCE 200809L // mkdtemp, readlink
#include "bench_guard.h"

#include "bench_counts.h"
#include "bench_process.h"
#include "program.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What bench_guard_work_all() does, in its order.
static const char* const works[] = {"spacetime by narrow kernels", "spacetime by widest kernels",
                                    "first contact", "catch", "building"};
#define WORK_COUNT ((int)(sizeof works / sizeof works[0]))
#define WIDEST     1 ///< the one that is not comparable on a processor without AVX2

/// The most that a count may grow.
#define GROWTH_MAX 0.05

/// libm and memcpy choose by processor; this makes them choose alike.
#define PLAIN_LIBC "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-ERMS,-AVX512F,-AVX512VL"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static bool has_wide_kernels(void)
{
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

static ep_status run_valgrind(const char* folder, ep_error* error)
{
  char self[512], out[600], said[400];
  const ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
  if (size <= 0)
  {
    return bench_refuse(error, EP_ERROR_INPUT, "/proc/self/exe: cannot be read");
  }
  self[size] = 0;
  snprintf(out, sizeof out, "--callgrind-out-file=%s/counts", folder);
  char words[][48] = {"valgrind",
                      "--tool=callgrind",
                      "--quiet",
                      "--compress-strings=no",
                      "--compress-pos=no",
                      "--toggle-collect=bench_guard_work",
                      "--dump-after=bench_guard_work",
                      "bench",
                      "guard-work"};
  char* const argv[] = {words[0], words[1], words[2], words[3], words[4], words[5],
                        words[6], out,      self,     words[7], words[8], NULL};
  return bench_process_run(argv, PLAIN_LIBC, NULL, said, sizeof said, error);
}

/// callgrind numbers its files from 1, a file each time the work is done.
static ep_status read_counts(const char* folder, bench_counts* counts, ep_error* error)
{
  ep_status status = EP_OK;
  for (int i = 0; i < WORK_COUNT && status == EP_OK; ++i)
  {
    char path[600];
    snprintf(path, sizeof path, "%s/counts.%d", folder, i + 1);
    status = bench_counts_read_callgrind(counts, path, works[i], error);
  }
  return status;
}

static void remove_all(const char* folder)
{
  char path[600];
  snprintf(path, sizeof path, "%s/counts", folder);
  remove(path);
  for (int i = 0; i <= WORK_COUNT; ++i)
  {
    snprintf(path, sizeof path, "%s/counts.%d", folder, i + 1);
    remove(path);
  }
  rmdir(folder);
}

static ep_status count(bench_counts* counts, ep_error* error)
{
  char folder[] = "/tmp/edgeproof-guard-XXXXXX";
  *counts = (bench_counts){.compiler = COMPILER};
  if (mkdtemp(folder) == NULL)
  {
    return bench_refuse(error, EP_ERROR_INPUT, "%s: no such folder can be made", folder);
  }
  ep_status status = run_valgrind(folder, error);
  status = status == EP_OK ? read_counts(folder, counts, error) : status;
  remove_all(folder);
  return status;
}

/// Prints how a work compares; whether it is within bounds.
static bool compare(const char* work, const bench_counts* stored, const bench_counts* now)
{
  const int64_t before = bench_counts_find(stored, work, "");
  const int64_t after = bench_counts_find(now, work, "");
  const double growth = before > 0 ? (double)after / (double)before - 1.0 : 1.0;
  printf("%-28s %12lld instructions, %+.2f %%\n", work, (long long)after, 100.0 * growth);
  if (growth <= GROWTH_MAX)
  {
    return true;
  }
  int64_t by;
  const char* name = bench_counts_grown(stored, now, work, &by);
  printf("  more than %.0f %% above what is stored, %lld; most of it in %s: %lld more\n",
         100.0 * GROWTH_MAX, (long long)before, name, (long long)by);
  return false;
}

static int compare_all(const bench_counts* stored, const bench_counts* now)
{
  bool good = true;
  for (int i = 0; i < WORK_COUNT; ++i)
  {
    if (i == WIDEST && !has_wide_kernels())
    {
      printf("%-28s not compared: this processor has no AVX2\n", works[i]);
    }
    else
    {
      good = compare(works[i], stored, now) && good;
    }
  }
  if (!good)
  {
    puts("If that is meant to be: edgeproof bench guard --update, with the reason in the commit.");
  }
  return good ? PROGRAM_GOOD : PROGRAM_BAD;
}

static int store(const bench_options* options, const bench_counts* counts)
{
  ep_error error;
  if (!has_wide_kernels())
  {
    fputs("edgeproof bench: counts are stored on a processor with AVX2 only\n", stderr);
    return PROGRAM_ERROR;
  }
  if (bench_counts_store(counts, options->stored, &error) != EP_OK)
  {
    return program_fail("bench", &error);
  }
  printf("stored %s\n", options->stored);
  return PROGRAM_GOOD;
}

/// What stands in the way of a comparison, or NULL.
static const char* find_obstacle(const bench_counts* stored)
{
  static char text[300];
  char program[] = "valgrind", option[] = "--version";
  char* const argv[] = {program, option, NULL};
  ep_error error;
  if (bench_process_run(argv, NULL, NULL, NULL, 0, &error) != EP_OK)
  {
    snprintf(text, sizeof text, "%.200s (Debian's package is valgrind)", error.message);
    return text;
  }
  if (stored != NULL && strcmp(stored->compiler, COMPILER) != 0)
  {
    snprintf(text, sizeof text, "counts are stored for %s, this is %s", stored->compiler, COMPILER);
    return text;
  }
  return NULL;
}

int bench_guard(const bench_options* options)
{
  bench_counts stored = {0}, now = {0};
  ep_error error;
  if (!options->update && bench_counts_load(&stored, options->stored, &error) != EP_OK)
  {
    return program_fail("bench", &error);
  }
  const char* obstacle = find_obstacle(options->update ? NULL : &stored);
  int status = BENCH_GUARD_SKIPPED;
  if (obstacle != NULL)
  {
    printf("skipped: %s\n", obstacle);
  }
  else if (count(&now, &error) != EP_OK)
  {
    status = program_fail("bench", &error);
  }
  else
  {
    status = options->update ? store(options, &now) : compare_all(&stored, &now);
  }
  bench_counts_clear(&stored);
  bench_counts_clear(&now);
  return status;
}
