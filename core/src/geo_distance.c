/// @file geo_distance.c
/// The difference of two triangles, all x - y with x in a and y in b, is the convex hull of nine
/// corners a_i - b_k, and the distance is that of its nearest point to the origin. A short search
/// finds that point; where rounding led it astray, all pairs of features are tried. How the points
/// and directions were found does not matter: any two points of the triangles bound the distance
/// from above, any direction bounds it from below (proofs.md G1, G2).
#include "geo_distance.h"

/// How far apart, in sizes of the pair, the two bounds may be before more work is spent. Rounding
/// alone makes up to 106 u = 1.2e-14 (proofs.md G4).
#define GOOD_ENOUGH 0x1p-45
/// At least what underflow can take from a length: squares below 2^-1074 are lost. Metres.
#define LOST_LENGTH 1e-150
/// Corners that the search may take in; it seldom needs more than four.
#define STEPS 16

/// Both triangles about the first corner of b: off by at most u of each coordinate.
typedef struct pair
{
  double p[2][3][3];
  double size; ///< largest magnitude of the coordinates
} pair;

/// A point on each triangle: the weights of its corners, none negative.
typedef struct spot
{
  double weight[2][3];
} spot;

/// The best so far.
typedef struct answer
{
  double upper;
  double lower;
  spot at;
} answer;

static void pair_make(pair* t, const double a[3][3], const double b[3][3])
{
  double size = 0.0;
  for (int i = 0; i < 3; ++i)
  {
    for (int x = 0; x < 3; ++x)
    {
      t->p[0][i][x] = a[i][x] - b[0][x];
      t->p[1][i][x] = b[i][x] - b[0][x];
      size = ep_max(size, ep_max(fabs(t->p[0][i][x]), fabs(t->p[1][i][x])));
    }
  }
  t->size = size;
}

static inline void subtract(double out[3], const double a[3], const double b[3])
{
  ep_vec_madd(out, a, -1.0, b);
}

/// @name Bounds
/// @{

/// Claim     result <= n.(x - y) / |n| for every x in a and y in b.
/// Needs     n finite; zero proves nothing: -infinity.
/// Why       linear, so the least is at corners. n is scaled first, its rounding only makes another
///           direction.
/// Rounding  a coordinate u, a dot product 3 u of T = size |n|_1, both twice, two differences at
///           most 2 u T each: 12 u T; 2^-49 = 16 u. |n| is off by 3 u: 2^-50. proofs.md G2.
static double gap_down(const pair* t, const double n[3])
{
  const double scale = ep_max(fabs(n[0]), ep_max(fabs(n[1]), fabs(n[2])));
  if (!(scale > 0.0))
  {
    return -EP_INFINITY;
  }
  const double d[3] = {n[0] / scale, n[1] / scale, n[2] / scale};
  double least = EP_INFINITY;
  double most = -EP_INFINITY;
  for (int i = 0; i < 3; ++i)
  {
    least = ep_min(least, ep_vec_dot(d, t->p[0][i]));
    most = ep_max(most, ep_vec_dot(d, t->p[1][i]));
  }
  const double terms = t->size * (fabs(d[0]) + fabs(d[1]) + fabs(d[2]));
  const double gap = (least - most) - (terms * 0x1p-49 + EP_TINY);
  const double length = ep_vec_length(d);
  return ep_down(gap / (gap > 0.0 ? length * (1.0 + 0x1p-50) : length * (1.0 - 0x1p-50)));
}

/// The point of a triangle with those weights, whose sum is 1.
static inline void point_of(double out[3], const double corner[3][3], const double weight[3])
{
  for (int x = 0; x < 3; ++x)
  {
    out[x] = weight[0] * corner[0][x] + weight[1] * corner[1][x] + weight[2] * corner[2][x];
  }
}

/// Claim     there are x in a and y in b with |x - y| <= result.
/// Needs     weights that are not negative, of sum 1 up to 3 u; or NaN: infinity.
/// Why       x, y: the points with those weights over their exact sum, in exact arithmetic.
/// Rounding  a coordinate of x: 3 u of the sum, 3 u for the weights, u for the corners, of the
/// size;
///           with y's 14 u, as a length 25 u: 2^-48 = 32 u is added. The length 5 u: 2^-50 = 8 u.
///           proofs.md G1.
static double distance_up(const pair* t, const spot* at)
{
  double x[3];
  double y[3];
  double way[3];
  point_of(x, t->p[0], at->weight[0]);
  point_of(y, t->p[1], at->weight[1]);
  subtract(way, x, y);
  return ep_up(ep_vec_length(way) * (1.0 + 0x1p-50) + (t->size * 0x1p-48 + LOST_LENGTH));
}

