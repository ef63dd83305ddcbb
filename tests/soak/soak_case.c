/// @file soak_case.c
#define _POSIX_C_SOURCE 200809L
#include "soak_case.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

// What a judge may find below 0 through its own rounding alone, metres.
#define ROUNDING 1e-9

// A judge sees so many times fewer of the edges that collide.
#define COLLIDING_SHARE 4

const char* const soak_fault_names[SOAK_FAULTS] = {"missed collision",
                                                   "collision before t_free",
                                                   "t_free after contact",
                                                   "reverse differs",
                                                   "modes differ",
                                                   "methods differ",
                                                   "witness too far",
                                                   "pair not checked",
                                                   "other clearance",
                                                   "undecided",
                                                   "error"};

/// What is known of an edge.
typedef struct edge_case
{
  soak_world* w;
  const double* q0;
  const double* q1;
  soak_tally* tally;
  ep_result any;   ///< any contact
  ep_result back;  ///< of the reverse
  ep_result first; ///< first contact
} edge_case;

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void soak_case_print(const soak_world* w, const double* q0, const double* q1)
{
  printf("  --replay %s", w->id);
  for (int32_t i = 0; i < 2 * w->config_size; ++i)
  {
    printf(" %a", i < w->config_size ? q0[i] : q1[i - w->config_size]);
  }
  printf("\n");
}

static const char* name_of(const edge_case* c, int32_t body)
{
  const char* name = ep_world_body_name(c->w->world, body);
  return name == NULL ? "-" : name;
}

static void fault(edge_case* c, soak_fault kind, const ep_contact* contact, const char* more)
{
  ++c->tally->faults[kind];
  printf("FAULT %s: %s; any %s, back %s, first %s t_free %.17g t %.17g\n", soak_fault_names[kind],
         more, ep_verdict_text(c->any.verdict), ep_verdict_text(c->back.verdict),
         ep_verdict_text(c->first.verdict), c->first.t_free, c->first.contact.t);
  if (contact != NULL)
  {
    printf("  kind %d at t %.17g: %s (%d) and %s (%d), distance %.17g of clearance %g\n",
           (int)contact->kind, contact->t, name_of(c, contact->body[0]), (int)contact->triangle[0],
           name_of(c, contact->body[1]), (int)contact->triangle[1], contact->distance,
           contact->clearance);
  }
  soak_case_print(c->w, c->q0, c->q1);
  fflush(stdout);
}

static ep_result ask(edge_case* c, bool back, ep_mode mode, ep_method method)
{
  ep_check_options options = ep_check_default();
  options.mode = mode;
  options.method = method;
  ep_result result;
  ep_error error;
  if (ep_check_edge(c->w->checker, back ? c->q1 : c->q0, back ? c->q0 : c->q1, &options, &result,
                    &error) != EP_OK)
  {
    fault(c, SOAK_ERROR, NULL, error.message);
  }
  return result;
}

static void ask_all(edge_case* c)
{
  const double begin = now();
  c->any = ask(c, false, EP_MODE_BOOLEAN, EP_METHOD_SPACETIME);
  c->back = ask(c, true, EP_MODE_BOOLEAN, EP_METHOD_SPACETIME);
  c->first = ask(c, false, EP_MODE_TIME_OF_CONTACT, EP_METHOD_SPACETIME);
  c->tally->core_seconds += now() - begin;
  if (c->any.verdict == EP_UNDECIDED || c->first.verdict == EP_UNDECIDED)
  {
    fault(c, SOAK_UNDECIDED, NULL, "no verdict");
  }
  if (c->any.verdict != c->back.verdict)
  {
    fault(c, SOAK_REVERSE, NULL, "one edge, two verdicts");
  }
  if (c->any.verdict != c->first.verdict)
  {
    fault(c, SOAK_MODE, NULL, "one edge, two verdicts");
  }
  if (c->first.verdict == EP_COLLIDING && !(c->first.t_free <= c->first.contact.t))
  {
    fault(c, SOAK_ORDER, &c->first.contact, "the free part is too long");
  }
}

// Both are right in the band: one says free, the other has a witness there.
static void ask_catch(edge_case* c, bool first)
{
  const double begin = now();
  const ep_mode mode = first ? EP_MODE_TIME_OF_CONTACT : EP_MODE_BOOLEAN;
  const ep_result other = ask(c, false, mode, EP_METHOD_CATCH);
  c->tally->catch_seconds += now() - begin;
  ++c->tally->catch_edges;
  const ep_result* with = other.verdict == EP_COLLIDING ? &other : &c->first;
  if (other.verdict == EP_UNDECIDED)
  {
    fault(c, SOAK_UNDECIDED, NULL, "no verdict by CATCH");
  }
  else if (other.verdict != c->any.verdict)
  {
    c->tally->catch_band += with->contact.kind == EP_CONTACT_BAND ? 1 : 0;
    if (with->contact.kind != EP_CONTACT_BAND)
    {
      fault(c, SOAK_METHOD, &with->contact, "two methods, two verdicts");
    }
  }
  else if (first && other.verdict == EP_COLLIDING)
  {
    // Neither free part may reach beyond a surer contact of the other one.
    const bool late = other.t_free > c->first.contact.t && c->first.contact.kind != EP_CONTACT_BAND;
    const bool early = c->first.t_free > other.contact.t && other.contact.kind != EP_CONTACT_BAND;
    if (late || early)
    {
      fault(c, SOAK_METHOD, &other.contact, "a free part with a contact in it");
    }
  }
}

