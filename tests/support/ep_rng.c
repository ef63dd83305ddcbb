/// @file ep_rng.c
/// The random numbers of ep_test.h, for programs that have a main() of their own, too.
#include "ep_test.h"

#include <math.h>

static uint64_t splitmix64(uint64_t* state)
{
  *state += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t z = *state;
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

void ep_rng_init(ep_rng* rng, uint64_t seed)
{
  for (int i = 0; i < 4; i++)
    rng->state[i] = splitmix64(&seed);
}

static uint64_t rotate_left(uint64_t x, int bits)
{
  return (x << bits) | (x >> (64 - bits));
}

uint64_t ep_rng_u64(ep_rng* rng)
{
  uint64_t* s = rng->state;
  const uint64_t result = rotate_left(s[1] * 5, 7) * 9;
  const uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate_left(s[3], 45);
  return result;
}

/// Evenly in [0, 1), 53 random bits.
static double unit(ep_rng* rng)
{
  return (double)(ep_rng_u64(rng) >> 11) * 0x1p-53;
}

double ep_rng_uniform(ep_rng* rng, double lo, double hi)
{
  const double u = unit(rng);
  // The weighted form does not overflow where hi - lo would; rounding may leave [lo, hi].
  return fmin(hi, fmax(lo, lo * (1.0 - u) + hi * u));
}

int64_t ep_rng_int(ep_rng* rng, int64_t lo, int64_t hi)
{
  const uint64_t span = (uint64_t)hi - (uint64_t)lo + 1;
  if (span == 0)
    return (int64_t)ep_rng_u64(rng);
  // Numbers below 2^64 mod span would make small results more frequent.
  const uint64_t uneven = (0 - span) % span;
  uint64_t r = ep_rng_u64(rng);
  while (r < uneven)
    r = ep_rng_u64(rng);
  return (int64_t)((uint64_t)lo + r % span);
}

double ep_rng_normal(ep_rng* rng)
{
  // The polar method of Marsaglia; the second number is not kept, so the state is the four words.
  for (;;)
  {
    const double x = 2.0 * unit(rng) - 1.0;
    const double y = 2.0 * unit(rng) - 1.0;
    const double s = x * x + y * y;
    if (s > 0.0 && s < 1.0)
      return x * sqrt(-2.0 * log(s) / s);
  }
}

void ep_rng_unit_vector(ep_rng* rng, double v[3])
{
  for (;;)
  {
    double s = 0.0;
    for (int i = 0; i < 3; i++)
    {
      v[i] = 2.0 * unit(rng) - 1.0;
      s += v[i] * v[i];
    }
    if (s > 1e-4 && s <= 1.0)
    {
      for (int i = 0; i < 3; i++)
        v[i] /= sqrt(s);
      return;
    }
  }
}

double ep_rng_log_uniform(ep_rng* rng, double lo, double hi)
{
  return fmin(hi, fmax(lo, exp(ep_rng_uniform(rng, log(lo), log(hi)))));
}
