/// @file job_run.h
/// Carries out the runs of a job file, those that are not done yet.
#ifndef JOB_RUN_H
#define JOB_RUN_H

#include "job_file.h"
#include "program.h"

/// How far a job is.
typedef struct job_counts
{
  int32_t total;
  int32_t found;   ///< done by an earlier call
  int32_t done;    ///< now
  int32_t crashed; ///< of those done now: the planner crashed, or did not come back
} job_counts;

/// How a job is carried out.
typedef struct job_options
{
  scene_arguments scene;
  int64_t threads; ///< runs side by side
  double patience; ///< as plan_children.h says
} job_options;

/// Each run is a process of its own, and leaves NAME.log, NAME.json and, when it is done, NAME.csv
/// in the folder of results, whole or not at all. NAME ends with a hash over everything that the
/// run depends on, the text of the scene file too: a run whose NAME.csv is there is not repeated.
/// At the end results.csv has the lines of all that are done, in the file's order. Ctrl-C ends it;
/// the runs that were going on leave nothing.
ep_status job_run_all(const job_file* file, const job_options* options, job_counts* counts,
                      ep_error* error);

#endif
