/// @file test_mesh_weld.c
/// What becomes of vertices and triangles once they are read: welded, dropped, counted, and whether
/// the mesh is closed. Fast ways have slow twins here.
#include "mesh_tools.h"

#include "mesh_exact.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 int128;

/// @name Exact predicates
/// @{

static int sign_of(int128 x)
{
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/// Whole numbers of up to 51 bits: their differences times each other fit 128 bits.
static int orientation_twin(const int64_t a[2], const int64_t b[2], const int64_t c[2])
{
  return sign_of((int128)(b[0] - a[0]) * (c[1] - a[1]) - (int128)(b[1] - a[1]) * (c[0] - a[0]));
}

/// Three points on a line or near it: whole steps along one, with a bit beside it now and then, or
/// a part of a long way, rounded, so that no rounded computation can tell the side.
static void random_points(ep_rng* rng, int64_t p[3][3], int dimensions)
{
  const bool is_long = ep_rng_int(rng, 0, 1) == 0;
  const int64_t size = (int64_t)1 << (is_long ? 49 : ep_rng_int(rng, 1, 40));
  const int64_t part = ep_rng_int(rng, 0, 1000);
  for (int k = 0; k < dimensions; ++k)
  {
    const int64_t way = ep_rng_int(rng, -size, size);
    p[0][k] = ep_rng_int(rng, -size, size);
    p[1][k] = p[0][k] + (is_long ? way : 7 * (way / 1024));
    p[2][k] = p[0][k] + (is_long ? (int64_t)((int128)way * part / 1000) : part * (way / 1024));
    p[2][k] += !is_long && ep_rng_int(rng, 0, 5) == 0 ? ep_rng_int(rng, -1, 1) : 0;
  }
}

/// The sign of the area as rounded numbers have it.
static int rounded_orientation(double q[3][2])
{
  const double area =
      (q[0][0] - q[2][0]) * (q[1][1] - q[2][1]) - (q[0][1] - q[2][1]) * (q[1][0] - q[2][0]);
  return area > 0.0 ? 1 : area < 0.0 ? -1 : 0;
}

EP_TEST(sound_orientation_is_exact)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int flat = 0;
  int wrong = 0;
  for (int64_t i = 0, n = ep_test_trials(300000); i < n; ++i)
  {
    int64_t p[3][3];
    double q[3][2];
    random_points(&rng, p, 2);
    const double scale = ldexp(1.0, (int)ep_rng_int(&rng, -60, 10));
    for (int k = 0; k < 6; ++k)
    {
      q[k / 2][k % 2] = (double)p[k / 2][k % 2] * scale;
    }
    const int expected = orientation_twin(p[0], p[1], p[2]);
    flat += expected == 0;
    wrong += rounded_orientation(q) != expected;
    ck_assert_int_eq(ep_orientation(q[0], q[1], q[2]), expected);
  }
  ck_assert_int_gt(flat, 100);
  ck_assert_int_gt(wrong, 100); // so these were hard
}

static bool collinear_twin(int64_t p[3][3])
{
  for (int k = 0; k < 3; ++k)
  {
    const int u = (k + 1) % 3;
    const int64_t a[2] = {p[0][k], p[0][u]};
    const int64_t b[2] = {p[1][k], p[1][u]};
    const int64_t c[2] = {p[2][k], p[2][u]};
    if (orientation_twin(a, b, c) != 0)
    {
      return false;
    }
  }
  return true;
}

EP_TEST(tight_collinear_is_exact)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int flat = 0;
  for (int64_t i = 0, n = ep_test_trials(300000); i < n; ++i)
  {
    int64_t p[3][3];
    double q[3][3];
    random_points(&rng, p, 3);
    for (int k = 0; k < 9; ++k)
    {
      q[k / 3][k % 3] = (double)p[k / 3][k % 3] * 0x1p-40;
    }
    const bool expected = collinear_twin(p);
    flat += expected;
    ck_assert(ep_points_are_collinear(q[0], q[1], q[2]) == expected);
  }
  ck_assert_int_gt(flat, 100);
}

