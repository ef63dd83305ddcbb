/// @file bench_train.h
/// Toy trains: chains of wagons, coupled by three revolute joints each (yaw, pitch, roll), the
/// first one on a floating base.
///
/// The frame of a wagon stands at its front coupling, x forward, z up; the next coupling is
/// TRAIN_PITCH behind, the rails are TRAIN_COUPLING below.
#ifndef BENCH_TRAIN_H
#define BENCH_TRAIN_H

#include "bench_motion.h"

#define TRAIN_PITCH    1.20 ///< m from coupling to coupling
#define TRAIN_COUPLING 0.17 ///< m above the rails
#define TRAIN_MAX      17   ///< wagons

typedef enum bench_wagon
{
  WAGON_LOCOMOTIVE,
  WAGON_TENDER,
  WAGON_BOX,
  WAGON_TANK,
  WAGON_COAL,
  WAGON_LOGS,
  WAGON_COACH,
  WAGON_CABOOSE
} bench_wagon;

/// The shape of a wagon, in its frame (bench_wagon.c).
gen_mesh bench_wagon_shape(bench_wagon kind);

/// Writes NAME.urdf and NAME.srdf.
void bench_write_train(const char* folder, const char* name, const bench_wagon* wagons, int32_t n);

/// @name Configurations
/// @{

/// 7 of the base, 3 of each coupling.
#define TRAIN_VALUES(wagons) (7 + 3 * ((wagons)-1))

/// Their names, each with this in front: "" or "red/".
void bench_train_names(const char* prefix, int32_t wagons, bench_name* names);

/// Where a train is: its couplings from the front on, and which way is up in each wagon.
typedef struct bench_chain
{
  gen_vec at[TRAIN_MAX + 1];
  gen_vec up[TRAIN_MAX];
} bench_chain;

/// The configuration of a chain. Couplings are taken for directions: the train starts at the first
/// one. A bend beyond the limits of a coupling ends the program.
void bench_train_solve(const bench_chain* chain, int32_t wagons, double* q);
/// @}

/// @name Simulation (bench_chain.c)
/// Points with mass, held apart by the wagons between them: position-based dynamics. A wagon's body
/// is a row of balls; they keep off each other and off the ground, with friction. Not a rigid body
/// simulation: a wagon has no inertia of its own against turning.
/// @{
typedef struct bench_yard
{
  int32_t trains;
  int32_t wagons;
  bench_chain chain[4];
  gen_vec speed[4][TRAIN_MAX + 1];
  double bumper;    ///< m: radius of the balls
  double rise;      ///< m: how far their middles are above the couplings
  double stiffness; ///< least distance of a coupling and the one after the next, in TRAIN_PITCH
  double friction;  ///< part of the speed that a contact with a wagon takes in each step
  double drag;      ///< the same of a contact with the ground
  double gravity;   ///< m/s^2
  /// Height of the ground, in m; NULL: there is none.
  double (*ground)(double x, double y, const void* user);
  const void* user;
} bench_yard;

/// The state after so many seconds, in this number of steps.
void bench_yard_run(bench_yard* yard, double seconds, int32_t steps);
/// @}

/// @name The mountain (bench_mountain.c)
/// @{
#define MOUNTAIN_COLUMNS 119
#define MOUNTAIN_ROWS    118
#define MOUNTAIN_HALF    14.0 ///< m: it lies on [-half, half] in x and y

typedef struct bench_mountain
{
  double height[MOUNTAIN_COLUMNS * MOUNTAIN_ROWS];
} bench_mountain;

void bench_mountain_rise(bench_mountain* mountain);
/// Between the points of the grid as in the triangles of the mesh, up to rounding.
double bench_mountain_height(double x, double y, const void* mountain);
gen_mesh bench_mountain_shape(const bench_mountain* mountain);
/// @}

#endif
