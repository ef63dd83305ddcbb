/// @file bench_ablate.c
/// edgeproof bench ablate: what each part of both methods is worth, by switching it off.
#include "bench_plot.h"
#include "bench_scene.h"
#include "bench_sets.h"

#include <math.h>
#include <string.h>

/// Something that is switched off, or the whole method.
typedef struct ablation
{
  const char* name;
  ep_method method;
  ep_mode mode;
  uint32_t switches;
} ablation;

#define TOC EP_MODE_TIME_OF_CONTACT

/// The first of each method is the whole one; the others are compared with the whole one of their
/// own mode, but for early exit, which is what the modes differ by.
static const ablation spacetime[] = {
    {"spacetime", EP_METHOD_SPACETIME, EP_MODE_BOOLEAN, 0},
    {"no samples", EP_METHOD_SPACETIME, EP_MODE_BOOLEAN, EP_SPACETIME_NO_SAMPLES},
    {"no short look first", EP_METHOD_SPACETIME, EP_MODE_BOOLEAN, EP_SPACETIME_NO_LOOK},
    {"no AVX2 kernels", EP_METHOD_SPACETIME, EP_MODE_BOOLEAN, EP_SPACETIME_NARROW},
    {"no early exit (first contact)", EP_METHOD_SPACETIME, TOC, 0},
};

static const ablation by_catch[] = {
    {"catch", EP_METHOD_CATCH, EP_MODE_BOOLEAN, 0},
    {"no Taylor culling", EP_METHOD_CATCH, EP_MODE_BOOLEAN, EP_CATCH_NO_TAYLOR},
    {"intervals for Taylor models", EP_METHOD_CATCH, EP_MODE_BOOLEAN, EP_CATCH_INTERVALS},
    {"no tree over the links", EP_METHOD_CATCH, EP_MODE_BOOLEAN, EP_CATCH_NO_LINK_TREE},
    {"no hull bounds", EP_METHOD_CATCH, EP_MODE_BOOLEAN, EP_CATCH_NO_HULLS},
    {"no directed bounds", EP_METHOD_CATCH, EP_MODE_BOOLEAN, EP_CATCH_NO_DIRECTION},
    {"no coherence", EP_METHOD_CATCH, EP_MODE_BOOLEAN, EP_CATCH_NO_COHERENCE},
    {"no early exit (first contact)", EP_METHOD_CATCH, TOC, 0},
};

static const ablation first_contact[] = {
    {"catch, first contact", EP_METHOD_CATCH, TOC, 0},
    {"no temporal culling", EP_METHOD_CATCH, TOC, EP_CATCH_NO_TEMPORAL},
    {"no sorting", EP_METHOD_CATCH, TOC, EP_CATCH_NO_SORTING},
    {"no sorting, no temporal culling", EP_METHOD_CATCH, TOC,
     EP_CATCH_NO_SORTING | EP_CATCH_NO_TEMPORAL},
    {"no hull bounds", EP_METHOD_CATCH, TOC, EP_CATCH_NO_HULLS},
};

typedef struct ablation_group
{
  const char* name;
  const ablation* rows;
  int32_t count;
  int32_t share; ///< of the edges of a set: one in so many, for the slow ones
} ablation_group;

#define GROUP(name, rows, share)                                                                   \
  {                                                                                                \
    name, rows, (int32_t)(sizeof(rows) / sizeof(rows)[0]), share                                   \
  }

static const ablation_group groups[] = {
    GROUP("spacetime", spacetime, 1),
    GROUP("catch", by_catch, 4),
    GROUP("catch, first contact", first_contact, 4),
};

#define GROUP_COUNT   ((int)(sizeof groups / sizeof groups[0]))
#define ABLATIONS_MAX 8

/// Where they are measured.
typedef struct ablation_place
{
  const char* name;
  const char* scene;
  const char* files[2]; ///< none: a random set
  const char* kind;     ///< of the random set
} ablation_place;

static const ablation_place places[] = {
    {"excavator, medium", "scenes/excavator.yaml", {NULL}, "medium"},
    {"tower crane, medium", "scenes/tower-crane.yaml", {NULL}, "medium"},
    {"mannequin, walk",
     "mannequin/chess.yaml",
     {"mannequin/walk.path", "mannequin/walk_into.path"},
     NULL},
    {"four trains", "trains/four.yaml", {"trains/wind.path", "trains/crash.path"}, NULL},
};

#define PLACE_COUNT ((int)(sizeof places / sizeof places[0]))

