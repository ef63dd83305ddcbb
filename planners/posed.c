/// @file posed.c
#include "posed.h"

#include "program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// @name Frames
/// @{

static void apply(const ep_frame* frame, const double in[3], double out[3])
{
  for (int i = 0; i < 3; ++i)
  {
    const double* row = frame->rotation[i];
    out[i] = row[0] * in[0] + row[1] * in[1] + row[2] * in[2] + frame->position[i];
  }
}

/// The frame of a pose: the columns are what the quaternion makes of the axes.
static ep_frame frame_of(const ep_pose* pose)
{
  const double* q = pose->rotation;
  const double s = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  return (ep_frame){{{1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
                     {s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)},
                     {s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)}},
                    {pose->position[0], pose->position[1], pose->position[2]}};
}

static ep_frame product(const ep_frame* a, const ep_frame* b)
{
  ep_frame c;
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      c.rotation[i][j] = a->rotation[i][0] * b->rotation[0][j] +
                         a->rotation[i][1] * b->rotation[1][j] +
                         a->rotation[i][2] * b->rotation[2][j];
    }
  }
  apply(a, b->position, c.position);
  return c;
}

/// The frames of one robot's links go where the world has its bodies.
static ep_status place_robot(posed* p, const ep_scene* scene, int32_t robot, const double* q,
                             ep_error* error)
{
  const ep_machine* machine = ep_robot_machine(ep_scene_robot(scene, robot));
  ep_frame* frames = malloc((size_t)ep_machine_link_count(machine) * sizeof *frames);
  if (frames == NULL)
  {
    return program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  const ep_status status = ep_machine_forward(machine, q, frames, error);
  for (int32_t i = 0; status == EP_OK && i < ep_world_body_count(p->world); ++i)
  {
    ep_body_info body;
    if (ep_world_get_body(p->world, i, &body) == EP_OK && body.machine == robot)
    {
      p->frames[i] = frames[body.link];
    }
  }
  free(frames);
  return status;
}

/// The body of a link; EP_NO_BODY if there is none.
static int32_t body_of(const ep_world* world, int32_t machine, int32_t link)
{
  for (int32_t i = 0; i < ep_world_body_count(world); ++i)
  {
    ep_body_info body;
    if (ep_world_get_body(world, i, &body) == EP_OK && body.machine == machine && body.link == link)
    {
      return i;
    }
  }
  return EP_NO_BODY;
}

static void place_payloads(posed* p, const ep_scene* scene, int32_t query)
{
  const ep_scene_query* q = query == EP_SCENE_NONE ? NULL : ep_scene_get_query(scene, query);
  for (int32_t i = 0; q != NULL && i < q->attachment_count; ++i)
  {
    const ep_scene_attachment* a = &q->attachments[i];
    const int32_t link = body_of(p->world, a->robot, a->link);
    const int32_t payload =
        ep_world_find_body(p->world, ep_scene_get_object(scene, a->object)->name);
    if (link != EP_NO_BODY && payload != EP_NO_BODY)
    {
      const ep_frame inner = frame_of(&a->pose);
      p->frames[payload] = product(&p->frames[link], &inner);
    }
  }
}

ep_status posed_make(posed* p, const ep_scene* scene, int32_t query, const ep_world* world,
                     const double* q, ep_error* error)
{
  const int32_t count = ep_world_body_count(world);
  *p = (posed){.world = world, .frames = malloc(((size_t)count + 1) * sizeof *p->frames)};
  if (p->frames == NULL)
  {
    return program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  const ep_pose none = ep_pose_identity();
  for (int32_t i = 0; i < count; ++i)
  {
    p->frames[i] = frame_of(&none);
  }
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < ep_scene_robot_count(scene); ++i)
  {
    status = place_robot(p, scene, i, q, error);
    q += ep_machine_config_size(ep_robot_machine(ep_scene_robot(scene, i)));
  }
  if (status != EP_OK)
  {
    posed_clear(p);
    return status;
  }
  place_payloads(p, scene, query);
  return EP_OK;
}

void posed_clear(posed* p)
{
  free(p->frames);
  p->frames = NULL;
}

ep_triangle posed_triangle(const posed* p, int32_t body, int32_t number)
{
  ep_triangle own;
  if (ep_world_get_triangle(p->world, body, number, &own) != EP_OK)
  {
    return (ep_triangle){.radius = 0.0};
  }
  ep_triangle placed = {.radius = own.radius};
  for (int i = 0; i < 3; ++i)
  {
    apply(&p->frames[body], own.corner[i], placed.corner[i]);
  }
  return placed;
}

/// @}
/// @name Facets
/// @{

static bool add_facet(posed_facets* f, const double a[3], const double b[3], const double c[3])
{
  if (f->count == f->room)
  {
    const int32_t room = 2 * f->room + 256;
    double* corners = realloc(f->corners, 9 * (size_t)room * sizeof(double));
    if (corners == NULL)
    {
      return false;
    }
    f->corners = corners;
    f->room = room;
  }
  double* at = f->corners + 9 * (size_t)f->count++;
  memcpy(at, a, 3 * sizeof(double));
  memcpy(at + 3, b, 3 * sizeof(double));
  memcpy(at + 6, c, 3 * sizeof(double));
  return true;
}

/// Around a capsule: rings of so many corners, so many of them at each end.
#define RING_CORNERS 16
#define RING_LEVELS  4

/// Two directions across a third one of length 1.
static void make_across(const double along[3], double u[3], double v[3])
{
  const int least = fabs(along[0]) < fabs(along[1]) ? (fabs(along[0]) < fabs(along[2]) ? 0 : 2)
                                                    : (fabs(along[1]) < fabs(along[2]) ? 1 : 2);
  double axis[3] = {0.0, 0.0, 0.0};
  axis[least] = 1.0;
  double length = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    u[k] = along[i] * axis[j] - along[j] * axis[i];
    length += u[k] * u[k];
  }
  for (int k = 0; k < 3; ++k)
  {
    u[k] /= sqrt(length);
  }
  for (int k = 0; k < 3; ++k)
  {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    v[k] = along[i] * u[j] - along[j] * u[i];
  }
}

