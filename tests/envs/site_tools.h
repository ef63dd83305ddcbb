/// @file site_tools.h
/// A query of a scene while it is checked, and where its triangles are: placed by forward
/// kinematics alone, without anything of the checker.
///
/// A source that includes this defines _XOPEN_SOURCE 700 first, for mkdtemp and nftw.
#ifndef EP_TEST_SITE_TOOLS_H
#define EP_TEST_SITE_TOOLS_H

#include "brute.h"
#include "folder_tools.h"

#include "edgeproof/envs/edges.h"
#include "generate.h"

#define ROBOTS_MAX 2
#define LINKS_MAX  16
#define VALUES_MAX 16

/// A query that is being checked.
typedef struct trial
{
  const ep_scene* scene;
  const ep_scene_query* query;
  ep_world* world;
  ep_checker* checker;
  ep_edge* edges[ROBOTS_MAX];
} trial;

static inline const ep_machine* machine_of(const trial* t, int32_t robot)
{
  return ep_robot_machine(ep_scene_robot(t->scene, robot));
}

static inline void trial_begin(trial* t, const ep_scene* scene, int32_t query)
{
  ep_error error;
  t->scene = scene;
  t->query = ep_scene_get_query(scene, query);
  ck_assert_msg(ep_scene_make_world(scene, query, &t->world, &error) == EP_OK, "%s", error.message);
  ck_assert_msg(ep_scene_make_checker(scene, query, t->world, &t->checker, &error) == EP_OK, "%s",
                error.message);
  ck_assert_int_le(ep_scene_robot_count(scene), ROBOTS_MAX);
  ck_assert_int_le(ep_scene_config_size(scene), VALUES_MAX);
  for (int32_t i = 0; i < ep_scene_robot_count(scene); ++i)
  {
    ck_assert_int_eq(ep_edge_create(machine_of(t, i), &t->edges[i], NULL), EP_OK);
  }
}

static inline void trial_end(trial* t)
{
  for (int32_t i = 0; i < ep_scene_robot_count(t->scene); ++i)
  {
    ep_edge_destroy(t->edges[i]);
  }
  ep_checker_destroy(t->checker);
  ep_world_destroy(t->world);
}

/// @name Where a triangle is, without core's checker
/// @{

static inline void apply_frame(const ep_frame* f, double v[3])
{
  const double p[3] = {v[0], v[1], v[2]};
  for (int i = 0; i < 3; ++i)
  {
    v[i] = f->position[i] + f->rotation[i][0] * p[0] + f->rotation[i][1] * p[1] +
           f->rotation[i][2] * p[2];
  }
}

/// By the quaternion's own formula.
static inline void apply_pose(const ep_pose* pose, double v[3])
{
  const double* q = pose->rotation;
  const double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const double u[3] = {q[1] * v[2] - q[2] * v[1], q[2] * v[0] - q[0] * v[2],
                       q[0] * v[1] - q[1] * v[0]};
  const double w[3] = {q[1] * u[2] - q[2] * u[1], q[2] * u[0] - q[0] * u[2],
                       q[0] * u[1] - q[1] * u[0]};
  for (int k = 0; k < 3; ++k)
  {
    v[k] += pose->position[k] + 2.0 * (q[3] * u[k] + w[k]) / n;
  }
}

static inline void corners_of(const ep_mesh* mesh, int32_t triangle, double v[3][3])
{
  ck_assert_int_lt(triangle, mesh->triangle_count);
  for (int k = 0; k < 3; ++k)
  {
    memcpy(v[k], mesh->vertices + 3 * (size_t)mesh->triangles[3 * (size_t)triangle + (size_t)k],
           sizeof v[k]);
  }
}

static inline void frames_of(const trial* t, int32_t robot, const double* q, ep_frame* frames)
{
  int32_t start = 0;
  for (int32_t i = 0; i < robot; ++i)
  {
    start += ep_machine_config_size(machine_of(t, i));
  }
  ck_assert_int_le(ep_machine_link_count(machine_of(t, robot)), LINKS_MAX);
  ck_assert_int_eq(ep_machine_forward(machine_of(t, robot), q + start, frames, NULL), EP_OK);
}