static inline void divide_by_sum(double weight[3])
{
  const double sum = weight[0] + weight[1] + weight[2];
  weight[0] /= sum;
  weight[1] /= sum;
  weight[2] /= sum;
}

/// Keeps what two points and a direction prove beyond what is known. True if that is enough.
static bool improve(answer* best, const pair* t, spot* at, const double n[3])
{
  divide_by_sum(at->weight[0]);
  divide_by_sum(at->weight[1]);
  const double upper = distance_up(t, at);
  if (upper < best->upper)
  {
    best->upper = upper;
    best->at = *at;
  }
  best->lower = ep_max(best->lower, gap_down(t, n));
  return best->upper - best->lower <= t->size * GOOD_ENOUGH + 2.0 * LOST_LENGTH;
}

/// @}
/// @name The search
/// @{

/// A corner a_i - b_k of the difference.
typedef struct corner
{
  double w[3];
  int of[2];
} corner;

/// Up to four corners and their weights; near is the point of them nearest to the origin.
typedef struct simplex
{
  corner c[4];
  double weight[4];
  int count;
  double near[3];
} simplex;

/// The corner that is least in direction n. Returns n.w.
static inline double support(const pair* t, const double n[3], corner* c)
{
  double least = ep_vec_dot(n, t->p[0][0]);
  double most = ep_vec_dot(n, t->p[1][0]);
  c->of[0] = c->of[1] = 0;
  for (int i = 1; i < 3; ++i)
  {
    const double a = ep_vec_dot(n, t->p[0][i]);
    const double b = ep_vec_dot(n, t->p[1][i]);
    c->of[0] = a < least ? i : c->of[0];
    c->of[1] = b > most ? i : c->of[1];
    least = ep_min(least, a);
    most = ep_max(most, b);
  }
  subtract(c->w, t->p[0][c->of[0]], t->p[1][c->of[1]]);
  return least - most;
}

static bool has(const simplex* s, const corner* c)
{
  bool found = false;
  for (int k = 0; k < s->count; ++k)
  {
    found = found || (s->c[k].of[0] == c->of[0] && s->c[k].of[1] == c->of[1]);
  }
  return found;
}

/// The nearest point of the line of two corners, and the weights; it is made orthogonal twice.
static bool solve_line(const double a[3], const double d[3], double weight[4], double near[3])
{
  const double inverse = 1.0 / ep_vec_dot(d, d);
  const double k = -ep_vec_dot(d, a) * inverse;
  ep_vec_madd(near, a, k, d);
  const double more = -ep_vec_dot(d, near) * inverse;
  ep_vec_madd(near, near, more, d);
  weight[1] = k + more;
  weight[0] = 1.0 - weight[1];
  return inverse <= DBL_MAX;
}

/// The weights of the point of the corners' flat that is nearest to the origin, some of them maybe
/// negative. Fast, not careful: false where the flat is flatter than it should be.
static inline bool solve(simplex* s, double weight[4])
{
  double d[3][3];
  double n[3];
  double side[3];
  const double* a = s->c[0].w;
  for (int k = 1; k < s->count; ++k)
  {
    subtract(d[k - 1], s->c[k].w, a);
  }
  if (s->count <= 2)
  {
    weight[0] = 1.0;
    ep_vec_copy(s->near, a);
    return s->count == 1 || solve_line(a, d[0], weight, s->near);
  }
  const bool plane = s->count == 3;
  ep_vec_cross(n, d[0], d[1]);
  const double inverse = 1.0 / ep_vec_dot(n, plane ? n : d[2]);
  const double height = ep_vec_dot(n, a) * inverse;
  ep_vec_cross(side, a, plane ? n : d[2]);
  weight[1] = ep_vec_dot(side, d[1]) * inverse;
  weight[2] = -ep_vec_dot(side, d[0]) * inverse;
  weight[3] = plane ? 0.0 : -height;
  weight[0] = 1.0 - weight[1] - weight[2] - weight[3];
  const double up = plane ? height : 0.0; // four corners span all of space
  s->near[0] = up * n[0];
  s->near[1] = up * n[1];
  s->near[2] = up * n[2];
  return fabs(inverse) <= DBL_MAX;
}

