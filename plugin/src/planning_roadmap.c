/// @file planning_roadmap.c
/// Roadmaps: what they hang on, kept in files, handed from one planning to the next.
#include "planning_internal.h"
#include "plugin_error.h"

#include "edgeproof/shim/ompl_process.h"

#include <stdlib.h>
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
static ep_status use_roadmap(ep_planning* planning, const char* name,
                             const ep_ompl_roadmap* roadmap, ep_error* error)
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

ep_status ep_planning_load_roadmap(ep_planning* planning, const char* name, const char* file,
                                   bool recertify, ep_ompl_roadmap_report* report, ep_error* error)
{
  if (planning == NULL || name == NULL || file == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_planning_load_roadmap: a null pointer was passed");
  }
  ep_shim_error inner;
  ep_ompl_roadmap* roadmap;
  const ep_shim_result result =
      ep_ompl_roadmap_load(planning->information, file, ep_planning_hash(planning),
                           recertify ? 1 : 0, &roadmap, report, &inner);
  if (result != EP_SHIM_OK)
  {
    return ep_planning_shim_status(result, &inner, error);
  }
  const ep_status status = use_roadmap(planning, name, roadmap, error);
  ep_ompl_roadmap_destroy(roadmap);
  return status != EP_OK ? status : ep_plugin_ok(error);
}

/// @}
/// @name From one planning to the next
/// @{

/// What stays of a roadmap, under new numbers.
typedef struct sieve
{
  double* vertices;
  int32_t* number; ///< of each old vertex: its new number, or -1
  int32_t vertex_count;
  ep_ompl_roadmap_edge* edges;
  int32_t edge_count;
} sieve;

static void sift(ep_planning* p, const ep_ompl_roadmap* old, sieve* s,
                 ep_ompl_roadmap_report* report)
{
  const size_t size = (size_t)p->layout.size;
  const double* vertices = ep_ompl_roadmap_vertices(old);
  for (int32_t i = 0; i < ep_ompl_roadmap_vertex_count(old); ++i)
  {
    const double* state = vertices + (size_t)i * size;
    const bool stays = ep_ompl_space_satisfies_bounds(p->layout.space, state) == 1 &&
                       ep_planning_state_valid(p, state) == 1;
    s->number[i] = stays ? s->vertex_count : -1;
    if (stays)
    {
      memcpy(s->vertices + (size_t)s->vertex_count++ * size, state, size * sizeof *state);
    }
    report->vertices_dropped += stays ? 0 : 1;
  }
  for (int32_t i = 0; i < ep_ompl_roadmap_edge_count(old); ++i)
  {
    ep_ompl_roadmap_edge edge = ep_ompl_roadmap_edges(old)[i];
    const bool stays = s->number[edge.from] >= 0 && s->number[edge.to] >= 0 &&
                       ep_planning_motion_valid(p, vertices + (size_t)edge.from * size,
                                                vertices + (size_t)edge.to * size) == 1;
    edge.from = s->number[edge.from];
    edge.to = s->number[edge.to];
    if (stays)
    {
      s->edges[s->edge_count++] = edge;
    }
    report->edges_dropped += stays ? 0 : 1;
  }
}

/// The part of a roadmap that holds here too.
static ep_status recertify(ep_planning* p, const ep_ompl_roadmap* old, ep_ompl_roadmap** roadmap,
                           ep_ompl_roadmap_report* report, ep_error* error)
{
  const size_t vertices = (size_t)ep_ompl_roadmap_vertex_count(old) + 1;
  const size_t edges = (size_t)ep_ompl_roadmap_edge_count(old) + 1;
  sieve s = {.vertices = calloc(vertices * (size_t)p->layout.size, sizeof(double)),
             .number = calloc(vertices, sizeof(int32_t)),
             .edges = calloc(edges, sizeof(ep_ompl_roadmap_edge))};
  ep_status status = EP_OK;
  if (s.vertices == NULL || s.number == NULL || s.edges == NULL)
  {
    status = ep_plugin_fail(error, EP_ERROR_MEMORY, "planning: out of memory");
  }
  else
  {
    ep_shim_error inner;
    sift(p, old, &s, report);
    report->certified_again = 1;
    status =
        ep_planning_shim_status(ep_ompl_roadmap_create(p->layout.space, s.vertices, s.vertex_count,
                                                       s.edges, s.edge_count, roadmap, &inner),
                                &inner, error);
  }
  free(s.vertices);
  free(s.number);
  free(s.edges);
  return status;
}

ep_status ep_planning_take_roadmap(ep_planning* planning, const char* name, const ep_planning* from,
                                   ep_ompl_roadmap_report* report, ep_error* error)
{
  ep_ompl_roadmap_report own = {0, 0, 0};
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
  if (ep_planning_hash(planning) == ep_planning_hash(from))
  {
    status = use_roadmap(planning, name, old, error);
  }
  else
  {
    ep_ompl_roadmap* kept;
    status = recertify(planning, old, &kept, &own, error);
    if (status == EP_OK)
    {
      status = use_roadmap(planning, name, kept, error);
      ep_ompl_roadmap_destroy(kept);
    }
  }
  ep_ompl_roadmap_destroy(old);
  if (report != NULL)
  {
    *report = own;
  }
  return status != EP_OK ? status : ep_plugin_ok(error);
}

/// @}
