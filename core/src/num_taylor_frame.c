/// @file num_taylor_frame.c
#include "num_taylor_frame.h"
#include "num_vec.h"

static inline ep_taylor product(const ep_taylor* a, const ep_taylor* b, int order)
{
  return order == 3 ? ep_taylor_mul3(a, b) : ep_taylor_mul(*a, *b, order);
}

/// Claim     k0' f0 + k1' f1 + k2' f2 is in the result for every k' within k_error_up of k.
/// Needs     magnitude[j] = ep_taylor_magnitude(t[j]).
/// Rounding  a coefficient: 3 products and 2 sums, 5 u of the magnitudes, in all coefficients
///           together; an end 6 u with its widening. 2^-49 = 16 u is added.
static inline ep_taylor combination(const ep_taylor t[3], const double k[3], double k_error_up,
                                    const double magnitude[3])
{
  ep_taylor out;
  for (int i = 0; i < EP_TAYLOR_TERMS; ++i)
  {
    out.c[i] = k[0] * t[0].c[i] + k[1] * t[1].c[i] + k[2] * t[2].c[i];
  }
  double lo = 0.0;
  double hi = 0.0;
  double weighted = 0.0;
  for (int j = 0; j < 3; ++j)
  {
    const double p = k[j] * t[j].lo;
    const double q = k[j] * t[j].hi;
    lo += ep_min(p, q);
    hi += ep_max(p, q);
    weighted += fabs(k[j]) * magnitude[j];
  }
  const double all = magnitude[0] + magnitude[1] + magnitude[2];
  const double error = weighted * 0x1p-49 + (all * (k_error_up * (1.0 + 0x1p-40)) + EP_TINY);
  out.lo = lo - error;
  out.hi = hi + error;
  return out;
}

static inline void magnitudes(const ep_taylor t[3], double magnitude[3])
{
  for (int j = 0; j < 3; ++j)
  {
    magnitude[j] = ep_taylor_magnitude(&t[j]);
  }
}

void ep_taylor_frame_identity(ep_taylor_frame* frame, int order)
{
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      frame->rotation[i][k] = ep_taylor_constant(i == k ? 1.0 : 0.0, order);
    }
    frame->position[i] = ep_taylor_constant(0.0, order);
  }
}

/// row . column, three products.
static ep_taylor dot(const ep_taylor row[3], const ep_taylor* x, const ep_taylor* y,
                     const ep_taylor* z, int order)
{
  const ep_taylor a = product(&row[0], x, order);
  const ep_taylor b = product(&row[1], y, order);
  const ep_taylor c = product(&row[2], z, order);
  const ep_taylor ab = ep_taylor_add(a, b);
  return ep_taylor_add(ab, c);
}

void ep_taylor_frame_mul(ep_taylor_frame* out, const ep_taylor_frame* a, const ep_taylor_frame* b,
                         int order)
{
  for (int i = 0; i < 3; ++i)
  {
    const ep_taylor* row = a->rotation[i];
    for (int k = 0; k < 3; ++k)
    {
      out->rotation[i][k] =
          dot(row, &b->rotation[0][k], &b->rotation[1][k], &b->rotation[2][k], order);
    }
    const ep_taylor turned = dot(row, &b->position[0], &b->position[1], &b->position[2], order);
    out->position[i] = ep_taylor_add(a->position[i], turned);
  }
}

void ep_taylor_frame_apply(ep_taylor out[3], const ep_taylor_frame* frame, const double point[3],
                           double error_up)
{
  for (int i = 0; i < 3; ++i)
  {
    double magnitude[3];
    magnitudes(frame->rotation[i], magnitude);
    const ep_taylor turned = combination(frame->rotation[i], point, error_up, magnitude);
    out[i] = ep_taylor_add(frame->position[i], turned);
  }
}

void ep_taylor_frame_shift(ep_taylor_frame* frame, const double offset[3], double error_up)
{
  ep_taylor position[3];
  ep_taylor_frame_apply(position, frame, offset, error_up);
  for (int i = 0; i < 3; ++i)
  {
    frame->position[i] = position[i];
  }
}

void ep_taylor_frame_shift_by(ep_taylor_frame* frame, const ep_taylor offset[3], int order)
{
  for (int i = 0; i < 3; ++i)
  {
    const ep_taylor turned = dot(frame->rotation[i], &offset[0], &offset[1], &offset[2], order);
    frame->position[i] = ep_taylor_add(frame->position[i], turned);
  }
}

