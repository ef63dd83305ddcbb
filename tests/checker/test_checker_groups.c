/// @file test_checker_groups.c
/// Obstacles that are asked about together: every demand counts, and none slows down the others.
#include "scene.h"
#include "world_world.h"

#include <math.h>
#include <stdio.h>

// --- A cart with two cubes drives along x among posts, each with demands of its own ---

#define POSTS_MAX 40
#define CUBES     2

static const double cube_place[CUBES][3] = {{0, 0, 0}, {0, 3, 1}};
static const char* const cube_name[CUBES] = {"m/low", "m/high"};

typedef struct row_of_posts
{
  int32_t count;
  double place[POSTS_MAX][3];
  double demand[CUBES][POSTS_MAX]; ///< negative: allowed
} row_of_posts;

/// `kinds` different pairs of demands, in random order.
static row_of_posts random_posts(ep_rng* rng, int32_t kinds)
{
  row_of_posts row = {.count = (int32_t)ep_rng_int(rng, 1, POSTS_MAX)};
  double demand[CUBES][POSTS_MAX];
  for (int32_t i = 0; i < kinds; ++i)
  {
    for (int cube = 0; cube < CUBES; ++cube)
    {
      const double u = ep_rng_uniform(rng, 0.0, 1.0);
      demand[cube][i] = u < 0.2 ? -1.0 : u < 0.5 ? 0.0 : ep_rng_log_uniform(rng, 0.001, 3.0);
    }
  }
  for (int32_t i = 0; i < row.count; ++i)
  {
    const int32_t kind = (int32_t)ep_rng_int(rng, 0, kinds - 1);
    row.place[i][0] = ep_rng_uniform(rng, -20.0, 20.0);
    row.place[i][1] = ep_rng_uniform(rng, -6.0, 9.0);
    row.place[i][2] = ep_rng_uniform(rng, -6.0, 6.0);
    for (int cube = 0; cube < CUBES; ++cube)
    {
      row.demand[cube][i] = demand[cube][kind];
    }
  }
  return row;
}

static void demand_of(scene* s, int cube, const char* post, double demand)
{
  const ep_status status =
      demand < 0.0 ? ep_world_allow(s->world, cube_name[cube], post, NULL)
                   : ep_world_set_pair_clearance(s->world, post, cube_name[cube], demand, NULL);
  ck_assert_int_eq(status, EP_OK);
}

static scene scene_of(const row_of_posts* row)
{
  scene s = scene_begin(0.0);
  const ep_link_desc links[1 + CUBES] = {
      scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
      scene_link("low", 0, EP_JOINT_FIXED, 0, 0, 1),
      scene_link("high", 0, EP_JOINT_FIXED, 0, 0, 1)};
  scene_machine(&s, "m", links, 1 + CUBES);
  for (int cube = 0; cube < CUBES; ++cube)
  {
    const double* at = cube_place[cube];
    scene_shape(&s, 0, 1 + cube, scene_box(1, 1, 1, at[0], at[1], at[2]));
  }
  for (int32_t i = 0; i < row->count; ++i)
  {
    char name[24];
    snprintf(name, sizeof name, "post %d.", (int)i);
    const double* at = row->place[i];
    scene_obstacle(&s, name, scene_box(0.2, 0.2, 1.0, at[0], at[1], at[2]));
    for (int cube = 0; cube < CUBES; ++cube)
    {
      demand_of(&s, cube, name, row->demand[cube][i]);
    }
  }
  scene_freeze(&s);
  return s;
}

/// The least distance minus demand while the cart drives from q0 to q1, q0 < q1.
static double least_margin(const row_of_posts* row, double q0, double q1)
{
  double least = 1e9;
  for (int cube = 0; cube < CUBES; ++cube)
  {
    for (int32_t i = 0; i < row->count; ++i)
    {
      const double* at = row->place[i];
      const double half[3] = {0.6, 0.6, 1.0};
      double gap[3];
      gap[0] = fmax(at[0] - half[0] - q1, q0 - at[0] - half[0]);
      for (int k = 1; k < 3; ++k)
      {
        gap[k] = fabs(at[k] - cube_place[cube][k]) - half[k];
      }
      const double distance =
          sqrt(pow(fmax(gap[0], 0), 2) + pow(fmax(gap[1], 0), 2) + pow(fmax(gap[2], 0), 2));
      const double margin = distance - row->demand[cube][i];
      least = row->demand[cube][i] >= 0.0 && margin < least ? margin : least;
    }
  }
  return least;
}

