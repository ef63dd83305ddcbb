/// @file geo_shape.c
/// Boxes, spheres, cylinders, capsules and cones as triangles.
#include "geo_shape.h"
#include "num_trig.h"

const char* ep_shape_type_text(ep_shape_type type)
{
  switch (type)
  {
  case EP_SHAPE_MESH:
    return "mesh";
  case EP_SHAPE_BOX:
    return "box";
  case EP_SHAPE_SPHERE:
    return "sphere";
  case EP_SHAPE_CYLINDER:
    return "cylinder";
  case EP_SHAPE_CAPSULE:
    return "capsule";
  case EP_SHAPE_CONE:
    return "cone";
  case EP_SHAPE_HEIGHTFIELD:
    return "heightfield";
  }
  return "unknown shape";
}

/// @name Sides
/// How many sides a polygon or a polyhedron needs, so that it stays close to what is round.
/// @{

/// Fewest sides around an axis, and most: of one polygon, and of balls, whose number of triangles
/// grows with its square.
#define SIDES_MIN      8
#define SIDES_MAX      4096
#define BALL_SIDES_MAX 1024

/// By how much a radius is enlarged so that a surface with rounded corners is still outside: they
/// are off by less than 2^-47 of it (angles 2^-49 for longitude and less for latitude, sine and
/// cosine 2^-51 each), and moving the corners by that much uncovers nothing deeper than that.
#define OUTSIDE (1.0 + 0x1p-45)

/// Claim     with a the angle pi / sides and x = excess / size_up: 1/cos(a) - 1 <= x for a polygon,
///           1/cos(a)^2 - 1 <= x for a ball; enlarging by OUTSIDE included.
/// Why       let b be the angle where equality holds: tan(b)^2 is x (2 + x), or x. The sides are
///           chosen so that a <= sin(b), and sin(b) <= b.
/// Rounding  x is taken 2^-20 smaller: above 2^-44, for fewer than x = 2^-23 would need more than
///           SIDES_MAX.
static ep_status choose_sides(const ep_new_shape* s, bool ball, double size_up, int32_t* sides)
{
  const double x = ep_min(1.0, s->excess / size_up) * (1.0 - 0x1p-20);
  const double tangent_squared = ball ? x : x * (2.0 + x);
  const double sine = sqrt(tangent_squared / (1.0 + tangent_squared));
  const double needed = 4.0 * ceil(0.25 * EP_PI / sine);
  const int32_t most = ball ? BALL_SIDES_MAX : SIDES_MAX;
  if (!(needed <= (double)most))
  {
    return EP_REFUSE(s,
                     "%s: to stay within %g m of its round surface it would need %.0f sides around "
                     "its axis, at most %d are allowed: choose a coarser tolerance",
                     ep_shape_type_text(s->desc->type), s->excess, needed, (int)most);
  }
  *sides = needed < (double)SIDES_MIN ? SIDES_MIN : (int32_t)needed;
  return EP_OK;
}

/// Cosine of pi / sides.
static double cosine_of_half_side(int32_t sides)
{
  double sine;
  double cosine;
  ep_sincos(EP_PI / sides, &sine, &cosine);
  return cosine;
}

/// @}
/// @name Turned shapes
/// @{

/// Rings of a ball: one for each circle of latitude, the equator twice in a capsule.
#define RINGS_MAX (BALL_SIDES_MAX / 2)

/// What a lathe makes, with flat sides: regular polygons about the z axis, one above the other,
/// closed by a point below and one above.
typedef struct lathe
{
  int32_t sides;
  int32_t rings;
  double bottom;
  double top;
  double radius[RINGS_MAX]; ///< of a ring's corners
  double z[RINGS_MAX];      ///< of a ring
} lathe;

static void add_ring(lathe* l, double radius, double z)
{
  EP_ASSERT(l->rings < RINGS_MAX);
  l->radius[l->rings] = radius;
  l->z[l->rings] = z;
  ++l->rings;
}

