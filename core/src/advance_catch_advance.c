/// @file advance_catch_advance.c
/// Conservative advancement of one pair, and the lower bound it starts from.
#include "advance_catch.h"

/// Steps on convex hulls, and the least gain that is worth another one.
#define HULL_STEPS 16
#define HULL_GAIN  0x1p-8

int32_t ep_catch_moment(ep_work* work, double time)
{
  const int32_t moment = ep_timeline_scratch(&work->line, work->flipped ? 1.0 - time : time);
  if (moment < 0)
  {
    work->stopped = work->out_of_memory = true;
  }
  return moment;
}

/// A later time, rounded down to a multiple of EP_CATCH_TICK.
static double later(double time, double gain)
{
  const double sum = ep_min(time + gain, 8.0);
  return ep_max(time, floor(sum / EP_CATCH_TICK - 1.0) * EP_CATCH_TICK);
}

/// @name The lower bound on the time of contact
/// @{

/// From boxes where the caller's edge begins.
static double box_bound(ep_work* work, ep_catch_space* space, const ep_catch_pair* pair)
{
  const int32_t moment = ep_catch_moment(work, 0.0);
  if (moment < 0)
  {
    return 0.0;
  }
  ep_catch_query q = ep_catch_query_make(work, space, pair, moment, EP_CATCH_BOX_TIME);
  q.best = 1.0 + 2.0 * EP_CATCH_TICK;
  q.enough = 0.0;
  ep_catch_search(&q);
  return work->stopped ? 0.0 : later(0.0, ep_max(0.0, q.best));
}

/// Advancement of convex hulls from a time on, a few steps.
static double hull_bound(ep_work* work, const ep_catch_pair* pair, double from)
{
  const ep_track* track = &work->line.tracks[pair->track];
  const ep_catch_query times = {.aim = EP_CATCH_TIME};
  const double need = ep_up_sum(track->clearance + pair->apart_up);
  for (int i = 0; i < HULL_STEPS && from < 1.0; ++i)
  {
    const int32_t moment = ep_catch_moment(work, from);
    if (moment < 0)
    {
      break;
    }
    const double gap = ep_catch_hull_gap(work, pair, moment);
    const double next = later(from, ep_max(0.0, ep_catch_value(&times, gap, need, pair->speed_up)));
    const bool pays = next - from >= HULL_GAIN;
    from = next;
    if (!pays)
    {
      break;
    }
  }
  return from;
}

/// Of all obstacles together the hull says nothing, so it is made for pairs of moving bodies only;
/// two ropes have been measured exactly by then.
void ep_catch_bound(ep_work* work, ep_catch_space* space, ep_catch_pair* pair)
{
  const ep_track* track = &work->line.tracks[pair->track];
  if (pair->speed_up == 0.0)
  {
    return;
  }
  pair->from = box_bound(work, space, pair);
  if (track->fixed != EP_NO_BODY && !track->is_rope_pair &&
      !ep_catch_is_off(work, EP_CATCH_NO_HULLS) && !work->stopped)
  {
    pair->from = hull_bound(work, pair, pair->from);
  }
}

/// @}
/// @name Advancement
/// @{

static void keep_witness(ep_catch_pair* pair, const ep_catch_query* q)
{
  if (q->has_found)
  {
    pair->triangle = q->found.triangle;
    pair->resting_body = q->found.body;
    pair->resting_triangle = q->found.resting_triangle;
  }
}

/// For how long after `time` everything stays apart; less than `enough` is not told exactly.
/// Claim     at every t up to time + result every distance of the pair exceeds its clearance +
///           apart_up - slack - 4 errors.
/// Why       no point is faster than its part's speed, so no distance shrinks faster: K2, K3.
static double gain_of(ep_work* work, ep_catch_space* space, ep_catch_pair* pair, double time,
                      double most, double enough)
{
  const ep_track* track = &work->line.tracks[pair->track];
  const int32_t moment = ep_catch_moment(work, time);
  if (moment < 0)
  {
    return 0.0;
  }
  ep_catch_query q = ep_catch_query_make(work, space, pair, moment, EP_CATCH_TIME);
  q.best = most;
  q.enough = enough;
  q.is_directed = track->fixed == EP_NO_BODY && track->slot >= 0 &&
                  !ep_catch_is_off(work, EP_CATCH_NO_DIRECTION);
  if (!ep_catch_is_off(work, EP_CATCH_NO_COHERENCE))
  {
    ep_catch_take_witness(&q);
  }
  ep_catch_search(&q);
  keep_witness(pair, &q);
  return q.best;
}

