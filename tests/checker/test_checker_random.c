/// @file test_checker_random.c
/// Random machines among random obstacles against the judge, which looks at hundreds of moments of
/// each motion and around its nearest ones (brute.h). What the judge has seen colliding may never
/// be called free; what is called colliding must be, up to the tolerance, where the witness says.
#include "site.h"

#include <math.h>
#include <string.h>

#define SAMPLES 400
#define EDGES   20 // of each site

/// What the trials of a test came to.
typedef struct tally
{
  int free_count;
  int hit_count;
} tally;

static site the_site;
static double q0[BRUTE_CONFIG_MAX], q1[BRUTE_CONFIG_MAX];

/// Another site, or the same one again with another edge.
static void next_edge(int64_t trial, ep_rng* rng)
{
  if (trial % EDGES == 0)
  {
    if (trial > 0)
    {
      site_end(&the_site);
    }
    site_make(&the_site, rng);
  }
  site_edge(&the_site, rng, q0, q1);
}

static ep_result check(const double* a, const double* b, ep_mode mode, ep_order order)
{
  ep_check_options options = ep_check_default();
  options.mode = mode;
  options.order = order;
  ep_result result;
  memset(&result, 0x55, sizeof result);
  ep_error error;
  const ep_status status = ep_check_edge(the_site.checker, a, b, &options, &result, &error);
  ck_assert_msg(status == EP_OK, "%s", error.message);
  ck_assert_msg(result.verdict != EP_UNDECIDED, "undecided after %lld items",
                (long long)result.statistics.items);
  return result;
}

static ep_verdict check_state(const double* q, ep_contact* contact)
{
  ep_result result;
  ep_error error;
  memset(&result, 0x55, sizeof result);
  const ep_status status = ep_check_state(the_site.checker, q, NULL, &result, &error);
  ck_assert_msg(status == EP_OK, "%s", error.message);
  ck_assert_int_ne(result.verdict, EP_UNDECIDED);
  if (contact != NULL)
  {
    *contact = result.contact;
  }
  return result.verdict;
}

static void count(tally* sum, ep_verdict verdict)
{
  *(verdict == EP_FREE ? &sum->free_count : &sum->hit_count) += 1;
}

/// A test that saw only one kind of edge tests nothing.
static void expect_both_kinds(const tally* sum)
{
  const int total = sum->free_count + sum->hit_count;
  ck_assert_msg(total < 300 || (10 * sum->free_count > total && 10 * sum->hit_count > total),
                "%d free, %d colliding", sum->free_count, sum->hit_count);
}

/// The judge's names for what it found.
static const char* name_of(int32_t body)
{
  return body < 0 ? "nothing" : the_site.names[body];
}

/// The angle between two quaternions of any length and sign, if it is small.
static double small_angle(const double* a, const double* b)
{
  double aa = 0.0, bb = 0.0, ab = 0.0, chord = 0.0;
  for (int k = 0; k < 4; ++k)
  {
    aa += a[k] * a[k];
    bb += b[k] * b[k];
    ab += a[k] * b[k];
  }
  for (int k = 0; k < 4; ++k)
  {
    const double d = a[k] / sqrt(aa) - copysign(b[k] / sqrt(bb), ab * b[k]);
    chord += d * d;
  }
  return 2.0 * sqrt(chord);
}

/// The link that carries a link, as a body of the judge; BRUTE_STATIC for the world.
static int32_t carrier_of(int32_t body)
{
  const brute_body* at = &the_site.judge.bodies[body];
  ep_link_info info;
  ck_assert(ep_machine_link(the_site.machines[at->machine], at->link, &info) == EP_OK);
  return info.parent == EP_NO_LINK ? BRUTE_STATIC : the_site.first_body[at->machine] + info.parent;
}

static bool carries(int32_t carrier, int32_t body)
{
  while (body != BRUTE_STATIC && body != carrier)
  {
    body = the_site.judge.bodies[body].machine == BRUTE_STATIC ? BRUTE_STATIC : carrier_of(body);
  }
  return body == carrier;
}

