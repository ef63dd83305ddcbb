/// @file mesh_process.h
/// Running a program that may crash, hang or talk without end, and taking what it writes.
#ifndef EP_MESH_PROCESS_H
#define EP_MESH_PROCESS_H

#include "io_file.h"

/// How a program ended. Signals and statuses are unknown (both 0) where the host program does not
/// let anyone wait for its children.
typedef struct ep_process
{
  int start_error;     ///< errno if it could not be started, otherwise 0
  bool was_late;       ///< it was killed because it did not end in time
  bool wrote_too_much; ///< it was killed because of its output
  bool no_memory;      ///< it was killed because there was no memory for its output
  int signal;          ///< that ended it, or 0
  int status;          ///< its exit status
  ep_text output;      ///< what it wrote to its standard output
  char complaint[256]; ///< what it wrote to its standard error, cut, in one line
} ep_process;

/// Runs arguments[0] with these arguments, which end with NULL, nothing to read, and no file of
/// ours open. Returns when it has ended and is gone, and with it whatever it started. Any number of
/// threads may do so. The caller frees output.bytes.
ep_process ep_process_run(char* const arguments[], int32_t seconds, int64_t output_limit);

#endif
