/// @file robot_shapes.c
#include "robot_shapes.h"

#include "io_file.h"
#include "robot_resolve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A load under way.
typedef struct loading
{
  const char* path;
  const ep_robot_tree* tree;
  const ep_robot_options* options;
  ep_report* report;
  ep_error* error;
  bool visual; ///< the kind that is loaded
} loading;

/// The geometries of one kind of one link.
typedef struct solids
{
  const ep_urdf_geometry* list;
  int32_t count;
} solids;

static solids solids_of(const ep_urdf_link* link, bool visual)
{
  return visual ? (solids){link->visuals, link->visual_count}
                : (solids){link->collisions, link->collision_count};
}

// --- Which kind ---

static int64_t count_all(const ep_urdf* urdf, bool visual)
{
  int64_t count = 0;
  for (int32_t i = 0; i < urdf->link_count; ++i)
  {
    count += solids_of(&urdf->links[i], visual).count;
  }
  return count;
}

/// Names links until the room is used up, then counts: "a, b and 3 more".
static void name_links(const loading* l, char* text, size_t room)
{
  size_t size = 0;
  int32_t more = 0;
  const size_t reserve = 24; // " and 4096 more"
  for (int32_t i = 0; i < l->tree->urdf->link_count; ++i)
  {
    const ep_urdf_link* link = &l->tree->urdf->links[l->tree->from[i]];
    if (solids_of(link, l->visual).count > 0 || solids_of(link, !l->visual).count == 0)
    {
      continue;
    }
    if (more > 0 || size + strlen(link->name) + 2 + reserve > room)
    {
      ++more;
      continue;
    }
    size += (size_t)snprintf(text + size, room - size, "%s%s", size > 0 ? ", " : "", link->name);
  }
  if (more > 0)
  {
    snprintf(text + size, room - size, "%s%d%s", size > 0 ? " and " : "", (int)more,
             size > 0 ? " more" : " with long names");
  }
}

static void choose_kind(loading* l)
{
  const ep_urdf* urdf = l->tree->urdf;
  l->visual = l->options->geometry == EP_ROBOT_VISUAL;
  if (!l->visual && count_all(urdf, false) == 0 && count_all(urdf, true) > 0)
  {
    l->visual = true;
    ep_report_warn(l->report, "%s: has no collision geometry: the visual geometry is used",
                   l->path);
    return;
  }
  char names[300] = "";
  name_links(l, names, sizeof names);
  if (names[0] != 0)
  {
    ep_report_warn(l->report, "%s: links that have %s geometry only are not checked: %s", l->path,
                   l->visual ? "collision" : "visual", names);
  }
  if (count_all(urdf, l->visual) == 0)
  {
    ep_report_warn(l->report, "%s: no link has geometry that is checked", l->path);
  }
}

// --- Values ---

#define REFUSE(l, link, g, format, ...)                                                            \
  ep_envs_fail((l)->error, EP_ERROR_INPUT, "%s: link '%s': %s: " format " (line %d)", (l)->path,   \
               (link)->name, (l)->visual ? "visual" : "collision", __VA_ARGS__, (int)(g)->line)

static ep_status check_sizes(const loading* l, const ep_urdf_link* link, const ep_urdf_geometry* g)
{
  static const char* const names[][3] = {
      [EP_URDF_BOX] = {"box: x size", "box: y size", "box: z size"},
      [EP_URDF_SPHERE] = {"sphere: radius"},
      [EP_URDF_CYLINDER] = {"cylinder: radius", "cylinder: length"},
      [EP_URDF_MESH] = {NULL}};
  for (int k = 0; k < 3 && names[g->shape][k] != NULL; ++k)
  {
    if (!(g->size[k] > 0.0 && g->size[k] <= EP_LENGTH_MAX))
    {
      return REFUSE(l, link, g, "%s %g is not above 0 and up to %g m", names[g->shape][k],
                    g->size[k], EP_LENGTH_MAX);
    }
  }
  return EP_OK;
}

static ep_status check_geometry(const loading* l, const ep_urdf_link* link,
                                const ep_urdf_geometry* g)
{
  const double* p = g->origin.position;
  const double* s = g->scale;
  for (int k = 0; k < 3; ++k)
  {
    if (!(fabs(p[k]) <= EP_LENGTH_MAX))
    {
      return REFUSE(l, link, g, "origin %g %g %g is not within %g m", p[0], p[1], p[2],
                    EP_LENGTH_MAX);
    }
    if (!(fabs(s[k]) > 0.0) || !isfinite(s[k]))
    {
      return REFUSE(l, link, g, "mesh: scale %g %g %g flattens it", s[0], s[1], s[2]);
    }
  }
  return check_sizes(l, link, g);
}

// --- Meshes ---

static void report_counts(const loading* l, const char* file, const ep_mesh_counts* counts)
{
  if (counts->duplicate_triangles > 0)
  {
    ep_report_warn(l->report, "%s: %lld triangles were there twice: dropped", file,
                   (long long)counts->duplicate_triangles);
  }
  if (counts->lines > 0 || counts->points > 0)
  {
    ep_report_warn(l->report, "%s: %lld lines and %lld points are not checked", file,
                   (long long)counts->lines, (long long)counts->points);
  }
  if (counts->degenerate_triangles > 0)
  {
    ep_report_remark(l->report, "%s: %lld triangles without area are kept", file,
                     (long long)counts->degenerate_triangles);
  }
}

