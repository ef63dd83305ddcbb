/// @file geo_outside.h
/// Where no point of a solid is: a coarse grid of cells, a bit for each, so that most of what is in
/// the box around a terrain or a bent pipe is told apart from its inside by one look, without a
/// ray.
#ifndef EP_GEO_OUTSIDE_H
#define EP_GEO_OUTSIDE_H

#include "geo_soup.h"

/// Cells along each axis: more for solids of many triangles, none for those of few, whose rays are
/// short.
#define EP_OUTSIDE_FEW  64
#define EP_OUTSIDE_MANY 32

/// The cell of a number along an axis is what ep_outside_cell() computes: a function that never
/// decreases, so the numbers of a cell are an interval, whatever rounds. The first and the last
/// cell have no end.
typedef struct ep_outside
{
  int32_t cells;        ///< along each axis; 0: nothing is known
  double lo[3];         ///< the solid's box, about the origin
  double per_metre[3];  ///< cells
  const uint64_t* bits; ///< 1: outside; cell (x, y, z) is bit (x cells + y) cells + z
} ep_outside;

/// How many cells along each axis a solid gets.
int32_t ep_outside_cells(const ep_solid* solid);

/// Words of bits, and numbers that building needs, for so many cells along each axis.
static inline size_t ep_outside_words(int32_t cells)
{
  return ((size_t)cells * (size_t)cells * (size_t)cells + 63) / 64;
}

static inline size_t ep_outside_scratch(int32_t cells)
{
  return (size_t)cells * (size_t)cells * (size_t)cells;
}

/// Fills the map of a solid about an origin. `bits` is zeroed and kept; `scratch` is not.
///
/// Claim     a point of a cell whose bit is set is not inside of the solid whose vertices are those
///           of the soup minus the origin, rounded to nearest, nor on its surface.
/// Why       no triangle's box has a number of that cell's intervals in all three axes, so the cell
///           meets no triangle; it is convex, so all of it is on one side. That side is outside: a
///           cell at the rim reaches beyond the solid's box, and two neighbours make one convex
///           set. proofs.md I7.
/// Rounding  none counts: cells are what the same computation says, for corners and for points.
void ep_outside_build(const ep_soup* soup, int32_t solid, const double origin[3], uint64_t* bits,
                      int32_t* scratch, ep_outside* map);

/// Whether all points of a box, about the same origin, are in cells that are outside. False for
/// what is not finite.
bool ep_outside_holds(const ep_outside* map, const ep_box* box);

#endif
