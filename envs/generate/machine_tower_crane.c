/// @file machine_tower_crane.c
/// A tower crane with a saddle jib: lattices of few triangles, each bar of three sides.
#include "generate.h"
#include "machine_parts.h"

#define MAST_HEIGHT   40.0
#define MAST_HALF     0.8 ///< from the middle to the legs
#define JIB_TIP       54.0
#define CHORD_HEIGHT  2.7 ///< of the lower chords, above the mast
#define CHORD_HALF    0.65
#define TOP_HEIGHT    4.0 ///< of the upper chord
#define HEAD_HEIGHT   9.5
#define ROPE_HEIGHT   2.0 ///< where the rope leaves the trolley
#define TROLLEY_LOWER 4.0
#define TROLLEY_UPPER 52.0
#define HOIST_LOWER   2.0
#define HOIST_UPPER   41.5

enum
{
  BAR_SIDES = 3
};

/// One bent bar that goes to and fro between the lines from a0 to a1 and from b0 to b1.
static void zigzag(gen_mesh* mesh, const gen_vec a[2], const gen_vec b[2], int32_t members,
                   double radius)
{
  enum
  {
    POINTS_MAX = 48
  };
  gen_vec points[POINTS_MAX];
  if (members >= POINTS_MAX)
  {
    gen_give_up("a zigzag of %d members has too many", (int)members);
  }
  for (int32_t i = 0; i <= members; ++i)
  {
    const gen_vec* line = i % 2 == 0 ? a : b;
    points[i] = gen_between(line[0], line[1], (double)i / members);
  }
  gen_bar(mesh, points, members + 1, radius, BAR_SIDES);
}

static void build_mast(parts_link* link)
{
  gen_box(&link->steel, gen_v(-2.2, -2.2, 0), gen_v(2.2, 2.2, 0.6));
  for (int i = 0; i < 4; ++i)
  {
    link->paint.at = gen_place_turn('z', 0.5 * GEN_PI * i);
    const double h = MAST_HALF, top = MAST_HEIGHT + 0.05;
    gen_beam(&link->paint, gen_v(h, h, 0.5), gen_v(h, h, top), gen_v(1, 0, 0), 0.16, 0.16);
    const gen_vec a[2] = {{h, -h, 0.7}, {h, -h, top - 0.1}},
                  b[2] = {{h, h, 0.7}, {h, h, top - 0.1}};
    zigzag(&link->paint, a, b, 18, 0.06);
  }
}

/// Slewing ring, the piece of mast on it, the head above, and the bars that hold the jibs.
static void build_top(parts_link* link)
{
  gen_tube(&link->dark, gen_v(0, 0, 0), gen_v(0, 0, 0.5), 1.15, 8);
  gen_box(&link->paint, gen_v(-0.72, -0.72, 0.45), gen_v(0.72, 0.72, CHORD_HEIGHT - 0.1));
  const gen_vec head = gen_v(-0.4, 0, HEAD_HEIGHT);
  for (int i = 0; i < 4; ++i)
  {
    const double sx = i & 1 ? 1.0 : -1.0, sy = i & 2 ? 1.0 : -1.0;
    gen_tube(&link->paint, gen_v(0.7 * sx, 0.65 * sy, CHORD_HEIGHT - 0.15),
             gen_add(head, gen_v(0.15 * sx, 0.12 * sy, 0)), 0.09, BAR_SIDES);
  }
  gen_tube(&link->dark, head, gen_v(18.0, 0, TOP_HEIGHT), 0.05, BAR_SIDES);
  gen_tube(&link->dark, head, gen_v(38.0, 0, TOP_HEIGHT), 0.05, BAR_SIDES);
  for (int side = -1; side <= 1; side += 2)
  {
    gen_tube(&link->dark, gen_v(head.x, 0.1 * side, head.z), gen_v(-12.6, 0.6 * side, 2.85), 0.05,
             BAR_SIDES);
  }
}

