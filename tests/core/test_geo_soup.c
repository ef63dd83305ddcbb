/// @file test_geo_soup.c
/// Adding shapes: placement, meshes, heightfields, refusals, memory.
#include "soup_tools.h"

#include <stdio.h>

/// @name Placement
/// @{

/// Claim: in each coordinate within 2^-46 of the largest number that occurs.
EP_TEST(sound_vertices_are_where_they_belong)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 6);
  for (int64_t i = 0, n = ep_test_trials(20000); i < n; ++i)
  {
    double matrix[16];
    double v[9];
    const double size = ep_rng_log_uniform(&rng, 1e-3, 1e4);
    for (int k = 0; k < 9; ++k)
    {
      v[k] = ep_rng_uniform(&rng, -size, size);
    }
    ep_geometry_desc d = ep_geometry_default();
    d.vertices = v;
    d.vertex_count = 3;
    d.triangles = (const int32_t[3]){2, 0, 1};
    d.triangle_count = 1;
    place_randomly(&rng, (placing)(i % PLACINGS), &d, matrix);
    const truth e = truth_of(&d);
    ep_soup soup = soup_of(&d, 1e-3);
    for (int k = 0; k < 9; ++k)
    {
      const double* from = v + (k / 3 + 2) % 3 * 3;
      const long double x[3] = {from[0], from[1], from[2]};
      long double at[3];
      place(&e, x, at);
      long double largest = fmaxl(fabsl(e.t[k % 3]), fabsl(at[k % 3]));
      for (int j = 0; j < 3; ++j)
      {
        const long double scaled = d.matrix == NULL ? d.scale[j] * x[j] : 0.0L;
        largest = fmaxl(largest, fmaxl(fabsl(scaled), fabsl(e.a[k % 3][j] * x[j])));
      }
      ck_assert(fabsl(ep_soup_vertex(&soup, 0, k / 3)[k % 3] - at[k % 3]) <= 0x1p-46L * largest);
    }
    ep_soup_clear(&soup);
  }
}

EP_TEST(works_meshes_are_copied)
{
  const double v[15] = {1e-9, 2, 3, -4, 5e5, 6, 7, -8, 0.1, 1e-9, 2, 3, 0, 0, 0};
  const int32_t t[15] = {0, 1, 2, 3, 3, 3, 0, 1, 1, 0, 3, 2, 1, 2, 0}; // three degenerate ones
  ep_geometry_desc d = ep_geometry_default();
  ck_assert(d.type == EP_SHAPE_MESH && d.struct_size == sizeof d && d.triangle_count == 0);
  d.vertices = v;
  d.vertex_count = 5;
  d.triangles = t;
  d.triangle_count = 5;
  ep_soup soup = soup_of(&d, 1e-3);
  d.matrix = (const double[16]){0, -2, 0, 10, 1, 0, 0, 20, 0, 0, 0, 30, 0, 0, 0, 1}; // flat
  add_shape(&soup, &d, 1e-3);
  ck_assert(soup.vertex_count == 10 && soup.triangle_count == 10 && soup.shape_count == 2);
  ck_assert(soup.shape_starts[0] == 0 && soup.shape_starts[1] == 5);
  for (int k = 0; k < 15; ++k)
  {
    ck_assert(soup.vertices[k] == v[k]); // exactly
    ck_assert(soup.triangles[k] == t[k] && soup.triangles[15 + k] == 5 + t[k]);
    ck_assert(soup.radii[k / 3] == 0.0 && soup.radii[5 + k / 3] == 0.0);
  }
  for (size_t i = 0; i < 5; ++i)
  {
    const double* placed = soup.vertices + 15 + 3 * i;
    ck_assert(placed[0] == 10 - 2 * v[3 * i + 1] && placed[1] == 20 + v[3 * i] && placed[2] == 30);
  }
  ep_soup_clear(&soup);
  ck_assert(soup.vertices == NULL && soup.vertex_count == 0 && soup.shape_count == 0);
  ep_soup_clear(&soup);
}

