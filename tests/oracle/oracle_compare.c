// Comparisons of balls with doubles. Nothing here needs to know what an oracle is.
#include "oracle.h"

#include <math.h>

static bool all_finite(arb_srcptr p)
{
  return arb_is_finite(p) && arb_is_finite(p + 1) && arb_is_finite(p + 2);
}

static double upper_double(const arb_t x)
{
  arf_t up;
  double d;
  arf_init(up);
  arb_get_ubound_arf(up, x, 64);
  d = arf_get_d(up, ARF_RND_CEIL);
  arf_clear(up);
  return d;
}

static double norm_upper(arb_srcptr v)
{
  arb_t x;
  double d;
  arb_init(x);
  arb_dot(x, NULL, 0, v, 1, v, 1, 3, EP_ORACLE_BITS);
  arb_sqrtpos(x, x, EP_ORACLE_BITS);
  d = upper_double(x);
  arb_clear(x);
  return d;
}

bool ep_oracle_in_box(arb_srcptr p, const double lo[3], const double hi[3])
{
  bool inside = all_finite(p);
  arb_t x;
  arb_init(x);
  for (int i = 0; i < 3 && inside; i++)
  {
    inside = !isnan(lo[i]) && !isnan(hi[i]);
    arb_set_d(x, lo[i]);
    inside = inside && !arb_lt(p + i, x);
    arb_set_d(x, hi[i]);
    inside = inside && !arb_gt(p + i, x);
  }
  arb_clear(x);
  return inside;
}

// Compares the squares, that of the bound exactly: 106 bits are enough for it.
bool ep_oracle_norm_le(arb_srcptr v, double bound)
{
  arb_t square;
  arb_t limit;
  bool greater;
  if (!(bound >= 0) || !all_finite(v))
    return false;
  arb_init(square);
  arb_init(limit);
  arb_dot(square, NULL, 0, v, 1, v, 1, 3, EP_ORACLE_BITS);
  arb_set_d(limit, bound);
  arb_mul(limit, limit, limit, EP_ORACLE_BITS);
  greater = arb_gt(square, limit);
  arb_clear(square);
  arb_clear(limit);
  return !greater;
}

bool ep_oracle_distance_le(arb_srcptr p, arb_srcptr q, double bound)
{
  arb_struct d[3];
  bool answer;
  for (int i = 0; i < 3; i++)
  {
    arb_init(d + i);
    arb_sub(d + i, p + i, q + i, EP_ORACLE_BITS);
  }
  answer = ep_oracle_norm_le(d, bound);
  for (int i = 0; i < 3; i++)
    arb_clear(d + i);
  return answer;
}

double ep_oracle_norm_up(arb_srcptr v)
{
  return all_finite(v) ? norm_upper(v) : (double)INFINITY;
}

double ep_oracle_distance_up(arb_srcptr p, const double q[3])
{
  arb_struct d[3];
  double up;
  for (int i = 0; i < 3; i++)
  {
    arb_init(d + i);
    arb_set_d(d + i, q[i]);
    arb_sub(d + i, p + i, d + i, EP_ORACLE_BITS);
  }
  up = ep_oracle_norm_up(d);
  for (int i = 0; i < 3; i++)
    arb_clear(d + i);
  return up;
}

double ep_oracle_radius_up(arb_srcptr p)
{
  double up = 0;
  for (int i = 0; i < 3; i++)
  {
    arf_t r;
    arf_init(r);
    arf_set_mag(r, arb_radref(p + i));
    up = fmax(up, arf_get_d(r, ARF_RND_CEIL));
    arf_clear(r);
  }
  return up;
}

void ep_oracle_to_doubles(arb_srcptr p, double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = arf_get_d(arb_midref(p + i), ARF_RND_NEAR);
}
