/// @file mesh_read.h
/// The readers of the formats: each fills a builder from a file in memory, or refuses it.
#ifndef EP_MESH_READ_H
#define EP_MESH_READ_H

#include "io_file.h"
#include "mesh_builder.h"

ep_status ep_mesh_read_obj(const ep_text* text, ep_mesh_builder* b);
ep_status ep_mesh_read_stl(const ep_text* text, ep_mesh_builder* b);
ep_status ep_mesh_read_ply(const ep_text* text, ep_mesh_builder* b);

/// Refuses a zero byte, which no text has.
ep_status ep_mesh_refuse_zero_bytes(const ep_text* text, ep_mesh_builder* b);

#endif
