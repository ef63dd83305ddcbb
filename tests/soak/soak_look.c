/// @file soak_look.c
#include "soak_look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double smaller(double a, double b)
{
  return a < b ? a : b;
}

static double larger(double a, double b)
{
  return a > b ? a : b;
}

// --- Moments ---

void soak_moment_set(soak_judge* judge, double t, soak_moment* m)
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

// --- One look at what rests ---

// A lower bound on the margin of a ball against all layers.
static double ball_margin(const soak_look* l, const soak_ball* ball)
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

static void take_handful(const soak_look* l, const soak_ball* piece, handful* out)
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

static void piece_at_rest(soak_look* l, const soak_ball* piece)
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
static void look_there_first(soak_look* l)
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
static bool opens(soak_look* l, double margin)
{
  if (margin >= l->best)
  {
    l->least = smaller(l->least, margin);
    return false;
  }
  return true;
}

static void look_at_rest(soak_look* l)
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

static double ball_gap(const soak_look* l, const soak_ball* a, const soak_ball* b)
{
  double p[3], sum = 0.0;
  soak_apply(&l->frame[1], b->center, p);
  for (int k = 0; k < 3; ++k)
  {
    sum += (p[k] - a->center[k]) * (p[k] - a->center[k]);
  }
  return sqrt(sum) - a->radius - b->radius - l->judge->pair[l->index[0]][l->index[1]];
}

static void piece_pair(soak_look* l, const soak_ball* a, const soak_ball* b)
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

static void cluster_pair(soak_look* l, const soak_ball* a, const soak_ball* b)
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
static void look_there_too(soak_look* l)
{
  const int32_t* near = l->judge->near[l->index[0]][l->index[1]];
  const double demand = l->judge->pair[l->index[0]][l->index[1]];
  brute_triangle t;
  soak_apply_triangle(&l->frame[1], &l->b->triangles[near[1]], &t);
  const double d = brute_triangle_distance(&l->a->triangles[near[0]], &t) - demand;
  l->hit = d < l->best ? l->b->body : l->hit;
  l->best = smaller(l->best, d);
}

static void look_at_pair(soak_look* l)
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

void soak_look_place(soak_look* l, const soak_moment* m)
{
  l->frame[0] = soak_body_pose(l->a, m->frames, l->judge->slots);
  if (l->b != NULL)
  {
    l->frame[1] = soak_body_pose(l->b, m->frames, l->judge->slots);
    make_relative(l->frame);
  }
}

double soak_look_at(soak_look* l, const soak_moment* m, double reach)
{
  soak_look_place(l, m);
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

double soak_look_rest(soak_look* l, int32_t owner, double cap)
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
