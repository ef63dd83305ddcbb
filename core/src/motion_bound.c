/// @file motion_bound.c
/// Closed-form bounds on the derivatives of any point of a link (proofs.md C1 to C4).
#include "motion_edge.h"
#include "edgeproof/bound.h"

/// What the joint's offset and its rate are, across and along the parent's turn axis.
typedef struct offset_parts
{
  double perp;
  double par;
  double length;
  double rate_perp;
  double rate_par;
} offset_parts;

static offset_parts parts_of(const ep_edge* edge, int32_t link)
{
  const ep_joint* joint = &edge->machine->joints[link];
  const ep_joint_motion* motion = &edge->joints[link];
  if (!motion->slides && joint->slide_count == 0)
  {
    return (offset_parts){joint->offset_perp, joint->offset_par, joint->offset_length, 0.0, 0.0};
  }
  // Convexity: along a straight line the larger end bounds each part.
  offset_parts parts;
  double perp[2];
  double par[2];
  double rate[3];
  ep_machine_split(edge->machine, joint->parent, motion->begin, &perp[0], &par[0]);
  ep_machine_split(edge->machine, joint->parent, motion->end, &perp[1], &par[1]);
  ep_vec_madd(rate, motion->end, -1.0, motion->begin);
  ep_machine_split(edge->machine, joint->parent, rate, &parts.rate_perp, &parts.rate_par);
  parts.perp = ep_max(perp[0], perp[1]) + 2.0 * motion->offset_error;
  parts.par = ep_max(par[0], par[1]) + 2.0 * motion->offset_error;
  parts.length =
      ep_max(ep_vec_length(motion->begin), ep_vec_length(motion->end)) + 2.0 * motion->offset_error;
  parts.rate_perp += motion->rate_error;
  parts.rate_par += motion->rate_error;
  return parts;
}

/// Claim     with Q the product of the rotations before the offset o(t): |(Q o)^(n)| <=
///           W^n |o_perp| + V^n |o_par| + n (W^(n-1) |o'_perp| + V^(n-1) |o'_par|), W all rates
///           before, V all but the last group's.
/// Why       |Q^(n)| <= W^n for a product of rotations at constant rates (Leibniz); the part along
///           the last group's axis is not turned by that group; o is linear. proofs.md C1, C2.
static void add_offset(ep_chain* c, const offset_parts* o)
{
  const double w = c->rate_par + fabs(c->group);
  const double v = c->rate_par;
  c->offset[0] += w * o->perp + v * o->par + o->rate_perp + o->rate_par;
  c->offset[1] += w * w * o->perp + v * v * o->par + 2.0 * (w * o->rate_perp + v * o->rate_par);
  c->offset[2] +=
      w * w * w * o->perp + v * v * v * o->par + 3.0 * (w * w * o->rate_perp + v * v * o->rate_par);
}

/// What one step of kinematics rounds: any entry of the rotation, as an angle (proofs.md M2).
#define STEP_ERROR 0x1p-45

static void spread_offset(ep_spread* s, double length, double shifted)
{
  s->metres += s->per_radius * length + shifted;
}

/// Angle between a joint's turn along the smooth curve and in computed frames. Both are rotations,
/// so it cancels where the joint carries both of two links (proofs.md C5). So does what the real
/// curve may differ by, which is this and standing still.
static double swing_of(const ep_joint* joint, const ep_joint_motion* motion)
{
  return joint->turn == EP_TURN_NONE
             ? 0.0
             : (motion->angle.error_up - motion->still) + joint->parallel_tilt;
}

static void add_swing(ep_chain* c, const ep_joint* joint, const ep_joint_motion* motion)
{
  const double swing = swing_of(joint, motion);
  c->computed.per_radius += swing;
  c->real.per_radius += swing + motion->still;
}

/// What a step of kinematics adds that is not a swing, as an angle.
static double rounding_of(const ep_joint* joint, const ep_joint_motion* motion)
{
  double turned = STEP_ERROR;
  if (joint->origin_turns)
  {
    turned += EP_ORIGIN_ERROR;
  }
  if (joint->turn != EP_TURN_NONE)
  {
    turned += 2.0 * EP_AXIS_ERROR + 2.0 * EP_TRIG_ERROR +
              (fabs(motion->angle.start) + fabs(motion->angle.rate)) * 0x1p-51;
  }
  return turned;
}

