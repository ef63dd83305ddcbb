/// @file test_geo_shape.c
/// Primitives as triangles: enclosure, excess, radii, number of sides.
#include "soup_tools.h"
#include "geo_shape.h"

#define PI 3.14159265358979323846

/// @name What shapes are
/// @{

/// The largest m.x of the shape's points x, in its own frame.
static long double local_support(const ep_geometry_desc* d, const long double m[3])
{
  const long double r = d->size[0];
  const long double half = 0.5L * d->size[1];
  const long double across = hypotl(m[0], m[1]);
  switch (d->type)
  {
  case EP_SHAPE_BOX:
    return 0.5L * (fabsl(m[0]) * r + fabsl(m[1]) * d->size[1] + fabsl(m[2]) * d->size[2]);
  case EP_SHAPE_SPHERE:
    return r * sqrtl(dot(m, m));
  case EP_SHAPE_CYLINDER:
    return r * across + half * fabsl(m[2]);
  case EP_SHAPE_CAPSULE:
    return r * sqrtl(dot(m, m)) + half * fabsl(m[2]);
  default: // a cone: its tip, or the rim of its base
    return fmaxl(half * m[2], r * across - half * m[2]);
  }
}

/// The same of the placed shape.
static long double support(const ep_geometry_desc* d, const truth* e, const long double n[3])
{
  long double m[3];
  for (int k = 0; k < 3; ++k)
  {
    m[k] = e->a[0][k] * n[0] + e->a[1][k] * n[1] + e->a[2][k] * n[2];
  }
  return dot(n, e->t) + local_support(d, m);
}

/// A point of the shape near x, in its own frame: the nearest, or the nearest at this height.
static void near_point(const ep_geometry_desc* d, const long double x[3], long double out[3])
{
  const long double half = 0.5L * d->size[1];
  const long double z = fmaxl(-half, fminl(half, x[2]));
  long double center = z; // of the ball or disc to go towards
  long double reach = d->size[0];
  long double rest[3] = {x[0], x[1], 0.0L};
  if (d->type == EP_SHAPE_SPHERE || d->type == EP_SHAPE_CAPSULE)
  {
    center = d->type == EP_SHAPE_SPHERE ? 0.0L : z;
    rest[2] = x[2] - center;
  }
  else if (d->type == EP_SHAPE_CONE)
  {
    reach *= (half - z) / (2.0L * half);
  }
  const long double length = sqrtl(dot(rest, rest));
  const long double k = length > reach ? reach / length : 1.0L;
  out[0] = k * rest[0];
  out[1] = k * rest[1];
  out[2] = center + k * rest[2];
  for (int i = 0; i < 3 && d->type == EP_SHAPE_BOX; ++i)
  {
    out[i] = fmaxl(-0.5L * d->size[i], fminl(0.5L * d->size[i], x[i]));
  }
}

/// @}

/// Far above rounding in scenes of 100 m, far below any excess: metres.
#define SLACK 1e-10L

static void middle_of(const ep_soup* soup, long double middle[3])
{
  middle[0] = middle[1] = middle[2] = 0.0L;
  for (int32_t i = 0; i < 3 * soup->vertex_count; ++i)
  {
    middle[i % 3] += soup->vertices[i] / (long double)soup->vertex_count;
  }
}

/// Outward unit normal of a face of a convex polyhedron around `middle`; n.v of its plane.
static long double face_of(const ep_soup* soup, int32_t t, const long double middle[3],
                           long double n[3])
{
  long double v[3][3];
  long double u[3];
  long double w[3];
  for (int k = 0; k < 3; ++k)
  {
    corner_of(soup, t, k, v[k]);
  }
  for (int k = 0; k < 3; ++k)
  {
    u[k] = v[1][k] - v[0][k];
    w[k] = v[2][k] - v[0][k];
  }
  cross(n, u, w);
  long double length = sqrtl(dot(n, n));
  length = dot(n, v[0]) < dot(n, middle) ? -length : length;
  for (int k = 0; k < 3; ++k)
  {
    n[k] /= length;
  }
  return dot(n, v[0]);
}

