/// @file bench_lines.h
/// The motion of all robots of a scene along one of its edges.
#ifndef BENCH_LINES_H
#define BENCH_LINES_H

#include "edgeproof/edge.h"
#include "edgeproof/envs/scene.h"

typedef struct bench_lines
{
  ep_edge** edges; ///< one a robot
  int32_t count;
} bench_lines;

/// The scene must outlive them. Zeroed on failure.
ep_status bench_lines_make(const ep_scene* scene, bench_lines* lines, ep_error* error);
void bench_lines_clear(bench_lines* lines);

/// Sets all of them to an edge of the scene.
ep_status bench_lines_set(const bench_lines* lines, const double* q0, const double* q1,
                          ep_error* error);
/// The scene's configuration at a time.
ep_status bench_lines_config(const bench_lines* lines, double t, double* q);

#endif
