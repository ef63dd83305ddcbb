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
  int32_t found; ///< done by an earlier call
  int32_t done;  ///< now
} job_counts;

/// Each run leaves NAME.log, NAME.json and, when it is done, NAME.csv in the folder of results,
/// whole or not at all. NAME ends with a hash over everything that the run depends on, the text of
/// the scene file too: a run whose NAME.csv is there is not repeated. At the end results.csv has
/// the lines of all that are done. Ctrl-C ends it; the run that was going on leaves nothing.
ep_status job_run_all(const job_file* file, const scene_arguments* scene, job_counts* counts,
                      ep_error* error);

#endif
