/// @file fcl_world.c
/// Makes the scene in FCL: objects, and which pairs of them are checked.
#include "fcl_world_parts.h"

#include <stdio.h>
#include <string.h>

/// A world that is being made.
typedef struct maker
{
  const ep_scene* scene;
  int32_t query;
  ep_fcl_world* made;
  ep_error* error;
} maker;

ep_status ep_fcl_refused(const ep_shim_error* from, const char* name, ep_error* error)
{
  return ep_plugin_fail(error, from->result == EP_SHIM_MEMORY ? EP_ERROR_MEMORY : EP_ERROR_INPUT,
                        "%s: %.400s", name, from->message);
}

ep_fcl_transform ep_fcl_transform_times(const ep_fcl_transform* first,
                                        const ep_fcl_transform* second)
{
  ep_fcl_transform product;
  for (int i = 0; i < 3; ++i)
  {
    const double* row = first->rotation[i];
    for (int k = 0; k < 3; ++k)
    {
      product.rotation[i][k] = row[0] * second->rotation[0][k] + row[1] * second->rotation[1][k] +
                               row[2] * second->rotation[2][k];
    }
    product.position[i] = row[0] * second->position[0] + row[1] * second->position[1] +
                          row[2] * second->position[2] + first->position[i];
  }
  return product;
}

ep_box ep_fcl_box_moved(const ep_box* box, const ep_fcl_transform* by)
{
  double center[3];
  double half[3];
  ep_box moved;
  for (int k = 0; k < 3; ++k)
  {
    center[k] = 0.5 * (box->lo[k] + box->hi[k]);
    half[k] = 0.5 * (box->hi[k] - box->lo[k]);
  }
  for (int i = 0; i < 3; ++i)
  {
    const double* row = by->rotation[i];
    const double at =
        row[0] * center[0] + row[1] * center[1] + row[2] * center[2] + by->position[i];
    const double reach = fabs(row[0]) * half[0] + fabs(row[1]) * half[1] + fabs(row[2]) * half[2];
    moved.lo[i] = at - reach;
    moved.hi[i] = at + reach;
  }
  return moved;
}

/// @name Objects
/// @{

/// Room for one more.
static ep_fcl_object* next_object(const maker* m)
{
  ep_fcl_world* made = m->made;
  if (made->object_count == made->object_capacity)
  {
    const int32_t capacity = 2 * made->object_capacity + 16;
    ep_fcl_object* grown = realloc(made->objects, (size_t)capacity * sizeof *grown);
    if (grown == NULL)
    {
      (void)ep_plugin_fail(m->error, EP_ERROR_MEMORY, "a scene in FCL: out of memory");
      return NULL;
    }
    made->objects = grown;
    made->object_capacity = capacity;
  }
  ep_fcl_object* object = &made->objects[made->object_count];
  memset(object, 0, sizeof *object);
  return object;
}

/// Where an object hangs: on a link, or with machine -1 nowhere. `hung` is where in the link's
/// frame its own is; NULL where they are the same.
typedef struct hook
{
  int32_t body;
  int32_t machine;
  int32_t link;
  const ep_fcl_transform* hung;
} hook;

/// Adds a geometry, which belongs to the world from now on.
static ep_status add_object(const maker* m, const hook* at, ep_fcl_geometry* geometry,
                            const ep_fcl_transform* local, const ep_box* box)
{
  ep_fcl_object* object = next_object(m);
  if (object == NULL)
  {
    ep_fcl_geometry_destroy(geometry);
    return EP_ERROR_MEMORY;
  }
  ++m->made->object_count;
  object->body = at->body;
  object->machine = at->machine;
  object->link = at->link;
  object->carrier = at->machine < 0 ? EP_FCL_RESTS : EP_FCL_ON_LINK;
  object->geometry = geometry;
  object->local = at->hung == NULL ? *local : ep_fcl_transform_times(at->hung, local);
  object->box = *box;
  const ep_box in_link = ep_fcl_box_moved(box, &object->local);
  if (at->machine < 0)
  {
    object->box = in_link;
    return EP_OK;
  }
  return ep_machine_node_radii(m->made->machines[at->machine].machine, at->link, &in_link,
                               &object->radii);
}

