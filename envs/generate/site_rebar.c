/// @file site_rebar.c
/// Reinforcement: bars of 16 mm that stick out of concrete, lie in mats, cages and bundles; links
/// of 8 mm around them.
#include "site_parts.h"
#include "site_shape.h"

#define BAR  0.008 ///< radius
#define LINK 0.004

static void add_bar(gen_mesh* mesh, gen_vec a, gen_vec b)
{
  site_rod(mesh, a, b, BAR);
}

/// A rectangular link about an axis along z, its ends hooked past each other.
static void add_link(gen_mesh* mesh, double x, double y, double z, double half)
{
  const gen_vec points[] = {
      gen_v(x - half, y - half, z),         gen_v(x + half, y - half, z + 0.001),
      gen_v(x + half, y + half, z + 0.002), gen_v(x - half, y + half, z + 0.003),
      gen_v(x - half, y - half, z + 0.01),  gen_v(x - half + 0.08, y - half, z + 0.011)};
  gen_bar(mesh, points, 6, LINK, 4);
}

/// Eight bars in a square and links around them, along z.
static void add_cage(gen_mesh* mesh, gen_vec at, double length, int links)
{
  static const double place[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0},
                                     {1, 1},   {0, 1},  {-1, 1}, {-1, 0}};
  for (int i = 0; i < 8; ++i)
  {
    const gen_vec foot = gen_add(at, gen_v(0.145 * place[i][0], 0.145 * place[i][1], 0.0));
    add_bar(mesh, foot, gen_add(foot, gen_v(0, 0, length)));
  }
  for (int i = 0; i < links; ++i)
  {
    add_link(mesh, at.x, at.y, at.z + 0.1 + (length - 0.2) * i / links, 0.157);
  }
}

/// Two layers across each other over [0, x] x [0, y], on two levels.
static void add_mat(gen_mesh* mesh, double x, double y, double pitch, double upper)
{
  for (int level = 0; level < (upper > 0.0 ? 2 : 1); ++level)
  {
    const double z = 0.04 + upper * level;
    for (double at = 0.1; at < y; at += pitch)
    {
      add_bar(mesh, gen_v(0, at, z), gen_v(x, at, z));
    }
    for (double at = 0.1; at < x; at += pitch)
    {
      add_bar(mesh, gen_v(at, 0, z + 2.0 * BAR), gen_v(at, y, z + 2.0 * BAR));
    }
  }
}

/// On the frame: out of every column, and on the deck of the last slab.
static void add_to_frame(gen_mesh* mesh)
{
  const double top = 0.15 + SITE_FRAME_STOREY * SITE_FRAME_FLOORS;
  for (int i = 0; i <= SITE_FRAME_BAYS_X; ++i)
  {
    for (int j = 0; j <= SITE_FRAME_BAYS_Y; ++j)
    {
      const gen_vec foot = gen_v(SITE_FRAME_X + SITE_FRAME_BAY_X * i,
                                 SITE_FRAME_Y + SITE_FRAME_BAY_Y * j, top - 0.4);
      add_cage(mesh, foot, 1.5, 5);
    }
  }
  mesh->at = gen_place_at(gen_v(SITE_FRAME_X + 15.8, SITE_FRAME_Y - 0.2, top - SITE_FRAME_SLAB));
  add_mat(mesh, 8.3, 15.4, 0.15, 0.15);
  mesh->at = gen_place_none();
}

/// The raft on the floor of the pit, with bars for the walls to come.
static void add_raft(gen_mesh* mesh)
{
  const double x = 14.0, y = 16.0;
  mesh->at = gen_place_at(gen_v(SITE_PIT_X0 + 11.5, SITE_PIT_Y0 + 7.5, -SITE_PIT_DEPTH + 0.02));
  add_mat(mesh, x, y, 0.2, 0.35);
  for (double at = 0.2; at < x; at += 0.2)
  {
    add_bar(mesh, gen_v(at, 0.3, 0.02), gen_v(at, 0.3, 1.3));
    add_bar(mesh, gen_v(at, y - 0.3, 0.02), gen_v(at, y - 0.3, 1.3));
  }
  for (double at = 0.4; at < y - 0.4; at += 0.2)
  {
    add_bar(mesh, gen_v(0.3, at, 0.02), gen_v(0.3, at, 1.3));
  }
  mesh->at = gen_place_none();
}

/// Bars that lie side by side on two beams of wood; some stick out.
static void add_bundle(gen_mesh* mesh, gen_random* random, double y, double length)
{
  for (int i = 0; i < 24; ++i)
  {
    const double slip = gen_random_in(random, -0.25, 0.25);
    const double across = y + 2.05 * BAR * (i % 8) + (i / 8 % 2) * BAR;
    const double z = 0.12 + BAR + 1.8 * BAR * (i / 8);
    add_bar(mesh, gen_v(slip, across, z), gen_v(slip + length, across, z));
  }
}

static void add_yard(gen_mesh* mesh)
{
  gen_random random = gen_random_new(43);
  mesh->at = site_place(-20.0, -25.0, 0.0, 0.06);
  for (int i = 0; i < 7; ++i)
  {
    add_bundle(mesh, &random, 0.5 * i, i % 3 == 0 ? 12.0 : 8.0);
  }
  for (int i = 0; i < 4; ++i)
  {
    site_block(mesh, gen_v(1.0 + 2.2 * i, -0.3, -0.01), gen_v(0.12, 3.8, 0.13));
  }
  // Cages for columns, lying.
  for (int i = 0; i < 5; ++i)
  {
    mesh->at = gen_place_times(site_place(-20.0, -30.0 - 0.6 * i, 0.18, 0.03 * (i % 2)),
                               gen_place_turn('y', 0.5 * GEN_PI));
    add_cage(mesh, gen_v(0, 0, 0), 4.2, 20);
  }
  mesh->at = gen_place_none();
}

gen_mesh site_rebar(void)
{
  gen_mesh mesh = gen_mesh_new();
  add_to_frame(&mesh);
  add_raft(&mesh);
  add_yard(&mesh);
  return mesh;
}
