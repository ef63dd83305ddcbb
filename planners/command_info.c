/// @file command_info.c
/// edgeproof info: what is in a scene, and what is wrong with it.
#include "program.h"

#include "info.h"

typedef struct info_arguments
{
  scene_arguments scene;
  const char* query;
  bool json;
} info_arguments;

static const command_text text = {
    .name = "info",
    .usage = "SCENE [OPTION...]",
    .about = "Tells what is in a scene: machines, joints with their limits, obstacles, triangles, "
             "memory,\npairs, and whether its queries start and end free. With --query, why one of "
             "them does not.\n\nExit status: 0; with --query 1 if its start or goal is not free; 2 "
             "on an error.\n",
    .examples = "  edgeproof info tower-crane.yaml --query lift\n",
    .operand = "SCENE"};

static int tell(const ep_scene* scene, const info_arguments* a, double start)
{
  ep_error error;
  ep_status status;
  int32_t query;
  bool is_free = true;
  if (!program_find_query("info", scene, a->query, &query))
  {
    return PROGRAM_ERROR;
  }
  if (query != EP_SCENE_NONE)
  {
    status = info_query(scene, query, a->json, &is_free, &error);
  }
  else
  {
    ep_world* world;
    status = ep_scene_make_world(scene, EP_SCENE_NONE, &world, &error);
    if (status == EP_OK)
    {
      status = (a->json ? info_json : info_print)(scene, world, program_now() - start, &error);
      ep_world_destroy(world);
    }
  }
  return status != EP_OK ? program_fail("info", &error) : is_free ? PROGRAM_GOOD : PROGRAM_BAD;
}

int command_info(int argc, char** argv)
{
  info_arguments a = {.json = false};
  arguments all = {.command = &text};
  const argument own[] = {
      {"--query", ARGUMENT_TEXT, &a.query, "NAME",
       "why start or goal of this query is not free: pair, point, depth,\nclearance; or what is "
       "nearest",
       NULL, 0},
      {"--json", ARGUMENT_FLAG, &a.json, NULL, "JSON instead of tables", NULL, 0},
  };
  arguments_add(&all, own, (int32_t)(sizeof own / sizeof own[0]));
  scene_arguments_add(&all, &a.scene);
  ep_scene* scene;
  const double start = program_now();
  const int status = program_begin(&all, argc, argv, &a.scene, NULL, 0, &scene);
  if (status != ARGUMENTS_GO_ON)
  {
    return status;
  }
  const int result = tell(scene, &a, start);
  ep_scene_destroy(scene);
  return result;
}
