/// @file geo_solid.c
/// The closed parts of a soup.
///
/// A triangle with an edge of its own cannot be part of a closed surface, nor can one that has such
/// an edge after others are gone. With these peeled off, what is left is in connected parts, which
/// are closed or make no sense. Parts are looked for twice, first with vertices as they are
/// numbered, then with equal ones as one: bodies that touch stay apart where their author kept them
/// apart.
#include "geo_soup.h"
#include "base_arena.h"
#include "base_status.h"

#include <string.h>

#define NONE (-1)

/// A triangle's edge, by what its two vertices count as.
typedef struct edge_use
{
  int32_t low;
  int32_t high;
  int32_t corner; ///< where the edge starts: three times the triangle plus 0 1 2
} edge_use;

typedef struct finder
{
  const ep_soup* soup;
  size_t table_mask;
  int32_t solid_count;
  int32_t found_count; ///< triangles in solids

  int32_t* same_as;   ///< of a vertex: the one it counts as
  int32_t* solid_of;  ///< of a triangle: its solid, or NONE
  uint8_t* usable;    ///< of a triangle: not degenerate, and not in a solid
  uint8_t* in_play;   ///< of a triangle: usable, chosen and not peeled off
  int32_t* part_of;   ///< of a triangle: one of its connected part, itself if it is the root
  uint8_t* is_open;   ///< of the root of a part
  int32_t* edge_of;   ///< of a corner: the edge that starts there
  int32_t* uses;      ///< of an edge: how many triangles in play have it
  int32_t* users;     ///< of an edge: all of them, xored; later one that waits for another
  int32_t* stack;     ///< of edges
  edge_use* edges;    ///< of the triangles in play, sorted
  edge_use* unsorted; ///< room for sorting
  int32_t* bucket;    ///< of a vertex, for sorting
  int32_t* table;     ///< for hashing
  int32_t edge_count;
} finder;

static void lay_out(finder* f, ep_arena* arena)
{
  const size_t vertices = (size_t)f->soup->vertex_count;
  const size_t triangles = (size_t)f->soup->triangle_count;
  f->same_as = ep_arena_take(arena, vertices, sizeof(int32_t));
  f->solid_of = ep_arena_take(arena, triangles, sizeof(int32_t));
  f->usable = ep_arena_take(arena, triangles, 1);
  f->in_play = ep_arena_take(arena, triangles, 1);
  f->part_of = ep_arena_take(arena, triangles, sizeof(int32_t));
  f->is_open = ep_arena_take(arena, triangles, 1);
  f->edge_of = ep_arena_take(arena, 3 * triangles, sizeof(int32_t));
  f->uses = ep_arena_take(arena, 3 * triangles, sizeof(int32_t));
  f->users = ep_arena_take(arena, 3 * triangles, sizeof(int32_t));
  f->stack = ep_arena_take(arena, 3 * triangles, sizeof(int32_t));
  f->edges = ep_arena_take(arena, 3 * triangles, sizeof(edge_use));
  f->unsorted = ep_arena_take(arena, 3 * triangles, sizeof(edge_use));
  f->bucket = ep_arena_take(arena, vertices + 1, sizeof(int32_t));
  f->table = ep_arena_take(arena, f->table_mask + 1, sizeof(int32_t));
}

static int32_t triangle_count(const finder* f)
{
  return f->soup->triangle_count;
}

/// What the corner's vertex counts as.
static inline int32_t vertex_at(const finder* f, int32_t corner)
{
  return f->same_as[f->soup->triangles[corner]];
}

/// @name Equal things
/// @{

/// Three numbers that say what something is.
typedef struct key
{
  uint64_t word[3];
} key;

static key key_of_vertex(const finder* f, int32_t vertex)
{
  key k;
  for (int i = 0; i < 3; ++i)
  {
    const double x = f->soup->vertices[3 * (size_t)vertex + (size_t)i] + 0.0; // -0 becomes 0
    memcpy(&k.word[i], &x, sizeof x);
  }
  return k;
}

/// Its vertices in rising order.
static key key_of_triangle(const finder* f, int32_t triangle)
{
  const int32_t a = vertex_at(f, 3 * triangle);
  const int32_t b = vertex_at(f, 3 * triangle + 1);
  const int32_t c = vertex_at(f, 3 * triangle + 2);
  const int32_t low = a < b ? (a < c ? a : c) : (b < c ? b : c);
  const int32_t high = a > b ? (a > c ? a : c) : (b > c ? b : c);
  return (key){{(uint64_t)low, (uint64_t)(uint32_t)(a ^ b ^ c ^ low ^ high), (uint64_t)high}};
}

