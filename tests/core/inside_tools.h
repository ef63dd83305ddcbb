/// @file inside_tools.h
/// What the tests of sides share: solids in trees, two independent answers (solid angles in long
/// double, rays in exact integers), meshes.
#ifndef EP_TEST_INSIDE_TOOLS_H
#define EP_TEST_INSIDE_TOOLS_H

#include "geo_inside.h"
#include "soup_tools.h"

#include <flint/fmpz.h>

#define PI_L 3.14159265358979323846264338327950288L

/// @name Bodies
/// @{

/// What the tree calls the body.
#define BODY_NAME 7

typedef struct body
{
  ep_soup soup;
  int32_t* solid_of;
  ep_bvh bvh;
  ep_outside* maps; ///< one a solid
  uint64_t** bits;  ///< of each map
} body;

static inline void map_solids(body* b)
{
  b->maps = calloc((size_t)b->soup.solid_count + 1, sizeof(ep_outside));
  b->bits = calloc((size_t)b->soup.solid_count + 1, sizeof(uint64_t*));
  for (int32_t i = 0; i < b->soup.solid_count; ++i)
  {
    const int32_t cells = ep_outside_cells(&b->soup.solids[i]);
    int32_t* scratch = malloc(ep_outside_scratch(cells) * sizeof(int32_t) + 1);
    memset(scratch, 0x55, ep_outside_scratch(cells) * sizeof(int32_t));
    b->bits[i] = calloc(ep_outside_words(cells) + 1, sizeof(uint64_t));
    ep_outside_build(&b->soup, i, b->bvh.origin, b->bits[i], scratch, &b->maps[i]);
    free(scratch);
  }
}

/// Lists and maps the solids and builds the tree, whose long triangles are cut up to `cut` times.
static inline body body_of_soup(ep_soup soup, const double origin[3], double cut)
{
  body b = {.soup = soup};
  ep_error error;
  ck_assert(ep_soup_find_solids(&b.soup, &error) == EP_OK);
  b.solid_of = malloc((size_t)b.soup.triangle_count * sizeof(int32_t));
  for (int32_t t = 0; t < b.soup.triangle_count; ++t)
  {
    b.solid_of[t] = EP_NO_SOLID;
  }
  for (int32_t i = 0; i < b.soup.solid_count; ++i)
  {
    const ep_solid* solid = &b.soup.solids[i];
    for (int32_t k = 0; k < solid->triangle_count; ++k)
    {
      b.solid_of[b.soup.solid_triangles[solid->first_triangle + k]] = i;
    }
  }
  const ep_soup* const soups[1] = {&b.soup};
  const int32_t names[1] = {BODY_NAME};
  ck_assert(ep_bvh_build(&b.bvh, soups, names, 1, origin, cut, b.soup.allocator, &error) == EP_OK);
  map_solids(&b);
  return b;
}

static inline body body_of(const ep_geometry_desc* shapes, int count)
{
  const double origin[3] = {0, 0, 0};
  ep_soup soup = ep_soup_make((ep_allocator){NULL, NULL, NULL});
  for (int i = 0; i < count; ++i)
  {
    add_shape(&soup, &shapes[i], 0.05);
  }
  return body_of_soup(soup, origin, 1.0);
}

static inline void clear(body* b)
{
  for (int32_t i = 0; i < b->soup.solid_count; ++i)
  {
    free(b->bits[i]);
  }
  free(b->bits);
  free(b->maps);
  ep_soup_clear(&b->soup);
  ep_bvh_clear(&b->bvh);
  free(b->solid_of);
}

static inline ep_solid_ref ref_of(const body* b, int32_t solid)
{
  ck_assert(solid < b->soup.solid_count);
  return (ep_solid_ref){&b->bvh, &b->soup, b->solid_of, BODY_NAME, solid, NULL};
}

/// p in the coordinates of the soup. Asked by rays alone and with the map, which may only say more.
static inline ep_side side_of(const body* b, int32_t solid, const double p[3])
{
  ep_solid_ref ref = ref_of(b, solid);
  double relative[3];
  ep_vec_madd(relative, p, -1.0, b->bvh.origin);
  const ep_side side = ep_solid_side(&ref, relative);
  ref.outside = &b->maps[solid];
  const ep_side mapped = ep_solid_side(&ref, relative);
  ck_assert_msg(mapped == side || (side == EP_SIDE_UNKNOWN && mapped == EP_SIDE_OUTSIDE),
                "side %d, but %d with the map, of %.17g %.17g %.17g", (int)side, (int)mapped, p[0],
                p[1], p[2]);
  return side;
}