static ep_status draw(const bench_scene* scene, const char* name, int32_t count, ep_edges* edges,
                      ep_error* error)
{
  int k = 0;
  while (k + 1 < BENCH_KINDS && strcmp(bench_kinds[k].name, name) != 0)
  {
    ++k;
  }
  ep_checker* checker;
  ep_status status =
      ep_scene_make_checker(scene->scene, scene->query, scene->world, &checker, error);
  if (status == EP_OK)
  {
    status = bench_draw_edges(scene->scene, checker, &bench_kinds[k], count, 23, edges, error);
    ep_checker_destroy(checker);
  }
  return status;
}

static ep_status get_edges(const bench* b, const ablation_place* place, const bench_scene* scene,
                           int32_t share, ep_edges* edges, ep_error* error)
{
  int32_t count = (int32_t)b->options->edges / share;
  count = count < 6 ? 6 : count;
  *edges = (ep_edges){0};
  if (place->kind != NULL)
  {
    return draw(scene, place->kind, count, edges, error);
  }
  ep_status status = EP_OK;
  for (int i = 0; i < 2 && status == EP_OK; ++i)
  {
    status = bench_scene_edges(b, scene, place->files[i], (count + 1) / 2, edges, error);
  }
  return status;
}

static void set_name(char* text, size_t size, const ablation_place* place,
                     const ablation_group* group)
{
  snprintf(text, size, "%s; %s", place->name, group->name);
}

static ep_status measure(const bench* b, const ablation_place* place, const ablation_group* group,
                         const bench_scene* scene, bench_rows* rows, ep_error* error)
{
  bench_own own[ABLATIONS_MAX] = {0};
  bench_method methods[ABLATIONS_MAX];
  ep_edges edges;
  char set[128];
  set_name(set, sizeof set, place, group);
  ep_status status = get_edges(b, place, scene, group->share, &edges, error);
  for (int32_t i = 0; i < group->count && status == EP_OK; ++i)
  {
    const ablation* a = &group->rows[i];
    status = bench_scene_own(scene, a->method, a->mode, a->switches, &own[i], error);
    methods[i] = bench_own_method(&own[i], a->name);
  }
  const bench_job job = {set, &edges, methods, group->count, (int32_t)b->options->sweeps};
  status = status == EP_OK ? bench_measure(b, &job, rows, error) : status;
  bench_next(b);
  for (int32_t i = 0; i < group->count; ++i)
  {
    bench_own_end(&own[i]);
  }
  ep_edges_clear(&edges);
  return status;
}

static double mean_of(bench_rows* rows, int32_t set, const char* method, int32_t label)
{
  const bench_filter filter = {set, bench_rows_name(rows, method), label, BENCH_ANY};
  return bench_rows_time(rows, &filter).mean;
}

static void print_group(const bench* b, const ablation_group* group, bench_rows* rows,
                        bench_plot* plot)
{
  fprintf(b->report, "### Parts of %s\n\n", group->name);
  table t = table_begin("place|edges|switched off|>free us|>times as long|>colliding us"
                        "|>times as long|>items an edge");
  for (int p = 0; p < PLACE_COUNT; ++p)
  {
    char text[128];
    set_name(text, sizeof text, &places[p], group);
    const int32_t set = bench_rows_name(rows, text);
    for (int32_t i = 0; i < group->count; ++i)
    {
      const char* name = group->rows[i].name;
      const bench_filter filter = {set, bench_rows_name(rows, name), BENCH_ANY, BENCH_ANY};
      const bench_tally tally = bench_rows_tally(rows, &filter);
      table_add(&t, "%s", places[p].name);
      table_add(&t, "%d", (int)tally.edges);
      table_add(&t, "%s", i == 0 ? "nothing" : name);
      for (int32_t label = EP_LABEL_FREE; label <= EP_LABEL_COLLIDING; ++label)
      {
        const double mean = mean_of(rows, set, name, label);
        const double whole = mean_of(rows, set, group->rows[0].name, label);
        bench_cell(&t, mean, 1);
        bench_cell(&t, mean / whole, 2);
        if (plot != NULL && label == EP_LABEL_FREE && i > 0)
        {
          bench_series_add(&plot->series[p], i - 1, mean / whole);
        }
      }
      bench_cell(&t, (double)tally.work.items / tally.edges, 0);
    }
  }
  table_end_markdown(&t, b->report);
}

