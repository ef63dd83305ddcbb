/// @file site_cabins.c
/// Cabins of the site office, stacked in two storeys with stairs, and containers of steel.
#include "site_parts.h"
#include "site_shape.h"

#define LONG 6.06
#define WIDE 2.44
#define HIGH 2.8

/// A window: a frame, a pane set back and a roller box above.
static void add_window(gen_mesh* mesh, double x, double y, double z)
{
  site_block(mesh, gen_v(x, y - 0.03, z), gen_v(1.2, 0.05, 0.06));
  site_block(mesh, gen_v(x, y - 0.031, z + 1.04), gen_v(1.2, 0.051, 0.16));
  site_block(mesh, gen_v(x - 0.001, y - 0.029, z + 0.01), gen_v(0.06, 0.049, 1.1));
  site_block(mesh, gen_v(x + 1.141, y - 0.028, z + 0.012), gen_v(0.06, 0.048, 1.1));
  site_block(mesh, gen_v(x + 0.05, y - 0.01, z + 0.05), gen_v(1.1, 0.04, 1.0));
}

/// A cabin from the origin: a frame of steel, walls between, a window and perhaps a door in the
/// front, at y = 0.
static void add_cabin(gen_mesh* mesh, bool door)
{
  site_block(mesh, gen_v(0.03, 0.03, 0.1), gen_v(LONG - 0.06, WIDE - 0.06, HIGH - 0.2));
  for (int i = 0; i < 2; ++i)
  {
    for (int j = 0; j < 2; ++j)
    {
      site_block(mesh, gen_v(i * (LONG - 0.15), j * (WIDE - 0.15), 0.0), gen_v(0.15, 0.15, HIGH));
    }
    const double z = i == 0 ? 0.003 : HIGH - 0.183;
    site_block(mesh, gen_v(0.002, 0.002, z), gen_v(LONG - 0.004, 0.12, 0.18));
    site_block(mesh, gen_v(0.004, WIDE - 0.124, z), gen_v(LONG - 0.008, 0.12, 0.18));
    site_block(mesh, gen_v(0.006, 0.006, z + 0.001), gen_v(0.12, WIDE - 0.012, 0.178));
    site_block(mesh, gen_v(LONG - 0.126, 0.006, z + 0.001), gen_v(0.12, WIDE - 0.012, 0.178));
  }
  add_window(mesh, 0.8, 0.02, 1.0);
  add_window(mesh, door ? 2.3 : 3.9, 0.02, 1.0);
  if (door)
  {
    site_block(mesh, gen_v(4.4, -0.02, 0.18), gen_v(0.95, 0.06, 2.1));
    site_block(mesh, gen_v(5.2, -0.08, 1.15), gen_v(0.1, 0.07, 0.03));
  }
}

/// A gallery in front of the upper storey, and stairs that climb along x to it.
static void add_gallery(gen_mesh* mesh, double length)
{
  site_block(mesh, gen_v(-1.0, -1.2, HIGH - 0.02), gen_v(length + 1.0, 1.15, 0.06));
  for (double x = -0.9; x < length; x += 2.02)
  {
    site_block(mesh, gen_v(x, -1.18, -0.02), gen_v(0.08, 0.08, HIGH + 1.1));
    site_block(mesh, gen_v(x + 0.01, -1.17, HIGH - 0.15), gen_v(0.06, 1.1, 0.14));
  }
  for (int rail = 0; rail < 2; ++rail)
  {
    site_rod(mesh, gen_v(-0.95, -1.14, HIGH + 0.55 + 0.5 * rail),
             gen_v(length - 0.02, -1.14, HIGH + 0.55 + 0.5 * rail), 0.02);
  }
  const int steps = 14;
  for (int i = 0; i < steps; ++i)
  {
    site_block(mesh, gen_v(-4.9 + 0.28 * i, -1.15, HIGH * (i + 1) / (steps + 1.0) - 0.02),
               gen_v(0.29, 1.05, 0.04));
  }
  for (int side = 0; side < 2; ++side)
  {
    const double y = -1.17 + 1.07 * side;
    gen_beam(mesh, gen_v(-5.0, y, 0.05), gen_v(-0.95, y, HIGH - 0.05), gen_v(0, 0, 1), 0.05, 0.2);
    site_rod(mesh, gen_v(-5.0, y, 1.05), gen_v(-0.95, y, HIGH + 1.0), 0.02);
    site_rod(mesh, gen_v(-4.9, y, 0.1), gen_v(-4.9, y, 1.1), 0.02);
    site_rod(mesh, gen_v(-2.9, y, 1.4), gen_v(-2.9, y, 2.52), 0.02);
  }
}

