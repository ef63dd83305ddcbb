// The machine of an oracle: links, their order, and all that does not depend on the edge.
#include "oracle_internal.h"

#include <stdlib.h>

#define BALLS(s) ((slong)(sizeof(s) / sizeof(arb_struct)))

static void balls_init(void* balls, slong n)
{
  arb_ptr p = balls;
  for (slong i = 0; i < n; i++)
    arb_init(p + i);
}

static void balls_clear(void* balls, slong n)
{
  arb_ptr p = balls;
  for (slong i = 0; i < n; i++)
    arb_clear(p + i);
}

void ep_oracle_set_doubles(arb_ptr v, const double* values, int32_t count)
{
  for (int32_t i = 0; i < count; i++)
    arb_set_d(v + i, values[i]);
}

void ep_oracle_matrix_product(arb_ptr c, arb_srcptr a, arb_srcptr b, slong bits)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      arb_dot(c + 3 * i + j, NULL, 0, a + 3 * i, 1, b + j, 3, 3, bits);
}

// m += sign * (a[i] b[j] + a[j] b[i])
static void add_pair(arb_ptr m, arb_srcptr a, arb_srcptr b, int i, int j, int sign, slong bits)
{
  if (sign > 0)
  {
    arb_addmul(m, a + i, b + j, bits);
    arb_addmul(m, a + j, b + i, bits);
  }
  else
  {
    arb_submul(m, a + i, b + j, bits);
    arb_submul(m, a + j, b + i, bits);
  }
}

void ep_oracle_quaternion_matrix(arb_ptr m, arb_srcptr a, arb_srcptr b, slong bits)
{
  for (int i = 0; i < 3; i++)
  {
    arb_ptr d = m + 4 * i; // w w + x_i x_i - the squares of the other two
    arb_mul(d, a + 3, b + 3, bits);
    for (int k = 0; k < 3; k++)
      if (k == i)
        arb_addmul(d, a + k, b + k, bits);
      else
        arb_submul(d, a + k, b + k, bits);
  }
  for (int i = 0; i < 3; i++)
  {
    int j = (i + 1) % 3;
    int k = (i + 2) % 3;
    arb_zero(m + 3 * i + j); // 2 (x_i x_j - w x_k)
    add_pair(m + 3 * i + j, a, b, i, j, 1, bits);
    add_pair(m + 3 * i + j, a, b, 3, k, -1, bits);
    arb_zero(m + 3 * j + i); // 2 (x_i x_j + w x_k)
    add_pair(m + 3 * j + i, a, b, i, j, 1, bits);
    add_pair(m + 3 * j + i, a, b, 3, k, 1, bits);
  }
}

static void origin_set(ep_oracle_balls* b, const ep_pose* origin, slong work)
{
  arb_struct q[4];
  arb_t length2;
  balls_init(q, 4);
  arb_init(length2);
  ep_oracle_set_doubles(q, origin->rotation, 4);
  arb_dot(length2, NULL, 0, q, 1, q, 1, 4, work);
  ep_oracle_quaternion_matrix(b->origin, q, q, work);
  for (int i = 0; i < 9; i++)
    arb_div(b->origin + i, b->origin + i, length2, work);
  ep_oracle_set_doubles(b->base, origin->position, 3);
  balls_clear(q, 4);
  arb_clear(length2);
}

// fixed = O a a', turning = O (1 - a a') for the cosine and O [a]x for the sine.
static void turning_set(ep_oracle_balls* b, arb_srcptr unit, slong work)
{
  arb_struct m[9];
  arb_struct product[9];
  balls_init(m, 9);
  balls_init(product, 9);
  for (int i = 0; i < 9; i++)
    arb_mul(m + i, unit + i / 3, unit + i % 3, work);
  ep_oracle_matrix_product(b->fixed, b->origin, m, work);
  for (int i = 0; i < 9; i++)
  {
    arb_sub(b->turning + 2 * i, b->origin + i, b->fixed + i, work);
    arb_zero(m + i);
  }
  for (int i = 0; i < 3; i++)
  {
    int j = (i + 1) % 3;
    int k = (i + 2) % 3;
    arb_neg(m + 3 * i + j, unit + k);
    arb_set(m + 3 * j + i, unit + k);
  }
  ep_oracle_matrix_product(product, b->origin, m, work);
  for (int i = 0; i < 9; i++)
    arb_set(b->turning + 2 * i + 1, product + i);
  balls_clear(m, 9);
  balls_clear(product, 9);
}