/// The triangles between two neighbouring columns of vertices, seen from outside counterclockwise.
static void add_side(ep_new_shape* s, const lathe* l, int32_t side)
{
  const int32_t here = 2 + side * l->rings;
  const int32_t next = 2 + (side + 1) % l->sides * l->rings;
  ep_new_shape_triangle(s, 0, next, here);
  for (int32_t i = 0; i < l->rings - 1; ++i)
  {
    ep_new_shape_triangle(s, here + i, next + i, next + i + 1);
    ep_new_shape_triangle(s, here + i, next + i + 1, here + i + 1);
  }
  ep_new_shape_triangle(s, 1, here + l->rings - 1, next + l->rings - 1);
}

static ep_status add_turned(ep_new_shape* s, const lathe* l)
{
  const int64_t sides = l->sides;
  const ep_status status =
      ep_new_shape_reserve(s, 2 + sides * l->rings, 2 * sides * (int64_t)l->rings);
  if (status != EP_OK)
  {
    return status;
  }
  ep_new_shape_vertex(s, 0.0, 0.0, l->bottom);
  ep_new_shape_vertex(s, 0.0, 0.0, l->top);
  for (int32_t side = 0; side < l->sides; ++side)
  {
    double sine;
    double cosine;
    ep_sincos(2.0 * EP_PI * side / l->sides, &sine, &cosine);
    for (int32_t i = 0; i < l->rings; ++i)
    {
      ep_new_shape_vertex(s, l->radius[i] * cosine, l->radius[i] * sine, l->z[i]);
    }
  }
  for (int32_t side = 0; side < l->sides; ++side)
  {
    add_side(s, l, side);
  }
  return EP_OK;
}

/// A cylinder, or a cone with its tip above.
///
/// Claim     encloses it; nothing is farther outside than s->excess.
/// Why       a regular polygon with corners at r / cos(pi / sides) touches the circle of radius r
///           from outside. Above each other, or shrinking to the tip, polygons hold circles at
///           every height. No point of a polygon is farther than r (1/cos - 1) from its circle, in
///           the xy plane; the placement stretches that by at most most_up.
/// Rounding  see OUTSIDE. Heights are exact, so it is enough to look at each height by itself.
static ep_status add_prism(ep_new_shape* s, bool tip)
{
  const double radius = s->desc->size[0];
  const double half = 0.5 * s->desc->size[1];
  const ep_stretch stretch = ep_placement_stretch(&s->placement, 2);
  lathe l = {.bottom = -half, .top = half};
  const ep_status status = choose_sides(s, false, ep_up(stretch.most_up * radius), &l.sides);
  if (status != EP_OK)
  {
    return status;
  }
  const double corner = radius * (OUTSIDE / cosine_of_half_side(l.sides));
  EP_ASSERT((corner - radius) * stretch.most_up <= s->excess);
  add_ring(&l, corner, -half);
  if (!tip)
  {
    add_ring(&l, corner, half);
  }
  return add_turned(s, &l);
}

/// Latitude i of a ball with `half` steps from pole to equator; a capsule has its equator twice.
static void add_latitude(lathe* l, double corner, double half_length, int32_t i, int32_t half)
{
  double sine;
  double cosine;
  ep_sincos(EP_PI * i / (2 * half), &sine, &cosine);
  if (i <= half)
  {
    add_ring(l, corner * sine, -half_length - corner * cosine);
  }
  if (i > half || (i == half && half_length > 0.0))
  {
    add_ring(l, corner * sine, half_length - corner * cosine);
  }
}

