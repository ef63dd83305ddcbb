/// @file random.h
/// Random numbers that are the same on every machine (splitmix64), and random configurations.
#ifndef RANDOM_H
#define RANDOM_H

#include "edgeproof/machine.h"

#include <stdint.h>

typedef struct random_source
{
  uint64_t state;
} random_source;

random_source random_begin(int64_t seed);

/// Uniform in [0, 1).
double random_unit(random_source* r);

/// A configuration of the machine: every value uniform within its limits, angles without limits
/// within a turn, lengths without limits 0, rotations uniform.
void random_config(random_source* r, const ep_machine* machine, double* q);

#endif