/// How far a joint turns, if it is one that OMPL would let stand still.
static double still_angle(int32_t body)
{
  const brute_body* at = &the_site.judge.bodies[body];
  int32_t start = 0;
  for (int32_t m = 0; m < at->machine; ++m)
  {
    start += ep_machine_config_size(the_site.machines[m]);
  }
  ep_link_info info;
  ck_assert(ep_machine_link(the_site.machines[at->machine], at->link, &info) == EP_OK);
  if (info.joint != EP_JOINT_BALL && info.joint != EP_JOINT_FLOATING)
  {
    return 0.0;
  }
  const int32_t turn = start + info.config_start + info.config_size - 4;
  const double angle = small_angle(q0 + turn, q1 + turn);
  return angle < 1e-4 ? angle : 0.0;
}

static double reach_of(int32_t body)
{
  const ep_box* box = &the_site.judge.bodies[body].own_box;
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const double far = fmax(fabs(box->lo[k]), fabs(box->hi[k]));
    sum += far * far;
  }
  return sqrt(sum);
}

/// OMPL does not make rotations below about 9e-5 rad, and all bounds cover both motions (edge.h):
/// a witness may be off by that much more. Its arm is bounded by the lengths of the links between
/// the two bodies; joints that carry both do not count. Needs the judge posed at the contact's
/// time.
static double still_slack(const ep_contact* c)
{
  double angles = 0.0;
  double arm = fmax(reach_of(c->body[0]), reach_of(c->body[1]));
  for (int side = 0; side < 2; ++side)
  {
    int32_t at = c->body[side];
    const bool moves = the_site.judge.bodies[at].machine != BRUTE_STATIC;
    while (moves && at != BRUTE_STATIC && !carries(at, c->body[1 - side]))
    {
      const int32_t next = carrier_of(at);
      const double* p = the_site.judge.bodies[at].frame.position;
      const double none[3] = {0.0, 0.0, 0.0};
      const double* o = next == BRUTE_STATIC ? none : the_site.judge.bodies[next].frame.position;
      arm += hypot(hypot(p[0] - o[0], p[1] - o[1]), p[2] - o[2]);
      angles += still_angle(at);
      at = next;
    }
  }
  return 1.05 * angles * arm;
}

/// What the judge measures of a witness, and what it says of itself.
static void expect_true_witness(const ep_contact* c, int64_t trial)
{
  brute_world* judge = &the_site.judge;
  const int32_t a = c->body[0], b = c->body[1];
  ck_assert(a >= 0 && a < judge->body_count && b >= 0 && b < judge->body_count && a != b);
  ck_assert_msg(judge->bodies[a].machine != BRUTE_STATIC, "'%s' does not move", name_of(a));
  ck_assert_msg(judge->checked[a][b], "trial %d: '%s' and '%s' are not to be checked", (int)trial,
                name_of(a), name_of(b));
  ck_assert(c->t >= 0.0 && c->t <= 1.0);
  ck_assert(c->triangle[0] >= 0 && c->triangle[0] < judge->bodies[a].count);
  ck_assert(c->triangle[1] >= 0 && c->triangle[1] < judge->bodies[b].count);
  ck_assert_msg(c->clearance == judge->clearance[a][b], "trial %d: %g demanded, not %g", (int)trial,
                c->clearance, judge->clearance[a][b]);
  const double d = brute_distance_at(judge, the_site.edges, c->t, a, b);
  ck_assert_msg(d <= c->clearance + the_site.tolerance + still_slack(c) + 1e-9,
                "trial %d: '%s' and '%s' are %g apart at t = %.9g, not %g; kind %d, clearance %g, "
                "tolerance %g",
                (int)trial, name_of(a), name_of(b), d, c->t, c->distance, (int)c->kind,
                c->clearance, the_site.tolerance);
  if (c->kind == EP_CONTACT_INTERSECTION || c->kind == EP_CONTACT_CLEARANCE)
  {
    ck_assert_msg(d <= (c->kind == EP_CONTACT_CLEARANCE ? c->clearance : 0.0) + 1e-9,
                  "trial %d: kind %d, but %g apart", (int)trial, (int)c->kind, d);
  }
}

