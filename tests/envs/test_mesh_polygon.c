/// @file test_mesh_polygon.c
/// Polygons become triangles whose union they are.
#include "mesh_polygon.h"
#include "mesh_tools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  CORNERS_MAX = 4096
};

/// A polygon in the plane, and where its plane is.
typedef struct polygon
{
  double uv[CORNERS_MAX][2];
  int count;
  double origin[3];
  double u[3]; ///< not perpendicular, not of length 1: a picture of it under an affine map
  double v[3];
} polygon;

static polygon* polygon_make(void)
{
  polygon* p = calloc(1, sizeof *p);
  ck_assert_ptr_nonnull(p);
  p->u[0] = p->v[1] = 1.0;
  return p;
}

static void add_corner(polygon* p, double u, double v)
{
  ck_assert_int_lt(p->count, CORNERS_MAX);
  p->uv[p->count][0] = u;
  p->uv[p->count][1] = v;
  ++p->count;
}

/// Cuts the polygon; three positions in it for each triangle. The caller frees.
static int32_t* cut(const polygon* p)
{
  double* vertices = malloc((size_t)p->count * 3 * sizeof(double));
  int32_t* corners = malloc((size_t)p->count * sizeof(int32_t));
  int32_t* triangles = malloc((size_t)p->count * 3 * sizeof(int32_t));
  ck_assert(vertices != NULL && corners != NULL && triangles != NULL);
  for (int i = 0; i < p->count; ++i)
  {
    corners[i] = i;
    for (int k = 0; k < 3; ++k)
    {
      vertices[3 * i + k] = p->origin[k] + p->uv[i][0] * p->u[k] + p->uv[i][1] * p->v[k];
    }
  }
  ep_polygon_cutter cutter = ep_polygon_cutter_make(vertices);
  ck_assert_int_eq(ep_polygon_cut(&cutter, corners, p->count, triangles), EP_OK);
  ep_polygon_cutter_clear(&cutter);
  free(vertices);
  free(corners);
  return triangles;
}

static double area_of(const double* a, const double* b, const double* c)
{
  return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2.0;
}

static double polygon_area(const polygon* p)
{
  double area = 0.0;
  for (int i = 0; i < p->count; ++i)
  {
    const double* a = p->uv[i];
    const double* b = p->uv[(i + 1) % p->count];
    area += (a[0] * b[1] - a[1] * b[0]) / 2.0;
  }
  return area;
}

/// By a ray to the right.
static bool is_inside(const polygon* p, const double at[2])
{
  bool inside = false;
  for (int i = 0; i < p->count; ++i)
  {
    const double* a = p->uv[i];
    const double* b = p->uv[(i + 1) % p->count];
    if ((a[1] > at[1]) != (b[1] > at[1]))
    {
      inside ^= at[0] < a[0] + (at[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1]);
    }
  }
  return inside;
}

static int triangles_at(const polygon* p, const int32_t* triangles, const double at[2])
{
  int count = 0;
  for (int i = 0; i < p->count - 2; ++i)
  {
    const double* a = p->uv[triangles[3 * i]];
    const double* b = p->uv[triangles[3 * i + 1]];
    const double* c = p->uv[triangles[3 * i + 2]];
    const double x = area_of(a, b, at);
    const double y = area_of(b, c, at);
    const double z = area_of(c, a, at);
    count += (x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0);
  }
  return count;
}

/// That each point is in one triangle or none, as it is in the polygon or not, and that areas
/// agree: for polygons that do not cross themselves.
static void assert_cut_right(const polygon* p, ep_rng* rng)
{
  int32_t* triangles = cut(p);
  double lo[2] = {INFINITY, INFINITY};
  double hi[2] = {-INFINITY, -INFINITY};
  double size = 0.0;
  double sum = 0.0;
  for (int i = 0; i < p->count; ++i)
  {
    for (int k = 0; k < 2; ++k)
    {
      lo[k] = fmin(lo[k], p->uv[i][k]);
      hi[k] = fmax(hi[k], p->uv[i][k]);
    }
  }
  for (int i = 0; i < p->count - 2; ++i)
  {
    const int32_t* t = triangles + 3 * (ptrdiff_t)i;
    const double area = area_of(p->uv[t[0]], p->uv[t[1]], p->uv[t[2]]);
    sum += area;
    size += fabs(area);
  }
  const double whole = polygon_area(p);
  ck_assert_double_eq_tol(sum, whole, 1e-9 * (1.0 + fabs(whole)));
  ck_assert_double_eq_tol(size, fabs(whole), 1e-9 * (1.0 + fabs(whole)));
  for (int i = 0; i < 200; ++i)
  {
    const double at[2] = {ep_rng_uniform(rng, lo[0], hi[0]), ep_rng_uniform(rng, lo[1], hi[1])};
    ck_assert_int_eq(triangles_at(p, triangles, at), is_inside(p, at));
  }
  free(triangles);
}

