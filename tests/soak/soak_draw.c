/// @file soak_draw.c
#include "soak_draw.h"

#include <math.h>
#include <string.h>

#define HALVES    9  // of a step between a free and a colliding edge: the last ones graze
#define SHIFTS    4  // tries to find a neighbour with another verdict
#define DESCENT   80 // steps towards a triangle
#define WIDE_OPEN 20.0

static const double PI = 3.14159265358979323846;

static double uniform(soak_draw* d, double lo, double hi)
{
  return ep_rng_uniform(d->rng, lo, hi);
}

void soak_draw_begin(soak_draw* d, soak_world* w, ep_rng* rng)
{
  memset(d, 0, sizeof *d);
  d->world = w;
  d->rng = rng;
  for (int32_t i = 0; w->scene != NULL && i < w->config_size; ++i)
  {
    const ep_scene_value* value = &w->scene->values[i];
    const double open = value->quaternion >= 0 ? 1.0 : value->wraps ? PI : WIDE_OPEN;
    double middle = 0.0;
    (void)ep_scene_value_default(w->scene, i, &middle);
    d->lower[i] = isfinite(value->lower) ? value->lower : middle - open;
    d->upper[i] = isfinite(value->upper) ? value->upper : middle + open;
  }
}

static double within(const soak_draw* d, int32_t value, double x)
{
  return fmin(d->upper[value], fmax(d->lower[value], x));
}

static void random_config(soak_draw* d, double* q)
{
  for (int32_t i = 0; i < d->world->config_size; ++i)
  {
    q[i] = uniform(d, d->lower[i], d->upper[i]);
  }
}

static bool is_free(const soak_draw* d, const double* q)
{
  ep_result result;
  return ep_check_state(d->world->checker, q, NULL, &result, NULL) == EP_OK &&
         result.verdict == EP_FREE;
}

static void random_start(soak_draw* d, double* q)
{
  random_config(d, q);
  for (int i = 0; i < 20 && !is_free(d, q); ++i)
  {
    random_config(d, q);
  }
}

// Values change by up to `part` of their ranges; some do not.
static void step_from(soak_draw* d, const double* q, double part, double* out)
{
  const bool one = ep_rng_int(d->rng, 0, 3) == 0; // value only
  const int64_t which = ep_rng_int(d->rng, 0, d->world->config_size - 1);
  for (int32_t i = 0; i < d->world->config_size; ++i)
  {
    const double step = part * (d->upper[i] - d->lower[i]) * uniform(d, -1.0, 1.0);
    out[i] = one && which != i ? q[i] : within(d, i, q[i] + step);
  }
}

// --- Towards a triangle ---

// Where a point of a body is, by forward kinematics.
static void point_at(const soak_draw* d, const soak_body* body, const double* q,
                     const double point[3], double out[3])
{
  static ep_frame frames[SOAK_SLOTS_MAX];
  const soak_judge* judge = d->world->judge;
  for (int32_t m = 0; m < judge->machine_count; ++m)
  {
    (void)ep_machine_forward(judge->machines[m], q, frames + judge->slots[m], NULL);
    q += ep_machine_config_size(judge->machines[m]);
  }
  soak_body copy = *body; // a rope has no place of its own: its first end speaks for it
  copy.is_rope = false;
  const ep_frame frame = soak_body_pose(&copy, frames, judge->slots);
  soak_apply(&frame, body->is_rope ? body->end[0] : point, out);
}

static double away(const double a[3], const double b[3])
{
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
              (a[2] - b[2]) * (a[2] - b[2]));
}

// A configuration that brings a point of a moving body to a triangle of the site: any triangle is
// as likely as any other, and thin things are made of many.
static void approach(soak_draw* d, double* q)
{
  soak_judge* judge = d->world->judge;
  const soak_grid* layer = &judge->layers[ep_rng_int(d->rng, 0, judge->layer_count - 1)];
  const double* target = layer->triangles[ep_rng_int(d->rng, 0, layer->count - 1)].v[0];
  const soak_body* body = &judge->bodies[ep_rng_int(d->rng, 0, judge->body_count - 1)];
  const double* own = body->count == 0
                          ? (const double[3]){0.0, 0.0, 0.0}
                          : body->triangles[ep_rng_int(d->rng, 0, body->count - 1)].v[0];
  const double keep = uniform(d, 0.0, 0.2); // metres from it
  double part = 0.5, at[3], try[SOAK_VALUES_MAX];
  random_config(d, q);
  point_at(d, body, q, own, at);
  double best = away(at, target);
  for (int i = 0; i < DESCENT && best > keep; ++i)
  {
    step_from(d, q, part, try);
    point_at(d, body, try, own, at);
    const double here = away(at, target);
    if (here < best)
    {
      best = here;
      memcpy(q, try, sizeof try);
    }
    part = fmax(0.002, 0.93 * part);
  }
}

