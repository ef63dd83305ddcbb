/// @file soak_judge.c
#include "soak_judge.h"

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

// --- Moments ---

typedef struct moment
{
  ep_frame frames[SOAK_SLOTS_MAX];
} moment;

static void set_moment(soak_judge* judge, double t, moment* m)
{
  for (int32_t i = 0; i < judge->machine_count; ++i)
  {
    double q[SOAK_VALUES_MAX];
    if (ep_edge_config(judge->edges[i], t, q) != EP_OK ||
        ep_machine_forward(judge->machines[i], q, m->frames + judge->slots[i], NULL) != EP_OK)
    {
      abort();
    }
  }
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

// --- One look at what rests ---

typedef struct look
{
  soak_judge* judge;
  soak_body* a;
  soak_body* b; // NULL: what rests
  int32_t index[2];
  ep_frame frame[2];
  double least; // of what was not measured: nothing there is below
  double best;  // measured, or where measuring ends
  int32_t hit;  // the body of the world that `best` was measured to, or -1
} look;

// A lower bound on the margin of a ball against all layers.
static double ball_margin(const look* l, const soak_ball* ball)
{
  double p[3];
  double least = 1e30;
  soak_apply(&l->frame[0], ball->center, p);
  for (int32_t i = 0; i < l->judge->layer_count; ++i)
  {
    const double demand = l->judge->demand[l->index[0]][i];
    if (demand >= 0.0)
    {
      least = smaller(least, soak_grid_far(&l->judge->layers[i], p) - ball->radius - demand);
    }
  }
  return least;
}

// Some triangles of the body, in the world, and the box around them.
typedef struct handful
{
  brute_triangle triangles[8];
  int32_t count;
  ep_box box;
} handful;

static void take_handful(const look* l, const soak_ball* piece, handful* out)
{
  out->count = piece->count;
  for (int32_t i = 0; i < piece->count; ++i)
  {
    soak_apply_triangle(&l->frame[0], &l->a->triangles[piece->first + i], &out->triangles[i]);
    const ep_box box = soak_box(&out->triangles[i]);
    for (int k = 0; k < 3; ++k)
    {
      out->box.lo[k] = i == 0 ? box.lo[k] : smaller(out->box.lo[k], box.lo[k]);
      out->box.hi[k] = i == 0 ? box.hi[k] : larger(out->box.hi[k], box.hi[k]);
    }
  }
}

static void piece_at_rest(look* l, const soak_ball* piece)
{
  handful own;
  take_handful(l, piece, &own);
  for (int32_t i = 0; i < l->judge->layer_count && l->best > 0.0; ++i)
  {
    soak_grid* layer = &l->judge->layers[i];
    const double demand = l->judge->demand[l->index[0]][i];
    if (demand < 0.0)
    {
      continue;
    }
    soak_grid_gather(layer, &own.box, SOAK_ANY, l->best + demand);
    for (int32_t k = 0; k < own.count; ++k)
    {
      int32_t which = -1;
      const double d = soak_grid_distance(layer, &own.triangles[k], l->best + demand, &which);
      if (which >= 0)
      {
        l->best = d - demand;
        l->hit = layer->owner[which];
        l->a->near_own = piece->first + k;
        l->a->near_layer = i;
        l->a->near_rest = which;
      }
    }
  }
}

// What was nearest last time is not far now: most of the rest need not be measured then.
static void look_there_first(look* l)
{
  const soak_body* a = l->a;
  const double demand = l->judge->demand[l->index[0]][a->near_layer];
  if (demand >= 0.0)
  {
    const soak_grid* layer = &l->judge->layers[a->near_layer];
    brute_triangle t;
    soak_apply_triangle(&l->frame[0], &a->triangles[a->near_own], &t);
    const double d = brute_triangle_distance(&t, &layer->triangles[a->near_rest]) - demand;
    l->hit = d < l->best ? layer->owner[a->near_rest] : l->hit;
    l->best = smaller(l->best, d);
  }
}

// True if a part of the body is near enough to be opened.
static bool opens(look* l, double margin)
{
  if (margin >= l->best)
  {
    l->least = smaller(l->least, margin);
    return false;
  }
  return true;
}

static void look_at_rest(look* l)
{
  const soak_body* a = l->a;
  if (!opens(l, ball_margin(l, &a->whole)))
  {
    return;
  }
  look_there_first(l);
  for (int32_t i = 0; i < a->piece_count && l->best > 0.0; ++i)
  {
    const soak_ball* cluster = &a->clusters[i / 16 < a->cluster_count ? i / 16 : 0];
    if (!a->is_rope && i == cluster->first && !opens(l, ball_margin(l, cluster)))
    {
      i += cluster->count - 1;
      continue;
    }
    const soak_ball* piece = &a->pieces[i];
    if (opens(l, ball_margin(l, piece)))
    {
      piece_at_rest(l, piece);
    }
  }
}

// --- One look at two bodies, the second one seen from the first ---

static double ball_gap(const look* l, const soak_ball* a, const soak_ball* b)
{
  double p[3], sum = 0.0;
  soak_apply(&l->frame[1], b->center, p);
  for (int k = 0; k < 3; ++k)
  {
    sum += (p[k] - a->center[k]) * (p[k] - a->center[k]);
  }
  return sqrt(sum) - a->radius - b->radius - l->judge->pair[l->index[0]][l->index[1]];
}

static void piece_pair(look* l, const soak_ball* a, const soak_ball* b)
{
  const double demand = l->judge->pair[l->index[0]][l->index[1]];
  brute_triangle there[8];
  ep_box box[8];
  for (int32_t i = 0; i < b->count; ++i)
  {
    soak_apply_triangle(&l->frame[1], &l->b->triangles[b->first + i], &there[i]);
    box[i] = soak_box(&there[i]);
  }
  for (int32_t i = 0; i < a->count; ++i)
  {
    const brute_triangle* t = &l->a->triangles[a->first + i];
    const ep_box own = soak_box(t);
    for (int32_t k = 0; k < b->count && l->best > 0.0; ++k)
    {
      if (soak_box_gap(&own, &box[k]) - demand < l->best &&
          brute_triangle_gap(t, &there[k]) - demand < l->best)
      {
        const double d = brute_triangle_distance(t, &there[k]) - demand;
        if (d < l->best)
        {
          l->best = d;
          l->hit = l->b->body;
          l->judge->near[l->index[0]][l->index[1]][0] = a->first + i;
          l->judge->near[l->index[0]][l->index[1]][1] = b->first + k;
        }
      }
    }
  }
}

static void cluster_pair(look* l, const soak_ball* a, const soak_ball* b)
{
  for (int32_t i = 0; i < a->count; ++i)
  {
    const soak_ball* piece = &l->a->pieces[a->first + i];
    for (int32_t k = 0; opens(l, ball_gap(l, piece, b)) && k < b->count && l->best > 0.0; ++k)
    {
      const soak_ball* other = &l->b->pieces[b->first + k];
      if (opens(l, ball_gap(l, piece, other)))
      {
        piece_pair(l, piece, other);
      }
    }
  }
}

// As look_there_first().
static void look_there_too(look* l)
{
  const int32_t* near = l->judge->near[l->index[0]][l->index[1]];
  const double demand = l->judge->pair[l->index[0]][l->index[1]];
  brute_triangle t;
  soak_apply_triangle(&l->frame[1], &l->b->triangles[near[1]], &t);
  const double d = brute_triangle_distance(&l->a->triangles[near[0]], &t) - demand;
  l->hit = d < l->best ? l->b->body : l->hit;
  l->best = smaller(l->best, d);
}

static void look_at_pair(look* l)
{
  if (opens(l, ball_gap(l, &l->a->whole, &l->b->whole)))
  {
    look_there_too(l);
  }
  for (int32_t i = 0; opens(l, ball_gap(l, &l->a->whole, &l->b->whole)) && i < l->a->cluster_count;
       ++i)
  {
    const soak_ball* a = &l->a->clusters[i];
    for (int32_t k = 0; opens(l, ball_gap(l, a, &l->b->whole)) && k < l->b->cluster_count; ++k)
    {
      if (opens(l, ball_gap(l, a, &l->b->clusters[k])) && l->best > 0.0)
      {
        cluster_pair(l, a, &l->b->clusters[k]);
      }
    }
  }
}

// The second frame as seen from the first.
static void make_relative(ep_frame frame[2])
{
  const ep_frame a = frame[0], b = frame[1];
  for (int i = 0; i < 3; ++i)
  {
    frame[1].position[i] = 0.0;
    for (int k = 0; k < 3; ++k)
    {
      frame[1].position[i] += a.rotation[k][i] * (b.position[k] - a.position[k]);
      frame[1].rotation[i][k] = a.rotation[0][i] * b.rotation[0][k] +
                                a.rotation[1][i] * b.rotation[1][k] +
                                a.rotation[2][i] * b.rotation[2][k];
    }
  }
}

static void place(look* l, const moment* m)
{
  l->frame[0] = soak_body_pose(l->a, m->frames, l->judge->slots);
  if (l->b != NULL)
  {
    l->frame[1] = soak_body_pose(l->b, m->frames, l->judge->slots);
    make_relative(l->frame);
  }
}

// A lower bound on the margin at a moment; exact where it is below `reach`, and `hit` says so.
static double look_at(look* l, const moment* m, double reach)
{
  place(l, m);
  l->least = 1e30;
  l->best = reach;
  l->hit = -1;
  if (l->b == NULL)
  {
    look_at_rest(l);
  }
  else
  {
    look_at_pair(l);
  }
  return l->hit >= 0 ? l->best : larger(reach, smaller(l->least, 1e30));
}

// --- Along an edge ---

typedef struct search
{
  look l;
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
  const look* l = &s->l;
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

static void measure_path(search* s, const moment* moments)
{
  look* l = &s->l;
  const soak_body* rope = l->a->is_rope ? l->a : l->b;
  s->path[0] = 0.0;
  place(l, &moments[0]);
  for (int i = 1; i <= STEPS; ++i)
  {
    const ep_frame before[2] = {l->frame[0], l->frame[1]};
    double ends[2][3] = {{0.0}};
    if (rope != NULL && rope->is_rope)
    {
      memcpy(ends[0], rope->triangles[0].v[0], sizeof ends[0]);
      memcpy(ends[1], rope->triangles[rope->count - 1].v[1], sizeof ends[1]);
    }
    place(l, &moments[i]);
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
  static moment m;
  look* l = &s->l;
  set_moment(l->judge, t, &m);
  --s->looks;
  ++s->find->looks;
  const double margin = look_at(l, &m, reach);
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
  static moment moments[STEPS + 1];
  soak_find find = {.margin = 1e30, .body = {-1, -1}};
  for (int i = 0; i <= STEPS; ++i)
  {
    set_moment(judge, (double)i / STEPS, &moments[i]);
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

static double distance_to_rest(look* l, int32_t owner, double cap)
{
  double best = cap;
  for (int32_t i = 0; i < l->a->piece_count; ++i)
  {
    handful own;
    take_handful(l, &l->a->pieces[i], &own);
    for (int32_t k = 0; k < l->judge->layer_count; ++k)
    {
      int32_t which;
      soak_grid_gather(&l->judge->layers[k], &own.box, owner, best);
      for (int32_t j = 0; j < own.count; ++j)
      {
        best = soak_grid_distance(&l->judge->layers[k], &own.triangles[j], best, &which);
      }
    }
  }
  return best;
}

double soak_judge_distance(soak_judge* judge, double t, const int32_t body[2], double cap)
{
  static moment m;
  set_moment(judge, t, &m);
  const int32_t a = index_of(judge, body[0]), b = index_of(judge, body[1]);
  look l = {.judge = judge, .index = {a, b}};
  l.a = &judge->bodies[a < 0 ? b : a];
  l.b = a < 0 || b < 0 ? NULL : &judge->bodies[b];
  l.index[0] = a < 0 ? b : a;
  if (l.b != NULL)
  {
    const double demand = larger(0.0, judge->pair[a][b]);
    return look_at(&l, &m, cap - demand) + demand;
  }
  place(&l, &m);
  return distance_to_rest(&l, a < 0 ? body[0] : body[1], cap);
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
