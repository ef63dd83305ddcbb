/// @file motion_edge.c
#include "motion_edge.h"
#include "base_arena.h"
#include "base_status.h"
#include "num_rotation.h"

/// A straight line between two values of one degree of freedom, and what it can be off by.
typedef struct straight
{
  double begin;
  double change;
  double error_up;
} straight;

static straight straight_line(double begin, double end)
{
  const double change = end - begin;
  return (straight){begin, change, fabs(change) * 0x1p-52};
}

/// Claim     begin + t change is the curve that edge.h defines for angles that wrap, modulo 2 pi,
///           within error_up.
/// Why       reduction errors of both ends, the rounding of the difference, and 2 pi itself, whose
///           double is off by 2.5e-16 (proofs.md E1).
static straight short_arc(double begin, double end)
{
  const ep_reduced_angle a = ep_reduce_angle(begin);
  const ep_reduced_angle b = ep_reduce_angle(end);
  double change = b.angle - a.angle;
  double error = a.error_up + b.error_up + fabs(change) * 0x1p-52;
  if (!(fabs(change) <= EP_PI))
  {
    change += change > 0.0 ? -2.0 * EP_PI : 2.0 * EP_PI;
    error += 0x1p-50;
  }
  return (straight){a.angle, change, error};
}

/// The curve of a scalar joint, mimic joints included.
static straight scalar_curve(const ep_edge* edge, const ep_joint* joint)
{
  const ep_joint* source = &edge->machine->joints[joint->source];
  const double a = edge->q0[source->config_start];
  const double b = edge->q1[source->config_start];
  const straight followed = source->type == EP_JOINT_CONTINUOUS && !source->linear
                                ? short_arc(a, b)
                                : straight_line(a, b);
  const double m = joint->multiplier;
  const double size = fabs(m) * (fabs(followed.begin) + fabs(followed.change)) +
                      joint->value_spread + fabs(joint->offset);
  return (straight){m * followed.begin + joint->offset, m * followed.change,
                    ep_up_sum(fabs(m) * followed.error_up + size * (joint->value_error + 0x1p-50))};
}

/// Claim     |offset(t) - the exact one| <= offset_error in each coordinate, for the linear offset
///           between begin and end, as ep_edge_joint_pose() evaluates it. Its rate is within
///           rate_error; of values that rest it is 0.
static void set_offset(const ep_joint* joint, const straight values[3], bool rests,
                       ep_joint_motion* motion)
{
  double begin[3];
  double end[3];
  double travel = 0.0;
  double error = 0.0;
  for (int k = 0; k < joint->slide_count; ++k)
  {
    begin[k] = values[k].begin;
    end[k] = values[k].begin + values[k].change;
    travel += fabs(begin[k]) + fabs(values[k].change);
    error += values[k].error_up;
  }
  ep_joint_offset(joint, begin, motion->begin);
  ep_joint_offset(joint, end, motion->end);
  motion->slides = memcmp(motion->begin, motion->end, sizeof motion->begin) != 0;
  const double* p = joint->origin_position;
  const double size = travel + fabs(p[0]) + fabs(p[1]) + fabs(p[2]);
  motion->offset_error =
      joint->slide_count == 0 ? 0.0 : ep_up_sum(error + travel * EP_SLIDE_ERROR + size * 0x1p-48);
  motion->rate_error = rests ? 0.0 : 4.0 * motion->offset_error;
}

/// Whether what slides is the same at both ends, as the numbers are given.
static bool slides_rest(const ep_edge* edge, const ep_joint* joint)
{
  const ep_joint* source = &edge->machine->joints[joint->source];
  bool rests = true;
  for (int k = 0; k < joint->slide_count; ++k)
  {
    rests = rests && edge->q0[source->config_start + k] == edge->q1[source->config_start + k];
  }
  return rests;
}

/// Claim     R(u0) Rotate(axis, rate t) is the slerp that edge.h defines, within angle.error_up as
/// an
///           angle.
/// Why       the rotation vector rate * axis of conj(u0) u1 is off by 2^-47 at most; below
///           EP_STANDSTILL_ANGLE the curve may also rest at either end (proofs.md E2).
static void set_ball(const ep_joint* joint, const double* raw0, const double* raw1, ep_ball* ball,
                     ep_joint_motion* motion)
{
  const int32_t at = ep_joint_quaternion_index(joint->type);
  const double* a = raw0 + at;
  const double* b = raw1 + at;
  double u0[4];
  double u1[4];
  ep_quaternion_normalize(u0, a);
  ep_quaternion_normalize(u1, b);
  const double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  for (int k = 0; dot < 0.0 && k < 4; ++k)
  {
    u1[k] = -u1[k];
  }
  double between[4];
  ep_quaternion_between(between, u0, u1);
  const double length = ep_vec_length(between);
  ep_quaternion_matrix(ball->rotation, u0);
  ep_vec_copy(ball->axis, (const double[3]){1.0, 0.0, 0.0});
  if (length > 0.0)
  {
    ep_vec_unit(ball->axis, between);
  }
  const double rate = 2.0 * atan2(length, between[3]);
  motion->still = rate < EP_STANDSTILL_ANGLE ? ep_up(rate) : 0.0;
  motion->angle = (ep_angle){.start = 0.0, .rate = rate, .error_up = 0x1p-46 + motion->still};
}

