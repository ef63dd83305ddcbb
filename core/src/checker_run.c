/// @file checker_run.c
/// The order of work of a check: look shortly, sample, finish; and from any contact to the first
/// one.
#include "checker_checker.h"
#include "advance_catch.h"
#include "verdict_inside.h"

#include <string.h>

/// Items a track gets in a first, short look before samples are taken. Measured: more of them cost
/// colliding edges, and free ones gain nothing by it (docs/figures.md).
#define FIRST_LOOK 2

/// The same after a sample at the end of the motion, where most collisions are: a free track that
/// is nearly done is done before more samples are taken.
#define SECOND_LOOK 16

/// The search for the first contact halves time so often at most, or until the body moves by less
/// than this part of the tolerance.
#define BISECT_MAX  24
#define BISECT_PART 0.25

/// Moments at which samples are taken.
#define SAMPLES 4

/// The span of the whole edge.
#define WHOLE_EDGE 0

static bool is_off(const ep_work* work, uint32_t part)
{
  return (work->options->spacetime_switches & part) != 0;
}

static bool is_unfinished(const ep_work* work, int32_t i)
{
  return work->deferred_begin[i] < work->deferred_begin[i + 1];
}

/// A moment that is sampled, made when it is needed; -1 if there is no memory. First the caller's
/// end, for that is where a motion that begins free collides most often, then 1/2, 1/4 and 3/4.
static int32_t moment_of_sample(ep_work* work, int k)
{
  ep_timeline* line = &work->line;
  if (k == 0)
  {
    return work->flipped ? 0 : 1;
  }
  if (k == 1)
  {
    return ep_timeline_middle(line, WHOLE_EDGE);
  }
  const int32_t half = ep_timeline_child(line, WHOLE_EDGE, k - 2);
  return half < 0 ? -1 : ep_timeline_middle(line, half);
}

/// Puts what is left on the stack aside. False if there is no memory.
static bool put_aside(ep_work* work)
{
  void* block = work->deferred;
  if (!ep_grow(&work->world->allocator, &block, &work->deferred_capacity,
               work->deferred_count + work->stack_count, sizeof(ep_item)))
  {
    work->stopped = work->out_of_memory = true;
  }
  work->deferred = block;
  if (work->stopped)
  {
    return false;
  }
  if (work->stack_count > 0)
  {
    memcpy(work->deferred + work->deferred_count, work->stack,
           (size_t)work->stack_count * sizeof(ep_item));
  }
  work->deferred_count += work->stack_count;
  work->stack_count = 0;
  return true;
}

/// Puts part of what was put aside back on the stack. False if there is no memory.
static bool take_back(ep_work* work, int32_t begin, int32_t end)
{
  work->stack_count = 0;
  for (int32_t k = begin; k < end; ++k)
  {
    if (!ep_push(work, work->deferred[k]))
    {
      return false;
    }
  }
  return true;
}

/// A short look at a track; if that does not finish it, a sample at the end, so that nothing else
/// needs a look where that meets something, and a longer look. What is left is put aside. True if a
/// contact was found.
static bool look_at(ep_work* work, int32_t track, int64_t allowance, bool samples)
{
  const int32_t begin = work->deferred_count;
  work->stack_count = 0;
  if (!ep_push_track(work, track, WHOLE_EDGE))
  {
    return false;
  }
  if (ep_traverse(work, track, allowance) == EP_PROGRESS_HIT)
  {
    return true;
  }
  if (work->stack_count == 0 || !put_aside(work) || !samples)
  {
    return work->hit.found;
  }
  if (ep_sample(work, track, moment_of_sample(work, 0)))
  {
    return true;
  }
  if (work->stopped || !take_back(work, begin, work->deferred_count))
  {
    return false;
  }
  work->deferred_count = begin;
  return ep_traverse(work, track, SECOND_LOOK) == EP_PROGRESS_HIT ||
         (!put_aside(work) && work->hit.found);
}

/// A look at every track.
static bool look(ep_checker* checker, int64_t allowance, bool samples)
{
  ep_work* work = &checker->work;
  work->deferred_count = 0;
  for (int32_t i = 0; i < work->busy_count && !work->stopped; ++i)
  {
    work->deferred_begin[i] = work->deferred_count;
    if (look_at(work, work->busy[i], allowance, samples))
    {
      return true;
    }
  }
  work->deferred_begin[work->busy_count] = work->deferred_count;
  work->stack_count = 0;
  return false;
}

/// Samples of the tracks that a first look left over, or of all, from a moment on.
static bool sample(ep_checker* checker, bool all, int first)
{
  ep_work* work = &checker->work;
  if (work->deferred_count == 0 && !all)
  {
    return false;
  }
  for (int k = first; k < SAMPLES; ++k)
  {
    const int32_t moment = moment_of_sample(work, k);
    if (moment < 0)
    {
      work->stopped = work->out_of_memory = true;
      return false;
    }
    for (int32_t i = 0; i < work->busy_count; ++i)
    {
      work->stack_count = 0;
      if ((all || is_unfinished(work, i)) && ep_sample(work, work->busy[i], moment))
      {
        return true;
      }
    }
  }
  work->stack_count = 0;
  return false;
}

