/// @file bench_motion.h
/// Motions of the benchmarks: tables of configurations, and the path and edge files made of them.
#ifndef BENCH_MOTION_H
#define BENCH_MOTION_H

#include "gen_file.h"

/// The name of one value of a configuration, such as "red/base.qx".
typedef struct bench_name
{
  char text[48];
} bench_name;

/// Configurations, one a row. Start from bench_motion_new(), free with bench_motion_free().
typedef struct bench_motion
{
  const bench_name* names; ///< borrowed
  int32_t width;           ///< values of a configuration
  double* values;          ///< row by row
  int32_t count;           ///< rows
  int32_t room;
} bench_motion;

bench_motion bench_motion_new(const bench_name* names, int32_t width);
void bench_motion_free(bench_motion* motion);
/// A new row of zeros, valid until the next one is added.
double* bench_motion_add(bench_motion* motion);
const double* bench_motion_row(const bench_motion* motion, int32_t row);

/// The whole motion as a path file.
void bench_write_path(const bench_motion* motion, const char* folder, const char* file);

/// An edge between two rows, of one motion or of two, with what is known about it.
typedef struct bench_edge
{
  const bench_motion* motion;
  int32_t from;
  int32_t to;
  const char* label; ///< free, colliding, or NULL
} bench_edge;

/// All of the same names.
void bench_write_edges(const char* folder, const char* file, const bench_edge* edges, int32_t n);

/// A query of a scene file, from one row to another, as an entry of `queries:`.
void bench_print_query(FILE* file, const char* name, bench_edge query);

/// folder/name.
void bench_folder(char path[1024], const char* folder, const char* name);

/// From 0 to 1 without a jerk, flat at both ends; outside of [0,1] as at the nearer end.
double bench_ease(double s);

/// @name Turns
/// @{
typedef struct bench_turn
{
  double m[3][3];
} bench_turn;

/// About the axis 'x', 'y' or 'z'.
bench_turn bench_turn_about(char axis, double angle);
/// First b, then a.
bench_turn bench_turn_times(bench_turn a, bench_turn b);
bench_turn bench_turn_back(bench_turn a);
gen_vec bench_turn_apply(bench_turn a, gen_vec v);
/// The quaternion x y z w, of length 1, w >= 0.
void bench_turn_quaternion(bench_turn a, double xyzw[4]);
/// @}

#endif
