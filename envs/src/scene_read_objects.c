/// @file scene_read_objects.c
/// The obstacles of a scene: what they are, and where they stand.
#include "scene_internal.h"

#include <math.h>
#include <string.h>

/// @name Placement
/// @{

/// The last row is checked here for the sake of the line number; the rest is core's business.
static ep_status read_matrix(const ep_yaml_subject* s, ep_scene_entry* entry)
{
  static const char* const others[] = {"xyz", "rpy", "scale"};
  const ep_yaml_node* node = ep_yaml_get(s->node, "matrix");
  for (int i = 0; i < 3; ++i)
  {
    const ep_yaml_node* other = ep_yaml_get(s->node, others[i]);
    if (other != NULL)
    {
      return ep_yaml_fail_key(s, other, "'%s' and 'matrix' exclude each other", others[i]);
    }
  }
  double* m = entry->matrix;
  const ep_status status = ep_yaml_numbers(s, node, 16, m);
  if (status != EP_OK)
  {
    return status;
  }
  if (m[12] != 0.0 || m[13] != 0.0 || m[14] != 0.0 || m[15] != 1.0)
  {
    return ep_yaml_fail(s, node, "the last row is %g %g %g %g, not 0 0 0 1", m[12], m[13], m[14],
                        m[15]);
  }
  entry->object.geometry.matrix = m;
  for (int k = 0; k < 3; ++k)
  {
    entry->pose.position[k] = m[4 * k + 3];
  }
  return EP_OK;
}

static ep_status read_placement(const ep_yaml_subject* s, ep_scene_entry* entry)
{
  entry->pose = ep_pose_identity();
  if (ep_yaml_get(s->node, "matrix") != NULL)
  {
    return read_matrix(s, entry);
  }
  ep_status status = ep_scene_read_pose(s, s->node, &entry->pose);
  entry->object.geometry.pose = entry->pose;
  const ep_yaml_node* scale = ep_yaml_get(s->node, "scale");
  status = status != EP_OK ? status : ep_yaml_numbers(s, scale, 3, entry->object.geometry.scale);
  const double* k = entry->object.geometry.scale;
  if (status == EP_OK && (k[0] == 0.0 || k[1] == 0.0 || k[2] == 0.0))
  {
    return ep_yaml_fail(s, scale, "none of %g %g %g may be 0", k[0], k[1], k[2]);
  }
  return status;
}

/// Core's grids begin at (0,0); a file may have its first sample anywhere. What the placement makes
/// of that offset is added to the position.
static ep_status shift_origin(const ep_yaml_subject* s, ep_scene_entry* entry,
                              const double origin[2])
{
  ep_geometry_desc* g = &entry->object.geometry;
  const double shift[3] = {origin[0] * g->scale[0], origin[1] * g->scale[1], 0.0};
  double* m = entry->matrix;
  if (g->matrix != NULL)
  {
    for (int k = 0; k < 3; ++k)
    {
      m[4 * k + 3] += m[4 * k] * origin[0] + m[4 * k + 1] * origin[1];
      entry->pose.position[k] = m[4 * k + 3];
    }
  }
  else
  {
    double turned[3];
    ep_scene_pose_turn(&entry->pose, shift, turned);
    for (int k = 0; k < 3; ++k)
    {
      entry->pose.position[k] += turned[k];
    }
    g->pose = entry->pose;
  }
  const double* p = entry->pose.position;
  if (!(fmax(fmax(fabs(p[0]), fabs(p[1])), fabs(p[2])) <= EP_LENGTH_MAX))
  {
    return ep_yaml_fail(s, s->node,
                        "its first sample stands at %.10g %.10g %.10g, which is not within %g m: "
                        "shift it by xyz",
                        p[0], p[1], p[2], EP_LENGTH_MAX);
  }
  return EP_OK;
}

/// @}
/// @name Whether core takes it
/// @{

static ep_status try_shape(const ep_scene* scene, const char* name, const ep_geometry_desc* shape,
                           ep_error* error)
{
  ep_world_desc desc = ep_world_default();
  desc.tolerance = scene->tolerance;
  ep_world* world;
  ep_status status = ep_world_create(&desc, &world, error);
  if (status == EP_OK)
  {
    status = ep_world_add_obstacle(world, name, shape, 1, NULL, error);
    ep_world_destroy(world);
  }
  return status;
}

/// A mesh is within all limits where the corners of its box are.
static bool box_is_good(const ep_scene* scene, const ep_scene_object* object)
{
  const int32_t triangle[3] = {0, 0, 0};
  double corners[24];
  for (int i = 0; i < 24; ++i)
  {
    const bool high = (i / 3 >> i % 3 & 1) != 0;
    corners[i] = high ? object->mesh->box.hi[i % 3] : object->mesh->box.lo[i % 3];
  }
  ep_geometry_desc box = object->geometry;
  box.vertices = corners;
  box.vertex_count = 8;
  box.triangles = triangle;
  box.triangle_count = 1;
  return try_shape(scene, object->name, &box, NULL) == EP_OK;
}

