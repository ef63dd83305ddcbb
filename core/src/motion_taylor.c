/// @file motion_taylor.c
/// Taylor frames of all links over an interval of an edge, and boxes from them (CATCH Sec. 5.2).
#include "motion_edge.h"
#include "edgeproof/bound.h"

/// The matrix of a ball's first rotation is within this of the exact one (proofs.md M1).
#define BALL_ERROR 0x1p-46

static void shift(const ep_joint_motion* motion, ep_domain domain, ep_taylor_frame* frame)
{
  if (!motion->slides)
  {
    ep_taylor_frame_shift(frame, motion->begin, motion->offset_error);
    return;
  }
  ep_taylor offset[3];
  for (int k = 0; k < 3; ++k)
  {
    const double change = motion->end[k] - motion->begin[k];
    const double error = motion->offset_error + (fabs(motion->begin[k]) + fabs(change)) * 0x1p-50;
    offset[k] = ep_taylor_affine(domain, motion->begin[k] + domain.mid * change, change, error);
  }
  ep_taylor_frame_shift_by(frame, offset, domain.order);
}

static void turn(const ep_edge* edge, int32_t link, ep_domain domain, ep_taylor_frame* frame)
{
  const ep_joint* joint = &edge->machine->joints[link];
  if (joint->turn == EP_TURN_NONE)
  {
    return;
  }
  ep_angle angle = edge->joints[link].angle;
  if (joint->turn == EP_TURN_COORDINATE)
  {
    angle.start *= joint->turn_sign;
    angle.rate *= joint->turn_sign;
  }
  ep_taylor sine;
  ep_taylor cosine;
  ep_taylor_sincos(domain, angle, &sine, &cosine);
  if (joint->turn == EP_TURN_COORDINATE)
  {
    ep_taylor_frame_turn_about(frame, joint->coordinate, &sine, &cosine, domain.order);
  }
  else if (joint->turn == EP_TURN_AXIS)
  {
    ep_taylor_frame_turn(frame, joint->axis, joint->axis_error, &sine, &cosine, domain.order);
  }
  else
  {
    const ep_ball* ball = &edge->balls[joint->ball];
    ep_taylor_frame_turn_fixed(frame, ball->rotation, BALL_ERROR);
    ep_taylor_frame_turn(frame, ball->axis, EP_AXIS_ERROR, &sine, &cosine, domain.order);
  }
}

/// Claim     the exact motion of every link over [t0,t1] is in its Taylor frame.
/// Why       each joint's own motion is enclosed, and concatenation keeps enclosure (proofs.md T6).
ep_status ep_edge_taylor(ep_edge* edge, double t0, double t1, int32_t order)
{
  if (edge == NULL || !ep_time_is_good(t0) || !ep_time_is_good(t1) || !(t0 <= t1) || order < 0 ||
      order > EP_TAYLOR_ORDER_MAX)
  {
    return EP_ERROR_MISUSE;
  }
  const ep_domain domain = ep_domain_make(t0, t1, (int)order);
  for (int32_t i = 0; i < edge->machine->link_count; ++i)
  {
    const int32_t link = edge->machine->order[i];
    const ep_joint* joint = &edge->machine->joints[link];
    ep_taylor_frame* frame = &edge->taylor[link];
    if (joint->parent == EP_NO_LINK)
    {
      ep_taylor_frame_identity(frame, domain.order);
    }
    else
    {
      *frame = edge->taylor[joint->parent];
    }
    shift(&edge->joints[link], domain, frame);
    if (joint->origin_turns)
    {
      ep_taylor_frame_turn_fixed(frame, joint->origin_rotation, EP_ORIGIN_ERROR);
    }
    turn(edge, link, domain, frame);
  }
  edge->taylor_order = (int)order;
  return EP_OK;
}

ep_status ep_edge_link_box(const ep_edge* edge, int32_t link, const ep_oriented_box* box,
                           ep_box* world)
{
  if (!ep_edge_has_link(edge, link) || box == NULL || world == NULL || edge->taylor_order < 0)
  {
    return EP_ERROR_MISUSE;
  }
  ep_taylor_frame_box(&edge->taylor[link], box, world);
  return EP_OK;
}

ep_oriented_box ep_oriented_box_from(const ep_box* box)
{
  ep_oriented_box out = {{0.0, 0.0, 0.0}, {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
  for (int k = 0; k < 3; ++k)
  {
    out.center[k] = 0.5 * box->lo[k] + 0.5 * box->hi[k];
    const double below = out.center[k] - box->lo[k];
    const double above = box->hi[k] - out.center[k];
    out.half_edge[k][k] = ep_up(ep_max(below, above));
  }
  return out;
}
