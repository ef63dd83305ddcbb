/// @file geo_heightfield.c
/// Heightfields as one closed surface: the ground, walls down from its border, and a floor.
#include "geo_shape.h"

/// The border, corner by corner and once around: index of its k-th sample, counterclockwise from
/// above, from the first sample on. k < 2 (columns + rows) - 4.
static int32_t border_sample(const ep_geometry_desc* d, int32_t k)
{
  const int32_t right = d->columns - 1;
  const int32_t back = d->rows - 1;
  if (k < right)
  {
    return k;
  }
  k -= right;
  if (k < back)
  {
    return k * d->columns + right;
  }
  k -= back;
  if (k < right)
  {
    return back * d->columns + right - k;
  }
  k -= right;
  return (back - k) * d->columns;
}

static void add_sample(ep_new_shape* s, int32_t sample, double z)
{
  const ep_geometry_desc* d = s->desc;
  const int32_t column = sample % d->columns;
  const int32_t row = sample / d->columns;
  ep_new_shape_vertex(s, column * d->spacing[0], row * d->spacing[1], z);
}

static void add_ground(ep_new_shape* s)
{
  const ep_geometry_desc* d = s->desc;
  for (int32_t row = 0; row + 1 < d->rows; ++row)
  {
    for (int32_t column = 0; column + 1 < d->columns; ++column)
    {
      const int32_t a = row * d->columns + column;
      const int32_t b = a + d->columns;
      ep_new_shape_triangle(s, a, a + 1, b + 1);
      ep_new_shape_triangle(s, a, b + 1, b);
    }
  }
}

/// Walls, and a floor whose triangles meet in the last vertex: so each edge of the floor's border
/// is an edge of one wall triangle.
static void add_walls(ep_new_shape* s, int32_t samples, int32_t border)
{
  const int32_t middle = samples + border;
  for (int32_t k = 0; k < border; ++k)
  {
    const int32_t next = (k + 1) % border;
    const int32_t top = border_sample(s->desc, k);
    const int32_t next_top = border_sample(s->desc, next);
    ep_new_shape_triangle(s, samples + k, samples + next, next_top);
    ep_new_shape_triangle(s, samples + k, next_top, top);
    ep_new_shape_triangle(s, middle, samples + next, samples + k);
  }
}

static ep_status check_grid(const ep_new_shape* s)
{
  const ep_geometry_desc* d = s->desc;
  if (d->columns < 2 || d->rows < 2)
  {
    return EP_REFUSE(s, "heightfield of %d columns and %d rows, there must be at least 2 of both",
                     (int)d->columns, (int)d->rows);
  }
  for (int k = 0; k < 2; ++k)
  {
    if (!(d->spacing[k] > 0.0) || !ep_is_finite(d->spacing[k]))
    {
      return EP_REFUSE(s, "heightfield: spacing %g %g must be finite and more than 0",
                       d->spacing[0], d->spacing[1]);
    }
  }
  if (!(d->depth > 0.0) || !ep_is_finite(d->depth))
  {
    return EP_REFUSE(s, "heightfield: depth %g must be finite and more than 0", d->depth);
  }
  if (d->heights == NULL)
  {
    return ep_fail(s->error, EP_ERROR_MISUSE, "%s: heightfield: no array of heights", s->name);
  }
  return EP_OK;
}

static ep_status lowest_height(const ep_new_shape* s, double* lowest)
{
  const ep_geometry_desc* d = s->desc;
  *lowest = EP_INFINITY;
  for (int32_t i = 0; i < d->columns * d->rows; ++i)
  {
    if (!ep_is_finite(d->heights[i]))
    {
      return EP_REFUSE(s, "heightfield: column %d, row %d: height %g is not finite",
                       (int)(i % d->columns), (int)(i / d->columns), d->heights[i]);
    }
    *lowest = ep_min(*lowest, d->heights[i]);
  }
  return EP_OK;
}

ep_status ep_new_shape_heightfield(ep_new_shape* s)
{
  const ep_geometry_desc* d = s->desc;
  ep_status status = check_grid(s);
  if (status != EP_OK)
  {
    return status;
  }
  const int64_t border = 2 * ((int64_t)d->columns + d->rows) - 4;
  const int64_t samples = (int64_t)d->columns * d->rows;
  const int64_t cells = ((int64_t)d->columns - 1) * ((int64_t)d->rows - 1);
  double lowest = 0.0;
  status = ep_new_shape_reserve(s, samples + border + 1, 2 * cells + 3 * border);
  status = status != EP_OK ? status : lowest_height(s, &lowest);
  if (status != EP_OK)
  {
    return status;
  }
  const double bottom = lowest - d->depth;
  for (int32_t i = 0; i < (int32_t)samples; ++i)
  {
    add_sample(s, i, d->heights[i]);
  }
  for (int32_t k = 0; k < (int32_t)border; ++k)
  {
    add_sample(s, border_sample(d, k), bottom);
  }
  ep_new_shape_vertex(s, 0.5 * (d->columns - 1) * d->spacing[0],
                      0.5 * (d->rows - 1) * d->spacing[1], bottom);
  add_ground(s);
  add_walls(s, (int32_t)samples, (int32_t)border);
  return EP_OK;
}
