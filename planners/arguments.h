/// @file arguments.h
/// Command-line arguments: a table of options, read strictly. An unknown option, a missing or a bad
/// value is an error that says what was expected, and which option was perhaps meant. --help is
/// part of every table.
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum argument_kind
{
  ARGUMENT_FLAG,     ///< bool: given or not
  ARGUMENT_TEXT,     ///< const char*: the next argument
  ARGUMENT_LIST,     ///< argument_list: may be given several times
  ARGUMENT_NUMBER,   ///< int64_t: a whole number of at least `least`
  ARGUMENT_POSITIVE, ///< double: above 0
  ARGUMENT_LENGTH,   ///< double: at least 0
  ARGUMENT_CHOICE    ///< int: index into `choices`
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
  const char* help;           ///< one line, or more
  const char* const* choices; ///< ends with NULL
  int64_t least;
} argument;

/// What a command is called and does. Texts are shown as they are.
typedef struct command_text
{
  const char* name;     ///< "check"
  const char* usage;    ///< what follows the name: "SCENE --edges FILE [OPTION...]"
  const char* about;    ///< lines, each with its end
  const char* examples; ///< the same
  const char* operand;  ///< what the first one that is no option is, for messages: "SCENE"
} command_text;

#define ARGUMENT_ROWS_MAX 40

typedef struct arguments
{
  const command_text* command;
  argument rows[ARGUMENT_ROWS_MAX];
  int32_t count;
} arguments;

/// Adds rows at the end; never more than ARGUMENT_ROWS_MAX in all.
void arguments_add(arguments* all, const argument* rows, int32_t count);

/// The command is to go on; anything else arguments_read() returns is the exit status.
#define ARGUMENTS_GO_ON (-1)

/// Reads everything behind the command's name. What is no option fills `operands`: at least
/// `least`, at most `most`; the others become NULL. After -- nothing is an option. With --help or
/// -h among the options prints the help. On failure prints a message that starts with the program's
/// name and the command's.
int arguments_read(const arguments* all, int argc, char** argv, const char** operands,
                   int32_t least, int32_t most);

/// The one of `count` names that looks most like what was given, or NULL if none looks like it.
/// names[i] is at names + i * stride bytes.
const char* arguments_nearest(const char* given, const void* names, int32_t count, int32_t stride);

#endif
