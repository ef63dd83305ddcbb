/// @file advance_traverse.c
/// The space-time traversal: moving boxes against resting ones, time split where motion is large,
/// nodes opened where boxes are (proofs.md F1 to F4).
#include "advance_work.h"

/// Time is split where a box sweeps over more than this part of the larger box's size. Measured:
/// 0.9 costs up to 8 times as much, 0.25 and 0.4 about the same (docs/figures.md).
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
    return ep_push(work, (ep_item){span, 0, 0, 1, EP_ITEM_TRIANGLE});
  }
  if (ep_resting_tree(work, &work->line.tracks[track])->node_count == 0)
  {
    return true;
  }
  return ep_push(work, (ep_item){span, EP_ITEM_WHOLE, 0, 0xff, EP_ITEM_NODES});
}

/// @name Moving boxes
/// @{

/// A part of the moving body: its box in the body's frame and its radii.
typedef struct part
{
  float center[3];
  float half[3];
  float perp;
  float par;
} part;

static part whole_part(const ep_work* work, const ep_track* track)
{
  const ep_body* body = &work->world->bodies[track->body];
  part p;
  for (int k = 0; k < 3; ++k)
  {
    p.center[k] = (float)(0.5 * body->bvh.lo[k] + 0.5 * body->bvh.hi[k]);
    p.half[k] = (float)(0.5 * body->bvh.hi[k] - 0.5 * body->bvh.lo[k]);
  }
  p.perp = (float)(body->reach * (1.0 + 0x1p-22));
  p.par = 0.0f;
  return p;
}

static part part_of(const ep_work* work, const ep_track* track, int32_t moving)
{
  if (moving == EP_ITEM_WHOLE)
  {
    return whole_part(work, track);
  }
  const ep_body* body = &work->world->bodies[track->body];
  const ep_bvh_node* node = &body->bvh.nodes[moving / EP_BVH_WIDTH];
  const int child = moving % EP_BVH_WIDTH;
  part p;
  for (int k = 0; k < 3; ++k)
  {
    p.center[k] = 0.5f * (node->lo[k][child] + node->hi[k][child]);
    p.half[k] = 0.5f * (node->hi[k][child] - node->lo[k][child]);
  }
  p.perp = body->radii[moving / EP_BVH_WIDTH].perp[child];
  p.par = body->radii[moving / EP_BVH_WIDTH].par[child];
  return p;
}

/// A part over a span.
typedef struct motion
{
  ep_box_sweep sweep;
  part part;
  const ep_pose_f* pose[2]; ///< NULL for a rope
  float center[2][3];
  float curve;     ///< how far points deviate from their chords
  float inflation; ///< on all sides of the boxes
  float sweeps;    ///< how far the box gets: its corners, and twice the curve
  float size;      ///< of the box, its longest edge
} motion;

/// The world box of a part at a pose, without inflation.
static void placed(const part* p, const ep_pose_f* pose, float center[3], float half[3])
{
  for (int i = 0; i < 3; ++i)
  {
    const float* r = pose->rotation[i];
    center[i] =
        pose->position[i] + (r[0] * p->center[0] + r[1] * p->center[1] + r[2] * p->center[2]);
    half[i] = fabsf(r[0]) * p->half[0] + fabsf(r[1]) * p->half[1] + fabsf(r[2]) * p->half[2];
  }
}

/// The moving box around the places at both ends.
static void set_sweep(motion* m, const float half[2][3])
{
  float moved = 0.0f;
  for (int i = 0; i < 3; ++i)
  {
    for (int end = 0; end < 2; ++end)
    {
      m->sweep.lo[end][i] = m->center[end][i] - (half[end][i] + m->inflation);
      m->sweep.hi[end][i] = m->center[end][i] + (half[end][i] + m->inflation);
    }
    const float d = fabsf(m->center[1][i] - m->center[0][i]) + fabsf(half[1][i] - half[0][i]);
    moved = d > moved ? d : moved;
  }
  m->sweeps = moved + 2.0f * m->curve;
}

