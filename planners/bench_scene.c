/// @file bench_scene.c
#include "bench_scene.h"

#include "bench_edges.h"

static ep_status load(const bench* b, const char* file, bench_scene* scene, ep_error* error)
{
  char path[1024];
  *scene = (bench_scene){.query = EP_SCENE_NONE};
  snprintf(path, sizeof path, "%s/%s", b->options->scenes, file);
  return ep_scene_load(path, NULL, &scene->scene, error);
}

ep_status bench_scene_load(const bench* b, const char* file, const char* query, bench_scene* scene,
                           ep_error* error)
{
  ep_status status = load(b, file, scene, error);
  if (status == EP_OK && query != NULL)
  {
    scene->query = ep_scene_find_query(scene->scene, query);
    status = scene->query == EP_SCENE_NONE
                 ? bench_refuse(error, EP_ERROR_INPUT, "%s has no query '%s'", file, query)
                 : EP_OK;
  }
  status = status == EP_OK ? ep_scene_make_world(scene->scene, scene->query, &scene->world, error)
                           : status;
  if (status != EP_OK)
  {
    bench_scene_clear(scene);
  }
  return status;
}

static ep_status add_objects(const bench_scene* s, ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < ep_scene_object_count(s->scene) && status == EP_OK; ++i)
  {
    const ep_scene_object* object = ep_scene_get_object(s->scene, i);
    status = ep_world_add_obstacle(s->world, object->name, &object->geometry, 1, NULL, error);
  }
  return status;
}

static ep_status add_robots(const bench_scene* s, ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < ep_scene_robot_count(s->scene) && status == EP_OK; ++i)
  {
    int32_t machine;
    const ep_robot* robot = ep_scene_robot(s->scene, i);
    status = ep_world_add_machine(s->world, ep_scene_robot_name(s->scene, i),
                                  ep_robot_machine(robot), &machine, NULL, error);
    for (int32_t k = 0; k < ep_robot_shape_count(robot) && status == EP_OK; ++k)
    {
      const ep_robot_shape* shape = ep_robot_get_shape(robot, k);
      status = ep_world_add_link_shape(s->world, machine, shape->link, &shape->geometry, error);
    }
  }
  return status == EP_OK ? ep_world_allow(s->world, "*/*", "*/*", error) : status;
}

ep_status bench_scene_load_outer(const bench* b, const char* file, bench_scene* scene,
                                 ep_error* error)
{
  const ep_world_desc desc = ep_world_default();
  ep_status status = load(b, file, scene, error);
  status = status == EP_OK ? ep_world_create(&desc, &scene->world, error) : status;
  status = status == EP_OK ? add_objects(scene, error) : status;
  status = status == EP_OK ? add_robots(scene, error) : status;
  status = status == EP_OK ? ep_world_freeze(scene->world, error) : status;
  if (status != EP_OK)
  {
    bench_scene_clear(scene);
  }
  return status;
}

void bench_scene_clear(bench_scene* scene)
{
  ep_world_destroy(scene->world);
  ep_scene_destroy(scene->scene);
  *scene = (bench_scene){.query = EP_SCENE_NONE};
}

ep_status bench_scene_own(const bench_scene* scene, ep_method method, ep_mode mode,
                          uint32_t switches, bench_own* own, ep_error* error)
{
  ep_checker* checker;
  *own = (bench_own){0};
  const ep_status status =
      ep_scene_make_checker(scene->scene, scene->query, scene->world, &checker, error);
  if (status == EP_OK)
  {
    bench_own_take(own, checker, method, mode, switches);
  }
  return status;
}

ep_status bench_scene_edges(const bench* b, const bench_scene* scene, const char* file,
                            int32_t limit, ep_edges* edges, ep_error* error)
{
  char path[1024];
  ep_edges all;
  snprintf(path, sizeof path, "%s/%s", b->options->scenes, file);
  const ep_status status = ep_edges_load(path, scene->scene, &all, error);
  if (status != EP_OK)
  {
    return status;
  }
  edges->config_size = all.config_size;
  const int32_t wanted = all.count < limit ? all.count : limit;
  const bool room = bench_edges_grow(edges, wanted);
  for (int32_t i = 0; i < wanted && room; ++i)
  {
    const size_t at = (size_t)((int64_t)i * all.count / wanted) * (size_t)all.config_size;
    bench_edges_add(edges, all.q0 + at, all.q1 + at);
  }
  ep_edges_clear(&all);
  return room ? EP_OK : bench_refuse(error, EP_ERROR_MEMORY, "%s: no memory for edges", file);
}
