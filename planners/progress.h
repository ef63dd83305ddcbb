/// @file progress.h
/// How far long work is, on stderr: on a terminal a bar with rate and remaining time, otherwise a
/// plain line now and then.
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress
{
  const char* noun; ///< what is counted: "edges"
  int64_t total;    ///< to be done
  int64_t found;    ///< done before, which takes no time; 0 unless the caller says otherwise
  bool quiet;
  bool is_clock; ///< what is counted are milliseconds, shown as seconds; false unless the caller
                 ///< says otherwise
  bool terminal;
  bool shown;   ///< a bar stands on the line
  double begin; ///< seconds, as program_now()
  double last;  ///< when something was shown
} progress;

/// Nothing is shown if quiet. noun must outlive the progress.
progress progress_begin(const char* noun, int64_t total, bool quiet);

/// Tells where the work is; shows it if that was not done just now. `remark` may be NULL.
void progress_show(progress* p, int64_t done, const char* remark);

/// Wipes the bar away.
void progress_end(progress* p);

#endif
