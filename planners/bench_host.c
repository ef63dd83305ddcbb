/// @file bench_host.c
#define _POSIX_C_SOURCE 200809L // sysconf, uname
#include "bench_host.h"

#include "bench_plot.h"
#include "bench_stats.h"
#include "program.h"
#include "table.h"

#include "edgeproof/shim/bullet.h"
#include "edgeproof/shim/fcl.h"
#include "edgeproof/shim/ompl_process.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/// What stands behind the colon of the first line of a file that begins with `key`.
static void find_line(const char* path, const char* key, char* text, size_t size)
{
  char line[4096];
  snprintf(text, size, "unknown");
  FILE* file = fopen(path, "r");
  if (file == NULL)
  {
    return;
  }
  while (fgets(line, sizeof line, file) != NULL)
  {
    const char* colon = strchr(line, ':');
    if (strncmp(line, key, strlen(key)) == 0 && colon != NULL)
    {
      line[strcspn(line, "\n")] = 0;
      snprintf(text, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
      break;
    }
  }
  fclose(file);
}

double bench_host_timer(void)
{
  double values[1001];
  for (int i = 0; i < 1001; ++i)
  {
    const double start = program_thread_seconds();
    values[i] = 1e6 * (program_thread_seconds() - start);
  }
  return bench_summarize(values, 1001).median;
}

/// What is in quotes behind "key=" in /etc/os-release.
static void find_release(const char* key, char* text, size_t size)
{
  char line[512];
  snprintf(text, size, "unknown");
  FILE* file = fopen("/etc/os-release", "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL)
  {
    const char* value = strchr(line, '"');
    if (strncmp(line, key, strlen(key)) == 0 && value != NULL)
    {
      snprintf(text, size, "%.*s", (int)strcspn(value + 1, "\"\n"), value + 1);
    }
  }
  if (file != NULL)
  {
    fclose(file);
  }
}

static void add_row(table* t, const char* name, const char* text)
{
  table_add(t, "%s", name);
  table_add(t, "%s", text);
}

void bench_host_print(FILE* out)
{
  table t = table_begin("what|which");
  char text[512];
  find_line("/proc/cpuinfo", "model name", text, sizeof text);
  add_row(&t, "processor", text);
  char cores[16], siblings[16], release[128];
  find_line("/proc/cpuinfo", "cpu cores", cores, sizeof cores);
  find_line("/proc/cpuinfo", "siblings", siblings, sizeof siblings);
  snprintf(text, sizeof text, "%ld seen; %s cores with %s threads in a socket",
           sysconf(_SC_NPROCESSORS_ONLN), cores, siblings);
  add_row(&t, "processors", text);
  find_release("PRETTY_NAME=", release, sizeof release);
  struct utsname name;
  if (uname(&name) == 0)
  {
    snprintf(text, sizeof text, "%s, %.60s %.60s", release, name.sysname, name.machine);
    add_row(&t, "system", text);
  }
  find_line("/proc/meminfo", "MemTotal", text, sizeof text);
  add_row(&t, "memory", text);
#if defined(__clang__)
  add_row(&t, "compiler", "clang " __clang_version__);
#else
  add_row(&t, "compiler", "gcc " __VERSION__);
#endif
  add_row(&t, "built as", EP_BENCH_BUILD);
#if defined(__x86_64__)
  add_row(&t, "kernels", __builtin_cpu_supports("avx2") ? "AVX2" : "SSE2");
#endif
  snprintf(text, sizeof text, "%d.%d.%d", EP_VERSION_MAJOR, EP_VERSION_MINOR, EP_VERSION_PATCH);
  add_row(&t, "Edgeproof", text);
  snprintf(text, sizeof text, "FCL %s, OMPL %s, Bullet %s, as Debian has them", ep_fcl_version(),
           ep_ompl_version(), ep_bullet_version());
  add_row(&t, "beside it", text);
  bench_plot_version(text, sizeof text);
  add_row(&t, "plots", text);
  snprintf(text, sizeof text, "%.2f us of every time in this report", bench_host_timer());
  add_row(&t, "measuring a time", text);
  table_end_markdown(&t, out);
}
