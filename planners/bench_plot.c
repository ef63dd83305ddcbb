/// @file bench_plot.c
#define _POSIX_C_SOURCE 200809L // open_memstream, getpid
#include "bench_plot.h"

#include "bench_process.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/// In quotes as gnuplot wants them. A tick's name is a format: what is doubled there is '%'.
static void print_quoted(FILE* out, const char* text, bool is_format)
{
  fputc('\'', out);
  for (; *text != 0; ++text)
  {
    fputc(*text, out);
    if (*text == '\'' || (is_format && *text == '%'))
    {
      fputc(*text, out);
    }
  }
  fputc('\'', out);
}

static void print_text(FILE* out, const char* text)
{
  print_quoted(out, text, false);
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

static void print_ticks(const bench_plot* plot, FILE* out)
{
  size_t longest = 0;
  for (int32_t i = 0; i < plot->tick_count; ++i)
  {
    const size_t length = strlen(plot->ticks[i]);
    longest = length > longest ? length : longest;
  }
  const bool fits = longest * (size_t)plot->tick_count <= 90;
  fprintf(out, "set xtics scale 0 %s (", fits ? "norotate" : "rotate by -30");
  for (int32_t i = 0; i < plot->tick_count; ++i)
  {
    fputs(i > 0 ? ", " : "", out);
    print_quoted(out, plot->ticks[i], true);
    fprintf(out, " %d", (int)i);
  }
  fputs(")\n", out);
  if (!fits)
  {
    fputs("set rmargin 16\n", out); // the last name is longer than its group is wide
  }
}

/// Groups of bars, one group a tick, from the bottom of the plot up.
static void print_bars(const bench_plot* plot, FILE* out)
{
  const double width = 0.8 / (plot->series_count > 0 ? plot->series_count : 1);
  fprintf(out, "set boxwidth %.4f\nset style fill solid 0.9 noborder\nset xrange [-0.6:%.1f]\n",
          0.9 * width, (double)plot->tick_count - 0.4);
  fputs("set key outside top center horizontal\n", out);
  fputs(plot->show_values ? "set offsets 0, 0, graph 0.08, 0\n" : "", out);
  print_ticks(plot, out);
  fputs("plot ", out);
  for (int32_t i = 0; i < plot->series_count; ++i)
  {
    const double shift = ((double)i + 0.5) * width - 0.4;
    fprintf(out, "%s$series%d using ($1+%.4f):2 with boxes lc %d title ", i > 0 ? ", " : "", (int)i,
            shift, (int)i + 1);
    print_text(out, plot->series[i].name);
    if (plot->show_values)
    {
      fprintf(
          out,
          ", $series%d using ($1+%.4f):2:(sprintf($2 < 9.995 ? '%%.2f' : $2 < 99.95 ? '%%.1f' : "
          "'%%.0f', $2)) with labels offset 0,0.6 font ',10' notitle",
          (int)i, shift);
    }
  }
  if (plot->y_line > 0.0)
  {
    fprintf(out, ", %.9g with lines lc '#222222' dt 2 notitle", plot->y_line);
  }
  fputc('\n', out);
}

/// Colours that can be told apart, also by those who see fewer.
static void print_colours(FILE* out)
{
  static const char* const colours[] = {"#0b6e99", "#e07b00", "#2e8b57", "#b03a2e",
                                        "#7d5ba6", "#8a8a8a", "#17becf", "#c2a500"};
  for (int i = 0; i < (int)(sizeof colours / sizeof colours[0]); ++i)
  {
    fprintf(out, "set linetype %d lc rgb '%s'\n", i + 1, colours[i]);
  }
  fputs("set border 3 lc '#555555'\nset tics nomirror\n", out);
}

static void print_script(const bench_plot* plot, const char* path, FILE* out)
{
  fputs("set terminal svg size 860,420 font 'sans,12' background '#ffffff' noenhanced\n", out);
  print_setting(out, "output", path);
  print_colours(out);
  print_setting(out, "title", plot->title);
  print_setting(out, "xlabel", plot->x_label);
  print_setting(out, "ylabel", plot->y_label);
  fputs("set grid y lc '#dddddd'\nset samples 40\n", out);
  if (plot->log_x)
  {
    fputs("set logscale x\nset grid x\n", out);
  }
  if (plot->log_y)
  {
    fputs("set logscale y\nset format y '%g'\n", out);
  }
  if (plot->y_from > 0.0)
  {
    fprintf(out, "set yrange [%.9g:*]\n", plot->y_from);
  }
  else if (plot->tick_count > 0 && !plot->log_y)
  {
    fputs("set yrange [0:*]\n", out); // bars are compared by their length
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

static ep_status not_drawn(const char* path, const ep_error* reason, ep_error* error)
{
  *error = (ep_error){.status = reason->status};
  snprintf(error->message, sizeof error->message,
           "%.100s: not drawn; %.250s (Debian's package is gnuplot-nox)", path, reason->message);
  return error->status;
}

ep_status bench_plot_draw(const bench_plot* plot, const char* path, ep_error* error)
{
  char* script = NULL;
  size_t size = 0;
  char unfinished[1100];
  snprintf(unfinished, sizeof unfinished, "%s.%ld.tmp", path, (long)getpid());
  FILE* out = open_memstream(&script, &size);
  if (out == NULL)
  {
    *error = (ep_error){.status = EP_ERROR_MEMORY};
    snprintf(error->message, sizeof error->message, "%.300s: no memory for a plot", path);
    return error->status;
  }
  print_script(plot, unfinished, out);
  fclose(out);
  char said[400];
  char program[] = "gnuplot", option[] = "-";
  char* const argv[] = {program, option, NULL};
  ep_error reason;
  ep_status status = bench_process_run(argv, NULL, script, said, sizeof said, &reason);
  free(script);
  if (status == EP_OK && rename(unfinished, path) != 0)
  {
    status = EP_ERROR_INPUT;
    reason = (ep_error){.status = status};
    snprintf(reason.message, sizeof reason.message, "%s", strerror(errno));
  }
  if (status != EP_OK)
  {
    (void)remove(unfinished);
    return not_drawn(path, &reason, error);
  }
  return EP_OK;
}

ep_status bench_plot_look(ep_error* error)
{
  char said[400];
  char program[] = "gnuplot", option[] = "--version";
  char* const argv[] = {program, option, NULL};
  ep_error reason;
  const ep_status status = bench_process_run(argv, NULL, NULL, said, sizeof said, &reason);
  return status == EP_OK ? EP_OK : not_drawn("plots", &reason, error);
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
