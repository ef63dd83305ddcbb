/// @file bench_puma.h
/// A Puma 560 arm on its pedestal, pipes to put it among, and a machine room.
#ifndef BENCH_PUMA_H
#define BENCH_PUMA_H

#include "bench_motion.h"
#include "bench_shape.h"

/// Writes puma.urdf and puma.srdf: 7 links, 6 revolute joints with the real arm's lengths and
/// limits. At zero the upper arm points forward, the forearm up.
void bench_write_puma(const char* folder);

#define PUMA_JOINTS 6

/// Joints 1 to 6: how far they turn.
extern const double bench_puma_limits[PUMA_JOINTS][2];

/// @name Pipework (bench_pipework.c), along z from the origin upwards
/// @{

/// Two rings with bolts, their faces meeting at z = 0, for a pipe of this radius.
void bench_flange(gen_mesh* mesh, double radius, int32_t sides, int32_t bolts);
/// A valve in a pipe of this radius, about the origin, with its hand wheel towards x.
void bench_valve(gen_mesh* mesh, double radius, int32_t sides);
/// A pressure gauge on a stem that starts at the origin and goes to z, looking towards x.
void bench_gauge(gen_mesh* mesh, double size);
/// @}

/// Writes the meshes of the pipes, and prints their entries of `obstacles:`.
void bench_write_pipes(const char* folder, FILE* scene);

/// Writes the meshes of the machine room's parts, and prints its 1,180 entries of `obstacles:`.
void bench_write_room(const char* folder, FILE* scene);

/// @name Parts of the machine room (bench_room_parts.c)
/// @{
typedef struct bench_part
{
  const char* name;
  void (*shape)(gen_mesh* mesh);
} bench_part;

/// Pipes, bends, flanges, clamps and valves are those of a pipe of radius 1, along z from the
/// origin on, to be scaled. A bend goes on along x, with radius 2; clamps and hand wheels are
/// towards x.
extern const bench_part bench_parts[];
extern const int32_t bench_part_count;
/// @}

#endif
