/// @file geo_bvh_clip.c
#include "geo_bvh_clip.h"

static ep_box box_of(const double corners[3][3])
{
  ep_box box;
  for (int k = 0; k < 3; ++k)
  {
    box.lo[k] = ep_min(corners[0][k], ep_min(corners[1][k], corners[2][k]));
    box.hi[k] = ep_max(corners[0][k], ep_max(corners[1][k], corners[2][k]));
  }
  return box;
}

double ep_bvh_air(const double corners[3][3])
{
  const ep_box box = box_of(corners);
  const double x = box.hi[0] - box.lo[0];
  const double y = box.hi[1] - box.lo[1];
  const double z = box.hi[2] - box.lo[2];
  double u[3];
  double v[3];
  double normal[3];
  ep_vec_madd(u, corners[1], -1.0, corners[0]);
  ep_vec_madd(v, corners[2], -1.0, corners[0]);
  ep_vec_cross(normal, u, v);
  return ep_max(0.0, x * y + y * z + z * x - ep_vec_length(normal));
}

static int64_t pieces_at(const double* airs, int32_t count, double scale)
{
  int64_t pieces = 0;
  for (int32_t i = 0; i < count; ++i)
  {
    pieces += ep_bvh_pieces(airs[i], scale);
  }
  return pieces;
}

double ep_bvh_scale(const double* airs, int32_t count, int64_t extra)
{
  double lo = 0.0;
  double hi = 1.0;
  while (hi < 0x1p20 && pieces_at(airs, count, hi) <= count + extra)
  {
    lo = hi;
    hi *= 4.0;
  }
  for (int i = 0; i < 10; ++i)
  {
    const double middle = 0.5 * (lo + hi);
    if (pieces_at(airs, count, middle) <= count + extra)
    {
      lo = middle;
    }
    else
    {
      hi = middle;
    }
  }
  return lo;
}

static void enlarge(ep_box* box, const double p[3])
{
  for (int k = 0; k < 3; ++k)
  {
    box->lo[k] = ep_min(box->lo[k], p[k]);
    box->hi[k] = ep_max(box->hi[k], p[k]);
  }
}

/// Where the edge from a to b crosses the plane x_axis = at, if it does.
static void enlarge_by_crossing(ep_box* box, const double a[3], const double b[3], int axis,
                                double at)
{
  if ((a[axis] < at) == (b[axis] < at))
  {
    return;
  }
  const double s = (at - a[axis]) / (b[axis] - a[axis]);
  double d[3];
  double p[3];
  ep_vec_madd(d, b, -1.0, a);
  ep_vec_madd(p, a, ep_max(0.0, ep_min(1.0, s)), d);
  enlarge(box, p);
}

/// Why       the part is a polygon; its corners are the triangle's corners between the two planes
/// and
///           the crossings of its edges with them.
/// Rounding  a crossing is off by less than 2^-48 of the triangle's size; 2^-40 of the coordinates
/// is
///           added all around. Planes are off by as little, and shared by neighbours: corners on
///           either side of a plane as computed are in the piece on that side.
ep_box ep_bvh_piece(const double corners[3][3], int32_t i, int32_t n)
{
  const ep_box all = box_of(corners);
  if (n == 1)
  {
    return all;
  }
  int axis = 0;
  double size = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    axis = all.hi[k] - all.lo[k] > all.hi[axis] - all.lo[axis] ? k : axis;
    size = ep_max(size, ep_max(fabs(all.lo[k]), fabs(all.hi[k])));
  }
  const double length = all.hi[axis] - all.lo[axis];
  const double lo = i == 0 ? all.lo[axis] : all.lo[axis] + length * i / n;
  const double hi = i == n - 1 ? all.hi[axis] : all.lo[axis] + length * (i + 1) / n;
  ep_box box = {{EP_INFINITY, EP_INFINITY, EP_INFINITY},
                {-EP_INFINITY, -EP_INFINITY, -EP_INFINITY}};
  for (int c = 0; c < 3; ++c)
  {
    const double* p = corners[c];
    if (p[axis] >= lo && p[axis] <= hi)
    {
      enlarge(&box, p);
    }
    enlarge_by_crossing(&box, p, corners[(c + 1) % 3], axis, lo);
    enlarge_by_crossing(&box, p, corners[(c + 1) % 3], axis, hi);
  }
  const double margin = size * 0x1p-40 + EP_TINY;
  for (int k = 0; k < 3; ++k)
  {
    box.lo[k] = ep_max(all.lo[k], box.lo[k] - margin);
    box.hi[k] = ep_min(all.hi[k], box.hi[k] + margin);
  }
  EP_ASSERT(box.lo[0] <= box.hi[0] && box.lo[1] <= box.hi[1] && box.lo[2] <= box.hi[2]);
  return box;
}
