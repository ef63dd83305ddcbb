/// @file plan.c
#include "plan.h"

#include <stdlib.h>

const char* plan_status_text(plan_status status)
{
  static const char* const texts[] = {"not tried",     "solved",       "approximate", "no solution",
                                      "invalid start", "invalid goal", "interrupted", "failed",
                                      "crashed",       "hung"};
  return texts[status];
}

void plan_leg_clear(const plan_leg* leg)
{
  for (int32_t k = 0; leg->edges != NULL && k + 1 < leg->row_count; ++k)
  {
    free(leg->edges[k].pair[0]);
    free(leg->edges[k].pair[1]);
  }
  free(leg->rows);
  free(leg->edges);
}

void plan_clear(plan* p)
{
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    plan_leg_clear(&p->legs[i]);
  }
  free(p->legs);
  *p = (plan){.scene = NULL};
}

int32_t plan_leg_bad_edge(const plan_leg* leg)
{
  for (int32_t i = 0; i + 1 < leg->row_count; ++i)
  {
    if (leg->edges == NULL || leg->edges[i].verdict != EP_FREE)
    {
      return i;
    }
  }
  return -1;
}

double plan_leg_clearance(const plan_leg* leg)
{
  double least = 0.0;
  for (int32_t i = 0; leg->edges != NULL && i + 1 < leg->row_count; ++i)
  {
    least = i == 0 || leg->edges[i].clearance < least ? leg->edges[i].clearance : least;
  }
  return least;
}

bool plan_is_solved(const plan* p)
{
  bool all = p->leg_count > 0;
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    all = all && p->legs[i].status == PLAN_SOLVED;
  }
  return all;
}

bool plan_leg_is_certified(const plan_leg* leg)
{
  return leg->status == PLAN_SOLVED && leg->row_count > 1 && plan_leg_bad_edge(leg) < 0;
}

bool plan_is_certified(const plan* p)
{
  bool all = p->leg_count > 0;
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    all = all && plan_leg_is_certified(&p->legs[i]);
  }
  return all;
}

const char* plan_leg_crash(const plan_leg* leg)
{
  return leg->status == PLAN_CRASHED || leg->status == PLAN_HUNG ? leg->remark : NULL;
}

const char* plan_crash(const plan* p)
{
  const char* crash = NULL;
  for (int32_t i = 0; crash == NULL && i < p->leg_count; ++i)
  {
    crash = plan_leg_crash(&p->legs[i]);
  }
  return crash;
}
