/// @file arguments.c
#include "arguments.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void arguments_add(arguments* all, const argument* rows, int32_t count)
{
  assert(all->count + count <= ARGUMENT_ROWS_MAX);
  memcpy(all->rows + all->count, rows, (size_t)count * sizeof *rows);
  all->count += count;
}

/// @name Values
/// @{

static bool complain(const char* command, const char* name, const char* what)
{
  fprintf(stderr, "edgeproof %s: %s: %s; see edgeproof %s --help\n", command, name, what, command);
  return false;
}

static bool set_number(const char* command, const argument* a, const char* text)
{
  char* end;
  errno = 0;
  const long long number = strtoll(text, &end, 10);
  if (errno != 0 || end == text || *end != 0 || number < a->least)
  {
    char what[128];
    snprintf(what, sizeof what, "needs a whole number of at least %lld, not '%.40s'",
             (long long)a->least, text);
    return complain(command, a->name, what);
  }
  *(int64_t*)a->value = number;
  return true;
}

static bool set_real(const char* command, const argument* a, const char* text)
{
  char* end;
  errno = 0;
  const double number = strtod(text, &end);
  const bool is_number = end != text && *end == 0 && isfinite(number);
  if (!is_number || number < 0.0 || (a->kind == ARGUMENT_POSITIVE && number == 0.0))
  {
    char what[128];
    snprintf(what, sizeof what, "needs a number %s, not '%.40s'",
             a->kind == ARGUMENT_POSITIVE ? "above 0" : "of at least 0", text);
    return complain(command, a->name, what);
  }
  *(double*)a->value = number;
  return true;
}

static bool set_choice(const char* command, const argument* a, const char* text)
{
  char what[256] = "needs one of";
  for (int i = 0; a->choices[i] != NULL; ++i)
  {
    if (strcmp(a->choices[i], text) == 0)
    {
      *(int*)a->value = i;
      return true;
    }
    const size_t used = strlen(what);
    snprintf(what + used, sizeof what - used, " %s", a->choices[i]);
  }
  const size_t used = strlen(what);
  snprintf(what + used, sizeof what - used, ", not '%.40s'", text);
  return complain(command, a->name, what);
}

static bool add_to_list(const char* command, const argument* a, const char* text)
{
  argument_list* list = a->value;
  if (list->count == ARGUMENT_LIST_MAX)
  {
    return complain(command, a->name, "was given too often");
  }
  list->items[list->count++] = text;
  return true;
}

static bool set_value(const char* command, const argument* a, const char* text)
{
  switch (a->kind)
  {
  case ARGUMENT_NUMBER:
    return set_number(command, a, text);
  case ARGUMENT_POSITIVE:
  case ARGUMENT_LENGTH:
    return set_real(command, a, text);
  case ARGUMENT_CHOICE:
    return set_choice(command, a, text);
  case ARGUMENT_LIST:
    return add_to_list(command, a, text);
  case ARGUMENT_TEXT:
    *(const char**)a->value = text;
    return *text != 0 || complain(command, a->name, "needs a value that is not empty");
  case ARGUMENT_FLAG:
  default:
    return false;
  }
}

/// @}
/// @name Options
/// @{

static const argument* find(const arguments* all, const char* name)
{
  for (int32_t i = 0; i < all->count; ++i)
  {
    if (strcmp(all->rows[i].name, name) == 0)
    {
      return &all->rows[i];
    }
  }
  return NULL;
}

static bool complain_unknown(const arguments* all, const char* name)
{
  char what[160] = "there is no such option";
  const char* nearest = arguments_nearest(name, &all->rows[0].name, all->count, sizeof *all->rows);
  if (nearest != NULL)
  {
    snprintf(what, sizeof what, "there is no such option; did you mean %s?", nearest);
  }
  return complain(all->command->name, name, what);
}

/// Takes one option, with its value if it has one: "--name value" or "--name=value".
static bool take_option(const arguments* all, int argc, char** argv, int* at)
{
  char name[64];
  const char* given = argv[*at];
  const char* command = all->command->name;
  const char* equals = strchr(given, '=');
  const size_t size = equals == NULL ? strlen(given) : (size_t)(equals - given);
  snprintf(name, sizeof name, "%.*s", size < sizeof name ? (int)size : (int)sizeof name - 1, given);
  const argument* a = find(all, name);
  if (a == NULL)
  {
    return strcmp(name, "--help") == 0 ? complain(command, name, "takes no value")
                                       : complain_unknown(all, name);
  }
  if (a->kind == ARGUMENT_FLAG)
  {
    *(bool*)a->value = true;
    return equals == NULL || complain(command, name, "takes no value");
  }
  if (equals == NULL && *at + 1 == argc)
  {
    return complain(command, name, "needs a value");
  }
  return set_value(command, a, equals == NULL ? argv[++*at] : equals + 1);
}

