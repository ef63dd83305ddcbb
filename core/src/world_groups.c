/// @file world_groups.c
/// Which obstacles are asked about together.
#include "world_world.h"
#include "base_arena.h"
#include "base_status.h"

/// Two obstacles of which every body demands the same.
static bool are_alike(const ep_world* world, int32_t a, int32_t b)
{
  for (int32_t row = 0; row < world->row_count; ++row)
  {
    const double* demands = world->clearances + (size_t)row * (size_t)world->body_count;
    if (demands[a] != demands[b])
    {
      return false;
    }
  }
  return true;
}

/// The largest demand of an obstacle; negative if it is not checked at all.
static double largest_demand(const ep_world* world, int32_t obstacle)
{
  double most = -1.0;
  for (int32_t row = 0; row < world->row_count; ++row)
  {
    const size_t at = (size_t)row * (size_t)world->body_count + (size_t)obstacle;
    most = ep_max(most, world->clearances[at]);
  }
  return most;
}

/// Two obstacles whose largest demands are of one size: none, below a centimetre, and then by
/// powers of four up to 40 m and more: nine sizes.
static bool are_of_one_size(const ep_world* world, int32_t a, int32_t b)
{
  int size[2];
  for (int i = 0; i < 2; ++i)
  {
    const double demand = largest_demand(world, i == 0 ? a : b);
    size[i] = demand < 0.0 ? -1 : 0;
    for (double limit = 0.01; demand >= limit && limit < 100.0; limit *= 4.0)
    {
      ++size[i];
    }
  }
  return size[0] == size[1];
}

/// Puts every obstacle in the group of the first one that it belongs to. The number of groups.
static int32_t assign(ep_world* world, bool (*belong)(const ep_world*, int32_t, int32_t),
                      int32_t* first)
{
  int32_t count = 0;
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    world->group_of[i] = -1;
    if (world->bodies[i].kind != EP_BODY_OBSTACLE)
    {
      continue;
    }
    int32_t group = 0;
    while (group < count && !belong(world, first[group], i))
    {
      ++group;
    }
    if (group == EP_GROUP_MAX)
    {
      return EP_GROUP_MAX + 1;
    }
    world->group_of[i] = group;
    if (group == count)
    {
      first[count++] = i;
    }
  }
  return count;
}

/// Claim     no obstacle of a group demands more of a row than group_clearance says, and where that
///           is negative none of them is checked against it.
/// Why       proofs.md F5.
/// Rounding  none: comparisons.
static void set_clearances(ep_world* world)
{
  for (int32_t row = 0; row < world->row_count; ++row)
  {
    double* of_groups = world->group_clearance + (size_t)row * (size_t)world->group_count;
    const double* demands = world->clearances + (size_t)row * (size_t)world->body_count;
    for (int32_t group = 0; group < world->group_count; ++group)
    {
      of_groups[group] = -1.0;
    }
    for (int32_t i = 0; i < world->body_count; ++i)
    {
      const int32_t group = world->group_of[i];
      if (group >= 0)
      {
        of_groups[group] = ep_max(of_groups[group], demands[i]);
      }
    }
  }
}

ep_status ep_world_list_groups(ep_world* world, ep_error* error)
{
  int32_t first[EP_GROUP_MAX + 1];
  world->group_of = ep_world_allocate(world, (size_t)world->body_count, sizeof(int32_t));
  if (world->group_of != NULL)
  {
    int32_t count = assign(world, are_alike, first);
    count = count <= EP_GROUP_MAX ? count : assign(world, are_of_one_size, first);
    EP_ASSERT(count <= EP_GROUP_MAX);
    const size_t demands = (size_t)world->row_count * (size_t)count;
    world->groups = ep_world_allocate(world, (size_t)count, sizeof(ep_group));
    world->group_clearance = ep_world_allocate(world, demands, sizeof(double));
    world->group_count = world->groups == NULL ? 0 : count;
  }
  if (world->groups == NULL || world->group_clearance == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "world of %d bodies: out of memory",
                   (int)world->body_count);
  }
  set_clearances(world);
  return EP_OK;
}

void ep_world_clear_groups(ep_world* world)
{
  for (int32_t i = 0; i < world->group_count; ++i)
  {
    ep_bvh_clear(&world->groups[i].scene);
    ep_bvh_clear(&world->groups[i].points);
    ep_bvh_clear(&world->groups[i].boxes);
  }
  ep_block_release(&world->allocator, world->groups);
  ep_block_release(&world->allocator, world->group_of);
  ep_block_release(&world->allocator, world->group_clearance);
  world->groups = NULL;
  world->group_of = NULL;
  world->group_clearance = NULL;
  world->group_count = 0;
}

int32_t ep_world_group_members(const ep_world* world, int32_t group, int32_t* bodies)
{
  int32_t count = 0;
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    if (world->group_of[i] == group)
    {
      bodies[count++] = i;
    }
  }
  return count;
}
