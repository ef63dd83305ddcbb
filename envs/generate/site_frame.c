/// @file site_frame.c
/// The concrete frame: footings, columns, slabs, beams, a core with stairs and a lift shaft, and
/// some walls of brick.
#include "site_parts.h"
#include "site_shape.h"

#define COLUMN  0.4
#define EDGE    SITE_FRAME_EDGE
#define BAY_X   SITE_FRAME_BAY_X
#define BAY_Y   SITE_FRAME_BAY_Y
#define BAYS_X  SITE_FRAME_BAYS_X
#define BAYS_Y  SITE_FRAME_BAYS_Y
#define STOREY  SITE_FRAME_STOREY
#define SLAB    SITE_FRAME_SLAB
#define LENGTH  (BAY_X * BAYS_X)
#define WIDTH   (BAY_Y * BAYS_Y)
#define CORE_X0 9.0 ///< inner sides of the core, from the corner column
#define CORE_X1 15.0
#define CORE_Y0 5.6
#define CORE_Y1 9.4
#define WALL    0.22

/// The top of a slab; 0 is on the ground.
static double top_of(int floor)
{
  return 0.15 + STOREY * floor;
}

/// @name Slabs
/// @{

/// A slab from x0 to x1 with the opening of the core. Its four pieces overlap by a little, so that
/// they share no edge.
static void add_slab(gen_mesh* mesh, double top, double x0, double x1)
{
  const double low = top - SLAB;
  gen_box(mesh, gen_v(x0, -EDGE, low), gen_v(x1, CORE_Y0, top));
  if (x1 < CORE_X0)
  {
    gen_box(mesh, gen_v(x0, CORE_Y0 - 0.1, low), gen_v(x1, WIDTH + EDGE, top));
    return;
  }
  gen_box(mesh, gen_v(x0, CORE_Y1, low), gen_v(x1, WIDTH + EDGE, top));
  gen_box(mesh, gen_v(x0, CORE_Y0 - 0.1, low), gen_v(CORE_X0, CORE_Y1 + 0.1, top));
  gen_box(mesh, gen_v(CORE_X1, CORE_Y0 - 0.2, low), gen_v(x1, CORE_Y1 + 0.2, top));
}

static void add_beams(gen_mesh* mesh, double top, int bays_x)
{
  const double low = top - 0.55, high = top - SLAB + 0.05;
  for (int j = 0; j <= BAYS_Y; ++j)
  {
    const double y = BAY_Y * j;
    gen_box(mesh, gen_v(-0.15, y - 0.15, low), gen_v(BAY_X * bays_x + 0.15, y + 0.15, high));
  }
  for (int i = 0; i <= bays_x; i += BAYS_X)
  {
    const double x = BAY_X * i;
    gen_box(mesh, gen_v(x - 0.16, -0.14, low + 0.02), gen_v(x + 0.16, WIDTH + 0.14, high - 0.02));
  }
}

static void add_columns(gen_mesh* mesh, int floor, int bays_x)
{
  for (int i = 0; i <= bays_x; ++i)
  {
    for (int j = 0; j <= BAYS_Y; ++j)
    {
      const double x = BAY_X * i, y = BAY_Y * j;
      gen_box(mesh, gen_v(x - COLUMN / 2, y - COLUMN / 2, top_of(floor) - 0.1),
              gen_v(x + COLUMN / 2, y + COLUMN / 2, top_of(floor + 1) - SLAB + 0.1));
    }
  }
}

/// Low walls that run out of the slab's edge: what the bricklayers have left.
static void add_bricks(gen_mesh* mesh, int floor)
{
  const double low = top_of(floor) - 0.02, high = top_of(floor + 1) - 0.56;
  for (int i = 0; i < BAYS_X; ++i)
  {
    const double x0 = BAY_X * i + 0.22, x1 = BAY_X * (i + 1) - 0.22;
    const double sill = (i + floor) % 3 == 0 ? low + 1.9 : low + 0.95;
    gen_box(mesh, gen_v(x0, WIDTH - 0.1, low), gen_v(x1, WIDTH + 0.08, sill));
    if ((i + floor) % 2 == 0)
    {
      // The piers beside a window, and its lintel.
      gen_box(mesh, gen_v(x0, WIDTH - 0.09, sill - 0.1), gen_v(x0 + 0.9, WIDTH + 0.07, high));
      gen_box(mesh, gen_v(x1 - 0.9, WIDTH - 0.08, sill - 0.1), gen_v(x1, WIDTH + 0.06, high));
      gen_box(mesh, gen_v(x0 + 0.1, WIDTH - 0.07, high - 0.3), gen_v(x1 - 0.1, WIDTH + 0.05, high));
    }
  }
}

