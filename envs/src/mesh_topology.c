/// @file mesh_topology.c
/// Triangles and edges are listed at their lowest vertex. The lists are short, and those of
/// neighbours are close together in memory, as the vertices of most files are.
#include "mesh_topology.h"

#include <stdlib.h>
#include <string.h>

/// Up to this length sorting by insertion is faster.
#define SHORT_LIST 24

/// For each vertex a list of items.
typedef struct vertex_lists
{
  int32_t* first; ///< item, of each vertex; one more ends the last list
  int32_t* items;
} vertex_lists;

static int32_t low_of(int32_t a, int32_t b)
{
  return a < b ? a : b;
}

void ep_triangle_put_in_order(int32_t triangle[3])
{
  const int32_t a = triangle[0];
  const int32_t b = triangle[1];
  const int32_t c = triangle[2];
  const int32_t low = low_of(a, low_of(b, c));
  if (a == b || b == c || c == a)
  {
    const int32_t single = a == b ? c : b == c ? a : b;
    const int32_t twice = a == b ? a : c;
    triangle[0] = triangle[1] = low;
    triangle[2] = single == low ? twice : single;
    return;
  }
  triangle[0] = low;
  triangle[1] = a == low ? b : b == low ? c : a;
  triangle[2] = a == low ? c : b == low ? a : b;
}

/// @name Lists
/// @{

static void release(vertex_lists* lists)
{
  free(lists->first);
  free(lists->items);
}

/// Room for lists with so many items in all.
static bool allocate(vertex_lists* lists, int32_t vertex_count, size_t item_count)
{
  lists->first = calloc((size_t)vertex_count + 2, sizeof(int32_t));
  lists->items = malloc(item_count * sizeof(int32_t));
  return lists->first != NULL && lists->items != NULL;
}

/// Items are counted in the place two behind their vertex; this makes the one behind it the start,
/// and when each item has been put there and has moved it on, the place itself is.
static void make_starts(vertex_lists* lists, int32_t vertex_count)
{
  for (int32_t v = 0; v < vertex_count; ++v)
  {
    lists->first[v + 2] += lists->first[v + 1];
  }
}

static void put(vertex_lists* lists, int32_t vertex, int32_t item)
{
  lists->items[lists->first[vertex + 1]++] = item;
}

/// @}
/// @name Repeated triangles
/// @{

static int compare_keys(const void* a, const void* b)
{
  const int32_t* x = a;
  const int32_t* y = b;
  for (int i = 0; i < 3; ++i)
  {
    if (x[i] != y[i])
    {
      return x[i] < y[i] ? -1 : 1;
    }
  }
  return 0;
}

/// Marks triangles of a long list that equal an earlier one, by setting their first corner to -1.
static bool mark_long(int32_t* triangles, const int32_t* list, int32_t count)
{
  int32_t* keys = malloc((size_t)count * 3 * sizeof(int32_t));
  if (keys == NULL)
  {
    return false;
  }
  for (int32_t i = 0; i < count; ++i)
  {
    const int32_t* t = triangles + 3 * (size_t)list[i];
    const int32_t key[3] = {t[1], t[2], list[i]};
    memcpy(keys + 3 * (size_t)i, key, sizeof key);
  }
  qsort(keys, (size_t)count, 3 * sizeof(int32_t), compare_keys);
  for (int32_t i = 1; i < count; ++i)
  {
    const int32_t* key = keys + 3 * (size_t)i;
    if (key[0] == key[-3] && key[1] == key[-2])
    {
      triangles[3 * (size_t)key[2]] = -1;
    }
  }
  free(keys);
  return true;
}

static void mark_short(int32_t* triangles, const int32_t* list, int32_t count)
{
  for (int32_t i = 1; i < count; ++i)
  {
    int32_t* mine = triangles + 3 * (size_t)list[i];
    for (int32_t k = 0; k < i; ++k)
    {
      const int32_t* other = triangles + 3 * (size_t)list[k];
      if (other[1] == mine[1] && other[2] == mine[2])
      {
        mine[0] = -1;
        break;
      }
    }
  }
}

