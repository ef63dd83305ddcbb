/// @file mesh_polygon.c
/// Ears are cut off, one after the other.
///
/// Claim: if no triangle turns the other way than the polygon, each point is in the inside of as
///        many triangles as the outline winds around it. For any cutting at all, a point around
///        which the outline winds is in a triangle.
/// Why:   the outline is the sum of the triangles' outlines, for edges inside run both ways. So its
///        winding number is the sum of theirs, and each of those is 0, or the sense of the triangle
///        where the point is inside.
/// Rounding: the corners are seen along an axis, without any; orientations are exact.
#include "mesh_polygon.h"

#include "mesh_exact.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/// Corners looked at in a few seconds.
#define EFFORT ((int64_t)1 << 29)

/// What counts as an ear. A later one is tried only while there is none of those before.
typedef enum ear_rule
{
  EAR_CLEAR,   ///< turns left; no other corner inside it or on its outline
  EAR_TOUCHED, ///< turns left; no other corner inside it
  EAR_FLAT,    ///< without area
  EAR_RULE_COUNT
} ear_rule;

ep_polygon_cutter ep_polygon_cutter_make(const double* vertices)
{
  return (ep_polygon_cutter){.vertices = vertices, .effort_left = EFFORT};
}

void ep_polygon_cutter_clear(ep_polygon_cutter* cutter)
{
  free(cutter->points);
  free(cutter->next);
  free(cutter->previous);
  *cutter = ep_polygon_cutter_make(cutter->vertices);
}

static bool make_room(ep_polygon_cutter* cutter, int32_t count)
{
  if (count <= cutter->capacity)
  {
    return true;
  }
  const int64_t effort_left = cutter->effort_left;
  ep_polygon_cutter_clear(cutter);
  cutter->effort_left = effort_left;
  cutter->points = malloc((size_t)count * 2 * sizeof(double));
  cutter->next = malloc((size_t)count * sizeof(int32_t));
  cutter->previous = malloc((size_t)count * sizeof(int32_t));
  if (cutter->points == NULL || cutter->next == NULL || cutter->previous == NULL)
  {
    ep_polygon_cutter_clear(cutter);
    return false;
  }
  cutter->capacity = count;
  return true;
}

static const double* vertex_at(const ep_polygon_cutter* cutter, int32_t vertex)
{
  return cutter->vertices + 3 * (size_t)vertex;
}

static const double* point_at(const ep_polygon_cutter* cutter, int32_t corner)
{
  return cutter->points + 2 * (size_t)corner;
}

static int turn(const ep_polygon_cutter* cutter, int32_t a, int32_t b, int32_t c)
{
  return ep_orientation(point_at(cutter, a), point_at(cutter, b), point_at(cutter, c));
}

/// @name Seeing the polygon from above
/// @{

/// Twice the area seen along each axis; the rounding of it can only make the view a bad one.
static void find_normal(const ep_polygon_cutter* cutter, const int32_t* corners, int32_t count,
                        double normal[3])
{
  const double* o = vertex_at(cutter, corners[0]);
  normal[0] = normal[1] = normal[2] = 0.0;
  for (int32_t i = 1; i + 1 < count; ++i)
  {
    const double* p = vertex_at(cutter, corners[i]);
    const double* q = vertex_at(cutter, corners[i + 1]);
    for (int k = 0; k < 3; ++k)
    {
      const int u = (k + 1) % 3;
      const int v = (k + 2) % 3;
      normal[k] += (p[u] - o[u]) * (q[v] - o[v]) - (p[v] - o[v]) * (q[u] - o[u]);
    }
  }
}

/// Projects along the axis of the largest area, so that the polygon turns left; false if it has no
/// area.
static bool look_at(ep_polygon_cutter* cutter, const int32_t* corners, int32_t count)
{
  double normal[3];
  find_normal(cutter, corners, count, normal);
  int axis = fabs(normal[1]) > fabs(normal[0]) ? 1 : 0;
  axis = fabs(normal[2]) > fabs(normal[axis]) ? 2 : axis;
  const int u = normal[axis] > 0.0 ? (axis + 1) % 3 : (axis + 2) % 3;
  const int v = normal[axis] > 0.0 ? (axis + 2) % 3 : (axis + 1) % 3;
  for (int32_t i = 0; i < count; ++i)
  {
    const double* from = vertex_at(cutter, corners[i]);
    cutter->points[2 * (size_t)i] = from[u];
    cutter->points[2 * (size_t)i + 1] = from[v];
    cutter->next[i] = i + 1 < count ? i + 1 : 0;
    cutter->previous[i] = i > 0 ? i - 1 : count - 1;
  }
  return normal[axis] != 0.0;
}

/// @}
/// @name Fans
/// @{

/// Whether all triangles around corner 0 turn left: so they do if the polygon is convex.
static bool is_fan(const ep_polygon_cutter* cutter, int32_t count)
{
  int32_t i = 1;
  while (i + 1 < count && turn(cutter, 0, i, i + 1) > 0)
  {
    ++i;
  }
  return i + 1 == count;
}

