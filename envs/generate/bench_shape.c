/// @file bench_shape.c
#include "bench_shape.h"

#include <math.h>
#include <stdlib.h>

#define POINTS_MAX 1024

/// Catmull and Rom's cubic from b to c.
static double cubic(double a, double b, double c, double d, double s)
{
  return b +
         0.5 * s * (c - a + s * (2.0 * a - 5.0 * b + 4.0 * c - d + s * (3.0 * (b - c) + d - a)));
}

static gen_vec cubic_vec(gen_vec a, gen_vec b, gen_vec c, gen_vec d, double s)
{
  return gen_v(cubic(a.x, b.x, c.x, d.x, s), cubic(a.y, b.y, c.y, d.y, s),
               cubic(a.z, b.z, c.z, d.z, s));
}

/// @name Lofts
/// @{

static bench_section section_at(const bench_section* sections, int32_t n, int32_t span, double s)
{
  const bench_section* a = &sections[span > 0 ? span - 1 : 0];
  const bench_section* b = &sections[span];
  const bench_section* c = &sections[span + 1];
  const bench_section* d = &sections[span + 2 < n ? span + 2 : n - 1];
  return (bench_section){cubic_vec(a->center, b->center, c->center, d->center, s),
                         cubic_vec(a->u, b->u, c->u, d->u, s),
                         cubic_vec(a->v, b->v, c->v, d->v, s)};
}

static double rounded(double x, double power)
{
  return copysign(pow(fabs(x), 2.0 / power), x);
}

static int32_t section_ring(gen_mesh* mesh, bench_section at, bench_skin skin)
{
  const int32_t first = mesh->vertex_count;
  for (int32_t i = 0; i < skin.sides; ++i)
  {
    const double angle = 2.0 * GEN_PI * i / skin.sides;
    const gen_vec u = gen_times(at.u, rounded(cos(angle), skin.power));
    const gen_vec v = gen_times(at.v, rounded(sin(angle), skin.power));
    gen_vertex(mesh, gen_add(at.center, gen_add(u, v)));
  }
  return first;
}

static void close_ring(gen_mesh* mesh, int32_t ring, int32_t sides, gen_vec center, bool far)
{
  const int32_t tip = gen_vertex(mesh, center);
  for (int32_t i = 0; i < sides; ++i)
  {
    const int32_t j = (i + 1) % sides;
    gen_triangle(mesh, tip, ring + (far ? i : j), ring + (far ? j : i));
  }
}

void bench_loft(gen_mesh* mesh, const bench_section* sections, int32_t n, bench_skin skin)
{
  int32_t last = section_ring(mesh, sections[0], skin);
  close_ring(mesh, last, skin.sides, sections[0].center, false);
  for (int32_t i = 0; i < skin.steps * (n - 1); ++i)
  {
    const double s = (double)(i % skin.steps + 1) / skin.steps;
    const int32_t ring = section_ring(mesh, section_at(sections, n, i / skin.steps, s), skin);
    for (int32_t k = 0; k < skin.sides; ++k)
    {
      const int32_t next = (k + 1) % skin.sides;
      gen_quad(mesh, last + k, last + next, ring + next, ring + k);
    }
    last = ring;
  }
  close_ring(mesh, last, skin.sides, sections[n - 1].center, true);
}

void bench_limb(gen_mesh* mesh, const bench_slice* slices, int32_t n, bench_skin skin)
{
  bench_section sections[POINTS_MAX];
  if (n < 2 || n > POINTS_MAX)
  {
    gen_give_up("a limb of %d slices", (int)n);
  }
  for (int32_t i = 0; i < n; ++i)
  {
    const bench_slice s = slices[i];
    sections[i] =
        (bench_section){gen_v(s.x, s.y, s.z), gen_v(s.rx, 0.0, 0.0), gen_v(0.0, s.ry, 0.0)};
  }
  bench_loft(mesh, sections, n, skin);
}

/// @}
/// @name Turned shapes
/// @{

/// A point of the profile, or of its mirror image where it goes on behind the axis.
static gen_vec profile_point(const double* rz, int32_t n, int32_t i)
{
  const int32_t last = n - 1;
  const int32_t at = i < 0 ? -i : i > last ? 2 * last - i : i;
  const bool mirrored = at != i && rz[2 * (i < 0 ? 0 : last)] == 0.0;
  const int32_t held = at == i || mirrored ? at : i < 0 ? 0 : last;
  return gen_v(mirrored ? -rz[2 * held] : rz[2 * held], 0.0, rz[2 * held + 1]);
}

/// Where a cubic leads on from b, with tangents as long as the shorter of the two pieces allows: no
/// loops at corners.
static gen_vec tangent(gen_vec a, gen_vec b, gen_vec c, double length)
{
  const double in = gen_length(gen_sub(b, a));
  const double out = gen_length(gen_sub(c, b));
  if (in == 0.0 || out == 0.0)
  {
    return gen_v(0.0, 0.0, 0.0);
  }
  const gen_vec mean =
      gen_add(gen_times(gen_sub(b, a), 0.5 / in), gen_times(gen_sub(c, b), 0.5 / out));
  return gen_times(mean, length);
}

