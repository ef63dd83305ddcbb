/// @file gen_mesh.h
/// Meshes made by program: a growing list of triangles and the solids they are built from.
///
/// Every solid here is closed, with its triangles seen counter-clockwise from outside, so that the
/// loader reports it closed and containment works. Lengths in metres, angles in radians. All of it
/// is deterministic. A generator that runs out of memory says so and ends the program.
#ifndef GEN_MESH_H
#define GEN_MESH_H

#include <stdbool.h>
#include <stdint.h>

#define GEN_PI 3.14159265358979323846

typedef struct gen_vec
{
  double x, y, z;
} gen_vec;

static inline gen_vec gen_v(double x, double y, double z)
{
  return (gen_vec){x, y, z};
}

gen_vec gen_add(gen_vec a, gen_vec b);
gen_vec gen_sub(gen_vec a, gen_vec b);
gen_vec gen_times(gen_vec a, double k);
double gen_dot(gen_vec a, gen_vec b);
gen_vec gen_cross(gen_vec a, gen_vec b);
double gen_length(gen_vec a);
gen_vec gen_unit(gen_vec a);
/// a + k (b - a)
gen_vec gen_between(gen_vec a, gen_vec b, double k);

/// @name Places: affine maps, row by row
/// @{
typedef struct gen_place
{
  double m[3][4];
} gen_place;

gen_place gen_place_none(void);
gen_place gen_place_at(gen_vec position);
/// A turn about the axis 'x', 'y' or 'z'.
gen_place gen_place_turn(char axis, double angle);
gen_place gen_place_scale(double x, double y, double z);
/// First b, then a.
gen_place gen_place_times(gen_place a, gen_place b);
gen_vec gen_place_apply(const gen_place* place, gen_vec v);
/// @}

/// Start from gen_mesh_new(); free with gen_mesh_free().
typedef struct gen_mesh
{
  double* vertices;
  int32_t vertex_count;
  int32_t vertex_room;
  int32_t* triangles;
  int32_t triangle_count;
  int32_t triangle_room;
  gen_place at; ///< where vertices that are added now are put; mirroring turns triangles round
} gen_mesh;

gen_mesh gen_mesh_new(void);
void gen_mesh_free(gen_mesh* mesh);
int32_t gen_vertex(gen_mesh* mesh, gen_vec v);
void gen_triangle(gen_mesh* mesh, int32_t a, int32_t b, int32_t c);
void gen_quad(gen_mesh* mesh, int32_t a, int32_t b, int32_t c, int32_t d);
/// All of another mesh, put where `at` is.
void gen_append(gen_mesh* mesh, const gen_mesh* other);

/// @name Solids
/// @{
/// 12 triangles.
void gen_box(gen_mesh* mesh, gen_vec lo, gen_vec hi);
/// A box of width (sideways) and height (towards `up`) along a segment: beams. 12 triangles.
void gen_beam(gen_mesh* mesh, gen_vec a, gen_vec b, gen_vec up, double width, double height);
/// A cylinder from a to b: 4 sides - 4 triangles.
void gen_tube(gen_mesh* mesh, gen_vec a, gen_vec b, double radius, int32_t sides);
/// A cone cut off: radius_a at a, radius_b at b, both > 0. 4 sides - 4 triangles.
void gen_frustum(gen_mesh* mesh, gen_vec a, double radius_a, gen_vec b, double radius_b,
                 int32_t sides);
/// A hollow cylinder, open at both ends: 8 sides triangles.
void gen_pipe(gen_mesh* mesh, gen_vec a, gen_vec b, double outer, double inner, int32_t sides);
/// A round bar bent along points: 2 sides (n - 1) + 2 (sides - 2) triangles. Bends below 90
/// degrees.
void gen_bar(gen_mesh* mesh, const gen_vec* points, int32_t n, double radius, int32_t sides);
/// 2 sides (rings - 1) triangles, rings >= 2.
void gen_ball(gen_mesh* mesh, gen_vec center, double radius, int32_t sides, int32_t rings);
/// A polygon in the plane of x and z (simple, either way round, may be concave), thick from y0 to
/// y1: 4 n - 4 triangles. xz holds x z of each corner.
void gen_plate(gen_mesh* mesh, const double* xz, int32_t n, double y0, double y1);
/// A profile of (radius, z) pairs turned about z: closed at both ends, where radii are 0 or become
/// flat caps. The profile runs upwards on the outside. A profile whose last point equals its first
/// is a ring (a tyre).
void gen_turned(gen_mesh* mesh, const double* rz, int32_t n, int32_t sides);
/// A grid of heights above [lo.x, hi.x] x [lo.y, hi.y], row by row (x fastest), closed by walls and
/// a flat floor at lo.z: 2 (columns - 1) (rows - 1) + 3 * (2 (columns + rows) - 4) triangles.
void gen_ground(gen_mesh* mesh, gen_vec lo, gen_vec hi, int32_t columns, int32_t rows,
                const double* heights);
/// @}

/// @name Random numbers, the same everywhere
/// @{
typedef struct gen_random
{
  uint64_t state;
} gen_random;

gen_random gen_random_new(uint64_t seed);
/// Evenly in [lo, hi).
double gen_random_in(gen_random* random, double lo, double hi);
/// @}

/// Ends the program with a message: generators have nobody to hand an error to.
_Noreturn void gen_give_up(const char* format, ...) __attribute__((format(printf, 1, 2)));

#endif
