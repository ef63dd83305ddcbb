/// @file report.c
#include "edgeproof/envs/report.h"

#include "io_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct report_line
{
  char* text;
  bool is_warning;
} report_line;

struct ep_report
{
  report_line* lines;
  int32_t count;
  int32_t capacity;
  int32_t warnings; ///< also those that were lost
};

ep_report* ep_report_create(void)
{
  return calloc(1, sizeof(ep_report));
}

void ep_report_destroy(ep_report* report)
{
  if (report == NULL)
  {
    return;
  }
  for (int32_t i = 0; i < report->count; ++i)
  {
    free(report->lines[i].text);
  }
  free(report->lines);
  free(report);
}

static bool make_room(ep_report* report)
{
  if (report->count < report->capacity)
  {
    return true;
  }
  const int32_t capacity = report->capacity * 2 + 16;
  report_line* lines = realloc(report->lines, (size_t)capacity * sizeof *lines);
  if (lines == NULL)
  {
    return false;
  }
  report->lines = lines;
  report->capacity = capacity;
  return true;
}

static void add_line(ep_report* report, bool is_warning, const char* format, va_list list)
{
  char text[EP_ERROR_MESSAGE_SIZE];
  vsnprintf(text, sizeof text, format, list);
  report->warnings += is_warning;
  char* copy = make_room(report) ? ep_string_copy(text) : NULL;
  if (copy != NULL)
  {
    report->lines[report->count++] = (report_line){copy, is_warning};
  }
}

void ep_report_warn(ep_report* report, const char* format, ...)
{
  if (report != NULL)
  {
    va_list list;
    va_start(list, format);
    add_line(report, true, format, list);
    va_end(list);
  }
}

void ep_report_remark(ep_report* report, const char* format, ...)
{
  if (report != NULL)
  {
    va_list list;
    va_start(list, format);
    add_line(report, false, format, list);
    va_end(list);
  }
}

int32_t ep_report_line_count(const ep_report* report)
{
  return report->count;
}

int32_t ep_report_warning_count(const ep_report* report)
{
  return report->warnings;
}

const char* ep_report_line(const ep_report* report, int32_t line, bool* is_warning)
{
  if (line < 0 || line >= report->count)
  {
    return NULL;
  }
  if (is_warning != NULL)
  {
    *is_warning = report->lines[line].is_warning;
  }
  return report->lines[line].text;
}

ep_status ep_report_refuse_warnings(const ep_report* report, ep_error* error)
{
  if (report->warnings == 0)
  {
    return ep_envs_ok(error);
  }
  const char* first = "a warning that was lost";
  for (int32_t i = report->count - 1; i >= 0; --i)
  {
    first = report->lines[i].is_warning ? report->lines[i].text : first;
  }
  return report->warnings == 1 ? ep_envs_fail(error, EP_ERROR_INPUT, "%s", first)
                               : ep_envs_fail(error, EP_ERROR_INPUT, "%s (and %d more warnings)",
                                              first, report->warnings - 1);
}
