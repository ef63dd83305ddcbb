/// @file mesh.c
#include "edgeproof/envs/mesh.h"

#include "io_file.h"
#include "mesh_assimp.h"
#include "mesh_builder.h"
#include "mesh_read.h"
#include "mesh_text.h"

#include <stdlib.h>
#include <string.h>

ep_mesh_options ep_mesh_options_default(void)
{
  return (ep_mesh_options){.struct_size = sizeof(ep_mesh_options),
                           .helper_seconds = 60,
                           .helper_bytes = (int64_t)4 << 30,
                           .file_bytes = (int64_t)1 << 30};
}

void ep_mesh_clear(ep_mesh* mesh)
{
  if (mesh != NULL)
  {
    free(mesh->vertices);
    free(mesh->triangles);
    memset(mesh, 0, sizeof *mesh);
  }
}

ep_status ep_mesh_refuse_zero_bytes(const ep_text* text, ep_mesh_builder* b)
{
  const char* zero = memchr(text->bytes, 0, text->size);
  return zero == NULL
             ? EP_OK
             : ep_mesh_builder_fail(b, EP_ERROR_INPUT, "byte %lld is zero, which no text has",
                                    (long long)(zero - text->bytes));
}

/// What the name of a file ends with, and who reads such files.
typedef struct format
{
  const char* ending;
  ep_status (*read)(const ep_text* text, ep_mesh_builder* b); ///< NULL: assimp
} format;

static const format* find_format(const char* path)
{
  static const format formats[] = {{"obj", ep_mesh_read_obj},
                                   {"stl", ep_mesh_read_stl},
                                   {"ply", ep_mesh_read_ply},
                                   {"dae", NULL},
                                   {"gltf", NULL},
                                   {"glb", NULL}};
  const char* slash = strrchr(path, '/');
  const char* dot = strrchr(slash == NULL ? path : slash, '.');
  for (size_t i = 0; dot != NULL && i < sizeof formats / sizeof *formats; ++i)
  {
    if (ep_word_is((ep_word){dot + 1, dot + strlen(dot)}, formats[i].ending))
    {
      return &formats[i];
    }
  }
  return NULL;
}

/// Checks the options that hold for a call.
static ep_status choose_options(const ep_mesh_options* given, ep_mesh_options* chosen,
                                ep_error* error)
{
  *chosen = given == NULL ? ep_mesh_options_default() : *given;
  if (chosen->struct_size != sizeof(ep_mesh_options))
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE,
                        "mesh options: struct_size is %u, not %zu: begin with "
                        "ep_mesh_options_default()",
                        chosen->struct_size, sizeof(ep_mesh_options));
  }
  if (chosen->helper_seconds <= 0 || chosen->helper_bytes <= 0 || chosen->file_bytes <= 0)
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE,
                        "mesh options: %d seconds, %lld bytes for the helper, %lld bytes for a "
                        "file: each must be above 0",
                        chosen->helper_seconds, (long long)chosen->helper_bytes,
                        (long long)chosen->file_bytes);
  }
  return EP_OK;
}

static ep_status read_format(const format* f, const ep_mesh_options* options, const ep_text* text,
                             ep_mesh_builder* b)
{
  if (text->size == 0)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "is empty");
  }
  return f->read != NULL ? f->read(text, b) : ep_mesh_read_with_helper(text, f->ending, options, b);
}

static ep_status load(const char* path, const ep_mesh_options* options, ep_mesh* mesh,
                      ep_error* error)
{
  const format* f = find_format(path);
  if (f == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_UNSUPPORTED,
                        "%s: the name ends with none of .obj .stl .ply .dae .gltf .glb", path);
  }
  ep_text text;
  ep_status status = ep_file_read(path, options->file_bytes, &text, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_mesh_builder b = ep_mesh_builder_make(path, error);
  status = read_format(f, options, &text, &b);
  free(text.bytes);
  status = status == EP_OK ? ep_mesh_builder_finish(&b, mesh) : status;
  ep_mesh_builder_clear(&b);
  return status;
}

ep_status ep_mesh_load(const char* path, const ep_mesh_options* options, ep_mesh* mesh,
                       ep_error* error)
{
  if (mesh == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE, "ep_mesh_load: mesh is NULL");
  }
  memset(mesh, 0, sizeof *mesh);
  if (path == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE, "ep_mesh_load: path is NULL");
  }
  ep_mesh_options chosen;
  ep_status status = choose_options(options, &chosen, error);
  status = status == EP_OK ? load(path, &chosen, mesh, error) : status;
  return status == EP_OK ? ep_envs_ok(error) : status;
}
