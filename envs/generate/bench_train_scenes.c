/// @file bench_train_scenes.c
/// The scenes with trains: four among each other, and one that falls on a mountain.
#include "bench_shape.h"
#include "bench_train.h"
#include "generate.h"

#include <math.h>
#include <stdlib.h>

static const bench_wagon short_train[] = {WAGON_LOCOMOTIVE, WAGON_TENDER, WAGON_LOGS, WAGON_TANK,
                                          WAGON_BOX,        WAGON_COACH,  WAGON_BOX,  WAGON_COACH,
                                          WAGON_COACH,      WAGON_CABOOSE};
static const bench_wagon long_train[] = {
    WAGON_LOCOMOTIVE, WAGON_TENDER, WAGON_COAL, WAGON_COAL,  WAGON_TANK,   WAGON_LOGS,
    WAGON_TANK,       WAGON_TANK,   WAGON_COAL, WAGON_COACH, WAGON_COACH,  WAGON_TANK,
    WAGON_BOX,        WAGON_TANK,   WAGON_COAL, WAGON_COAL,  WAGON_CABOOSE};

#define SHORT        BENCH_COUNT(short_train)
#define LONG         BENCH_COUNT(long_train)
#define SHORT_VALUES TRAIN_VALUES(10)
#define LONG_VALUES  TRAIN_VALUES(17)

static const char* const colours[4] = {"red", "blue", "green", "yellow"};

/// @name Four trains
/// @{

/// A point of a track that winds inwards, one quarter turned from train to train; `way` is how far
/// along it, in metres.
static gen_vec track(int train, double way)
{
  const double outer = 9.5, closer = 0.58; // m, m a radian
  // Arc length of the spiral, without the little that its radius changes.
  const double turned = (outer - sqrt(fmax(outer * outer - 2.0 * closer * way, 1.0))) / closer;
  const double angle = turned + 0.5 * GEN_PI * train;
  const double r = outer - closer * turned;
  return gen_v(r * cos(angle), r * sin(angle), TRAIN_COUPLING + 0.02);
}

/// Couplings on the track, one after the other, each at its distance from the one before.
static void put_on_track(bench_chain* chain, int train, double way)
{
  chain->at[0] = track(train, way);
  double behind = way;
  for (int32_t i = 1; i <= SHORT; ++i)
  {
    double near = behind, far = behind - 2.0 * TRAIN_PITCH;
    for (int k = 0; k < 50; ++k)
    {
      const double middle = 0.5 * (near + far);
      const bool enough = gen_length(gen_sub(track(train, middle), chain->at[i - 1])) > TRAIN_PITCH;
      *(enough ? &far : &near) = middle;
    }
    behind = far;
    chain->at[i] = track(train, behind);
    chain->up[i - 1] = gen_v(0, 0, 1);
  }
}

static void add_short(bench_motion* motion, const bench_chain chain[4])
{
  double* q = bench_motion_add(motion);
  for (int t = 0; t < 4; ++t)
  {
    bench_train_solve(&chain[t], SHORT, q + t * SHORT_VALUES);
  }
}

static void wind_in(bench_motion* motion)
{
  for (int32_t frame = 0; frame <= 230; ++frame)
  {
    bench_chain chain[4];
    for (int t = 0; t < 4; ++t)
    {
      put_on_track(&chain[t], t, 2.0 + 0.30 * frame);
    }
    add_short(motion, chain);
  }
}

static double flat(double x, double y, const void* user)
{
  (void)x, (void)y, (void)user;
  return 0.0;
}

/// From four sides towards the middle, and into each other.
static void crash(bench_motion* motion)
{
  bench_yard* yard = calloc(1, sizeof *yard);
  if (yard == NULL)
  {
    gen_give_up("no memory for trains");
  }
  *yard = (bench_yard){.trains = 4,
                       .wagons = SHORT,
                       .bumper = 0.19,
                       .rise = 0.00,
                       .stiffness = 1.6,
                       .friction = 0.01,
                       .drag = 0.001,
                       .gravity = 9.81,
                       .ground = flat};
  for (int t = 0; t < 4; ++t)
  {
    const double angle = 0.5 * GEN_PI * t + 0.2;
    const gen_vec out = gen_v(cos(angle), sin(angle), 0.0);
    const gen_vec aside = gen_v(-out.y, out.x, 0.0);
    for (int32_t i = 0; i <= SHORT; ++i)
    {
      const gen_vec on = gen_add(gen_times(out, 4.0 + TRAIN_PITCH * i), gen_times(aside, 0.3));
      yard->chain[t].at[i] = gen_v(on.x, on.y, TRAIN_COUPLING + 0.02 + 0.03 * t * (i == 0));
      yard->speed[t][i] = gen_times(out, -7.0);
      if (i < SHORT)
      {
        yard->chain[t].up[i] = gen_v(0, 0, 1);
      }
    }
  }
  for (int32_t frame = 0; frame <= 160; ++frame)
  {
    add_short(motion, yard->chain);
    bench_yard_run(yard, 1.0 / 60.0, 3);
  }
  free(yard);
}

