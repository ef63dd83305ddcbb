/// @file scene.c
#include "scene.h"

#include <math.h>
#include <string.h>

#define SEARCH_STEPS 20000

scene scene_begin(double clearance)
{
  scene s = {.clearance = clearance};
  ep_world_desc desc = ep_world_default();
  desc.tolerance = SCENE_TOLERANCE;
  desc.clearance = clearance;
  ep_error error;
  ck_assert_msg(ep_world_create(&desc, &s.world, &error) == EP_OK, "%s", error.message);
  return s;
}

void scene_end(scene* s)
{
  ep_checker_destroy(s->checker);
  ep_world_destroy(s->world);
  for (int32_t i = 0; i < s->machine_count; ++i)
  {
    ep_machine_destroy(s->machines[i]);
  }
  *s = (scene){0};
}

int32_t scene_machine(scene* s, const char* name, const ep_link_desc* links, int32_t count)
{
  ck_assert_int_lt(s->machine_count, SCENE_MACHINES_MAX);
  ep_machine** machine = &s->machines[s->machine_count];
  ep_machine_desc desc = ep_machine_default();
  desc.name = name;
  desc.links = links;
  desc.link_count = count;
  ep_error error;
  ck_assert_msg(ep_machine_create(&desc, machine, &error) == EP_OK, "%s", error.message);
  int32_t index = -1;
  ck_assert_msg(ep_world_add_machine(s->world, name, *machine, &index,
                                     &s->first_body[s->machine_count], &error) == EP_OK,
                "%s", error.message);
  ck_assert_int_eq(index, s->machine_count);
  return s->machine_count++;
}

void scene_shape(scene* s, int32_t machine, int32_t link, ep_geometry_desc shape)
{
  ep_error error;
  ck_assert_msg(ep_world_add_link_shape(s->world, machine, link, &shape, &error) == EP_OK, "%s",
                error.message);
}

int32_t scene_obstacle(scene* s, const char* name, ep_geometry_desc shape)
{
  ep_error error;
  int32_t body = EP_NO_BODY;
  ck_assert_msg(ep_world_add_obstacle(s->world, name, &shape, 1, &body, &error) == EP_OK, "%s",
                error.message);
  return body;
}

int32_t scene_payload(scene* s, const char* name, ep_geometry_desc shape)
{
  ep_error error;
  int32_t body = EP_NO_BODY;
  ck_assert_msg(ep_world_add_payload(s->world, name, &shape, 1, &body, &error) == EP_OK, "%s",
                error.message);
  return body;
}

void scene_freeze(scene* s)
{
  ep_error error;
  ck_assert_msg(ep_world_freeze(s->world, &error) == EP_OK, "%s", error.message);
  ck_assert_msg(ep_checker_create(s->world, &s->checker, &error) == EP_OK, "%s", error.message);
}

ep_link_desc scene_link(const char* name, int32_t parent, ep_joint_type joint, double x, double y,
                        double z)
{
  ep_link_desc link = ep_link_default();
  link.name = name;
  link.parent = parent;
  link.joint = joint;
  link.axis[0] = x;
  link.axis[1] = y;
  link.axis[2] = z;
  return link;
}

static ep_geometry_desc shape_at(ep_shape_type type, double x, double y, double z)
{
  ep_geometry_desc shape = ep_geometry_default();
  shape.type = type;
  shape.pose.position[0] = x;
  shape.pose.position[1] = y;
  shape.pose.position[2] = z;
  return shape;
}

ep_geometry_desc scene_box(double size_x, double size_y, double size_z, double x, double y,
                           double z)
{
  ep_geometry_desc shape = shape_at(EP_SHAPE_BOX, x, y, z);
  shape.size[0] = size_x;
  shape.size[1] = size_y;
  shape.size[2] = size_z;
  return shape;
}

ep_geometry_desc scene_ball(double radius, double x, double y, double z)
{
  ep_geometry_desc shape = shape_at(EP_SHAPE_SPHERE, x, y, z);
  shape.size[0] = radius;
  return shape;
}

ep_geometry_desc scene_mesh(const double* vertices, int32_t vertex_count, const int32_t* triangles,
                            int32_t triangle_count)
{
  ep_geometry_desc shape = ep_geometry_default();
  shape.vertices = vertices;
  shape.vertex_count = vertex_count;
  shape.triangles = triangles;
  shape.triangle_count = triangle_count;
  return shape;
}

// Corner i is at +half along the axes whose bit is set in i.
const int32_t scene_box_triangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                         2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