/// @}
/// @name The core
/// @{

/// A flight of stairs that climbs along x, from (x, z) over `count` steps; `way` is 1 or -1.
static void add_flight(gen_mesh* mesh, gen_vec from, int count, double rise, double way)
{
  const double tread = 0.28, x1 = from.x + way * tread * count, z1 = from.z + rise * count;
  for (int i = 0; i < count; ++i)
  {
    const double x = from.x + way * tread * (i + 0.5), z = from.z + rise * i;
    gen_box(mesh, gen_v(x - 0.51 * tread, from.y + 0.001 * i, z - 0.05),
            gen_v(x + 0.51 * tread, from.y + 1.25 - 0.001 * i, z + rise));
  }
  const double slab[] = {from.x, from.z, from.x + way * tread, from.z - 0.1, x1, z1 - 0.27, x1, z1};
  gen_plate(mesh, slab, 4, from.y + 0.02, from.y + 1.23);
}

/// Two flights a storey, with a landing between.
static void add_stairs(gen_mesh* mesh, int floor)
{
  const int steps = 10;
  const double rise = STOREY / (2 * steps), z = top_of(floor);
  const double end = CORE_X0 + 0.6 + 0.28 * steps;
  add_flight(mesh, gen_v(CORE_X0 + 0.6, CORE_Y0 + 0.35, z), steps, rise, 1.0);
  gen_box(mesh, gen_v(end - 0.05, CORE_Y0 - 0.05, z + 0.5 * STOREY - 0.2),
          gen_v(end + 1.2, CORE_Y1 + 0.05, z + 0.5 * STOREY + 0.001));
  add_flight(mesh, gen_v(end, CORE_Y0 + 1.85, z + 0.5 * STOREY), steps, rise, -1.0);
  gen_box(mesh, gen_v(CORE_X0 - 0.05, CORE_Y0 - 0.04, z + STOREY - 0.22),
          gen_v(CORE_X0 + 0.65, CORE_Y1 + 0.04, z + STOREY + 0.001));
}

/// The walls of one storey: the long ones whole, the western one with a doorway.
static void add_core(gen_mesh* mesh, int floor, double height)
{
  const double low = top_of(floor) - 0.15, high = top_of(floor) + height;
  gen_box(mesh, gen_v(CORE_X0 - WALL, CORE_Y0 - WALL, low), gen_v(CORE_X1 + WALL, CORE_Y0, high));
  gen_box(mesh, gen_v(CORE_X0 - WALL, CORE_Y1, low), gen_v(CORE_X1 + WALL, CORE_Y1 + WALL, high));
  gen_box(mesh, gen_v(CORE_X1, CORE_Y0 - 0.1, low + 0.01),
          gen_v(CORE_X1 + WALL - 0.01, CORE_Y1 + 0.1, high - 0.011));
  const double x0 = CORE_X0 - WALL + 0.01, x1 = CORE_X0;
  gen_box(mesh, gen_v(x0, CORE_Y0 - 0.1, low + 0.01), gen_v(x1, CORE_Y0 + 1.3, high - 0.01));
  gen_box(mesh, gen_v(x0, CORE_Y0 + 2.4, low + 0.01), gen_v(x1, CORE_Y1 + 0.1, high - 0.01));
  if (height > 2.4)
  {
    gen_box(mesh, gen_v(x0 + 0.005, CORE_Y0 + 1.2, low + 2.2),
            gen_v(x1 - 0.005, CORE_Y0 + 2.5, high - 0.02));
  }
  // Between stairs and lift.
  gen_box(mesh, gen_v(13.1, CORE_Y0 - 0.08, low + 0.02), gen_v(13.25, CORE_Y1 + 0.08, high - 0.02));
}

/// @}

gen_mesh site_frame(void)
{
  gen_mesh mesh = gen_mesh_new();
  mesh.at = gen_place_at(gen_v(SITE_FRAME_X, SITE_FRAME_Y, 0.0));
  gen_box(&mesh, gen_v(-0.8, -0.8, -0.5), gen_v(LENGTH + 0.8, WIDTH + 0.8, top_of(0)));
  for (int floor = 0; floor < SITE_FRAME_FLOORS; ++floor)
  {
    const bool last = floor + 1 == SITE_FRAME_FLOORS;
    const int bays = last ? 2 : BAYS_X;
    add_columns(&mesh, floor, BAYS_X);
    add_beams(&mesh, top_of(floor + 1), bays);
    if (last)
    {
      add_slab(&mesh, top_of(floor + 1), -EDGE, CORE_X0 - 0.9);
    }
    else
    {
      add_slab(&mesh, top_of(floor + 1), -EDGE, LENGTH + EDGE);
      add_stairs(&mesh, floor);
    }
    add_core(&mesh, floor, last ? STOREY + 0.6 : STOREY - 0.1);
    if (floor < 2)
    {
      add_bricks(&mesh, floor);
    }
  }
  return mesh;
}