static gen_vec profile_between(const double* rz, int32_t n, int32_t span, double s)
{
  const gen_vec b = profile_point(rz, n, span);
  const gen_vec c = profile_point(rz, n, span + 1);
  const double length = gen_length(gen_sub(c, b));
  const gen_vec leave = tangent(profile_point(rz, n, span - 1), b, c, length);
  const gen_vec arrive = tangent(b, c, profile_point(rz, n, span + 2), length);
  const double s2 = s * s, s3 = s2 * s;
  gen_vec p = gen_times(b, 2.0 * s3 - 3.0 * s2 + 1.0);
  p = gen_add(p, gen_times(leave, s3 - 2.0 * s2 + s));
  p = gen_add(p, gen_times(c, 3.0 * s2 - 2.0 * s3));
  return gen_add(p, gen_times(arrive, s3 - s2));
}

void bench_turned(gen_mesh* mesh, const double* rz, int32_t n, int32_t steps, int32_t sides)
{
  double smooth[2 * POINTS_MAX];
  const int32_t count = (n - 1) * steps + 1;
  if (n < 2 || count > POINTS_MAX)
  {
    gen_give_up("a profile of %d points", (int)count);
  }
  for (int32_t i = 0; i < count; ++i)
  {
    const bool given = i % steps == 0;
    const gen_vec p = given ? profile_point(rz, n, i / steps)
                            : profile_between(rz, n, i / steps, (double)(i % steps) / steps);
    smooth[2 * i] = p.x;
    smooth[2 * i + 1] = p.z;
  }
  gen_turned(mesh, smooth, count, sides);
}

gen_place bench_along(char axis, gen_vec origin)
{
  const gen_place turn = axis == 'x'   ? gen_place_turn('y', 0.5 * GEN_PI)
                         : axis == 'y' ? gen_place_turn('x', -0.5 * GEN_PI)
                                       : gen_place_none();
  return gen_place_times(gen_place_at(origin), turn);
}

void bench_ring(gen_mesh* mesh, const bench_torus* torus)
{
  double rz[2 * POINTS_MAX];
  if (torus->around < 3 || torus->around >= POINTS_MAX)
  {
    gen_give_up("a ring of %d sides", (int)torus->around);
  }
  for (int32_t i = 0; i <= torus->around; ++i)
  {
    const double angle = 2.0 * GEN_PI * (i % torus->around) / torus->around;
    rz[2 * i] = torus->radius + torus->thick * cos(angle);
    rz[2 * i + 1] = torus->thick * sin(angle);
  }
  const gen_place before = mesh->at;
  mesh->at = gen_place_times(before, bench_along(torus->axis, torus->center));
  gen_turned(mesh, rz, torus->around + 1, torus->sides);
  mesh->at = before;
}

/// @}

/// The points of the arc at corner b, between lines from a and to c. Returns how many.
static int32_t arc(gen_vec a, gen_vec b, gen_vec c, const bench_bend* how, gen_vec* points)
{
  const gen_vec in = gen_unit(gen_sub(b, a));
  const gen_vec out = gen_unit(gen_sub(c, b));
  const double angle = acos(fmax(-1.0, fmin(1.0, gen_dot(in, out))));
  if (angle < 1e-9)
  {
    points[0] = b;
    return 1;
  }
  const double back = how->bend * tan(0.5 * angle);
  const gen_vec begin = gen_sub(b, gen_times(in, back));
  const gen_vec side = gen_unit(gen_sub(out, gen_times(in, gen_dot(in, out))));
  for (int32_t i = 0; i <= how->steps; ++i)
  {
    const double at = angle * i / how->steps;
    points[i] = gen_add(begin, gen_add(gen_times(in, how->bend * sin(at)),
                                       gen_times(side, how->bend * (1.0 - cos(at)))));
  }
  return how->steps + 1;
}

void bench_bent_bar(gen_mesh* mesh, const gen_vec* points, int32_t n, bench_bend how)
{
  gen_vec line[POINTS_MAX];
  if (n < 2 || n > 64 || how.steps > 14)
  {
    gen_give_up("a bar of %d points with %d steps a bend", (int)n, (int)how.steps);
  }
  int32_t count = 0;
  line[count++] = points[0];
  for (int32_t i = 1; i + 1 < n; ++i)
  {
    count += arc(points[i - 1], points[i], points[i + 1], &how, line + count);
  }
  line[count++] = points[n - 1];
  gen_bar(mesh, line, count, how.radius, how.sides);
}

void bench_sector(gen_mesh* mesh, const double r[2], const double a[2], const double z[2],
                  int32_t steps)
{
  // Four corners at each angle, counter-clockwise seen against the turning.
  int32_t last = -1;
  for (int32_t i = 0; i <= steps; ++i)
  {
    const double angle = a[0] + (a[1] - a[0]) * i / steps;
    const double x = cos(angle), y = sin(angle);
    const int32_t here = gen_vertex(mesh, gen_v(r[0] * x, r[0] * y, z[0]));
    gen_vertex(mesh, gen_v(r[1] * x, r[1] * y, z[0]));
    gen_vertex(mesh, gen_v(r[1] * x, r[1] * y, z[1]));
    gen_vertex(mesh, gen_v(r[0] * x, r[0] * y, z[1]));
    if (last < 0)
    {
      gen_quad(mesh, here, here + 1, here + 2, here + 3);
    }
    for (int32_t k = 0; last >= 0 && k < 4; ++k)
    {
      const int32_t next = (k + 1) % 4;
      gen_quad(mesh, last + k, here + k, here + next, last + next);
    }
    last = here;
  }
  gen_quad(mesh, last, last + 3, last + 2, last + 1);
}
