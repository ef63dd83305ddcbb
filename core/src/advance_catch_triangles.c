/// @file advance_catch_triangles.c
/// Pairs of triangles: their distance, and how fast it can shrink.
#include "advance_catch.h"

/// A moving triangle where it is, and what it can do.
typedef struct runner
{
  int32_t triangle;
  ep_corners at;
  double lo[3];
  double hi[3];
  double radius_up; ///< its farthest corner from the link's origin
  double speed_up;
} runner;

/// The same of a resting one.
typedef struct rester
{
  int32_t body;
  int32_t triangle;
  double clearance;
  ep_corners at;
  double lo[3];
  double hi[3];
} rester;

static void set_box(const double at[3][3], double lo[3], double hi[3])
{
  for (int k = 0; k < 3; ++k)
  {
    lo[k] = ep_min(at[0][k], ep_min(at[1][k], at[2][k]));
    hi[k] = ep_max(at[0][k], ep_max(at[1][k], at[2][k]));
  }
}

/// Claim     no point of the triangle is faster, at any t.
/// Why       it is between corners, whose radii are at most these; of the radii across and along
///           the turn axis, and of the distance from the origin alone, either will do
///           (ep_link_bound). A payload's axis is not known.
static void set_speed(const ep_catch_query* q, runner* r)
{
  const ep_track* track = q->track;
  const ep_body* body = &q->work->world->bodies[track->body];
  if (q->moving == NULL)
  {
    r->radius_up = 0.0;
    r->speed_up = q->pair->speed_up;
    return;
  }
  double all = 0.0;
  double perp = 0.0;
  double par = 0.0;
  for (int c = 0; c < 3; ++c)
  {
    const double* corner = ep_soup_vertex(&body->soup, r->triangle, c);
    double across = 0.0;
    double along = 0.0;
    all = ep_max(all, ep_vec_length(corner));
    if (body->kind == EP_BODY_LINK)
    {
      ep_machine_split(q->work->world->machines[body->machine].machine, body->link, corner, &across,
                       &along);
    }
    perp = ep_max(perp, across);
    par = ep_max(par, along);
  }
  const double first = (double)track->speed[0];
  r->radius_up = ep_up_sum(all + track->shift);
  r->speed_up = ep_up_sum(first + (double)track->speed[1] * r->radius_up);
  if (body->kind == EP_BODY_LINK)
  {
    const double split =
        ep_up_sum(first + (double)track->speed[1] * perp + (double)track->speed[2] * par);
    r->speed_up = ep_min(r->speed_up, split);
  }
}

static void set_runner(const ep_catch_query* q, int32_t triangle, runner* r)
{
  r->triangle = triangle;
  const ep_soup* soup = &q->work->world->bodies[q->track->body].soup;
  const ep_frame* pose = &q->ends;
  for (int c = 0; c < 3; ++c)
  {
    if (q->moving == NULL)
    {
      for (int k = 0; k < 3; ++k)
      {
        r->at[c][k] = c == 0 ? pose->position[k] : pose->rotation[k][0];
      }
      continue;
    }
    ep_mat_apply(r->at[c], pose->rotation, ep_soup_vertex(soup, triangle, c));
    ep_vec_madd(r->at[c], r->at[c], 1.0, pose->position);
  }
  const runner* placed = r;
  set_box(placed->at, r->lo, r->hi);
  set_speed(q, r);
}

static void set_rester(const ep_catch_query* q, int32_t body, int32_t triangle, rester* r)
{
  r->body = body;
  r->triangle = triangle;
  r->clearance = ep_lane_clearance(q->work, q->track, body);
  if (r->clearance >= 0.0)
  {
    const rester* placed = r;
    if (q->track->is_rope_pair)
    {
      ep_timeline_rope(&q->work->line, q->moment, q->track, q->track->other, r->at);
      ep_vec_copy(r->at[2], r->at[1]);
    }
    else
    {
      ep_pair_rest(q->work, q->track, body, triangle, r->at);
    }
    set_box(placed->at, r->lo, r->hi);
  }
}

/// Distance of the two triangles' own boxes, up to the query's error.
static double boxes_apart(const runner* a, const rester* b)
{
  double square = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const double gap = ep_max(a->lo[k] - b->hi[k], b->lo[k] - a->hi[k]);
    square += gap > 0.0 ? gap * gap : 0.0;
  }
  return sqrt(square);
}

double ep_catch_speed_along_up(const ep_catch_query* q, double radius, const double n[3])
{
  const ep_timeline* line = &q->work->line;
  const int32_t m = ep_timeline_machine(line, q->track->slot);
  return ep_edge_motion_bound_up(line->edges[m], q->track->slot - line->slots[m], radius, n);
}

