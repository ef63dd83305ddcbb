/// @file cull_track.c
#include "cull_track.h"
#include "base_arena.h"

#include <float.h>

#include <string.h>

bool ep_grow(const ep_allocator* allocator, void** block, int32_t* capacity, int32_t count,
             size_t size)
{
  if (count <= *capacity)
  {
    return true;
  }
  const int32_t wanted = count < 32 ? 64 : 2 * count;
  void* grown = ep_block_allocate(allocator, (size_t)wanted * size);
  if (grown == NULL)
  {
    return false;
  }
  if (*block != NULL)
  {
    memcpy(grown, *block, (size_t)*capacity * size);
    ep_block_release(allocator, *block);
  }
  *block = grown;
  *capacity = wanted;
  return true;
}

/// @name Moments and spans
/// @{

static bool grow_moments(ep_timeline* line, int32_t count)
{
  if (count <= line->moment_capacity)
  {
    return true;
  }
  const ep_allocator* hooks = &line->world->allocator;
  const size_t slots = (size_t)line->slot_count;
  const size_t tracks = (size_t)line->track_count;
  int32_t capacity[4] = {line->moment_capacity, line->moment_capacity, line->moment_capacity,
                         line->moment_capacity};
  void* blocks[4] = {line->moments, line->frames, line->poses, line->has_pose};
  const size_t sizes[4] = {sizeof(ep_moment), slots * sizeof(ep_frame), tracks * sizeof(ep_pose_f),
                           tracks};
  bool good = true;
  for (int i = 0; i < 4; ++i)
  {
    good = good && ep_grow(hooks, &blocks[i], &capacity[i], count, sizes[i]);
  }
  line->moments = blocks[0];
  line->frames = blocks[1];
  line->poses = blocks[2];
  line->has_pose = blocks[3];
  line->moment_capacity = good ? capacity[0] : line->moment_capacity;
  return good;
}

/// The frames of all links at a moment.
static void fill_moment(ep_timeline* line, int32_t moment, double t)
{
  line->moments[moment].t = t;
  for (int32_t m = 0; m < line->world->machine_count; ++m)
  {
    const size_t first = (size_t)moment * (size_t)line->slot_count + (size_t)line->slots[m];
    (void)ep_edge_frames(line->edges[m], t, line->frames + first);
  }
  memset(line->has_pose + (size_t)moment * (size_t)line->track_count, 0, (size_t)line->track_count);
  ++*line->pose_counter;
}

/// A new moment; -1 if there is no memory.
static int32_t add_moment(ep_timeline* line, double t)
{
  if (!grow_moments(line, line->moment_count + 1))
  {
    return -1;
  }
  fill_moment(line, line->moment_count, t);
  return line->moment_count++;
}

int32_t ep_timeline_scratch(ep_timeline* line, double t)
{
  if (line->scratch < 0)
  {
    line->scratch = add_moment(line, t);
  }
  else if (line->moments[line->scratch].t != t)
  {
    fill_moment(line, line->scratch, t);
  }
  return line->scratch;
}

static int32_t add_span(ep_timeline* line, int32_t begin, int32_t end, int32_t depth)
{
  void* block = line->spans;
  const bool good = ep_grow(&line->world->allocator, &block, &line->span_capacity,
                            line->span_count + 1, sizeof(ep_span));
  line->spans = block;
  if (!good || begin < 0 || end < 0)
  {
    return -1;
  }
  line->spans[line->span_count] = (ep_span){begin, end, -1, {-1, -1}, depth};
  return line->span_count++;
}

bool ep_timeline_begin(ep_timeline* line)
{
  line->moment_count = 0;
  line->span_count = 0;
  line->scratch = -1;
  const int32_t begin = add_moment(line, 0.0);
  const int32_t end = begin < 0 ? -1 : add_moment(line, 1.0);
  return add_span(line, begin, end, 0) == 0;
}

