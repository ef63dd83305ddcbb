/// @file site.c
#include "site.h"
#include "rest.h"
#include "site_shape.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define OBSTACLES_MAX 8
#define TRIALS        16   // configurations by which pairs are found that are always too close
#define CAP           0.15 // metres: margins above it are not looked at closely

static int32_t pick(ep_rng* rng, int32_t lo, int32_t hi)
{
  return (int32_t)ep_rng_int(rng, lo, hi);
}

static bool chance(ep_rng* rng, double probability)
{
  return ep_rng_uniform(rng, 0.0, 1.0) < probability;
}

#define MUST(call) must((call), &error)

static void must(ep_status status, const ep_error* error)
{
  ck_assert_msg(status == EP_OK, "%s", error->message);
}

// --- Machines ---

static ep_link_info info_of(const site* s, int32_t m, int32_t link)
{
  ep_link_info info;
  ck_assert(ep_machine_link(s->machines[m], link, &info) == EP_OK);
  return info;
}

static void make_machine(site* s, int32_t m, ep_rng* rng)
{
  ep_error error;
  const double kind = ep_rng_uniform(rng, 0.0, 1.0);
  s->rigs[m].machine = NULL;
  if (kind < 0.4)
  {
    s->rigs[m] = kind < 0.15   ? ep_excavator_machine()
                 : kind < 0.25 ? ep_chain_machine(3)
                               : ep_chain_machine(5);
    s->machines[m] = s->rigs[m].machine;
    ck_assert(s->machines[m] != NULL);
  }
  else
  {
    ep_random_options options = ep_random_options_default();
    options.depth_max = 5;
    options.branches_max = 2;
    options.far = false;
    ep_random_machine_make(&s->raws[m], &options, rng);
    ep_machine_desc desc = ep_machine_default();
    desc.links = s->raws[m].links;
    desc.link_count = s->raws[m].count;
    MUST(ep_machine_create(&desc, &s->machines[m], &error));
  }
  MUST(ep_edge_create(s->machines[m], &s->edges[m], &error));
  s->config_size += ep_machine_config_size(s->machines[m]);
}

static void link_shape(const site* s, int32_t m, int32_t link, site_shape* shape, ep_rng* rng)
{
  static const site_shape_kind kinds[6] = {SITE_BOX,  SITE_BOX,     SITE_BOX,
                                           SITE_BALL, SITE_CAPSULE, SITE_SOUP};
  if (s->rigs[m].machine != NULL && chance(rng, 0.7))
  {
    site_shape_from_box(shape, &s->rigs[m].boxes[link]);
    return;
  }
  double place[3];
  for (int k = 0; k < 3; ++k)
  {
    place[k] = ep_rng_uniform(rng, -0.5, 0.5);
  }
  const site_shape_kind kind = chance(rng, 0.1) ? SITE_WIRES : kinds[pick(rng, 0, 5)];
  site_shape_make(shape, kind, pick(rng, 4, 40), ep_rng_log_uniform(rng, 0.2, 1.5), rng);
  site_shape_place(shape, place, rng);
}

static void add_machine(site* s, int32_t m, site_shape* shape, ep_rng* rng)
{
  ep_error error;
  int32_t index;
  const char* name = m == 0 ? "m0" : "m1";
  MUST(ep_world_add_machine(s->world, name, s->machines[m], &index, &s->first_body[m], &error));
  ck_assert_int_eq(index, m);
  ck_assert_int_eq(s->first_body[m], s->judge.body_count);
  brute_add_machine(&s->judge, s->machines[m]);
  for (int32_t i = 0; i < ep_machine_link_count(s->machines[m]); ++i)
  {
    const int32_t body = brute_add_body(&s->judge, m, i);
    snprintf(s->names[body], sizeof s->names[body], "%s/%.20s", name, info_of(s, m, i).name);
    for (int32_t left = chance(rng, 0.1) ? 0 : chance(rng, 0.2) ? 2 : 1; left > 0; --left)
    {
      link_shape(s, m, i, shape, rng);
      MUST(ep_world_add_link_shape(s->world, m, i, &shape->desc, &error));
      site_shape_mirror(shape, &s->judge, body);
    }
  }
}

