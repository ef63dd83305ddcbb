/// @file geo_distance.h
/// Distance of two triangles, which may degenerate to segments and points.
#ifndef EP_GEO_DISTANCE_H
#define EP_GEO_DISTANCE_H

#include "num_vec.h"

/// Which part of a triangle a point lies on. The values are those of ep_feature (verdict.h).
typedef enum ep_part
{
  EP_PART_VERTEX = 1,
  EP_PART_EDGE,
  EP_PART_FACE
} ep_part;

typedef struct ep_closest
{
  double upper;       ///< distance of the two points, rounded up: the true distance is not above it
  double lower;       ///< the true distance is not below it; 0 where they intersect
  double point[2][3]; ///< on a and on b, up to rounding
  ep_part part[2];
} ep_closest;

/// Claim     lower <= min |x - y|, x in a, y in b, <= upper. lower is 0 if the triangles intersect;
///           upper is then of the size of rounding, not always 0. Tested, not proved: upper - lower
///           <= 1e-13 S + 1e-148 for coordinate differences of magnitude at most S.
/// Needs     finite coordinates of magnitude at most 2^21.
/// Why       upper: distance of two points of the triangles. lower: the two are separated by a
///           plane across a direction, and any direction is a proof (proofs.md G1 to G4).
void ep_triangle_closest(const double a[3][3], const double b[3][3], ep_closest* closest);

/// The lower bound that a direction n proves: (min n.a - max n.b) / |n|, rounded down; may be
/// negative. Any n will do, the better the higher; zero or not finite gives minus infinity.
double ep_triangle_gap_down(const double a[3][3], const double b[3][3], const double n[3]);

#endif
