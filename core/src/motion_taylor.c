/// @file motion_taylor.c
/// Taylor frames of all links over an interval of an edge, and boxes from them (CATCH Sec. 5.2).
#include "motion_edge.h"
#include "edgeproof/bound.h"

/// The matrix of a ball's first rotation is within this of the exact one (proofs.md M1).
#define BALL_ERROR 0x1p-46

/// The offset at the middle of the domain, how far it swings to either side, and what each
/// coordinate can be off by.
typedef struct slide
{
  double middle[3];
  double swing[3];
  double error;
} slide;

static slide slide_of(const ep_joint_motion* motion, ep_domain domain)
{
  slide s = {.error = 0.0};
  for (int k = 0; k < 3; ++k)
  {
    const double change = motion->end[k] - motion->begin[k];
    s.middle[k] = motion->begin[k] + domain.mid * change;
    s.swing[k] = domain.half * change;
    s.error = ep_max(s.error, fabs(motion->begin[k]) + 2.0 * fabs(change));
  }
  s.error = motion->offset_error + s.error * 0x1p-50;
  return s;
}

/// Sine and cosine of the joint's angle; about the coordinate axis itself where it turns about one.
static void wave_of(const ep_edge* edge, int32_t link, ep_domain domain, ep_taylor* sine,
                    ep_taylor* cosine)
{
  const ep_joint* joint = &edge->machine->joints[link];
  ep_angle angle = edge->joints[link].angle;
  if (joint->turn == EP_TURN_COORDINATE)
  {
    angle.start *= joint->turn_sign;
    angle.rate *= joint->turn_sign;
  }
  ep_taylor_sincos(domain, angle, sine, cosine);
}

/// @name The paper's frames, a remainder an entry
/// @{

static void taylor_shift(const ep_joint_motion* motion, ep_domain domain, ep_taylor_frame* frame)
{
  if (!motion->slides)
  {
    ep_taylor_frame_shift(frame, motion->begin, motion->offset_error);
    return;
  }
  const slide s = slide_of(motion, domain);
  ep_taylor offset[3];
  for (int k = 0; k < 3; ++k)
  {
    // A domain of half-width 1 makes the slope the swing.
    offset[k] =
        ep_taylor_affine((ep_domain){0.0, 1.0, domain.order}, s.middle[k], s.swing[k], s.error);
  }
  ep_taylor_frame_shift_by(frame, offset, domain.order);
}

static void taylor_turn(const ep_edge* edge, int32_t link, ep_domain domain, ep_taylor_frame* frame)
{
  const ep_joint* joint = &edge->machine->joints[link];
  if (joint->turn == EP_TURN_NONE)
  {
    return;
  }
  ep_taylor sine;
  ep_taylor cosine;
  wave_of(edge, link, domain, &sine, &cosine);
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

static void taylor_step(const ep_edge* edge, int32_t link, ep_domain domain)
{
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
  taylor_shift(&edge->joints[link], domain, frame);
  if (joint->origin_turns)
  {
    ep_taylor_frame_turn_fixed(frame, joint->origin_rotation, EP_ORIGIN_ERROR);
  }
  taylor_turn(edge, link, domain, frame);
}

/// @}
/// @name Rigid frames, a remainder a row
/// @{

static void rigid_shift(const ep_joint_motion* motion, ep_domain domain, ep_rigid* frame)
{
  if (!motion->slides)
  {
    ep_rigid_shift(frame, motion->begin, motion->offset_error);
    return;
  }
  const slide s = slide_of(motion, domain);
  ep_rigid_shift_by(frame, s.middle, s.swing, s.error);
}

static void rigid_turn(const ep_edge* edge, int32_t link, ep_domain domain, ep_rigid* frame)
{
  const ep_joint* joint = &edge->machine->joints[link];
  if (joint->turn == EP_TURN_NONE)
  {
    return;
  }
  ep_taylor sine;
  ep_taylor cosine;
  wave_of(edge, link, domain, &sine, &cosine);
  if (joint->turn == EP_TURN_COORDINATE)
  {
    ep_rigid_turn_about(frame, joint->coordinate, &sine, &cosine);
  }
  else if (joint->turn == EP_TURN_AXIS)
  {
    ep_rigid_turn(frame, joint->axis, joint->axis_error, &sine, &cosine);
  }
  else
  {
    const ep_ball* ball = &edge->balls[joint->ball];
    ep_rigid_turn_fixed(frame, ball->rotation, BALL_ERROR);
    ep_rigid_turn(frame, ball->axis, EP_AXIS_ERROR, &sine, &cosine);
  }
}

static void rigid_step(const ep_edge* edge, int32_t link, ep_domain domain)
{
  const ep_joint* joint = &edge->machine->joints[link];
  ep_rigid* frame = &edge->rigid[link];
  if (joint->parent == EP_NO_LINK)
  {
    ep_rigid_identity(frame);
  }
  else
  {
    *frame = edge->rigid[joint->parent];
  }
  rigid_shift(&edge->joints[link], domain, frame);
  if (joint->origin_turns)
  {
    ep_rigid_turn_fixed(frame, joint->origin_rotation, EP_ORIGIN_ERROR);
  }
  rigid_turn(edge, link, domain, frame);
}

/// @}

/// Claim     the exact motion of every link over [t0,t1] is in its model.
/// Why       each joint's own motion is enclosed, and concatenation keeps enclosure (proofs.md T6,
///           T7).
ep_status ep_edge_taylor(ep_edge* edge, double t0, double t1, int32_t order)
{
  if (edge == NULL || !ep_time_is_good(t0) || !ep_time_is_good(t1) || !(t0 <= t1) || order < 0 ||
      order > EP_TAYLOR_RIGID)
  {
    return EP_ERROR_MISUSE;
  }
  const bool rigid = order == EP_TAYLOR_RIGID;
  const ep_domain domain = ep_domain_make(t0, t1, rigid ? 3 : (int)order);
  for (int32_t i = 0; i < edge->machine->link_count; ++i)
  {
    const int32_t link = edge->machine->order[i];
    if (rigid)
    {
      rigid_step(edge, link, domain);
    }
    else
    {
      taylor_step(edge, link, domain);
    }
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
  if (edge->taylor_order == EP_TAYLOR_RIGID)
  {
    ep_rigid_box(&edge->rigid[link], box, world);
  }
  else
  {
    ep_taylor_frame_box(&edge->taylor[link], box, world);
  }
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
