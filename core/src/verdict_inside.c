/// @file verdict_inside.c
/// Of each track both ways: points of the moving body in solids of what rests, points of what rests
/// in solids of the moving body. Boxes first, in single precision; then rays.
#include "verdict_inside.h"

/// One track, one way.
typedef struct search
{
  ep_work* work;
  int32_t track_index;
  const ep_track* track;
  int32_t moment;
  const ep_bvh* points;  ///< of what may be inside; NULL for a rope
  const ep_bvh* boxes;   ///< of the solids it may be inside of
  const ep_bvh* surface; ///< the triangles of those
  bool is_turned;        ///< the points are what rests
  bool has_frame;
  ep_frame frame; ///< from the points' tree to that of the solids: see frame_of()
} search;

/// A box in single precision.
typedef struct box_f
{
  float lo[3];
  float hi[3];
} box_f;

/// @name Places
/// @{

static const ep_body* moving_body(const search* s)
{
  return &s->work->world->bodies[s->track->body];
}

/// Rotation and position that take points to the solids' frame, computed when first needed. For a
/// rope the position is its first end.
/// Rounding  below 2^-48 of the track's size, far below the error that pairs of triangles allow
/// for.
static const ep_frame* frame_of(search* s)
{
  if (s->has_frame)
  {
    return &s->frame;
  }
  s->has_frame = true;
  ep_frame pose;
  ep_timeline_exact_pose(&s->work->line, s->moment, s->track, &pose);
  s->frame = pose;
  if (s->is_turned)
  {
    const ep_frame* p = &pose;
    for (int k = 0; k < 9; ++k)
    {
      s->frame.rotation[k / 3][k % 3] = pose.rotation[k % 3][k / 3];
    }
    ep_mat_apply_transposed(s->frame.position, p->rotation, pose.position);
    for (int k = 0; k < 3; ++k)
    {
      s->frame.position[k] = -s->frame.position[k];
    }
  }
  return &s->frame;
}

/// Claim     every point of a tree of the moving body, at the search's moment and in the track's
///           frame, is in the result.
/// Rounding  as boxes of the traversal, proofs.md F1: ep_track::margin is added.
static box_f whole_box(const search* s, const ep_bvh* bvh)
{
  const ep_pose_f* pose = ep_timeline_pose(&s->work->line, s->moment, s->track_index);
  float center[3];
  float half[3];
  for (int k = 0; k < 3; ++k)
  {
    center[k] = (float)(0.5 * bvh->lo[k] + 0.5 * bvh->hi[k]);
    half[k] = (float)(0.5 * bvh->hi[k] - 0.5 * bvh->lo[k]);
  }
  box_f box;
  for (int i = 0; i < 3; ++i)
  {
    const float* r = pose->rotation[i];
    const float c = pose->position[i] + (r[0] * center[0] + r[1] * center[1] + r[2] * center[2]);
    const float h = fabsf(r[0]) * half[0] + fabsf(r[1]) * half[1] + fabsf(r[2]) * half[2];
    box.lo[i] = c - (h + s->track->margin);
    box.hi[i] = c + (h + s->track->margin);
  }
  return box;
}

/// The box of a point, with the same margin.
static box_f point_box(const search* s, const double point[3])
{
  box_f box;
  for (int k = 0; k < 3; ++k)
  {
    box.lo[k] = (float)point[k] - s->track->margin;
    box.hi[k] = (float)point[k] + s->track->margin;
  }
  return box;
}

/// @}
/// @name Finding
/// @{

/// An island, or the end of a rope.
typedef struct island
{
  int32_t body;
  int32_t triangle;
  double own[3];   ///< its point about the origin of the tree of points
  double point[3]; ///< the same in the solid's frame
} island;

/// The contact of an island in a solid. The solid's side is named by its first triangle.
static void record(search* s, const island* in, const ep_solid_ref* ref)
{
  const ep_soup* soup = ref->soup;
  const int32_t wall = soup->solid_triangles[soup->solids[ref->solid].first_triangle];
  const int32_t rests = s->is_turned ? in->body : ref->body;
  ep_hit* hit = &s->work->hit;
  *hit = (ep_hit){.found = true,
                  .contained = true,
                  .track = s->track_index,
                  .moving = s->track->body,
                  .t = 0.0,
                  .moment = s->moment,
                  .triangle = s->is_turned ? wall : in->triangle,
                  .body = rests,
                  .resting_triangle = s->is_turned ? in->triangle : wall,
                  .clearance = ep_lane_clearance(s->work, s->track, rests)};
  hit->closest.part[s->is_turned ? 1 : 0] = EP_PART_VERTEX;
  for (int i = 0; i < 2; ++i) // in the track's frame, where nothing moves but the moving body
  {
    ep_vec_copy(hit->closest.point[i], s->is_turned ? in->own : in->point);
  }
}