/// Moves to the nearest point of the simplex, dropping the corners that it does not need. False
/// where it could not.
static bool descend(simplex* s)
{
  double goal[4];
  while (solve(s, goal))
  {
    int first = -1; // whose weight is the first to vanish on the way to the goal
    double way = 1.0;
    for (int k = 0; k < s->count; ++k)
    {
      if (goal[k] <= 0.0)
      {
        const double share = s->weight[k] > 0.0 ? s->weight[k] / (s->weight[k] - goal[k]) : 0.0;
        first = first < 0 || share < way ? k : first;
        way = ep_min(way, share);
      }
    }
    for (int k = 0; k < s->count; ++k)
    {
      s->weight[k] = first < 0 ? goal[k] : s->weight[k] + way * (goal[k] - s->weight[k]);
    }
    if (first < 0)
    {
      return true;
    }
    s->count -= 1;
    s->c[first] = s->c[s->count];
    s->weight[first] = s->weight[s->count];
  }
  return false;
}

/// Claim     none: a guess at the nearest point, which improve() judges.
/// Why       the corner that lies farthest towards the origin joins the simplex, whose nearest
/// point
///           is found next, until no corner is nearer by a part that counts. proofs.md G3.
/// Source    Wolfe 1976, "Finding the nearest point in a polytope", with the support function of
///           Gilbert, Johnson and Keerthi 1988.
static void search(const pair* t, simplex* s)
{
  const double enough = t->size * (0.5 * GOOD_ENOUGH);
  s->c[0].of[0] = s->c[0].of[1] = 0;
  subtract(s->c[0].w, t->p[0][0], t->p[1][0]);
  s->count = 1;
  s->weight[0] = 1.0;
  ep_vec_copy(s->near, s->c[0].w);
  double before = EP_INFINITY;
  for (int step = 0; step < STEPS; ++step)
  {
    corner c;
    const double square = ep_vec_dot(s->near, s->near);
    const double least = support(t, s->near, &c);
    if (square - least <= enough * sqrt(square) || square >= before || has(s, &c))
    {
      return;
    }
    before = square;
    s->c[s->count] = c;
    s->weight[s->count++] = 0.0;
    if (!descend(s) || s->count == 4) // four: the origin is among them, the triangles intersect
    {
      return;
    }
  }
}

/// The points that the simplex stands for. Weights below zero, which rounding makes, become zero.
static spot spot_of(const simplex* s)
{
  spot at = {{{0.0}}};
  for (int k = 0; k < s->count; ++k)
  {
    const double weight = ep_max(0.0, s->weight[k]);
    at.weight[0][s->c[k].of[0]] += weight;
    at.weight[1][s->c[k].of[1]] += weight;
  }
  return at;
}

/// @}
/// @name Nearest points of flats
/// @{

/// A point of the difference and up to three directions that span a flat through it.
typedef struct flat
{
  double from[3];
  double along[3][3];
  int count;
} flat;

/// The flat's nearest point to the origin: from + sum of k_m along_m.
typedef struct foot
{
  double point[3];
  double k[3];
} foot;

/// out -= its part along q, whose squared length is 1 / inverse. Returns the factor of q.
static inline double take_away(double out[3], const double q[3], double inverse)
{
  const double k = ep_vec_dot(out, q) * inverse;
  ep_vec_madd(out, out, -k, q);
  return k;
}

/// Orthogonal directions by Gram and Schmidt, all parts taken away twice, so that the foot is
/// orthogonal to the directions up to a few u of its own length, however near it is and however
/// nearly parallel they are. One that the others span up to rounding is left out: its k is 0. G4.
static foot foot_of(const flat* f)
{
  double q[3][3];
  double inverse[3];
  double r[3][3] = {{0.0}}; // along_m = q_m + sum of r[j][m] q_j, j < m
  foot out = {{f->from[0], f->from[1], f->from[2]}, {0.0}};
  for (int m = 0; m < f->count; ++m)
  {
    ep_vec_copy(q[m], f->along[m]);
    for (int j = 0; j < 2 * m; ++j)
    {
      r[j % m][m] += take_away(q[m], q[j % m], inverse[j % m]);
    }
    const double left = ep_vec_dot(q[m], q[m]);
    const bool spanned = left <= ep_vec_dot(f->along[m], f->along[m]) * 0x1p-100;
    inverse[m] = spanned ? 0.0 : 1.0 / left;
  }
  for (int m = 0; m < 2 * f->count; ++m)
  {
    out.k[m % f->count] -= take_away(out.point, q[m % f->count], inverse[m % f->count]);
  }
  for (int m = f->count - 1; m >= 0; --m)
  {
    for (int j = m + 1; j < f->count; ++j)
    {
      out.k[m] -= r[m][j] * out.k[j];
    }
  }
  return out;
}

