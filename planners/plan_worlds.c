/// @file plan_worlds.c
#include "plan_worlds.h"

#include "program.h"

#include <stdlib.h>

ep_status plan_worlds_make(plan_worlds* w, const ep_scene* scene, ep_error* error)
{
  const size_t count = (size_t)ep_scene_query_count(scene) + 1;
  *w = (plan_worlds){.scene = scene, .worlds = calloc(count, sizeof *w->worlds)};
  return w->worlds != NULL ? EP_OK : program_error(error, EP_ERROR_MEMORY, "no memory");
}

void plan_worlds_clear(plan_worlds* w)
{
  for (int32_t i = 0; w->worlds != NULL && i < ep_scene_query_count(w->scene); ++i)
  {
    ep_world_destroy(w->worlds[i]);
  }
  free(w->worlds);
  *w = (plan_worlds){.scene = NULL};
}

ep_status plan_worlds_get(plan_worlds* w, int32_t query, const ep_world** world, ep_error* error)
{
  ep_status status = EP_OK;
  if (w->worlds[query] == NULL)
  {
    status = ep_scene_make_world(w->scene, query, &w->worlds[query], error);
  }
  *world = w->worlds[query];
  return status;
}
