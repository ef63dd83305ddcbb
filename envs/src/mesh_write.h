/// @file mesh_write.h
/// Writing meshes, for the generators.
///
/// A file is written under another name, the path with ".tmp" behind it, and renamed when all of it
/// is there: a file of this name is whole or is not. On failure what was there before is still
/// there. Input is trusted to be a mesh: indices in range, coordinates finite.
#ifndef EP_MESH_WRITE_H
#define EP_MESH_WRITE_H

#include "edgeproof/base.h"

/// Binary, little endian, double coordinates: what is read back is equal bit by bit.
ep_status ep_mesh_write_ply(const char* path, const double* vertices, int32_t vertex_count,
                            const int32_t* triangles, int32_t triangle_count, ep_error* error);

/// With as many digits as are needed for the same: 9, 15 or 17.
ep_status ep_mesh_write_obj(const char* path, const double* vertices, int32_t vertex_count,
                            const int32_t* triangles, int32_t triangle_count, ep_error* error);

#endif
