/// @file advance_catch_hull.c
/// The distance of two convex hulls by their support functions. No hull is built: the farthest
/// corner of a body in a direction is found through its tree.
#include "advance_catch.h"

/// Directions that are tried; each one alone is a proof.
#define DIRECTIONS 12
/// A gap this close to the distance of two points is good enough.
#define GOOD_PART 0.9

/// The farthest point of a body in a direction.
typedef struct support
{
  double reach; ///< n.p of that point, the body's radius there added
  double point[3];
} support;

/// A body's corners, and the unit direction in its frame.
typedef struct hull
{
  const ep_bvh* bvh;
  const ep_soup* soup;
  double n[3];
} hull;

static void take_corners(const hull* h, const ep_bvh_leaf* leaf, support* s)
{
  for (int i = 0; i < leaf->count; ++i)
  {
    const int32_t triangle = ep_bvh_at(h->bvh, leaf, i)->triangle;
    const double radius = h->soup->radii[triangle];
    for (int c = 0; c < 3; ++c)
    {
      const double* corner = ep_soup_vertex(h->soup, triangle, c);
      const double reach = ep_vec_dot(h->n, corner) + radius;
      if (reach > s->reach)
      {
        s->reach = reach;
        ep_vec_madd(s->point, corner, radius, h->n);
      }
    }
  }
}

/// How far a child's box reaches.
static double box_reach(const hull* h, const ep_bvh_node* node, int i)
{
  double reach = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    reach += h->n[k] * (double)(h->n[k] > 0.0 ? node->hi[k][i] : node->lo[k][i]);
  }
  return reach;
}

/// What is below a node. As deep as the tree.
/// Why       a box that does not reach beyond the best corner holds no better one; the farthest
///           point of a triangle, its radius included, is in the boxes above one of its leaves.
static void take_node(const hull* h, int32_t at, support* s)
{
  const ep_bvh_node* node = &h->bvh->nodes[at];
  double reach[EP_BVH_WIDTH];
  for (int i = 0; i < EP_BVH_WIDTH; ++i)
  {
    reach[i] = node->child[i] == EP_BVH_NONE ? -EP_INFINITY : box_reach(h, node, i);
  }
  for (int turn = 0; turn < EP_BVH_WIDTH; ++turn)
  {
    int far = 0;
    for (int i = 1; i < EP_BVH_WIDTH; ++i)
    {
      far = reach[i] > reach[far] ? i : far;
    }
    if (!(reach[far] > s->reach))
    {
      return;
    }
    reach[far] = -EP_INFINITY;
    if (node->child[far] >= 0)
    {
      take_node(h, node->child[far], s);
    }
    else
    {
      take_corners(h, &h->bvh->leaves[~node->child[far]], s);
    }
  }
}

static support rope_support(const ep_work* work, const ep_track* track, const ep_frame* ends,
                            const double n[3])
{
  const double radius = work->world->bodies[track->body].rope_radius;
  const double other[3] = {ends->rotation[0][0], ends->rotation[1][0], ends->rotation[2][0]};
  const double* end = ep_vec_dot(n, other) > ep_vec_dot(n, ends->position) ? other : ends->position;
  support s = {.reach = ep_vec_dot(n, end) + radius};
  ep_vec_madd(s.point, end, radius, n);
  return s;
}

/// The farthest point of the moving body, in the track's frame, towards n.
static support moving_support(const ep_work* work, const ep_track* track, const ep_frame* pose,
                              const double n[3])
{
  if (track->slot < 0)
  {
    return rope_support(work, track, pose, n);
  }
  const ep_body* body = &work->world->bodies[track->body];
  hull h = {&body->bvh, &body->soup, {0.0, 0.0, 0.0}};
  ep_mat_apply_transposed(h.n, pose->rotation, n);
  support own = {.reach = -EP_INFINITY};
  take_node(&h, 0, &own);
  const support* found = &own;
  support s = {.reach = own.reach + ep_vec_dot(n, pose->position)};
  ep_mat_apply(s.point, pose->rotation, found->point);
  ep_vec_madd(s.point, s.point, 1.0, pose->position);
  return s;
}

static support resting_support(const ep_work* work, const ep_track* track, const double n[3])
{
  const ep_body* body = &work->world->bodies[track->fixed];
  hull h = {&body->bvh, &body->soup, {n[0], n[1], n[2]}};
  support s = {.reach = -EP_INFINITY};
  take_node(&h, 0, &s);
  return s;
}

/// From one middle to the other: where to look first.
static void first_direction(const ep_work* work, const ep_track* track, const ep_frame* pose,
                            double p[3])
{
  const ep_bvh* moving = &work->world->bodies[track->body].bvh;
  const ep_bvh* resting = &work->world->bodies[track->fixed].bvh;
  ep_vec_copy(p, pose->position);
  for (int k = 0; k < 3; ++k)
  {
    for (int j = 0; j < 3 && track->slot >= 0; ++j)
    {
      p[k] += pose->rotation[k][j] * 0.5 * (moving->lo[j] + moving->hi[j]);
    }
    p[k] -= 0.5 * (resting->lo[k] + resting->hi[k]);
  }
}

/// The point nearest to the origin on the way from p to w.
static void step_towards(double p[3], const double w[3])
{
  double way[3];
  ep_vec_madd(way, w, -1.0, p);
  const double square = ep_vec_dot(way, way);
  const double part = square > 0.0 ? -ep_vec_dot(p, way) / square : 0.0;
  ep_vec_madd(p, p, ep_min(1.0, ep_max(0.0, part)), way);
}

/// Claim     the two bodies, radii included, are at least this far apart where computed frames put
///           them, up to 2^-38 of the track's size.
/// Why       along a unit n all of one is beyond all of the other by the gap; so any n proves
///           something, and the best of them counts. Which n are tried is a matter of taste: each
///           step goes to the nearest point between the last one and the farthest new one of the
///           hulls' difference (Gilbert's search).
/// Rounding  projections 2^-49, n's length 2^-51, relative to the track's size: within the
///           error that apart_up allows for (proofs.md K4).
/// Source    CATCH Sec. 7.2, where hulls are built beforehand.
double ep_catch_hull_gap(const ep_work* work, const ep_catch_pair* pair, int32_t moment)
{
  const ep_track* track = &work->line.tracks[pair->track];
  ep_frame pose;
  ep_timeline_exact_pose(&work->line, moment, track, &pose);
  double p[3];
  double best = 0.0;
  first_direction(work, track, &pose, p);
  for (int i = 0; i < DIRECTIONS; ++i)
  {
    const double length = ep_vec_length(p);
    if (!(length > 1e-9))
    {
      break;
    }
    const double n[3] = {p[0] / length, p[1] / length, p[2] / length};
    const double back[3] = {-n[0], -n[1], -n[2]};
    const support a = moving_support(work, track, &pose, back);
    const support b = resting_support(work, track, n);
    best = ep_max(best, -a.reach - b.reach);
    if (i > 0 && best >= GOOD_PART * length)
    {
      break;
    }
    double w[3];
    ep_vec_madd(w, a.point, -1.0, b.point);
    if (i == 0) // the first p was a guess, not a point of the difference
    {
      ep_vec_copy(p, w);
    }
    step_towards(p, w);
  }
  return best;
}
