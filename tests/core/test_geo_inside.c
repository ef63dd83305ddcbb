/// @file test_geo_inside.c
/// Which side of a solid a point is on, against the solid angle that the solid fills as seen from
/// the point, and against rays in exact arithmetic.
#include "inside_tools.h"

#include <stdio.h>

// --- Sides ---

EP_TEST(sound_side_of_boxes_and_round_shapes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int inside = 0;
  const ep_shape_type types[4] = {EP_SHAPE_BOX, EP_SHAPE_CYLINDER, EP_SHAPE_CONE, EP_SHAPE_SPHERE};
  for (int64_t trial = 0, n = ep_test_trials(60); trial < n; ++trial)
  {
    ep_geometry_desc d = ep_geometry_default();
    d.type = types[trial % 4];
    d.size[0] = d.size[1] = d.size[2] = 1.0;
    put_anywhere(&rng, &d);
    body b = body_of(&d, 1);
    ck_assert_int_eq(b.soup.solid_count, 1);
    inside += compare(&b, 0, &rng, 50);
    clear(&b);
  }
  ck_assert_int_gt(inside, 0);
}

EP_TEST(sound_side_of_bent_and_folded_meshes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int inside = 0;
  const double l_shape[6][2] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
  for (int64_t trial = 0, n = ep_test_trials(60); trial < n; ++trial)
  {
    const double bends[3] = {0.0, 0.3, 6.0}; // the last one crosses itself many times
    if (trial % 4 == 3)
    {
      make_prism(l_shape, 6, 1.0);
    }
    else
    {
      make_torus(&rng, (int32_t)ep_rng_int(&rng, 3, 24), bends[trial % 4]);
    }
    ep_geometry_desc d = shape_of_mesh();
    put_anywhere(&rng, &d);
    body b = body_of(&d, 1);
    ck_assert_int_eq(b.soup.solid_count, 1);
    inside += compare(&b, 0, &rng, 100);
    clear(&b);
  }
  ck_assert_int_gt(inside, 0);
}

/// Nested and overlapping solids in one tree: each is asked about by itself.
EP_TEST(sound_solids_of_one_tree_are_told_apart)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  ep_geometry_desc boxes[3];
  for (int i = 0; i < 3; ++i)
  {
    boxes[i] = ep_geometry_default();
    boxes[i].type = EP_SHAPE_BOX;
    boxes[i].size[0] = boxes[i].size[1] = boxes[i].size[2] = i + 1.0;
  }
  boxes[2].pose.position[0] = 0.7;
  body b = body_of(boxes, 3);
  ck_assert_int_eq(b.soup.solid_count, 3);
  for (int64_t i = 0, n = ep_test_trials(1000); i < n; ++i)
  {
    double p[3];
    for (int k = 0; k < 3; ++k)
    {
      p[k] = ep_rng_uniform(&rng, -2.0, 2.0);
    }
    for (int32_t solid = 0; solid < 3; ++solid)
    {
      const double at = solid == 2 ? 0.7 : 0.0;
      const double half = 0.5 * (solid + 1);
      const bool in = fabs(p[0] - at) < half && fabs(p[1]) < half && fabs(p[2]) < half;
      ck_assert_int_eq(side_of(&b, solid, p), in ? EP_SIDE_INSIDE : EP_SIDE_OUTSIDE);
    }
  }
  ep_solid_ref other = ref_of(&b, 0); // of another body, which this tree does not have
  other.body = 8;
  ck_assert_int_eq(ep_solid_side(&other, (const double[3]){0, 0, 0}), EP_SIDE_OUTSIDE);
  clear(&b);
}

/// Lanes of all leaves.
static int32_t lane_count(const ep_bvh* bvh)
{
  int32_t count = 0;
  for (int32_t i = 0; i < bvh->leaf_count; ++i)
  {
    count += bvh->leaves[i].count;
  }
  return count;
}

