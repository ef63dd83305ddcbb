/// @file test_geo_outside.c
/// Maps of where a solid is not: no point of a cell that is outside may be inside of the solid or
/// on its surface, and much of what is outside is told.
#include "inside_tools.h"

#include <stdio.h>
#include <time.h>

/// What is on the surface up to rounding has no side that the solid angle tells.
static bool has_side(const body* b, int32_t solid, const double p[3])
{
  const long double w = winding(b, solid, p);
  return fabsl(w - roundl(w)) < 1e-6L;
}

/// p in the coordinates of the soup.
static bool is_outside(const body* b, int32_t solid, const double p[3])
{
  ep_box box;
  ep_vec_madd(box.lo, p, -1.0, b->bvh.origin);
  ep_vec_copy(box.hi, box.lo);
  return ep_outside_holds(&b->maps[solid], &box);
}

/// A point in the solid's box, enlarged; every fourth is on a triangle or a hair from it.
static void any_point(const body* b, int32_t solid, ep_rng* rng, int i, double p[3])
{
  const ep_solid* s = &b->soup.solids[solid];
  const int64_t pick = ep_rng_int(rng, 0, s->triangle_count - 1);
  const int32_t t = b->soup.solid_triangles[s->first_triangle + pick];
  double share[3] = {ep_rng_uniform(rng, 0, 1), ep_rng_uniform(rng, 0, 1), 0.0};
  share[1] *= 1.0 - share[0];
  share[2] = 1.0 - share[0] - share[1];
  for (int k = 0; k < 3; ++k)
  {
    const double size = s->hi[k] - s->lo[k];
    p[k] = ep_rng_uniform(rng, s->lo[k] - 0.1 * size, s->hi[k] + 0.1 * size);
    if (i % 4 == 0)
    {
      p[k] = ep_rng_log_uniform(rng, 1e-9, 1e-1) * size * ep_rng_uniform(rng, -1, 1);
      for (int c = 0; c < 3; ++c)
      {
        p[k] += share[c] * ep_soup_vertex(&b->soup, t, c)[k];
      }
    }
  }
}

/// Counts of points of the solid's box that are told to be outside, and of those that are.
typedef struct tally
{
  int told;
  int outside;
} tally;

/// No corner of a triangle is outside, nor is any point of the box around it: what the proof says.
static void compare_triangles(const body* b, int32_t solid, ep_rng* rng)
{
  const ep_solid* s = &b->soup.solids[solid];
  for (int32_t i = 0; i < s->triangle_count; ++i)
  {
    const int32_t t = b->soup.solid_triangles[s->first_triangle + i];
    double v[3][3];
    ep_box box;
    for (int c = 0; c < 3; ++c)
    {
      ck_assert_msg(!is_outside(b, solid, ep_soup_vertex(&b->soup, t, c)),
                    "corner %d of triangle %d is called outside", c, (int)t);
      ep_vec_madd(v[c], ep_soup_vertex(&b->soup, t, c), -1.0, b->bvh.origin);
    }
    for (int k = 0; k < 3; ++k)
    {
      const double lo = fmin(v[0][k], fmin(v[1][k], v[2][k]));
      const double hi = fmax(v[0][k], fmax(v[1][k], v[2][k]));
      box.lo[k] = box.hi[k] = fmin(hi, fmax(lo, ep_rng_uniform(rng, lo, hi)));
    }
    ck_assert_msg(!ep_outside_holds(&b->maps[solid], &box),
                  "a point of the box of triangle %d is called outside", (int)t);
  }
}

/// Points anywhere, against the solid angle; those that are exactly corners must not be outside.
static tally compare_points(const body* b, int32_t solid, ep_rng* rng, int points)
{
  tally sum = {0, 0};
  for (int i = 0; i < points; ++i)
  {
    double p[3];
    any_point(b, solid, rng, i, p);
    const bool outside = is_outside(b, solid, p);
    ck_assert_msg(!outside || (has_side(b, solid, p) && true_side(b, solid, p) == EP_SIDE_OUTSIDE),
                  "%.17g %.17g %.17g is not outside", p[0], p[1], p[2]);
    sum.told += outside;
    sum.outside += !outside && has_side(b, solid, p) && true_side(b, solid, p) == EP_SIDE_OUTSIDE;
  }
  sum.outside += sum.told;
  compare_triangles(b, solid, rng);
  return sum;
}

