/// @file world_freeze.c
/// Building everything a checker reads, and answering what a frozen world knows.
#include "world_world.h"
#include "base_arena.h"
#include "base_status.h"

#include <string.h>

/// Float rounding of everything a traversal computes, as a part of the largest coordinate:
/// proofs.md F1.
#define FLOAT_ERROR (40.0 * 0x1p-24)

/// The last word is spoken in double, whose rounding must be far below the tolerance.
#define DOUBLE_ERROR 0x1p-38

/// Pieces into which boxes of askew triangles are cut, as a part of the number of triangles.
/// Measured on a site of tubes and bars: half as many take 1.1 to 1.7 times as long, more are
/// worth little.
#define CUT 1.0

/// The trees of all obstacles, a group each.
static ep_status build_scenes(ep_world* world, ep_error* error)
{
  const size_t bodies = (size_t)world->body_count;
  const ep_soup** soups = ep_world_allocate(world, bodies, sizeof(ep_soup*));
  int32_t* names = ep_world_allocate(world, bodies, sizeof(int32_t));
  ep_status status = EP_OK;
  if (soups == NULL || names == NULL)
  {
    status = ep_fail(error, EP_ERROR_MEMORY, "world: out of memory");
  }
  for (int32_t i = 0; status == EP_OK && i < world->group_count; ++i)
  {
    const int32_t count = ep_world_group_members(world, i, names);
    for (int32_t k = 0; k < count; ++k)
    {
      soups[k] = &world->bodies[names[k]].soup;
    }
    status = ep_bvh_build(&world->groups[i].scene, soups, names, count, world->center, CUT,
                          world->allocator, error);
  }
  ep_block_release(&world->allocator, soups);
  ep_block_release(&world->allocator, names);
  return status;
}

/// Radii of one child, from its box.
static void set_child_radii(const ep_world* world, ep_body* body, int32_t node, int child)
{
  const ep_bvh_node* n = &body->bvh.nodes[node];
  double perp = 0.0;
  double par = 0.0;
  for (int corner = 0; corner < 8 && n->child[child] != EP_BVH_NONE; ++corner)
  {
    double point[3];
    for (int k = 0; k < 3; ++k)
    {
      point[k] = (double)((corner >> k & 1) != 0 ? n->hi[k][child] : n->lo[k][child]);
    }
    double across = ep_up_sum(ep_vec_length(point));
    double along = 0.0;
    if (body->kind == EP_BODY_LINK)
    {
      ep_machine_split(world->machines[body->machine].machine, body->link, point, &across, &along);
    }
    perp = ep_max(perp, across);
    par = ep_max(par, along);
  }
  body->radii[node].perp[child] = (float)(perp * (1.0 + 0x1p-22));
  body->radii[node].par[child] = (float)(par * (1.0 + 0x1p-22));
}

static ep_status build_body(ep_world* world, ep_body* body, int32_t index, ep_error* error)
{
  const double origin[3] = {0.0, 0.0, 0.0};
  const ep_soup* const soup = &body->soup;
  ep_status status =
      ep_bvh_build(&body->bvh, &soup, &index, 1, origin, CUT, world->allocator, error);
  if (status != EP_OK || body->bvh.node_count == 0)
  {
    return status;
  }
  body->radii = ep_world_allocate(world, (size_t)body->bvh.node_count, sizeof(ep_child_radii));
  if (body->radii == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "'%s': out of memory", body->name);
  }
  for (int32_t node = 0; node < body->bvh.node_count; ++node)
  {
    for (int child = 0; child < EP_BVH_WIDTH; ++child)
    {
      set_child_radii(world, body, node, child);
    }
  }
  double far[3];
  for (int k = 0; k < 3; ++k)
  {
    far[k] = ep_max(fabs(body->bvh.lo[k]), fabs(body->bvh.hi[k]));
  }
  body->reach = ep_up_sum(ep_vec_length(far));
  return EP_OK;
}

/// The middle of all obstacles, or of nothing.
static void set_center(ep_world* world)
{
  double lo[3] = {EP_INFINITY, EP_INFINITY, EP_INFINITY};
  double hi[3] = {-EP_INFINITY, -EP_INFINITY, -EP_INFINITY};
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    const ep_soup* soup = &world->bodies[i].soup;
    if (world->bodies[i].kind != EP_BODY_OBSTACLE)
    {
      continue;
    }
    for (int32_t v = 0; v < soup->vertex_count; ++v)
    {
      for (int k = 0; k < 3; ++k)
      {
        lo[k] = ep_min(lo[k], soup->vertices[3 * (size_t)v + (size_t)k]);
        hi[k] = ep_max(hi[k], soup->vertices[3 * (size_t)v + (size_t)k]);
      }
    }
  }
  for (int k = 0; k < 3; ++k)
  {
    world->center[k] = lo[k] <= hi[k] ? 0.5 * lo[k] + 0.5 * hi[k] : 0.0;
  }
}

