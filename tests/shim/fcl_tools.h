/// @file fcl_tools.h
/// FCL's geometries and poses for tests.
#ifndef EP_TEST_FCL_TOOLS_H
#define EP_TEST_FCL_TOOLS_H

#include "ep_test.h"

#include "edgeproof/shim/fcl.h"

#include <math.h>
#include <string.h>

#define WORKS(call)                                                                                \
  do                                                                                               \
  {                                                                                                \
    ep_shim_error works_error = {.result = EP_SHIM_OK};                                            \
    ep_shim_error* error = &works_error;                                                           \
    ck_assert_msg((call) == EP_SHIM_OK, "%s: %s", #call, works_error.message);                     \
    ck_assert_msg(works_error.result == EP_SHIM_OK && works_error.message[0] == 0, "%s", #call);   \
  } while (0)

/// Must be refused, with these words in the message.
#define REFUSED(call, words)                                                                       \
  do                                                                                               \
  {                                                                                                \
    ep_shim_error refused_error = {.result = EP_SHIM_OK};                                          \
    ep_shim_error* error = &refused_error;                                                         \
    ck_assert_msg((call) == EP_SHIM_REFUSED, "%s is not refused", #call);                          \
    ck_assert_msg(refused_error.result == EP_SHIM_REFUSED, "%s", #call);                           \
    ck_assert_msg(strstr(refused_error.message, words) != NULL, "'%s' is not in '%s'", words,      \
                  refused_error.message);                                                          \
  } while (0)

/// The closed surface of a cuboid about the origin.
static inline ep_fcl_geometry* cuboid_mesh(double x, double y, double z, ep_fcl_tree tree)
{
  static const int32_t triangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                        2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  double vertices[24];
  for (int corner = 0; corner < 8; ++corner)
  {
    vertices[3 * corner] = ((corner & 1) - 0.5) * x;
    vertices[3 * corner + 1] = ((corner >> 1 & 1) - 0.5) * y;
    vertices[3 * corner + 2] = ((corner >> 2) - 0.5) * z;
  }
  const ep_fcl_mesh mesh = {vertices, 8, triangles, 12};
  ep_fcl_geometry* made;
  WORKS(ep_fcl_make_mesh(&mesh, tree, &made, error));
  ck_assert_int_eq(ep_fcl_mesh_left_out(made), 0);
  return made;
}

static inline ep_fcl_transform shifted(double x, double y, double z)
{
  ep_fcl_transform t = ep_fcl_transform_identity();
  t.position[0] = x;
  t.position[1] = y;
  t.position[2] = z;
  return t;
}

/// Turned at random, and as far as `reach` away.
static inline ep_fcl_transform random_place(ep_rng* rng, double reach)
{
  ep_fcl_transform t;
  double q[4];
  double p[3];
  for (int k = 0; k < 4; ++k)
  {
    q[k] = ep_rng_normal(rng);
  }
  for (int k = 0; k < 3; ++k)
  {
    p[k] = ep_rng_uniform(rng, -reach, reach);
  }
  WORKS(ep_fcl_transform_set(q, p, &t, error));
  return t;
}

static inline double distance_of(const ep_fcl_geometry* a, const ep_fcl_transform* at_a,
                                 const ep_fcl_geometry* b, const ep_fcl_transform* at_b)
{
  const ep_fcl_placed x = {a, at_a};
  const ep_fcl_placed y = {b, at_b};
  ep_fcl_nearest nearest;
  WORKS(ep_fcl_distance(&x, &y, HUGE_VAL, &nearest, error));
  ck_assert(nearest.found);
  return nearest.distance;
}

static inline bool collide(const ep_fcl_geometry* a, const ep_fcl_transform* at_a,
                           const ep_fcl_geometry* b, const ep_fcl_transform* at_b)
{
  const ep_fcl_placed x = {a, at_a};
  const ep_fcl_placed y = {b, at_b};
  bool collides = false;
  WORKS(ep_fcl_collide(&x, &y, &collides, error));
  return collides;
}

#endif
