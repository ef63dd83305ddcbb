/// @file test_checker_maps.c
/// Solids of many triangles in a world, each with its own map of where it is not: what is inside of
/// any of them is found, whichever body it belongs to and wherever that stands.
#include "scene.h"

#include <math.h>
#include <string.h>

#define SOLIDS 5
#define PROBE  0.01

/// Cylinders along the axes, and rings, of one body, about a place: where they are round, corners
/// of their boxes are outside.
typedef struct cylinders
{
  ep_geometry_desc shapes[SOLIDS];
  double middle[SOLIDS][3];
  double axis[SOLIDS][3];
} cylinders;

#define ROUND 24
#define RING  1.0 // radii of a ring and of its tube
#define TUBE  0.3

/// Every other one is a ring, with more cells than a cylinder has: much of its box is outside,
/// where a cylinder is inside.
static bool is_ring(int i)
{
  return i % 2 != 0;
}

static ep_geometry_desc ring(void)
{
  static double vertices[3 * ROUND * ROUND];
  static int32_t triangles[6 * ROUND * ROUND];
  for (int32_t i = 0; i < ROUND * ROUND; ++i)
  {
    const double u = 2.0 * acos(-1.0) * (i / ROUND) / ROUND;
    const double v = 2.0 * acos(-1.0) * (i % ROUND) / ROUND;
    const double r = RING + TUBE * cos(v);
    const double at[3] = {r * cos(u), r * sin(u), TUBE * sin(v)};
    const int32_t right = i / ROUND * ROUND + (i + 1) % ROUND;
    const int32_t up = (i + ROUND) % (ROUND * ROUND);
    const int32_t both = (right + ROUND) % (ROUND * ROUND);
    const int32_t two[6] = {i, right, both, i, both, up};
    memcpy(vertices + 3 * (ptrdiff_t)i, at, sizeof at);
    memcpy(triangles + 6 * (ptrdiff_t)i, two, sizeof two);
  }
  return scene_mesh(vertices, ROUND * ROUND, triangles, 2 * ROUND * ROUND);
}

static cylinders random_cylinders(ep_rng* rng, const double place[3])
{
  cylinders c;
  for (int i = 0; i < SOLIDS; ++i)
  {
    ep_geometry_desc* d = &c.shapes[i];
    *d = is_ring(i) ? ring() : ep_geometry_default();
    if (!is_ring(i))
    {
      d->type = EP_SHAPE_CYLINDER;
      d->size[0] = ep_rng_uniform(rng, 0.2, 0.6);
      d->size[1] = ep_rng_uniform(rng, 2.0, 6.0);
    }
    const int64_t turn = ep_rng_int(rng, 0, 2); // none, or a right angle about x or y
    double q[4] = {0.0, 0.0, 0.0, turn == 0 ? 1.0 : sqrt(0.5)};
    if (turn > 0)
    {
      q[turn - 1] = sqrt(0.5);
    }
    memcpy(d->pose.rotation, q, sizeof q);
    for (int k = 0; k < 3; ++k)
    {
      c.middle[i][k] = d->pose.position[k] = place[k] + ep_rng_uniform(rng, -3.0, 3.0);
    }
    c.axis[i][0] = 2.0 * (q[0] * q[2] + q[1] * q[3]);
    c.axis[i][1] = 2.0 * (q[1] * q[2] - q[0] * q[3]);
    c.axis[i][2] = 1.0 - 2.0 * (q[0] * q[0] + q[1] * q[1]);
  }
  return c;
}

/// How deep a point is in the cylinder; negative: how far outside, at least.
static double depth_in(const cylinders* c, int i, const double p[3])
{
  double along = 0.0;
  double square = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    along += (p[k] - c->middle[i][k]) * c->axis[i][k];
    square += (p[k] - c->middle[i][k]) * (p[k] - c->middle[i][k]);
  }
  const double across = sqrt(fmax(0.0, square - along * along));
  return fmin(c->shapes[i].size[0] - across, 0.5 * c->shapes[i].size[1] - fabs(along));
}

