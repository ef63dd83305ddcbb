/// @file test_site_scenes.c
/// The machines at work on the construction site: every scene loads without a warning, every query
/// starts and ends free, every edge is what its label says.
///
/// Labels are not taken from the checker that is tested. A collision must have a moment at which
/// two triangles, placed by forward kinematics alone, are as close as is said; a free edge must be
/// free at every moment of many.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "site_tools.h"

#include <math.h>

/// What a test asks of a scene.
typedef struct demand
{
  const char* name;
  int64_t samples; ///< moments of every edge that are looked at
  bool by_catch;   ///< CATCH is asked too
  const char* hit; ///< something that a wrong turn runs into
} demand;

static void generate_all(void)
{
  folder_make();
  generate_excavator(test_folder);
  generate_tower_crane(test_folder);
  generate_mobile_crane(test_folder);
  generate_dump_truck(test_folder);
  generate_loads(test_folder);
  generate_site(test_folder);
  generate_site_scenes(test_folder);
}

static ep_result check_state(const trial* t, const double* q)
{
  ep_result result;
  ep_error error;
  ck_assert_msg(ep_check_state(t->checker, q, NULL, &result, &error) == EP_OK, "%s", error.message);
  return result;
}

static void expect_free_end(const trial* t, const double* q, const char* which)
{
  ep_error error;
  ck_assert_msg(ep_scene_check_bounds(t->scene, q, &error) == EP_OK, "%s", error.message);
  const ep_result result = check_state(t, q);
  ck_assert_msg(result.verdict == EP_FREE, "%s: %s of '%s' is %s", ep_scene_name(t->scene), which,
                t->query->name, ep_verdict_text(result.verdict));
}

/// @name Edges
/// @{

/// The configuration at a time, of all robots.
static void set_edge(const trial* t, const double* q0, const double* q1)
{
  for (int32_t i = 0, at = 0; i < ep_scene_robot_count(t->scene); ++i)
  {
    ck_assert_int_eq(ep_edge_set(t->edges[i], q0 + at, q1 + at, NULL), EP_OK);
    at += ep_machine_config_size(machine_of(t, i));
  }
}

static void config_at(const trial* t, double time, double* q)
{
  for (int32_t i = 0, at = 0; i < ep_scene_robot_count(t->scene); ++i)
  {
    ck_assert_int_eq(ep_edge_config(t->edges[i], time, q + at), EP_OK);
    at += ep_machine_config_size(machine_of(t, i));
  }
}

static bool is_called(const trial* t, const ep_contact* contact, const char* name)
{
  return strcmp(ep_world_body_name(t->world, contact->body[0]), name) == 0 ||
         strcmp(ep_world_body_name(t->world, contact->body[1]), name) == 0;
}

/// Whether the two triangles of a contact are really as close as is demanded that they be not.
static bool is_witness(const trial* t, const ep_contact* contact, const double* q)
{
  if (contact->kind != EP_CONTACT_INTERSECTION && contact->kind != EP_CONTACT_CLEARANCE)
  {
    return false;
  }
  brute_triangle triangle[2];
  for (int i = 0; i < 2; ++i)
  {
    place_triangle(t, contact->body[i], contact->triangle[i], q, &triangle[i]);
  }
  const double distance = brute_triangle_distance(&triangle[0], &triangle[1]);
  ck_assert_msg(distance <= contact->clearance + 1e-6, "%s: '%s': %s and %s are %g m apart, not %g",
                ep_scene_name(t->scene), t->query->name,
                ep_world_body_name(t->world, contact->body[0]),
                ep_world_body_name(t->world, contact->body[1]), distance, contact->distance);
  return true;
}

/// The number of moments with a witness; `hit` counts those that name what the demand names.
static int count_witnesses(const trial* t, const demand* d, int* hit)
{
  // Never fewer: at too few moments a thin thing is not met.
  const int64_t wanted = ep_test_trials(d->samples);
  const int64_t moments = wanted > d->samples ? wanted : d->samples;
  int witnesses = 0;
  for (int64_t i = 0; i <= moments; ++i)
  {
    double q[VALUES_MAX];
    config_at(t, (double)i / (double)moments, q);
    const ep_result result = check_state(t, q);
    if (result.verdict == EP_COLLIDING && is_witness(t, &result.contact, q))
    {
      ++witnesses;
      *hit += is_called(t, &result.contact, d->hit);
    }
  }
  return witnesses;
}

