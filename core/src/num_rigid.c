/// @file num_rigid.c
#include "num_rigid.h"
#include "num_vec.h"

#include <string.h>

// Vectors wider than the machine's registers are passed by value to static functions only.
#pragma GCC diagnostic ignored "-Wpsabi"

/// @name Lanes
/// @{

#define TERMS EP_TAYLOR_TERMS
/// Terms of a product of two cubics.
#define PRODUCT_TERMS (2 * TERMS - 1)

typedef int64_t lane_bits __attribute__((vector_size(32)));

static const ep_lanes no_lanes;

static inline ep_lanes lanes_abs(ep_lanes a)
{
  const lane_bits sign = {INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN};
  return (ep_lanes)((lane_bits)a & ~sign);
}

static inline ep_lanes lanes_min(ep_lanes a, ep_lanes b)
{
  const lane_bits less = a < b;
  return (ep_lanes)(((lane_bits)a & less) | ((lane_bits)b & ~less));
}

static inline ep_lanes lanes_all(double value)
{
  return (ep_lanes){value, value, value, 0.0};
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

/// out = sum of k[j] column[j]
static inline void combined(ep_lanes out[TERMS], ep_lanes column[3][TERMS], const double k[3])
{
  for (int n = 0; n < TERMS; ++n)
  {
    out[n] = k[0] * column[0][n] + k[1] * column[1][n] + k[2] * column[2][n];
  }
}

/// @}

void ep_rigid_identity(ep_rigid* frame)
{
  memset(frame, 0, sizeof *frame);
  for (int k = 0; k < 3; ++k)
  {
    frame->column[k][0][k] = 1.0;
  }
}

/// Sum of the magnitudes of all coefficients of each row of the rotation.
static inline ep_lanes rows_size(const ep_rigid* frame)
{
  return size_of(frame->column[0]) + size_of(frame->column[1]) + size_of(frame->column[2]);
}

/// Claim     p + R o is in the position, for every o within error_up of the offset.
/// Why       r o - P o~ = r (o - o~) + (r - P) o~ for a row r of length 1.
/// Rounding  5 u of the terms; 2^-49 = 16 u is added.
void ep_rigid_shift(ep_rigid* frame, const double offset[3], double error_up)
{
  const double length = ep_vec_length(offset);
  const ep_lanes terms = size_of(frame->position) + rows_size(frame) * length;
  ep_lanes moved[TERMS];
  combined(moved, frame->column, offset);
  for (int n = 0; n < TERMS; ++n)
  {
    frame->position[n] += moved[n];
  }
  const ep_lanes rest = frame->rest + frame->turn_rest * length;
  frame->rest =
      rest * (1.0 + 0x1p-48) + terms * 0x1p-49 + lanes_all(2.0 * error_up + EP_TINY);
}

/// Claim     as above, for the offset middle + x swing.
/// Why       the offset is longest at an end of the domain. Products reach x^4: folded.
/// Rounding  10 u of the terms; 2^-48 = 32 u is added.
void ep_rigid_shift_by(ep_rigid* frame, const double middle[3], const double swing[3],
                       double error_up)
{
  double begin[3];
  double end[3];
  ep_vec_madd(begin, middle, -1.0, swing);
  ep_vec_madd(end, middle, 1.0, swing);
  const double length = ep_max(ep_vec_length(begin), ep_vec_length(end));
  const double factors = length + ep_vec_length(middle) + ep_vec_length(swing);
  const ep_lanes terms = size_of(frame->position) + rows_size(frame) * factors;
  ep_lanes p[PRODUCT_TERMS] = {frame->position[0], frame->position[1], frame->position[2],
                               frame->position[3]};
  for (int k = 0; k < 3; ++k)
  {
    for (int n = 0; n < TERMS; ++n)
    {
      p[n] += frame->column[k][n] * middle[k];
      p[n + 1] += frame->column[k][n] * swing[k];
    }
  }
  const ep_lanes left = folded(frame->position, p);
  const ep_lanes rest = frame->rest + frame->turn_rest * length + left;
  frame->rest =
      rest * (1.0 + 0x1p-48) + terms * 0x1p-48 + lanes_all(2.0 * error_up + EP_TINY);
}

/// A row has length 1: where nothing better is known, zero and 1 is a model of it.
static inline void capped(ep_rigid* frame)
{
  for (int i = 0; i < 3; ++i)
  {
    if (frame->turn_rest[i] > 1.0)
    {
      for (int n = 0; n < 3 * TERMS; ++n)
      {
        frame->column[n / TERMS][n % TERMS][i] = 0.0;
      }
      frame->turn_rest[i] = 1.0;
    }
  }
}

/// Claim     R M is in the result for the orthogonal M within error_up of the matrix.
/// Why       r M - P M~ = (r - P) M + P (M - M~); the first keeps its length, |P| <= 2, and
///           |M - M~| <= 3 error_up.
/// Rounding  5 u of a row's terms in each column; 2^-48 is added.
void ep_rigid_turn_fixed(ep_rigid* frame, const double matrix[3][3], double error_up)
{
  const ep_lanes terms = rows_size(frame);
  ep_lanes turned[3][TERMS];
  for (int k = 0; k < 3; ++k)
  {
    const double column[3] = {matrix[0][k], matrix[1][k], matrix[2][k]};
    combined(turned[k], frame->column, column);
  }
  memcpy(frame->column, turned, sizeof turned);
  frame->turn_rest = frame->turn_rest * (1.0 + 0x1p-48) + terms * 0x1p-48 +
                     lanes_all(6.0 * error_up + EP_TINY);
  capped(frame);
}

/// How far sine and cosine together are from their polynomials, as a vector.
static inline double angle_rest(const ep_taylor* sine, const ep_taylor* cosine)
{
  const double s = ep_taylor_rest(sine);
  const double c = ep_taylor_rest(cosine);
  return sqrt(s * s + c * c) * (1.0 + 0x1p-50) + EP_TINY;
}

/// Claim     *rest bounds the new row's error: rest + h (across + rest) + left, where `across`
///           bounds the part of the row that turns and h the error of (cosine, sine).
/// Why       with r the row, e = r - P its error, C and S the exact cosine and sine, ~ their
///           polynomials: r' - P' = (C - C~) r_perp + (S - S~) (r x a) + turned~(e), the first two
///           orthogonal and of length |r_perp| <= 1; turned~(e) is the turned e, no longer than e,
///           up to (C - C~) e_perp + (S - S~) (e x a). proofs.md T7.
static inline void add_turn_rest(ep_rigid* frame, ep_lanes across, double h, ep_lanes left)
{
  const ep_lanes turns = lanes_min(lanes_all(1.0), across + frame->turn_rest);
  frame->turn_rest = (frame->turn_rest + (turns + frame->turn_rest) * h + left) * (1.0 + 0x1p-48);
}

/// Rounding  a product: at most 9 u of its terms in each of p's coefficients, folding 2.5 times
///           that and 10 u; together below 40 u in each of two columns: 2^-46 = 128 u is added.
void ep_rigid_turn_about(ep_rigid* frame, int coordinate, const ep_taylor* sine,
                         const ep_taylor* cosine)
{
  ep_lanes* a = frame->column[(coordinate + 1) % 3];
  ep_lanes* b = frame->column[(coordinate + 2) % 3];
  const ep_lanes across = size_of(a) + size_of(b);
  const double wave = size_of_model(sine) + size_of_model(cosine);
  ep_lanes p[PRODUCT_TERMS] = {no_lanes};
  ep_lanes q[PRODUCT_TERMS] = {no_lanes};
  add_product(p, a, cosine->c, 1.0);
  add_product(p, b, sine->c, 1.0);
  add_product(q, b, cosine->c, 1.0);
  add_product(q, a, sine->c, -1.0);
  const ep_lanes left = folded(a, p) + folded(b, q);
  add_turn_rest(frame, across, angle_rest(sine, cosine),
                left + across * (wave * 0x1p-46) + lanes_all(EP_TINY));
  capped(frame);
}

/// A row r becomes cos (r - (r.a) a) + sin (r x a) + (r.a) a.
/// Rounding  the parts of r by 4 u of its terms, then as above with at most four times the terms in
///           each of three columns: 2^-43 is added. An axis off by e, |e| <= 2 error_up, changes
///           the turn by less than 10 |e|, of a row of polynomials of length at most 2.
void ep_rigid_turn(ep_rigid* frame, const double axis[3], double error_up, const ep_taylor* sine,
                   const ep_taylor* cosine)
{
  const ep_lanes size = rows_size(frame);
  const double wave = 1.0 + size_of_model(sine) + size_of_model(cosine);
  ep_lanes along[TERMS];
  ep_lanes turned[3][TERMS];
  ep_lanes left = size * (wave * 0x1p-43) + lanes_all(40.0 * error_up + EP_TINY);
  combined(along, frame->column, axis);
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
      perp[n] = frame->column[k][n] - p[n];
      cross[n] = frame->column[l][n] * axis[m] - frame->column[m][n] * axis[l];
    }
    add_product(p, perp, cosine->c, 1.0);
    add_product(p, cross, sine->c, 1.0);
    left += folded(turned[k], p);
  }
  memcpy(frame->column, turned, sizeof turned);
  add_turn_rest(frame, size, angle_rest(sine, cosine), left);
  capped(frame);
}

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

