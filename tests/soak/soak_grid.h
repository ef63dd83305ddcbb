/// @file soak_grid.h
/// Many triangles that rest, in a uniform grid: how far a point is from them at least, and the
/// distance of one more triangle. Nothing of core's trees is in it: distances are those of brute.h.
#ifndef SOAK_GRID_H
#define SOAK_GRID_H

#include "brute.h"

typedef struct soak_grid
{
  brute_triangle* triangles; ///< in the world
  int32_t* owner;            ///< whose each is: any number
  int32_t count;
  int32_t capacity;

  /// @name Made by soak_grid_build()
  /// @{
  double lo[3];
  double hi[3];
  double cell; ///< edge of a cell, metres
  int32_t n[3];
  int32_t* start; ///< of each cell's part of the list, and one more
  int32_t* list;  ///< triangles that may have points in the cell
  ep_box* boxes;  ///< of the triangles
  float* far;     ///< no point of any triangle is nearer to the middle of the cell
  int64_t* stamp; ///< of each triangle: the question that met it last
  int64_t question;
  int32_t* near; ///< gathered last
  int32_t near_count;
  /// @}
} soak_grid;

/// Copies the triangles.
void soak_grid_add(soak_grid* grid, const brute_triangle* triangles, int32_t count, int32_t owner);
void soak_grid_build(soak_grid* grid);
void soak_grid_clear(soak_grid* grid);

/// A lower bound on the distance of a point, below 0 where the cell says nothing.
double soak_grid_far(const soak_grid* grid, const double p[3]);

#define SOAK_ANY (-1)

/// Puts in `near` the triangles of an owner, or of SOAK_ANY, whose boxes are within `reach` of a
/// box.
void soak_grid_gather(soak_grid* grid, const ep_box* box, int32_t owner, double reach);

/// The least distance below `best` of a triangle to those gathered last, or `best`; *which is the
/// one that has it, if there is one.
double soak_grid_distance(const soak_grid* grid, const brute_triangle* t, double best,
                          int32_t* which);

/// Radius included.
ep_box soak_box(const brute_triangle* t);
double soak_box_gap(const ep_box* a, const ep_box* b);

#endif
