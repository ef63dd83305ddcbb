/// @file test_cull_track.c
/// Tracks and their bounds against where points really are at many moments: links, payloads and
/// ropes, seen from the world and from other links. And the tree of spans.
#include "checker_checker.h"
#include "scene.h"

#include <math.h>
#include <string.h>

#define CONFIG 6

/// Two cranes that turn, tilt and let down a hook; something hangs on each, obstacles far away.
typedef struct site
{
  scene s;
  int32_t load;
} site;

static void add_crane(scene* s, const char* name, double x, double tilt)
{
  ep_link_desc links[3] = {scene_link("tower", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, tilt, 1),
                           scene_link("boom", 0, EP_JOINT_REVOLUTE, 0, 1, 0),
                           scene_link("hook", 1, EP_JOINT_PRISMATIC, 0, 0, -1)};
  links[0].origin.position[0] = x;
  links[1].origin.position[2] = 6.0;
  links[2].origin.position[0] = 5.0;
  const int32_t m = scene_machine(s, name, links, 3);
  scene_shape(s, m, 0, scene_box(1, 2, 6, 0.2, 0, 3));
  scene_shape(s, m, 1, scene_box(7, 0.5, 0.4, 2.5, 0.1, 0));
  scene_shape(s, m, 2, scene_ball(0.3, 0, 0, -0.4));
  ep_error error;
  char rope[16] = "rope ";
  strcat(rope, name);
  const int32_t last = m == 0 ? 2 : 0; // where the rope ends: at the hook, or at the tower
  const int32_t ends[2] = {s->first_body[m] + 1, s->first_body[m] + last};
  const double points[2][3] = {{4.5, 0, 1}, {0.1, 0, 0}};
  ck_assert_msg(ep_world_add_rope(s->world, rope, ends, points, 0.02, NULL, &error) == EP_OK, "%s",
                error.message);
}

static site site_make(void)
{
  site out = {.s = scene_begin(0.01)};
  add_crane(&out.s, "a", 0.0, 0.0);
  add_crane(&out.s, "b", 9.0, 0.3);
  out.load = scene_payload(&out.s, "load", scene_box(1, 0.6, 2, 0.1, 0, -1.5));
  scene_obstacle(&out.s, "shed", scene_box(4, 8, 3, 60, -35, 1.5));
  scene_obstacle(&out.s, "mast", scene_box(0.1, 0.1, 25, -10, 3, 12.5));
  // Two groups of obstacles, so that there are tracks that follow others.
  ck_assert_int_eq(ep_world_set_clearance(out.s.world, "mast", 0.5, NULL), EP_OK);
  scene_freeze(&out.s);
  ep_error error;
  const ep_pose pose = {{0.7, -0.2, -1.0}, {0.1, 0.2, -0.1, 0.9}};
  ck_assert(ep_checker_attach(out.s.checker, out.load, out.s.first_body[0] + 2, &pose, &error) ==
            EP_OK);
  return out;
}

/// An edge of any length, often slow, sometimes with resting joints. Gives the work that is set.
static ep_work* any_edge(site* at, ep_rng* rng)
{
  double q[2][CONFIG];
  const double far = ep_rng_log_uniform(rng, 1e-3, 3.0);
  for (int k = 0; k < CONFIG; ++k)
  {
    q[0][k] = ep_rng_uniform(rng, -2.0, 2.0);
    q[1][k] = q[0][k] + (ep_rng_int(rng, 0, 3) == 0 ? 0.0 : ep_rng_uniform(rng, -far, far));
  }
  ep_error error;
  static ep_check_options options; // the work keeps a pointer to it
  options = ep_check_default();
  options.method = EP_METHOD_CATCH; // of which all tracks are set
  at->s.checker->work.asked = -1.0;
  ck_assert_msg(ep_checker_prepare(at->s.checker, q[0], q[1], &options, &error) == EP_OK, "%s",
                error.message);
  return &at->s.checker->work;
}

// --- Points ---

/// A point of the moving body of a track, and of a rope that it is seen from.
typedef struct marker
{
  double own[3]; ///< of a link or payload, in its frame
  double part;   ///< of a rope: how far from its first end to its second
  double other;  ///< the same of the resting rope
} marker;

static marker any_marker(const ep_work* work, const ep_track* track, ep_rng* rng)
{
  marker m = {.part = ep_rng_uniform(rng, 0.0, 1.0), .other = (double)ep_rng_int(rng, 0, 1)};
  const ep_soup* soup = &work->world->bodies[track->body].soup;
  if (track->slot >= 0)
  {
    const int32_t triangle = (int32_t)ep_rng_int(rng, 0, soup->triangle_count - 1);
    ep_vec_copy(m.own, ep_soup_vertex(soup, triangle, (int)ep_rng_int(rng, 0, 2)));
  }
  return m;
}

