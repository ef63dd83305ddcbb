/// @file test_fcl_oracle.c
/// Core's geometry against FCL's on random poses: triangles, soups, and shapes as the checker sees
/// them. Triangles are measured by the judge (brute.h) as well, who has the last word.
#include "fcl_tools.h"

#include "brute.h"
#include "geo_distance.h"
#include "scene.h"

#include <stdio.h>

/// @name Triangles
/// @{

static void random_triangle(ep_rng* rng, double v[3][3])
{
  const double size = ep_rng_log_uniform(rng, 0.05, 2.0);
  double at[3];
  for (int k = 0; k < 3; ++k)
  {
    at[k] = ep_rng_uniform(rng, -1.0, 1.0);
  }
  for (int i = 0; i < 9; ++i)
  {
    v[i / 3][i % 3] = at[i % 3] + size * ep_rng_uniform(rng, -1.0, 1.0);
  }
}

static ep_fcl_geometry* soup_of(const double* vertices, int32_t triangle_count, ep_fcl_tree tree)
{
  int32_t indices[3 * 64];
  ck_assert_int_le(triangle_count, 64);
  for (int32_t i = 0; i < 3 * triangle_count; ++i)
  {
    indices[i] = i;
  }
  const ep_fcl_mesh mesh = {vertices, 3 * triangle_count, indices, triangle_count};
  ep_fcl_geometry* made;
  WORKS(ep_fcl_make_mesh(&mesh, tree, &made, error));
  ck_assert_int_eq(ep_fcl_mesh_left_out(made), 0);
  return made;
}

static double judged(const double a[3][3], const double b[3][3])
{
  brute_triangle x = {.radius = 0.0};
  brute_triangle y = {.radius = 0.0};
  memcpy(x.v, a, sizeof x.v);
  memcpy(y.v, b, sizeof y.v);
  return brute_triangle_distance(&x, &y);
}

/// Distances and intersections of 20,000 pairs of triangles. FCL rounds: 1e-9 is allowed.
EP_TEST(sound_triangles_agree_with_fcl)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int64_t meet = 0;
  int64_t wrong = 0;
  for (int64_t i = 0, n = ep_test_trials(20000); i < n; ++i)
  {
    double v[2][3][3];
    random_triangle(&rng, v[0]);
    random_triangle(&rng, v[1]);
    ep_fcl_geometry* a = soup_of(&v[0][0][0], 1, EP_FCL_RSS);
    ep_fcl_geometry* b = soup_of(&v[1][0][0], 1, EP_FCL_RSS);
    ep_closest closest;
    ep_triangle_closest((const double(*)[3])v[0], (const double(*)[3])v[1], &closest);
    const double is = distance_of(a, NULL, b, NULL);
    const bool collides = collide(a, NULL, b, NULL);
    const double judge = judged((const double(*)[3])v[0], (const double(*)[3])v[1]);
    ck_assert_msg(closest.lower <= judge + 1e-12 && closest.upper >= judge - 1e-9,
                  "trial %d: core [%.17g, %.17g], the judge %.17g", (int)i, closest.lower,
                  closest.upper, judge);
    wrong += fabs(is - judge) > 1e-9;
    ck_assert_msg(is >= closest.lower - 1e-9, "trial %d: core %.17g, FCL %.17g, the judge %.17g",
                  (int)i, closest.lower, is, judge);
    ck_assert_msg(closest.upper < 1e-9 || !collides, "trial %d: FCL lets them collide at %.17g",
                  (int)i, judge);
    ck_assert_msg(closest.lower > 0.0 || judge > 1e-9 || collides || is < 1e-9,
                  "trial %d: FCL separates what intersects", (int)i);
    meet += collides;
    ep_fcl_geometry_destroy(a);
    ep_fcl_geometry_destroy(b);
  }
  printf("%lld pairs intersect; FCL's distance is off in %lld\n", (long long)meet,
         (long long)wrong);
  ck_assert(meet > 0);
}

enum
{
  COUNT = 30
};

