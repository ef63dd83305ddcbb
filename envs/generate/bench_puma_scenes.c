/// @file bench_puma_scenes.c
/// The scenes with a Puma: among pipes, and in a machine room.
///
/// Motions are key frames. As in the paper there are also short random motions, of at most 1, 5,
/// 15, 30 and 60 degrees a joint; they start on the free motion, so that all of them start free.
#include "bench_puma.h"
#include "generate.h"

#include <math.h>

#define FRAMES 24  ///< from key to key
#define STEPS  100 ///< random motions of each size

static const bench_name names[PUMA_JOINTS] = {{"joint_1"}, {"joint_2"}, {"joint_3"},
                                              {"joint_4"}, {"joint_5"}, {"joint_6"}};

typedef double puma_key[PUMA_JOINTS];

/// Smoothly from key to key, standing still for a moment at each.
static void play(bench_motion* motion, const puma_key* keys, int32_t n)
{
  for (int32_t frame = 0; frame <= FRAMES * (n - 1); ++frame)
  {
    const int32_t i = frame / FRAMES < n - 1 ? frame / FRAMES : n - 2;
    const double s = bench_ease((double)(frame - i * FRAMES) / FRAMES);
    double* q = bench_motion_add(motion);
    for (int k = 0; k < PUMA_JOINTS; ++k)
    {
      q[k] = keys[i][k] + s * (keys[i + 1][k] - keys[i][k]);
    }
  }
}

/// From configurations of a motion, one after the other, by up to so many degrees in each joint.
static void write_random(const char* folder, const char* file, const bench_motion* free,
                         int degrees)
{
  bench_motion ends = bench_motion_new(names, PUMA_JOINTS);
  bench_edge edges[STEPS];
  gen_random random = gen_random_new((uint64_t)degrees);
  const double most = degrees * GEN_PI / 180.0;
  for (int32_t i = 0; i < STEPS; ++i)
  {
    const double* q = bench_motion_row(free, i * (free->count - 1) / STEPS);
    double* from = bench_motion_add(&ends);
    for (int k = 0; k < PUMA_JOINTS; ++k)
    {
      from[k] = q[k];
    }
    double* to = bench_motion_add(&ends);
    for (int k = 0; k < PUMA_JOINTS; ++k)
    {
      const double turned = q[k] + gen_random_in(&random, -most, most);
      to[k] = fmin(fmax(turned, bench_puma_limits[k][0] + 1e-6), bench_puma_limits[k][1] - 1e-6);
    }
    edges[i] = (bench_edge){&ends, 2 * i, 2 * i + 1, NULL};
  }
  bench_write_edges(folder, file, edges, STEPS);
  bench_motion_free(&ends);
}

/// Key frames of a free motion, and those between which the way is not free.
typedef struct puma_show
{
  const char* name; ///< of the scene and its files
  const puma_key* keys;
  int32_t count;
  const puma_key* wrong;
  int32_t wrong_count;
  void (*write_obstacles)(const char* folder, FILE* scene);
} puma_show;

static void write_motions(const char* folder, const puma_show* show, const bench_motion* reach,
                          const bench_motion* wrong)
{
  char file[64];
  snprintf(file, sizeof file, "%s_reach.path", show->name);
  bench_write_path(reach, folder, file);
  snprintf(file, sizeof file, "%s_wrong.path", show->name);
  bench_write_path(wrong, folder, file);
  bench_edge edges[64];
  int32_t n = 0;
  for (int32_t i = 0; i + 1 < show->count; ++i)
  {
    edges[n++] = (bench_edge){reach, FRAMES * i, FRAMES * (i + 1), "free"};
  }
  for (int32_t i = 0; i + 1 < show->wrong_count; ++i)
  {
    edges[n++] = (bench_edge){wrong, FRAMES * i, FRAMES * (i + 1), "colliding"};
  }
  snprintf(file, sizeof file, "%s.edges", show->name);
  bench_write_edges(folder, file, edges, n);
  static const int degrees[] = {1, 5, 15, 30, 60};
  for (int32_t i = 0; i < BENCH_COUNT(degrees); ++i)
  {
    snprintf(file, sizeof file, "%s_random_%02d.edges", show->name, degrees[i]);
    write_random(folder, file, reach, degrees[i]);
  }
}

static void write_show(const char* folder, const puma_show* show)
{
  bench_motion reach = bench_motion_new(names, PUMA_JOINTS), wrong = reach;
  play(&reach, show->keys, show->count);
  play(&wrong, show->wrong, show->wrong_count);
  write_motions(folder, show, &reach, &wrong);
  char file[64];
  snprintf(file, sizeof file, "%s.yaml", show->name);
  gen_text scene = gen_text_open(folder, file);
  fprintf(scene.file,
          "name: puma-%s\nrobots:\n  - {name: puma, urdf: puma.urdf, srdf: puma.srdf}\n"
          "obstacles:\n",
          show->name);
  show->write_obstacles(folder, scene.file);
  fputs("queries:\n", scene.file);
  bench_print_query(scene.file, "front", (bench_edge){&reach, 0, 3 * FRAMES, NULL});
  bench_print_query(scene.file, "across", (bench_edge){&reach, 3 * FRAMES, reach.count - 1, NULL});
  gen_text_close(&scene);
  bench_motion_free(&reach);
  bench_motion_free(&wrong);
}

