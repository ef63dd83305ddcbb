/// @file plan_write.c
/// plan.json.
#include "plan.h"

#include "contact_json.h"
#include "output.h"
#include "program.h"
#include "relative.h"

#include <math.h>
#include <stdlib.h>

static void write_edge(json* j, const plan_edge* edge)
{
  json_open(j, NULL, '{');
  json_text(j, "verdict", ep_verdict_text(edge->verdict));
  if (edge->verdict == EP_FREE)
  {
    json_number(j, "clearance", edge->clearance);
    json_number(j, "clearance_at_most", edge->clearance_max);
  }
  if (edge->verdict == EP_COLLIDING)
  {
    json_number(j, "t_contact", edge->contact.t);
    contact_json_named(j, "contact", edge->pair[0], edge->pair[1], &edge->contact);
  }
  json_close(j, '}');
}

static void write_path(json* j, const plan_leg* leg, int32_t size)
{
  json_open(j, "path", '[');
  for (int32_t i = 0; i < leg->row_count; ++i)
  {
    json_numbers(j, NULL, leg->rows + (size_t)i * (size_t)size, size);
  }
  json_close(j, ']');
  json_open(j, "edges", '[');
  for (int32_t i = 0; leg->edges != NULL && i + 1 < leg->row_count; ++i)
  {
    write_edge(j, &leg->edges[i]);
  }
  json_close(j, ']');
}

/// `whole`: with its path.
static void write_leg(json* j, const plan* p, const plan_leg* leg, bool whole)
{
  json_open(j, NULL, '{');
  json_text(j, "query", ep_scene_get_query(p->scene, leg->query)->name);
  json_text(j, "status", plan_status_text(leg->status));
  if (leg->remark[0] != 0)
  {
    json_text(j, "remark", leg->remark);
  }
  json_bool(j, "certified", plan_leg_is_certified(leg));
  if (leg->row_count > 1)
  {
    json_number(j, "length", leg->length);
    json_number(j, "clearance", plan_leg_clearance(leg));
  }
  if (isfinite(leg->distance) && leg->status != PLAN_SOLVED)
  {
    json_number(j, "distance_to_goal", leg->distance);
  }
  json_number(j, "seconds_solve", leg->seconds_solve);
  json_number(j, "seconds_simplify", leg->seconds_simplify);
  json_number(j, "seconds_certify", leg->seconds_certify);
  json_integer(j, "edges_checked", leg->motions);
  json_integer(j, "edges_free", leg->motions_free);
  json_integer(j, "states_checked", leg->states);
  json_number(j, "edge_seconds", leg->motion_seconds);
  json_integer(j, "roadmap_states", leg->roadmap_states);
  if (leg->roadmap_again)
  {
    json_integer(j, "roadmap_edges_dropped", leg->roadmap_dropped);
  }
  if (whole)
  {
    write_path(j, leg, ep_scene_config_size(p->scene));
  }
  json_close(j, '}');
}

static void write_request(json* j, const plan* p)
{
  json_text(j, "planner", p->planner);
  json_open(j, "parameters", '[');
  for (int32_t i = 0; i < p->parameter_count; ++i)
  {
    json_text(j, NULL, p->parameters[i]);
  }
  json_close(j, ']');
  json_integer(j, "seed", p->seed);
  json_text(j, "validator", p->validator);
  json_number(j, "time_limit", p->time_limit);
  json_bool(j, "solved", plan_is_solved(p));
  json_bool(j, "certified", plan_is_certified(p));
}

static void write_legs(json* j, const plan* p, bool whole)
{
  json_open(j, "queries", '[');
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    write_leg(j, p, &p->legs[i], whole);
  }
  json_close(j, ']');
}

void plan_write_summary(json* j, const plan* p)
{
  json_open(j, NULL, '{');
  write_request(j, p);
  write_legs(j, p, false);
  json_close(j, '}');
}

static void write_head(json* j, const plan* p, const char* scene)
{
  json_text(j, "format", PLAN_FORMAT);
  json_integer(j, "version", PLAN_VERSION);
  json_text(j, "scene", scene);
  json_number(j, "clearance", ep_scene_clearance(p->scene));
  json_number(j, "tolerance", ep_scene_tolerance(p->scene));
  json_text(j, "interpolate", p->linear ? "linear" : "shortest");
  write_request(j, p);
  json_open(j, "joints", '[');
  for (int32_t i = 0; i < ep_scene_config_size(p->scene); ++i)
  {
    json_text(j, NULL, ep_scene_value_name(p->scene, i));
  }
  json_close(j, ']');
}

ep_status plan_write(const plan* p, const char* path, ep_error* error)
{
  output out;
  char* scene = path_seen_from(ep_scene_path(p->scene), path);
  ep_status status = scene != NULL ? output_open(&out, path, error)
                                   : program_error(error, EP_ERROR_MEMORY, "no memory");
  if (status == EP_OK)
  {
    json j = json_begin(out.file);
    json_open(&j, NULL, '{');
    write_head(&j, p, scene);
    write_legs(&j, p, true);
    json_close(&j, '}');
    json_end(&j);
    status = output_close(&out, error);
  }
  free(scene);
  return status;
}