/// Claim: the placed shape is inside. The soup is one convex polyhedron, and no face of it cuts the
/// shape.
static void expect_enclosed(const ep_soup* soup, const ep_geometry_desc* d, const truth* e)
{
  long double middle[3];
  middle_of(soup, middle);
  ck_assert_int_eq(soup->solid_count, 1);
  ck_assert_int_eq(soup->solids[0].triangle_count, soup->triangle_count);
  for (int32_t t = 0; t < soup->triangle_count; ++t)
  {
    long double n[3];
    const long double plane = face_of(soup, t, middle, n);
    ck_assert(soup->radii[t] == 0.0);
    ck_assert_msg(support(d, e, n) <= plane + SLACK, "face %d of a %s cuts %Lg m into it", (int)t,
                  ep_shape_type_text(d->type), support(d, e, n) - plane);
    long double highest = plane;
    for (int32_t i = 0; i < soup->vertex_count; ++i)
    {
      const double* x = soup->vertices + 3 * (size_t)i;
      const long double v[3] = {x[0], x[1], x[2]};
      highest = fmaxl(highest, dot(n, v));
    }
    ck_assert(highest <= plane + SLACK);
  }
}

/// Claim: nothing added is farther outside than the excess. Corners are the farthest.
static long double excess_of(const ep_soup* soup, const ep_geometry_desc* d, const truth* e)
{
  long double inverse[3][3];
  const long double determinant = adjugate(e, inverse);
  long double farthest = 0.0L;
  for (int32_t i = 0; i < soup->vertex_count; ++i)
  {
    const double* v = soup->vertices + 3 * (size_t)i;
    const long double moved[3] = {v[0] - e->t[0], v[1] - e->t[1], v[2] - e->t[2]};
    long double x[3];
    long double near[3];
    long double placed[3];
    for (int k = 0; k < 3; ++k)
    {
      x[k] = dot(inverse[k], moved) / determinant;
    }
    near_point(d, x, near);
    place(e, near, placed);
    for (int k = 0; k < 3; ++k)
    {
      placed[k] -= v[k];
    }
    farthest = fmaxl(farthest, sqrtl(dot(placed, placed)));
  }
  return farthest;
}

static ep_geometry_desc random_primitive(ep_rng* rng)
{
  return shape(primitives[ep_rng_int(rng, 0, 4)], ep_rng_log_uniform(rng, 0.05, 5.0),
               ep_rng_log_uniform(rng, 0.05, 5.0), ep_rng_log_uniform(rng, 0.05, 5.0));
}

EP_TEST(sound_polyhedra_enclose_what_they_stand_for)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 1);
  int faceted[EP_SHAPE_HEIGHTFIELD] = {0};
  for (int64_t i = 0, n = ep_test_trials(600); i < n; ++i)
  {
    double matrix[16];
    ep_geometry_desc d = random_primitive(&rng);
    place_randomly(&rng, (placing)(i % PLACINGS), &d, matrix);
    const truth e = truth_of(&d);
    const double size = d.size[0] * (double)stretch_of(&e);
    const double tolerance = size * ep_rng_log_uniform(&rng, 0.02, 2.0);
    ep_soup soup = soup_of(&d, tolerance);
    if (soup.triangle_count > 1)
    {
      expect_enclosed(&soup, &d, &e);
      ++faceted[d.type];
    }
    ep_soup_clear(&soup);
  }
  for (int k = 0; k < 5 && ep_test_multiplier() >= 1.0; ++k)
  {
    ck_assert_int_gt(faceted[primitives[k]], 20);
  }
}

/// Where nothing is placed the sides of a prism can be told to the last bit: none is nearer to the
/// axis than the radius.
EP_TEST(sound_sides_of_prisms_do_not_cut)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 3);
  for (int64_t i = 0, n = ep_test_trials(200); i < n; ++i)
  {
    const ep_geometry_desc d = shape(i % 2 == 0 ? EP_SHAPE_CYLINDER : EP_SHAPE_CONE,
                                     ep_rng_log_uniform(&rng, 0.05, 5.0), 1.0, 0.0);
    ep_soup soup = soup_of(&d, d.size[0] * ep_rng_log_uniform(&rng, 1e-5, 1.0));
    for (int32_t t = 0; t < soup.triangle_count; ++t)
    {
      const double* a = ep_soup_vertex(&soup, t, 0);
      const double* b = ep_soup_vertex(&soup, t, 1);
      if (a[2] != b[2] || hypot(a[0], a[1]) < 0.5 * d.size[0] ||
          hypot(b[0], b[1]) < 0.5 * d.size[0])
      {
        continue; // not an edge of the rim
      }
      const long double area = (long double)a[0] * b[1] - (long double)a[1] * b[0];
      const long double edge = hypotl((long double)b[0] - a[0], (long double)b[1] - a[1]);
      ck_assert_msg(fabsl(area) / edge >= d.size[0], "a side is %Lg m too near to the axis",
                    d.size[0] - fabsl(area) / edge);
    }
    ep_soup_clear(&soup);
  }
}

