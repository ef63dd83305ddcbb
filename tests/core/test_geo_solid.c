/// @file test_geo_solid.c
/// Closed parts of soups, against the definition and by what is inside them.
#include "soup_tools.h"

/// A mesh that is put together piece by piece.
#define PIECES_MAX 3000
typedef struct pieces
{
  double vertices[3 * PIECES_MAX];
  int32_t triangles[3 * PIECES_MAX];
  ep_geometry_desc desc;
} pieces;

static pieces* begin(void)
{
  static pieces p;
  p.desc = ep_geometry_default();
  p.desc.vertices = p.vertices;
  p.desc.triangles = p.triangles;
  return &p;
}

static int32_t add_vertex(pieces* p, const double v[3])
{
  ck_assert_int_lt(p->desc.vertex_count, PIECES_MAX);
  memcpy(p->vertices + 3 * (size_t)p->desc.vertex_count, v, 3 * sizeof(double));
  return p->desc.vertex_count++;
}

static void add_triangle(pieces* p, int32_t a, int32_t b, int32_t c)
{
  ck_assert_int_lt(p->desc.triangle_count, PIECES_MAX);
  int32_t* t = p->triangles + 3 * (size_t)p->desc.triangle_count++;
  t[0] = a;
  t[1] = b;
  t[2] = c;
}

/// A cube with its lowest corner at x y z, vertices of its own.
static void add_cube(pieces* p, double size, double x, double y, double z)
{
  const int32_t first = p->desc.vertex_count;
  for (size_t i = 0; i < 8; ++i)
  {
    const double* v = cube_vertices + 3 * i;
    add_vertex(p, (const double[3]){x + size * v[0], y + size * v[1], z + size * v[2]});
  }
  for (size_t i = 0; i < 12; ++i)
  {
    const int32_t* t = cube_triangles + 3 * i;
    add_triangle(p, first + t[0], first + t[1], first + t[2]);
  }
}

/// Gives every corner of every triangle a vertex of its own.
static void unweld(pieces* p)
{
  static double vertices[3 * PIECES_MAX];
  const int32_t count = 3 * p->desc.triangle_count;
  ck_assert_int_le(count, PIECES_MAX);
  for (int32_t i = 0; i < 3 * count; ++i)
  {
    vertices[i] = p->vertices[3 * p->triangles[i / 3] + i % 3];
  }
  for (int32_t i = 0; i < count; ++i)
  {
    p->triangles[i] = i;
  }
  memcpy(p->vertices, vertices, (size_t)count * 3 * sizeof(double));
  p->desc.vertex_count = count;
}

/// Is the point inside, as the soup of the pieces says?
static bool holds(const pieces* p, double x, double y, double z)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  ep_soup soup = soup_of(&p->desc, 1e-3);
  const bool inside = is_inside(&soup, (const double[3]){x, y, z}, &rng);
  ep_soup_clear(&soup);
  return inside;
}

static void expect_solids(const pieces* p, int32_t solids, int32_t triangles)
{
  ep_soup soup = soup_of(&p->desc, 1e-3);
  int32_t sum = 0;
  for (int32_t i = 0; i < soup.solid_count; ++i)
  {
    sum += soup.solids[i].triangle_count;
  }
  ck_assert_int_eq(soup.solid_count, solids);
  ck_assert_int_eq(sum, triangles);
  ep_soup_clear(&soup);
}

EP_TEST(sound_a_cube_is_solid)
{
  pieces* p = begin();
  add_cube(p, 1, 0, 0, 0);
  expect_solids(p, 1, 12);
  ck_assert(holds(p, 0.5, 0.5, 0.5) && holds(p, 1e-9, 0.7, 1 - 1e-9) && !holds(p, 0.5, 0.5, 1.1));
  unweld(p);
  expect_solids(p, 1, 12);
  ck_assert(holds(p, 0.5, 0.5, 0.5) && !holds(p, -0.1, 0.5, 0.5));
  p->desc.matrix = (const double[16]){0, 0, -2, 5, 1, 0, 0, 6, 0, 3, 0, 7, 0, 0, 0, 1};
  expect_solids(p, 1, 12);
  ck_assert(holds(p, 3.1, 6.9, 9.9) && !holds(p, 2.9, 6.9, 9.9));
  ep_soup soup = soup_of(&p->desc, 1e-3);
  const double lo[3] = {3, 6, 7};
  const double hi[3] = {5, 7, 10};
  ck_assert_mem_eq(soup.solids[0].lo, lo, sizeof lo);
  ck_assert_mem_eq(soup.solids[0].hi, hi, sizeof hi);
  ep_soup_clear(&soup);
}

