/// @file geo_bvh_split.c
#include "geo_bvh_split.h"

#include <stddef.h>
#include <string.h>

/// Slices in which the middles of a large range are counted, along each axis.
#define BINS 16
/// Up to this many refs every cut is tried.
#define SMALL 32
/// A range whose middles span less is flat: BINS / FLAT is finite.
#define FLAT 1e-30f

/// @name Quads and boxes
/// @{

typedef int32_t quad_bits __attribute__((vector_size(16)));

typedef struct box
{
  ep_quad lo;
  ep_quad hi;
} box;

/// a where the mask is set, b elsewhere.
static inline ep_quad quad_select(quad_bits mask, ep_quad a, ep_quad b)
{
  return (ep_quad)(((quad_bits)a & mask) | ((quad_bits)b & ~mask));
}

static inline ep_quad quad_min(ep_quad a, ep_quad b)
{
  return quad_select(a < b, a, b);
}

static inline ep_quad quad_max(ep_quad a, ep_quad b)
{
  return quad_select(a > b, a, b);
}

static inline box empty_box(void)
{
  const ep_quad far = {FLT_MAX, FLT_MAX, FLT_MAX, 0.0f};
  return (box){far, -far};
}

static inline void grow(box* a, const box* b)
{
  a->lo = quad_min(a->lo, b->lo);
  a->hi = quad_max(a->hi, b->hi);
}

/// Three floats and an integer, without the integer.
static inline ep_quad load(const void* four)
{
  const quad_bits coordinates = {-1, -1, -1, 0};
  quad_bits bits;
  memcpy(&bits, four, sizeof bits);
  return (ep_quad)(bits & coordinates);
}

static inline box box_of(const ep_bvh_ref* ref)
{
  return (box){load(ref), load((const char*)ref + offsetof(ep_bvh_ref, hi))};
}

static inline ep_quad middle_of(const box* b)
{
  return b->lo + b->hi;
}

/// Blocks of leaf size: what a query that reaches a side pays for.
static inline float blocks(int32_t count)
{
  const int32_t whole = (count + EP_BVH_LEAF_MAX - 1) / EP_BVH_LEAF_MAX;
  return (float)whole;
}

/// @}
/// @name Ranges
/// @{

static ep_bvh_range empty_range(int32_t first)
{
  const box none = empty_box();
  return (ep_bvh_range){none.lo, none.hi, none.lo, none.hi, first, 0};
}

static inline void extend(ep_bvh_range* range, const box* b)
{
  const ep_quad middle = middle_of(b);
  range->lo = quad_min(range->lo, b->lo);
  range->hi = quad_max(range->hi, b->hi);
  range->middle_lo = quad_min(range->middle_lo, middle);
  range->middle_hi = quad_max(range->middle_hi, middle);
  range->count += 1;
}

ep_bvh_range ep_bvh_range_of(const ep_bvh_ref* refs, int32_t first, int32_t count)
{
  ep_bvh_range range = empty_range(first);
  for (int32_t i = first; i < first + count; ++i)
  {
    const box b = box_of(&refs[i]);
    extend(&range, &b);
  }
  return range;
}

int32_t ep_bvh_halvings(int32_t count)
{
  int32_t halvings = 0;
  for (int32_t leaf = EP_BVH_LEAF_MAX; leaf < count; leaf *= 2)
  {
    ++halvings;
  }
  return halvings;
}

static void cut_at(const ep_bvh_ref* refs, const ep_bvh_range* range, int32_t left,
                   ep_bvh_range sides[2])
{
  sides[0] = ep_bvh_range_of(refs, range->first, left);
  sides[1] = ep_bvh_range_of(refs, range->first + left, range->count - left);
}

/// In halves as they come, of whole leaves if there are two.
/// Why       with count = 16 q + r, r < 16, the larger half has 8 q + min(r, 8) refs. If count is
///           at most 8 2^k, that is at most 8 2^(k-1), for q = 2^(k-1) only with r = 0.
static void cut_in_halves(const ep_bvh_ref* refs, const ep_bvh_range* range, ep_bvh_range sides[2])
{
  const int32_t two = 2 * EP_BVH_LEAF_MAX;
  const int32_t leaves = (range->count + EP_BVH_LEAF_MAX - 1) / two;
  cut_at(refs, range, range->count < two ? range->count / 2 : leaves * EP_BVH_LEAF_MAX, sides);
}

/// @}

/// The best cut so far. Of two that cost the same, the more even one.
typedef struct cut
{
  float cost;
  int32_t evenness; ///< refs on the smaller side; 0: no cut found
  int axis;
  int32_t at; ///< bins, or refs of a small range, on the left
} cut;

