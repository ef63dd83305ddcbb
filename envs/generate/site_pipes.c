/// @file site_pipes.c
/// Hollow pipes: stacks that lie, and pipes and shaft rings that stand.
#include "site_parts.h"
#include "site_shape.h"

#include <stddef.h>

/// Pipes along y from (0, 0), in rows that get shorter upwards; wedges hold the lowest row.
static void add_stack(gen_mesh* mesh, double outer, double inner, double length, int row,
                      int32_t sides)
{
  const double step = 2.02 * outer;
  for (int level = 0; level < row; ++level)
  {
    for (int i = 0; i + level < row; ++i)
    {
      const double x = step * (i + 0.5 * level);
      const double z = 0.1 + outer + step * 0.8660254 * level;
      gen_pipe(mesh, gen_v(x, 0.03 * ((i + level) % 3), z), gen_v(x, length, z), outer, inner,
               sides);
    }
  }
  for (int beam = 0; beam < 2; ++beam)
  {
    const double y = length * (0.2 + 0.6 * beam);
    site_block(mesh, gen_v(-outer, y, -0.01), gen_v(step * row + 0.1, 0.14, 0.115));
    for (int end = 0; end < 2; ++end)
    {
      const double x = end == 0 ? -0.75 * outer : step * (row - 1) + 0.75 * outer - 0.15;
      site_block(mesh, gen_v(x, y + 0.01, 0.1), gen_v(0.15, 0.12, 0.15));
    }
  }
}

/// A concrete pipe with a socket at one end, along z from `low`.
static void add_socket_pipe(gen_mesh* mesh, double low, double length, double inner)
{
  const double wall = 0.12, foot = low + 0.35;
  const double rz[] = {
      inner,       low,          inner + 2 * wall, low,   inner + 2 * wall, foot,  inner + wall,
      foot + 0.15, inner + wall, low + length,     inner, low + length,     inner, low};
  gen_turned(mesh, rz, 7, 40);
}

gen_mesh site_pipes(void)
{
  gen_mesh mesh = gen_mesh_new();
  // Sewers of concrete, 1.2 m inside.
  mesh.at = site_place(31.0, -20.5, 0.0, 0.12);
  add_stack(&mesh, 0.72, 0.6, 2.6, 4, 40);
  mesh.at = site_place(31.5, -16.0, 0.0, 0.1);
  add_stack(&mesh, 0.72, 0.6, 2.6, 3, 40);
  // Steel pipes, 0.5 and 0.3 m, six metres and more.
  mesh.at = site_place(40.0, -17.0, 0.0, -0.2);
  add_stack(&mesh, 0.26, 0.245, 9.0, 5, 24);
  mesh.at = site_place(-30.0, -33.0, 0.0, 0.0);
  add_stack(&mesh, 0.16, 0.148, 6.0, 6, 20);
  // Some that rolled off.
  mesh.at = site_place(37.5, -13.5, 0.0, 1.1);
  gen_pipe(&mesh, gen_v(0, 0, 0.73), gen_v(2.5, 0, 0.73), 0.72, 0.6, 40);
  mesh.at = gen_place_none();
  return mesh;
}

gen_mesh site_standing_pipes(void)
{
  gen_mesh mesh = gen_mesh_new();
  // The one that is filled: two rings on a slab.
  mesh.at = site_place(SITE_PIPE_X, SITE_PIPE_Y, 0.0, 0.0);
  gen_pipe(&mesh, gen_v(0, 0, -0.05), gen_v(0, 0, 1.495), SITE_PIPE_OUTER, SITE_PIPE_INNER, 64);
  gen_pipe(&mesh, gen_v(0, 0, 1.505), gen_v(0, 0, SITE_PIPE_HEIGHT), SITE_PIPE_OUTER,
           SITE_PIPE_INNER, 64);
  gen_pipe(&mesh, gen_v(0, 0, 1.42), gen_v(0, 0, 1.58), SITE_PIPE_OUTER + 0.05,
           SITE_PIPE_INNER + 0.05, 64);
  // Pipes that wait, standing on their sockets.
  static const double places[][3] = {{3.6, 0.6, 0.6}, {3.4, 2.9, 0.6},   {-3.2, 1.9, 0.5},
                                     {1.2, 3.4, 0.4}, {-3.6, -1.2, 0.6}, {-1.2, 3.6, 0.5}};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i)
  {
    mesh.at =
        site_place(SITE_PIPE_X + places[i][0], SITE_PIPE_Y + places[i][1], 0.0, 0.3 * (double)i);
    add_socket_pipe(&mesh, -0.02, 2.4, places[i][2]);
  }
  mesh.at = gen_place_none();
  return mesh;
}