EP_TEST(sound_zero_has_no_sign)
{
  pieces* p = begin();
  add_cube(p, 1, 0, 0, 0);
  unweld(p);
  for (int i = 0; i < 3 * p->desc.vertex_count; i += 2)
  {
    p->vertices[i] = p->vertices[i] == 0.0 ? -0.0 : p->vertices[i];
  }
  const double o = -0.0; // added to a zero it keeps its sign
  p->desc.matrix = (const double[16]){1, o, o, o, o, 1, o, o, o, o, 1, o, 0, 0, 0, 1};
  ep_soup soup = soup_of(&p->desc, 1e-3);
  int negative = 0;
  for (int i = 0; i < 3 * soup.vertex_count; ++i)
  {
    negative += soup.vertices[i] == 0.0 && signbit(soup.vertices[i]);
  }
  ck_assert(negative > 5 && negative < 50);
  ck_assert(soup.solid_count == 1 && soup.solids[0].triangle_count == 12);
  ep_soup_clear(&soup);
}

EP_TEST(tight_what_is_open_has_no_inside)
{
  for (int32_t missing = 0; missing < 12; ++missing)
  {
    pieces* p = begin();
    add_cube(p, 1, 0, 0, 0);
    memcpy(p->triangles + 3 * (size_t)missing, p->triangles + 33, 3 * sizeof(int32_t));
    p->desc.triangle_count = 11;
    expect_solids(p, 0, 0);
    unweld(p);
    expect_solids(p, 0, 0);
  }
  pieces* p = begin();
  add_cube(p, 1, 0, 0, 0);
  p->vertices[0] = 1e-300; // nearly is not equal
  unweld(p);
  expect_solids(p, 1, 12);
  p->vertices[0] = 0.0;
  expect_solids(p, 0, 0);
}

EP_TEST(sound_two_cubes_are_two_solids)
{
  pieces* p = begin();
  add_cube(p, 1, 0, 0, 0);
  add_cube(p, 1, 5, 0, 0);
  expect_solids(p, 2, 24);
  unweld(p);
  expect_solids(p, 2, 24);
  ck_assert(holds(p, 0.5, 0.5, 0.5) && holds(p, 5.5, 0.5, 0.5) && !holds(p, 2.0, 0.5, 0.5));
}

/// They share a corner, an edge, a face; or one is in the other and on the same floor.
EP_TEST(sound_cubes_that_touch)
{
  const double at[4][4] = {{1, 1, 1, 1}, {1, 1, 0, 1}, {1, 0, 0, 1}, {0, 0, 0, 2}};
  for (int i = 0; i < 4; ++i)
  {
    pieces* p = begin();
    add_cube(p, 1, 0, 0, 0);
    add_cube(p, at[i][3], at[i][0], at[i][1], at[i][2]);
    expect_solids(p, 2, 24);
    ck_assert(holds(p, 0.4, 0.5, 0.6));
    ck_assert(holds(p, at[i][0] + 0.6, at[i][1] + 0.5, at[i][2] + 0.4));
    unweld(p); // now the numbers do not tell them apart
    ck_assert(holds(p, 0.4, 0.5, 0.6));
    ck_assert(holds(p, at[i][0] + 0.6, at[i][1] + 0.5, at[i][2] + 0.4));
  }
}