static void expect_free_moments(const trial* t, int64_t moments, int32_t line)
{
  for (int64_t i = 0; i <= moments; ++i)
  {
    double q[VALUES_MAX];
    config_at(t, (double)i / (double)moments, q);
    ck_assert_msg(check_state(t, q).verdict == EP_FREE, "%s-%s.edges:%d: not free at %g",
                  ep_scene_name(t->scene), t->query->name, (int)line, (double)i / (double)moments);
  }
}

static void expect_verdict(const trial* t, const double* q0, const double* q1, ep_method method,
                           ep_verdict verdict, int32_t line)
{
  ep_check_options options = ep_check_default();
  options.method = method;
  ep_result result;
  ep_error error;
  ck_assert_msg(ep_check_edge(t->checker, q0, q1, &options, &result, &error) == EP_OK, "%s",
                error.message);
  ck_assert_msg(result.verdict == verdict, "%s-%s.edges:%d: %s, not %s", ep_scene_name(t->scene),
                t->query->name, (int)line, ep_verdict_text(result.verdict),
                ep_verdict_text(verdict));
}

static void check_edges(const trial* t, const demand* d, int* hit)
{
  char file[128];
  snprintf(file, sizeof file, "scenes/%s-%s.edges", d->name, t->query->name);
  ep_edges edges;
  ep_error error;
  ck_assert_msg(ep_edges_load(in_folder(file), t->scene, &edges, &error) == EP_OK, "%s",
                error.message);
  int labels[2] = {0, 0};
  for (int32_t i = 0; i < edges.count; ++i)
  {
    const double* q0 = edges.q0 + (size_t)i * (size_t)edges.config_size;
    const double* q1 = edges.q1 + (size_t)i * (size_t)edges.config_size;
    ck_assert_int_ne(edges.labels[i], EP_LABEL_NONE);
    const bool is_free = edges.labels[i] == EP_LABEL_FREE;
    const ep_verdict verdict = is_free ? EP_FREE : EP_COLLIDING;
    ck_assert_int_eq(ep_scene_check_bounds(t->scene, q0, &error), EP_OK);
    ck_assert_int_eq(ep_scene_check_bounds(t->scene, q1, &error), EP_OK);
    expect_verdict(t, q0, q1, EP_METHOD_SPACETIME, verdict, edges.lines[i]);
    if (d->by_catch)
    {
      expect_verdict(t, q0, q1, EP_METHOD_CATCH, verdict, edges.lines[i]);
    }
    set_edge(t, q0, q1);
    if (is_free)
    {
      expect_free_moments(t, ep_test_trials(d->samples), edges.lines[i]);
    }
    else
    {
      ck_assert_msg(count_witnesses(t, d, hit) > 0, "%s:%d: no witness", file, edges.lines[i]);
    }
    ++labels[is_free];
  }
  ck_assert(labels[0] > 0 && labels[1] > 0);
  ep_edges_clear(&edges);
}

/// @}

static void check_scene(const demand* d)
{
  generate_all();
  char file[128];
  snprintf(file, sizeof file, "scenes/%s.yaml", d->name);
  ep_scene_options options = ep_scene_options_default();
  options.strict = true;
  ep_scene* scene;
  ep_error error;
  ck_assert_msg(ep_scene_load(in_folder(file), &options, &scene, &error) == EP_OK, "%s",
                error.message);
  int hit = 0;
  for (int32_t i = 0; i < ep_scene_query_count(scene); ++i)
  {
    trial t;
    trial_begin(&t, scene, i);
    expect_free_end(&t, t.query->start, "the start");
    expect_free_end(&t, t.query->goal, "the goal");
    check_edges(&t, d, &hit);
    trial_end(&t);
  }
  ck_assert_int_ge(ep_scene_query_count(scene), 2);
  ck_assert_msg(hit > 0, "%s: nothing runs into %s", d->name, d->hit);
  ep_scene_destroy(scene);
  folder_remove();
}

EP_TEST(works_excavator_drives_reaches_and_loads)
{
  const demand d = {"excavator", 400, true, "truck/body"};
  check_scene(&d);
}

EP_TEST(works_tower_crane_lifts_and_lowers)
{
  const demand d = {"tower-crane", 400, true, "standing_pipes"};
  check_scene(&d);
}

EP_TEST(works_two_cranes_pass_each_other)
{
  const demand d = {"two-cranes", 400, true, "west/rope"};
  check_scene(&d);
}

EP_TEST(works_mobile_crane_keeps_away_from_the_power_line)
{
  const demand d = {"mobile-crane", 400, true, "power_line"};
  check_scene(&d);
}
