/// @file test_num_taylor.c
/// Taylor models, their derivatives and their frames against the same expressions in Arb.
#include "ep_test.h"
#include "num_dual.h"
#include "num_taylor_frame.h"
#include "num_trig.h"

#include <arb.h>
#include <stdio.h>

#define BITS   200
#define POINTS 3 ///< where each expression is compared

/// What all parts of one expression share.
typedef struct scene
{
  ep_rng rng;
  ep_domain domain;
  double x[POINTS];     ///< dyadic, in [-1,1]
  arb_struct t[POINTS]; ///< mid + half x
  bool dual;            ///< with slopes, so without unknown errors
  int64_t refused;
  int64_t done;
} scene;

/// An expression: its model and its exact values and slopes.
typedef struct node
{
  ep_taylor_dual model; ///< the slope is used in duals only
  arb_struct value[POINTS];
  arb_struct slope[POINTS];
} node;

static void node_init(node* a)
{
  for (int k = 0; k < POINTS; ++k)
  {
    arb_init(&a->value[k]);
    arb_init(&a->slope[k]);
  }
}

static void node_clear(node* a)
{
  for (int k = 0; k < POINTS; ++k)
  {
    arb_clear(&a->value[k]);
    arb_clear(&a->slope[k]);
  }
}

static double sign_of(ep_rng* rng)
{
  return ep_rng_int(rng, 0, 1) == 0 ? 1.0 : -1.0;
}

static double number(ep_rng* rng, double lo, double hi)
{
  return ep_rng_int(rng, 0, 9) == 0 ? 0.0 : sign_of(rng) * ep_rng_log_uniform(rng, lo, hi);
}

static void scene_init(scene* s, uint64_t salt)
{
  ep_rng_init(&s->rng, ep_test_seed() + salt);
  s->refused = 0;
  s->done = 0;
  for (int k = 0; k < POINTS; ++k)
  {
    arb_init(&s->t[k]);
  }
}

static void scene_clear(scene* s)
{
  for (int k = 0; k < POINTS; ++k)
  {
    arb_clear(&s->t[k]);
  }
  flint_cleanup();
}

/// A new domain, of any order, anywhere, and points in it.
static void scene_next(scene* s)
{
  ep_rng* rng = &s->rng;
  double t0 = ep_rng_uniform(rng, 0.0, 1.0);
  double width = ep_rng_log_uniform(rng, 1e-6, 1.0);
  const int64_t kind = ep_rng_int(rng, 0, 5);
  if (kind == 0)
  {
    t0 = sign_of(rng) * ep_rng_log_uniform(rng, 1e-6, 1e6);
    width = ep_rng_log_uniform(rng, 1e-12, 1e3);
  }
  else if (kind == 1)
  {
    width = 0.0;
  }
  else if (kind == 2)
  {
    t0 = ep_rng_uniform(rng, -100.0, 100.0);
  }
  s->domain = ep_domain_make(t0, t0 + width, (int)ep_rng_int(rng, 0, 3));
  arb_t mid;
  arb_init(mid);
  arb_set_d(mid, s->domain.mid);
  for (int k = 0; k < POINTS; ++k)
  {
    s->x[k] = ldexp((double)ep_rng_int(rng, -1024, 1024), -10);
    if (k == 0 && ep_rng_int(rng, 0, 1) == 0)
    {
      s->x[k] = sign_of(rng);
    }
    arb_set_d(&s->t[k], s->domain.half);
    arb_t x;
    arb_init(x);
    arb_set_d(x, s->x[k]);
    arb_mul(&s->t[k], &s->t[k], x, BITS);
    arb_add(&s->t[k], &s->t[k], mid, BITS);
    arb_clear(x);
  }
  arb_clear(mid);
}

/// Not certainly outside.
static bool between(double lo, const arb_t v, double hi)
{
  arb_t end;
  arb_init(end);
  arb_set_d(end, lo);
  bool inside = lo <= hi && !arb_lt(v, end);
  arb_set_d(end, hi);
  inside = inside && !arb_gt(v, end);
  arb_clear(end);
  return inside;
}

