/// @file num_dual.h
/// Taylor models with derivatives: a function and its rate in t, each as a model of its own.
#ifndef EP_NUM_DUAL_H
#define EP_NUM_DUAL_H

#include "num_taylor.h"

/// A model together with one of its derivative in t. A derivative cannot be read off a model (the
/// remainder may wiggle), so it is carried along by the rules of differentiation.
typedef struct ep_taylor_dual
{
  ep_taylor value;
  ep_taylor slope;
} ep_taylor_dual;

ep_taylor_dual ep_dual_constant(double value, int order);
/// value_at_mid + slope * (t - domain.mid), exactly.
ep_taylor_dual ep_dual_affine(ep_domain domain, double value_at_mid, double slope);
/// The angle's error_up must be 0: an unknown error may have any slope.
void ep_dual_sincos(ep_domain domain, ep_angle angle, ep_taylor_dual* sine, ep_taylor_dual* cosine);
ep_taylor_dual ep_dual_add(ep_taylor_dual a, ep_taylor_dual b);
ep_taylor_dual ep_dual_scale(ep_taylor_dual a, double k);
ep_taylor_dual ep_dual_mul(ep_taylor_dual a, ep_taylor_dual b, int order);
/// False, and the whole line for both, where the plain operation is not possible, or where the
/// slope is unbounded.
bool ep_dual_div(ep_taylor_dual a, ep_taylor_dual b, int order, ep_taylor_dual* quotient);
bool ep_dual_sqrt(ep_taylor_dual a, int order, ep_taylor_dual* root);

#endif
