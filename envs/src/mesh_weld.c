/// @file mesh_weld.c
/// From vertices and triangles as a file has them to a mesh: equal vertices become one, repeated
/// triangles and unused vertices go, degenerate triangles are counted. Whatever stays keeps its
/// order, for the order of triangles tells bodies apart that touch.
///
/// A triangle is repeated if another has the same corners in the same sense. Two that face opposite
/// ways both stay: they can be the walls of two bodies that touch, and with one of them gone
/// neither body would be closed any more.
#include "mesh_builder.h"
#include "mesh_exact.h"
#include "mesh_topology.h"

#include <stdlib.h>
#include <string.h>

#define NONE (-1)

/// A vertex in the hash table. Most others are told from it by their hash alone.
typedef struct slot
{
  uint32_t hash;
  int32_t vertex; ///< NONE: the slot is empty
} slot;

/// The mesh under way.
typedef struct welder
{
  double* vertices;
  int32_t vertex_count;
  int32_t* triangles;
  int32_t triangle_count;
  int32_t* new_index; ///< of a vertex
  slot* table;
  uint32_t table_size; ///< a power of two
  ep_mesh_counts* counts;
} welder;

/// @name Equal vertices
/// @{

/// Every bit of x changes about half the bits of the result.
static uint64_t mixed(uint64_t x)
{
  x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
  x = (x ^ (x >> 29)) * UINT64_C(0xa0761d6478bd642f);
  return x ^ (x >> 32);
}

static uint32_t hash_of(const double xyz[3])
{
  uint64_t bits[3];
  memcpy(bits, xyz, sizeof bits);
  return (uint32_t)mixed(bits[0] + mixed(bits[1] + mixed(bits[2])));
}

/// An empty table; false if there is no memory.
static bool new_table(welder* w, uint32_t size)
{
  w->table = malloc(size * sizeof(slot));
  w->table_size = size;
  if (w->table != NULL)
  {
    memset(w->table, 0xff, size * sizeof(slot)); // NONE in every byte
  }
  return w->table != NULL;
}

/// Twice the size, with the same vertices. A table that grows with what is in it stays in the cache
/// for longer.
static bool grow_table(welder* w)
{
  slot* old = w->table;
  const uint32_t old_size = w->table_size;
  const bool good = new_table(w, old_size * 2);
  for (uint32_t i = 0; i < old_size && good; ++i)
  {
    if (old[i].vertex != NONE)
    {
      uint32_t at = old[i].hash & (w->table_size - 1);
      while (w->table[at].vertex != NONE)
      {
        at = (at + 1) & (w->table_size - 1);
      }
      w->table[at] = old[i];
    }
  }
  free(old);
  return good;
}

/// The vertex that equals the one behind the last, which becomes a new one if there is none.
static int32_t find_or_enter(welder* w)
{
  const double* xyz = w->vertices + 3 * (size_t)w->vertex_count;
  const uint32_t hash = hash_of(xyz);
  uint32_t at = hash & (w->table_size - 1);
  for (; w->table[at].vertex != NONE; at = (at + 1) & (w->table_size - 1))
  {
    const slot* s = &w->table[at];
    if (s->hash == hash &&
        memcmp(w->vertices + 3 * (size_t)s->vertex, xyz, 3 * sizeof(double)) == 0)
    {
      return s->vertex;
    }
  }
  w->table[at] = (slot){hash, w->vertex_count};
  return w->vertex_count++;
}

/// Makes equal vertices one and fills new_index; false if there is no memory.
static bool weld_vertices(welder* w, int32_t file_count)
{
  bool good = new_table(w, 1024);
  for (int32_t i = 0; i < file_count && good; ++i)
  {
    memmove(w->vertices + 3 * (size_t)w->vertex_count, w->vertices + 3 * (size_t)i,
            3 * sizeof(double));
    w->new_index[i] = find_or_enter(w);
    good = (uint32_t)w->vertex_count < w->table_size / 2 || grow_table(w);
  }
  free(w->table);
  w->counts->welded_vertices = (int64_t)file_count - w->vertex_count;
  return good;
}

/// @}
/// @name Triangles
/// @{

static bool is_degenerate(const welder* w, const int32_t t[3])
{
  const double* v = w->vertices;
  return t[0] == t[1] ||
         ep_points_are_collinear(v + 3 * (size_t)t[0], v + 3 * (size_t)t[1], v + 3 * (size_t)t[2]);
}

