/// @file demo.c
/// What `make demo` shows: one motion of a small excavator and three proofs of where its bucket can
/// be, beside what sampling sees; and a swing past a wire that samples miss.
#include "demo_check.h"

#include <stdio.h>
#include <stdlib.h>

static ep_link_desc make_link(const char* name, int32_t parent, ep_joint_type joint,
                              const double axis[3], const double xyz[3])
{
  ep_link_desc link = ep_link_default();
  link.name = name;
  link.parent = parent;
  link.joint = joint;
  for (int k = 0; k < 3; ++k)
  {
    link.axis[k] = axis[k];
    link.origin.position[k] = xyz[k];
  }
  return link;
}

enum
{
  TRACKS,
  HOUSE,
  BOOM,
  STICK,
  BUCKET,
  LINKS
};

static ep_machine* make_excavator(void)
{
  const double z[3] = {0, 0, 1};
  const double y[3] = {0, 1, 0};
  const ep_link_desc links[LINKS] = {
      make_link("tracks", EP_NO_LINK, EP_JOINT_PLANAR, z, (const double[3]){0, 0, 0}),
      make_link("house", TRACKS, EP_JOINT_CONTINUOUS, z, (const double[3]){0, 0, 1.1}),
      make_link("boom", HOUSE, EP_JOINT_REVOLUTE, y, (const double[3]){0.4, 0, 0.9}),
      make_link("stick", BOOM, EP_JOINT_REVOLUTE, y, (const double[3]){5.7, 0, 0}),
      make_link("bucket", STICK, EP_JOINT_REVOLUTE, y, (const double[3]){2.9, 0, 0}),
  };
  ep_machine_desc desc = ep_machine_default();
  desc.name = "excavator";
  desc.links = links;
  desc.link_count = LINKS;
  ep_machine* machine = NULL;
  ep_error error;
  if (ep_machine_create(&desc, &machine, &error) != EP_OK)
  {
    fprintf(stderr, "edgeproof-demo: %s\n", error.message);
    exit(2);
  }
  return machine;
}

static double volume(const ep_box* box)
{
  return (box->hi[0] - box->lo[0]) * (box->hi[1] - box->lo[1]) * (box->hi[2] - box->lo[2]);
}

static void print_row(const char* what, const ep_box* box, double reference)
{
  printf("  %-34s x %6.2f..%5.2f  y %6.2f..%5.2f  z %6.2f..%5.2f  %6.2fx\n", what, box->lo[0],
         box->hi[0], box->lo[1], box->hi[1], box->lo[2], box->hi[2], volume(box) / reference);
}

/// The box of the bucket's eight corners at many moments: what sampling can see, no proof.
static ep_box sample(ep_edge* edge, const ep_box* bucket, int samples)
{
  ep_frame frames[LINKS];
  ep_box seen = {{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
  for (int i = 0; i <= samples; ++i)
  {
    ep_edge_frames(edge, (double)i / samples, frames);
    const ep_frame* f = &frames[BUCKET];
    for (int corner = 0; corner < 8; ++corner)
    {
      for (int r = 0; r < 3; ++r)
      {
        double p = f->position[r];
        for (int k = 0; k < 3; ++k)
        {
          p += f->rotation[r][k] * ((corner >> k & 1) != 0 ? bucket->hi[k] : bucket->lo[k]);
        }
        seen.lo[r] = p < seen.lo[r] ? p : seen.lo[r];
        seen.hi[r] = p > seen.hi[r] ? p : seen.hi[r];
      }
    }
  }
  return seen;
}

int main(void)
{
  ep_machine* machine = make_excavator();
  ep_edge* edge = NULL;
  ep_error error;
  const double q0[] = {0.0, 0.0, 0.0, -0.4, -0.6, 1.2, 0.8};
  const double q1[] = {0.5, 0.2, 0.1, 0.2, -0.3, 1.6, 1.3};
  if (ep_edge_create(machine, &edge, &error) != EP_OK || ep_edge_set(edge, q0, q1, &error) != EP_OK)
  {
    fprintf(stderr, "edgeproof-demo: %s\n", error.message);
    ep_machine_destroy(machine);
    return 2;
  }
  const ep_box bucket = {{-0.2, -0.6, -0.5}, {1.3, 0.6, 0.5}};
  const ep_oriented_box corners = ep_oriented_box_from(&bucket);
  const ep_box seen = sample(edge, &bucket, 10000);
  const double reference = volume(&seen);
  ep_box box;
  ep_swept_box swept;

  printf(
      "An excavator drives, swings and digs in one motion (7 joint values). Where can its bucket "
      "be?\n\n");
  print_row("10000 samples (no proof)", &seen, reference);
  ep_edge_taylor(edge, 0.0, 1.0, EP_TAYLOR_RIGID);
  ep_edge_link_box(edge, BUCKET, &corners, &box);
  print_row("proved: cubic rigid models", &box, reference);
  ep_edge_taylor(edge, 0.0, 1.0, 0);
  ep_edge_link_box(edge, BUCKET, &corners, &box);
  print_row("proved: interval arithmetic", &box, reference);
  ep_edge_swept_box(edge, BUCKET, &bucket, 0.0, 1.0, &swept);
  box = ep_swept_box_hull(&swept);
  print_row("proved: linear sweep + A h^2/8", &box, reference);

  ep_link_bound bounds[LINKS];
  ep_edge_bounds(edge, bounds);
  ep_node_radii radii;
  ep_machine_node_radii(machine, BUCKET, &bucket, &radii);
  printf(
      "\nNo point of the bucket moves faster than %.3f m, bends more than %.3f m or is known worse "
      "than %.1e m\n(per unit of edge time; rounding included).\n",
      ep_node_derivative_up(&bounds[BUCKET], &radii, 1),
      ep_node_derivative_up(&bounds[BUCKET], &radii, 2),
      ep_node_slack_up(&bounds[BUCKET], radii.all));
  ep_edge_destroy(edge);

  const ep_box cutter = {{-0.2, -0.01, -0.5}, {1.3, 0.01, 0.5}};
  const double from[] = {0.0, 0.0, 0.0, -1.0, -0.6, 1.2, 0.8};
  const double to[] = {0.0, 0.0, 0.0, 1.0, -0.6, 1.2, 0.8};
  printf("\nIt swings by 2 rad; a side cutter of 20 mm on the bucket passes an upright wire of 4 "
         "mm.\n\n");
  demo_check(machine, BUCKET, &cutter, 7.4, 1.0, from, to);
  demo_check(machine, BUCKET, &cutter, 7.4, 5.0, from, to);
  ep_machine_destroy(machine);
  return 0;
}
