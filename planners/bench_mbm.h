/// @file bench_mbm.h
/// Problems of MotionBenchMaker, written as scenes. They are not part of the project; where they
/// are not there, there are none.
#ifndef BENCH_MBM_H
#define BENCH_MBM_H

#include "bench.h"

/// Of each arm's problems every so many is taken.
#define BENCH_MBM_STEP 100

/// So many are that of an arm, where all are there.
#define BENCH_MBM_PROBLEMS 7

/// Writes the problems of DATA/mbm/ROBOT/problems.txt as FOLDER/0.yaml, 1.yaml, ..., each with a
/// query "plan", at most `limit`. *count is their number, 0 if the file is not there.
ep_status bench_mbm_write(const char* data, const char* robot, const char* folder, int32_t limit,
                          int32_t* count, ep_error* error);

#endif
