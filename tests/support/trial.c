/// @file trial.c
#include "trial.h"

#include <math.h>

#include <stdlib.h>

void ep_trial_begin(ep_trial* trial, const ep_random_options* options, ep_rng* rng)
{
  ep_random_machine_make(&trial->raw, options, rng);
  ep_machine_desc desc = ep_machine_default();
  desc.links = trial->raw.links;
  desc.link_count = trial->raw.count;
  ep_error error;
  ck_assert_msg(ep_machine_create(&desc, &trial->machine, &error) == EP_OK, "%s", error.message);
  ck_assert_int_eq(ep_machine_config_size(trial->machine), trial->raw.config_size);
  ck_assert(ep_edge_create(trial->machine, &trial->edge, &error) == EP_OK);
  trial->oracle = NULL;
}

void ep_trial_edge(ep_trial* trial, ep_rng* rng, double scale)
{
  do
  {
    ep_random_edge(&trial->raw, rng, scale, trial->q0, trial->q1);
    if (trial->oracle == NULL)
    {
      trial->oracle = ep_oracle_create(trial->raw.links, trial->raw.count, trial->q0, trial->q1, 0);
      ck_assert(trial->oracle != NULL);
    }
    else
    {
      ep_oracle_set_edge(trial->oracle, trial->q0, trial->q1);
    }
  } while (ep_oracle_is_ambiguous(trial->oracle));
  ep_error error;
  ck_assert_msg(ep_edge_set(trial->edge, trial->q0, trial->q1, &error) == EP_OK, "%s",
                error.message);
}

void ep_trial_turn_a_little(ep_trial* trial, ep_rng* rng)
{
  for (int32_t link = 0; link < trial->raw.count; ++link)
  {
    ep_link_info info;
    ck_assert(ep_machine_link(trial->machine, link, &info) == EP_OK);
    if (info.joint != EP_JOINT_BALL && info.joint != EP_JOINT_FLOATING)
    {
      continue;
    }
    const int32_t at = info.config_start + (info.joint == EP_JOINT_FLOATING ? 3 : 0);
    const double* a = trial->q0 + at;
    double* b = trial->q1 + at;
    const double angle = ep_rng_log_uniform(rng, 1e-6, 8e-5);
    double v[3];
    ep_rng_unit_vector(rng, v);
    const double s = sin(angle / 2), c = cos(angle / 2);
    const double sign = ep_rng_int(rng, 0, 3) == 0 ? -1.0 : 1.0;
    b[0] = sign * (a[3] * s * v[0] + c * a[0] + s * (a[1] * v[2] - a[2] * v[1]));
    b[1] = sign * (a[3] * s * v[1] + c * a[1] + s * (a[2] * v[0] - a[0] * v[2]));
    b[2] = sign * (a[3] * s * v[2] + c * a[2] + s * (a[0] * v[1] - a[1] * v[0]));
    b[3] = sign * (a[3] * c - s * (a[0] * v[0] + a[1] * v[1] + a[2] * v[2]));
  }
  ep_oracle_set_edge(trial->oracle, trial->q0, trial->q1);
  ck_assert(!ep_oracle_is_ambiguous(trial->oracle));
  ck_assert(ep_edge_set(trial->edge, trial->q0, trial->q1, NULL) == EP_OK);
}

double ep_trial_time(ep_rng* rng, double t0, double t1)
{
  const int64_t kind = ep_rng_int(rng, 0, 7);
  if (kind < 2)
  {
    return kind == 0 ? t0 : t1;
  }
  return ep_rng_uniform(rng, t0, t1);
}

void ep_trial_interval(ep_rng* rng, double* t0, double* t1)
{
  const int64_t kind = ep_rng_int(rng, 0, 7);
  *t0 = kind == 0 ? 0.0 : ep_rng_uniform(rng, 0.0, 1.0);
  *t1 = kind == 0 ? 1.0 : (kind == 1 ? *t0 : ep_rng_uniform(rng, *t0, 1.0));
}

ep_box ep_trial_box(ep_rng* rng)
{
  ep_box box;
  for (int k = 0; k < 3; ++k)
  {
    const double size = ep_rng_int(rng, 0, 5) == 0 ? 0.0 : ep_rng_log_uniform(rng, 1e-4, 4.0);
    box.lo[k] = ep_rng_uniform(rng, -3.0, 3.0);
    box.hi[k] = box.lo[k] + size;
  }
  return box;
}

void ep_trial_point(ep_rng* rng, const ep_box* box, double point[3])
{
  for (int k = 0; k < 3; ++k)
  {
    point[k] = ep_trial_time(rng, box->lo[k], box->hi[k]);
  }
}

void ep_trial_end(ep_trial* trial)
{
  ep_oracle_destroy(trial->oracle);
  ep_edge_destroy(trial->edge);
  ep_machine_destroy(trial->machine);
}
