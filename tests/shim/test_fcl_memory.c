/// @file test_fcl_memory.c
/// Memory that runs out in FCL is a result, wherever it happens.
#include "fcl_tools.h"

#include "memory_tools.h"

#include "edgeproof/shim/fcl_manager.h"
#include "edgeproof/shim/fcl_motion.h"

static ep_shim_result made(ep_shim_result result, ep_fcl_geometry* geometry)
{
  ck_assert((geometry != NULL) == (result == EP_SHIM_OK));
  ep_fcl_geometry_destroy(geometry);
  return result;
}

static const double corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

/// `user` is the kind of tree.
static ep_shim_result make_mesh(void* user, ep_shim_error* told)
{
  static const int32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  const ep_fcl_mesh mesh = {corners, 4, triangles, 4};
  ep_fcl_geometry* geometry = NULL;
  const ep_shim_result result = ep_fcl_make_mesh(&mesh, *(const ep_fcl_tree*)user, &geometry, told);
  return made(result, geometry);
}

static ep_shim_result make_convex(void* user, ep_shim_error* told)
{
  (void)user;
  static const int32_t faces[16] = {3, 0, 2, 1, 3, 0, 1, 3, 3, 0, 3, 2, 3, 1, 2, 3};
  ep_fcl_geometry* geometry = NULL;
  const ep_shim_result result = ep_fcl_make_convex(corners, 4, faces, 4, &geometry, told);
  return made(result, geometry);
}

static ep_shim_result make_octree(void* user, ep_shim_error* told)
{
  (void)user;
  ep_fcl_geometry* geometry = NULL;
  const ep_shim_result result = ep_fcl_make_octree(corners, 4, 0.25, &geometry, told);
  return made(result, geometry);
}

static ep_shim_result make_box(void* user, ep_shim_error* told)
{
  (void)user;
  static const double size[3] = {1.0, 1.0, 1.0};
  ep_fcl_geometry* geometry = NULL;
  const ep_shim_result result = ep_fcl_make_box(size, &geometry, told);
  return made(result, geometry);
}

EP_TEST(robust_fcl_no_memory_while_making_things)
{
  static const ep_fcl_tree trees[3] = {EP_FCL_OBBRSS, EP_FCL_RSS, EP_FCL_OBB};
  for (int i = 0; i < 3; ++i)
  {
    ep_fcl_tree tree = trees[i];
    ck_assert_int_gt(expect_memory_results(make_mesh, &tree), 3);
  }
  ck_assert_int_gt(expect_memory_results(make_convex, NULL), 2);
  ck_assert_int_gt(expect_memory_results(make_octree, NULL), 5);
  ck_assert_int_gt(expect_memory_results(make_box, NULL), 0);
}

/// Two cubes that overlap.
typedef struct pair
{
  ep_fcl_placed placed[2];
  ep_fcl_transform at;
} pair;

static ep_shim_result list_contacts(void* user, ep_shim_error* told)
{
  const pair* p = user;
  ep_fcl_contact contacts[8];
  int32_t count = 0;
  const ep_shim_result result =
      ep_fcl_contacts(&p->placed[0], &p->placed[1], contacts, 8, &count, told);
  ck_assert(result != EP_SHIM_OK || count > 0);
  return result;
}

static ep_shim_result measure(void* user, ep_shim_error* told)
{
  const pair* p = user;
  ep_fcl_nearest nearest;
  const ep_shim_result result =
      ep_fcl_distance(&p->placed[0], &p->placed[1], HUGE_VAL, &nearest, told);
  ck_assert(result != EP_SHIM_OK || nearest.distance == 0.0);
  return result;
}

static ep_shim_result advance(void* user, ep_shim_error* told)
{
  const pair* p = user;
  const ep_fcl_moving a = {p->placed[0].geometry, NULL, NULL};
  const ep_fcl_moving b = {p->placed[1].geometry, NULL, &p->at};
  bool collides = false;
  double time = 0.0;
  return ep_fcl_continuous_uncertified(&a, &b, NULL, &collides, &time, told);
}

static ep_shim_result manage(void* user, ep_shim_error* told)
{
  const pair* p = user;
  ep_fcl_manager* manager = NULL;
  ep_shim_result result = ep_fcl_manager_create(&manager, told);
  for (int i = 0; i < 2 && result == EP_SHIM_OK; ++i)
  {
    int32_t object;
    result = ep_fcl_manager_add(manager, &p->placed[i], &object, told);
  }
  if (result == EP_SHIM_OK)
  {
    result = ep_fcl_manager_update(manager, told);
  }
  bool collides = false;
  if (result == EP_SHIM_OK)
  {
    result = ep_fcl_manager_collide(manager, NULL, &collides, NULL, told);
  }
  ck_assert(collides == (result == EP_SHIM_OK));
  ep_fcl_manager_destroy(manager);
  return result;
}

EP_TEST(robust_fcl_no_memory_while_asking)
{
  ep_fcl_geometry* cubes[2] = {cuboid_mesh(1.0, 1.0, 1.0, EP_FCL_OBBRSS),
                               cuboid_mesh(0.5, 0.5, 2.0, EP_FCL_OBBRSS)};
  pair p = {{{cubes[0], NULL}, {cubes[1], &p.at}}, shifted(0.2, 0.1, 0.0)};
  ck_assert_int_gt(expect_memory_results(list_contacts, &p), 0);
  (void)expect_memory_results(measure, &p); // may need none
  ck_assert_int_gt(expect_memory_results(advance, &p), 0);
  ck_assert_int_gt(expect_memory_results(manage, &p), 5);
  ep_fcl_geometry_destroy(cubes[0]);
  ep_fcl_geometry_destroy(cubes[1]);
}
