/// @file fcl_world_adaptive.c
/// Edges by halving: the textbook's way and the expert's. An interval carries the pairs that it
/// still has to answer for; both halves inherit those that it could not free.
#include "fcl_world_parts.h"

/// Halvings of one edge. Motion shrinks below any tolerance before; where it does not, rounding has
/// the upper hand.
#define DEPTH_MAX 60

/// An edge that is being looked at.
typedef struct adaptive
{
  ep_fcl_checker* c;
  const ep_fcl_adaptive_options* options;
  ep_fcl_edge_result* result;
  ep_error* error;
  bool gave_up;
} adaptive;

/// A part of the edge, and which entries of the checker's stack it has to answer for.
typedef struct interval
{
  double begin;
  double end;
  int32_t first;
  int32_t count;
  int32_t depth;
} interval;

ep_fcl_adaptive_options ep_fcl_adaptive_default(void)
{
  return (ep_fcl_adaptive_options){
      .tolerance = 1e-3, .narrow_most = 10000000, .piece = 0.4, .samples = 3};
}

/// Makes room for so many more entries.
static ep_status reserve(adaptive* a, int32_t more)
{
  ep_fcl_checker* c = a->c;
  if (c->open_count + more <= c->open_capacity)
  {
    return EP_OK;
  }
  const int32_t capacity = 2 * (c->open_count + more) + 64;
  ep_fcl_open* grown = realloc(c->open, (size_t)capacity * sizeof *grown);
  if (grown == NULL)
  {
    return ep_plugin_fail(a->error, EP_ERROR_MEMORY, "an edge in FCL: no room for %d pairs",
                          (int)capacity);
  }
  c->open = grown;
  c->open_capacity = capacity;
  return EP_OK;
}

static double motion(const adaptive* a, int32_t pair, double length)
{
  return a->c->approaches[pair].speed * length + a->c->approaches[pair].slack;
}

static bool is_over(adaptive* a)
{
  a->gave_up = a->gave_up || a->c->narrow >= a->options->narrow_most;
  return a->gave_up || a->result->collides;
}

/// The gap of a pair as placed at t, as far as it is below `cap`. One within the tolerance is a
/// collision.
static ep_status measure(adaptive* a, int32_t pair, double t, double cap, double* gap)
{
  ep_fcl_nearest nearest;
  const ep_status status = ep_fcl_pair_gap(a->c, pair, cap, &nearest, gap, a->error);
  if (status == EP_OK && nearest.found && *gap <= a->options->tolerance)
  {
    ep_fcl_report(a->c, a->result, pair, t);
  }
  return status;
}

static ep_status place(adaptive* a, double t)
{
  ++a->result->states;
  return ep_fcl_place_at_time(a->c, t, a->error);
}

/// The same interval's halves, which answer for the entries from `first` on.
static interval half_of(const interval* whole, int which, int32_t first, int32_t count)
{
  const double middle = 0.5 * (whole->begin + whole->end);
  return (interval){which == 0 ? whole->begin : middle, which == 0 ? middle : whole->end, first,
                    count, whole->depth + 1};
}

/// @name The textbook
/// @{

/// Gaps in the middle: those of boxes where they free both halves, else FCL's full distances.
static ep_status measure_middle(adaptive* a, const interval* i)
{
  const double t = 0.5 * (i->begin + i->end);
  ep_status status = place(a, t);
  for (int32_t k = i->first; k < i->first + i->count && status == EP_OK && !is_over(a); ++k)
  {
    ep_fcl_open* open = &a->c->open[k];
    const double moves = motion(a, open->pair, 0.5 * (i->end - i->begin));
    open->middle = ep_fcl_box_gap(a->c, open->pair);
    if (fmin(open->gap[0], open->gap[1]) + open->middle <= moves)
    {
      status = measure(a, open->pair, t, HUGE_VAL, &open->middle);
    }
  }
  return status;
}

