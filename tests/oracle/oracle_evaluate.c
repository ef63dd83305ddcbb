// Frames and derivatives at one time.
#include "oracle_internal.h"

static void frame_compose(ep_oracle* oracle, int32_t index, const arb_t t)
{
  ep_oracle_scratch* s = &oracle->scratch;
  const ep_oracle_link* link = &oracle->links[index];
  const ep_oracle_balls* j = &link->b;
  ep_oracle_frame* f = &oracle->frames[index];
  slong bits = oracle->bits;
  bool root = link->parent == EP_NO_LINK;
  arb_ptr shift = root ? f->position : s->shift;
  arb_ptr turned = root ? f->rotation : s->matrix;
  arb_srcptr matrix = j->fixed;
  for (int i = 0; i < 3; i++)
    arb_dot(shift + i, j->start + i, 0, j->velocity + i, 1, t, 1, 1, bits);
  if (link->turns)
  {
    arb_dot(&s->angle, &j->phase, 0, &j->rate, 1, t, 1, 1, bits);
    arb_sin_cos(s->cs + 1, s->cs, &s->angle, bits);
    for (int i = 0; i < 9; i++)
      arb_dot(turned + i, j->fixed + i, 0, s->cs, 1, j->turning + 2 * i, 1, 2, bits);
    matrix = turned;
  }
  if (root && !link->turns)
    _arb_vec_set(f->rotation, j->fixed, 9);
  if (root)
    return;
  const ep_oracle_frame* p = &oracle->frames[link->parent];
  ep_oracle_matrix_product(f->rotation, p->rotation, matrix, bits);
  for (int i = 0; i < 3; i++)
    arb_dot(f->position + i, p->position + i, 0, p->rotation + 3 * i, 1, shift, 1, 3, bits);
}

const ep_oracle_frame* ep_oracle_frames_arb(ep_oracle* oracle, const arb_t t)
{
  for (int32_t i = 0; i < oracle->count; i++)
    frame_compose(oracle, oracle->order[i], t);
  return oracle->frames;
}

const ep_oracle_frame* ep_oracle_frames(ep_oracle* oracle, double t)
{
  arb_set_d(&oracle->scratch.time, t);
  return ep_oracle_frames_arb(oracle, &oracle->scratch.time);
}

const ep_oracle_frame* ep_oracle_link_frame_arb(ep_oracle* oracle, int32_t link, const arb_t t)
{
  int32_t n = 0;
  for (int32_t i = link; i != EP_NO_LINK; i = oracle->links[i].parent)
    oracle->chain[n++] = i;
  while (n > 0)
    frame_compose(oracle, oracle->chain[--n], t);
  return &oracle->frames[link];
}

const ep_oracle_frame* ep_oracle_link_frame(ep_oracle* oracle, int32_t link, double t)
{
  arb_set_d(&oracle->scratch.time, t);
  return ep_oracle_link_frame_arb(oracle, link, &oracle->scratch.time);
}

void ep_oracle_apply(const ep_oracle_frame* frame, const double local[3], slong bits, arb_ptr world)
{
  arb_struct x[3];
  for (int i = 0; i < 3; i++)
  {
    arb_init(x + i);
    arb_set_d(x + i, local[i]);
  }
  for (int i = 0; i < 3; i++)
    arb_dot(world + i, frame->position + i, 0, frame->rotation + 3 * i, 1, x, 1, 3,
            bits > 0 ? bits : EP_ORACLE_BITS);
  for (int i = 0; i < 3; i++)
    arb_clear(x + i);
}

// Coefficients of cos and sin of (angle + rate h) in h: c[k+1] = -rate s[k] / (k+1),
// s[k+1] = rate c[k] / (k+1).
static void jet_sin_cos(ep_oracle_scratch* s, const ep_oracle_balls* j, slong bits)
{
  arb_dot(&s->angle, &j->phase, 0, &j->rate, 1, &s->time, 1, 1, bits);
  arb_sin_cos(s->cs + 1, s->cs, &s->angle, bits);
  for (int k = 0; k < 3; k++)
  {
    arb_ptr next = s->cs + 2 * (k + 1);
    arb_mul(next, &j->rate, s->cs + 2 * k + 1, bits);
    arb_neg(next, next);
    arb_mul(next + 1, &j->rate, s->cs + 2 * k, bits);
    if (k > 0)
    {
      arb_div_ui(next, next, (ulong)(k + 1), bits);
      arb_div_ui(next + 1, next + 1, (ulong)(k + 1), bits);
    }
  }
}

// The rotation of a turning joint as series, times the series of a point, added to `next`.
static void jet_turn(ep_oracle_scratch* s, const ep_oracle_balls* j, slong bits)
{
  jet_sin_cos(s, j, bits);
  for (int i = 0; i < 9; i++)
    for (int k = 0; k < 4; k++)
      arb_dot(s->jet_matrix + 4 * i + k, k == 0 ? j->fixed + i : NULL, 0, s->cs + 2 * k, 1,
              j->turning + 2 * i, 1, 2, bits);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++)
      for (int l = 0; l < 3; l++)
        arb_dot(s->jet_next + 4 * i + k, s->jet_next + 4 * i + k, 0,
                s->jet_matrix + 4 * (3 * i + l), 1, s->jet + 4 * l + k, -1, k + 1, bits);
}

// Takes the series of a point from a link's frame to its parent's.
static void jet_step(ep_oracle_scratch* s, const ep_oracle_link* link, slong bits)
{
  const ep_oracle_balls* j = &link->b;
  for (int i = 0; i < 3; i++)
  {
    arb_ptr next = s->jet_next + 4 * i;
    arb_dot(next, j->start + i, 0, j->velocity + i, 1, &s->time, 1, 1, bits);
    arb_set(next + 1, j->velocity + i);
    arb_zero(next + 2);
    arb_zero(next + 3);
  }
  if (link->turns)
    jet_turn(s, j, bits);
  else
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 4; k++)
        arb_dot(s->jet_next + 4 * i + k, s->jet_next + 4 * i + k, 0, j->fixed + 3 * i, 1,
                s->jet + k, 4, 3, bits);
  for (int i = 0; i < 12; i++)
    arb_swap(s->jet + i, s->jet_next + i);
}

void ep_oracle_derivatives(ep_oracle* oracle, int32_t link, double t, const double local[3],
                           arb_ptr derivatives)
{
  ep_oracle_scratch* s = &oracle->scratch;
  arb_set_d(&s->time, t);
  for (int i = 0; i < 3; i++)
  {
    _arb_vec_zero(s->jet + 4 * i, 4);
    arb_set_d(s->jet + 4 * i, local[i]);
  }
  for (int32_t i = link; i != EP_NO_LINK; i = oracle->links[i].parent)
    jet_step(s, &oracle->links[i], oracle->bits);
  for (int i = 0; i < 3; i++)
    for (int n = 0; n < 4; n++)
    {
      static const ulong factorial[4] = {1, 1, 2, 6};
      arb_mul_ui(derivatives + 3 * n + i, s->jet + 4 * i + n, factorial[n], oracle->bits);
    }
}
