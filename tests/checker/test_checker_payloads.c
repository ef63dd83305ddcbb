/// @file test_checker_payloads.c
/// Payloads that come, go and change places among groups of obstacles, and machines that are in a
/// world twice: what was there before must not be seen.
#include "scene.h"

#include <stdio.h>
#include <string.h>

#define PAYLOADS  3
#define OBSTACLES 24
#define LINKS     3
#define VALUES    3

/// An arm of three links among many small boxes, each payload with demands of its own.
static scene make_yard(ep_rng* rng, int32_t payloads[PAYLOADS])
{
  scene s = scene_begin(0.0);
  ep_link_desc links[LINKS] = {scene_link("base", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                               scene_link("boom", 0, EP_JOINT_REVOLUTE, 0, 0, 1),
                               scene_link("jib", 1, EP_JOINT_REVOLUTE, 0, 1, 0)};
  links[1].origin.position[0] = 1.0;
  links[2].origin.position[0] = 2.0;
  scene_machine(&s, "m", links, LINKS);
  for (int32_t i = 0; i < LINKS; ++i)
  {
    scene_shape(&s, 0, i, scene_box(0.5, 0.1, 0.1, 0.3, 0, 0));
  }
  for (int i = 0; i < PAYLOADS; ++i)
  {
    char name[16];
    snprintf(name, sizeof name, "load %d", i);
    payloads[i] = scene_payload(&s, name, scene_box(0.2, 0.3, 0.4, 0, 0, 0));
  }
  for (int i = 0; i < OBSTACLES; ++i)
  {
    char name[16];
    snprintf(name, sizeof name, "post %d.", i);
    scene_obstacle(&s, name,
                   scene_box(0.1, 0.1, 0.1, ep_rng_uniform(rng, -5, 6), ep_rng_uniform(rng, -4, 4),
                             ep_rng_uniform(rng, -3, 3)));
    for (int k = 0; k < PAYLOADS; ++k)
    {
      char load[16];
      const int64_t kind = ep_rng_int(rng, 0, 5);
      snprintf(load, sizeof load, "load %d", k);
      ck_assert_int_eq(
          kind == 0  ? ep_world_allow(s.world, load, name, NULL)
          : kind > 3 ? EP_OK
                     : ep_world_set_pair_clearance(s.world, name, load, 0.1 * (double)kind, NULL),
          EP_OK);
    }
  }
  scene_freeze(&s);
  return s;
}

typedef struct hanging
{
  int32_t link; ///< or EP_NO_BODY
  ep_pose pose;
} hanging;

static hanging random_hanging(const scene* s, ep_rng* rng)
{
  hanging h = {.link = EP_NO_BODY, .pose = ep_pose_identity()};
  if (ep_rng_int(rng, 0, 3) > 0)
  {
    h.link = s->first_body[0] + (int32_t)ep_rng_int(rng, 0, LINKS - 1);
  }
  for (int k = 0; k < 3; ++k)
  {
    h.pose.position[k] = ep_rng_uniform(rng, -1.0, 1.0);
    h.pose.rotation[k] = ep_rng_uniform(rng, -1.0, 1.0);
  }
  return h;
}

static void hang(ep_checker* checker, int32_t payload, const hanging* h)
{
  ck_assert_int_eq(ep_checker_attach(checker, payload, h->link, &h->pose, NULL), EP_OK);
}

static void expect_same(const ep_result* a, const ep_result* b)
{
  ck_assert_int_eq(a->verdict, b->verdict);
  ck_assert_int_eq(memcmp(&a->t_free, &b->t_free, sizeof a->t_free), 0);
  for (int i = 0; i < 2 && a->verdict == EP_COLLIDING; ++i)
  {
    ck_assert_int_eq(a->contact.body[i], b->contact.body[i]);
    ck_assert_int_eq(a->contact.triangle[i], b->contact.triangle[i]);
  }
}

/// A checker that has carried everything everywhere answers as one that is new.
EP_TEST(same_answers_after_payloads_moved)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int counts[3] = {0};
  for (int64_t i = 0, n = ep_test_trials(20); i < n; ++i)
  {
    int32_t payloads[PAYLOADS];
    scene s = make_yard(&rng, payloads);
    hanging at[PAYLOADS] = {
        {EP_NO_BODY, {{0}, {0}}}, {EP_NO_BODY, {{0}, {0}}}, {EP_NO_BODY, {{0}, {0}}}};
    for (int k = 0; k < 12; ++k)
    {
      const int64_t which = ep_rng_int(&rng, 0, PAYLOADS - 1);
      at[which] = random_hanging(&s, &rng);
      hang(s.checker, payloads[which], &at[which]);
      ep_checker* fresh;
      ck_assert_int_eq(ep_checker_create(s.world, &fresh, NULL), EP_OK);
      for (int j = 0; j < PAYLOADS; ++j)
      {
        hang(fresh, payloads[j], &at[j]);
      }
      double q0[VALUES], q1[VALUES];
      for (int j = 0; j < VALUES; ++j)
      {
        q0[j] = ep_rng_uniform(&rng, -2.0, 2.0);
        q1[j] = q0[j] + ep_rng_uniform(&rng, -0.3, 0.3);
      }
      ep_check_options options = ep_check_default();
      options.mode = k % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
      options.method = k % 3 == 0 ? EP_METHOD_CATCH : EP_METHOD_SPACETIME;
      options.order = EP_ORDER_CERTIFY_FIRST; // what is learned changes which witness is found
      ep_result used, made;
      ck_assert_int_eq(ep_check_edge(s.checker, q0, q1, &options, &used, NULL), EP_OK);
      ck_assert_int_eq(ep_check_edge(fresh, q0, q1, &options, &made, NULL), EP_OK);
      expect_same(&used, &made);
      ++counts[used.verdict];
      ep_checker_destroy(fresh);
    }
    scene_end(&s);
  }
  ck_assert_int_gt(counts[EP_FREE], 0);
  ck_assert_int_gt(counts[EP_COLLIDING], 0);
}

