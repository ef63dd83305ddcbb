/// @file plan_read.c
#include "plan_read.h"

#include "io_file.h"
#include "plan.h"
#include "program.h"
#include "yaml_tree.h"

#include <stdlib.h>
#include <string.h>

struct plan_source
{
  char* path;
  char* scene;
  ep_yaml* tree;
  const ep_yaml_node* joints;
  const ep_yaml_node* queries;
  double clearance;
  bool linear;
};

static ep_yaml_subject subject_of(const plan_source* source, ep_error* error)
{
  return (ep_yaml_subject){
      .path = source->path, .node = ep_yaml_root(source->tree), .error = error};
}

/// Fields that may be left out, but must make sense where they are there.
static ep_status read_options(plan_source* source, const ep_yaml_subject* s)
{
  const ep_yaml_node* format_node = ep_yaml_get(s->node, "format");
  const ep_yaml_node* version_node = ep_yaml_get(s->node, "version");
  const ep_yaml_node* clearance_node = ep_yaml_get(s->node, "clearance");
  const ep_yaml_node* interpolate_node = ep_yaml_get(s->node, "interpolate");
  const char* format = PLAN_FORMAT;
  const char* interpolate = "shortest";
  int64_t version = PLAN_VERSION;
  source->clearance = -1.0;
  ep_status status = ep_yaml_text(s, format_node, &format);
  status = status != EP_OK ? status : ep_yaml_integer(s, version_node, &version);
  status = status != EP_OK ? status : ep_yaml_number(s, clearance_node, &source->clearance);
  status = status != EP_OK ? status : ep_yaml_text(s, interpolate_node, &interpolate);
  if (status != EP_OK)
  {
    return status;
  }
  if (strcmp(format, PLAN_FORMAT) != 0)
  {
    return ep_yaml_fail(s, format_node, "is '%s', not '%s'", format, PLAN_FORMAT);
  }
  if (version != PLAN_VERSION)
  {
    return ep_yaml_fail(s, version_node, "is %lld; this program reads %d", (long long)version,
                        PLAN_VERSION);
  }
  if (clearance_node != NULL && !(source->clearance >= 0.0))
  {
    return ep_yaml_fail(s, clearance_node, "is %g, which is not a distance", source->clearance);
  }
  source->linear = strcmp(interpolate, "linear") == 0;
  if (!source->linear && strcmp(interpolate, "shortest") != 0)
  {
    return ep_yaml_fail(s, interpolate_node, "is '%s'; there are shortest and linear", interpolate);
  }
  return EP_OK;
}

/// Anything of JSON may stand in a plan; only what is needed here is looked at.
static ep_status read_head(plan_source* source, ep_error* error)
{
  const ep_yaml_subject s = subject_of(source, error);
  const ep_yaml_node* scene;
  const char* name = "";
  ep_status status = ep_yaml_check_mapping(&s, s.node);
  status = status != EP_OK ? status : read_options(source, &s);
  status = status != EP_OK ? status : ep_yaml_need(&s, s.node, "scene", &scene);
  status = status != EP_OK ? status : ep_yaml_text(&s, scene, &name);
  status = status != EP_OK ? status : ep_yaml_need(&s, s.node, "joints", &source->joints);
  status = status != EP_OK ? status : ep_yaml_check_list(&s, source->joints);
  status = status != EP_OK ? status : ep_yaml_need(&s, s.node, "queries", &source->queries);
  status = status != EP_OK ? status : ep_yaml_check_list(&s, source->queries);
  if (status != EP_OK)
  {
    return status;
  }
  source->scene = ep_path_beside(source->path, name);
  return source->scene != NULL ? EP_OK : program_error(error, EP_ERROR_MEMORY, "no memory");
}

