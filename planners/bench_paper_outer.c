/// @file bench_paper_outer.c
/// Fig. 12 of CATCH, and the totals of ARTICULATE's tables.
#include "bench_paper.h"

#include "bench_scene.h"

/// Who is measured here.
#define WAYS 3
static const char* const way_names[WAYS] = {"spacetime", "catch", "catch, order-0 culling"};

/// Measures a set in time-of-contact mode by the first `ways` of them.
static ep_status measure(const bench* b, const bench_scene* scene, const char* set,
                         const ep_edges* edges, int32_t ways, bench_rows* rows, ep_error* error)
{
  bench_own own[WAYS] = {0};
  bench_method methods[WAYS];
  ep_status status = EP_OK;
  for (int32_t k = 0; k < ways && status == EP_OK; ++k)
  {
    // The world of a scene may have been made here: its checker has nothing attached.
    status = bench_own_begin(&own[k], scene->world, k == 0 ? EP_METHOD_SPACETIME : EP_METHOD_CATCH,
                             EP_MODE_TIME_OF_CONTACT, k == 2 ? EP_CATCH_INTERVALS : 0, error);
    methods[k] = bench_own_method(&own[k], way_names[k]);
    methods[k].seconds = k == 0 ? 0.0 : bench_paper_patience(b);
  }
  const bench_job job = {set, edges, methods, ways, (int32_t)b->options->sweeps};
  status = status == EP_OK ? bench_measure(b, &job, rows, error) : status;
  bench_next(b);
  for (int32_t k = 0; k < ways; ++k)
  {
    bench_own_end(&own[k]);
  }
  return status;
}

static double mean_ms(bench_rows* rows, const char* set, const char* method, int32_t label)
{
  const bench_filter filter = {bench_rows_name(rows, set), bench_rows_name(rows, method), label,
                               BENCH_ANY};
  return 1e-3 * bench_rows_time(rows, &filter).mean;
}

/// @name Fig. 12
/// @{

static void print_outer(const bench* b, bench_rows* rows, const char* set)
{
  fputs("### CATCH, Fig. 12\n\nThe walking mannequin without self-collision, milliseconds a "
        "query. ARTICULATE itself is not built here: CATCH with boxes from plain interval "
        "arithmetic, order 0, stands in for it in the last row. That is its culling, and not its "
        "swept volumes nor its contact computation.\n\n",
        b->report);
  table t =
      table_begin("method|>all|>free|>colliding (time of contact)|>paper: all|>paper: time of "
                  "contact");
  static const double paper[WAYS][2] = {{0, 0}, {0.26, 3.1}, {3.92, 56.44}};
  for (int k = 0; k < WAYS; ++k)
  {
    table_add(&t, "%s", way_names[k]);
    bench_cell(&t, mean_ms(rows, set, way_names[k], BENCH_ANY), 3);
    bench_cell(&t, mean_ms(rows, set, way_names[k], EP_LABEL_FREE), 3);
    bench_cell(&t, mean_ms(rows, set, way_names[k], EP_LABEL_COLLIDING), 3);
    for (int i = 0; i < 2; ++i)
    {
      if (k == 0)
      {
        table_add(&t, "-");
      }
      else
      {
        table_add(&t, "%.4g%s", paper[k][i], k == 1 ? " (CATCH)" : " (ARTICULATE)");
      }
    }
  }
  table_end_markdown(&t, b->report);
}

ep_status bench_paper_outer(const bench* b, bench_rows* rows, ep_error* error)
{
  static const char set[] = "Walk without self-collision";
  bench_scene scene;
  ep_edges edges = {0};
  ep_status status = bench_scene_load_outer(b, "mannequin/chess.yaml", &scene, error);
  if (status != EP_OK)
  {
    return status;
  }
  const int32_t limit = bench_pick(b, 1000, 6);
  status = bench_scene_edges(b, &scene, "mannequin/walk.path", limit, &edges, error);
  status = status == EP_OK
               ? bench_scene_edges(b, &scene, "mannequin/walk_into.path", limit, &edges, error)
               : status;
  status = status == EP_OK ? measure(b, &scene, set, &edges, WAYS, rows, error) : status;
  if (status == EP_OK)
  {
    print_outer(b, rows, set);
  }
  ep_edges_clear(&edges);
  bench_scene_clear(&scene);
  return status;
}

/// @}
/// @name ARTICULATE's tables
/// @{

typedef struct puma_row
{
  const char* place; ///< of the files
  int degrees;
  double colliding; ///< the paper's total, milliseconds
  double free;
} puma_row;

/// Table 1, and of Table 2 the rows with all three stages.
static const puma_row puma_rows[] = {
    {"pipes", 1, 23.7566, 6.2936},    {"pipes", 5, 32.3713, 8.0184}, {"pipes", 15, 52.7193, 9.4291},
    {"pipes", 30, 104.1125, 23.2251}, {"room", 1, 48.92, 19.04},     {"room", 30, 147.58, 48.31},
    {"room", 60, 523.92, 40.91},
};

static ep_status measure_puma(const bench* b, const puma_row* row, const char* set,
                              bench_rows* rows, ep_error* error)
{
  bench_scene scene;
  ep_edges edges = {0};
  char file[64];
  snprintf(file, sizeof file, "puma/%s.yaml", row->place);
  ep_status status = bench_scene_load(b, file, NULL, &scene, error);
  if (status != EP_OK)
  {
    return status;
  }
  snprintf(file, sizeof file, "puma/%s_random_%02d.edges", row->place, row->degrees);
  status = bench_scene_edges(b, &scene, file, bench_pick(b, 1000, 6), &edges, error);
  status = status == EP_OK ? measure(b, &scene, set, &edges, 2, rows, error) : status;
  ep_edges_clear(&edges);
  bench_scene_clear(&scene);
  return status;
}

ep_status bench_paper_puma(const bench* b, bench_rows* rows, ep_error* error)
{
  table t = table_begin("Puma|>paper: colliding|>free|>catch: colliding|>free"
                        "|>spacetime: colliding|>free|>edges|>colliding");
  ep_status status = EP_OK;
  for (size_t i = 0; i < sizeof puma_rows / sizeof puma_rows[0] && status == EP_OK; ++i)
  {
    char set[64];
    snprintf(set, sizeof set, "Puma %s %d degrees", puma_rows[i].place, puma_rows[i].degrees);
    status = measure_puma(b, &puma_rows[i], set, rows, error);
    table_add(&t, "%s, %d°", puma_rows[i].place, puma_rows[i].degrees);
    bench_cell(&t, puma_rows[i].colliding, 1);
    bench_cell(&t, puma_rows[i].free, 1);
    for (int k = 1; k >= 0; --k)
    {
      bench_cell(&t, mean_ms(rows, set, way_names[k], EP_LABEL_COLLIDING), 3);
      bench_cell(&t, mean_ms(rows, set, way_names[k], EP_LABEL_FREE), 3);
    }
    bench_filter filter = {bench_rows_name(rows, set), bench_rows_name(rows, way_names[0]),
                           BENCH_ANY, BENCH_ANY};
    table_add(&t, "%d", (int)bench_rows_tally(rows, &filter).edges);
    filter.label = EP_LABEL_COLLIDING;
    table_add(&t, "%d", (int)bench_rows_tally(rows, &filter).edges);
  }
  fputs("### ARTICULATE, Tables 1 and 2\n\nTotals in milliseconds, first contact, self-collision "
        "included on our side. Random motions from places on a free way by up to so many degrees "
        "in each joint.\n\n",
        b->report);
  table_end_markdown(&t, b->report);
  return status;
}

/// @}
