/// @file run_name.h
/// Names of the runs of a job file: readable, and different where anything of a run is.
#ifndef RUN_NAME_H
#define RUN_NAME_H

#include "job_file.h"
#include "program.h"

#define RUN_NAME_SIZE 240

/// A hash of a text, to begin with.
uint64_t run_name_hash(const char* text);

/// tower-crane-lift-RRTConnect-certified-1-0123abcd: scene, queries, planner (NULL: the scene's),
/// validator, seed, and a hash over everything that the run depends on; `scene_hash` is that of the
/// scene file's text. Only letters, digits, dots, dashes and underscores are in it.
void run_name(char name[RUN_NAME_SIZE], const job_entry* entry, const scene_arguments* scene,
              uint64_t scene_hash, const char* planner, const char* validator, int64_t seed);

#endif
