/// @file mesh_assimp.h
/// DAE and glTF: read by assimp in a process of its own, which may crash, hang or eat memory.
#ifndef EP_MESH_ASSIMP_H
#define EP_MESH_ASSIMP_H

#include "io_file.h"
#include "mesh_builder.h"

/// `text` is the file, which is looked at before the helper is started; `ending` is "dae", "gltf"
/// or "glb". The helper reads the file at b->path again.
ep_status ep_mesh_read_with_helper(const ep_text* text, const char* ending,
                                   const ep_mesh_options* options, ep_mesh_builder* b);

/// Refuses a DAE that assimp would not survive, or would read otherwise than it is meant. In
/// mesh_dae.c.
ep_status ep_mesh_check_dae(const ep_text* text, ep_mesh_builder* b);

/// Refuses a glTF or GLB that is cut, that is compressed, or whose buffers are outside its folder.
/// In mesh_gltf.c.
ep_status ep_mesh_check_gltf(const ep_text* text, bool is_glb, ep_mesh_builder* b);

#endif
