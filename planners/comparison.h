/// @file comparison.h
/// The same planning with several validators, side by side.
#ifndef COMPARISON_H
#define COMPARISON_H

#include "json.h"
#include "plan.h"

#include <stdio.h>

/// All runs of one validator.
typedef struct comparison_side
{
  const char* validator;
  plan* plans; ///< one a run
  int32_t count;
} comparison_side;

/// A table, and below it every path that a validator took for free and that collides, with the
/// place.
void comparison_print(const comparison_side* sides, int32_t count, FILE* out);
void comparison_json(const comparison_side* sides, int32_t count, FILE* out);

#endif
