/// @file test_fcl_world_edges.c
/// The ways FCL's users check edges, against Edgeproof's proofs and witnesses.
#define _POSIX_C_SOURCE 200809L
#include "fcl_scene_tools.h"

#include "edgeproof/bound.h"

#include <stdlib.h>
#include <time.h>

/// What was found of one way.
typedef struct column
{
  const char* name;
  int64_t missed;
  int64_t states;
  int64_t narrow;
  double seconds[2]; ///< of free and of colliding edges
} column;

typedef enum way
{
  SAMPLED_FRACTION = 0,
  SAMPLED_MOTION,
  BISECTION,
  EXPERT,
  WAYS
} way;

static double seconds_now(void)
{
  struct timespec now;
  ck_assert_int_eq(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now), 0);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static ep_fcl_edge_result ask(const sides* s, way which, const double* q0, const double* q1)
{
  ep_fcl_edge_result result;
  int32_t steps = 0;
  switch (which)
  {
  case SAMPLED_FRACTION:
    MUST(ep_fcl_edge_steps_of_fraction(s->fcl, q0, q1, 0.01, &steps, error));
    MUST(ep_fcl_check_edge_sampled(s->fcl, q0, q1, steps, &result, error));
    break;
  case SAMPLED_MOTION:
    MUST(ep_fcl_edge_steps_of_motion(s->fcl, q0, q1, 0.1, &steps, error));
    MUST(ep_fcl_check_edge_sampled(s->fcl, q0, q1, steps, &result, error));
    break;
  case BISECTION:
    MUST(ep_fcl_check_edge_bisection(s->fcl, q0, q1, NULL, &result, error));
    break;
  default:
    MUST(ep_fcl_check_edge_expert(s->fcl, q0, q1, NULL, &result, error));
    break;
  }
  ck_assert(result.decided);
  return result;
}

/// A configuration of the edge.
static void config_at(const sides* s, const double* q0, const double* q1, double t, double* q)
{
  int32_t start = 0;
  for (int32_t i = 0; i < ep_scene_robot_count(s->scene); ++i)
  {
    const ep_machine* machine = ep_robot_machine(ep_scene_robot(s->scene, i));
    ep_edge* edge;
    MUST(ep_edge_create(machine, &edge, error));
    MUST(ep_edge_set(edge, q0 + start, q1 + start, error));
    ck_assert_int_eq(ep_edge_config(edge, t, q + start), EP_OK);
    ep_edge_destroy(edge);
    start += ep_machine_config_size(machine);
  }
}

/// A collision that FCL's way reports must be one of FCL's states; with a proof of FREE there is
/// none, but for what is within the tolerance. What it misses is counted where the way is complete.
static void judge(const sides* s, way which, const double* q0, const double* q1,
                  const ep_result* proof, const ep_fcl_edge_result* found)
{
  const double band = ep_scene_tolerance(s->scene) + DISTANCE_SLACK;
  double q[VALUES_MAX];
  if (found->collides)
  {
    config_at(s, q0, q1, found->t, q);
    const double gap = fcl_gap(s, q, 1.0).gap;
    ck_assert_msg(gap <= band, "a collision of %s at %g with a gap of %g",
                  pair_text(s, found->body), found->t, gap);
    ck_assert_msg(proof->verdict != EP_FREE || gap > -DISTANCE_SLACK,
                  "free, but %s collide at %g by %g", pair_text(s, found->body), found->t, gap);
  }
  const bool is_complete = which == BISECTION || which == EXPERT;
  if (is_complete && !found->collides && proof->verdict == EP_COLLIDING &&
      proof->contact.kind != EP_CONTACT_CONTAINMENT)
  {
    config_at(s, q0, q1, proof->contact.t, q);
    const ep_fcl_gap gap = fcl_gap(s, q, 1.0);
    ck_assert_msg(gap.gap > 0.0, "way %d misses %s at %g: a gap of %g", (int)which,
                  pair_text(s, proof->contact.body), proof->contact.t, gap.gap);
  }
}

static void compare_edge(const sides* s, const double* q0, const double* q1, column* columns,
                         int64_t* count)
{
  const ep_result proof = edgeproof_edge(s, q0, q1);
  ck_assert_int_ne(proof.verdict, EP_UNDECIDED);
  const bool hits = proof.verdict == EP_COLLIDING;
  ++count[hits];
  for (int w = 0; w < WAYS; ++w)
  {
    const double before = seconds_now();
    const ep_fcl_edge_result found = ask(s, (way)w, q0, q1);
    columns[w].seconds[hits] += seconds_now() - before;
    columns[w].states += found.states;
    columns[w].narrow += found.narrow;
    columns[w].missed += hits && !found.collides;
    judge(s, (way)w, q0, q1, &proof, &found);
  }
}

static void compare_scene(const char* name, const char* query, int64_t random)
{
  column columns[WAYS] = {
      {.name = "1 %"}, {.name = "100 mm"}, {.name = "bisection"}, {.name = "expert"}};
  int64_t count[2] = {0, 0};
  ep_edges edges;
  sides s = sides_load(EP_TEST_SCENES, name, query, &edges);
  ep_scene* scene = s.scene;
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(random); i < n; ++i)
  {
    double q0[VALUES_MAX];
    double q1[VALUES_MAX];
    const size_t edge = (size_t)(i % edges.count) * (size_t)edges.config_size;
    config_near(scene, edges.q0 + edge, edges.q1 + edge, 0.01, &rng, q0);
    config_near(scene, q0, q0, 0.02, &rng, q1);
    compare_edge(&s, q0, q1, columns, count);
  }
  for (int w = 0; w < WAYS; ++w)
  {
    const column* c = &columns[w];
    printf("%s %s, %s: %lld free %.3f ms each, %lld colliding %.3f ms each, %lld missed, "
           "%lld states, %lld questions\n",
           name, query, c->name, (long long)count[0],
           1e3 * c->seconds[0] / (double)(count[0] + !count[0]), (long long)count[1],
           1e3 * c->seconds[1] / (double)(count[1] + !count[1]), (long long)c->missed,
           (long long)c->states, (long long)c->narrow);
  }
  // A few edges, with a small multiplier, may be of one kind.
  ck_assert(count[0] + count[1] < 10 || (count[0] > 0 && count[1] > 0));
  sides_unload(&s, &edges);
}

EP_TEST(sound_edges_of_the_tower_crane_agree_with_fcl)
{
  compare_scene("tower-crane", "lower", 50);
}

EP_TEST(sound_edges_of_the_excavator_agree_with_fcl)
{
  compare_scene("excavator", "load", 12);
}
