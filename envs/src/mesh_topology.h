/// @file mesh_topology.h
/// Which triangles are repeated, and whether a mesh is closed.
///
/// Both ask for triangles that begin with their lowest corner, and for those that are a segment or
/// a point that this corner is there twice: ep_triangle_put_in_order() makes them so.
#ifndef EP_MESH_TOPOLOGY_H
#define EP_MESH_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

/// Turns the corners until the lowest is the first. A triangle with a repeated corner becomes
/// lower end, lower end, higher end.
void ep_triangle_put_in_order(int32_t triangle[3]);

/// Drops all but the first of triangles that are equal, in place; the others keep their order. How
/// many are left, or -1 if there is no memory.
int32_t ep_triangles_drop_repeated(int32_t* triangles, int32_t count, int32_t vertex_count);

/// Whether each edge has two triangles that pass it in opposite directions. Triangles with a
/// repeated corner have no edges here. 1, 0, or -1 if there is no memory.
int ep_triangles_are_closed(const int32_t* triangles, int32_t count, int32_t vertex_count);

#endif
