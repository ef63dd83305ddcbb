/// @file fcl_world_steps.c
/// How many steps an edge is sampled in.
#include "fcl_world_parts.h"

#define PI 3.14159265358979323846

/// Number of steps of a length, at least 1.
static ep_status steps_of(double length, double step, int32_t* steps, ep_error* error)
{
  const double count = fmax(ceil(length / step), 1.0);
  if (!(count <= (double)(INT32_MAX / 2)))
  {
    return ep_plugin_fail(error, EP_ERROR_INPUT, "an edge in FCL: %g steps", count);
  }
  *steps = (int32_t)count;
  return EP_OK;
}

/// What a state space says of an edge: components of a compound.
typedef struct extents
{
  double squared_length; ///< of the edge in the real vector
  double squared_extent; ///< of the real vector's bounds
  double share;          ///< of the extent: the largest of the other components
} extents;

static double wrapped(double difference)
{
  const double turn = fabs(fmod(difference, 2.0 * PI));
  return turn > PI ? 2.0 * PI - turn : turn;
}

static ep_status add_real(const ep_scene* scene, int32_t value, double difference, extents* all,
                          ep_error* error)
{
  double lower;
  double upper;
  ep_scene_value_bounds(scene, value, &lower, &upper);
  if (!isfinite(lower) || !isfinite(upper))
  {
    return ep_plugin_fail(error, EP_ERROR_INPUT,
                          "a fraction of the space's extent: '%s' has no bounds",
                          ep_scene_value_name(scene, value));
  }
  all->squared_length += difference * difference;
  all->squared_extent += (upper - lower) * (upper - lower);
  return EP_OK;
}

/// SO3: angles between quaternions are at most a quarter turn.
static void add_ball(const double* a, const double* b, extents* all)
{
  double dot = 0.0;
  double squares[2] = {0.0, 0.0};
  for (int k = 0; k < 4; ++k)
  {
    dot += a[k] * b[k];
    squares[0] += a[k] * a[k];
    squares[1] += b[k] * b[k];
  }
  const double cosine = fmin(fabs(dot) / sqrt(squares[0] * squares[1]), 1.0);
  all->share = fmax(all->share, acos(cosine) / (0.5 * PI));
}

/// q0 and q1 are the joint's values, from the scene's number `value` on.
static ep_status add_joint(const ep_scene* scene, const ep_link_info* link, int32_t value,
                           const double* q0, const double* q1, extents* all, ep_error* error)
{
  const ep_joint_type joint = link->joint;
  const int32_t reals = joint == EP_JOINT_PLANAR ? 2
                        : joint == EP_JOINT_FLOATING
                            ? 3
                            : joint == EP_JOINT_REVOLUTE || joint == EP_JOINT_PRISMATIC;
  ep_status status = EP_OK;
  for (int32_t i = 0; i < reals && i < link->config_size && status == EP_OK; ++i)
  {
    status = add_real(scene, value + i, q1[i] - q0[i], all, error);
  }
  if (link->config_size == reals + 1)
  {
    all->share = fmax(all->share, wrapped(q1[reals] - q0[reals]) / PI);
  }
  else if (link->config_size == reals + 4)
  {
    add_ball(q0 + reals, q1 + reals, all);
  }
  return status;
}

ep_status ep_fcl_edge_steps_of_fraction(ep_fcl_checker* checker, const double* q0, const double* q1,
                                        double fraction, int32_t* steps, ep_error* error)
{
  if (checker == NULL || q0 == NULL || q1 == NULL || steps == NULL || !(fraction > 0.0))
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_fcl_edge_steps_of_fraction: a null pointer, or a fraction of %g",
                          fraction);
  }
  extents all = {0.0, 0.0, 0.0};
  ep_status status = ep_fcl_set_edge(checker, q0, q1, error);
  for (int32_t i = 0; i < checker->world->machine_count && status == EP_OK; ++i)
  {
    const ep_fcl_machine* m = &checker->world->machines[i];
    for (int32_t k = 0; k < ep_machine_link_count(m->machine) && status == EP_OK; ++k)
    {
      ep_link_info link;
      (void)ep_machine_link(m->machine, k, &link);
      const int32_t value = m->config_start + link.config_start;
      status = add_joint(checker->world->scene, &link, value, q0 + value, q1 + value, &all, error);
    }
  }
  if (status != EP_OK)
  {
    return status;
  }
  const double real =
      all.squared_extent > 0.0 ? sqrt(all.squared_length / all.squared_extent) : 0.0;
  status = steps_of(fmax(real, all.share), fraction, steps, error);
  return status != EP_OK ? status : ep_plugin_ok(error);
}

ep_status ep_fcl_edge_steps_of_motion(ep_fcl_checker* checker, const double* q0, const double* q1,
                                      double metres, int32_t* steps, ep_error* error)
{
  if (checker == NULL || q0 == NULL || q1 == NULL || steps == NULL || !(metres > 0.0))
  {
    return ep_plugin_fail(error, EP_ERROR_MISUSE,
                          "ep_fcl_edge_steps_of_motion: a null pointer, or a step of %g m", metres);
  }
  ep_status status = ep_fcl_set_edge(checker, q0, q1, error);
  status = status != EP_OK ? status : ep_fcl_set_approaches(checker, error);
  double fastest = 0.0;
  for (int32_t i = 0; i < checker->world->pair_count && status == EP_OK; ++i)
  {
    const int32_t* pair = checker->world->pairs[i].object;
    for (int k = 0; k < 2; ++k)
    {
      // The first of a pair is often the one before.
      if (k == 1 || i == 0 || checker->world->pairs[i - 1].object[0] != pair[0])
      {
        fastest = fmax(fastest, ep_fcl_object_approach(checker, pair[k]).speed);
      }
    }
  }
  status = status != EP_OK ? status : steps_of(fastest, metres, steps, error);
  return status != EP_OK ? status : ep_plugin_ok(error);
}
