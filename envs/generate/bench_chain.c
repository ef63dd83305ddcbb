/// @file bench_chain.c
/// Trains that fall and run into each other: position-based dynamics of chains.
#include "bench_train.h"

#include <math.h>

#define ROUNDS 8 ///< of corrections in a step
#define BALLS  3 ///< of a wagon

/// What part of its speed each coupling loses in this step.
typedef struct contact_state
{
  double lost[4][TRAIN_MAX + 1];
} contact_state;

static gen_vec* coupling(bench_yard* yard, int32_t train, int32_t i)
{
  return &yard->chain[train].at[i];
}

/// @name Along a train
/// @{

/// Moves two points so that their distance is `length`.
static void hold(gen_vec* a, gen_vec* b, double length)
{
  const gen_vec apart = gen_sub(*b, *a);
  const double now = gen_length(apart);
  const gen_vec move = gen_times(apart, 0.5 * (now - length) / now);
  *a = gen_add(*a, move);
  *b = gen_sub(*b, move);
}

static void hold_train(bench_yard* yard, int32_t train)
{
  for (int32_t i = 0; i < yard->wagons; ++i)
  {
    hold(coupling(yard, train, i), coupling(yard, train, i + 1), TRAIN_PITCH);
  }
  for (int32_t i = 0; i + 1 < yard->wagons; ++i)
  {
    gen_vec* a = coupling(yard, train, i);
    gen_vec* b = coupling(yard, train, i + 2);
    const double least = yard->stiffness * TRAIN_PITCH;
    if (gen_length(gen_sub(*b, *a)) < least)
    {
      hold(a, b, least);
    }
  }
}

/// @}
/// @name Contacts
/// @{

typedef struct ball
{
  int32_t train;
  int32_t wagon;
  double share; ///< of the way from the front coupling to the next
} ball;

static gen_vec ball_at(bench_yard* yard, ball b)
{
  const gen_vec on = gen_between(*coupling(yard, b.train, b.wagon),
                                 *coupling(yard, b.train, b.wagon + 1), b.share);
  return gen_add(on, gen_times(yard->chain[b.train].up[b.wagon], yard->rise));
}

/// Moves a ball by moving the two couplings of its wagon, the nearer one more.
static void push(bench_yard* yard, ball b, gen_vec by, double friction, contact_state* state)
{
  const double s = b.share, r = 1.0 - s;
  const double scale = 1.0 / (s * s + r * r);
  gen_vec* front = coupling(yard, b.train, b.wagon);
  gen_vec* rear = coupling(yard, b.train, b.wagon + 1);
  *front = gen_add(*front, gen_times(by, r * scale));
  *rear = gen_add(*rear, gen_times(by, s * scale));
  double* lost = &state->lost[b.train][b.wagon];
  lost[0] = fmax(lost[0], friction);
  lost[1] = fmax(lost[1], friction);
}

/// Keeps a ball above the ground, asked at points below it.
static void push_off_ground(bench_yard* yard, ball b, contact_state* state)
{
  static const double ways[][2] = {{0, 0},  {1, 0},       {0.7, 0.7}, {0, 1},     {-0.7, 0.7},
                                   {-1, 0}, {-0.7, -0.7}, {0, -1},    {0.7, -0.7}};
  const gen_vec c = ball_at(yard, b);
  if (c.z > yard->ground(c.x, c.y, yard->user) + 8.0 * yard->bumper)
  {
    return;
  }
  double deepest = 0.0;
  gen_vec away = {0, 0, 1};
  for (int i = 0; i < 17; ++i)
  {
    const double far = yard->bumper * (i == 0 ? 0.0 : i < 9 ? 0.5 : 0.9);
    const double* way = ways[i < 9 ? i : i - 8];
    const double x = c.x + far * way[0], y = c.y + far * way[1];
    const gen_vec from = gen_v(x, y, yard->ground(x, y, yard->user));
    const gen_vec apart = gen_sub(c, from);
    const double length = gen_length(apart);
    const double inside = apart.z > 0.0 ? yard->bumper - length : yard->bumper + length;
    if (inside > deepest)
    {
      deepest = inside;
      away = apart.z > 0.0 && length > 1e-6 ? gen_times(apart, 1.0 / length) : gen_v(0, 0, 1);
    }
  }
  if (deepest > 0.0)
  {
    push(yard, b, gen_times(away, deepest), yard->drag, state);
  }
}