/// Counts of free and colliding edges.
static void check_row(const row_of_posts* row, ep_rng* rng, int counts[2])
{
  scene s = scene_of(row);
  for (int i = 0; i < 8; ++i)
  {
    const double q0 = ep_rng_uniform(rng, -20.0, 19.0);
    const double q1 = ep_rng_uniform(rng, q0, q0 + (i % 2 == 0 ? 1.0 : 20.0));
    const double margin = least_margin(row, q0, q1);
    if (margin > 0.0 && margin < 2.0 * SCENE_TOLERANCE)
    {
      continue;
    }
    const ep_verdict expected = margin <= 0.0 ? EP_COLLIDING : EP_FREE;
    ++counts[margin <= 0.0];
    for (ep_method method = EP_METHOD_SPACETIME; method <= EP_METHOD_CATCH; ++method)
    {
      ep_check_options options = ep_check_default();
      options.method = method;
      ep_result result;
      ck_assert_int_eq(ep_check_edge(s.checker, &q0, &q1, &options, &result, NULL), EP_OK);
      ck_assert_msg(result.verdict == expected, "method %d, %g to %g: %s, margin %g", (int)method,
                    q0, q1, ep_verdict_text(result.verdict), margin);
    }
  }
  scene_end(&s);
}

EP_TEST(sound_every_demand_of_a_group_counts)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int counts[2] = {0, 0};
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    const int32_t kinds = (int32_t)ep_rng_int(&rng, 1, i % 2 == 0 ? 4 : POSTS_MAX);
    const row_of_posts row = random_posts(&rng, kinds);
    check_row(&row, &rng, counts);
  }
  ck_assert(counts[0] > 20 && counts[1] > 20);
}

/// What world_groups.c claims, and that few kinds of demands are told apart exactly.
EP_TEST(sound_groups_demand_what_their_obstacles_do)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 1);
  int merged = 0;
  for (int64_t i = 0, n = ep_test_trials(200); i < n; ++i)
  {
    const int32_t kinds = (int32_t)ep_rng_int(&rng, 1, i % 2 == 0 ? 4 : POSTS_MAX);
    const row_of_posts row = random_posts(&rng, kinds);
    scene s = scene_of(&row);
    const ep_world* world = s.world;
    ck_assert_int_le(world->group_count, EP_GROUP_MAX);
    for (int cube = 0; cube < CUBES; ++cube)
    {
      const int32_t own = world->rows[ep_world_find_body(world, cube_name[cube])];
      for (int32_t post = 0; post < row.count; ++post)
      {
        char name[24];
        snprintf(name, sizeof name, "post %d.", (int)post);
        const int32_t group = world->group_of[ep_world_find_body(world, name)];
        ck_assert(group >= 0 && group < world->group_count);
        const double most = ep_world_group_clearance(world, own, group);
        ck_assert(most >= row.demand[cube][post]);
        merged += most != row.demand[cube][post];
        ck_assert(kinds > EP_GROUP_MAX || most == row.demand[cube][post]);
      }
    }
    scene_end(&s);
  }
  ck_assert_int_gt(merged, 0);
}

#define BALLS 24

