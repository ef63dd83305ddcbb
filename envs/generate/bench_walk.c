/// @file bench_walk.c
/// A mannequin's walk: footprints along a line, one foot after the other carried from print to
/// print, the body above them.
#include "bench_body.h"
#include "bench_mannequin.h"
#include "bench_shape.h"

#include <math.h>

#define STEP         0.50  ///< m from a footprint to the next, of the other foot
#define FRAMES       14    ///< of a step
#define ABOVE        0.010 ///< m between soles and ground
#define CORNER       0.90  ///< m: radius of the turns of the line
#define HEEL_OFF     0.45  ///< rad: how far a foot is rolled off before it is lifted
#define LIFT         0.06  ///< m
#define POINTS_MAX   4096
#define POINTS_APART 0.02 ///< m

/// @name The line
/// @{

typedef struct walk_line
{
  int32_t count;
  double x[POINTS_MAX];
  double y[POINTS_MAX];
} walk_line;

/// Points from the last one to (x, y), evenly; the rest of the last piece is carried over.
static void draw_to(walk_line* line, double x, double y)
{
  const double x0 = line->x[line->count - 1], y0 = line->y[line->count - 1];
  const double length = hypot(x - x0, y - y0);
  for (double at = POINTS_APART; at <= length; at += POINTS_APART)
  {
    if (line->count == POINTS_MAX)
    {
      gen_give_up("a walk is too long");
    }
    line->x[line->count] = x0 + (x - x0) * at / length;
    line->y[line->count++] = y0 + (y - y0) * at / length;
  }
}

static void draw_corner(walk_line* line, const double* xy)
{
  const double ax = xy[0] - xy[2], ay = xy[1] - xy[3];
  const double cx = xy[4] - xy[2], cy = xy[5] - xy[3];
  const double a = hypot(ax, ay), c = hypot(cx, cy);
  const double begin[2] = {xy[2] + ax / a * CORNER, xy[3] + ay / a * CORNER};
  const double end[2] = {xy[2] + cx / c * CORNER, xy[3] + cy / c * CORNER};
  draw_to(line, begin[0], begin[1]);
  for (int i = 1; i <= 12; ++i)
  {
    // A parabola that touches both lines.
    const double s = i / 12.0, r = 1.0 - s;
    draw_to(line, r * r * begin[0] + 2.0 * r * s * xy[2] + s * s * end[0],
            r * r * begin[1] + 2.0 * r * s * xy[3] + s * s * end[1]);
  }
}

static void draw_line(walk_line* line, const double* xy, int32_t n)
{
  line->count = 1;
  line->x[0] = xy[0];
  line->y[0] = xy[1];
  for (int32_t i = 1; i + 1 < n; ++i)
  {
    draw_corner(line, xy + 2 * (i - 1));
  }
  draw_to(line, xy[2 * n - 2], xy[2 * n - 1]);
}

/// x, y and heading at a length along the line; before and behind it, straight on.
static void line_at(const walk_line* line, double length, double at[3])
{
  const int32_t reach = 12; // points, for a heading without jumps
  const double s = fmin(fmax(length / POINTS_APART, 0.0), line->count - 1.001);
  const int32_t i = (int32_t)s;
  const double f = s - i;
  const int32_t a = i > reach ? i - reach : 0;
  const int32_t b = i + reach < line->count - 2 ? i + reach : line->count - 2;
  at[0] = line->x[i] + f * (line->x[i + 1] - line->x[i]);
  at[1] = line->y[i] + f * (line->y[i + 1] - line->y[i]);
  const double x =
      line->x[b] - line->x[a] + f * (line->x[b + 1] - line->x[b] - line->x[a + 1] + line->x[a]);
  const double y =
      line->y[b] - line->y[a] + f * (line->y[b + 1] - line->y[b] - line->y[a + 1] + line->y[a]);
  at[2] = atan2(y, x);
}

/// @}
/// @name The gait
/// @{

typedef struct gait
{
  const walk_line* line;
  int32_t steps;
  int32_t step;    ///< this one: from 1
  double progress; ///< of it
} gait;

/// Where on the line a foot stands after a step. Both feet start at 0 and end together.
static double print_after(const gait* g, int side, int32_t step)
{
  const int32_t own = (step + side) % 2 == 0 ? step : step - 1; // side 0 takes even steps
  const int32_t at = own > 0 ? own : 0;
  return STEP * (at < g->steps ? at : g->steps);
}

/// Angles go the short way, and on from where they were.
static double near_angle(double angle, double to)
{
  return to + remainder(angle - to, 2.0 * GEN_PI);
}

