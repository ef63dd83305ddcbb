/// @file checker_clearance.c
/// How far from contact a state or an edge is: the largest clearance that can be proved, found by
/// asking for one after the other.
#include "checker_checker.h"
#include "base_status.h"

/// No more questions than this; each at least halves what is not known, most end it.
#define QUESTIONS_MAX 64

/// Claim     clearance->lower is proved: the edge is free with it. clearance->upper is the distance
///           of a pair at some t, so the true clearance is not above it (nor above the limit).
/// Why       every answer EP_FREE is a proof, every contact a witness.
static ep_status search(ep_checker* checker, const double* q0, const double* q1,
                        ep_clearance* found, ep_error* error)
{
  const double tolerance = checker->world->tolerance;
  const double limit = found->upper;
  ep_check_options options = ep_check_default();
  options.order = EP_ORDER_CERTIFY_FIRST; // which witness is met does not depend on earlier answers
  double ask = limit;
  for (int i = 0; i < QUESTIONS_MAX; ++i)
  {
    ep_result result;
    const ep_status status = ep_checker_ask(checker, q0, q1, ask, &options, &result, error);
    if (status != EP_OK)
    {
      return status;
    }
    found->questions = i + 1;
    if (result.verdict == EP_UNDECIDED)
    {
      return EP_OK;
    }
    if (result.verdict == EP_FREE)
    {
      found->lower = ep_max(found->lower, ask);
      found->touches = false;
    }
    else
    {
      found->upper = ep_min(found->upper, result.contact.distance);
      found->contact = result.contact;
    }
    const double gap = found->upper - found->lower;
    if (gap <= 2.0 * tolerance || found->upper <= 0.0)
    {
      return EP_OK;
    }
    // Just below the nearest witness first; if that fails again and again, the middle.
    const double below = found->upper - 1.5 * tolerance;
    const double middle = found->lower + 0.5 * gap;
    ask = ep_max(0.0, i % 3 == 2 ? middle : ep_max(below, middle));
  }
  return EP_OK;
}

ep_status ep_edge_clearance(ep_checker* checker, const double* q0, const double* q1, double limit,
                            ep_clearance* clearance, ep_error* error)
{
  if (checker == NULL || clearance == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_edge_clearance: a null pointer was passed");
  }
  if (!(limit > 0.0 && limit <= EP_LENGTH_MAX))
  {
    return ep_fail(error, EP_ERROR_INPUT, "ep_edge_clearance: limit %g is not a length", limit);
  }
  *clearance = (ep_clearance){.upper = limit, .touches = true};
  const ep_status status = search(checker, q0, q1, clearance, error);
  return status != EP_OK ? status : ep_succeed(error);
}

ep_status ep_state_clearance(ep_checker* checker, const double* q, double limit,
                             ep_clearance* clearance, ep_error* error)
{
  return ep_edge_clearance(checker, q, q, limit, clearance, error);
}