/// The least lower and upper bound by core, of all pairs.
static void least_of_pairs(const double a[COUNT][3][3], const double b[COUNT][3][3],
                           double least[2])
{
  least[0] = least[1] = HUGE_VAL;
  for (int k = 0; k < COUNT * COUNT; ++k)
  {
    ep_closest closest;
    ep_triangle_closest(a[k / COUNT], b[k % COUNT], &closest);
    least[0] = fmin(least[0], closest.lower);
    least[1] = fmin(least[1], closest.upper);
  }
}

/// A cap above the distance changes nothing, one below it finds nothing.
static void check_caps(const ep_fcl_placed* a, const ep_fcl_placed* b, double distance)
{
  ep_fcl_nearest nearest;
  WORKS(ep_fcl_distance(a, b, distance + 1e-6, &nearest, error));
  ck_assert(nearest.found && fabs(nearest.distance - distance) < 1e-9);
  if (distance > 1e-6)
  {
    WORKS(ep_fcl_distance(a, b, distance - 1e-7, &nearest, error));
    ck_assert(!nearest.found);
  }
}

/// Soups of 30 triangles in random poses: the least of all pairs by core, and FCL's trees.
EP_TEST(sound_soups_agree_with_fcl)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int64_t meet = 0;
  for (int64_t i = 0, n = ep_test_trials(1500); i < n; ++i)
  {
    double v[2][COUNT][3][3];
    double moved[COUNT][3][3];
    for (int k = 0; k < 2 * COUNT; ++k)
    {
      random_triangle(&rng, v[k / COUNT][k % COUNT]);
    }
    ep_fcl_geometry* a = soup_of(&v[0][0][0][0], COUNT, EP_FCL_OBBRSS);
    ep_fcl_geometry* b = soup_of(&v[1][0][0][0], COUNT, EP_FCL_OBBRSS);
    const ep_fcl_transform at = random_place(&rng, 4.0);
    for (int k = 0; k < 3 * COUNT; ++k)
    {
      const double* p = v[1][k / 3][k % 3];
      for (int r = 0; r < 3; ++r)
      {
        moved[k / 3][k % 3][r] = at.rotation[r][0] * p[0] + at.rotation[r][1] * p[1] +
                                 at.rotation[r][2] * p[2] + at.position[r];
      }
    }
    double least[2];
    least_of_pairs((const double(*)[3][3])v[0], (const double(*)[3][3])moved, least);
    const double is = distance_of(a, NULL, b, &at);
    const bool collides = collide(a, NULL, b, &at);
    ck_assert_msg(is >= least[0] - 1e-9 && is <= least[1] + 1e-9,
                  "trial %d: core [%.17g, %.17g], FCL %.17g", (int)i, least[0], least[1], is);
    ck_assert_msg(collides == (least[0] == 0.0) || least[1] < 1e-9, "trial %d: collides %d at %g",
                  (int)i, collides, least[0]);
    check_caps(&(ep_fcl_placed){a, NULL}, &(ep_fcl_placed){b, &at}, is);
    meet += collides;
    ep_fcl_geometry_destroy(a);
    ep_fcl_geometry_destroy(b);
  }
  ck_assert(meet > 0 && meet < ep_test_trials(1500));
}

/// @}
/// @name Shapes, as the checker sees them
/// @{

typedef struct shape_pair
{
  ep_geometry_desc desc;
  ep_fcl_geometry* fcl;
} shape_pair;

