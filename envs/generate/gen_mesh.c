/// @file gen_mesh.c
#include "gen_mesh.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gen_give_up(const char* format, ...)
{
  va_list list;
  va_start(list, format);
  fputs("edgeproof generate: ", stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
  exit(2);
}

/// @name Vectors
/// @{

gen_vec gen_add(gen_vec a, gen_vec b)
{
  return gen_v(a.x + b.x, a.y + b.y, a.z + b.z);
}

gen_vec gen_sub(gen_vec a, gen_vec b)
{
  return gen_v(a.x - b.x, a.y - b.y, a.z - b.z);
}

gen_vec gen_times(gen_vec a, double k)
{
  return gen_v(a.x * k, a.y * k, a.z * k);
}

double gen_dot(gen_vec a, gen_vec b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

gen_vec gen_cross(gen_vec a, gen_vec b)
{
  return gen_v(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

double gen_length(gen_vec a)
{
  return sqrt(gen_dot(a, a));
}

gen_vec gen_unit(gen_vec a)
{
  const double length = gen_length(a);
  if (!(length > 0.0))
  {
    gen_give_up("a vector of length %g has no direction", length);
  }
  return gen_times(a, 1.0 / length);
}

gen_vec gen_between(gen_vec a, gen_vec b, double k)
{
  return gen_add(a, gen_times(gen_sub(b, a), k));
}

/// @}
/// @name Places
/// @{

gen_place gen_place_none(void)
{
  return gen_place_scale(1.0, 1.0, 1.0);
}

gen_place gen_place_scale(double x, double y, double z)
{
  return (gen_place){{{x, 0, 0, 0}, {0, y, 0, 0}, {0, 0, z, 0}}};
}

gen_place gen_place_at(gen_vec p)
{
  return (gen_place){{{1, 0, 0, p.x}, {0, 1, 0, p.y}, {0, 0, 1, p.z}}};
}

gen_place gen_place_turn(char axis, double angle)
{
  const int i = axis == 'x' ? 1 : axis == 'y' ? 2 : 0;
  const int j = (i + 1) % 3;
  gen_place place = gen_place_none();
  place.m[i][i] = place.m[j][j] = cos(angle);
  place.m[i][j] = -sin(angle);
  place.m[j][i] = sin(angle);
  return place;
}

gen_place gen_place_times(gen_place a, gen_place b)
{
  gen_place c;
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 4; ++j)
    {
      c.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j] +
                  (j == 3 ? a.m[i][3] : 0.0);
    }
  }
  return c;
}

gen_vec gen_place_apply(const gen_place* p, gen_vec v)
{
  return gen_v(p->m[0][0] * v.x + p->m[0][1] * v.y + p->m[0][2] * v.z + p->m[0][3],
               p->m[1][0] * v.x + p->m[1][1] * v.y + p->m[1][2] * v.z + p->m[1][3],
               p->m[2][0] * v.x + p->m[2][1] * v.y + p->m[2][2] * v.z + p->m[2][3]);
}

static bool mirrors(const gen_place* p)
{
  const gen_vec a = gen_v(p->m[0][0], p->m[0][1], p->m[0][2]);
  const gen_vec b = gen_v(p->m[1][0], p->m[1][1], p->m[1][2]);
  const gen_vec c = gen_v(p->m[2][0], p->m[2][1], p->m[2][2]);
  return gen_dot(gen_cross(a, b), c) < 0.0;
}

/// @}
/// @name Growing
/// @{

gen_mesh gen_mesh_new(void)
{
  return (gen_mesh){.at = gen_place_none()};
}

void gen_mesh_free(gen_mesh* mesh)
{
  free(mesh->vertices);
  free(mesh->triangles);
  *mesh = gen_mesh_new();
}

static void* grown(void* block, int32_t* room, size_t item)
{
  *room = *room * 2 + 64;
  void* larger = realloc(block, (size_t)*room * item);
  if (larger == NULL)
  {
    gen_give_up("no memory for a mesh");
  }
  return larger;
}

int32_t gen_vertex(gen_mesh* mesh, gen_vec v)
{
  if (mesh->vertex_count == mesh->vertex_room)
  {
    mesh->vertices = grown(mesh->vertices, &mesh->vertex_room, 3 * sizeof(double));
  }
  const gen_vec p = gen_place_apply(&mesh->at, v);
  memcpy(mesh->vertices + 3 * mesh->vertex_count, &p, sizeof p);
  return mesh->vertex_count++;
}

void gen_triangle(gen_mesh* mesh, int32_t a, int32_t b, int32_t c)
{
  if (mesh->triangle_count == mesh->triangle_room)
  {
    mesh->triangles = grown(mesh->triangles, &mesh->triangle_room, 3 * sizeof(int32_t));
  }
  int32_t* t = mesh->triangles + 3 * mesh->triangle_count++;
  const bool turned = mirrors(&mesh->at);
  t[0] = a;
  t[1] = turned ? c : b;
  t[2] = turned ? b : c;
}

void gen_quad(gen_mesh* mesh, int32_t a, int32_t b, int32_t c, int32_t d)
{
  gen_triangle(mesh, a, b, c);
  gen_triangle(mesh, a, c, d);
}

void gen_append(gen_mesh* mesh, const gen_mesh* other)
{
  const int32_t first = mesh->vertex_count;
  for (int32_t i = 0; i < other->vertex_count; ++i)
  {
    const double* v = other->vertices + 3 * i;
    gen_vertex(mesh, gen_v(v[0], v[1], v[2]));
  }
  for (int32_t i = 0; i < other->triangle_count; ++i)
  {
    const int32_t* t = other->triangles + 3 * i;
    gen_triangle(mesh, first + t[0], first + t[1], first + t[2]);
  }
}

/// @}

gen_random gen_random_new(uint64_t seed)
{
  return (gen_random){seed};
}

double gen_random_in(gen_random* random, double lo, double hi)
{
  // splitmix64
  uint64_t x = random->state += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  x ^= x >> 31;
  return lo + (hi - lo) * ((double)(x >> 11) * 0x1p-53);
}
