/// @file edge_results.c
#include "edge_results.h"

#include "csv.h"
#include "output.h"
#include "program.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

/// Edges that are listed one by one; more are only counted.
#define LISTED_MAX 20

/// @name Counts
/// @{

int32_t edge_results_count(const edge_results* results, ep_verdict verdict)
{
  int32_t count = 0;
  for (int32_t i = 0; i < results->count; ++i)
  {
    for (int32_t k = 0; k < results->runs[i].edges.count; ++k)
    {
      count += results->runs[i].outcomes[k].verdict == verdict;
    }
  }
  return count;
}

static int32_t count_all(const edge_results* results)
{
  int32_t count = 0;
  for (int32_t i = 0; i < results->count; ++i)
  {
    count += results->runs[i].edges.count;
  }
  return count;
}

bool edge_results_all_free(const edge_results* results)
{
  return edge_results_count(results, EP_FREE) == count_all(results);
}

static void count_label(edge_labels* sum, ep_verdict verdict, ep_edge_label label)
{
  const ep_verdict expected = label == EP_LABEL_FREE ? EP_FREE : EP_COLLIDING;
  if (label == EP_LABEL_NONE)
  {
    ++sum->unlabelled;
    return;
  }
  sum->agree += verdict == expected;
  sum->missed += verdict == EP_FREE && expected == EP_COLLIDING;
  sum->alarms += verdict == EP_COLLIDING && expected == EP_FREE;
  sum->undecided += verdict == EP_UNDECIDED;
}

edge_labels edge_results_labels(const edge_results* results)
{
  edge_labels sum = {.any = false};
  for (int32_t i = 0; i < results->count; ++i)
  {
    const edge_run* run = &results->runs[i];
    sum.any = sum.any || run->edges.has_labels;
    for (int32_t k = 0; k < run->edges.count; ++k)
    {
      count_label(&sum, run->outcomes[k].verdict, run->edges.labels[k]);
    }
  }
  return sum;
}

/// @}
/// @name CSV
/// @{

static void print_line(const edge_run* run, int32_t edge, int32_t number, FILE* out)
{
  const edge_outcome* o = &run->outcomes[edge];
  fprintf(out, "%d,%s,", (int)number, ep_verdict_text(o->verdict));
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

ep_status edge_results_csv(const edge_results* results, const char* path, ep_error* error)
{
  output out;
  const ep_status status = output_open(&out, path, error);
  if (status != EP_OK)
  {
    return status;
  }
  fputs("edge,verdict,t_free,t_contact,pair_a,pair_b,microseconds\n", out.file);
  int32_t number = 0;
  for (int32_t i = 0; i < results->count; ++i)
  {
    for (int32_t k = 0; k < results->runs[i].edges.count; ++k)
    {
      print_line(&results->runs[i], k, number++, out.file);
    }
  }
  return output_close(&out, error);
}

/// @}
/// @name For people
/// @{

static int by_size(const void* a, const void* b)
{
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void add_verdict(table* t, const edge_results* results, ep_verdict verdict, double* times)
{
  int32_t count = 0;
  double sum = 0.0;
  for (int32_t i = 0; i < results->count; ++i)
  {
    for (int32_t k = 0; k < results->runs[i].edges.count; ++k)
    {
      const edge_outcome* o = &results->runs[i].outcomes[k];
      if (o->verdict == verdict)
      {
        times[count++] = o->microseconds;
        sum += o->microseconds;
      }
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

static void print_verdicts(const edge_results* results, FILE* out)
{
  double* times = malloc(((size_t)count_all(results) + 1) * sizeof *times);
  if (times == NULL)
  {
    return;
  }
  table t = table_begin("verdict|>edges|>mean us|>median us|>max us");
  add_verdict(&t, results, EP_FREE, times);
  add_verdict(&t, results, EP_COLLIDING, times);
  add_verdict(&t, results, EP_UNDECIDED, times);
  table_end(&t, out);
  free(times);
}

/// Why an edge is undecided.
static ep_error reason_of(const edge_run* run, int32_t edge)
{
  const size_t at = (size_t)edge * (size_t)run->edges.config_size;
  ep_error why = {EP_OK, "the budget was used up, or it is unclear what is inside of what"};
  if (run->outcomes[edge].outside &&
      ep_scene_check_bounds(run->scene, run->edges.q0 + at, &why) == EP_OK)
  {
    (void)ep_scene_check_bounds(run->scene, run->edges.q1 + at, &why);
  }
  return why;
}

static void add_edge(table* t, const edge_run* run, int32_t edge, int32_t number)
{
  const edge_outcome* o = &run->outcomes[edge];
  table_add(t, "%d", (int)number);
  table_add(t, run->edges.lines[edge] > 0 ? "%d" : "", (int)run->edges.lines[edge]);
  table_add(t, "%s", ep_verdict_text(o->verdict));
  if (o->verdict == EP_COLLIDING)
  {
    table_add(t, "%.6f", o->contact.t);
    table_add(t, "%s and %s: %s", ep_world_body_name(run->world, o->contact.body[0]),
              ep_world_body_name(run->world, o->contact.body[1]),
              program_contact_text(o->contact.kind));
    return;
  }
  const ep_error why = reason_of(run, edge);
  table_add(t, "%s", "");
  table_add(t, "%s", why.message);
}

static void print_edges(const edge_results* results, FILE* out)
{
  int32_t listed = 0, more = 0, number = 0;
  table t = table_begin(">edge|>line|verdict|>t|why");
  for (int32_t i = 0; i < results->count; ++i)
  {
    const edge_run* run = &results->runs[i];
    for (int32_t k = 0; k < run->edges.count; ++k, ++number)
    {
      const bool is_free = run->outcomes[k].verdict == EP_FREE;
      more += !is_free && listed == LISTED_MAX;
      if (!is_free && listed < LISTED_MAX)
      {
        add_edge(&t, run, k, number);
        ++listed;
      }
    }
  }
  fputs(listed > 0 ? "\n" : "", out);
  table_end(&t, out);
  if (more > 0)
  {
    fprintf(out, "  and %d more; --csv FILE has all\n", (int)more);
  }
}

static void print_labels(const edge_labels* sum, FILE* out)
{
  fprintf(out, "\nlabels: %d agree, %d missed collisions, %d false alarms, %d undecided",
          (int)sum->agree, (int)sum->missed, (int)sum->alarms, (int)sum->undecided);
  fprintf(out, sum->unlabelled > 0 ? ", %d without a label\n" : "\n", (int)sum->unlabelled);
}

void edge_results_print(const edge_results* results, FILE* out)
{
  const edge_run* run = &results->runs[0];
  const int32_t count = count_all(results);
  fprintf(out, "%s: %d edge%s in %.3f s on %d thread%s\n", ep_scene_name(run->scene), (int)count,
          count == 1 ? "" : "s", results->seconds, (int)run->thread_count,
          run->thread_count == 1 ? "" : "s");
  print_verdicts(results, out);
  print_edges(results, out);
  const edge_labels labels = edge_results_labels(results);
  if (labels.any)
  {
    print_labels(&labels, out);
  }
}

/// @}
