/// @file test_fcl_shapes.c
/// The FCL shim: every kind of geometry against every other, what is refused, many threads.
#include "fcl_tools.h"

#include "edgeproof/shim/fcl_motion.h"

#include <pthread.h>

/// Everything about 1 m across in x, y and z, so that the pairs' distances along x are known.
typedef struct kit
{
  ep_fcl_geometry* items[11];
  int count;
  int meshes; ///< the first ones
  int octree; ///< index
  int convex; ///< index
  int shapes; ///< the first one that has a depth
} kit;

/// Faces of the octahedron with corners at +-0.5, counter-clockwise seen from outside.
static const int32_t octahedron[32] = {3, 0, 2, 4, 3, 2, 1, 4, 3, 1, 3, 4, 3, 3, 0, 4,
                                       3, 2, 0, 5, 3, 1, 2, 5, 3, 3, 1, 5, 3, 0, 3, 5};
static const double octahedron_corners[18] = {0.5, 0,    0, -0.5, 0, 0,   0, 0.5, 0,
                                              0,   -0.5, 0, 0,    0, 0.5, 0, 0,   -0.5};

static kit make_kit(void)
{
  kit k = {.meshes = 3, .octree = 3, .convex = 9, .shapes = 4};
  const double cube[3] = {1.0, 1.0, 1.0};
  // One cell, and its centre.
  const double point[3] = {0.25, 0.25, 0.25};
  k.items[k.count++] = cuboid_mesh(1.0, 1.0, 1.0, EP_FCL_OBBRSS);
  k.items[k.count++] = cuboid_mesh(1.0, 1.0, 1.0, EP_FCL_RSS);
  k.items[k.count++] = cuboid_mesh(1.0, 1.0, 1.0, EP_FCL_OBB);
  WORKS(ep_fcl_make_octree(point, 1, 0.5, &k.items[k.count++], error));
  WORKS(ep_fcl_make_box(cube, &k.items[k.count++], error));
  WORKS(ep_fcl_make_sphere(0.5, &k.items[k.count++], error));
  WORKS(ep_fcl_make_capsule(0.5, 0.2, &k.items[k.count++], error));
  WORKS(ep_fcl_make_cylinder(0.5, 1.0, &k.items[k.count++], error));
  WORKS(ep_fcl_make_cone(0.5, 1.0, &k.items[k.count++], error));
  WORKS(ep_fcl_make_convex(octahedron_corners, 6, octahedron, 8, &k.items[k.count++], error));
  return k;
}

static void drop_kit(kit* k)
{
  for (int i = 0; i < k->count; ++i)
  {
    ep_fcl_geometry_destroy(k->items[i]);
  }
}

/// Two different trees do not meet, and FCL has no distances for OBB meshes.
static bool can_collide(const kit* k, int a, int b)
{
  return a >= k->meshes || b >= k->meshes || a == b;
}

static bool can_measure(const kit* k, int a, int b)
{
  return can_collide(k, a, b) && a != 2 && b != 2;
}

/// How far an item reaches along x.
static const double front = 0.5;

static double back_of(const kit* k, int item)
{
  return item == k->octree ? 0.0 : -0.5;
}

