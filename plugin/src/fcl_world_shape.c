/// @file fcl_world_shape.c
/// From a shape as scenes have it to FCL's.
#define _POSIX_C_SOURCE 200809L
#include "fcl_world_parts.h"

#include <string.h>
#include <time.h>

/// Where a shape goes: x becomes linear * x + shift.
typedef struct placement
{
  double linear[3][3];
  double shift[3];
} placement;

static placement placement_of(const ep_geometry_desc* shape)
{
  placement p;
  if (shape->matrix != NULL)
  {
    for (int i = 0; i < 3; ++i)
    {
      memcpy(p.linear[i], shape->matrix + 4 * i, sizeof p.linear[i]);
      p.shift[i] = shape->matrix[4 * i + 3];
    }
    return p;
  }
  ep_fcl_transform pose;
  // Scenes have looked at their numbers already.
  (void)ep_fcl_transform_set(shape->pose.rotation, shape->pose.position, &pose, NULL);
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      p.linear[i][k] = pose.rotation[i][k] * shape->scale[k];
    }
    p.shift[i] = pose.position[i];
  }
  return p;
}

/// A placement as a rotation after lengths along the axes, where it is one: the columns are
/// perpendicular. One that mirrors is not.
static bool split(const placement* p, ep_fcl_transform* pose, double lengths[3])
{
  for (int k = 0; k < 3; ++k)
  {
    lengths[k] = hypot(hypot(p->linear[0][k], p->linear[1][k]), p->linear[2][k]);
    for (int i = 0; i < 3; ++i)
    {
      pose->rotation[i][k] = lengths[k] > 0.0 ? p->linear[i][k] / lengths[k] : 0.0;
    }
    pose->position[k] = p->shift[k];
  }
  const double(*r)[3] = (const double(*)[3])pose->rotation;
  for (int a = 0; a < 3; ++a)
  {
    const int b = (a + 1) % 3;
    const double cosine = r[0][a] * r[0][b] + r[1][a] * r[1][b] + r[2][a] * r[2][b];
    if (!(lengths[a] > 0.0) || !(fabs(cosine) <= 1e-12))
    {
      return false;
    }
  }
  const double volume = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
                        r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
                        r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
  return volume > 0.0;
}

/// @name Triangles
/// @{

typedef struct soup
{
  double* vertices;
  int32_t vertex_count;
  int32_t* triangles;
  int32_t triangle_count;
} soup;

static bool soup_reserve(soup* s, int64_t vertices, int64_t triangles)
{
  *s = (soup){.vertex_count = 0};
  s->vertices = malloc((size_t)vertices * 3 * sizeof(double));
  s->triangles = malloc((size_t)triangles * 3 * sizeof(int32_t));
  return s->vertices != NULL && s->triangles != NULL;
}

static void add_vertex(soup* s, double x, double y, double z)
{
  double* v = s->vertices + 3 * (size_t)s->vertex_count++;
  v[0] = x;
  v[1] = y;
  v[2] = z;
}

static void add_triangle(soup* s, int32_t a, int32_t b, int32_t c)
{
  int32_t* t = s->triangles + 3 * (size_t)s->triangle_count++;
  t[0] = a;
  t[1] = b;
  t[2] = c;
}

static void add_quad(soup* s, int32_t a, int32_t b, int32_t c, int32_t d)
{
  add_triangle(s, a, b, c);
  add_triangle(s, a, c, d);
}

/// Points of the outline of a round shape, from its bottom to its top: radius and height.
typedef struct outline
{
  double point[EP_FCL_FACETS + 2][2];
  int32_t count;
} outline;

static void outline_add(outline* o, double radius, double height)
{
  o->point[o->count][0] = radius;
  o->point[o->count++][1] = height;
}

static outline outline_of(const ep_geometry_desc* shape)
{
  const double pi = 3.14159265358979323846;
  const double half = 0.5 * shape->size[1];
  outline o = {.count = 0};
  if (shape->type == EP_SHAPE_CYLINDER || shape->type == EP_SHAPE_CONE)
  {
    outline_add(&o, 0.0, -half);
    outline_add(&o, shape->size[0], -half);
    if (shape->type == EP_SHAPE_CYLINDER)
    {
      outline_add(&o, shape->size[0], half);
    }
    outline_add(&o, 0.0, half);
    return o;
  }
  const int quarter = EP_FCL_FACETS / 4;
  const double straight = shape->type == EP_SHAPE_CAPSULE ? half : 0.0;
  for (int i = 0; i <= 2 * quarter + 1; ++i)
  {
    // The middle comes twice: a capsule is straight there.
    const bool upper = i > quarter;
    const double angle = (upper ? i - 1 - quarter : i - quarter) * 0.5 * pi / quarter;
    const bool end = i == 0 || i == 2 * quarter + 1;
    outline_add(&o, end ? 0.0 : shape->size[0] * cos(angle),
                shape->size[0] * sin(angle) + (upper ? straight : -straight));
  }
  return o;
}