static void print_row(const argument* a)
{
  char left[80];
  const int size = snprintf(left, sizeof left, "%s%s%s", a->name, a->hint == NULL ? "" : " ",
                            a->hint == NULL ? "" : a->hint);
  printf(size <= 26 ? "  %-26s " : "  %s\n                             ", left);
  for (const char* c = a->help; *c != 0; ++c)
  {
    fputs(*c == '\n' ? "\n                             " : (const char[2]){*c, 0}, stdout);
  }
  putchar('\n');
}

static int print_help(const arguments* all)
{
  const command_text* c = all->command;
  printf("usage: edgeproof %s %s\n\n%s\n", c->name, c->usage, c->about);
  for (int32_t i = 0; i < all->count; ++i)
  {
    print_row(&all->rows[i]);
  }
  const argument help = {.name = "--help", .help = "this text"};
  print_row(&help);
  printf("\nExample:\n%s", c->examples);
  return 0;
}

static bool asks_for_help(int argc, char** argv)
{
  for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; ++i)
  {
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
    {
      return true;
    }
  }
  return false;
}

int arguments_read(const arguments* all, int argc, char** argv, const char** operands,
                   int32_t least, int32_t most)
{
  if (asks_for_help(argc, argv))
  {
    return print_help(all);
  }
  int32_t found = 0;
  bool options_end = false;
  for (int at = 0; at < argc; ++at)
  {
    if (!options_end && strcmp(argv[at], "--") == 0)
    {
      options_end = true;
    }
    else if (!options_end && argv[at][0] == '-' && argv[at][1] != 0)
    {
      if (!take_option(all, argc, argv, &at))
      {
        return 2;
      }
    }
    else if (found == most)
    {
      complain(all->command->name, argv[at], "is one argument too many");
      return 2;
    }
    else
    {
      operands[found++] = argv[at];
    }
  }
  if (found < least)
  {
    complain(all->command->name, all->command->operand, "is missing");
    return 2;
  }
  for (; found < most; ++found)
  {
    operands[found] = NULL;
  }
  return ARGUMENTS_GO_ON;
}

/// @}
/// @name Names that were perhaps meant
/// @{

#define NAME_MAX_SIZE 40

static int32_t least_of(int32_t a, int32_t b, int32_t c)
{
  const int32_t ab = a < b ? a : b;
  return ab < c ? ab : c;
}

/// How many letters must be changed, added or dropped to make one of the other; names longer than
/// NAME_MAX_SIZE are like nothing.
static int32_t difference(const char* a, const char* b)
{
  int32_t rows[2][NAME_MAX_SIZE + 1];
  const int32_t size_a = (int32_t)strlen(a), size_b = (int32_t)strlen(b);
  if (size_a > NAME_MAX_SIZE || size_b > NAME_MAX_SIZE)
  {
    return NAME_MAX_SIZE;
  }
  for (int32_t j = 0; j <= size_b; ++j)
  {
    rows[0][j] = j;
  }
  for (int32_t i = 1; i <= size_a; ++i)
  {
    int32_t* row = rows[i % 2];
    const int32_t* above = rows[(i + 1) % 2];
    row[0] = i;
    for (int32_t j = 1; j <= size_b; ++j)
    {
      row[j] = least_of(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
    }
  }
  return rows[size_a % 2][size_b];
}

/// The letters of an option's name, or of any other.
static const char* letters_of(const char* name)
{
  return name + strspn(name, "-");
}

const char* arguments_nearest(const char* given, const void* names, int32_t count, int32_t stride)
{
  const char* best = NULL;
  const char* letters = letters_of(given);
  const int32_t size = (int32_t)strlen(letters);
  int32_t least = size < 5 ? 2 : size / 3 + 2;
  for (int32_t i = 0; i < count; ++i)
  {
    const char* name;
    memcpy(&name, (const char*)names + (size_t)i * (size_t)stride, sizeof name);
    // A beginning of a name is as good as the name.
    const bool begins = size > 1 && strncmp(letters_of(name), letters, (size_t)size) == 0;
    const int32_t distance = begins ? 0 : difference(letters, letters_of(name));
    if (distance < least)
    {
      best = name;
      least = distance;
    }
  }
  return best;
}

/// @}