/// Along x every two items are as far apart as their boxes: all of them have a point at the end of
/// their extent in x; the pairs are put so that these points face each other.
EP_TEST(works_fcl_measures_every_pair)
{
  kit k = make_kit();
  for (int a = 0; a < k.count; ++a)
  {
    for (int b = 0; b < k.count; ++b)
    {
      // The cell of the octree is beside the origin; the tip of a cone is not at its side.
      const double z[2] = {a == k.octree ? 0.25
                           : a == 8      ? -0.5
                                         : 0.0,
                           b == k.octree ? 0.25
                           : b == 8      ? -0.5
                                         : 0.0};
      const double y[2] = {a == k.octree ? 0.25 : 0.0, b == k.octree ? 0.25 : 0.0};
      const ep_fcl_transform at_a = shifted(0.0, -y[0], -z[0]);
      const double gap = 0.75;
      const ep_fcl_transform at_b = shifted(front + gap - back_of(&k, b), -y[1], -z[1]);
      const ep_fcl_placed x = {k.items[a], &at_a};
      const ep_fcl_placed other = {k.items[b], &at_b};
      bool collides = true;
      if (!can_collide(&k, a, b))
      {
        REFUSED(ep_fcl_collide(&x, &other, &collides, error), "FCL cannot collide");
        continue;
      }
      ck_assert_msg(!collide(k.items[a], &at_a, k.items[b], &at_b), "%d and %d", a, b);
      const ep_fcl_transform into = shifted(at_b.position[0] - gap - 0.01, -y[1], -z[1]);
      ck_assert_msg(collide(k.items[a], &at_a, k.items[b], &into), "%d in %d", a, b);
      ep_fcl_nearest nearest;
      if (!can_measure(&k, a, b))
      {
        REFUSED(ep_fcl_distance(&x, &other, 9.0, &nearest, error), "FCL cannot measure");
        continue;
      }
      const double is = distance_of(k.items[a], &at_a, k.items[b], &at_b);
      // Where all corners of a side are equally far along the direction, FCL's GJK stops at one of
      // them: between the side of a box and the tip of an octahedron it says 1.03.
      const bool stops_early = a == k.convex || b == k.convex;
      ck_assert_msg(is > gap - 1e-5 && is < gap + (stops_early ? 0.3 : 1e-5),
                    "%d and %d: %.9g instead of %g", a, b, is, gap);
      // A cap below it finds nothing, one above it the same.
      WORKS(ep_fcl_distance(&x, &other, 0.5 * gap, &nearest, error));
      ck_assert_msg(!nearest.found && nearest.distance == 0.5 * gap, "%d and %d: capped", a, b);
      WORKS(ep_fcl_distance(&x, &other, 2.0 * gap, &nearest, error));
      ck_assert_msg(nearest.found && fabs(nearest.distance - is) < 1e-5, "%d and %d: %g and %g", a,
                    b, nearest.distance, is);
    }
  }
  drop_kit(&k);
}

EP_TEST(works_fcl_nearest_points_belong_to_their_bodies)
{
  kit k = make_kit();
  for (int a = 0; a < k.count; ++a)
  {
    for (int b = 0; b < k.count; ++b)
    {
      if (!can_measure(&k, a, b))
      {
        continue;
      }
      const ep_fcl_transform at_a = shifted(10.0, 0.0, 0.0);
      const ep_fcl_transform at_b = shifted(13.0, 0.0, 0.0);
      const ep_fcl_placed x = {k.items[a], &at_a};
      const ep_fcl_placed y = {k.items[b], &at_b};
      ep_fcl_nearest nearest;
      WORKS(ep_fcl_distance(&x, &y, HUGE_VAL, &nearest, error));
      ck_assert_msg(fabs(nearest.point[0][0] - 10.25) <= 0.251, "%d and %d: point %g of the first",
                    a, b, nearest.point[0][0]);
      ck_assert_msg(fabs(nearest.point[1][0] - 12.75) <= 0.251, "%d and %d: point %g of the second",
                    a, b, nearest.point[1][0]);
      double squared = 0.0;
      for (int i = 0; i < 3; ++i)
      {
        const double d = nearest.point[1][i] - nearest.point[0][i];
        squared += d * d;
      }
      ck_assert_msg(fabs(sqrt(squared) - nearest.distance) < 1e-5, "%d and %d: %g and %g", a, b,
                    sqrt(squared), nearest.distance);
      ck_assert_int_eq(nearest.triangle[0] == EP_FCL_NO_TRIANGLE, a >= k.meshes);
      ck_assert_int_eq(nearest.triangle[1] == EP_FCL_NO_TRIANGLE, b >= k.meshes);
    }
  }
  drop_kit(&k);
}