/// The side of an island. Inside is recorded.
static ep_side side_of(search* s, const island* in, const ep_solid_ref* ref)
{
  if (ep_must_stop(s->work))
  {
    return EP_SIDE_UNKNOWN;
  }
  const ep_side side = ep_solid_side(ref, in->point);
  s->work->is_unclear = s->work->is_unclear || side == EP_SIDE_UNKNOWN;
  if (side == EP_SIDE_INSIDE)
  {
    record(s, in, ref);
  }
  return side;
}

static island island_of(search* s, const ep_bvh_leaf* leaf, int lane)
{
  const ep_bvh_triangle* at = ep_bvh_at(s->points, leaf, lane);
  const ep_body* body = &s->work->world->bodies[at->body];
  island in = {.body = at->body, .triangle = body->islands[at->triangle]};
  ep_vec_madd(in.own, ep_soup_vertex(&body->soup, in.triangle, 0), -1.0, s->points->origin);
  const ep_frame* f = frame_of(s);
  ep_mat_apply(in.point, f->rotation, in.own);
  ep_vec_madd(in.point, in.point, 1.0, f->position);
  return in;
}

static ep_solid_ref solid_of_lane(const search* s, const ep_bvh_leaf* leaf, int lane)
{
  const ep_bvh_triangle* at = ep_bvh_at(s->boxes, leaf, lane);
  const ep_body* body = &s->work->world->bodies[at->body];
  return (ep_solid_ref){.bvh = s->surface,
                        .soup = &body->soup,
                        .solid_of = body->solid_of,
                        .body = at->body,
                        .solid = at->triangle,
                        .outside = body->outside == NULL ? NULL : &body->outside[at->triangle]};
}

/// @}
/// @name Walking
/// @{

/// Takes a leaf of a tree of points or of boxes. True ends the walk.
typedef bool (*leaf_visitor)(search* s, const ep_bvh_leaf* leaf, const box_f* box, void* user);

/// Visits the leaves whose boxes meet a box.
static bool visit_leaves(search* s, const ep_bvh* bvh, const box_f* box, leaf_visitor visit,
                         void* user)
{
  int32_t waiting[EP_BVH_WAITING_MAX];
  int32_t count = 0;
  waiting[count++] = 0;
  while (count > 0)
  {
    const ep_bvh_node* node = &bvh->nodes[waiting[--count]];
    for (uint32_t mask = ep_bvh_near(node, box->lo, box->hi); mask != 0; mask &= mask - 1)
    {
      const int32_t child = node->child[__builtin_ctz(mask)];
      if (child >= 0)
      {
        EP_ASSERT(count < EP_BVH_WAITING_MAX);
        waiting[count++] = child;
      }
      else if (visit(s, &bvh->leaves[~child], box, user))
      {
        return true;
      }
    }
  }
  return false;
}

/// Whether the box in a leaf's lane meets a box.
static bool lane_meets(const ep_bvh_triangle* lane, const box_f* box)
{
  bool meets = true;
  for (int k = 0; k < 3; ++k)
  {
    meets = meets && lane->vertex[0][k] <= box->hi[k] && lane->vertex[1][k] >= box->lo[k];
  }
  return meets;
}

/// @}
/// @name Many points, one solid
/// @{

/// A box is shown to be clear of a solid's triangles only if at least this part of it is in the
/// solid's box.
#define MOSTLY 0.4

/// Part of a tree of points: node * EP_BVH_WIDTH + child, or
#define WHOLE (-1)

