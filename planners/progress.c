/// @file progress.c
#define _POSIX_C_SOURCE 200809L // isatty
#include "progress.h"

#include "program.h"

#include <stdio.h>
#include <unistd.h>

/// Seconds between two bars, and between two plain lines.
#define BAR_PAUSE  0.2
#define LINE_PAUSE 5.0

#define BAR_WIDTH 24

progress progress_begin(const char* noun, int64_t total, bool quiet)
{
  const double now = program_now();
  const bool terminal = isatty(STDERR_FILENO) != 0;
  return (progress){.noun = noun,
                    .total = total,
                    .quiet = quiet,
                    .terminal = terminal,
                    .begin = now,
                    .last = terminal ? now - BAR_PAUSE : now};
}

static void print_seconds(double seconds)
{
  const long whole = (long)(seconds + 0.5);
  if (whole < 120)
  {
    fprintf(stderr, ", %ld s left", whole);
  }
  else
  {
    fprintf(stderr, ", %ld min left", (whole + 30) / 60);
  }
}

static void print_counts(const progress* p, int64_t done, int64_t all)
{
  if (p->is_clock)
  {
    fprintf(stderr, "%.1f of %.1f s", 1e-3 * (double)done, 1e-3 * (double)all);
  }
  else
  {
    fprintf(stderr, "%lld of %lld %s", (long long)done, (long long)all, p->noun);
  }
}

void progress_show(progress* p, int64_t done, const char* remark)
{
  const double now = program_now();
  if (p->quiet || now - p->last < (p->terminal ? BAR_PAUSE : LINE_PAUSE))
  {
    return;
  }
  p->last = now;
  const int64_t all = p->total + p->found;
  const double part = all > 0 ? (double)(done + p->found) / (double)all : 0.0;
  if (p->terminal)
  {
    char bar[BAR_WIDTH + 1];
    for (int i = 0; i < BAR_WIDTH; ++i)
    {
      bar[i] = i < (int)(part * BAR_WIDTH) ? '#' : '.';
    }
    bar[BAR_WIDTH] = 0;
    fprintf(stderr, "\r\033[K[%s] %3d%% ", bar, (int)(100.0 * part));
    p->shown = true;
  }
  print_counts(p, done + p->found, all);
  const double seconds = now - p->begin;
  if (p->is_clock)
  {
    print_seconds(1e-3 * (double)(p->total - done));
  }
  else if (done > 0 && seconds > 0.0)
  {
    const double rate = (double)done / seconds;
    fprintf(stderr, rate < 1000.0 ? ", %.3g/s" : ", %.0f/s", rate);
    print_seconds(seconds / (double)done * (double)(p->total - done));
  }
  fprintf(stderr, "%s%s%s", remark == NULL ? "" : ", ", remark == NULL ? "" : remark,
          p->terminal ? "" : "\n");
}

void progress_end(progress* p)
{
  if (p->shown)
  {
    fputs("\r\033[K", stderr);
    p->shown = false;
  }
}
