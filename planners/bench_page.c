/// @file bench_page.c
#define _POSIX_C_SOURCE 200809L // getline, open_memstream
#include "bench_page.h"

#include "bench_host.h"
#include "output.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/// Lines that enclose what is copied from a page.
#define SUMMARY_BEGIN "<!-- summary -->\n"
#define SUMMARY_END   "<!-- /summary -->\n"
#define MACHINE_BEGIN "<!-- machine -->\n"
#define MACHINE_END   "<!-- /machine -->\n"
#define IN_VAIN_BEGIN "<!-- no help -->\n"
#define IN_VAIN_END   "<!-- /no help -->\n"

/// Where it is told what made the checker faster, and what did not.
#define FIGURES "docs/figures.md"

ep_status bench_page_begin(bench_page* page, const bench_options* options, ep_error* error)
{
  *page = (bench_page){.b = {.options = options}};
  page->b.pace = &page->pace;
  page->b.report = open_memstream(&page->report, &page->sizes[0]);
  page->b.summary = open_memstream(&page->summary, &page->sizes[1]);
  if (page->b.report != NULL && page->b.summary != NULL)
  {
    return EP_OK;
  }
  bench_page_drop(page);
  return bench_refuse(error, EP_ERROR_MEMORY, "no memory for a report");
}

void bench_page_drop(bench_page* page)
{
  FILE* const files[2] = {page->b.report, page->b.summary};
  for (int i = 0; i < 2; ++i)
  {
    if (files[i] != NULL)
    {
      fclose(files[i]);
    }
  }
  free(page->report);
  free(page->summary);
  *page = (bench_page){.report = NULL};
}

static void print_quick(const bench_options* options, FILE* out)
{
  if (options->quick)
  {
    fputs("**This is a quick run: it shows that everything works, and its figures mean "
          "nothing.**\n\n",
          out);
  }
}

static void print_page(bench_page* page, const char* name, double seconds, FILE* out)
{
  char date[64] = "";
  const time_t now = time(NULL);
  const struct tm* const day = gmtime(&now);
  if (day != NULL)
  {
    (void)strftime(date, sizeof date, "%Y-%m-%d", day);
  }
  fprintf(
      out,
      "# Benchmarks: %s\n\nWritten by `edgeproof bench %s` on %s, in one process and one run of "
      "%.1f minutes. Times are those of the thread's processor, in microseconds unless said "
      "otherwise. All parts: [README.md](README.md); how it is measured: docs/measuring.md.\n\n",
      name, name, date, seconds / 60.0);
  print_quick(page->b.options, out);
  fflush(page->b.report);
  fflush(page->b.summary);
  fprintf(out, "%s%s%s\n%s## Machine\n\n%s", SUMMARY_BEGIN, page->summary, SUMMARY_END,
          page->report, MACHINE_BEGIN);
  bench_host_print(out);
  fputs(MACHINE_END, out);
}

ep_status bench_page_save(bench_page* page, const char* name, double seconds, ep_error* error)
{
  char path[1100];
  snprintf(path, sizeof path, "%s/%s.md", page->b.options->out, name);
  output file;
  const ep_status status = output_open(&file, path, error);
  if (status != EP_OK)
  {
    return status;
  }
  print_page(page, name, seconds, file.file);
  return output_close(&file, error);
}

/// Copies the lines of a page between two lines. Whether the first was there.
static bool copy_between(const char* path, const char* begin, const char* end, FILE* out)
{
  FILE* in = fopen(path, "r");
  char* line = NULL;
  size_t room = 0;
  bool inside = false, found = false;
  while (in != NULL && getline(&line, &room, in) > 0)
  {
    inside = inside && strcmp(line, end) != 0;
    if (inside)
    {
      fputs(line, out);
    }
    if (strcmp(line, begin) == 0)
    {
      inside = true;
      found = true;
    }
  }
  if (in != NULL)
  {
    fclose(in);
  }
  free(line);
  return found;
}

/// What was tried to make it faster, and in vain: as it is told elsewhere.
static void print_vain(FILE* out)
{
  fputs("## What did not help\n\nEvery change that made the checker faster is told with its before "
        "and after in " FIGURES ", and so is what was tried in vain:\n\n",
        out);
  if (!copy_between(FIGURES, IN_VAIN_BEGIN, IN_VAIN_END, out))
  {
    fputs("*Not found; run it in the project's root.*\n", out);
  }
  fputc('\n', out);
}

static void print_joined(const bench_options* options, const char* const* names, int32_t count,
                         FILE* out)
{
  char path[1100];
  fputs("# Benchmarks\n\nA sampling planner asks whether the straight motion between two "
        "configurations is free of collision. Edgeproof answers with a proof for the whole motion; "
        "most others look at samples. This report says what that costs, on the same edges. Each "
        "part has a page with all tables, and its raw rows as CSV. Written by `edgeproof bench "
        "all`; how it is measured, and how to do it again: docs/measuring.md.\n\n",
        out);
  print_quick(options, out);
  for (int32_t i = 0; i < count; ++i)
  {
    snprintf(path, sizeof path, "%s/%s.md", options->out, names[i]);
    if (copy_between(path, SUMMARY_BEGIN, SUMMARY_END, out))
    {
      fprintf(out, "All tables, and where the rows are: [%s.md](%s.md).\n\n", names[i], names[i]);
    }
    else
    {
      fprintf(out, "*%s* was not measured: `edgeproof bench %s` adds it here.\n\n", names[i],
              names[i]);
    }
  }
  print_vain(out);
  fputs("## Machine\n\n", out);
  for (int32_t i = 0; i < count; ++i)
  {
    snprintf(path, sizeof path, "%s/%s.md", options->out, names[i]);
    if (copy_between(path, MACHINE_BEGIN, MACHINE_END, out))
    {
      break;
    }
  }
}

ep_status bench_page_join(const bench_options* options, const char* const* names, int32_t count,
                          ep_error* error)
{
  char path[1100];
  snprintf(path, sizeof path, "%s/README.md", options->out);
  output file;
  const ep_status status = output_open(&file, path, error);
  if (status != EP_OK)
  {
    return status;
  }
  print_joined(options, names, count, file.file);
  return output_close(&file, error);
}
