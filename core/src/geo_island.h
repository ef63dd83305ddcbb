/// @file geo_island.h
/// Islands: the connected parts of a soup. What lies apart from a surface lies on one side of it,
/// so one point of an island speaks for all of it.
#ifndef EP_GEO_ISLAND_H
#define EP_GEO_ISLAND_H

#include "geo_soup.h"

/// Finds the islands of a soup: triangles that share a vertex, or have vertices equal in all three
/// coordinates, belong together, whatever shape they come from; degenerate ones too. Gives the
/// first triangle of each island, in rising order, in a block of the soup's allocator that the
/// caller releases; NULL if there is no triangle. Linear in the size of the soup.
///
/// Claim  every triangle is connected, through triangles of the soup, with exactly one of those
///        given, so the first corner of that one is a point of its island.
ep_status ep_soup_find_islands(const ep_soup* soup, int32_t** islands, int32_t* count,
                               ep_error* error);

#endif