/// @}
/// @name Random soups against slow twins
/// @{

enum
{
  SOUP_MAX = 400
};

typedef struct soup
{
  double points[16][3];
  int point_count;
  int corners[SOUP_MAX][3];
  int count;
} soup;

/// Few points, so that triangles repeat, share edges and degenerate.
static soup random_soup(ep_rng* rng)
{
  soup s = {.point_count = (int)ep_rng_int(rng, 3, 16)};
  s.count = (int)ep_rng_int(rng, 1, ep_rng_int(rng, 0, 9) == 0 ? SOUP_MAX : 40);
  for (int i = 0; i < s.point_count; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      s.points[i][k] = (double)ep_rng_int(rng, 0, 2);
    }
  }
  for (int i = 0; i < 3 * s.count; ++i)
  {
    s.corners[i / 3][i % 3] = (int)ep_rng_int(rng, 0, s.point_count - 1);
  }
  return s;
}

static ep_mesh load_soup(mesh_folder* folder, const soup* s)
{
  mesh_bytes text = {0};
  for (int i = 0; i < s->point_count; ++i)
  {
    mesh_bytes_print(&text, "v %g %g %g\n", s->points[i][0], s->points[i][1], s->points[i][2]);
  }
  for (int i = 0; i < s->count; ++i)
  {
    mesh_bytes_print(&text, "f %d %d %d\n", s->corners[i][0] + 1, s->corners[i][1] + 1,
                     s->corners[i][2] + 1);
  }
  ep_mesh mesh = mesh_load_text(folder, "a.obj", text.bytes);
  free(text.bytes);
  return mesh;
}

static const double* point_of(const soup* s, int triangle, int corner)
{
  return s->points[s->corners[triangle][corner % 3]];
}

