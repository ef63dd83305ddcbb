/// @file site_power.c
/// The overhead power line: poles with cross-arms and insulators, and three wires that sag.
#include "site_parts.h"
#include "site_shape.h"

static gen_vec wire_offset(int wire)
{
  return wire == 1 ? gen_v(0, 0, SITE_LINE_RISE) : gen_v(0, SITE_LINE_ARM * (wire - 1), 0);
}

static void add_insulator(gen_mesh* mesh, gen_vec foot)
{
  static const double rz[] = {0.02,  -0.3, 0.02,  -0.2, 0.07,  -0.2, 0.07,  -0.15, 0.035,
                              -0.13, 0.07, -0.11, 0.07, -0.06, 0.03, -0.03, 0.03,  -0.014};
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, gen_place_at(foot));
  gen_turned(mesh, rz, 9, 12);
  mesh->at = before;
}

gen_mesh site_poles(void)
{
  gen_mesh mesh = gen_mesh_new();
  for (int i = 0; i < SITE_LINE_POLES; ++i)
  {
    mesh.at = site_place(SITE_LINE_X0 + SITE_LINE_SPAN * i, SITE_LINE_Y, 0.0, 0.0);
    const double arm = SITE_LINE_HEIGHT - 0.38, reach = SITE_LINE_ARM + 0.2;
    gen_frustum(&mesh, gen_v(0, 0, -0.8), 0.17, gen_v(0, 0, SITE_LINE_HEIGHT + 0.31), 0.1, 16);
    gen_beam(&mesh, gen_v(0.12, -reach, arm), gen_v(0.12, reach, arm), gen_v(0, 0, 1), 0.1, 0.14);
    gen_beam(&mesh, gen_v(-0.12, -reach, arm), gen_v(-0.12, reach, arm), gen_v(0, 0, 1), 0.1, 0.14);
    for (int side = -1; side <= 1; side += 2)
    {
      gen_box(&mesh, gen_v(-0.16, side * SITE_LINE_ARM - 0.04, arm + 0.06),
              gen_v(0.16, side * SITE_LINE_ARM + 0.04, arm + 0.09));
      gen_beam(&mesh, gen_v(0.12, side * 0.9, arm - 0.05), gen_v(0.1, 0.05 * side, arm - 0.9),
               gen_v(1, 0, 0), 0.05, 0.012);
    }
    for (int wire = 0; wire < 3; ++wire)
    {
      add_insulator(&mesh, gen_add(gen_v(0, 0, SITE_LINE_HEIGHT), wire_offset(wire)));
    }
  }
  mesh.at = gen_place_none();
  return mesh;
}

gen_mesh site_power_line(void)
{
  enum
  {
    PIECES = 24
  };
  gen_mesh mesh = gen_mesh_new();
  for (int span = 0; span + 1 < SITE_LINE_POLES; ++span)
  {
    for (int wire = 0; wire < 3; ++wire)
    {
      gen_vec points[PIECES + 1];
      for (int i = 0; i <= PIECES; ++i)
      {
        // A parabola: what a catenary is when it sags this little. Spans overlap at the poles.
        const double k = -0.002 + 1.004 * i / PIECES;
        points[i] = gen_v(SITE_LINE_X0 + SITE_LINE_SPAN * (span + k), SITE_LINE_Y,
                          SITE_LINE_HEIGHT - 4.0 * SITE_LINE_SAG * k * (1.0 - k));
        points[i] = gen_add(points[i], wire_offset(wire));
      }
      gen_bar(&mesh, points, PIECES + 1, SITE_LINE_WIRE, 6);
    }
  }
  return mesh;
}