/// The box's own directions at the begin, and its range along them: there its own half-widths, at
/// the end those of the turned box.
/// Rounding  projections round once more, by as much as the places did: the margin is added again.
static void set_axes(const motion* m, float margin, ep_axis_sweep* sweep)
{
  const part* p = &m->part;
  const float inflation = m->inflation + margin;
  for (int k = 0; k < 3; ++k)
  {
    float n[3];
    float turned[3] = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < 3; ++i)
    {
      n[i] = m->pose[0]->rotation[i][k];
      sweep->axis[k][i] = n[i];
      for (int j = 0; j < 3; ++j)
      {
        turned[j] += n[i] * m->pose[1]->rotation[i][j];
      }
    }
    const float reach = fabsf(turned[0]) * p->half[0] + fabsf(turned[1]) * p->half[1] +
                        fabsf(turned[2]) * p->half[2];
    const float* a = m->center[0];
    const float* b = m->center[1];
    const float begin = a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
    const float end = b[0] * n[0] + b[1] * n[1] + b[2] * n[2];
    const float lo = begin - p->half[k] < end - reach ? begin - p->half[k] : end - reach;
    const float hi = begin + p->half[k] > end + reach ? begin + p->half[k] : end + reach;
    sweep->lo[k] = lo - inflation;
    sweep->hi[k] = hi + inflation;
  }
}

static float clearance_up(const ep_track* track)
{
  return (float)(track->clearance * (1.0 + 0x1p-22));
}

/// A rope is one box around both ends.
static void rope_motion(ep_work* work, const ep_track* track, int32_t span, motion* m)
{
  const ep_span* s = &work->line.spans[span];
  const float radius = (float)(work->world->bodies[track->body].rope_radius * (1.0 + 0x1p-22));
  float half[2][3];
  m->pose[0] = m->pose[1] = NULL;
  m->curve = ep_curve_up(track, 0.0f, 0.0f, (float)ep_timeline_length(&work->line, span));
  m->inflation = m->curve + radius + track->margin + clearance_up(track);
  m->size = 0.0f;
  for (int end = 0; end < 2; ++end)
  {
    ep_frame pose;
    ep_timeline_exact_pose(&work->line, end == 0 ? s->begin : s->end, track, &pose);
    for (int k = 0; k < 3; ++k)
    {
      m->center[end][k] = (float)(0.5 * pose.position[k] + 0.5 * pose.rotation[k][0]);
      half[end][k] = (float)fabs(0.5 * pose.position[k] - 0.5 * pose.rotation[k][0]);
      m->size = half[end][k] > m->size ? half[end][k] : m->size;
    }
  }
  set_sweep(m, (const float(*)[3])half);
}

static void motion_of(ep_work* work, int32_t track_index, int32_t span, int32_t moving, motion* m)
{
  const ep_track* track = &work->line.tracks[track_index];
  if (track->slot < 0)
  {
    rope_motion(work, track, span, m);
    return;
  }
  const ep_span* s = &work->line.spans[span];
  const float h = (float)ep_timeline_length(&work->line, span);
  float half[2][3];
  m->part = part_of(work, track, moving);
  m->pose[0] = ep_timeline_pose(&work->line, s->begin, track_index);
  m->pose[1] = ep_timeline_pose(&work->line, s->end, track_index);
  m->curve = ep_curve_up(track, m->part.perp, m->part.par, h);
  m->inflation = m->curve + track->margin + clearance_up(track);
  placed(&m->part, m->pose[0], m->center[0], half[0]);
  placed(&m->part, m->pose[1], m->center[1], half[1]);
  const float* own = m->part.half;
  const float x = own[0] > own[1] ? own[0] : own[1];
  m->size = 2.0f * (x > own[2] ? x : own[2]);
  set_sweep(m, (const float(*)[3])half);
}

/// The lanes of `mask` that the part may meet.
static uint32_t lanes_met(const ep_work* work, const ep_track* track, const motion* m,
                          const ep_bvh_node* node, uint32_t mask)
{
  mask &= work->kernels->boxes(&m->sweep, node);
  if (mask != 0 && m->pose[0] != NULL)
  {
    ep_axis_sweep axes;
    set_axes(m, track->margin, &axes);
    mask &= work->kernels->axes(&axes, node);
  }
  return mask;
}

/// @}
/// @name Opening and splitting
/// @{

