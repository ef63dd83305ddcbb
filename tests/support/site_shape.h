/// @file site_shape.h
/// Random shapes, twice: as a description for core, and as triangles for the judge (brute.h).
/// Soups with needles and degenerate triangles, boxes, wires of 1 mm, reinforcement grids, fences,
/// balls and capsules; placed by a pose and a scale that may stretch and mirror, or by a matrix.
#ifndef EP_TEST_SITE_SHAPE_H
#define EP_TEST_SITE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "edgeproof/geometry.h"
#include "brute.h"
#include "ep_test.h"

#define SITE_TRIANGLES_MAX 2000
#define SITE_PIECES_MAX    SITE_TRIANGLES_MAX

typedef enum site_shape_kind
{
  SITE_BOX,
  SITE_BALL,
  SITE_CAPSULE,
  SITE_SOUP,  ///< clumps of triangles of all sizes
  SITE_BOXES, ///< one mesh of many boxes, some of them flat
  SITE_WIRES, ///< one mesh of thin long boxes in all directions
  SITE_GRID,  ///< one mesh of bars of 8 to 20 mm, both ways
  SITE_FENCE, ///< one mesh of posts and wires of 1 to 3 mm
  SITE_KINDS
} site_shape_kind;

/// The triangles of one clump, box, wire or bar.
typedef struct site_piece
{
  int32_t first;
  int32_t count;
  bool closed;
} site_piece;

typedef struct site_shape
{
  ep_geometry_desc desc; ///< points into this struct: do not copy it
  double vertices[9 * SITE_TRIANGLES_MAX];
  int32_t triangles[3 * SITE_TRIANGLES_MAX];
  double matrix[16];
  site_piece pieces[SITE_PIECES_MAX];
  int32_t piece_count;
} site_shape;

/// About `size` metres across and of at most `triangles` triangles, about the origin.
void site_shape_make(site_shape* shape, site_shape_kind kind, int32_t triangles, double size,
                     ep_rng* rng);

/// The box from lo to hi, not placed anywhere else.
void site_shape_from_box(site_shape* shape, const ep_box* box);

/// A random rotation, now and then a scale or a matrix, and then to `place`.
void site_shape_place(site_shape* shape, const double place[3], ep_rng* rng);

/// Gives the placed triangles to a body of the judge.
void site_shape_mirror(const site_shape* shape, brute_world* judge, int32_t body);

#endif