static void set_joint(ep_edge* edge, int32_t link)
{
  const ep_joint* joint = &edge->machine->joints[link];
  ep_joint_motion* motion = &edge->joints[link];
  straight values[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  straight turn = {0.0, 0.0, 0.0};
  const double* a = edge->q0 + joint->config_start;
  const double* b = edge->q1 + joint->config_start;
  if (ep_joint_is_scalar(joint->type))
  {
    turn = values[0] = scalar_curve(edge, joint);
  }
  else
  {
    for (int k = 0; k < joint->slide_count; ++k)
    {
      values[k] = straight_line(a[k], b[k]);
    }
  }
  if (joint->type == EP_JOINT_PLANAR)
  {
    turn = joint->linear ? straight_line(a[2], b[2]) : short_arc(a[2], b[2]);
  }
  motion->angle = (ep_angle){turn.begin, turn.change, turn.error_up};
  motion->still = 0.0;
  set_offset(joint, values, slides_rest(edge, joint), motion);
  if (joint->ball >= 0)
  {
    set_ball(joint, a, b, &edge->balls[joint->ball], motion);
  }
}

static void set_motion(ep_edge* edge)
{
  edge->taylor_order = -1;
  edge->has_chains = false;
  for (int32_t i = 0; i < edge->machine->link_count; ++i)
  {
    set_joint(edge, i);
  }
}

static void lay_out(ep_arena* arena, const ep_machine* machine, ep_edge** edge)
{
  const size_t links = (size_t)machine->link_count;
  ep_edge* e = ep_arena_take(arena, 1, sizeof(ep_edge));
  ep_joint_motion* joints = ep_arena_take(arena, links, sizeof(ep_joint_motion));
  ep_ball* balls = ep_arena_take(arena, (size_t)machine->ball_count, sizeof(ep_ball));
  ep_taylor_frame* taylor = ep_arena_take(arena, links, sizeof(ep_taylor_frame));
  ep_rigid* rigid = ep_arena_take(arena, links, sizeof(ep_rigid));
  ep_chain* chains = ep_arena_take(arena, links, sizeof(ep_chain));
  ep_link_bound* bounds = ep_arena_take(arena, links, sizeof(ep_link_bound));
  ep_frame* frames = ep_arena_take(arena, links, sizeof(ep_frame));
  double* q0 = ep_arena_take(arena, (size_t)machine->config_size, sizeof(double));
  double* q1 = ep_arena_take(arena, (size_t)machine->config_size, sizeof(double));
  *edge = e;
  if (e != NULL)
  {
    *e = (ep_edge){.machine = machine,
                   .q0 = q0,
                   .q1 = q1,
                   .joints = joints,
                   .balls = balls,
                   .taylor = taylor,
                   .rigid = rigid,
                   .taylor_order = -1,
                   .chains = chains,
                   .bounds = bounds,
                   .frames = frames};
  }
}

ep_status ep_edge_create(const ep_machine* machine, ep_edge** edge, ep_error* error)
{
  if (machine == NULL || edge == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_edge_create: a null pointer was passed");
  }
  *edge = NULL;
  ep_arena arena = {NULL, 0};
  ep_edge* e;
  lay_out(&arena, machine, &e);
  arena.base = ep_block_allocate(&machine->allocator, arena.used);
  if (arena.base == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "edge of machine '%s': no memory for %zu bytes",
                   machine->name, arena.used);
  }
  arena.used = 0;
  lay_out(&arena, machine, &e);
  for (int32_t i = 0; i < machine->link_count; ++i)
  {
    const ep_joint* joint = &machine->joints[i];
    if (joint->ball >= 0) // the last of its values is the quaternion's w
    {
      const int32_t w = joint->config_start + joint->config_size - 1;
      e->q0[w] = e->q1[w] = 1.0;
    }
  }
  set_motion(e);
  *edge = e;
  return ep_succeed(error);
}

