/// @file scenes_tower.c
/// The tower crane that lifts a weight over the building and lowers it into a pipe, and two tower
/// cranes in each other's way.
#include "scenes_write.h"
#include "site_layout.h"

#include <math.h>

#define ROPE_HEIGHT 42.0 ///< of the point where the rope leaves the trolley
#define HOOKED      0.95 ///< from the weight's bottom up to the hook

/// A tower crane, as YAML.
static int print_crane(char* text, size_t size, const char* name, gen_vec at)
{
  return snprintf(text, size,
                  "  - name: %s\n"
                  "    urdf: ../machines/tower_crane.urdf\n"
                  "    srdf: ../machines/tower_crane.srdf\n"
                  "    base: {xyz: [%.10g, %.10g, %.10g]}\n"
                  "    ropes:\n"
                  "      - {name: rope, from: {link: trolley, xyz: [0, 0, 0]}, to: {link: hook, "
                  "xyz: [0, 0, 1.2]}, radius: 0.02}\n",
                  name, at.x, at.y, at.z);
}

/// @name One crane
/// @{

#define CRANE_X  2.0
#define CRANE_Y  24.0
#define WEIGHT_X -26.0
#define WEIGHT_Y 39.0

/// The weight's bottom above a place, at a height.
static scenes_config hold(double x, double y, double bottom)
{
  return (scenes_config){{atan2(y - CRANE_Y, x - CRANE_X), hypot(x - CRANE_X, y - CRANE_Y),
                          ROPE_HEIGHT - bottom - HOOKED}};
}

static scenes_query lift_query(void)
{
  const scenes_config start = hold(WEIGHT_X, WEIGHT_Y, 0.05);
  const scenes_config goal = hold(SITE_PIPE_X, SITE_PIPE_Y, SITE_PIPE_HEIGHT + 0.5);
  const scenes_config low = hold(WEIGHT_X, WEIGHT_Y, 8.0);
  scenes_config through = hold(SITE_PIPE_X, SITE_PIPE_Y, 8.0);
  return (scenes_query){
      .name = "lift",
      .what = "From behind the building, over it, to the pipe.",
      .attach = "{object: weight, link: crane/hook}",
      .route = {start, hold(WEIGHT_X, WEIGHT_Y, 20.0), hold(SITE_PIPE_X, SITE_PIPE_Y, 20.0), goal},
      .route_count = 4,
      .wrong = {{start, goal}, {low, through}},
      .wrong_count = 2};
}

static scenes_query lower_query(void)
{
  const scenes_config start = hold(SITE_PIPE_X, SITE_PIPE_Y, SITE_PIPE_HEIGHT + 0.5);
  const scenes_config goal = hold(SITE_PIPE_X, SITE_PIPE_Y, 0.1);
  return (scenes_query){.name = "lower",
                        .after = "lift",
                        .what = "Down into the standing pipe, 0.3 m from its wall.",
                        .attach = "{object: weight, link: crane/hook}",
                        .route = {start, goal},
                        .route_count = 2,
                        .wrong = {{hold(SITE_PIPE_X + 0.6, SITE_PIPE_Y, SITE_PIPE_HEIGHT + 0.5),
                                   hold(SITE_PIPE_X + 0.6, SITE_PIPE_Y, 0.1)},
                                  {start, hold(SITE_PIPE_X, SITE_PIPE_Y + 0.6, 0.1)}},
                        .wrong_count = 2};
}

void scenes_tower_crane(const char* folder)
{
  const scenes_query queries[] = {lift_query(), lower_query()};
  char robots[512];
  print_crane(robots, sizeof robots, "crane", gen_v(CRANE_X, CRANE_Y, 0.0));
  char obstacles[256];
  snprintf(obstacles, sizeof obstacles,
           "  - {name: weight, mesh: ../loads/weight.obj, xyz: [%.10g, %.10g, 0.05], movable: "
           "true}\n",
           WEIGHT_X, WEIGHT_Y);
  const scenes_scene scene = {
      .name = "tower-crane",
      .what = "A tower crane lifts a weight over the building and lowers it into a standing pipe.",
      .robots = robots,
      .obstacles = obstacles,
      .rules = "",
      .values = {"slew", "trolley", "hoist"},
      .value_count = 3,
      .queries = queries,
      .query_count = (int)(sizeof queries / sizeof queries[0])};
  scenes_write(folder, &scene);
}

/// @}
/// @name Two cranes
///
/// The western one stands a little higher, the eastern one in the pit: the jib of the eastern one
/// passes below the other's jib, but not through its rope.
/// @{

