/// @file file_names.h
/// The files that a command line names. What is read must not be written over, and two results must
/// not go into one file: a slip of the hand would cost somebody their scene.
#ifndef FILE_NAMES_H
#define FILE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/// Whether two names are those of one regular file, that is there or not yet; links are followed.
/// "-" is one with "-"; devices and pipes may be named as often as one likes.
bool file_names_same(const char* a, const char* b);

/// Whether each output is another file than all inputs and all other outputs; if not, says so.
/// Names may be NULL. The files of inputs and outputs are borrowed for the call.
bool file_names_apart(const char* command, const char* const* inputs, int32_t input_count,
                      const char* const* outputs, int32_t output_count);

#endif
