/// @file job_file.c
#include "job_file.h"

#include "io_file.h"
#include "program.h"
#include "yaml_tree.h"

#include <stdlib.h>

struct job_file
{
  char* path;
  char* out;
  ep_yaml* tree;
  job_entry* entries;
  int32_t count;
};

/// A file that is being read.
typedef struct reader
{
  job_file* file;
  ep_yaml_subject subject; ///< the entry
  ep_error* error;
} reader;

static ep_status no_memory(ep_error* error)
{
  return program_error(error, EP_ERROR_MEMORY, "no memory");
}

/// A list of texts; nothing where the key is not there.
static ep_status read_names(reader* r, const char* key, job_names* names)
{
  const ep_yaml_node* node = ep_yaml_get(r->subject.node, key);
  ep_status status = node == NULL ? EP_OK : ep_yaml_check_list(&r->subject, node);
  if (status != EP_OK || node == NULL)
  {
    return status;
  }
  if (node->count == 0)
  {
    return ep_yaml_fail(&r->subject, node, "is empty");
  }
  names->items = calloc((size_t)node->count, sizeof *names->items);
  if (names->items == NULL)
  {
    return no_memory(r->error);
  }
  names->count = node->count;
  for (const ep_yaml_node* n = node->first; status == EP_OK && n != NULL; n = n->next)
  {
    status = ep_yaml_text(&r->subject, n, &names->items[n->index]);
  }
  return status;
}

/// Whole numbers from 1; 1 where the key is not there.
static ep_status read_seeds(reader* r, job_entry* entry)
{
  const ep_yaml_node* node = ep_yaml_get(r->subject.node, "seeds");
  ep_status status = node == NULL ? EP_OK : ep_yaml_check_list(&r->subject, node);
  if (status != EP_OK)
  {
    return status;
  }
  if (node != NULL && node->count == 0)
  {
    return ep_yaml_fail(&r->subject, node, "is empty");
  }
  entry->seed_count = node == NULL ? 1 : node->count;
  entry->seeds = calloc((size_t)entry->seed_count, sizeof *entry->seeds);
  if (entry->seeds == NULL)
  {
    return no_memory(r->error);
  }
  entry->seeds[0] = 1;
  for (const ep_yaml_node* n = node == NULL ? NULL : node->first; status == EP_OK && n != NULL;
       n = n->next)
  {
    status = ep_yaml_integer(&r->subject, n, &entry->seeds[n->index]);
    if (status == EP_OK && entry->seeds[n->index] < 1)
    {
      status = ep_yaml_fail(&r->subject, n, "seeds are from 1 on, not %s", n->text);
    }
  }
  return status;
}

static ep_status read_entry(reader* r, const ep_yaml_node* node, job_entry* entry)
{
  static const char* const known[] = {"scene", "queries", "planners",   "validators",
                                      "seeds", "time",    "parameters", NULL};
  r->subject.name = "run";
  r->subject.node = node;
  entry->line = node->line;
  const ep_yaml_node* scene;
  const char* name = "";
  ep_status status = ep_yaml_check_keys(&r->subject, node, known);
  status = status != EP_OK ? status : ep_yaml_need(&r->subject, node, "scene", &scene);
  status = status != EP_OK ? status : ep_yaml_text(&r->subject, scene, &name);
  status = status != EP_OK ? status : read_names(r, "queries", &entry->queries);
  status = status != EP_OK ? status : read_names(r, "planners", &entry->planners);
  status = status != EP_OK ? status : read_names(r, "validators", &entry->validators);
  status = status != EP_OK ? status : read_names(r, "parameters", &entry->parameters);
  status = status != EP_OK ? status : read_seeds(r, entry);
  status = status != EP_OK ? status
                           : ep_yaml_positive(&r->subject, ep_yaml_get(node, "time"), &entry->time);
  if (status != EP_OK)
  {
    return status;
  }
  entry->scene = ep_path_beside(r->file->path, name);
  return entry->scene != NULL ? EP_OK : no_memory(r->error);
}

static ep_status read_file(job_file* file, ep_error* error)
{
  static const char* const known[] = {"out", "runs", NULL};
  const ep_yaml_node* root = ep_yaml_root(file->tree);
  reader r = {
      .file = file, .subject = {.path = file->path, .node = root, .error = error}, .error = error};
  const ep_yaml_node* out;
  const ep_yaml_node* runs;
  const char* name = "";
  ep_status status = ep_yaml_check_keys(&r.subject, root, known);
  status = status != EP_OK ? status : ep_yaml_need(&r.subject, root, "out", &out);
  status = status != EP_OK ? status : ep_yaml_text(&r.subject, out, &name);
  status = status != EP_OK ? status : ep_yaml_need(&r.subject, root, "runs", &runs);
  status = status != EP_OK ? status : ep_yaml_check_list(&r.subject, runs);
  if (status != EP_OK)
  {
    return status;
  }
  if (runs->count == 0)
  {
    return ep_yaml_fail(&r.subject, runs, "is empty");
  }
  if (name[0] == '~' && (name[1] == 0 || name[1] == '/'))
  {
    // Nobody wants a folder that is called so, least of all to remove it.
    return ep_yaml_fail(&r.subject, out, "'%.100s': only a shell knows what ~ is; write the path",
                        name);
  }
  file->out = ep_path_beside(file->path, name);
  file->entries = calloc((size_t)runs->count + 1, sizeof *file->entries);
  if (file->out == NULL || file->entries == NULL)
  {
    return no_memory(error);
  }
  for (const ep_yaml_node* n = runs->first; status == EP_OK && n != NULL; n = n->next)
  {
    status = read_entry(&r, n, &file->entries[file->count++]);
  }
  return status;
}

ep_status job_file_open(const char* path, job_file** file, ep_error* error)
{
  *file = NULL;
  job_file* f = calloc(1, sizeof *f);
  if (f == NULL || (f->path = ep_string_copy(path)) == NULL)
  {
    free(f);
    return no_memory(error);
  }
  ep_status status = ep_yaml_load(path, &f->tree, error);
  status = status != EP_OK ? status : read_file(f, error);
  if (status != EP_OK)
  {
    job_file_close(f);
    return status;
  }
  *file = f;
  return EP_OK;
}

void job_file_close(job_file* file)
{
  if (file == NULL)
  {
    return;
  }
  for (int32_t i = 0; i < file->count; ++i)
  {
    job_entry* e = &file->entries[i];
    free(e->scene);
    free(e->queries.items);
    free(e->planners.items);
    free(e->validators.items);
    free(e->parameters.items);
    free(e->seeds);
  }
  free(file->entries);
  ep_yaml_destroy(file->tree);
  free(file->path);
  free(file->out);
  free(file);
}

const char* job_file_path(const job_file* file)
{
  return file->path;
}

const char* job_file_out(const job_file* file)
{
  return file->out;
}

int32_t job_file_count(const job_file* file)
{
  return file->count;
}

const job_entry* job_file_entry(const job_file* file, int32_t number)
{
  return &file->entries[number];
}
