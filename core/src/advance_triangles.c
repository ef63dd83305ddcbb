/// @file advance_triangles.c
/// The last step of the traversal: triangles against triangles, eight at a time in single
/// precision; what that does not settle goes to advance_pair.c.
#include "advance_work.h"

#include <string.h>

/// A lane is looked at in double precision only once the triangle moves by less than so many
/// tolerances, or by less than the distance to be kept; before that, splitting time is cheaper.
/// Measured: always looking takes 1.4 to 2.6 times as long (docs/figures.md).
#define DOUBLE_WAY 64.0f

double ep_lane_clearance(const ep_work* work, const ep_track* track, int32_t body)
{
  if (track->only != EP_NO_BODY)
  {
    return body == track->only ? track->clearance : -1.0;
  }
  const double demanded = track->fixed == EP_NO_BODY
                              ? ep_world_pair_clearance(work->world, track->body, body)
                              : track->demanded;
  const double clearance = work->asked >= 0.0 && demanded >= 0.0 ? work->asked : demanded;
  EP_ASSERT(clearance < 0.0 || clearance + work->band <= track->clearance); // proofs.md F5
  return clearance < 0.0 ? clearance : clearance + work->band;
}

static void set_bench(const ep_work* work, const ep_track* track, int32_t resting, ep_bench* b)
{
  const ep_bvh* tree = ep_resting_tree(work, track);
  const ep_bvh_leaf* leaf = &tree->leaves[resting];
  ep_bvh_gather(tree, leaf, &b->octet);
  b->mask = (1U << leaf->count) - 1U;
  b->most = 0.0f;
  for (int i = 0; i < EP_BVH_WIDTH; ++i)
  {
    b->clearance[i] = i > 0 && b->octet.body[i] == b->octet.body[i - 1]
                          ? b->clearance[i - 1]
                          : ep_lane_clearance(work, track, b->octet.body[i]);
    b->mask = b->clearance[i] < 0.0 ? b->mask & ~(1U << i) : b->mask;
    b->threshold[i] = (float)(b->clearance[i] * (1.0 + 0x1p-22)) + b->octet.radius_up[i];
    b->most = b->threshold[i] > b->most ? b->threshold[i] : b->most;
  }
}

const ep_bench* ep_bench_of(ep_work* work, int32_t track, int32_t leaf)
{
  ep_last_leaves* last = &work->last;
  if (last->track != track || last->resting != leaf)
  {
    set_bench(work, &work->line.tracks[track], leaf, &last->bench);
    last->track = track;
    last->resting = leaf;
  }
  return &last->bench;
}

/// The triangles of a leaf of the moving body.
static const ep_bvh_octet* own_octet(ep_work* work, int32_t body, int32_t leaf)
{
  ep_last_leaves* last = &work->last;
  if (last->body != body || last->moving != leaf)
  {
    const ep_bvh* own = &work->world->bodies[body].bvh;
    ep_bvh_gather(own, &own->leaves[leaf], &last->octet);
    last->body = body;
    last->moving = leaf;
  }
  return &last->octet;
}

/// The triangles of a leaf of the moving body over a span.
typedef struct movers
{
  ep_triangle_sweeps sweeps;
  int32_t triangle[EP_BVH_WIDTH];
  int32_t count;
} movers;

/// A rope is a triangle that degenerates to a segment; its ends are where they are.
static void set_rope(ep_work* work, const ep_track* track, int32_t span, movers* m)
{
  ep_triangle_sweeps* out = &m->sweeps;
  ep_frame pose[2];
  ep_timeline_exact_pose(&work->line, work->line.spans[span].begin, track, &pose[0]);
  ep_timeline_exact_pose(&work->line, work->line.spans[span].end, track, &pose[1]);
  out->way[0] = 0.0f;
  for (int k = 0; k < 3; ++k)
  {
    float lo = (float)pose[0].position[k];
    float hi = lo;
    for (int end = 0; end < 2; ++end)
    {
      const float p[2] = {(float)pose[end].position[k], (float)pose[end].rotation[k][0]};
      out->vertex[end][0][k][0] = p[0];
      out->vertex[end][1][k][0] = out->vertex[end][2][k][0] = p[1];
      lo = fminf(lo, fminf(p[0], p[1]));
      hi = fmaxf(hi, fmaxf(p[0], p[1]));
    }
    for (int c = 0; c < 2; ++c)
    {
      out->way[0] = fmaxf(out->way[0], fabsf(out->vertex[1][c][k][0] - out->vertex[0][c][k][0]));
    }
    out->lo[k][0] = lo;
    out->hi[k][0] = hi;
  }
  const float radius = (float)(work->world->bodies[track->body].rope_radius * (1.0 + 0x1p-22));
  out->curve[0] = ep_rope_curve_up(track, (float)ep_timeline_length(&work->line, span));
  out->inflation[0] = out->curve[0] + radius + track->margin;
  m->triangle[0] = 0;
  m->count = 1;
}