/// Claim     the exact curve is within `real` of the smooth curve with exactly parallel groups,
///           computed frames are within `computed` (proofs.md C3).
static void add_slack(ep_chain* c, const ep_joint* joint, const ep_joint_motion* motion,
                      double length)
{
  c->reach += length;
  const double shifted = 2.0 * motion->offset_error + c->reach * 0x1p-49;
  const double turned = rounding_of(joint, motion);
  spread_offset(&c->real, length, shifted);
  spread_offset(&c->computed, length, shifted);
  spread_offset(&c->rounding, length, shifted);
  add_swing(c, joint, motion);
  c->real.per_radius += turned;
  c->computed.per_radius += turned;
  c->rounding.per_radius += turned;
}

static void add_turn(ep_chain* c, const ep_joint* joint, const ep_joint_motion* motion)
{
  if (joint->turn == EP_TURN_NONE)
  {
    return;
  }
  const double rate = motion->angle.rate;
  if (joint->parallel != 0)
  {
    c->group = joint->parallel * c->group + rate;
    return;
  }
  c->rate_par += fabs(c->group);
  c->group = rate;
}

/// Rates are known to a relative 2^-50 and an absolute angle error: both are far below this.
#define RATE_MARGIN (1.0 + 0x1p-40)

static ep_link_bound bound_of(const ep_chain* c)
{
  const double margin = RATE_MARGIN * RATE_MARGIN * RATE_MARGIN;
  ep_link_bound bound;
  for (int n = 0; n < 3; ++n)
  {
    bound.offset[n] = ep_up_sum(c->offset[n] * margin);
  }
  bound.rate = ep_up_sum((c->rate_par + fabs(c->group)) * RATE_MARGIN);
  bound.rate_par = ep_up_sum(c->rate_par * RATE_MARGIN);
  // The factor covers products of errors, the largest of which is EP_STANDSTILL_ANGLE a joint.
  bound.slack = ep_up_sum(c->real.metres * 1.02);
  bound.slack_per_radius = ep_up_sum(c->real.per_radius * 1.02);
  bound.computed = ep_up_sum(c->computed.metres * 1.02);
  bound.computed_per_radius = ep_up_sum(c->computed.per_radius * 1.02);
  return bound;
}

ep_status ep_edge_bounds(ep_edge* edge, ep_link_bound* bounds)
{
  if (edge == NULL || bounds == NULL)
  {
    return EP_ERROR_MISUSE;
  }
  const ep_machine* machine = edge->machine;
  for (int32_t i = 0; i < machine->link_count; ++i)
  {
    const int32_t link = machine->order[i];
    const ep_joint* joint = &machine->joints[link];
    const ep_joint_motion* motion = &edge->joints[link];
    ep_chain* c = &edge->chains[link];
    *c = joint->parent == EP_NO_LINK ? (ep_chain){.group = 0.0} : edge->chains[joint->parent];
    const offset_parts parts = parts_of(edge, link);
    add_offset(c, &parts);
    add_slack(c, joint, motion, parts.length);
    add_turn(c, joint, motion);
    bounds[link] = bound_of(c);
  }
  edge->has_chains = true;
  return EP_OK;
}

/// @name One link seen from another
/// @{

static bool is_above(const ep_machine* machine, int32_t ancestor, int32_t link)
{
  while (link != ancestor && link != EP_NO_LINK)
  {
    link = machine->joints[link].parent;
  }
  return link == ancestor;
}

/// The deepest link that carries both, or EP_NO_LINK for the world.
static int32_t common_ancestor(const ep_edge* from_edge, int32_t from, const ep_edge* to_edge,
                               int32_t to)
{
  int32_t at = from_edge == to_edge ? from : EP_NO_LINK;
  while (at != EP_NO_LINK && !is_above(to_edge->machine, at, to))
  {
    at = to_edge->machine->joints[at].parent;
  }
  return at;
}

static void walk_offset(ep_chain* c, double length)
{
  c->reach += length;
  spread_offset(&c->real, length, 0.0);
  spread_offset(&c->computed, length, 0.0);
}

/// The way up from a link to its ancestor, each joint backwards: first its turn, then its offset.
static void walk_up(ep_chain* c, const ep_edge* edge, int32_t link, int32_t ancestor)
{
  for (int32_t at = link; at != ancestor; at = edge->machine->joints[at].parent)
  {
    const ep_joint* joint = &edge->machine->joints[at];
    offset_parts parts = parts_of(edge, at);
    parts = (offset_parts){parts.length, 0.0, parts.length, parts.rate_perp + parts.rate_par, 0.0};
    c->rate_par += joint->turn == EP_TURN_NONE ? 0.0 : fabs(edge->joints[at].angle.rate);
    add_offset(c, &parts);
    add_swing(c, joint, &edge->joints[at]);
    walk_offset(c, parts.length);
  }
}

