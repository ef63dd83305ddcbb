#include "random_machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

// What is known of a link while its machine is built.
typedef struct growth
{
  int32_t depth;
  double turn[3]; // the axis that turns the link last, in its frame; zero if there is none
} growth;

// A chain of followed joints, seen from one of its followers.
typedef struct follow_chain
{
  int32_t length;
  ep_joint_type end;
  double multiplier;
} follow_chain;

static bool chance(ep_rng* rng, double probability)
{
  return ep_rng_uniform(rng, 0, 1) < probability;
}

// x or -x. A call, not a product of two draws: their order would be the compiler's choice.
static double either(ep_rng* rng, double x)
{
  return chance(rng, 0.5) ? x : -x;
}

static int32_t pick(ep_rng* rng, int32_t lo, int32_t hi)
{
  return (int32_t)ep_rng_int(rng, lo, hi);
}

// The position of one of the bits that are set.
static unsigned pick_bit(ep_rng* rng, uint32_t bits)
{
  unsigned set[32];
  int32_t n = 0;
  for (unsigned i = 0; i < 32; i++)
    if ((bits >> i & 1u) != 0)
      set[n++] = i;
  return n == 0 ? 0 : set[pick(rng, 0, n - 1)];
}

static bool is_scalar(ep_joint_type joint)
{
  return joint >= EP_JOINT_REVOLUTE && joint <= EP_JOINT_PRISMATIC;
}

static bool slerps(const ep_link_desc* link)
{
  return link->joint == EP_JOINT_BALL || link->joint == EP_JOINT_FLOATING;
}

static bool wraps(const ep_link_desc* link)
{
  return link->joint == EP_JOINT_CONTINUOUS || link->joint == EP_JOINT_PLANAR;
}

static int32_t config_size_of(const ep_link_desc* link)
{
  static const int32_t sizes[] = {0, 1, 1, 1, 3, 7, 4}; // in the order of ep_joint_type
  return link->mimic_of != EP_NO_LINK ? 0 : sizes[link->joint];
}

// --- Quaternions, x y z w ---