/// Renames corners, drops repeated triangles and counts degenerate ones; false if there is no
/// memory.
static bool weld_triangles(welder* w, int32_t file_count)
{
  for (int32_t i = 0; i < file_count; ++i)
  {
    int32_t* t = w->triangles + 3 * (size_t)i;
    for (int k = 0; k < 3; ++k)
    {
      t[k] = w->new_index[t[k]];
    }
    ep_triangle_put_in_order(t);
  }
  w->triangle_count = ep_triangles_drop_repeated(w->triangles, file_count, w->vertex_count);
  w->counts->duplicate_triangles = (int64_t)file_count - w->triangle_count;
  for (int32_t i = 0; i < w->triangle_count; ++i)
  {
    w->counts->degenerate_triangles += is_degenerate(w, w->triangles + 3 * (size_t)i);
  }
  return w->triangle_count >= 0;
}

/// Drops vertices that no triangle has. The others keep their order, and so do the corners of
/// triangles.
static void drop_unused(welder* w)
{
  int32_t* new_index = w->new_index;
  memset(new_index, 0, (size_t)w->vertex_count * sizeof(int32_t));
  for (size_t i = 0; i < 3 * (size_t)w->triangle_count; ++i)
  {
    new_index[w->triangles[i]] = 1;
  }
  int32_t kept = 0;
  for (int32_t i = 0; i < w->vertex_count; ++i)
  {
    if (new_index[i] != 0)
    {
      memmove(w->vertices + 3 * (size_t)kept, w->vertices + 3 * (size_t)i, 3 * sizeof(double));
      new_index[i] = kept++;
    }
  }
  w->counts->unused_vertices = (int64_t)w->vertex_count - kept;
  for (size_t i = 0; i < 3 * (size_t)w->triangle_count && kept < w->vertex_count; ++i)
  {
    w->triangles[i] = new_index[w->triangles[i]];
  }
  w->vertex_count = kept;
}

/// @}

static ep_box box_of(const welder* w)
{
  ep_box box;
  memcpy(box.lo, w->vertices, sizeof box.lo);
  memcpy(box.hi, w->vertices, sizeof box.hi);
  for (int32_t i = 1; i < w->vertex_count; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      const double x = w->vertices[3 * (size_t)i + (size_t)k];
      box.lo[k] = x < box.lo[k] ? x : box.lo[k];
      box.hi[k] = x > box.hi[k] ? x : box.hi[k];
    }
  }
  return box;
}

static bool weld_all(welder* w, int32_t vertex_count, int32_t triangle_count, ep_mesh* made)
{
  w->new_index = malloc((size_t)vertex_count * sizeof(int32_t));
  if (w->new_index == NULL || !weld_vertices(w, vertex_count) || !weld_triangles(w, triangle_count))
  {
    return false;
  }
  drop_unused(w);
  const int closed = ep_triangles_are_closed(w->triangles, w->triangle_count, w->vertex_count);
  made->closed = closed == 1;
  made->box = box_of(w);
  return closed >= 0;
}

/// Gives back what was allocated for more than there is now.
static void* shrunk(void* block, size_t size)
{
  void* smaller = realloc(block, size);
  return smaller == NULL ? block : smaller;
}

ep_status ep_mesh_weld(ep_mesh_builder* b, int32_t* triangles, int32_t triangle_count,
                       ep_mesh* mesh)
{
  welder w = {.vertices = b->vertices, .triangles = triangles, .counts = &b->counts};
  ep_mesh made;
  memset(&made, 0, sizeof made);
  const bool has_memory = weld_all(&w, b->vertex_count, triangle_count, &made);
  free(w.new_index);
  if (!has_memory)
  {
    free(triangles);
    return ep_mesh_builder_fail(b, EP_ERROR_MEMORY, "no memory to weld %d triangles",
                                triangle_count);
  }
  made.vertex_count = w.vertex_count;
  made.vertices = shrunk(w.vertices, 3 * sizeof(double) * (size_t)w.vertex_count);
  made.triangle_count = w.triangle_count;
  made.triangles = shrunk(w.triangles, 3 * sizeof(int32_t) * (size_t)w.triangle_count);
  made.counts = b->counts;
  b->vertices = NULL;
  *mesh = made;
  return EP_OK;
}