/// Turns the outline about z.
static bool make_round(const ep_geometry_desc* shape, soup* s)
{
  const double turn = 2.0 * 3.14159265358979323846;
  const outline o = outline_of(shape);
  const int32_t n = EP_FCL_FACETS;
  if (!soup_reserve(s, (int64_t)o.count * n, 2 * (int64_t)o.count * n))
  {
    return false;
  }
  for (int32_t ring = 0; ring < o.count; ++ring)
  {
    for (int32_t i = 0; i < n; ++i)
    {
      add_vertex(s, o.point[ring][0] * cos(turn * i / n), o.point[ring][0] * sin(turn * i / n),
                 o.point[ring][1]);
    }
  }
  // Quads at the ends lose one of their triangles: it has no area, and the shim leaves it out.
  for (int32_t ring = 0; ring + 1 < o.count; ++ring)
  {
    for (int32_t i = 0; i < n; ++i)
    {
      const int32_t a = ring * n + i;
      const int32_t b = ring * n + (i + 1) % n;
      add_quad(s, a, b, b + n, a + n);
    }
  }
  return true;
}

static bool make_cuboid(const ep_geometry_desc* shape, soup* s)
{
  static const int32_t sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  if (!soup_reserve(s, 8, 12))
  {
    return false;
  }
  for (int corner = 0; corner < 8; ++corner)
  {
    add_vertex(s, ((corner & 1) - 0.5) * shape->size[0], ((corner >> 1 & 1) - 0.5) * shape->size[1],
               ((corner >> 2) - 0.5) * shape->size[2]);
  }
  for (int side = 0; side < 6; ++side)
  {
    add_quad(s, sides[side][0], sides[side][1], sides[side][2], sides[side][3]);
  }
  return true;
}

/// A wall from the surface down to the floor, below samples a and b of the grid.
static void add_wall(soup* s, int32_t a, int32_t b, double floor)
{
  const double* top[2] = {s->vertices + 3 * (size_t)a, s->vertices + 3 * (size_t)b};
  add_vertex(s, top[0][0], top[0][1], floor);
  add_vertex(s, top[1][0], top[1][1], floor);
  add_quad(s, a, s->vertex_count - 2, s->vertex_count - 1, b);
}

static bool make_heightfield(const ep_geometry_desc* shape, soup* s)
{
  const int32_t nx = shape->columns;
  const int32_t ny = shape->rows;
  const int64_t grid = (int64_t)nx * ny;
  if (!soup_reserve(s, grid + 4 * ((int64_t)nx + ny) + 4, 2 * grid + 4 * ((int64_t)nx + ny) + 2))
  {
    return false;
  }
  double lowest = shape->heights[0];
  for (int64_t i = 0; i < grid; ++i)
  {
    const double height = shape->heights[i];
    add_vertex(s, (double)(i % nx) * shape->spacing[0], (double)(i / nx) * shape->spacing[1],
               height);
    lowest = height < lowest ? height : lowest;
  }
  for (int32_t row = 0; row + 1 < ny; ++row)
  {
    for (int32_t column = 0; column + 1 < nx; ++column)
    {
      const int32_t a = row * nx + column;
      add_quad(s, a, a + 1, a + 1 + nx, a + nx);
    }
  }
  const double floor = lowest - shape->depth;
  for (int32_t column = 0; column + 1 < nx; ++column)
  {
    add_wall(s, column, column + 1, floor);
    add_wall(s, (ny - 1) * nx + column, (ny - 1) * nx + column + 1, floor);
  }
  for (int32_t row = 0; row + 1 < ny; ++row)
  {
    add_wall(s, row * nx, (row + 1) * nx, floor);
    add_wall(s, row * nx + nx - 1, (row + 1) * nx + nx - 1, floor);
  }
  const double far[2] = {(nx - 1) * shape->spacing[0], (ny - 1) * shape->spacing[1]};
  for (int corner = 0; corner < 4; ++corner)
  {
    add_vertex(s, corner == 1 || corner == 2 ? far[0] : 0.0, corner >= 2 ? far[1] : 0.0, floor);
  }
  const int32_t last = s->vertex_count;
  add_quad(s, last - 4, last - 3, last - 2, last - 1);
  return true;
}

static bool make_triangles(const ep_geometry_desc* shape, soup* s)
{
  switch (shape->type)
  {
  case EP_SHAPE_MESH:
    if (!soup_reserve(s, shape->vertex_count, shape->triangle_count))
    {
      return false;
    }
    s->vertex_count = shape->vertex_count;
    s->triangle_count = shape->triangle_count;
    memcpy(s->vertices, shape->vertices, (size_t)s->vertex_count * 3 * sizeof(double));
    memcpy(s->triangles, shape->triangles, (size_t)s->triangle_count * 3 * sizeof(int32_t));
    return true;
  case EP_SHAPE_HEIGHTFIELD:
    return make_heightfield(shape, s);
  case EP_SHAPE_BOX:
    return make_cuboid(shape, s);
  default:
    return make_round(shape, s);
  }
}

