/// @file scene_read_shapes.c
/// What an obstacle is: a primitive, a mesh or a heightfield.
#include "scene_internal.h"

#include "heightfield.h"

#include <stdio.h>
#include <string.h>

/// An obstacle that is being read.
typedef struct shape_reader
{
  ep_scene_loader* l;
  const ep_yaml_subject* s;
  ep_scene_entry* entry;
  double* origin; ///< x and y of a heightfield's first sample
} shape_reader;

/// @name Primitives
/// @{

static ep_status read_box(const shape_reader* r, const ep_yaml_node* node)
{
  ep_geometry_desc* g = &r->entry->object.geometry;
  g->type = EP_SHAPE_BOX;
  ep_status status = ep_yaml_numbers(r->s, node, 3, g->size);
  for (const ep_yaml_node* item = node->first; item != NULL && status == EP_OK; item = item->next)
  {
    status = ep_yaml_positive(r->s, item, &g->size[item->index]);
  }
  return status;
}

/// A radius, and a length where the shape has one.
static ep_status read_round(const shape_reader* r, const ep_yaml_node* node, ep_shape_type type)
{
  static const char* const both[] = {"radius", "length", NULL};
  static const char* const radius_only[] = {"radius", NULL};
  const bool has_length = type != EP_SHAPE_SPHERE;
  ep_geometry_desc* g = &r->entry->object.geometry;
  g->type = type;
  const ep_yaml_node* radius = NULL;
  const ep_yaml_node* length = NULL;
  ep_status status = ep_yaml_check_keys(r->s, node, has_length ? both : radius_only);
  status = status != EP_OK ? status : ep_yaml_need(r->s, node, "radius", &radius);
  status = status != EP_OK || !has_length ? status : ep_yaml_need(r->s, node, "length", &length);
  status = status != EP_OK ? status : ep_yaml_positive(r->s, radius, &g->size[0]);
  return status != EP_OK ? status : ep_yaml_positive(r->s, length, &g->size[1]);
}

static ep_status read_sphere(const shape_reader* r, const ep_yaml_node* node)
{
  return read_round(r, node, EP_SHAPE_SPHERE);
}

static ep_status read_cylinder(const shape_reader* r, const ep_yaml_node* node)
{
  return read_round(r, node, EP_SHAPE_CYLINDER);
}

static ep_status read_capsule(const shape_reader* r, const ep_yaml_node* node)
{
  return read_round(r, node, EP_SHAPE_CAPSULE);
}

static ep_status read_cone(const shape_reader* r, const ep_yaml_node* node)
{
  return read_round(r, node, EP_SHAPE_CONE);
}

/// @}
/// @name Meshes
/// @{

/// A mesh of the same file that another obstacle has; NULL if there is none. Heightfields have
/// meshes of their own.
static const ep_mesh* find_mesh(const ep_scene* scene, const char* file)
{
  for (int32_t i = 0; i < scene->object_count; ++i)
  {
    const ep_scene_entry* entry = &scene->objects[i];
    if (entry->mesh.triangle_count > 0 && entry->object.mesh == &entry->mesh &&
        strcmp(entry->object.file, file) == 0)
    {
      return &entry->mesh;
    }
  }
  return NULL;
}

/// Makes a mesh the obstacle's geometry.
static void use_mesh(ep_scene_entry* entry, const ep_mesh* mesh)
{
  ep_geometry_desc* g = &entry->object.geometry;
  g->type = EP_SHAPE_MESH;
  g->vertices = mesh->vertices;
  g->vertex_count = mesh->vertex_count;
  g->triangles = mesh->triangles;
  g->triangle_count = mesh->triangle_count;
  entry->object.mesh = mesh;
}

static ep_status read_mesh(const shape_reader* r, const ep_yaml_node* node)
{
  ep_scene_entry* entry = r->entry;
  const char* file = NULL;
  ep_status status = ep_scene_read_path(r->l, r->s, node, &file);
  if (status != EP_OK)
  {
    return status;
  }
  const ep_mesh* known = find_mesh(r->l->scene, file);
  if (known == NULL)
  {
    ep_error inner;
    ep_scene_progress(r->l, file);
    status = ep_mesh_load(file, &r->l->options->mesh, &entry->mesh, &inner);
    if (status != EP_OK)
    {
      return ep_yaml_pass_on(r->s, node, &inner);
    }
    ep_scene_report_mesh(r->l, r->s, file, &entry->mesh);
  }
  entry->object.file = file;
  use_mesh(entry, known != NULL ? known : &entry->mesh);
  return EP_OK;
}

/// @}
/// @name Heightfields
/// @{

