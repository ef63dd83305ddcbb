/// @file scene_world.c
/// From a scene, or from a query in it, to a world and a checker.
#include "scene_internal.h"

#include "io_file.h"

#include <stdio.h>
#include <stdlib.h>

/// A world that is being made.
typedef struct maker
{
  const ep_scene* scene;
  const ep_scene_query* query; ///< NULL: the scene as it stands
  int32_t query_index;
  ep_world* world;
  int32_t* first_body; ///< of each robot
  ep_error* error;
} maker;

/// @name Bodies
/// @{

static ep_status add_robot(const maker* m, int32_t robot)
{
  const ep_scene_robot_entry* entry = &m->scene->robots[robot];
  int32_t index;
  ep_status status = ep_world_add_machine(m->world, entry->name, ep_robot_machine(entry->robot),
                                          &index, &m->first_body[robot], m->error);
  for (int32_t i = 0; i < ep_robot_shape_count(entry->robot) && status == EP_OK; ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(entry->robot, i);
    status = ep_world_add_link_shape(m->world, index, shape->link, &shape->geometry, m->error);
  }
  return status;
}

static ep_status add_rope(const maker* m, const ep_scene_rope* rope)
{
  const int32_t ends[2] = {m->first_body[rope->robot[0]] + rope->link[0],
                           m->first_body[rope->robot[1]] + rope->link[1]};
  return ep_world_add_rope(m->world, rope->name, ends, rope->point, rope->radius, NULL, m->error);
}

/// Whether there is such a query; EP_SCENE_NONE is none.
static bool is_good_query(const ep_scene* scene, int32_t query)
{
  return query == EP_SCENE_NONE || (query >= 0 && query < scene->query_count);
}

static bool is_attached(const ep_scene* scene, int32_t query, int32_t object)
{
  const ep_scene_query* q = query == EP_SCENE_NONE ? NULL : &scene->queries[query].query;
  for (int32_t i = 0; q != NULL && i < q->attachment_count; ++i)
  {
    if (q->attachments[i].object == object)
    {
      return true;
    }
  }
  return false;
}

ep_status ep_scene_place_object(const ep_scene* scene, int32_t query, int32_t object,
                                double matrix[16], ep_geometry_desc* geometry)
{
  if (scene == NULL || matrix == NULL || geometry == NULL || !is_good_query(scene, query) ||
      object < 0 || object >= scene->object_count)
  {
    return EP_ERROR_MISUSE;
  }
  const ep_scene_entry* entry = &scene->objects[object];
  if (is_attached(scene, query, object))
  {
    const ep_pose none = ep_pose_identity();
    *geometry = ep_scene_geometry_at(entry, &none, matrix);
  }
  else if (!entry->object.movable)
  {
    *geometry = entry->object.geometry;
  }
  else
  {
    const ep_pose pose = ep_scene_object_pose(scene, object, query);
    *geometry = ep_scene_geometry_at(entry, &pose, matrix);
  }
  return EP_OK;
}

static ep_status add_object(const maker* m, int32_t object)
{
  const char* name = m->scene->objects[object].object.name;
  double matrix[16];
  ep_geometry_desc geometry;
  (void)ep_scene_place_object(m->scene, m->query_index, object, matrix, &geometry);
  return is_attached(m->scene, m->query_index, object)
             ? ep_world_add_payload(m->world, name, &geometry, 1, NULL, m->error)
             : ep_world_add_obstacle(m->world, name, &geometry, 1, NULL, m->error);
}

static ep_status add_bodies(const maker* m)
{
  const ep_scene* scene = m->scene;
  ep_status status = EP_OK;
  for (int32_t i = 0; i < scene->robot_count && status == EP_OK; ++i)
  {
    status = add_robot(m, i);
  }
  for (int32_t i = 0; i < scene->rope_count && status == EP_OK; ++i)
  {
    status = add_rope(m, &scene->ropes[i]);
  }
  for (int32_t i = 0; i < scene->object_count && status == EP_OK; ++i)
  {
    status = add_object(m, i);
  }
  return status;
}

/// @}
/// @name Rules
/// Of all rules on a pair the last one counts: first what the SRDF says, then the scene's list of
/// allowed pairs, then its clearances, then what the query lets touch.
/// @{

static ep_status allow_disabled(const maker* m, int32_t robot)
{
  const ep_scene_robot_entry* entry = &m->scene->robots[robot];
  ep_status status = EP_OK;
  for (int32_t i = 0; i < ep_robot_disabled_count(entry->robot) && status == EP_OK; ++i)
  {
    const ep_robot_pair* pair = ep_robot_disabled(entry->robot, i);
    status = ep_world_allow(
        m->world, ep_world_body_name(m->world, m->first_body[robot] + pair->link[0]),
        ep_world_body_name(m->world, m->first_body[robot] + pair->link[1]), m->error);
  }
  return status;
}

static ep_status add_rule(const maker* m, const ep_scene_rule* rule)
{
  return rule->clearance < 0.0
             ? ep_world_allow(m->world, rule->a, rule->b, m->error)
             : ep_world_set_pair_clearance(m->world, rule->a, rule->b, rule->clearance, m->error);
}