static void quaternion_product(const double a[4], const double b[4], double c[4])
{
  c[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  c[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
  c[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
  c[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

static void quaternion_scale(double q[4], double factor)
{
  for (int i = 0; i < 4; i++)
    q[i] *= factor;
}

static void quaternion_about(const double axis[3], double angle, double q[4])
{
  for (int i = 0; i < 3; i++)
    q[i] = axis[i] * sin(angle / 2);
  q[3] = cos(angle / 2);
}

static void quaternion_from_rpy(const double rpy[3], double q[4])
{
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double turns[3][4];
  double yaw_pitch[4];
  for (int i = 0; i < 3; i++)
    quaternion_about(axes[i], rpy[i], turns[i]);
  quaternion_product(turns[2], turns[1], yaw_pitch);
  quaternion_product(yaw_pitch, turns[0], q);
}

// Four normal numbers point anywhere equally often; that all are zero does not happen.
static void quaternion_random(ep_rng* rng, double q[4])
{
  for (int i = 0; i < 4; i++)
    q[i] = ep_rng_normal(rng);
  quaternion_scale(q, 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]));
}

// Sometimes another length: what users write is not always normalised.
static void quaternion_stretch(ep_rng* rng, double q[4])
{
  if (chance(rng, 0.2))
    quaternion_scale(q, ep_rng_log_uniform(rng, 0.5, 2));
  else if (chance(rng, 0.05))
    quaternion_scale(q, ep_rng_log_uniform(rng, 1e-3, 1e3));
}

// out = the inverse rotation of q, applied to v.
static void unrotate(const double q[4], const double v[3], double out[3])
{
  double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const double conjugate[4] = {-q[0], -q[1], -q[2], q[3]};
  const double vector[4] = {v[0], v[1], v[2], 0};
  double half[4];
  double whole[4];
  quaternion_product(conjugate, vector, half);
  quaternion_product(half, q, whole);
  for (int i = 0; i < 3; i++)
    out[i] = whole[i] / length2;
}

// --- Links ---

static double right_angle(ep_rng* rng)
{
  static const double as_written[] = {1.5707963267948966, 1.57079632679, 1.57079632675, 1.5707963,
                                      1.570796,           1.5708,        1.57,          PI,
                                      3.14159265359,      3.1415926,     3.14159,       3.1416};
  int32_t n = (int32_t)(sizeof as_written / sizeof as_written[0]);
  if (chance(rng, 0.5))
    return 0;
  return either(rng, as_written[pick(rng, 0, n - 1)]);
}

static void origin_rotation(ep_rng* rng, uint32_t origins, double q[4])
{
  uint32_t style = 1u << pick_bit(rng, origins);
  double rpy[3] = {0, 0, 0};
  for (int i = 0; i < 3 && style == EP_RANDOM_ORIGIN_RIGHT; i++)
    rpy[i] = right_angle(rng);
  quaternion_from_rpy(rpy, q);
  if (style == EP_RANDOM_ORIGIN_FREE)
  {
    quaternion_random(rng, q);
    quaternion_stretch(rng, q);
  }
}

static void origin_position(ep_rng* rng, bool far, double p[3])
{
  double kind = ep_rng_uniform(rng, 0, 1);
  double size = 5;
  if (kind < 0.2)
    size = 0;
  else if (kind < 0.25)
    size = 1e-6;
  else if (kind < 0.29 && far)
    size = 1000;
  bool along_one = chance(rng, 0.3);
  int32_t one = pick(rng, 0, 2);
  for (int i = 0; i < 3; i++)
  {
    p[i] = along_one && i != one ? 0 : ep_rng_uniform(rng, -1, 1) * size;
    if (chance(rng, 0.3))
      p[i] = floor(p[i] * 1000) / 1000; // millimetres, as in drawings
  }
}

static void axis_aligned(ep_rng* rng, double axis[3])
{
  int32_t along = pick(rng, 0, 2);
  axis[0] = axis[1] = axis[2] = 0;
  axis[along] = either(rng, 1);
}

// Along the turn axis of the parent, seen from the joint: rounded to plain numbers where it nearly
// is, so that only the rounding of the origin tilts it, or tilted on purpose.
static void axis_parallel(ep_rng* rng, const double turn[3], double axis[3])
{
  double tilt[3];
  double s = either(rng, 1);
  bool plain = true;
  for (int i = 0; i < 3; i++)
    plain = plain && fabs(turn[i] - round(turn[i])) < 0.01;
  if (turn[0] == 0 && turn[1] == 0 && turn[2] == 0)
    axis_aligned(rng, axis);
  else if (plain && chance(rng, 0.6))
    for (int i = 0; i < 3; i++)
      axis[i] = s * round(turn[i]);
  else
  {
    double angle = chance(rng, 0.3) ? 0 : ep_rng_log_uniform(rng, 1e-12, 1e-5);
    ep_rng_unit_vector(rng, tilt);
    for (int i = 0; i < 3; i++)
      axis[i] = s * turn[i] + angle * tilt[i];
  }
}

static void axis_make(ep_rng* rng, uint32_t axes, const double turn[3], double axis[3])
{
  uint32_t style = 1u << pick_bit(rng, axes);
  double length = style == EP_RANDOM_AXIS_LENGTH ? ep_rng_log_uniform(rng, 1e-3, 1e3) : 1;
  if (style == EP_RANDOM_AXIS_ALIGNED)
    axis_aligned(rng, axis);
  else if (style == EP_RANDOM_AXIS_PARALLEL)
    axis_parallel(rng, turn, axis);
  else
    ep_rng_unit_vector(rng, axis);
  for (int i = 0; i < 3; i++)
    axis[i] *= length;
}

// Keeps track of the axis that turns a link last, of length 1.
static void turn_update(const ep_link_desc* link, const double inherited[3], double turn[3])
{
  const double* a = link->axis;
  double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  bool keeps = link->joint == EP_JOINT_FIXED || link->joint == EP_JOINT_PRISMATIC;
  for (int i = 0; i < 3; i++)
    turn[i] = keeps ? inherited[i] : slerps(link) ? 0 : a[i] / length;
}

static void link_add(ep_random_machine* machine, growth* grown, int32_t parent,
                     const ep_random_options* options, ep_rng* rng)
{
  static const double none[3] = {0, 0, 0};
  int32_t i = machine->count++;
  ep_link_desc* link = &machine->links[i];
  double inherited[3];
  *link = ep_link_default();
  link->parent = parent;
  link->joint = (ep_joint_type)pick_bit(rng, options->joints & EP_RANDOM_JOINTS_ALL);
  origin_rotation(rng, options->origins, link->origin.rotation);
  origin_position(rng, options->far, link->origin.position);
  unrotate(link->origin.rotation, parent == EP_NO_LINK ? none : grown[parent].turn, inherited);
  axis_make(rng, options->axes, inherited, link->axis);
  turn_update(link, inherited, grown[i].turn);
  link->linear = wraps(link) && chance(rng, 0.25);
  grown[i].depth = parent == EP_NO_LINK ? 1 : grown[parent].depth + 1;
}

// --- Mimic joints ---

// A multiplier that the end of the chain allows: for a continuous one the product stays an integer.
static double multiplier_make(ep_rng* rng, ep_joint_type follower, const follow_chain* followed)
{
  bool turns = follower != EP_JOINT_PRISMATIC;
  bool end_turns = followed->end != EP_JOINT_PRISMATIC;
  if (followed->end == EP_JOINT_CONTINUOUS)
  {
    if (fmod(followed->multiplier, 2) == 0 && chance(rng, 0.3))
      return either(rng, 0.5);
    return either(rng, pick(rng, 1, 3));
  }
  if (turns == end_turns && chance(rng, 0.4))
    return either(rng, pick(rng, 1, 2));
  return either(rng, ep_rng_uniform(rng, 0.05, turns ? 2 : 0.4));
}

// Lets link i follow link j, if that is allowed.
static void follow(ep_random_machine* machine, follow_chain* chains, int32_t i, int32_t j,
                   ep_rng* rng)
{
  ep_link_desc* link = &machine->links[i];
  const follow_chain* followed = &chains[j];
  if (!is_scalar(machine->links[j].joint) || followed->length >= 3 ||
      (followed->end == EP_JOINT_CONTINUOUS && link->joint == EP_JOINT_PRISMATIC))
    return;
  link->mimic_of = j;
  link->mimic_multiplier = multiplier_make(rng, link->joint, followed);
  if (chance(rng, 0.5))
    link->mimic_offset = ep_rng_uniform(rng, -1, 1) * (link->joint == EP_JOINT_PRISMATIC ? 1 : PI);
  chains[i].length = followed->length + 1;
  chains[i].end = followed->end;
  chains[i].multiplier = followed->multiplier * link->mimic_multiplier;
}

static void permutation_make(ep_rng* rng, int32_t* order, int32_t n)
{
  for (int32_t i = 0; i < n; i++)
  {
    int32_t j = pick(rng, 0, i);
    order[i] = j < i ? order[j] : i;
    order[j] = i;
  }
}

// Joints follow only joints before them in a random order, so no chain closes.
static void mimic_make(ep_random_machine* machine, ep_rng* rng)
{
  follow_chain chains[EP_RANDOM_LINKS_MAX];
  int32_t order[EP_RANDOM_LINKS_MAX];
  permutation_make(rng, order, machine->count);
  for (int32_t k = 0; k < machine->count; k++)
  {
    int32_t i = order[k];
    chains[i] = (follow_chain){0, machine->links[i].joint, 1};
    if (k > 0 && is_scalar(machine->links[i].joint) && chance(rng, 0.4))
      follow(machine, chains, i, order[pick(rng, 0, k - 1)], rng);
  }
}

// --- Machines ---

static void shuffle(ep_random_machine* machine, ep_rng* rng)
{
  ep_link_desc before[EP_RANDOM_LINKS_MAX];
  int32_t place[EP_RANDOM_LINKS_MAX];
  permutation_make(rng, place, machine->count);
  memcpy(before, machine->links, sizeof before);
  for (int32_t i = 0; i < machine->count; i++)
  {
    ep_link_desc* link = &machine->links[place[i]];
    *link = before[i];
    if (link->parent != EP_NO_LINK)
      link->parent = place[link->parent];
    if (link->mimic_of != EP_NO_LINK)
      link->mimic_of = place[link->mimic_of];
  }
}

static int32_t clamp(int32_t x, int32_t lo, int32_t hi)
{
  return x < lo ? lo : x > hi ? hi : x;
}

ep_random_options ep_random_options_default(void)
{
  return (ep_random_options){.depth_min = 1,
                             .depth_max = 10,
                             .branches_max = 10,
                             .joints = EP_RANDOM_JOINTS_ALL,
                             .axes = EP_RANDOM_AXES_ALL,
                             .origins = EP_RANDOM_ORIGINS_ALL,
                             .mimic = true,
                             .shuffle = true,
                             .far = true};
}

void ep_random_machine_make(ep_random_machine* machine, const ep_random_options* options,
                            ep_rng* rng)
{
  growth grown[EP_RANDOM_LINKS_MAX];
  int32_t depth_min = clamp(options->depth_min, 1, EP_RANDOM_DEPTH_MAX);
  int32_t depth = pick(rng, depth_min, clamp(options->depth_max, depth_min, EP_RANDOM_DEPTH_MAX));
  int32_t branches = pick(rng, 0, clamp(options->branches_max, 0, EP_RANDOM_LINKS_MAX - depth));
  memset(machine, 0, sizeof *machine);
  for (int32_t i = 0; i < depth; i++)
    link_add(machine, grown, i - 1, options, rng); // -1 is EP_NO_LINK
  for (int32_t i = 0; i < branches; i++)
  {
    int32_t parent = pick(rng, EP_NO_LINK, machine->count - 1);
    if (parent != EP_NO_LINK && grown[parent].depth >= depth)
      parent = EP_NO_LINK;
    link_add(machine, grown, parent, options, rng);
  }
  if (options->mimic)
    mimic_make(machine, rng);
  if (options->shuffle)
    shuffle(machine, rng);
  for (int32_t i = 0; i < machine->count; i++)
  {
    snprintf(machine->names[i], sizeof machine->names[i], "link%d", (int)i);
    machine->links[i].name = machine->names[i];
    machine->config_size += config_size_of(&machine->links[i]);
  }
}

// --- Configurations and edges ---

static double random_angle(ep_rng* rng, bool any_turn)
{
  static const double special[] = {0, PI, -PI, PI / 2, -PI / 2};
  if (chance(rng, 0.05))
    return special[pick(rng, 0, 4)];
  double most = !any_turn ? 2 * PI : chance(rng, 0.1) ? 40 : PI;
  return ep_rng_uniform(rng, -most, most);
}

void ep_random_config(const ep_random_machine* machine, ep_rng* rng, double* q)
{
  for (int32_t i = 0; i < machine->count; i++)
  {
    const ep_link_desc* link = &machine->links[i];
    int32_t size = config_size_of(link);
    int32_t lengths = slerps(link) ? size - 4 : wraps(link) ? size - 1 : size;
    if (size == 0)
      continue;
    for (int32_t k = 0; k < lengths; k++)
      q[k] = ep_rng_uniform(rng, -3, 3);
    if (link->joint == EP_JOINT_REVOLUTE)
      q[0] = random_angle(rng, false);
    if (wraps(link))
      q[lengths] = random_angle(rng, true);
    if (slerps(link))
    {
      quaternion_random(rng, q + lengths);
      quaternion_stretch(rng, q + lengths);
    }
    q += size;
  }
}

// A step of one value: none, tiny, or anything up to `most`.
static double random_step(ep_rng* rng, double most)
{
  double kind = ep_rng_uniform(rng, 0, 1);
  if (kind < 0.15)
    return 0;
  if (kind < 0.2)
    return either(rng, most * ep_rng_log_uniform(rng, 1e-12, 1e-3));
  if (kind < 0.22)
    return either(rng, most);
  return ep_rng_uniform(rng, -most, most);
}

// The same angle, written in another turn: often in [-pi, pi], so that straight lines wrap.
static double other_turn(ep_rng* rng, double angle)
{
  double kind = ep_rng_uniform(rng, 0, 1);
  if (kind < 0.5)
    return fmin(fmax(remainder(angle, 2 * PI), -PI), PI);
  if (kind < 0.6)
    return angle + 2 * PI * pick(rng, -3, 3);
  return angle;
}

static void quaternion_step(ep_rng* rng, double scale, const double q0[4], double q1[4])
{
  double kind = ep_rng_uniform(rng, 0, 1);
  double angle = scale * ep_rng_uniform(rng, 0, PI);
  double axis[3];
  double turn[4];
  if (kind < 0.15) // the same, or the same with the other sign
  {
    memcpy(q1, q0, 4 * sizeof *q1);
    if (kind < 0.05)
      quaternion_scale(q1, -1);
    return;
  }
  if (kind < 0.3) // around the size below which OMPL stands still
    angle = fmin(scale * PI, ep_rng_log_uniform(rng, 1e-6, 2e-4));
  else if (kind < 0.35) // nearly the longest, with scale 1 nearly a half turn
    angle = scale * PI * (1 - ep_rng_log_uniform(rng, 1e-12, 1e-3));
  ep_rng_unit_vector(rng, axis);
  quaternion_about(axis, angle, turn);
  quaternion_product(turn, q0, q1);
  quaternion_stretch(rng, q1);
  if (chance(rng, 0.3)) // nearly opposite numbers, the same rotation
    quaternion_scale(q1, -1);
}

static void joint_step(const ep_link_desc* link, ep_rng* rng, double scale, const double* q0,
                       double* q1)
{
  int32_t size = config_size_of(link);
  int32_t straight = slerps(link) ? size - 4 : wraps(link) ? size - 1 : size;
  for (int32_t k = 0; k < straight; k++)
    q1[k] = q0[k] + random_step(rng, scale * (link->joint == EP_JOINT_REVOLUTE ? 2 * PI : 3));
  if (slerps(link))
    quaternion_step(rng, scale, q0 + straight, q1 + straight);
  if (wraps(link))
  {
    double step = random_step(rng, scale * PI);
    q1[straight] = step == 0 ? q0[straight] : other_turn(rng, q0[straight] + step);
  }
}

void ep_random_edge(const ep_random_machine* machine, ep_rng* rng, double scale, double* q0,
                    double* q1)
{
  int32_t at = 0;
  ep_random_config(machine, rng, q0);
  memcpy(q1, q0, (size_t)machine->config_size * sizeof *q1);
  if (chance(rng, 0.02))
    return;
  for (int32_t i = 0; i < machine->count; i++)
  {
    const ep_link_desc* link = &machine->links[i];
    if (config_size_of(link) > 0)
      joint_step(link, rng, scale, q0 + at, q1 + at);
    at += config_size_of(link);
  }
}
