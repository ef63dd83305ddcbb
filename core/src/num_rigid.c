/// @file num_rigid.c
#include "num_rigid.h"
#include "num_vec.h"

#include <string.h>

/// @name Lanes
/// @{

#define TERMS EP_TAYLOR_TERMS
/// Terms of a product of two cubics.
#define PRODUCT_TERMS (2 * TERMS - 1)

typedef int64_t lane_bits __attribute__((vector_size(16)));

static const ep_lanes no_lanes;

static inline ep_lanes lanes_abs(ep_lanes a)
{
  const lane_bits sign = {INT64_MIN, INT64_MIN};
  return (ep_lanes)((lane_bits)a & ~sign);
}

static inline ep_lanes lanes_min(ep_lanes a, ep_lanes b)
{
  const lane_bits less = a < b;
  return (ep_lanes)(((lane_bits)a & less) | ((lane_bits)b & ~less));
}

static inline ep_lanes lanes_all(double value)
{
  return (ep_lanes){value, value};
}

/// Sum of the magnitudes of a polynomial's coefficients.
static inline ep_lanes size_of(const ep_lanes a[TERMS])
{
  return lanes_abs(a[0]) + lanes_abs(a[1]) + (lanes_abs(a[2]) + lanes_abs(a[3]));
}

static inline double size_of_model(const ep_taylor* a)
{
  return fabs(a->c[0]) + ep_taylor_wave(a);
}

/// @}
/// @name Polynomials
/// @{

/// p += k * a * b
static inline void add_product(ep_lanes p[PRODUCT_TERMS], const ep_lanes a[TERMS],
                               const double b[TERMS], double k)
{
  for (int m = 0; m < TERMS; ++m)
  {
    const double factor = k * b[m];
    for (int n = 0; n < TERMS; ++n)
    {
      p[n + m] += factor * a[n];
    }
  }
}

/// Folds what is above x^3 into a cubic; the result bounds what is left of it (num_taylor.h).
static inline ep_lanes folded(ep_lanes out[TERMS], const ep_lanes p[PRODUCT_TERMS])
{
  out[0] = p[0] + (EP_FOLD_4_INTO_0 * p[4] + EP_FOLD_6_INTO_0 * p[6]);
  out[1] = p[1] + EP_FOLD_5_INTO_1 * p[5];
  out[2] = p[2] + (p[4] + EP_FOLD_6_INTO_2 * p[6]);
  out[3] = p[3] + EP_FOLD_5_INTO_3 * p[5];
  return lanes_abs(EP_LEFT_OF_4 * p[4] + EP_LEFT_OF_6 * p[6]) + EP_LEFT_OF_5 * lanes_abs(p[5]) +
         EP_LEFT_TOP_6 * lanes_abs(p[6]);
}

/// out = rows of the rotation times k
static inline void combined(ep_lanes out[TERMS], const ep_rigid_half* rows, const double k[3])
{
  for (int n = 0; n < TERMS; ++n)
  {
    out[n] = rows->column[0][n] * k[0] + rows->column[1][n] * k[1] + rows->column[2][n] * k[2];
  }
}

/// Sum of the magnitudes of all coefficients of each row of the rotation.
static inline ep_lanes rows_size(const ep_rigid_half* rows)
{
  return size_of(rows->column[0]) + size_of(rows->column[1]) + size_of(rows->column[2]);
}

/// @}

void ep_rigid_identity(ep_rigid* frame)
{
  memset(frame, 0, sizeof *frame);
  for (int k = 0; k < 3; ++k)
  {
    frame->half[k / 2].column[k][0][k % 2] = 1.0;
  }
}

/// @name Shifts
/// @{

/// Claim     p + R o is in the position, for every o within error_up of the offset.
/// Why       r o - P o~ = r (o - o~) + (r - P) o~ for a row r of length 1.
/// Rounding  5 u of the terms; 2^-49 = 16 u is added.
static inline void shift(ep_rigid_half* rows, const double offset[3], double length,
                         double error_up)
{
  const ep_lanes terms = size_of(rows->position) + rows_size(rows) * length;
  ep_lanes moved[TERMS];
  combined(moved, rows, offset);
  for (int n = 0; n < TERMS; ++n)
  {
    rows->position[n] += moved[n];
  }
  const ep_lanes rest = rows->rest + rows->turn_rest * length;
  rows->rest = rest * (1.0 + 0x1p-48) + (terms * 0x1p-49 + lanes_all(2.0 * error_up + EP_TINY));
}

