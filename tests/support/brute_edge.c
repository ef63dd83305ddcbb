/// @file brute_edge.c
/// The judge along edges: where to look, and how closely.
#include "brute.h"

#include <math.h>
#include <stdlib.h>

static void pose_at(brute_world* world, ep_edge* const* edges, double t)
{
  double q[BRUTE_CONFIG_MAX];
  int32_t at = 0;
  for (int32_t m = 0; m < world->machine_count; ++m)
  {
    const int32_t size = ep_machine_config_size(world->machines[m]);
    if (at + size > BRUTE_CONFIG_MAX || ep_edge_config(edges[m], t, q + at) != EP_OK)
    {
      abort();
    }
    at += size;
  }
  brute_pose(world, q);
}

double brute_distance_at(brute_world* world, ep_edge* const* edges, double t, int32_t a, int32_t b)
{
  pose_at(world, edges, t);
  return brute_body_distance(world, a, b);
}

// The margin at t; `best` keeps the least one seen. Corners are counted inside only now and then:
// what is inside without having crossed a surface is so at all times.
static double look(brute_world* world, ep_edge* const* edges, double t, double cap, bool solids,
                   brute_hit* best)
{
  brute_hit here = {.t = t};
  pose_at(world, edges, t);
  brute_margin(world, cap, solids, &here);
  if (here.margin < best->margin)
  {
    *best = here;
  }
  return here.margin;
}

// Golden section around a sampled minimum.
static void refine(brute_world* world, ep_edge* const* edges, double lo, double hi, double cap,
                   brute_hit* best)
{
  const double part = 0.5 * (sqrt(5.0) - 1.0);
  double x = hi - part * (hi - lo);
  double y = lo + part * (hi - lo);
  double at_x = look(world, edges, x, cap, false, best);
  double at_y = look(world, edges, y, cap, false, best);
  for (int i = 0; i < 24 && best->margin > 0.0; ++i)
  {
    if (at_x < at_y)
    {
      hi = y;
      y = x;
      at_y = at_x;
      x = hi - part * (hi - lo);
      at_x = look(world, edges, x, cap, false, best);
    }
    else
    {
      lo = x;
      x = y;
      at_x = at_y;
      y = lo + part * (hi - lo);
      at_y = look(world, edges, y, cap, false, best);
    }
  }
}

// One call of brute_edge_min_distance().
typedef struct search
{
  brute_world* world;
  ep_edge* const* edges;
  double t_end;
  int32_t samples;
  double cap;
  brute_hit best;
  double margins[BRUTE_SAMPLES_MAX + 1]; // the cap where nothing was looked at
  double path[BRUTE_SAMPLES_MAX + 1];    // how far two bodies can have come closer since t = 0
} search;

static double time_of(const search* s, int32_t i)
{
  return s->t_end * i / s->samples;
}

// How far a corner of a body's box is from where it was in an earlier frame, at most.
static double corner_moved(const brute_body* body, const ep_frame* before)
{
  double most = 0.0;
  for (int i = 0; i < 8; ++i)
  {
    double sum = 0.0;
    for (int r = 0; r < 3; ++r)
    {
      double d = body->frame.position[r] - before->position[r];
      for (int k = 0; k < 3; ++k)
      {
        const double x = ((i >> k) & 1) != 0 ? body->own_box.hi[k] : body->own_box.lo[k];
        d += (body->frame.rotation[r][k] - before->rotation[r][k]) * x;
      }
      sum += d * d;
    }
    most = fmax(most, sum);
  }
  return sqrt(most);
}

// Between two samples a point goes hardly farther than the straight way: a tenth is added. Both
// bodies of a pair may move.
static void measure_path(search* s)
{
  static ep_frame before[BRUTE_BODIES_MAX];
  for (int32_t i = 0; i <= s->samples; ++i)
  {
    double most = 0.0;
    pose_at(s->world, s->edges, time_of(s, i));
    for (int32_t b = 0; b < s->world->body_count; ++b)
    {
      brute_body* body = &s->world->bodies[b];
      if (i > 0 && body->machine != BRUTE_STATIC && body->count > 0)
      {
        most = fmax(most, corner_moved(body, &before[b]));
      }
      before[b] = body->frame;
    }
    s->path[i] = i == 0 ? 0.0 : s->path[i - 1] + 2.2 * most + 1e-9;
  }
}

static void sample(search* s, int32_t i, bool solids)
{
  s->margins[i] = look(s->world, s->edges, time_of(s, i), s->cap, solids, &s->best);
}

// Whether two bodies can have met between two samples.
static bool may_meet(const search* s, int32_t lo, int32_t hi)
{
  return s->margins[lo] + s->margins[hi] <= s->path[hi] - s->path[lo];
}

static void sample_between(search* s, int32_t lo, int32_t hi)
{
  if (hi - lo > 1 && s->best.margin > 0.0 && may_meet(s, lo, hi))
  {
    const int32_t middle = (lo + hi) / 2;
    sample(s, middle, false);
    sample_between(s, lo, middle);
    sample_between(s, middle, hi);
  }
}

double brute_edge_min_distance(brute_world* world, ep_edge* const* edges, double t_end,
                               int32_t samples, double cap, brute_hit* hit)
{
  static search s;
  const int32_t n = samples < 1 ? 1 : samples > BRUTE_SAMPLES_MAX ? BRUTE_SAMPLES_MAX : samples;
  s.world = world;
  s.edges = edges;
  s.t_end = t_end;
  s.samples = n;
  s.cap = cap;
  s.best = (brute_hit){.margin = cap, .distance = (double)INFINITY, .body = {-1, -1}};
  for (int32_t i = 0; i <= n; ++i)
  {
    s.margins[i] = cap;
  }
  measure_path(&s);
  for (int32_t i = 0; i <= 8 && s.best.margin > 0.0; ++i)
  {
    sample(&s, i * n / 8, true);
  }
  for (int32_t i = 0; i < 8; ++i)
  {
    sample_between(&s, i * n / 8, (i + 1) * n / 8);
  }
  for (int32_t i = 0; i <= n && s.best.margin > 0.0; ++i)
  {
    const int32_t before = i > 0 ? i - 1 : 0;
    const int32_t after = i < n ? i + 1 : n;
    if (s.margins[i] < cap && s.margins[i] <= s.margins[before] &&
        s.margins[i] <= s.margins[after] && may_meet(&s, before, after))
    {
      refine(world, edges, time_of(&s, before), time_of(&s, after), cap, &s.best);
    }
  }
  if (hit != NULL)
  {
    *hit = s.best;
  }
  return s.best.margin;
}
