/// @file test_checker_ropes.c
/// Ropes between two links: against wires, against each other, and against dense sampling.
#include "geo_distance.h"
#include "motion_edge.h"
#include "scene.h"

#include <math.h>
#include <string.h>

#define ROPE_RADIUS 0.02

static void add_rope(scene* s, const char* name, int32_t machine, const double points[2][3])
{
  ep_error error;
  const int32_t first = s->first_body[machine];
  const int32_t ends[2] = {first, first + 1};
  ck_assert_msg(ep_world_add_rope(s->world, name, ends, points, ROPE_RADIUS, NULL, &error) == EP_OK,
                "%s", error.message);
}

static const double at_origins[2][3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};

/// A trolley that runs along x and a hook below it; links without a shape, so only the rope can
/// hit.
static void add_crane(scene* s, const char* name, double y)
{
  ep_link_desc links[2] = {scene_link("trolley", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                           scene_link("hook", 0, EP_JOINT_PRISMATIC, 0, 0, 1)};
  links[0].origin.position[1] = y;
  scene_machine(s, name, links, 2);
}

/// A horizontal wire along y, without thickness.
static ep_geometry_desc wire(double x, double z)
{
  static double vertices[6];
  static const int32_t triangles[3] = {0, 1, 1};
  const double ends[6] = {x, -5.0, z, x, 5.0, z};
  memcpy(vertices, ends, sizeof ends);
  return scene_mesh(vertices, 2, triangles, 1);
}

static double side_gap(double t)
{
  return fabs(1.0 - 4.0 * t) * (t < 0.25 ? 1.0 : -1.0) - ROPE_RADIUS;
}

EP_TEST(sound_rope_runs_into_a_wire)
{
  scene s = scene_begin(0.0);
  add_crane(&s, "c", 0.0);
  add_rope(&s, "rope", 0, at_origins);
  scene_obstacle(&s, "wire", wire(1.0, -3.0));
  scene_freeze(&s);
  const double q0[2] = {0.0, -5.0};
  const double q1[2] = {4.0, -5.0};
  const scene_contact contact = scene_first(side_gap, 0.0, "rope", "wire");
  scene_expect_contact(&s, q0, q1, &contact);
  const double above0[2] = {0.0, -3.0 + ROPE_RADIUS + 2.0 * SCENE_TOLERANCE};
  const double above1[2] = {4.0, above0[1]};
  scene_expect_free(&s, above0, above1);
  scene_end(&s);
}

EP_TEST(works_rope_can_be_asked_for)
{
  scene s = scene_begin(0.0);
  static const double points[2][3] = {{0.1, 0.2, 0.3}, {-1.0, 0.0, 2.0}};
  add_crane(&s, "c", 0.0);
  add_rope(&s, "rope", 0, points);
  ep_rope_info rope;
  ck_assert_msg(ep_world_get_rope(s.world, 2, &rope) == EP_ERROR_MISUSE, "before it is frozen");
  scene_freeze(&s);
  ck_assert(ep_world_get_rope(s.world, ep_world_find_body(s.world, "rope"), &rope) == EP_OK);
  ck_assert(rope.link_body[0] == 0 && rope.link_body[1] == 1);
  ck_assert(memcmp(rope.point, points, sizeof points) == 0 && rope.radius == ROPE_RADIUS);
  ck_assert(ep_world_get_rope(s.world, 0, &rope) == EP_ERROR_MISUSE);
  ck_assert(ep_world_get_rope(s.world, 100, &rope) == EP_ERROR_MISUSE);
  scene_end(&s);
}

static double end_gap(double t)
{
  return 2.0 - 4.0 * t - ROPE_RADIUS;
}

EP_TEST(sound_rope_gets_longer_onto_a_wire)
{
  scene s = scene_begin(0.0);
  add_crane(&s, "c", 0.0);
  add_rope(&s, "rope", 0, at_origins);
  scene_obstacle(&s, "wire", wire(1.0, -3.0));
  scene_freeze(&s);
  const double q0[2] = {1.0, -1.0};
  const double q1[2] = {1.0, -5.0};
  const scene_contact contact = scene_first(end_gap, 0.0, "rope", "wire");
  scene_expect_contact(&s, q0, q1, &contact);
  scene_end(&s);
}

static double crossing_gap(double t)
{
  return 2.0 - 6.0 * t - 2.0 * ROPE_RADIUS;
}

/// One rope hangs and moves, the other lies across and comes towards it.
static scene two_ropes(double clearance, bool same_link)
{
  scene s = scene_begin(clearance);
  add_crane(&s, "a", 0.0);
  add_crane(&s, "b", -2.0);
  add_rope(&s, "hanging", 0, at_origins);
  const double across[2][3] = {{0.0, 0.0, -3.0}, {0.0, 4.0, -3.0}};
  add_rope(&s, "lying", same_link ? 0 : 1, across);
  return s;
}

EP_TEST(sound_two_ropes_run_into_each_other)
{
  for (int i = 0; i < 2; ++i)
  {
    const double clearance = i == 0 ? 0.0 : 0.5;
    scene s = two_ropes(clearance, false);
    scene_freeze(&s);
    const double q0[4] = {0.0, -5.0, 2.0, 0.0};
    const double q1[4] = {4.0, -5.0, 0.0, 0.0};
    const scene_contact contact = scene_first(crossing_gap, clearance, "hanging", "lying");
    scene_expect_contact(&s, q0, q1, &contact);
    const double up0[4] = {0.0, -2.9 + clearance, 2.0, 0.0};
    const double up1[4] = {4.0, -2.9 + clearance, 0.0, 0.0};
    scene_expect_free(&s, up0, up1);
    scene_end(&s);
  }
}

/// Ropes that end at the same link are adjacent, unless the world says that none are.
EP_TEST(sound_ropes_of_one_link)
{
  const double q0[4] = {0.0, -5.0, 0.0, 0.0};
  for (int i = 0; i < 2; ++i)
  {
    scene s = two_ropes(0.0, true);
    ck_assert(ep_world_allow_adjacent(s.world, i == 0) == EP_OK);
    scene_freeze(&s);
    ck_assert_int_eq(scene_state(&s, q0).verdict, i == 0 ? EP_FREE : EP_COLLIDING);
    scene_end(&s);
  }
}

// --- Against sampling ---

/// A jib that turns about any axis with a hook on an arm that turns too.
static void add_random_crane(scene* s, const char* name, ep_rng* rng, double x)
{
  ep_link_desc links[2] = {scene_link("jib", EP_NO_LINK, EP_JOINT_REVOLUTE,
                                      ep_rng_uniform(rng, -1, 1), ep_rng_uniform(rng, -1, 1), 0.9),
                           scene_link("hook", 0, EP_JOINT_REVOLUTE, ep_rng_uniform(rng, -1, 1), 1.0,
                                      ep_rng_uniform(rng, -1, 1))};
  links[0].origin.position[0] = x;
  for (int k = 0; k < 3; ++k)
  {
    links[1].origin.position[k] = ep_rng_uniform(rng, -1.0, 1.0);
  }
  scene_machine(s, name, links, 2);
}

/// The distance of both ropes, radii included.
static double rope_distance(ep_edge* const edges[2], double t, const double points[2][2][3])
{
  double ends[2][3][3];
  for (int m = 0; m < 2; ++m)
  {
    ep_frame frames[2];
    ck_assert_int_eq(ep_edge_frames(edges[m], t, frames), EP_OK);
    for (int i = 0; i < 2; ++i)
    {
      const ep_frame* f = &frames[i];
      ep_mat_apply(ends[m][i], f->rotation, points[m][i]);
      ep_vec_madd(ends[m][i], ends[m][i], 1.0, f->position);
    }
    ep_vec_copy(ends[m][2], ends[m][1]);
  }
  ep_closest closest;
  ep_triangle_closest((const double(*)[3])ends[0], (const double(*)[3])ends[1], &closest);
  return closest.upper - 2.0 * ROPE_RADIUS;
}

EP_TEST(sound_random_ropes_against_sampling)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 70);
  int hits = 0;
  const int64_t trials = ep_test_trials(300);
  for (int64_t n = 0; n < trials; ++n)
  {
    scene s = scene_begin(0.0);
    double points[2][2][3];
    double q[2][4];
    ep_edge* edges[2];
    for (int i = 0; i < 12; ++i)
    {
      points[i / 6][i / 3 % 2][i % 3] = ep_rng_uniform(&rng, -1.5, 1.5);
    }
    for (int i = 0; i < 8; ++i)
    {
      q[i / 4][i % 4] = ep_rng_uniform(&rng, -1.0, 1.0) * (n % 3 == 0 ? 3.0 : 0.3);
    }
    for (int m = 0; m < 2; ++m)
    {
      add_random_crane(&s, m == 0 ? "a" : "b", &rng, 0.7 * m);
      add_rope(&s, m == 0 ? "rope a" : "rope b", m, (const double(*)[3])points[m]);
      ck_assert_int_eq(ep_edge_create(s.machines[m], &edges[m], NULL), EP_OK);
      ck_assert_int_eq(ep_edge_set(edges[m], q[0] + 2 * m, q[1] + 2 * m, NULL), EP_OK);
    }
    scene_freeze(&s);
    const ep_result r = scene_check(&s, q[0], q[1], (ep_mode)(n % 2), EP_ORDER_AUTOMATIC);
    double least = 1e9;
    for (int i = 0; i <= 500; ++i)
    {
      least = fmin(least, rope_distance(edges, i / 500.0, (const double(*)[2][3])points));
    }
    hits += r.verdict == EP_COLLIDING;
    ck_assert_msg(r.verdict != EP_FREE || least > 0.0, "trial %d: free, but %g apart", (int)n,
                  least);
    if (r.verdict == EP_COLLIDING)
    {
      const double there = rope_distance(edges, r.contact.t, (const double(*)[2][3])points);
      ck_assert_msg(there <= SCENE_TOLERANCE, "trial %d: %g apart at t = %g", (int)n, there,
                    r.contact.t);
    }
    ep_edge_destroy(edges[0]);
    ep_edge_destroy(edges[1]);
    scene_end(&s);
  }
  ck_assert_msg(hits > trials / 10 && hits < trials * 9 / 10, "%d hits", hits);
}