/// A tree holds triangles that lie askew in many leaves. Each counts once.
EP_TEST(sound_repeated_triangles_count_once)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int inside = 0;
  int32_t repeated = 0;
  for (int64_t trial = 0, n = ep_test_trials(30); trial < n; ++trial)
  {
    make_torus(&rng, (int32_t)ep_rng_int(&rng, 3, 8), 0.2);
    ep_geometry_desc d = shape_of_mesh();
    put_anywhere(&rng, &d);
    d.scale[2] *= 20.0;
    ep_soup soup = ep_soup_make((ep_allocator){NULL, NULL, NULL});
    add_shape(&soup, &d, 1e-3);
    const double origin[3] = {0, 0, 0};
    body b = body_of_soup(soup, origin, 8.0);
    repeated += lane_count(&b.bvh) - b.soup.triangle_count;
    inside += compare(&b, 0, &rng, 100);
    clear(&b);
  }
  ck_assert_msg(repeated > 0, "no triangle was in two leaves: nothing was tested");
  ck_assert_int_gt(inside, 0);
}

/// A comb of 600 teeth: the shortest way out crosses hundreds of triangles.
EP_TEST(sound_many_crossings)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  static double comb[2402][2];
  int32_t n = 0;
  for (int i = 0; i < 600; ++i)
  {
    const double x = 0.01 * i;
    const double outline[4][2] = {{x, 10}, {x + 0.004, 10}, {x + 0.004, 1}, {x + 0.01, 1}};
    memcpy(comb[n], outline, sizeof outline);
    n += 4;
  }
  comb[n][0] = 6.0;
  comb[n++][1] = -10.0;
  comb[n][0] = 0.0;
  comb[n++][1] = -10.0;
  make_prism((const double(*)[2])comb, n, 20.0);
  const ep_geometry_desc d = shape_of_mesh();
  body b = body_of(&d, 1);
  ck_assert_int_eq(b.soup.solid_count, 1);
  ck_assert_int_gt(compare(&b, 0, &rng, 100), 0);
  for (int i = 0; i < 20; ++i)
  {
    const double in[3] = {3.002 + 0.01 * i, 0.1, 5.0};
    const double between[3] = {3.007 + 0.01 * i, 0.1, 5.0};
    ck_assert_int_eq(side_of(&b, 0, in), EP_SIDE_INSIDE);
    ck_assert_int_eq(side_of(&b, 0, between), EP_SIDE_OUTSIDE);
  }
  clear(&b);
}

/// About an origin far away, as obstacles are.
EP_TEST(sound_side_far_from_the_origin)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int inside = 0;
  for (int64_t trial = 0, n = ep_test_trials(20); trial < n; ++trial)
  {
    make_torus(&rng, 10, 0.2);
    ep_geometry_desc d = shape_of_mesh();
    put_anywhere(&rng, &d);
    d.pose.position[0] = 4e5;
    d.pose.position[1] = -1e5;
    ep_soup soup = ep_soup_make((ep_allocator){NULL, NULL, NULL});
    add_shape(&soup, &d, 1e-3);
    const double origin[3] = {400001.2345, -100002.3456, 0.1};
    body b = body_of_soup(soup, origin, 1.0);
    inside += compare(&b, 0, &rng, 100);
    clear(&b);
  }
  ck_assert_int_gt(inside, 0);
}

// --- Terrain ---

/// Rough ground against interpolated heights: below it and above its floor is inside.
EP_TEST(sound_side_of_terrain)
{
  enum
  {
    SIZE = 24
  };
  static double heights[SIZE * SIZE];
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int inside = 0;
  for (int64_t trial = 0, n = ep_test_trials(10); trial < n; ++trial)
  {
    double lowest = 1e300;
    for (int i = 0; i < SIZE * SIZE; ++i)
    {
      heights[i] =
          trial % 3 == 0 ? 0.5 * (double)ep_rng_int(&rng, 0, 2) : ep_rng_uniform(&rng, 0.0, 3.0);
      lowest = fmin(lowest, heights[i]);
    }
    ep_geometry_desc d = heightfield();
    d.heights = heights;
    d.columns = d.rows = SIZE;
    d.spacing[0] = d.spacing[1] = 1.0;
    body b = body_of(&d, 1);
    ck_assert_int_eq(b.soup.solid_count, 1);
    for (int i = 0; i < 400; ++i)
    {
      const double x = ep_rng_uniform(&rng, 0.0, SIZE - 1.0);
      const double y = ep_rng_uniform(&rng, 0.0, SIZE - 1.0);
      const int column = (int)x;
      const int row = (int)y;
      const double u = x - column;
      const double v = y - row;
      const double* at = heights + (ptrdiff_t)row * SIZE + column;
      // Cells are split from their first sample to the opposite one.
      const double height = u > v ? at[0] + u * (at[1] - at[0]) + v * (at[SIZE + 1] - at[1])
                                  : at[0] + v * (at[SIZE] - at[0]) + u * (at[SIZE + 1] - at[SIZE]);
      const double bottom = lowest - d.depth;
      const double z = i % 2 == 0 ? ep_rng_uniform(&rng, bottom - 0.5, 4.0)
                                  : height + ep_rng_log_uniform(&rng, 1e-9, 1.0) * (i % 4 - 2);
      const ep_side expected = z > bottom && z < height ? EP_SIDE_INSIDE : EP_SIDE_OUTSIDE;
      const ep_side side = side_of(&b, 0, (const double[3]){x, y, z});
      ck_assert_msg(side == expected, "trial %d: side %d at %.17g %.17g %.17g, %g above",
                    (int)trial, side, x, y, z, z - height);
      inside += side == EP_SIDE_INSIDE;
    }
    clear(&b);
  }
  ck_assert_int_gt(inside, 0);
}

