/// @file checker_create.c
/// Making a checker: its tracks, its edges, its payloads.
#include "checker_checker.h"
#include "advance_catch.h"
#include "base_arena.h"
#include "base_status.h"
#include "num_rotation.h"

#include <string.h>

static void* take(const ep_world* world, size_t count, size_t size)
{
  return ep_block_allocate(&world->allocator, count * size);
}

static int32_t slot_of(const ep_work* work, int32_t body)
{
  const ep_body* b = &work->world->bodies[body];
  return work->line.slots[b->machine] + b->link;
}

/// Where a body's frame hangs: its link's slot, or that of a payload's link.
static void hang(const ep_checker* checker, int32_t body, int32_t* slot, const ep_frame** local)
{
  *slot = -1;
  *local = NULL;
  if (checker->world->bodies[body].kind == EP_BODY_LINK)
  {
    *slot = slot_of(&checker->work, body);
  }
  else if (checker->world->bodies[body].kind == EP_BODY_PAYLOAD)
  {
    const ep_attachment* at = &checker->attachments[body];
    *slot = at->link_body == EP_NO_BODY ? -1 : slot_of(&checker->work, at->link_body);
    *local = at->link_body == EP_NO_BODY ? NULL : &at->local;
  }
}

static bool is_payload(const ep_checker* checker, int32_t body)
{
  return body != EP_NO_BODY && checker->world->bodies[body].kind == EP_BODY_PAYLOAD;
}

/// The link body that carries a body, itself for a link; EP_NO_BODY for others.
static int32_t host_of(const ep_checker* checker, int32_t body)
{
  if (body == EP_NO_BODY || checker->world->bodies[body].kind == EP_BODY_LINK)
  {
    return body;
  }
  return is_payload(checker, body) ? checker->attachments[body].link_body : EP_NO_BODY;
}

/// A payload is checked where it hangs, and not against what it hangs on or rests with.
static bool is_active(const ep_checker* checker, const ep_track* track)
{
  if (track->is_home)
  {
    return !is_payload(checker, track->body) || host_of(checker, track->body) != EP_NO_BODY;
  }
  const bool moving_payload = is_payload(checker, track->body);
  const bool fixed_payload = is_payload(checker, track->fixed);
  if (!moving_payload && !fixed_payload)
  {
    return true;
  }
  const int32_t a = host_of(checker, track->body);
  const int32_t b = host_of(checker, track->fixed);
  if ((moving_payload && a == EP_NO_BODY) || (fixed_payload && b == EP_NO_BODY))
  {
    return false;
  }
  if (a == EP_NO_BODY) // a rope and a payload
  {
    const ep_body* rope = &checker->world->bodies[track->body];
    return b != rope->end_body[0] && b != rope->end_body[1];
  }
  const ep_world* world = checker->world;
  if (b == EP_NO_BODY)
  {
    return !ep_body_is_grounded(world, &world->bodies[a]);
  }
  return !ep_bodies_rest(world, &world->bodies[a], &world->bodies[b]);
}

void ep_checker_refresh_track(ep_checker* checker, ep_track* track)
{
  hang(checker, track->body, &track->slot, &track->local);
  track->fixed_slot = -1;
  track->fixed_local = NULL;
  if (track->fixed != EP_NO_BODY)
  {
    hang(checker, track->fixed, &track->fixed_slot, &track->fixed_local);
  }
  const ep_body* body = &checker->world->bodies[track->body];
  for (int i = 0; i < 2 && body->kind == EP_BODY_ROPE; ++i)
  {
    track->end[i].slot = slot_of(&checker->work, body->end_body[i]);
    ep_vec_copy(track->end[i].point, body->end_point[i]);
  }
  const ep_body* fixed = track->fixed == EP_NO_BODY ? NULL : &checker->world->bodies[track->fixed];
  track->is_rope_pair = fixed != NULL && fixed->kind == EP_BODY_ROPE;
  for (int i = 0; i < 2 && track->is_rope_pair; ++i)
  {
    track->other[i].slot = slot_of(&checker->work, fixed->end_body[i]);
    ep_vec_copy(track->other[i].point, fixed->end_point[i]);
  }
  track->active = is_active(checker, track);
  checker->parked[track - checker->work.line.tracks].shown = false;
}