/// f - P(x) is in the remainder and f in the range.
static bool model_holds(const ep_taylor* a, const arb_t f, double x)
{
  for (int k = 0; k < EP_TAYLOR_TERMS; ++k)
  {
    if (!ep_is_finite(a->c[k])) // overflowed: the range has to say so
    {
      return between(ep_taylor_range(a).lo, f, ep_taylor_range(a).hi);
    }
  }
  arb_t p, c, at;
  arb_init(p);
  arb_init(c);
  arb_init(at);
  arb_set_d(at, x);
  for (int k = EP_TAYLOR_TERMS - 1; k >= 0; --k)
  {
    arb_mul(p, p, at, BITS);
    arb_set_d(c, a->c[k]);
    arb_add(p, p, c, BITS);
  }
  arb_sub(p, f, p, BITS);
  const ep_interval range = ep_taylor_range(a);
  const bool inside = between(a->lo, p, a->hi) && between(range.lo, f, range.hi);
  arb_clear(p);
  arb_clear(c);
  arb_clear(at);
  return inside;
}

static bool is_whole(const ep_taylor* a)
{
  const ep_interval range = ep_taylor_range(a);
  return range.lo == -EP_INFINITY && range.hi == EP_INFINITY;
}

/// value = any number within error of value
static void disturb(ep_rng* rng, arb_t value, double error)
{
  arb_t e;
  arb_init(e);
  arb_set_d(e, error * ep_rng_uniform(rng, -1.0, 1.0));
  arb_add(value, value, e, BITS);
  arb_clear(e);
}

static void make_constant(scene* s, double value, node* out)
{
  out->model.value = ep_taylor_constant(value, s->domain.order);
  if (s->dual)
  {
    out->model = ep_dual_constant(value, s->domain.order);
  }
  for (int k = 0; k < POINTS; ++k)
  {
    arb_set_d(&out->value[k], value);
    arb_zero(&out->slope[k]);
  }
}

static void make_affine(scene* s, node* out)
{
  ep_rng* rng = &s->rng;
  const double value = number(rng, 1e-3, 1e3);
  const double slope = number(rng, 1e-3, 1e3);
  const double error =
      s->dual || ep_rng_int(rng, 0, 1) == 0 ? 0.0 : ep_rng_log_uniform(rng, 1e-16, 1e-3);
  if (s->dual)
  {
    out->model = ep_dual_affine(s->domain, value, slope);
  }
  else
  {
    out->model.value = ep_taylor_affine(s->domain, value, slope, error);
  }
  arb_t v;
  arb_init(v);
  for (int k = 0; k < POINTS; ++k)
  {
    arb_set_d(&out->slope[k], slope);
    arb_set_d(v, s->domain.mid);
    arb_sub(v, &s->t[k], v, BITS);
    arb_mul(&out->value[k], v, &out->slope[k], BITS);
    arb_set_d(v, value);
    arb_add(&out->value[k], &out->value[k], v, BITS);
    disturb(rng, &out->value[k], error);
  }
  arb_clear(v);
}

/// Both functions of one angle.
static void make_sincos(scene* s, node* sine, node* cosine)
{
  ep_rng* rng = &s->rng;
  const double error =
      s->dual || ep_rng_int(rng, 0, 1) == 0 ? 0.0 : ep_rng_log_uniform(rng, 1e-16, 1e-3);
  const ep_angle angle = {number(rng, 1e-3, 10.0), number(rng, 1e-3, 10.0), error};
  if (s->dual)
  {
    ep_dual_sincos(s->domain, angle, &sine->model, &cosine->model);
  }
  else
  {
    ep_taylor_sincos(s->domain, angle, &sine->model.value, &cosine->model.value);
  }
  arb_t theta, rate;
  arb_init(theta);
  arb_init(rate);
  for (int k = 0; k < POINTS; ++k)
  {
    arb_set_d(rate, angle.rate);
    arb_set_d(theta, angle.start);
    arb_addmul(theta, rate, &s->t[k], BITS);
    disturb(rng, theta, error);
    arb_sin_cos(&sine->value[k], &cosine->value[k], theta, BITS);
    arb_mul(&sine->slope[k], &cosine->value[k], rate, BITS);
    arb_mul(&cosine->slope[k], &sine->value[k], rate, BITS);
    arb_neg(&cosine->slope[k], &cosine->slope[k]);
  }
  arb_clear(theta);
  arb_clear(rate);
}

