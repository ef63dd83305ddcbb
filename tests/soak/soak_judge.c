/// @file soak_judge.c
#include "soak_look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS      32     // moments by which it is measured how far a body goes
#define PATH_EXTRA 1.1    // a way is hardly longer than its chord, over such a step
#define FINEST     2.0e-5 // metres: steps of a body below this are not divided
#define REACH_MOST 0.06   // metres: what is farther is not measured exactly
#define QUEUE_MAX  8192

static double smaller(double a, double b)
{
  return a < b ? a : b;
}

static double larger(double a, double b)
{
  return a > b ? a : b;
}

void soak_judge_set(soak_judge* judge, const double* q0, const double* q1)
{
  int32_t at = 0;
  for (int32_t i = 0; i < judge->machine_count; ++i)
  {
    if (ep_edge_set(judge->edges[i], q0 + at, q1 + at, NULL) != EP_OK)
    {
      abort();
    }
    at += ep_machine_config_size(judge->machines[i]);
  }
}

// --- Along an edge ---

typedef struct search
{
  soak_look l;
  double t_end;
  double path[STEPS + 1]; // how far any point of one body went, seen from the other
  soak_find* find;
  int32_t looks; // left
} search;

typedef struct step
{
  double t[2];
  double margin[2];
} step;

// How far a ball can have moved from one frame to another, by the way of its middle and the chord
// of its turn.
static double moved(const ep_frame* from, const ep_frame* to, const soak_ball* ball)
{
  double a[3], b[3], way = 0.0, turn = 0.0;
  soak_apply(from, ball->center, a);
  soak_apply(to, ball->center, b);
  for (int i = 0; i < 9; ++i)
  {
    const double d = to->rotation[i / 3][i % 3] - from->rotation[i / 3][i % 3];
    turn += d * d;
  }
  for (int k = 0; k < 3; ++k)
  {
    way += (b[k] - a[k]) * (b[k] - a[k]);
  }
  return sqrt(way) + sqrt(0.5 * turn) * ball->radius;
}

// What moves in a look: the second body, or the first where there is none. Ropes, and what is seen
// from them, by both of their ends.
static double step_path(const search* s, const ep_frame before[2], double ends[2][3])
{
  const soak_look* l = &s->l;
  const soak_body* rope = l->a->is_rope ? l->a : l->b != NULL && l->b->is_rope ? l->b : NULL;
  double sum = 0.0;
  if (rope == NULL)
  {
    const int moving = l->b == NULL ? 0 : 1;
    const soak_body* body = l->b == NULL ? l->a : l->b;
    return moved(&before[moving], &l->frame[moving], &body->whole);
  }
  const double* now[2] = {rope->triangles[0].v[0], rope->triangles[rope->count - 1].v[1]};
  for (int i = 0; i < 2; ++i)
  {
    double d2 = 0.0;
    for (int k = 0; k < 3; ++k)
    {
      d2 += (now[i][k] - ends[i][k]) * (now[i][k] - ends[i][k]);
    }
    sum = larger(sum, sqrt(d2));
  }
  const soak_body* other = rope == l->a ? l->b : l->a;
  const int at = rope == l->a ? 1 : 0;
  if (other != NULL && !other->is_rope) // the rope in the world, the other one in it too
  {
    sum += moved(&before[at], &l->frame[at], &other->whole);
  }
  return other != NULL && other->is_rope ? 4.0 * sum : sum;
}

static void measure_path(search* s, const soak_moment* moments)
{
  soak_look* l = &s->l;
  const soak_body* rope = l->a->is_rope ? l->a : l->b;
  s->path[0] = 0.0;
  soak_look_place(l, &moments[0]);
  for (int i = 1; i <= STEPS; ++i)
  {
    const ep_frame before[2] = {l->frame[0], l->frame[1]};
    double ends[2][3] = {{0.0}};
    if (rope != NULL && rope->is_rope)
    {
      memcpy(ends[0], rope->triangles[0].v[0], sizeof ends[0]);
      memcpy(ends[1], rope->triangles[rope->count - 1].v[1], sizeof ends[1]);
    }
    soak_look_place(l, &moments[i]);
    s->path[i] = s->path[i - 1] + PATH_EXTRA * step_path(s, before, ends) + 1e-9;
  }
}

static double path_at(const search* s, double t)
{
  const double at = t * STEPS;
  const int i = at >= STEPS ? STEPS - 1 : (int)at;
  return s->path[i] + (at - i) * (s->path[i + 1] - s->path[i]);
}

