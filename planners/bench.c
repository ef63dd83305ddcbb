/// @file bench.c
#define _POSIX_C_SOURCE 200809L // isatty
#include "bench.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

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

ep_status bench_save_rows(const bench* b, const bench_rows* rows, const char* name, ep_error* error)
{
  char file[256];
  snprintf(file, sizeof file, "%s.csv", name);
  return bench_rows_csv(rows, bench_path(b, file), error);
}

void bench_progress(const bench* b, const char* text, double share)
{
  static const char bar[] = "####################";
  if (b->options->quiet || isatty(STDERR_FILENO) == 0)
  {
    return;
  }
  if (text == NULL)
  {
    fputs("\r\033[K", stderr);
    return;
  }
  const int width = (int)sizeof bar - 1;
  const int done = share < 0.0 ? 0 : share > 1.0 ? width : (int)(share * width);
  fprintf(stderr, "\r\033[K[%.*s%*s] %s", done, bar, width - done, "", text);
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