static void put_foot(const gait* g, int side, double heading, double* foot)
{
  const bool swings = (g->step + side) % 2 == 0;
  const double u = g->progress;
  const double s = swings ? bench_ease((u - 0.06) / 0.88) : 0.0;
  const double from = print_after(g, side, g->step - 1);
  double at[3];
  line_at(g->line, from + s * (print_after(g, side, g->step) - from), at);
  const double yaw = near_angle(at[2], heading);
  const double rolled = g->step > 1 ? HEEL_OFF : 0.0;
  const bool last = g->step > g->steps;
  const double to_toes = swings ? rolled * (1.0 - bench_ease(u / 0.55)) : 0.0;
  const double heel_off = swings || last ? 0.0 : HEEL_OFF * bench_ease((u - 0.55) / 0.45);
  const double toes_up =
      swings ? -0.18 * bench_ease((u - 0.3) / 0.4) * (1.0 - bench_ease((u - 0.75) / 0.25)) : 0.0;
  const double pitch = to_toes + heel_off + toes_up;
  // The ball of the foot, beside the line and ahead of the ankle.
  const double aside = side == 0 ? BODY_HIP_SIDE : -BODY_HIP_SIDE;
  const double ahead = BODY_FOOT_BALL;
  const double lift = swings ? LIFT * 16.0 * u * u * (1.0 - u) * (1.0 - u) : 0.0;
  foot[FOOT_X] = at[0] + ahead * cos(yaw) - aside * sin(yaw) - BODY_FOOT_BALL;
  foot[FOOT_Y] = at[1] + ahead * sin(yaw) + aside * cos(yaw) - aside;
  foot[FOOT_Z] = ABOVE + lift + bench_mannequin_tiptoe(pitch);
  foot[FOOT_YAW] = yaw;
  foot[FOOT_PITCH] = pitch;
}

static void swing_arms(bench_pose* pose, double swing)
{
  for (int side = 0; side < 2; ++side)
  {
    double* arm = pose->v + (side == 0 ? POSE_LEFT_ARM : POSE_RIGHT_ARM);
    const double forward = side == 0 ? swing : -swing;
    arm[ARM_PITCH] = -0.05 - 0.45 * forward;
    arm[ARM_ROLL] = 0.16;
    arm[ARM_ELBOW] = -0.35 - 0.25 * forward;
    arm[ARM_BEND] = 0.05;
  }
}

static bench_pose walking(const gait* g)
{
  const bool right = g->step % 2 == 1; // the right foot takes odd steps
  const double before = 0.5 * (print_after(g, 0, g->step - 1) + print_after(g, 1, g->step - 1));
  const double after = 0.5 * (print_after(g, 0, g->step) + print_after(g, 1, g->step));
  double at[3];
  line_at(g->line, before + g->progress * (after - before), at);
  const double first = g->step == 1 ? bench_ease(g->progress) : 1.0;
  const double last = g->step > g->steps ? 1.0 - bench_ease(g->progress) : 1.0;
  const double swing = (right ? -1.0 : 1.0) * cos(GEN_PI * g->progress) * first * last;
  const double sway = (right ? 1.0 : -1.0) * sin(GEN_PI * g->progress) * 0.025;
  bench_pose pose = {{0}};
  pose.v[POSE_X] = at[0] - sway * sin(at[2]);
  pose.v[POSE_Y] = at[1] + sway * cos(at[2]);
  pose.v[POSE_Z] = -0.020 - (0.036 - 0.012 * sin(GEN_PI * g->progress)) * first * last;
  pose.v[POSE_YAW] = at[2] + 0.10 * swing;
  pose.v[POSE_SPINE_YAW] = -0.22 * swing;
  pose.v[POSE_SPINE_PITCH] = 0.06;
  pose.v[POSE_NECK_YAW] = 0.10 * swing;
  swing_arms(&pose, swing);
  put_foot(g, 0, at[2], pose.v + POSE_LEFT_FOOT);
  put_foot(g, 1, at[2], pose.v + POSE_RIGHT_FOOT);
  return pose;
}

/// @}

void bench_walk(bench_motion* motion, const double* xy, int32_t n)
{
  static walk_line line;
  draw_line(&line, xy, n);
  gait g = {.line = &line, .steps = (int32_t)((line.count - 1) * POINTS_APART / STEP)};
  for (int32_t frame = 0; frame <= FRAMES * (g.steps + 1); ++frame)
  {
    const int32_t last = frame == FRAMES * (g.steps + 1);
    g.step = frame / FRAMES + 1 - last;
    g.progress = last ? 1.0 : (double)(frame % FRAMES) / FRAMES;
    const bench_pose pose = walking(&g);
    bench_mannequin_solve(&pose, bench_motion_add(motion));
  }
}