static void push_apart(bench_yard* yard, ball a, ball b, contact_state* state)
{
  const gen_vec apart = gen_sub(ball_at(yard, a), ball_at(yard, b));
  const double square = gen_dot(apart, apart);
  const double least = 2.0 * yard->bumper;
  if (square < least * least && square > 0.0)
  {
    const double now = sqrt(square);
    const gen_vec half = gen_times(apart, 0.5 * (least - now) / now);
    push(yard, a, half, yard->friction, state);
    push(yard, b, gen_times(half, -1.0), yard->friction, state);
  }
}

static ball ball_of(const bench_yard* yard, int32_t wagon, int i)
{
  return (ball){wagon / yard->wagons, wagon % yard->wagons, (i + 0.5) / BALLS};
}

/// Whether two wagons, counted over all trains, can touch. Neighbours may.
static bool meet(bench_yard* yard, int32_t a, int32_t b)
{
  if (a / yard->wagons == b / yard->wagons && b - a < 2)
  {
    return false;
  }
  const double reach = TRAIN_PITCH + 2.0 * (yard->bumper + yard->rise);
  const gen_vec apart =
      gen_sub(ball_at(yard, ball_of(yard, a, 1)), ball_at(yard, ball_of(yard, b, 1)));
  return gen_dot(apart, apart) < reach * reach;
}

static void keep_apart(bench_yard* yard, contact_state* state)
{
  const int32_t count = yard->trains * yard->wagons;
  for (int32_t a = 0; a < count; ++a)
  {
    for (int32_t b = a + 1; b < count; ++b)
    {
      for (int i = 0; i < BALLS * BALLS && (i > 0 || meet(yard, a, b)); ++i)
      {
        push_apart(yard, ball_of(yard, a, i / BALLS), ball_of(yard, b, i % BALLS), state);
      }
    }
    for (int i = 0; i < BALLS && yard->ground != NULL; ++i)
    {
      push_off_ground(yard, ball_of(yard, a, i), state);
    }
  }
}

/// @}
/// @name Steps
/// @{

/// Each wagon keeps its up, as far as its new direction lets it, and is pulled a little towards
/// that of its neighbours.
static void turn_up(bench_yard* yard, int32_t train)
{
  bench_chain* chain = &yard->chain[train];
  gen_vec before[TRAIN_MAX];
  for (int32_t i = 0; i < yard->wagons; ++i)
  {
    before[i] = chain->up[i];
  }
  for (int32_t i = 0; i < yard->wagons; ++i)
  {
    const gen_vec along = gen_unit(gen_sub(chain->at[i], chain->at[i + 1]));
    const gen_vec front = before[i > 0 ? i - 1 : i];
    const gen_vec rear = before[i + 1 < yard->wagons ? i + 1 : i];
    const gen_vec pull = gen_times(gen_add(front, rear), 0.05);
    const gen_vec up = gen_add(before[i], gen_add(pull, gen_v(0, 0, 0.01)));
    chain->up[i] = gen_unit(gen_sub(up, gen_times(along, gen_dot(up, along))));
  }
}

static void step(bench_yard* yard, double seconds)
{
  gen_vec before[4][TRAIN_MAX + 1];
  contact_state state = {0};
  for (int32_t t = 0; t < yard->trains; ++t)
  {
    for (int32_t i = 0; i <= yard->wagons; ++i)
    {
      gen_vec* v = &yard->speed[t][i];
      v->z -= yard->gravity * seconds;
      before[t][i] = *coupling(yard, t, i);
      *coupling(yard, t, i) = gen_add(before[t][i], gen_times(*v, seconds));
    }
  }
  for (int round = 0; round < ROUNDS; ++round)
  {
    for (int32_t t = 0; t < yard->trains; ++t)
    {
      hold_train(yard, t);
    }
    keep_apart(yard, &state);
  }
  for (int32_t t = 0; t < yard->trains; ++t)
  {
    for (int32_t i = 0; i <= yard->wagons; ++i)
    {
      const double kept = 1.0 - state.lost[t][i];
      const gen_vec moved = gen_sub(*coupling(yard, t, i), before[t][i]);
      yard->speed[t][i] = gen_times(moved, kept / seconds);
    }
    turn_up(yard, t);
  }
}

void bench_yard_run(bench_yard* yard, double seconds, int32_t steps)
{
  for (int32_t i = 0; i < steps; ++i)
  {
    step(yard, seconds / steps);
  }
}

/// @}