void scene_box_corners(double size_x, double size_y, double size_z, double vertices[24])
{
  const double half[3] = {0.5 * size_x, 0.5 * size_y, 0.5 * size_z};
  for (int i = 0; i < 8; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      vertices[3 * i + k] = ((i >> k) & 1) != 0 ? half[k] : -half[k];
    }
  }
}

// --- Asking ---

// The other method, where an order of work is asked for.
#define BY_CATCH ((ep_order)(EP_ORDER_SAMPLES_FIRST + 1))

ep_result scene_check(scene* s, const double* q0, const double* q1, ep_mode mode, ep_order order)
{
  ep_check_options options = ep_check_default();
  options.mode = mode;
  options.order = order == BY_CATCH ? EP_ORDER_AUTOMATIC : order;
  options.method = order == BY_CATCH ? EP_METHOD_CATCH : EP_METHOD_SPACETIME;
  ep_result result;
  memset(&result, 0x55, sizeof result);
  ep_error error;
  ck_assert_msg(ep_check_edge(s->checker, q0, q1, &options, &result, &error) == EP_OK, "%s",
                error.message);
  ck_assert(error.status == EP_OK && error.message[0] == '\0');
  return result;
}

ep_result scene_state(scene* s, const double* q)
{
  ep_result result;
  memset(&result, 0x55, sizeof result);
  ep_error error;
  ck_assert_msg(ep_check_state(s->checker, q, NULL, &result, &error) == EP_OK, "%s", error.message);
  return result;
}

// --- Demanding ---

scene_contact scene_first(scene_gap gap, double clearance, const char* a, const char* b)
{
  ck_assert_msg(gap(0.0) > clearance, "'%s' and '%s' are within %g m from the start", a, b,
                clearance);
  double lo = 0.0;
  double hi = 1.0;
  for (int i = 1; i <= SEARCH_STEPS; ++i)
  {
    const double t = (double)i / SEARCH_STEPS;
    if (gap(t) <= clearance)
    {
      lo = (double)(i - 1) / SEARCH_STEPS;
      hi = t;
      break;
    }
  }
  ck_assert_msg(gap(hi) <= clearance, "'%s' and '%s' never meet", a, b);
  for (int i = 0; i < 60; ++i)
  {
    const double t = 0.5 * (lo + hi);
    *(gap(t) <= clearance ? &hi : &lo) = t;
  }
  const double h = 1e-6;
  return (scene_contact){a, b, hi, (gap(hi - h) - gap(hi + h)) / (2.0 * h), clearance};
}

// The verdict in all modes and orders and by both methods, forwards and backwards.
static void expect_verdict(scene* s, const double* q0, const double* q1, ep_verdict verdict)
{
  for (int i = 0; i < 16; ++i)
  {
    const ep_mode mode = i % 2 == 0 ? EP_MODE_BOOLEAN : EP_MODE_TIME_OF_CONTACT;
    const ep_order order = (ep_order)(i / 2 % 4);
    const bool back = i >= 8;
    const ep_result r = scene_check(s, back ? q1 : q0, back ? q0 : q1, mode, order);
    ck_assert_msg(r.verdict == verdict, "%s, not %s: mode %d, order %d, %s (pair '%s' '%s', t %g)",
                  ep_verdict_text(r.verdict), ep_verdict_text(verdict), (int)mode, (int)order,
                  back ? "backwards" : "forwards",
                  r.verdict == EP_COLLIDING ? ep_world_body_name(s->world, r.contact.body[0]) : "",
                  r.verdict == EP_COLLIDING ? ep_world_body_name(s->world, r.contact.body[1]) : "",
                  r.verdict == EP_COLLIDING ? r.contact.t : 0.0);
  }
}

static void expect_pair(scene* s, const ep_contact* c, const char* a, const char* b)
{
  const char* first = ep_world_body_name(s->world, c->body[0]);
  const char* second = ep_world_body_name(s->world, c->body[1]);
  ck_assert(first != NULL && second != NULL);
  ck_assert_msg((strcmp(first, a) == 0 && strcmp(second, b) == 0) ||
                    (strcmp(first, b) == 0 && strcmp(second, a) == 0),
                "'%s' and '%s', not '%s' and '%s'", first, second, a, b);
  ck_assert(c->triangle[0] >= 0 && c->triangle[1] >= 0);
}

