/// @file num_trig.c
#include "num_trig.h"

/// Claim     result.angle + 2 pi m = angle for an integer m, within result.error_up, and
///           |result.angle| <= EP_PI.
/// Why       2 pi in three parts, k times the first two exact; one rounding of a number below 4 in
///           each of three subtractions: 3 * 2^-52 at most; the clamp at EP_PI moves by no more
///           than that, since the exact result has magnitude <= pi + 2^-40 and is taken modulo
///           turns. proofs.md N4.
ep_reduced_angle ep_reduce_angle(double angle)
{
  if (fabs(angle) <= EP_PI)
  {
    return (ep_reduced_angle){angle, 0.0};
  }
  const double k = rint(angle * (0x1.45f306dc9c883p-1 * 0.25));
  double r = angle - k * (4 * 0x1.921fb544p0);
  r -= k * (4 * 0x1.0b4611a6p-34);
  r -= k * (4 * 0x1.3198a2e037073p-69);
  const double clamped = ep_max(-EP_PI, ep_min(EP_PI, r));
  return (ep_reduced_angle){clamped, 0x1p-50 + fabs(clamped - r)};
}
