/// @file test_scene_carry.c
/// Objects that queries carry: they move along, keep their place exactly, and stand where they were
/// put down.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "scene_tools.h"

#include "scene_internal.h"

#define CRANE           "robots:\n  - {name: crane, urdf: crane.urdf}\n"
#define AT(slew, hoist) "{slew: " #slew ", run: 5, hoist: " #hoist "}"

/// 5 m from the mast, where the jib points at slew = -1.
#define PICKUP "2.701511529340699, -4.207354924039483"

#define LOAD "  - {name: load, box: [0.4, 0.4, 0.4], xyz: [" PICKUP ", 1.4], movable: true}\n"
#define LOW  "  - {name: low, box: [0.3, 0.3, 0.3], xyz: [5, 0, 1.4]}\n"

EP_TEST(works_what_is_attached_moves_along)
{
  folder_begin();
  ep_scene* scene = load_text(
      CRANE
      "obstacles:\n" LOAD LOW "queries:\n"
      "  - {name: empty, start: " AT(-1, 2) ", goal: " AT(
          1,
          2) "}\n"
             "  - {name: carry, start: " AT(-1, 2) ", goal: " AT(
                 1,
                 2) ",\n"
                    "     attach: [{object: load, link: hook}]}\n"
                    "  - {name: high, start: " AT(-1, 1.5) ", goal: " AT(
                        1,
                        1.5) ",\n"
                             "     attach: [{object: load, link: crane/hook, xyz: [0, 0, -0.6]}]}\n"
                             "  - {name: deep, start: " AT(-1, 1.5) ", goal: " AT(
                                 1,
                                 1.5) ",\n"
                                      "     attach: [{object: load, link: hook, xyz: [0, 0, "
                                      "-1]}]}\n"
                                      "  - {name: turned, start: " AT(-1, 1.5) ", goal: " AT(
                                          1,
                                          1.5) ",\n"
                                               "     attach: [{object: load, link: hook, rpy: "
                                               "[3.141592653589793, 0, 0], xyz: "
                                               "[0, 0, -1]}]}\n"
                                               "  - {name: lower, start: " AT(-1, 2) ", goal: " AT(
                                                   -1,
                                                   2.8) "}\n"
                                                        "  - {name: fetch, start: " AT(
                                                            -1,
                                                            2) ", goal: " AT(-1,
                                                                             2.8) ",\n"
                                                                                  "     attach: "
                                                                                  "[{object: load, "
                                                                                  "link: hook, "
                                                                                  "xyz: [0, 0, "
                                                                                  "-0.4]}]}\n");
  expect_query_free(scene, "empty");
  expect_query_hit(scene, "carry", "load", "low");
  expect_query_free(scene, "high"); // its bottom is at 1.7
  expect_query_hit(scene, "deep", "load", "low");
  expect_query_hit(scene, "turned", "load", "low");
  // Where it stood it is in the way only until it is taken.
  expect_query_hit(scene, "lower", "crane/hook", "load");
  expect_query_free(scene, "fetch");
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_what_was_put_down_stands_there)
{
  folder_begin();
  ep_scene* scene = load_text(
      CRANE
      "obstacles:\n" LOAD "queries:\n"
      "  - {name: fresh-here, start: " AT(-1, 2) ", goal: " AT(
          -1,
          3) "}\n"
             "  - {name: fresh-there, start: " AT(0, 2) ", goal: " AT(
                 0,
                 3) "}\n"
                    "  - {name: carry, start: " AT(-1, 2) ", goal: " AT(
                        0,
                        2) ",\n"
                           "     attach: [{object: load, link: hook}]}\n"
                           "  - {name: there, start: end-of carry, goal: " AT(
                               0,
                               3) "}\n"
                                  "  - {name: home, start: end-of carry, goal: " AT(
                                      -1,
                                      2) "}\n"
                                         "  - {name: here, start: end-of home, goal: " AT(
                                             -1,
                                             3) "}\n"
                                                "  - {name: further, start: end-of carry, "
                                                "goal: " AT(
                                                    1,
                                                    2) ",\n"
                                                       "     attach: [{object: load, link: "
                                                       "hook}]}\n"
                                                       "  - {name: beyond, start: end-of "
                                                       "further, goal: " AT(
                                                           1,
                                                           3) "}\n"
                                                              "  - {name: between, start: "
                                                              "end-of further, goal: " AT(
                                                                  0,
                                                                  2) "}\n"
                                                                     "  - {name: left, start: "
                                                                     "end-of between, goal: " AT(
                                                                         0,
                                                                         3) "}\n"
                                                                            "  - {name: "
                                                                            "unrelated, "
                                                                            "start: " AT(
                                                                                1,
                                                                                2) ", "
                                                                                   "goal:"
                                                                                   " " AT(1,
                                                                                          3) "}\n");
  expect_query_hit(scene, "fresh-here", "crane/hook", "load");
  expect_query_free(scene, "fresh-there");
  expect_query_free(scene, "carry");
  expect_query_hit(scene, "there", "crane/hook", "load");
  expect_query_free(scene, "home");
  expect_query_free(scene, "here");
  expect_query_free(scene, "further");
  expect_query_hit(scene, "beyond", "crane/hook", "load");
  expect_query_free(scene, "between");
  expect_query_free(scene, "left");
  expect_query_free(scene, "unrelated"); // no chain of queries leads to it
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_what_may_touch_may_touch)
{
  // The load stands on the floor: lifted, it touches it at the start.
  static const struct
  {
    const char* touch;
    const char* rules;
    bool hits;
  } cases[] = {
      {"", "", true},
      {", touch: [floor]", "", false},
      {", touch: [\"f*\"]", "", false},
      {", touch: [jib]", "", true},
      {"", "allowed: [[load, floor]]\n", false},
      {", touch: [floor]", "clearances: [{pair: [load, floor], clearance: 0.1}]\n", false}};
  folder_begin();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
  {
    char text[1024];
    snprintf(text, sizeof text,
             CRANE "obstacles:\n" LOAD "  - {name: floor, box: [9, 9, 0.2], xyz: [0, 0, 1.1]}\n%s"
                   "queries:\n  - {name: lift, start: " AT(-1, 2) ", goal: " AT(
                       -1, 1) ",\n"
                              "     attach: [{object: load, link: hook%s}]}\n",
             cases[i].rules, cases[i].touch);
    ep_scene* scene = load_text(text);
    if (cases[i].hits)
    {
      expect_query_hit(scene, "lift", "load", "floor");
    }
    else
    {
      expect_query_free(scene, "lift");
    }
    ep_scene_destroy(scene);
  }
  folder_end();
}

