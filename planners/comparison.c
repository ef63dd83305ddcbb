/// @file comparison.c
#include "comparison.h"

#include "contact_json.h"
#include "plan_print.h"
#include "table.h"

#include <stdlib.h>

/// What all runs of one side come to.
typedef struct tally
{
  int32_t solved;    ///< by the validator's own word
  int32_t certified; ///< of them, proved free
  int32_t colliding; ///< of them, proved to collide
  int32_t crashed;   ///< or hung
  int64_t motions;
  double motion_seconds; ///< in edges, all runs together
  double median;         ///< of the solved ones; 0 if there are none
  double length;         ///< their mean
} tally;

static int by_size(const void* a, const void* b)
{
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

/// Whether an edge of a path to the goal is proved to collide.
static bool collides(const plan_leg* leg)
{
  const int32_t bad = plan_leg_bad_edge(leg);
  return leg->status == PLAN_SOLVED && bad >= 0 && leg->edges != NULL &&
         leg->edges[bad].verdict == EP_COLLIDING;
}

static bool any_collides(const plan* p)
{
  bool any = false;
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    any = any || collides(&p->legs[i]);
  }
  return any;
}

static void add_plan(tally* sum, const plan* p, double* times)
{
  double seconds = 0.0, length = 0.0;
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    seconds += p->legs[i].seconds_solve;
    length += p->legs[i].length;
    sum->motions += p->legs[i].motions;
    sum->motion_seconds += p->legs[i].motion_seconds;
    sum->crashed += plan_leg_crash(&p->legs[i]) != NULL;
  }
  if (plan_is_solved(p))
  {
    times[sum->solved++] = seconds;
    sum->length += length;
    sum->certified += plan_is_certified(p);
    sum->colliding += any_collides(p);
  }
}

static tally count_side(const comparison_side* side)
{
  tally sum = {.solved = 0};
  double* times = malloc(((size_t)side->count + 1) * sizeof *times);
  for (int32_t i = 0; times != NULL && i < side->count; ++i)
  {
    add_plan(&sum, &side->plans[i], times);
  }
  if (sum.solved > 0)
  {
    qsort(times, (size_t)sum.solved, sizeof *times, by_size);
    sum.median = times[sum.solved / 2];
    sum.length /= sum.solved;
  }
  free(times);
  return sum;
}

static double rate_of(const tally* sum)
{
  return sum->motion_seconds > 0.0 ? (double)sum->motions / sum->motion_seconds : 0.0;
}

static void add_side(table* t, const comparison_side* side)
{
  const tally sum = count_side(side);
  table_add(t, "%s", side->validator);
  table_add(t, "%d", (int)side->count);
  table_add(t, "%d", (int)sum.solved);
  table_add(t, "%d", (int)sum.certified);
  table_add(t, "%d", (int)sum.colliding);
  table_add(t, sum.solved > 0 ? "%.3f" : "-", sum.median);
  table_add(t, "%lld", (long long)sum.motions);
  table_add(t, "%.0f", rate_of(&sum));
  table_add(t, sum.solved > 0 ? "%.2f" : "-", sum.length);
}

static void print_misses(const comparison_side* side, FILE* out)
{
  bool is_first = true;
  for (int32_t i = 0; i < side->count; ++i)
  {
    const plan* p = &side->plans[i];
    for (int32_t k = 0; k < p->leg_count; ++k)
    {
      if (collides(&p->legs[k]))
      {
        if (is_first)
        {
          fprintf(out, "\n%s called these free, and they collide:\n", side->validator);
        }
        is_first = false;
        fprintf(out, "  seed %lld: ", (long long)p->seed);
        plan_print_place(p, &p->legs[k], out);
        fputc('\n', out);
      }
    }
  }
}

