/// @file motion_sweep.c
/// Boxes that move linearly and hold a node of a link over an interval.
#include "motion_edge.h"
#include "edgeproof/bound.h"

/// The world box of a box in a computed frame, inflated.
/// Rounding  centre and half-widths: 6 u of the magnitudes in each coordinate; 2^-48 is added.
static ep_box placed(const ep_box* box, const ep_frame* frame, double inflation)
{
  ep_box world;
  for (int i = 0; i < 3; ++i)
  {
    double center = frame->position[i];
    double half = 0.0;
    double size = fabs(center);
    for (int k = 0; k < 3; ++k)
    {
      const double r = frame->rotation[i][k];
      const double c = 0.5 * box->lo[k] + 0.5 * box->hi[k];
      const double h = 0.5 * box->hi[k] - 0.5 * box->lo[k];
      center += r * c;
      half += fabs(r) * h;
      size += fabs(box->lo[k]) + fabs(box->hi[k]);
    }
    const double reach = half + inflation + size * 0x1p-48;
    world.lo[i] = ep_down(center - reach);
    world.hi[i] = ep_up(center + reach);
  }
  return world;
}

/// Claim     every point of the node is in begin + s (end - begin) at t0 + s h, s in [0,1].
/// Why       a curve is within A h^2/8 of its chord if A bounds its second derivative; the chord of
/// a
///           point is inside the box that goes linearly from one world box to the other; the real
///           curve, and the computed end poses, are within the slack of the smooth one. proofs.md
///           S1.
/// Rounding  ep_up_sum on the inflation, ep_down and ep_up on the ends.
ep_status ep_swept_box_make(const ep_link_bound* bound, const ep_node_radii* radii,
                            const ep_box* box, const ep_frame* at_t0, const ep_frame* at_t1,
                            double h, ep_swept_box* swept)
{
  if (bound == NULL || radii == NULL || box == NULL || at_t0 == NULL || at_t1 == NULL ||
      swept == NULL || !(h >= 0.0))
  {
    return EP_ERROR_MISUSE;
  }
  const double second = ep_node_derivative_up(bound, radii, 2);
  // From the computed pose to the smooth curve, and from there to the real one.
  const double spread = ep_node_spread_up(bound, radii->all);
  const double inflation = ep_up_sum(second * h * h * 0.125 + spread);
  swept->begin = placed(box, at_t0, inflation);
  swept->end = placed(box, at_t1, inflation);
  return EP_OK;
}

ep_box ep_swept_box_hull(const ep_swept_box* swept)
{
  ep_box hull;
  for (int k = 0; k < 3; ++k)
  {
    hull.lo[k] = ep_min(swept->begin.lo[k], swept->end.lo[k]);
    hull.hi[k] = ep_max(swept->begin.hi[k], swept->end.hi[k]);
  }
  return hull;
}

ep_status ep_edge_swept_box(ep_edge* edge, int32_t link, const ep_box* box, double t0, double t1,
                            ep_swept_box* swept)
{
  if (!ep_edge_has_link(edge, link) || box == NULL || swept == NULL || !ep_time_is_good(t0) ||
      !ep_time_is_good(t1) || !(t0 <= t1))
  {
    return EP_ERROR_MISUSE;
  }
  ep_node_radii radii;
  ep_machine_node_radii(edge->machine, link, box, &radii);
  ep_edge_bounds(edge, edge->bounds);
  ep_edge_frames(edge, t0, edge->frames);
  const ep_frame first = edge->frames[link];
  ep_edge_frames(edge, t1, edge->frames);
  return ep_swept_box_make(&edge->bounds[link], &radii, box, &first, &edge->frames[link],
                           ep_up(t1 - t0), swept);
}
