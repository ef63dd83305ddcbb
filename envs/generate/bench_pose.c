/// @file bench_pose.c
/// From the poses of a mannequin to its configurations.
#include "bench_body.h"
#include "bench_mannequin.h"

#include <math.h>

void bench_mannequin_names(const char* prefix, bench_name names[BENCH_MANNEQUIN_VALUES])
{
  static const char* const base[] = {"x", "y", "z", "qx", "qy", "qz", "qw"};
  int32_t n = 0;
  for (int i = 0; i < 7; ++i)
  {
    snprintf(names[n++].text, sizeof(bench_name), "%sbase.%s", prefix, base[i]);
  }
  for (int i = 0; i < BODY_TRUNK_JOINTS; ++i)
  {
    snprintf(names[n++].text, sizeof(bench_name), "%s%s", prefix, bench_body_joints[i].name);
  }
  for (int limb = 0; limb < 4; ++limb)
  {
    const int first = BODY_TRUNK_JOINTS + (limb < 2 ? 0 : BODY_LIMB_JOINTS);
    for (int i = 0; i < BODY_LIMB_JOINTS; ++i)
    {
      snprintf(names[n++].text, sizeof(bench_name), "%s%s_%s", prefix,
               limb % 2 == 0 ? "left" : "right", bench_body_joints[first + i].name);
    }
  }
}

bench_pose bench_pose_between(const bench_pose* a, const bench_pose* b, double s)
{
  bench_pose pose;
  for (int i = 0; i < POSE_SIZE; ++i)
  {
    pose.v[i] = a->v[i] + s * (b->v[i] - a->v[i]);
  }
  return pose;
}

/// Turns and moves one point of a pose, whose x y are at v and v + 1, and which rests at rest.
static void move_point(double* v, gen_vec rest, const double move[3])
{
  const double x = rest.x + v[0], y = rest.y + v[1];
  const double c = cos(move[2]), s = sin(move[2]);
  v[0] = move[0] + c * x - s * y - rest.x;
  v[1] = move[1] + s * x + c * y - rest.y;
}

static gen_vec foot_rest(int side)
{
  return gen_v(BODY_FOOT_BALL, side == 0 ? BODY_HIP_SIDE : -BODY_HIP_SIDE, 0.0);
}

bench_pose bench_pose_moved(const bench_pose* pose, double x, double y, double yaw)
{
  const double move[3] = {x, y, yaw};
  bench_pose moved = *pose;
  move_point(moved.v + POSE_X, gen_v(0, 0, 0), move);
  moved.v[POSE_YAW] += yaw;
  for (int side = 0; side < 2; ++side)
  {
    double* foot = moved.v + (side == 0 ? POSE_LEFT_FOOT : POSE_RIGHT_FOOT);
    move_point(foot, foot_rest(side), move);
    foot[FOOT_YAW] += yaw;
  }
  return moved;
}

double bench_mannequin_tiptoe(double pitch)
{
  const double toe = (BODY_FOOT_TOE - BODY_FOOT_BALL) * sin(pitch);
  const double heel = -(BODY_FOOT_HEEL + BODY_FOOT_BALL) * sin(pitch);
  return fmax(0.0, fmax(toe, heel));
}

/// @name Legs
/// @{

typedef struct leg_ends
{
  bench_turn pelvis;
  gen_vec hip;
  bench_turn foot;
  gen_vec ankle;
} leg_ends;

static leg_ends find_ends(const bench_pose* pose, bench_turn pelvis, gen_vec origin, int side)
{
  const double sign = side == 0 ? 1.0 : -1.0;
  const double* f = pose->v + (side == 0 ? POSE_LEFT_FOOT : POSE_RIGHT_FOOT);
  leg_ends ends = {.pelvis = pelvis};
  ends.hip =
      gen_add(origin, bench_turn_apply(pelvis, gen_v(0.0, sign * BODY_HIP_SIDE, -BODY_HIP_DOWN)));
  ends.foot =
      bench_turn_times(bench_turn_about('z', f[FOOT_YAW]), bench_turn_about('y', f[FOOT_PITCH]));
  const gen_vec rest = foot_rest(side);
  const gen_vec ball = gen_v(rest.x + f[FOOT_X], rest.y + f[FOOT_Y], f[FOOT_Z]);
  ends.ankle = gen_sub(ball, bench_turn_apply(ends.foot, gen_v(BODY_FOOT_BALL, 0.0, -BODY_ANKLE)));
  return ends;
}

