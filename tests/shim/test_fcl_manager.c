/// @file test_fcl_manager.c
/// Many objects in FCL's dynamic tree, against all pairs one by one.
#include "fcl_tools.h"

#include "edgeproof/shim/fcl_manager.h"

#define OBJECTS 40
/// In place of the object that is gone.
#define NOBODY (-2)

typedef struct crowd
{
  ep_fcl_geometry* kinds[3];
  const ep_fcl_geometry* of[OBJECTS];
  ep_fcl_transform at[OBJECTS];
  ep_fcl_manager* manager;
} crowd;

static void crowd_make(crowd* c, ep_rng* rng)
{
  const double box[3] = {1.0, 2.0, 0.5};
  c->kinds[0] = cuboid_mesh(1.0, 0.7, 1.5, EP_FCL_OBBRSS);
  WORKS(ep_fcl_make_box(box, &c->kinds[1], error));
  WORKS(ep_fcl_make_sphere(0.6, &c->kinds[2], error));
  WORKS(ep_fcl_manager_create(&c->manager, error));
  for (int32_t i = 0; i < OBJECTS; ++i)
  {
    int32_t object = -1;
    c->of[i] = c->kinds[i % 3];
    c->at[i] = random_place(rng, 10.0);
    const ep_fcl_placed placed = {c->of[i], &c->at[i]};
    WORKS(ep_fcl_manager_add(c->manager, &placed, &object, error));
    ck_assert_int_eq(object, i);
  }
  WORKS(ep_fcl_manager_update(c->manager, error));
}

static void crowd_drop(crowd* c)
{
  ep_fcl_manager_destroy(c->manager);
  for (int i = 0; i < 3; ++i)
  {
    ep_fcl_geometry_destroy(c->kinds[i]);
  }
}

/// The nearest two, or the one nearest to `placed`, one by one; `gone` is not there.
static double nearest_by_hand(const crowd* c, const ep_fcl_placed* placed, int32_t gone)
{
  double least = HUGE_VAL;
  for (int32_t i = 0; i < OBJECTS; ++i)
  {
    for (int32_t k = placed == NULL ? i + 1 : -1; k < (placed == NULL ? OBJECTS : 0); ++k)
    {
      if (i != gone && k != gone)
      {
        const double d = placed == NULL
                             ? distance_of(c->of[i], &c->at[i], c->of[k], &c->at[k])
                             : distance_of(c->of[i], &c->at[i], placed->geometry, placed->at);
        least = d < least ? d : least;
      }
    }
  }
  return least;
}

static bool count_pair(int32_t a, int32_t b, void* user)
{
  int64_t* counts = user;
  ck_assert(a >= 0 && a < OBJECTS && b >= EP_FCL_NO_OBJECT && b < OBJECTS && a != b);
  ++counts[0];
  return counts[0] == counts[1];
}

static void compare(const crowd* c, const ep_fcl_placed* placed, int32_t gone)
{
  const double by_hand = nearest_by_hand(c, placed, gone);
  ep_fcl_nearest nearest;
  ep_fcl_pair pair;
  bool collides = false;
  WORKS(ep_fcl_manager_distance(c->manager, placed, HUGE_VAL, &nearest, &pair, error));
  ck_assert_msg(fabs(nearest.distance - by_hand) < 1e-5, "%g instead of %g", nearest.distance,
                by_hand);
  ck_assert_int_ge(pair.object[0], 0);
  ck_assert_int_ne(pair.object[0], gone);
  ck_assert_int_eq(pair.object[1] == EP_FCL_NO_OBJECT, placed != NULL);
  WORKS(ep_fcl_manager_collide(c->manager, placed, &collides, &pair, error));
  ck_assert_msg(collides == (by_hand == 0.0), "%d at a distance of %g", collides, by_hand);
  ck_assert_int_eq(pair.object[0] == EP_FCL_NO_OBJECT, !collides);
  int64_t counts[2] = {0, -1};
  WORKS(ep_fcl_manager_visit(c->manager, placed, count_pair, counts, error));
  ck_assert_int_ge(counts[0], collides);
  const int64_t all = counts[0];
  counts[0] = 0;
  counts[1] = 1; // ends at once
  WORKS(ep_fcl_manager_visit(c->manager, placed, count_pair, counts, error));
  ck_assert_int_eq(counts[0], all > 0);
  if (by_hand > 0.0)
  {
    WORKS(ep_fcl_manager_distance(c->manager, placed, 0.5 * by_hand, &nearest, &pair, error));
    ck_assert(!nearest.found && nearest.distance == 0.5 * by_hand);
    ck_assert_int_eq(pair.object[0], EP_FCL_NO_OBJECT);
  }
}

