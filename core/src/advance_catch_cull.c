/// @file advance_catch_cull.c
/// Spatial culling (CATCH Sec. 5): boxes around the whole motion of every body, from Taylor models.
#include "advance_catch.h"

#include <string.h>

/// A body in the tree over the links.
typedef struct ep_catch_leaf
{
  ep_box box;         ///< around all its motion
  double margin_up;   ///< half of what is to be kept from other bodies
  int32_t group_pair; ///< against the group that is looked at, or -1
} ep_catch_leaf;

/// What a culling works on.
typedef struct culling
{
  ep_work* work;
  ep_catch_space* space;
  int32_t count; ///< of leaves
} culling;

/// @name Boxes
/// @{

/// Everything, where no box is known.
static ep_box box_of_all(void)
{
  return (ep_box){{-EP_INFINITY, -EP_INFINITY, -EP_INFINITY},
                  {EP_INFINITY, EP_INFINITY, EP_INFINITY}};
}

static bool is_good_box(const ep_box* box)
{
  return ep_vec_is_finite(box->lo) && ep_vec_is_finite(box->hi);
}

/// The box of something fixed to a link, over the whole edge.
static ep_box link_box(const ep_work* work, int32_t slot, const ep_oriented_box* own)
{
  const ep_timeline* line = &work->line;
  const int32_t m = ep_timeline_machine(line, slot);
  ep_box box;
  const ep_status status = ep_edge_link_box(line->edges[m], slot - line->slots[m], own, &box);
  return status == EP_OK && is_good_box(&box) ? box : box_of_all();
}

/// A box of a payload as its link sees it. Rounds by 2^-48 of its coordinates, which is within the
/// error that need_up() allows for.
static void hang(ep_oriented_box* box, const ep_frame* local)
{
  const ep_oriented_box own = *box;
  ep_mat_apply(box->center, local->rotation, own.center);
  ep_vec_madd(box->center, box->center, 1.0, local->position);
  for (int k = 0; k < 3; ++k)
  {
    ep_mat_apply(box->half_edge[k], local->rotation, own.half_edge[k]);
  }
}

static ep_box rigid_box(const ep_work* work, int32_t body, int32_t slot, const ep_frame* local)
{
  ep_box whole;
  ep_vec_copy(whole.lo, work->world->bodies[body].bvh.lo);
  ep_vec_copy(whole.hi, work->world->bodies[body].bvh.hi);
  ep_oriented_box box = ep_oriented_box_from(&whole);
  if (local != NULL)
  {
    hang(&box, local);
  }
  return link_box(work, slot, &box);
}

/// Both ends are in it at every t, so all between them is.
static ep_box rope_box(const ep_work* work, int32_t body, const ep_anchor ends[2])
{
  const double radius = work->world->bodies[body].rope_radius;
  ep_box both = {{EP_INFINITY, EP_INFINITY, EP_INFINITY},
                 {-EP_INFINITY, -EP_INFINITY, -EP_INFINITY}};
  for (int i = 0; i < 2; ++i)
  {
    ep_oriented_box point;
    memset(&point, 0, sizeof point);
    ep_vec_copy(point.center, ends[i].point);
    const ep_box end = link_box(work, ends[i].slot, &point);
    for (int k = 0; k < 3; ++k)
    {
      both.lo[k] = ep_min(both.lo[k], ep_down(end.lo[k] - radius));
      both.hi[k] = ep_max(both.hi[k], ep_up(end.hi[k] + radius));
    }
  }
  return both;
}

/// @}
/// @name Leaves
/// @{

/// What boxes of a pair have to keep, coordinate by coordinate.
static double need_up(const ep_work* work, const ep_catch_pair* pair)
{
  const ep_track* track = &work->line.tracks[pair->track];
  return ep_up_sum(track->clearance + pair->apart_up + EP_EXACT_ERROR * track->size);
}

/// The leaf of a body; a new one, without a box, if it has none yet.
static ep_catch_leaf* leaf_of(culling* c, int32_t body, bool* is_new)
{
  ep_catch_space* space = c->space;
  *is_new = space->leaf_of[body] < 0;
  if (*is_new)
  {
    space->leaf_of[body] = c->count++;
    space->leaves[space->leaf_of[body]] = (ep_catch_leaf){.group_pair = -1};
  }
  return &space->leaves[space->leaf_of[body]];
}