static void node_add(scene* s, const node* a, const node* b, bool minus, node* out)
{
  for (int k = 0; k < POINTS; ++k)
  {
    if (minus)
    {
      arb_sub(&out->value[k], &a->value[k], &b->value[k], BITS);
      arb_sub(&out->slope[k], &a->slope[k], &b->slope[k], BITS);
    }
    else
    {
      arb_add(&out->value[k], &a->value[k], &b->value[k], BITS);
      arb_add(&out->slope[k], &a->slope[k], &b->slope[k], BITS);
    }
  }
  if (s->dual)
  {
    out->model = ep_dual_add(a->model, minus ? ep_dual_scale(b->model, -1.0) : b->model);
  }
  else
  {
    out->model.value = minus ? ep_taylor_sub(a->model.value, b->model.value)
                             : ep_taylor_add(a->model.value, b->model.value);
  }
}

static void node_scale(scene* s, const node* a, node* out)
{
  const double factor = number(&s->rng, 1e-3, 1e3);
  const double error =
      s->dual || ep_rng_int(&s->rng, 0, 1) == 0 ? 0.0 : ep_rng_log_uniform(&s->rng, 1e-16, 1e-3);
  arb_t v;
  arb_init(v);
  for (int k = 0; k < POINTS; ++k)
  {
    arb_set_d(v, factor);
    disturb(&s->rng, v, error);
    arb_mul(&out->value[k], &a->value[k], v, BITS);
    arb_mul(&out->slope[k], &a->slope[k], v, BITS);
  }
  arb_clear(v);
  if (s->dual)
  {
    out->model = ep_dual_scale(a->model, factor);
  }
  else
  {
    out->model.value = ep_taylor_scale(a->model.value, factor, error);
  }
}

static void node_mul(scene* s, const node* a, const node* b, node* out)
{
  const int order = s->domain.order;
  for (int k = 0; k < POINTS; ++k)
  {
    arb_mul(&out->value[k], &a->value[k], &b->value[k], BITS);
    arb_mul(&out->slope[k], &a->slope[k], &b->value[k], BITS);
    arb_addmul(&out->slope[k], &a->value[k], &b->slope[k], BITS);
  }
  if (s->dual)
  {
    out->model = ep_dual_mul(a->model, b->model, order);
  }
  else
  {
    out->model.value = ep_taylor_mul(a->model.value, b->model.value, order);
  }
}

static bool refused(scene* s, bool possible, const node* out)
{
  ++*(possible ? &s->done : &s->refused);
  if (!possible)
  {
    ck_assert(is_whole(&out->model.value));
    ck_assert(!s->dual || is_whole(&out->model.slope));
  }
  return !possible;
}

/// out = a / b, or b / 1 where that is not possible.
static void node_div(scene* s, const node* a, const node* b, node* out)
{
  const int order = s->domain.order;
  const bool possible =
      s->dual ? ep_dual_div(a->model, b->model, order, &out->model)
              : ep_taylor_div(a->model.value, b->model.value, order, &out->model.value);
  if (refused(s, possible, out))
  {
    make_constant(s, 1.0, out);
    return;
  }
  for (int k = 0; k < POINTS; ++k)
  {
    arb_div(&out->value[k], &a->value[k], &b->value[k], BITS);
    arb_mul(&out->slope[k], &out->value[k], &b->slope[k], BITS);
    arb_sub(&out->slope[k], &a->slope[k], &out->slope[k], BITS);
    arb_div(&out->slope[k], &out->slope[k], &b->value[k], BITS);
  }
}