EP_TEST(works_fcl_managers_find_what_all_pairs_find)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(10); i < n; ++i)
  {
    crowd c;
    crowd_make(&c, &rng);
    compare(&c, NULL, NOBODY);
    for (int k = 0; k < 5; ++k)
    {
      const ep_fcl_transform at = random_place(&rng, 12.0);
      const ep_fcl_placed asked = {c.kinds[k % 3], &at};
      compare(&c, &asked, NOBODY);
      const int32_t moved = (int32_t)ep_rng_int(&rng, 0, OBJECTS - 1);
      c.at[moved] = random_place(&rng, 10.0);
      WORKS(ep_fcl_manager_move(c.manager, moved, &c.at[moved], error));
      WORKS(ep_fcl_manager_update(c.manager, error));
      compare(&c, &asked, NOBODY);
    }
    const int32_t gone = (int32_t)ep_rng_int(&rng, 0, OBJECTS - 1);
    WORKS(ep_fcl_manager_remove(c.manager, gone, error));
    WORKS(ep_fcl_manager_update(c.manager, error));
    compare(&c, NULL, gone);
    crowd_drop(&c);
  }
}

EP_TEST(robust_fcl_managers_refuse)
{
  ep_fcl_manager* manager;
  ep_fcl_geometry* boxes = cuboid_mesh(1.0, 1.0, 1.0, EP_FCL_OBB);
  ep_fcl_geometry* others = cuboid_mesh(1.0, 1.0, 1.0, EP_FCL_RSS);
  ep_fcl_placed placed = {boxes, NULL};
  ep_fcl_nearest nearest;
  bool collides = true;
  int32_t object;
  REFUSED(ep_fcl_manager_create(NULL, error), "NULL");
  WORKS(ep_fcl_manager_create(&manager, error));
  WORKS(ep_fcl_manager_update(manager, error));
  WORKS(ep_fcl_manager_collide(manager, NULL, &collides, NULL, error));
  ck_assert(!collides);
  WORKS(ep_fcl_manager_distance(manager, &placed, HUGE_VAL, &nearest, NULL, error));
  ck_assert(!nearest.found);
  REFUSED(ep_fcl_manager_move(manager, 0, NULL, error), "no object 0");
  REFUSED(ep_fcl_manager_add(manager, NULL, &object, error), "NULL");
  WORKS(ep_fcl_manager_add(manager, &placed, &object, error));
  WORKS(ep_fcl_manager_update(manager, error));
  REFUSED(ep_fcl_manager_remove(manager, 1, error), "no object 1");
  REFUSED(ep_fcl_manager_remove(manager, -1, error), "no object -1");
  REFUSED(ep_fcl_manager_distance(manager, &placed, HUGE_VAL, &nearest, NULL, error), "OBB");
  REFUSED(ep_fcl_manager_distance(manager, &placed, -1.0, &nearest, NULL, error), "cap");
  REFUSED(ep_fcl_manager_visit(manager, NULL, NULL, NULL, error), "visit");
  placed.geometry = others;
  REFUSED(ep_fcl_manager_collide(manager, &placed, &collides, NULL, error), "FCL cannot collide");
  WORKS(ep_fcl_manager_remove(manager, 0, error));
  REFUSED(ep_fcl_manager_remove(manager, 0, error), "no object 0");
  WORKS(ep_fcl_manager_collide(manager, &placed, &collides, NULL, error));
  ck_assert(!collides);
  ep_fcl_manager_destroy(manager);
  ep_fcl_manager_destroy(NULL);
  ep_fcl_geometry_destroy(boxes);
  ep_fcl_geometry_destroy(others);
}
