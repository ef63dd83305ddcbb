/// @file bench_pace.c
/// How far a part is, and whether it shall go on.
#define _POSIX_C_SOURCE 200809L // isatty
#include "bench.h"

#include "interrupt.h"
#include "program.h"

#include <math.h>
#include <unistd.h>

/// Seconds between two lines of progress where there is no terminal.
#define LINE_PAUSE 30.0

void bench_begin(const bench* b, int32_t steps)
{
  *b->pace = (bench_pace){.begin = program_now(), .steps = steps, .told = program_now()};
}

void bench_next(const bench* b)
{
  ++b->pace->step;
}

/// Seconds that the part still needs, if it goes on as it went; below 0: not known yet.
static double remaining(const bench_pace* p, double share)
{
  const double done = p->steps > 0 ? (p->step + share) / p->steps : 0.0;
  const double spent = program_now() - p->begin;
  return done > 0.0 && spent > 2.0 ? fmax(spent / done - spent, 0.0) : -1.0;
}

void bench_progress(const bench* b, const char* text, double share)
{
  static const char bar[] = "####################";
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const double now = program_now();
  if (b->options->quiet || (!terminal && (text == NULL || now - b->pace->told < LINE_PAUSE)))
  {
    return;
  }
  b->pace->told = now;
  if (text == NULL)
  {
    fputs("\r\033[K", stderr);
    return;
  }
  const int width = (int)sizeof bar - 1;
  const int done = share < 0.0 ? 0 : share > 1.0 ? width : (int)(share * width);
  fprintf(stderr, "%s[%.*s%*s] %s", terminal ? "\r\033[K" : "", done, bar, width - done, "", text);
  const double left = remaining(b->pace, share);
  if (left >= 0.0)
  {
    fprintf(stderr, ", step %d of %d, about %.0f %s left", (int)b->pace->step + 1,
            (int)b->pace->steps, left < 120.0 ? left : left / 60.0, left < 120.0 ? "s" : "min");
  }
  fputs(terminal ? "" : "\n", stderr);
}

ep_status bench_go_on(ep_error* error)
{
  return interrupt_asked() ? bench_refuse(error, EP_ERROR_INPUT, "interrupted") : EP_OK;
}