void ep_rigid_shift(ep_rigid* frame, const double offset[3], double error_up)
{
  const double length = ep_vec_length(offset);
  shift(&frame->half[0], offset, length, error_up);
  shift(&frame->half[1], offset, length, error_up);
}

/// An offset that moves along a straight line.
typedef struct track
{
  const double* middle;
  const double* swing;
  double length; ///< largest, at an end of the domain
  double terms;  ///< sum of the lengths of all parts
  double error_up;
} track;

/// Claim     as above, for the offset middle + x swing.
/// Why       products reach x^4, which is folded.
/// Rounding  10 u of the terms; 2^-48 = 32 u is added.
static inline void shift_by(ep_rigid_half* rows, const track* o)
{
  const ep_lanes terms = size_of(rows->position) + rows_size(rows) * o->terms;
  ep_lanes p[PRODUCT_TERMS] = {rows->position[0], rows->position[1], rows->position[2],
                               rows->position[3]};
  for (int k = 0; k < 3; ++k)
  {
    for (int n = 0; n < TERMS; ++n)
    {
      p[n] += rows->column[k][n] * o->middle[k];
      p[n + 1] += rows->column[k][n] * o->swing[k];
    }
  }
  const ep_lanes left = folded(rows->position, p);
  const ep_lanes rest = rows->rest + rows->turn_rest * o->length + left;
  rows->rest = rest * (1.0 + 0x1p-48) + (terms * 0x1p-48 + lanes_all(2.0 * o->error_up + EP_TINY));
}

void ep_rigid_shift_by(ep_rigid* frame, const double middle[3], const double swing[3],
                       double error_up)
{
  double begin[3];
  double end[3];
  ep_vec_madd(begin, middle, -1.0, swing);
  ep_vec_madd(end, middle, 1.0, swing);
  const double length = ep_max(ep_vec_length(begin), ep_vec_length(end));
  const track o = {middle, swing, length, length + ep_vec_length(middle) + ep_vec_length(swing),
                   error_up};
  shift_by(&frame->half[0], &o);
  shift_by(&frame->half[1], &o);
}

/// @}
/// @name Turns
/// @{

/// A row has length 1: where nothing better is known, zero and 1 is a model of it.
static inline void cap(ep_rigid_half* rows)
{
  for (int i = 0; i < 2; ++i)
  {
    if (rows->turn_rest[i] > 1.0)
    {
      for (int n = 0; n < 3 * TERMS; ++n)
      {
        rows->column[n / TERMS][n % TERMS][i] = 0.0;
      }
      rows->turn_rest[i] = 1.0;
    }
    EP_ASSERT(rows->turn_rest[i] >= 0.0 && rows->turn_rest[i] <= 1.0);
  }
}

/// Claim     R M is in the result for the orthogonal M within error_up of the matrix.
/// Why       r M - P M~ = (r - P) M + P (M - M~); the first keeps its length, |P| <= 2, and
///           |M - M~| <= 3 error_up.
/// Rounding  5 u of a row's terms in each column; 2^-48 is added.
static inline void turn_fixed(ep_rigid_half* rows, const double matrix[3][3], double error_up)
{
  const ep_lanes terms = rows_size(rows);
  ep_lanes turned[3][TERMS];
  for (int k = 0; k < 3; ++k)
  {
    const double column[3] = {matrix[0][k], matrix[1][k], matrix[2][k]};
    combined(turned[k], rows, column);
  }
  memcpy(rows->column, turned, sizeof turned);
  rows->turn_rest =
      rows->turn_rest * (1.0 + 0x1p-48) + (terms * 0x1p-48 + lanes_all(6.0 * error_up + EP_TINY));
  cap(rows);
}

void ep_rigid_turn_fixed(ep_rigid* frame, const double matrix[3][3], double error_up)
{
  turn_fixed(&frame->half[0], matrix, error_up);
  turn_fixed(&frame->half[1], matrix, error_up);
}

/// Sine and cosine of an angle, as polynomials, and how far both together are from them.
typedef struct wave
{
  const double* sine;
  const double* cosine;
  double terms; ///< sum of all magnitudes
  double rest;  ///< length of the vector of both errors
} wave;

