/// @file advance_pair.c
/// One pair of triangles over one span, in double precision: where the last word is spoken.
#include "advance_work.h"

#include <string.h>

/// Rounding of everything computed here, as a part of the track's largest coordinate: poses,
/// corners, distances (proofs.md P1).
#define EXACT_ERROR 0x1p-38

/// A contact is called one as soon as the pair moves by less than this part of the tolerance over
/// the span.
#define TERMINAL_PART 0.25

typedef double corners[3][3];

/// Corners of a moving triangle at a moment, in the track's frame.
static void place(const ep_work* work, const ep_track* track, int32_t triangle, int32_t moment,
                  corners out)
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

/// Corners of a resting triangle in the track's frame.
static void rest(const ep_work* work, const ep_track* track, int32_t body, int32_t triangle,
                 corners out)
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

static double radii_of(const ep_work* work, const ep_track* track, const ep_pair_query* query)
{
  const ep_body* moving = &work->world->bodies[track->body];
  const double own = track->slot < 0 ? moving->rope_radius : moving->soup.radii[query->triangle];
  return own + work->world->bodies[query->body].soup.radii[query->resting_triangle];
}

static void record(ep_work* work, const ep_pair_query* query, int32_t moment,
                   const ep_closest* closest)
{
  const double own = work->line.moments[moment].t;
  const double t = work->flipped ? 1.0 - own : own;
  if (work->hit.found && work->hit.t <= t)
  {
    return;
  }
  work->hit = (ep_hit){.found = true,
                       .track = query->track,
                       .t = t,
                       .moment = moment,
                       .triangle = query->triangle,
                       .body = query->body,
                       .resting_triangle = query->resting_triangle,
                       .closest = *closest,
                       .radii = radii_of(work, &work->line.tracks[query->track], query),
                       .clearance = query->clearance};
  work->t_limit = t;
}

/// How far a corner can be, at any time of the span, from where it is in the middle: half the chord
/// and twice what the curve deviates from it.
static double wander_up(corners begin, corners end, double curve_up)
{
  double most = 0.0;
  for (int c = 0; c < 3; ++c)
  {
    double d[3];
    ep_vec_madd(d, end[c], -1.0, begin[c]);
    most = ep_max(most, ep_vec_length(d));
  }
  return ep_up_sum(0.5 * most + 2.0 * curve_up);
}

/// Claim     the gap along n exceeds `need` at both ends, on the same side.
static bool separated(corners begin, corners end, corners resting, const double n[3], double need)
{
  return ep_triangle_gap_down((const double(*)[3])begin, (const double(*)[3])resting, n) > need &&
         ep_triangle_gap_down((const double(*)[3])end, (const double(*)[3])resting, n) > need;
}

/// Claim     EP_PAIR_FREE: the exact distance, radii included, exceeds the clearance at every t of
///           the span. EP_PAIR_CONTACT: at the middle it is at most clearance + tolerance.
/// Why       free by distance: no corner, so no point, gets farther than `wander` from its place in
///           the middle. Free by direction: corners at the ends project beyond the other triangle
///           by more than what they deviate from their chord. The slack carries both from computed
///           to exact poses; EXACT_ERROR holds this file's rounding. proofs.md P1, P2.
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
  corners at_begin;
  corners at_middle;
  corners at_end;
  corners resting;
  place(work, track, query->triangle, middle, at_middle);
  place(work, track, query->triangle, span->begin, at_begin);
  place(work, track, query->triangle, span->end, at_end);
  rest(work, track, query->body, query->resting_triangle, resting);
  ep_closest closest;
  ep_triangle_closest((const double(*)[3])at_middle, (const double(*)[3])resting, &closest);
  ++work->statistics.distances;
  const double error = EXACT_ERROR * track->size;
  const double threshold = query->clearance + radii_of(work, track, query);
  const bool meets = closest.upper <= threshold + error;
  if (meets && !work->earliest)
  {
    record(work, query, middle, &closest);
    return EP_PAIR_CONTACT;
  }
  const double need = ep_up_sum(threshold + track->slack + 4.0 * error);
  const double wander = wander_up(at_begin, at_end, query->curve_up);
  if (!meets && closest.lower > ep_up_sum(need + wander))
  {
    return EP_PAIR_FREE;
  }
  double n[3];
  ep_vec_madd(n, closest.point[0], -1.0, closest.point[1]);
  if (!meets && separated(at_begin, at_end, resting, n, ep_up_sum(need + query->curve_up)))
  {
    return EP_PAIR_FREE;
  }
  const bool terminal = wander <= TERMINAL_PART * work->world->tolerance;
  if (meets || terminal)
  {
    record(work, query, middle, &closest);
  }
  if (terminal)
  {
    work->t_free = ep_min(work->t_free, ep_span_begin(work, query->span));
  }
  return terminal ? EP_PAIR_CONTACT : EP_PAIR_SPLIT;
}

bool ep_pair_at_moment(ep_work* work, const ep_pair_query* query, int32_t moment)
{
  const ep_track* track = &work->line.tracks[query->track];
  corners moving;
  corners resting;
  ep_closest closest;
  place(work, track, query->triangle, moment, moving);
  rest(work, track, query->body, query->resting_triangle, resting);
  ep_triangle_closest((const double(*)[3])moving, (const double(*)[3])resting, &closest);
  ++work->statistics.distances;
  const double threshold = query->clearance + radii_of(work, track, query);
  if (closest.upper > threshold + EXACT_ERROR * track->size)
  {
    return false;
  }
  record(work, query, moment, &closest);
  return true;
}
