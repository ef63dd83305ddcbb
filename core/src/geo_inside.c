/// @file geo_inside.c
/// A ray from the point, seen along its direction, is a single point in a plane: the triangles
/// around that point are the ones it crosses, before or behind.
#include "geo_inside.h"
#include "geo_inside_lanes.h"

/// @name Directions
/// @{

/// The ray's unit step along `axis`, and what it does along the next two axes meanwhile.
typedef struct direction
{
  int axis;
  double sign;
  double slope[2];
} direction;

/// Near the axes first: +x -x +y -y +z -z. Slopes have 24 bits, drawn at random so that they have
/// nothing in common with what people draw; so they are exact as floats too.
static const direction directions[EP_RAY_COUNT] = {
    {0, 1.0, {0x1.387912p-4, -0x1.067d96p-5}},  {0, -1.0, {-0x1.3c0b76p-4, 0x1.348d06p-5}},
    {1, 1.0, {0x1.0d3f9ap-5, 0x1.6e48cap-6}},   {1, -1.0, {0x1.c920eep-4, 0x1.b5aa6ap-4}},
    {2, 1.0, {-0x1.2c9f5ap-4, -0x1.30dad2p-5}}, {2, -1.0, {0x1.34cca6p-5, -0x1.1edae2p-5}},
    {0, 1.0, {0x1.3f54f2p-1, 0x1.09784ep-1}},   {1, -1.0, {0x1.5c09b2p-1, 0x1.08c7fap-1}},
    {2, 1.0, {0x1.c6dc62p-3, -0x1.bfc84ap-1}},  {0, -1.0, {0x1.9e8f8ep-2, 0x1.513e7ap-1}},
    {1, 1.0, {-0x1.f43d4ap-2, -0x1.66138ap-1}}, {2, -1.0, {0x1.02840ep-1, 0x1.c66f06p-1}},
    {0, 1.0, {0x1.05559ap-1, 0x1.82dcf2p-1}},   {1, -1.0, {-0x1.a0f436p-2, -0x1.fcfba6p-2}},
    {2, 1.0, {-0x1.9674b2p-3, 0x1.360ad6p-2}},  {0, -1.0, {-0x1.651e2ap-1, 0x1.854ef6p-1}}};

/// Where among the directions -z stands: not a good first choice, for the floor of a terrain is a
/// fan of long triangles.
#define DOWN 5

/// A ray that crosses more triangles of one solid than this is worked out without a tree.
#define CROSSED_MAX 128

void ep_ray_direction(int i, double out[3])
{
  const direction* d = &directions[i];
  out[d->axis] = d->sign;
  out[(d->axis + 1) % 3] = d->sign * d->slope[0];
  out[(d->axis + 2) % 3] = d->sign * d->slope[1];
}

/// @}

/// A ray: in double for triangles, in float for boxes.
typedef struct ray
{
  const ep_solid_ref* ref;
  double point[3];
  int axis[3]; ///< along the ray, and the two others
  double sign;
  double slope[2];
  float from[3]; ///< the point, coordinates as in `axis`
  float step[2]; ///< sign * slope
  float way;     ///< along axis[0] until the ray has left the solid's box
  float pad;     ///< metres, see lanes_on_ray()
} ray;

typedef enum crossing
{
  CROSSED,
  MISSED,
  AMBIGUOUS
} crossing;

/// @name Triangles
/// @{

