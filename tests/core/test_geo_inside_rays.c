/// @file test_geo_inside_rays.c
/// Points whose rays meet vertices and edges, exactly or nearly, and points on and next to the
/// surface: the answer is right, or there is none.
#include "inside_tools.h"

// --- Rays that meet edges and vertices exactly ---

/// A box of n^3 unit cells from the origin on, its faces cut into squares and triangles.
static void make_lattice(int32_t n)
{
  m.vertex_count = m.triangle_count = 0;
  for (int face = 0; face < 6; ++face)
  {
    const int32_t first = m.vertex_count;
    for (int32_t i = 0; i < (n + 1) * (n + 1); ++i)
    {
      double p[3];
      p[face / 2] = face % 2 == 0 ? 0 : n;
      p[(face / 2 + 1) % 3] = i % (n + 1);
      p[(face / 2 + 2) % 3] = i / (n + 1);
      vertex(p[0], p[1], p[2]);
    }
    for (int32_t i = 0; i < n * n; ++i)
    {
      const int32_t a = first + i / n * (n + 1) + i % n;
      const int32_t c = a + n + 2;
      triangle(a, face % 2 == 0 ? c : a + 1, face % 2 == 0 ? a + 1 : c);
      triangle(a, face % 2 == 0 ? a + n + 1 : c, face % 2 == 0 ? c : a + n + 1);
    }
  }
}

/// Points of the half-grid: rays along axes and diagonals would meet vertices and edges. Inside and
/// outside must be right, and only points of the surface may be unknown.
EP_TEST(sound_lattice_points)
{
  const int32_t n = 8;
  make_lattice(n);
  const ep_geometry_desc d = shape_of_mesh();
  body b = body_of(&d, 1);
  ck_assert_int_eq(b.soup.solid_count, 1);
  for (int32_t i = 0; i < 21 * 21 * 21; ++i)
  {
    const double p[3] = {0.5 * (i % 21 - 2), 0.5 * (i / 21 % 21 - 2), 0.5 * (i / 441 - 2)};
    const double least = fmin(p[0], fmin(p[1], p[2]));
    const double most = fmax(p[0], fmax(p[1], p[2]));
    const ep_side expected = least < 0 || most > n   ? EP_SIDE_OUTSIDE
                             : least > 0 && most < n ? EP_SIDE_INSIDE
                                                     : EP_SIDE_UNKNOWN;
    ck_assert_msg(side_of(&b, 0, p) == expected, "side %d of %g %g %g", side_of(&b, 0, p), p[0],
                  p[1], p[2]);
  }
  clear(&b);
}

/// A polyhedron around the origin with a vertex in every direction but those with `nudge`, exactly;
/// made of all triples of directions that have no fourth beyond their plane.
static void make_star(const bool nudge[EP_RAY_COUNT], const double shift[3])
{
  double unit[EP_RAY_COUNT][3];
  m.vertex_count = m.triangle_count = 0;
  for (int i = 0; i < EP_RAY_COUNT; ++i)
  {
    double v[3];
    ep_ray_direction(i, v);
    const double length = ep_vec_length(v);
    for (int k = 0; k < 3; ++k)
    {
      unit[i][k] = v[k] / length;
      v[k] = 4.0 * v[k] + (nudge[i] ? 0.125 * (k + 1) : 0.0) + shift[k];
    }
    vertex(v[0], v[1], v[2]);
  }
  for (int i = 0; i < EP_RAY_COUNT * EP_RAY_COUNT * EP_RAY_COUNT; ++i)
  {
    const int t[3] = {i / (EP_RAY_COUNT * EP_RAY_COUNT), i / EP_RAY_COUNT % EP_RAY_COUNT,
                      i % EP_RAY_COUNT};
    double u[3];
    double v[3];
    double normal[3];
    ep_vec_madd(u, unit[t[1]], -1.0, unit[t[0]]);
    ep_vec_madd(v, unit[t[2]], -1.0, unit[t[0]]);
    ep_vec_cross(normal, u, v);
    bool outer = t[0] < t[1] && t[0] < t[2] && t[1] != t[2];
    for (int k = 0; k < EP_RAY_COUNT && outer; ++k)
    {
      outer = k == t[0] || k == t[1] || k == t[2] ||
              ep_vec_dot(normal, unit[k]) < ep_vec_dot(normal, unit[t[0]]);
    }
    if (outer)
    {
      triangle(t[0], t[1], t[2]);
    }
  }
}

static body star(const bool nudge[EP_RAY_COUNT], const double shift[3])
{
  make_star(nudge, shift);
  const ep_geometry_desc d = shape_of_mesh();
  body b = body_of(&d, 1);
  ck_assert_int_eq(b.soup.solid_count, 1);
  ck_assert_int_eq(b.soup.triangle_count, 2 * EP_RAY_COUNT - 4);
  return b;
}

