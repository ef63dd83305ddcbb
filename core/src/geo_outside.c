/// @file geo_outside.c
#include "geo_outside.h"

/// A solid whose triangles' boxes cover more cells than so many a triangle and a cell gets no map:
/// it would take long and say little.
#define WORK_MAX 16

/// Spreading goes through all cells once for every bend of the way around the solid; what is behind
/// more bends than this stays unknown.
#define ROUNDS_MAX 32

/// A box that meets more cells than this is not looked at.
#define HOLDS_MAX 512

int32_t ep_outside_cells(const ep_solid* solid)
{
  int32_t cells = solid->triangle_count < EP_OUTSIDE_FEW ? 0 : 8;
  while (cells != 0 && cells < EP_OUTSIDE_MANY && cells * cells * cells < solid->triangle_count)
  {
    cells *= 2;
  }
  return cells;
}

/// The cell of a number. Every step is monotone; what is not a number is in the first cell.
static int32_t cell_of(const ep_outside* map, int axis, double x)
{
  const double at = (x - map->lo[axis]) * map->per_metre[axis];
  if (!(at > 0.0))
  {
    return 0;
  }
  return at < map->cells ? (int32_t)at : map->cells - 1;
}

/// Cells from first to last in each axis.
typedef struct range
{
  int32_t first[3];
  int32_t last[3];
} range;

static range range_of(const ep_outside* map, const double lo[3], const double hi[3])
{
  range r;
  for (int k = 0; k < 3; ++k)
  {
    r.first[k] = cell_of(map, k, lo[k]);
    r.last[k] = cell_of(map, k, hi[k]);
  }
  return r;
}

static int64_t count_of(const range* r)
{
  int64_t count = 1;
  for (int k = 0; k < 3; ++k)
  {
    count *= r->last[k] - r->first[k] + 1;
  }
  return count;
}

static int32_t index_of(int32_t cells, int32_t x, int32_t y, int32_t z)
{
  return (x * cells + y) * cells + z;
}

static bool has(const uint64_t* bits, int32_t i)
{
  return (bits[i / 64] >> (i % 64) & 1U) != 0;
}

/// The cells that a triangle's box meets.
static range range_of_triangle(const ep_soup* soup, int32_t triangle, const double origin[3],
                               const ep_outside* map)
{
  double lo[3];
  double hi[3];
  for (int k = 0; k < 3; ++k)
  {
    const double a = ep_soup_vertex(soup, triangle, 0)[k] - origin[k];
    const double b = ep_soup_vertex(soup, triangle, 1)[k] - origin[k];
    const double c = ep_soup_vertex(soup, triangle, 2)[k] - origin[k];
    lo[k] = ep_min(a, ep_min(b, c));
    hi[k] = ep_max(a, ep_max(b, c));
  }
  return range_of(map, lo, hi);
}

/// @name Building
/// What scratch says of a cell
/// @{

#define UNSEEN  0
#define TOUCHED 1
#define SEEN    2

/// Marks what the triangles' boxes meet. False if that is too much.
static bool touch_all(const ep_soup* soup, const ep_solid* s, const double origin[3],
                      const ep_outside* map, int32_t* state)
{
  int64_t left = WORK_MAX * ((int64_t)s->triangle_count + (int64_t)ep_outside_scratch(map->cells));
  for (int32_t i = 0; i < s->triangle_count; ++i)
  {
    const range r =
        range_of_triangle(soup, soup->solid_triangles[s->first_triangle + i], origin, map);
    left -= count_of(&r);
    if (left < 0)
    {
      return false;
    }
    for (int32_t x = r.first[0]; x <= r.last[0]; ++x)
    {
      for (int32_t y = r.first[1]; y <= r.last[1]; ++y)
      {
        for (int32_t z = r.first[2]; z <= r.last[2]; ++z)
        {
          state[index_of(map->cells, x, y, z)] = TOUCHED;
        }
      }
    }
  }
  return true;
}

/// A cell at the rim, or a neighbour of one that is outside. True if it is new.
static bool see(int32_t cell, int32_t* state, uint64_t* bits)
{
  if (state[cell] != UNSEEN)
  {
    return false;
  }
  state[cell] = SEEN;
  bits[cell / 64] |= (uint64_t)1 << (cell % 64);
  return true;
}

/// Marks the untouched neighbours of outside cells along one axis, both ways. True if any was new.
static bool spread(int32_t cells, int axis, int32_t* state, uint64_t* bits)
{
  const int32_t step = axis == 0 ? cells * cells : axis == 1 ? cells : 1;
  const int32_t count = cells * cells * cells;
  bool any = false;
  for (int32_t at = 0; at < count; ++at)
  {
    const int32_t place = at / step % cells;
    any = (place > 0 && has(bits, at - step) && see(at, state, bits)) || any;
  }
  for (int32_t at = count - 1; at >= 0; --at)
  {
    const int32_t place = at / step % cells;
    any = (place < cells - 1 && has(bits, at + step) && see(at, state, bits)) || any;
  }
  return any;
}

static void see_rim(int32_t cells, int32_t* state, uint64_t* bits)
{
  const int32_t last = cells - 1;
  for (int32_t i = 0; i < cells * cells; ++i)
  {
    const int32_t a = i / cells;
    const int32_t b = i % cells;
    for (int32_t end = 0; end <= last; end += last)
    {
      (void)see(index_of(cells, end, a, b), state, bits);
      (void)see(index_of(cells, a, end, b), state, bits);
      (void)see(index_of(cells, a, b, end), state, bits);
    }
  }
}

/// @}

void ep_outside_build(const ep_soup* soup, int32_t solid, const double origin[3], uint64_t* bits,
                      int32_t* scratch, ep_outside* map)
{
  const ep_solid* s = &soup->solids[solid];
  const int32_t cells = ep_outside_cells(s);
  *map = (ep_outside){.cells = cells, .bits = bits};
  if (cells == 0)
  {
    return;
  }
  for (int k = 0; k < 3; ++k)
  {
    map->lo[k] = s->lo[k] - origin[k];
    const double extent = (s->hi[k] - origin[k]) - map->lo[k];
    map->per_metre[k] = extent > 0.0 ? cells / extent : 0.0;
  }
  for (size_t i = 0; i < ep_outside_scratch(cells); ++i)
  {
    scratch[i] = UNSEEN;
  }
  if (!touch_all(soup, s, origin, map, scratch))
  {
    map->cells = 0;
    return;
  }
  see_rim(cells, scratch, bits);
  bool more = true;
  for (int round = 0; more && round < ROUNDS_MAX; ++round)
  {
    more = false;
    for (int axis = 0; axis < 3; ++axis)
    {
      more = spread(cells, axis, scratch, bits) || more;
    }
  }
}

bool ep_outside_holds(const ep_outside* map, const ep_box* box)
{
  if (map->cells == 0 || !ep_vec_is_finite(box->lo) || !ep_vec_is_finite(box->hi))
  {
    return false;
  }
  const range r = range_of(map, box->lo, box->hi);
  if (count_of(&r) > HOLDS_MAX)
  {
    return false;
  }
  for (int32_t x = r.first[0]; x <= r.last[0]; ++x)
  {
    for (int32_t y = r.first[1]; y <= r.last[1]; ++y)
    {
      for (int32_t z = r.first[2]; z <= r.last[2]; ++z)
      {
        if (!has(map->bits, index_of(map->cells, x, y, z)))
        {
          return false;
        }
      }
    }
  }
  return true;
}
