/// @file bench.c
#include "bench.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

int32_t bench_pick(const bench* b, int32_t full, int32_t quick)
{
  return b->options->quick ? quick : full;
}

const char* bench_path(const bench* b, const char* name)
{
  static char paths[4][1024];
  static int at;
  at = (at + 1) % 4;
  snprintf(paths[at], sizeof paths[at], "%s/%s", b->options->out, name);
  return paths[at];
}

ep_status bench_save_rows(const bench* b, bench_rows* rows, const char* name, ep_error* error)
{
  char file[256];
  snprintf(file, sizeof file, "%s.csv", name);
  return bench_rows_csv(rows, bench_path(b, file), error);
}

/// NAME_a_set.csv for "a, set".
static void file_of_set(const char* name, const char* set, char* file, size_t size)
{
  size_t used = (size_t)snprintf(file, size, "%s_", name);
  for (; *set != 0 && used + 8 < size; ++set)
  {
    const bool plain = isalnum((unsigned char)*set) != 0;
    if (plain || file[used - 1] != '_')
    {
      file[used++] = plain ? *set : '_';
    }
  }
  snprintf(file + used, size - used, ".csv");
}

ep_status bench_save_sets(const bench* b, bench_rows* rows, const char* name, ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t set = 0; set < rows->name_count && status == EP_OK; ++set)
  {
    char file[256];
    file_of_set(name, rows->names[set], file, sizeof file);
    status = bench_rows_has_set(rows, set)
                 ? bench_rows_wide_csv(rows, set, bench_path(b, file), error)
                 : EP_OK;
  }
  return status;
}

void bench_goal(table* t, const char* what, double wanted, double measured, bool at_most,
                const char* on)
{
  table_add(t, "%s", what);
  table_add(t, "%s %.3g", at_most ? "at most" : "at least", wanted);
  bench_cell(t, measured, 2);
  const bool met = at_most ? measured <= wanted : measured >= wanted;
  if (!isfinite(measured))
  {
    table_add(t, "not measured");
  }
  else if (met)
  {
    table_add(t, "met");
  }
  else
  {
    table_add(t, "missed: %.0f %% of the way",
              100.0 * (at_most ? wanted / measured : measured / wanted));
  }
  table_add(t, "%s", on);
}

void bench_cell(table* t, double value, int digits)
{
  if (isfinite(value))
  {
    table_add(t, "%.*f", digits, value);
  }
  else
  {
    table_add(t, "-");
  }
}

void bench_summary_cells(table* t, const bench_summary* s, int64_t count)
{
  table_add(t, "%lld", (long long)count);
  bench_cell(t, s->mean, 2);
  bench_cell(t, s->median, 2);
  bench_cell(t, s->p99, 2);
  bench_cell(t, 1e-3 * s->mean * (double)count, s->mean * (double)count < 99.5e3 ? 2 : 0);
}

ep_status bench_refuse(ep_error* error, ep_status status, const char* format, ...)
{
  va_list list;
  va_start(list, format);
  *error = (ep_error){.status = status};
  vsnprintf(error->message, sizeof error->message, format, list);
  va_end(list);
  return status;
}
