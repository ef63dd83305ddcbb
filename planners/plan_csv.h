/// @file plan_csv.h
/// Plans as CSV: one line a query.
#ifndef PLAN_CSV_H
#define PLAN_CSV_H

#include "plan.h"

#include <stdio.h>

void plan_csv_head(FILE* out);
void plan_csv_rows(const plan* p, FILE* out);

#endif