/// The rest of every track.
static bool finish(ep_checker* checker)
{
  ep_work* work = &checker->work;
  for (int32_t i = 0; i < work->busy_count && !work->stopped; ++i)
  {
    if (!take_back(work, work->deferred_begin[i], work->deferred_begin[i + 1]))
    {
      return false;
    }
    if (ep_traverse(work, work->busy[i], INT64_MAX) == EP_PROGRESS_HIT)
    {
      return true;
    }
  }
  return false;
}

/// Any contact. True if there is one, or if the work had to stop.
static bool find_any(ep_checker* checker)
{
  const ep_work* work = &checker->work;
  const ep_order order = work->options->order;
  const bool samples_first = order == EP_ORDER_SAMPLES_FIRST ||
                             (order == EP_ORDER_AUTOMATIC && checker->recent_hits > 0.6);
  const bool samples = !is_off(work, EP_SPACETIME_NO_SAMPLES);
  if (samples && samples_first && sample(checker, true, 0))
  {
    return true;
  }
  const int64_t allowance = is_off(work, EP_SPACETIME_NO_LOOK) ? 0 : FIRST_LOOK;
  if (look(checker, allowance, samples && !samples_first) || work->stopped)
  {
    return true;
  }
  if (samples && !samples_first && (sample(checker, false, 1) || work->stopped))
  {
    return true;
  }
  return finish(checker) || work->stopped;
}

/// Whether something is inside of something from the start. If their surfaces meet too, that is
/// what is reported, as in the other mode.
static bool begins_inside(ep_work* work)
{
  if (!ep_find_inside(work))
  {
    return false;
  }
  const ep_hit inside = work->hit;
  work->hit.found = false;
  if (!ep_sample(work, inside.track, inside.moment))
  {
    work->hit = inside;
  }
  return true;
}

/// Samples of the track in which a contact is known, by halves, towards the first one.
static void bisect(ep_work* work)
{
  const int32_t index = work->hit.track;
  const ep_track* track = &work->line.tracks[index];
  const double reach = work->world->bodies[track->body].reach;
  const double speed = (double)track->speed[0] + (double)track->speed[1] * (reach + track->shift);
  int32_t span = WHOLE_EDGE;
  double h = 1.0;
  for (int i = 0; i < BISECT_MAX && speed * h > BISECT_PART * work->world->tolerance; ++i)
  {
    const int32_t middle = ep_timeline_middle(&work->line, span);
    if (middle < 0)
    {
      work->stopped = work->out_of_memory = true;
      return;
    }
    const double own = work->line.moments[middle].t;
    const bool late = (work->flipped ? 1.0 - own : own) >= work->t_limit;
    work->stack_count = 0;
    const bool earlier = late || ep_sample(work, index, middle);
    span = ep_timeline_child(&work->line, span, earlier == work->flipped ? 1 : 0);
    h *= 0.5;
    if (span < 0 || work->stopped)
    {
      work->out_of_memory = work->out_of_memory || span < 0;
      work->stopped = true;
      return;
    }
  }
}

/// Everything before the best contact so far, track by track.
static void find_earlier(ep_checker* checker)
{
  ep_work* work = &checker->work;
  work->t_free = 2.0;
  for (int32_t i = 0; i < work->busy_count && !work->stopped; ++i)
  {
    const int32_t track = work->busy[i];
    work->stack_count = 0;
    if (ep_push_track(work, track, WHOLE_EDGE))
    {
      (void)ep_traverse(work, track, INT64_MAX);
    }
  }
}

/// First whether there is a contact at all; then, where it begins.
static void run_earliest(ep_checker* checker)
{
  ep_work* work = &checker->work;
  if (begins_inside(work))
  {
    return;
  }
  work->earliest = false;
  const bool found = find_any(checker);
  if (found && !work->stopped)
  {
    bisect(work);
  }
  work->earliest = true;
  if (found && !work->stopped)
  {
    find_earlier(checker);
  }
}

/// The paper's method.
static void run_catch(ep_work* work)
{
  if (work->earliest && begins_inside(work))
  {
    return;
  }
  ep_catch(work);
  if (!work->earliest && !work->hit.found && !work->stopped)
  {
    (void)ep_find_inside(work);
  }
}

void ep_checker_run(ep_checker* checker)
{
  ep_work* work = &checker->work;
  if (work->options->method == EP_METHOD_CATCH)
  {
    run_catch(work);
  }
  else if (work->options->mode == EP_MODE_TIME_OF_CONTACT)
  {
    run_earliest(checker);
  }
  else if (!find_any(checker))
  {
    (void)ep_find_inside(work);
  }
}