/// Turns the plane, runs the other way around, begins elsewhere: the triangles must be right in any
/// case. Maps have whole numbers, so that what is flat stays flat.
static void assert_cut_right_in_any_plane(polygon* p, ep_rng* rng)
{
  for (int i = 0; i < 6; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      p->origin[k] = (double)ep_rng_int(rng, -9, 9);
      p->u[k] = (double)ep_rng_int(rng, -9, 9);
      p->v[k] = (double)ep_rng_int(rng, -9, 9);
    }
    const double normal[3] = {p->u[1] * p->v[2] - p->u[2] * p->v[1],
                              p->u[2] * p->v[0] - p->u[0] * p->v[2],
                              p->u[0] * p->v[1] - p->u[1] * p->v[0]};
    if (normal[0] == 0.0 && normal[1] == 0.0 && normal[2] == 0.0)
    {
      continue;
    }
    const int shift = (int)ep_rng_int(rng, 0, p->count - 1);
    const bool back = ep_rng_int(rng, 0, 1) == 0;
    polygon* q = polygon_make();
    memcpy(q, p, sizeof *q);
    for (int k = 0; k < p->count; ++k)
    {
      const int from = (back ? 2 * p->count - k + shift : k + shift) % p->count;
      memcpy(q->uv[k], p->uv[from], sizeof q->uv[k]);
    }
    assert_cut_right(q, rng);
    free(q);
  }
}

/// Eighths, so that coordinates in the plane and in space are exact.
static double eighth(double x)
{
  return nearbyint(x * 8.0) / 8.0;
}

EP_TEST(sound_star_shaped_polygons_are_cut_right)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    polygon* p = polygon_make();
    const int count = (int)ep_rng_int(&rng, 3, 40);
    for (int k = 0; k < count; ++k)
    {
      const double angle = 2.0 * 3.14159265358979 * k / count;
      const double radius = ep_rng_uniform(&rng, 50.0, 1000.0);
      add_corner(p, eighth(radius * cos(angle)), eighth(radius * sin(angle)));
    }
    assert_cut_right_in_any_plane(p, &rng);
    free(p);
  }
}

/// Teeth of a comb, whose tips are many and whose back is one line with many corners.
EP_TEST(sound_combs_are_cut_right)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int teeth = 1; teeth < 60; teeth += 7)
  {
    polygon* p = polygon_make();
    for (int k = 0; k < teeth; ++k)
    {
      add_corner(p, 4.0 * k, 0.0);
      add_corner(p, 4.0 * k + 2.0, 100.0);
      add_corner(p, 4.0 * k + 3.0, 100.0);
      add_corner(p, 4.0 * k + 3.0, 0.0);
    }
    for (int k = teeth; k >= 0; --k)
    {
      add_corner(p, 4.0 * k, -1.0);
    }
    assert_cut_right_in_any_plane(p, &rng);
    free(p);
  }
}

EP_TEST(sound_spirals_are_cut_right)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int turns = 1; turns < 12; turns += 2)
  {
    polygon* p = polygon_make();
    const int count = 24 * turns;
    for (int side = 0; side < 2; ++side)
    {
      for (int i = 0; i <= count; ++i)
      {
        const int k = side == 0 ? i : count - i;
        const double angle = 2.0 * 3.14159265358979 * k / 24.0;
        const double radius = 100.0 + 20.0 * k / 24.0 + 8.0 * side;
        add_corner(p, eighth(radius * cos(angle)), eighth(radius * sin(angle)));
      }
    }
    assert_cut_right_in_any_plane(p, &rng);
    free(p);
  }
}

/// A square with a square hole, whose outlines are joined by a cut that is passed both ways.
EP_TEST(sound_a_hole_stays_a_hole)
{
  static const double corners[10][2] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0},
                                        {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}};
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  polygon* p = polygon_make();
  for (int i = 0; i < 10; ++i)
  {
    add_corner(p, corners[i][0], corners[i][1]);
  }
  ck_assert_double_eq(fabs(polygon_area(p)), 72.0);
  assert_cut_right_in_any_plane(p, &rng);
  free(p);
}

