/// @file site_parts.h
/// The construction site, obstacle by obstacle. Each function makes the mesh of one, in the site's
/// coordinates; the caller frees it. All are made of closed solids, which may overlap, but never
/// share an edge: loaders weld equal vertices.
#ifndef SITE_PARTS_H
#define SITE_PARTS_H

#include "gen_mesh.h"
#include "site_layout.h"

gen_mesh site_terrain(void);
gen_mesh site_road(void);
gen_mesh site_rocks(void);
gen_mesh site_heaps(void);
gen_mesh site_frame(void);
gen_mesh site_formwork(void);
gen_mesh site_scaffold(void);
gen_mesh site_rebar(void);
gen_mesh site_fence(void);
gen_mesh site_pipes(void);
gen_mesh site_standing_pipes(void);
gen_mesh site_cabins(void);
gen_mesh site_poles(void);
gen_mesh site_power_line(void);
gen_mesh site_stores(void);
gen_mesh site_parked(void);

/// One obstacle of the site.
typedef struct site_part
{
  const char* name; ///< also of its file: site/NAME.ply
  gen_mesh (*make)(void);
  double clearance; ///< that scenes demand of it
} site_part;

/// All of them. *count may not be NULL.
const site_part* site_parts(int* count);

/// The height of the ground.
double site_height(double x, double y);

#endif
