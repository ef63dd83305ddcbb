/// @file yard.h
/// A generated construction site for benchmarks and soaks: a rough ground, scaffolding of thin
/// tubes, mats of rebar, wire fences, crates. Thin things on purpose: sampling misses them. Needs
/// core alone.
#ifndef EP_TEST_YARD_H
#define EP_TEST_YARD_H

#include "excavator.h"

/// A soup of triangles, growing.
typedef struct ep_yard
{
  double* vertices;
  int32_t vertex_count;
  int32_t vertex_capacity;
  int32_t* triangles;
  int32_t triangle_count;
  int32_t triangle_capacity;
} ep_yard;

/// A site of about so many triangles on 80 m x 80 m, z = 0 the ground, with a clear yard of radius
/// 6 m in the middle. The caller clears.
ep_yard ep_yard_make(int32_t triangles, uint64_t seed);

/// A box whose faces are cut into cells x cells squares: a mesh of a link.
ep_yard ep_yard_box(const ep_box* box, int32_t cells);

void ep_yard_clear(ep_yard* yard);

/// The mesh as a shape; borrows the yard.
ep_geometry_desc ep_yard_shape(const ep_yard* yard);

#endif
