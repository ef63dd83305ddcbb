/// @file test_checker_calls.c
/// What checkers refuse: null pointers, configurations that cannot be used, bodies that are not
/// what they should be, batches. A refusal leaves no verdict, and the checker as it was.
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NOT_A_NUMBER ((double)NAN)
#define ENDLESS      ((double)INFINITY)
#define INPUT        EP_ERROR_INPUT
#define MISUSE       EP_ERROR_MISUSE

static void expect_refused(ep_status status, const ep_error* error, ep_status expected,
                           const char* a, const char* b)
{
  ck_assert_msg(status == expected, "'%s', not '%s': %s", ep_status_text(status),
                ep_status_text(expected), error->message);
  ck_assert_int_eq(error->status, expected);
  ck_assert_msg(strstr(error->message, a) != NULL && strstr(error->message, b) != NULL,
                "no '%s' and '%s' in '%s'", a, b, error->message);
}

#define REFUSED(call, expected, a, b)                                                              \
  do                                                                                               \
  {                                                                                                \
    ep_error error = {EP_OK, ""};                                                                  \
    const ep_status status_ = (call);                                                              \
    expect_refused(status_, &error, (expected), (a), (b));                                         \
  } while (0)

// --- A crane: slide, swing, and a ball joint; a wall, a payload ---

#define VALUES 6

typedef struct crane
{
  scene s;
  int32_t wall;
  int32_t load;
} crane;

static const double rest[VALUES] = {0, 0, 0, 0, 0, 1};
static const double beyond[VALUES] = {12, 0, 0, 0, 0, 1};
static const double near[VALUES] = {5, 1, 0, 0, 1, 1};