static ep_status allow_touch(const maker* m, const ep_scene_attachment* a)
{
  const char* name = m->scene->objects[a->object].object.name;
  ep_status status = EP_OK;
  for (int32_t i = 0; i < a->touch_count && status == EP_OK; ++i)
  {
    status = ep_world_allow(m->world, name, a->touch[i], m->error);
  }
  return status;
}

static ep_status add_rules(const maker* m)
{
  const ep_scene* scene = m->scene;
  ep_status status = ep_world_allow_adjacent(m->world, !scene->check_adjacent);
  for (int32_t i = 0; i < scene->object_count && status == EP_OK; ++i)
  {
    const ep_scene_object* object = &scene->objects[i].object;
    if (object->clearance > 0.0)
    {
      status = ep_world_set_clearance(m->world, object->name, object->clearance, m->error);
    }
  }
  for (int32_t i = 0; i < scene->robot_count && status == EP_OK; ++i)
  {
    status = allow_disabled(m, i);
  }
  for (int32_t i = 0; i < scene->rule_count && status == EP_OK; ++i)
  {
    status = add_rule(m, &scene->rules[i]);
  }
  for (int32_t i = 0; m->query != NULL && i < m->query->attachment_count && status == EP_OK; ++i)
  {
    status = allow_touch(m, &m->query->attachments[i]);
  }
  return status;
}

/// @}

static ep_status fill(maker* m)
{
  ep_world_desc desc = ep_world_default();
  desc.tolerance = m->scene->tolerance;
  desc.clearance = m->scene->clearance;
  ep_status status = ep_world_create(&desc, &m->world, m->error);
  status = status != EP_OK ? status : add_bodies(m);
  status = status != EP_OK ? status : add_rules(m);
  return status != EP_OK ? status : ep_world_freeze(m->world, m->error);
}

ep_status ep_scene_make_world(const ep_scene* scene, int32_t query, ep_world** world,
                              ep_error* error)
{
  if (scene == NULL || world == NULL || !is_good_query(scene, query))
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE,
                        "ep_scene_make_world: a null pointer was passed, or query %d is not there",
                        (int)query);
  }
  *world = NULL;
  ep_error inner = {.status = EP_OK};
  maker m = {.scene = scene,
             .query = query == EP_SCENE_NONE ? NULL : &scene->queries[query].query,
             .query_index = query,
             .first_body = calloc((size_t)scene->robot_count + 1, sizeof(int32_t)),
             .error = &inner};
  if (m.first_body == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory", scene->path);
  }
  const ep_status status = fill(&m);
  free(m.first_body);
  if (status != EP_OK)
  {
    ep_world_destroy(m.world);
    return ep_envs_fail(error, status, "%s: %s", scene->path, inner.message);
  }
  *world = m.world;
  return ep_envs_ok(error);
}

/// @name Checkers
/// @{

static ep_status attach(const ep_scene* scene, const ep_scene_attachment* a, const ep_world* world,
                        ep_checker* checker, ep_error* error)
{
  const ep_scene_robot_entry* robot = &scene->robots[a->robot];
  const char* object = scene->objects[a->object].object.name;
  ep_link_info info = {.name = ""};
  char name[2 * EP_SCENE_NAME_MAX + 2];
  (void)ep_machine_link(ep_robot_machine(robot->robot), a->link, &info);
  snprintf(name, sizeof name, "%s/%s", robot->name, info.name);
  const int32_t payload = ep_world_find_body(world, object);
  const int32_t link = ep_world_find_body(world, name);
  if (payload == EP_NO_BODY || link == EP_NO_BODY)
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE, "%s: the world has no '%s': it is another scene's",
                        scene->path, payload == EP_NO_BODY ? object : name);
  }
  ep_error inner;
  const ep_status status = ep_checker_attach(checker, payload, link, &a->pose, &inner);
  return status == EP_OK
             ? EP_OK
             : ep_envs_fail(error, status, "%s: '%s': %s", scene->path, object, inner.message);
}

ep_status ep_scene_make_checker(const ep_scene* scene, int32_t query, const ep_world* world,
                                ep_checker** checker, ep_error* error)
{
  if (scene == NULL || world == NULL || checker == NULL || !is_good_query(scene, query))
  {
    return ep_envs_fail(
        error, EP_ERROR_MISUSE,
        "ep_scene_make_checker: a null pointer was passed, or query %d is not there", (int)query);
  }
  *checker = NULL;
  ep_checker* made = NULL;
  ep_status status = ep_checker_create(world, &made, error);
  const ep_scene_query* q = query == EP_SCENE_NONE ? NULL : &scene->queries[query].query;
  for (int32_t i = 0; q != NULL && i < q->attachment_count && status == EP_OK; ++i)
  {
    status = attach(scene, &q->attachments[i], world, made, error);
  }
  if (status != EP_OK)
  {
    ep_checker_destroy(made);
    return status;
  }
  *checker = made;
  return ep_envs_ok(error);
}

/// @}