// --- Many solids ---

/// A mesh of 300 boxes, overlapping, nested and side by side; each by itself.
EP_TEST(sound_side_of_many_solids)
{
  enum
  {
    BOXES = 300
  };
  static double lo[BOXES][3], hi[BOXES][3];
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  m.vertex_count = m.triangle_count = 0;
  for (int i = 0; i < BOXES; ++i)
  {
    const int32_t first = m.vertex_count;
    for (int k = 0; k < 3; ++k)
    {
      lo[i][k] = ep_rng_uniform(&rng, -10.0, 10.0);
      hi[i][k] = lo[i][k] + ep_rng_log_uniform(&rng, 1e-3, 5.0);
    }
    for (int c = 0; c < 8; ++c)
    {
      vertex((c & 1) != 0 ? hi[i][0] : lo[i][0], (c & 2) != 0 ? hi[i][1] : lo[i][1],
             (c & 4) != 0 ? hi[i][2] : lo[i][2]);
    }
    for (int t = 0; t < 12; ++t)
    {
      triangle(first + cube_triangles[3 * t], first + cube_triangles[3 * t + 1],
               first + cube_triangles[3 * t + 2]);
    }
  }
  const ep_geometry_desc d = shape_of_mesh();
  body b = body_of(&d, 1);
  ck_assert_int_eq(b.soup.solid_count, BOXES);
  int inside = 0;
  for (int64_t trial = 0, n = ep_test_trials(200); trial < n; ++trial)
  {
    const int64_t near = ep_rng_int(&rng, 0, BOXES - 1);
    double p[3];
    for (int k = 0; k < 3; ++k)
    {
      const double more = 0.1 * (hi[near][k] - lo[near][k]);
      p[k] = ep_rng_uniform(&rng, lo[near][k] - more, hi[near][k] + more);
    }
    for (int32_t solid = 0; solid < BOXES; ++solid)
    {
      // Solids are not listed in the order of the boxes.
      const int32_t i = b.soup.solid_triangles[b.soup.solids[solid].first_triangle] / 12;
      bool in = true;
      for (int k = 0; k < 3; ++k)
      {
        in = in && p[k] > lo[i][k] && p[k] < hi[i][k];
      }
      ck_assert_int_eq(side_of(&b, solid, p), in ? EP_SIDE_INSIDE : EP_SIDE_OUTSIDE);
      inside += in;
    }
  }
  ck_assert_int_gt(inside, 0);
  clear(&b);
}

// --- Damaged meshes ---

