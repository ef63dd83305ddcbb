/// @file model_machine.h
/// The machine as core sees it: one joint record per link, read-only after creation.
#ifndef EP_MODEL_MACHINE_H
#define EP_MODEL_MACHINE_H

#include "num_vec.h"
#include "edgeproof/machine.h"

#include <stdbool.h>

/// How a joint turns its link.
typedef enum ep_turn
{
  EP_TURN_NONE,
  EP_TURN_COORDINATE, ///< about plus or minus x, y or z of its own frame, exactly
  EP_TURN_AXIS,       ///< about another fixed axis
  EP_TURN_BALL        ///< about an axis that depends on the edge
} ep_turn;

/// @name What the stored constants can be off by (proofs.md M1)
/// @{
#define EP_ORIGIN_ERROR 0x1p-46 ///< rotation of an origin: any entry, and as an angle in radians
#define EP_AXIS_ERROR   0x1p-50 ///< an axis that had to be normalised: any entry, and as an angle
#define EP_SLIDE_ERROR  0x1p-45 ///< metres a metre of sliding, each direction
/// @}

typedef struct ep_joint
{
  ep_joint_type type;
  int32_t parent;
  int32_t depth;
  int32_t config_start;
  int32_t config_size;
  int32_t ball; ///< index among the ball and floating joints, or -1

  double origin_position[3];
  double origin_rotation[3][3];
  bool origin_turns; ///< false: origin_rotation is exactly the identity, and so is the truth

  ep_turn turn;
  int32_t coordinate; ///< of EP_TURN_COORDINATE
  double turn_sign;   ///< 1 or -1: angle about plus coordinate = turn_sign * value
  double axis[3];     ///< unit
  double axis_error;  ///< of each entry: 0 where the axis is a coordinate axis

  int32_t slide_count;
  double slide[3][3]; ///< directions, one a row, in the parent's frame

  double lower[3];
  double upper[3];
  bool linear; ///< an angle that could wrap runs straight

  int32_t source; ///< the link whose configuration value this scalar joint uses: itself or followed
  double multiplier;
  double offset;
  double
      value_error; ///< relative: |computed value - exact| <= value_error (|m||q| + spread) + tiny
  double value_spread; ///< sum of the magnitudes that went into offset

  bool has_turn_axis; ///< the link's turn axis does not depend on the edge
  double turn_axis[3];
  int32_t parallel; ///< to the parent's turn axis: 1, -1, or 0 if not
  double parallel_tilt;
  /// Upper bounds on the origin's position across and along the parent's turn axis (across takes
  /// everything if there is none), and on its length.
  double offset_perp;
  double offset_par;
  double offset_length;
} ep_joint;

struct ep_machine
{
  ep_allocator allocator;
  int32_t link_count;
  int32_t config_size;
  int32_t ball_count;
  ep_joint* joints;   ///< in the order given
  int32_t* order;     ///< parents before children
  const char** names; ///< of the links
  const char* name;
};

/// Parts of a vector in a link's frame across and along that link's turn axis, both rounded up;
/// `link` may be EP_NO_LINK for the world.
void ep_machine_split(const ep_machine* machine, int32_t link, const double v[3], double* perp_up,
                      double* par_up);

/// The values of a scalar joint, mimic included, at a configuration.
static inline double ep_joint_value(const ep_machine* machine, const ep_joint* joint,
                                    const double* q)
{
  return joint->multiplier * q[machine->joints[joint->source].config_start] + joint->offset;
}

/// @name Joint types
/// @{
static inline bool ep_joint_is_scalar(ep_joint_type type)
{
  return type == EP_JOINT_REVOLUTE || type == EP_JOINT_CONTINUOUS || type == EP_JOINT_PRISMATIC;
}
static inline bool ep_joint_has_ball(ep_joint_type type)
{
  return type == EP_JOINT_BALL || type == EP_JOINT_FLOATING;
}
static inline bool ep_joint_has_axis(ep_joint_type type)
{
  return ep_joint_is_scalar(type) || type == EP_JOINT_PLANAR;
}
/// Where in a joint's values its angle stands, for the types that turn about an axis.
static inline int32_t ep_joint_angle_index(ep_joint_type type)
{
  return type == EP_JOINT_PLANAR ? 2 : 0;
}
/// Where in a joint's values its quaternion stands, for the types that have one.
static inline int32_t ep_joint_quaternion_index(ep_joint_type type)
{
  return type == EP_JOINT_FLOATING ? 3 : 0;
}
/// Whether the joint's angle is known modulo 2 pi only.
static inline bool ep_joint_wraps(ep_joint_type type)
{
  return type == EP_JOINT_CONTINUOUS || type == EP_JOINT_PLANAR;
}
/// @}

/// Refuses a description that no machine can be built from; afterwards every index is good, every
/// chain of parents and of followed joints ends, and every number is finite and within its limit.
ep_status ep_machine_check_desc(const ep_machine_desc* desc, ep_error* error);

#endif
