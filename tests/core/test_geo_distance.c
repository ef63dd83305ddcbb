/// @file test_geo_distance.c
/// Distances of triangles against the same in exact rational arithmetic.
#include "any_triangle.h"
#include "ep_test.h"
#include "exact_triangle.h"
#include "geo_distance.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static const char* show(const trial* t)
{
  static char text[1000];
  const double* v = &t->t[0][0][0];
  size_t used = 0;
  for (int k = 0; k < 18; ++k)
  {
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%a", k == 9 ? " | " : " ", v[k]);
  }
  return text;
}

static ep_closest closest_of(const trial* t)
{
  ep_closest c;
  ep_triangle_closest((const double(*)[3])t->t[0], (const double(*)[3])t->t[1], &c);
  return c;
}

/// lower <= distance <= upper, and lower is 0 if they intersect.
static void check_bounds(exact* x, const trial* t, const ep_closest* c, int64_t i)
{
  exact_distance(x, (const double(*)[3])t->t[0], (const double(*)[3])t->t[1]);
  ck_assert_msg(c->lower >= 0.0 && c->lower <= c->upper, "trial %lld: lower %a upper %a:%s",
                (long long)i, c->lower, c->upper, show(t));
  ck_assert_msg(compare_distance(x, c->lower) <= 0,
                "trial %lld: lower %a above the distance %.17g:%s", (long long)i, c->lower,
                rounded_distance(x), show(t));
  ck_assert_msg(compare_distance(x, c->upper) >= 0,
                "trial %lld: upper %a below the distance %.17g:%s", (long long)i, c->upper,
                rounded_distance(x), show(t));
  ck_assert_msg(!exact_meet(x) || c->lower == 0.0, "trial %lld: intersect, lower %a:%s",
                (long long)i, c->lower, show(t));
}

EP_TEST(sound_distance_is_between_the_bounds)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 1);
  exact x;
  exact_init(&x);
  int64_t meet = 0;
  for (int64_t i = 0, n = ep_test_trials(100000); i < n; ++i)
  {
    trial t;
    any_pair(&rng, &t);
    const ep_closest c = closest_of(&t);
    check_bounds(&x, &t, &c, i);
    meet += exact_meet(&x);
  }
  printf("distances: %lld pairs intersect\n", (long long)meet);
  exact_clear(&x);
}

/// Lengths whose squares underflow, and next to it.
EP_TEST(sound_bounds_in_a_tiny_world)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 7);
  exact x;
  exact_init(&x);
  for (int64_t i = 0, n = ep_test_trials(5000); i < n; ++i)
  {
    trial t;
    any_pair(&rng, &t);
    const int down = (int)ep_rng_int(&rng, -1100, -400);
    for (int k = 0; k < 18; ++k)
    {
      t.t[k / 9][k % 9 / 3][k % 3] = ldexp(t.t[k / 9][k % 9 / 3][k % 3], down);
    }
    const ep_closest c = closest_of(&t);
    check_bounds(&x, &t, &c, i);
    ck_assert_msg(c.upper - c.lower <= 1e-12 * ldexp(t.size, down) + 1e-148,
                  "trial %lld: lower %a upper %a:%s", (long long)i, c.lower, c.upper, show(&t));
  }
  exact_clear(&x);
}

/// upper - lower <= 1e-12 S wherever upper > 1e-6 S, is the claim. Here S is the largest difference
/// of coordinates, wherever the triangles are, and 1e-13 S is met next to contact too.
EP_TEST(tight_bounds_of_the_distance)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 2);
  double worst = 0.0;
  for (int64_t i = 0, n = ep_test_trials(1000000); i < n; ++i)
  {
    trial t;
    any_pair(&rng, &t);
    const ep_closest c = closest_of(&t);
    const double gap = t.size > 0.0 ? (c.upper - c.lower) / t.size : 0.0;
    worst = fmax(worst, gap);
    ck_assert_msg(gap <= 1e-13, "trial %lld: %a - %a is %g of the size:%s", (long long)i, c.upper,
                  c.lower, gap, show(&t));
  }
  printf("distances: bounds at most %g of the size apart\n", worst);
}

/// Distance of a point from the part of a triangle that it is said to be on, over the largest
/// coordinate.
static double off_part(exact* x, const trial* t, const double p[3][3], const double point[3],
                       ep_part part)
{
  double least = 1.0;
  for (int i = 0; i < 3; ++i)
  {
    const int k = part == EP_PART_VERTEX ? i : (i + 1) % 3;
    const int l = part == EP_PART_FACE ? (i + 2) % 3 : k;
    double spot[3][3], of[3][3];
    for (int j = 0; j < 3; ++j)
    {
      ep_vec_copy(spot[j], point);
      ep_vec_copy(of[j], p[j == 0 ? i : j == 1 ? k : l]);
    }
    exact_distance(x, (const double(*)[3])spot, (const double(*)[3])of);
    least = fmin(least, rounded_distance(x));
  }
  return least > 0.0 ? least / t->far : 0.0;
}