/// Every bit of x changes half the bits of the result (the finalizer of splitmix64).
static uint64_t mixed(uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// The first thing with this key since the table was emptied, from `first` on; `index` itself if
/// there was none.
static int32_t find_equal(finder* f, key (*key_of)(const finder*, int32_t), int32_t index,
                          int32_t first)
{
  const key mine = key_of(f, index);
  const uint64_t hash = mixed(mine.word[0] ^ mixed(mine.word[1] ^ mixed(mine.word[2] + 1)));
  for (size_t slot = (size_t)hash & f->table_mask;; slot = (slot + 1) & f->table_mask)
  {
    const int32_t other = f->table[slot];
    if (other == NONE)
    {
      f->table[slot] = index;
      return index;
    }
    const key its = key_of(f, other);
    if (other >= first && memcmp(&its, &mine, sizeof mine) == 0)
    {
      return other;
    }
  }
}

static void empty_table(finder* f)
{
  memset(f->table, 0xff, (f->table_mask + 1) * sizeof(int32_t)); // NONE in every byte
}

/// Vertices of one shape that are equal count as the first of them; true if there are any.
static bool weld(finder* f)
{
  const ep_soup* soup = f->soup;
  bool welded = false;
  empty_table(f);
  for (int32_t shape = 0; shape < soup->shape_count; ++shape)
  {
    const int32_t first = soup->shape_starts[shape];
    const int32_t end =
        shape + 1 < soup->shape_count ? soup->shape_starts[shape + 1] : soup->vertex_count;
    for (int32_t v = first; v < end; ++v)
    {
      f->same_as[v] = find_equal(f, key_of_vertex, v, first);
      welded = welded || f->same_as[v] != v;
    }
  }
  return welded;
}

/// Takes all but the first of equal triangles out of play; true if there were any.
static bool drop_repeated(finder* f)
{
  bool dropped = false;
  empty_table(f);
  for (int32_t t = 0; t < triangle_count(f); ++t)
  {
    if (f->in_play[t] != 0 && find_equal(f, key_of_triangle, t, 0) != t)
    {
      f->in_play[t] = 0;
      dropped = true;
    }
  }
  return dropped;
}

/// @}
/// @name Edges
/// @{

/// Lists the edges of the triangles in play; how many there are.
static int32_t list_edges(const finder* f, edge_use* edges)
{
  int32_t count = 0;
  for (int32_t corner = 0; corner < 3 * triangle_count(f); ++corner)
  {
    if (f->in_play[corner / 3] != 0)
    {
      const int32_t a = vertex_at(f, corner);
      const int32_t b = vertex_at(f, corner % 3 == 2 ? corner - 2 : corner + 1);
      edges[count++] = (edge_use){a < b ? a : b, a < b ? b : a, corner};
    }
  }
  return count;
}

/// Sorts edges by one of their ends; equal ones keep their order.
static void sort_edges(finder* f, const edge_use* from, edge_use* to, int32_t count, bool high)
{
  memset(f->bucket, 0, ((size_t)f->soup->vertex_count + 1) * sizeof(int32_t));
  for (int32_t i = 0; i < count; ++i)
  {
    ++f->bucket[(high ? from[i].high : from[i].low) + 1];
  }
  for (int32_t v = 0; v < f->soup->vertex_count; ++v)
  {
    f->bucket[v + 1] += f->bucket[v];
  }
  for (int32_t i = 0; i < count; ++i)
  {
    to[f->bucket[high ? from[i].high : from[i].low]++] = from[i];
  }
}

/// Numbers the edges of the triangles in play and counts their uses; the most uses of one edge.
static int32_t find_edges(finder* f)
{
  const edge_use* e = f->edges;
  const int32_t count = list_edges(f, f->edges);
  sort_edges(f, f->edges, f->unsorted, count, true);
  sort_edges(f, f->unsorted, f->edges, count, false);
  int32_t most = 0;
  f->edge_count = 0;
  for (int32_t i = 0; i < count; ++i)
  {
    if (i == 0 || e[i].low != e[i - 1].low || e[i].high != e[i - 1].high)
    {
      f->uses[f->edge_count] = 0;
      f->users[f->edge_count] = 0;
      ++f->edge_count;
    }
    const int32_t edge = f->edge_count - 1;
    f->edge_of[e[i].corner] = edge;
    f->users[edge] ^= e[i].corner / 3;
    ++f->uses[edge];
    most = f->uses[edge] > most ? f->uses[edge] : most;
  }
  return most;
}

/// @}
/// @name Closed parts
/// @{

/// Takes triangles with an edge of their own out of play until there are none.
static void peel(finder* f)
{
  int32_t height = 0;
  for (int32_t edge = 0; edge < f->edge_count; ++edge)
  {
    if (f->uses[edge] == 1)
    {
      f->stack[height++] = edge;
    }
  }
  while (height > 0)
  {
    const int32_t bare = f->stack[--height];
    if (f->uses[bare] != 1)
    {
      continue;
    }
    const int32_t t = f->users[bare]; // the only one left
    f->in_play[t] = 0;
    for (int32_t corner = 3 * t; corner < 3 * t + 3; ++corner)
    {
      const int32_t edge = f->edge_of[corner];
      f->users[edge] ^= t;
      if (--f->uses[edge] == 1)
      {
        f->stack[height++] = edge;
      }
    }
  }
}

static int32_t root_of(finder* f, int32_t t)
{
  while (f->part_of[t] != t)
  {
    f->part_of[t] = f->part_of[f->part_of[t]];
    t = f->part_of[t];
  }
  return t;
}

/// The part of the lower root takes in the other.
static void join(finder* f, int32_t a, int32_t b)
{
  const int32_t x = root_of(f, a);
  const int32_t y = root_of(f, b);
  f->part_of[x > y ? x : y] = x > y ? y : x;
}

/// Joins the triangles of an edge, which come in rising order: the first two, the next two and so
/// on.
///
/// The fewer are joined the better: a closed part stays closed when it is split so, and the insides
/// of its pieces cover its own. Bodies that have an edge in common are mostly given one after the
/// other, and so are told apart.
static void join_at_edge(finder* f, int32_t edge, int32_t t)
{
  int32_t* waiting = &f->users[edge];
  if (*waiting != NONE)
  {
    join(f, *waiting, t);
  }
  *waiting = *waiting == NONE ? t : NONE;
}

/// Finds the connected parts of the triangles in play, and marks those with an edge of an odd
/// number of triangles as open.
static void find_parts(finder* f)
{
  memset(f->users, 0xff, (size_t)f->edge_count * sizeof(int32_t)); // NONE in every byte
  for (int32_t t = 0; t < triangle_count(f); ++t)
  {
    f->part_of[t] = t;
    f->is_open[t] = 0;
  }
  for (int32_t corner = 0; corner < 3 * triangle_count(f); ++corner)
  {
    if (f->in_play[corner / 3] != 0)
    {
      join_at_edge(f, f->edge_of[corner], corner / 3);
    }
  }
  for (int32_t corner = 0; corner < 3 * triangle_count(f); ++corner)
  {
    if (f->in_play[corner / 3] != 0 && f->uses[f->edge_of[corner]] % 2 != 0)
    {
      f->is_open[root_of(f, corner / 3)] = 1;
    }
  }
}

/// Makes solids of the closed ones among the triangles in play.
static void take_closed(finder* f)
{
  peel(f);
  find_parts(f);
  for (int32_t t = 0; t < triangle_count(f); ++t)
  {
    const int32_t root = root_of(f, t);
    if (f->in_play[t] != 0 && f->is_open[root] == 0)
    {
      f->solid_of[t] = root == t ? f->solid_count++ : f->solid_of[root]; // the root comes first
      f->usable[t] = 0;
      ++f->found_count;
    }
  }
}

/// Puts all usable triangles in play; false if there are none.
static bool play_all(finder* f)
{
  memcpy(f->in_play, f->usable, (size_t)triangle_count(f));
  return memchr(f->usable, 1, (size_t)triangle_count(f)) != NULL;
}

/// Finds the closed parts for the present meaning of same_as.
///
/// Where triangles are repeated, each is first used once, then again with what is left of them. A
/// body that is given twice would have no inside if all were counted at once. A wall that is given
/// twice, once for the room on either side, is closed only if both are.
static void find_closed(finder* f)
{
  if (!play_all(f))
  {
    return;
  }
  if (find_edges(f) > 2 && drop_repeated(f))
  {
    (void)find_edges(f);
    take_closed(f);
    (void)play_all(f);
    (void)find_edges(f);
  }
  take_closed(f);
}

/// @}

static bool are_equal(const double a[3], const double b[3])
{
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static void find_all(finder* f)
{
  for (int32_t v = 0; v < f->soup->vertex_count; ++v)
  {
    f->same_as[v] = v;
  }
  for (int32_t t = 0; t < triangle_count(f); ++t)
  {
    const double* a = ep_soup_vertex(f->soup, t, 0);
    const double* b = ep_soup_vertex(f->soup, t, 1);
    const double* c = ep_soup_vertex(f->soup, t, 2);
    f->solid_of[t] = NONE;
    f->usable[t] = !are_equal(a, b) && !are_equal(b, c) && !are_equal(c, a);
  }
  find_closed(f);
  if (f->found_count < triangle_count(f) && weld(f))
  {
    find_closed(f);
  }
}

/// Writes solids and their triangles, those of a solid in rising order.
static void store(const finder* f, ep_solid* solids, int32_t* triangles)
{
  int32_t total = 0;
  for (int32_t t = 0; t < triangle_count(f); ++t)
  {
    if (f->solid_of[t] != NONE)
    {
      ++solids[f->solid_of[t]].triangle_count;
    }
  }
  for (int32_t i = 0; i < f->solid_count; ++i)
  {
    solids[i].first_triangle = total;
    total += solids[i].triangle_count;
    solids[i].triangle_count = 0;
    ep_vec_copy(solids[i].lo, (const double[3]){EP_INFINITY, EP_INFINITY, EP_INFINITY});
    ep_vec_copy(solids[i].hi, (const double[3]){-EP_INFINITY, -EP_INFINITY, -EP_INFINITY});
  }
  for (int32_t t = 0; t < triangle_count(f); ++t)
  {
    if (f->solid_of[t] == NONE)
    {
      continue;
    }
    ep_solid* solid = &solids[f->solid_of[t]];
    triangles[solid->first_triangle + solid->triangle_count++] = t;
    for (int k = 0; k < 9; ++k)
    {
      const double x = ep_soup_vertex(f->soup, t, k / 3)[k % 3];
      solid->lo[k % 3] = ep_min(solid->lo[k % 3], x);
      solid->hi[k % 3] = ep_max(solid->hi[k % 3], x);
    }
  }
}

/// A power of two, at least twice as large as the number of vertices and of triangles.
static size_t table_size(const ep_soup* soup)
{
  size_t size = 16;
  while (size / 2 < (size_t)soup->vertex_count || size / 2 < (size_t)soup->triangle_count)
  {
    size *= 2;
  }
  return size;
}

ep_status ep_soup_find_solids(ep_soup* soup, ep_error* error)
{
  finder f = {.soup = soup, .table_mask = table_size(soup) - 1};
  ep_arena arena = {NULL, 0};
  lay_out(&f, &arena);
  void* block = ep_block_allocate(&soup->allocator, arena.used);
  ep_solid* solids = NULL;
  int32_t* triangles = NULL;
  if (block != NULL)
  {
    arena = (ep_arena){block, 0};
    lay_out(&f, &arena);
    find_all(&f);
    solids = ep_block_allocate(&soup->allocator, (size_t)f.solid_count * sizeof(ep_solid));
    triangles = ep_block_allocate(&soup->allocator, (size_t)f.found_count * sizeof(int32_t));
  }
  if (solids == NULL || triangles == NULL)
  {
    ep_block_release(&soup->allocator, solids);
    ep_block_release(&soup->allocator, triangles);
    ep_block_release(&soup->allocator, block);
    return ep_fail(error, EP_ERROR_MEMORY, "no memory to find the closed parts of %d triangles",
                   (int)soup->triangle_count);
  }
  store(&f, solids, triangles);
  ep_block_release(&soup->allocator, block);
  ep_block_release(&soup->allocator, soup->solids);
  ep_block_release(&soup->allocator, soup->solid_triangles);
  soup->solids = solids;
  soup->solid_triangles = triangles;
  soup->solid_count = f.solid_count;
  return ep_succeed(error);
}