EP_TEST(works_names_of_types)
{
  const char* const names[7] = {"mesh",    "box",  "sphere",     "cylinder",
                                "capsule", "cone", "heightfield"};
  for (int k = 0; k < 7; ++k)
  {
    ck_assert_str_eq(ep_shape_type_text((ep_shape_type)k), names[k]);
  }
  ck_assert(ep_shape_type_text((ep_shape_type)99) != NULL);
}

/// @}
/// @name Heightfields
/// @{

/// Height of the ground at x y: linear on each of a cell's two triangles.
static double ground(const ep_geometry_desc* d, double x, double y)
{
  const double u = x / d->spacing[0];
  const double v = y / d->spacing[1];
  const int column = (int)u;
  const int row = (int)v;
  const double* h = d->heights + (ptrdiff_t)row * d->columns + column;
  const double a = u - column;
  const double b = v - row;
  const double* far = h + d->columns;
  return a > b ? h[0] + a * (h[1] - h[0]) + b * (far[1] - h[1])
               : h[0] + b * (far[0] - h[0]) + a * (far[1] - far[0]);
}

/// Points just inside are inside, points just outside are not; in the heightfield's own frame.
static void expect_ground(const ep_soup* soup, const ep_geometry_desc* d, ep_rng* rng)
{
  const truth e = truth_of(d);
  const double width = d->spacing[0] * (d->columns - 1);
  const double depth = d->spacing[1] * (d->rows - 1);
  const double bottom = -1.0 - d->depth; // the lowest height is -1
  const double step = 1e-6;
  for (int i = 0; i < 200; ++i)
  {
    double x[3] = {ep_rng_uniform(rng, step, width - step), ep_rng_uniform(rng, step, depth - step),
                   0.0};
    const double top = ground(d, x[0], x[1]);
    const bool inside = i % 2 == 0;
    const double in = inside ? step : -step;
    switch (i % 8 / 2)
    {
    case 0:
      x[2] = top - in;
      break;
    case 1:
      x[2] = bottom + in;
      break;
    case 2:
      x[0] = i % 16 < 8 ? in : width - in;
      x[2] = bottom + 1e-3;
      break;
    default:
      x[1] = i % 16 < 8 ? in : depth - in;
      x[2] = bottom + 1e-3;
      break;
    }
    long double at[3];
    place(&e, (const long double[3]){x[0], x[1], x[2]}, at);
    const double p[3] = {(double)at[0], (double)at[1], (double)at[2]};
    ck_assert_msg(is_inside(soup, p, rng) == inside, "point %d: %g %g %g", i, x[0], x[1], x[2]);
  }
}

EP_TEST(sound_heightfields_are_solid)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 7);
  for (int64_t i = 0, n = ep_test_trials(40); i < n; ++i)
  {
    double matrix[16];
    double heights[42];
    ep_geometry_desc d = heightfield();
    d.heights = heights;
    d.columns = (int32_t)ep_rng_int(&rng, 2, 7);
    d.rows = (int32_t)ep_rng_int(&rng, 2, 6);
    for (int k = 0; k < 42; ++k)
    {
      heights[k] = ep_rng_uniform(&rng, -1.0, 2.0);
    }
    heights[ep_rng_int(&rng, 0, d.columns * d.rows - 1)] = -1.0;
    place_randomly(&rng, (placing)(i % PLACINGS), &d, matrix);
    ep_soup soup = soup_of(&d, 1e-3);
    ck_assert_int_eq(soup.solid_count, 1);
    ck_assert_int_eq(soup.solids[0].triangle_count, soup.triangle_count);
    expect_ground(&soup, &d, &rng);
    // Outward all over, or inward if mirrored: the volume says so.
    const truth e = truth_of(&d);
    long double inverse[3][3];
    long double volume = 0.0L;
    for (int k = 0; k < (d.columns - 1) * (d.rows - 1); ++k)
    {
      const double* h =
          heights + (ptrdiff_t)(k / (d.columns - 1)) * d.columns + k % (d.columns - 1);
      const double sum = 2.0 * h[0] + h[1] + h[d.columns] + 2.0 * h[d.columns + 1];
      volume += d.spacing[0] * d.spacing[1] * (sum / 6.0 + 1.0 + d.depth);
    }
    volume *= adjugate(&e, inverse);
    ck_assert(fabsl(volume_of(&soup, &soup.solids[0]) - volume) <= 1e-9L * fabsl(volume) + 1e-9L);
    ep_soup_clear(&soup);
  }
}

