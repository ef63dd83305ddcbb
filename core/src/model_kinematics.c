/// @file model_kinematics.c
/// Configurations: whether one can be used, and where it puts the links.
#include "model_kinematics.h"
#include "base_status.h"
#include "num_rotation.h"
#include "num_trig.h"

static const char* const component_names[8][7] = {
    [EP_JOINT_PLANAR] = {".x", ".y", ".yaw"},
    [EP_JOINT_FLOATING] = {".x", ".y", ".z", ".qx", ".qy", ".qz", ".qw"},
    [EP_JOINT_BALL] = {".qx", ".qy", ".qz", ".qw"},
};

/// "" for scalar joints, ".yaw" and the like for the others.
static const char* component_name(ep_joint_type type, int32_t k)
{
  const char* name = component_names[type][k];
  return name == NULL ? "" : name;
}

static bool is_angle(ep_joint_type type, int32_t k)
{
  return (ep_joint_has_axis(type) && type != EP_JOINT_PRISMATIC) && k == ep_joint_angle_index(type);
}

static ep_status check_value(const ep_machine* machine, int32_t link, int32_t k, double value,
                             ep_error* error)
{
  const ep_joint_type type = machine->joints[link].type;
  const double largest = is_angle(type, k) ? EP_ANGLE_MAX : EP_LENGTH_MAX;
  if (fabs(value) <= largest)
  {
    return EP_OK;
  }
  return ep_fail(error, EP_ERROR_INPUT, "machine '%s': joint of '%s'%s: value %g is not within %g",
                 machine->name, machine->names[link], component_name(type, k), value, largest);
}

static ep_status check_quaternion(const ep_machine* machine, int32_t link, const double q[4],
                                  ep_error* error)
{
  const double largest = ep_max(ep_max(fabs(q[0]), fabs(q[1])), ep_max(fabs(q[2]), fabs(q[3])));
  if (largest >= 0x1p-100) // so short that products underflow: as good as zero
  {
    return EP_OK;
  }
  return ep_fail(error, EP_ERROR_INPUT,
                 "machine '%s': joint of '%s': quaternion %g %g %g %g has no direction",
                 machine->name, machine->names[link], q[0], q[1], q[2], q[3]);
}

static ep_status check_joint_values(const ep_machine* machine, int32_t link, const double* q,
                                    ep_error* error)
{
  const ep_joint* joint = &machine->joints[link];
  if (joint->source != link)
  {
    return check_value(machine, link, 0, ep_joint_value(machine, joint, q), error);
  }
  const double* values = q + joint->config_start;
  ep_status status = EP_OK;
  for (int32_t k = 0; status == EP_OK && k < joint->config_size; ++k)
  {
    status = check_value(machine, link, k, values[k], error);
  }
  if (status == EP_OK && ep_joint_has_ball(joint->type))
  {
    status =
        check_quaternion(machine, link, values + ep_joint_quaternion_index(joint->type), error);
  }
  return status;
}

ep_status ep_machine_check_config(const ep_machine* machine, const double* q, ep_error* error)
{
  if (machine == NULL || (q == NULL && machine->config_size > 0))
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_machine_check_config: a null pointer was passed");
  }
  for (int32_t i = 0; i < machine->link_count; ++i)
  {
    const ep_status status = check_joint_values(machine, i, q, error);
    if (status != EP_OK)
    {
      return status;
    }
  }
  return ep_succeed(error);
}

/// Limits speak of x, y, yaw; of x, y, z; or of the one value.
static int32_t limited_values(ep_joint_type type)
{
  switch (type)
  {
  case EP_JOINT_REVOLUTE:
  case EP_JOINT_CONTINUOUS:
  case EP_JOINT_PRISMATIC:
    return 1;
  case EP_JOINT_PLANAR:
  case EP_JOINT_FLOATING:
    return 3;
  case EP_JOINT_FIXED:
  case EP_JOINT_BALL:
    return 0;
  }
  return 0;
}

/// An angle that wraps is within limits if any of its turns is: always, where a limit is missing;
/// else if the first turn at or above lower is.
static bool is_within(double value, double lower, double upper, bool wraps)
{
  if ((value >= lower && value <= upper) || !wraps)
  {
    return value >= lower && value <= upper;
  }
  if (!ep_is_finite(lower) || !ep_is_finite(upper))
  {
    return true;
  }
  const double turn = 2.0 * EP_PI;
  return value + turn * ceil((lower - value) / turn) <= upper;
}

static ep_status check_joint_limits(const ep_machine* machine, int32_t link, const double* q,
                                    ep_error* error)
{
  const ep_joint* joint = &machine->joints[link];
  for (int32_t k = 0; k < limited_values(joint->type); ++k)
  {
    const double given = ep_joint_is_scalar(joint->type) ? ep_joint_value(machine, joint, q)
                                                         : q[joint->config_start + k];
    const bool wraps = ep_joint_wraps(joint->type) && is_angle(joint->type, k);
    if (!is_within(given, joint->lower[k], joint->upper[k], wraps))
    {
      return ep_fail(error, EP_ERROR_INPUT,
                     "machine '%s': joint of '%s'%s: value %g is outside its limits %g to %g",
                     machine->name, machine->names[link], component_name(joint->type, k), given,
                     joint->lower[k], joint->upper[k]);
    }
  }
  return EP_OK;
}

ep_status ep_machine_check_limits(const ep_machine* machine, const double* q, ep_error* error)
{
  ep_status status = ep_machine_check_config(machine, q, error);
  for (int32_t i = 0; status == EP_OK && i < machine->link_count; ++i)
  {
    status = check_joint_limits(machine, i, q, error);
  }
  return status;
}

/// The frame of one link from its parent's and the configuration.
static void forward_link(const ep_machine* machine, int32_t link, const double* q, ep_frame* frames)
{
  const ep_joint* joint = &machine->joints[link];
  double offset[3];
  ep_ball ball = {.axis = {1.0, 0.0, 0.0}};
  ep_joint_pose pose = {offset, 0.0, 1.0, &ball};
  const double scalar = ep_joint_is_scalar(joint->type) ? ep_joint_value(machine, joint, q) : 0.0;
  const double* values = ep_joint_is_scalar(joint->type) ? &scalar : q + joint->config_start;
  ep_joint_offset(joint, values, offset);
  if (joint->turn == EP_TURN_BALL)
  {
    double unit[4];
    ep_quaternion_normalize(unit, values + ep_joint_quaternion_index(joint->type));
    ep_quaternion_matrix(ball.rotation, unit);
  }
  else if (joint->turn != EP_TURN_NONE)
  {
    ep_sincos(values[ep_joint_angle_index(joint->type)], &pose.sine, &pose.cosine);
  }
  ep_kinematics_step(joint, &pose, joint->parent == EP_NO_LINK ? NULL : &frames[joint->parent],
                     &frames[link]);
}

ep_status ep_machine_forward(const ep_machine* machine, const double* q, ep_frame* frames,
                             ep_error* error)
{
  if (frames == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_machine_forward: a null pointer was passed");
  }
  const ep_status status = ep_machine_check_config(machine, q, error);
  if (status != EP_OK)
  {
    return status;
  }
  for (int32_t i = 0; i < machine->link_count; ++i)
  {
    forward_link(machine, machine->order[i], q, frames);
  }
  return EP_OK;
}