/// The six angles of a leg. Seen from the foot, the hip's direction gives the ankle, its distance
/// the knee; what is left of the turn is the hip's.
static void solve_leg(const leg_ends* ends, double q[6])
{
  const gen_vec r = bench_turn_apply(bench_turn_back(ends->foot), gen_sub(ends->hip, ends->ankle));
  const double a = BODY_THIGH, b = BODY_SHIN, c = gen_length(r);
  if (!(c < a + b))
  {
    gen_give_up("a mannequin's leg of %g m cannot span %g m", a + b, c);
  }
  const double knee = GEN_PI - acos(fmax(-1.0, (a * a + b * b - c * c) / (2.0 * a * b)));
  const double slant = asin(fmin(1.0, a * sin(knee) / c));
  const double ankle_roll = atan2(r.y, r.z);
  const double ankle_pitch = -atan2(r.x, copysign(hypot(r.y, r.z), r.z)) - slant;
  bench_turn hip = bench_turn_times(bench_turn_back(ends->pelvis), ends->foot);
  hip = bench_turn_times(hip, bench_turn_about('x', -ankle_roll));
  hip = bench_turn_times(hip, bench_turn_about('y', -(knee + ankle_pitch)));
  q[0] = atan2(-hip.m[0][1], hip.m[1][1]);
  q[1] = atan2(hip.m[2][1], -hip.m[0][1] * sin(q[0]) + hip.m[1][1] * cos(q[0]));
  q[2] = atan2(-hip.m[2][0], hip.m[2][2]);
  q[3] = knee;
  q[4] = ankle_pitch;
  q[5] = ankle_roll;
}

/// @}

static void copy_arm(const double* arm, double sign, double* q)
{
  q[0] = arm[ARM_PITCH];
  q[1] = sign * arm[ARM_ROLL];
  q[2] = sign * arm[ARM_YAW];
  q[3] = arm[ARM_ELBOW];
  q[4] = sign * arm[ARM_TURN];
  q[5] = sign * arm[ARM_BEND];
}

/// Ends the program where a joint cannot bend so far.
static void check_limits(const double* q)
{
  for (int i = 0; i < BENCH_MANNEQUIN_VALUES - 7; ++i)
  {
    const int limb = (i - BODY_TRUNK_JOINTS) / BODY_LIMB_JOINTS;
    const int joint = i < BODY_TRUNK_JOINTS
                          ? i
                          : BODY_TRUNK_JOINTS + (limb < 2 ? 0 : BODY_LIMB_JOINTS) +
                                (i - BODY_TRUNK_JOINTS) % BODY_LIMB_JOINTS;
    const body_joint* j = &bench_body_joints[joint];
    const bool right = i >= BODY_TRUNK_JOINTS && limb % 2 == 1;
    const double value = right && j->axis.y == 0.0 ? -q[7 + i] : q[7 + i];
    if (!(value >= j->lower && value <= j->upper))
    {
      gen_give_up("mannequin: joint '%s': %g is outside of [%g, %g]", j->name, value, j->lower,
                  j->upper);
    }
  }
}

void bench_mannequin_solve(const bench_pose* pose, double q[BENCH_MANNEQUIN_VALUES])
{
  const double* v = pose->v;
  const bench_turn pelvis = bench_turn_times(
      bench_turn_about('z', v[POSE_YAW]),
      bench_turn_times(bench_turn_about('y', v[POSE_PITCH]), bench_turn_about('x', v[POSE_ROLL])));
  const gen_vec origin = gen_v(v[POSE_X], v[POSE_Y], BODY_PELVIS + v[POSE_Z]);
  q[0] = origin.x;
  q[1] = origin.y;
  q[2] = origin.z;
  bench_turn_quaternion(pelvis, q + 3);
  for (int i = 0; i < BODY_TRUNK_JOINTS; ++i)
  {
    q[7 + i] = v[POSE_SPINE_YAW + i];
  }
  copy_arm(v + POSE_LEFT_ARM, 1.0, q + 13);
  copy_arm(v + POSE_RIGHT_ARM, -1.0, q + 19);
  for (int side = 0; side < 2; ++side)
  {
    const leg_ends ends = find_ends(pose, pelvis, origin, side);
    solve_leg(&ends, q + 25 + 6 * side);
  }
  check_limits(q);
}
