/// @file file_names.c
#define _POSIX_C_SOURCE 200809L // stat, strndup
#include "file_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// What stands behind the last slash.
static const char* base_of(const char* path)
{
  const char* slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

/// False if there is no such folder.
static bool look_at_folder(const char* path, struct stat* about)
{
  const size_t length = (size_t)(base_of(path) - path);
  char* folder = length == 0 ? strdup(".") : strndup(path, length);
  const bool good = folder != NULL && stat(folder, about) == 0;
  free(folder);
  return good;
}

static bool is_one(const struct stat* a, const struct stat* b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool file_names_same(const char* a, const char* b)
{
  struct stat at_a, at_b;
  if (strcmp(a, "-") == 0 || strcmp(b, "-") == 0)
  {
    return strcmp(a, b) == 0;
  }
  const bool is_a = stat(a, &at_a) == 0;
  const bool is_b = stat(b, &at_b) == 0;
  if (is_a || is_b)
  {
    return is_a && is_b && S_ISREG(at_a.st_mode) && is_one(&at_a, &at_b);
  }
  return strcmp(base_of(a), base_of(b)) == 0 && look_at_folder(a, &at_a) &&
         look_at_folder(b, &at_b) && is_one(&at_a, &at_b);
}

static bool complain(const char* command, const char* name, const char* what)
{
  fprintf(stderr, "edgeproof %s: %s %s; see edgeproof %s --help\n", command,
          strcmp(name, "-") == 0 ? "the standard output" : name, what, command);
  return false;
}

bool file_names_apart(const char* command, const char* const* inputs, int32_t input_count,
                      const char* const* outputs, int32_t output_count)
{
  for (int32_t i = 0; i < output_count; ++i)
  {
    for (int32_t k = 0; outputs[i] != NULL && k < input_count; ++k)
    {
      if (inputs[k] != NULL && strcmp(inputs[k], "-") != 0 &&
          file_names_same(inputs[k], outputs[i]))
      {
        return complain(command, outputs[i], "is read, and would be written over");
      }
    }
    for (int32_t k = 0; outputs[i] != NULL && k < i; ++k)
    {
      if (outputs[k] != NULL && file_names_same(outputs[k], outputs[i]))
      {
        return complain(command, outputs[i], "would be written twice");
      }
    }
  }
  return true;
}