/// A cube that leans over by a matrix reaches a post that an upright one would not.
EP_TEST(works_a_deformed_object_is_carried_as_it_is)
{
  static const double upright[16] = {
      0.4, 0, 0, 2.701511529340699, 0, 0.4, 0, -4.207354924039483, 0, 0, 0.4, 1.4, 0, 0, 0, 1};
  folder_begin();
  for (int leans = 0; leans < 2; ++leans)
  {
    double m[16];
    memcpy(m, upright, sizeof m);
    // At slew = -1 the jib's direction is (cos 1, -sin 1): up to 1 m outwards with height.
    m[2] = leans * 2.0 * cos(1.0);
    m[6] = leans * -2.0 * sin(1.0);
    char numbers[512] = "";
    for (int k = 0; k < 16; ++k)
    {
      char number[40];
      snprintf(number, sizeof number, "%s%.17g", k == 0 ? "" : ", ", m[k]);
      strcat(numbers, number);
    }
    char text[1536];
    snprintf(text, sizeof text,
             CRANE "obstacles:\n  - {name: load, mesh: cube.obj, matrix: [%s], movable: true}\n"
                   "  - {name: post, box: [0.1, 0.1, 0.1], xyz: [5.9, 0, 1.58]}\n"
                   "queries:\n"
                   "  - {name: carry, start: " AT(-1, 2.2) ", goal: " AT(
                       1, 2.2) ",\n"
                               "     attach: [{object: load, link: hook, touch: [hook]}]}\n"
                               "  - {name: back, start: end-of carry, goal: " AT(-1, 2.2) "}\n",
             numbers);
    ep_scene* scene = load_text(text);
    if (leans)
    {
      expect_query_hit(scene, "carry", "load", "post");
    }
    else
    {
      expect_query_free(scene, "carry");
    }
    // Put down, its matrix is the one at first, turned by 2 rad about the mast.
    double found[16];
    const ep_pose pose = ep_scene_object_pose(scene, 0, 1);
    (void)ep_scene_geometry_at(&scene->objects[0], &pose, found);
    for (int k = 0; k < 4; ++k)
    {
      ck_assert_double_eq_tol(found[k], cos(2.0) * m[k] - sin(2.0) * m[4 + k], 1e-12);
      ck_assert_double_eq_tol(found[4 + k], sin(2.0) * m[k] + cos(2.0) * m[4 + k], 1e-12);
      ck_assert_double_eq_tol(found[8 + k], m[8 + k], 1e-12);
      ck_assert(found[12 + k] == m[12 + k]);
    }
    bench b = bench_open(scene, 1);
    bench_close(&b);
    ep_scene_destroy(scene);
  }
  folder_end();
}

