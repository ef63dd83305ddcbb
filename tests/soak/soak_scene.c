/// @file soak_scene.c
#include "soak_scene.h"
#include "rest.h"
#include "soak_shape.h"

#include <fnmatch.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_MAX_BYTES 256

/// What a judge is being made of.
typedef struct maker
{
  soak_judge* judge;
  const ep_scene* scene;
  const ep_scene_query* query;
  int32_t query_index;
  const ep_world* world;
  char names[SOAK_BODIES_MAX][NAME_MAX_BYTES];
  double clearance[SOAK_BODIES_MAX]; // of an object that was attached
} maker;

static _Noreturn void give_up(const char* format, ...) __attribute__((format(printf, 1, 2)));

static _Noreturn void give_up(const char* format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "soak: ");
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  exit(2);
}

static const ep_machine* machine_of(const maker* m, int32_t robot)
{
  return ep_robot_machine(m->scene->robots[robot].robot);
}

// --- Bodies ---

static void append(brute_triangle** all, int32_t* count, const ep_geometry_desc* shape)
{
  int32_t more;
  brute_triangle* triangles = soak_shape_triangles(shape, &more);
  if (triangles == NULL)
  {
    give_up("a shape of type %s cannot be judged", ep_shape_type_text(shape->type));
  }
  *all = realloc(*all, (size_t)(*count + more + 1) * sizeof **all);
  memcpy(*all + *count, triangles, (size_t)more * sizeof **all);
  *count += more;
  free(triangles);
}

static soak_body* add_body(maker* m, const char* name)
{
  soak_judge* judge = m->judge;
  if (judge->body_count == SOAK_BODIES_MAX)
  {
    give_up("more than %d moving bodies", SOAK_BODIES_MAX);
  }
  soak_body* body = &judge->bodies[judge->body_count];
  snprintf(m->names[judge->body_count++], NAME_MAX_BYTES, "%s", name);
  body->body = ep_world_find_body(m->world, name);
  if (body->body == EP_NO_BODY)
  {
    give_up("the world has no '%s'", name);
  }
  return body;
}

static void add_robot(maker* m, int32_t robot, int32_t* slots)
{
  const ep_scene_robot_entry* entry = &m->scene->robots[robot];
  const ep_machine* machine = machine_of(m, robot);
  m->judge->machines[robot] = machine;
  m->judge->slots[robot] = *slots;
  *slots += ep_machine_link_count(machine);
  if (*slots > SOAK_SLOTS_MAX || ep_edge_create(machine, &m->judge->edges[robot], NULL) != EP_OK)
  {
    give_up("too many links");
  }
  ++m->judge->machine_count;
  for (int32_t link = 0; link < ep_machine_link_count(machine); ++link)
  {
    ep_link_info info;
    char name[NAME_MAX_BYTES];
    (void)ep_machine_link(machine, link, &info);
    snprintf(name, sizeof name, "%s/%s", entry->name, info.name);
    soak_body* body = add_body(m, name);
    body->machine = robot;
    body->link = link;
    brute_triangle* triangles = NULL;
    int32_t count = 0;
    for (int32_t i = 0; i < ep_robot_shape_count(entry->robot); ++i)
    {
      const ep_robot_shape* shape = ep_robot_get_shape(entry->robot, i);
      if (shape->link == link)
      {
        append(&triangles, &count, &shape->geometry);
        body->depth = fmax(body->depth, soak_shape_depth(&shape->geometry));
      }
    }
    soak_body_make(body, triangles, count);
  }
}

static void add_rope(maker* m, const ep_scene_rope* rope)
{
  soak_body* body = add_body(m, rope->name);
  body->machine = rope->robot[0];
  body->link = rope->link[0];
  body->end_machine = rope->robot[1];
  body->end_link = rope->link[1];
  memcpy(body->end, rope->point, sizeof body->end);
  soak_body_make_rope(body, rope->radius);
}

static ep_frame frame_of(const ep_pose* pose)
{
  ep_frame frame;
  const ep_pose turn = {
      {0.0, 0.0, 0.0},
      {pose->rotation[0], pose->rotation[1], pose->rotation[2], pose->rotation[3]}};
  for (int k = 0; k < 3; ++k)
  {
    double axis[3] = {0.0, 0.0, 0.0};
    double out[3];
    axis[k] = 1.0;
    ep_scene_pose_apply(&turn, axis, out);
    for (int i = 0; i < 3; ++i)
    {
      frame.rotation[i][k] = out[i];
    }
    frame.position[k] = pose->position[k];
  }
  return frame;
}