static ep_status add_soup(const maker* m, const hook* at, const ep_fcl_soup* soup)
{
  const ep_fcl_transform here = ep_fcl_transform_identity();
  const char* name = ep_world_body_name(m->made->world, at->body);
  ep_fcl_geometry* geometry;
  ep_box box;
  const ep_status status = ep_fcl_soup_make(soup, name, &geometry, &box, &m->made->info, m->error);
  return status != EP_OK ? status : add_object(m, at, geometry, &here, &box);
}

/// A shape that FCL has becomes an object, any other one goes into the soup.
static ep_status add_shape(const maker* m, const hook* at, const ep_geometry_desc* shape,
                           ep_fcl_soup* soup)
{
  const char* name = ep_world_body_name(m->made->world, at->body);
  ep_fcl_geometry* geometry;
  ep_fcl_transform local;
  ep_box box;
  const ep_status status = ep_fcl_shape_make(shape, name, &geometry, &local, &box, m->error);
  if (status != EP_OK)
  {
    return status;
  }
  return geometry != NULL ? add_object(m, at, geometry, &local, &box)
                          : ep_fcl_soup_add(soup, shape, name, m->error);
}

/// All of a link's meshes make one tree.
static ep_status add_link(const maker* m, int32_t machine, int32_t link)
{
  const ep_robot* robot = ep_scene_robot(m->scene, machine);
  const hook at = {m->made->machines[machine].first_body + link, machine, link, NULL};
  ep_fcl_soup soup = {.vertices = NULL};
  ep_status status = EP_OK;
  for (int32_t i = 0; i < ep_robot_shape_count(robot) && status == EP_OK; ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
    if (shape->link == link)
    {
      status = add_shape(m, &at, &shape->geometry, &soup);
    }
  }
  if (status == EP_OK && soup.triangle_count > 0)
  {
    status = add_soup(m, &at, &soup);
  }
  ep_fcl_soup_clear(&soup);
  return status;
}

static ep_status add_links(const maker* m)
{
  ep_status status = EP_OK;
  for (int32_t r = 0; r < m->made->machine_count; ++r)
  {
    const int32_t links = ep_machine_link_count(m->made->machines[r].machine);
    for (int32_t link = 0; link < links && status == EP_OK; ++link)
    {
      status = add_link(m, r, link);
    }
  }
  return status;
}

static ep_status add_ropes(const maker* m)
{
  for (int32_t i = 0; i < ep_scene_rope_count(m->scene); ++i)
  {
    const ep_scene_rope* rope = ep_scene_get_rope(m->scene, i);
    ep_fcl_object* object = next_object(m);
    if (object == NULL)
    {
      return EP_ERROR_MEMORY;
    }
    object->body = ep_world_find_body(m->made->world, rope->name);
    object->carrier = EP_FCL_ROPE;
    object->radius = rope->radius;
    for (int end = 0; end < 2; ++end)
    {
      object->end[end] = (ep_fcl_anchor){rope->robot[end], rope->link[end], {0.0, 0.0, 0.0}};
      memcpy(object->end[end].point, rope->point[end], sizeof object->end[end].point);
    }
    ++m->made->object_count;
  }
  return EP_OK;
}

static const ep_scene_attachment* attachment_of(const maker* m, int32_t object)
{
  const ep_scene_query* query =
      m->query == EP_SCENE_NONE ? NULL : ep_scene_get_query(m->scene, m->query);
  for (int32_t i = 0; query != NULL && i < query->attachment_count; ++i)
  {
    if (query->attachments[i].object == object)
    {
      return &query->attachments[i];
    }
  }
  return NULL;
}