static bool same_point(const double* p, const double* q)
{
  return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

static bool is_segment(const soup* s, int t)
{
  return same_point(point_of(s, t, 0), point_of(s, t, 1)) ||
         same_point(point_of(s, t, 1), point_of(s, t, 2)) ||
         same_point(point_of(s, t, 2), point_of(s, t, 0));
}

/// Whether each corner of one is a corner of the other.
static bool has_corners_of(const soup* s, int a, int b)
{
  for (int i = 0; i < 3; ++i)
  {
    const double* p = point_of(s, a, i);
    if (!same_point(p, point_of(s, b, 0)) && !same_point(p, point_of(s, b, 1)) &&
        !same_point(p, point_of(s, b, 2)))
    {
      return false;
    }
  }
  return true;
}

static bool repeats(const soup* s, int a, int b)
{
  if (is_segment(s, a))
  {
    return is_segment(s, b) && has_corners_of(s, a, b) && has_corners_of(s, b, a);
  }
  for (int turn = 0; turn < 3; ++turn)
  {
    if (same_point(point_of(s, a, 0), point_of(s, b, turn)) &&
        same_point(point_of(s, a, 1), point_of(s, b, turn + 1)) &&
        same_point(point_of(s, a, 2), point_of(s, b, turn + 2)))
    {
      return true;
    }
  }
  return false;
}

static bool is_dropped(const soup* s, int t)
{
  for (int other = 0; other < t; ++other)
  {
    if (repeats(s, t, other))
    {
      return true;
    }
  }
  return false;
}

/// How many kept triangles pass from p to q.
static int uses_of_edge(const soup* s, const bool* dropped, const double* p, const double* q)
{
  int uses = 0;
  for (int t = 0; t < s->count; ++t)
  {
    for (int k = 0; k < 3 && !dropped[t] && !is_segment(s, t); ++k)
    {
      uses += same_point(point_of(s, t, k), p) && same_point(point_of(s, t, k + 1), q);
    }
  }
  return uses;
}

static bool is_closed(const soup* s, const bool* dropped)
{
  bool any = false;
  for (int t = 0; t < s->count; ++t)
  {
    for (int k = 0; k < 3 && !dropped[t] && !is_segment(s, t); ++k)
    {
      const double* p = point_of(s, t, k);
      const double* q = point_of(s, t, k + 1);
      any = true;
      if (uses_of_edge(s, dropped, p, q) != 1 || uses_of_edge(s, dropped, q, p) != 1)
      {
        return false;
      }
    }
  }
  return any;
}

static bool is_flat(const soup* s, int t)
{
  int64_t p[3][3];
  for (int i = 0; i < 9; ++i)
  {
    p[i / 3][i % 3] = (int64_t)point_of(s, t, i / 3)[i % 3];
  }
  return collinear_twin(p);
}

/// That the mesh is what the slow twins say, in the order of the file.
static void assert_mesh_is_soup(const ep_mesh* mesh, const soup* s)
{
  bool dropped[SOUP_MAX];
  int kept = 0;
  int flat = 0;
  for (int t = 0; t < s->count; ++t)
  {
    dropped[t] = is_dropped(s, t);
    if (dropped[t])
    {
      continue;
    }
    flat += is_flat(s, t);
    ck_assert_int_lt(kept, mesh->triangle_count);
    for (int k = 0; k < 3; ++k)
    {
      const double* corner =
          mesh->vertices + 3 * (size_t)mesh->triangles[3 * (size_t)kept + (size_t)k];
      ck_assert(same_point(corner, point_of(s, t, 0)) || same_point(corner, point_of(s, t, 1)) ||
                same_point(corner, point_of(s, t, 2)));
    }
    ++kept;
  }
  ck_assert_int_eq(mesh->triangle_count, kept);
  ck_assert_int_eq(mesh->counts.duplicate_triangles, s->count - kept);
  ck_assert_int_eq(mesh->counts.degenerate_triangles, flat);
  ck_assert(mesh->closed == is_closed(s, dropped));
}

EP_TEST(works_weld_vs_bruteforce)
{
  mesh_folder folder = mesh_folder_make();
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(1500); i < n; ++i)
  {
    const soup s = random_soup(&rng);
    ep_mesh mesh = load_soup(&folder, &s);
    assert_mesh_is_soup(&mesh, &s);
    ep_mesh_clear(&mesh);
  }
  mesh_folder_remove(&folder);
}