/// Never free where the judge has seen a collision.
EP_TEST(sound_random_edges_against_the_judge)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 120);
  tally sum = {0, 0};
  for (int64_t i = 0, n = ep_test_trials(1500); i < n; ++i)
  {
    next_edge(i, &rng);
    brute_hit hit;
    const bool collides = site_judge_edge(&the_site, 1.0, SAMPLES, &hit);
    const ep_result r = check(q0, q1, EP_MODE_BOOLEAN, (ep_order)(i % 3));
    ck_assert_msg(!collides || r.verdict == EP_COLLIDING,
                  "trial %d: free, but '%s' and '%s' are %g apart at t = %.9g%s", (int)i,
                  name_of(hit.body[0]), name_of(hit.body[1]), hit.distance, hit.t,
                  hit.inside ? " (inside)" : "");
    count(&sum, r.verdict);
  }
  site_end(&the_site);
  expect_both_kinds(&sum);
}

/// Nothing collides before t_free.
EP_TEST(sound_random_free_prefix_against_the_judge)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 121);
  for (int64_t i = 0, n = ep_test_trials(500); i < n; ++i)
  {
    next_edge(i, &rng);
    const ep_result r = check(q0, q1, EP_MODE_TIME_OF_CONTACT, (ep_order)(i % 3));
    const double until = r.verdict == EP_FREE ? 1.0 : r.t_free;
    ck_assert(r.verdict == EP_FREE || (until >= 0.0 && until <= r.contact.t));
    brute_hit hit;
    // "Before" it, not at it.
    const bool collides =
        until > 0.0 && site_judge_edge(&the_site, until * (1.0 - 1e-9), 200, &hit);
    ck_assert_msg(!collides, "trial %d: free until %.9g, but '%s' and '%s' meet at %.9g%s", (int)i,
                  until, name_of(hit.body[0]), name_of(hit.body[1]), hit.t,
                  hit.inside ? " (inside)" : "");
  }
  site_end(&the_site);
}

EP_TEST(sound_random_states_against_the_judge)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 122);
  tally sum = {0, 0};
  for (int64_t i = 0, n = ep_test_trials(3000); i < n; ++i)
  {
    if (i % EDGES == 0)
    {
      next_edge(i, &rng);
    }
    brute_hit hit = {.t = 0.0};
    site_config(&the_site, &rng, q0);
    const bool collides = site_judge_state(&the_site, q0, &hit);
    const ep_verdict verdict = check_state(q0, NULL);
    ck_assert_msg(!collides || verdict == EP_COLLIDING,
                  "trial %d: free, but '%s' and '%s' are %g apart%s", (int)i, name_of(hit.body[0]),
                  name_of(hit.body[1]), hit.distance, hit.inside ? " (inside)" : "");
    count(&sum, verdict);
  }
  site_end(&the_site);
  expect_both_kinds(&sum);
}

/// False alarms only within the tolerance: the judge measures every witness.
EP_TEST(tight_random_witnesses_are_within_the_tolerance)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 123);
  int band = 0, hits = 0;
  for (int64_t i = 0, n = ep_test_trials(600); i < n; ++i)
  {
    next_edge(i, &rng);
    for (int mode = EP_MODE_BOOLEAN; mode <= EP_MODE_TIME_OF_CONTACT; ++mode)
    {
      const ep_result r = check(q0, q1, (ep_mode)mode, (ep_order)(i % 3));
      if (r.verdict == EP_COLLIDING)
      {
        expect_true_witness(&r.contact, i);
        hits += mode == EP_MODE_BOOLEAN;
        // A contact within the tolerance that never becomes a collision is a false alarm.
        const bool doubtful = mode == EP_MODE_BOOLEAN && r.contact.kind == EP_CONTACT_BAND;
        band += doubtful && !site_judge_edge(&the_site, 1.0, SAMPLES, NULL);
      }
    }
  }
  site_end(&the_site);
  ck_assert_msg(hits < 100 || 10 * band < hits, "%d of %d collisions only within the tolerance",
                band, hits);
}