/// The matrix of a pose, by the textbook.
static ep_frame frame_of(const ep_pose* p)
{
  const double x = p->rotation[0], y = p->rotation[1], z = p->rotation[2], w = p->rotation[3];
  const double n = x * x + y * y + z * z + w * w;
  return (ep_frame){
      {{(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n},
       {2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n},
       {2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n}},
      {p->position[0], p->position[1], p->position[2]}};
}

static ep_frame product(const ep_frame* a, const ep_frame* b)
{
  ep_frame c;
  for (int i = 0; i < 3; ++i)
  {
    c.position[i] = a->position[i];
    for (int j = 0; j < 3; ++j)
    {
      c.position[i] += a->rotation[i][j] * b->position[j];
      c.rotation[i][j] = 0.0;
      for (int k = 0; k < 3; ++k)
      {
        c.rotation[i][j] += a->rotation[i][k] * b->rotation[k][j];
      }
    }
  }
  return c;
}

static void expect_same_frame(const ep_frame* a, const ep_frame* b)
{
  for (int i = 0; i < 3; ++i)
  {
    ck_assert_double_eq_tol(a->position[i], b->position[i], 1e-12);
    for (int j = 0; j < 3; ++j)
    {
      ck_assert_double_eq_tol(a->rotation[i][j], b->rotation[i][j], 1e-13);
    }
  }
}

/// Attached without a pose, an object stays where it stands, whatever way link and object are
/// turned; put down, it stands where the link has brought it.
EP_TEST(works_attachments_keep_their_place_exactly)
{
  folder_begin();
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t trial = 0, n = ep_test_trials(100); trial < n; ++trial)
  {
    double v[20];
    for (int k = 0; k < 20; ++k)
    {
      v[k] = ep_rng_uniform(&rng, -3.0, 3.0);
    }
    char text[2048];
    snprintf(text, sizeof text,
             "robots:\n  - {name: f, urdf: flyer.urdf, base: {rpy: [%.17g, %.17g, %.17g]}, "
             "default: {tail: 0}}\n"
             "obstacles:\n  - {name: load, box: [1, 1, 1], xyz: [%.17g, %.17g, %.17g],\n"
             "     rpy: [%.17g, %.17g, %.17g], scale: [1, 2, 3], movable: true}\n"
             "queries:\n  - name: go\n"
             "    start: {base.x: %.17g, base.y: 1, base.z: 2, base.qx: %.17g, base.qy: %.17g, "
             "base.qz: %.17g, base.qw: %.17g, nose: %.17g}\n"
             "    goal: {base.x: %.17g, base.y: 3, base.z: 4, base.qx: %.17g, base.qy: %.17g, "
             "base.qz: %.17g, base.qw: %.17g, nose: %.17g}\n"
             "    attach: [{object: load, link: tip}]\n"
             "  - {name: on, start: end-of go, goal: {base.x: 0, base.y: 0, base.z: 0, nose: 0}}\n",
             v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[13],
             v[14], v[15], v[16], v[17], v[18], v[19], v[0]);
    ep_scene* scene = load_text(text);
    const ep_machine* machine = ep_robot_machine(ep_scene_robot(scene, 0));
    const ep_scene_query* query = ep_scene_get_query(scene, 0);
    const int32_t tip = ep_machine_find_link(machine, "tip");
    ep_frame frames[16];
    ck_assert_int_eq(ep_machine_forward(machine, query->start, frames, NULL), EP_OK);
    const ep_frame attached = frame_of(&query->attachments[0].pose);
    const ep_frame found = product(&frames[tip], &attached);
    const ep_frame stood = frame_of(&ep_scene_get_object(scene, 0)->geometry.pose);
    expect_same_frame(&found, &stood);
    ck_assert_int_eq(ep_machine_forward(machine, query->goal, frames, NULL), EP_OK);
    const ep_frame carried = product(&frames[tip], &attached);
    const ep_pose pose = ep_scene_object_pose(scene, 0, 1);
    const ep_frame left = frame_of(&pose);
    expect_same_frame(&left, &carried);
    ep_scene_destroy(scene);
  }
  folder_end();
}
