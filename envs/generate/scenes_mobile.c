/// @file scenes_mobile.c
/// The mobile crane lays a bundle of pipes below the power line, of which it keeps 3 m away.
#include "scenes_write.h"
#include "site_layout.h"

#include <math.h>

#define CRANE_X  26.0
#define CRANE_Y  -28.0
#define BUNDLE_X 23.0 ///< where the bundle lies, and where it goes
#define BUNDLE_Y -17.5
#define PLACE_X  25.0
#define PLACE_Y  SITE_LINE_Y

#define BOOM_X      -1.70 ///< of its foot, when it looks along x
#define BOOM_Z      3.30
#define BOOM_LENGTH 11.8
#define HEAD_X      0.32 ///< from the boom's end to the rope
#define HOOKED      0.9  ///< from the bundle's bottom up to the hook

/// The hook in a direction, at a distance, with the boom luffed so; `bottom` is where a bundle that
/// hangs there ends.
static scenes_config reach(double slew, double distance, double luff, double bottom)
{
  const double length = (distance - HEAD_X - BOOM_X) / cos(luff);
  const double extended = length - BOOM_LENGTH;
  const double head = BOOM_Z + length * sin(luff);
  return (scenes_config){{slew, luff, 0.5 * extended, 0.5 * extended, head - HOOKED - bottom}};
}

static double direction(double x, double y)
{
  return atan2(y - CRANE_Y, x - CRANE_X);
}

static double distance(double x, double y)
{
  return hypot(x - CRANE_X, y - CRANE_Y);
}

/// @name Stations, from the stack to the place below the line
/// @{
#define STATIONS 6

static void fill_stations(scenes_config* at)
{
  const double from = direction(BUNDLE_X, BUNDLE_Y), r0 = distance(BUNDLE_X, BUNDLE_Y);
  const double to = direction(PLACE_X, PLACE_Y), r1 = distance(PLACE_X, PLACE_Y);
  const double away = GEN_PI, high = 0.95, low = 0.12;
  at[0] = reach(from, r0, high, 0.1);
  at[1] = reach(from, r0, high, 6.0);
  at[2] = reach(away, 11.0, high, 6.0);
  at[3] = reach(away, 11.0, low, 1.9);
  at[4] = reach(to, r1, low, 1.9);
  at[5] = reach(to, r1, low, 0.1);
}

/// @}

static scenes_query place_query(const scenes_config* at)
{
  scenes_query query = {
      .name = "place",
      .what = "Lifted, turned away, the boom laid down, then turned in below the line.",
      .attach = "{object: bundle, link: crane/hook}",
      .route_count = STATIONS,
      .wrong = {{at[0], at[5]},
                {at[1], reach(direction(PLACE_X, PLACE_Y), distance(PLACE_X, PLACE_Y), 0.95, 6.0)},
                {at[3], reach(direction(PLACE_X, PLACE_Y), distance(PLACE_X, PLACE_Y), 0.3, 1.9)}},
      .wrong_count = 3};
  for (int i = 0; i < STATIONS; ++i)
  {
    query.route[i] = at[i];
  }
  return query;
}

static scenes_query back_query(const scenes_config* at)
{
  scenes_config up = at[4];
  up.value[1] = 0.6;
  scenes_query query = {.name = "back",
                        .after = "place",
                        .what = "The same way back, with an empty hook.",
                        .route_count = STATIONS - 1,
                        .wrong = {{at[4], up}, {at[5], at[1]}},
                        .wrong_count = 2};
  for (int i = 0; i < STATIONS - 1; ++i)
  {
    query.route[i] = at[STATIONS - 1 - i];
  }
  return query;
}

void scenes_mobile_crane(const char* folder)
{
  scenes_config at[STATIONS];
  fill_stations(at);
  const scenes_query queries[] = {place_query(at), back_query(at)};
  char robots[512];
  snprintf(
      robots, sizeof robots,
      "  - name: crane\n"
      "    urdf: ../machines/mobile_crane.urdf\n"
      "    srdf: ../machines/mobile_crane.srdf\n"
      "    base: {xyz: [%.10g, %.10g, 0]}\n"
      "    ropes:\n"
      "      - {name: rope, from: {link: head, xyz: [0.32, 0, 0]}, to: {link: hook, xyz: [0, 0, "
      "1.2]}, radius: 0.02}\n",
      CRANE_X, CRANE_Y);
  char obstacles[256];
  snprintf(obstacles, sizeof obstacles,
           "  - {name: bundle, mesh: ../loads/pipes.obj, xyz: [%.10g, %.10g, 0.1], rpy: [0, 0, "
           "%.10g], movable: true}\n",
           BUNDLE_X, BUNDLE_Y, direction(BUNDLE_X, BUNDLE_Y) + 0.5 * GEN_PI);
  const scenes_scene scene = {
      .name = "mobile-crane",
      .what = "A mobile crane lays a bundle of pipes below a power line, 3 m away from its wires.",
      .robots = robots,
      .obstacles = obstacles,
      .rules = "# The hook may touch what it lays down.\nallowed:\n  - [crane/hook, bundle]\n",
      .values = {"slew", "luff", "tele1", "tele2", "hoist"},
      .value_count = 5,
      .queries = queries,
      .query_count = (int)(sizeof queries / sizeof queries[0])};
  scenes_write(folder, &scene);
}
