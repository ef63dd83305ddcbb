/// @file planning_validate.c
/// What OMPL's planners ask, put before our validator, or before states along the motion. No
/// memory is asked for: configurations are on the stack.
#include "planning_internal.h"

#include <math.h>

/// @name Certified
/// @{

static int certified_state(const double* state, void* user)
{
  const ep_planning* p = user;
  double q[EP_OMPL_SIZE_MAX];
  ep_planning_layout_config(&p->layout, state, q);
  return ep_validator_state(p->validator, q, NULL, NULL) == EP_FREE ? 1 : 0;
}

static double clearance(const double* state, void* user)
{
  const ep_planning* p = user;
  double q[EP_OMPL_SIZE_MAX];
  ep_planning_layout_config(&p->layout, state, q);
  return ep_validator_clearance(p->validator, q, NULL);
}

static void tell(const ep_planning* p, const double* q0, const double* q1, ep_verdict verdict)
{
  if (p->options.motion_asked != NULL)
  {
    p->options.motion_asked(q0, q1, verdict, p->options.asked_user);
  }
}

/// One motion, or one half of it, as configurations.
static bool is_free(const ep_planning* p, const double* from, const double* to)
{
  double q0[EP_OMPL_SIZE_MAX];
  double q1[EP_OMPL_SIZE_MAX];
  ep_planning_layout_config(&p->layout, from, q0);
  ep_planning_layout_config(&p->layout, to, q1);
  const ep_verdict verdict = ep_validator_motion(p->validator, q0, q1, NULL, NULL);
  tell(p, q0, q1, verdict);
  return verdict == EP_FREE;
}

static int certified_motion(const double* from, const double* to, void* user)
{
  const ep_planning* p = user;
  if (!ep_planning_layout_splits(&p->layout, from, to))
  {
    return is_free(p, from, to) ? 1 : 0;
  }
  double middle[EP_OMPL_SIZE_MAX];
  return ep_ompl_space_interpolate(p->layout.space, from, to, 0.5, middle, NULL) == EP_SHIM_OK &&
                 is_free(p, from, middle) && is_free(p, middle, to)
             ? 1
             : 0;
}

/// A motion of OMPL's, and which part of its time is asked about.
typedef struct stretch
{
  const ep_planning* planning;
  const double* from;
  const double* to;
  double begin;
  double length;
} stretch;

/// The configuration that OMPL will make of a moment.
static void state_at(double t, double* q, void* user)
{
  const stretch* s = user;
  double state[EP_OMPL_SIZE_MAX];
  if (ep_ompl_space_interpolate(s->planning->layout.space, s->from, s->to, s->begin + t * s->length,
                                state, NULL) == EP_SHIM_OK)
  {
    ep_planning_layout_config(&s->planning->layout, state, q);
    return;
  }
  for (int32_t i = 0; i < s->planning->layout.config_size; ++i)
  {
    q[i] = NAN; // which no check takes for free
  }
}

/// The prefix of a stretch whose ends are the states a and b. True if all of it is free.
static bool prefix_of(stretch* s, const double* a, const double* b, double* t)
{
  double q0[EP_OMPL_SIZE_MAX];
  double q1[EP_OMPL_SIZE_MAX];
  const ep_planning* p = s->planning;
  ep_planning_layout_config(&p->layout, a, q0);
  ep_planning_layout_config(&p->layout, b, q1);
  ep_prefix prefix;
  const ep_verdict verdict =
      ep_validator_prefix(p->validator, q0, q1, state_at, s, &prefix, NULL, NULL);
  tell(p, q0, q1, verdict);
  *t = s->begin + s->length * prefix.t_last;
  return verdict == EP_FREE;
}

static int certified_prefix(const double* from, const double* to, double* t, double* state,
                            void* user)
{
  (void)state; // OMPL's interpolation makes of *t what state_at() made of it
  stretch s = {user, from, to, 0.0, 1.0};
  if (!ep_planning_layout_splits(&s.planning->layout, from, to))
  {
    return prefix_of(&s, from, to, t) ? 1 : 0;
  }
  double middle[EP_OMPL_SIZE_MAX];
  *t = 0.0;
  if (ep_ompl_space_interpolate(s.planning->layout.space, from, to, 0.5, middle, NULL) !=
      EP_SHIM_OK)
  {
    return 0;
  }
  s.length = 0.5;
  if (!prefix_of(&s, from, middle, t))
  {
    return 0;
  }
  s.begin = 0.5;
  return prefix_of(&s, middle, to, t) ? 1 : 0;
}

/// @}
/// @name Discrete
/// @{

static int discrete_state(const double* state, void* user)
{
  const ep_planning* p = user;
  if (p->options.state_valid == NULL)
  {
    return certified_state(state, user);
  }
  double q[EP_OMPL_SIZE_MAX];
  ep_planning_layout_config(&p->layout, state, q);
  return p->options.state_valid(q, p->options.state_user) == 1 ? 1 : 0;
}

/// How many steps a motion takes; 0 if that cannot be told.
static int64_t steps_of(const ep_planning* p, const double* from, const double* to)
{
  double length;
  if (ep_ompl_space_distance(p->layout.space, from, to, &length, NULL) != EP_SHIM_OK ||
      !(length / p->options.step < 1e9))
  {
    return 0;
  }
  const int64_t steps = (int64_t)ceil(length / p->options.step);
  return steps < 1 ? 1 : steps;
}

static bool valid_at(const ep_planning* p, const double* from, const double* to, double t)
{
  double state[EP_OMPL_SIZE_MAX];
  return ep_ompl_space_interpolate(p->layout.space, from, to, t, state, NULL) == EP_SHIM_OK &&
         discrete_state(state, (void*)(uintptr_t)p) == 1;
}

/// The end first, then the middle, and so on: a collision is found early.
static int discrete_motion(const double* from, const double* to, void* user)
{
  const ep_planning* p = user;
  const int64_t steps = steps_of(p, from, to);
  if (steps == 0 || discrete_state(to, user) != 1)
  {
    return 0;
  }
  int64_t stride = 1;
  while (stride < steps)
  {
    stride *= 2;
  }
  for (stride /= 2; stride >= 1; stride /= 2)
  {
    for (int64_t i = stride; i < steps; i += 2 * stride)
    {
      if (!valid_at(p, from, to, (double)i / (double)steps))
      {
        return 0;
      }
    }
  }
  return 1;
}

static int discrete_prefix(const double* from, const double* to, double* t, double* state,
                           void* user)
{
  (void)state;
  const ep_planning* p = user;
  const int64_t steps = steps_of(p, from, to);
  *t = 0.0;
  for (int64_t i = 1; i <= steps; ++i)
  {
    if (i < steps ? !valid_at(p, from, to, (double)i / (double)steps)
                  : discrete_state(to, user) != 1)
    {
      *t = (double)(i - 1) / (double)steps;
      return 0;
    }
  }
  return steps > 0 ? 1 : 0;
}

/// @}

ep_ompl_validator ep_planning_validator_table(ep_planning* planning)
{
  ep_ompl_validator table = ep_ompl_validator_default();
  table.user = planning;
  table.state_clearance = clearance;
  if (planning->options.kind == EP_PLANNING_CERTIFIED)
  {
    table.state_valid = certified_state;
    table.motion_valid = certified_motion;
    table.motion_prefix = certified_prefix;
    return table;
  }
  table.state_valid = discrete_state;
  if (planning->options.step > 0.0)
  {
    table.motion_valid = discrete_motion;
    table.motion_prefix = discrete_prefix;
  }
  return table;
}
