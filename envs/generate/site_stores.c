/// @file site_stores.c
/// Material that waits: bricks and bags on pallets, timber, drums of cable, panels, barrels.
#include "site_parts.h"
#include "site_shape.h"

#include <math.h>

/// 1.2 by 0.8 m, 0.144 m high.
static void add_pallet(gen_mesh* mesh)
{
  for (int i = 0; i < 3; ++i)
  {
    site_block(mesh, gen_v(0, 0.33 * i, 0.0), gen_v(1.2, 0.14, 0.022));
    for (int k = 0; k < 3; ++k)
    {
      site_block(mesh, gen_v(0.53 * k, 0.33 * i + 0.002, 0.021), gen_v(0.14, 0.13, 0.1));
    }
  }
  for (int i = 0; i < 7; ++i)
  {
    site_block(mesh, gen_v(0.18 * i, -0.003, 0.12), gen_v(0.12, 0.806, 0.022));
  }
}

/// A pallet of bricks; the upper layers are partly used.
static void add_bricks(gen_mesh* mesh, gen_random* random, int layers)
{
  add_pallet(mesh);
  for (int layer = 0; layer < layers; ++layer)
  {
    for (int i = 0; i < 12; ++i)
    {
      if (layer + 1 == layers && gen_random_in(random, 0.0, 1.0) < 0.4)
      {
        continue;
      }
      const double x = 0.05 + 0.372 * (i % 3) + 0.004 * (layer % 2), y = 0.02 + 0.19 * (i / 3);
      site_block(mesh, gen_v(x, y, 0.145 + 0.243 * layer), gen_v(0.365, 0.183, 0.238));
    }
  }
}

/// Planks in layers, with battens between.
static void add_timber(gen_mesh* mesh, gen_random* random, int layers, int across)
{
  for (int layer = 0; layer < layers; ++layer)
  {
    const double z = 0.1 + 0.1 * layer;
    for (int batten = 0; batten < 3; ++batten)
    {
      site_block(mesh, gen_v(0.5 + 1.4 * batten, -0.05 - 0.002 * layer, z - 0.045),
                 gen_v(0.06, 0.22 * across + 0.1, 0.046));
    }
    for (int i = 0; i < across; ++i)
    {
      const double slip = gen_random_in(random, -0.12, 0.12);
      site_block(mesh, gen_v(slip, 0.22 * i, z), gen_v(4.0, 0.2, 0.05));
    }
  }
}

/// A drum of cable that stands on its flanges, its axis along y.
static void add_drum(gen_mesh* mesh, double radius)
{
  static const double rz[] = {0.15, 0.0, 1.0,  0.0, 1.0, 0.08, 0.6, 0.08, 0.6,
                              0.72, 1.0, 0.72, 1.0, 0.8, 0.15, 0.8, 0.15, 0.0};
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, gen_place_times(gen_place_at(gen_v(0, 0, radius)),
                                                     gen_place_turn('x', 0.5 * GEN_PI)));
  mesh->at = gen_place_times(mesh->at, gen_place_scale(radius, radius, 1.0));
  gen_turned(mesh, rz, 9, 32);
  mesh->at = before;
}

static void add_barrel(gen_mesh* mesh)
{
  static const double rz[] = {0.28, 0.0,  0.28, 0.29, 0.3,  0.3,  0.28, 0.31, 0.28, 0.58,
                              0.3,  0.59, 0.28, 0.6,  0.28, 0.88, 0.26, 0.88, 0.26, 0.86};
  gen_turned(mesh, rz, 10, 18);
}

/// A bag of sand on a pallet.
static void add_bag(gen_mesh* mesh, gen_random* random)
{
  add_pallet(mesh);
  gen_mesh bag = gen_mesh_new();
  static const double rz[] = {0.52, 0.14, 0.58, 0.3, 0.6, 0.6, 0.56, 0.85, 0.42, 1.0, 0.0, 1.04};
  gen_turned(&bag, rz, 6, 16);
  for (int32_t i = 0; i < bag.vertex_count; ++i)
  {
    double* v = bag.vertices + 3 * i;
    // Squarer than round.
    const double k =
        gen_random_in(random, 0.95, 1.02) * (1.0 + 0.14 * pow(sin(2.0 * atan2(v[1], v[0])), 2.0));
    v[0] = 0.6 + 0.85 * k * v[0];
    v[1] = 0.4 + 0.66 * k * v[1];
  }
  gen_append(mesh, &bag);
  gen_mesh_free(&bag);
}

static void add_panels(gen_mesh* mesh)
{
  for (int i = 0; i < 9; ++i)
  {
    const double z = 0.1 + 0.13 * i, slip = 0.02 * (i % 3);
    site_block(mesh, gen_v(slip, slip, z), gen_v(2.7, 1.2, 0.02));
    for (int rib = 0; rib < 5; ++rib)
    {
      site_block(mesh, gen_v(slip + 0.65 * rib, slip + 0.01, z + 0.019), gen_v(0.06, 1.18, 0.11));
    }
  }
  site_block(mesh, gen_v(0.3, -0.1, -0.01), gen_v(0.1, 1.4, 0.12));
  site_block(mesh, gen_v(2.2, -0.1, -0.01), gen_v(0.1, 1.4, 0.12));
}

gen_mesh site_stores(void)
{
  gen_mesh mesh = gen_mesh_new();
  gen_random random = gen_random_new(44);
  for (int i = 0; i < 12; ++i)
  {
    mesh.at = site_place(-38.0 + 1.6 * (i % 6), 29.0 + 1.5 * (i / 6), 0.0, 0.05 * (i % 3));
    add_bricks(&mesh, &random, 3 + i % 3);
  }
  for (int i = 0; i < 4; ++i)
  {
    mesh.at = site_place(-26.0 + 5.0 * (i % 2), 29.0 + 2.4 * (i / 2), 0.0, 0.03 * i);
    add_timber(&mesh, &random, 5 + i, 6);
  }
  for (int i = 0; i < 6; ++i)
  {
    mesh.at = site_place(-38.0 + 1.7 * i, -12.6 - 0.1 * (i % 2), 0.0, 0.1 * (i % 3));
    add_bag(&mesh, &random);
  }
  for (int i = 0; i < 3; ++i)
  {
    mesh.at = site_place(-47.0 + 2.6 * i, 33.0 + 0.5 * i, 0.0, 0.4 + 0.3 * i);
    add_drum(&mesh, i == 1 ? 0.9 : 1.15);
  }
  for (int i = 0; i < 7; ++i)
  {
    mesh.at = site_place(-49.5 + 0.7 * (i % 4), 23.0 + 0.68 * (i / 4), 0.0, 0.0);
    add_barrel(&mesh);
  }
  for (int i = 0; i < 3; ++i)
  {
    mesh.at = site_place(-27.5 + 3.4 * i, -13.8, 0.0, 0.02 * i);
    add_panels(&mesh);
  }
  mesh.at = gen_place_none();
  return mesh;
}