static void set_movers(ep_work* work, int32_t track_index, const ep_item* item, movers* m)
{
  const ep_track* track = &work->line.tracks[track_index];
  if (track->slot < 0)
  {
    set_rope(work, track, item->span, m);
    return;
  }
  const ep_bvh_octet* octet = own_octet(work, track->body, item->moving);
  ep_span_motion motion;
  ep_span_motion_of(work, track_index, item->span, &motion);
  work->kernels->place_triangles(&motion, octet, &m->sweeps);
  memcpy(m->triangle, octet->triangle, sizeof m->triangle);
  m->count = work->world->bodies[track->body].bvh.leaves[item->moving].count;
}

static ep_pair_answer take_pair(ep_work* work, const ep_pair_query* query)
{
  const ep_span span = work->line.spans[query->span];
  if (span.begin == span.end)
  {
    return ep_pair_at_moment(work, query, span.begin) ? EP_PAIR_CONTACT : EP_PAIR_FREE;
  }
  return ep_pair_over_span(work, query);
}

/// A pair that single precision could not settle.
static ep_pair_answer take_lanes(ep_work* work, int32_t track_index, int32_t span,
                                 const ep_bench* b, int lane, const movers* m, int own)
{
  const ep_pair_query query = {.track = track_index,
                               .span = span,
                               .triangle = m->triangle[own],
                               .body = b->octet.body[lane],
                               .resting_triangle = b->octet.triangle[lane],
                               .curve_up = (double)m->sweeps.curve[own],
                               .clearance = b->clearance[lane]};
  return take_pair(work, &query);
}

/// One moving triangle against the lanes of a mask; `again` are those that need shorter spans. True
/// if a contact ends the work.
static bool take_mover(ep_work* work, int32_t track, int32_t span, const ep_bench* b,
                       const movers* m, int own, uint32_t mask, uint32_t* again)
{
  const float way = fmaxf(DOUBLE_WAY * (float)work->world->tolerance, b->most);
  *again = 0;
  ++work->statistics.triangle_tests;
  mask = work->kernels->triangles(&m->sweeps, own, &b->octet, b->threshold, mask);
  if (m->sweeps.way[own] > way)
  {
    *again = mask;
    return false;
  }
  for (; mask != 0 && !work->stopped; mask &= mask - 1)
  {
    const int lane = __builtin_ctz(mask);
    const ep_pair_answer answer = take_lanes(work, track, span, b, lane, m, own);
    if (answer == EP_PAIR_CONTACT && !work->earliest)
    {
      return true;
    }
    *again |= answer == EP_PAIR_SPLIT ? 1U << lane : 0;
  }
  return false;
}

/// Two ropes, which are one pair of triangles.
static bool take_ropes(ep_work* work, int32_t track_index, const ep_item* item)
{
  const ep_track* track = &work->line.tracks[track_index];
  const ep_pair_query query = {.track = track_index,
                               .span = item->span,
                               .body = track->fixed,
                               .curve_up = (double)ep_rope_curve_up(
                                   track, (float)ep_timeline_length(&work->line, item->span)),
                               .clearance = ep_lane_clearance(work, track, track->fixed)};
  const ep_pair_answer answer = take_pair(work, &query);
  if (answer == EP_PAIR_SPLIT && !work->stopped)
  {
    ep_split_time(work, *item);
  }
  return answer == EP_PAIR_CONTACT && !work->earliest;
}

/// A mask of lanes times this: the same for every moving triangle.
#define EVERY_MOVER 0x0101010101010101ULL

/// All pairs of the first moving triangles.
static uint64_t all_of(int32_t count)
{
  return EP_ALL_PAIRS >> (EP_BVH_WIDTH * (EP_BVH_WIDTH - count));
}

bool ep_take_triangles(ep_work* work, int32_t track_index, const ep_item* item)
{
  const ep_track* track = &work->line.tracks[track_index];
  if (track->is_rope_pair)
  {
    return take_ropes(work, track_index, item);
  }
  const ep_bench* b = ep_bench_of(work, track_index, item->resting);
  movers m;
  ep_item next = *item;
  next.pairs = 0;
  if (b->mask == 0)
  {
    return false;
  }
  set_movers(work, track_index, item, &m);
  uint64_t near = work->kernels->near(&m.sweeps, &b->octet, b->threshold,
                                      item->pairs & b->mask * EVERY_MOVER & all_of(m.count));
  while (near != 0 && !work->stopped)
  {
    const int own = __builtin_ctzll(near) / EP_BVH_WIDTH;
    const uint32_t mask = (uint32_t)(near >> (own * EP_BVH_WIDTH)) & 0xffU;
    uint32_t again = 0;
    if (take_mover(work, track_index, item->span, b, &m, own, mask, &again))
    {
      return true;
    }
    next.pairs |= (uint64_t)again << (own * EP_BVH_WIDTH);
    near &= ~(0xffULL << (own * EP_BVH_WIDTH));
  }
  if (next.pairs != 0 && !work->stopped)
  {
    ep_split_time(work, next);
  }
  return false;
}