static void move_by(double p[3], const ep_frame* frame)
{
  const double from[3] = {p[0], p[1], p[2]};
  ep_mat_apply(p, frame->rotation, from);
  ep_vec_madd(p, p, 1.0, frame->position);
}

/// A point between two anchors.
static void rope_point(const ep_work* work, int32_t moment, const ep_anchor end[2], double part,
                       double p[3])
{
  double ends[2][3];
  for (int i = 0; i < 2; ++i)
  {
    ep_vec_copy(ends[i], end[i].point);
    move_by(ends[i], ep_timeline_frame(&work->line, moment, end[i].slot));
  }
  for (int k = 0; k < 3; ++k)
  {
    p[k] = (1.0 - part) * ends[0][k] + part * ends[1][k];
  }
}

/// Where the marker is at a moment, in the track's frame: from the frames of links alone. Of two
/// ropes: where one point is, seen from the other.
static void locate(const ep_work* work, const ep_track* track, int32_t moment, const marker* m,
                   double p[3])
{
  const ep_timeline* line = &work->line;
  if (track->slot < 0)
  {
    rope_point(work, moment, track->end, m->part, p);
  }
  else
  {
    ep_vec_copy(p, m->own);
    if (track->local != NULL)
    {
      move_by(p, track->local);
    }
    move_by(p, ep_timeline_frame(line, moment, track->slot));
  }
  double away[3];
  ep_vec_copy(away, work->world->center);
  if (track->is_rope_pair)
  {
    rope_point(work, moment, track->other, m->other, away);
  }
  if (track->fixed_slot < 0)
  {
    ep_vec_madd(p, p, -1.0, away);
    return;
  }
  const ep_frame* base = ep_timeline_frame(line, moment, track->fixed_slot);
  ep_vec_madd(away, p, -1.0, base->position);
  ep_mat_apply_transposed(p, base->rotation, away);
  if (track->fixed_local != NULL)
  {
    ep_vec_madd(away, p, -1.0, track->fixed_local->position);
    ep_mat_apply_transposed(p, track->fixed_local->rotation, away);
  }
}

static double length_of(const double a[3], const double b[3])
{
  double d[3];
  ep_vec_madd(d, a, -1.0, b);
  return ep_vec_length(d);
}

static double bound_of(const float f[3], double radius)
{
  return (double)f[0] + (double)f[1] * radius;
}

/// The first derivative bounds how far a point gets, the second how far it deviates from its chord;
/// the slack counts.
static void check_motion(ep_work* work, const ep_track* track, ep_rng* rng)
{
  const marker m = any_marker(work, track, rng);
  const double radius = track->slot < 0 ? 0.0 : ep_vec_length(m.own) + track->shift;
  const double h = ep_rng_log_uniform(rng, 1e-3, 1.0);
  const double t0 = ep_rng_uniform(rng, 0.0, 1.0 - h);
  double p[3][3];
  double size = 0.0;
  for (int i = 0; i < 3; ++i)
  {
    const int32_t moment = ep_timeline_scratch(&work->line, t0 + 0.5 * h * i);
    ck_assert_int_ge(moment, 0);
    locate(work, track, moment, &m, p[i]);
    size = fmax(size, fmax(fabs(p[i][0]), fmax(fabs(p[i][1]), fabs(p[i][2]))));
  }
  const double rounding = 0x1p-44 * track->size;
  const double way = bound_of(track->speed, radius) * h + track->slack + rounding;
  ck_assert_msg(length_of(p[0], p[2]) <= way, "body %d seen from %d moves by %g, not %g",
                track->body, track->fixed, length_of(p[0], p[2]), way);
  double chord[3];
  for (int k = 0; k < 3; ++k)
  {
    chord[k] = 0.5 * (p[0][k] + p[2][k]);
  }
  const double bent = bound_of(track->curve, radius) * h * h / 8.0 + track->slack + rounding;
  ck_assert_msg(length_of(p[1], chord) <= bent, "body %d seen from %d deviates by %g, not %g",
                track->body, track->fixed, length_of(p[1], chord), bent);
  ck_assert_msg(track->is_rope_pair || size <= track->size, "body %d: coordinate %g beyond %g",
                track->body, size, track->size);
}

EP_TEST(sound_tracks_bound_the_motion)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 21);
  site at = site_make();
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    ep_work* work = any_edge(&at, &rng);
    for (int32_t track = 0; track < work->line.track_count; ++track)
    {
      for (int k = 0; k < 5 && work->line.tracks[track].active; ++k)
      {
        check_motion(work, &work->line.tracks[track], &rng);
      }
    }
  }
  scene_end(&at.s);
}

