/// @file test_checker_fuzz.c
/// Random calls, right and wrong ones, in random order. Nothing may crash, leak or read what is not
/// there (the sanitizers' builds see that); what is refused says why; no failure reads as free.
#include "scene.h"

#include <math.h>
#include <string.h>

#define BODIES_MAX   12
#define CHECKERS_MAX 3
#define VALUES       16
#define CALLS        60

typedef struct fuzz
{
  ep_rng rng;
  ep_machine* machine;
  ep_world* world;
  bool frozen;
  int32_t machines;
  ep_checker* checkers[CHECKERS_MAX];
  int answers; ///< verdicts that were given
  int refused;
} fuzz;

static bool chance(fuzz* f, double probability)
{
  return ep_rng_uniform(&f->rng, 0.0, 1.0) < probability;
}

/// Mostly a usable number.
static double number(fuzz* f)
{
  const double odd[8] = {NAN, INFINITY, -INFINITY, 1e300, -0.0, 1e-310, EP_LENGTH_MAX, -1.0};
  return chance(f, 0.03) ? odd[ep_rng_int(&f->rng, 0, 7)] : ep_rng_uniform(&f->rng, -3.0, 3.0);
}

static double length(fuzz* f)
{
  return chance(f, 0.9) ? ep_rng_log_uniform(&f->rng, 1e-3, 2.0) : number(f);
}

static int32_t body(fuzz* f)
{
  const int32_t odd[3] = {-1, INT32_MAX, INT32_MIN};
  return chance(f, 0.05) ? odd[ep_rng_int(&f->rng, 0, 2)]
                         : (int32_t)ep_rng_int(&f->rng, 0, BODIES_MAX);
}

static const char* name(fuzz* f)
{
  static const char* const names[10] = {"a", "b",    "m/*",  "*",   "n/1",
                                        "",  "load", "rope", "m/2", "?"};
  return chance(f, 0.03) ? NULL : names[ep_rng_int(&f->rng, 0, 9)];
}

/// A refusal has a reason; a success has none.
static bool note(fuzz* f, ep_status status, const ep_error* error)
{
  ck_assert(status >= EP_OK && status <= EP_ERROR_UNSUPPORTED);
  ck_assert_int_eq(error->status, status);
  ck_assert(memchr(error->message, '\0', sizeof error->message) != NULL);
  ck_assert((status == EP_OK) == (error->message[0] == '\0'));
  f->refused += status == EP_OK ? 0 : 1;
  return status == EP_OK;
}

static ep_geometry_desc shape(fuzz* f)
{
  static double vertices[12];
  static int32_t triangles[12] = {0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3};
  ep_geometry_desc g = ep_geometry_default();
  g.type = (ep_shape_type)ep_rng_int(&f->rng, 0, chance(f, 0.03) ? 9 : 5);
  for (int k = 0; k < 3; ++k)
  {
    g.size[k] = length(f);
    g.pose.position[k] = number(f);
  }
  for (int k = 0; k < 12; ++k)
  {
    vertices[k] = number(f);
    triangles[k] = chance(f, 0.01) ? 99 : triangles[k] % 4;
  }
  g.vertices = vertices;
  g.vertex_count = 4;
  g.triangles = triangles;
  g.triangle_count = (int32_t)ep_rng_int(&f->rng, 0, 4);
  g.scale[0] = chance(f, 0.1) ? number(f) : 1.0;
  g.struct_size += chance(f, 0.01) ? 8 : 0;
  return g;
}

