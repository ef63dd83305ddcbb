/// @file machine_parts.c
/// Links of several colours, and the solids that gen_mesh.h has not.
#include "machine_parts.h"

/// @name Links
/// @{

parts_link parts_link_new(void)
{
  return (parts_link){gen_mesh_new(), gen_mesh_new(), gen_mesh_new(), gen_mesh_new()};
}

void parts_link_place(parts_link* link, gen_place at)
{
  link->paint.at = link->dark.at = link->steel.at = link->glass.at = at;
}

static void write_part(gen_robot* robot, const char* link, const char* part, const gen_mesh* mesh,
                       gen_vec colour)
{
  if (mesh->triangle_count == 0)
  {
    return;
  }
  char file[256];
  const int size = snprintf(file, sizeof file, "meshes/%s_%s_%s.obj", robot->name, link, part);
  if (size < 0 || (size_t)size >= sizeof file)
  {
    gen_give_up("%s %s: the name is too long", robot->name, link);
  }
  gen_write_mesh(robot->folder, file, mesh);
  FILE* f = robot->urdf.file;
  fprintf(f, "    <visual><geometry><mesh filename=\"%s\"/></geometry>\n", file);
  fprintf(f, "      <material name=\"%s_%s\"><color rgba=\"%.9g %.9g %.9g 1\"/></material>\n", link,
          part, colour.x, colour.y, colour.z);
  fprintf(f, "    </visual>\n");
  fprintf(f, "    <collision><geometry><mesh filename=\"%s\"/></geometry></collision>\n", file);
}

void parts_link_write(gen_robot* robot, const char* name, parts_link* link, gen_vec paint)
{
  fprintf(robot->urdf.file, "  <link name=\"%s\">\n", name);
  write_part(robot, name, "paint", &link->paint, paint);
  write_part(robot, name, "dark", &link->dark, gen_v(0.13, 0.13, 0.14));
  write_part(robot, name, "steel", &link->steel, gen_v(0.55, 0.56, 0.58));
  write_part(robot, name, "glass", &link->glass, gen_v(0.16, 0.25, 0.31));
  fprintf(robot->urdf.file, "  </link>\n");
  gen_mesh_free(&link->paint);
  gen_mesh_free(&link->dark);
  gen_mesh_free(&link->steel);
  gen_mesh_free(&link->glass);
}

/// @}
/// @name Solids
/// @{

/// A fan over a convex polygon.
static void close_end(gen_mesh* mesh, int32_t first, int32_t around, bool last)
{
  for (int32_t i = 1; i + 1 < around; ++i)
  {
    gen_triangle(mesh, first, first + (last ? i : i + 1), first + (last ? i + 1 : i));
  }
}

void parts_loft(gen_mesh* mesh, const gen_vec* corners, int32_t sections, int32_t around)
{
  const int32_t first = mesh->vertex_count;
  for (int32_t i = 0; i < sections * around; ++i)
  {
    gen_vertex(mesh, corners[i]);
  }
  for (int32_t k = 0; k + 1 < sections; ++k)
  {
    const int32_t from = first + k * around;
    for (int32_t i = 0; i < around; ++i)
    {
      const int32_t j = (i + 1) % around;
      gen_quad(mesh, from + i, from + j, from + around + j, from + around + i);
    }
  }
  close_end(mesh, first, around, false);
  close_end(mesh, first + (sections - 1) * around, around, true);
}

void parts_slab(gen_mesh* mesh, const double* xy, int32_t n, double z0, double z1)
{
  enum
  {
    CORNERS_MAX = 64
  };
  double xz[2 * CORNERS_MAX];
  if (n > CORNERS_MAX)
  {
    gen_give_up("a slab of %d corners has too many", (int)n);
  }
  for (int32_t i = 0; i < n; ++i)
  {
    xz[2 * i] = xy[2 * i];
    xz[2 * i + 1] = -xy[2 * i + 1];
  }
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, gen_place_turn('x', GEN_PI / 2));
  gen_plate(mesh, xz, n, z0, z1);
  mesh->at = before;
}

static int32_t rectangle_vertices(gen_mesh* mesh, parts_rectangle r, double y)
{
  const int32_t first = gen_vertex(mesh, gen_v(r.x0, y, r.z0));
  gen_vertex(mesh, gen_v(r.x1, y, r.z0));
  gen_vertex(mesh, gen_v(r.x1, y, r.z1));
  gen_vertex(mesh, gen_v(r.x0, y, r.z1));
  return first;
}

void parts_frame(gen_mesh* mesh, parts_rectangle outer, parts_rectangle hole, double y0, double y1)
{
  const int32_t out0 = rectangle_vertices(mesh, outer, y0);
  const int32_t in0 = rectangle_vertices(mesh, hole, y0);
  const int32_t out1 = rectangle_vertices(mesh, outer, y1);
  const int32_t in1 = rectangle_vertices(mesh, hole, y1);
  for (int32_t i = 0; i < 4; ++i)
  {
    const int32_t j = (i + 1) % 4;
    gen_quad(mesh, out0 + i, out0 + j, in0 + j, in0 + i);
    gen_quad(mesh, in1 + i, in1 + j, out1 + j, out1 + i);
    gen_quad(mesh, out1 + i, out1 + j, out0 + j, out0 + i);
    gen_quad(mesh, in0 + i, in0 + j, in1 + j, in1 + i);
  }
}

void parts_pin(gen_mesh* mesh, double x, double z, double radius, double y0, double y1,
               int32_t sides)
{
  gen_tube(mesh, gen_v(x, y0, z), gen_v(x, y1, z), radius, sides);
}

/// Eight corners of a rectangle whose own corners are cut off.
static void cut_rectangle(gen_vec* at, gen_vec lo, gen_vec hi, double z, double shrink, double cut)
{
  const double x0 = lo.x + shrink, x1 = hi.x - shrink, y0 = lo.y + shrink, y1 = hi.y - shrink;
  const gen_vec corners[8] = {{x0 + cut, y0, z}, {x1 - cut, y0, z}, {x1, y0 + cut, z},
                              {x1, y1 - cut, z}, {x1 - cut, y1, z}, {x0 + cut, y1, z},
                              {x0, y1 - cut, z}, {x0, y0 + cut, z}};
  for (int i = 0; i < 8; ++i)
  {
    at[i] = corners[i];
  }
}

void parts_block(gen_mesh* mesh, gen_vec lo, gen_vec hi, double cut)
{
  gen_vec corners[4 * 8];
  cut_rectangle(corners, lo, hi, lo.z, cut, cut);
  cut_rectangle(corners + 8, lo, hi, lo.z + cut, 0.0, cut);
  cut_rectangle(corners + 16, lo, hi, hi.z - cut, 0.0, cut);
  cut_rectangle(corners + 24, lo, hi, hi.z, cut, cut);
  parts_loft(mesh, corners, 4, 8);
}

/// @}
