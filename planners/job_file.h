/// @file job_file.h
/// Files that list planning runs (docs/scene.md, Jobs).
#ifndef JOB_FILE_H
#define JOB_FILE_H

#include "edgeproof/base.h"

/// Names in a list; they belong to the file.
typedef struct job_names
{
  const char** items;
  int32_t count;
} job_names;

/// One entry of `runs`: every planner with every validator and every seed, on the queries one after
/// the other.
typedef struct job_entry
{
  char* scene;          ///< as seen from the current folder
  job_names queries;    ///< empty: all of the scene
  job_names planners;   ///< empty: the scene's, or RRTConnect
  job_names validators; ///< empty: certified
  job_names parameters; ///< "name=value", for all planners of the entry
  int64_t* seeds;       ///< at least one
  int32_t seed_count;
  double time; ///< seconds for each query; 0: the scene's, or 10
  int32_t line;
} job_entry;

typedef struct job_file job_file;

/// Reads a file whole or not at all. On failure *file is NULL. The caller closes it.
ep_status job_file_open(const char* path, job_file** file, ep_error* error);
void job_file_close(job_file* file);

/// As it was opened.
const char* job_file_path(const job_file* file);
/// The folder of the results, as seen from the current folder.
const char* job_file_out(const job_file* file);
int32_t job_file_count(const job_file* file);
const job_entry* job_file_entry(const job_file* file, int32_t number);

#endif
