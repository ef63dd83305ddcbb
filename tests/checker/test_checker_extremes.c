/// @file test_checker_extremes.c
/// Two balls whose distance along the whole motion is known from a formula, at the ends of what may
/// be asked: huge places next to tiny parts, a kilometre in one edge or a nanometre, a thousand
/// turns, contacts at any one instant, clearances of three metres that are broken by a nanometre.
///
/// The formula is evaluated in long double from the very numbers that core is given, so "free"
/// must be right to the last digit of a double.
#include "scene.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define TRIALS     150
#define VALUES_MAX 4

static const long double PI_L = 3.141592653589793238462643383279502884L;

// --- What is asked ---

typedef struct tally
{
  int free;
  int colliding;
  int undecided;
} tally;

/// Never free where the gap is within the clearance, never colliding beyond the band.
static void expect(scene* s, const double* q0, const double* q1, long double gap, double size,
                   tally* counts)
{
  const long double slop = 1e-18L * (long double)size; // of the formula
  for (int i = 0; i < 8; ++i)
  {
    ep_check_options options = ep_check_default();
    options.mode = i / 2 == 1 ? EP_MODE_TIME_OF_CONTACT : EP_MODE_BOOLEAN;
    options.method = i / 2 == 2 ? EP_METHOD_CATCH : EP_METHOD_SPACETIME;
    options.margin = i / 2 == 3 ? 0.02 : 0.0;
    const long double beyond = gap - (long double)s->clearance - (long double)options.margin;
    options.item_budget = 200000; // a thousand turns next to the band would take minutes
    ep_result r;
    ep_error error;
    ck_assert_msg(ep_check_edge(s->checker, i % 2 == 0 ? q0 : q1, i % 2 == 0 ? q1 : q0, &options,
                                &r, &error) == EP_OK,
                  "%s", error.message);
    ck_assert_msg(r.verdict != EP_FREE || beyond > -slop,
                  "free, but %.21Lg beyond a clearance of %g; question %d, size %g", beyond,
                  s->clearance, i, size);
    // Errors and slack grow with the world: proofs.md P3 has them below half of the tolerance.
    ck_assert_msg(
        r.verdict != EP_COLLIDING || beyond < 1.5L * SCENE_TOLERANCE,
        "colliding at t %.17g (kind %d, distance %.17g), but %.21Lg beyond a clearance of "
        "%g; question %d, size %g",
        r.contact.t, (int)r.contact.kind, r.contact.distance, beyond, s->clearance, i, size);
    counts->undecided += r.verdict == EP_UNDECIDED ? 1 : 0;
    counts->free += r.verdict == EP_FREE ? 1 : 0;
    counts->colliding += r.verdict == EP_COLLIDING ? 1 : 0;
  }
}

/// Both verdicts were met, and hardly any question was left open.
static void expect_both(const tally* counts)
{
  ck_assert_int_gt(counts->free, 0);
  ck_assert_int_gt(counts->colliding, 0);
  ck_assert_int_lt(20 * counts->undecided, counts->free + counts->colliding + 20);
}

// --- What is drawn ---

static double some_clearance(ep_rng* rng)
{
  static const double clearances[6] = {0.0, 0.0, 1e-310, 1e-6, 0.05, 3.0};
  return clearances[ep_rng_int(rng, 0, 5)];
}

/// How much nearer or farther than the clearance: often nothing, or nearly.
static double some_excess(ep_rng* rng)
{
  const double size = ep_rng_log_uniform(rng, 1e-15, 0.1);
  const double excess[5] = {0.0, size, -size, 2.0 * SCENE_TOLERANCE, -1e-9};
  return excess[ep_rng_int(rng, 0, 4)];
}

static double some_time(ep_rng* rng)
{
  const double times[8] = {0.0,
                           1.0,
                           0.5,
                           1.0 / 3.0,
                           0.1,
                           0.625,
                           ep_rng_uniform(rng, 0.0, 1.0),
                           ep_rng_uniform(rng, -0.5, 1.5)};
  return times[ep_rng_int(rng, 0, 7)];
}

