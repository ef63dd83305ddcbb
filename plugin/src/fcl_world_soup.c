/// @file fcl_world_soup.c
/// Triangles of shapes, and FCL's trees over them.
#define _POSIX_C_SOURCE 200809L
#include "fcl_world_parts.h"

#include <time.h>

/// Room for a shape's vertices and triangles after what is there; the shape's own begin at `base`.
static bool soup_reserve(ep_fcl_soup* s, int64_t vertices, int64_t triangles)
{
  s->base = s->vertex_count;
  const size_t all_vertices = (size_t)(s->vertex_count + vertices);
  const size_t all_triangles = (size_t)(s->triangle_count + triangles);
  double* grown = realloc(s->vertices, (all_vertices + 1) * 3 * sizeof(double));
  s->vertices = grown != NULL ? grown : s->vertices;
  int32_t* more = realloc(s->triangles, (all_triangles + 1) * 3 * sizeof(int32_t));
  s->triangles = more != NULL ? more : s->triangles;
  return grown != NULL && more != NULL && all_vertices < INT32_MAX && all_triangles < INT32_MAX;
}

static void add_vertex(ep_fcl_soup* s, double x, double y, double z)
{
  double* v = s->vertices + 3 * (size_t)s->vertex_count++;
  v[0] = x;
  v[1] = y;
  v[2] = z;
}

/// Indices count from the shape's first vertex.
static void add_triangle(ep_fcl_soup* s, int32_t a, int32_t b, int32_t c)
{
  int32_t* t = s->triangles + 3 * (size_t)s->triangle_count++;
  t[0] = s->base + a;
  t[1] = s->base + b;
  t[2] = s->base + c;
}

static void add_quad(ep_fcl_soup* s, int32_t a, int32_t b, int32_t c, int32_t d)
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
static bool make_round(const ep_geometry_desc* shape, ep_fcl_soup* s)
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

static bool make_cuboid(const ep_geometry_desc* shape, ep_fcl_soup* s)
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
static void add_wall(ep_fcl_soup* s, int32_t a, int32_t b, double floor)
{
  const double* top[2] = {s->vertices + 3 * (size_t)(s->base + a),
                          s->vertices + 3 * (size_t)(s->base + b)};
  const int32_t next = s->vertex_count - s->base;
  add_vertex(s, top[0][0], top[0][1], floor);
  add_vertex(s, top[1][0], top[1][1], floor);
  add_quad(s, a, next, next + 1, b);
}

static bool make_heightfield(const ep_geometry_desc* shape, ep_fcl_soup* s)
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
  const int32_t last = s->vertex_count - s->base;
  add_quad(s, last - 4, last - 3, last - 2, last - 1);
  return true;
}

static bool make_triangles(const ep_geometry_desc* shape, ep_fcl_soup* s)
{
  switch (shape->type)
  {
  case EP_SHAPE_MESH:
    if (!soup_reserve(s, shape->vertex_count, shape->triangle_count))
    {
      return false;
    }
    for (int32_t i = 0; i < shape->vertex_count; ++i)
    {
      const double* v = shape->vertices + 3 * (size_t)i;
      add_vertex(s, v[0], v[1], v[2]);
    }
    for (int32_t i = 0; i < shape->triangle_count; ++i)
    {
      const int32_t* t = shape->triangles + 3 * (size_t)i;
      add_triangle(s, t[0], t[1], t[2]);
    }
    return true;
  case EP_SHAPE_HEIGHTFIELD:
    return make_heightfield(shape, s);
  case EP_SHAPE_BOX:
    return make_cuboid(shape, s);
  default:
    return make_round(shape, s);
  }
}

void ep_fcl_soup_clear(ep_fcl_soup* soup)
{
  free(soup->vertices);
  free(soup->triangles);
  *soup = (ep_fcl_soup){.vertices = NULL};
}

ep_status ep_fcl_soup_add(ep_fcl_soup* soup, const ep_geometry_desc* shape, const char* name,
                          ep_error* error)
{
  const ep_fcl_placement p = ep_fcl_placement_of(shape);
  if (!make_triangles(shape, soup))
  {
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "%s: no room for its triangles", name);
  }
  for (int32_t i = soup->base; i < soup->vertex_count; ++i)
  {
    double* v = soup->vertices + 3 * (size_t)i;
    const double old[3] = {v[0], v[1], v[2]};
    for (int k = 0; k < 3; ++k)
    {
      v[k] =
          p.linear[k][0] * old[0] + p.linear[k][1] * old[1] + p.linear[k][2] * old[2] + p.shift[k];
    }
  }
  return EP_OK;
}

static double thread_seconds(void)
{
  struct timespec now = {0, 0};
  (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

ep_status ep_fcl_soup_make(const ep_fcl_soup* soup, const char* name, ep_fcl_geometry** geometry,
                           ep_box* box, ep_fcl_world_info* info, ep_error* error)
{
  const ep_fcl_mesh mesh = {soup->vertices, soup->vertex_count, soup->triangles,
                            soup->triangle_count};
  ep_shim_error refused;
  const double before = thread_seconds();
  const ep_shim_result result = ep_fcl_make_mesh(&mesh, EP_FCL_OBBRSS, geometry, &refused);
  info->build_time += thread_seconds() - before;
  if (result != EP_SHIM_OK)
  {
    return ep_fcl_refused(&refused, name, error);
  }
  info->left_out += ep_fcl_mesh_left_out(*geometry);
  info->triangles += mesh.triangle_count - ep_fcl_mesh_left_out(*geometry);
  (void)ep_fcl_geometry_box(*geometry, box->lo, box->hi, NULL);
  return EP_OK;
}
