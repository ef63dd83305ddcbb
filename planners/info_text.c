/// @file info_text.c
/// What is in a scene, for people.
#include "info.h"

#include "program.h"
#include "table.h"

#include <stdio.h>
#include <string.h>

/// @name Robots
/// @{

/// Two cells: the lowest and the highest corner of a body's box.
static void add_box(table* t, const ep_body_info* body)
{
  const double* corners[2] = {body->box.lo, body->box.hi};
  for (int i = 0; i < 2; ++i)
  {
    if (body->triangles > 0)
    {
      table_add(t, "%.3f %.3f %.3f", corners[i][0], corners[i][1], corners[i][2]);
    }
    else
    {
      table_add(t, "-");
    }
  }
}

/// "closed", "open", or how much of it is.
static void add_closed(table* t, const ep_body_info* body)
{
  if (body->triangles == 0)
  {
    table_add(t, "-");
  }
  else if (body->open_triangles == 0)
  {
    table_add(t, "closed");
  }
  else if (body->closed_parts == 0)
  {
    table_add(t, "open");
  }
  else
  {
    table_add(t, "%d parts closed, %lld triangles open", (int)body->closed_parts,
              (long long)body->open_triangles);
  }
}

static void print_links(const ep_scene* scene, const ep_world* world, int32_t robot)
{
  table t = table_begin("link|carried by|>triangles|box from|to, in m|surface");
  const ep_robot* r = ep_scene_robot(scene, robot);
  for (int32_t i = 0; i < ep_world_body_count(world); ++i)
  {
    ep_body_info body;
    if (ep_world_get_body(world, i, &body) != EP_OK || body.machine != robot)
    {
      continue;
    }
    const char* joint = ep_robot_joint_name(r, body.link);
    table_add(&t, "%s", body.name);
    table_add(&t, "%s", joint[0] == 0 ? "the world" : joint);
    table_add(&t, "%lld", (long long)body.triangles);
    add_box(&t, &body);
    add_closed(&t, &body);
  }
  table_end(&t, stdout);
}

static void add_bound(table* t, double bound)
{
  if (bound > -1e300 && bound < 1e300)
  {
    table_add(t, "%.4f", bound);
  }
  else
  {
    table_add(t, "none");
  }
}

static void print_values(const ep_scene* scene)
{
  if (ep_scene_config_size(scene) == 0)
  {
    return;
  }
  printf("\nvalues of a configuration, in this order:\n");
  table t = table_begin(">|value|>lower|>upper|>default");
  for (int32_t i = 0; i < ep_scene_config_size(scene); ++i)
  {
    double lower, upper, number;
    ep_scene_value_bounds(scene, i, &lower, &upper);
    table_add(&t, "%d", (int)i);
    table_add(&t, "%s", ep_scene_value_name(scene, i));
    add_bound(&t, lower);
    add_bound(&t, upper);
    if (ep_scene_value_default(scene, i, &number))
    {
      table_add(&t, "%.4f", number);
    }
    else
    {
      table_add(&t, "-");
    }
  }
  table_end(&t, stdout);
}

/// @}
/// @name Obstacles and pairs
/// @{

static void print_objects(const ep_scene* scene, const ep_world* world)
{
  if (ep_scene_object_count(scene) == 0)
  {
    printf("\nno obstacles\n");
    return;
  }
  printf("\nobstacles:\n");
  table t = table_begin("obstacle|kind|>triangles|box from|to, in m|surface|clearance|");
  for (int32_t i = 0; i < ep_scene_object_count(scene); ++i)
  {
    const ep_scene_object* object = ep_scene_get_object(scene, i);
    ep_body_info body = {.triangles = 0};
    (void)ep_world_get_body(world, ep_world_find_body(world, object->name), &body);
    table_add(&t, "%s", object->name);
    table_add(&t, "%s", ep_shape_type_text(object->geometry.type));
    table_add(&t, "%lld", (long long)body.triangles);
    add_box(&t, &body);
    add_closed(&t, &body);
    table_add(&t, object->clearance > 0.0 ? "%g m" : "", object->clearance);
    table_add(&t, "%s", object->movable ? "movable" : "");
  }
  table_end(&t, stdout);
}