/// @name Formwork: decks on props that carry the half of the last slab which is not poured yet
/// @{

/// A steel prop: a foot, an outer and an inner tube, a head.
static void add_prop(gen_mesh* mesh, double x, double y, double z, double height)
{
  site_block(mesh, gen_v(x - 0.06, y - 0.06, z - 0.001), gen_v(0.12, 0.12, 0.011));
  site_rod(mesh, gen_v(x, y, z), gen_v(x, y, z + 1.9), 0.03);
  site_rod(mesh, gen_v(x, y, z + 1.8), gen_v(x, y, z + height - 0.01), 0.024);
  site_rod(mesh, gen_v(x, y, z + 1.85), gen_v(x, y, z + 1.95), 0.045);
  site_block(mesh, gen_v(x - 0.07, y - 0.07, z + height - 0.015), gen_v(0.14, 0.14, 0.01));
}

/// The deck, its beams and what carries them; `z` is the slab below, `top` the deck's surface.
static void add_deck(gen_mesh* mesh, double x0, double x1, double z, double top)
{
  const double deck = 0.021, joist = 0.2, bearer = 0.2;
  gen_box(mesh, gen_v(x0, -EDGE - 0.1, top - deck), gen_v(x1, WIDTH + EDGE + 0.1, top));
  const double joist_z = top - deck - joist + 0.001, bearer_z = joist_z - bearer + 0.001;
  for (double x = x0 + 0.2; x < x1 - 0.1; x += 0.5)
  {
    site_block(mesh, gen_v(x, -EDGE - 0.15, joist_z), gen_v(0.08, WIDTH + 2 * EDGE + 0.3, joist));
  }
  for (double y = 0.6; y < WIDTH; y += 1.6)
  {
    site_block(mesh, gen_v(x0 - 0.2, y, bearer_z), gen_v(x1 - x0 + 0.4, 0.08, bearer));
    for (double x = x0 + 0.4; x < x1; x += 1.4)
    {
      add_prop(mesh, x, y + 0.04, z, bearer_z - z + 0.006);
    }
  }
}

gen_mesh site_formwork(void)
{
  gen_mesh mesh = gen_mesh_new();
  mesh.at = gen_place_at(gen_v(SITE_FRAME_X, SITE_FRAME_Y, 0.0));
  const int below = SITE_FRAME_FLOORS - 1;
  add_deck(&mesh, CORE_X1 + 0.6, LENGTH + EDGE + 0.1, top_of(below), top_of(below + 1) - SLAB);
  // Guard rails of the deck.
  const double z = top_of(below + 1) - SLAB, x = LENGTH + EDGE + 0.02;
  for (double y = -0.4; y < WIDTH + 0.5; y += 1.94)
  {
    site_block(&mesh, gen_v(x, y, z - 0.05), gen_v(0.05, 0.05, 1.15));
  }
  site_block(&mesh, gen_v(x - 0.03, -0.45, z + 0.95), gen_v(0.035, WIDTH + 0.95, 0.12));
  site_block(&mesh, gen_v(x - 0.03, -0.45, z + 0.45), gen_v(0.035, WIDTH + 0.95, 0.12));
  // Panels around the next lift of the core's long walls.
  for (int i = 0; i < 5; ++i)
  {
    const double px = CORE_X0 + 1.22 * i - 0.1;
    for (int side = 0; side < 2; ++side)
    {
      const double y = side == 0 ? CORE_Y0 - WALL - 0.13 : CORE_Y1 + WALL + 0.01;
      site_block(&mesh, gen_v(px, y, z + SLAB + 0.05), gen_v(1.2, 0.12, 2.7));
      for (int rib = 0; rib < 4; ++rib)
      {
        site_block(&mesh, gen_v(px - 0.003, y + (side == 0 ? -0.1 : 0.119), z + 0.6 + 0.7 * rib),
                   gen_v(1.206, 0.101, 0.1));
      }
    }
  }
  return mesh;
}

/// @}