EP_TEST(tight_polyhedra_stay_within_their_excess)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 2);
  long double most[EP_SHAPE_HEIGHTFIELD] = {0.0L};
  for (int64_t i = 0, n = ep_test_trials(1000); i < n; ++i)
  {
    double matrix[16];
    ep_geometry_desc d = random_primitive(&rng);
    place_randomly(&rng, (placing)(i % PLACINGS), &d, matrix);
    const truth e = truth_of(&d);
    const double size = d.size[0] * (double)stretch_of(&e);
    const double tolerance = size * ep_rng_log_uniform(&rng, 0.005, 2.0);
    ep_soup soup = soup_of(&d, tolerance);
    const long double excess = excess_of(&soup, &d, &e);
    ck_assert_msg(excess <= EP_SHAPE_EXCESS * tolerance + SLACK, "a %s stands out by %Lg m, not %g",
                  ep_shape_type_text(d.type), excess, EP_SHAPE_EXCESS * tolerance);
    most[d.type] = fmaxl(most[d.type], excess / tolerance);
    ep_soup_clear(&soup);
  }
  // Boxes are exact. Others use what they may, or there would be more triangles than needed.
  ck_assert(most[EP_SHAPE_BOX] < SLACK);
  for (int k = 2; k < 5 && ep_test_multiplier() >= 1.0; ++k)
  {
    ck_assert(most[primitives[k]] > 0.9 * EP_SHAPE_EXCESS);
  }
}

/// Close to the least number of sides that will do.
EP_TEST(tight_sides)
{
  const double tolerances[5] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5};
  for (int i = 0; i < 5; ++i)
  {
    const double x = EP_SHAPE_EXCESS * tolerances[i] / 2.0;
    const double ring = ceil(PI / acos(1.0 / (1.0 + x)));
    const double ball = ceil(PI / atan(sqrt(x)));
    ep_geometry_desc d = shape(EP_SHAPE_CYLINDER, 1.0, 3.0, 0.0);
    d.scale[0] = d.scale[1] = 2.0;
    d.scale[2] = 50.0; // it is round about z only
    ep_soup soup = soup_of(&d, tolerances[i]);
    ck_assert_double_ge(soup.triangle_count, 4.0 * ring);
    ck_assert_double_le(soup.triangle_count, 4.0 * fmax(8.0, 1.01 * ring + 4.0));
    ep_soup_clear(&soup);
    d.scale[2] = 1.5;
    d.type = EP_SHAPE_CONE;
    soup = soup_of(&d, tolerances[i]);
    ck_assert_double_ge(soup.triangle_count, 2.0 * ring);
    ck_assert_double_le(soup.triangle_count, 2.0 * fmax(8.0, 1.01 * ring + 4.0));
    ep_soup_clear(&soup);
    d.type = EP_SHAPE_SPHERE;
    if (i < 3)
    {
      soup = soup_of(&d, tolerances[i]);
      ck_assert_double_ge(soup.triangle_count, ball * (ball - 2.0));
      ck_assert_double_le(soup.triangle_count, pow(fmax(8.0, 1.01 * ball + 4.0), 2.0));
      ep_soup_clear(&soup);
    }
  }
}

/// @name Spheres and capsules
/// @{

/// One triangle without area, with a radius; the ends of its core are those of the placed one.
static void expect_core(const ep_soup* soup, const ep_geometry_desc* d, const truth* e)
{
  const long double half = d->type == EP_SHAPE_CAPSULE ? 0.5L * d->size[1] : 0.0L;
  ck_assert_int_eq(soup->triangle_count, 1);
  ck_assert_int_eq(soup->vertex_count, d->type == EP_SHAPE_CAPSULE ? 2 : 1);
  ck_assert_int_eq(soup->solid_count, 0);
  for (int k = 0; k < 3; ++k)
  {
    long double at[3];
    place(e, (const long double[3]){0.0L, 0.0L, k == 0 ? -half : half}, at);
    for (int i = 0; i < 3; ++i)
    {
      ck_assert(fabsl(ep_soup_vertex(soup, 0, k)[i] - at[i]) < 1e-12L);
    }
  }
}

