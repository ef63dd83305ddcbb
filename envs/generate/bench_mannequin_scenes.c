/// @file bench_mannequin_scenes.c
/// The scenes with mannequins: on a chessboard, and two against each other.
#include "bench_mannequin.h"
#include "bench_shape.h"
#include "generate.h"

static void print_robot(FILE* file, const char* name)
{
  fprintf(file,
          "  - name: %s\n    urdf: mannequin.urdf\n    srdf: mannequin.srdf\n"
          "    bounds: {base.x: [-4.2, 4.2], base.y: [-4.2, 4.2], base.z: [0.3, 1.4]}\n",
          name);
}

static void write_chess(const char* folder)
{
  static bench_name names[BENCH_MANNEQUIN_VALUES];
  bench_mannequin_names("", names);
  // Between the chessmen; straight through some of them.
  const double around[] = {-3.5, -1.5, -3.5, 0.5, 2.5, 0.5, 2.5, -1.3};
  const double through[] = {-3.5, -1.5, 1.5, 2.6};
  bench_motion walk = bench_motion_new(names, BENCH_MANNEQUIN_VALUES);
  bench_motion bump = walk, stretch = walk, exercise = walk;
  bench_walk(&walk, around, 4);
  bench_walk(&bump, through, 2);
  bench_exercise(&stretch, 0.5, 0.5, 0.0);
  bench_exercise(&exercise, 0.5, 0.5, 1.0);
  bench_write_path(&walk, folder, "walk.path");
  bench_write_path(&bump, folder, "walk_into.path");
  bench_write_path(&stretch, folder, "stretch.path");
  bench_write_path(&exercise, folder, "exercise.path");
  const bench_edge edges[] = {{&walk, 0, 4, "free"},
                              {&walk, 70, 73, "free"},
                              {&walk, 140, 144, "free"},
                              {&walk, 196, 199, "free"},
                              {&walk, 262, 266, "free"},
                              {&stretch, 0, 24, "free"},
                              {&stretch, 24, 48, "free"},
                              {&stretch, 48, 78, "free"},
                              {&stretch, 138, 164, "free"},
                              {&stretch, 226, 240, "free"},
                              {&walk, 0, 180, "colliding"},
                              {&walk, 60, 260, "colliding"},
                              {&bump, 50, 70, "colliding"},
                              {&bump, 110, 114, "colliding"},
                              {&bump, 124, 126, "colliding"},
                              {&bump, 0, 181, "colliding"},
                              {&exercise, 245, 262, "colliding"},
                              {&exercise, 226, 262, "colliding"}};
  bench_write_edges(folder, "chess.edges", edges, BENCH_COUNT(edges));

  gen_text scene = gen_text_open(folder, "chess.yaml");
  fputs("name: mannequin-on-a-chessboard\nrobots:\n", scene.file);
  print_robot(scene.file, "mannequin");
  fputs("obstacles:\n", scene.file);
  bench_write_chess(folder, scene.file);
  fputs("queries:\n", scene.file);
  bench_print_query(scene.file, "walk", (bench_edge){&walk, 0, walk.count - 1, NULL});
  bench_print_query(scene.file, "bow", (bench_edge){&stretch, 0, 262, NULL});
  gen_text_close(&scene);
  bench_motion_free(&walk);
  bench_motion_free(&bump);
  bench_motion_free(&stretch);
  bench_motion_free(&exercise);
}

static void write_two(const char* folder)
{
  static bench_name names[2 * BENCH_MANNEQUIN_VALUES];
  bench_mannequin_names("red/", names);
  bench_mannequin_names("blue/", names + BENCH_MANNEQUIN_VALUES);
  bench_motion spar = bench_motion_new(names, 2 * BENCH_MANNEQUIN_VALUES);
  bench_motion hit = spar;
  bench_box(&spar, 0.90, true);
  bench_box(&hit, 0.90, false);
  bench_write_path(&spar, folder, "spar.path");
  bench_write_path(&hit, folder, "hit.path");
  const bench_edge edges[] = {
      {&spar, 0, 8, "free"},        {&spar, 8, 20, "free"},        {&spar, 20, 32, "free"},
      {&spar, 100, 112, "free"},    {&spar, 48, 60, "free"},       {&spar, 88, 100, "free"},
      {&spar, 128, 140, "free"},    {&hit, 8, 20, "colliding"},    {&hit, 48, 60, "colliding"},
      {&hit, 88, 100, "colliding"}, {&hit, 128, 140, "colliding"}, {&hit, 20, 60, "colliding"}};
  bench_write_edges(folder, "two.edges", edges, BENCH_COUNT(edges));
  gen_text scene = gen_text_open(folder, "two.yaml");
  fputs("name: two-mannequins\nrobots:\n", scene.file);
  print_robot(scene.file, "red");
  print_robot(scene.file, "blue");
  fputs("obstacles:\n  - {name: floor, box: [6, 4, 0.1], xyz: [0, 0, -0.05]}\nqueries:\n",
        scene.file);
  bench_print_query(scene.file, "spar", (bench_edge){&spar, 0, 60, NULL});
  gen_text_close(&scene);
  bench_motion_free(&spar);
  bench_motion_free(&hit);
}

void generate_mannequins(const char* folder)
{
  char path[1024];
  bench_folder(path, folder, "mannequin");
  bench_write_mannequin(path);
  write_chess(path);
  write_two(path);
}