/// A ball or a capsule as a polyhedron, for placements that make it an ellipsoid or the like.
///
/// Claim     encloses it; nothing is farther outside than s->excess.
/// Why       corners lie on the ball of radius R = r / cos(a)^2, a = pi / sides, at longitudes 2 a
///           apart and latitudes 2 a apart. A face between the latitudes m - a and m + a is a flat
///           trapezoid across the half-plane of its middle longitude, which it meets in the chord
///           from R (cos(a) cos(m - a), sin(m - a)) to R (cos(a) cos(m + a), sin(m + a)). That
///           chord is R cos(a)^2 / sqrt(1 - sin(a)^2 sin(m)^2) >= r away from the centre. Faces of
///           a capsule's upper half look up or sideways, so the upper ball is its farthest part in
///           their direction; the lower half is the mirror image. The polyhedron is inside the same
///           shape of radius R; the placement stretches R - r by at most most_up.
/// Rounding  see OUTSIDE.
static ep_status add_faceted(ep_new_shape* s, double half_length, double most_up)
{
  const double radius = s->desc->size[0];
  lathe l = {.sides = 0};
  const ep_status status = choose_sides(s, true, ep_up(most_up * radius), &l.sides);
  if (status != EP_OK)
  {
    return status;
  }
  const double cosine = cosine_of_half_side(l.sides);
  const double corner = radius * (OUTSIDE / (cosine * cosine));
  EP_ASSERT((corner - radius) * most_up <= s->excess);
  const int32_t half = l.sides / 4;
  l.bottom = -half_length - corner;
  l.top = half_length + corner;
  for (int32_t i = 1; i < 2 * half; ++i)
  {
    add_latitude(&l, corner, half_length, i, half);
  }
  return add_turned(s, &l);
}

/// A sphere or a capsule: its centre or axis with a radius, unless the placement deforms it.
///
/// Claim     encloses it; nothing is farther outside than s->excess.
/// Why       the placed ball holds the ball of radius least_down r and is inside the one of radius
///           most_up r. A capsule is a segment plus a ball, and stays so.
static ep_status add_round(ep_new_shape* s, double half_length)
{
  const double radius = s->desc->size[0];
  const ep_stretch stretch = ep_placement_stretch(&s->placement, 3);
  const double radius_up = ep_up(stretch.most_up * radius);
  if (!(ep_up(radius_up - ep_down(stretch.least_down * radius)) <= s->excess))
  {
    return add_faceted(s, half_length, stretch.most_up);
  }
  const int32_t ends = half_length > 0.0 ? 2 : 1;
  const ep_status status = ep_new_shape_reserve(s, ends, 1);
  if (status != EP_OK)
  {
    return status;
  }
  s->radius = radius_up;
  ep_new_shape_vertex(s, 0.0, 0.0, -half_length);
  if (ends == 2)
  {
    ep_new_shape_vertex(s, 0.0, 0.0, half_length);
  }
  ep_new_shape_triangle(s, 0, ends - 1, ends - 1);
  return EP_OK;
}

/// @}

static ep_status add_box(ep_new_shape* s)
{
  const int32_t faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  const double* size = s->desc->size;
  const ep_status status = ep_new_shape_reserve(s, 8, 12);
  if (status != EP_OK)
  {
    return status;
  }
  for (int i = 0; i < 8; ++i)
  {
    ep_new_shape_vertex(s, ((i & 1) != 0 ? 0.5 : -0.5) * size[0],
                        ((i & 2) != 0 ? 0.5 : -0.5) * size[1],
                        ((i & 4) != 0 ? 0.5 : -0.5) * size[2]);
  }
  for (int i = 0; i < 12; ++i)
  {
    ep_new_shape_triangle(s, faces[i][0], faces[i][1], faces[i][2]);
  }
  return EP_OK;
}

static int sizes_used(ep_shape_type type)
{
  return type == EP_SHAPE_BOX ? 3 : (type == EP_SHAPE_SPHERE ? 1 : 2);
}

ep_status ep_new_shape_primitive(ep_new_shape* s)
{
  const ep_geometry_desc* d = s->desc;
  for (int k = 0; k < sizes_used(d->type); ++k)
  {
    if (!(d->size[k] > 0.0) || !ep_is_finite(d->size[k]))
    {
      return EP_REFUSE(s, "%s: size[%d] is %g, it must be finite and more than 0",
                       ep_shape_type_text(d->type), k, d->size[k]);
    }
  }
  switch (d->type)
  {
  case EP_SHAPE_BOX:
    return add_box(s);
  case EP_SHAPE_SPHERE:
    return add_round(s, 0.0);
  case EP_SHAPE_CAPSULE:
    return add_round(s, 0.5 * d->size[1]);
  default:
    return add_prism(s, d->type == EP_SHAPE_CONE);
  }
}