/// Boxes of any size: all their corners and any points of them are outside, and none is told that
/// has a corner of a triangle in it.
static int compare_boxes(const body* b, int32_t solid, ep_rng* rng, int boxes)
{
  int told = 0;
  const ep_solid* s = &b->soup.solids[solid];
  for (int i = 0; i < boxes; ++i)
  {
    double p[3];
    ep_box box;
    any_point(b, solid, rng, 1, p);
    const double part = ep_rng_log_uniform(rng, 1e-4, 0.5);
    for (int k = 0; k < 3; ++k)
    {
      const double size = part * (s->hi[k] - s->lo[k]);
      box.lo[k] = p[k] - b->bvh.origin[k] - size * ep_rng_uniform(rng, 0, 1);
      box.hi[k] = p[k] - b->bvh.origin[k] + size * ep_rng_uniform(rng, 0, 1);
    }
    ep_solid_ref ref = ref_of(b, solid);
    ref.outside = &b->maps[solid];
    const bool outside = ep_outside_holds(&b->maps[solid], &box);
    const bool beside = ep_solid_is_beside(&ref, &box);
    ck_assert(beside || !outside);
    for (int c = 0; c < 12 && beside; ++c)
    {
      for (int k = 0; k < 3; ++k)
      {
        p[k] = b->bvh.origin[k] + (c >= 8              ? ep_rng_uniform(rng, box.lo[k], box.hi[k])
                                   : (c >> k & 1) != 0 ? box.hi[k]
                                                       : box.lo[k]);
      }
      ck_assert_msg(!has_side(b, solid, p) || true_side(b, solid, p) == EP_SIDE_OUTSIDE,
                    "a box that is %s has a point inside", outside ? "outside" : "beside");
    }
    for (int32_t k = 0; k < s->triangle_count && outside; ++k)
    {
      const int32_t t = b->soup.solid_triangles[s->first_triangle + k];
      double v[3];
      ep_vec_madd(v, ep_soup_vertex(&b->soup, t, 0), -1.0, b->bvh.origin);
      const bool in = v[0] >= box.lo[0] && v[0] <= box.hi[0] && v[1] >= box.lo[1] &&
                      v[1] <= box.hi[1] && v[2] >= box.lo[2] && v[2] <= box.hi[2];
      ck_assert_msg(!in, "a box with a corner of triangle %d is called outside", (int)t);
    }
    told += outside;
  }
  return told;
}

/// A prism whose outline is a wave, a star or an L with many corners.
static void make_any_prism(ep_rng* rng)
{
  static double outline[200][2];
  const int32_t n = (int32_t)ep_rng_int(rng, 20, 200);
  const double waves = (double)ep_rng_int(rng, 1, 6);
  const double depth = ep_rng_uniform(rng, 0.05, 0.9);
  for (int32_t i = 0; i < n; ++i)
  {
    const double u = 2.0 * EP_PI * i / n;
    const double r = 3.0 * (1.0 - depth * (0.5 + 0.5 * cos(waves * u)));
    outline[i][0] = r * cos(u);
    outline[i][1] = r * sin(u);
  }
  make_prism((const double(*)[2])outline, n, ep_rng_uniform(rng, 0.1, 3.0));
}

/// A torus, a torus that crosses itself, or a prism; anywhere, of any size.
static body any_body(ep_rng* rng, int64_t trial, const double origin[3])
{
  const double bends[3] = {0.0, 0.3, 4.0};
  if (trial % 4 == 3)
  {
    make_any_prism(rng);
  }
  else
  {
    make_torus(rng, (int32_t)ep_rng_int(rng, 6, 40), bends[trial % 4]);
  }
  ep_geometry_desc d = shape_of_mesh();
  if (trial % 3 != 0)
  {
    put_anywhere(rng, &d);
  }
  const double size = trial % 5 == 0 ? ep_rng_log_uniform(rng, 1e-3, 1e3) : 1.0;
  for (int k = 0; k < 3; ++k)
  {
    d.scale[k] *= size;
    d.pose.position[k] += origin[k];
  }
  ep_soup soup = ep_soup_make((ep_allocator){NULL, NULL, NULL});
  add_shape(&soup, &d, 1e-3);
  return body_of_soup(soup, origin, 1.0);
}

EP_TEST(sound_outside_points_are_outside)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int told_count = 0;
  for (int64_t trial = 0, n = ep_test_trials(120); trial < n; ++trial)
  {
    const bool far = trial % 6 == 5;
    const double origin[3] = {far ? 41000.1234 : 0.0, far ? -23456.789 : 0.0, far ? 0.1 : 0.0};
    body b = any_body(&rng, trial, origin);
    ck_assert_int_eq(b.soup.solid_count, 1);
    told_count += compare_points(&b, 0, &rng, 150).told;
    clear(&b);
  }
  ck_assert_int_gt(told_count, 100);
}

