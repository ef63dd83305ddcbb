/// @file geo_inside_lanes.h
/// Four floats at a time, on any processor.
#ifndef EP_GEO_INSIDE_LANES_H
#define EP_GEO_INSIDE_LANES_H

#include "geo_bvh_split.h"

#include <string.h>

/// All bits of a lane, or none.
typedef int32_t mask4 __attribute__((vector_size(16)));

static inline ep_quad load4(const float* p)
{
  ep_quad v;
  memcpy(&v, p, sizeof v);
  return v;
}

static inline ep_quad all4(float x)
{
  return (ep_quad){x, x, x, x};
}

static inline ep_quad pick4(mask4 mask, ep_quad a, ep_quad b)
{
  return (ep_quad)(((mask4)a & mask) | ((mask4)b & ~mask));
}

static inline ep_quad min4(ep_quad a, ep_quad b)
{
  return pick4(a < b, a, b);
}

static inline ep_quad max4(ep_quad a, ep_quad b)
{
  return pick4(a > b, a, b);
}

/// One bit a lane.
static inline uint32_t bits4(mask4 mask)
{
#ifdef __SSE__
  return (uint32_t)__builtin_ia32_movmskps((ep_quad)mask);
#else
  return (uint32_t)(mask[0] & 1) | (uint32_t)(mask[1] & 2) | (uint32_t)(mask[2] & 4) |
         (uint32_t)(mask[3] & 8);
#endif
}

#endif