static void add_moving(culling* c, const ep_catch_pair* pair)
{
  const ep_track* track = &c->work->line.tracks[pair->track];
  bool is_new;
  ep_catch_leaf* leaf = leaf_of(c, track->body, &is_new);
  if (is_new)
  {
    leaf->box = track->slot < 0 ? rope_box(c->work, track->body, track->end)
                                : rigid_box(c->work, track->body, track->slot, track->local);
  }
  if (track->fixed != EP_NO_BODY)
  {
    leaf->margin_up = ep_max(leaf->margin_up, 0.5 * need_up(c->work, pair));
  }
}

static void add_resting(culling* c, const ep_catch_pair* pair)
{
  const ep_track* track = &c->work->line.tracks[pair->track];
  if (track->fixed == EP_NO_BODY)
  {
    return;
  }
  bool is_new;
  ep_catch_leaf* leaf = leaf_of(c, track->fixed, &is_new);
  if (is_new)
  {
    leaf->box = track->is_rope_pair
                    ? rope_box(c->work, track->fixed, track->other)
                    : rigid_box(c->work, track->fixed, track->fixed_slot, track->fixed_local);
  }
  leaf->margin_up = ep_max(leaf->margin_up, 0.5 * need_up(c->work, pair));
}

/// Room for all bodies; false, and stopped, if there is none.
static bool make_room(ep_work* work, ep_catch_space* space)
{
  const ep_allocator* hooks = &work->world->allocator;
  const int32_t bodies = work->world->body_count;
  const int32_t rows = work->world->row_count;
  void* blocks[3] = {space->leaf_of, space->leaves, space->meets};
  const bool good =
      ep_grow(hooks, &blocks[0], &space->leaf_capacity, bodies, sizeof(int32_t)) &&
      ep_grow(hooks, &blocks[1], &space->leaves_capacity, rows, sizeof(ep_catch_leaf)) &&
      ep_grow(hooks, &blocks[2], &space->meets_capacity, rows * rows, 1);
  space->leaf_of = blocks[0];
  space->leaves = blocks[1];
  space->meets = blocks[2];
  if (!good)
  {
    work->stopped = work->out_of_memory = true;
  }
  return good;
}

static bool make_leaves(culling* c)
{
  ep_catch_space* space = c->space;
  if (!make_room(c->work, space))
  {
    return false;
  }
  for (int32_t i = 0; i < c->work->world->body_count; ++i)
  {
    space->leaf_of[i] = -1;
  }
  const int32_t order = ep_catch_is_off(c->work, EP_CATCH_INTERVALS) ? 0 : EP_TAYLOR_RIGID;
  for (int32_t m = 0; m < c->work->world->machine_count; ++m)
  {
    (void)ep_edge_taylor(c->work->line.edges[m], 0.0, 1.0, order);
  }
  for (int32_t i = 0; i < space->pair_count; ++i)
  {
    add_moving(c, &space->pairs[i]);
    add_resting(c, &space->pairs[i]);
  }
  return true;
}

/// @}
/// @name Meeting
/// @{

static void note_pair(int32_t a, int32_t b, void* user)
{
  const culling* c = user;
  c->space->meets[a * c->count + b] = c->space->meets[b * c->count + a] = 1;
}

/// Obstacles that are not checked do not count.
static bool note_group(int32_t leaf, const ep_bvh_leaf* scene_leaf, void* user)
{
  const culling* c = user;
  const int32_t index = c->space->leaves[leaf].group_pair;
  if (index < 0)
  {
    return true;
  }
  ep_catch_pair* pair = &c->space->pairs[index];
  const ep_track* track = &c->work->line.tracks[pair->track];
  const ep_bvh* scene = ep_resting_tree(c->work, track);
  for (int i = 0; i < scene_leaf->count && !pair->meets_group; ++i)
  {
    pair->meets_group =
        ep_lane_clearance(c->work, track, ep_bvh_at(scene, scene_leaf, i)->body) >= 0.0;
  }
  return pair->meets_group;
}

