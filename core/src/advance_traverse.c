/// @file advance_traverse.c
/// The space-time traversal: moving boxes against resting ones, time split where motion is large,
/// nodes opened where boxes are (proofs.md F1 to F4).
#include "advance_work.h"

#include <string.h>

/// Time is split where a box sweeps over more than this part of the larger box's size. Measured:
/// 0.15 costs a fifth more, 0.5 two fifths (docs/figures.md).
#define SPLIT_PART 0.3f

/// Spans shorter than this have no middle in double precision that matters.
#define DEPTH_MAX 46

/// How often the caller is asked whether to go on.
#define CANCEL_EVERY 1024

bool ep_push(ep_work* work, ep_item item)
{
  void* block = work->stack;
  const bool good = ep_grow(&work->world->allocator, &block, &work->stack_capacity,
                            work->stack_count + 1, sizeof(ep_item));
  work->stack = block;
  if (!good)
  {
    work->stopped = work->out_of_memory = true;
    return false;
  }
  work->stack[work->stack_count++] = item;
  return true;
}

bool ep_push_track(ep_work* work, int32_t track, int32_t span)
{
  if (work->line.tracks[track].is_rope_pair)
  {
    return ep_push(work, (ep_item){.span = span, .kind = EP_ITEM_LEAVES, .pairs = 1});
  }
  if (ep_resting_tree(work, &work->line.tracks[track])->node_count == 0)
  {
    return true;
  }
  return ep_push(
      work,
      (ep_item){
          .span = span, .moving = EP_ITEM_WHOLE, .kind = EP_ITEM_NODES, .lanes = 1, .mask = 0xff});
}

/// @name Moving boxes
/// @{

static float clearance_up(const ep_track* track)
{
  return (float)(track->clearance * (1.0 + 0x1p-22));
}

void ep_span_motion_of(ep_work* work, int32_t track_index, int32_t span, ep_span_motion* m)
{
  const ep_track* track = &work->line.tracks[track_index];
  const ep_span* s = &work->line.spans[span];
  const float h = (float)ep_timeline_length(&work->line, span);
  m->pose[0] = *ep_timeline_pose(&work->line, s->begin, track_index);
  m->pose[1] = *ep_timeline_pose(&work->line, s->end, track_index);
  memcpy(m->curve, track->curve, sizeof m->curve);
  m->shift = (float)track->shift;
  m->bend = h * h * 0.125f;
  m->margin = track->margin;
  m->clearance = clearance_up(track);
  m->radius_error = (float)(work->world->bodies[track->body].reach * 0x1p-22);
}

/// The moving parts of an item over its span: the boxes of a node's children, or one box.
typedef struct parts
{
  ep_span_motion motion;
  ep_box_sweeps boxes;
  ep_axis_sweeps axes;
  bool has_axes;
  bool is_rope;
  const ep_bvh_node* node; ///< NULL: all of the body, or a rope
} parts;

/// All of a body as the only child of a node.
static void place_whole(const ep_work* work, const ep_body* body, parts* p)
{
  ep_bvh_node whole = {.child = {0}};
  ep_child_radii radii = {{0.0f}, {0.0f}};
  for (int k = 0; k < 3; ++k)
  {
    whole.lo[k][0] = (float)(body->bvh.lo[k] - fabs(body->bvh.lo[k]) * 0x1p-22);
    whole.hi[k][0] = (float)(body->bvh.hi[k] + fabs(body->bvh.hi[k]) * 0x1p-22);
  }
  radii.perp[0] = (float)(body->reach * (1.0 + 0x1p-22));
  work->kernels->place_boxes(&p->motion, &whole, &radii, &p->boxes);
}

