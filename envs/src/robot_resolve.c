/// @file robot_resolve.c
#define _XOPEN_SOURCE 700 // realpath
#include "robot_resolve.h"

#include "io_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PACKAGE_XML_MAX (INT64_C(1) << 20)

/// A name that is being looked for, and where it was not found.
typedef struct search
{
  const char* label;
  const char* name; ///< as in the URDF
  ep_error* error;
  char* found;
  bool no_memory;
  char tried[256];
  size_t tried_size;
  int32_t not_shown; ///< places that `tried` had no room for
} search;

#define REFUSE(s, format, ...)                                                                     \
  ep_envs_fail((s)->error, EP_ERROR_INPUT, "%s: mesh '%s': " format, (s)->label, (s)->name,        \
               __VA_ARGS__)

static void note_place(search* s, const char* place)
{
  const char* comma = s->tried_size > 0 ? ", " : "";
  const size_t room = sizeof s->tried - s->tried_size;
  const int size = snprintf(s->tried + s->tried_size, room, "%s%s", comma, place);
  if (size < 0 || (size_t)size >= room)
  {
    s->tried[s->tried_size] = 0;
    s->not_shown++;
    return;
  }
  s->tried_size += (size_t)size;
}

/// Takes a path, which may be NULL for no memory, if its file is there. True when the search is
/// over.
static bool try_path(search* s, char* path)
{
  if (path == NULL)
  {
    s->no_memory = true;
    return true;
  }
  if (ep_file_exists(path))
  {
    s->found = path;
    return true;
  }
  free(path);
  return false;
}

static ep_status finish(search* s, const char* what, char** path)
{
  *path = s->found;
  if (s->found != NULL)
  {
    return ep_envs_ok(s->error);
  }
  if (s->no_memory)
  {
    return ep_envs_fail(s->error, EP_ERROR_MEMORY, "%s: no memory", s->label);
  }
  if (s->not_shown > 0)
  {
    return REFUSE(s, "%s %s and %d more", what, s->tried, (int)s->not_shown);
  }
  return REFUSE(s, "%s %s", what, s->tried);
}

// --- Names ---

static int hex_value(char c)
{
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/// Percent-decodes. NULL with an error for a bad escape, one of '/' or zero, or no memory.
static char* decode(search* s, const char* text)
{
  char* copy = ep_string_copy(text);
  if (copy == NULL)
  {
    ep_envs_fail(s->error, EP_ERROR_MEMORY, "%s: no memory", s->label);
    return NULL;
  }
  char* to = copy;
  for (const char* at = text; *at != 0; ++at)
  {
    if (*at != '%')
    {
      *to++ = *at;
      continue;
    }
    const int high = hex_value(at[1]);
    const int low = high < 0 ? -1 : hex_value(at[2]);
    const int code = 16 * high + low;
    if (low < 0 || code == 0 || code == '/')
    {
      REFUSE(s, "'%.3s' is not an escape that a file name can have", at);
      free(copy);
      return NULL;
    }
    *to++ = (char)code;
    at += 2;
  }
  *to = 0;
  return copy;
}

/// Whether one of the parts between slashes is "..".
static bool goes_up(const char* path)
{
  for (const char* at = path; at != NULL; at = strchr(at, '/'))
  {
    at += *at == '/';
    if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == 0))
    {
      return true;
    }
  }
  return false;
}

// --- Packages ---

/// A package by its name and what is wanted of it; both in one block.
typedef struct wanted
{
  const char* package;
  const char* rest;
  const char* both; ///< package/rest
} wanted;

static bool ends_with_folder(const char* folder, const char* name)
{
  size_t end = strlen(folder);
  while (end > 0 && folder[end - 1] == '/')
  {
    --end;
  }
  const size_t size = strlen(name);
  return end >= size && memcmp(folder + end - size, name, size) == 0 &&
         (end == size || folder[end - size - 1] == '/');
}

/// Whether the text between <name> and </name> is this one, blanks aside.
static bool names_package(const char* text, const char* name)
{
  static const char blanks[] = " \t\r\n";
  const char* at = strstr(text, "<name>");
  if (at == NULL)
  {
    return false;
  }
  at += strlen("<name>");
  at += strspn(at, blanks);
  const size_t size = strlen(name);
  return strncmp(at, name, size) == 0 && at[size + strspn(at + size, blanks)] == '<';
}

static bool has_package_xml(search* s, const char* folder, const char* name)
{
  char* path = ep_path_join(folder, "package.xml");
  ep_text text = {NULL, 0};
  s->no_memory = s->no_memory || path == NULL;
  const bool read = path != NULL && ep_file_exists(path) &&
                    ep_file_read(path, PACKAGE_XML_MAX, &text, NULL) == EP_OK;
  const bool named = read && names_package(text.bytes, name);
  free(text.bytes);
  free(path);
  return named;
}

