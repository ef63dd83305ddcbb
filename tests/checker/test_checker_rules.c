/// @file test_checker_rules.c
/// Which pairs are checked, and what is demanded of them.
#include "scene.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

static double from, to;

static double at(double t)
{
  return from + t * (to - from);
}

// --- Pairs: a cube of 1 m falls on the ground ---

static double falling_gap(double t)
{
  return at(t) - 0.5;
}

static scene falling_cube(double clearance)
{
  scene s = scene_begin(clearance);
  const ep_link_desc link = scene_link("box", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  scene_obstacle(&s, "ground 7", scene_box(20, 20, 1, 0, 0, -0.5));
  from = 5.0;
  to = 0.1;
  return s;
}

EP_TEST(works_allowed_pairs_are_not_reported)
{
  const struct
  {
    const char* a;
    const char* b;
    bool matches;
  } cases[] = {
      {"m/box", "ground 7", true},
      {"ground 7", "m/box", true},
      {"m/*", "ground ?", true},
      {"*", "*", true},
      {"gr*d*", "?/b*", true},
      {"m/box", "ground", false},
      {"m/box", "ground ??", false},
      {"box", "ground 7", false},
      {"m/box", "m/box", false},
      {"*?7", "m?box", true},
      {"", "*", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
  {
    scene s = falling_cube(0.0);
    ep_error error;
    ck_assert_msg(ep_world_allow(s.world, cases[i].a, cases[i].b, &error) == EP_OK, "%s",
                  error.message);
    scene_freeze(&s);
    const ep_result r = scene_check(&s, &from, &to, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC);
    ck_assert_msg((r.verdict == EP_FREE) == cases[i].matches, "'%s' '%s': %s", cases[i].a,
                  cases[i].b, ep_verdict_text(r.verdict));
    scene_end(&s);
  }
}

/// What is demanded, by whom, and what counts in the end.
EP_TEST(sound_clearances_of_bodies_and_pairs)
{
  const struct
  {
    double world;
    double body;     ///< of "ground*"; negative: not said
    double pair;     ///< of "ground*" and "m/?ox"
    double pair_too; ///< said later
    double demanded;
  } cases[] = {
      {0.1, -1, -1, -1, 0.1},      {0.1, 0.5, -1, -1, 0.5},    {0.1, 0.05, -1, -1, 0.1},
      {0.1, -1, 0.02, -1, 0.02},   {0.1, 0.5, 0.02, -1, 0.02}, {0.0, 0.5, 1.5, -1, 1.5},
      {0.1, 0.5, 1.5, 0.25, 0.25}, {0.1, 0.5, 0.25, 1.5, 1.5}, {0.1, -1, 0, -1, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
  {
    scene s = falling_cube(cases[i].world);
    ck_assert(cases[i].body < 0.0 ||
              ep_world_set_clearance(s.world, "ground*", cases[i].body, NULL) == EP_OK);
    ck_assert(cases[i].pair < 0.0 || ep_world_set_pair_clearance(s.world, "ground*", "m/?ox",
                                                                 cases[i].pair, NULL) == EP_OK);
    ck_assert(cases[i].pair_too < 0.0 ||
              ep_world_set_pair_clearance(s.world, "m/*", "*", cases[i].pair_too, NULL) == EP_OK);
    scene_freeze(&s);
    const scene_contact contact = scene_first(falling_gap, cases[i].demanded, "m/box", "ground 7");
    scene_expect_contact(&s, &from, &to, &contact);
    const double stop = 0.5 + cases[i].demanded + 2.0 * SCENE_TOLERANCE;
    scene_expect_free(&s, &from, &stop);
    scene_end(&s);
  }
}

/// Two walls with different demands: the nearer one does not hide the one that demands more.
EP_TEST(sound_each_pair_has_its_own_clearance)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("box", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  scene_obstacle(&s, "near", scene_box(100, 1, 1, 0, 1.3, 0));
  scene_obstacle(&s, "far", scene_box(1, 1, 1, 0, -3, 0));
  ck_assert(ep_world_set_clearance(s.world, "far", 2.1, NULL) == EP_OK);
  scene_freeze(&s);
  from = -20.0;
  to = 20.0;
  const ep_result r = scene_check(&s, &from, &to, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC);
  ck_assert_int_eq(r.verdict, EP_COLLIDING);
  ck_assert_str_eq(ep_world_body_name(s.world, r.contact.body[1]), "far");
  ck_assert_int_ne(r.contact.kind, EP_CONTACT_INTERSECTION);
  ck_assert(r.contact.clearance == 2.1);
  scene_end(&s);
}

// --- Adjacent links: they overlap where they are joined ---

/// Three links in a row along x, each 1 m long and turned about z; `middle`: it has a shape.
static scene chain_of_three(bool middle, bool allow_adjacent)
{
  scene s = scene_begin(0.0);
  ep_link_desc links[3] = {scene_link("a", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1),
                           scene_link("b", 0, EP_JOINT_REVOLUTE, 0, 0, 1),
                           scene_link("c", 1, EP_JOINT_REVOLUTE, 0, 0, 1)};
  links[1].origin.position[0] = 1.0;
  links[2].origin.position[0] = middle ? 1.0 : 0.0;
  scene_machine(&s, "m", links, 3);
  for (int32_t i = 0; i < 3; ++i)
  {
    if (i != 1 || middle)
    {
      scene_shape(&s, 0, i, scene_box(1.1, 0.2, 0.2, 0.5, 0, 0));
    }
  }
  scene_obstacle(&s, "elsewhere", scene_ball(1, 0, 0, 20));
  ck_assert(ep_world_allow_adjacent(s.world, allow_adjacent) == EP_OK);
  scene_freeze(&s);
  return s;
}

EP_TEST(works_adjacent_links_may_touch)
{
  const double q0[3] = {0, 0, 0}, q1[3] = {1, 0.5, -0.5};
  scene s = chain_of_three(true, true);
  scene_expect_free(&s, q0, q1);
  scene_end(&s);
  s = chain_of_three(false, true); // c is carried by a: b has no shape
  scene_expect_free(&s, q0, q1);
  scene_end(&s);
  for (int middle = 0; middle < 2; ++middle)
  {
    s = chain_of_three(middle == 1, false);
    const ep_result r = scene_check(&s, q0, q1, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC);
    ck_assert_int_eq(r.verdict, EP_COLLIDING);
    scene_end(&s);
  }
}

/// a and c are not adjacent: folded back, c lies on a.
EP_TEST(sound_links_beyond_the_next_are_checked)
{
  scene s = chain_of_three(true, true);
  const double q0[3] = {0, 0.5 * PI, 0.25 * PI}, q1[3] = {0, 0.5 * PI, PI};
  scene_expect_kind(&s, q0, q1, EP_CONTACT_NONE, "m/a", "m/c");
  scene_end(&s);
}

/// A hammer on a bracket that is bolted on a base: the two are one, so the hammer is adjacent to
/// both, whether the bracket has a shape or not.
EP_TEST(sound_bolted_links_are_adjacent_as_one)
{
  for (int kind = 0; kind < 4; ++kind)
  {
    const bool allow = kind % 2 == 0;
    scene s = scene_begin(0.0);
    ep_link_desc links[3] = {scene_link("base", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 1, 0),
                             scene_link("bracket", 0, EP_JOINT_FIXED, 0, 0, 1),
                             scene_link("hammer", 1, EP_JOINT_REVOLUTE, 0, 1, 0)};
    links[1].origin.position[2] = 1.0;
    scene_machine(&s, "m", links, 3);
    scene_shape(&s, 0, 0, scene_box(4, 1, 0.2, 0, 0, 0));
    if (kind < 2)
    {
      scene_shape(&s, 0, 1, scene_box(0.2, 0.2, 0.2, 0, 0, 0.5));
    }
    scene_shape(&s, 0, 2, scene_box(1.5, 0.1, 0.1, 0.75, 0, 0));
    ck_assert_int_eq(ep_world_allow_adjacent(s.world, allow), EP_OK);
    scene_freeze(&s);
    const double q0[2] = {0, -0.5}, q1[2] = {0, 1.2};
    if (allow)
    {
      scene_expect_free(&s, q0, q1);
    }
    else
    {
      scene_expect_kind(&s, q0, q1, EP_CONTACT_NONE, "m/hammer", "m/base");
    }
    scene_end(&s);
  }
}

/// Bolted on the far side of a joint: the hammer's neighbour is the arm, not the base under it. The
/// arm itself has no shape, the plate bolted on it has.
EP_TEST(sound_only_the_nearest_group_is_adjacent)
{
  scene s = scene_begin(0.0);
  ep_link_desc links[4] = {scene_link("base", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 1, 0),
                           scene_link("arm", 0, EP_JOINT_PRISMATIC, 0, 0, 1),
                           scene_link("plate", 1, EP_JOINT_FIXED, 0, 0, 1),
                           scene_link("hammer", 1, EP_JOINT_REVOLUTE, 0, 1, 0)};
  links[1].origin.position[2] = 1.0;
  scene_machine(&s, "m", links, 4);
  scene_shape(&s, 0, 0, scene_box(4, 1, 0.2, 0, 0, 0));
  scene_shape(&s, 0, 2, scene_box(0.2, 0.2, 0.2, 0, 0, 0));
  scene_shape(&s, 0, 3, scene_box(1.5, 0.1, 0.1, 0.75, 0, 0));
  scene_freeze(&s);
  const double q0[3] = {0, 0, -0.5}, q1[3] = {0, 0, 1.2};
  scene_expect_kind(&s, q0, q1, EP_CONTACT_NONE, "m/hammer", "m/base");
  scene_end(&s);
}

/// Two roots of one machine carry each other not at all: a cart that runs into its own buffer.
EP_TEST(sound_roots_are_not_adjacent)
{
  for (int fixed = 0; fixed < 2; ++fixed)
  {
    scene s = scene_begin(0.0);
    const ep_link_desc links[2] = {scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                   scene_link("buffer", EP_NO_LINK,
                                              fixed == 1 ? EP_JOINT_FIXED : EP_JOINT_PRISMATIC, 0,
                                              1, 0)};
    scene_machine(&s, "m", links, 2);
    scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
    scene_shape(&s, 0, 1, scene_box(1, 1, 1, 5, 0, 0));
    scene_freeze(&s);
    const double q0[2] = {0, 0}, q1[2] = {5, 0};
    scene_expect_kind(&s, q0, q1, EP_CONTACT_NONE, "m/cart", "m/buffer");
    scene_end(&s);
  }
}

/// Two ropes, each between two slides, one lowered through the other: along x at z = 0, along y
/// from z = 1 to z = -1.
EP_TEST(sound_ropes_are_checked_against_ropes)
{
  scene s = scene_begin(0.0);
  const ep_link_desc links[4] = {scene_link("a", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                 scene_link("b", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                 scene_link("c", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1),
                                 scene_link("d", EP_NO_LINK, EP_JOINT_PRISMATIC, 0, 0, 1)};
  scene_machine(&s, "m", links, 4);
  const int32_t first = s.first_body[0];
  const int32_t ends[2][2] = {{first, first + 1}, {first + 2, first + 3}};
  const double points[2][2][3] = {{{-2, 0, 0}, {2, 0, 0}}, {{0, -2, 0}, {0, 2, 0}}};
  for (int i = 0; i < 2; ++i)
  {
    ck_assert(ep_world_add_rope(s.world, i == 0 ? "low" : "high", ends[i], points[i], 0.01, NULL,
                                NULL) == EP_OK);
  }
  scene_freeze(&s);
  const double q0[4] = {0, 0, 1, 1}, q1[4] = {0, 0, -1, -1}, beside[4] = {0, 0, 1, 2};
  scene_expect_free(&s, q0, beside);
  scene_expect_kind(&s, q0, q1, EP_CONTACT_NONE, "low", "high");
  scene_end(&s);
}

/// Which overlaps were reported, by name.
typedef struct overlaps
{
  scene* in;
  int32_t count;
  bool foot_and_ground;
  bool slide_and_lid;
} overlaps;

static void see_pair(int32_t a, int32_t b, void* user)
{
  overlaps* seen = user;
  const char* first = ep_world_body_name(seen->in->world, a);
  const char* second = ep_world_body_name(seen->in->world, b);
  ck_assert(first != NULL && second != NULL && strncmp(first, "m/", 2) == 0);
  ++seen->count;
  seen->foot_and_ground |= strcmp(first, "m/foot") == 0 && strcmp(second, "ground") == 0;
  seen->slide_and_lid |= (strcmp(first, "m/slide") == 0 && strcmp(second, "m/lid") == 0) ||
                         (strcmp(first, "m/lid") == 0 && strcmp(second, "m/slide") == 0);
  ck_assert(strcmp(second, "far") != 0);
}

/// Overlaps that never change are reported and do not make every edge collide.
EP_TEST(works_resting_overlaps_are_reported)
{
  scene s = scene_begin(0.0);
  ep_link_desc links[4] = {scene_link("foot", EP_NO_LINK, EP_JOINT_FIXED, 0, 0, 1),
                           scene_link("slide", 0, EP_JOINT_PRISMATIC, 0, 0, 1),
                           scene_link("plate", 1, EP_JOINT_FIXED, 0, 0, 1),
                           scene_link("lid", 2, EP_JOINT_FIXED, 0, 0, 1)};
  links[1].origin.position[2] = 5.0;
  scene_machine(&s, "m", links, 4);
  for (int32_t i = 0; i < 4; ++i)
  {
    scene_shape(&s, 0, i, scene_box(1, 1, 1, 0.1 * i, 0.07 * i, 0.03 * i));
  }
  scene_obstacle(&s, "ground", scene_box(10, 10, 1, 0, 0, -0.6));
  scene_obstacle(&s, "far", scene_box(1, 1, 1, 4, 4, 4));
  scene_freeze(&s);
  const double q0 = 0.0, q1 = 3.0;
  scene_expect_free(&s, &q0, &q1);
  overlaps seen = {.in = &s};
  int32_t count = -1;
  ck_assert(ep_checker_resting_overlaps(s.checker, see_pair, &seen, &count, NULL) == EP_OK);
  ck_assert_int_eq(count, seen.count);
  ck_assert_msg(seen.foot_and_ground, "foot and ground are missing among %d", (int)count);
  ck_assert_msg(seen.slide_and_lid, "slide and lid are missing among %d", (int)count);
  count = -1;
  ck_assert(ep_checker_resting_overlaps(s.checker, NULL, NULL, &count, NULL) == EP_OK);
  ck_assert_int_eq(count, seen.count);
  scene_end(&s);
}

/// What the world says of a pair, the same from both sides; negative where it is not checked.
static double pair_demand(const scene* s, const char* a, const char* b)
{
  const int32_t body[2] = {ep_world_find_body(s->world, a), ep_world_find_body(s->world, b)};
  ck_assert(body[0] != EP_NO_BODY && body[1] != EP_NO_BODY);
  bool checked[2] = {true, true};
  double clearance[2] = {-7.0, -7.0};
  for (int i = 0; i < 2; ++i)
  {
    ck_assert(ep_world_get_pair(s->world, body[i], body[1 - i], &checked[i], &clearance[i]) ==
              EP_OK);
  }
  ck_assert(checked[0] == checked[1] && clearance[0] == clearance[1]);
  ck_assert(checked[0] || clearance[0] == 0.0);
  return checked[0] ? clearance[0] : -1.0;
}

/// A frozen world tells of every kind of pair what it checks, whichever body is named first.
EP_TEST(works_pairs_can_be_asked_for)
{
  scene s = scene_begin(0.25);
  ep_link_desc links[4] = {scene_link("foot", EP_NO_LINK, EP_JOINT_FIXED, 0, 0, 1),
                           scene_link("slide", 0, EP_JOINT_PRISMATIC, 0, 0, 1),
                           scene_link("arm", 1, EP_JOINT_REVOLUTE, 0, 0, 1),
                           scene_link("hand", 2, EP_JOINT_REVOLUTE, 0, 0, 1)};
  scene_machine(&s, "m", links, 4);
  for (int32_t i = 0; i < 4; ++i)
  {
    scene_shape(&s, 0, i, scene_box(1, 1, 1, 0, 0, 0));
  }
  scene_obstacle(&s, "wall", scene_box(1, 1, 1, 9, 0, 0));
  scene_obstacle(&s, "wire", scene_box(1, 1, 1, 0, 9, 0));
  scene_payload(&s, "load", scene_box(1, 1, 1, 0, 0, 0));
  bool checked = false;
  double clearance;
  ck_assert(ep_world_get_pair(s.world, 0, 1, &checked, &clearance) == EP_ERROR_MISUSE);
  ck_assert(ep_world_set_clearance(s.world, "wire", 3.0, NULL) == EP_OK);
  ck_assert(ep_world_set_pair_clearance(s.world, "wire", "m/hand", 0.0, NULL) == EP_OK);
  ck_assert(ep_world_allow(s.world, "m/arm", "wall", NULL) == EP_OK);
  scene_freeze(&s);
  const struct
  {
    const char* a;
    const char* b;
    double demanded;
  } cases[] = {
      {"m/foot", "m/foot", -1.0}, {"m/foot", "m/slide", -1.0}, {"m/foot", "m/arm", 0.25},
      {"m/slide", "m/arm", -1.0}, {"m/slide", "m/hand", 0.25}, {"m/foot", "wall", -1.0},
      {"m/slide", "wall", 0.25},  {"m/arm", "wall", -1.0},     {"m/arm", "wire", 3.0},
      {"m/hand", "wire", 0.0},    {"wall", "wire", -1.0},      {"wall", "wall", -1.0},
      {"load", "wall", 0.25},     {"load", "wire", 3.0},       {"load", "m/hand", 0.25},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
  {
    const double is = pair_demand(&s, cases[i].a, cases[i].b);
    ck_assert_msg(is == cases[i].demanded, "%s and %s: %g instead of %g", cases[i].a, cases[i].b,
                  is, cases[i].demanded);
  }
  ck_assert(ep_world_get_pair(s.world, -1, 0, &checked, &clearance) == EP_ERROR_MISUSE);
  ck_assert(ep_world_get_pair(s.world, 0, ep_world_body_count(s.world), &checked, &clearance) ==
            EP_ERROR_MISUSE);
  ck_assert(ep_world_get_pair(s.world, 0, 1, NULL, &clearance) == EP_ERROR_MISUSE);
  ck_assert(ep_world_get_pair(s.world, 0, 1, &checked, NULL) == EP_ERROR_MISUSE);
  ck_assert(ep_world_get_pair(NULL, 0, 1, &checked, &clearance) == EP_ERROR_MISUSE);
  scene_end(&s);
}
