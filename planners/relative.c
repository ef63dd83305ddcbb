/// @file relative.c
#define _XOPEN_SOURCE 700 // realpath
#include "relative.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The folder of a file, resolved; NULL if it cannot be.
static char* folder_of(const char* file)
{
  const char* slash = strrchr(file, '/');
  char* name = malloc(strlen(file) + 2);
  if (name == NULL)
  {
    return NULL;
  }
  snprintf(name, strlen(file) + 2, "%.*s", slash == NULL ? 1 : (int)(slash - file) + 1,
           slash == NULL ? "." : file);
  char* folder = realpath(name, NULL);
  free(name);
  return folder;
}

/// What two absolute names begin with in common, up to the last slash both have; the end of a name
/// counts as a slash.
static size_t common_of(const char* file, const char* folder)
{
  size_t common = 0;
  size_t i = 0;
  for (; file[i] == folder[i] && file[i] != 0; ++i)
  {
    common = file[i] == '/' ? i + 1 : common;
  }
  return folder[i] == 0 && file[i] == '/' ? i + 1 : common;
}

char* path_seen_from(const char* file, const char* from)
{
  char* target = realpath(file, NULL);
  char* folder = folder_of(from);
  char* seen = NULL;
  if (target == NULL || folder == NULL)
  {
    seen = malloc(strlen(file) + 1);
    if (seen != NULL)
    {
      memcpy(seen, file, strlen(file) + 1);
    }
  }
  else
  {
    const size_t common = common_of(target, folder);
    size_t ups = 0;
    const size_t length = strlen(folder);
    for (size_t i = common; i <= length && common < length; ++i)
    {
      ups += folder[i] == '/' || folder[i] == 0;
    }
    seen = calloc(3 * ups + strlen(target) + 1, 1);
    for (size_t i = 0; seen != NULL && i < ups; ++i)
    {
      memcpy(seen + 3 * i, "../", 3);
    }
    if (seen != NULL)
    {
      memcpy(seen + 3 * ups, target + common, strlen(target) - common + 1);
    }
  }
  free(target);
  free(folder);
  return seen;
}
