/// @file whole_file.h
/// Files that are there complete or not at all: written beside their place, then renamed.
#ifndef WHOLE_FILE_H
#define WHOLE_FILE_H

#include "edgeproof/base.h"

#include <stdio.h>

typedef struct whole_file
{
  FILE* out; ///< to write to
  const char* path;
  char* unfinished; ///< where it is until it is whole
} whole_file;

/// `path` is borrowed until the end. On failure nothing is there, and `out` is NULL.
ep_status whole_file_begin(whole_file* file, const char* path, ep_error* error);

/// Closes it and gives it its name; if anything could not be written, removes it.
ep_status whole_file_end(whole_file* file, ep_error* error);

/// Closes and removes it.
void whole_file_drop(whole_file* file);

/// A field of CSV, quoted where it holds a comma, a quote or a line end.
void csv_field(FILE* out, const char* text);

/// "PATH: cannot be written: why", of an errno.
ep_status whole_file_refuse(const char* path, int reason, ep_error* error);

#endif
