/// @file plan_print.c
#include "plan_print.h"

#include "table.h"

#include <math.h>

static void add_leg(table* t, const plan* p, const plan_leg* leg)
{
  table_add(t, "%s", ep_scene_get_query(p->scene, leg->query)->name);
  table_add(t, "%s", plan_status_text(leg->status));
  table_add(t, "%.3f", leg->seconds_solve);
  table_add(t, "%.3f", leg->seconds_simplify);
  table_add(t, "%.3f", leg->seconds_certify);
  table_add(t, "%lld", (long long)leg->motions);
  table_add(t, "%.0f",
            leg->motion_seconds > 0.0 ? (double)leg->motions / leg->motion_seconds : 0.0);
  if (leg->row_count < 2)
  {
    table_add(t, "-");
    table_add(t, "-");
    table_add(t, "-");
    table_add(t, "-");
    return;
  }
  const bool is_free = plan_leg_bad_edge(leg) < 0;
  table_add(t, "%d", (int)leg->row_count - 1);
  table_add(t, "%.3f", leg->length);
  table_add(t, "%s", is_free ? "proved free" : "not free");
  // Rounded down: what is shown is proved too.
  table_add(t, is_free ? "%.4f m" : "-", floor(1e4 * plan_leg_clearance(leg)) / 1e4);
}

void plan_print_place(const plan* p, const plan_leg* leg, FILE* out)
{
  const int32_t bad = plan_leg_bad_edge(leg);
  const char* query = ep_scene_get_query(p->scene, leg->query)->name;
  if (bad < 0 || leg->edges == NULL)
  {
    return;
  }
  const plan_edge* edge = &leg->edges[bad];
  if (edge->verdict != EP_COLLIDING)
  {
    fprintf(out, "edge %d of %s: undecided", (int)bad, query);
    return;
  }
  const ep_contact* c = &edge->contact;
  fprintf(out, "edge %d of %s at t = %.4f: %s and %s at %.2f %.2f %.2f", (int)bad, query, c->t,
          edge->pair[0], edge->pair[1], c->point[0][0], c->point[0][1], c->point[0][2]);
}

static void print_trouble(const plan* p, const plan_leg* leg, FILE* out)
{
  const char* query = ep_scene_get_query(p->scene, leg->query)->name;
  if (leg->roadmap_again)
  {
    fprintf(
        out,
        "%s: the roadmap was not proved for this scene: all of it was asked again, and %d of its "
        "edges were dropped\n",
        query, (int)leg->roadmap_dropped);
  }
  if (leg->row_count > 1 && plan_leg_bad_edge(leg) >= 0)
  {
    fputs("not free: ", out);
    plan_print_place(p, leg, out);
    fputc('\n', out);
  }
  if (leg->status == PLAN_NO_SOLUTION || leg->status == PLAN_APPROXIMATE ||
      leg->status == PLAN_INTERRUPTED)
  {
    fprintf(out, "%s: no solution in %.3g s", query, leg->seconds_solve);
    fprintf(out,
            isfinite(leg->distance) ? "; the nearest that was reached is %.3g from the goal\n"
                                    : "; nothing was reached\n",
            leg->distance);
  }
  if (leg->status == PLAN_INVALID_START || leg->status == PLAN_INVALID_GOAL)
  {
    fprintf(out, "%s: %s; edgeproof info %s --query %s says why\n", query,
            plan_status_text(leg->status), ep_scene_path(p->scene), query);
  }
  if (leg->remark[0] != 0)
  {
    fprintf(out, "%s: %s\n", query, leg->remark);
  }
}

void plan_print(const plan* p, FILE* out)
{
  fprintf(out, "%s: %s, %s, seed %lld\n", ep_scene_name(p->scene), p->planner, p->validator,
          (long long)p->seed);
  table t =
      table_begin("query|status|>solve s|>simplify s|>certify s|>edges|>edges/s|>path|>length|"
                  "verdict|>clearance");
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    add_leg(&t, p, &p->legs[i]);
  }
  table_end(&t, out);
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    print_trouble(p, &p->legs[i], out);
  }
}