/// How often the solid winds around p: the solid angle of its triangles over 4 pi.
/// Source  Van Oosterom and Strackee 1983, eq. 8.
static inline long double winding(const body* b, int32_t solid, const double p[3])
{
  const ep_solid* s = &b->soup.solids[solid];
  long double sum = 0.0L;
  for (int32_t i = 0; i < s->triangle_count; ++i)
  {
    long double v[3][3];
    long double length[3];
    long double n[3];
    for (int c = 0; c < 3; ++c)
    {
      corner_of(&b->soup, b->soup.solid_triangles[s->first_triangle + i], c, v[c]);
      for (int k = 0; k < 3; ++k)
      {
        v[c][k] -= p[k];
      }
      length[c] = sqrtl(dot(v[c], v[c]));
    }
    cross(n, v[1], v[2]);
    const long double below = length[0] * length[1] * length[2] + dot(v[0], v[1]) * length[2] +
                              dot(v[1], v[2]) * length[0] + dot(v[2], v[0]) * length[1];
    sum += 2.0L * atan2l(dot(v[0], n), below);
  }
  return sum / (4.0L * PI_L);
}

/// The side by the solid angle. Needs a mesh whose triangles turn the same way.
static inline ep_side true_side(const body* b, int32_t solid, const double p[3])
{
  const long double w = winding(b, solid, p);
  ck_assert_msg(fabsl(w - roundl(w)) < 1e-6L, "the solid winds %Lg times around a point", w);
  return lroundl(w) % 2 != 0 ? EP_SIDE_INSIDE : EP_SIDE_OUTSIDE;
}

/// Random points in the box around the solid, a little enlarged, against the solid angle; how many
/// were inside.
static inline int compare(const body* b, int32_t solid, ep_rng* rng, int points)
{
  const ep_solid* s = &b->soup.solids[solid];
  int inside = 0;
  for (int i = 0; i < points; ++i)
  {
    double p[3];
    for (int k = 0; k < 3; ++k)
    {
      const double more = 0.1 * (s->hi[k] - s->lo[k]);
      p[k] = ep_rng_uniform(rng, s->lo[k] - more, s->hi[k] + more);
    }
    const ep_side side = side_of(b, solid, p);
    ck_assert_msg(side == true_side(b, solid, p), "side %d of %.17g %.17g %.17g is wrong", side,
                  p[0], p[1], p[2]);
    inside += side == EP_SIDE_INSIDE;
  }
  return inside;
}

/// @}
/// @name The side in exact arithmetic
/// @{

typedef fmpz integer3[3];

/// Coordinates are integers in units of 2^-SCALE m: all above 2^-340 in size, and 0.
#define SCALE 400

/// out = value 2^shift, which is an integer.
static inline void set_scaled(fmpz_t out, double value, slong shift)
{
  int power;
  fmpz_set_d(out, ldexp(frexp(value, &power), 53));
  const slong up = shift + power - 53;
  if (up >= 0)
  {
    fmpz_mul_2exp(out, out, (ulong)up);
  }
  else
  {
    fmpz_tdiv_q_2exp(out, out, (ulong)-up);
  }
}

/// The sign of a . (b x c).
static inline int triple_sign(integer3 a, integer3 b, integer3 c)
{
  fmpz_t sum, term;
  fmpz_init(sum);
  fmpz_init(term);
  for (int k = 0; k < 3; ++k)
  {
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    fmpz_mul(term, &b[i], &c[j]);
    fmpz_submul(term, &b[j], &c[i]);
    fmpz_addmul(sum, &a[k], term);
  }
  const int sign = fmpz_sgn(sum);
  fmpz_clear(sum);
  fmpz_clear(term);
  return sign;
}

/// 1: the ray from the origin along d crosses the triangle; 0: it misses it; -1: it meets an edge,
/// or begins on the triangle. `v` relative to the ray's begin.
static inline int ray_crosses(integer3 v[3], integer3 d)
{
  int left = 0;
  int right = 0;
  for (int c = 0; c < 3; ++c)
  {
    const int sign = triple_sign(d, v[c], v[(c + 1) % 3]);
    left += sign > 0;
    right += sign < 0;
  }
  if (left > 0 && right > 0)
  {
    return 0;
  }
  const int depth = triple_sign(v[0], v[1], v[2]);
  if ((left < 3 && right < 3) || depth == 0)
  {
    return -1;
  }
  return (depth > 0) == (left == 3) ? 1 : 0;
}

/// No triangle at all: three corners on one line.
static inline bool is_flat(const body* b, int32_t t)
{
  integer3 edge[2];
  bool flat = true;
  for (int k = 0; k < 6; ++k)
  {
    const double* v = ep_soup_vertex(&b->soup, t, 0);
    const double* w = ep_soup_vertex(&b->soup, t, 1 + k / 3);
    fmpz_t from;
    fmpz_init(from);
    fmpz_init(&edge[k / 3][k % 3]);
    set_scaled(&edge[k / 3][k % 3], w[k % 3], SCALE);
    set_scaled(from, v[k % 3], SCALE);
    fmpz_sub(&edge[k / 3][k % 3], &edge[k / 3][k % 3], from);
    fmpz_clear(from);
  }
  for (int k = 0; k < 3 && flat; ++k)
  {
    integer3 axis = {0, 0, 0};
    axis[k] = 1;
    flat = triple_sign(axis, edge[0], edge[1]) == 0;
  }
  for (int k = 0; k < 6; ++k)
  {
    fmpz_clear(&edge[k / 3][k % 3]);
  }
  return flat;
}