int32_t ep_timeline_middle(ep_timeline* line, int32_t span)
{
  if (line->spans[span].middle < 0)
  {
    const double t0 = line->moments[line->spans[span].begin].t;
    const double t1 = line->moments[line->spans[span].end].t;
    line->spans[span].middle = add_moment(line, 0.5 * (t0 + t1));
  }
  return line->spans[span].middle;
}

int32_t ep_timeline_child(ep_timeline* line, int32_t span, int which)
{
  if (line->spans[span].child[which] < 0)
  {
    const int32_t middle = ep_timeline_middle(line, span);
    const ep_span s = line->spans[span];
    const int32_t child = which == 0 ? add_span(line, s.begin, middle, s.depth + 1)
                                     : add_span(line, middle, s.end, s.depth + 1);
    line->spans[span].child[which] = child;
  }
  return line->spans[span].child[which];
}

int32_t ep_timeline_point(ep_timeline* line, int32_t moment)
{
  return add_span(line, moment, moment, 0);
}

/// @}
/// @name Poses
/// @{

/// out = a b
static void frame_mul(ep_frame* out, const ep_frame* a, const ep_frame* b)
{
  ep_mat_mul(out->rotation, a->rotation, b->rotation);
  ep_mat_apply(out->position, a->rotation, b->position);
  for (int k = 0; k < 3; ++k)
  {
    out->position[k] += a->position[k];
  }
}

/// out = a point in the world, seen from the base.
static void seen_from(double out[3], const ep_frame* base, const double world[3])
{
  double d[3];
  ep_vec_madd(d, world, -1.0, base->position);
  ep_mat_apply_transposed(out, base->rotation, d);
}

void ep_timeline_base(const ep_timeline* line, int32_t moment, const ep_track* track,
                      ep_frame* base)
{
  if (track->fixed_slot < 0)
  {
    *base = (ep_frame){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, {0.0, 0.0, 0.0}};
    ep_vec_copy(base->position, line->world->center);
    return;
  }
  const ep_frame* link = ep_timeline_frame(line, moment, track->fixed_slot);
  if (track->fixed_local == NULL)
  {
    *base = *link;
  }
  else
  {
    frame_mul(base, link, track->fixed_local);
  }
}

void ep_timeline_rope(const ep_timeline* line, int32_t moment, const ep_track* track,
                      const ep_anchor anchors[2], double ends[2][3])
{
  ep_frame base;
  ep_timeline_base(line, moment, track, &base);
  for (int i = 0; i < 2; ++i)
  {
    const ep_frame* link = ep_timeline_frame(line, moment, anchors[i].slot);
    double world[3];
    ep_mat_apply(world, link->rotation, anchors[i].point);
    ep_vec_madd(world, world, 1.0, link->position);
    seen_from(ends[i], &base, world);
  }
}

static void rope_pose(const ep_timeline* line, int32_t moment, const ep_track* track,
                      ep_frame* pose)
{
  double end[2][3];
  ep_timeline_rope(line, moment, track, track->end, end);
  memset(pose, 0, sizeof *pose);
  ep_vec_copy(pose->position, end[0]);
  for (int k = 0; k < 3; ++k)
  {
    pose->rotation[k][0] = end[1][k];
  }
}

void ep_timeline_exact_pose(const ep_timeline* line, int32_t moment, const ep_track* track,
                            ep_frame* pose)
{
  if (track->slot < 0)
  {
    rope_pose(line, moment, track, pose);
    return;
  }
  ep_frame world = *ep_timeline_frame(line, moment, track->slot);
  if (track->local != NULL)
  {
    const ep_frame link = world;
    frame_mul(&world, &link, track->local);
  }
  if (track->fixed_slot < 0)
  {
    *pose = world;
    ep_vec_madd(pose->position, world.position, -1.0, line->world->center);
    return;
  }
  ep_frame base;
  ep_timeline_base(line, moment, track, &base);
  const ep_frame* b = &base;
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      pose->rotation[i][k] = b->rotation[0][i] * world.rotation[0][k] +
                             b->rotation[1][i] * world.rotation[1][k] +
                             b->rotation[2][i] * world.rotation[2][k];
    }
  }
  seen_from(pose->position, b, world.position);
}

