/// @file heightfield.h
/// Grids of heights from files: ESRI ASCII grids (.asc) and PNG images of 16-bit grey (.png).
///
/// Samples stand at the corners of cells. Rows of a file go from north to south; here the first row
/// is the southernmost, the one with the smallest y, as core wants it.
#ifndef EP_HEIGHTFIELD_H
#define EP_HEIGHTFIELD_H

#include "edgeproof/envs/mesh.h"

/// More samples than this a grid may not have: its triangles must be counted by core.
#define EP_HEIGHTFIELD_SAMPLES_MAX ((int64_t)1 << 26)

/// What a PNG does not say by itself.
typedef struct ep_heightfield_options
{
  double cell;        ///< metres between samples; 0 where it is not given
  double z[2];        ///< metres that black and white stand for
  bool has_z;         ///< whether z is given
  int64_t file_bytes; ///< larger files are refused
} ep_heightfield_options;

typedef struct ep_heightfield
{
  double* heights; ///< rows * columns; NaN where there is none
  int32_t columns;
  int32_t rows;
  double spacing;
  double origin[2]; ///< x and y of the first sample
  int64_t holes;    ///< samples without a height
} ep_heightfield;

/// Reads a file; which format is told by the ending of its name, in any case. A PNG needs cell and
/// z, an ESRI grid must not have them. On failure *field is zeroed.
ep_status ep_heightfield_load(const char* path, const ep_heightfield_options* options,
                              ep_heightfield* field, ep_error* error);

/// Frees the heights and zeroes the struct.
void ep_heightfield_clear(ep_heightfield* field);

/// The closed mesh of a grid with holes. A cell is solid if all its four samples have heights: two
/// triangles on top, split from its first sample to the opposite one as core does, two on the floor
/// `depth` below the lowest height of a solid cell, and walls towards cells that are not. Cells
/// that have only a corner in common share no vertex. Counts of the mesh are zero. The first sample
/// stands at (0,0). `path` is for messages. On failure *mesh is zeroed.
ep_status ep_heightfield_mesh(const ep_heightfield* field, double depth, const char* path,
                              ep_mesh* mesh, ep_error* error);

/// @name The two formats (heightfield_grid.c, heightfield_png.c); *field is zeroed before
/// @{
ep_status ep_heightfield_load_grid(const char* path, const ep_heightfield_options* options,
                                   ep_heightfield* field, ep_error* error);
ep_status ep_heightfield_load_png(const char* path, const ep_heightfield_options* options,
                                  ep_heightfield* field, ep_error* error);

/// Checks the size of a grid against the limits, and takes memory for its heights. `most` is what
/// the file can hold.
ep_status ep_heightfield_reserve(const char* path, int64_t columns, int64_t rows, int64_t most,
                                 ep_heightfield* field, ep_error* error);
/// @}

#endif
