/// @file world_build.c
/// Making a world, and adding to it.
#include "world_world.h"
#include "base_arena.h"
#include "base_status.h"

#include <string.h>

#define NAME_MAX_LENGTH 255

ep_world_desc ep_world_default(void)
{
  return (ep_world_desc){.struct_size = sizeof(ep_world_desc), .tolerance = 1e-3};
}

void* ep_world_allocate(ep_world* world, size_t count, size_t size)
{
  return ep_block_allocate(&world->allocator, count * size);
}

static void release(ep_world* world, void* block)
{
  ep_block_release(&world->allocator, block);
}

static ep_status no_memory(const ep_world* world, ep_error* error)
{
  return ep_fail(error, EP_ERROR_MEMORY, "world of %d bodies: out of memory",
                 (int)world->body_count);
}

ep_status ep_world_create(const ep_world_desc* desc, ep_world** world, ep_error* error)
{
  if (desc == NULL || world == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_world_create: a null pointer was passed");
  }
  *world = NULL;
  if (desc->struct_size != sizeof(ep_world_desc) ||
      (desc->allocator.allocate == NULL) != (desc->allocator.release == NULL))
  {
    return ep_fail(
        error, EP_ERROR_MISUSE,
        "ep_world_create: struct_size is %u, not %u, or one memory hook is missing: start "
        "from ep_world_default()",
        (unsigned)desc->struct_size, (unsigned)sizeof(ep_world_desc));
  }
  if (!(desc->tolerance > 0.0 && desc->tolerance <= 1.0))
  {
    return ep_fail(error, EP_ERROR_INPUT, "world: tolerance %g is not between 0 and 1 m",
                   desc->tolerance);
  }
  if (!(desc->clearance >= 0.0 && desc->clearance <= EP_LENGTH_MAX))
  {
    return ep_fail(error, EP_ERROR_INPUT, "world: clearance %g is not a distance", desc->clearance);
  }
  ep_world* made = ep_block_allocate(&desc->allocator, sizeof(ep_world));
  if (made == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "world: out of memory");
  }
  made->allocator = desc->allocator;
  made->tolerance = desc->tolerance;
  made->clearance = desc->clearance;
  made->adjacent_allowed = true;
  *world = made;
  return ep_succeed(error);
}

static void clear_body(ep_world* world, ep_body* body)
{
  release(world, body->name);
  release(world, body->radii);
  ep_soup_clear(&body->soup);
  ep_bvh_clear(&body->bvh);
  ep_body_clear_inside(world, body);
}

void ep_world_destroy(ep_world* world)
{
  if (world == NULL)
  {
    return;
  }
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    clear_body(world, &world->bodies[i]);
  }
  for (int32_t i = 0; i < world->machine_count; ++i)
  {
    release(world, world->machines[i].name);
  }
  for (int32_t i = 0; i < world->rule_count; ++i)
  {
    release(world, world->rules[i].a);
    release(world, world->rules[i].b);
  }
  ep_world_clear_groups(world);
  release(world, world->bodies);
  release(world, world->machines);
  release(world, world->rules);
  release(world, world->rows);
  release(world, world->clearances);
  release(world, world->pairs);
  const ep_allocator allocator = world->allocator;
  ep_block_release(&allocator, world);
}

/// @name Growing
/// @{

/// Room for `more` further elements; false if there is no memory.
static bool reserve(ep_world* world, void** block, int32_t count, int32_t* capacity, int32_t more,
                    size_t size)
{
  if (count + more <= *capacity)
  {
    return true;
  }
  const int32_t wanted = 2 * (count + more);
  void* grown = ep_world_allocate(world, (size_t)wanted, size);
  if (grown == NULL)
  {
    return false;
  }
  if (*block != NULL)
  {
    memcpy(grown, *block, (size_t)count * size);
  }
  release(world, *block);
  *block = grown;
  *capacity = wanted;
  return true;
}

static bool reserve_bodies(ep_world* world, int32_t more)
{
  void* block = world->bodies;
  const bool good =
      reserve(world, &block, world->body_count, &world->body_capacity, more, sizeof(ep_body));
  world->bodies = block;
  return good;
}