/// Corners on a straight side make no triangle without area where that can be avoided.
EP_TEST(tight_corners_on_a_side)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(&folder, "a.obj",
                                "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 1 2 0\nv 0 2 0\n"
                                "f 1 2 3 4 5 6 7\n");
  ck_assert_int_eq(mesh.triangle_count, 5);
  ck_assert_int_eq(mesh.counts.degenerate_triangles, 0);
  ck_assert_double_eq_tol(mesh_area(&mesh), 4.0, 1e-12);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

/// An arrow: the fan of its first corner would leave it.
EP_TEST(tight_not_convex)
{
  static const double arrow[2][9] = {{0, 0, 0, 4, -2, 0, 1, 0, 0}, {0, 0, 0, 1, 0, 0, 4, 2, 0}};
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh =
      mesh_load_text(&folder, "a.obj", "v 4 2 0\nv 0 0 0\nv 4 -2 0\nv 1 0 0\nf 1 2 3 4\n");
  mesh_assert_triangles(&mesh, arrow, 2);
  ep_mesh_clear(&mesh);
  mesh = mesh_load_text(&folder, "a.obj", "v 0 0 0\nv 4 -2 0\nv 1 0 0\nv 4 2 0\nf 2 3 4 1\n");
  mesh_assert_triangles(&mesh, arrow, 2);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

/// Spikes, repeated corners, all on a line, all the same: n - 2 triangles, and every side is a side
/// of one of them.
EP_TEST(sound_degenerate_polygons_keep_their_outline)
{
  static const double shapes[][6][2] = {{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 0}, {-1, 0}},
                                        {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},
                                        {{0, 0}, {4, 0}, {9, 0}, {4, 0}, {4, 4}, {0, 4}},
                                        {{0, 0}, {0, 0}, {4, 0}, {4, 4}, {4, 4}, {0, 4}},
                                        {{0, 0}, {4, 0}, {4, 4}, {1, 1}, {4, 4}, {0, 4}},
                                        {{0, 0}, {4, 4}, {4, 0}, {0, 4}, {8, 9}, {3, -5}}};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s)
  {
    polygon* p = polygon_make();
    for (int i = 0; i < 6; ++i)
    {
      add_corner(p, shapes[s][i][0], shapes[s][i][1]);
    }
    int32_t* triangles = cut(p);
    for (int side = 0; side < 6; ++side)
    {
      bool found = false;
      for (int i = 0; i < 12 && !found; ++i)
      {
        found = triangles[i] == side && triangles[i - i % 3 + (i + 1) % 3] == (side + 1) % 6;
      }
      ck_assert_msg(found, "shape %zu side %d", s, side);
    }
    free(triangles);
    free(p);
  }
}

/// How often the outline goes around the point.
static int winding_number(const polygon* p, const double at[2])
{
  int winding = 0;
  for (int i = 0; i < p->count; ++i)
  {
    const double* a = p->uv[i];
    const double* b = p->uv[(i + 1) % p->count];
    const double side = area_of(a, b, at);
    winding += a[1] <= at[1] && b[1] > at[1] && side > 0.0;
    winding -= a[1] > at[1] && b[1] <= at[1] && side < 0.0;
  }
  return winding;
}

/// Whatever the outline winds around is covered, however often it crosses itself.
EP_TEST(sound_polygons_that_cross_themselves_are_covered)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(400); i < n; ++i)
  {
    polygon* p = polygon_make();
    for (int64_t count = ep_rng_int(&rng, 4, 12); count > 0; --count)
    {
      add_corner(p, (double)ep_rng_int(&rng, -20, 20), (double)ep_rng_int(&rng, -20, 20));
    }
    int32_t* triangles = cut(p);
    for (int k = 0; k < 100; ++k)
    {
      const double at[2] = {ep_rng_uniform(&rng, -20.0, 20.0), ep_rng_uniform(&rng, -20.0, 20.0)};
      ck_assert(winding_number(p, at) == 0 || triangles_at(p, triangles, at) > 0);
    }
    free(triangles);
    free(p);
  }
}

/// A polygon that would take too long is refused, not left half cut.
EP_TEST(robust_effort_is_limited)
{
  static const double vertices[15] = {0, 0, 0, 4, 0, 0, 4, 4, 0, 1, 1, 0, 0, 4, 0};
  static const int32_t corners[5] = {1, 2, 3, 4, 0};
  int32_t triangles[9];
  ep_polygon_cutter cutter = ep_polygon_cutter_make(vertices);
  ck_assert_int_eq(ep_polygon_cut(&cutter, corners, 5, triangles), EP_OK);
  cutter.effort_left = 3;
  ck_assert_int_eq(ep_polygon_cut(&cutter, corners, 5, triangles), EP_ERROR_UNSUPPORTED);
  ep_polygon_cutter_clear(&cutter);
}