/// A corner of ring `level`, of -RING_LEVELS to RING_LEVELS, the first half about a, then about b.
static void ring_corner(const double ends[2][3], double radius, int level, int corner,
                        double out[3])
{
  double along[3], u[3], v[3], length = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    along[k] = ends[1][k] - ends[0][k];
    length += along[k] * along[k];
  }
  for (int k = 0; k < 3; ++k)
  {
    along[k] = length > 0.0 ? along[k] / sqrt(length) : (k == 2);
  }
  make_across(along, u, v);
  const double pi = acos(-1.0);
  const bool first = level < 0;
  const double up = (double)(first ? level + 1 : level) / RING_LEVELS * 0.5 * pi;
  const double round = 2.0 * pi * corner / RING_CORNERS;
  for (int k = 0; k < 3; ++k)
  {
    out[k] = ends[first ? 0 : 1][k] + radius * sin(up) * along[k] +
             radius * cos(up) * (cos(round) * u[k] + sin(round) * v[k]);
  }
}

static bool add_capsule(posed_facets* f, const double ends[2][3], double radius)
{
  bool good = true;
  for (int level = -RING_LEVELS - 1; level < RING_LEVELS; ++level)
  {
    for (int corner = 0; corner < RING_CORNERS; ++corner)
    {
      double c[4][3];
      ring_corner(ends, radius, level, corner, c[0]);
      ring_corner(ends, radius, level, corner + 1, c[1]);
      ring_corner(ends, radius, level + 1, corner + 1, c[2]);
      ring_corner(ends, radius, level + 1, corner, c[3]);
      good = good && add_facet(f, c[0], c[1], c[2]) && add_facet(f, c[0], c[2], c[3]);
    }
  }
  return good;
}

/// Thick triangles are points or segments: the two corners farthest apart are its ends.
static bool add_thick(posed_facets* f, const ep_triangle* t)
{
  double ends[2][3];
  double most = -1.0;
  for (int i = 0; i < 3; ++i)
  {
    const double* a = t->corner[i];
    const double* b = t->corner[(i + 1) % 3];
    const double d = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
    if (d > most)
    {
      most = d;
      memcpy(ends[0], a, sizeof ends[0]);
      memcpy(ends[1], b, sizeof ends[1]);
    }
  }
  return add_capsule(f, (const double(*)[3])ends, t->radius);
}

ep_status posed_add_triangle(const posed* p, int32_t body, int32_t number, posed_facets* facets,
                             ep_error* error)
{
  const ep_triangle t = posed_triangle(p, body, number);
  const bool good = t.radius > 0.0 ? add_thick(facets, &t)
                                   : add_facet(facets, t.corner[0], t.corner[1], t.corner[2]);
  return good ? EP_OK : program_error(error, EP_ERROR_MEMORY, "no memory");
}

ep_status posed_add_body(const posed* p, int32_t body, posed_facets* facets, ep_error* error)
{
  ep_rope_info rope;
  if (ep_world_get_rope(p->world, body, &rope) == EP_OK)
  {
    double ends[2][3];
    for (int i = 0; i < 2; ++i)
    {
      apply(&p->frames[rope.link_body[i]], rope.point[i], ends[i]);
    }
    return add_capsule(facets, (const double(*)[3])ends, rope.radius)
               ? EP_OK
               : program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  ep_body_info info = {.triangles = 0};
  ep_status status = ep_world_get_body(p->world, body, &info);
  for (int32_t i = 0; status == EP_OK && i < info.triangles; ++i)
  {
    status = posed_add_triangle(p, body, i, facets, error);
  }
  return status;
}

void posed_facets_clear(posed_facets* facets)
{
  free(facets->corners);
  *facets = (posed_facets){.corners = NULL};
}

/// @}
