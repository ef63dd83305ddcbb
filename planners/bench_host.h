/// @file bench_host.h
/// What the figures were measured on. Nothing that changes from day to day.
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include <stdio.h>

/// A Markdown table: processor, system, compiler, versions, and what measuring a time itself takes.
void bench_host_print(FILE* out);

/// Microseconds that an empty measurement shows: the median of many.
double bench_host_timer(void);

#endif