static void print_ropes(const ep_world* world)
{
  for (int32_t i = 0; i < ep_world_body_count(world); ++i)
  {
    ep_body_info body;
    if (ep_world_get_body(world, i, &body) == EP_OK && body.kind == EP_BODY_ROPE)
    {
      printf("rope: %s\n", body.name);
    }
  }
}

static void print_overlap(int32_t a, int32_t b, void* user)
{
  const ep_world* world = user;
  printf("overlap, and never move against each other, so they are not checked: %s and %s\n",
         ep_world_body_name(world, a), ep_world_body_name(world, b));
}

/// @}
/// @name Queries
/// @{

static void add_state(table* t, const ep_world* world, ep_checker* checker, const double* q)
{
  ep_result result;
  ep_error error;
  if (ep_check_state(checker, q, NULL, &result, &error) != EP_OK)
  {
    table_add(t, "%s", error.message);
  }
  else if (result.verdict == EP_COLLIDING)
  {
    table_add(t, "colliding: %s and %s", ep_world_body_name(world, result.contact.body[0]),
              ep_world_body_name(world, result.contact.body[1]));
  }
  else
  {
    table_add(t, "%s", ep_verdict_text(result.verdict));
  }
}

static ep_status add_query(table* t, const ep_scene* scene, int32_t query, ep_error* error)
{
  const ep_scene_query* q = ep_scene_get_query(scene, query);
  ep_world* world;
  ep_checker* checker;
  ep_status status = program_make_checker(scene, query, &world, &checker, error);
  if (status == EP_OK)
  {
    table_add(t, "%s", q->name);
    add_state(t, world, checker, q->start);
    add_state(t, world, checker, q->goal);
    char attached[200] = "";
    for (int32_t i = 0; i < q->attachment_count; ++i)
    {
      const size_t used = strlen(attached);
      snprintf(attached + used, sizeof attached - used, "%s%s", i > 0 ? ", " : "",
               ep_scene_get_object(scene, q->attachments[i].object)->name);
    }
    table_add(t, "%s", attached);
  }
  ep_checker_destroy(checker);
  ep_world_destroy(world);
  return status;
}

static ep_status print_queries(const ep_scene* scene, ep_error* error)
{
  if (ep_scene_query_count(scene) == 0)
  {
    return EP_OK;
  }
  table t = table_begin("query|start|goal|attached");
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < ep_scene_query_count(scene); ++i)
  {
    status = add_query(&t, scene, i, error);
  }
  printf("\nqueries:\n");
  table_end(&t, stdout);
  return status;
}

/// @}

static void print_world(const ep_world* world, double seconds)
{
  ep_world_info info;
  if (ep_world_get_info(world, &info) != EP_OK)
  {
    return;
  }
  printf(
      "\n%lld triangles of obstacles and %lld of links; %d links and ropes against obstacles, %d "
      "pairs of them, %d more pairs are adjacent or allowed\n",
      (long long)info.obstacle_triangles, (long long)info.link_triangles, (int)info.obstacle_pairs,
      (int)info.body_pairs, (int)(info_moving_pairs(world) - info.body_pairs));
  printf("loaded and frozen in %.3f s; the world takes %.1f MB, the program %.1f MB at most\n",
         seconds, 1e-6 * (double)info.bytes, info_most_memory());
}

ep_status info_print(const ep_scene* scene, const ep_world* world, double seconds, ep_error* error)
{
  printf("%s: clearance %g m, tolerance %g m\n", ep_scene_name(scene), ep_scene_clearance(scene),
         ep_scene_tolerance(scene));
  for (int32_t i = 0; i < ep_scene_robot_count(scene); ++i)
  {
    printf("\nrobot %s:\n", ep_scene_robot_name(scene, i));
    print_links(scene, world, i);
  }
  print_values(scene);
  print_objects(scene, world);
  print_ropes(world);
  print_world(world, seconds);
  ep_checker* checker;
  int32_t count;
  ep_status status = ep_scene_make_checker(scene, EP_SCENE_NONE, world, &checker, error);
  if (status == EP_OK)
  {
    union
    {
      const ep_world* given;
      void* user;
    } pass = {world};
    status = ep_checker_resting_overlaps(checker, print_overlap, pass.user, &count, error);
    ep_checker_destroy(checker);
  }
  return status == EP_OK ? print_queries(scene, error) : status;
}
