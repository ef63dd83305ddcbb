/// @file cull_kernel_planes.h
/// Moving boxes against the triangles of a leaf, included once for each instruction set after
/// cull_kernel_place.h.

/// Triangles count as parallel to a plane across which they extend by less than this part of their
/// size times the length of its normal: only what is tried depends on it.
#define PARALLEL_PART 0x1p-10f

/// What all moving boxes share: the leaf, about the first corner of each of its triangles.
typedef struct slopes8
{
  v8 base;
  v8 e[2];
  f8 need; ///< what is to be kept, but for the box's own inflation and rounding
  f8 most; ///< the largest coordinate of e
} slopes8;

/// A direction in each lane: what it makes of the body's axes at both ends, per metre of
/// half-width, and of the leaf's triangles.
typedef struct slope8
{
  v8 n;
  f8 axis[2][3];
  f8 lo;
  f8 hi;
  f8 length; ///< of n, rounded up; infinite if it proves nothing
} slope8;

static inline void set_slope8(slope8* d, const slopes8* s, const ep_span_motion* m, v8 n)
{
  d->n = n;
  for (int k = 0; k < 6; ++k)
  {
    const float(*r)[3] = m->pose[k / 3].rotation;
    d->axis[k / 3][k % 3] = abs8(n.x * r[0][k % 3] + n.y * r[1][k % 3] + n.z * r[2][k % 3]);
  }
  const f8 p = dot8(&s->e[0], &n);
  const f8 q = dot8(&s->e[1], &n);
  d->lo = min8(min8(p, q), all8(0.0f));
  d->hi = max8(max8(p, q), all8(0.0f));
  const f8 square = dot8(&n, &n);
  d->length = pick8(square > AXIS_MIN, sqrt8(square) * (1.0f + 0x1p-20f), all8(INFINITY));
}

/// Triangles that the moving box of a lane is beyond along a direction, on one side at both ends.
static inline m8 beyond8(const slopes8* s, const slope8* d, const ep_span_motion* m,
                         const ep_box_sweeps* boxes, int lane)
{
  const float half[3] = {boxes->half[0][lane], boxes->half[1][lane], boxes->half[2][lane]};
  f8 most = max8(s->most, all8(fmaxf(fmaxf(half[0], half[1]), half[2])));
  m8 above = ~(m8){0};
  m8 below = above;
  f8 over[2];
  f8 under[2];
  for (int end = 0; end < 2; ++end)
  {
    const v8 c = {boxes->center[end][0][lane] - s->base.x, boxes->center[end][1][lane] - s->base.y,
                  boxes->center[end][2][lane] - s->base.z};
    const f8 at = dot8(&c, &d->n);
    const f8 reach =
        d->axis[end][0] * half[0] + d->axis[end][1] * half[1] + d->axis[end][2] * half[2];
    over[end] = at - reach - d->hi;
    under[end] = d->lo - (at + reach);
    most = larger8(most, &c);
  }
  // The clearance in the inflation is the track's; what counts is each triangle's own.
  const float kept = boxes->inflation[lane] - m->clearance + m->margin;
  const f8 need = (s->need + kept + most * PROJECTION_ERROR) * d->length;
  for (int end = 0; end < 2; ++end)
  {
    above &= over[end] > need;
    below &= under[end] > need;
  }
  return above | below;
}

/// The same direction in all lanes.
static inline v8 spread8(const v8* n, int lane)
{
  return (v8){all8(n->x[lane]), all8(n->y[lane]), all8(n->z[lane])};
}

static uint32_t EP_KERNEL_NAME(planes)(const ep_span_motion* m, const ep_box_sweeps* boxes,
                                       uint32_t moving, const ep_bvh_octet* leaf,
                                       const float threshold[EP_BVH_WIDTH], uint32_t mask)
{
  slopes8 s = {.base = corner8(leaf, 0), .need = load8(threshold), .most = all8(0.0f)};
  for (int i = 0; i < 2; ++i)
  {
    const v8 c = corner8(leaf, i + 1);
    s.e[i] = sub8(&c, &s.base);
    s.most = larger8(s.most, &s.e[i]);
  }
  const v8 normal = cross8(&s.e[0], &s.e[1]);
  uint32_t near[EP_BVH_WIDTH];
  uint32_t useful = 0;
  uint32_t left = 0;
  slope8 d;
  set_slope8(&d, &s, m, normal);
  for (uint32_t rest = moving; rest != 0; rest &= rest - 1)
  {
    const int lane = __builtin_ctz(rest);
    const uint32_t apart = mask & bits8(beyond8(&s, &d, m, boxes, lane));
    near[lane] = mask & ~apart;
    useful |= near[lane] != 0 ? apart : 0;
    left |= near[lane] != 0 ? 1U << lane : 0;
  }
  while (useful != 0 && left != 0)
  {
    const int direction = __builtin_ctz(useful);
    set_slope8(&d, &s, m, spread8(&normal, direction));
    // Triangles in parallel planes would say the same.
    useful &= ~(1U << direction | bits8(d.hi - d.lo <= s.most * d.length * PARALLEL_PART));
    for (uint32_t rest = left; rest != 0; rest &= rest - 1)
    {
      const int lane = __builtin_ctz(rest);
      near[lane] &= ~bits8(beyond8(&s, &d, m, boxes, lane));
      left &= near[lane] != 0 ? UINT32_MAX : ~(1U << lane);
    }
  }
  return left;
}
