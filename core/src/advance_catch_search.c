/// @file advance_catch_search.c
/// Branch and bound over pairs of tree nodes.
#include "advance_catch.h"

#include <string.h>

/// @name Setting up
/// @{

static void invert(const ep_frame* pose, ep_frame* back)
{
  for (int k = 0; k < 9; ++k)
  {
    back->rotation[k / 3][k % 3] = pose->rotation[k % 3][k / 3];
  }
  ep_mat_apply_transposed(back->position, pose->rotation, pose->position);
  for (int k = 0; k < 3; ++k)
  {
    back->position[k] = -back->position[k];
  }
}

/// Two unit vectors across a unit vector, as the second and third column of a rotation.
static void complete(ep_frame* frame)
{
  const double a[3] = {frame->rotation[0][0], frame->rotation[1][0], frame->rotation[2][0]};
  double side[3] = {0.0, 0.0, 0.0};
  const int least = fabs(a[0]) < fabs(a[1]) ? (fabs(a[0]) < fabs(a[2]) ? 0 : 2)
                                            : (fabs(a[1]) < fabs(a[2]) ? 1 : 2);
  side[least] = 1.0;
  double b[3];
  double c[3];
  ep_vec_cross(b, a, side);
  const double length = ep_vec_length(b);
  for (int k = 0; k < 3; ++k)
  {
    b[k] /= length;
  }
  ep_vec_cross(c, a, b);
  for (int k = 0; k < 3; ++k)
  {
    frame->rotation[k][1] = b[k];
    frame->rotation[k][2] = c[k];
  }
}

/// The box along a rope, about its middle.
static void set_rope_box(ep_catch_query* q)
{
  double along[3];
  for (int k = 0; k < 3; ++k)
  {
    along[k] = q->ends.rotation[k][0] - q->ends.position[k];
    q->pose[0].position[k] = 0.5 * q->ends.position[k] + 0.5 * q->ends.rotation[k][0];
  }
  const double length = ep_vec_length(along);
  const bool is_long = length > 1e-9;
  for (int k = 0; k < 3; ++k)
  {
    q->pose[0].rotation[k][0] = is_long ? along[k] / length : (k == 0 ? 1.0 : 0.0);
  }
  complete(&q->pose[0]);
  const double radius = q->work->world->bodies[q->track->body].rope_radius;
  const double across = is_long ? radius : radius + 1e-9; // a short rope may lie askew in its box
  q->rope_half[0] = 0.5 * length + across;
  q->rope_half[1] = q->rope_half[2] = across;
}

ep_catch_query ep_catch_query_make(ep_work* work, ep_catch_space* space, const ep_catch_pair* pair,
                                   int32_t moment, ep_catch_aim aim)
{
  const ep_track* track = &work->line.tracks[pair->track];
  ep_catch_query q;
  memset(&q, 0, sizeof q);
  q.work = work;
  q.space = space;
  q.pair = pair;
  q.track = track;
  q.moving = track->slot < 0 ? NULL : &work->world->bodies[track->body].bvh;
  q.resting = ep_resting_tree(work, track);
  q.error = EP_EXACT_ERROR * track->size;
  q.reserve_up = aim == EP_CATCH_CONTACT ? pair->near_up : pair->apart_up;
  q.moment = moment;
  q.aim = aim;
  ep_timeline_exact_pose(&work->line, moment, track, &q.ends);
  if (q.moving == NULL)
  {
    set_rope_box(&q);
  }
  else
  {
    q.pose[0] = q.ends;
  }
  invert(&q.pose[0], &q.pose[1]);
  return q;
}

/// @}
/// @name Parts of trees
/// @{

/// A box as centre and half-widths.
typedef struct part_box
{
  double center[3];
  double half[3];
} part_box;

static part_box box_of(const ep_bvh* bvh, int32_t part)
{
  const ep_bvh_node* node = part == EP_ITEM_WHOLE ? NULL : &bvh->nodes[part / EP_BVH_WIDTH];
  part_box box;
  for (int k = 0; k < 3; ++k)
  {
    const double lo =
        node == NULL ? bvh->lo[k] - bvh->origin[k] : (double)node->lo[k][part % EP_BVH_WIDTH];
    const double hi =
        node == NULL ? bvh->hi[k] - bvh->origin[k] : (double)node->hi[k][part % EP_BVH_WIDTH];
    box.center[k] = 0.5 * (lo + hi);
    box.half[k] = 0.5 * (hi - lo);
  }
  return box;
}

