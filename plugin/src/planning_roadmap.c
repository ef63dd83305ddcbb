/// @file planning_roadmap.c
/// Roadmaps: what they hang on, kept in files, handed from one planning to the next.
#include "planning_internal.h"
#include "plugin_error.h"

#include "edgeproof/shim/ompl_process.h"

#include <string.h>

/// @name What a roadmap hangs on
/// @{

static uint64_t mix(uint64_t hash, const void* bytes, size_t size)
{
  const unsigned char* b = bytes;
  for (size_t i = 0; i < size; ++i)
  {
    hash = (hash ^ b[i]) * UINT64_C(0x100000001b3); // FNV-1a
  }
  return hash;
}

uint64_t ep_planning_hash(const ep_planning* planning)
{
  uint64_t hash = 0;
  if (planning == NULL)
  {
    return hash;
  }
  (void)ep_world_hash(planning->world, &hash);
  const char* signature = ep_ompl_space_signature(planning->layout.space);
  hash = mix(hash, signature, strlen(signature));
  hash =
      mix(hash, planning->layout.constants, (size_t)planning->layout.config_size * sizeof(double));
  const ep_scene_query* query = planning->query == EP_SCENE_NONE
                                    ? NULL
                                    : ep_scene_get_query(planning->scene, planning->query);
  for (int32_t i = 0; query != NULL && i < query->attachment_count; ++i)
  {
    const ep_scene_attachment* a = &query->attachments[i];
    const int32_t where[3] = {a->object, a->robot, a->link};
    hash = mix(hash, where, sizeof where);
    hash = mix(hash, &a->pose, sizeof a->pose);
  }
  // A roadmap that nobody proved is no roadmap of a certified planning, nor the other way round.
  const ep_planning_options* o = &planning->options;
  const int32_t kind[2] = {(int32_t)o->kind, o->state_valid != NULL ? 1 : 0};
  const double numbers[3] = {o->step, o->resolution, o->check.margin};
  hash = mix(hash, kind, sizeof kind);
  return o->kind == EP_PLANNING_CERTIFIED ? mix(hash, &numbers[2], sizeof numbers[2])
                                          : mix(hash, numbers, sizeof numbers);
}

/// @}
/// @name Files
/// @{

static ep_status roadmap_of(const ep_planning* planning, ep_ompl_roadmap** roadmap, ep_error* error)
{
  if (planning == NULL || planning->planner == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE, "roadmap: there is no planner");
  }
  ep_shim_error inner;
  return ep_planning_shim_status(ep_ompl_roadmap_of_planner(planning->planner, roadmap, &inner),
                                 &inner, error);
}

ep_status ep_planning_save_roadmap(ep_planning* planning, const char* file, ep_error* error)
{
  if (file == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_save_roadmap: a null pointer was passed");
  }
  ep_ompl_roadmap* roadmap;
  ep_status status = roadmap_of(planning, &roadmap, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_shim_error inner;
  status = ep_planning_shim_status(
      ep_ompl_roadmap_save(roadmap, file, ep_planning_hash(planning), &inner), &inner, error);
  ep_ompl_roadmap_destroy(roadmap);
  return status != EP_OK ? status : ep_plugin_ok(error);
}

/// A planner that begins with a roadmap, in place of the one there is.
static ep_status begin_with(ep_planning* planning, const char* name, const ep_ompl_roadmap* roadmap,
                            ep_error* error)
{
  ep_shim_error inner;
  ep_ompl_planner* planner = NULL;
  ep_shim_result result =
      planning->options.seed == 0 ? EP_SHIM_OK : ep_ompl_seed(planning->options.seed, &inner);
  if (result == EP_SHIM_OK)
  {
    result =
        ep_ompl_planner_create_from_roadmap(planning->information, name, roadmap, &planner, &inner);
  }
  return result != EP_SHIM_OK ? ep_planning_shim_status(result, &inner, error)
                              : ep_planning_use(planning, planner, error);
}

/// The same, after every vertex and edge of the roadmap was asked about.
static ep_status begin_with_certified(ep_planning* planning, const char* name,
                                      const ep_ompl_roadmap* roadmap,
                                      ep_ompl_roadmap_report* report, ep_error* error)
{
  ep_shim_error inner;
  ep_ompl_roadmap* kept;
  ep_status status = ep_planning_shim_status(
      ep_ompl_roadmap_certify(planning->information, roadmap, &kept, report, &inner), &inner,
      error);
  if (status == EP_OK)
  {
    status = begin_with(planning, name, kept, error);
    ep_ompl_roadmap_destroy(kept);
  }
  return status;
}

/// Whether a planner would take edges as valid that nobody has asked about.
static bool would_trust(const char* name, const ep_ompl_roadmap* roadmap)
{
  return ep_ompl_roadmap_is_certified(roadmap) == 0 &&
         ep_ompl_planner_asks_about_roadmap(name) == 0;
}

ep_status ep_planning_load_roadmap(ep_planning* planning, const char* name, const char* file,
                                   bool recertify, ep_ompl_roadmap_report* report, ep_error* error)
{
  ep_ompl_roadmap_report own = {0, 0, 0};
  if (report != NULL)
  {
    *report = own;
  }
  if (planning == NULL || name == NULL || file == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_load_roadmap: a null pointer was passed");
  }
  ep_shim_error inner;
  ep_ompl_roadmap* roadmap;
  const ep_shim_result result =
      ep_ompl_roadmap_load(planning->information, file, ep_planning_hash(planning),
                           recertify ? 1 : 0, &roadmap, &own, &inner);
  if (result != EP_SHIM_OK)
  {
    return ep_planning_shim_status(result, &inner, error);
  }
  const ep_status status = recertify && would_trust(name, roadmap)
                               ? begin_with_certified(planning, name, roadmap, &own, error)
                               : begin_with(planning, name, roadmap, error);
  ep_ompl_roadmap_destroy(roadmap);
  if (report != NULL && status == EP_OK)
  {
    *report = own;
  }
  return status != EP_OK ? status : ep_plugin_ok(error);
}

/// @}
/// @name From one planning to the next
/// @{

ep_status ep_planning_take_roadmap(ep_planning* planning, const char* name, const ep_planning* from,
                                   ep_ompl_roadmap_report* report, ep_error* error)
{
  ep_ompl_roadmap_report own = {0, 0, 0};
  if (report != NULL)
  {
    *report = own;
  }
  if (planning == NULL || name == NULL || from == NULL || from == planning ||
      strcmp(ep_ompl_space_signature(planning->layout.space),
             ep_ompl_space_signature(from->layout.space)) != 0)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_take_roadmap: a null pointer was passed, or the two are of "
                          "different spaces");
  }
  ep_ompl_roadmap* old;
  ep_status status = roadmap_of(from, &old, error);
  if (status != EP_OK)
  {
    return status;
  }
  const bool holds =
      ep_planning_hash(planning) == ep_planning_hash(from) && !would_trust(name, old);
  status = holds ? begin_with(planning, name, old, error)
                 : begin_with_certified(planning, name, old, &own, error);
  ep_ompl_roadmap_destroy(old);
  if (report != NULL && status == EP_OK)
  {
    *report = own;
  }
  return status != EP_OK ? status : ep_plugin_ok(error);
}

/// @}
