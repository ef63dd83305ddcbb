/// @file bench_plot.c
#define _POSIX_C_SOURCE 200809L // open_memstream
#include "bench_plot.h"

#include "bench_process.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bench_series* bench_plot_add(bench_plot* plot, const char* name)
{
  const int32_t at =
      plot->series_count < BENCH_SERIES_MAX ? plot->series_count++ : BENCH_SERIES_MAX - 1;
  plot->series[at] = (bench_series){.name = name, .fit_slope = NAN, .fit_at_1 = NAN};
  return &plot->series[at];
}

void bench_series_add(bench_series* series, double x, double y)
{
  if (series->count < BENCH_POINTS_MAX && isfinite(x) && isfinite(y))
  {
    series->x[series->count] = x;
    series->y[series->count++] = y;
  }
}

/// In quotes as gnuplot wants them.
static void print_text(FILE* out, const char* text)
{
  fputc('\'', out);
  for (; *text != 0; ++text)
  {
    fputc(*text, out);
    if (*text == '\'')
    {
      fputc('\'', out);
    }
  }
  fputc('\'', out);
}

static void print_setting(FILE* out, const char* name, const char* text)
{
  fprintf(out, "set %s ", name);
  print_text(out, text);
  fputc('\n', out);
}

static void print_data(const bench_plot* plot, FILE* out)
{
  for (int32_t i = 0; i < plot->series_count; ++i)
  {
    fprintf(out, "$series%d << EOD\n", (int)i);
    for (int32_t k = 0; k < plot->series[i].count; ++k)
    {
      fprintf(out, "%.9g %.9g\n", plot->series[i].x[k], plot->series[i].y[k]);
    }
    fputs("EOD\n", out);
  }
}

static void print_lines(const bench_plot* plot, FILE* out)
{
  fputs("set key outside right\nplot ", out);
  for (int32_t i = 0; i < plot->series_count; ++i)
  {
    const bench_series* s = &plot->series[i];
    fprintf(out, "%s$series%d using 1:2 with linespoints lc %d lw 2 pt 7 ps 0.6 title ",
            i > 0 ? ", " : "", (int)i, (int)i + 1);
    print_text(out, s->name);
    if (isfinite(s->fit_slope))
    {
      fprintf(out, ", %.9g*x**%.9g with lines lc %d dt 2 lw 1 title 'slope %.2f'", s->fit_at_1,
              s->fit_slope, (int)i + 1, s->fit_slope);
    }
  }
  fputc('\n', out);
}

/// Groups of bars, one group a tick, from the bottom of the plot up.
static void print_bars(const bench_plot* plot, FILE* out)
{
  const double width = 0.8 / (plot->series_count > 0 ? plot->series_count : 1);
  fprintf(out, "set boxwidth %.4f\nset style fill solid 0.8\nset xrange [-0.6:%.1f]\n", 0.9 * width,
          (double)plot->tick_count - 0.4);
  fputs("set key outside right\nset xtics rotate by -30 (", out);
  for (int32_t i = 0; i < plot->tick_count; ++i)
  {
    fputs(i > 0 ? ", " : "", out);
    print_text(out, plot->ticks[i]);
    fprintf(out, " %d", (int)i);
  }
  fputs(")\nplot ", out);
  for (int32_t i = 0; i < plot->series_count; ++i)
  {
    fprintf(out, "%s$series%d using ($1+%.4f):2 with boxes lc %d title ", i > 0 ? ", " : "", (int)i,
            ((double)i + 0.5) * width - 0.4, (int)i + 1);
    print_text(out, plot->series[i].name);
  }
  fputc('\n', out);
}

static void print_script(const bench_plot* plot, const char* path, FILE* out)
{
  fputs("set terminal svg size 860,420 font 'sans,12' background '#ffffff' noenhanced\n", out);
  print_setting(out, "output", path);
  print_setting(out, "title", plot->title);
  print_setting(out, "xlabel", plot->x_label);
  print_setting(out, "ylabel", plot->y_label);
  fputs("set grid lc '#dddddd'\nset samples 40\n", out);
  if (plot->log_x)
  {
    fputs("set logscale x\n", out);
  }
  if (plot->log_y)
  {
    fputs("set logscale y\n", out);
  }
  print_data(plot, out);
  if (plot->tick_count > 0)
  {
    print_bars(plot, out);
  }
  else
  {
    print_lines(plot, out);
  }
  fputs("set output\n", out);
}

ep_status bench_plot_draw(const bench_plot* plot, const char* path, ep_error* error)
{
  char* script = NULL;
  size_t size = 0;
  FILE* out = open_memstream(&script, &size);
  if (out == NULL)
  {
    *error = (ep_error){.status = EP_ERROR_MEMORY};
    snprintf(error->message, sizeof error->message, "%.300s: no memory for a plot", path);
    return error->status;
  }
  print_script(plot, path, out);
  fclose(out);
  char said[400];
  char program[] = "gnuplot", option[] = "-";
  char* const argv[] = {program, option, NULL};
  ep_error reason;
  const ep_status status = bench_process_run(argv, NULL, script, said, sizeof said, &reason);
  free(script);
  if (status != EP_OK)
  {
    *error = (ep_error){.status = status};
    snprintf(error->message, sizeof error->message,
             "%.100s: not drawn; %.250s (Debian's package is gnuplot-nox)", path, reason.message);
  }
  return status;
}

void bench_plot_version(char* text, size_t size)
{
  char program[] = "gnuplot", option[] = "--version";
  char* const argv[] = {program, option, NULL};
  ep_error error;
  if (bench_process_run(argv, NULL, NULL, text, size, &error) != EP_OK)
  {
    snprintf(text, size, "%s", error.message);
  }
  text[strcspn(text, "\n")] = 0;
}