/// @}
/// @name Refusals
/// @{

/// Everything a soup holds, to compare.
typedef struct snapshot
{
  ep_soup soup;
  double vertices[600];
  int32_t triangles[600];
  double radii[200];
  ep_solid solids[4];
} snapshot;

static void take_snapshot(snapshot* s, const ep_soup* soup)
{
  s->soup = *soup;
  ck_assert(soup->vertex_count <= 200 && soup->triangle_count <= 200 && soup->solid_count <= 4);
  memcpy(s->vertices, soup->vertices, (size_t)soup->vertex_count * 3 * sizeof(double));
  memcpy(s->triangles, soup->triangles, (size_t)soup->triangle_count * 3 * sizeof(int32_t));
  memcpy(s->radii, soup->radii, (size_t)soup->triangle_count * sizeof(double));
  for (int32_t i = 0; i < soup->solid_count; ++i)
  {
    s->solids[i] = soup->solids[i];
  }
}

static void expect_unchanged(const snapshot* s, const ep_soup* soup)
{
  ck_assert(soup->vertex_count == s->soup.vertex_count);
  ck_assert(soup->triangle_count == s->soup.triangle_count);
  ck_assert(soup->shape_count == s->soup.shape_count);
  ck_assert(soup->solid_count == s->soup.solid_count && soup->solids == s->soup.solids);
  ck_assert_mem_eq(soup->vertices, s->vertices, (size_t)soup->vertex_count * 3 * sizeof(double));
  ck_assert_mem_eq(soup->triangles, s->triangles,
                   (size_t)soup->triangle_count * 3 * sizeof(int32_t));
  ck_assert_mem_eq(soup->radii, s->radii, (size_t)soup->triangle_count * sizeof(double));
  for (int32_t i = 0; i < soup->solid_count; ++i)
  {
    ck_assert_mem_eq(&soup->solids[i], &s->solids[i], sizeof(ep_solid));
  }
}

static void refuse_as(ep_status status, const ep_geometry_desc* d, double tolerance,
                      const char* words)
{
  ep_geometry_desc box = shape(EP_SHAPE_BOX, 1, 1, 1);
  ep_soup soup = soup_of(&box, 1e-3);
  snapshot before;
  ep_error error = {EP_OK, ""};
  take_snapshot(&before, &soup);
  ck_assert_int_eq(ep_soup_add(&soup, d, tolerance, "obstacle 'wall'", &error), status);
  ck_assert_int_eq(error.status, status);
  ck_assert_msg(strstr(error.message, "obstacle 'wall': ") == error.message, "%s", error.message);
  ck_assert_msg(strstr(error.message, words) != NULL, "no '%s' in: %s", words, error.message);
  ck_assert_int_eq(ep_soup_add(&soup, d, tolerance, "obstacle 'wall'", NULL), status);
  expect_unchanged(&before, &soup);
  ep_soup_clear(&soup);
}

static void refuse(const ep_geometry_desc* d, const char* words)
{
  refuse_as(EP_ERROR_INPUT, d, 1e-3, words);
}