EP_TEST(sound_points_are_on_their_parts)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 3);
  exact x;
  exact_init(&x);
  double worst = 0.0;
  for (int64_t i = 0, n = ep_test_trials(10000); i < n; ++i)
  {
    trial t;
    any_pair(&rng, &t);
    const ep_closest c = closest_of(&t);
    for (int s = 0; s < 2; ++s)
    {
      const double off = off_part(&x, &t, (const double(*)[3])t.t[s], c.point[s], c.part[s]);
      worst = fmax(worst, off);
      ck_assert_msg(off <= (c.part[s] == EP_PART_VERTEX ? 0.0 : 0x1p-49),
                    "trial %lld: off by %g:%s", (long long)i, off, show(&t));
    }
    double way[3];
    ep_vec_madd(way, c.point[0], -1.0, c.point[1]);
    ck_assert_msg(fabs(ep_vec_length(way) - c.upper) <= 0x1p-47 * t.far + 1e-149,
                  "trial %lld: points %a apart, upper %a:%s", (long long)i, ep_vec_length(way),
                  c.upper, show(&t));
  }
  printf("distances: points at most %g of the largest coordinate off\n", worst);
  exact_clear(&x);
}

/// b and a: bounds of one distance, so in order; and nearly the same.
EP_TEST(sound_the_other_way_round)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 4);
  for (int64_t i = 0, n = ep_test_trials(1000000); i < n; ++i)
  {
    trial t, other;
    any_pair(&rng, &t);
    other = t;
    memcpy(other.t[0], t.t[1], sizeof t.t[0]);
    memcpy(other.t[1], t.t[0], sizeof t.t[0]);
    const ep_closest c = closest_of(&t), d = closest_of(&other);
    ck_assert_msg(c.lower <= d.upper && d.lower <= c.upper, "trial %lld: apart:%s", (long long)i,
                  show(&t));
    ck_assert_msg(c.upper <= 1e-6 * t.size || (fabs(c.upper - d.upper) <= 1e-12 * t.size &&
                                               fabs(c.lower - d.lower) <= 1e-12 * t.size),
                  "trial %lld: [%a,%a] and [%a,%a]:%s", (long long)i, c.lower, c.upper, d.lower,
                  d.upper, show(&t));
  }
}

/// result <= (min n.a - max n.b) / |n| <= result + 1e-14 S.
static void check_gap(exact* x, const trial* t, const double n[3], int64_t i)
{
  const double(*a)[3] = (const double(*)[3])t->t[0];
  const double(*b)[3] = (const double(*)[3])t->t[1];
  const double gap = ep_triangle_gap_down(a, b, n);
  exact_gap(x, a, b, n);
  ck_assert_msg(compare_gap(x, gap) <= 0, "trial %lld: n %a %a %a: %a is above the gap:%s",
                (long long)i, n[0], n[1], n[2], gap, show(t));
  ck_assert_msg(compare_gap(x, gap + (1e-14 * t->size + 1e-300)) >= 0,
                "trial %lld: n %a %a %a: %a is far below the gap:%s", (long long)i, n[0], n[1],
                n[2], gap, show(t));
}

EP_TEST(sound_gap_of_any_direction)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 5);
  exact x;
  exact_init(&x);
  for (int64_t i = 0, n = ep_test_trials(100000); i < n; ++i)
  {
    trial t;
    double d[3];
    any_pair(&rng, &t);
    any_normal(&rng, (const double(*)[3])t.t[0], (const double(*)[3])t.t[1], d);
    const double length = sign_of(&rng) * (maybe(&rng, 4) ? ep_rng_log_uniform(&rng, 1e-322, 1e300)
                                                          : ep_rng_log_uniform(&rng, 1e-3, 1e3));
    for (int k = 0; k < 3; ++k)
    {
      d[k] = maybe(&rng, 8) ? 0.0 : length * d[k];
    }
    if (d[0] != 0.0 || d[1] != 0.0 || d[2] != 0.0)
    {
      check_gap(&x, &t, d, i);
    }
  }
  exact_clear(&x);
}

static const double unit[3][3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};