// What the shortest rotation from z to the axis (x y z) of length n makes of x and y. With
// f = 1 / (n (n + z)): u = (1 - x x f, -x y f, -x / n), v = (-x y f, 1 - y y f, -y / n). Where z is
// negative, n + z is (x x + y y) / (n - z), without cancellation.
static void planar_directions(arb_ptr uv, const double axis[3], arb_srcptr unit, slong work)
{
  arb_struct w[6]; // x, y, z, n, f, temporary
  if (axis[0] == 0 && axis[1] == 0)
  {
    arb_one(uv);
    arb_set_si(uv + 4, axis[2] > 0 ? 1 : -1);
    return;
  }
  balls_init(w, 6);
  ep_oracle_set_doubles(w, axis, 3);
  arb_dot(w + 3, NULL, 0, w, 1, w, 1, 3, work);
  arb_sqrt(w + 3, w + 3, work);
  if (axis[2] >= 0)
  {
    arb_add(w + 5, w + 3, w + 2, work);
    arb_inv(w + 4, w + 5, work);
  }
  else
  {
    arb_dot(w + 5, NULL, 0, w, 1, w, 1, 2, work);
    arb_sub(w + 4, w + 3, w + 2, work);
    arb_div(w + 4, w + 4, w + 5, work);
  }
  arb_div(w + 4, w + 4, w + 3, work);
  for (int i = 0; i < 2; i++)
  {
    for (int j = 0; j < 2; j++)
    {
      arb_ptr e = uv + 3 * i + j;
      arb_mul(e, w + i, w + j, work);
      arb_mul(e, e, w + 4, work);
      arb_neg(e, e);
      arb_add_si(e, e, i == j, work);
    }
    arb_neg(uv + 3 * i + 2, unit + i);
  }
  balls_clear(w, 6);
}

// Rows of `slide`: the directions of a joint's lengths, taken to the parent's frame.
static void slide_set(ep_oracle_link* link, const double axis[3], arb_srcptr unit, slong work)
{
  arb_struct local[9];
  balls_init(local, 9);
  if (link->joint == EP_JOINT_PRISMATIC)
    for (int i = 0; i < 3; i++)
      arb_set(local + i, unit + i);
  if (link->joint == EP_JOINT_PLANAR)
    planar_directions(local, axis, unit, work);
  if (link->joint == EP_JOINT_FLOATING)
    for (int i = 0; i < 3; i++)
      arb_one(local + 4 * i);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      arb_dot(link->b.slide + 3 * k + i, NULL, 0, link->b.origin + 3 * i, 1, local + 3 * k, 1, 3,
              work);
  balls_clear(local, 9);
}

static void joint_set(ep_oracle_link* link, const ep_link_desc* desc, slong work)
{
  bool has_axis = desc->joint == EP_JOINT_REVOLUTE || desc->joint == EP_JOINT_CONTINUOUS ||
                  desc->joint == EP_JOINT_PRISMATIC || desc->joint == EP_JOINT_PLANAR;
  arb_struct unit[3];
  arb_t length;
  balls_init(unit, 3);
  arb_init(length);
  origin_set(&link->b, &desc->origin, work);
  if (has_axis)
  {
    ep_oracle_set_doubles(unit, desc->axis, 3);
    arb_dot(length, NULL, 0, unit, 1, unit, 1, 3, work);
    arb_sqrt(length, length, work);
    for (int i = 0; i < 3; i++)
      arb_div(unit + i, unit + i, length, work);
  }
  slide_set(link, desc->axis, unit, work);
  link->linear = desc->linear;
  link->turns = desc->joint != EP_JOINT_FIXED && desc->joint != EP_JOINT_PRISMATIC;
  if (has_axis && link->turns)
    turning_set(&link->b, unit, work);
  else
    for (int i = 0; i < 9; i++)
      arb_set(link->b.fixed + i, link->b.origin + i);
  balls_clear(unit, 3);
  arb_clear(length);
}

// Composes a chain of followed joints: value = multiplier * (value of source) + offset, exactly.
static bool mimic_set(ep_oracle* oracle, const ep_link_desc* links, int32_t i)
{
  ep_oracle_balls* b = &oracle->links[i].b;
  int32_t source = i;
  bool ends = true;
  arb_t x;
  arb_init(x);
  arb_one(&b->multiplier);
  for (int32_t steps = 0; ends && links[source].mimic_of != EP_NO_LINK; steps++)
  {
    const ep_link_desc* follower = &links[source];
    arb_set_d(x, follower->mimic_offset);
    arb_addmul(&b->offset, &b->multiplier, x, ARF_PREC_EXACT);
    arb_set_d(x, follower->mimic_multiplier);
    arb_mul(&b->multiplier, &b->multiplier, x, ARF_PREC_EXACT);
    source = follower->mimic_of;
    ends = source >= 0 && source < oracle->count && steps < oracle->count;
  }
  oracle->links[i].source = source;
  arb_clear(x);
  return ends;
}