EP_TEST(robust_bad_descriptions)
{
  ep_geometry_desc d = cube();
  d.struct_size -= 8;
  refuse_as(EP_ERROR_MISUSE, &d, 1e-3, "ep_geometry_default");
  refuse_as(EP_ERROR_MISUSE, NULL, 1e-3, "no shape");
  d = cube();
  refuse_as(EP_ERROR_INPUT, &d, 0.0, "tolerance 0");
  refuse_as(EP_ERROR_INPUT, &d, -1.0, "tolerance -1");
  refuse_as(EP_ERROR_INPUT, &d, (double)NAN, "tolerance nan");
  refuse_as(EP_ERROR_INPUT, &d, (double)INFINITY, "tolerance inf");
  d.type = (ep_shape_type)7;
  refuse(&d, "shape type 7");
  d.type = (ep_shape_type)-1;
  refuse(&d, "shape type -1");
}

EP_TEST(robust_bad_meshes)
{
  double v[24];
  int32_t t[36];
  ep_geometry_desc d = ep_geometry_default();
  refuse(&d, "mesh of 0 vertices and 0 triangles");
  d = cube();
  d.triangle_count = -1;
  refuse(&d, "-1 triangles");
  d = cube();
  d.vertex_count = -2;
  refuse(&d, "-2 vertices");
  d = cube();
  d.vertices = NULL;
  refuse_as(EP_ERROR_MISUSE, &d, 1e-3, "no array of vertices");
  d = cube();
  d.triangles = NULL;
  refuse_as(EP_ERROR_MISUSE, &d, 1e-3, "no array of triangles");
  d = cube();
  memcpy(v, cube_vertices, sizeof v);
  d.vertices = v;
  v[22] = (double)NAN;
  refuse(&d, "vertex 7: 1 nan 1 is not finite");
  v[22] = -(double)INFINITY;
  refuse(&d, "vertex 7: 1 -inf 1 is not finite");
  v[22] = nextafter(EP_LENGTH_MAX, 2e6);
  refuse(&d, "vertex 7: it is placed at 1 1.04858e+06 1");
  v[22] = -2e6;
  refuse(&d, "vertex 7: it is placed at 1 -2e+06 1");
  d.scale[1] = 0.5; // then it is near enough
  ep_soup soup = soup_of(&d, 1e-3);
  ck_assert(soup.vertices[22] == -1e6);
  ep_soup_clear(&soup);
  v[22] = 1e308;
  d.scale[1] = 1e3; // too large for a double
  refuse(&d, "placed at");
  d = cube();
  memcpy(t, cube_triangles, sizeof t);
  d.triangles = t;
  t[35] = 8;
  refuse(&d, "triangle 11: vertex 8 does not exist, there are 8");
  t[35] = -1;
  refuse(&d, "triangle 11: vertex -1 does not exist");
}

EP_TEST(robust_bad_placements)
{
  const double bad[3] = {(double)NAN, (double)INFINITY, 2e6};
  const char* const text[3] = {"nan", "inf", "2e+06"};
  double m[16];
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 16; ++k)
    {
      ep_geometry_desc d = cube();
      d.scale[k % 3] = bad[i];
      refuse(&d, text[i]);
      d = cube();
      d.pose.position[k % 3] = bad[i];
      refuse(&d, text[i]);
      d = cube();
      d.pose.rotation[k % 4] = i < 2 ? bad[i] : 0.0;
      d.pose.rotation[3] = i < 2 ? d.pose.rotation[3] : 0.0;
      refuse(&d, "quaternion");
      d = cube();
      memset(m, 0, sizeof m);
      m[0] = m[5] = m[10] = m[15] = 1.0;
      m[k] = bad[i];
      d.matrix = m;
      refuse(&d, text[i]);
      char where[32];
      snprintf(where, sizeof where, "row %d, column %d", k / 4, k % 4);
      refuse(&d, where);
    }
  }
  ep_geometry_desc d = cube();
  d.scale[1] = 0.0;
  refuse(&d, "scale 1 0 1");
  d.matrix = (const double[16]){1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1};
  refuse(&d, "last row of the matrix is 0 0.5 0 1");
  d.matrix = (const double[16]){1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2};
  refuse(&d, "0 0 0 2, not 0 0 0 1");
}