/// @name Key frames
/// @{
#define UPRIGHT                                                                                    \
  {                                                                                                \
    0, -1.57, 1.57, 0, 0, 0                                                                        \
  }
#define PIPES_FRONT                                                                                \
  {                                                                                                \
    -0.35, -0.23, 1.48, -0.05, 0.02, -0.61                                                         \
  }
#define PIPES_LEFT                                                                                 \
  {                                                                                                \
    1.71, -0.81, 2.8, -1.25, -0.03, -1                                                             \
  }
#define PIPES_RIGHT                                                                                \
  {                                                                                                \
    -1.64, 0.2, 1.85, 0.89, -0.04, -0.77                                                           \
  }
#define PIPES_OUT                                                                                  \
  {                                                                                                \
    0.2, -0.54, 0.98, -0.25, -0.28, -0.16                                                          \
  }
#define PIPES_IN                                                                                   \
  {                                                                                                \
    0.01, -0.29, 0.95, -0.14, -0.07, -0.23                                                         \
  }
#define PIPES_TURN                                                                                 \
  {                                                                                                \
    1.35, -1.69, 3, -0.67, 0.47, -0.46                                                             \
  }
#define ROOM_FRONT                                                                                 \
  {                                                                                                \
    -0.24, 0.54, 0.7, 0.63, -0.04, -0.95                                                           \
  }
#define ROOM_LEFT                                                                                  \
  {                                                                                                \
    1.71, -0.81, 2.8, -1.25, -0.03, -1                                                             \
  }
#define ROOM_RIGHT                                                                                 \
  {                                                                                                \
    -1.22, -0.14, 1.63, -0.5, -0.05, 1.43                                                          \
  }
#define ROOM_UP                                                                                    \
  {                                                                                                \
    0.79, -1.33, 1.55, 0.4, 0.15, 0.23                                                             \
  }
#define ROOM_DOWN                                                                                  \
  {                                                                                                \
    0.82, -0.52, 1.78, 0.42, 0.42, -0.33                                                           \
  }
/// @}

/// From upright through a gap in front, back, to the left, back, and to the right.
static const puma_key pipes_keys[] = {UPRIGHT,
                                      PIPES_OUT,
                                      PIPES_IN,
                                      PIPES_FRONT,
                                      PIPES_IN,
                                      PIPES_OUT,
                                      UPRIGHT,
                                      PIPES_TURN,
                                      PIPES_LEFT,
                                      PIPES_TURN,
                                      UPRIGHT,
                                      {-1.27, -0.51, 3.42, 0.37, 0.74, 0.28},
                                      {-1.76, -0.13, 3.08, -0.21, 0.24, 0.2},
                                      PIPES_RIGHT};
static const puma_key pipes_wrong[] = {UPRIGHT,     PIPES_FRONT, PIPES_LEFT,
                                       PIPES_RIGHT, UPRIGHT,     PIPES_LEFT};

static const puma_key room_keys[] = {UPRIGHT,
                                     ROOM_UP,
                                     ROOM_DOWN,
                                     ROOM_FRONT,
                                     ROOM_DOWN,
                                     ROOM_UP,
                                     UPRIGHT,
                                     {0.74, -1.89, 0.9, 0.19, -0.38, -0.28},
                                     {0.89, -0.75, 2.35, -0.88, -0.02, -0.61},
                                     ROOM_LEFT,
                                     {0.89, -0.75, 2.35, -0.88, -0.02, -0.61},
                                     {0.74, -1.89, 0.9, 0.19, -0.38, -0.28},
                                     UPRIGHT,
                                     {-0.6, -1.09, 1.49, -0.05, -0.08, 0.4},
                                     ROOM_RIGHT};
static const puma_key room_wrong[] = {UPRIGHT, ROOM_FRONT, UPRIGHT, ROOM_LEFT, UPRIGHT, ROOM_RIGHT};

void generate_puma(const char* folder)
{
  char path[1024];
  bench_folder(path, folder, "puma");
  bench_write_puma(path);
  const puma_show pipes = {
      "pipes",          pipes_keys, BENCH_COUNT(pipes_keys), pipes_wrong, BENCH_COUNT(pipes_wrong),
      bench_write_pipes};
  const puma_show machine_room = {
      "room",          room_keys, BENCH_COUNT(room_keys), room_wrong, BENCH_COUNT(room_wrong),
      bench_write_room};
  write_show(path, &pipes);
  write_show(path, &machine_room);
}