const ep_pose_f* ep_timeline_pose(ep_timeline* line, int32_t moment, int32_t track)
{
  const size_t lead = (size_t)line->tracks[track].lead;
  const size_t at = (size_t)moment * (size_t)line->track_count + lead;
  ep_pose_f* pose = &line->poses[at];
  if (line->has_pose[at] == 0)
  {
    ep_frame exact;
    ep_timeline_exact_pose(line, moment, &line->tracks[track], &exact);
    for (int i = 0; i < 3; ++i)
    {
      for (int k = 0; k < 3; ++k)
      {
        pose->rotation[i][k] = (float)exact.rotation[i][k];
      }
      pose->position[i] = (float)exact.position[i];
    }
    line->has_pose[at] = 1;
  }
  return pose;
}

/// @}
/// @name Bounds
/// @{

/// The float above x >= 0.
static float float_up(double x)
{
  return (float)(x * (1.0 + 0x1p-22) + (double)FLT_MIN);
}

int32_t ep_timeline_machine(const ep_timeline* line, int32_t slot)
{
  int32_t m = line->world->machine_count - 1;
  while (line->slots[m] > slot)
  {
    --m;
  }
  return m;
}

/// The bound of a link's motion in the track's frame.
static void link_bound(const ep_timeline* line, const ep_track* track, int32_t slot,
                       ep_link_bound* bound)
{
  const int32_t m = ep_timeline_machine(line, slot);
  const ep_edge* edge = line->edges[m];
  const int32_t link = slot - line->slots[m];
  if (track->fixed_slot < 0)
  {
    *bound = edge->bounds[link];
    return;
  }
  const int32_t n = ep_timeline_machine(line, track->fixed_slot);
  ep_edge_path_bound(line->edges[n], track->fixed_slot - line->slots[n], edge, link, bound);
}

static void change_places(ep_track* track)
{
  const int32_t body = track->body;
  const int32_t slot = track->slot;
  track->body = track->fixed;
  track->slot = track->fixed_slot;
  track->fixed = body;
  track->fixed_slot = slot;
  track->turned = !track->turned;
}

/// The second derivative of the farthest points of the moving body.
static double bend_of(const ep_timeline* line, const ep_track* track)
{
  ep_link_bound bound;
  link_bound(line, track, track->slot, &bound);
  return bound.offset[1] + bound.rate * bound.rate * line->world->bodies[track->body].reach;
}

void ep_track_turn(const ep_timeline* line, ep_track* track)
{
  if (track->turned)
  {
    change_places(track);
  }
  const ep_body* bodies = line->world->bodies;
  if (track->fixed == EP_NO_BODY || bodies[track->body].kind != EP_BODY_LINK ||
      bodies[track->fixed].kind != EP_BODY_LINK ||
      bodies[track->body].machine == bodies[track->fixed].machine)
  {
    return;
  }
  const double usual = bend_of(line, track);
  change_places(track);
  if (bend_of(line, track) >= usual)
  {
    change_places(track);
  }
}

/// A fixed shift at the end of a chain: a frame that stands in the resting link's frame, not at it,
/// sees the same motion.
static void set_rigid(ep_timeline* line, ep_track* track)
{
  const ep_body* body = &line->world->bodies[track->body];
  link_bound(line, track, track->slot, &track->bound);
  track->shift = track->local == NULL ? 0.0 : ep_up_sum(ep_vec_length(track->local->position));
  track->slack = ep_node_spread_up(&track->bound, body->reach + track->shift);
}

/// What bounds every point of a rope: the larger of both ends.
typedef struct rope_bound
{
  double slack;
  double first;
  double second;
} rope_bound;