static bool mark_repeated(int32_t* triangles, const vertex_lists* lists, int32_t vertex_count)
{
  for (int32_t v = 0; v < vertex_count; ++v)
  {
    const int32_t* list = lists->items + lists->first[v];
    const int32_t count = lists->first[v + 1] - lists->first[v];
    if (count <= SHORT_LIST)
    {
      mark_short(triangles, list, count);
    }
    else if (!mark_long(triangles, list, count))
    {
      return false;
    }
  }
  return true;
}

static int32_t drop_marked(int32_t* triangles, int32_t count)
{
  int32_t kept = 0;
  for (int32_t i = 0; i < count; ++i)
  {
    const int32_t* from = triangles + 3 * (size_t)i;
    if (from[0] >= 0)
    {
      memmove(triangles + 3 * (size_t)kept++, from, 3 * sizeof(int32_t));
    }
  }
  return kept;
}

int32_t ep_triangles_drop_repeated(int32_t* triangles, int32_t count, int32_t vertex_count)
{
  vertex_lists lists;
  bool good = allocate(&lists, vertex_count, (size_t)count);
  if (good)
  {
    for (int32_t i = 0; i < count; ++i)
    {
      ++lists.first[triangles[3 * (size_t)i] + 2];
    }
    make_starts(&lists, vertex_count);
    for (int32_t i = 0; i < count; ++i)
    {
      put(&lists, triangles[3 * (size_t)i], i);
    }
    good = mark_repeated(triangles, &lists, vertex_count);
  }
  release(&lists);
  return good ? drop_marked(triangles, count) : -1;
}

/// @}
/// @name Edges
/// @{

static int compare_items(const void* a, const void* b)
{
  const int32_t x = *(const int32_t*)a;
  const int32_t y = *(const int32_t*)b;
  return x < y ? -1 : x > y;
}

static void sort_items(int32_t* items, int32_t count)
{
  if (count > SHORT_LIST)
  {
    qsort(items, (size_t)count, sizeof *items, compare_items);
    return;
  }
  for (int32_t i = 1; i < count; ++i)
  {
    const int32_t item = items[i];
    int32_t k = i;
    for (; k > 0 && items[k - 1] > item; --k)
    {
      items[k] = items[k - 1];
    }
    items[k] = item;
  }
}

/// Counts each edge at its lower end.
static void count_edges(const int32_t* triangles, int32_t count, vertex_lists* lists)
{
  for (int32_t i = 0; i < count; ++i)
  {
    const int32_t* t = triangles + 3 * (size_t)i;
    if (t[0] != t[1])
    {
      lists->first[t[0] + 2] += 2;
      ++lists->first[low_of(t[1], t[2]) + 2];
    }
  }
}

/// Lists each edge at its lower end: twice the higher end, plus one if it runs downwards.
static void list_edges(const int32_t* triangles, int32_t count, vertex_lists* lists)
{
  for (int32_t i = 0; i < count; ++i)
  {
    const int32_t* t = triangles + 3 * (size_t)i;
    if (t[0] != t[1])
    {
      const bool is_down = t[1] > t[2];
      put(lists, t[0], 2 * t[1]);
      put(lists, t[0], 2 * t[2] + 1);
      put(lists, is_down ? t[2] : t[1], is_down ? 2 * t[1] + 1 : 2 * t[2]);
    }
  }
}

/// Whether the edges of one list are pairs that run opposite ways, one pair for each end.
static bool are_pairs(int32_t* items, int32_t count)
{
  sort_items(items, count);
  for (int32_t i = 0; i + 1 < count; i += 2)
  {
    if (items[i] % 2 != 0 || items[i + 1] != items[i] + 1)
    {
      return false;
    }
  }
  return count % 2 == 0;
}

int ep_triangles_are_closed(const int32_t* triangles, int32_t count, int32_t vertex_count)
{
  vertex_lists lists;
  const bool has_memory = allocate(&lists, vertex_count, 3 * (size_t)count);
  bool closed = has_memory;
  if (has_memory)
  {
    count_edges(triangles, count, &lists);
    make_starts(&lists, vertex_count);
    list_edges(triangles, count, &lists);
    closed = lists.first[vertex_count] > 0;
  }
  for (int32_t v = 0; v < vertex_count && closed; ++v)
  {
    closed = are_pairs(lists.items + lists.first[v], lists.first[v + 1] - lists.first[v]);
  }
  release(&lists);
  return has_memory ? closed : -1;
}

/// @}
