/// @file bound.h
/// Proved bounds on the motion of an edge. All of them hold for the exact curve of edge.h, with
/// every rounding included; docs/proofs.md has the proofs, one short section a bound.
///
/// Which one to use:
/// - ep_edge_taylor() + ep_edge_link_box(): tight boxes around whole links over long intervals
///   (CATCH Sec. 5).
/// - ep_edge_bounds(): how fast, how curved, how jerky any point can move, in closed form, once an
///   edge. A few dozen nanoseconds a link.
/// - ep_edge_swept_box(): two poses and the second derivative: boxes that move linearly.
/// - ep_edge_motion_bound_up(): the recursive bound of CATCH (Eq. 6-10), for conservative
///   advancement.
#ifndef EDGEPROOF_BOUND_H
#define EDGEPROOF_BOUND_H

#include "edgeproof/edge.h"

#ifdef __cplusplus
extern "C"
{
#endif

/// @name Taylor boxes
/// @{

/// What ep_edge_taylor() is asked for. Orders 0 to EP_TAYLOR_ORDER_MAX are the paper's frames, with
/// a remainder for every entry; order 0 is plain interval arithmetic. They are there for
/// comparison. EP_TAYLOR_RIGID is the one to use: cubic, with one remainder for each row of a
/// rotation, which does not grow by being turned; tighter and three times as fast.
#define EP_TAYLOR_ORDER_MAX 3
#define EP_TAYLOR_RIGID     4

  /// Computes a model of the motion of every link over [t0,t1] inside the edge; ep_edge_link_box()
  /// uses them. Needs 0 <= t0 <= t1 <= 1 and an order as above. Setting or reversing the edge
  /// discards the result.
  EP_API ep_status ep_edge_taylor(ep_edge* edge, double t0, double t1, int32_t order);

  /// A box in the world that holds every point of `box`, which is fixed to the link, at every t of
  /// the interval given to ep_edge_taylor() last: from the eight corners, each bounded by its
  /// polynomials, the cubic part exactly. EP_ERROR_MISUSE if ep_edge_taylor() has not been called
  /// since the edge was set.
  EP_API ep_status ep_edge_link_box(const ep_edge* edge, int32_t link, const ep_oriented_box* box,
                                    ep_box* world);

  /// @}
  /// @name Closed-form bounds
  /// @{

  /// What a link's motion over the whole edge is bounded by. For a point of the link whose distance
  /// from the turn axis (ep_link_info::turn_axis, through the link's origin) is at most r_perp and
  /// whose position along it is at most r_par in magnitude, or with r_perp its distance from the
  /// link's origin where there is no turn axis:
  ///
  ///   |d^n p / dt^n|  <=  offset[n-1] + rate^n * r_perp + rate_par^n * r_par,   n = 1, 2, 3
  ///
  /// for the smooth curve that the real one follows within `slack + slack_per_radius * r`. That
  /// displacement holds the rounding of computed frames, the tilt of axes that count as parallel
  /// and OMPL's standing still; it is usually below a micrometre. Computed frames follow the smooth
  /// curve within `computed + computed_per_radius * r`, which is less where OMPL stands still.
  typedef struct ep_link_bound
  {
    double offset[3];           ///< m, m, m per unit of t, t^2, t^3: what the link's origin does
    double rate;                ///< rad per unit of t: all turning before and at the link
    double rate_par;            ///< the same without the last group of parallel axes
    double slack;               ///< m
    double slack_per_radius;    ///< m per m of distance from the link's origin
    double computed;            ///< m
    double computed_per_radius; ///< m per m of distance from the link's origin
  } ep_link_bound;

  /// The bounds of every link: ep_machine_link_count() entries.
  EP_API ep_status ep_edge_bounds(ep_edge* edge, ep_link_bound* bounds);

  /// The bound of a link as seen from another link, of the same machine (and then of the same edge)
  /// or of another one: what carries both does not count. It holds for the link's points in the
  /// frame of `from_link`. EP_ERROR_MISUSE if there is no such link, or ep_edge_bounds() has not
  /// been called for both edges since they were set or reversed.
  EP_API ep_status ep_edge_relative_bound(const ep_edge* from_edge, int32_t from_link,
                                          const ep_edge* edge, int32_t link, ep_link_bound* bound);

  /// Radii of a box fixed to a link, as ep_link_bound wants them, rounded up.
  typedef struct ep_node_radii
  {
    double perp;
    double par;
    double all; ///< distance of the farthest point from the link's origin
  } ep_node_radii;

  /// EP_ERROR_MISUSE if there is no such link.
  EP_API ep_status ep_machine_node_radii(const ep_machine* machine, int32_t link, const ep_box* box,
                                         ep_node_radii* radii);

  /// Upper bound on the length of the derivative of order 1, 2 or 3 of any point within the radii.
  EP_API double ep_node_derivative_up(const ep_link_bound* bound, const ep_node_radii* radii,
                                      int32_t order);

  /// Upper bound, in metres, on how far a point at distance r from the link's origin really is from
  /// the smooth curve that the derivatives speak of. What computed frames say is within it too.
  EP_API double ep_node_slack_up(const ep_link_bound* bound, double r);

  /// Upper bound, in metres, on how far such a point really is from where a computed frame puts it.
  EP_API double ep_node_spread_up(const ep_link_bound* bound, double r);

  /// @}
  /// @name Linear swept boxes
  /// @{

  /// A box that moves linearly: at t = t0 + s (t1 - t0) it is begin + s (end - begin), s in [0,1].
  typedef struct ep_swept_box
  {
    ep_box begin;
    ep_box end;
  } ep_swept_box;

  /// A linearly moving box that holds every point of `box`, which is fixed to the link, at every t
  /// in [t0,t1]: the world boxes of the two end poses, inflated by A h^2/8 (A bounds the second
  /// derivative, h = t1 - t0) and by the slack.
  /// `bound` is the link's entry of ep_edge_bounds() for this edge; `frames` are what
  /// ep_edge_frames() gave for this link at t0 and at t1.
  EP_API ep_status ep_swept_box_make(const ep_link_bound* bound, const ep_node_radii* radii,
                                     const ep_box* box, const ep_frame* at_t0,
                                     const ep_frame* at_t1, double h, ep_swept_box* swept);

  /// The same with everything computed here. Convenient, not fast.
  EP_API ep_status ep_edge_swept_box(ep_edge* edge, int32_t link, const ep_box* box, double t0,
                                     double t1, ep_swept_box* swept);

  /// The axis-aligned box around all of a swept box.
  EP_API ep_box ep_swept_box_hull(const ep_swept_box* swept);

  /// @}
  /// @name The recursive bound of CATCH
  /// @{

  /// Upper bound on the speed |dp/dt|, or with a direction n on |dp/dt . n| / |n|, at any t of the
  /// edge, of any point of the link within `radius` of its origin. A point moves at most this times
  /// (t1 - t0), plus twice ep_node_slack_up(), along n.
  ///
  /// With n (NULL for none): only terms that stay fixed in the world are projected, those of the
  /// joints up to the first that turns. **A single n speaks for one convex pair only.** Between two
  /// non-convex links the closest pair of points names the direction in which *that* pair
  /// approaches; other parts may approach along another one. Use n per convex piece, node pair or
  /// triangle pair; for a whole link pass NULL.
  ///
  /// Negative is impossible; infinity is returned for a link that does not exist, a negative or
  /// non-finite radius, and an n of length zero or not finite.
  EP_API double ep_edge_motion_bound_up(const ep_edge* edge, int32_t link, double radius,
                                        const double* n);

  /// @}

#ifdef __cplusplus
}
#endif

#endif
