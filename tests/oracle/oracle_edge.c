// The curve of an edge: the two ends of every joint become phase, rate, start and velocity.
#include "oracle_internal.h"

#include <math.h>

// How close to half a turn the decision of a reduced angle must not be.
#define AMBIGUOUS_ANGLE 1e-9

// The double nearest to pi. It is below pi and the next double above: comparing with it decides
// exactly whether a double lies in [-pi, pi].
#define PI_DOUBLE 3.14159265358979323846

static double nearest_double(const arb_t x)
{
  return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

// x = q, less the whole turns nearest to it if it lies outside [-pi, pi]; tells whether it did.
static bool angle_reduce(arb_t x, double q, slong work)
{
  bool outside = fabs(q) > PI_DOUBLE;
  arb_set_d(x, q);
  if (outside)
  {
    arb_t turn;
    arf_t turns;
    arb_init(turn);
    arf_init(turns);
    arb_const_pi(turn, work);
    arb_mul_2exp_si(turn, turn, 1);
    arf_set_d(turns, q);
    arf_div(turns, turns, arb_midref(turn), work, ARF_RND_NEAR);
    arf_mul_2exp_si(turns, turns, 1); // round(a) = floor((2 a + 1) / 2)
    arf_add_si(turns, turns, 1, work, ARF_RND_DOWN);
    arf_mul_2exp_si(turns, turns, -1);
    arf_floor(turns, turns);
    arf_neg(turns, turns);
    arb_addmul_arf(x, turn, turns, work);
    arf_clear(turns);
    arb_clear(turn);
  }
  return outside;
}

// a + t b: straight between the reduced angles, or the other way round. The way is chosen in double
// precision; the angles are not rounded. Tells whether the choice is ambiguous.
static bool wrapped_curve(arb_t a, arb_t b, double q0, double q1, slong work)
{
  bool outside0 = angle_reduce(a, q0, work);
  bool outside1 = angle_reduce(b, q1, work);
  double r0 = outside0 ? nearest_double(a) : q0;
  double r1 = outside1 ? nearest_double(b) : q1;
  volatile double difference = r1 - r0;
  double way = fabs(difference);
  arb_sub(b, b, a, work);
  if (!(way <= PI_DOUBLE))
  {
    arb_t turn;
    arb_init(turn);
    arb_const_pi(turn, work);
    arb_mul_2exp_si(turn, turn, 1);
    if (difference > 0)
      arb_sub(b, b, turn, work);
    else
      arb_add(b, b, turn, work);
    arb_clear(turn);
  }
  return (outside0 || outside1) && fabs(way - PI_DOUBLE) < AMBIGUOUS_ANGLE;
}

static void straight_curve(arb_t a, arb_t b, double q0, double q1, slong work)
{
  arb_set_d(a, q0);
  arb_set_d(b, q1);
  arb_sub(b, b, a, work);
}

// The value of a joint with one value, its own or a followed one.
static void scalar_curve(ep_oracle* oracle, const ep_oracle_link* link, arb_t a, arb_t b,
                         const double* q0, const double* q1)
{
  const ep_oracle_link* source = &oracle->links[link->source];
  int32_t at = source->config_start;
  if (source->joint == EP_JOINT_CONTINUOUS && !source->linear)
    oracle->ambiguous = wrapped_curve(a, b, q0[at], q1[at], oracle->work) || oracle->ambiguous;
  else
    straight_curve(a, b, q0[at], q1[at], oracle->work);
  arb_mul(a, a, &link->b.multiplier, oracle->work);
  arb_add(a, a, &link->b.offset, oracle->work);
  arb_mul(b, b, &link->b.multiplier, oracle->work);
}

static void slide_add(ep_oracle_balls* j, int k, const arb_t a, const arb_t b, slong work)
{
  for (int i = 0; i < 3; i++)
  {
    arb_addmul(j->start + i, j->slide + 3 * k + i, a, work);
    arb_addmul(j->velocity + i, j->slide + 3 * k + i, b, work);
  }
}

static void slide_straight(ep_oracle_balls* j, int k, double q0, double q1, slong work)
{
  arb_t a;
  arb_t b;
  arb_init(a);
  arb_init(b);
  straight_curve(a, b, q0, q1, work);
  slide_add(j, k, a, b, work);
  arb_clear(a);
  arb_clear(b);
}

// The sign decision: the dot product as doubles, in the order x y z w, each step rounded.
static bool dot_is_negative(const double q0[4], const double q1[4])
{
  volatile double sum = 0;
  for (int i = 0; i < 4; i++)
  {
    volatile double product = q0[i] * q1[i];
    sum = sum + product;
  }
  return sum < 0;
}

// Exact products of two quaternions given as balls without radius.
static void exact_dot(arb_t sum, arb_srcptr a, arb_srcptr b)
{
  arb_zero(sum);
  for (int i = 0; i < 4; i++)
    arb_addmul(sum, a + i, b + i, ARF_PREC_EXACT);
}

// w[0..2] = a a, b b, a b; e = (a a) b - (a b) a, orthogonal to a, with |e|^2 = (a a) s2;
// s2 = (a a) (b b) - (a b)^2, the squared sine times the lengths. All exact, so that s2 is zero
// if and only if the quaternions are parallel.
static void slerp_products(arb_ptr w, arb_ptr e, arb_t s2, arb_srcptr a, arb_srcptr b)
{
  exact_dot(w, a, a);
  exact_dot(w + 1, b, b);
  exact_dot(w + 2, a, b);
  arb_mul(s2, w, w + 1, ARF_PREC_EXACT);
  arb_submul(s2, w + 2, w + 2, ARF_PREC_EXACT);
  for (int i = 0; i < 4; i++)
  {
    arb_mul(e + i, b + i, w, ARF_PREC_EXACT);
    arb_submul(e + i, a + i, w + 2, ARF_PREC_EXACT);
  }
}

// u(t) = u0 cos(t h) + e1 sin(t h) with unit u0, e1, and the matrix M(u,u) is quadratic:
// M = (M(u0,u0) + M(e1,e1)) / 2 + (M(u0,u0) - M(e1,e1)) / 2 cos(2 t h) + M(u0,e1) sin(2 t h).
static void slerp_matrices(ep_oracle_balls* j, arb_srcptr a, arb_srcptr e, arb_srcptr aa,
                           const arb_t s2, slong work)
{
  arb_ptr m = _arb_vec_init(27); // M(u0,u0), M(e1,e1), M(u0,e1), then the three sums
  arb_ptr product = _arb_vec_init(9);
  arb_t scale;
  arb_init(scale);
  ep_oracle_quaternion_matrix(m, a, a, work);
  _arb_vec_scalar_div(m, m, 9, aa, work);
  if (!arb_is_zero(s2))
  {
    ep_oracle_quaternion_matrix(m + 9, e, e, work);
    arb_mul(scale, aa, s2, work);
    _arb_vec_scalar_div(m + 9, m + 9, 9, scale, work);
    ep_oracle_quaternion_matrix(m + 18, a, e, work);
    arb_sqrt(scale, s2, work);
    arb_mul(scale, scale, aa, work);
    _arb_vec_scalar_div(m + 18, m + 18, 9, scale, work);
  }
  else
    _arb_vec_set(m + 9, m, 9);
  for (int i = 0; i < 9; i++)
  {
    arb_sub(scale, m + i, m + 9 + i, work);
    arb_add(m + i, m + i, m + 9 + i, work);
    arb_mul_2exp_si(m + i, m + i, -1);
    arb_mul_2exp_si(m + 9 + i, scale, -1);
  }
  ep_oracle_matrix_product(j->fixed, j->origin, m, work);
  for (int part = 0; part < 2; part++)
  {
    ep_oracle_matrix_product(product, j->origin, m + 9 + 9 * part, work);
    for (int i = 0; i < 9; i++)
      arb_set(j->turning + 2 * i + part, product + i);
  }
  arb_clear(scale);
  _arb_vec_clear(product, 9);
  _arb_vec_clear(m, 27);
}

static void slerp_set(ep_oracle* oracle, ep_oracle_balls* j, const double q0[4], const double q1[4])
{
  arb_ptr v = _arb_vec_init(12); // a, b, e
  arb_ptr w = _arb_vec_init(3);
  arb_t s2;
  arb_t s;
  arb_init(s2);
  arb_init(s);
  ep_oracle_set_doubles(v, q0, 4);
  ep_oracle_set_doubles(v + 4, q1, 4);
  if (dot_is_negative(q0, q1))
    _arb_vec_neg(v + 4, v + 4, 4);
  slerp_products(w, v + 8, s2, v, v + 4);
  if (arb_is_zero(s2) && arb_is_negative(w + 2))
    oracle->ambiguous = true;
  slerp_matrices(j, v, v + 8, w, s2, oracle->work);
  arb_zero(&j->phase);
  arb_zero(&j->rate);
  if (!arb_is_zero(s2))
  {
    arb_sqrt(s, s2, oracle->work);
    arb_atan2(&j->rate, s, w + 2, oracle->work);
    arb_mul_2exp_si(&j->rate, &j->rate, 1);
  }
  arb_clear(s);
  arb_clear(s2);
  _arb_vec_clear(w, 3);
  _arb_vec_clear(v, 12);
}

static void scalar_set(ep_oracle* oracle, ep_oracle_link* link, const double* q0, const double* q1)
{
  ep_oracle_balls* j = &link->b;
  arb_t a;
  arb_t b;
  arb_init(a);
  arb_init(b);
  scalar_curve(oracle, link, a, b, q0, q1);
  if (link->joint == EP_JOINT_PRISMATIC)
    slide_add(j, 0, a, b, oracle->work);
  else
  {
    arb_set(&j->phase, a);
    arb_set(&j->rate, b);
  }
  arb_clear(a);
  arb_clear(b);
}

static void joint_prepare(ep_oracle* oracle, ep_oracle_link* link, const double* q0,
                          const double* q1)
{
  ep_oracle_balls* j = &link->b;
  const double* a = q0 + link->config_start;
  const double* b = q1 + link->config_start;
  int lengths = 0; // leading values that are lengths
  _arb_vec_set(j->start, j->base, 3);
  _arb_vec_zero(j->velocity, 3);
  switch (link->joint)
  {
  case EP_JOINT_REVOLUTE:
  case EP_JOINT_CONTINUOUS:
  case EP_JOINT_PRISMATIC:
    scalar_set(oracle, link, q0, q1);
    break;
  case EP_JOINT_PLANAR:
    lengths = 2;
    if (link->linear)
      straight_curve(&j->phase, &j->rate, a[2], b[2], oracle->work);
    else
      oracle->ambiguous =
          wrapped_curve(&j->phase, &j->rate, a[2], b[2], oracle->work) || oracle->ambiguous;
    break;
  case EP_JOINT_BALL:
    slerp_set(oracle, j, a, b);
    break;
  case EP_JOINT_FLOATING:
    lengths = 3;
    slerp_set(oracle, j, a + 3, b + 3);
    break;
  case EP_JOINT_FIXED:
  default:
    break;
  }
  for (int k = 0; k < lengths; k++)
    slide_straight(j, k, a[k], b[k], oracle->work);
}

static void joint_round(ep_oracle_balls* j, slong bits)
{
  _arb_vec_set_round(j->fixed, j->fixed, 9, bits);
  _arb_vec_set_round(j->turning, j->turning, 18, bits);
  arb_set_round(&j->phase, &j->phase, bits);
  arb_set_round(&j->rate, &j->rate, bits);
  _arb_vec_set_round(j->start, j->start, 3, bits);
  _arb_vec_set_round(j->velocity, j->velocity, 3, bits);
}

void ep_oracle_set_edge(ep_oracle* oracle, const double* q0, const double* q1)
{
  oracle->ambiguous = false;
  for (int32_t i = 0; i < oracle->count; i++)
  {
    joint_prepare(oracle, &oracle->links[i], q0, q1);
    joint_round(&oracle->links[i].b, oracle->bits);
  }
}

void ep_oracle_stand_still(ep_oracle* oracle, double angle, int end)
{
  for (int32_t i = 0; i < oracle->count; i++)
  {
    ep_oracle_link* link = &oracle->links[i];
    arb_ptr rate = &link->b.rate;
    bool slerps = link->joint == EP_JOINT_BALL || link->joint == EP_JOINT_FLOATING;
    if (!slerps || arf_cmp_d(arb_midref(rate), angle) >= 0)
      continue;
    if (end != 0)
      arb_set(&link->b.phase, rate);
    arb_zero(rate);
  }
}