static void write_four(const char* folder)
{
  static bench_name names[4 * SHORT_VALUES];
  for (int t = 0; t < 4; ++t)
  {
    char prefix[16];
    snprintf(prefix, sizeof prefix, "%s/", colours[t]);
    bench_train_names(prefix, SHORT, names + t * SHORT_VALUES);
  }
  bench_write_train(folder, "train10", short_train, SHORT);
  bench_motion wind = bench_motion_new(names, 4 * SHORT_VALUES);
  bench_motion hit = wind;
  wind_in(&wind);
  crash(&hit);
  bench_write_path(&wind, folder, "wind.path");
  bench_write_path(&hit, folder, "crash.path");
  const bench_edge edges[] = {
      {&wind, 0, 1, "free"},       {&wind, 50, 52, "free"},       {&wind, 100, 101, "free"},
      {&wind, 150, 152, "free"},   {&wind, 229, 230, "free"},     {&hit, 0, 20, "free"},
      {&hit, 20, 32, "free"},      {&hit, 30, 60, "colliding"},   {&hit, 50, 52, "colliding"},
      {&hit, 66, 68, "colliding"}, {&hit, 126, 130, "colliding"}, {&hit, 0, 160, "colliding"},
      {&wind, 0, 230, "colliding"}};
  bench_write_edges(folder, "four.edges", edges, BENCH_COUNT(edges));
  gen_text scene = gen_text_open(folder, "four.yaml");
  fputs("name: four-trains\nrobots:\n", scene.file);
  for (int t = 0; t < 4; ++t)
  {
    fprintf(scene.file,
            "  - name: %s\n    urdf: train10.urdf\n    srdf: train10.srdf\n"
            "    bounds: {base.x: [-20, 20], base.y: [-20, 20], base.z: [0, 4]}\n",
            colours[t]);
  }
  fputs("obstacles:\n  - {name: floor, box: [60, 60, 0.5], xyz: [0, 0, -0.25]}\nqueries:\n",
        scene.file);
  bench_print_query(scene.file, "wind", (bench_edge){&wind, 0, wind.count - 1, NULL});
  gen_text_close(&scene);
  bench_motion_free(&wind);
  bench_motion_free(&hit);
}

/// @}
/// @name The mountain
/// @{

/// In a curve above the mountain, and let go.
static void fall(bench_motion* motion, const bench_mountain* mountain, double bumper, double rise)
{
  bench_yard* yard = calloc(1, sizeof *yard);
  if (yard == NULL)
  {
    gen_give_up("no memory for a train");
  }
  *yard = (bench_yard){.trains = 1,
                       .wagons = LONG,
                       .bumper = bumper,
                       .rise = rise,
                       .stiffness = 1.75,
                       .friction = 0.03,
                       .drag = 0.03,
                       .gravity = 9.81,
                       .ground = bench_mountain_height,
                       .user = mountain};
  gen_vec at = gen_v(8.5, 3.0, 12.0);
  for (int32_t i = 0; i <= LONG; ++i)
  {
    const double heading = 3.65 - 0.055 * i, slope = 0.12 * sin(0.7 * i);
    yard->chain[0].at[i] = at;
    yard->speed[0][i] = gen_v(0.3, 0.4, 0.3 * sin(0.5 * i));
    if (i < LONG)
    {
      yard->chain[0].up[i] = gen_v(0, 0, 1);
    }
    at = gen_add(at,
                 gen_times(gen_v(cos(heading) * cos(slope), sin(heading) * cos(slope), sin(slope)),
                           TRAIN_PITCH));
  }
  for (int32_t frame = 0; frame <= 210; ++frame)
  {
    bench_train_solve(&yard->chain[0], LONG, bench_motion_add(motion));
    bench_yard_run(yard, 1.0 / 60.0, 3);
  }
  free(yard);
}

static void write_mountain(const char* folder)
{
  static bench_name names[LONG_VALUES];
  static bench_mountain mountain;
  bench_train_names("", LONG, names);
  bench_write_train(folder, "train17", long_train, LONG);
  bench_mountain_rise(&mountain);
  gen_mesh mesh = bench_mountain_shape(&mountain);
  gen_write_mesh(folder, "meshes/mountain.ply", &mesh);
  gen_mesh_free(&mesh);
  bench_motion drop = bench_motion_new(names, LONG_VALUES);
  bench_motion hit = drop;
  fall(&drop, &mountain, 0.50, 0.14);
  fall(&hit, &mountain, 0.20, 0.02);
  bench_write_path(&drop, folder, "fall.path");
  bench_write_path(&hit, folder, "impact.path");
  const bench_edge edges[] = {
      {&drop, 0, 40, "free"},      {&drop, 40, 56, "free"},       {&drop, 80, 82, "free"},
      {&drop, 120, 124, "free"},   {&drop, 180, 210, "free"},     {&hit, 0, 50, "free"},
      {&hit, 50, 75, "colliding"}, {&hit, 66, 67, "colliding"},   {&hit, 100, 104, "colliding"},
      {&hit, 0, 120, "colliding"}, {&hit, 150, 152, "colliding"}, {&hit, 209, 0, "colliding"}};
  bench_write_edges(folder, "mountain.edges", edges, BENCH_COUNT(edges));
  gen_text scene = gen_text_open(folder, "mountain.yaml");
  fputs("name: train-on-a-mountain\nrobots:\n"
        "  - name: train\n    urdf: train17.urdf\n    srdf: train17.srdf\n"
        "    bounds: {base.x: [-20, 20], base.y: [-20, 20], base.z: [-2, 20]}\n"
        "obstacles:\n  - {name: mountain, mesh: meshes/mountain.ply}\nqueries:\n",
        scene.file);
  bench_print_query(scene.file, "fall", (bench_edge){&drop, 0, drop.count - 1, NULL});
  gen_text_close(&scene);
  bench_motion_free(&drop);
  bench_motion_free(&hit);
}

/// @}

void generate_trains(const char* folder)
{
  char path[1024];
  bench_folder(path, folder, "trains");
  write_four(path);
  write_mountain(path);
}