/// Moves vertices by a few roundings, onto each other, or into line; cuts edges by a vertex and
/// fills the gap with a triangle without area.
static void damage(ep_rng* rng)
{
  const int32_t vertices = m.vertex_count;
  for (int32_t i = 0; i < vertices; ++i)
  {
    double* v = m.vertices + 3 * (size_t)i;
    const double* other = m.vertices + 3 * (size_t)ep_rng_int(rng, 0, vertices - 1);
    for (int k = 0; k < 3; ++k)
    {
      const int64_t how = ep_rng_int(rng, 0, 40);
      v[k] = how == 0   ? nextafter(v[k], 9.0)
             : how == 1 ? v[k] * (1.0 + 0x1p-50)
             : how == 2 ? other[k]
             : how == 3 ? nearbyint(v[k])
                        : v[k];
    }
  }
  for (int32_t t = 0, n = m.triangle_count; t < n; ++t)
  {
    if (ep_rng_int(rng, 0, 9) > 0)
    {
      continue;
    }
    int32_t* corner = m.triangles + 3 * (size_t)t;
    const double* v = m.vertices + 3 * (size_t)corner[0];
    const double* w = m.vertices + 3 * (size_t)corner[1];
    const int32_t middle = vertex(0.5 * (v[0] + w[0]), 0.5 * (v[1] + w[1]), 0.5 * (v[2] + w[2]));
    const int32_t a = corner[0];
    const int32_t b = corner[1];
    triangle(middle, b, corner[2]);
    triangle(a, b, middle);
    corner[1] = middle;
  }
}

/// Random meshes that cross themselves, with flat triangles and equal vertices, and points next to
/// their vertices, edges and faces: right in exact arithmetic, or no answer.
EP_TEST(sound_side_of_damaged_meshes)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int seen[3] = {0, 0, 0};
  for (int64_t trial = 0, n = ep_test_trials(80); trial < n; ++trial)
  {
    make_torus(&rng, (int32_t)ep_rng_int(&rng, 3, 9), trial % 2 == 0 ? 0.3 : 4.0);
    damage(&rng);
    const ep_geometry_desc d = shape_of_mesh();
    body b = body_of(&d, 1);
    for (int i = 0; i < 60 && b.soup.solid_count > 0; ++i)
    {
      const int32_t solid = (int32_t)ep_rng_int(&rng, 0, b.soup.solid_count - 1);
      const ep_solid* s = &b.soup.solids[solid];
      const int64_t pick = ep_rng_int(&rng, 0, s->triangle_count - 1);
      const int32_t t = b.soup.solid_triangles[s->first_triangle + pick];
      const int64_t on = ep_rng_int(&rng, 0, 2); // a vertex, an edge, a face
      const double far = ep_rng_log_uniform(&rng, 1e-18, 1e-1);
      const double share = on == 0 ? 1.0 : ep_rng_uniform(&rng, 0.0, 1.0);
      const double rest = on < 2 ? 0.0 : ep_rng_uniform(&rng, 0.0, 1.0 - share);
      double away[3];
      double p[3];
      ep_rng_unit_vector(&rng, away);
      for (int k = 0; k < 3; ++k)
      {
        p[k] = share * ep_soup_vertex(&b.soup, t, 0)[k] + rest * ep_soup_vertex(&b.soup, t, 1)[k] +
               (1.0 - share - rest) * ep_soup_vertex(&b.soup, t, 2)[k] + far * away[k];
      }
      const ep_side side = side_of(&b, solid, p);
      const ep_side expected = exact_side(&b, solid, p, &rng);
      ck_assert_msg(side == EP_SIDE_UNKNOWN || side == expected,
                    "trial %d: side %d, not %d, of %.17g %.17g %.17g", (int)trial, side, expected,
                    p[0], p[1], p[2]);
      ++seen[side];
    }
    clear(&b);
  }
  ck_assert(seen[EP_SIDE_INSIDE] > 0 && seen[EP_SIDE_OUTSIDE] > 0);
}

// --- Boxes without a triangle ---

