/// @file machine_mobile_crane.c
/// A mobile crane with a telescopic boom, standing on its outriggers.
#include "generate.h"
#include "machine_mobile_crane.h"

#include <math.h>

static void hook_block(parts_link* link)
{
  parts_hook_block(link, 10);
}

static void write_links(gen_robot* robot)
{
  const gen_vec yellow = gen_v(0.97, 0.74, 0.08), grey = gen_v(0.72, 0.74, 0.76);
  const gen_vec red = gen_v(0.80, 0.18, 0.12);
  const struct
  {
    const char* name;
    void (*build)(parts_link* link);
    gen_vec paint;
  } links[] = {{"carrier", mobile_carrier, yellow}, {"upper", mobile_upper, yellow},
               {"boom", mobile_boom, yellow},       {"tele1", mobile_tele1, yellow},
               {"tele2", mobile_tele2, yellow},     {"head", mobile_head, grey},
               {"hook", hook_block, red},           {"luff_barrel", mobile_luff_barrel, grey},
               {"luff_rod", mobile_luff_rod, grey}};
  gen_robot_link(robot, "ground", NULL, gen_v(0, 0, 0));
  for (size_t i = 0; i < sizeof links / sizeof links[0]; ++i)
  {
    parts_link link = parts_link_new();
    links[i].build(&link);
    parts_link_write(robot, links[i].name, &link, links[i].paint);
  }
}

#define LUFF_UPPER 1.40
#define TELE_UPPER 8.5

static void write_boom_joints(gen_robot* robot)
{
  const gen_joint joints[] = {
      {.name = "base", .type = "fixed", .parent = "ground", .child = "carrier"},
      {.name = "slew",
       .type = "continuous",
       .parent = "carrier",
       .child = "upper",
       .xyz = {0, 0, MOBILE_SLEW_HEIGHT},
       .axis = {0, 0, 1}},
      {.name = "luff",
       .type = "revolute",
       .parent = "upper",
       .child = "boom",
       .xyz = {MOBILE_BOOM_X, 0, MOBILE_BOOM_Z},
       .axis = {0, -1, 0},
       .upper = LUFF_UPPER},
      {.name = "tele1",
       .type = "prismatic",
       .parent = "boom",
       .child = "tele1",
       .axis = {1, 0, 0},
       .upper = TELE_UPPER},
      {.name = "tele2",
       .type = "prismatic",
       .parent = "tele1",
       .child = "tele2",
       .axis = {1, 0, 0},
       .upper = TELE_UPPER}};
  for (size_t i = 0; i < sizeof joints / sizeof joints[0]; ++i)
  {
    gen_robot_joint(robot, &joints[i]);
  }
}

/// What follows the boom: the head that stays upright, and the luffing cylinders.
static void write_other_joints(gen_robot* robot)
{
  const double down = MOBILE_LUFF_DOWN, up = MOBILE_LUFF_UP, arm = MOBILE_LUFF_ARM;
  // Which way the cylinders point at luff = 0, from the lower point to the upper one.
  const double tilt = 0.5 * (GEN_PI - down + up);
  const gen_joint joints[] = {
      {.name = "hang",
       .type = "revolute",
       .parent = "tele2",
       .child = "head",
       .xyz = {MOBILE_HEAD_X, 0, 0},
       .axis = {0, -1, 0},
       .lower = -LUFF_UPPER,
       .mimic = "luff",
       .multiplier = -1.0},
      {.name = "hoist",
       .type = "prismatic",
       .parent = "head",
       .child = "hook",
       .xyz = {MOBILE_SHEAVE, 0, 0},
       .axis = {0, 0, -1},
       .lower = 1.8,
       .upper = 34.0},
      {.name = "luff_barrel",
       .type = "revolute",
       .parent = "upper",
       .child = "luff_barrel",
       .xyz = {MOBILE_BOOM_X + arm * cos(down), 0, MOBILE_BOOM_Z - arm * sin(down)},
       .rpy = {0, -tilt, 0},
       .axis = {0, -1, 0},
       .upper = 0.5 * LUFF_UPPER,
       .mimic = "luff",
       .multiplier = 0.5},
      {.name = "luff_rod",
       .type = "revolute",
       .parent = "boom",
       .child = "luff_rod",
       .xyz = {arm * cos(up), 0, arm * sin(up)},
       .rpy = {0, -tilt - GEN_PI, 0},
       .axis = {0, -1, 0},
       .lower = -0.5 * LUFF_UPPER,
       .mimic = "luff",
       .multiplier = -0.5}};
  for (size_t i = 0; i < sizeof joints / sizeof joints[0]; ++i)
  {
    gen_robot_joint(robot, &joints[i]);
  }
}

void generate_mobile_crane(const char* folder)
{
  char machines[1024];
  snprintf(machines, sizeof machines, "%s/machines", folder);
  gen_robot robot = gen_robot_begin(machines, "mobile_crane");
  write_links(&robot);
  write_boom_joints(&robot);
  write_other_joints(&robot);
  gen_robot_disable(&robot, "boom", "tele2", "tele2 is guided within boom");
  gen_robot_disable(&robot, "luff_barrel", "luff_rod", "the rods slide within the barrels");
  gen_robot_disable(&robot, "luff_barrel", "boom", "the barrels end at the pin on the boom");
  gen_robot_disable(&robot, "luff_rod", "upper", "the rods end at the pin on the upper structure");
  gen_robot_end(&robot);
}