/// A container with walls of corrugated steel.
static void add_container(gen_mesh* mesh, bool open)
{
  const double high = 2.6;
  for (int i = 0; i < 4; ++i)
  {
    const double x = i % 2 == 0 ? 0.0 : LONG - 0.14, y = i < 2 ? 0.0 : WIDE - 0.14;
    site_block(mesh, gen_v(x, y, 0.0), gen_v(0.14, 0.14, high));
    const double z = i < 2 ? 0.004 : high - 0.144;
    site_block(mesh, gen_v(0.01, i % 2 == 0 ? 0.01 : WIDE - 0.11, z),
               gen_v(LONG - 0.02, 0.1, 0.14));
    site_block(mesh, gen_v(i % 2 == 0 ? 0.012 : LONG - 0.112, 0.02, z + 0.002),
               gen_v(0.1, WIDE - 0.04, 0.136));
  }
  site_block(mesh, gen_v(0.05, 0.05, 0.1), gen_v(LONG - 0.1, WIDE - 0.1, 0.05));
  site_block(mesh, gen_v(0.04, 0.04, high - 0.05), gen_v(LONG - 0.08, WIDE - 0.08, 0.04));
  site_sheet(mesh, gen_v(0.1, 0.03, 0.1), gen_v(LONG - 0.1, 0.03, 0.1), high - 0.2, 22);
  site_sheet(mesh, gen_v(0.1, WIDE - 0.09, 0.1), gen_v(LONG - 0.1, WIDE - 0.09, 0.1), high - 0.2,
             22);
  site_sheet(mesh, gen_v(0.09, 0.1, 0.1), gen_v(0.09, WIDE - 0.1, 0.1), high - 0.2, 9);
  // Doors at the other end, shut or folded back.
  for (int leaf = 0; leaf < 2; ++leaf)
  {
    const double y = leaf == 0 ? 0.12 : WIDE - 0.12;
    const double way = leaf == 0 ? 1.0 : -1.0;
    const gen_vec end =
        open ? gen_v(LONG + 1.0, y - 0.5 * way, 0.16) : gen_v(LONG - 0.02, y + 1.08 * way, 0.16);
    site_sheet(mesh, gen_v(LONG - 0.02, y, 0.16), end, high - 0.32, 4);
  }
}

gen_mesh site_cabins(void)
{
  gen_mesh mesh = gen_mesh_new();
  const double step = LONG + 0.06;
  const gen_place office = site_place(-51.0, -26.0, 0.02, 0.5 * GEN_PI);
  for (int i = 0; i < 3; ++i)
  {
    for (int storey = 0; storey < 2; ++storey)
    {
      mesh.at = gen_place_times(office, gen_place_at(gen_v(step * i, 0, storey * (HIGH + 0.01))));
      add_cabin(&mesh, (i + storey) % 2 == 0);
    }
  }
  mesh.at = office;
  add_gallery(&mesh, 3.0 * step);
  mesh.at = site_place(-52.0, 12.0, 0.02, 0.5 * GEN_PI);
  add_container(&mesh, false);
  mesh.at = site_place(-49.2, 12.2, 0.02, 0.5 * GEN_PI);
  add_container(&mesh, true);
  mesh.at = site_place(-52.1, 12.3, 2.63, 0.5 * GEN_PI);
  add_container(&mesh, false);
  mesh.at = gen_place_none();
  return mesh;
}
