/// @file soak_world.h
/// What edges are drawn in: a query of a generated scene with the second judge, or a random world
/// with the first one. Each has an id from which it can be made again:
///
///   scenes/excavator.yaml#load   a scene below the folder of generated ones, and its query
///   random#1234                  a random world (site.h), by its seed
#ifndef SOAK_WORLD_H
#define SOAK_WORLD_H

#include "site.h"
#include "soak_judge.h"
#include "soak_scene.h"

typedef struct soak_world
{
  char id[256];
  ep_world* world;
  ep_checker* checker;
  int32_t config_size;
  double tolerance;
  ep_scene* scene; ///< of a scene; NULL of a random world
  int32_t query;
  soak_judge* judge; ///< of a scene
  site* site;        ///< of a random world
} soak_world;

/// False, and a message on stderr, if there is no such world.
bool soak_world_open(soak_world* w, const char* folder, const char* id);
void soak_world_close(soak_world* w);

/// What a judge finds on [0, t_end] of an edge.
soak_find soak_world_look(soak_world* w, const double* q0, const double* q1, double t_end,
                          int32_t looks);

/// The distance of two bodies at time t of an edge, or `cap` if it is larger.
double soak_world_distance(soak_world* w, const double* q0, const double* q1, double t,
                           const int32_t body[2], double cap);

/// Whether the judge has the pair among those that are checked, and what is demanded of it.
bool soak_world_demand(const soak_world* w, const int32_t body[2], double* demand);

/// How far the judge's triangles may lie inside of the true shapes.
double soak_world_depth(const soak_world* w, const int32_t body[2]);

/// How far a witness of an edge may be off because OMPL lets rotations of ball and floating joints
/// below about 1e-4 rad stand, and all bounds cover both motions (edge.h). Generous: the whole
/// world swings.
double soak_world_still(const soak_world* w, const double* q0, const double* q1);

#endif
