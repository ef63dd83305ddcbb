/// @file edge_results.c
#include "edge_results.h"

#include "table.h"
#include "whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// Edges that are listed one by one; more are only counted.
#define LISTED_MAX 20

bool edge_results_all_free(const edge_run* run)
{
  for (int32_t i = 0; i < run->edges->count; ++i)
  {
    if (run->outcomes[i].verdict != EP_FREE)
    {
      return false;
    }
  }
  return true;
}

/// @name CSV
/// @{

static void print_line(const edge_run* run, int32_t edge, FILE* out)
{
  const edge_outcome* o = &run->outcomes[edge];
  fprintf(out, "%d,%s,", (int)edge, ep_verdict_text(o->verdict));
  const bool has_time = run->options.mode == EP_MODE_TIME_OF_CONTACT && !o->outside;
  if (o->verdict == EP_FREE || has_time)
  {
    fprintf(out, "%.17g", o->t_free);
  }
  fputc(',', out);
  if (o->verdict == EP_COLLIDING)
  {
    fprintf(out, "%.17g,", o->contact.t);
    csv_field(out, ep_world_body_name(run->world, o->contact.body[0]));
    fputc(',', out);
    csv_field(out, ep_world_body_name(run->world, o->contact.body[1]));
  }
  else
  {
    fputs(",,", out);
  }
  fprintf(out, ",%.1f\n", o->microseconds);
}

static bool print_all(const edge_run* run, FILE* out)
{
  fputs("edge,verdict,t_free,t_contact,pair_a,pair_b,microseconds\n", out);
  for (int32_t i = 0; i < run->edges->count; ++i)
  {
    print_line(run, i, out);
  }
  return fflush(out) == 0 && ferror(out) == 0;
}

ep_status edge_results_csv(const edge_run* run, const char* path, ep_error* error)
{
  if (strcmp(path, "-") == 0)
  {
    return print_all(run, stdout) ? EP_OK : whole_file_refuse("standard output", errno, error);
  }
  whole_file file;
  const ep_status status = whole_file_begin(&file, path, error);
  if (status != EP_OK)
  {
    return status;
  }
  (void)print_all(run, file.out); // what could not be written is noticed at the end
  return whole_file_end(&file, error);
}

/// @}
/// @name For people
/// @{

static int by_size(const void* a, const void* b)
{
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void add_verdict(table* t, const edge_run* run, ep_verdict verdict, double* times)
{
  int32_t count = 0;
  double sum = 0.0;
  for (int32_t i = 0; i < run->edges->count; ++i)
  {
    if (run->outcomes[i].verdict == verdict)
    {
      times[count++] = run->outcomes[i].microseconds;
      sum += run->outcomes[i].microseconds;
    }
  }
  table_add(t, "%s", ep_verdict_text(verdict));
  table_add(t, "%d", (int)count);
  if (count == 0)
  {
    table_add(t, "-");
    table_add(t, "-");
    table_add(t, "-");
    return;
  }
  qsort(times, (size_t)count, sizeof *times, by_size);
  table_add(t, "%.1f", sum / count);
  table_add(t, "%.1f", times[count / 2]);
  table_add(t, "%.1f", times[count - 1]);
}

static void print_verdicts(const edge_run* run, FILE* out)
{
  double* times = malloc(((size_t)run->edges->count + 1) * sizeof *times);
  if (times == NULL)
  {
    return;
  }
  table t = table_begin("verdict|>edges|>mean us|>median us|>max us");
  add_verdict(&t, run, EP_FREE, times);
  add_verdict(&t, run, EP_COLLIDING, times);
  add_verdict(&t, run, EP_UNDECIDED, times);
  table_end(&t, out);
  free(times);
}

static const char* const contact_texts[] = {"", "intersect", "closer than the clearance",
                                            "within the tolerance", "one inside the other"};

static void add_edge(table* t, const edge_run* run, int32_t edge)
{
  const edge_outcome* o = &run->outcomes[edge];
  table_add(t, "%d", (int)edge);
  table_add(t, "%d", (int)run->edges->lines[edge]);
  table_add(t, "%s", ep_verdict_text(o->verdict));
  if (o->verdict == EP_COLLIDING)
  {
    table_add(t, "%.6f", o->contact.t);
    table_add(t, "%s and %s: %s", ep_world_body_name(run->world, o->contact.body[0]),
              ep_world_body_name(run->world, o->contact.body[1]), contact_texts[o->contact.kind]);
    return;
  }
  const size_t at = (size_t)edge * (size_t)run->edges->config_size;
  ep_error why = {EP_OK, "the budget was used up, or it is unclear what is inside of what"};
  if (o->outside && ep_scene_check_bounds(run->scene, run->edges->q0 + at, &why) == EP_OK)
  {
    (void)ep_scene_check_bounds(run->scene, run->edges->q1 + at, &why);
  }
  table_add(t, "%s", "");
  table_add(t, "%s", why.message);
}

static void print_edges(const edge_run* run, FILE* out)
{
  int32_t listed = 0;
  int32_t more = 0;
  table t = table_begin(">edge|>line|verdict|>t|why");
  for (int32_t i = 0; i < run->edges->count; ++i)
  {
    if (run->outcomes[i].verdict == EP_FREE)
    {
      continue;
    }
    if (listed == LISTED_MAX)
    {
      ++more;
      continue;
    }
    add_edge(&t, run, i);
    ++listed;
  }
  if (listed > 0)
  {
    fputc('\n', out);
  }
  table_end(&t, out);
  if (more > 0)
  {
    fprintf(out, "  and %d more; --csv FILE has all\n", (int)more);
  }
}

static void print_labels(const edge_run* run, FILE* out)
{
  int32_t agree = 0, missed = 0, alarms = 0, open = 0, unlabelled = 0;
  for (int32_t i = 0; i < run->edges->count; ++i)
  {
    const ep_verdict verdict = run->outcomes[i].verdict;
    const ep_edge_label label = run->edges->labels[i];
    const ep_verdict expected = label == EP_LABEL_FREE ? EP_FREE : EP_COLLIDING;
    unlabelled += label == EP_LABEL_NONE;
    if (label == EP_LABEL_NONE)
    {
      continue;
    }
    agree += verdict == expected;
    missed += verdict == EP_FREE && expected == EP_COLLIDING;
    alarms += verdict == EP_COLLIDING && expected == EP_FREE;
    open += verdict == EP_UNDECIDED;
  }
  fprintf(out, "\nlabels: %d agree, %d missed collisions, %d false alarms, %d undecided",
          (int)agree, (int)missed, (int)alarms, (int)open);
  fprintf(out, unlabelled > 0 ? ", %d without a label\n" : "\n", (int)unlabelled);
}

void edge_results_print(const edge_run* run, FILE* out)
{
  print_verdicts(run, out);
  print_edges(run, out);
  if (run->edges->has_labels)
  {
    print_labels(run, out);
  }
}

/// @}