static ep_status add_thing(const maker* m, int32_t thing)
{
  double matrix[16];
  ep_geometry_desc shape;
  ep_status status = ep_scene_place_object(m->scene, m->query, thing, matrix, &shape);
  if (status != EP_OK)
  {
    return status;
  }
  hook at = {ep_world_find_body(m->made->world, ep_scene_get_object(m->scene, thing)->name), -1,
             EP_NO_LINK, NULL};
  ep_fcl_transform pose;
  const ep_scene_attachment* hung = attachment_of(m, thing);
  if (hung != NULL)
  {
    (void)ep_fcl_transform_set(hung->pose.rotation, hung->pose.position, &pose, NULL);
    at = (hook){at.body, hung->robot, hung->link, &pose};
  }
  ep_fcl_soup soup = {.vertices = NULL};
  status = add_shape(m, &at, &shape, &soup);
  if (status == EP_OK && soup.triangle_count > 0)
  {
    status = add_soup(m, &at, &soup);
  }
  ep_fcl_soup_clear(&soup);
  return status;
}

static ep_status add_things(const maker* m)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < ep_scene_object_count(m->scene) && status == EP_OK; ++i)
  {
    status = add_thing(m, i);
  }
  return status;
}

/// @}
/// @name Pairs
/// @{

/// Whether one is what a query hangs on the other's link.
static bool hangs_on(const maker* m, const ep_fcl_object* load, const ep_fcl_object* link)
{
  ep_body_info info;
  return load->carrier == EP_FCL_ON_LINK && link->carrier == EP_FCL_ON_LINK &&
         load->machine == link->machine && load->link == link->link &&
         ep_world_get_body(m->made->world, load->body, &info) == EP_OK &&
         info.kind == EP_BODY_PAYLOAD;
}

/// What is demanded of two objects; negative if they are not checked.
static double demanded(const maker* m, const ep_fcl_object* a, const ep_fcl_object* b)
{
  bool checked = false;
  double clearance = 0.0;
  (void)ep_world_get_pair(m->made->world, a->body, b->body, &checked, &clearance);
  // What a query hangs on a link may touch it.
  return checked && !hangs_on(m, a, b) && !hangs_on(m, b, a) ? clearance : -1.0;
}

/// What hangs on many joints moves most, and hits first.
static int32_t reach_of(const ep_fcl_world* made, const ep_fcl_object* object)
{
  ep_link_info info = {.depth = 0};
  const bool is_rope = object->carrier == EP_FCL_ROPE;
  if (object->carrier != EP_FCL_RESTS)
  {
    const int32_t machine = is_rope ? object->end[1].machine : object->machine;
    (void)ep_machine_link(made->machines[machine].machine,
                          is_rope ? object->end[1].link : object->link, &info);
  }
  return info.depth;
}

/// Adds the pairs whose deeper object hangs on this many joints.
static void add_pairs_of_depth(const maker* m, int32_t depth, const int32_t* depths)
{
  ep_fcl_world* made = m->made;
  for (int32_t i = 0; i < made->object_count; ++i)
  {
    for (int32_t k = 0; k < made->object_count && made->objects[i].carrier != EP_FCL_RESTS; ++k)
    {
      const bool twice = k <= i && made->objects[k].carrier != EP_FCL_RESTS;
      const int32_t deepest = depths[i] > depths[k] ? depths[i] : depths[k];
      const double clearance =
          twice || deepest != depth ? -1.0 : demanded(m, &made->objects[i], &made->objects[k]);
      if (clearance >= 0.0)
      {
        made->pairs[made->pair_count++] = (ep_fcl_object_pair){{i, k}, clearance};
      }
    }
  }
}

static ep_status list_pairs(const maker* m)
{
  ep_fcl_world* made = m->made;
  const size_t count = (size_t)made->object_count;
  int32_t* depths = malloc((count + 1) * sizeof *depths);
  size_t moving = 0;
  for (size_t i = 0; i < count; ++i)
  {
    moving += made->objects[i].carrier != EP_FCL_RESTS;
  }
  made->pairs = malloc((moving * count + 1) * sizeof *made->pairs);
  if (depths == NULL || made->pairs == NULL)
  {
    free(depths);
    return ep_plugin_fail(m->error, EP_ERROR_MEMORY, "a scene in FCL: no room for pairs");
  }
  int32_t most = 0;
  for (int32_t i = 0; i < made->object_count; ++i)
  {
    depths[i] = reach_of(made, &made->objects[i]);
    most = depths[i] > most ? depths[i] : most;
  }
  for (int32_t depth = most; depth >= 0; --depth)
  {
    add_pairs_of_depth(m, depth, depths);
  }
  free(depths);
  made->info.objects = made->object_count;
  made->info.pairs = made->pair_count;
  return EP_OK;
}

