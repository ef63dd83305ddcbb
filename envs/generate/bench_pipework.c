/// @file bench_pipework.c
/// Flanges, valves and gauges.
#include "bench_puma.h"

#include <math.h>

void bench_flange(gen_mesh* mesh, double radius, int32_t sides, int32_t bolts)
{
  const double thick = 0.30 * radius;
  gen_tube(mesh, gen_v(0, 0, -thick), gen_v(0, 0, -0.004 * radius), 1.75 * radius, sides);
  gen_tube(mesh, gen_v(0, 0, 0.004 * radius), gen_v(0, 0, thick), 1.75 * radius, sides);
  for (int32_t i = 0; i < bolts; ++i)
  {
    const double angle = 2.0 * GEN_PI * (i + 0.5) / bolts;
    const double x = 1.40 * radius * cos(angle), y = 1.40 * radius * sin(angle);
    gen_tube(mesh, gen_v(x, y, -1.6 * thick), gen_v(x, y, 1.6 * thick), 0.15 * radius, 6);
  }
}

void bench_valve(gen_mesh* mesh, double radius, int32_t sides)
{
  gen_ball(mesh, gen_v(0, 0, 0), 1.55 * radius, sides, sides / 2);
  const gen_place before = mesh->at;
  for (int end = -1; end <= 1; end += 2)
  {
    mesh->at = gen_place_times(before, gen_place_at(gen_v(0, 0, 2.3 * radius * end)));
    gen_tube(mesh, gen_v(0, 0, -0.3 * radius), gen_v(0, 0, 0.3 * radius), 1.7 * radius, sides);
  }
  mesh->at = before;
  gen_frustum(mesh, gen_v(1.0 * radius, 0, 0), 1.0 * radius, gen_v(2.6 * radius, 0, 0),
              0.6 * radius, sides);
  gen_tube(mesh, gen_v(2.5 * radius, 0, 0), gen_v(5.2 * radius, 0, 0), 0.16 * radius, 8);
  bench_ring(mesh,
             &(bench_torus){gen_v(4.8 * radius, 0, 0), 'x', 1.9 * radius, 0.17 * radius, sides, 6});
  for (int i = 0; i < 2; ++i)
  {
    const double angle = 0.4 + 0.5 * GEN_PI * i;
    const gen_vec to = gen_times(gen_v(0, cos(angle), sin(angle)), 1.9 * radius);
    const gen_vec middle = gen_v((4.8 + 0.02 * i) * radius, 0, 0);
    gen_tube(mesh, gen_sub(middle, to), gen_add(middle, to), 0.11 * radius, 6);
  }
}

void bench_gauge(gen_mesh* mesh, double size)
{
  gen_tube(mesh, gen_v(0, 0, 0), gen_v(0, 0, 1.1 * size), 0.16 * size, 8);
  gen_tube(mesh, gen_v(0, 0, 0.5 * size), gen_v(0, 0, 0.7 * size), 0.28 * size, 6);
  gen_tube(mesh, gen_v(-0.25 * size, 0, 1.9 * size), gen_v(0.2 * size, 0, 1.9 * size), size, 18);
  bench_ring(mesh, &(bench_torus){gen_v(0.22 * size, 0, 1.9 * size), 'x', 0.93 * size, 0.09 * size,
                                  18, 3});
}
