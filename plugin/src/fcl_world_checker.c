/// @file fcl_world_checker.c
/// A checker's workspace, and where everything is in it.
#include "fcl_world_parts.h"

#include <string.h>

/// @name Making one
/// @{

static bool make_arrays(ep_fcl_checker* c)
{
  const ep_fcl_world* world = c->world;
  const size_t objects = (size_t)world->object_count + 1;
  const size_t pairs = (size_t)world->pair_count + 1;
  const size_t links = (size_t)world->link_count + 1;
  c->edges = calloc((size_t)world->machine_count + 1, sizeof(ep_edge*));
  c->frames = calloc(links, sizeof(ep_frame));
  c->bounds = calloc(links, sizeof(ep_link_bound));
  c->places = calloc(objects, sizeof(ep_fcl_transform));
  c->boxes = calloc(objects, sizeof(ep_box));
  c->placed = calloc(objects, sizeof(ep_fcl_placed));
  c->ropes = calloc(objects, sizeof(ep_fcl_geometry*));
  c->approaches = calloc(pairs, sizeof(ep_fcl_approach));
  c->candidates = calloc(pairs, sizeof(ep_fcl_candidate));
  return c->edges != NULL && c->frames != NULL && c->bounds != NULL && c->places != NULL &&
         c->boxes != NULL && c->placed != NULL && c->ropes != NULL && c->approaches != NULL &&
         c->candidates != NULL;
}

/// FCL has no capsules without a length or a radius: they get one that makes no difference.
#define ROPE_LEAST 1e-9

static ep_status make_ropes(ep_fcl_checker* c, ep_error* error)
{
  for (int32_t i = 0; i < c->world->object_count; ++i)
  {
    const ep_fcl_object* object = &c->world->objects[i];
    c->places[i] = object->local;
    c->boxes[i] = object->box;
    ep_shim_error refused;
    if (object->carrier == EP_FCL_ROPE && ep_fcl_make_capsule(fmax(object->radius, ROPE_LEAST), 1.0,
                                                              &c->ropes[i], &refused) != EP_SHIM_OK)
    {
      return ep_fcl_refused(&refused, ep_world_body_name(c->world->world, object->body), error);
    }
    c->placed[i].geometry = object->carrier == EP_FCL_ROPE ? c->ropes[i] : object->geometry;
    c->placed[i].at = &c->places[i];
  }
  return EP_OK;
}

static ep_status make_edges(ep_fcl_checker* c, ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < c->world->machine_count && status == EP_OK; ++i)
  {
    status = ep_edge_create(c->world->machines[i].machine, &c->edges[i], error);
  }
  return status;
}

ep_status ep_fcl_checker_create(const ep_fcl_world* world, ep_fcl_checker** checker,
                                ep_error* error)
{
  if (checker != NULL)
  {
    *checker = NULL;
  }
  if (world == NULL || checker == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_fcl_checker_create: a null pointer was passed");
  }
  ep_fcl_checker* c = calloc(1, sizeof *c);
  ep_status status = EP_OK;
  if (c != NULL)
  {
    c->world = world;
  }
  if (c == NULL || !make_arrays(c))
  {
    status = ep_plugin_fail(error, EP_ERROR_MEMORY, "a checker of FCL: out of memory");
  }
  status = status != EP_OK ? status : make_ropes(c, error);
  status = status != EP_OK ? status : make_edges(c, error);
  if (status != EP_OK)
  {
    ep_fcl_checker_destroy(c);
    return status;
  }
  *checker = c;
  return ep_plugin_ok(error);
}

void ep_fcl_checker_destroy(ep_fcl_checker* checker)
{
  if (checker == NULL)
  {
    return;
  }
  for (int32_t i = 0; checker->edges != NULL && i < checker->world->machine_count; ++i)
  {
    ep_edge_destroy(checker->edges[i]);
  }
  for (int32_t i = 0; checker->ropes != NULL && i < checker->world->object_count; ++i)
  {
    ep_fcl_geometry_destroy(checker->ropes[i]);
  }
  free(checker->edges);
  free(checker->frames);
  free(checker->bounds);
  free(checker->places);
  free(checker->boxes);
  free(checker->placed);
  free(checker->ropes);
  free(checker->approaches);
  free(checker->candidates);
  free(checker->open);
  free(checker->stretches);
  free(checker);
}

/// @}
/// @name Placing
/// @{

static const ep_frame* frame_of(const ep_fcl_checker* c, int32_t machine, int32_t link)
{
  return &c->frames[c->world->machines[machine].first_frame + link];
}

static void place_anchor(const ep_fcl_checker* c, const ep_fcl_anchor* anchor, double at[3])
{
  const ep_frame* frame = frame_of(c, anchor->machine, anchor->link);
  for (int k = 0; k < 3; ++k)
  {
    const double* row = frame->rotation[k];
    at[k] = row[0] * anchor->point[0] + row[1] * anchor->point[1] + row[2] * anchor->point[2] +
            frame->position[k];
  }
}