/// A cube with a few triangles turned over, bent, given twice or left out: hardly any random soup
/// is closed, but this is at times.
EP_TEST(works_closed_vs_bruteforce)
{
  static const int cube[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                  {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  mesh_folder folder = mesh_folder_make();
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int closed = 0;
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    soup s = {.point_count = 8, .count = 12};
    for (int k = 0; k < 24; ++k)
    {
      s.points[k / 3][k % 3] = (double)((k / 3) >> k % 3 & 1);
    }
    memcpy(s.corners, cube, sizeof cube);
    for (int64_t changes = ep_rng_int(&rng, 0, 2); changes > 0; --changes)
    {
      int* t = s.corners[ep_rng_int(&rng, 0, s.count - 1)];
      const int kind = (int)ep_rng_int(&rng, 0, 3);
      const int first = t[0];
      t[0] = kind == 0 ? t[1] : t[0]; // turned over
      t[1] = kind == 0 ? first : t[1];
      t[2] = kind == 1 ? (int)ep_rng_int(&rng, 0, 7) : t[2];
      memcpy(s.corners[s.count], t, sizeof cube[0]); // given twice
      s.count += kind == 2;
      s.count -= kind == 3;
    }
    ep_mesh mesh = load_soup(&folder, &s);
    assert_mesh_is_soup(&mesh, &s);
    closed += mesh.closed;
    ep_mesh_clear(&mesh);
  }
  ck_assert_int_gt(closed, 0);
  mesh_folder_remove(&folder);
}

/// @}
/// @name By hand
/// @{

EP_TEST(works_minus_zero_is_zero)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(&folder, "a.obj",
                                "v 0 0 0\nv 1 0 0\nv 0 1 0\nv -0 -0.0 0\nv 0 0 1\nv 7 7 7\n"
                                "f 1 2 3\nf 4 3 5\n");
  ck_assert_int_eq(mesh.vertex_count, 4);
  ck_assert_int_eq(mesh.counts.welded_vertices, 1);
  ck_assert_int_eq(mesh.counts.unused_vertices, 1);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

/// Vertices that differ in the last bit are two.
EP_TEST(tight_only_equal_vertices_are_welded)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(&folder, "a.obj",
                                "v 1 0 0\nv 1.0000000000000002 0 0\nv 0 1 0\nv 0 0 5e-324\n"
                                "f 1 2 3\nf 1 3 4\n");
  ck_assert_int_eq(mesh.vertex_count, 4);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

/// The wall between two cubes is there twice, once for each. With one of the two gone neither cube
/// would be closed, and what is inside would not touch it.
EP_TEST(sound_bodies_that_touch_keep_their_walls)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(&folder, "a.obj",
                                "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 -1\n"
                                "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"   // a tetrahedron
                                "f 1 2 3\nf 2 1 5\nf 3 2 5\nf 1 3 5\n"); // and one below it
  ck_assert_int_eq(mesh.triangle_count, 8);
  ck_assert_int_eq(mesh.counts.duplicate_triangles, 0);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

/// One vertex with very many triangles, each given twice and turned.
EP_TEST(works_a_vertex_with_many_triangles)
{
  mesh_folder folder = mesh_folder_make();
  mesh_bytes text = {0};
  const int count = 3000;
  mesh_bytes_print(&text, "v 0 0 0\n");
  for (int i = 0; i < count; ++i)
  {
    mesh_bytes_print(&text, "v %d %d 1\n", i, i * i % 1009);
  }
  for (int i = 0; i < count; ++i)
  {
    mesh_bytes_print(&text, "f 1 %d %d\nf %d 1 %d\n", 2 + i, 2 + (i + 1) % count,
                     2 + (i + 1) % count, 2 + i);
  }
  ep_mesh mesh = mesh_load_text(&folder, "a.obj", text.bytes);
  ck_assert_int_eq(mesh.triangle_count, count);
  ck_assert_int_eq(mesh.counts.duplicate_triangles, count);
  ck_assert(!mesh.closed);
  ep_mesh_clear(&mesh);
  // A second top on the other side closes it.
  mesh_bytes_print(&text, "v 0 0 9\n");
  for (int i = 0; i < count; ++i)
  {
    mesh_bytes_print(&text, "f %d %d %d\n", 2 + i, count + 2, 2 + (i + 1) % count);
  }
  mesh = mesh_load_text(&folder, "a.obj", text.bytes);
  ck_assert_int_eq(mesh.triangle_count, 2 * count);
  ck_assert(mesh.closed);
  ep_mesh_clear(&mesh);
  free(text.bytes);
  mesh_folder_remove(&folder);
}

/// A segment, and a point, are kept once.
EP_TEST(sound_degenerate_triangles_stay)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(&folder, "a.obj",
                                "v 0 0 0\nv 1 1 1\nv 2 2 2\nf 1 2 3\nf 1 1 2\nf 2 1 2\nf 2 2 1\n"
                                "f 3 3 3\nf 3 3 3\n");
  ck_assert_int_eq(mesh.triangle_count, 3);
  ck_assert_int_eq(mesh.counts.degenerate_triangles, 3);
  ck_assert_int_eq(mesh.counts.duplicate_triangles, 3);
  ck_assert(!mesh.closed);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

/// @}