void ep_edge_destroy(ep_edge* edge)
{
  if (edge != NULL)
  {
    ep_block_release(&edge->machine->allocator, edge);
  }
}

const ep_machine* ep_edge_machine(const ep_edge* edge)
{
  return edge->machine;
}

ep_status ep_edge_set(ep_edge* edge, const double* q0, const double* q1, ep_error* error)
{
  if (edge == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_edge_set: a null pointer was passed");
  }
  if (ep_fp_environment_check() != EP_OK)
  {
    return ep_fail(error, EP_ERROR_FP_ENVIRONMENT,
                   "flush-to-zero or a rounding mode other than to-nearest is active");
  }
  ep_status status = ep_machine_check_config(edge->machine, q0, error);
  status = status != EP_OK ? status : ep_machine_check_config(edge->machine, q1, error);
  if (status == EP_OK && edge->machine->config_size > 0)
  {
    const size_t bytes = (size_t)edge->machine->config_size * sizeof(double);
    memmove(edge->q0, q0, bytes);
    memmove(edge->q1, q1, bytes);
    set_motion(edge);
  }
  return status;
}

void ep_edge_reverse(ep_edge* edge)
{
  double* swap = edge->q0;
  edge->q0 = edge->q1;
  edge->q1 = swap;
  set_motion(edge);
}

/// A value on a straight line, the ends exactly as given.
static double lerp(double a, double b, double t)
{
  return t == 0.0 ? a : (t == 1.0 ? b : a + t * (b - a));
}

static double arc_value(double a, double b, double t)
{
  if (t == 0.0 || t == 1.0)
  {
    return ep_reduce_angle(t == 0.0 ? a : b).angle;
  }
  const straight arc = short_arc(a, b);
  return ep_reduce_angle(arc.begin + t * arc.change).angle;
}

/// u0 times the quaternion of the angle turned so far.
static void ball_value(const ep_edge* edge, int32_t link, double t, const double u0[4],
                       double out[4])
{
  const double* axis = edge->balls[edge->machine->joints[link].ball].axis;
  double s;
  double c;
  ep_sincos(0.5 * t * edge->joints[link].angle.rate, &s, &c);
  const double x = s * axis[0], y = s * axis[1], z = s * axis[2];
  const double conjugate[4] = {-u0[0], -u0[1], -u0[2], u0[3]};
  ep_quaternion_between(out, conjugate, (const double[4]){x, y, z, c});
  ep_quaternion_normalize(out, out);
}

static void joint_values(const ep_edge* edge, int32_t link, double t, double* out)
{
  const ep_joint* joint = &edge->machine->joints[link];
  const double* a = edge->q0 + joint->config_start;
  const double* b = edge->q1 + joint->config_start;
  for (int32_t k = 0; k < joint->config_size; ++k)
  {
    out[k] = lerp(a[k], b[k], t);
  }
  if (ep_joint_wraps(joint->type) && !joint->linear)
  {
    const int32_t k = ep_joint_angle_index(joint->type);
    out[k] = arc_value(a[k], b[k], t);
  }
  if (joint->ball >= 0)
  {
    const int32_t k = ep_joint_quaternion_index(joint->type);
    ep_quaternion_normalize(out + k, t == 1.0 ? b + k : a + k);
    if (t > 0.0 && t < 1.0)
    {
      double u0[4];
      memcpy(u0, out + k, sizeof u0);
      ball_value(edge, link, t, u0, out + k);
    }
  }
}

ep_status ep_edge_config(const ep_edge* edge, double t, double* q)
{
  if (edge == NULL || !ep_time_is_good(t) || (q == NULL && edge->machine->config_size > 0))
  {
    return EP_ERROR_MISUSE;
  }
  for (int32_t i = 0; i < edge->machine->link_count; ++i)
  {
    const ep_joint* joint = &edge->machine->joints[i];
    if (joint->config_size > 0)
    {
      joint_values(edge, i, t, q + joint->config_start);
    }
  }
  return EP_OK;
}

ep_status ep_edge_frames(ep_edge* edge, double t, ep_frame* frames)
{
  if (edge == NULL || frames == NULL || !ep_time_is_good(t))
  {
    return EP_ERROR_MISUSE;
  }
  const ep_machine* machine = edge->machine;
  for (int32_t i = 0; i < machine->link_count; ++i)
  {
    const int32_t link = machine->order[i];
    const ep_joint* joint = &machine->joints[link];
    double offset[3];
    const ep_joint_pose pose = ep_edge_joint_pose(edge, link, t, offset);
    ep_kinematics_step(joint, &pose, joint->parent == EP_NO_LINK ? NULL : &frames[joint->parent],
                       &frames[link]);
  }
  return EP_OK;
}
