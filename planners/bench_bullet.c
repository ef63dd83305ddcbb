/// @file bench_bullet.c
#include "bench_bullet.h"

#include "bench_lines.h"

#include "edgeproof/shim/bullet.h"

#include <stdlib.h>
#include <string.h>

/// Different clearances that a link may have to keep.
#define MARGINS_MAX 4

/// A link with a hull, and which meshes it has to keep how far away from.
typedef struct hull
{
  int32_t robot;
  int32_t link;
  double margins[MARGINS_MAX];
  bool* wanted[MARGINS_MAX]; ///< one flag a mesh
  int32_t margin_count;
} hull;

struct bench_bullet
{
  const bench_scene* scene;
  ep_bullet_world* world;
  ep_fcl_checker* counter; ///< of pieces
  bench_lines lines;
  ep_frame** frames[2]; ///< at the ends of a piece, one array a robot
  hull* hulls;
  int32_t hull_count;
  int32_t* bodies; ///< of the world, one a mesh
  int32_t mesh_count;
};

/// @name Shapes
/// @{

/// Vertices as the shape's pose or matrix places them.
static void place_vertex(const ep_geometry_desc* shape, const ep_frame* frame, const double* v,
                         double* out)
{
  for (int i = 0; i < 3; ++i)
  {
    if (shape->matrix != NULL)
    {
      const double* row = shape->matrix + (ptrdiff_t)4 * i;
      out[i] = row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + row[3];
      continue;
    }
    out[i] = frame->position[i];
    for (int k = 0; k < 3; ++k)
    {
      out[i] += frame->rotation[i][k] * shape->scale[k] * v[k];
    }
  }
}