/// Two towers on one floor plan: what is inside both is not outside of both.
EP_TEST(sound_bodies_with_common_edges)
{
  for (int order = 0; order < 2; ++order)
  {
    pieces* p = begin();
    add_cube(p, 1, 0, 0, 0);
    add_cube(p, 1, 0, 0, 0);
    for (size_t i = 0; i < 8; ++i)
    {
      p->vertices[24 * (size_t)order + 3 * i + 2] *= 3.0;
    }
    for (int welded = 1; welded >= 0; --welded)
    {
      ck_assert(holds(p, 0.5, 0.4, 0.3) && holds(p, 0.5, 0.4, 2.3) && !holds(p, 0.5, 0.4, 3.3));
      unweld(p);
    }
    expect_solids(p, 2, 24);
  }
}

/// A body that is given twice still has an inside.
EP_TEST(sound_repeated_triangles)
{
  for (int mode = 0; mode < 4; ++mode)
  {
    pieces* p = begin();
    add_cube(p, 1, 0, 0, 0);
    for (int copies = 0; copies < 1 + mode / 2; ++copies)
    {
      for (int32_t i = 0; i < 12; ++i)
      {
        const int32_t* t = cube_triangles + 3 * (size_t)i;
        add_triangle(p, t[1], mode % 2 == 0 ? t[2] : t[0], mode % 2 == 0 ? t[0] : t[2]);
      }
    }
    ck_assert(holds(p, 0.5, 0.4, 0.3) && !holds(p, 0.5, 0.4, 1.3));
    p->desc.triangle_count -= 3; // only some of them twice
    ck_assert(holds(p, 0.5, 0.4, 0.3) && !holds(p, 0.5, 0.4, 1.3));
    unweld(p);
    ck_assert(holds(p, 0.5, 0.4, 0.3) && !holds(p, 0.5, 0.4, 1.3));
  }
  pieces* p = begin(); // two triangles back to back are closed, and empty
  add_vertex(p, (const double[3]){0, 0, 0});
  add_vertex(p, (const double[3]){1, 0, 0});
  add_vertex(p, (const double[3]){0, 1, 0});
  add_triangle(p, 0, 1, 2);
  expect_solids(p, 0, 0);
  add_triangle(p, 0, 2, 1);
  expect_solids(p, 1, 2);
}

/// Two rooms with a wall between them that is given for each.
EP_TEST(sound_walls_given_twice)
{
  pieces* p = begin();
  add_cube(p, 1, 0, 0, 0);
  add_cube(p, 1, 1, 0, 0);
  unweld(p);
  expect_solids(p, 2, 24);
  ck_assert(holds(p, 0.5, 0.5, 0.4) && holds(p, 1.5, 0.5, 0.4) && !holds(p, 2.5, 0.5, 0.4));
}

/// Sheets that hang on a closed body, and sheets on those.
EP_TEST(sound_fins)
{
  pieces* p = begin();
  add_cube(p, 1, 0, 0, 0);
  const int32_t a = add_vertex(p, (const double[3]){2, 0, 2});
  const int32_t b = add_vertex(p, (const double[3]){3, 1, 2});
  const int32_t c = add_vertex(p, (const double[3]){0.5, 0.5, 0.5});
  add_triangle(p, 5, 7, a);
  add_triangle(p, a, 7, b);
  add_triangle(p, 0, 1, c); // inside
  add_triangle(p, 7, 7, b);
  expect_solids(p, 1, 12);
  ck_assert(holds(p, 0.5, 0.6, 0.7));
  unweld(p);
  expect_solids(p, 1, 12);
  ck_assert(holds(p, 0.5, 0.6, 0.7));
}

EP_TEST(sound_degenerate_triangles_are_left_out)
{
  pieces* p = begin();
  add_cube(p, 1, 0, 0, 0);
  const int32_t same = add_vertex(p, cube_vertices + 9); // equal to vertex 3
  add_triangle(p, 0, 0, 0);
  add_triangle(p, 0, 1, 1);
  add_triangle(p, 3, same, 1);
  p->triangles[1 * 3 + 1] = same; // the cube is closed only if the two are one
  expect_solids(p, 1, 12);
  ck_assert(holds(p, 0.5, 0.5, 0.4));
  ep_soup soup = soup_of(&p->desc, 1e-3);
  ck_assert_int_eq(soup.triangle_count, 15);
  for (int32_t i = 0; i < 12; ++i)
  {
    ck_assert_int_eq(soup.solid_triangles[i], i);
  }
  ep_soup_clear(&soup);
}

