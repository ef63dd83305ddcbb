/// @file machine_tools.h
/// What the tests of our own machines share: generating one, loading it, its configuration by name.
///
/// A source that includes this defines _XOPEN_SOURCE 700 first, for mkdtemp and nftw.
#ifndef EP_TEST_MACHINE_TOOLS_H
#define EP_TEST_MACHINE_TOOLS_H

#include "robot_tools.h"

#include "generate.h"

#define MACHINE_VALUES_MAX 16

/// One of our machines.
typedef struct machine_kind
{
  const char* name;
  void (*generate)(const char* folder);
  const char* stands_on; ///< the link that touches the ground
} machine_kind;

static const machine_kind machine_kinds[] = {
    {"excavator", generate_excavator, "tracks"},
    {"tower_crane", generate_tower_crane, "mast"},
    {"mobile_crane", generate_mobile_crane, "carrier"},
    {"dump_truck", generate_dump_truck, "carrier"},
};

#define MACHINE_KINDS ((int)(sizeof machine_kinds / sizeof machine_kinds[0]))

/// Writes a machine into the test's folder and loads it; a warning fails the test.
static inline ep_robot* machine_load(const machine_kind* kind)
{
  char urdf[64], srdf[64];
  kind->generate(test_folder);
  snprintf(urdf, sizeof urdf, "machines/%s.urdf", kind->name);
  snprintf(srdf, sizeof srdf, "machines/%s.srdf", kind->name);
  ep_report* report = ep_report_create();
  ep_robot_options options = ep_robot_options_default();
  options.srdf = in_folder(srdf);
  ep_robot* robot = load_robot(in_folder(urdf), &options, report);
  ck_assert_int_eq(ep_report_warning_count(report), 0);
  ep_report_destroy(report);
  ck_assert_int_le(ep_machine_config_size(ep_robot_machine(robot)), MACHINE_VALUES_MAX);
  return robot;
}

/// Sets the value of a joint, of a planar one its part (0 x, 1 y, 2 yaw).
static inline void machine_set(const ep_robot* robot, double* q, const char* joint, int part,
                               double value)
{
  const int32_t link = ep_robot_find_joint(robot, joint);
  ck_assert_msg(link != EP_NO_LINK, "no joint '%s'", joint);
  ep_link_info info;
  ck_assert_int_eq(ep_machine_link(ep_robot_machine(robot), link, &info), EP_OK);
  ck_assert_msg(part < info.config_size, "joint '%s' has no value %d", joint, part);
  q[info.config_start + part] = value;
}

/// A point of a link in the world.
static inline void machine_point(const ep_robot* robot, const double* q, const char* link,
                                 const double at[3], double world[3])
{
  ep_frame frames[32];
  ck_assert_int_le(ep_machine_link_count(ep_robot_machine(robot)), 32);
  ck_assert_int_eq(ep_machine_forward(ep_robot_machine(robot), q, frames, NULL), EP_OK);
  const ep_frame* f = &frames[link_named(robot, link)];
  for (int i = 0; i < 3; ++i)
  {
    world[i] = f->position[i] + f->rotation[i][0] * at[0] + f->rotation[i][1] * at[1] +
               f->rotation[i][2] * at[2];
  }
}

#endif