/// The longest edge among the boxes of some children.
static float largest_child(const ep_bvh_node* node, uint32_t mask)
{
  float size = 0.0f;
  for (int i = 0; i < EP_BVH_WIDTH; ++i)
  {
    for (int k = 0; k < 3 && (mask >> i & 1U) != 0; ++k)
    {
      const float edge = node->hi[k][i] - node->lo[k][i];
      size = edge > size ? edge : size;
    }
  }
  return size;
}

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

/// The children of a part of the moving body; false if it is a leaf.
static bool open_moving(ep_work* work, const ep_track* track, ep_item item)
{
  const ep_bvh* bvh = &work->world->bodies[track->body].bvh;
  int32_t node = 0;
  if (item.moving != EP_ITEM_WHOLE)
  {
    node = bvh->nodes[item.moving / EP_BVH_WIDTH].child[item.moving % EP_BVH_WIDTH];
  }
  if (node < 0)
  {
    return false;
  }
  for (int i = EP_BVH_WIDTH - 1; i >= 0; --i)
  {
    if (bvh->nodes[node].child[i] != EP_BVH_NONE)
    {
      item.moving = node * EP_BVH_WIDTH + i;
      ep_push(work, item);
    }
  }
  return true;
}

/// The leaf of the moving body, or 0 for a rope, against a leaf.
static void open_leaves(ep_work* work, const ep_track* track, ep_item item, int32_t leaf)
{
  const ep_bvh* bvh = &work->world->bodies[track->body].bvh;
  item.resting = leaf;
  item.kind = EP_ITEM_LEAVES;
  item.moving = track->slot < 0
                    ? 0
                    : ~bvh->nodes[item.moving / EP_BVH_WIDTH].child[item.moving % EP_BVH_WIDTH];
  ep_push(work, item);
}

static bool is_moving_leaf(const ep_work* work, const ep_track* track, int32_t moving)
{
  if (track->slot < 0)
  {
    return true;
  }
  const ep_bvh* bvh = &work->world->bodies[track->body].bvh;
  return moving != EP_ITEM_WHOLE &&
         bvh->nodes[moving / EP_BVH_WIDTH].child[moving % EP_BVH_WIDTH] < 0;
}

/// Opens the resting side, lane by lane.
static void open_resting(ep_work* work, const ep_track* track, const ep_item* item, uint32_t mask)
{
  const ep_bvh_node* node = &ep_resting_tree(work, track)->nodes[item->resting];
  for (int i = EP_BVH_WIDTH - 1; i >= 0; --i)
  {
    if ((mask >> i & 1U) == 0)
    {
      continue;
    }
    ep_item next = *item;
    if (node->child[i] >= 0)
    {
      next.resting = node->child[i];
      next.mask = 0xff;
      ep_push(work, next);
    }
    else if (is_moving_leaf(work, track, item->moving))
    {
      open_leaves(work, track, next, ~node->child[i]);
    }
    else
    {
      next.mask = (uint16_t)(1 << i);
      open_moving(work, track, next);
    }
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

static void take_nodes(ep_work* work, int32_t track_index, const ep_item* item)
{
  if (is_cut_off(work, item->span))
  {
    ep_split_time(work, *item);
    return;
  }
  const ep_track* track = &work->line.tracks[track_index];
  const ep_bvh_node* node = &ep_resting_tree(work, track)->nodes[item->resting];
  motion m;
  motion_of(work, track_index, item->span, item->moving, &m);
  ++work->statistics.box_tests;
  const uint32_t mask = lanes_met(work, track, &m, node, item->mask);
  if (mask == 0)
  {
    return;
  }
  const float child = largest_child(node, mask);
  const float larger = child > m.size ? child : m.size;
  ep_item next = *item;
  next.mask = (uint16_t)mask;
  const ep_span* span = &work->line.spans[item->span];
  if (m.sweeps > SPLIT_PART * larger && m.sweeps > (float)work->world->tolerance &&
      span->begin != span->end && span->depth < DEPTH_MAX)
  {
    ep_split_time(work, next);
    return;
  }
  if (m.size > child && !is_moving_leaf(work, track, item->moving))
  {
    open_moving(work, track, next);
    return;
  }
  open_resting(work, track, &next, mask);
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
  while (work->stack_count > 0)
  {
    if (allowance-- == 0 || ep_must_stop(work))
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