void ep_taylor_frame_turn_fixed(ep_taylor_frame* frame, const double matrix[3][3], double error_up)
{
  for (int i = 0; i < 3; ++i)
  {
    double magnitude[3];
    magnitudes(frame->rotation[i], magnitude);
    ep_taylor row[3];
    for (int k = 0; k < 3; ++k)
    {
      const double column[3] = {matrix[0][k], matrix[1][k], matrix[2][k]};
      row[k] = combination(frame->rotation[i], column, error_up, magnitude);
    }
    for (int k = 0; k < 3; ++k)
    {
      frame->rotation[i][k] = row[k];
    }
  }
}

void ep_taylor_frame_turn_about(ep_taylor_frame* frame, int coordinate, const ep_taylor* sine,
                                const ep_taylor* cosine, int order)
{
  const int j = (coordinate + 1) % 3;
  const int k = (coordinate + 2) % 3;
  for (int i = 0; i < 3; ++i)
  {
    ep_taylor* row = frame->rotation[i];
    const ep_taylor jc = product(&row[j], cosine, order);
    const ep_taylor js = product(&row[j], sine, order);
    const ep_taylor kc = product(&row[k], cosine, order);
    const ep_taylor ks = product(&row[k], sine, order);
    const ep_taylor minus_js = ep_taylor_neg(js);
    row[j] = ep_taylor_add(jc, ks);
    row[k] = ep_taylor_add(kc, minus_js);
  }
}

/// A row r of the rotation becomes cos (r - (r.a) a) + sin (r x a) + (r.a) a.
void ep_taylor_frame_turn(ep_taylor_frame* frame, const double axis[3], double error_up,
                          const ep_taylor* sine, const ep_taylor* cosine, int order)
{
  for (int i = 0; i < 3; ++i)
  {
    ep_taylor* row = frame->rotation[i];
    double magnitude[3];
    magnitudes(row, magnitude);
    const ep_taylor along = combination(row, axis, error_up, magnitude);
    ep_taylor turned[3];
    for (int k = 0; k < 3; ++k)
    {
      const int l = (k + 1) % 3;
      const int m = (k + 2) % 3;
      const ep_taylor par = ep_taylor_scale(along, axis[k], error_up);
      const ep_taylor perp = ep_taylor_sub(row[k], par);
      const ep_taylor left = ep_taylor_scale(row[l], axis[m], error_up);
      const ep_taylor right = ep_taylor_scale(row[m], axis[l], error_up);
      const ep_taylor cross = ep_taylor_sub(left, right);
      const ep_taylor c = product(&perp, cosine, order);
      const ep_taylor s = product(&cross, sine, order);
      const ep_taylor cs = ep_taylor_add(c, s);
      turned[k] = ep_taylor_add(cs, par);
    }
    for (int k = 0; k < 3; ++k)
    {
      row[k] = turned[k];
    }
  }
}

/// The eight corners, and how far each coordinate can be off: three additions, 4 u of the terms.
static double corners_of(const ep_oriented_box* box, double corners[8][3])
{
  double reach = 0.0;
  for (int i = 0; i < 3; ++i)
  {
    const double e[3] = {box->half_edge[0][i], box->half_edge[1][i], box->half_edge[2][i]};
    for (int n = 0; n < 8; ++n)
    {
      corners[n][i] = box->center[i] + ((n & 1) != 0 ? -e[0] : e[0]) +
                      ((n & 2) != 0 ? -e[1] : e[1]) + ((n & 4) != 0 ? -e[2] : e[2]);
    }
    reach = ep_max(reach, fabs(box->center[i]) + fabs(e[0]) + fabs(e[1]) + fabs(e[2]));
  }
  return reach * 0x1p-51 + EP_TINY;
}

void ep_taylor_frame_box(const ep_taylor_frame* frame, const ep_oriented_box* box, ep_box* world)
{
  double corners[8][3];
  const double error = corners_of(box, corners);
  for (int i = 0; i < 3; ++i)
  {
    double magnitude[3];
    magnitudes(frame->rotation[i], magnitude);
    ep_interval all = {EP_INFINITY, -EP_INFINITY};
    for (int n = 0; n < 8; ++n)
    {
      const ep_taylor turned = combination(frame->rotation[i], corners[n], error, magnitude);
      const ep_taylor point = ep_taylor_add(frame->position[i], turned);
      all = ep_interval_hull(all, ep_taylor_range(&point));
    }
    world->lo[i] = all.lo;
    world->hi[i] = all.hi;
  }
}