/// Rounding  polynomials of the parts 5 u, sums 4 u, cubics 2^-46 of the terms: 2^-45 is added.
void ep_rigid_box(const ep_rigid* frame, const ep_oriented_box* box, ep_box* world)
{
  ep_lanes center[TERMS];
  ep_lanes edge[3][TERMS];
  combined(center, (ep_lanes(*)[TERMS])frame->column, box->center);
  for (int j = 0; j < 3; ++j)
  {
    combined(edge[j], (ep_lanes(*)[TERMS])frame->column, box->half_edge[j]);
  }
  const double reach = reach_of(box);
  const ep_lanes terms = size_of(frame->position) + rows_size(frame) * reach;
  const ep_lanes margin = frame->rest + frame->turn_rest * (reach * (1.0 + 0x1p-48)) +
                          terms * 0x1p-45 + lanes_all(1e-150);
  for (int i = 0; i < 3; ++i)
  {
    shadow up;
    shadow down;
    for (int n = 0; n < TERMS; ++n)
    {
      up.center[n] = frame->position[n][i] + center[n][i];
      down.center[n] = -up.center[n];
      for (int j = 0; j < 3; ++j)
      {
        up.edge[j][n] = down.edge[j][n] = edge[j][n][i];
      }
    }
    world->lo[i] = ep_down(-highest(&down) - margin[i]);
    world->hi[i] = ep_up(highest(&up) + margin[i]);
  }
}

/// @}

ep_taylor ep_rigid_entry(const ep_rigid* frame, int row, int column)
{
  const ep_lanes* c = column < 3 ? frame->column[column] : frame->position;
  const double rest = column < 3 ? frame->turn_rest[row] : frame->rest[row];
  return (ep_taylor){{c[0][row], c[1][row], c[2][row], c[3][row]}, -rest, rest};
}