static wave wave_of(const ep_taylor* sine, const ep_taylor* cosine)
{
  const double s = ep_taylor_rest(sine);
  const double c = ep_taylor_rest(cosine);
  return (wave){sine->c, cosine->c, size_of_model(sine) + size_of_model(cosine),
                sqrt(s * s + c * c) * (1.0 + 0x1p-50) + EP_TINY};
}

/// Claim     the new row's error is at most rest + h (across + rest) + left, where `across` bounds
///           the part of the row that turns and h the error of (cosine, sine).
/// Why       with r the row, e = r - P its error, C and S the exact cosine and sine, ~ their
///           polynomials: r' - P' = (C - C~) r_perp + (S - S~) (r x a) + turned~(e), the first two
///           orthogonal and of length |r_perp| <= 1; turned~(e) is the turned e, no longer than e,
///           up to (C - C~) e_perp + (S - S~) (e x a). proofs.md T7.
static inline void add_turn_rest(ep_rigid_half* rows, ep_lanes across, double h, ep_lanes left)
{
  const ep_lanes turns = lanes_min(lanes_all(1.0), across + rows->turn_rest);
  const ep_lanes rest = rows->turn_rest + (turns + rows->turn_rest) * h + left;
  rows->turn_rest = rest * (1.0 + 0x1p-48);
  cap(rows);
}

/// Rounding  a product: at most 9 u of its terms in each of p's coefficients, folding 2.5 times
///           that and 10 u; together below 40 u in each of two columns: 2^-46 = 128 u is added.
static inline void turn_about(ep_rigid_half* rows, int coordinate, const wave* w)
{
  ep_lanes* a = rows->column[(coordinate + 1) % 3];
  ep_lanes* b = rows->column[(coordinate + 2) % 3];
  const ep_lanes across = size_of(a) + size_of(b);
  ep_lanes p[PRODUCT_TERMS] = {no_lanes};
  ep_lanes q[PRODUCT_TERMS] = {no_lanes};
  add_product(p, a, w->cosine, 1.0);
  add_product(p, b, w->sine, 1.0);
  add_product(q, b, w->cosine, 1.0);
  add_product(q, a, w->sine, -1.0);
  const ep_lanes left = folded(a, p) + folded(b, q);
  add_turn_rest(rows, across, w->rest, left + (across * (w->terms * 0x1p-46) + lanes_all(EP_TINY)));
}

void ep_rigid_turn_about(ep_rigid* frame, int coordinate, const ep_taylor* sine,
                         const ep_taylor* cosine)
{
  const wave w = wave_of(sine, cosine);
  turn_about(&frame->half[0], coordinate, &w);
  turn_about(&frame->half[1], coordinate, &w);
}

/// A row r becomes cos (r - (r.a) a) + sin (r x a) + (r.a) a.
/// Rounding  the parts of r by 4 u of its terms, then as above with at most four times the terms in
///           each of three columns: 2^-43 is added. An axis off by e, |e| <= 2 error_up, changes
///           the turn by less than 10 |e|, of a row of polynomials of length at most 2.
static inline void turn(ep_rigid_half* rows, const double axis[3], double error_up, const wave* w)
{
  const ep_lanes size = rows_size(rows);
  ep_lanes along[TERMS];
  ep_lanes turned[3][TERMS];
  ep_lanes left = size * ((1.0 + w->terms) * 0x1p-43) + lanes_all(40.0 * error_up + EP_TINY);
  combined(along, rows, axis);
  for (int k = 0; k < 3; ++k)
  {
    const int l = (k + 1) % 3;
    const int m = (k + 2) % 3;
    ep_lanes p[PRODUCT_TERMS] = {no_lanes};
    ep_lanes perp[TERMS];
    ep_lanes cross[TERMS];
    for (int n = 0; n < TERMS; ++n)
    {
      p[n] = along[n] * axis[k];
      perp[n] = rows->column[k][n] - p[n];
      cross[n] = rows->column[l][n] * axis[m] - rows->column[m][n] * axis[l];
    }
    add_product(p, perp, w->cosine, 1.0);
    add_product(p, cross, w->sine, 1.0);
    left += folded(turned[k], p);
  }
  memcpy(rows->column, turned, sizeof turned);
  add_turn_rest(rows, size, w->rest, left);
}