static const ep_scene_attachment* attachment_of(const maker* m, int32_t object)
{
  for (int32_t i = 0; m->query != NULL && i < m->query->attachment_count; ++i)
  {
    if (m->query->attachments[i].object == object)
    {
      return &m->query->attachments[i];
    }
  }
  return NULL;
}

static void add_payload(maker* m, int32_t object, const ep_scene_attachment* at)
{
  const ep_scene_entry* entry = &m->scene->objects[object];
  const ep_pose none = ep_pose_identity();
  double matrix[16];
  const ep_geometry_desc shape = ep_scene_geometry_at(entry, &none, matrix);
  brute_triangle* triangles = NULL;
  int32_t count = 0;
  m->clearance[m->judge->body_count] = entry->object.clearance;
  soak_body* body = add_body(m, entry->object.name);
  body->machine = at->robot;
  body->link = at->link;
  body->hangs = true;
  body->local = frame_of(&at->pose);
  body->depth = soak_shape_depth(&shape);
  append(&triangles, &count, &shape);
  soak_body_make(body, triangles, count);
}

// --- Demands ---

static bool is_link(const soak_body* body)
{
  return !body->is_rope && !body->hangs;
}

static bool is_pattern(const char* pattern, const char* name)
{
  return fnmatch(pattern, name, 0) == 0;
}

static bool is_pair(const char* a, const char* b, const char* name_a, const char* name_b)
{
  return (is_pattern(a, name_a) && is_pattern(b, name_b)) ||
         (is_pattern(a, name_b) && is_pattern(b, name_a));
}

// Of all rules the last one that matches counts.
static double ruled(const maker* m, const char* a, const char* b, double demand)
{
  const ep_scene* scene = m->scene;
  for (int32_t r = 0; r < scene->robot_count; ++r)
  {
    const ep_robot* robot = scene->robots[r].robot;
    for (int32_t i = 0; i < ep_robot_disabled_count(robot); ++i)
    {
      const ep_robot_pair* pair = ep_robot_disabled(robot, i);
      char name[2][NAME_MAX_BYTES];
      for (int k = 0; k < 2; ++k)
      {
        ep_link_info info;
        (void)ep_machine_link(machine_of(m, r), pair->link[k], &info);
        snprintf(name[k], sizeof name[k], "%s/%s", scene->robots[r].name, info.name);
      }
      demand = is_pair(name[0], name[1], a, b) ? -1.0 : demand;
    }
  }
  for (int32_t i = 0; i < scene->rule_count; ++i)
  {
    const ep_scene_rule* rule = &scene->rules[i];
    demand = is_pair(rule->a, rule->b, a, b) ? rule->clearance : demand;
  }
  for (int32_t i = 0; m->query != NULL && i < m->query->attachment_count; ++i)
  {
    const ep_scene_attachment* at = &m->query->attachments[i];
    for (int32_t k = 0; k < at->touch_count; ++k)
    {
      const char* object = scene->objects[at->object].object.name;
      demand = is_pair(object, at->touch[k], a, b) ? -1.0 : demand;
    }
  }
  return demand;
}

static bool is_grounded(const maker* m, const soak_body* body)
{
  return !body->is_rope && rest_is_grounded(machine_of(m, body->machine), body->link);
}

static bool are_adjacent(const maker* m, const soak_body* a, const soak_body* b)
{
  bool has_shape[SOAK_SLOTS_MAX] = {false};
  for (int32_t i = 0; i < m->judge->body_count; ++i)
  {
    const soak_body* body = &m->judge->bodies[i];
    if (is_link(body) && body->machine == a->machine)
    {
      has_shape[body->link] = body->count > 0;
    }
  }
  return a->machine == b->machine &&
         rest_are_adjacent(machine_of(m, a->machine), has_shape, a->link, b->link);
}

static bool ends_at(const soak_body* rope, const soak_body* link)
{
  return (rope->machine == link->machine && rope->link == link->link) ||
         (rope->end_machine == link->machine && rope->end_link == link->link);
}

static bool share_an_end(const soak_body* a, const soak_body* b)
{
  const soak_body other_end = {.machine = b->end_machine, .link = b->end_link};
  return ends_at(a, b) || ends_at(a, &other_end);
}

