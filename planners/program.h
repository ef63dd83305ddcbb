/// @file program.h
/// What the commands of the edgeproof program share.
#ifndef PROGRAM_H
#define PROGRAM_H

#include "arguments.h"

#include "edgeproof/envs/scene.h"

/// @name Exit statuses
/// @{
#define PROGRAM_GOOD        0   ///< all is well: every edge is free
#define PROGRAM_BAD         1   ///< an answer that is not the hoped-for one
#define PROGRAM_ERROR       2   ///< no answer: bad arguments, bad files, no memory
#define PROGRAM_INTERRUPTED 130 ///< Ctrl-C
/// @}

/// @name Commands. argv is what stands behind the command's name.
/// @{
int command_info(int argc, char** argv);
int command_check(int argc, char** argv);
int command_plan(int argc, char** argv);
int command_compare(int argc, char** argv);
int command_run(int argc, char** argv);
int command_generate(int argc, char** argv);
int command_acm(int argc, char** argv);
int command_bench(int argc, char** argv);
/// @}

/// Options that every command which loads a scene has.
typedef struct scene_arguments
{
  bool strict;
  bool quiet;
  int interpolate;  ///< 0 shortest, 1 linear
  double clearance; ///< below 0: the scene's
  argument_list packages;
} scene_arguments;

/// Adds their rows to the table. values->clearance becomes -1.
void scene_arguments_add(arguments* all, scene_arguments* values);

/// Adds the row of --threads, whose default becomes one for each processor.
void threads_argument_add(arguments* all, int64_t* threads);

/// Loads a scene as those say, with progress on a terminal, and prints its warnings to stderr.
/// NULL, and a message, on failure.
ep_scene* program_load(const char* command, const char* path, const scene_arguments* values);

/// Files that program_begin() looks at.
#define PROGRAM_OUTPUTS_MAX 4

/// What most commands begin with: reads the arguments, of which the operand is a scene, tries
/// whether the files that shall be written can be (NULL where one is not wanted; at most
/// PROGRAM_OUTPUTS_MAX) and are others than the scene, loads the scene. ARGUMENTS_GO_ON, or the
/// exit status.
int program_begin(const arguments* all, int argc, char** argv, const scene_arguments* values,
                  const char** const* outputs, int32_t output_count, ep_scene** scene);

/// World and checker of a query. Both are to be destroyed, also after a failure.
ep_status program_make_checker(const ep_scene* scene, int32_t query, ep_world** world,
                               ep_checker** checker, ep_error* error);

/// The query of this name; EP_SCENE_NONE where the name is NULL. False, with a message that lists
/// those there are, if there is none.
bool program_find_query(const char* command, const ep_scene* scene, const char* name,
                        int32_t* query);

/// Prints "edgeproof COMMAND: message" and returns PROGRAM_ERROR.
int program_fail(const char* command, const ep_error* error);

/// The same for memory that is not to be had.
int program_no_memory(const char* command);

/// Writes status and message, as printf does, and returns the status.
ep_status program_error(ep_error* error, ep_status status, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

/// How two bodies meet: "intersect", "closer than the clearance". Never NULL.
const char* program_contact_text(ep_contact_kind kind);

/// @name Seconds
/// @{
double program_now(void);
double program_thread_seconds(void);  ///< of the processor, used by the calling thread
double program_process_seconds(void); ///< by all threads
/// @}

#endif
