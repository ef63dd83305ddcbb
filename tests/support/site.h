/// @file site.h
/// Random small worlds, built through the public calls and mirrored for the judge (brute.h): one or
/// two machines, random or named, with a shape on most links, among obstacles of 20 to 2000
/// triangles that stand where the machines can reach them. Clearances of the world, of bodies and
/// of pairs. Pairs that are nearly always too close are allowed, so that other things decide.
#ifndef EP_TEST_SITE_H
#define EP_TEST_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "edgeproof/checker.h"
#include "brute.h"
#include "ep_test.h"
#include "excavator.h"
#include "random_machine.h"

#define SITE_MACHINES_MAX 2

typedef struct site
{
  ep_world* world; ///< frozen
  ep_checker* checker;
  double tolerance;
  int32_t machine_count;
  ep_machine* machines[SITE_MACHINES_MAX];
  ep_edge* edges[SITE_MACHINES_MAX];
  ep_rig rigs[SITE_MACHINES_MAX];            ///< of a named machine
  ep_random_machine raws[SITE_MACHINES_MAX]; ///< of a random one
  int32_t first_body[SITE_MACHINES_MAX];
  char names[BRUTE_BODIES_MAX][32]; ///< of all bodies
  int32_t config_size;
  brute_world judge; ///< its bodies have the indices of the world's
} site;

/// Makes everything. Fails the test, with core's message, where core refuses it.
void site_make(site* s, ep_rng* rng);
void site_end(site* s);

/// A random configuration of all machines.
void site_config(const site* s, ep_rng* rng, double* q);

/// A random edge on which values move by 1 to 100 percent of their ranges; most start where the
/// judge sees nothing too close. The machines' edges are set to it too.
void site_edge(site* s, ep_rng* rng, double* q0, double* q1);

/// Whether the judge sees something too close at a configuration.
bool site_judge_state(site* s, const double* q, brute_hit* hit);

/// The same along the edge set last, up to t_end.
bool site_judge_edge(site* s, double t_end, int32_t samples, brute_hit* hit);

#endif
