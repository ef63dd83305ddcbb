/// @file motion_edge.h
/// The curve of an edge, joint by joint: every joint, whatever its type, shifts linearly and turns
/// at a constant rate about an axis that is fixed in its own frame.
#ifndef EP_MOTION_EDGE_H
#define EP_MOTION_EDGE_H

#include "model_kinematics.h"
#include "num_rigid.h"
#include "num_taylor_frame.h"
#include "num_trig.h"
#include "edgeproof/bound.h"

#include <string.h>

/// Rotations below this total are not moved by OMPL's interpolation (its limit is a half-angle
/// whose cosine is 1 - 1e-9: 8.95e-5 rad); our bounds then cover standing still at either end.
#define EP_STANDSTILL_ANGLE 1e-4

typedef struct ep_joint_motion
{
  ep_angle angle;      ///< about the joint's or the ball's axis; zeros where nothing turns
  double still;        ///< what of angle.error_up is there because the curve may stand still
  double begin[3];     ///< offset of the link in its parent's frame at t = 0
  double end[3];       ///< at t = 1; linear in between
  double offset_error; ///< of each coordinate of the offset, any t, its evaluation included
  double rate_error;   ///< of its rate; 0 where the values are the same at both ends
  bool slides;         ///< begin != end
} ep_joint_motion;

/// How far two curves of a link may be from each other: metres + per_radius times the distance from
/// the link's origin.
typedef struct ep_spread
{
  double metres;
  double per_radius;
} ep_spread;

/// The bounds of a chain so far. `group` is the signed rate of the last group of parallel axes.
typedef struct ep_chain
{
  double offset[3];
  double rate_par; ///< all groups but the last
  double group;
  ep_spread real;     ///< between the real curve and the smooth one
  ep_spread computed; ///< between computed frames and the smooth curve: those never stand still
  ep_spread rounding; ///< what of both is there because a computed frame is not quite a rotation
  double reach;       ///< bound on the distance of the link's origin from the world's
} ep_chain;

struct ep_edge
{
  const ep_machine* machine;
  double* q0; ///< as given
  double* q1;
  ep_joint_motion* joints; ///< one a link
  ep_ball* balls;
  ep_taylor_frame* taylor; ///< one a link, valid if taylor_order is 0 to 3
  ep_rigid* rigid;         ///< one a link, valid if taylor_order is EP_TAYLOR_RIGID
  int taylor_order;        ///< -1: nothing is valid
  ep_chain* chains;        ///< workspace of ep_edge_bounds()
  bool has_chains;         ///< they are those of the motion that is set
  ep_link_bound* bounds;   ///< workspace of ep_edge_swept_box()
  ep_frame* frames;
};

/// The bound of a link's motion as seen from another link, of the same machine or of another one:
/// what carries both does not count. Needs ep_edge_bounds() of both edges.
void ep_edge_path_bound(const ep_edge* from_edge, int32_t from, const ep_edge* to_edge, int32_t to,
                        ep_link_bound* bound);

/// What a joint does at time t. `offset` is storage for the pose.
static inline ep_joint_pose ep_edge_joint_pose(const ep_edge* edge, int32_t link, double t,
                                               double offset[3])
{
  const ep_joint* joint = &edge->machine->joints[link];
  const ep_joint_motion* motion = &edge->joints[link];
  ep_joint_pose pose = {motion->begin, 0.0, 1.0, NULL};
  if (motion->slides)
  {
    for (int k = 0; k < 3; ++k)
    {
      offset[k] = motion->begin[k] + t * (motion->end[k] - motion->begin[k]);
    }
    pose.offset = offset;
  }
  if (joint->turn != EP_TURN_NONE)
  {
    ep_sincos(motion->angle.start + motion->angle.rate * t, &pose.sine, &pose.cosine);
  }
  if (joint->ball >= 0)
  {
    pose.ball = &edge->balls[joint->ball];
  }
  return pose;
}

static inline bool ep_edge_has_link(const ep_edge* edge, int32_t link)
{
  return edge != NULL && link >= 0 && link < edge->machine->link_count;
}

static inline bool ep_time_is_good(double t)
{
  return t >= 0.0 && t <= 1.0;
}

#endif