/// Claim     CROSSED or MISSED is what the exact ray does, and it passes no edge of the triangle.
/// Needs     v - point within 2^22; slopes within 1.
/// Why       the map (a, b, c) -> (b - slope[0] a, c - slope[1] a), a along the ray, makes one
/// point
///           of the ray's line. It is inside the mapped triangle if it is on the same side of all
///           three edges, and outside of it if it is on different sides of two, or of all corners
///           along an axis. Where it is inside, the sides weigh the corners' depths: the sign of
///           their sum is that of the crossing.
/// Rounding  with M the largest coordinate of v - point: mapped coordinates are off by 5.1 u M,
///           sides by 57 u M^2, the weighed depth by 280 u M^3 (proofs.md I2); 8, 64 and 512 are
///           used. Signs of computed differences are exact.
static crossing cross_triangle(const ray* r, double v[3][3])
{
  double x[3];
  double y[3];
  double z[3];
  double most = 0.0;
  for (int c = 0; c < 3; ++c)
  {
    const double a = v[c][r->axis[0]] - r->point[r->axis[0]];
    const double b = v[c][r->axis[1]] - r->point[r->axis[1]];
    const double d = v[c][r->axis[2]] - r->point[r->axis[2]];
    most = ep_max(most, ep_max(fabs(a), ep_max(fabs(b), fabs(d))));
    x[c] = b - r->slope[0] * a;
    y[c] = d - r->slope[1] * a;
    z[c] = r->sign * a;
  }
  const double off = 8.0 * EP_U * most;
  const bool beside =
      (x[0] > off && x[1] > off && x[2] > off) || (x[0] < -off && x[1] < -off && x[2] < -off) ||
      (y[0] > off && y[1] > off && y[2] > off) || (y[0] < -off && y[1] < -off && y[2] < -off);
  if (beside || (z[0] < 0.0 && z[1] < 0.0 && z[2] < 0.0))
  {
    return MISSED;
  }
  const double side_error = 64.0 * EP_U * (most * most) + EP_TINY;
  double side[3]; // of the edge opposite to the corner
  int left = 0;
  int right = 0;
  for (int c = 0; c < 3; ++c)
  {
    const int p = (c + 1) % 3;
    const int q = (c + 2) % 3;
    side[c] = x[p] * y[q] - y[p] * x[q];
    left += side[c] > side_error;
    right += side[c] < -side_error;
  }
  if (left > 0 && right > 0)
  {
    return MISSED;
  }
  if (left < 3 && right < 3)
  {
    return AMBIGUOUS;
  }
  if (z[0] > 0.0 && z[1] > 0.0 && z[2] > 0.0)
  {
    return CROSSED;
  }
  const double sum = side[0] * z[0] + side[1] * z[1] + side[2] * z[2];
  const double depth = left == 3 ? sum : -sum;
  const double depth_error = 512.0 * EP_U * (most * most * most) + EP_TINY;
  return depth > depth_error ? CROSSED : (depth < -depth_error ? MISSED : AMBIGUOUS);
}

/// A triangle of the soup, if it is one of the solid; about the tree's origin.
static crossing cross_one(const ray* r, int32_t triangle)
{
  double v[3][3];
  for (int c = 0; c < 3; ++c)
  {
    const double* from = ep_soup_vertex(r->ref->soup, triangle, c);
    ep_vec_madd(v[c], from, -1.0, r->ref->bvh->origin);
  }
  return cross_triangle(r, v);
}

/// @}
/// @name Boxes, four at a time
/// @{

uint32_t ep_bvh_near(const ep_bvh_node* node, const float lo[3], const float hi[3])
{
  uint32_t bits = 0;
  for (int half = 0; half < EP_BVH_WIDTH; half += 4)
  {
    mask4 apart = (mask4){0};
    for (int k = 0; k < 3; ++k)
    {
      apart |= (load4(node->lo[k] + half) > hi[k]) | (load4(node->hi[k] + half) < lo[k]);
    }
    bits |= (~bits4(apart) & 0xfU) << half;
  }
  return bits;
}

