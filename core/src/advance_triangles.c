/// @file advance_triangles.c
/// The last step of the traversal: triangles against triangles, eight at a time in single
/// precision; what that does not settle goes to advance_pair.c.
#include "advance_work.h"

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

/// Eight resting triangles.
typedef struct bench
{
  ep_bvh_octet octet;
  double clearance[EP_BVH_WIDTH]; ///< negative: not checked
  float threshold[EP_BVH_WIDTH];  ///< clearance and radius
  uint32_t mask;
} bench;

static void set_bench(const ep_work* work, const ep_track* track, const ep_item* item, bench* b)
{
  const ep_bvh* tree = ep_resting_tree(work, track);
  const ep_bvh_leaf* leaf = &tree->leaves[item->resting];
  ep_bvh_gather(tree, leaf, &b->octet);
  b->mask = item->kind == EP_ITEM_LEAVES ? (1U << leaf->count) - 1U : item->mask;
  for (int i = 0; i < EP_BVH_WIDTH; ++i)
  {
    b->clearance[i] = ep_lane_clearance(work, track, b->octet.body[i]);
    b->mask = b->clearance[i] < 0.0 ? b->mask & ~(1U << i) : b->mask;
    b->threshold[i] = (float)(b->clearance[i] * (1.0 + 0x1p-22)) + b->octet.radius_up[i];
  }
}

/// A triangle of the moving body over a span.
typedef struct mover
{
  ep_triangle_sweep sweep;
  float curve;     ///< how far it deviates from its chord
  float inflation; ///< what it adds to a threshold
  int32_t triangle;
} mover;

/// A rope is a triangle that degenerates to a segment; its ends are where they are.
static void set_rope(ep_work* work, const ep_track* track, int32_t span, mover* m)
{
  const int32_t ends[2] = {work->line.spans[span].begin, work->line.spans[span].end};
  for (int end = 0; end < 2; ++end)
  {
    ep_frame pose;
    ep_timeline_exact_pose(&work->line, ends[end], track, &pose);
    for (int k = 0; k < 3; ++k)
    {
      m->sweep.vertex[end][0][k] = (float)pose.position[k];
      m->sweep.vertex[end][1][k] = m->sweep.vertex[end][2][k] = (float)pose.rotation[k][0];
    }
  }
  const float radius = (float)(work->world->bodies[track->body].rope_radius * (1.0 + 0x1p-22));
  m->curve = ep_curve_up(track, 0.0f, 0.0f, (float)ep_timeline_length(&work->line, span));
  m->inflation = m->curve + radius + track->margin;
  m->triangle = 0;
}

static void place_corners(const ep_bvh_triangle* t, const ep_pose_f* pose, float out[3][3])
{
  for (int c = 0; c < 3; ++c)
  {
    const float* v = t->vertex[c];
    for (int k = 0; k < 3; ++k)
    {
      const float* r = pose->rotation[k];
      out[c][k] = pose->position[k] + (r[0] * v[0] + r[1] * v[1] + r[2] * v[2]);
    }
  }
}

/// Radii of a triangle: its corners' distance from the link's origin. A little more than needed,
/// but at hand.
static float reach_up(const ep_bvh_triangle* t, double reach)
{
  float most = 0.0f;
  for (int c = 0; c < 3; ++c)
  {
    const float* v = t->vertex[c];
    const float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    most = square > most ? square : most;
  }
  return sqrtf(most) * (1.0f + 0x1p-18f) + (float)(reach * 0x1p-22);
}