EP_TEST(sound_outside_boxes_are_outside)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 1);
  int told_count = 0;
  for (int64_t trial = 0, n = ep_test_trials(80); trial < n; ++trial)
  {
    const double origin[3] = {0, 0, 0};
    body b = any_body(&rng, trial, origin);
    told_count += compare_boxes(&b, 0, &rng, 60);
    clear(&b);
  }
  ck_assert_int_gt(told_count, 100);
}

/// A cell's every number, up to the last bit, is judged as the corners of the triangles are: points
/// next to corners, one rounding away, with coordinates taken from different corners.
EP_TEST(sound_cells_have_no_gaps)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 2);
  for (int64_t trial = 0, n = ep_test_trials(40); trial < n; ++trial)
  {
    // Whole numbers: many corners are exactly where cells end.
    const int32_t steps = 8 << (trial % 3);
    static double outline[256][2];
    int32_t count = 0;
    for (int32_t i = 0; i < steps; ++i)
    {
      const double top = i % 2 == 0 ? steps : (double)ep_rng_int(&rng, 1, steps);
      outline[count][0] = i;
      outline[count++][1] = top;
      outline[count][0] = i + 1;
      outline[count++][1] = top;
    }
    outline[count][0] = steps;
    outline[count++][1] = 0.0;
    outline[count][0] = 0.0;
    outline[count++][1] = 0.0;
    make_prism((const double(*)[2])outline, count, 0.5 * steps);
    const ep_geometry_desc d = shape_of_mesh();
    body b = body_of(&d, 1);
    ck_assert_int_eq(b.soup.solid_count, 1);
    for (int i = 0; i < 2000; ++i)
    {
      double p[3];
      for (int k = 0; k < 3; ++k)
      {
        const int32_t v = (int32_t)ep_rng_int(&rng, 0, b.soup.vertex_count - 1);
        p[k] = b.soup.vertices[3 * (size_t)v + (size_t)k];
        const int64_t how = ep_rng_int(&rng, 0, 3);
        p[k] = how == 0 ? nextafter(p[k], 1e9) : how == 1 ? nextafter(p[k], -1e9) : p[k];
      }
      ck_assert_msg(!is_outside(&b, 0, p) || exact_side(&b, 0, p, &rng) == EP_SIDE_OUTSIDE,
                    "%.17g %.17g %.17g is not outside", p[0], p[1], p[2]);
    }
    clear(&b);
  }
}

/// One inside of the other: what is outside of the inner one is not outside of the outer one.
EP_TEST(sound_nested_solids_have_their_own_maps)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 3);
  ep_geometry_desc balls[2];
  for (int i = 0; i < 2; ++i)
  {
    balls[i] = ep_geometry_default();
    balls[i].type = EP_SHAPE_CYLINDER;
    balls[i].size[0] = i == 0 ? 1.0 : 4.0;
    balls[i].size[1] = i == 0 ? 2.0 : 8.0;
  }
  body b = body_of(balls, 2);
  ck_assert_int_eq(b.soup.solid_count, 2);
  for (int32_t solid = 0; solid < 2; ++solid)
  {
    (void)compare_points(&b, solid, &rng, 2000);
  }
  clear(&b);
}

