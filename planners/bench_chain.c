/// @file bench_chain.c
#include "bench_chain.h"

#include "bench.h"
#include "bench_edges.h"
#include "program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REACH     8.0  ///< metres: all links together
#define BEND      2.4  ///< radians: range of a joint times the root of their number
#define POSTS     48   ///< a third of the triangles
#define GROUND    20.0 ///< metres: half the side of the ground
#define FOOT      3.0  ///< metres: where the chain begins above it
#define WIDTH     0.12 ///< metres: of a link
#define AROUND    8    ///< sides of a link
#define LINKS_MAX 64

#define PI 3.14159265358979323846

/// Evenly in [0,1): splitmix64.
static double draw(uint64_t* state)
{
  *state += 0x9e3779b97f4a7c15ULL;
  uint64_t z = *state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// @name Meshes: a sheet of columns by rows, bent into something
/// @{

typedef struct sheet
{
  int32_t columns;
  int32_t rows;
  void (*place)(double u, double v, const double* what, double* point); ///< u, v in [0,1]
  const double* what;
} sheet;

static void place_ground(double u, double v, const double* what, double* point)
{
  (void)what;
  point[0] = GROUND * (2.0 * u - 1.0);
  point[1] = GROUND * (2.0 * v - 1.0);
  point[2] = 0.4 * sin(0.9 * point[0]) * cos(0.7 * point[1]) + 0.05 * sin(5.0 * point[0]);
}

/// what: x, y, radius, bottom, length. A tube along z with a waist here and there.
static void place_post(double u, double v, const double* what, double* point)
{
  const double angle = 2.0 * PI * u;
  const double radius = what[2] * (1.0 + 0.15 * sin(9.0 * v));
  point[0] = what[0] + radius * cos(angle);
  point[1] = what[1] + radius * sin(angle);
  point[2] = what[3] + what[4] * v;
}

/// what: radius, length. A tube along x, closed to a point at both ends.
static void place_link(double u, double v, const double* what, double* point)
{
  const double angle = 2.0 * PI * u;
  const double radius = what[0] * fmin(1.0, 8.0 * fmin(v, 1.0 - v));
  point[0] = what[1] * v;
  point[1] = radius * cos(angle);
  point[2] = radius * sin(angle);
}

/// The shape of a sheet; the caller frees its vertices and triangles.
static ep_status make_shape(const sheet* s, ep_geometry_desc* shape, ep_error* error)
{
  const size_t stride = (size_t)s->columns + 1;
  double* vertices = malloc(stride * ((size_t)s->rows + 1) * 3 * sizeof *vertices);
  int32_t* triangles = malloc((size_t)s->columns * (size_t)s->rows * 6 * sizeof *triangles);
  *shape = ep_geometry_default();
  shape->vertices = vertices;
  shape->triangles = triangles;
  if (vertices == NULL || triangles == NULL)
  {
    free(vertices);
    free(triangles);
    return bench_refuse(error, EP_ERROR_MEMORY, "no memory for a mesh");
  }
  for (int32_t row = 0; row <= s->rows; ++row)
  {
    for (int32_t column = 0; column <= s->columns; ++column)
    {
      s->place((double)column / s->columns, (double)row / s->rows, s->what,
               vertices + 3 * ((size_t)row * stride + (size_t)column));
    }
  }
  for (int32_t row = 0; row < s->rows; ++row)
  {
    for (int32_t column = 0; column < s->columns; ++column)
    {
      const int32_t a = row * (s->columns + 1) + column;
      const int32_t b = a + 1, c = a + s->columns + 1, d = c + 1;
      const int32_t two[6] = {a, b, d, a, d, c};
      for (int i = 0; i < 6; ++i)
      {
        triangles[6 * ((size_t)row * (size_t)s->columns + (size_t)column) + (size_t)i] = two[i];
      }
    }
  }
  shape->vertex_count = (s->columns + 1) * (s->rows + 1);
  shape->triangle_count = 2 * s->columns * s->rows;
  return EP_OK;
}

/// The arrays of a description are const for those who read them, not for us who made them.
static void drop_shape(ep_geometry_desc* shape)
{
  void* arrays[2];
  memcpy(&arrays[0], &shape->vertices, sizeof arrays[0]);
  memcpy(&arrays[1], &shape->triangles, sizeof arrays[1]);
  free(arrays[0]);
  free(arrays[1]);
}

static ep_status add_obstacle(ep_world* world, const char* name, const sheet* s, ep_error* error)
{
  ep_geometry_desc shape;
  ep_status status = make_shape(s, &shape, error);
  if (status == EP_OK)
  {
    status = ep_world_add_obstacle(world, name, &shape, 1, NULL, error);
    drop_shape(&shape);
  }
  return status;
}

/// @}

static ep_status add_surroundings(ep_world* world, int64_t triangles, ep_error* error)
{
  const int32_t side = (int32_t)sqrt((double)triangles / 3.0);
  const sheet ground = {side, side, place_ground, NULL};
  ep_status status = add_obstacle(world, "ground", &ground, error);
  const double each = (double)triangles / 3.0 / POSTS / 2.0;
  const int32_t around = (int32_t)fmax(3.0, sqrt(each / 2.0));
  uint64_t state = 5;
  for (int32_t i = 0; i < POSTS && status == EP_OK; ++i)
  {
    const double angle = 2.0 * PI * draw(&state), away = 2.5 + 9.0 * draw(&state);
    const double what[5] = {away * cos(angle), away * sin(angle), 0.05 + 0.2 * draw(&state), -0.5,
                            2.5 + 5.0 * draw(&state)};
    const sheet post = {around, (int32_t)fmax(1.0, each / around), place_post, what};
    char name[32];
    snprintf(name, sizeof name, "post_%d", (int)i);
    status = add_obstacle(world, name, &post, error);
  }
  return status;
}

/// All memory of core comes from here, so it can be counted.
static void* take(size_t bytes, void* user)
{
  bench_chain* chain = user;
  atomic_fetch_add(&chain->allocations, 1);
  return malloc(bytes);
}

static void give_back(void* block, void* user)
{
  (void)user;
  free(block);
}

static ep_status make_machine(bench_chain* chain, ep_error* error)
{
  ep_link_desc links[LINKS_MAX + 1];
  char names[LINKS_MAX + 1][16];
  for (int32_t i = 0; i <= chain->links; ++i)
  {
    snprintf(names[i], sizeof names[i], "link_%d", (int)i);
    links[i] = ep_link_default();
    links[i].name = names[i];
    links[i].parent = i == 0 ? EP_NO_LINK : i - 1;
    links[i].origin = ep_pose_identity();
    links[i].origin.position[i == 0 ? 2 : 0] = i == 0 ? FOOT : i == 1 ? 0.0 : REACH / chain->links;
    links[i].joint = i == 0 ? EP_JOINT_FIXED : EP_JOINT_REVOLUTE;
    links[i].axis[0] = 0.0;
    links[i].axis[i % 2 == 1 ? 2 : 1] = 1.0;
    links[i].lower[0] = -chain->range;
    links[i].upper[0] = chain->range;
  }
  ep_machine_desc desc = ep_machine_default();
  desc.links = links;
  desc.link_count = chain->links + 1;
  desc.allocator = (ep_allocator){take, give_back, chain};
  return ep_machine_create(&desc, &chain->machine, error);
}

static ep_status add_machine(const bench_chain* chain, ep_error* error)
{
  int32_t machine;
  ep_status status =
      ep_world_add_machine(chain->world, "chain", chain->machine, &machine, NULL, error);
  const double what[2] = {0.5 * WIDTH, REACH / chain->links};
  const sheet tube = {AROUND, AROUND, place_link, what};
  ep_geometry_desc shape;
  if (status == EP_OK)
  {
    status = make_shape(&tube, &shape, error);
  }
  if (status != EP_OK)
  {
    return status;
  }
  for (int32_t i = 1; i <= chain->links && status == EP_OK; ++i)
  {
    status = ep_world_add_link_shape(chain->world, machine, i, &shape, error);
  }
  drop_shape(&shape);
  return status;
}

static ep_status freeze(bench_chain* chain, ep_error* error)
{
  const double start = program_now();
  const ep_status status = ep_world_freeze(chain->world, error);
  chain->seconds = program_now() - start;
  return status;
}

ep_status bench_chain_make(int64_t triangles, int32_t links, bench_chain* chain, ep_error* error)
{
  memset(chain, 0, sizeof *chain);
  chain->links = links < LINKS_MAX ? links : LINKS_MAX;
  chain->range = BEND / sqrt((double)chain->links);
  ep_world_desc desc = ep_world_default();
  desc.allocator = (ep_allocator){take, give_back, chain};
  ep_status status = make_machine(chain, error);
  status = status == EP_OK ? ep_world_create(&desc, &chain->world, error) : status;
  status = status == EP_OK ? add_surroundings(chain->world, triangles, error) : status;
  status = status == EP_OK ? add_machine(chain, error) : status;
  status = status == EP_OK ? freeze(chain, error) : status;
  if (status != EP_OK)
  {
    bench_chain_clear(chain);
  }
  return status;
}

void bench_chain_clear(bench_chain* chain)
{
  ep_world_destroy(chain->world);
  ep_machine_destroy(chain->machine);
  memset(chain, 0, sizeof *chain);
}

/// A free state: tried until there is one.
static ep_status draw_free(const bench_chain* chain, ep_checker* checker, uint64_t* state,
                           double* q, ep_error* error)
{
  ep_result result = {0};
  ep_status status = EP_OK;
  while (status == EP_OK && result.verdict != EP_FREE)
  {
    for (int32_t k = 0; k < chain->links; ++k)
    {
      q[k] = chain->range * (2.0 * draw(state) - 1.0);
    }
    status = ep_check_state(checker, q, NULL, &result, error);
  }
  return status;
}

ep_status bench_chain_draw(const bench_chain* chain, double part, int32_t count, uint64_t seed,
                           ep_edges* edges, ep_error* error)
{
  const size_t size = (size_t)chain->links;
  double q0[LINKS_MAX], q1[LINKS_MAX];
  *edges = (ep_edges){.config_size = chain->links};
  ep_checker* checker = NULL;
  ep_status status = bench_edges_grow(edges, count)
                         ? ep_checker_create(chain->world, &checker, error)
                         : bench_refuse(error, EP_ERROR_MEMORY, "no memory for edges");
  for (size_t i = 0; i < (size_t)count && status == EP_OK; ++i)
  {
    status = draw_free(chain, checker, &seed, q0, error);
    for (size_t k = 0; k < size; ++k)
    {
      const double wanted = q0[k] + 2.0 * part * chain->range * (2.0 * draw(&seed) - 1.0);
      q1[k] = fmin(fmax(wanted, -chain->range), chain->range);
    }
    bench_edges_add(edges, q0, q1);
  }
  ep_checker_destroy(checker);
  if (status != EP_OK)
  {
    ep_edges_clear(edges);
  }
  return status;
}