/// The box of a leaf widened by what it has to keep; of nothing, if it keeps nothing.
static ep_box wide_box(const ep_catch_leaf* leaf, double margin_up)
{
  ep_box box;
  for (int k = 0; k < 3; ++k)
  {
    box.lo[k] = margin_up < 0.0 ? EP_INFINITY : ep_down(leaf->box.lo[k] - margin_up);
    box.hi[k] = margin_up < 0.0 ? -EP_INFINITY : ep_up(leaf->box.hi[k] + margin_up);
  }
  return box;
}

static bool begin_tree(culling* c)
{
  if (!ep_link_tree_begin(&c->space->tree, c->count, &c->work->world->allocator))
  {
    c->work->stopped = c->work->out_of_memory = true;
    return false;
  }
  return true;
}

/// Two bodies: widened by the margins, boxes that are disjoint are far enough apart, half of the
/// demand each.
static void find_meetings(culling* c)
{
  ep_link_tree* tree = &c->space->tree;
  const bool by_tree = !ep_catch_is_off(c->work, EP_CATCH_NO_LINK_TREE);
  memset(c->space->meets, by_tree ? 0 : 1, (size_t)c->count * (size_t)c->count);
  if (by_tree)
  {
    for (int32_t i = 0; i < c->count; ++i)
    {
      const ep_catch_leaf* leaf = &c->space->leaves[i];
      *ep_link_tree_leaf(tree, i) = wide_box(leaf, leaf->margin_up);
    }
    ep_link_tree_build(tree);
    ep_link_tree_pairs(tree, note_pair, c);
  }
}

/// A body and the obstacles of a group: its box is widened by all of the demand.
static void find_group_meetings(culling* c, int32_t group)
{
  ep_catch_space* space = c->space;
  ep_link_tree* tree = &space->tree;
  for (int32_t i = 0; i < c->count; ++i)
  {
    space->leaves[i].group_pair = -1;
    *ep_link_tree_leaf(tree, i) = wide_box(&space->leaves[i], -1.0);
  }
  for (int32_t i = 0; i < space->pair_count; ++i)
  {
    const ep_track* track = &c->work->line.tracks[space->pairs[i].track];
    if (track->fixed == EP_NO_BODY && track->group == group)
    {
      const int32_t at = space->leaf_of[track->body];
      space->leaves[at].group_pair = i;
      *ep_link_tree_leaf(tree, at) =
          wide_box(&space->leaves[at], need_up(c->work, &space->pairs[i]));
    }
  }
  const ep_bvh* scene = &c->work->world->groups[group].scene;
  if (!ep_catch_is_off(c->work, EP_CATCH_NO_LINK_TREE))
  {
    ep_link_tree_build(tree);
    ep_link_tree_scene(tree, scene, note_group, c);
    return;
  }
  for (int32_t i = 0; i < c->count; ++i)
  {
    ep_link_leaf_scene(tree, i, scene, note_group, c);
  }
}

/// @}

/// Claim     of a pair that is not kept, every distance exceeds clearance + apart_up at every t.
/// Why       its bodies are in their boxes at every t, and these are apart by more than that along
///           a coordinate. proofs.md T7, T8, K6.
/// Rounding  gaps down, margins up.
static bool keeps(const culling* c, const ep_catch_pair* pair)
{
  const ep_catch_space* space = c->space;
  const ep_track* track = &c->work->line.tracks[pair->track];
  if (track->fixed == EP_NO_BODY)
  {
    return pair->meets_group;
  }
  const int32_t a = space->leaf_of[track->body];
  const int32_t b = space->leaf_of[track->fixed];
  return space->meets[a * c->count + b] != 0 &&
         !(ep_box_gap_down(&space->leaves[a].box, &space->leaves[b].box) > need_up(c->work, pair));
}

void ep_catch_cull(ep_work* work, ep_catch_space* space)
{
  culling c = {work, space, 0};
  if (space->pair_count == 0 || !make_leaves(&c) || !begin_tree(&c))
  {
    return;
  }
  find_meetings(&c);
  for (int32_t group = 0; group < work->world->group_count; ++group)
  {
    find_group_meetings(&c, group);
  }
  int32_t kept = 0;
  for (int32_t i = 0; i < space->pair_count; ++i)
  {
    if (keeps(&c, &space->pairs[i]))
    {
      space->pairs[kept++] = space->pairs[i];
    }
  }
  space->pair_count = kept;
}
