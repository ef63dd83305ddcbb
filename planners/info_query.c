/// @file info_query.c
/// Why the start or the goal of a query is not free.
#include "info.h"

#include "contact_json.h"
#include "depth.h"
#include "program.h"

#include <math.h>
#include <stdio.h>

/// The nearest thing is looked for as far away as this, in metres.
#define NEAR_MAX 10.0

/// What is known of one end of a query.
typedef struct end_state
{
  const char* name; ///< "start"
  bool outside;     ///< of the limits, see why
  ep_error why;
  ep_result result;
  ep_clearance clearance; ///< of a free one
  depth_move move;        ///< of a colliding one
} end_state;

static ep_status look(const ep_scene* scene, int32_t query, const ep_world* world,
                      ep_checker* checker, const double* q, end_state* end, ep_error* error)
{
  end->outside = ep_scene_check_bounds(scene, q, &end->why) != EP_OK;
  ep_status status = ep_check_state(checker, q, NULL, &end->result, error);
  if (status != EP_OK)
  {
    return status;
  }
  if (end->result.verdict == EP_FREE)
  {
    return ep_state_clearance(checker, q, NEAR_MAX, &end->clearance, error);
  }
  if (end->result.verdict != EP_COLLIDING)
  {
    return EP_OK;
  }
  posed p;
  status = posed_make(&p, scene, query, world, q, error);
  if (status == EP_OK)
  {
    status = depth_measure(&p, &end->result.contact, &end->move, error);
    posed_clear(&p);
  }
  return status;
}

/// @name For people
/// @{

static void print_near(const ep_world* world, const ep_clearance* c)
{
  if (c->contact.kind == EP_CONTACT_NONE)
  {
    printf(", and nothing is nearer than %g m\n", c->lower);
    return;
  }
  printf(": %s and %s are the nearest, %.3f m apart (proved: at least %.3f m)\n",
         ep_world_body_name(world, c->contact.body[0]),
         ep_world_body_name(world, c->contact.body[1]), c->upper,
         floor(1e3 * c->lower) / 1e3); // rounded down: proved
}

static void print_contact(const ep_world* world, const ep_contact* c, const depth_move* move)
{
  printf(": %s and %s: %s\n", ep_world_body_name(world, c->body[0]),
         ep_world_body_name(world, c->body[1]), program_contact_text(c->kind));
  printf("  at          %.3f %.3f %.3f and %.3f %.3f %.3f\n", c->point[0][0], c->point[0][1],
         c->point[0][2], c->point[1][0], c->point[1][1], c->point[1][2]);
  if (c->clearance > 0.0 || c->distance > 0.0)
  {
    printf("  clearance   %.4f m apart, more than %.4f m is demanded\n", c->distance, c->clearance);
  }
  if (move->length > 0.0)
  {
    printf(
        "  depth       at most about %.3f m: so far along %.3f %.3f %.3f %s would be free of it\n",
        move->length, move->direction[0], move->direction[1], move->direction[2],
        ep_world_body_name(world, c->body[0]));
  }
}

static void print_end(const ep_world* world, const end_state* end)
{
  printf("%s: %s", end->name, ep_verdict_text(end->result.verdict));
  if (end->result.verdict == EP_FREE)
  {
    print_near(world, &end->clearance);
  }
  else if (end->result.verdict == EP_COLLIDING)
  {
    print_contact(world, &end->result.contact, &end->move);
  }
  else
  {
    printf(": it is unclear what is inside of what\n");
  }
  if (end->outside)
  {
    printf("  limits      %s\n", end->why.message);
  }
}

/// @}
/// @name JSON
/// @{

static void write_end(json* j, const ep_world* world, const end_state* end)
{
  json_open(j, end->name, '{');
  json_text(j, "verdict", ep_verdict_text(end->result.verdict));
  if (end->outside)
  {
    json_text(j, "outside_limits", end->why.message);
  }
  if (end->result.verdict == EP_COLLIDING)
  {
    contact_json(j, "contact", world, &end->result.contact);
    if (end->move.length > 0.0)
    {
      json_number(j, "depth_at_most", end->move.length);
      json_numbers(j, "depth_direction", end->move.direction, 3);
    }
  }
  if (end->result.verdict == EP_FREE)
  {
    json_number(j, "clearance_proved", end->clearance.lower);
    json_number(j, "clearance_at_most", end->clearance.upper);
    if (end->clearance.contact.kind != EP_CONTACT_NONE)
    {
      contact_json_nearest(j, "nearest", world, &end->clearance.contact);
    }
  }
  json_close(j, '}');
}

/// @}

static void tell(const ep_scene* scene, int32_t query, const ep_world* world, bool as_json,
                 const end_state ends[2])
{
  const char* name = ep_scene_get_query(scene, query)->name;
  if (!as_json)
  {
    printf("query %s of %s\n", name, ep_scene_name(scene));
    print_end(world, &ends[0]);
    print_end(world, &ends[1]);
    return;
  }
  json j = json_begin(stdout);
  json_open(&j, NULL, '{');
  json_text(&j, "scene", ep_scene_name(scene));
  json_text(&j, "query", name);
  write_end(&j, world, &ends[0]);
  write_end(&j, world, &ends[1]);
  json_close(&j, '}');
  json_end(&j);
}

ep_status info_query(const ep_scene* scene, int32_t query, bool as_json, bool* is_free,
                     ep_error* error)
{
  const ep_scene_query* q = ep_scene_get_query(scene, query);
  end_state ends[2] = {{.name = "start"}, {.name = "goal"}};
  ep_world* world;
  ep_checker* checker;
  ep_status status = program_make_checker(scene, query, &world, &checker, error);
  for (int i = 0; status == EP_OK && i < 2; ++i)
  {
    status = look(scene, query, world, checker, i == 0 ? q->start : q->goal, &ends[i], error);
  }
  *is_free = status == EP_OK;
  for (int i = 0; i < 2; ++i)
  {
    *is_free = *is_free && ends[i].result.verdict == EP_FREE && !ends[i].outside;
  }
  if (status == EP_OK)
  {
    tell(scene, query, world, as_json, ends);
  }
  ep_checker_destroy(checker);
  ep_world_destroy(world);
  return status;
}
