/// @file num_dual.c
/// The rules of differentiation; every enclosure is inherited from num_taylor.
#include "num_dual.h"

ep_taylor_dual ep_dual_constant(double value, int order)
{
  return (ep_taylor_dual){ep_taylor_constant(value, order), ep_taylor_constant(0.0, order)};
}

ep_taylor_dual ep_dual_affine(ep_domain domain, double value_at_mid, double slope)
{
  return (ep_taylor_dual){ep_taylor_affine(domain, value_at_mid, slope, 0.0),
                          ep_taylor_constant(slope, domain.order)};
}

void ep_dual_sincos(ep_domain domain, ep_angle angle, ep_taylor_dual* sine, ep_taylor_dual* cosine)
{
  ep_taylor_sincos(domain, angle, &sine->value, &cosine->value);
  sine->slope = ep_taylor_scale(cosine->value, angle.rate, 0.0);
  cosine->slope = ep_taylor_scale(sine->value, -angle.rate, 0.0);
}

ep_taylor_dual ep_dual_add(ep_taylor_dual a, ep_taylor_dual b)
{
  return (ep_taylor_dual){ep_taylor_add(a.value, b.value), ep_taylor_add(a.slope, b.slope)};
}

ep_taylor_dual ep_dual_scale(ep_taylor_dual a, double k)
{
  return (ep_taylor_dual){ep_taylor_scale(a.value, k, 0.0), ep_taylor_scale(a.slope, k, 0.0)};
}

ep_taylor_dual ep_dual_mul(ep_taylor_dual a, ep_taylor_dual b, int order)
{
  const ep_taylor left = ep_taylor_mul(a.slope, b.value, order);
  const ep_taylor right = ep_taylor_mul(a.value, b.slope, order);
  return (ep_taylor_dual){ep_taylor_mul(a.value, b.value, order), ep_taylor_add(left, right)};
}

/// (a/b)' = (a' - (a/b) b') / b
bool ep_dual_div(ep_taylor_dual a, ep_taylor_dual b, int order, ep_taylor_dual* quotient)
{
  const bool possible = ep_taylor_div(a.value, b.value, order, &quotient->value);
  const ep_taylor carried = ep_taylor_mul(quotient->value, b.slope, order);
  return ep_taylor_div(ep_taylor_sub(a.slope, carried), b.value, order, &quotient->slope) &&
         possible;
}

/// sqrt(a)' = a' / (2 sqrt(a)): false where a may vanish, as the slope is unbounded there.
bool ep_dual_sqrt(ep_taylor_dual a, int order, ep_taylor_dual* root)
{
  const bool has_value = ep_taylor_sqrt(a.value, order, &root->value);
  const ep_taylor twice = ep_taylor_scale(root->value, 2.0, 0.0);
  const bool possible = ep_taylor_div(a.slope, twice, order, &root->slope) && has_value;
  if (!possible)
  {
    root->value = root->slope = ep_taylor_from_interval(ep_interval_whole(), order);
  }
  return possible;
}
