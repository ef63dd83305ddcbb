/// @file site_shape.h
/// Shapes that several things on the site are made of.
#ifndef SITE_SHAPE_H
#define SITE_SHAPE_H

#include "gen_mesh.h"

/// Something that stands at x y z, turned by yaw: assign to gen_mesh::at.
gen_place site_place(double x, double y, double z, double yaw);

/// A box from its corner and its sizes.
void site_block(gen_mesh* mesh, gen_vec corner, gen_vec size);

/// A round bar from a to b: gen_tube() with six sides.
void site_rod(gen_mesh* mesh, gen_vec a, gen_vec b, double radius);

/// A stone: a ball with half axes `size`, dented at random by up to `rough` of its size.
void site_lump(gen_mesh* mesh, gen_random* random, gen_vec center, gen_vec size, double rough,
               int32_t sides);

/// A heap of loose stuff on flat ground at z = 0, with a rounded top.
void site_heap(gen_mesh* mesh, gen_random* random, gen_vec center, gen_vec size, int32_t sides);

/// A corrugated sheet from a to b (on one level), standing `height` high. 20 triangles a wave.
void site_sheet(gen_mesh* mesh, gen_vec a, gen_vec b, double height, int32_t waves);

/// A solid that runs through stations: at each of them the same convex outline of n points, seen
/// counter-clockwise when looking back at the start. points holds stations * n.
void site_sweep(gen_mesh* mesh, const gen_vec* points, int32_t n, int32_t stations);

#endif