/// Adds the shape to a world that is thrown away, so that what core refuses is refused with a line
/// number, when the scene is loaded.
static ep_status check_shape(const ep_scene_loader* l, const ep_yaml_subject* s,
                             const ep_scene_object* object)
{
  if (object->mesh != NULL && box_is_good(l->scene, object))
  {
    return EP_OK;
  }
  ep_error inner;
  const ep_status status = try_shape(l->scene, object->name, &object->geometry, &inner);
  // Core's message names the obstacle by itself.
  const ep_yaml_subject nameless = {s->path, NULL, s->node, s->error};
  return status == EP_OK ? EP_OK : ep_yaml_pass_on(&nameless, s->node, &inner);
}

/// @}

static ep_status check_unique(const ep_scene* scene, const ep_yaml_subject* s, const char* name)
{
  const ep_yaml_node* node = ep_yaml_get(s->node, "name");
  for (int32_t i = 0; i < scene->robot_count; ++i)
  {
    if (strcmp(scene->robots[i].name, name) == 0)
    {
      return ep_yaml_fail(s, node, "a robot has this name");
    }
  }
  const int32_t other = ep_scene_find_object(scene, name);
  return other == EP_SCENE_NONE ? EP_OK
                                : ep_yaml_fail(s, node, "the obstacle in line %d has this name",
                                               (int)scene->objects[other].object.line);
}

static ep_status read_rules(const ep_yaml_subject* s, ep_scene_object* object)
{
  const ep_yaml_node* clearance = ep_yaml_get(s->node, "clearance");
  const ep_yaml_node* movable = ep_yaml_get(s->node, "movable");
  ep_status status = ep_yaml_number(s, clearance, &object->clearance);
  if (status == EP_OK && !(object->clearance >= 0.0 && object->clearance <= EP_LENGTH_MAX))
  {
    return ep_yaml_fail(s, clearance, "%s is not a distance", clearance->text);
  }
  status = status != EP_OK ? status : ep_yaml_bool(s, movable, &object->movable);
  if (status == EP_OK && object->movable && ep_yaml_get(s->node, "heightfield") != NULL)
  {
    return ep_yaml_fail(s, movable, "a heightfield cannot be moved");
  }
  return status;
}

static ep_status read_object(ep_scene_loader* l, const ep_yaml_node* node, ep_scene_entry* entry)
{
  static const char* const known[] = {"name",    "mesh",   "box",         "sphere",  "cylinder",
                                      "capsule", "cone",   "heightfield", "xyz",     "rpy",
                                      "scale",   "matrix", "clearance",   "movable", NULL};
  const ep_yaml_subject s = ep_scene_subject(l, node, "obstacle");
  entry->object.geometry = ep_geometry_default();
  entry->object.line = node->line;
  double origin[2] = {0.0, 0.0};
  ep_status status = ep_yaml_check_keys(&s, node, known);
  status = status != EP_OK ? status : ep_scene_read_name(l, &s, &entry->object.name);
  status = status != EP_OK ? status : check_unique(l->scene, &s, entry->object.name);
  status = status != EP_OK ? status : read_placement(&s, entry);
  status = status != EP_OK ? status : read_rules(&s, &entry->object);
  status = status != EP_OK ? status : ep_scene_read_shape(l, &s, entry, origin);
  if (status == EP_OK && ep_yaml_get(node, "heightfield") != NULL)
  {
    status = shift_origin(&s, entry, origin);
  }
  return status != EP_OK ? status : check_shape(l, &s, &entry->object);
}

ep_status ep_scene_read_objects(ep_scene_loader* l, const ep_yaml_node* node)
{
  ep_scene* scene = l->scene;
  const ep_yaml_subject s = {scene->path, NULL, NULL, l->error};
  int32_t count;
  ep_status status = ep_scene_check_list(l, node, EP_SCENE_OBJECTS_MAX, &count);
  if (status != EP_OK || count == 0)
  {
    return status;
  }
  scene->objects = ep_pool_take(&scene->pool, (size_t)count, sizeof(ep_scene_entry));
  if (scene->objects == NULL)
  {
    return ep_yaml_no_memory(&s);
  }
  for (const ep_yaml_node* item = node->first; item != NULL && status == EP_OK; item = item->next)
  {
    // Counted when it is whole; a mesh that it has by then is cleared with it or right here.
    ep_scene_entry* entry = &scene->objects[scene->object_count];
    status = read_object(l, item, entry);
    if (status == EP_OK)
    {
      ++scene->object_count;
    }
    else
    {
      ep_mesh_clear(&entry->mesh);
    }
  }
  return status;
}
