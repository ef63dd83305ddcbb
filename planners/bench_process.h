/// @file bench_process.h
/// Other programs, started without a shell.
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include "edgeproof/base.h"

/// Runs argv[0], looked for in PATH, to its end. `input` goes to its standard input (NULL: none).
/// The first `size` - 1 bytes of what it prints, both streams, go to `output`, as text; NULL for
/// none. `extra` is one more environment variable, "NAME=value", or NULL. EP_ERROR_INPUT, with a
/// message that names the program, if it cannot be started or ends with a status other than 0.
ep_status bench_process_run(char* const* argv, const char* extra, const char* input, char* output,
                            size_t size, ep_error* error);

#endif