static void build(fuzz* f)
{
  ep_error error = {.status = EP_ERROR_UNSUPPORTED};
  ep_geometry_desc g = shape(f);
  const int32_t ends[2] = {body(f), body(f)};
  const double points[2][3] = {{number(f), 0, 0}, {0, number(f), 0}};
  int32_t index, first;
  switch (ep_rng_int(&f->rng, 0, 8))
  {
  case 0:
    note(f, ep_world_add_obstacle(f->world, name(f), &g, 1, NULL, &error), &error);
    break;
  case 1:
    if (note(f,
             ep_world_add_machine(f->world, f->machines == 0 ? "m" : name(f), f->machine, &index,
                                  &first, &error),
             &error))
    {
      ++f->machines;
    }
    break;
  case 2:
  case 3:
    note(f,
         ep_world_add_link_shape(f->world, (int32_t)ep_rng_int(&f->rng, -1, 2),
                                 (int32_t)ep_rng_int(&f->rng, -1, 4), &g, &error),
         &error);
    break;
  case 4:
    note(f, ep_world_add_payload(f->world, name(f), &g, 1, NULL, &error), &error);
    break;
  case 5:
    note(f, ep_world_add_rope(f->world, name(f), ends, points, length(f), NULL, &error), &error);
    break;
  case 6:
    note(f, ep_world_allow(f->world, name(f), name(f), &error), &error);
    break;
  case 7:
    note(f, ep_world_set_clearance(f->world, name(f), length(f), &error), &error);
    break;
  default:
    note(f, ep_world_set_pair_clearance(f->world, name(f), name(f), length(f), &error), &error);
    break;
  }
}

static void configs(fuzz* f, double q[2][VALUES])
{
  for (int i = 0; i < 2 * VALUES; ++i)
  {
    q[i / VALUES][i % VALUES] = chance(f, 0.1) ? number(f) : ep_rng_uniform(&f->rng, -1.5, 1.5);
  }
  if (chance(f, 0.1))
  {
    memcpy(q[1], q[0], sizeof q[0]);
  }
}

static int cancel(void* user)
{
  fuzz* f = user;
  return chance(f, 0.1) ? 1 : 0;
}

static ep_check_options options(fuzz* f)
{
  ep_check_options o = ep_check_default();
  o.method = (ep_method)ep_rng_int(&f->rng, 0, 1);
  o.mode = (ep_mode)ep_rng_int(&f->rng, 0, chance(f, 0.05) ? 3 : 1);
  o.order = (ep_order)ep_rng_int(&f->rng, 0, 2);
  o.catch_switches = (uint32_t)ep_rng_int(&f->rng, 0, 127);
  o.item_budget = chance(f, 0.2) ? ep_rng_int(&f->rng, -1, 50) : 20000;
  o.margin = chance(f, 0.3) ? length(f) : 0.0;
  o.struct_size += chance(f, 0.02) ? 4 : 0;
  o.cancel = chance(f, 0.2) ? cancel : NULL;
  o.cancel_user = f;
  return o;
}

static void ask(fuzz* f, ep_checker* checker)
{
  ep_error error = {.status = EP_ERROR_UNSUPPORTED};
  const ep_check_options o = options(f);
  double q[2][VALUES];
  ep_result r;
  ep_clearance c;
  ep_contact contacts[2];
  int32_t count;
  configs(f, q);
  memset(&r, 0x55, sizeof r);
  switch (ep_rng_int(&f->rng, 0, 6))
  {
  case 0:
  case 1:
  case 2:
    if (!note(f, ep_check_edge(checker, q[0], q[1], &o, &r, &error), &error))
    {
      ck_assert_int_eq(r.verdict, EP_UNDECIDED);
    }
    f->answers += r.verdict == EP_UNDECIDED ? 0 : 1;
    break;
  case 3:
    if (note(f, ep_edge_clearance(checker, q[0], q[1], length(f), &c, &error), &error))
    {
      ck_assert(c.lower <= c.upper || c.lower == 0.0);
    }
    break;
  case 4:
    note(f,
         ep_edge_contacts(checker, q[0], q[1], ep_rng_uniform(&f->rng, -0.1, 1.1), contacts, 2,
                          &count, &error),
         &error);
    break;
  case 5:
    note(f, ep_checker_propose_allowed(checker, &q[0][0], 1, NULL, NULL, &count, &error), &error);
    break;
  default:
    note(f, ep_checker_resting_overlaps(checker, NULL, NULL, &count, &error), &error);
    break;
  }
}

