/// @file site_site.c
/// The construction site: which obstacles it has, and their files.
#include "generate.h"
#include "gen_file.h"
#include "site_parts.h"

static const site_part parts[] = {
    {"terrain", site_terrain, 0.0},
    {"road", site_road, 0.0},
    {"heaps", site_heaps, 0.0},
    {"rocks", site_rocks, 0.0},
    {"frame", site_frame, 0.0},
    {"formwork", site_formwork, 0.0},
    {"scaffold", site_scaffold, 0.0},
    {"rebar", site_rebar, 0.0},
    {"fence", site_fence, 0.0},
    {"pipes", site_pipes, 0.0},
    {"standing_pipes", site_standing_pipes, 0.0},
    {"cabins", site_cabins, 0.0},
    {"poles", site_poles, 0.0},
    {"power_line", site_power_line, 3.0},
    {"stores", site_stores, 0.0},
    {"parked", site_parked, 0.0},
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