static void node_sqrt(scene* s, const node* a, node* out)
{
  const int order = s->domain.order;
  const bool possible = s->dual ? ep_dual_sqrt(a->model, order, &out->model)
                                : ep_taylor_sqrt(a->model.value, order, &out->model.value);
  if (refused(s, possible, out))
  {
    make_constant(s, 2.0, out);
    return;
  }
  for (int k = 0; k < POINTS; ++k)
  {
    arb_sqrt(&out->value[k], &a->value[k], BITS);
    arb_div(&out->slope[k], &a->slope[k], &out->value[k], BITS);
    arb_mul_2exp_si(&out->slope[k], &out->slope[k], -1);
  }
}

/// a plus a constant that makes it positive, by a little or by much.
static void lift(scene* s, const node* a, node* out)
{
  const ep_interval range = ep_taylor_range(&a->model.value);
  const double size = ep_interval_magnitude(range);
  node k;
  node_init(&k);
  const double gap = (size + 1e-6) * ep_rng_log_uniform(&s->rng, 1e-6, 10.0);
  make_constant(s, ep_is_finite(range.lo) ? gap - range.lo : 1.0, &k);
  node_add(s, a, &k, false, out);
  node_clear(&k);
}

static void check_node(scene* s, const node* a, int64_t trial, int op, int depth)
{
  for (int k = 0; k < POINTS; ++k)
  {
    const ep_taylor* m = &a->model.value;
    ck_assert_msg(model_holds(m, &a->value[k], s->x[k]),
                  "trial %lld op %d depth %d order %d, mid %a half %a x %a: value %s not in "
                  "%a %a %a %a + [%a,%a]",
                  (long long)trial, op, depth, s->domain.order, s->domain.mid, s->domain.half,
                  s->x[k], arb_get_str(&a->value[k], 25, 0), m->c[0], m->c[1], m->c[2], m->c[3],
                  m->lo, m->hi);
    m = &a->model.slope;
    ck_assert_msg(!s->dual || model_holds(m, &a->slope[k], s->x[k]),
                  "trial %lld op %d depth %d order %d, mid %a half %a x %a: slope %s not in "
                  "%a %a %a %a + [%a,%a]",
                  (long long)trial, op, depth, s->domain.order, s->domain.mid, s->domain.half,
                  s->x[k], arb_get_str(&a->slope[k], 25, 0), m->c[0], m->c[1], m->c[2], m->c[3],
                  m->lo, m->hi);
  }
}

/// A random expression; every part of it is checked.
static void grow(scene* s, int depth, int64_t trial, node* out)
{
  node a, b, c;
  node_init(&a);
  node_init(&b);
  node_init(&c);
  int op = (int)ep_rng_int(&s->rng, depth == 0 ? 6 : 0, 9);
  if (op < 6)
  {
    grow(s, depth - 1, trial, &a);
  }
  if (op < 4)
  {
    grow(s, depth - 1, trial, &b);
  }
  switch (op)
  {
  case 0:
  case 1:
    node_add(s, &a, &b, op == 1, out);
    break;
  case 2:
    node_mul(s, &a, &b, out);
    break;
  case 3:
    if (ep_rng_int(&s->rng, 0, 3) == 0)
    {
      node_div(s, &a, &b, out);
      break;
    }
    lift(s, &b, &c);
    node_div(s, &a, &c, out);
    break;
  case 4:
    node_scale(s, &a, out);
    break;
  case 5:
    if (ep_rng_int(&s->rng, 0, 3) == 0)
    {
      node_sqrt(s, &a, out);
      break;
    }
    lift(s, &a, &c);
    node_sqrt(s, &c, out);
    break;
  case 6:
    make_constant(s, number(&s->rng, 1e-6, 1e6), out);
    break;
  case 7:
    make_affine(s, out);
    break;
  case 8:
    make_sincos(s, out, &c);
    check_node(s, &c, trial, op, depth);
    break;
  default:
    make_sincos(s, &c, out);
    break;
  }
  check_node(s, out, trial, op, depth);
  node_clear(&a);
  node_clear(&b);
  node_clear(&c);
}