/// A rope is one box around both ends.
static void place_rope(ep_work* work, const ep_track* track, int32_t span, ep_box_sweeps* out)
{
  const ep_span* s = &work->line.spans[span];
  const float radius = (float)(work->world->bodies[track->body].rope_radius * (1.0 + 0x1p-22));
  const float curve = ep_rope_curve_up(track, (float)ep_timeline_length(&work->line, span));
  const float inflation = curve + radius + track->margin + clearance_up(track);
  float center[2];
  float half[2];
  float size = 0.0f;
  float moved = 0.0f;
  ep_frame pose[2];
  ep_timeline_exact_pose(&work->line, s->begin, track, &pose[0]);
  ep_timeline_exact_pose(&work->line, s->end, track, &pose[1]);
  for (int k = 0; k < 3; ++k)
  {
    for (int end = 0; end < 2; ++end)
    {
      const ep_frame* at = &pose[end];
      center[end] = (float)(0.5 * at->position[k] + 0.5 * at->rotation[k][0]);
      half[end] = (float)fabs(0.5 * at->position[k] - 0.5 * at->rotation[k][0]);
      size = half[end] > size ? half[end] : size;
      out->lo[end][k][0] = center[end] - (half[end] + inflation);
      out->hi[end][k][0] = center[end] + (half[end] + inflation);
    }
    const float d = fabsf(center[1] - center[0]) + fabsf(half[1] - half[0]);
    moved = d > moved ? d : moved;
  }
  out->sweeps[0] = EP_SWEEP_MOVED * moved + EP_SWEEP_CURVE * curve;
  out->size[0] = size;
}

static void place(ep_work* work, int32_t track_index, const ep_item* item, parts* p)
{
  const ep_track* track = &work->line.tracks[track_index];
  const ep_body* body = &work->world->bodies[track->body];
  p->has_axes = false;
  p->is_rope = track->slot < 0;
  p->node = item->moving == EP_ITEM_WHOLE ? NULL : &body->bvh.nodes[item->moving];
  if (p->is_rope)
  {
    place_rope(work, track, item->span, &p->boxes);
    return;
  }
  ep_span_motion_of(work, track_index, item->span, &p->motion);
  if (p->node == NULL)
  {
    place_whole(work, body, p);
    return;
  }
  work->kernels->place_boxes(&p->motion, p->node, &body->radii[item->moving], &p->boxes);
}

/// The children of `mask` that a part may meet.
static uint32_t met(ep_work* work, parts* p, int lane, const ep_bvh_node* node, uint32_t mask)
{
  ++work->statistics.box_tests;
  mask &= work->kernels->boxes(&p->boxes, lane, node);
  if (mask != 0 && !p->is_rope)
  {
    if (!p->has_axes)
    {
      work->kernels->place_axes(&p->motion, &p->boxes, &p->axes);
      p->has_axes = true;
    }
    mask &= work->kernels->axes(&p->axes, lane, node);
  }
  return mask;
}

/// @}
/// @name Opening and splitting
/// @{

/// Both halves of a span; the caller's earlier one is worked on first.
void ep_split_time(ep_work* work, ep_item item)
{
  const int32_t parent = item.span;
  ++work->statistics.time_splits;
  for (int i = 0; i < 2; ++i)
  {
    item.span = ep_timeline_child(&work->line, parent, work->flipped ? i : 1 - i);
    if (item.span < 0)
    {
      work->stopped = work->out_of_memory = true;
      return;
    }
    ep_push(work, item);
  }
}

static uint8_t all_children(const ep_bvh_node* node)
{
  int count = 0;
  while (count < EP_BVH_WIDTH && node->child[count] != EP_BVH_NONE)
  {
    ++count;
  }
  return (uint8_t)((1U << count) - 1U);
}

/// The node below a part of the moving body, or ~leaf. Of a rope: leaf 0.
static int32_t below(const parts* p, int lane)
{
  return p->is_rope ? ~0 : (p->node == NULL ? 0 : p->node->child[lane]);
}

/// The children of a part that is no leaf against some children of the resting node.
static void open_moving(ep_work* work, const ep_bvh* own, ep_item item, int32_t node, uint32_t mask)
{
  item.moving = node;
  item.lanes = all_children(&own->nodes[node]);
  item.mask = (uint8_t)mask;
  ep_push(work, item);
}

