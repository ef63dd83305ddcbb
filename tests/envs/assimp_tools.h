/// @file assimp_tools.h
/// What the tests of DAE and glTF share: options with the helper that is to be tested, and a DAE to
/// change.
#ifndef EP_TEST_ASSIMP_TOOLS_H
#define EP_TEST_ASSIMP_TOOLS_H

#include "mesh_tools.h"

/// The helper of this build.
extern const char assimp_helper[];

ep_mesh_options assimp_options(const char* helper, int seconds);

/// Loads the file, with patience.
ep_status assimp_load(mesh_folder* folder, const char* name, const mesh_bytes* file, ep_mesh* mesh,
                      ep_error* error);

/// That the file is these triangles, or is refused with this message behind "path: ". Both free it.
void assimp_assert_loads_as(const char* name, mesh_bytes file, const double (*expected)[9],
                            int count);
void assimp_assert_refused(const char* name, mesh_bytes file, const char* message);

/// Cuts a text at some places, and at each of the last ones; see mesh_try_prefixes().
void assimp_try_some_prefixes(const char* name, const mesh_bytes* file,
                              bool (*may_load)(const char* bytes, size_t size));

/// Damages the file; see mesh_try_damage().
void assimp_try_damage(const char* name, const mesh_bytes* file);

/// Seconds of a clock that only runs forward.
double assimp_seconds_now(void);

#define DAE_INPUT  "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
#define DAE_SQUARE "0 0 0 2 0 0 2 2 0 0 2 0 0 0 2 2 0 2"
#define DAE_ONE    "<triangles count=\"1\">" DAE_INPUT "<p>0 1 2</p></triangles>"
#define DAE_USE    "<instance_geometry url=\"#g\"/>"

/// What differs between the files; NULL: as usual.
typedef struct assimp_dae
{
  const char* primitives;
  const char* positions;
  const char* nodes;
  const char* asset;
} assimp_dae;

mesh_bytes assimp_make_dae(assimp_dae d);

#endif