/// True when the search is over.
static bool try_folder(search* s, const char* folder, const wanted* w)
{
  if (try_path(s, ep_path_join(folder, w->both)))
  {
    return true;
  }
  const bool is_package =
      ends_with_folder(folder, w->package) || has_package_xml(s, folder, w->package);
  if (is_package && try_path(s, ep_path_join(folder, w->rest)))
  {
    return true;
  }
  note_place(s, folder);
  return s->no_memory;
}

static bool try_given(search* s, const ep_mesh_places* places, const wanted* w)
{
  for (int32_t i = 0; i < places->package_count; ++i)
  {
    if (try_folder(s, places->packages[i], w))
    {
      return true;
    }
  }
  return false;
}

static bool try_environment(search* s, const wanted* w)
{
  const char* at = getenv("ROS_PACKAGE_PATH");
  while (at != NULL && *at != 0)
  {
    const size_t size = strcspn(at, ":");
    char* folder = malloc(size + 1);
    if (folder == NULL)
    {
      s->no_memory = true;
      return true;
    }
    memcpy(folder, at, size);
    folder[size] = 0;
    const bool over = size > 0 && try_folder(s, folder, w);
    free(folder);
    if (over)
    {
      return true;
    }
    at += size + (at[size] == ':');
  }
  return false;
}

/// The URDF's folder without links and dots, so that cutting off names goes upward.
static char* folder_of(search* s, const char* urdf)
{
  char* beside = ep_path_beside(urdf, ".");
  errno = 0;
  char* folder = beside == NULL ? NULL : realpath(beside, NULL);
  s->no_memory = s->no_memory || beside == NULL || (folder == NULL && errno == ENOMEM);
  free(beside);
  return folder;
}

static bool try_upward(search* s, const char* urdf, const wanted* w)
{
  char* folder = folder_of(s, urdf);
  bool over = s->no_memory;
  bool at_root = folder == NULL;
  while (!over && !at_root)
  {
    over = try_folder(s, folder, w);
    at_root = strcmp(folder, "/") == 0;
    char* slash = strrchr(folder, '/');
    slash[slash == folder ? 1 : 0] = 0;
  }
  free(folder);
  return over;
}

static ep_status find_in_packages(search* s, const ep_mesh_places* places, char* both, char** path)
{
  if (goes_up(both))
  {
    return REFUSE(s, "'%s' leads out of the package", "..");
  }
  char* slash = strchr(both, '/');
  if (slash == NULL || slash == both || slash[1] == 0)
  {
    return REFUSE(s, "names no %s", slash == both ? "package" : "file in a package");
  }
  char* package = ep_string_copy(both);
  if (package == NULL)
  {
    return ep_envs_fail(s->error, EP_ERROR_MEMORY, "%s: no memory", s->label);
  }
  package[slash - both] = 0;
  const wanted w = {package, slash + 1 + strspn(slash + 1, "/"), both};
  if (!try_given(s, places, &w) && !try_environment(s, &w))
  {
    try_upward(s, places->urdf, &w);
  }
  free(package);
  return finish(s, "no such file in", path);
}

// --- All ---

static ep_status find_path(search* s, const char* urdf, const char* name, char** path)
{
  char* full = ep_path_beside(urdf, name);
  if (full != NULL)
  {
    note_place(s, full);
  }
  try_path(s, full);
  return finish(s, "there is no file", path);
}

static ep_status find_url(search* s, const ep_mesh_places* places, char** path)
{
  static const char package[] = "package://";
  static const char file[] = "file://";
  const bool is_package = strncmp(s->name, package, strlen(package)) == 0;
  if (!is_package && strncmp(s->name, file, strlen(file)) != 0)
  {
    return REFUSE(s, "of %s only package:// and file:// are known", "the URLs");
  }
  char* rest = decode(s, s->name + strlen(is_package ? package : file));
  if (rest == NULL)
  {
    return s->error != NULL ? s->error->status : EP_ERROR_INPUT;
  }
  ep_status status;
  if (is_package)
  {
    status = find_in_packages(s, places, rest, path);
  }
  else
  {
    status = rest[0] == '/' ? find_path(s, places->urdf, rest, path)
                            : REFUSE(s, "file:// needs three slashes and %s", "a whole path");
  }
  free(rest);
  return status;
}

ep_status ep_mesh_resolve(const ep_mesh_places* places, const char* name, const char* label,
                          char** path, ep_error* error)
{
  *path = NULL;
  ep_error unused;
  search s = {.label = label, .name = name, .error = error != NULL ? error : &unused};
  return strstr(name, "://") != NULL ? find_url(&s, places, path)
                                     : find_path(&s, places->urdf, name, path);
}