/// Loads a file that is not there yet; takes over the path.
static ep_status load_mesh(const loading* l, const ep_urdf_link* link, char* file,
                           ep_robot_shapes* shapes)
{
  ep_mesh* mesh = &shapes->meshes[shapes->mesh_count];
  ep_error cause;
  const ep_status status = ep_mesh_load(file, &l->options->mesh, mesh, &cause);
  if (status != EP_OK)
  {
    free(file);
    return ep_envs_fail(l->error, status, "%s: link '%s': %s", l->path, link->name, cause.message);
  }
  shapes->files[shapes->mesh_count++] = file;
  report_counts(l, file, &mesh->counts);
  return EP_OK;
}

/// The index of the mesh that a geometry names, loaded now or before.
static ep_status find_mesh(const loading* l, const ep_urdf_link* link, const ep_urdf_geometry* g,
                           ep_robot_shapes* shapes, int32_t* index)
{
  const ep_mesh_places places = {l->path, l->options->packages, l->options->package_count};
  char label[EP_ERROR_MESSAGE_SIZE];
  snprintf(label, sizeof label, "%s: link '%s'", l->path, link->name);
  char* file;
  const ep_status status = ep_mesh_resolve(&places, g->file, label, &file, l->error);
  if (status != EP_OK)
  {
    return status;
  }
  for (*index = 0; *index < shapes->mesh_count; ++*index)
  {
    if (strcmp(shapes->files[*index], file) == 0)
    {
      free(file);
      return EP_OK;
    }
  }
  return load_mesh(l, link, file, shapes);
}

// --- Shapes ---

static ep_shape_type type_from(ep_urdf_shape shape)
{
  static const ep_shape_type types[] = {[EP_URDF_BOX] = EP_SHAPE_BOX,
                                        [EP_URDF_SPHERE] = EP_SHAPE_SPHERE,
                                        [EP_URDF_CYLINDER] = EP_SHAPE_CYLINDER,
                                        [EP_URDF_MESH] = EP_SHAPE_MESH};
  return types[shape];
}

static ep_status add_shape(const loading* l, int32_t link, const ep_urdf_geometry* g,
                           ep_robot_shapes* shapes)
{
  const ep_urdf_link* from = &l->tree->urdf->links[l->tree->from[link]];
  ep_status status = check_geometry(l, from, g);
  int32_t index = 0;
  if (status == EP_OK && g->shape == EP_URDF_MESH)
  {
    status = find_mesh(l, from, g, shapes, &index);
  }
  if (status != EP_OK)
  {
    return status;
  }
  ep_robot_shape* shape = &shapes->shapes[shapes->count++];
  *shape = (ep_robot_shape){.link = link, .geometry = ep_geometry_default()};
  shape->geometry.type = type_from(g->shape);
  memcpy(shape->geometry.size, g->size, sizeof g->size);
  memcpy(shape->geometry.scale, g->scale, sizeof g->scale);
  memcpy(shape->geometry.pose.position, g->origin.position, sizeof g->origin.position);
  memcpy(shape->geometry.pose.rotation, g->origin.rotation, sizeof g->origin.rotation);
  if (g->shape == EP_URDF_MESH)
  {
    shape->file = shapes->files[index];
    shape->mesh = &shapes->meshes[index];
    shape->geometry.vertices = shape->mesh->vertices;
    shape->geometry.vertex_count = shape->mesh->vertex_count;
    shape->geometry.triangles = shape->mesh->triangles;
    shape->geometry.triangle_count = shape->mesh->triangle_count;
  }
  return EP_OK;
}

static ep_status add_all(const loading* l, ep_robot_shapes* shapes)
{
  for (int32_t link = 0; link < l->tree->urdf->link_count; ++link)
  {
    const solids s = solids_of(&l->tree->urdf->links[l->tree->from[link]], l->visual);
    for (int32_t k = 0; k < s.count; ++k)
    {
      const ep_status status = add_shape(l, link, &s.list[k], shapes);
      if (status != EP_OK)
      {
        return status;
      }
    }
  }
  return ep_envs_ok(l->error);
}

ep_status ep_robot_shapes_load(const char* path, const ep_robot_tree* tree,
                               const ep_robot_options* options, ep_report* report,
                               ep_robot_shapes* shapes, ep_error* error)
{
  loading l = {path, tree, options, report, error, false};
  choose_kind(&l);
  const size_t room = (size_t)count_all(tree->urdf, l.visual) + 1; // never 0 bytes
  *shapes = (ep_robot_shapes){0};
  shapes->shapes = malloc(room * sizeof *shapes->shapes);
  shapes->meshes = malloc(room * sizeof *shapes->meshes); // never moves: shapes point into it
  shapes->files = malloc(room * sizeof *shapes->files);
  ep_status status =
      shapes->shapes == NULL || shapes->meshes == NULL || shapes->files == NULL
          ? ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory for %zu shapes", path, room)
          : add_all(&l, shapes);
  if (status != EP_OK)
  {
    ep_robot_shapes_clear(shapes);
  }
  return status;
}

void ep_robot_shapes_clear(ep_robot_shapes* shapes)
{
  for (int32_t i = 0; i < shapes->mesh_count; ++i)
  {
    ep_mesh_clear(&shapes->meshes[i]);
    free(shapes->files[i]);
  }
  free(shapes->shapes);
  free(shapes->meshes);
  free(shapes->files);
  *shapes = (ep_robot_shapes){0};
}