static void deform(soup* s, const double linear[3][3], const double shift[3])
{
  for (int32_t i = 0; i < s->vertex_count; ++i)
  {
    double* v = s->vertices + 3 * (size_t)i;
    const double old[3] = {v[0], v[1], v[2]};
    for (int k = 0; k < 3; ++k)
    {
      v[k] = linear[k][0] * old[0] + linear[k][1] * old[1] + linear[k][2] * old[2] + shift[k];
    }
  }
}

static double thread_seconds(void)
{
  struct timespec now = {0, 0};
  (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// A tree over the triangles. Where the placement is a pose after lengths along the axes, only the
/// lengths go into the vertices.
static ep_status make_tree(const ep_geometry_desc* shape, const placement* p, const char* name,
                           ep_fcl_geometry** geometry, ep_fcl_transform* local,
                           ep_fcl_world_info* info, ep_error* error)
{
  static const double nowhere[3] = {0.0, 0.0, 0.0};
  soup s;
  double lengths[3];
  if (!make_triangles(shape, &s))
  {
    free(s.vertices);
    free(s.triangles);
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "%s: out of memory", name);
  }
  if (!split(p, local, lengths))
  {
    *local = ep_fcl_transform_identity();
    deform(&s, p->linear, p->shift);
  }
  else if (lengths[0] != 1.0 || lengths[1] != 1.0 || lengths[2] != 1.0)
  {
    const double stretch[3][3] = {{lengths[0], 0, 0}, {0, lengths[1], 0}, {0, 0, lengths[2]}};
    deform(&s, stretch, nowhere);
  }
  const ep_fcl_mesh mesh = {s.vertices, s.vertex_count, s.triangles, s.triangle_count};
  ep_shim_error refused;
  const double before = thread_seconds();
  const ep_shim_result result = ep_fcl_make_mesh(&mesh, EP_FCL_OBBRSS, geometry, &refused);
  info->build_time += thread_seconds() - before;
  free(s.vertices);
  free(s.triangles);
  if (result != EP_SHIM_OK)
  {
    return ep_fcl_refused(&refused, name, error);
  }
  info->left_out += ep_fcl_mesh_left_out(*geometry);
  info->triangles += mesh.triangle_count - ep_fcl_mesh_left_out(*geometry);
  return EP_OK;
}

/// @}

/// One of FCL's own shapes, where there is one for these lengths along the axes.
static ep_shim_result make_shape(const ep_geometry_desc* shape, const double lengths[3],
                                 ep_fcl_geometry** geometry, ep_shim_error* error)
{
  const double* size = shape->size;
  const bool round = fabs(lengths[0] - lengths[1]) <= 1e-12 * lengths[0];
  const bool even = round && fabs(lengths[0] - lengths[2]) <= 1e-12 * lengths[0];
  *geometry = NULL;
  error->result = EP_SHIM_OK;
  if (shape->type == EP_SHAPE_BOX)
  {
    const double edges[3] = {size[0] * lengths[0], size[1] * lengths[1], size[2] * lengths[2]};
    return ep_fcl_make_box(edges, geometry, error);
  }
  if (shape->type == EP_SHAPE_SPHERE && even)
  {
    return ep_fcl_make_sphere(size[0] * lengths[0], geometry, error);
  }
  if (shape->type == EP_SHAPE_CAPSULE && even)
  {
    return ep_fcl_make_capsule(size[0] * lengths[0], size[1] * lengths[2], geometry, error);
  }
  if (shape->type == EP_SHAPE_CYLINDER && round)
  {
    return ep_fcl_make_cylinder(size[0] * lengths[0], size[1] * lengths[2], geometry, error);
  }
  if (shape->type == EP_SHAPE_CONE && round)
  {
    return ep_fcl_make_cone(size[0] * lengths[0], size[1] * lengths[2], geometry, error);
  }
  return EP_SHIM_OK;
}

ep_status ep_fcl_shape_make(const ep_geometry_desc* shape, const char* name,
                            ep_fcl_geometry** geometry, ep_fcl_transform* local, ep_box* box,
                            ep_fcl_world_info* info, ep_error* error)
{
  const placement p = placement_of(shape);
  double lengths[3];
  *geometry = NULL;
  if (split(&p, local, lengths))
  {
    ep_shim_error refused;
    if (make_shape(shape, lengths, geometry, &refused) != EP_SHIM_OK)
    {
      return ep_fcl_refused(&refused, name, error);
    }
  }
  ep_status status = EP_OK;
  if (*geometry == NULL)
  {
    status = make_tree(shape, &p, name, geometry, local, info, error);
  }
  if (status == EP_OK)
  {
    (void)ep_fcl_geometry_box(*geometry, box->lo, box->hi, NULL);
  }
  return status;
}
