/// @file demo_check.c
#include "demo_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void must(ep_status status, const ep_error* error)
{
  if (status != EP_OK)
  {
    fprintf(stderr, "edgeproof-demo: %s\n", error->message);
    exit(2);
  }
}

static ep_geometry_desc make_box(const ep_box* box)
{
  ep_geometry_desc shape = ep_geometry_default();
  shape.type = EP_SHAPE_BOX;
  for (int k = 0; k < 3; ++k)
  {
    shape.size[k] = box->hi[k] - box->lo[k];
    shape.pose.position[k] = 0.5 * (box->hi[k] + box->lo[k]);
  }
  return shape;
}

/// A wire of 4 mm, upright, where the stick passes.
static ep_geometry_desc make_wire(double x, double y)
{
  ep_geometry_desc shape = ep_geometry_default();
  shape.type = EP_SHAPE_CYLINDER;
  shape.size[0] = 0.002;
  shape.size[1] = 6.0;
  shape.pose.position[0] = x;
  shape.pose.position[1] = y;
  shape.pose.position[2] = 3.0;
  return shape;
}

static ep_world* make_world(const ep_machine* machine, int32_t link, const ep_box* box, double x,
                            double y)
{
  ep_error error;
  ep_world* world = NULL;
  int32_t index;
  const ep_world_desc desc = ep_world_default();
  const ep_geometry_desc wire = make_wire(x, y);
  const ep_geometry_desc shape = make_box(box);
  must(ep_world_create(&desc, &world, &error), &error);
  must(ep_world_add_obstacle(world, "wire", &wire, 1, NULL, &error), &error);
  must(ep_world_add_machine(world, "excavator", machine, &index, NULL, &error), &error);
  must(ep_world_add_link_shape(world, index, link, &shape, &error), &error);
  must(ep_world_freeze(world, &error), &error);
  return world;
}

/// How many of the states at 0, 1 %, 2 % ... of the motion collide.
static int count_samples(ep_checker* checker, ep_edge* edge, int32_t size)
{
  int hits = 0;
  double q[16];
  for (int i = 0; i <= 100 && size <= 16; ++i)
  {
    ep_result result;
    ep_error error;
    (void)ep_edge_config(edge, i / 100.0, q);
    must(ep_check_state(checker, q, NULL, &result, &error), &error);
    hits += result.verdict == EP_COLLIDING;
  }
  return hits;
}

void demo_check(const ep_machine* machine, int32_t link, const ep_box* box, double x, double y,
                const double* q0, const double* q1)
{
  ep_error error;
  ep_world* world = make_world(machine, link, box, x, y);
  ep_checker* checker = NULL;
  ep_edge* edge = NULL;
  ep_check_options options = ep_check_default();
  ep_result result;
  options.mode = EP_MODE_TIME_OF_CONTACT;
  must(ep_checker_create(world, &checker, &error), &error);
  must(ep_edge_create(machine, &edge, &error), &error);
  must(ep_edge_set(edge, q0, q1, &error), &error);
  must(ep_check_edge(checker, q0, q1, &options, &result, &error), &error);
  printf("  wire at y = %4.1f m: %d of 101 samples collide; the whole motion is %s", y,
         count_samples(checker, edge, ep_world_config_size(world)),
         ep_verdict_text(result.verdict));
  if (result.verdict == EP_COLLIDING)
  {
    const ep_contact* c = &result.contact;
    printf(":\n      %s meets %s at t = %.4f near (%.3f, %.3f, %.3f); proved free before t = %.4f",
           ep_world_body_name(world, c->body[0]), ep_world_body_name(world, c->body[1]), c->t,
           c->point[0][0], c->point[0][1], c->point[0][2], result.t_free);
  }
  printf("\n");
  ep_edge_destroy(edge);
  ep_checker_destroy(checker);
  ep_world_destroy(world);
}