static void write_fan(const int32_t* corners, int32_t count, int32_t* triangles)
{
  for (int32_t i = 1; i + 1 < count; ++i)
  {
    *triangles++ = corners[0];
    *triangles++ = corners[i];
    *triangles++ = corners[i + 1];
  }
}

/// @}
/// @name Ears
/// @{

static bool same_point(const double* p, const double* q)
{
  return p[0] == q[0] && p[1] == q[1];
}

/// The corner `other` lies on b, the tip of the ear a b c. Whether the outline goes from there into
/// the ear.
static bool enters_at_tip(const ep_polygon_cutter* cutter, const int32_t ear[3], int32_t other)
{
  const int32_t ways[2] = {cutter->previous[other], cutter->next[other]};
  for (int i = 0; i < 2; ++i)
  {
    if (turn(cutter, ear[0], ear[1], ways[i]) > 0 && turn(cutter, ear[1], ear[2], ways[i]) > 0)
    {
      return true;
    }
  }
  return false;
}

/// Whether the corner keeps the ear from being cut off.
static bool is_in_ear(const ep_polygon_cutter* cutter, const int32_t ear[3], int32_t corner,
                      ear_rule rule)
{
  const double* a = point_at(cutter, ear[0]);
  const double* b = point_at(cutter, ear[1]);
  const double* c = point_at(cutter, ear[2]);
  const double* p = point_at(cutter, corner);
  for (int k = 0; k < 2; ++k)
  {
    if ((p[k] < a[k] && p[k] < b[k] && p[k] < c[k]) || (p[k] > a[k] && p[k] > b[k] && p[k] > c[k]))
    {
      return false;
    }
  }
  if (same_point(p, b))
  {
    return enters_at_tip(cutter, ear, corner);
  }
  if (same_point(p, a) || same_point(p, c))
  {
    return false;
  }
  const int least = rule == EAR_CLEAR ? 0 : 1;
  return ep_orientation(a, b, p) >= least && ep_orientation(b, c, p) >= least &&
         ep_orientation(c, a, p) >= least;
}

static bool is_ear(ep_polygon_cutter* cutter, const int32_t ear[3], ear_rule rule)
{
  const int sense = turn(cutter, ear[0], ear[1], ear[2]);
  --cutter->effort_left;
  if (rule == EAR_FLAT || sense <= 0)
  {
    return rule == EAR_FLAT && sense == 0;
  }
  for (int32_t i = cutter->next[ear[2]]; i != ear[0]; i = cutter->next[i])
  {
    --cutter->effort_left;
    if (is_in_ear(cutter, ear, i, rule))
    {
      return false;
    }
  }
  return true;
}

static void write_triangle(const int32_t* corners, const int32_t ear[3], int32_t* triangles)
{
  for (int k = 0; k < 3; ++k)
  {
    triangles[k] = corners[ear[k]];
  }
}

/// Cuts off what counts as an ear by the strictest rule that there is one for. If there is none,
/// the polygon crosses itself; then the rest is cut as a fan.
static void cut_ears(ep_polygon_cutter* cutter, const int32_t* corners, int32_t count,
                     int32_t* triangles)
{
  int rule = EAR_CLEAR;
  int32_t failures = 0;
  int32_t tip = 0;
  while (count > 3 && rule < EAR_RULE_COUNT && cutter->effort_left > 0)
  {
    const int32_t ear[3] = {cutter->previous[tip], tip, cutter->next[tip]};
    tip = ear[2];
    if (is_ear(cutter, ear, (ear_rule)rule))
    {
      write_triangle(corners, ear, triangles);
      triangles += 3;
      cutter->next[ear[0]] = ear[2];
      cutter->previous[ear[2]] = ear[0];
      rule = EAR_CLEAR;
      failures = 0;
      --count;
    }
    else if (++failures == count)
    {
      ++rule;
      failures = 0;
    }
  }
  for (int32_t i = cutter->next[tip]; cutter->next[i] != tip; i = cutter->next[i])
  {
    const int32_t rest[3] = {tip, i, cutter->next[i]};
    write_triangle(corners, rest, triangles);
    triangles += 3;
  }
}

/// @}

ep_status ep_polygon_cut(ep_polygon_cutter* cutter, const int32_t* corners, int32_t count,
                         int32_t* triangles)
{
  if (count == 3)
  {
    write_fan(corners, count, triangles);
    return EP_OK;
  }
  if (!make_room(cutter, count))
  {
    return EP_ERROR_MEMORY;
  }
  if (!look_at(cutter, corners, count) || is_fan(cutter, count))
  {
    write_fan(corners, count, triangles);
    return EP_OK;
  }
  cut_ears(cutter, corners, count, triangles);
  return cutter->effort_left > 0 ? EP_OK : EP_ERROR_UNSUPPORTED;
}