EP_TEST(robust_directions_that_are_none)
{
  const double above[3][3] = {{0.0, 0.0, 1.0}, {1.0, 0.0, 1.0}, {0.0, 1.0, 1.0}};
  const double nan = (double)NAN;
  const double bad[][3] = {
      {0.0, 0.0, 0.0}, {0.0, -0.0, 0.0},        {nan, 0.0, 1.0},         {0.0, nan, 1.0},
      {0.0, 1.0, nan}, {EP_INFINITY, 0.0, 1.0}, {0.0, 0.0, EP_INFINITY}, {0.0, -EP_INFINITY, 1.0}};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
  {
    ck_assert_msg(ep_triangle_gap_down(above, unit, bad[i]) == -EP_INFINITY, "direction %zu", i);
  }
  const double tiny[3] = {0.0, 0.0, 0x1p-1074};
  const double huge[3] = {0.0, 0.0, DBL_MAX};
  const double back[3] = {0.0, 0.0, -1.0};
  ck_assert(fabs(ep_triangle_gap_down(above, unit, tiny) - 1.0) <= 1e-14);
  ck_assert(fabs(ep_triangle_gap_down(above, unit, huge) - 1.0) <= 1e-14);
  ck_assert(fabs(ep_triangle_gap_down(above, unit, back) + 1.0) <= 1e-14);
}

typedef struct known
{
  const char* what;
  double b[3][3];
  double square; ///< of the distance
  ep_part part[2];
} known;

/// Distances from the triangle `unit`.
static const known knowns[] = {
    {"corner and corner",
     {{-1.0, -1.0, 0.0}, {-2.0, -1.0, 1.0}, {-2.0, -1.0, -1.0}},
     2.0,
     {EP_PART_VERTEX, EP_PART_VERTEX}},
    {"edge and corner",
     {{0.5, -1.0, 0.0}, {0.25, -2.0, 1.0}, {1.0, -2.0, 1.0}},
     1.0,
     {EP_PART_EDGE, EP_PART_VERTEX}},
    {"corner and edge",
     {{-1.0, -1.0, 1.0}, {-1.0, -1.0, -1.0}, {-2.0, -1.5, 0.0}},
     2.0,
     {EP_PART_VERTEX, EP_PART_EDGE}},
    {"edge and edge",
     {{0.5, -1.0, 1.0}, {0.5, -1.0, -1.0}, {0.5, -2.0, 0.0}},
     1.0,
     {EP_PART_EDGE, EP_PART_EDGE}},
    {"face and corner",
     {{0.25, 0.25, 1.0}, {0.0, 0.0, 2.0}, {1.0, 0.0, 2.0}},
     1.0,
     {EP_PART_FACE, EP_PART_VERTEX}},
    {"corner and face",
     {{-3.0, 0.0, 0.0}, {0.0, -3.0, 0.0}, {0.0, 0.0, -3.0}},
     3.0,
     {EP_PART_VERTEX, EP_PART_FACE}},
};

EP_TEST(works_parts)
{
  for (size_t i = 0; i < sizeof knowns / sizeof knowns[0]; ++i)
  {
    const known* k = &knowns[i];
    ep_closest c;
    ep_triangle_closest(unit, k->b, &c);
    ck_assert_msg(c.part[0] == k->part[0] && c.part[1] == k->part[1], "%s: parts %d %d", k->what,
                  (int)c.part[0], (int)c.part[1]);
    ck_assert_msg(fabs(c.lower - sqrt(k->square)) <= 2e-14, "%s: lower %.17g", k->what, c.lower);
    ck_assert_msg(fabs(c.upper - sqrt(k->square)) <= 2e-14, "%s: upper %.17g", k->what, c.upper);
  }
}

static double seconds(void)
{
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Plain triangles of one size, at most `gap` sizes apart where they are next to each other.
static void plain_pair(ep_rng* rng, trial* t, double gap)
{
  for (int k = 0; k < 6; ++k)
  {
    any_point(rng, 1.0, t->t[k / 3][k % 3]);
  }
  if (gap > 0.0)
  {
    next_to(rng, (const double(*)[3])t->t[0], t->t[1], ep_rng_log_uniform(rng, 1e-6, 1.0) * gap);
  }
}

/// Prints what a distance costs; asserts nothing about it.
EP_TEST(works_time_of_a_distance)
{
  static trial trials[4096];
  const double gaps[3] = {0.0, 1.0, 1e-3};
  const char* names[3] = {"anywhere", "next to each other", "next to contact"};
  for (int kind = 0; kind < 4; ++kind)
  {
    ep_rng rng;
    ep_rng_init(&rng, ep_test_seed() + 6);
    for (int i = 0; i < 4096; ++i)
    {
      if (kind < 3)
      {
        plain_pair(&rng, &trials[i], gaps[kind]);
      }
      else
      {
        any_pair(&rng, &trials[i]);
      }
    }
    double sum = 0.0, best = 1e9;
    for (int64_t round = 0, n = ep_test_trials(20); round < n; ++round)
    {
      const double begin = seconds();
      for (int i = 0; i < 4096; ++i)
      {
        sum += closest_of(&trials[i]).lower;
      }
      best = fmin(best, seconds() - begin);
    }
    ck_assert(sum >= 0.0);
    printf("distances: %.0f ns, triangles %s\n", best / 4096.0 * 1e9,
           kind < 3 ? names[kind] : "of all kinds");
  }
}
