/// @file arguments.c
#include "arguments.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const argument* find(const argument* table, int32_t count, const char* name)
{
  for (int32_t i = 0; i < count; ++i)
  {
    if (strcmp(table[i].name, name) == 0)
    {
      return &table[i];
    }
  }
  return NULL;
}

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

static bool set_value(const char* command, const argument* a, const char* text)
{
  switch (a->kind)
  {
  case ARGUMENT_NUMBER:
    return set_number(command, a, text);
  case ARGUMENT_CHOICE:
    return set_choice(command, a, text);
  case ARGUMENT_LIST:
  {
    argument_list* list = a->value;
    if (list->count == ARGUMENT_LIST_MAX)
    {
      return complain(command, a->name, "was given too often");
    }
    list->items[list->count++] = text;
    return true;
  }
  case ARGUMENT_TEXT:
    *(const char**)a->value = text;
    return true;
  case ARGUMENT_FLAG:
  default:
    return false;
  }
}

/// Takes one option, with its value if it has one: "--name value" or "--name=value".
static bool take_option(const char* command, const argument* table, int32_t count, int argc,
                        char** argv, int* at)
{
  char name[64];
  const char* given = argv[*at];
  const char* equals = strchr(given, '=');
  const size_t size = equals == NULL ? strlen(given) : (size_t)(equals - given);
  snprintf(name, sizeof name, "%.*s", size < sizeof name ? (int)size : (int)sizeof name - 1, given);
  const argument* a = find(table, count, name);
  if (a == NULL)
  {
    return complain(command, name, "there is no such option");
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

bool arguments_read(const char* command, const argument* table, int32_t count, int argc,
                    char** argv, const char** positional, int32_t positional_count)
{
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
      if (!take_option(command, table, count, argc, argv, &at))
      {
        return false;
      }
    }
    else if (found == positional_count)
    {
      return complain(command, argv[at], "is one argument too many");
    }
    else
    {
      positional[found++] = argv[at];
    }
  }
  return found == positional_count || complain(command, "SCENE", "is missing");
}

void arguments_help(const argument* table, int32_t count)
{
  for (int32_t i = 0; i < count; ++i)
  {
    char left[64];
    snprintf(left, sizeof left, "%s %s", table[i].name, table[i].hint == NULL ? "" : table[i].hint);
    printf("  %-26s %s\n", left, table[i].help);
  }
}
