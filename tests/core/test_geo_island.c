/// @file test_geo_island.c
/// The connected parts of soups, against joining every two triangles that share a point.
#include "base_arena.h"
#include "geo_island.h"
#include "soup_tools.h"

#define TRIANGLES_MAX 300

static double vertices[9 * TRIANGLES_MAX];
static int32_t triangles[3 * TRIANGLES_MAX];

/// Whether two triangles have a corner in common: the same vertex, or one in the same place.
static bool are_joined(const ep_soup* soup, int32_t a, int32_t b)
{
  bool joined = false;
  for (int k = 0; k < 9; ++k)
  {
    const double* v = ep_soup_vertex(soup, a, k / 3);
    const double* w = ep_soup_vertex(soup, b, k % 3);
    joined = joined || (v[0] == w[0] && v[1] == w[1] && v[2] == w[2]);
  }
  return joined;
}

/// The first triangle of the part that each triangle belongs to: labels spread until none changes.
static void spread_labels(const ep_soup* soup, int32_t* label)
{
  for (int32_t t = 0; t < soup->triangle_count; ++t)
  {
    label[t] = t;
  }
  for (bool changed = true; changed;)
  {
    changed = false;
    for (int32_t a = 0; a < soup->triangle_count; ++a)
    {
      for (int32_t b = 0; b < a; ++b)
      {
        if (label[a] != label[b] && are_joined(soup, a, b))
        {
          const int32_t least = label[a] < label[b] ? label[a] : label[b];
          label[a] = label[b] = least;
          changed = true;
        }
      }
    }
  }
}

static void expect_islands(const ep_soup* soup)
{
  static int32_t label[TRIANGLES_MAX];
  int32_t* islands;
  int32_t count;
  ep_error error;
  ck_assert_msg(ep_soup_find_islands(soup, &islands, &count, &error) == EP_OK, "%s", error.message);
  spread_labels(soup, label);
  int32_t at = 0;
  for (int32_t t = 0; t < soup->triangle_count; ++t)
  {
    if (label[t] == t)
    {
      ck_assert_msg(at < count && islands[at] == t, "triangle %d begins a part that is missing",
                    (int)t);
      ++at;
    }
  }
  ck_assert_int_eq(at, count);
  ep_block_release(&soup->allocator, islands);
}

/// Triangles whose corners are drawn from few places: by the same vertex, by another one in the
/// same place. One, two or three shapes.
EP_TEST(sound_islands_are_what_hangs_together)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t trial = 0, n = ep_test_trials(200); trial < n; ++trial)
  {
    const int32_t count = (int32_t)ep_rng_int(&rng, 1, 80);
    const int32_t places = (int32_t)ep_rng_int(&rng, 1, 4 * count);
    const int32_t shapes = (int32_t)ep_rng_int(&rng, 1, 3);
    ep_soup soup = ep_soup_make((ep_allocator){NULL, NULL, NULL});
    for (int32_t i = 0; i < shapes; ++i)
    {
      for (int32_t k = 0; k < 3 * count; ++k)
      {
        const double place = (double)ep_rng_int(&rng, 0, places);
        double* v = vertices + 3 * (size_t)k;
        v[0] = place;
        v[1] = 0.1 * place;
        v[2] = -place;
        triangles[k] = (int32_t)ep_rng_int(&rng, 0, 3 * count - 1);
      }
      ep_geometry_desc d = ep_geometry_default();
      d.vertices = vertices;
      d.vertex_count = 3 * count;
      d.triangles = triangles;
      d.triangle_count = count;
      add_shape(&soup, &d, 1e-3);
    }
    expect_islands(&soup);
    ep_soup_clear(&soup);
  }
}

/// Triangles one above the other, so that many vertices differ in one coordinate only.
EP_TEST(sound_stacked_islands_stay_apart)
{
  const int32_t count = 80;
  for (int axis = 0; axis < 3; ++axis)
  {
    for (int32_t k = 0; k < 3 * count; ++k)
    {
      double* v = vertices + 3 * (size_t)k;
      v[axis] = 0.25 * (k / 3);
      v[(axis + 1) % 3] = k % 3 == 1 ? 1.0 : 0.0;
      v[(axis + 2) % 3] = k % 3 == 2 ? 1.0 : 0.0;
      triangles[k] = k;
    }
    ep_geometry_desc d = ep_geometry_default();
    d.vertices = vertices;
    d.vertex_count = 3 * count;
    d.triangles = triangles;
    d.triangle_count = count;
    ep_soup soup = ep_soup_make((ep_allocator){NULL, NULL, NULL});
    add_shape(&soup, &d, 1e-3);
    expect_islands(&soup);
    ep_soup_clear(&soup);
  }
}

EP_TEST(works_islands_of_shapes)
{
  ep_soup soup = ep_soup_make((ep_allocator){NULL, NULL, NULL});
  int32_t* islands = triangles;
  int32_t count = -1;
  ck_assert(ep_soup_find_islands(&soup, &islands, &count, NULL) == EP_OK);
  ck_assert(islands == NULL && count == 0);
  ep_geometry_desc shapes[4] = {cube(), shape(EP_SHAPE_SPHERE, 1, 0, 0),
                                shape(EP_SHAPE_BOX, 9, 9, 9), heightfield()};
  shapes[1].pose.position[0] = 0.5; // its point would be a corner of the cube
  for (int i = 0; i < 4; ++i)
  {
    add_shape(&soup, &shapes[i], 1e-3);
  }
  ck_assert(ep_soup_find_islands(&soup, &islands, &count, NULL) == EP_OK);
  ck_assert_int_eq(count, 4);
  ck_assert(islands[0] == 0 && islands[1] == 12 && islands[2] == 13 && islands[3] == 25);
  ep_block_release(&soup.allocator, islands);
  ep_soup_clear(&soup);
}

EP_TEST(robust_islands_survive_lack_of_memory)
{
  counter c = {0, 0, 0};
  ep_soup soup = ep_soup_make(counting(&c));
  const ep_geometry_desc box = cube();
  add_shape(&soup, &box, 1e-3);
  const int live = c.live;
  bool ended = false;
  for (int fail = 1; !ended && fail < 20; ++fail)
  {
    int32_t* islands = triangles;
    int32_t count = 5;
    ep_error error;
    c.calls = 0;
    c.fail_at = fail;
    const ep_status status = ep_soup_find_islands(&soup, &islands, &count, &error);
    ended = status == EP_OK;
    ck_assert(ended || (status == EP_ERROR_MEMORY && islands == NULL && count == 0));
    ck_assert_int_eq(error.status, status);
    ep_block_release(&soup.allocator, islands);
    ck_assert_int_eq(c.live, live);
  }
  ck_assert(ended);
  c.fail_at = 0;
  ep_soup_clear(&soup);
  ck_assert_int_eq(c.live, 0);
}