static void measure(edge_case* c, const ep_contact* contact)
{
  double demand;
  if (!soak_world_demand(c->w, contact->body, &demand))
  {
    fault(c, SOAK_UNCHECKED, contact, "a pair that may touch");
    return;
  }
  if (fabs(demand - contact->clearance) > 1e-12)
  {
    fault(c, SOAK_DEMAND, contact, "demands differ");
  }
  c->tally->band += contact->kind == EP_CONTACT_BAND ? 1 : 0;
  c->tally->inside += contact->kind == EP_CONTACT_CONTAINMENT ? 1 : 0;
  if (contact->kind == EP_CONTACT_CONTAINMENT)
  {
    return;
  }
  // Round shapes are enclosed by a quarter of the tolerance at most, on either side.
  const double most = demand + 1.5 * c->w->tolerance + soak_world_depth(c->w, contact->body) +
                      soak_world_still(c->w, c->q0, c->q1) + 1e-6;
  const double d = soak_world_distance(c->w, c->q0, c->q1, contact->t, contact->body, most + 0.01);
  ++c->tally->witnesses;
  if (!(d <= most))
  {
    char more[64];
    snprintf(more, sizeof more, "measured %.9g", d);
    fault(c, SOAK_WITNESS, contact, more);
  }
}

// How well a judge sees: of edges that collide for certain, the part on which it finds it too.
static void try_judge(edge_case* c, int32_t looks)
{
  const ep_contact_kind kind = c->first.contact.kind;
  if (kind == EP_CONTACT_INTERSECTION || kind == EP_CONTACT_CLEARANCE)
  {
    const soak_find find = soak_world_look(c->w, c->q0, c->q1, 1.0, looks);
    ++c->tally->tried;
    c->tally->seen += find.margin <= 0.0 ? 1 : 0;
  }
}

static void judge(edge_case* c, int32_t looks)
{
  const double begin = now();
  const double t_end = c->first.verdict == EP_FREE ? 1.0 : c->first.t_free;
  const soak_find find = soak_world_look(c->w, c->q0, c->q1, t_end, looks);
  if (c->any.verdict == EP_COLLIDING)
  {
    try_judge(c, looks);
  }
  c->tally->judge_seconds += now() - begin;
  ++c->tally->judged;
  c->tally->looks += find.looks;
  const bool is_free = c->any.verdict == EP_FREE;
  c->tally->judged_free += is_free ? 1 : 0;
  c->tally->near += is_free && find.margin < 0.01 ? 1 : 0;
  c->tally->grazing += is_free && find.margin < 2.0 * c->w->tolerance ? 1 : 0;
  if (find.margin <= -ROUNDING || (find.margin <= 0.0 && is_free && find.t > 0.0 && find.t < 1.0))
  {
    char more[256];
    snprintf(more, sizeof more, "%s and %s have a margin of %.9g at t %.17g",
             name_of(c, find.body[0]), name_of(c, find.body[1]), find.margin, find.t);
    if (is_free)
    {
      fault(c, SOAK_MISSED, NULL, more);
    }
    else if (find.t < t_end)
    {
      fault(c, SOAK_PREFIX, &c->first.contact, more);
    }
  }
}

static bool is_due(int64_t number, int64_t share)
{
  return share > 0 && number % share == 0;
}

ep_verdict soak_case_run(soak_world* w, const double* q0, const double* q1, int64_t number,
                         const soak_share* share, soak_tally* tally)
{
  edge_case c = {.w = w, .q0 = q0, .q1 = q1, .tally = tally};
  ask_all(&c);
  ++tally->edges;
  tally->free += c.any.verdict == EP_FREE ? 1 : 0;
  tally->colliding += c.any.verdict == EP_COLLIDING ? 1 : 0;
  if (is_due(number, share->catch))
  {
    ask_catch(&c, is_due(number / share->catch, 2));
  }
  if (c.any.verdict == EP_COLLIDING && is_due(number, share->witness))
  {
    measure(&c, &c.any.contact);
    if (c.first.verdict == EP_COLLIDING)
    {
      measure(&c, &c.first.contact);
    }
  }
  // Of the others only what comes before the contact is looked at.
  const int64_t judged = share->judge * (c.any.verdict == EP_FREE ? 1 : COLLIDING_SHARE);
  if (is_due(number, judged) || share->judge == 1)
  {
    judge(&c, share->looks);
  }
  return c.any.verdict;
}
