/// @file cull_kernel_body.h
/// The wide kernels, included once for each instruction set. EP_KERNEL_NAME(x) gives their names.
#include "cull_kernel.h"

// Vectors wider than the machine's registers are passed by value to static functions only.
#pragma GCC diagnostic ignored "-Wpsabi"

typedef float f8 __attribute__((vector_size(32)));
typedef int32_t m8 __attribute__((vector_size(32)));

/// @name Lanes
/// @{

static inline f8 all8(float x)
{
  return (f8){x, x, x, x, x, x, x, x};
}

static inline f8 load8(const float* p)
{
  f8 v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

static inline f8 pick8(m8 mask, f8 a, f8 b)
{
  return (f8)(((m8)a & mask) | ((m8)b & ~mask));
}

/// a < b ? a : b, and a > b ? a : b.
static inline f8 min8(f8 a, f8 b)
{
#ifdef __AVX2__
  return __builtin_ia32_minps256(a, b);
#else
  return pick8(a < b, a, b);
#endif
}

static inline f8 max8(f8 a, f8 b)
{
#ifdef __AVX2__
  return __builtin_ia32_maxps256(a, b);
#else
  return pick8(a > b, a, b);
#endif
}

static inline f8 abs8(f8 a)
{
  const m8 sign = {INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN,
                   INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN};
  return (f8)((m8)a & ~sign);
}

static inline f8 sqrt8(f8 a)
{
#ifdef __AVX2__
  return __builtin_ia32_sqrtps256(a);
#else
  f8 r;
  for (int i = 0; i < 8; ++i)
  {
    r[i] = sqrtf(a[i]);
  }
  return r;
#endif
}

/// One bit a lane.
static inline uint32_t bits8(m8 mask)
{
#ifdef __AVX2__
  return (uint32_t)__builtin_ia32_movmskps256((f8)mask);
#else
  uint32_t bits = 0;
  for (int i = 0; i < 8; ++i)
  {
    bits |= (uint32_t)(mask[i] != 0) << i;
  }
  return bits;
#endif
}

/// @}
/// @name Boxes
/// @{

/// From a value at the begin to the same at the end, in ep_box_sweeps::lo and hi.
#define NEXT_END (3 * EP_BVH_WIDTH)

/// How much a crossing time is widened: computed ones are off by less than 2^-22.
#define TIME_MARGIN 0x1p-20f

/// Narrows [*enter, *leave] to where f(s) = f0 + s (f1 - f0) <= 0.
static inline void narrow8(f8 f0, f8 f1, f8* enter, f8* leave)
{
  const f8 s = f0 / (f0 - f1);
  const m8 begins_out = f0 > 0.0f;
  const m8 ends_out = f1 > 0.0f;
  const f8 late = pick8(begins_out & ~ends_out, s - TIME_MARGIN, all8(0.0f));
  const f8 soon = pick8(ends_out & ~begins_out, s + TIME_MARGIN, all8(1.0f));
  *enter = max8(late, *enter);
  *leave = min8(soon, *leave);
}

static uint32_t EP_KERNEL_NAME(boxes)(const ep_box_sweeps* sweeps, int lane,
                                      const ep_bvh_node* node)
{
  m8 apart = (m8){0};
  for (int k = 0; k < 3; ++k)
  {
    const float* lo = &sweeps->lo[0][k][lane];
    const float* hi = &sweeps->hi[0][k][lane];
    const float least = lo[0] < lo[NEXT_END] ? lo[0] : lo[NEXT_END];
    const float most = hi[0] > hi[NEXT_END] ? hi[0] : hi[NEXT_END];
    apart |= (load8(node->lo[k]) > most) | (load8(node->hi[k]) < least);
  }
  const uint32_t near = ~bits8(apart) & 0xffU;
  if (near == 0)
  {
    return 0;
  }
  f8 enter = all8(0.0f);
  f8 leave = all8(1.0f);
  for (int k = 0; k < 3; ++k)
  {
    const f8 lo = load8(node->lo[k]);
    const f8 hi = load8(node->hi[k]);
    narrow8(sweeps->lo[0][k][lane] - hi, sweeps->lo[1][k][lane] - hi, &enter, &leave);
    narrow8(lo - sweeps->hi[0][k][lane], lo - sweeps->hi[1][k][lane], &enter, &leave);
  }
  return near & ~bits8(enter > leave);
}

static uint32_t EP_KERNEL_NAME(axes)(const ep_axis_sweeps* sweeps, int lane,
                                     const ep_bvh_node* node)
{
  f8 center[3];
  f8 half[3];
  for (int k = 0; k < 3; ++k)
  {
    const f8 lo = load8(node->lo[k]);
    const f8 hi = load8(node->hi[k]);
    center[k] = (lo + hi) * 0.5f;
    half[k] = (hi - lo) * 0.5f;
  }
  m8 apart = (m8){0};
  for (int k = 0; k < 3; ++k)
  {
    const float* n = sweeps->axis[k];
    const f8 at = center[0] * n[0] + center[1] * n[1] + center[2] * n[2];
    const f8 reach = half[0] * fabsf(n[0]) + half[1] * fabsf(n[1]) + half[2] * fabsf(n[2]);
    apart |= (at - reach > sweeps->hi[k][lane]) | (at + reach < sweeps->lo[k][lane]);
  }
  return ~bits8(apart) & 0xffU;
}

static float EP_KERNEL_NAME(largest)(const ep_bvh_node* node, uint32_t mask)
{
  f8 edge = all8(0.0f);
  for (int k = 0; k < 3; ++k)
  {
    edge = max8(load8(node->hi[k]) - load8(node->lo[k]), edge);
  }
  float edges[EP_BVH_WIDTH];
  __builtin_memcpy(edges, &edge, sizeof edges);
  float most = 0.0f;
  for (; mask != 0; mask &= mask - 1)
  {
    const float e = edges[__builtin_ctz(mask)];
    most = e > most ? e : most;
  }
  return most;
}

/// @}
/// @name Triangles
/// @{

typedef struct v8
{
  f8 x;
  f8 y;
  f8 z;
} v8;

static inline f8 dot8(const v8* a, const v8* b)
{
  return a->x * b->x + a->y * b->y + a->z * b->z;
}

static inline v8 cross8(const v8* a, const v8* b)
{
  return (v8){a->y * b->z - a->z * b->y, a->z * b->x - a->x * b->z, a->x * b->y - a->y * b->x};
}

static inline v8 sub8(const v8* a, const v8* b)
{
  return (v8){a->x - b->x, a->y - b->y, a->z - b->z};
}

/// Everything relative to the first corner of the leaf's triangle.
typedef struct scene8
{
  v8 a[6];      ///< corners at the begin, then at the end
  v8 e[2];      ///< second and third corner of the leaf's triangle
  v8 edge_a[3]; ///< of the moving triangle, in the middle of its way
  v8 edge_e[3];
  f8 threshold;
} scene8;

/// Rounding of projections and differences, as a part of the largest coordinate difference.
#define PROJECTION_ERROR 0x1p-18f
/// Directions shorter than this (squared) prove nothing: their squares might have underflowed.
#define AXIS_MIN 1e-24f

/// Lanes that direction n separates.
static inline m8 separated8(const scene8* s, const v8* n)
{
  f8 lo = dot8(&s->a[0], n);
  f8 hi = lo;
  for (int i = 1; i < 6; ++i)
  {
    const f8 p = dot8(&s->a[i], n);
    lo = min8(p, lo);
    hi = max8(p, hi);
  }
  const f8 p = dot8(&s->e[0], n);
  const f8 q = dot8(&s->e[1], n);
  const f8 zero = all8(0.0f);
  const f8 e_hi = max8(max8(p, q), zero);
  const f8 e_lo = min8(min8(p, q), zero);
  const f8 square = dot8(n, n);
  const f8 need = s->threshold * sqrt8(square) * (1.0f + 0x1p-20f);
  return ((lo - e_hi > need) | (e_lo - hi > need)) & (square > AXIS_MIN);
}

static inline f8 larger8(f8 most, const v8* v)
{
  return max8(max8(most, abs8(v->x)), max8(abs8(v->y), abs8(v->z)));
}

static inline v8 corner8(const ep_bvh_octet* leaf, int corner)
{
  return (v8){load8(leaf->vertex[corner][0]), load8(leaf->vertex[corner][1]),
              load8(leaf->vertex[corner][2])};
}

static inline void set_scene8(scene8* s, const ep_triangle_sweeps* sweeps, int lane,
                              const ep_bvh_octet* leaf, f8 need)
{
  const v8 base = corner8(leaf, 0);
  f8 most = all8(0.0f);
  for (int i = 0; i < 6; ++i)
  {
    const float* v = &sweeps->vertex[i / 3][i % 3][0][lane];
    s->a[i] = (v8){v[0] - base.x, v[EP_BVH_WIDTH] - base.y, v[2 * EP_BVH_WIDTH] - base.z};
    most = larger8(most, &s->a[i]);
  }
  for (int i = 0; i < 2; ++i)
  {
    const v8 c = corner8(leaf, i + 1);
    s->e[i] = sub8(&c, &base);
    most = larger8(most, &s->e[i]);
  }
  s->threshold = need + most * PROJECTION_ERROR;
}

static inline void set_edges8(scene8* s)
{
  v8 middle[3];
  for (int i = 0; i < 3; ++i)
  {
    middle[i] =
        (v8){s->a[i].x + s->a[i + 3].x, s->a[i].y + s->a[i + 3].y, s->a[i].z + s->a[i + 3].z};
  }
  s->edge_a[0] = sub8(&middle[1], &middle[0]);
  s->edge_a[1] = sub8(&middle[2], &middle[0]);
  s->edge_a[2] = sub8(&middle[2], &middle[1]);
  s->edge_e[0] = s->e[0];
  s->edge_e[1] = s->e[1];
  s->edge_e[2] = sub8(&s->e[1], &s->e[0]);
}

static uint64_t EP_KERNEL_NAME(near)(const ep_triangle_sweeps* sweeps, const ep_bvh_octet* leaf,
                                     const float threshold[EP_BVH_WIDTH], uint64_t pairs)
{
  f8 lo[3];
  f8 hi[3];
  for (int k = 0; k < 3; ++k)
  {
    const f8 a = load8(leaf->vertex[0][k]);
    const f8 b = load8(leaf->vertex[1][k]);
    const f8 c = load8(leaf->vertex[2][k]);
    lo[k] = min8(min8(a, b), c);
    hi[k] = max8(max8(a, b), c);
  }
  uint64_t near = pairs;
  for (int own = 0; own < EP_BVH_WIDTH; ++own)
  {
    if ((pairs >> (own * EP_BVH_WIDTH) & 0xffU) == 0)
    {
      continue;
    }
    f8 square = all8(0.0f);
    for (int k = 0; k < 3; ++k)
    {
      const f8 gap = max8(sweeps->lo[k][own] - hi[k], lo[k] - sweeps->hi[k][own]);
      const f8 open = max8(gap, all8(0.0f));
      square += open * open;
    }
    const f8 need = load8(threshold) + sweeps->inflation[own];
    const m8 apart = (square * (1.0f - 0x1p-20f) > need * need) & (square > AXIS_MIN);
    near &= ~((uint64_t)bits8(apart) << (own * EP_BVH_WIDTH));
  }
  return near;
}

static uint32_t EP_KERNEL_NAME(triangles)(const ep_triangle_sweeps* sweeps, int lane,
                                          const ep_bvh_octet* leaf,
                                          const float threshold[EP_BVH_WIDTH], uint32_t mask)
{
  const f8 need = load8(threshold) + sweeps->inflation[lane];
  scene8 s;
  set_scene8(&s, sweeps, lane, leaf, need);
  set_edges8(&s);
  const v8 normal_e = cross8(&s.edge_e[0], &s.edge_e[1]);
  const v8 normal_a = cross8(&s.edge_a[0], &s.edge_a[1]);
  mask &= ~bits8(separated8(&s, &normal_e) | separated8(&s, &normal_a));
  for (int i = 0; i < 9 && mask != 0; ++i)
  {
    const v8 n = cross8(&s.edge_a[i / 3], &s.edge_e[i % 3]);
    mask &= ~bits8(separated8(&s, &n));
  }
  return mask;
}

/// @}
