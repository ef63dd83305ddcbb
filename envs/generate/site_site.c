/// @file site_site.c
/// The construction site: which obstacles it has, and their files.
#include "generate.h"
#include "gen_file.h"
#include "site_parts.h"

static const site_part parts[] = {
    {"terrain", site_terrain, 0.0, {0.46, 0.36, 0.25}},
    {"road", site_road, 0.0, {0.55, 0.52, 0.47}},
    {"heaps", site_heaps, 0.0, {0.62, 0.53, 0.38}},
    {"rocks", site_rocks, 0.0, {0.48, 0.46, 0.44}},
    {"frame", site_frame, 0.0, {0.68, 0.68, 0.66}},
    {"formwork", site_formwork, 0.0, {0.78, 0.58, 0.22}},
    {"scaffold", site_scaffold, 0.0, {0.6, 0.63, 0.67}},
    {"rebar", site_rebar, 0.0, {0.45, 0.24, 0.14}},
    {"fence", site_fence, 0.0, {0.62, 0.65, 0.66}},
    {"pipes", site_pipes, 0.0, {0.58, 0.58, 0.6}},
    {"standing_pipes", site_standing_pipes, 0.0, {0.66, 0.64, 0.6}},
    {"cabins", site_cabins, 0.0, {0.24, 0.42, 0.62}},
    {"poles", site_poles, 0.0, {0.35, 0.25, 0.17}},
    {"power_line", site_power_line, 3.0, {0.1, 0.1, 0.1}},
    {"stores", site_stores, 0.0, {0.7, 0.42, 0.26}},
    {"parked", site_parked, 0.0, {0.85, 0.8, 0.68}},
};

const site_part* site_parts(int* count)
{
  *count = (int)(sizeof parts / sizeof parts[0]);
  return parts;
}

void generate_site(const char* folder)
{
  int count = 0;
  const site_part* all = site_parts(&count);
  for (int i = 0; i < count; ++i)
  {
    gen_mesh mesh = all[i].make();
    char name[128];
    snprintf(name, sizeof name, "site/%s.ply", all[i].name);
    gen_write_mesh(folder, name, &mesh);
    gen_mesh_free(&mesh);
  }
}