/// Claim     every point of the part is in the result, in the solids' frame.
/// Rounding  in double, below 2^-48 of the track's size; 2^-40 is added.
static ep_box part_box(search* s, int32_t part)
{
  const ep_bvh* bvh = s->points;
  const ep_frame* f = frame_of(s);
  double center[3];
  double half[3];
  for (int k = 0; k < 3; ++k)
  {
    double lo = bvh->lo[k] - bvh->origin[k];
    double hi = bvh->hi[k] - bvh->origin[k];
    if (part != WHOLE)
    {
      lo = (double)bvh->nodes[part / EP_BVH_WIDTH].lo[k][part % EP_BVH_WIDTH];
      hi = (double)bvh->nodes[part / EP_BVH_WIDTH].hi[k][part % EP_BVH_WIDTH];
    }
    center[k] = 0.5 * (lo + hi);
    half[k] = 0.5 * (hi - lo);
  }
  ep_box box;
  for (int i = 0; i < 3; ++i)
  {
    const double* r = f->rotation[i];
    const double c = ep_vec_dot(r, center) + f->position[i];
    const double h = fabs(r[0]) * half[0] + fabs(r[1]) * half[1] + fabs(r[2]) * half[2] +
                     0x1p-40 * s->track->size;
    box.lo[i] = c - h;
    box.hi[i] = c + h;
  }
  return box;
}

/// Whether a good part of a box is in the solid's box. Of one that only touches it, opening leaves
/// little.
static bool is_mostly_in_box(const ep_box* box, const ep_solid_ref* ref)
{
  const ep_solid* solid = &ref->soup->solids[ref->solid];
  double common = 1.0;
  double all = 1.0;
  for (int k = 0; k < 3; ++k)
  {
    const double origin = ref->bvh->origin[k];
    common *= ep_min(box->hi[k], solid->hi[k] - origin) - ep_max(box->lo[k], solid->lo[k] - origin);
    all *= box->hi[k] - box->lo[k];
  }
  return common >= MOSTLY * all;
}

/// The node below a part, or ~leaf.
static int32_t below(const ep_bvh* bvh, int32_t part)
{
  if (part != WHOLE)
  {
    return bvh->nodes[part / EP_BVH_WIDTH].child[part % EP_BVH_WIDTH];
  }
  return bvh->leaf_count == 1 ? ~0 : 0;
}

/// A leaf anywhere below a part.
static const ep_bvh_leaf* any_leaf(const ep_bvh* bvh, int32_t part)
{
  int32_t child = below(bvh, part);
  while (child >= 0)
  {
    child = bvh->nodes[child].child[0];
  }
  return &bvh->leaves[~child];
}

/// Whether a point of a leaf is inside.
static bool leaf_in_solid(search* s, const ep_bvh_leaf* leaf, const ep_solid_ref* ref)
{
  for (int lane = 0; lane < leaf->count && !s->work->stopped; ++lane)
  {
    const island in = island_of(s, leaf, lane);
    if (side_of(s, &in, ref) == EP_SIDE_INSIDE)
    {
      return true;
    }
  }
  return false;
}

/// Whether any point of the moving body is inside.
///
/// Why       all points in a box that no triangle of the solid meets are on one side, so one of
/// them
///           is enough. Otherwise the part is opened, down to single points.
static bool points_in_solid(search* s, const ep_solid_ref* ref)
{
  const ep_bvh* bvh = s->points;
  int32_t waiting[EP_BVH_WAITING_MAX];
  int32_t count = 0;
  bool inside = false;
  waiting[count++] = WHOLE;
  while (count > 0 && !inside && !s->work->stopped)
  {
    const int32_t part = waiting[--count];
    const int32_t child = below(bvh, part);
    const ep_box box = part_box(s, part);
    if (ep_solid_is_beside(ref, &box))
    {
      continue;
    }
    const bool many = child >= 0 || bvh->leaves[~child].count > 1;
    if (many && is_mostly_in_box(&box, ref) && ep_solid_is_clear(ref, &box))
    {
      const island in = island_of(s, any_leaf(bvh, part), 0);
      inside = side_of(s, &in, ref) == EP_SIDE_INSIDE;
    }
    else if (child < 0)
    {
      inside = leaf_in_solid(s, &bvh->leaves[~child], ref);
    }
    else if (!ep_must_stop(s->work))
    {
      for (int i = 0; i < EP_BVH_WIDTH && bvh->nodes[child].child[i] != EP_BVH_NONE; ++i)
      {
        EP_ASSERT(count < EP_BVH_WAITING_MAX);
        waiting[count++] = child * EP_BVH_WIDTH + i;
      }
    }
  }
  return inside;
}

/// @}
/// @name Both ways
/// @{