/// Crossings of a ray along d, or -1 if one of them is not clear. Flat triangles do not count:
/// their edges belong to others.
static inline int count_crossings(const body* b, int32_t solid, const double p[3], integer3 d)
{
  const ep_solid* s = &b->soup.solids[solid];
  int crossings = 0;
  integer3 v[3];
  fmpz_t from;
  fmpz_init(from);
  for (int k = 0; k < 9; ++k)
  {
    fmpz_init(&v[k / 3][k % 3]);
  }
  for (int32_t i = 0; i < s->triangle_count && crossings >= 0; ++i)
  {
    const int32_t t = b->soup.solid_triangles[s->first_triangle + i];
    for (int k = 0; k < 9; ++k)
    {
      set_scaled(&v[k / 3][k % 3], ep_soup_vertex(&b->soup, t, k / 3)[k % 3], SCALE);
      set_scaled(from, p[k % 3], SCALE);
      fmpz_sub(&v[k / 3][k % 3], &v[k / 3][k % 3], from);
    }
    const int answer = ray_crosses(v, d);
    crossings = answer >= 0 ? crossings + answer : is_flat(b, t) ? crossings : -1;
  }
  for (int k = 0; k < 9; ++k)
  {
    fmpz_clear(&v[k / 3][k % 3]);
  }
  fmpz_clear(from);
  return crossings;
}

/// The side without any rounding; unknown means on the surface. Needs a tree about (0, 0, 0).
static inline ep_side exact_side(const body* b, int32_t solid, const double p[3], ep_rng* rng)
{
  for (int i = 0; i < 20; ++i)
  {
    integer3 d;
    for (int k = 0; k < 3; ++k)
    {
      fmpz_init_set_si(&d[k], (slong)ep_rng_int(rng, -1000000, 1000000));
    }
    const int crossings = count_crossings(b, solid, p, d);
    if (crossings >= 0)
    {
      return crossings % 2 != 0 ? EP_SIDE_INSIDE : EP_SIDE_OUTSIDE;
    }
  }
  return EP_SIDE_UNKNOWN;
}

/// @}
/// @name Meshes
/// @{

typedef struct mesh
{
  double vertices[3 * 8192];
  int32_t triangles[3 * 16384];
  int32_t vertex_count;
  int32_t triangle_count;
} mesh;

static mesh m; ///< the one that is being made

static inline int32_t vertex(double x, double y, double z)
{
  double* v = m.vertices + 3 * (size_t)m.vertex_count;
  v[0] = x;
  v[1] = y;
  v[2] = z;
  return m.vertex_count++;
}

static inline void triangle(int32_t a, int32_t b, int32_t c)
{
  int32_t* t = m.triangles + 3 * (size_t)m.triangle_count++;
  t[0] = a;
  t[1] = b;
  t[2] = c;
}

static inline ep_geometry_desc shape_of_mesh(void)
{
  ep_geometry_desc d = ep_geometry_default();
  d.vertices = m.vertices;
  d.vertex_count = m.vertex_count;
  d.triangles = m.triangles;
  d.triangle_count = m.triangle_count;
  return d;
}

/// A grid that closes both ways: a torus, its tube's radius bent by `bend`.
static inline void make_torus(ep_rng* rng, int32_t n, double bend)
{
  m.vertex_count = m.triangle_count = 0;
  for (int32_t i = 0; i < n * n; ++i)
  {
    const double u = 2.0 * EP_PI * (i / n) / n;
    const double v = 2.0 * EP_PI * (i % n) / n;
    const double r = 1.0 + bend * ep_rng_uniform(rng, -1.0, 1.0);
    vertex((3.0 + r * cos(v)) * cos(u), (3.0 + r * cos(v)) * sin(u), r * sin(v));
  }
  for (int32_t i = 0; i < n * n; ++i)
  {
    const int32_t right = i / n * n + (i + 1) % n;
    const int32_t up = (i + n) % (n * n);
    const int32_t both = (right + n) % (n * n);
    triangle(i, right, both);
    triangle(i, both, up);
  }
}

/// A prism of a polygon in xz, any shape; its caps are fans, which may fold over themselves.
static inline void make_prism(const double (*polygon)[2], int32_t n, double depth)
{
  m.vertex_count = m.triangle_count = 0;
  for (int32_t i = 0; i < 2 * n; ++i)
  {
    vertex(polygon[i % n][0], i < n ? -depth : depth, polygon[i % n][1]);
  }
  for (int32_t i = 0; i < n; ++i)
  {
    const int32_t j = (i + 1) % n;
    triangle(i, j, n + j);
    triangle(i, n + j, n + i);
    if (i > 0 && j > 0)
    {
      triangle(0, j, i);
      triangle(n, n + i, n + j);
    }
  }
}

static inline void put_anywhere(ep_rng* rng, ep_geometry_desc* d)
{
  for (int k = 0; k < 4; ++k)
  {
    d->pose.rotation[k] = ep_rng_normal(rng);
    d->pose.position[k % 3] = ep_rng_uniform(rng, -20.0, 20.0);
    d->scale[k % 3] = ep_rng_log_uniform(rng, 0.1, 10.0);
  }
}

/// @}

#endif