static void set_errors(ep_world* world)
{
  double most = 0.0;
  for (int32_t i = 0; i < world->group_count; ++i)
  {
    const ep_bvh* scene = &world->groups[i].scene;
    ep_box* box = &world->groups[i].box;
    for (int k = 0; k < 3; ++k)
    {
      box->lo[k] = ep_down(scene->lo[k] - world->center[k]);
      box->hi[k] = ep_up(scene->hi[k] - world->center[k]);
    }
    for (int k = 0; k < 3 && scene->node_count > 0; ++k)
    {
      most = ep_max(most, ep_max(scene->hi[k] - world->center[k], world->center[k] - scene->lo[k]));
    }
  }
  world->radius = most;
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    world->radius = ep_max(world->radius, world->bodies[i].reach);
  }
  world->float_error = ep_up_sum(FLOAT_ERROR * world->radius);
}

static int64_t bytes_of(const ep_world* world)
{
  size_t bytes = sizeof *world;
  for (int32_t i = 0; i < world->group_count; ++i)
  {
    bytes += sizeof(ep_group) + ep_bvh_bytes(&world->groups[i].scene);
  }
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    const ep_body* body = &world->bodies[i];
    bytes += sizeof *body + ep_bvh_bytes(&body->bvh);
    bytes += (size_t)body->bvh.node_count * sizeof(ep_child_radii);
    bytes += (size_t)body->soup.vertex_capacity * 3 * sizeof(double);
    bytes += (size_t)body->soup.triangle_capacity * (3 * sizeof(int32_t) + sizeof(double));
    bytes += (size_t)body->soup.solid_count * sizeof(ep_solid);
  }
  bytes += ep_world_inside_bytes(world);
  bytes +=
      (size_t)world->row_count * (size_t)(world->body_count + world->group_count) * sizeof(double);
  return (int64_t)bytes;
}

/// Everything that freezing may fail at.
static ep_status build_all(ep_world* world, ep_error* error)
{
  ep_status status = EP_OK;
  set_center(world);
  for (int32_t i = 0; status == EP_OK && i < world->body_count; ++i)
  {
    status = ep_soup_find_solids(&world->bodies[i].soup, error);
    if (status == EP_OK && world->bodies[i].kind != EP_BODY_OBSTACLE)
    {
      status = build_body(world, &world->bodies[i], i, error);
    }
  }
  status = status != EP_OK ? status : ep_world_list_pairs(world, error);
  status = status != EP_OK ? status : ep_world_list_groups(world, error);
  status = status != EP_OK ? status : build_scenes(world, error);
  return status != EP_OK ? status : ep_world_build_inside(world, error);
}

/// Takes back what a failed freezing built.
static void unbuild(ep_world* world)
{
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    ep_body* body = &world->bodies[i];
    ep_bvh_clear(&body->bvh);
    ep_body_clear_inside(world, body);
    ep_block_release(&world->allocator, body->radii);
    body->radii = NULL;
  }
  ep_world_clear_groups(world);
  ep_block_release(&world->allocator, world->rows);
  ep_block_release(&world->allocator, world->clearances);
  ep_block_release(&world->allocator, world->pairs);
  world->rows = NULL;
  world->clearances = NULL;
  world->pairs = NULL;
}

ep_status ep_world_freeze(ep_world* world, ep_error* error)
{
  if (world == NULL || world->frozen)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_world_freeze: there is no world, or it is frozen");
  }
  ep_status status = build_all(world, error);
  if (status == EP_OK)
  {
    set_errors(world);
    const double rounding = DOUBLE_ERROR * world->radius;
    if (!(rounding <= 0.25 * world->tolerance))
    {
      status =
          ep_fail(error, EP_ERROR_INPUT,
                  "world: a tolerance of %g m is too small for a radius of %g m: rounding alone "
                  "is %g m; use at least %g",
                  world->tolerance, world->radius, rounding, 4.0 * rounding);
    }
  }
  if (status != EP_OK)
  {
    unbuild(world);
    return status;
  }
  world->bytes = bytes_of(world);
  world->frozen = true;
  return ep_succeed(error);
}

int32_t ep_world_config_size(const ep_world* world)
{
  return world->config_size;
}

int32_t ep_world_body_count(const ep_world* world)
{
  return world->body_count;
}

const char* ep_world_body_name(const ep_world* world, int32_t body)
{
  return body >= 0 && body < world->body_count ? world->bodies[body].name : NULL;
}

int32_t ep_world_find_body(const ep_world* world, const char* name)
{
  for (int32_t i = 0; name != NULL && i < world->body_count; ++i)
  {
    if (strcmp(world->bodies[i].name, name) == 0)
    {
      return i;
    }
  }
  return EP_NO_BODY;
}