/// The way down from an ancestor to a link.
static void walk_down(ep_chain* c, const ep_edge* edge, int32_t ancestor, int32_t link)
{
  int32_t path[EP_DEPTH_MAX];
  int32_t depth = 0;
  for (int32_t at = link; at != ancestor; at = edge->machine->joints[at].parent)
  {
    path[depth++] = at;
  }
  while (depth > 0)
  {
    const int32_t at = path[--depth];
    const ep_joint* joint = &edge->machine->joints[at];
    const offset_parts parts = parts_of(edge, at);
    add_offset(c, &parts);
    walk_offset(c, parts.length);
    add_swing(c, joint, &edge->joints[at]);
    add_turn(c, joint, &edge->joints[at]);
  }
}

/// Claim     derivatives as in ep_link_bound, of the smooth curve of a point of `to` in the frame
/// of
///           `from`; poses made of the two computed world frames are within the slack of it.
/// Why       going up, a joint's inverse is a turn at minus its rate and then minus its offset: C1
///           holds for any sequence of turns and offsets. What carries both cancels, its rounding
///           excepted. proofs.md C5.
void ep_edge_path_bound(const ep_edge* from_edge, int32_t from, const ep_edge* to_edge, int32_t to,
                        ep_link_bound* bound)
{
  const int32_t ancestor = common_ancestor(from_edge, from, to_edge, to);
  ep_chain c = {.group = 0.0};
  walk_up(&c, from_edge, from, ancestor);
  walk_down(&c, to_edge, ancestor, to);
  const ep_chain* seen_from = &from_edge->chains[from];
  const ep_chain* seen = &to_edge->chains[to];
  const double metres = seen->rounding.metres + seen_from->rounding.metres +
                        seen_from->rounding.per_radius * c.reach +
                        (seen->reach + seen_from->reach + c.reach) * 0x1p-46;
  const double per_radius = seen->rounding.per_radius + seen_from->rounding.per_radius + 0x1p-46;
  c.real.metres += metres;
  c.real.per_radius += per_radius;
  c.computed.metres += metres;
  c.computed.per_radius += per_radius;
  *bound = bound_of(&c);
}

ep_status ep_edge_relative_bound(const ep_edge* from_edge, int32_t from_link, const ep_edge* edge,
                                 int32_t link, ep_link_bound* bound)
{
  if (!ep_edge_has_link(from_edge, from_link) || !ep_edge_has_link(edge, link) || bound == NULL ||
      !from_edge->has_chains || !edge->has_chains)
  {
    return EP_ERROR_MISUSE;
  }
  ep_edge_path_bound(from_edge, from_link, edge, link, bound);
  return EP_OK;
}

/// @}

ep_status ep_machine_node_radii(const ep_machine* machine, int32_t link, const ep_box* box,
                                ep_node_radii* radii)
{
  if (machine == NULL || box == NULL || radii == NULL || link < 0 || link >= machine->link_count)
  {
    return EP_ERROR_MISUSE;
  }
  *radii = (ep_node_radii){0.0, 0.0, 0.0};
  for (int corner = 0; corner < 8; ++corner)
  {
    double point[3];
    double perp;
    double par;
    for (int k = 0; k < 3; ++k)
    {
      point[k] = (corner >> k & 1) != 0 ? box->hi[k] : box->lo[k];
    }
    ep_machine_split(machine, link, point, &perp, &par);
    radii->perp = ep_max(radii->perp, perp);
    radii->par = ep_max(radii->par, par);
    radii->all = ep_max(radii->all, ep_up_sum(ep_vec_length(point)));
  }
  return EP_OK;
}

double ep_node_derivative_up(const ep_link_bound* bound, const ep_node_radii* radii, int32_t order)
{
  if (order < 1 || order > 3)
  {
    return EP_INFINITY;
  }
  double w = 1.0;
  double v = 1.0;
  for (int32_t n = 0; n < order; ++n)
  {
    w *= bound->rate;
    v *= bound->rate_par;
  }
  return ep_up_sum(bound->offset[order - 1] + w * radii->perp + v * radii->par);
}

double ep_node_slack_up(const ep_link_bound* bound, double r)
{
  return ep_up_sum(bound->slack + bound->slack_per_radius * r);
}

double ep_node_spread_up(const ep_link_bound* bound, double r)
{
  return ep_up_sum(ep_node_slack_up(bound, r) + (bound->computed + bound->computed_per_radius * r));
}