static char* copied(ep_world* world, const char* first, const char* second)
{
  const size_t a = strlen(first);
  const size_t b = second == NULL ? 0 : strlen(second) + 1;
  char* copy = ep_world_allocate(world, a + b + 1, 1);
  if (copy != NULL)
  {
    memcpy(copy, first, a);
    if (second != NULL)
    {
      copy[a] = '/';
      memcpy(copy + a + 1, second, b);
    }
  }
  return copy;
}

/// @}
/// @name Checks
/// @{

/// The world exists and may still be changed.
static ep_status check_open(const ep_world* world, const char* call, ep_error* error)
{
  if (world == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "%s: a null pointer was passed", call);
  }
  if (world->frozen)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "%s: the world is frozen", call);
  }
  return EP_OK;
}

static ep_status check_name(const ep_world* world, const char* call, const char* name,
                            ep_error* error)
{
  if (name == NULL || name[0] == '\0' || strlen(name) > NAME_MAX_LENGTH)
  {
    return ep_fail(error, EP_ERROR_INPUT, "%s: a name of 1 to %d characters is needed", call,
                   NAME_MAX_LENGTH);
  }
  bool taken = ep_world_find_body(world, name) != EP_NO_BODY;
  for (int32_t i = 0; i < world->machine_count; ++i)
  {
    taken = taken || strcmp(world->machines[i].name, name) == 0;
  }
  if (taken)
  {
    return ep_fail(error, EP_ERROR_INPUT, "%s: there is a '%s' already", call, name);
  }
  return EP_OK;
}

/// No body may have the name that a link is going to have.
static ep_status check_link_names(const ep_world* world, const char* name,
                                  const ep_machine* machine, ep_error* error)
{
  const size_t length = strlen(name);
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    const char* other = world->bodies[i].name;
    for (int32_t link = 0; link < ep_machine_link_count(machine); ++link)
    {
      if (strncmp(other, name, length) == 0 && other[length] == '/' &&
          strcmp(other + length + 1, machine->names[link]) == 0)
      {
        return ep_fail(error, EP_ERROR_INPUT, "machine '%s': there is a '%s' already", name, other);
      }
    }
  }
  return EP_OK;
}

/// @}

static ep_status add_shaped(ep_world* world, ep_body_kind kind, const char* name,
                            const ep_geometry_desc* shapes, int32_t shape_count, int32_t* body,
                            ep_error* error)
{
  const char* what = kind == EP_BODY_OBSTACLE ? "obstacle" : "payload";
  ep_status status = check_open(world, what, error);
  status = status != EP_OK ? status : check_name(world, what, name, error);
  if (status != EP_OK)
  {
    return status;
  }
  if (shapes == NULL || shape_count < 1)
  {
    return ep_fail(error, EP_ERROR_INPUT, "%s '%s': it has no shape", what, name);
  }
  ep_body made = {.kind = kind, .machine = -1, .link = -1};
  made.soup = ep_soup_make(world->allocator);
  made.name = copied(world, name, NULL);
  status = made.name != NULL && reserve_bodies(world, 1) ? EP_OK : no_memory(world, error);
  for (int32_t i = 0; status == EP_OK && i < shape_count; ++i)
  {
    char title[NAME_MAX_LENGTH + 48];
    ep_write(title, sizeof title, shape_count > 1 ? "%s '%s': shape %d" : "%s '%s'", what, name,
             (int)i);
    status = ep_soup_add(&made.soup, &shapes[i], world->tolerance, title, error);
  }
  if (status != EP_OK)
  {
    clear_body(world, &made);
    return status;
  }
  if (body != NULL)
  {
    *body = world->body_count;
  }
  world->bodies[world->body_count++] = made;
  return ep_succeed(error);
}

ep_status ep_world_add_obstacle(ep_world* world, const char* name, const ep_geometry_desc* shapes,
                                int32_t shape_count, int32_t* body, ep_error* error)
{
  return add_shaped(world, EP_BODY_OBSTACLE, name, shapes, shape_count, body, error);
}