/// Shapes never make a solid together, nor do they hide each other's insides.
EP_TEST(sound_shapes_are_looked_at_one_by_one)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  ep_geometry_desc half = cube();
  half.triangle_count = 6;
  ep_soup soup = soup_of(&half, 1e-3);
  half.triangles += 18;
  add_shape(&soup, &half, 1e-3);
  ck_assert(ep_soup_find_solids(&soup, NULL) == EP_OK && soup.solid_count == 0);
  ep_soup_clear(&soup);

  ep_geometry_desc large = cube();
  large.scale[2] = 2.0;
  const ep_geometry_desc small = cube();
  soup = soup_of(&small, 1e-3);
  add_shape(&soup, &large, 1e-3);
  add_shape(&soup, &small, 1e-3);
  ck_assert(soup.solids == NULL && soup.solid_count == 0); // forgotten
  ck_assert(ep_soup_find_solids(&soup, NULL) == EP_OK);
  ck_assert_int_eq(soup.solid_count, 3);
  ck_assert(is_inside(&soup, (const double[3]){0.5, 0.4, 0.3}, &rng));
  ck_assert(is_inside(&soup, (const double[3]){0.5, 0.4, 1.3}, &rng));
  ck_assert(!is_inside(&soup, (const double[3]){0.5, 0.4, 2.3}, &rng));
  ep_soup_clear(&soup);
}

/// Every primitive and heightfields are closed, however small and far away they are.
EP_TEST(sound_solids_of_any_size)
{
  for (int i = 0; i < 6; ++i)
  {
    for (double size = 1.0; size > 1e-17; size *= 0.1)
    {
      const bool is_field = i == 5;
      ep_geometry_desc d = is_field ? heightfield() : shape(primitives[i], 1.0, 0.5, 0.25);
      d.scale[0] = size;
      d.scale[1] = d.scale[2] = 0.75 * size;
      d.pose.position[1] = 1e5;
      ep_soup soup = soup_of(&d, 0.1 * size);
      int32_t flat = 0; // a triangle that became a line or a point is not counted
      for (int32_t t = 0; t < soup.triangle_count; ++t)
      {
        const double* v[3] = {ep_soup_vertex(&soup, t, 0), ep_soup_vertex(&soup, t, 1),
                              ep_soup_vertex(&soup, t, 2)};
        flat += memcmp(v[0], v[1], 24) == 0 || memcmp(v[1], v[2], 24) == 0 ||
                memcmp(v[2], v[0], 24) == 0;
      }
      int32_t closed = 0;
      for (int32_t k = 0; k < soup.solid_count; ++k)
      {
        closed += soup.solids[k].triangle_count;
      }
      ck_assert_msg(closed == soup.triangle_count - flat, "%s of %g m: %d of %d, %d flat",
                    ep_shape_type_text(d.type), size, (int)closed, (int)soup.triangle_count,
                    (int)flat);
      ep_soup_clear(&soup);
    }
  }
}

/// @name Against the definition
/// @{