/// Over all places, the geometric mean of how many times as long it takes. Not a number where some
/// place has no such edges.
static double worth(bench_rows* rows, const ablation_group* group, int32_t which, int32_t label)
{
  double sum = 0.0;
  int count = 0;
  for (int p = 0; p < PLACE_COUNT; ++p)
  {
    char text[128];
    set_name(text, sizeof text, &places[p], group);
    const int32_t set = bench_rows_name(rows, text);
    const double ratio = mean_of(rows, set, group->rows[which].name, label) /
                         mean_of(rows, set, group->rows[0].name, label);
    if (isfinite(ratio))
    {
      sum += log(ratio);
      ++count;
    }
  }
  return count > 0 ? exp(sum / count) : (double)NAN;
}

static void print_summary(const bench* b, bench_rows* rows)
{
  fputs(
      "## What each stage is worth\n\nHow many times as long an edge takes with one stage switched "
      "off: the geometric mean over excavator, tower crane, mannequin and trains. Below 1 the "
      "stage costs more than it saves there.\n\n",
      b->summary);
  table t = table_begin("method|switched off|>free edges|>colliding edges");
  for (int g = 0; g < GROUP_COUNT; ++g)
  {
    for (int32_t i = 1; i < groups[g].count; ++i)
    {
      table_add(&t, "%s", groups[g].name);
      table_add(&t, "%s", groups[g].rows[i].name);
      bench_cell(&t, worth(rows, &groups[g], i, EP_LABEL_FREE), 2);
      bench_cell(&t, worth(rows, &groups[g], i, EP_LABEL_COLLIDING), 2);
    }
  }
  table_end_markdown(&t, b->summary);
}

static ep_status print_all(const bench* b, bench_rows* rows, ep_error* error)
{
  ep_status status = EP_OK;
  for (int g = 0; g < GROUP_COUNT && status == EP_OK; ++g)
  {
    const char* ticks[ABLATIONS_MAX];
    char file[64];
    bench_plot plot = {.title = "Free edges with a part switched off",
                       .x_label = "",
                       .y_label = "times as long",
                       .log_y = true,
                       .y_line = 1.0,
                       .ticks = ticks,
                       .tick_count = groups[g].count - 1};
    for (int32_t i = 1; i < groups[g].count; ++i)
    {
      ticks[i - 1] = groups[g].rows[i].name;
    }
    for (int p = 0; p < PLACE_COUNT; ++p)
    {
      (void)bench_plot_add(&plot, places[p].name);
    }
    print_group(b, &groups[g], rows, &plot);
    snprintf(file, sizeof file, "ablate_%d.svg", g + 1);
    fprintf(b->report, "![Parts of %s](%s)\n\n", groups[g].name, file);
    status = bench_plot_draw(&plot, bench_path(b, file), error);
  }
  return status;
}

ep_status bench_ablate(bench* b, ep_error* error)
{
  fprintf(b->report,
          "## Parts switched off\n\nMean microseconds an edge with one part of a method switched "
          "off (`EP_SPACETIME_...`, `EP_CATCH_...` of effort.h), and how many times as long as "
          "with nothing switched off. %d sweeps. Rows: a file a set, ablate_*.csv, with a line an "
          "edge.\n\n",
          (int)b->options->sweeps);
  bench_rows rows = {0};
  ep_status status = EP_OK;
  for (int i = 0; i < GROUP_COUNT * ABLATIONS_MAX; ++i)
  {
    const ablation_group* group = &groups[i / ABLATIONS_MAX];
    if (i % ABLATIONS_MAX < group->count)
    {
      (void)bench_rows_name(&rows, group->rows[i % ABLATIONS_MAX].name); // columns in this order
    }
  }
  bench_begin(b, PLACE_COUNT * GROUP_COUNT);
  for (int p = 0; p < PLACE_COUNT && status == EP_OK; ++p)
  {
    bench_scene scene;
    status = bench_scene_load(b, places[p].scene, NULL, &scene, error);
    for (int g = 0; g < GROUP_COUNT && status == EP_OK; ++g)
    {
      status = measure(b, &places[p], &groups[g], &scene, &rows, error);
    }
    bench_scene_clear(&scene);
  }
  if (status == EP_OK)
  {
    print_summary(b, &rows);
  }
  status = status == EP_OK ? print_all(b, &rows, error) : status;
  status = status == EP_OK ? bench_save_sets(b, &rows, "ablate", error) : status;
  bench_rows_clear(&rows);
  return status;
}