/// All rays but one meet a vertex: that one must decide. If all do, nothing is known.
EP_TEST(sound_rays_through_vertices)
{
  const double zero[3] = {0, 0, 0};
  for (int good = -1; good < EP_RAY_COUNT; ++good)
  {
    bool nudge[EP_RAY_COUNT] = {false};
    if (good >= 0)
    {
      nudge[good] = true;
    }
    body b = star(nudge, zero);
    ck_assert_int_eq(true_side(&b, 0, zero), EP_SIDE_INSIDE);
    ck_assert_int_eq(side_of(&b, 0, zero), good < 0 ? EP_SIDE_UNKNOWN : EP_SIDE_INSIDE);
    clear(&b);
  }
}

/// From points all over space, moved by multiples of a direction so that a ray meets a vertex of
/// the star exactly, or the middle of an edge.
EP_TEST(sound_rays_that_graze_vertices_and_edges)
{
  const bool nudge[EP_RAY_COUNT] = {true, true, true, true, true, true, true, true,
                                    true, true, true, true, true, true, true, true};
  const double shift[3] = {0.25, -0.5, 0.75};
  body b = star(nudge, shift);
  int seen[3] = {0, 0, 0};
  for (int32_t t = 0; t < b.soup.triangle_count; ++t)
  {
    for (int i = 0; i < EP_RAY_COUNT; ++i)
    {
      for (int k = 0; k < 32; ++k)
      {
        double d[3];
        double p[3];
        ep_ray_direction(i, d);
        const double* v = ep_soup_vertex(&b.soup, t, k % 3);
        const double* w = ep_soup_vertex(&b.soup, t, (k + k / 16) % 3);
        for (int x = 0; x < 3; ++x)
        {
          p[x] = 0.5 * (v[x] + w[x]) - ldexp(d[x], k / 2 % 8 - 4);
        }
        const ep_side side = side_of(&b, 0, p);
        ++seen[side];
        const ep_side expected = true_side(&b, 0, p);
        // All rays from the middle of the star meet a vertex.
        ck_assert_msg(side == expected || side == EP_SIDE_UNKNOWN,
                      "triangle %d, ray %d, %d: side %d, not %d, of %.17g %.17g %.17g", (int)t, i,
                      k, side, expected, p[0], p[1], p[2]);
      }
    }
  }
  ck_assert(seen[EP_SIDE_INSIDE] > 500 && seen[EP_SIDE_OUTSIDE] > 500);
  ck_assert_msg(30 * seen[EP_SIDE_UNKNOWN] < seen[EP_SIDE_INSIDE], "%d unknown, %d inside",
                seen[EP_SIDE_UNKNOWN], seen[EP_SIDE_INSIDE]);
  clear(&b);
}

EP_TEST(robust_points_of_the_surface_are_unknown)
{
  const double zero[3] = {0, 0, 0};
  const bool nudge[EP_RAY_COUNT] = {true};
  body b = star(nudge, zero);
  for (int32_t t = 0; t < b.soup.triangle_count; ++t)
  {
    for (int c = 0; c < 3; ++c)
    {
      double p[3];
      ck_assert_int_eq(side_of(&b, 0, ep_soup_vertex(&b.soup, t, c)), EP_SIDE_UNKNOWN);
      for (int k = 0; k < 3; ++k)
      {
        p[k] =
            0.5 * (ep_soup_vertex(&b.soup, t, c)[k] + ep_soup_vertex(&b.soup, t, (c + 1) % 3)[k]);
      }
      ck_assert_int_eq(side_of(&b, 0, p), EP_SIDE_UNKNOWN);
    }
  }
  const double bad[2] = {NAN, INFINITY};
  for (int i = 0; i < 6; ++i)
  {
    double p[3] = {0, 0, 0};
    p[i % 3] = bad[i / 3];
    ck_assert_int_eq(side_of(&b, 0, p), EP_SIDE_UNKNOWN);
  }
  clear(&b);
}

/// Points a few roundings beside the surface: unknown or right, never wrong.
EP_TEST(sound_points_next_to_the_surface)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t trial = 0, n = ep_test_trials(3000); trial < n; ++trial)
  {
    // The side z = 0 of a wedge, whose triangles lie in that plane exactly; the rest is askew.
    const double s = ep_rng_uniform(&rng, 0.1, 10.0);
    const double polygon[3][2] = {{-s, 0}, {ep_rng_uniform(&rng, 0.1, 3.0), 0}, {0.3, s}};
    if (trial % 100 == 0)
    {
      make_prism(polygon, 3, ep_rng_uniform(&rng, 0.5, 2.0));
    }
    const ep_geometry_desc d = shape_of_mesh();
    body b = body_of(&d, 1);
    const double z = ep_rng_log_uniform(&rng, 1e-18, 1e-10) * (trial % 2 == 0 ? 1.0 : -1.0);
    const double p[3] = {ep_rng_uniform(&rng, -0.05, 0.05), ep_rng_uniform(&rng, -0.4, 0.4), z};
    const ep_side side = side_of(&b, 0, p);
    ck_assert(side == EP_SIDE_UNKNOWN || (side == EP_SIDE_INSIDE) == (z > 0.0));
    ck_assert(fabs(z) < 1e-12 || side != EP_SIDE_UNKNOWN);
    clear(&b);
  }
}
