/// @file test_shim_bullet.c
/// Bullet from C, on sweeps whose answers are plain.
#include "edgeproof/shim/bullet.h"

#include "ep_test.h"

#include <math.h>
#include <string.h>

static const ep_bullet_pose at_left = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {-3, 0, 0}};
static const ep_bullet_pose at_right = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {3, 0, 0}};

/// Corners of a box of edge 2 r about the origin.
static void corners(double r, double* points)
{
  for (int i = 0; i < 24; ++i)
  {
    points[i] = (i / 3 >> i % 3 & 1) != 0 ? r : -r;
  }
}

static ep_bullet_world* walls(void)
{
  // One wall across the way, at x = 0, and one beside it, at y = 1.
  static const double across[9] = {0, -5, -5, 0, 5, -5, 0, 0, 5};
  static const double beside[9] = {-1, 1, -5, 1, 1, -5, 0, 1, 5};
  static const int32_t triangle[3] = {0, 1, 2};
  ep_bullet_world* world;
  ep_shim_error error;
  double points[24];
  corners(0.5, points);
  ck_assert_int_eq(ep_bullet_create(&world, &error), EP_SHIM_OK);
  ck_assert_int_eq(ep_bullet_add_mesh(world, across, 3, triangle, 1, &error), EP_SHIM_OK);
  ck_assert_int_eq(ep_bullet_add_mesh(world, beside, 3, triangle, 1, &error), EP_SHIM_OK);
  ck_assert_int_eq(ep_bullet_add_hull(world, points, 8, &error), EP_SHIM_OK);
  return world;
}

static bool sweep(ep_bullet_world* world, const ep_bullet_pose* to, double margin, bool across,
                  bool beside)
{
  const bool wanted[2] = {across, beside};
  ep_shim_error error;
  bool hit = false;
  ck_assert_msg(ep_bullet_sweep(world, 0, &at_left, to, margin, wanted, &hit, &error) == EP_SHIM_OK,
                "%s", error.message);
  return hit;
}

EP_TEST(works_bullet_sweeps_a_hull)
{
  ep_bullet_world* world = walls();
  ck_assert(sweep(world, &at_right, 0.0, true, true));
  ck_assert(sweep(world, &at_right, 0.0, true, false));
  ck_assert(!sweep(world, &at_right, 0.0, false, true));
  ck_assert(!sweep(world, &at_right, 0.0, false, false));
  // The wall beside is 0.5 m from the box: a margin of 0.6 m meets it, one of 0.4 m does not.
  ck_assert(sweep(world, &at_right, 0.6, false, true));
  ck_assert(!sweep(world, &at_right, 0.4, false, true));
  // The way ends before the wall.
  ep_bullet_pose before = at_right;
  before.position[0] = -0.7;
  ck_assert(!sweep(world, &before, 0.0, true, true));
  before.position[0] = -0.3;
  ck_assert(sweep(world, &before, 0.0, true, true));
  ck_assert_ptr_nonnull(strchr(ep_bullet_version(), '.'));
  ep_bullet_destroy(world);
  ep_bullet_destroy(NULL);
}

EP_TEST(robust_bullet_refuses_what_it_cannot_use)
{
  ep_bullet_world* world = walls();
  ep_shim_error error;
  bool hit = true;
  const bool wanted[2] = {true, true};
  const double bad[9] = {0, 0, 0, 1, 0, 0, 0, (double)NAN, 0};
  const double good[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const int32_t outside[3] = {0, 1, 3}, inside[3] = {0, 1, 2};
  ck_assert_int_eq(ep_bullet_add_mesh(world, bad, 3, inside, 1, &error), EP_SHIM_REFUSED);
  ck_assert_ptr_nonnull(strstr(error.message, "coordinate 7"));
  ck_assert_int_eq(ep_bullet_add_mesh(world, good, 3, outside, 1, &error), EP_SHIM_REFUSED);
  ck_assert_ptr_nonnull(strstr(error.message, "no vertex 3"));
  ck_assert_int_eq(ep_bullet_add_mesh(world, good, 3, inside, 0, NULL), EP_SHIM_REFUSED);
  ck_assert_int_eq(ep_bullet_add_hull(world, bad, 3, &error), EP_SHIM_REFUSED);
  ck_assert_int_eq(ep_bullet_add_hull(world, good, 0, &error), EP_SHIM_REFUSED);
  ck_assert_int_eq(ep_bullet_sweep(world, 7, &at_left, &at_right, 0.0, wanted, &hit, &error),
                   EP_SHIM_REFUSED);
  ck_assert_ptr_nonnull(strstr(error.message, "no hull 7"));
  ck_assert(!hit);
  // What was refused is not there: the walls still have their numbers.
  ck_assert(sweep(world, &at_right, 0.0, true, false) &&
            !sweep(world, &at_right, 0.0, false, true));
  ep_bullet_destroy(world);
}
