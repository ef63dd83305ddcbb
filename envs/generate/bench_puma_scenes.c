/// @file bench_puma_scenes.c
/// The scenes with a Puma: among pipes, and in a machine room.
#include "bench_puma.h"
#include "generate.h"

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof((array)[0])))

static const bench_name names[PUMA_JOINTS] = {{"joint_1"}, {"joint_2"}, {"joint_3"},
                                              {"joint_4"}, {"joint_5"}, {"joint_6"}};

typedef double puma_key[PUMA_JOINTS];

/// Smoothly from key to key, standing still for a moment at each.
static void play(bench_motion* motion, const puma_key* keys, int32_t n, int32_t frames)
{
  for (int32_t frame = 0; frame <= frames * (n - 1); ++frame)
  {
    const int32_t i = frame / frames < n - 1 ? frame / frames : n - 2;
    const double s = bench_ease((double)(frame - i * frames) / frames);
    double* q = bench_motion_add(motion);
    for (int k = 0; k < PUMA_JOINTS; ++k)
    {
      q[k] = keys[i][k] + s * (keys[i + 1][k] - keys[i][k]);
    }
  }
}

static gen_text begin_scene(const char* folder, const char* file, const char* name)
{
  gen_text scene = gen_text_open(folder, file);
  fprintf(scene.file,
          "name: %s\nrobots:\n  - {name: puma, urdf: puma.urdf, srdf: puma.srdf}\nobstacles:\n",
          name);
  return scene;
}

static void write_pipes(const char* folder)
{
  static const puma_key keys[] = {{0, -1.57, 1.57, 0, 0, 0}, {0.5, -1.57, 1.57, 0, 0, 0}};
  bench_motion reach = bench_motion_new(names, PUMA_JOINTS);
  play(&reach, keys, COUNT(keys), 40);
  bench_write_path(&reach, folder, "reach.path");
  gen_text scene = begin_scene(folder, "pipes.yaml", "puma-among-pipes");
  bench_write_pipes(folder, scene.file);
  fputs("queries:\n", scene.file);
  bench_print_query(scene.file, "reach", (bench_edge){&reach, 0, reach.count - 1, NULL});
  gen_text_close(&scene);
  bench_motion_free(&reach);
}

static void write_room(const char* folder)
{
  static const puma_key keys[] = {{0, -1.57, 1.57, 0, 0, 0}, {0.5, -1.57, 1.57, 0, 0, 0}};
  bench_motion reach = bench_motion_new(names, PUMA_JOINTS);
  play(&reach, keys, COUNT(keys), 40);
  bench_write_path(&reach, folder, "room.path");
  gen_text scene = begin_scene(folder, "room.yaml", "puma-in-a-machine-room");
  bench_write_room(folder, scene.file);
  fputs("queries:\n", scene.file);
  bench_print_query(scene.file, "reach", (bench_edge){&reach, 0, reach.count - 1, NULL});
  gen_text_close(&scene);
  bench_motion_free(&reach);
}

void generate_puma(const char* folder)
{
  char path[1024];
  const int size = snprintf(path, sizeof path, "%s/puma", folder);
  if (size < 0 || (size_t)size >= sizeof path)
  {
    gen_give_up("%s: the name is too long", folder);
  }
  bench_write_puma(path);
  write_pipes(path);
  write_room(path);
}