// --- One machine, twice ---

/// Two carts are one machine under two names: they move apart from each other, and together.
EP_TEST(sound_one_machine_in_a_world_twice)
{
  ep_world_desc desc = ep_world_default();
  scene s = {.clearance = 0.0};
  ep_machine_desc one = ep_machine_default();
  const ep_link_desc link = scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  one.links = &link;
  one.link_count = 1;
  ck_assert_int_eq(ep_machine_create(&one, &s.machines[0], NULL), EP_OK);
  s.machine_count = 1;
  ck_assert_int_eq(ep_world_create(&desc, &s.world, NULL), EP_OK);
  for (int i = 0; i < 2; ++i)
  {
    int32_t index, first;
    const ep_geometry_desc box = scene_box(1, 1, 1, 0, 0, 0);
    ck_assert_int_eq(
        ep_world_add_machine(s.world, i == 0 ? "a" : "b", s.machines[0], &index, &first, NULL),
        EP_OK);
    ck_assert_int_eq(ep_world_add_link_shape(s.world, index, 0, &box, NULL), EP_OK);
  }
  scene_freeze(&s);
  const double apart[2] = {0.0, 5.0}, beyond[2] = {5.0, 0.0}, both[2] = {10.0, 15.0};
  const double near[2] = {3.9, 5.0};
  scene_expect_kind(&s, apart, beyond, EP_CONTACT_NONE, "a/cart", "b/cart");
  scene_expect_free(&s, apart, both);
  scene_expect_free(&s, apart, near);
  scene_end(&s);
}

/// A box that a matrix presses flat is a sheet: nothing goes through it, and nothing is inside.
EP_TEST(sound_flattened_box_is_a_sheet)
{
  double vertices[24];
  const double flat[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1}; // z = 2
  scene_box_corners(4, 4, 4, vertices);
  ep_geometry_desc sheet = scene_mesh(vertices, 8, scene_box_triangles, 12);
  sheet.matrix = flat;
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(0.5, 0.5, 0.5, 0, 0, 0));
  scene_obstacle(&s, "sheet", sheet);
  scene_freeze(&s);
  const double below = 1.0, above = 3.0, touches = 1.75, near = 1.74, far = 9.0;
  scene_expect_kind(&s, &below, &above, EP_CONTACT_NONE, "m/cart", "sheet");
  scene_expect_kind(&s, &below, &touches, EP_CONTACT_NONE, "m/cart", "sheet");
  scene_expect_free(&s, &below, &near);
  scene_expect_free(&s, &above, &far);
  scene_end(&s);
}
