/// @file site_fence.c
/// The fence: panels of welded wire, 3 and 4 mm thick, in frames of tube on feet of concrete; and a
/// stretch of chain link, 2.8 mm.
#include "site_parts.h"
#include "site_shape.h"

#define PANEL  3.5
#define HEIGHT 2.0

/// Three sides are as round as a wire of 3 mm needs to be.
static void add_wire(gen_mesh* mesh, gen_vec a, gen_vec b, double diameter)
{
  gen_tube(mesh, a, b, 0.5 * diameter, 3);
}

/// A panel from x = 0 to PANEL, in the plane y = 0.
static void add_panel(gen_mesh* mesh)
{
  const double low = 0.12, high = HEIGHT, tube = 0.02;
  for (int end = 0; end < 2; ++end)
  {
    const double x = end == 0 ? 0.05 : PANEL - 0.05;
    site_rod(mesh, gen_v(x, 0, 0.05), gen_v(x, 0, high + 0.02), tube);
    const double z = end == 0 ? low : high;
    site_rod(mesh, gen_v(0.03, 0, z), gen_v(PANEL - 0.03, 0, z), tube * 0.9);
  }
  for (double x = 0.1; x < PANEL - 0.06; x += 0.05)
  {
    add_wire(mesh, gen_v(x, 0.003, low - 0.01), gen_v(x, 0.003, high + 0.01), 0.003);
  }
  for (double z = low + 0.1; z < high - 0.04; z += 0.1)
  {
    add_wire(mesh, gen_v(0.04, 0, z), gen_v(PANEL - 0.04, 0, z), 0.004);
  }
  site_block(mesh, gen_v(-0.12, -0.35, -0.02), gen_v(0.24, 0.7, 0.16));
}

/// @name Chain link
/// @{

#define MESH 0.08 ///< side to side of a diamond, 0.1 from top to bottom

/// Wire number `wire` zigzags over half a diamond and hooks into the next one, which goes the other
/// way.
static void add_zigzag(gen_mesh* mesh, int wire)
{
  enum
  {
    BENDS = 39
  };
  gen_vec points[BENDS];
  for (int i = 0; i < BENDS; ++i)
  {
    const bool right = (i + wire) % 2 == 0;
    points[i] = gen_v(0.5 * MESH * wire + (right ? 0.5 * MESH + 0.003 : 0.0),
                      right ? 0.003 : -0.003, 0.06 + 0.05 * i);
  }
  gen_bar(mesh, points, BENDS, 0.0014, 3);
}

/// From x = 0 to `length`, with posts and three wires to hold it.
static void add_chain_link(gen_mesh* mesh, double length)
{
  for (int wire = 0; 0.5 * MESH * (wire + 1) < length; ++wire)
  {
    add_zigzag(mesh, wire);
  }
  for (double x = 0.0; x <= length + 0.01; x += 2.5)
  {
    gen_tube(mesh, gen_v(x, 0.04, -0.3), gen_v(x, 0.04, HEIGHT + 0.05), 0.03, 10);
    gen_ball(mesh, gen_v(x, 0.04, HEIGHT + 0.05), 0.034, 8, 4);
  }
  for (int i = 0; i < 3; ++i)
  {
    const double z = 0.08 + 0.93 * i;
    add_wire(mesh, gen_v(-0.02, 0.006, z), gen_v(length + 0.02, 0.006, z), 0.004);
  }
}

/// @}

/// Panels one after the other from a place, in its direction.
static void add_panels(gen_mesh* mesh, double x, double y, double yaw, int count)
{
  const gen_place start = site_place(x, y, 0.0, yaw);
  for (int i = 0; i < count; ++i)
  {
    mesh->at = gen_place_times(start, gen_place_at(gen_v(PANEL * i, 0, 0)));
    add_panel(mesh);
  }
  mesh->at = gen_place_none();
}

gen_mesh site_fence(void)
{
  gen_mesh mesh = gen_mesh_new();
  const double x = SITE_FENCE_X, y = SITE_FENCE_Y;
  // South, on both sides of the gate.
  add_panels(&mesh, -x, -y, 0.0, 17);
  add_panels(&mesh, 14.0, -y, 0.0, 12);
  // Both halves of the gate stand open.
  add_panels(&mesh, 2.5, -y, 1.9, 1);
  add_panels(&mesh, 14.0, -y, 1.3, 1);
  add_panels(&mesh, x, -y, 0.5 * GEN_PI, 27);
  add_panels(&mesh, -x, y, -0.5 * GEN_PI, 27);
  add_panels(&mesh, x, y, GEN_PI, 6);
  mesh.at = site_place(-x + 0.5, y, 0.0, 0.0);
  add_chain_link(&mesh, 17.5);
  mesh.at = gen_place_none();
  return mesh;
}
