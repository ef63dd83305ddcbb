/// @file trial.h
/// One random machine with an edge, as core sees it and as the oracle does.
#ifndef EP_TEST_TRIAL_H
#define EP_TEST_TRIAL_H

#include "oracle.h"
#include "random_machine.h"
#include "edgeproof/edgeproof.h"

typedef struct ep_trial
{
  ep_random_machine raw;
  ep_machine* machine;
  ep_edge* edge;
  ep_oracle* oracle;
  double q0[EP_RANDOM_CONFIG_MAX];
  double q1[EP_RANDOM_CONFIG_MAX];
} ep_trial;

/// Makes a machine; fails the test if core refuses it.
void ep_trial_begin(ep_trial* trial, const ep_random_options* options, ep_rng* rng);

/// Sets another random edge of it, never an ambiguous one.
void ep_trial_edge(ep_trial* trial, ep_rng* rng, double scale);

/// Changes the end of the edge so that every ball and floating joint turns by 1e-6 to 8e-5 rad:
/// that little OMPL does not move.
void ep_trial_turn_a_little(ep_trial* trial, ep_rng* rng);

/// A time in [t0,t1], the ends included now and then.
double ep_trial_time(ep_rng* rng, double t0, double t1);

/// A sub-interval of [0,1]: often the whole, sometimes a point.
void ep_trial_interval(ep_rng* rng, double* t0, double* t1);

/// A random box in a link's frame, and a random point of it.
ep_box ep_trial_box(ep_rng* rng);
void ep_trial_point(ep_rng* rng, const ep_box* box, double point[3]);

void ep_trial_end(ep_trial* trial);

#endif
