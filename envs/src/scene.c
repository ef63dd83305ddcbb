/// @file scene.c
/// Loading a scene, and asking it about itself.
#include "scene_internal.h"

#include "io_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ep_scene_options ep_scene_options_default(void)
{
  return (ep_scene_options){.struct_size = sizeof(ep_scene_options),
                            .mesh = ep_mesh_options_default()};
}

/// @name Loading
/// @{

static ep_status read_demands(const ep_yaml_subject* s, ep_scene* scene)
{
  const ep_yaml_node* clearance = ep_yaml_get(s->node, "clearance");
  const ep_yaml_node* tolerance = ep_yaml_get(s->node, "tolerance");
  ep_status status = ep_yaml_number(s, clearance, &scene->clearance);
  status = status != EP_OK ? status : ep_yaml_number(s, tolerance, &scene->tolerance);
  status = status != EP_OK
               ? status
               : ep_yaml_bool(s, ep_yaml_get(s->node, "check_adjacent"), &scene->check_adjacent);
  if (status == EP_OK && !(scene->clearance >= 0.0 && scene->clearance <= EP_LENGTH_MAX))
  {
    return ep_yaml_fail(s, clearance, "%s is not a distance", clearance->text);
  }
  if (status == EP_OK && !(scene->tolerance > 0.0 && scene->tolerance <= 1.0))
  {
    return ep_yaml_fail(s, tolerance, "%s is not between 0 and 1 m", tolerance->text);
  }
  return status;
}

static ep_status read_planner(const ep_yaml_subject* s, ep_scene* scene)
{
  static const char* const known[] = {"name", "time", "seed", NULL};
  ep_scene_planner* planner = &scene->planner;
  *planner = (ep_scene_planner){.name = "", .time = (double)NAN};
  const ep_yaml_node* node = ep_yaml_get(s->node, "planner");
  const ep_status status = ep_yaml_check_keys(s, node, known);
  if (status != EP_OK || node == NULL)
  {
    return status;
  }
  const char* name = "";
  const ep_yaml_node* seed = ep_yaml_get(node, "seed");
  ep_status more = ep_yaml_text(s, ep_yaml_get(node, "name"), &name);
  more = more != EP_OK ? more : ep_yaml_positive(s, ep_yaml_get(node, "time"), &planner->time);
  more = more != EP_OK ? more : ep_yaml_integer(s, seed, &planner->seed);
  if (more == EP_OK && seed != NULL && planner->seed < 1)
  {
    return ep_yaml_fail(s, seed, "%s must be 1 or more", seed->text);
  }
  planner->name = ep_pool_string(&scene->pool, name);
  return more == EP_OK && planner->name == NULL ? ep_yaml_no_memory(s) : more;
}

/// The key `name`, or the file's name without folder and ending.
static ep_status read_title(const ep_yaml_subject* s, ep_scene* scene)
{
  const char* slash = strrchr(s->path, '/');
  const char* name = slash == NULL ? s->path : slash + 1;
  const char* dot = strrchr(name, '.');
  size_t length = dot == NULL || dot == name ? strlen(name) : (size_t)(dot - name);
  const ep_yaml_node* node = ep_yaml_get(s->node, "name");
  const ep_status status = ep_yaml_text(s, node, &name);
  length = node == NULL || status != EP_OK ? length : strlen(name);
  scene->name = status != EP_OK ? "" : ep_pool_text(&scene->pool, name, length);
  return scene->name == NULL ? ep_yaml_no_memory(s) : status;
}

/// Robots first: names of links and joints are needed by everything else.
static ep_status read_file(ep_scene_loader* l, const ep_yaml_node* root)
{
  static const char* const known[] = {"name",    "clearance", "tolerance", "check_adjacent",
                                      "robots",  "obstacles", "allowed",   "clearances",
                                      "queries", "planner",   NULL};
  ep_scene* scene = l->scene;
  const ep_yaml_subject s = {scene->path, NULL, root, l->error};
  const ep_yaml_node* robots = NULL;
  ep_status status = ep_yaml_check_keys(&s, root, known);
  status = status != EP_OK ? status : read_title(&s, scene);
  status = status != EP_OK ? status : read_demands(&s, scene);
  status = status != EP_OK ? status : read_planner(&s, scene);
  status = status != EP_OK ? status : ep_yaml_need(&s, root, "robots", &robots);
  status = status != EP_OK ? status : ep_scene_read_robots(l, robots);
  status = status != EP_OK ? status : ep_scene_read_objects(l, ep_yaml_get(root, "obstacles"));
  status = status != EP_OK ? status : ep_scene_read_allowed(l, ep_yaml_get(root, "allowed"));
  status = status != EP_OK ? status : ep_scene_read_clearances(l, ep_yaml_get(root, "clearances"));
  status = status != EP_OK ? status : ep_scene_read_queries(l, ep_yaml_get(root, "queries"));
  return status != EP_OK || !l->options->strict
             ? status
             : ep_report_refuse_warnings(scene->report, l->error);
}