/// @}
/// @name All features
/// @{

/// The search's last flat once more, with care.
static bool try_again(answer* best, const pair* t, const simplex* s)
{
  flat f;
  f.count = s->count - 1;
  ep_vec_copy(f.from, s->c[0].w);
  for (int k = 0; k < f.count; ++k)
  {
    subtract(f.along[k], s->c[k + 1].w, s->c[0].w);
  }
  const foot nearest = foot_of(&f);
  simplex other = *s;
  other.weight[0] = 1.0;
  for (int k = 0; k < f.count; ++k)
  {
    other.weight[k + 1] = nearest.k[k];
    other.weight[0] -= nearest.k[k];
  }
  spot at = spot_of(&other);
  return improve(best, t, &at, nearest.point);
}

/// How many edges of each triangle, from one of its corners, span a flat of the difference: a
/// corner has none, a face two. The nearest points are of one of these kinds; where the triangles
/// intersect, an edge meets a face.
static const int kinds[8][2] = {{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {0, 0}, {2, 1}, {1, 2}};

/// Weights of corner i and the two after it, for a point k_0, k_1 along the edges to them; moved
/// into the triangle where it is outside.
static void weigh(double weight[3], int i, const double k[2])
{
  const double second = ep_max(0.0, ep_min(k[0], 1.0));
  const double third = ep_max(0.0, ep_min(k[1], 1.0 - second));
  weight[i] = 1.0 - second - third;
  weight[(i + 1) % 3] = second;
  weight[(i + 2) % 3] = third;
}

/// The flat of a kind at corner a_i - b_j: its nearest point, and the direction to it.
static bool try_flat(answer* best, const pair* t, const int edges[2], const int at[2])
{
  flat f;
  f.count = 0;
  subtract(f.from, t->p[0][at[0]], t->p[1][at[1]]);
  for (int side = 0; side < 2; ++side)
  {
    const double(*p)[3] = t->p[side];
    for (int m = 1; m <= edges[side]; ++m)
    {
      const double* to = p[(at[side] + m) % 3];
      subtract(f.along[f.count++], side == 0 ? to : p[at[1]], side == 0 ? p[at[0]] : to);
    }
  }
  const foot nearest = foot_of(&f);
  spot s;
  for (int side = 0, m = 0; side < 2; ++side)
  {
    double k[2] = {0.0, 0.0};
    for (int e = 0; e < edges[side]; ++e)
    {
      k[e] = nearest.k[m++];
    }
    weigh(s.weight[side], at[side], k);
  }
  return improve(best, t, &s, nearest.point);
}

static void try_all(answer* best, const pair* t)
{
  for (int kind = 0; kind < 8; ++kind)
  {
    const int* edges = kinds[kind];
    for (int k = 0; k < 9; ++k)
    {
      const int at[2] = {k / 3, k % 3};
      const bool again = (edges[0] == 2 && at[0] > 0) || (edges[1] == 2 && at[1] > 0);
      if (!again && try_flat(best, t, edges, at))
      {
        return;
      }
    }
  }
}

/// @}

static ep_part part_of(const double weight[3])
{
  return (ep_part)((weight[0] > 0.0) + (weight[1] > 0.0) + (weight[2] > 0.0));
}

void ep_triangle_closest(const double a[3][3], const double b[3][3], ep_closest* closest)
{
  pair t;
  simplex s;
  pair_make(&t, a, b);
  search(&t, &s);
  answer best = {EP_INFINITY, 0.0, {{{0.0}}}};
  spot at = spot_of(&s);
  if (!improve(&best, &t, &at, s.near) && !try_again(&best, &t, &s))
  {
    try_all(&best, &t);
  }
  EP_ASSERT(best.lower >= 0.0 && best.lower <= best.upper);
  closest->upper = best.upper;
  closest->lower = best.lower;
  point_of(closest->point[0], a, best.at.weight[0]);
  point_of(closest->point[1], b, best.at.weight[1]);
  closest->part[0] = part_of(best.at.weight[0]);
  closest->part[1] = part_of(best.at.weight[1]);
}

double ep_triangle_gap_down(const double a[3][3], const double b[3][3], const double n[3])
{
  pair t;
  if (!ep_vec_is_finite(n))
  {
    return -EP_INFINITY;
  }
  pair_make(&t, a, b);
  return gap_down(&t, n);
}