/// A triangle of a link, counted through its meshes.
static inline void place_on_link(const trial* t, int32_t robot, int32_t link, int32_t triangle,
                                 const double* q, brute_triangle* out)
{
  const ep_robot* r = ep_scene_robot(t->scene, robot);
  ep_frame frames[LINKS_MAX];
  frames_of(t, robot, q, frames);
  for (int32_t i = 0; i < ep_robot_shape_count(r); ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(r, i);
    if (shape->link != link)
    {
      continue;
    }
    if (triangle < shape->mesh->triangle_count)
    {
      corners_of(shape->mesh, triangle, out->v);
      for (int k = 0; k < 3; ++k)
      {
        apply_frame(&frames[link], out->v[k]);
      }
      return;
    }
    triangle -= shape->mesh->triangle_count;
  }
  ck_abort_msg("link %d has no such triangle", (int)link);
}

/// The rope: from the trolley, or from the head of the boom, to the hook.
static inline void place_rope(const trial* t, int32_t robot, const double* q, brute_triangle* out)
{
  const ep_machine* machine = machine_of(t, robot);
  ep_frame frames[LINKS_MAX];
  frames_of(t, robot, q, frames);
  const int32_t trolley = ep_machine_find_link(machine, "trolley");
  const int32_t head = ep_machine_find_link(machine, "head");
  const double upper[3] = {trolley != EP_NO_LINK ? 0.0 : 0.32, 0.0, 0.0};
  const double lower[3] = {0.0, 0.0, 1.2};
  memcpy(out->v[0], upper, sizeof upper);
  memcpy(out->v[1], lower, sizeof lower);
  apply_frame(&frames[trolley != EP_NO_LINK ? trolley : head], out->v[0]);
  apply_frame(&frames[ep_machine_find_link(machine, "hook")], out->v[1]);
  memcpy(out->v[2], out->v[1], sizeof out->v[1]);
  out->radius = 0.02;
}

/// An obstacle where the scene puts it, or what hangs on a link.
static inline void place_object(const trial* t, const ep_scene_object* object, int32_t index,
                                int32_t triangle, const double* q, brute_triangle* out)
{
  ck_assert_ptr_nonnull(object->mesh);
  corners_of(object->mesh, triangle, out->v);
  for (int32_t i = 0; i < t->query->attachment_count; ++i)
  {
    const ep_scene_attachment* a = &t->query->attachments[i];
    if (a->object == index)
    {
      ep_frame frames[LINKS_MAX];
      frames_of(t, a->robot, q, frames);
      for (int k = 0; k < 3; ++k)
      {
        apply_pose(&a->pose, out->v[k]);
        apply_frame(&frames[a->link], out->v[k]);
      }
      return;
    }
  }
  for (int k = 0; k < 3; ++k)
  {
    apply_pose(&object->geometry.pose, out->v[k]);
  }
}

static inline void place_triangle(const trial* t, int32_t body, int32_t triangle, const double* q,
                                  brute_triangle* out)
{
  const char* name = ep_world_body_name(t->world, body);
  *out = (brute_triangle){.radius = 0.0};
  for (int32_t i = 0; i < ep_scene_object_count(t->scene); ++i)
  {
    const ep_scene_object* object = ep_scene_get_object(t->scene, i);
    if (strcmp(object->name, name) == 0)
    {
      place_object(t, object, i, triangle, q, out);
      return;
    }
  }
  for (int32_t i = 0; i < ep_scene_robot_count(t->scene); ++i)
  {
    const char* robot = ep_scene_robot_name(t->scene, i);
    const size_t length = strlen(robot);
    if (strncmp(name, robot, length) == 0 && name[length] == '/')
    {
      const int32_t link = ep_machine_find_link(machine_of(t, i), name + length + 1);
      if (link == EP_NO_LINK)
      {
        place_rope(t, i, q, out);
        return;
      }
      place_on_link(t, i, link, triangle, q, out);
      return;
    }
  }
  ck_abort_msg("there is no '%s'", name);
}

/// @}

#endif