/// Bounds of the link that a track's body, or one end of its rope, hangs on; where the world rests.
static double spread_of(const ep_work* work, int32_t slot, double radius)
{
  const int32_t m = ep_timeline_machine(&work->line, slot);
  return ep_node_spread_up(&work->line.edges[m]->bounds[slot - work->line.slots[m]], radius);
}

/// The spread of the farthest point, and of each end, where the world rests; and what floats round
/// by (proofs.md F1).
EP_TEST(sound_margins_hold_slack_and_rounding)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 22);
  site at = site_make();
  for (int64_t i = 0, n = ep_test_trials(100); i < n; ++i)
  {
    ep_work* work = any_edge(&at, &rng);
    const ep_world* world = work->world;
    for (int32_t k = 0; k < work->line.track_count; ++k)
    {
      const ep_track* track = &work->line.tracks[k];
      if (!track->active)
      {
        continue;
      }
      double slack = 0.0;
      for (int end = 0; end < 2 && track->slot < 0 && track->fixed_slot < 0; ++end)
      {
        slack = fmax(slack,
                     spread_of(work, track->end[end].slot, ep_vec_length(track->end[end].point)));
      }
      if (track->slot >= 0 && track->fixed_slot < 0)
      {
        slack = spread_of(work, track->slot, world->bodies[track->body].reach + track->shift);
      }
      const double resting =
          track->fixed_slot < 0 ? world->radius : world->bodies[track->fixed].reach;
      ck_assert_msg(track->slack >= slack, "body %d: slack %g below %g", track->body, track->slack,
                    slack);
      ck_assert_msg(track->slack > 0.0 && track->size >= resting, "body %d: size %g", track->body,
                    track->size);
      ck_assert_msg((double)track->margin >= track->slack + 40.0 * 0x1p-24 * track->size,
                    "body %d: margin %g", track->body, (double)track->margin);
      ck_assert_msg(track->moves || track->speed[1] < 1e-30f, "body %d rests and turns",
                    track->body);
    }
  }
  scene_end(&at.s);
}

/// In double and in single precision; of the edge that is set, whatever was asked before.
EP_TEST(sound_poses_put_points_where_they_are)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 23);
  site at = site_make();
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    ep_work* work = any_edge(&at, &rng);
    const int32_t moments[3] = {0, 1, ep_timeline_middle(&work->line, 0)};
    for (int32_t k = 0; k < 3 * work->line.track_count; ++k)
    {
      const ep_track* track = &work->line.tracks[k / 3];
      if (!track->active || track->slot < 0)
      {
        continue;
      }
      const marker m = any_marker(work, track, &rng);
      double p[3], exact[3];
      ep_frame pose;
      locate(work, track, moments[k % 3], &m, p);
      ep_timeline_exact_pose(&work->line, moments[k % 3], track, &pose);
      ep_vec_copy(exact, m.own);
      move_by(exact, &pose);
      ck_assert_msg(length_of(exact, p) <= 0x1p-44 * track->size, "body %d seen from %d is off",
                    track->body, track->fixed);
      const ep_pose_f* f = ep_timeline_pose(&work->line, moments[k % 3], k / 3);
      for (int x = 0; x < 3; ++x)
      {
        const float own[3] = {(float)m.own[0], (float)m.own[1], (float)m.own[2]};
        const float* r = f->rotation[x];
        const float at_x = f->position[x] + (r[0] * own[0] + r[1] * own[1] + r[2] * own[2]);
        ck_assert_msg(fabs((double)at_x - p[x]) <= 16.0 * 0x1p-24 * track->size,
                      "body %d seen from %d is off in single precision", track->body, track->fixed);
      }
    }
  }
  scene_end(&at.s);
}