/// Claim     a lane that is not in the result has a box that the ray does not meet on its way.
/// Why       while the ray is in the box along its axis it is somewhere between where it enters and
///           leaves it there; along another axis it is then between two of its own points.
/// Rounding  with C the largest coordinate of tree and point: the point is off by e C, e = 2^-24,
///           differences by 5 e C, points of the ray by 8 e C; slopes are exact. pad = 16 e C is
///           added both to the way and across.
static uint32_t lanes_on_ray(const ray* r, const ep_bvh_node* node)
{
  const bool up = r->sign > 0.0;
  const float sign = up ? 1.0f : -1.0f;
  const float* enter = up ? node->lo[r->axis[0]] : node->hi[r->axis[0]];
  const float* leave = up ? node->hi[r->axis[0]] : node->lo[r->axis[0]];
  uint32_t bits = 0;
  for (int half = 0; half < EP_BVH_WIDTH; half += 4)
  {
    const ep_quad near = (load4(enter + half) - r->from[0]) * sign - r->pad;
    const ep_quad far = (load4(leave + half) - r->from[0]) * sign + r->pad;
    const ep_quad begin = max4(near, all4(0.0f));
    const ep_quad end = min4(far, all4(r->way));
    mask4 on = begin <= end;
    for (int k = 0; k < 2; ++k)
    {
      const float step = r->step[k];
      const ep_quad least = (step > 0.0f ? begin : end) * step + (r->from[k + 1] - r->pad);
      const ep_quad most = (step > 0.0f ? end : begin) * step + (r->from[k + 1] + r->pad);
      on &= (least <= load4(node->hi[r->axis[k + 1]] + half)) &
            (most >= load4(node->lo[r->axis[k + 1]] + half));
    }
    bits |= bits4(on) << half;
  }
  return bits;
}

/// Claim     a lane that is not in the result has a triangle that the ray misses, edges included.
/// Why       seen along the ray, all its corners are on one side of it; or all are behind.
/// Rounding  corners and point are off by e C each (C, e and pad as above), differences by 4 e C,
///           mapped ones by 14 e C: less than pad.
static uint32_t lanes_around_ray(const ray* r, const ep_bvh_octet* leaf, int32_t count)
{
  const float sign = r->sign > 0.0 ? 1.0f : -1.0f;
  uint32_t bits = 0;
  for (int half = 0; half < EP_BVH_WIDTH; half += 4)
  {
    ep_quad along[3];
    ep_quad ahead = all4(-FLT_MAX);
    for (int c = 0; c < 3; ++c)
    {
      along[c] = (load4(leaf->vertex[c][r->axis[0]] + half) - r->from[0]) * sign;
      ahead = max4(ahead, along[c]);
    }
    mask4 on = ahead >= -r->pad;
    for (int k = 0; k < 2; ++k)
    {
      ep_quad least = all4(FLT_MAX);
      ep_quad most = all4(-FLT_MAX);
      for (int c = 0; c < 3; ++c)
      {
        const ep_quad across = load4(leaf->vertex[c][r->axis[k + 1]] + half) - r->from[k + 1];
        const ep_quad mapped = across - along[c] * r->step[k];
        least = min4(least, mapped);
        most = max4(most, mapped);
      }
      on &= (least <= r->pad) & (most >= -r->pad);
    }
    bits |= bits4(on) << half;
  }
  return bits & ((1U << count) - 1U);
}

/// @}
/// @name Rays
/// @{

/// Triangles that a ray has crossed. A tree may hold a triangle more than once.
typedef struct crossed
{
  int32_t triangle[CROSSED_MAX];
  int32_t count;
  bool is_full; ///< there were more
} crossed;

static void add_crossed(crossed* c, int32_t triangle)
{
  for (int32_t i = 0; i < c->count; ++i)
  {
    if (c->triangle[i] == triangle)
    {
      return;
    }
  }
  c->is_full = c->is_full || c->count == CROSSED_MAX;
  if (!c->is_full)
  {
    c->triangle[c->count++] = triangle;
  }
}

/// Adds the solid's triangles of a leaf that the ray crosses; false if one is ambiguous.
static bool cross_leaf(const ray* r, const ep_bvh_leaf* leaf, crossed* c)
{
  const ep_solid_ref* ref = r->ref;
  ep_bvh_octet octet;
  ep_bvh_gather(ref->bvh, leaf, &octet);
  for (uint32_t mask = lanes_around_ray(r, &octet, leaf->count); mask != 0; mask &= mask - 1)
  {
    const int lane = __builtin_ctz(mask);
    const int32_t triangle = octet.triangle[lane];
    if (octet.body[lane] != ref->body || ref->solid_of[triangle] != ref->solid)
    {
      continue;
    }
    const crossing answer = cross_one(r, triangle);
    if (answer == AMBIGUOUS)
    {
      return false;
    }
    if (answer == CROSSED)
    {
      add_crossed(c, triangle);
    }
  }
  return true;
}