/// Whether one of some parts is no leaf.
static bool has_inner(const parts* p, uint32_t moving)
{
  while (moving != 0 && below(p, __builtin_ctz(moving)) < 0)
  {
    moving &= moving - 1;
  }
  return moving != 0;
}

/// The parts that the triangles of a leaf may come near. The box around large ones that stand askew
/// is met by much that their planes are far from.
static uint32_t near_leaf(ep_work* work, int32_t track, const parts* p, int32_t leaf,
                          uint32_t moving)
{
  EP_ASSERT(!p->is_rope); // it has no motion
  const ep_bench* b = ep_bench_of(work, track, leaf);
  return work->kernels->planes(&p->motion, &p->boxes, moving, &b->octet, b->threshold, b->mask);
}

/// Parts against one leaf of the resting tree, child `lane` of the item's node. Those that have
/// parts of their own, and only they are worth a look at the planes, note it in `inner`: they are
/// opened once, against all leaves of the node that they meet.
static void open_leaf(ep_work* work, int32_t track, const parts* p, ep_item item, int lane,
                      int32_t leaf, uint32_t moving, uint8_t inner[EP_BVH_WIDTH])
{
  if (!p->is_rope && has_inner(p, moving))
  {
    moving = near_leaf(work, track, p, leaf, moving);
  }
  for (; moving != 0; moving &= moving - 1)
  {
    const int part = __builtin_ctz(moving);
    const int32_t node = below(p, part);
    if (node >= 0)
    {
      inner[part] |= (uint8_t)(1U << lane);
      continue;
    }
    ep_item next = item;
    next.kind = EP_ITEM_LEAVES;
    next.moving = ~node;
    next.resting = leaf;
    next.pairs = EP_ALL_PAIRS;
    ep_push(work, next);
  }
}

/// A resting node that is to be looked at, by which parts, and its children.
typedef struct visit
{
  int32_t node;
  uint8_t lanes;
  uint8_t mask;
} visit;

/// Those that wait are nodes of one tree: eight a level at most.
typedef struct visits
{
  visit waiting[EP_BVH_WAITING_MAX];
  int32_t count;
} visits;

/// Whether a part is to be seen over halves of the span before anything is opened.
static bool wants_split(const ep_work* work, const parts* p, int lane, int32_t span, float child)
{
  const ep_span* s = &work->line.spans[span];
  const float larger = child > p->boxes.size[lane] ? child : p->boxes.size[lane];
  const float sweeps = p->boxes.sweeps[lane];
  return sweeps > SPLIT_PART * larger && sweeps > (float)work->world->tolerance &&
         s->begin != s->end && s->depth < DEPTH_MAX;
}

/// Parts against a resting node: what is met is split, opened, or waits.
static void take_node(ep_work* work, int32_t track_index, const ep_item* item, parts* p,
                      const visit* at, visits* next)
{
  const ep_track* track = &work->line.tracks[track_index];
  const ep_bvh_node* node = &ep_resting_tree(work, track)->nodes[at->node];
  const ep_bvh* own = &work->world->bodies[track->body].bvh;
  ep_item again = *item;
  uint8_t open[EP_BVH_WIDTH] = {0};
  uint8_t inner[EP_BVH_WIDTH] = {0};
  uint32_t opened = 0;
  again.resting = at->node;
  again.lanes = again.mask = 0;
  for (uint32_t lanes = at->lanes; lanes != 0; lanes &= lanes - 1)
  {
    const int lane = __builtin_ctz(lanes);
    const uint32_t mask = met(work, p, lane, node, at->mask);
    if (mask == 0)
    {
      continue;
    }
    const float child = work->kernels->largest(node, mask);
    if (wants_split(work, p, lane, item->span, child))
    {
      again.lanes |= (uint8_t)(1U << lane);
      again.mask |= (uint8_t)mask;
    }
    else if (p->boxes.size[lane] > child && below(p, lane) >= 0)
    {
      open_moving(work, own, again, below(p, lane), mask);
    }
    else
    {
      opened |= mask;
      for (uint32_t rest = mask; rest != 0; rest &= rest - 1)
      {
        open[__builtin_ctz(rest)] |= (uint8_t)(1U << lane);
      }
    }
  }
  for (; opened != 0; opened &= opened - 1)
  {
    const int i = __builtin_ctz(opened);
    if (node->child[i] < 0)
    {
      open_leaf(work, track_index, p, again, i, ~node->child[i], open[i], inner);
      continue;
    }
    EP_ASSERT(next->count < EP_BVH_WAITING_MAX);
    next->waiting[next->count++] = (visit){node->child[i], open[i], 0xff};
  }
  for (int part = 0; part < EP_BVH_WIDTH; ++part)
  {
    if (inner[part] != 0)
    {
      open_moving(work, own, again, below(p, part), inner[part]);
    }
  }
  if (again.lanes != 0)
  {
    ep_split_time(work, again);
  }
}

