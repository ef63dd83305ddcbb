/// @file machine_parts.h
/// What several machines are made of: links of several colours, lofts, slabs, pins, hydraulic
/// cylinders, wheels, cabins, hook blocks.
///
/// All solids are closed, as in gen_mesh.h. Solids of one mesh may overlap, but no two may share an
/// edge: the loader welds equal vertices, and an edge of four triangles closes nothing. That is why
/// neighbours here differ by a few millimetres.
#ifndef MACHINE_PARTS_H
#define MACHINE_PARTS_H

#include "gen_file.h"

/// @name Links
/// A link in the making: one mesh for each colour.
/// @{
typedef struct parts_link
{
  gen_mesh paint; ///< in the colour of the machine
  gen_mesh dark;  ///< rubber, grilles, rails
  gen_mesh steel; ///< rods, pins, edges that cut
  gen_mesh glass;
} parts_link;

parts_link parts_link_new(void);
/// Where all that is added from now on is put.
void parts_link_place(parts_link* link, gen_place at);
/// Writes the meshes that are not empty as meshes/MACHINE_LINK_COLOUR.obj, and the link with them;
/// frees them.
void parts_link_write(gen_robot* robot, const char* name, parts_link* link, gen_vec paint);
/// @}

/// @name Solids
/// @{

/// Polygons of `around` corners each, joined one to the next, the first and last closed; convex at
/// the two ends. Corners go counter-clockwise seen from the last polygon.
/// 2 around (sections - 1) + 2 (around - 2) triangles.
void parts_loft(gen_mesh* mesh, const gen_vec* corners, int32_t sections, int32_t around);

/// A polygon in x and y, from z0 to z1: 4 n - 4 triangles.
void parts_slab(gen_mesh* mesh, const double* xy, int32_t n, double z0, double z1);

typedef struct parts_rectangle
{
  double x0, z0, x1, z1;
} parts_rectangle;

/// A rectangle with a rectangular hole, from y0 to y1: 32 triangles.
void parts_frame(gen_mesh* mesh, parts_rectangle outer, parts_rectangle hole, double y0, double y1);

/// A tube along y about x, z.
void parts_pin(gen_mesh* mesh, double x, double z, double radius, double y0, double y1,
               int32_t sides);

/// A box with all its edges cut off by `cut`. 60 triangles.
void parts_block(gen_mesh* mesh, gen_vec lo, gen_vec hi, double cut);
/// @}

/// @name Parts
/// @{

/// A hydraulic cylinder from the eye at a to the eye at b, both turning about y: a barrel over
/// `share` of the length, a rod over the rest. 320 triangles.
void parts_cylinder(parts_link* link, gen_vec a, gen_vec b, double radius, double share);

/// A tyre with its rim; the wheel turns about y. `outside` is -1 or 1: to which side the hub shows.
void parts_wheel(parts_link* link, gen_vec center, double radius, double width, int outside);

/// A driver's cabin: an outline in x and z (convex, counter-clockwise with x to the right and z
/// up), from y0 to y1: glass within, pillars and bars along the outline, panels up to the height
/// `sill`, a roof.
void parts_cabin(parts_link* link, const double* xz, int32_t n, double y0, double y1, double sill);

/// A hook block: the bowl of the hook is at the origin, the rope comes in at PARTS_HOOK_TOP above.
/// With fewer than 6 sides to its round parts it is as plain as can be.
void parts_hook_block(parts_link* link, int32_t sides);
#define PARTS_HOOK_TOP 1.2
/// @}

#endif
