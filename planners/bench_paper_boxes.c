/// @file bench_paper_boxes.c
/// Fig. 5 of CATCH: how many pairs of links are left when links are bounded by plain intervals, by
/// Taylor models as in the paper, and by those that are used.
#include "bench_paper.h"

#include "bench_lines.h"
#include "bench_scene.h"
#include "program.h"

#include "edgeproof/bound.h"

#include <stdlib.h>

#define ORDERS 3

static const int32_t orders[ORDERS] = {0, EP_TAYLOR_ORDER_MAX, EP_TAYLOR_RIGID};
static const char* const order_names[ORDERS] = {"intervals (order 0)", "Taylor models, order 3",
                                                "cubic, a remainder a row"};

/// A link with a shape.
typedef struct boxed_link
{
  int32_t robot;
  int32_t link;
  ep_oriented_box box;
  ep_box world; ///< of the whole edge
} boxed_link;

typedef struct boxing
{
  const bench_scene* scene;
  bench_lines lines;
  boxed_link* links;
  int32_t link_count;
  double volume[ORDERS]; ///< summed over links and edges
  double pairs[ORDERS];
  double seconds[ORDERS];
} boxing;

static ep_status begin(boxing* x, ep_error* error)
{
  const int32_t bodies = ep_world_body_count(x->scene->world);
  x->links = calloc((size_t)bodies + 1, sizeof(boxed_link));
  if (x->links == NULL)
  {
    return bench_refuse(error, EP_ERROR_MEMORY, "no memory for boxes");
  }
  const ep_status status = bench_lines_make(x->scene->scene, &x->lines, error);
  for (int32_t i = 0; i < bodies; ++i)
  {
    ep_body_info info;
    if (ep_world_get_body(x->scene->world, i, &info) == EP_OK && info.kind == EP_BODY_LINK &&
        info.triangles > 0)
    {
      x->links[x->link_count++] = (boxed_link){
          .robot = info.machine, .link = info.link, .box = ep_oriented_box_from(&info.box)};
    }
  }
  return status;
}

static void end(boxing* x)
{
  bench_lines_clear(&x->lines);
  free(x->links);
}

static bool meet(const ep_box* a, const ep_box* b)
{
  bool apart = false;
  for (int k = 0; k < 3; ++k)
  {
    apart = apart || a->hi[k] < b->lo[k] || b->hi[k] < a->lo[k];
  }
  return !apart;
}

static double volume_of(const ep_box* b)
{
  return (b->hi[0] - b->lo[0]) * (b->hi[1] - b->lo[1]) * (b->hi[2] - b->lo[2]);
}

/// Boxes of all links over the whole edge, timed; then what they are worth.
static ep_status box_edge(boxing* x, int which)
{
  ep_status status = EP_OK;
  const double start = program_thread_seconds();
  for (int32_t i = 0; i < x->lines.count && status == EP_OK; ++i)
  {
    status = ep_edge_taylor(x->lines.edges[i], 0.0, 1.0, orders[which]);
  }
  for (int32_t i = 0; i < x->link_count && status == EP_OK; ++i)
  {
    boxed_link* l = &x->links[i];
    status = ep_edge_link_box(x->lines.edges[l->robot], l->link, &l->box, &l->world);
  }
  x->seconds[which] += program_thread_seconds() - start;
  for (int32_t i = 0; i < x->link_count; ++i)
  {
    x->volume[which] += volume_of(&x->links[i].world);
    for (int32_t k = 0; k < i; ++k)
    {
      x->pairs[which] +=
          x->links[i].robot != x->links[k].robot && meet(&x->links[i].world, &x->links[k].world);
    }
  }
  return status;
}

static ep_status box_edges(boxing* x, const ep_edges* edges, ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t e = 0; e < edges->count && status == EP_OK; ++e)
  {
    const size_t at = (size_t)e * (size_t)edges->config_size;
    status = bench_lines_set(&x->lines, edges->q0 + at, edges->q1 + at, error);
    for (int k = 0; k < ORDERS && status == EP_OK; ++k)
    {
      status = box_edge(x, (k + e) % ORDERS);
    }
  }
  return status;
}

static void print_boxes(const bench* b, const boxing* x, int32_t edges)
{
  fprintf(
      b->report,
      "### CATCH, Fig. 5\n\nBoxes that hold the links of the four trains (%d with a shape) over "
      "a whole frame, %d frames: pairs of boxes of different trains that meet, volumes as "
      "multiples of the smallest, and time for all links. The paper shows a picture and no "
      "figures.\n\n",
      (int)x->link_count, (int)edges);
  double least = x->volume[0];
  for (int k = 1; k < ORDERS; ++k)
  {
    least = x->volume[k] < least ? x->volume[k] : least;
  }
  table t = table_begin("boxes|>pairs left a frame|>volume|>us a frame");
  for (int k = 0; k < ORDERS; ++k)
  {
    table_add(&t, "%s", order_names[k]);
    table_add(&t, "%.2f", x->pairs[k] / edges);
    table_add(&t, "%.3f", x->volume[k] / least);
    table_add(&t, "%.1f", 1e6 * x->seconds[k] / edges);
  }
  table_end_markdown(&t, b->report);
}

ep_status bench_paper_boxes(const bench* b, ep_error* error)
{
  bench_scene scene;
  ep_edges edges = {0};
  ep_status status = bench_scene_load(b, "trains/four.yaml", NULL, &scene, error);
  if (status != EP_OK)
  {
    return status;
  }
  boxing x = {.scene = &scene};
  const int32_t limit = bench_pick(b, 1000, 6);
  status = bench_scene_edges(b, &scene, "trains/wind.path", limit, &edges, error);
  status = status == EP_OK ? bench_scene_edges(b, &scene, "trains/crash.path", limit, &edges, error)
                           : status;
  status = status == EP_OK ? begin(&x, error) : status;
  status = status == EP_OK ? box_edges(&x, &edges, error) : status;
  if (status == EP_OK)
  {
    print_boxes(b, &x, edges.count);
  }
  end(&x);
  ep_edges_clear(&edges);
  bench_scene_clear(&scene);
  return status;
}