void ep_rigid_turn(ep_rigid* frame, const double axis[3], double error_up, const ep_taylor* sine,
                   const ep_taylor* cosine)
{
  const wave w = wave_of(sine, cosine);
  turn(&frame->half[0], axis, error_up, &w);
  turn(&frame->half[1], axis, error_up, &w);
}

/// @}
/// @name Boxes
/// @{

/// A box in one world coordinate: the centre's polynomial and those of the half-edges.
typedef struct shadow
{
  double center[TERMS];
  double edge[3][TERMS];
} shadow;

/// Claim     center(x) + sum of +-edge_j(x) <= result for x in [-1,1] and every choice of signs, up
///           to 2^-46 of the sum of all coefficients' magnitudes.
/// Why       that is the greatest of eight cubics, one a corner. An edge whose constant term
///           outweighs the others never changes its sign: of the two corners it joins one is always
///           the higher. Only for the other edges both are tried.
static double highest(const shadow* s)
{
  double corners[8][TERMS];
  int count = 1;
  memcpy(corners[0], s->center, sizeof corners[0]);
  for (int j = 0; j < 3; ++j)
  {
    const double* e = s->edge[j];
    const bool steady = fabs(e[0]) >= fabs(e[1]) + fabs(e[2]) + fabs(e[3]);
    const double sign = e[0] < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < count; ++i)
    {
      for (int n = 0; n < TERMS; ++n)
      {
        corners[count + i][n] = corners[i][n] - sign * e[n]; // overwritten where the edge is steady
        corners[i][n] += sign * e[n];
      }
    }
    count = steady ? count : 2 * count;
  }
  double best = -EP_INFINITY;
  for (int i = 0; i < count; ++i)
  {
    best = ep_max(best, ep_cubic_max(corners[i]));
  }
  return best;
}

/// Distance of the box's farthest corner from the link's origin, up to rounding.
static double reach_of(const ep_oriented_box* box)
{
  double far[3];
  for (int i = 0; i < 3; ++i)
  {
    far[i] = fabs(box->center[i]) + fabs(box->half_edge[0][i]) + fabs(box->half_edge[1][i]) +
             fabs(box->half_edge[2][i]);
  }
  return ep_vec_length(far);
}

/// The box in the coordinates of two rows; `count` of them are used.
/// Rounding  polynomials of the parts 5 u, sums 4 u, cubics 2^-46 of the terms: 2^-45 is added.
static inline void half_box(const ep_rigid_half* rows, const ep_oriented_box* box, double reach,
                            int count, double* lo, double* hi)
{
  ep_lanes center[TERMS];
  ep_lanes edge[3][TERMS];
  combined(center, rows, box->center);
  for (int j = 0; j < 3; ++j)
  {
    combined(edge[j], rows, box->half_edge[j]);
  }
  const ep_lanes terms = size_of(rows->position) + rows_size(rows) * reach;
  const ep_lanes margin = rows->rest + rows->turn_rest * (reach * (1.0 + 0x1p-48)) +
                          (terms * 0x1p-45 + lanes_all(1e-150));
  for (int i = 0; i < count; ++i)
  {
    shadow up;
    shadow down;
    for (int n = 0; n < TERMS; ++n)
    {
      up.center[n] = rows->position[n][i] + center[n][i];
      down.center[n] = -up.center[n];
      for (int j = 0; j < 3; ++j)
      {
        up.edge[j][n] = down.edge[j][n] = edge[j][n][i];
      }
    }
    lo[i] = ep_down(-highest(&down) - margin[i]);
    hi[i] = ep_up(highest(&up) + margin[i]);
    EP_ASSERT(lo[i] <= hi[i]);
  }
}

void ep_rigid_box(const ep_rigid* frame, const ep_oriented_box* box, ep_box* world)
{
  const double reach = reach_of(box);
  half_box(&frame->half[0], box, reach, 2, world->lo, world->hi);
  half_box(&frame->half[1], box, reach, 1, world->lo + 2, world->hi + 2);
}

/// @}

ep_taylor ep_rigid_entry(const ep_rigid* frame, int row, int column)
{
  const ep_rigid_half* rows = &frame->half[row / 2];
  const int i = row % 2;
  const ep_lanes* c = column < 3 ? rows->column[column] : rows->position;
  const double rest = column < 3 ? rows->turn_rest[i] : rows->rest[i];
  return (ep_taylor){{c[0][i], c[1][i], c[2][i], c[3][i]}, -rest, rest};
}
