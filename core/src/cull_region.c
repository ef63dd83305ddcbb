/// @file cull_region.c
#include "cull_region.h"

#include <float.h>

/// What a region keeps around computed places, in errors of them: no state at an end of a free edge
/// may be judged by more, so an edge keeps twice as much.
#define ERRORS_RESTING 4.0
#define ERRORS_MOVING  8.0

/// Adds a box, given by its centre and half-widths.
static void add_box(ep_box* region, const double center[3], const double half[3])
{
  for (int k = 0; k < 3; ++k)
  {
    region->lo[k] = ep_min(region->lo[k], center[k] - half[k]);
    region->hi[k] = ep_max(region->hi[k], center[k] + half[k]);
  }
}

/// The box of a link or payload at a pose.
static void add_body(ep_box* region, const ep_bvh* bvh, const ep_frame* pose)
{
  double center[3];
  double half[3];
  double at[3];
  double reach[3];
  for (int k = 0; k < 3; ++k)
  {
    center[k] = 0.5 * bvh->lo[k] + 0.5 * bvh->hi[k];
    half[k] = 0.5 * bvh->hi[k] - 0.5 * bvh->lo[k];
  }
  for (int i = 0; i < 3; ++i)
  {
    const double* r = pose->rotation[i];
    at[i] = pose->position[i] + ep_vec_dot(r, center);
    reach[i] = fabs(r[0]) * half[0] + fabs(r[1]) * half[1] + fabs(r[2]) * half[2];
  }
  add_box(region, at, reach);
}

/// Both ends of a rope at a pose as ep_timeline_exact_pose() gives it.
static void add_rope(ep_box* region, double radius, const ep_frame* pose)
{
  const double half[3] = {radius, radius, radius};
  const double end[3] = {pose->rotation[0][0], pose->rotation[1][0], pose->rotation[2][0]};
  add_box(region, pose->position, half);
  add_box(region, end, half);
}

void ep_region_set(ep_timeline* line, ep_track* home)
{
  const ep_body* body = &line->world->bodies[home->body];
  ep_box* region = &home->region;
  *region = (ep_box){{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
  for (int32_t moment = 0; moment < 2; ++moment) // the ends of the edge
  {
    ep_frame pose;
    ep_timeline_exact_pose(line, moment, home, &pose);
    if (home->slot < 0)
    {
      add_rope(region, body->rope_radius, &pose);
    }
    else
    {
      add_body(region, &body->bvh, &pose);
    }
  }
  const double second =
      (double)home->curve[0] + (double)home->curve[1] * (body->reach + home->shift);
  const double errors = home->moves ? ERRORS_MOVING : ERRORS_RESTING;
  const double margin =
      ep_up_sum(0.125 * second + home->slack + errors * EP_EXACT_ERROR * home->size);
  for (int k = 0; k < 3; ++k)
  {
    region->lo[k] = ep_down(region->lo[k] - margin);
    region->hi[k] = ep_up(region->hi[k] + margin);
  }
}

/// Claim     true: all points of the two boxes are farther apart than the clearance.
/// Rounding  gaps down one by one, squares and their sum by 2^-40. A gap whose square underflows
///           proves nothing.
static bool are_apart(const ep_box* a, const ep_box* b, double clearance)
{
  double square = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const double gap = ep_max(a->lo[k] - b->hi[k], b->lo[k] - a->hi[k]);
    if (gap > 0.0)
    {
      const double sure = ep_down(gap);
      square += sure > 0.0 ? sure * sure : 0.0;
    }
  }
  return square * (1.0 - 0x1p-40) > clearance * clearance * (1.0 + 0x1p-40);
}

bool ep_region_is_apart(const ep_timeline* line, const ep_track* track)
{
  const ep_world* world = line->world;
  const ep_box* own = &line->tracks[world->rows[track->body]].region;
  if (track->fixed != EP_NO_BODY)
  {
    return are_apart(own, &line->tracks[world->rows[track->fixed]].region, track->clearance);
  }
  if (world->groups[track->group].scene.node_count == 0)
  {
    return true;
  }
  return are_apart(own, &world->groups[track->group].box, track->clearance);
}
