/// @file test_model_machine.c
/// Descriptions and configurations, good and bad, and forward kinematics against the oracle.
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static ep_link_desc about_z(const char* name, int32_t parent, ep_joint_type joint)
{
  ep_link_desc link = ep_link_default();
  link.name = name;
  link.parent = parent;
  link.joint = joint;
  link.axis[0] = 0.0;
  link.axis[2] = 1.0;
  return link;
}

/// base, arm, tool: a chain of revolute joints.
static void chain(ep_link_desc links[3])
{
  links[0] = about_z("base", EP_NO_LINK, EP_JOINT_REVOLUTE);
  links[1] = about_z("arm", 0, EP_JOINT_REVOLUTE);
  links[2] = about_z("tool", 1, EP_JOINT_REVOLUTE);
}

static ep_machine_desc crane(const ep_link_desc* links, int32_t count)
{
  ep_machine_desc desc = ep_machine_default();
  desc.name = "crane";
  desc.links = links;
  desc.link_count = count;
  return desc;
}

static ep_machine* make(const ep_link_desc* links, int32_t count)
{
  const ep_machine_desc desc = crane(links, count);
  ep_machine* machine;
  ep_error error;
  ck_assert_msg(ep_machine_create(&desc, &machine, &error) == EP_OK, "%s", error.message);
  return machine;
}

static void expect_words(const ep_error* error, ep_status status, const char* a, const char* b)
{
  ck_assert_int_eq(error->status, status);
  ck_assert_msg(strstr(error->message, "crane") != NULL, "no machine in: %s", error->message);
  ck_assert_msg(strstr(error->message, a) != NULL, "no '%s' in: %s", a, error->message);
  ck_assert_msg(strstr(error->message, b) != NULL, "no '%s' in: %s", b, error->message);
}

static void expect_status(const ep_machine_desc* desc, ep_status status, ep_error* error)
{
  int nothing;
  ep_machine* machine = (ep_machine*)(void*)&nothing; // must be overwritten
  error->status = EP_OK;
  error->message[0] = '\0';
  ck_assert_int_eq(ep_machine_create(desc, &machine, error), status);
  ck_assert(machine == NULL);
  ck_assert_int_eq(error->status, status);
  ck_assert(error->message[0] != '\0');
  ck_assert_int_eq(ep_machine_create(desc, &machine, NULL), status);
}

/// Bad input whose message names the machine and holds the words a and b.
static void refuse(const ep_link_desc* links, int32_t count, const char* a, const char* b)
{
  const ep_machine_desc desc = crane(links, count);
  ep_error error;
  expect_status(&desc, EP_ERROR_INPUT, &error);
  expect_words(&error, EP_ERROR_INPUT, a, b);
}

EP_TEST(robust_bad_origins)
{
  ep_link_desc links[3];
  const double bad[4] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 2e6};
  const char* const text[4] = {"nan", "inf", "-inf", "2e+06"};
  for (int i = 0; i < 4; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      chain(links);
      links[1].origin.position[k] = bad[i];
      refuse(links, 3, "'arm'", text[i]);
    }
    for (int k = 0; i < 3 && k < 4; ++k)
    {
      chain(links);
      links[2].origin.rotation[k] = bad[i];
      refuse(links, 3, "'tool'", text[i]);
    }
  }
  chain(links);
  links[1].origin.position[0] = nextafter(EP_LENGTH_MAX, 1e9);
  refuse(links, 3, "'arm'", "1.04858e+06");
  chain(links);
  links[1].origin.rotation[3] = 0.0;
  refuse(links, 3, "'arm'", "quaternion 0 0 0 0");
  chain(links);
  links[1].origin.position[0] = EP_LENGTH_MAX;
  ep_machine_destroy(make(links, 3));
}

EP_TEST(robust_bad_joints)
{
  ep_link_desc links[3];
  chain(links);
  links[1].axis[2] = 0.0;
  refuse(links, 3, "'arm'", "axis 0 0 0");
  chain(links);
  links[1].axis[1] = (double)NAN;
  refuse(links, 3, "'arm'", "nan");
  chain(links);
  links[1].axis[1] = (double)INFINITY;
  refuse(links, 3, "'arm'", "inf");
  chain(links);
  links[2].joint = (ep_joint_type)99;
  refuse(links, 3, "'tool'", "99");
  chain(links);
  links[2].joint = (ep_joint_type)-1;
  refuse(links, 3, "'tool'", "-1");
  chain(links); // no axis is needed where nothing turns or slides along it
  links[1].joint = EP_JOINT_FIXED;
  links[2].joint = EP_JOINT_BALL;
  links[1].axis[2] = links[2].axis[2] = 0.0;
  ep_machine_destroy(make(links, 3));
}

