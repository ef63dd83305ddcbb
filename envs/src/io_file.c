/// @file io_file.c
#define _POSIX_C_SOURCE 200809L // fstat, open
#include "io_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

ep_status ep_envs_fail(ep_error* error, ep_status status, const char* format, ...)
{
  if (error != NULL)
  {
    error->status = status;
    va_list list;
    va_start(list, format);
    vsnprintf(error->message, sizeof error->message, format, list);
    va_end(list);
  }
  return status;
}

ep_status ep_envs_ok(ep_error* error)
{
  if (error != NULL)
  {
    error->status = EP_OK;
    error->message[0] = 0;
  }
  return EP_OK;
}

/// Reads until the end or until `size` bytes are there; the number read, or -1.
static int64_t read_all(int file, char* bytes, size_t size)
{
  size_t have = 0;
  while (have < size)
  {
    const ssize_t got = read(file, bytes + have, size - have);
    if (got < 0 && errno == EINTR)
    {
      continue;
    }
    if (got < 0)
    {
      return -1;
    }
    if (got == 0)
    {
      break;
    }
    have += (size_t)got;
  }
  return (int64_t)have;
}

static ep_status read_open(int file, const char* path, int64_t limit, ep_text* text,
                           ep_error* error)
{
  struct stat info;
  if (fstat(file, &info) != 0)
  {
    return ep_envs_fail(error, EP_ERROR_INPUT, "%s: %s", path, strerror(errno));
  }
  if (!S_ISREG(info.st_mode))
  {
    return ep_envs_fail(error, EP_ERROR_INPUT, "%s: is not a regular file", path);
  }
  if (info.st_size > limit)
  {
    return ep_envs_fail(error, EP_ERROR_INPUT, "%s: has %lld bytes, more than the %lld allowed",
                        path, (long long)info.st_size, (long long)limit);
  }
  const size_t size = (size_t)info.st_size;
  char* bytes = malloc(size + 1);
  if (bytes == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory for %zu bytes", path, size);
  }
  const int64_t got = read_all(file, bytes, size);
  if (got != (int64_t)size)
  {
    free(bytes);
    return ep_envs_fail(error, EP_ERROR_INPUT, "%s: cannot be read to its end: %s", path,
                        got < 0 ? strerror(errno) : "it became shorter meanwhile");
  }
  bytes[size] = 0;
  *text = (ep_text){bytes, size};
  return ep_envs_ok(error);
}

ep_status ep_file_read(const char* path, int64_t limit, ep_text* text, ep_error* error)
{
  *text = (ep_text){NULL, 0};
  // Without O_NONBLOCK a named pipe that nobody writes to would hang us here.
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
  {
    return ep_envs_fail(error, EP_ERROR_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
  }
  const ep_status status = read_open(file, path, limit, text, error);
  close(file);
  return status;
}

bool ep_file_exists(const char* path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

char* ep_string_copy(const char* string)
{
  const size_t size = strlen(string) + 1;
  char* copy = malloc(size);
  if (copy != NULL)
  {
    memcpy(copy, string, size);
  }
  return copy;
}

static char* joined(const char* folder, size_t folder_size, const char* name)
{
  const size_t size = folder_size + strlen(name) + 1;
  char* path = malloc(size);
  if (path != NULL)
  {
    memcpy(path, folder, folder_size);
    memcpy(path + folder_size, name, size - folder_size);
  }
  return path;
}

char* ep_path_beside(const char* from, const char* name)
{
  const char* slash = strrchr(from, '/');
  if (name[0] == '/' || slash == NULL)
  {
    return ep_string_copy(name);
  }
  return joined(from, (size_t)(slash - from) + 1, name);
}

char* ep_path_join(const char* folder, const char* name)
{
  const size_t size = strlen(folder);
  if (name[0] == '/' || size == 0)
  {
    return ep_string_copy(name);
  }
  char* base = joined(folder, size, folder[size - 1] == '/' ? "" : "/");
  char* path = base == NULL ? NULL : joined(base, strlen(base), name);
  free(base);
  return path;
}

/// The length of the UTF-8 sequence at *at, or 0 if there is no valid one.
static size_t sequence_length(const unsigned char* at, size_t left)
{
  const unsigned char c = at[0];
  if (c > 0 && c < 0x80)
  {
    return 1;
  }
  const size_t length = c >= 0xc2 && c <= 0xdf   ? 2
                        : c >= 0xe0 && c <= 0xef ? 3
                        : c >= 0xf0 && c <= 0xf4 ? 4
                                                 : 0;
  if (length == 0 || length > left)
  {
    return 0;
  }
  for (size_t i = 1; i < length; ++i)
  {
    if ((at[i] & 0xc0) != 0x80)
    {
      return 0;
    }
  }
  // Overlong forms, surrogates, and beyond the last code point.
  const bool bad = (c == 0xe0 && at[1] < 0xa0) || (c == 0xed && at[1] > 0x9f) ||
                   (c == 0xf0 && at[1] < 0x90) || (c == 0xf4 && at[1] > 0x8f);
  return bad ? 0 : length;
}

bool ep_text_is_utf8(const char* bytes, size_t size, size_t* bad)
{
  for (size_t i = 0; i < size;)
  {
    const size_t length = sequence_length((const unsigned char*)bytes + i, size - i);
    if (length == 0)
    {
      if (bad != NULL)
      {
        *bad = i;
      }
      return false;
    }
    i += length;
  }
  return true;
}
