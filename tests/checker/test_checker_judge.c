/// @file test_checker_judge.c
/// Who judges the judge? Known distances, distances to dense grids of points, and edges whose least
/// distance is known. Nothing here needs a world or a checker.
#include "brute.h"
#include "ep_test.h"

#include <math.h>

static brute_triangle triangle(double ax, double ay, double az, double bx, double by, double bz,
                               double cx, double cy, double cz)
{
  return (brute_triangle){{{ax, ay, az}, {bx, by, bz}, {cx, cy, cz}}, 0.0};
}

/// Corners within `spread` of a random centre; often thin, sometimes a segment or a point.
static brute_triangle random_triangle(ep_rng* rng, double spread)
{
  brute_triangle t = {.radius = 0.0};
  const int64_t kind = ep_rng_int(rng, 0, 9);
  const double along = ep_rng_uniform(rng, -0.5, 1.5);
  const double thin = kind < 3 ? ep_rng_log_uniform(rng, 1e-9, 1e-2) : 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const double centre = ep_rng_uniform(rng, -1.0, 1.0);
    for (int c = 0; c < 3; ++c)
    {
      t.v[c][k] = centre + ep_rng_uniform(rng, -spread, spread);
    }
    if (kind < 5) // along an edge, exactly or nearly
    {
      t.v[2][k] = t.v[0][k] + along * (t.v[1][k] - t.v[0][k]) + thin * ep_rng_normal(rng);
    }
    if (kind == 5)
    {
      t.v[1][k] = t.v[2][k] = t.v[0][k];
    }
  }
  return t;
}

#define GRID 12

/// The points of a triangle on a grid of weights, GRID to an edge.
static int grid_points(const brute_triangle* t, double points[][3])
{
  int count = 0;
  for (int i = 0; i <= GRID; ++i)
  {
    for (int j = 0; i + j <= GRID; ++j, ++count)
    {
      for (int k = 0; k < 3; ++k)
      {
        points[count][k] =
            ((GRID - i - j) * t->v[0][k] + i * t->v[1][k] + j * t->v[2][k]) / (double)GRID;
      }
    }
  }
  return count;
}

static double between_points(const double a[3], const double b[3])
{
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
              (a[2] - b[2]) * (a[2] - b[2]));
}

static double longest_edge(const brute_triangle* t)
{
  const double a = between_points(t->v[0], t->v[1]);
  const double b = between_points(t->v[1], t->v[2]);
  return fmax(a, fmax(b, between_points(t->v[2], t->v[0])));
}

EP_TEST(works_judge_knows_simple_distances)
{
  const brute_triangle floor = triangle(0, 0, 0, 4, 0, 0, 0, 4, 0);
  const struct
  {
    brute_triangle other;
    double distance;
  } cases[] = {
      {triangle(1, 1, 2, 2, 1, 3, 1, 2, 3), 2.0},                    // corner above the face
      {triangle(-3, 1, 0, -4, 1, 0, -3, 2, 0), 3.0},                 // beside, in the plane
      {triangle(1, -1, 1, 1, -3, 1, 1, -1, 3), 1.41421356237309505}, // edge against edge
      {triangle(1, 1, -1, 1, 1, 1, 1, 2, 5), 0.0},                   // through the face
      {triangle(1, 1, 0, 2, 1, 0, 1, 2, 0), 0.0},                    // in the face
      {triangle(-9, -9, 0, 30, -9, 0, -9, 30, 0), 0.0},              // around it, in the plane
      {triangle(4, 0, 0, 5, 0, 1, 5, 0, -1), 0.0},                   // at a corner
      {triangle(1, 1, 2, 1, 1, 2, 1, 1, 2), 2.0},                    // a point
      {triangle(1, -2, 1, 1, 9, 1, 1, 3, 1), 1.0},                   // a segment
      {triangle(1, 1, -1, 1, 1, 1, 1, 1, 0.5), 0.0},                 // a segment through the face
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
  {
    ck_assert_double_eq_tol(brute_triangle_distance(&floor, &cases[i].other), cases[i].distance,
                            1e-14);
    ck_assert_double_eq_tol(brute_triangle_distance(&cases[i].other, &floor), cases[i].distance,
                            1e-14);
  }
  brute_triangle ball = cases[7].other;
  ball.radius = 0.5;
  ck_assert_double_eq_tol(brute_triangle_distance(&floor, &ball), 1.5, 1e-14);
  ball.radius = 2.5;
  ck_assert(brute_triangle_distance(&floor, &ball) == 0.0);
}

/// Never above the nearest two grid points, and below them by no more than the grid is coarse.
EP_TEST(works_judge_agrees_with_grids_of_points)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 100);
  static double pa[(GRID + 1) * (GRID + 2) / 2][3], pb[(GRID + 1) * (GRID + 2) / 2][3];
  for (int64_t i = 0, n = ep_test_trials(3000); i < n; ++i)
  {
    const double spread = ep_rng_log_uniform(&rng, 0.01, 2.0);
    const brute_triangle a = random_triangle(&rng, spread);
    const brute_triangle b = random_triangle(&rng, spread);
    const int na = grid_points(&a, pa);
    const int nb = grid_points(&b, pb);
    double grid = (double)INFINITY;
    for (int j = 0; j < na * nb; ++j)
    {
      grid = fmin(grid, between_points(pa[j / nb], pb[j % nb]));
    }
    const double d = brute_triangle_distance(&a, &b);
    const double coarse = (longest_edge(&a) + longest_edge(&b)) / GRID;
    ck_assert_msg(d <= grid + 1e-14, "trial %d: %.17g above %.17g", (int)i, d, grid);
    ck_assert_msg(d >= grid - coarse, "trial %d: %.17g far below %.17g", (int)i, d, grid);
    ck_assert(fabs(d - brute_triangle_distance(&b, &a)) < 1e-12);
  }
}