/// The home of every body that can move, by its row.
static void add_homes(ep_timeline* line)
{
  const ep_world* world = line->world;
  for (int32_t body = 0; body < world->body_count; ++body)
  {
    const int32_t row = world->rows[body];
    if (row >= 0)
    {
      line->tracks[row] = (ep_track){.body = body,
                                     .fixed = EP_NO_BODY,
                                     .group = -1,
                                     .lead = row,
                                     .only = EP_NO_BODY,
                                     .is_home = true};
    }
  }
  line->track_count = world->row_count;
}

/// A body against the obstacles: a track for each group of which something is demanded.
static void add_group_tracks(ep_timeline* line, int32_t body)
{
  const ep_world* world = line->world;
  for (int32_t group = 0; world->rows[body] >= 0 && group < world->group_count; ++group)
  {
    const double demanded = ep_world_group_clearance(world, world->rows[body], group);
    if (demanded >= 0.0)
    {
      line->tracks[line->track_count++] = (ep_track){.body = body,
                                                     .fixed = EP_NO_BODY,
                                                     .group = group,
                                                     .lead = world->rows[body],
                                                     .only = EP_NO_BODY,
                                                     .demanded = demanded};
    }
  }
}

static void fill_tracks(ep_checker* checker)
{
  const ep_world* world = checker->world;
  ep_timeline* line = &checker->work.line;
  add_homes(line);
  for (int32_t body = 0; body < world->body_count; ++body)
  {
    add_group_tracks(line, body);
  }
  for (int32_t i = 0; i < world->pair_count; ++i)
  {
    const ep_body_pair* pair = &world->pairs[i];
    const int32_t own = line->track_count++;
    line->tracks[own] = (ep_track){.body = pair->moving,
                                   .fixed = pair->fixed,
                                   .lead = own,
                                   .only = EP_NO_BODY,
                                   .demanded = pair->clearance};
  }
  for (int32_t i = 0; i < line->track_count; ++i)
  {
    ep_checker_refresh_track(checker, &line->tracks[i]);
  }
  line->tracks[line->track_count++] = (ep_track){.active = false}; // the spare one
}

static int32_t depth_of(const ep_world* world, const ep_track* track)
{
  const ep_body* body = &world->bodies[track->body];
  return body->kind == EP_BODY_LINK
             ? world->machines[body->machine].machine->joints[body->link].depth
             : EP_DEPTH_MAX;
}

/// Tracks against the scene first, and of those the outermost links first: they hit things. No
/// homes, and not the spare one.
static void fill_order(ep_checker* checker)
{
  const ep_timeline* line = &checker->work.line;
  for (int32_t i = line->world->row_count; i < line->track_count - 1; ++i)
  {
    const ep_track* track = &line->tracks[i];
    int32_t at = checker->order_count++;
    while (at > 0)
    {
      const ep_track* before = &line->tracks[checker->order[at - 1]];
      const bool scene = track->fixed == EP_NO_BODY;
      const bool scene_before = before->fixed == EP_NO_BODY;
      if (scene == scene_before
              ? depth_of(checker->world, track) <= depth_of(checker->world, before)
              : !scene)
      {
        break;
      }
      checker->order[at] = checker->order[at - 1];
      --at;
    }
    checker->order[at] = i;
  }
}

static ep_status make_edges(ep_checker* checker, ep_error* error)
{
  const ep_world* world = checker->world;
  ep_timeline* line = &checker->work.line;
  for (int32_t m = 0; m < world->machine_count; ++m)
  {
    line->slots[m] = line->slot_count;
    line->slot_count += ep_machine_link_count(world->machines[m].machine);
    const ep_status status = ep_edge_create(world->machines[m].machine, &line->edges[m], error);
    if (status != EP_OK)
    {
      return status;
    }
  }
  return EP_OK;
}