/// Needs gaps above the tolerance at both ends.
static ep_status bisect(adaptive* a, const interval* i)
{
  if (i->count == 0)
  {
    return EP_OK;
  }
  a->gave_up = a->gave_up || i->depth > DEPTH_MAX;
  ep_status status = reserve(a, i->count);
  status = status != EP_OK ? status : measure_middle(a, i);
  for (int which = 0; which < 2 && status == EP_OK && !is_over(a); ++which)
  {
    const int32_t first = a->c->open_count;
    status = reserve(a, i->count);
    for (int32_t k = i->first; k < i->first + i->count && status == EP_OK; ++k)
    {
      const ep_fcl_open* open = &a->c->open[k];
      const double moves = motion(a, open->pair, 0.5 * (i->end - i->begin));
      if (open->gap[which] + open->middle <= moves)
      {
        a->c->open[a->c->open_count++] =
            which == 0 ? (ep_fcl_open){open->pair, {open->gap[0], open->middle}, 0.0}
                       : (ep_fcl_open){open->pair, {open->middle, open->gap[1]}, 0.0};
      }
    }
    const interval half = half_of(i, which, first, a->c->open_count - first);
    status = status != EP_OK ? status : bisect(a, &half);
    a->c->open_count = first;
  }
  return status;
}

/// Gaps of all pairs at one end: full distances, of those that boxes do not free.
static ep_status measure_end(adaptive* a, int end)
{
  ep_status status = place(a, (double)end);
  for (int32_t k = 0; k < a->c->open_count && status == EP_OK && !is_over(a); ++k)
  {
    ep_fcl_open* open = &a->c->open[k];
    open->gap[end] = ep_fcl_box_gap(a->c, open->pair);
    if (open->gap[end] + (end == 0 ? 0.0 : open->gap[0]) <= motion(a, open->pair, 1.0))
    {
      status = measure(a, open->pair, (double)end, HUGE_VAL, &open->gap[end]);
    }
  }
  return status;
}

static ep_status bisect_edge(adaptive* a)
{
  ep_fcl_checker* c = a->c;
  ep_status status = reserve(a, c->world->pair_count);
  for (int32_t i = 0; i < c->world->pair_count && status == EP_OK; ++i)
  {
    c->open[c->open_count++] = (ep_fcl_open){i, {0.0, 0.0}, 0.0};
  }
  status = status != EP_OK ? status : measure_end(a, 0);
  if (status == EP_OK && !is_over(a))
  {
    status = measure_end(a, 1);
  }
  if (status != EP_OK || is_over(a))
  {
    return status;
  }
  int32_t left = 0;
  for (int32_t k = 0; k < c->open_count; ++k)
  {
    const ep_fcl_open open = c->open[k];
    if (open.gap[0] + open.gap[1] <= motion(a, open.pair, 1.0))
    {
      c->open[left++] = open;
    }
  }
  c->open_count = left;
  const interval whole = {0.0, 1.0, 0, left, 0};
  return bisect(a, &whole);
}

/// @}
/// @name The expert
/// @{

/// Puts on the stack what the interval cannot free from its middle: boxes first, and FCL once the
/// pair's motion in the interval is a piece or less.
static ep_status sift(adaptive* a, const interval* i)
{
  const double t = 0.5 * (i->begin + i->end);
  const double length = i->end - i->begin;
  ep_status status = reserve(a, i->count);
  status = status != EP_OK ? status : place(a, t);
  for (int32_t k = i->first; k < i->first + i->count && status == EP_OK && !is_over(a); ++k)
  {
    const int32_t pair = a->c->open[k].pair;
    const double needed = fmax(motion(a, pair, 0.5 * length), a->options->tolerance);
    if (!ep_fcl_boxes_are_near(a->c, pair, needed))
    {
      continue;
    }
    double gap = 0.0;
    if (a->c->approaches[pair].speed * length <= a->options->piece)
    {
      // What is exactly as far apart as needed is not free.
      const double cap = nextafter(needed, HUGE_VAL);
      status = measure(a, pair, t, cap, &gap);
      if (gap >= cap)
      {
        continue;
      }
    }
    a->c->open[a->c->open_count++] = (ep_fcl_open){pair, {0.0, 0.0}, gap};
  }
  return status;
}