/// Twice the area over the longest edge.
static double height_of(const brute_triangle* t)
{
  double u[3], v[3];
  for (int k = 0; k < 3; ++k)
  {
    u[k] = t->v[1][k] - t->v[0][k];
    v[k] = t->v[2][k] - t->v[0][k];
  }
  const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                       u[0] * v[1] - u[1] * v[0]};
  return sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / (longest_edge(t) + 1e-300);
}

/// Two triangles through a common point intersect. Needles may be judged off by their thickness.
EP_TEST(works_judge_sees_crossings)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 101);
  for (int64_t i = 0, n = ep_test_trials(20000); i < n; ++i)
  {
    brute_triangle t[2];
    double weight[2][3];
    for (int s = 0; s < 2; ++s)
    {
      t[s] = random_triangle(&rng, ep_rng_log_uniform(&rng, 1e-3, 10.0));
      weight[s][0] = ep_rng_uniform(&rng, 0.0, 1.0);
      weight[s][1] = ep_rng_uniform(&rng, 0.0, 1.0 - weight[s][0]);
      weight[s][2] = 1.0 - weight[s][0] - weight[s][1];
    }
    for (int k = 0; k < 3; ++k) // shift the second so that the two weighted points meet
    {
      double shift = 0.0;
      for (int c = 0; c < 3; ++c)
      {
        shift += weight[0][c] * t[0].v[c][k] - weight[1][c] * t[1].v[c][k];
      }
      for (int c = 0; c < 3; ++c)
      {
        t[1].v[c][k] += shift;
      }
    }
    const double d = brute_triangle_distance(&t[0], &t[1]);
    const bool needle = fmin(height_of(&t[0]), height_of(&t[1])) < 1e-5;
    ck_assert_msg(d < (needle ? 1e-6 : 1e-10), "trial %d: %g", (int)i, d);
  }
}

/// Twelve triangles of a box, corners by the bits of their number.
static void box_triangles(double x, double y, double z, brute_triangle out[12])
{
  static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                  {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  const double half[3] = {0.5 * x, 0.5 * y, 0.5 * z};
  for (int i = 0; i < 12; ++i)
  {
    const int* f = faces[i / 2];
    const int corner[3] = {f[0], i % 2 == 0 ? f[1] : f[2], i % 2 == 0 ? f[2] : f[3]};
    for (int c = 0; c < 3; ++c)
    {
      for (int k = 0; k < 3; ++k)
      {
        out[i].v[c][k] = ((corner[c] >> k) & 1) != 0 ? half[k] : -half[k];
      }
    }
    out[i].radius = 0.0;
  }
}

EP_TEST(works_judge_knows_inside_from_outside)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 102);
  brute_triangle box[12];
  box_triangles(2.0, 1.0, 0.5, box);
  for (int i = 0; i < 2000; ++i)
  {
    double p[3];
    const double half[3] = {1.0, 0.5, 0.25};
    bool inside = true;
    for (int k = 0; k < 3; ++k)
    {
      p[k] = ep_rng_uniform(&rng, -1.5, 1.5) * half[k];
      inside = inside && fabs(p[k]) < half[k];
    }
    ck_assert_double_eq_tol(fabs(brute_winding(p, box, 12)), inside ? 1.0 : 0.0, 1e-9);
  }
}

/// A machine that slides along x, in a world of the judge.
typedef struct rail
{
  ep_machine* machine;
  ep_edge* edge;
  brute_world world;
  int32_t link;
} rail;