ep_status ep_checker_create(const ep_world* world, ep_checker** checker, ep_error* error)
{
  if (world == NULL || checker == NULL || !world->frozen)
  {
    return ep_fail(error, EP_ERROR_MISUSE,
                   "ep_checker_create: a null pointer was passed, or the world is not frozen");
  }
  *checker = NULL;
  ep_checker* made = take(world, 1, sizeof(ep_checker));
  if (made == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "checker: out of memory");
  }
  const size_t tracks =
      (size_t)world->row_count * (size_t)(world->group_count + 1) + (size_t)world->pair_count + 1;
  made->world = world;
  made->work.world = world;
  made->work.widest = ep_kernels_best();
  made->work.line.world = world;
  made->work.line.pose_counter = &made->work.statistics.poses;
  made->work.line.edges = take(world, (size_t)world->machine_count, sizeof(ep_edge*));
  made->work.line.slots = take(world, (size_t)world->machine_count, sizeof(int32_t));
  made->work.line.tracks = take(world, tracks, sizeof(ep_track));
  made->work.deferred_begin = take(world, tracks + 1, sizeof(int32_t));
  made->parked = take(world, tracks, sizeof(ep_parked));
  made->order = take(world, tracks, sizeof(int32_t));
  made->work.busy = take(world, tracks, sizeof(int32_t));
  made->attachments = take(world, (size_t)world->body_count, sizeof(ep_attachment));
  ep_status status = EP_OK;
  if (made->work.line.edges == NULL || made->work.line.slots == NULL ||
      made->work.line.tracks == NULL || made->work.deferred_begin == NULL || made->parked == NULL ||
      made->order == NULL || made->work.busy == NULL || made->attachments == NULL)
  {
    status = ep_fail(error, EP_ERROR_MEMORY, "checker: out of memory");
  }
  status = status != EP_OK ? status : make_edges(made, error);
  if (status != EP_OK)
  {
    ep_checker_destroy(made);
    return status;
  }
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    made->attachments[i].link_body = EP_NO_BODY;
  }
  fill_tracks(made);
  fill_order(made);
  *checker = made;
  return ep_succeed(error);
}

void ep_checker_destroy(ep_checker* checker)
{
  if (checker == NULL)
  {
    return;
  }
  const ep_allocator allocator = checker->world->allocator;
  ep_timeline* line = &checker->work.line;
  ep_catch_release(&checker->work);
  for (int32_t m = 0; line->edges != NULL && m < checker->world->machine_count; ++m)
  {
    ep_edge_destroy(line->edges[m]);
  }
  void* const blocks[] = {line->edges,
                          line->slots,
                          line->tracks,
                          line->moments,
                          line->frames,
                          line->poses,
                          line->has_pose,
                          line->spans,
                          checker->work.stack,
                          checker->work.deferred,
                          checker->work.busy,
                          checker->parked,
                          checker->order,
                          checker->work.deferred_begin,
                          checker->work.found,
                          checker->attachments,
                          checker};
  for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; ++i)
  {
    ep_block_release(&allocator, blocks[i]);
  }
}

ep_status ep_checker_attach(ep_checker* checker, int32_t payload, int32_t link_body,
                            const ep_pose* pose, ep_error* error)
{
  if (checker == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_checker_attach: a null pointer was passed");
  }
  const ep_world* world = checker->world;
  if (payload < 0 || payload >= world->body_count || world->bodies[payload].kind != EP_BODY_PAYLOAD)
  {
    return ep_fail(error, EP_ERROR_INPUT, "ep_checker_attach: body %d is not a payload",
                   (int)payload);
  }
  ep_attachment made = {.link_body = EP_NO_BODY};
  if (link_body != EP_NO_BODY)
  {
    if (link_body < 0 || link_body >= world->body_count ||
        world->bodies[link_body].kind != EP_BODY_LINK || pose == NULL)
    {
      return ep_fail(error, EP_ERROR_INPUT,
                     "payload '%s': body %d is not a link, or no pose is given",
                     world->bodies[payload].name, (int)link_body);
    }
    const double* p = pose->position;
    const double* q = pose->rotation;
    const double length = fabs(q[0]) + fabs(q[1]) + fabs(q[2]) + fabs(q[3]);
    if (!(ep_vec_length(p) <= EP_LENGTH_MAX) || !(ep_is_finite(length) && length >= 0x1p-100))
    {
      return ep_fail(error, EP_ERROR_INPUT,
                     "payload '%s': pose %g %g %g, quaternion %g %g %g %g cannot be used",
                     world->bodies[payload].name, p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
    }
    double unit[4];
    ep_quaternion_normalize(unit, q);
    ep_quaternion_matrix(made.local.rotation, unit);
    ep_vec_copy(made.local.position, p);
    made.link_body = link_body;
  }
  checker->attachments[payload] = made;
  for (int32_t i = 0; i < checker->work.line.track_count - 1; ++i)
  {
    ep_checker_refresh_track(checker, &checker->work.line.tracks[i]);
  }
  return ep_succeed(error);
}