static inline void improve(cut* best, const cut* candidate)
{
  if (candidate->cost < best->cost ||
      (candidate->cost == best->cost && candidate->evenness > best->evenness))
  {
    *best = *candidate;
  }
}

/// @name Small ranges: every cut between neighbours along an axis
/// @{

typedef struct place
{
  float middle;
  int32_t index;
} place;

/// By insertion, so refs with equal middles stay in order.
static void sort_places(place* places, const ep_quad* middles, int axis, int32_t count)
{
  for (int32_t i = 0; i < count; ++i)
  {
    const place p = {middles[i][axis], i};
    int32_t k = i;
    for (; k > 0 && places[k - 1].middle > p.middle; --k)
    {
      places[k] = places[k - 1];
    }
    places[k] = p;
  }
}

static void sweep_axis(const place* places, const box* boxes, int32_t count, float margin, int axis,
                       cut* best)
{
  EP_ASSERT(count > EP_BVH_LEAF_MAX && count <= SMALL);
  float right_cost[SMALL];
  box right = empty_box();
  for (int32_t i = count - 1; i >= EP_BVH_SIDE_MIN; --i)
  {
    grow(&right, &boxes[places[i].index]);
    right_cost[i] = ep_bvh_cost(right.lo, right.hi, margin) * blocks(count - i);
  }
  box left = empty_box();
  for (int32_t i = 1; i <= count - EP_BVH_SIDE_MIN; ++i)
  {
    grow(&left, &boxes[places[i - 1].index]);
    if (i >= EP_BVH_SIDE_MIN)
    {
      const float cost = ep_bvh_cost(left.lo, left.hi, margin) * blocks(i) + right_cost[i];
      improve(best, &(cut){cost, i < count - i ? i : count - i, axis, i});
    }
  }
}

static void split_small(ep_bvh_ref* refs, const ep_bvh_range* range, float margin,
                        ep_bvh_range sides[2])
{
  box boxes[SMALL];
  ep_quad middles[SMALL];
  place places[3][SMALL];
  ep_bvh_ref moved[SMALL];
  cut best = {FLT_MAX, 0, 0, 0};
  for (int32_t i = 0; i < range->count; ++i)
  {
    boxes[i] = box_of(&refs[range->first + i]);
    middles[i] = middle_of(&boxes[i]);
  }
  for (int axis = 0; axis < 3; ++axis)
  {
    sort_places(places[axis], middles, axis, range->count);
    sweep_axis(places[axis], boxes, range->count, margin, axis, &best);
  }
  for (int32_t i = 0; i < range->count; ++i)
  {
    moved[i] = refs[range->first + places[best.axis][i].index];
  }
  memcpy(&refs[range->first], moved, (size_t)range->count * sizeof moved[0]);
  cut_at(refs, range, best.at, sides);
}

/// @}
/// @name Large ranges: cuts between bins
/// @{

typedef struct bin
{
  box bounds;
  int32_t count;
} bin;

/// Maps middles to bins 0 to BINS - 1 along each axis; used twice on every ref, with one result.
typedef struct binning
{
  ep_quad start;
  ep_quad scale; ///< 0 along an axis along which the range is flat
} binning;

static binning binning_of(const ep_bvh_range* range)
{
  binning b = {range->middle_lo, {0.0f}};
  const ep_quad span = range->middle_hi - range->middle_lo;
  for (int axis = 0; axis < 3; ++axis)
  {
    b.scale[axis] = span[axis] > FLAT ? (float)BINS / span[axis] : 0.0f;
  }
  return b;
}

static inline quad_bits bins_of(const binning* b, ep_quad middle)
{
  const ep_quad last = {BINS - 1, BINS - 1, BINS - 1, BINS - 1};
  return __builtin_convertvector(quad_min((middle - b->start) * b->scale, last), quad_bits);
}

static void fill_bins(bin bins[3][BINS], const binning* b, const ep_bvh_ref* refs,
                      const ep_bvh_range* range)
{
  for (int i = 0; i < 3 * BINS; ++i)
  {
    bins[i / BINS][i % BINS] = (bin){empty_box(), 0};
  }
  for (int32_t i = range->first; i < range->first + range->count; ++i)
  {
    const box bounds = box_of(&refs[i]);
    const quad_bits at = bins_of(b, middle_of(&bounds));
    for (int axis = 0; axis < 3; ++axis)
    {
      bin* one = &bins[axis][at[axis]];
      grow(&one->bounds, &bounds);
      one->count += 1;
    }
  }
}