static void check_expressions(bool dual, uint64_t salt, int64_t trials)
{
  static scene s;
  scene_init(&s, salt);
  s.dual = dual;
  node root;
  node_init(&root);
  for (int64_t i = 0, n = ep_test_trials(trials); i < n; ++i)
  {
    scene_next(&s);
    grow(&s, (int)ep_rng_int(&s.rng, 0, 4), i, &root);
  }
  printf("%s: %lld quotients and roots done, %lld refused\n", dual ? "duals" : "models",
         (long long)s.done, (long long)s.refused);
  node_clear(&root);
  scene_clear(&s);
}

EP_TEST(sound_expressions)
{
  check_expressions(false, 1, 100000);
}

EP_TEST(sound_slopes_of_expressions)
{
  check_expressions(true, 2, 50000);
}

static double cubic_at(const double c[4], double x)
{
  return ((c[3] * x + c[2]) * x + c[1]) * x + c[0];
}

/// Where a cubic is least and greatest, among 2001 points and its critical points.
static void extremes(const double c[4], double* at_min, double* at_max)
{
  *at_min = *at_max = -1.0;
  double points[2003];
  int count = 0;
  for (int k = 0; k <= 2000; ++k)
  {
    points[count++] = (double)(k - 1000) / 1000.0;
  }
  const double a = 3.0 * c[3], half_b = c[2];
  const double q = -(half_b + copysign(sqrt(fmax(0.0, half_b * half_b - a * c[1])), half_b));
  const double roots[2] = {q / a, c[1] / q};
  for (int k = 0; k < 2; ++k)
  {
    if (fabs(roots[k]) <= 1.0) // false for NaN
    {
      points[count++] = roots[k];
    }
  }
  double lo = cubic_at(c, -1.0), hi = lo;
  for (int k = 0; k < count; ++k)
  {
    const double v = cubic_at(c, points[k]);
    if (v < lo)
    {
      lo = v;
      *at_min = points[k];
    }
    if (v > hi)
    {
      hi = v;
      *at_max = points[k];
    }
  }
}

/// Any, with double roots of the derivative, or with tiny and zero coefficients.
static void any_cubic(ep_rng* rng, double c[4])
{
  for (int k = 0; k < 4; ++k)
  {
    c[k] = ep_rng_uniform(rng, -1.0, 1.0);
  }
  switch (ep_rng_int(rng, 0, 5))
  {
  case 0: // k (x - r)^3 + c: a double root of the derivative
  {
    const double k = c[3], r = ep_rng_uniform(rng, -1.2, 1.2);
    c[2] = -3.0 * k * r;
    c[1] = 3.0 * k * r * r;
    break;
  }
  case 1: // k (x - r)^2 (x - s): a double root of the cubic
  {
    const double k = c[3], r = ep_rng_uniform(rng, -1.2, 1.2), s = ep_rng_uniform(rng, -2.0, 2.0);
    c[2] = -k * (2.0 * r + s);
    c[1] = k * (r * r + 2.0 * r * s);
    c[0] = -k * r * r * s;
    break;
  }
  case 2:
    for (int k = 0; k < 4; ++k)
    {
      c[k] = number(rng, 1e-300, 1.0);
    }
    break;
  case 3:
    for (int k = 0; k < 4; ++k)
    {
      c[k] = ep_rng_int(rng, 0, 1) == 0 ? 0.0 : number(rng, 1e-20, 1e3);
    }
    break;
  case 4:
    c[3] *= ep_rng_log_uniform(rng, 1e-18, 1.0);
    break;
  default:
    break;
  }
}

EP_TEST(sound_range_of_cubics)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 3);
  arb_t p;
  arb_init(p);
  for (int64_t i = 0, n = ep_test_trials(50000); i < n; ++i)
  {
    ep_taylor a = {{0}, 0.0, 0.0};
    double at[2];
    any_cubic(&rng, a.c);
    extremes(a.c, &at[0], &at[1]);
    const ep_interval range = ep_taylor_range(&a);
    for (int side = 0; side < 2; ++side)
    {
      arb_t x, c;
      arb_init(x);
      arb_init(c);
      arb_set_d(x, at[side]);
      arb_zero(p);
      for (int k = 3; k >= 0; --k)
      {
        arb_mul(p, p, x, 2 * BITS);
        arb_set_d(c, a.c[k]);
        arb_add(p, p, c, 2 * BITS);
      }
      arb_clear(x);
      arb_clear(c);
      ck_assert_msg(between(range.lo, p, range.hi), "trial %lld: %a %a %a %a at %a leaves [%a,%a]",
                    (long long)i, a.c[0], a.c[1], a.c[2], a.c[3], at[side], range.lo, range.hi);
    }
  }
  arb_clear(p);
  flint_cleanup();
}

