/// @file test_checker_contacts.c
/// What can be asked besides verdicts: all contacts of a moment, clearances, pairs that always
/// meet.
#include "brute.h"
#include "scene.h"

#include <math.h>
#include <string.h>

/// A cube of 1 m that moves along z; ground below z = 0.
static scene cube_on_ground(double clearance)
{
  scene s = scene_begin(clearance);
  const ep_link_desc link = scene_link("cube", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  scene_obstacle(&s, "ground", scene_box(10, 10, 1, 0, 0, -0.5));
  scene_freeze(&s);
  return s;
}

// --- All contacts of a moment ---

#define CONTACTS_MAX 64

/// A face on a face: all pairs of triangles that reach the two planes, each once.
EP_TEST(works_all_contacts_of_a_face_on_a_face)
{
  scene s = cube_on_ground(0.0);
  const double q0 = 3.0;
  const double q1 = 0.5;
  ep_contact contacts[CONTACTS_MAX];
  int32_t count;
  ep_error error;
  const ep_result first = scene_check(&s, &q0, &q1, EP_MODE_TIME_OF_CONTACT, EP_ORDER_AUTOMATIC);
  ck_assert_int_eq(first.verdict, EP_COLLIDING);
  ck_assert_msg(ep_edge_contacts(s.checker, &q0, &q1, first.contact.t, contacts, CONTACTS_MAX,
                                 &count, &error) == EP_OK,
                "%s", error.message);
  ck_assert_int_ge(count, 4); // two triangles on two, and those of the sides that touch
  ck_assert_int_le(count, CONTACTS_MAX);
  bool has_first = false;
  for (int32_t i = 0; i < count; ++i)
  {
    const ep_contact* c = &contacts[i];
    ck_assert(c->t == first.contact.t);
    ck_assert(c->distance <= SCENE_TOLERANCE * 1.0001 && c->clearance == 0.0);
    ck_assert(fabs(c->point[0][2]) <= 1.01 * SCENE_TOLERANCE && fabs(c->point[1][2]) <= 1e-9);
    has_first |=
        c->triangle[0] == first.contact.triangle[0] && c->triangle[1] == first.contact.triangle[1];
    for (int32_t k = 0; k < i; ++k)
    {
      ck_assert(contacts[k].triangle[0] != c->triangle[0] ||
                contacts[k].triangle[1] != c->triangle[1]);
    }
  }
  ck_assert(has_first);
  scene_end(&s);
}

/// The triangles that a contact names are those of the body, where they are at the time of contact:
/// its points are on them.
EP_TEST(works_triangles_of_a_contact_can_be_asked_for)
{
  scene s = cube_on_ground(0.0);
  const double q0 = 3.0;
  const double q1 = 0.2;
  const ep_result hit = scene_check(&s, &q0, &q1, EP_MODE_TIME_OF_CONTACT, EP_ORDER_AUTOMATIC);
  ck_assert_int_eq(hit.verdict, EP_COLLIDING);
  const double z = q0 + hit.contact.t * (q1 - q0);
  for (int side = 0; side < 2; ++side)
  {
    ep_triangle t;
    ck_assert(ep_world_get_triangle(s.world, hit.contact.body[side], hit.contact.triangle[side],
                                    &t) == EP_OK);
    ck_assert(t.radius == 0.0);
    const double shift = side == 0 ? z : 0.0; // the cube's frame moves along z
    const double half = side == 0 ? 0.5 : 5.0;
    for (int k = 0; k < 3; ++k)
    {
      const double own = hit.contact.point[side][k] - (k == 2 ? shift : 0.0);
      const double lo = fmin(fmin(t.corner[0][k], t.corner[1][k]), t.corner[2][k]);
      const double hi = fmax(fmax(t.corner[0][k], t.corner[1][k]), t.corner[2][k]);
      ck_assert_msg(own >= lo - 1e-6 && own <= hi + 1e-6, "side %d, %d: %g not in %g %g", side, k,
                    own, lo, hi);
      ck_assert(k == 2 || (fabs(lo) <= half && fabs(hi) <= half));
    }
  }
  ep_triangle t;
  ck_assert(ep_world_get_triangle(s.world, 0, 12, &t) == EP_ERROR_MISUSE);
  ck_assert(ep_world_get_triangle(s.world, 0, -1, &t) == EP_ERROR_MISUSE);
  ck_assert(ep_world_get_triangle(s.world, 2, 0, &t) == EP_ERROR_MISUSE);
  ck_assert(ep_world_get_triangle(s.world, 0, 0, NULL) == EP_ERROR_MISUSE);
  ep_rope_info rope;
  ck_assert(ep_world_get_rope(s.world, 0, &rope) == EP_ERROR_MISUSE);
  scene_end(&s);
}

/// What is not written is counted; the other way round the same contacts are found.
EP_TEST(works_contacts_beyond_the_capacity_are_counted)
{
  scene s = cube_on_ground(0.1);
  const double q0 = 3.0;
  const double q1 = 0.55;
  ep_contact contacts[CONTACTS_MAX];
  ep_contact again[CONTACTS_MAX];
  int32_t count;
  int32_t counted;
  ck_assert(ep_edge_contacts(s.checker, &q0, &q1, 1.0, contacts, CONTACTS_MAX, &count, NULL) ==
            EP_OK);
  ck_assert(ep_edge_contacts(s.checker, &q1, &q0, 0.0, again, CONTACTS_MAX, &counted, NULL) ==
            EP_OK);
  ck_assert_int_ge(count, 4);
  ck_assert_int_eq(count, counted);
  for (int32_t i = 0; i < count; ++i)
  {
    ck_assert(contacts[i].triangle[0] == again[i].triangle[0] &&
              contacts[i].triangle[1] == again[i].triangle[1]);
    ck_assert(contacts[i].kind == EP_CONTACT_CLEARANCE && contacts[i].clearance == 0.1);
  }
  ck_assert(ep_edge_contacts(s.checker, &q0, &q1, 1.0, again, 1, &counted, NULL) == EP_OK);
  ck_assert_int_eq(counted, count);
  ck_assert(ep_edge_contacts(s.checker, &q0, &q1, 1.0, NULL, 0, &counted, NULL) == EP_OK);
  ck_assert_int_eq(counted, count);
  ck_assert(ep_edge_contacts(s.checker, &q0, &q1, 0.0, contacts, CONTACTS_MAX, &count, NULL) ==
            EP_OK);
  ck_assert_int_eq(count, 0);
  scene_expect_free(&s, &q0, &q0); // asking leaves nothing behind
  scene_end(&s);
}

EP_TEST(robust_contacts_are_asked_for_properly)
{
  scene s = cube_on_ground(0.0);
  const double q = 3.0;
  ep_contact contact;
  int32_t count;
  ep_error error;
  ck_assert(ep_edge_contacts(NULL, &q, &q, 0.0, &contact, 1, &count, &error) == EP_ERROR_MISUSE);
  ck_assert(ep_edge_contacts(s.checker, NULL, &q, 0.0, &contact, 1, &count, &error) ==
            EP_ERROR_MISUSE);
  ck_assert(ep_edge_contacts(s.checker, &q, &q, 0.0, NULL, 1, &count, &error) == EP_ERROR_MISUSE);
  ck_assert(ep_edge_contacts(s.checker, &q, &q, 0.0, &contact, 1, NULL, &error) == EP_ERROR_MISUSE);
  const double bad[3] = {-0.1, 1.1, NAN};
  for (int i = 0; i < 3; ++i)
  {
    ck_assert(ep_edge_contacts(s.checker, &q, &q, bad[i], &contact, 1, &count, &error) ==
              EP_ERROR_INPUT);
    ck_assert(strstr(error.message, "t = ") != NULL);
  }
  ck_assert(ep_edge_contacts(s.checker, &q, &q, 0.0, &contact, -1, &count, &error) ==
            EP_ERROR_INPUT);
  ck_assert(ep_edge_contacts(s.checker, &(double){NAN}, &q, 0.0, &contact, 1, &count, &error) ==
            EP_ERROR_INPUT);
  scene_end(&s);
}

// --- Clearances ---

EP_TEST(sound_clearance_of_states_and_edges)
{
  scene s = cube_on_ground(0.3); // what is demanded does not matter here
  for (int i = 0; i < 40; ++i)
  {
    const double low = 0.5 + 0.05 * i;
    const double high = low + 0.7;
    ep_clearance c;
    ep_error error;
    ck_assert_msg(ep_edge_clearance(s.checker, &high, &low, 10.0, &c, &error) == EP_OK, "%s",
                  error.message);
    const double gap = low - 0.5;
    ck_assert_msg(c.lower <= gap + 1e-12 && c.upper >= gap - 1e-9, "%g not in %g %g", gap, c.lower,
                  c.upper);
    ck_assert_msg(c.upper - c.lower <= 2.5 * SCENE_TOLERANCE, "%g to %g", c.lower, c.upper);
    ck_assert_int_eq(c.touches, i == 0);
    ck_assert(ep_state_clearance(s.checker, &low, 10.0, &c, NULL) == EP_OK);
    ck_assert(c.lower <= gap + 1e-12 && c.upper >= gap - 1e-9);
    ck_assert(ep_state_clearance(s.checker, &high, 0.5, &c, NULL) == EP_OK);
    ck_assert(c.lower == 0.5 && c.upper == 0.5 && c.contact.kind == EP_CONTACT_NONE);
  }
  ep_error error;
  ep_clearance c;
  const double bad[4] = {0.0, -1.0, NAN, INFINITY};
  for (int i = 0; i < 4; ++i)
  {
    ck_assert(ep_state_clearance(s.checker, &bad[0], bad[i], &c, &error) == EP_ERROR_INPUT);
  }
  ck_assert(ep_state_clearance(NULL, &bad[0], 1.0, &c, &error) == EP_ERROR_MISUSE);
  scene_end(&s);
}

// --- Pairs that always meet ---

static void note(int32_t a, int32_t b, void* user)
{
  int32_t* seen = user;
  seen[0] += 1;
  seen[1] = a;
  seen[2] = b;
}

/// Three links in a row; the first and the third have shapes that always meet, the others meet now
/// and then, or never.
EP_TEST(works_pairs_that_always_meet_are_proposed)
{
  scene s = scene_begin(0.0);
  ep_link_desc links[3] = {scene_link("base", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1),
                           scene_link("arm", 0, EP_JOINT_REVOLUTE, 0, 0, 1),
                           scene_link("hand", 1, EP_JOINT_REVOLUTE, 0, 0, 1)};
  scene_machine(&s, "m", links, 3);
  scene_shape(&s, 0, 0, scene_ball(0.5, 0, 0, 0));
  scene_shape(&s, 0, 1, scene_ball(0.1, 0, 0, 5));
  scene_shape(&s, 0, 2, scene_box(1.0, 0.1, 0.1, 0.9, 0, 0)); // reaches into the ball, always
  scene_obstacle(&s, "often", scene_box(0.2, 3.0, 0.2, 1.1, 0, 0));
  scene_obstacle(&s, "never", scene_box(1.0, 1.0, 1.0, 9.0, 0, 0));
  scene_freeze(&s);
  double states[60];
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 80);
  for (int i = 0; i < 60; ++i)
  {
    states[i] = ep_rng_uniform(&rng, -1.0, 1.0);
  }
  int32_t seen[3] = {0, -1, -1};
  int32_t count;
  ep_error error;
  ck_assert_msg(ep_checker_propose_allowed(s.checker, states, 20, note, seen, &count, &error) ==
                    EP_OK,
                "%s", error.message);
  ck_assert_int_eq(count, 1);
  ck_assert_int_eq(seen[0], 1);
  ck_assert_str_eq(ep_world_body_name(s.world, seen[1]), "m/base");
  ck_assert_str_eq(ep_world_body_name(s.world, seen[2]), "m/hand");
  ck_assert(ep_checker_propose_allowed(s.checker, states, 0, NULL, NULL, &count, &error) ==
            EP_ERROR_INPUT);
  ck_assert(ep_checker_propose_allowed(s.checker, NULL, 1, NULL, NULL, &count, &error) ==
            EP_ERROR_MISUSE);
  states[4] = NAN;
  ck_assert(ep_checker_propose_allowed(s.checker, states, 20, NULL, NULL, &count, &error) ==
            EP_ERROR_INPUT);
  scene_end(&s);
}