/// A rotation that takes z to the direction.
static void turn_z(const double z[3], double rotation[3][3])
{
  // Across the axis that the direction is farthest from.
  const int least = fabs(z[0]) <= fabs(z[1]) && fabs(z[0]) <= fabs(z[2]) ? 0
                    : fabs(z[1]) <= fabs(z[2])                           ? 1
                                                                         : 2;
  double x[3] = {0.0, 0.0, 0.0};
  x[least] = 1.0;
  const double along = z[least];
  double length = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    x[k] -= along * z[k];
    length += x[k] * x[k];
  }
  length = sqrt(length);
  for (int k = 0; k < 3; ++k)
  {
    rotation[k][0] = x[k] / length;
    rotation[k][2] = z[k];
  }
  for (int k = 0; k < 3; ++k)
  {
    const int next = (k + 1) % 3;
    const int last = (k + 2) % 3;
    rotation[k][1] = z[next] * rotation[last][0] - z[last] * rotation[next][0];
  }
}

static ep_status place_rope(ep_fcl_checker* c, int32_t index, ep_error* error)
{
  const ep_fcl_object* object = &c->world->objects[index];
  double end[2][3];
  place_anchor(c, &object->end[0], end[0]);
  place_anchor(c, &object->end[1], end[1]);
  double along[3];
  double length = 0.0;
  ep_fcl_transform* place = &c->places[index];
  for (int k = 0; k < 3; ++k)
  {
    along[k] = end[1][k] - end[0][k];
    length += along[k] * along[k];
    place->position[k] = 0.5 * (end[0][k] + end[1][k]);
    c->boxes[index].lo[k] = fmin(end[0][k], end[1][k]) - object->radius;
    c->boxes[index].hi[k] = fmax(end[0][k], end[1][k]) + object->radius;
  }
  length = sqrt(length);
  for (int k = 0; k < 3; ++k)
  {
    along[k] = length > ROPE_LEAST ? along[k] / length : (double)(k == 2);
  }
  turn_z(along, place->rotation);
  ep_shim_error refused;
  if (ep_fcl_set_capsule_length(c->ropes[index], fmax(length, ROPE_LEAST), &refused) != EP_SHIM_OK)
  {
    return ep_fcl_refused(&refused, ep_world_body_name(c->world->world, object->body), error);
  }
  return EP_OK;
}

/// Everything that moves, by the frames of the links.
static ep_status place_all(ep_fcl_checker* c, ep_error* error)
{
  for (int32_t i = 0; i < c->world->object_count; ++i)
  {
    const ep_fcl_object* object = &c->world->objects[i];
    if (object->carrier == EP_FCL_ROPE)
    {
      const ep_status status = place_rope(c, i, error);
      if (status != EP_OK)
      {
        return status;
      }
    }
    else if (object->carrier == EP_FCL_ON_LINK)
    {
      ep_fcl_transform link;
      const ep_frame* frame = frame_of(c, object->machine, object->link);
      memcpy(link.rotation, frame->rotation, sizeof link.rotation);
      memcpy(link.position, frame->position, sizeof link.position);
      c->places[i] = ep_fcl_transform_times(&link, &object->local);
      c->boxes[i] = ep_fcl_box_moved(&object->box, &c->places[i]);
    }
  }
  return EP_OK;
}

ep_status ep_fcl_place_at_config(ep_fcl_checker* checker, const double* q, ep_error* error)
{
  for (int32_t i = 0; i < checker->world->machine_count; ++i)
  {
    const ep_fcl_machine* m = &checker->world->machines[i];
    const ep_status status = ep_machine_forward(m->machine, q + m->config_start,
                                                checker->frames + m->first_frame, error);
    if (status != EP_OK)
    {
      return status;
    }
  }
  return place_all(checker, error);
}

ep_status ep_fcl_place_at_time(ep_fcl_checker* checker, double t, ep_error* error)
{
  for (int32_t i = 0; i < checker->world->machine_count; ++i)
  {
    const ep_status status = ep_edge_frames(
        checker->edges[i], t, checker->frames + checker->world->machines[i].first_frame);
    if (status != EP_OK)
    {
      return ep_plugin_fail(error, status, "an edge in FCL: no frames at t = %g", t);
    }
  }
  return place_all(checker, error);
}

ep_status ep_fcl_set_edge(ep_fcl_checker* checker, const double* q0, const double* q1,
                          ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < checker->world->machine_count && status == EP_OK; ++i)
  {
    const int32_t start = checker->world->machines[i].config_start;
    status = ep_edge_set(checker->edges[i], q0 + start, q1 + start, error);
  }
  return status;
}

/// @}