EP_TEST(tight_range_of_cubics)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 4);
  double worst = 0.0;
  for (int64_t i = 0, n = ep_test_trials(50000); i < n; ++i)
  {
    ep_taylor a = {{0}, 0.0, 0.0};
    double at_min, at_max;
    any_cubic(&rng, a.c);
    extremes(a.c, &at_min, &at_max);
    const ep_interval range = ep_taylor_range(&a);
    const double magnitude = ep_taylor_magnitude(&a);
    const double gap =
        fmax(cubic_at(a.c, at_min) - range.lo, range.hi - cubic_at(a.c, at_max)) - 2e-150;
    worst = fmax(worst, magnitude > 0.0 ? gap / magnitude : 0.0);
    ck_assert_msg(gap <= 1e-12 * magnitude, "trial %lld: %a %a %a %a: gap %g of %g", (long long)i,
                  a.c[0], a.c[1], a.c[2], a.c[3], gap, magnitude);
  }
  printf("range of cubics: at most %g of the magnitude too wide\n", worst);
}

/// CATCH's example: cos t + sqrt(3) sin t on [0, pi/2], whose range is [1,2].
static ep_interval example(int order)
{
  const ep_domain domain = ep_domain_make(0.0, 0.5 * EP_PI, order);
  ep_taylor sine, cosine;
  ep_taylor_sincos(domain, (ep_angle){0.0, 1.0, 0.0}, &sine, &cosine);
  const ep_taylor f = ep_taylor_add(cosine, ep_taylor_scale(sine, sqrt(3.0), 0x1p-52));
  return ep_taylor_range(&f);
}

EP_TEST(sound_paper_example)
{
  for (int order = 0; order <= 3; ++order)
  {
    const ep_interval range = example(order);
    printf("paper's example, order %d: [%.6f, %.6f]\n", order, range.lo, range.hi);
    ck_assert_msg(range.lo <= 1.0 && range.hi >= 2.0, "order %d: [%.17g,%.17g]", order, range.lo,
                  range.hi);
  }
}

EP_TEST(tight_paper_example)
{
  const ep_interval plain = example(0);
  ck_assert_msg(fabs(plain.lo) <= 1e-6 && fabs(plain.hi - (1.0 + sqrt(3.0))) <= 1e-6,
                "order 0: [%.9g,%.9g]", plain.lo, plain.hi);
  const ep_interval range = example(3);
  ck_assert_msg(range.lo >= 0.95 && range.hi <= 2.05 && range.hi - range.lo <= 1.05,
                "order 3: [%.9g,%.9g]", range.lo, range.hi);
}

/// @name Frames: 12 models and their exact values at the scene's first point
/// @{
typedef struct exact_frame
{
  arb_struct r[3][3];
  arb_struct p[3];
} exact_frame;

static void exact_init(exact_frame* f)
{
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      arb_init(&f->r[i][k]);
      arb_set_si(&f->r[i][k], i == k ? 1 : 0);
    }
    arb_init(&f->p[i]);
  }
}

static void exact_clear(exact_frame* f)
{
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      arb_clear(&f->r[i][k]);
    }
    arb_clear(&f->p[i]);
  }
}