static shape_pair random_shape(ep_rng* rng)
{
  shape_pair made = {.desc = ep_geometry_default()};
  double size[3];
  for (int k = 0; k < 3; ++k)
  {
    size[k] = ep_rng_uniform(rng, 0.2, 1.5);
    made.desc.size[k] = size[k];
  }
  switch (ep_rng_int(rng, 0, 4))
  {
  case 0:
    made.desc.type = EP_SHAPE_BOX;
    WORKS(ep_fcl_make_box(size, &made.fcl, error));
    break;
  case 1:
    made.desc.type = EP_SHAPE_SPHERE;
    WORKS(ep_fcl_make_sphere(size[0], &made.fcl, error));
    break;
  case 2:
    made.desc.type = EP_SHAPE_CAPSULE;
    WORKS(ep_fcl_make_capsule(size[0], size[1], &made.fcl, error));
    break;
  case 3:
    made.desc.type = EP_SHAPE_CYLINDER;
    WORKS(ep_fcl_make_cylinder(size[0], size[1], &made.fcl, error));
    break;
  default:
    made.desc.type = EP_SHAPE_CONE;
    WORKS(ep_fcl_make_cone(size[0], size[1], &made.fcl, error));
    break;
  }
  return made;
}

/// What was found of shapes.
typedef struct tally
{
  int64_t apart;
  int64_t touch;
  int64_t too_large; ///< FCL's distances
  double worst;      ///< metres
} tally;

/// One pose: the checker's proved clearance, and FCL's distance, which may not say less.
static void compare_pose(const scene* s, const shape_pair* moving, const shape_pair* resting,
                         ep_rng* rng, tally* t)
{
  double q[7];
  ep_fcl_transform at;
  for (int k = 0; k < 7; ++k)
  {
    q[k] = k < 3 ? ep_rng_uniform(rng, -2.5, 2.5) : ep_rng_normal(rng);
  }
  WORKS(ep_fcl_transform_set(q + 3, q, &at, error));
  ep_clearance proved;
  ep_error refused;
  ck_assert_msg(ep_state_clearance(s->checker, q, 20.0, &proved, &refused) == EP_OK, "%s",
                refused.message);
  const double is = distance_of(moving->fcl, &at, resting->fcl, NULL);
  const bool collides = collide(moving->fcl, &at, resting->fcl, NULL);
  const char* names[2] = {ep_shape_type_text(moving->desc.type),
                          ep_shape_type_text(resting->desc.type)};
  const double excess = 2.0 * SCENE_TOLERANCE * EP_SHAPE_EXCESS + 1e-5;
  ck_assert_msg(is >= proved.lower - excess, "%s and %s: FCL says %.9g, proved are %.9g", names[0],
                names[1], is, proved.lower);
  ck_assert_msg(proved.lower < 1e-5 || !collides, "%s and %s: FCL lets them collide at %g",
                names[0], names[1], proved.lower);
  // Core's witness is on polyhedra that stand out a little: farther than that FCL is wrong.
  const double most = proved.upper + excess;
  t->apart += !proved.touches;
  t->touch += proved.touches;
  t->too_large += !proved.touches && is > most;
  t->worst = fmax(t->worst, proved.touches ? 0.0 : is - most);
}

/// A floating shape and a resting one. FCL may stop early, and then says too much, but not often.
EP_TEST(sound_shapes_agree_with_fcl)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  tally t = {0, 0, 0, 0.0};
  for (int64_t i = 0, n = ep_test_trials(40); i < n; ++i)
  {
    shape_pair moving = random_shape(&rng);
    shape_pair resting = random_shape(&rng);
    scene s = scene_begin(0.0);
    const ep_link_desc link = scene_link("part", EP_NO_LINK, EP_JOINT_FLOATING, 0, 0, 1);
    scene_machine(&s, "m", &link, 1);
    scene_shape(&s, 0, 0, moving.desc);
    scene_obstacle(&s, "thing", resting.desc);
    scene_freeze(&s);
    for (int pose = 0; pose < 8; ++pose)
    {
      compare_pose(&s, &moving, &resting, &rng, &t);
    }
    scene_end(&s);
    ep_fcl_geometry_destroy(moving.fcl);
    ep_fcl_geometry_destroy(resting.fcl);
  }
  printf("%lld apart, %lld touch; FCL's distance is too large in %lld, by %g m at worst\n",
         (long long)t.apart, (long long)t.touch, (long long)t.too_large, t.worst);
  ck_assert(t.apart > 0 && t.touch > 0);
  ck_assert_int_le(100 * t.too_large, t.apart);
}

/// @}