ep_status ep_world_add_payload(ep_world* world, const char* name, const ep_geometry_desc* shapes,
                               int32_t shape_count, int32_t* body, ep_error* error)
{
  return add_shaped(world, EP_BODY_PAYLOAD, name, shapes, shape_count, body, error);
}

/// Bodies for all links; those made are taken back if one fails.
static bool add_links(ep_world* world, int32_t index, const char* name, const ep_machine* machine)
{
  const int32_t first = world->body_count;
  const int32_t count = ep_machine_link_count(machine);
  if (!reserve_bodies(world, count))
  {
    return false;
  }
  for (int32_t link = 0; link < count; ++link)
  {
    ep_body made = {.kind = EP_BODY_LINK, .machine = index, .link = link};
    made.soup = ep_soup_make(world->allocator);
    made.name = copied(world, name, machine->names[link]);
    if (made.name == NULL)
    {
      while (world->body_count > first)
      {
        clear_body(world, &world->bodies[--world->body_count]);
      }
      return false;
    }
    world->bodies[world->body_count++] = made;
  }
  return true;
}

ep_status ep_world_add_machine(ep_world* world, const char* name, const ep_machine* machine,
                               int32_t* index, int32_t* first_body, ep_error* error)
{
  ep_status status = check_open(world, "machine", error);
  status = status != EP_OK ? status : check_name(world, "machine", name, error);
  if (status != EP_OK)
  {
    return status;
  }
  if (machine == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "machine '%s': a null pointer was passed", name);
  }
  status = check_link_names(world, name, machine, error);
  if (status != EP_OK)
  {
    return status;
  }
  void* block = world->machines;
  bool good = reserve(world, &block, world->machine_count, &world->machine_capacity, 1,
                      sizeof(ep_world_machine));
  world->machines = block;
  char* copy = copied(world, name, NULL);
  good = good && copy != NULL && add_links(world, world->machine_count, name, machine);
  if (!good)
  {
    release(world, copy);
    return no_memory(world, error);
  }
  const int32_t first = world->body_count - ep_machine_link_count(machine);
  world->machines[world->machine_count] =
      (ep_world_machine){machine, copy, world->config_size, first};
  world->config_size += ep_machine_config_size(machine);
  if (index != NULL)
  {
    *index = world->machine_count;
  }
  if (first_body != NULL)
  {
    *first_body = first;
  }
  ++world->machine_count;
  return ep_succeed(error);
}

ep_status ep_world_add_link_shape(ep_world* world, int32_t machine, int32_t link,
                                  const ep_geometry_desc* shape, ep_error* error)
{
  const ep_status status = check_open(world, "link shape", error);
  if (status != EP_OK)
  {
    return status;
  }
  if (machine < 0 || machine >= world->machine_count || shape == NULL || link < 0 ||
      link >= ep_machine_link_count(world->machines[machine].machine))
  {
    return ep_fail(error, EP_ERROR_MISUSE, "link shape: machine %d has no link %d, or no shape",
                   (int)machine, (int)link);
  }
  ep_body* body = &world->bodies[world->machines[machine].first_body + link];
  char title[2 * NAME_MAX_LENGTH + 16];
  ep_write(title, sizeof title, "link '%s'", body->name);
  return ep_soup_add(&body->soup, shape, world->tolerance, title, error);
}