#define WEST_X    -36.0
#define WEST_Y    40.0
#define WEST_Z    2.0
#define EAST_X    23.4
#define EAST_Y    32.4
#define ROOF_X    -37.0 ///< where the weight stands, on the last slab
#define ROOF_Y    13.0
#define ROOF_Z    13.8
#define TRESTLE_X 6.0
#define TRESTLE_Y 15.0
#define TRESTLE_Z 1.7
#define UP        2.0 ///< the hook right below the trolley

/// The western hook above a place, let down by `hoist`; the eastern jib as given.
static scenes_config both(double x, double y, double hoist, double slew, double trolley)
{
  return (scenes_config){
      {atan2(y - WEST_Y, x - WEST_X), hypot(x - WEST_X, y - WEST_Y), hoist, slew, trolley, 20.0}};
}

static double west_hoist(double bottom)
{
  return WEST_Z + ROPE_HEIGHT - HOOKED - bottom;
}

static scenes_query swap_query(void)
{
  const double low = west_hoist(ROOF_Z), high = west_hoist(26.0), down = west_hoist(TRESTLE_Z);
  const scenes_config start = both(ROOF_X, ROOF_Y, low, 2.9, 30.0);
  const scenes_config goal = both(TRESTLE_X, TRESTLE_Y, down, 4.4, 40.0);
  return (scenes_query){.name = "swap",
                        .what = "The eastern jib passes before the western load comes its way.",
                        .attach = "{object: weight, link: west/hook}",
                        .route = {start, both(ROOF_X, ROOF_Y, high, 4.4, 30.0),
                                  both(TRESTLE_X, TRESTLE_Y, high, 4.4, 40.0), goal},
                        .route_count = 4,
                        .wrong = {{start, goal},
                                  {both(ROOF_X, ROOF_Y, high, 2.9, 30.0),
                                   both(TRESTLE_X, TRESTLE_Y, high, 4.4, 40.0)},
                                  {both(TRESTLE_X, TRESTLE_Y, high, 4.4, 40.0),
                                   both(TRESTLE_X, TRESTLE_Y, high, 2.9, 40.0)}},
                        .wrong_count = 3};
}

static scenes_query return_query(void)
{
  const double down = west_hoist(TRESTLE_Z), x = -16.0, y = 43.0;
  const scenes_config start = both(TRESTLE_X, TRESTLE_Y, down, 4.4, 40.0);
  scenes_config raised = start;
  raised.value[2] = UP;
  scenes_config drawn_in = raised;
  drawn_in.value[1] = 20.0;
  const scenes_config goal = both(x, y, 20.0, 2.5, 40.0);
  return (scenes_query){.name = "return",
                        .after = "swap",
                        .what = "With the hook right below the trolley both jibs may cross.",
                        .route = {start, raised, drawn_in, both(x, y, UP, 2.5, 40.0), goal},
                        .route_count = 5,
                        .wrong = {{start, goal}},
                        .wrong_count = 1};
}

void scenes_two_cranes(const char* folder)
{
  const scenes_query queries[] = {swap_query(), return_query()};
  char robots[1024];
  const int used = print_crane(robots, sizeof robots, "west", gen_v(WEST_X, WEST_Y, WEST_Z));
  print_crane(robots + used, sizeof robots - (size_t)used, "east",
              gen_v(EAST_X, EAST_Y, -SITE_PIT_DEPTH));
  char obstacles[512];
  snprintf(obstacles, sizeof obstacles,
           "  - {name: pedestal, box: [5, 5, %.10g], xyz: [%.10g, %.10g, %.10g]}\n"
           "  - {name: trestle, box: [2, 2, 1.6], xyz: [%.10g, %.10g, 0.8]}\n"
           "  - {name: weight, mesh: ../loads/weight.obj, xyz: [%.10g, %.10g, %.10g], movable: "
           "true}\n",
           WEST_Z, WEST_X, WEST_Y, 0.5 * WEST_Z, TRESTLE_X, TRESTLE_Y, ROOF_X, ROOF_Y, ROOF_Z);
  const scenes_scene scene = {
      .name = "two-cranes",
      .what = "Two tower cranes whose jibs reach over each other's ground, moving at once.",
      .robots = robots,
      .obstacles = obstacles,
      .rules = "allowed:\n  - [west/hook, weight]\n",
      .values = {"west/slew", "west/trolley", "west/hoist", "east/slew", "east/trolley",
                 "east/hoist"},
      .value_count = 6,
      .queries = queries,
      .query_count = (int)(sizeof queries / sizeof queries[0])};
  scenes_write(folder, &scene);
}

/// @}
