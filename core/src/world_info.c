/// @file world_info.c
/// What a frozen world knows of itself.
#include "world_world.h"

static bool meets_obstacles(const ep_world* world, int32_t body)
{
  bool meets = false;
  for (int32_t group = 0; world->rows[body] >= 0 && group < world->group_count; ++group)
  {
    meets = meets || ep_world_group_clearance(world, world->rows[body], group) >= 0.0;
  }
  return meets;
}

ep_status ep_world_get_info(const ep_world* world, ep_world_info* info)
{
  if (world == NULL || info == NULL || !world->frozen)
  {
    return EP_ERROR_MISUSE;
  }
  *info = (ep_world_info){.bytes = world->bytes,
                          .body_pairs = world->pair_count,
                          .tolerance = world->tolerance,
                          .rounding = world->float_error,
                          .radius = world->radius};
  ep_vec_copy(info->center, world->center);
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    const ep_body* body = &world->bodies[i];
    int64_t* sum =
        body->kind == EP_BODY_OBSTACLE ? &info->obstacle_triangles : &info->link_triangles;
    *sum += body->soup.triangle_count;
    info->obstacle_pairs += meets_obstacles(world, i) ? 1 : 0;
  }
  return EP_OK;
}

/// The box of a body's triangles, radii included; zeros if there are none.
static ep_box box_of(const ep_soup* soup)
{
  ep_box box = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  for (int32_t i = 0; i < 3 * soup->triangle_count; ++i)
  {
    const double* v = soup->vertices + 3 * (size_t)soup->triangles[i];
    const double r = soup->radii[i / 3];
    for (int k = 0; k < 3; ++k)
    {
      box.lo[k] = i == 0 ? v[k] - r : ep_min(box.lo[k], v[k] - r);
      box.hi[k] = i == 0 ? v[k] + r : ep_max(box.hi[k], v[k] + r);
    }
  }
  return box;
}

ep_status ep_world_get_body(const ep_world* world, int32_t body, ep_body_info* info)
{
  if (world == NULL || info == NULL || !world->frozen || body < 0 || body >= world->body_count)
  {
    return EP_ERROR_MISUSE;
  }
  const ep_body* b = &world->bodies[body];
  const bool is_link = b->kind == EP_BODY_LINK;
  *info = (ep_body_info){.kind = b->kind,
                         .name = b->name,
                         .machine = is_link ? b->machine : -1,
                         .link = is_link ? b->link : EP_NO_LINK,
                         .triangles = b->soup.triangle_count,
                         .open_triangles = b->soup.triangle_count,
                         .parts = b->island_count,
                         .closed_parts = b->soup.solid_count,
                         .box = box_of(&b->soup)};
  for (int32_t i = 0; i < b->soup.solid_count; ++i)
  {
    info->open_triangles -= b->soup.solids[i].triangle_count;
  }
  // What is thick is a ball or a capsule: solid by itself.
  for (int32_t i = 0; i < b->soup.triangle_count; ++i)
  {
    const bool is_thick = b->soup.radii[i] > 0.0;
    info->open_triangles -= is_thick;
    info->closed_parts += is_thick;
  }
  return EP_OK;
}

ep_status ep_world_get_pair(const ep_world* world, int32_t a, int32_t b, bool* checked,
                            double* clearance)
{
  if (world == NULL || checked == NULL || clearance == NULL || !world->frozen || a < 0 || b < 0 ||
      a >= world->body_count || b >= world->body_count)
  {
    return EP_ERROR_MISUSE;
  }
  // What cannot move has no row of its own.
  const int32_t row = world->rows[a] >= 0 ? a : b;
  const double demanded =
      world->rows[row] < 0 ? -1.0 : ep_world_pair_clearance(world, row, row == a ? b : a);
  *checked = demanded >= 0.0;
  *clearance = *checked ? demanded : 0.0;
  return EP_OK;
}