static void sweep_bins(const bin bins[BINS], int32_t count, float margin, int axis, cut* best)
{
  float right_cost[BINS];
  box right = empty_box();
  int32_t right_count = 0;
  for (int i = BINS - 1; i > 0; --i)
  {
    grow(&right, &bins[i].bounds);
    right_count += bins[i].count;
    right_cost[i] =
        right_count == 0 ? 0.0f : ep_bvh_cost(right.lo, right.hi, margin) * blocks(right_count);
  }
  box left = empty_box();
  int32_t left_count = 0;
  for (int i = 1; i < BINS; ++i)
  {
    grow(&left, &bins[i - 1].bounds);
    left_count += bins[i - 1].count;
    right_count = count - left_count;
    if (left_count > 0 && right_count > 0)
    {
      const float cost = ep_bvh_cost(left.lo, left.hi, margin) * blocks(left_count) + right_cost[i];
      improve(best, &(cut){cost, left_count < right_count ? left_count : right_count, axis, i});
    }
  }
}

/// Refs whose bin is below `at` go to the left, in place. Every ref is swapped, with itself or with
/// the first one of the right: a branch here would be mispredicted half of the time.
static void partition(ep_bvh_ref* refs, const ep_bvh_range* range, const binning* b, const cut* c,
                      ep_bvh_range sides[2])
{
  sides[0] = empty_range(range->first);
  sides[1] = empty_range(range->first);
  for (int32_t i = range->first; i < range->first + range->count; ++i)
  {
    const ep_bvh_ref ref = refs[i];
    const box bounds = box_of(&ref);
    const int side = bins_of(b, middle_of(&bounds))[c->axis] >= c->at ? 1 : 0;
    const int32_t border = range->first + sides[0].count;
    refs[i] = refs[border];
    refs[border] = ref;
    extend(&sides[side], &bounds);
  }
  sides[1].first += sides[0].count;
}

/// Gives the smaller side EP_BVH_SIDE_MIN refs: those of the other side that are nearest to it
/// along the axis, one after the other.
static void fill_up(ep_bvh_ref* refs, const ep_bvh_range* range, int axis, ep_bvh_range sides[2])
{
  int32_t left = sides[0].count;
  while (left < EP_BVH_SIDE_MIN || range->count - left < EP_BVH_SIDE_MIN)
  {
    const bool from_right = left < EP_BVH_SIDE_MIN;
    const int32_t begin = range->first + (from_right ? left : 0);
    const int32_t end = range->first + (from_right ? range->count : left);
    int32_t nearest = begin;
    float best = FLT_MAX;
    for (int32_t i = begin; i < end; ++i)
    {
      const float middle = refs[i].lo[axis] + refs[i].hi[axis];
      const float distance = from_right ? middle : -middle;
      nearest = distance < best ? i : nearest;
      best = distance < best ? distance : best;
    }
    const int32_t border = from_right ? begin : end - 1;
    const ep_bvh_ref ref = refs[nearest];
    refs[nearest] = refs[border];
    refs[border] = ref;
    left += from_right ? 1 : -1;
  }
  cut_at(refs, range, left, sides);
}

static void split_large(ep_bvh_ref* refs, const ep_bvh_range* range, float margin,
                        ep_bvh_range sides[2])
{
  bin bins[3][BINS];
  const binning b = binning_of(range);
  cut best = {FLT_MAX, 0, 0, 0};
  fill_bins(bins, &b, refs, range);
  for (int axis = 0; axis < 3; ++axis)
  {
    sweep_bins(bins[axis], range->count, margin, axis, &best);
  }
  if (best.evenness == 0) // all middles are one point: any halves will do
  {
    cut_in_halves(refs, range, sides);
    return;
  }
  partition(refs, range, &b, &best, sides);
  if (best.evenness < EP_BVH_SIDE_MIN)
  {
    fill_up(refs, range, best.axis, sides);
  }
}

/// @}

void ep_bvh_split(ep_bvh_ref* refs, const ep_bvh_range* range, float margin, bool halve,
                  ep_bvh_range sides[2])
{
  EP_ASSERT(range->count > EP_BVH_LEAF_MAX);
  if (halve)
  {
    cut_in_halves(refs, range, sides);
  }
  else if (range->count <= SMALL)
  {
    split_small(refs, range, margin, sides);
  }
  else
  {
    split_large(refs, range, margin, sides);
  }
  EP_ASSERT(sides[0].count >= EP_BVH_SIDE_MIN && sides[1].count >= EP_BVH_SIDE_MIN);
  EP_ASSERT(sides[0].count + sides[1].count == range->count);
  EP_ASSERT(ep_bvh_halvings(sides[0].count) <= ep_bvh_halvings(range->count) - (halve ? 1 : 0));
  EP_ASSERT(ep_bvh_halvings(sides[1].count) <= ep_bvh_halvings(range->count) - (halve ? 1 : 0));
}