static void build_jib(parts_link* link)
{
  const gen_vec top[2] = {{0.9, 0, TOP_HEIGHT}, {JIB_TIP - 1.2, 0, TOP_HEIGHT}};
  gen_tube(&link->paint, top[0], top[1], 0.1, BAR_SIDES);
  for (int side = -1; side <= 1; side += 2)
  {
    const gen_vec low[2] = {{0.5, CHORD_HALF * side, CHORD_HEIGHT},
                            {JIB_TIP, CHORD_HALF * side, CHORD_HEIGHT}};
    gen_tube(&link->paint, low[0], low[1], 0.09, BAR_SIDES);
    zigzag(&link->paint, low, top, 32, 0.045);
  }
  const gen_vec left[2] = {{0.8, CHORD_HALF, CHORD_HEIGHT},
                           {JIB_TIP - 0.1, CHORD_HALF, CHORD_HEIGHT}};
  const gen_vec right[2] = {{0.8, -CHORD_HALF, CHORD_HEIGHT},
                            {JIB_TIP - 0.1, -CHORD_HALF, CHORD_HEIGHT}};
  zigzag(&link->paint, left, right, 16, 0.045);
}

static void build_counter_jib(parts_link* link)
{
  gen_box(&link->paint, gen_v(-13.5, -0.75, 2.45), gen_v(-0.6, 0.75, 2.7));
  gen_box(&link->dark, gen_v(-8.2, -0.55, 2.69), gen_v(-6.2, 0.55, 3.9));
  for (int i = 0; i < 2; ++i)
  {
    const double x = -13.3 + 1.25 * i;
    gen_box(&link->steel, gen_v(x, -0.7, 0.3), gen_v(x + 1.15, 0.7, 3.1 - 0.01 * i));
  }
}

/// Beside the slewing ring, below the jib.
static void build_cabin(parts_link* link)
{
  const double windows[] = {1.0, 0.45, 2.45, 0.45, 2.75, 1.0, 2.55, 2.1, 1.0, 2.1};
  gen_plate(&link->glass, windows, 5, 0.85, 2.05);
  gen_box(&link->paint, gen_v(0.6, 0.8, 0.25), gen_v(2.5, 2.1, 0.6));
  gen_box(&link->paint, gen_v(0.65, 0.79, 2.0), gen_v(2.7, 2.11, 2.2));
}

static void build_trolley(parts_link* link)
{
  gen_box(&link->dark, gen_v(-0.85, -0.95, 0.42), gen_v(0.85, 0.95, 0.56));
  gen_box(&link->dark, gen_v(-0.25, -0.35, 0), gen_v(0.25, 0.35, 0.5));
  for (int side = -1; side <= 1; side += 2)
  {
    gen_beam(&link->dark, gen_v(-0.75, 0.86 * side, 0.72), gen_v(0.75, 0.86 * side, 0.72),
             gen_v(0, 0, 1), 0.12, 0.34);
  }
}

static void write_links(gen_robot* robot)
{
  const gen_vec yellow = gen_v(0.96, 0.72, 0.10);
  gen_robot_link(robot, "ground", NULL, gen_v(0, 0, 0));
  parts_link link = parts_link_new();
  build_mast(&link);
  parts_link_write(robot, "mast", &link, yellow);
  build_top(&link);
  build_jib(&link);
  build_counter_jib(&link);
  build_cabin(&link);
  parts_link_write(robot, "jib", &link, yellow);
  build_trolley(&link);
  parts_link_write(robot, "trolley", &link, yellow);
  parts_hook_block(&link, BAR_SIDES);
  parts_link_write(robot, "hook", &link, gen_v(0.85, 0.2, 0.12));
}

void generate_tower_crane(const char* folder)
{
  char machines[1024];
  snprintf(machines, sizeof machines, "%s/machines", folder);
  gen_robot robot = gen_robot_begin(machines, "tower_crane");
  write_links(&robot);
  const gen_joint joints[] = {
      {.name = "base", .type = "fixed", .parent = "ground", .child = "mast"},
      {.name = "slew",
       .type = "continuous",
       .parent = "mast",
       .child = "jib",
       .xyz = {0, 0, MAST_HEIGHT},
       .axis = {0, 0, 1}},
      {.name = "trolley",
       .type = "prismatic",
       .parent = "jib",
       .child = "trolley",
       .xyz = {0, 0, ROPE_HEIGHT},
       .axis = {1, 0, 0},
       .lower = TROLLEY_LOWER,
       .upper = TROLLEY_UPPER},
      {.name = "hoist",
       .type = "prismatic",
       .parent = "trolley",
       .child = "hook",
       .axis = {0, 0, -1},
       .lower = HOIST_LOWER,
       .upper = HOIST_UPPER}};
  for (size_t i = 0; i < sizeof joints / sizeof joints[0]; ++i)
  {
    gen_robot_joint(&robot, &joints[i]);
  }
  gen_robot_end(&robot);
}