static double some_radius(ep_rng* rng)
{
  const double radii[4] = {1e-300, 1e-9, ep_rng_log_uniform(rng, 1e-6, 1.0), 0.25};
  return radii[ep_rng_int(rng, 0, 3)];
}

static double some_place(ep_rng* rng)
{
  const double places[5] = {0.0, 1e-310, ep_rng_log_uniform(rng, 1e-3, 8e5), 1.0, -7.9e5};
  return places[ep_rng_int(rng, 0, 4)];
}

/// Fills a scene, freezes it and draws an edge; the least distance of the two balls, NaN if there
/// is no formula for it.
typedef long double (*maker)(scene* s, ep_rng* rng, double* q0, double* q1);

/// Coordinates are below `size`.
static void try_many(maker make, double size)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  tally counts = {0, 0, 0};
  for (int64_t i = 0, n = ep_test_trials(TRIALS); i < n; ++i)
  {
    double q0[VALUES_MAX], q1[VALUES_MAX];
    scene s = scene_begin(some_clearance(&rng));
    const long double gap = make(&s, &rng, q0, q1);
    if (!isnan(gap))
    {
      expect(&s, q0, q1, gap, size, &counts);
    }
    scene_end(&s);
  }
  expect_both(&counts);
}

// --- Straight flights ---

typedef struct flight
{
  double radius[2];
  double place[3];
  double q0[3], q1[3];
} flight;

/// The least distance of the two balls.
static long double gap_of(const flight* f)
{
  long double along = 0.0L, way2 = 0.0L, sum = 0.0L;
  for (int k = 0; k < 3; ++k)
  {
    const long double way = (long double)f->q1[k] - f->q0[k];
    along += way * ((long double)f->place[k] - f->q0[k]);
    way2 += way * way;
  }
  const long double s = way2 > 0.0L ? fminl(1.0L, fmaxl(0.0L, along / way2)) : 0.0L;
  for (int k = 0; k < 3; ++k)
  {
    const long double way = (long double)f->q1[k] - f->q0[k];
    const long double d = (long double)f->q0[k] + s * way - f->place[k];
    sum += d * d;
  }
  return sqrtl(sum) - f->radius[0] - f->radius[1];
}

static flight random_flight(ep_rng* rng, double clearance)
{
  flight f;
  double along[3], out[3], dot = 0.0, length = 0.0;
  const double way = ep_rng_log_uniform(rng, 1e-12, 2e5);
  const double t = some_time(rng);
  ep_rng_unit_vector(rng, along);
  ep_rng_unit_vector(rng, out);
  for (int k = 0; k < 3; ++k)
  {
    dot += along[k] * out[k];
  }
  for (int k = 0; k < 3; ++k)
  {
    out[k] -= dot * along[k];
    length += out[k] * out[k];
  }
  f.radius[0] = some_radius(rng);
  f.radius[1] = some_radius(rng);
  const double away = f.radius[0] + f.radius[1] + clearance + some_excess(rng);
  for (int k = 0; k < 3; ++k)
  {
    f.place[k] = some_place(rng);
    const double nearest = f.place[k] + away * out[k] / sqrt(length);
    f.q0[k] = nearest - t * way * along[k];
    f.q1[k] = nearest + (1.0 - t) * way * along[k];
  }
  return f;
}