static void set_mover(ep_work* work, int32_t track_index, const ep_bvh_triangle* t, int32_t span,
                      mover* m)
{
  const ep_track* track = &work->line.tracks[track_index];
  const ep_span* s = &work->line.spans[span];
  place_corners(t, ep_timeline_pose(&work->line, s->begin, track_index), m->sweep.vertex[0]);
  place_corners(t, ep_timeline_pose(&work->line, s->end, track_index), m->sweep.vertex[1]);
  const float perp = reach_up(t, work->world->bodies[track->body].reach);
  m->curve = ep_curve_up(track, perp, 0.0f, (float)ep_timeline_length(&work->line, span));
  m->inflation = m->curve + t->radius_up + track->margin;
  m->triangle = t->triangle;
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

/// A lane that single precision could not settle.
static ep_pair_answer take_lane(ep_work* work, int32_t track_index, int32_t span, const bench* b,
                                int lane, const mover* m)
{
  const ep_pair_query query = {.track = track_index,
                               .span = span,
                               .triangle = m->triangle,
                               .body = b->octet.body[lane],
                               .resting_triangle = b->octet.triangle[lane],
                               .curve_up = (double)m->curve,
                               .clearance = b->clearance[lane]};
  return take_pair(work, &query);
}

/// The longest way of a corner along a coordinate.
static float way_of(const ep_triangle_sweep* sweep)
{
  float way = 0.0f;
  for (int i = 0; i < 9; ++i)
  {
    const float d = fabsf(sweep->vertex[1][i / 3][i % 3] - sweep->vertex[0][i / 3][i % 3]);
    way = d > way ? d : way;
  }
  return way;
}

/// One moving triangle against the lanes. `item` is what is pushed again for lanes that need it.
/// True if a contact ends the work.
static bool take_mover(ep_work* work, int32_t track, const ep_item* item, const bench* b, mover* m)
{
  float most = DOUBLE_WAY * (float)work->world->tolerance;
  for (int i = 0; i < EP_BVH_WIDTH; ++i)
  {
    m->sweep.threshold[i] = b->threshold[i] + m->inflation;
    most = b->threshold[i] > most ? b->threshold[i] : most;
  }
  ++work->statistics.triangle_tests;
  uint32_t mask = work->kernels->triangles(&m->sweep, &b->octet, b->mask);
  if (mask == 0)
  {
    return false;
  }
  uint32_t again = 0;
  if (way_of(&m->sweep) > most)
  {
    again = mask;
    mask = 0;
  }
  for (; mask != 0 && !work->stopped; mask &= mask - 1)
  {
    const int lane = __builtin_ctz(mask);
    const ep_pair_answer answer = take_lane(work, track, item->span, b, lane, m);
    if (answer == EP_PAIR_CONTACT && !work->earliest)
    {
      return true;
    }
    again |= answer == EP_PAIR_SPLIT ? 1U << lane : 0;
  }
  if (again != 0 && !work->stopped)
  {
    ep_item next = *item;
    next.mask = (uint16_t)again;
    ep_split_time(work, next);
  }
  return false;
}

/// Two ropes, which are one pair of triangles.
static bool take_ropes(ep_work* work, int32_t track_index, const ep_item* item)
{
  const ep_track* track = &work->line.tracks[track_index];
  const ep_pair_query query = {
      .track = track_index,
      .span = item->span,
      .body = track->fixed,
      .curve_up = (double)ep_curve_up(track, 0.0f, 0.0f,
                                      (float)ep_timeline_length(&work->line, item->span)),
      .clearance = ep_lane_clearance(work, track, track->fixed)};
  const ep_pair_answer answer = take_pair(work, &query);
  if (answer == EP_PAIR_SPLIT && !work->stopped)
  {
    ep_split_time(work, *item);
  }
  return answer == EP_PAIR_CONTACT && !work->earliest;
}

bool ep_take_triangles(ep_work* work, int32_t track_index, const ep_item* item)
{
  const ep_track* track = &work->line.tracks[track_index];
  if (track->is_rope_pair)
  {
    return take_ropes(work, track_index, item);
  }
  bench b;
  mover m;
  set_bench(work, track, item, &b);
  if (b.mask == 0)
  {
    return false;
  }
  ep_item next = *item;
  next.kind = EP_ITEM_TRIANGLE;
  if (track->slot < 0)
  {
    next.moving = 0;
    set_rope(work, track, item->span, &m);
    return take_mover(work, track_index, &next, &b, &m);
  }
  const ep_bvh* own = &work->world->bodies[track->body].bvh;
  if (item->kind == EP_ITEM_TRIANGLE)
  {
    set_mover(work, track_index, &own->triangles[item->moving], item->span, &m);
    return take_mover(work, track_index, &next, &b, &m);
  }
  const ep_bvh_leaf* leaf = &own->leaves[item->moving];
  for (int32_t i = 0; i < leaf->count && !work->stopped; ++i)
  {
    next.moving = leaf->slot[i];
    set_mover(work, track_index, &own->triangles[next.moving], item->span, &m);
    if (take_mover(work, track_index, &next, &b, &m))
    {
      return true;
    }
  }
  return false;
}