// --- Edges ---

// Through a configuration.
static void pass(soak_draw* d, const double* q, double* q0, double* q1)
{
  const double part = ep_rng_log_uniform(d->rng, 0.001, 0.4);
  const double u = uniform(d, 0.0, 1.0);
  double step[SOAK_VALUES_MAX];
  step_from(d, q, part, step);
  for (int32_t i = 0; i < d->world->config_size; ++i)
  {
    const double way = step[i] - q[i];
    q0[i] = within(d, i, q[i] - u * way);
    q1[i] = within(d, i, q[i] + (1.0 - u) * way);
  }
}

static void scene_edge(soak_draw* d, double* q0, double* q1)
{
  const ep_scene_query* query =
      d->world->query < 0 ? NULL : ep_scene_get_query(d->world->scene, d->world->query);
  const int64_t kind = ep_rng_int(d->rng, 0, 9);
  double q[SOAK_VALUES_MAX];
  if (kind < 5 && d->world->judge->layer_count > 0)
  {
    approach(d, q);
    pass(d, q, q0, q1);
  }
  else if (kind < 7 && query != NULL)
  {
    step_from(d, kind == 5 ? query->start : query->goal, ep_rng_log_uniform(d->rng, 0.001, 0.1), q);
    pass(d, q, q0, q1);
  }
  else
  {
    random_start(d, q0);
    step_from(d, q0, ep_rng_log_uniform(d->rng, 0.01, 1.0), q1);
  }
}

// A neighbour of the edge that is there.
static void shifted(soak_draw* d, bool of_colliding, double* q0, double* q1)
{
  const double part = ep_rng_log_uniform(d->rng, 0.003, 0.2);
  for (int32_t i = 0; i < d->world->config_size; ++i)
  {
    const double range = d->world->scene != NULL ? d->upper[i] - d->lower[i] : 3.0;
    const double step = part * range * uniform(d, -1.0, 1.0);
    q0[i] = d->edge[of_colliding][0][i] + step;
    q1[i] = d->edge[of_colliding][1][i] + step;
    if (d->world->scene != NULL)
    {
      q0[i] = within(d, i, q0[i]);
      q1[i] = within(d, i, q1[i]);
    }
  }
}

void soak_draw_edge(soak_draw* d, double* q0, double* q1)
{
  if (d->has[0] && d->has[1] && d->halves > 0)
  {
    for (int32_t i = 0; i < d->world->config_size; ++i)
    {
      q0[i] = 0.5 * (d->edge[0][0][i] + d->edge[1][0][i]);
      q1[i] = 0.5 * (d->edge[0][1][i] + d->edge[1][1][i]);
    }
    --d->halves;
  }
  else if (d->has[0] != d->has[1] && d->shifts > 0)
  {
    shifted(d, d->has[1], q0, q1);
    --d->shifts;
  }
  else
  {
    d->has[0] = d->has[1] = false;
    d->halves = HALVES;
    d->shifts = SHIFTS;
    if (d->world->scene != NULL)
    {
      scene_edge(d, q0, q1);
    }
    else
    {
      site_edge(d->world->site, d->rng, q0, q1);
    }
  }
  const size_t bytes = (size_t)d->world->config_size * sizeof(double);
  memcpy(d->last[0], q0, bytes);
  memcpy(d->last[1], q1, bytes);
}

void soak_draw_note(soak_draw* d, ep_verdict verdict)
{
  if (verdict != EP_UNDECIDED)
  {
    const int which = verdict == EP_COLLIDING ? 1 : 0;
    memcpy(d->edge[which], d->last, sizeof d->last);
    d->has[which] = true;
  }
}