static double take_look(search* s, double t, double reach)
{
  static soak_moment m;
  soak_look* l = &s->l;
  soak_moment_set(l->judge, t, &m);
  --s->looks;
  ++s->find->looks;
  const double margin = soak_look_at(l, &m, reach);
  if (l->hit >= 0 && margin < s->find->margin)
  {
    *s->find = (soak_find){margin, t, {l->a->body, l->hit}, s->find->looks};
  }
  return margin;
}

static double reach_for(const search* s, double from, double to)
{
  const double path = path_at(s, to) - path_at(s, from);
  return smaller(REACH_MOST, larger(1e-4, 0.6 * path));
}

// Halves of the edge, those first that are longest, until they are shown far, small, or too many.
static void search_edge(search* s)
{
  static step queue[QUEUE_MAX];
  int32_t head = 0, tail = 0;
  const double reach = reach_for(s, 0.0, s->t_end);
  step whole = {{0.0, s->t_end}, {0.0, 0.0}};
  whole.margin[0] = take_look(s, 0.0, reach);
  whole.margin[1] = take_look(s, s->t_end, reach);
  queue[tail++] = whole;
  while (head < tail && s->looks > 0 && s->find->margin > 0.0)
  {
    const step at = queue[head++];
    const double path = path_at(s, at.t[1]) - path_at(s, at.t[0]);
    if (at.margin[0] + at.margin[1] > path || path < FINEST || tail + 2 > QUEUE_MAX)
    {
      continue;
    }
    const double middle = 0.5 * (at.t[0] + at.t[1]);
    const double margin = take_look(s, middle, reach_for(s, at.t[0], at.t[1]));
    queue[tail++] = (step){{at.t[0], middle}, {at.margin[0], margin}};
    queue[tail++] = (step){{middle, at.t[1]}, {margin, at.margin[1]}};
  }
}

static bool rests_alone(const soak_judge* judge, int32_t a)
{
  for (int32_t i = 0; i < judge->layer_count; ++i)
  {
    if (judge->demand[a][i] >= 0.0)
    {
      return false;
    }
  }
  return true;
}

soak_find soak_judge_edge(soak_judge* judge, double t_end, int32_t looks)
{
  static soak_moment moments[STEPS + 1];
  soak_find find = {.margin = 1e30, .body = {-1, -1}};
  for (int i = 0; i <= STEPS; ++i)
  {
    soak_moment_set(judge, (double)i / STEPS, &moments[i]);
  }
  for (int32_t a = 0; a < judge->body_count && find.margin > 0.0; ++a)
  {
    for (int32_t b = -1; b < a && find.margin > 0.0; ++b) // -1: what rests
    {
      soak_body* other = b < 0 ? NULL : &judge->bodies[b];
      if (judge->bodies[a].count == 0 ||
          (b < 0 ? rests_alone(judge, a) : judge->pair[a][b] < 0.0 || other->count == 0))
      {
        continue;
      }
      search s = {.l = {.judge = judge, .a = &judge->bodies[a], .b = other, .index = {a, b}},
                  .t_end = t_end,
                  .find = &find,
                  .looks = looks};
      measure_path(&s, moments);
      search_edge(&s);
    }
  }
  return find;
}

// --- One distance ---

static int32_t index_of(const soak_judge* judge, int32_t body)
{
  int32_t i = judge->body_count - 1;
  while (i >= 0 && judge->bodies[i].body != body)
  {
    --i;
  }
  return i;
}

double soak_judge_distance(soak_judge* judge, double t, const int32_t body[2], double cap)
{
  static soak_moment m;
  soak_moment_set(judge, t, &m);
  const int32_t a = index_of(judge, body[0]), b = index_of(judge, body[1]);
  soak_look l = {.judge = judge, .index = {a, b}};
  l.a = &judge->bodies[a < 0 ? b : a];
  l.b = a < 0 || b < 0 ? NULL : &judge->bodies[b];
  l.index[0] = a < 0 ? b : a;
  if (l.b != NULL)
  {
    const double demand = larger(0.0, judge->pair[a][b]);
    return soak_look_at(&l, &m, cap - demand) + demand;
  }
  soak_look_place(&l, &m);
  return soak_look_rest(&l, a < 0 ? body[0] : body[1], cap);
}

void soak_judge_clear(soak_judge* judge)
{
  for (int32_t i = 0; i < judge->body_count; ++i)
  {
    soak_body_clear(&judge->bodies[i]);
  }
  for (int32_t i = 0; i < judge->layer_count; ++i)
  {
    soak_grid_clear(&judge->layers[i]);
  }
  for (int32_t i = 0; i < judge->machine_count; ++i)
  {
    ep_edge_destroy(judge->edges[i]);
  }
  memset(judge, 0, sizeof *judge);
}