EP_TEST(robust_flattened_solids)
{
  const double flat[3][16] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                              {1, 2, 3, 0, 4, 5, 9, 0, 7, 8, 15, 0, 0, 0, 0, 1},
                              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}};
  for (int i = 0; i < 3; ++i)
  {
    ep_geometry_desc d = cube();
    d.matrix = flat[i];
    ep_soup soup = soup_of(&d, 1e-3); // meshes may be flat
    ep_soup_clear(&soup);
    for (int k = 0; k < 5; ++k)
    {
      d = shape(primitives[k], 1, 1, 1);
      d.matrix = flat[i];
      refuse(&d, "determinant 0");
      refuse(&d, ep_shape_type_text(primitives[k]));
    }
    d = heightfield();
    d.matrix = flat[i];
    refuse(&d, "flatten a heightfield");
  }
  ep_geometry_desc thin = shape(EP_SHAPE_BOX, 1, 1, 1); // but not flat
  thin.matrix = (const double[16]){1, 0, 0, 0, 0, 1e-200, 0, 0, 0, 0, 1e-200, 0, 0, 0, 0, 1};
  ep_soup soup = soup_of(&thin, 1e-3);
  ck_assert_int_eq(soup.solid_count, 1);
  ep_soup_clear(&soup);
}

EP_TEST(robust_bad_sizes_of_shapes)
{
  const double bad[4] = {0.0, -2.0, (double)NAN, (double)INFINITY};
  const char* const text[4] = {"is 0,", "is -2", "is nan", "is inf"};
  const int used[5] = {3, 1, 2, 2, 2};
  for (int i = 0; i < 20; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      ep_geometry_desc d = shape(primitives[i / 4], 1, 1, 1);
      d.size[k] = bad[i % 4];
      if (k < used[i / 4])
      {
        refuse(&d, text[i % 4]);
        refuse(&d, ep_shape_type_text(d.type));
      }
      else
      {
        ep_soup soup = soup_of(&d, 1e-2);
        ep_soup_clear(&soup);
      }
    }
  }
  ep_geometry_desc d = shape(EP_SHAPE_SPHERE, 5e5, 0, 0);
  d.pose.position[1] = -6e5;
  refuse(&d, "sphere: it reaches 500000 m about 0 -600000 0");
  d = shape(EP_SHAPE_CAPSULE, 1.0, 4e6, 0);
  refuse(&d, "capsule: it reaches 1 m about 0 0 -2e+06");
  d = shape(EP_SHAPE_BOX, 1.0, 3e6, 0.5);
  refuse(&d, "box: it reaches 0 m about -0.5 -1.5e+06 -0.25");
}

EP_TEST(robust_too_many_sides)
{
  ep_geometry_desc d = shape(EP_SHAPE_CYLINDER, 2.0, 1.0, 0.0);
  ep_soup soup = soup_of(&d, 2.5e-6);
  ck_assert_int_le(soup.triangle_count, 4 * 4096);
  ep_soup_clear(&soup);
  refuse_as(EP_ERROR_INPUT, &d, 1e-6, "cylinder: to stay within 2.5e-07 m");
  refuse_as(EP_ERROR_INPUT, &d, 1e-6, "6284 sides around its axis, at most 4096 are allowed");
  d.type = EP_SHAPE_CONE;
  refuse_as(EP_ERROR_INPUT, &d, 1e-6, "cone: to stay within 2.5e-07 m");
  d.type = EP_SHAPE_SPHERE;
  d.scale[0] = 2.0;
  refuse_as(EP_ERROR_INPUT, &d, 1e-5, "sphere: to stay within 2.5e-06 m");
  refuse_as(EP_ERROR_INPUT, &d, 1e-5, "3976 sides around its axis, at most 1024 are allowed");
  d.type = EP_SHAPE_CAPSULE;
  refuse_as(EP_ERROR_INPUT, &d, 1e-300, "at most 1024 are allowed");
  d.size[0] = 1e308;
  refuse_as(EP_ERROR_INPUT, &d, 1e-3, "at most 1024 are allowed");
}