ep_status plan_source_open(const char* path, plan_source** source, ep_error* error)
{
  *source = NULL;
  plan_source* p = calloc(1, sizeof *p);
  if (p == NULL || (p->path = ep_string_copy(path)) == NULL)
  {
    free(p);
    return program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  ep_status status = ep_yaml_load(path, &p->tree, error);
  status = status != EP_OK ? status : read_head(p, error);
  if (status != EP_OK)
  {
    plan_source_close(p);
    return status;
  }
  *source = p;
  return EP_OK;
}

void plan_source_close(plan_source* source)
{
  if (source == NULL)
  {
    return;
  }
  ep_yaml_destroy(source->tree);
  free(source->path);
  free(source->scene);
  free(source);
}

const char* plan_source_scene(const plan_source* source)
{
  return source->scene;
}

double plan_source_clearance(const plan_source* source)
{
  return source->clearance;
}

bool plan_source_is_linear(const plan_source* source)
{
  return source->linear;
}

int32_t plan_source_count(const plan_source* source)
{
  return source->queries->count;
}

/// The joints must be the values of the scene, all of them, each once, in any order.
static ep_status find_columns(const plan_source* source, const ep_scene* scene, int32_t* columns,
                              ep_error* error)
{
  const ep_yaml_subject s = subject_of(source, error);
  const int32_t size = ep_scene_config_size(scene);
  if (source->joints->count != size)
  {
    return ep_yaml_fail(&s, source->joints, "has %d names, but the scene has %d values",
                        (int)source->joints->count, (int)size);
  }
  for (const ep_yaml_node* n = source->joints->first; n != NULL; n = n->next)
  {
    const char* name = "";
    const ep_status status = ep_yaml_text(&s, n, &name);
    if (status != EP_OK)
    {
      return status;
    }
    columns[n->index] = ep_scene_find_value(scene, name);
    bool is_bad = columns[n->index] == EP_SCENE_NONE;
    for (int32_t i = 0; i < n->index; ++i)
    {
      is_bad = is_bad || columns[i] == columns[n->index];
    }
    if (is_bad)
    {
      return ep_yaml_fail(&s, n, "'%s' is no value of the scene, or is there twice", name);
    }
  }
  return EP_OK;
}

/// Reads all rows of a path, each with the scene's values in their order.
static ep_status read_rows(const plan_source* source, const ep_yaml_node* path, int32_t size,
                           const int32_t* columns, double* rows, ep_error* error)
{
  const ep_yaml_subject s = subject_of(source, error);
  double* numbers = malloc(((size_t)size + 1) * sizeof *numbers);
  ep_status status = numbers != NULL ? EP_OK : program_error(error, EP_ERROR_MEMORY, "no memory");
  for (const ep_yaml_node* row = path->first; status == EP_OK && row != NULL; row = row->next)
  {
    status = ep_yaml_numbers(&s, row, size, numbers);
    for (int32_t i = 0; status == EP_OK && i < size; ++i)
    {
      rows[(size_t)row->index * (size_t)size + (size_t)columns[i]] = numbers[i];
    }
  }
  free(numbers);
  return status;
}

/// Room for so many edges.
static bool make_edges(ep_edges* edges, int32_t count, int32_t size)
{
  const size_t numbers = (size_t)count * (size_t)size + 1;
  *edges = (ep_edges){.count = count,
                      .config_size = size,
                      .q0 = malloc(numbers * sizeof(double)),
                      .q1 = malloc(numbers * sizeof(double)),
                      .labels = calloc((size_t)count + 1, sizeof(ep_edge_label)),
                      .lines = calloc((size_t)count + 1, sizeof(int32_t)),
                      .is_path = true};
  return edges->q0 != NULL && edges->q1 != NULL && edges->labels != NULL && edges->lines != NULL;
}

static ep_status read_path(const plan_source* source, const ep_yaml_node* path,
                           const ep_scene* scene, ep_edges* edges, ep_error* error)
{
  const int32_t size = ep_scene_config_size(scene);
  const int32_t count = path->count > 1 ? path->count - 1 : path->count;
  int32_t* columns = malloc(((size_t)size + 1) * sizeof *columns);
  double* rows = malloc(((size_t)path->count * (size_t)size + 1) * sizeof *rows);
  ep_status status = EP_OK;
  if (columns == NULL || rows == NULL || !make_edges(edges, count, size))
  {
    status = program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  status = status != EP_OK ? status : find_columns(source, scene, columns, error);
  status = status != EP_OK ? status : read_rows(source, path, size, columns, rows, error);
  if (status == EP_OK)
  {
    const size_t second = path->count > 1 ? (size_t)size : 0;
    const size_t bytes = (size_t)count * (size_t)size * sizeof *rows;
    memcpy(edges->q0, rows, bytes);
    memcpy(edges->q1, rows + second, bytes);
    const ep_yaml_node* row = path->first;
    for (int32_t i = 0; i < count; ++i, row = row->next)
    {
      edges->lines[i] = row->line;
    }
  }
  free(columns);
  free(rows);
  return status;
}

ep_status plan_source_edges(const plan_source* source, int32_t number, const ep_scene* scene,
                            int32_t* query, ep_edges* edges, ep_error* error)
{
  const ep_yaml_subject s = subject_of(source, error);
  const ep_yaml_node* node = source->queries->first;
  for (int32_t i = 0; i < number; ++i)
  {
    node = node->next;
  }
  const ep_yaml_node* name_node;
  const ep_yaml_node* path;
  const char* name = "";
  *edges = (ep_edges){.count = 0};
  ep_status status = ep_yaml_check_mapping(&s, node);
  status = status != EP_OK ? status : ep_yaml_need(&s, node, "query", &name_node);
  status = status != EP_OK ? status : ep_yaml_text(&s, name_node, &name);
  status = status != EP_OK ? status : ep_yaml_need(&s, node, "path", &path);
  status = status != EP_OK ? status : ep_yaml_check_list(&s, path);
  if (status != EP_OK)
  {
    return status;
  }
  *query = ep_scene_find_query(scene, name);
  if (*query == EP_SCENE_NONE)
  {
    return ep_yaml_fail(&s, name_node, "the scene has no query '%s'", name);
  }
  status = read_path(source, path, scene, edges, error);
  if (status != EP_OK)
  {
    ep_edges_clear(edges);
  }
  return status;
}
