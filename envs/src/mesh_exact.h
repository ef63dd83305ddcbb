/// @file mesh_exact.h
/// On which side a point is, decided exactly.
#ifndef EP_MESH_EXACT_H
#define EP_MESH_EXACT_H

#include <stdbool.h>

/// The sign of the area of the triangle a b c in the plane: 1 if it turns left, -1 if right, 0 if
/// the three are on a line. Exact for coordinates that are 0 or of magnitude 2^-400 to 2^400.
int ep_orientation(const double a[2], const double b[2], const double c[2]);

/// Whether three points in space are on a line, two or all equal included. Exact as above.
bool ep_points_are_collinear(const double a[3], const double b[3], const double c[3]);

#endif