static bool are_checked(const maker* m, const soak_body* a, const soak_body* b)
{
  if (a->is_rope && b->is_rope)
  {
    return m->scene->check_adjacent || !share_an_end(a, b);
  }
  if (a->is_rope || b->is_rope)
  {
    return a->is_rope ? !ends_at(a, b) : !ends_at(b, a);
  }
  const ep_machine* machine = machine_of(m, a->machine);
  const bool together =
      a->machine == b->machine && rest_merged(machine, a->link) == rest_merged(machine, b->link);
  const bool adjacent =
      is_link(a) && is_link(b) && !m->scene->check_adjacent && are_adjacent(m, a, b);
  return !together && !adjacent && !(is_grounded(m, a) && is_grounded(m, b));
}

static void set_pairs(maker* m)
{
  soak_judge* judge = m->judge;
  for (int32_t i = 0; i < judge->body_count * judge->body_count; ++i)
  {
    const int32_t a = i / judge->body_count, b = i % judge->body_count;
    const double most = fmax(m->scene->clearance, fmax(m->clearance[a], m->clearance[b]));
    judge->pair[a][b] = a != b && are_checked(m, &judge->bodies[a], &judge->bodies[b])
                            ? ruled(m, m->names[a], m->names[b], most)
                            : -1.0;
  }
}

// --- What rests ---

// The layer whose demands are these, a new one if need be.
static soak_grid* layer_of(maker* m, const double* demands)
{
  soak_judge* judge = m->judge;
  int32_t layer = 0;
  for (; layer < judge->layer_count; ++layer)
  {
    bool same = true;
    for (int32_t i = 0; i < judge->body_count; ++i)
    {
      same = same && judge->demand[i][layer] == demands[i];
    }
    if (same)
    {
      return &judge->layers[layer];
    }
  }
  if (layer == SOAK_LAYERS_MAX)
  {
    give_up("more than %d kinds of obstacles", SOAK_LAYERS_MAX);
  }
  for (int32_t i = 0; i < judge->body_count; ++i)
  {
    judge->demand[i][layer] = demands[i];
  }
  return &judge->layers[judge->layer_count++];
}

static void add_obstacle(maker* m, int32_t object)
{
  const ep_scene_entry* entry = &m->scene->objects[object];
  double demands[SOAK_BODIES_MAX];
  for (int32_t i = 0; i < m->judge->body_count; ++i)
  {
    const double most = fmax(m->scene->clearance, fmax(entry->object.clearance, m->clearance[i]));
    demands[i] = is_grounded(m, &m->judge->bodies[i])
                     ? -1.0
                     : ruled(m, m->names[i], entry->object.name, most);
  }
  const ep_pose pose = ep_scene_object_pose(m->scene, object, m->query_index);
  double matrix[16];
  const ep_geometry_desc shape =
      entry->object.movable ? ep_scene_geometry_at(entry, &pose, matrix) : entry->object.geometry;
  brute_triangle* triangles = NULL;
  int32_t count = 0;
  append(&triangles, &count, &shape);
  soak_grid_add(layer_of(m, demands), triangles, count,
                ep_world_find_body(m->world, entry->object.name));
  free(triangles);
}

void soak_scene_make(soak_judge* judge, const ep_scene* scene, int32_t query, const ep_world* world)
{
  static maker m;
  m = (maker){.judge = judge, .scene = scene, .query_index = query, .world = world};
  m.query = query == EP_SCENE_NONE ? NULL : &scene->queries[query].query;
  judge->tolerance = scene->tolerance;
  int32_t slots = 0;
  if (scene->robot_count > SOAK_MACHINES_MAX || ep_scene_config_size(scene) > SOAK_VALUES_MAX)
  {
    give_up("%s: too many robots or values", scene->path);
  }
  for (int32_t i = 0; i < scene->robot_count; ++i)
  {
    add_robot(&m, i, &slots);
  }
  for (int32_t i = 0; i < scene->rope_count; ++i)
  {
    add_rope(&m, &scene->ropes[i]);
  }
  for (int32_t i = 0; i < scene->object_count; ++i)
  {
    const ep_scene_attachment* at = attachment_of(&m, i);
    if (at != NULL)
    {
      add_payload(&m, i, at);
    }
  }
  set_pairs(&m);
  for (int32_t i = 0; i < scene->object_count; ++i)
  {
    if (attachment_of(&m, i) == NULL)
    {
      add_obstacle(&m, i);
    }
  }
  for (int32_t i = 0; i < judge->layer_count; ++i)
  {
    soak_grid_build(&judge->layers[i]);
  }
}
