/// @file advance_catch.c
/// The paper's method from its beginning to its end.
#include "advance_catch.h"
#include "base_arena.h"

/// No cell is shorter: its middle is still a multiple of EP_CATCH_TICK. None is longer: a contact
/// is told to be at its middle.
#define CELL_MIN 0x1p-44
#define CELL_MAX 0x1p-10
/// How far a point may move within a cell, as a part of the tolerance.
#define CELL_PART 0.25

/// @name Space
/// @{

static ep_catch_space* space_of(ep_work* work)
{
  if (work->catch_space == NULL)
  {
    work->catch_space = ep_block_allocate(&work->world->allocator, sizeof(ep_catch_space));
  }
  ep_catch_space* space = work->catch_space;
  if (space != NULL)
  {
    void* block = space->pairs;
    const bool good = ep_grow(&work->world->allocator, &block, &space->pair_capacity,
                              work->line.track_count, sizeof(ep_catch_pair));
    space->pairs = block;
    space = good ? space : NULL;
  }
  if (space == NULL)
  {
    work->stopped = work->out_of_memory = true;
  }
  return space;
}

void ep_catch_release(ep_work* work)
{
  ep_catch_space* space = work->catch_space;
  if (space == NULL)
  {
    return;
  }
  void* const blocks[] = {space->pairs,   space->items,  space->tree.boxes,
                          space->leaf_of, space->leaves, space->meets,
                          space};
  for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; ++i)
  {
    ep_block_release(&work->world->allocator, blocks[i]);
  }
  work->catch_space = NULL;
}

/// @}
/// @name Pairs
/// @{

/// Claim     near_up covers what can happen between a cell's middle and its ends, and the way from
///           computed to exact places. apart_up exceeds it by what computed places may differ by,
///           so that no middle within an advancement is near.
/// Why       proofs.md K1, K5. A pair that rests, up to one error in the fifth, has no cells: its
///           state is looked at once. Where an edge is free, its ends are: for that twice the slack
///           is kept.
/// Rounding  up.
static ep_catch_pair pair_of(const ep_work* work, int32_t index)
{
  const ep_track* track = &work->line.tracks[index];
  const double reach = work->world->bodies[track->body].reach + track->shift;
  const double error = EP_EXACT_ERROR * track->size;
  const double speed = ep_up_sum((double)track->speed[0] + (double)track->speed[1] * reach);
  ep_catch_pair pair = {.track = index, .cell = CELL_MAX, .triangle = -1};
  pair.near_up = ep_up_sum(track->slack + 5.0 * error);
  if (track->moves && speed > error)
  {
    pair.speed_up = speed;
    while (pair.speed_up * pair.cell > CELL_PART * work->world->tolerance && pair.cell > CELL_MIN)
    {
      pair.cell *= 0.5;
    }
    pair.near_up = ep_up_sum(2.0 * track->slack + 8.0 * error + 0.5 * pair.cell * pair.speed_up);
  }
  pair.apart_up = ep_up_sum(pair.near_up + track->slack + 4.0 * error);
  return pair;
}

/// A rope is a shape without a tree.
static bool has_shapes(const ep_work* work, const ep_track* track)
{
  const bool moving = track->slot < 0 || work->world->bodies[track->body].bvh.node_count > 0;
  return moving && (track->is_rope_pair || ep_resting_tree(work, track)->node_count > 0);
}

static void list_pairs(ep_work* work, ep_catch_space* space)
{
  space->pair_count = 0;
  for (int32_t i = 0; i < work->line.track_count && !work->stopped; ++i)
  {
    const ep_track* track = &work->line.tracks[i];
    if (track->busy && has_shapes(work, track) && !ep_must_stop(work))
    {
      space->pairs[space->pair_count++] = pair_of(work, i);
    }
  }
}

/// The earliest first; of equal ones the order stays.
static void sort_pairs(ep_catch_space* space)
{
  for (int32_t i = 1; i < space->pair_count; ++i)
  {
    const ep_catch_pair pair = space->pairs[i];
    int32_t at = i;
    for (; at > 0 && space->pairs[at - 1].from > pair.from; --at)
    {
      space->pairs[at] = space->pairs[at - 1];
    }
    space->pairs[at] = pair;
  }
}

/// @}

/// Pair after pair; those that cannot touch before the best contact are dropped.
static void advance_pairs(ep_work* work, ep_catch_space* space)
{
  for (int32_t i = 0; i < space->pair_count && !work->stopped; ++i)
  {
    if (space->pairs[i].from >= ep_catch_end(work))
    {
      continue;
    }
    ++work->statistics.pairs_after_temporal;
    if (ep_catch_advance(work, space, &space->pairs[i]) && !work->earliest)
    {
      return;
    }
  }
}

/// Claim     nothing found, and not stopped: every distance of every checked pair exceeds its
///           clearance at every t.
/// Why       each pair is culled (K6), bounded beyond the end (K4) or advanced to it (K1 to K3).
/// Source    CATCH Sec. 4 and Alg. 1. The paper's Alg. 1 returns 1 both for a contact at t = 1 and
///           for none, and divides by zero where nothing moves; here neither happens.
void ep_catch(ep_work* work)
{
  ep_catch_space* space = space_of(work);
  if (space == NULL)
  {
    return;
  }
  list_pairs(work, space);
  work->statistics.pairs = space->pair_count;
  if (!work->stopped && !ep_catch_is_off(work, EP_CATCH_NO_TAYLOR))
  {
    ep_catch_cull(work, space);
  }
  work->statistics.pairs_after_spatial = space->pair_count;
  for (int32_t i = 0; i < space->pair_count && !work->stopped; ++i)
  {
    ep_catch_bound(work, space, &space->pairs[i]);
  }
  if (!ep_catch_is_off(work, EP_CATCH_NO_SORTING))
  {
    sort_pairs(space);
  }
  advance_pairs(work, space);
}