/// a = a * b
static void exact_mul(exact_frame* a, const exact_frame* b)
{
  arb_t row[3];
  for (int k = 0; k < 3; ++k)
  {
    arb_init(row[k]);
  }
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      arb_addmul(&a->p[i], &a->r[i][j], &b->p[j], BITS);
    }
    for (int k = 0; k < 3; ++k)
    {
      arb_zero(row[k]);
      for (int j = 0; j < 3; ++j)
      {
        arb_addmul(row[k], &a->r[i][j], &b->r[j][k], BITS);
      }
    }
    for (int k = 0; k < 3; ++k)
    {
      arb_set(&a->r[i][k], row[k]);
    }
  }
  for (int k = 0; k < 3; ++k)
  {
    arb_clear(row[k]);
  }
}

static ep_taylor near_constant(double value, double error, int order)
{
  return ep_taylor_scale(ep_taylor_constant(1.0, order), value, error);
}

/// One step: applied to `fast` in place, and as a frame of its own in `joint` and `exact`.
static int random_step(scene* s, ep_taylor_frame* fast, ep_taylor_frame* joint, exact_frame* exact)
{
  ep_rng* rng = &s->rng;
  const int order = s->domain.order;
  const int step = (int)ep_rng_int(rng, 0, 4);
  const double error = ep_rng_int(rng, 0, 1) == 0 ? 0.0 : ep_rng_log_uniform(rng, 1e-16, 1e-4);
  ep_taylor_frame_identity(joint, order);
  node sine, cosine;
  node_init(&sine);
  node_init(&cosine);
  make_sincos(s, &sine, &cosine);
  if (step == 0)
  {
    double offset[3];
    for (int i = 0; i < 3; ++i)
    {
      offset[i] = number(rng, 1e-3, 10.0);
      joint->position[i] = near_constant(offset[i], error, order);
      arb_set_d(&exact->p[i], offset[i]);
      disturb(rng, &exact->p[i], error);
    }
    ep_taylor_frame_shift(fast, offset, error);
  }
  else if (step == 1)
  {
    double matrix[3][3];
    for (int k = 0; k < 9; ++k)
    {
      const double v = ep_rng_uniform(rng, -1.0, 1.0);
      matrix[k / 3][k % 3] = v;
      joint->rotation[k / 3][k % 3] = near_constant(v, error, order);
      arb_set_d(&exact->r[k / 3][k % 3], v);
      disturb(rng, &exact->r[k / 3][k % 3], error);
    }
    ep_taylor_frame_turn_fixed(fast, (const double(*)[3])matrix, error);
  }
  else if (step == 2)
  {
    const int axis = (int)ep_rng_int(rng, 0, 2), j = (axis + 1) % 3, k = (axis + 2) % 3;
    joint->rotation[j][j] = joint->rotation[k][k] = cosine.model.value;
    joint->rotation[k][j] = sine.model.value;
    joint->rotation[j][k] = ep_taylor_neg(sine.model.value);
    arb_set(&exact->r[j][j], &cosine.value[0]);
    arb_set(&exact->r[k][k], &cosine.value[0]);
    arb_set(&exact->r[k][j], &sine.value[0]);
    arb_neg(&exact->r[j][k], &sine.value[0]);
    ep_taylor_frame_turn_about(fast, axis, &sine.model.value, &cosine.model.value, order);
  }
  else if (step == 3)
  {
    ep_taylor offset[3];
    node a;
    node_init(&a);
    for (int i = 0; i < 3; ++i)
    {
      make_affine(s, &a);
      offset[i] = joint->position[i] = a.model.value;
      arb_set(&exact->p[i], &a.value[0]);
    }
    node_clear(&a);
    ep_taylor_frame_shift_by(fast, offset, order);
  }
  else
  {
    // cos (I - a a^T) + sin [a]x + a a^T for the exact unit vector a next to `axis`
    double axis[3];
    ep_rng_unit_vector(rng, axis);
    const double axis_error = fmax(error, 0x1p-50);
    arb_t a[3], length, v;
    arb_init(length);
    arb_init(v);
    for (int i = 0; i < 3; ++i)
    {
      arb_init(a[i]);
      arb_set_d(a[i], axis[i]);
      disturb(rng, a[i], 0.4 * (axis_error - 0x1p-50));
      arb_addmul(length, a[i], a[i], BITS);
    }
    arb_sqrt(length, length, BITS);
    for (int i = 0; i < 3; ++i)
    {
      arb_div(a[i], a[i], length, BITS);
    }
    for (int i = 0; i < 3; ++i)
    {
      for (int k = 0; k < 3; ++k)
      {
        const ep_taylor aa =
            ep_taylor_scale(near_constant(axis[i], axis_error, order), axis[k], axis_error);
        const ep_taylor across = ep_taylor_sub(ep_taylor_constant(i == k ? 1.0 : 0.0, order), aa);
        ep_taylor sum = ep_taylor_add(ep_taylor_mul(cosine.model.value, across, order), aa);
        arb_mul(length, a[i], a[k], BITS);
        arb_set_si(v, i == k ? 1 : 0);
        arb_sub(v, v, length, BITS);
        arb_addmul(length, v, &cosine.value[0], BITS);
        if (i != k)
        {
          const int m = 3 - i - k;
          const double sign = (i + 1) % 3 == k ? -1.0 : 1.0;
          sum = ep_taylor_add(sum, ep_taylor_scale(sine.model.value, sign * axis[m], axis_error));
          arb_mul(v, &sine.value[0], a[m], BITS);
          if (sign < 0.0)
          {
            arb_neg(v, v);
          }
          arb_add(length, length, v, BITS);
        }
        joint->rotation[i][k] = sum;
        arb_set(&exact->r[i][k], length);
      }
    }
    ep_taylor_frame_turn(fast, axis, axis_error, &sine.model.value, &cosine.model.value, order);
    for (int i = 0; i < 3; ++i)
    {
      arb_clear(a[i]);
    }
    arb_clear(length);
    arb_clear(v);
  }
  node_clear(&sine);
  node_clear(&cosine);
  return step;
}