static bool equal(const double* a, const double* b)
{
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool is_degenerate(const ep_soup* soup, int32_t t)
{
  const double* a = ep_soup_vertex(soup, t, 0);
  const double* b = ep_soup_vertex(soup, t, 1);
  const double* c = ep_soup_vertex(soup, t, 2);
  return equal(a, b) || equal(b, c) || equal(c, a);
}

static int32_t shape_of(const ep_soup* soup, int32_t t)
{
  int32_t shape_index = soup->shape_count - 1;
  while (soup->shape_starts[shape_index] > soup->triangles[3 * t])
  {
    --shape_index;
  }
  return shape_index;
}

/// Do the edges that start at corner i of s and corner k of t join the same points?
static bool same_edge(const ep_soup* soup, int32_t s, int i, int32_t t, int k)
{
  const double* a = ep_soup_vertex(soup, s, i);
  const double* b = ep_soup_vertex(soup, s, (i + 1) % 3);
  const double* c = ep_soup_vertex(soup, t, k);
  const double* d = ep_soup_vertex(soup, t, (k + 1) % 3);
  return shape_of(soup, s) == shape_of(soup, t) &&
         ((equal(a, c) && equal(b, d)) || (equal(a, d) && equal(b, c)));
}

/// Marks with `mark` what is connected with triangle t by edges among those marked -1; true if
/// every edge of it is there an even number of times.
static bool flood(const ep_soup* soup, int32_t t, int32_t* marks, int32_t mark)
{
  marks[t] = mark;
  bool closed = true;
  for (bool grown = true; grown;)
  {
    grown = false;
    closed = true;
    for (int32_t s = 0; s < soup->triangle_count; ++s)
    {
      for (int i = 0; marks[s] == mark && i < 3; ++i)
      {
        int uses = 0;
        for (int32_t k = 0; k < 3 * soup->triangle_count; ++k)
        {
          if ((marks[k / 3] == mark || marks[k / 3] == -1) && same_edge(soup, s, i, k / 3, k % 3))
          {
            grown = grown || marks[k / 3] == -1;
            marks[k / 3] = mark;
            ++uses;
          }
        }
        closed = closed && uses % 2 == 0;
      }
    }
  }
  return closed;
}

/// Claim: every edge of a solid belongs to an even number of its triangles; without the solids'
/// triangles no edge-connected part of a shape is closed.
static void expect_definition(const ep_soup* soup)
{
  static int32_t marks[PIECES_MAX];
  static int32_t owners[PIECES_MAX];
  memset(owners, 0xff, sizeof owners);
  for (int32_t i = 0; i < soup->solid_count; ++i)
  {
    const ep_solid* solid = &soup->solids[i];
    const int32_t* mine = soup->solid_triangles + solid->first_triangle;
    memset(marks, 0xfe, sizeof marks);
    for (int32_t k = 0; k < solid->triangle_count; ++k)
    {
      ck_assert(k == 0 || mine[k] > mine[k - 1]);
      ck_assert(owners[mine[k]] == -1 && !is_degenerate(soup, mine[k]));
      owners[mine[k]] = i;
      marks[mine[k]] = -1;
    }
    ck_assert(flood(soup, mine[0], marks, 0));
    for (int32_t k = 0; k < solid->triangle_count; ++k)
    {
      ck_assert(marks[mine[k]] == 0); // connected
    }
  }
  for (int32_t t = 0; t < soup->triangle_count; ++t)
  {
    marks[t] = owners[t] != -1 || is_degenerate(soup, t) ? -2 : -1;
  }
  for (int32_t t = 0; t < soup->triangle_count; ++t)
  {
    ck_assert(marks[t] != -1 || !flood(soup, t, marks, t));
  }
}

/// Cubes of a small lattice, with triangles missing, repeated, added and pulled to a point.
static void random_pieces(pieces* p, ep_rng* rng)
{
  for (int64_t i = 0, n = ep_rng_int(rng, 1, 4); i < n; ++i)
  {
    add_cube(p, (double)ep_rng_int(rng, 1, 2), (double)ep_rng_int(rng, 0, 2),
             (double)ep_rng_int(rng, 0, 1), (double)ep_rng_int(rng, 0, 1));
  }
  for (int64_t i = 0, n = ep_rng_int(rng, 0, 6); i < n; ++i)
  {
    const int32_t last = p->desc.triangle_count - 1;
    int32_t* t = p->triangles + 3 * ep_rng_int(rng, 0, last);
    switch (ep_rng_int(rng, 0, 4))
    {
    case 0: // is gone
      memcpy(t, p->triangles + 3 * (size_t)last, 3 * sizeof(int32_t));
      --p->desc.triangle_count;
      break;
    case 1:
      add_triangle(p, t[2], t[0], t[1]);
      break;
    case 2:
      add_triangle(p, t[0], t[1], (int32_t)ep_rng_int(rng, 0, p->desc.vertex_count - 1));
      break;
    case 3:
      add_triangle(p, t[0], t[1], t[1]);
      break;
    default: // a vertex goes where another one is
      memcpy(p->vertices + 3 * t[0], p->vertices + 3 * ep_rng_int(rng, 0, p->desc.vertex_count - 1),
             3 * sizeof(double));
      break;
    }
  }
  if (ep_rng_int(rng, 0, 1) != 0)
  {
    unweld(p);
  }
}

EP_TEST(sound_solids_are_what_the_definition_says)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 8);
  int solids = 0;
  int open = 0;
  for (int64_t i = 0, n = ep_test_trials(1000); i < n; ++i)
  {
    ep_soup soup = ep_soup_make((ep_allocator){NULL, NULL, NULL});
    for (int64_t k = 0, shapes = ep_rng_int(&rng, 1, 2); k < shapes; ++k)
    {
      pieces* p = begin();
      random_pieces(p, &rng);
      add_shape(&soup, &p->desc, 1e-3);
    }
    ck_assert(ep_soup_find_solids(&soup, NULL) == EP_OK);
    expect_definition(&soup);
    solids += soup.solid_count;
    open += soup.solid_count == 0;
    ep_soup_clear(&soup);
  }
  ck_assert(ep_test_multiplier() < 1.0 || (solids > 500 && open > 20));
}