static part_box moving_box(const ep_catch_query* q, int32_t part)
{
  if (q->moving != NULL)
  {
    return box_of(q->moving, part);
  }
  part_box box = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  ep_vec_copy(box.half, q->rope_half);
  return box;
}

static double size_of(const part_box* box)
{
  return ep_max(box->half[0], ep_max(box->half[1], box->half[2]));
}

/// The node that a part stands for, or ~leaf.
static int32_t inside_of(const ep_bvh* bvh, int32_t part)
{
  return part == EP_ITEM_WHOLE ? 0 : bvh->nodes[part / EP_BVH_WIDTH].child[part % EP_BVH_WIDTH];
}

/// Upper bound on the speed of the points in a part of the moving body.
static double part_speed_up(const ep_catch_query* q, int32_t part)
{
  if (q->moving == NULL || part == EP_ITEM_WHOLE)
  {
    return q->pair->speed_up;
  }
  const ep_child_radii* radii = &q->work->world->bodies[q->track->body].radii[part / EP_BVH_WIDTH];
  const double perp = (double)radii->perp[part % EP_BVH_WIDTH] + q->track->shift;
  const double par = (double)radii->par[part % EP_BVH_WIDTH];
  return ep_up_sum((double)q->track->speed[0] + (double)q->track->speed[1] * perp +
                   (double)q->track->speed[2] * par);
}

/// @}
/// @name Opening
/// @{

static void push(ep_catch_query* q, ep_catch_item item)
{
  ep_catch_space* space = q->space;
  void* block = space->items;
  const bool good = ep_grow(&q->work->world->allocator, &block, &space->item_capacity,
                            space->item_count + 1, sizeof(ep_catch_item));
  space->items = block;
  if (!good)
  {
    q->work->stopped = q->work->out_of_memory = true;
    return;
  }
  space->items[space->item_count++] = item;
}

/// Puts the children that matter on the stack, the least value on top. What is known of the parents
/// holds for them too.
static void push_lanes(ep_catch_query* q, const ep_catch_item* item, int32_t node,
                       bool opens_moving, const double value[EP_BVH_WIDTH])
{
  int order[EP_BVH_WIDTH];
  int count = 0;
  for (int i = 0; i < EP_BVH_WIDTH; ++i)
  {
    if (!(value[i] < q->best))
    {
      continue;
    }
    int at = count++;
    for (; at > 0 && value[order[at - 1]] < value[i]; --at)
    {
      order[at] = order[at - 1];
    }
    order[at] = i;
  }
  for (int i = 0; i < count; ++i)
  {
    const int32_t child = node * EP_BVH_WIDTH + order[i];
    push(q,
         (ep_catch_item){opens_moving ? child : item->moving, opens_moving ? item->resting : child,
                         ep_max(item->value, value[order[i]])});
  }
}

/// What boxes have to keep: radii are in them.
static double box_need_up(const ep_catch_query* q)
{
  return ep_up_sum(q->track->clearance + q->reserve_up + q->error);
}

static void open_resting(ep_catch_query* q, const ep_catch_item* item, const part_box* moving)
{
  const int32_t node = inside_of(q->resting, item->resting);
  const double speed = part_speed_up(q, item->moving);
  const double need = box_need_up(q);
  double value[EP_BVH_WIDTH];
  ep_catch_box_distances(moving->center, moving->half, &q->pose[0], &q->resting->nodes[node],
                         value);
  for (int i = 0; i < EP_BVH_WIDTH; ++i)
  {
    value[i] = value[i] <= DBL_MAX ? ep_catch_value(q, value[i], need, speed) : EP_INFINITY;
  }
  push_lanes(q, item, node, false, value);
}

static void open_moving(ep_catch_query* q, const ep_catch_item* item, const part_box* resting)
{
  const int32_t node = inside_of(q->moving, item->moving);
  const double need = box_need_up(q);
  double value[EP_BVH_WIDTH];
  ep_catch_box_distances(resting->center, resting->half, &q->pose[1], &q->moving->nodes[node],
                         value);
  for (int i = 0; i < EP_BVH_WIDTH; ++i)
  {
    const double speed = part_speed_up(q, node * EP_BVH_WIDTH + i);
    value[i] = value[i] <= DBL_MAX ? ep_catch_value(q, value[i], need, speed) : EP_INFINITY;
  }
  push_lanes(q, item, node, true, value);
}

