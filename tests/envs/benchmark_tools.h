/// @file benchmark_tools.h
/// What the tests of the papers' benchmarks share: what each benchmark must be, and loading it.
///
/// A source that includes this defines _XOPEN_SOURCE 700 first, for mkdtemp and nftw.
#ifndef EP_TEST_BENCHMARK_TOOLS_H
#define EP_TEST_BENCHMARK_TOOLS_H

#include "robot_tools.h"

#include "generate.h"

#include "edgeproof/envs/edges.h"

/// What a benchmark must be. Counts are those of CATCH (2007) and ARTICULATE (2004).
typedef struct benchmark
{
  const char* scene;
  void (*generate)(const char* folder);
  int32_t robots;
  int32_t links;             ///< with geometry, of each robot
  double link_triangles;     ///< of each robot
  double obstacle_triangles; ///< 0: the paper has no obstacles; ours has a floor
  int32_t objects;           ///< of the scene, board, rack and floor included
  const char* free_paths[2]; ///< every edge is free
  const char* hit_paths[2];  ///< some edges are free and some are not
  const char* edges;         ///< with labels
  double step;               ///< the largest change of a value from row to row: m, rad
} benchmark;

static const benchmark benchmarks[] = {
    {"mannequin/chess.yaml",
     generate_mannequins,
     1,
     15,
     20e3,
     101e3,
     19,
     {"mannequin/walk.path", "mannequin/stretch.path"},
     {"mannequin/walk_into.path", "mannequin/exercise.path"},
     "mannequin/chess.edges",
     0.5},
    {"mannequin/two.yaml",
     generate_mannequins,
     2,
     15,
     20e3,
     0,
     1,
     {"mannequin/spar.path", NULL},
     {"mannequin/hit.path", NULL},
     "mannequin/two.edges",
     0.6},
    {"trains/four.yaml",
     generate_trains,
     4,
     10,
     23e3,
     0,
     1,
     {"trains/wind.path", NULL},
     {"trains/crash.path", NULL},
     "trains/four.edges",
     0.6},
    {"trains/mountain.yaml",
     generate_trains,
     1,
     17,
     42e3,
     29e3,
     1,
     {"trains/fall.path", NULL},
     {"trains/impact.path", NULL},
     "trains/mountain.edges",
     0.6},
    {"puma/pipes.yaml",
     generate_puma,
     1,
     7,
     800,
     38e3,
     7,
     {"puma/pipes_reach.path", NULL},
     {"puma/pipes_wrong.path", NULL},
     "puma/pipes.edges",
     0.3},
    {"puma/room.yaml",
     generate_puma,
     1,
     7,
     800,
     187e3,
     1180,
     {"puma/room_reach.path", NULL},
     {"puma/room_wrong.path", NULL},
     "puma/room.edges",
     0.3},
};

#define BENCHMARKS ((int)(sizeof benchmarks / sizeof benchmarks[0]))

/// @name Loading
/// @{

typedef struct stage
{
  const benchmark* mark;
  ep_scene* scene;
  ep_world* world;
  ep_checker* checker;
} stage;

static inline void must(ep_status status, const ep_error* error)
{
  ck_assert_msg(status == EP_OK, "%s", error->message);
}

/// Strictly: a warning is an error.
static inline stage open_stage(const benchmark* mark)
{
  stage s = {.mark = mark};
  ep_error error;
  ep_scene_options options = ep_scene_options_default();
  options.strict = true;
  must(ep_scene_load(in_folder(mark->scene), &options, &s.scene, &error), &error);
  must(ep_scene_make_world(s.scene, EP_SCENE_NONE, &s.world, &error), &error);
  must(ep_scene_make_checker(s.scene, EP_SCENE_NONE, s.world, &s.checker, &error), &error);
  return s;
}

static inline void close_stage(stage* s)
{
  ep_checker_destroy(s->checker);
  ep_world_destroy(s->world);
  ep_scene_destroy(s->scene);
}

/// Generates all benchmarks, and calls back with each of them loaded.
static inline void with_all(void (*test)(stage* s))
{
  folder_make();
  generate_mannequins(test_folder);
  generate_trains(test_folder);
  generate_puma(test_folder);
  for (int i = 0; i < BENCHMARKS; ++i)
  {
    stage s = open_stage(&benchmarks[i]);
    test(&s);
    close_stage(&s);
  }
  folder_remove();
}

static inline ep_edges load_edges(const stage* s, const char* file)
{
  ep_edges edges;
  ep_error error;
  must(ep_edges_load(in_folder(file), s->scene, &edges, &error), &error);
  ck_assert_int_gt(edges.count, 0);
  return edges;
}

/// @}

#endif