/// @}

/// In any order of triangles and vertices the same parts are found; twice the same, exactly.
EP_TEST(same_solids_in_any_order)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 9);
  ep_geometry_desc d = shape(EP_SHAPE_CYLINDER, 1, 1, 0);
  d.matrix = NULL;
  ep_soup ordered = soup_of(&d, 1e-3);
  pieces* p = begin();
  for (int32_t i = 0; i < ordered.vertex_count; ++i)
  {
    add_vertex(p, ordered.vertices + 3 * (size_t)i);
  }
  for (int32_t i = 0; i < ordered.triangle_count; ++i)
  {
    const int32_t* t = ordered.triangles + 3 * (size_t)i;
    add_triangle(p, t[0], t[1], t[2]);
  }
  for (int32_t i = p->desc.triangle_count - 1; i > 0; --i)
  {
    int32_t* a = p->triangles + 3 * (size_t)i;
    int32_t* b = p->triangles + 3 * ep_rng_int(&rng, 0, i);
    for (int k = 0; k < 3; ++k)
    {
      const int32_t swapped = a[k];
      a[k] = b[k];
      b[k] = swapped;
    }
  }
  ep_soup once = soup_of(&p->desc, 1e-3);
  ep_soup again = soup_of(&p->desc, 1e-3);
  ck_assert_int_eq(ordered.solid_count, 1);
  ck_assert_int_eq(once.solid_count, 1);
  ck_assert_mem_eq(ordered.solids, once.solids, sizeof(ep_solid));
  ck_assert_mem_eq(once.solids, again.solids, sizeof(ep_solid));
  ck_assert_mem_eq(once.solid_triangles, again.solid_triangles,
                   (size_t)once.triangle_count * sizeof(int32_t));
  ck_assert(ep_soup_find_solids(&again, NULL) == EP_OK); // replaces what there was
  ck_assert_mem_eq(once.solids, again.solids, sizeof(ep_solid));
  ep_soup_clear(&ordered);
  ep_soup_clear(&once);
  ep_soup_clear(&again);
}

EP_TEST(works_without_triangles)
{
  ep_soup soup = ep_soup_make((ep_allocator){NULL, NULL, NULL});
  ep_error error;
  ck_assert(ep_soup_find_solids(&soup, &error) == EP_OK && soup.solid_count == 0);
  ck_assert(error.status == EP_OK);
  ep_soup_clear(&soup);
}

/// A hundred thousand triangles with a vertex that all cells of the floor's border share.
EP_TEST(works_large_meshes)
{
  const int32_t side = 225;
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 10);
  double* heights = malloc((size_t)(side * side) * sizeof(double));
  for (int32_t i = 0; i < side * side; ++i)
  {
    heights[i] = ep_rng_uniform(&rng, -1.0, 1.0);
  }
  ep_geometry_desc d = heightfield();
  d.heights = heights;
  d.columns = d.rows = side;
  ep_soup soup = soup_of(&d, 1e-3);
  ck_assert_int_gt(soup.triangle_count, 100000);
  ck_assert_int_eq(soup.solid_count, 1);
  ck_assert_int_eq(soup.solids[0].triangle_count, soup.triangle_count);
  ep_soup_clear(&soup);
  free(heights);
}
