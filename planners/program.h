/// @file program.h
/// What the commands of the edgeproof program share.
#ifndef PROGRAM_H
#define PROGRAM_H

#include "arguments.h"

#include "edgeproof/envs/scene.h"

/// @name Exit statuses
/// @{
#define PROGRAM_GOOD  0 ///< all is well: every edge is free
#define PROGRAM_BAD   1 ///< an answer that is not the hoped-for one
#define PROGRAM_ERROR 2 ///< no answer: bad arguments, bad files, no memory
/// @}

/// @name Commands. argv is what stands behind the command's name.
/// @{
int command_info(int argc, char** argv);
int command_check(int argc, char** argv);
int command_bench(int argc, char** argv);
/// @}

/// Options that every command which loads a scene has.
typedef struct scene_arguments
{
  bool strict;
  bool quiet;
  int interpolate; ///< 0 short, 1 linear
  argument_list packages;
} scene_arguments;

#define SCENE_ARGUMENT_COUNT 4

/// Their rows of the table.
void scene_arguments_fill(argument rows[SCENE_ARGUMENT_COUNT], scene_arguments* values);

/// Loads a scene as those say, with progress on a terminal, and prints its warnings to stderr.
/// NULL, and a message, on failure.
ep_scene* program_load(const char* command, const char* path, const scene_arguments* values);

/// Prints "edgeproof COMMAND: message" and returns PROGRAM_ERROR.
int program_fail(const char* command, const ep_error* error);

/// @name Seconds
/// @{
double program_now(void);
double program_thread_seconds(void);  ///< of the processor, used by the calling thread
double program_process_seconds(void); ///< by all threads
/// @}

#endif
