/// @file arguments.h
/// Command-line arguments: a table of options, read strictly. An unknown option, a missing or a bad
/// value is an error that says what was expected.
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum argument_kind
{
  ARGUMENT_FLAG,   ///< bool: given or not
  ARGUMENT_TEXT,   ///< const char*: the next argument
  ARGUMENT_LIST,   ///< argument_list: may be given several times
  ARGUMENT_NUMBER, ///< int64_t: a whole number of at least `least`
  ARGUMENT_CHOICE  ///< int: index into `choices`
} argument_kind;

#define ARGUMENT_LIST_MAX 32

typedef struct argument_list
{
  const char* items[ARGUMENT_LIST_MAX];
  int32_t count;
} argument_list;

/// One option. `value` points to what the kind says, already set to its default.
typedef struct argument
{
  const char* name; ///< with its dashes
  argument_kind kind;
  void* value;
  const char* hint;           ///< what stands behind it in the help: "FILE"
  const char* help;           ///< one line
  const char* const* choices; ///< ends with NULL
  int64_t least;
} argument;

/// Reads everything behind the command's name. What is no option fills `positional`, exactly
/// positional_count of them. On failure prints a message that starts with the program's name and
/// the command's, and returns false.
bool arguments_read(const char* command, const argument* table, int32_t count, int argc,
                    char** argv, const char** positional, int32_t positional_count);

/// Prints one line for each option.
void arguments_help(const argument* table, int32_t count);

#endif