/// A leaf of solids that the moving body's points may be in.
static bool take_solids(search* s, const ep_bvh_leaf* leaf, const box_f* box, void* user)
{
  (void)user;
  for (int lane = 0; lane < leaf->count && !s->work->stopped; ++lane)
  {
    const ep_bvh_triangle* at = ep_bvh_at(s->boxes, leaf, lane);
    if (!lane_meets(at, box) || ep_lane_clearance(s->work, s->track, at->body) < 0.0)
    {
      continue;
    }
    const ep_solid_ref ref = solid_of_lane(s, leaf, lane);
    if (s->points != NULL)
    {
      if (points_in_solid(s, &ref))
      {
        return true;
      }
      continue;
    }
    island end = {.body = s->track->body};
    ep_vec_copy(end.point, frame_of(s)->position);
    if (side_of(s, &end, &ref) == EP_SIDE_INSIDE)
    {
      return true;
    }
  }
  return s->work->stopped;
}

/// Points of the moving body in solids of what rests.
static bool look_out(search* s)
{
  if (s->boxes->node_count == 0 || (s->points != NULL && s->points->node_count == 0))
  {
    return false;
  }
  const box_f box =
      s->points != NULL ? whole_box(s, s->points) : point_box(s, frame_of(s)->position);
  return visit_leaves(s, s->boxes, &box, take_solids, NULL);
}

/// A leaf of the moving body's solids that an island may be in.
static bool take_own_solids(search* s, const ep_bvh_leaf* leaf, const box_f* box, void* user)
{
  const island* in = user;
  for (int lane = 0; lane < leaf->count && !s->work->stopped; ++lane)
  {
    const ep_solid_ref ref = solid_of_lane(s, leaf, lane);
    if (lane_meets(ep_bvh_at(s->boxes, leaf, lane), box) && side_of(s, in, &ref) == EP_SIDE_INSIDE)
    {
      return true;
    }
  }
  return s->work->stopped;
}

/// A leaf of points of what rests.
static bool take_points(search* s, const ep_bvh_leaf* leaf, const box_f* box, void* user)
{
  (void)user;
  for (int lane = 0; lane < leaf->count && !s->work->stopped; ++lane)
  {
    const ep_bvh_triangle* at = ep_bvh_at(s->points, leaf, lane);
    if (!lane_meets(at, box) || ep_lane_clearance(s->work, s->track, at->body) < 0.0)
    {
      continue;
    }
    island in = island_of(s, leaf, lane);
    const box_f own = point_box(s, in.point);
    if (visit_leaves(s, s->boxes, &own, take_own_solids, &in))
    {
      return true;
    }
  }
  return s->work->stopped;
}

/// Points of what rests in solids of the moving body.
static bool look_in(search* s)
{
  if (s->boxes->node_count == 0 || s->points->node_count == 0)
  {
    return false;
  }
  const box_f box = whole_box(s, s->boxes);
  return visit_leaves(s, s->points, &box, take_points, NULL);
}

bool ep_find_inside_of(ep_work* work, int32_t index)
{
  const ep_world* world = work->world;
  const ep_track* track = &work->line.tracks[index];
  const ep_body* fixed = track->fixed == EP_NO_BODY ? NULL : &world->bodies[track->fixed];
  const ep_group* group = fixed == NULL ? &world->groups[track->group] : NULL;
  search s = {.work = work,
              .track_index = index,
              .track = track,
              .moment = work->flipped ? 1 : 0,
              .boxes = fixed == NULL ? &group->boxes : &fixed->boxes,
              .surface = fixed == NULL ? &group->scene : &fixed->bvh};
  const ep_body* moving = moving_body(&s);
  s.points = track->slot < 0 ? NULL : &moving->points;
  if (look_out(&s) || work->stopped || track->slot < 0)
  {
    return work->hit.found;
  }
  s.points = fixed == NULL ? &group->points : &fixed->points;
  s.boxes = &moving->boxes;
  s.surface = &moving->bvh;
  s.is_turned = true;
  s.has_frame = false;
  return look_in(&s);
}

/// @}

bool ep_find_inside(ep_work* work)
{
  for (int32_t i = 0; i < work->busy_count && !work->stopped; ++i)
  {
    if (ep_find_inside_of(work, work->busy[i]))
    {
      return work->hit.found;
    }
  }
  return false;
}