EP_TEST(sound_spheres_and_capsules_stay_round)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 3);
  for (int64_t i = 0, n = ep_test_trials(2000); i < n; ++i)
  {
    double matrix[16];
    ep_geometry_desc d =
        shape(i % 2 == 0 ? EP_SHAPE_SPHERE : EP_SHAPE_CAPSULE, ep_rng_log_uniform(&rng, 1e-3, 5.0),
              ep_rng_log_uniform(&rng, 1e-3, 5.0), -1.0);
    place_randomly(&rng, i % 4 < 2 ? BY_UNIFORM_SCALE : BY_UNIFORM_MATRIX, &d, matrix);
    const truth e = truth_of(&d);
    ep_soup soup = soup_of(&d, 1e-6);
    expect_core(&soup, &d, &e);
    const long double exact = d.size[0] * stretch_of(&e);
    ck_assert(soup.radii[0] >= exact * (1.0L - 1e-18L));
    ck_assert(soup.radii[0] <= exact * (1.0L + 0x1p-43L)); // tight
    ep_soup_clear(&soup);
  }
}

/// Where it is not quite round but round within the excess, one radius still encloses it.
EP_TEST(sound_almost_round)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 4);
  int round = 0;
  int faceted = 0;
  for (int64_t i = 0, n = ep_test_trials(2000); i < n; ++i)
  {
    double matrix[16];
    ep_geometry_desc d = shape(i % 2 == 0 ? EP_SHAPE_SPHERE : EP_SHAPE_CAPSULE, 1.0, 2.0, 0.0);
    place_randomly(&rng, BY_UNIFORM_MATRIX, &d, matrix);
    const double off = ep_rng_log_uniform(&rng, 1e-5, 1e-2);
    for (int k = 0; k < 11; ++k)
    {
      matrix[k] += k % 4 == 3 ? 0.0 : off * ep_rng_uniform(&rng, -1.0, 1.0);
    }
    const truth e = truth_of(&d);
    ep_soup soup = soup_of(&d, 1e-2);
    if (soup.triangle_count == 1)
    {
      ++round;
      expect_core(&soup, &d, &e);
      for (int k = 0; k < 100; ++k)
      {
        double u[3];
        ep_rng_unit_vector(&rng, u);
        const long double way[3] = {u[0], u[1], u[2]};
        const long double ends = fmaxl(ep_vec_dot(ep_soup_vertex(&soup, 0, 0), u),
                                       ep_vec_dot(ep_soup_vertex(&soup, 0, 1), u));
        const long double out = ends + soup.radii[0] - support(&d, &e, way);
        ck_assert(out >= -1e-13L && out <= EP_SHAPE_EXCESS * 1e-2 + 1e-13L);
      }
    }
    faceted += soup.triangle_count > 1;
    ep_soup_clear(&soup);
  }
  ck_assert(ep_test_multiplier() < 1.0 || (round > 100 && faceted > 100));
}

EP_TEST(sound_stretch)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 5);
  for (int64_t i = 0, n = ep_test_trials(20000); i < n; ++i)
  {
    double matrix[16];
    ep_geometry_desc d = ep_geometry_default();
    place_randomly(&rng, (placing)(i % PLACINGS), &d, matrix);
    const truth e = truth_of(&d);
    ep_placement p;
    for (int k = 0; k < 9; ++k)
    {
      p.linear[k / 3][k % 3] = (double)e.a[k / 3][k % 3];
    }
    const int count = (int)ep_rng_int(&rng, 2, 3);
    const ep_stretch stretch = ep_placement_stretch(&p, count);
    double least = 1e9;
    double most = 0.0;
    for (int k = 0; k < 20; ++k)
    {
      double u[3];
      ep_rng_unit_vector(&rng, u);
      u[2] = count == 2 ? 0.0 : u[2];
      const long double x[3] = {u[0], u[1], u[2]};
      const long double y[3] = {dot(e.a[0], x), dot(e.a[1], x), dot(e.a[2], x)};
      const long double length = sqrtl(dot(y, y) / dot(x, x));
      ck_assert(stretch.least_down <= length && length <= stretch.most_up);
    }
    for (int k = 0; k < count; ++k)
    {
      least = fmin(least, fabs(d.scale[k]));
      most = fmax(most, fabs(d.scale[k]));
    }
    // tight where columns are orthogonal
    ck_assert(i % PLACINGS == BY_MATRIX || stretch.most_up <= most * (1.0 + 1e-13));
    ck_assert(i % PLACINGS == BY_MATRIX || stretch.least_down >= least * (1.0 - 1e-10));
  }
}

/// @}