/// A free edge has free ends, and no state along it is closer than the clearance.
EP_TEST(sound_random_free_edges_have_free_states)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 124);
  double q[BRUTE_CONFIG_MAX];
  for (int64_t i = 0, n = ep_test_trials(500); i < n; ++i)
  {
    next_edge(i, &rng);
    if (check(q0, q1, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC).verdict != EP_FREE)
    {
      continue;
    }
    ck_assert_msg(check_state(q0, NULL) == EP_FREE, "trial %d: its first state collides", (int)i);
    ck_assert_msg(check_state(q1, NULL) == EP_FREE, "trial %d: its last state collides", (int)i);
    for (int k = 0; k < 10; ++k)
    {
      const double t = ep_rng_uniform(&rng, 0.0, 1.0);
      for (int32_t m = 0, at = 0; m < the_site.machine_count; ++m)
      {
        ck_assert(ep_edge_config(the_site.edges[m], t, q + at) == EP_OK);
        at += ep_machine_config_size(the_site.machines[m]);
      }
      ep_contact contact;
      ck_assert_msg(check_state(q, &contact) == EP_FREE || contact.kind == EP_CONTACT_BAND,
                    "trial %d: free, but the state at %.9g is not, kind %d", (int)i, t,
                    (int)contact.kind);
    }
  }
  site_end(&the_site);
}

/// Modes, orders and directions of the same edge, and the edges that rest at its ends.
EP_TEST(same_random_verdict_for_all_modes_orders_and_directions)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 125);
  for (int64_t i = 0, n = ep_test_trials(400); i < n; ++i)
  {
    next_edge(i, &rng);
    const ep_verdict first = check(q0, q1, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC).verdict;
    for (int k = 0; k < 12; ++k)
    {
      const ep_mode mode = k % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
      const ep_order order = (ep_order)(k / 2 % 3);
      const ep_result r = check(k < 6 ? q0 : q1, k < 6 ? q1 : q0, mode, order);
      ck_assert_msg(r.verdict == first, "trial %d: %s, but %s in mode %d, order %d, %s", (int)i,
                    ep_verdict_text(first), ep_verdict_text(r.verdict), (int)mode, (int)order,
                    k < 6 ? "forwards" : "backwards");
    }
    const ep_verdict state = check_state(q1, NULL);
    const ep_mode mode = i % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
    ck_assert_msg(check(q1, q1, mode, (ep_order)(i % 3)).verdict == state,
                  "trial %d: the last state is %s, the edge that rests there is not", (int)i,
                  ep_verdict_text(state));
    ck_assert_msg(first == EP_COLLIDING || state == EP_FREE, "trial %d", (int)i);
  }
  site_end(&the_site);
}

/// Another checker of the same world, and one whose vectors met other edges before.
EP_TEST(same_random_verdict_on_a_fresh_checker)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 126);
  for (int64_t i = 0, n = ep_test_trials(300); i < n; ++i)
  {
    next_edge(i, &rng);
    const ep_verdict used = check(q0, q1, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC).verdict;
    ep_checker* kept = the_site.checker;
    ck_assert(ep_checker_create(the_site.world, &the_site.checker, NULL) == EP_OK);
    const ep_verdict fresh = check(q0, q1, EP_MODE_BOOLEAN, EP_ORDER_AUTOMATIC).verdict;
    ep_checker_destroy(the_site.checker);
    the_site.checker = kept;
    ck_assert_msg(used == fresh, "trial %d: %s and %s", (int)i, ep_verdict_text(used),
                  ep_verdict_text(fresh));
  }
  site_end(&the_site);
}