EP_TEST(robust_bad_heightfields)
{
  double h[12];
  ep_geometry_desc d = heightfield();
  d.columns = 1;
  refuse(&d, "1 columns and 3 rows");
  d.columns = 4;
  d.rows = -3;
  refuse(&d, "4 columns and -3 rows");
  d = heightfield();
  d.heights = NULL;
  refuse_as(EP_ERROR_MISUSE, &d, 1e-3, "no array of heights");
  d = heightfield();
  d.columns = d.rows = 30000; // nothing is read
  refuse(&d, "at most 536870912");
  const double bad[4] = {0.0, -2.0, (double)NAN, (double)INFINITY};
  for (int i = 0; i < 4; ++i)
  {
    d = heightfield();
    d.depth = bad[i];
    refuse(&d, "depth");
    d = heightfield();
    d.spacing[i % 2] = bad[i];
    refuse(&d, "spacing");
    d = heightfield();
    d.spacing[(i + 1) % 2] = bad[i];
    refuse(&d, "spacing");
    for (int k = 0; i > 1 && k < 12; ++k)
    {
      d = heightfield();
      memcpy(h, hill, sizeof h);
      h[k] = bad[i];
      d.heights = h;
      char where[64];
      snprintf(where, sizeof where, "column %d, row %d: height %g", k % 4, k / 4, bad[i]);
      refuse(&d, where);
    }
  }
  d = heightfield();
  d.spacing[0] = 1e6;
  refuse(&d, "heightfield: it reaches 0 m about 2e+06 0 0.25");
}

/// At every call that asks for memory: the soup stays as it was, nothing is lost, and it works when
/// tried again.
EP_TEST(robust_soups_survive_lack_of_memory)
{
  const ep_geometry_desc shapes[5] = {cube(), shape(EP_SHAPE_SPHERE, 1, 0, 0),
                                      shape(EP_SHAPE_CYLINDER, 0.5, 1, 0), heightfield(),
                                      shape(EP_SHAPE_CAPSULE, 1, 1, 0)};
  int failures = 0;
  bool done = false;
  for (int k = 1; !done && k < 200; ++k)
  {
    counter c = {0, k, 0};
    ep_soup soup = ep_soup_make(counting(&c));
    snapshot before;
    memset(&before, 0, sizeof before);
    for (int i = 0; i < 15; ++i)
    {
      ep_error error = {EP_OK, ""};
      const int live = c.live;
      const bool adds = i % 3 == 0;
      const ep_status status = adds ? ep_soup_add(&soup, &shapes[i / 3], 1.0, "link 'l'", &error)
                                    : ep_soup_find_solids(&soup, &error);
      if (status != EP_OK)
      {
        ++failures;
        ck_assert(status == EP_ERROR_MEMORY && error.status == EP_ERROR_MEMORY);
        ck_assert(strstr(error.message, adds ? "link 'l'" : "triangles") != NULL);
        ck_assert_int_eq(c.live, live);
        if (i > 0)
        {
          expect_unchanged(&before, &soup);
        }
        --i; // again
      }
      else
      {
        take_snapshot(&before, &soup);
      }
    }
    ck_assert_int_eq(soup.shape_count, 5);
    ck_assert_int_eq(soup.solid_count, 3);
    done = c.calls < k;
    ep_soup_clear(&soup);
    ck_assert_int_eq(c.live, 0);
  }
  ck_assert(done && failures >= 20);
}

/// @}