static void print_crashes(const comparison_side* side, FILE* out)
{
  for (int32_t i = 0; i < side->count; ++i)
  {
    const plan* p = &side->plans[i];
    for (int32_t k = 0; k < p->leg_count; ++k)
    {
      if (plan_leg_crash(&p->legs[k]) != NULL)
      {
        fprintf(out, "\n%s, seed %lld, %s: %s\n", side->validator, (long long)p->seed,
                ep_scene_get_query(p->scene, p->legs[k].query)->name, plan_leg_crash(&p->legs[k]));
      }
    }
  }
}

/// Queries that no planner can solve, for their ends are not valid: the same for all runs.
static void print_invalid(const plan* p, FILE* out)
{
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    const plan_leg* leg = &p->legs[i];
    if (leg->status == PLAN_INVALID_START || leg->status == PLAN_INVALID_GOAL)
    {
      const char* query = ep_scene_get_query(p->scene, leg->query)->name;
      fprintf(out, "\n%s: %s: %s; edgeproof info %s --query %s says more\n", query,
              plan_status_text(leg->status), leg->remark, ep_scene_path(p->scene), query);
    }
  }
}

void comparison_print(const comparison_side* sides, int32_t count, FILE* out)
{
  const plan* first = &sides[0].plans[0];
  fprintf(out, "%s: %s, up to %g s a query\n", ep_scene_name(first->scene), first->planner,
          first->time_limit);
  table t = table_begin(
      "validator|>runs|>solved|>proved free|>collide|>median s|>edges|>edges/s|>mean length");
  for (int32_t i = 0; i < count; ++i)
  {
    add_side(&t, &sides[i]);
  }
  table_end(&t, out);
  print_invalid(first, out);
  for (int32_t i = 0; i < count; ++i)
  {
    print_misses(&sides[i], out);
    print_crashes(&sides[i], out);
  }
}

static void write_misses(json* j, const comparison_side* side)
{
  json_open(j, "collisions", '[');
  for (int32_t i = 0; i < side->count; ++i)
  {
    const plan* p = &side->plans[i];
    for (int32_t k = 0; k < p->leg_count; ++k)
    {
      if (collides(&p->legs[k]))
      {
        const int32_t bad = plan_leg_bad_edge(&p->legs[k]);
        const plan_edge* edge = &p->legs[k].edges[bad];
        json_open(j, NULL, '{');
        json_integer(j, "seed", p->seed);
        json_text(j, "query", ep_scene_get_query(p->scene, p->legs[k].query)->name);
        json_integer(j, "edge", bad);
        json_number(j, "t_contact", edge->contact.t);
        contact_json_named(j, "contact", edge->pair[0], edge->pair[1], &edge->contact);
        json_close(j, '}');
      }
    }
  }
  json_close(j, ']');
}

static void write_side(json* j, const comparison_side* side)
{
  const tally sum = count_side(side);
  json_open(j, NULL, '{');
  json_text(j, "validator", side->validator);
  json_integer(j, "runs", side->count);
  json_integer(j, "solved", sum.solved);
  json_integer(j, "proved_free", sum.certified);
  json_integer(j, "colliding", sum.colliding);
  json_number(j, "median_seconds", sum.median);
  json_integer(j, "edges", sum.motions);
  json_number(j, "edges_per_second", rate_of(&sum));
  json_number(j, "mean_length", sum.length);
  json_integer(j, "crashed", sum.crashed);
  write_misses(j, side);
  json_close(j, '}');
}

void comparison_json(const comparison_side* sides, int32_t count, FILE* out)
{
  json j = json_begin(out);
  json_open(&j, NULL, '{');
  json_text(&j, "scene", ep_scene_name(sides[0].plans[0].scene));
  json_text(&j, "planner", sides[0].plans[0].planner);
  json_open(&j, "validators", '[');
  for (int32_t i = 0; i < count; ++i)
  {
    write_side(&j, &sides[i]);
  }
  json_close(&j, ']');
  json_close(&j, '}');
  json_end(&j);
}