static void attach(fuzz* f, ep_checker* checker)
{
  ep_error error = {.status = EP_ERROR_UNSUPPORTED};
  ep_pose pose = ep_pose_identity();
  for (int k = 0; k < 3; ++k)
  {
    pose.position[k] = number(f);
    pose.rotation[k] = chance(f, 0.5) ? 0.0 : number(f);
  }
  const int32_t link = chance(f, 0.3) ? EP_NO_BODY : body(f);
  const ep_pose* given = chance(f, 0.05) ? NULL : &pose;
  note(f, ep_checker_attach(checker, body(f), link, given, &error), &error);
}

static void use(fuzz* f)
{
  ep_error error = {.status = EP_ERROR_UNSUPPORTED};
  ep_checker** checker = &f->checkers[ep_rng_int(&f->rng, 0, CHECKERS_MAX - 1)];
  if (*checker == NULL)
  {
    note(f, ep_checker_create(f->world, checker, &error), &error);
    ck_assert((*checker != NULL) == f->frozen);
  }
  else if (chance(f, 0.05))
  {
    ep_checker_destroy(*checker);
    *checker = NULL;
  }
  else if (chance(f, 0.3))
  {
    attach(f, *checker);
  }
  else
  {
    ask(f, *checker);
  }
}

static ep_machine* random_machine(fuzz* f)
{
  const ep_joint_type types[6] = {EP_JOINT_REVOLUTE, EP_JOINT_PRISMATIC, EP_JOINT_CONTINUOUS,
                                  EP_JOINT_FIXED,    EP_JOINT_PLANAR,    EP_JOINT_BALL};
  static const char* const names[4] = {"0", "1", "2", "3"};
  ep_link_desc links[4];
  for (int32_t i = 0; i < 4; ++i)
  {
    const ep_joint_type type = types[ep_rng_int(&f->rng, 0, 5)];
    links[i] = scene_link(names[i], i - 1, type, 0, i % 2, 1);
    links[i].origin.position[0] = ep_rng_uniform(&f->rng, -1.0, 1.0);
  }
  ep_machine_desc desc = ep_machine_default();
  desc.links = links;
  desc.link_count = 4;
  ep_machine* machine;
  ep_error error;
  ck_assert_msg(ep_machine_create(&desc, &machine, &error) == EP_OK, "%s", error.message);
  return machine;
}

static void run(fuzz* f)
{
  ep_error error;
  ep_world_desc desc = ep_world_default();
  f->machine = random_machine(f);
  f->frozen = false;
  f->machines = 0;
  ck_assert(ep_world_create(&desc, &f->world, &error) == EP_OK);
  for (int i = 0; i < CALLS; ++i)
  {
    const double kind = ep_rng_uniform(&f->rng, 0.0, 1.0);
    // Configurations of more than VALUES numbers are not asked about.
    if (kind < (f->frozen ? 0.05 : 0.8) && f->machines < 1 + (int)(kind * 1.3))
    {
      build(f);
    }
    else if (kind < (f->frozen ? 0.06 : 0.87))
    {
      f->frozen = ep_world_freeze(f->world, NULL) == EP_OK || f->frozen;
    }
    else if (!f->frozen || ep_world_config_size(f->world) <= VALUES)
    {
      use(f);
    }
  }
  for (int i = 0; i < CHECKERS_MAX; ++i)
  {
    ep_checker_destroy(f->checkers[i]);
    f->checkers[i] = NULL;
  }
  ep_world_destroy(f->world);
  ep_machine_destroy(f->machine);
}

EP_TEST(robust_random_calls)
{
  fuzz f = {.answers = 0};
  ep_rng_init(&f.rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(600); i < n; ++i)
  {
    run(&f);
  }
  ck_assert_int_gt(f.answers, 0);
  ck_assert_int_gt(f.refused, 0);
}
