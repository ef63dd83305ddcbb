/// @file bench_shape.h
/// Rounder shapes than those of gen_mesh.h, for bodies, chessmen, wheels and pipes. All closed,
/// seen counter-clockwise from outside.
#ifndef BENCH_SHAPE_H
#define BENCH_SHAPE_H

#include "gen_mesh.h"

/// Elements of an array; pairs of numbers in it.
#define BENCH_COUNT(array)  ((int32_t)(sizeof(array) / sizeof((array)[0])))
#define BENCH_POINTS(array) (BENCH_COUNT(array) / 2)

/// A cross-section of a body: center + u cos + v sin, squarer than an ellipse where power > 2.
typedef struct bench_section
{
  gen_vec center;
  gen_vec u; ///< half an axis; u x v points along the body
  gen_vec v;
} bench_section;

/// A smooth body through n >= 2 sections, `steps` pieces from one to the next:
/// 2 sides steps (n - 1) + 2 sides triangles.
typedef struct bench_skin
{
  int32_t steps;
  int32_t sides;
  double power; ///< 2: ellipses
} bench_skin;

void bench_loft(gen_mesh* mesh, const bench_section* sections, int32_t n, bench_skin skin);

/// A section across z, at (x, y, z), with half axes rx and ry.
typedef struct bench_slice
{
  double z, x, y, rx, ry;
} bench_slice;

/// A body along z through slices, given from below. As many triangles as bench_loft().
void bench_limb(gen_mesh* mesh, const bench_slice* slices, int32_t n, bench_skin skin);

/// A profile of (radius, z) pairs, made smooth in `steps` pieces from one to the next, and turned
/// about z. Radius 0 is for the ends only. See gen_turned().
void bench_turned(gen_mesh* mesh, const double* rz, int32_t n, int32_t steps, int32_t sides);

/// A ring about the axis 'x', 'y' or 'z': 2 sides around triangles.
typedef struct bench_torus
{
  gen_vec center;
  char axis;
  double radius; ///< of the middle line
  double thick;  ///< half of it
  int32_t sides; ///< along the ring
  int32_t around;
} bench_torus;

void bench_ring(gen_mesh* mesh, const bench_torus* torus);

/// A round bar along a line of at most 64 points, whose corners are rounded by arcs of this radius.
typedef struct bench_bend
{
  double radius; ///< of the bar
  double bend;   ///< of the arcs, in the middle of the bar
  int32_t steps; ///< of an arc
  int32_t sides;
} bench_bend;

void bench_bent_bar(gen_mesh* mesh, const gen_vec* points, int32_t n, bench_bend how);

/// A piece of a thick ring about z: radii r[0] < r[1], angles a[0] < a[1], heights z[0] < z[1].
/// 8 steps + 4 triangles.
void bench_sector(gen_mesh* mesh, const double r[2], const double a[2], const double z[2],
                  int32_t steps);

/// The place that takes z to the axis 'x', 'y' or 'z' and the origin to a point.
gen_place bench_along(char axis, gen_vec origin);

#endif
