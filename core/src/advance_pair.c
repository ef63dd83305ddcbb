/// @file advance_pair.c
/// One pair of triangles over one span, in double precision: where the last word is spoken.
#include "advance_work.h"

#include <string.h>

/// A contact is called one as soon as the pair moves by less than this part of the tolerance over
/// the span.
#define TERMINAL_PART 0.25

/// Corners of a moving triangle at a moment, in the track's frame.
static void place(const ep_work* work, const ep_track* track, int32_t triangle, int32_t moment,
                  ep_corners out)
{
  ep_frame pose;
  ep_timeline_exact_pose(&work->line, moment, track, &pose);
  if (track->slot < 0)
  {
    for (int k = 0; k < 3; ++k)
    {
      out[0][k] = pose.position[k];
      out[1][k] = out[2][k] = pose.rotation[k][0];
    }
    return;
  }
  const ep_frame* p = &pose;
  const ep_soup* soup = &work->world->bodies[track->body].soup;
  for (int c = 0; c < 3; ++c)
  {
    ep_mat_apply(out[c], p->rotation, ep_soup_vertex(soup, triangle, c));
    ep_vec_madd(out[c], out[c], 1.0, p->position);
  }
}

void ep_pair_rest(const ep_work* work, const ep_track* track, int32_t body, int32_t triangle,
                  ep_corners out)
{
  const ep_soup* soup = &work->world->bodies[body].soup;
  for (int c = 0; c < 3; ++c)
  {
    ep_vec_copy(out[c], ep_soup_vertex(soup, triangle, c));
    if (track->fixed == EP_NO_BODY)
    {
      ep_vec_madd(out[c], out[c], -1.0, work->world->center);
    }
  }
}

double ep_pair_radii(const ep_work* work, const ep_track* track, const ep_pair_query* query)
{
  const ep_body* moving = &work->world->bodies[track->body];
  const double own = track->slot < 0 ? moving->rope_radius : moving->soup.radii[query->triangle];
  const ep_body* resting = &work->world->bodies[query->body];
  return own + (track->is_rope_pair ? resting->rope_radius
                                    : resting->soup.radii[query->resting_triangle]);
}

/// The resting triangle at a moment: it rests, unless it is a rope.
static void place_other(const ep_work* work, const ep_track* track, const ep_pair_query* query,
                        int32_t moment, ep_corners out)
{
  if (!track->is_rope_pair)
  {
    ep_pair_rest(work, track, query->body, query->resting_triangle, out);
    return;
  }
  ep_timeline_rope(&work->line, moment, track, track->other, out);
  ep_vec_copy(out[2], out[1]);
}

static ep_hit hit_of(const ep_work* work, const ep_pair_query* query, int32_t moment,
                     const ep_closest* closest)
{
  const double own = work->line.moments[moment].t;
  return (ep_hit){.found = true,
                  .track = query->track,
                  .moving = work->line.tracks[query->track].body,
                  .t = work->flipped ? 1.0 - own : own,
                  .moment = moment,
                  .triangle = query->triangle,
                  .body = query->body,
                  .resting_triangle = query->resting_triangle,
                  .closest = *closest,
                  .radii = ep_pair_radii(work, &work->line.tracks[query->track], query),
                  .clearance = query->clearance - work->band};
}

void ep_pair_record(ep_work* work, const ep_pair_query* query, int32_t moment,
                    const ep_closest* closest)
{
  const ep_hit hit = hit_of(work, query, moment, closest);
  if (!work->hit.found || hit.t < work->hit.t)
  {
    work->hit = hit;
    work->t_limit = hit.t;
  }
}

/// Adds a contact to those collected.
static void collect(ep_work* work, const ep_hit* hit)
{
  void* block = work->found;
  if (!ep_grow(&work->world->allocator, &block, &work->found_capacity, work->found_count + 1,
               sizeof(ep_hit)))
  {
    work->stopped = work->out_of_memory = true;
  }
  work->found = block;
  if (!work->stopped)
  {
    work->found[work->found_count++] = *hit;
  }
}

/// How far a corner can be, at any time of the span, from where it is in the middle: half the chord
/// and twice what the curve deviates from it.
static double half_chord(const ep_corners begin, const ep_corners end)
{
  double most = 0.0;
  for (int c = 0; c < 3; ++c)
  {
    double d[3];
    ep_vec_madd(d, end[c], -1.0, begin[c]);
    most = ep_max(most, ep_vec_length(d));
  }
  return 0.5 * most;
}

