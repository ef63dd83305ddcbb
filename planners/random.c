/// @file random.c
#include "random.h"

#include <math.h>

random_source random_begin(int64_t seed)
{
  return (random_source){(uint64_t)seed};
}

double random_unit(random_source* r)
{
  uint64_t z = (r->state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  z ^= z >> 31;
  return (double)(z >> 11) * 0x1p-53;
}

static double between(random_source* r, double lower, double upper, bool is_angle)
{
  const double pi = acos(-1.0);
  if (!isfinite(lower) || !isfinite(upper))
  {
    lower = is_angle ? -pi : 0.0;
    upper = is_angle ? pi : 0.0;
  }
  return lower + random_unit(r) * (upper - lower);
}

/// Uniform over all rotations (Shoemake, Graphics Gems III, 1992).
static void rotation(random_source* r, double q[4])
{
  const double pi = acos(-1.0);
  const double u = random_unit(r);
  const double a = 2.0 * pi * random_unit(r);
  const double b = 2.0 * pi * random_unit(r);
  q[0] = sqrt(1.0 - u) * sin(a);
  q[1] = sqrt(1.0 - u) * cos(a);
  q[2] = sqrt(u) * sin(b);
  q[3] = sqrt(u) * cos(b);
}

void random_config(random_source* r, const ep_machine* machine, double* q)
{
  for (int32_t i = 0; i < ep_machine_link_count(machine); ++i)
  {
    ep_link_info link;
    (void)ep_machine_link(machine, i, &link);
    double* at = q + link.config_start;
    const bool turns = link.joint == EP_JOINT_REVOLUTE || link.joint == EP_JOINT_CONTINUOUS;
    const int32_t scalars = link.joint == EP_JOINT_BALL       ? 0
                            : link.joint == EP_JOINT_FLOATING ? 3
                                                              : link.config_size;
    for (int32_t k = 0; k < scalars && k < link.config_size; ++k)
    {
      const bool is_yaw = link.joint == EP_JOINT_PLANAR && k == 2;
      at[k] = between(r, link.lower[k], link.upper[k], turns || is_yaw);
    }
    if (scalars < link.config_size)
    {
      rotation(r, at + scalars);
    }
  }
}