/// What points of a leaf are within is what its parts say, up to the root.
EP_TEST(sound_parts_are_within_their_radii)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("drum", EP_NO_LINK, EP_JOINT_REVOLUTE, 0.2, -0.4, 1);
  scene_machine(&s, "m", &link, 1);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 24);
  for (int i = 0; i < 40; ++i)
  {
    scene_shape(&s, 0, 0,
                scene_box(0.4, 0.1, 0.3, ep_rng_uniform(&rng, -2, 3), ep_rng_uniform(&rng, -2, 1),
                          ep_rng_uniform(&rng, -1, 4)));
  }
  scene_freeze(&s);
  const ep_body* body = &s.checker->world->bodies[s.first_body[0]];
  for (int32_t node = 0; node < body->bvh.node_count; ++node)
  {
    for (int child = 0; child < EP_BVH_WIDTH; ++child)
    {
      const int32_t leaf = body->bvh.nodes[node].child[child];
      for (int i = 0; leaf < 0 && i < 3 * body->bvh.leaves[~leaf].count; ++i)
      {
        const ep_bvh_triangle* t = ep_bvh_at(&body->bvh, &body->bvh.leaves[~leaf], i / 3);
        const double* v = ep_soup_vertex(&body->soup, t->triangle, i % 3);
        bool inside = true; // pieces of a triangle that was cut are smaller
        for (int k = 0; k < 3; ++k)
        {
          inside = inside && v[k] >= (double)body->bvh.nodes[node].lo[k][child] &&
                   v[k] <= (double)body->bvh.nodes[node].hi[k][child];
        }
        double perp, par;
        ep_machine_split(s.machines[0], 0, v, &perp, &par);
        ck_assert(!inside || perp <= (double)body->radii[node].perp[child]);
        ck_assert(!inside || par <= (double)body->radii[node].par[child]);
        ck_assert(ep_vec_length(v) <= body->reach);
      }
    }
  }
  scene_end(&s);
}

// --- Time ---

/// Halves cover the whole, moments are in the middle, and frames are those of their moments.
EP_TEST(sound_spans_cover_the_edge)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 25);
  site at = site_make();
  ep_timeline* line = &any_edge(&at, &rng)->line;
  for (int32_t i = 0; i < 200; ++i)
  {
    const int32_t span = (int32_t)ep_rng_int(&rng, 0, line->span_count - 1);
    const int32_t left = ep_timeline_child(line, span, 0);
    const int32_t right = ep_timeline_child(line, span, 1);
    const int32_t middle = ep_timeline_middle(line, span);
    ck_assert(left >= 0 && right >= 0 && middle >= 0);
    const ep_span* s = &line->spans[span];
    ck_assert(line->spans[left].begin == s->begin && line->spans[left].end == middle);
    ck_assert(line->spans[right].begin == middle && line->spans[right].end == s->end);
    ck_assert(2.0 * line->moments[middle].t == line->moments[s->begin].t + line->moments[s->end].t);
    ck_assert(line->spans[left].depth == s->depth + 1);
    ck_assert(ep_timeline_length(line, left) == 0.5 * ep_timeline_length(line, span));
    for (int32_t m = 0; m < at.s.machine_count; ++m)
    {
      ep_frame frames[3];
      ck_assert(ep_edge_frames(line->edges[m], line->moments[middle].t, frames) == EP_OK);
      ck_assert_mem_eq(frames, ep_timeline_frame(line, middle, line->slots[m]), sizeof frames);
    }
  }
  scene_end(&at.s);
}

/// Bounds of 0 are rounded up to something tiny; still nothing moves.
EP_TEST(works_tracks_know_when_nothing_moves)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("arm", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(5, 0.1, 0.1, 3, 0, 0));
  scene_obstacle(&s, "ball", scene_ball(0.2, 3, 3, 0));
  scene_freeze(&s);
  const double q[2] = {0.0, 1.0};
  const ep_check_options options = ep_check_default();
  s.checker->work.asked = -1.0;
  for (int i = 0; i < 2; ++i)
  {
    ck_assert(ep_checker_prepare(s.checker, &q[0], &q[i], &options, NULL) == EP_OK);
    ck_assert_int_eq(s.checker->work.line.tracks[0].moves, i == 1);
  }
  scene_end(&s);
}

// --- Regions ---

/// With their radius, and computed wrongly by as much as they may be.
EP_TEST(sound_regions_hold_every_point)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 25);
  site at = site_make();
  for (int64_t i = 0, n = ep_test_trials(1000); i < n; ++i)
  {
    ep_work* work = any_edge(&at, &rng);
    for (int32_t k = 0; k < 5 * work->world->row_count; ++k)
    {
      const ep_track* home = &work->line.tracks[k / 5];
      const ep_body* body = &work->world->bodies[home->body];
      const marker m = any_marker(work, home, &rng);
      double p[3];
      const double t = k % 5 < 2 ? k % 5 : ep_rng_uniform(&rng, 0.0, 1.0);
      ck_assert(home->is_home && home->body == body - work->world->bodies);
      locate(work, home, ep_timeline_scratch(&work->line, t), &m, p);
      const double around = (home->slot < 0 ? body->rope_radius : 0.0) + home->slack +
                            3.0 * EP_EXACT_ERROR * home->size;
      for (int x = 0; x < 3; ++x)
      {
        ck_assert_msg(p[x] - around > home->region.lo[x] && p[x] + around < home->region.hi[x],
                      "body %d is at %g, not within %g .. %g", home->body, p[x], home->region.lo[x],
                      home->region.hi[x]);
      }
    }
  }
  scene_end(&at.s);
}