ep_pair_view ep_pair_look(const ep_pair_motion* m)
{
  ep_pair_view view = {.wander = ep_up_sum(half_chord(m->a[0], m->a[2]) +
                                           half_chord(m->b[0], m->b[2]) + 2.0 * m->curve_up)};
  ep_triangle_closest(m->a[1], m->b[1], &view.closest);
  view.meets = view.closest.upper <= m->meeting;
  if (view.meets)
  {
    return view;
  }
  double n[3];
  ep_vec_madd(n, view.closest.point[0], -1.0, view.closest.point[1]);
  const double need = ep_up_sum(m->need + m->curve_up);
  view.free = view.closest.lower > ep_up_sum(m->need + view.wander) ||
              (ep_triangle_gap_down(m->a[0], m->b[0], n) > need &&
               ep_triangle_gap_down(m->a[2], m->b[2], n) > need);
  return view;
}

/// What is to be shown of a pair, and where it is called a contact.
static void set_demands(const ep_work* work, const ep_track* track, const ep_pair_query* query,
                        ep_pair_motion* m)
{
  const double error = EP_EXACT_ERROR * track->size;
  const double threshold = query->clearance + ep_pair_radii(work, track, query);
  m->meeting = threshold + error;
  m->need = ep_up_sum(threshold + track->slack + (track->moves ? 4.0 : 2.0) * error);
  m->curve_up = query->curve_up;
}

/// Claim     EP_PAIR_FREE: the exact distance, radii included, exceeds the clearance at every t of
///           the span. EP_PAIR_CONTACT: at the middle it is at most clearance + tolerance.
/// Why       ep_pair_look(); the slack carries it from computed to exact poses. Where nothing moves
/// a
///           little less is demanded, so that a free edge has free ends. proofs.md P1 to P3.
/// Rounding  lower bounds down, everything that is subtracted from them up.
ep_pair_answer ep_pair_over_span(ep_work* work, const ep_pair_query* query)
{
  const int32_t middle = ep_timeline_middle(&work->line, query->span);
  if (middle < 0)
  {
    work->stopped = work->out_of_memory = true;
    return EP_PAIR_SPLIT;
  }
  const ep_track* track = &work->line.tracks[query->track];
  const ep_span* span = &work->line.spans[query->span];
  const int32_t moments[3] = {span->begin, middle, span->end};
  ep_pair_motion m;
  for (int i = 0; i < 3; ++i)
  {
    place(work, track, query->triangle, moments[i], m.a[i]);
    place_other(work, track, query, moments[i], m.b[i]);
  }
  set_demands(work, track, query, &m);
  ++work->statistics.distances;
  const ep_pair_view view = ep_pair_look(&m);
  if (view.free)
  {
    return EP_PAIR_FREE;
  }
  const bool terminal = view.wander <= TERMINAL_PART * work->world->tolerance;
  if (view.meets || terminal)
  {
    ep_pair_record(work, query, middle, &view.closest);
  }
  if (terminal)
  {
    work->t_free = ep_min(work->t_free, ep_span_begin(work, query->span));
  }
  return terminal || (view.meets && !work->earliest) ? EP_PAIR_CONTACT : EP_PAIR_SPLIT;
}

bool ep_pair_at_moment(ep_work* work, const ep_pair_query* query, int32_t moment)
{
  const ep_track* track = &work->line.tracks[query->track];
  ep_corners moving;
  ep_corners other;
  ep_closest closest;
  place(work, track, query->triangle, moment, moving);
  place_other(work, track, query, moment, other);
  ep_triangle_closest((const double(*)[3])moving, (const double(*)[3])other, &closest);
  ++work->statistics.distances;
  const double threshold = query->clearance + ep_pair_radii(work, track, query);
  if (closest.upper > threshold + EP_EXACT_ERROR * track->size)
  {
    return false;
  }
  if (work->collects)
  {
    const ep_hit hit = hit_of(work, query, moment, &closest);
    collect(work, &hit);
    return false;
  }
  ep_pair_record(work, query, moment, &closest);
  return true;
}