EP_TEST(works_fcl_contacts_say_where_and_who)
{
  kit k = make_kit();
  for (int a = 0; a < k.count; ++a)
  {
    for (int b = 0; b < k.count; ++b)
    {
      if (!can_collide(&k, a, b) || a == k.octree || b == k.octree)
      {
        continue;
      }
      const ep_fcl_transform at_a = shifted(10.0, 0.0, -0.1);
      const ep_fcl_transform at_b = shifted(10.7, 0.05, 0.0);
      const ep_fcl_placed x = {k.items[a], &at_a};
      const ep_fcl_placed y = {k.items[b], &at_b};
      ep_fcl_contact contacts[4];
      int32_t count = -1;
      WORKS(ep_fcl_contacts(&x, &y, contacts, 4, &count, error));
      ck_assert_int_ge(count, collide(k.items[a], &at_a, k.items[b], &at_b));
      ck_assert_int_le(count, 4);
      for (int32_t i = 0; i < count; ++i)
      {
        const ep_fcl_contact* c = &contacts[i];
        ck_assert_msg(c->point[0] > 9.4 && c->point[0] < 11.3, "%d and %d: at %g", a, b,
                      c->point[0]);
        ck_assert(fabs(hypot(hypot(c->normal[0], c->normal[1]), c->normal[2]) - 1.0) < 1e-6);
        ck_assert_int_eq(c->triangle[0] == EP_FCL_NO_TRIANGLE, a >= k.meshes);
        ck_assert_int_eq(c->triangle[1] == EP_FCL_NO_TRIANGLE, b >= k.meshes);
        ck_assert(c->triangle[0] < 12 && c->triangle[1] < 12);
      }
    }
  }
  drop_kit(&k);
}

EP_TEST(works_fcl_halfspaces_collide)
{
  ep_fcl_geometry* ground;
  const double up[3] = {0.0, 0.0, 2.0};
  WORKS(ep_fcl_make_halfspace(up, 0.25, &ground, error));
  kit k = make_kit();
  for (int i = 0; i < k.count; ++i)
  {
    const double bottom = i == k.octree ? 0.0 : i == 6 ? -0.6 : -0.5;
    const ep_fcl_transform above = shifted(3.0, 4.0, 0.25 - bottom + 0.01);
    const ep_fcl_transform below = shifted(3.0, 4.0, 0.25 - bottom - 0.01);
    ck_assert_msg(!collide(ground, NULL, k.items[i], &above), "item %d above", i);
    ck_assert_msg(collide(ground, NULL, k.items[i], &below), "item %d below", i);
    ck_assert_msg(collide(k.items[i], &below, ground, NULL), "item %d below, turned", i);
    const ep_fcl_placed x = {k.items[i], &above};
    const ep_fcl_placed y = {ground, NULL};
    ep_fcl_nearest nearest;
    REFUSED(ep_fcl_distance(&x, &y, 1.0, &nearest, error), "a halfspace");
  }
  drop_kit(&k);
  ep_fcl_geometry_destroy(ground);
}

EP_TEST(works_fcl_depths_of_shapes)
{
  kit k = make_kit();
  for (int a = 0; a < k.count; ++a)
  {
    const ep_fcl_transform near = shifted(0.9, 0.0, 0.0);
    const ep_fcl_placed x = {k.items[a], NULL};
    const ep_fcl_placed y = {k.items[5], &near};
    ep_fcl_nearest nearest;
    if (a < k.shapes)
    {
      REFUSED(ep_fcl_signed_distance(&x, &y, &nearest, error), "depth");
      continue;
    }
    WORKS(ep_fcl_signed_distance(&x, &y, &nearest, error));
    // The tip of the cone is smaller there.
    ck_assert_msg(a == 8 || fabs(nearest.distance + 0.1) < 1e-2, "%d: %g", a, nearest.distance);
  }
  drop_kit(&k);
}

/// Triangles without area are left out, and the others keep their numbers.
EP_TEST(works_fcl_triangles_keep_their_numbers)
{
  const double vertices[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 5};
  const int32_t triangles[12] = {0, 1, 3, 1, 1, 2, 0, 1, 2, 4, 4, 4};
  const ep_fcl_mesh mesh = {vertices, 5, triangles, 4};
  ep_fcl_geometry* made;
  ep_fcl_geometry* ball;
  WORKS(ep_fcl_make_mesh(&mesh, EP_FCL_OBBRSS, &made, error));
  WORKS(ep_fcl_make_sphere(0.1, &ball, error));
  ck_assert_int_eq(ep_fcl_mesh_left_out(made), 3);
  ck_assert_int_eq(ep_fcl_mesh_left_out(ball), 0);
  ck_assert_int_eq(ep_fcl_mesh_left_out(NULL), 0);
  const ep_fcl_transform above = shifted(0.2, 0.2, 1.1);
  const ep_fcl_placed x = {made, NULL};
  const ep_fcl_placed y = {ball, &above};
  ep_fcl_nearest nearest;
  WORKS(ep_fcl_distance(&x, &y, HUGE_VAL, &nearest, error));
  ck_assert(fabs(nearest.distance - 1.0) < 1e-6);
  ck_assert_int_eq(nearest.triangle[0], 2);
  ck_assert_int_eq(nearest.triangle[1], EP_FCL_NO_TRIANGLE);
  ep_fcl_geometry_destroy(made);
  ep_fcl_geometry_destroy(ball);
}