/// The rotation matrix of a quaternion x y z w of any length.
static ep_frame frame_of(const ep_pose* pose)
{
  const double* q = pose->rotation;
  const double s = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  ep_frame f = {{{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                 {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                 {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}},
                {pose->position[0], pose->position[1], pose->position[2]}};
  return f;
}

static const int32_t box_triangles[36] = {0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
                                          2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};

/// A mesh as it is, a box by its corners; of other shapes nothing.
static int32_t count_vertices(const ep_geometry_desc* shape)
{
  return shape->type == EP_SHAPE_MESH ? shape->vertex_count : shape->type == EP_SHAPE_BOX ? 8 : 0;
}

static void add_vertices(const ep_geometry_desc* shape, double* out)
{
  const ep_frame frame = frame_of(&shape->pose);
  const int32_t count = count_vertices(shape);
  for (int32_t i = 0; i < count; ++i)
  {
    double corner[3];
    for (int k = 0; k < 3; ++k)
    {
      corner[k] = shape->type == EP_SHAPE_MESH ? shape->vertices[3 * (size_t)i + (size_t)k]
                                               : ((i >> k & 1) != 0 ? 0.5 : -0.5) * shape->size[k];
    }
    place_vertex(shape, &frame, corner, out + 3 * (size_t)i);
  }
}

static ep_status passed(ep_shim_result result, const ep_shim_error* said, ep_error* error)
{
  return result == EP_SHIM_OK
             ? EP_OK
             : bench_refuse(error, EP_ERROR_INPUT, "Bullet: %.400s", said->message);
}

static ep_status add_mesh(bench_bullet* x, const ep_scene_object* object, ep_error* error)
{
  const ep_geometry_desc* shape = &object->geometry;
  const int32_t count = count_vertices(shape);
  if (count == 0)
  {
    return EP_OK;
  }
  double* vertices = malloc((size_t)count * 3 * sizeof *vertices);
  if (vertices == NULL)
  {
    return bench_refuse(error, EP_ERROR_MEMORY, "no memory for a mesh");
  }
  add_vertices(shape, vertices);
  const bool is_mesh = shape->type == EP_SHAPE_MESH;
  ep_shim_error said;
  const ep_shim_result result =
      ep_bullet_add_mesh(x->world, vertices, count, is_mesh ? shape->triangles : box_triangles,
                         is_mesh ? shape->triangle_count : 12, &said);
  free(vertices);
  x->bodies[x->mesh_count++] = ep_world_find_body(x->scene->world, object->name);
  return passed(result, &said, error);
}

/// Vertices of all shapes of a link.
static ep_status add_hull(bench_bullet* x, const ep_robot* robot, int32_t link, ep_error* error)
{
  size_t count = 0;
  for (int32_t i = 0; i < ep_robot_shape_count(robot); ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
    count += shape->link == link ? (size_t)count_vertices(&shape->geometry) : 0;
  }
  double* points = malloc((count + 1) * 3 * sizeof *points);
  if (points == NULL)
  {
    return bench_refuse(error, EP_ERROR_MEMORY, "no memory for a hull");
  }
  size_t at = 0;
  for (int32_t i = 0; i < ep_robot_shape_count(robot); ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
    if (shape->link == link)
    {
      add_vertices(&shape->geometry, points + 3 * at);
      at += (size_t)count_vertices(&shape->geometry);
    }
  }
  ep_shim_error said;
  const ep_shim_result result = ep_bullet_add_hull(x->world, points, (int32_t)count, &said);
  free(points);
  return passed(result, &said, error);
}

/// @}
/// @name Pairs
/// @{

static bool* flags_of(hull* h, double clearance, int32_t mesh_count)
{
  int32_t k = 0;
  while (k < h->margin_count && h->margins[k] != clearance)
  {
    ++k;
  }
  if (k == MARGINS_MAX)
  {
    return NULL;
  }
  if (k == h->margin_count)
  {
    h->wanted[k] = calloc((size_t)mesh_count + 1, sizeof(bool));
    h->margins[k] = clearance;
    h->margin_count += h->wanted[k] != NULL;
  }
  return h->wanted[k];
}

/// Sorts the meshes that a link is checked against by the clearance that is demanded.
static ep_status find_pairs(bench_bullet* x, hull* h, int32_t body, ep_error* error)
{
  for (int32_t i = 0; i < x->mesh_count; ++i)
  {
    bool checked;
    double clearance;
    if (ep_world_get_pair(x->scene->world, body, x->bodies[i], &checked, &clearance) == EP_OK &&
        checked)
    {
      bool* flags = flags_of(h, clearance, x->mesh_count);
      if (flags == NULL)
      {
        return bench_refuse(error, EP_ERROR_MEMORY, "no room for a clearance");
      }
      flags[i] = true;
    }
  }
  return EP_OK;
}

static ep_status add_link(bench_bullet* x, int32_t body, ep_error* error)
{
  ep_body_info info;
  hull* h = &x->hulls[x->hull_count];
  *h = (hull){.robot = -1};
  ep_status status = ep_world_get_body(x->scene->world, body, &info);
  if (status != EP_OK || info.kind != EP_BODY_LINK || info.triangles == 0)
  {
    return EP_OK;
  }
  h->robot = info.machine;
  h->link = info.link;
  status = find_pairs(x, h, body, error);
  if (status == EP_OK && h->margin_count > 0)
  {
    status = add_hull(x, ep_scene_robot(x->scene->scene, info.machine), info.link, error);
    x->hull_count += status == EP_OK;
  }
  return status;
}

/// @}

static ep_status make_frames(bench_bullet* x, ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < 2 * x->lines.count && status == EP_OK; ++i)
  {
    const ep_machine* machine = ep_edge_machine(x->lines.edges[i / 2]);
    ep_frame* frames = calloc((size_t)ep_machine_link_count(machine), sizeof(ep_frame));
    x->frames[i % 2][i / 2] = frames;
    status = frames != NULL ? EP_OK : bench_refuse(error, EP_ERROR_MEMORY, "no memory for frames");
  }
  return status;
}

static ep_status fill(bench_bullet* x, const ep_fcl_world* fcl, ep_error* error)
{
  ep_shim_error said;
  ep_status status = bench_lines_make(x->scene->scene, &x->lines, error);
  status = status == EP_OK ? make_frames(x, error) : status;
  status = status == EP_OK ? ep_fcl_checker_create(fcl, &x->counter, error) : status;
  status = status == EP_OK ? passed(ep_bullet_create(&x->world, &said), &said, error) : status;
  for (int32_t i = 0; i < ep_scene_object_count(x->scene->scene) && status == EP_OK; ++i)
  {
    status = add_mesh(x, ep_scene_get_object(x->scene->scene, i), error);
  }
  for (int32_t i = 0; i < ep_world_body_count(x->scene->world) && status == EP_OK; ++i)
  {
    status = add_link(x, i, error);
  }
  return status;
}

ep_status bench_bullet_create(const bench_scene* scene, const ep_fcl_world* fcl,
                              bench_bullet** bullet, ep_error* error)
{
  const size_t robots = (size_t)ep_scene_robot_count(scene->scene) + 1;
  const size_t bodies = (size_t)ep_world_body_count(scene->world) + 1;
  bench_bullet* x = calloc(1, sizeof *x);
  *bullet = x;
  if (x == NULL)
  {
    return bench_refuse(error, EP_ERROR_MEMORY, "no memory for Bullet");
  }
  x->scene = scene;
  x->frames[0] = calloc(robots, sizeof *x->frames[0]);
  x->frames[1] = calloc(robots, sizeof *x->frames[1]);
  x->hulls = calloc(bodies, sizeof *x->hulls);
  x->bodies = calloc((size_t)ep_scene_object_count(scene->scene) + 1, sizeof *x->bodies);
  const bool room =
      x->frames[0] != NULL && x->frames[1] != NULL && x->hulls != NULL && x->bodies != NULL;
  const ep_status status =
      room ? fill(x, fcl, error) : bench_refuse(error, EP_ERROR_MEMORY, "no memory for Bullet");
  if (status != EP_OK)
  {
    bench_bullet_destroy(x);
    *bullet = NULL;
  }
  return status;
}

void bench_bullet_destroy(bench_bullet* x)
{
  if (x == NULL)
  {
    return;
  }
  for (int32_t i = 0; i < ep_scene_robot_count(x->scene->scene); ++i)
  {
    free(x->frames[0] == NULL ? NULL : x->frames[0][i]);
    free(x->frames[1] == NULL ? NULL : x->frames[1][i]);
  }
  for (int32_t i = 0; i < x->hull_count; ++i)
  {
    for (int32_t k = 0; k < x->hulls[i].margin_count; ++k)
    {
      free(x->hulls[i].wanted[k]);
    }
  }
  ep_bullet_destroy(x->world);
  ep_fcl_checker_destroy(x->counter);
  bench_lines_clear(&x->lines);
  free(x->frames[0]);
  free(x->frames[1]);
  free(x->hulls);
  free(x->bodies);
  free(x);
}

/// @name Checking
/// @{

static ep_status place(bench_bullet* x, int which, double t)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < x->lines.count && status == EP_OK; ++i)
  {
    status = ep_edge_frames(x->lines.edges[i], t, x->frames[which][i]);
  }
  return status;
}