// --- Obstacles ---

// Near a link of a machine in some configuration.
static void reachable_place(site* s, ep_rng* rng, double place[3])
{
  double q[BRUTE_CONFIG_MAX];
  double away[3];
  site_config(s, rng, q);
  brute_pose(&s->judge, q);
  const int32_t m = pick(rng, 0, s->machine_count - 1);
  const int32_t link = pick(rng, 0, ep_machine_link_count(s->machines[m]) - 1);
  const ep_frame* frame = &s->judge.bodies[s->first_body[m] + link].frame;
  const double far = ep_rng_uniform(rng, 0.0, 2.0);
  ep_rng_unit_vector(rng, away);
  for (int k = 0; k < 3; ++k)
  {
    place[k] = frame->position[k] + far * away[k];
  }
}

static void add_obstacles(site* s, site_shape* shape, ep_rng* rng)
{
  ep_error error;
  const int32_t count = pick(rng, 2, OBSTACLES_MAX);
  const double triangles = ep_rng_log_uniform(rng, 20.0, 2000.0);
  for (int32_t i = 0; i < count; ++i)
  {
    char* name = s->names[s->judge.body_count];
    double place[3];
    int32_t body;
    snprintf(name, sizeof s->names[0], "o%d", (int)i);
    reachable_place(s, rng, place);
    const site_shape_kind kind = (site_shape_kind)pick(rng, 0, SITE_KINDS - 1);
    site_shape_make(shape, kind, (int32_t)(triangles / count), ep_rng_log_uniform(rng, 0.5, 5.0),
                    rng);
    site_shape_place(shape, place, rng);
    MUST(ep_world_add_obstacle(s->world, name, &shape->desc, 1, &body, &error));
    ck_assert_int_eq(body, s->judge.body_count);
    site_shape_mirror(shape, &s->judge, brute_add_body(&s->judge, BRUTE_STATIC, 0));
  }
}

// --- Pairs, as world.h says ---

static bool is_grounded(const site* s, const brute_body* body)
{
  return rest_is_grounded(s->machines[body->machine], body->link);
}

static bool are_adjacent(const site* s, const brute_body* a, const brute_body* b)
{
  bool has_shape[EP_LINK_MAX];
  for (int32_t i = 0; a->machine >= 0 && i < ep_machine_link_count(s->machines[a->machine]); ++i)
  {
    has_shape[i] = s->judge.bodies[s->first_body[a->machine] + i].count > 0;
  }
  return a->machine >= 0 && a->machine == b->machine &&
         rest_are_adjacent(s->machines[a->machine], has_shape, a->link, b->link);
}

static bool never_move(const site* s, const brute_body* a, const brute_body* b)
{
  const bool together = a->machine == b->machine &&
                        (a->machine < 0 || rest_merged(s->machines[a->machine], a->link) ==
                                               rest_merged(s->machines[b->machine], b->link));
  const bool a_stands = a->machine < 0 || is_grounded(s, a);
  const bool b_stands = b->machine < 0 || is_grounded(s, b);
  return together || (a_stands && b_stands);
}

static void list_pairs(site* s, double clearance)
{
  brute_world* judge = &s->judge;
  for (int32_t a = 0; a < judge->body_count; ++a)
  {
    for (int32_t b = a + 1; b < judge->body_count; ++b)
    {
      const brute_body* x = &judge->bodies[a];
      const brute_body* y = &judge->bodies[b];
      const bool checked = !are_adjacent(s, x, y) && !never_move(s, x, y);
      brute_check_pair(judge, a, b, checked, clearance);
    }
  }
}

