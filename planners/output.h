/// @file output.h
/// Files that are written whole or not at all: under another name first, flushed to the disk, then
/// renamed. What stood there before stays until then.
#ifndef OUTPUT_H
#define OUTPUT_H

#include "edgeproof/base.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct output
{
  FILE* file; ///< print here
  char* path;
  char* unfinished; ///< NULL for the standard output, devices and pipes
} output;

/// Opens a file; "-" is the standard output. Devices and pipes are written as they are, and a
/// symbolic link stays: what it points to is written whole or not at all. On failure there is
/// nothing to close.
ep_status output_open(output* out, const char* path, ep_error* error);

/// Flushes, renames, and frees. On failure (a full disk, say) the unfinished file is gone, and what
/// was there before is still there.
ep_status output_close(output* out, ep_error* error);

/// Closes without a result: the unfinished file is gone. Takes one that is closed already.
void output_abandon(output* out);

/// Whether a file could be written there, found out by opening and removing one; asked before long
/// work whose result is to go there. NULL and "-" can.
ep_status output_probe(const char* path, ep_error* error);

/// Flushes the standard output at the end of the program. Returns the exit status to use: `status`,
/// or 2 if something of it was lost (with a message, but for a reader that went away).
int output_finish(int status);

#endif