// What the header says of any witness but one of containment.
static void expect_witness(const ep_contact* c, double clearance)
{
  const double n =
      c->normal[0] * c->normal[0] + c->normal[1] * c->normal[1] + c->normal[2] * c->normal[2];
  ck_assert(c->t >= 0.0 && c->t <= 1.0);
  ck_assert(c->clearance == clearance);
  ck_assert(c->distance >= 0.0 && c->distance <= clearance + SCENE_TOLERANCE + 1e-9);
  if (c->kind == EP_CONTACT_INTERSECTION)
  {
    ck_assert(c->distance == 0.0);
    return;
  }
  ck_assert_msg(c->kind == EP_CONTACT_CLEARANCE || c->kind == EP_CONTACT_BAND, "kind %d",
                (int)c->kind);
  ck_assert(c->kind == EP_CONTACT_BAND || c->distance <= clearance + 1e-9);
  ck_assert(c->kind == EP_CONTACT_CLEARANCE || c->distance >= clearance - 1e-9);
  ck_assert(c->distance == 0.0 || fabs(n - 1.0) < 1e-6);
  for (int i = 0; i < 2; ++i)
  {
    ck_assert(c->feature[i] >= EP_FEATURE_VERTEX && c->feature[i] <= EP_FEATURE_FACE);
  }
}

void scene_expect_contact(scene* s, const double* q0, const double* q1,
                          const scene_contact* expected)
{
  expect_verdict(s, q0, q1, EP_COLLIDING);
  for (int order = EP_ORDER_AUTOMATIC; order <= (int)BY_CATCH; ++order)
  {
    // Any witness will do here, a later one of another pair too.
    const ep_result any = scene_check(s, q0, q1, EP_MODE_BOOLEAN, (ep_order)order);
    expect_witness(&any.contact, any.contact.clearance);
    const ep_result r = scene_check(s, q0, q1, EP_MODE_TIME_OF_CONTACT, (ep_order)order);
    const ep_contact* c = &r.contact;
    expect_pair(s, c, expected->a, expected->b);
    expect_witness(c, expected->clearance);
    // The time in which the distance shrinks by the tolerance.
    const double step = SCENE_TOLERANCE / expected->speed;
    const double t = expected->t;
    ck_assert_msg(c->t >= t - 1.5 * step - 1e-9 && c->t <= t + 2.0 * step + 1e-9,
                  "contact at %.9g, not at %.9g (a tolerance is %.3g)", c->t, t, step);
    ck_assert_msg(r.t_free <= t + 1e-9, "free until %.9g, beyond the contact at %.9g", r.t_free, t);
    ck_assert_msg(r.t_free <= c->t, "free until %.9g, contact at %.9g", r.t_free, c->t);
    ck_assert_msg(r.t_free >= t - 4.0 * step - 1e-6, "free until %.9g only, contact at %.9g",
                  r.t_free, t);
  }
}

void scene_expect_free(scene* s, const double* q0, const double* q1)
{
  expect_verdict(s, q0, q1, EP_FREE);
  ck_assert_int_eq(scene_state(s, q0).verdict, EP_FREE);
  ck_assert_int_eq(scene_state(s, q1).verdict, EP_FREE);
}

void scene_expect_kind(scene* s, const double* q0, const double* q1, ep_contact_kind kind,
                       const char* a, const char* b)
{
  expect_verdict(s, q0, q1, EP_COLLIDING);
  for (int mode = EP_MODE_BOOLEAN; mode <= EP_MODE_TIME_OF_CONTACT; ++mode)
  {
    const ep_result r = scene_check(s, q0, q1, (ep_mode)mode, EP_ORDER_AUTOMATIC);
    expect_pair(s, &r.contact, a, b);
    ck_assert_msg(kind == EP_CONTACT_NONE ? r.contact.kind != EP_CONTACT_CONTAINMENT
                                          : r.contact.kind == kind,
                  "kind %d, not %d", (int)r.contact.kind, (int)kind);
    ck_assert(r.contact.t >= 0.0 && r.contact.t <= 1.0);
    ck_assert(mode == EP_MODE_BOOLEAN || r.t_free <= r.contact.t);
  }
}

void scene_expect_samples_free(scene* s, const double* q0, const double* q1, int32_t size,
                               int32_t steps)
{
  double q[16];
  ck_assert(size <= 16);
  for (int32_t i = 0; i <= steps; ++i)
  {
    const double t = (double)i / steps;
    for (int32_t k = 0; k < size; ++k)
    {
      q[k] = (1.0 - t) * q0[k] + t * q1[k];
    }
    ck_assert_msg(scene_state(s, q).verdict == EP_FREE, "the sample at %g collides", t);
  }
}