// What the judge is told of rules with these patterns: first letters, and perhaps a number.
static bool named(const site* s, int32_t body, char letter, int32_t number)
{
  const char* name = s->names[body];
  return name[0] == letter && (number < 0 || name[1] == '0' + number);
}

static void add_rules(site* s, ep_rng* rng)
{
  static const double some[5] = {0.0, 0.01, 0.1, 0.3, 1.0};
  ep_error error;
  brute_world* judge = &s->judge;
  const double of_body = chance(rng, 0.3) ? some[pick(rng, 0, 3)] : -1.0;
  const double of_pair = chance(rng, 0.3) ? some[pick(rng, 0, 4)] : -1.0;
  if (of_body >= 0.0)
  {
    MUST(ep_world_set_clearance(s->world, "o0", of_body, &error));
  }
  if (of_pair >= 0.0)
  {
    MUST(ep_world_set_pair_clearance(s->world, "o?", "m0/*", of_pair, &error));
  }
  for (int32_t a = 0; a < judge->body_count; ++a)
  {
    for (int32_t b = a + 1; b < judge->body_count; ++b)
    {
      double* clearance = &judge->clearance[a][b];
      const bool with_o0 = named(s, a, 'o', 0) || named(s, b, 'o', 0);
      const bool the_pair = (named(s, a, 'm', 0) && named(s, b, 'o', -1)) ||
                            (named(s, b, 'm', 0) && named(s, a, 'o', -1));
      *clearance = with_o0 && of_body > *clearance ? of_body : *clearance;
      *clearance = the_pair && of_pair >= 0.0 ? of_pair : *clearance;
      judge->clearance[b][a] = *clearance;
    }
  }
}

// Allows what is too close in more than a quarter of random configurations.
static void allow_frequent(site* s, ep_rng* rng)
{
  static int32_t close[BRUTE_BODIES_MAX][BRUTE_BODIES_MAX];
  static bool checked[BRUTE_BODIES_MAX][BRUTE_BODIES_MAX];
  brute_world* judge = &s->judge;
  double q[BRUTE_CONFIG_MAX];
  ep_error error;
  memset(close, 0, sizeof close);
  memcpy(checked, judge->checked, sizeof checked);
  for (int i = 0; i < TRIALS; ++i)
  {
    brute_hit hit = {.t = 0.0};
    site_config(s, rng, q);
    brute_pose(judge, q);
    while (brute_margin(judge, 0.02, true, &hit) < 0.02) // take pairs out until none is left
    {
      ++close[hit.body[0]][hit.body[1]];
      judge->checked[hit.body[0]][hit.body[1]] = false;
    }
    memcpy(judge->checked, checked, sizeof checked);
  }
  for (int32_t a = 0; a < judge->body_count; ++a)
  {
    for (int32_t b = a + 1; b < judge->body_count; ++b)
    {
      if (4 * close[a][b] > TRIALS)
      {
        MUST(ep_world_allow(s->world, s->names[a], s->names[b], &error));
        brute_check_pair(judge, a, b, false, judge->clearance[a][b]);
      }
    }
  }
}

void site_make(site* s, ep_rng* rng)
{
  static const double clearances[8] = {0.0, 0.0, 0.0, 0.01, 0.05, 0.2, 0.5, 3.0};
  static site_shape shape;
  ep_error error;
  memset(s, 0, sizeof *s);
  ep_world_desc desc = ep_world_default();
  desc.clearance = clearances[pick(rng, 0, 7)];
  desc.tolerance = chance(rng, 0.8) ? desc.tolerance : ep_rng_log_uniform(rng, 1e-3, 1e-2);
  s->tolerance = desc.tolerance;
  MUST(ep_world_create(&desc, &s->world, &error));
  brute_begin(&s->judge);
  s->machine_count = chance(rng, 0.25) ? 2 : 1;
  for (int32_t m = 0; m < s->machine_count; ++m)
  {
    make_machine(s, m, rng);
    add_machine(s, m, &shape, rng);
  }
  add_obstacles(s, &shape, rng);
  list_pairs(s, desc.clearance);
  add_rules(s, rng);
  allow_frequent(s, rng);
  MUST(ep_world_freeze(s->world, &error));
  MUST(ep_checker_create(s->world, &s->checker, &error));
  ck_assert_int_eq(ep_world_config_size(s->world), s->config_size);
  ck_assert_int_eq(ep_world_body_count(s->world), s->judge.body_count);
  for (int32_t i = 0; i < s->judge.body_count; ++i)
  {
    ck_assert_str_eq(ep_world_body_name(s->world, i), s->names[i]);
  }
}

