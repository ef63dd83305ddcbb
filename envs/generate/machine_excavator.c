/// @file machine_excavator.c
/// An excavator of the 20-tonne class.
#include "generate.h"
#include "machine_excavator.h"

static void write_links(gen_robot* robot)
{
  const gen_vec yellow = gen_v(0.95, 0.68, 0.08);
  const struct
  {
    const char* name;
    void (*build)(parts_link* link);
    gen_vec paint;
  } links[] = {{"tracks", excavator_tracks, {0.27, 0.27, 0.28}},
               {"upper", excavator_upper, yellow},
               {"boom", excavator_boom, yellow},
               {"stick", excavator_stick, yellow},
               {"bucket", excavator_bucket, {0.32, 0.31, 0.30}}};
  gen_robot_link(robot, "ground", NULL, gen_v(0, 0, 0));
  for (size_t i = 0; i < sizeof links / sizeof links[0]; ++i)
  {
    parts_link link = parts_link_new();
    links[i].build(&link);
    parts_link_write(robot, links[i].name, &link, links[i].paint);
  }
}

void generate_excavator(const char* folder)
{
  char machines[1024];
  snprintf(machines, sizeof machines, "%s/machines", folder);
  gen_robot robot = gen_robot_begin(machines, "excavator");
  write_links(&robot);
  const gen_joint joints[] = {
      {.name = "base", .type = "planar", .parent = "ground", .child = "tracks", .axis = {0, 0, 1}},
      {.name = "swing",
       .type = "continuous",
       .parent = "tracks",
       .child = "upper",
       .xyz = {0, 0, EXCAVATOR_SWING_HEIGHT},
       .axis = {0, 0, 1}},
      {.name = "boom",
       .type = "revolute",
       .parent = "upper",
       .child = "boom",
       .xyz = {EXCAVATOR_BOOM_FOOT_X, 0, EXCAVATOR_BOOM_FOOT_Z},
       .axis = {0, -1, 0},
       .lower = -0.80,
       .upper = 1.10},
      {.name = "stick",
       .type = "revolute",
       .parent = "boom",
       .child = "stick",
       .xyz = {EXCAVATOR_BOOM_LENGTH, 0, 0},
       .axis = {0, -1, 0},
       .lower = -2.60,
       .upper = -0.50},
      {.name = "bucket",
       .type = "revolute",
       .parent = "stick",
       .child = "bucket",
       .xyz = {EXCAVATOR_STICK_LENGTH, 0, 0},
       .axis = {0, -1, 0},
       .lower = -2.55,
       .upper = 0.55}};
  for (size_t i = 0; i < sizeof joints / sizeof joints[0]; ++i)
  {
    gen_robot_joint(&robot, &joints[i]);
  }
  gen_robot_end(&robot);
}
