/// @file run_files.h
/// Files that a run of a job leaves in the folder of results.
#ifndef RUN_FILES_H
#define RUN_FILES_H

#include "plan.h"

/// FOLDER/NAME and the ending; NULL, with an error, without memory. The caller frees.
char* run_files_name(const char* folder, const char* name, const char* ending, ep_error* error);

/// Writes NAME.json, the plan, and last NAME.csv, which says that the run is done.
ep_status run_files_write(const plan* p, const char* folder, const char* name, ep_error* error);

#endif
