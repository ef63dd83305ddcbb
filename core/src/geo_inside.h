/// @file geo_inside.h
/// Which side of a solid a point is on, by counting what a ray crosses; with certain signs or not
/// at all.
#ifndef EP_GEO_INSIDE_H
#define EP_GEO_INSIDE_H

#include "geo_bvh.h"
#include "geo_bvh_tree.h"
#include "geo_outside.h"

/// Nodes that a walk down a tree has waiting, at most.
///
/// Why  a node that is taken from the stack puts eight there at most, so a level leaves seven
///      waiting at most while the walk is below it.
#define EP_BVH_WAITING_MAX (EP_BVH_WIDTH * (EP_BVH_LEVELS_MAX + 1))

/// The children of a node whose boxes meet a box, one bit each. Not NaN.
uint32_t ep_bvh_near(const ep_bvh_node* node, const float lo[3], const float hi[3]);

/// A solid, and a tree that has its triangles, among others. All questions about it are asked in
/// the coordinates of the tree: about its origin.
typedef struct ep_solid_ref
{
  const ep_bvh* bvh;
  const ep_soup* soup;     ///< of its body
  const int32_t* solid_of; ///< of each triangle of the soup: its solid, or EP_NO_SOLID
  int32_t body;            ///< as the tree's leaves call the soup
  int32_t solid;
  const ep_outside* outside; ///< the solid's map, about the tree's origin; NULL: there is none
} ep_solid_ref;

#define EP_NO_SOLID (-1)

typedef enum ep_side
{
  EP_SIDE_UNKNOWN = 0, ///< on the surface, as far as doubles tell; or out of luck
  EP_SIDE_OUTSIDE,
  EP_SIDE_INSIDE
} ep_side;

/// The number of directions that are tried.
#define EP_RAY_COUNT 16

/// Direction i: any point plus any multiple of it, up to 2^20, of at most 28 bits, is exact if the
/// point has 28 bits too. For tests.
void ep_ray_direction(int i, double direction[3]);

/// Claim     the answer, if it is not unknown, is right for the solid whose vertices are those of
///           the soup minus the tree's origin, rounded to nearest: moved by at most 2^-53 of the
///           largest coordinate. So it is right for the solid itself if the point is farther than
///           that from its surface.
/// Needs     coordinates within 2^22.
/// Why       a ray that passes no edge crosses the surface of a solid an odd number of times from
///           inside and an even number of times from outside. proofs.md I1 to I3.
ep_side ep_solid_side(const ep_solid_ref* ref, const double point[3]);

/// Claim     true: no point of the box is inside of the solid, as ep_solid_side() means it.
/// Why       the solid's own box is beside it, or the solid's map says so (geo_outside.h).
bool ep_solid_is_beside(const ep_solid_ref* ref, const ep_box* box);

/// Claim     true: no triangle of the solid meets the box, so all its points are on one side.
/// Rounding  the box is widened by 2^-20 of the largest coordinate.
bool ep_solid_is_clear(const ep_solid_ref* ref, const ep_box* box);

#endif