/// Whether only a first part of the span matters, for a contact is known within it.
static bool is_cut_off(const ep_work* work, int32_t span)
{
  const ep_span* s = &work->line.spans[span];
  const double begin = work->line.moments[s->begin].t;
  const double end = work->line.moments[s->end].t;
  return work->earliest && s->depth < DEPTH_MAX &&
         (work->flipped ? 1.0 - begin : end) > work->t_limit;
}

/// The parts of an item against its resting node and what of the resting tree is opened below it:
/// where the parts are does not change.
static void take_nodes(ep_work* work, int32_t track_index, const ep_item* item)
{
  if (is_cut_off(work, item->span))
  {
    ep_split_time(work, *item);
    return;
  }
  parts p;
  visits next;
  place(work, track_index, item, &p);
  next.count = 1;
  next.waiting[0] = (visit){item->resting, item->lanes, item->mask};
  do
  {
    const visit at = next.waiting[--next.count];
    take_node(work, track_index, item, &p, &at, &next);
  } while (next.count > 0 && !work->stopped && !ep_must_stop(work));
}

/// @}

bool ep_must_stop(ep_work* work)
{
  const ep_check_options* options = work->options;
  const int64_t items = ++work->statistics.items;
  if (items > options->item_budget)
  {
    work->stopped = true;
  }
  else if (options->cancel != NULL && items % CANCEL_EVERY == 1 &&
           options->cancel(options->cancel_user) != 0)
  {
    work->stopped = true;
  }
  return work->stopped;
}

ep_progress ep_traverse(ep_work* work, int32_t track, int64_t allowance)
{
  const int64_t begin = work->statistics.items;
  while (work->stack_count > 0)
  {
    if (work->statistics.items - begin >= allowance || ep_must_stop(work))
    {
      return EP_PROGRESS_UNFINISHED;
    }
    const ep_item item = work->stack[--work->stack_count];
    if (ep_span_begin(work, item.span) >= work->t_limit)
    {
      continue;
    }
    if (item.kind == EP_ITEM_NODES)
    {
      take_nodes(work, track, &item);
    }
    else if (ep_take_triangles(work, track, &item))
    {
      return EP_PROGRESS_HIT;
    }
    if (work->stopped)
    {
      return EP_PROGRESS_UNFINISHED;
    }
  }
  return EP_PROGRESS_DONE;
}

bool ep_sample(ep_work* work, int32_t track, int32_t moment)
{
  EP_ASSERT(work->stack_count == 0);
  ++work->statistics.samples;
  const int32_t span = ep_timeline_point(&work->line, moment);
  if (span < 0)
  {
    work->stopped = work->out_of_memory = true;
    return false;
  }
  return ep_push_track(work, track, span) && ep_traverse(work, track, INT64_MAX) == EP_PROGRESS_HIT;
}
