/// @file checker_propose.c
/// Pairs that collide whatever the machine does: candidates for being allowed.
#include "checker_checker.h"
#include "base_arena.h"
#include "base_status.h"

/// Whether a pair is checked: those are the ones that may be proposed.
static bool is_checked(const ep_world* world, int32_t a, int32_t b)
{
  return world->rows[a] >= 0 && world->bodies[a].kind == EP_BODY_LINK &&
         (world->bodies[b].kind == EP_BODY_OBSTACLE ||
          (b > a && world->bodies[b].kind == EP_BODY_LINK)) &&
         ep_world_pair_clearance(world, a, b) >= 0.0;
}

static void mark_checked(const ep_world* world, bool* pairs)
{
  for (int32_t a = 0; a < world->body_count; ++a)
  {
    for (int32_t b = 0; b < world->body_count; ++b)
    {
      pairs[(size_t)a * (size_t)world->body_count + (size_t)b] = is_checked(world, a, b);
    }
  }
}

/// Takes off those that do not meet in the configuration that is set.
static void keep_overlaps(ep_checker* checker, bool* pairs)
{
  const int32_t count = checker->world->body_count;
  for (int32_t a = 0; a < count; ++a)
  {
    for (int32_t b = 0; b < count; ++b)
    {
      bool* pair = &pairs[(size_t)a * (size_t)count + (size_t)b];
      *pair = *pair && ep_checker_overlap(checker, a, b);
    }
  }
}

static int32_t report_pairs(const ep_world* world, const bool* pairs,
                            void (*report)(int32_t, int32_t, void*), void* user)
{
  int32_t count = 0;
  for (int32_t a = 0; a < world->body_count; ++a)
  {
    for (int32_t b = 0; b < world->body_count; ++b)
    {
      if (!pairs[(size_t)a * (size_t)world->body_count + (size_t)b])
      {
        continue;
      }
      ++count;
      if (report != NULL)
      {
        report(a, b, user);
      }
    }
  }
  return count;
}

static ep_status try_states(ep_checker* checker, const double* states, int32_t state_count,
                            bool* pairs, ep_error* error)
{
  const ep_check_options options = ep_check_default();
  checker->work.asked = -1.0;
  mark_checked(checker->world, pairs);
  for (int32_t i = 0; i < state_count; ++i)
  {
    const double* q = states + (size_t)i * (size_t)checker->world->config_size;
    const ep_status status = ep_checker_prepare(checker, q, q, &options, error);
    if (status != EP_OK)
    {
      return status;
    }
    keep_overlaps(checker, pairs);
    if (checker->work.out_of_memory)
    {
      return ep_fail(error, EP_ERROR_MEMORY, "checker: out of memory");
    }
  }
  return EP_OK;
}

ep_status ep_checker_propose_allowed(ep_checker* checker, const double* states, int32_t state_count,
                                     void (*report)(int32_t a, int32_t b, void* user), void* user,
                                     int32_t* count, ep_error* error)
{
  if (checker == NULL || states == NULL || count == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_checker_propose_allowed: a null pointer was passed");
  }
  if (state_count < 1)
  {
    return ep_fail(error, EP_ERROR_INPUT,
                   "ep_checker_propose_allowed: %d states are too few to tell", (int)state_count);
  }
  const ep_world* world = checker->world;
  const size_t bodies = (size_t)world->body_count;
  bool* pairs = ep_block_allocate(&world->allocator, bodies * bodies * sizeof(bool) + 1);
  if (pairs == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "checker: out of memory");
  }
  const ep_status status = try_states(checker, states, state_count, pairs, error);
  if (status == EP_OK)
  {
    *count = report_pairs(world, pairs, report, user);
  }
  ep_block_release(&world->allocator, pairs);
  return status != EP_OK ? status : ep_succeed(error);
}