// Parents before children; false if a parent does not exist or the links go round in a circle.
static bool order_set(ep_oracle* oracle)
{
  int32_t placed = 0;
  for (int32_t depth = 0; depth <= oracle->count && placed < oracle->count; depth++)
    for (int32_t i = 0; i < oracle->count; i++)
    {
      int32_t d = 0;
      int32_t up = oracle->links[i].parent;
      for (; up >= 0 && up < oracle->count && d <= oracle->count; d++)
        up = oracle->links[up].parent;
      if (up == EP_NO_LINK && d == depth)
        oracle->order[placed++] = i;
    }
  return placed == oracle->count;
}

static int32_t config_size_of(const ep_link_desc* desc)
{
  if (desc->mimic_of != EP_NO_LINK)
    return 0;
  switch (desc->joint)
  {
  case EP_JOINT_REVOLUTE:
  case EP_JOINT_CONTINUOUS:
  case EP_JOINT_PRISMATIC:
    return 1;
  case EP_JOINT_PLANAR:
    return 3;
  case EP_JOINT_BALL:
    return 4;
  case EP_JOINT_FLOATING:
    return 7;
  case EP_JOINT_FIXED:
  default:
    return 0;
  }
}

static bool machine_set(ep_oracle* oracle, const ep_link_desc* links)
{
  bool good = true;
  for (int32_t i = 0; i < oracle->count; i++)
  {
    ep_oracle_link* link = &oracle->links[i];
    link->parent = links[i].parent;
    link->joint = links[i].joint;
    link->config_start = oracle->config_size;
    oracle->config_size += config_size_of(&links[i]);
    joint_set(link, &links[i], oracle->work);
    good = mimic_set(oracle, links, i) && good;
  }
  return good && order_set(oracle);
}

ep_oracle* ep_oracle_create(const ep_link_desc* links, int32_t count, const double* q0,
                            const double* q1, slong bits)
{
  ep_oracle* oracle = calloc(1, sizeof *oracle);
  size_t n = count > 0 ? (size_t)count : 1;
  if (oracle == NULL)
    return NULL;
  oracle->links = calloc(n, sizeof *oracle->links);
  oracle->frames = calloc(n, sizeof *oracle->frames);
  oracle->order = calloc(n, sizeof *oracle->order);
  oracle->chain = calloc(n, sizeof *oracle->chain);
  balls_init(&oracle->scratch, BALLS(oracle->scratch));
  if (oracle->links != NULL && oracle->frames != NULL && oracle->order != NULL &&
      oracle->chain != NULL && count > 0)
  {
    oracle->count = count;
    oracle->bits = bits > 0 ? bits : EP_ORACLE_BITS;
    oracle->work = oracle->bits + 64;
    for (int32_t i = 0; i < count; i++)
    {
      balls_init(&oracle->links[i].b, BALLS(oracle->links[i].b));
      balls_init(&oracle->frames[i], BALLS(oracle->frames[i]));
    }
  }
  if (oracle->count == 0 || !machine_set(oracle, links))
  {
    ep_oracle_destroy(oracle);
    return NULL;
  }
  ep_oracle_set_edge(oracle, q0, q1);
  return oracle;
}

void ep_oracle_destroy(ep_oracle* oracle)
{
  if (oracle == NULL)
    return;
  for (int32_t i = 0; i < oracle->count; i++)
  {
    balls_clear(&oracle->links[i].b, BALLS(oracle->links[i].b));
    balls_clear(&oracle->frames[i], BALLS(oracle->frames[i]));
  }
  balls_clear(&oracle->scratch, BALLS(oracle->scratch));
  free(oracle->links);
  free(oracle->frames);
  free(oracle->order);
  free(oracle->chain);
  free(oracle);
}

void ep_oracle_cleanup(void)
{
  flint_cleanup();
}

int32_t ep_oracle_config_size(const ep_oracle* oracle)
{
  return oracle->config_size;
}

bool ep_oracle_is_ambiguous(const ep_oracle* oracle)
{
  return oracle->ambiguous;
}
