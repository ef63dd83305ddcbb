/// @file site_scaffold.c
/// Scaffolding of 48 mm tubes along two sides of the frame.
#include "site_parts.h"
#include "site_shape.h"

#define TUBE  0.0242 ///< radius of a 48.3 mm tube
#define BAY   2.5
#define LIFT  2.0
#define LIFTS 7
#define DEPTH 1.1 ///< between the two rows of standards

static void add_pipe(gen_mesh* mesh, gen_vec a, gen_vec b)
{
  gen_tube(mesh, a, b, TUBE, 8);
}

/// Clamps two tubes to each other.
static void add_coupler(gen_mesh* mesh, gen_vec at)
{
  gen_tube(mesh, gen_add(at, gen_v(0, 0, -0.035)), gen_add(at, gen_v(0, 0, 0.035)), 0.042, 6);
}

/// @name A run along x: the inner row at y = 0, the outer one at y = -DEPTH
/// @{

static double level(int lift)
{
  return 0.25 + LIFT * lift;
}

static void add_standards(gen_mesh* mesh, int bays)
{
  for (int i = 0; i <= bays; ++i)
  {
    for (int row = 0; row < 2; ++row)
    {
      const double x = BAY * i, y = -DEPTH * row;
      site_block(mesh, gen_v(x - 0.12, y - 0.3, 0.0), gen_v(0.24, 0.6, 0.045));
      site_block(mesh, gen_v(x - 0.075, y - 0.075, 0.044), gen_v(0.15, 0.15, 0.011));
      gen_tube(mesh, gen_v(x, y, 0.05), gen_v(x, y, 0.4), 0.019, 6);
      gen_tube(mesh, gen_v(x, y, 0.18), gen_v(x, y, 0.21), 0.05, 6);
      const double top = level(LIFTS) + (row == 1 ? 1.15 : 0.3);
      add_pipe(mesh, gen_v(x, y, 0.2), gen_v(x, y, top));
    }
  }
}

/// What runs along, at one level, over one bay.
static void add_bay(gen_mesh* mesh, int bay, int lift)
{
  const double x0 = BAY * bay - 0.06 - 0.004 * (bay % 2), x1 = x0 + BAY + 0.12, z = level(lift);
  const double in = 2.0 * TUBE, out = -DEPTH - 2.0 * TUBE;
  add_pipe(mesh, gen_v(x0, in, z), gen_v(x1, in, z));
  add_pipe(mesh, gen_v(x0, out, z), gen_v(x1, out, z));
  if (lift == 0)
  {
    return;
  }
  add_pipe(mesh, gen_v(x0, out, z + 0.5), gen_v(x1, out, z + 0.5));
  add_pipe(mesh, gen_v(x0, out, z + 1.0), gen_v(x1, out, z + 1.0));
  for (int plank = 0; plank < 3; ++plank)
  {
    const double y = -DEPTH + 0.06 + 0.335 * plank;
    site_block(mesh, gen_v(x0 + 0.02, y, z + 2.1 * TUBE + 0.001 * (bay % 2)),
               gen_v(BAY + 0.08, 0.32, 0.045));
  }
  site_block(mesh, gen_v(x0 + 0.03, -DEPTH - 0.02, z + 0.09), gen_v(BAY + 0.06, 0.025, 0.15));
}

/// What runs across, at one level, at one pair of standards.
static void add_node(gen_mesh* mesh, int i, int lift)
{
  const double x = BAY * i + 2.0 * TUBE, z = level(lift);
  add_pipe(mesh, gen_v(x, -DEPTH - 0.15, z + 0.01), gen_v(x, 0.15, z + 0.01));
  for (int row = 0; row < 2; ++row)
  {
    add_coupler(mesh, gen_v(BAY * i, -DEPTH * row, z));
    add_coupler(mesh, gen_v(BAY * i, -DEPTH * row, z + 0.08));
  }
  if (lift > 0)
  {
    add_coupler(mesh, gen_v(BAY * i, -DEPTH, z + 0.5));
    add_coupler(mesh, gen_v(BAY * i, -DEPTH, z + 1.0));
  }
  if (lift > 0 && i % 3 == lift % 3)
  {
    // A tie to the building.
    add_pipe(mesh, gen_v(x - 4.1 * TUBE, -DEPTH - 0.1, z - 0.12),
             gen_v(x - 4.1 * TUBE, 0.55, z - 0.12));
  }
}

static void add_brace(gen_mesh* mesh, int bay, int lift)
{
  const double y = -DEPTH - 4.0 * TUBE;
  const double x0 = BAY * (lift % 2 == 0 ? bay : bay + 1), x1 = 2.0 * BAY * bay + BAY - x0;
  add_pipe(mesh, gen_v(x0, y, level(lift) - 0.05), gen_v(x1, y, level(lift + 1) + 0.07));
}

/// A ladder through the decks of a bay, on alternate sides.
static void add_ladder(gen_mesh* mesh, int bay, int lift)
{
  const double x = BAY * bay + (lift % 2 == 0 ? 0.5 : 1.4), y = -0.42, z = level(lift) + 0.1;
  for (int rail = 0; rail < 2; ++rail)
  {
    const double dy = 0.36 * rail;
    site_rod(mesh, gen_v(x, y + dy, z), gen_v(x + 0.45, y + dy, z + 2.7), 0.02);
  }
  for (int rung = 0; rung < 9; ++rung)
  {
    const double k = (rung + 0.7) / 9.5;
    site_rod(mesh, gen_v(x + 0.45 * k, y, z + 2.7 * k), gen_v(x + 0.45 * k, y + 0.36, z + 2.7 * k),
             0.013);
  }
}

/// @}

static void add_run(gen_mesh* mesh, int bays)
{
  add_standards(mesh, bays);
  for (int lift = 0; lift <= LIFTS; ++lift)
  {
    for (int i = 0; i <= bays; ++i)
    {
      add_node(mesh, i, lift);
    }
    for (int bay = 0; bay < bays; ++bay)
    {
      add_bay(mesh, bay, lift);
      if (lift < LIFTS && (bay + 3) % 3 != 1)
      {
        add_brace(mesh, bay, lift);
      }
    }
    if (lift < LIFTS)
    {
      add_ladder(mesh, bays - 2, lift);
    }
  }
}

gen_mesh site_scaffold(void)
{
  gen_mesh mesh = gen_mesh_new();
  const double gap = SITE_FRAME_EDGE + 0.35;
  const double right = SITE_FRAME_X + SITE_FRAME_BAYS_X * SITE_FRAME_BAY_X;
  // The southern run ends where the eastern one begins.
  mesh.at = site_place(right + gap + 0.2 - 11 * BAY, SITE_FRAME_Y - gap, 0.0, 0.0);
  add_run(&mesh, 11);
  mesh.at = site_place(right + gap, SITE_FRAME_Y - gap + 0.5, 0.0, 0.5 * GEN_PI);
  add_run(&mesh, 7);
  return mesh;
}