static rope_bound bound_of_rope(const ep_timeline* line, const ep_track* track,
                                const ep_anchor anchors[2])
{
  rope_bound most = {0.0, 0.0, 0.0};
  for (int i = 0; i < 2; ++i)
  {
    ep_link_bound bound;
    link_bound(line, track, anchors[i].slot, &bound);
    const double r = ep_up_sum(ep_vec_length(anchors[i].point));
    const ep_node_radii radii = {r, 0.0, r};
    most.slack = ep_max(most.slack, ep_node_spread_up(&bound, r));
    most.first = ep_max(most.first, ep_node_derivative_up(&bound, &radii, 1));
    most.second = ep_max(most.second, ep_node_derivative_up(&bound, &radii, 2));
  }
  return most;
}

/// Of two ropes everything adds up: what counts is how one moves relative to the other.
static void set_rope(ep_timeline* line, ep_track* track)
{
  rope_bound bound = bound_of_rope(line, track, track->end);
  if (track->is_rope_pair)
  {
    const rope_bound other = bound_of_rope(line, track, track->other);
    bound.slack += other.slack;
    bound.first += other.first;
    bound.second += other.second;
  }
  track->shift = 0.0;
  track->slack = bound.slack;
  track->bound = (ep_link_bound){.offset = {bound.first, bound.second, 0.0}};
}

/// Rates below this come from rounding zeros up: nothing moves.
#define STILL 1e-100

static void set_derivatives(ep_track* track)
{
  const ep_link_bound* b = &track->bound;
  double first[3] = {b->offset[0], b->rate, b->rate_par};
  double second[3] = {b->offset[1], b->rate * b->rate, b->rate_par * b->rate_par};
  track->moves = first[0] > STILL || first[1] > STILL;
  for (int k = 0; k < 3; ++k)
  {
    track->speed[k] = float_up(first[k]);
    track->curve[k] = float_up(second[k]);
  }
}

/// What float arithmetic may be off by, as a part of the largest coordinate: proofs.md F1.
#define FLOAT_ERROR (40.0 * 0x1p-24)

/// Largest coordinate of anything in a track, but for the clearance: where the body is at t = 0,
/// how far it can get, its own size; and the resting tree's.
static double farthest_up(const ep_timeline* line, const ep_track* track)
{
  const ep_world* world = line->world;
  ep_frame pose;
  ep_timeline_exact_pose(line, 0, track, &pose);
  const double reach = world->bodies[track->body].reach + track->shift;
  const double speed =
      (double)track->speed[0] + (double)track->speed[1] * reach + (double)track->speed[2] * reach;
  const double resting = track->fixed_slot < 0 ? world->radius : world->bodies[track->fixed].reach;
  const double rope = track->slot < 0 ? fabs(pose.rotation[0][0]) + fabs(pose.rotation[1][0]) +
                                            fabs(pose.rotation[2][0])
                                      : 0.0;
  return ep_up_sum(ep_vec_length(pose.position) + rope + speed + reach + resting);
}

/// What a track shares with its lead: all but the clearance, and what rounding adds to that.
static void follow(const ep_track* lead, ep_track* track)
{
  track->shift = lead->shift;
  track->slack = lead->slack;
  track->farthest = lead->farthest;
  memcpy(track->curve, lead->curve, sizeof track->curve);
  memcpy(track->speed, lead->speed, sizeof track->speed);
  track->moves = lead->moves;
}

static void set_own(ep_timeline* line, ep_track* track)
{
  if (track->slot < 0)
  {
    set_rope(line, track);
  }
  else
  {
    set_rigid(line, track);
  }
  set_derivatives(track);
  track->farthest = farthest_up(line, track);
}

void ep_track_set_bounds(ep_timeline* line, ep_track* track)
{
  const ep_track* lead = &line->tracks[track->lead];
  if (lead == track)
  {
    set_own(line, track);
  }
  else
  {
    follow(lead, track);
  }
  track->size = ep_up_sum(track->farthest + track->clearance);
  track->margin = float_up(FLOAT_ERROR * track->size + track->slack);
}

/// @}
