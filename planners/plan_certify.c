/// @file plan_certify.c
/// A path proved again: by the method that did not plan it too, and its clearance.
#include "plan.h"

#include "io_file.h"
#include "program.h"

#include <stdlib.h>

/// An edge is free if both methods prove it.
static ep_status certify_edge(ep_checker* checker, const double* q0, const double* q1,
                              plan_edge* edge, ep_error* error)
{
  static const ep_method methods[] = {EP_METHOD_SPACETIME, EP_METHOD_CATCH};
  *edge = (plan_edge){.verdict = EP_UNDECIDED};
  ep_status status = EP_OK;
  for (int i = 0; i < 2 && (i == 0 || edge->verdict == EP_FREE); ++i)
  {
    ep_check_options options = ep_check_default();
    options.method = methods[i];
    ep_result result;
    edge->verdict = EP_UNDECIDED;
    status = ep_check_edge(checker, q0, q1, &options, &result, error);
    if (status != EP_OK)
    {
      return status;
    }
    edge->verdict = result.verdict;
    edge->contact = result.contact;
  }
  return status;
}

/// Names outlive the world in the plan.
static ep_status copy_names(const ep_world* world, plan_edge* edge, ep_error* error)
{
  for (int i = 0; i < 2; ++i)
  {
    edge->pair[i] = ep_string_copy(ep_world_body_name(world, edge->contact.body[i]));
    if (edge->pair[i] == NULL)
    {
      return program_error(error, EP_ERROR_MEMORY, "no memory");
    }
  }
  return EP_OK;
}

/// An edge that is free with a margin on every clearance keeps that distance. The search for the
/// clearance ends within one and a half tolerances of it, so that near contact it may prove
/// nothing.
static ep_status measure_narrow(ep_checker* checker, const double* q0, const double* q1,
                                double margin, plan_edge* edge, ep_error* error)
{
  ep_check_options options = ep_check_default();
  options.margin = margin;
  ep_result result;
  const ep_status status = ep_check_edge(checker, q0, q1, &options, &result, error);
  if (status == EP_OK && result.verdict == EP_FREE)
  {
    edge->clearance = margin;
  }
  return status;
}

static ep_status measure(ep_checker* checker, const double* q0, const double* q1, double limit,
                         double tolerance, plan_edge* edge, ep_error* error)
{
  ep_clearance clearance;
  const ep_status status = ep_edge_clearance(checker, q0, q1, limit, &clearance, error);
  if (status != EP_OK)
  {
    return status;
  }
  edge->clearance = clearance.lower;
  edge->clearance_max = clearance.upper;
  return clearance.lower < tolerance && tolerance <= clearance.upper
             ? measure_narrow(checker, q0, q1, tolerance, edge, error)
             : EP_OK;
}

static ep_status certify_all(const ep_scene* scene, plan_leg* leg, const ep_world* world,
                             ep_checker* checker, double limit, ep_error* error)
{
  const size_t size = (size_t)ep_scene_config_size(scene);
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i + 1 < leg->row_count; ++i)
  {
    const double* q0 = leg->rows + (size_t)i * size;
    plan_edge* edge = &leg->edges[i];
    status = certify_edge(checker, q0, q0 + size, edge, error);
    if (status == EP_OK && edge->verdict == EP_FREE)
    {
      status = measure(checker, q0, q0 + size, limit, ep_scene_tolerance(scene), edge, error);
    }
    if (status == EP_OK && edge->verdict == EP_COLLIDING)
    {
      status = copy_names(world, edge, error);
    }
  }
  return status;
}

ep_status plan_certify(const ep_scene* scene, plan_leg* leg, const ep_world* world, double limit,
                       ep_error* error)
{
  const double start = program_now();
  ep_checker* checker = NULL;
  leg->edges = calloc((size_t)leg->row_count + 1, sizeof *leg->edges);
  ep_status status =
      leg->edges != NULL ? EP_OK : program_error(error, EP_ERROR_MEMORY, "no memory");
  status =
      status != EP_OK ? status : ep_scene_make_checker(scene, leg->query, world, &checker, error);
  status = status != EP_OK ? status : certify_all(scene, leg, world, checker, limit, error);
  ep_checker_destroy(checker);
  leg->seconds_certify += program_now() - start;
  return status;
}