static ep_scene* make_scene(const char* path, const ep_scene_options* options)
{
  ep_scene* scene = calloc(1, sizeof *scene);
  if (scene == NULL)
  {
    return NULL;
  }
  scene->tolerance = ep_world_default().tolerance;
  scene->linear = options->linear;
  scene->report = ep_report_create();
  scene->path = ep_pool_string(&scene->pool, path);
  if (scene->report == NULL || scene->path == NULL)
  {
    ep_scene_destroy(scene);
    return NULL;
  }
  return scene;
}

ep_status ep_scene_load(const char* path, const ep_scene_options* options, ep_scene** scene,
                        ep_error* error)
{
  if (path == NULL || scene == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE, "ep_scene_load: a null pointer was passed");
  }
  *scene = NULL;
  const ep_scene_options standard = ep_scene_options_default();
  ep_scene_loader l = {.options = options != NULL ? options : &standard, .error = error};
  if (l.options->struct_size != sizeof(ep_scene_options))
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE,
                        "ep_scene_load: struct_size is %u, not %u: start from "
                        "ep_scene_options_default()",
                        (unsigned)l.options->struct_size, (unsigned)sizeof(ep_scene_options));
  }
  ep_yaml* tree;
  ep_scene_progress(&l, path);
  ep_status status = ep_yaml_load(path, &tree, error);
  if (status != EP_OK)
  {
    return status;
  }
  l.scene = make_scene(path, l.options);
  status = l.scene != NULL ? read_file(&l, ep_yaml_root(tree))
                           : ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory", path);
  ep_yaml_destroy(tree);
  if (status != EP_OK)
  {
    ep_scene_destroy(l.scene);
    return status;
  }
  *scene = l.scene;
  return ep_envs_ok(error);
}

void ep_scene_destroy(ep_scene* scene)
{
  if (scene == NULL)
  {
    return;
  }
  for (int32_t i = 0; i < scene->object_count; ++i)
  {
    ep_mesh_clear(&scene->objects[i].mesh);
  }
  for (int32_t i = 0; i < scene->robot_count; ++i)
  {
    ep_robot_destroy(scene->robots[i].robot);
  }
  ep_report_destroy(scene->report);
  ep_pool_clear(&scene->pool);
  free(scene);
}

/// @}
/// @name Asking
/// @{

const char* ep_scene_name(const ep_scene* scene)
{
  return scene->name;
}

const char* ep_scene_path(const ep_scene* scene)
{
  return scene->path;
}

double ep_scene_tolerance(const ep_scene* scene)
{
  return scene->tolerance;
}

double ep_scene_clearance(const ep_scene* scene)
{
  return scene->clearance;
}

const ep_report* ep_scene_report(const ep_scene* scene)
{
  return scene->report;
}

int32_t ep_scene_robot_count(const ep_scene* scene)
{
  return scene->robot_count;
}

static bool is_among(int32_t index, int32_t count)
{
  return index >= 0 && index < count;
}

const char* ep_scene_robot_name(const ep_scene* scene, int32_t robot)
{
  return is_among(robot, scene->robot_count) ? scene->robots[robot].name : NULL;
}

const ep_robot* ep_scene_robot(const ep_scene* scene, int32_t robot)
{
  return is_among(robot, scene->robot_count) ? scene->robots[robot].robot : NULL;
}

int32_t ep_scene_object_count(const ep_scene* scene)
{
  return scene->object_count;
}

const ep_scene_object* ep_scene_get_object(const ep_scene* scene, int32_t object)
{
  return is_among(object, scene->object_count) ? &scene->objects[object].object : NULL;
}

int32_t ep_scene_rope_count(const ep_scene* scene)
{
  return scene->rope_count;
}

const ep_scene_rope* ep_scene_get_rope(const ep_scene* scene, int32_t rope)
{
  return is_among(rope, scene->rope_count) ? &scene->ropes[rope] : NULL;
}

int32_t ep_scene_query_count(const ep_scene* scene)
{
  return scene->query_count;
}

const ep_scene_query* ep_scene_get_query(const ep_scene* scene, int32_t query)
{
  return is_among(query, scene->query_count) ? &scene->queries[query].query : NULL;
}

int32_t ep_scene_find_query(const ep_scene* scene, const char* name)
{
  for (int32_t i = 0; i < scene->query_count; ++i)
  {
    if (strcmp(scene->queries[i].query.name, name) == 0)
    {
      return i;
    }
  }
  return EP_SCENE_NONE;
}

ep_scene_planner ep_scene_get_planner(const ep_scene* scene)
{
  return scene->planner;
}

/// @}