static ep_bullet_pose pose_of(const ep_frame* frame)
{
  ep_bullet_pose pose;
  memcpy(pose.rotation, frame->rotation, sizeof pose.rotation);
  memcpy(pose.position, frame->position, sizeof pose.position);
  return pose;
}

/// All hulls over one piece, whose ends are placed.
static ep_status sweep_piece(const bench_bullet* x, int begin, bool* hit, ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < x->hull_count && !*hit; ++i)
  {
    const hull* h = &x->hulls[i];
    const ep_bullet_pose from = pose_of(&x->frames[begin][h->robot][h->link]);
    const ep_bullet_pose to = pose_of(&x->frames[1 - begin][h->robot][h->link]);
    for (int32_t k = 0; k < h->margin_count && !*hit && status == EP_OK; ++k)
    {
      ep_shim_error said;
      status =
          passed(ep_bullet_sweep(x->world, i, &from, &to, h->margins[k], h->wanted[k], hit, &said),
                 &said, error);
    }
  }
  return status;
}

static ep_status check(void* self, const double* q0, const double* q1, bench_answer* answer,
                       ep_error* error)
{
  bench_bullet* x = self;
  int32_t pieces = 1;
  ep_status status =
      ep_fcl_edge_steps_of_motion(x->counter, q0, q1, BENCH_BULLET_PIECE, &pieces, error);
  status = status == EP_OK ? bench_lines_set(&x->lines, q0, q1, error) : status;
  bool hit = false;
  status = status == EP_OK ? place(x, 0, 0.0) : status;
  for (int32_t i = 0; i < pieces && status == EP_OK && !hit; ++i)
  {
    status = place(x, (i + 1) % 2, (double)(i + 1) / pieces);
    status = status == EP_OK ? sweep_piece(x, i % 2, &hit, error) : status;
  }
  answer->verdict = hit ? EP_COLLIDING : EP_FREE;
  return status;
}

bench_method bench_bullet_method(bench_bullet* bullet, const char* name)
{
  return (bench_method){.name = name, .check = check, .self = bullet};
}

/// @}
