/// @file info_json.c
/// What is in a scene, as JSON.
#include "info.h"

#include "contact_json.h"
#include "json.h"
#include "program.h"

#include <stdio.h>
#include <string.h>

static void write_body(json* j, const ep_body_info* body)
{
  json_integer(j, "triangles", body->triangles);
  if (body->triangles > 0)
  {
    json_numbers(j, "box_from", body->box.lo, 3);
    json_numbers(j, "box_to", body->box.hi, 3);
    json_integer(j, "open_triangles", body->open_triangles);
    json_integer(j, "closed_parts", body->closed_parts);
  }
}

static void write_robots(json* j, const ep_scene* scene, const ep_world* world)
{
  json_open(j, "robots", '[');
  for (int32_t robot = 0; robot < ep_scene_robot_count(scene); ++robot)
  {
    const ep_robot* r = ep_scene_robot(scene, robot);
    json_open(j, NULL, '{');
    json_text(j, "name", ep_scene_robot_name(scene, robot));
    json_integer(j, "disabled_pairs", ep_robot_disabled_count(r));
    json_open(j, "links", '[');
    for (int32_t i = 0; i < ep_world_body_count(world); ++i)
    {
      ep_body_info body;
      if (ep_world_get_body(world, i, &body) == EP_OK && body.machine == robot)
      {
        json_open(j, NULL, '{');
        json_text(j, "name", body.name);
        json_text(j, "joint", ep_robot_joint_name(r, body.link));
        write_body(j, &body);
        json_close(j, '}');
      }
    }
    json_close(j, ']');
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void write_values(json* j, const ep_scene* scene)
{
  json_open(j, "values", '[');
  for (int32_t i = 0; i < ep_scene_config_size(scene); ++i)
  {
    double lower, upper, number;
    ep_scene_value_bounds(scene, i, &lower, &upper);
    json_open(j, NULL, '{');
    json_text(j, "name", ep_scene_value_name(scene, i));
    json_number(j, "lower", lower); // null where there is none
    json_number(j, "upper", upper);
    if (ep_scene_value_default(scene, i, &number))
    {
      json_number(j, "default", number);
    }
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void write_objects(json* j, const ep_scene* scene, const ep_world* world)
{
  json_open(j, "obstacles", '[');
  for (int32_t i = 0; i < ep_scene_object_count(scene); ++i)
  {
    const ep_scene_object* object = ep_scene_get_object(scene, i);
    ep_body_info body = {.triangles = 0};
    (void)ep_world_get_body(world, ep_world_find_body(world, object->name), &body);
    json_open(j, NULL, '{');
    json_text(j, "name", object->name);
    json_text(j, "kind", ep_shape_type_text(object->geometry.type));
    if (object->file != NULL)
    {
      json_text(j, "file", object->file);
    }
    json_number(j, "clearance", object->clearance);
    json_bool(j, "movable", object->movable);
    write_body(j, &body);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void write_world(json* j, const ep_world* world, double seconds)
{
  ep_world_info info;
  if (ep_world_get_info(world, &info) == EP_OK)
  {
    json_integer(j, "obstacle_triangles", info.obstacle_triangles);
    json_integer(j, "link_triangles", info.link_triangles);
    json_integer(j, "bodies_against_obstacles", info.obstacle_pairs);
    json_integer(j, "pairs", info.body_pairs);
    json_integer(j, "pairs_adjacent_or_allowed", info_moving_pairs(world) - info.body_pairs);
    json_integer(j, "world_bytes", info.bytes);
  }
  json_number(j, "seconds", seconds);
  json_number(j, "program_megabytes", info_most_memory());
}

static void write_warnings(json* j, const ep_scene* scene)
{
  const ep_report* report = ep_scene_report(scene);
  json_open(j, "warnings", '[');
  for (int32_t i = 0; i < ep_report_line_count(report); ++i)
  {
    bool is_warning;
    const char* line = ep_report_line(report, i, &is_warning);
    if (is_warning)
    {
      json_text(j, NULL, line);
    }
  }
  json_close(j, ']');
}

typedef struct overlap_writer
{
  json* j;
  const ep_world* world;
} overlap_writer;

static void write_overlap(int32_t a, int32_t b, void* user)
{
  const overlap_writer* w = user;
  json_open(w->j, NULL, '[');
  json_text(w->j, NULL, ep_world_body_name(w->world, a));
  json_text(w->j, NULL, ep_world_body_name(w->world, b));
  json_close(w->j, ']');
}

static ep_status write_overlaps(json* j, const ep_scene* scene, const ep_world* world,
                                ep_error* error)
{
  ep_checker* checker;
  int32_t count;
  ep_status status = ep_scene_make_checker(scene, EP_SCENE_NONE, world, &checker, error);
  if (status != EP_OK)
  {
    return status;
  }
  overlap_writer w = {j, world};
  json_open(j, "unchecked_overlaps", '[');
  status = ep_checker_resting_overlaps(checker, write_overlap, &w, &count, error);
  json_close(j, ']');
  ep_checker_destroy(checker);
  return status;
}

static ep_status write_state(json* j, const char* key, const ep_world* world, ep_checker* checker,
                             const double* q, ep_error* error)
{
  ep_result result;
  const ep_status status = ep_check_state(checker, q, NULL, &result, error);
  json_open(j, key, '{');
  json_text(j, "verdict", status == EP_OK ? ep_verdict_text(result.verdict) : error->message);
  if (status == EP_OK && result.verdict == EP_COLLIDING)
  {
    contact_json(j, "contact", world, &result.contact);
  }
  json_close(j, '}');
  return EP_OK; // a state that cannot be checked is told, and is no reason to stop
}

static ep_status write_query(json* j, const ep_scene* scene, int32_t query, ep_error* error)
{
  const ep_scene_query* q = ep_scene_get_query(scene, query);
  ep_world* world;
  ep_checker* checker;
  ep_status status = program_make_checker(scene, query, &world, &checker, error);
  if (status == EP_OK)
  {
    json_open(j, NULL, '{');
    json_text(j, "name", q->name);
    status = write_state(j, "start", world, checker, q->start, error);
    status = status != EP_OK ? status : write_state(j, "goal", world, checker, q->goal, error);
    json_open(j, "attached", '[');
    for (int32_t i = 0; i < q->attachment_count; ++i)
    {
      json_text(j, NULL, ep_scene_get_object(scene, q->attachments[i].object)->name);
    }
    json_close(j, ']');
    json_close(j, '}');
  }
  ep_checker_destroy(checker);
  ep_world_destroy(world);
  return status;
}

ep_status info_json(const ep_scene* scene, const ep_world* world, double seconds, ep_error* error)
{
  json j = json_begin(stdout);
  json_open(&j, NULL, '{');
  json_text(&j, "name", ep_scene_name(scene));
  json_number(&j, "clearance", ep_scene_clearance(scene));
  json_number(&j, "tolerance", ep_scene_tolerance(scene));
  write_robots(&j, scene, world);
  write_values(&j, scene);
  write_objects(&j, scene, world);
  write_world(&j, world, seconds);
  write_warnings(&j, scene);
  ep_status status = write_overlaps(&j, scene, world, error);
  json_open(&j, "queries", '[');
  for (int32_t i = 0; status == EP_OK && i < ep_scene_query_count(scene); ++i)
  {
    status = write_query(&j, scene, i, error);
  }
  json_close(&j, ']');
  json_close(&j, '}');
  json_end(&j);
  return status;
}
