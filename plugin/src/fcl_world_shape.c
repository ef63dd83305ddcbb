/// @file fcl_world_shape.c
/// From a shape as scenes have it to FCL's.
#include "fcl_world_parts.h"

#include <string.h>

ep_fcl_placement ep_fcl_placement_of(const ep_geometry_desc* shape)
{
  ep_fcl_placement p;
  if (shape->matrix != NULL)
  {
    for (int i = 0; i < 3; ++i)
    {
      memcpy(p.linear[i], shape->matrix + 4 * i, sizeof p.linear[i]);
      p.shift[i] = shape->matrix[4 * i + 3];
    }
    return p;
  }
  ep_fcl_transform pose;
  // Scenes have looked at their numbers already.
  (void)ep_fcl_transform_set(shape->pose.rotation, shape->pose.position, &pose, NULL);
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      p.linear[i][k] = pose.rotation[i][k] * shape->scale[k];
    }
    p.shift[i] = pose.position[i];
  }
  return p;
}

/// A placement as a rotation after lengths along the axes, where it is one: the columns are
/// perpendicular. One that mirrors is not.
static bool split(const ep_fcl_placement* p, ep_fcl_transform* pose, double lengths[3])
{
  for (int k = 0; k < 3; ++k)
  {
    lengths[k] = hypot(hypot(p->linear[0][k], p->linear[1][k]), p->linear[2][k]);
    for (int i = 0; i < 3; ++i)
    {
      pose->rotation[i][k] = lengths[k] > 0.0 ? p->linear[i][k] / lengths[k] : 0.0;
    }
    pose->position[k] = p->shift[k];
  }
  const double(*r)[3] = (const double(*)[3])pose->rotation;
  for (int a = 0; a < 3; ++a)
  {
    const int b = (a + 1) % 3;
    const double cosine = r[0][a] * r[0][b] + r[1][a] * r[1][b] + r[2][a] * r[2][b];
    if (!(lengths[a] > 0.0) || !(fabs(cosine) <= 1e-12))
    {
      return false;
    }
  }
  const double volume = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
                        r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
                        r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
  return volume > 0.0;
}

/// One of FCL's own shapes, where there is one for these lengths along the axes.
static ep_shim_result make_shape(const ep_geometry_desc* shape, const double lengths[3],
                                 ep_fcl_geometry** geometry, ep_shim_error* error)
{
  const double* size = shape->size;
  const bool round = fabs(lengths[0] - lengths[1]) <= 1e-12 * lengths[0];
  const bool even = round && fabs(lengths[0] - lengths[2]) <= 1e-12 * lengths[0];
  *geometry = NULL;
  error->result = EP_SHIM_OK;
  if (shape->type == EP_SHAPE_BOX)
  {
    const double edges[3] = {size[0] * lengths[0], size[1] * lengths[1], size[2] * lengths[2]};
    return ep_fcl_make_box(edges, geometry, error);
  }
  if (shape->type == EP_SHAPE_SPHERE && even)
  {
    return ep_fcl_make_sphere(size[0] * lengths[0], geometry, error);
  }
  if (shape->type == EP_SHAPE_CAPSULE && even)
  {
    return ep_fcl_make_capsule(size[0] * lengths[0], size[1] * lengths[2], geometry, error);
  }
  if (shape->type == EP_SHAPE_CYLINDER && round)
  {
    return ep_fcl_make_cylinder(size[0] * lengths[0], size[1] * lengths[2], geometry, error);
  }
  if (shape->type == EP_SHAPE_CONE && round)
  {
    return ep_fcl_make_cone(size[0] * lengths[0], size[1] * lengths[2], geometry, error);
  }
  return EP_SHIM_OK;
}

ep_status ep_fcl_shape_make(const ep_geometry_desc* shape, const char* name,
                            ep_fcl_geometry** geometry, ep_fcl_transform* local, ep_box* box,
                            ep_error* error)
{
  const ep_fcl_placement p = ep_fcl_placement_of(shape);
  double lengths[3];
  *geometry = NULL;
  if (!split(&p, local, lengths))
  {
    return EP_OK;
  }
  ep_shim_error refused;
  if (make_shape(shape, lengths, geometry, &refused) != EP_SHIM_OK)
  {
    return ep_fcl_refused(&refused, name, error);
  }
  if (*geometry != NULL)
  {
    (void)ep_fcl_geometry_box(*geometry, box->lo, box->hi, NULL);
  }
  return EP_OK;
}