/// The distance of two boxes along n, up to the query's error: from the first one's nearest point
/// to the other one's.
static double gap_along(const ep_catch_query* q, const part_box* moving, const part_box* resting,
                        const double at[3], const double n[3])
{
  const ep_frame* pose = &q->pose[0];
  double gap = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const double turned =
        n[0] * pose->rotation[0][k] + n[1] * pose->rotation[1][k] + n[2] * pose->rotation[2][k];
    gap += n[k] * (at[k] - resting->center[k]) - fabs(n[k]) * resting->half[k] -
           fabs(turned) * moving->half[k];
  }
  return gap;
}

/// The farthest point of a part of the moving body from its link's origin.
static double part_radius_up(const ep_catch_query* q, int32_t part)
{
  const ep_body* body = &q->work->world->bodies[q->track->body];
  if (part == EP_ITEM_WHOLE)
  {
    return ep_up_sum(body->reach + q->track->shift);
  }
  const double perp = (double)body->radii[part / EP_BVH_WIDTH].perp[part % EP_BVH_WIDTH];
  const double par = (double)body->radii[part / EP_BVH_WIDTH].par[part % EP_BVH_WIDTH];
  return ep_up_sum(sqrt(perp * perp + par * par) + q->track->shift);
}

/// Claim     the parts of an item stay apart for at least this long; -1 if nothing is gained.
/// Why       both boxes are convex: along n all of one is beyond all of the other by the gap, which
///           shrinks no faster than points of the part move along n. proofs.md K2.
static double directed_value(const ep_catch_query* q, const ep_catch_item* item,
                             const part_box* moving, const part_box* resting)
{
  const ep_frame* pose = &q->pose[0];
  double at[3];
  double n[3];
  for (int k = 0; k < 3; ++k)
  {
    const double* r = pose->rotation[k];
    at[k] = pose->position[k] + ep_vec_dot(r, moving->center);
    const double reach =
        fabs(r[0]) * moving->half[0] + fabs(r[1]) * moving->half[1] + fabs(r[2]) * moving->half[2];
    const double away = at[k] - resting->center[k];
    n[k] = copysign(ep_max(0.0, fabs(away) - reach - resting->half[k]), away);
  }
  const double length = ep_vec_length(n);
  if (!(length > 1e-9))
  {
    return -1.0;
  }
  const double unit[3] = {n[0] / length, n[1] / length, n[2] / length};
  const double speed = ep_catch_speed_along_up(q, part_radius_up(q, item->moving), unit);
  return ep_catch_value(q, gap_along(q, moving, resting, at, unit), box_need_up(q), speed);
}

static void take(ep_catch_query* q, ep_catch_item* item)
{
  const bool moving_leaf = q->moving == NULL || inside_of(q->moving, item->moving) < 0;
  const bool resting_leaf = inside_of(q->resting, item->resting) < 0;
  const part_box moving = moving_box(q, item->moving);
  const part_box resting = box_of(q->resting, item->resting);
  if (q->is_directed)
  {
    item->value = ep_max(item->value, directed_value(q, item, &moving, &resting));
    if (item->value >= q->best)
    {
      return;
    }
  }
  if (moving_leaf && resting_leaf)
  {
    if (q->aim == EP_CATCH_BOX_TIME)
    {
      q->best = ep_min(q->best, item->value);
      return;
    }
    ep_catch_take_leaves(q, item);
    return;
  }
  if (moving_leaf || (!resting_leaf && size_of(&resting) >= size_of(&moving)))
  {
    open_resting(q, item, &moving);
  }
  else
  {
    open_moving(q, item, &resting);
  }
}

/// @}

/// Why       every pair of points is in the parts of some item until that item is found not to
///           matter, its value not being below the best, or its triangles are measured. A triangle
///           may be in several leaves, each time whole: measuring it twice changes nothing.
///           proofs.md K3.
void ep_catch_search(ep_catch_query* q)
{
  ep_catch_space* space = q->space;
  space->item_count = 0;
  q->is_done = q->best < q->enough;
  if (q->track->is_rope_pair)
  {
    if (!q->is_done && !ep_must_stop(q->work))
    {
      ep_catch_take_ropes(q);
    }
    return;
  }
  push(q, (ep_catch_item){EP_ITEM_WHOLE, EP_ITEM_WHOLE, -EP_INFINITY});
  while (space->item_count > 0 && !q->is_done && !q->work->stopped)
  {
    ep_catch_item item = space->items[--space->item_count];
    if (item.value >= q->best)
    {
      continue;
    }
    if (ep_must_stop(q->work))
    {
      return;
    }
    ++q->work->statistics.distance_nodes;
    take(q, &item);
    q->is_done = q->is_done || q->best < q->enough;
  }
}
