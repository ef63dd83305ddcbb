// An outside program in C: an arm of two links turns by half a turn, the tip ends where it must.
#include <edgeproof/edgeproof.h>

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

static int fail(const char* what, const ep_error* error)
{
  fprintf(stderr, "%s: %s\n", what, error->message);
  return 1;
}

static ep_status make_arm(ep_machine** machine, ep_error* error)
{
  ep_link_desc links[2] = {ep_link_default(), ep_link_default()};
  links[0].name = "arm";
  links[0].joint = EP_JOINT_REVOLUTE;
  links[0].axis[0] = 0.0;
  links[0].axis[2] = 1.0;
  links[1].name = "tip";
  links[1].parent = 0;
  links[1].origin.position[0] = 2.0;

  ep_machine_desc desc = ep_machine_default();
  desc.links = links;
  desc.link_count = 2;
  return ep_machine_create(&desc, machine, error);
}

/// The tip at a configuration, compared with (x, 0, 0).
static int check_tip(const ep_machine* machine, const double* q, double x, ep_error* error)
{
  ep_frame frames[2];
  if (ep_machine_forward(machine, q, frames, error) != EP_OK)
    return fail("ep_machine_forward", error);
  const double* p = frames[1].position;
  printf("q = %g: tip at %g %g %g\n", q[0], p[0], p[1], p[2]);
  return fabs(p[0] - x) < 1e-9 && fabs(p[1]) < 1e-9 && fabs(p[2]) < 1e-9 ? 0 : 1;
}

int main(void)
{
  ep_error error;
  ep_machine* machine = NULL;
  ep_edge* edge = NULL;
  if (make_arm(&machine, &error) != EP_OK)
    return fail("ep_machine_create", &error);
  if (ep_edge_create(machine, &edge, &error) != EP_OK)
    return fail("ep_edge_create", &error);

  const double q0[1] = {0.0};
  const double q1[1] = {pi};
  if (ep_edge_set(edge, q0, q1, &error) != EP_OK)
    return fail("ep_edge_set", &error);
  double q[1];
  if (ep_edge_config(edge, 1.0, q) != EP_OK)
    return 1;
  const int failures = check_tip(machine, q0, 2.0, &error) + check_tip(machine, q, -2.0, &error);

  ep_edge_destroy(edge);
  ep_machine_destroy(machine);
  return failures;
}