/// @}

/// Bodies of the scene's worlds are the links, then the ropes, then the objects.
static bool is_its_world(const ep_scene* scene, const ep_world* world)
{
  int32_t links = 0;
  for (int32_t i = 0; i < ep_scene_robot_count(scene); ++i)
  {
    links += ep_machine_link_count(ep_robot_machine(ep_scene_robot(scene, i)));
  }
  bool same = ep_world_body_count(world) ==
                  links + ep_scene_rope_count(scene) + ep_scene_object_count(scene) &&
              ep_world_config_size(world) == ep_scene_config_size(scene);
  for (int32_t i = 0; i < ep_scene_rope_count(scene) && same; ++i)
  {
    same = ep_world_find_body(world, ep_scene_get_rope(scene, i)->name) != EP_NO_BODY;
  }
  for (int32_t i = 0; i < ep_scene_object_count(scene) && same; ++i)
  {
    same = ep_world_find_body(world, ep_scene_get_object(scene, i)->name) != EP_NO_BODY;
  }
  return same;
}

static ep_status list_machines(const maker* m)
{
  ep_fcl_world* made = m->made;
  made->machine_count = ep_scene_robot_count(m->scene);
  made->machines = calloc((size_t)made->machine_count + 1, sizeof *made->machines);
  if (made->machines == NULL)
  {
    return ep_plugin_fail(m->error, EP_ERROR_MEMORY, "a scene in FCL: out of memory");
  }
  int32_t values = 0;
  for (int32_t i = 0; i < made->machine_count; ++i)
  {
    const ep_machine* machine = ep_robot_machine(ep_scene_robot(m->scene, i));
    made->machines[i] = (ep_fcl_machine){machine, values, made->link_count, made->link_count};
    values += ep_machine_config_size(machine);
    made->link_count += ep_machine_link_count(machine);
  }
  return EP_OK;
}

static ep_status fill(const maker* m)
{
  ep_status status = list_machines(m);
  status = status != EP_OK ? status : add_links(m);
  status = status != EP_OK ? status : add_ropes(m);
  status = status != EP_OK ? status : add_things(m);
  return status != EP_OK ? status : list_pairs(m);
}

ep_status ep_fcl_world_create(const ep_scene* scene, int32_t query, const ep_world* world,
                              ep_fcl_world** result, ep_error* error)
{
  if (result != NULL)
  {
    *result = NULL;
  }
  if (scene == NULL || world == NULL || result == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE, "ep_fcl_world_create: a null pointer was passed");
  }
  bool checked;
  double clearance;
  if ((query != EP_SCENE_NONE && ep_scene_get_query(scene, query) == NULL) ||
      !is_its_world(scene, world) || ep_world_get_pair(world, 0, 0, &checked, &clearance) != EP_OK)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_fcl_world_create: %s has no query %d, or the world is another "
                          "scene's or not frozen",
                          ep_scene_path(scene), (int)query);
  }
  ep_fcl_world* made = calloc(1, sizeof *made);
  if (made == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "a scene in FCL: out of memory");
  }
  made->scene = scene;
  made->world = world;
  const maker m = {scene, query, made, error};
  const ep_status status = fill(&m);
  if (status != EP_OK)
  {
    ep_fcl_world_destroy(made);
    return status;
  }
  *result = made;
  return ep_plugin_ok(error);
}

void ep_fcl_world_destroy(ep_fcl_world* world)
{
  if (world == NULL)
  {
    return;
  }
  for (int32_t i = 0; i < world->object_count; ++i)
  {
    ep_fcl_geometry_destroy(world->objects[i].geometry);
  }
  free(world->objects);
  free(world->pairs);
  free(world->machines);
  free(world);
}

ep_fcl_world_info ep_fcl_world_get_info(const ep_fcl_world* world)
{
  return world == NULL ? (ep_fcl_world_info){.objects = 0} : world->info;
}