EP_TEST(robust_bad_limits)
{
  ep_link_desc links[3];
  chain(links);
  links[1].lower[0] = 1.25;
  links[1].upper[0] = -2.5;
  refuse(links, 3, "'arm'", "1.25 to -2.5");
  chain(links);
  links[1].lower[0] = (double)NAN;
  refuse(links, 3, "'arm'", "nan");
  chain(links);
  links[1].upper[0] = (double)NAN;
  refuse(links, 3, "'arm'", "nan");
  chain(links);
  links[1].joint = EP_JOINT_PLANAR;
  links[1].lower[2] = 3.0;
  links[1].upper[2] = 2.0;
  refuse(links, 3, "'arm'", "3 to 2");
  chain(links);
  links[1].lower[0] = (double)INFINITY;
  refuse(links, 3, "'arm'", "inf");
  chain(links); // one value is a range
  links[1].lower[0] = links[1].upper[0] = 0.5;
  ep_machine_destroy(make(links, 3));
}

EP_TEST(robust_bad_trees)
{
  ep_link_desc links[3];
  chain(links);
  links[0].parent = 1;
  refuse(links, 2, "'base'", "cycle");
  chain(links);
  links[1].parent = 1;
  refuse(links, 3, "'arm'", "cycle");
  chain(links);
  links[2].parent = 7;
  refuse(links, 3, "'tool'", "7");
  chain(links);
  links[2].parent = -2;
  refuse(links, 3, "'tool'", "-2");
  chain(links);
  links[2].parent = 3;
  refuse(links, 3, "'tool'", "3");
  chain(links);
  links[2].name = "base";
  refuse(links, 3, "'base'", "same name");
}

/// The link with the bad parent is named, also where a child of it is checked first.
EP_TEST(robust_unknown_parent_names_the_link_that_has_it)
{
  ep_link_desc links[3];
  chain(links);
  links[0].parent = 1;
  links[1].parent = 7;
  refuse(links, 3, "'arm'", "7");
}

/// The same for a followed joint.
EP_TEST(robust_unknown_followed_names_the_link_that_has_it)
{
  ep_link_desc links[3];
  chain(links);
  links[0].mimic_of = 1;
  links[1].mimic_of = 7;
  refuse(links, 3, "'arm'", "7");
}

EP_TEST(robust_bad_names)
{
  ep_link_desc links[3];
  chain(links);
  links[1].name = "";
  refuse(links, 3, "link 1", "name");
  links[1].name = NULL;
  refuse(links, 3, "link 1", "name");
}

EP_TEST(robust_bad_sizes)
{
  static ep_link_desc many[EP_LINK_MAX + 1];
  static char names[EP_LINK_MAX + 1][16];
  for (int32_t i = 0; i <= EP_LINK_MAX; ++i)
  {
    snprintf(names[i], sizeof names[i], "l%d", (int)i);
    many[i] = about_z(names[i], i - 1, EP_JOINT_REVOLUTE);
  }
  refuse(many, 0, "0 links", "4096");
  refuse(many, -1, "-1 links", "4096");
  refuse(many, EP_LINK_MAX + 1, "4097", "4096");
  refuse(many, EP_DEPTH_MAX + 1, "'l128'", "129");
  ep_machine_destroy(make(many, EP_DEPTH_MAX));
  for (int32_t i = 0; i <= EP_LINK_MAX; ++i)
  {
    many[i].parent = i % 8 == 0 ? EP_NO_LINK : i - 1;
  }
  ep_machine* machine = make(many, EP_LINK_MAX);
  ck_assert_int_eq(ep_machine_link_count(machine), EP_LINK_MAX);
  ep_machine_destroy(machine);
}

static void* take(size_t bytes, void* user)
{
  (void)user;
  return malloc(bytes);
}

static void give(void* block, void* user)
{
  (void)user;
  free(block);
}

