/// @file scenes_excavator.c
/// The excavator drives to another work place, reaches for a weight and loads it into the truck.
#include "machine_excavator.h"
#include "scenes_write.h"

#include <math.h>

/// @name Where
/// @{
#define WORK_X      38.0 ///< the excavator's place while it loads
#define WORK_Y      -1.5
#define WORK_YAW    0.9
#define WEIGHT_AT   2.6   ///< direction of the weight from there
#define TRUCK_AT    0.343 ///< and of the truck
#define REACH       7.0   ///< to the weight
#define TRUCK_REACH 7.43
#define CHAIN       0.35 ///< from the teeth of the bucket down to the top of the weight
/// @}

/// The tip of the bucket at a height and a distance from the swing axis, its teeth downwards.
static void reach_for(scenes_config* config, double distance, double height)
{
  const double boom = EXCAVATOR_BOOM_LENGTH, stick = EXCAVATOR_STICK_LENGTH;
  const double x = distance - EXCAVATOR_BOOM_FOOT_X;
  const double z =
      height + EXCAVATOR_BUCKET_LENGTH - EXCAVATOR_SWING_HEIGHT - EXCAVATOR_BOOM_FOOT_Z;
  const double d = hypot(x, z);
  const double a = atan2(z, x) + acos((boom * boom + d * d - stick * stick) / (2.0 * boom * d));
  const double b = atan2(z - boom * sin(a), x - boom * cos(a));
  config->value[4] = a;
  config->value[5] = b - a;
  config->value[6] = -0.5 * GEN_PI - b;
}

static scenes_config drive(double x, double y, double yaw)
{
  return (scenes_config){{x, y, yaw, 0.0, 0.55, -1.75, -0.9}};
}

/// At work: the weight's bottom at a height, in a direction.
static scenes_config hold(double direction, double distance, double bottom)
{
  scenes_config config = drive(WORK_X, WORK_Y, WORK_YAW);
  config.value[3] = direction - WORK_YAW;
  reach_for(&config, distance, bottom + 1.0 + CHAIN);
  return config;
}

static scenes_query drive_query(void)
{
  const scenes_config start = drive(24.0, -22.0, 0.5 * GEN_PI);
  const scenes_config goal = drive(WORK_X, WORK_Y, WORK_YAW);
  return (scenes_query){.name = "drive",
                        .what = "From the yard to the truck, around the stacks of pipes.",
                        .route = {start, drive(23.0, -12.0, 0.6), drive(30.0, -8.8, 0.3), goal},
                        .route_count = 4,
                        .wrong = {{start, goal}, {goal, drive(WORK_X, 7.0, 0.5 * GEN_PI)}},
                        .wrong_count = 2};
}

static scenes_query reach_query(void)
{
  const scenes_config start = drive(WORK_X, WORK_Y, WORK_YAW);
  const scenes_config above = hold(WEIGHT_AT, REACH, 1.5);
  scenes_config low = start;
  low.value[4] = 0.0;
  return (scenes_query){.name = "reach",
                        .after = "drive",
                        .what = "The bucket goes to the weight.",
                        .route = {start, above, hold(WEIGHT_AT, REACH, 0.05)},
                        .route_count = 3,
                        .wrong = {{start, low}, {above, hold(WEIGHT_AT, REACH, -0.6)}},
                        .wrong_count = 2};
}

static scenes_query load_query(void)
{
  const scenes_config start = hold(WEIGHT_AT, REACH, 0.05);
  const scenes_config goal = hold(TRUCK_AT, TRUCK_REACH, 1.5);
  return (scenes_query){
      .name = "load",
      .after = "reach",
      .what = "The weight goes over the truck's rim and down into its body.",
      .attach = "{object: weight, link: excavator/bucket}",
      .route = {start, hold(WEIGHT_AT, REACH, 3.2), hold(TRUCK_AT, TRUCK_REACH, 3.2), goal},
      .route_count = 4,
      .wrong = {{start, goal}, {hold(TRUCK_AT, TRUCK_REACH, 3.2), hold(TRUCK_AT, 6.6, 1.5)}},
      .wrong_count = 2};
}

static const char robots[] =
    "  - name: excavator\n"
    "    urdf: ../machines/excavator.urdf\n"
    "    srdf: ../machines/excavator.srdf\n"
    "    bounds: {base.x: [4, 48], base.y: [-22, 7], base.yaw: [-3.1416, 3.1416]}\n"
    "  # Parked: no value of it can change.\n"
    "  - name: truck\n"
    "    urdf: ../machines/dump_truck.urdf\n"
    "    srdf: ../machines/dump_truck.srdf\n"
    "    base: {xyz: [45, 1.9, 0], rpy: [0, 0, 1.570796327]}\n"
    "    bounds: {base.x: [0, 0], base.y: [0, 0], base.yaw: [0, 0], tip: [0, 0]}\n"
    "    default: {base.x: 0, base.y: 0, base.yaw: 0, tip: 0}\n";

void scenes_excavator(const char* folder)
{
  const scenes_query queries[] = {drive_query(), reach_query(), load_query()};
  char obstacles[256];
  snprintf(obstacles, sizeof obstacles,
           "  - {name: weight, mesh: ../loads/weight.obj, xyz: [%.10g, %.10g, 0.05], "
           "rpy: [0, 0, %.10g], movable: true}\n",
           WORK_X + REACH * cos(WEIGHT_AT), WORK_Y + REACH * sin(WEIGHT_AT), WEIGHT_AT);
  const scenes_scene scene = {
      .name = "excavator",
      .what = "An excavator drives to a truck, picks up a weight and loads it.",
      .robots = robots,
      .obstacles = obstacles,
      .rules = "allowed:\n"
               "  - [excavator/tracks, terrain]\n"
               "  - [excavator/tracks, road]\n"
               "  - [truck/carrier, terrain]\n"
               "  - [truck/carrier, road]\n",
      .values = {"excavator/base.x", "excavator/base.y", "excavator/base.yaw", "excavator/swing",
                 "excavator/boom", "excavator/stick", "excavator/bucket"},
      .value_count = 7,
      .queries = queries,
      .query_count = (int)(sizeof queries / sizeof queries[0])};
  scenes_write(folder, &scene);
}