/// Copies the heights, or makes a mesh where there are holes.
static ep_status use_field(const shape_reader* r, const ep_yaml_node* node, const char* file,
                           const ep_heightfield* field)
{
  ep_scene_entry* entry = r->entry;
  ep_geometry_desc* g = &entry->object.geometry;
  memcpy(r->origin, field->origin, sizeof field->origin);
  if (field->holes > 0)
  {
    ep_error inner;
    if (ep_heightfield_mesh(field, g->depth, file, &entry->mesh, &inner) != EP_OK)
    {
      return ep_yaml_pass_on(r->s, node, &inner);
    }
    use_mesh(entry, &entry->mesh);
    ep_report_remark(r->l->scene->report, "%s: %s: %s: %lld of %lld samples are holes",
                     r->l->scene->path, r->s->name, file, (long long)field->holes,
                     (long long)field->columns * field->rows);
    return EP_OK;
  }
  const size_t count = (size_t)field->columns * (size_t)field->rows;
  double* heights = ep_pool_take(&r->l->scene->pool, count, sizeof(double));
  if (heights == NULL)
  {
    return ep_yaml_no_memory(r->s);
  }
  memcpy(heights, field->heights, count * sizeof(double));
  g->type = EP_SHAPE_HEIGHTFIELD;
  g->heights = heights;
  g->columns = field->columns;
  g->rows = field->rows;
  g->spacing[0] = field->spacing;
  g->spacing[1] = field->spacing;
  return EP_OK;
}

static ep_status read_field_options(const shape_reader* r, const ep_yaml_node* node,
                                    ep_heightfield_options* options)
{
  const ep_yaml_node* depth = NULL;
  const ep_yaml_node* z = ep_yaml_get(node, "z");
  ep_status status = ep_yaml_need(r->s, node, "depth", &depth);
  status =
      status != EP_OK ? status : ep_yaml_positive(r->s, depth, &r->entry->object.geometry.depth);
  status =
      status != EP_OK ? status : ep_yaml_positive(r->s, ep_yaml_get(node, "cell"), &options->cell);
  status = status != EP_OK ? status : ep_yaml_numbers(r->s, z, 2, options->z);
  if (status == EP_OK && z != NULL && !(options->z[0] < options->z[1]))
  {
    return ep_yaml_fail(r->s, z, "the second height must be above the first one");
  }
  options->has_z = z != NULL;
  options->file_bytes = r->l->options->mesh.file_bytes;
  return status;
}

static ep_status read_heightfield(const shape_reader* r, const ep_yaml_node* node)
{
  static const char* const known[] = {"file", "depth", "cell", "z", NULL};
  const ep_yaml_node* file_node = NULL;
  const char* file = NULL;
  ep_heightfield_options options = {.cell = 0.0};
  ep_status status = ep_yaml_check_keys(r->s, node, known);
  status = status != EP_OK ? status : ep_yaml_need(r->s, node, "file", &file_node);
  status = status != EP_OK ? status : ep_scene_read_path(r->l, r->s, file_node, &file);
  status = status != EP_OK ? status : read_field_options(r, node, &options);
  if (status != EP_OK)
  {
    return status;
  }
  ep_error inner;
  ep_heightfield field;
  ep_scene_progress(r->l, file);
  if (ep_heightfield_load(file, &options, &field, &inner) != EP_OK)
  {
    return ep_yaml_pass_on(r->s, file_node, &inner);
  }
  r->entry->object.file = file;
  status = use_field(r, file_node, file, &field);
  ep_heightfield_clear(&field);
  return status;
}

/// @}

typedef struct shape_kind
{
  const char* key;
  ep_status (*read)(const shape_reader* r, const ep_yaml_node* node);
} shape_kind;

static const shape_kind kinds[] = {{"mesh", read_mesh},
                                   {"box", read_box},
                                   {"sphere", read_sphere},
                                   {"cylinder", read_cylinder},
                                   {"capsule", read_capsule},
                                   {"cone", read_cone},
                                   {"heightfield", read_heightfield}};

ep_status ep_scene_read_shape(ep_scene_loader* l, const ep_yaml_subject* s, ep_scene_entry* entry,
                              double origin[2])
{
  const shape_kind* found = NULL;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i)
  {
    const ep_yaml_node* node = ep_yaml_get(s->node, kinds[i].key);
    if (node != NULL && found != NULL)
    {
      return ep_yaml_fail_key(s, node, "it has both '%s' and '%s', only one shape is allowed",
                              found->key, kinds[i].key);
    }
    found = node != NULL ? &kinds[i] : found;
  }
  if (found == NULL)
  {
    return ep_yaml_fail(s, s->node,
                        "it has no shape: one of mesh, box, sphere, cylinder, capsule, cone, "
                        "heightfield is needed");
  }
  const shape_reader r = {l, s, entry, origin};
  return found->read(&r, ep_yaml_get(s->node, found->key));
}