/// An octahedron, each face in an octant of its own, one of them cut into many: without any of the
/// others the outside would reach in.
EP_TEST(sound_every_triangle_counts)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 5);
  for (int64_t trial = 0, n = ep_test_trials(40); trial < n; ++trial)
  {
    m.vertex_count = m.triangle_count = 0;
    for (int i = 0; i < 6; ++i)
    {
      const double x = i % 2 == 0 ? 3.0 : -3.0;
      vertex(i / 2 == 0 ? x : 0.0, i / 2 == 1 ? x : 0.0, i / 2 == 2 ? x : 0.0);
    }
    for (int i = 0; i < 8; ++i) // face i has the signs of i's bits, turned outwards
    {
      const int32_t c[3] = {i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2 & 1)};
      const bool odd = ((i ^ i >> 1 ^ i >> 2) & 1) != 0;
      triangle(c[0], odd ? c[2] : c[1], odd ? c[1] : c[2]);
    }
    for (int i = 0; i < 30; ++i) // a corner in the middle of a part of the first face
    {
      const size_t t = i == 0 ? 0 : 7 + (size_t)ep_rng_int(&rng, 1, 2 * i);
      int32_t* c = m.triangles + 3 * t;
      double middle[3];
      for (size_t k = 0; k < 3; ++k)
      {
        middle[k] = (m.vertices[3 * (size_t)c[0] + k] + m.vertices[3 * (size_t)c[1] + k] +
                     m.vertices[3 * (size_t)c[2] + k]) /
                    3.0;
      }
      const int32_t v = vertex(middle[0], middle[1], middle[2]);
      triangle(c[1], c[2], v);
      triangle(c[2], c[0], v);
      c[2] = v;
    }
    for (size_t i = 0; i < 8; ++i) // any order; the large ones are often the last
    {
      const size_t other = (size_t)m.triangle_count - 1 - (size_t)ep_rng_int(&rng, 0, 9);
      for (size_t k = 0; k < 3; ++k)
      {
        const int32_t swap = m.triangles[3 * i + k];
        m.triangles[3 * i + k] = m.triangles[3 * other + k];
        m.triangles[3 * other + k] = swap;
      }
    }
    const ep_geometry_desc d = shape_of_mesh();
    body b = body_of(&d, 1);
    ck_assert_int_eq(b.soup.solid_count, 1);
    ck_assert_int_gt(b.maps[0].cells, 0);
    (void)compare_points(&b, 0, &rng, 200);
    clear(&b);
  }
}

/// Flat ones have no inside, but a surface; an axis along which nothing extends has one cell.
EP_TEST(sound_flat_solids)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 4);
  for (int axis = 0; axis < 3; ++axis)
  {
    for (int thin = 0; thin < 3; ++thin)
    {
      make_torus(&rng, 12, 0.2);
      for (int32_t i = 0; i < m.vertex_count; ++i)
      {
        double* x = &m.vertices[3 * (size_t)i + (size_t)axis];
        *x = thin == 0 ? 0.25 : thin == 1 ? 0.25 + 0x1p-54 * nearbyint(*x) : 1e-200 * *x;
      }
      const ep_geometry_desc d = shape_of_mesh();
      body b = body_of(&d, 1);
      for (int32_t solid = 0; solid < b.soup.solid_count; ++solid)
      {
        const ep_solid* s = &b.soup.solids[solid];
        for (int32_t i = 0; i < s->triangle_count; ++i)
        {
          const int32_t t = b.soup.solid_triangles[s->first_triangle + i];
          for (int c = 0; c < 3; ++c)
          {
            ck_assert(!is_outside(&b, solid, ep_soup_vertex(&b.soup, t, c)));
          }
        }
      }
      clear(&b);
    }
  }
}

// --- How much is told ---

/// Most of what is outside in the box of a torus, its hole too.
EP_TEST(tight_most_around_a_torus_is_told)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int32_t n = 24; n <= 64; n *= 2)
  {
    make_torus(&rng, n, 0.0);
    const ep_geometry_desc d = shape_of_mesh();
    body b = body_of(&d, 1);
    const tally sum = compare_points(&b, 0, &rng, 2000);
    printf("  torus of %d triangles: %d of %d points that are outside\n", (int)m.triangle_count,
           sum.told, sum.outside);
    ck_assert_int_gt(10 * sum.told, 4 * sum.outside);
    const ep_box hole = {{-0.5, -0.5, -0.2}, {0.5, 0.5, 0.2}};
    ck_assert(ep_outside_holds(&b.maps[0], &hole));
    clear(&b);
  }
}

/// A pipe bent like a spring: the room along its axis is outside, and so is what is between its
/// turns.
EP_TEST(tight_room_in_a_bent_pipe_is_told)
{
  enum
  {
    ALONG = 200,
    AROUND = 8
  };
  m.vertex_count = m.triangle_count = 0;
  for (int32_t i = 0; i < ALONG * AROUND; ++i)
  {
    const double u = 6.0 * EP_PI * (i / AROUND) / (ALONG - 1);
    const double v = 2.0 * EP_PI * (i % AROUND) / AROUND;
    const double r = 4.0 + 0.3 * cos(v);
    vertex(r * cos(u), r * sin(u), 0.6 * u + 0.3 * sin(v));
  }
  for (int32_t i = 0; i < (ALONG - 1) * AROUND; ++i)
  {
    const int32_t right = i / AROUND * AROUND + (i + 1) % AROUND;
    triangle(i, right, right + AROUND);
    triangle(i, right + AROUND, i + AROUND);
  }
  for (int32_t i = 1; i + 1 < AROUND; ++i) // the ends
  {
    triangle(0, i + 1, i);
    triangle((ALONG - 1) * AROUND, (ALONG - 1) * AROUND + i, (ALONG - 1) * AROUND + i + 1);
  }
  const ep_geometry_desc d = shape_of_mesh();
  body b = body_of(&d, 1);
  ck_assert_int_eq(b.soup.solid_count, 1);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  const tally sum = compare_points(&b, 0, &rng, 1000);
  ck_assert_int_gt(10 * sum.told, 6 * sum.outside);
  const ep_box axis = {{-1.5, -1.5, 2.0}, {1.5, 1.5, 9.0}};
  ck_assert(ep_outside_holds(&b.maps[0], &axis));
  clear(&b);
}