static const ep_taylor* entry(const ep_taylor_frame* f, int k)
{
  return k < 9 ? &f->rotation[k / 3][k % 3] : &f->position[k - 9];
}

/// shift, turn_fixed, turn_about, shift_by and turn against the product of frames.
EP_TEST(sound_frame_steps)
{
  static scene s;
  scene_init(&s, 5);
  s.dual = false;
  double sum_fast = 0.0, sum_slow = 0.0;
  for (int64_t i = 0, n = ep_test_trials(5000); i < n; ++i)
  {
    scene_next(&s);
    ep_taylor_frame fast, slow, joint;
    ep_taylor_frame_identity(&fast, s.domain.order);
    exact_frame all;
    exact_init(&all);
    for (int depth = (int)ep_rng_int(&s.rng, 1, 6); depth > 0; --depth)
    {
      exact_frame own;
      exact_init(&own);
      const ep_taylor_frame before = fast;
      const int step = random_step(&s, &fast, &joint, &own);
      ep_taylor_frame_mul(&slow, &before, &joint, s.domain.order);
      exact_mul(&all, &own);
      for (int k = 0; k < 12; ++k)
      {
        const arb_struct* exact = k < 9 ? &all.r[k / 3][k % 3] : &all.p[k - 9];
        const ep_interval f = ep_taylor_range(entry(&fast, k));
        const ep_interval g = ep_taylor_range(entry(&slow, k));
        ck_assert_msg(model_holds(entry(&fast, k), exact, s.x[0]),
                      "trial %lld step %d entry %d order %d: fast", (long long)i, step, k,
                      s.domain.order);
        ck_assert_msg(model_holds(entry(&slow, k), exact, s.x[0]),
                      "trial %lld step %d entry %d order %d: slow", (long long)i, step, k,
                      s.domain.order);
        ck_assert_msg(f.lo <= g.hi && g.lo <= f.hi, "trial %lld step %d entry %d order %d: apart",
                      (long long)i, step, k, s.domain.order);
        if (k < 9)
        {
          sum_fast += f.hi - f.lo;
          sum_slow += g.hi - g.lo;
        }
      }
      exact_clear(&own);
    }
    exact_clear(&all);
  }
  printf("frames: rotations of the fast steps are %.4f times as wide as of the slow\n",
         sum_fast / sum_slow);
  scene_clear(&s);
}
/// @}