EP_TEST(robust_misuse)
{
  ep_link_desc links[3];
  ep_error error;
  ep_machine* machine;
  chain(links);
  ep_machine_desc desc = crane(links, 3);
  desc.struct_size -= 8;
  expect_status(&desc, EP_ERROR_MISUSE, &error);
  desc = crane(links, 3);
  links[1].struct_size = 0;
  expect_status(&desc, EP_ERROR_MISUSE, &error);
  expect_words(&error, EP_ERROR_MISUSE, "link 1", "struct_size");
  chain(links);
  desc.name = NULL;
  expect_status(&desc, EP_ERROR_MISUSE, &error);
  desc = crane(NULL, 3);
  expect_status(&desc, EP_ERROR_MISUSE, &error);
  desc = crane(links, 3);
  desc.allocator.allocate = take;
  expect_status(&desc, EP_ERROR_MISUSE, &error);
  expect_words(&error, EP_ERROR_MISUSE, "allocate", "release");
  desc = crane(links, 3);
  desc.allocator.release = give;
  expect_status(&desc, EP_ERROR_MISUSE, &error);
  desc = crane(links, 3);
  ck_assert_int_eq(ep_machine_create(NULL, &machine, &error), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_create(&desc, NULL, &error), EP_ERROR_MISUSE);
  ck_assert(error.message[0] != '\0');
  machine = make(links, 3);
  const double q[3] = {0, 0, 0};
  ep_frame frames[3];
  ep_link_info info;
  ep_edge* edge;
  ck_assert_int_eq(ep_machine_link(machine, 3, &info), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_link(machine, -1, &info), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_link(machine, 0, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_link(NULL, 0, &info), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_check_config(machine, NULL, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_check_config(NULL, q, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_check_limits(NULL, q, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_check_limits(machine, NULL, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_forward(machine, q, NULL, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_forward(machine, NULL, frames, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_machine_forward(NULL, q, frames, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_edge_create(machine, NULL, NULL), EP_ERROR_MISUSE);
  ck_assert_int_eq(ep_edge_create(NULL, &edge, NULL), EP_ERROR_MISUSE);
  ep_machine_destroy(machine);
  ep_machine_destroy(NULL);
  ep_edge_destroy(NULL);
}

EP_TEST(robust_bad_mimics)
{
  ep_link_desc links[3];
  chain(links);
  links[2].mimic_of = 9;
  refuse(links, 3, "'tool'", "9");
  chain(links);
  links[2].mimic_of = 2;
  refuse(links, 3, "'tool'", "cycle");
  chain(links);
  links[1].mimic_of = 2;
  links[2].mimic_of = 1;
  refuse(links, 3, "'arm'", "cycle");
  chain(links);
  links[0].joint = EP_JOINT_PLANAR;
  links[2].mimic_of = 0;
  refuse(links, 3, "'tool'", "planar");
  chain(links);
  links[2].joint = EP_JOINT_BALL;
  links[2].mimic_of = 0;
  refuse(links, 3, "'tool'", "ball");
  chain(links);
  links[0].joint = EP_JOINT_CONTINUOUS;
  links[2].mimic_of = 0;
  links[2].mimic_multiplier = 0.5;
  refuse(links, 3, "'tool'", "0.5");
  chain(links); // 3 * (1/3.0) rounds to 1 and is not
  links[0].joint = EP_JOINT_CONTINUOUS;
  links[1].joint = EP_JOINT_REVOLUTE;
  links[2].mimic_of = 1;
  links[2].mimic_multiplier = 1.0 / 3.0;
  links[1].mimic_of = 0;
  links[1].mimic_multiplier = 3.0;
  refuse(links, 3, "'tool'", "1");
  chain(links); // a sliding joint may not follow at all, not even times 0
  links[0].joint = EP_JOINT_CONTINUOUS;
  links[2].joint = EP_JOINT_PRISMATIC;
  links[2].mimic_of = 0;
  links[2].mimic_multiplier = 0.0;
  refuse(links, 3, "'tool'", "prismatic");
  chain(links);
  links[0].joint = EP_JOINT_CONTINUOUS;
  links[2].joint = EP_JOINT_PRISMATIC;
  links[2].mimic_of = 0;
  refuse(links, 3, "'tool'", "prismatic");
  chain(links);
  links[2].mimic_of = 0;
  links[2].mimic_multiplier = (double)NAN;
  refuse(links, 3, "'tool'", "nan");
  links[2].mimic_multiplier = 1.0;
  links[2].mimic_offset = (double)INFINITY;
  refuse(links, 3, "'tool'", "inf");
  chain(links); // one half of twice is a whole
  links[0].joint = EP_JOINT_CONTINUOUS;
  links[2].mimic_of = 1;
  links[2].mimic_multiplier = 0.5;
  links[1].mimic_of = 0;
  links[1].mimic_multiplier = -2.0;
  ep_machine* machine = make(links, 3);
  ep_link_info info;
  ck_assert(ep_machine_link(machine, 2, &info) == EP_OK);
  ck_assert(info.mimic_of == 0 && info.mimic_multiplier == -1.0);
  ep_machine_destroy(machine);
}

static void refuse_config(const ep_machine* machine, const double* q, const char* a, const char* b)
{
  ep_error error = {EP_OK, ""};
  ep_frame frames[8];
  ck_assert_int_eq(ep_machine_check_config(machine, q, &error), EP_ERROR_INPUT);
  expect_words(&error, EP_ERROR_INPUT, a, b);
  ck_assert_int_eq(ep_machine_check_limits(machine, q, NULL), EP_ERROR_INPUT);
  ck_assert_int_eq(ep_machine_forward(machine, q, frames, &error), EP_ERROR_INPUT);
  expect_words(&error, EP_ERROR_INPUT, a, b);
}

EP_TEST(robust_bad_configurations)
{
  ep_link_desc links[4] = {
      about_z("turn", EP_NO_LINK, EP_JOINT_REVOLUTE), about_z("geared", 0, EP_JOINT_REVOLUTE),
      about_z("car", EP_NO_LINK, EP_JOINT_PLANAR), about_z("body", EP_NO_LINK, EP_JOINT_FLOATING)};
  links[1].mimic_of = 0;
  links[1].mimic_multiplier = 10.0;
  ep_machine* machine = make(links, 4);
  const double good[11] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  const char* const names[11] = {"'turn'", "'car'",  "'car'",  "'car'",  "'body'", "'body'",
                                 "'body'", "'body'", "'body'", "'body'", "'body'"};
  double q[11];
  ep_error error;
  ck_assert_int_eq(ep_machine_config_size(machine), 11);
  ck_assert_int_eq(ep_machine_check_config(machine, good, &error), EP_OK);
  ck_assert(error.status == EP_OK && error.message[0] == '\0');
  for (int k = 0; k < 11; ++k)
  {
    memcpy(q, good, sizeof q);
    q[k] = (double)NAN;
    refuse_config(machine, q, names[k], "nan");
    q[k] = -(double)INFINITY;
    refuse_config(machine, q, names[k], "-inf");
    q[k] = 2e6;
    if (k < 7) // the length of a quaternion means nothing
    {
      refuse_config(machine, q, names[k], "2e+06");
    }
  }
  memcpy(q, good, sizeof q);
  q[0] = 9000.0;
  refuse_config(machine, q, "'turn'", "9000");
  q[0] = 820.0;
  refuse_config(machine, q, "'geared'", "8200");
  memcpy(q, good, sizeof q);
  q[3] = -9000.0;
  refuse_config(machine, q, "'car'", "-9000");
  q[3] = EP_ANGLE_MAX;
  ck_assert_int_eq(ep_machine_check_config(machine, q, NULL), EP_OK);
  memcpy(q, good, sizeof q);
  q[10] = 0.0;
  refuse_config(machine, q, "'body'", "0 0 0 0");
  ep_machine_destroy(machine);
}

static void expect_limits(const ep_machine* machine, const double* q, const char* link,
                          const char* words)
{
  ep_error error = {EP_OK, ""};
  const ep_status status = ep_machine_check_limits(machine, q, &error);
  if (link == NULL)
  {
    ck_assert_msg(status == EP_OK, "refused: %s", error.message);
    return;
  }
  ck_assert_int_eq(status, EP_ERROR_INPUT);
  expect_words(&error, EP_ERROR_INPUT, link, words);
  ck_assert_int_eq(ep_machine_check_config(machine, q, NULL), EP_OK);
}

EP_TEST(robust_limits)
{
  ep_link_desc links[4] = {about_z("turn", EP_NO_LINK, EP_JOINT_REVOLUTE),
                           about_z("geared", 0, EP_JOINT_REVOLUTE),
                           about_z("wheel", EP_NO_LINK, EP_JOINT_CONTINUOUS),
                           about_z("car", EP_NO_LINK, EP_JOINT_PLANAR)};
  links[0].lower[0] = -0.1;
  links[0].upper[0] = 0.7;
  links[1].mimic_of = 0;
  links[1].mimic_multiplier = -2.0;
  links[1].mimic_offset = 0.5;
  links[1].lower[0] = -0.5;
  links[2].lower[0] = -1.0;
  links[2].upper[0] = 2.0;
  links[3].lower[0] = -3.0;
  links[3].upper[1] = 4.0;
  links[3].lower[2] = 3.0; // across pi
  links[3].upper[2] = 3.5;
  ep_machine* machine = make(links, 4);
  const double good[5] = {0.0, 0.0, 0.0, 0.0, 3.25};
  expect_limits(machine, good, NULL, "");
  const struct
  {
    int at;
    double value;
    const char* link;
    const char* words;
  } cases[] = {
      {0, -0.1, NULL, ""},
      {0, 0.5, NULL, ""},
      {0, -0.25, "'turn'", "-0.25 is outside its limits -0.1 to 0.7"},
      {0, nextafter(-0.1, -1.0), "'turn'", "-0.1 to 0.7"},
      {0, 0.75, "'turn'", "0.75 is outside its limits -0.1 to 0.7"},
      {0, 0.625, "'geared'", "-0.75 is outside its limits -0.5 to inf"},
      {1, -1.0, NULL, ""},
      {1, 2.0, NULL, ""},
      {1, 2.5, "'wheel'", "2.5 is outside its limits -1 to 2"},
      {1, 2 * PI + 1.5, NULL, ""},
      {1, -2 * PI + 1.5, NULL, ""},
      {1, 20 * PI - 0.5, NULL, ""},
      {1, 2 * PI + 2.5, "'wheel'", "-1 to 2"},
      {1, -2 * PI - 1.5, "'wheel'", "-1 to 2"},
      {2, -3.0, NULL, ""},
      {2, -3.5, "'car'.x", "-3.5 is outside its limits -3 to inf"},
      {2, 1e6, NULL, ""},
      {3, 4.0, NULL, ""},
      {3, 4.5, "'car'.y", "4.5 is outside its limits -inf to 4"},
      {4, 3.0, NULL, ""},
      {4, 3.5, NULL, ""},
      {4, -3.0, NULL, ""},
      {4, 3.25 - 2 * PI, NULL, ""},
      {4, 3.25 + 6 * PI, NULL, ""},
      {4, 0.0, "'car'.yaw", "0 is outside its limits 3 to 3.5"},
      {4, -2.5, "'car'.yaw", "-2.5 is outside its limits 3 to 3.5"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
  {
    double q[5];
    memcpy(q, good, sizeof q);
    q[cases[i].at] = cases[i].value;
    expect_limits(machine, q, cases[i].link, cases[i].words);
  }
  ep_machine_destroy(machine);
}

/// With one limit only, some turn of any angle is on the right side of it.
EP_TEST(robust_one_sided_limits_of_angles_that_wrap)
{
  ep_link_desc links[2] = {about_z("up", EP_NO_LINK, EP_JOINT_CONTINUOUS),
                           about_z("down", EP_NO_LINK, EP_JOINT_CONTINUOUS)};
  links[0].lower[0] = 1.0;
  links[1].upper[0] = 1.0;
  ep_machine* machine = make(links, 2);
  expect_limits(machine, (const double[2]){0.0, 0.0}, NULL, "");
  expect_limits(machine, (const double[2]){-3.0, 0.5}, NULL, "");
  expect_limits(machine, (const double[2]){0.0, 2 * PI + 0.5}, NULL, "");
  expect_limits(machine, (const double[2]){0.0, 3.0}, NULL, "");
  ep_machine_destroy(machine);
}

typedef struct counter
{
  int calls;
  int fail_at; ///< the call that returns NULL, from 1
  int live;
} counter;

static void* counted_take(size_t bytes, void* user)
{
  counter* c = user;
  if (++c->calls == c->fail_at)
  {
    return NULL;
  }
  ++c->live;
  return malloc(bytes);
}

static void counted_give(void* block, void* user)
{
  counter* c = user;
  ck_assert(block != NULL);
  --c->live;
  free(block);
}

EP_TEST(robust_failing_allocator)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 30);
  const ep_random_options options = ep_random_options_default();
  static ep_random_machine raw;
  ep_random_machine_make(&raw, &options, &rng);
  bool done = false;
  int failures = 0;
  for (int k = 1; !done && k < 100; ++k)
  {
    counter c = {0, k, 0};
    ep_machine_desc desc = crane(raw.links, raw.count);
    desc.allocator = (ep_allocator){counted_take, counted_give, &c};
    ep_machine* machine;
    ep_edge* edge = NULL;
    ep_error error = {EP_OK, ""};
    ep_status status = ep_machine_create(&desc, &machine, &error);
    if (status != EP_OK)
    {
      ck_assert(machine == NULL);
      ck_assert_int_eq(c.live, 0);
    }
    else
    {
      const int before = c.live;
      status = ep_edge_create(machine, &edge, &error);
      ck_assert((status == EP_OK) == (edge != NULL));
      ck_assert(status == EP_OK || c.live == before);
    }
    if (status != EP_OK)
    {
      ++failures;
      ck_assert_int_eq(status, EP_ERROR_MEMORY);
      ck_assert_int_eq(error.status, EP_ERROR_MEMORY);
      ck_assert(strstr(error.message, "crane") != NULL);
    }
    done = status == EP_OK;
    ep_edge_destroy(edge);
    ep_machine_destroy(machine);
    ck_assert_int_eq(c.live, 0);
  }
  ck_assert(done && failures >= 2);
}

EP_TEST(works_axes_of_any_length)
{
  const double lengths[5] = {1.0, 5.0, 1e-300, 1e300, 4e-320};
  for (int i = 0; i < 5; ++i)
  {
    ep_link_desc link = about_z("l", EP_NO_LINK, EP_JOINT_REVOLUTE);
    link.axis[0] = 0.6 * lengths[i];
    link.axis[1] = 0.0;
    link.axis[2] = -0.8 * lengths[i];
    ep_machine* machine = make(&link, 1);
    ep_link_info info;
    const double tolerance = lengths[i] < 1e-310 ? 1e-3 : 1e-15; // a subnormal has few digits
    ck_assert(ep_machine_link(machine, 0, &info) == EP_OK);
    ck_assert_double_eq_tol(info.axis[0], 0.6, tolerance);
    ck_assert(info.axis[1] == 0.0);
    ck_assert_double_eq_tol(info.axis[2], -0.8, tolerance);
    ck_assert_double_eq_tol(hypot(info.axis[0], info.axis[2]), 1.0, 1e-15);
    ep_machine_destroy(machine);
  }
}

EP_TEST(works_configuration_layout)
{
  const ep_joint_type types[8] = {EP_JOINT_FLOATING,   EP_JOINT_FIXED,    EP_JOINT_PLANAR,
                                  EP_JOINT_REVOLUTE,   EP_JOINT_BALL,     EP_JOINT_REVOLUTE,
                                  EP_JOINT_CONTINUOUS, EP_JOINT_PRISMATIC};
  const int32_t starts[8] = {0, -1, 7, -1, 10, 14, 15, 16};
  const int32_t sizes[8] = {7, 0, 3, 0, 4, 1, 1, 1};
  const int32_t parents[8] = {4, 0, 6, EP_NO_LINK, 3, 3, EP_NO_LINK, 2}; // any order
  const int32_t depths[8] = {3, 4, 2, 1, 2, 2, 1, 3};
  char names[8][4];
  ep_link_desc links[8];
  for (int i = 0; i < 8; ++i)
  {
    snprintf(names[i], sizeof names[i], "l%d", i);
    links[i] = about_z(names[i], parents[i], types[i]);
  }
  links[3].mimic_of = 5;
  links[3].mimic_multiplier = 2.0;
  links[3].mimic_offset = -1.0;
  links[7].lower[0] = -2.0;
  links[7].upper[0] = 3.0;
  ep_machine* machine = make(links, 8);
  memset(names, 'x', sizeof names); // the machine has copies
  memset(links, 0, sizeof links);
  ck_assert_int_eq(ep_machine_config_size(machine), 17);
  ck_assert_int_eq(ep_machine_link_count(machine), 8);
  ck_assert_str_eq(ep_machine_name(machine), "crane");
  ck_assert_int_eq(ep_machine_find_link(machine, "nobody"), EP_NO_LINK);
  for (int32_t i = 0; i < 8; ++i)
  {
    char name[4];
    snprintf(name, sizeof name, "l%d", (int)i);
    ep_link_info info;
    ck_assert(ep_machine_link(machine, i, &info) == EP_OK);
    ck_assert_str_eq(info.name, name);
    ck_assert_int_eq(ep_machine_find_link(machine, name), i);
    ck_assert_int_eq(info.parent, parents[i]);
    ck_assert_int_eq(info.depth, depths[i]);
    ck_assert_int_eq(info.joint, types[i]);
    ck_assert_int_eq(info.config_size, sizes[i]);
    ck_assert(sizes[i] == 0 || info.config_start == starts[i]);
    ck_assert_int_eq(info.mimic_of, i == 3 ? 5 : EP_NO_LINK);
    ck_assert(info.mimic_multiplier == (i == 3 ? 2.0 : 1.0));
    ck_assert(info.mimic_offset == (i == 3 ? -1.0 : 0.0));
    ck_assert(info.lower[0] == (i == 7 ? -2.0 : -(double)INFINITY));
    ck_assert(info.upper[0] == (i == 7 ? 3.0 : (double)INFINITY));
    ck_assert(i == 3 || ep_joint_type_config_size(types[i]) == sizes[i]);
  }
  ep_machine_destroy(machine);
  ck_assert_str_eq(ep_joint_type_text(EP_JOINT_REVOLUTE), "revolute");
  ck_assert(ep_joint_type_text((ep_joint_type)99) != NULL);
}

/// Two roots, children before parents.
EP_TEST(works_trees_in_any_order)
{
  ep_link_desc links[4] = {
      about_z("tip", 2, EP_JOINT_PRISMATIC), about_z("post", EP_NO_LINK, EP_JOINT_REVOLUTE),
      about_z("beam", 1, EP_JOINT_REVOLUTE), about_z("lone", EP_NO_LINK, EP_JOINT_PRISMATIC)};
  links[2].origin.position[0] = 1.0;
  links[0].origin.position[0] = 2.0;
  links[3].origin.position[1] = 5.0;
  ep_machine* machine = make(links, 4);
  const double q[4] = {3.0, PI / 2, PI / 2, -1.0};
  ep_frame f[4];
  ck_assert(ep_machine_forward(machine, q, f, NULL) == EP_OK);
  const double where[4][3] = {{-2, 1, 3}, {0, 0, 0}, {0, 1, 0}, {0, 5, -1}};
  const double cosines[4] = {-1, 0, -1, 1};
  for (int i = 0; i < 4; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      ck_assert_double_eq_tol(f[i].position[k], where[i][k], 1e-14);
    }
    ck_assert_double_eq_tol(f[i].rotation[0][0], cosines[i], 1e-14);
  }
  ep_machine_destroy(machine);
}

EP_TEST(works_pose_from_rpy)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 31);
  for (int i = 0; i < 200; ++i)
  {
    double rpy[3], s[3], c[3];
    const double xyz[3] = {1.5, -2.5, 1e3};
    for (int k = 0; k < 3; ++k)
    {
      rpy[k] = i < 3 ? (k == i ? 0.75 : 0.0) : ep_rng_uniform(&rng, -7.0, 7.0);
      s[k] = sin(rpy[k]);
      c[k] = cos(rpy[k]);
    }
    const double r[3][3] = {
        {c[2] * c[1], c[2] * s[1] * s[0] - s[2] * c[0], c[2] * s[1] * c[0] + s[2] * s[0]},
        {s[2] * c[1], s[2] * s[1] * s[0] + c[2] * c[0], s[2] * s[1] * c[0] - c[2] * s[0]},
        {-s[1], c[1] * s[0], c[1] * c[0]}};
    ep_link_desc link = about_z("l", EP_NO_LINK, EP_JOINT_FIXED);
    link.origin = ep_pose_from_rpy(xyz, rpy);
    ep_machine* machine = make(&link, 1);
    ep_frame frame;
    ck_assert_int_eq(ep_machine_config_size(machine), 0);
    ck_assert(ep_machine_forward(machine, NULL, &frame, NULL) == EP_OK);
    for (int k = 0; k < 9; ++k)
    {
      ck_assert_double_eq_tol(frame.rotation[k / 3][k % 3], r[k / 3][k % 3], 1e-14);
    }
    for (int k = 0; k < 3; ++k)
    {
      ck_assert(frame.position[k] == xyz[k]);
    }
    ep_machine_destroy(machine);
  }
}

EP_TEST(works_planar_directions)
{
  const double axes[3][3] = {{0, 0, 2}, {0, 0, -1}, {3, 0, 0}};
  const double u[3][3] = {{1, 0, 0}, {1, 0, 0}, {0, 0, -1}};
  const double v[3][3] = {{0, 1, 0}, {0, -1, 0}, {0, 1, 0}};
  for (int i = 0; i < 3; ++i)
  {
    ep_link_desc link = about_z("l", EP_NO_LINK, EP_JOINT_PLANAR);
    memcpy(link.axis, axes[i], sizeof link.axis);
    ep_machine* machine = make(&link, 1);
    ep_frame f;
    ck_assert(ep_machine_forward(machine, (const double[3]){3, 5, 0.5}, &f, NULL) == EP_OK);
    for (int k = 0; k < 3; ++k)
    {
      ck_assert_double_eq_tol(f.position[k], 3 * u[i][k] + 5 * v[i][k], 1e-14);
      // The yaw leaves the axis alone and turns by its cosine.
      const double a = axes[i][k] / (fabs(axes[i][0]) + fabs(axes[i][2]));
      ck_assert_double_eq_tol(f.rotation[k][k], a * a + (1 - a * a) * cos(0.5), 1e-14);
    }
    // Positive about the axis: y to z about x, x to y about z, backwards about -z.
    const double sine = i == 2 ? f.rotation[2][1] : f.rotation[1][0];
    ck_assert_double_eq_tol(sine, i == 1 ? -sin(0.5) : sin(0.5), 1e-14);
    ep_machine_destroy(machine);
  }
}

/// Forward kinematics is where the slack of the edge from q to q says.
EP_TEST(sound_forward_is_within_its_slack)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 32);
  ep_random_options options = ep_random_options_default();
  options.depth_max = EP_RANDOM_DEPTH_MAX;
  static ep_trial trial;
  static ep_frame frames[EP_RANDOM_LINKS_MAX];
  static ep_link_bound bounds[EP_RANDOM_LINKS_MAX];
  arb_ptr world = _arb_vec_init(3);
  for (int64_t i = 0, n = ep_test_trials(5000); i < n; ++i)
  {
    ep_trial_begin(&trial, &options, &rng);
    ep_random_config(&trial.raw, &rng, trial.q0);
    trial.oracle = ep_oracle_create(trial.raw.links, trial.raw.count, trial.q0, trial.q0, 0);
    ck_assert(trial.oracle != NULL);
    ck_assert(ep_edge_set(trial.edge, trial.q0, trial.q0, NULL) == EP_OK);
    ck_assert(ep_edge_bounds(trial.edge, bounds) == EP_OK);
    ck_assert(ep_machine_forward(trial.machine, trial.q0, frames, NULL) == EP_OK);
    const int32_t link = (int32_t)ep_rng_int(&rng, 0, trial.raw.count - 1);
    const ep_frame* f = &frames[link];
    double p[3], at[3];
    ep_rng_unit_vector(&rng, p);
    const double r = ep_rng_log_uniform(&rng, 1e-3, 10.0);
    for (int k = 0; k < 3; ++k)
    {
      p[k] *= r;
    }
    for (int k = 0; k < 3; ++k)
    {
      at[k] = f->position[k] + f->rotation[k][0] * p[0] + f->rotation[k][1] * p[1] +
              f->rotation[k][2] * p[2];
    }
    ep_oracle_apply(ep_oracle_link_frame(trial.oracle, link, 0.0), p, EP_ORACLE_BITS, world);
    const double off = ep_oracle_distance_up(world, at);
    // The last product and sum above round too.
    const double here = 1e-15 * (fabs(at[0]) + fabs(at[1]) + fabs(at[2]) + r);
    const double allowed = ep_node_spread_up(&bounds[link], r * (1 + 1e-12)) + here;
    ck_assert_msg(off <= allowed, "trial %d: off by %g, allowed %g", (int)i, off, allowed);
    ep_trial_end(&trial);
  }
  _arb_vec_clear(world, 3);
  ep_oracle_cleanup();
}