static long double make_flight(scene* s, ep_rng* rng, double* q0, double* q1)
{
  const flight f = random_flight(rng, s->clearance);
  const ep_link_desc links[3] = {scene_link("x", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                 scene_link("y", 0, EP_JOINT_PRISMATIC, 0, 1, 0),
                                 scene_link("z", 1, EP_JOINT_PRISMATIC, 0, 0, 1)};
  scene_machine(s, "m", links, 3);
  scene_shape(s, 0, 2, scene_ball(f.radius[0], 0, 0, 0));
  scene_obstacle(s, "ball", scene_ball(f.radius[1], f.place[0], f.place[1], f.place[2]));
  scene_freeze(s);
  memcpy(q0, f.q0, sizeof f.q0);
  memcpy(q1, f.q1, sizeof f.q1);
  return gap_of(&f);
}

EP_TEST(sound_extreme_flights)
{
  try_many(make_flight, 2e6);
}

// --- Arcs ---

/// A point on a circle about an axis, and another point, in cylinder coordinates of that axis.
typedef struct arc
{
  long double radius;
  long double from, to; ///< of the moving point
  long double other_radius;
  long double other_angle;
  long double height; ///< between the two
} arc;

static long double arc_distance(const arc* a)
{
  const long double lo = fminl(a->from, a->to), hi = fmaxl(a->from, a->to);
  // The first angle from lo on that is the other's, whole turns apart.
  const long double turns = ceill((lo - a->other_angle) / (2.0L * PI_L));
  const bool passes = a->other_angle + 2.0L * PI_L * turns <= hi;
  const long double end[2] = {lo, hi};
  long double cosine = passes ? 1.0L : -1.0L;
  for (int i = 0; i < 2; ++i)
  {
    cosine = fmaxl(cosine, cosl(end[i] - a->other_angle));
  }
  // (R - r)^2 + 2 R r (1 - cos) does not cancel.
  const long double d = a->radius - a->other_radius;
  return sqrtl(d * d + 2.0L * a->radius * a->other_radius * (1.0L - cosine) +
               a->height * a->height);
}

static long double make_turn(scene* s, ep_rng* rng, double* q0, double* q1)
{
  const double arm = ep_rng_log_uniform(rng, 1e-3, 1e5);
  const double turn = ep_rng_log_uniform(rng, 1e-9, ep_rng_int(rng, 0, 9) == 0 ? 8000.0 : 6.0);
  *q0 = ep_rng_uniform(rng, -3.0, 3.0);
  *q1 = *q0 + turn;
  const double radius[2] = {some_radius(rng), some_radius(rng)};
  const double meets = *q0 + some_time(rng) * turn;
  const double away = radius[0] + radius[1] + s->clearance + some_excess(rng);
  const double far = ep_rng_int(rng, 0, 1) == 0 ? arm + away : arm;
  double root[3], place[3];
  for (int k = 0; k < 3; ++k)
  {
    root[k] = some_place(rng);
  }
  place[0] = root[0] + far * cos(meets);
  place[1] = root[1] + far * sin(meets);
  place[2] = root[2] + (far == arm ? away : 0.0);
  ep_link_desc link = scene_link("arm", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  memcpy(link.origin.position, root, sizeof root);
  scene_machine(s, "m", &link, 1);
  scene_shape(s, 0, 0, scene_ball(radius[0], arm, 0, 0));
  scene_obstacle(s, "ball", scene_ball(radius[1], place[0], place[1], place[2]));
  scene_freeze(s);
  const long double dx = (long double)place[0] - root[0], dy = (long double)place[1] - root[1];
  const arc a = {arm, *q0, *q1, hypotl(dx, dy), atan2l(dy, dx), (long double)place[2] - root[2]};
  return arc_distance(&a) - radius[0] - radius[1];
}

EP_TEST(sound_extreme_turns)
{
  try_many(make_turn, 2e6);
}

// --- Rotations ---

/// Hamilton's product, x y z w.
static void quaternion_times(const long double a[4], const long double b[4], long double c[4])
{
  c[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  c[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
  c[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
  c[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

static void normalized(const double q[4], long double u[4])
{
  long double sum = 0.0L;
  for (int k = 0; k < 4; ++k)
  {
    sum += (long double)q[k] * q[k];
  }
  for (int k = 0; k < 4; ++k)
  {
    u[k] = q[k] / sqrtl(sum);
  }
}

/// The point (arm, 0, 0) turned.
static void turned(const long double u[4], long double arm, long double p[3])
{
  const long double v[4] = {arm, 0.0L, 0.0L, 0.0L};
  const long double back[4] = {-u[0], -u[1], -u[2], u[3]};
  long double half[4], all[4];
  quaternion_times(u, v, half);
  quaternion_times(half, back, all);
  memcpy(p, all, 3 * sizeof p[0]);
}

/// The tip's arc from q0 to q1 the short way, and a point; false where nothing turns.
static bool arc_of(const double q0[4], const double q1[4], double arm, const double place[3],
                   arc* out)
{
  long double u0[4], u1[4], turn[4], p[3], axis[3], dot = 0.0L, sine = 0.0L;
  normalized(q0, u0);
  normalized(q1, u1);
  for (int k = 0; k < 4; ++k)
  {
    dot += u0[k] * u1[k];
  }
  const long double back[4] = {-u0[0], -u0[1], -u0[2], u0[3]};
  quaternion_times(u1, back, turn);
  for (int k = 0; k < 4; ++k)
  {
    turn[k] = dot < 0.0L ? -turn[k] : turn[k];
  }
  for (int k = 0; k < 3; ++k)
  {
    sine += turn[k] * turn[k];
  }
  sine = sqrtl(sine);
  if (sine == 0.0L)
  {
    return false;
  }
  turned(u0, arm, p);
  long double p_along = 0.0L, c_along = 0.0L, radius[2] = {0.0L, 0.0L}, x = 0.0L, y = 0.0L;
  for (int k = 0; k < 3; ++k)
  {
    axis[k] = turn[k] / sine;
    p_along += axis[k] * p[k];
    c_along += axis[k] * place[k];
  }
  for (int k = 0; k < 3; ++k)
  {
    const int m = (k + 1) % 3, n = (k + 2) % 3;
    const long double a = p[k] - p_along * axis[k], b = place[k] - c_along * axis[k];
    radius[0] += a * a;
    radius[1] += b * b;
    x += a * b;
    y += axis[k] * (p[m] * place[n] - p[n] * place[m]);
  }
  *out = (arc){sqrtl(radius[0]), 0.0L,         2.0L * atan2l(sine, turn[3]),
               sqrtl(radius[1]), atan2l(y, x), c_along - p_along};
  return true;
}

static long double make_rotation(scene* s, ep_rng* rng, double* q0, double* q1)
{
  const double arm = ep_rng_log_uniform(rng, 1e-3, 1e4);
  // Not below what OMPL does not move: there the slack is wide.
  const double angle = ep_rng_int(rng, 0, 2) == 0
                           ? 3.14159265358979 - ep_rng_log_uniform(rng, 1e-12, 1e-3)
                           : ep_rng_log_uniform(rng, 2e-4, 3.1);
  const double scale[2] = {ep_rng_log_uniform(rng, 1e-3, 1e3), ep_rng_log_uniform(rng, 1e-3, 1e3)};
  double axis[3], place[3];
  ep_rng_unit_vector(rng, axis);
  for (int k = 0; k < 4; ++k)
  {
    q0[k] = ep_rng_normal(rng);
  }
  long double first[4], whole[4], way[4], at[4], tip[3];
  normalized(q0, first);
  const long double sign = ep_rng_int(rng, 0, 1) == 0 ? 1.0L : -1.0L;
  const long double t = some_time(rng);
  for (int k = 0; k < 4; ++k)
  {
    way[k] = k < 3 ? axis[k] * sinl(0.5L * angle) : cosl(0.5L * angle);
  }
  quaternion_times(way, first, whole);
  for (int k = 0; k < 4; ++k)
  {
    q0[k] *= scale[0];
    q1[k] = (double)(sign * whole[k] * scale[1]);
    way[k] = k < 3 ? axis[k] * sinl(0.5L * t * angle) : cosl(0.5L * t * angle);
  }
  quaternion_times(way, first, at);
  turned(at, arm, tip);
  const double radius[2] = {some_radius(rng), some_radius(rng)};
  const double away = radius[0] + radius[1] + s->clearance + some_excess(rng);
  for (int k = 0; k < 3; ++k) // beyond the tip
  {
    place[k] = (double)(tip[k] * (1.0L + away / (long double)arm));
  }
  const ep_link_desc link = scene_link("arm", EP_NO_LINK, EP_JOINT_BALL, 0, 0, 1);
  scene_machine(s, "m", &link, 1);
  scene_shape(s, 0, 0, scene_ball(radius[0], arm, 0, 0));
  scene_obstacle(s, "ball", scene_ball(radius[1], place[0], place[1], place[2]));
  scene_freeze(s);
  arc a;
  return arc_of(q0, q1, arm, place, &a) ? arc_distance(&a) - radius[0] - radius[1] : NAN;
}

EP_TEST(sound_extreme_rotations)
{
  try_many(make_rotation, 1e5);
}