/// All points of a box that is clear are on one side; a box around a point of the surface is not.
EP_TEST(sound_clear_boxes_are_on_one_side)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int clear_count = 0;
  for (int64_t trial = 0, n = ep_test_trials(100); trial < n; ++trial)
  {
    make_torus(&rng, (int32_t)ep_rng_int(&rng, 3, 12), trial % 2 == 0 ? 0.3 : 3.0);
    const ep_geometry_desc d = shape_of_mesh();
    body b = body_of(&d, 1);
    const ep_solid_ref ref = ref_of(&b, 0);
    for (int i = 0; i < 40; ++i)
    {
      ep_box box;
      const double size = ep_rng_log_uniform(&rng, 1e-3, 2.0);
      const int32_t t = (int32_t)ep_rng_int(&rng, 0, b.soup.triangle_count - 1);
      for (int k = 0; k < 3; ++k)
      {
        const double middle =
            i % 4 == 0 ? ep_soup_vertex(&b.soup, t, i % 3)[k] : ep_rng_uniform(&rng, -5.0, 5.0);
        box.lo[k] = middle - size * ep_rng_uniform(&rng, 0.1, 1.0);
        box.hi[k] = middle + size * ep_rng_uniform(&rng, 0.1, 1.0);
      }
      const bool is_clear = ep_solid_is_clear(&ref, &box);
      ck_assert_msg(i % 4 != 0 || !is_clear, "a box around a vertex is called clear");
      ep_side first = EP_SIDE_UNKNOWN;
      for (int c = 0; is_clear && c < 12; ++c)
      {
        double p[3];
        for (int k = 0; k < 3; ++k)
        {
          p[k] = c >= 8              ? ep_rng_uniform(&rng, box.lo[k], box.hi[k])
                 : (c >> k & 1) != 0 ? box.hi[k]
                                     : box.lo[k];
        }
        const ep_side side = true_side(&b, 0, p);
        first = c == 0 ? side : first;
        ck_assert_msg(side == first, "trial %d: a clear box has points on both sides", (int)trial);
      }
      clear_count += is_clear;
    }
    clear(&b);
  }
  ck_assert_int_gt(clear_count, (int)ep_test_trials(100));
}

/// A box is not called unclear for triangles that are far from it, nor for those of other solids.
EP_TEST(tight_boxes_apart_from_the_solid_are_clear)
{
  ep_geometry_desc boxes[2];
  for (int i = 0; i < 2; ++i)
  {
    boxes[i] = ep_geometry_default();
    boxes[i].type = EP_SHAPE_BOX;
    boxes[i].size[0] = boxes[i].size[1] = boxes[i].size[2] = i == 0 ? 4.0 : 1.0;
  }
  body b = body_of(boxes, 2);
  ck_assert_int_eq(b.soup.solid_count, 2);
  const int32_t large = b.soup.solids[0].hi[0] > 1.0 ? 0 : 1;
  const ep_solid_ref ref = ref_of(&b, large);
  const ep_box across = {{0.3, 0.3, 0.3}, {0.8, 0.8, 0.8}}; // a corner of the small one
  const ep_box near = {{1.9, -1.0, -1.0}, {1.999, 1.0, 1.0}};
  const ep_box touching = {{1.9, -1.0, -1.0}, {2.001, 1.0, 1.0}};
  ck_assert(ep_solid_is_clear(&ref, &across));
  ck_assert(ep_solid_is_clear(&ref, &near));
  ck_assert(!ep_solid_is_clear(&ref, &touching));
  clear(&b);
}

// --- How often there is no answer ---

/// Points anywhere have an answer, always; points within a nanometre nearly always.
EP_TEST(tight_few_points_are_unknown)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int asked = 0;
  int unknown = 0;
  for (int64_t trial = 0, n = ep_test_trials(40); trial < n; ++trial)
  {
    make_torus(&rng, (int32_t)ep_rng_int(&rng, 3, 30), trial % 2 == 0 ? 0.1 : 2.0);
    ep_geometry_desc d = shape_of_mesh();
    put_anywhere(&rng, &d);
    body b = body_of(&d, 1);
    for (int i = 0; i < 200; ++i)
    {
      const int32_t t = (int32_t)ep_rng_int(&rng, 0, b.soup.triangle_count - 1);
      double away[3];
      double p[3];
      ep_rng_unit_vector(&rng, away);
      const double far = i % 2 == 0 ? 1e-9 : ep_rng_uniform(&rng, 1e-3, 5.0);
      for (int k = 0; k < 3; ++k)
      {
        p[k] = 0.5 * ep_soup_vertex(&b.soup, t, 0)[k] + 0.3 * ep_soup_vertex(&b.soup, t, 1)[k] +
               0.2 * ep_soup_vertex(&b.soup, t, 2)[k] + far * away[k];
      }
      const bool is_unknown = side_of(&b, 0, p) == EP_SIDE_UNKNOWN;
      ck_assert_msg(i % 2 == 0 || !is_unknown, "no answer %g m from the surface", far);
      asked += i % 2 == 0;
      unknown += is_unknown;
    }
    clear(&b);
  }
  printf("  unknown: %d of %d points within a nanometre of the surface\n", unknown, asked);
  ck_assert_msg(200 * unknown <= asked, "%d of %d points are unknown", unknown, asked);
}
