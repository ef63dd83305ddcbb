/// @file geo_island.c
/// Equal vertices become one by hashing, triangles join what their corners have become.
#include "geo_island.h"
#include "base_arena.h"
#include "base_status.h"

#include <string.h>

#define NONE (-1)

typedef struct finder
{
  const ep_soup* soup;
  size_t table_mask;
  int32_t* parent;  ///< of a vertex: another one of its island, itself if it is the root
  int32_t* table;   ///< for hashing: vertices
  uint8_t* is_seen; ///< of a root: its island is listed
  int32_t* islands; ///< triangles
} finder;

static void lay_out(finder* f, ep_arena* arena)
{
  const size_t vertices = (size_t)f->soup->vertex_count;
  f->parent = ep_arena_take(arena, vertices, sizeof(int32_t));
  f->table = ep_arena_take(arena, f->table_mask + 1, sizeof(int32_t));
  f->is_seen = ep_arena_take(arena, vertices, 1);
  f->islands = ep_arena_take(arena, (size_t)f->soup->triangle_count, sizeof(int32_t));
}

/// @name Equal vertices
/// @{

/// Every bit of x changes half the bits of the result (the finalizer of splitmix64).
static uint64_t mixed(uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

static uint64_t hash_of(const double v[3])
{
  uint64_t hash = 1;
  for (int k = 0; k < 3; ++k)
  {
    const double x = v[k] + 0.0; // -0 becomes 0
    uint64_t word;
    memcpy(&word, &x, sizeof x);
    hash = mixed(hash ^ word) + (uint64_t)k;
  }
  return hash;
}

/// The first vertex in the table that equals this one; itself, now in the table, if there is none.
static int32_t find_equal(finder* f, int32_t vertex)
{
  const double* v = f->soup->vertices + 3 * (size_t)vertex;
  for (size_t slot = (size_t)hash_of(v) & f->table_mask;; slot = (slot + 1) & f->table_mask)
  {
    const int32_t other = f->table[slot];
    if (other == NONE)
    {
      f->table[slot] = vertex;
      return vertex;
    }
    const double* o = f->soup->vertices + 3 * (size_t)other;
    if (o[0] == v[0] && o[1] == v[1] && o[2] == v[2])
    {
      return other;
    }
  }
}

/// @}

static int32_t root_of(finder* f, int32_t vertex)
{
  while (f->parent[vertex] != vertex)
  {
    f->parent[vertex] = f->parent[f->parent[vertex]];
    vertex = f->parent[vertex];
  }
  return vertex;
}

/// The lower root takes in the other.
static void join(finder* f, int32_t a, int32_t b)
{
  const int32_t x = root_of(f, a);
  const int32_t y = root_of(f, b);
  f->parent[x > y ? x : y] = x > y ? y : x;
}

/// Lists the first triangle of each island; how many there are.
static int32_t list_islands(finder* f)
{
  const ep_soup* soup = f->soup;
  int32_t count = 0;
  memset(f->table, 0xff, (f->table_mask + 1) * sizeof(int32_t)); // NONE in every byte
  for (int32_t v = 0; v < soup->vertex_count; ++v)
  {
    f->parent[v] = find_equal(f, v);
  }
  for (int32_t t = 0; t < soup->triangle_count; ++t)
  {
    const int32_t* corner = soup->triangles + 3 * (size_t)t;
    join(f, corner[0], corner[1]);
    join(f, corner[0], corner[2]);
  }
  for (int32_t t = 0; t < soup->triangle_count; ++t)
  {
    const int32_t root = root_of(f, soup->triangles[3 * (size_t)t]);
    if (f->is_seen[root] == 0)
    {
      f->is_seen[root] = 1;
      f->islands[count++] = t;
    }
  }
  return count;
}

/// A power of two, at least twice as large as the number of vertices.
static size_t table_size(const ep_soup* soup)
{
  size_t size = 16;
  while (size / 2 < (size_t)soup->vertex_count)
  {
    size *= 2;
  }
  return size;
}

ep_status ep_soup_find_islands(const ep_soup* soup, int32_t** islands, int32_t* count,
                               ep_error* error)
{
  *islands = NULL;
  *count = 0;
  if (soup->triangle_count == 0)
  {
    return ep_succeed(error);
  }
  finder f = {.soup = soup, .table_mask = table_size(soup) - 1};
  ep_arena arena = {NULL, 0};
  lay_out(&f, &arena);
  arena = (ep_arena){ep_block_allocate(&soup->allocator, arena.used), 0};
  int32_t* made = NULL;
  int32_t found = 0;
  if (arena.base != NULL)
  {
    lay_out(&f, &arena);
    found = list_islands(&f);
    made = ep_block_allocate(&soup->allocator, (size_t)found * sizeof(int32_t));
  }
  if (made != NULL)
  {
    memcpy(made, f.islands, (size_t)found * sizeof(int32_t));
  }
  ep_block_release(&soup->allocator, arena.base);
  if (made == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "no memory to find the connected parts of %d triangles",
                   (int)soup->triangle_count);
  }
  *islands = made;
  *count = found;
  return ep_succeed(error);
}