static ep_status advance(adaptive* a, const interval* i)
{
  if (i->count == 0)
  {
    return EP_OK;
  }
  a->gave_up = a->gave_up || i->depth > DEPTH_MAX;
  const int32_t first = a->c->open_count;
  ep_status status = sift(a, i);
  const int32_t count = a->c->open_count - first;
  for (int which = 0; which < 2 && status == EP_OK && count > 0 && !is_over(a); ++which)
  {
    const interval half = half_of(i, which, first, count);
    status = advance(a, &half);
  }
  a->c->open_count = first;
  return status;
}

static ep_status expert_edge(adaptive* a)
{
  ep_fcl_checker* c = a->c;
  ep_status status = ep_fcl_look(c, 1.0, a->result, a->error);
  // Halves before quarters, with any number of samples.
  const int32_t parts = a->options->samples + 1;
  int32_t step = 1;
  while (2 * step < parts)
  {
    step *= 2;
  }
  for (; step >= 1; step /= 2)
  {
    for (int32_t k = step; k < parts && status == EP_OK && !is_over(a); k += 2 * step)
    {
      status = ep_fcl_look(c, (double)k / parts, a->result, a->error);
    }
  }
  status = status != EP_OK || is_over(a) ? status : reserve(a, c->world->pair_count);
  for (int32_t i = 0; i < c->world->pair_count && status == EP_OK && !is_over(a); ++i)
  {
    c->open[c->open_count++] = (ep_fcl_open){i, {0.0, 0.0}, 0.0};
  }
  const interval whole = {0.0, 1.0, 0, c->open_count, 0};
  return status != EP_OK || is_over(a) ? status : advance(a, &whole);
}

/// @}

/// What both have in common, around the work.
static ep_status run(ep_fcl_checker* checker, const double* q0, const double* q1,
                     const ep_fcl_adaptive_options* options, ep_status (*work)(adaptive*),
                     ep_fcl_edge_result* result, ep_error* error)
{
  const ep_fcl_adaptive_options usual = ep_fcl_adaptive_default();
  adaptive a = {checker, options == NULL ? &usual : options, result, error, false};
  ep_status status = ep_fcl_begin_edge(checker, q0, q1, result, error);
  if (status == EP_OK && (!(a.options->tolerance > 0.0) || !(a.options->piece > 0.0) ||
                          a.options->samples < 0 || a.options->narrow_most < 1))
  {
    status =
        ep_plugin_fail(error, EP_ERROR_MISUSE,
                       "an edge in FCL: tolerance %g, pieces of %g m, %d samples, %lld questions",
                       a.options->tolerance, a.options->piece, (int)a.options->samples,
                       (long long)a.options->narrow_most);
  }
  status = status != EP_OK ? status : ep_fcl_set_approaches(checker, error);
  if (status != EP_OK)
  {
    return status;
  }
  checker->open_count = 0;
  status = work(&a);
  if (status != EP_OK)
  {
    *result = (ep_fcl_edge_result){.t = -1.0, .body = {EP_NO_BODY, EP_NO_BODY}};
    return status;
  }
  result->decided = result->collides || !a.gave_up;
  result->narrow = checker->narrow;
  return ep_plugin_ok(error);
}

ep_status ep_fcl_check_edge_bisection(ep_fcl_checker* checker, const double* q0, const double* q1,
                                      const ep_fcl_adaptive_options* options,
                                      ep_fcl_edge_result* result, ep_error* error)
{
  return run(checker, q0, q1, options, bisect_edge, result, error);
}

ep_status ep_fcl_check_edge_expert(ep_fcl_checker* checker, const double* q0, const double* q1,
                                   const ep_fcl_adaptive_options* options,
                                   ep_fcl_edge_result* result, ep_error* error)
{
  return run(checker, q0, q1, options, expert_edge, result, error);
}
