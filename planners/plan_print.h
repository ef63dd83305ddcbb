/// @file plan_print.h
/// Plans for people.
#ifndef PLAN_PRINT_H
#define PLAN_PRINT_H

#include "plan.h"

#include <stdio.h>

/// A table with one line a query, and below it what went wrong.
void plan_print(const plan* p, FILE* out);

/// Where the first edge of a leg that is not free collides, on one line without its end: "edge 3 of
/// lift at t = 0.31: crane/jib and scaffold at 1 2 3".
void plan_print_place(const plan* p, const plan_leg* leg, FILE* out);

#endif