/// In boolean mode any contact will do. Where the first one is within the tolerance only, the same
/// two triangles may be found closer later. True if so; then it is noted.
static bool is_surely_near(ep_work* work, ep_catch_space* space, const ep_catch_pair* pair,
                           double middle)
{
  for (double gain = pair->cell; middle + gain < 1.0 && pair->speed_up > 0.0; gain *= 2.0)
  {
    const int32_t moment = ep_catch_moment(work, middle + gain);
    if (moment < 0)
    {
      return false;
    }
    ep_catch_query q = ep_catch_query_make(work, space, pair, moment, EP_CATCH_CONTACT);
    q.best = EP_TINY;
    ep_catch_take_witness(&q);
    if (q.is_done)
    {
      ep_pair_record(work, &q.found, moment, &q.closest);
      return true;
    }
  }
  return false;
}

/// Notes what a query found at the middle of a cell.
static void note(ep_work* work, ep_catch_space* space, const ep_catch_pair* pair, double begin,
                 const ep_catch_query* q)
{
  const double middle = begin + 0.5 * pair->cell;
  work->t_free = ep_min(work->t_free, begin);
  if (work->earliest || q->is_done || !is_surely_near(work, space, pair, middle))
  {
    // What rests is in contact from where the caller's edge begins.
    const int32_t moment = pair->speed_up > 0.0 ? ep_catch_moment(work, middle)
                           : work->flipped      ? 1
                                                : 0;
    if (moment >= 0)
    {
      ep_pair_record(work, &q->found, moment, &q->closest);
    }
  }
  ep_timeline_keep(&work->line);
}

/// Claim     false, and not stopped: every distance of the pair exceeds its clearance at every t
///           of the cell that begins there. True: at the middle one is at most clearance +
///           tolerance, and it is in work->hit unless an earlier one was.
/// Why       K1: near_up holds what can happen between the middle and the rest of the cell.
static bool is_near(ep_work* work, ep_catch_space* space, ep_catch_pair* pair, double begin)
{
  // Where nothing moves, the first moment of the edge as it is worked on speaks for all.
  const int32_t moment = pair->speed_up > 0.0 ? ep_catch_moment(work, begin + 0.5 * pair->cell) : 0;
  if (moment < 0)
  {
    return false;
  }
  ep_catch_query q = ep_catch_query_make(work, space, pair, moment, EP_CATCH_CONTACT);
  q.best = EP_TINY;
  q.enough = -EP_INFINITY;
  ep_catch_search(&q);
  keep_witness(pair, &q);
  if (!q.has_found)
  {
    return false;
  }
  note(work, space, pair, begin, &q);
  return true;
}

/// Claim     false, and not stopped: every distance of the pair exceeds its clearance at every time
///           up to the end, or to the contact that is known.
/// Why       by induction over the steps: each one proves all up to the new time. K1 to K3.
/// Source    CATCH Alg. 1, lines 10 to 20. It has no cap on the number of steps; here each one
///           reaches the end of a cell at least.
bool ep_catch_advance(ep_work* work, ep_catch_space* space, ep_catch_pair* pair)
{
  double time = pair->from;
  const double end = ep_catch_end(work);
  if (pair->speed_up == 0.0)
  {
    ++work->statistics.advancement_steps;
    return is_near(work, space, pair, 0.0);
  }
  while (time < end && !work->stopped)
  {
    ++work->statistics.advancement_steps;
    const double begin = floor(time / pair->cell) * pair->cell;
    const double cell_end = begin + pair->cell;
    const double least = cell_end - time + 2.0 * EP_CATCH_TICK;
    const double gain =
        gain_of(work, space, pair, time, ep_max(least, end - time + 2.0 * EP_CATCH_TICK), least);
    if (work->stopped)
    {
      break;
    }
    const double next = later(time, ep_max(0.0, gain));
    if (next < cell_end && is_near(work, space, pair, begin))
    {
      return true;
    }
    time = ep_max(next, cell_end);
  }
  return false;
}

/// @}