static void rail_make(rail* r, double from, double to)
{
  ep_link_desc link = ep_link_default();
  link.name = "cart";
  link.joint = EP_JOINT_PRISMATIC;
  ep_machine_desc desc = ep_machine_default();
  desc.links = &link;
  desc.link_count = 1;
  ck_assert(ep_machine_create(&desc, &r->machine, NULL) == EP_OK);
  ck_assert(ep_edge_create(r->machine, &r->edge, NULL) == EP_OK);
  ck_assert(ep_edge_set(r->edge, &from, &to, NULL) == EP_OK);
  brute_triangle box[12];
  box_triangles(0.01, 0.2, 0.2, box);
  brute_begin(&r->world);
  brute_add_machine(&r->world, r->machine);
  r->link = brute_add_body(&r->world, 0, 0);
  brute_add_piece(&r->world, r->link, box, 12, true);
}

static void rail_end(rail* r)
{
  brute_end(&r->world);
  ep_edge_destroy(r->edge);
  ep_machine_destroy(r->machine);
}

/// A blade of 1 cm passes a wire over 20 m: 5 cm between samples, so only refining finds it.
EP_TEST(works_judge_refines_around_minima)
{
  static rail r;
  rail_make(&r, 0.0, 20.0);
  const int32_t wire = brute_add_body(&r.world, BRUTE_STATIC, 0);
  const brute_triangle thread = triangle(7.325, -1, 0, 7.325, 1, 0, 7.325, 0, 0);
  brute_add_piece(&r.world, wire, &thread, 1, false);
  brute_check_pair(&r.world, r.link, wire, true, 0.0);
  brute_hit hit;
  ck_assert(brute_edge_min_distance(&r.world, &r.edge, 1.0, 400, 0.2, &hit) <= 0.0);
  ck_assert_double_eq_tol(20.0 * hit.t, 7.325, 0.0051);
  ck_assert(hit.body[0] == r.link && hit.body[1] == wire && !hit.inside);
  ck_assert(brute_edge_min_distance(&r.world, &r.edge, 0.3, 400, 0.2, &hit) == 0.2);
  ck_assert_double_eq_tol(brute_distance_at(&r.world, &r.edge, 0.25, r.link, wire), 2.32, 1e-12);
  rail_end(&r);
}

/// Beside the wire by 3 cm, which is a collision only with a larger clearance.
EP_TEST(works_judge_subtracts_the_clearance)
{
  static rail r;
  rail_make(&r, 0.0, 20.0);
  const int32_t wire = brute_add_body(&r.world, BRUTE_STATIC, 0);
  const brute_triangle thread = triangle(7.0, -1, 0.13, 7.0, 1, 0.13, 7.0, 0, 0.13);
  brute_add_piece(&r.world, wire, &thread, 1, false);
  brute_hit hit;
  brute_check_pair(&r.world, r.link, wire, true, 0.02);
  const double margin = brute_edge_min_distance(&r.world, &r.edge, 1.0, 400, 0.2, &hit);
  ck_assert_double_eq_tol(margin, 0.01, 1e-12);
  ck_assert_double_eq_tol(hit.distance, 0.03, 1e-12);
  brute_check_pair(&r.world, r.link, wire, true, 0.031);
  ck_assert(brute_edge_min_distance(&r.world, &r.edge, 1.0, 400, 0.2, &hit) <= 0.0);
  brute_check_pair(&r.world, r.link, wire, false, 5.0);
  ck_assert(brute_edge_min_distance(&r.world, &r.edge, 1.0, 400, 0.2, &hit) == 0.2);
  rail_end(&r);
}

EP_TEST(works_judge_sees_containment)
{
  static rail r;
  rail_make(&r, -0.5, 0.5);
  brute_triangle hull[12];
  box_triangles(3.0, 3.0, 3.0, hull);
  const int32_t closed = brute_add_body(&r.world, BRUTE_STATIC, 0);
  brute_add_piece(&r.world, closed, hull, 12, true);
  brute_check_pair(&r.world, r.link, closed, true, 0.0);
  brute_hit hit;
  ck_assert(brute_edge_min_distance(&r.world, &r.edge, 1.0, 50, 0.1, &hit) <= 0.0);
  ck_assert(hit.inside && hit.distance == 0.0);
  brute_check_pair(&r.world, r.link, closed, false, 0.0);
  const int32_t open = brute_add_body(&r.world, BRUTE_STATIC, 0);
  brute_add_piece(&r.world, open, hull, 10, false);
  brute_check_pair(&r.world, r.link, open, true, 0.0);
  ck_assert(brute_edge_min_distance(&r.world, &r.edge, 1.0, 50, 0.1, &hit) == 0.1);
  rail_end(&r);
}