/// Claim     the pair stays apart for at least this long: the gap along n, over the speed along n.
/// Why       the gap of the corners along n shrinks no faster than any point moves along n.
/// proofs.md
///           K2.
static double directed_value(const ep_catch_query* q, const runner* a, const rester* b,
                             const ep_closest* closest, double need_up)
{
  double n[3];
  ep_vec_madd(n, closest->point[0], -1.0, closest->point[1]);
  const double speed = ep_catch_speed_along_up(q, a->radius_up, n);
  return speed < a->speed_up
             ? ep_catch_value(q, ep_triangle_gap_down(a->at, b->at, n), need_up, speed)
             : -1.0;
}

/// Whether the pair is known not to matter: by the triangles' boxes, or along the direction of the
/// best pair so far.
static bool is_far(const ep_catch_query* q, const runner* a, const rester* b, double need)
{
  const double rough = boxes_apart(a, b) - q->error;
  if (rough > 0.0 && ep_catch_value(q, rough, need, a->speed_up) >= q->best)
  {
    return true;
  }
  if (!q->has_found)
  {
    return false;
  }
  const double gap = ep_triangle_gap_down(a->at, b->at, q->along);
  const double speed = ep_min(a->speed_up, q->along_speed_up);
  return gap > 0.0 && ep_catch_value(q, gap, need, speed) >= q->best;
}

/// The best pair so far.
static void keep_best(ep_catch_query* q, const ep_pair_query* pair, const ep_closest* closest,
                      double value)
{
  q->best = value;
  q->has_found = true;
  q->found = *pair;
  q->closest = *closest;
  ep_vec_madd(q->along, closest->point[0], -1.0, closest->point[1]);
  const double reach = q->work->world->bodies[q->track->body].reach + q->track->shift;
  q->along_speed_up =
      q->is_directed ? ep_catch_speed_along_up(q, ep_up_sum(reach), q->along) : q->pair->speed_up;
}

static void measure(ep_catch_query* q, const runner* a, const rester* b)
{
  const ep_pair_query pair = {.track = q->pair->track,
                              .triangle = a->triangle,
                              .body = b->body,
                              .resting_triangle = b->triangle,
                              .clearance = b->clearance};
  const double radii = ep_pair_radii(q->work, q->track, &pair);
  const double need = ep_up_sum(b->clearance + radii + q->reserve_up);
  if (is_far(q, a, b, need))
  {
    return;
  }
  ep_closest closest;
  ep_triangle_closest(a->at, b->at, &closest);
  ++q->work->statistics.distances;
  double value = ep_catch_value(q, closest.lower, need, a->speed_up);
  if (value < q->best && q->is_directed)
  {
    value = ep_max(value, directed_value(q, a, b, &closest, need));
  }
  if (value < q->best)
  {
    keep_best(q, &pair, &closest, value);
    q->is_done = q->aim == EP_CATCH_CONTACT && closest.upper <= b->clearance + radii + q->error;
  }
}

void ep_catch_take_leaves(ep_catch_query* q, const ep_catch_item* item)
{
  const ep_bvh_leaf* resting = &q->resting->leaves[~q->resting->nodes[item->resting / EP_BVH_WIDTH]
                                                        .child[item->resting % EP_BVH_WIDTH]];
  const ep_bvh_leaf* moving =
      q->moving == NULL ? NULL
                        : &q->moving->leaves[~q->moving->nodes[item->moving / EP_BVH_WIDTH]
                                                  .child[item->moving % EP_BVH_WIDTH]];
  rester b[EP_BVH_WIDTH];
  for (int k = 0; k < resting->count; ++k)
  {
    const ep_bvh_triangle* triangle = ep_bvh_at(q->resting, resting, k);
    set_rester(q, triangle->body, triangle->triangle, &b[k]);
  }
  const int count = moving == NULL ? 1 : moving->count;
  for (int i = 0; i < count; ++i)
  {
    runner a;
    set_runner(q, moving == NULL ? 0 : ep_bvh_at(q->moving, moving, i)->triangle, &a);
    for (int k = 0; k < resting->count && !q->is_done; ++k)
    {
      if (b[k].clearance >= 0.0)
      {
        measure(q, &a, &b[k]);
      }
    }
  }
}

void ep_catch_take_ropes(ep_catch_query* q)
{
  runner a;
  rester b;
  set_runner(q, 0, &a);
  set_rester(q, q->track->fixed, 0, &b);
  measure(q, &a, &b);
}

void ep_catch_take_witness(ep_catch_query* q)
{
  if (q->pair->triangle < 0)
  {
    return;
  }
  runner a;
  rester b;
  set_runner(q, q->pair->triangle, &a);
  set_rester(q, q->pair->resting_body, q->pair->resting_triangle, &b);
  measure(q, &a, &b);
}
