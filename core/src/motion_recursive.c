/// @file motion_recursive.c
/// The recursive motion bound of CATCH (Eq. 6 to 10), for conservative advancement.
#include "motion_edge.h"
#include "num_rotation.h"
#include "edgeproof/bound.h"

/// The bound so far, from the world outwards. While nothing has turned, directions are fixed in the
/// world and may be projected on n.
typedef struct walk
{
  const double* n;       ///< unit, or NULL
  double rotation[3][3]; ///< of the link so far, while nothing has turned
  bool fixed;            ///< nothing has turned yet
  double rate;           ///< sum of |omega|, the first one projected
  double speed;
} walk;

/// Computed world directions are off by less than this (proofs.md R1).
#define DIRECTION_ERROR 0x1p-38

/// |v . n| or |v|; |v x n| or |v|, for v known in the frame that has not turned.
static double along(const walk* w, const double v[3])
{
  double world[3];
  const walk* fixed = w;
  ep_mat_apply(world, fixed->rotation, v);
  return fabs(ep_vec_dot(world, w->n)) + ep_vec_length(v) * DIRECTION_ERROR;
}

static double across(const walk* w, const double v[3])
{
  double world[3];
  double cross[3];
  const walk* fixed = w;
  ep_mat_apply(world, fixed->rotation, v);
  ep_vec_cross(cross, world, w->n);
  return ep_vec_length(cross) + ep_vec_length(v) * DIRECTION_ERROR;
}

/// The joint's own translation: |v_j . n| while nothing has turned, |v_j| after; and the offset
/// carried round by everything before: rate * |o_j|.
static void walk_offset(walk* w, const ep_joint_motion* motion)
{
  double velocity[3];
  ep_vec_madd(velocity, motion->end, -1.0, motion->begin);
  const double largest = ep_max(ep_vec_length(motion->begin), ep_vec_length(motion->end));
  w->speed += w->rate * (largest + 2.0 * motion->offset_error) + motion->rate_error;
  if (motion->slides)
  {
    w->speed += w->fixed && w->n != NULL ? along(w, velocity) : ep_vec_length(velocity);
  }
}

static void walk_turn(walk* w, const ep_edge* edge, int32_t link)
{
  const ep_joint* joint = &edge->machine->joints[link];
  double offset[3];
  const ep_joint_pose pose = ep_edge_joint_pose(edge, link, 0.0, offset);
  const double rate = edge->joints[link].angle.rate;
  if (w->fixed)
  {
    double turned[3][3];
    const walk* before = w;
    ep_mat_mul(turned, before->rotation, joint->origin_rotation);
    memcpy(w->rotation, turned, sizeof turned);
    ep_joint_turn(joint, &pose, w->rotation); // the axis of a joint is not moved by its own turn
  }
  if (joint->turn == EP_TURN_NONE || rate == 0.0)
  {
    return;
  }
  const double* axis = joint->ball >= 0 ? edge->balls[joint->ball].axis : joint->axis;
  w->rate += fabs(rate) * (w->fixed && w->n != NULL ? across(w, axis) : 1.0);
  w->fixed = false;
}

/// Claim     |dp/dt . n| <= result at every t, for the smooth curve of every point within radius of
///           the link's origin (without n: |dp/dt|).
/// Why       dp/dt = sum_j (Q_j v_j + omega_(<j) x Q_j o_j) + omega_(<=i) x Q_i r: the own link's
///           term included. (omega_1 x y) . n = (n x omega_1) . y, and omega_1, like every v_j
///           before it, is constant in the world. proofs.md R1.
/// Rounding  up.
/// Source    CATCH Eq. 10, whose printed sum stops at i - 1; we let it reach i.
double ep_edge_motion_bound_up(const ep_edge* edge, int32_t link, double radius, const double* n)
{
  if (!ep_edge_has_link(edge, link) || !(radius >= 0.0 && ep_is_finite(radius)) ||
      (n != NULL && (!ep_vec_is_finite(n) || (n[0] == 0.0 && n[1] == 0.0 && n[2] == 0.0))))
  {
    return EP_INFINITY;
  }
  double unit[3];
  int32_t path[EP_DEPTH_MAX];
  int32_t depth = 0;
  for (int32_t at = link; at != EP_NO_LINK; at = edge->machine->joints[at].parent)
  {
    path[depth++] = at;
  }
  walk w = {NULL, {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, true, 0.0, 0.0};
  if (n != NULL)
  {
    ep_vec_unit(unit, n);
    w.n = unit;
  }
  while (depth > 0)
  {
    const int32_t at = path[--depth];
    walk_offset(&w, &edge->joints[at]);
    walk_turn(&w, edge, at);
  }
  return ep_up_sum((w.speed + w.rate * radius) * (1.0 + 0x1p-40));
}
