/// @file plan_csv.c
#include "plan_csv.h"

#include "csv.h"

void plan_csv_head(FILE* out)
{
  fputs("scene,query,planner,validator,seed,time_limit,status,certified,seconds_solve,"
        "seconds_simplify,seconds_certify,edges_checked,edges_free,edges_per_second,states_checked,"
        "path_edges,length,clearance,pair_a,pair_b,remark\n",
        out);
}

static void print_name(FILE* out, const char* text)
{
  csv_field(out, text);
  fputc(',', out);
}

/// The bodies that the first edge which is not free brings together; empty if there is none.
static void print_pair(const plan_leg* leg, FILE* out)
{
  const int32_t bad = plan_leg_bad_edge(leg);
  if (bad < 0 || leg->edges == NULL || leg->edges[bad].verdict != EP_COLLIDING)
  {
    fputs(",,", out);
    return;
  }
  print_name(out, leg->edges[bad].pair[0]);
  print_name(out, leg->edges[bad].pair[1]);
}

static void print_leg(const plan* p, const plan_leg* leg, FILE* out)
{
  const bool has_path = leg->row_count > 1;
  print_name(out, ep_scene_name(p->scene));
  print_name(out, ep_scene_get_query(p->scene, leg->query)->name);
  print_name(out, p->planner);
  print_name(out, p->validator);
  fprintf(out, "%lld,%.9g,%s,%s,%.6f,%.6f,%.6f,%lld,%lld,%.1f,%lld,", (long long)p->seed,
          p->time_limit, plan_status_text(leg->status), plan_leg_is_certified(leg) ? "yes" : "no",
          leg->seconds_solve, leg->seconds_simplify, leg->seconds_certify, (long long)leg->motions,
          (long long)leg->motions_free,
          leg->motion_seconds > 0.0 ? (double)leg->motions / leg->motion_seconds : 0.0,
          (long long)leg->states);
  if (has_path)
  {
    fprintf(out, "%d,%.9g,%.9g,", (int)leg->row_count - 1, leg->length, plan_leg_clearance(leg));
  }
  else
  {
    fputs(",,,", out);
  }
  print_pair(leg, out);
  csv_field(out, leg->remark);
  fputc('\n', out);
}

void plan_csv_rows(const plan* p, FILE* out)
{
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    print_leg(p, &p->legs[i], out);
  }
}
