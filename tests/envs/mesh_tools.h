/// @file mesh_tools.h
/// What the tests of mesh loaders share: files in a folder of their own, what every loaded mesh
/// must satisfy, and damage.
#ifndef EP_TEST_MESH_TOOLS_H
#define EP_TEST_MESH_TOOLS_H

#include "ep_test.h"
#include "edgeproof/envs/mesh.h"

#include <stdbool.h>
#include <stddef.h>

/// A folder for one test, and the last path made in it.
typedef struct mesh_folder
{
  char path[64];
  char file[256];
} mesh_folder;

mesh_folder mesh_folder_make(void);

/// The full name of a file of the folder, valid until the next call.
const char* mesh_folder_file(mesh_folder* folder, const char* name);

/// Writes a file and returns its full name.
const char* mesh_folder_write(mesh_folder* folder, const char* name, const void* bytes,
                              size_t size);

/// Deletes the folder and the files in it.
void mesh_folder_remove(mesh_folder* folder);

/// A piece of text or of bytes that grows. Starts zeroed; the caller frees bytes.
typedef struct mesh_bytes
{
  char* bytes;
  size_t size;
  size_t capacity;
} mesh_bytes;

void mesh_bytes_add(mesh_bytes* to, const void* bytes, size_t size);
void mesh_bytes_print(mesh_bytes* to, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

/// Loads these bytes as a file of this name, with these options (NULL: the default). A mesh that is
/// loaded has been checked by mesh_assert_good(); one that is refused owns nothing and has a
/// message that begins with the path.
ep_status mesh_load_bytes(mesh_folder* folder, const char* name, const void* bytes, size_t size,
                          const ep_mesh_options* options, ep_mesh* mesh, ep_error* error);

/// Loads a text that must be good.
ep_mesh mesh_load_text(mesh_folder* folder, const char* name, const char* text);

/// All indices in range, all vertices used, finite and different, the box their box, the counts as
/// they must add up.
void mesh_assert_good(const ep_mesh* mesh);

/// That the mesh is these triangles, nine numbers each, in any order and from any corner, but in
/// the same sense.
void mesh_assert_triangles(const ep_mesh* mesh, const double (*expected)[9], int count);

/// The area of all triangles.
double mesh_area(const ep_mesh* mesh);

/// A file that must be refused, and how its message must end after "path: ".
typedef struct mesh_bad_file
{
  const char* name;
  const char* text;
  const char* message;
} mesh_bad_file;

void mesh_assert_refused(const mesh_bad_file* files, size_t count);

/// Loads every beginning of the file. `may_load` says whether one of this length is allowed to be
/// accepted; all others must be refused.
void mesh_try_prefixes(const char* name, const void* bytes, size_t size,
                       const ep_mesh_options* options,
                       bool (*may_load)(const char* bytes, size_t size));

/// Loads so many copies of the file with some of their bytes changed. Each is refused or good; how
/// many were good.
int64_t mesh_try_damage(const char* name, const void* bytes, size_t size,
                        const ep_mesh_options* options, int64_t trials);

#endif