// --- Nothing lost ---

EP_TEST(robust_boxes_that_are_no_numbers_are_not_outside)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  make_torus(&rng, 16, 0.0);
  const ep_geometry_desc d = shape_of_mesh();
  body b = body_of(&d, 1);
  const ep_box good = {{0.0, 0.0, 0.0}, {0.1, 0.1, 0.1}};
  ck_assert(ep_outside_holds(&b.maps[0], &good));
  const double bad[3] = {NAN, INFINITY, -INFINITY};
  for (int i = 0; i < 18; ++i)
  {
    ep_box box = good;
    (i / 9 == 0 ? box.lo : box.hi)[i % 3] = bad[i / 3 % 3];
    ck_assert(!ep_outside_holds(&b.maps[0], &box));
  }
  clear(&b);
}

EP_TEST(robust_solids_of_few_triangles_have_no_map)
{
  const ep_geometry_desc d = cube();
  body b = body_of(&d, 1);
  ck_assert_int_eq(b.soup.solid_count, 1);
  ck_assert_int_eq(ep_outside_cells(&b.soup.solids[0]), 0);
  ck_assert_int_eq(b.maps[0].cells, 0);
  const ep_box far = {{50, 50, 50}, {51, 51, 51}};
  ck_assert(!ep_outside_holds(&b.maps[0], &far));
  clear(&b);
}

/// Many triangles whose boxes all cover everything: no map, and no time spent on one.
EP_TEST(robust_triangles_that_cover_everything_give_no_map)
{
  m.vertex_count = m.triangle_count = 0;
  const int32_t n = 8000;
  for (int32_t i = 0; i < n; ++i) // a spindle between two far corners
  {
    const double u = 2.0 * EP_PI * i / n;
    vertex(0.1 * cos(u), 0.1 * sin(u), -0.1 * cos(u));
  }
  const int32_t top = vertex(10, 10, 10);
  const int32_t bottom = vertex(-10, -10, -10);
  for (int32_t i = 0; i < n; ++i)
  {
    triangle(i, (i + 1) % n, top);
    triangle((i + 1) % n, i, bottom);
  }
  const ep_geometry_desc d = shape_of_mesh();
  const clock_t begin = clock();
  body b = body_of(&d, 1);
  ck_assert_int_eq(b.soup.solid_count, 1);
  ck_assert_int_gt(ep_outside_cells(&b.soup.solids[0]), 0);
  ck_assert_int_eq(b.maps[0].cells, 0);
  ck_assert_msg((double)(clock() - begin) / CLOCKS_PER_SEC < 20.0, "it took too long");
  const ep_box far = {{9, -9, 9}, {9.1, -8.9, 9.1}};
  ck_assert(!ep_outside_holds(&b.maps[0], &far));
  clear(&b);
}

/// The way in winds around many walls: it may stay unknown behind so many bends, but what is told
/// is right, and in time.
EP_TEST(robust_labyrinths_end)
{
  static double comb[402][2];
  int32_t n = 0;
  for (int i = 0; i < 100; ++i) // teeth from below and, between them, room
  {
    const double x = i;
    const double outline[4][2] = {{x, 100}, {x + 0.3, 100}, {x + 0.3, 1}, {x + 1.0, 1}};
    memcpy(comb[n], outline, sizeof outline);
    n += 4;
  }
  comb[n][0] = 100.0;
  comb[n++][1] = -1.0;
  comb[n][0] = 0.0;
  comb[n++][1] = -1.0;
  make_prism((const double(*)[2])comb, n, 50.0);
  const ep_geometry_desc d = shape_of_mesh();
  const clock_t begin = clock();
  body b = body_of(&d, 1);
  ck_assert_msg((double)(clock() - begin) / CLOCKS_PER_SEC < 20.0, "it took too long");
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  (void)compare_points(&b, 0, &rng, 1000);
  clear(&b);
}