static ep_side side_of_count(int32_t crossings)
{
  return crossings % 2 != 0 ? EP_SIDE_INSIDE : EP_SIDE_OUTSIDE;
}

/// As below, one triangle after the other.
static ep_side side_by_list(const ray* r)
{
  const ep_soup* soup = r->ref->soup;
  const ep_solid* solid = &soup->solids[r->ref->solid];
  int32_t crossings = 0;
  for (int32_t i = 0; i < solid->triangle_count; ++i)
  {
    const crossing answer = cross_one(r, soup->solid_triangles[solid->first_triangle + i]);
    if (answer == AMBIGUOUS)
    {
      return EP_SIDE_UNKNOWN;
    }
    crossings += answer == CROSSED;
  }
  return side_of_count(crossings);
}

/// The side that the ray tells: each triangle of the solid is crossed or missed for certain.
static ep_side side_by_ray(const ray* r)
{
  const ep_bvh* bvh = r->ref->bvh;
  int32_t waiting[EP_BVH_WAITING_MAX];
  int32_t count = 0;
  crossed c;
  c.count = 0;
  c.is_full = false;
  waiting[count++] = 0;
  while (count > 0)
  {
    const ep_bvh_node* node = &bvh->nodes[waiting[--count]];
    for (uint32_t mask = lanes_on_ray(r, node); mask != 0; mask &= mask - 1)
    {
      const int32_t child = node->child[__builtin_ctz(mask)];
      if (child >= 0)
      {
        EP_ASSERT(count < EP_BVH_WAITING_MAX);
        waiting[count++] = child;
      }
      else if (!cross_leaf(r, &bvh->leaves[~child], &c))
      {
        return EP_SIDE_UNKNOWN;
      }
    }
  }
  return c.is_full ? side_by_list(r) : side_of_count(c.count);
}

/// The largest coordinate of the tree.
static double size_of(const ep_bvh* bvh)
{
  double size = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    size = ep_max(size, ep_max(bvh->hi[k] - bvh->origin[k], bvh->origin[k] - bvh->lo[k]));
  }
  return size;
}

/// The float error of a tree's coordinates, see lanes_on_ray(): 16 e C, and something for C = 0.
static float pad_of(const ep_bvh* bvh)
{
  return (float)(size_of(bvh) * (0x1p-20 * (1.0 + 0x1p-20))) + FLT_MIN;
}

/// Needs a point in the solid's box.
static void aim(ray* r, const direction* d, const ep_box* box)
{
  r->sign = d->sign;
  for (int k = 0; k < 3; ++k)
  {
    r->axis[k] = (d->axis + k) % 3;
    r->from[k] = (float)r->point[r->axis[k]];
  }
  for (int k = 0; k < 2; ++k)
  {
    r->slope[k] = d->slope[k];
    r->step[k] = (float)(d->sign * d->slope[k]);
  }
  const double way =
      d->sign > 0.0 ? box->hi[d->axis] - r->point[d->axis] : r->point[d->axis] - box->lo[d->axis];
  r->way = (float)way + 2.0f * r->pad;
}

/// The direction in which the box is left soonest, but not down.
static int way_out(const ep_box* box, const double point[3])
{
  int best = 0;
  double least = EP_INFINITY;
  for (int i = 0; i < DOWN; ++i)
  {
    const int k = i / 2;
    const double way = i % 2 == 0 ? box->hi[k] - point[k] : point[k] - box->lo[k];
    best = way < least ? i : best;
    least = ep_min(least, way);
  }
  return best;
}