EP_TEST(robust_fcl_refuses_bad_geometry)
{
  double vertices[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  int32_t triangles[6] = {0, 1, 2, 0, 1, 3};
  ep_fcl_mesh mesh = {vertices, 4, triangles, 2};
  ep_fcl_geometry* made = (ep_fcl_geometry*)(void*)&mesh; // must be overwritten
  REFUSED(ep_fcl_make_mesh(NULL, EP_FCL_OBBRSS, &made, error), "NULL");
  ck_assert_ptr_null(made);
  REFUSED(ep_fcl_make_mesh(&mesh, EP_FCL_OBBRSS, NULL, error), "geometry is NULL");
  REFUSED(ep_fcl_make_mesh(&mesh, (ep_fcl_tree)7, &made, error), "kind of tree 7");
  mesh.triangle_count = 0;
  REFUSED(ep_fcl_make_mesh(&mesh, EP_FCL_OBBRSS, &made, error), "0 triangles");
  mesh.triangle_count = 2;
  mesh.vertex_count = -1;
  REFUSED(ep_fcl_make_mesh(&mesh, EP_FCL_OBBRSS, &made, error), "-1 points");
  mesh.vertex_count = 3;
  REFUSED(ep_fcl_make_mesh(&mesh, EP_FCL_OBBRSS, &made, error), "triangle 1: there is no vertex 3");
  mesh.vertex_count = 4;
  const double bad[3] = {(double)NAN, HUGE_VAL, 2.0 * EP_FCL_LENGTH_MAX};
  for (int i = 0; i < 3; ++i)
  {
    vertices[7] = bad[i];
    REFUSED(ep_fcl_make_mesh(&mesh, EP_FCL_RSS, &made, error), "vertex 2");
    REFUSED(ep_fcl_make_sphere(bad[i], &made, error), "sphere: radius");
    REFUSED(ep_fcl_make_octree(vertices, 4, 0.1, &made, error), "vertex 2");
  }
  vertices[7] = 0.0;
  triangles[5] = 2; // all on one line now
  vertices[6] = 3.0;
  REFUSED(ep_fcl_make_mesh(&mesh, EP_FCL_OBBRSS, &made, error), "has an area");
  const double flat[3] = {1.0, 0.0, 1.0};
  REFUSED(ep_fcl_make_box(flat, &made, error), "box: y");
  REFUSED(ep_fcl_make_box(NULL, &made, error), "NULL");
  REFUSED(ep_fcl_make_sphere(-1.0, &made, error), "radius");
  REFUSED(ep_fcl_make_capsule(1.0, 0.0, &made, error), "length");
  REFUSED(ep_fcl_make_cylinder(0.0, 1.0, &made, error), "radius");
  REFUSED(ep_fcl_make_cone(1.0, -1.0, &made, error), "length");
  const double none[3] = {0.0, 0.0, 0.0};
  REFUSED(ep_fcl_make_halfspace(none, 1.0, &made, error), "normal");
  REFUSED(ep_fcl_make_octree(none, 1, 0.0, &made, error), "resolution");
  REFUSED(ep_fcl_make_octree(none, 0, 1.0, &made, error), "0 points");
  const double far[3] = {0.0, 1e6, 0.0};
  REFUSED(ep_fcl_make_octree(far, 1, 1.0, &made, error), "32767 cells");
  ck_assert_ptr_null(made);
  ck_assert_int_eq(ep_fcl_make_sphere(-1.0, &made, NULL), EP_SHIM_REFUSED);
}

EP_TEST(robust_fcl_refuses_what_is_not_convex)
{
  ep_fcl_geometry* made;
  double corners[18];
  int32_t faces[32];
  memcpy(corners, octahedron_corners, sizeof corners);
  memcpy(faces, octahedron, sizeof faces);
  REFUSED(ep_fcl_make_convex(corners, 6, faces, 3, &made, error), "3 faces");
  faces[0] = 2;
  REFUSED(ep_fcl_make_convex(corners, 6, faces, 8, &made, error), "face 0 has 2 corners");
  faces[0] = 3;
  faces[5] = 6;
  REFUSED(ep_fcl_make_convex(corners, 6, faces, 8, &made, error), "face 1: there is no vertex 6");
  faces[5] = octahedron[5];
  // Open: FCL's own check.
  REFUSED(ep_fcl_make_convex(corners, 6, faces, 7, &made, error), "");
  // Inside out.
  faces[1] = octahedron[2];
  faces[2] = octahedron[1];
  REFUSED(ep_fcl_make_convex(corners, 6, faces, 8, &made, error), "outside of face 0");
  memcpy(faces, octahedron, sizeof faces);
  // A dent.
  corners[14] = -0.1;
  REFUSED(ep_fcl_make_convex(corners, 6, faces, 8, &made, error), "outside of face");
  ck_assert_ptr_null(made);
}

EP_TEST(robust_fcl_refuses_bad_questions)
{
  kit k = make_kit();
  ep_fcl_transform at = ep_fcl_transform_identity();
  const ep_fcl_placed x = {k.items[0], &at};
  const ep_fcl_placed nothing = {NULL, NULL};
  ep_fcl_nearest nearest;
  ep_fcl_contact contact;
  bool collides;
  int32_t count;
  REFUSED(ep_fcl_collide(&x, &nothing, &collides, error), "NULL");
  REFUSED(ep_fcl_collide(NULL, &x, &collides, error), "NULL");
  REFUSED(ep_fcl_collide(&x, &x, NULL, error), "NULL");
  REFUSED(ep_fcl_contacts(&x, &x, &contact, 0, &count, error), "room for 0");
  REFUSED(ep_fcl_distance(&x, &x, 0.0, &nearest, error), "cap");
  REFUSED(ep_fcl_distance(&x, &x, (double)NAN, &nearest, error), "cap");
  at.position[1] = (double)NAN;
  REFUSED(ep_fcl_collide(&x, &x, &collides, error), "not finite");
  at.position[1] = 0.0;
  at.rotation[0][0] = 1.001;
  REFUSED(ep_fcl_distance(&x, &x, 1.0, &nearest, error), "no rotation");
  at.rotation[0][0] = -1.0; // a mirror
  REFUSED(ep_fcl_distance(&x, &x, 1.0, &nearest, error), "no rotation");
  const double q[4] = {0.0, 0.0, 0.0, 0.0};
  const double p[3] = {0.0, 0.0, 0.0};
  REFUSED(ep_fcl_transform_set(q, p, &at, error), "direction");
  REFUSED(ep_fcl_set_capsule_length(k.items[5], 1.0, error), "no capsule");
  REFUSED(ep_fcl_set_capsule_length(k.items[6], 0.0, error), "length");
  double lo[3];
  REFUSED(ep_fcl_geometry_box(k.items[5], lo, NULL, error), "NULL");
  ep_fcl_geometry_destroy(NULL);
  drop_kit(&k);
}

EP_TEST(works_fcl_capsules_change_their_length)
{
  ep_fcl_geometry* capsule;
  ep_fcl_geometry* ball;
  WORKS(ep_fcl_make_capsule(0.1, 1.0, &capsule, error));
  WORKS(ep_fcl_make_sphere(0.1, &ball, error));
  const ep_fcl_transform above = shifted(0.0, 0.0, 5.0);
  ck_assert(fabs(distance_of(capsule, NULL, ball, &above) - 4.3) < 1e-5);
  WORKS(ep_fcl_set_capsule_length(capsule, 6.0, error));
  ck_assert(fabs(distance_of(capsule, NULL, ball, &above) - 1.8) < 1e-5);
  double lo[3];
  double hi[3];
  WORKS(ep_fcl_geometry_box(capsule, lo, hi, error));
  ck_assert(fabs(lo[2] + 3.1) < 1e-12 && fabs(hi[2] - 3.1) < 1e-12 && fabs(hi[0] - 0.1) < 1e-12);
  ep_fcl_geometry_destroy(capsule);
  ep_fcl_geometry_destroy(ball);
}

/// A motion that is seen and one that is not; whichever comes first. Conservative advancement is
/// asked about two shapes: with a mesh it misses this one.
EP_TEST(works_fcl_continuous_is_reached)
{
  ep_fcl_geometry* cube = cuboid_mesh(1.0, 1.0, 1.0, EP_FCL_OBBRSS);
  ep_fcl_geometry* ball;
  ep_fcl_geometry* ground;
  const double up[3] = {0.0, 0.0, 1.0};
  WORKS(ep_fcl_make_sphere(0.5, &ball, error));
  WORKS(ep_fcl_make_halfspace(up, 0.0, &ground, error));
  const ep_fcl_transform begin = shifted(-5.0, 0.0, 0.0);
  const ep_fcl_transform end = shifted(5.0, 0.0, 0.0);
  const ep_fcl_transform away = shifted(-5.0, 9.0, 0.0);
  for (int method = 0; method < 2; ++method)
  {
    const ep_fcl_motion_options options = {(ep_fcl_motion_method)method, 1000, 1e-4};
    const ep_fcl_moving through = {ball, &begin, &end};
    const ep_fcl_moving rests = {method == 0 ? ball : cube, NULL, NULL};
    const ep_fcl_moving past = {ball, &begin, &away};
    bool collides = false;
    double time = -1.0;
    WORKS(ep_fcl_continuous_uncertified(&rests, &through, &options, &collides, &time, error));
    ck_assert_msg(collides && fabs(time - 0.4) < 0.01, "method %d: %d at %g", method, collides,
                  time);
    WORKS(ep_fcl_continuous_uncertified(&through, &rests, &options, &collides, &time, error));
    ck_assert_msg(collides && fabs(time - 0.4) < 0.01, "method %d: %d at %g", method, collides,
                  time);
    WORKS(ep_fcl_continuous_uncertified(&past, &rests, &options, &collides, &time, error));
    ck_assert(!collides && time == 1.0);
    // A shape and a mesh, either way round: no crash, whatever the answer.
    const ep_fcl_moving solid = {cube, NULL, NULL};
    WORKS(ep_fcl_continuous_uncertified(&through, &solid, &options, &collides, &time, error));
    WORKS(ep_fcl_continuous_uncertified(&solid, &through, &options, &collides, &time, error));
    ck_assert(time >= 0.0 && time <= 1.0);
  }
  const ep_fcl_moving x = {ball, &begin, &end};
  const ep_fcl_moving y = {ground, NULL, NULL};
  const ep_fcl_motion_options bad = {EP_FCL_NAIVE, 1, 1e-4};
  bool collides;
  double time;
  REFUSED(ep_fcl_continuous_uncertified(&x, &y, NULL, &collides, &time, error), "halfspace");
  REFUSED(ep_fcl_continuous_uncertified(&x, &x, &bad, &collides, &time, error), "1 iterations");
  REFUSED(ep_fcl_continuous_uncertified(&x, NULL, NULL, &collides, &time, error), "NULL");
  ep_fcl_geometry_destroy(cube);
  ep_fcl_geometry_destroy(ball);
  ep_fcl_geometry_destroy(ground);
}

/// @name Threads
/// @{

typedef struct worker
{
  const kit* items;
  uint64_t seed;
  double sum;
} worker;

static void* work(void* user)
{
  worker* w = user;
  ep_rng rng;
  ep_rng_init(&rng, w->seed);
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    const ep_fcl_transform at = random_place(&rng, 3.0);
    const int a = (int)ep_rng_int(&rng, 0, 1);
    w->sum += distance_of(w->items->items[a], NULL, w->items->items[a], &at) +
              distance_of(w->items->items[5], NULL, w->items->items[a], &at) +
              collide(w->items->items[3], NULL, w->items->items[a], &at);
  }
  return NULL;
}

EP_TEST(same_fcl_answers_on_many_threads)
{
  kit k = make_kit();
  worker workers[4];
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
  {
    workers[i] = (worker){&k, ep_test_seed() + (uint64_t)(i / 2), 0.0};
    ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < 4; ++i)
  {
    ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
  }
  ck_assert(workers[0].sum == workers[1].sum && workers[2].sum == workers[3].sum);
  ck_assert(workers[0].sum > 0.0 && workers[0].sum != workers[2].sum);
  drop_kit(&k);
}

/// @}