ep_status ep_world_add_rope(ep_world* world, const char* name, const int32_t link_body[2],
                            const double point[2][3], double radius, int32_t* body, ep_error* error)
{
  ep_status status = check_open(world, "rope", error);
  status = status != EP_OK ? status : check_name(world, "rope", name, error);
  if (status != EP_OK)
  {
    return status;
  }
  if (link_body == NULL || point == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "rope '%s': a null pointer was passed", name);
  }
  ep_body made = {.kind = EP_BODY_ROPE, .machine = -1, .link = -1, .rope_radius = radius};
  for (int end = 0; end < 2; ++end)
  {
    const int32_t at = link_body[end];
    if (at < 0 || at >= world->body_count || world->bodies[at].kind != EP_BODY_LINK)
    {
      return ep_fail(error, EP_ERROR_INPUT, "rope '%s': end %d: body %d is not a link", name, end,
                     (int)at);
    }
    for (int k = 0; k < 3; ++k)
    {
      if (!(fabs(point[end][k]) <= EP_LENGTH_MAX))
      {
        return ep_fail(error, EP_ERROR_INPUT,
                       "rope '%s': end %d: point %g %g %g is not within %g m", name, end,
                       point[end][0], point[end][1], point[end][2], EP_LENGTH_MAX);
      }
    }
    made.end_body[end] = at;
    ep_vec_copy(made.end_point[end], point[end]);
  }
  if (!(radius >= 0.0 && radius <= EP_LENGTH_MAX))
  {
    return ep_fail(error, EP_ERROR_INPUT, "rope '%s': radius %g is not a length", name, radius);
  }
  made.soup = ep_soup_make(world->allocator);
  made.name = copied(world, name, NULL);
  if (made.name == NULL || !reserve_bodies(world, 1))
  {
    release(world, made.name);
    return no_memory(world, error);
  }
  if (body != NULL)
  {
    *body = world->body_count;
  }
  world->bodies[world->body_count++] = made;
  return ep_succeed(error);
}

/// @name Rules
/// @{

static ep_status add_rule(ep_world* world, const char* a, const char* b, double clearance,
                          ep_error* error)
{
  void* block = world->rules;
  const bool good =
      reserve(world, &block, world->rule_count, &world->rule_capacity, 1, sizeof(ep_rule));
  world->rules = block;
  ep_rule rule = {copied(world, a, NULL), b == NULL ? NULL : copied(world, b, NULL), clearance};
  if (!good || rule.a == NULL || (b != NULL && rule.b == NULL))
  {
    release(world, rule.a);
    release(world, rule.b);
    return no_memory(world, error);
  }
  world->rules[world->rule_count++] = rule;
  return ep_succeed(error);
}

ep_status ep_world_allow(ep_world* world, const char* a, const char* b, ep_error* error)
{
  const ep_status status = check_open(world, "ep_world_allow", error);
  if (status != EP_OK)
  {
    return status;
  }
  if (a == NULL || b == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_world_allow: a null pointer was passed");
  }
  return add_rule(world, a, b, -1.0, error);
}

ep_status ep_world_allow_adjacent(ep_world* world, bool allow)
{
  if (world == NULL || world->frozen)
  {
    return EP_ERROR_MISUSE;
  }
  world->adjacent_allowed = allow;
  return EP_OK;
}

static ep_status check_clearance(const char* what, double clearance, ep_error* error)
{
  if (clearance >= 0.0 && clearance <= EP_LENGTH_MAX)
  {
    return EP_OK;
  }
  return ep_fail(error, EP_ERROR_INPUT, "clearance of '%s': %g is not a distance", what, clearance);
}

ep_status ep_world_set_clearance(ep_world* world, const char* pattern, double clearance,
                                 ep_error* error)
{
  ep_status status = check_open(world, "ep_world_set_clearance", error);
  if (status == EP_OK && pattern == NULL)
  {
    status = ep_fail(error, EP_ERROR_MISUSE, "ep_world_set_clearance: a null pointer was passed");
  }
  status = status != EP_OK ? status : check_clearance(pattern, clearance, error);
  return status != EP_OK ? status : add_rule(world, pattern, NULL, clearance, error);
}

ep_status ep_world_set_pair_clearance(ep_world* world, const char* a, const char* b,
                                      double clearance, ep_error* error)
{
  ep_status status = check_open(world, "ep_world_set_pair_clearance", error);
  if (status == EP_OK && (a == NULL || b == NULL))
  {
    status =
        ep_fail(error, EP_ERROR_MISUSE, "ep_world_set_pair_clearance: a null pointer was passed");
  }
  status = status != EP_OK ? status : check_clearance(a, clearance, error);
  return status != EP_OK ? status : add_rule(world, a, b, clearance, error);
}

/// @}