/// Of rings it is only known how far outside of the ball around them a point is: 0 if it is not.
static double depth_of(const cylinders* c, const double p[3])
{
  double depth = -1e9;
  for (int i = 0; i < SOLIDS; ++i)
  {
    const double* at = c->middle[i];
    const double away = hypot(hypot(p[0] - at[0], p[1] - at[1]), p[2] - at[2]);
    depth = fmax(depth, is_ring(i) ? fmin(0.0, RING + TUBE - away) : depth_in(c, i, p));
  }
  return depth;
}

/// A machine that carries something anywhere.
static int32_t add_machine(scene* s)
{
  const ep_link_desc links[3] = {scene_link("x", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                 scene_link("y", 0, EP_JOINT_PRISMATIC, 0, 1, 0),
                                 scene_link("z", 1, EP_JOINT_PRISMATIC, 0, 0, 1)};
  return scene_machine(s, "m", links, 3);
}

/// Points of the cylinders and beside them: where the probe is told to be, relative to them.
static void any_place(const cylinders* c, ep_rng* rng, double p[3])
{
  const int64_t i = 2 * ep_rng_int(rng, 0, SOLIDS / 2);
  const double along = ep_rng_uniform(rng, -0.6, 0.6) * c->shapes[i].size[1];
  for (int k = 0; k < 3; ++k)
  {
    p[k] = c->middle[i][k] + along * c->axis[i][k] +
           ep_rng_uniform(rng, -0.7, 0.7) * c->shapes[i].size[0];
  }
}

/// The cylinders are an obstacle and a small box comes, or the other way round.
static void compare_with_formula(bool carried, const double place[3], ep_rng* rng, int counts[2])
{
  const cylinders c = random_cylinders(rng, place);
  scene s = scene_begin(0.0);
  const int32_t machine = add_machine(&s);
  const ep_geometry_desc probe = scene_box(PROBE, PROBE, PROBE, carried ? place[0] : 0,
                                           carried ? place[1] : 0, carried ? place[2] : 0);
  int32_t body;
  if (carried)
  {
    for (int i = 0; i < SOLIDS; ++i)
    {
      scene_shape(&s, machine, 2, c.shapes[i]);
    }
    scene_obstacle(&s, "probe", probe);
  }
  else
  {
    scene_shape(&s, machine, 2, probe);
    ck_assert_int_eq(ep_world_add_obstacle(s.world, "cylinders", c.shapes, SOLIDS, &body, NULL),
                     EP_OK);
  }
  scene_freeze(&s);
  for (int i = 0; i < 40; ++i)
  {
    double p[3];
    double q[3];
    any_place(&c, rng, p);
    for (int k = 0; k < 3; ++k)
    {
      q[k] = carried ? place[k] - p[k] : p[k];
    }
    const double depth = depth_of(&c, p);
    if (fabs(depth) < 2.0 * PROBE + 2.0 * SCENE_TOLERANCE)
    {
      continue;
    }
    const ep_verdict verdict = scene_state(&s, q).verdict;
    ck_assert_msg(verdict == (depth > 0.0 ? EP_COLLIDING : EP_FREE), "%s, %g deep",
                  ep_verdict_text(verdict), depth);
    ++counts[depth > 0.0];
  }
  scene_end(&s);
}

EP_TEST(sound_each_solid_of_a_body_has_its_map)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 410);
  int counts[2] = {0, 0};
  for (int64_t i = 0, n = ep_test_trials(120); i < n; ++i)
  {
    const bool far = i % 4 > 1;
    const double place[3] = {far ? 300.0 : 0.0, far ? -170.0 : 0.0, far ? 40.0 : 0.0};
    compare_with_formula(i % 2 != 0, place, &rng, counts);
  }
  ck_assert_msg(counts[0] > 20 && counts[1] > 20, "%d outside, %d inside", counts[0], counts[1]);
}