/// Balls that share leaves and a group though each demands more than the one before: a probe is as
/// near to one of them as that one demands, within 3 mm.
EP_TEST(sound_neighbours_in_a_leaf_have_their_own_demands)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("probe", EP_NO_LINK, EP_JOINT_FLOATING, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_ball(0.1, 0, 0, 0));
  for (int i = 0; i < BALLS; ++i)
  {
    char name[24];
    snprintf(name, sizeof name, "ball %d.", i);
    scene_obstacle(&s, name, scene_ball(0.1, i, 0, 0));
    ck_assert_int_eq(ep_world_set_pair_clearance(s.world, name, "m/probe", 0.05 + 0.004 * i, NULL),
                     EP_OK);
  }
  scene_freeze(&s);
  ck_assert_int_le(s.world->group_count, EP_GROUP_MAX);
  for (int i = 0; i < 2 * BALLS; ++i)
  {
    const double off = i % 2 == 0 ? -0.003 : 0.003;
    const double q[7] = {i / 2, 0.2 + 0.05 + 0.004 * (i / 2) + off, 0, 0, 0, 0, 1};
    ck_assert_int_eq(scene_state(&s, q).verdict, off < 0.0 ? EP_COLLIDING : EP_FREE);
  }
  scene_end(&s);
}

// --- Cost ---

/// Many posts below a cart, and a line far away.
static scene yard_of_posts(const char* rule, double line_clearance)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  for (int i = 0; i < 900; ++i)
  {
    char name[24];
    snprintf(name, sizeof name, "post %d", i);
    scene_obstacle(&s, name, scene_box(0.2, 0.2, 1.0, i % 90 - 45, i / 90 - 5, -1.2));
  }
  scene_obstacle(&s, "line", scene_box(100, 0.02, 0.02, 0, 20, 0));
  ck_assert_int_eq(ep_world_set_clearance(s.world, "line", line_clearance, NULL), EP_OK);
  ck_assert(rule == NULL || ep_world_allow(s.world, "m/cart", rule, NULL) == EP_OK);
  scene_freeze(&s);
  return s;
}

static int64_t items_of(scene* s)
{
  const double q0 = -30.0, q1 = 30.0;
  const ep_result result = scene_check(s, &q0, &q1, EP_MODE_BOOLEAN, EP_ORDER_CERTIFY_FIRST);
  ck_assert_int_eq(result.verdict, EP_FREE);
  return result.statistics.items;
}

EP_TEST(tight_a_demand_elsewhere_costs_little)
{
  scene plain = yard_of_posts(NULL, 0.0);
  scene demanding = yard_of_posts(NULL, 3.0);
  const int64_t few = items_of(&plain), more = items_of(&demanding);
  ck_assert_msg(more <= few + 16, "%lld items, %lld without the demand", (long long)more,
                (long long)few);
  scene_end(&plain);
  scene_end(&demanding);
}

/// The cart stands in the posts, which it may: they are not looked at.
EP_TEST(tight_what_is_allowed_is_not_walked)
{
  scene s = yard_of_posts("post *", 0.5);
  const int64_t items = items_of(&s);
  ck_assert_msg(items <= 16, "%lld items", (long long)items);
  scene_end(&s);
}

// --- Contacts ---

/// Contacts with obstacles of several groups come by body, whatever their groups.
EP_TEST(same_contacts_of_groups_are_in_order)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("cart", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  for (int i = 0; i < 4; ++i)
  {
    const char* const names[4] = {"a", "b", "c", "d"};
    scene_obstacle(&s, names[i], scene_box(0.2, 0.2, 0.2, 0.5, 0.3 * i - 0.45, 0.5));
    ck_assert_int_eq(ep_world_set_clearance(s.world, names[i], i % 2 == 0 ? 0.0 : 0.01, NULL),
                     EP_OK);
  }
  scene_freeze(&s);
  const double q = 0.0;
  ep_contact contacts[512];
  int32_t count = 0;
  ck_assert_int_eq(ep_edge_contacts(s.checker, &q, &q, 0.0, contacts, 512, &count, NULL), EP_OK);
  ck_assert(count > 4 && count <= 512);
  int seen = 1;
  for (int32_t i = 1; i < count; ++i)
  {
    ck_assert_int_ge(contacts[i].body[1], contacts[i - 1].body[1]);
    seen += contacts[i].body[1] != contacts[i - 1].body[1];
  }
  ck_assert_int_eq(seen, 4);
  scene_end(&s);
}