static crane make_crane(void)
{
  crane c = {.s = scene_begin(0.0)};
  const ep_link_desc links[3] = {scene_link("slide", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                 scene_link("swing", 0, EP_JOINT_REVOLUTE, 0, 0, 1),
                                 scene_link("hand", 1, EP_JOINT_BALL, 0, 0, 1)};
  scene_machine(&c.s, "m", links, 3);
  scene_shape(&c.s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  scene_shape(&c.s, 0, 1, scene_box(1, 0.1, 0.1, 1, 0, 0));
  c.wall = scene_obstacle(&c.s, "wall", scene_box(1, 5, 5, 10, 0, 0));
  c.load = scene_payload(&c.s, "load", scene_box(0.1, 0.1, 0.1, 0, 0, 0));
  scene_freeze(&c.s);
  return c;
}

static void expect_works(crane* c)
{
  scene_expect_free(&c->s, rest, near);
  scene_expect_kind(&c->s, rest, beyond, EP_CONTACT_NONE, "m/swing", "wall");
}

EP_TEST(robust_checker_of_nothing)
{
  ep_checker* checker = (ep_checker*)(void*)&checker;
  crane c = make_crane();
  REFUSED(ep_checker_create(NULL, &checker, &error), MISUSE, "ep_checker_create", "null");
  REFUSED(ep_checker_create(c.s.world, NULL, &error), MISUSE, "ep_checker_create", "null");
  ep_checker_destroy(NULL);
  scene_end(&c.s);
}

EP_TEST(robust_bad_attachments_are_refused)
{
  crane c = make_crane();
  ep_checker* checker = c.s.checker;
  const ep_pose pose = ep_pose_identity();
  const int32_t hook = c.s.first_body[0];
  REFUSED(ep_checker_attach(NULL, c.load, hook, &pose, &error), MISUSE, "ep_checker_attach",
          "null");
  const int32_t others[5] = {-1, 99, c.wall, hook, INT32_MAX};
  for (int i = 0; i < 5; ++i)
  {
    char words[32];
    snprintf(words, sizeof words, "body %d", (int)others[i]);
    REFUSED(ep_checker_attach(checker, others[i], hook, &pose, &error), INPUT, words, "payload");
  }
  const int32_t hosts[4] = {-2, 99, c.wall, c.load};
  for (int i = 0; i < 4; ++i)
  {
    char words[32];
    snprintf(words, sizeof words, "body %d", (int)hosts[i]);
    REFUSED(ep_checker_attach(checker, c.load, hosts[i], &pose, &error), INPUT, "'load'", words);
  }
  REFUSED(ep_checker_attach(checker, c.load, hook, NULL, &error), INPUT, "'load'", "pose");
  const double bad[4] = {NOT_A_NUMBER, ENDLESS, -ENDLESS, 2e6};
  for (int i = 0; i < 4; ++i)
  {
    ep_pose off = pose;
    off.position[i % 3] = bad[i];
    REFUSED(ep_checker_attach(checker, c.load, hook, &off, &error), INPUT, "'load'", "pose");
    off = pose;
    off.rotation[i] = i % 2 == 0 ? NOT_A_NUMBER : ENDLESS;
    REFUSED(ep_checker_attach(checker, c.load, hook, &off, &error), INPUT, "'load'", "quaternion");
  }
  ep_pose zero = pose;
  zero.rotation[3] = 0.0;
  REFUSED(ep_checker_attach(checker, c.load, hook, &zero, &error), INPUT, "quaternion", "0 0 0 0");
  expect_works(&c); // it hangs nowhere
  scene_end(&c.s);
}

/// What refuses to attach leaves the payload where it was.
EP_TEST(robust_refused_attachment_moves_nothing)
{
  crane c = make_crane();
  ep_pose pose = ep_pose_identity();
  pose.position[0] = 4.0;
  ck_assert(ep_checker_attach(c.s.checker, c.load, c.s.first_body[0], &pose, NULL) == EP_OK);
  pose.position[0] = NOT_A_NUMBER;
  ck_assert(ep_checker_attach(c.s.checker, c.load, c.s.first_body[0], &pose, NULL) == INPUT);
  ck_assert(ep_checker_attach(c.s.checker, c.load, c.wall, &pose, NULL) == INPUT);
  const double touching[VALUES] = {5.6, 0, 0, 0, 0, 1};
  scene_expect_kind(&c.s, rest, touching, EP_CONTACT_NONE, "load", "wall");
  scene_end(&c.s);
}

/// Each call once with each pointer missing, and with a struct of another size.
EP_TEST(robust_null_pointers_are_refused)
{
  crane c = make_crane();
  ep_checker* checker = c.s.checker;
  ep_result result = {.verdict = EP_FREE};
  REFUSED(ep_check_edge(NULL, rest, near, NULL, &result, &error), MISUSE, "null", "");
  ck_assert_int_eq(result.verdict, EP_UNDECIDED);
  REFUSED(ep_check_edge(checker, NULL, near, NULL, &result, &error), MISUSE, "null", "");
  REFUSED(ep_check_edge(checker, rest, NULL, NULL, &result, &error), MISUSE, "null", "");
  REFUSED(ep_check_edge(checker, rest, near, NULL, NULL, &error), MISUSE, "null", "");
  REFUSED(ep_check_state(NULL, rest, NULL, &result, &error), MISUSE, "null", "");
  REFUSED(ep_check_state(checker, NULL, NULL, &result, &error), MISUSE, "null", "");
  REFUSED(ep_check_state(checker, rest, NULL, NULL, &error), MISUSE, "null", "");
  ep_check_options options = ep_check_default();
  options.struct_size += 8;
  result.verdict = EP_FREE;
  REFUSED(ep_check_edge(checker, rest, near, &options, &result, &error), MISUSE, "struct_size",
          "ep_check_default");
  ck_assert_int_eq(result.verdict, EP_UNDECIDED);
  ep_clearance clearance;
  REFUSED(ep_edge_clearance(NULL, rest, near, 1.0, &clearance, &error), MISUSE, "null", "");
  REFUSED(ep_edge_clearance(checker, NULL, near, 1.0, &clearance, &error), MISUSE, "null", "");
  REFUSED(ep_edge_clearance(checker, rest, NULL, 1.0, &clearance, &error), MISUSE, "null", "");
  REFUSED(ep_edge_clearance(checker, rest, near, 1.0, NULL, &error), MISUSE, "null", "");
  REFUSED(ep_state_clearance(NULL, rest, 1.0, &clearance, &error), MISUSE, "null", "");
  REFUSED(ep_state_clearance(checker, rest, 1.0, NULL, &error), MISUSE, "null", "");
  int32_t count;
  REFUSED(ep_checker_resting_overlaps(NULL, NULL, NULL, &count, &error), MISUSE, "null", "");
  REFUSED(ep_checker_resting_overlaps(checker, NULL, NULL, NULL, &error), MISUSE, "null", "");
  expect_works(&c);
  scene_end(&c.s);
}

/// A value that cannot be used, at either end of an edge: named by its link, and no verdict.
EP_TEST(robust_bad_configurations_are_refused)
{
  crane c = make_crane();
  const struct
  {
    int at;
    double value;
    const char* link;
    const char* word;
  } cases[] = {{0, NOT_A_NUMBER, "slide", "nan"}, {0, ENDLESS, "slide", "inf"},
               {0, 2e6, "slide", "2e+06"},        {1, NOT_A_NUMBER, "swing", "nan"},
               {1, 1e4, "swing", "10000"},        {2, NOT_A_NUMBER, "hand", ""},
               {4, -ENDLESS, "hand", ""},         {5, 0.0, "hand", "quaternion"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
  {
    double q[VALUES];
    ep_result result = {.verdict = EP_FREE};
    ep_clearance clearance = {.lower = 1.0};
    memcpy(q, rest, sizeof q);
    q[cases[i].at] = cases[i].value;
    REFUSED(ep_check_edge(c.s.checker, q, rest, NULL, &result, &error), INPUT, cases[i].link,
            cases[i].word);
    ck_assert_int_eq(result.verdict, EP_UNDECIDED);
    result.verdict = EP_FREE;
    REFUSED(ep_check_edge(c.s.checker, rest, q, NULL, &result, &error), INPUT, cases[i].link,
            cases[i].word);
    ck_assert_int_eq(result.verdict, EP_UNDECIDED);
    result.verdict = EP_FREE;
    REFUSED(ep_check_state(c.s.checker, q, NULL, &result, &error), INPUT, cases[i].link,
            cases[i].word);
    ck_assert_int_eq(result.verdict, EP_UNDECIDED);
    REFUSED(ep_edge_clearance(c.s.checker, rest, q, 1.0, &clearance, &error), INPUT, cases[i].link,
            cases[i].word);
    ck_assert(clearance.lower == 0.0 && clearance.touches);
  }
  const double limits[5] = {0.0, -1.0, NOT_A_NUMBER, ENDLESS, 2e6};
  for (int i = 0; i < 5; ++i)
  {
    ep_clearance clearance = {.lower = 1.0};
    REFUSED(ep_edge_clearance(c.s.checker, rest, near, limits[i], &clearance, &error), INPUT,
            "limit", "");
    REFUSED(ep_state_clearance(c.s.checker, rest, limits[i], &clearance, &error), INPUT, "limit",
            "");
  }
  expect_works(&c);
  scene_end(&c.s);
}

/// Two machines: the message names the one whose value is bad.
EP_TEST(robust_bad_configurations_name_the_machine)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("slide", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "left", &link, 1);
  scene_machine(&s, "right", &link, 1);
  scene_shape(&s, 0, 0, scene_ball(0.1, 0, 0, 0));
  scene_freeze(&s);
  const double bad[2] = {0, NOT_A_NUMBER}, good[2] = {0, 0};
  ep_result result;
  REFUSED(ep_check_edge(s.checker, bad, good, NULL, &result, &error), INPUT, "right", "slide");
  scene_end(&s);
}

/// Worlds with nothing in them, with obstacles alone, with links that have no shape: always free.
EP_TEST(works_worlds_of_almost_nothing)
{
  for (int kind = 0; kind < 4; ++kind)
  {
    scene s = scene_begin(0.1);
    const ep_link_desc link = scene_link("slide", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
    if (kind >= 1 && kind < 3)
    {
      scene_obstacle(&s, "wall", scene_box(1, 1, 1, 0, 0, 0));
    }
    if (kind >= 2)
    {
      scene_machine(&s, "m", &link, 1);
    }
    scene_freeze(&s);
    const double q0 = -5.0, q1 = 5.0;
    ck_assert_int_eq(ep_world_config_size(s.world), kind >= 2 ? 1 : 0);
    scene_expect_free(&s, &q0, &q1);
    ep_result result;
    ck_assert(kind >= 2 || ep_check_edge(s.checker, NULL, NULL, NULL, &result, NULL) == EP_OK);
    int32_t count = -1;
    ck_assert(ep_checker_resting_overlaps(s.checker, NULL, NULL, &count, NULL) == EP_OK);
    ck_assert_int_eq(count, 0);
    ep_clearance clearance;
    ck_assert(ep_edge_clearance(s.checker, &q0, &q1, 7.0, &clearance, NULL) == EP_OK);
    ck_assert(clearance.lower == 7.0 && !clearance.touches);
    ck_assert_int_eq(clearance.contact.kind, EP_CONTACT_NONE);
    scene_end(&s);
  }
}

// --- Batches ---

#define EDGES 40

EP_TEST(robust_bad_batches_are_refused)
{
  crane c = make_crane();
  crane d = make_crane();
  static double q0[EDGES * VALUES], q1[EDGES * VALUES];
  static ep_result results[EDGES];
  ep_checker* same[2] = {c.s.checker, c.s.checker};
  ep_checker* foreign[2] = {c.s.checker, d.s.checker};
  ep_checker* missing[2] = {c.s.checker, NULL};
  for (int i = 0; i < EDGES; ++i)
  {
    memcpy(q0 + (ptrdiff_t)i * VALUES, rest, sizeof rest);
    memcpy(q1 + (ptrdiff_t)i * VALUES, i % 2 == 0 ? near : beyond, sizeof near);
  }
  const char* who = "ep_check_edges";
  REFUSED(ep_check_edges(NULL, 1, q0, q1, EDGES, NULL, results, &error), MISUSE, who, "");
  REFUSED(ep_check_edges(same, 0, q0, q1, EDGES, NULL, results, &error), MISUSE, who, "");
  REFUSED(ep_check_edges(same, -1, q0, q1, EDGES, NULL, results, &error), MISUSE, who, "");
  REFUSED(ep_check_edges(same, 2, q0, q1, EDGES, NULL, results, &error), MISUSE, who, "different");
  REFUSED(ep_check_edges(foreign, 2, q0, q1, EDGES, NULL, results, &error), MISUSE, who, "world");
  REFUSED(ep_check_edges(missing, 2, q0, q1, EDGES, NULL, results, &error), MISUSE, who, "");
  REFUSED(ep_check_edges(same, 1, NULL, q1, EDGES, NULL, results, &error), MISUSE, who, "");
  REFUSED(ep_check_edges(same, 1, q0, NULL, EDGES, NULL, results, &error), MISUSE, who, "");
  REFUSED(ep_check_edges(same, 1, q0, q1, EDGES, NULL, NULL, &error), MISUSE, who, "");
  REFUSED(ep_check_edges(same, 1, q0, q1, -1, NULL, results, &error), MISUSE, who, "");
  ck_assert(ep_check_edges(same, 1, q0, q1, 0, NULL, results, NULL) == EP_OK);
  ep_check_options options = ep_check_default();
  options.struct_size = 0;
  REFUSED(ep_check_edges(same, 1, q0, q1, EDGES, &options, results, &error), MISUSE, "struct_size",
          "");
  ck_assert(ep_check_edges(same, 1, q0, q1, EDGES, NULL, results, NULL) == EP_OK);
  for (int i = 0; i < EDGES; ++i)
  {
    ck_assert_int_eq(results[i].verdict, i % 2 == 0 ? EP_FREE : EP_COLLIDING);
  }
  expect_works(&c);
  scene_end(&c.s);
  scene_end(&d.s);
}

/// One bad edge of a batch: the message names it and its joint, and it is not called free, nor is
/// anything that was not looked at. `results` held other answers before.
EP_TEST(robust_bad_edge_of_a_batch_is_named)
{
  crane c = make_crane();
  static double q0[EDGES * VALUES], q1[EDGES * VALUES];
  static ep_result results[EDGES];
  ep_checker* checkers[4] = {c.s.checker};
  for (int i = 1; i < 4; ++i)
  {
    ck_assert(ep_checker_create(c.s.world, &checkers[i], NULL) == EP_OK);
  }
  for (int bad = 0; bad < EDGES; bad += 13)
  {
    for (int32_t threads = 1; threads <= 4; ++threads)
    {
      for (int i = 0; i < EDGES; ++i)
      {
        memcpy(q0 + (ptrdiff_t)i * VALUES, rest, sizeof rest);
        memcpy(q1 + (ptrdiff_t)i * VALUES, beyond, sizeof beyond);
        results[i].verdict = EP_FREE; // of an earlier batch
      }
      q1[bad * VALUES + 1] = NOT_A_NUMBER;
      char words[32];
      snprintf(words, sizeof words, "edge %d ", bad);
      REFUSED(ep_check_edges(checkers, threads, q0, q1, EDGES, NULL, results, &error), INPUT, words,
              "swing");
      for (int i = 0; i < EDGES; ++i)
      {
        ck_assert_msg(results[i].verdict != EP_FREE, "edge %d, %d threads, bad %d: still free", i,
                      (int)threads, bad);
      }
    }
  }
  for (int i = 1; i < 4; ++i)
  {
    ep_checker_destroy(checkers[i]);
  }
  expect_works(&c);
  scene_end(&c.s);
}

/// More checkers than threads are used: the header promises to do with fewer.
EP_TEST(works_batch_with_more_checkers_than_threads)
{
  enum
  {
    MANY = EP_BATCH_THREADS_MAX + 2
  };
  crane c = make_crane();
  static double q0[EDGES * VALUES], q1[EDGES * VALUES];
  static ep_result results[EDGES];
  ep_checker* checkers[MANY] = {c.s.checker};
  for (int i = 1; i < MANY; ++i)
  {
    ck_assert(ep_checker_create(c.s.world, &checkers[i], NULL) == EP_OK);
  }
  for (int i = 0; i < EDGES; ++i)
  {
    memcpy(q0 + (ptrdiff_t)i * VALUES, rest, sizeof rest);
    memcpy(q1 + (ptrdiff_t)i * VALUES, i % 3 == 0 ? near : beyond, sizeof near);
  }
  ep_error error;
  ck_assert_msg(ep_check_edges(checkers, MANY, q0, q1, EDGES, NULL, results, &error) == EP_OK, "%s",
                error.message);
  for (int i = 0; i < EDGES; ++i)
  {
    ck_assert_int_eq(results[i].verdict, i % 3 == 0 ? EP_FREE : EP_COLLIDING);
  }
  for (int i = 1; i < MANY; ++i)
  {
    ep_checker_destroy(checkers[i]);
  }
  scene_end(&c.s);
}
