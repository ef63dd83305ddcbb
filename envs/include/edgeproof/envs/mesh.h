/// @file mesh.h
/// Triangle meshes from files: OBJ, STL and PLY by our own strict readers, in double precision; DAE
/// and glTF/GLB through assimp, in a helper process with limits on time and memory.
///
/// A mesh is loaded whole or not at all. Every index and every coordinate is checked; an error
/// names the file, the line or element (counted from 0, lines from 1), and the value. Vertices that
/// are equal are welded, degenerate triangles stay: a segment is still there to hit. Triangles with
/// the same corners in the same sense are dropped but one; two that face opposite ways both stay,
/// for they can be the walls of two bodies that touch. All of it is counted.
///
/// Polygons become triangles whose union is the polygon. One that crosses itself or is bent becomes
/// triangles that cover it. Strips and fans become their triangles.
///
/// What cannot be recognised: an OBJ that was cut at a line end, and an ASCII STL of several solids
/// that was cut between them, for these formats have no end mark.
///
/// DAE and glTF: the transformations of the nodes and the unit of a DAE are applied. The axis that
/// a DAE or glTF calls up is not looked at: x y z stay what they are, as in ROS. Numbers pass
/// through assimp as floats: each coordinate, entry of a matrix and unit is off by up to 2^-24 of
/// itself, and a little more where assimp combines them. Skins, morph targets and animations are
/// not applied. A file that assimp could only read in part is refused.
#ifndef EDGEPROOF_ENVS_MESH_H
#define EDGEPROOF_ENVS_MESH_H

#include "edgeproof/base.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_mesh_options
  {
    uint32_t struct_size;   ///< set by ep_mesh_options_default()
    const char* helper;     ///< program that reads DAE and glTF; NULL: looked for, see below
    int32_t helper_seconds; ///< processor time and patience for one file; default 60
    int64_t helper_bytes;   ///< address space of the helper; default 4 GiB
    int64_t file_bytes;     ///< larger files are refused; default 1 GiB
  } ep_mesh_options;

  /// Without a helper in the options it is what the environment calls EDGEPROOF_MESH_HELPER, else
  /// edgeproof-mesh-helper in the folder of the running program, else where it was installed.
  EP_API ep_mesh_options ep_mesh_options_default(void);

  /// Counts of what happened on the way.
  typedef struct ep_mesh_counts
  {
    int64_t file_vertices;        ///< as the file has them
    int64_t file_polygons;        ///< faces with three corners or more; a strip is one, but in glTF
                                  ///< and DAE each of its triangles
    int64_t welded_vertices;      ///< gone because equal to another one
    int64_t unused_vertices;      ///< gone because no triangle names them
    int64_t degenerate_triangles; ///< kept: repeated or collinear corners
    int64_t duplicate_triangles;  ///< dropped
    int64_t lines;                ///< segments of lines, and faces with two corners: skipped
    int64_t points;               ///< skipped
  } ep_mesh_counts;

  typedef struct ep_mesh
  {
    double* vertices; ///< x y z each, in metres where the format says what its unit is
    int32_t vertex_count;
    int32_t* triangles; ///< three indices each
    int32_t triangle_count;
    ep_box box;
    bool closed; ///< every edge has two triangles, in opposite directions
    ep_mesh_counts counts;
  } ep_mesh;

  /// Reads a file; which format is told by its name's ending (.obj .stl .ply .dae .gltf .glb, in
  /// any case), not by its content, except that an STL may be ASCII or binary. options may be NULL.
  /// On failure *mesh is zeroed and owns nothing. A mesh without triangles is an error.
  EP_API ep_status ep_mesh_load(const char* path, const ep_mesh_options* options, ep_mesh* mesh,
                                ep_error* error);

  /// Frees the arrays and zeroes the mesh. Takes NULL and a zeroed mesh.
  EP_API void ep_mesh_clear(ep_mesh* mesh);

#ifdef __cplusplus
}
#endif

#endif
