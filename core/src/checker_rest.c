/// @file checker_rest.c
/// What overlaps and never moves relative to each other.
#include "checker_checker.h"
#include "base_arena.h"
#include "base_status.h"
#include "verdict_inside.h"

bool ep_checker_overlap(ep_checker* checker, int32_t a, int32_t b)
{
  ep_work* work = &checker->work;
  const int32_t spare = work->line.track_count - 1;
  ep_track* track = &work->line.tracks[spare];
  const bool obstacle = checker->world->bodies[b].kind == EP_BODY_OBSTACLE;
  *track = (ep_track){.body = a,
                      .fixed = obstacle ? EP_NO_BODY : b,
                      .group = checker->world->group_of[b],
                      .lead = spare,
                      .only = b};
  ep_checker_refresh_track(checker, track);
  track->active = false;
  ep_track_set_bounds(&work->line, track);
  work->line.has_pose[spare] = 0; // of moment 0
  work->stack_count = 0;
  ep_forget_leaves(work);
  work->hit.found = false;
  work->t_limit = 2.0;
  return ep_sample(work, spare, 0) || ep_find_inside_of(work, spare);
}

/// Whether the pair never moves and is not checked for that reason.
static bool is_resting(const ep_world* world, int32_t a, int32_t b)
{
  const ep_body* x = &world->bodies[a];
  const ep_body* y = &world->bodies[b];
  if (a == b || x->kind != EP_BODY_LINK || x->soup.triangle_count == 0)
  {
    return false;
  }
  if (y->kind == EP_BODY_OBSTACLE)
  {
    return ep_body_is_grounded(world, x);
  }
  return y->kind == EP_BODY_LINK && b > a && y->soup.triangle_count > 0 &&
         ep_bodies_rest(world, x, y);
}

static int32_t count_overlaps(ep_checker* checker, void (*report)(int32_t, int32_t, void*),
                              void* user)
{
  int32_t count = 0;
  for (int32_t a = 0; a < checker->world->body_count; ++a)
  {
    for (int32_t b = 0; b < checker->world->body_count; ++b)
    {
      if (!is_resting(checker->world, a, b) || !ep_checker_overlap(checker, a, b))
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

/// The configuration of zeros and of quaternions that do not turn.
static void set_rest(const ep_world* world, double* q)
{
  for (int32_t m = 0; m < world->machine_count; ++m)
  {
    const ep_machine* machine = world->machines[m].machine;
    for (int32_t link = 0; link < machine->link_count; ++link)
    {
      const ep_joint* joint = &machine->joints[link];
      if (ep_joint_has_ball(joint->type) && joint->source == link)
      {
        const int32_t at = world->machines[m].config_start + joint->config_start;
        q[at + ep_joint_quaternion_index(joint->type) + 3] = 1.0;
      }
    }
  }
}

ep_status ep_checker_resting_overlaps(ep_checker* checker,
                                      void (*report)(int32_t a, int32_t b, void* user), void* user,
                                      int32_t* count, ep_error* error)
{
  if (checker == NULL || count == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE,
                   "ep_checker_resting_overlaps: a null pointer was passed");
  }
  const ep_world* world = checker->world;
  double* q = ep_block_allocate(&world->allocator, (size_t)world->config_size * sizeof(double) + 1);
  if (q == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "checker: out of memory");
  }
  const ep_check_options options = ep_check_default();
  checker->work.asked = -1.0;
  set_rest(world, q);
  ep_status status = ep_checker_prepare(checker, q, q, &options, error);
  if (status == EP_OK)
  {
    *count = count_overlaps(checker, report, user);
    status = checker->work.out_of_memory ? ep_fail(error, EP_ERROR_MEMORY, "checker: out of memory")
                                         : ep_succeed(error);
  }
  ep_block_release(&world->allocator, q);
  return status;
}