ep_side ep_solid_side(const ep_solid_ref* ref, const double point[3])
{
  const ep_solid* solid = &ref->soup->solids[ref->solid];
  ep_box box; // of the rounded vertices: rounding is monotone
  ep_vec_madd(box.lo, solid->lo, -1.0, ref->bvh->origin);
  ep_vec_madd(box.hi, solid->hi, -1.0, ref->bvh->origin);
  if (!ep_vec_is_finite(point))
  {
    return EP_SIDE_UNKNOWN;
  }
  for (int k = 0; k < 3; ++k)
  {
    if (point[k] < box.lo[k] || point[k] > box.hi[k])
    {
      return EP_SIDE_OUTSIDE;
    }
  }
  ep_box here;
  ep_vec_copy(here.lo, point);
  ep_vec_copy(here.hi, point);
  if (ref->outside != NULL && ep_outside_holds(ref->outside, &here))
  {
    return EP_SIDE_OUTSIDE;
  }
  ray r = {.ref = ref, .pad = pad_of(ref->bvh)};
  ep_vec_copy(r.point, point);
  const int first = way_out(&box, point);
  for (int i = 0; i < EP_RAY_COUNT; ++i)
  {
    aim(&r, &directions[(first + i) % EP_RAY_COUNT], &box);
    const ep_side side = side_by_ray(&r);
    if (side != EP_SIDE_UNKNOWN)
    {
      return side;
    }
  }
  return EP_SIDE_UNKNOWN;
}

/// @}
/// @name Boxes
/// @{

bool ep_solid_is_beside(const ep_solid_ref* ref, const ep_box* box)
{
  const ep_solid* solid = &ref->soup->solids[ref->solid];
  for (int k = 0; k < 3; ++k)
  {
    if (box->lo[k] > solid->hi[k] - ref->bvh->origin[k] ||
        box->hi[k] < solid->lo[k] - ref->bvh->origin[k])
    {
      return true;
    }
  }
  return ref->outside != NULL && ep_outside_holds(ref->outside, box);
}

/// Whether a triangle of the solid in this leaf has a box that meets the box. Corners are within
/// 2^-24 of the largest coordinate, 1/16 of what the box was widened by.
static bool leaf_meets(const ep_solid_ref* ref, const ep_bvh_leaf* leaf, const float lo[3],
                       const float hi[3])
{
  for (int lane = 0; lane < leaf->count; ++lane)
  {
    const ep_bvh_triangle* t = ep_bvh_at(ref->bvh, leaf, lane);
    bool meets = true;
    for (int k = 0; k < 3; ++k)
    {
      const float a = t->vertex[0][k];
      const float b = t->vertex[1][k];
      const float c = t->vertex[2][k];
      meets = meets && (a <= hi[k] || b <= hi[k] || c <= hi[k]) &&
              (a >= lo[k] || b >= lo[k] || c >= lo[k]);
    }
    if (meets && t->body == ref->body && ref->solid_of[t->triangle] == ref->solid)
    {
      return true;
    }
  }
  return false;
}

bool ep_solid_is_clear(const ep_solid_ref* ref, const ep_box* box)
{
  const ep_bvh* bvh = ref->bvh;
  const ep_solid* solid = &ref->soup->solids[ref->solid];
  const double size = size_of(bvh);
  const float pad = pad_of(bvh);
  float lo[3];
  float hi[3];
  for (int k = 0; k < 3; ++k)
  {
    if (!(box->lo[k] >= -2.0 * size && box->hi[k] <= 2.0 * size))
    {
      return false; // it would round by more than the pad
    }
    // All of the solid's triangles are in its own box.
    lo[k] = (float)ep_max(box->lo[k], solid->lo[k] - bvh->origin[k]) - pad;
    hi[k] = (float)ep_min(box->hi[k], solid->hi[k] - bvh->origin[k]) + pad;
  }
  int32_t waiting[EP_BVH_WAITING_MAX];
  int32_t count = 0;
  waiting[count++] = 0;
  while (count > 0)
  {
    const ep_bvh_node* node = &bvh->nodes[waiting[--count]];
    for (uint32_t mask = ep_bvh_near(node, lo, hi); mask != 0; mask &= mask - 1)
    {
      const int32_t child = node->child[__builtin_ctz(mask)];
      if (child >= 0)
      {
        EP_ASSERT(count < EP_BVH_WAITING_MAX);
        waiting[count++] = child;
      }
      else if (leaf_meets(ref, &bvh->leaves[~child], lo, hi))
      {
        return false;
      }
    }
  }
  return true;
}

/// @}