void site_end(site* s)
{
  ep_checker_destroy(s->checker);
  ep_world_destroy(s->world);
  brute_end(&s->judge);
  for (int32_t m = 0; m < s->machine_count; ++m)
  {
    ep_edge_destroy(s->edges[m]);
    ep_machine_destroy(s->machines[m]);
  }
  memset(s, 0, sizeof *s);
}

// --- Configurations and edges ---

void site_config(const site* s, ep_rng* rng, double* q)
{
  for (int32_t m = 0; m < s->machine_count; ++m)
  {
    const ep_rig* rig = &s->rigs[m];
    for (int32_t i = 0; rig->machine != NULL && i < rig->value_count; ++i)
    {
      q[i] = ep_rng_uniform(rng, rig->lower[i], rig->upper[i]);
    }
    if (rig->machine == NULL)
    {
      ep_random_config(&s->raws[m], rng, q);
    }
    q += ep_machine_config_size(s->machines[m]);
  }
}

static void machine_edge(const site* s, int32_t m, ep_rng* rng, double scale, double* q0,
                         double* q1)
{
  const ep_rig* rig = &s->rigs[m];
  if (rig->machine == NULL)
  {
    ep_random_edge(&s->raws[m], rng, scale, q0, q1);
    return;
  }
  uint64_t state = ep_rng_u64(rng);
  ep_rig_edge(rig, 50.0 * scale, &state, q0, q1);
  for (int32_t i = 0; scale > 0.5 && i < rig->value_count; ++i) // any two configurations
  {
    q0[i] = ep_rng_uniform(rng, rig->lower[i], rig->upper[i]);
    q1[i] = ep_rng_uniform(rng, rig->lower[i], rig->upper[i]);
  }
}

void site_edge(site* s, ep_rng* rng, double* q0, double* q1)
{
  const double scale =
      chance(rng, 0.5) ? ep_rng_log_uniform(rng, 0.01, 1.0) : ep_rng_uniform(rng, 0.1, 1.0);
  const int32_t tries = chance(rng, 0.8) ? 8 : 1;
  for (int32_t i = 0; i < tries; ++i)
  {
    int32_t at = 0;
    for (int32_t m = 0; m < s->machine_count; ++m)
    {
      machine_edge(s, m, rng, scale, q0 + at, q1 + at);
      at += ep_machine_config_size(s->machines[m]);
    }
    if (i + 1 < tries && !site_judge_state(s, q0, NULL))
    {
      break;
    }
  }
  for (int32_t m = 0, at = 0; m < s->machine_count; ++m)
  {
    ep_error error;
    MUST(ep_edge_set(s->edges[m], q0 + at, q1 + at, &error));
    at += ep_machine_config_size(s->machines[m]);
  }
}

bool site_judge_state(site* s, const double* q, brute_hit* hit)
{
  brute_pose(&s->judge, q);
  return brute_margin(&s->judge, CAP, true, hit) <= 0.0;
}

bool site_judge_edge(site* s, double t_end, int32_t samples, brute_hit* hit)
{
  return brute_edge_min_distance(&s->judge, s->edges, t_end, samples, CAP, hit) <= 0.0;
}
